"""Tables at a wanted moment: people without browsers sit at all seats and play known moves; then a browser joins.

A `Moment` names a game from a seed, how its players choose, and the question somebody is asked then. The moves come
from the rules themselves, played here first; the same moves are then sent to the server.
"""

from __future__ import annotations

import json
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookiejar import CookieJar
from typing import Any
from urllib.parse import urlsplit
from urllib.request import HTTPCookieProcessor, Request, build_opener

from playwright.sync_api import BrowserContext

import mirabilia
from page_tests import start_page

NAMES = ["Anna", "Boris", "Cemile", "Dag", "Eva", "Fjodor", "Gül"]
POWERS = [["Babylon", "B"], ["Halikarnassos", "B"], ["Olympia", "A"]]


class Person:
    """Somebody with a device, but no browser."""

    def __init__(self, server: Any, name: str) -> None:
        self.server = server
        self.name = name
        self.jar = CookieJar()
        self.opener = build_opener(HTTPCookieProcessor(self.jar))
        self.commands = 0

    def call(self, method: str, path: str, body: Any = None) -> Any:
        request = Request(
            f"{self.server.url}api/v1{path}",
            method=method,
            data=None if body is None else json.dumps(body).encode(),
            headers={"content-type": "application/json", "origin": self.server.url.rstrip("/")},
        )
        with self.opener.open(request, timeout=60) as answer:
            return json.loads(answer.read())

    def command(self, table: str, kind: str, **fields: Any) -> dict[str, Any]:
        self.commands += 1
        body = {"type": kind, "id": f"{self.name.encode().hex()[:24]}-{self.commands}", **fields}
        answer: dict[str, Any] = self.call("POST", f"/tables/{table}/commands", body)
        return answer

    def lend(self, context: BrowserContext) -> None:
        """The browser becomes this person."""
        host = urlsplit(self.server.url).hostname
        context.add_cookies([{"name": c.name, "value": c.value or "", "domain": host, "path": "/"} for c in self.jar])


@dataclass
class Sitting:
    """A table whose seats all belong to people."""

    people: list[Person]
    id: str
    links: dict[str, str] = field(default_factory=dict)

    def play(self, seat: int, move: str, at: int) -> None:
        self.people[seat].command(self.id, "play", at=at, move=move)

    def facts(self) -> dict[str, Any]:
        answer: dict[str, Any] = self.people[0].call("GET", f"/tables/{self.id}/state")
        return answer["state"]


def sit_down(
    server: Any, game: str, players: int = 2, start: bool = True, names: list[str] = NAMES, **wishes: Any
) -> Sitting:
    """A new table with a person in each seat."""
    people = [Person(server, names[seat]) for seat in range(players)]
    made = people[0].call("POST", "/tables", {"game": game, "players": players, "name": names[0], **wishes})
    table = made["table"]["id"]
    for person in people[1:]:
        person.call("POST", "/join", {"secret": made["links"]["invite"], "name": person.name})
    if start:
        people[0].command(table, "start")
    return Sitting(people, table, made["links"])


