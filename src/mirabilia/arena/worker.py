"""One worker process of the arena: reads game numbers, plays those games, writes their results. One line each.

Run as `python -m mirabilia.arena.worker` by `pools.py`. First lines in: the settings, and `warm` or
`cold` (a bot that takes its process down may do so while warming up). Lines out start with a letter:
`+` ready, `?` the seat that is now deciding (so that a crash can be put down to it), `=` a result, `!` a fault of the
arena itself. The end of its input ends it, so that no worker outlives a match.
"""

from __future__ import annotations

import os
import signal
import sys

import msgspec

from mirabilia.arena.playing import Player, warm
from mirabilia.arena.settings import Settings
from mirabilia.engine import warming


def main() -> None:
    """Plays until its input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the arena decides when to stop
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)  # whatever a bot prints must not mix with our lines

    def say(kind: bytes, body: bytes = b"") -> None:
        out.write(kind + body + b"\n")
        out.flush()

    lines = sys.stdin.buffer
    warming.start(warming.silently)
    settings = msgspec.json.decode(lines.readline(), type=Settings)
    warm(settings, bots=lines.readline().strip() == b"warm")
    player = Player(settings, deciding=lambda seat: say(b"?", str(seat).encode()))
    say(b"+")
    try:
        while line := lines.readline():
            try:
                result = player.play(int(line))
            except Exception as error:
                say(b"!", f"game {int(line)}: {type(error).__name__}: {error}".replace("\n", " ").encode())
                return
            say(b"=", msgspec.json.encode(result))
            if player.stuck:
                break
    except BrokenPipeError:
        pass
    finally:
        player.close()
        if player.stuck:
            os._exit(0)  # a thread still hangs in there


if __name__ == "__main__":
    main()
