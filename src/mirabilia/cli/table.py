"""A game being played in the terminal: the loop that shows the table, asks, plays, and saves.

The loop is the same for both games; what the table looks like and how choices are numbered comes from a `Screen`. Input
is read line by line, so it can come from a person or a script; at its end, or with `q`, the game is saved.
"""

from __future__ import annotations

import shlex
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console
from rich.text import Text

from mirabilia.cli.answers import understand
from mirabilia.cli.files import own_record_file, save_record
from mirabilia.cli.language import complain, complaint, share, spoken, t
from mirabilia.cli.look import MUTED, NO, TITLE, fit
from mirabilia.cli.opponents import Opponent
from mirabilia.cli.score import score_lines
from mirabilia.errors import MirabiliaError, MissingFacet
from mirabilia.game import Game, Option, kind_of


@dataclass(frozen=True)
class Screen:
    """How one game is shown.

    `board` and `choices` draw. A choice is a list of options that differ in their payment alone; `ways_to_pay` draws
    those. `explain` answers questions, `tell` words what happened.
    """

    columns: int
    board: Callable[[Game, int, Sequence[str], Sequence[Text]], list[Text]]
    choices: Callable[[Game, int, Sequence[str]], tuple[list[Text], list[list[Option]]]]
    ways_to_pay: Callable[[Game, int, Sequence[str], list[Option]], list[Text]]
    explain: Callable[[Game, int, Sequence[str], str], list[Text] | None]
    tell: Callable[[Sequence[Mapping[str, object]], Sequence[str]], list[str]]
    help: Callable[[], str]


def screen_of(name: str) -> Screen:
    """How the game of that name is shown; loads its rules."""
    try:
        return kind_of(name).screen()
    except MissingFacet as error:
        raise complain("files.no_screen", "no_screen", game=name) from error


class Leave(Exception):
    """The person leaves, or the input has ended."""


