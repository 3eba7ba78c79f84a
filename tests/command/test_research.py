"""The commands of researchers: generate, simulate, groups --simulate, and bench."""

from __future__ import annotations

import csv
import json
import shutil
from pathlib import Path

import pytest
from commands import mcmahon

from .test_command_line import INSTANCES, files


def test_a_made_up_tournament_is_the_same_for_the_same_seed(tmp_path: Path) -> None:
    options = ("--players", 30, "--rounds", 5, "--seed", 7, "--played", 2, "--set", "start.bar=2d")
    for name in ("one/x", "two/x"):
        (tmp_path / name).parent.mkdir()
        out = mcmahon("generate", tmp_path / name, *options).stdout
        assert "30 players, 2 of 5 rounds played" in out
    one, two = (files(tmp_path / name) for name in ("one/x", "two/x"))
    assert one == two
    head = one["tournament.toml"].decode().splitlines()[:2]
    assert head[0].startswith("# Made up by mcmahon ")
    assert "seed 7, 2 rounds played; results by system=egf" in head[0]
    assert "players = 30, rounds = 5" in head[1]
    assert mcmahon("check", tmp_path / "one/x").stdout.count("legal") == 2
    mcmahon("generate", tmp_path / "other", *options[:4], "--seed", 8)
    assert files(tmp_path / "other")["players.csv"] != one["players.csv"]


@pytest.mark.parametrize(
    ("options", "message"),
    [
        (("--home", 2), "home 2.0; expected a share from 0 to 1"),
        (("--played", 9), "9 rounds to be played of 5; expected 0 to 5"),
        (("--model", "x"), "no rating system is called 'x'"),
        (("--jigo", 3), "jigo"),
        (("--preset", "x"), "no preset is called 'x'"),
    ],
)
def test_what_cannot_be_made_up_is_said(tmp_path: Path, options: tuple[str, object], message: str) -> None:
    assert message in mcmahon("generate", tmp_path / "x", *options, code=2).stderr
    assert not (tmp_path / "x").exists()


@pytest.mark.slow
def test_methods_are_simulated_with_one_luck(tmp_path: Path) -> None:
    rows = tmp_path / "rows.csv"
    options = ("--engines", "ours,slide", "--tournaments", 2, "--players", 20, "--rounds", 3, "--workers", 1)
    out = mcmahon("simulate", rows, *options).stdout
    assert "4 rows new, 0 known before" in out
    assert "Differences from ours, with 95 % intervals" in out
    table = list(csv.DictReader(rows.open(encoding="utf-8")))
    assert sorted({row["engine"] for row in table}) == ["ours", "slide"]
    assert len({(row["seed"], row["engine"]) for row in table}) == 4
    before = rows.read_bytes()
    assert "0 rows new, 4 known before" in mcmahon("simulate", rows, *options, "--resume").stdout
    assert rows.read_bytes() == before
    assert "resume" in mcmahon("simulate", rows, *options, code=2).stderr
    page = tmp_path / "page.html"
    out = mcmahon("bench", "report", rows, page, "--baseline", "slide").stdout
    assert "Differences from slide" in out
    assert "<title>rows.csv: methods compared</title>" in page.read_text(encoding="utf-8")
    assert "one of ours; slide" in mcmahon("bench", "report", rows, "--baseline", "x", code=2).stderr
    assert "No such file" in mcmahon("bench", "report", tmp_path / "none.csv", code=3).stderr
    assert "no engine is called 'x'" in mcmahon("simulate", tmp_path / "y.csv", "--engines", "x", code=2).stderr
    assert "no engine is named" in mcmahon("simulate", tmp_path / "y.csv", "--engines", "", code=2).stderr
    assert "a name in .csv or .parquet" in mcmahon("simulate", tmp_path / "y.txt", code=2).stderr
    assert "whole numbers" in mcmahon("simulate", tmp_path / "y.csv", "--players", "a", code=2).stderr


def test_one_run_plays_one_value_of_a_setting(tmp_path: Path) -> None:
    """The other comes from a second run; the last value alone would be played in silence."""
    twice = ("--set", "komi=6", "--set", "komi=7")
    says = "--set komi is given twice; expected one value, and a second run with --resume"
    assert says in mcmahon("simulate", tmp_path / "rows.csv", *twice, code=2).stderr
    assert "komi is given twice" in mcmahon("generate", tmp_path / "made", *twice, code=2).stderr
    assert "komi is given twice" in mcmahon("new", tmp_path / "new", *twice, code=2).stderr
    assert not any(tmp_path.iterdir())


@pytest.mark.long
def test_each_bar_is_played_out(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(INSTANCES / "club16", tmp_path / "club"))
    out = mcmahon("groups", folder, "--simulate", 3).stdout
    assert "One unbeaten winner" in out
    assert "Shares of 3 simulated tournaments" in out
    data = json.loads(mcmahon("groups", folder, "--simulate", 3, "--supergroups", "0,2", "--json").stdout)
    assert {row["choice"]["supergroup"] for row in data} == {0, 2}
    assert all(0 <= row["unbeaten"]["low"] <= row["unbeaten"]["high"] <= 1 for row in data)
    assert "whole numbers" in mcmahon("groups", folder, "--simulate", 3, "--supergroups", "x", code=2).stderr


