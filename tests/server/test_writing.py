"""The writer: what is stored together, what fails alone, and what becomes of a lost connection."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Awaitable, Callable
from pathlib import Path
from typing import Any

import msgspec
import psycopg
import pytest
from sqlalchemy import text

from mirabilia import new_game
from mirabilia.server import garbage
from mirabilia.server.garbage import Garbage
from mirabilia.server.settings import Settings
from mirabilia.server.storage import migrations, postgres
from mirabilia.server.storage.changes import Change, is_plain
from mirabilia.server.storage.postgres import CHANNEL, SHARDS, announcements, channel_of, is_undone
from mirabilia.server.storage.store import Store, add_table, load_table
from mirabilia.server.storage.writing import NotStored
from mirabilia.server.tables.facts import CHANGING
from mirabilia.server.tables.new import imported

Work = Callable[[Store, dict[str, dict[str, Any]]], Awaitable[None]]


def with_tables(database: tuple[Path, str | None], count: int, work: Work) -> None:
    """Runs the work with a store and the rows of some tables, all at sequence number 1."""

    async def run() -> None:
        store = Store(Settings(_env_file=None, data_dir=database[0], database_url=database[1]))
        try:
            migrations.migrate(store.engine)
            rows = {}
            for number in range(count):
                game, rng = new_game("duel", seed=number), random.Random(number)
                while not game.over:
                    game.play(game.to_act[0], rng.choice(game.options(game.to_act[0])))
                table = f"{number:012d}"
                new = imported(table, None, game, ["", ""], 1)
                row, happened, deal, made = {**new.row(), "owner": None}, new.events(), new.deal(), new.moves()
                await store.writer.call(add_table(row, happened, [], deal, made))
                rows[table] = row
            await work(store, rows)
        finally:
            store.close()

    asyncio.run(run())


def chat(row: dict[str, Any], expected: int = 1, **event: Any) -> Change:
    happened = {"table_id": row["id"], "seq": expected + 1, "at": 5, "kind": "chat", "seat": 0, "data": "{}"}
    return Change(
        row["id"],
        expected,
        {key: row[key] for key in CHANGING} | {"seq": expected + 1},
        events=[{**happened, "command": None, "digest": None, **event}],
    )


def seqs(store: Store, rows: dict[str, Any]) -> list[tuple[int, int]]:
    """For each table: its number, and how many events it has."""
    found = []
    with store.reading() as connection:
        for table in rows:
            loaded = load_table(connection, table)
            assert loaded is not None
            found.append((loaded.row["seq"], len(loaded.events)))
    return found


def test_a_batch_stores_what_fits_and_nothing_of_what_does_not(database: tuple[Path, str | None]) -> None:
    async def work(store: Store, rows: dict[str, dict[str, Any]]) -> None:
        first, second, third = rows.values()
        changes = [chat(third), chat(second, expected=7), chat(first), chat(first, kind="nudged")]
        assert all(map(is_plain, changes))
        outcomes = await asyncio.gather(*map(store.writer.store, changes))
        assert outcomes == [True, False, True, False]
        assert seqs(store, rows) == [(2, 2), (1, 1), (2, 2)]

    with_tables(database, 3, work)


def test_moves_choices_and_jobs_of_one_batch_are_all_stored(database: tuple[Path, str | None]) -> None:
    async def work(store: Store, rows: dict[str, dict[str, Any]]) -> None:
        first, second = rows.values()
        chosen, played, cleared = chat(first), chat(second), chat(first, expected=2)
        chosen.pending = [{"table_id": first["id"], "number": 0, "seat": 1, "move": "build Baths"}]
        played.moves = [{"table_id": second["id"], "number": 900, "seat": 1, "move": "discard 'Æ' \\", "at": 9}]
        cleared.clear_pending = True
        cleared.moves = [{"table_id": first["id"], "number": 901, "seat": 0, "move": "build Baths", "at": 9}]
        outcomes = await asyncio.gather(
            store.writer.store(chosen), store.writer.store(played), store.writer.call(lambda connection: "done")
        )
        assert outcomes == [True, True, "done"]
        with store.reading() as connection:
            one, two = (load_table(connection, table) for table in rows)
            assert one is not None and one.pending == [(1, "build Baths")]
            assert two is not None and two.moves[-1] == (1, "discard 'Æ' \\")
        assert await store.writer.store(cleared)
        with store.reading() as connection:
            one = load_table(connection, first["id"])
            assert one is not None and one.pending == [] and one.moves[-1] == (0, "build Baths")

    with_tables(database, 2, work)


def test_the_changes_of_one_table_keep_their_order_within_a_batch(database: tuple[Path, str | None]) -> None:
    async def work(store: Store, rows: dict[str, dict[str, Any]]) -> None:
        first, second = rows.values()
        taken_back, after, other = chat(first), chat(first, expected=2), chat(second)
        taken_back.drop_moves = 3  # not for the short way, while the next of its table is
        assert not is_plain(taken_back) and is_plain(after) and is_plain(other)
        outcomes = await asyncio.gather(*map(store.writer.store, [taken_back, after, other]))
        assert outcomes == [True, True, True]
        assert seqs(store, rows) == [(3, 3), (2, 2)]

    with_tables(database, 2, work)


def test_a_change_the_database_refuses_takes_no_other_with_it(database: tuple[Path, str | None]) -> None:
    async def work(store: Store, rows: dict[str, dict[str, Any]]) -> None:
        first, second, third = rows.values()
        changes = [chat(first), chat(second, seq=1), chat(third)]  # the second has an event twice
        outcomes = await asyncio.gather(*map(store.writer.store, changes), return_exceptions=True)
        assert outcomes[0] is True and outcomes[2] is True and isinstance(outcomes[1], NotStored)
        assert seqs(store, rows) == [(2, 2), (1, 1), (2, 2)]

    with_tables(database, 3, work)


def test_a_lost_connection_is_made_anew(cluster: Any, tmp_path: Path) -> None:
    url = cluster.new_database()

    async def work(store: Store, rows: dict[str, dict[str, Any]]) -> None:
        (row,) = rows.values()
        assert await store.writer.store(chat(row))
        with psycopg.connect(url, autocommit=True) as other:
            other.execute(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity "
                "WHERE datname = current_database() AND pid <> pg_backend_pid()"
            )
        for _ in range(20):
            try:
                assert await store.writer.store(chat(row, expected=2))
                break
            except NotStored:
                await asyncio.sleep(0.1)
        assert seqs(store, rows) == [(3, 3)]

    with_tables((tmp_path, url), 1, work)


def test_a_transaction_that_falls_silent_keeps_its_rows_from_nobody(
    cluster: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As when a process is cut off from the database in the middle of one."""
    url = cluster.new_database()

    async def work(store: Store, rows: dict[str, dict[str, Any]]) -> None:
        monkeypatch.setattr(postgres, "IDLE_IN_TRANSACTION", "300ms")
        store.engine.dispose()  # the next connection is a new one
        silent = store.engine.connect()
        silent.execute(text("SELECT id FROM tables FOR UPDATE"))
        try:
            async with asyncio.timeout(10):
                assert await store.writer.store(chat(*rows.values()))
        finally:
            silent.invalidate()
            silent.close()

    with_tables((tmp_path, url), 1, work)


