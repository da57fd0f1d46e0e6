"""What an analysis consists of: a moment for every decision, the curve of chances, a summary for every seat.

Everything here is plain data (msgspec structs), the same for page, server, command line and a stored analysis. Chances
are shares of a win between 0 and 1; a shared victory counts its share. Moves are texts in move notation. Reasons are
keys of the word files with arguments (`mirabilia.study.telling.tell` makes sentences of them).
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from mirabilia.json_types import JsonFields, JsonObject

Label = Literal["", "slip", "mistake", "blunder", "only"]
Mark = Literal["age", "wonder", "stage", "war", "token", "over"]

# A decision is marked by what it gave away of the chance of winning.
SLIP, MISTAKE, BLUNDER = 0.03, 0.08, 0.18
# The best option is the only move when the next best loses at least this much.
ONLY = 0.15


def label_of(loss: float) -> Label:
    """The mark for a loss of chance."""
    if loss >= BLUNDER:
        return "blunder"
    if loss >= MISTAKE:
        return "mistake"
    return "slip" if loss >= SLIP else ""


class Reason(msgspec.Struct, frozen=True):
    """Why an option is better or worse than another: a kind of the word files (`study.reason.<kind>`) with arguments.

    What an argument is says its name: `card` and `later` are cards, `wonder`, `another`, `third` and `fourth` wonders,
    `good` a good, `category` a category of the score, `symbol` a science symbol, `player` a city (a seat, or the Free
    City after the seats), `share` a part of one, to be written as a percentage, `n` what is counted; the rest are plain
    numbers.
    """

    kind: Annotated[str, Meta(description="the text is study.reason.<kind>")]
    about: Annotated[Literal["best", "played"], Meta(description="for the better option, or against the one played")]
    args: Annotated[dict[str, str | int | float], Meta(description="what the text is filled in with")]


class Outlook(msgspec.Struct, frozen=True):
    """What is expected after an option."""

    points: Annotated[tuple[dict[str, float], ...], Meta(description="by seat: points by category")] = ()
    ways: Annotated[tuple[dict[str, float], ...], Meta(description="by seat: chance by kind of victory")] = ()


class Judged(msgspec.Struct, frozen=True):
    """An option with its chance of winning."""

    move: Annotated[str, Meta(description="the option in move notation")]
    chance: Annotated[float, Meta(description="the deciding seat's chance of winning with it")]
    loss: Annotated[float, Meta(description="what it gives away against the best")]
    visits: Annotated[int, Meta(description="how often the free search tried it")] = 0
    ways: Annotated[dict[str, float], Meta(description="the chance split by kind of victory")] = {}
    reasons: Annotated[
        tuple[Reason, ...], Meta(description="why it is better or worse than what it is compared with")
    ] = ()


class Moment(msgspec.Struct, frozen=True):
    """One decision, judged with what its seat could know."""

    number: Annotated[int, Meta(description="of the decision, from 0: the record's move of that number was played")]
    seat: Annotated[int, Meta(description="who decided")]
    age: Annotated[int, Meta(description="1 to 3; 0 in the draft of Duel")]
    turn: Annotated[int, Meta(description="from 1: turn of the age, in Duel the card of the age; pick of the draft")]
    played: Annotated[str, Meta(description="the option played, in move notation")]
    chance: Annotated[float, Meta(description="with the best option")]
    after: Annotated[float, Meta(description="with the option played")]
    loss: Annotated[float, Meta(description="what the option played gave away")]
    error: Annotated[float, Meta(description="standard error of the loss; labels and accuracy count what exceeds it")]
    label: Annotated[Label, Meta(description="slip, mistake or blunder by the loss; only move; or nothing")]
    options: Annotated[int, Meta(description="how many there were; 1: forced")]
    best: Annotated[tuple[Judged, ...], Meta(description="the best few, best first; the one played is among them")]
    outlook: Annotated[Outlook, Meta(description="what is expected after the option played")]
    expected: Annotated[Outlook, Meta(description="what is expected after the best one")]
    reasons: Annotated[tuple[Reason, ...], Meta(description="why the best is better; only for marked decisions")] = ()

    @property
    def forced(self) -> bool:
        """Whether there was nothing to decide."""
        return self.options == 1

    @property
    def blamed(self) -> bool:
        """Whether it is a slip, mistake or blunder."""
        return self.label in ("slip", "mistake", "blunder")


class Point(msgspec.Struct, frozen=True):
    """A place of the curve: the chance of every seat before decision `number`."""

    number: Annotated[int, Meta(description="the decision it stands before; one more than the last for the end")]
    age: Annotated[int, Meta(description="1 to 3; 0 in the draft of Duel")]
    chances: Annotated[tuple[float, ...], Meta(description="by seat; together 1")]
    ways: Annotated[tuple[dict[str, float], ...], Meta(description="by seat: the chance split by kind of victory")] = ()
    marks: Annotated[tuple[Mark, ...], Meta(description="what happened since the point before")] = ()
    luck: Annotated[tuple[float, ...], Meta(description="by seat: what chance did since the point before")] = ()


class Swing(msgspec.Struct, frozen=True):
    """A place where a seat's chance changed much: by its own decision, by another's, or by what nobody decided."""

    number: Annotated[int, Meta(description="of the decision; for luck the one before which it came")]
    by: Annotated[Literal["own", "other", "luck"], Meta(description="what changed it")]
    change: Annotated[float, Meta(description="of the seat's chance: a gain above zero")]


class Summary(msgspec.Struct, frozen=True):
    """A seat's game in numbers: start + skill + gifts + luck is how it ended."""

    seat: Annotated[int, Meta(description="whose")]
    accuracy: Annotated[float, Meta(description="0 to 100: how near its decisions came to the best")]
    decisions: Annotated[int, Meta(description="real ones, with more than one option")]
    slips: Annotated[int, Meta(description="how many")]
    mistakes: Annotated[int, Meta(description="how many")]
    blunders: Annotated[int, Meta(description="how many")]
    start: Annotated[float, Meta(description="its chance at its first decision")]
    skill: Annotated[float, Meta(description="what its own decisions gave away, zero or below")]
    gifts: Annotated[float, Meta(description="what the others' decisions gave it")]
    luck: Annotated[float, Meta(description="what reveals and hands did to its chance")]
    key_moments: Annotated[tuple[int, ...], Meta(description="numbers of up to three decisions that cost most")]
    points: Annotated[dict[str, int], Meta(description="by category, as it ended")]
    expected: Annotated[
        dict[str, float], Meta(description="by category, as expected at its first decision of the game")
    ]
    costs: Annotated[dict[str, float], Meta(description="what was given away, by the kind of the first reason")] = {}
    swings: Annotated[tuple[Swing, ...], Meta(description="up to three turning points, the largest first")] = ()


