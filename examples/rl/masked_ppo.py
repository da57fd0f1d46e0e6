"""A stranger's algorithm learns Duel: masked PPO of Stable-Baselines3-contrib against one of our bots.

It needs torch, so it has an environment of its own and is no part of the tests:

    python -m venv ppo && ppo/bin/pip install 'mirabilia[rl]' sb3-contrib
    ppo/bin/python examples/rl/masked_ppo.py --opponent greedy --minutes 10

Every line it prints is a point of the learning curve: decisions so far, seconds, share of the last games won.
"""

from __future__ import annotations

import argparse
import collections
import time
from typing import Any

import gymnasium
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import DummyVecEnv


class Curve(BaseCallback):
    """Counts wins, prints the curve, and stops when the time is up."""

    def __init__(self, minutes: float, every: int = 500) -> None:
        super().__init__()
        self.until = time.monotonic() + 60 * minutes
        self.started = time.monotonic()
        self.last: collections.deque[float] = collections.deque(maxlen=every)
        self.every, self.games = every, 0

    def _on_step(self) -> bool:
        for reward, done in zip(self.locals["rewards"], self.locals["dones"], strict=True):
            if done:
                self.last.append(float(reward))
                self.games += 1
                if self.games % self.every == 0:
                    share = sum(self.last) / len(self.last)
                    print(f"{self.num_timesteps} {time.monotonic() - self.started:.0f} {share:.3f}", flush=True)
        return time.monotonic() < self.until


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--opponent", default="greedy")
    arguments.add_argument("--minutes", type=float, default=10.0)
    arguments.add_argument("--games", type=int, default=16, help="games at once")
    arguments.add_argument("--threads", type=int, default=1)
    chosen = arguments.parse_args()
    torch.set_num_threads(chosen.threads)

    def make() -> Any:
        return gymnasium.make("mirabilia/Duel-v0", opponent=chosen.opponent)

    model = MaskablePPO(
        "MlpPolicy",
        DummyVecEnv([make] * chosen.games),
        n_steps=256,
        batch_size=512,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.98,
        ent_coef=0.005,
        learning_rate=5e-4,
        policy_kwargs={"net_arch": [256, 128]},
        seed=1,
    )
    model.learn(10**9, callback=Curve(chosen.minutes))
    model.save("duel_ppo")


if __name__ == "__main__":
    main()
