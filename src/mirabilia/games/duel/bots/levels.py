"""The bots of Duel: what its levels are made of, how strong they are, and how to make one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mirabilia.bots.base import Bot, Limits
from mirabilia.bots.game_bots import GameBots, NetworkFile
from mirabilia.json_types import Json

if TYPE_CHECKING:
    from mirabilia.bots.network import Network
    from mirabilia.bots.weigher import Weigher


class DuelBots(GameBots):
    """The bots of Duel. Each kind is loaded when it is asked for."""

    game = "duel"
    levels = {
        "novice": ("intuition", {"heat": 1.18, "short_sight": 0.68, "fond": True}),
        "beginner": ("intuition", {"heat": 0.88, "short_sight": 0.38, "fond": True}),
        "easy": ("intuition", {"heat": 0.55, "short_sight": 0.18}),
        "normal": ("intuition", {"heat": 0.15}),
        "hard": ("search", {"simulations": 24}),
        "expert": ("search", {"simulations": 400}),
        "master": ("search", {"milliseconds": 2000}),
    }
    ratings = {
        "random": "78 ± 92",
        "novice": "616 ± 35",
        "beginner": "786 ± 26",
        "easy": "1000",
        "normal": "1196 ± 24",
        "hard": "1414 ± 37",
        "expert": "1552 ± 43",
        "master": "1724 ± 113",
        "search": "1630 ± 79",
        "network": "1630 ± 79",
        "greedy": "829 ± 37",
    }
    milliseconds = {"novice": 0, "beginner": 0, "easy": 0, "normal": 0, "hard": 1, "expert": 5, "master": 2000}

    def greedy(self, seed: int, style: str) -> Bot:
        from mirabilia.games.duel.bots.greedy import DuelGreedy

        return DuelGreedy(seed, style=style)

    def intuition(self, seed: int, style: str | None, **settings: Json) -> Bot:
        from mirabilia.games.duel.bots.intuition import DuelIntuition

        return DuelIntuition(seed, style=style, **settings)

    def search(self, seed: int, limits: Limits, network: Network | None = None, style: str | None = None) -> Weigher:
        from mirabilia.games.duel.bots.search import DuelSearch

        return DuelSearch(seed, limits, network=network, style=style)

    def networks(self) -> NetworkFile:
        from mirabilia.games.duel.bots import judgement

        return judgement
