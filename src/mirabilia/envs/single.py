"""Gymnasium environments: one seat learns, the others are bots.

An observation is a row of numbers; the legal actions are in `info["action_mask"]` and, as algorithms with masks want
it, in `action_masks()`. The reward comes at the end of the game. The others decide before control comes back, so every
step is a decision of the learner.
"""

from __future__ import annotations

from collections.abc import Sequence

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from mirabilia.bots import Bot, make_bot
from mirabilia.encoding import Observed
from mirabilia.envs.rendering import MODES, rendered
from mirabilia.envs.table import NumberedGame, checked_render_mode
from mirabilia.errors import BadOption, BadSeat, brief
from mirabilia.json_types import Json


class BotSeats:
    """Bots by name for all seats but the learner's."""

    def __init__(self, opponent: object, others: int) -> None:
        names = [opponent] * others if isinstance(opponent, str) else opponent
        if not isinstance(names, Sequence) or len(names) != others:
            said = f"opponent is the name of a bot, or {others} of them, not {brief(opponent)}"
            raise BadOption(said, option="opponent")
        self.names = [str(name) for name in names]
        self._bots: list[Bot] = []
        self.seed(0)

    def seed(self, seed: int) -> None:
        """New bots: equal seeds, equal play."""
        self._bots = [make_bot(name, seed=seed + place) for place, name in enumerate(self.names)]

    def bot_of(self, seat: int, learner: int) -> Bot:
        """The bot of a seat that is not the learner's."""
        return self._bots[seat if seat < learner else seat - 1]


class MirabiliaEnv(gymnasium.Env[Observed, np.int64]):
    """One game against bots: `gymnasium.make("mirabilia/Duel-v0", opponent="easy")`.

    `seat` is the learner's, or "random" for another one in each game. Other options: `players`, `reward`, `illegal`,
    `dtype`, `first_game_wonders` (Duel), `boards` and `edition` (7 Wonders).
    """

    metadata = {"render_modes": list(MODES), "render_fps": 1}

    def __init__(
        self,
        game: str,
        opponent: str | Sequence[str] = "easy",
        seat: int | str = "random",
        render_mode: str | None = None,
        **options: Json,
    ) -> None:
        self.table = NumberedGame(game, **options)
        self.render_mode = checked_render_mode(render_mode, MODES)
        self.bots = BotSeats(opponent, self.table.seats - 1)
        self._seat = checked_seat(seat, self.table.seats)
        self.seat = 0 if self._seat is None else self._seat
        low = np.zeros(self.table.size, self.table.dtype)
        self.observation_space = spaces.Box(low, self.table.most(), dtype=self.table.dtype)
        self.action_space = spaces.Discrete(self.table.num_actions)

    def reset(
        self, *, seed: int | None = None, options: dict[str, object] | None = None
    ) -> tuple[Observed, dict[str, object]]:
        super().reset(seed=seed)
        self.table.deal(int(self.np_random.integers(1 << 62)))
        if self._seat is None:
            self.seat = int(self.np_random.integers(self.table.seats))
        self.bots.seed(int(self.np_random.integers(1 << 31)))
        self._let_others_play()
        return self.table.observation(self.seat), self._info()

    def step(self, action: object) -> tuple[Observed, float, bool, bool, dict[str, object]]:
        self.table.play(self.seat, action)
        self._let_others_play()
        reward = self.table.rewards()[self.seat]
        return self.table.observation(self.seat), reward, self.table.over, False, self._info()

    def _let_others_play(self) -> None:
        """Bots decide until the learner owes a decision, or the game is over."""
        table = self.table
        while not table.over and self.seat not in table.to_act:
            self._bot_plays(table.to_act[0])
        # in 7 Wonders the others choose after the learner: nobody sees a choice before all are made

    def _bot_plays(self, seat: int) -> None:
        game = self.table.game
        bot = self.bots.bot_of(seat, self.seat)
        choice = bot.choose(game.view(seat), game.options(seat))
        self.table.play_option(seat, game.find_option(seat, choice))

    def _info(self) -> dict[str, object]:
        return {"action_mask": self.table.mask(self.seat), "seat": self.seat, **self.table.ending()}

    def action_masks(self) -> NDArray[np.bool_]:
        """The legal actions, as algorithms with masks ask for them."""
        return self.table.mask(self.seat).astype(np.bool_)

    def render(self) -> str | NDArray[np.uint8] | None:
        return rendered(self.table.game, self.render_mode)


def checked_seat(seat: object, seats: int) -> int | None:
    """A seat of the table; None for "random"."""
    if seat == "random":
        return None
    if isinstance(seat, bool) or not isinstance(seat, int | np.integer) or not 0 <= seat < seats:
        raise BadSeat(seat, seats)
    return int(seat)
