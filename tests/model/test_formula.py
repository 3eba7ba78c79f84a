"""The language of criteria: what it computes, what it reads, and what it refuses."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import pytest
from builders import tournament
from mcmahon.model.pairing.criteria import COLUMNS, CRITERIA, DEFINITIONS, formula
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.evaluation import PairValues, compiled, values, values_of_one
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.formula import FUNCTIONS, FormulaError, formula_of
from mcmahon.model.pairing.profile import Profile


def four() -> Field:
    """Scores 3 3 1 0, colours 1 0 -1 2; clubs 0 0 1 none; the first two are exempt, the first is local."""
    field = round_problem(tournament("1d 1d 1d 1d", start__bar="none"), 1, Profile("", "", ())).field
    return replace(
        field,
        score=np.array([3, 3, 1, 0]),
        colours=np.array([1, 0, -1, 2]),
        club=np.array([0, 0, 1, -1]),
        exempt=np.array([True, True, False, False]),
        local=np.array([True, False, False, False]),
    )


@pytest.mark.parametrize(
    ("text", "of_pairs"),  # 01, 02, 03, 12, 13, 23
    [
        ("7", [7, 7, 7, 7, 7, 7]),
        ("gap", [0, 2, 3, 2, 3, 1]),
        ("-gap + 4", [4, 2, 1, 2, 1, 3]),
        ("abs(i.colours - j.colours)", [1, 2, 1, 1, 2, 3]),
        ("gap * 5 // 2", [0, 5, 7, 5, 7, 2]),
        ("gap % 2", [0, 0, 1, 0, 1, 1]),
        ("gap**2", [0, 4, 9, 4, 9, 1]),
        ("gap**3", [0, 8, 27, 8, 27, 1]),
        ("min(gap, 2, 5)", [0, 2, 2, 2, 2, 1]),
        ("max(gap, 2)", [2, 2, 3, 2, 3, 2]),
        ("where(gap > 1, 10, gap)", [0, 10, 10, 10, 10, 1]),
        ("lookup(gap, 5, 6, 9)", [5, 9, 9, 9, 9, 6]),
        ("stairs(gap)", [0, 3, 6, 3, 6, 1]),
        ("shares(i.club, j.club)", [1, 0, 0, 0, 0, 0]),
        ("~i.exempt & ~j.exempt", [0, 0, 0, 0, 0, 1]),
        ("not i.exempt and not j.exempt", [0, 0, 0, 0, 0, 1]),
        ("(i.exempt | j.exempt) + 1", [2, 2, 2, 2, 2, 1]),
        ("i.exempt + j.exempt", [2, 1, 1, 1, 1, 0]),
        ("where(gap < 2, i.exempt, j.local) + where(gap < 2, j.exempt, i.local)", [2, 1, 1, 0, 0, 0]),
        ("abs(where(gap < 9, i.exempt, 0 > 1) - where(gap < 9, j.exempt, 0 > 1))", [0, 1, 1, 1, 1, 0]),
        ("(i.exempt | j.exempt) ** 2 * 100 * 100", [10000, 10000, 10000, 10000, 10000, 0]),
        ("i.exempt * j.exempt", [1, 0, 0, 0, 0, 0]),
        ("(gap == 2) - 0", [0, 1, 0, 1, 0, 0]),
        ("where(gap < 1, both_exempt, gap == 2) + where(gap < 1, both_exempt, gap == 2)", [2, 2, 0, 2, 0, 0]),
        ("where(gap < 9, both_exempt, 7) + where(gap < 9, both_exempt, 7)", [2, 0, 0, 0, 0, 0]),
        ("both_exempt**2 * 1000", [1000, 0, 0, 0, 0, 0]),
        ("lookup(both_exempt, 5, 9)", [9, 5, 5, 5, 5, 5]),
        ("highest - lowest", [3, 3, 3, 3, 3, 3]),
        ('where(seeding == "fold", 1, 2)', [1, 1, 1, 1, 1, 1]),
        ("(i.local == j.local) & any_local", [0, 0, 0, 1, 1, 1]),
    ],
)
def test_a_formula_gives_the_same_for_a_list_and_a_block_of_pairs(text: str, of_pairs: list[int]) -> None:
    field, every = replace(four(), seeding="fold"), np.arange(4)
    i, j = np.triu_indices(4, 1)
    assert values(formula(text), field, i, j).tolist() == of_pairs
    block = np.broadcast_to(values(formula(text), field, every[:, None], every[None, :]), (4, 4))
    assert block[i, j].tolist() == block.T[i, j].tolist() == of_pairs


def test_a_formula_over_i_alone_gives_a_number_for_each_player() -> None:
    assert values_of_one(formula("i.colours**2"), four()).tolist() == [1, 0, 1, 4]
    assert values_of_one(formula("0"), four()).tolist() == [0, 0, 0, 0]


def test_a_lot_is_below_its_number_and_the_same_for_both_players() -> None:
    field, every = four(), np.arange(4)
    lots = values(formula("lot(6)"), field, every[:, None], every[None, :])
    assert (lots == lots.T).all()
    assert {*lots[np.triu_indices(4, 1)].tolist()} <= {*range(6)}


def test_what_is_the_same_in_a_block_is_one_number() -> None:
    """So that a block between two score groups costs no more than a pair."""
    field = four()
    block = PairValues(field, np.array([[0], [1]]), np.array([[2, 2]]))
    assert compiled(formula("gap"))(block) == 2
    assert compiled(formula("where(i.score > j.score, 5, i.colours)"))(block) == 5
    assert block.of(CRITERIA["mms_difference"].of_pair).tolist() == [[3]]


@pytest.mark.parametrize(
    ("text", "reads"),
    [
        ("gap", {"score"}),
        ("stairs(gap)", {"score", "steps"}),
        ("i.waiting", {"local", "met_local"}),
        ("stones", {"even", "strength", "stones_off", "most_stones"}),
        ("where(lowest > 0, lot(2), 0)", {"score", "key"}),
        ("5", set()),
    ],
)
def test_a_formula_reads_the_columns_that_it_names(text: str, reads: set[str]) -> None:
    assert {*formula(text).reads} == reads


REFUSED = {
    "i.__class__": "no column is called __class__",
    "i.score.real": "only columns of i and j",
    "().__class__.__base__": "only columns of i and j",
    "__import__('os')": "not part of a formula",
    "open('x')": "not part of a formula",
    "abs.__self__": "only columns of i and j",
    "abs": "nothing is called abs",
    "k.score": "only columns of i and j",
    "_x": "nothing is called _x",
    "[x for x in (1, 2)]": "not part of a formula",
    "(lambda: 1)()": "not part of a formula",
    "(x := 5)": "not part of a formula",
    "i.score if j.score else 0": "not part of a formula",
    "f'{i.score}'": "not part of a formula",
    "i['score']": "not part of a formula",
    "[1, 2]": "not part of a formula",
    "1 < 2 < 3": "not part of a formula",
    "abs(x=1)": "not part of a formula",
    "abs(*[1])": "not part of a formula",
    "9**9**9**9": "a power of 9",
    "gap**4": "a power of 4",
    "10000000000": "a number greater than 1,000,000,000",
    "1.5": "not a whole number: 1.5",
    "gap / 2": "not part of a formula: gap / 2",
    "gap // 0": "a division by 0",
    "True": "not a whole number: True",
    "None": "not a whole number: None",
    "1j": "not a whole number: 1j",
    "b'x'": "not a whole number: b'x'",
    "gap << 3": "not part of a formula",
    "gap @ gap": "not part of a formula",
    "": "it cannot be read",
    "gap +": "it cannot be read",
    "gap; gap": "it cannot be read",
    "gap\x00": "it cannot be read",
    "abs(" * 40 + "1" + ")" * 40: "it is nested too deeply",
    "(" * 220 + "1" + ")" * 220: "it cannot be read",
    "-" * 90 + "1": "it is nested too deeply",
    "1 + " * 200 + "1": "it has 801 characters",
    "i.seeding": "no column is called seeding",
    "score": "score is a column of a player",
    "club": "club is a column of a player",
    "i.club": "it gives a set",
    "i.club == j.club": "sets are not compared",
    "i.club + 1": "i.club is a set",
    "seeding": "it gives a word",
    "seeding == 1": "a word beside ==",
    "seeding < 'fold'": "a word beside <",
    "gap & 1": "gap is a whole number",
    "gap == 1 & gap == 2": "not part of a formula",
    "~gap": "gap is a whole number",
    "where(gap, 1, 2)": "gap is a whole number",
    "shares(i.club)": "shares has 1 values",
    "shares(i.score, j.score)": "i.score is a whole number",
    "shares(i.club, j.country)": "shares of i.club and j.country",
    "min(1)": "min has 1 values",
    "i.score if " + "-" * 470 + "1 else 0": "not part of a formula: nested too deeply",
    "[" + "-" * 480 + "1]": "not part of a formula: nested too deeply",
    "lot(gap)": "lot of what is computed",
    "lot(0)": "lot of what is computed",
    "lookup(gap, gap)": "lookup of what is computed",
}


@pytest.mark.parametrize("text", REFUSED, ids=range(len(REFUSED)))
def test_whatever_is_not_in_the_language_is_refused(text: str) -> None:
    with pytest.raises(FormulaError) as refused:
        formula(text)
    assert str(refused.value).startswith(REFUSED[text])
    assert refused.value.expected


def test_every_name_means_one_thing() -> None:
    names = [*COLUMNS, *DEFINITIONS, *FUNCTIONS, "i", "j"]
    assert len(names) == len({*names})


def test_a_definition_may_use_those_before_it_only() -> None:
    with pytest.raises(FormulaError, match="nothing is called gap"):
        formula_of("gap", COLUMNS, {})
