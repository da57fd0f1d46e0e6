"""The words of the command line itself: `--help` and complaints about wrong usage, in the language of the terminal.

Commands are declared without words (`app.py`, `serving.py`, `administer.py`). What is shown about one is looked up by
its place: `command.play.duel`, and for an option `parameter.play.duel.seat`, or `parameter.seat` where several commands
share it. So a command without texts is found by a test, and no sentence stands in code.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from typer import Typer

from mirabilia.bots.registry import BOT_NAMES
from mirabilia.cli import typer_inside
from mirabilia.cli.language import LANGUAGE_OPTION, known, one_in_words, speak_early, t
from mirabilia.cli.opponents import USUAL_BOT
from mirabilia.cli.typer_inside import Command, Fault, Parameter, choices_of, name_of

PROGRAM = "mirabilia"
# What help texts may have put in.
VALUES = {"bots": ", ".join(BOT_NAMES), "usual": USUAL_BOT}


def worded(app: Typer, arguments: Sequence[str]) -> Command:
    """The command of an app with all its words in the language that the command line or the environment asks for."""
    speak_early(_language_asked_for(arguments))
    typer_inside.set_titles(
        arguments=t("usage.arguments"),
        options=t("usage.options"),
        commands=t("usage.commands"),
        required=t("usage.required"),
        default=t("usage.default", value="{}"),
    )
    main = typer_inside.get_command(app)
    for path, command in commands_of(main):
        command.help = t(command_key(path))
        if not path:
            command.epilog = t("command.epilog")
        typer_inside.say_usage(command, t("usage.usage"))
        for parameter in filter(typer_inside.is_shown, command.params):
            typer_inside.explain(parameter, t(parameter_key(path, parameter.name or ""), **VALUES))
        typer_inside.explain_help(command, ["-h", "--help"], t("parameter.help"))
    return main


def commands_of(command: Command, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Command]]:
    """The command and all below it, each with its place as the keys of texts write it."""
    yield path, command
    for name, inner in typer_inside.commands_in(command):
        yield from commands_of(inner, (*path, name.replace("-", "_")))


def command_key(path: tuple[str, ...]) -> str:
    """The key of what a command does."""
    return ".".join(("command", *(path or (PROGRAM,))))


def parameter_key(path: tuple[str, ...], name: str) -> str:
    """The key of what an option or argument means: its command's own, or the one that commands share."""
    own = ".".join(("parameter", *path, name))
    return own if known(own) else f"parameter.{name}"


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


def usage_fault(fault: Fault) -> str:
    """What is wrong with a command line, and which command explains more."""
    return f"{_in_words(fault)} {t('usage.see_help', command=f'{fault.path or PROGRAM} --help')}"


def _in_words(fault: Fault) -> str:
    match fault.kind:
        case "no_option" if fault.possible:
            return t("usage.did_you_mean", name=fault.name, choices=one_in_words(fault.possible))
        case "no_option" | "no_value" | "needs_value" | "no_command" | "too_many":
            return t(f"usage.{fault.kind}", name=fault.name)
        case "missing":
            return _missing(fault.parameter)
        case "bad_value":
            return _bad_value(fault.parameter, fault.message)
    return fault.message


def _missing(parameter: Parameter | None) -> str:
    choices = choices_of(parameter)
    if choices:
        return t("usage.missing_choice", name=name_of(parameter), choices=one_in_words(choices))
    return t("usage.missing", name=name_of(parameter))


def _bad_value(parameter: Parameter | None, fault: str) -> str:
    name, choices = name_of(parameter), choices_of(parameter)
    low, high = typer_inside.bounds_of(parameter)
    if choices:
        return t("usage.bad_choice", name=name, choices=one_in_words(choices))
    if low is not None and high is not None:
        return t("usage.bad_range", name=name, low=low, high=high)
    if low is not None:
        return t("usage.bad_least", name=name, low=low)
    if typer_inside.is_number(parameter):
        return t("usage.bad_number", name=name)
    return t("usage.bad_value", name=name, fault=fault)
