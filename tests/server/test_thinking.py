"""Bots are a shared, fair and bounded resource: who thinks next, how much memory they keep, how fast all of it ends."""

from __future__ import annotations

import asyncio
import threading
import time
from collections.abc import Container
from pathlib import Path
from typing import Any

import pytest

from mirabilia import new_game, read_record
from mirabilia.bots import make_bot
from mirabilia.server.bots.levels import Bots, Levels, Question
from mirabilia.server.bots.offer import bot_seed
from mirabilia.server.bots.scheduler import NOBODY, PERSON_WAITS, Owner, Scheduler, Stopped
from server.harness import InnerServer, OuterServer, Person, inner_server
from server.test_hub import wait_until

NO_LIMITS = {"table": 0.0, "person": 0.0, "address": 0.0}


class Thinker:
    """Bots that think as long as they are told, and remember in which order.

    Those of the seeds in `held` think until `release` is set, so that no clock decides who is waited for.
    """

    def __init__(self, seconds: float = 0.03, held: Container[int] = ()) -> None:
        self.seconds = seconds
        self.held = held
        self.release = threading.Event()
        self.order: list[int] = []
        self.limits: list[Any] = []
        self.at_once = self.most_at_once = 0
        self.lock = threading.Lock()

    def __call__(self, question: Question) -> str:
        with self.lock:
            self.order.append(question.seed)
            self.limits.append(question.limits)
            self.at_once += 1
            self.most_at_once = max(self.at_once, self.most_at_once)
        if question.seed in self.held:
            self.release.wait(60)
        time.sleep(self.seconds)
        with self.lock:
            self.at_once -= 1
        return "done"


def question(number: int, level: str = "master") -> Question:
    game = new_game("duel", seed=1)
    return Question(level, number, {}, game.options(game.to_act[0]))


def owner(address: str, person: str = "", table: str = "") -> Owner:
    return Owner(f"address {address}", f"person {person or address}", f"table {table or person or address}")


def run(work: Any) -> Any:
    return asyncio.run(asyncio.wait_for(work, 60))


def test_one_address_with_a_hundred_questions_delays_another_by_one_thought() -> None:
    thinker = Thinker()

    async def play() -> None:
        scheduler = Scheduler(thinker, 1, NO_LIMITS, {})
        flood = [
            asyncio.ensure_future(scheduler.ask(owner("evil", f"p{n % 9}", f"t{n}"), PERSON_WAITS, question(n)))
            for n in range(100)
        ]
        await asyncio.sleep(0.1)
        for number in range(1000, 1005):
            before = len(thinker.order)
            await scheduler.ask(owner("good"), PERSON_WAITS, question(number))
            assert thinker.order.index(number) - before <= 1, "the thought that was being thought, and then ours"
        scheduler.stop()
        await asyncio.gather(*flood, return_exceptions=True)

    run(play())


def test_hosts_at_one_address_and_tables_of_one_host_share_alike() -> None:
    thinker = Thinker(0.01)

    async def play() -> None:
        scheduler = Scheduler(thinker, 1, NO_LIMITS, {})
        asked = [scheduler.ask(owner("house", "many", f"t{n % 3}"), 0, question(n)) for n in range(30)]
        asked += [scheduler.ask(owner("house", "few", "only"), 0, question(100 + n)) for n in range(3)]
        await asyncio.gather(*asked)
        scheduler.stop()

    run(play())
    assert {100, 101, 102} <= set(thinker.order[:9]), "three questions of the second host are not behind thirty"
    first = [number % 3 for number in thinker.order if number < 100][:6]
    assert sorted(first) == [0, 0, 1, 1, 2, 2], "tables of one host in turns"


def test_whoever_waits_goes_before_games_that_nobody_looks_at() -> None:
    thinker = Thinker(0.01)

    async def play() -> None:
        scheduler = Scheduler(thinker, 1, NO_LIMITS, {})
        asked = [scheduler.ask(owner("a", table=f"t{n}"), NOBODY, question(n)) for n in range(10)]
        asked.append(scheduler.ask(owner("a", table="mine"), PERSON_WAITS, question(99)))
        await asyncio.gather(*asked)
        scheduler.stop()

    run(play())
    assert 99 in thinker.order[:2]


