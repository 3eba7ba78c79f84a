"""A criterion of one's own by every face: drawn, explained, kept, certified, verified, and forged."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mcmahon
import numpy as np
import pandas as pd
import pytest
from mcmahon.desk.engine_lines import answer
from mcmahon.desk.options import Clock, Options
from mcmahon.model.errors import InputError, RefusedError

PROFILE = {"base": "balanced", "rating_gap": {"value": "abs(i.rating - j.rating) // 100", "weight": 30000}}
NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo"]
TEXT = 'base = "balanced"\n[rating_gap]\nvalue = "abs(i.rating - j.rating) // 100"\nweight = 30000\n'


@pytest.fixture
def six(tmp_path: Path) -> mcmahon.Director:
    """Six players of one rank, rated 2100, 2200 … 2600, by a profile beside the settings."""
    director = mcmahon.Director.new(tmp_path / "six", "egf", rounds=3, start__bar="none")
    table = {"name": NAMES, "rank": ["1d"] * 6, "rating": [*range(2100, 2700, 100)]}
    director.register(pd.DataFrame(table))
    (director.path / "mine.toml").write_text(TEXT, encoding="utf-8")
    return director


def boards(found: Any) -> set[frozenset[str]]:
    table = found.boards
    return {frozenset(pair) for pair in zip(table["white"], table["black"], strict=True)}


NEIGHBOURS = {frozenset(pair) for pair in ("12", "34", "56")}


@pytest.mark.parametrize("engine", ["matching", "cp-sat"])
def test_python_takes_a_profile_as_a_mapping_and_both_engines_draw_by_it(six: mcmahon.Director, engine: str) -> None:
    found = six.pair(profile=PROFILE, engine=engine)
    assert (boards(found), found.proven) == (NEIGHBOURS, True)
    assert found.costs["rating_gap"] == 90000


def test_a_round_drawn_by_it_is_explained_and_keeps_its_cost_in_the_record(six: mcmahon.Director) -> None:
    six.pair(profile="mine")
    kept = json.loads((six.path / "rounds" / "1.json").read_text(encoding="utf-8"))
    assert kept["criteria"] == {"rating_gap": {"value": "abs(i.rating - j.rating) // 100", "bye": "0"}}
    (six.path / "mine.toml").write_text(TEXT.replace("30000", "1"), encoding="utf-8")  # changed later
    reasons = mcmahon.Director(six.path).explain("1")
    assert reasons.costs["rating_gap"] == 30000
    assert "would have been worse as a whole: more rating gap" in reasons.text


def test_a_round_drawn_by_it_is_compared_with_a_profile_that_does_not_know_it(six: mcmahon.Director) -> None:
    """Either way round; such a profile counts nothing in it."""
    six.pair(profile="mine")
    table = six.what_if(["balanced"]).table
    assert table["criterion_rating_gap"].tolist()[0] == 3
    assert pd.isna(table["criterion_rating_gap"]).tolist() == [False, True]
    six.pair(profile="balanced")
    assert pd.isna(six.what_if(["mine"]).table["criterion_rating_gap"]).tolist() == [True, False]


def test_a_certificate_carries_the_formulas_and_a_forged_one_is_refused(six: mcmahon.Director, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    six.pair(profile="mine", certificate=proof)
    assert six.verify(proof).proven
    data = json.loads(proof.read_text(encoding="utf-8"))
    for value in ("abs(i.rating - j.rating) // 101", "0", "i.__class__"):
        data["criteria"]["rating_gap"]["value"] = value
        proof.write_text(json.dumps(data), encoding="utf-8")
        with pytest.raises((RefusedError, InputError), match=r"does not belong to round 1|no column is called"):
            six.verify(proof)


def test_a_file_for_others_has_the_formula_and_says_which_column_is_private(
    six: mcmahon.Director, tmp_path: Path
) -> None:
    """It proves by itself what it says, and is the folder's; by another formula it proves nothing."""
    proof = tmp_path / "proof.npz"
    six.pair(profile="mine", certificate=proof)
    alone = six.verify(proof)
    assert alone.proven
    assert "private: the columns rating in it are not public" in alone.terms
    with np.load(proof) as arrays:
        data = dict(arrays)
    assert "abs(i.rating - j.rating) // 100" in data["formulas"].item()
    assert data["i.rating"].tolist() == [2100, 2200, 2300, 2400, 2500, 2600]
    data["formulas"] = np.str_(data["formulas"].item().replace("// 100", "// 50"))
    np.savez(proof, **data)
    with pytest.raises(RefusedError, match="tier 1: "):
        six.verify(proof)


