"""The bots of 7 Wonders: what its levels are made of, how strong they are, and how to make one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mirabilia.bots.base import Bot, Limits
from mirabilia.bots.game_bots import GameBots, NetworkFile
from mirabilia.json_types import Json

if TYPE_CHECKING:
    from mirabilia.bots.network import Network
    from mirabilia.bots.weigher import Weigher


class WondersBots(GameBots):
    """The bots of 7 Wonders. Each kind is loaded when it is asked for."""

    game = "wonders"
    levels = {
        "novice": ("intuition", {"heat": 6.4, "fond": True}),
        "beginner": ("intuition", {"heat": 4.4, "fond": True}),
        "easy": ("intuition", {"heat": 2.8}),
        "normal": ("intuition", {"heat": 0.15}),
        "hard": ("search", {"simulations": 16}),
        "expert": ("search", {"simulations": 160}),
        "master": ("search", {"milliseconds": 2500}),
    }
    ratings = {
        "random": "< −100",
        "novice": "704 ± 38",
        "beginner": "870 ± 24",
        "easy": "1000",
        "normal": "1116 ± 23",
        "hard": "1266 ± 34",
        "expert": "1404 ± 52",
        "master": "1555 ± 80",
        "search": "1568 ± 77",
        "network": "1553 ± 82",
        "greedy": "922 ± 46",
    }
    edition_ratings = {
        2: {
            "novice": "676 ± 24",
            "beginner": "855 ± 17",
            "easy": "1000",
            "normal": "1113 ± 16",
            "hard": "1257 ± 23",
            "expert": "1416 ± 39",
        }
    }
    # with three players
    milliseconds = {"novice": 0, "beginner": 0, "easy": 0, "normal": 0, "hard": 1, "expert": 6, "master": 2500}

    def greedy(self, seed: int, style: str) -> Bot:
        from mirabilia.games.wonders.bots.greedy import WondersGreedy

        return WondersGreedy(seed, style=style)

    def intuition(self, seed: int, style: str | None, **settings: Json) -> Bot:
        from mirabilia.games.wonders.bots.intuition import WondersIntuition

        return WondersIntuition(seed, style=style, **settings)

    def search(self, seed: int, limits: Limits, network: Network | None = None, style: str | None = None) -> Weigher:
        from mirabilia.games.wonders.bots.search import WondersSearch

        return WondersSearch(seed, limits, network=network, style=style)

    def networks(self) -> NetworkFile:
        from mirabilia.games.wonders.bots import judgement

        return judgement
