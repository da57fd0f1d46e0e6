"""Records cross the border unchanged, copies are independent, and the generator is one that is known."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from mirabilia.engine.records import Int8, Int16, Int32, Int64, Packed, copy_words, words
from mirabilia.engine.rng import below, new_rng, next_word
from mirabilia.games.duel.rules.state import State


class Sample(Packed):
    flag = Int8
    many = Int8[3, 2]
    coins = Int16[2]
    deep = Int32[2, 2, 2]
    wide = Int64


VALUES = {
    "flag": -3,
    "many": [[1, 2], [3, 4], [5, -6]],
    "coins": [700, -700],
    "deep": [[[1, 2], [3, 4]], [[5, 6], [7, 1 << 30]]],
    "wide": -(1 << 60),
}


def test_a_record_is_read_back_as_it_was_written() -> None:
    assert Sample.as_dict(Sample.from_dict(VALUES)) == VALUES
    assert list(Sample.as_dict(Sample.zeros(1))) == list(Sample.as_dict(Sample.from_dict(VALUES)))


def test_reading_gives_plain_numbers_and_fresh_lists() -> None:
    states = Sample.from_dict(VALUES)
    read = Sample.as_dict(states)
    assert type(read["flag"]) is type(read["many"][0][0]) is type(read["wide"]) is int
    read["many"][0][0] = 99
    assert Sample.as_dict(states) == VALUES


def test_any_record_of_an_array_is_read() -> None:
    rng = random.Random(1)
    states = State.zeros(5)
    raw = states.view("u1")
    raw[:] = [rng.randrange(256) for _ in range(len(raw))]
    for n in range(5):
        read = State.as_dict(states, n)
        assert read == {name: states[n][name].tolist() for name in State._shapes}
    assert State.dtype.itemsize % 8 == 0 and State.dtype.itemsize < 600


def test_copies_are_independent() -> None:
    states = Sample.from_dict(VALUES)
    twin = Sample.copy_of(states)
    twin["coins"][0, 0] = 1
    assert Sample.as_dict(states) == VALUES != Sample.as_dict(twin)


def test_copying_words_copies_the_whole_record() -> None:
    source, target = Sample.from_dict(VALUES), Sample.zeros(3)
    copy_words(words(source), 0, words(target), 2)
    assert Sample.as_dict(target, 2) == VALUES and Sample.as_dict(target, 1) == Sample.as_dict(Sample.zeros(1))


def reference(seed: int, count: int) -> list[int]:
    """sfc32 in plain Python, from its published definition."""
    mask = 0xFFFFFFFF
    a, b, c, counter = seed & mask, (seed >> 32) & mask, 0x9E3779B9, 1
    out = []
    for _ in range(15 + count):
        result = (a + b + counter) & mask
        counter = (counter + 1) & mask
        a = b ^ (b >> 9)
        b = (c + (c << 3)) & mask
        c = (((c << 21) | (c >> 11)) + result) & mask
        out.append(result)
    return out[15:]


@pytest.mark.parametrize("seed", [0, 1, 7, 2**32 - 1, 2**40 + 3, 2**62])
def test_the_generator_is_sfc32(seed: int) -> None:
    rng = new_rng(seed)
    assert [int(next_word(rng)) for _ in range(50)] == reference(seed, 50)


def test_numbers_below_a_bound_are_spread_evenly() -> None:
    rng = new_rng(5)
    counts = Counter(int(below(rng, 7)) for _ in range(14_000))
    assert set(counts) == set(range(7))
    assert sum((n - 2000) ** 2 / 2000 for n in counts.values()) < 22.5


def test_any_integer_is_a_seed() -> None:
    for seed in (-1, -(2**70), 2**100 + 1):
        assert int(next_word(new_rng(seed))) >= 0
