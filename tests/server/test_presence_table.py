"""The table of docs/presence.md, cell by cell: in every situation, everyone tries everything about a seat.

Three people play 7 Wonders: the host, another player and the owner of the seat in question; a stranger has the invite
and the watch link. What is not named in a cell must be refused.
"""

from __future__ import annotations

import asyncio
import itertools
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from mirabilia.server.refusals import Refusal
from mirabilia.server.tables import clocks
from mirabilia.server.tables.commands import Actor
from mirabilia.server.tables.messages import Play
from server.harness import InnerServer, Person, Seat, inner_server
from server.postgres import Cluster
from server.test_hub import wait_until

HOST, OTHER, OWNER = 0, 1, 2
HARMLESS = {"nudge"}  # may be done without changing the situation
LATE = {"late wait", "late bot_moves", "late replace"}
AT_THE_TABLE = ("play", "return", "leave", "give up", "offer", "nudge", *sorted(LATE))
BY_LINK = ("join by invite", "join by watch link", "see the hand")


_numbers = itertools.count()


class Situation:
    """A table made for one try."""

    def __init__(self, server: InnerServer, **options: Any) -> None:
        self.server = server
        self.people = [server.person(name) for name in ("Anna", "Bert", "Cleo")]
        third = options.pop("third", "open")
        seats = ["me", "open", third]
        made = self.people[HOST].table("wonders", players=3, seats=seats, takeover="random", seed=1, **options)
        self.table, self.links = made["table"]["id"], made["links"]
        for person in self.people[1 : 2 if third != "open" else 3]:
            person.post("/join", {"secret": self.links["invite"]})
        self.people[HOST].command(self.table, "start")
        self.stranger = server.person("Dora")
        self.socket: Seat | None = None

    def close(self) -> None:
        if self.socket is not None:
            self.socket.close()

    def connect(self) -> Seat:
        self.socket = self.people[OWNER].socket(self.table)
        return self.socket

    def owner(self, type: str, **fields: Any) -> None:
        self.people[OWNER].command(self.table, type, **fields)

    def play(self, seat: int) -> bool:
        """The seat's first option, over REST; False: it was refused."""
        person = self.people[seat]
        state = person.get(f"/tables/{self.table}/state")["state"]
        options = state["options"] or state["changes"]
        move = options[0]["text"] if options else "pass"
        return self._sent(person, "play", at=state["table"]["moves"], move=move)

    def _sent(self, person: Person, type: str, **fields: Any) -> bool:
        body = {"type": type, "id": f"t{next(_numbers)}", **fields}
        answer = person.http.post(f"/tables/{self.table}/commands", json=body)
        assert answer.status_code < 500
        return answer.status_code < 300

    def tries(self, who: Person, what: str) -> bool:
        """Whether somebody may do this about the owner's seat."""
        if what == "play":
            return self.play(OWNER)
        if what in ("leave", "give up"):
            return self._sent(who, "leave", give_up=what == "give up")
        if what == "return":
            return self._sent(who, "return")
        if what in LATE:
            return self._sent(who, "late", seat=OWNER, choice=what.partition(" ")[2])
        if what in ("offer", "nudge"):
            return self._sent(who, {"offer": "offer_seat", "nudge": "nudge"}[what], seat=OWNER)
        if what == "see the hand":
            answer = who.http.get(f"/tables/{self.table}/state", headers={"X-Mirabilia-Link": self.links["watch"]})
            assert answer.status_code == 200 and answer.json()["you"] is None
            assert who.http.get(f"/tables/{self.table}/state", params={"seat": OWNER}).status_code == 403
            return bool(answer.json()["state"]["view"].get("hand"))
        link = self.links["invite" if what == "join by invite" else "watch"]
        answer = who.http.post("/join", json={"secret": link, "seat": OWNER})
        return answer.status_code < 300 and answer.json()["seat"] == OWNER


def connected(server: InnerServer) -> Situation:
    made = Situation(server, patience=3600)
    made.connect()
    return made


def connected_without_patience(server: InnerServer) -> Situation:
    made = Situation(server, patience=0)
    made.connect()
    return made


