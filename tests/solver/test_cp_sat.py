"""What CP-SAT's word is taken for: values and bounds to the unit, and what a search that ends early leaves."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from builders import free_pairs, played, tournament
from mcmahon.model.errors import ContradictionError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import Rule, parse_count_rule
from mcmahon.solver import closing, engine
from mcmahon.solver.clock import Progress
from mcmahon.solver.cpsat import gap_model as cp_sat
from mcmahon.solver.cpsat.gap_model import Clock, CpSatResult, SlackCosts, minimise
from mcmahon.solver.cpsat.run import whole_bound
from mcmahon.solver.cpsat.solving import solve_model
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.formulation.side_rows import SideRows
from mcmahon.solver.formulation.tiers import BlockTier, ListedTier
from mcmahon.solver.formulation.vertices import Pairs, Vertices
from mcmahon.solver.proof.certificate import TooGreatError, certify
from ortools.sat.python import cp_model

from .test_rules_over_pairs import some_problem, values


def four(*rules: dict[str, Any]) -> RoundProblem:
    """Two players each of two clubs, all of one rank, under such rules."""
    t = tournament("1d 1d 1d 1d", start__bar="none")
    named = tuple(parse_count_rule({"name": f"rule-{k}"} | rule) for k, rule in enumerate(rules))
    return round_problem(t, 1, Profile("p", "", (Weight("seeding", 1),), named))


def tier_of(problem: RoundProblem) -> BlockTier:
    vertices = Vertices(problem)
    return BlockTier(vertices, SideRows(vertices), 1)


def ints(*numbers: int) -> Any:
    return np.array(numbers, dtype=np.int64)


#: 0-1 with 2-3 costs 2^55 + 1, 0-2 with 1-3 as much and 2 more, 0-3 with 1-2 is dear.
PAIRS = Pairs(ints(0, 2, 0, 1, 0, 1), ints(1, 3, 2, 3, 3, 2), ints(2**55, 1, 2**55, 3, 2**56, 2**56))


class Early(Clock):
    """A clock whose solver is said to have stopped in the middle, with what it had."""

    def __init__(self, status: Any) -> None:
        super().__init__(10.0)
        self.status = status

    def run(self, solver: Any, model: Any, callback: Any = None) -> Any:
        """Solve, and tell another status."""
        super().run(solver, model)
        return self.status


def test_a_value_beyond_the_numbers_of_floats_is_told_to_the_unit() -> None:
    answer = minimise(tier_of(four()), PAIRS, SlackCosts(), Clock(10.0))
    assert answer == CpSatResult([0, 1], 2**55 + 1, 2**55 + 1)


@pytest.mark.parametrize("least", [7, 8])
def test_a_search_that_ended_early_has_the_bound_that_it_reached(least: int) -> None:
    """To the unit, rounded up; without a pairing the bound is all there is."""
    pairs = Pairs(PAIRS.a, PAIRS.b, ints(least, 0, 20, 0, 30, 0))
    tier = tier_of(four())
    assert minimise(tier, pairs, SlackCosts(), Early(cp_model.FEASIBLE)) == CpSatResult([0, 1], least, least)
    none = minimise(tier, pairs, SlackCosts(), Early(cp_model.UNKNOWN))
    assert (none.chosen, none.bound, none.infeasible) == (None, least, False)
    assert minimise(tier, pairs, SlackCosts(), Early(cp_model.INFEASIBLE)).infeasible
    with pytest.raises(ArithmeticError, match="too great for CP-SAT"):
        minimise(tier, pairs, SlackCosts(), Early(cp_model.MODEL_INVALID))


class Saying(Clock):
    """A clock whose solver tells these statuses, one a search; None is what it really found."""

    def __init__(self, *statuses: Any) -> None:
        super().__init__(10.0)
        self.statuses = list(statuses)
        self.presolved: list[bool] = []

    def run(self, solver: Any, model: Any, callback: Any = None) -> Any:
        """Solve, and tell the next status."""
        self.presolved.append(solver.parameters.cp_model_presolve)
        found, told = super().run(solver, model), self.statuses.pop(0)
        return found if told is None else told


def test_that_there_is_no_pairing_is_believed_of_two_searches_the_second_without_presolve() -> None:
    clock = Saying(cp_model.INFEASIBLE, cp_model.INFEASIBLE)
    assert minimise(tier_of(four()), PAIRS, SlackCosts(), clock).infeasible
    assert clock.presolved == [True, False]
    late = minimise(tier_of(four()), PAIRS, SlackCosts(), Saying(cp_model.INFEASIBLE, cp_model.UNKNOWN))
    assert (late.chosen, late.infeasible) == (None, False)


def test_a_second_search_that_finds_a_pairing_contradicts_the_first() -> None:
    with pytest.raises(ContradictionError, match="the solver contradicts itself: CP-SAT finds a pairing only without"):
        minimise(tier_of(four()), PAIRS, SlackCosts(), Saying(cp_model.INFEASIBLE, None))


def test_a_pairing_at_hand_contradicts_that_there_is_none() -> None:
    tier, known = tier_of(four()), ints(0, 1)
    assert minimise(tier, PAIRS, SlackCosts(), Saying(None), hint=known).chosen == [0, 1]
    none = minimise(tier, PAIRS, SlackCosts(), Saying(cp_model.INFEASIBLE, cp_model.INFEASIBLE), hint=known)
    with pytest.raises(ContradictionError, match="CP-SAT finds no pairing, although one is at hand"):
        closing._at_least_as_good(none, 5)


def gaps_everywhere(seed: int, monkeypatch: pytest.MonkeyPatch) -> RoundProblem:
    """A round whose duals are off by noise, so that CP-SAT has the last word in each tier.

    Of seed 4 each tier has a pairing at hand; of 1024 each is fractional, and looks at ever more pairs.
    """
    first = engine.certify

    def noisy(tier: Any, optimum: Any, limit: int, scale: int = 0) -> Any:
        rng = np.random.default_rng([7, *str(tier.name).encode()])
        y, w = (dual + rng.normal(0, 3.0, len(dual)) for dual in (optimum.duals.y, optimum.duals.w))
        return first(tier, replace(optimum, duals=replace(optimum.duals, y=y, w=w)), limit, scale)

    for module in (engine, closing):
        monkeypatch.setattr(module, "certify", noisy)
    return some_problem(seed, (14, 20, 27, 40))


def test_tiers_that_cp_sat_has_settled_are_named(monkeypatch: pytest.MonkeyPatch) -> None:
    assert solve(four()).closed_by_cp_sat == ()
    answer = solve(gaps_everywhere(4, monkeypatch))
    assert answer.optimal
    assert answer.closed_by_cp_sat == ("1", "2", "3", "tie")


def dearer(found: CpSatResult) -> CpSatResult:
    return replace(found, value=found.value + 10**6, bound=found.value + 10**6)


def none(_: CpSatResult) -> CpSatResult:
    return CpSatResult(None, 0, 0, infeasible=True)


@pytest.mark.parametrize(
    ("seed", "told", "says"),
    [
        (4, dearer, r"CP-SAT says that no pairing costs less than [\d,]+, but one costs [\d,]+"),
        (4, none, "CP-SAT finds no pairing, although one is at hand"),
        (1024, dearer, r"CP-SAT says that no pairing costs less than [\d,]+, but one costs [\d,]+"),
        (1024, none, "CP-SAT finds no pairing, although one is at hand"),
    ],
)
def test_an_answer_that_a_pairing_at_hand_contradicts_is_an_error_that_names_itself(
    seed: int, told: Any, says: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the gap of a tier, and where a later tier is searched for as if there were no pairing yet."""
    problem, search = gaps_everywhere(seed, monkeypatch), cp_sat.minimise

    def wrong(tier: Any, *others: Any) -> CpSatResult:
        found = search(tier, *others)
        return told(found) if isinstance(tier, ListedTier) and not found.infeasible else found

    monkeypatch.setattr(cp_sat, "minimise", wrong)
    with pytest.raises(ContradictionError, match=says):
        solve(problem)


