"""Every entry of the catalog, walked against counts known from the cardboard, and the loader's checks: each alteration
of the file in a table must be refused with a `CatalogError` that names the place."""

from __future__ import annotations

from collections import Counter

import pytest

from mirabilia.catalog.reading import data_text, parse
from mirabilia.errors import CatalogError
from mirabilia.games.wonders.catalog import SIDES, Edition, WondersCatalog, check, closed_form_holds, wonders_catalog

WHOLE = wonders_catalog()
CATALOG = WHOLE.edition(1)
SECOND = WHOLE.edition(2)
EDITIONS = pytest.mark.parametrize("edition", WHOLE.every_edition, ids=lambda edition: edition.number)
TEXT = data_text("mirabilia.games.wonders", "catalog.toml")
TWICE = {card.name for card in CATALOG.cards if sum(other.name == card.name for other in CATALOG.cards) > 1}


def test_there_are_as_many_entries_as_in_the_box() -> None:
    assert (len(CATALOG.cards), len(CATALOG.kinds)) == (78, 75)
    assert sum(len(card.copies) for card in CATALOG.cards) == 148
    assert sorted(TWICE) == ["Glassworks", "Loom", "Press"]
    assert (len(CATALOG.boards), len(CATALOG.guilds)) == (7, 10)


def test_the_second_box_has_as_many_cards_and_other_ones() -> None:
    assert (len(SECOND.cards), len(SECOND.kinds)) == (80, 77)
    assert sum(len(card.copies) for card in SECOND.cards) == 148
    assert (len(SECOND.boards), len(SECOND.guilds)) == (7, 10)
    first, second = ({card.name for card in edition.cards} for edition in (CATALOG, SECOND))
    assert first - second == {"Pawnshop", "Strategists Guild"}
    assert second - first == {"Well", "Ludus", "Castrum", "Decorators Guild"}
    assert len(WHOLE.kinds) == 88 and len(set(WHOLE.kind_names)) == 88
    shared = [name for name in WHOLE.kind_names if name.endswith(" (2)")]
    assert sorted(shared) == [
        f"{name} (2)"
        for name in (
            "Altar", "Builders Guild", "Fortifications", "Gardens", "Pantheon", "Spies Guild", "Statue", "Temple",
            "Theater",
        )
    ]  # fmt: skip


@EDITIONS
def test_the_deck_of_every_age_is_seven_cards_for_each_player(edition: Edition) -> None:
    for players in range(3, 8):
        for age in (1, 2):
            assert len(edition.deck(age, players)) == 7 * players
        assert len(edition.deck(3, players)) + players + 2 == 7 * players


@EDITIONS
def test_decks_grow_with_the_number_of_players(edition: Edition) -> None:
    for age in (1, 2, 3):
        for players in range(3, 7):
            smaller, larger = Counter(edition.deck(age, players)), Counter(edition.deck(age, players + 1))
            assert smaller <= larger


@pytest.mark.parametrize(("edition", "links"), [(CATALOG, 26), (SECOND, 25)])
def test_chain_links_are_noted_at_both_ends(edition: Edition, links: int) -> None:
    found = {(giver, card.name) for card in edition.kinds for giver in card.free_with}
    assert len(found) == links
    assert found == {(card.name, name) for card in edition.kinds for name in card.unlocks}


@pytest.mark.parametrize("board", WHOLE.boards, ids=WHOLE.board_names)
def test_every_board_has_two_sides_with_stages(board) -> None:  # type: ignore[no-untyped-def]
    assert board.resource in WHOLE.resources.all
    for side in SIDES:
        assert 2 <= len(board.stages(side)) <= 4
        assert all(stage.cost and "coins" not in stage.cost for stage in board.stages(side))
    assert len(board.A) == 3


def test_boards_carry_the_names_of_the_seven_cities() -> None:
    cities = ["Alexandria", "Babylon", "Ephesos", "Gizah", "Halikarnassos", "Olympia", "Rhodos"]
    assert sorted(CATALOG.board_id) == cities
    starts = Counter(board.resource for board in CATALOG.boards)
    assert starts == dict.fromkeys(WHOLE.resources.all, 1)


