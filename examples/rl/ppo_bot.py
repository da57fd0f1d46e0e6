"""A policy that learned on our observations, as a bot: NumPy alone, for the arena, the benchmark and any table.

    mirabilia benchmark run py:examples/rl/ppo_bot.py:Policy --task duel --out ppo.json

It plays what `masked_ppo.py` wrote: `ppo-duel.npz` or `ppo-wonders.npz` in the folder PPO_FOLDER (else the current
one). A policy is for the table size it was trained at: 7 Wonders with three players.
"""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from functools import cache
from pathlib import Path

import numpy as np

from mirabilia import encoding
from mirabilia.bots import Answer, Bot, BotError, Limits


@cache
def layers_of(game: str) -> list[tuple[np.ndarray, np.ndarray]]:
    """The layers of the policy of a game."""
    with np.load(Path(os.environ.get("PPO_FOLDER", "")) / f"ppo-{game}.npz") as kept:
        if str(kept["layout"]) != encoding.layout_hash(game):
            raise BotError("the policy was trained with another encoding; train it again")
        count = sum(name.startswith("weight") for name in kept.files)
        return [(kept[f"weight{number}"].T, kept[f"bias{number}"]) for number in range(count)]


class Policy(Bot):
    """Plays the likeliest legal action."""

    name = "ppo"

    def decide(self, view: Mapping, options: Sequence, limits: Limits) -> Answer:
        """The answer to a question with at least two options."""
        layers = layers_of(view["game"])
        row = encoding.observe_view(view, np.float32)
        for weight, bias in layers[:-1]:
            row = np.maximum(row @ weight + bias, 0)
        worth = row @ layers[-1][0] + layers[-1][1]
        return Answer(max(options, key=lambda option: worth[encoding.action_of(option)]))
