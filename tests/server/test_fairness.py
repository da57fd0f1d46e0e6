"""Fair shares: turns at replays and imports, ledgers that several processes share, and how much a table may store."""

from __future__ import annotations

import asyncio
import itertools
import json
import os
import random
import socket
import threading
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from hypothesis import given
from hypothesis import strategies as st
from starlette.requests import ClientDisconnect, Request

from mirabilia import wanted
from mirabilia.record import record
from mirabilia.server import context
from mirabilia.server.context import TURNS_AT_ONCE
from mirabilia.server.http.limits import Buckets, Crowd, Debts, Ledger, SharedLedger, new_ledger_file
from mirabilia.server.http.turns import Turns
from mirabilia.server.people import data
from mirabilia.server.refusals import Refusal
from mirabilia.server.study.jobs import LONG_MS, Waiting, in_turn
from mirabilia.wanted import NotWanted, check_wanted
from server.harness import InnerServer, inner_server
from server.test_analyses import kept, played_out
from server.test_hub import wait_until
from server.test_play import duel_of_two


def request_of(gone: asyncio.Event) -> Request:
    """A request whose client goes when the event is set."""

    async def receive() -> dict[str, Any]:
        await gone.wait()
        return {"type": "http.disconnect"}

    return Request({"type": "http", "headers": []}, receive)


