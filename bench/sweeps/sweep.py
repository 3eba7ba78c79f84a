"""Methods compared over many simulated tournaments: a grid, one tidy row for each tournament and method.

Every method plays the same tournaments: fields, true strengths and coins depend on the seed only. Rows hold all that
made them and no seconds, so that a file is the same byte for byte whatever the number of workers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterator, Mapping, Sequence
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from pathlib import Path
from warnings import catch_warnings, filterwarnings

from joblib import Parallel, delayed
from mcmahon._version import __version__
from mcmahon.io.settings.settings_file import change_settings, listed_settings, new_settings_text, parse_settings
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.tournament.ranks import parse_rank
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament

from ..engines.all_engines import Engine
from ..simulations.metrics import METRICS, row, solve_seconds
from ..simulations.results_model import ResultModel
from ..simulations.simulation import simulate
from ..systems.system import System
from ..tournaments.generator import FieldShape, make_players
from .cluster import on_cluster
from .rows_file import RowsFile, cell_text

INPUTS = (
    "players", "rounds", "bar", "seed", "system", "jitter", "profile", "engine", "version", "model", "shape",
    "settings", "weights",
)  # fmt: skip
SECONDS = ("solve_seconds", "slowest_round")


@dataclass(frozen=True, slots=True)
class Grid:
    """What is compared: every engine with every profile and model, in every size, length and bar, over so many seeds.

    Engines are functions of a module, by name, so that other processes find them. `settings` (by default those of the
    preset `egf`) and `shape` give what the grid does not vary. Bars are ranks, `auto` or `none`; the tournaments have
    the seeds from `seed` on.
    """

    engines: Mapping[str, Engine | System]
    profiles: tuple[Profile, ...]
    models: tuple[ResultModel, ...] = (ResultModel(),)
    bars: tuple[str, ...] = ("auto",)
    rounds: tuple[int, ...] = (5,)
    sizes: tuple[int, ...] = (60,)
    tournaments: int = 30
    seed: int = 1
    settings: Settings = field(default_factory=lambda: parse_settings(new_settings_text("egf", {}), "egf"))
    shape: FieldShape = field(default_factory=lambda: FieldShape(60, 5))

    def __post_init__(self) -> None:
        for bar in self.bars:
            try:
                parse_rank("1d" if bar in ("auto", "none") else bar)
            except ValueError:
                raise InputError(f"bar {bar!r}; expected a rank such as 3d, auto or none") from None
        if min((*self.sizes, 2)) < 2 or min((*self.rounds, 1)) < 1:
            raise InputError("a tournament of the grid has no game; expected at least 2 players and 1 round")

    def cells(self) -> Iterator[Cell]:
        """Every row of the table that is to be, in the order of the file."""
        seeds = range(self.seed, self.seed + self.tournaments)
        fields = product(self.sizes, self.rounds, self.bars, seeds)
        for (size, rounds, bar, seed), model, profile, (name, engine) in product(
            fields, self.models, self.profiles, self.engines.items()
        ):
            start = replace(self.settings.start, bar=bar)
            settings = replace(self.settings, rounds=rounds, seed=seed, start=start)
            shape = replace(self.shape, players=size, rounds=rounds)
            yield Cell(name, engine, profile, model, settings, shape)


@dataclass(frozen=True, slots=True)
class Cell:
    """One tournament and method; `settings` hold its seed, rounds and bar, `shape` its size."""

    engine_name: str
    engine: Engine | System
    profile: Profile
    model: ResultModel
    settings: Settings
    shape: FieldShape

    def inputs(self) -> dict[str, str]:
        """Everything that the row comes from, as its first columns."""
        weights = {w.criterion: [w.weight, w.tier] for w in self.profile.weights}
        rules = [rule.plain() for rule in self.profile.rules]
        values = (
            self.shape.players, self.settings.rounds, self.settings.start.bar, self.settings.seed, self.model.system,
            float(self.model.spread.scale), self.profile.name, self.engine_name, __version__, self.model.text,
            self.shape.text, _own_settings(self.settings),
            json.dumps([weights, rules] if rules else weights, separators=(",", ":"), ensure_ascii=False),
        )  # fmt: skip
        return dict(zip(INPUTS, map(str, values), strict=True))

    def tournament(self, seed: int) -> Tournament:
        """The tournament before its first round."""
        return Tournament(self.settings, tuple(make_players(self.shape, seed)))


@dataclass(frozen=True, slots=True)
class Progress:
    """How far a sweep is: rows done and wanted in this run, seconds so far, and about how many are left."""

    done: int
    total: int
    seconds: float
    left: float


@dataclass(frozen=True, slots=True)
class Run:
    """How a sweep is run; nothing here changes a row.

    `workers` as joblib counts them (-1 = all cores); with the `address` of a Dask scheduler its workers do the work.
    `resume` goes on with a file, `seconds` adds the columns of wall clock time.
    """

    workers: int = -1
    address: str = ""
    resume: bool = False
    seconds: bool = False
    progress: Callable[[Progress], None] | None = None


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep has done: rows new, rows found in the file, rows still missing after Ctrl-C."""

    new: int
    known: int
    missing: int


