"""From a view of 7 Wonders back to a state of the rules: some world in which the seat would have seen all it has seen.

The view's memory says which cards the seat held when, and what was done. Every hidden card came from a packet: since
the seat last saw that packet, it is one of those it saw there and has not seen since; before the seat saw it, any card
of the age that is not accounted for. With the hidden cards filled in that way, the game is simply played again.
`redeal` then makes every other possible world equally likely. A test holds this to views of real games.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from mirabilia.bots.base import BotError, Choice, codes_for
from mirabilia.bots.wonders.replay import PHASE_OF, replay
from mirabilia.catalog.wonders import wonders_catalog
from mirabilia.game.wonders.memory import ACTION_NAMES
from mirabilia.game.wonders.options import listed, option_of
from mirabilia.rules.records import ints, plain
from mirabilia.rules.wonders import state as rules
from mirabilia.rules.wonders.apply import apply
from mirabilia.rules.wonders.options import MAX_OPTIONS, options
from mirabilia.rules.wonders.setup import start
from mirabilia.rules.wonders.state import State
from mirabilia.rules.wonders.tables import (
    AGES,
    FREE_CITY,
    HAND,
    LAST_TURN,
    NONE,
    PACKET,
    SEVENTH,
)

CATALOG = wonders_catalog()
TRIES = 1000  # a world that fails to ask for a look into the pile as the real one did is dealt again
_ACTIONS = {name: number for number, name in ACTION_NAMES.items()}
_TO_PILE = (rules.DISCARD, rules.SPARE)
_PACKET = plain(PACKET)
_GUILDS = [CATALOG.card_id[name] for name in CATALOG.guilds]


class _Age:
    """One age as the seat knows it: which packet was held when, and what the seat saw in it."""

    def __init__(self, players: int, seat: int, age: int, hands: Sequence[Sequence[int]], reached: int) -> None:
        self.players, self.seat, self.age, self.reached = players, seat, age, reached
        self.hands = hands

    def packet(self, turn: int, city: int) -> int:
        """The packet a city's card of a turn came from; the Free City's come from the controlling player's."""
        if self.players == 2 and city == FREE_CITY:
            return int(rules.drawing_packet(self.age))
        return int(_PACKET[self.players][self.age][min(turn, LAST_TURN)][city])

    def sights(self, packet: int) -> list[int]:
        """The turns in which the seat held a packet."""
        return [t for t in range(self.reached + 1) if _PACKET[self.players][self.age][t][self.seat] == packet]


