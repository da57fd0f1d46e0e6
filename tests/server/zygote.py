"""Starts real server processes quickly: loads the package and the compiled rules once, then forks on demand.

Run as a program. Each line of standard input is JSON with `env` and `log`; the answer is the pid of a new process in
which `mirabilia serve` runs as it would from a shell. Nothing but loaded code is shared: files, database connections
and threads are all made by the child.
"""

from __future__ import annotations

import json
import os
import signal
import sys
import time


def main() -> None:
    import mirabilia.server.run  # noqa: F401
    from mirabilia.cli import main as command_line
    from mirabilia.server.app import warm_bots, warm_up

    warm_up()
    warm_bots()
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # ended children leave nothing behind
    print("ready", flush=True)
    for line in sys.stdin:
        order = json.loads(line)
        child = os.fork()
        if child:
            print(child, flush=True)
            continue
        signal.signal(signal.SIGCHLD, signal.SIG_DFL)
        log = os.open(order["log"], os.O_WRONLY | os.O_CREAT | os.O_APPEND)
        null = os.open(os.devnull, os.O_RDONLY)
        os.dup2(null, 0)
        os.dup2(log, 1)
        os.dup2(log, 2)
        os.environ.clear()
        os.environ.update(order["env"])
        os.chdir(order["folder"])
        skew = int(order["env"].get("TEST_SKEW_MS", "0"))
        if skew:
            _set_clock(skew)
        os._exit(command_line(["serve"]))


def _set_clock(skew: int) -> None:
    """Lets the server's clock be wrong."""
    for name, module in list(sys.modules.items()):
        if name.startswith("mirabilia.server") and hasattr(module, "now_ms"):
            module.now_ms = lambda: time.time_ns() // 1_000_000 + skew


if __name__ == "__main__":
    main()
