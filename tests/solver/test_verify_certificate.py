"""The verifier alone, on certificates worked out by hand: what it accepts, and every reason to refuse.

A pair's reduced cost is scale · cost - y of both - w of the odd sets that part them - duals of the rules it counts in -
levels · costs of earlier tiers; the bound is (sum y + sum w + rows · limit + levels · values) / scale.
"""

from __future__ import annotations

import io
import os
import re
import runpy
import sys
import zipfile
from collections.abc import Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest
from mcmahon.solver.proof import stated_problems, verify_certificate
from mcmahon.solver.proof.stated_problems import TABLE as ARRAYS
from mcmahon.solver.proof.stated_problems import read
from mcmahon.solver.proof.verify_certificate import MOST_BYTES as LARGEST

from .matrices import without_formulas

Costs = dict[str, int]


def matrix(size: int, costs: Costs, other: int = 0) -> Any:
    """A symmetric matrix of these costs by pair (`01`), 0 on the diagonal."""
    made = np.full((size, size), other, dtype=np.int64)
    np.fill_diagonal(made, 0)
    for pair, cost in costs.items():
        a, b = map(int, pair)
        made[a, b] = made[b, a] = cost
    return made


def problem(*costs: Any, odd: int = 0, forbidden: str = "", limit: int | None = None, **rule: Any) -> SimpleNamespace:
    """A problem of one matrix a tier; with a `limit`, one rule that `counted` pairs count in (`01 23`, twice `01 01`).

    `prices` has the rule's price in each tier; without one it is hard.
    """
    size = len(costs[0])
    may = ~np.eye(size, dtype=bool)
    for pair in forbidden.split():
        a, b = map(int, pair)
        may[a, b] = may[b, a] = False
    amount = np.zeros((size, size), dtype=np.int64)
    for pair in rule.get("counted", "").split():
        a, b = map(int, pair)
        amount[a, b] += 1
        amount[b, a] += 1

    def amounts(first: int, last: int) -> Any:
        one, other = np.nonzero(np.triu(amount, 1)[first:last])
        return np.stack([np.zeros_like(one), one + first, other, np.triu(amount, 1)[first:last][one, other]])

    number = 0 if limit is None else 1
    prices = rule.get("prices", (0,) * len(costs))
    return SimpleNamespace(
        size=size,
        odd=odd,
        limit=np.array([limit or 0] * number, dtype=np.int64),
        hard=np.array([not any(prices)] * number, dtype=bool),
        price=np.array([[price] * number for price in prices], dtype=np.int64).reshape(len(costs), number),
        allowed=lambda first, last: may[first:last, first:].copy(),
        cost=lambda k, first, last: costs[k][first:last, first:],
        amounts=amounts,
    )


def tier(value: int, y: Sequence[int], scale: int = 1, name: str = "1", **duals: Any) -> SimpleNamespace:
    """A tier's proof, with duals of odd sets (`sets`, `w`), the rule (`rows`), earlier tiers (`levels`) if given."""
    sets = [np.array(members, dtype=np.int64) for members in duals.get("sets", ())]
    w, rows, levels = (np.array(duals.get(kind, ()), dtype=np.int64) for kind in ("w", "rows", "levels"))
    dual = np.array(y, dtype=np.int64)
    return SimpleNamespace(name=name, value=value, scale=scale, y=dual, sets=sets, w=w, rows=rows, levels=levels)


def proof(tiers: Sequence[SimpleNamespace], pairs: Any, size: int) -> SimpleNamespace:
    """The proofs of these tiers as the arrays of a certificate for so many vertices."""
    sets = list(dict.fromkeys(tuple(members.tolist()) for t in tiers for members in t.sets))
    w = np.zeros((len(tiers), len(sets)), dtype=np.int64)
    levels = np.zeros((len(tiers), len(tiers)), dtype=np.int64)
    for k, t in enumerate(tiers):
        for members, dual in zip(t.sets, t.w, strict=True):
            w[k, sets.index(tuple(members.tolist()))] = dual
        levels[k, : len(t.levels)] = t.levels
    return SimpleNamespace(
        tiers=np.array([t.name for t in tiers], dtype=np.str_),
        value=np.array([t.value for t in tiers], dtype=np.int64),
        scale=np.array([t.scale for t in tiers], dtype=np.int64),
        pairs=np.asarray(pairs),
        sets=np.array([[v in members for v in range(size)] for members in sets], dtype=bool).reshape(len(sets), size),
        y=np.array([t.y for t in tiers], dtype=np.int64).reshape(len(tiers), -1),
        w=w,
        rows=np.array([t.rows for t in tiers], dtype=np.int64).reshape(len(tiers), -1),
        levels=levels,
    )


def verify(p: SimpleNamespace, tiers: Sequence[SimpleNamespace], pairs: Any) -> list[tuple[str, int, int]]:
    """What the verifier says of these tiers."""
    return verify_certificate.verify(p, proof(tiers, pairs, p.size))


FIRST = np.array([[0, 1], [2, 3]])  # 0 meets 1, 2 meets 3

#: Four players: 0-1 and 2-3 cost 1, every other pair more.
FOUR = matrix(4, {"01": 1, "23": 1, "02": 3, "13": 3, "03": 4, "12": 4})


@pytest.mark.parametrize(
    ("scale", "y", "bound"),
    [(1, [1, 0, 1, 0], 2), (2, [1, 1, 1, 1], 2), (1, [0, 0, 1, 0], 1), (2, [1, 1, 1, 0], 2), (2, [1, 0, 1, 0], 1)],
)
def test_the_bound_is_the_sum_of_the_duals_rounded_up(scale: int, y: list[int], bound: int) -> None:
    """The pairing costs 2. Half points of a bound are a whole point: costs are whole numbers."""
    assert verify(problem(FOUR), [tier(2, y, scale)], FIRST) == [("1", 2, bound)]


def test_the_order_of_pairs_and_of_the_two_in_one_does_not_matter() -> None:
    pairs = np.array([[3, 2], [0, 1]])
    assert verify(problem(FOUR), [tier(2, [1, 0, 1, 0])], pairs) == [("1", 2, 2)]


