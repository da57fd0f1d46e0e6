"""A position in the terminal in which one decision is looked for: mistakes to learn from, and puzzles."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from rich.console import Console
from rich.text import Text

from mirabilia.cli.language import share, spoken, t
from mirabilia.cli.look import MUTED, NO, TITLE, YES
from mirabilia.cli.table import TerminalTable, screen_of
from mirabilia.game import Game
from mirabilia.study.model import Judged, Reason
from mirabilia.study.telling import tell

SHOW = "!"  # typed to see the answer


class _Shown(Exception):
    """The person wants to see the answer."""


class _Trying(TerminalTable):
    """A table that stands still: answers are judged, not played."""

    def advice(self, every: bool) -> list[Text]:
        return [Text(t("trying.no_hint"), style=MUTED)]

    def read_line(self) -> str:
        line = super().read_line()
        if line.strip() == SHOW:
            raise _Shown
        return line


@dataclass(frozen=True)
class Tried:
    """How it went: whether the answer was found, and at the first try."""

    found: bool
    tries: int

    @property
    def at_once(self) -> bool:
        """Whether the first answer was right."""
        return self.found and self.tries == 1


def try_position(
    console: Console,
    game: Game,
    seat: int,
    names: Sequence[str],
    question: str,
    judge: Callable[[str], tuple[bool, Judged]],
    answer: Judged,
    *,
    once: bool = False,
) -> Tried:
    """Shows the position and asks until a good decision is found or the answer is asked for; `Leave` to stop.

    With `once` the first answer counts, and the right one is shown after it.
    """
    table = _Trying(game, seat, {}, list(names), screen_of(game.name), console, "")
    choices = table.show()
    console.print(Text(question, style=TITLE))
    tries = 0
    while True:
        try:
            choice = table.ask(choices)
            option = table.ask_payment(choice) if choice else None
        except _Shown:
            tell_answer(console, game.name, names, answer)
            return Tried(False, tries + 1)
        if option is None:
            continue
        tries += 1
        right, judged = judge(option.text)
        if right:
            console.print(Text(t("trying.right", move=judged.move, chance=share(judged.chance)), style=YES))
            tell_reasons(console, game.name, names, judged.reasons or answer.reasons)
            return Tried(True, tries)
        console.print(Text(t("trying.wrong", move=judged.move, loss=share(judged.loss)), style=NO))
        tell_reasons(console, game.name, names, judged.reasons)
        if once:
            tell_answer(console, game.name, names, answer)
            return Tried(False, tries)


def tell_answer(console: Console, game: str, names: Sequence[str], answer: Judged) -> None:
    """The best decision, and what speaks for it."""
    console.print(Text(t("trying.answer", move=answer.move, chance=share(answer.chance)), style=YES))
    tell_reasons(console, game, names, answer.reasons)


def tell_reasons(console: Console, game: str, names: Sequence[str], reasons: Sequence[Reason]) -> None:
    """Reasons, a line each."""
    for reason in reasons:
        sentence = tell(reason, spoken(), game=game, names=names).replace("\u00a0", " ")
        console.print(Text(f"  {sentence}", style=MUTED))
