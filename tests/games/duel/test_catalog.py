"""Every entry of the catalog, walked against counts known from the cardboard, and the loader's checks: each alteration
of the file in a table must be refused with a `CatalogError` that names the place."""

from __future__ import annotations

from collections import Counter

import pytest

from mirabilia.catalog.reading import data_text, parse
from mirabilia.errors import CatalogError
from mirabilia.games.duel.catalog import COLORS, DuelCatalog, check, duel_catalog

CATALOG = duel_catalog()
CARD = {card.name: card for card in CATALOG.cards}
TEXT = data_text("mirabilia.games.duel", "catalog.toml")

CHAINS = {
    "Horse Breeders": "Stable", "Barracks": "Garrison", "Fortifications": "Palisade", "Library": "Scriptorium",
    "Dispensary": "Pharmacist", "Statue": "Theater", "Temple": "Altar", "Aqueduct": "Baths", "Lighthouse": "Tavern",
    "Siege Workshop": "Archery Range", "Circus": "Parade Ground", "University": "School", "Observatory": "Laboratory",
    "Gardens": "Statue", "Pantheon": "Temple", "Senate": "Rostrum", "Arena": "Brewery",
}  # fmt: skip


def test_there_are_as_many_entries_as_in_the_box() -> None:
    assert (len(CATALOG.cards), len(CATALOG.wonders), len(CATALOG.tokens)) == (73, 12, 10)
    assert (len(CARD), len(CATALOG.wonder_id), len(CATALOG.token_id)) == (73, 12, 10)
    by_age = Counter((card.age, card.color == "purple") for card in CATALOG.cards)
    assert by_age == {(1, False): 23, (2, False): 23, (3, False): 20, (3, True): 7}


def test_colours_are_spread_over_the_ages_as_printed() -> None:
    found = {age: Counter(card.color for card in CATALOG.cards if card.age == age) for age in (1, 2, 3)}
    assert found[1] == {"brown": 6, "grey": 2, "blue": 3, "green": 4, "yellow": 4, "red": 4}
    assert found[2] == {"brown": 3, "grey": 2, "blue": 5, "green": 4, "yellow": 4, "red": 5}
    assert found[3] == {"blue": 6, "green": 4, "yellow": 5, "red": 5, "purple": 7}


def test_there_are_seventeen_chains_each_between_two_cards() -> None:
    assert {card.name: card.free_with for card in CATALOG.cards if card.free_with} == CHAINS
    symbols = [card.chain for card in CATALOG.cards if card.chain]
    assert len(symbols) == len(set(symbols)) == 17
    assert {card.name for card in CATALOG.cards if card.chain} == set(CHAINS.values())
    assert all(CARD[giver].age < CARD[name].age for name, giver in CHAINS.items())


def test_totals_over_all_cards_and_wonders() -> None:
    """Sums that a slip in any one number would change."""
    blue = {age: sum(c.effect.points for c in CATALOG.cards if (c.age, c.color) == (age, "blue")) for age in (1, 2, 3)}
    assert blue == {1: 9, 2: 22, 3: 36}
    assert sum(c.effect.points for c in CATALOG.cards if c.color == "green") == 18
    assert sum(c.effect.points for c in CATALOG.cards if c.color == "yellow") == 15
    shields = {age: sum(c.effect.shields for c in CATALOG.cards if c.age == age) for age in (1, 2, 3)}
    assert shields == {1: 4, 2: 8, 3: 12}
    made = Counter({good: 0 for good in CATALOG.resources.all})
    for card in CATALOG.cards:
        made.update(card.effect.produces)
    assert made == {"wood": 4, "clay": 4, "stone": 4, "glass": 2, "papyrus": 2}
    assert sum(wonder.effect.points for wonder in CATALOG.wonders) == 42
    assert sum(sum(wonder.cost.values()) for wonder in CATALOG.wonders) == 52
    assert sum(wonder.effect.extra_turn for wonder in CATALOG.wonders) == 5


