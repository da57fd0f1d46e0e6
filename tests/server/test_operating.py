"""For whoever runs a server: starts that cannot work, readiness, file modes, restore, bans, stuck tables, clean-up."""

from __future__ import annotations

import os
import random
import shutil
import signal
import sqlite3
import stat
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import httpx
import psycopg
import pytest
from sqlalchemy import text
from sqlalchemy.exc import OperationalError

import mirabilia
from mirabilia.cli import main
from mirabilia.server import app as app_module
from mirabilia.server.admin import AdminError, admin_of
from mirabilia.server.bots.levels import Levels
from mirabilia.server.settings import Settings
from mirabilia.server.storage import migrations
from mirabilia.server.storage.backup import BackupError, backup, migrate_safely, restore
from mirabilia.server.storage.migrations import NewerDatabase
from mirabilia.server.storage.starting import BadStorage, close_to_others, prepare_storage
from mirabilia.server.storage.store import now_ms, open_engine
from server.harness import InnerServer, OuterServer, Person, free_port, inner_server
from server.test_hub import in_loop, wait_until
from server.test_play import duel_of_two


def settings_for(database: tuple[Path, str | None], **more: Any) -> Settings:
    return Settings(_env_file=None, data_dir=database[0], database_url=database[1], **more)


@pytest.fixture(autouse=True)
def own_umask() -> Any:
    before = os.umask(0o022)
    yield
    os.umask(before)


# ---- starting ----


def test_a_newer_database_is_refused_before_anything_is_copied(database: tuple[Path, str | None]) -> None:
    settings = settings_for(database)
    engine = open_engine(settings, writing=True)
    migrations.migrate(engine)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    for _ in range(3):
        with pytest.raises(NewerDatabase, match=r"form 9999 of a newer version.*install that version"):
            prepare_storage(settings)
    assert not (database[0] / "backups").exists()
    engine.dispose()


def test_failing_starts_do_not_push_out_the_copy_of_an_older_form(tmp_path: Path) -> None:
    settings = settings_for((tmp_path, None), backups_kept=2)
    engine = open_engine(settings, writing=True)
    migrations.migrate(engine, "0001")
    genuine = backup(settings, tmp_path / "backups" / "before-migration-from-0000-20200101-000000.sqlite")
    for number in range(4):
        backup(settings, tmp_path / "backups" / f"before-migration-from-0001-2021010{number}-000000.sqlite")
    migrate_safely(settings, engine)
    assert genuine.exists() and len(list((tmp_path / "backups").iterdir())) == 3
    engine.dispose()


def test_a_broken_store_is_told_in_one_sentence(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    settings = settings_for((tmp_path / "a", None))
    settings.data_dir.mkdir()
    settings.sqlite_file.write_bytes(b"this is not a database, whatever its name says" * 100)
    with pytest.raises(BadStorage, match=r"is damaged .*mirabilia restore"):
        prepare_storage(settings)
    gone = settings_for((tmp_path / "b", "postgresql://mirabilia:secret-word@127.0.0.1:1/games"))
    with pytest.raises(BadStorage, match=r"PostgreSQL \(127.0.0.1, database games\) cannot be used") as told:
        prepare_storage(gone)
    assert "secret-word" not in str(told.value) and "\n" not in str(told.value)
    readonly = settings_for((tmp_path / "c", None))
    prepare_storage(readonly)

    def readonly_database(*_: Any) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("attempt to write a readonly database"))

    monkeypatch.setattr("mirabilia.server.storage.starting.migrate_safely", readonly_database)
    with pytest.raises(BadStorage, match="cannot be written by this user"):
        prepare_storage(readonly)

    def full(*_: Any) -> None:
        raise OperationalError("INSERT", {}, sqlite3.OperationalError("database or disk is full"))

    monkeypatch.setattr("mirabilia.server.storage.starting.migrate_safely", full)
    with pytest.raises(BadStorage, match=r"is full .*make room"):
        prepare_storage(readonly)


