"""The public shape of a game: `Game`.

Both games implement `Game`; everything above the rules (records, bots, server, command line) uses only this. A game
is changed by `play` (and `take_back`, `undo`) alone, and a refused call changes nothing. Several threads may read one
game at once; while one of them changes it, the others have to wait.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Mapping, Sequence
from numbers import Integral
from typing import TYPE_CHECKING, Protocol, Self

import msgspec

from mirabilia.errors import BadSeed, GameOver, IllegalMove, NotYourTurn, brief, whole_number
from mirabilia.game.drawing import drawn
from mirabilia.game.events import Event
from mirabilia.game.notation import parse_move
from mirabilia.game.option import Option
from mirabilia.game.quote import PlanLine, Quote
from mirabilia.game.result import Result
from mirabilia.json_types import JsonObject

if TYPE_CHECKING:
    from mirabilia.game.rules import States
    from mirabilia.record import Record


# Changes when a ruling changes, so that an old record or a bot of another version is not judged by new rules unnoticed.
RULES_VERSION = "1"

Move = Option | Mapping[str, object] | str  # the ways to say a decision


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
        raise BadSeed(seed)
    return number


class Deal(Protocol):
    """What the deals of all games have: they cannot be changed, and have a JSON form."""

    def as_dict(self) -> JsonObject: ...


class Game(ABC):
    """A game being played. Make one with `mirabilia.new_game` or `mirabilia.from_deal`.

    >>> import mirabilia
    >>> game = mirabilia.new_game("wonders", players=3, seed=7)
    >>> game
    <WondersGame: 0 moves, waiting for seats 0, 1, 2>
    >>> [option.text for option in game.options(0)][:3]
    ['build Timber Yard', 'discard Timber Yard', 'build Theater']
    >>> game.play(0, "discard Timber Yard")  # hidden until all have chosen, so nothing happens yet
    ()
    >>> game.to_act, game.view(1)["ready"]
    ((1, 2), [0])
    >>> game.undo()
    (0, 'discard Timber Yard')
    >>> game.copy() == game, game.redealt(0, seed=1).view(0) == game.view(0)
    (True, True)
    """

    name: str
    seats: Seats

    _states: States
    _moves: list[tuple[int, Option]]

    # ---- what a game of each kind brings ----

    @property
    @abstractmethod
    def to_act(self) -> tuple[int, ...]:
        """Seats that owe a decision now, ascending; () when the game is over."""

    @abstractmethod
    def options(self, seat: int) -> list[Option]:
        """All legal decisions of that seat now; [] if it owes none."""

    @abstractmethod
    def quotes(self, seat: int) -> Sequence[Quote]:
        """Every card in reach and every unbuilt wonder or stage, affordable or not, with the reason."""

    @abstractmethod
    def plan(self, seat: int, option: Move) -> tuple[PlanLine, ...]:
        """How an option that costs something would be paid, unit by unit; () for one that costs nothing."""

    @abstractmethod
    def look(self, seat: int | None, *, memory: bool = True) -> msgspec.Struct:
        """What that seat may know, as a typed value (docs/view.md); `None` is a spectator.

        `memory` is what a person at the table could keep in mind of the whole game; bots need it, a screen does not.
        """

    @abstractmethod
    def snapshot(self) -> JsonObject:
        """Everything, JSON-ready: for tests, finished games and analysis."""

    @property
    @abstractmethod
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    @abstractmethod
    def result(self) -> Result | None:
        """The result, or None while the game goes on."""

    @abstractmethod
    def copy(self) -> Self:
        """An independent copy."""

    @abstractmethod
    def redealt(self, seat: int, seed: int) -> Self:
        """A game this seat cannot tell from the present one: all it does not know is dealt again, at random."""

    @abstractmethod
    def _given(self) -> Deal:
        """The deal."""

    @abstractmethod
    def _playable(self, seat: int) -> tuple[list[Option], list[int]]:
        """What `play` accepts from a seat now, and the rules' code of each."""

    @abstractmethod
    def _carry_out(self, seat: int, option: Option, code: int) -> tuple[Event, ...]:
        """Carries out an option known to be legal, and tells what happened."""

    @abstractmethod
    def _happened(self) -> list[Event]:
        """Everything that happened so far, with all secrets."""

    # ---- what all games share ----

    @property
    def deal(self) -> JsonObject:
        """Every random fact of the game, as `from_deal` takes it."""
        return self._given().as_dict()

    @property
    def moves(self) -> tuple[tuple[int, str], ...]:
        """Decisions carried out so far, in order, as (seat, move text)."""
        return tuple((seat, option.text) for seat, option in self._moves)

    def moves_from(self, number: int) -> tuple[tuple[int, str], ...]:
        """`moves[number:]`, without naming all the earlier ones."""
        return tuple((seat, option.text) for seat, option in self._moves[number:])

    @property
    def hidden_choices(self) -> tuple[tuple[int, str], ...]:
        """Choices that are in and not yet revealed, as (seat, move text), in an order in which they can be played."""
        return ()

    @property
    def states(self) -> States:
        """The rules' own state, for tools and tests; everything secret is in it."""
        return self._states

    def view(self, seat: int | None, *, memory: bool = True) -> JsonObject:
        """What that seat may know, JSON-ready (docs/view.md); `None` is a spectator. `memory` as for `look`."""
        view: JsonObject = msgspec.to_builtins(self.look(seat, memory=memory))
        return view

    def play(self, seat: int, option: Move) -> tuple[Event, ...]:
        """Carries out a decision, given as an option, its dict or its text, and returns what happened by it.

        That includes everything that followed by itself (docs/events.md); a choice that stays hidden tells nothing.
        The events have all secrets in them: `event.seen_by(seat)` is what a seat may know. Raises `GameOver`,
        `NotYourTurn` or `IllegalMove` and then leaves the game as it was.
        """
        return self._carry_out(seat, *self._found(seat, option))

    @property
    def events(self) -> tuple[Event, ...]:
        """Everything that happened so far, with all secrets."""
        return tuple(self._happened())

    def log(self, seat: int | None) -> list[JsonObject]:
        """What happened so far, as that seat (None: a spectator) may know it, in order and JSON-ready.

        After the end everyone may know everything.
        """
        if seat is not None:
            self._check_seat(seat)
        if self.over:
            return [event.as_dict() for event in self._happened()]
        return [event.seen_by(seat).as_dict() for event in self._happened()]

    def take_back(self, seat: int) -> None:
        """Withdraws a choice that is not yet revealed. Only games with hidden choices have any."""
        self._check_seat(seat)
        raise IllegalMove("nothing to take back", code="nothing_to_take_back", seat=seat)

    def find_option(self, seat: int, option: Move) -> Option:
        """The option meant by an `Option`, a dict or a move text; raises like `play`."""
        return self._found(seat, option)[0]

    def code_of(self, seat: int, option: Move) -> int:
        """The rules' own number of an option, for tools that work on `states`; raises like `play`."""
        return self._found(seat, option)[1]

    def playable(self, seat: int) -> list[Option]:
        """What `play` accepts from a seat now: its options, and what else a hidden choice may be changed to.

        In 7 Wonders a seat that has chosen has no `options` left, but may choose again until all have chosen.
        """
        self._check_seat(seat)
        return list(self._playable(seat)[0])

    def record(self, **tags: str) -> Record:
        """The game as a record: deal, moves so far and the result if there is one. `tags` are free header lines."""
        from mirabilia.record import Record

        return Record.of(self, **tags)

    def undo(self) -> tuple[int, str]:
        """Takes the last decision back and returns it, as (seat, move text).

        That is the hidden choice made last if there is one, else the last move of the record; the other choices of
        its turn are then hidden again. `IllegalMove` if nothing was decided yet.
        """
        if not self._moves:
            raise IllegalMove("nothing to undo", code="nothing_to_take_back")
        *earlier, (seat, option) = self._moves
        again = self._fresh()
        for who, what in earlier:
            again.play(who, what)
        self.__dict__.update(again.__dict__)
        return seat, option.text

    def standing(self, states: States) -> Self:
        """A game of the same deal at another position, without the moves that led there.

        For tools that play on `states` themselves and want a result or a picture of what came of it.
        """
        twin = self.copy()
        twin._states = states
        twin._refresh()
        return twin

    def _refresh(self) -> None:
        """After each change: what was read of the position is read again when it is asked for."""
        raise NotImplementedError

    @abstractmethod
    def _fresh(self) -> Self:
        """The game at its start, from the same deal."""

    def __eq__(self, other: object) -> bool:
        """Whether two games have the same deal, moves and hidden choices."""
        if not isinstance(other, Game) or self.name != other.name:
            return NotImplemented
        mine, theirs = (self.moves, self.hidden_choices), (other.moves, other.hidden_choices)
        return mine == theirs and self.deal == other.deal

    __hash__ = None  # type: ignore[assignment]  # a game changes

    def __repr__(self) -> str:
        count = len(self._moves)
        moves = f"{count} move{'' if count == 1 else 's'}"
        if self.over:
            result = self.result
            return f"<{type(self).__name__}: {moves}, won by {_seats(result.winners if result else ())}>"
        return f"<{type(self).__name__}: {moves}, waiting for {_seats(self.to_act)}>"

    def __str__(self) -> str:
        """The table as everyone sees it, as text; what `repr` says for a game that has no drawing."""
        return drawn(self) or repr(self)

    def __copy__(self) -> Self:
        return self.copy()

    def __deepcopy__(self, memo: dict[int, object]) -> Self:
        return self.copy()

    def _check_seat(self, seat: int) -> None:
        if seat not in self.seats:
            raise NotYourTurn(f"there is no seat {brief(seat)}", code="no_such_seat", seat=brief(seat))

    def _found(self, seat: int, option: Move) -> tuple[Option, int]:
        """The option meant and its code."""
        self._check_seat(seat)
        options, codes = self._playable(seat)
        if not options:
            if self.over:
                raise GameOver("the game is over", seat=seat)
            raise NotYourTurn(f"seat {seat} has nothing to decide now", seat=seat, to_act=list(self.to_act))
        if isinstance(option, Option):
            for place, one in enumerate(options):  # mostly the very object that was listed
                if one is option:
                    return one, codes[place]
            wanted: Mapping[str, object] = option.as_dict()
            found = next((place for place, one in enumerate(options) if one.as_dict() == wanted), None)
        elif isinstance(option, str):
            found = next((place for place, one in enumerate(options) if one.text == option), None)
            if found is None:  # perhaps written another way
                wanted = parse_move(option)
                found = next((place for place, one in enumerate(options) if _is_named(one.as_dict(), wanted)), None)
        elif isinstance(option, Mapping):
            wanted = option
            found = next((place for place, one in enumerate(options) if _is_same_move(one.as_dict(), wanted)), None)
        else:
            raise IllegalMove(f"a move is an option, a dict or a text, not {type(option).__name__}", code="not_a_move")
        if found is None:
            move = option[:200] if isinstance(option, str) else brief(dict(wanted), 200)
            raise IllegalMove(f"{move!r} is not possible now", move=move, seat=seat)
        return options[found], codes[found]


