"""How bots choose boards: by how often the owner of each board and side won.

The shares are those of docs/balance.md, for every edition and size of the table (`boards.json`, written by
`scripts/measure-balance`). Unsure bots misjudge them.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path

import msgspec

from mirabilia.bots.base import SHOWN, Answer, Choice, described, fields_of
from mirabilia.bots.thinking import Analysis
from mirabilia.bots.weigher import Ranked, Weighed
from mirabilia.games.wonders.game.read_view import check_options
from mirabilia.json_types import JsonFields

FILE = Path(__file__).with_name("boards.json")
UNSURE = 0.1  # how far a bot of heat 1 misjudges a board, in fair shares of the wins


@cache
def shares() -> dict[str, dict[str, dict[str, float]]]:
    """The share of the wins of each board's owner, by edition and players."""
    return msgspec.json.decode(FILE.read_bytes(), type=dict[str, dict[str, dict[str, float]]])


def chance_of(view: JsonFields, option: Choice) -> float:
    """How often the owner of a board wins at such a table."""
    fields = fields_of(option)
    return shares()[str(view["edition"])][str(view["players"])][f"{fields['board']} {fields['side']}"]


def ranked(view: JsonFields, options: Sequence[Choice], seed: int = 0, heat: float = 0.0) -> Ranked:
    """The boards, the best first; with `heat` as a bot sees them that is unsure."""
    check_options(view, options)
    chance = random.Random(seed)
    errors = [heat * UNSURE / view["players"] * chance.gauss(0.0, 1.0) for _ in options]
    entries = [(0, chance_of(view, option), option) for option in options]
    order = sorted(range(len(entries)), key=lambda n: -(entries[n][1] + errors[n]))
    return [entries[n] for n in order]


def answer(view: JsonFields, options: Sequence[Choice], seed: int, heat: float = 0.0) -> Answer:
    """The board that a bot takes."""
    found = ranked(view, options, seed, heat)
    value = found[0][1]
    best = tuple(described(option, 0, chance) for _, chance, option in found[:SHOWN])
    return Answer(found[0][2], Analysis(value=value, win_chance=value, best=best))


def weighed(view: JsonFields, options: Sequence[Choice], only: Choice | None) -> Weighed:
    """How the boards compare, or what comes of one; nothing is known of points yet."""
    found = ranked(view, options)
    nothing: tuple[dict[str, float], ...] = tuple({} for _ in range(view["players"]))
    if only is None:
        return Weighed(found, found[0][1], 0.0, nothing, nothing)
    return Weighed([], chance_of(view, only), 0.0, nothing, nothing)