def test_serve_with_a_damaged_database_says_so_and_ends(tmp_path: Path) -> None:
    (tmp_path / "mirabilia.sqlite").write_bytes(b"rubbish " * 1000)
    server = OuterServer(tmp_path)
    with pytest.raises(RuntimeError, match="is damaged"):
        server.start()
    assert "Traceback" not in server.log.read_text()


def test_data_is_for_this_user_alone(tmp_path: Path) -> None:
    folder = tmp_path / "data"
    settings = settings_for((folder, None))
    prepare_storage(settings)
    copy = backup(settings)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    for path in (settings.sqlite_file, copy):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600, path
    assert stat.S_IMODE(copy.parent.stat().st_mode) == 0o700
    folder.chmod(0o755)  # as an older version left it
    settings.sqlite_file.chmod(0o644)
    copy.chmod(0o644)
    close_to_others(settings)
    assert [stat.S_IMODE(path.stat().st_mode) for path in (folder, settings.sqlite_file, copy)] == [0o700, 0o600, 0o600]


def test_a_foreign_folder_is_left_as_it_is(tmp_path: Path) -> None:
    (tmp_path / "holiday.jpg").touch()
    tmp_path.chmod(0o755)
    close_to_others(settings_for((tmp_path, None)))
    assert stat.S_IMODE(tmp_path.stat().st_mode) == 0o755


