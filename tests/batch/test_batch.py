"""Batches: every row is a game of the rules, whatever the number of threads; results, refusals, copies, redeals."""

from __future__ import annotations

import random

import numpy as np
import pytest

import mirabilia
from mirabilia import batch, encoding
from mirabilia.errors import BadArray, IllegalMove, MirabiliaError

TABLES = [("duel", 2), ("wonders", 2), ("wonders", 3), ("wonders", 5), ("wonders", 7)]


def make(name: str, players: int, n: int, **options):
    return batch.make(name, n, **({"players": players} if name == "wonders" else {}), **options)


def random_actions(masks: np.ndarray, dice: np.random.Generator) -> np.ndarray:
    """A random legal action for each row; 0 where there is none."""
    return (masks * dice.random(masks.shape)).argmax(axis=1)


def run(games: batch.Batch, steps: int, seed: int = 0):
    """Steps by random actions, with all that was told: (masks, observations, rewards, done, kinds, scores)."""
    dice = np.random.default_rng(seed)
    told = []
    for _ in range(steps):
        masks, seen = games.legal(), games.observe()
        step = games.step(random_actions(masks, dice))
        told.append([masks, seen, *(array.copy() for array in step)])
    return told


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_rows_are_games_of_the_rules(name: str, players: int) -> None:
    games = make(name, players, 5, seeds=3)
    dice = random.Random(4)
    twins = [games.game(row) for row in range(games.n)]
    finished = 0
    for _ in range(190 if name == "duel" else 60 * players):
        actors, masks, seen = games.actors(), games.legal(), games.observe()
        floats = games.observe(np.zeros(seen.shape, np.float32))
        assert np.allclose(floats, seen * encoding.factors(name, players))
        actions = []
        for row, twin in enumerate(twins):
            seat = twin.to_act[0]
            assert np.flatnonzero(actors[row]).tolist() == list(twin.to_act)
            assert np.flatnonzero(masks[row]).tolist() == encoding.legal_actions(twin, seat)
            assert seen[row].tobytes() == encoding.observe(twin, seat).tobytes()
            action = dice.choice(encoding.legal_actions(twin, seat))
            twin.play(seat, encoding.option_of(twin, seat, action))
            actions.append(action)
        step = games.step(np.array(actions))
        for row, twin in enumerate(twins):
            assert step.done[row] == twin.over
            if twin.over:
                finished += 1
                result = twin.result
                share = 1 / len(result.winners)
                wanted = [share if seat in result.winners else 0 for seat in twin.seats]
                assert np.allclose(step.rewards[row], wanted)
                assert batch.KINDS[step.kind[row]] == result.kind
                scores = [dict(zip(games.categories, map(int, row_), strict=True)) for row_ in step.scores[row]]
                assert scores == result.scores
                twins[row] = games.game(row)  # the next game has begun
            else:
                assert not step.rewards[row].any() and step.kind[row] == -1
    assert finished >= 5


@pytest.mark.parametrize(("name", "players"), [("duel", 2), ("wonders", 3), ("wonders", 2)])
def test_threads_change_nothing(name: str, players: int) -> None:
    one = run(make(name, players, 130, seeds=9), 25)
    for threads in (2, 3):
        several = run(make(name, players, 130, seeds=9, threads=threads), 25)
        for mine, theirs in zip(one, several, strict=True):
            assert all(np.array_equal(a, b) for a, b in zip(mine, theirs, strict=True))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_features_are_those_of_single_games(name: str, players: int) -> None:
    games = make(name, players, 6, seeds=2)
    for _ in range(25):
        games.step(games.legal().argmax(axis=1))
    rows, many = games.sparse()
    seats = games.actors().argmax(axis=1)
    sizes = encoding.sparse_layout(name)
    assert sizes[-1][1].stop == encoding.sparse_size(name) and sizes[0][1].start == 0
    for row in range(games.n):
        there = encoding.sparse(games.game(row), int(seats[row]))
        assert rows[row, : many[row]].tolist() == there.tolist()
        assert (rows[row, many[row] :] == -1).all() and 20 < many[row] < encoding.sparse_most(name)
        assert len(set(there.tolist())) == many[row] and there.max() < encoding.sparse_size(name)
    if name == "duel":
        assert encoding.sparse(games.game(0), 1 - int(seats[0])).tolist() == []


