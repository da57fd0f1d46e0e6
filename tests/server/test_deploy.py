"""The files in deploy/: their structure, and that every file, command, variable and port they name is there.

`scripts/lint-deploy` asks the real programs; here nginx and Caddy carry a game where they are installed.
"""

from __future__ import annotations

import configparser
import json
import os
import re
import shlex
import shutil
import socket
import subprocess
import sys
import sysconfig
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from fnmatch import fnmatch
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import pytest
import yaml

from mirabilia.cli.app import app as cli
from mirabilia.cli.bill import bill
from mirabilia.engine import running as engine
from mirabilia.engine.build.targets import TARGETS
from mirabilia.server import metrics
from mirabilia.server.http.security import RECORD_BODY
from mirabilia.server.run import PING_SECONDS
from mirabilia.server.settings import PREFIX, Settings
from server.compose import interpolated
from server.harness import InnerServer, Person, Seat, free_port, inner_server

ROOT = Path(__file__).parents[2]
DEPLOY = ROOT / "deploy"
PORT = str(Settings.model_fields["port"].default)


def commands() -> set[str]:
    """The commands `mirabilia` has."""
    named = {command.name or command.callback.__name__ for command in cli.registered_commands if command.callback}
    groups = {group.name for group in cli.registered_groups if isinstance(group.name, str)}
    return {name.replace("_", "-").strip("-") for name in named} | groups


def is_setting(variable: str) -> bool:
    return variable == "MIRABILIA_CACHE_DIR" or variable.removeprefix(PREFIX).lower() in Settings.model_fields


# ---- Dockerfile ----


@dataclass
class Step:
    """One instruction: its flags, and its arguments as words."""

    name: str
    flags: dict[str, str]
    words: list[str]
    text: str


@dataclass
class Stage:
    name: str | None
    base: str
    steps: list[Step] = field(default_factory=list)

    def of(self, name: str) -> list[Step]:
        return [step for step in self.steps if step.name == name]


INSTRUCTIONS = {"COPY", "RUN", "ENV", "USER", "VOLUME", "EXPOSE", "HEALTHCHECK", "CMD", "WORKDIR", "ENTRYPOINT", "ARG"}


def dockerfile() -> list[Stage]:
    """The stages of the Dockerfile; fails on anything that is no instruction."""
    text = re.sub(r"^\s*#.*\n", "", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), flags=re.MULTILINE)
    stages: list[Stage] = []
    for line in text.replace("\\\n", " ").split("\n"):
        if not line.strip():
            continue
        name, _, rest = line.partition(" ")
        flags: dict[str, str] = {}
        while found := re.match(r"\s*--([a-z-]+)=(\S+)\s+", rest):
            flags[found[1]] = found[2]
            rest = rest[found.end() :]
        rest = rest.strip()
        words = json.loads(rest) if rest.startswith("[") else shlex.split(rest)
        assert words, f"{name} says nothing"
        if name == "FROM":
            assert len(words) in (1, 3) and re.fullmatch(r"[a-z/]+:[\w.-]+", words[0]), "a base image has a version"
            stages.append(Stage(words[2] if len(words) == 3 and words[1] == "AS" else None, words[0]))
        else:
            assert stages and name in INSTRUCTIONS, line
            stages[-1].steps.append(Step(name, flags, words, rest))
    return stages


def is_sent_to_the_build(path: str) -> bool:
    """What Dockerfile.dockerignore lets through; the last line that fits decides."""
    sent = True
    for line in (DEPLOY / "Dockerfile.dockerignore").read_text(encoding="utf-8").split("\n"):
        rule = line.strip().removeprefix("!").removeprefix("**/")
        if not rule or rule.startswith("#"):
            continue
        parts = path.split("/")
        heads = ["/".join(parts[:n]) for n in range(1, len(parts) + 1)]
        fits = any(fnmatch(head, rule) for head in heads) or ("**/" in line and rule in parts)
        if fits or (line.startswith("!") and rule.startswith(path + "/")):
            sent = line.startswith("!")
    return sent


