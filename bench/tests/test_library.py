"""The library of rounds: its table, the small ones computed again to the digit, checksums, judging by name."""

from __future__ import annotations

import json
import re
import subprocess
import sys
from dataclasses import replace
from hashlib import sha256
from pathlib import Path
from struct import pack

import pytest
from commands import mcmahon
from mcmahon.model.errors import ContradictionError, InputError
from mcmahon.solver.engine import Options, solve
from mcmahon_bench.exchange.problem import export_problem
from mcmahon_bench.exchange.solve_file import write_certificate
from mcmahon_bench.library.checksum import measured
from mcmahon_bench.library.recipes import made
from mcmahon_bench.library.table import (
    BY_DUALS,
    COLUMNS,
    FILE,
    Instance,
    better,
    certified,
    checked,
    described,
    disagreements,
    key,
    named,
    read_rounds,
    solved,
    table_text,
)

ALONE = Path(__file__).parents[2] / "solver" / "proof" / "verify_certificate.py"
ROUNDS = read_rounds()
SMALL = [
    name for name, line in ROUNDS.items() if line.players <= 60 and not line.is_open and "played 4" not in line.recipe
]

#: Rounds that are proven by duals, and whose certificate is made and checked within two seconds.
LONGER = ("swiss1000-r6", "tiers1000-r4", "calm1000-r3")
CERTIFIED = [
    name for name, one in ROUNDS.items() if one.proven == BY_DUALS and one.players <= 1000 and name not in LONGER
]


def test_the_table_has_a_hundred_rounds_from_small_to_twenty_thousand() -> None:
    assert len(ROUNDS) == 100
    assert table_text(ROUNDS.values()) == FILE.read_text(encoding="utf-8")
    sizes = [line.players for line in ROUNDS.values()]
    assert min(sizes) < 20
    assert max(sizes) > 19_000
    assert len({line.checksum for line in ROUNDS.values()}) == len(ROUNDS)
    for line in ROUNDS.values():
        assert line.cost.count("+") == line.bound.count("+") == line.tiers - 1
        assert key(line.bound) <= key(line.cost)
        assert (line.bound == line.cost) == (not line.is_open)


@pytest.mark.slow
@pytest.mark.parametrize("name", SMALL)
def test_the_figures_of_a_small_round_come_out_again_to_the_digit(name: str) -> None:
    problem = ROUNDS[name].problem()
    assert disagreements(ROUNDS[name], solved(described(ROUNDS[name], problem), problem)) == []


@pytest.mark.parametrize(
    "name", [name for name, line in ROUNDS.items() if "case" in line.recipe and line.players < 251]
)
def test_a_worst_case_is_the_round_of_the_table(name: str) -> None:
    checked(ROUNDS[name])


@pytest.mark.parametrize("name", ["egf24-r3", "tiers24-r4", "counted40-4x3-hard"])
def test_the_checksum_follows_from_the_exchange_file_alone(name: str, tmp_path: Path) -> None:
    """By the page of the format, in plain Python."""
    export_problem(ROUNDS[name].problem(), tmp_path / "round.json")
    data = json.loads((tmp_path / "round.json").read_text(encoding="utf-8"))
    size, pairs = len(data["players"]), {(i, j): cost for i, j, *cost in data["pairs"]}
    byes = {i: cost for i, *cost in data["byes"]}
    digest = sha256()
    for k in range(len(data["tiers"])):
        for i in range(size):
            for j in range(i + 1, size):
                digest.update(pack("<q", pairs[i, j][k] if (i, j) in pairs else -1))
        for i in range(size):
            digest.update(pack("<q", byes[i][k] if i in byes else -1))
    rest = {name: data[name] for name in ("forced", "forced_byes", "rows", "settled")}
    digest.update(json.dumps(rest, sort_keys=True, separators=(",", ":")).encode())
    assert digest.hexdigest() == ROUNDS[name].checksum
    assert len(pairs) + len(byes) == ROUNDS[name].edges
    assert len(data["rows"]) == ROUNDS[name].counts