def away_and_ready(server: InnerServer) -> Situation:
    made = Situation(server, patience=0)
    assert made.play(OWNER)
    return made


def away(server: InnerServer) -> Situation:
    return Situation(server, patience=3600)


def away_with_days(server: InnerServer) -> Situation:
    return Situation(server, patience=0, clock="days")


def overdue(server: InnerServer) -> Situation:
    return Situation(server, patience=0)


def clock_is_out(server: InnerServer) -> Situation:
    made = Situation(server, patience=3600, clock="fast")
    socket = made.connect()
    while not socket.state["table"]["seats"][OWNER]["late"]:
        socket.until("update")
    return made


def on_a_bot(server: InnerServer) -> Situation:
    made = Situation(server, patience=0)
    made.owner("leave")
    return made


def replaced(server: InnerServer) -> Situation:
    made = Situation(server, patience=0)
    assert made.tries(made.people[OTHER], "late replace")
    return made


def given_up(server: InnerServer) -> Situation:
    made = Situation(server, patience=0)
    made.owner("leave", give_up=True)
    return made


def offered(server: InnerServer) -> Situation:
    made = given_up(server)
    assert made.tries(made.people[HOST], "offer")
    return made


def of_a_bot(server: InnerServer) -> Situation:
    return Situation(server, patience=0, third={"kind": "bot", "level": "random"})


def of_a_bot_and_offered(server: InnerServer) -> Situation:
    made = of_a_bot(server)
    assert made.tries(made.people[HOST], "offer")
    return made


def over(server: InnerServer) -> Situation:
    made = Situation(server, patience=0)
    while made.people[HOST].get(f"/tables/{made.table}")["table"]["status"] == "playing":
        for seat in (HOST, OTHER, OWNER):
            made.play(seat)
    return made


PLAYS = {"play", "leave", "give up"}
SITS_DOWN = {"join by invite", "join by watch link"}
# situation: its row in the document; what the owner, another player, the host and a stranger may do
CELLS: dict[Callable[[InnerServer], Situation], tuple[str, set[str], set[str], set[str], set[str]]] = {
    connected: ("connected, owes a decision, in time", PLAYS, {"nudge"}, {"nudge"}, set()),
    connected_without_patience: ("connected, owes a decision, in time", PLAYS, {"nudge"}, {"nudge"}, set()),
    away_and_ready: ("away, owes nothing", PLAYS, set(), set(), set()),
    away: ("away, owes a decision, not overdue", PLAYS, {"nudge"}, {"nudge"}, set()),
    away_with_days: ("away, owes a decision, not overdue", PLAYS, {"nudge"}, {"nudge"}, set()),
    overdue: ("overdue", PLAYS, {"nudge", *LATE}, {"nudge", *LATE}, set()),
    clock_is_out: ("overdue", PLAYS, {"nudge", *LATE}, {"nudge", *LATE}, set()),
    on_a_bot: ("a bot plays for the owner", {"return", "give up"}, set(), set(), set()),
    replaced: ("a bot plays for the owner", {"return", "give up"}, set(), set(), set()),
    given_up: ("the owner gave the seat up", {"return"}, set(), {"offer"}, set()),
    offered: ("the seat is offered", {"return"}, set(), {"offer"}, SITS_DOWN),
    of_a_bot: ("a bot's own seat", set(), set(), {"offer"}, set()),
    of_a_bot_and_offered: ("the seat is offered", set(), set(), {"offer"}, SITS_DOWN),
    over: ("the game is over", set(), set(), set(), set()),
}


@pytest.fixture(scope="module")
def slow_bots(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InnerServer]:
    """Bots that take a minute for a move: situations stay as they are made."""
    with inner_server(data_dir=tmp_path_factory.mktemp("presence"), bot_pace_ms=60_000, lease_seconds=1) as server:
        yield server


