"""Deals of Duel: made at random from a seed, or given and checked; and how they fill a state of the rules."""

from __future__ import annotations

import random
from collections.abc import Mapping
from typing import Any

from mirabilia.catalog.duel import duel_catalog
from mirabilia.game.deals import each_once, fail, items, mapping, names, number, only_keys
from mirabilia.rules.duel.setup import start
from mirabilia.rules.duel.state import State

CATALOG = duel_catalog()
SETUP = CATALOG.setup
LIBRARY_DRAW = max(
    (w.effect.progress_from_box.draw for w in CATALOG.wonders if w.effect.progress_from_box is not None), default=0
)
REQUIRED = ("game", "first_player", "board_tokens", "box_tokens", "wonders", "ages")
OPTIONAL = ("library_draw", "draft")


def random_deal(seed: int | None = None, first_game_wonders: bool = False) -> dict[str, Any]:
    """A deal by the rules of set-up; equal seeds give equal deals (None: a fresh one, by the operating system)."""
    rng = random.SystemRandom() if seed is None else random.Random(seed)
    first = rng.randrange(2)
    tokens = rng.sample([token.name for token in CATALOG.tokens], len(CATALOG.tokens))
    board, box = tokens[: SETUP.tokens_on_board], tokens[SETUP.tokens_on_board :]
    wonders = rng.sample([wonder.name for wonder in CATALOG.wonders], 2 * SETUP.wonders_per_player)
    ages = []
    for age in (1, 2, 3):
        guilds = rng.sample([c.name for c in CATALOG.cards if c.color == "purple"], SETUP.guilds_in_age_3)
        plain = [card.name for card in CATALOG.cards if card.age == age and card.color != "purple"]
        cards = rng.sample(plain, len(plain) - SETUP.cards_removed_per_age) + (guilds if age == 3 else [])
        rng.shuffle(cards)
        ages.append(cards)
    deal: dict[str, Any] = {
        "game": "duel",
        "first_player": first,
        "board_tokens": board,
        "box_tokens": box,
        "library_draw": rng.sample(box, LIBRARY_DRAW),
        "wonders": wonders,
        "ages": ages,
    }
    if first_game_wonders:
        deal["wonders"] = [name for names_ in SETUP.first_game_wonders for name in names_]
        deal["draft"] = False
    return deal


def checked_deal(deal: object) -> dict[str, Any]:
    """The deal in full form, or `BadDeal`."""
    given = mapping(deal)
    only_keys(given, REQUIRED, OPTIONAL)
    if given["game"] != "duel":
        raise fail("game", "must be 'duel'")
    board = names(given["board_tokens"], "board_tokens", CATALOG.token_id, SETUP.tokens_on_board)
    box = names(given["box_tokens"], "box_tokens", CATALOG.token_id, SETUP.tokens_in_box)
    each_once([*board, *box], "board_tokens and box_tokens")
    wonders = names(given["wonders"], "wonders", CATALOG.wonder_id, 2 * SETUP.wonders_per_player)
    each_once(wonders, "wonders")
    library = given.get("library_draw")
    drawn = box[:LIBRARY_DRAW] if library is None else names(library, "library_draw", box, LIBRARY_DRAW)
    each_once(drawn, "library_draw")
    ages = [_checked_age(cards, age) for age, cards in enumerate(items(given["ages"], "ages", 3), 1)]
    full: dict[str, Any] = {
        "game": "duel",
        "first_player": number(given["first_player"], "first_player", 0, 1),
        "board_tokens": board,
        "box_tokens": box,
        "library_draw": drawn,
        "wonders": wonders,
        "ages": ages,
    }
    draft = given.get("draft", True)
    if not isinstance(draft, bool):
        raise fail("draft", "must be true or false")
    if not draft:
        full["draft"] = False
    return full


def _checked_age(value: object, age: int) -> list[str]:
    where = f"ages[{age - 1}]"
    cards = names(value, where, CATALOG.card_id, SETUP.cards_per_age)
    each_once(cards, where)
    for name in cards:
        card = CATALOG.cards[CATALOG.card_id[name]]
        if card.age != age:
            raise fail(where, f"{name!r} is a card of age {card.age}")
    guilds = sum(CATALOG.cards[CATALOG.card_id[name]].color == "purple" for name in cards)
    wanted = SETUP.guilds_in_age_3 if age == 3 else 0
    if guilds != wanted:
        raise fail(where, f"must hold {wanted} guilds, holds {guilds}")
    return cards


def start_state(deal: Mapping[str, Any]) -> Any:
    """An array of one state at the start of a checked deal."""
    values = State.as_dict(State.zeros(1))
    values["first"] = deal["first_player"]
    values["board_tokens"] = sum(1 << CATALOG.token_id[name] for name in deal["board_tokens"])
    values["box_tokens"] = sum(1 << CATALOG.token_id[name] for name in deal["box_tokens"])
    values["library"] = sum(1 << CATALOG.token_id[name] for name in deal["library_draw"])
    values["offered"] = [CATALOG.wonder_id[name] for name in deal["wonders"]]
    values["deck"] = [[CATALOG.card_id[name] for name in age] for age in deal["ages"]]
    states = State.from_dict(values)
    start(states, 0, int(deal.get("draft", True)))
    return states


def deal_of(values: Mapping[str, Any], deal: Mapping[str, Any]) -> dict[str, Any]:
    """The deal behind a state that was dealt anew; what no redeal changes is taken from `deal`."""
    library = [token.name for number, token in enumerate(CATALOG.tokens) if (values["library"] >> number) & 1]
    return {
        **deal,
        "library_draw": library or list(deal["library_draw"]),
        "wonders": [CATALOG.wonders[number].name for number in values["offered"]],
        "ages": [[CATALOG.cards[number].name for number in age] for age in values["deck"]],
    }