def test_ready_means_that_a_write_succeeds(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with inner_server(data_dir=tmp_path) as server:
        assert httpx.get(server.url + "/readyz").json()["status"] == "ready"
        store = server.hub.store
        written = [0]

        async def full() -> None:
            written[0] += 1
            raise OSError("database or disk is full")

        monkeypatch.setattr(store, "try_write", full)
        wait_until(lambda: httpx.get(server.url + "/readyz").status_code == 503, 10)
        started, asked = time.monotonic(), written[0]
        for _ in range(50):
            assert httpx.get(server.url + "/readyz").json()["faults"] == ["database"]
        assert written[0] - asked <= 1 + (time.monotonic() - started), "asked at most once a second"


# ---- restore ----


def test_postgres_is_not_restored_under_a_running_server(cluster: Any, tmp_path: Path) -> None:
    database = (tmp_path, cluster.new_database())
    settings = settings_for(database)
    with inner_server(data_dir=tmp_path, database_url=database[1]) as server:
        server.person("Anna").table("duel")
        saved = backup(settings, tmp_path / "saved")
        with pytest.raises(BackupError, match="server is running"):
            restore(settings, saved)
        with psycopg.connect(database[1], autocommit=True) as connection:  # also one that is paused and beats no more
            connection.execute("UPDATE processes SET beat_at = 0")
            with pytest.raises(BackupError, match="server is running"):
                restore(settings, saved)
    # PostgreSQL notices a moment later that the server's connections, and with them its lock, are gone.
    others = "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND pid != pg_backend_pid()"
    with psycopg.connect(database[1], autocommit=True) as connection:
        wait_until(lambda: connection.execute(others).fetchone() == (0,), 30)
    restore(settings, saved)


def test_the_password_of_the_database_is_in_no_list_of_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    said: list[list[str]] = []
    given: list[dict[str, str]] = []

    def run(command: list[str], env: dict[str, str], **_: Any) -> Any:
        said.append(command)
        given.append(env)
        return type("Done", (), {"returncode": 0})()

    monkeypatch.setattr(shutil, "which", lambda name: f"/usr/bin/{name}")
    monkeypatch.setattr("mirabilia.server.storage.backup.subprocess.run", run)
    backup(settings_for((tmp_path, "postgresql://anna:secret-word@db.example/games")), tmp_path / "copy")
    assert "secret-word" not in " ".join(said[0]) and given[0]["PGPASSWORD"] == "secret-word"
    assert "host=db.example" in " ".join(said[0])


def test_a_scheduled_backup_rotates_and_can_be_restored(database: tuple[Path, str | None]) -> None:
    """The drill: copies by schedule while people play, the newest restored somewhere else, the game is there."""
    data, url = database
    settings = settings_for(database, backups_kept=2)
    with inner_server(data_dir=data, database_url=url, backup_hours=0.0001, backups_kept=2) as server:
        table, first, second = duel_of_two(server)
        assert first.play()["type"] == "ack"
        folder = data / "backups"
        wait_until(lambda: folder.is_dir() and len(list(folder.glob("scheduled-*"))) == 2, 60)
        first_two = sorted(folder.glob("scheduled-*"))
        wait_until(lambda: sorted(folder.glob("scheduled-*"))[0] > first_two[0], 60)
        cookie = first.ws.request.headers["Cookie"].split("=", 1)[1]
        first.close()
        second.close()
    restore(settings, sorted((data / "backups").glob("scheduled-*"))[-1])
    with inner_server(data_dir=data, database_url=url) as server:
        person = Person(server)
        person.http.cookies.set("mirabilia_device", cookie)
        assert person.get(f"/tables/{table}")["table"]["moves"] == 1


# ---- the operator's commands ----


def test_a_stuck_table_is_listed_and_freed_while_the_server_runs(database: tuple[Path, str | None]) -> None:
    data, url = database
    with inner_server(data_dir=data, database_url=url) as server:
        table, first, second = duel_of_two(server)
        with admin_of(settings_for(database)) as operator:
            assert operator.tables(stuck_hours=24) == []
            stuck = operator.tables(stuck_hours=0)
            assert [line.facts.id for line in stuck] == [table] and "waits for seat" in str(stuck[0].trouble)
            assert operator.free(table) == [first.you]
            with pytest.raises(AdminError):
                operator.free("k" * 12)
        while second.state["table"]["moves"] < 1:
            second.until("update", "welcome", timeout=30)
        assert second.state["table"]["seats"][first.you]["driver"] == "bot"
        first.settle()
        assert first.command("return")["type"] == "ack", "the owner may come back"
        with admin_of(settings_for(database)) as operator:
            operator.close_table(table)
        while second.state["table"]["status"] != "closed":
            second.until("update", "welcome", timeout=30)
        first.close()
        second.close()


def test_a_damaged_table_is_listed_and_can_be_closed(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path) as server:
        table, first, second = duel_of_two(server)
        assert first.play()["type"] == "ack"
        first.close()
        second.close()
    with sqlite3.connect(tmp_path / "mirabilia.sqlite") as connection:
        connection.execute("UPDATE moves SET move = 'build Nonsense'")
    with admin_of(settings_for((tmp_path, None))) as operator:
        assert "damaged" in str(operator.tables(stuck_hours=24)[0].trouble)
        operator.close_table(table)
        assert operator.tables(stuck_hours=24) == []


def test_bans_keep_people_and_addresses_out_and_can_be_lifted(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, trusted_proxies=["127.0.0.1"]) as server:
        anna, eve = server.person("Anna"), server.person("Eve")
        table = eve.table("duel")["table"]["id"]
        with admin_of(settings_for((tmp_path, None))) as operator:
            ((person, name, seats),) = operator.people(name="Eve")
            assert (name, seats) == ("Eve", 1) and operator.people(table=table)[0][0] == person
            assert operator.ban(person, 1.0, "rude") == "person"
            wait_until(lambda: eve.http.get("/me").status_code == 403, 10)
            assert eve.http.get("/me").json()["code"] == "banned"
            with pytest.raises(Exception, match="banned"):
                eve.socket(table)
            assert operator.ban("203.0.113.0/24", None, "") == "address"
            there = {"X-Forwarded-For": "203.0.113.77"}
            wait_until(lambda: anna.http.get("/me", headers=there).status_code == 403, 10)
            assert anna.http.get("/me").status_code == 200
            assert operator.unban(person) == 1 and operator.unban("203.0.113.0/24") == 1
            wait_until(lambda: eve.http.get("/me").status_code == 200, 10)
            with pytest.raises(AdminError, match="is not an address"):
                operator.ban("nobody", None, "")


def test_the_operators_command_line(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with inner_server(data_dir=tmp_path) as server:
        made = server.person("Anna").table("duel")
        table, invite = made["table"]["id"], made["links"]["invite"]
        at = ["--data-dir", str(tmp_path)]
        assert main(["admin", "tables", *at]) == 0
        assert main(["admin", "people", "--table", table, *at]) == 0
        assert main(["admin", "links", table, *at]) == 0
        said = capsys.readouterr().out
        assert table in said and "Anna" in said and invite in said
        assert main(["admin", "links", table, "--renew", *at]) == 0
        assert invite not in capsys.readouterr().out
        assert main(["admin", "ban", "203.0.113.5", "--hours", "2", "--reason", "floods", *at]) == 0
        assert main(["admin", "bans", *at]) == 0
        assert "203.0.113.5/32" in capsys.readouterr().out
        assert main(["admin", "unban", "203.0.113.5", *at]) == 0
        assert main(["admin", "close", table, *at]) == 0
        assert main(["admin", "free", table, "--seat", "0", *at]) == 2, "nothing is played there any more"
        assert main(["admin", "close", "k" * 12, *at]) == 2
        assert "no table" in capsys.readouterr().err


def test_tables_that_nobody_comes_back_to_are_closed_and_their_record_kept(tmp_path: Path) -> None:
    with inner_server(data_dir=tmp_path, abandon_open_days=1, abandon_playing_days=2) as server:
        anna = server.person("Anna")
        waiting = anna.table("duel")["table"]["id"]
        playing, first, second = duel_of_two(server)
        first.play()
        day = 24 * 3600 * 1000
        assert in_loop(server, lambda: server.hub.clean_up(now_ms())) == 0
        assert in_loop(server, lambda: server.hub.clean_up(now_ms() + int(1.5 * day))) == 1
        assert anna.get(f"/tables/{waiting}")["table"]["status"] == "closed"
        assert in_loop(server, lambda: server.hub.clean_up(now_ms() + 3 * day)) == 1
        while first.state["table"]["status"] != "closed":
            first.until("update")
        assert first.events[-1]["data"] == {"abandoned": True}
        cookie = first.ws.request.headers["Cookie"].split("=", 1)[1]
        person = Person(server)
        person.http.cookies.set("mirabilia_device", cookie)
        assert "moves" in person.http.get(f"/tables/{playing}/record").text
        first.close()
        second.close()


def test_refusals_are_in_the_audit_and_a_flood_is_one_line(
    server: InnerServer, capfd: pytest.CaptureFixture[str]
) -> None:
    from mirabilia.server.http import audit

    audit._said.clear()
    for _ in range(30):
        assert httpx.get(f"{server.url}/api/v1/tables/{'k' * 12}").status_code == 404
    lines = [line for line in capfd.readouterr().err.splitlines() if '"refused"' in line and "no_such_table" in line]
    assert len(lines) == 1 and '"address": "127.0.0.1"' in lines[0]


def test_a_server_on_sqlite_needs_no_package_of_postgresql(tmp_path: Path) -> None:
    program = f"""
import sys
sys.modules["psycopg"] = None  # as if it were not installed
from mirabilia.server.app import create_app
from mirabilia.server.bots.levels import Levels
from mirabilia.server.settings import Settings
from mirabilia.server.storage.starting import BadStorage, prepare_storage
settings = Settings(_env_file=None, data_dir={str(tmp_path)!r})
prepare_storage(settings)
create_app(settings)
try:
    prepare_storage(Settings(_env_file=None, data_dir={str(tmp_path)!r}, database_url="postgresql://x@127.0.0.1/x"))
except BadStorage as error:
    print(error)
"""
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, timeout=120)
    assert not done.returncode, done.stderr
    assert "mirabilia[postgres]" in done.stdout


# ---- start and ready ----


def test_ready_means_that_bots_of_every_level_can_answer_without_compiling_or_loading(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the start nothing is compiled any more, and no network is read, whoever plays at whatever table."""
    from numba.core.dispatcher import Dispatcher

    from mirabilia.bots import network

    assert server.hub.levels.names and not app_module.warm_bots().failed

    def late(*_: Any, **__: Any) -> Any:
        raise AssertionError("after ready")

    monkeypatch.setattr(Dispatcher, "compile", late)
    monkeypatch.setattr(Dispatcher, "_compile_for_args", late)
    monkeypatch.setattr(network, "read_network", late)
    for name, players in (("duel", 2), ("wonders", 2), ("wonders", 3), ("wonders", 7)):
        for seed, level in enumerate(server.hub.levels.names):
            game = mirabilia.new_game(name, players=players, seed=seed)
            bot = server.hub.levels.make(level, 1)
            for _ in range(3):
                seat = game.to_act[0]
                game.play(seat, bot.choose(game.view(seat), game.options(seat), {"simulations": 8}))


def test_a_level_that_cannot_play_makes_the_server_not_ready(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    levels = Levels()
    make = levels.make
    monkeypatch.setattr(levels, "names", ("random", "hard"))
    monkeypatch.setattr(levels, "make", lambda level, seed: make("nobody" if level == "hard" else level, seed))
    warmth = levels.warm_up()
    assert warmth.failed == ("hard",) and "random" in warmth.quick
    assert httpx.get(server.url + "/readyz").json()["faults"] == []
    monkeypatch.setattr(app_module, "warm_bots", lambda: warmth)
    answer = httpx.get(server.url + "/readyz")
    assert answer.status_code == 503 and answer.json()["faults"] == ["bots"]


def test_ctrl_c_ends_a_start_that_still_compiles(tmp_path: Path) -> None:
    env = {**os.environ, "MIRABILIA_DATA_DIR": str(tmp_path / "data"), "MIRABILIA_PORT": str(free_port())}
    env["MIRABILIA_CACHE_DIR"] = str(tmp_path / "cache")  # empty: everything must be compiled
    env["MIRABILIA_NUMBA"] = "1"  # by Numba, inside this process; a core is built in another one
    env["TERM"] = "dumb"
    process = subprocess.Popen(
        [sys.executable, "-m", "mirabilia", "serve"],
        env=env,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # tests in the background inherit a deaf ear
    )
    try:
        cache = tmp_path / "cache"
        wait_until(lambda: cache.is_dir() and any(cache.rglob("*.nbi")), 120)  # it compiles
        assert process.poll() is None
        process.send_signal(signal.SIGINT)
        process.wait(30)  # one function takes seconds on a busy machine; the whole start takes minutes
        assert not list(cache.rglob("*.part"))
    finally:
        process.kill()
        said = process.communicate()[0].decode()
    assert process.returncode in (130, -signal.SIGINT), said[-500:]
    assert "Traceback" not in said


def test_deals_come_from_the_operating_systems_generator(server: InnerServer, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a chosen seed every random fact of a deal is drawn there, and nothing else decides it."""
    drawn = [0]
    true = os.urandom

    def counted(size: int) -> bytes:
        drawn[0] += size
        return true(size)

    monkeypatch.setattr("random._urandom", counted)
    anna = server.person("Anna")
    deals = set()
    for game, players in (("duel", 2), ("wonders", 3), ("wonders", 7)):
        for _ in range(2):
            before = drawn[0]
            random.seed(7)  # a generator that others could know decides nothing
            seats = ["me"] * 2 if game == "duel" else ["me"] * players
            table = anna.table(game, seats=seats, start=True)["table"]["id"]
            assert drawn[0] - before >= 60, "as many bytes as cards to shuffle, at the least"
            live = server.hub.table(table).peek
            assert live is not None and live.game is not None
            deals.add(str(live.game.deal))
    assert len(deals) == 6
    seeded = [anna.table("duel", seats=["me", "me"], seed=5, start=True)["table"]["id"] for _ in range(2)]
    first, second = (server.hub.table(table).peek.game.deal for table in seeded)
    assert first == second