@pytest.mark.parametrize("players", [2, 3, 7])
def test_all_seats_at_once(players: int) -> None:
    """A joint step is the same as the decisions of its seats one after the other."""
    joint, single = (make("wonders", players, 3, seeds=2) for _ in range(2))
    dice = np.random.default_rng(1)
    for _ in range(24):
        actors = joint.actors()
        actions = np.zeros((3, players), np.int64)
        for seat in range(players):
            actions[:, seat] = random_actions(joint.legal(seats=seat), dice)
        joint.step(actions)
        for seat in range(players):
            for row in np.flatnonzero(actors[:, seat]):
                # the other rows wait: give them a batch of their own
                game = single.game(row)
                game.play(seat, encoding.option_of(game, seat, int(actions[row, seat])))
                if not game.over:
                    single.from_games([game], rows=[row])
                else:
                    single.from_games([joint.game(row)], rows=[row])
        assert np.array_equal(joint.observe(seats=0), single.observe(seats=0))


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_an_illegal_action_changes_nothing(name: str, players: int) -> None:
    games = make(name, players, 6, seeds=5)
    run(games, 20)
    dice = np.random.default_rng(1)
    masks, before = games.legal(), [games.game(row).record().dumps() for row in range(6)]
    actions = random_actions(masks, dice)
    wrong = int(np.flatnonzero(masks[4] == 0)[0])
    for bad in (wrong, -1, games.num_actions, 10**6):
        actions[4] = bad
        with pytest.raises(IllegalMove) as caught:
            games.step(actions)
        assert caught.value.args_of["row"] == 4 if hasattr(caught.value, "args_of") else "row 4" in str(caught.value)
        assert [games.game(row).record().dumps() for row in range(6)] == before
        assert np.array_equal(games.legal(), masks)


def test_an_illegal_action_may_lose_the_row() -> None:
    games = batch.make("wonders", 3, players=4, seeds=1, illegal="lose", auto_reset=False)
    actions = random_actions(games.legal(), np.random.default_rng(1))
    actions[1] = -5
    step = games.step(actions)
    assert step.done.tolist() == [False, True, False] and batch.KINDS[step.kind[1]] == "illegal"
    assert np.allclose(step.rewards[1], [0, 1 / 3, 1 / 3, 1 / 3])
    assert not games.actors()[1].any() and games.actors()[0].any()
    again = games.step(random_actions(games.legal(), np.random.default_rng(1)))
    assert not again.done[1] and not again.rewards[1].any()


def test_without_auto_reset_finished_games_wait() -> None:
    games = batch.make("duel", 4, seeds=1, auto_reset=False)
    ends = np.zeros(4, int)
    for _ in range(150):
        step = games.step(random_actions(games.legal(), np.random.default_rng(0)))
        ends += step.done
    assert ends.tolist() == [1, 1, 1, 1] and not games.actors().any() and not games.legal().any()
    assert all(games.game(row).over for row in range(4))
    games.reset(seeds=[1, 2], rows=[1, 3])
    assert games.actors().any(axis=1).tolist() == [False, True, False, True]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_records_replay(name: str, players: int) -> None:
    games = make(name, players, 3, seeds=8, auto_reset=False)
    step = games.play_out(seeds=1)
    assert step.done.all()
    for row in range(3):
        record = mirabilia.read_record(games.record(row).dumps())
        result = record.verify().result
        assert result is not None and result.scores[0]["total"] == step.scores[row, 0, -1]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_games_come_and_go(name: str, players: int) -> None:
    dice = random.Random(1)
    friendly = []
    for seed in range(4):
        game = mirabilia.new_game(name, seed=seed, **({"players": players} if name == "wonders" else {}))
        for _ in range(dice.randrange(10, 60)):
            if not game.over:
                seat = dice.choice(game.to_act)
                game.play(seat, dice.choice(game.options(seat)))
        friendly.append(game)
    games = batch.from_games(friendly)
    for row, game in enumerate(friendly):
        back = games.game(row)
        assert back.moves == game.moves and back.snapshot() == game.snapshot() and back.to_act == game.to_act
        assert [back.view(seat) for seat in back.seats] == [game.view(seat) for seat in game.seats]


@pytest.mark.parametrize(("name", "players"), TABLES)
def test_redeal_keeps_what_a_seat_knows(name: str, players: int) -> None:
    games = make(name, players, 8, seeds=4, auto_reset=False)
    run(games, 33)
    dice = np.random.default_rng(2)
    seats = dice.integers(players, size=8)
    before = games.observe(seats=seats)
    public = ~encoding.private_columns(name, players)
    old = [games.game(row) for row in range(8)]
    games.redeal(None, seats, seeds=5)
    after = games.observe(seats=seats)
    if name == "duel":
        assert np.array_equal(before, after)
    else:  # choices that were not yet revealed are withdrawn, which shows
        own = [i for i, (part, _) in enumerate(encoding.layout(name, players)) if part in ("hand", "discard_known")]
        for i in own:
            columns = encoding.layout(name, players)[i][1]
            assert np.array_equal(before[:, columns], after[:, columns])
    assert public.any()
    different = 0
    for row in range(8):
        game = games.game(row)  # replays every decision in the new world
        assert game.view(int(seats[row]))["you"] == seats[row]
        different += game.deal != old[row].deal
        games.record(row).verify()
    assert different or all(game.over for game in old)


