"""Options of Duel: the rules' codes as `Option` objects with names and prices."""

from __future__ import annotations

from typing import Any

from mirabilia.catalog.duel import duel_catalog
from mirabilia.game.base import Option
from mirabilia.rules.duel import state as rules
from mirabilia.rules.duel.options import MAX_OPTIONS, options
from mirabilia.rules.duel.tables import DISCARD_COINS, DISCARD_PER_YELLOW, YELLOW
from mirabilia.rules.records import ints

CATALOG = duel_catalog()


class DuelOption(Option):
    """A decision of Duel."""

    __slots__ = ()
    game = "duel"


def options_of(states: Any, values: dict[str, Any]) -> list[Option]:
    """All legal decisions of the seat to act; `values` is the state read as a dict."""
    buffer = ints(MAX_OPTIONS)
    count = options(states, 0, values["actor"], buffer)
    return [option_of_code(int(code), values) for code in buffer[:count]]


def option_of_code(code: int, values: dict[str, Any]) -> Option:
    """The option a code of the rules stands for in this position."""
    kind = rules.kind_of(code)
    number = rules.card_of(code)
    price = rules.coins_of(code)
    seat = values["actor"]
    if kind == rules.PICK:
        return DuelOption(code, action="draft", wonder=CATALOG.wonders[number].name)
    if kind == rules.BUILD:
        return DuelOption(code, action="build", card=CATALOG.cards[number].name, price=price)
    if kind == rules.DISCARD:
        gain = DISCARD_COINS + DISCARD_PER_YELLOW * values["colors"][seat][YELLOW]
        return DuelOption(code, action="discard", card=CATALOG.cards[number].name, gain=gain)
    if kind == rules.WONDER:
        wonder = values["wonders"][seat][rules.place_of(code)]
        name = CATALOG.wonders[wonder].name
        return DuelOption(code, action="wonder", card=CATALOG.cards[number].name, wonder=name, price=price)
    if kind == rules.TAKE_TOKEN:
        return DuelOption(code, action="token", token=CATALOG.tokens[number].name)
    if kind == rules.KEEP_TOKEN:
        return DuelOption(code, action="library", token=CATALOG.tokens[number].name)
    if kind == rules.REVIVE_CARD:
        return DuelOption(code, action="revive", card=CATALOG.cards[number].name)
    if kind == rules.DESTROY_CARD:
        return DuelOption(code, action="destroy", card=CATALOG.cards[number].name)
    return DuelOption(code, action="starter", seat=number)
