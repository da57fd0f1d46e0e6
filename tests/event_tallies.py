"""Keeping account of a game by what its steps report, and by nothing else: for tests of the rows.

A tally starts from what a fresh state shows and afterwards only hears rows. `expected` is what the state must show
then. `reported_game` plays a random game and gives the rows of each step with the state after it.
"""

from __future__ import annotations

import importlib
from collections import Counter
from collections.abc import Callable, Iterator
from typing import Any

from duel_play import biased, uniform
from mirabilia.engine.records import ints, plain
from mirabilia.engine.reporting import EVENT_ROOM, EVENT_WIDTH, WHYS
from mirabilia.engine.rng import new_rng
from mirabilia.games.duel.rules import tables as duel
from mirabilia.games.wonders.rules import tables as wonders

Row = dict[str, Any]  # "kind" and the fields; `why` as its word


def rows_of(game: str, events: Any, count: int) -> list[Row]:
    """The rows in a buffer, with names."""
    names = importlib.import_module(f"mirabilia.games.{game}.rules.event_rows").ROWS
    rows = []
    for k in range(count):
        kind, *values = (int(n) for n in events[k * EVENT_WIDTH : (k + 1) * EVENT_WIDTH])
        name, fields = names[kind]
        assert not any(values[len(fields) :]), f"{name} has more numbers than fields"
        row: Row = {"kind": name, **dict(zip(fields, values, strict=False))}
        if "why" in row:
            row["why"] = WHYS[row["why"]]
        rows.append(row)
    return rows


def reported_game(game: str, players: int, seed: int) -> Iterator[tuple[list[Row], dict[str, Any]]]:
    """A random game: first the rows of the opening, then those of every step, each with the state after it."""
    modules = {
        name: importlib.import_module(f"mirabilia.games.{game}.rules.{name}")
        for name in ("apply", "options", "setup", "state", "event_rows")
    }
    states, seats = modules["state"].State.zeros(1), ints(players)
    buffer, events = ints(modules["options"].MAX_OPTIONS), ints(EVENT_ROOM)
    which = (seed % 2 if players > 2 else 0,) if game == "wonders" else ()  # with odd seeds the second edition
    modules["setup"].deal(states, 0, players, *which, ints(modules["setup"].SCRATCH), new_rng(seed))
    count = int(modules["event_rows"].report_start(states, 0, events))
    yield rows_of(game, events, count), modules["state"].State.as_dict(states)
    decide = _policy(game, seed)
    while modules["state"].acting(states, 0, seats):
        seat = int(seats[0])
        codes = [int(code) for code in buffer[: modules["options"].options(states, 0, seat, buffer)]]
        count = int(modules["apply"].apply_reporting(states, 0, seat, codes[decide(seat, codes)], events))
        yield rows_of(game, events, count), modules["state"].State.as_dict(states)


def _policy(game: str, seed: int) -> Callable[[int, list[int]], int]:
    """Uniform; in Duel some games strive for green or red cards, so that all ways to win occur."""
    colors: list[dict[int, str]] = [{}, {0: "green"}, {0: "red"}, {1: "red"}, {0: "green", 1: "green"}]
    strive = colors[seed % len(colors)] if game == "duel" else {}
    return biased(seed, strive) if strive else uniform(seed)


