"""A ladder of people who play again and again: their strengths by Weng and Lin's method (openskill), game by game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec

from mirabilia.game import Result
from mirabilia.json_types import JsonObject

FIRST, SPREAD = 1200.0, 400.0
SURE = 2  # spreads subtracted for the order, so that few games do not lead the ladder


class Rung(msgspec.Struct, frozen=True):
    """A person's place."""

    name: str
    rating: float
    spread: float
    games: int
    wins: float


def ladder(games: Iterable[tuple[Sequence[str], Result]]) -> tuple[Rung, ...]:
    """The ladder after these games, best first; each is the names by seat and the result. Empty names are left out."""
    from openskill.models import PlackettLuce

    model = PlackettLuce(mu=FIRST, sigma=SPREAD, beta=SPREAD / 2, tau=SPREAD / 100)
    ratings: JsonObject = {}
    played: dict[str, int] = {}
    wins: dict[str, float] = {}
    for names, result in games:
        seats = [seat for seat, name in enumerate(names) if name]
        if len({names[seat] for seat in seats}) != len(seats):
            continue  # the same name at two seats says nothing about who is better
        for seat in seats:
            name = names[seat]
            ratings.setdefault(name, model.rating(name=name))
            played[name] = played.get(name, 0) + 1
            won = 1 / len(result.winners) if seat in result.winners else 0.0
            wins[name] = wins.get(name, 0.0) + won
        if len(seats) > 1:
            ranks = [_rank(result, seat) for seat in seats]
            after = model.rate([[ratings[names[seat]]] for seat in seats], ranks=ranks)
            ratings |= {names[seat]: team[0] for seat, team in zip(seats, after, strict=True)}
    rungs = [
        Rung(name, round(r.mu, 1), round(r.sigma, 1), played[name], round(wins[name], 4)) for name, r in ratings.items()
    ]
    return tuple(sorted(rungs, key=lambda rung: (-(rung.rating - SURE * rung.spread), rung.name)))


def _rank(result: Result, seat: int) -> float:
    """The place of a seat: winners first, the others by their points."""
    if seat in result.winners:
        return 0
    return 1 + sum(score["total"] > result.scores[seat]["total"] for score in result.scores)
