"""`mirabilia analyse`: a finished game judged decision by decision: as text, as JSON, in its record, to learn from."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path

import msgspec
import typer
from rich.console import Console
from rich.text import Text

from mirabilia.cli.files import load_record, named, write_text
from mirabilia.cli.language import complain, figure, share, spoken, t
from mirabilia.cli.look import MUTED, NO, TITLE, make_console
from mirabilia.cli.table import Leave, screen_of
from mirabilia.cli.trying import tell_reasons, try_position
from mirabilia.errors import BadRecord
from mirabilia.record import Record
from mirabilia.study.analysis import analyse
from mirabilia.study.annotating import annotated
from mirabilia.study.deciding import judge_options
from mirabilia.study.judge import SearchJudge
from mirabilia.study.model import SLIP, Analysis, Judged, Moment, Swing
from mirabilia.study.whatif import turn_start

ROMAN = ("", "I", "II", "III")
BARS = "▁▂▃▄▅▆▇█"
# As in lists of chess moves: a slip, a mistake, a blunder, the only move.
SIGNS = {"slip": "●", "mistake": "▲", "blunder": "◆", "only": "★"}


def run(
    file: Path,
    *,
    deep: bool,
    simulations: int | None,
    seat: int | None,
    learn: bool,
    annotate: Path | None,
    as_json: bool,
) -> None:
    """Analyses the game of a record."""
    record = load_record(file)
    try:
        seats = record.start().seats
        if seat is not None and seat not in seats:
            raise complain("files.no_seat", "no_such_seat", n=seat, all=len(seats))
        analysis = analyse(record, simulations, deep=deep, progress=None if as_json else _progress)
    except BadRecord as error:
        raise named(file, error) from error
    names = names_of(record, analysis.players)
    if annotate is not None:
        write_text(annotate, annotated(record, analysis, spoken(), names).dumps())
    if as_json:
        typer.echo(msgspec.json.encode(analysis))
        return
    console = make_console(screen_of(record.game).columns)
    if learn:
        learn_from(console, record, analysis, names, seat)
        return
    show(console, analysis, names, seat)
    if annotate is not None:
        console.print(t("analyse.annotated", file=annotate), style=MUTED, soft_wrap=True)


def names_of(record: Record, players: int) -> list[str]:
    """The names in the tags of a record, or seats by number."""
    return [record.tags.get(f"seat{seat}") or t("terminal.seat", n=seat) for seat in range(players)]


def _progress(done: int, of: int) -> None:
    """A line on the screen that is written over; nothing where nobody watches."""
    if sys.stderr.isatty():
        end = "\n" if done == of else ""
        print(f"\r{t('analyse.progress', done=done, all=of)}", end=end, file=sys.stderr, flush=True)


def when(analysis: Analysis, moment: Moment) -> str:
    """Age and turn of a moment in words."""
    if moment.age == 0:
        return t("study.when.draft", n=moment.turn)
    return t(f"study.when.{analysis.game}", age=ROMAN[moment.age], n=moment.turn)


def show(console: Console, analysis: Analysis, names: Sequence[str], seat: int | None) -> None:
    """The curve, every marked decision, and a summary for each seat."""
    head = t("analyse.head", n=len(analysis), game=t(f"game.{analysis.game}"), simulations=analysis.simulations)
    console.print(Text(head, style=TITLE))
    width = max(len(name) for name in names)
    for number, name in enumerate(names):
        console.print(Text(f"{name.ljust(width)} {_curve(analysis, number, console.width - width - 2)}"))
    console.print()
    wanted = [each for each in analysis if each.label and seat in (None, each.seat)]
    for moment in wanted:
        _show_moment(console, analysis, moment, names)
    if not any(moment.blamed for moment in wanted):
        console.print(Text(t("analyse.nothing"), style=MUTED))
    console.print()
    for summary in analysis.summaries:
        if seat in (None, summary.seat):
            line = t(
                "analyse.summary",
                player=names[summary.seat],
                accuracy=figure(summary.accuracy, 1),
                skill=_points(summary.skill),
                gifts=_points(summary.gifts),
                luck=_points(summary.luck),
            )
            console.print(Text(line, style=TITLE))
            for swing in summary.swings:
                _show_swing(console, analysis, swing)


def _show_swing(console: Console, analysis: Analysis, swing: Swing) -> None:
    """A turning point in one line: what changed the chance, by how much."""
    moment = analysis[min(swing.number, len(analysis) - 1)]
    cause = t(f"study.swing.luck.{analysis.game}") if swing.by == "luck" else moment.played
    console.print(Text(f"  {_points(swing.change):>5}  {when(analysis, moment)}: {cause}"))


def _curve(analysis: Analysis, seat: int, width: int) -> str:
    """A seat's chances as a row of bars, at most this many."""
    chances = [point.chances[seat] for point in analysis.curve]
    count = min(width, len(chances))
    picked = [chances[round(k * (len(chances) - 1) / max(1, count - 1))] for k in range(count)]
    return "".join(BARS[min(len(BARS) - 1, int(chance * len(BARS)))] for chance in picked)


def _points(value: float) -> str:
    """A change of the chance as a percentage with its sign."""
    value = round(value, 2) or 0.0  # no minus before a zero
    return ("+" if value > 0 else "") + share(value)


def _show_moment(console: Console, analysis: Analysis, moment: Moment, names: Sequence[str]) -> None:
    line = t(
        "analyse.moment",
        number=moment.number + 1,
        when=when(analysis, moment),
        player=names[moment.seat],
        move=moment.played,
    )
    label = t(f"study.label.{moment.label}")
    loss = f" {_points(-moment.loss)}" if moment.blamed else ""
    console.print(Text.assemble(line, " ", (f"{SIGNS[moment.label]} {label}{loss}", NO if moment.blamed else MUTED)))
    if moment.blamed:
        best = moment.best[0]
        chance, after = share(best.chance), share(moment.after)
        console.print(Text(f"  {t('analyse.better', move=best.move, chance=chance, after=after)}"))
        tell_reasons(console, analysis.game, names, moment.reasons)


def learn_from(console: Console, record: Record, analysis: Analysis, names: Sequence[str], seat: int | None) -> None:
    """Stops at every mistake, hides what was played, and asks until a good decision is found."""
    mistakes = [moment for moment in analysis if moment.blamed and seat in (None, moment.seat)]
    if not mistakes:
        console.print(Text(t("analyse.nothing"), style=MUTED))
        return
    found = 0
    try:
        for number, moment in enumerate(mistakes, 1):
            found += _learn(console, record, analysis, names, moment, f"{number}/{len(mistakes)}")
    except Leave:
        pass
    console.print(Text(t("analyse.learned", n=found, all=len(mistakes)), style=TITLE))


def _learn(
    console: Console, record: Record, analysis: Analysis, names: Sequence[str], moment: Moment, place: str
) -> bool:
    game = record.replay(turn_start(record, moment.number))
    for who, text in record.moves[len(game.moves) : moment.number]:
        if who == moment.seat:
            game.play(who, text)
    judge = SearchJudge(analysis.game, analysis.simulations)
    known = {judged.move: judged for judged in moment.best}

    def judged(move: str) -> tuple[bool, Judged]:
        if move not in known:
            view, options = game.view(moment.seat), game.options(moment.seat)
            shown = judge_options(judge, view, options, game.find_option(moment.seat, move)).shown
            known[move] = next(each for each in shown if each.move == move)
        return known[move].loss < SLIP, known[move]

    question = t("analyse.question", place=place, when=when(analysis, moment), player=names[moment.seat])
    return try_position(console, game, moment.seat, names, question, judged, moment.best[0]).at_once
