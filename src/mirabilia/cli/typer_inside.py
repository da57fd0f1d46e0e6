"""What we use of Typer beyond its documentation: the only module that does.

Typer parses with a copy of click that it keeps to itself, and words its complaints itself. To say them in five
languages we need its kinds of error, the titles of its help and what a parameter may be. `pyproject.toml` holds Typer
to versions with which `tests/cli/test_wording.py` passes; `tests/test_private.py` finds any other such use.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from typer import rich_utils
from typer._click import exceptions
from typer._click.core import Command, Context, Parameter
from typer.core import TyperArgument, TyperGroup, TyperOption
from typer.main import get_command

__all__ = ["Command", "Context", "Fault", "Parameter", "commands_in", "fault_of", "get_command", "set_titles"]


class Fault(NamedTuple):
    """What is wrong with a command line."""

    # no_option, no_value, needs_value, missing, bad_value, no_command, too_many; help: a command is missing and the
    # help has been printed; other: only `message` says what it is
    kind: str
    message: str
    name: str = ""  # the option, the command or what is too much
    parameter: Parameter | None = None
    possible: tuple[str, ...] = ()  # options of similar names
    path: str | None = None  # the command, with those above it


def fault_of(error: Exception) -> Fault | None:
    """The fault that an error of the parser stands for; None for any other error."""
    if not isinstance(error, exceptions.ClickException):
        return None
    context = getattr(error, "ctx", None)
    fault = _fault_of(error)
    return fault if context is None else fault._replace(path=context.command_path)


def _fault_of(error: exceptions.ClickException) -> Fault:
    message = error.format_message()
    match error:
        case exceptions.NoArgsIsHelpError():
            return Fault("help", message)
        case exceptions.NoSuchOption(option_name=name, possibilities=possible):
            return Fault("no_option", message, name, possible=tuple(sorted(possible or ())))
        case exceptions.BadOptionUsage(option_name=name):
            return Fault("no_value" if "not take" in error.message else "needs_value", message, name)
        case exceptions.MissingParameter(param=parameter):
            return Fault("missing", message, parameter=parameter)
        case exceptions.BadParameter(param=parameter):
            return Fault("bad_value", error.message, parameter=parameter)
    # Two complaints have no type of their own; what they are about stands in quotes or brackets.
    about = re.search(r"'(.*?)'|\(([^()]*)\)$", message.rstrip("."))
    name = next((part for part in about.groups() if part), "") if about else ""
    if message.startswith("No such command"):
        return Fault("no_command", message, name)
    if "unexpected extra argument" in message:
        return Fault("too_many", message, name)
    return Fault("other", message)


def commands_in(command: Command) -> Iterator[tuple[str, Command]]:
    """The commands of a group by name; none for a command that is not a group."""
    if isinstance(command, TyperGroup):
        yield from command.commands.items()


def choices_of(parameter: Parameter | None) -> list[str]:
    """The words a parameter may be, if it may not be anything."""
    described = parameter.type_descriptor.choices if isinstance(parameter, TyperOption | TyperArgument) else None
    return [str(choice) for choice in described or ()]


def bounds_of(parameter: Parameter | None) -> tuple[float | None, float | None]:
    """The least and the greatest number a parameter may be, where there are such."""
    return getattr(parameter, "min", None), getattr(parameter, "max", None)


def is_number(parameter: Parameter | None) -> bool:
    """Whether a parameter is a number."""
    return isinstance(parameter, TyperOption | TyperArgument) and parameter.type_descriptor.annotation in (int, float)


def name_of(parameter: Parameter | None) -> str:
    """An option as it is typed, an argument as --help writes it."""
    if parameter is None:
        return ""
    options = [word for word in parameter.opts if word.startswith("-")]
    return max(options, key=len) if options else (parameter.metavar or parameter.name or "").upper()


def is_shown(parameter: Parameter) -> bool:
    """Whether a parameter is part of the help."""
    return not getattr(parameter, "hidden", False)


def explain(parameter: Parameter, text: str) -> None:
    """Gives a parameter its words."""
    parameter.help = text  # type: ignore[attr-defined]


def explain_help(command: Command, names: list[str], text: str) -> None:
    """Gives the option that shows the help its words; the command keeps them and shows them with the others."""
    helping = command.get_help_option(Context(command, help_option_names=names))
    if helping is not None:
        helping.help = text


def say_usage(command: Command, word: str) -> None:
    """Replaces the word before a command's usage."""
    plain = command.get_usage
    command.get_usage = lambda ctx: plain(ctx).replace("Usage:", word, 1)  # type: ignore[method-assign]


def set_titles(*, arguments: str, options: str, commands: str, required: str, default: str) -> None:
    """The titles and marks of the help; `default` has {} for the value."""
    rich_utils.ARGUMENTS_PANEL_TITLE = arguments
    rich_utils.OPTIONS_PANEL_TITLE = options
    rich_utils.COMMANDS_PANEL_TITLE = commands
    rich_utils.REQUIRED_LONG_STRING = f"[{required}]"
    rich_utils.DEFAULT_STRING = f"[{default}]"
