"""The server's commands on the command line."""

from __future__ import annotations

import json
import socket
from pathlib import Path

import pytest

from mirabilia.cli import main
from mirabilia.cli.address import announce, qr_code
from mirabilia.cli.bill import bill
from mirabilia.server.settings import Settings
from mirabilia.server.storage.backup import server_lock
from server.harness import OuterServer, Person
from server.test_storage import finished_game


def test_the_whole_round_of_files(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    data = ["--data-dir", str(tmp_path / "data")]
    assert main(["migrate", *data]) == 0
    assert main(["migrate", *data]) == 0
    assert "already" in capsys.readouterr().out
    (tmp_path / "game.txt").write_text(finished_game(1).record().dumps())
    assert main(["import", str(tmp_path / "game.txt"), *data]) == 0
    assert main(["backup", str(tmp_path / "copy"), *data]) == 0
    (tmp_path / "second.txt").write_text(finished_game(2).record().dumps())
    assert main(["import", str(tmp_path / "second.txt"), *data]) == 0
    assert main(["export", str(tmp_path / "two"), *data]) == 0
    assert main(["restore", str(tmp_path / "copy"), *data]) == 0
    assert main(["export", str(tmp_path / "one"), *data]) == 0
    assert (len(list((tmp_path / "two").iterdir())), len(list((tmp_path / "one").iterdir()))) == (2, 1)
    (tmp_path / "bad.txt").write_text("mirabilia record 1\ngame duel\nrubbish\n")
    capsys.readouterr()
    assert main(["import", str(tmp_path / "bad.txt"), *data]) == 2
    assert "bad.txt, line 3" in capsys.readouterr().err


def test_export_without_a_database_says_so_and_makes_none(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["export", str(tmp_path / "out"), "--data-dir", str(tmp_path / "data")]) == 2
    assert "there is no database" in " ".join(capsys.readouterr().err.split())
    assert list(tmp_path.iterdir()) == []


def test_config_show_and_bad_settings(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MIRABILIA_SECRET_KEY", "do not print this key")
    monkeypatch.setenv("COLUMNS", "200")
    assert main(["config", "show"]) == 0
    out = capsys.readouterr().out
    assert "MIRABILIA_PORT" in out and "********" in out and "do not print" not in out
    monkeypatch.setenv("MIRABILIA_PORT", "high")
    assert main(["config", "show"]) == 2
    assert "MIRABILIA_PORT" in capsys.readouterr().err


def test_the_address_and_its_qr_code(capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("mirabilia.cli.address.lan_address", lambda: "192.0.2.7")
    announce(Settings(_env_file=None, host="0.0.0.0", port=8123), None)
    out = capsys.readouterr().out
    assert "http://127.0.0.1:8123/" in out and "http://192.0.2.7:8123/" in out
    assert qr_code("http://192.0.2.7:8123/") in out
    announce(Settings(_env_file=None, port=8123), 9000)
    out = capsys.readouterr().out
    assert "http://127.0.0.1:9000/" in out and "--lan" in out


def test_serve_says_where_it_is_and_stops_when_told(tmp_path: Path) -> None:
    server = OuterServer(tmp_path).start()
    Person(server, "Anna").table("duel")
    assert server.stop(), "it stops by itself"
    log = server.log.read_text()
    assert f"http://127.0.0.1:{server.port}/" in log
    assert '"event": "stopped"' in log and '"level": "error"' not in log


def test_the_bill_of_materials_names_every_package_with_its_version(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["sbom"]) == 0
    printed = json.loads(capsys.readouterr().out)
    found = {part["name"]: part["version"] for part in printed["components"]}
    assert printed["bomFormat"] == "CycloneDX" and {"numpy", "starlette", "sqlalchemy", "psycopg-binary"} <= set(found)
    lines = (Path(__file__).parents[2] / "constraints.txt").read_text().split()
    pins = {line.partition("==")[0].lower().replace("_", "-").replace(".", "-") for line in lines if "==" in line}
    assert set(found) <= pins


def test_the_bill_leaves_out_copies_that_another_package_brought_along(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = bill()
    wanted = next(name for name in ("colorama", "exceptiongroup", "tomli") if f'"{name}"' not in before)
    (tmp_path / f"{wanted}-9.9.dist-info").mkdir()
    (tmp_path / f"{wanted}-9.9.dist-info" / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {wanted}\nVersion: 9.9\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    assert bill() == before


def test_a_port_in_use_is_one_sentence_with_the_way_out(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        assert main(["serve", "--host", "127.0.0.1", "--port", str(port), "--data-dir", str(tmp_path / "data")]) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert f"port {port} is in use" in said and f"--port {port + 1} or MIRABILIA_PORT={port + 1}" in said
    assert not (tmp_path / "data" / "mirabilia.sqlite").exists()


def test_a_second_server_on_the_same_games_is_told_where_the_first_is(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with server_lock(Settings(data_dir=tmp_path), "http://127.0.0.1:4321/"):
        assert main(["serve", "--host", "127.0.0.1", "--port", "0", "--data-dir", str(tmp_path)]) == 2
    said = capsys.readouterr().err.strip().splitlines()[-1]
    assert str(tmp_path) in said and "at http://127.0.0.1:4321/; stop it first" in said
