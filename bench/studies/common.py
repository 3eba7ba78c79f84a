"""What every study shares: methods played over the same tournaments, and their figures with 95 % intervals."""

from __future__ import annotations

import csv
import gzip
import io
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
from joblib import Parallel, delayed
from mcmahon.io.settings.profiles import load_profile
from mcmahon.io.settings.settings_file import new_settings_text, parse_settings
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.tournament.settings.settings import Settings

from ..engines.all_engines import ENGINES
from ..simulations.results_model import ResultModel, Spread
from ..simulations.simulation import Played, simulate
from ..sweeps.figures import Contrast, Figures, Values, compared
from ..sweeps.stored_rows import cell_text
from ..sweeps.sweep import Cell, Grid
from ..tournaments.bar_of_then import bar_of_then
from ..tournaments.generator import FieldShape

Metric = Callable[[Played], float]

PROFILE = "balanced-1"  # the default when the studies were played
SYSTEMS = ("egf", "aga")
ONE_SPREAD = (
    "True strengths have one spread around ratings and ranks. Where ratings and ranks are more or less exact, the "
    "results may differ."
)
SPREADS = (
    "With spread 0, ratings and ranks are the true strengths. With spread 2, true strengths are twice as far from "
    "them as in the groups without a spread in their name."
)
LEAST = {"tournaments": 2, "players": 4, "rounds": 2, "seed": 0}  # of a size: one tournament has no interval


@dataclass(frozen=True, slots=True)
class Size:
    """How much is simulated; the tournaments have the seeds from `seed` on. Raises InputError."""

    tournaments: int
    players: int = 60
    rounds: int = 5
    seed: int = 1

    def __post_init__(self) -> None:
        for name, least in LEAST.items():
            if getattr(self, name) < least:
                raise InputError(f"{name} {getattr(self, name)}; expected at least {least}")


@dataclass(frozen=True, slots=True)
class Arm:
    """One method in one group of fields that its table compares inside; a cell a tournament."""

    group: str
    method: str
    cells: tuple[Cell, ...]


@dataclass(frozen=True, slots=True)
class Study:
    """A question and how it is answered.

    `baseline` is the method that the others are compared with, `contrasts` are the comparisons between two others,
    `plotted` the metrics in the plot. `answer` says the findings of the study's own size, with the figures in them.
    `fields` says what the tournaments have in common where they are not those of the two rating models. `advice` is
    what a director should do differently, in a sentence or two.
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
    contrasts: tuple[Contrast, ...] = ()
    fields: str = ""
    advice: str = ""


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


def cells(method: Method, model: ResultModel, size: Size) -> tuple[Cell, ...]:
    """The tournaments of a method by one rating model, as a sweep plays them."""
    grid = Grid(
        engines={method.engine: ENGINES[method.engine]},
        profiles=(method.profile or load_profile(PROFILE),),
        models=(model,),
        rounds=(size.rounds,),
        sizes=(size.players,),
        tournaments=size.tournaments,
        seed=size.seed,
        settings=method.settings or preset(),
        shape=method.shape or FieldShape(size.players, size.rounds),
    )
    return tuple(map(with_bar_of_then, grid.cells()))


def with_bar_of_then(cell: Cell) -> Cell:
    """The cell with the rank that an automatic bar had when the studies were played: nearest the table's middle."""
    players = cell.tournament(cell.settings.seed).players
    start = replace(cell.settings.start, bar=bar_of_then(cell.settings, players))
    return replace(cell, settings=replace(cell.settings, start=start))


def models(scales: Sequence[float] = (1,)) -> dict[str, ResultModel]:
    """Both rating models at each scale of the spread of true strengths, by the name of their group: `aga, spread 2`."""
    return {
        system if scale == 1 else f"{system}, spread {scale}": ResultModel(system, spread=Spread(scale))
        for scale in scales
        for system in SYSTEMS
    }


def arms_of(methods: Mapping[str, Method], size: Size, scales: Sequence[float] = (1,)) -> list[Arm]:
    """An arm for every method by both rating models at each scale of the spread, a group each."""
    every = models(scales)
    return [Arm(group, name, cells(own, every[group], size)) for group in every for name, own in methods.items()]


def figures(
    study: Study, arms: Sequence[Arm], seed: int, workers: int = 1, tell: Callable[[int, int], None] | None = None
) -> Figures:
    """The figures of some arms; each group needs the baseline among them. The same whatever the number of workers.

    `tell` hears how many tournaments of how many are played, after each arm.
    """
    values = played_values(study, arms, workers, tell)
    return compared(values, [*study.metrics], study.baseline, seed, study.contrasts)


def played_values(
    study: Study, arms: Sequence[Arm], workers: int = 1, tell: Callable[[int, int], None] | None = None
) -> dict[tuple[str, str], Values]:
    """The metrics of every tournament of some arms, by group and method; the first tournament is 0."""
    metrics = tuple(study.metrics.values())
    jobs = (delayed(measured)(cell, metrics) for arm in arms for cell in arm.cells)
    rows = Parallel(n_jobs=workers, return_as="generator")(jobs)
    values: dict[tuple[str, str], Values] = {}
    done, total = 0, sum(len(arm.cells) for arm in arms)
    for arm in arms:
        values[arm.group, arm.method] = np.arange(len(arm.cells)), np.array([next(rows) for _ in arm.cells])
        done += len(arm.cells)
        if tell:
            tell(done, total)
    return values


def rows_file(study: Study, values: Mapping[tuple[str, str], Values], seed: int) -> bytes:
    """A line for every tournament and method with its seed, as gzipped CSV: the same bytes for the same figures."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(["group", "method", "seed", *study.metrics])
    for (group, method), (numbers, own) in values.items():
        rows = zip(numbers.tolist(), own.tolist(), strict=True)
        lines.writerows([group, method, seed + k, *map(cell_text, row)] for k, row in rows)
    return gzip.compress(text.getvalue().encode(), mtime=0)


def measured(cell: Cell, metrics: Sequence[Metric]) -> tuple[float, ...]:
    """The metrics of one tournament, played here and now."""
    played = simulate(cell.tournament, cell.engine, cell.profile, cell.settings.seed, cell.model)
    return tuple(float(metric(played)) for metric in metrics)


def both(cell: Callable[..., str], method: str, metric: str, group: str = "{}", *against: str) -> str:
    """`Figures.mean` or `Figures.gap` by both rating models, for a sentence; `{}` is the model's name in the group."""
    return " and ".join(cell(group.format(system), method, metric, *against) for system in SYSTEMS)


def write(path: Path, text: str) -> None:
    """Write a text with the line ends of the project."""
    path.write_text(text, encoding="utf-8", newline="\n")
