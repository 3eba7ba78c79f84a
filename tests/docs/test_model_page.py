"""The page of the model: every formula in Python that it prints is what the program computes."""

from __future__ import annotations

import re
from collections import Counter
from dataclasses import replace
from itertools import combinations, permutations
from random import Random

import numpy as np
import pytest
from criteria_again import counts_in
from mcmahon.model.pairing.counts import Count
from mcmahon.model.pairing.criteria import COLUMNS, CRITERIA, DEFINITIONS, NAMED
from mcmahon.model.pairing.evaluation import values, values_of_one
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.formula import FUNCTIONS
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import KeptBoards, NewBoardLimits, RoundProblem
from model_page import (
    FIELDS,
    METHODS,
    ROOT,
    SECTIONS,
    SETS,
    TEXT,
    Names,
    all_byes,
    all_games,
    computed,
    counting,
    entrant,
    known,
    lots_of,
    named_set,
    some_field,
    some_round,
    table_of,
    whole,
)


def test_no_formula_stands_elsewhere_than_in_a_block_or_a_table() -> None:
    prose = re.sub(r"^```.*?^```$|^\|.*?$", "", TEXT, flags=re.MULTILINE | re.DOTALL)
    spans = [span for span in re.findall(r"`([^`]+)`", prose) if re.search(r"[*=<>]|abs|min\(|max\(| [-+] ", span)]
    assert spans == []


# Criteria, weights, rules over pairs, repair, lottery.


#: The criteria that `criteria_again` computes; that of a copy which tries to add one is not among them.
AGAIN = [name for name in CRITERIA if name in all_games(0)[0][2] | all_byes(0)[0]]


@pytest.mark.parametrize("name", AGAIN)
def test_a_criterion_is_its_formula_in_other_words(name: str) -> None:
    """For all pairs and byes of random fields, with whole and half points; a formula is not always 0."""
    found: Counter[object] = Counter()
    for seed in FIELDS:
        field = some_field(seed)
        i, j = (np.array([pair[k] for pair in all_games(seed)]) for k in (0, 1))
        games = [int(own.get(name, 0)) for _, _, own in all_games(seed)]
        byes = [int(own.get(name, 0)) for own in all_byes(seed)]
        assert values(CRITERIA[name].of_pair, field, i, j).tolist() == games
        assert values_of_one(CRITERIA[name].of_bye, field).tolist() == byes
        found.update({field.seeding: any(games), field.steps: any(games + byes), "game": any(games), "bye": any(byes)})
    assert bool(found["game"]) == (CRITERIA[name].pair != "0")
    assert bool(found["bye"]) == (CRITERIA[name].bye != "0")
    assert found[1]
    assert found[2]
    assert not found["game"] or all(found[method] for method in METHODS)


def test_a_formula_of_a_bye_names_only_the_player_with_the_bye() -> None:
    assert [name for name, one in CRITERIA.items() if "j" in one.of_bye.sides] == []


def test_the_page_prints_the_formulas_that_are_computed() -> None:
    """Of criteria, named formulas and sets of pairs; what they name stands on the page of criteria."""
    printed = {name.strip("` *"): cells for name, *cells in table_of("Criteria")}
    shown = {"0": ""}
    assert [printed[name] for name in CRITERIA] == [
        [shown.get(one.pair, one.pair), shown.get(one.bye, one.bye)] for one in CRITERIA.values()
    ]
    assert [printed[name] for name in DEFINITIONS] == [[one.text, NAMED[name][1]] for name, one in DEFINITIONS.items()]
    columns = (ROOT / "docs" / "reference" / "criteria.md").read_text(encoding="utf-8")
    assert [name for name in (*COLUMNS, *FUNCTIONS) if f"\n| `{name}` | " not in columns] == []


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
    assert [name for name, *_ in table_of("Rules over pairs")] == SETS


def adds(field: Field, rows: list[str], count: Count, i: int, j: int) -> list[int]:
    """What a game adds to each part, by the page."""
    one, other = (entrant(field, k) for k in (i, j))
    for who, k in ((one, i), (other, j)):
        who.part, who.in_set = int(count.scope[k]), bool(field.sets["top_group"][k])
        who.column = known(field.columns["town"][k])
    both = counts_in(one, other, whole(field)), counts_in(other, one, whole(field))
    names: Names = {"i": one, "j": other}
    names |= {f"{letter}_counts": [own[row] for row in rows] for letter, own in zip("ij", both, strict=True)}
    what = "players" if count.rule.players else "games"
    return [int(computed("Rules over pairs", names | {"g": g})[what]) for g in range(len(count.labels))]


@pytest.mark.slow
@pytest.mark.parametrize("row", SETS)
def test_a_rule_over_pairs_counts_by_its_formulas(row: str) -> None:
    """One set alone, and with another; games and players; in the round, score groups and towns."""
    rng, found = Random(row), 0
    for seed in FIELDS:
        field = some_field(seed)
        rows = [row] if seed % 2 else [row, rng.choice(SETS)]
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
        names = lots_of(problem.field, i, j)
        assert names["lambda_ij"] == problem.lottery(np.array([i]), np.array([j]))[0]
        assert names["lambda_i"] == problem.bye_lottery()[i]
        assert names["lot_in_a_criterion"] == problem.field.lots(np.array([i]), np.array([j]), 32)[0]


def test_a_repair_prices_and_limits_new_boards() -> None:
    field, partner = some_field(2), np.array([1, 0, 3, 2, 5, 4, 7, 6, -1, -1])
    most = np.array([0, 1, 2, 3, 0, 1, 2, 3, 1, 2])
    kept, limits = KeptBoards("kept", partner, 7, 1), NewBoardLimits(partner, most, bye=0)
    plain = RoundProblem(1, field, Profile("p", "", ()), np.array([], dtype=np.int64), np.array([], dtype=np.int64))
    problem = replace(plain, kept=(kept,), limits=limits)
    for i, j in permutations(range(10), 2):
        one, other = entrant(field, i), entrant(field, j)
        one.partner, one.most, other.most = other if partner[i] == j else None, most[i], most[j]
        printed = computed("A repair", {"i": one, "j": other, "price": 7, "most_bye": 0})
        a, b = np.array([i]), np.array([j])
        assert printed["cost_of_new_board"] == problem.cost(a, b, 1)[0]
        assert printed["game_allowed"] == problem.allowed(a, b)[0]
        assert (printed["bye_allowed"] and field.byes[i] == 0) == problem.bye_allowed()[i]


# The README.


def test_the_readme_states_the_model_in_five_lines() -> None:
    """What is minimised, and the constraints; with links to the page and to the model's file."""
    first = (ROOT / "README.md").read_text(encoding="utf-8").split("\n## ")[0]
    (stated,) = [block.splitlines() for block in re.findall(r"^```text\n(minimise .*?)\n```$", first, re.M | re.S)]
    assert len(stated) == 5
    assert [line.split()[0] for line in stated[:2]] == ["minimise", "subject"]
    for target in ("docs/explanation/model.md", "solver/cpsat/model.py"):
        assert f"]({target})" in first
