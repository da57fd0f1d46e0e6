"""`mirabilia puzzles`: positions with one best decision, with a rating that is kept; `puzzles make` makes more."""

from __future__ import annotations

import datetime
import json
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import msgspec
import typer
from rich.text import Text

from mirabilia.cli.files import data_folder, load_records, write_text
from mirabilia.cli.language import complain, figure, t, trouble
from mirabilia.cli.look import MUTED, TITLE, make_console
from mirabilia.cli.table import Leave, screen_of
from mirabilia.cli.trying import try_position
from mirabilia.study.games import study_of
from mirabilia.study.making import Maker, make_puzzles, read_work
from mirabilia.study.model import Judged, Puzzle, Theme
from mirabilia.study.puzzles import (
    Rating,
    all_puzzles,
    answered,
    next_puzzle,
    of_the_day,
    pack,
    position,
    rated,
    read_puzzles,
)

KEPT = "puzzles.json"


class Progress(msgspec.Struct):
    """What is kept of a person's puzzles of one game."""

    rating: Rating = Rating()
    seen: list[str] = []
    streak: int = 0


def play(game: str, theme: Theme | None, count: int, day: bool) -> None:
    """Shows puzzles near the person's rating until this many were tried or the person leaves."""
    file = data_folder() / KEPT
    kept = read_progress(file)
    progress = kept.setdefault(game, Progress())
    console = make_console(screen_of(game).columns)
    if theme is not None and theme not in {puzzle.theme for puzzle in all_puzzles(game)}:
        raise complain("puzzles.no_theme", "bad_option", theme=theme)
    for _ in range(1 if day else count):
        today = datetime.datetime.now(tz=datetime.UTC).date()
        puzzle = of_the_day(today, game) if day else next_puzzle(game, progress.rating.rating, progress.seen, theme)
        if puzzle is None:
            console.print(Text(t("puzzles.all_seen"), style=MUTED))
            progress.seen = []
            write_text(file, msgspec.json.encode(kept).decode())
            return
        now = position(puzzle)
        names = [t("terminal.seat", n=seat) for seat in now.seats]
        question = t("puzzles.question", theme=t(f"study.theme.{puzzle.theme}"), rating=str(puzzle.rating))
        try:
            tried = try_position(console, now, puzzle.seat, names, question, _judge(puzzle), puzzle.tries[0], once=True)
        except Leave:
            return
        first = puzzle.name not in progress.seen
        if first:
            progress.rating = rated(progress.rating, puzzle, tried.found)
            progress.seen.append(puzzle.name)
        progress.streak = progress.streak + 1 if tried.found else 0
        write_text(file, msgspec.json.encode(kept).decode())
        rating, spread = (str(round(each)) for each in (progress.rating.rating, progress.rating.spread))
        console.print(Text(t("puzzles.rating", rating=rating, spread=spread, streak=progress.streak), style=TITLE))


def list_all(game: str, theme: Theme | None, as_json: bool) -> None:
    """The puzzles of a game, the easiest first: name, theme and rating, or everything as JSON."""
    chosen = [puzzle for puzzle in all_puzzles(game) if theme is None or puzzle.theme == theme]
    if not chosen:
        raise complain("puzzles.no_theme", "bad_option", theme=theme)
    chosen.sort(key=lambda puzzle: (puzzle.rating, puzzle.name))
    if as_json:
        typer.echo(json.dumps(msgspec.to_builtins(chosen), indent=1, ensure_ascii=False))
        return
    for puzzle in chosen:
        typer.echo(f"{puzzle.name:24} {puzzle.rating:>5}  {t(f'study.theme.{puzzle.theme}')}")


def _judge(puzzle: Puzzle) -> Callable[[str], tuple[bool, Judged]]:
    return lambda move: answered(puzzle, move)


def read_progress(file: Path) -> dict[str, Progress]:
    """The stored progress; a damaged file is replaced by a new one."""
    try:
        return msgspec.json.decode(file.read_bytes(), type=dict[str, Progress])
    except (OSError, msgspec.DecodeError):
        return {}


def make(game: str, count: int, out: Path, records: list[Path] | None, seed: int, themes: Sequence[Theme]) -> None:
    """Makes puzzles into a file, from games of bots or from records; a stopped run goes on."""
    work = out.with_name(out.name + ".work")
    for theme in themes:
        if theme not in study_of(game).PUZZLE_THEMES:
            raise complain("puzzles.no_theme", "bad_option", theme=theme)
    try:
        work.parent.mkdir(parents=True, exist_ok=True)
        given = [record for file in records or () for record in load_records(file)]
        made = make_puzzles(
            game, count, work, first_seed=seed, games=given if records else None, themes=themes, tell=_report_progress
        )
        pack(made, out)
    except OSError as error:
        raise complain("files.unwritable", "no_file", file=out, fault=trouble(error)) from error
    typer.echo(t("puzzles.made", n=len(made), file=out))


def refresh(game: str, out: Path, more: Sequence[Path]) -> None:
    """Solves the puzzles of the package and of more files again; what is still a puzzle is written again."""
    all_of_them = {puzzle.name: puzzle for puzzle in all_puzzles(game)}
    for file in more:
        try:
            found = read_work(file, game)[0] or read_puzzles(file, game)
        except (OSError, msgspec.DecodeError) as error:
            raise complain("files.unreadable", "no_file", file=file, fault=error) from error
        all_of_them |= {puzzle.name: puzzle for puzzle in found}
    maker, kept = Maker(game), []
    for number, puzzle in enumerate(all_of_them.values(), 1):
        again = maker.again(puzzle)
        if again is None:
            typer.echo(t("puzzles.dropped", name=puzzle.name))
        else:
            kept.append(again)
        if number % 20 == 0:
            typer.echo(t("puzzles.kept", done=number, all=len(all_of_them)))
    try:
        pack(kept, out)
    except OSError as error:
        raise complain("files.unwritable", "no_file", file=out, fault=error.strerror or error) from error
    typer.echo(t("puzzles.made", n=len(kept), file=out))


def _report_progress(number: int, made: int, themes: Counter[Theme]) -> None:
    counted = [f"{t(f'study.theme.{theme}')}: {figure(count)}" for theme, count in themes.most_common()]
    typer.echo(t("puzzles.looked_at", number=number, made=made, themes=", ".join(counted) or "-"))
