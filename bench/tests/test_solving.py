"""`bench solve`: problem files, edge lists, matrices and rounds of the library, by every engine, with certificates."""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
import pytest
from commands import mcmahon
from fields import random_problem
from mcmahon.desk.rounds.proof.verify_proof import verify_file
from mcmahon.model.errors import InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.engine import solve
from mcmahon_bench.engines.all_engines import ENGINES
from mcmahon_bench.exchange.as_round import round_of_file
from mcmahon_bench.exchange.matrix_file import read_matrix
from mcmahon_bench.exchange.problem import export_round, verify_solution
from mcmahon_bench.exchange.problem_file import ProblemFile, parse_problem
from mcmahon_bench.exchange.solve_file import ToSolve, read_any, solve_round, write_answer, write_certificate
from mcmahon_bench.library.ranking import missing
from test_exchange import INSTANCES, SMALL, ruled_problem

ROOT = INSTANCES.parent
#: 2 has the bye for nothing, 1 and 3 meet for 1.
THREE = "9,5,1\n5,0,2\n1,2,3\n"


def least(problem: RoundProblem) -> dict[str, int] | None:
    """What the round itself costs by tier; None if it has no pairing."""
    try:
        answer = solve(problem)
    except NoPairingError:
        return None
    breaches = {"breaches": answer.breaches} if problem.relaxed or problem.relaxed_counts else {}
    return breaches | {str(tier.tier): tier.cost for tier in answer.tiers}


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_a_problem_file_has_the_least_cost_of_its_round(seed: int, tmp_path: Path) -> None:
    """With locks, byes, several tiers, rules over pairs, relaxed rules; the file alone has judged the answer."""
    problem = ruled_problem(seed) if seed < 16 else random_problem(seed, ("balanced", "strict"))
    expected = least(problem)
    endings = (".json", ".dimacs", ".lgf") if not problem.counts else (".json",)
    for ending in endings:
        export_round(problem, tmp_path / f"round{ending}")
        given = read_any(tmp_path / f"round{ending}")
        if expected is None:
            with pytest.raises(NoPairingError):
                solve_round(given)
            continue
        found = solve_round(given)
        assert (found.cost, found.proven) == (expected, True)
        assert found.bound == found.cost


def test_an_answer_is_read_by_verify_and_its_certificate_proves_it(tmp_path: Path) -> None:
    problem = ruled_problem(7)
    export_round(problem, tmp_path / "round.json", tournament="Spring")
    found = solve_round(read_any(tmp_path / "round.json"))
    write_answer(found, tmp_path / "answer.json")
    verdict = verify_solution(tmp_path / "round.json", tmp_path / "answer.json")
    assert (verdict.legal, verdict.cost) == (True, found.cost)
    write_certificate(found, tmp_path / "answer.npz")
    proven = verify_file(tmp_path / "answer.npz")
    assert proven.proven
    alone = [sys.executable, ROOT / "solver" / "proof" / "verify_certificate.py", tmp_path / "answer.npz"]
    done = subprocess.run(alone, capture_output=True, text=True, check=True)
    assert "tournament 'Spring', round 1" in done.stdout


@pytest.mark.parametrize("seed", range(6))
def test_a_file_with_the_lottery_has_the_pairs_of_its_round(seed: int, tmp_path: Path) -> None:
    problem = random_problem(seed + 20)
    export_round(problem, tmp_path / "round.json", lottery=True)
    own, found = solve(problem), solve_round(read_any(tmp_path / "round.json"))
    ids = problem.field.ids
    assert {frozenset(pair) for pair in found.pairs} == {frozenset((ids[i], ids[j])) for i, j in own.pairs}


