"""What a person types at the prompt, understood: a number, a move, a part of a move, or a command.

Anything unclear becomes a sentence that says what was expected. Nothing is ever played by guesswork: a part of a move
counts only when exactly one choice contains all its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from textwrap import wrap

from rich.text import Text

from mirabilia.cli.language import named, one_in_words, spoken, t
from mirabilia.cli.look import MARKS, NO
from mirabilia.errors import MoveError
from mirabilia.game import Game, Option
from mirabilia.locales.folding import found

COMMANDS = {"?": "help", "h": "help", "help": "help", "q": "quit", "quit": "quit", "exit": "quit"}
COMMANDS |= {"r": "record", "record": "record", "save": "record", "s": "screen", "show": "screen"}
COMMANDS |= {"hint": "hint", "why": "why"}
SHOWN = 6  # choices listed when a part fits several


@dataclass(frozen=True)
class Understood:
    """One of: a choice, a command with its argument, or a complaint to show.

    A choice is a list of options that differ in their payment alone, so most often of one.
    """

    choice: list[Option] | None = None
    command: str | None = None
    argument: str = ""
    complaint: str | None = None


def understand(text: str, game: Game, seat: int, choices: Sequence[list[Option]]) -> Understood:
    """The meaning of a line; `choices` are in the order of their numbers."""
    text = " ".join(text.split())
    if not text:
        return Understood(complaint=t("terminal.type_number", n=len(choices)))
    word, _, argument = text.partition(" ")
    if text.lower() in COMMANDS:
        return Understood(command=COMMANDS[text.lower()])
    if word.lower() in ("r", "record", "save") and argument:
        return Understood(command="record", argument=argument)
    if text.isdecimal():
        number = int(text[:9])
        if 1 <= number <= len(choices):
            return Understood(choice=choices[number - 1])
        return Understood(complaint=t("terminal.no_choice", number=text[:9], n=len(choices)))
    try:
        return Understood(choice=[game.find_option(seat, text)])
    except MoveError:
        return _by_part(text, game.name, choices)


def _by_part(text: str, game: str, choices: Sequence[list[Option]]) -> Understood:
    wanted = text.lower().split()
    texts = [choice[0].text.partition(" pay ")[0] for choice in choices]
    fitting = [n for n, move in enumerate(texts) if found(spoken(), text, f"{move} {_own_words(game, choices[n][0])}")]
    # A lone word is a question about a thing rather than a move ("Sphinx"); the caller explains it if it can.
    if len(fitting) == 1 and len(wanted) > 1:
        return Understood(choice=choices[fitting[0]])
    if len(wanted) > 1 and fitting:
        some = ", ".join(f"{n + 1}) {texts[n]}" for n in fitting[:SHOWN])
        more = " ..." if len(fitting) > SHOWN else ""
        return Understood(complaint=t("terminal.fits_several", choices=some + more))
    if len(wanted) == 1 and len(text) > 2 and any(move.startswith(wanted[0]) for move in texts):
        return Understood(complaint=t("terminal.name_missing", text=text, n=len(choices)))
    shown = text if len(text) <= 40 else text[:37] + "..."
    complaint = t("terminal.not_possible", text=shown, n=len(choices))
    return Understood(command="explain", argument=text, complaint=complaint)


def _own_words(game: str, option: Option) -> str:
    """What an option does, in the person's language: the action and the names of what it is about."""
    things = [named(game, kind, name) for kind in ("card", "wonder", "token") if (name := option.get(kind))]
    return " ".join([t(f"action.{option.action}"), *things])


def which_one(word: str, names: Sequence[str]) -> list[Text] | None:
    """The question back when a word is part of several names; None if it is part of none."""
    if not names:
        return None
    return [Text(t("terminal.which", text=word, choices=one_in_words(names)), style=NO)]


def help_text(names: str, columns: int, *more: str) -> str:
    """The help of a game's screen: what can be typed, what the signs mean, and what the game adds.

    `names` are two of its own, as examples of what can be asked about.
    """
    rows = {"hint": "hint", "why": "why", "s": "show", "r": "record", "q": "leave", "?": "help"}
    marks = "  ".join(f"{MARKS[color]} {t(f'kind.{color}').lower()}" for color in MARKS)
    return "\n".join(
        [
            t("terminal.help.number", example="build Baths"),
            t("terminal.help.part", example="build ba"),
            f"  A, B, C    {t('terminal.help.letter')}",
            f"  {names}    {t('terminal.help.name')}",
            *(f"  {sign:10} {t(f'terminal.help.{what}')}" for sign, what in rows.items()),
            *(line for text in (marks, t("terminal.help.signs"), *more) for line in wrap(text, columns - 2)),
        ]
    )