@pytest.mark.parametrize("card", WHOLE.cards, ids=lambda card: f"{card.name} {card.age} {card.editions}")
def test_every_card_does_what_its_colour_does(card) -> None:  # type: ignore[no-untyped-def]
    effect = card.effect
    assert card.copies == tuple(sorted(card.copies)) and set(card.copies) <= set(range(3, 8))
    if card.color in ("brown", "grey"):
        assert effect.produces and effect.sellable
    elif card.color == "blue":
        assert effect.points
    elif card.color == "green":
        assert effect.science in WHOLE.science.symbols
    elif card.color == "red":
        assert effect.shields == card.age
    elif card.color == "purple":
        assert card.age == 3 and card.copies == (3,) and card.cost
    else:
        assert effect.coins or effect.coins_per or effect.trade or effect.produces


@EDITIONS
def test_totals_over_all_cards(edition: Edition) -> None:
    """Sums that a slip in any one number would change."""
    copies = Counter()
    for card in edition.cards:
        copies[(card.age, card.color)] += len(card.copies)
    assert sum(n for (age, _), n in copies.items() if age == 1) == 49
    assert sum(n for (age, _), n in copies.items() if age == 2) == 49
    assert sum(n for (age, color), n in copies.items() if age == 3 and color != "purple") == 40
    symbols = Counter(card.effect.science for card in edition.kinds if card.color == "green")
    assert symbols == {"compass": 4, "gear": 4, "tablet": 4}


def test_prices_follow_from_the_closed_form() -> None:
    assert closed_form_holds(WHOLE)


def altered(old: str, new: str) -> str:
    assert TEXT.count(old) >= 1, f"{old!r} does not stand in the file"
    return TEXT.replace(old, new, 1)


ALTERATIONS = {
    "a misspelt effect": (altered("sellable = true", "salable = true"), "salable"),
    "an edition that is not there": (altered("editions = [2]", "editions = [3]"), "unknown editions"),
    "an entry that differs within an edition": (
        altered('editions = [1]\ncopies = [3, 5]\nunlocks = ["Temple"]', 'copies = [3, 5]\nunlocks = ["Temple"]'),
        "Altar",
    ),
    "a card twice": (altered('name = "Stone Pit"', 'name = "Lumber Yard"'), "Lumber Yard"),
    "a board twice": (altered('city = "Rhodos"', 'city = "Gizah"'), "Gizah"),
    "an unknown colour": (altered('color = "brown"', 'color = "pink"'), "color"),
    "a copy too many": (altered("copies = [3, 4]", "copies = [3, 3]"), "age 1 with 3 players"),
    "a copy for eight players": (altered("copies = [3, 4]", "copies = [3, 8]"), "8 players"),
    "a card without copies": (altered("copies = [3, 4]", "copies = []"), "Lumber Yard"),
    "production of an unknown good": (altered('produces = [["wood"]]', 'produces = [["gold"]]'), "gold"),
    "production that does not say whether it is sold": (
        altered('produces = [["wood"]], sellable = true', 'produces = [["wood"]]'), "sellable",
    ),
    "brown production that is not sold": (
        altered('produces = [["wood"]], sellable = true', 'produces = [["wood"]], sellable = false'), "Lumber Yard",
    ),
    "a cost of nothing": (altered("cost = { coins = 1 }", "cost = { coins = 0 }"), "costs 0 coins"),
    "an unknown science symbol": (altered('science = "compass"', 'science = "abacus"'), "abacus"),
    "a chain noted at one end only": (altered('unlocks = ["Aqueduct"]', "unlocks = []"), "Baths"),
    "a chain to an unknown card": (altered('unlocks = ["Aqueduct"]', 'unlocks = ["Aquaduct"]'), "Aquaduct"),
    "a board that starts with an unknown good": (altered('resource = "ore"', 'resource = "iron"'), "iron"),
    "a wrong hand size": (altered("hand_size = 7", "hand_size = 8"), "age 1 with 3 players"),
    "two victory tokens": (altered("victory_tokens = [1, 3, 5]", "victory_tokens = [1, 3]"), "victory_tokens"),
    "a colour not described": (altered('purple = "guild"\n', ""), "colors"),
    "text that is no TOML": (altered("[constants]", "[constants"), "not TOML"),
    "an empty file": ("", "editions"),
}  # fmt: skip


@pytest.mark.parametrize("fault", ALTERATIONS)
def test_a_damaged_file_is_refused_and_the_place_named(fault: str) -> None:
    text, named = ALTERATIONS[fault]
    with pytest.raises(CatalogError) as caught:
        check(parse(text, WondersCatalog, "catalog.toml"))
    assert "catalog.toml" in str(caught.value) and named in str(caught.value)


def test_the_file_itself_passes() -> None:
    check(parse(TEXT, WondersCatalog, "catalog.toml"))