@pytest.mark.parametrize("card", CATALOG.cards, ids=lambda card: card.name)
def test_every_card_does_what_its_colour_does(card) -> None:  # type: ignore[no-untyped-def]
    effect = card.effect
    assert card.color in COLORS and card.age in (1, 2, 3)
    assert set(card.cost) <= {"coins", *CATALOG.resources.all} and all(units > 0 for units in card.cost.values())
    if card.color in ("brown", "grey"):
        group = CATALOG.resources.raw if card.color == "brown" else CATALOG.resources.manufactured
        assert set(effect.produces) <= set(group) and len(effect.produces) == 1
        assert set(card.cost) <= {"coins"}
    elif card.color == "blue":
        assert effect.points >= 3
    elif card.color == "green":
        assert effect.science in CATALOG.science.symbols
    elif card.color == "red":
        assert effect.shields == {1: 1, 2: effect.shields, 3: effect.shields}[card.age] >= 1
    elif card.color == "purple":
        assert card.age == 3 and effect.points_per is not None and effect.points_per.city == "most"
    else:
        assert effect.coins or effect.coins_per or effect.trade_price_one or effect.produces_choice


@pytest.mark.parametrize("layout", CATALOG.layouts, ids=lambda layout: f"age {layout.age}")
def test_layouts_have_twenty_places_that_cover_as_drawn(layout) -> None:  # type: ignore[no-untyped-def]
    rows = {1: (2, 3, 4, 5, 6), 2: (6, 5, 4, 3, 2), 3: (2, 3, 4, 2, 4, 3, 2)}
    assert layout.rows == rows[layout.age] and len(layout.slots) == 20
    down = {1: {2, 4}, 2: {2, 4}, 3: {2, 4, 6}}[layout.age]
    assert all(slot.up == (slot.row not in down) for slot in layout.slots)
    assert sum(len(slot.under) for slot in layout.slots) == 28
    for row in set(slot.row for slot in layout.slots):
        offsets = [slot.offset for slot in layout.slots if slot.row == row]
        assert offsets == sorted(offsets) and [-offset for offset in reversed(offsets)] == offsets


def altered(old: str, new: str, count: int = 1) -> str:
    assert TEXT.count(old) >= 1, f"{old!r} does not stand in the file"
    return TEXT.replace(old, new, count)


def without(name: str) -> str:
    """The file without one entry."""
    blocks = TEXT.split("\n[[")
    kept = [block for block in blocks if f'name = "{name}"\n' not in block]
    assert len(kept) == len(blocks) - 1
    return "\n[[".join(kept)