def test_the_image_is_built_from_files_that_are_there() -> None:
    stages = dockerfile()
    known: set[str | None] = set()
    for stage in stages:
        for step in stage.of("COPY"):
            if "from" in step.flags:
                assert step.flags["from"] in known
            else:
                for source in step.words[:-1]:
                    assert (ROOT / source).exists(), source
                    assert is_sent_to_the_build(source), source
        known.add(stage.name)
    for path in (
        ".venv/bin/python",
        ".git/config",
        "src/mirabilia/server/static/index.html",
        "web/node_modules/x/y.js",
    ):
        assert not is_sent_to_the_build(path)
    for path in ("web/src/main.tsx", "src/mirabilia/server/app.py", "src/mirabilia/games/duel/catalog.toml"):
        assert is_sent_to_the_build(path)


def test_the_image_installs_what_is_pinned_and_brings_the_page() -> None:
    build = dockerfile()[0]
    runs = " ".join(step.text for step in build.of("RUN"))
    pinned = set(re.findall(r"^([\w.-]+)==", (ROOT / "constraints.txt").read_text(), re.MULTILINE))
    taken_off = re.search(r"pip uninstall --yes ([\w -]+)", runs)
    assert taken_off is not None and set(taken_off[1].split()) <= pinned
    assert runs.index("scripts/build-page") < runs.index("--force-reinstall"), "the page must be there to be packed"
    for install in re.findall(r"pip install ([^&]*)", runs):
        assert "-c constraints.txt" in install or "--no-deps" in install


NPM = """#!/bin/sh
# npm without a network: what the checkout has of the page's packages.
mkdir -p node_modules && cd node_modules && for name in {names}; do
  mkdir -p "$(dirname "$name")" && cp -r "{modules}/$name" "$name" || exit 1
done
"""


def copy_to_the_build(step: Step, folder: Path) -> None:
    """What a COPY brings of the checkout, without what the build is not sent."""
    *sources, target = step.words
    for source in sources:
        files = [ROOT / source] if (ROOT / source).is_file() else (ROOT / source).rglob("*")
        for path in files:
            name = path.relative_to(ROOT).as_posix()
            if path.is_file() and is_sent_to_the_build(name):
                inside = path.relative_to(ROOT / source) if (ROOT / source).is_dir() else Path()
                to_folder = target.endswith("/") and (ROOT / source).is_file()
                place = folder / target / path.name if to_folder else folder / target / inside
                place.parent.mkdir(parents=True, exist_ok=True)
                shutil.copy(path, place)


@pytest.mark.skipif(os.uname().machine != "x86_64", reason="looks for the cores of one kind of machine")
@pytest.mark.parametrize("compiled", [False, pytest.param(True, marks=pytest.mark.slow)])
def test_the_steps_of_the_image_run_on_exactly_the_files_it_copies(tmp_path: Path, compiled: bool) -> None:
    """As in a container: a folder that fills as the steps say. Packages are those that are installed here.

    The core is only compiled where there is time; otherwise one lies there already.
    """
    modules, node = (
        ROOT / "web" / "node_modules",
        shutil.which("node") or shutil.which("node", path=sys.prefix + "/bin"),
    )
    if node is None or not (modules / "esbuild").is_dir():
        pytest.skip("needs Node and the page's packages: make page")
    folder, installed, tools = tmp_path / "src", tmp_path / "opt" / "mirabilia", tmp_path / "tools"
    tools.mkdir()
    (tools / "node").symlink_to(node)
    wanted = json.loads((ROOT / "web" / "package.json").read_text())["dependencies"]
    names = sorted({*wanted, "@esbuild", "@preact/signals-core"})
    (tools / "npm").write_text(NPM.format(names=" ".join(names), modules=modules))
    (tools / "npm").chmod(0o755)
    environment = {
        **{name: value for name, value in os.environ.items() if not name.startswith((PREFIX, "PYTHON"))},
        "PATH": f"{tools}:{Path(sys.executable).parent}:{os.environ['PATH']}",
        "PYTHONPATH": sysconfig.get_path("purelib"),  # pip takes what is there for installed
        "PIP_NO_INDEX": "1",
        "HOME": str(tmp_path),
        "MIRABILIA_CACHE_DIR": str(tmp_path / "cache"),
    }
    steps = [step for step in dockerfile()[0].steps if step.name in ("COPY", "RUN")]
    for step in steps:
        if step.name == "COPY":
            copy_to_the_build(step, folder)
            continue
        core = engine.running().core
        if "build-core" in step.text and not compiled:
            if core is None:
                pytest.skip("there is no core here")
            for target in ("linux-x86_64", "linux-x86_64-v3"):
                place = folder / "src/mirabilia/engine/cores" / engine.file_name(TARGETS[target])
                place.parent.mkdir(exist_ok=True)
                shutil.copy(core, place)
        text = step.text.replace("/opt/mirabilia", str(installed))
        done = subprocess.run(["sh", "-c", text], cwd=folder, env=environment, capture_output=True, text=True)
        assert done.returncode == 0, f"{step.text}\n{done.stdout[-2000:]}\n{done.stderr[-2000:]}"
    package = next(installed.glob("lib/python*/site-packages/mirabilia"))
    assert (package / "server" / "static" / "index.html").is_file()
    assert {path.name for path in (package / "engine" / "cores").iterdir()} == {
        engine.file_name(TARGETS[target]) for target in ("linux-x86_64", "linux-x86_64-v3")
    }
    says = "from mirabilia.engine.running import running; print(running().way, running().why)"
    answer = subprocess.run([installed / "bin/python", "-c", says], env=environment, capture_output=True, text=True)
    assert answer.stdout == "core shipped\n", answer.stderr


