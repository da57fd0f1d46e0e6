"""Sets, kept as bit masks, written as columns: 1 for every member, 0 for the rest.

Walking over the members would end in a branch that nobody can predict, for each set of each observation. So all columns
are written, eight at a time.
"""

from __future__ import annotations

from mirabilia.engine.arrays import Bytes
from mirabilia.engine.atomics import put_eight
from mirabilia.engine.inlining import inlined
from mirabilia.engine.records import table

# by a byte of a set: its bits as eight bytes of 0 or 1, lowest first
SPREAD = table([sum((bits >> k & 1) << 8 * k for k in range(8)) for bits in range(256)])


@inlined
def write_set(members: int, size: int, out: Bytes, at: int) -> None:
    """Writes a set that has at most `size` members into as many columns from `at` on."""
    for k in range(size // 8):
        put_eight(out, at + 8 * k, SPREAD[members >> 8 * k & 255])
    for k in range(size // 8 * 8, size):
        out[at + k] = members >> k & 1