def test_a_pair_below_its_duals_is_refused() -> None:
    """0-1 costs 1 and its players' duals are 2; another pair's may be too great as well."""
    with pytest.raises(ValueError, match=r"^refused: tier 1: a pair has a negative reduced cost$"):
        verify(problem(FOUR), [tier(2, [1, 1, 0, 0])], FIRST)
    with pytest.raises(ValueError, match="negative reduced cost"):
        verify(problem(FOUR), [tier(2, [3, -2, 1, 0])], FIRST)


def test_forbidden_pairs_need_no_dual() -> None:
    """0-2 costs nothing and would break the proof, were it a pair."""
    cheap = matrix(4, {"01": 1, "23": 1, "02": 0, "13": 3, "03": 4, "12": 4})
    assert verify(problem(cheap, forbidden="02"), [tier(2, [1, 0, 1, 0])], FIRST) == [("1", 2, 2)]
    with pytest.raises(ValueError, match="a pair of the pairing is not allowed"):
        verify(problem(FOUR, forbidden="23"), [tier(2, [1, 0, 1, 0])], FIRST)


@pytest.mark.parametrize("pairs", [[[0, 1], [1, 3]], [[0, 1]], [[0, 1], [2, 4]], [[0, 1], [2, 3], [4, 5]]])
def test_everybody_has_one_game(pairs: list[list[int]]) -> None:
    with pytest.raises(ValueError, match=r"exactly one game or the bye|pairs: h is 2, not [13]"):
        verify(problem(FOUR), [tier(2, [1, 0, 1, 0])], np.array(pairs))


@pytest.mark.parametrize("claimed", [1, 3])
def test_the_value_is_what_the_pairing_costs(claimed: int) -> None:
    with pytest.raises(ValueError, match=f"tier 1: the pairing costs 2, not {claimed}"):
        verify(problem(FOUR), [tier(claimed, [0, 0, 0, 0])], FIRST)


def test_duals_of_more_than_the_pairing_costs_are_refused() -> None:
    with pytest.raises(ValueError, match="add up to more than the pairing costs"):
        verify(problem(FOUR), [tier(2, [1, 1, 1, 0])], FIRST)


@pytest.mark.parametrize(
    ("wrong", "says"),
    [({"scale": np.array([0])}, "scale: not from 1 to 2305843009213693952"),
     ({"y": np.array([[1.0, 0, 1, 0]])}, "y: not <i8 of shape (T, m)"),
     ({"y": np.array([[1, 0, 1]])}, "y: m is 4, not 3"),
     ({"y": np.array([[1, 0, 1, 0, 0]])}, "y: m is 4, not 5"),
     ({"y": np.array([[1, 0, 1, 0]] * 2)}, "y: T is 1, not 2"),
     ({"y": np.array([1, 0, 1, 0])}, "y: not <i8 of shape (T, m)"),
     ({"y": np.array([[2**61 + 1, 0, 1, 0]])}, "y: not from -2305843009213693952 to 2305843009213693952"),
     ({"w": np.array([[1]])}, "w: Q is 0, not 1"),
     ({"w": np.zeros((1, 0), dtype=np.int32)}, "w: not <i8 of shape (T, Q)"),
     ({"rows": np.array([[-1]])}, "rows: K is 0, not 1"),
     ({"levels": np.array([[1]])}, "levels: not from -2305843009213693952 to 0"),
     ({"levels": np.array([[-1]])}, "sets, levels: more than m, or not of earlier tiers"),
     ({"levels": np.zeros((1, 0), dtype=np.int64)}, "levels: T is 1, not 0"),
     ({"value": np.array([-1])}, "value: not from 0 to 2305843009213693952"),
     ({"value": np.array([2, 2])}, "value: T is 1, not 2"),
     ({"sets": np.zeros((5, 4), dtype=bool)}, "w: Q is 5, not 0"),
     ({"sets": np.ones((0, 4), dtype=np.uint8)}, "sets: not |b1 of shape (Q, m)"),
     ({"sets": np.eye(4, dtype=bool)[[0, 0, 0, 0, 0]], "w": np.zeros((1, 5), dtype=np.int64)}, "sets, levels: more"),
     ({"pairs": FIRST.astype(np.int32)}, "pairs: not <i8 of shape (h, 2)"),
     ({"pairs": FIRST.astype(bool)}, "pairs: not <i8 of shape (h, 2)"),
     ({"tiers": np.array(["tier"])}, "tiers: not breaches, 1, 2 … tie, each once and in order"),
     ({"tiers": np.array([1])}, "tiers: not <U of shape (T)")],
)  # fmt: skip
def test_every_array_of_a_proof_is_as_the_table_says(wrong: dict[str, Any], says: str) -> None:
    right = proof([tier(2, [1, 0, 1, 0])], FIRST, 4)
    assert verify_certificate.verify(problem(FOUR), right) == [("1", 2, 2)]
    right.__dict__.update(wrong)
    with pytest.raises(ValueError, match=f"^refused: {re.escape(says)}"):
        verify_certificate.verify(problem(FOUR), right)


@pytest.mark.parametrize(
    ("names", "right"),
    [("1 2 tie", True), ("breaches 1 tie", True), ("breaches 7 99", True), ("1 3 10", True),
     ("tie 1 2", False), ("1 tie 2", False), ("1 breaches tie", False), ("2 1 tie", False), ("10 9 tie", False),
     ("1 1 tie", False), ("1 tie tie", False), ("foo 1 tie", False), ("99 100 tie", False), ("0 1 tie", False),
     ("01 2 tie", False), ("\u0661 2 tie", False), ("1 2 tie\x1b[31m", False), ("1 2 TIE", False)],
)  # fmt: skip
def test_tiers_have_their_names_each_once_and_in_order(names: str, right: bool) -> None:
    """In another order the first would be proven among the pairings that are best by the lottery."""
    proofs = [tier(2, [1, 0, 1, 0], name=name, levels=[0] * k) for k, name in enumerate(names.split(" "))]
    if right:
        assert [name for name, _, _ in verify(problem(FOUR, FOUR, FOUR), proofs, FIRST)] == names.split(" ")
    else:
        with pytest.raises(ValueError, match=r"^refused: tiers: not breaches, 1, 2 … tie, each once and in order$"):
            verify(problem(FOUR, FOUR, FOUR), proofs, FIRST)


