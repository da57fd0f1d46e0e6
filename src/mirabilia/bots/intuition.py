"""Players who decide by intuition: one look, no search, and the weaknesses people have.

They ask a policy what it thinks of each option and draw one by that. `heat` says how unsure they are: with much of it
second-best ideas are played often, absurd ones still seldom. `short_sight` is the part of the decisions made without
looking at the opponent (Duel): threats are missed. Every player has a favourite colour of its own, drawn from its seed.
"""

from __future__ import annotations

import math
import random
from abc import abstractmethod
from collections.abc import Sequence

from mirabilia.bots.base import SHOWN, Answer, Bot, Choice, Limits, described, fields_of
from mirabilia.bots.styles import LIKING, colour_of, liking
from mirabilia.bots.thinking import Analysis
from mirabilia.json_types import JsonFields

FAVOURITES = ("blue", "green", "yellow", "red", "brown")
FAVOURITE_SHARE = 0.6  # of a style's liking


class IntuitiveBot(Bot):
    """Plays what comes to its mind."""

    name = "intuition"

    def __init__(
        self,
        seed: int = 0,
        *,
        heat: float = 0.3,
        short_sight: float = 0.0,
        fond: bool = False,
        style: str | None = None,
    ) -> None:
        super().__init__(seed)
        self.heat, self.short_sight, self.style = heat, short_sight, style
        self.favourite = random.Random(seed).choice(FAVOURITES) if fond else None

    @abstractmethod
    def logits(self, view: JsonFields, options: Sequence[Choice], blind: bool) -> list[float]:
        """What the policy thinks of each option, as logarithms."""

    def decide(self, view: JsonFields, options: Sequence[Choice], limits: Limits) -> Answer:
        chance = random.Random(self.position_seed(view))
        blind = chance.random() < self.short_sight
        thought = self.logits(view, options, blind)
        best, highest = 0, -math.inf
        for k, option in enumerate(options):
            noise = -math.log(-math.log(min(max(chance.random(), 1e-12), 1 - 1e-12)))
            worth = thought[k] + self._liked(str(view["game"]), option) + self.heat * noise
            if worth > highest:
                best, highest = k, worth
        highest = max(thought)
        total = math.fsum(math.exp(value - highest) for value in thought)
        shares = [math.exp(value - highest) / total for value in thought]
        order = sorted(range(len(options)), key=lambda k: -shares[k])
        shown = tuple(described(options[k], 0, shares[k], shares[k]) for k in order[:SHOWN])
        return Answer(options[best], Analysis(best=shown))

    def _liked(self, game: str, option: Choice) -> float:
        fields = fields_of(option)
        liked = liking(game, self.style, fields)
        if self.favourite and fields.get("action") == "build":
            liked += FAVOURITE_SHARE * LIKING * (colour_of(game, str(fields["card"])) == self.favourite)
        return liked