def test_what_surely_was_undone_is_told_from_what_nobody_knows() -> None:
    errors = psycopg.errors
    for error in (errors.UniqueViolation, errors.StringDataRightTruncation, errors.DeadlockDetected):
        assert is_undone(error("no"))
    for other in (errors.AdminShutdown("ended"), psycopg.OperationalError("lost"), ValueError(), None):
        assert not is_undone(other)


def test_announcements_fit_into_what_postgresql_takes() -> None:
    changes = [Change(f"{n:012d}", 1, {"seq": 10**6 + n, "duty": 1}) for n in range(700)]
    pieces = announcements(changes)
    assert all(len(piece.encode()) < 7800 for _, piece in pieces)
    told = [(channel, *news) for channel, piece in pieces for news in msgspec.json.decode(piece)["tables"]]
    assert sorted(told) == sorted(
        [(channel_of(change.table), change.table, change.row["seq"], 0) for change in changes]
        + [(CHANNEL, change.table, change.row["seq"], 1) for change in changes]
    )
    assert len({channel for channel, _ in pieces}) == SHARDS + 1
    assert all(channel != CHANNEL for channel, _ in announcements([Change("a" * 12, 1, {"seq": 2, "duty": 0})]))
    assert announcements([]) == []


@pytest.mark.parametrize(
    ("released", "waited", "commands", "due"),
    [
        (0, garbage.OFTEN, 0, False),  # nothing to find
        (garbage.SOME, garbage.OFTEN, 0, True),
        (garbage.SOME, garbage.OFTEN - 1, 0, False),
        (garbage.SOME, garbage.OFTEN, garbage.QUIET, False),  # busy
        (garbage.MUCH, 0, 1000, True),
        (garbage.MANY, garbage.SOON, 1000, True),
        (garbage.MANY, garbage.SOON - 1, 1000, False),
        (0, garbage.SELDOM, 1000, True),
    ],
)
def test_full_collections_wait_for_a_quiet_moment(
    released: int, waited: float, commands: int, due: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(garbage.gc, "get_count", lambda: (0, 0, 0))  # whatever other tests have left
    found = Garbage()
    found._collected_at = 0.0
    for _ in range(released):
        found.released()
    assert found.is_due(commands, waited) == due
