"""The protocol on standard input and output: what `mirabilia bot LEVEL` runs.

Only protocol lines may reach the real standard output; whatever else prints goes to standard error.
"""

from __future__ import annotations

import os
import sys
from contextlib import suppress
from typing import BinaryIO

from mirabilia.protocol.messages import MAX_LINE
from mirabilia.protocol.service import BotService

TOO_LONG = b"x" * (MAX_LINE + 1)  # stands for any line that was not kept


def serve(service: BotService) -> None:
    """Answers until `quit`, the end of input or a host that no longer listens."""
    sys.stdout.flush()
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    try:
        converse(service, sys.stdin.buffer, out)
    except (BrokenPipeError, KeyboardInterrupt):
        pass
    finally:
        with suppress(OSError):
            out.close()


def converse(service: BotService, incoming: BinaryIO, outgoing: BinaryIO) -> None:
    """The same on any pair of byte streams."""
    while not service.ended:
        line = incoming.readline(MAX_LINE + 1)
        if not line:
            return
        if len(line) > MAX_LINE and not line.endswith(b"\n"):
            while line and not line.endswith(b"\n"):
                line = incoming.readline(MAX_LINE)
            line = TOO_LONG
        if not line.strip():
            continue
        reply = service.answer(line.strip())
        if reply is not None:
            outgoing.write(reply + b"\n")
            outgoing.flush()
