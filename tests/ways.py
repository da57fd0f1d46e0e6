"""What games, searches and encodings come to, as a hash: the same in the core, in Numba and in plain Python.

python tests/ways.py rules | bots
"""

from __future__ import annotations

import hashlib
import json
import random
import sys

import mirabilia
from mirabilia import encoding
from mirabilia.bots import make_bot
from mirabilia.engine.running import running

TABLES = (("duel", 2), *(("wonders", players) for players in range(2, 8)))


def rules() -> str:
    """Random games at tables of every size: options with prices, views, encodings and results."""
    digest = hashlib.sha256()
    for name, players in TABLES:
        game, chance = mirabilia.new_game(name, players=players, seed=players), random.Random(players)
        while not game.over:
            seat = game.to_act[0]
            options = game.options(seat)
            digest.update(json.dumps([option.as_dict() for option in options]).encode())
            digest.update(encoding.observe(game, seat).tobytes() + encoding.legal_mask(game, seat).tobytes())
            game.play(seat, chance.choice(options))
        digest.update(json.dumps([game.snapshot(), game.result.as_dict()], sort_keys=True).encode())
    return digest.hexdigest()


def bots() -> str:
    """Searches at tables of every size: the option chosen, its value and all that explains it."""
    digest = hashlib.sha256()
    for name, players in TABLES:
        game, chance = mirabilia.new_game(name, players=players, seed=players), random.Random(players)
        for level in ("easy", "normal", "hard", "search"):
            for _ in range(6):
                if not game.over:
                    seat = game.to_act[0]
                    game.play(seat, chance.choice(game.options(seat)))
            if game.over:
                break
            seat = game.to_act[0]
            thought = make_bot(level, seed=1).think(game.view(seat), game.options(seat), {"simulations": 40})
            digest.update(repr((thought.option.text, thought.analysis)).encode())
    return digest.hexdigest()


if __name__ == "__main__":
    print(running().way, {"rules": rules, "bots": bots}[sys.argv[1]]())