def test_the_image_runs_as_somebody_and_checks_its_health() -> None:
    last = dockerfile()[-1]
    users = re.findall(r"useradd .*?(\w+) &&", " ".join(step.text for step in last.of("RUN")))
    assert [step.words for step in last.of("USER")] == [users]
    (command,) = last.of("CMD")
    assert command.words[0] == "mirabilia" and command.words[1] in commands() and last.steps[-1] is command
    for step in last.of("RUN"):
        for name in re.findall(r"\bmirabilia ([a-z]+)", step.text):
            assert name in commands()
    for step in last.of("ENV"):
        for setting in step.words:
            variable, _, value = setting.partition("=")
            assert value and (not variable.startswith(PREFIX) or is_setting(variable))
    (health,) = last.of("HEALTHCHECK")
    assert f"http://127.0.0.1:{PORT}/healthz" in health.text and set(health.flags) >= {"interval", "timeout"}
    assert [step.words for step in last.of("EXPOSE")] == [[PORT]]
    folders = {setting.partition("=")[2] for step in last.of("ENV") for setting in step.words if "_DIR=" in setting}
    assert {path for step in last.of("VOLUME") for path in step.words} == folders


# ---- compose ----

SERVICE = {
    "build", "image", "restart", "read_only", "tmpfs", "cap_drop", "security_opt", "ports", "volumes", "environment",
    "depends_on", "healthcheck", "stop_grace_period", "env_file",
}  # fmt: skip


@pytest.mark.parametrize("name", ["compose.yaml", "compose.postgres.yaml"])
def test_compose_files_are_sound(name: str) -> None:
    compose = yaml.safe_load((DEPLOY / name).read_text())
    assert set(compose) == {"services", "volumes", "networks"}
    mounted = set()
    for service in compose["services"].values():
        assert set(service) <= SERVICE and ("build" in service) != ("image" in service)
        for volume in service["volumes"]:
            source, target = volume.split(":")
            assert target.startswith("/")
            mounted.add(source)
        for other, wanted in service.get("depends_on", {}).items():
            assert wanted["condition"] == "service_healthy" and compose["services"][other]["healthcheck"]["test"]
    assert mounted == set(compose["volumes"])
    server = compose["services"]["mirabilia"]
    assert (DEPLOY / server["build"]["context"] / server["build"]["dockerfile"]).samefile(DEPLOY / "Dockerfile")
    assert server["read_only"] and server["cap_drop"] == ["ALL"]
    assert server["ports"] == [f"127.0.0.1:{PORT}:{PORT}"], "to the world only through a proxy"
    kept = {path for step in dockerfile()[-1].of("VOLUME") for path in step.words}
    assert {volume.split(":")[1] for volume in server["volumes"]} == kept, "the rest cannot be written to"
    assert int(server["stop_grace_period"].removesuffix("s")) > Settings.model_fields["shutdown_seconds"].default + 2
    assert all(map(is_setting, server.get("environment", {})))
    environment = server["environment"]
    (network,) = compose["networks"]["default"]["ipam"]["config"]
    assert network["gateway"] in environment["MIRABILIA_TRUSTED_PROXIES"], "from there a proxy on the host comes"
    assert ip_address(network["gateway"]) in ip_network(network["subnet"])
    assert "MIRABILIA_PUBLIC_URL" in environment and "MIRABILIA_ALLOWED_HOSTS" in environment
    text = (DEPLOY / name).read_text()
    for variable in set(re.findall(r"\$\{(\w+)", text)):
        asked, has_default = f"${{{variable}:?" in text, f"${{{variable}:-" in text
        assert asked or has_default, f"{variable} must be asked for where it is missing"


