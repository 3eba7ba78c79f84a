"""The next round as a model of CP-SAT, for constraints of one's own."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ..desk.files.grids import boards_grid
from ..desk.questions.model_for_solvers import ModelForSolvers
from . import frames

if TYPE_CHECKING:
    import pandas as pd


@dataclass(frozen=True, slots=True, eq=False)
class OwnRound:
    """The cheapest round under your constraints.

    `boards` has a row for each, with its `cost`; it is empty if no round was found, and `cost` is None then. `byes` are
    ids. `bound`: no round that keeps your constraints costs less. It is no proof of the round: without them one may.
    `status`: "optimal under your constraints", "feasible", or why there is none.
    """

    boards: pd.DataFrame
    byes: tuple[str, ...]
    cost: int | None
    bound: int
    status: str


class OwnModel(ModelForSolvers):
    """The next round as a model of CP-SAT: `model.cp.add(model.plays["3", "17"] + model.bye["8"] <= 1)`.

    `cp` is the `CpModel`: add variables and constraints, remove none; an objective of your own is ignored.
    """

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.ready.number

    @property
    def cp(self) -> Any:
        """The model, an `ortools.sat.python.cp_model.CpModel`."""
        return self.model.cp

    def solve(self, seconds: float = 60.0) -> OwnRound:
        """The cheapest round that keeps the constraints added so far; `cp` stays as it is, and more can be added.

        Raises InputError if the numbers of the model are too great for CP-SAT, or something in it is wrong.
        """
        drawn, costs, found = self.cheapest(seconds)
        boards = frames.table(boards_grid(self.ready.tournament, drawn)).assign(cost=list(costs))
        return OwnRound(boards, drawn.byes, found.cost, found.bound, found.status)
