"""`About`: what a decision or a price can be about. Both games' options and quotes are built on it."""

from __future__ import annotations

import msgspec


class About(msgspec.Struct, frozen=True):
    """A type for each kind has the fields of that kind; what it does not have reads as None."""

    @property
    def card(self) -> str | None:
        """The card it is about."""
        return None

    @property
    def wonder(self) -> str | None:
        """Duel: the wonder it is about."""
        return None

    @property
    def price(self) -> int | None:
        """Duel: what it costs in all; in a quote even when it cannot be paid."""
        return None

    @property
    def city(self) -> str | None:
        """7 Wonders with two players: "free" where it is about the Free City."""
        return None