def test_a_proof_says_whose_weights_it_has(six: mcmahon.Director, tmp_path: Path) -> None:
    """Those of the profile beside the settings, others of its name, or some that were only given."""
    proof = tmp_path / "proof.json"
    six.pair(profile="mine", certificate=proof)
    assert six.verify(proof).terms == ("by profile mine.toml, as in the folder",)
    own = 'rating_gap 30,000 (value = "abs(i.rating - j.rating) // 100", bye = "0")'
    for old, new in (("30000", "1"), ("// 100", "// 200")):
        (six.path / "mine.toml").write_text(TEXT.replace(old, new), encoding="utf-8")
        [said] = mcmahon.Director(six.path).verify(proof).terms
        assert said.startswith("by profile mine.toml with other weights or formulas than the folder's: ")
        assert said.endswith(own)
    six.pair(profile=PROFILE, certificate=proof)
    assert six.verify(proof).terms[0].startswith("by profile given: leader_gap")


def test_a_whole_proof_by_another_formula_is_told_to_be_by_another(six: mcmahon.Director, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    other = PROFILE | {"rating_gap": {"value": "abs(i.rating - j.rating) // 200", "weight": 30000}}
    six.pair(profile=other, certificate=proof)
    six.pair(profile="mine")
    found = six.verify(proof)
    assert 'rating_gap 30,000 (value = "abs(i.rating - j.rating) // 200", bye = "0")' in "\n".join(
        (*found.terms, *found.differences)
    )
    assert "criterion rating_gap: 30,000 (value =" in "\n".join((*found.terms, *found.differences))


def test_a_record_with_a_forged_formula_compares_with_no_other_round(six: mcmahon.Director) -> None:
    six.pair(profile="mine")
    path = six.path / "rounds" / "1.json"
    text = path.read_text(encoding="utf-8")
    assert six.explain("1").without_it["costs"]["rating_gap"] == 60000
    path.write_text(text.replace("// 100", "// 200"), encoding="utf-8")
    assert six.explain("1").without_it is None  # nothing is reckoned by the record any more


def test_a_record_with_very_many_criteria_is_refused(six: mcmahon.Director) -> None:
    six.pair(profile="mine")
    path = six.path / "rounds" / "1.json"
    data = json.loads(path.read_text(encoding="utf-8"))
    data["criteria"] |= {f"own{k}": {"value": f"gap + {k}"} for k in range(5000)}
    path.write_text(json.dumps(data), encoding="utf-8")
    with pytest.raises(InputError, match=r"1.json: .* 5,001 criteria of its own, at most 40"):
        mcmahon.Director(six.path).explain("1")


def test_a_player_whose_column_was_changed_is_not_paired_by_the_old_one(six: mcmahon.Director) -> None:
    six.pair(profile="mine")
    six.player("1", rating=2650)
    assert boards(six.pair(profile="mine")) == {frozenset(pair) for pair in ("16", "23", "45")}


def test_the_engine_takes_a_criterion_of_ones_own() -> None:
    players = [{"id": str(k), "rank": "1d", "rating": 2000 + 100 * k} for k in range(1, 7)]
    line = {"players": players, "profile": PROFILE, "settings": {"start": {"bar": "none"}}}
    found = json.loads(answer(Options(clock=Clock(60.0)), json.dumps(line).encode(), 1))
    assert {frozenset((game["white"], game["black"])) for game in found["boards"]} == NEIGHBOURS
    wrong = {"rating_gap": {"value": "i.rating - j.rating", "weight": 1}}
    found = json.loads(answer(Options(clock=Clock(60.0)), json.dumps(line | {"profile": wrong}).encode(), 1))
    assert "criterion rating_gap: 1 and 2 cost -100; expected 0 or more" in found["lines"][0]


def test_other_weights_of_it_are_compared_and_kept_apart(six: mcmahon.Director) -> None:
    six.set(pairing__profile="mine.toml")
    six.pair()
    assert six.what_if(varied="rating=0").table["criterion_rating_gap"].tolist() == [3, 9]
    intervals = six.sensitivity().table.set_index("criterion")
    assert intervals.loc["rating_gap", "low"] == 132  # 66 units of seeding, of weight 4, for 2 of rating_gap


def test_a_criterion_that_the_round_was_not_drawn_by_is_compared_too(six: mcmahon.Director) -> None:
    six.pair(profile="balanced")
    six.set(pairing__profile="mine.toml")
    assert six.what_if(varied="rating_gap=30000").table["differing"].tolist() == [0, 3]
    assert six.pareto("rating_gap", "seeding").table["rating_gap"].min() == 3


def test_a_round_is_still_checked_after_a_cell_that_it_was_drawn_by_is_empty(six: mcmahon.Director) -> None:
    far = [5, 900, 900, 900, 900, 900]
    six.register(pd.DataFrame({"id": [*range(1, 7)], "name": NAMES, "Travel km": far}))
    profile = {"travel": {"value": "abs(i.travel_km - j.travel_km)", "weight": 1}}
    six.pair(profile=profile)
    file = six.path / "players.csv"
    file.write_text(file.read_text(encoding="utf-8").replace(",5\n", ",\n"), encoding="utf-8")
    director = mcmahon.Director(six.path)
    [found] = director.check().rounds
    assert (found.legal, found.cost, found.drawn_at) == (True, 900, 895)
    assert "round 1: column travel_km is empty for Ann (1) now and counts as 0 there" in director.notes


@pytest.fixture
def emptied(six: mcmahon.Director, tmp_path: Path, request: pytest.FixtureRequest) -> mcmahon.Director:
    """A round drawn and published by a column of which one cell, or all of it, is empty now; its proof beside it."""
    six.register(pd.DataFrame({"id": [*range(1, 7)], "name": NAMES, "Travel km": request.param}))
    text = 'base = "balanced"\n[travel]\nvalue = "abs(i.travel_km - j.travel_km)"\nweight = 1\n'
    (six.path / "mine.toml").write_text(text, encoding="utf-8")
    six.set(pairing__profile="mine")
    six.pair(certificate=tmp_path / "proof.json")
    assert six.verify(tmp_path / "proof.json").proven
    six.publish_round(1)
    file = six.path / "players.csv"
    file.write_text(file.read_text(encoding="utf-8").replace(",5\n", ",\n"), encoding="utf-8")
    return mcmahon.Director(six.path)


ONE, EVERY = [5, 900, 900, 900, 900, 900], [5] * 6


@pytest.mark.parametrize("emptied", [ONE, EVERY], indirect=True)
def test_a_round_is_judged_as_it_was_drawn_after_cells_of_a_column_are_empty(
    emptied: mcmahon.Director, tmp_path: Path
) -> None:
    """Nothing is refused with advice on how to draw; what can no longer be compared is said to have changed."""
    reasons = emptied.explain("1")
    assert "have changed since the draw, so other rounds can no longer be compared" in reasons.text
    assert "no longer" in emptied.explain("1", "4").text
    [proven] = emptied.check(prove=True).rounds
    assert (proven.sound, proven.least_cost.certified) == (True, True)
    for refused in (emptied.sensitivity, emptied.alternatives):
        with pytest.raises(InputError, match="players, results or settings have changed since the draw"):
            refused()
    with pytest.raises(RefusedError, match=r"does not belong to round 1 .*: players, entries, .* have changed since"):
        emptied.verify(tmp_path / "proof.json")
    emptied.what_if(varied="travel=2")
    assert [note.split(" is empty")[0] for note in emptied.notes] == ["round 1: column travel_km"]


@pytest.mark.parametrize("emptied", [ONE], indirect=True)
def test_an_empty_cell_is_refused_where_boards_are_drawn(emptied: mcmahon.Director) -> None:
    """In the next round, in a repair, and in a comparison with a profile that the round was not drawn by."""
    says = r"criterion .*: column travel_km is empty for Ann \(1\); expected a number for everybody, or blank = 0"
    with pytest.raises(InputError, match=says):
        emptied.repair(without="6", dry_run=True)
    emptied.results({1: "1-0", 2: "1-0", 3: "1-0"}, 1)
    with pytest.raises(InputError, match=says):
        emptied.pair()
    other = {"travelled": {"value": "max(i.travel_km, j.travel_km)", "weight": 1}}
    with pytest.raises(InputError, match=says):
        emptied.what_if(profiles=[other])


def test_a_round_by_codes_of_a_column_that_is_gone_is_still_judged(six: mcmahon.Director) -> None:
    six.register(pd.DataFrame({"id": [*range(1, 7)], "name": NAMES, "Car": ["a", "a", "b", "b", "c", "c"]}))
    six.pair(profile={"same_car": {"value": "shares(i.car, j.car)", "weight": 5}})
    file = six.path / "players.csv"
    text = file.read_text(encoding="utf-8")
    for car in "abc":
        text = text.replace(f",{car}\n", ",\n")
    file.write_text(text, encoding="utf-8")
    [found] = mcmahon.Director(six.path).check().rounds
    assert (found.legal, found.cost) == (True, 0)
