"""Observations: what a seat may know and nothing else, and all of it that the view tells about hands."""

from __future__ import annotations

import itertools
import random
from collections import Counter

import numpy as np
import pytest

import mirabilia
from mirabilia import encoding
from mirabilia.errors import IllegalMove, MirabiliaError

TABLES = [("duel", 2), ("wonders", 2), ("wonders", 3), ("wonders", 4), ("wonders", 7)]


def new_game(name: str, players: int, seed: int):
    return mirabilia.new_game(name, seed=seed, **({"players": players} if name == "wonders" else {}))


def same_to(game, seat: int, seed: int):
    """A game that differs from this one only in what the seat may not know, unrevealed choices of others too."""
    other = game.redealt(seat, seed)
    dice = random.Random(seed)
    if game.name == "wonders":  # redealing withdraws the choices of others: they choose something else instead
        for one in game.seats:
            while one in other.to_act and one not in game.to_act:
                other.play(one, dice.choice(other.options(one)))
    assert other.to_act == game.to_act
    return other


def check_secrecy(name: str, players: int, positions: int, first_seed: int) -> None:
    different = checked = 0
    seed = first_seed
    while checked < positions:
        seed += 1
        game = new_game(name, players, seed)
        dice = random.Random(seed)
        while not game.over and checked < positions:
            actor = dice.choice(game.to_act)
            game.play(actor, dice.choice(game.options(actor)))
            if game.over or dice.random() < 0.6:
                continue
            checked += 1
            seat = dice.randrange(players)
            other = same_to(game, seat, seed)
            assert encoding.observe(game, seat).tobytes() == encoding.observe(other, seat).tobytes()
            assert encoding.sparse(game, seat).tolist() == encoding.sparse(other, seat).tolist()
            assert encoding.legal_actions(game, seat) == encoding.legal_actions(other, seat)
            different += game.snapshot() != other.snapshot() or game.deal != other.deal
    assert different > positions // 2  # the two games really were two


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_no_secret_is_in_an_observation(name: str, players: int) -> None:
    check_secrecy(name, players, 60 if players > 2 else 150, 100)


def test_nobody_learns_which_of_two_equal_cards_was_revived() -> None:
    """In this game a seat's own discard and an equal card of somebody else lie on the pile when one is revived."""
    check_secrecy("wonders", 4, 25, 10_081)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players"), [*TABLES, ("wonders", 5), ("wonders", 6)])
