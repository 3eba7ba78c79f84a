"""Rounds drawn by costs given as a matrix: by Python and in a profile; kept in the record, explained, certified."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import mcmahon
import numpy as np
import pandas as pd
import pytest
from mcmahon.model.errors import InputError, RefusedError
from mcmahon.solver.engine import solve

NAMES = ["Ann", "Bo", "Cy", "Di", "Ed", "Flo", "Gus"]
DEAR = 9
#: What games cost by ids 1 to 7; the bye of 7 is the cheapest.
COSTS = np.full((7, 7), DEAR)
for one, other, cost in ((1, 4, 0), (2, 6, 1), (3, 5, 2), (7, 7, 3)):
    COSTS[one - 1, other - 1] = COSTS[other - 1, one - 1] = cost
LEAST = {frozenset("14"), frozenset("26"), frozenset("35")}


def director(folder: Path, players: int = 7) -> mcmahon.Director:
    made = mcmahon.Director.new(folder / "given", "egf", rounds=3, start__bar="none")
    made.register(pd.DataFrame({"name": NAMES[:players], "rank": ["1d"] * players}))
    return made


@pytest.fixture
def seven(tmp_path: Path) -> mcmahon.Director:
    """Seven players of one rank, with ids 1 to 7."""
    return director(tmp_path)


def frame(costs: Any = COSTS, ids: str = "1234567") -> pd.DataFrame:
    return pd.DataFrame(costs, index=list(ids), columns=list(ids))


def boards(found: Any) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in zip(found.boards["white"], found.boards["black"], strict=True)}


@pytest.mark.parametrize("engine", ["matching", "cp-sat", "both"])
def test_a_round_costs_what_the_frame_says_and_the_diagonal_is_the_bye(seven: mcmahon.Director, engine: str) -> None:
    found = seven.pair(costs=frame(), engine=engine)
    assert (boards(found), list(found.byes)) == (LEAST, ["7"])
    assert (found.cost, found.costs, found.proven) == (0 + 1 + 2 + 3, {"costs": 6}, True)
    assert seven.check(prove=True).sound


def test_rows_and_columns_may_be_in_any_order_whole_floats_and_numbers_as_ids(seven: mcmahon.Director) -> None:
    mixed = frame(COSTS.astype(float)).sample(frac=1, random_state=1).sample(frac=1, axis=1, random_state=2)
    mixed.index, mixed.columns = mixed.index.astype(int), mixed.columns.astype(float)
    assert seven.pair(costs=mixed).cost == 6


def test_a_matrix_has_the_entrants_in_the_order_of_their_ids_as_texts(tmp_path: Path) -> None:
    """Of ten players, 10 comes after 1 and before 2."""
    ten = mcmahon.Director.new(tmp_path / "ten", "egf", rounds=3, start__bar="none")
    ten.register(pd.DataFrame({"name": [f"P{k}" for k in range(1, 11)], "rank": ["1d"] * 10}))
    costs = np.full((10, 10), 5)
    costs[0, 1] = costs[1, 0] = 0
    for given in (costs, costs.tolist()):
        assert frozenset(("1", "10")) in boards(ten.pair(costs=given))


def test_the_record_keeps_the_table_and_later_answers_read_it_there(seven: mcmahon.Director) -> None:
    seven.pair(costs=frame())
    kept = json.loads((seven.path / "rounds" / "1.json").read_text(encoding="utf-8"))["criteria"]["costs"]
    assert (kept["value"], kept["bye"], kept["players"]) == ("costs[i, j]", "costs[i, i]", list("1234567"))
    assert kept["costs"][3] == [0, DEAR, DEAR, DEAR]
    again = mcmahon.Director(seven.path)
    assert again.explain("2").costs == {"costs": 1}
    assert again.swap("4", "6", dry_run=True).cost == 2 * DEAR - 1
    assert again.alternatives(1).table["costs"][0] == {"costs": 9 + 9 - 2 - 3}  # 5 has the bye, 3 meets 7
    assert "pair(costs=<7 rows>)" in list(seven.log()["command"])


def test_a_table_altered_in_the_record_is_noticed(seven: mcmahon.Director) -> None:
    seven.pair(costs=frame())
    file = seven.path / "rounds" / "1.json"
    data = json.loads(file.read_text(encoding="utf-8"))
    data["criteria"]["costs"]["costs"][3][0] = 4
    file.write_text(json.dumps(data), encoding="utf-8")
    assert not mcmahon.Director(seven.path).check(prove=True).sound


@pytest.mark.parametrize("ending", ["json", "npz"])
def test_a_certificate_proves_the_round_of_a_matrix(seven: mcmahon.Director, tmp_path: Path, ending: str) -> None:
    proof = tmp_path / f"proof.{ending}"
    seven.pair(costs=frame(), certificate=proof)
    assert seven.verify(proof).proven
    assert seven.verify(proof).tiers[0] == ("1", 6, 6)


def test_a_certificate_with_another_table_is_refused(seven: mcmahon.Director, tmp_path: Path) -> None:
    proof = tmp_path / "proof.json"
    seven.pair(costs=frame(), certificate=proof)
    data = json.loads(proof.read_text(encoding="utf-8"))
    data["criteria"]["costs"]["costs"][1][0] = 8
    proof.write_text(json.dumps(data, ensure_ascii=False, separators=(",", ":")), encoding="utf-8")
    with pytest.raises(RefusedError, match="does not belong to round 1"):
        seven.verify(proof)


def test_rules_and_wishes_hold_as_in_any_draw(seven: mcmahon.Director) -> None:
    found = seven.pair(costs=frame(), forbid=[("1", "4")], bye=["2"])
    assert frozenset("14") not in boards(found)
    assert list(found.byes) == ["2"]


def test_a_player_whom_the_costs_lack_is_refused_by_name_and_is_no_error_later(seven: mcmahon.Director) -> None:
    seven.add("Hal", "1d")
    with pytest.raises(InputError, match=r"criterion costs: its costs lack Hal \(8\); expected a row and a column"):
        seven.pair(costs=frame())
    seven.absent("8", 1)
    seven.pair(costs=frame())
    with pytest.raises(InputError, match="lack Hal"):
        seven.repair(late="8", anyway=True)
    seven.results(dict.fromkeys((1, 2, 3), "1-0"), 1)
    assert seven.check(prove=True).sound
    second = seven.pair()  # by the profile of the settings again, with Hal
    assert "costs" not in second.costs


def test_a_look_ahead_at_rounds_with_players_whom_the_costs_lack(tmp_path: Path) -> None:
    """Only the round that is drawn costs what the matrix says."""
    made = director(tmp_path)
    made.set("pairing.look_ahead=true") if False else None
    made.absent("7", 1)
    six = frame(COSTS[:6, :6], "123456")
    found = made.pair(costs=six)
    assert (boards(found), found.cost) == (LEAST, 3)
    assert made.plan().table is not None


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        (
            frame().where(frame() != 1),
            r"costs: column Flo \(6\): row Bo \(2\): wrong cost 'nan'; expected a whole numb",
        ),
        (frame(COSTS + np.where(COSTS == 1, 0.5, 0)), r"column Flo \(6\): row Bo \(2\): wrong cost '1.5'"),
        (frame(COSTS - 2), r"column Di \(4\): row Ann \(1\): wrong cost '-2'"),
        (frame(np.triu(COSTS)), r"column Bo \(2\): row Ann \(1\): wrong cost, and 0 the other way round '9'"),
        (frame(COSTS.astype(object) * 2**60), "wrong cost '10376293541461622784'"),
        (frame(COSTS.astype(str)), "wrong cost '9'"),
        (frame(COSTS == DEAR), "wrong cost 'True'"),
        (frame().drop(columns="3"), "costs: no column of the id '3'; expected rows and columns of the same ids"),
        (frame(ids="1234566"), "costs: two rows have one id '6'; expected each id once"),
        (frame(COSTS[:6, :6], "123456"), r"its costs lack Gus \(7\)"),
        (frame(COSTS[:5, :5], "12345"), r"its costs lack Flo \(6\), Gus \(7\)"),
        (COSTS[:6], "not square: 6 × 7; expected 7 × 7"),
        (COSTS[0], "not square: 7; expected 7 × 7"),
        ([[0, 1], [2]], "not square: 2; expected 7 × 7"),
        (7, "not square: a single number"),
    ],
)
def test_costs_that_are_none_are_refused_with_their_place(seven: mcmahon.Director, costs: Any, message: str) -> None:
    with pytest.raises(InputError, match=message):
        seven.pair(costs=costs)
    assert not seven.tournament.rounds


def test_a_profile_beside_the_costs_is_refused(seven: mcmahon.Director) -> None:
    with pytest.raises(InputError, match="a profile or costs, not both"):
        seven.pair("balanced", costs=frame())


def test_a_round_of_a_folder_is_a_problem_by_its_own_profile_or_another(seven: mcmahon.Director) -> None:
    """The next round is one more than the last; 0 is the last, or the first where none is drawn."""
    assert seven.problem().round == seven.problem(1).round == 1
    seven.pair(costs=frame())
    problem = seven.problem()
    i, j = np.triu_indices(7, 1)
    assert problem.cost(i, j).tolist() == COSTS[i, j].tolist()
    assert problem.bye_cost().tolist() == COSTS.diagonal().tolist()
    assert solve(problem).cost == 6
    assert solve(seven.problem(1, profile={"flat": {"value": "1", "weight": 5}})).cost == 3 * 5
    assert seven.problem(1, profile="swiss").profile.name == "swiss"
    seven.results(dict.fromkeys((1, 2, 3), "1-0"), 1)
    assert seven.problem(2).round == 2
    assert not seven.problem(2).allowed(0, 3)
    with pytest.raises(InputError):
        seven.problem(3)
