"""The exact test of paired differences, and Holm's allowance for several."""

from __future__ import annotations

import pytest
from mcmahon_bench.paired_test import holm, sign_flip


def test_all_of_one_sign_is_two_in_two_to_the_n() -> None:
    assert sign_flip([-3, -1, -2, -5]) == 2 / 2**4


def test_differences_of_nothing_say_nothing() -> None:
    """Where all are 0 the chance is 1; a 0 among others changes nothing."""
    assert sign_flip([0, 0]) == 1
    assert sign_flip([4, 0, -1, 2]) == sign_flip([4, -1, 2])


def test_a_sum_counts_by_its_size() -> None:
    """Of the eight signings of 1, 2 and 3 the sums ±6 and ±4 are at least 4 from 0."""
    assert sign_flip([3, 2, -1]) == 4 / 8


def test_more_than_twenty_are_refused() -> None:
    with pytest.raises(ValueError, match="expected at most 20"):
        sign_flip([1] * 21)


def test_holm_multiplies_the_least_by_all_and_never_falls() -> None:
    chances = {"a": 0.01, "b": 0.04, "c": 0.03}
    assert holm(chances) == pytest.approx({"a": 0.03, "b": 0.06, "c": 0.06})
    assert holm({"a": 0.9, "b": 0.8}) == {"a": 1.0, "b": 1.0}
