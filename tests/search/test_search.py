"""Search with the judge outside: the same trees as inside, whoever answers, however many games and threads."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mirabilia
from mirabilia import batch, encoding, search
from mirabilia.engine.records import ints
from mirabilia.engine.rng import new_rng
from mirabilia.engine.running import ONLY_PLAIN as PLAIN
from mirabilia.errors import UnknownGame
from mirabilia.games.duel.bots import judgement as duel_judge
from mirabilia.games.duel.bots import simulate as duel_inside
from mirabilia.games.duel.bots.intuition import think
from mirabilia.games.duel.encoding.actions import action_of_code as duel_action
from mirabilia.games.duel.rules.options import options as duel_options
from mirabilia.games.duel.search import tree as duel_tree
from mirabilia.games.wonders.bots import judgement as wonders_judge
from mirabilia.games.wonders.bots import simulate as wonders_inside
from mirabilia.games.wonders.bots.policy import new_quick
from mirabilia.games.wonders.encoding.actions import action_of_code as wonders_action
from mirabilia.games.wonders.encoding.features import STANDING_ROOM
from mirabilia.games.wonders.rules.options import options as wonders_options
from mirabilia.games.wonders.search import tree as wonders_tree
from mirabilia.search.nodes import Node

SIMULATIONS = 10 if PLAIN else 150
NODES = 4096
ROOM = 512  # options of a seat, more than there can be


def played(name, seed, moves, players=None):
    """A game after some random moves, at a decision with several options."""
    game = mirabilia.new_game(name, seed=seed, players=players)
    chance = random.Random(seed)
    while len(game.moves) < moves or len(game.options(game.to_act[0])) == 1:
        seat = chance.choice(game.to_act)
        game.play(seat, chance.choice(game.options(seat)))
    return game


class DuelJudge:
    """The compiled network of Duel: asked from outside, and as the bots ask it."""

    def __init__(self):
        self.net, self.arrays = duel_judge.own_network(), duel_judge.buffers_for()
        self.codes, self.priors = ints(ROOM), np.zeros(ROOM)

    def answer(self, trees, asked):
        policy, values = np.zeros(asked.masks.shape), np.zeros(len(asked))
        for row, game in enumerate(asked.games.tolist()):
            states = trees.position(game)
            count = duel_options(states, 1, int(asked.seats[row]), self.codes)
            values[row] = duel_judge.judge(states, 1, self.net, self.arrays)
            think(states, 1, self.net, self.arrays, self.codes, count, False, self.priors)
            for k in range(count):
                policy[row, duel_action(states, 1, self.codes, count, k)] = self.priors[k]
        return policy, values

    def inside(self, position, seat, seed):
        searcher = duel_tree.new_searcher(NODES, new_rng(seed))
        searcher.states[0] = position[0]
        duel_tree.plant(searcher, 2, seat)
        explanation = duel_inside.new_explanation()
        duel_inside.simulate(searcher, self.net, self.arrays, explanation, seat, duel_tree.EXPLORATION, SIMULATIONS)
        return searcher


class WondersJudge:
    """The same for 7 Wonders: the network says who will win, the quick policy what is likely."""

    def __init__(self):
        self.net, self.arrays = wonders_judge.own_network(), wonders_judge.buffers_for()
        self.shares, self.standing = np.zeros(8), ints(STANDING_ROOM)
        self.quick = new_quick()
        self.room = wonders_tree.new_searcher(8, new_rng(0))

    def answer(self, trees, asked):
        policy, values = np.zeros(asked.masks.shape), np.zeros(len(asked))
        for row, game in enumerate(asked.games.tolist()):
            states, seat = trees.position(game), int(asked.seats[row])
            wonders_judge.share_wins(states[1], self.net, self.arrays, self.standing, self.shares)
            values[row] = self.shares[seat]
            codes, priors = self.room.buffer, self.room.priors
            count = wonders_options(states, 1, seat, codes)
            heat = wonders_inside.PRIOR_HEAT
            if asked.drawn[row]:
                mine = seat == self.seats[game]
                heat = wonders_inside.OWN_HEAT if mine else wonders_inside.HEAT
            wonders_inside.guess_shares(self.room, states[1], seat, self.quick, count, heat)
            for k in range(count):
                policy[row, wonders_action(states, 1, codes, count, k)] = priors[k]
        return policy, values

    def inside(self, position, seat, seed):
        searcher = wonders_tree.new_searcher(NODES, new_rng(seed))
        searcher.states[0] = position[0]
        wonders_tree.plant(searcher, int(wonders_tree.State.as_dict(position)["players"]), seat)
        mind = (self.net, self.arrays, wonders_inside.new_explanation())
        wonders_inside.simulate(searcher, *mind, self.quick, seat, wonders_tree.EXPLORATION, SIMULATIONS)
        return searcher


def tree_of(searcher):
    """All nodes in use, as plain numbers."""
    return [Node.as_dict(searcher.nodes, k) for k in range(int(searcher.tree[0]))]


@pytest.mark.parametrize(
    ("name", "players", "judge"), [("duel", 2, DuelJudge), ("wonders", 3, WondersJudge), ("wonders", 2, WondersJudge)]
)
def test_the_same_judge_grows_the_same_trees_inside_and_outside(name, players, judge):
    """Node by node, with visits, values and priors: a question asked of many games at once changes nothing."""
    games = [played(name, seed, moves * players, players) for seed, moves in enumerate((0, 5, 9, 14))]
    seats = [game.to_act[0] for game in games]
    seeds = np.arange(70, 70 + len(games))
    judge = judge()
    judge.seats = seats
    trees = search.make(name, len(games), players=players, nodes=NODES)
    trees.begin(games, SIMULATIONS, seats, seeds)
    positions = [wonders_tree.State.copy_of(trees.position(number)[0:1]) for number in range(len(games))]
    while len(asked := trees.collect()):
        trees.expand(*judge.answer(trees, asked))
    visits = trees.visits()
    kernels = trees._kernels
    for number, (game, seat) in enumerate(zip(games, seats, strict=True)):
        searcher = judge.inside(positions[number], seat, int(seeds[number]))
        outside = kernels.searcher_of(trees._searchers, number)
        assert tree_of(outside) == tree_of(searcher)
        assert list(outside.tally) == list(searcher.tally)
        assert int(searcher.tree[0]) > (10 if PLAIN else 60)
        assert visits[number].sum() == SIMULATIONS
        legal = encoding.legal_mask(game, seat).astype(bool)
        assert not visits[number][~legal].any()


def grown(trees, games, seed, answer, **how):
    """Visits after a search whose judge is a function of observations and masks."""
    trees.begin(games, 40, seeds=seed, **how)
    while len(asked := trees.collect()):
        trees.expand(*answer(asked))
    return trees.visits()


def opinion(asked):
    """Some opinion that depends on nothing but what a row shows."""
    weights = np.random.default_rng(5).random(asked.observations.shape[1])
    value = (asked.observations @ weights) % 1.0
    policy = asked.masks * (1.0 + np.arange(asked.masks.shape[1]) % 7)
    return policy, value


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 3), ("wonders", 7)])
def test_a_game_searches_alike_alone_and_in_company_with_any_number_of_threads(name, players):
    n = 70
    games = batch.make(name, n, players=players, seeds=3)
    for _ in range(6):
        games.step(games.legal().argmax(axis=1))
    seeds = np.arange(n)
    together = grown(search.make(name, n, players=players, nodes=500), games, seeds, opinion)
    threaded = grown(search.make(name, n, players=players, nodes=500, threads=2), games, seeds, opinion)
    assert np.array_equal(together, threaded)
    alone = search.make(name, 1, players=players, nodes=500)
    for row in (0, 33, n - 1):
        single = batch.from_games([games.game(row)])
        assert np.array_equal(grown(alone, single, seeds[row : row + 1], opinion)[0], together[row])


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 3), ("wonders", 2)])
def test_the_judge_sees_nothing_that_the_seat_could_not(name, players):
    """Two worlds that look alike to the searcher ask the same questions."""
    game = played(name, 5, 12 * players, players)
    seat = game.to_act[0]
    other = game.redealt(seat, 99)
    assert other.snapshot() != game.snapshot()
    trees = [search.make(name, 1, players=players) for _ in range(2)]
    for tree, world in zip(trees, (game, other), strict=True):
        tree.begin([world], 30, [seat], seeds=8)
    while True:
        first, second = (tree.collect() for tree in trees)
        assert all(np.array_equal(one, two) for one, two in zip(first, second, strict=True))
        if not len(first):
            break
        for tree, asked in zip(trees, (first, second), strict=True):
            tree.expand(*opinion(asked))


def test_a_search_follows_the_policy_and_the_values_it_is_told():
    games = batch.make("duel", 8, seeds=2)
    favourite = games.legal().argmax(axis=1)
    trees = search.make("duel", 8)

    def fond(asked):
        policy = np.full(asked.masks.shape, 0.01)
        policy[np.arange(len(asked)), favourite[asked.games]] = 1.0
        return policy, np.full(len(asked), 0.5)

    visits = grown(trees, games, 1, fond)
    assert np.array_equal(trees.best(), favourite)
    assert (visits[np.arange(8), favourite] > 20).all()

    start = trees.position(0)[0:1].copy()
    first = int(start["actor"][0])

    def hopeful(asked):
        """Whoever looks is sure to win: so it is good to leave the other without the move."""
        return asked.masks, (asked.seats == first).astype(float)

    means = np.zeros((8, trees.num_actions), np.float32)
    grown(trees, games, 1, hopeful)
    trees.visits(means)
    assert means.max() <= 1.0 and means[0].max() > 0.9


def test_questions_wait_for_their_answers_and_bad_answers_are_refused():
    games = batch.make("wonders", 3, players=4, seeds=2)
    trees = search.make("wonders", 3, players=4)
    trees.begin(games, 5, seeds=1)
    asked = trees.collect()
    again = trees.collect(floats=True)
    assert len(again) == len(asked) == 3
    assert again.observations.dtype == np.float32
    assert np.array_equal(asked.masks, games.legal())
    good = (asked.masks.astype(float), np.full(3, 0.5))
    for policy, value in (
        (good[0][:2], good[1]),
        (good[0], good[1][:2]),
        (-good[0], good[1]),
        (good[0] * np.nan, good[1]),
        (good[0], good[1] + 1),
        (good[0], good[1] * np.nan),
    ):
        with pytest.raises(ValueError, match=r"policy|value"):
            trees.expand(policy, value)
    trees.expand(*good)
    with pytest.raises(ValueError, match="policy must be 0 rows"):
        trees.expand(*good)
    assert trees.left.tolist() == [5, 5, 5]


def test_finished_games_and_forced_decisions_are_not_searched():
    games = batch.make("duel", 2, seeds=4, auto_reset=False)
    games.play_out(rows=[1], seeds=1)
    trees = search.make("duel", 2)
    trees.begin(games, 10, seeds=1)
    assert trees.left.tolist() == [10, 0]
    while len(asked := trees.collect()):
        assert set(asked.games.tolist()) == {0}
        trees.expand(asked.masks, np.full(len(asked), 0.5))
    assert trees.visits().sum(axis=1).tolist() == [10, 0]
    with pytest.raises(ValueError, match="owes no decision"):
        trees.begin(games, 10, seats=1 - games.actors().argmax(axis=1))
    forced = mirabilia.new_game("duel", seed=1)
    while len(forced.options(forced.to_act[0])) > 1:
        seat = forced.to_act[0]
        forced.play(seat, forced.options(seat)[0])
    one = search.make("duel", 1)
    one.begin([forced], 10)
    assert len(one.collect()) == 0
    assert one.best()[0] == encoding.legal_actions(forced, forced.to_act[0])[0]


def test_a_full_memory_only_stops_the_trees_from_growing():
    games = batch.make("wonders", 4, players=3, seeds=4)
    small = grown(search.make("wonders", 4, players=3, nodes=60), games, 1, opinion)
    assert (small.sum(axis=1) <= 40).all()


def test_options_that_make_no_sense_are_refused():
    for wrong in ({"n": 0}, {"nodes": 1}, {"threads": 0}, {"players": 9}, {"game": "chess"}):
        with pytest.raises(UnknownGame):
            search.make(**{"game": "wonders", "n": 2, "players": 3, **wrong})
    with pytest.raises(UnknownGame, match="this search is for 2 games of wonders with 3 seats"):
        search.make("wonders", 2, players=3).begin(batch.make("wonders", 3, players=3), 5)
