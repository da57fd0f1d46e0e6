"""A quick guess which decision of 7 Wonders a good player would make.

Every decision gets a worth, the sum of the weights of its features (`features.py`); the chance that it is chosen grows
with e to the power of its worth. The weights (`weights.json`) were found by playing against itself some million games
and moving towards what won (`fitting.py`, `scripts/fit-wonders-policy`). The search uses the policy for the other
players, for play-outs, and as the prior of its own decisions.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np

from mirabilia.bots.weight_table import WeightTable
from mirabilia.encoding.blocks import without_edition
from mirabilia.engine.compiling import Floats, Ints, compiled
from mirabilia.engine.exponential import exp
from mirabilia.engine.records import ints, table
from mirabilia.games.wonders.bots.features import (
    BLOCKS,
    FEATURES,
    MAX_FEATURES,
    build_features,
    coins_gained,
    leaving_features,
    paying_features,
    stage_features,
)
from mirabilia.games.wonders.catalog import Edition
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, next_stage
from mirabilia.games.wonders.rules.state import DISCARD, REVIVE, STAGE_BUILT, State, card_of, is_free_city, kind_of
from mirabilia.games.wonders.rules.tables import CATALOG, EDITION_NUMBERS, FREE_CITY, NONE
from mirabilia.search.nodes import draw

# Weights are kept apart for tables of different size and edition; with two players the Free City has its own.
_SET_NAMES = ("two", "two", "two", "three", "four_five", "four_five", "six_seven", "six_seven")  # by number of players
_FREE_CITY_SET = "free_city"


def _sets_of(edition: Edition) -> list[str]:
    """The sets of an edition, the Free City's after that of two players; those after the first bear its number."""
    names = list(dict.fromkeys(_SET_NAMES[players] for players in edition.players))
    if "two" in names:
        names.insert(names.index("two") + 1, _FREE_CITY_SET)
    return names if edition.number == EDITION_NUMBERS[0] else [f"{name} ({edition.number})" for name in names]


_SETS_BY_EDITION = [_sets_of(edition) for edition in CATALOG.every_edition]
SETS = tuple(name for names in _SETS_BY_EDITION for name in names)


def _places(names: list[str], wanted: tuple[str, ...]) -> list[int]:
    """Where sets begin in the table: by their names without the edition; 0 for those the edition has not."""
    found = {without_edition(name): SETS.index(name) * FEATURES for name in names}
    return [found.get(name, 0) for name in wanted]


SET_AT = table([_places(names, _SET_NAMES) for names in _SETS_BY_EDITION])  # by edition and number of players
FREE_CITY_AT = table([_places(names, (_FREE_CITY_SET,))[0] for names in _SETS_BY_EDITION])  # by edition
WEIGHTS_FILE = Path(__file__).with_name("weights.json")
LAYOUT = WeightTable(SETS, BLOCKS)


class Quick(NamedTuple):
    """The policy for those who ask it often: its weights, and memory for the weights of options."""

    weights: Floats
    worth: Floats  # of every option
    which: Ints  # features of an option
    much: Floats


@compiled
def city_of(s: State, seat: int, code: int) -> int:
    """The city a decision is for."""
    return FREE_CITY if s.players == 2 and is_free_city(code) else seat


@compiled
def weights_at(s: State, city: int) -> int:
    """Where the weights for a city's decisions begin."""
    if s.players == 2 and city == FREE_CITY:
        return FREE_CITY_AT[s.edition]
    return SET_AT[s.edition][s.players]


@compiled
def total_of(weights: Floats, at: int, which: Ints, much: Floats, count: int) -> float:
    """The sum of weights times amounts."""
    total = 0.0
    for k in range(count):
        total += weights[at + which[k]] * much[k]
    return total


@compiled
def build_worth(s: State, city: int, card: int, quick: Quick) -> float:
    """What a card is worth in a city, before its price."""
    weights, _, which, much = quick
    return total_of(weights, weights_at(s, city), which, much, build_features(s, city, card, which, much, 0))


@compiled
def weigh(s: State, seat: int, buffer: Ints, count: int, quick: Quick) -> float:
    """Writes the worth of every option of a seat and returns the highest.

    Ways to pay for the same card stand side by side in the buffer, and all stages are the same stage: what does not
    depend on the price is summed up once.
    """
    weights, worth, which, much = quick
    best = -1.0e30
    built_card, unused_card = -1, -1
    built, unused, staged = 0.0, 0.0, 0.0
    stage_known = False
    card_gains, stage_gains = 0, 0
    city = city_of(s, seat, buffer[0])
    at = weights_at(s, city)
    for k in range(count):
        code = buffer[k]
        card = card_of(code)
        action = kind_of(code)
        gained = 0
        value = 0.0
        if action == STAGE_BUILT or action == DISCARD:
            if card != unused_card:
                unused_card = card
                unused = total_of(weights, at, which, much, leaving_features(s, city, card, True, which, much, 0))
            value = unused
            if action == STAGE_BUILT:
                if not stage_known:
                    stage_known = True
                    stage = next_stage(s, city)
                    staged = total_of(weights, at, which, much, stage_features(s, city, stage, which, much, 0))
                    stage_gains = coins_gained(s, city, stage)
                value += staged
                gained = stage_gains
        elif card != NONE:
            if card != built_card:
                built_card = card
                built = build_worth(s, city, card, quick)
                card_gains = coins_gained(s, city, card)
                if action != REVIVE:
                    built += total_of(weights, at, which, much, leaving_features(s, city, card, False, which, much, 0))
            value = built
            gained = card_gains
        value += total_of(weights, at, which, much, paying_features(s, city, code, gained, which, much, 0))
        worth[k] = value
        best = max(best, value)
    return best


@compiled
def pick(s: State, seat: int, buffer: Ints, count: int, quick: Quick, heat: float, rng: Ints) -> int:
    """The place of an option drawn by its worth: with little heat nearly always the best, with much of it any."""
    if count == 1:
        return 0
    best = weigh(s, seat, buffer, count, quick)
    worth = quick.worth
    total = 0.0
    for k in range(count):
        worth[k] = exp((worth[k] - best) / heat)
        total += worth[k]
    return draw(worth, total, count, rng)


@compiled
def pick_best(s: State, seat: int, buffer: Ints, count: int, quick: Quick) -> int:
    """The option of highest worth."""
    best = weigh(s, seat, buffer, count, quick)
    for k in range(count):
        if quick.worth[k] == best:
            return buffer[k]
    return buffer[0]


@cache
def fitted_weights() -> Floats:
    """The weights of `weights.json`."""
    return LAYOUT.read(WEIGHTS_FILE)


def new_quick(weights: Floats | None = None) -> Quick:
    """The fitted policy, or one with other weights, and room of its own."""
    return Quick(
        fitted_weights() if weights is None else weights,
        np.zeros(MAX_OPTIONS),
        ints(MAX_FEATURES),
        np.zeros(MAX_FEATURES),
    )