class DuelTally:
    """Duel by its rows: coins, cards, wonders, tokens, pawn, looting, layout, turn and end."""

    def __init__(self, start: dict[str, Any]) -> None:
        self.coins = list(start["coins"])
        self.cards: list[set[int]] = [set(), set()]
        self.discarded: set[int] = set()
        self.wonders: list[list[int]] = [[], []]
        self.built: list[dict[int, int]] = [{}, {}]  # place of a wonder: card under it
        self.withdrawn: set[int] = set()
        self.tokens: list[set[int]] = [set(), set()]
        self.board = start["board_tokens"]
        self.box = start["box_tokens"]
        self.pawn = 0
        self.shields = 0  # all that ever moved it, towards seat 1
        self.looted = [0, 0]
        self.age = 0
        self.present = duel.ALL_SLOTS
        self.up = plain(duel.UP_AT_START)[0]
        self.asked: str | None = None
        self.over: Row | None = None
        self.offered: list[int] = []
        self.again: int | None = None

    def hear(self, rows: list[Row]) -> None:
        """What one step reports."""
        self.asked = self.again = None
        for row in rows:
            getattr(self, "_" + row["kind"])(row)

    def _offered(self, row: Row) -> None:
        assert row["place"] == len(self.offered)
        self.offered.append(row["wonder"])

    def _drafted(self, row: Row) -> None:
        self.wonders[row["city"]].append(row["wonder"])

    def _paid(self, row: Row) -> None:
        assert row["coins"] > 0
        self.coins[row["city"]] -= row["coins"]
        if row["to"] >= 0:
            assert row["why"] == "trade" and row["to"] == 1 - row["city"]
            self.coins[row["to"]] += row["coins"]

    def _gained(self, row: Row) -> None:
        assert row["coins"] > 0
        self.coins[row["city"]] += row["coins"]

    def _lost(self, row: Row) -> None:
        assert 0 <= row["coins"] <= row["face"]
        self.coins[row["city"]] -= row["coins"]

    def _looted(self, row: Row) -> None:
        self._lost(row)
        self.looted[row["city"]] |= 1 << row["at"]

    def _take(self, row: Row) -> None:
        assert self.present >> row["slot"] & 1 and self.up >> row["slot"] & 1
        self.present &= ~(1 << row["slot"])

    def _built(self, row: Row) -> None:
        self._take(row)
        self.cards[row["city"]].add(row["card"])
        frees = plain(duel.CHAIN_CARD)[row["card"]]
        assert row["chain"] == (frees if frees in self.cards[row["city"]] else -1)

    def _wonder(self, row: Row) -> None:
        self._take(row)
        assert self.wonders[row["city"]][row["place"]] == row["wonder"]
        self.built[row["city"]][row["place"]] = row["card"]

    def _withdrawn(self, row: Row) -> None:
        self.withdrawn.add(row["wonder"])

    def _discarded(self, row: Row) -> None:
        self._take(row)
        self.discarded.add(row["card"])

    def _pawn(self, row: Row) -> None:
        assert row["start"] == self.pawn
        towards = 1 - 2 * row["city"]
        moved = (row["end"] - row["start"]) * towards
        assert moved == row["shields"] + row["extra"] or abs(row["end"]) == duel.CAPITAL
        self.pawn = row["end"]

    def _pair(self, row: Row) -> None:
        assert row["thing"] >= 0

    def _token(self, row: Row) -> None:
        self.tokens[row["city"]].add(row["token"])
        if row["why"] == "board":
            self.board &= ~(1 << row["token"])
        else:
            self.box &= ~(1 << row["token"])

    def _destroyed(self, row: Row) -> None:
        assert row["by"] == 1 - row["city"]
        self.cards[row["city"]].remove(row["card"])
        self.discarded.add(row["card"])

    def _revived(self, row: Row) -> None:
        self.discarded.remove(row["card"])
        self.cards[row["city"]].add(row["card"])

    def _asked(self, row: Row) -> None:
        self.asked = row["why"]

    def _in_vain(self, row: Row) -> None:
        assert row["why"] in ("token", "destroy", "revive")

    def _turned_up(self, row: Row) -> None:
        self.up |= 1 << row["slot"]

    def _extra_turn(self, row: Row) -> None:
        self.again = row["city"]
        assert row["thing"] >= (duel.FIRST_TOKEN if row["why"] == "token" else duel.FIRST_WONDER)

    def _age_ended(self, row: Row) -> None:
        assert row["age"] == self.age and self.present == 0

    def _age(self, row: Row) -> None:
        self.age = row["age"]
        self.present = duel.ALL_SLOTS
        self.up = plain(duel.UP_AT_START)[self.age]

    def _starter(self, row: Row) -> None:
        assert row["city"] in (0, 1) and row["seat"] in (0, 1)

    def _over(self, row: Row) -> None:
        self.over = row

    def check(self, state: dict[str, Any]) -> None:
        """The state must be what was reported."""
        from mirabilia.games.duel.rules import state as rules

        assert self.coins == state["coins"]
        assert [_words(cards) for cards in self.cards] == state["cards"]
        assert _words(self.discarded) == state["discarded"]
        for seat in (0, 1):
            owned = state["wonders_owned"][seat]
            assert self.wonders[seat] == state["wonders"][seat][:owned]
            assert sum(1 << place for place in self.built[seat]) == state["wonder_built"][seat]
            assert all(state["under"][seat][place] == card for place, card in self.built[seat].items())
            assert sum(1 << token for token in self.tokens[seat]) == state["tokens"][seat]
        if state["built_wonders"] == duel.MAX_WONDERS:
            unbuilt = {
                wonder
                for seat in (0, 1)
                for place, wonder in enumerate(self.wonders[seat])
                if place not in self.built[seat]
            }
            assert self.withdrawn == unbuilt
        assert (self.board, self.box) == (state["board_tokens"], state["box_tokens"])
        assert (self.pawn, self.looted) == (state["pawn"], state["looted"])
        assert (self.age, self.present) == (state["age"], state["present"])
        if state["phase"] != rules.DRAFT:
            assert self.up & self.present == state["up"] & self.present
        choices = {
            rules.TOKEN: "token",
            rules.LIBRARY: "library",
            rules.DESTROY: "destroy",
            rules.REVIVE: "revive",
            rules.STARTER: "starter",
        }
        assert self.asked == choices.get(state["phase"])
        if self.again is not None:
            assert (state["phase"], state["actor"]) == (rules.TURN, self.again)
        assert (self.over is not None) == (state["phase"] == rules.OVER)
        if self.over:
            winners = 3 if state["winner"] == 2 else 1 << state["winner"]
            assert (self.over["winners"], self.over["victory"]) == (winners, state["victory"])
            self._check_why(self.over)

    @staticmethod
    def _check_why(row: Row) -> None:
        lead = row["first"] - row["second"]
        if row["why"] == "shared":
            assert row["winners"] == 3 and lead == 0
        elif row["why"] in ("points", "blue_points"):
            assert row["winners"] == (1 if lead > 0 else 2) and lead != 0
        else:
            assert row["why"] == ("capital" if row["victory"] == 1 else "symbols")


