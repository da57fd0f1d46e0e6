"""A game whose random facts are told one by one, when they first matter: what OpenSpiel calls explicit chance.

A `Dealer` (one per game, in its own folder) knows which fact is wanted next and how likely each outcome is. Behind it
stands a state of the rules whose facts not yet told are placeholders; telling one puts it in place. So outcomes have
exactly the chances of a shuffled deal, and no player could read the future.

What a seat has seen is kept as its present observation and a fingerprint of all observations and own actions so far.
While facts are still to be told, a seat sees what it saw before.
"""

from __future__ import annotations

import copy
import hashlib
import random
from abc import ABC, abstractmethod
from typing import cast

import numpy as np
from numpy.typing import NDArray

from mirabilia import encoding
from mirabilia.engine.records import ints
from mirabilia.game.rules import States, rules_of
from mirabilia.games import kind_of

FINGERPRINT = 16  # bytes


class Dealer(ABC):
    """Tells the random facts of one game. `queue` holds the facts wanted now, first come first."""

    states: States
    queue: list[tuple[str, int]]

    @abstractmethod
    def outcomes(self) -> list[tuple[int, float]]:
        """The outcomes of the first fact wanted, ascending, with their chances."""

    @abstractmethod
    def tell(self, outcome: int) -> None:
        """Settles the first fact wanted."""

    @abstractmethod
    def look(self) -> None:
        """After a decision: which facts are wanted before the next one?"""

    @abstractmethod
    def name(self, outcome: int) -> str:
        """An outcome of the first fact wanted, in words."""

    @abstractmethod
    def told_again(self, seat: int, told: list[Telling], dice: random.Random) -> list[Telling]:
        """The same course of the game as far as a seat knows it, with other facts where it does not know them."""


class Telling:
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


class Unfolding:
    """A game in progress, with what its seats have seen."""

    def __init__(self, game: str, seats: int, dealer: Dealer) -> None:
        self.game, self.seats, self.dealer = game, seats, dealer
        self.told: list[Telling] = []
        size = encoding.observation_size(game, seats)
        self.seen: list[NDArray[np.uint8]] = [np.zeros(size, np.uint8) for _ in range(seats)]
        self.fingerprints = [bytes(FINGERPRINT)] * seats

    def __deepcopy__(self, memo: dict[int, object]) -> Unfolding:
        twin = object.__new__(Unfolding)
        twin.game, twin.seats = self.game, self.seats
        twin.dealer = copy.deepcopy(self.dealer, memo)
        twin.told = list(self.told)
        twin.seen = list(self.seen)  # rows are replaced, never changed
        twin.fingerprints = list(self.fingerprints)
        return twin

    @property
    def chance(self) -> bool:
        """Whether a fact is wanted."""
        return bool(self.dealer.queue)

    def owing(self) -> list[int]:
        """Seats that owe a decision."""
        if self.chance:
            return []
        seats = ints(self.seats + 1)
        count = rules_of(self.game).acting(self.dealer.states, 0, seats)
        return [int(seat) for seat in seats[:count]]

    def legal(self, seat: int) -> list[int]:
        """The legal actions of a seat, ascending."""
        return sorted(self._options(seat))

    def _options(self, seat: int) -> dict[int, int]:
        """The legal actions of a seat, with their codes."""
        actions = kind_of(self.game).encoding().actions
        rules, states = rules_of(self.game), self.dealer.states
        codes = ints(rules.max_options)
        count = rules.options(states, 0, seat, codes)
        return {int(actions.action_of_code(states, 0, codes, count, k)): int(codes[k]) for k in range(count)}

    def action_of(self, seat: int, code: int) -> int | None:
        """The action of a code, or None if it is not legal."""
        return next((action for action, other in self._options(seat).items() if other == code), None)

    def play(self, actions: dict[int, int]) -> None:
        """Carries out an action of each seat named; they choose without seeing each other's."""
        codes = {seat: self._options(seat)[action] for seat, action in actions.items()}
        for seat, code in codes.items():
            rules_of(self.game).apply(self.dealer.states, 0, seat, code)
            self._remember(seat, b"did", actions[seat].to_bytes(4, "little"))
        self.told.append(Telling(None, dict(actions), codes))
        self.dealer.look()
        self._notice()

    def tell(self, outcome: int) -> None:
        """Settles the fact wanted."""
        self.dealer.tell(outcome)
        self.told.append(Telling(outcome, {}, {}))
        self._notice()

    def _notice(self) -> None:
        """The seats look at the table once all facts are told."""
        if self.chance:
            return
        observation = kind_of(self.game).encoding().observation
        for seat in range(self.seats):
            row = np.zeros_like(self.seen[seat])
            observation.observe(self.dealer.states, 0, seat, row)
            if not np.array_equal(row, self.seen[seat]):
                self.seen[seat] = row
                self._remember(seat, b"saw", row.tobytes())

    def _remember(self, seat: int, what: bytes, content: bytes) -> None:
        digest = hashlib.blake2b(self.fingerprints[seat] + what + content, digest_size=FINGERPRINT)
        self.fingerprints[seat] = digest.digest()

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.chance and not self.owing()

    def returns(self) -> list[float]:
        """Zero-sum: 1 for a win alone, shared by winners; the others lose the same together. Zeros before the end."""
        if not self.over:
            return [0.0] * self.seats
        rules = rules_of(self.game)
        won = int(rules.winners(self.dealer.states, 0, ints(rules.score_room)))
        share = 1.0 / won.bit_count()
        shares = [share if won >> seat & 1 else 0.0 for seat in range(self.seats)]
        return [(part * self.seats - 1.0) / (self.seats - 1.0) for part in shares]
