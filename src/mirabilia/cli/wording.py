"""The words of the command line itself: `--help` and complaints about wrong usage, in the language of the terminal.

Commands are declared without words (`app.py`, `serving.py`, `administer.py`). What is shown about one is looked up by
its place: `command.play.duel`, and for an option `parameter.play.duel.seat`, or `parameter.seat` where several commands
share it. So a command without texts is found by a test, and no sentence stands in code.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence

from typer import rich_utils
from typer._click import exceptions
from typer._click.core import Command, Context, Parameter
from typer.core import TyperArgument, TyperGroup, TyperOption
from typer.main import Typer, get_command

from mirabilia.bots.registry import BOT_NAMES
from mirabilia.cli.language import LANGUAGE_OPTION, all_in_words, known, one_in_words, speak_early, t
from mirabilia.cli.opponents import USUAL_BOT

PROGRAM = "mirabilia"
# What help texts may have put in.
VALUES = {"bots": ", ".join(BOT_NAMES), "usual": USUAL_BOT}


def worded(app: Typer, arguments: Sequence[str]) -> Command:
    """The command of an app with all its words in the language that the command line or the environment asks for."""
    speak_early(_language_asked_for(arguments))
    rich_utils.ARGUMENTS_PANEL_TITLE = t("usage.arguments")
    rich_utils.OPTIONS_PANEL_TITLE = t("usage.options")
    rich_utils.COMMANDS_PANEL_TITLE = t("usage.commands")
    rich_utils.REQUIRED_LONG_STRING = f"[{t('usage.required')}]"
    rich_utils.DEFAULT_STRING = f"[{t('usage.default', value='{}')}]"
    main = get_command(app)
    for path, command in commands_of(main):
        command.help = t(command_key(path))
        if not path:
            command.epilog = t("command.epilog")
        command.get_usage = _usage(command)  # type: ignore[method-assign, assignment]
        for parameter in command.params:
            _explain(path, parameter)
        helping = command.get_help_option(Context(command, help_option_names=["-h", "--help"]))
        if helping is not None:
            helping.help = t("parameter.help")  # kept by the command and shown with the others
    return main


def commands_of(command: Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    """The command and all below it, each with its place as the keys of texts write it."""
    yield path, command
    if isinstance(command, TyperGroup):
        for name, inner in command.commands.items():
            yield from commands_of(inner, (*path, name.replace("-", "_")))


def command_key(path: tuple[str, ...]) -> str:
    """The key of what a command does."""
    return ".".join(("command", *(path or (PROGRAM,))))


def parameter_key(path: tuple[str, ...], name: str) -> str:
    """The key of what an option or argument means: its command's own, or the one that commands share."""
    own = ".".join(("parameter", *path, name))
    return own if known(own) else f"parameter.{name}"


def _explain(path: tuple[str, ...], parameter: Parameter) -> None:
    if not getattr(parameter, "hidden", False):
        parameter.help = t(parameter_key(path, parameter.name or ""), **VALUES)  # type: ignore[attr-defined]


def _usage(command: Command) -> Callable[[Context], str]:
    plain, word = command.get_usage, t("usage.usage")
    return lambda context: plain(context).replace("Usage:", word, 1)


def _language_asked_for(arguments: Sequence[str]) -> str | None:
    """What follows --lang, before the command line is read properly: its own words depend on it."""
    for number, word in enumerate(arguments):
        if word == "--":
            break
        if word == LANGUAGE_OPTION:
            return arguments[number + 1] if number + 1 < len(arguments) else None
        if word.startswith(LANGUAGE_OPTION + "="):
            return word.partition("=")[2]
    return None


def usage_fault(error: exceptions.ClickException) -> str:
    """What is wrong with a command line, and which command explains more."""
    context = getattr(error, "ctx", None)
    path = context.command_path if context is not None else PROGRAM
    return f"{_fault(error)} {t('usage.see_help', command=f'{path} --help')}"


def _fault(error: exceptions.ClickException) -> str:
    match error:
        case exceptions.NoSuchOption(option_name=name, possibilities=possible) if possible:
            return t("usage.did_you_mean", name=name, choices=one_in_words(sorted(possible)))
        case exceptions.NoSuchOption(option_name=name):
            return t("usage.no_option", name=name)
        case exceptions.BadOptionUsage(option_name=name):
            return t("usage.no_value" if "not take" in error.message else "usage.needs_value", name=name)
        case exceptions.MissingParameter(param=parameter):
            return _missing(parameter)
        case exceptions.BadParameter(param=parameter):
            return _bad_value(parameter, error.message)
    # The parser words these itself; what they are about stands in quotes or brackets.
    about = re.search(r"'(.*)'|\(([^()]*)\)$", error.format_message().rstrip("."))
    name = next((part for part in about.groups() if part), "") if about else ""
    if error.format_message().startswith("No such command"):
        return t("usage.no_command", name=name)
    if "unexpected extra argument" in error.format_message():
        return t("usage.too_many", name=name)
    return error.format_message()


def _missing(parameter: Parameter | None) -> str:
    choices = _choices(parameter)
    if choices:
        return t("usage.missing_choice", name=_name(parameter), choices=one_in_words(choices))
    return t("usage.missing", name=_name(parameter))


def _bad_value(parameter: Parameter | None, fault: str) -> str:
    name, choices = _name(parameter), _choices(parameter)
    low, high = getattr(parameter, "min", None), getattr(parameter, "max", None)
    if choices:
        return t("usage.bad_choice", name=name, choices=all_in_words(choices))
    if low is not None and high is not None:
        return t("usage.bad_range", name=name, low=low, high=high)
    if low is not None:
        return t("usage.bad_least", name=name, low=low)
    if isinstance(parameter, TyperOption | TyperArgument) and parameter.type_descriptor.annotation in (int, float):
        return t("usage.bad_number", name=name)
    return t("usage.bad_value", name=name, fault=fault)


def _choices(parameter: Parameter | None) -> list[str]:
    """The words a parameter may be, if it may not be anything."""
    described = parameter.type_descriptor.choices if isinstance(parameter, TyperOption | TyperArgument) else None
    return [str(choice) for choice in described or ()]


def _name(parameter: Parameter | None) -> str:
    """An option as it is typed, an argument as --help writes it."""
    if parameter is None:
        return ""
    options = [word for word in parameter.opts if word.startswith("-")]
    return max(options, key=len) if options else (parameter.metavar or parameter.name or "").upper()
