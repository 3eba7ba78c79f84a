"""Alternatives, repair, sensitivity, fronts and conflicts: every claim against brute force over all pairings."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import combinations, islice, pairwise
from random import Random
from typing import Any

import numpy as np
import pytest
from builders import tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError, NoAnswerError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.counts import listed_pairs
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.evaluation import values, values_of_one
from mcmahon.model.pairing.pairing import Pairing, TierValue
from mcmahon.model.pairing.profile import GREATEST_WEIGHT, Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import (
    KEPT_BOARDS,
    droppable_rules,
    with_forbidden,
    with_forced,
    with_only_rules,
    with_total,
    with_weights,
)
from mcmahon.model.reasons.difference import difference
from mcmahon.model.tournament.rules import CountRule, Rule
from mcmahon.solver.clock import Clock
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.questions import repair
from mcmahon.solver.questions.conflict import conflict
from mcmahon.solver.questions.other_pairings import (
    Front,
    _nondominated,
    _normals,
    alternatives,
    sensitivity,
    solve_keeping_most,
)
from mcmahon.solver.questions.repair import (
    ACCEPTABLE_COST_FACTOR,
    Repaired,
    _between,
    cheapest,
    cost_multiple,
    fewest_acceptable_changes,
    fewest_changes,
    kept_boards,
    trade_off,
    within_changes,
)
from mcmahon.solver.questions.repair import _nondominated as _undominated_points
from mcmahon.solver.tuning import DEFAULTS

from .every_pairing import Whole, every_pairing
from .test_certificate import field
from .test_rules_over_pairs import some_problem

SIZES = (4, 5, 6, 7, 8)


@cache
def solved(seed: int) -> tuple[RoundProblem, Pairing, list[Whole]]:
    """A random small round that has a pairing, its best one, and all that there are."""
    for attempt in range(seed, seed + 10_000, 1000):
        problem = some_problem(attempt, SIZES)
        every = every_pairing(problem)
        if every and len(problem.free()) > 2:
            return problem, solve(problem), every
    raise AssertionError("no small round with a pairing")


def tiers(pairing: Pairing) -> tuple[int, ...]:
    return tuple(value.cost for value in pairing.tiers)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(100, 140))
def test_alternatives_are_the_next_best_each_once(seed: int) -> None:
    """In order of cost; of equal ones that with most boards of the best; all different; none left out."""
    problem, best, every = solved(seed)
    found = list(alternatives(problem, best, most=6))
    others = [w for w in every if w.pairs != frozenset(best.pairs)]
    kept = sorted((w.cost, -len(w.pairs & set(best.pairs)), w.lottery) for w in others)
    assert [(tiers(p), -len(set(p.pairs) & set(best.pairs))) for p in found] == [k[:2] for k in kept[:6]]
    assert len({frozenset(p.pairs) for p in found} | {frozenset(best.pairs)}) == len(found) + 1
    assert all(p.optimal and sum(tiers(p)) == p.cost == p.bound for p in found)


def test_questions_take_the_time_that_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    """Every search behind an answer has the caller's clock."""
    problem, best, every = solved(101)
    clock, seen = Clock(50.0), []

    def watched(of: RoundProblem, options: Options | None = None) -> Pairing:
        seen.append(options or Options())
        return solve(of, options)

    for module in ("other_pairings", "repair", "conflict"):
        monkeypatch.setattr(f"mcmahon.solver.questions.{module}.solve", watched)
    options, old = Options(clock=clock), every[-1].pairs - set(problem.forced)
    found = [*alternatives(problem, best, options, 1), fewest_changes(problem, old, options).pairing]
    found += [cheapest(problem, old, options).pairing]
    assert len(found) == 3
    for ask in (
        lambda: list(sensitivity(problem, best, options)),
        lambda: list(Front(problem, ("mms_difference", "seeding"), options).all_points()),
        lambda: conflict(problem, clock),
    ):
        before = len(seen)
        ask()
        assert len(seen) > before
    assert len(seen) >= 3
    assert all(one.clock is clock for one in seen)
    assert not any(one.lottery for one in seen[before:])  # a conflict is about costs alone