#: Two threes: nothing inside 0 1 2 and 3 4 5, 1 across. One pair at least leaves each.
THREES = matrix(6, dict.fromkeys(("01", "02", "12", "34", "35", "45"), 0), other=1)
ACROSS = np.array([[0, 1], [2, 3], [4, 5]])
ZEROS = [0] * 6


def test_an_odd_set_pays_for_the_pair_that_must_leave_it() -> None:
    assert verify(problem(THREES), [tier(1, ZEROS, sets=[[0, 1, 2]], w=[1])], ACROSS) == [("1", 1, 1)]
    assert verify(problem(THREES), [tier(1, ZEROS)], ACROSS) == [("1", 1, 0)]
    two = tier(1, ZEROS, scale=2, sets=[[0, 1, 2], [5, 4, 3]], w=[1, 1])
    assert verify(problem(THREES), [two], ACROSS) == [("1", 1, 1)]
    with pytest.raises(ValueError, match="negative reduced cost"):
        verify(problem(THREES), [tier(2, ZEROS, sets=[[0, 1, 2]], w=[2])], ACROSS)


@pytest.mark.parametrize(("members", "odd"), [([0, 1], 0), ([], 0), ([3, 4, 5], 1), ([5], 1)])
def test_a_set_is_odd_and_of_players(members: list[int], odd: int) -> None:
    """In an odd field the last vertex is the bye, which is in no set."""
    with pytest.raises(ValueError, match=r"^refused: sets: one is not odd$"):
        verify(problem(THREES, odd=odd), [tier(1, ZEROS, sets=[members], w=[0])], ACROSS)


def test_the_last_player_may_be_in_a_set() -> None:
    assert verify(problem(THREES), [tier(1, ZEROS, sets=[[3, 4, 5]], w=[1])], ACROSS) == [("1", 1, 1)]
    assert verify(problem(THREES, odd=1), [tier(1, ZEROS, sets=[[2, 0, 1]], w=[1])], ACROSS) == [("1", 1, 1)]


#: A lottery in which pairs across cost nothing and pairs inside 1: with one pair across it is 2.
LOTTERY = matrix(6, dict.fromkeys(("01", "02", "12", "34", "35", "45"), 1))


@pytest.mark.parametrize(
    ("scale", "w", "refused"), [(1, 1, False), (2, 1, False), (5, 2, False), (3, 1, True), (4, 1, True), (1, 0, True)]
)
def test_a_set_is_an_equation_once_two_pairs_more_across_would_pass_the_gap(scale: int, w: int, refused: bool) -> None:
    """Then its dual may be negative: y of ½ each and w of -1 prove the 2. Two more cost 2w, the gap is scale - w."""
    proofs = [
        tier(1, ZEROS, scale, sets=[[0, 1, 2]], w=[w]),
        tier(2, [1] * 6, 2, "tie", sets=[[0, 1, 2]], w=[-2], levels=[0]),
    ]
    if refused:
        with pytest.raises(ValueError, match="tier tie: a set's dual is < 0"):
            verify(problem(THREES, LOTTERY), proofs, ACROSS)
    else:
        assert verify(problem(THREES, LOTTERY), proofs, ACROSS)[1] == ("tie", 2, 2)


def test_a_set_that_is_an_equation_stays_one() -> None:
    """Proven in tier 1, not mentioned in tier 2, negative in the lottery."""
    proofs = [
        tier(1, ZEROS, sets=[[0, 1, 2]], w=[1]),
        tier(0, ZEROS, name="2", levels=[0]),
        tier(2, [1] * 6, 2, "tie", sets=[[0, 1, 2]], w=[-2], levels=[0, 0]),
    ]
    assert verify(problem(THREES, matrix(6, {}), LOTTERY), proofs, ACROSS)[2] == ("tie", 2, 2)


def test_a_set_of_the_first_tier_has_no_negative_dual() -> None:
    with pytest.raises(ValueError, match="tier 1: a set's dual is < 0"):
        verify(problem(THREES), [tier(1, ZEROS, sets=[[0, 1, 2]], w=[-1])], ACROSS)


def test_pairs_beyond_the_gap_of_a_tier_are_out_of_the_next() -> None:
    """In tier 1 only 0-1 and 2-3 cost no more than their duals; so tier 2 need not look at the cheap other pairs."""
    second = matrix(4, {"01": 5, "23": 5})
    proofs = [tier(2, [1, 0, 1, 0]), tier(10, [5, 0, 5, 0], name="2", levels=[0])]
    assert verify(problem(FOUR, second), proofs, FIRST) == [("1", 2, 2), ("2", 10, 10)]


@pytest.mark.parametrize(("cost", "refused"), [(2, True), (3, False)])
def test_pairs_at_the_gap_of_a_tier_stay_in_the_next(cost: int, refused: bool) -> None:
    """Without duals the gap of tier 1 is 2, so another pair of 2 may be in a pairing as good, one of 3 may not."""
    first, second = matrix(4, {"01": 1, "23": 1}, other=cost), matrix(4, {"01": 5, "23": 5})
    proofs = [tier(2, [0, 0, 0, 0]), tier(10, [5, 0, 5, 0], name="2", levels=[0])]
    if refused:
        with pytest.raises(ValueError, match="tier 2: a pair has a negative reduced cost"):
            verify(problem(first, second), proofs, FIRST)
    else:
        assert verify(problem(first, second), proofs, FIRST) == [("1", 2, 0), ("2", 10, 10)]


#: Tier 1: 01 23 and 03 12 cost 2, 02 13 costs 4. Tier 2: 6, 8 and 0.
LEVEL_1 = matrix(4, {"02": 2, "13": 2}, other=1)
LEVEL_2 = matrix(4, {"01": 3, "23": 3, "03": 4, "12": 4})


