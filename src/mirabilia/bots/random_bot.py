"""`random`: every option is equally likely. The measure of nothing, and a good partner for tests."""

from __future__ import annotations

import random
from collections.abc import Sequence

from mirabilia.bots.base import Answer, Bot, Choice, Limits
from mirabilia.errors import MissingFacet
from mirabilia.game import kind_of
from mirabilia.json_types import JsonFields


def check_options(view: JsonFields, options: Sequence[Choice]) -> None:
    """Raises `BotError` if the options are not those of the view. Bots that need the position notice it themselves."""
    try:
        positions = kind_of(view["game"]).positions()
    except MissingFacet:
        return
    positions.check_options(view, options)


class RandomBot(Bot):
    """Chooses uniformly, reproducibly for a seed and a view."""

    name = "random"

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        check_options(view, options)
        return Answer(random.Random(self.position_seed(view)).choice(options))