def test_repairs_take_the_time_that_they_are_given_and_no_more_searches_than_they_need(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Fewer changes than can be, the fewest, none at a corner, a corner, as many as the cheapest, and more."""
    plain = field(16, 4)
    old = some_boards(plain, 4)
    clock, seen = Clock(50.0), []

    def watched(of: RoundProblem, options: Options | None = None) -> Pairing:
        seen.append(options or Options())
        return solve(of, options)

    for module in ("other_pairings", "repair"):
        monkeypatch.setattr(f"mcmahon.solver.questions.{module}.solve", watched)
    with pytest.raises(NoPairingError):
        within_changes(with_forbidden(plain, [min(old)]), old, 0, Options(clock=clock))
    searches = [len(seen)]
    for most in (0, 1, 3, 7, 9):
        before = len(seen)
        within_changes(plain, old, most, Options(clock=clock))
        searches.append(len(seen) - before)
    assert searches == [2, 1, 6, 3, 2, 2]  # at 1: both ends, three prices, and a count
    assert all(one.clock is clock for one in seen)
    seen.clear()
    trade_off(plain, old, Options(clock=clock))
    assert [one.clock is clock for one in seen[:2]] == [True, True]


def test_a_round_settled_by_hand_has_no_alternative() -> None:
    t = tournament("1d 1d 1d 1d")
    for force in (("a", "b"), ("c", "d")), (("b", "a"), ("c", "d")):
        problem = round_problem(t, 1, load_profile("balanced-1"), Locks(force=force))
        assert list(alternatives(problem, solve(problem))) == []


def test_where_nothing_has_a_weight_every_answer_has_the_one_tier_of_cost_0() -> None:
    """What is sought beside the profile, boards to keep, leaves the profile's tiers as they are."""
    problem = round_problem(tournament("1d 1d 1d 1d"), 1, Profile("none", "", ()))
    best = solve(problem)
    few, cheap = fewest_changes(problem, best.pairs), cheapest(problem, best.pairs)
    answers = [best, solve_keeping_most(problem, best.pairs), few.pairing, cheap.pairing, *alternatives(problem, best)]
    answers += [point.pairing for point in trade_off(problem, best.pairs)]
    answers += [within_changes(problem, best.pairs, most).pairing for most in (0, 1, 2)]
    assert {answer.tiers for answer in answers} == {(TierValue(1, 0, 0),)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 230))
def test_a_forced_pair_and_a_pair_kept_apart_cost_exactly_so_much(seed: int) -> None:
    problem, best, every = solved(seed)
    free = problem.free().tolist()
    for i, j in combinations(free, 2):
        having = [w for w in every if (i, j) in w.pairs]
        if having:
            assert tiers(solve_keeping_most(with_forced(problem, [(i, j)]), best.pairs)) <= having[0].cost
        if having and not problem.counts:
            assert tiers(solve_keeping_most(with_forced(problem, [(i, j)]), best.pairs)) == having[0].cost
        without = [w for w in every if (i, j) not in w.pairs]
        if without and (i, j) in best.pairs:
            assert tiers(solve_keeping_most(with_forbidden(problem, [(i, j)]), best.pairs)) == without[0].cost


@pytest.mark.long
@pytest.mark.parametrize("seed", range(300, 340))
def test_repairs_change_fewest_boards_or_cost_least(seed: int) -> None:
    problem, best, every = solved(seed)
    rng = Random(seed)
    old = rng.choice(every).pairs - set(problem.forced)
    lost = [len(old - w.pairs) for w in every]
    few = fewest_changes(problem, old)
    assert (few.changed, tiers(few.pairing)) == min(zip(lost, (w.cost for w in every), strict=True))
    for most in range(few.changed, max(lost) + 1):
        found = within_changes(problem, old, most)
        of_these = [(w.cost, n) for w, n in zip(every, lost, strict=True) if n <= most]
        assert (tiers(found.pairing), found.changed) == min(of_these)
    least = cheapest(problem, old)
    assert tiers(least.pairing) == tiers(best)
    assert least.changed == min(n for w, n in zip(every, lost, strict=True) if w.cost == every[0].cost)


def sane(problem: RoundProblem, old: set[tuple[int, int]], of: Whole | Pairing, cheap: Pairing, wider: int) -> bool:
    """Whether no new board is wider than those of the cheapest round at its scores, no bye higher, but by so much."""
    score = problem.field.score.tolist()
    new, best = ({*pairs} - old - {*problem.forced} for pairs in (of.pairs, cheap.pairs))
    spans = [sorted((score[i], score[j])) for i, j in best]
    widest = [max((high - low for low, high in spans if low <= own <= high), default=0) + wider for own in score]
    narrow = all(abs(score[i] - score[j]) <= min(widest[i], widest[j]) for i, j in new)
    highest, top = (max((score[i] for i in byes), default=0) for byes in (of.byes, cheap.byes))
    return narrow and highest <= top + wider


