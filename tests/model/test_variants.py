"""The same round under one more condition."""

from __future__ import annotations

import numpy as np
import pytest
from builders import played, tournament
from mcmahon.model.pairing.counts import Amounts, GamesOf, criterion_values, listed_pairs
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint
from mcmahon.model.pairing.variants import (
    unweighted_values,
    with_forbidden,
    with_forced,
    with_game,
    with_kept_boards,
    with_tiers,
    with_total,
    with_weights,
)
from mcmahon.model.tournament.rules import CountRule, Rule

NO_WEIGHTS = Profile("none", "", ())


def four(profile: Profile = NO_WEIGHTS) -> RoundProblem:
    """a to d on one score of whom a and b have met."""
    t = played(tournament("1d 1d 1d 1d", start__bar="none"), "a=b", absent="c d")
    return round_problem(t, 2, profile)


def costs(problem: RoundProblem, *pairs: tuple[int, int]) -> list[int]:
    i, j = np.array(pairs, dtype=np.int64).T
    return problem.cost(i, j).tolist()  # type: ignore[no-any-return]


def test_every_board_that_is_not_kept_costs_the_price() -> None:
    """Also of those who have no board to keep, and whichever of the two is named first."""
    problem = with_kept_boards(four(), [(2, 0)], 1, 5)
    assert costs(problem, (0, 2), (2, 0), (0, 1), (1, 2), (1, 3), (3, 1)) == [0, 0, 5, 5, 5, 5]
    assert with_kept_boards(four(), [(0, 2)], 3).tiers == (1, 3)


def test_pairs_kept_apart_are_forbidden_beside_what_they_break_already() -> None:
    problem = with_forbidden(four(), [(1, 0), (3, 2)])
    breaks = problem.breaches(np.array([0, 2, 0]), np.array([1, 3, 2])).tolist()
    assert breaks == [Rule.REPEATS.bit | Rule.FORBIDDEN.bit, Rule.FORBIDDEN.bit, 0]
    assert problem.barred.tolist() == sorted(problem.barred.tolist())


def test_pairs_are_kept_apart_and_players_in_a_game_whatever_rules_are_relaxed() -> None:
    """Limits over pairs that are not relaxed: none of these pairs, and one game of b."""
    relaxed = four().relax_everything()
    for problem, excess in ((with_forbidden(relaxed, [(1, 0)]), ([1], [0])), (with_game(relaxed, 1), ([0], [1]))):
        count = problem.counts[-1]
        assert count.rule.price is None
        assert count.rule.name not in problem.relaxed_counts
        totals = (count.of_pairs(problem.field, np.array(i), np.array(j)) for i, j in (([0, 2], [1, 3]), ([0], [2])))
        assert tuple(count.excess(total).tolist() for total in totals) == excess


def test_pairs_are_settled_once_each() -> None:
    problem = with_forced(four(), [(1, 0), (0, 1)])
    assert problem.forced == ((0, 1),)
    assert problem.free().tolist() == [2, 3]


def test_a_total_counts_what_is_settled() -> None:
    """c and d are settled."""
    t = tournament("1d 1d 1d 1d", start__bar="none")
    problem = round_problem(t, 1, NO_WEIGHTS, Locks(force=(("c", "d"),)))
    amounts = listed_pairs(4, [(0, 1), (2, 3)])
    total = with_total(problem, CountRule("at most", (), 30), amounts).counts[-1]
    assert (total.forced_count.tolist(), total.labels, total.max_amount) == ([1], ("",), 1)
    assert total.of_pairs(problem.field, np.array([0, 3]), np.array([1, 2])).tolist() == [2]


@pytest.mark.parametrize(("weights", "tiers", "all_in_all"), [
    (({"same_club": 3}, {"family": 2, "seeding": 1}), (1, 2), {"same_club": 3, "family": 2, "seeding": 1}),
    ((), (1,), {}),
])  # fmt: skip
def test_a_mapping_is_a_tier(
    weights: tuple[dict[str, int], ...], tiers: tuple[int, ...], all_in_all: dict[str, int]
) -> None:
    own = Profile("p", "", (Weight("handicap", 9),), (CountRule("dear", ("float",), 0, price=1),
                                                      CountRule("hard", ("float",), 0)))  # fmt: skip
    problem = with_tiers(four(own), *weights)
    assert (problem.tiers, problem.weights) == (tiers, all_in_all)
    assert [count.rule.name for count in problem.counts] == ["hard"]


def test_other_weights_stay_in_their_tiers_and_a_pairing_is_counted_whatever_they_are() -> None:
    problem = four(Profile("p", "", (Weight("colour_balance", 3, tier=2), Weight("bye_score", 1))))
    assert [(w.criterion, w.weight, w.tier) for w in with_weights(problem, {"colour_balance": 8}).profile.weights] == [
        ("colour_balance", 8, 2), ("bye_score", 1, 1),
    ]  # fmt: skip
    for of in (problem, with_weights(problem, {"colour_balance": 0}), with_kept_boards(problem, [], 1)):
        assert unweighted_values(of, ["mms_difference"], [(0, 1), (2, 3)], ()) == {"mms_difference": 0}
        assert unweighted_values(of, ["mms_difference"], [(0, 2), (1, 3)], ())["mms_difference"] == 0


def test_the_print_of_a_problem_tells_boards_that_are_kept() -> None:
    """Which, at what price, in which tier; without any it is what it was before there were any."""
    problem = four()
    assert fingerprint(with_kept_boards(problem, [(0, 2)], 1)) == fingerprint(with_kept_boards(problem, [(2, 0)], 1))
    kept: list[tuple[list[tuple[int, int]], int, int]]
    kept = [([], 1, 1), ([(0, 2)], 1, 1), ([(0, 3)], 1, 1), ([(0, 2)], 2, 1), ([(0, 2)], 1, 5)]
    others = [problem, *(with_kept_boards(problem, *terms) for terms in kept)]
    assert len({fingerprint(other) for other in others}) == len(others)


def test_the_print_of_a_problem_tells_amounts_that_are_given() -> None:
    """Of rules that say the same in words."""
    problem, rule = four(), CountRule("total", (), 3)
    given: list[Amounts] = [
        listed_pairs(len(problem), [(0, 1)]), listed_pairs(len(problem), [(0, 2)]),
        listed_pairs(len(problem), [(0, 1), (2, 3)]),
        GamesOf(0), GamesOf(1),
        criterion_values(problem.field, CRITERIA["mms_difference"]),
        criterion_values(problem.field, CRITERIA["colour_balance"]),
        criterion_values(problem.field, CRITERIA["colour_balance"], True),
    ]  # fmt: skip
    prints = {fingerprint(with_total(problem, rule, amounts)) for amounts in given}
    assert len(prints | {fingerprint(problem)}) == len(given) + 1
    again = fingerprint(with_total(problem, rule, listed_pairs(len(problem), [(1, 0)])))
    assert again == fingerprint(with_total(problem, rule, given[0]))
