"""Pairing: the same deal for every rotation, every bot in every seat equally often, seeds from numbers alone."""

from __future__ import annotations

from collections import Counter

import pytest

from mirabilia.arena.schedule import Schedule, Waiting, derived
from mirabilia.arena.settings import Entrant, Settings


def schedule(game: str, players: int, bots: int, mode: str = "round-robin", seed: int = 0) -> Schedule:
    entrants = [Entrant(f"b{number}", "random") for number in range(bots)]
    return Schedule(Settings(game=game, players=players, entrants=entrants, mode=mode, seed=seed).checked())


def test_duel_pairs_exchange_seats_on_one_deal() -> None:
    s = schedule("duel", 2, 2)
    first, second = s.plan(0), s.plan(1)
    assert (first.seats, second.seats) == ((0, 1), (1, 0))
    assert first.deal == second.deal == 0
    assert first.group == second.group
    assert s.plan(2).deal == 1


def test_round_robin_of_duel_plays_all_pairs_on_the_same_deals() -> None:
    s = schedule("duel", 2, 4)
    assert len(s.lineups) == 6
    plans = [s.plan(index) for index in range(s.total(2))]
    assert len(plans) == 12
    assert {plan.deal for plan in plans} == {0}
    assert Counter(frozenset(plan.seats) for plan in plans) == {frozenset(pair): 2 for pair in s.lineups}


@pytest.mark.parametrize("players", range(2, 8))
def test_wonders_tables_play_all_rotations(players: int) -> None:
    s = schedule("wonders", players, players)
    plans = [s.plan(index) for index in range(players)]
    assert len({plan.deal for plan in plans}) == 1
    for seat in range(players):
        assert sorted(plan.seats[seat] for plan in plans) == list(range(players))


@pytest.mark.parametrize("players", [2, 3, 7])
def test_a_gauntlet_has_the_challenger_alone_in_every_seat(players: int) -> None:
    s = schedule("wonders", players, 3, "gauntlet")
    assert len(s.lineups) == 2
    for lineup in range(2):
        plans = [s.plan(lineup * players + turn) for turn in range(players)]
        assert sorted(plan.seats.index(0) for plan in plans) == list(range(players))
        assert all(plan.seats.count(lineup + 1) == players - 1 for plan in plans)


def test_few_bots_at_a_big_table_meet_both_ways() -> None:
    s = schedule("wonders", 4, 2)
    assert s.lineups == [(0, 1, 1, 1), (1, 0, 0, 0)]


def test_many_bots_at_a_small_table_sit_in_all_choices() -> None:
    assert len(schedule("wonders", 3, 5).lineups) == 10


def test_games_are_rounded_up_to_whole_deals() -> None:
    assert schedule("duel", 2, 2).total(5) == 6
    assert schedule("wonders", 3, 2, "gauntlet").total(1) == 3
    assert schedule("duel", 2, 3).total(2) == 6


def test_a_longer_match_begins_like_a_shorter_one() -> None:
    s = schedule("duel", 2, 3)
    assert [s.plan(index) for index in range(s.total(2))] == [s.plan(index) for index in range(s.total(8))][
        : s.total(2)
    ]


def test_seeds_depend_on_match_deal_game_and_seat_only() -> None:
    one, same, other = schedule("duel", 2, 2), schedule("duel", 2, 3), schedule("duel", 2, 2, seed=1)
    assert one.deal_seed(5) == same.deal_seed(5) != other.deal_seed(5)
    seeds = {one.bot_seed(index, seat) for index in range(100) for seat in range(2)}
    assert len(seeds) == 200
    assert all(0 <= seed < 2**53 for seed in seeds)
    assert derived(1, "x") == derived(1, "x") != derived(1, "y")


def test_more_games_than_memory_holds_are_never_listed() -> None:
    waiting = Waiting(10**30, {0, 2, 5})
    assert waiting.count == 10**30 - 3
    assert [waiting.take() for _ in range(4)] == [1, 3, 4, 6]
    waiting.give_back(3)
    assert [waiting.take() for _ in range(2)] == [3, 7]
    assert list(Waiting(4, {1, 9})) == [0, 2, 3]
