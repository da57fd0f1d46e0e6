"""Golden playthroughs: a whole game of OpenSpiel, step by step, as text. Run this file to write them anew.

Each line is one step: who decides, what, and what the players have seen after it (a fingerprint of each one's
observations and actions). A change of rules, numbering, columns or chance shows as a difference.
"""

from __future__ import annotations

import random
from pathlib import Path

import pyspiel

FOLDER = Path(__file__).parents[1] / "golden" / "open_spiel"
GAMES = {
    "duel": "mirabilia_duel",
    "wonders_2": "mirabilia_wonders(players=2)",
    "wonders_3": "mirabilia_wonders(players=3)",
    "wonders_turns_4": "mirabilia_wonders_turns(players=4)",
}


def shortly(state: pyspiel.State) -> str:
    """How far a state is, and the fingerprints: the first and the last line of its text."""
    lines = str(state).splitlines()
    return f"{lines[0].partition(';')[0]}, {lines[-1]}"


def playthrough(name: str, seed: int = 20261116) -> str:
    """A random game from a seed, as text."""
    dice = random.Random(seed)
    game = pyspiel.load_game(name)
    state = game.new_initial_state()
    lines = [str(game), f"actions {game.num_distinct_actions()}, observation {game.observation_tensor_size()}"]
    while not state.is_terminal():
        player = state.current_player()
        if state.is_chance_node():
            outcomes, chances = zip(*state.chance_outcomes(), strict=True)
            action = dice.choices(outcomes, chances)[0]
            lines.append(f"chance {action} of {len(outcomes)}: {state.action_to_string(player, action)}")
            state.apply_action(action)
        elif state.is_simultaneous_node():
            actions = [dice.choice(state.legal_actions(seat)) for seat in range(state.num_players())]
            said = ", ".join(state.action_to_string(seat, action) for seat, action in enumerate(actions))
            state.apply_actions(actions)
            lines.append(f"all {actions}: {said} | {shortly(state)}")
        else:
            legal = state.legal_actions()
            action = dice.choice(legal)
            said = state.action_to_string(player, action)
            state.apply_action(action)
            lines.append(f"player {player} {action} of {len(legal)}: {said} | {shortly(state)}")
    return "\n".join([*lines, f"returns {state.returns()}", ""])


if __name__ == "__main__":
    from mirabilia.envs import register_open_spiel

    register_open_spiel()
    FOLDER.mkdir(parents=True, exist_ok=True)
    for file, name in GAMES.items():
        (FOLDER / f"{file}.txt").write_text(playthrough(name), encoding="utf-8")
