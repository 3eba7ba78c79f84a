"""Edge lists: what other codes read gives the same optimum, and their answers are judged by the list alone."""

from __future__ import annotations

import subprocess
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from itertools import pairwise
from pathlib import Path

import pytest
import rustworkx
from builders import tournament
from commands import mcmahon
from fields import random_problem
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.solver.engine import Options, solve
from mcmahon_bench.engines.libraries import built
from mcmahon_bench.engines.matching_codes import LEMON
from mcmahon_bench.engines.open_round import scales
from mcmahon_bench.exchange.edge_list import apart, parse_edges, parse_matching, write_edges
from mcmahon_bench.exchange.problem import export_round, judge_round, verify_solution
from mcmahon_bench.library.ranking import missing
from mcmahon_bench.profiles import example_or_profile

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
LIST = """c mcmahon edge list 1
c round 1 profile "own"
c tier 1 factor 1 settled 0
c vertex 1 "a"
c vertex 2 "b"
c vertex 3 "c"
c bye 4
p edge 4 5
e 1 2 7
e 1 3 3
e 2 3 4
e 1 4 9
e 2 4 2
"""


def matched(path: Path) -> str:
    """The matching of least weight by rustworkx from the lines that any code reads, as Blossom V writes it."""
    lines = [line.split() for line in path.read_text(encoding="utf-8").splitlines() if line[0] not in "c#"]
    if path.suffix == ".dimacs":
        size, count = int(lines[0][2]), int(lines[0][3])
        edges = [(int(u) - 1, int(v) - 1, int(w)) for _, u, v, w in lines[1:]]
        assert len(edges) == count
    else:
        cut = lines.index(["@edges"])
        assert (lines[0], lines[1], lines[cut + 1]) == (["@nodes"], ["label"], ["weight"])
        size = cut - 2
        edges = [(int(u) - 1, int(v) - 1, int(w)) for u, v, w in lines[cut + 2 :]]
    graph = rustworkx.PyGraph(multigraph=False)
    graph.add_nodes_from(range(size))
    most = max(w for _, _, w in edges) + 1
    graph.add_edges_from([(u, v, most - w) for u, v, w in edges])
    found = rustworkx.max_weight_matching(graph, max_cardinality=True, weight_fn=int)
    return f"{size} {size // 2}\n" + "".join(f"{u} {v}\n" for u, v in found)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(24))
@pytest.mark.parametrize("form", [".dimacs", ".lgf"])
def test_another_code_finds_our_optimum_from_the_written_file(seed: int, form: str, tmp_path: Path) -> None:
    """With byes, forced pairs and strict tiers; the answer is read back by the list alone and by the round."""
    problem = random_problem(seed, ("balanced", "strict"))
    try:
        answer = solve(problem, Options(lottery=False))
    except NoPairingError:
        return
    path, mine = tmp_path / f"round{form}", tmp_path / "answer"
    if not len(problem.free()):
        return
    assert export_round(problem, path).startswith("greatest weight ")
    mine.write_text(matched(path), encoding="utf-8")
    found = verify_solution(path, mine)
    assert found.legal, found.reasons
    assert found.cost == {str(tier.tier): tier.cost for tier in answer.tiers}
    assert judge_round(problem, mine) == found


def test_a_round_of_the_instances_by_the_command(tmp_path: Path) -> None:
    """The least cost known of the next round of odd75."""
    path, answer = tmp_path / "round.dimacs", tmp_path / "answer"
    said = mcmahon("bench", "export", INSTANCES / "odd75", path, "--profile", "balanced").stdout
    assert said.startswith(f"{path}: round 4, 63 players, greatest weight ")
    answer.write_text(matched(path), encoding="utf-8")
    assert '"1": 385772' in mcmahon("bench", "verify", path, answer).stdout
    assert "has no lottery" in mcmahon("bench", "export", INSTANCES / "odd75", path, "--lottery", code=2).stderr


def test_lemons_program_reads_a_written_file_and_its_answer_is_verified(tmp_path: Path) -> None:
    if missing("lemon"):
        pytest.skip(missing("lemon"))
    path, answer = tmp_path / "list.dimacs", tmp_path / "answer"
    mcmahon("bench", "export", INSTANCES / "odd75", path, "--profile", "balanced")
    for text, code in ((LIST, 0), ("p edge 3 1\ne 1 2 5\n", 1), ("p edge 2 1\ne 1 3 5\n", 2), (None, 0)):
        given_text = path.read_text(encoding="utf-8") if text is None else text
        done = subprocess.run([built(LEMON)], input=given_text, capture_output=True, text=True, check=False)
        assert done.returncode == code
        assert (done.stderr == "wrong line: e 1 3 5\n") == (code == 2)
        assert text != LIST or done.stdout == "e 1 3\ne 2 4\n"
    answer.write_text(done.stdout, encoding="utf-8")
    assert '"1": 385772' in mcmahon("bench", "verify", path, answer).stdout


def test_the_factors_put_an_earlier_tier_first() -> None:
    """With 6 vertices a matching has three pairs: three times the dearest of later tiers is less than one unit."""
    assert scales([5, 7, 0, 2], 6) == [22 * 7, 7, 7, 1]
    assert scales([9], 1000) == [1]
    assert scales([], 4) == [1]


