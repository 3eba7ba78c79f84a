"""Figures of a comparison: the mean of each metric by method, its difference from a baseline, and their intervals."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from .metrics import paired_difference

Interval = tuple[float, float, float]  # mean and the ends of its interval
#: Metrics in an order, by the seed of the tournament.
Values = Mapping[int, Sequence[float]]

DECIMALS = 4
COLUMNS = (
    "group", "method", "metric", "tournaments", "mean", "low", "high", "difference", "difference_low",
    "difference_high",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric of one method: its mean, and its difference from the baseline over the tournaments that both played."""

    group: str
    method: str
    metric: str
    tournaments: int
    mean: Interval
    difference: Interval


class Figures:
    """The figures of a comparison in the order of its table, found by group, method and metric."""

    def __init__(self, figures: Sequence[Figure]) -> None:
        self.every = tuple(figures)
        self._found = {(f.group, f.method, f.metric): f for f in figures}

    def groups(self) -> list[str]:
        """The groups in their order."""
        return list(dict.fromkeys(f.group for f in self.every))

    def methods(self, group: str) -> list[str]:
        """The methods of a group in their order."""
        return list(dict.fromkeys(f.method for f in self.every if f.group == group))

    def figure(self, group: str, method: str, metric: str) -> Figure:
        """One figure."""
        return self._found[group, method, metric]

    def mean(self, group: str, method: str, metric: str) -> str:
        """`0.512 (0.498 to 0.526)`."""
        return interval_text(self.figure(group, method, metric).mean)

    def gap(self, group: str, method: str, metric: str) -> str:
        """The difference from the baseline, such as `−0.012 (−0.020 to −0.004)`."""
        return interval_text(self.figure(group, method, metric).difference, signed=True)

    def csv_text(self) -> str:
        """All figures as CSV, `DECIMALS` decimals each."""
        text = io.StringIO()
        lines = csv.writer(text, lineterminator="\n")
        lines.writerow(COLUMNS)
        for f in self.every:
            numbers = [f"{value:.{DECIMALS}f}" for value in (*f.mean, *f.difference)]
            lines.writerow([f.group, f.method, f.metric, f.tournaments, *numbers])
        return text.getvalue()


def compared(values: Mapping[tuple[str, str], Values], metrics: Sequence[str], baseline: str, seed: int) -> Figures:
    """The figures of methods, by group and method; differences are NaN in a group that has not played the baseline."""
    found = []
    for (group, method), own in values.items():
        base = values.get((group, baseline), {})
        both = [k for k in own if k in base]
        for m, name in enumerate(metrics):
            mine = [row[m] for row in own.values()]
            mean = paired_difference(mine, [0.0] * len(mine), seed)
            gap = paired_difference([own[k][m] for k in both], [base[k][m] for k in both], seed)
            found.append(Figure(group, method, name, len(mine), _rounded(mean), _rounded(gap)))
    return Figures(found)


def _rounded(interval: Interval) -> Interval:
    """As the CSV file has it, so that a page comes out the same from the file."""
    mean, low, high = (round(value, DECIMALS) + 0.0 for value in interval)
    return mean, low, high


def read_figures(text: str) -> Figures:
    """The figures of a CSV of `csv_text`."""
    found = []
    for row in csv.DictReader(io.StringIO(text)):
        mean, low, high, gap, gap_low, gap_high = (float(row[name]) for name in COLUMNS[4:])
        names = row["group"], row["method"], row["metric"]
        found.append(Figure(*names, int(row["tournaments"]), (mean, low, high), (gap, gap_low, gap_high)))
    return Figures(found)


def interval_text(interval: Interval, signed: bool = False) -> str:
    """Mean and interval in as many decimals as a reader needs."""
    if math.isnan(interval[0]):
        return "–"
    decimals = 1 if max(map(abs, interval)) >= 20 else 3
    value, low, high = (f"{round(v, decimals) + 0.0:{'+' if signed else ''}.{decimals}f}" for v in interval)
    return f"{value} ({low} to {high})".replace("-", "−")
