"""Figures of a comparison and their intervals."""

from __future__ import annotations

import pytest
from mcmahon.bench.shares import wilson


def test_wilson_intervals_are_the_published_ones() -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81/263, 15/148, 0/20, 1/29."""
    for count, trials, low, high in (
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
    ):  # fmt: skip
        share = wilson(count, trials)
        assert (share.value, share.low, share.high) == pytest.approx((count / trials, low, high), abs=5e-5)
    assert wilson(20, 20).high == 1