class _World:
    """Fills in the hidden cards of a view, and plays the game again with them."""

    def __init__(self, view: Mapping[str, Any]) -> None:
        self.view = view
        self.tries = 0
        self.players = int(view["players"])
        self.seat = int(view["you"])
        self.cities = len(view["cities"])
        self.age, self.turn = int(view["age"]) - 1, int(view["turn"]) - 1
        memory = view["memory"]
        self.rows = [
            [a - 1, t - 1, city, _ACTIONS[what], _number(card), *coins]
            for a, t, city, what, card, *coins in memory["history"]
        ]
        self.drawn = {(a - 1, t - 1): CATALOG.card_id[name] for a, t, name in memory["drawn"]}
        self.hands = [[[CATALOG.card_id[name] for name in hand] for hand in turns] for turns in memory["hands"]]
        self.revived = {row[4] for row in self.rows if row[3] == rules.REVIVE}
        self.sizes = {hand["seat"]: int(hand["size"]) for hand in view["hands"]}

    def state(self, chance: random.Random) -> Any | None:
        """A state with some filling of the hidden cards; None if the game does not go the way it went."""
        self.tries += 1
        states = State.zeros(1)
        values = State.as_dict(states)
        values["players"], values["cities"] = self.players, self.cities
        for city, facts in enumerate(self.view["cities"]):
            values["board"][city] = CATALOG.board_id[facts["board"]] * 2 + "AB".index(facts["side"])
        cards = [row[4] for row in self.rows]  # filled in age by age
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

    def _fill(self, age: int, cards: list[Any], chance: random.Random) -> tuple[list[list[int]], list[int]]:
        """Gives every hidden card of an age a place; returns the packets as dealt, and the draw pile."""
        now = age == self.age
        reached = self.turn if now else LAST_TURN
        book = _Age(self.players, self.seat, age, self.hands[age], reached)
        places: dict[int, dict[int, list[int]]] = {p: {} for p in range(self.players)}  # rows by packet and turn
        pile_row = None
        for number, (row_age, entry, city, action, *_rest) in enumerate(self.rows):
            if row_age != age or action == rules.REVIVE:
                continue
            if self.players == 2 and city == FREE_CITY and entry == SEVENTH:
                pile_row = number
                continue
            places[book.packet(entry, city)].setdefault(entry, []).append(number)
        held: dict[int, list[int | None]] = {}
        for packet in range(self.players):
            holder = next(s for s in range(self.players) if _PACKET[self.players][age][reached][s] == packet)
            if not now:
                held[packet] = []
            elif holder == self.seat:
                gone = Counter(cards[n] for n in places[packet].get(reached, [])) + Counter(
                    cards[n] for n in places[packet].get(SEVENTH, [])
                )
                held[packet] = list((Counter(self.hands[age][reached]) - gone).elements())
            else:
                held[packet] = [None] * self.sizes.get(holder, 0)
        unseen = self._deck(age)
        short: list[tuple[str, int, int]] = []  # places to be filled with unseen cards
        for packet in range(self.players):
            short += self._fill_packet(book, packet, places[packet], held[packet], cards, unseen, chance)
        if pile_row is not None and cards[pile_row] is None:
            short.append(("row", pile_row, 0))
        elif pile_row is not None:
            unseen[cards[pile_row]] -= 1
        undrawn = 0
        if self.players == 2 and now:
            undrawn = LAST_TURN - self.turn + (1 if pile_row is None else 0)
        last_card = self.view["free_city"].get("last_card") if self.players == 2 and now else None
        if last_card is not None:
            unseen[CATALOG.card_id[last_card]] -= 1
            undrawn -= 1
        pool = self._pool(age, unseen, len(short) + undrawn, chance)
        self._mix(pool, short, chance)
        for kind, number, place in short:
            if kind == "row":
                cards[number] = pool.pop(0)
            else:
                held[number][place] = pool.pop(0)
        if last_card is not None:
            pool.append(CATALOG.card_id[last_card])
        packets = [[cards[n] for rows in places[p].values() for n in rows] + list(held[p]) for p in range(self.players)]
        if self.players != 2:
            return packets, []  # type: ignore[return-value]
        if pile_row is not None:
            pool.append(cards[pile_row])
        return self._undraw(age, reached, packets, places, pool, cards)

    def _fill_packet(
        self,
        book: _Age,
        packet: int,
        rows: dict[int, list[int]],
        held: list[int | None],
        cards: list[Any],
        unseen: Counter[int],
        chance: random.Random,
    ) -> list[tuple[str, int, int]]:
        """Fills what left a packet after it was seen; takes known cards from `unseen`; returns places left over."""
        sights = book.sights(packet)
        short: list[tuple[str, int, int]] = []
        for numbers in rows.values():
            for number in numbers:
                if cards[number] is not None:
                    unseen[cards[number]] -= 1
        for card in held:
            if card is not None:
                unseen[card] -= 1
        first = sights[0] if sights else SEVENTH + 1
        for turn, numbers in rows.items():
            if turn < first:
                short += [("row", number, 0) for number in numbers if cards[number] is None]
        if not sights:
            short += [("held", packet, place) for place, card in enumerate(held) if card is None]
        for number, sight in enumerate(sights):
            following = sights[number + 1] if number + 1 < len(sights) else None
            pool = Counter(book.hands[sight])
            open_places: list[tuple[str, int, int]] = []
            for turn in sorted(rows):
                if turn < sight or (following is not None and turn >= following):
                    continue
                for row in rows[turn]:
                    if cards[row] is None:
                        open_places.append(("row", row, 0))
                    elif pool[cards[row]] > 0:
                        pool[cards[row]] -= 1
            if following is not None:
                pool -= Counter(book.hands[following])
            else:
                for place, card in enumerate(held):
                    if card is None:
                        open_places.append(("held", packet, place))
                    elif pool[card] > 0:
                        pool[card] -= 1
            found = list(pool.elements())
            if len(found) > len(open_places):
                raise ValueError("the memory does not add up")
            self._mix(found, open_places, chance)
            for card, (kind, where, place) in zip(found, open_places, strict=False):
                unseen[card] -= 1
                if kind == "row":
                    cards[where] = card
                else:
                    held[place] = card
            short += open_places[len(found) :]
        return short

    def _mix(self, found: list[int], open_places: list[tuple[str, int, int]], chance: random.Random) -> None:
        """Random order after the first try; revived cards come first, and a place on the discard pile for each.

        No more such places than that: another card of the pool may be the one that needs the next.
        """
        if self.tries > 1:
            chance.shuffle(found)
            chance.shuffle(open_places)
        if self.revived:
            found.sort(key=lambda card: card not in self.revived)
            on_pile = [p for p in open_places if p[0] == "row" and self.rows[p[1]][3] in _TO_PILE]
            first = on_pile[: sum(card in self.revived for card in found)]
            open_places.sort(key=lambda place: place not in first)

    def _deck(self, age: int) -> Counter[int]:
        return Counter(_deck_counts(age, max(self.players, 3)))

    def _pool(self, age: int, unseen: Counter[int], count: int, chance: random.Random) -> list[int]:
        """As many unseen cards of an age as there are places for them; in the last age some are guilds."""
        if any(left < 0 and card not in _GUILDS for card, left in unseen.items()):
            raise ValueError("a card was seen too often")
        pool = [card for card, left in unseen.items() for _ in range(max(left, 0))]
        guilds = [guild for guild in _GUILDS if unseen.get(guild, 0) >= 0] if age == AGES - 1 else []
        missing = count - len(pool)
        if not 0 <= missing <= len(guilds):
            raise ValueError("the unseen cards do not fit their places")
        return pool + chance.sample(guilds, missing)

    def _undraw(
        self,
        age: int,
        reached: int,
        packets: list[list[Any]],
        places: dict[int, dict[int, list[int]]],
        pile: list[int],
        cards: list[Any],
    ) -> tuple[list[list[int]], list[int]]:
        """Two players: takes the drawn cards out of the packet they went to, so that replaying draws them again."""
        fed = int(rules.drawing_packet(age))
        draws: list[int] = []
        content = list(packets[fed])
        for turn in range(reached + 1):
            if (age, turn) in self.drawn:
                draw = self.drawn[age, turn]
            else:
                # drawn by the opponent: a card of that turn which the seat had not seen in the packet the turn before
                before = Counter(self.hands[age][turn - 1]) if turn else Counter()
                if turn:
                    before -= Counter(cards[n] for n in places[fed].get(turn - 1, []))
                later = [n for t, rows in places[fed].items() if t >= turn for n in rows]
                after = Counter(cards[n] for n in later) + Counter(
                    packets[fed][len(packets[fed]) - self._held_count(age, fed) :]
                )
                fresh = after - before
                for known in (self.drawn.get((age, t)) for t in range(turn + 1, reached + 1)):
                    if known is not None and fresh[known] > 0:
                        fresh[known] -= 1
                here = [cards[n] for n in places[fed].get(turn, [])]
                candidates = [
                    card for card in fresh.elements() if turn == 0 or card in here or card in self._seen_next(age, turn)
                ]
                draw = candidates[0] if candidates else next(iter(fresh.elements()))
            draws.append(draw)
            content.remove(draw)
        packets[fed] = content
        return packets, [*draws, *pile]

    def _held_count(self, age: int, packet: int) -> int:
        if age != self.age:
            return 0
        holder = next(s for s in range(2) if _PACKET[2][age][self.turn][s] == packet)
        if holder != self.seat:
            return self.sizes.get(holder, 0)
        return len(self.view["hand"])

    def _seen_next(self, age: int, turn: int) -> list[int]:
        return self.hands[age][turn + 1] if turn + 1 < len(self.hands[age]) else []

    def _any_deal(self, age: int) -> tuple[list[list[int]], list[int]]:
        """Some deal of an age to come."""
        deck = list(self._deck(age).elements())
        if age == AGES - 1:
            deck += _GUILDS[: self.cities + CATALOG.constants.guilds_beyond_players]
        hands = [deck[k * HAND : (k + 1) * HAND] for k in range(self.cities)]
        return hands[: self.players], hands[FREE_CITY] if self.players == 2 else []

    # ---- playing again ----

    def _replay(self, states: Any, cards: list[Any]) -> bool:
        """Plays everything again; False if this world does not ask for what was asked in the real one."""
        order = [number for number, row in enumerate(self.rows) if row[3] != rules.SPARE]  # spares follow by themselves
        seats, steps, codes = ints(len(order) + 1), ints(len(order) + 1), ints(len(order) + 1)
        for place, number in enumerate(order):
            _, entry, _, action, *_ = self.rows[number]
            seats[place] = self._decider(number)
            codes[place] = self._code(number, cards[number])
            if action == rules.REVIVE:
                steps[place] = rules.REVIVE_CARD
            else:
                steps[place] = rules.SEVENTH_CARD if entry == SEVENTH else rules.CHOOSE
        if not replay(states, 0, seats, steps, codes, len(order)):
            return False
        if int(states[0]["phase"]) != PHASE_OF[self.view["phase"]]:
            return False
        self._choose_again(states)
        return states["coins"][0][: self.cities].tolist() == [city["coins"] for city in self.view["cities"]]

    def _decider(self, row: int) -> int:
        age, entry, city = self.rows[row][:3]
        if self.players == 2 and city == FREE_CITY:
            return int(rules.controller_at(age, min(entry, LAST_TURN)))
        return int(city)

    def _code(self, row: int, card: int | None) -> int:
        _, _, city, action, _, left, right, bank = self.rows[row]
        code = int(rules.code_of(action, NONE if card is None else card, left, right, bank))
        return code | (rules.FREE_FLAG if self.players == 2 and city == FREE_CITY else 0)

    def _choose_again(self, states: Any) -> None:
        """The seat's own choices that are not yet revealed."""
        buffer = ints(MAX_OPTIONS)
        for choice in self.view["choices"]:
            if choice.get("city") == "free":
                continue  # whoever is asked now has not made that one
            count = options(states, 0, self.seat, buffer)
            for code in buffer[:count]:
                if option_of(int(code)).as_dict() == choice:
                    apply(states, 0, self.seat, int(code))
                    break
            else:
                raise ValueError("the own choice is not possible")


