"""A game whose random facts are drawn one by one, when they first matter: what OpenSpiel calls explicit chance.

A `Dealer` (one per game, in its own folder) knows which fact is wanted next and how likely each outcome is. Behind it
stands a state of the rules in which facts not yet drawn are placeholders; drawing one puts it in place. So outcomes
have exactly the chances of a shuffled deal, and no player could read the future.

What a seat has seen is kept as its present observation and a fingerprint of all observations and own actions so far.
While facts are still to be drawn, a seat sees what it saw before.
"""

from __future__ import annotations

import copy
import hashlib
import random
from abc import ABC, abstractmethod
from functools import cache
from typing import cast

import numpy as np
from numpy.typing import NDArray

from mirabilia import encoding
from mirabilia.encoding.parts import Encoding
from mirabilia.engine.records import ints, plain
from mirabilia.game.rules import States, rules_of
from mirabilia.games import kind_of

FINGERPRINT = 16  # bytes


class Dealer(ABC):
    """Draws the random facts of one game. `queue` holds the facts to settle, in order."""

    states: States
    queue: list[tuple[str, int]]

    @abstractmethod
    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the first fact in the queue, ascending, with their chances."""

    @abstractmethod
    def settle(self, outcome: int) -> None:
        """Settles the first fact in the queue."""

    @abstractmethod
    def look(self) -> None:
        """Queues the facts that must be settled after a decision, before the next one."""

    @abstractmethod
    def name(self, outcome: int) -> str:
        """An outcome of the first fact in the queue, in words."""

    @abstractmethod
    def resampled(self, seat: int, steps: list[Step], dice: random.Random) -> list[Step]:
        """The same course of the game as far as a seat knows it, with other facts where it does not know them."""


class Step:
    """One step of a course: an outcome of chance, or the actions of seats with their codes."""

    __slots__ = ("actions", "codes", "outcome")

    def __init__(self, outcome: int | None, actions: dict[int, int], codes: dict[int, int]) -> None:
        self.outcome = outcome
        self.actions = actions
        self.codes = codes


def field(states: States, name: str) -> object:
    """A field of a single state, a row or a table of numbers, to be read and written in place."""
    value: object = cast("NDArray[np.void]", states)[name][0]
    return value


def number(states: States, name: str) -> int:
    """A field of a single state that holds one number."""
    value: int = cast("NDArray[np.void]", states)[name].item()
    return value


@cache
def _numbers_of(game: str) -> Encoding:
    """The encoding of a game; a course does not hold it, because courses are pickled."""
    return kind_of(game).encoding()


class Unfolding:
    """A game in progress, with what its seats have seen."""

    def __init__(self, game: str, seats: int, dealer: Dealer) -> None:
        self.game, self.seats, self.dealer = game, seats, dealer
        self._num_actions = encoding.num_actions(game)
        self._codes, self._acting = ints(rules_of(game).max_options), ints(seats + 1)
        self.steps: list[Step] = []
        size = encoding.observation_size(game, seats)
        self._seen: list[NDArray[np.uint8]] = [np.zeros(size, np.uint8) for _ in range(seats)]
        self._fingerprints = [bytes(FINGERPRINT)] * seats
        self._unseen: list[tuple[int, int] | bytes] = []  # own actions and positions that no seat has taken in yet
        self.owing: list[int] = []  # seats that owe a decision

    def __deepcopy__(self, memo: dict[int, object]) -> Unfolding:
        twin = copy.copy(self)  # shares what belongs to the game, and rows, which are replaced and never changed
        twin.dealer = copy.deepcopy(self.dealer, memo)
        twin._codes, twin._acting = ints(len(self._codes)), ints(len(self._acting))
        twin.steps = list(self.steps)
        twin._seen = list(self._seen)
        twin._fingerprints = list(self._fingerprints)
        twin._unseen = list(self._unseen)
        return twin

    @property
    def chance(self) -> bool:
        """Whether a fact is wanted."""
        return bool(self.dealer.queue)

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, ascending."""
        mask = np.empty(self._num_actions, np.uint8)
        _numbers_of(self.game).actions.legal(self.dealer.states, 0, seat, self._codes, mask)
        legal: list[int] = mask.nonzero()[0].tolist()
        return legal

    def _options(self, seat: int) -> dict[int, int]:
        """The legal actions of a seat, with their codes."""
        states, codes = self.dealer.states, self._codes
        count = rules_of(self.game).options(states, 0, seat, codes)
        action_of_code = _numbers_of(self.game).actions.action_of_code
        return {int(action_of_code(states, 0, codes, count, k)): int(codes[k]) for k in range(count)}

    def action_of(self, seat: int, code: int) -> int | None:
        """The action of a code, or None if it is not legal."""
        return next((action for action, other in self._options(seat).items() if other == code), None)

    def play(self, actions: dict[int, int]) -> None:
        """Carries out an action of each seat named; they choose without seeing each other's."""
        codes = {seat: self._code_of(seat, action) for seat, action in actions.items()}
        for seat, code in codes.items():
            rules_of(self.game).apply(self.dealer.states, 0, seat, code)
        self._unseen += actions.items()
        self.steps.append(Step(None, actions, codes))
        self.dealer.look()
        self._changed()

    def _code_of(self, seat: int, action: int) -> int:
        """The rules' code of a legal action."""
        code_of_action = _numbers_of(self.game).actions.code_of_action
        code = int(code_of_action(self.dealer.states, 0, seat, self._codes, action))
        if code < 0:
            raise KeyError(action)
        return code

    def settle(self, outcome: int) -> None:
        """Settles the fact wanted."""
        self.dealer.settle(outcome)
        self.steps.append(Step(outcome, {}, {}))
        self._changed()

    def _changed(self) -> None:
        """The seats look at the table once all facts are drawn; what they see is computed when someone asks."""
        if self.chance:
            self.owing = []
        else:
            count = rules_of(self.game).acting(self.dealer.states, 0, self._acting)
            self.owing = plain(self._acting[:count])
            self._unseen.append(cast("NDArray[np.void]", self.dealer.states).tobytes())

    @property
    def seen(self) -> list[NDArray[np.uint8]]:
        """What each seat sees."""
        self._take_in()
        return self._seen

    @property
    def fingerprints(self) -> list[bytes]:
        """For each seat a hash of all that it saw and did."""
        self._take_in()
        return self._fingerprints

    def _take_in(self) -> None:
        """The seats take in what happened since the last time."""
        observe = _numbers_of(self.game).observation.observe
        for happened in self._unseen:
            if isinstance(happened, tuple):
                seat, action = happened
                self._remember(seat, b"did", action.to_bytes(4, "little"))
                continue
            # A writable copy: plain Python reads states through views that ctypes makes of writable memory only.
            states = np.frombuffer(bytearray(happened), rules_of(self.game).state.dtype)
            for seat in range(self.seats):
                row = np.zeros_like(self._seen[seat])
                observe(states, 0, seat, row)
                if not np.array_equal(row, self._seen[seat]):
                    self._seen[seat] = row
                    self._remember(seat, b"saw", row.tobytes())
        self._unseen.clear()

    def _remember(self, seat: int, what: bytes, content: bytes) -> None:
        digest = hashlib.blake2b(self._fingerprints[seat] + what + content, digest_size=FINGERPRINT)
        self._fingerprints[seat] = digest.digest()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.owing and not self.chance

    def returns(self) -> list[float]:
        """Zero-sum: 1 for a win alone, shared by winners; the others lose the same together. Zeros before the end."""
        if not self.over:
            return [0.0] * self.seats
        rules = rules_of(self.game)
        won = int(rules.winners(self.dealer.states, 0, ints(rules.score_room)))
        share = 1.0 / won.bit_count()
        shares = [share if won >> seat & 1 else 0.0 for seat in range(self.seats)]
        return [(part * self.seats - 1.0) / (self.seats - 1.0) for part in shares]
