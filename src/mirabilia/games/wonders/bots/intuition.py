"""Intuition in 7 Wonders: the quick policy (`policy.py`)."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mirabilia.bots.base import Answer, Choice, Limits
from mirabilia.bots.intuition import IntuitiveBot
from mirabilia.engine.compiling import Ints, compiled
from mirabilia.games.wonders.bots import drafting
from mirabilia.games.wonders.bots.policy import Quick, new_quick, weigh
from mirabilia.games.wonders.game.read_view import codes_of_options, read_view
from mirabilia.games.wonders.rules.state import State
from mirabilia.json_types import Json, JsonFields


@compiled
def think(states: State.Array, i: int, seat: int, buffer: Ints, count: int, quick: Quick) -> None:
    """`weigh`, for callers in Python."""
    weigh(states[i], seat, buffer, count, quick)


class WondersIntuition(IntuitiveBot):
    """Plays 7 Wonders by the quick policy."""

    def __init__(self, seed: int = 0, **how: Json) -> None:
        super().__init__(seed, **how)
        self.quick = new_quick()

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        if view["phase"] == "board":
            return drafting.answer(view, options, self.position_seed(view), self.heat)
        return super().decide(view, options, limits)

    def logits(self, view: JsonFields, options: Sequence[Choice], blind: bool) -> list[float]:
        position = read_view(view)
        codes = np.array(codes_of_options(position, view["you"], options), np.int64)
        think(position, 0, view["you"], codes, len(codes), self.quick)
        return [float(value) for value in self.quick.worth[: len(codes)]]