def test_a_level_pays_for_what_a_pair_costs_in_an_earlier_tier() -> None:
    """Tier 2 + 3 · tier 1 is 6, 6, 7, 7, 6, 6; y of 3 each add up to 12, and 3 · 2 go off: 6."""
    proofs = [tier(2, [0, 0, 0, 0]), tier(6, [3, 3, 3, 3], name="2", levels=[-3])]
    assert verify(problem(LEVEL_1, LEVEL_2), proofs, FIRST) == [("1", 2, 0), ("2", 6, 6)]
    halves = [tier(2, [0, 0, 0, 0]), tier(6, [6, 6, 6, 6], 2, name="2", levels=[-6])]
    assert verify(problem(LEVEL_1, LEVEL_2), halves, FIRST) == [("1", 2, 0), ("2", 6, 6)]
    too_little = [tier(2, [0, 0, 0, 0]), tier(6, [3, 3, 3, 3], name="2", levels=[-4])]
    assert verify(problem(LEVEL_1, LEVEL_2), too_little, FIRST)[1] == ("2", 6, 4)
    with pytest.raises(ValueError, match=r"levels: not from -\d+ to 0"):
        verify(problem(LEVEL_1, LEVEL_2), [proofs[0], tier(6, [0, 0, 0, 0], name="2", levels=[1])], FIRST)


#: 0-1 and 2-3 cost nothing and count in a rule of at most one, every other pair costs 5.
CLUBS = matrix(4, {"01": 0, "23": 0}, other=5)
OTHERS = np.array([[0, 2], [1, 3]])


def clubs(*more: Any, limit: int = 1, **rule: Any) -> SimpleNamespace:
    return problem(CLUBS, *more, limit=limit, counted="01 23", **rule)


def test_a_rule_with_a_price_pays_up_to_that() -> None:
    """01 23 is one over: 3. y of 1½ each and a dual of -3: 6 - 3 = 3."""
    assert verify(clubs(prices=(3,)), [tier(3, [3] * 4, 2, rows=[-6])], FIRST) == [("1", 3, 3)]
    with pytest.raises(ValueError, match="tier 1: the dual of a rule is more than its price"):
        verify(clubs(prices=(3,)), [tier(3, [3] * 4, 2, rows=[-7])], FIRST)
    with pytest.raises(ValueError, match="tier 1: the dual of a rule is positive"):
        verify(clubs(prices=(3,)), [tier(3, [0] * 4, 2, rows=[1])], FIRST)
    with pytest.raises(ValueError, match="tier 1: the pairing costs 3, not 2"):
        verify(clubs(prices=(3,)), [tier(2, [0] * 4, rows=[0])], FIRST)


def test_what_counts_twice_pays_twice() -> None:
    """Both players count: three over 1, for 3 each; the dual of -3 goes off twice for each pair."""
    twice = problem(CLUBS, limit=1, counted="01 01 23 23", prices=(1,))
    assert verify(twice, [tier(3, [1] * 4, rows=[-1])], FIRST) == [("1", 3, 3)]
    with pytest.raises(ValueError, match="negative reduced cost"):
        verify(clubs(prices=(1,)), [tier(1, [1, 1, 0, 0], rows=[-1])], FIRST)


def test_a_hard_rule_is_kept_and_its_dual_has_no_limit() -> None:
    """At most none: the other pairs for 5 each. y of 2½ each, and -5 keep 0-1 and 2-3 from costing too little."""
    assert verify(clubs(limit=0), [tier(10, [5] * 4, 2, rows=[-10])], OTHERS) == [("1", 10, 10)]
    with pytest.raises(ValueError, match="the pairing breaks a rule over sets of pairs"):
        verify(clubs(), [tier(0, [0] * 4, rows=[0])], FIRST)
    for limit in (2, 4):
        assert verify(clubs(limit=limit), [tier(0, [0] * 4, rows=[0])], FIRST) == [("1", 0, 0)]
        assert verify(clubs(limit=limit, prices=(3,)), [tier(0, [0] * 4, rows=[0])], FIRST) == [("1", 0, 0)]


@pytest.mark.parametrize(("y", "refused"), [([3, 3, 3, 3], False), ([3, 3, 1, 0], False), ([3, 3, 0, 0], True)])
def test_a_rule_is_an_equation_once_its_dual_passes_the_gap(y: list[int], refused: bool) -> None:
    """Tier 1 has a dual of -6 and a gap of 0, 5 or 6. Tier 2: a dual of +2, and y of -1 keep each pair at 1 - 2 + 1."""
    proofs = [tier(3, y, 2, rows=[-6]), tier(2, [-1, 0, -1, 0], name="2", rows=[2], levels=[0])]
    field = clubs(matrix(4, {"01": 1, "23": 1}, other=9), prices=(3, 0))
    if refused:
        with pytest.raises(ValueError, match="tier 2: the dual of a rule is positive"):
            verify(field, proofs, FIRST)
    else:
        assert verify(field, proofs, FIRST)[1] == ("2", 2, 0)


@pytest.mark.parametrize(("price", "refused"), [(3, False), (1, False), (0, True)])
def test_an_excess_that_an_earlier_tier_rules_out_has_no_price_any_more(price: int, refused: bool) -> None:
    """Two are allowed and there. In tier 1 one more would cost the price, more than the gap of 0."""
    proofs = [tier(0, [0] * 4, rows=[0]), tier(0, [5, 0, 5, 0], name="2", rows=[-5], levels=[0])]
    field = clubs(matrix(4, {}), limit=2, prices=(price, 0))
    field.hard[:] = False
    if refused:
        with pytest.raises(ValueError, match="tier 2: the dual of a rule is more than its price"):
            verify(field, proofs, FIRST)
    else:
        assert verify(field, proofs, FIRST) == [("1", 0, 0), ("2", 0, 0)]


