"""The steps of docs/deploy.md, run as they are written, without a container engine (compose.py stands in for it)."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import textwrap
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest

from server.harness import free_port
from server.test_deploy import ROOT

HOST = "play.example.org"


def steps() -> list[str]:
    """The commands of the section, one text for each step that has some."""
    text = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    section = text.split("## With Docker, step by step\n")[1].split("\n## ")[0]
    return [textwrap.dedent(block) for block in re.findall(r"```sh\n(.*?)```", section, re.DOTALL)]


class Host:
    """A machine with a checkout, a volume and a proxy, on which someone follows the steps."""

    def __init__(self, folder: Path, file: str, database: str) -> None:
        self.folder, self.file, self.port = folder, file, free_port()
        self.data = folder / "volume"
        self.data.mkdir()
        shutil.copytree(ROOT / "deploy", folder / "deploy")
        programs = folder / "bin"
        programs.mkdir()
        for name, words in (
            ("docker", [sys.executable, str(Path(__file__).with_name("compose.py"))]),
            ("mirabilia", [sys.executable, "-m", "mirabilia"]),
        ):
            (programs / name).write_text(f'#!/bin/sh\nexec {" ".join(words)} "$@"\n')
            (programs / name).chmod(0o755)
        keep = {name: os.environ[name] for name in ("MIRABILIA_PLAIN", "MIRABILIA_CACHE_DIR") if name in os.environ}
        keep["MIRABILIA_LEASE_SECONDS"] = "1"
        smoke = {"data": str(self.data), "port": self.port, "database": database, "keep": keep}
        self.env = {
            **{name: value for name, value in os.environ.items() if not name.startswith("MIRABILIA_")},
            "PATH": f"{programs}:{os.environ['PATH']}", "SMOKE": json.dumps(smoke),
        }  # fmt: skip

    def follow(self, step: str) -> str:
        """Runs a step in a shell; the compose file and the port are those of this host."""
        for said, meant in (
            ("deploy/compose.yaml", f"deploy/{self.file}"), ("127.0.0.1:8000", f"127.0.0.1:{self.port}"),
            *([(".sqlite", ".dump")] if "postgres" in self.file else []),
        ):  # fmt: skip
            step = step.replace(said, meant)
        done = subprocess.run(
            ["bash", "-euo", "pipefail", "-c", step], cwd=self.folder, env=self.env, text=True, capture_output=True
        )
        log = self.folder / "container.log"
        said = log.read_text()[-3000:] if log.exists() else ""
        assert done.returncode == 0, (step, done.stdout, done.stderr, said)
        return done.stdout

    def browser(self) -> httpx.Client:
        """Someone who comes through the proxy, by the name the server has in the world."""
        headers = {"Host": HOST, "X-Forwarded-Host": HOST, "X-Forwarded-Proto": "https", "X-Forwarded-For": "192.0.2.7"}
        return httpx.Client(base_url=f"http://127.0.0.1:{self.port}", headers=headers, timeout=30)

    def stop(self) -> None:
        words = ["docker", "compose", "-f", f"deploy/{self.file}", "stop", "mirabilia"]
        subprocess.run([self.env["PATH"].split(":")[0] + "/docker", *words[1:]], cwd=self.folder, env=self.env)


@pytest.fixture(params=["compose.yaml", "compose.postgres.yaml"])
def host(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Host]:
    postgres = "postgres" in request.param
    database = request.getfixturevalue("cluster").new_database() if postgres else ""
    found = Host(tmp_path, request.param, database)
    yield found
    found.stop()


def play_a_move(browser: httpx.Client) -> tuple[str, int]:
    body = {"game": "duel", "seats": ["me", {"kind": "bot", "level": "random"}], "start": True, "name": "Anna"}
    made = browser.post("/api/v1/tables", json=body)
    assert made.status_code == 201, made.text
    if "Cookie" not in browser.headers:
        cookie = made.headers["set-cookie"]
        assert "Secure" in cookie, "the server knows that people come by https"
        browser.headers["Cookie"] = cookie.split(";")[0]
    table = made.json()["table"]["id"]
    state: dict[str, Any] = {}
    while not state.get("options"):
        state = browser.get(f"/api/v1/tables/{table}/state").json()["state"]
    play = {"type": "play", "id": "m1", "at": state["table"]["moves"], "move": state["options"][0]["text"]}
    done = browser.post(f"/api/v1/tables/{table}/commands", json=play)
    assert done.status_code == 200, done.text
    return table, state["table"]["moves"] + 1


@pytest.mark.slow
def test_the_steps_of_the_docs_lead_to_a_server_that_survives_upgrade_and_restore(host: Host) -> None:
    write, start, backup, upgrade, restore = steps()
    host.follow(write)
    assert "ready" in host.follow(start)
    with host.browser() as browser:
        assert browser.get("/", follow_redirects=True).status_code == 200, "not 421: the proxy's host is known"
        table, moves = play_a_move(browser)
        made = host.follow(backup).strip()
        assert Path(made).is_file() and Path(made).stat().st_mode & 0o777 == 0o600
        other, _ = play_a_move(browser)
        host.follow(upgrade)
        assert browser.get(f"/api/v1/tables/{table}").json()["table"]["moves"] >= moves, "an upgrade loses nothing"
        host.follow(restore)
        assert browser.get(f"/api/v1/tables/{table}").json()["table"]["moves"] >= moves, "what was saved is there"
        assert browser.get(f"/api/v1/tables/{other}").status_code == 404, "what came after the backup is not"
    assert {path.stat().st_mode & 0o077 for path in host.data.iterdir() if path.name != "container.pid"} == {0}