@pytest.mark.slow
@pytest.mark.parametrize("wider", [0, 1, 2])
@pytest.mark.parametrize("seed", range(300, 330))
def test_a_sane_repair_changes_fewest_boards_of_those_within_the_limits(seed: int, wider: int) -> None:
    """Against every pairing; with one tier it is a corner within the limits where the fewest would be far dearer."""
    problem, _, every = solved(seed)
    old = Random(seed).choice(every).pairs - set(problem.forced)
    cheap = cheapest(problem, old)
    within = []
    for whole in every:
        if old & set(cheap.pairing.pairs) <= whole.pairs and sane(problem, old, whole, cheap.pairing, wider):
            within.append((len(old - whole.pairs), whole.cost))
    found = fewest_acceptable_changes(problem, old, wider, cheap)
    assert sane(problem, old, found.pairing, cheap.pairing, wider)
    assert old & set(cheap.pairing.pairs) <= set(found.pairing.pairs)
    assert not cost_multiple(found, cheap)
    if min(within)[1][0] <= ACCEPTABLE_COST_FACTOR * tiers(cheap.pairing)[0] or len(problem.tiers) > 1:
        assert (found.changed, tiers(found.pairing)) == min(within)
    else:
        assert (found.changed, tiers(found.pairing)) in within
        assert found.changed > min(within)[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(400, 440))
def test_the_trade_off_has_the_ends_and_no_pairing_below_its_line(seed: int) -> None:
    problem, _, every = solved(seed)
    old = Random(seed).choice(every).pairs - set(problem.forced)
    curve = trade_off(problem, old)
    assert curve[0].changed == min(len(old - w.pairs) for w in every)
    assert tiers(curve[-1].pairing) == every[0].cost
    for point in curve:
        same = [w.cost for w in every if len(old - w.pairs) <= point.changed]
        assert tiers(point.pairing) == min(same)
        assert point.pairing.optimal
        assert point.pairing.bound == point.pairing.cost == sum(tiers(point.pairing))
        assert all(value.bound == value.cost for value in point.pairing.tiers)
    costs = [tiers(point.pairing) for point in curve]
    assert costs == sorted(costs, reverse=True)
    if len(problem.tiers) == 1:
        for a, b in pairwise(curve):
            for w in every:  # on or above the line through neighbours
                run, rise = b.changed - a.changed, tiers(a.pairing)[0] - tiers(b.pairing)[0]
                at = len(old - w.pairs)
                assert w.cost[0] * run + at * rise >= tiers(a.pairing)[0] * run + a.changed * rise


def some_boards(problem: RoundProblem, seed: int) -> set[tuple[int, int]]:
    """Pairs by lot; of an odd field somebody is in none."""
    players = problem.free().tolist()
    Random(seed).shuffle(players)
    return {(min(pair), max(pair)) for pair in zip(players[::2], players[1::2], strict=False)}


def test_a_short_trade_off_looks_first_where_most_is_saved() -> None:
    """From 0 changes to 7; between them 3, which saves most of all; then between 0 and 3, where more is saved."""
    problem = field(16, 4)
    old = some_boards(problem, 4)
    for most, changes in ((2, [0, 7]), (3, [0, 3, 7]), (4, [0, 2, 3, 7])):
        assert [point.changed for point in trade_off(problem, old, most=most)] == changes


def test_a_trade_off_of_one_tier_has_every_corner() -> None:
    """No certificate: what was proven is a round at a price."""
    problem = field(16, 4)
    curve = trade_off(problem, some_boards(problem, 4))
    assert [point.changed for point in curve] == [0, 2, 3, 4, 5, 6, 7]
    assert all(point.pairing.certificate is None for point in curve)


def test_a_price_that_is_not_proven_bounds_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = field(16, 4)
    old = some_boards(problem, 4)
    few, cheap = fewest_changes(problem, old), cheapest(problem, old)
    monkeypatch.setattr("mcmahon.solver.questions.repair.solve", lambda *args: replace(solve(*args), optimal=False))
    middle = _between((problem, old, None), few, cheap)
    assert middle is not None
    assert (middle.changed, middle.pairing.optimal, middle.pairing.bound) == (3, False, 0)
    assert [value.bound for value in middle.pairing.tiers] == [0]


def test_a_trade_off_ends_when_its_time_is_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """After one price that takes all of it, whether it is proven or not."""
    problem = field(16, 4)
    old = some_boards(problem, 4)
    few, three, cheap = fewest_changes(problem, old), within_changes(problem, old, 3), cheapest(problem, old)
    monkeypatch.setattr("mcmahon.solver.questions.repair.fewest_changes", lambda *_: few)
    monkeypatch.setattr("mcmahon.solver.questions.repair.cheapest", lambda *_: cheap)
    monkeypatch.setattr("mcmahon.solver.questions.repair._at_most", lambda *_: pytest.fail("counted after the end"))
    for proven in (True, False):
        asked = []

        def slow(*args: Any, proven: bool = proven, asked: list[Any] = asked) -> Repaired:
            asked.append(args)
            time.sleep(0.1)
            return replace(three, pairing=replace(three.pairing, optimal=proven))

        monkeypatch.setattr("mcmahon.solver.questions.repair._between", slow)
        assert [point.changed for point in trade_off(problem, old, Options(seconds=0.1))] == [0, 3, 7]
        assert len(asked) == 1


