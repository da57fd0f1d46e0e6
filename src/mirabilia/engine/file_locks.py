"""File locks that every system releases when their process ends."""

from __future__ import annotations

import os
import sys
from contextlib import suppress

BEYOND = 1 << 30  # on Windows nobody can read what is locked, so a byte behind the content is


def lock(file: int, *, wait: bool = False) -> bool:
    """Takes the lock on an open file, by its number; False if another process has it and we do not wait."""
    if sys.platform == "win32":
        import msvcrt

        at = os.lseek(file, 0, os.SEEK_CUR)
        os.lseek(file, BEYOND, os.SEEK_SET)
        try:
            while True:
                with suppress(OSError):
                    msvcrt.locking(file, msvcrt.LK_LOCK if wait else msvcrt.LK_NBLCK, 1)
                    return True
                if not wait:
                    return False
        finally:
            os.lseek(file, at, os.SEEK_SET)
    else:
        import fcntl

        try:
            fcntl.flock(file, fcntl.LOCK_EX if wait else fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            return False
        return True
