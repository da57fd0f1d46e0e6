"""What a decision costs in the environments, in calls of Python functions: the same number on every machine."""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from types import FrameType

import pyspiel
import pytest

from mirabilia import envs
from mirabilia.engine import running

pytestmark = pytest.mark.skipif(running.running().way != running.CORE, reason="plain functions call each other")
envs.register_open_spiel()

Play = Callable[[], Iterator[None]]


def calls_per_decision(play: Play) -> float:
    """Python functions called for a decision of a game, when a game was played before."""
    for _ in play():
        pass
    calls = 0

    def count(frame: FrameType, event: str, argument: object) -> None:
        nonlocal calls
        calls += event == "call"

    former = sys.getprofile()
    sys.setprofile(count)
    try:
        decisions = sum(1 for _ in play())
    finally:
        sys.setprofile(former)
    return calls / decisions


def aec(game: str, players: int) -> Play:
    env, dice = envs.aec(game, players=players), random.Random(1)

    def play() -> Iterator[None]:
        env.reset(seed=1)
        for _ in env.agent_iter():
            seen, _, ended, _, _ = env.last()
            env.step(None if ended else int(dice.choice(seen["action_mask"].nonzero()[0])))
            if not ended:
                yield

    return play


def open_spiel(name: str) -> Play:
    game, dice = pyspiel.load_game(name), random.Random(1)

    def play() -> Iterator[None]:
        state = game.new_initial_state()
        while not state.is_terminal():
            if state.is_chance_node():
                state.apply_action(dice.choice(state.chance_outcomes())[0])
                continue
            state.apply_action(dice.choice(state.legal_actions()))
            yield

    return play


@pytest.mark.parametrize(("game", "players"), [("duel", 2), ("wonders", 3), ("wonders", 7)])
def test_decisions_of_pettingzoo_are_cheap(game: str, players: int) -> None:
    assert calls_per_decision(aec(game, players)) < 80


@pytest.mark.parametrize("name", ["mirabilia_duel", "mirabilia_wonders_turns(players=3)"])
def test_decisions_of_open_spiel_are_cheap(name: str) -> None:
    assert calls_per_decision(open_spiel(name)) < 120