@pytest.mark.parametrize("told", [dearer, none])
def test_the_second_search_of_a_first_tier_does_not_contradict_what_the_first_has_found(
    told: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The first looks at few candidates; the second at all that its pairing leaves open, that pairing among them."""
    problem, search, searches = gaps_everywhere(1024, monkeypatch), cp_sat.minimise, []

    def wrong(tier: Any, *others: Any) -> CpSatResult:
        searches.append(tier)
        found = search(tier, *others)
        return told(found) if len(searches) > 1 else found

    for module in (engine, closing):
        monkeypatch.setattr(module, "certify", certify)
    monkeypatch.setattr(cp_sat, "minimise", wrong)
    with pytest.raises(ContradictionError, match="CP-SAT"):
        solve(some_problem(6, (14, 20, 27, 40)))
    assert len(searches) == 2
    assert len(problem) > 0


def test_a_round_that_keeps_every_rule_is_not_called_impossible_later(
    monkeypatch: pytest.MonkeyPatch, relaxation_alone: None
) -> None:
    """The search for the least breach has found a round without any; then the strict round has one."""
    problem, settle = four(), engine._solve_tier

    def lost(tier: Any, clock: Clock) -> Any:
        if tier.name == 1:
            raise engine.Infeasible
        return settle(tier, clock)

    monkeypatch.setattr(engine, "_solve_tier", lost)
    with pytest.raises(ContradictionError, match="although it knows one that keeps every rule"):
        solve(problem)


@pytest.mark.parametrize(
    ("bound", "whole"),
    [(6.9999999, 7), (7.0000001, 7), (7.01, 8), (-0.5, 0), (float("-inf"), 0), (2.0**50, 2**50 - 1),
     (2.0**55 + 8, 2**55), (-(2.0**55), -(2**55) - 8)],
)  # fmt: skip
def test_a_bound_in_floating_point_is_never_rounded_above_what_it_proves(bound: float, whole: int) -> None:
    assert whole_bound(bound) == whole


def test_a_worse_answer_that_was_not_finished_leaves_the_pairing_at_hand(monkeypatch: pytest.MonkeyPatch) -> None:
    problem, search = gaps_everywhere(4, monkeypatch), cp_sat.minimise
    right = solve(problem)

    def worse(tier: Any, *others: Any) -> CpSatResult:
        found = search(tier, *others)
        return replace(found, value=found.value + 10**9, bound=0)

    monkeypatch.setattr(cp_sat, "minimise", worse)
    answer = solve(problem)
    assert not answer.optimal
    assert answer.tiers[0].cost >= right.tiers[0].cost >= answer.tiers[0].bound
    found = values(problem, free_pairs(problem, answer))
    assert found is not None
    assert found[0] == answer.tiers[0].cost


def test_pairs_that_leave_somebody_alone_hold_no_pairing() -> None:
    answer = minimise(tier_of(four()), Pairs(ints(0, 0, 0), ints(1, 2, 3), ints(1, 1, 1)), SlackCosts(), Clock(10.0))
    assert (answer.chosen, answer.infeasible) == (None, True)


def test_the_whole_model_counts_the_breaches_of_a_relaxed_rule_first() -> None:
    """Whoever wants three games of handicap among equals misses all three."""
    problem = four({"pairs": "handicap", "at_least": 3})
    assert solve_model(problem, [1], Clock(60.0)).infeasible
    relaxed = problem.relax_everything()
    whole = solve_model(relaxed, ["breaches", 1], Clock(60.0))
    answer = solve(relaxed)
    assert answer.breaches == 3
    assert whole.values == whole.bounds == {"breaches": 3, 1: answer.cost}
    assert answer.certificate is not None
    i, j = np.array(answer.pairs).T
    last = answer.certificate.tiers[-1]
    assert (last.name, last.value) == ("tie", problem.lottery(i, j).sum())  # breaches cost nothing any more


def test_the_whole_model_counts_the_breaches_of_a_relaxed_rule_of_pairs_first() -> None:
    """Four who have all met: whoever meets again, two pairs do."""
    t = tournament("1d 1d 1d 1d", rounds=4)
    t = played(played(played(t, "a+b c+d"), "a+c b+d"), "a+d b+c")
    problem = round_problem(t, 4, Profile("p", "", (Weight("seeding", 1),)))
    assert solve_model(problem, [1], Clock(60.0)).infeasible
    whole = solve_model(problem.relax({Rule.REPEATS}), ["breaches", 1], Clock(60.0))
    assert (whole.values["breaches"], whole.proven) == (2, True)


@pytest.mark.slow
@pytest.mark.parametrize("seed", [1004, 1024])
def test_a_stop_after_the_first_search_gives_its_pairing_unproven(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A whole pairing of the cost that is told, and a bound that the best one keeps."""
    problem = some_problem(seed, (14, 20, 27, 40))
    best, clock, search = solve(problem), Clock(100.0), cp_sat.minimise

    def stopped(*args: Any, **named: Any) -> CpSatResult:
        found = search(*args, **named)
        clock.stop()
        return found

    monkeypatch.setattr(cp_sat, "minimise", stopped)
    answer = solve(problem, Options(clock=clock))
    assert not answer.optimal
    assert not answer.tie_proven
    found = values(problem, free_pairs(problem, answer))
    assert found is not None
    assert found[:-1] == tuple(tier.cost for tier in answer.tiers)
    assert 0 <= answer.tiers[0].bound <= best.tiers[0].cost <= answer.tiers[0].cost


@pytest.mark.parametrize("in_time", [True, False])
def test_a_later_tier_without_exact_duals_is_left_to_cp_sat(in_time: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    """Three games of handicap are missing at 7 each: proven, or, when the time is up, what the tier before left."""
    problem = four({"pairs": "handicap", "at_least": 3, "price": 7, "tier": 2})
    first = engine.certify

    def too_great(tier: Any, *others: Any) -> Any:
        if isinstance(tier, ListedTier):
            raise TooGreatError
        return first(tier, *others)

    for module in (engine, closing):
        monkeypatch.setattr(module, "certify", too_great)
    if not in_time:
        monkeypatch.setattr(cp_sat, "minimise", lambda *_: CpSatResult(None, 0, 5))
    answer = solve(problem)
    assert [(tier.cost, tier.bound) for tier in answer.tiers] == [(0, 0), (21, 21 if in_time else 5)]
    assert answer.optimal is in_time
    assert answer.certificate is not None
    assert [tier.name for tier in answer.certificate.tiers] == ["1"]


def test_what_cp_sat_finds_is_told_in_costs_of_the_tier() -> None:
    """Its objective is scale × cost less the dual bound."""
    reports: list[Progress] = []
    tier = tier_of(four())
    units = (12, 4)
    found = minimise(tier, PAIRS, SlackCosts(units=units), Clock(10, reports.append))
    costs = [report.cost for report in reports if report.cost is not None]
    assert costs[-1] == pytest.approx((found.value + 12) // 4)  # its objective is a float
    assert all(report.bound <= costs[-1] for report in reports if report.bound is not None)
    assert {report.tier for report in reports} == {str(tier.name)}
