"""`random`: every option is equally likely. The measure of nothing, and a good partner for tests."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from mirabilia.bots.base import Answer, Bot, Choice, Limits


def check_options(view: Mapping[str, Any], options: Sequence[Choice]) -> None:
    """Raises `BotError` if the options are not those of the view. Bots that need the position notice it themselves."""
    if view["game"] == "duel":
        from mirabilia.bots.duel import position as duel

        duel.codes_of_options(duel.state_from_view(view), options)
    else:
        from mirabilia.bots.wonders import position as wonders

        wonders.codes_of_options(wonders.state_from_view(view), view["you"], options)


class RandomBot(Bot):
    """Chooses uniformly, reproducibly for a seed and a view."""

    name = "random"

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        check_options(view, options)
        return Answer(random.Random(self.position_seed(view)).choice(options))
