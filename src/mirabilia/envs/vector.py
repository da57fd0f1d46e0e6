"""Gymnasium's vector environment over a batch: many games step together, one seat of each learns.

Finished games make room for new ones within the same step (`AutoresetMode.SAME_STEP`): the observation is then the new
game's first one, and how the old one ended is in the infos. Random opponents play inside the batch; other bots are
asked for each game, which takes as long as they think. For them every row has a `Game` beside it that is played along.
A function in place of a bot is asked for all games at once: for self-play, and for opponents with a network of their
own.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from gymnasium import spaces
from gymnasium.utils import seeding
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import NDArray

from mirabilia import batch, encoding
from mirabilia.batch.batch import one_of
from mirabilia.encoding import Observed
from mirabilia.envs.single import BotSeats, checked_seat
from mirabilia.envs.table import DTYPES
from mirabilia.game import Game

FORFEIT = batch.KINDS.index("illegal")

# Takes observations (m, observation_size) and masks (m, num_actions) of the seats to decide, gives their m actions.
Actions = NDArray[np.integer]
Opponent = Callable[[Observed, NDArray[np.uint8]], Actions]


class MirabiliaVector(VectorEnv[Observed, Actions, NDArray[np.generic]]):
    """`gymnasium.make_vec("mirabilia/Duel-v0", num_envs=64)`; options as for the single environment, and `threads`.

    `opponent` may also be an `Opponent`: a function that decides for all other seats.
    """

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP, "render_modes": []}

    def __init__(
        self,
        game: str,
        num_envs: int = 1,
        opponent: str | Sequence[str] | Opponent = "random",
        seat: int | str = "random",
        dtype: str = "float32",
        threads: int = 1,
        illegal: str = "lose",
        **options: object,
    ) -> None:
        self.batch = batch.make(game, num_envs, auto_reset=False, threads=threads, illegal=illegal, seeds=0, **options)
        self.num_envs, seats = self.batch.n, self.batch.seats
        self._opponent: Opponent | None = opponent if callable(opponent) else None
        self.bots = BotSeats("random" if callable(opponent) else opponent, seats - 1)
        self._bots_play = not callable(opponent) and set(self.bots.names) != {"random"}
        self._games: dict[int, Game] = {}  # by row, where bots are asked
        self._seat = checked_seat(seat, seats)
        self._dtype = DTYPES[one_of("dtype", str(dtype), DTYPES)]
        whole = np.ones(self.batch.observation_size, np.uint8)
        most = 255 * (whole if self._dtype == np.uint8 else encoding.factors(game, seats))
        low = np.zeros(self.batch.observation_size, self._dtype)
        self.single_observation_space = spaces.Box(low, most.astype(self._dtype), dtype=self._dtype)
        self.single_action_space = spaces.Discrete(self.batch.num_actions)
        self.observation_space = batch_space(self.single_observation_space, self.num_envs)
        self.action_space = batch_space(self.single_action_space, self.num_envs)
        self.seats = np.zeros(self.num_envs, np.int64)
        self._masks = np.zeros((self.num_envs, self.batch.num_actions), np.uint8)
        self._actors = np.zeros((self.num_envs, seats), np.bool_)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observed, dict[str, object]]:
        if seed is not None:
            self._np_random, self._np_random_seed = seeding.np_random(seed)
        self._begin(np.arange(self.num_envs))
        self._let_others_play()
        return self._observe(), self._infos()

    def _begin(self, rows: NDArray[np.int64]) -> None:
        """New games in some rows."""
        self.batch.reset(seeds=self.np_random.integers(1 << 62, size=len(rows)), rows=rows)
        if self._seat is None:
            self.seats[rows] = self.np_random.integers(self.batch.seats, size=len(rows))
        else:
            self.seats[rows] = self._seat
        if self._bots_play:
            self.bots.seed(int(self.np_random.integers(1 << 31)))
            self._games.update((row, self.batch.game(row)) for row in rows.tolist())

    def step(
        self, actions: Actions
    ) -> tuple[Observed, NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, object]]:
        rows = np.arange(self.num_envs)
        step = self.batch.step(np.asarray(actions), seats=self.seats)
        self._play_along(np.asarray(actions), step.kind)
        rewards = step.rewards[rows, self.seats].astype(np.float64)
        done = step.done.copy()
        self._let_others_play(rewards, done)
        infos: dict[str, object] = {}
        if done.any():
            infos["final_obs"] = self._observe()
            infos["kind"], infos["scores"] = step.kind.copy(), step.scores.copy()
            infos["_final_obs"] = infos["_kind"] = infos["_scores"] = done
            self._begin(np.flatnonzero(done))
            self._let_others_play()
        return self._observe(), rewards, done, np.zeros(self.num_envs, np.bool_), {**infos, **self._infos()}

    def _let_others_play(
        self, rewards: NDArray[np.float64] | None = None, done: NDArray[np.bool_] | None = None
    ) -> None:
        """Lets the other seats decide until the learner owes a decision in every unfinished game."""
        rows = np.arange(self.num_envs)
        while True:
            actors = self.batch.actors(self._actors)
            waiting = actors.any(axis=1) & ~actors[rows, self.seats]
            if not waiting.any():
                return
            deciders = np.where(waiting, actors.argmax(axis=1), self.seats)
            actions = self._choice(waiting, deciders)
            step = self.batch.step(actions, seats=np.where(waiting, deciders, batch.NOBODY))
            if rewards is not None and done is not None:
                ended = step.done & waiting
                rewards[ended] = step.rewards[rows, self.seats][ended]
                done |= ended

    def _play_along(self, actions: Actions, kinds: NDArray[np.int64]) -> None:
        """The learner's decisions in the games beside the rows; one that was illegal has ended its row's."""
        for row, game in self._games.items():
            if kinds[row] != FORFEIT:
                seat = int(self.seats[row])
                game.play(seat, encoding.option_of(game, seat, actions[row]))

    def _choice(self, waiting: NDArray[np.bool_], deciders: NDArray[np.int64]) -> NDArray[np.int64]:
        """What the others do in the games that wait for them."""
        if self._bots_play:
            return self._bots_choice(waiting, deciders)
        masks = self.batch.legal(self._masks, seats=deciders)
        if self._opponent is not None:
            actions = np.zeros(self.num_envs, np.int64)
            seen = self._observe(deciders)[waiting]
            actions[waiting] = self._opponent(seen, masks[waiting])
            return actions
        chosen: NDArray[np.int64] = (masks * self.np_random.random(masks.shape, np.float32)).argmax(axis=1)
        return chosen

    def _bots_choice(self, waiting: NDArray[np.bool_], deciders: NDArray[np.int64]) -> NDArray[np.int64]:
        actions = np.zeros(self.num_envs, np.int64)
        for row in np.flatnonzero(waiting):
            game, seat = self._games[int(row)], int(deciders[row])
            bot = self.bots.bot_of(seat, int(self.seats[row]))
            option = game.find_option(seat, bot.choose(game.view(seat), game.options(seat)))
            actions[row] = encoding.action_of(option)
            game.play(seat, option)
        return actions

    def _observe(self, seats: NDArray[np.int64] | None = None) -> Observed:
        shape = (self.num_envs, self.batch.observation_size)
        return self.batch.observe(np.empty(shape, self._dtype), seats=self.seats if seats is None else seats)

    def _infos(self) -> dict[str, object]:
        everywhere = np.ones(self.num_envs, np.bool_)
        return {
            "action_mask": self.batch.legal(seats=self.seats).astype(np.int8),
            "_action_mask": everywhere,
            "seat": self.seats.copy(),
            "_seat": everywhere,
        }

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions of all games."""
        return self.batch.legal(seats=self.seats).astype(np.bool_)

    def close_extras(self, **kwargs: object) -> None:
        self.batch.close()
