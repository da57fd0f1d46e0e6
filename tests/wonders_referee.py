"""A second reading of the rules of 7 Wonders: slow, by names, in plain Python, to judge the compiled rules by.

It shares nothing with them but the catalog: written from the rulings alone, with lists of names where the rules have
bits and lanes, payments found by trying everything. `Referee` takes a deal and decisions like a game does, and
`options`, `snapshot` and `scores` say what must come out.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import product
from typing import Any

from mirabilia.games.wonders.catalog import Count, Effect, Stage, wonders_catalog

CATALOG = wonders_catalog()
CARD = {edition.number: {card.name: card for card in edition.cards} for edition in CATALOG.every_edition}
BOARD = {edition.number: {board.city: board for board in edition.boards} for edition in CATALOG.every_edition}
RAW = CATALOG.resources.raw
GOODS = CATALOG.resources.all
FREE = 2  # the Free City among the cities of the two-player game

Unit = tuple[str, ...]
Pay = tuple[int, int]
Move = dict[str, Any]


def undominated(pays: Iterable[Pay]) -> set[Pay]:
    """The pairs to which no other is at most equal on both sides."""
    found = set(pays)
    return {p for p in found if not any(q != p and q[0] <= p[0] and q[1] <= p[1] for q in found)}


@dataclass
class City:
    """One city as it lies on the table."""

    board: str
    side: str
    edition: int = 1
    coins: int = 3
    cards: list[str] = field(default_factory=list)
    stages: int = 0
    victory_points: int = 0
    defeats: int = 0
    free_builds_used: int = 0  # in this age

    @property
    def printed_stages(self) -> tuple[Stage, ...]:
        return BOARD[self.edition][self.board].stages(self.side)

    def effects(self) -> Iterator[Effect]:
        for name in self.cards:
            yield CARD[self.edition][name].effect
        for stage in self.printed_stages[: self.stages]:
            yield stage.effect

    def units(self, for_sale: bool) -> list[Unit]:
        """Production: the starting resource, brown and grey cards; the rest serves the owner only."""
        made: list[Unit] = [(BOARD[self.edition][self.board].resource,)]
        for effect in self.effects():
            if effect.sellable or not for_sale:
                made += effect.produces
        return made

    def price(self, good: str, side: str) -> int:
        """What one unit from the neighbour on a side costs."""
        group = "raw" if good in RAW else "manufactured"
        prices = [e.trade.price for e in self.effects() if e.trade and e.trade.goods == group]
        sides = [e.trade.neighbours for e in self.effects() if e.trade and e.trade.goods == group]
        return min([2, *(price for price, where in zip(prices, sides, strict=True) if side in where)])

    def has_power(self, special: str) -> bool:
        return any(effect.special == special for effect in self.effects())

    def count(self, what: str) -> int:
        if what == "wonder_stage":
            return self.stages
        if what == "defeat_token":
            return self.defeats
        return sum(CARD[self.edition][name].color == what for name in self.cards)

    @property
    def shields(self) -> int:
        return sum(effect.shields for effect in self.effects())


def payments(need: Mapping[str, int], own: list[Unit], sides: list[tuple[City, str]], buyer: City) -> set[Pay]:
    """Every way to cover a need that no other way beats, as (coins to the left, coins to the right)."""
    start = tuple(need.get(good, 0) for good in GOODS)
    ways: dict[tuple[int, ...], set[Pay]] = {start: {(0, 0)}}

    def serve(unit: Unit, cost: Mapping[str, Pay]) -> None:
        """One more unit may serve one good it can be, or nothing."""
        found = {rest: set(pays) for rest, pays in ways.items()}
        for rest, pays in ways.items():
            for good in unit:
                place = GOODS.index(good)
                if rest[place]:
                    less = (*rest[:place], rest[place] - 1, *rest[place + 1 :])
                    left, right = cost[good]
                    found.setdefault(less, set()).update((a + left, b + right) for a, b in pays)
        ways.clear()
        ways.update({rest: undominated(pays) for rest, pays in found.items()})

    for unit in own:
        serve(unit, dict.fromkeys(GOODS, (0, 0)))
    for number, (neighbour, side) in enumerate(sides):
        cost = {}
        for good in GOODS:
            price = buyer.price(good, side)
            cost[good] = (price, 0) if number == 0 else (0, price)
        for unit in neighbour.units(for_sale=True):
            serve(unit, cost)
    return ways.get((0,) * len(GOODS), set())


class Referee:
    """A game as the rulings tell it. Decisions are dicts as in `Option.as_dict`."""

    def __init__(self, deal: Mapping[str, Any]) -> None:
        self.deal = deal
        self.players = len(deal["boards"])
        boards = [*deal["boards"], *([deal["free_city"]] if self.players == 2 else [])]
        self.edition = deal.get("edition", 1)
        self.cities = [City(board, side, self.edition) for board, side in boards]
        self.age, self.turn = 1, 1
        self.discard: list[str] = []
        self.hands: list[list[str]] = []
        self.draw_pile: list[str] = []
        self.chosen: dict[int, Move] = {}
        self.waiting: list[tuple[str, int]] = []  # steps still to come in this turn, as (kind, city)
        self.revives: list[int] = []
        self.over = False
        self._begin_age()

    # ---- who is where ----

    def neighbours(self, city: int) -> tuple[int, int]:
        """Left and right. With two players the Free City lies to the right of seat 0 and to the left of seat 1."""
        ring = [0, FREE, 1] if self.players == 2 else list(range(self.players))
        place = ring.index(city)
        return ring[place - 1], ring[(place + 1) % len(ring)]

    @property
    def controller(self) -> int | None:
        """Who has the Free City card: in Age II it starts with the player to its right, else to its left."""
        if self.players != 2:
            return None
        first = 1 if self.age == 2 else 0
        return first if self.turn % 2 == 1 else 1 - first

    def decider(self, city: int) -> int:
        return self.controller if self.players == 2 and city == FREE else city  # type: ignore[return-value]

    @property
    def to_act(self) -> tuple[int, ...]:
        if self.over:
            return ()
        if self.waiting:
            return (self.decider(self.waiting[0][1]),)
        return tuple(sorted({self.decider(c) for c in range(len(self.cities)) if c not in self.chosen}))

    # ---- options ----

    def options(self, seat: int) -> list[Move]:
        if seat not in self.to_act:
            return []
        if self.waiting:
            kind, city = self.waiting[0]
            mark = {"city": "free"} if self.players == 2 and city == FREE else {}
            if kind == "revive":
                names = sorted({name for name in self.discard if name not in self.cities[city].cards})
                return [{"action": "revive", "card": name, **mark} for name in (*names, None)]
            if mark:
                return self._free_city([self.draw_pile[0]])
            return self._for_city(city, self.hands[seat])
        if seat not in self.chosen:
            return self._for_city(seat, self.hands[seat])
        rest = list(self.hands[seat])
        rest.remove(self.chosen[seat]["card"])
        return self._free_city(rest)

    def _pays(self, city: int, cost: Mapping[str, int]) -> list[Pay]:
        me = self.cities[city]
        left, right = self.neighbours(city)
        sides = [(self.cities[left], "left"), (self.cities[right], "right")]
        purse = me.coins - cost.get("coins", 0)
        found = payments(cost, me.units(for_sale=False), sides, me)
        return sorted(pay for pay in found if sum(pay) <= purse) if purse >= 0 else []

    def _for_city(self, city: int, hand: list[str]) -> list[Move]:
        me = self.cities[city]
        moves: list[Move] = []
        stage_pays: list[Pay] = []
        if me.stages < len(me.printed_stages):
            stage_pays = self._pays(city, me.printed_stages[me.stages].cost)
        for name in sorted(set(hand)):
            if name not in me.cards:
                if self._is_chained(city, name) or self._is_gift(city, name):
                    moves.append({"action": "build", "card": name, "pay": [0, 0], "bank": 0})
                else:
                    cost = CARD[self.edition][name].cost
                    for pay in self._pays(city, cost):
                        moves.append({"action": "build", "card": name, "pay": [*pay], "bank": cost.get("coins", 0)})
                if me.has_power("free_build_once_per_age") and not me.free_builds_used:
                    moves.append({"action": "free_build", "card": name})
            moves += [{"action": "stage", "card": name, "pay": [*pay]} for pay in stage_pays]
            moves.append({"action": "discard", "card": name})
        return moves

    def _is_chained(self, city: int, name: str) -> bool:
        return any(giver in self.cities[city].cards for giver in CARD[self.edition][name].free_with)

    def _is_gift(self, city: int, name: str) -> bool:
        """Whether one of the powers of the second edition's Olympia makes a card of the hand free (R2-10 to R2-15)."""
        me = self.cities[city]
        if self.waiting:
            return False
        new_color = me.count(CARD[self.edition][name].color) == 0
        return (
            (me.has_power("free_build_first_of_color") and new_color)
            or (me.has_power("free_build_first_of_age") and self.turn == 1)
            or (me.has_power("free_build_last_of_age") and self.turn == 6)
        )

    def _free_city(self, hand: list[str]) -> list[Move]:
        """What may be decided for the Free City about these cards: its two duties leave out the rest."""
        moves = self._for_city(FREE, hand)
        if any(move["action"] != "discard" for move in moves):
            moves = [move for move in moves if move["action"] != "discard"]
        have = self.cities[FREE].cards
        must = {name for name in hand if name not in have and self._is_chained(FREE, name)}
        moves = [move for move in moves if move["card"] not in must or move["action"] == "build"]
        return [{**move, "city": "free"} for move in moves]

    # ---- play ----

    def play(self, seat: int, move: Move) -> None:
        """A legal decision of a seat."""
        assert move in self.options(seat)
        if self.waiting:
            self._step(move)
            return
        self.chosen[FREE if move.get("city") == "free" else seat] = move
        if len(self.chosen) == len(self.cities):
            self._resolve()

    def _resolve(self) -> None:
        chosen, self.chosen = self.chosen, {}
        for city, move in chosen.items():
            self.hands[self.decider(city)].remove(move["card"])
        self._carry_out(chosen)
        if self.turn == 6:
            for city, me in enumerate(self.cities):
                if me.has_power("play_seventh_card"):
                    self.waiting.append(("seventh", city))
                else:
                    self.discard.append(self._last_card_of(city))
        self._go_on()

    def _last_card_of(self, city: int) -> str:
        """Takes the card left over in the sixth turn: of the hand, or for the Free City of the pile."""
        return (self.draw_pile if self.players == 2 and city == FREE else self.hands[city]).pop()

    def _carry_out(self, moves: Mapping[int, Move]) -> None:
        """Everything is laid down, then coins are counted."""
        counting: list[tuple[int, Effect]] = []
        for city, move in moves.items():
            me, action = self.cities[city], move["action"]
            if action == "discard":
                self.discard.append(move["card"])
                me.coins += 3
                continue
            for neighbour, coins in zip(self.neighbours(city), move.get("pay", (0, 0)), strict=True):
                me.coins -= coins
                self.cities[neighbour].coins += coins
            me.coins -= move.get("bank", 0)
            if action == "stage":
                effect = me.printed_stages[me.stages].effect
                me.stages += 1
                if effect.special == "build_from_discard":
                    self.revives.append(city)
            else:
                effect = CARD[self.edition][move["card"]].effect
                me.cards.append(move["card"])
                me.free_builds_used += action == "free_build"
            counting.append((city, effect))
        for city, effect in counting:
            self.cities[city].coins += effect.coins + self._counted(city, effect.coins_per)

    def _counted(self, city: int, count: Count | None) -> int:
        if count is None:
            return 0
        left, right = self.neighbours(city)
        whose = {"self": city, "left": left, "right": right}
        return count.each * sum(self.cities[whose[w]].count(what) for w in count.whose for what in count.what)

    def _step(self, move: Move) -> None:
        kind, city = self.waiting.pop(0)
        if kind == "seventh":
            assert self._last_card_of(city) == move["card"]
            self._carry_out({city: move})
        elif move["card"] is not None:
            self.discard.remove(move["card"])
            self._carry_out({city: {"action": "revive", "card": move["card"]}})
        self._go_on()

    def _go_on(self) -> None:
        if self.waiting:
            return
        while self.revives:
            city = self.revives.pop(0)
            if any(name not in self.cities[city].cards for name in self.discard):
                self.waiting.append(("revive", city))
                return
        if self.turn < 6:
            self._pass_hands()
            self.turn += 1
            self._draw()
            return
        self._fight()
        if self.age == 3:
            self.over = True
            return
        self.age += 1
        self._begin_age()

    def _begin_age(self) -> None:
        self.turn = 1
        self.hands = [list(hand) for hand in self.deal["hands"][self.age - 1]]
        if self.players == 2:
            self.draw_pile = list(self.deal["draw_piles"][self.age - 1])
        for city in self.cities:
            city.free_builds_used = 0
        self._draw()

    def _draw(self) -> None:
        if self.controller is not None:
            self.hands[self.controller].append(self.draw_pile.pop(0))

    def _pass_hands(self) -> None:
        to_the_left = self.age != 2
        passed: list[list[str]] = [[] for _ in self.hands]
        for seat, hand in enumerate(self.hands):
            passed[(seat - 1 if to_the_left else seat + 1) % self.players] = hand
        self.hands = passed

    def _fight(self) -> None:
        shields = [city.shields for city in self.cities]
        for city, me in enumerate(self.cities):
            for other in self.neighbours(city):
                if shields[city] > shields[other]:
                    me.victory_points += (1, 3, 5)[self.age - 1]
                elif shields[city] < shields[other]:
                    me.defeats += 1

    # ---- what must come out ----

    def snapshot(self) -> dict[str, Any]:
        """The facts `Game.snapshot` promises; lists without an order of their own are sorted."""
        keys = ("board", "side", "coins", "shields", "stages", "victory_points", "defeats")
        return {
            "age": self.age,
            "turn": self.turn,
            "cities": [{**{key: getattr(c, key) for key in keys}, "cards": sorted(c.cards)} for c in self.cities],
            "hands": [sorted(hand) for hand in self.hands],
            "discard": sorted(self.discard),
            "draw_pile": list(self.draw_pile),
            "to_act": list(self.to_act),
        }

    def science(self, city: int, more: int = 0) -> int:
        """Science of a city with `more` further symbols of choice: every choice is tried."""
        symbols = [effect.science for effect in self.cities[city].effects() if effect.science]
        fixed = [symbol for symbol in symbols if symbol != "any"]
        wild = len(symbols) - len(fixed) + more
        best = 0
        for chosen in product(CATALOG.science.symbols, repeat=wild):
            counts = [[*fixed, *chosen].count(symbol) for symbol in CATALOG.science.symbols]
            best = max(best, sum(n * n for n in counts) + 7 * min(counts))
        return best

    def scores(self, seat: int) -> dict[str, int]:
        me, card = self.cities[seat], CARD[self.edition]
        points = {
            "military": me.victory_points - me.defeats,
            "treasury": me.coins // 3,
            "wonder": sum(stage.effect.points for stage in me.printed_stages[: me.stages]),
            "civilian": sum(card[name].effect.points for name in me.cards if card[name].color == "blue"),
            "science": self.science(seat),
            "commerce": 0,
            "guilds": 0,
        }
        for name in me.cards:
            if card[name].color in ("yellow", "purple"):
                category = "commerce" if card[name].color == "yellow" else "guilds"
                points[category] += self._counted(seat, card[name].effect.points_per)
                condition = card[name].effect.points_if
                if condition is not None and me.stages == len(me.printed_stages):  # R2-7
                    points[category] += condition.points
        if me.has_power("copy_neighbour_guild"):
            guilds = [n for city in self.neighbours(seat) for n in self.cities[city].cards if card[n].color == "purple"]
            plain = max((self._counted(seat, card[name].effect.points_per) for name in guilds), default=0)
            symbol = self.science(seat, 1) - self.science(seat) if "Scientists Guild" in guilds else 0
            points["guilds"] += plain if plain >= symbol else 0
            points["science"] += symbol if symbol > plain else 0
        return {**points, "total": sum(points.values())}

    def winners(self) -> tuple[int, ...]:
        ranks = [(self.scores(seat)["total"], self.cities[seat].coins) for seat in range(self.players)]
        return tuple(seat for seat, rank in enumerate(ranks) if rank == max(ranks))
