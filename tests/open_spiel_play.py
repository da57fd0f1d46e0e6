"""Going on at random in any game of OpenSpiel: chance, simultaneous decisions, and one after the other."""

from __future__ import annotations

import random


def forward(state, dice: random.Random):
    """One step at random."""
    if state.is_chance_node():
        outcomes, chances = zip(*state.chance_outcomes(), strict=True)
        state.apply_action(dice.choices(outcomes, chances)[0])
    elif state.is_simultaneous_node():
        state.apply_actions([dice.choice(state.legal_actions(p) or [0]) for p in range(state.num_players())])
    else:
        state.apply_action(dice.choice(state.legal_actions()))
