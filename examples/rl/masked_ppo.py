"""A stranger's algorithm learns our games: masked PPO of Stable-Baselines3-contrib, against itself and one of our bots.

It needs torch, so it has an environment of its own and is no part of the tests:

    python -m venv ppo && ppo/bin/pip install 'mirabilia[rl]' sb3-contrib
    ppo/bin/python examples/rl/masked_ppo.py duel --opponent greedy --minutes 15 --curve curve.csv

Some of its games are against itself, which are quick, the others against the bot. A line of the curve is: decisions so
far, seconds of processor time, share of the last 500 games against the bot that were won while exploring. At the end
it plays 1,000 games against the bot without exploring.
"""

from __future__ import annotations

import argparse
import collections
import time
from pathlib import Path
from typing import Any

import numpy as np
import torch
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.vec_env import VecEnv

from mirabilia import batch, encoding
from mirabilia.envs.vector import MirabiliaVector


class Games(VecEnv):
    """Our vector environments, one after the other, as Stable-Baselines3 wants them."""

    def __init__(self, parts: list[MirabiliaVector]) -> None:
        self.parts = parts
        self.ends = np.cumsum([part.num_envs for part in parts])
        super().__init__(int(self.ends[-1]), parts[0].single_observation_space, parts[0].single_action_space)

    def reset(self) -> Any:
        return np.concatenate([part.reset(seed=place)[0] for place, part in enumerate(self.parts)])

    def step_async(self, actions: Any) -> None:
        self.actions = np.split(actions, self.ends[:-1])

    def step_wait(self) -> Any:
        seen, rewards, done, infos_kept = [], [], [], []
        for part, actions in zip(self.parts, self.actions, strict=True):
            rows, shares, ended, _, infos = part.step(actions)
            seen.append(rows)
            done.append(ended)
            rewards.append(reward_of(shares, ended, infos, part.seats))
            infos_kept += [{"terminal_observation": infos["final_obs"][k], "share": shares[k]} if end else {}
                     for k, end in enumerate(ended)]  # fmt: skip
        return np.concatenate(seen), np.concatenate(rewards), np.concatenate(done), infos_kept

    def env_method(self, method_name: str, *args: Any, indices: Any = None, **kwargs: Any) -> Any:
        return np.concatenate([getattr(part, method_name)(*args, **kwargs) for part in self.parts])

    def get_attr(self, attr_name: str, indices: Any = None) -> list[Any]:
        return [getattr(part, attr_name) for part in self.parts]

    def set_attr(self, attr_name: str, value: Any, indices: Any = None) -> None:
        raise NotImplementedError

    def env_is_wrapped(self, wrapper_class: Any, indices: Any = None) -> list[bool]:
        return [False] * self.num_envs

    def close(self) -> None:
        for part in self.parts:
            part.close()


def reward_of(shares: Any, ended: Any, infos: dict[str, Any], seats: Any) -> Any:
    """1 for a win and -1 for a defeat, and up to a half more for how clear it was."""
    rewards = np.zeros(len(shares), np.float32)
    for k in np.flatnonzero(ended):
        points, won = infos["scores"][k, :, -1].astype(float), 2 * shares[k] - 1
        by = (points[seats[k]] - np.delete(points, seats[k]).max()) / 40
        clear = np.clip(by, -0.5, 0.5) if batch.KINDS[infos["kind"][k]] == "civilian" else won / 2
        rewards[k] = won + clear
    return rewards


class Curve(BaseCallback):
    """Counts wins against the bot, writes the curve, and stops when the time is up."""

    def __init__(self, minutes: float, bots_from: int, curve: Path | None) -> None:
        super().__init__()
        self.started = time.process_time()
        self.until = self.started + 60 * minutes
        self.last: collections.deque[float] = collections.deque(maxlen=500)
        self.bots_from, self.curve, self.games = bots_from, curve, 0
        if curve:
            curve.write_text("decisions,cpu_seconds,share\n")

    def _on_step(self) -> bool:
        for info in self.locals["infos"][self.bots_from :]:
            if "share" in info:
                self.last.append(float(info["share"]))
                self.games += 1
                if self.games % 500 == 0:
                    share = sum(self.last) / len(self.last)
                    line = f"{self.num_timesteps},{time.process_time() - self.started:.0f},{share:.3f}"
                    print(line, flush=True)
                    if self.curve:
                        with self.curve.open("a") as file:
                            file.write(line + "\n")
        return time.process_time() < self.until


def measured(model: MaskablePPO, game: str, opponent: str, games: int) -> float:
    """The share of games won against a bot without exploring, seats drawn by lot."""
    env = MirabiliaVector(game, 100, opponent=opponent)
    seen, infos = env.reset(seed=77)
    shares: list[float] = []
    while len(shares) < games:
        actions, _ = model.predict(seen, action_masks=infos["action_mask"], deterministic=True)
        seen, rewards, done, _, infos = env.step(actions)
        shares += rewards[done].tolist()
    return float(np.mean(shares))


def save(model: MaskablePPO, game: str, file: Path) -> None:
    """The policy as plain arrays: the layers of its network, and for which encoding it was trained."""
    layers = [
        part for part in (*model.policy.mlp_extractor.policy_net, model.policy.action_net) if hasattr(part, "weight")
    ]
    arrays = {}
    for number, layer in enumerate(layers):
        arrays[f"weight{number}"] = layer.weight.detach().cpu().numpy().astype(np.float32)
        arrays[f"bias{number}"] = layer.bias.detach().cpu().numpy().astype(np.float32)
    np.savez_compressed(file, game=game, layout=encoding.layout_hash(game), **arrays)


def main() -> None:
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("game", choices=("duel", "wonders"), nargs="?", default="duel")
    arguments.add_argument("--opponent", default="greedy")
    arguments.add_argument("--minutes", type=float, default=15.0, help="of processor time")
    arguments.add_argument("--own-games", type=int, default=96, help="games at once against itself")
    arguments.add_argument("--bot-games", type=int, default=32, help="games at once against the bot")
    arguments.add_argument("--threads", type=int, default=1)
    arguments.add_argument("--curve", type=Path)
    arguments.add_argument("--games", type=int, default=1000, help="to measure it with at the end")
    arguments.add_argument("--folder", type=Path, default=Path(), help="for the policy")
    chosen = arguments.parse_args()
    torch.set_num_threads(chosen.threads)

    def itself(seen: Any, masks: Any) -> Any:
        return model.predict(seen, action_masks=masks)[0]

    own = MirabiliaVector(chosen.game, chosen.own_games, opponent=itself)
    model = MaskablePPO(
        "MlpPolicy",
        Games([own, MirabiliaVector(chosen.game, chosen.bot_games, opponent=chosen.opponent)]),
        n_steps=64,
        batch_size=1024,
        n_epochs=4,
        gamma=1.0,
        gae_lambda=0.95,
        ent_coef=0.01,
        learning_rate=7e-4,
        policy_kwargs={"net_arch": {"pi": [256, 128], "vf": [128]}, "activation_fn": torch.nn.ReLU},
        seed=1,
    )
    model.learn(10**9, callback=Curve(chosen.minutes, chosen.own_games, chosen.curve))
    save(model, chosen.game, chosen.folder / f"ppo-{chosen.game}.npz")
    print(f"{model.num_timesteps} decisions, {time.process_time():.0f} CPU seconds", flush=True)
    if chosen.games:
        share = measured(model, chosen.game, chosen.opponent, chosen.games)
        print(f"share against {chosen.opponent} without exploring: {share:.3f}")


if __name__ == "__main__":
    main()
