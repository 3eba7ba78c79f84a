"""Figures of a comparison and their intervals."""

from __future__ import annotations

import numpy as np
import pytest
from mcmahon_bench.shares import wilson
from mcmahon_bench.sweeps.figures import interval_notes, interval_text, read_figures
from values import compared_by_seed


def test_wilson_intervals_are_the_published_ones() -> None:
    """Newcombe, Statistics in Medicine 17 (1998), table I: 81/263, 15/148, 0/20, 1/29."""
    for count, trials, low, high in (
        (81, 263, 0.2553, 0.3662), (15, 148, 0.0624, 0.1605), (0, 20, 0, 0.1611), (1, 29, 0.0061, 0.1718),
    ):  # fmt: skip
        share = wilson(count, trials)
        assert (share.value, share.low, share.high) == pytest.approx((count / trials, low, high), abs=5e-5)
    assert wilson(20, 20).high == 1


def test_a_contrast_is_antisymmetric_and_the_difference_of_the_columns() -> None:
    luck = np.random.default_rng(5)
    values = {
        ("g", name): {seed: [float(luck.normal(shift, 1))] for seed in range(30)}
        for name, shift in (("base", 0), ("a", 1), ("b", 3))
    }
    found = compared_by_seed(values, ["m"], "base", 1, (("a", "b"), ("b", "a"), ("a", "nobody")))
    there, back = (found.figure("g", one, "m", other).difference for one, other in (("a", "b"), ("b", "a")))
    assert there == pytest.approx((-back[0], -back[2], -back[1]), abs=1e-4)
    a, b = (found.figure("g", name, "m") for name in ("a", "b"))
    assert there[0] == pytest.approx(a.mean[0] - b.mean[0], abs=2e-4)
    assert there[0] == pytest.approx(a.difference[0] - b.difference[0], abs=2e-4)
    assert found.gap("g", "a", "m", "b") == interval_text(there, signed=True)
    assert {f.against for f in found.every} == {"base", "a", "b"}
    assert read_figures(found.csv_text()).every == found.every


def test_a_share_has_the_interval_of_wilson_and_its_difference_the_bootstraps() -> None:
    values = {("g", "a"): {k: [0, 0] for k in range(100)}, ("g", "b"): {k: [k < 50, k < 50] for k in range(100)}}
    found = compared_by_seed(values, ["stranded", "same_club"], "b", 1)
    share = wilson(0, 100)
    assert found.figure("g", "a", "stranded").mean == pytest.approx((0, 0, share.high), abs=1e-9)
    assert share.high == pytest.approx(0.0370, abs=5e-5)
    assert found.figure("g", "a", "same_club").mean == (0, 0, 0)
    half, count = (found.figure("g", "a", name) for name in ("stranded", "same_club"))
    assert half.difference == count.difference
    assert half.difference[0] == -0.5


def test_a_figure_is_rounded_once_from_its_full_value() -> None:
    """0.00952438 is 0.010, not the 0.009 of 0.0095; in the file, the page and the terminal alike."""
    found = compared_by_seed(
        {("g", "a"): {1: [0.00952438], 2: [0.00952438]}, ("g", "b"): {1: [0], 2: [0.0]}}, ["m"], "b", 1
    )
    assert found.mean("g", "a", "m").startswith("0.010")
    assert found.gap("g", "a", "m").startswith("+0.010")
    again = read_figures(found.csv_text())
    assert again.every == found.every
    assert again.figure("g", "a", "m").mean[0] == 0.00952438
    assert again.gap("g", "a", "m") == found.gap("g", "a", "m")


@pytest.mark.parametrize(
    ("interval", "text"),
    [
        ((0.00952438, -0.000115, 0.02), "+0.010 (−0.000 to +0.020)"),
        ((-0.01, -0.02, 0.0), "−0.010 (−0.020 to 0.000)"),
        ((-0.01, -0.02, -0.0), "−0.010 (−0.020 to 0.000)"),
        ((0.01, 0.0004, 0.02), "+0.010 (+0.000 to +0.020)"),
        ((12.0, -0.04, 25.0), "+12.0 (−0.0 to +25.0)"),
    ],
)
def test_an_end_of_an_interval_shows_its_side_of_zero(interval: tuple[float, float, float], text: str) -> None:
    """Only 0 itself has no sign."""
    assert interval_text(interval, signed=True) == text


def test_one_value_in_all_tournaments_tells_no_interval() -> None:
    """No width of the bootstrap's interval is no certainty: the next tournament may differ."""
    wins = {("g", name): {k: [1.0] for k in range(6)} for name in "ab"}
    found = compared_by_seed(wins, ["best_wins"], "b", 1)
    gap = found.gap("g", "a", "best_wins")
    assert gap == "0.000 (–)"
    assert found.mean("g", "a", "best_wins") == "1.000 (0.610 to 1.000)"
    assert [note.split(":")[0] for note in interval_notes(gap, found)] == [
        "(–)",
        "Intervals from fewer than 10 tournaments are rough.",
    ]
    assert interval_notes("+0.010 (−0.000 to +0.020)", found)[0].startswith("+0.000 and −0.000 are rounded")
    many = compared_by_seed({key: {k: [k] for k in range(10)} for key in wins}, ["m"], "a", 1)
    assert interval_notes(many.mean("g", "a", "m"), many) == []


def test_the_noise_of_sums_has_no_side_of_zero() -> None:
    """0.1 + 0.2 - 0.3 is above 0 by 1e-17 only."""
    found = compared_by_seed({("g", "a"): {1: [0.1 + 0.2], 2: [1]}, ("g", "b"): {1: [0.3], 2: [1]}}, ["m"], "b", 1)
    assert found.figure("g", "a", "m").difference == (0, 0, 0)
