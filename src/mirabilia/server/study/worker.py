"""The process that analyses: reads a record and a budget, writes how far it is, then what it found.

It runs at the lowest priority beside the server and never in it, so that no thought of an analysis delays a move. It
ends when its input ends or nobody reads any more, so that none outlives the server.
"""

from __future__ import annotations

import contextlib
import os
import sys
from collections.abc import Callable
from functools import partial

import msgspec

from mirabilia.engine import warming
from mirabilia.errors import MirabiliaError
from mirabilia.json_types import Json
from mirabilia.record import read_record
from mirabilia.server.bots.levels import keep_large_blocks_apart
from mirabilia.server.pipes import Incoming, answer_questions, write_message
from mirabilia.study.analysis import analyse
from mirabilia.study.model import Moment
from mirabilia.wanted import NotWanted

NICENESS = 19
_moments = msgspec.json.Decoder(list[Moment])


def answer_to(question: Json, tell: Callable[[dict[str, object]], None]) -> dict[str, object]:
    """What comes of one record; of one that is given up, the decisions judged so far."""
    record, simulations, known = question
    judged = _moments.decode(known)
    try:
        found = analyse(
            read_record(record), simulations, progress=lambda done, total: tell({"done": done}), known=judged
        )
    except NotWanted:
        return {"judged": msgspec.json.encode(judged).decode(), "count": len(judged)}
    except MirabiliaError as error:
        return {"fault": error.code}
    except OSError:
        raise  # nobody reads: the server is gone
    except Exception as error:
        return {"fault": "analysis_failed", "log": repr(error)[:300]}
    return {"analysis": msgspec.json.encode(found).decode()}


def main() -> None:
    """The worker process."""
    incoming, outgoing = Incoming(sys.stdin.fileno()), sys.stdout.buffer
    sys.stdout = sys.stderr  # nothing but answers may go to standard output
    if hasattr(os, "nice"):  # not on Windows
        with contextlib.suppress(OSError):
            os.nice(NICENESS)
    keep_large_blocks_apart()
    warming.start(warming.silently)
    write_message(outgoing, {"ready": True})
    answer_questions(incoming, outgoing, lambda question: answer_to(question, partial(write_message, outgoing)))


if __name__ == "__main__":
    main()
