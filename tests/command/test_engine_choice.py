"""`pair` and `check` by one engine, by the other, by both; and how a search by CP-SAT ends early."""

from __future__ import annotations

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from commands import mcmahon
from mcmahon.solver import opinion
from mcmahon.solver.cpsat.solving import ModelAnswer

INSTANCES = Path(__file__).parents[2] / "instances"


@pytest.fixture
def congress(tmp_path: Path) -> Path:
    return Path(shutil.copytree(INSTANCES / "congress60", tmp_path / "congress60"))


def said(folder: Path, *options: str) -> str:
    return mcmahon("pair", folder, "--dry-run", *options).stdout


def boards(folder: Path, *options: str) -> Any:
    found = json.loads(said(folder, "--json", *options))
    return found["boards"], found["byes"], found["cost"]


def test_pair_has_both_engines_by_default_and_each_draws_the_same_boards(congress: Path) -> None:
    assert "proven optimal by matching and by CP-SAT (1,684 pairs); " in said(congress)
    assert "proven optimal by matching; " in said(congress, "--engine", "matching")
    by_cp_sat = said(congress, "--engine", "cp-sat")
    assert "proven optimal by CP-SAT (1,684 pairs" in by_cp_sat
    assert boards(congress) == boards(congress, "--engine", "matching") == boards(congress, "--engine", "cp-sat")


def test_json_says_who_found_the_round_and_what_cp_sat_says(congress: Path) -> None:
    both = json.loads(said(congress, "--json"))
    assert both["engine"] == "matching"
    assert both["second_opinion"] == {"agrees": True, "pairs": 1684, "odd_sets": 7, "why": ""}
    assert json.loads(said(congress, "--json", "--engine", "matching"))["second_opinion"] is None
    assert json.loads(said(congress, "--json", "--engine", "cp-sat"))["engine"] == "cp-sat"


def test_the_setting_is_the_default_and_the_option_wins(congress: Path) -> None:
    mcmahon("set", congress, "pairing.engine=matching")
    assert "proven optimal by matching; " in said(congress)
    assert "by matching and by CP-SAT" in said(congress, "--engine", "both")
    wrong = mcmahon("set", congress, "pairing.engine=quick", code=2).stderr
    assert "expected both or matching or cp-sat" in wrong
    assert (
        "--engine 'quick'; expected both, matching, cp-sat"
        in mcmahon("pair", congress, "--engine", "quick", code=2).stderr
    )


def test_a_fault_of_cp_sat_is_a_line_and_the_round_is_written(congress: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: object) -> ModelAnswer:
        return ModelAnswer(None, (), {}, {}, 0, infeasible=True)

    monkeypatch.setattr(opinion.OpinionProcess, "ask", lambda self, problem, pairing, *_: (pairing, none()))
    drawn = mcmahon("pair", congress).stdout
    assert "No second opinion of CP-SAT, because it finds no legal round, although there is one." in drawn
    assert "mcmahon check" in drawn
    assert (congress / "rounds" / "4.csv").exists()


def test_a_contradiction_ends_with_4_writes_a_file_and_no_round(
    congress: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from mcmahon.desk.rounds.draw import engines
    from mcmahon.solver.opinion import answer_about

    solve = engines.solve

    def dearer(problem: Any, options: Any) -> Any:
        best = solve(problem, options)
        tiers = tuple(replace(tier, cost=tier.cost + 1, bound=tier.cost + 1) for tier in best.tiers)
        return replace(best, tiers=tiers, cost=best.cost + 1, bound=best.cost + 1)

    monkeypatch.setattr(engines, "solve", dearer)
    monkeypatch.setattr(
        opinion.OpinionProcess,
        "ask",
        lambda self, problem, pairing, *_: (pairing, answer_about(problem, pairing)),
    )
    told = mcmahon("pair", congress, code=4, cwd=tmp_path).stderr
    assert "the engines disagree on round 4" in told
    assert "Both answers are in engines-disagree-round-4.json" in told
    assert "--engine matching" in told
    assert (tmp_path / "engines-disagree-round-4.json").exists()
    assert not (congress / "rounds" / "4.csv").exists()


@pytest.mark.slow
def test_check_asks_cp_sat_for_a_second_opinion_in_one_line(congress: Path) -> None:
    checked = mcmahon("check", congress, "--round", "3", "--prove", "--engine", "cp-sat").stdout
    assert "round 3: no legal pairing costs less: proven by CP-SAT (1,597 pairs)" in checked
    both = mcmahon("check", congress, "--round", "3", "--prove", "--engine", "both").stdout
    assert "proven by matching and by CP-SAT (1,597 pairs), certificate verified" in both
    found = json.loads(mcmahon("check", congress, "--prove", "--engine", "cp-sat", "--json").stdout)
    assert [one["least_cost"]["engine"] for one in found["rounds"]] == ["cp-sat"] * 3


def test_the_record_names_the_engine(congress: Path) -> None:
    mcmahon("pair", congress, "--engine", "cp-sat")
    assert json.loads((congress / "rounds" / "4.json").read_text())["engine"] == "cp-sat"
    mcmahon("pair", congress)
    assert "engine" not in json.loads((congress / "rounds" / "4.json").read_text())  # nothing: the matching engine


def test_doctor_draws_a_round_by_each_engine() -> None:
    assert "engines: matching and CP-SAT draw the same round" in mcmahon("doctor").stdout


@pytest.mark.long
def test_ctrl_c_and_a_time_limit_end_a_search_by_cp_sat_soon() -> None:
    """A thousand players: the model alone takes seconds to build."""
    large = INSTANCES / "congress1000"
    command = [sys.executable, "-m", "mcmahon", "pair", str(large), "--dry-run", "--engine", "cp-sat"]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    time.sleep(6)
    begin = time.monotonic()
    os.kill(process.pid, signal.SIGINT)
    process.communicate(timeout=30)
    assert process.returncode in (0, 130)
    assert time.monotonic() - begin < 10
    begin = time.monotonic()
    late = subprocess.run([*command, "--seconds", "2"], capture_output=True, text=True, check=False)
    assert late.returncode in (0, 4)
    assert "proven optimal by" not in late.stdout
    assert time.monotonic() - begin < 20