@pytest.mark.parametrize("situation", CELLS, ids=lambda each: each.__name__)
def test_everyone_may_do_what_the_table_says_and_nothing_else(
    slow_bots: InnerServer, situation: Callable[[InnerServer], Situation], monkeypatch: pytest.MonkeyPatch
) -> None:
    if situation is clock_is_out:
        monkeypatch.setattr(clocks, "pace_of", lambda preset, game: clocks.Pace(0, 300))
    _, *allowed = CELLS[situation]
    bot_seat = situation in (of_a_bot, of_a_bot_and_offered)
    for place, may in zip(("owner", "other", "host", "stranger"), allowed, strict=True):
        if place == "owner" and bot_seat:
            continue  # nobody owns it
        tried = {
            "owner": AT_THE_TABLE,
            "stranger": (*AT_THE_TABLE[1:], *BY_LINK),
        }.get(place, ("offer", *sorted(LATE), "nudge", "join by invite", "join by watch link"))
        made: Situation | None = None
        changed = False
        for what in sorted(tried, key=lambda what: (what in may, what not in HARMLESS)):
            if made is None or changed:
                if made is not None:
                    made.close()
                made = situation(slow_bots)
            people = {"owner": made.people[OWNER], "other": made.people[OTHER], "host": made.people[HOST]}
            assert made.tries(people.get(place, made.stranger), what) == (what in may), (place, what)
            changed = what in may and what not in HARMLESS
        assert made is not None
        made.close()


def test_the_document_has_these_rows() -> None:
    text = (Path(__file__).parents[2] / "docs" / "presence.md").read_text()
    rows = re.findall(r"^\| ([^|]+) \|", text, re.MULTILINE)[1:]
    assert {row for row, *_ in CELLS.values()} == set(rows)


# ---- coming back while the bot is thinking ----


def test_a_bot_that_was_thinking_does_not_move_for_whoever_came_back(slow_bots: InnerServer) -> None:
    made = on_a_bot(slow_bots)
    table = slow_bots.hub.table(made.table)
    wait_until(lambda: OWNER in table.thinking)
    made.owner("return")
    answer = made.people[OWNER].get(f"/tables/{made.table}")["table"]
    state = made.people[OWNER].get(f"/tables/{made.table}/state")["state"]
    late_thought = Play("late", answer["moves"], state["options"][0]["text"])

    async def move() -> str:
        try:
            await slow_bots.hub.execute(table, Actor(seat=OWNER, is_bot=True), late_thought)
        except Refusal as refusal:
            return refusal.code
        return ""

    assert asyncio.run_coroutine_threadsafe(move(), slow_bots.loop).result(10) == "not_your_turn"
    assert made.people[OWNER].get(f"/tables/{made.table}")["table"]["seats"][OWNER]["bot_moves"] == 0


def test_whoever_takes_an_offered_seat_has_not_made_its_earlier_decisions(slow_bots: InnerServer) -> None:
    made = Situation(slow_bots, patience=0)
    for _ in range(2):
        for seat in (HOST, OTHER, OWNER):
            assert made.play(seat)
    made.owner("leave", give_up=True)
    made.people[HOST].command(made.table, "offer_seat", seat=OWNER)
    assert made.tries(made.stranger, "join by watch link")
    assert made.people[HOST].get(f"/tables/{made.table}")["table"]["seats"][OWNER]["bot_moves"] == 2


def test_who_is_connected_to_another_process_is_not_away(cluster: Cluster, tmp_path: Path) -> None:
    url = cluster.new_database()
    with (
        inner_server(data_dir=tmp_path / "a", database_url=url, secret_key="k" * 20) as one,
        inner_server(data_dir=tmp_path / "b", database_url=url, secret_key="k" * 20) as two,
    ):
        made = connected_without_patience(one)
        other = Person(two)
        other.http.cookies.set("mirabilia_device", made.people[OTHER].cookie)
        for _ in range(3):  # nobody has a socket there
            body = {"type": "late", "id": f"l{next(_numbers)}", "seat": OWNER, "choice": "replace"}
            assert other.post(f"/tables/{made.table}/commands", body, status=409)["code"] == "not_late"
        wait_until(lambda: OWNER in two.hub.table(made.table).seats_here())
        made.close()
        wait_until(lambda: OWNER not in two.hub.table(made.table).seats_here())
        body["id"] = "at.last"
        wait_until(lambda: other.http.post(f"/tables/{made.table}/commands", json=body).status_code < 300, 20)