def _seats(seats: Sequence[int]) -> str:
    """Seats for a message."""
    return f"seat{'' if len(seats) == 1 else 's'} {', '.join(map(str, seats))}"


def _is_named(fields: Mapping[str, object], parsed: Mapping[str, object]) -> bool:
    """Whether a parsed text names this option. Texts leave out prices, and `pay` when nothing is bought."""
    nothing = [0, 0]
    return (
        all(key in fields and fields[key] == value for key, value in parsed.items())
        and fields.get("city") == parsed.get("city")
        and fields.get("pay", nothing) == parsed.get("pay", nothing)
    )


def _is_same_move(fields: Mapping[str, object], given: Mapping[str, object]) -> bool:
    """Whether a dict from outside is this option: the same keys, and values that mean the same."""
    return len(given) == len(fields) and all(key in given and _means(given[key], mine) for key, mine in fields.items())


def _means(given: object, mine: object) -> bool:
    """Whether a value from outside means a value of an option. Any kind of whole number will do, True will not."""
    if isinstance(mine, list | tuple):
        return isinstance(given, list | tuple) and len(given) == len(mine) and all(map(_means, given, mine))
    if isinstance(mine, int):
        return isinstance(given, Integral) and not isinstance(given, bool) and int(given) == mine
    return type(given) is type(mine) and bool(given == mine)
