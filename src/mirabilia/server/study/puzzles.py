"""Puzzles over REST: which there are, a position to decide in, and what an answer is worth.

The server keeps nothing about who solves what: a page brings its rating along and gets the new one back. An answer
that was not looked at when the puzzle was made is judged where the bots think.
"""

from __future__ import annotations

import asyncio
import datetime
from typing import Annotated

import msgspec
from fastapi import APIRouter, Depends, Path, Query, Request, Response
from pydantic import BaseModel, Field

from mirabilia.server.bots.levels import Question
from mirabilia.server.bots.scheduler import PERSON_WAITS, Owner, Stopped
from mirabilia.server.context import network_at
from mirabilia.server.http.bodies import Body
from mirabilia.server.http.rest import ERRORS, Shared, guard
from mirabilia.server.http.turns import unless_gone
from mirabilia.server.refusals import Refusal
from mirabilia.server.study.puzzle_positions import check_try, found, listed, shown, with_rating
from mirabilia.server.tables import messages as m

router = APIRouter(prefix="/api/v1", dependencies=[Depends(guard)], responses=ERRORS)
PuzzleName = Annotated[str, Path(pattern="^[a-z0-9-]{1,60}$")]
DAY_SECONDS = 3600  # how long a puzzle may be kept by browsers; they never change


class PuzzleLine(BaseModel):
    """A puzzle in the list."""

    name: str
    theme: str
    rating: int


class PuzzleList(BaseModel):
    """The puzzles of a game, the easiest first, and the one of the day."""

    today: str | None
    puzzles: list[PuzzleLine]


class PuzzleShown(BaseModel):
    """A puzzle with its position as the deciding seat sees it, and what every seat would pay."""

    puzzle: dict[str, object]
    players: int
    positions: list[dict[str, object]]


class Try(Body):
    """A try, with the rating of whoever tries; left out: it is not rated."""

    move: Annotated[str, Field(max_length=200)]
    rating: Annotated[float, Field(ge=0, le=5000)] | None = None
    spread: Annotated[float, Field(ge=1, le=1000)] | None = None


class Answered(BaseModel):
    """Whether it is right, what comes of it (`mirabilia.study.model.Judged`), and the rating after it."""

    right: bool
    judged: dict[str, object]
    rating: float | None
    spread: float | None


@router.get("/puzzles", tags=["study"])
async def puzzles(
    game: Annotated[str, Query(pattern="^[a-z]{1,20}$")], day: Annotated[datetime.date | None, Query()] = None
) -> PuzzleList:
    """All puzzles of a game. `day`: whose puzzle of the day; left out: today's by UTC."""
    return PuzzleList.model_validate(await asyncio.to_thread(listed, game, day))


@router.get("/puzzles/{puzzle}", tags=["study"], response_model=PuzzleShown)
async def puzzle(puzzle: PuzzleName, request: Request, context: Shared) -> Response:
    """A puzzle and its position."""
    answer_shown = await context.in_turn(request, None, lambda: asyncio.to_thread(lambda: shown(found(puzzle))))
    headers = {"cache-control": f"max-age={DAY_SECONDS}"}
    return Response(m.encoder.encode(answer_shown), media_type="application/json", headers=headers)


@router.post("/puzzles/{puzzle}/answer", tags=["study"], response_model=Answered)
async def answer(puzzle: PuzzleName, body: Try, request: Request, context: Shared) -> Response:
    """What an answer is worth."""
    asked = await asyncio.to_thread(found, puzzle)
    await asyncio.to_thread(check_try, asked, body.move)
    solver = context.hub.links.blurred(network_at(request))
    owner = Owner(solver, f"solver {solver}", f"puzzles {solver}")  # nobody thinks on another's account
    few = context.settings.hint_simulations
    limits = {"simulations": few} if few else None
    try:
        with context.questions.one(network_at(request)):
            question = Question("advice", 0, {}, (), limits, f"puzzle {puzzle} {body.move}")
            answer = await unless_gone(request, context.hub.scheduler.ask(owner, PERSON_WAITS, question))
    except Stopped:
        raise Refusal("restarting", retry_ms=1000) from None
    worth = with_rating(msgspec.json.decode(answer), asked, body.rating, body.spread)
    return Response(m.encoder.encode(worth), media_type="application/json")