def test_the_image_has_the_client_programs_of_the_database_of_the_compose_file() -> None:
    """pg_dump refuses a server that is newer than itself."""
    compose = yaml.safe_load((DEPLOY / "compose.postgres.yaml").read_text())
    version = compose["services"]["database"]["image"].removeprefix("postgres:")
    last = dockerfile()[-1]
    assert f"postgresql-client-{version}" in " ".join(step.text for step in last.of("RUN"))
    assert last.base.endswith("-trixie"), "the release of Debian that has this version"


SECRETS = {
    "POSTGRES_PASSWORD": "0123456789abcdef", "MIRABILIA_SECRET_KEY": "0123456789abcdef",
    "MIRABILIA_PUBLIC_URL": "https://play.example.org",
}  # fmt: skip


def test_the_settings_of_the_compose_file_are_accepted() -> None:
    compose = yaml.safe_load((DEPLOY / "compose.postgres.yaml").read_text())
    given = {
        key.removeprefix(PREFIX).lower(): interpolated(value, SECRETS)
        for key, value in compose["services"]["mirabilia"]["environment"].items()
    }
    settings = Settings(_env_file=None, **given)
    assert settings.processes == 2 and not settings.is_sqlite and settings.public_url == SECRETS["MIRABILIA_PUBLIC_URL"]
    database = compose["services"]["database"]["environment"]
    assert settings.postgres_url == (
        f"postgresql://{database['POSTGRES_USER']}:0123456789abcdef@database/{database['POSTGRES_DB']}"
    )


# ---- proxies ----


def blocks(text: str) -> list[Any]:
    """A configuration in braces as nested lists: [words of a directive] or [words, contents]."""
    tokens = re.findall(r"'[^']*'|[{};]|[^\s{};]+", re.sub(r"#.*", "", text))
    stack: list[list[Any]] = [[]]
    words: list[str] = []
    for token in tokens:
        if token == ";":
            assert words, "a lone semicolon"
            stack[-1].append([words])
            words = []
        elif token == "{":
            stack.append([])
            stack[-2].append([words, stack[-1]])
            words = []
        elif token == "}":
            assert not words and len(stack) > 1, "a brace too many, or a semicolon missing"
            stack.pop()
        else:
            words.append(token)
    assert not words and len(stack) == 1, "a brace or a semicolon is missing"
    return stack[0]


def test_nginx_passes_on_what_the_server_needs() -> None:
    top = {part[0][0]: part for part in blocks((DEPLOY / "nginx.conf").read_text())}
    assert set(top) == {"map", "server", "limit_req_zone", "limit_conn_zone"}
    assert top["map"][0][1:] == ["$http_upgrade", "$connection_upgrade"]
    server = top["server"][1]
    (main,) = (part[1] for part in server if part[0] == ["location", "/"])
    headers = {part[0][1]: part[0][2] for part in main if part[0][0] == "proxy_set_header"}
    assert headers == {
        "Host": "$http_host",
        "X-Forwarded-Host": "$http_host",
        "X-Forwarded-For": "$remote_addr",
        "X-Forwarded-Proto": "$scheme",
        "Upgrade": "$http_upgrade",
        "Connection": "$connection_upgrade",
    }
    rest = {part[0][0]: part[0][1] for part in main if part[0][0] != "proxy_set_header"}
    assert rest["proxy_pass"] == f"http://127.0.0.1:{PORT}" and rest["proxy_http_version"] == "1.1"
    assert int(rest["proxy_read_timeout"].removesuffix("s")) > 2 * PING_SECONDS
    (size,) = (part[0][1] for part in server if part[0][0] == "client_max_body_size")
    assert int(size.removesuffix("m")) * 1_000_000 > RECORD_BODY
    directives = {part[0][0]: part[0][1:] for part in server if len(part) == 1}
    assert {"limit_req", "limit_conn", "client_header_timeout", "client_body_timeout", "send_timeout"} <= set(
        directives
    )
    assert directives["add_header"][0] == "Strict-Transport-Security"
    (numbers,) = (part[1] for part in server if part[0] == ["location", "/metrics"])
    assert [["deny", "all"]] in numbers