def test_the_price_of_an_earlier_tier_counts_by_its_level() -> None:
    """Nothing left of the price in tier 1 (-6 of 2 · 3). In tier 2 a level of -1 pays 3 for an excess, not 4."""
    first = tier(3, [3] * 4, 2, rows=[-6])
    field = clubs(matrix(4, {}), prices=(3, 0))
    proofs = [first, tier(0, [3, 0, 3, 0], name="2", rows=[-3], levels=[-1])]
    assert verify(field, proofs, FIRST) == [("1", 3, 3), ("2", 0, 0)]
    with pytest.raises(ValueError, match="tier 2: the dual of a rule is more than its price"):
        verify(field, [first, tier(0, [3, 0, 3, 0], name="2", rows=[-4], levels=[-1])], FIRST)


HUGE = 2**61
DEAR = matrix(4, {"01": 0, "23": 0}, other=HUGE)


@pytest.mark.parametrize(
    ("field", "proofs"),
    [
        (problem(FOUR), [tier(2, [HUGE, -HUGE, 0, 0])]),
        (problem(THREES), [tier(1, [-HUGE, 0, 0, 0, 0, 0], sets=[[0, 1, 2]], w=[HUGE])]),
        (problem(CLUBS, limit=4, counted="01 01 23 23"), [tier(0, [0] * 4, rows=[-HUGE])]),
        (problem(matrix(4, {}, other=HUGE)), [tier(0, [-1, 0, 0, 0], 2)]),
        (
            problem(matrix(4, {"01": 0, "23": 0}, other=HUGE), FOUR),
            [tier(0, [0] * 4), tier(2, [0] * 4, name="2", levels=[-2])],
        ),
    ],
)
def test_numbers_too_great_for_64_bits_are_refused(field: SimpleNamespace, proofs: list[SimpleNamespace]) -> None:
    """2^62 in all: of the players' duals, with those of sets, of a rule (each counts twice), of costs, of levels."""
    pairs = ACROSS if field.size == 6 else FIRST
    with pytest.raises(ValueError, match=r"numbers too great for 64 bits"):
        verify(field, proofs, pairs)


def test_numbers_below_that_are_added_up() -> None:
    field = problem(matrix(4, {"01": 0, "23": 0}, other=HUGE))
    assert verify(field, [tier(0, [0] * 4)], FIRST) == [("1", 0, 0)]


