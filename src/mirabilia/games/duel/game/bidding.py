"""Bidding for the first turn: what comes before a game of Duel where the table wants it (rulings 62 to 64).

The seat drawn by lot names a number of coins, from none to all it has. Then the seats take turns to bid more or to
pass. The one that passes keeps all its coins; the other pays its bid to the bank and is the first player. The rules
of the game begin after that.
"""

from __future__ import annotations

from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from mirabilia.game.option import Option
from mirabilia.games.duel.catalog import duel_catalog
from mirabilia.games.duel.game.options import Bid, Pass

MOST = duel_catalog().setup.starting_coins


class HighBid(msgspec.Struct, frozen=True):
    """The highest bid so far."""

    seat: Annotated[int, Meta(description="who made it")]
    coins: Annotated[int, Meta(description="the coins bid")]


class Bidding(NamedTuple):
    """Who bids next, and the highest bid so far."""

    seat: int
    high: HighBid | None = None

    def options(self) -> list[Option]:
        """What the seat may do: any higher bid that it can pay, or pass once there is a bid."""
        least = 0 if self.high is None else self.high.coins + 1
        bids: list[Option] = [Bid(coins) for coins in range(least, MOST + 1)]
        return bids if self.high is None else [*bids, Pass()]

    def after(self, option: Option) -> Bidding:
        """The bidding after a bid."""
        assert isinstance(option, Bid)
        return Bidding(1 - self.seat, HighBid(self.seat, option.coins))
