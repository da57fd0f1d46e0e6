"""The history of a run: every command sent, every message received, and what must hold between them.

`check_history` needs nothing but what the clients saw and the events the server has in the end: exactly-once, the
numbers of acks, one order of events for everybody, reads that never go back, and views that agree.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter, defaultdict
from typing import Any

# After these nobody knows yet whether the command was carried out; any other refusal is final.
OPEN_REFUSALS = {"not_stored", "unavailable", "restarting", "too_many"}


def print_of(value: Any) -> str:
    """A short print of anything that was sent."""
    return hashlib.blake2b(json.dumps(value, sort_keys=True).encode(), digest_size=8).hexdigest()


class History:
    """What one client sent and received, in order."""

    def __init__(self) -> None:
        self.entries: list[tuple[str, dict[str, Any]]] = []

    def sent(self, command: dict[str, Any]) -> None:
        self.entries.append(("sent", dict(command)))

    def received(self, message: dict[str, Any]) -> None:
        kept = {key: message[key] for key in ("type", "id", "seq", "again", "code", "events", "you") if key in message}
        if message.get("state"):
            kept["view"] = print_of(message["state"]["view"])
            kept["moves"] = message["state"]["table"]["moves"]
        self.entries.append(("received", kept))


def same_for_all(one: dict[str, Any], other: dict[str, Any]) -> bool:
    """Whether two seats read the same event, but for cards that only one of them may name."""
    first, second = one.get("data", {}).get("events", []), other.get("data", {}).get("events", [])
    for mine, yours in zip(first, second, strict=False):
        if "card" in mine and "card" in yours and None in (mine["card"], yours["card"]):
            mine, yours = {**mine, "card": None}, {**yours, "card": None}
        if mine != yours:
            return False
    return len(first) == len(second) and _without_parts(one) == _without_parts(other)


def _without_parts(event: dict[str, Any]) -> dict[str, Any]:
    return {**event, "data": {key: value for key, value in event.get("data", {}).items() if key != "events"}}


Histories = dict[str, list[tuple[int | None, History]]]


class Checker:
    """One table: its final events and the histories of its clients."""

    def __init__(self, table: str, events: list[dict[str, Any]]) -> None:
        self.table = table
        self.events = {event["seq"]: event for event in events}
        self.faults: list[str] = []
        self.views: dict[tuple[int | None, int], str] = {}
        self.numbers: Counter[str] = Counter()
        if sorted(self.events) != list(range(1, len(events) + 1)):
            self.fault("the events are not numbered without gaps")

    def fault(self, what: str) -> None:
        self.faults.append(f"table {self.table}: {what}")

    def check(self, seat: int | None, history: History, events: list[dict[str, Any]] | None = None) -> None:
        """One client's history against the events, and against what other clients of the table saw.

        `events` are the table's as this seat reads them: everybody reads the names of their own face-down cards alone.
        """
        own = self.events if events is None else {event["seq"]: event for event in events}
        if own.keys() != self.events.keys() or not all(same_for_all(own[seq], self.events[seq]) for seq in own):
            self.fault(f"seat {seat} reads other events than the others")
        said: dict[str, dict[str, Any]] = {}
        acked: dict[str, int] = {}
        refused: dict[str, str] = {}
        least = 0  # what the client knows for sure to be stored
        for direction, entry in history.entries:
            if direction == "sent":
                identity = entry.get("id")
                if identity is not None and said.setdefault(identity, entry) != entry:
                    self.fault(f"the client used {identity} twice")
                continue
            self.numbers["messages"] += 1
            kind = entry["type"]
            if kind == "ack":
                self._ack(seat, entry, said, acked, refused)
                least = max(least, entry["seq"])
            elif kind == "refuse" and entry.get("id") is not None:
                # An open refusal may answer a repetition that was sent before the acknowledgement came.
                if entry["code"] not in OPEN_REFUSALS:
                    refused[entry["id"]] = entry["code"]
                    if entry["id"] in acked:
                        self.fault(f"{entry['id']} was acknowledged and then refused: {entry['code']}")
            for event in entry.get("events", ()):
                if event != own.get(event["seq"]):
                    self.fault(f"event {event['seq']} was told otherwise than it is: {event}")
                self.numbers["events"] += 1
            if kind in ("welcome", "update") and entry["seq"] < least:
                self.fault(f"seat {seat} saw {entry['seq']} after it had been told {least}")
            if kind in ("welcome", "update"):
                least = max(least, entry["seq"])
            if "view" in entry and entry.get("seq") is not None:
                self._view(seat, entry)
        self._count(seat, said, acked)

    def _ack(
        self,
        seat: int | None,
        entry: dict[str, Any],
        said: dict[str, dict[str, Any]],
        acked: dict[str, int],
        refused: dict[str, str],
    ) -> None:
        identity, seq = entry["id"], entry["seq"]
        self.numbers["acks"] += 1
        if identity not in said:
            self.fault(f"an ack for {identity}, which was never sent")
            return
        if identity in refused:
            self.fault(f"{identity} was refused ({refused[identity]}) and then acknowledged")
        if acked.setdefault(identity, seq) != seq:
            self.fault(f"{identity} was acknowledged at {acked[identity]} and at {seq}")
        if [other for other, at in acked.items() if at == seq and other != identity]:
            self.fault(f"two commands at number {seq}")
        event, command = self.events.get(seq), said[identity]
        if event is None:
            self.fault(f"{identity} was acknowledged at {seq}, and there is no such event")
        elif event["kind"] == "move":
            if (event["seat"], event["data"]["move"], event["data"]["number"]) != (
                seat,
                command["move"],
                command["at"],
            ):
                self.fault(f"{identity} was {command} and became {event}")
        elif event["kind"] == "ready":
            if event["seat"] != seat:
                self.fault(f"{identity} of seat {seat} became {event}")
        elif event["kind"] != "turn":
            self.fault(f"{identity}, a move, became {event}")

    def _view(self, seat: int | None, entry: dict[str, Any]) -> None:
        key = (seat, entry["seq"])
        if self.views.setdefault(key, entry["view"]) != entry["view"]:
            self.fault(f"seat {seat} saw two different views at number {entry['seq']}")
        self.numbers["views"] += 1

    def _count(self, seat: int | None, said: dict[str, dict[str, Any]], acked: dict[str, int]) -> None:
        """No command counts twice: a seat has at most one event per command sent, and at least one per ack."""
        made = sum(event["kind"] in ("move", "ready") and event.get("seat") == seat for event in self.events.values())
        closed = sum(event["kind"] == "turn" for event in self.events.values())
        if made > len(said) or len(acked) > made + closed:
            self.fault(f"seat {seat} sent {len(said)} commands, {len(acked)} were acknowledged, {made} happened")


def check_history(histories: Histories, events: dict[str, dict[int | None, list[dict[str, Any]]]]) -> dict[str, int]:
    """Checks all tables; returns how much was checked, or fails with everything that does not hold."""
    total: Counter[str] = Counter()
    faults: list[str] = []
    for table, clients in histories.items():
        checker = Checker(table, next(iter(events[table].values())))
        for seat, history in clients:
            checker.check(seat, history, events[table][seat])
        faults += checker.faults
        total.update(checker.numbers)
    assert not faults, "\n".join(faults[:20])
    return dict(total)


def by_table(players: list[Any]) -> Histories:
    """The histories of players, table by table."""
    found: Histories = defaultdict(list)
    for player in players:
        found[player.table].append((player.seat, player.history))
    return found
