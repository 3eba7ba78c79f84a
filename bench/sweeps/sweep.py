"""Methods compared over many simulated tournaments: a grid, one tidy row for each tournament and method.

Every method plays the same tournaments: fields, true strengths and coins depend on the seed only. Rows hold all that
made them and no seconds, so that a file is the same byte for byte whatever the number of workers.
"""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Generator, Iterable, Iterator, Mapping
from concurrent.futures.process import BrokenProcessPool
from contextlib import closing
from dataclasses import dataclass, field, replace
from functools import lru_cache
from itertools import groupby, product
from pathlib import Path
from warnings import catch_warnings, filterwarnings

from joblib import Parallel, delayed
from mcmahon._version import __version__
from mcmahon.io.settings.settings_file import change_settings, listed_settings, new_settings_text, parse_settings
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.tournament.person import Player
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
from .rows_file import open_rows
from .stored_rows import INPUTS, SEED, BlockKey, StoredRow, block_key, cell_text, row_inputs

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

    @property
    def seeds(self) -> range:
        """One for each tournament."""
        return range(self.seed, self.seed + self.tournaments)

    def fields(self) -> Iterator[list[Cell]]:
        """For each size, length and bar the cells of the first seed, one for each method: they play the same field."""
        for size, rounds, bar in product(self.sizes, self.rounds, self.bars):
            start = replace(self.settings.start, bar=bar)
            settings = replace(self.settings, rounds=rounds, seed=self.seed, start=start)
            shape = replace(self.shape, players=size, rounds=rounds)
            methods = product(self.models, self.profiles, self.engines.items())
            yield [Cell(name, engine, profile, model, settings, shape) for model, profile, (name, engine) in methods]

    def cells(self) -> Iterator[Cell]:
        """Every row of the table that is to be, in the order of the file."""
        for field_cells in self.fields():
            for seed in self.seeds:
                yield from (cell.with_seed(seed) for cell in field_cells)


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

    def with_seed(self, seed: int) -> Cell:
        """The same method in the tournament of another seed."""
        return replace(self, settings=replace(self.settings, seed=seed))

    def tournament(self, seed: int) -> Tournament:
        """The tournament before its first round."""
        return Tournament(self.settings, _players(self.shape, seed))


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

    `workers` as joblib counts them (-1 = all cores). `resume` goes on with rows that are there, `seconds` adds the
    columns of wall clock time.
    """

    workers: int = -1
    resume: bool = False
    seconds: bool = False
    progress: Callable[[Progress], None] | None = None


@dataclass(frozen=True, slots=True)
class Swept:
    """What a sweep has done: rows new, rows found to be there, rows still missing after Ctrl-C."""

    new: int
    known: int
    missing: int


def sweep(grid: Grid, path: Path, run: Run | None = None) -> Swept:
    """Play the grid into a CSV or Parquet file or a folder of parts; Ctrl-C ends it early and keeps every row done.

    Rows that are there from other grids stay. Raises InputError when the file is there and is not to be resumed, a row
    is broken, a worker process does not know a metric, or the workers are lost.
    """
    run = run or Run()
    first = {block_key([*cell.inputs().values()]): cell for cells in grid.fields() for cell in cells}
    todo = {key: {*grid.seeds} for key in first}

    def known(row: StoredRow) -> None:
        if (seeds := todo.get(block_key(row.cells))) is not None:
            seeds.discard(row.seed())

    rows = open_rows(path, [*METRICS, *(SECONDS if run.seconds else ())], known if run.resume else None)
    missing = sum(map(len, todo.values()))
    begin, done = time.perf_counter(), 0
    try:
        with catch_warnings(), closing(_results(_jobs(first, todo), run)) as results:
            filterwarnings("ignore", "[0-9]+ tasks (have been|which)", UserWarning)  # joblib on what Ctrl-C leaves
            for found in results:
                _check_worker(found)
                rows.append(found)
                done += 1
                if run.progress:
                    taken = time.perf_counter() - begin
                    run.progress(Progress(done, missing, taken, taken / done * (missing - done)))
    except KeyboardInterrupt:
        pass  # what is missing is in the answer
    finally:
        rows.finish()
    return Swept(done, len(first) * grid.tournaments - missing, missing - done)


def _jobs(first: Mapping[BlockKey, Cell], todo: Mapping[BlockKey, set[int]]) -> Iterator[tuple[Cell, dict[str, str]]]:
    """What is missing, with the inputs of its row; methods that play the same field come one after the other."""
    for _, methods in groupby(first, key=lambda key: key[:SEED]):
        here = [*methods]
        for seed in sorted(set().union(*(todo[key] for key in here))):
            for key in here:
                if seed in todo[key]:
                    yield first[key].with_seed(seed), row_inputs(key, seed)


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


def cell_row(cell: Cell, seconds: bool = False, inputs: Mapping[str, str] | None = None) -> dict[str, str]:
    """The row of one cell as texts, by column; played here and now. `inputs` are those of the cell, if known."""
    played = simulate(cell.tournament, cell.engine, cell.profile, cell.settings.seed, cell.model)
    found = row(played) | (solve_seconds(played) if seconds else {})
    return {**(inputs or cell.inputs()), **{name: cell_text(value) for name, value in found.items()}}


@lru_cache(maxsize=4)
def _players(shape: FieldShape, seed: int) -> tuple[Player, ...]:
    """The players of a field, which all methods have in turn."""
    return tuple(make_players(shape, seed))


def _check_worker(found: Mapping[str, str]) -> None:
    """Raise InputError for the row of a worker that does not know a metric.

    Only its own process has what a script adds to METRICS.
    """
    unknown = [name for name in METRICS if name not in found]
    if unknown:
        what = f"a worker process does not know the metric {unknown[0]}"
        raise InputError(f"{what}; expected the metric in bench/simulations/metrics.py, or workers=1")


def _results(jobs: Iterable[tuple[Cell, dict[str, str]]], run: Run) -> Generator[dict[str, str], None, None]:
    """The rows as they come, from the cores of this machine."""
    calls = (delayed(cell_row)(cell, run.seconds, inputs) for cell, inputs in jobs)
    try:
        yield from Parallel(n_jobs=run.workers, return_as="generator_unordered")(calls)
    except BrokenProcessPool:
        raise InputError("a worker process was killed; resume the rows") from None


def _own_settings(settings: Settings) -> str:
    """The settings that are not the defaults, as a settings file says them, but those with a column."""
    plain = {name: value for name, value, _ in listed_settings(Settings())}
    columns = ("rounds", "seed", "start.bar")
    own = {n: value for n, value, _ in listed_settings(settings) if value != plain[n] and n not in columns}
    return json.dumps(own, sort_keys=True, ensure_ascii=False)
