"""Walking over sets kept as bit masks: `lowest` gives the first member, `mask & (mask - 1)` is the rest."""

from __future__ import annotations

from mirabilia.rules.compiling import PLAIN, compiled

if PLAIN:

    def lowest(mask: int) -> int:
        """The number of the lowest bit set; the mask must not be 0."""
        return (mask & -mask).bit_length() - 1

else:
    # One machine instruction. Numba offers it only in this unofficial place; the pinned version has it.
    from numba.cpython.unsafe.numbers import trailing_zeros

    @compiled
    def lowest(mask: int) -> int:
        """The number of the lowest bit set; the mask must not be 0."""
        return trailing_zeros(mask)


@compiled
def members(mask: int) -> int:
    """How many bits are set."""
    count = 0
    while mask:
        mask &= mask - 1
        count += 1
    return count
