"""A server starts where modules and calls of POSIX are absent, as on Windows."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

PROGRAM = """
import os, signal, sys, threading, urllib.request
import platformdirs  # has another module for Windows

class Absent:
    def find_spec(self, name, path=None, target=None):
        if name in ("fcntl", "grp", "pwd", "resource", "termios", "uvloop"):
            raise ImportError(f"{name} is absent")

for name in ("fcntl", "grp", "pwd", "resource", "termios"):
    sys.modules.pop(name, None)
sys.meta_path.insert(0, Absent())
for name in ("fork", "getuid", "geteuid", "killpg", "nice", "sched_getaffinity", "setsid", "waitid", "chown"):
    vars(os).pop(name, None)
for name in ("SIGHUP", "SIGKILL"):
    vars(signal).pop(name, None)

from mirabilia.engine import file_locks
file_locks.lock = lambda file, wait=False: True  # msvcrt is on Windows alone

from mirabilia.server.run import serve
from mirabilia.server.settings import Settings

def ask(port):
    with urllib.request.urlopen(f"http://127.0.0.1:{port}/healthz") as answer:
        print(answer.status, flush=True)
    signal.raise_signal(signal.SIGTERM)

ready = lambda port: threading.Thread(target=ask, args=(port,)).start()
sys.exit(serve(Settings(data_dir=sys.argv[1], port=0), on_ready=ready))
"""


def test_a_server_starts_without_posix(tmp_path: Path) -> None:
    run = subprocess.run([sys.executable, "-c", PROGRAM, str(tmp_path)], capture_output=True, text=True)
    assert run.stdout.split() == ["200"] and run.returncode in (0, -15), run.stderr[-3000:]
