"""PettingZoo environments of both games: seats take turns (AEC), or all decide at once (Parallel).

An observation is a dict: `observation`, a row of numbers (`mirabilia.encoding.layout` names the columns), and
`action_mask`, the legal actions. In the AEC form of 7 Wonders the seats choose one after the other without seeing each
other's choice; the turn resolves with the last one. In the parallel form a seat that owes no decision waits: the last
action of its space, which is then its only legal one.

An illegal action loses the game for the seat that took it; with illegal="error" it raises `IllegalMove` instead.
"""

from __future__ import annotations

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from pettingzoo import AECEnv, ParallelEnv

from mirabilia.encoding import Observed
from mirabilia.envs.rendering import MODES, rendered
from mirabilia.envs.table import NumberedGame, checked_render_mode
from mirabilia.json_types import Json

Observation = dict[str, Observed]
Infos = dict[str, dict[str, object]]


class _Spaces:
    """What both forms share: agents, spaces, seeds, rendering."""

    def __init__(self, game: str, players: int | None, render_mode: str | None, waits: bool, **options: Json) -> None:
        self.table = NumberedGame(game, players, **options)
        self.render_mode = checked_render_mode(render_mode, MODES)
        self.metadata = {
            "name": f"mirabilia_{self.table.name}_v0",
            "render_modes": list(MODES),
            "render_fps": 1,
            "is_parallelizable": False,
        }
        self.possible_agents = [f"player_{seat}" for seat in range(self.table.seats)]
        self.agents: list[str] = []
        self._waits = waits
        actions = self.table.num_actions + waits
        row = spaces.Box(np.zeros(self.table.size, self.table.dtype), self.table.most(), dtype=self.table.dtype)
        mask = spaces.Box(0, 1, (actions,), np.int8)
        self.observation_spaces = {
            agent: spaces.Dict({"observation": row, "action_mask": mask}) for agent in self.possible_agents
        }
        self.action_spaces = {agent: spaces.Discrete(actions) for agent in self.possible_agents}
        most = np.tile(self.table.most(), self.table.seats)
        self.state_space = spaces.Box(np.zeros_like(most), most, dtype=self.table.dtype)
        self._random, _ = seeding.np_random()

    def observation_space(self, agent: str) -> spaces.Space[object]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[object]:
        return self.action_spaces[agent]

    def seat_of(self, agent: str) -> int:
        """The seat of an agent."""
        return self.possible_agents.index(agent)

    def state(self) -> Observed:
        """What all seats know together: their observations one after the other."""
        return np.concatenate([self.table.observation(seat) for seat in range(self.table.seats)])

    def render(self) -> object:
        """The table as text, as a picture, or printed; None if no render mode was chosen."""
        return rendered(self.table.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held open."""

    def _begin(self, seed: int | None) -> None:
        if seed is not None:
            self._random, _ = seeding.np_random(seed)
        self.table.deal(int(self._random.integers(1 << 62)))
        self.agents = list(self.possible_agents)

    def _seen_by(self, agent: str) -> Observation:
        seat = self.seat_of(agent)
        mask = self.table.mask(seat)
        if self._waits:
            mask = np.append(mask, np.int8(not mask.any()))
        return {"observation": self.table.observation(seat), "action_mask": mask}


class MirabiliaAEC(_Spaces, AECEnv[str, Observation, int]):  # type: ignore[misc]  # it has no types
    """A game whose seats decide one after the other. Make one with `mirabilia.envs.aec`."""

    def __init__(
        self, game: str, players: int | None = None, render_mode: str | None = None, **options: object
    ) -> None:
        _Spaces.__init__(self, game, players, render_mode, False, **options)

    def reset(self, seed: int | None = None, options: dict[str, object] | None = None) -> None:
        self._begin(seed)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: Infos = {agent: {} for agent in self.agents}
        self._select()

    def _select(self) -> None:
        waiting = self.table.to_act
        self.agent_selection = self.possible_agents[waiting[0] if waiting else 0]

    def observe(self, agent: str) -> Observation:
        return self._seen_by(agent)

    def step(self, action: int | None) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        self._cumulative_rewards[agent] = 0.0
        self.table.play(self.seat_of(agent), action)
        self._clear_rewards()
        if self.table.over:
            self.rewards = dict(zip(self.possible_agents, self.table.rewards(), strict=True))
            self.terminations = dict.fromkeys(self.agents, True)
            self.infos = {agent: self.table.ending() for agent in self.agents}
        self._select()
        self._accumulate_rewards()


class MirabiliaParallel(_Spaces, ParallelEnv[str, Observation, int]):  # type: ignore[misc]  # it has no types
    """A game whose seats all act in every step. Make one with `mirabilia.envs.parallel`."""

    def __init__(
        self, game: str, players: int | None = None, render_mode: str | None = None, **options: object
    ) -> None:
        _Spaces.__init__(self, game, players, render_mode, True, **options)

    def reset(
        self, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[dict[str, Observation], Infos]:
        self._begin(seed)
        return {agent: self._seen_by(agent) for agent in self.agents}, {agent: {} for agent in self.agents}

    def step(
        self, actions: dict[str, int]
    ) -> tuple[dict[str, Observation], dict[str, float], dict[str, bool], dict[str, bool], Infos]:
        """All seats that owe a decision decide; the actions of the others are not looked at."""
        for seat in self.table.to_act:
            if not self.table.over:
                self.table.play(seat, actions.get(self.possible_agents[seat]))
        agents, over = self.agents, self.table.over
        if over:
            self.agents = []
        return (
            {agent: self._seen_by(agent) for agent in agents},
            dict(zip(agents, self.table.rewards(), strict=True)),
            dict.fromkeys(agents, over),
            dict.fromkeys(agents, False),
            {agent: self.table.ending() for agent in agents},
        )
