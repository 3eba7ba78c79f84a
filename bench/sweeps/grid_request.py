"""The grid of a sweep from command line text: engines, profiles, sizes, lengths and bars as lists with commas."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from mcmahon.io.settings.settings_file import new_settings_text, parse_assignments, parse_settings
from mcmahon.model.errors import InputError

from ..engines.all_engines import ENGINES, Engine
from ..profiles import named_for_research
from ..simulations.results_model import ResultModel
from ..systems.all_systems import SYSTEMS
from ..systems.system import System
from ..typed import engine_names, numbers, words
from .sweep import Grid


@dataclass(frozen=True, slots=True)
class GridRequest:
    """What is to be compared, each a list with commas; `settings` are KEY=VALUE over a preset."""

    engines: str = "ours"
    profiles: str = "balanced"
    players: str = "60"
    rounds: str = "5"
    bars: str = "auto"
    tournaments: int = 30
    seed: int = 1
    preset: str = "egf"
    settings: Sequence[str] = ()


def grid_of(request: GridRequest, model: ResultModel) -> Grid:
    """The grid that is asked for. Raises InputError."""
    known: dict[str, Engine | System] = {**ENGINES, **SYSTEMS}
    names = engine_names(request.engines, known)
    if not names:
        raise InputError(f"no engine given; expected one or more of {', '.join(known)}")
    return Grid(
        {name: known[name] for name in names},
        tuple(named_for_research(name) for name in words(request.profiles)),
        (model,),
        tuple(words(request.bars)),
        tuple(numbers(request.rounds, "--rounds")),
        tuple(numbers(request.players, "--players")),
        request.tournaments,
        request.seed,
        parse_settings(new_settings_text(request.preset, {"rounds": 5, **_settings(request.settings)}), "simulate"),
    )


def check_rows_place(out: Path) -> None:
    """Raise InputError where the rows of a sweep cannot have this name."""
    if out.suffix not in (".csv", ".parquet", ".parts"):
        raise InputError(f"{out}; expected a name ending in .csv, .parquet or .parts")


def _settings(texts: Sequence[str]) -> dict[str, Any]:
    """The settings that all tournaments of a sweep have. Raises InputError for what its grid varies."""
    keys = [text.partition("=")[0].strip() for text in texts]
    for key, option in (("start.bar", "--bars"), ("rounds", "--rounds"), ("seed", "--seed")):
        if key in keys:
            raise InputError(f"--set {key} is varied by the grid; use {option}")
    for key in keys:
        if keys.count(key) > 1:
            raise InputError(
                f"--set {key} is given twice; expected one value (for the other value, run again with --resume)"
            )
    return {key: value for key, value in parse_assignments(texts).items() if value is not None}