@dataclass(frozen=True)
class Moment:
    """A game from a seed, up to the first time somebody is asked what `asks` looks for."""

    game: str
    seed: int
    asks: Callable[[Any, int], bool]  # the game, a seat that owes a decision
    players: int = 2
    boards: Any = "random"

    def new_game(self) -> Any:
        if self.game == "duel":
            return mirabilia.new_game("duel", seed=self.seed)
        return mirabilia.new_game("wonders", players=self.players, seed=self.seed, boards=self.boards)

    def reach(self) -> tuple[Any, int, list[tuple[int, str, int]]]:
        """The game at that moment, the seat that is asked, and the moves so far: seat, move, moves made before it."""
        game, moves = self.whole()
        for seat in game.to_act:
            if self.asks(game, seat):
                return game, seat, moves
        raise LookupError(f"nobody is asked this in game {self.seed}; try another seed")

    def whole(self) -> tuple[Any, list[tuple[int, str, int]]]:
        """The game at that moment or at its end, and the moves."""
        game, rng = self.new_game(), random.Random(self.seed)
        moves: list[tuple[int, str, int]] = []
        while not game.over:
            if any(self.asks(game, seat) for seat in game.to_act):
                break
            seat = game.to_act[0]
            options = game.options(seat)
            builds = [option for option in options if option.action in ("build", "wonder", "stage")]
            option = rng.choice(builds if builds and rng.random() < 0.9 else options)
            moves.append((seat, option.text, len(game.moves)))
            game.play(seat, option)
        return game, moves

    def table(self, server: Any) -> tuple[Sitting, int]:
        """A table on the server at that moment, and the seat that is asked."""
        _, seat, moves = self.reach()
        wishes = {} if self.game == "duel" else {"boards": self.boards}
        sitting = sit_down(server, self.game, self.players, seed=self.seed, **wishes)
        for who, move, at in moves:
            sitting.play(who, move, at)
        return sitting, seat


def play_out(server: Any, game: str, players: int = 2, seed: int = 5, names: list[str] = NAMES) -> Sitting:
    """A table whose game is over."""
    moment = Moment(game, seed, lambda game, seat: False, players)
    over, moves = moment.whole()
    sitting = sit_down(server, game, players, names=names, seed=seed)
    for seat, move, at in moves:
        sitting.play(seat, move, at)
    assert sitting.facts()["view"]["result"] == over.result.as_dict()
    return sitting


def enter(sitting: Sitting, seat: int, context: BrowserContext, route: str = "", **settings: Any) -> Any:
    """A browser page at the table, as the person in that seat."""
    sitting.people[seat].lend(context)
    page = context.new_page()
    start_page(page, sitting.people[seat].server, f"#/table/{sitting.id}{route}", **settings)
    return page


def phase(name: str) -> Callable[[Any, int], bool]:
    """The game is in this phase."""
    return lambda game, seat: game.view(seat)["phase"] == name


def destroys(color: str) -> Callable[[Any, int], bool]:
    """A card of this colour is to be removed."""
    return lambda game, seat: game.view(seat)["destroy_color"] == color


def offers(action: str) -> Callable[[Any, int], bool]:
    """There is an option of this kind."""
    return lambda game, seat: any(option.action == action for option in game.options(seat))


def splits(game: Any, seat: int) -> bool:
    """Some card may be paid for in more than one way."""
    built = [option.as_dict()["card"] for option in game.options(seat) if option.action == "build"]
    return len(built) > len(set(built)) and not free_city(game, seat)


def free_city(game: Any, seat: int) -> bool:
    """The Free City is to build."""
    return any(option.as_dict().get("city") == "free" for option in game.options(seat))


def chosen(game: Any, seat: int) -> bool:
    """Somebody has chosen already, and this seat has not."""
    return len(game.to_act) < len(game.seats) and game.view(seat)["age"] == 1 and game.view(seat)["turn"] == 2


MOMENTS = {
    "draft": Moment("duel", 1, lambda game, seat: phase("draft")(game, seat) and len(game.moves) == 5),
    "turn": Moment("duel", 1, phase("turn")),
    "token": Moment("duel", 8, phase("token")),
    "library": Moment("duel", 18, phase("library")),
    "destroy brown": Moment("duel", 110, destroys("brown")),
    "destroy grey": Moment("duel", 6, destroys("grey")),
    "revive": Moment("duel", 1, phase("revive")),
    "starter": Moment("duel", 1, phase("starter")),
    "hand": Moment("wonders", 1, chosen, 3),
    "split": Moment("wonders", 22, splits, 3),
    "seventh": Moment("wonders", 13, phase("seventh"), 3, POWERS),
    "Halikarnassos": Moment("wonders", 49, phase("revive"), 3, POWERS),
    "Olympia": Moment("wonders", 27, offers("free_build"), 3, POWERS),
    "Free City": Moment("wonders", 1, free_city),
}