def test_the_caddyfile_passes_everything_on_but_the_metrics() -> None:
    text = re.sub(r"^#.*\n", "", (DEPLOY / "Caddyfile").read_text(), flags=re.MULTILINE)
    assert text.count("{") == text.count("}")
    lines = [line.split() for line in text.strip().split("\n")]
    assert ["read_header", "10s"] in lines and any(
        line[:2] == ["header", "Strict-Transport-Security"] for line in lines
    )
    assert ["@metrics", "path", "/metrics"] in lines and ["respond", "@metrics", "404"] in lines
    assert ["reverse_proxy", f"127.0.0.1:{PORT}"] in lines


@contextmanager
def running(command: list[str], folder: Path, port: int) -> Iterator[None]:
    """A proxy, once it listens; ended in the end."""
    env = {**os.environ, "HOME": str(folder), "XDG_DATA_HOME": str(folder), "XDG_CONFIG_HOME": str(folder)}
    with (folder / "log").open("wb") as log:
        proxy = subprocess.Popen(command, stdout=log, stderr=log, env=env, cwd=folder)
    try:
        limit = time.monotonic() + 60
        while True:
            assert proxy.poll() is None, (folder / "log").read_text()[-2000:]
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            assert time.monotonic() < limit, (folder / "log").read_text()[-2000:]
            time.sleep(0.05)
        yield
    finally:
        proxy.terminate()
        proxy.wait(30)


class Behind:
    """The server as people reach it: at the proxy's address."""

    def __init__(self, port: int) -> None:
        self.url, self.ws_url = f"http://127.0.0.1:{port}", f"ws://127.0.0.1:{port}"


def play_through(port: int, server: InnerServer) -> None:
    """A few moves over a socket through the proxy, as a browser would do it; the address of the client arrives."""
    person = Person(Behind(port), "Anna")
    table = person.table("duel", seats=["me", "me"], start=True)["table"]["id"]
    seats = [
        Seat(person.server, table, person.cookie, seat=number, headers={"Origin": person.server.url})
        for number in (0, 1)
    ]
    for _ in range(6):
        mover = next(seat for seat in seats if seat.state["options"])
        assert mover.play()["type"] == "ack"
        for seat in seats:
            seat.until("update")
    for seat in seats:
        seat.close()
    assert person.http.get(f"http://127.0.0.1:{port}/metrics").status_code in (403, 404)


@pytest.mark.skipif(shutil.which("nginx") is None, reason="nginx is not installed")
def test_a_game_through_nginx(tmp_path: Path) -> None:
    port = free_port()
    with inner_server(data_dir=tmp_path / "data", trusted_proxies=["127.0.0.1"]) as server:
        site = (DEPLOY / "nginx.conf").read_text()
        site = re.sub(r"(?m)^ *ssl_.*\n", "", site).replace("443 ssl", f"127.0.0.1:{port}")
        site = site.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{server.port}")
        site = site.replace("allow 127.0.0.1;", "")
        temporary = "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("client_body", "proxy", "fastcgi"))
        temporary += "".join(f"{kind}_temp_path {tmp_path}/{kind};" for kind in ("uwsgi", "scgi"))
        (tmp_path / "nginx.conf").write_text(
            f"daemon off; master_process off; pid {tmp_path}/pid; error_log stderr;\n"
            f"events {{}}\nhttp {{ access_log off; {temporary}\n{site} }}\n"
        )
        with running(["nginx", "-e", "stderr", "-c", str(tmp_path / "nginx.conf")], tmp_path, port):
            play_through(port, server)


