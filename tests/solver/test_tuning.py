"""The tuning of the search: what a file may say, what the documents say of it, and that it does not change answers."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path

import pytest
from mcmahon.model.errors import InputError
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.tuning import DEFAULTS, Parameters, Tuning, tuning_from

from .test_rules_over_pairs import some_problem

ROOT = Path(__file__).resolve().parents[2]


def test_a_file_changes_what_it_names_and_nothing_else() -> None:
    text = "# slower\nidle_cuts = 60\ncurve_seconds = 0\n"
    assert tuning_from(text, "own.toml") == replace(DEFAULTS, idle_cuts=60, curve_seconds=0)
    assert tuning_from("", "own.toml") == DEFAULTS


@pytest.mark.parametrize(("line", "key", "value", "expected"), [
    ("idle_cuts = -1", "idle_cuts", "-1", "a whole number from 0 to 1,000,000,000"),
    ("idle_cuts = 2.5", "idle_cuts", "2.5", "a whole number from 0 to 1,000,000,000"),
    ("idle_cuts = true", "idle_cuts", "True", "a whole number from 0 to 1,000,000,000"),
    ('curve_seconds = "much"', "curve_seconds", "much", "a number from 0 to 1,000,000,000"),
    ("curve_seconds = nan", "curve_seconds", "nan", "a number from 0 to 1,000,000,000"),
    ("curve_seconds = [5, 3]", "curve_seconds", "[5, 3]", "a number from 0 to 1,000,000,000"),
])  # fmt: skip
def test_a_wrong_value_is_told_with_its_place_and_what_it_may_be(
    line: str, key: str, value: str, expected: str
) -> None:
    with pytest.raises(InputError) as error:
        tuning_from(f"exact_vertices = 5\n{line}\n", "own.toml")
    (problem,) = error.value.problems
    assert (problem.file, problem.line, problem.value, problem.expected) == ("own.toml", 2, value, expected)
    assert key in problem.message


def test_a_name_that_is_no_parameter_and_a_text_that_is_no_toml_are_told() -> None:
    """What is tuned by measuring alone is no parameter."""
    with pytest.raises(InputError) as error:
        tuning_from("exact_vertices = 5\nperturbation = 1\n[idle_cuts]\n", "own.toml")
    unknown, table = error.value.problems
    assert (unknown.file, unknown.line, unknown.value) == ("own.toml", 2, "perturbation")
    assert unknown.expected == f"one of {', '.join(f.name for f in fields(Parameters))}"
    assert (table.line, table.value) == (3, "{}")
    with pytest.raises(InputError, match=r"own\.toml: not valid TOML"):
        tuning_from("wider =", "own.toml")


@pytest.mark.slow
@pytest.mark.parametrize("own", [
    Tuning(candidates=(1, 1, 1), candidates_at_random=0, fewest_candidates=1, columns_a_vertex=2, pricing_margin=0,
               later_candidates=2, all_pairs_below=0, small_field=0, cached_pairs=0, chunk_pairs=1),
    Tuning(perturbation=0, ascents=0, idle_cuts=1, exact_vertices=0, first_closing=2, wider=100),
    Tuning(candidates=(30, 30, 30), perturbation=1, artificial_price=50, refactorisation=16, perturbed_rounds=0),
], ids=["few", "bare", "many"])  # fmt: skip
@pytest.mark.parametrize("seed", [6, 16, 23, 1016, 1032])
def test_no_number_changes_the_answer(seed: int, own: Tuning) -> None:
    """Of rounds that need cuts, prices or CP-SAT: the optimum is unique, however it is found."""
    problem = some_problem(seed, (4, 5, 6, 7, 8, 9, 10) if seed < 1000 else (14, 20, 27, 40))
    usual, other = solve(problem), solve(problem, Options(tuning=own))
    assert usual.optimal
    assert usual.tie_proven
    assert (other.pairs, other.byes, other.tiers, other.tie_proven) == (usual.pairs, usual.byes, usual.tiers, True)


def test_every_number_is_read_somewhere() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "solver").rglob("*.py"))
    assert [f.name for f in fields(Tuning) if not re.search(rf"\.{f.name}\b", code)] == []


def test_the_documents_have_every_parameter_with_its_default() -> None:
    text = (ROOT / "docs" / "explanation" / "optimisation.md").read_text(encoding="utf-8")
    rows = re.findall(r"^\| `(\w+)` \| ([\d,.]+) \|", text, re.MULTILINE)
    assert rows == [(f.name, f"{f.default:,}") for f in fields(Parameters)]
