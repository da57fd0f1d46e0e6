"""Tables on one device: games are played, kept before they are shown, read again, analysed and exported."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from tests.local_tables import Memory, analyst

from mirabilia.json_types import JsonObject
from mirabilia.local.service import Service
from mirabilia.local.table import Conversation
from mirabilia.record import read_record
from mirabilia.server.http.bodies import NewTable
from mirabilia.server.refusals import Refusal
from mirabilia.server.tables import messages as m
from mirabilia.server.tables.new import UNSAID


class Player:
    """Somebody at a table: what was heard, and the state shown last."""

    def __init__(self, service: Service, table: str, seat: int | None = None) -> None:
        self.service, self.table = service, table
        self.heard: list[JsonObject] = []
        self.conversation = Conversation(lambda message: self.heard.append(msgspec.json.decode(message)))
        self.hello = m.Hello(m.VERSION, seat=seat)
        self.sent = 0

    async def say(self, message: m.ClientMessage) -> JsonObject:
        """The answer to a message."""
        await self.service.table(self.table).receive(self.conversation, message, self.service.carry_out)
        return self.heard[-1]

    @property
    def state(self) -> JsonObject:
        return next(message["state"] for message in reversed(self.heard) if message.get("state"))

    async def play(self, choose: int = 0) -> JsonObject:
        """Plays one of the options, once it is this seat's turn."""
        while not self.state["options"] and self.state["table"]["status"] == "playing":
            await asyncio.sleep(0)
        self.sent += 1
        option = self.state["options"][choose]
        return await self.say(m.Play(f"p{self.sent}", self.state["table"]["moves"], option["text"]))


async def begun(service: Service, game: str, level: str = "novice", **more: object) -> str:
    """A new table against bots; returns its id."""
    seats = ["me", {"kind": "bot", "level": level}, *([{"kind": "bot"}] if game == "wonders" else [])]
    wish = {"game": game, "name": "Anna", "seats": seats, "start": True, "bot_pace_ms": 0, "takeover": level, **more}
    made = await service.request("POST", "/tables", msgspec.json.encode(wish).decode(), "en")
    assert made["seat"] == 0
    return str(made["table"]["id"])


async def play_out(player: Player) -> None:
    """Plays until the game is over; bots answer in between."""
    while player.state["table"]["status"] == "playing":
        if player.state["options"]:
            assert (await player.play())["type"] == "ack"
        await asyncio.sleep(0)


@pytest.mark.parametrize("game", ["duel", "wonders"])
def test_a_game_is_played_kept_and_studied(game: str) -> None:
    async def run() -> None:
        storage = Memory()
        service = Service(storage, analyst)
        table = await begun(service, game, seed=7)
        player = Player(service, table)
        assert (await player.say(player.hello))["type"] == "presence"
        await player.play()
        # The device is switched off; another service reads what was kept.
        player.service.table(table).leave(player.conversation)
        again = Player(Service(storage, analyst), table)
        await again.say(again.hello)
        assert again.state["table"]["moves"] >= 1 or again.state["chosen"]
        again.sent = 100
        await play_out(again)
        service = again.service
        text = await service.request("GET", f"/tables/{table}/record", None, "en")
        record = read_record(text)
        assert record.verify().over
        asked = await service.request("POST", f"/tables/{table}/analyse", '{"depth":"quick"}', "en")
        status = await service.request("GET", f"/analyses/{asked['id']}", None, "en")
        assert status["state"] == "done" and len(status["analysis"]["moments"]) == len(record.moves)
        points = await service.request("GET", f"/tables/{table}/turning-points", None, "en")
        assert points["points"]
        counted = await service.request("GET", "/me/statistics", None, "en")
        assert counted["games"][game]["played"] == 1
        studied = await service.request("GET", "/me/study", None, "en")
        assert studied["games"] == 1
        shown = await service.request("GET", f"/tables/{table}/replay?from=0&to=3&seat=0", None, "en")
        assert len(shown["positions"]) == 4
        export = await service.request("GET", "/me/export", None, "en")
        assert msgspec.json.decode(export.strip())["record"] == text
        await service.request("POST", "/me/erase", None, "en")
        assert not storage.stores["tables"]

    asyncio.run(run())


def test_a_change_that_is_not_kept_is_not_shown() -> None:
    async def run() -> None:
        storage = Memory()
        service = Service(storage, analyst)
        player = Player(service, await begun(service, "duel", seed=7))
        await player.say(player.hello)
        await player.play()
        while not player.state["options"]:
            await asyncio.sleep(0)
        before = player.state["table"]["moves"]
        storage.fault = "storage_full"
        refused = await player.play()
        assert refused["type"] == "refuse" and refused["code"] == "storage_full"
        assert refused["state"]["table"]["moves"] == before
        storage.fault = None
        player.sent += 1
        assert (await player.play())["type"] == "ack"

    asyncio.run(run())


