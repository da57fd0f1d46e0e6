"""Presence: who may do what about a seat whose owner is away. docs/presence.md has the table these tests walk through.

Three people with a browser each come and go at random; someone with the invite link waits outside. After every step
the table must be one that the rules allow, whatever was asked.
"""

from __future__ import annotations

import random
from typing import Any

import pytest

from mirabilia.server.tables import clocks
from server.harness import InnerServer, Person, Seat, inner_server
from server.test_play import duel_of_two

CLOCKS = ("days", "none")


class Company:
    """Three people at one table, and what each of them was allowed to do."""

    def __init__(self, server: InnerServer, game: str, clock: str, seed: int, **options: Any) -> None:
        self.rng = random.Random(f"{game} {clock} {seed}")
        self.server = server
        self.people = [server.person(name) for name in ("Anna", "Bert", "Cleo")]
        players = 2 if game == "duel" else 3
        made = self.people[0].table(game, players=players, clock=clock, takeover="random", seed=seed, **options)
        self.table, self.links = made["table"]["id"], made["links"]
        for person in self.people[1:players]:
            person.post("/join", {"secret": self.links["invite"]})
        self.people[0].command(self.table, "start")
        self.host, self.outsider = self.people[0], server.person("Dora")
        self.sockets: dict[int, Seat] = {}
        self.gave_up: set[int] = set()
        self.left: set[int] = set()  # those whom a bot replaces because they wished it
        self.players = players

    def facts(self) -> dict[str, Any]:
        facts: dict[str, Any] = self.host.get(f"/tables/{self.table}")["table"]
        return facts

    def ask(self, person: Person, type: str, **fields: Any) -> str:
        """The code of the refusal, or "" when it was done."""
        body = {"type": type, "id": f"a{self.rng.getrandbits(60)}", **fields}
        answer = person.http.post(f"/tables/{self.table}/commands", json=body)
        return "" if answer.status_code < 300 else str(answer.json()["code"])

    def come(self, seat: int) -> None:
        if seat not in self.sockets:
            self.sockets[seat] = self.people[seat].socket(self.table)

    def go(self, seat: int) -> None:
        """Closes the socket and waits until the server has noticed."""
        if seat in self.sockets:
            self.sockets.pop(seat).close()
            table = self.server.hub.table(self.table)
            while seat in table.seats_here():
                pass

    def close(self) -> None:
        for socket in self.sockets.values():
            socket.close()

    def step(self) -> None:
        """One of the things people do, by chance; checks what the table of rules says about it."""
        before = self.facts()
        if before["status"] != "playing":
            return
        by, about = self.rng.sample(range(self.players), 2)
        seat = before["seats"][about]
        what = self.rng.choice(("come", "go", "play", "late", "offer", "join", "leave", "give_up", "return", "rewind"))
        if what in ("come", "go"):
            getattr(self, what)(by)
        elif what == "play":
            self._play(by)
        elif what == "late":
            choice = self.rng.choice(("wait", "bot_moves", "replace"))
            refused = self.ask(self.people[by], "late", seat=about, choice=choice)
            owes = about in before["waiting_for"]
            may = owes and seat["driver"] == "person" and before["options"]["clock"] == "none"
            may = may and about not in self.sockets and before["options"]["patience"] == 0
            assert (refused == "") == may, (before, by, about, refused)
            if may and choice == "replace":
                self.left.add(about)
        elif what == "offer":
            refused = self.ask(self.host, "offer_seat", seat=about)
            assert (refused == "") == (seat["given_up"]) or self.ended(refused), (before, about, refused)
        elif what == "join":
            answer = self.outsider.http.post("/join", json={"secret": self.links["invite"]})
            assert answer.status_code in (403, 409) or seat["offered"] or any(s["offered"] for s in before["seats"])
            if answer.status_code < 300:
                taken = answer.json()["seat"]
                assert taken in self.gave_up
                self.gave_up.discard(taken)
                self.left.discard(taken)
                self.go(taken)
                self.people[taken], self.outsider = self.outsider, self.people[taken]
        elif what in ("leave", "give_up"):
            if self.ask(self.people[by], "leave", give_up=what == "give_up") == "":
                self.left.add(by)
                if what == "give_up":
                    self.gave_up.add(by)
        elif what == "return":
            refused = self.ask(self.people[by], "return")
            assert (refused == "") == (before["seats"][by]["driver"] == "bot") or self.ended(refused), refused
            self.left.discard(by)
            self.gave_up.discard(by)
        elif what == "rewind" and before["game"] == "duel":
            self.ask(self.people[by], "ask_take_back", at=before["moves"])
            after = self.facts()
            assert after["moves"] >= before["moves"], "nobody's move is taken back without a person's word"
            if after["asked"] is not None and self.rng.random() < 0.5:
                self.ask(self.people[1 - after["asked"]], "answer_take_back", allow=False)

    def ended(self, refused: str) -> bool:
        """Whether bots ended the game between the look at the table and the command."""
        return refused == "game_over" and self.facts()["status"] != "playing"

    def _play(self, seat: int) -> None:
        known = self.people[seat].http.get(f"/tables/{self.table}/state", params={"seat": seat})
        if known.status_code == 200 and known.json()["state"]["options"]:
            state = known.json()["state"]
            move = self.rng.choice(state["options"])["text"]
            self.ask(self.people[seat], "play", at=state["table"]["moves"], move=move)

    def check(self) -> None:
        """What must hold after every step."""
        facts = self.facts()
        for number in range(self.players):
            seat = facts["seats"][number]
            assert seat["kind"] == "person"
            mine = self.people[number].get(f"/tables/{self.table}")
            assert mine["you"] == number, "the owner still has the seat"
            assert seat["given_up"] == (number in self.gave_up) or facts["status"] != "playing"
            if seat["driver"] == "bot":
                assert number in self.left, "a bot plays only where the owner left or the time was out"
                assert (seat["level"], seat["style"]) == ("random", None), "the level the table agreed on"
        looked = self.outsider.http.get(f"/tables/{self.table}/state")
        assert looked.status_code == 403 or looked.json()["you"] is None, "nobody else sees a hand"


