"""The tuning of the search: what a file may say, what the documents say of it, and that it does not change answers."""

from __future__ import annotations

import re
from dataclasses import fields, replace
from pathlib import Path
from typing import Any

import pytest
from mcmahon.model.errors import InputError
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.parameters import DEFAULTS, Parameters, explained, parameters_from

from .test_rules_over_pairs import some_problem

ROOT = Path(__file__).resolve().parents[2]


def test_a_file_changes_what_it_names_and_nothing_else() -> None:
    text = "# slower\nidle_cuts = 60\nperturbation = 0\ncandidates = [8, 4, 2]\n"
    own = replace(DEFAULTS, idle_cuts=60, perturbation=0, candidates=(8, 4, 2))
    assert parameters_from(text, "own.toml") == own
    assert parameters_from("", "own.toml") == DEFAULTS


@pytest.mark.parametrize(("line", "key", "value", "expected"), [
    ("idle_cuts = 0", "idle_cuts", "0", "a whole number from 1 to 1,000,000,000"),
    ("idle_cuts = 2.5", "idle_cuts", "2.5", "a whole number from 1 to 1,000,000,000"),
    ("idle_cuts = true", "idle_cuts", "True", "a whole number from 1 to 1,000,000,000"),
    ('perturbation = "much"', "perturbation", "much", "a number from 0 to 1"),
    ("perturbation = nan", "perturbation", "nan", "a number from 0 to 1"),
    ("candidates = [5, 3]", "candidates", "[5, 3]", "a list of 3 whole numbers from 1 to 1,000"),
    ("candidates = 5", "candidates", "5", "a list of 3 whole numbers from 1 to 1,000"),
    ("candidates = [5, 3, 0]", "candidates", "[5, 3, 0]", "a list of 3 whole numbers from 1 to 1,000"),
])  # fmt: skip
def test_a_wrong_value_is_told_with_its_place_and_what_it_may_be(
    line: str, key: str, value: str, expected: str
) -> None:
    with pytest.raises(InputError) as error:
        parameters_from(f"wider = 5\n{line}\n", "own.toml")
    (problem,) = error.value.problems
    assert (problem.file, problem.line, problem.value, problem.expected) == ("own.toml", 2, value, expected)
    assert key in problem.message


def test_an_unknown_name_and_a_text_that_is_no_toml_are_told() -> None:
    with pytest.raises(InputError) as error:
        parameters_from("wider = 5\nnoise = 1\n[idle_cuts]\n", "own.toml")
    unknown, table = error.value.problems
    assert (unknown.file, unknown.line, unknown.value) == ("own.toml", 2, "noise")
    assert "perturbation" in unknown.expected
    assert (table.line, table.value) == (3, "{}")
    with pytest.raises(InputError, match=r"own\.toml: not valid TOML"):
        parameters_from("wider =", "own.toml")


@pytest.mark.parametrize("wrong", [{"wider": 1}, {"grace_seconds": -1.0}, {"candidates": (1, 2, 0)}, {"ascents": 1.0}])
def test_a_value_out_of_range_is_refused_wherever_it_comes_from(wrong: dict[str, Any]) -> None:
    with pytest.raises(InputError, match=next(iter(wrong))):
        Parameters(**wrong)


@pytest.mark.parametrize("own", [
    Parameters(candidates=(1, 1, 1), candidates_at_random=0, fewest_candidates=1, columns_a_vertex=2, pricing_margin=0,
               later_candidates=2, all_pairs_below=0, small_field=0, cached_pairs=0, chunk_pairs=1),
    Parameters(perturbation=0, ascents=0, idle_cuts=1, exact_vertices=0, first_closing=2, wider=100),
    Parameters(candidates=(30, 30, 30), perturbation=1, artificial_price=50, refactorisation=16, perturbed_rounds=0),
], ids=["few", "bare", "many"])  # fmt: skip
@pytest.mark.parametrize("seed", [6, 16, 23, 1016, 1032])
def test_no_parameter_changes_the_answer(seed: int, own: Parameters) -> None:
    """Of rounds that need cuts, prices or CP-SAT: the optimum is unique, however it is found."""
    problem = some_problem(seed, (4, 5, 6, 7, 8, 9, 10) if seed < 1000 else (14, 20, 27, 40))
    usual, other = solve(problem), solve(problem, Options(parameters=own))
    assert usual.optimal
    assert usual.tie_proven
    assert (other.pairs, other.byes, other.tiers, other.tie_proven) == (usual.pairs, usual.byes, usual.tiers, True)


def test_every_parameter_is_read_somewhere() -> None:
    code = "".join(path.read_text(encoding="utf-8") for path in (ROOT / "solver").rglob("*.py"))
    assert [f.name for f in fields(Parameters) if not re.search(rf"\.{f.name}\b", code)] == []


def test_the_documents_have_every_parameter_with_its_default_unit_and_reason() -> None:
    """The table is `table()`; put it there when a parameter comes, goes or changes."""
    text = (ROOT / "docs" / "reference" / "parameters.md").read_text(encoding="utf-8")
    assert table() in text


def table() -> str:
    """The parameters as Markdown."""
    rows = [f"| `{name}` | {_said(default)} | {unit} | {reason} |" for name, default, unit, reason in explained()]
    return "\n".join(["| parameter | default | unit | what it is, and why |", "|---|---|---|---|", *rows])


def _said(value: Any) -> str:
    return ", ".join(map(_said, value)) if isinstance(value, tuple) else f"{value:,}"
