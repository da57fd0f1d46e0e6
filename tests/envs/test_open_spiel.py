"""OpenSpiel's own simulations and algorithms on our games; chances, information states, resampling, playthroughs."""

from __future__ import annotations

import random
from collections import Counter

import numpy as np
import pyspiel
import pytest
from open_spiel.python.algorithms import mcts
from open_spiel.python.observation import make_observation

from envs import playthroughs
from mirabilia import encoding, envs
from open_spiel_play import forward

GAMES = [
    "mirabilia_duel",
    "mirabilia_duel(first_game_wonders=True)",
    "mirabilia_wonders(players=3)",
    "mirabilia_wonders(players=2)",
    "mirabilia_wonders_turns(players=3)",
    "mirabilia_wonders_turns(players=5,boards=A)",
]


@pytest.fixture(autouse=True, scope="module")
def registered() -> None:
    envs.register_open_spiel()
    envs.register_open_spiel()  # a second time does no harm


@pytest.mark.parametrize("name", GAMES)
def test_random_sim(name: str) -> None:
    pyspiel.random_sim_test(pyspiel.load_game(name), num_sims=1, serialize=True, verbose=False, mask_test=True)


@pytest.mark.slow
@pytest.mark.parametrize("players", range(2, 8))
@pytest.mark.parametrize("form", ["mirabilia_wonders", "mirabilia_wonders_turns"])
def test_random_sim_of_every_size(form: str, players: int) -> None:
    game = pyspiel.load_game(f"{form}(players={players})")
    pyspiel.random_sim_test(game, num_sims=2, serialize=True, verbose=False, mask_test=True)


@pytest.mark.parametrize("name", GAMES[2:4])
def test_openspiels_own_turns(name: str) -> None:
    """OpenSpiel's way to make turns of simultaneous moves works on ours, too."""
    game = pyspiel.convert_to_turn_based(pyspiel.load_game(name))
    state = game.new_initial_state()
    dice = random.Random(1)
    while not state.is_terminal():
        forward(state, dice)
    assert sum(state.returns()) == pytest.approx(0)


@pytest.mark.parametrize("name", GAMES)
def test_tensors_and_strings(name: str) -> None:
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    dice = random.Random(7)
    steps = 0
    while not state.is_terminal():
        if steps % 7 == 0 and not state.is_chance_node():
            for player in range(game.num_players()):
                tensor = state.observation_tensor(player)
                assert len(tensor) == game.observation_tensor_size()
                assert len(state.information_state_tensor(player)) == game.information_state_tensor_size()
                row = state.course.seen[player]
                kind = "duel" if "duel" in name else "wonders"
                floats = row * encoding.factors(kind, game.num_players())
                assert sum(tensor) - 1 == pytest.approx(float(floats.sum()), rel=1e-4)
                assert state.observation_string(player) in state.information_state_string(player)
        forward(state, dice)
        steps += 1


def test_public_and_private_parts() -> None:
    game = pyspiel.load_game("mirabilia_wonders(players=3)")
    nobodys, own = pyspiel.PrivateInfoType.NONE, pyspiel.PrivateInfoType.SINGLE_PLAYER
    open_ = pyspiel.IIGObservationType(public_info=True, perfect_recall=False, private_info=nobodys)
    secret = pyspiel.IIGObservationType(public_info=False, perfect_recall=False, private_info=own)
    public, private = make_observation(game, open_), make_observation(game, secret)
    state = game.new_initial_state()
    dice = random.Random(3)
    while state.is_chance_node():
        forward(state, dice)
    public.set_from(state, 0)
    private.set_from(state, 0)
    assert set(public.dict) == {"player", "public"} and set(private.dict) == {"player", "private"}
    assert private.dict["private"].sum() > 0 and "hand" not in public.string_from(state, 0).replace("hand_size", "")


def test_chances_are_those_of_a_shuffled_deal() -> None:
    """Cards turned up first in Age III: a guild as often as three of twenty cards are guilds."""
    from mirabilia.games.wonders.envs.chance import WondersDealer

    dealer = WondersDealer(3)
    for _ in range(3):
        outcomes = dealer.outcomes()
        assert sum(chance for _, chance in outcomes) == pytest.approx(1)
        dealer.settle(outcomes[0][0])
    dealer.want_hands(2)
    chances = dict(dealer.outcomes())
    guilds = [number for number in chances if encoding_cards()[number].color == "purple"]
    assert len(guilds) == 10
    assert sum(chances[card] for card in guilds) == pytest.approx(5 / 21)
    assert len({round(chances[card], 9) for card in guilds}) == 1


