"""A PostgreSQL cluster of the tests' own: in a temporary folder, reached by a unix socket, gone afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import subprocess
import tempfile
import uuid
from collections.abc import Sequence
from pathlib import Path

import psycopg

from needed import program


def programs() -> Path:
    """The folder of PostgreSQL's server programs; skips the test if there is none."""
    return program("need-postgres")


class Cluster:
    """A running cluster; `new_database()` gives an empty database in it.

    `within` is put before its programs, such as what enters a network namespace; there it may also listen to `network`.
    """

    def __init__(self, bin_folder: Path, within: Sequence[str] = (), network: str | None = None) -> None:
        self.bin = bin_folder
        self.folder = Path(tempfile.mkdtemp(prefix="mirabilia-pg-"))
        self._as: list[str] = [*within]
        self.user = pwd.getpwuid(os.getuid()).pw_name
        if os.getuid() == 0:  # the server refuses to run as root
            self.user = "postgres"
            account = pwd.getpwnam(self.user)
            os.chown(self.folder, account.pw_uid, account.pw_gid)
            self._as += ["setpriv", "--reuid", self.user, "--regid", str(account.pw_gid), "--clear-groups"]
        self._call("initdb", "-D", str(self.data), "-U", "postgres", "-A", "trust", "-E", "UTF8", "--locale=C")
        with (self.data / "postgresql.conf").open("a") as conf:
            conf.write(f"listen_addresses = '{'*' if network else ''}'\n")
            conf.write(f"unix_socket_directories = '{self.folder}'\nmax_connections = 60\n")
        if network:
            with (self.data / "pg_hba.conf").open("a") as allowed:
                allowed.write(f"host all postgres {network} trust\n")
        self.start()

    def start(self) -> None:
        self._call("pg_ctl", "-D", str(self.data), "-l", str(self.folder / "log"), "-w", "-t", "60", "start")

    def halt(self) -> None:
        """As when the machine of the database fails: connections break, what was committed is there."""
        self._call("pg_ctl", "-D", str(self.data), "-m", "immediate", "-w", "stop")

    @property
    def data(self) -> Path:
        return self.folder / "data"

    def _call(self, program: str, *arguments: str) -> None:
        done = subprocess.run(
            [*self._as, str(self.bin / program), *arguments],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, cwd="/", check=False,
        )  # fmt: skip
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stderr.decode()[-500:]}")

    @property
    def is_running(self) -> bool:
        return (self.data / "postmaster.pid").exists()

    def url(self, database: str) -> str:
        return f"postgresql://postgres@/{database}?host={self.folder}"

    def new_database(self) -> str:
        """The address of a new, empty database."""
        name = "t" + uuid.uuid4().hex[:12]
        with psycopg.connect(self.url("postgres"), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def stop(self) -> None:
        self.halt()
        shutil.rmtree(self.folder, ignore_errors=True)
