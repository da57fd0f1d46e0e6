"""`random`: every option is equally likely. The measure of nothing, and a good partner for tests."""

from __future__ import annotations

import random
from collections.abc import Mapping, Sequence
from typing import Any

from mirabilia.bots.base import Answer, Bot, Choice, Limits


class RandomBot(Bot):
    """Chooses uniformly, reproducibly for a seed and a view."""

    name = "random"

    def decide(self, view: Mapping[str, Any], options: Sequence[Choice], limits: Limits) -> Answer:
        return Answer(random.Random(self.position_seed(view)).choice(options))