def test_a_large_field_is_looked_at_in_blocks_of_rows() -> None:
    """2,000 players: 0-1, 2-3 … cost 1, others more; the last two pairs are one over a rule of price 7."""
    size = 2000
    every = np.arange(size)
    asked: list[tuple[int, int]] = []

    def cost(k: int, first: int, last: int) -> Any:
        asked.append((first, last))
        apart = np.abs(every[first:last, None] - every[first:])
        return np.where(every[first:last, None] // 2 == every[first:] // 2, 1, 1 + apart) * (apart > 0)

    def amounts(first: int, last: int) -> Any:
        one = np.array([k for k in (size - 4, size - 2) if first <= k < last], dtype=np.int64)
        return np.stack([0 * one, one, one + 1, 0 * one + 1])

    field = problem(np.zeros((2, 2)), limit=1, prices=(7,))
    may = np.ones((size, size), dtype=bool)
    field.__dict__.update(size=size, cost=cost, amounts=amounts, allowed=lambda first, last: may[first:last, first:])
    pairs = every.reshape(-1, 2)
    assert verify(field, [tier(1007, [1] * size, 2, rows=[0])], pairs) == [("1", 1007, 1000)]
    assert [first for first, _ in asked[1:]] == [last for _, last in asked[:-1]], "each block begins where one ends"
    assert (asked[0][0], asked[-1][1], len(asked)) == (0, size, 33)


def saved(folder: Path, leave_out: str = "", **changes: Any) -> str:
    """The four clubmates with a price and a lottery as an npz file, with some arrays changed, or one left out."""
    proofs = [tier(3, [3] * 4, 2, rows=[-6]), tier(4, [1, 0, 2, 0], name="tie", rows=[0], levels=[0])]
    sets = np.array([[True, True, True, False], [False, True, True, True]])
    data: dict[str, Any] = {
        "format": np.int64(3),
        "tournament": np.array("Spring"),
        "round": np.int64(2),
        "fingerprint": np.array("2:abc"),
        "players": np.array(["a", "b", "c", "d"]),
        "allowed": ~np.eye(4, dtype=bool),
        "amounts": np.array([[0, 0, 1, 1], [0, 2, 3, 1]]),
        "limit": np.array([1]),
        "hard": np.array([False]),
        "price": np.array([[3], [0]]),
        "cost": np.array([CLUBS, matrix(4, {"01": 1, "23": 3})]),
        **vars(proof(proofs, FIRST, 4)),
        "sets": sets,
        "w": np.zeros((2, 2), dtype=np.int64),
    }
    data |= changes
    data.pop(leave_out, None)
    np.savez(folder / "round.npz", **data)
    return str(folder / "round.npz")


def new_file(folder: Path, **changes: Any) -> str:
    """The same as a file of today, in which all costs are listed."""
    with np.load(saved(folder, **changes)) as data:
        arrays = without_formulas({name: data[name] for name in data.files})
    np.savez(folder / "round.npz", **arrays)
    return str(folder / "round.npz")


def test_a_file_is_read_with_its_sets_rules_and_tiers(tmp_path: Path) -> None:
    p, c = read(saved(tmp_path))
    assert verify_certificate.verify(p, c) == [("1", 3, 3), ("tie", 4, 3)]
    assert [np.flatnonzero(members).tolist() for members in c.sets] == [[0, 1, 2], [1, 2, 3]]
    assert (p.size, p.odd) == (4, 0)
    assert p.cost(1, 2, 4).tolist() == [[0, 3], [3, 0]]
    assert p.amounts(2, 3).T.tolist() == [[0, 2, 3, 1]]
    assert p.amounts(0, 4).T.tolist() == [[0, 0, 1, 1], [0, 2, 3, 1]]


def test_an_odd_field_has_the_bye_behind_its_players(tmp_path: Path) -> None:
    """Three players: four vertices, and the bye is in no set."""
    three = {"players": np.array(["a", "b", "c"]), "w": np.zeros((2, 1), dtype=np.int64)}
    p, c = read(saved(tmp_path, **three, sets=np.array([[True, True, True, False]])))
    assert (p.size, p.odd) == (4, 1)
    assert verify_certificate.verify(p, c) == [("1", 3, 3), ("tie", 4, 3)]
    with pytest.raises(ValueError, match="sets: one is not odd"):
        verify_certificate.verify(*read(saved(tmp_path, **three, sets=np.array([[False, True, True, True]]))))


CODE = np.array([[0, 0, 1, 1], [0, 2, 3, 1]])


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"format": np.int64(1)}, "format: not from 2 to 3"),
        ({"format": np.array([2])}, "format: not <i8 of shape ()"),
        ({"format": np.int64(2)}, "format: 3 names tournament, round and fingerprint, 2 does not"),
        ({"round": np.int64(0)}, "round: not from 1 to 999"),
        ({"round": np.int64(1000)}, "round: not from 1 to 999"),
        ({"round": np.array("2")}, "round: not <i8 of shape ()"),
        ({"tournament": np.int64(2)}, "tournament: not <U of shape ()"),
        ({"tournament": np.array(["Spring"])}, "tournament: not <U of shape ()"),
        ({"fingerprint": np.array(b"2:abc")}, "fingerprint: not <U of shape ()"),
        ({"leave_out": "round"}, "not a certificate of format 3 (format 1 is no longer read), with the arrays format"),
        ({"cost": np.array([CLUBS, LEVEL_1]).astype(float)}, "cost: not <i8 of shape (T, m, m)"),
        ({"cost": np.array([CLUBS, LEVEL_1]).astype(">i8")}, "cost: not <i8 of shape (T, m, m)"),
        ({"cost": np.array([CLUBS, np.triu(CLUBS)])}, "cost: a pair has two costs"),
        ({"cost": np.array([matrix(4, {"01": -1}), CLUBS])}, f"cost: not from 0 to {2**50}"),
        ({"cost": np.array([matrix(4, {"01": 2**50 + 1}), CLUBS])}, f"cost: not from 0 to {2**50}"),
        ({"cost": np.array([CLUBS])}, "cost: T is 2, not 1"),
        ({"cost": np.zeros((2, 6, 6), dtype=np.int64)}, "cost: m is 4, not 6"),
        ({"cost": np.asfortranarray(np.array([CLUBS, LEVEL_2]))}, "cost: not row by row, or not as long as it says"),
        ({"allowed": np.triu(~np.eye(4, dtype=bool))}, "allowed: it is not clear who may meet"),
        ({"allowed": np.ones((4, 4), dtype=bool)}, "allowed: it is not clear who may meet"),
        ({"allowed": (~np.eye(4, dtype=bool)).astype(np.uint8)}, "allowed: not |b1 of shape (m, m)"),
        ({"allowed": (~np.eye(4, dtype=bool)).astype(np.int64)}, "allowed: not |b1 of shape (m, m)"),
        ({"players": np.array(["a", "b", "c", "a"])}, "players: not each once"),
        ({"players": np.array(["a", "b", "c", "d", "e"])}, "allowed: m is 6, not 4"),
        ({"players": np.array([1, 2, 3, 4])}, "players: not <U of shape (n)"),
        ({"hard": np.array([True, False])}, "hard: K is 1, not 2"),
        ({"hard": np.array([[True]])}, "hard: not |b1 of shape (K)"),
        ({"hard": np.array([1])}, "hard: not |b1 of shape (K)"),
        ({"hard": np.array([2], dtype=np.uint8).view(bool)}, "hard: not from 0 to 1"),
        ({"sets": np.array([[1, 2, 0, 0], [1, 1, 1, 0]], dtype=np.uint8).view(bool)}, "sets: not from 0 to 1"),
        ({"limit": np.array([-(2**63)])}, f"limit: not from {-(2**40)} to {2**40}"),
        ({"limit": np.array([2**40 + 1])}, f"limit: not from {-(2**40)} to {2**40}"),
        ({"price": np.array([[3.5], [0]])}, "price: not <i8 of shape (T, K)"),
        ({"price": np.array([[-1], [0]])}, f"price: not from 0 to {2**50}"),
        ({"amounts": np.array([[0, 0, 1, 2**31 + 1]])}, f"amounts: not from {-(2**31)} to {2**31}"),
        ({"amounts": np.ascontiguousarray(CODE[:, :3])}, "amounts: 4 is 4, not 3"),
        ({"amounts": CODE[::-1].copy()}, "amounts: not in order"),
        ({"amounts": CODE[[0, 0, 1]]}, "amounts: not in order"),
        ({"amounts": np.ascontiguousarray(CODE[:, [0, 2, 1, 3]])}, "amounts: not in order"),
        ({"amounts": np.array([[0, 1, 1, 1]])}, "amounts: not in order"),
        ({"amounts": np.array([[1, 0, 1, 1]])}, "amounts: not in order"),
        ({"amounts": np.array([[-1, 0, 1, 1]])}, "amounts: not in order"),
        ({"amounts": np.array([[0, -1, 1, 1]])}, "amounts: not in order"),
        ({"amounts": np.array([[0, 0, 4, 1]])}, "amounts: not in order"),
        ({"sets": np.array([[0.5] * 4] * 2)}, "sets: not |b1 of shape (Q, m)"),
        ({"w": np.zeros((2, 3), dtype=np.int64)}, "w: Q is 2, not 3"),
        ({"more": np.array([1])}, "not a certificate of format 3 (format 1 is no longer read), with the arrays format"),
        ({"leave_out": "hard"}, "not a certificate of format 3 (format 1 is no longer read), with the arrays format"),
    ],
)  # fmt: skip
def test_a_file_that_is_not_as_the_table_says_is_refused_with_the_arrays_name(
    changes: dict[str, Any], reason: str, tmp_path: Path
) -> None:
    with pytest.raises(ValueError, match=f"^refused: {re.escape(reason)}"):
        read(saved(tmp_path, **changes))