@pytest.mark.parametrize("game", ["duel", "wonders"])
@pytest.mark.parametrize("clock", CLOCKS)
@pytest.mark.parametrize("patience", [0, 7 * 24 * 3600])
def test_three_people_who_come_and_go_keep_their_seats(
    server: InnerServer, game: str, clock: str, patience: int
) -> None:
    for seed in range(2):
        company = Company(server, game, clock, seed, patience=patience)
        try:
            for _ in range(30):
                company.step()
                company.check()
        finally:
            company.close()


def test_days_on_the_clock_are_days(server: InnerServer) -> None:
    _, first, second = duel_of_two(server, clock="days", takeover="random", patience=0)
    first.close()
    second.until("presence", here=[second.you])
    for choice in ("wait", "bot_moves", "replace"):
        assert second.command("late", seat=first.you, choice=choice)["code"] == "not_late"
    assert second.command("offer_seat", seat=first.you)["type"] == "refuse"
    second.settle()
    assert second.state["table"]["seats"][first.you]["driver"] == "person"
    second.close()


def test_a_take_back_waits_for_the_person_whose_seat_a_bot_plays(server: InnerServer) -> None:
    _, first, second = duel_of_two(server, takeover="random")
    first.play()
    second.settle()
    second.command("leave")
    first.until_event("taken_over")
    while first.you not in first.state["table"]["waiting_for"]:
        first.until("update")
    moves = first.state["table"]["moves"]
    assert first.command("ask_take_back", at=moves)["type"] == "ack"
    first.settle()
    assert (first.state["table"]["asked"], first.state["table"]["moves"]) == (first.you, moves)
    assert second.command("ask_take_back", at=moves)["code"] == "seat_on_bot"
    assert second.command("answer_take_back", allow=True)["type"] == "ack", "the person says yes, not the bot"
    first.until_event("taken_back")
    first.close()
    second.close()


def test_games_a_bot_played_in_are_not_on_the_ladder_and_the_record_says_so(server: InnerServer) -> None:
    anna, bert = server.person("Anna"), server.person("Bert")
    made = anna.table("duel", takeover="random", seed=3)
    table = made["table"]["id"]
    bert.post("/join", {"secret": made["links"]["invite"]})
    anna.command(table, "start")
    anna.command(table, "leave")
    bert.command(table, "leave")
    with Seat(server, table, token=made["links"]["watch"]) as watcher:
        while watcher.state["table"]["status"] == "playing":
            watcher.until("update", timeout=60)
    seats = anna.get(f"/tables/{table}")["table"]["seats"]
    assert all(seat["bot_moves"] > 0 for seat in seats)
    assert anna.get(f"/tables/{table}/ladder")["rungs"] == []
    assert anna.get("/me/statistics") == {"games": {}}
    record = anna.http.get(f"/tables/{table}/record").text
    assert f"bot_moves0 {seats[0]['bot_moves']}" in record.replace('"', "").replace(":", "")


def test_patience_runs_out_only_for_whoever_owes_and_is_not_there(server: InnerServer) -> None:
    _, first, second = duel_of_two(server, takeover="random", patience=1)
    assert second.command("late", seat=first.you, choice="replace")["code"] == "not_late", "the owner is here"
    first.close()
    gone = second.until("presence", here=[second.you])
    assert gone["overdue"] == []
    assert second.command("late", seat=first.you, choice="replace")["code"] == "not_late", "a moment ago"
    assert second.until("presence", overdue=[first.you], timeout=30)["here"] == [second.you]
    assert second.command("late", seat=first.you, choice="wait")["type"] == "ack", "then it begins again"
    assert second.command("late", seat=first.you, choice="replace")["code"] == "not_late"
    second.until("presence", overdue=[first.you], timeout=30)
    assert second.command("late", seat=first.you, choice="replace")["type"] == "ack"
    second.close()


def test_a_clock_that_is_out_lets_the_others_decide(tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(clocks, "pace_of", lambda preset, game: clocks.Pace(0, 400))
    with inner_server(data_dir=tmp_path, lease_seconds=1) as server:
        _, first, second = duel_of_two(server, clock="days", takeover="random")
        second.until_event("time_out")
        assert second.command("late", seat=first.you, choice="replace")["type"] == "ack"
        first.until_event("taken_over")
        assert first.command("return")["type"] == "ack", "the owner may come back at any time"
        first.close()
        second.close()
