"""Messages between the server and its worker processes: MessagePack behind its length, over standard input and output.

A worker reads from a thread of its own, so that it hears even in the middle of a thought: whatever comes then, or the
end of its input, means that nobody waits for the answer. `GIVE_UP` asks for that; there is one answer to every
question all the same.
"""

from __future__ import annotations

import contextlib
import os
import queue
import struct
import threading
from collections.abc import Callable
from io import FileIO
from typing import IO, Final

import msgspec

from mirabilia.json_types import Json
from mirabilia.wanted import NotWanted, wanted_while

GIVE_UP: Final = None  # in place of a question
GIVEN_UP: Final = {"given_up": True}  # the answer to a question that nobody waits for
LENGTH = struct.Struct("!I")


def packed(message: Json) -> bytes:
    """A message behind its length."""
    data = msgspec.msgpack.encode(message)
    return LENGTH.pack(len(data)) + data


def write_message(stream: IO[bytes], message: Json) -> None:
    """Writes a message."""
    stream.write(packed(message))
    stream.flush()


class Incoming:
    """What comes through a pipe, read by a thread."""

    def __init__(self, file: int) -> None:
        self._stream = FileIO(os.dup(file))  # our own, without a lock that the end of the program would wait for
        self._messages: queue.SimpleQueue[Json | EOFError] = queue.SimpleQueue()
        threading.Thread(target=self._read, name="mirabilia-incoming", daemon=True).start()

    def get(self, timeout: float | None = None) -> Json:
        """The next message; `EOFError` when there are no more, `queue.Empty` if none comes in time."""
        message = self._messages.get(timeout=timeout)
        if isinstance(message, EOFError):
            self._messages.put(message)
            raise message
        return message

    @property
    def is_empty(self) -> bool:
        """Whether nothing has come that was not looked at."""
        return self._messages.empty()

    def _read(self) -> None:
        with self._stream, contextlib.suppress(OSError, EOFError, msgspec.DecodeError):
            while True:
                length = LENGTH.unpack(self._exactly(LENGTH.size))[0]
                self._messages.put(msgspec.msgpack.decode(self._exactly(length)))
        self._messages.put(EOFError("the pipe has ended"))

    def _exactly(self, size: int) -> bytes:
        data = b""
        while len(data) < size:
            more = self._stream.read(size - len(data))
            if not more:
                raise EOFError
            data += more
        return data


def answer_questions(incoming: Incoming, outgoing: IO[bytes], answer: Callable[[Json], Json]) -> None:
    """Answers until the questions end; in a worker process. What nobody waits for any more is given up."""
    with contextlib.suppress(EOFError, KeyboardInterrupt, BrokenPipeError):
        while True:
            question = incoming.get()
            if question is GIVE_UP:  # it crossed the answer
                continue
            try:
                with wanted_while(lambda: incoming.is_empty):
                    said = answer(question)
            except NotWanted:
                said = GIVEN_UP
            write_message(outgoing, said)
