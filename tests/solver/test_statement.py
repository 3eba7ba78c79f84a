"""What a certificate says by columns and formulas is what the model computes: who may meet, costs, amounts of rules."""

from __future__ import annotations

from dataclasses import replace
from random import Random
from typing import Any

import numpy as np
import pytest
from mcmahon.model.pairing.counts import criterion_values
from mcmahon.model.pairing.criteria import CRITERIA, CostsTable, own_criterion
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import (
    with_forbidden,
    with_forced,
    with_game,
    with_kept_boards,
    with_new_board_limits,
    with_total,
)
from mcmahon.model.tournament.rules import PAIR_RULES, PAIR_SETS, CountRule, Rule
from mcmahon.solver.proof.statement import Statement, problem_of

from tests.model_page import counting, some_field

from .forgeries import broken_problem, small_problem
from .matrices import as_matrices, stated_matrices

SETS = [*PAIR_SETS, "same town", "any local", "one local", "both top_group"]


def some_problem(seed: int) -> RoundProblem:
    """Entrants at random: every criterion in one of two tiers, up to three rules, some relaxed, and barred pairs."""
    rng, field = Random(seed), some_field(seed)
    n = len(field)
    weights = tuple(Weight(name, rng.choice([0, 1, 7, 1000]), "", rng.choice([1, 2])) for name in CRITERIA)
    counts = []
    for _ in range(rng.randrange(4)):
        per, hard = rng.choice(["round", "score group", "town"]), rng.random() < 0.4
        limit = {rng.choice(["at_most", "at_least"]): rng.randrange(4)} | (
            {} if hard else {"price": rng.randrange(1, 9)}
        )
        counts.append(counting(field, rng.sample(SETS, rng.choice([1, 1, 2])), rng.random() < 0.5, per, **limit))
    barred = sorted({i * n + j for i in range(n) for j in range(i + 1, n) if rng.random() < 0.1})
    bits = [rng.choice([Rule.REPEATS.bit, Rule.FORBIDDEN.bit, 3]) for _ in barred]
    plain = RoundProblem(
        round=3,
        field=field,
        profile=Profile("p", "", weights),
        barred=np.array(barred, dtype=np.int64),
        barred_by=np.array(bits, dtype=np.int64),
        max_difference=rng.choice([0, 1, 2]),
        max_handicap=rng.choice([0, 3]),
        counts=tuple(counts),
    )
    changed = rng.choice([plain, plain.relax(rng.sample(PAIR_RULES, 3)), plain.relax_everything()])
    settled = with_forced(changed, [(0, 3)]) if rng.random() < 0.3 else changed
    return replace(settled, forced_byes=(5,) if rng.random() < 0.5 else ())


def tiers_of(problem: RoundProblem) -> list[str]:
    return [*["breaches"] * bool(problem.relaxed or problem.relaxed_counts), *map(str, problem.tiers), "tie"]


def said_alike(problem: RoundProblem) -> dict[str, Any]:
    """The matrices of the formulas, which are those of the model."""
    tiers = tiers_of(problem)
    stated, ours = problem_of(problem, tiers), stated_matrices(problem, tiers)
    found = as_matrices(stated, len(tiers))
    assert stated.ids == ours["players"].tolist()
    for name, matrix in found.items():
        assert np.array_equal(matrix, ours[name]), name
    return found


@pytest.mark.parametrize("seed", range(60))
def test_formulas_say_of_all_pairs_what_the_model_computes(seed: int) -> None:
    found = said_alike(some_problem(seed))
    assert found["cost"].any()


def test_the_random_problems_have_all_there_is() -> None:
    """Rules with amounts on both sides of 0, relaxed rules that are broken, byes, pairs that may not meet."""
    every = [some_problem(seed) for seed in range(60)]
    amounts = np.concatenate([stated_matrices(one, tiers_of(one))["amounts"][:, 3] for one in every])
    assert {-1, 1, 2} <= set(amounts.tolist())
    assert any(stated_matrices(one, ["breaches"])["cost"].any() for one in every if one.relaxed)
    assert {len(one.free()) % 2 for one in every} == {0, 1}


@pytest.mark.parametrize("problem", [*[small_problem(4 + k % 7, k) for k in range(6)], broken_problem()])
def test_real_fields_are_said_alike(problem: RoundProblem) -> None:
    said_alike(problem)


