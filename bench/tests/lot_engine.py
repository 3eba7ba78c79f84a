"""A legal engine that wants nothing: the lottery alone draws."""

from __future__ import annotations

from dataclasses import replace

from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.engine import solve


def by_lot(problem: RoundProblem) -> Pairing:
    return solve(replace(problem, profile=Profile("lot", "", ())))