def test_long_thoughts_of_one_address_leave_a_thread_to_the_others() -> None:
    thinker = Thinker(held=range(100, 109))

    async def play() -> None:
        scheduler = Scheduler(thinker, 2, NO_LIMITS, {"master": 2.0})
        first = scheduler.ask(owner("good"), 0, question(1))
        flood = [
            asyncio.ensure_future(scheduler.ask(owner("evil", table=f"{n}"), 0, question(100 + n))) for n in range(9)
        ]
        await first
        await scheduler.ask(owner("good"), 0, question(2))
        assert not any(asked.done() for asked in flood), "answered while the long thoughts go on"
        thinker.release.set()
        scheduler.stop()
        await asyncio.gather(*flood, return_exceptions=True)

    run(play())


def test_quick_levels_never_wait_for_long_thoughts() -> None:
    thinker = Thinker(held=range(5))

    async def play() -> None:
        scheduler = Scheduler(thinker, 1, NO_LIMITS, {"easy": 0.001})
        flood = [asyncio.ensure_future(scheduler.ask(owner("evil", table=f"{n}"), 0, question(n))) for n in range(5)]
        while not thinker.order:
            await asyncio.sleep(0.01)
        await scheduler.ask(owner("evil"), 0, question(7, "easy"))
        assert not any(asked.done() for asked in flood)
        thinker.release.set()
        scheduler.stop()
        await asyncio.gather(*flood, return_exceptions=True)

    run(play())


@pytest.mark.parametrize("part", ["table", "person", "address"])
def test_thinking_time_is_limited_and_afterwards_bots_answer_in_a_hurry(part: str) -> None:
    thinker = Thinker(0.05)

    async def play() -> None:
        scheduler = Scheduler(thinker, 2, {**NO_LIMITS, part: 0.12}, {})
        for number in range(5):
            await scheduler.ask(owner("a"), 0, question(number))
        await scheduler.ask(owner("b"), 0, question(5))
        scheduler.stop()

    run(play())
    assert thinker.limits[0] is None and thinker.limits[4] == {"milliseconds": 50}
    assert thinker.limits[5] is None, "others have their own"


def test_stopping_waits_for_no_thought() -> None:
    thinker = Thinker(held=range(50))

    async def play() -> None:
        scheduler = Scheduler(thinker, 2, NO_LIMITS, {})
        asked = [asyncio.ensure_future(scheduler.ask(owner("a", table=f"{n}"), 0, question(n))) for n in range(50)]
        while not thinker.order:
            await asyncio.sleep(0.01)
        scheduler.stop()
        outcomes = await asyncio.gather(*asked, return_exceptions=True)
        assert all(isinstance(outcome, Stopped) for outcome in outcomes)
        assert thinker.at_once, "the thought goes on"
        thinker.release.set()

    run(play())


# ---- memory ----


def test_trees_of_many_bots_take_no_more_than_they_may() -> None:
    levels, limit = Levels(), 4 * 1024 * 1024
    bots = Bots(levels, limit)
    game = new_game("wonders", players=3, seed=4)
    seat = game.to_act[0]
    for number in range(60):
        asked = Question("hard", number, game.view(seat), game.options(seat), {"simulations": 400})
        bots.choose(asked)
        assert bots.kept_bytes <= limit
    assert bots.kept_bytes > limit / 4, "what may be kept is kept"


def resident_mb() -> float:
    return int(Path("/proc/self/status").read_text().split("VmRSS:")[1].split()[0]) / 1024


def test_bots_that_come_and_go_leave_no_memory_behind() -> None:
    """Room for a million nodes costs only what is used of it, also after such rooms were given back."""
    bots = Bots(Levels(), 8_000_000)
    game = new_game("wonders", players=3, seed=4)
    seat = game.to_act[0]

    def ask(number: int) -> None:
        bots.choose(Question("hard", number, game.view(seat), game.options(seat), {"simulations": 20}))

    for number in range(60):
        ask(number)
    before = resident_mb()
    for number in range(60, 200):
        ask(number)
    assert resident_mb() - before < 60, "140 searches, of which the last few are kept"


def test_a_bot_says_what_its_tree_takes() -> None:
    for game in (new_game("duel", seed=4), new_game("wonders", players=3, seed=4)):
        seat = game.to_act[0]
        bot = make_bot("search", 1)
        assert bot.memory == 0
        bot.choose(game.view(seat), game.options(seat), {"simulations": 300})
        assert 300 * 20 < bot.memory < 10_000_000, game.name
    assert make_bot("easy", 1).memory == 0


# ---- at tables ----


