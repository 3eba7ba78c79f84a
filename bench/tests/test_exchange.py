"""Rounds as files: what is written comes back, solutions are judged by the file alone, bad files are refused."""

from __future__ import annotations

import csv
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
import rustworkx
from builders import tournament
from commands import mcmahon
from fields import random_problem
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.desk.questions.standing_round import problem_of_round
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.profiles import known_version, load_profile
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem, fingerprint, has_print
from mcmahon.model.tournament.rules import Rule, parse_count_rule
from mcmahon.solver.engine import Options, solve
from mcmahon_bench.answers import BreachAnswer, SolutionAnswer
from mcmahon_bench.best_known import COLUMNS, best_known, table
from mcmahon_bench.exchange.problem import (
    export_problem,
    export_round,
    plain_problem,
    read_problem,
    verify_solution,
)
from mcmahon_bench.exchange.problem_file import ProblemFile, parse_problem, parse_solution

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
KEPT = INSTANCES / "best_known.csv"
BALANCED = load_profile("balanced")
RULES = (
    {"name": "clubs", "pairs": "same_club", "at_most": 1, "price": 900},
    {"name": "floats", "pairs": "float", "per": "club", "count": "players", "at_most": 1, "price": 70, "tier": 2},
    {"name": "downs", "pairs": "draw_down", "per": "score group", "at_most": 2},
    {"name": "mixed", "pairs": "visitor_local", "at_least": 2, "price": 5},
)
SMALL = {
    "format": "mcmahon round problem 1", "round": 1, "profile": "own", "fingerprint": "", "players": ["a", "b", "c"],
    "tiers": ["1"], "settled": [0], "forced": [], "forced_byes": [], "free_byes": 1,
    "pairs": [[0, 1, 7], [0, 2, 3], [1, 2, 4]], "byes": [[0, 9], [1, 2]],
    "rows": [
        {"rule": "hard", "part": "", "at": "most", "limit": 0, "price": None, "tier": "", "amounts": [[1, 2, 1]]},
        {"rule": "dear", "part": "x", "at": "least", "limit": 2, "price": 10, "tier": "1", "amounts": [[0, 1, 2]]},
    ],
}  # fmt: skip


def solution(problem: RoundProblem, answer: Pairing) -> dict[str, Any]:
    ids = problem.field.ids
    return {"pairs": [[ids[j], ids[i]] for i, j in answer.pairs], "byes": [ids[i] for i in answer.byes]}


def verdict(folder: Path, problem: object, answer: object) -> SolutionAnswer:
    (folder / "problem.json").write_text(json.dumps(problem), encoding="utf-8")
    (folder / "solution.json").write_text(json.dumps(answer), encoding="utf-8")
    return verify_solution(folder / "problem.json", folder / "solution.json")


def ruled_problem(seed: int) -> RoundProblem:
    """A round with one to four rules over pairs, every third with a forced pair, every second with relaxed rules."""
    t = tournament("1k 1k 1k 2k 2k 2k 3k 3k 3k 3k 4k", start__bar="none", seed=seed)
    clubs = [replace(p, club="AB"[k % 2], country="DE") for k, p in enumerate(t.players)]
    locks = Locks(force=(("a", "c"),)) if seed % 3 == 0 else Locks()
    profile = replace(BALANCED, rules=tuple(parse_count_rule(rule) for rule in RULES[: 1 + seed % 4]))
    problem = round_problem(t.with_players(clubs), 1, profile, locks)
    return problem.relax({Rule.REPEATS}, {"downs"} if seed % 4 > 1 else ()) if seed % 2 else problem


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_our_answers_are_legal_and_cost_the_same_by_the_file_alone(seed: int, tmp_path: Path) -> None:
    """With locks, byes, several tiers, rules over pairs, relaxed rules."""
    problem = ruled_problem(seed) if seed < 16 else random_problem(seed, ("balanced", "strict"))
    try:
        answer = solve(problem)
    except NoPairingError:
        return
    export_problem(problem, tmp_path / "round.json")
    (tmp_path / "solution.json").write_text(json.dumps(solution(problem, answer)), encoding="utf-8")
    found = verify_solution(tmp_path / "round.json", tmp_path / "solution.json")
    assert found.legal, found.reasons
    tiers = {str(tier.tier): tier.cost for tier in answer.tiers}
    assert found.cost == ({"breaches": answer.breaches} if problem.relaxed else {}) | tiers