@pytest.mark.parametrize("engine", ENGINES)
def test_every_engine_solves_a_matrix_and_only_ours_has_a_certificate(engine: str, tmp_path: Path) -> None:
    if reason := missing(engine):
        pytest.skip(f"{engine} is absent: {reason}")
    (tmp_path / "costs.csv").write_text(THREE, encoding="utf-8")
    out = tmp_path / "answer.json"
    done = mcmahon("bench", "solve", tmp_path / "costs.csv", "--engine", engine, "--out", out)
    answer = json.loads(out.read_text(encoding="utf-8"))
    assert len(answer["pairs"]) == len(answer["byes"]) == 1
    exact = engine not in ("greedy", "slide", "fold", "adjacent", "random")
    assert (answer["cost"] == {"matrix": 1}) or not exact
    assert answer["proven"] is exact
    assert (tmp_path / "answer.npz").exists() is (engine == "ours")
    assert (f"no certificate: {engine} proves nothing" in done.stderr) is (engine != "ours")
    said = "the least, proven" if engine == "ours" else f"by the word of {engine}" if exact else "no proof"
    assert said in done.stdout


def test_the_command_says_what_it_has_found_and_where_it_is(tmp_path: Path) -> None:
    problem = tmp_path / "round.json"
    mcmahon("bench", "export", INSTANCES / "odd75", problem, "--round", 4)
    proof = tmp_path / "proof.npz"
    out = mcmahon("bench", "solve", problem, "--out", tmp_path / "a.json", "--certificate", proof).stdout
    assert f"{problem}: 31 games, 1 bye, by ours in " in out
    assert "tier 1: 281,172, the least, proven\n" in out
    assert f"answer: {tmp_path / 'a.json'}\ncertificate: {proof}; to check it: mcmahon verify {proof}" in out
    assert "proven minimal" in mcmahon("verify", proof).stdout
    assert '"legal": true' in mcmahon("bench", "verify", problem, tmp_path / "a.json").stdout
    done = mcmahon("bench", "solve", problem, "--out", tmp_path / "b.json", "--certificate", tmp_path / "b.x", code=2)
    assert "expected a file name ending in .npz" in done.stderr


def test_a_round_of_the_library_is_solved_by_its_name(tmp_path: Path) -> None:
    out = mcmahon("bench", "solve", "egf16-r1", "--out", tmp_path / "a.json").stdout
    assert "tier 1: 19,844, the least, proven" in out


def test_an_impossible_round_is_a_no(tmp_path: Path) -> None:
    """1 may meet nobody, and may not have the bye."""
    lonely = SMALL | {"pairs": [[1, 2, 4]], "byes": [[1, 2]], "rows": []}
    (tmp_path / "round.json").write_text(json.dumps(lonely), encoding="utf-8")
    done = mcmahon("bench", "solve", tmp_path / "round.json", "--out", tmp_path / "a.json", code=1)
    assert "no pairing" in done.stderr.lower()
    assert not (tmp_path / "a.json").exists()


def test_a_row_counts_what_the_file_says() -> None:
    """Hard rows forbid, priced ones cost: of three players 1 and 2 should meet twice, 2 and 3 may not."""
    problem = round_of_file(parse_problem(json.dumps(SMALL).encode(), "small"))
    found = solve(problem)
    assert (found.pairs, found.byes, found.cost) == (((0, 2),), (1,), 3 + 2 + 20)


def test_players_in_any_order_are_the_same_round() -> None:
    """A file of others need not list them by id."""
    turned = SMALL | {
        "players": ["c", "a", "b"], "pairs": [[1, 2, 7], [0, 1, 3], [0, 2, 4]], "byes": [[1, 9], [2, 2]],
        "rows": [
            SMALL["rows"][0] | {"amounts": [[0, 2, 1]]},
            SMALL["rows"][1] | {"amounts": [[1, 2, 2]]},
        ],
    }  # fmt: skip
    file = parse_problem(json.dumps(turned).encode(), "turned")
    found = solve_round(ToSolve(round_of_file(file), file.tiers, file))
    assert (found.pairs, found.byes, found.cost) == ((("a", "c"),), ("b",), {"1": 3 + 2 + 20})


