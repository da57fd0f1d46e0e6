"""What the seats get for a finished game."""

from __future__ import annotations

from mirabilia.errors import BadReward
from mirabilia.game import Result

REWARDS = ("share", "zero_sum", "points", "margin")


def checked_reward(reward: object) -> str:
    """The name of a kind of reward, or `BadReward` that lists them."""
    if not isinstance(reward, str) or reward not in REWARDS:
        raise BadReward(reward, REWARDS)
    return reward


def rewards_of(result: Result, kind: str) -> list[float]:
    """One number per seat.

    "share" is the share of the win (1, or less when several share it, or 0); "zero_sum" the same moved so that all
    seats sum to zero and a win alone is 1; "points" the points; "margin" the points less those of the best other seat.
    """
    totals = [float(score["total"]) for score in result.scores]
    if kind == "points":
        return totals
    seats = range(len(totals))
    if kind == "margin":
        return [totals[seat] - max(totals[other] for other in seats if other != seat) for seat in seats]
    return shares([seat in result.winners for seat in seats], kind)


def forfeited(seats: int, loser: int, kind: str) -> list[float]:
    """Rewards after an illegal action: the others share the win. Where points count, the loser has none."""
    if kind in ("points", "margin"):
        return [0.0] * seats
    return shares([seat != loser for seat in range(seats)], kind)


def shares(won: list[bool], kind: str) -> list[float]:
    """The share of the win of each seat, as "share" or "zero_sum" has it."""
    seats = len(won)
    parts = [float(one) / sum(won) for one in won]
    if kind == "share":
        return parts
    return [(part * seats - 1.0) / (seats - 1.0) for part in parts]
