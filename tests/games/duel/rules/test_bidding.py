"""Bidding for the first turn of Duel: rulings 62 to 64, and that nothing changes where nobody asks for it."""

from __future__ import annotations

import random
from typing import Any

import pytest

import mirabilia
from mirabilia import batch, encoding
from mirabilia.bots import make_bot
from mirabilia.errors import BadDeal, BadOption, IllegalMove, MirabiliaError
from mirabilia.study import analyse

ruling = pytest.mark.ruling


def bidding(seed: int = 7, **options: Any) -> mirabilia.Game:
    return mirabilia.new_game("duel", seed=seed, bidding=True, **options)


def texts(game: mirabilia.Game) -> list[str]:
    (seat,) = game.to_act
    return [option.text for option in game.options(seat)]


def finished(game: mirabilia.Game, seed: int = 0) -> mirabilia.Game:
    chance = random.Random(seed)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, chance.choice(game.options(seat)))
    return game


@ruling(62)
@pytest.mark.parametrize("seed", range(6))
def test_the_table_is_laid_out_and_the_seat_drawn_by_lot_must_bid(seed: int) -> None:
    game, usual = bidding(seed), mirabilia.new_game("duel", seed=seed)
    first = usual.deal["first_player"]
    assert game.deal == {**usual.deal, "bidding": True}
    assert (game.to_act, game.view(None)["phase"], game.view(0)["bid"]) == ((first,), "bid", None)
    assert texts(game) == [f"bid {coins}" for coins in range(8)]
    assert game.view(None)["draft"] == usual.view(None)["draft"]
    assert bidding(seed, first_game_wonders=True).view(None)["layout"]


@ruling(63)
def test_bids_rise_until_a_seat_passes_or_has_no_more() -> None:
    game = bidding()
    first = game.to_act[0]
    game.play(first, "bid 2")
    assert game.view(None)["bid"] == {"seat": first, "coins": 2}
    assert (game.to_act, texts(game)) == ((1 - first,), [*(f"bid {coins}" for coins in range(3, 8)), "pass"])
    with pytest.raises(IllegalMove):
        game.play(1 - first, "bid 2")
    game.play(1 - first, {"action": "bid", "coins": 7})
    assert texts(game) == ["pass"]


@ruling(64)
@pytest.mark.parametrize("coins", [0, 3, 7])
@pytest.mark.parametrize("raised", [False, True])
def test_who_passes_keeps_its_coins_and_the_other_pays_and_is_first(coins: int, raised: bool) -> None:
    game = bidding()
    opener = game.to_act[0]
    first, other = opener, 1 - opener
    if raised and coins:
        game.play(opener, "bid 0")
        first, other = other, first
    game.play(first, f"bid {coins}")
    events = [event.as_dict() for event in game.play(other, "pass")]
    paid = {"event": "paid", "city": first, "to": None, "coins": coins, "why": "bid", "thing": None, "token": None}
    assert events[0] == {"event": "passed", "city": other}
    assert [{**paid, **event} for event in events[1:]] == ([paid] if coins else [])
    view = game.view(None)
    assert (view["phase"], view["first_player"], game.to_act) == ("draft", first, (first,))
    assert (view["coins"][first], view["coins"][other]) == (7 - coins, 7) and "bid" not in view
    while game.view(None)["phase"] == "draft":
        game.play(game.to_act[0], game.options(game.to_act[0])[0])
    assert game.to_act == (first,)


def test_nothing_of_it_shows_where_nobody_asks_for_it() -> None:
    game = mirabilia.new_game("duel", seed=7, bidding=False)
    assert game == mirabilia.new_game("duel", seed=7)
    assert "bidding" not in game.deal and "bidding" not in game.record().dumps()
    assert "bid" not in game.view(0) and "bid" not in game.snapshot()


@pytest.mark.parametrize("value", [1, "yes", [], 0])
def test_anything_but_true_and_false_is_refused(value: Any) -> None:
    with pytest.raises(BadOption, match="bidding must be true or false"):
        mirabilia.new_game("duel", bidding=value)
    with pytest.raises(BadDeal, match="bidding"):
        mirabilia.from_deal({**mirabilia.new_game("duel", seed=1).deal, "bidding": value})
    with pytest.raises(MirabiliaError, match="bidding"):
        mirabilia.new_game("wonders", bidding=True)


def test_records_copies_and_undo_know_the_bids() -> None:
    game = bidding()
    first = game.to_act[0]
    for seat, move in ((first, "bid 1"), (1 - first, "bid 4"), (first, "pass")):
        game.play(seat, move)
    assert game.copy() == game
    assert game.undo() == (first, "pass")
    assert game.view(first)["bid"] == {"seat": 1 - first, "coins": 4}
    twin = game.redealt(first, seed=3)
    assert twin.view(first) == game.view(first) and twin.options(first) == game.options(first)
    game.play(first, "pass")
    record = finished(game).record(name="bids")
    text = record.dumps()
    assert "  bidding yes\n" in text and "bid 4\n" in text
    assert mirabilia.read_record(text).verify().result == game.result
    assert [step.view(None)["phase"] for step in record.steps()][:4] == ["bid", "bid", "bid", "draft"]


@pytest.mark.parametrize("name", ["random", "greedy", "novice", "easy", "normal", "hard", "expert-general"])
def test_bots_bid_and_never_more_than_the_first_turn_is_worth(name: str) -> None:
    prices = []
    for seed in range(4):
        game = bidding(seed)
        bots = [make_bot(name, seed=seed * 2 + seat) for seat in game.seats]
        while game.view(None)["phase"] == "bid":
            seat = game.to_act[0]
            answer = bots[seat].think(game.view(seat), game.options(seat))
            assert answer == bots[seat].think(game.view(seat), game.options(seat))
            game.play(seat, answer.option)
        prices.append(7 - game.view(None)["coins"][game.view(None)["first_player"]])
    if name not in ("random", "novice"):
        assert all(4 <= price <= 6 for price in prices), prices


def test_a_bid_is_judged_like_any_decision() -> None:
    game = bidding(3)
    first = game.to_act[0]
    game.play(first, "bid 7")
    game.play(1 - first, "pass")
    found = analyse(finished(game).record(), simulations=10)
    opening, passing = found.moments[:2]
    assert (opening.played, opening.age, opening.best[0].move) == ("bid 7", 0, "bid 0")
    assert opening.loss == pytest.approx(0.641 - 0.424, abs=0.001) and opening.label == "blunder"
    assert (passing.played, passing.options, passing.loss) == ("pass", 1, 0)


def test_what_works_in_numbers_refuses_it_by_name() -> None:
    game = bidding()
    with pytest.raises(IllegalMove, match="bid"):
        encoding.action_of(game.options(game.to_act[0])[0])
    with pytest.raises((MirabiliaError, TypeError), match="bidding"):
        batch.make("duel", 2, bidding=True)