def test_what_is_written_comes_back(tmp_path: Path) -> None:
    problem = random_problem(3)
    export_problem(problem, tmp_path / "round.json", lottery=True)
    back = read_problem(tmp_path / "round.json")
    assert back.players == problem.field.ids
    assert back.fingerprint == fingerprint(problem)
    assert back.tiers == ("1", "tie")
    assert back.forced == {(min(p), max(p)) for p in problem.forced}
    assert (back.forced_byes, back.free_byes) == (set(problem.forced_byes), len(problem.free()) % 2)
    free = set(problem.free().tolist())
    for i in range(len(problem)):
        for j in range(i + 1, len(problem)):
            allowed = bool(problem.allowed(i, j)) and {i, j} <= free  # type: ignore[arg-type]
            assert ((i, j) in back.pairs) == allowed
            if allowed:
                assert back.pairs[i, j] == (problem.cost(i, j, 1), problem.lottery(i, j))  # type: ignore[arg-type]


def test_the_example_of_the_documentation() -> None:
    """It can be read, and its least cost is 5."""
    text = (INSTANCES.parent / "docs" / "reference" / "exchange.md").read_text(encoding="utf-8")
    asked, answered = (part.split("```")[0].encode() for part in text.split("```json")[1:])
    problem = parse_problem(asked, "example")
    pairs, byes = parse_solution(answered, "example")
    ends = tuple(sorted(problem.players.index(p) for p in pairs[0]))
    assert problem.pairs[ends[0], ends[1]][0] + problem.byes[problem.players.index(byes[0])][0] == 5


def test_a_right_solution_with_its_costs_and_breaches(tmp_path: Path) -> None:
    found = verdict(tmp_path, SMALL, {"pairs": [["c", "a"]], "byes": ["b"], "solver": "by hand"})
    breach = BreachAnswer(row="dear in x: at least 2", count=0, units=2, tier="1", cost=20)
    of = {"round": SMALL["round"], "fingerprint": SMALL["fingerprint"], "boards": (("c", "a"), ("b",))}
    assert found == SolutionAnswer(legal=True, reasons=(), cost={"1": 3 + 2 + 20}, breaches=(breach,), **of)


@pytest.mark.parametrize("ending", [".json", ".dimacs", ".lgf"])
def test_a_verdict_names_the_round_that_the_file_is_about(tmp_path: Path, ending: str) -> None:
    """Whose round it is, its print and its boards: whoever reads the verdict can compare them with the folder."""
    problem, file = random_problem(3), tmp_path / f"round{ending}"
    export_round(problem, file, tournament="Spring, “open”\n2027")
    (tmp_path / "solution.json").write_text(json.dumps(solution(problem, solve(problem))), encoding="utf-8")
    found = verify_solution(file, tmp_path / "solution.json")
    assert (found.tournament, found.round) == ("Spring, “open”\n2027", problem.round)
    assert found.fingerprint == fingerprint(problem)
    assert sorted(p for board in found.boards for p in board) == sorted(problem.field.ids)


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        ({"pairs": [["a", "b"]], "byes": ["c"]}, "c may not have the bye"),
        ({"pairs": [["a", "b"]], "byes": []}, "c has neither a game nor the bye"),
        ({"pairs": [["a", "b"]]}, "0 byes in addition to the forced ones; expected 1"),
        ({"pairs": [["a", "a"]], "byes": ["b"]}, "a appears 2 times"),
        ({"pairs": [["a", "a"]], "byes": ["b"]}, "a and a may not meet"),
        ({"pairs": [["b", "c"]], "byes": ["a"]}, "hard: at most 0: 1"),
        ({"pairs": [["x", "c"]], "byes": ["a"]}, "no player has the id 'x'"),
        ({"pairs": [], "byes": ["a", "b", "c"]}, "3 byes in addition to the forced ones; expected 1"),
    ],
)
def test_a_wrong_solution_with_its_reason(answer: dict[str, Any], reason: str, tmp_path: Path) -> None:
    found = verdict(tmp_path, SMALL, answer)
    assert not found.legal
    assert reason in found.reasons