@given(st.lists(st.integers(0, 50), min_size=1, max_size=4), st.integers(1, 6), st.data())
def test_a_sum_of_weights_comes_apart_into_the_costs_of_the_tiers(
    most: list[int], pairs: int, data: st.DataObject
) -> None:
    factors = scales(most, 2 * pairs)
    assert all(a % b == 0 for a, b in pairwise(factors))
    rows = [[data.draw(st.integers(0, m)) for m in most] for _ in range(pairs)]
    weight = sum(f * c for row in rows for f, c in zip(factors, row, strict=True))
    assert apart(weight, factors) == tuple(map(sum, zip(*rows, strict=True)))


def test_both_forms_of_an_answer(tmp_path: Path) -> None:
    """`e u v` from 1, what follows is ignored; Blossom V's own from 0; and JSON by the players' ids."""
    path, answer = tmp_path / "round.dimacs", tmp_path / "answer"
    path.write_text(LIST, encoding="utf-8")
    for text in ("# mine\ne 1 3 3\ne 2 4\n", "c cost 5\n4 2\n0 2\n3 1\n", '{"pairs": [["c", "a"]], "byes": ["b"]}'):
        answer.write_text(text, encoding="utf-8")
        found = verify_solution(path, answer)
        assert (found.legal, found.cost) == (True, {"1": 5})
    answer.write_text("e 1 2\ne 3 4\n", encoding="utf-8")
    found = verify_solution(path, answer)
    assert (found.legal, found.reasons, found.cost) == (False, ("c may not have the bye",), None)
    answer.write_text("e 1 2\n", encoding="utf-8")
    assert "c has neither a game nor the bye" in verify_solution(path, answer).reasons


@pytest.mark.parametrize(
    ("text", "line"),
    [("1 2\n", 1), ("e 1 2\n\ne 1 5\n", 3), ("4 2\n0 4\n", 2), ("e one two\n", 1), ("e 1\n", 1), ("4 2\n0 1 1\n", 2)],
)
def test_a_wrong_line_of_an_answer_is_named(text: str, line: int) -> None:
    with pytest.raises(InputError) as error:
        parse_matching(text.encode(), "answer", 4)
    assert error.value.problems[0].line == line
    assert error.value.problems[0].expected


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("c mcmahon edge list 1\n", ""),
        ("e 1 3 3", "e 3 1 3"),
        ("e 1 3 3", "e 1 2 3"),
        ("e 1 3 3", "e 1 6 3"),
        ('c vertex 2 "b"\n', ""),
        ("c bye 4\n", ""),
        ("c tier 1 factor 1 settled 0\n", ""),
        ("p edge 4 5\n", ""),
        ("factor 1", "factor 0"),
        ('"c"', '"a"'),
        ('"b"', '"b\\"'),
        ('c round 1 profile "own"', 'c round 1 profile "own" "x"'),
    ],
)
def test_a_list_that_is_not_whole_is_refused(old: str, new: str) -> None:
    assert old in LIST
    with pytest.raises(InputError):
        parse_edges(LIST.replace(old, new).encode(), "list")


def in_words(read: Callable[[], object]) -> bool:
    """Whether something is read, or refused with a message; anything else is raised."""
    try:
        read()
    except InputError as error:
        return bool(error.problems[0].message)
    return True


@given(st.binary(max_size=30), st.integers(0, len(LIST)))
def test_any_bytes_are_read_or_refused_in_words(data: bytes, at: int) -> None:
    text = LIST.encode()
    for mixed in (data, text[:at] + data + text[at + len(data) :]):
        assert in_words(partial(parse_edges, mixed, "x"))
        assert in_words(partial(parse_matching, mixed, "x", 4))


def test_rules_over_sets_of_pairs_are_refused(tmp_path: Path) -> None:
    t = tournament("3k 3k 3k 3k", start__bar="none")
    problem = round_problem(t, 1, example_or_profile("few-clubmates"))
    with pytest.raises(InputError, match=r"cannot say the rule at most 3 clubmates; a file \.json can"):
        write_edges(problem, tmp_path / "x.dimacs")


def test_forced_pairs_are_added_to_an_answer_of_vertices(tmp_path: Path) -> None:
    t = tournament("3k 3k 3k 3k 3k 3k 3k", start__bar="none")
    problem = round_problem(t, 1, load_profile("balanced"), Locks(force=(("a", "c"),), bye=("b",)))
    path, answer = tmp_path / "x.lgf", tmp_path / "answer"
    write_edges(problem, path)
    answer.write_text(matched(path), encoding="utf-8")
    found = verify_solution(path, answer)
    assert found.legal, found.reasons
    assert found.cost == {"1": solve(problem).cost}
    assert judge_round(problem, answer) == found


def test_names_that_do_not_fit_and_places_that_are_not_there(tmp_path: Path) -> None:
    t = tournament("3k 3k", start__bar="none")
    long = round_problem(t.with_players([replace(t.players[0], id="x" * 950), t.players[1]]), 1, load_profile("swiss"))
    with pytest.raises(InputError, match="an id is too long for an edge list"):
        write_edges(long, tmp_path / "x.dimacs")
    with pytest.raises(FolderError, match="cannot write"):
        write_edges(round_problem(t, 1, load_profile("swiss")), tmp_path / "none" / "x.dimacs")
