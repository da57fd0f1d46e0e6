"""What the greedy bots of both games share: a value for every option, the best one is played.

A style is a set of weights for the parts of a game's evaluation. `blunder` is the share of decisions made at random,
which makes a gentle opponent.
"""

from __future__ import annotations

import random
from abc import abstractmethod
from collections.abc import Mapping, Sequence

import numpy as np
from numpy.typing import NDArray

from mirabilia.bots.base import SHOWN, Answer, Bot, BotError, Choice, Limits, described
from mirabilia.bots.thinking import Analysis
from mirabilia.json_types import JsonFields


def style_weights(style: str, styles: Mapping[str, Mapping[str, float]], parts: Sequence[str]) -> NDArray[np.float64]:
    """The weights of a style in the order of `parts`; a part it does not name counts once."""
    if style not in styles:
        raise BotError(f"there is no style {style!r}; styles are {', '.join(styles)}", code="unknown_style")
    return np.array([styles[style].get(part, 1.0) for part in parts])


class GreedyBot(Bot):
    """Plays the option with the highest value."""

    name = "greedy"

    def __init__(self, seed: int, weights: NDArray[np.float64], blunder: float) -> None:
        super().__init__(seed)
        self.weights = weights
        self.blunder = blunder

    @abstractmethod
    def values_of(self, view: JsonFields, options: Sequence[Choice], seed: int) -> NDArray[np.float64]:
        """An array with the value of each option."""

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        seed = self.position_seed(view)
        chance = random.Random(seed)
        values = self.values_of(view, options, seed)
        if chance.random() < self.blunder:
            return Answer(chance.choice(options))
        order = np.argsort(-values, kind="stable")
        best = tuple(described(options[k], 0, float(values[k])) for k in order[:SHOWN])
        return Answer(options[order[0]], Analysis(value=round(float(values[order[0]]), 3), best=best))