ALTERATIONS = {
    # what is wrong -> (the altered text, what the error must name)
    "a misspelt effect": (altered("{ points = 3, shields = 2 }", "{ points = 3, sheilds = 2 }"), "sheilds"),
    "an effect of the wrong type": (altered("extra_turn = true", 'extra_turn = "yes"'), "extra_turn"),
    "an unknown key of a card": (altered('color = "brown"', 'color = "brown"\ncolour = "brown"'), "colour"),
    "an unknown colour": (altered('color = "brown"', 'color = "pink"'), "cards"),
    "an age that does not exist": (altered("age = 1\ncolor", "age = 4\ncolor"), "age"),
    "a card twice": (altered('name = "Logging Camp"', 'name = "Lumber Yard"'), "Lumber Yard"),
    "a wonder twice": (altered('name = "Piraeus"', 'name = "The Sphinx"'), "The Sphinx"),
    "a token twice": (altered('name = "Law"', 'name = "Economy"'), "Economy"),
    "a card missing that others are chained to": (without("Baths"), "Baths"),
    "a wonder of the first game missing": (without("Piraeus"), "Piraeus"),
    "a token missing that alone had its symbol": (without("Law"), "scales"),
    "a cost in an unknown good": (altered("cost = { stone = 1 }", "cost = { marble = 1 }"), "marble"),
    "a cost of nothing": (altered("cost = { stone = 1 }", "cost = { stone = 0 }"), "costs 0 stone"),
    "production of an unknown good": (altered("produces = { wood = 1 }", "produces = { gold = 1 }"), "gold"),
    "a choice of an unknown good": (altered('produces_choice = ["glass"', 'produces_choice = ["cloth"'), "cloth"),
    "an unknown science symbol": (altered('science = "quill"', 'science = "pen"'), "pen"),
    "a symbol on nothing": (altered('science = "quill"', 'science = "wheel"', 2), "quill"),
    "a chain to an unknown card": (altered('free_with = "Baths"', 'free_with = "Bath"'), "Bath"),
    "a chain without its symbol": (altered('chain = "drop"\n', ""), "Baths"),
    "a symbol without its chain": (altered('free_with = "Baths"\n', ""), "Baths"),
    "two cards with one symbol": (altered('chain = "drop"', 'chain = "moon"'), "moon"),
    "a chain from a later age": (
        altered('name = "Baths"\nage = 1', 'name = "Baths"\nage = 1\nfree_with = "Aqueduct"'), "Aqueduct",
    ),
    "a slot under the wrong ones": (altered("under = [2, 3]", "under = [2, 4]"), "slot 0"),
    "an open slot face down": (
        altered("{ row = 5, offset = -5, up = true, under = [] }", "{ row = 5, offset = -5, up = false, under = [] }"),
        "slot 14",
    ),
    "a slot too few": (altered("  { row = 5, offset = 5, up = true, under = [] },\n", ""), "19 slots"),
    "a slot in the wrong row": (altered("{ row = 1, offset = -1,", "{ row = 2, offset = -1,"), "rows"),
    "a gap between zones": (altered("from = 3, to = 5", "from = 4, to = 5"), "zone from 4"),
    "zones that end early": (altered("from = 6, to = 8", "from = 6, to = 7"), "capital"),
    "too few cards in an age": (altered("cards_per_age = 20", "cards_per_age = 24"), "age 1"),
    "too few tokens": (altered("tokens_on_board = 5", "tokens_on_board = 11"), "10 tokens"),
    "an unfair draft": (altered("[0, 1, 1, 0]", "[0, 1, 1, 1]"), "draft"),
    "a first game with an unknown wonder": (altered('["Circus Maximus",', '["Colosseum",'), "Colosseum"),
    "a library that draws too many": (altered("draw = 3", "draw = 6"), "draws more tokens"),
    "colours of counted wonders": (
        altered('what = "wonders", city = "own"', 'what = "wonders", colors = ["red"], city = "own"'), "Arena",
    ),
    "a card without any effect": (altered("effect = { shields = 1 }", "effect = {}"), "Guard Tower"),
    "a yellow card with fixed production": (altered("{ coins = 4 }", "{ produces = { wood = 1 } }"), "Tavern"),
    "a colour not described": (altered('purple = "guild"\n', ""), "colors"),
    "text that is no TOML": (TEXT.replace("[setup]", "[setup", 1), "not TOML"),
    "a missing section": (altered("[military]", "[army]"), "army"),
    "an empty file": ("", "resources"),
}  # fmt: skip


@pytest.mark.parametrize("fault", ALTERATIONS)
def test_a_damaged_file_is_refused_and_the_place_named(fault: str) -> None:
    text, named = ALTERATIONS[fault]
    with pytest.raises(CatalogError) as caught:
        check(parse(text, DuelCatalog, "catalog.toml"))
    assert "catalog.toml" in str(caught.value) and named in str(caught.value)
    assert caught.value.details["file"] == "catalog.toml"


def test_all_faults_are_reported_at_once() -> None:
    text = altered("cost = { stone = 1 }", "cost = { marble = 1 }").replace('chain = "moon"\n', "", 1)
    with pytest.raises(CatalogError) as caught:
        check(parse(text, DuelCatalog, "catalog.toml"))
    assert "marble" in str(caught.value) and "Altar" in str(caught.value)


def test_the_file_itself_passes() -> None:
    check(parse(TEXT, DuelCatalog, "catalog.toml"))
