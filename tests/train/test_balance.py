"""Measuring how fair the games are: everybody is counted once, and wins add up."""

from __future__ import annotations

import pytest

from mirabilia.games.duel.train import balance as duel
from mirabilia.games.wonders.rules.tables import CATALOG
from mirabilia.games.wonders.study.card_values import Worth
from mirabilia.games.wonders.train import balance as wonders
from mirabilia.games.wonders.train import card_values

pytestmark = pytest.mark.slow  # compiles players of its own


def wins_in(pairs: dict[str, tuple[int, float]]) -> float:
    return sum(often * share for often, share in pairs.values())


@pytest.mark.parametrize(("players", "simulations"), [(2, 0), (3, 0), (3, 4), (7, 0)])
def test_every_seat_of_7_wonders_has_a_board_and_a_first_decision(players: int, simulations: int) -> None:
    found = wonders.measure(players, 20, simulations, seed=4)
    assert found["games"] == 20
    for part in ("board", "first"):
        assert sum(often for often, _ in found[part].values()) == 20 * players
        assert wins_in(found[part]) == pytest.approx(20)
    assert sum(found["winners"]) > sum(found["others"])
    assert found["best"] > found["points"] > 30


def test_every_wonder_of_duel_has_one_owner() -> None:
    found = duel.measure(20, seed=4)
    assert sum(often for often, _ in found["owned"].values()) == 20 * 8
    assert wins_in(found["owned"]) == pytest.approx(20 * 4)
    assert sum(often for often, _ in found["picked_first"].values()) == 20
    assert sum(found["kinds"].values()) == pytest.approx(1)


def test_boards_are_those_of_the_edition() -> None:
    titles = {f"{board.title} {side}" for board in CATALOG.edition(2).boards for side in "AB"}
    found = wonders.measure(3, 20, seed=4, edition=2, threads=2)
    assert set(found["board"]) == titles
    assert sum(often for often, _ in found["board"].values()) == 60
    assert wins_in(found["board"]) == pytest.approx(20)


@pytest.mark.parametrize(("players", "edition"), [(2, 1), (3, 2), (7, 2)])
def test_cards_are_tried_in_the_sizes_and_editions_that_have_them(players: int, edition: int) -> None:
    found = card_values.measure(players, edition, 40, seed=4, threads=2)
    of_edition = CATALOG.edition(edition)
    decks = {card for age in (1, 2, 3) for card in of_edition.deck(age, max(3, players))}
    assert set(found) <= decks | set(of_edition.guilds)
    assert all(worth.tried > 0 and -1 <= worth.wins <= 1 for worth in found.values())
    assert found == card_values.measure(players, edition, 40, seed=4, threads=2)


def test_a_card_is_worth_more_than_its_coins_when_it_decides_the_game() -> None:
    """Palace in Age III gives 8 points at once, three coins give one: on average it must win."""
    found = card_values.measure(3, 2, 400, seed=1, threads=2)
    assert found["Palace"].points > 2


def test_two_measurements_join_to_one() -> None:
    first, second = Worth.of(100, 0.1, 0.5, 2.0, 8.0), Worth.of(300, 0.2, 0.4, 4.0, 9.0)
    both = first.joined(second)
    assert both.tried == 400
    assert both.wins == pytest.approx(0.175)
    assert both.points == pytest.approx(3.5)
    assert both.wins_half < min(first.wins_half, second.wins_half)
