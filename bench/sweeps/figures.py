"""Figures of a comparison: the mean of each metric by method, its differences from other methods, their intervals."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from ..shares import wilson
from ..simulations.metrics import paired_difference

Interval = tuple[float, float, float]  # mean and the ends of its interval
#: The seeds of tournaments in order, and for each a line with the values of metrics.
Values = tuple[npt.NDArray[np.int64], npt.NDArray[np.float64]]
#: Two methods, neither of them the baseline: the first is compared with the second.
Contrast = tuple[str, str]

#: Metrics that are a yes or no of each tournament (best_wins a part of a yes where the first place is shared): their
#: means are shares of tournaments and have Wilson's interval, the bootstrap's of 0 of 100 has no width.
SHARES = frozenset({"best_wins", "distinct_winner", "unbeaten_winner", "single_winner", "stranded"})
#: What is kept of a figure, in memory and in a file: beyond it is the noise of sums, which is not on a side of 0.
DECIMALS = 10
#: In place of an interval where all tournaments have one value: the bootstrap's has no width, and is no certainty.
ONE_VALUE = "(–)"
FEW = 10
COLUMNS = (
    "group", "method", "metric", "tournaments", "mean", "low", "high", "against", "difference", "difference_low",
    "difference_high",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric of one method: its mean, and its difference from the method `against` over what both played."""

    group: str
    method: str
    metric: str
    tournaments: int
    mean: Interval
    against: str
    difference: Interval


class Figures:
    """The figures of a comparison in the order of its table, found by group, method and metric.

    Of a method those against the baseline come first, then its contrasts.
    """

    def __init__(self, figures: Sequence[Figure]) -> None:
        self.every = tuple(figures)
        self._found = {(f.group, f.method, f.metric, f.against): f for f in figures}
        for f in figures:
            self._found.setdefault((f.group, f.method, f.metric, ""), f)

    def groups(self) -> list[str]:
        """The groups in their order."""
        return list(dict.fromkeys(f.group for f in self.every))

    def methods(self, group: str) -> list[str]:
        """The methods of a group in their order."""
        return list(dict.fromkeys(f.method for f in self.every if f.group == group))

    def figure(self, group: str, method: str, metric: str, against: str = "") -> Figure:
        """One figure; against the baseline where nothing else is said."""
        return self._found[group, method, metric, against]

    def mean(self, group: str, method: str, metric: str) -> str:
        """`0.512 (0.498 to 0.526)`."""
        return interval_text(self.figure(group, method, metric).mean)

    def gap(self, group: str, method: str, metric: str, against: str = "") -> str:
        """The difference from the baseline or from another method, such as `−0.012 (−0.020 to −0.004)`."""
        return interval_text(self.figure(group, method, metric, against).difference, signed=True)

    def csv_text(self) -> str:
        """All figures as CSV, with all decimals that are kept: read back they are the same."""
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow(COLUMNS)
        for f in self.every:
            lines.writerow([f.group, f.method, f.metric, f.tournaments, *f.mean, f.against, *f.difference])
        return text.getvalue()


def compared(
    values: Mapping[tuple[str, str], Values],
    metrics: Sequence[str],
    baseline: str,
    seed: int,
    contrasts: Sequence[Contrast] = (),
) -> Figures:
    """The figures of methods, by group and method; differences are NaN in a group that has not played the baseline.

    A contrast is left out where a group has not played both.
    """
    found = []
    for (group, method), (seeds, own) in values.items():
        others = [other for one, other in contrasts if one == method and (group, other) in values]
        means = [_kept(mean_of(name, own[:, m], seed)) for m, name in enumerate(metrics)]
        for against in (baseline, *others):
            base_seeds, base = values.get((group, against), (seeds[:0], own[:0]))
            _, here, there = np.intersect1d(seeds, base_seeds, assume_unique=True, return_indices=True)
            for m, name in enumerate(metrics):
                gap = paired_difference(own[here, m], base[there, m], seed)
                found.append(Figure(group, method, name, len(own), means[m], against, _kept(gap)))
    return Figures(found)


def mean_of(metric: str, values: npt.NDArray[np.float64], seed: int) -> Interval:
    """The mean of a metric over tournaments with its 95 % interval."""
    if metric in SHARES:
        share = wilson(sum(values.tolist()), len(values))
        return share.value, share.low, share.high
    return paired_difference(values, np.zeros(len(values)), seed)


def _kept(interval: Interval) -> Interval:
    """Without the noise of sums; whoever prints it rounds it, once."""
    mean, low, high = (round(value, DECIMALS) + 0.0 for value in interval)
    return mean, low, high


def read_figures(text: str) -> Figures:
    """The figures of a CSV of `csv_text`."""
    found = []
    for row in csv.DictReader(io.StringIO(text)):
        mean, low, high = (float(row[name]) for name in COLUMNS[4:7])
        gap, gap_low, gap_high = (float(row[name]) for name in COLUMNS[8:])
        names = row["group"], row["method"], row["metric"]
        own = (mean, low, high), row["against"], (gap, gap_low, gap_high)
        found.append(Figure(*names, int(row["tournaments"]), *own))
    return Figures(found)


def interval_text(interval: Interval, signed: bool = False) -> str:
    """Mean and interval in as many decimals as a reader needs; what is not 0 itself shows its sign where signed.

    An interval without width is `ONE_VALUE`.
    """
    if math.isnan(interval[0]):
        return "–"
    decimals = 1 if max(map(abs, interval)) >= 20 else 3
    value, low, high = (f"{v + 0.0:{'+' if signed and v else ''}.{decimals}f}" for v in interval)
    reach = f"({low} to {high})" if interval[1] < interval[2] else ONE_VALUE
    return f"{value} {reach}".replace("-", "−")


def interval_notes(text: str, found: Figures) -> list[str]:
    """What a reader of the figures in a text must know of their intervals, a sentence each."""
    notes = [f"{ONE_VALUE}: all tournaments have the same value, so there is no interval."] if ONE_VALUE in text else []
    if "+0.000" in text or "−0.000" in text:
        notes.append("+0.000 and −0.000 are rounded: the number is slightly above or below 0.")
    if min(f.tournaments for f in found.every) < FEW:
        notes.append(f"Intervals from fewer than {FEW} tournaments are rough.")
    return notes
