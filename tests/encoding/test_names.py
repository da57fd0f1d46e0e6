"""Every column has a name, and the names say what the columns hold."""

from __future__ import annotations

import random
from collections import Counter

import pytest

import mirabilia
from mirabilia import encoding
from mirabilia.encoding.naming import Meaning, names_of
from mirabilia.games import KINDS

TABLES = [(name, players) for name, kind in KINDS.items() for players in kind.players]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_every_column_has_a_name_of_its_own(name: str, players: int) -> None:
    names = encoding.column_names(name, players)
    assert len(names) == len(set(names)) == encoding.observation_size(name, players)
    for part, columns in encoding.layout(name, players):
        assert {each.partition(":")[0] for each in names[columns]} == {part}


@pytest.mark.parametrize("name", KINDS)
def test_every_part_is_described(name: str) -> None:
    meaning_of = KINDS[name].encoding().meaning_of
    for part, columns in encoding.layout(name):
        own = part.rpartition(".")[2]
        meaning = meaning_of(part)
        assert meaning.words != own.replace("_", " ") or own in ("coins", "shields"), f"{part} is not described"
        assert columns.stop - columns.start == 1 or meaning.labels, f"the columns of {part} have no labels"


def positions(name: str, **options: int) -> list[tuple[mirabilia.Game, int]]:
    found = []
    for seed in range(3):
        game, chance = mirabilia.new_game(name, seed=seed, **options), random.Random(seed)
        while not game.over:
            seat = game.to_act[0]
            found.append((game.copy(), seat))
            game.play(seat, chance.choice(game.options(seat)))
    return found[::7]


def pairs(game: mirabilia.Game, seat: int) -> dict[str, int]:
    row = encoding.observe(game, seat)
    names = encoding.column_names(game.name, int(game.seats))
    return {column: int(number) for column, number in zip(names, row, strict=True) if number}


def under(part: str, seen: dict[str, int]) -> dict[str, int]:
    """The columns of a part by label."""
    return {name.partition(":")[2]: number for name, number in seen.items() if name.startswith(part + ":")}


def test_the_names_of_duel_are_true() -> None:
    for game, seat in positions("duel"):
        view, seen = game.view(seat), pairs(game, seat)
        mine, theirs = view["cities"][seat], view["cities"][1 - seat]
        assert f"phase:{view['phase']}" in seen and seen["my_turn"] == 1
        assert under("coins", seen) == {
            side: coins for side, coins in (("mine", mine["coins"]), ("theirs", theirs["coins"])) if coins
        }
        assert set(under("cards_mine", seen)) == set(mine["cards"])
        assert set(under("cards_theirs", seen)) == set(theirs["cards"])
        assert set(under("tokens_mine", seen)) == set(mine["tokens"])
        assert set(under("wonders_built_theirs", seen)) == {one["name"] for one in theirs["wonders"] if one["built"]}
        assert under("symbols_mine", seen) == mine["symbols"]
        assert under("goods_mine", seen) == {good: n for good, n in mine["goods"].items() if n}
        ahead = view["pawn"] * (1 if seat == 0 else -1)
        assert under("pawn", seen) == {f"{ahead:+}" if ahead else "0": 1}
        assert set(under("open", seen)) == {slot["card"] for slot in view["layout"] if slot["open"]}
        by_slot = {label.partition(":")[0]: label.partition(":")[2].split("/") for label in under("slot_card", seen)}
        for slot in view["layout"]:
            assert slot["card"] is None or slot["card"] in by_slot[str(slot["slot"])]


@pytest.mark.parametrize("players", [2, 3, 5])
def test_the_names_of_wonders_are_true(players: int) -> None:
    for game, seat in positions("wonders", players=players):
        view, seen = game.view(seat), pairs(game, seat)
        own = view["cities"][seat]
        assert f"phase:{view['phase']}" in seen and seen[f"players:{players}"] == 1
        assert seen[f"turn:{view['turn']}"] == 1 and seen.get("seat", 0) == seat
        if view.get("hand"):
            assert under("hand", seen) == Counter(view["hand"])
        assert set(under("own.cards", seen)) == set(own["cards"])
        assert under("own.board", seen) == {f"{own['board']} {own['side']}": 1}
        assert under("own.symbols", seen) == {name: n for name, n in own["symbols"].items() if n}
        assert seen.get("own.coins", 0) == own["coins"] and seen.get("own.shields", 0) == own["shields"]


def test_a_label_too_few_is_noticed() -> None:
    with pytest.raises(ValueError, match="hand has 3 columns and 2 labels"):
        names_of("hand", 3, Meaning("cards", ("a", "b")))
