"""PettingZoo's own suites on our environments, and what they do not look at: secrets, rewards, illegal actions."""

from __future__ import annotations

import random

import numpy as np
import pytest
from pettingzoo.test import (
    api_test,
    parallel_api_test,
    parallel_seed_test,
    render_test,
    seed_test,
    state_test,
)

from mirabilia import encoding, envs
from mirabilia.errors import IllegalMove, MirabiliaError

TABLES = [("duel", None), ("wonders", 2), ("wonders", 3), ("wonders", 7)]


# What the suites say of every environment with masks: a dict is no Box, and who owes nothing has no legal action.
pytestmark = [
    pytest.mark.filterwarnings("error::UserWarning"),
    pytest.mark.filterwarnings("ignore:Observation space for each agent probably should be.*"),
    pytest.mark.filterwarnings("ignore:Action mask numpy array is all zeros.*"),
    pytest.mark.filterwarnings("ignore:Observation is not a NumPy array.*"),
]


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_api(game: str, players: int | None) -> None:
    api_test(envs.aec(game, players=players), num_cycles=60, verbose_progress=False)


@pytest.mark.parametrize(("game", "players"), TABLES)
def test_parallel_api(game: str, players: int | None) -> None:
    parallel_api_test(envs.parallel(game, players=players), num_cycles=60)


@pytest.mark.parametrize(("game", "players"), TABLES[:3])
def test_seeds(game: str, players: int | None) -> None:
    seed_test(lambda: envs.aec(game, players=players), num_cycles=30)
    parallel_seed_test(lambda: envs.parallel(game, players=players), num_cycles=30)


@pytest.mark.parametrize(("game", "players"), TABLES[:3])
def test_render(game: str, players: int | None, capsys: pytest.CaptureFixture[str]) -> None:
    render_test(lambda render_mode: envs.aec(game, players=players, render_mode=render_mode))
    assert "Player 0" in capsys.readouterr().out


@pytest.mark.parametrize(("game", "players"), TABLES[:3])
def test_state(game: str, players: int | None) -> None:
    state_test(envs.aec(game, players=players), envs.parallel(game, players=players))


@pytest.mark.parametrize("reward", ["share", "zero_sum", "points", "margin"])
@pytest.mark.parametrize(("game", "players"), TABLES[:3])
def test_a_whole_game(game: str, players: int | None, reward: str) -> None:
    env = envs.aec(game, players=players, reward=reward, dtype="uint8")
    env.reset(seed=11)
    dice = random.Random(1)
    total = dict.fromkeys(env.possible_agents, 0.0)
    for agent in env.agent_iter():
        seen, gained, ended, cut, _ = env.last()
        total[agent] += gained
        assert not cut
        if ended:
            env.step(None)
            continue
        seat = env.seat_of(agent)
        assert seen["observation"].tobytes() == encoding.observe(env.table.game, seat).tobytes()
        legal = np.flatnonzero(seen["action_mask"]).tolist()
        assert legal == encoding.legal_actions(env.table.game, seat)
        env.step(dice.choice(legal))
    result = env.table.game.result
    points = [score["total"] for score in result.scores]
    if reward == "points":
        assert list(total.values()) == points
    elif reward == "margin":
        assert total["player_0"] == points[0] - max(points[1:])
    elif reward == "share":
        assert sum(total.values()) == pytest.approx(1)
        assert all((total[f"player_{seat}"] > 0) == (seat in result.winners) for seat in range(len(points)))
    else:
        assert sum(total.values()) == pytest.approx(0)


def test_choices_stay_hidden_until_all_are_made() -> None:
    """What the second seat sees does not depend on what the first one chose."""
    seen = []
    for pick in (0, -1):
        env = envs.aec("wonders", players=3)
        env.reset(seed=4)
        env.step(int(np.flatnonzero(env.observe("player_0")["action_mask"])[pick]))
        assert env.agent_selection == "player_1"
        seen.append(env.observe("player_1")["observation"].tobytes())
    assert seen[0] == seen[1]


def test_all_decide_at_once() -> None:
    env = envs.parallel("wonders", players=4)
    seen, _ = env.reset(seed=2)
    dice = random.Random(2)
    steps = 0
    while env.agents:
        actions = {a: dice.choice(np.flatnonzero(seen[a]["action_mask"]).tolist()) for a in env.agents}
        seen, rewards, ended, cut, infos = env.step(actions)
        steps += 1
    assert 18 <= steps <= 24 and all(ended.values()) and not any(cut.values())
    assert sum(rewards.values()) == pytest.approx(1) and infos["player_0"]["kind"] == "civilian"


def test_who_owes_nothing_waits() -> None:
    env = envs.parallel("duel")
    seen, _ = env.reset(seed=1)
    masks = [seen[agent]["action_mask"] for agent in env.agents]
    assert sorted(int(mask[-1]) for mask in masks) == [0, 1]
    waiting = next(mask for mask in masks if mask[-1])
    assert waiting.sum() == 1


def test_illegal_actions() -> None:
    for bad in (-1, 10**6, None):
        env = envs.aec("wonders", players=3)
        env.reset(seed=1)
        env.step(bad)
        assert all(env.terminations.values()) and env.rewards == {"player_0": 0.0, "player_1": 0.5, "player_2": 0.5}
        strict = envs.aec("wonders", players=3, illegal="error")
        strict.reset(seed=1)
        with pytest.raises(IllegalMove):
            strict.step(bad)
        assert strict.agent_selection == "player_0" and not any(strict.terminations.values())


def test_pictures_have_one_size() -> None:
    env = envs.aec("duel", render_mode="rgb_array")
    env.reset(seed=1)
    shapes = set()
    while not env.table.over:
        env.step(int(np.flatnonzero(env.observe(env.agent_selection)["action_mask"])[0]))
        picture = env.render()
        shapes.add(picture.shape)
        assert picture.std() > 5
    assert len(shapes) == 1


@pytest.mark.parametrize(
    "options",
    [
        {"game": "chess"},
        {"game": "wonders", "players": 8},
        {"game": "duel", "players": 3},
        {"game": "duel", "reward": "gold"},
        {"game": "duel", "illegal": "ignore"},
        {"game": "duel", "dtype": "int64"},
        {"game": "duel", "render_mode": "vr"},
        {"game": "duel", "boards": "A"},
        {"game": "wonders", "boards": "C"},
    ],
)
def test_bad_options(options: dict) -> None:
    for make in (envs.aec, envs.parallel):
        with pytest.raises(MirabiliaError):
            make(**options)
