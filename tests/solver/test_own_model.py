"""A round under somebody's own constraints: against every pairing there is, and a search that has not ended."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from builders import example, tournament
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver import by_cp_sat
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.model import round_model
from mcmahon.solver.engine import solve
from mcmahon.solver.own_constraints import FEASIBLE, INFEASIBLE, NO_ROUND, NOT_FOUND, OPTIMAL, Plays, solve_own
from ortools.sat.python import cp_model

from .every_pairing import every_pairing
from .test_cp_sat import Early
from .test_rules_over_pairs import some_problem


def eight(profile: Profile) -> RoundProblem:
    return round_problem(tournament("4d 3d 2d 2d 1d 1k 3k 6k", start__bar="none"), 1, profile)


def test_a_round_that_is_not_proven_is_called_feasible_and_its_bound_holds() -> None:
    """Of several tiers only the first has one."""
    problem = eight(example("strict"))
    model, best = round_model(problem), solve(problem)
    found = solve_own(model, Early(cp_model.FEASIBLE))
    assert (found.status, found.cost) == (FEASIBLE, best.cost)
    assert 0 < found.bound <= best.tiers[0].cost
    none = solve_own(model, Early(cp_model.UNKNOWN))
    assert (none.status, none.pairs, none.cost) == (NOT_FOUND, None, None)
    assert none.bound <= best.tiers[0].cost
    assert solve_own(model, Clock(10.0)).status == OPTIMAL


@pytest.mark.slow
@pytest.mark.parametrize("compiled", [True, False])
def test_the_cheapest_of_all_rounds_that_keep_the_constraints_is_found(
    compiled: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Some pairs do not meet, and of others an odd number; with the matching engine's figures and without.

    Odd and even fields, one tier or several, rules over pairs, forced pairs; the lottery decides between equals.
    """
    monkeypatch.setattr(by_cp_sat, "available", lambda: compiled)
    told = Counter[str]()
    for seed in range(30):
        problem, rng = some_problem(seed, (6, 7, 8)), Random(seed)
        model, ids = round_model(problem), problem.field.ids
        some = sorted(Plays(model))
        apart, counted = rng.sample(some, len(some) // 5), rng.sample(some, len(some) // 2)
        half = model.cp.new_int_var(0, 4, "half")
        model.cp.add(sum(Plays(model)[pair] for pair in apart) == 0)
        model.cp.add(sum(Plays(model)[pair] for pair in counted) == 2 * half + 1)
        every = every_pairing(problem)
        met = [{frozenset((ids[i], ids[j])) for i, j in one.pairs} for one in every]
        kept = [not m & set(map(frozenset, apart)) and len(m & set(map(frozenset, counted))) % 2 == 1 for m in met]
        own = [one for one, keeps in zip(every, kept, strict=True) if keeps]
        found = solve_own(model, Clock(10.0))
        told[found.status] += 1
        assert found.status == (OPTIMAL if own else INFEASIBLE if every else NO_ROUND)
        if own:
            assert found.cost == found.bound == sum(own[0].cost)
            assert set(map(frozenset, found.pairs or ())) == set(map(frozenset, own[0].pairs))
            assert found.byes == own[0].byes
    assert min(told[status] for status in (OPTIMAL, INFEASIBLE, NO_ROUND)) > 0


def test_weights_that_are_too_great_are_an_error() -> None:
    problem = eight(Profile("p", "", (Weight("mms_difference", 2**49), Weight("seeding", 1))))
    with pytest.raises(InputError, match="the weights of the profile are too great"):
        solve_own(round_model(problem), Clock(10.0))
