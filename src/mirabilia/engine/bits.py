"""Walking over sets kept as bit masks: `lowest` gives the first member, `mask & (mask - 1)` is the rest."""

from __future__ import annotations

from mirabilia.engine.compiling import compiled, plain_twin
from mirabilia.engine.running import BY_NUMBA

if BY_NUMBA:
    from mirabilia.engine.intrinsics import trailing_zeros


def _lowest(mask: int) -> int:
    return (mask & -mask).bit_length() - 1


@compiled
@plain_twin(_lowest)
def lowest(mask: int) -> int:
    """The number of the lowest bit set; the mask must not be 0."""
    return trailing_zeros(mask)


@compiled
def members(mask: int) -> int:
    """How many bits are set, of at most 63: counted in pairs, then fours, then bytes, which are added up."""
    mask -= (mask >> 1) & 0x5555555555555555
    mask = (mask & 0x3333333333333333) + ((mask >> 2) & 0x3333333333333333)
    mask = (mask + (mask >> 4)) & 0x0F0F0F0F0F0F0F0F
    mask += mask >> 8
    mask += mask >> 16
    mask += mask >> 32
    return mask & 127
