"""Sets kept as bit masks: walking over them and counting them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mirabilia.engine.bits import lowest, members

masks = st.integers(min_value=0, max_value=(1 << 63) - 1)


@given(masks)
def test_members_counts_the_bits_set(mask):
    assert members(mask) == mask.bit_count()


@given(st.sets(st.integers(min_value=0, max_value=62), min_size=1))
def test_walking_from_the_lowest_meets_every_member_once(numbers):
    mask, met = sum(1 << number for number in numbers), []
    while mask:
        met.append(int(lowest(mask)))
        mask &= mask - 1
    assert met == sorted(numbers)


@pytest.mark.parametrize("mask", [0, 1, (1 << 20) - 1, 1 << 62, (1 << 63) - 1])
def test_members_at_the_edges(mask):
    assert members(mask) == mask.bit_count()
