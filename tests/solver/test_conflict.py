"""Rounds without a pairing: which rules and locks contradict each other, worked out by hand."""

from __future__ import annotations

from builders import played, tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import Conflict, DroppableRule, with_only_rules
from mcmahon.model.tournament.rules import Rule
from mcmahon.solver.clock import Clock
from mcmahon.solver.engine import solve
from mcmahon.solver.questions.conflict import conflict

SIX = "4d 3d 1d 1k 5k 9k"


def forbidding(*pairs: str) -> RoundProblem:
    locks = Locks(forbid=tuple((pair[0], pair[1]) for pair in pairs))
    return round_problem(tournament(SIX, start__bar="none"), 1, load_profile("balanced"), locks)


def members(found: Conflict) -> tuple[str, ...]:
    return tuple(part.name for part in found.members)


def ways(found: Conflict) -> list[tuple[str, int | None]]:
    return [(part.name, cost) for part, cost in found.ways_out]


def test_who_may_meet_nobody_is_the_conflict_and_the_nearest_opponent_the_cheapest_way_out() -> None:
    """That d and e do not meet either is no part of it, though it counts in what the ways out cost."""
    all_of_a = ["ab", "ac", "ad", "ae", "af"]
    found = conflict(forbidding(*all_of_a, "de"))
    assert found.complete
    assert members(found) == tuple(f"forbid a:{other}" for other in "bcdef")
    costs = {p: solve(forbidding(*(q for q in all_of_a if q != p), "de")).cost for p in all_of_a}
    assert ways(found) == [(f"forbid a:{p[1]}", costs[p]) for p in sorted(all_of_a, key=lambda p: costs[p])]
    assert found.ways_out[0][0] == DroppableRule(Rule.FORBIDDEN, ("a", "b"))


def test_of_two_contradictions_one_is_told_and_what_is_a_way_out_of_both() -> None:
    """Neither a nor b may meet anybody: they could each other, but with c for b there is nobody left for a."""
    pairs = ["ab", *(f"{one}{other}" for one in "ab" for other in "cdef")]
    found = conflict(forbidding(*pairs))
    assert found.complete
    assert members(found) == ("forbid a:b", *(f"forbid b:{other}" for other in "cdef"))
    cost = solve(forbidding(*pairs[1:])).cost
    assert ways(found) == [("forbid a:b", cost), *((f"forbid b:{other}", None) for other in "cdef")]


def test_a_bye_by_hand_in_an_even_field_leaves_another_that_nobody_may_have() -> None:
    """b, c and d have had a bye; a is to have one now, so one of them would have a second."""
    t = tournament("1d 1d 1d 1d")
    t = played(played(played(t, "a+c", byes="b", absent="d"), "a+d", byes="c", absent="b"), "b+c", byes="d", absent="a")
    found = conflict(round_problem(t, 4, load_profile("balanced"), Locks(bye=("a",))))
    assert found.complete
    assert set(members(found)) == {"second-bye", "bye a"}
    assert {name for name, cost in ways(found) if cost is not None} == {"second-bye", "bye a"}


def test_without_time_everything_may_be_needed_and_no_way_out_is_known() -> None:
    names = tuple(f"forbid a:{other}" for other in "bcdef")
    found = conflict(forbidding("ab", "ac", "ad", "ae", "af"), Clock(0.0))
    assert (members(found), found.complete) == (names, False)
    assert ways(found) == [(name, None) for name in names]


def test_that_nobody_has_a_second_bye_is_part_of_a_conflict_with_a_bye_by_hand() -> None:
    """The field is even, but without a the rest is odd, and all of them have had a bye."""
    t = tournament("3d 2d 1d 1k", rounds=9)
    t = played(played(t, "a?c", byes="b d"), "a?b", byes="c d")
    problem = round_problem(t, 3, load_profile("balanced"), Locks(bye=("a",)))
    found = conflict(problem)
    assert found.members == (DroppableRule(Rule.SECOND_BYE), DroppableRule(Rule.FORCED, ("a",)))
    assert members(found) == ("second-bye", "bye a")
    assert dict(found.ways_out).keys() == set(found.members)
    assert None not in dict(found.ways_out).values()


def test_a_way_out_costs_what_relaxing_the_rule_costs() -> None:
    """a, c and e have met b, d and f: one repeat suffices, though three of neighbours would cost less."""
    t = tournament("6d 6d 5k 5k 20k 20k", rounds=9, start__bar="none")
    for games in ("a=b c=d e=f", "a=d c=f e=b", "a=f c=b e=d"):
        t = played(t, games)
    problem = round_problem(t, 4, load_profile("balanced"), Locks())
    found = conflict(problem)
    assert members(found) == ("repeats",)
    relaxed = solve(problem.relax([Rule.REPEATS]))
    assert relaxed.breaches == 1
    assert ways(found) == [("repeats", relaxed.cost)]
    assert relaxed.cost > solve(with_only_rules(problem, [])).cost
