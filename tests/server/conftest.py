"""Fixtures: one server per test process, and one PostgreSQL cluster."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from server.harness import InnerServer, inner_server
from server.postgres import Cluster, programs


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[InnerServer]:
    """A server on SQLite without rate limits, for everything that needs nothing special."""
    with inner_server(data_dir=tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    """A PostgreSQL cluster. `make test` installs the programs where it may; without them its tests are skipped."""
    running = Cluster(programs())
    yield running
    running.stop()


@pytest.fixture(params=["sqlite", "postgresql"])
def database(request: pytest.FixtureRequest, tmp_path: Path) -> tuple[Path, str | None]:
    """A data folder and a database address, once for each kind of database."""
    if request.param == "sqlite":
        return tmp_path, None
    return tmp_path, request.getfixturevalue("cluster").new_database()