def test_a_trade_off_of_several_tiers_is_at_one_change_more_then_two_then_four() -> None:
    """Each is the best of its many changes in every tier; a short one has the first of them."""
    plain = field(16, 7)
    split = [replace(w, tier=1 if w.criterion == "mms_difference" else 2) for w in plain.profile.weights]
    problem = replace(plain, profile=replace(plain.profile, weights=tuple(split)))
    old = some_boards(problem, 7)
    curve = trade_off(problem, old)
    assert [point.changed for point in curve] == [0, 1, 2, 4, 7]
    for point in curve:
        assert tiers(point.pairing) == tiers(within_changes(problem, old, point.changed).pairing)
        assert all(value.cost == value.bound for value in point.pairing.tiers)
    for most, changes in ((2, [0, 7]), (3, [0, 1, 7]), (4, [0, 1, 2, 7])):
        assert [point.changed for point in trade_off(problem, old, most=most)] == changes


def late(*_: object) -> Repaired:
    raise NoAnswerError("the time is up")


def test_changes_that_are_not_proven_in_time_are_answered_by_the_corner_before(monkeypatch: pytest.MonkeyPatch) -> None:
    """Corners at 0 and 2 to 7 changes; that 1 buys nothing is not known, as what counts boards has no time."""
    problem = field(16, 4)
    old = some_boards(problem, 4)
    known = {most: within_changes(problem, old, most) for most in (0, 1, 3, 9)}
    assert (known[1].changed, known[1].pairing.optimal) == (0, True)
    monkeypatch.setattr("mcmahon.solver.questions.repair._at_most", late)
    found = within_changes(problem, old, 1)
    assert (found.changed, found.pairing.pairs) == (0, known[0].pairing.pairs)
    assert (found.pairing.cost, found.pairing.bound) == (known[0].pairing.cost, known[9].pairing.cost)
    assert not found.pairing.optimal
    for most in (0, 3, 9):
        assert within_changes(problem, old, most) == known[most]
    monkeypatch.setattr("mcmahon.solver.questions.repair._between", late)
    assert within_changes(problem, old, 3).changed == 0


def test_changes_that_are_not_proven_in_time_never_cost_more_than_fewer(monkeypatch: pytest.MonkeyPatch) -> None:
    """Counting boards ends with a dearer pairing than that with no change; its bound holds for both."""
    problem = field(16, 4)
    old = some_boards(problem, 4)
    few = fewest_changes(problem, old)

    def open_until(found: Repaired, dearer: int, bound: int) -> Repaired:
        value = replace(found.pairing.tiers[0], cost=found.pairing.cost + dearer, bound=bound)
        return replace(
            found, pairing=replace(found.pairing, tiers=(value,), cost=value.cost, bound=bound, optimal=False)
        )

    dear = open_until(cheapest(problem, old), few.pairing.cost, few.pairing.cost - 3)
    monkeypatch.setattr("mcmahon.solver.questions.repair._at_most", lambda *_: replace(dear, changed=1))
    found = within_changes(problem, old, 1)
    assert (found.changed, found.pairing.pairs) == (0, few.pairing.pairs)
    assert (found.pairing.cost, found.pairing.bound) == (few.pairing.cost, few.pairing.cost - 3)
    assert not found.pairing.optimal
    with monkeypatch.context() as patch:  # nor does a price
        patch.setattr("mcmahon.solver.questions.repair._between", lambda *_: replace(dear, changed=1))
        patch.setattr("mcmahon.solver.questions.repair._at_most", late)
        assert within_changes(problem, old, 2).pairing.pairs == few.pairing.pairs
    proof = open_until(cheapest(problem, old), few.pairing.cost, few.pairing.cost)
    monkeypatch.setattr("mcmahon.solver.questions.repair._at_most", late)
    monkeypatch.setattr("mcmahon.solver.questions.repair.cheapest", lambda *_: proof)
    assert within_changes(problem, old, 1) == few  # no pairing at all costs less


