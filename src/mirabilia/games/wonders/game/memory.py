"""What a seat of 7 Wonders remembers: every hand it held, and everything that was done, as far as it knows.

A person at the table may keep all of this in mind, and nothing else is needed to work out which cards can still be
where (`mirabilia.games.wonders.rules.knowledge` has the reasoning). Bots build their positions from it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, NamedTuple

import msgspec
from msgspec import Meta

from mirabilia.engine.records import ints, plain
from mirabilia.game.option import Option
from mirabilia.game.reading import Values
from mirabilia.games.wonders.game.options import NAMES
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.knowledge import KNOWN, PLACES, secrets_of
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import CITIES, FREE_CITY, LAST_TURN, PACKET, SEVENTH, TURNS

ACTION_NAMES = {
    rules.BUILD: "build",
    rules.STAGE_BUILT: "stage",
    rules.DISCARD: "discard",
    rules.FREE_BUILD: "free_build",
    rules.REVIVE: "revive",
    rules.SPARE: "spare",
}
OPEN = -1  # the place of a deed that everyone saw
_PACKET = plain(PACKET)
Row = list[int | str | None]


class Memory(msgspec.Struct, frozen=True):
    """What a seat remembers of the whole game."""

    hands: Annotated[
        list[list[list[str]]],
        Meta(description="your own hand at the start of each turn so far, by age and turn, with a card drawn then"),
    ]
    drawn: Annotated[list[list[int | str]], Meta(description="two players: cards this seat drew, as [age, turn, card]")]
    history: Annotated[
        list[list[int | str | None]],
        Meta(
            description="what was done, in order: [age, turn, city, action, card or null, coins left, right, to the "
            'bank]; turn 7 is the step after the sixth turn, action "spare" a last card that went to the pile'
        ),
    ]


class Deed(NamedTuple):
    """One thing done, as a row of the history for those who know its card and for those who do not."""

    place: int  # of its card in the history of the rules, or OPEN
    known: Row
    hidden: Row

    @classmethod
    def of(cls, age: int, entry: int, city: int, option: Option) -> Deed:
        """What a city did with its card in an entry of the history."""
        left, right = option.pay or (0, 0)
        row: Row = [age + 1, entry + 1, city, option.action, option.card, left, right, option.bank or 0]
        # a revived card lay on the pile before: everyone sees it built, and its old place tells nothing new
        place = OPEN if option.action == "revive" else place_of(age, entry, city)
        return cls(place, row, _without_card(row))

    @classmethod
    def spare(cls, age: int, city: int, card: str | None) -> Deed:
        """A city's last card of an age goes to the pile."""
        row: Row = [age + 1, SEVENTH + 1, city, "spare", card, 0, 0, 0]
        return cls(place_of(age, SEVENTH, city), row, _without_card(row))

    def with_card(self, card: str) -> Deed:
        """The same with another card."""
        return Deed(self.place, [*self.known[:4], card, *self.known[5:]], self.hidden)


def place_of(age: int, entry: int, city: int) -> int:
    """The place of an entry of the history; `slot_at` of the rules is the same, for compiled code."""
    return (age * rules.ENTRIES + entry) * CITIES + city


def _without_card(row: Row) -> Row:
    return [*row[:4], None, *row[5:]]


Knowledge = tuple[list[int], list[int]]  # for every place of a card: the card, and its group or KNOWN
Hands = list[list[str]]  # of one age by turn


def knowledge_of(states: State.Array, seat: int) -> Knowledge:
    """What a seat knows of every card dealt so far (`knowledge.py` of the rules)."""
    card, group = ints(PLACES), ints(PLACES)
    secrets_of(states, 0, seat, card, group)
    return plain(card), plain(group)


def memory_of(
    values: Values,
    knowledge: Knowledge,
    deeds: Sequence[Deed],
    seat: int,
    ended: dict[tuple[int, int], Hands],
) -> Memory:
    """The memory of a seat. `ended` keeps the hands of ages that have ended, by seat and age."""
    _, group = knowledge
    history = [known if place < 0 or group[place] == KNOWN else hidden for place, known, hidden in deeds]
    now = values["age"]
    for age in range(now):
        if (seat, age) not in ended:
            ended[seat, age] = _own_hands(values, seat, age, LAST_TURN)
    hands = [*(ended[seat, age] for age in range(now)), _own_hands(values, seat, now, values["turn"])]
    return Memory(hands, _own_draws(values, seat), history)


def _own_hands(values: Values, seat: int, age: int, last: int) -> Hands:
    """The seat's hands of an age by turn, worked out backwards from what became of their cards."""
    left = _packets(values, age)
    packets = _PACKET[values["players"]][age]
    return [_held(values, age, turn, packets[turn][seat], left) for turn in range(last + 1)]


def _packets(values: Values, age: int) -> list[list[tuple[int, int]]]:
    """For each packet of an age the cards that left it, as (entry, card) in order, and those still in it last."""
    players = values["players"]
    left: list[list[tuple[int, int]]] = [[] for _ in range(players)]
    packets = _PACKET[players][age]
    for entry, (done, cards) in enumerate(zip(values["done_action"][age], values["done_card"][age], strict=True)):
        holds = packets[min(entry, LAST_TURN)]
        for city in range(players):
            if done[city]:
                left[holds[city]].append((entry, cards[city]))
        if players == 2 and done[FREE_CITY] and entry < SEVENTH:
            left[rules.drawing_packet(age)].append((entry, cards[FREE_CITY]))
    if age == values["age"]:
        for packet in range(players):
            held = values["hand"][packet][: values["hand_size"][packet]]
            left[packet] += [(rules.ENTRIES, card) for card in held]
    return left


def _held(values: Values, age: int, turn: int, packet: int, left: Sequence[Sequence[tuple[int, int]]]) -> list[str]:
    """The cards of a packet at the start of a turn: all that left it since, less those drawn later."""
    cards = [card for entry, card in left[packet] if entry >= turn]
    if values["players"] == 2 and packet == rules.drawing_packet(age):
        reached = values["turn"] if age == values["age"] else LAST_TURN
        for later in range(turn + 1, min(reached + 1, TURNS)):
            cards.remove(values["deal"][age][FREE_CITY][later])
    cards.sort()
    return [NAMES[card] for card in cards]


def _own_draws(values: Values, seat: int) -> list[list[int | str]]:
    """What the seat drew when it had the Free City card."""
    if values["players"] != 2:
        return []
    draws: list[list[int | str]] = []
    for age in range(values["age"] + 1):
        reached = values["turn"] if age == values["age"] else LAST_TURN
        for turn in range(reached + 1):
            if rules.controller_at(age, turn) == seat:
                draws.append([age + 1, turn + 1, NAMES[values["deal"][age][FREE_CITY][turn]]])
    return draws