def test_forced_pairs_and_byes_are_asked_for(tmp_path: Path) -> None:
    problem = SMALL | {"players": ["a", "b", "c", "d", "e", "f"], "forced": [[3, 4]], "forced_byes": [5], "rows": []}
    right = {"pairs": [["e", "d"], ["a", "c"]], "byes": ["f", "b"]}
    assert verdict(tmp_path, problem | {"settled": [100]}, right).cost == {"1": 105}
    wrong = verdict(tmp_path, problem, {"pairs": [["e", "f"], ["a", "c"]], "byes": ["d", "b"]})
    assert {"d and e must meet", "f must have the bye", "e and f may not meet"} <= set(wrong.reasons)
    assert wrong.cost is None


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"format": "something else"}, "format"),
        ({"players": ["a", "a", "b"]}, "players"),
        ({"players": [str(k) for k in range(2001)]}, "players"),
        ({"tiers": []}, "tiers"),
        ({"settled": [0, 0]}, "settled"),
        ({"settled": [True]}, "settled"),
        ({"free_byes": 0}, "free_byes"),
        ({"forced": [[1, 0]]}, "forced"),
        ({"forced": [[0, 1]], "forced_byes": [1]}, "forced"),
        ({"pairs": [[0, 3, 1]]}, "pairs[0]"),
        ({"pairs": [[0, 1, 1], [0, 1, 2]]}, "pairs[1]"),
        ({"pairs": [[0, 1, 1.5]]}, "pairs[0]"),
        ({"pairs": [[0, 1, -1]]}, "pairs[0]"),
        ({"pairs": [[0, 1]]}, "pairs[0]"),
        ({"byes": [[0, 2**51]]}, "byes[0]"),
        ({"byes": {}}, "byes"),
        ({"rows": [{}]}, "rows[0]"),
        ({"rows": [SMALL["rows"][0] | {"at": "just"}]}, "rows[0].at"),
        ({"rows": [SMALL["rows"][1] | {"tier": "2"}]}, "rows[0].tier"),
        ({"rows": [SMALL["rows"][1] | {"amounts": [[0, 1, 1], [0, 1, 1]]}]}, "rows[0].amounts"),
    ],
)
def test_a_bad_file_is_refused_with_the_place(change: dict[str, Any], place: str) -> None:
    with pytest.raises(InputError) as error:
        parse_problem(json.dumps(SMALL | change).encode(), "bad.json")
    assert error.value.problems[0].column == place
    assert error.value.problems[0].expected


@pytest.mark.parametrize("data", [b"", b"\xff\xfe", b"[]", b"{", b"[" * 10**5, b'{"format": NaN}', b"1" * 5000])
def test_what_is_no_json_object_is_refused(data: bytes) -> None:
    for parse in (parse_problem, parse_solution):
        with pytest.raises(InputError):
            parse(data, "bad.json")


def test_a_solution_without_pairs_is_refused(tmp_path: Path) -> None:
    for bad in ({}, {"pairs": [["a"]]}, {"pairs": [[1, 2]]}, {"pairs": [], "byes": "abc"}):
        with pytest.raises(InputError, match=r"pairs|byes"):
            verdict(tmp_path, SMALL, bad)
    with pytest.raises(FolderError):
        read_problem(tmp_path / "nowhere.json")


anything = st.recursive(
    st.none() | st.booleans() | st.integers(-3, 2**60) | st.floats() | st.text(max_size=3) | st.just("1"),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.sampled_from(sorted(SMALL)), inner, max_size=3),
    max_leaves=8,
)


def in_words(parse: Callable[[bytes, str], Any], data: bytes) -> bool:
    """Whether data are read as they stand, or refused with something said; anything else is raised."""
    try:
        found = parse(data, "x")
    except InputError as error:
        return bool(error.problems[0].message)
    given = json.loads(data.decode("utf-8-sig"))
    if isinstance(found, ProblemFile):
        read = {"players": [*found.players], "tiers": [*found.tiers], "round": found.round, "settled": [*found.settled]}
        return given | read == given and len(found.pairs) == len(given["pairs"])
    pairs, byes = found
    return [[*pair] for pair in pairs] == given["pairs"] and byes == given.get("byes", [])


@given(st.sampled_from(sorted(SMALL)), anything)
def test_any_value_anywhere_is_read_or_refused_in_words(key: str, value: object) -> None:
    assert in_words(parse_problem, json.dumps(SMALL | {key: value}).encode())
    row = SMALL["rows"][0] | {"amounts": value, "tier": value}  # type: ignore[index]
    assert in_words(parse_problem, json.dumps(SMALL | {"rows": [row]}).encode())
    assert in_words(parse_solution, json.dumps({"pairs": value}).encode())


@given(st.binary(max_size=40), st.integers(0, 400))
def test_any_bytes_are_read_or_refused_in_words(data: bytes, at: int) -> None:
    text = json.dumps(SMALL).encode()
    for mixed in (data, text[:at] + data + text[at + len(data) :]):
        assert in_words(parse_problem, mixed)
        assert in_words(parse_solution, mixed)


def test_too_many_players_are_refused() -> None:
    class Great:
        def __len__(self) -> int:
            return 2001

    with pytest.raises(InputError, match=r"2,001 entrants"):
        plain_problem(Great())  # type: ignore[arg-type]