def sweep(grid: Grid, path: Path, run: Run | None = None) -> Swept:
    """Play the grid into a CSV or Parquet file; Ctrl-C ends it early and keeps every row done.

    Rows that the file has from other grids stay. Raises InputError when the file is there and is not to be resumed, a
    worker process is not like this one, or the workers are lost.
    """
    run = run or Run()
    rows = RowsFile(path, INPUTS, [*METRICS, *(SECONDS if run.seconds else ())], run.resume)
    wanted = {rows.key(list(cell.inputs().values())): cell for cell in grid.cells()}
    todo = [cell for key, cell in wanted.items() if key not in rows.known]
    begin, done = time.perf_counter(), 0
    try:
        with catch_warnings(), closing(_results(todo, run)) as results:
            filterwarnings("ignore", "[0-9]+ tasks (have been|which)", UserWarning)  # joblib on what Ctrl-C leaves
            for found in results:
                _check_worker(found)
                rows.append(found)
                done += 1
                if run.progress:
                    taken = time.perf_counter() - begin
                    run.progress(Progress(done, len(todo), taken, taken / done * (len(todo) - done)))
    except KeyboardInterrupt:
        pass  # what is missing is in the answer
    finally:
        rows.finish()
    return Swept(done, len(wanted) - len(todo), len(todo) - done)


def cell_of(row: Mapping[str, str], engine: Engine | System) -> Cell:
    """The cell that a row of a file comes from, to be played again; the engine is the function that the row names.

    Raises InputError, ValueError, KeyError or TypeError for a row that is none.
    """
    weights = json.loads(row["weights"])
    weights, rules = weights if isinstance(weights, list) else (weights, [])
    own = tuple(Weight(name, weight, tier=tier) for name, (weight, tier) in weights.items())
    profile = Profile(row["profile"], "", own, tuple(parse_count_rule(rule) for rule in rules))
    given = json.loads(row["settings"]) | {"rounds": int(row["rounds"]), "seed": int(row["seed"])}
    preset = given.pop("preset", "egf")
    text = change_settings(f'preset = "{preset}"\n', given | {"start.bar": row["bar"]}, "row")
    shape = FieldShape.parse(row["shape"], int(row["players"]), int(row["rounds"]))
    return Cell(row["engine"], engine, profile, ResultModel.parse(row["model"]), parse_settings(text, "row"), shape)


def cell_row(cell: Cell, seconds: bool = False) -> dict[str, str]:
    """The row of one cell as texts, by column; played here and now."""
    played = simulate(cell.tournament, cell.engine, cell.profile, cell.settings.seed, cell.model)
    found = row(played) | (solve_seconds(played) if seconds else {})
    return cell.inputs() | {name: cell_text(value) for name, value in found.items()}


def _check_worker(found: Mapping[str, str]) -> None:
    """Raise InputError for the row of a worker that runs another version, or does not know a metric.

    Only its own process has what a script adds to METRICS.
    """
    if found["version"] != __version__:
        what = f"a worker runs version {found['version']} of this program"
        raise InputError(f"{what}; expected {__version__} on every machine")
    unknown = [name for name in METRICS if name not in found]
    if unknown:
        what = f"a worker process does not know the metric {unknown[0]}"
        raise InputError(f"{what}; expected the metric in bench/simulations/metrics.py, or workers=1")


def _results(todo: Sequence[Cell], run: Run) -> Generator[dict[str, str], None, None]:
    """The rows as they come, from the cores of this machine or from a Dask cluster."""
    if run.address:
        yield from on_cluster(run.address, partial(cell_row, seconds=run.seconds), todo)
        return
    jobs = (delayed(cell_row)(cell, run.seconds) for cell in todo)
    try:
        yield from Parallel(n_jobs=run.workers, return_as="generator_unordered")(jobs)
    except BrokenProcessPool:
        raise InputError("a worker process was killed; resume the rows") from None


def _own_settings(settings: Settings) -> str:
    """The settings that are not the defaults, as a settings file says them, but those with a column."""
    plain = {name: value for name, value, _ in listed_settings(Settings())}
    columns = ("rounds", "seed", "start.bar")
    own = {n: value for n, value, _ in listed_settings(settings) if value != plain[n] and n not in columns}
    return json.dumps(own, sort_keys=True, ensure_ascii=False)