@pytest.mark.skipif(shutil.which("caddy") is None, reason="Caddy is not installed")
def test_a_game_through_caddy(tmp_path: Path) -> None:
    port = free_port()
    with inner_server(data_dir=tmp_path / "data", trusted_proxies=["127.0.0.1"]) as server:
        site = (DEPLOY / "Caddyfile").read_text().replace("\nplay.example.org {", f"\nhttp://127.0.0.1:{port} {{")
        site = site.replace(f"127.0.0.1:{PORT}", f"127.0.0.1:{server.port}")
        site = site.replace("\n{\n", "\n{\n\tadmin off\n\tauto_https off\n", 1)
        (tmp_path / "Caddyfile").write_text(site)
        command = ["caddy", "run", "--adapter", "caddyfile", "--config", str(tmp_path / "Caddyfile")]
        with running(command, tmp_path, port):
            play_through(port, server)


# ---- the unit, and what is written about all this ----


def test_the_unit_starts_the_server() -> None:
    unit = configparser.ConfigParser(strict=False, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "mirabilia.service")
    service = unit["Service"]
    program, name, *flags = service["ExecStart"].split()
    assert program.endswith("/bin/mirabilia") and name in commands() and flags == ["--quiet"]
    assert int(service["TimeoutStopSec"]) > Settings.model_fields["shutdown_seconds"].default + 2
    for setting in service["Environment"].split():
        assert is_setting(setting.partition("=")[0])
    assert service["StateDirectory"] and service["CacheDirectory"] and unit["Install"]["WantedBy"]


def test_the_unit_keeps_the_server_in_its_place() -> None:
    unit = configparser.ConfigParser(strict=True, interpolation=None)
    unit.optionxform = str  # type: ignore[assignment,method-assign]
    unit.read(DEPLOY / "mirabilia.service")
    service = unit["Service"]
    assert service["UMask"] == "0077" and int(service["LimitNOFILE"]) > Settings.model_fields["max_sockets"].default
    assert service["SystemCallFilter"] == "@system-service" and service["ProtectSystem"] == "strict"


def test_the_lock_has_the_hashes_of_what_is_pinned_and_no_addresses() -> None:
    text = (DEPLOY / "requirements.lock").read_text(encoding="utf-8")
    locked = dict(re.findall(r"^([\w.-]+)==(\S+) \\$", text, re.MULTILINE))
    pins = re.findall(r"^([\w.-]+)==(\S+)$", (ROOT / "constraints.txt").read_text(encoding="utf-8"), re.MULTILINE)
    known = {re.sub(r"[-_.]+", "-", name).lower(): version for name, version in pins}
    assert locked and all(known[name] == version for name, version in locked.items()), "run scripts/lock-hashes"
    assert {part["name"] for part in json.loads(bill())["components"]} <= set(locked), "run scripts/lock-hashes"
    assert "http:" not in text and "https:" not in text and "/" not in re.sub(r"(?m)^#.*$", "", text)
    blocks_of = re.split(r"(?m)^(?=\S)", re.sub(r"(?m)^#.*\n", "", text))
    assert all("--hash=sha256:" in block for block in blocks_of if block.strip())


def test_the_dashboard_shows_every_metric_there_is() -> None:
    dashboard = json.loads((DEPLOY / "grafana.json").read_text())
    shown = " ".join(target["expr"] for panel in dashboard["panels"] for target in panel["targets"])
    for family in metrics.REGISTRY.collect():
        if family.name.startswith("mirabilia_"):
            assert re.search(rf"\b{family.name}(_total|_bucket)?\b", shown), f"no panel shows {family.name}"
    known = {sample.name for family in metrics.REGISTRY.collect() for sample in family.samples}
    named = {family.name for family in metrics.REGISTRY.collect()}
    for name in re.findall(r"\b(?:mirabilia|process)_\w+", shown):
        assert name in known or re.sub(r"_(total|bucket)$", "", name) in named, name


def test_the_page_about_running_a_server_names_only_what_there_is() -> None:
    text = (ROOT / "docs" / "deploy.md").read_text(encoding="utf-8")
    files = set(re.findall(r"`((?:deploy|scripts)/[\w.-]+)`", text))
    assert files >= {f"deploy/{name}" for name in ("Dockerfile", "nginx.conf", "Caddyfile", "env.sample")}
    assert all((ROOT / name).is_file() for name in files)
    assert all(map(is_setting, re.findall(r"MIRABILIA_[A-Z_]+", text)))
    for name in re.findall(r"`mirabilia ([a-z-]+)", text):
        assert name in commands(), name