def test_a_round_goes_to_another_solver_and_its_answer_is_judged(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(INSTANCES / "club16", tmp_path / "club"))
    problem, answer = tmp_path / "p.json", tmp_path / "s.json"
    assert "round 3, 16 players" in mcmahon("bench", "export", folder, problem).stdout
    with (folder / "rounds" / "3.csv").open(encoding="utf-8") as file:
        pairs = [[row["white"], row["black"]] for row in csv.DictReader(file) if row["black"]]
    answer.write_text(json.dumps({"pairs": pairs, "byes": []}), encoding="utf-8")
    found = json.loads(mcmahon("bench", "verify", problem, answer).stdout)
    assert found["legal"] is True
    record = json.loads((folder / "rounds" / "3.json").read_text(encoding="utf-8"))
    assert str(record["cost"]) in json.dumps(found)
    assert "tie" not in json.loads(problem.read_text(encoding="utf-8"))["tiers"]
    mcmahon("bench", "export", folder, tmp_path / "lottery.json", "--lottery")
    assert json.loads((tmp_path / "lottery.json").read_text(encoding="utf-8"))["tiers"][-1] == "tie"
    answer.write_text(json.dumps({"pairs": pairs[1:], "byes": []}), encoding="utf-8")
    assert '"legal": false' in mcmahon("bench", "verify", problem, answer, code=1).stdout
    assert "cannot read" in mcmahon("bench", "verify", tmp_path / "none.json", answer, code=3).stderr


def test_the_speed_suite_prints_its_table() -> None:
    others = ("--engines", "greedy,slide,networkx", "--rounds", 3)
    lines = mcmahon("bench", "speed", 30, "--fields", 1, *others).stdout.splitlines()
    assert lines[0] == "| players | rounds | proven | median s | 95 % s | worst s | greedy × | slide × | networkx × |"
    assert lines[2].startswith("| 30 | 3 | 3 |")
    seconds = [float(cell) for cell in lines[2].strip("| ").split("|")[3:]]
    assert 0 < seconds[0] <= seconds[1] <= seconds[2]
    assert min(seconds[3:]) >= 0
    assert "no engine is called 'x'" in mcmahon("bench", "speed", 30, "--engines", "x", code=2).stderr
    tiers = mcmahon("bench", "speed", 30, "--fields", 1, "--rounds", 2, "--profile", "strict").stdout
    assert "| 30 | 2 | 2 |" in tiers
    cases = mcmahon("bench", "worst-cases", 40, "--only", "one_group,one_family").stdout.splitlines()
    assert cases[2].split("|")[2].strip() == "proven"
    assert cases[3].split("|")[2].strip() == "infeasible, proven"
    assert "no case is called 'x'" in mcmahon("bench", "worst-cases", 40, "--only", "x", code=2).stderr


def test_folders_without_tournaments_are_said(tmp_path: Path) -> None:
    for name in ("replay", "opengotha"):
        assert "holds no tournaments" in mcmahon("bench", name, tmp_path, code=3).stderr
    (tmp_path / "tournaments").mkdir()
    (tmp_path / "tournaments" / "a.json").write_text("{}")
    assert "a.json cannot be read" in mcmahon("bench", "replay", tmp_path, code=3).stderr
    mcmahon("new", tmp_path / "empty")
    assert (
        "fewer than two entrants" in mcmahon("bench", "export", tmp_path / "empty", tmp_path / "x.json", code=2).stderr
    )
    assert "at least 24 players" in mcmahon("bench", "speed", 3, code=2).stderr
    assert "rating points from" in mcmahon("generate", tmp_path / "g", "--median", "nan", code=2).stderr


def test_the_next_round_is_exported_too(tmp_path: Path) -> None:
    folder = Path(shutil.copytree(INSTANCES / "club16", tmp_path / "club"))
    assert "round 4, 16 players" in mcmahon("bench", "export", folder, tmp_path / "p.json", "-r", 4).stdout
    best = list(csv.DictReader((INSTANCES / "best_known.csv").open(encoding="utf-8")))
    next_one = [row["round"] for row in best if row["instance"] == "club16"]
    assert max(map(int, next_one)) == 4


def test_best_known_costs_are_written(tmp_path: Path) -> None:
    shutil.copytree(INSTANCES / "club16", tmp_path / "club16")
    out = mcmahon("bench", "best-known", tmp_path).stdout
    written = (tmp_path / "best_known.csv").read_text(encoding="utf-8")
    assert written.rstrip() == out.rstrip()
    kept = (INSTANCES / "best_known.csv").read_text(encoding="utf-8").splitlines()
    assert set(written.splitlines()) <= set(kept)
    assert "holds no tournament folders" in mcmahon("bench", "best-known", tmp_path / "club16", code=3).stderr


def test_a_missing_library_is_named_with_its_extra() -> None:
    from mcmahon.cli.common import extra
    from mcmahon.model.errors import InputError

    with (
        pytest.raises(
            InputError, match=r"no_such_library; to install it, in a clone of the project: pip install '\.\[bench\]'"
        ),
        extra("bench"),
    ):
        import no_such_library  # noqa: F401
