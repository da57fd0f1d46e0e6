"""Searches of many games side by side, with the judge outside: `Search`.

Each game has trees of its own. `collect` lets all of them walk until each needs the judge and writes one row for every
look that is wanted; `expand` takes the answers. What is asked is either how good the options of a seat are (the policy
counts) or how likely seats are to win (the value counts); a judge may simply answer both for every row. In Duel a
question is one row. In 7 Wonders a judged position is a row for each seat, in order of the seats.

A row holds what the seat would know in the position that was reached, with hidden cards dealt anew; whoever answers
cannot see more than the seat could.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mirabilia import encoding
from mirabilia.batch import Batch
from mirabilia.batch.batch import row_seeds, seats_of, whole_option
from mirabilia.batch.thread_pool import ThreadPool
from mirabilia.encoding import Observed
from mirabilia.engine.records import ints, put
from mirabilia.errors import BadArray, BadOption, brief
from mirabilia.game import Game, kind_of
from mirabilia.search.kernels import UNHIDDEN, Askings
from mirabilia.search.nodes import CHOICE

NODES = 4096


class Asked(NamedTuple):
    """What the trees ask: arrays with one row per look, as long as there are questions. They change with `collect`."""

    observations: Observed  # (rows, observation_size): uint8, or float32 as `encoding.factors` scales it
    masks: NDArray[np.uint8]  # (rows, num_actions): the legal actions of the seat
    games: NDArray[np.int64]  # (rows,): which game
    seats: NDArray[np.int64]  # (rows,): who looks
    drawn: NDArray[np.bool_]  # (rows,): the policy is drawn from at once, outside the trees (7 Wonders)

    def __len__(self) -> int:
        return len(self.games)


class Search:
    """Trees for `n` games. Make one with `mirabilia.search.make`; one thread at a time may use it."""

    def __init__(
        self,
        game: str,
        n: int,
        *,
        players: int | None = None,
        nodes: int = NODES,
        exploration: float | None = None,
        threads: int = 1,
    ) -> None:
        self.name = kind_of(game).name
        self.n = whole_option("n", n, 1, 1 << 20)
        self.seats = seats_of(game, players)
        self.num_actions = encoding.num_actions(game)
        self.observation_size = encoding.observation_size(game, self.seats)
        self._kernels, self._read_view = kind_of(game).search()
        self.exploration = float(self._kernels.EXPLORATION if exploration is None else exploration)
        nodes = whole_option("nodes", nodes, self.seats + 1, 1 << 28)
        self._searchers = self._kernels.new_searchers(self.n, nodes, self.seats)
        self._askings = Askings(*(ints(self.n) for _ in Askings._fields))
        self._pool = ThreadPool(whole_option("threads", threads, 1, 1024))
        rows = self.n * self._kernels.rows_at_most(self.seats)
        self._factors = encoding.factors(game, self.seats)
        self._observations = np.zeros((rows, self.observation_size), np.uint8)
        self._masks = np.zeros((rows, self.num_actions), np.uint8)
        self._games, self._row_seats = (np.zeros(rows, np.int64) for _ in range(2))
        self._floats: NDArray[np.float32] | None = None
        self._waiting = 0  # rows that wait for answers

    def begin(
        self,
        games: Batch | Sequence[Game],
        simulations: int,
        seats: ArrayLike | None = None,
        seeds: ArrayLike | int | None = None,
    ) -> None:
        """Empty trees for the decisions of these games, each to be grown by so many simulations.

        `seats` says for whom, in each game; without it, for the lowest seat that owes a decision. A game that is over
        is left alone, and so is a decision with only one option. Equal seeds and answers give equal trees.
        """
        simulations = whole_option("simulations", simulations, 1, 1 << 40)
        self._check(games)
        chosen = self._deciders(games, seats)
        put(self._askings.seats, chosen)
        if isinstance(games, Batch):
            self._searchers.states[0::2] = games.states
        else:
            for g, game in enumerate(games):
                self._put(g, game, int(chosen[g]))
        numbers = row_seeds(seeds, self.n)
        planted = (self._askings, self.seats, simulations, numbers)
        self._share(self._kernels.plant_games, *planted, isinstance(games, Batch))
        for g in np.flatnonzero(np.asarray(self._askings.rows) == UNHIDDEN).tolist():
            self._put(g, games.game(g) if isinstance(games, Batch) else games[g], int(chosen[g]))
        self._waiting = 0

    def _check(self, games: Batch | Sequence[Game]) -> None:
        """Refuses games that this search is not for."""
        if isinstance(games, Batch):
            kinds = {(games.name, games.seats)}
        elif isinstance(games, Sequence) and all(isinstance(game, Game) for game in games):
            kinds = {(game.name, int(game.seats)) for game in games}
        else:
            raise BadOption(f"games are a batch or a list of games, not {brief(games)}", option="games")
        if kinds != {(self.name, self.seats)} or len(games) != self.n:
            raise BadOption(f"this search is for {self.n} games of {self.name} with {self.seats} seats", option="games")

    def _deciders(self, games: Batch | Sequence[Game], seats: ArrayLike | None) -> NDArray[np.int64]:
        """For whom each game is searched; -1 for games that are over."""
        if isinstance(games, Batch):
            owing = games.actors()
        else:
            owing = np.array([[seat in game.to_act for seat in range(self.seats)] for game in games])
        chosen = owing.argmax(axis=1) if seats is None else np.broadcast_to(np.asarray(seats), (self.n,))
        if chosen.dtype.kind not in "iu" or not (chosen.min() >= 0 and chosen.max() < self.seats):
            raise BadArray("seats", f"there are seats 0 to {self.seats - 1}, not {brief(seats)}")
        owes = owing[np.arange(self.n), chosen]
        if (owing.any(axis=1) & ~owes).any():
            row = int((owing.any(axis=1) & ~owes).argmax())
            raise BadArray("seats", f"game {row}: seat {chosen[row]} owes no decision")
        return np.where(owes, chosen, -1).astype(np.int64)

    def _put(self, g: int, game: Game, seat: int) -> None:
        """The position of a game as the seat sees it; what it cannot know is filled in by chance."""
        if seat >= 0:
            self.position(g)[0:1] = self._read_view(game.view(seat))

    def position(self, game: int) -> Any:
        """The states of a game's search: first the position it began with, then the one a walk has reached."""
        return self._searchers.states[2 * game : 2 * game + 2]

    def collect(self, floats: bool = False) -> Asked:
        """Lets the trees walk on; what they ask now. Without questions all simulations are done.

        Asked again without an `expand` between, it gives the same questions.
        """
        self._share(self._kernels.walk_on, self._askings, self.exploration)
        counts = np.asarray(self._askings.rows, np.int64)
        start = np.cumsum(counts) - counts
        put(self._askings.start, start)
        rows = self._waiting = int(counts.sum())
        written = (self._observations, self._masks, self._games, self._row_seats)
        self._share(self._kernels.write_asked, self._askings, *written)
        observations: Observed = self._observations[:rows]
        if floats:
            if self._floats is None:
                self._floats = np.zeros(self._observations.shape, np.float32)
            observations = np.multiply(observations, self._factors, out=self._floats[:rows])
        games = self._games[:rows]
        drawn = np.asarray(self._askings.asked)[games] == CHOICE
        return Asked(observations, self._masks[:rows], games, self._row_seats[:rows], drawn)

    def expand(self, policy: ArrayLike, value: ArrayLike) -> None:
        """Answers to the rows of the last `collect`.

        `policy`: (rows, num_actions), how good each action is, nothing below zero; legal ones are scaled to add up to
        one. `value`: (rows,), the chance of the row's seat to win, from 0 to 1; those of all seats of 7 Wonders are
        scaled to add up to one.
        """
        priors, values = _numbers_of("policy", policy), _numbers_of("value", value)
        rows = self._waiting
        if priors.shape != (rows, self.num_actions):
            raise BadArray("policy", f"policy must be {rows} rows of {self.num_actions}, not {priors.shape}")
        if values.shape != (rows,):
            raise BadArray("value", f"value must be {rows} numbers, not {values.shape}")
        if not (np.isfinite(priors).all() and (priors >= 0).all()):
            raise BadArray("policy", "a policy is made of numbers from zero on")
        if not ((values >= 0) & (values <= 1)).all():
            raise BadArray("value", "a value is a chance from 0 to 1")
        self._share(self._kernels.take_answers, self._askings, priors, values)
        self._waiting = 0

    def visits(self, values: NDArray[np.float32] | None = None) -> NDArray[np.int32]:
        """How often each action of the decisions asked for was tried: (n, num_actions).

        An array given as `values` receives the mean value of each, seen by the seat. A decision with a single option
        shows that one as tried once; a game that was over shows nothing.
        """
        visits = np.zeros((self.n, self.num_actions), np.int32)
        means = np.zeros((self.n, self.num_actions), np.float32) if values is None else values
        if means.shape != visits.shape or means.dtype != np.float32 or not means.flags.c_contiguous:
            raise BadArray("values", f"values must be a contiguous array of float32 of shape {visits.shape}")
        loop, searchers, askings = self._kernels.read_roots, self._searchers, self._askings
        room = self._kernels.MAX_OPTIONS
        self._pool.share(
            self.n, lambda first, last, _: loop(searchers, askings, visits, means, ints(room), first, last)
        )
        return visits

    def best(self) -> NDArray[np.int64]:
        """The most visited action of every game, of equals the one of higher value: what `Batch.step` takes."""
        values = np.zeros((self.n, self.num_actions), np.float32)
        visits = self.visits(values)
        best: NDArray[np.int64] = (visits + np.clip(values, 0.0, 1.0) * 0.5).argmax(axis=1)
        return best

    @property
    def left(self) -> NDArray[np.int64]:
        """The simulations each game still has to do."""
        return np.array(self._askings.left, np.int64)

    def _share(self, loop: Callable[..., None], *given: object) -> None:
        """Shares the games out among the threads."""
        searchers = self._searchers
        self._pool.share(self.n, lambda first, last, _: loop(searchers, *given, first, last))

    def close(self) -> None:
        """Lets the threads end; a search that is no longer used does so by itself."""
        self._pool.close()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Search of {self.n} games of {self.name}, {self.seats} seats, {self._pool.threads} threads>"


def _numbers_of(name: str, given: ArrayLike) -> NDArray[np.float64]:
    try:
        return np.ascontiguousarray(given, np.float64)
    except (TypeError, ValueError):
        raise BadArray(name, f"{name} is an array of numbers, not {brief(given)}") from None
