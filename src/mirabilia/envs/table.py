"""One game as environments see it: numbered actions, rows of numbers, rewards."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from mirabilia import encoding
from mirabilia.batch.batch import one_of
from mirabilia.encoding import Observed, action_names, num_actions
from mirabilia.envs.rewards import checked_reward, forfeited, rewards_of
from mirabilia.errors import GameOver, IllegalMove
from mirabilia.game import Game, new_game
from mirabilia.json_types import Json, JsonObject

DTYPES: dict[str, type[np.floating | np.integer]] = {"float32": np.float32, "uint8": np.uint8}


class NumberedGame:
    """A game that is dealt again by `deal`, with the options that all environments share."""

    def __init__(
        self,
        game: str,
        players: int | None = None,
        reward: str = "share",
        illegal: str = "lose",
        dtype: str = "float32",
        **options: Json,
    ) -> None:
        self.reward = checked_reward(reward)
        self.forgiving = one_of("illegal", illegal, ("lose", "error")) == "lose"
        self.dtype = DTYPES[one_of("dtype", str(dtype), DTYPES)]
        self._deal: JsonObject = {"name": game, **options}
        if players is not None:
            self._deal["players"] = players
        self.game: Game = new_game(**self._deal, seed=0)  # refuses bad options at once
        self.name = self.game.name
        self.seats = int(self.game.seats)
        self.num_actions = num_actions(self.name)
        self.size = encoding.observation_size(self.name, self.seats)
        self.loser: int | None = None

    def deal(self, seed: int) -> None:
        """Begins a new game."""
        self.game = new_game(**self._deal, seed=seed)
        self.loser = None

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by an illegal action."""
        return self.loser is not None or self.game.over

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision."""
        return () if self.over else self.game.to_act

    def observation(self, seat: int) -> Observed:
        """What a seat may know."""
        return encoding.observe(self.game, seat, np.empty(self.size, self.dtype))

    def most(self) -> Observed:
        """The largest number that may stand in each column."""
        if self.dtype == np.uint8:
            return np.full(self.size, 255, np.uint8)
        return 255 * encoding.factors(self.name, self.seats)

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Legal actions of a seat: ones in a row of zeros."""
        mask = np.zeros(self.num_actions, np.int8)
        if not self.over:
            mask[encoding.legal_actions(self.game, seat)] = 1
        return mask

    def play(self, seat: int, action: Json) -> None:
        """Carries out an action. One that is not legal loses the game, or raises `IllegalMove` if that is wanted."""
        if self.over:
            raise GameOver("the game is over", seat=seat)
        try:
            option = encoding.option_of(self.game, seat, action)
        except IllegalMove:
            if not self.forgiving:
                raise
            self.loser = seat
            return
        self.game.play(seat, option)

    def rewards(self) -> list[float]:
        """What each seat gets; zeros while the game goes on."""
        if self.loser is not None:
            return forfeited(self.seats, self.loser, self.reward)
        if self.game.result is None:
            return [0.0] * self.seats
        return rewards_of(self.game.result, self.reward)

    def ending(self) -> dict[str, object]:
        """How the game ended, for `info` dicts; empty while it goes on."""
        if self.loser is not None:
            return {"kind": "illegal", "loser": self.loser}
        result = self.game.result
        if result is None:
            return {}
        return {"kind": result.kind, "winners": list(result.winners), "scores": result.scores}

    def action_name(self, action: int) -> str:
        """What an action means."""
        return action_names(self.name)[action]


def checked_render_mode(mode: object, modes: list[str]) -> str | None:
    """A render mode an environment has, or None."""
    return None if mode is None else one_of("render_mode", mode, modes)
