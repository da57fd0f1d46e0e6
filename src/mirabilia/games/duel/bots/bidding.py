"""How bots bid for the first turn of Duel.

All of them know what the first turn is worth, and weigh it against the coins; unsure ones misjudge it. The chances are
those that a search found at the start of Age I after 40 drafts, with so many coins taken from the first player (150
simulations each; 95 % intervals of about 3 points): at equal strength five and a half coins would be a fair price.
"""

from __future__ import annotations

import random
from collections.abc import Sequence

from mirabilia.bots.base import SHOWN, Answer, Choice, described, fields_of
from mirabilia.bots.thinking import Analysis
from mirabilia.bots.weigher import Ranked, Weighed
from mirabilia.games.duel.game.read_view import bidding_of, check_options
from mirabilia.json_types import JsonFields

CHANCES = (0.641, 0.624, 0.603, 0.583, 0.556, 0.518, 0.484, 0.424)  # of the first player, by the coins it paid
UNSURE = 0.05  # how far a bot of heat 1 misjudges the first turn


def chance_of(view: JsonFields, option: Choice) -> float:
    """The bidder's chance to win if the bidding ends with this."""
    fields = fields_of(option)
    if fields["action"] == "bid":
        return CHANCES[int(str(fields["coins"]))]
    high = bidding_of(view).high
    return 1.0 - CHANCES[0 if high is None else high.coins]


def ranked(view: JsonFields, options: Sequence[Choice], misjudged: float = 0.0) -> Ranked:
    """The options, the best first: of bids that gain something the lowest, for the other seat may yet pass."""
    check_options(view, options)
    values = [chance_of(view, option) for option in options]
    passing = [value for option, value in zip(options, values, strict=True) if fields_of(option)["action"] == "pass"]
    bids = [
        (value, option)
        for option, value in zip(options, values, strict=True)
        if fields_of(option)["action"] == "bid" and (not passing or value + misjudged > passing[0])
    ]
    wanted = bids[0][1] if bids else next(o for o in options if fields_of(o)["action"] == "pass")
    order = sorted(zip(values, options, strict=True), key=lambda entry: (entry[1] is not wanted, -entry[0]))
    return [(0, value, option) for value, option in order]


def answer(view: JsonFields, options: Sequence[Choice], seed: int, heat: float = 0.0) -> Answer:
    """What a bot bids."""
    misjudged = heat * UNSURE * random.Random(seed).gauss(0.0, 1.0)
    found = ranked(view, options, misjudged)
    value = found[0][1]
    best = tuple(described(option, 0, chance) for _, chance, option in found[:SHOWN])
    return Answer(found[0][2], Analysis(value=value, win_chance=value, best=best))


def weighed(view: JsonFields, options: Sequence[Choice], only: Choice | None) -> Weighed:
    """How the options compare, or what comes of one; nothing is known of points and endings yet."""
    chance = ranked(view, options)[0][1] if only is None else chance_of(view, only)
    return Weighed([] if only else ranked(view, options), chance, 0.0, ({}, {}), ({}, {}))