@pytest.mark.slow
def test_the_command_writes_and_judges(tmp_path: Path) -> None:
    """Exit code 0 for a legal solution, 1 for another, 2 for a bad file."""
    file, answer = tmp_path / "round.json", tmp_path / "solution.json"
    assert mcmahon("bench", "export", INSTANCES / "club16", file, "--round", 4).returncode == 0
    t = TournamentFolder(INSTANCES / "club16").read().tournament
    problem = round_problem(t, len(t.rounds) + 1, load_profile(t.settings.pairing.profile))
    answer.write_text(json.dumps(solution(problem, solve(problem))), encoding="utf-8")
    assert mcmahon("bench", "verify", file, answer).returncode == 0
    answer.write_text('{"pairs": []}', encoding="utf-8")
    assert mcmahon("bench", "verify", file, answer, code=1).returncode == 1
    assert mcmahon("bench", "verify", answer, file, code=2).returncode == 2


ROWS = list(csv.DictReader(KEPT.open(encoding="utf-8")))
LARGE = "congress1000"  # of which the other code takes some seconds a round


def marks(row: dict[str, str]) -> list[pytest.MarkDecorator]:
    """Of the large instance, the gate looks at the last round."""
    last = row["round"] == max(one["round"] for one in ROWS if one["instance"] == LARGE)
    return [pytest.mark.long, *[pytest.mark.full] * (not last)] if row["instance"] == LARGE else []


@pytest.mark.slow
@pytest.mark.parametrize(
    "row",
    [pytest.param(row, id="-".join(list(row.values())[:3]), marks=marks(row)) for row in ROWS],
)
def test_another_solver_finds_the_cost_of_each_row_of_the_table_from_its_file_alone(
    row: dict[str, str], tmp_path: Path
) -> None:
    """`bench export` writes the round as it was drawn, or by another profile of the table; a blossom algorithm."""
    file, first = tmp_path / "round.json", next(r for r in ROWS if list(r.values())[:2] == list(row.values())[:2])
    other = () if row is first else ("--profile", row["profile"])
    mcmahon("bench", "export", INSTANCES / row["instance"], file, "-r", row["round"], *other)
    data = json.loads(file.read_text(encoding="utf-8"))
    named = data["profile"], str(data["profile_version"]), data["fingerprint"]
    assert named == (row["profile"], row["profile_version"], row["fingerprint"])
    cost = {(i, j): cost for i, j, cost in data["pairs"]} | {(i, len(data["players"])): c for i, c in data["byes"]}
    graph, most = rustworkx.PyGraph(multigraph=False), max(cost.values()) + 1
    graph.add_nodes_from(range(len(data["players"]) + data["free_byes"]))
    graph.add_edges_from([(i, j, most - c) for (i, j), c in cost.items()])
    found = [tuple(sorted(pair)) for pair in rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)]
    ids = [*data["players"], ""]
    pairs = [[ids[i], ids[j]] for i, j in [*found, *data["forced"]] if ids[j]]
    answer = verdict(tmp_path, data, {"pairs": pairs, "byes": [ids[i] for i, j in found if not ids[j]]})
    assert answer.legal
    assert answer.cost is not None
    assert answer.cost["1"] == data["settled"][0] + sum(cost[pair] for pair in found)
    assert str(answer.cost["1"]) == row["cost"] == row["bound"]
    assert row["proved"] == "yes"


def test_the_first_row_of_a_drawn_round_is_its_record() -> None:
    """Profile, version, cost, and the fingerprint wherever the record has a ledger; every round has its row."""
    for folder in sorted(path.parent for path in INSTANCES.glob("*/tournament.toml")):
        state = TournamentFolder(folder).read()
        for number, record in state.records.items():
            row = next(r for r in ROWS if (r["instance"], r["round"]) == (folder.name, str(number)))
            name, version = known_version(record.profile)
            assert (row["profile"], row["profile_version"], row["cost"]) == (name, str(version), str(record.cost))
            problem = problem_of_round(state, number)
            assert record.ledger is None or has_print(problem, record.ledger.fingerprint)
            assert has_print(problem, row["fingerprint"])
        assert max(int(r["round"]) for r in ROWS if r["instance"] == folder.name) == len(state.tournament.rounds) + 1


@pytest.mark.parametrize("name", ["club16", "congress60", "odd75"])
def test_the_best_known_values_are_those_of_today(name: str) -> None:
    """But for the version; and each drawn round costs what its record says, by the weights that are in the record."""
    kept = KEPT.read_text(encoding="utf-8").splitlines()
    assert kept[0] == ",".join(COLUMNS)
    made = list(csv.DictReader(table(best_known(INSTANCES / name)).splitlines()))
    assert [row | {"version": ""} for row in made] == [row | {"version": ""} for row in ROWS if row["instance"] == name]
    state = TournamentFolder(INSTANCES / name).read()
    for number, record in state.records.items():
        problem = round_problem(state.tournament.entered_as_drawn(number), number, record.profile)
        assert solve(problem, Options(lottery=False)).cost == record.cost
