"""From a view of 7 Wonders back to a state of the rules: some world in which the seat would have seen all it has seen.

It is the inverse of `view.py`, and a test holds them together. The view's memory says which cards the seat held when,
and what was done. Where each hidden card can have come from is said by the groups of the rules (`knowledge.py`): those
of a packet the seat has held are cards it saw there and has not seen since, all others are cards of the age that are
not accounted for. With the hidden cards filled in that way, the game is simply played again. `redeal` then makes every
other possible world equally likely.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Sequence
from functools import lru_cache
from typing import NamedTuple

import msgspec
from msgspec import UNSET

from mirabilia.engine.records import ints, plain
from mirabilia.errors import BadView
from mirabilia.game.option import Choice, codes_for
from mirabilia.games.wonders.game.drafting import BoardDraft, board_options
from mirabilia.games.wonders.game.memory import ACTION_NAMES, Memory
from mirabilia.games.wonders.game.options import listed, option_of
from mirabilia.games.wonders.game.replaying import replay
from mirabilia.games.wonders.game.view import PHASES, WondersView
from mirabilia.games.wonders.rules import state as rules
from mirabilia.games.wonders.rules.apply import apply
from mirabilia.games.wonders.rules.knowledge import group_after
from mirabilia.games.wonders.rules.options import MAX_OPTIONS, options
from mirabilia.games.wonders.rules.setup import start
from mirabilia.games.wonders.rules.state import State
from mirabilia.games.wonders.rules.tables import (
    AGES,
    CATALOG,
    EDITION_NUMBERS,
    FREE_CITY,
    HAND,
    LAST_TURN,
    NONE,
    PACKET,
    SEVENTH,
)
from mirabilia.json_types import JsonFields

TRIES = 1000  # a world that fails to ask for a look into the pile as the real one did is dealt again
_ACTIONS = {name: number for number, name in ACTION_NAMES.items()}
_TO_PILE = (rules.DISCARD, rules.SPARE)
_PACKET = plain(PACKET)
_GUILDS = [[edition.card_id[name] for name in edition.guilds] for edition in CATALOG.every_edition]
_Written = tuple[int, int, int, str, str | None, int, int, int]  # a row of the history as a view has it


class _Row(NamedTuple):
    """One thing done; its card stands apart, because it may have to be filled in."""

    age: int
    entry: int
    city: int
    action: int
    left: int
    right: int
    bank: int


class _Place(NamedTuple):
    """Where a hidden card is: in a row of the history, or at a place of a packet that someone holds."""

    row: int
    packet: int
    number: int


class _World:
    """Fills in the hidden cards of a view, and plays the game again with them."""

    def __init__(self, view: WondersView, memory: Memory, seat: int) -> None:
        self.view = view
        self.seat = seat
        self.tries = 0
        self.players = view.players
        self.cities = len(view.cities)
        self.age, self.turn = view.age - 1, view.turn - 1
        self.number = EDITION_NUMBERS.index(view.edition)
        self.edition = CATALOG.every_edition[self.number]
        self.guilds = _GUILDS[self.number]
        card_id = self.edition.card_id
        history = msgspec.convert(memory.history, list[_Written])
        self.rows = [_Row(a - 1, t - 1, city, _ACTIONS[what], *coins) for a, t, city, what, _, *coins in history]
        self.cards = [None if card is None else card_id[card] for _, _, _, _, card, *_ in history]
        drawn = msgspec.convert(memory.drawn, list[tuple[int, int, str]])
        self.drawn = {(a - 1, t - 1): card_id[name] for a, t, name in drawn}
        self.hands = [[[card_id[name] for name in hand] for hand in turns] for turns in memory.hands]
        self.revived = {card for row, card in zip(self.rows, self.cards, strict=True) if row.action == rules.REVIVE}
        self.sizes = {hand.seat: hand.size for hand in view.hands}
        self.packets = [self._packet(row) for row in self.rows]
        self.groups = [self._group(row.age, self._packet(row), row.entry) for row in self.rows]

    def state(self, chance: random.Random) -> State.Array | None:
        """A state with some filling of the hidden cards; None if the game does not go the way it went."""
        self.tries += 1
        states = State.zeros(1)
        values = State.as_dict(states)
        values["edition"] = self.number
        values["players"], values["cities"] = self.players, self.cities
        for city, facts in enumerate(self.view.cities):
            values["board"][city] = self.edition.board_id[facts.board] * 2 + "AB".index(facts.side)
        cards = list(self.cards)  # filled in age by age
        for age in range(AGES):
            if age <= self.age:
                packets, pile = self._fill(age, cards, chance)
            else:
                packets, pile = self._any_deal(age)
            for packet, hand in enumerate(packets):
                values["deal"][age][packet] = hand
            if self.players == 2:
                values["deal"][age][FREE_CITY] = pile
        states = State.from_dict(values)
        start(states, 0)
        return states if self._replay(states, cards) else None

    # ---- filling in ----

    def _packet(self, row: _Row) -> int:
        """The packet a row's card came from; the Free City's come from the controlling player's."""
        if self.players == 2 and row.city == FREE_CITY:
            return int(rules.drawing_packet(row.age))
        return int(_PACKET[self.players][row.age][min(row.entry, LAST_TURN)][row.city])

    def _group(self, age: int, packet: int, turn: int) -> int:
        """The group of a card that was in a packet in a turn: the age if the seat had not seen the packet before."""
        return _group(self.players, age, self.seat, packet, min(turn, LAST_TURN))

    def _reached(self, age: int) -> int:
        """The last turn of an age that has begun."""
        return self.turn if age == self.age else LAST_TURN

    def _fill(self, age: int, cards: list[int | None], chance: random.Random) -> tuple[list[list[int]], list[int]]:
        """Gives every hidden card of an age a place; returns the packets as dealt, and the draw pile."""
        here = [n for n, row in enumerate(self.rows) if row.age == age and row.action != rules.REVIVE]
        last = next((n for n in here if self._is_last_of_pile(self.rows[n])), None)
        from_packets = [n for n in here if n != last]
        held = self._held(age, cards, from_packets)
        pools = self._pools(age, cards, from_packets, held)
        open_places: dict[int, list[_Place]] = {}
        for number in from_packets:
            if cards[number] is None:
                open_places.setdefault(self.groups[number], []).append(_Place(number, self.packets[number], -1))
        for packet, hand in enumerate(held):
            if None in hand:
                group = self._group(age, packet, self._reached(age))
                open_places.setdefault(group, []).extend(_Place(-1, packet, k) for k in range(len(hand)))
        unseen = Counter(_deck_counts(self.number, age, max(self.players, 3)))
        unseen.subtract(card for card in (cards[n] for n in here) if card is not None)
        unseen.subtract(card for hand in held for card in hand if card is not None)
        short = open_places.pop(age, [])  # places to be filled with unseen cards
        for group, pool in pools.items():
            places = open_places.pop(group, [])
            found = list(pool.elements())
            if len(found) > len(places):
                raise ValueError("the memory does not add up")
            self._mix(found, places, chance)
            self._put(found, places, cards, held)
            unseen.subtract(found)
            short += places[len(found) :]  # two players: a card drawn unseen
        if last is not None and cards[last] is None:
            short.append(_Place(last, -1, -1))
        fresh = self._unseen_for(age, unseen, short, last is None, chance)
        self._put(fresh, short, cards, held)
        packets = []
        for packet, hand in enumerate(held):
            packets.append(_known([*(cards[n] for n in from_packets if self.packets[n] == packet), *hand]))
        if self.players != 2:
            return packets, []
        pile = fresh[len(short) :]
        coming = self._last_card(age)
        if coming is not None:
            pile.append(coming)
        if last is not None:
            pile += _known([cards[last]])
        return self._undraw(age, packets, pile, cards)

    def _is_last_of_pile(self, row: _Row) -> bool:
        """Whether a row used the last card of the draw pile, which was in no hand."""
        return self.players == 2 and row.city == FREE_CITY and row.entry == SEVENTH

    def _held(self, age: int, cards: Sequence[int | None], rows: Sequence[int]) -> list[list[int | None]]:
        """What is still in each packet; cards of other seats are not known."""
        held: list[list[int | None]] = [[] for _ in range(self.players)]
        if age != self.age:
            return held
        for holder in range(self.players):
            packet = _PACKET[self.players][age][self.turn][holder]
            if holder == self.seat:
                mine = [n for n in rows if self.packets[n] == packet and self.rows[n].entry >= self.turn]
                left = Counter(self.hands[age][self.turn]) - Counter(_known([cards[n] for n in mine]))
                held[packet] = [*left.elements()]
            else:
                held[packet] = [None] * self.sizes.get(holder, 0)
        return held

    def _pools(
        self, age: int, cards: Sequence[int | None], rows: Sequence[int], held: Sequence[Sequence[int | None]]
    ) -> dict[int, Counter[int]]:
        """By group: the cards seen in its packet that the seat has not seen since."""
        pools: dict[int, Counter[int]] = {}
        for turn, hand in enumerate(self.hands[age][: self._reached(age) + 1]):
            packet = _PACKET[self.players][age][turn][self.seat]
            before = self._group(age, packet, turn - 1)
            if before in pools:
                pools[before] -= Counter(hand)  # seen again
            pools[self._group(age, packet, turn)] = Counter(hand)
        for number in rows:
            pool = pools.get(self.groups[number])
            card = cards[number]
            if pool is not None and card is not None and pool[card] > 0:
                pool[card] -= 1
        for packet, left in enumerate(held):
            pool = pools.get(self._group(age, packet, self._reached(age)))
            if pool is not None:
                pool -= Counter(card for card in left if card is not None)
        return pools

    def _put(
        self, found: list[int], places: list[_Place], cards: list[int | None], held: list[list[int | None]]
    ) -> None:
        """Lays cards into places, in order, as far as they go."""
        for card, place in zip(found, places, strict=False):
            if place.row >= 0:
                cards[place.row] = card
            else:
                held[place.packet][place.number] = card

    def _mix(self, found: list[int], open_places: list[_Place], chance: random.Random) -> None:
        """Random order after the first try; revived cards come first, and a place on the discard pile for each.

        No more such places than that: another card of the pool may be the one that needs the next.
        """
        if self.tries > 1:
            chance.shuffle(found)
            chance.shuffle(open_places)
        if self.revived:
            found.sort(key=lambda card: card not in self.revived)
            on_pile = [p for p in open_places if p.row >= 0 and self.rows[p.row].action in _TO_PILE]
            first = on_pile[: sum(card in self.revived for card in found)]
            open_places.sort(key=lambda place: place not in first)

    def _last_card(self, age: int) -> int | None:
        """Two players: the last card of the draw pile, if the seat sees it because it decides about it."""
        free_city = self.view.free_city
        if free_city is None or age != self.age or free_city.last_card is UNSET:
            return None
        return self.edition.card_id[free_city.last_card]

    def _unseen_for(
        self, age: int, unseen: Counter[int], short: list[_Place], last_lies: bool, chance: random.Random
    ) -> list[int]:
        """Unseen cards for the places left over and for what is still undrawn; in the last age some are guilds."""
        undrawn = 0
        if self.players == 2 and age == self.age:
            undrawn = LAST_TURN - self.turn + last_lies
        coming = self._last_card(age)
        if coming is not None:
            unseen[coming] -= 1
            undrawn -= 1
        if any(left < 0 and card not in self.guilds for card, left in unseen.items()):
            raise ValueError("a card was seen too often")
        pool = [card for card, left in unseen.items() for _ in range(max(left, 0))]
        guilds = [guild for guild in self.guilds if unseen.get(guild, 0) >= 0] if age == AGES - 1 else []
        missing = len(short) + undrawn - len(pool)
        if not 0 <= missing <= len(guilds):
            raise ValueError("the unseen cards do not fit their places")
        pool += chance.sample(guilds, missing)
        self._mix(pool, short, chance)
        return pool

    def _undraw(
        self, age: int, packets: list[list[int]], pile: list[int], cards: Sequence[int | None]
    ) -> tuple[list[list[int]], list[int]]:
        """Two players: takes the drawn cards out of the packet they went to, so that replaying draws them again."""
        fed = int(rules.drawing_packet(age))
        reached = self._reached(age)
        left_in: dict[int, list[int]] = {}  # cards that left the packet, by turn
        for row, packet, card in zip(self.rows, self.packets, cards, strict=True):
            if row.age == age and packet == fed and row.action != rules.REVIVE and not self._is_last_of_pile(row):
                left_in.setdefault(row.entry, []).extend(_known([card]))
        content = list(packets[fed])
        gone = sum(map(len, left_in.values()))
        draws: list[int] = []
        for turn in range(reached + 1):
            if (age, turn) in self.drawn:
                draw = self.drawn[age, turn]
            else:
                # drawn by the opponent: a card of that turn which the seat had not seen in the packet the turn before
                before = Counter(self.hands[age][turn - 1]) if turn else Counter()
                before -= Counter(left_in.get(turn - 1, []))
                later = [card for when, some in left_in.items() if when >= turn for card in some]
                fresh = Counter(later) + Counter(packets[fed][gone:]) - before
                for known in (self.drawn.get((age, t)) for t in range(turn + 1, reached + 1)):
                    if known is not None and fresh[known] > 0:
                        fresh[known] -= 1
                next_seen = self.hands[age][turn + 1] if turn + 1 < len(self.hands[age]) else []
                likely = [c for c in fresh.elements() if turn == 0 or c in left_in.get(turn, []) or c in next_seen]
                draw = likely[0] if likely else next(iter(fresh.elements()))
            draws.append(draw)
            content.remove(draw)
        packets[fed] = content
        return packets, [*draws, *pile]

    def _any_deal(self, age: int) -> tuple[list[list[int]], list[int]]:
        """Some deal of an age to come."""
        deck = list(_deck_counts(self.number, age, max(self.players, 3)).elements())
        if age == AGES - 1:
            deck += self.guilds[: self.cities + CATALOG.constants.guilds_beyond_players]
        hands = [deck[k * HAND : (k + 1) * HAND] for k in range(self.cities)]
        return hands[: self.players], hands[FREE_CITY] if self.players == 2 else []

    # ---- playing again ----

    def _replay(self, states: State.Array, cards: Sequence[int | None]) -> bool:
        """Plays everything again; False if this world does not ask for what was asked in the real one."""
        order = [n for n, row in enumerate(self.rows) if row.action != rules.SPARE]  # spares follow by themselves
        seats, steps, codes = ints(len(order) + 1), ints(len(order) + 1), ints(len(order) + 1)
        for place, number in enumerate(order):
            row = self.rows[number]
            seats[place] = self._decider(row)
            codes[place] = self._code(row, cards[number])
            if row.action == rules.REVIVE:
                steps[place] = rules.REVIVE_CARD
            else:
                steps[place] = rules.SEVENTH_CARD if row.entry == SEVENTH else rules.CHOOSE
        if not replay(states, 0, seats, steps, codes, len(order)):
            return False
        reached = State.as_dict(states)
        if PHASES[reached["phase"]] != self.view.phase:
            return False
        self._choose_again(states)
        return bool(reached["coins"][: self.cities] == [city.coins for city in self.view.cities])

    def _decider(self, row: _Row) -> int:
        if self.players == 2 and row.city == FREE_CITY:
            return int(rules.controller_at(row.age, min(row.entry, LAST_TURN)))
        return row.city

    def _code(self, row: _Row, card: int | None) -> int:
        code = int(rules.code_of(row.action, NONE if card is None else card, row.left, row.right, row.bank))
        return code | (rules.FREE_FLAG if self.players == 2 and row.city == FREE_CITY else 0)

    def _choose_again(self, states: State.Array) -> None:
        """The seat's own choices that are not yet revealed."""
        buffer = ints(MAX_OPTIONS)
        for choice in self.view.choices:
            if choice.city == "free":
                continue  # whoever is asked now has not made that one
            count = options(states, 0, self.seat, buffer)
            for code in buffer[:count]:
                if option_of(int(code)) == choice:
                    apply(states, 0, self.seat, int(code))
                    break
            else:
                raise ValueError("the seat's own choice is not possible")