async def order_of(turns: Turns, asked: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """In which order those who ask while all places are taken get theirs."""
    served: list[tuple[str, str]] = []

    async def one(address: str, person: str) -> None:
        async def work() -> None:
            served.append((address, person))

        await turns.run(request_of(asyncio.Event()), address, person, work)

    await turns.take("first", "first")
    waiting = [asyncio.create_task(one(*each)) for each in asked]
    while turns.waiting < len(asked):
        await asyncio.sleep(0)
    turns.give_back()
    await asyncio.gather(*waiting)
    return served


@given(st.lists(st.tuples(st.sampled_from("abc"), st.sampled_from("xyz")), max_size=20))
def test_addresses_take_turns_and_so_do_the_people_of_an_address(asked: list[tuple[str, str]]) -> None:
    served = asyncio.run(order_of(Turns(1, 100), asked))
    assert sorted(served) == sorted(asked)
    check_turns([address for address, _ in served])
    for address in {address for address, _ in asked}:
        check_turns([person for by, person in served if by == address])


def check_turns(served: list[str]) -> None:
    """Between two turns of anyone, each of those who still wait has exactly one, and nobody has more."""
    for who in set(served):
        mine = [place for place, each in enumerate(served) if each == who]
        for before, after in itertools.pairwise(mine):
            between = served[before + 1 : after]
            assert len(between) == len(set(between))
            assert set(served[after:]) - {who} <= set(between)


def test_an_address_waits_for_so_many_and_whoever_leaves_gives_up_the_place() -> None:
    async def run() -> None:
        turns = Turns(1, 2)
        await turns.take("a", "x")
        gone = asyncio.Event()
        left = asyncio.create_task(turns.run(request_of(gone), "a", "x", asyncio.Event().wait))
        stays = asyncio.create_task(turns.run(request_of(asyncio.Event()), "a", "y", work))
        while turns.waiting < 2:
            await asyncio.sleep(0)
        with pytest.raises(Refusal) as refused:
            await turns.take("a", "z")
        assert refused.value.code == "too_many"
        gone.set()
        with pytest.raises(ClientDisconnect):
            await left
        assert turns.waiting == 1
        turns.give_back()
        assert await stays == "done" and turns.waiting == 0

    async def work() -> str:
        return "done"

    asyncio.run(run())


def test_work_whose_client_goes_ends_and_frees_its_place() -> None:
    begun, ended = threading.Event(), threading.Event()

    def endless() -> None:
        begun.set()
        try:
            while True:
                check_wanted()
        finally:
            ended.set()

    async def work() -> str:
        return "next"

    async def run() -> None:
        turns, gone = Turns(1, 2), asyncio.Event()
        left = asyncio.create_task(turns.run(request_of(gone), "a", "x", lambda: asyncio.to_thread(endless)))
        await asyncio.to_thread(begun.wait, 60)
        following = asyncio.create_task(turns.run(request_of(asyncio.Event()), "b", "y", work))
        gone.set()
        with pytest.raises(ClientDisconnect):
            await left
        assert await following == "next" and ended.is_set(), "it has really ended before another one begins"

    asyncio.run(asyncio.wait_for(run(), 60))


@pytest.mark.parametrize("what", ["replay", "import", "export"])
def test_what_runs_for_a_client_that_left_is_given_up(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, what: str
) -> None:
    """A request that would never end stops when its connection is closed, wherever it is."""
    begun, ended = threading.Event(), threading.Event()
    checked = wanted.check_wanted

    def stuck() -> None:
        """In place of a check: works on until the client has gone."""
        begun.set()
        try:
            while True:
                checked()
        except NotWanted:
            ended.set()
            raise

    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        text = played_out()
        table = kept(anna, text)
        where = {"replay": record, "import": record, "export": data}[what]
        monkeypatch.setattr(where, "check_wanted", stuck)
        asked = {
            "replay": ("GET", f"/tables/{table}/replay?to=9", None),
            "import": ("POST", "/records", {"record": text}),
            "export": ("GET", "/me/export", None),
        }[what]
        body = b"" if asked[2] is None else json.dumps(asked[2]).encode()
        head = (
            f"{asked[0]} /api/v1{asked[1]} HTTP/1.1\r\nHost: localhost\r\nCookie: mirabilia_device={anna.cookie}\r\n"
            f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        )
        with socket.create_connection(("127.0.0.1", server.port)) as line:
            line.sendall(head.encode() + body)
            assert begun.wait(60)
        assert ended.wait(60)
        wait_until(lambda: server.app.state.context.turns._free == TURNS_AT_ONCE)


def test_replays_run_two_at_a_time_and_a_client_that_left_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        table = kept(anna, played_out())
        turns = server.app.state.context.turns

        async def block() -> None:
            await turns.take("held", "held")

        for _ in range(2):
            asyncio.run_coroutine_threadsafe(block(), server.loop).result(10)
        with pytest.raises(httpx.ReadTimeout):
            anna.http.get(f"/tables/{table}/replay", timeout=0.3)
        anna.http.close()  # the browser is gone
        wait_until(lambda: turns.waiting == 0, 10)
        server.loop.call_soon_threadsafe(turns.give_back)
        server.loop.call_soon_threadsafe(turns.give_back)
        boris = server.person("Boris")
        assert boris.get(f"/tables/{kept(boris, played_out(seed=8))}/replay?to=3")["positions"]


# ---- ledgers ----


def shared_pair() -> tuple[SharedLedger, SharedLedger]:
    file = new_ledger_file()
    return SharedLedger(file, 0), SharedLedger(os.dup(file), 1)


@pytest.mark.parametrize("make", [lambda: (Ledger(),) * 2, shared_pair], ids=["one process", "two processes"])
def test_what_one_uses_is_missing_for_the_other(make: Any) -> None:
    here, there = make()
    first, second = (Buckets("things", 0.001, 5, ledger) for ledger in (here, there))
    for number in range(5):
        (first if number % 2 else second).need("a")
    for bucket in (first, second):
        with pytest.raises(Refusal) as refused:
            bucket.need("a")
        assert refused.value.details["what"] == "things" and refused.value.details["retry_ms"] > 100_000
        bucket.need(f"b{bucket is first}")
    crowds = [Crowd("people", 3, ledger) for ledger in (here, there)]
    assert [crowd.try_to_enter("a") for crowd in crowds * 2] == [True, True, True, False]
    crowds[0].leave("a")
    assert crowds[1].try_to_enter("a")


def test_a_process_that_ended_takes_its_crowd_with_it() -> None:
    here, there = shared_pair()
    Crowd("people", 2, there).enter("a")
    Crowd("people", 2, there).enter("a")
    assert not Crowd("people", 2, here).try_to_enter("a")
    here.forget_process(1)
    assert Crowd("people", 2, here).try_to_enter("a")


@given(st.lists(st.tuples(st.sampled_from("abcdef"), st.floats(0.1, 20)), max_size=60), st.integers(0, 9))
def test_a_shared_ledger_says_what_one_of_this_process_says(asked: list[tuple[str, float]], seed: int) -> None:
    # Without repayment both must agree exactly, whichever process counts.
    rng = random.Random(seed)
    own = Debts("x", 1e-9, 20, Ledger())
    shared = [Debts("x", 1e-9, 20, ledger) for ledger in shared_pair()]
    for key, amount in asked:
        assert bool(own.take(key, amount)) == bool(rng.choice(shared).take(key, amount))


def test_a_shared_ledger_that_is_full_forgets_what_was_used_least_lately() -> None:
    ledger, _ = shared_pair()
    many = Debts("x", 1e-9, 1, ledger)
    for number in range(150_000):  # more keys than there are places
        many.spend(str(number), 2)
    assert many.take("149999") > 0 and not many.take("unheard of")


# ---- how much a table may store ----


def test_the_events_of_a_table_and_of_an_address_are_bounded(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, events_per_hour=10) as server:
        _, first, second = duel_of_two(server)
        codes = [first.command("chat", phrase="hello").get("code") for _ in range(12)]
        assert codes.count("too_many") == 3, "the start was the first of ten"
        assert second.command("chat", phrase="hello")["code"] == "too_many", "the table has one account"
        assert second.command("nudge", seat=first.you)["args"]["retry_ms"] > 60_000
        _, other, more = duel_of_two(server)
        assert other.command("chat", phrase="hello")["type"] == "ack", "other tables go on"
        for seat in (first, second, other, more):
            seat.close()


def test_a_setting_that_stays_as_it_is_stores_nothing(server: InnerServer) -> None:
    _, host, other = duel_of_two(server)
    before = host.command("pace", milliseconds=700)["seq"]
    assert {host.command("pace", milliseconds=700)["seq"] for _ in range(5)} == {before}
    assert host.command("pace", milliseconds=800)["seq"] == before + 1
    host.close()
    other.close()


def test_junk_on_a_socket_counts_like_messages(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, commands_per_second=1) as server:
        _, first, second = duel_of_two(server)
        for _ in range(6):
            first.ws.send("{")
        codes = [first.until("refuse")["code"] for _ in range(6)]
        assert set(codes) == {"bad_message"}
        assert first.command("nudge", seat=second.you)["code"] == "too_many"
        first.close()
        second.close()


def test_files_of_the_page_are_limited_per_address(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, requests_per_minute=100) as server, httpx.Client(base_url=server.url) as http:
        started = time.monotonic()
        codes = [http.get("/assets/none.js").status_code for _ in range(130)]
        allowed = 100 + (time.monotonic() - started) * 500 / 60
        assert 100 <= codes.count(404) <= allowed + 1 and set(codes) == {404, 429}, codes


def test_what_takes_longer_the_more_tables_there_are_is_counted_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    counted: list[int] = []
    monkeypatch.setattr(context, "counts", lambda connection: counted.append(1) or {"tables": {}})
    with inner_server(data_dir=tmp_path) as server:
        anna = server.person("Anna")
        for _ in range(5):
            assert anna.get("/statistics") == {"tables": {}}
        assert len(counted) == 1
        monkeypatch.setattr(context, "COUNTS_SECONDS", -1.0)
        anna.get("/statistics")
        assert len(counted) == 2


# ---- analyses ----

ASKED = st.lists(
    st.tuples(st.sampled_from("abc"), st.sampled_from("xyz"), st.sampled_from((10, 100)), st.integers(0, 5000)),
    max_size=30,
)


@given(ASKED)
def test_analyses_are_made_in_turn_by_address_and_person(asked: list[tuple[str, str, int, int]]) -> None:
    waiting = [Waiting(str(n), *each) for n, each in enumerate(asked)]
    known = {each.id: each for each in waiting}
    order = [known[identity] for identity in in_turn(waiting, {}, 10_000)]
    assert sorted(each.id for each in order) == sorted(known)
    check_turns([each.address for each in order])
    for address in "abc":
        mine = [each for each in order if each.address == address]
        check_turns([each.person for each in mine])
        for person in "xyz":
            efforts = [each.simulations for each in mine if each.person == person]
            assert efforts == sorted(efforts), "the quick ones of a person first"


@given(st.lists(st.sampled_from((10, 100)), min_size=1, max_size=5), st.integers(1, 4))
def test_an_analysis_is_not_waited_for_for_ever(efforts: list[int], others: int) -> None:
    """However many addresses keep asking, all that was asked for once gets its turn."""
    now, begun, made = 0, dict[tuple[str, str], int](), list[str]()
    waiting = [Waiting(f"slow {n}", "slow", "x", effort, 0) for n, effort in enumerate(efforts)]
    for _ in range((others + 1) * (len(efforts) + 1)):
        for other in range(others):  # each has always something quick
            if not any(each.address == str(other) for each in waiting):
                waiting.append(Waiting(f"{other} {now}", str(other), "x", 1, now))
        now += 1000
        chosen = next(in_turn(waiting, begun, now))
        taken = next(each for each in waiting if each.id == chosen)
        waiting.remove(taken)
        begun[taken.address, taken.person] = now
        made.append(chosen)
    assert {each for each in made if each.startswith("slow")} == {f"slow {n}" for n in range(len(efforts))}


def test_what_has_waited_long_comes_before_what_is_quick() -> None:
    long_ago, now = 0, 2 * LONG_MS
    waiting = [Waiting("deep", "a", "x", 100, long_ago), Waiting("quick", "a", "x", 1, now - 1)]
    assert list(in_turn(waiting, {}, now)) == ["deep", "quick"]
    assert list(in_turn(waiting, {}, 10)) == ["quick", "deep"]


def test_a_crowd_of_new_addresses_waits_behind_those_who_were_there() -> None:
    waiting = [Waiting(f"crowd {n}", f"c{n}", "x", 1, 1000 + n) for n in range(50)]
    waiting.append(Waiting("mine", "a", "x", 500, 999))
    assert next(in_turn(waiting, {("a", "x"): 500}, 5000)) == "mine"