class Analysis(msgspec.Struct, frozen=True):
    """A whole game, judged."""

    version: Annotated[int, Meta(description="of the analyser: another one may judge otherwise")]
    game: Annotated[str, Meta(description="the game")]
    players: Annotated[int, Meta(description="how many played")]
    simulations: Annotated[int, Meta(description="the budget of one decision")]
    analyser: Annotated[str, Meta(description="who judged")]
    moments: Annotated[tuple[Moment, ...], Meta(description="every decision, in the order of the record")]
    curve: Annotated[tuple[Point, ...], Meta(description="the chances over the game; the last point is how it ended")]
    summaries: Annotated[tuple[Summary, ...], Meta(description="by seat")]

    def __iter__(self) -> Iterator[Moment]:
        return iter(self.moments)

    def __len__(self) -> int:
        return len(self.moments)

    def __getitem__(self, number: int) -> Moment:
        return self.moments[number]


class Hint(msgspec.Struct, frozen=True):
    """The best option of a decision still to be made, and one reason for it."""

    move: Annotated[str, Meta(description="the option in move notation")]
    chance: Annotated[float, Meta(description="the chance of winning with it")]
    reason: Annotated[Reason | None, Meta(description="what speaks for it, if there is something to tell")]


class Warned(msgspec.Struct, frozen=True):
    """An option that certainly gives away much: what is asked before it is played on a gentle table."""

    move: Annotated[str, Meta(description="the option, in move notation")]
    before: Annotated[float, Meta(description="the chance of winning with the best option")]
    after: Annotated[float, Meta(description="the chance of winning with this one")]
    better: Annotated[str, Meta(description="the best option, in move notation")]
    reason: Annotated[
        Reason | None, Meta(description="what speaks against it, or for the better one, if there is something to tell")
    ]


Theme = Literal[
    "win_now",
    "stop_loss",
    "extra_turn",
    "deny",
    "pay",
    "last_cards",
    "which_wonder",
    "copy_guild",
    "war",
    "science",
    "stage",
    "goods",
    "best",
]


class Puzzle(msgspec.Struct, frozen=True):
    """A position with one decision that is clearly best."""

    name: Annotated[str, Meta(description="its name, the same for everyone")]
    game: Annotated[str, Meta(description="the game")]
    theme: Annotated[Theme, Meta(description="what it is about")]
    record: Annotated[str, Meta(description="the game up to the position, as a record")]
    seat: Annotated[int, Meta(description="who is to decide")]
    answer: Annotated[str, Meta(description="the best option, in move notation")]
    tries: Annotated[tuple[Judged, ...], Meta(description="the options that were looked at, the answer first")]
    gap: Annotated[float, Meta(description="what the next best loses, by the deeper search")]
    rating: Annotated[int, Meta(description="how hard it is, on the scale of players")]


class Step(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An explanation for the pupil; the text is `lesson.<game>.<name>`."""

    name: str
    round: Annotated[int, Meta(description="the round it is shown before")]
    deed: Annotated[bool, Meta(description="the pupil then makes the move of that round")] = False
    ring: Annotated[str, Meta(description="the part of the table it is about, where that is not the move")] = ""
    claims: Annotated[
        tuple[JsonFields, ...], Meta(description="events of that round, or for a step without a deed of the one before")
    ] = ()
    price: Annotated[int | None, Meta(description="the coins that the move costs")] = None


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of one game."""

    deal: JsonObject
    rounds: Annotated[tuple[tuple[tuple[int, str], ...], ...], Meta(description="seat and move, round by round")]
    steps: tuple[Step, ...]

    def moves_of(self, seat: int) -> list[str]:
        """The moves of a seat, in order."""
        return [move for turn in self.rounds for who, move in turn if who == seat]