@lru_cache(maxsize=32)
def _deck_counts(age: int, players: int) -> Counter[int]:
    return Counter(CATALOG.card_id[name] for name in CATALOG.deck(age + 1, players))


def _number(card: str | None) -> int | None:
    return None if card is None else CATALOG.card_id[card]


def state_from_view(view: Mapping[str, Any], seed: int = 0) -> Any:
    """An array of one state that would show its seat this view; `BotError` if the view makes no sense."""
    try:
        world = _World(view)
        chance = random.Random(seed)
        for _ in range(TRIES):
            states = world.state(chance)
            if states is not None:
                return states
    except (KeyError, IndexError, TypeError, ValueError, AttributeError, OverflowError, StopIteration) as error:
        raise BotError(f"the view is damaged: {type(error).__name__} {error}", code="bad_view") from error
    raise BotError("no world fits the view", code="bad_view")


def codes_of_options(states: Any, seat: int, given: Sequence[Choice]) -> list[int]:
    """The rules' code of each option, in order; `BotError` if they are not the options of this position."""
    buffer = ints(MAX_OPTIONS)
    count = options(states, 0, seat, buffer)
    return codes_for(given, listed(buffer, count))


def check_options(view: Mapping[str, Any], options: Sequence[Choice]) -> None:
    """Raises `BotError` if the options are not those of the view."""
    codes_of_options(state_from_view(view), view["you"], options)
