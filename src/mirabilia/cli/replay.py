"""`mirabilia replay`: a recorded game as a list of moves, as the table at one move, or step by step."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

import typer
from rich.console import Console
from rich.text import Text

from mirabilia.cli.files import load_record, named
from mirabilia.cli.language import complain, t
from mirabilia.cli.look import MUTED, NO, TITLE, make_console
from mirabilia.cli.score import score_lines
from mirabilia.cli.table import screen_of
from mirabilia.errors import BadRecord
from mirabilia.game import Game
from mirabilia.record import Record

ROMAN = ("", "I", "II", "III")


@dataclass
class Story:
    """A record played once: the log after each move, and the moves after which the table changes."""

    sentences: list[tuple[int, str, Text | None]] = field(
        default_factory=list
    )  # age, move text with seat, its sentence
    stops: list[int] = field(default_factory=list)  # in 7 Wonders the table changes when the last seat has chosen
    end: Game | None = None


def run(file: Path, *, step: bool, at: int | None, seat: int | None, as_json: bool = False) -> None:
    """Shows the game of a record."""
    record = load_record(file)
    try:
        story = play_through(record)
    except BadRecord as error:
        raise named(file, error) from error
    game = story.end
    assert game is not None  # playing through always gives a game
    if seat is not None and seat not in game.seats:
        raise complain("files.no_seat", "no_such_seat", n=seat, all=len(game.seats))
    if at is not None and at > len(record.moves):
        raise complain("files.no_move", "no_such_move", file=file, n=at, all=len(record.moves))
    if as_json:
        typer.echo(json.dumps(as_data(record, game, seat, at), ensure_ascii=False))
        return
    console = make_console(screen_of(record.game).columns)
    if step:
        walk(console, record, story, seat or 0, at or 0)
    elif at is not None:
        show(console, record, story, seat or 0, at)
    else:
        tell(console, record, story, seat)


def as_data(record: Record, end: Game, seat: int | None, at: int | None) -> dict[str, object]:
    """The record as JSON-ready data, with the position after `at` moves: a seat's view, or everything."""
    data: dict[str, object] = {"game": record.game, "rules": record.rules, "tags": dict(record.tags)}
    data["moves"] = [{"seat": who, "move": text} for who, text in record.moves]
    data["result"] = None if end.result is None else end.result.as_dict()
    game = end if at is None else record.replay(at)
    data["at"] = len(record.moves) if at is None else at
    data["position"] = game.snapshot() if seat is None else game.view(seat)
    return data


def names_of(game: Game) -> list[str]:
    """Seats by number: a record may be of anyone's game."""
    return [t("terminal.seat", n=seat) for seat in game.seats]


def play_through(record: Record) -> Story:
    """Plays the record once; `BadRecord` says where it goes wrong."""
    story, tell = Story(), screen_of(record.game).tell
    steps = record.steps()
    game = next(steps)
    names = names_of(game)
    story.stops.append(0)
    for number, (seat, move) in enumerate(record.moves, 1):
        age, known = game.view(None)["age"], len(game.log(None))
        game = next(steps)
        sentences = tell(game.log(None)[known:], names)
        sentence = Text(f" {' '.join(sentences)}", style=MUTED) if sentences else None
        story.sentences.append((age, f"{names[seat]}: {move}", sentence))
        if len(game.moves) == number:
            story.stops.append(number)
    story.end = game
    return story


def tell(console: Console, record: Record, story: Story, seat: int | None) -> None:
    """All moves in order, then the score."""
    game = story.end
    assert game is not None
    about = ", ".join(f"{tag} {value}" for tag, value in record.tags.items())
    facts = [t("count.players", n=len(game.seats)), t("terminal.moves", n=len(record.moves))]
    console.print(Text(", ".join([t(f"game.{record.game}"), *facts]), style=TITLE))
    if about:
        console.print(Text(about, style=MUTED))
    for line in _moves(story):
        console.print(line)
    console.print()
    for line in score_lines(game, names_of(game), console.width, seat):
        console.print(line)


def _moves(story: Story) -> Iterator[Text]:
    before = 0
    for number, (age, move, sentence) in enumerate(story.sentences, 1):
        if age != before:
            yield Text(t("table.age", age=ROMAN[age]), style=TITLE)
            before = age
        yield Text.assemble((f"{number:>4} ", MUTED), sentence if sentence is not None else Text(f" {move}"))


def show(console: Console, record: Record, story: Story, seat: int, at: int) -> Game:
    """The table after the first `at` moves, with the move that follows."""
    game = record.replay(at)
    sentences = [sentence for _, _, sentence in story.sentences[:at] if sentence is not None]
    names = names_of(game)
    for line in screen_of(record.game).board(game, seat, names, sentences):
        console.print(line)
    if game.over:
        for line in score_lines(game, names, console.width, seat):
            console.print(line)
    else:
        ending = at >= len(story.sentences)
        following = t("terminal.record_ends") if ending else t("replay.next", move=story.sentences[at][1])
        console.print(Text.assemble((t("terminal.after_move", n=at, all=len(record.moves)), TITLE), " ", following))
    return game


def walk(console: Console, record: Record, story: Story, seat: int, at: int) -> None:
    """Step by step: Enter goes on, b back, a number jumps, q leaves."""
    stops = story.stops
    place = max(n for n, stop in enumerate(stops) if stop <= at)
    while True:
        if console.is_terminal:
            console.clear()
        show(console, record, story, seat, stops[place])
        console.print(Text(f"{t('terminal.walk')} > ", style=MUTED), end="")
        line = sys.stdin.readline()
        if not sys.stdin.isatty():
            console.print()
        answer = line.strip().lower()
        if not line or answer in ("q", "quit"):
            return
        if answer in ("b", "back"):
            place = max(0, place - 1)
        elif answer.isdecimal():
            place = max(n for n, stop in enumerate(stops) if stop <= int(answer[:9]))
        elif answer:
            console.print(Text(t("terminal.not_understood", text=answer[:20]), style=NO))
        elif place == len(stops) - 1:
            return
        else:
            place += 1
