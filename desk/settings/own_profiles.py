"""The weight profiles: those of the program, and files of one's own beside the settings."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ...io.folder.state_files import with_profile_file, with_settings
from ...io.settings.profiles import load_profile, parse_profile, profile_in, profile_named, profile_names, profile_text
from ...io.tables.cost_matrix import columns_of_rows, profile_of_costs, whole_costs
from ...model.cups.bracket import entrants
from ...model.errors import InputError, Problem, UnconfirmedError
from ...model.pairing.draw import round_problem
from ...model.pairing.profile import Profile
from ...model.records.state import State
from ...model.tournament.tournament import Tournament
from ..rounds.round_numbers import next_round
from ..verb import Outcome

__all__ = ["profile_names"]


def profile_of(given: Profile | Mapping[str, Any] | str | Path, folder: Path | None = None) -> Profile:
    """A profile: as it is, as a mapping, or by the name of one or of a file. Raises InputError, FolderError."""
    if isinstance(given, Mapping):
        return profile_in(given, "given", "profile")
    return given if isinstance(given, Profile) else profile_named(str(given), folder)


def profile_of_matrix(
    tournament: Tournament, matrix: Any, rows: Sequence[str] = (), columns: Sequence[str] = ()
) -> Profile:
    """The profile by which a game costs what a matrix says, and a bye what its diagonal says; other weights are 0.

    `rows` and `columns` have ids of players; without them the matrix has the entrants of the next round in the order of
    their ids as texts, which is that of `problem.field.ids`. Raises InputError with the row, column and value.
    """
    if rows or columns:
        matrix = matrix[:, columns_of_rows(rows, columns, "costs")]
    ids = [*rows] or sorted(player.id for player in entrants(tournament, next_round(tournament)))
    named = {player.id: player.label for player in tournament.players}
    costs = whole_costs(matrix, [named.get(player, player) for player in ids], "costs")
    return profile_of_costs(costs, ids)


def edit(state: State, file: str, text: str) -> Outcome[str]:
    """With another text of a profile's file, without one taken out: its name. Raises InputError with every problem."""
    name = _file_name(file)
    if text.strip():
        parse_profile(text, name.removesuffix(".toml"), name)
        return Outcome(with_profile_file(state, name, text), name)
    if name not in state.profile_texts:
        raise InputError([Problem("there is no profile beside the settings called", value=name)])
    if state.tournament.settings.pairing.profile.removesuffix(".toml") == name.removesuffix(".toml"):
        text = f"{name} is the profile that rounds are drawn by"
        raise InputError([Problem(text, expected="another one chosen first")])
    return Outcome(with_profile_file(state, name, ""), name)


@dataclass(frozen=True, slots=True)
class SaveWeights:
    """Weights to save as a profile, and why; `take`: rounds are drawn by it, `replace`: a file may be replaced.

    `criteria` are new or changed ones of one's own, by name, as tables of a profile.
    """

    name: str
    weights: Mapping[str, int]
    reason: str
    take: bool = True
    replace: bool = False
    criteria: Mapping[str, Mapping[str, Any]] = field(default_factory=dict)


def save(state: State, request: SaveWeights) -> Outcome[Profile]:
    """With a new profile beside the settings. Raises InputError, UnconfirmedError where a file would be replaced."""
    name = _file_name(request.name)
    own = name.removesuffix(".toml")
    if own in profile_names():
        raise InputError([Problem("a profile of the program is called", value=own, expected="a name of your own")])
    if not request.weights and not request.criteria:
        expected = "a slider that was moved, or a criterion of your own"
        raise InputError([Problem("no weight differs from the profile", expected=expected)])
    if not request.reason.strip():
        raise InputError([Problem("the profile has no reason", expected="a sentence on why the weights differ")])
    if name in state.profile_texts and not request.replace:
        raise UnconfirmedError([Problem(f"{name} would be replaced")])
    old = {weight.criterion: weight.weight for weight in state.profile.weights}
    varied = state.profile.with_weights(dict(request.weights))
    why = {name: f"was {old.get(name, 0):,}; {request.reason}" for name in request.weights}
    weights = tuple(replace(one, reason=why.get(one.criterion, one.reason)) for one in varied.weights)
    new = profile_in(request.criteria, own, "the form").weights if request.criteria else ()
    kept = (weight for weight in weights if weight.criterion not in request.criteria)
    profile = replace(varied, name=own, about=request.reason, weights=(*kept, *new))
    if new:  # its formulas fit the columns of the players
        round_problem(state.tournament, max(1, len(state.tournament.rounds)), profile)
    base_name = state.profile.name
    base = load_profile(base_name) if base_name in profile_names() else None
    text = profile_text(profile, base, f"Saved at the desk, begun from {base_name}: {request.reason}")
    parse_profile(text, own, name)  # what is written can be read
    after = with_profile_file(state, name, text)
    if request.take and state.tournament.settings.pairing.profile != own:
        after = with_settings(after, {"pairing.profile": own})
    return Outcome(after, profile)


def _file_name(text: str) -> str:
    """`Close games` → `close-games.toml`. Raises InputError where no letter or digit is left."""
    name = re.sub(r"[^\w.]+", "-", text.strip().casefold()).strip("-.")
    if not name:
        raise InputError([Problem("the profile has no name", value=text, expected="a name such as close games")])
    return name if name.endswith(".toml") else f"{name}.toml"