def _words(cards: set[int]) -> list[int]:
    words = [0] * duel.CARD_WORDS
    for card in cards:
        words[card // 31] |= 1 << (card % 31)
    return words


class WondersTally:
    """7 Wonders by its rows: coins, structures, stages, shields, conflicts, the pile, turns and the end."""

    def __init__(self, start: dict[str, Any]) -> None:
        cities = range(start["cities"])
        self.cities = start["cities"]
        self.players = start["players"]
        self.boards = start["board"]
        self.coins = [wonders.STARTING_COINS for _ in cities]
        self.cards: list[set[int]] = [set() for _ in cities]
        self.stages = [0 for _ in cities]
        self.shields = [0 for _ in cities]
        self.victories = [0 for _ in cities]
        self.defeats = [0 for _ in cities]
        self.pile: Counter[int] = Counter()
        self.buried: Counter[tuple[int, int]] = Counter()
        self.age = self.turn = 0
        self.asked: tuple[int, str] | None = None
        self.over: Row | None = None
        self.secret: list[Row] = []

    def hear(self, rows: list[Row]) -> None:
        """What one step reports."""
        if rows:
            self.asked = None
        for row in rows:
            if "knows" in row:
                self.secret.append(row)
            getattr(self, "_" + row["kind"])(row)

    def _age(self, row: Row) -> None:
        self.age = row["age"]
        self.turn = -1

    def _drawn(self, row: Row) -> None:
        assert row["seat"] == row["knows"]

    def _turn(self, row: Row) -> None:
        if row["why"] == "choose":
            self.turn += 1
        assert (row["age"], row["turn"]) == (self.age, self.turn)

    def _paid(self, row: Row) -> None:
        assert row["coins"] > 0 and (row["why"] == "cost") == (row["to"] < 0)
        self.coins[row["city"]] -= row["coins"]
        if row["to"] >= 0:
            self.coins[row["to"]] += row["coins"]

    def _gained(self, row: Row) -> None:
        assert row["coins"] > 0
        self.coins[row["city"]] += row["coins"]

    def _stand(self, city: int, card: int) -> None:
        assert card not in self.cards[city]
        self.cards[city].add(card)
        self.shields[city] += plain(wonders.SHIELDS)[card]

    def _built(self, row: Row) -> None:
        frees = {*wonders.givers(wonders.CATALOG.kinds[row["card"]])}
        if row["chain"] >= 0:
            assert row["chain"] in frees & self.cards[row["city"]] and not row["free"]
        elif not row["free"]:
            assert not frees & self.cards[row["city"]]
        self._stand(row["city"], row["card"])

    def _stage(self, row: Row) -> None:
        self.stages[row["city"]] += 1
        assert row["stage"] == self.stages[row["city"]]
        effect = plain(wonders.STAGE)[self.boards[row["city"]]][row["stage"] - 1]
        self.shields[row["city"]] += plain(wonders.SHIELDS)[effect]
        self.buried[row["city"], row["card"]] += 1

    def _discarded(self, row: Row) -> None:
        self.pile[row["card"]] += 1

    def _spare(self, row: Row) -> None:
        self.pile[row["card"]] += 1

    def _asked(self, row: Row) -> None:
        self.asked = (row["city"], row["why"])

    def _in_vain(self, row: Row) -> None:
        assert not set(+self.pile) - self.cards[row["city"]]

    def _revived(self, row: Row) -> None:
        if row["card"] >= 0:
            self.pile[row["card"]] -= 1
            assert self.pile[row["card"]] >= 0
            self._stand(row["city"], row["card"])

    def _conflict(self, row: Row) -> None:
        city, other = row["city"], row["other"]
        assert other == plain(wonders.RIGHT)[self.players][city]
        assert (row["shields"], row["theirs"]) == (self.shields[city], self.shields[other])
        if row["winner"] < 0:
            assert row["shields"] == row["theirs"] and row["points"] == 0
            return
        loser = city + other - row["winner"]
        assert self.shields[row["winner"]] > self.shields[loser]
        self.victories[row["winner"]] += row["points"]
        self.defeats[loser] += 1

    def _age_ended(self, row: Row) -> None:
        assert row["age"] == self.age

    def _over(self, row: Row) -> None:
        self.over = row

    def check(self, state: dict[str, Any]) -> None:
        """The state must be what was reported."""
        from mirabilia.games.wonders.rules import state as rules

        n = self.cities
        assert self.coins == state["coins"][:n]
        assert [wonders.mask(cards) for cards in self.cards] == state["cards"][:n]
        assert self.stages == [count[wonders.WONDER_STAGE] for count in state["count"][:n]]
        assert self.defeats == [count[wonders.DEFEATS] for count in state["count"][:n]]
        assert self.shields == state["shields"][:n]
        assert self.victories == [points[wonders.MILITARY] for points in state["points"][:n]]
        pile: Counter[int] = Counter()
        buried: Counter[tuple[int, int]] = Counter()
        for actions, cards in zip(state["done_action"], state["done_card"], strict=True):
            for actions_then, cards_then in zip(actions, cards, strict=True):
                for city, (action, card) in enumerate(zip(actions_then, cards_then, strict=True)):
                    if action in (rules.DISCARD, rules.SPARE):
                        pile[card] += 1
                    if action == rules.STAGE_BUILT:
                        buried[city, card] += 1
        assert +self.pile == pile and self.buried == buried
        assert self.age == state["age"]
        steps = {rules.SEVENTH_CARD: "seventh", rules.REVIVE_CARD: "revive"}
        expected = (state["actor"], steps[state["phase"]]) if state["phase"] in steps else None
        assert self.asked == expected
        assert (self.over is not None) == (state["phase"] == rules.OVER)
