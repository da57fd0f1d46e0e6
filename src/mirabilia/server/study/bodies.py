"""Bodies of the study routes."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, Field

from mirabilia.server.http.bodies import Body, Level, RecordBody
from mirabilia.server.tables.messages import MAX_SEATS

Depth = Literal["quick", "deep"]


class Wish(Body):
    """How thoroughly to analyse."""

    depth: Depth = "quick"


class RecordWish(RecordBody):
    """A record of one's own to analyse."""

    depth: Depth = "quick"


class GoingOn(Body):
    """A table that goes on from a moment. `seat` null: bots play it out, beginning with `move`."""

    at: Annotated[int, Field(ge=0, le=100_000, description="moves made before the moment")]
    seat: Annotated[int, Field(ge=0, lt=MAX_SEATS)] | None = None
    level: Level | None = None
    move: Annotated[str, Field(max_length=200)] | None = None


Seat = Annotated[int, Field(ge=0, lt=MAX_SEATS)]


class HintWish(Body):
    """What to tell: the best option with a reason, or three options."""

    kind: Literal["hint", "explain"] = "hint"
    seat: Seat | None = None


class CheckWish(Body):
    """A move to be warned of."""

    move: Annotated[str, Field(max_length=200)]
    seat: Seat | None = None


class Hinted(BaseModel):
    """The best option, or the best three (`mirabilia.study.model.Judged`), and a reason for the best."""

    options: list[dict[str, object]]
    reason: dict[str, object] | None


class Checked(BaseModel):
    """What speaks against the move (`mirabilia.study.model.Warned`), if much does."""

    warned: dict[str, object] | None


class AnalysisStatus(Body):
    """How an analysis stands; `analysis` is there when it is done (docs/study.md has its parts)."""

    id: str
    state: Literal["waiting", "running", "done", "failed"]
    done: int
    total: int
    simulations: int
    ahead: int
    fault: str | None
    analysis: Annotated[dict[str, object] | None, Field(description="`mirabilia.study.model.Analysis` as JSON")]


class TurningPoint(BaseModel):
    """What changed a chance much (`mirabilia.study.model.Swing`), and the decision there (`Moment`)."""

    swing: dict[str, object]
    moment: dict[str, object]


class TurningPoints(BaseModel):
    """Up to three of them, the largest change first; none if nobody has asked for an analysis."""

    points: list[TurningPoint]


class StudyStatistics(BaseModel):
    """`mirabilia.study.statistics.Statistics` as JSON."""

    games: int
    wins: float
    by_game: list[dict[str, object]]
    by_size: list[dict[str, object]]
    by_board: list[dict[str, object]]
    by_opponent: list[dict[str, object]]
    by_victory: list[dict[str, object]]
    points: dict[str, list[dict[str, object]]]
    beside_bots: dict[str, dict[str, list[dict[str, object]]]]
    accuracy: list[dict[str, object]]
    habits: list[dict[str, object]]


class Rung(BaseModel):
    """A person's place on the ladder."""

    name: str
    rating: float
    spread: float
    games: int
    wins: float


class Ladder(BaseModel):
    """The people of a table and its rematches, the strongest first."""

    games: int
    rungs: list[Rung]