def test_rounds_drawn_again_and_rules_over_totals_are_said_alike() -> None:
    """Kept boards, limits of new boards, games of one player, forbidden pairs of a relaxed rule, a total of values."""
    problem = small_problem(9, 3)
    pairs = [(0, 5), (2, 7)]
    most = np.arange(9, dtype=np.int64) % 3
    said_alike(with_kept_boards(problem, pairs, 3, 4))
    said_alike(with_new_board_limits(problem, pairs, most, 12))
    said_alike(with_game(problem, 4))
    said_alike(with_forbidden(problem.relax([Rule.FORBIDDEN]), pairs))
    values = criterion_values(problem.field, CRITERIA["colour_balance"], less_byes=True)
    said_alike(with_total(problem, CountRule("few", (), 4), values))


def test_a_column_that_is_not_public_makes_the_file_private() -> None:
    """Families, and any column of the registrations but club, country and rank; not the local players."""
    field = some_field(2)
    plain = some_problem(2)

    def private(weights: dict[str, int], *sets: str) -> list[str]:
        profile = Profile("p", "", tuple(Weight(name, weight, "") for name, weight in weights.items()))
        counts = tuple(counting(field, [name], at_most=1) for name in sets)
        problem = replace(plain, profile=profile, counts=counts)
        return list(problem_of(problem, ["1"]).private)

    assert private({"same_club": 1, "visitor_local": 1}, "same_country", "any local") == []
    assert private({"family": 1}) == ["families"]
    assert private({}, "same town") == ["set_1"]
    assert "town" not in str(
        Statement(replace(plain, counts=(counting(field, ["same town"], at_most=1),)), ["1"]).arrays()
    )


def test_a_table_of_costs_is_said_alike_and_private() -> None:
    """In a formula beside columns of its own, with blanks and a ligature; byes are on the diagonal."""
    field = some_field(5)
    n = len(field)
    costs = np.arange(n * n, dtype=np.int64).reshape(n, n) % 7
    table = CostsTable(field.ids, tuple(tuple(int(costs[k, j]) for j in range(k + 1)) for k in range(n)))
    text = "3 * costs [ i,j ] + abs(i . \ufb01rst_age - j.first_age) + (i.set_1 != j.set_1)"
    own = own_criterion("wish", text, "costs[\n i, i]", costs=table)
    ages = np.arange(n, dtype=np.int64) ** 2
    whole = np.tril(costs) + np.tril(costs, -1).T
    field = replace(field, numbers={"first_age": ages, "set_1": ages // 2}, tables={"wish": whole})
    weights = (Weight("wish", 2, "", own=own), Weight("mms_difference", 5, ""))
    counts = (counting(field, ["same town"], at_most=1, price=4), counting(field, ["any local"], at_most=1, price=4))
    problem = replace(some_problem(5), field=field, profile=Profile("p", "", weights), counts=counts, forced_byes=(5,))
    assert said_alike(problem)["cost"][0].any()
    assert problem_of(problem, ["1"]).private == ["costs", "first_age", "set_1", "set_1_1"]


@pytest.mark.parametrize(
    ("pair", "bye"),
    [
        ("abs(i.big // 1000000 - j.big // 1000000) ** 3", "i.big % 7"),
        ("min(abs(i.big - j.big), 900) ** 3", "lookup(i.big, 5, 6)"),
        ("shares(i.club, i.club) + shares(j.club, j.club)", "shares(i.club, i.club)"),
        ("lookup(abs(i.off_up - j.off_up), 0, 1, 4) + lot(7)", "i.waiting and not i.local"),
    ],
)
def test_a_formula_that_the_program_takes_is_said_alike(pair: str, bye: str) -> None:
    """A great column that is divided or bounded before a power; codes of one player; conditions of a bye."""
    field = some_field(5)
    field = replace(field, numbers={"big": np.arange(len(field), dtype=np.int64) * 10**8})
    profile = Profile("p", "", (Weight("wish", 2, "", own=own_criterion("wish", pair, bye)),))
    assert said_alike(replace(some_problem(5), field=field, profile=profile, forced_byes=(5,)))["cost"][0].any()
