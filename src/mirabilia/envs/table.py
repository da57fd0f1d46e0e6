"""One game as environments see it: numbered actions, rows of numbers, rewards.

A decision goes straight to the rules: no options, events or views are made for it. The friendly `Game` behind it is
brought up to date only when something asks for it: a bot, a picture, an error.
"""

from __future__ import annotations

import operator

import numpy as np
from numpy.typing import NDArray

from mirabilia import encoding
from mirabilia.batch.batch import one_of
from mirabilia.encoding import Observed, num_actions
from mirabilia.engine import warming
from mirabilia.engine.records import ints
from mirabilia.envs.rewards import checked_reward, forfeited, rewards_of
from mirabilia.errors import GameOver, IllegalMove
from mirabilia.game import Game, Option, Result, new_game
from mirabilia.game.rules import rules_of
from mirabilia.games import kind_of
from mirabilia.json_types import Json, JsonObject

DTYPES: dict[str, type[np.floating | np.integer]] = {"float32": np.float32, "uint8": np.uint8}


class NumberedGame:
    """A game that `deal` deals again, with the options that all environments share."""

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
        warming.start()
        first: Game = new_game(**self._deal, seed=0)  # refuses bad options at once
        self.name = first.name
        self.seats = int(first.seats)
        self.num_actions = num_actions(self.name)
        self.size = encoding.observation_size(self.name, self.seats)
        self.loser: int | None = None
        self._rules, numbers = rules_of(self.name), kind_of(self.name).encoding()
        self._actions, self._observation = numbers.actions, numbers.observation
        self._factors = encoding.factors(self.name, self.seats)
        self._codes, self._acting = ints(self._rules.max_options), ints(self.seats + 1)
        self._begin(first)

    def deal(self, seed: int) -> None:
        """Begins a new game."""
        self._begin(new_game(**self._deal, seed=seed))

    def _begin(self, game: Game) -> None:
        self._game = game
        self._states = game.copy().states
        self._decisions: list[tuple[int, int]] = []  # seats and actions that `_game` has not played yet
        self._result: Result | None = None
        self.loser = None
        self._ask()

    def _ask(self) -> None:
        """Asks the rules who owes a decision."""
        count = self._rules.acting(self._states, 0, self._acting)
        self._owing = tuple(int(seat) for seat in self._acting[:count])

    @property
    def game(self) -> Game:
        """The game with all its moves."""
        for seat, action in self._decisions:
            self._game.play(seat, encoding.option_of(self._game, seat, action))
        self._decisions.clear()
        return self._game

    @property
    def over(self) -> bool:
        """Whether the game has ended, by the rules or by an illegal action."""
        return self.loser is not None or not self._owing

    @property
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision."""
        return () if self.loser is not None else self._owing

    def observation(self, seat: int) -> Observed:
        """What a seat may know."""
        row = np.empty(self.size, np.uint8)
        self._observation.observe(self._states, 0, seat, row)
        return row if self.dtype == np.uint8 else row * self._factors

    def most(self) -> Observed:
        """The largest number that may stand in each column."""
        if self.dtype == np.uint8:
            return np.full(self.size, 255, np.uint8)
        return 255 * self._factors

    def mask(self, seat: int) -> NDArray[np.int8]:
        """Legal actions of a seat: ones in a row of zeros."""
        mask = np.zeros(self.num_actions, np.uint8)
        if seat in self.to_act:
            self._actions.legal(self._states, 0, seat, self._codes, mask)
        return mask.view(np.int8)

    def play(self, seat: int, action: Json) -> None:
        """Carries out an action. One that is not legal loses the game, or raises `IllegalMove` if that is wanted."""
        if self.over:
            raise GameOver("the game is over", seat=seat)
        number = _number(action)
        code = -1
        if number >= 0 and seat in self._owing:
            code = int(self._actions.code_of_action(self._states, 0, seat, self._codes, number))
        if code >= 0:
            self._rules.apply(self._states, 0, seat, code)
            self._decisions.append((seat, number))
            self._ask()
            return
        if not self.forgiving:
            encoding.option_of(self.game, seat, action)  # raises what is wrong with it
            raise IllegalMove(f"seat {seat} has nothing to decide now", seat=seat)
        self.loser = seat

    def play_option(self, seat: int, option: Option) -> None:
        """Carries out what a bot chose among the options of `game`."""
        game = self.game
        code = game.code_of(seat, option)
        game.play(seat, option)
        self._rules.apply(self._states, 0, seat, code)
        self._ask()

    @property
    def result(self) -> Result | None:
        """The result of a game that ended by the rules."""
        if self._result is None and not self._owing:
            self._result = self._game.standing(self._states).result
        return self._result

    def rewards(self) -> list[float]:
        """The reward of each seat; zeros until the game is over."""
        if self.loser is not None:
            return forfeited(self.seats, self.loser, self.reward)
        result = self.result
        return [0.0] * self.seats if result is None else rewards_of(result, self.reward)

    def ending(self) -> dict[str, object]:
        """How the game ended, for `info` dicts; empty until it is over."""
        if self.loser is not None:
            return {"kind": "illegal", "loser": self.loser}
        result = self.result
        if result is None:
            return {}
        return {"kind": result.kind, "winners": list(result.winners), "scores": result.scores}


def _number(action: Json) -> int:
    """An action as an int; -1 for anything else."""
    if isinstance(action, bool):
        return -1
    try:
        return operator.index(action)
    except TypeError:
        return -1


def checked_render_mode(mode: object, modes: list[str]) -> str | None:
    """A render mode an environment has, or None."""
    return None if mode is None else one_of("render_mode", mode, modes)
