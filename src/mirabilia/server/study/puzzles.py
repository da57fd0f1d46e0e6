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

from mirabilia.errors import IllegalMove
from mirabilia.game import KINDS
from mirabilia.record import read_record
from mirabilia.server.bots.levels import Question
from mirabilia.server.bots.scheduler import PERSON_WAITS, Owner, Stopped
from mirabilia.server.context import address_of
from mirabilia.server.http.bodies import Body
from mirabilia.server.http.rest import ERRORS, Shared, guard
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.records import positions
from mirabilia.study.model import Puzzle
from mirabilia.study.puzzles import NoPuzzle, Rating, all_puzzles, find_puzzle, of_the_day, position, rated

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
    if game not in KINDS:
        raise Refusal("unknown_game", game=game)
    found = await asyncio.to_thread(all_puzzles, game)
    today = of_the_day(day or datetime.datetime.now(datetime.UTC).date(), game).name if found else None
    return PuzzleList(
        today=today, puzzles=[PuzzleLine(name=each.name, theme=each.theme, rating=each.rating) for each in found]
    )


def _found(name: str) -> Puzzle:
    try:
        return find_puzzle(name)
    except NoPuzzle:
        raise Refusal("no_such_puzzle", puzzle=name) from None


def _shown(puzzle: Puzzle) -> dict[str, object]:
    record = read_record(puzzle.record)
    last = len(record.moves)
    players = len(record.start().seats)
    seen = [positions(puzzle.record, last, last, seat)[0] for seat in range(players)]
    told = {**msgspec.to_builtins(puzzle), "record": ""}
    # other seats bring nothing but their prices, where those lie open: their views are not the solver's
    for seat, each in enumerate(seen):
        if seat != puzzle.seat:
            each["view"] = None
            each["options"] = {}
            if not KINDS[puzzle.game].open_prices:
                each["quotes"] = {}
    return {"puzzle": told, "players": players, "positions": seen}


@router.get("/puzzles/{puzzle}", tags=["study"], response_model=PuzzleShown)
async def puzzle(puzzle: PuzzleName) -> Response:
    """A puzzle and its position."""
    shown = await asyncio.to_thread(lambda: _shown(_found(puzzle)))
    headers = {"cache-control": f"max-age={DAY_SECONDS}"}
    return Response(m.encoder.encode(shown), media_type="application/json", headers=headers)


@router.post("/puzzles/{puzzle}/answer", tags=["study"], response_model=Answered)
async def answer(puzzle: PuzzleName, body: Try, request: Request, context: Shared) -> Response:
    """What an answer is worth."""
    found = await asyncio.to_thread(_found, puzzle)
    try:
        await asyncio.to_thread(lambda: position(found).find_option(found.seat, body.move))
    except IllegalMove as error:
        raise Refusal("illegal_move", error.message, move=body.move, seat=found.seat) from None
    solver = context.hub.links.blurred(address_of(request))
    owner = Owner(solver, f"solver {solver}", f"puzzles {solver}")  # nobody thinks on another's account
    few = context.settings.hint_simulations
    limits = {"simulations": few} if few else None
    try:
        with context.questions.one(address_of(request)):
            told = await context.hub.scheduler.ask(
                owner, PERSON_WAITS, Question("advice", 0, {}, (), limits, f"puzzle {puzzle} {body.move}")
            )
    except Stopped:
        raise Refusal("restarting", retry_ms=1000) from None
    worth = msgspec.json.decode(told)
    after = None
    if body.rating is not None and body.spread is not None:
        after = rated(Rating(body.rating, body.spread), found, worth["right"])
    worth |= {"rating": after and after.rating, "spread": after and after.spread}
    return Response(m.encoder.encode(worth), media_type="application/json")
