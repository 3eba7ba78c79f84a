"""What every study shares: methods played over the same tournaments, and their figures with 95 % intervals."""

from __future__ import annotations

import csv
import io
import math
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from joblib import Parallel, delayed

from ...io.settings_file import new_settings_text, parse_settings
from ...model.profile import Profile
from ...model.settings import Settings
from ...solver.profiles import load_profile
from ..engines import ENGINES
from ..generator import FieldShape
from ..metrics import paired_difference
from ..results_model import ResultModel
from ..simulation import Played, simulate
from ..sweep import Cell, Grid

Metric = Callable[[Played], float]
Interval = tuple[float, float, float]  # mean and the ends of its interval

DECIMALS = 4
SYSTEMS = ("egf", "aga")
COLUMNS = (
    "group", "method", "metric", "tournaments", "mean", "low", "high", "difference", "difference_low",
    "difference_high",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Size:
    """How much is simulated; the tournaments have the seeds from `seed` on."""

    tournaments: int
    players: int = 60
    rounds: int = 5
    seed: int = 1


@dataclass(frozen=True, slots=True)
class Arm:
    """One method in one group of fields that its table compares inside; a cell a tournament."""

    group: str
    method: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Figure:
    """A metric of one arm: its mean, and its difference from the study's baseline over the same tournaments."""

    group: str
    method: str
    metric: str
    tournaments: int
    mean: Interval
    difference: Interval


@dataclass(frozen=True, slots=True)
class Study:
    """A question and how it is answered.

    `baseline` is the method that the others are compared with, `plotted` the metrics in the plot. `answer` says the
    findings of the study's own size, with the figures in them.
    """

    name: str
    question: str
    simulated: str
    size: Size
    metrics: Mapping[str, Metric]
    baseline: str
    arms: Callable[[Size], list[Arm]]
    answer: Callable[[Figures], str]
    limits: str
    plotted: tuple[str, ...]


class Figures:
    """The figures of a study in the order of its table, found by group, method and metric."""

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


def interval_text(interval: Interval, signed: bool = False) -> str:
    """Mean and interval in as many decimals as a reader needs."""
    if math.isnan(interval[0]):
        return "–"
    decimals = 1 if max(map(abs, interval)) >= 20 else 3
    value, low, high = (f"{round(v, decimals) + 0.0:{'+' if signed else ''}.{decimals}f}" for v in interval)
    return f"{value} ({low} to {high})".replace("-", "−")


def preset(name: str = "egf", **own: object) -> Settings:
    """The settings of a preset, with some of our own over it (`start__scheme` is start.scheme)."""
    return parse_settings(new_settings_text(name, {key.replace("__", "."): v for key, v in own.items()}), "study")


@dataclass(frozen=True, slots=True)
class Method:
    """What an arm does differently: engine, profile, settings and the shape of its fields."""

    engine: str = "ours"
    profile: Profile | None = None
    settings: Settings | None = None
    shape: FieldShape | None = None


def cells(method: Method, system: str, size: Size, bar: str = "auto") -> tuple[Cell, ...]:
    """The tournaments of a method by one rating model, as a sweep plays them."""
    grid = Grid(
        engines={method.engine: ENGINES[method.engine]},
        profiles=(method.profile or load_profile("balanced"),),
        models=(ResultModel(system),),
        bars=(bar,),
        rounds=(size.rounds,),
        sizes=(size.players,),
        tournaments=size.tournaments,
        seed=size.seed,
        settings=method.settings or preset(),
        shape=method.shape or FieldShape(size.players, size.rounds),
    )
    return tuple(grid.cells())


def arms_of(methods: Mapping[str, Method], size: Size) -> list[Arm]:
    """An arm for every method by both rating models, each model a group."""
    return [Arm(system, name, cells(method, system, size)) for system in SYSTEMS for name, method in methods.items()]


def figures(study: Study, arms: Sequence[Arm], seed: int, workers: int = 1) -> Figures:
    """The figures of some arms; each group needs the baseline among them. The same whatever the number of workers."""
    metrics = tuple(study.metrics.values())
    jobs = (delayed(measured)(cell, metrics) for arm in arms for cell in arm.cells)
    rows = iter(Parallel(n_jobs=workers)(jobs))
    values = {(arm.group, arm.method): [next(rows) for _ in arm.cells] for arm in arms}
    found = []
    for arm in arms:
        own, base = values[arm.group, arm.method], values[arm.group, study.baseline]
        for k, name in enumerate(study.metrics):
            mine, theirs = [row[k] for row in own], [row[k] for row in base]
            mean, gap = (_rounded(paired_difference(mine, other, seed)) for other in ([0.0] * len(mine), theirs))
            found.append(Figure(arm.group, arm.method, name, len(mine), mean, gap))
    return Figures(found)


def _rounded(interval: Interval) -> Interval:
    """As the CSV file has it, so that a page comes out the same from the file."""
    mean, low, high = (round(value, DECIMALS) + 0.0 for value in interval)
    return mean, low, high


def read_figures(text: str) -> Figures:
    """The figures of a study's CSV."""
    found = []
    for row in csv.DictReader(io.StringIO(text)):
        mean, low, high, gap, gap_low, gap_high = (float(row[name]) for name in COLUMNS[4:])
        names = row["group"], row["method"], row["metric"]
        found.append(Figure(*names, int(row["tournaments"]), (mean, low, high), (gap, gap_low, gap_high)))
    return Figures(found)


def measured(cell: Cell, metrics: Sequence[Metric]) -> tuple[float, ...]:
    """The metrics of one tournament, played here and now."""
    played = simulate(cell.tournament, cell.engine, cell.profile, cell.settings.seed, cell.model)
    return tuple(float(metric(played)) for metric in metrics)


def write(path: Path, text: str) -> None:
    """Write a text with the line ends of the project."""
    path.write_text(text, encoding="utf-8", newline="\n")
