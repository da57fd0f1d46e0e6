"""Measuring how fair the games are: everybody is counted once, and wins add up."""

from __future__ import annotations

import pytest

from mirabilia.games.duel.train import balance as duel
from mirabilia.games.wonders.train import balance as wonders

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
