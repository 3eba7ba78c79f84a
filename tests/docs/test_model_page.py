"""The page of the model: every formula in Python that it prints is what the program computes."""

from __future__ import annotations

import ast
import re
from collections import Counter
from dataclasses import replace
from itertools import chain, combinations, permutations
from random import Random

import numpy as np
import pytest
from mcmahon.model.pairing.counts import Count
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.evaluation import values, values_of_one
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import KeptBoards, NewBoardLimits, RoundProblem
from model_page import (
    BYE,
    FIELDS,
    METHODS,
    PAIR,
    ROOT,
    SECTIONS,
    SETS,
    TEXT,
    code_of,
    computed,
    counting,
    known,
    made,
    named,
    named_byes,
    named_set,
    of_pair,
    some_field,
    some_round,
    table_of,
    used,
)  # fmt: skip


def test_no_formula_stands_elsewhere_than_in_a_block_or_a_table() -> None:
    prose = re.sub(r"^```.*?^```$|^\|.*?$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    spans = [span for span in re.findall(r"`([^`]+)`", prose) if re.search(r"[*=<>]|abs|min\(|max\(| [-+] ", span)]
    assert spans == []


# Criteria, weights, rules over pairs, repair, lottery.


@pytest.mark.parametrize("name", PAIR)
def test_a_criterion_is_its_formula_in_the_words_of_the_page(name: str) -> None:
    """For all pairs and byes of random fields, with whole and half points; a formula is not always 0."""
    found: Counter[object] = Counter()
    for seed in FIELDS:
        field = some_field(seed)
        i, j = (np.array([pair[k] for pair in named(seed)]) for k in (0, 1))
        games = [int(eval(PAIR[name] or "0", names)) for _, _, names in named(seed)]
        byes = [int(eval(BYE[name] or "0", names)) for names in named_byes(seed)]
        assert values(CRITERIA[name].of_pair, field, i, j).tolist() == games
        assert values_of_one(CRITERIA[name].of_bye, field).tolist() == byes
        found.update({field.seeding: any(games), field.steps: any(games + byes), "game": any(games), "bye": any(byes)})
    assert bool(found["game"]) == bool(PAIR[name])
    assert bool(found["bye"]) == bool(BYE[name])
    assert found[1]
    assert found[2]
    assert not PAIR[name] or all(found[method] for method in METHODS)


def test_a_formula_of_a_bye_names_only_the_player_with_the_bye() -> None:
    """Nor does an abbreviation in it."""
    short = made("Criteria")
    for _, _, bye in table_of("Criteria"):
        names = used(ast.parse(bye))
        names |= set(chain.from_iterable(used(short[name]) for name in names & set(short)))
        assert not [name for name in names if name.endswith("_j")]


def test_every_name_in_a_formula_is_explained() -> None:
    """In the table of parameters, or in a block of the page; and every name of the table and the blocks is used."""
    explained = {name for row in table_of("Parameters of an entrant") for name in re.findall(r"\w+", row[0])}
    cells = [ast.parse(cell) for row in table_of("Criteria") for cell in row[1:]]
    short = set(made("Criteria"))
    read = set().union(*(used(tree) for tree in [*cells, code_of("Criteria")]), {"byes", "lot"})
    assert short <= read
    assert {re.sub("_[ij]$", "", name) for name in read - short} - {"lot"} == explained
    assert {name for name in explained if name not in Field.__slots__} == {
        "lowest",
        "highest",
        "any_local",
        "seeding_method",
    }


IN_STEPS = {name for name, criterion in CRITERIA.items() if criterion.a_point}


def test_weights_are_shared_out_among_the_steps_of_a_point() -> None:
    profile = Profile("odd", "", tuple(Weight(name, 3 + k) for k, name in enumerate(CRITERIA)))
    for steps in (1, 2):
        for before, after in zip(profile.weights, profile.by_step(steps).weights, strict=True):
            printed = computed("Half points", {"weight": before.weight, "steps": steps})
            assert after.weight == (printed["weight_used"] if before.criterion in IN_STEPS else before.weight)
    for name in IN_STEPS:
        assert f"`{name}`" in SECTIONS["Half points"]


def test_the_table_has_the_sets_that_are_made_of_others() -> None:
    assert [name for name in SETS if " " in name] == ["same COLUMN", "both SET", "one SET", "any SET"]


def adds(field: Field, rows: list[str], count: Count, i: int, j: int) -> list[int]:
    """What a game adds to each part, by the page."""
    names = of_pair(field, i, j) | {"part_i": int(count.scope[i]), "part_j": int(count.scope[j])}
    for letter, k in (("i", i), ("j", j)):
        own = {"column": known(field.columns["town"][k]), "in_set": bool(field.sets["top_group"][k])}
        names |= {f"{name}_{letter}": value for name, value in own.items()}
    names |= {f"{'ij'[k]}_counts": [eval(SETS[row][k], names) for row in rows] for k in (0, 1)}
    what = "players" if count.rule.players else "games"
    return [int(computed("Rules over pairs", names | {"g": g})[what]) for g in range(len(count.labels))]


@pytest.mark.slow
@pytest.mark.parametrize("row", SETS)
def test_a_rule_over_pairs_counts_by_its_formulas(row: str) -> None:
    """One set alone, and with another; games and players; in the round, score groups and towns."""
    rng, found = Random(row), 0
    for seed in FIELDS:
        field = some_field(seed)
        rows = [row] if seed % 2 else [row, rng.choice(list(SETS))]
        per = ("round", "score group", "town")[seed % 3]
        count = counting(field, [named_set(one) for one in rows], seed % 4 < 2, per, at_most=1)
        for i, j in (rng.sample(range(10), 2) for _ in range(12)):
            total = count.of_pairs(field, np.array([i]), np.array([j])).tolist()
            assert adds(field, rows, count, i, j) == total
            found += sum(total)
    assert found


def test_lots_are_mixed_keys() -> None:
    problem = some_round(3)
    for i, j in combinations(range(len(problem)), 2):
        names = of_pair(problem.field, i, j)
        assert names["lambda_ij"] == problem.lottery(np.array([i]), np.array([j]))[0]
        assert names["lambda_i"] == problem.bye_lottery()[i]
        assert names["lot_ij"] == problem.field.lots(np.array([i]), np.array([j]), 32)[0]


def test_a_repair_prices_and_limits_new_boards() -> None:
    field, partner = some_field(2), np.array([1, 0, 3, 2, 5, 4, 7, 6, -1, -1])
    most = np.array([0, 1, 2, 3, 0, 1, 2, 3, 1, 2])
    kept, limits = KeptBoards("kept", partner, 7, 1), NewBoardLimits(partner, most, bye=0)
    plain = RoundProblem(1, field, Profile("p", "", ()), np.array([], dtype=np.int64), np.array([], dtype=np.int64))
    problem = replace(plain, kept=(kept,), limits=limits)
    for i, j in permutations(range(10), 2):
        names = of_pair(field, i, j)
        own = {"price": 7, "j": j, "partner_i": partner[i], "most_i": most[i], "most_j": most[j], "most_bye": 0}
        printed = computed("A repair", names | own)
        a, b = np.array([i]), np.array([j])
        assert printed["cost_of_new_board"] == problem.cost(a, b, 1)[0]
        assert printed["game_allowed"] == problem.allowed(a, b)[0]
        assert (printed["bye_allowed"] and field.byes[i] == 0) == problem.bye_allowed()[i]


# The README.


def test_the_readme_states_the_model_in_five_lines() -> None:
    """What is minimised, and the constraints; with links to the page and to the model's file."""
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    (stated,) = [block.splitlines() for block in re.findall(r"^```\n(minimise .*?)\n```$", first, re.M | re.S)]
    assert len(stated) == 5
    assert [line.split()[0] for line in stated[:2]] == ["minimise", "subject"]
    for target in ("docs/explanation/model.md", "solver/cpsat/model.py"):
        assert f"]({target})" in first
