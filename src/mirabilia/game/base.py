"""The public shape of a game: `Game`, and what it hands out: `Option`, `Quote`, `Result`.

Both games implement `Game`; everything above the rules (records, bots, server, command line) uses only this. A game
is changed by `play` (and `take_back`) alone, and a refused call changes nothing.
"""

from __future__ import annotations

import copy
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from numbers import Integral
from typing import TYPE_CHECKING, Any

from mirabilia.errors import GameOver, IllegalMove, NotYourTurn, UnknownGame, brief, whole_number
from mirabilia.game.notation import format_move, parse_move

if TYPE_CHECKING:
    from mirabilia.record import Record


# Changes when a ruling changes, so that an old record or a bot of another version is not judged by new rules unnoticed.
RULES_VERSION = "1"


class Seats(int):
    """The number of seats; iterating over it walks the seats: `for seat in game.seats`."""

    def __iter__(self) -> Iterator[int]:
        return iter(range(int(self)))

    def __len__(self) -> int:
        return int(self)

    def __contains__(self, seat: object) -> bool:
        return isinstance(seat, int) and not isinstance(seat, bool) and 0 <= seat < int(self)


def checked_seed(seed: object) -> int:
    """A seed given from outside as an int."""
    number = whole_number(seed)
    if number is None:
        raise UnknownGame(f"a seed is a whole number, not {brief(seed)}", code="bad_option", option="seed")
    return number


class Option:
    """One legal decision. `as_dict()` is its JSON form, `text` its notation; `code` is the rules' own number."""

    __slots__ = ("_code", "_fields")

    def __init__(self, code: int, **fields: Any) -> None:
        self._code = code
        self._fields = fields

    @property
    def code(self) -> int:
        """The rules' own number of this decision."""
        return self._code

    @property
    def action(self) -> str:
        """What kind of decision this is: "build", "discard", "draft" ..."""
        return str(self._fields["action"])

    @property
    def text(self) -> str:
        """The option in move notation (docs/notation.md)."""
        return format_move(self._fields)

    def get(self, key: str, default: Any = None) -> Any:
        """A field of the dict form, or `default`."""
        return self._fields.get(key, default)

    # What numbering an option needs besides its fields (`mirabilia.encoding`).
    game = ""  # the game it belongs to; each game has its own class of options

    @property
    def rank(self) -> int:
        """The place of its payment among those of the same card, cheapest first; 0 where there is only one way."""
        return 0

    def as_dict(self) -> dict[str, Any]:
        """The option as JSON-ready data, with exactly the keys of its action."""
        return {key: list(value) if isinstance(value, list) else value for key, value in self._fields.items()}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Option) and self._fields == other._fields

    def __hash__(self) -> int:
        return hash(self.text)

    def __repr__(self) -> str:
        return f"Option({self.text!r})"


@dataclass(frozen=True)
class Quote:
    """What one card, wonder or stage would cost now, whether it can be had, and if not, why.

    `plan` lists the units of the cost, each with its source and what it costs (flat mappings of texts and numbers);
    the prices add up to the price.
    """

    what: Mapping[str, Any]  # {"card": name}, {"wonder": name} or {"stage": number}
    bank: int
    chain: bool
    affordable: bool
    why: Mapping[str, Any] | None
    plan: tuple[Mapping[str, Any], ...]
    price: int | None = None
    pays: tuple[tuple[int, int], ...] | None = None
    city: str | None = None

    def as_dict(self) -> dict[str, Any]:
        """The quote as JSON-ready data."""
        quote: dict[str, Any] = dict(self.what)
        if self.price is not None:
            quote["price"] = self.price
        if self.pays is not None:
            quote["pays"] = [list(pay) for pay in self.pays]
        quote.update(bank=self.bank, chain=self.chain, affordable=self.affordable)
        quote["why"] = None if self.why is None else dict(self.why)
        quote["plan"] = [dict(line) for line in self.plan]
        if self.city is not None:
            quote["city"] = self.city
        return quote


class Result:
    """How a game ended: the winning seats, by which kind of victory, and every seat's points by category.

    Nothing of it can be changed: `scores` hands out new dicts each time.
    """

    __slots__ = ("_kind", "_scores", "_winners")

    def __init__(self, winners: Iterable[int], kind: str, scores: Iterable[Mapping[str, int]] = ()) -> None:
        self._winners = tuple(winners)
        self._kind = kind
        self._scores = tuple(tuple(score.items()) for score in scores)

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that won; several share a victory."""
        return self._winners

    @property
    def kind(self) -> str:
        """The kind of victory: "civilian", "military" or "science"."""
        return self._kind

    @property
    def scores(self) -> list[dict[str, int]]:
        """Every seat's points by category, with their total."""
        return [dict(score) for score in self._scores]

    def as_dict(self) -> dict[str, Any]:
        """The result as JSON-ready data."""
        return {"winners": list(self.winners), "kind": self.kind, "scores": self.scores}

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Result) and self.as_dict() == other.as_dict()

    def __hash__(self) -> int:
        return hash((self._winners, self._kind, tuple(frozenset(score) for score in self._scores)))

    def __repr__(self) -> str:
        return f"Result(winners={self.winners}, kind={self.kind!r}, scores={self.scores})"


