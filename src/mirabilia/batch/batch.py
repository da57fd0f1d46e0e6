"""Many games of one kind, stepped together in place.

A batch holds its games as one array and answers by writing into arrays of the caller: who is to decide (`actors`), what
they may do (`legal`), what they know (`observe`). `step` takes one action per game, or one per seat where all seats
choose at once. No memory is taken per step, and a row's fate depends on its seed and its actions alone, not on the
number of threads.
"""

from __future__ import annotations

import secrets
from collections.abc import Collection, Sequence
from types import ModuleType
from typing import NamedTuple, TypeVar, cast, overload

import numpy as np
from numpy.typing import ArrayLike, NDArray

from mirabilia import encoding
from mirabilia.batch import work_queue
from mirabilia.batch.kernels import (
    ACTORS,
    ADVANCE,
    CHOOSE,
    FIND_ALL,
    FIND_ONE,
    FOR_SEATS,
    ILLEGAL,
    LEGAL,
    LOG,
    MARGIN,
    NOBODY,
    OBSERVE,
    OBSERVE_FLOATS,
    POINTS,
    SHARE,
    ZERO_SUM,
    BatchArrays,
    Outcome,
    Rows,
)
from mirabilia.batch.thread_pool import PATIENCE, SMALLEST_SHARE, ThreadPool
from mirabilia.engine import warming
from mirabilia.engine.arrays import IntRows, Numbers
from mirabilia.engine.compiling import Ints, Row
from mirabilia.engine.processors import cores
from mirabilia.engine.records import ints, put, words
from mirabilia.engine.running import PLAIN, running
from mirabilia.errors import BadArray, BadOption, BadSeed, IllegalMove, brief, whole_number
from mirabilia.game import Game, from_deal, kind_of
from mirabilia.game.rules import States
from mirabilia.json_types import JsonFields
from mirabilia.record import Record

KINDS = ("civilian", "military", "science", "illegal")  # what `Step.kind` numbers; -1 while a game goes on
APART = 0x9E3779B97F4A7C15  # what keeps seeds that follow each other from giving rows each other's chances
CHUNK = 32  # rows that a thread takes at a time
REWARDS = {"share": SHARE, "zero_sum": ZERO_SUM, "points": POINTS, "margin": MARGIN}


Out = TypeVar("Out", bound=NDArray[np.generic])  # an array of the caller's, filled and given back


class Step(NamedTuple):
    """What a step left behind. The arrays belong to the batch and change with its next step."""

    rewards: NDArray[np.float32]  # (n, seats); zero until a game ends
    done: NDArray[np.bool_]  # (n,): games that ended in this step
    kind: NDArray[np.int64]  # (n,): how they ended (`KINDS`), -1 for games that go on
    scores: NDArray[np.int32]  # (n, seats, categories + 1): points by category and in all, of games that ended