def test_no_secret_is_in_an_observation_of_thousands(name: str, players: int) -> None:
    check_secrecy(name, players, 20_000 if name == "duel" else -(-20_000 // 6), 10_000)


def part(row: np.ndarray, columns: dict[str, slice], name: str) -> np.ndarray:
    return row[columns[name]]


@pytest.mark.parametrize("players", [2, 3, 5, 7])
def test_hands_are_known_as_the_view_knows_them(players: int) -> None:
    names = [card.name for card in mirabilia.games.wonders.catalog.wonders_catalog().kinds]
    columns = dict(encoding.layout("wonders", players))
    seen = 0
    for seed in range(3):
        game = new_game("wonders", players, seed)
        dice = random.Random(seed)
        while not game.over:
            for seat in game.seats:
                row = encoding.observe(game, seat)
                view = game.view(seat)

                def cards(name: str, row: np.ndarray = row) -> Counter:
                    return Counter({names[k]: int(n) for k, n in enumerate(part(row, columns, name)) if n})

                assert cards("hand") == Counter(view["hand"])
                assert row[columns["discard_size"]][0] == view["discard"]["size"]
                if view["discard"]["cards"] is not None:
                    assert cards("discard_known") == Counter(view["discard"]["cards"])
                for hand in view["hands"]:
                    block = block_of(players, seat, hand["seat"])
                    assert row[columns[f"{block}.hand_size"]][0] == hand["size"]
                    assert row[columns[f"{block}.hand_seen"]][0] == (hand["among"] is not None)
                    assert cards(f"{block}.hand_among") == Counter(hand["among"] or [])
                    assert row[columns[f"{block}.hand_gone"]][0] == hand["gone"]
                    assert row[columns[f"{block}.hand_drawn"]][0] == hand["drawn"]
                    among = Counter(hand["among"] or [])
                    certain = Counter({card: n - hand["gone"] for card, n in among.items() if n > hand["gone"]})
                    assert cards(f"{block}.hand_certain") == certain
                    seen += bool(among)
            actor = dice.choice(game.to_act)
            game.play(actor, dice.choice(game.options(actor)))
    assert seen > 20


def block_of(players: int, seat: int, other: int) -> str:
    if players == 2:  # the ring is seat 0, Free City, seat 1
        return "left" if seat == 0 else "right"
    steps = (other - seat) % players
    return "left" if steps == players - 1 else "right" if steps == 1 else f"other{steps - 1}"


def test_duel_cities_and_layout() -> None:
    catalog = mirabilia.games.duel.catalog.duel_catalog()
    names = [card.name for card in catalog.cards]
    columns = dict(encoding.layout("duel"))
    game = mirabilia.new_game("duel", seed=3)
    dice = random.Random(3)
    while not game.over:
        snapshot = game.snapshot()
        for seat in game.seats:
            row = encoding.observe(game, seat)
            for side, city in (("mine", seat), ("theirs", 1 - seat)):
                held = [names[k] for k in np.flatnonzero(row[columns[f"cards_{side}"]])]
                assert sorted(held) == sorted(snapshot["cities"][city]["cards"])
            assert row[columns["coins"]].tolist() == [snapshot["coins"][seat], snapshot["coins"][1 - seat]]
            pawn = int(np.flatnonzero(row[columns["pawn"]])[0]) - 9
            assert pawn == snapshot["pawn"] * (1 if seat == 0 else -1)
            taken = {option.get("card") for option in game.options(seat) if option.action == "discard"}
            if taken:
                assert taken == {names[k] for k in np.flatnonzero(row[columns["open"]])}
        actor = game.to_act[0]
        game.play(actor, dice.choice(game.options(actor)))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_layout_covers_the_row_once(name: str, players: int) -> None:
    parts = encoding.layout(name, players)
    assert parts[0][1].start == 0
    for (_, before), (_, after) in itertools.pairwise(parts):
        assert before.stop == after.start
    size = encoding.observation_size(name, players)
    assert parts[-1][1].stop == size == len(encoding.private_columns(name, players))
    assert len({name for name, _ in parts}) == len(parts)
    assert parts == encoding.layout(name)[: len(parts)]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_public_columns_are_the_same_for_what_all_know(name: str, players: int) -> None:
    """Public columns stay equal when only a seat's own secrets change: its hand, its choice, its knowledge."""
    public = ~encoding.private_columns(name, players)
    for seed in range(8):
        game = new_game(name, players, seed)
        dice = random.Random(seed)
        while not game.over:
            actor = dice.choice(game.to_act)
            game.play(actor, dice.choice(game.options(actor)))
            if not game.over and dice.random() < 0.1:
                seat = dice.randrange(players)
                another = (seat + 1) % players
                other = same_to(game, another, seed)  # to seat this one may look different, but not in public
                mine, theirs = encoding.observe(game, seat), encoding.observe(other, seat)
                assert mine[public].tobytes() == theirs[public].tobytes()


def test_floats_are_scaled_bytes() -> None:
    game = mirabilia.new_game("duel", seed=1)
    size = encoding.observation_size("duel")
    out = np.ones(size, np.float32)
    assert encoding.observe(game, 0, out) is out
    assert np.allclose(out / encoding.factors("duel"), encoding.observe(game, 0), atol=1e-5)


def test_refusals() -> None:
    game = mirabilia.new_game("wonders", players=3, seed=1)
    with pytest.raises(IllegalMove):
        encoding.observe(game, 3)
    with pytest.raises(ValueError, match="uint8 or float32"):
        encoding.observe(game, 0, np.zeros(3, np.uint8))
    for players in (1, 8, True, "3"):
        with pytest.raises(MirabiliaError):
            encoding.layout("wonders", players)  # type: ignore[arg-type]
    with pytest.raises(MirabiliaError):
        encoding.layout("chess")
