"""What games, searches, encodings and analyses come to, as a hash: the same wherever and however they run.

python tests/ways.py rules | bots | games [FIRST [COUNT]]

The core, Numba and plain Python run this file as it is. In Node and in a browser, Pyodide does (`tests/sites.py`).
"""

from __future__ import annotations

import hashlib
import json
import random
import sys
from collections.abc import Iterator

import msgspec

import mirabilia
from mirabilia import encoding
from mirabilia.bots import LEVELS, make_bot
from mirabilia.engine.running import running
from mirabilia.study import analyse

TABLES = (("duel", 2), *(("wonders", players) for players in range(2, 8)))
# Every game, edition and table size. Their number has no factor in common with those of the levels below.
ROUND = (
    *[("duel", {})] * 6,
    *[("wonders", {"players": players}) for players in range(2, 8)],
    *[("wonders", {"players": players, "edition": 2}) for players in range(3, 8)],
)
TIMELESS = LEVELS[:-1]  # the last one thinks for a time, not for a number of simulations


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


def game_of_bots(number: int) -> str:
    """A whole game: options, what the bots thought of them, moves, result and a small analysis.

    The first seat's level walks through all that are not bound to a clock, the others' through those below the last.
    """
    name, options = ROUND[number % len(ROUND)]
    game = mirabilia.new_game(name, seed=number, **options)
    levels = [TIMELESS[(number + seat) % (len(TIMELESS) - (seat > 0))] for seat in game.seats]
    seats = [make_bot(level, seed=number * 10 + seat) for seat, level in enumerate(levels)]
    digest = hashlib.sha256()
    while not game.over:
        seat = game.to_act[0]
        options = game.options(seat)
        thought = seats[seat].think(game.view(seat), options)
        said = [[option.text for option in options], thought.option.text, thought.analysis.as_dict()]
        digest.update(json.dumps(said, sort_keys=True).encode())
        game.play(seat, thought.option)
    record = game.record()
    judged = msgspec.json.encode(analyse(record, simulations=2))
    digest.update(record.dumps().encode() + json.dumps(game.result.as_dict(), sort_keys=True).encode() + judged)
    return digest.hexdigest()[:16]


def games(first: str = "0", count: str = "17") -> Iterator[str]:
    """Lines of a game's number and what it comes to."""
    for number in range(int(first), int(first) + int(count)):
        yield f"{number} {game_of_bots(number)}"


def main(what: str, *which: str) -> Iterator[str]:
    """The way that runs here, and what was asked for, in lines."""
    yield running().way
    yield from games(*which) if what == "games" else [{"rules": rules, "bots": bots}[what]()]


if __name__ == "__main__":
    for line in main(*sys.argv[1:]):
        print(line, flush=True)