class Batch:
    """`n` games. Make one with `mirabilia.batch.make`; one thread at a time may use it."""

    def __init__(
        self,
        game: str,
        n: int,
        *,
        players: int | None = None,
        threads: int = 1,
        auto_reset: bool = True,
        reward: str = "share",
        illegal: str = "error",
        first_game_wonders: bool | None = None,
        boards: object = None,
        edition: object = None,
        seeds: ArrayLike | int | None = None,
    ) -> None:
        self.name = kind_of(game).name
        self.n = whole_option("n", n, 1, 1 << 28)
        self.seats = seats_of(game, players)
        self.auto_reset = _flag("auto_reset", auto_reset)
        self._reward = REWARDS[one_of("reward", reward, REWARDS)]
        self._forgiving = one_of("illegal", illegal, ("error", "lose")) == "lose"
        self.num_actions = encoding.num_actions(game)
        self.observation_size = encoding.observation_size(game, self.seats)
        warming.start()
        self._kernels, self._games = kind_of(game).batch()
        self.categories: tuple[str, ...] = (*self._kernels.CATEGORIES, "total")
        setup = self._games.setup_of(self.seats, first_game_wonders, boards, edition)
        self._pool = ThreadPool(whole_option("threads", threads, 1, 1024))
        self._make_arrays(setup)
        self.reset(seeds)

    @property
    def threads(self) -> int:
        """How many threads share the rows."""
        return self._pool.threads

    def _make_arrays(self, setup: Sequence[int]) -> None:
        kernels, n, seats = self._kernels, self.n, self.seats
        self.states = kernels.State.zeros(n)
        self._starts = kernels.State.zeros(n)
        self._words, self._start_words = words(self.states), words(self._starts)
        self._rows = Rows(
            listed=_numbers(n * seats * kernels.MAX_OPTIONS * 2),
            counts=ints(n * seats),
            chosen=ints(n * seats),
            log=_numbers(n * LOG),
            moves=ints(n),
            over=ints(n),
            rng=_table(n, 4),
            setup=_ints(setup),
        )
        width = len(self.categories)
        rewards = np.zeros((n, seats), np.float32)
        done = np.zeros(n, np.uint8)
        kind = np.full(n, -1, np.int64)
        scores = np.zeros((n, seats * width), np.int32)
        self._outcome = Outcome(rewards, done, kind, scores)
        self._step = Step(rewards, done.view(np.bool_), kind, scores.reshape(n, seats, width))
        self._named = ints(n)
        self._arrays = BatchArrays(
            self._words,
            self._start_words,
            self._rows,
            self._outcome,
            self._named,
            encoding.factors(self.name, seats),
            seats,
            self._reward,
            int(self.auto_reset),
        )
        room = max(kernels.MAX_OPTIONS, kernels.SCORE_ROOM, kernels.SCRATCH, 8)
        self._tools = [_table(4, room) for _ in range(self.threads)]  # memory for each thread to work with
        queue = self._pool.queue
        self._shares = min(self.threads, cores(), max(1, n // SMALLEST_SHARE))
        queue[work_queue.ROWS], queue[work_queue.CHUNK] = n, CHUNK
        queue[work_queue.STRICT] = not self._forgiving
        self._part = _Part(kernels, self.states, self._arrays, queue, self._tools)

    # ---- beginning ----

    def reset(
        self,
        seeds: ArrayLike | int | None = None,
        deals: Sequence[JsonFields] | None = None,
        rows: ArrayLike | None = None,
    ) -> None:
        """Begins new games in all rows, or in some: from seeds, from deals (as `from_deal` takes them), or at random.

        `seeds` is one number per row, or a single one of which the rows' seeds are made. Later games of a row follow
        from its seed, too.
        """
        numbers = self._row_numbers(rows)
        if deals is not None:
            if seeds is not None:
                raise BadOption("reset takes seeds or deals, not both", option="deals")
            if len(deals) != len(numbers):
                raise BadOption(f"there must be {len(numbers)} deals, not {len(deals)}", option="deals")
            self.from_games([from_deal(deal) for deal in deals], rows=numbers)
            return
        chosen = row_seeds(seeds, len(numbers))
        row_list, seed_list = _ints(numbers), _ints(chosen)

        def deal(first: int, last: int, thread: int) -> None:
            self._kernels.deal_rows(self.states, self._arrays, row_list, seed_list, first, last, self._tools[thread])

        self._pool.share(len(numbers), deal)
        self._clear(numbers)

    def _clear(self, numbers: NDArray[np.int64]) -> None:
        """Removes the results of earlier games in these rows from the answers."""
        self._step.rewards[numbers] = 0
        self._step.done[numbers] = False
        self._step.kind[numbers] = -1

    def _row_numbers(self, rows: ArrayLike | None) -> NDArray[np.int64]:
        if rows is None:
            return np.arange(self.n, dtype=np.int64)
        numbers = np.atleast_1d(np.asarray(rows))
        if numbers.ndim != 1 or (numbers.size and numbers.dtype.kind not in "iu"):
            raise BadArray("rows", f"rows are whole numbers, not {brief(rows)}")
        numbers = numbers.astype(np.int64)
        if numbers.size and not (numbers.min() >= 0 and numbers.max() < self.n):
            raise BadArray("rows", f"the batch has rows 0 to {self.n - 1}, not {brief(rows)}")
        return numbers

    # ---- looking ----

    def actors(self, out: NDArray[np.bool_] | NDArray[np.uint8] | None = None) -> NDArray[np.bool_]:
        """Which seats owe a decision: (n, seats). No seat of a finished game does."""
        target = self._target(out, (self.n, self.seats), (np.bool_, np.uint8))
        self._do(0, ACTORS, marks=target)
        return target.view(np.bool_)

    @overload
    def legal(self, out: None = None, seats: ArrayLike | None = None) -> NDArray[np.uint8]: ...
    @overload
    def legal(self, out: Out, seats: ArrayLike | None = None) -> Out: ...
    def legal(self, out: Out | None = None, seats: ArrayLike | None = None) -> NDArray[np.generic]:
        """The legal actions of one seat of each game, as a mask: (n, num_actions).

        Without `seats` it is the lowest seat that owes a decision; a finished game has no legal action.
        """
        target = self._target(out, (self.n, self.num_actions), (np.uint8, np.bool_))
        self._do(0, LEGAL | self._name(seats), masks=target)
        return target

    @overload
    def observe(self, out: None = None, seats: ArrayLike | None = None) -> NDArray[np.uint8]: ...
    @overload
    def observe(self, out: Out, seats: ArrayLike | None = None) -> Out: ...
    def observe(self, out: Out | None = None, seats: ArrayLike | None = None) -> NDArray[np.generic]:
        """What one seat of each game may know: (n, observation_size), in uint8 or, scaled, in float32."""
        target = self._target(out, (self.n, self.observation_size), (np.uint8, np.float32))
        self._do(0, _look(target) | self._name(seats), seen=target)
        return target

    def sample(
        self, out: NDArray[np.int64] | None = None, seats: ArrayLike | None = None, seed: int | None = None
    ) -> NDArray[np.int64]:
        """A random legal action of one seat of each game, each as likely as the others: (n,); -1 in a finished game.

        Equal seeds give equal actions in equal rows.
        """
        target = cast(NDArray[np.int64], self._target(out, (self.n,), (np.int64,)))
        chance = secrets.randbits(62) if seed is None else whole_option("seed", seed, 0, (1 << 62) - 1)
        chance = chance * APART % (1 << 62)  # rows add their numbers to it
        self._do(0, CHOOSE | self._name(seats), picks=target, seed=chance)
        return target

    def sparse(
        self, out: NDArray[np.int32] | None = None, seats: ArrayLike | None = None
    ) -> tuple[NDArray[np.int32], NDArray[np.int64]]:
        """What one seat of each game sees, as numbers of yes/no features (`encoding.sparse`), and how many there are.

        (n, most) of int32 with -1 after the last one, and (n,). In Duel only the seat to act sees any.
        """
        target = cast(NDArray[np.int32], self._target(out, (self.n, self._kernels.MAX_FEATURES), (np.int32,)))
        many, task = ints(self.n), self._name(seats)

        def look(first: int, last: int, thread: int) -> None:
            room = ints(self._kernels.MAX_FEATURES)
            self._kernels.list_features(self.states, self._arrays, task, target, many, first, last, room)

        self._pool.share(self.n, look)
        return target, np.asarray(many, np.int64)

    def _name(self, seats: ArrayLike | None) -> int:
        """Keeps the seats that a caller names, and says so to the loops."""
        if seats is None:
            return 0
        given = np.asarray(seats)
        if given.dtype.kind not in "iu" or given.shape not in ((), (self.n,)):
            raise BadArray("seats", f"seats are one whole number, or {self.n} of them, not {brief(seats)}")
        if given.size and not (given.min() >= NOBODY and given.max() < self.seats):
            raise BadArray("seats", f"there are seats 0 to {self.seats - 1}, not {brief(seats)}")
        put(self._named, np.broadcast_to(given, (self.n,)))
        return FOR_SEATS

    def _target(
        self, out: NDArray[np.generic] | None, shape: tuple[int, ...], kinds: Sequence[type[np.generic]]
    ) -> NDArray[np.generic]:
        if out is None:
            return np.zeros(shape, kinds[0])
        if not isinstance(out, np.ndarray) or out.shape != shape or out.dtype.type not in kinds:
            wanted = " or ".join(kind.__name__ for kind in kinds)
            raise BadArray("out", f"out must be an array of shape {shape} of {wanted}, not {_described(out)}")
        if not out.flags.c_contiguous or not out.flags.writeable:
            raise BadArray("out", "out must be contiguous and writeable")
        return out

    # ---- playing ----

    def step(
        self,
        actions: ArrayLike,
        seats: ArrayLike | None = None,
        *,
        legal: NDArray[np.uint8 | np.bool_] | None = None,
        observe: NDArray[np.uint8 | np.float32] | None = None,
    ) -> Step:
        """Carries out one action per game, or, given (n, seats) actions, one of every seat that owes a decision.

        One per game is the decision of the seat in `seats`, or of the lowest one that owes a decision (ANYONE in
        `seats`); in rows where `seats` says NOBODY nothing happens. What stands for a seat that owes none, or for a
        finished game, is not looked at. An action that is not legal raises `IllegalMove` and nothing is changed in any
        row, unless the batch was made with illegal="lose".

        Arrays given as `legal` and `observe` receive what the methods of these names would write after the step. This
        is quicker than three calls, above all with several threads.
        """
        given = np.asarray(actions)
        if given.dtype.kind not in "iu" or given.shape not in ((self.n,), (self.n, self.seats)):
            raise BadArray(
                "actions",
                f"actions are {self.n} whole numbers, or {self.n} rows of {self.seats}, not {_described(given)}",
            )
        if given.ndim == 2 and seats is not None:
            raise BadArray("seats", "actions of all seats leave no choice of seats")
        find, then = FIND_ONE if given.ndim == 1 else FIND_ALL, ADVANCE
        if legal is not None:
            then |= LEGAL
            self._target(legal, (self.n, self.num_actions), (np.uint8, np.bool_))
        if observe is not None:
            self._target(observe, (self.n, self.observation_size), (np.uint8, np.float32))
            then |= _look(observe)
        find |= self._name(seats)
        bad = self._do(find, then, actions=given, masks=legal, seen=observe)
        if bad >= 0 and not self._forgiving:
            raise self._refusal(bad, given)
        return self._step

    def _do(
        self,
        find: int,
        then: int,
        actions: NDArray[np.generic] | None = None,
        marks: NDArray[np.generic] | None = None,
        masks: NDArray[np.generic] | None = None,
        seen: NDArray[np.generic] | None = None,
        picks: NDArray[np.generic] | None = None,
        seed: int = 0,
    ) -> int:
        """Does two tasks with all rows (`kernels.py`), the second only if actions of all rows were found.

        Returns the lowest row whose action means nothing, or -1.
        """
        given = None if actions is None else np.ascontiguousarray(actions, np.int64)
        if self._forgiving and not (find & FOR_SEATS and then != ADVANCE):
            find, then = 0, find | then  # one pass is enough
        queue = self._pool.queue
        if queue[work_queue.BROKEN]:
            raise RuntimeError("this batch failed before and cannot go on") from next(iter(self._pool.failures), None)
        self._held = (given, marks, masks, seen, picks)  # the work queue has only their addresses
        queue[work_queue.FIRST], queue[work_queue.SECOND] = find, then
        queue[work_queue.ACTIONS] = _address(given)
        queue[work_queue.MARKS] = _address(marks)
        queue[work_queue.MASKS] = _address(masks)
        queue[work_queue.PICKS] = _address(picks)
        queue[work_queue.SEED] = seed
        queue[work_queue.SEEN] = queue[work_queue.FLOATS] = _address(seen)
        # Threads of plain Python would only wait for each other; a batch may begin in it and go on in the core.
        queue[work_queue.SHARES] = 1 if running().way == PLAIN else self._shares
        if queue[work_queue.SHARES] > 1:
            self._pool.call_in(int(queue[work_queue.SHARES]) - 1, self._part)
        try:
            bad = self._part(0)
        except BaseException:
            queue[work_queue.BROKEN] = 1
            raise
        if queue[work_queue.BROKEN]:
            raise self._pool.failures[0]
        return bad

    def _refusal(self, row: int, given: NDArray[np.integer]) -> IllegalMove:
        """The error for the first illegal action of a step."""
        seat = next(seat for seat in range(self.seats) if self._rows.chosen[row * self.seats + seat] == ILLEGAL)
        action = int(given[row] if given.ndim == 1 else given[row, seat])
        names = encoding.action_names(self.name)
        what = f"action {action}" + (f" ({names[action]})" if 0 <= action < len(names) else "")
        return IllegalMove(f"row {row}: {what} is not possible for seat {seat} now", row=row, action=action, seat=seat)

    @property
    def last(self) -> Step:
        """What the last step left behind."""
        return self._step

    def play_out(self, rows: ArrayLike | None = None, seeds: ArrayLike | int | None = None) -> Step:
        """Plays games to their end by random decisions. They stay so until `reset`, also with `auto_reset`."""
        numbers = self._row_numbers(rows)
        row_list, seed_list = _ints(numbers), _ints(row_seeds(seeds, len(numbers)))

        def play(first: int, last: int, thread: int) -> None:
            self._kernels.play_out_rows(
                self.states, self._arrays, row_list, seed_list, first, last, self._tools[thread]
            )

        self._pool.share(len(numbers), play)
        return self._step

    def redeal(self, rows: ArrayLike | None, seats: ArrayLike, seeds: ArrayLike | int | None = None) -> None:
        """Replaces in games all that a seat cannot know by a random arrangement that agrees with what it has seen.

        Choices of others that are not yet revealed are withdrawn.
        """
        numbers = self._row_numbers(rows)
        given = np.broadcast_to(np.asarray(seats), numbers.shape)
        if given.dtype.kind not in "iu" or (given.size and not (given.min() >= 0 and given.max() < self.seats)):
            raise BadArray("seats", f"there are seats 0 to {self.seats - 1}, not {brief(seats)}")
        asked = (_ints(numbers), _ints(given), _ints(row_seeds(seeds, len(numbers))))

        def deal(first: int, last: int, thread: int) -> int:
            tools = self._tools[thread]
            return int(self._kernels.redeal_rows(self.states, self._rows, self.seats, *asked, first, last, tools))

        bad = [row for row in self._pool.share(len(numbers), deal) if row >= 0]
        if bad:
            raise RuntimeError(f"row {bad[0]}: no other arrangement of the hidden cards was found")

    def copy_rows(self, source: ArrayLike, target: ArrayLike) -> None:
        """Copies games over others. The generators of later deals stay where they are, so copies part after the end."""
        given = self._row_numbers(source), self._row_numbers(target)
        if len(given[0]) != len(given[1]):
            raise BadArray("target", "source and target must have the same number of rows")
        if np.intersect1d(*given).size:
            raise BadArray("target", "a row cannot be source and target at once")
        rows = self._rows
        room = self.seats * self._kernels.MAX_OPTIONS * 2
        parts: list[tuple[Row[int], int]] = [
            (rows.listed, room),
            (rows.counts, self.seats),
            (rows.chosen, self.seats),
            (rows.log, LOG),
            (rows.moves, 1),
            (rows.over, 1),
        ]
        for i, j in zip(given[0].tolist(), given[1].tolist(), strict=True):
            for states in (self.states, self._starts):
                states[j : j + 1] = states[i : i + 1]
            for numbers, size in parts:
                cast("list[int]", numbers)[j * size : (j + 1) * size] = numbers[i * size : (i + 1) * size]
            for array in self._step:
                array[j] = array[i]

    # ---- back and forth to the friendly objects ----

    def game(self, row: int) -> Game:
        """A row as a `Game` with all its moves; what is done with it does not touch the batch."""
        number = int(self._row_numbers(row)[0])
        log, moves = self._rows.log[number * LOG : (number + 1) * LOG], int(self._rows.moves[number])
        decisions = [(int(log[2 * place + 1]), int(log[2 * place])) for place in range(moves)]
        state = self.states[number : number + 1]
        return self._games.game_of(self._starts[number : number + 1], state, decisions)

    def record(self, row: int) -> Record:
        """A row as a record."""
        return self.game(row).record()

    def from_games(self, games: Sequence[Game], rows: ArrayLike | None = None) -> None:
        """Puts games into the rows; they are copied."""
        numbers = self._row_numbers(rows)
        if len(games) != len(numbers):
            raise BadOption(f"there must be {len(numbers)} games, not {len(games)}", option="games")
        for game in games:
            if not isinstance(game, Game) or game.name != self.name or game.seats != self.seats:
                raise BadOption(f"this batch holds games of {self.name} with {self.seats} seats", option="games")
        for game, row in zip(games, numbers.tolist(), strict=True):
            decisions = _decisions_of(game)
            start = from_deal(game.deal).states
            self._starts[row : row + 1] = start
            self.states[row : row + 1] = game.states
            for place, (seat, code) in enumerate(decisions):
                self._rows.log[row * LOG + 2 * place] = code
                self._rows.log[row * LOG + 2 * place + 1] = seat
            self._rows.moves[row] = len(decisions)
        row_list = _ints(numbers)
        self._pool.share(
            len(numbers),
            lambda first, last, thread: self._kernels.list_rows(
                self.states, self._rows, self.seats, row_list, first, last, self._tools[thread]
            ),
        )
        self._clear(numbers)

    def close(self) -> None:
        """Lets the threads end; a batch that is no longer used does so by itself."""
        self._pool.close()

    def __len__(self) -> int:
        return self.n

    def __repr__(self) -> str:
        return f"<Batch of {self.n} games of {self.name}, {self.seats} seats, {self.threads} threads>"


class _Part:
    """What each thread does at a step. It holds no batch, so that one may go while its threads still wait for work."""

    def __init__(
        self, kernels: ModuleType, states: States, arrays: BatchArrays, queue: NDArray[np.int64], tools: list[IntRows]
    ) -> None:
        self.kernels, self.states, self.arrays, self.queue, self.tools = kernels, states, arrays, queue, tools
        self.spare = [np.zeros(len(arrays.factors), np.uint8) for _ in tools]

    def __call__(self, thread: int) -> int:
        given = (self.states, self.arrays, self.queue, thread, PATIENCE, self.spare[thread], self.tools[thread])
        return int(self.kernels.take_part(*given))


def _look(out: NDArray[np.generic]) -> int:
    """The task that writes observations of this type."""
    return OBSERVE if out.dtype == np.uint8 else OBSERVE_FLOATS


def _address(array: NDArray[np.generic] | None) -> int:
    return 0 if array is None else array.ctypes.data


# ---- arrays ----


def _table(rows: int, columns: int) -> IntRows:
    return np.zeros((rows, columns), np.int64)


def _numbers(count: int) -> Numbers:
    return np.zeros(count, np.int32)


def _ints(values: ArrayLike) -> Ints:
    return np.array(values, dtype=np.int64, order="C")


def _decisions_of(game: Game) -> list[tuple[int, int]]:
    """The decisions of a game as seats and codes, those not yet revealed last."""
    again = from_deal(game.deal)
    decisions = []
    for seat, text in (*game.moves, *game.hidden_choices):
        decisions.append((seat, again.code_of(seat, text)))
        again.play(seat, text)
    return decisions


# ---- options ----


def row_seeds(seeds: ArrayLike | int | None, count: int) -> NDArray[np.int64]:
    """One seed per row: those given, or as many made of a single one, or of none."""
    if seeds is None:
        seeds = secrets.randbits(62)
    number = whole_number(seeds)
    if number is not None:
        state = np.random.SeedSequence(abs(number)).generate_state(count, np.uint64)
        return (state >> np.uint64(1)).astype(np.int64)
    given = np.asarray(seeds)
    if given.dtype.kind not in "iu" or given.ndim == 0:
        raise BadSeed(seeds)
    if given.shape != (count,):
        raise BadArray("seeds", f"seeds are one whole number or {count}, not {given.size}")
    return given.astype(np.int64) & np.int64(0x7FFFFFFFFFFFFFFF)


def whole_option(name: str, value: object, least: int, most: int) -> int:
    """A whole number within bounds, or an error that names the option."""
    number = whole_number(value)
    if number is None or not least <= number <= most:
        upper = "on" if number is None or number < least else f"to {most}"
        raise BadOption(f"{name} is a whole number from {least} {upper}, not {brief(value)}", option=name)
    return number


def seats_of(game: str, players: int | None) -> int:
    """The seats of a table for so many players; the usual number without one."""
    if players is None:
        return kind_of(game).usual_players
    seats = whole_option("players", players, 2, 100)
    encoding.observation_size(game, seats)  # refuses what the game is not for
    return seats


def _described(given: object) -> str:
    """What was given instead of an array, for a message."""
    return f"{given.dtype} of shape {given.shape}" if isinstance(given, np.ndarray) else brief(given)


def _flag(name: str, value: object) -> bool:
    if not isinstance(value, bool):
        raise BadOption(f"{name} is true or false, not {brief(value)}", option=name)
    return value


def one_of(name: str, value: object, allowed: Collection[str]) -> str:
    """One of the texts an option may be, or an error that names it."""
    if not isinstance(value, str) or value not in allowed:
        raise BadOption(f"{name} is one of {', '.join(allowed)}, not {brief(value)}", option=name)
    return value