def test_the_recipe_is_the_command_that_makes_the_folder(tmp_path: Path) -> None:
    """The next round of the folder is the round of the library: its exchange file has the same costs."""
    line = ROUNDS["tiers24-r4"]
    mcmahon(*line.recipe.split()[:1], tmp_path / "folder", *line.recipe.split()[1:])
    mcmahon("bench", "export", tmp_path / "folder", tmp_path / "a.json", "-r", line.round, "--profile", line.profile)
    export_problem(line.problem(), tmp_path / "b.json", tournament="folder")
    assert (tmp_path / "a.json").read_bytes() == (tmp_path / "b.json").read_bytes()


def test_another_round_than_the_table_says_is_refused() -> None:
    line = ROUNDS["egf16-r1"]
    assert len(checked(line)) == line.players
    with pytest.raises(InputError, match="makes another round from the recipe of egf16-r1: checksum"):
        checked(replace(line, checksum="0" * 64))
    other = measured(made(line.recipe, "strict"))
    assert other.checksum != line.checksum
    assert other.edges == line.edges


@pytest.mark.parametrize(
    "recipe",
    ["", "folder x", "case nothing 20", "case euclidean", "case euclidean many", "counted 4 4", "generate --x 3"],
)
def test_a_wrong_recipe_is_refused(recipe: str) -> None:
    with pytest.raises(InputError, match="recipe"):
        made(recipe or " none")


def test_a_figure_that_differs_is_named_and_an_open_round_only_if_the_two_contradict() -> None:
    line = Instance("x", "", cost="5", bound="5", proven="duals", checksum="a")
    assert disagreements(line, line) == []
    assert disagreements(line, replace(line, cost="6", bound="6")) == [
        "x: cost 6, in the table 5",
        "x: bound 6, in the table 5",
    ]
    unsure = replace(line, cost="9", bound="4", proven="no")
    assert disagreements(unsure, replace(unsure, cost="12", bound="2")) == []
    assert disagreements(unsure, replace(unsure, cost="12", bound="10")) == [
        "x: a bound above a cost: 12, 10; table 9, 4"
    ]


def test_the_best_of_two_searches_is_kept() -> None:
    line = Instance("x", "", cost="9", bound="4", proven="no", checksum="a")
    assert better(line, replace(line, cost="12", bound="5")) == replace(line, bound="5")
    assert better(line, replace(line, cost="8", bound="8", proven="CP-SAT")).cost == "8"
    proven = replace(line, bound="9", proven="CP-SAT")
    assert better(proven, line) == proven
    assert better(line, replace(line, cost="12", bound="2", checksum="b")).cost == "12"


def test_rounds_are_listed_written_and_judged_by_name(tmp_path: Path) -> None:
    listed = mcmahon("bench", "instance").stdout.splitlines()
    assert len(listed) == 101
    line = named("egf16-r1")
    assert f"checksum: {line.checksum}" in mcmahon("bench", "instance", "egf16-r1").stdout
    file = tmp_path / "round.json"
    said = mcmahon("bench", "instance", "egf16-r1", file).stdout
    assert said == f"{file}: round 1, {line.players} players; to check a solution: mcmahon bench verify egf16-r1 FILE\n"
    problem = line.problem()
    answer, ids = solve(problem, Options(lottery=False)), problem.field.ids
    pairs = [[ids[i], ids[j]] for i, j in answer.pairs]
    (tmp_path / "own.json").write_text(json.dumps({"pairs": pairs, "byes": [ids[i] for i in answer.byes]}))
    by_name = mcmahon("bench", "verify", "egf16-r1", tmp_path / "own.json").stdout
    assert by_name == mcmahon("bench", "verify", file, tmp_path / "own.json").stdout
    assert json.loads(by_name)["cost"] == {"1": int(line.cost)}
    (tmp_path / "own.json").write_text(json.dumps({"pairs": [*pairs[1:], ["1", "nobody"], pairs[1]]}))
    wrong = json.loads(mcmahon("bench", "verify", "egf16-r1", tmp_path / "own.json", code=1).stdout)
    assert wrong["reasons"] == ["no player has the id 'nobody'"]
    assert "no round 'x'" in mcmahon("bench", "instance", "x", code=2).stderr
    assert "cannot read" in mcmahon("bench", "verify", "x", file, code=3).stderr


