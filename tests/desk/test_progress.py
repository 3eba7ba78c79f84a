"""How far a search has come: reported while it runs, in costs of the tier, and without any effect on what is found."""

from __future__ import annotations

import multiprocessing
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from builders import EXAMPLES
from mcmahon.desk.desk import Desk
from mcmahon.desk.failures import WorkError
from mcmahon.desk.messages.proof_texts import progress_text
from mcmahon.desk.options import Clock, Options, Progress
from mcmahon.desk.rounds.draw_round import Draw, draw
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.desk.settings.own_profiles import edit
from mcmahon.web.processes.workers import Worker, carry_out

INSTANCES = Path(__file__).parents[2] / "instances"


def drawn(folder: Path, profile: str, report: list[Progress] | None) -> tuple[object, int, int]:
    """The boards of a draw with the cost and bound, while the reports are listed."""
    state = Desk(folder).read()
    if profile == "few-clubmates":
        state = edit(state, profile, (EXAMPLES / f"{profile}.toml").read_text(encoding="utf-8")).state
    state = change(state, ChangeSettings(assignments=[f"pairing.profile={profile}"])).state
    clock = Clock(60, report.append if report is not None else None)
    pairing = draw(state, Draw(), Options(clock=clock)).value.pairing
    return pairing.pairs, pairing.cost, pairing.bound


@pytest.mark.parametrize("profile", ["balanced", "few-clubmates"])
def test_reports_end_at_the_bound_and_change_nothing(profile: str) -> None:
    reports: list[Progress] = []
    folder = INSTANCES / "congress60"
    boards, cost, bound = drawn(folder, profile, reports)
    assert (boards, cost, bound) == drawn(folder, profile, None)
    first = [one for one in reports if one.tier == reports[0].tier]
    bounds = [one.bound for one in first if one.bound is not None]
    assert bounds, "the bound is told as soon as it is known"
    assert all(one <= cost for one in bounds)
    assert all(one.cost >= bound for one in first if one.cost is not None)
    assert reports[-1].tier == "tie"


@pytest.mark.parametrize(
    ("found", "text"),
    [
        (Progress("1"), "No bound yet."),
        (Progress("1", None, 900), "No round costs less than 900. None of that cost is found yet."),
        (Progress("1", 1000, None), "Best round so far 1,000. No bound yet."),
        (Progress("1", 1000, 900), "Best round so far 1,000; none costs less than 900 (gap 10.0 %)."),
        (Progress("1", 1000, 1000), "The best round costs 1,000, proven."),
        (Progress("tie", 5, 5), "The cost is proven; the lottery decides among equal rounds."),
    ],
)
def test_each_report_has_its_sentence(found: Progress, text: str) -> None:
    assert progress_text(found) == text


@pytest.mark.slow
def test_the_worker_knows_how_far_its_search_is(tmp_path: Path) -> None:
    """Each report of the process is kept until the answer is there."""
    shutil.copytree(INSTANCES / "congress60", tmp_path / "congress60")
    seen: list[Progress | None] = []

    class Watched(Worker):
        """Notes every report."""

        def __setattr__(self, name: str, value: object) -> None:
            if name == "_progress":
                seen.append(value[1] if isinstance(value, tuple) else None)
            object.__setattr__(self, name, value)

    worker = Watched()
    try:
        done = worker.run(carry_out, tmp_path / "congress60", Draw(seen=0), "draw")
    finally:
        worker.close()
    reports = [one for one in seen if one is not None]
    assert reports
    assert all(one.bound <= done.cost for one in reports if one.bound is not None and one.tier == reports[0].tier)
    assert seen[-1] is None, "nothing is searched any more"


@pytest.mark.slow
def test_an_error_of_the_program_is_said_and_the_process_goes_on(capfd: pytest.CaptureFixture[str]) -> None:
    worker = Worker()
    try:
        assert worker.run(isinstance, object)
        before = multiprocessing.active_children()
        with pytest.raises(WorkError, match="an error of the program itself: TypeError; the terminal shows it"):
            worker.run(int, "no job")
        assert worker.run(isinstance, object)
        assert multiprocessing.active_children() == before
    finally:
        worker.close()
    assert "Traceback" in capfd.readouterr().err


MODULES_OF_A_FIRST_DRAW = """
import shutil, sys
from pathlib import Path
from mcmahon.desk.options import Options
from mcmahon.desk.questions.explain_board import ExplainBoard, explain
from mcmahon.desk.rounds.draw_round import Draw
from mcmahon.web.processes.workers import carry_out, find, get_ready

place = Path(sys.argv[2])
shutil.copytree(sys.argv[1], place)
get_ready(Options(), "")
before = set(sys.modules)
carry_out(Options(), place, Draw(), "draw")
find(Options(), place, explain, ExplainBoard(player="1"))
print(sorted(set(sys.modules) - before))
"""


@pytest.mark.slow
def test_a_process_that_was_made_ready_loads_nothing_more_for_the_first_draw_and_question(tmp_path: Path) -> None:
    command = [sys.executable, "-c", MODULES_OF_A_FIRST_DRAW, str(INSTANCES / "odd75"), str(tmp_path / "odd75")]
    assert subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip() == "[]"