def test_strangers_with_master_bots_do_not_stall_somebody_elses_game(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, bot_threads=2, trusted_proxies=["127.0.0.1"]) as server:
        evil = server.person("Eve")
        evil.http.headers["X-Forwarded-For"] = "203.0.113.9"
        for _ in range(4):
            evil.table("wonders", players=7, seats=[{"kind": "bot", "level": "master"}] * 7, start=True)
        anna = server.person("Anna")
        anna.http.headers["X-Forwarded-For"] = "203.0.113.10"
        # Behind the strangers' 28 seats a question would wait for a minute; a busy machine alone takes some seconds.
        for level in ("beginner", "hard"):
            table = anna.table("duel", seats=["me", {"kind": "bot", "level": level}], start=True)["table"]["id"]
            with anna.socket(table) as seat:
                waited = []
                while len(waited) < 3:
                    started = time.monotonic()
                    if seat.state["options"]:
                        assert seat.play()["type"] == "ack"
                        seat.until("update")
                    while not seat.state["options"]:
                        seat.until("update", timeout=30)
                    waited.append(time.monotonic() - started)
                assert max(waited) < 20, (level, waited)
        started = time.monotonic()
    assert time.monotonic() - started < 20, "the server stops although bots are thinking and waiting"


def test_a_game_of_bots_alone_waits_until_somebody_looks(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, bot_pause_seconds=0.3) as server:
        anna = server.person("Anna")
        bots = [{"kind": "bot", "level": "search"}] * 2
        table = anna.table("duel", seats=bots, start=True)["table"]["id"]
        live = server.hub.table(table)
        wait_until(lambda: live._paused)
        moves = live.state.facts.moves
        assert moves < 40
        time.sleep(0.3)
        assert live.state.facts.moves == moves, "nobody looks, nobody plays"
        with anna.socket(table) as seat:
            while seat.state["table"]["moves"] <= moves:
                seat.until("update", timeout=30)


def test_the_seeds_of_bots_are_secret_until_the_end_and_repeat_the_game_afterwards(server: InnerServer) -> None:
    anna = server.person("Anna")
    tables = []
    for _ in range(2):
        seats = ["me", {"kind": "bot", "level": "novice", "style": "merchant"}]
        table = anna.table("duel", seats=seats, start=True, seed=3)["table"]["id"]
        tables.append(server.hub.table(table).state.facts.options.bots)
        with anna.socket(table) as seat:
            while seat.state["table"]["status"] != "over":
                if seat.state["options"]:
                    seat.play()
                seat.until("update", timeout=30)
            sent = str(seat.log)
        assert tables[-1] not in sent
    assert tables[0] != tables[1], "fresh for every game"
    record = read_record(anna.http.get(f"/tables/{table}/record").text)
    assert record.tags["bots"] == tables[1] and record.tags["level1"] == "novice"
    assert record.tags["style1"] == "merchant" and "style0" not in record.tags
    bot = make_bot("novice", bot_seed(record.tags["bots"], 1), style="merchant")
    checked = 0
    steps = record.steps()
    for (who, move), game in zip(record.moves, steps, strict=False):
        if who == 1 and len(game.options(1)) > 1:
            assert bot.choose(game.view(1), game.options(1), None).text == move
            checked += 1
    assert checked > 10


def test_a_server_with_thinking_bots_stops_within_the_grace(tmp_path: Path) -> None:
    server = OuterServer(tmp_path, bot_threads=2).start()
    anna = Person(server, "Anna")
    for _ in range(5):
        anna.table("wonders", players=4, seats=[{"kind": "bot", "level": "master"}] * 4, start=True)
    time.sleep(0.5)
    started = time.monotonic()
    assert server.stop(12), "SIGTERM was not enough"
    assert time.monotonic() - started < 10


def test_a_table_sets_the_least_time_of_its_bots(tmp_path: Path) -> None:
    seats = [{"kind": "bot", "level": "random"}] * 2
    with inner_server(data_dir=tmp_path, bot_pace_ms=60_000) as server:
        anna = server.person("Anna")
        for wrong in (-1, 10_001, "soon", 1.5):
            refused = anna.post("/tables", {"game": "duel", "seats": seats, "bot_pace_ms": wrong}, 400)
            assert refused["code"] == "bad_request"
        for pace in (0, 700):
            table = anna.table("duel", seats=seats, bot_pace_ms=pace)["table"]
            assert table["options"]["bot_pace_ms"] == pace
            with anna.socket(table["id"]) as looker:
                looker.send(type="start", id="go")
                started = looker.until_event("started")
                moved = looker.until_event("move")  # with the server's own pace it would come after a minute
                assert moved["at"] - started["at"] >= pace
