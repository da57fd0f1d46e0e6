"""Gymnasium's checker on our environments; seeds, masks, bots, the vector environment."""

from __future__ import annotations

import subprocess
import sys
import warnings

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env

import mirabilia.envs
from mirabilia.envs.vector import MirabiliaVector
from mirabilia.errors import IllegalMove, MirabiliaError

IDS = [("mirabilia/Duel-v0", {}), ("mirabilia/Wonders-v0", {"players": 3}), ("mirabilia/Wonders-v0", {"players": 2})]


@pytest.mark.parametrize(("name", "options"), IDS)
def test_check_env(name: str, options: dict) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        env = gymnasium.make(name, opponent="random", **options)
        check_env(env.unwrapped, skip_render_check=True)


def play(env, seed: int, steps: int = 200) -> list:
    dice = np.random.default_rng(seed)
    seen, info = env.reset(seed=seed)
    told = [seen.tobytes(), info["seat"]]
    for _ in range(steps):
        action = dice.choice(np.flatnonzero(info["action_mask"]))
        assert env.unwrapped.action_masks()[action]
        seen, reward, ended, cut, info = env.step(action)
        told += [seen.tobytes(), reward, ended]
        assert not cut
        if ended:
            return [*told, info["kind"], info["winners"]]
    raise AssertionError("the game did not end")


@pytest.mark.parametrize(("name", "options"), IDS)
@pytest.mark.parametrize("opponent", ["random", "easy"])
def test_equal_seeds_give_equal_games(name: str, options: dict, opponent: str) -> None:
    one, two = (gymnasium.make(name, opponent=opponent, **options) for _ in range(2))
    assert play(one, 5) == play(two, 5)
    assert play(one, 5) != play(two, 6)


def test_each_seat_its_bot() -> None:
    env = gymnasium.make("mirabilia/Wonders-v0", players=3, opponent=["random", "easy"], seat=1)
    assert play(env, 3)[-2] == "civilian"
    assert env.unwrapped.seat == 1


def test_render() -> None:
    env = gymnasium.make("mirabilia/Duel-v0", opponent="random", render_mode="rgb_array")
    env.reset(seed=1)
    assert env.render().dtype == np.uint8
    text = gymnasium.make("mirabilia/Duel-v0", opponent="random", render_mode="ansi")
    text.reset(seed=1)
    assert "Wonders to choose from" in text.render()


@pytest.mark.parametrize(
    "options", [{"opponent": "nobody"}, {"opponent": ["easy", "easy"]}, {"seat": 2}, {"seat": "left"}, {"reward": "x"}]
)
def test_bad_options(options: dict) -> None:
    with pytest.raises(MirabiliaError):
        gymnasium.make("mirabilia/Duel-v0", **options)


def test_an_illegal_action_is_lost_or_refused() -> None:
    env = gymnasium.make("mirabilia/Duel-v0", opponent="random", seat=0)
    env.reset(seed=1)
    wrong = int(np.flatnonzero(~env.unwrapped.action_masks())[0])
    _, reward, ended, _, info = env.step(wrong)
    assert (reward, ended, info["kind"]) == (0.0, True, "illegal")
    strict = gymnasium.make("mirabilia/Duel-v0", opponent="random", seat=0, illegal="error")
    strict.reset(seed=1)
    with pytest.raises(IllegalMove):
        strict.step(wrong)


@pytest.mark.parametrize(("name", "options"), IDS)
def test_vector(name: str, options: dict) -> None:
    def run(threads: int) -> tuple[list, int]:
        env = gymnasium.make_vec(name, num_envs=33, threads=threads, **options)
        seen, infos = env.reset(seed=3)
        assert env.observation_space.contains(seen)
        dice = np.random.default_rng(0)
        told, ended = [], 0
        for _ in range(70):
            masks = infos["action_mask"]
            assert masks.any(axis=1).all() and np.array_equal(masks, env.unwrapped.action_masks())
            seen, rewards, done, cut, infos = env.step((masks * dice.random(masks.shape)).argmax(axis=1))
            told.append((seen.tobytes(), rewards.tobytes(), done.tobytes()))
            ended += int(done.sum())
            assert not cut.any() and not rewards[~done].any()
            if done.any():
                assert infos["final_obs"].shape == seen.shape
                assert (infos["kind"][done] >= 0).all()
        return told, ended

    told, ended = run(1)
    assert ended > 33
    assert run(2)[0] == told


def test_vector_against_bots() -> None:
    env = gymnasium.make_vec("mirabilia/Duel-v0", num_envs=2, opponent="easy", seat=0)
    _, infos = env.reset(seed=1)
    games = 0
    for _ in range(60):
        _, _, done, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        games += int(done.sum())
    assert games >= 2


def test_bots_in_a_vector_see_the_games_of_its_rows() -> None:
    """Games are played along beside the rows: what bots are shown is what the rows hold, also after a lost one."""
    env = gymnasium.make_vec("mirabilia/Wonders-v0", num_envs=3, opponent="greedy", players=3).unwrapped
    _, infos = env.reset(seed=2)
    dice = np.random.default_rng(1)
    ended = 0
    for step in range(45):
        actions = (infos["action_mask"] * dice.random(infos["action_mask"].shape)).argmax(axis=1)
        if step == 5:
            actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
        _, _, done, _, infos = env.step(actions)
        ended += int(done.sum())
        for row in range(3):
            assert env._games[row] == env.batch.game(row)
    assert ended >= 4


def test_a_function_as_opponent_decides_for_all_games() -> None:
    asked = []

    def last(seen, masks):
        assert len(seen) == len(masks) and masks.any(axis=1).all()
        assert seen.shape[1] == env.batch.observation_size
        asked.append(len(seen))
        return masks.shape[1] - 1 - masks[:, ::-1].argmax(axis=1)

    env = MirabiliaVector("duel", 20, opponent=last, seat=0)
    _, infos = env.reset(seed=1)
    games = 0
    for _ in range(60):
        _, _, done, _, infos = env.step(infos["action_mask"].argmax(axis=1))
        games += int(done.sum())
    assert games >= 20 and max(asked) > 5 and env.action_masks().shape == (20, env.batch.num_actions)


def test_illegal_actions_in_a_vector() -> None:
    env = gymnasium.make_vec("mirabilia/Duel-v0", num_envs=3)
    _, infos = env.reset(seed=1)
    actions = infos["action_mask"].argmax(axis=1)
    actions[1] = int(np.flatnonzero(infos["action_mask"][1] == 0)[0])
    _, rewards, done, _, infos = env.step(actions)
    assert done.tolist() == [False, True, False] and rewards[1] == 0
    assert mirabilia.batch.KINDS[infos["kind"][1]] == "illegal"


def test_a_fresh_program_finds_the_environments_by_their_module() -> None:
    """Gymnasium 1.x asks no entry points of packages; the module before the colon is its way to load one."""
    code = "import gymnasium; print(gymnasium.make('mirabilia:mirabilia/Duel-v0', opponent='random').unwrapped)"
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0 and "MirabiliaEnv" in ran.stdout, ran.stderr