class Game(ABC):
    """A game being played. Make one with `mirabilia.new_game` or `mirabilia.from_deal`."""

    name: str
    seats: Seats

    _deal: dict[str, Any]
    _moves: list[tuple[int, str]]
    _states: Any

    @property
    def deal(self) -> dict[str, Any]:
        """Every random fact of the game, as `from_deal` takes it."""
        return copy.deepcopy(self._deal)

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """Decisions carried out so far, in order, as (seat, move text)."""
        return tuple(self._moves)

    @property
    def states(self) -> Any:
        """The rules' own state, for tools and tests; everything secret is in it."""
        return self._states

    @property
    def hidden_choices(self) -> tuple[tuple[int, str], ...]:
        """Choices that are in and not yet revealed, as (seat, move text), in an order in which they can be played."""
        return ()

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision now, ascending; () when the game is over."""

    @abstractmethod
    def options(self, seat: int) -> list[Option]:
        """All legal decisions of that seat now; [] if it owes none."""

    @abstractmethod
    def quotes(self, seat: int) -> list[Quote]:
        """Every card in reach and every unbuilt wonder or stage, affordable or not, with the reason."""

    @abstractmethod
    def view(self, seat: int | None) -> dict[str, Any]:
        """What that seat may know, JSON-ready; `None` is a spectator."""

    @abstractmethod
    def snapshot(self) -> dict[str, Any]:
        """Everything, JSON-ready: for tests, finished games and analysis."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def copy(self) -> Game:
        """An independent copy."""

    def __copy__(self) -> Game:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, Any]) -> Game:
        return self.copy()

    @abstractmethod
    def log(self, seat: int | None) -> list[dict[str, Any]]:
        """What happened so far, as that seat (None: a spectator) may know it, in order and JSON-ready."""

    @abstractmethod
    def redealt(self, seat: int, seed: int) -> Game:
        """A game this seat cannot tell from the present one: all it does not know is dealt anew, at random."""

    @abstractmethod
    def _carry_out(self, seat: int, option: Option) -> None:
        """Carries out an option known to be legal."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.result is not None

    def play(self, seat: int, option: Option | Mapping[str, Any] | str) -> None:
        """Carries out a decision, given as an option, its dict or its text.

        Raises `GameOver`, `NotYourTurn` or `IllegalMove` and then leaves the game as it was.
        """
        self._carry_out(seat, self.find_option(seat, option))

    def take_back(self, seat: int) -> None:
        """Withdraws a choice that is not yet revealed. Only games with hidden choices have any."""
        self._check_seat(seat)
        raise IllegalMove("nothing to take back", code="nothing_to_take_back", seat=seat)

    def find_option(self, seat: int, option: Option | Mapping[str, Any] | str) -> Option:
        """The option meant by an `Option`, a dict or a move text; raises like `play`."""
        self._check_seat(seat)
        if self.over:
            raise GameOver("the game is over", seat=seat)
        options = self.playable(seat)
        if not options:
            raise NotYourTurn(f"seat {seat} has nothing to decide now", seat=seat, to_act=list(self.to_act))
        if isinstance(option, str):
            wanted: Mapping[str, Any] = parse_move(option)
            found = next((one for one in options if _is_named(one._fields, wanted)), None)
        elif isinstance(option, Option):
            wanted = option._fields
            found = next((one for one in options if one._fields == wanted), None)
        elif isinstance(option, Mapping):
            wanted = option
            found = next((one for one in options if _is_same_move(one._fields, wanted)), None)
        else:
            raise IllegalMove(f"a move is an option, a dict or a text, not {type(option).__name__}", code="not_a_move")
        if found is None:
            move = option[:200] if isinstance(option, str) else brief(dict(wanted), 200)
            raise IllegalMove(f"{move!r} is not possible now", move=move, seat=seat)
        return found

    def playable(self, seat: int) -> list[Option]:
        """What `play` accepts from a seat now: its options, and what else a hidden choice may be changed to.

        In 7 Wonders a seat that has chosen has no `options` left, but may choose again until all have chosen.
        """
        return self.options(seat)

    def _check_seat(self, seat: int) -> None:
        if seat not in self.seats:
            raise NotYourTurn(f"there is no seat {brief(seat)}", code="no_such_seat", seat=brief(seat))

    def record(self) -> Record:
        """The game as a record: deal, moves so far and the result if there is one."""
        from mirabilia.record import Record

        return Record.of(self)


def _is_named(fields: Mapping[str, Any], parsed: Mapping[str, Any]) -> bool:
    """Whether a parsed text names this option. Texts leave out prices, and `pay` when nothing is bought."""
    nothing = [0, 0]
    return (
        all(key in fields and fields[key] == value for key, value in parsed.items())
        and fields.get("city") == parsed.get("city")
        and fields.get("pay", nothing) == parsed.get("pay", nothing)
    )


def _is_same_move(fields: Mapping[str, Any], given: Mapping[str, Any]) -> bool:
    """Whether a dict from outside is this option: the same keys, and values that mean the same."""
    return len(given) == len(fields) and all(key in given and _means(given[key], mine) for key, mine in fields.items())


def _means(given: Any, mine: Any) -> bool:
    """Whether a value from outside means a value of an option. Any kind of whole number will do, True will not."""
    if isinstance(mine, list | tuple):
        return isinstance(given, list | tuple) and len(given) == len(mine) and all(map(_means, given, mine))
    if isinstance(mine, int):
        return isinstance(given, Integral) and not isinstance(given, bool) and int(given) == mine
    return type(given) is type(mine) and bool(given == mine)