def checked_alone(file: Path) -> subprocess.CompletedProcess[str]:
    """What the stand-alone page says of a certificate, without this project in its reach."""
    command = [sys.executable, "-I", ALONE, file.name]
    return subprocess.run(command, cwd=file.parent, capture_output=True, text=True, encoding="utf-8", check=False)


def test_a_round_is_certified_by_its_name_and_the_certificate_checked_alone(tmp_path: Path) -> None:
    problem, proof = tmp_path / "round.json", tmp_path / "proof.npz"
    out = mcmahon("bench", "instance", "tiers24-r4", problem, "--certificate", proof).stdout
    assert f"{problem}: round 4, 24 players; to check a solution: " in out
    assert "tier 4: 5,938, the least, proven\n" in out
    assert out.endswith(f"certificate: {proof}; to check it: mcmahon verify {proof}\n")
    done = checked_alone(proof)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("'proof.npz': tournament 'tiers24-r4', round 4, ")
    assert "tier 4: 5938, no pairing below 5938, proven\n" in done.stdout
    proof.unlink()
    for words, code, said in (
        (("--certificate", proof), 2, "expected the name of a round"),
        (("egf16-r1", "--certificate", tmp_path / "proof.json"), 2, "expected a file name ending in .npz"),
        (("egf16-r1", "--certificate", tmp_path / "none" / "proof.npz"), 3, "cannot write"),
        (("nobody", "--certificate", proof), 2, "the library has no round 'nobody'"),
    ):
        assert said in mcmahon("bench", "instance", *words, code=code).stderr
    assert [file.name for file in tmp_path.iterdir()] == ["round.json"]


def test_a_gap_that_the_certificate_leaves_is_said(tmp_path: Path) -> None:
    """CP-SAT proves this round by more than duals."""
    proof = tmp_path / "proof.npz"
    said = mcmahon("bench", "instance", "counted40-4x3-hard", "--certificate", proof).stderr
    assert "CP-SAT has proven the cost in tier 1 and the lottery; the certificate leaves a gap there" in said
    done = checked_alone(proof)
    assert done.returncode == 1
    assert re.search(r"^tier 1: 203, no pairing below 1\d\d; the proof leaves a gap of ", done.stdout, re.MULTILINE)


def test_no_certificate_contradicts_the_table() -> None:
    line = ROUNDS["egf16-r1"]
    with pytest.raises(ContradictionError, match="egf16-r1: cost 19844, in the table 19843"):
        certified(replace(line, cost="19843", bound="19843"), checked(line))


@pytest.mark.long
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.full] * (k % 4 > 0)) for k, name in enumerate(CERTIFIED)]
)
def test_the_certificate_of_a_round_proves_the_cost_of_the_table(name: str, tmp_path: Path) -> None:
    line = ROUNDS[name]
    write_certificate(certified(line, checked(line)), tmp_path / "proof.npz")
    done = checked_alone(tmp_path / "proof.npz")
    assert (done.returncode, done.stderr) == (0, "")
    assert f"tournament '{name}', round {line.round}, " in done.stdout
    proven = [row for row in done.stdout.splitlines() if row.startswith("tier ")]
    assert [row.split()[2].rstrip(",") for row in proven[:-1]] == line.cost.split("+")
    assert all(row.endswith(", proven") for row in proven)


def test_the_columns_are_those_of_the_page() -> None:
    page = (Path(__file__).parents[2] / "docs" / "reference" / "instances.md").read_text(encoding="utf-8")
    for name in COLUMNS:
        assert f"| `{name}` |" in page