def test_what_was_settled_by_hand_is_part_of_the_cost() -> None:
    forced = SMALL | {
        "players": ["a", "b", "c", "d", "e"], "forced": [[3, 4]], "settled": [100], "rows": [],
        "pairs": [[0, 1, 7], [0, 2, 3], [1, 2, 4]],
    }  # fmt: skip
    data = json.dumps(forced).encode()
    file = parse_problem(data, "forced")
    assert solve(round_of_file(file)).pairs == ((0, 2), (3, 4))


def test_a_table_with_ids_has_its_columns_in_any_order_and_any_separator(tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    for text in (
        ",b,a,c\nc,2,1,3\na,5,9,1\nb,0,5,2\n",
        "id;b;a;c\r\nc;2;1;3\r\n\r\na;5;9;1\r\nb;0;5;2.0\r\n",
        "\ufeff\tb\ta\tc\nc\t2\t1\t3\na\t5\t9\t1\nb\t0\t5\t2",
    ):
        file.write_text(text, encoding="utf-8", newline="")
        ids, costs = read_matrix(file)
        assert (ids, costs.tolist()) == (["c", "a", "b"], [[3, 1, 2], [1, 9, 5], [2, 5, 0]])
    frame = pd.DataFrame([[3, 1, 2], [1, 9, 5], [2, 5, 0]], index=[7, 1, 2], columns=[7, 1, 2])
    frame.to_csv(file)
    assert read_matrix(file)[0] == ["7", "1", "2"]


def test_an_npz_file_has_costs_and_perhaps_ids(tmp_path: Path) -> None:
    file, costs = tmp_path / "costs.npz", np.array([[9, 5, 1], [5, 0, 2], [1, 2, 3]])
    np.savez(file, costs)
    assert read_matrix(file)[0] == ["1", "2", "3"]
    np.savez_compressed(file, costs=costs.astype(np.float32), players=["x", "y", "z"], more=[1])
    found = solve_round(read_any(file))
    assert (found.pairs, found.byes, found.cost) == ((("x", "z"),), ("y",), {"matrix": 1})


WRONG = {
    "": "the file is empty; expected a matrix of costs",
    "\n\n": "the file is empty",
    "0,1\n1,0\n2,3\n": "the costs are not square: 3 × 2",
    "0,1\n1\n": ":2: 1 cells; expected 2, as in the first line",
    "0,1.5\n1.5,0\n": ":1: column 2: row 1: wrong cost '1.5'; expected a whole number from 0 to 1,125,899,906,842,624",
    "0,1\n-1,0\n": ":2: column 1: row 2: wrong cost '-1'",
    "0,1\n,0\n": ":2: column 1: row 2: wrong cost; expected a whole number",
    "0,x\n1,0\n": ":1: column 2: row 1: wrong cost 'x'",
    "0,nan\n1,0\n": ":1: column 2: row 1: wrong cost 'nan'",
    "0,1125899906842625\n1,0\n": "wrong cost '1125899906842625'",
    "0,1\n2,0\n": ":1: column 2: row 1: wrong cost, and 2 the other way round '1'; expected the same cost",
    ",a,b\na,0,1\nc,1,0\n": "no column of the id 'c'; expected rows and columns of the same ids",
    ",a,b\na,0,1\na,1,0\n": "two rows have one id 'a'",
    ",a,a\na,0,1\nb,1,0\n": "two columns have one id 'a'",
    ",a,b\n\na,0,1\nb,-7,0\n": ":4: column a: row b: wrong cost '-7'",
}


@pytest.mark.parametrize("text", WRONG)
def test_a_matrix_that_is_none_is_refused_with_its_place(text: str, tmp_path: Path) -> None:
    file = tmp_path / "costs.csv"
    file.write_text(text, encoding="utf-8")
    done = mcmahon("bench", "solve", file, "--out", tmp_path / "a.json", code=2)
    assert f"{file}" in done.stderr
    assert WRONG[text] in done.stderr
    assert not (tmp_path / "a.json").exists()


def test_npz_files_that_are_none_are_refused(tmp_path: Path) -> None:
    file, costs = tmp_path / "costs.npz", np.array([[0, 1], [1, 0]])
    np.savez(file, costs=costs)
    whole = file.read_bytes()
    arrays = {
        "wrong cost '0.5'": {"costs": costs / 2},
        "wrong cost 'nan'": {"costs": costs * np.nan},
        "not square: 2; expected 2 × 2": {"costs": costs[0]},
        "not square: a single number": {"costs": np.int64(5)},
        "not square: 2 × 2; expected 3 × 3": {"costs": costs, "players": ["a", "b", "c"]},
        "two have one id": {"costs": costs, "players": ["a", "a"]},
        "no array costs; it has 'one, two'": {"one": costs, "two": costs},
        "Object arrays cannot be loaded": {"costs": np.array([[object()]])},
        "2,001 players; expected at most 2,000": {"costs": np.zeros((2001, 2001), dtype=np.int8)},
        "the file is too large; expected at most": {"costs": np.zeros((3000, 3000))},
    }
    for message, parts in arrays.items():
        np.savez_compressed(file, **parts)
        with pytest.raises(InputError, match=message.replace("(", r"\(")):
            read_matrix(file)
    for data in (b"", whole[:100], whole[:-30], b"0,1\n1,0\n"):
        file.write_bytes(data)
        with pytest.raises(InputError, match=r"costs\.npz: not an npz file"):
            read_matrix(file)


@pytest.mark.parametrize(
    ("name", "data", "code", "message"),
    [
        ("round.json", json.dumps(SMALL)[:200], 2, "not JSON"),
        ("round.json", "", 2, "not JSON"),
        ("round.json", json.dumps({**SMALL, "pairs": [[0, 1, 1.5]]}), 2, "column pairs[0]"),
        ("round.json", json.dumps({**SMALL, "pairs": [[0, 1, -1]]}), 2, "column pairs[0]"),
        ("round.dimacs", "", 2, "no edge list of this program"),
        ("round.txt", "1", 2, "expected a file name ending in .json, .dimacs, .lgf, .csv, .npz"),
        ("none.json", None, 3, "cannot read"),
        ("none.npz", None, 3, "cannot read"),
        ("nobody-r9", None, 2, "or a round of the library"),
    ],
)
def test_a_file_that_is_no_problem_is_refused(
    name: str, data: str | None, code: int, message: str, tmp_path: Path
) -> None:
    if data is not None:
        (tmp_path / name).write_text(data, encoding="utf-8")
    assert message in mcmahon("bench", "solve", tmp_path / name, "--out", tmp_path / "a.json", code=code).stderr


def test_an_unknown_engine_and_rules_that_an_engine_cannot_keep_are_refused(tmp_path: Path) -> None:
    (tmp_path / "round.json").write_text(json.dumps(SMALL), encoding="utf-8")
    for engine, message in (
        ("x", "unknown engine 'x'; expected one or more of ours"),
        ("", "expected one engine"),
        ("ours,blossom", "expected one engine"),
        ("blossom", "cannot keep the hard rule"),
    ):
        done = mcmahon("bench", "solve", tmp_path / "round.json", "--engine", engine, code=2)
        assert message in done.stderr


def test_more_rows_than_memory_holds_are_refused() -> None:
    file = read_problem_of_rows(2000)
    with pytest.raises(InputError, match="2,000 players; expected at most 33"):
        round_of_file(file)


def read_problem_of_rows(players: int) -> ProblemFile:
    row = SMALL["rows"][0] | {"amounts": []}
    data = {
        "players": [str(k) for k in range(players)], "rows": [row] * 40, "free_byes": players % 2,
        "pairs": [], "byes": [],
    }  # fmt: skip
    return parse_problem(json.dumps(SMALL | data).encode(), "many")
