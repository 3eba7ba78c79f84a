"""A made-up tournament as a state that can be written: players of a shape, rounds drawn, proven and played."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from .._version import __version__
from ..desk.rounds.drawing import draw_round
from ..io.conversion import check_place
from ..io.folder.folder import TournamentFolder
from ..io.folder.state_files import in_memory
from ..io.settings.settings_file import new_settings_text, parse_assignments, parse_settings
from ..model.errors import InputError
from ..model.records.state import State
from ..model.tournament.tournament import Tournament
from .generator import FieldShape, make_players
from .results_model import ResultModel, true_strengths
from .simulation import play_results

SHARES = ("home", "big_club", "part_time", "late", "leaving", "rated")


@dataclass(frozen=True, slots=True)
class Recipe:
    """What is generated: the field's shape, a preset with settings over it, and how many rounds are played by what."""

    shape: FieldShape
    preset: str = "egf"
    settings: dict[str, Any] = field(default_factory=dict)
    played: int = 0
    model: ResultModel = field(default_factory=ResultModel)


def generate(recipe: Recipe, seed: int) -> State:
    """The tournament of a shape and a seed with so many rounds drawn and played; the first lines say how it was made.

    Raises InputError, NoPairingError.
    """
    shape, played, model = recipe.shape, recipe.played, recipe.model
    for name in SHARES:
        if not 0 <= getattr(shape, name) <= 1:
            raise InputError(f"{name.replace('_', '-')} {getattr(shape, name)}; expected a share from 0 to 1")
    for name, low in (("median", -900), ("spread", 0), ("strongest", -800)):
        if not low <= getattr(shape, name) <= 3000:
            raise InputError(f"{name} {getattr(shape, name)}; expected rating points from {low} to 3000")
    if not 0 <= played <= shape.rounds:
        raise InputError(f"{played} rounds to be played of {shape.rounds}; expected 0 to {shape.rounds}")
    text = new_settings_text(recipe.preset, {"rounds": shape.rounds, "seed": seed, **recipe.settings})
    made = f"# Made up by mcmahon {__version__}, seed {seed}, {played} rounds played; results by {model.text}\n"
    made += f"# shape: {shape_text(shape)}\n"
    state = in_memory(
        Tournament(parse_settings(text, "generate"), tuple(make_players(shape, seed))), settings_text=made + text
    )
    strengths = true_strengths(state.tournament.players, seed, model.spread)
    for number in range(1, played + 1):
        drawn = draw_round(state.tournament)
        after = play_results(drawn.tournament, number, seed, model, strengths)
        state = state.with_tournament(after).with_record(number, drawn.record)
    return state


def make_folder(recipe: Recipe, seed: int, path: Path, command: str) -> State:
    """A generated tournament put into a new folder, as its first step. Raises FolderError, InputError."""
    check_place(path, True)
    state = generate(recipe, seed)
    TournamentFolder(path).create(state, command)
    return state


def settings_as_typed(path: Path, texts: Sequence[str]) -> dict[str, Any]:
    """The settings of a tournament named after its folder, KEY=VALUE each. Raises InputError."""
    typed = parse_assignments(texts)
    return {"name": path.resolve().name} | {key: value for key, value in typed.items() if value is not None}


def shape_text(shape: FieldShape) -> str:
    """Every parameter of a shape, as `players = 60, rounds = 5, …`."""
    return ", ".join(f"{name} = {value}" for name, value in asdict(shape).items())