@dataclass
class TerminalTable:
    """A game being played in the terminal."""

    game: Game
    seat: int
    opponents: dict[int, Opponent]
    names: list[str]
    screen: Screen
    console: Console
    bot: str
    file: Path | None = None
    tags: dict[str, str] = field(default_factory=dict)
    story: list[Text] = field(default_factory=list)

    def run(self) -> None:
        """Plays until the game is over or the person leaves."""
        try:
            while not self.game.over:
                self.let_bots_play()
                if self.seat in self.game.to_act:
                    self.let_person_play()
        except (Leave, KeyboardInterrupt):
            self.leave()
            return
        self.finish()

    def let_bots_play(self) -> None:
        """Every bot that owes a decision decides, until only the person does."""
        while waiting := [seat for seat in self.game.to_act if seat in self.opponents]:
            for seat in waiting:
                options = self.game.options(seat)
                if options:
                    choice = self.opponents[seat].choose(self.game.view(seat), options, None)
                    self.play(seat, self.game.find_option(seat, choice))
            if self.seat in self.game.to_act and not any(seat in self.opponents for seat in self.game.to_act):
                return

    def let_person_play(self) -> None:
        """Shows the table, and asks until an answer is a decision."""
        options = self.game.options(self.seat)
        if len(options) == 1:  # nothing to think about
            self.play(self.seat, options[0])
            return
        choices = self.show()
        while True:
            choice = self.ask(choices)
            option = self.ask_payment(choice) if choice else None
            if option is not None:
                self.play(self.seat, option)
                return

    def play(self, seat: int, option: Option) -> None:
        """Carries a decision out and notes it for the story."""
        events = [event.as_dict() for event in self.game.play(seat, option)]
        sentences = self.screen.tell(events, self.names)
        if sentences:
            self.story.append(Text(f" {fit(' '.join(sentences), self.screen.columns - 2)}", style=MUTED))

    def show(self) -> list[list[Option]]:
        """Draws the table and the choices; returns these in the order of their numbers."""
        if self.console.is_terminal:
            self.console.clear()
        else:
            self.console.print()
        self.print(self.screen.board(self.game, self.seat, self.names, self.story))
        lines, numbered = self.screen.choices(self.game, self.seat, self.names)
        self.print(lines)
        return numbered

    def read_line(self) -> str:
        """One line of input; `Leave` at its end."""
        self.console.print("> ", end="", style=TITLE)
        line = sys.stdin.readline()
        if not line:
            self.console.print()
            raise Leave
        if not sys.stdin.isatty():  # a script's answers are not echoed by a terminal
            self.console.print(line.strip()[: self.screen.columns - 4])
        return line

    def ask(self, choices: list[list[Option]]) -> list[Option] | None:
        """One question and answer; None when it was not a choice."""
        answer = understand(self.read_line(), self.game, self.seat, choices)
        if answer.choice is not None:
            return answer.choice
        if answer.command == "quit":
            raise Leave
        if answer.command == "help":
            self.print([Text(self.screen.help())])
        elif answer.command == "screen":
            choices[:] = self.show()
        elif answer.command in ("hint", "why"):
            self.print(self.advice(every=answer.command == "why"))
        elif answer.command == "record":
            self.save_on_request(answer.argument)
        else:
            explained = None
            if answer.command == "explain":
                explained = self.screen.explain(self.game, self.seat, self.names, answer.argument)
            self.print(explained or [Text(answer.complaint or "", style=NO)])
        return None

    def advice(self, every: bool) -> list[Text]:
        """The best decision with a reason, or the best few with all their reasons, as the study finds them."""
        from mirabilia.study.hints import explain
        from mirabilia.study.telling import tell

        best = explain(self.game.view(self.seat), self.game.options(self.seat))
        lines = []
        for judged in best if every else best[:1]:
            chance = share(judged.chance)
            lines.append(Text(t("terminal.advice", move=judged.move, chance=chance), style=TITLE))
            for reason in judged.reasons if every else judged.reasons[:1]:
                sentence = tell(reason, spoken(), game=self.game.name, names=self.names).replace("\u00a0", " ")
                lines.append(Text(f"  {sentence}", style=MUTED))
        return lines

    def ask_payment(self, choice: list[Option]) -> Option | None:
        """Which of several ways to pay; None to choose something else."""
        if len(choice) == 1:
            return choice[0]
        self.print(self.screen.ways_to_pay(self.game, self.seat, self.names, choice))
        while line := self.read_line().strip():
            if line.isdecimal() and 1 <= int(line[:9]) <= len(choice):
                return choice[int(line) - 1]
            if line in ("q", "quit"):
                raise Leave
            self.print([Text(t("terminal.type_way", n=len(choice)), style=NO)])
        return None

    def save_on_request(self, name: str) -> None:
        """Saves in the middle of a game; a file that cannot be written ends nothing."""
        try:
            file = self.save(Path(name).expanduser() if name else None)
        except MirabiliaError as error:
            self.print([Text(complaint(error), style=NO)])
        else:
            self.console.print(t("terminal.saved_in", file=file), soft_wrap=True)

    def save(self, file: Path | None = None) -> Path:
        """Writes the record to `file`, to the file given on the command line, or to the person's own folder."""
        self.file = file or self.file or own_record_file(self.game)
        return save_record(self.game, self.file, self.tags)

    def leave(self) -> None:
        """Saves an unfinished game and says how to go on with it."""
        if not self.game.moves and self.file is None:
            self.console.print(t("terminal.nothing_saved"))
            return
        file = self.save()
        self.console.print(t("terminal.saved_go_on"))
        again = [
            "mirabilia",
            "play",
            self.game.name,
            "--seat",
            str(self.seat),
            "--bot",
            self.bot,
            "--resume",
            str(file),
        ]
        self.console.print(f"  {shlex.join(again)}", soft_wrap=True)

    def finish(self) -> None:
        """The last look at the table, and the score."""
        if self.console.is_terminal:
            self.console.clear()
        self.print(self.screen.board(self.game, self.seat, self.names, self.story))
        self.print(score_lines(self.game, self.names, self.screen.columns, self.seat))
        self.console.print(t("terminal.record", file=self.save()), style=MUTED, soft_wrap=True)

    def print(self, lines: Sequence[Text]) -> None:
        """Lines as they are; only long sentences are broken."""
        for line in lines:
            self.console.print(line, soft_wrap=False)