def test_copies_part_company() -> None:
    games = batch.make("duel", 4, seeds=4)
    run(games, 30)
    games.copy_rows([0, 0], [2, 3])
    assert games.game(2).record().dumps() == games.game(0).record().dumps() == games.game(3).record().dumps()
    masks = games.legal()
    assert np.array_equal(masks[0], masks[3])
    actions = random_actions(masks, np.random.default_rng(0))
    actions[3] = np.flatnonzero(masks[3])[-1]
    games.step(actions)
    assert games.game(3).moves[:-1] == games.game(0).moves[: len(games.game(3).moves) - 1]


def test_deals_and_options() -> None:
    deals = [mirabilia.new_game("wonders", players=3, seed=seed).deal for seed in range(3)]
    games = batch.make("wonders", 3, players=3)
    games.reset(deals=deals)
    assert [games.game(row).deal for row in range(3)] == deals
    boards = [["Gizah", "B"], ["Rhodos", "A"], ["Babylon", "B"]]
    chosen = batch.make("wonders", 2, boards=boards, seeds=1)
    assert chosen.game(0).deal["boards"] == boards
    assert {side for _, side in batch.make("wonders", 1, players=7, boards="B").game(0).deal["boards"]} == {"B"}
    two = batch.make("wonders", 40, players=2, boards=boards[:2], seeds=1)
    free = {two.game(row).deal["free_city"][0] for row in range(40)}
    assert len(free) == 5 and not free & {"Gizah", "Rhodos"}
    given = batch.make("duel", 2, first_game_wonders=True, seeds=1)
    assert given.game(0).deal == mirabilia.from_deal(given.game(0).deal).deal
    assert "draft" in given.game(1).deal and given.game(1).snapshot()["cities"][0]["wonders"]


@pytest.mark.parametrize(("reward", "check"), [("zero_sum", 0.0), ("margin", 0.0)])
def test_rewards_of_two_sum_to_zero(reward: str, check: float) -> None:
    games = batch.make("duel", 8, seeds=1, reward=reward, auto_reset=False)
    step = games.play_out(seeds=2)
    assert np.allclose(step.rewards.sum(axis=1), check)
    if reward == "margin":
        totals = step.scores[:, :, -1]
        assert np.allclose(step.rewards[:, 0], totals[:, 0] - totals[:, 1])


def test_points_as_rewards() -> None:
    games = batch.make("wonders", 4, players=5, seeds=1, reward="points", auto_reset=False)
    step = games.play_out(seeds=2)
    assert np.array_equal(step.rewards, step.scores[:, :, -1].astype(np.float32))
    zero = batch.make("wonders", 4, players=5, seeds=1, reward="zero_sum", auto_reset=False).play_out(seeds=2)
    assert np.allclose(zero.rewards.sum(axis=1), 0, atol=1e-6) and zero.rewards.max() == 1


@pytest.mark.parametrize(
    "options",
    [
        {"game": "chess"},
        {"n": 0},
        {"n": "many"},
        {"players": 3},
        {"threads": 0},
        {"threads": 1.5},
        {"auto_reset": 1},
        {"reward": "gold"},
        {"illegal": "ignore"},
        {"boards": "A"},
        {"game": "wonders", "players": 8},
        {"game": "wonders", "players": 1},
        {"game": "wonders", "boards": "C"},
        {"game": "wonders", "boards": [["Rhodos", "A"]]},
        {"game": "wonders", "first_game_wonders": True},
    ],
)
def test_bad_options_are_refused(options: dict) -> None:
    with pytest.raises(MirabiliaError) as caught:
        batch.make(**{"game": "duel", "n": 2, **options})
    assert str(caught.value)


def test_bad_arrays_are_refused() -> None:
    games = batch.make("duel", 4, seeds=1)
    for bad in ([0, 1], [0.5] * 4, np.zeros((4, 3), int)):
        with pytest.raises(ValueError, match="actions"):
            games.step(bad)
    with pytest.raises(ValueError, match="shape"):
        games.legal(np.zeros((4, 3), np.uint8))
    with pytest.raises(ValueError, match="shape"):
        games.observe(np.zeros((4, games.observation_size), np.float64))
    with pytest.raises(ValueError, match="contiguous"):
        games.observe(np.zeros((games.observation_size, 4), np.uint8).T)
    with pytest.raises(BadArray):
        games.observe(seats=2)
    with pytest.raises(BadArray):
        games.game(4)
    with pytest.raises(ValueError, match="seeds"):
        games.reset(seeds=[1, 2])
    with pytest.raises(ValueError, match="not both"):
        games.reset(seeds=1, deals=[])
    with pytest.raises(MirabiliaError):
        games.from_games([mirabilia.new_game("wonders", seed=1)] * 4)
