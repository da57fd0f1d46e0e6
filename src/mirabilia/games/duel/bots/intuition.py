"""Intuition in Duel: the policy of the network, with or without a look at the opponent."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from mirabilia.bots.base import Answer, Choice, Limits
from mirabilia.bots.intuition import IntuitiveBot
from mirabilia.bots.network import Buffers, Network, add_up
from mirabilia.encoding.blocks import shape_of, starts_of
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.records import table
from mirabilia.games.duel.bots import bidding
from mirabilia.games.duel.bots.judgement import buffers_for, own_network, weigh_options
from mirabilia.games.duel.encoding.features import BLOCKS, FEATURES, SIDES, features_of
from mirabilia.games.duel.game.read_view import codes_of_options, read_view
from mirabilia.games.duel.rules.state import State
from mirabilia.json_types import Json, JsonFields


def _theirs() -> list[int]:
    """Marks the features that are about the opponent: the second half of every block that has two sides."""
    marks = [0] * FEATURES
    for name, start in starts_of(BLOCKS).items():
        shape = shape_of(BLOCKS[name])
        if len(shape) > 1 and shape[0] == SIDES and name != "frees":
            size = int(np.prod(shape))
            marks[start + size // 2 : start + size] = [1] * (size - size // 2)
    return marks


THEIRS = table(_theirs())


@compiled
def think(
    states: State.Array, i: int, net: Network, buffers: Buffers, buffer: Ints, count: int, blind: bool, priors: Floats
) -> None:
    """The prior of every option; blind, the opponent is not looked at."""
    s = states[i]
    seen = features_of(s, buffers.which)
    if blind:
        kept = 0
        for k in range(seen):
            if not THEIRS[buffers.which[k]]:
                buffers.which[kept] = buffers.which[k]
                kept += 1
        seen = kept
    add_up(net, buffers, seen)
    weigh_options(s, net, buffers, buffer, count, priors)


class DuelIntuition(IntuitiveBot):
    """Plays Duel by the network's policy."""

    def __init__(self, seed: int = 0, *, network: Network | None = None, **how: Json) -> None:
        super().__init__(seed, **how)
        self.network = own_network() if network is None else network
        self.buffers = buffers_for()

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        if view["phase"] == "bid":
            return bidding.answer(view, options, self.position_seed(view), self.heat)
        return super().decide(view, options, limits)

    def logits(self, view: JsonFields, options: Sequence[Choice], blind: bool) -> list[float]:
        position = read_view(view)
        codes = np.array(codes_of_options(position, view["you"], options), np.int64)
        priors = np.zeros(len(codes))
        think(position, 0, self.network, self.buffers, codes, len(codes), blind, priors)
        return [float(value) for value in np.log(priors)]