def test_a_file_with_anything_but_numbers_and_texts_is_not_opened(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match=r"^refused: players: not <U of shape \(n\)$"):
        read(saved(tmp_path, players=np.array([{}])))


def parts(file: str) -> dict[str, bytes]:
    with zipfile.ZipFile(file) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


def header(name: str, *shape: int, kind: str = "<i8") -> bytes:
    """An array's header, whatever follows."""
    stream = io.BytesIO()
    np.lib.format.write_array_header_1_0(stream, {"descr": kind, "fortran_order": False, "shape": shape})
    return stream.getvalue()


@pytest.mark.slow
def test_a_small_file_that_unpacks_to_gigabytes_is_refused_before_it_is_read(tmp_path: Path) -> None:
    """Zeros pack a thousand times: the sizes in the list of the file count, and the header, before anything is read."""
    file = saved(tmp_path)
    data = parts(file)
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in data.keys() - {"cost.npy"}:
            archive.writestr(name, data[name])
        with archive.open("cost.npy", "w", force_zip64=True) as stream:
            for _ in range(LARGEST // 2**20 + 1):
                stream.write(bytes(2**20))
    assert Path(file).stat().st_size < 2**20
    with pytest.raises(ValueError, match=f"^refused: more than {LARGEST:,} bytes, unpacked$"):
        read(file)


@pytest.mark.parametrize(
    ("name", "content", "reason"),
    [
        ("cost", header("cost", 2, 4, 4), "cost: its header says more than the file holds"),
        ("cost", header("cost", 2, 4, 4) + bytes(2 * 4 * 4 * 8 + 1), "cost: not row by row, or not as long as it says"),
        ("cost", header("cost", 2, 10**6, 10**6), "cost: m is 4, not 1000000"),
        ("players", header("players", -1, kind="<U1"), "players: n is -1, not -1"),
        ("players", header("players", 10**12, kind="<U1"), "players: its header says more than the file holds"),
        ("players", header("players", 4, kind="<U999"), "players: its header says more than the file holds"),
        ("players", header("players", 4, kind="<U1000"), "players: a text of more than 999 letters"),
        ("format", b"\x93NUMPY\x02\x00" + bytes(200), "format: not an array as numpy saves it"),
        ("format", b"PK", "EOF"),
    ],
)
def test_a_header_that_lies_is_refused(name: str, content: bytes, reason: str, tmp_path: Path) -> None:
    file = saved(tmp_path)
    data = parts(file) | {f"{name}.npy": content}
    with zipfile.ZipFile(file, "w") as archive:
        for part, text in data.items():
            archive.writestr(part, text)
    with pytest.raises((ValueError, TypeError), match=reason):
        read(file)


def test_a_file_that_hides_how_much_it_unpacks_to_is_not_unpacked(tmp_path: Path) -> None:
    """Amounts of 50 MB in the header and in the bytes, but not in the list of the file, which alone is believed."""
    file = saved(tmp_path)
    data = parts(file) | {"amounts.npy": header("amounts", 2**21, 4) + bytes(4 * 8 * 2**21)}
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as archive:
        for part, text in data.items():
            archive.writestr(part, text)
    packed = bytearray(Path(file).read_bytes())
    at = packed.rindex(b"amounts.npy") - 46 + 24  # the size unpacked, in the list at the end
    packed[at : at + 4] = (1000).to_bytes(4, "little")
    Path(file).write_bytes(packed)
    with pytest.raises((ValueError, zipfile.BadZipFile), match="amounts"):
        read(file)


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_an_array_that_stands_twice_in_the_file_is_refused(tmp_path: Path) -> None:
    """One reader would take the first, another the last."""
    file = saved(tmp_path)
    with zipfile.ZipFile(file, "a") as archive:
        archive.writestr("value.npy", parts(file)["value.npy"])
    with pytest.raises(ValueError, match=r"^refused: not a certificate of format 3"):
        read(file)


@pytest.mark.parametrize("method", [zipfile.ZIP_BZIP2, zipfile.ZIP_LZMA])
def test_a_file_is_packed_as_numpy_packs_it(method: int, tmp_path: Path) -> None:
    """Other methods cannot be unpacked up to a limit."""
    file = saved(tmp_path)
    data = parts(file)
    with zipfile.ZipFile(file, "w", method) as archive:
        for name, content in data.items():
            archive.writestr(name, content)
    with pytest.raises(ValueError, match=r"^refused: not a certificate of format 3"):
        read(file)


@pytest.mark.parametrize(
    ("section", "table"),
    [
        ("The file `.npz`, format 4", verify_certificate.ARRAYS),
        ("Formats 2 and 3", {name: ARRAYS[name] for name in ("format", "allowed", "cost", "sets")}),
    ],
)
def test_the_document_has_the_same_table(section: str, table: dict[str, tuple[str, str, int, int]]) -> None:
    """docs/reference/certificate.md says of each array its type and shape as the verifier reads it."""
    kinds = {"int64": "<i8", "uint64": "<u8", "bool": "|b1", "text": "<U"}
    page = Path(verify_certificate.__file__).parents[2] / "docs" / "reference" / "certificate.md"
    text = page.read_text(encoding="utf-8").split(f"## {section}\n")[1].split("\n## ")[0]
    found: dict[str, tuple[str, str]] = {}
    for names, kind, shapes in re.findall(r"^\| (`[^|]*`) \| (u?int64|bool|text) \| ([^|]*) \|", text, re.MULTILINE):
        every = re.findall(r"`(\w+)`", names)
        shape = [s.replace("m/2", "h").replace(" × ", "").replace("single", "").strip() for s in shapes.split(",")]
        found |= {name: (kinds[kind], shape[k % len(shape)]) for k, name in enumerate(every)}
    assert found == {name: (kind, letters) for name, (kind, letters, _, _) in table.items()}


def run(*names: str, monkeypatch: pytest.MonkeyPatch) -> str | int | None:
    """What the script ends with."""
    monkeypatch.setattr(sys, "argv", ["verify_certificate.py", *names])
    with pytest.raises(SystemExit) as end:
        runpy.run_path(verify_certificate.__file__, run_name="__main__")
    return end.value.code


BOARDS = [
    "boards: a - b, c - d",
    "Costs and rules follow from the columns in the file: nothing here says that they are the tournament's.",
]
HEADED = "tournament 'Spring', round 2, fingerprint '2:abc'"
PROVEN = {"y": np.array([[3] * 4, [1, 0, 3, 0]])}


def test_the_script_says_of_which_round_what_is_proven_and_what_gap_is_left(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """A tier called `tie` may be anything in a file that stands alone: its gap is a gap."""
    file = new_file(tmp_path)
    assert run(file, monkeypatch=monkeypatch) == 1
    assert capsys.readouterr().out.splitlines() == [
        f"{file!a}: {HEADED}",
        *BOARDS,
        "tier 1: 3, no pairing below 3, proven",
        "tier tie: 4, no pairing below 3; the proof leaves a gap of 1",
    ]


def test_the_script_ends_with_nothing_if_all_is_proven(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(new_file(tmp_path, **PROVEN), monkeypatch=monkeypatch) == 0
    assert capsys.readouterr().out.splitlines()[-1] == "tier tie: 4, no pairing below 4, proven"


def without_head(folder: Path, **changes: Any) -> str:
    """The same as version 1.0.0 wrote it."""
    file = saved(folder, **changes)
    data = {name.removesuffix(".npy"): np.load(io.BytesIO(data)) for name, data in parts(file).items()}
    kept = {name: array for name, array in data.items() if name not in verify_certificate.HEAD}
    np.savez(file, **(kept | {"format": np.int64(2)}))
    return file


def test_a_file_of_format_2_names_no_round_and_proves_what_it_proved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = without_head(tmp_path, **PROVEN)
    assert run(file, monkeypatch=monkeypatch) == 1
    assert "not a certificate of format 4 (the program reads older ones)" in capsys.readouterr().err
    assert verify_certificate.verify(*read(file)) == [("1", 3, 3), ("tie", 4, 4)]


def test_every_file_is_checked_and_one_that_fails_ends_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """In either order: `*.npz` does not look checked when only the first is."""
    for name in ("good", "bad"):
        (tmp_path / name).mkdir()
    good, bad = new_file(tmp_path / "good", **PROVEN), new_file(tmp_path / "bad", value=np.array([3, 5]))
    for files in ((good, bad), (bad, good)):
        assert run(*files, monkeypatch=monkeypatch) == 1
        told = capsys.readouterr()
        assert told.out.count("boards: ") == 1
        assert told.err == f"{bad!a}: refused: tier tie: the pairing costs 4, not 5\n"
    assert run(good, good, monkeypatch=monkeypatch) == 0


def test_without_the_lottery_the_statement_is_open(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Somebody could choose another round of the same cost."""
    by_tier = [name for name, (_, letters, _, _) in ARRAYS.items() if letters.startswith("T")]
    data = {name.removesuffix(".npy"): np.load(io.BytesIO(data)) for name, data in parts(saved(tmp_path)).items()}
    one = {name: data[name][:1] for name in by_tier} | {"levels": data["levels"][:1, :1]}
    assert run(new_file(tmp_path, **one), monkeypatch=monkeypatch) == 1
    assert capsys.readouterr().out.splitlines()[-1].startswith("The lottery among pairings of equal cost is not part")


def test_no_text_of_a_file_disturbs_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    nasty = "\x1b[2J\n\u202etier 1: 0"
    texts = {"tournament": np.array(nasty), "fingerprint": np.array(nasty), "players": np.array([nasty, "b", "c", "d"])}
    run(new_file(tmp_path, **texts), monkeypatch=monkeypatch)
    said = capsys.readouterr().out
    assert all(line.isascii() and line.isprintable() for line in said.splitlines())
    assert len(said.splitlines()) == 5


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="the system has no named pipes")
def test_a_named_pipe_is_refused_at_once(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    pipe = tmp_path / "pipe.npz"
    os.mkfifo(pipe)
    assert run(str(pipe), monkeypatch=monkeypatch) == 1
    assert "refused: not a file" in capsys.readouterr().err


def test_a_gap_in_a_cost_ends_with_one(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """All duals zero prove that nothing costs less than nothing."""
    nothing = {"y": np.zeros((2, 4), dtype=np.int64), "rows": np.zeros((2, 1), dtype=np.int64)}
    assert run(new_file(tmp_path, **nothing), monkeypatch=monkeypatch) == 1
    assert "tier 1: 3, no pairing below 0; the proof leaves a gap of 3" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("names", "says"),
    [
        (["none.npz"], "'none.npz': refused: not a file\n"),
        (["\x1b[31m\n.npz"], "'\\x1b[31m\\n.npz': refused: not a file\n"),
        ([], ""),
    ],
)
def test_the_script_ends_with_the_reason(
    names: list[str], says: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*names, monkeypatch=monkeypatch) == 1
    assert capsys.readouterr().err == says


def test_a_file_that_asks_for_much_needs_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for module, name in ((stated_problems, "MOST_COSTS"), (verify_certificate, "MOST_LINES")):
        with monkeypatch.context() as less:
            less.setattr(module, name, 1)
            file = saved(tmp_path) if module is stated_problems else new_file(tmp_path)
            with pytest.raises(ValueError, match=r"^refused: it asks for much: .*; say that it may be large$"):
                read(file)
            assert verify_certificate.verify(*read(file, large=True))[0] == ("1", 3, 3)


def test_odd_sets_that_tell_many_players_apart_need_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    """One set with a dual makes two kinds of players: those in it and the others."""
    sets = {"sets": [[0, 1, 2]], "w": [1]}
    proofs, field = [tier(1, [0] * 6, 2, **sets)], problem(THREES)
    monkeypatch.setattr(verify_certificate, "MOST_KINDS", 1)
    with pytest.raises(ValueError, match="it asks for much: 3 sets and kinds of players"):
        verify(field, proofs, ACROSS)
    assert verify_certificate.verify(field, proof(proofs, ACROSS, 6), large=True)
