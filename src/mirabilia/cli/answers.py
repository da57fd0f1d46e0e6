"""What a person types at the prompt, understood: a number, a move, a part of a move, or a command.

Anything unclear becomes a sentence that says what was expected. Nothing is ever played by guesswork: a part of a move
counts only when exactly one choice contains all its words.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from mirabilia.errors import MoveError
from mirabilia.game import Game, Option

COMMANDS = {"?": "help", "h": "help", "help": "help", "q": "quit", "quit": "quit", "exit": "quit"}
COMMANDS |= {"r": "record", "record": "record", "save": "record", "s": "screen", "show": "screen"}
SHOWN = 6  # choices listed when a part fits several


@dataclass(frozen=True)
class Answer:
    """One of: a choice, a command with its argument, or a complaint to show.

    A choice is a list of options that differ in their payment alone, so most often of one.
    """

    choice: list[Option] | None = None
    command: str | None = None
    argument: str = ""
    complaint: str | None = None


def understand(text: str, game: Game, seat: int, choices: Sequence[list[Option]]) -> Answer:
    """The meaning of a line; `choices` are in the order of their numbers."""
    text = " ".join(text.split())
    if not text:
        return Answer(complaint=f"Type a number from 1 to {len(choices)}, a move, or ? for help.")
    word, _, argument = text.partition(" ")
    if text.lower() in COMMANDS:
        return Answer(command=COMMANDS[text.lower()])
    if word.lower() in ("r", "record", "save") and argument:
        return Answer(command="record", argument=argument)
    if text.isdecimal():
        number = int(text[:9])
        if 1 <= number <= len(choices):
            return Answer(choice=choices[number - 1])
        return Answer(complaint=f"There is no choice {text[:9]}: the numbers go from 1 to {len(choices)}.")
    try:
        return Answer(choice=[game.find_option(seat, text)])
    except MoveError:
        return _by_part(text, choices)


def _by_part(text: str, choices: Sequence[list[Option]]) -> Answer:
    wanted = text.lower().split()
    texts = [choice[0].text.partition(" pay ")[0] for choice in choices]
    fitting = [n for n, move in enumerate(texts) if all(part in move.lower() for part in wanted)]
    # A lone word is a question about a thing rather than a move ("Sphinx"); the caller explains it if it can.
    if len(fitting) == 1 and len(wanted) > 1:
        return Answer(choice=choices[fitting[0]])
    if len(wanted) > 1 and fitting:
        some = ", ".join(f"{n + 1}) {texts[n]}" for n in fitting[:SHOWN])
        more = " ..." if len(fitting) > SHOWN else ""
        return Answer(complaint=f"That fits several choices: {some}{more}")
    if len(wanted) == 1 and len(text) > 2 and any(move.startswith(wanted[0]) for move in texts):
        return Answer(complaint=f"“{text}” what? Add a name, or type a number from 1 to {len(choices)}.")
    shown = text if len(text) <= 40 else text[:37] + "..."
    complaint = f"“{shown}” is not possible now. Type a number from 1 to {len(choices)}, a move, or ? for help."
    return Answer(command="explain", argument=text, complaint=complaint)
