"""What a proof takes: linear programs, cuts, and searches by CP-SAT, counted while a round is solved."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.cpsat import gap_model as cp_sat
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.formulation.duals import Duals
from mcmahon.solver.lp import cuts as separation
from mcmahon.solver.lp.glop import IncrementalLp


@dataclass
class Effort:
    """How often each was done, and how many pairs were looked at for a reduced cost."""

    lps: int = 0
    cuts: int = 0
    searches: int = 0
    looked: int = 0
    answer: Pairing | None = field(default=None, repr=False)


def effort_of(problem: RoundProblem, options: Options | None = None) -> Effort:
    """The answer (None: no pairing) with what it took."""
    effort = Effort()

    def counted(name: str, size: Callable[[Any], int], before: Callable[..., Any]) -> Callable[..., Any]:
        def call(*args: Any, **named: Any) -> Any:
            found = before(*args, **named)
            setattr(effort, name, getattr(effort, name) + size(found))
            return found

        return call

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(IncrementalLp, "solve", counted("lps", lambda _: 1, IncrementalLp.solve))
        patch.setattr(separation, "violated_sets", counted("cuts", len, separation.violated_sets))
        patch.setattr(cp_sat, "minimise", counted("searches", lambda _: 1, cp_sat.minimise))
        patch.setattr(Duals, "reduced_costs", counted("looked", lambda reduced: reduced.size, Duals.reduced_costs))
        try:
            effort.answer = solve(problem, options)
        except NoPairingError:
            effort.answer = None
    return effort
