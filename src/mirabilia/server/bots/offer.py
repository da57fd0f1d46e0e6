"""Which levels and styles of bots there are to choose from, and what their random numbers come from."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING

from mirabilia.server.refusals import Refusal

if TYPE_CHECKING:
    from mirabilia.bots import Bot


class Offer:
    """The levels and styles bots can have, as `mirabilia.bots` offers them."""

    def __init__(self) -> None:
        from mirabilia import bots

        self._make = bots.make_bot
        self.ladder: tuple[str, ...] = tuple(bots.LEVELS)
        self.names: tuple[str, ...] = tuple(bots.BOT_NAMES)
        self.styles: tuple[str, ...] = tuple(bots.STYLES)

    @property
    def middle(self) -> str:
        """The level in the middle of the ladder, which is meant when nobody says one."""
        return self.ladder[len(self.ladder) // 2]

    def __contains__(self, level: object) -> bool:
        return level in self.names

    def check_style(self, style: str | None) -> None:
        """Refuses a style that there is not; None is balanced play."""
        if style is not None and style not in self.styles:
            raise Refusal("bad_style", style=style, styles=list(self.styles))

    def make(self, level: str, seed: int, style: str | None = None) -> Bot:
        """A bot of that level, in that style."""
        return self._make(level, seed, style=style)


def bot_seed(secret: str, seat: int) -> int:
    """The seed of the bot in a seat: from the table's secret, so that two bots do not play alike."""
    return int.from_bytes(hashlib.blake2b(f"{secret}:{seat}".encode(), digest_size=6).digest(), "big")
