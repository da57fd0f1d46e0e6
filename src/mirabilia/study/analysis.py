"""`analyse`: walks through a finished game and judges every decision by what its seat could know at the time.

A decision is judged from the seat's own view and options and nothing else, so two games that differ only in what it
could not know get the same verdict. In 7 Wonders all choose at once: each choice is judged from the beginning of the
turn, with nobody else's choice made. The same record with the same budget gives the same numbers.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from mirabilia.game import Game, Option
from mirabilia.games import kind_of
from mirabilia.record import Record
from mirabilia.study.deciding import Verdict, judge_options
from mirabilia.study.games import NotAnalysable, study_of
from mirabilia.study.judge import Judge, SearchJudge
from mirabilia.study.model import MISTAKE, Analysis, Mark, Moment, Point, Summary, Swing

ANALYSIS_VERSION = 1
KEY_MOMENTS = 3
# How fast accuracy falls with what a decision gives away: one that loses a tenth of a win counts 45.
STRICTNESS = 8.0

Progress = Callable[[int, int], None]

# Events worth a mark on the curve.
MARKS: dict[str, Mark] = {
    "age": "age",
    "wonder": "wonder",
    "stage": "stage",
    "conflict": "war",
    "looted": "war",
    "token": "token",
    "over": "over",
}


@dataclass(frozen=True)
class Decision:
    """A decision of a record: the game as its seat met it, and what was played."""

    number: int
    seat: int
    played: str
    game: Game
    marks: tuple[Mark, ...]  # what happened between the decision before and this one


def turning_points(analysis: Analysis, seat: int | None = None) -> tuple[Swing, ...]:
    """What changed a seat's chance most, the largest first; without a seat the first winner's."""
    if seat is None:
        ended = analysis.curve[-1].chances
        seat = ended.index(max(ended))
    return swings_of(seat, analysis.game, analysis.moments, analysis.curve)


def swings_of(seat: int, game: str, moments: Sequence[Moment], curve: Sequence[Point]) -> tuple[Swing, ...]:
    """The largest changes of a seat's chance: own marked decisions, marked ones of the other, and luck.

    Where all decide at once, what the others chose is part of luck (`Point.luck`); their mistakes do not count again.
    """
    alone = not kind_of(game).simultaneous
    found = [Swing(each.number, "own", -each.loss) for each in moments if each.blamed and each.seat == seat]
    found += [Swing(each.number, "other", each.loss) for each in moments if alone and each.blamed and each.seat != seat]
    found += [Swing(at.number, "luck", at.luck[seat]) for at in curve if at.luck and abs(at.luck[seat]) >= MISTAKE]
    return tuple(sorted(found, key=lambda swing: (-abs(swing.change), swing.number))[:KEY_MOMENTS])


def decisions(record: Record) -> Iterator[Decision]:
    """Every decision, each in the position its seat decided in: without choices of others not yet revealed."""
    game = record.start()
    base = game.copy()
    waiting: list[tuple[int, str]] = []
    marks = _marks(event.event for event in game.events)
    for number, (seat, text) in enumerate(record.moves):
        met = base.copy()
        for who, earlier in waiting:
            if who == seat:
                met.play(who, earlier)
        yield Decision(number, seat, text, met, marks)
        events = game.play(seat, text)
        waiting.append((seat, text))
        marks = _marks(event.event for event in events)
        if not game.hidden_choices:  # everything chosen so far has been carried out
            base, waiting = game.copy(), []


def _marks(kinds: Iterator[str]) -> tuple[Mark, ...]:
    return tuple(dict.fromkeys(MARKS[kind] for kind in kinds if kind in MARKS))


def analyse(
    record: Record,
    simulations: int | None = None,
    *,
    deep: bool = False,
    judge: Judge | None = None,
    progress: Progress | None = None,
    known: list[Moment] | None = None,
) -> Analysis:
    """Judges every decision of a finished game; `NotAnalysable` or `BadRecord` says why a record cannot be used.

    `simulations` is the budget of one decision; without it a quick analysis takes some ten seconds for a Duel on one
    core, a `deep` one ten times that. `progress` is called with decisions done and in all, and may stop the analysis
    by raising. `known` takes every decision as it is judged; with those of an analysis that was stopped, the same
    analysis goes on from there.
    """
    if not isinstance(record, Record):
        raise NotAnalysable(
            f"a game is analysed from its Record (game.record(), read_record), not {type(record).__name__}"
        )
    final = record.verify()
    if final.result is None:
        raise NotAnalysable(
            f"only a finished game can be analysed; this one stops after {len(record.moves)} moves",
            code="not_finished",
            moves=len(record.moves),
        )
    study = study_of(record.game)
    if judge is None:
        default = study.DEEP if deep else study.QUICK
        judge = SearchJudge(record.game, default if simulations is None else simulations)
    moments: list[Moment] = [] if known is None else known
    marks: list[tuple[Mark, ...]] = []
    for decision in decisions(record):
        if decision.number >= len(moments):
            if progress is not None:
                progress(decision.number, len(record.moves))
            moments.append(judged(decision, judge))
        marks.append(decision.marks)
    if progress is not None:
        progress(len(record.moves), len(record.moves))
    curve = curve_of(moments, marks, final)
    return Analysis(
        version=ANALYSIS_VERSION,
        game=record.game,
        players=len(final.seats),
        simulations=judge.simulations,
        analyser=judge.name,
        moments=tuple(moments),
        curve=curve,
        summaries=tuple(summary_of(seat, moments, curve, final) for seat in final.seats),
    )


def judged(decision: Decision, judge: Judge) -> Moment:
    """One decision, judged."""
    game, seat = decision.game, decision.seat
    options: Sequence[Option] = game.options(seat)
    played = game.find_option(seat, decision.played)
    view = game.view(seat)
    verdict: Verdict = judge_options(judge, view, options, played)
    age, turn = study_of(game.name).place_of(view)
    return Moment(
        number=decision.number,
        seat=seat,
        age=age,
        turn=turn,
        played=played.text,
        chance=verdict.best.chance,
        after=verdict.played.chance,
        loss=verdict.loss,
        error=verdict.error,
        label=verdict.label,
        options=len(options),
        best=verdict.shown,
        outlook=verdict.played.outlook,
        expected=verdict.best.outlook,
        reasons=verdict.reasons,
    )


def outcome_of(game: Game, seat: int) -> float:
    """What the end was worth to a seat: its share of the win."""
    assert game.result is not None
    return 1 / len(game.result.winners) if seat in game.result.winners else 0.0


def curve_of(moments: Sequence[Moment], marks: Sequence[tuple[Mark, ...]], final: Game) -> tuple[Point, ...]:
    """The chance of every seat over the game, ending with how it ended.

    Where one seat decides at a time it speaks for both. Where all decide at once a turn gives one point, made of what
    each seat could tell of its own chance, brought to a sum of one.
    """
    seats = len(final.seats)
    ended = tuple(outcome_of(final, seat) for seat in final.seats)
    steps = _turns(moments) if kind_of(final.name).simultaneous else [[moment] for moment in moments]
    points: list[Point] = []
    before: dict[int, Moment] = {}  # each seat's last decision
    for step in steps:
        first = step[0]
        own = {moment.seat: moment for moment in reversed(step)}  # a seat's first decision of the turn counts
        known = {seat: moment.chance for seat, moment in own.items()}
        if seats == 2 and len(known) == 1:
            known[1 - first.seat] = 1 - first.chance
        last = points[-1].chances if points else (1 / seats,) * seats
        chances = [known.get(seat, last[seat]) for seat in range(seats)]
        happened = dict.fromkeys(mark for moment in step[:1] for mark in marks[moment.number])
        points.append(
            Point(
                number=first.number,
                age=first.age,
                chances=_to_one(chances),
                ways=first.expected.ways if len(own) == 1 else (),
                marks=tuple(happened),
                luck=_luck(before, known, seats),
            )
        )
        before |= {moment.seat: moment for moment in step}
        if len(own) == 1:
            before = {first.seat: step[-1]}
    end = Point(
        number=len(moments),
        age=moments[-1].age if moments else 0,
        chances=ended,
        marks=("over",),
        luck=_luck(before, dict(enumerate(ended)), seats),
    )
    return (*points, end)


def _turns(moments: Sequence[Moment]) -> list[list[Moment]]:
    """The moments of each turn together."""
    turns: list[list[Moment]] = []
    for moment in moments:
        last = turns[-1][-1] if turns else None
        if last is None or (last.age, last.turn) != (moment.age, moment.turn):
            turns.append([])
        turns[-1].append(moment)
    return turns


def _luck(before: dict[int, Moment], known: dict[int, float], seats: int) -> tuple[float, ...]:
    """How each seat's chance changed since its last decision (where one speaks for both, since anyone's)."""
    luck = []
    for seat in range(seats):
        after = before[seat].after if seat in before else None
        if after is None and seats == 2 and 1 - seat in before:
            after = 1 - before[1 - seat].after
        luck.append(round(known[seat] - after, 4) if after is not None and seat in known else 0.0)
    return tuple(luck)


def _to_one(chances: Sequence[float]) -> tuple[float, ...]:
    total = math.fsum(chances) or 1.0
    return tuple(round(chance / total, 4) for chance in chances)


def summary_of(seat: int, moments: Sequence[Moment], curve: Sequence[Point], final: Game) -> Summary:
    """A seat's game: how well it decided, and what luck contributed.

    From the first chance to the outcome, what the seat's own decisions gave away is skill. What the others gave away
    went to the rest of the table in equal parts. All else is luck: hands, reveals, and surprises of the search.
    """
    assert final.result is not None
    own = [moment for moment in moments if moment.seat == seat]
    real = [moment for moment in own if not moment.forced]
    gave = math.fsum(moment.loss for moment in own)
    got = math.fsum(moment.loss for moment in moments if moment.seat != seat) / max(1, len(final.seats) - 1)
    start = own[0].chance if own else 1 / len(final.seats)
    accuracy = [100 * math.exp(-STRICTNESS * max(0.0, moment.loss - moment.error)) for moment in real]
    blamed = sorted((moment for moment in own if moment.blamed), key=lambda moment: -moment.loss)
    costs: dict[str, float] = defaultdict(float)
    for moment in blamed:
        costs[moment.reasons[0].kind.partition(".")[0] if moment.reasons else "other"] += moment.loss
    return Summary(
        seat=seat,
        accuracy=round(math.fsum(accuracy) / len(accuracy), 1) if accuracy else 100.0,
        decisions=len(real),
        slips=sum(moment.label == "slip" for moment in own),
        mistakes=sum(moment.label == "mistake" for moment in own),
        blunders=sum(moment.label == "blunder" for moment in own),
        start=start,
        skill=round(-gave, 4),
        gifts=round(got, 4),
        luck=round(outcome_of(final, seat) - start + gave - got, 4),
        key_moments=tuple(sorted(moment.number for moment in blamed[:KEY_MOMENTS])),
        points=dict(final.result.scores[seat]),
        expected=dict(own[0].expected.points[seat]) if own and own[0].expected.points else {},
        costs={kind: round(loss, 4) for kind, loss in sorted(costs.items(), key=lambda each: -each[1])},
        swings=swings_of(seat, final.name, moments, curve),
    )
