"""The next round as a CP-SAT model for somebody's own constraints, and rounds as models for other solvers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated

import numpy as np

from ...io.files import write_file
from ...model.errors import InputError, wrong_argument
from ...model.pairing.boards import make_round
from ...model.pairing.profile import Profile
from ...model.pairing.round_problem import RoundProblem
from ...model.records.state import State
from ...model.tournament.games import Round
from ...solver.clock import Clock
from ...solver.cpsat.export import FORMS, exported
from ...solver.cpsat.model import RoundModel, round_model
from ...solver.own_constraints import Byes, OwnAnswer, Plays, solve_own
from ..rounds.draw.drawing import PreparedRound, Terms, ready_to_draw
from ..rounds.round_numbers import next_round
from ..rounds.wishes import NO_WISHES, with_kept
from ..settings.own_profiles import profile_of
from ..verb import Outcome, Request, told
from .standing_round import drawn_round


def next_ready(state: State, profile: Profile | None = None, missing_results: bool = False) -> PreparedRound:
    """The next round, or the draft again, with the wishes that a draw would keep. Raises InputError."""
    profile = profile or state.profile
    wishes, _ = with_kept(state, next_round(state.tournament), NO_WISHES, profile)
    return ready_to_draw(state.tournament, Terms(profile, wishes.locks, wishes.relax, missing_results))


@dataclass(frozen=True, slots=True, eq=False)
class ModelForSolvers:
    """The next round with its model, to which anybody may add constraints."""

    ready: PreparedRound
    model: RoundModel

    @property
    def plays(self) -> Plays:
        """The Boolean of each pair by two ids, in either order; KeyError with the rule if the two may not meet."""
        return Plays(self.model)

    @property
    def bye(self) -> Byes:
        """The Boolean of each player's bye by id; KeyError with the rule if the player may not have it."""
        return Byes(self.model)

    def cheapest(self, seconds: float) -> tuple[Round, Sequence[int], OwnAnswer]:
        """The cheapest round that keeps the constraints added so far, what each board costs, and what is proven.

        The round has no boards if none was found; a rule over pairs that is exceeded costs extra. Raises InputError.
        """
        problem, found = self.model.problem, solve_own(self.model, Clock(seconds))
        if found.pairs is None:
            return Round(self.ready.number, ()), (), found
        drawn = make_round(self.ready.tournament, problem, found.pairs, found.byes)
        index = problem.field.index()
        ends = np.array([[index[player] for player in game.players] for game in drawn], dtype=np.int64).reshape(-1, 2)
        return drawn, problem.cost(*ends.T).tolist(), found


def own_model(
    state: State, profile: str | Path = "", missing_results: bool = False, folder: Path | None = None
) -> Outcome[ModelForSolvers]:
    """The model of the round that would be drawn next, with no rule relaxed. Raises InputError."""
    ready = next_ready(state, profile_of(profile, folder) if str(profile) else None, missing_results)
    return Outcome(state, ModelForSolvers(ready, round_model(ready.problem.strict(), named=True)))


class ExportModel(Request, frozen=True, kw_only=True):
    """A round as a file for other solvers."""

    file: Annotated[Path, told("the file to write: .mps, .lp, or .pbtxt for CP-SAT", "FILE", to="here")]
    tier: Annotated[int, told("tier of the profile whose cost is minimised; 0 is its first one")] = 0
    round: Annotated[int, told("a round already drawn, as it was drawn; 0 is the next one to draw")] = 0
    missing_results: Annotated[bool, told("write the next round although results are missing")] = False


@dataclass(frozen=True, slots=True)
class ExportedModel:
    """A model as text, and what is in it."""

    text: str
    number: int
    tier: int
    tiers: Sequence[int]
    players: int
    variables: int
    rows: int


def export_model(state: State, request: ExportModel) -> Outcome[ExportedModel]:
    """The round as a model with the cost of one tier: without the lottery, no rule relaxed. Raises InputError."""
    form = request.file.suffix
    if form not in FORMS:
        raise InputError(f"{str(request.file)!r}: wrong ending; expected {', '.join(FORMS)}")
    problem = _problem(state, request).strict()
    tier = request.tier or problem.tiers[0]
    if tier not in problem.tiers:
        raise wrong_argument("tier", str(tier), f"a tier of the profile: {', '.join(map(str, problem.tiers))}")
    model = round_model(problem, named=True)
    text, rows = exported(model, tier, form)
    whole = ExportedModel(
        text, problem.round, tier, tiers=problem.tiers, players=len(problem), variables=len(model.variables), rows=rows
    )
    return Outcome(state, whole)


def _problem(state: State, request: ExportModel) -> RoundProblem:
    """The round that is asked for. Raises InputError if it is not known any more what it was drawn from."""
    if request.round in (0, len(state.tournament.rounds) + 1):
        return next_ready(state, missing_results=request.missing_results).problem
    drawn = drawn_round(state, request.round)
    if not drawn.unchanged:
        raise InputError(f"round {request.round} cannot be exported as it was drawn: players or results have changed")
    return drawn.problem


def write_model(found: ExportedModel, file: Path) -> None:
    """Write the file. Raises FolderError."""
    write_file(file, found.text.encode())