def encoding_cards():
    from mirabilia.games.wonders.catalog import wonders_catalog

    return wonders_catalog().kinds


@pytest.mark.parametrize("name", GAMES)
def test_resampling_keeps_the_information_state(name: str) -> None:
    game = pyspiel.load_game(name)
    dice = random.Random(5)
    differ = compared = 0
    for _ in range(2):
        state = game.new_initial_state()
        while not state.is_terminal():
            forward(state, dice)
            if state.is_terminal() or state.is_chance_node() or dice.random() > 0.06:
                continue
            player = dice.randrange(game.num_players())
            other = state.resample_from_infostate(player, dice.random)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.information_state_tensor(player) == state.information_state_tensor(player)
            assert other.current_player() == state.current_player()
            if state.current_player() == player:
                assert other.legal_actions() == state.legal_actions()
            differ += other.history() != state.history()
            compared += 1
    assert compared and (differ or "duel" in name)


def test_choices_before_a_resolve_are_hidden_in_turns() -> None:
    game = pyspiel.load_game("mirabilia_wonders_turns(players=3)")
    state = game.new_initial_state()
    dice = random.Random(1)
    while state.is_chance_node():
        forward(state, dice)
    seen = set()
    for action in state.legal_actions():
        child = state.child(action)
        assert child.current_player() == 1
        seen.add(child.information_state_string(1))
    assert len(seen) == 1


def test_clones_are_independent() -> None:
    game = pyspiel.load_game("mirabilia_duel")
    state = game.new_initial_state()
    dice = random.Random(2)
    for _ in range(60):
        forward(state, dice)
    twin = state.clone()
    before = (str(state), state.legal_actions())
    while not twin.is_terminal():
        forward(twin, dice)
    assert (str(state), state.legal_actions()) == before
    again = game.deserialize_state(state.serialize())
    assert str(again) == str(state)


def test_openspiels_mcts_plays_duel() -> None:
    """OpenSpiel's own search against a random player, few simulations: it finishes games by the rules."""
    game = pyspiel.load_game("mirabilia_duel(first_game_wonders=True)")
    rng = np.random.RandomState(1)
    bot = mcts.MCTSBot(game, 1.4, 6, mcts.RandomRolloutEvaluator(1, rng), random_state=rng)
    state = game.new_initial_state()
    dice = random.Random(1)
    thought = 0
    while not state.is_terminal():
        if not state.is_chance_node() and state.current_player() == 0 and thought < 3:
            state.apply_action(bot.step(state))
            thought += 1
        else:
            forward(state, dice)
    assert thought == 3 and sorted(state.returns()) == [-1, 1]


def test_every_ending_is_paid() -> None:
    game = pyspiel.load_game("mirabilia_duel")
    paid = Counter()
    for seed in range(6):
        state, dice = game.new_initial_state(), random.Random(seed)
        while not state.is_terminal():
            forward(state, dice)
        paid[tuple(state.returns())] += 1
    assert set(paid) <= {(1.0, -1.0), (-1.0, 1.0), (0.0, 0.0)}


@pytest.mark.parametrize("bad", ["mirabilia_wonders(players=8)", "mirabilia_wonders(boards=C)"])
def test_bad_parameters(bad: str) -> None:
    with pytest.raises(Exception, match=r"players|boards"):
        pyspiel.load_game(bad)


@pytest.mark.parametrize("file", sorted(playthroughs.GAMES))
def test_golden_playthroughs(file: str) -> None:
    """If a change is meant, `python tests/envs/playthroughs.py` writes them anew."""
    golden = (playthroughs.FOLDER / f"{file}.txt").read_text(encoding="utf-8")
    assert playthroughs.playthrough(playthroughs.GAMES[file]) == golden


def test_states_and_observations_can_be_read() -> None:
    state = pyspiel.load_game("mirabilia_wonders(players=3)").new_initial_state()
    dice = random.Random(3)
    while state.is_chance_node():
        state.apply_action(dice.choice([outcome for outcome, _ in state.chance_outcomes()]))
    said = dict(line.split(": ", 1) for line in state.observation_string(1).splitlines() if ": " in line)
    assert said["phase"] == "choose" and said["age"] == "I" and said["own.hand_size"] == "7"
    held = said["hand"].split(", ")
    options = {state.action_to_string(1, action) for action in state.legal_actions(1)}
    assert all(any(f"discard {card.rstrip(' 2')}" in option for option in options) for card in held)
    text = str(state)
    assert "waiting for player 0, 1, 2" in text and "own.board: " in text and "hand: " not in text
