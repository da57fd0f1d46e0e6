"""Random numbers inside compiled code: the small generator sfc32, four words of 32 bits in an int64 array.

It is written with masks in signed 64-bit arithmetic, so that compiled and plain runs give the same numbers. States of
games never hold a generator (a planner would read the future); whoever needs chance passes one in.
"""

from __future__ import annotations

import secrets

from mirabilia.engine.compiling import Ints, compiled
from mirabilia.engine.records import ints

MASK = 0xFFFFFFFF


@compiled
def next_word(rng: Ints) -> int:
    """The next 32 random bits."""
    result = (rng[0] + rng[1] + rng[3]) & MASK
    rng[3] = (rng[3] + 1) & MASK
    rng[0] = rng[1] ^ (rng[1] >> 9)
    rng[1] = (rng[2] + (rng[2] << 3)) & MASK
    rng[2] = ((((rng[2] << 21) & MASK) | (rng[2] >> 11)) + result) & MASK
    return result


@compiled
def seed_rng(rng: Ints, seed: int) -> None:
    """Starts the generator from any integer; equal seeds give equal numbers."""
    rng[0] = seed & MASK
    rng[1] = (seed >> 32) & MASK
    rng[2] = 0x9E3779B9
    rng[3] = 1
    for _ in range(15):
        next_word(rng)


@compiled
def below(rng: Ints, n: int) -> int:
    """A number from 0 to n - 1. The bias (n / 2**32) is far below what any test could see."""
    return (next_word(rng) * n) >> 32


def new_rng(seed: int) -> Ints:
    """A generator for compiled code, from Python."""
    rng = ints(4)
    seed_rng(rng, seed & 0x7FFFFFFFFFFFFFFF)
    return rng


def fresh_rng() -> Ints:
    """A generator that nobody can foresee: all its words come from the operating system."""
    rng = ints(4)
    for word in range(4):
        rng[word] = secrets.randbits(32)
    return rng