def test_a_trade_off_whose_prices_take_too_long_is_sought_by_counting(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = field(16, 4)
    old = some_boards(problem, 4)
    whole = {point.changed: point.pairing.cost for point in trade_off(problem, old)}
    monkeypatch.setattr("mcmahon.solver.questions.repair._between", late)
    steps = trade_off(problem, old)
    assert [point.changed for point in steps] == [0, 2, 4, 7]
    assert all(point.pairing.cost == whole.get(point.changed, point.pairing.cost) for point in steps)
    monkeypatch.setattr("mcmahon.solver.questions.repair._at_most", late)
    assert [point.changed for point in trade_off(problem, old)] == [0, 7]


def test_a_point_of_a_trade_off_that_a_price_leaves_unproven_is_sought_again_by_counting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = field(16, 4)
    old = some_boards(problem, 4)
    two = within_changes(problem, old, 2)
    assert two.changed == 2
    open_ = replace(two.pairing, optimal=False, bound=0, tiers=(replace(two.pairing.tiers[0], bound=0),))
    monkeypatch.setattr("mcmahon.solver.questions.repair._between", lambda *_: Repaired(2, open_))
    curve = trade_off(problem, old)
    assert [(point.changed, point.pairing.optimal) for point in curve] == [(0, True), (2, True), (4, True), (7, True)]
    assert curve[1].pairing == two.pairing


@pytest.mark.parametrize("seconds", [None, 3.0, 60.0])
def test_no_point_of_a_trade_off_may_take_all_its_time(seconds: float | None, monkeypatch: pytest.MonkeyPatch) -> None:
    """A price has a third of the time that is left, a count of boards half of it."""
    problem = field(16, 4)
    old = some_boards(problem, 4)
    given: dict[str, list[float]] = {"_between": [], "_at_most": []}

    def spied(name: str) -> Callable[..., Repaired]:
        def call(*args: Any) -> Repaired:
            given[name].append(args[0][-1].clock.remaining())
            raise NoAnswerError("the time is up")

        return call

    for name in given:
        monkeypatch.setattr(f"mcmahon.solver.questions.repair.{name}", spied(name))
    trade_off(problem, old, Options(seconds=seconds) if seconds else None)
    whole = min(seconds or DEFAULTS.curve_seconds, DEFAULTS.curve_seconds)
    assert given["_between"] == [pytest.approx(whole / 3, rel=0.2)]
    assert given["_at_most"] == [pytest.approx(whole / 2, rel=0.2)] * 3


def test_one_price_that_takes_too_long_leaves_the_others_and_is_made_good_by_counting(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The second price, between 0 and 3 changes, is late: 4 to 6 are found by prices still, and 2 by counting."""
    problem = field(16, 4)
    old = some_boards(problem, 4)
    whole = [(point.changed, point.pairing.cost) for point in trade_off(problem, old)]
    assert [changes for changes, _ in whole] == [0, 2, 3, 4, 5, 6, 7]
    asked: list[tuple[int, int]] = []

    def second_late(case: object, a: Repaired, b: Repaired) -> Repaired | None:
        asked.append((a.changed, b.changed))
        return late() if len(asked) == 2 else between(case, a, b)

    between: Any = repair._between
    monkeypatch.setattr(repair, "_between", second_late)
    found = trade_off(problem, old)
    assert asked[:2] == [(0, 7), (0, 3)]
    assert [(point.changed, point.pairing.cost) for point in found] == whole
    assert all(point.pairing.optimal for point in found)


def test_what_is_counted_does_not_replace_what_is_known_to_be_better(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = field(16, 4)
    old = some_boards(problem, 4)
    known = {point.changed: point for point in trade_off(problem, old)}
    dear = replace(known[3].pairing, cost=10**6, tiers=(replace(known[3].pairing.tiers[0], cost=10**6),), optimal=False)
    calls = iter([known[3]])
    monkeypatch.setattr(repair, "_between", lambda *_: next(calls, None) or late())
    monkeypatch.setattr(repair, "_at_most", lambda *_: Repaired(3, dear))
    assert [(p.changed, p.pairing.cost) for p in trade_off(problem, old)] == [
        (changes, known[changes].pairing.cost) for changes in (0, 3, 7)
    ]


def test_of_a_trade_off_only_what_saves_on_the_point_before_is_told() -> None:
    best = solved(600)[1]
    value = best.tiers[0]
    points = {n: Repaired(n, replace(best, tiers=(replace(value, cost=c),))) for n, c in enumerate((9, 5, 7, 5, 4))}
    assert [point.changed for point in _undominated_points(points)] == [0, 1, 4]


def test_fewer_changes_than_must_be_are_refused_with_a_rule_to_give_up() -> None:
    """A board of the old pairing is forbidden now: one board more is given up, or the one that is forbidden is played.

    Which of the two least breaches is named is the solver's choice; giving up what is named leaves a pairing.
    """
    plain = field(16, 4)
    old = some_boards(plain, 4)
    problem = with_forbidden(plain, [min(old)])
    few = fewest_changes(problem, old)
    assert few.changed > 0
    with pytest.raises(NoPairingError, match=r"keeps every rule.* number of breaches is 1 \(proven\)$") as error:
        within_changes(problem, old, few.changed - 1)
    rule = CountRule(f"{KEPT_BOARDS}, at least", (), len(old) - few.changed + 1, at_least=True)
    (named,) = error.value.relax
    counted = {"forbidden": ({Rule.FORBIDDEN}, ()), rule.name: (set(), [rule.name])}
    assert solve(with_total(problem, rule, listed_pairs(len(problem), old)).relax(*counted[named])).breaches == 1


@pytest.mark.long
@pytest.mark.parametrize("seed", range(500, 530))
def test_a_weights_interval_is_exact(seed: int) -> None:
    """At its ends the pairing is optimal, one further it is not, and what takes its place is."""
    problem, best, every = solved(seed)

    def costs(variant: RoundProblem, w: Whole | Pairing) -> list[int]:
        found = variant.costs_by_criterion(sorted(w.pairs), w.byes)
        return [sum(c for n, c in found.items() if variant.tier_of(n) == t) for t in variant.tiers]

    intervals = list(sensitivity(problem, best))
    assert [i.criterion for i in intervals] == [w.criterion for w in problem.profile.weights if w.weight]
    for interval in intervals:
        assert interval.low <= interval.weight <= interval.high
        for weight, other in ((interval.low, None), (interval.high, None), (interval.low - 1, interval.below),
                              (interval.high + 1, interval.above)):  # fmt: skip
            if not 0 <= weight <= GREATEST_WEIGHT:
                assert other is None
                continue
            variant = with_weights(problem, {interval.criterion: weight})
            least = min(costs(variant, w) for w in every)
            if interval.low <= weight <= interval.high:
                assert costs(variant, best) == least
            else:
                assert other is not None
                assert costs(variant, best) > least
                assert costs(variant, other) == least


@pytest.mark.slow
def test_intervals_of_a_larger_round_are_those_found_by_solving_from_the_far_ends() -> None:
    """90 players: most ends come from the duals of the round, and so do the pairings beyond."""
    problem = field(90, 3)
    best = solve(problem)
    found = list(sensitivity(problem, best))
    for interval in found:
        for weight, beyond in ((interval.low, interval.below), (interval.high, interval.above)):
            variant = with_weights(problem, {interval.criterion: weight})
            assert solve(variant).cost == sum(variant.costs_by_criterion(best.pairs, best.byes).values())
            if beyond is not None:
                outside = weight + (1 if beyond is interval.above else -1)
                assert beyond == replace(
                    solve_keeping_most(with_weights(problem, {interval.criterion: outside}), best.pairs),
                    seconds=beyond.seconds,
                )


def test_a_weight_that_is_alone_in_its_tier_may_be_any_but_0() -> None:
    """By the seeding compatriots would meet; as soon as that weighs anything, they do not."""
    t = tournament("1d 1d 1d 1d", preset="swiss", pairing__geography_at_bar="counts")
    plain = round_problem(t, 1, Profile("p", "", (Weight("seeding", 10),)))
    pairs = solve(plain).pairs
    country = {plain.field.ids[i]: str(k) for k, pair in enumerate(pairs) for i in pair}
    t = t.with_players([replace(p, country=country[p.id]) for p in t.players])
    problem = round_problem(t, 1, Profile("p", "", (Weight("same_country", 5, "", 1), Weight("seeding", 10, "", 2))))
    first = next(sensitivity(problem, solve(problem)))
    assert (first.criterion, first.low, first.high, first.above) == ("same_country", 1, GREATEST_WEIGHT, None)
    assert first.below is not None
    assert first.below.pairs == pairs


@pytest.mark.slow
def test_a_pairing_that_is_not_the_best_has_no_intervals() -> None:
    problem, best, _ = solved(500)
    other = next(p for p in alternatives(problem, best, most=20) if tiers(p) > tiers(best))
    with pytest.raises(InputError, match="not the cheapest"):
        next(sensitivity(problem, other))


def test_no_end_of_a_weight_is_told_that_was_not_proven_in_time(monkeypatch: pytest.MonkeyPatch) -> None:
    problem = field(16, 4)
    best = solve(problem)

    def too_late(of: RoundProblem, options: Options | None = None) -> Pairing:
        return replace(solve(of, options), optimal=False)

    monkeypatch.setattr("mcmahon.solver.questions.other_pairings.solve", too_late)
    with pytest.raises(NoAnswerError, match="time was too short"):
        list(sensitivity(problem, best))


def test_a_weight_of_0_has_no_interval() -> None:
    problem, _, _ = solved(500)
    first, *others = problem.profile.weights
    without = with_weights(problem, {first.criterion: 0})
    found = list(sensitivity(without, solve(without)))
    assert [i.criterion for i in found] == [w.criterion for w in others if w.weight]


def totals(problem: RoundProblem, w: Whole, criteria: tuple[str, ...]) -> tuple[int, ...]:
    i, j = np.array(sorted(w.pairs), dtype=np.int64).reshape(-1, 2).T
    byes = np.array(w.byes, dtype=np.int64)
    found = [
        (values(CRITERIA[c].of_pair, problem.field, i, j), values_of_one(CRITERIA[c].of_bye, problem.field)[byes])
        for c in criteria
    ]
    return tuple(int(pair.sum() + bye.sum()) for pair, bye in found)


@pytest.mark.long
@pytest.mark.parametrize("seed", range(600, 640))
@pytest.mark.parametrize(
    "criteria",
    [("mms_difference", "same_club"), ("mms_difference", "colour_balance"), ("seeding", "bye_score"),
     ("mms_difference", "colour_balance", "seeding"), ("same_country", "bye_score", "colour_balance")],
)  # fmt: skip
def test_the_front_is_exact(seed: int, criteria: tuple[str, ...], monkeypatch: pytest.MonkeyPatch) -> None:
    problem, _, every = solved(seed)
    points = {totals(problem, w, criteria) for w in every}
    best = {p for p in points if not any(q != p and all(x <= y for x, y in zip(q, p, strict=True)) for q in points)}
    front = Front(problem, criteria)
    corners = front.supported()
    monkeypatch.setattr(front, "supported", lambda: corners)  # the search for every point asks for them again
    found = list(front.all_points())
    assert {p.values for p in found} == best
    assert len(found) == len(best)
    assert {p.values for p in corners} <= best
    for rng in [Random(seed)]:
        for _ in range(30):  # whatever the weights, a corner is as good as any pairing
            weights = [rng.randint(1, 50) for _ in criteria]
            worth = [sum(w * x for w, x in zip(weights, p, strict=True)) for p in points]
            assert min(sum(w * x for w, x in zip(weights, c.values, strict=True)) for c in corners) == min(worth)
    for point in found:
        assert (
            totals(problem, Whole(frozenset(point.pairing.pairs), point.pairing.byes, (), 0), criteria) == point.values
        )
        assert point.supported is (point.values in {c.values for c in corners})


def test_a_bye_by_hand_counts_in_the_front_of_an_even_field() -> None:
    """With a out, d has a bye that leaves two even games, or e or f at the lowest score and d plays a point down."""
    t = tournament("3d 2d 2d 1d 1k 1k", start__bar="none")
    problem = round_problem(t, 1, load_profile("balanced-1"), Locks(bye=("a",)))
    found = list(islice(Front(problem, ("mms_difference", "bye_score")).all_points(), 3))
    assert [p.values for p in found] == [(0, 7), (1, 6)]
    assert found[0].pairing.byes == (problem.field.ids.index("a"), problem.field.ids.index("d"))


def every_point(problem: RoundProblem, criteria: tuple[str, ...]) -> set[tuple[int, ...]]:
    """The front by brute force."""
    points = {totals(problem, w, criteria) for w in every_pairing(problem)}
    return {p for p in points if not any(q != p and all(x <= y for x, y in zip(q, p, strict=True)) for q in points)}


@pytest.mark.slow
@pytest.mark.parametrize("seed", [606, 610, 611])
@pytest.mark.parametrize("criteria", [("mms_difference", "bye_score"), ("mms_difference", "bye_score", "seeding")])
def test_a_bye_by_hand_in_an_even_field_is_not_the_only_one(seed: int, criteria: tuple[str, ...]) -> None:
    """Somebody else has one too, whose score counts in the front."""
    problem, _, _ = solved(seed)
    settled = replace(problem, forced_byes=(*problem.forced_byes, *problem.free()[:1].tolist()))
    assert len(settled) % 2 == 0
    best = every_point(settled, criteria)
    assert len(best) > 1
    assert {point.values for point in Front(settled, criteria).all_points(len(best) + 1)} == best


@pytest.mark.parametrize(
    ("seed", "criterion", "corners"),
    [(741, "colour_balance", [(0, 6), (1, 2), (2, 0)]), (742, "seeding", [(0, 62), (1, 37), (2, 25)])],
)
def test_a_corner_between_the_ends_is_found(seed: int, criterion: str, corners: list[tuple[int, int]]) -> None:
    """It lies below the line from one end to the other, which no order of the two criteria leads to."""
    assert [point.values for point in Front(solved(seed)[0], ("mms_difference", criterion)).supported()] == corners


@pytest.mark.slow
@pytest.mark.parametrize("criteria", [("mms_difference", "seeding"), ("mms_difference", "colour_balance", "seeding")])
def test_a_front_ends_after_so_many_points(criteria: tuple[str, ...]) -> None:
    """They are the first of all, in their order."""
    front = next(f for seed in range(600, 700) if len(list((f := Front(solved(seed)[0], criteria)).all_points())) > 1)
    every = [point.values for point in front.all_points()]
    corners = front.supported()
    assert {point.values for point in corners} <= set(every)
    assert [front._values(point.pairing) for point in corners] == [point.values for point in corners]
    for most in (0, 1, 2, len(every), len(every) + 1):
        assert [point.values for point in front.all_points(most)] == every[:most]


@pytest.mark.parametrize(
    ("points", "faces"),
    [
        ([(2, 0, 0), (0, 1, 0), (0, 0, 3)], [(3, 6, 2)]),
        ([(0, 1, 0), (2, 0, 0), (0, 0, 3)], [(3, 6, 2)]),
        ([(2, 0, 0), (0, 0, 3), (0, 1, 0)], [(3, 6, 2)]),
        ([(0, 1, 0), (1, 0, 0), (0, 0, 1)], [(1, 1, 1)]),
        ([(4, 0, 0), (0, 2, 0), (0, 0, 6)], [(3, 6, 2)]),
        ([(2, 0, 0), (0, 1, 0), (0, 0, 3), (2, 1, 3)], [(3, 6, 2)]),
        ([(2, 0, 0), (0, 1, 0), (0, 0, 3), (0, 0, 0)], []),
        ([(1, 0, 0), (0, 1, 0), (1, 1, 0)], []),
    ],
)
def test_a_face_of_the_lower_hull_is_told_by_the_least_whole_weights(
    points: list[tuple[int, ...]], faces: list[tuple[int, ...]]
) -> None:
    """3x + 6y + 2z is 6 on the plane of the first three, whatever their order; no point may lie below."""
    assert list(_normals(points)) == faces


def test_a_point_is_dominated_by_one_as_good_in_everything() -> None:
    pairing = solved(600)[1]
    assert list(_nondominated(dict.fromkeys([(1, 2), (2, 1), (2, 2), (1, 3), (0, 9)], pairing))) == [
        (1, 2),
        (2, 1),
        (0, 9),
    ]


@pytest.mark.long
@pytest.mark.parametrize("seed", range(700, 760))
def test_a_conflict_is_irreducible_and_its_ways_out_are_exact(seed: int) -> None:
    """Without any member there is a pairing, with all of them none; each way out costs what brute force says."""
    rng = Random(seed)
    problem = some_problem(seed, (4, 5, 6))
    ids = list(range(len(problem)))
    while every_pairing(problem):  # more and more is forbidden until nothing is left
        i, j = sorted(rng.sample(ids, 2))
        if (i, j) not in problem.forced:
            problem = with_forbidden(problem, [(i, j)])
    with pytest.raises(NoPairingError):
        solve(problem)
    found = conflict(problem)
    assert found.complete
    assert set(found.members) <= set(droppable_rules(problem))
    assert not every_pairing(with_only_rules(problem, found.members))
    for name in found.members:
        assert every_pairing(with_only_rules(problem, [m for m in found.members if m != name]))
    for name, cost in found.ways_out:
        rest = every_pairing(with_only_rules(problem, [p for p in droppable_rules(problem) if p != name]))
        if rest and isinstance(name.rule, Rule) and not name.players:
            assert cost == solve(problem.relax([name.rule])).cost
        else:
            assert cost == (sum(rest[0].cost) if rest else None)
    costs = [cost for _, cost in found.ways_out]
    assert costs == sorted(costs, key=lambda c: (c is None, c or 0))


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(800, 830))
def test_a_difference_is_the_sum_of_its_parts_and_its_chains_alternate(seed: int) -> None:
    problem, best, every = solved(seed)
    other = Random(seed).choice(every)
    found = difference(problem, (best.pairs, best.byes), (other.pairs, other.byes))
    assert found.cost == sum(other.cost) - sum(every[0].cost)
    assert found.tiers == tuple(a - b for a, b in zip(other.cost, every[0].cost, strict=True))
    assert set(found.gone) == set(best.pairs) - other.pairs
    assert set(found.new) == other.pairs - set(best.pairs)
    assert (set(best.byes) - set(found.byes_gone)) | set(found.byes_new) == set(other.byes)
    steps = [(min(s), max(s), k % 2) for chain in found.chains for k, s in enumerate(pairwise(chain))]
    assert {(a, b) for a, b, odd in steps if not odd} == set(found.new)
    assert {(a, b) for a, b, odd in steps if odd} == set(found.gone)
    assert len(steps) == len(found.new) + len(found.gone)


def test_boards_to_keep_are_those_whose_players_are_both_still_there() -> None:
    problem = round_problem(tournament("1d 1d 1d 1d"), 1, Profile("own", "", ()))
    assert kept_boards(problem, [("c", "a"), ("z", "b"), ("b", "d")]) == [(0, 2), (1, 3)]
    assert kept_boards(problem, [("z", "b")]) == []
