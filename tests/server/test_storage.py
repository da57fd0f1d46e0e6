"""The database: migrations, backups, records in and out, the writer's rules, settings."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import subprocess
import sys
import tempfile
import zipfile
from pathlib import Path
from typing import Any

import httpx
import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select, text

from mirabilia import new_game, read_record
from mirabilia.server import context
from mirabilia.server.people.tokens import load_key
from mirabilia.server.settings import BadSettings, Settings, describe, load_settings
from mirabilia.server.storage import migrations
from mirabilia.server.storage.backup import BackupError, backup, migrate_safely, restore, server_lock
from mirabilia.server.storage.changes import Change
from mirabilia.server.storage.schema import metadata, moves, tables
from mirabilia.server.storage.store import Store, load_rows, load_table, open_engine
from mirabilia.server.storage.transfer import TransferError, export_records, import_records
from mirabilia.server.tables.facts import CHANGING
from mirabilia.server.tables.new import imported
from server.harness import InnerServer, OuterServer, Person, inner_server
from server.test_play import duel_of_two


def settings_for(database: tuple[Path, str | None], **given: Any) -> Settings:
    return Settings(_env_file=None, data_dir=database[0], database_url=database[1], **given)


def finished_game(seed: int = 0):
    game, rng = new_game("duel", seed=seed), random.Random(seed)
    while not game.over:
        seat = game.to_act[0]
        game.play(seat, rng.choice(game.options(seat)))
    return game


# ---- migrations ----


def test_migrations_make_exactly_the_schema(database: tuple[Path, str | None]) -> None:
    engine = open_engine(settings_for(database), writing=True)
    migrations.migrate(engine)
    assert migrations.current(engine) == migrations.newest()
    with engine.connect() as connection:
        context = MigrationContext.configure(connection, opts={"compare_type": True})
        differences = [d for d in compare_metadata(context, metadata) if "server_default" not in str(d)]
    assert differences == []
    engine.dispose()


def test_a_database_of_the_first_migration_upgrades_with_games_in_it(database: tuple[Path, str | None]) -> None:
    settings = settings_for(database)
    engine = open_engine(settings, writing=True)
    migrations.migrate(engine, "0001")
    columns = {column["name"] for column in inspect(engine).get_columns("tables")}
    assert "assisted" not in columns
    games = {f"{'abcdefgh'[n] * 12}": finished_game(n) for n in range(8)}
    with engine.begin() as connection:
        for table, game in games.items():
            new = imported(table, None, game, ["Anna", "Bert"], 1)
            row, happened, deal, made = {**new.row(), "owner": None}, new.events(), new.deal(), new.moves()
            row = {key: value for key, value in row.items() if key in columns}
            names = ", ".join(row)
            connection.execute(text(f"INSERT INTO tables ({names}) VALUES ({', '.join(':' + n for n in row)})"), row)
            for name, rows in (("events", happened), ("deals", [deal]), ("moves", made)):
                keys = [key for key in rows[0] if key in {c["name"] for c in inspect(connection).get_columns(name)}]
                rows = [{key: row[key] for key in keys} for row in rows]
                marks = ", ".join(":" + key for key in keys)
                connection.execute(text(f"INSERT INTO {name} ({', '.join(keys)}) VALUES ({marks})"), rows)
    copy = migrate_safely(settings, engine)
    assert (copy is not None) == settings.is_sqlite, "SQLite is copied before it is changed"
    assert migrations.current(engine) == migrations.newest()
    engine.dispose()
    assert export_records(settings, database[0] / "out") == 8
    for table, game in games.items():
        record = read_record((database[0] / "out" / f"{table}.txt").read_text())
        assert record.verify().moves == game.moves and record.tags["seat0"] == "Anna"
    with inner_server(**{"data_dir": database[0], "database_url": database[1]}) as server:
        assert httpx.get(server.url + "/readyz").status_code == 200


def test_only_so_many_copies_from_before_migrations_are_kept(tmp_path: Path) -> None:
    settings = settings_for((tmp_path, None), backups_kept=2)
    (tmp_path / "backups").mkdir()
    for n in range(5):
        (tmp_path / "backups" / f"before-migration-from-0001-2020010{n}-000000.sqlite").touch()
    engine = open_engine(settings, writing=True)
    migrations.migrate(engine, "0001")
    migrate_safely(settings, engine)
    assert len(list((tmp_path / "backups").iterdir())) == 2
    engine.dispose()


# ---- backups ----


def test_a_backup_restores_to_the_same_games(database: tuple[Path, str | None]) -> None:
    data, url = database
    with inner_server(data_dir=data, database_url=url) as server:
        table, first, second = duel_of_two(server)
        for _ in range(6):
            for seat in (first, second):
                seat.settle()
            (first if first.state["options"] else second).play()
        cookie = first.ws.request.headers["Cookie"].split("=", 1)[1]
        for seat in (first, second):
            seat.settle()
        view, seq = first.state["view"], first.seq
        saved = backup(server.settings, data / "saved")  # while the server runs
        (first if first.state["options"] else second).play()
        if url is None:
            with pytest.raises(BackupError, match="server is running"), server_lock(server.settings):
                restore(server.settings, saved)
    restore(settings_for(database), saved)
    with inner_server(data_dir=data, database_url=url) as server:
        person = Person(server)
        person.http.cookies.set("mirabilia_device", cookie)
        with person.socket(table) as seat:
            assert seat.state["view"] == view and seat.seq == seq


NOBODY = 65534


@pytest.mark.skipif(os.geteuid() != 0, reason="only root can make files for another user")
def test_backup_and_restore_by_root_leave_the_files_to_the_user_of_the_service() -> None:
    with tempfile.TemporaryDirectory(dir="/tmp") as folder:  # pytest's own folders are closed to other users
        Path(folder).chmod(0o755)
        data = Path(folder) / "data"
        data.mkdir(mode=0o700)
        os.chown(data, NOBODY, NOBODY)
        settings = settings_for((data, None))
        engine = open_engine(settings, writing=True)
        migrations.migrate(engine)
        engine.dispose()
        os.chown(settings.sqlite_file, NOBODY, NOBODY)
        settings.sqlite_file.chmod(0o600)
        saved = backup(settings)
        kept = restore(settings, saved)
        assert kept is not None
        for path in (saved.parent, saved, kept, settings.sqlite_file, data / "server.lock"):
            found = path.stat()
            assert (found.st_uid, found.st_gid, found.st_mode & 0o077) == (NOBODY, NOBODY, 0), path
        assert settings.sqlite_file.stat().st_mode & 0o777 == 0o600
        # The service's own user writes the database, takes the lock and makes another backup.
        program = (
            "import os, sqlite3, sys; os.setgid(65534); os.setuid(65534); data = sys.argv[1]\n"
            "with sqlite3.connect(data + '/mirabilia.sqlite') as c: c.execute(\"INSERT INTO meta VALUES ('t', 'x')\")\n"
            "open(data + '/server.lock', 'w').close(); open(data + '/backups/another', 'w').close()"
        )
        subprocess.run([sys.executable, "-c", program, str(data)], check=True)
        outside = backup(settings, Path(folder) / "outside.sqlite")
        assert (outside.stat().st_uid, outside.stat().st_mode & 0o777) == (0, 0o600), "elsewhere it is root's own"


def test_what_is_no_backup_is_not_restored(tmp_path: Path) -> None:
    settings = settings_for((tmp_path, None))
    engine = open_engine(settings, writing=True)
    migrations.migrate(engine)
    engine.dispose()
    before = settings.sqlite_file.read_bytes()
    (tmp_path / "text").write_text("not a database")
    sqlite3.connect(tmp_path / "other").execute("CREATE TABLE x (a)").connection.close()
    for name in ("text", "other", "missing"):
        with pytest.raises(BackupError):
            restore(settings, tmp_path / name)
    assert settings.sqlite_file.read_bytes() == before
    with pytest.raises(BackupError, match="exists"):
        backup(settings, tmp_path / "text")


# ---- records ----


def test_records_go_out_and_come_back(tmp_path: Path, server: InnerServer) -> None:
    person = server.person("Anna")
    game = finished_game(3)
    text_ = game.record().dumps()
    made = person.post("/records", {"record": text_})
    table = made["table"]["id"]
    assert made["table"]["origin"] == "imported" and made["table"]["result"] == game.result.as_dict()
    out = read_record(person.http.get(f"/tables/{table}/record").text)
    assert out.verify().moves == game.moves
    positions = person.get(f"/tables/{table}/replay", params={"from": 2, "to": 5, "seat": 1})
    assert [p["at"] for p in positions["positions"]] == [2, 3, 4, 5]
    half = game.record().replay(4)
    assert positions["positions"][2]["view"] == half.view(1)
    opened = person.get(f"/tables/{table}/replay", params={"from": 4, "to": 4})["positions"][0]
    assert opened["snapshot"]["ages"] == game.deal["ages"]
    assert person.http.get(f"/tables/{table}/replay", params={"seat": 5}).json()["code"] == "no_such_seat"
    assert server.person("Eve").http.get(f"/tables/{table}").status_code == 403


def damaged_records() -> list[tuple[str, str, str]]:
    good = finished_game(3).record().dumps()
    lines = good.split("\n")
    start = lines.index("moves")
    cut = "\n".join(lines[:-4])
    other_move = good.replace(lines[start + 9], lines[start + 9].split(" ")[0][:3] + "  0 build Pantheon", 1)
    unfinished = finished_game(3).record().replay(10).record().dumps()
    kind = next(line for line in lines if line.startswith("result "))
    other = "science" if "science" not in kind else "military"
    wrong_result = good.replace(kind, f"result {other} {kind.split()[-1]}")
    return [
        ("empty", "", "cut_short"),
        ("not a record", "hello\nworld", "not_a_record"),
        ("another format", good.replace("mirabilia record 1", "mirabilia record 99"), "other_format"),
        ("cut short", cut, "cut_short"),
        ("another rules version", good.replace("rules 1", "rules 0"), "other_rules"),
        ("an impossible move", other_move, "bad_move"),
        ("not finished", unfinished, "not_finished"),
        ("another result", wrong_result, "result_differs"),
        ("a card twice", good.replace(lines[lines.index("moves") - 1].split(", ")[0].split(" ", 3)[-1], "Baths"), ""),
        ("control characters", good.replace("deal", "de\x00al"), "bad_record"),
        ("huge", good + "#" * 1_100_000, "too_long"),
        ("too long for a game", good + "#" * 200_000, "too_long"),
    ]


@pytest.mark.parametrize(("what", "record", "code"), damaged_records(), ids=lambda v: v if len(str(v)) < 30 else "")
def test_a_bad_record_is_refused_with_its_line_and_nothing_is_stored(
    server: InnerServer, monkeypatch: pytest.MonkeyPatch, what: str, record: str, code: str
) -> None:
    monkeypatch.setattr(context, "COUNTS_SECONDS", -1.0)  # counted at every request
    person = server.person("Anna")
    before = server.person().get("/statistics")
    answer = person.http.post("/records", json={"record": record})
    body = answer.json()
    assert answer.status_code == 400, body
    assert body["code"] == code or not code
    assert isinstance(body["args"].get("line", 1), int) and body["message"]
    assert server.person().get("/statistics")["tables"] == before["tables"]
    assert person.get("/me/tables")["tables"] == []


def test_importing_files_is_all_or_nothing_and_follows_no_paths(tmp_path: Path) -> None:
    settings = settings_for((tmp_path / "data", None))
    engine = open_engine(settings, writing=True)
    migrations.migrate(engine)
    engine.dispose()
    good = [finished_game(n).record().dumps() for n in range(3)]
    with zipfile.ZipFile(tmp_path / "evil.zip", "w") as archive:
        archive.writestr("../../outside.txt", good[0])
        archive.writestr("/absolute.txt", good[1])
    assert import_records(settings, [tmp_path / "evil.zip"]) == 2
    assert not list(tmp_path.parent.glob("outside.txt")) and not Path("/absolute.txt").exists()
    (tmp_path / "good.txt").write_text(good[2])
    (tmp_path / "bad.txt").write_text(good[2].replace("rules 1", "rules 7"))
    with pytest.raises(TransferError, match=r"bad\.txt, line"):
        import_records(settings, [tmp_path / "good.txt", tmp_path / "bad.txt"])
    assert export_records(settings, tmp_path / "out.zip") == 2
    assert import_records(settings, [tmp_path / "out.zip", tmp_path / "good.txt"]) == 3
    assert export_records(settings, tmp_path / "again.zip") == 3  # what was here already is not kept twice
    (tmp_path / "latin.txt").write_bytes(b"mirabilia record 1\n\xff")
    with pytest.raises(TransferError, match="line 2: not UTF-8"):
        import_records(settings, [tmp_path / "latin.txt"])


# ---- the writer ----


def test_only_one_of_two_changes_from_the_same_number_is_stored(database: tuple[Path, str | None]) -> None:
    settings = settings_for(database)

    async def race() -> list[bool]:
        stores = [Store(settings), Store(settings)] if database[1] else [Store(settings)] * 2
        migrations.migrate(stores[0].engine)
        new = imported("a" * 12, None, finished_game(), ["", ""], 1)
        row, happened, deal, made = {**new.row(), "owner": None}, new.events(), new.deal(), new.moves()
        with stores[0].engine.begin() as connection:
            from mirabilia.server.storage.store import add_table

            add_table(row, happened, [], deal, made)(connection)

        def change(n: int) -> Change:
            event = {"table_id": "a" * 12, "seq": 2, "at": n, "kind": "chat", "seat": n, "data": None}
            event |= {"command": None, "digest": None}
            return Change("a" * 12, 1, {key: row[key] for key in CHANGING} | {"seq": 2}, events=[event])

        outcomes = await asyncio.gather(*(stores[n % 2].writer.store(change(n)) for n in range(6)))
        with stores[0].reading() as connection:
            loaded = load_table(connection, "a" * 12)
            assert loaded is not None and loaded.row["seq"] == 2 and len(loaded.events) == 2
        for store in set(stores):
            store.close()
        return outcomes

    assert sorted(asyncio.run(race())) == [False] * 5 + [True]


def test_a_number_of_a_game_can_be_stored_once_only(tmp_path: Path) -> None:
    engine = open_engine(settings_for((tmp_path, None)), writing=True)
    migrations.migrate(engine)
    new = imported("a" * 12, None, finished_game(), ["", ""], 1)
    row, happened, deal, made = {**new.row(), "owner": None}, new.events(), new.deal(), new.moves()
    from mirabilia.server.storage.store import add_table

    with engine.begin() as connection:
        add_table(row, happened, [], deal, made)(connection)
    with pytest.raises(Exception, match="UNIQUE"), engine.begin() as connection:
        connection.execute(moves.insert().values(**made[5]))
    with engine.connect() as connection:
        assert len(connection.execute(select(moves)).all()) == len(made)
        assert connection.execute(select(tables.c.id)).scalar_one() == "a" * 12
    engine.dispose()


def test_a_second_server_on_the_same_files_is_refused(tmp_path: Path) -> None:
    with OuterStopped(OuterServer(tmp_path)) as first:
        second = OuterServer(tmp_path)
        with pytest.raises(RuntimeError, match="a server is running"):
            second.start()
        assert first.is_running


class OuterStopped:
    """Starts a server and stops it in the end."""

    def __init__(self, server: OuterServer) -> None:
        self.server = server

    def __enter__(self) -> OuterServer:
        return self.server.start()

    def __exit__(self, *_: object) -> None:
        assert self.server.stop(), "the server did not stop in time"


# ---- settings ----


def test_settings_come_from_the_environment_and_secrets_are_masked(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / ".env").write_text("MIRABILIA_PORT=1234\nMIRABILIA_BOT_PACE_MS=7\n")
    monkeypatch.setenv("MIRABILIA_PORT", "4321")
    monkeypatch.setenv("MIRABILIA_SECRET_KEY", "a very secret key")
    monkeypatch.setenv("MIRABILIA_TRUSTED_PROXIES", "10.0.0.0/8, 127.0.0.1")
    given = {"host": "0.0.0.0"}
    settings = load_settings(**given)
    rows = {variable: (value, source) for variable, value, source, sentence in describe(settings, given) if sentence}
    assert rows["MIRABILIA_PORT"] == ("4321", "environment")
    assert rows["MIRABILIA_BOT_PACE_MS"] == ("7", ".env")
    assert rows["MIRABILIA_HOST"] == ("0.0.0.0", "command line")
    assert rows["MIRABILIA_SECRET_KEY"] == ("********", "environment")
    assert settings.trusted_proxies == ["10.0.0.0/8", "127.0.0.1"]
    assert len(rows) == len(Settings.model_fields), "every setting has its sentence"
    assert "very secret" not in repr(settings)


@pytest.mark.parametrize(
    ("name", "value", "fault"),
    [
        ("port", "nothing", "MIRABILIA_PORT"),
        ("database_url", "mysql://x", "must begin with postgresql"),
        ("trusted_proxies", "300.1.1.1", "MIRABILIA_TRUSTED_PROXIES"),
        ("path_prefix", "games", "must begin with /"),
        ("processes", 3, "needs PostgreSQL"),
        ("secret_key", "short", "MIRABILIA_SECRET_KEY"),
    ],
)
def test_bad_settings_name_the_variable(name: str, value: Any, fault: str) -> None:
    with pytest.raises(BadSettings, match=fault):
        load_settings(**{name: value})


def test_the_key_is_made_once_and_kept_private(tmp_path: Path) -> None:
    first = load_key(tmp_path, None)
    assert first == load_key(tmp_path, None) and len(first) >= 40
    assert (tmp_path / "secret.key").stat().st_mode & 0o077 == 0
    assert list(tmp_path.iterdir()) == [tmp_path / "secret.key"]
    assert load_key(tmp_path, "given") == b"given"


def test_what_other_processes_read_at_once_is_what_the_rows_say(cluster: Any, tmp_path: Path) -> None:
    """PostgreSQL: the news of a table in one statement, at every number, for both games, with choices waiting."""
    given = {"data_dir": tmp_path, "database_url": cluster.new_database()}
    with inner_server(**given) as server:
        anna, bert = server.person("Anna"), server.person("Bert")
        made = [anna.table("duel"), anna.table("wonders", players=3)]
        for each in made:
            table = each["table"]["id"]
            bert.post("/join", {"secret": each["links"]["invite"]})
            anna.command(table, "chat", phrase="hello")
            anna.command(table, "start")
            with anna.socket(table) as seat:
                for _ in range(4):
                    options = seat.state["options"]
                    if options:
                        seat.command("play", at=seat.state["table"]["moves"], move=options[0]["text"])
        store = server.app.state.context.store
        with store.reading() as connection:
            for each in made:
                table = each["table"]["id"]
                whole = load_rows(connection, table)
                assert whole is not None and whole.row["seq"] > 3
                for seq in range(whole.row["seq"] + 1):
                    for count in range(whole.row["moves"] + 1):
                        at_once, rows = (
                            load_table(connection, table, seq, count),
                            load_rows(connection, table, seq, count),
                        )
                        assert at_once is not None and rows is not None
                        assert at_once.row == dict(rows.row) and at_once.deal == rows.deal
                        assert at_once.moves == rows.moves and at_once.pending == rows.pending
                        assert at_once.events == [dict(event) for event in rows.events]
                        assert at_once.commands == rows.commands
                        assert sorted(at_once.holders) == sorted(rows.holders)
            assert load_table(connection, "k" * 12, 0, 0) is None
