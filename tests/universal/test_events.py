"""What happened, as the rules tell it: kept like a ledger, it gives the state after every step; and the same log live,
from a record and for every viewer."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest

import mirabilia
from duel_positions import City, position
from mirabilia.game.events import Event
from mirabilia.games.wonders.catalog import wonders_catalog

Options = dict[str, Any]
SIZES: list[tuple[str, int | None, Options]] = [
    ("duel", None, {}),
    *(("wonders", players, {}) for players in range(2, 8)),
    *(("wonders", players, {"edition": 2}) for players in range(3, 8)),
    ("wonders", 2, {"boards": "draft"}),
    ("wonders", 4, {"boards": "draft", "edition": 2}),
]
IDS = ["-".join(map(str, (name, *([players] if players else []), *how.values()))) for name, players, how in SIZES]
CATALOG = wonders_catalog()


class Ledger:
    """Everything countable, from the events alone; only the coins and boards of the start are given."""

    def __init__(self, game: mirabilia.Game) -> None:
        self.edition = CATALOG.edition(game.deal.get("edition", 1))
        self.cards_of = {card.name: card for card in self.edition.kinds} if game.name == "wonders" else {}
        start = game.snapshot()
        cities = start["cities"]
        self.boards = [(city.get("board"), city.get("side")) for city in cities]
        self.coins = [city["coins"] for city in cities]
        self.cards: list[Counter[str]] = [Counter(city["cards"]) for city in cities]
        self.discard: Counter[str] = Counter()
        self.wonders: list[list[str]] = [[wonder["name"] for wonder in city.get("wonders", [])] for city in cities]
        self.built: list[list[str]] = [[] for _ in cities]
        self.tokens: list[set[str]] = [set() for _ in cities]
        self.stages, self.shields = [0] * len(cities), [0] * len(cities)
        self.points, self.defeats = [0] * len(cities), [0] * len(cities)
        self.pawn = 0
        self.age = 0

    def add(self, event: Event) -> None:
        getattr(self, f"_{event.event}", lambda _: None)(event)

    def _paid(self, event: Any) -> None:
        assert event.coins > 0
        self.coins[event.city] -= event.coins
        if event.to is not None:
            self.coins[event.to] += event.coins

    def _gained(self, event: Any) -> None:
        assert event.coins > 0
        self.coins[event.city] += event.coins

    def _looted(self, event: Any) -> None:
        assert 0 <= event.coins <= event.face
        self.coins[event.city] -= event.coins

    _lost = _looted

    def _built(self, event: Any) -> None:
        self.cards[event.city][event.card] += 1
        if self.cards_of:
            self.shields[event.city] += self.cards_of[event.card].effect.shields

    def _revived(self, event: Any) -> None:
        if event.card is not None:
            self.discard[event.card] -= 1
            if self.cards_of:
                self.shields[event.city] += self.cards_of[event.card].effect.shields
            self.cards[event.city][event.card] += 1

    def _discarded(self, event: Any) -> None:
        self.discard[event.card] += 1

    _spare = _discarded

    def _destroyed(self, event: Any) -> None:
        assert event.by == 1 - event.city
        self.cards[event.city][event.card] -= 1
        self.discard[event.card] += 1

    def _board(self, event: Any) -> None:
        if event.other is not None:
            self.boards[event.other] = self.boards[event.city]
        self.boards[event.city] = event.board, event.side

    def _drafted(self, event: Any) -> None:
        self.wonders[event.city].append(event.wonder)

    def _wonder(self, event: Any) -> None:
        self.built[event.city].append(event.wonder)

    def _token(self, event: Any) -> None:
        self.tokens[event.city].add(event.token)

    def _pawn(self, event: Any) -> None:
        assert event.start == self.pawn
        self.pawn = event.end

    def _age(self, event: Any) -> None:
        assert event.age == self.age + 1
        self.age = event.age

    def _stage(self, event: Any) -> None:
        self.stages[event.city] += 1
        assert event.stage == self.stages[event.city]
        name, side = self.boards[event.city]
        board = next(board for board in self.edition.boards if board.city == name)
        self.shields[event.city] += board.stages(side)[event.stage - 1].effect.shields

    def _conflict(self, event: Any) -> None:
        assert event.shields == (self.shields[event.city], self.shields[event.other])
        if event.winner is not None:
            self.points[event.winner] += event.points
            self.defeats[event.city + event.other - event.winner] += 1

    def check(self, game: mirabilia.Game) -> None:
        now = game.snapshot()
        assert self.coins == [city["coins"] for city in now["cities"]]
        assert [+cards for cards in self.cards] == [Counter(city["cards"]) for city in now["cities"]]
        assert +self.discard == Counter(now["discard"])
        if game.name == "duel":
            assert self.pawn == now["pawn"]
            assert self.tokens == [set(city["tokens"]) for city in now["cities"]]
            assert self.wonders == [[wonder["name"] for wonder in city["wonders"]] for city in now["cities"]]
            standing = [{wonder["name"] for wonder in city["wonders"] if wonder["built"]} for city in now["cities"]]
            assert [set(built) for built in self.built] == standing
            assert self.age == now["age"] or now["phase"] == "draft"
        else:
            facts = [(self.stages, "stages"), (self.shields, "shields"), (self.points, "victory_points")]
            for mine, name in (*facts, (self.defeats, "defeats")):
                assert mine == [city[name] for city in now["cities"]], name
            assert self.boards == [(city["board"], city["side"]) for city in now["cities"]]
            assert self.age == now["age"] or now["phase"] == "board"


def random_game(name: str, players: int | None, how: Options, seed: int) -> mirabilia.Game:
    """Plays a game at random and keeps the ledger; returns it finished."""
    game, chance = mirabilia.new_game(name, players=players, seed=seed, **how), random.Random(seed)
    ledger, events_of = Ledger(game), list(game.events)
    for event in events_of:
        ledger.add(event)
    ledger.check(game)
    while not game.over:
        seat = game.to_act[-1] if chance.random() < 0.5 else game.to_act[0]
        options = game.options(seat)
        builds = [option for option in options if option.action != "discard"]
        events = game.play(seat, chance.choice(builds if builds and chance.random() < 0.8 else options))
        events_of += events
        for event in events:
            ledger.add(event)
        ledger.check(game)
    assert tuple(events_of) == game.events
    over = events_of[-1].as_dict()
    assert game.result is not None
    assert (over["event"], tuple(over["winners"]), over["kind"]) == ("over", game.result.winners, game.result.kind)
    return game


def check_game(name: str, players: int | None, how: Options, seed: int) -> None:
    game = random_game(name, players, how, seed)
    again = mirabilia.read_record(game.record().dumps())
    half = again.replay(len(again.moves) // 2)
    twin = mirabilia.read_record(half.record().dumps()).replay()
    for viewer in (None, *game.seats):
        assert json.dumps(again.replay().log(viewer)) == json.dumps(game.log(viewer))
        assert json.dumps(twin.log(viewer)) == json.dumps(half.log(viewer)) == json.dumps(half.copy().log(viewer))


@pytest.mark.parametrize(("name", "players", "how"), SIZES, ids=IDS)
@pytest.mark.parametrize("seed", range(8))
def test_sums_of_events_are_the_state(name: str, players: int | None, how: Options, seed: int) -> None:
    check_game(name, players, how, seed)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "players", "how"), SIZES, ids=IDS)
def test_sums_of_events_are_the_state_in_two_thousand_games(name: str, players: int | None, how: Options) -> None:
    for seed in range(2000):
        check_game(name, players, how, 10_000 + seed)


def events_of(game: mirabilia.Game, *moves: str) -> list[dict[str, Any]]:
    return [event.as_dict() for move in moves for event in game.play(game.to_act[0], move)]


def test_looting_after_coins_went_to_economy_is_told_in_full() -> None:
    game = position(City(coins=20), City(tokens=["Economy"], coins=0), age=2, pawn=2, layout=["Walls", "Aqueduct"])
    events = events_of(game, "build Walls")
    assert {
        "event": "paid",
        "city": 0,
        "to": 1,
        "coins": 4,
        "why": "trade",
        "thing": "Walls",
        "token": "Economy",
    } in events
    looted = next(event for event in events if event["event"] == "looted")
    assert (looted["city"], looted["coins"]) == (1, 2)
    assert game.snapshot()["coins"] == [16, 2]


def test_the_extra_turn_of_theology_is_told_after_the_library() -> None:
    game = position(
        City(coins=60, tokens=["Theology"], plans=["The Great Library"]), age=2, layout=["Walls", "Aqueduct"]
    )
    seat = game.to_act[0]
    first = events_of(game, "wonder The Great Library with Walls")
    assert first[-1] == {"event": "asked", "seat": seat, "choice": "library", "thing": "The Great Library"}
    token = game.options(seat)[0].text
    later = events_of(game, token)
    assert {"event": "extra_turn", "city": seat, "why": "token", "thing": "Theology"} in later
    assert game.to_act == (seat,)


def test_a_hidden_card_is_told_only_to_its_seat() -> None:
    game = mirabilia.new_game("wonders", players=3, seed=1)
    for seat in game.seats:
        game.play(seat, next(option for option in game.options(seat) if option.action == "discard"))
    for viewer in (None, *game.seats):
        seen = {event["city"]: event["card"] for event in game.log(viewer) if event["event"] == "discarded"}
        assert {city for city, card in seen.items() if card is not None} == ({viewer} - {None})