def test_another_window_that_was_faster_is_caught_up_with() -> None:
    async def run() -> None:
        storage = Memory()
        one = Service(storage, analyst)
        table = await begun(one, "duel", seed=7)
        other = Service(storage, analyst)
        first, second = Player(one, table), Player(other, table)
        await first.say(first.hello)
        await second.say(second.hello)
        assert (await first.play())["type"] == "ack"
        second.sent = 50
        refused = await second.say(m.Play("late", 0, "draft The Pyramids"))
        assert refused["type"] == "refuse" and refused["code"] in ("stale", "not_your_turn", "illegal_move")
        for player in (first, second):
            player.service.table(table).leave(player.conversation)

    asyncio.run(run())


def test_a_window_does_not_bring_back_what_another_has_erased() -> None:
    async def run() -> None:
        storage = Memory()
        service = Service(storage, analyst)
        table = await begun(service, "duel", seed=7)
        player = Player(service, table)
        await player.say(player.hello)
        while not player.state["options"]:
            await asyncio.sleep(0)
        await Service(storage, analyst).request("POST", "/me/erase", None, "en")
        refused = await player.play()
        assert refused["type"] == "refuse" and refused["code"] == "no_such_table"
        assert not any(storage.stores.values())
        service.table(table).leave(player.conversation)

    asyncio.run(run())


def test_a_game_of_another_version_goes_on_only_if_it_comes_to_the_same() -> None:
    async def run() -> None:
        storage = Memory()
        service = Service(storage, analyst)
        tables = [await begun(service, "duel", seed=seed) for seed in (7, 8)]
        for table in tables:
            player = Player(service, table)
            await player.say(player.hello)
            await play_out(player)
            service.table(table).leave(player.conversation)
        key = next(key for key in storage.stores["moves"] if key[0] == tables[0] and key[1] == 30)
        storage.stores["moves"][key]["move"] = "build Nowhere"
        service = Service(storage, analyst)
        with pytest.raises(Refusal) as refused:
            await service.request("GET", f"/tables/{tables[0]}", None, "en")
        assert refused.value.code == "other_version"
        assert (await service.request("GET", f"/tables/{tables[1]}", None, "en"))["table"]["status"] == "over"
        # The rest is not held up by it, and it is not lost.
        assert (await service.request("GET", "/me/study", None, "en"))["games"] == 1
        exported = (await service.request("GET", "/me/export", None, "en")).splitlines()
        lines = {line["table"]: line for line in map(msgspec.json.decode, exported)}
        assert lines[tables[0]]["record"] is None and len(lines[tables[0]]["rows"]["moves"]) > 30
        assert lines[tables[1]]["record"]

    asyncio.run(run())


def test_pass_and_play_gives_each_person_a_seat() -> None:
    async def run() -> None:
        service = Service(Memory(), analyst)
        wish = {"game": "duel", "name": "Anna", "seats": ["me", {"kind": "here", "name": "Bert"}], "start": True}
        made = await service.request("POST", "/tables", msgspec.json.encode(wish).decode(), "en")
        table = str(made["table"]["id"])
        people = [Player(service, table, seat) for seat in (0, 1)]
        for person in people:
            await person.say(person.hello)
        number = people[0].state["table"]["waiting_for"][0]
        assert (await people[number].play())["type"] == "ack"
        assert people[1 - number].state["table"]["moves"] == 1

    asyncio.run(run())


def test_a_rematch_moves_everybody_on_by_one() -> None:
    async def run() -> None:
        service = Service(Memory(), analyst)
        player = Player(service, await begun(service, "duel", seed=3))
        await player.say(player.hello)
        await play_out(player)
        ack = await player.say(m.Rematch("again"))
        following = await service.request("GET", f"/tables/{ack['data']['table']}", None, "en")
        assert following["table"]["status"] == "playing" and following["you"] == 1

    asyncio.run(run())


@pytest.mark.parametrize(
    ("path", "code"),
    [("/links", "not_here"), ("/nothing", "no_such_path"), ("/tables/1aaaaaaaaaaa", "no_such_table")],
)
def test_what_needs_a_server_or_is_not_there_is_refused(path: str, code: str) -> None:
    async def run() -> None:
        with pytest.raises(Refusal) as refused:
            await Service(Memory(), analyst).request("GET", path, None, "en")
        assert refused.value.code == code

    asyncio.run(run())


def test_a_wish_says_the_same_to_a_server_and_to_a_device() -> None:
    body = NewTable(game="duel").model_dump()
    assert {name: body[name] for name in UNSAID} == UNSAID