def _known(cards: Sequence[int | None]) -> list[int]:
    """Cards of which none may be missing any more."""
    known = [card for card in cards if card is not None]
    if len(known) < len(cards):
        raise ValueError("a hidden card has no place")
    return known


@lru_cache(maxsize=1 << 13)
def _group(players: int, age: int, seat: int, packet: int, turn: int) -> int:
    return int(group_after(players, age, seat, packet, turn))


@lru_cache(maxsize=64)
def _deck_counts(number: int, age: int, players: int) -> Counter[int]:
    edition = CATALOG.every_edition[number]
    return Counter(edition.card_id[name] for name in edition.deck(age + 1, players))


def read_view(view: JsonFields, seed: int = 0) -> State.Array:
    """An array of one state that would show its seat this view; `BadView` if the view makes no sense."""
    if view.get("phase") == "board":
        raise BadView("boards are still being chosen: encodings and searches begin with the game itself")
    try:
        seen = msgspec.convert(view, WondersView)
        if seen.you is None or not isinstance(seen.memory, Memory):
            raise ValueError("it is nobody's, or without memory")
        world = _World(seen, seen.memory, seen.you)
        chance = random.Random(seed)
        for _ in range(TRIES):
            states = world.state(chance)
            if states is not None:
                return states
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, StopIteration) as error:
        raise BadView(f"the view is damaged: {type(error).__name__} {error}") from error
    raise BadView("no world fits the view")


def codes_of_options(states: State.Array, seat: int, given: Sequence[Choice]) -> list[int]:
    """The rules' code of each option, in order; `BadView` if they are not the options of this position."""
    buffer = ints(MAX_OPTIONS)
    count = options(states, 0, seat, buffer)
    return codes_for(given, listed(buffer, count))


def check_options(view: JsonFields, options: Sequence[Choice]) -> None:
    """Raises `BadView` if the options are not those of the view."""
    if view.get("phase") == "board":
        boards = board_options(draft_of(view).free)
        codes_for(options, (boards, range(len(boards))))
    else:
        codes_of_options(read_view(view), view["you"], options)


def draft_of(view: JsonFields) -> BoardDraft:
    """The draft of boards that a view shows; `BadView` if it shows none."""
    try:
        return msgspec.convert(view["draft"], BoardDraft)
    except (KeyError, msgspec.ValidationError) as error:
        raise BadView(f"the view is damaged: {type(error).__name__} {error}") from error
