"""The benchmarks in a small size: every worst case is settled, and the speed suite measures proven rounds."""

from __future__ import annotations

import sys

import pytest
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.placing.standings import standings
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.tuning import Tuning
from mcmahon_bench.speed.commands import COMMANDS
from mcmahon_bench.speed.commands import report as command_report
from mcmahon_bench.speed.desk import report as desk_report
from mcmahon_bench.speed.rounds import Suite, report
from mcmahon_bench.speed.standings import ORDERS, played_tournament, seconds
from mcmahon_bench.speed.worst_cases import CASES, solved
from second.fidelity import fidelity

INFEASIBLE = {"odd_camps", "many_odd_camps", "one_family", "impossible_count"}


@pytest.mark.slow
@pytest.mark.parametrize("name", CASES)
def test_every_worst_case_is_settled(name: str, full: bool) -> None:
    outcome, _ = solved(name, 600 if full else 120)
    assert outcome == ("infeasible, proven" if name in INFEASIBLE else "proven")


@pytest.mark.slow
def test_the_speed_suite_measures_proven_rounds() -> None:
    cells = [cell.strip() for cell in report(40, Suite(2)).strip("|").split("|")]
    assert cells[:3] == ["40", "12", "12"]
    assert 0 < float(cells[3]) <= float(cells[5])


def test_the_standings_suite_measures_played_rounds() -> None:
    field = played_tournament(60, 4, 1)
    assert [len(r.games) > 20 for r in field.rounds] == [True] * 4
    assert not standings(field).provisional
    assert all(seconds(field, order, 1) > 0 for order in ORDERS.values())


@pytest.mark.slow
def test_the_suite_of_whole_commands_runs_each_in_a_process() -> None:
    rows = [line.split("|") for line in command_report(30, 2, 1, [sys.executable, "-m", "mcmahon"])]
    assert [row[2].strip(" `") for row in rows] == [*COMMANDS]
    assert all(float(row[3]) > 0 and float(row[5]) > 5 for row in rows)


def test_fidelity_counts_what_comes_back() -> None:
    field = played_tournament(30, 3, 1)
    kept = fidelity(field, "opengotha")
    assert kept["games", "all"] == kept["games", "kept"] == 2 * sum(len(r.games) for r in field.rounds)
    assert kept["players", "kept"] == 30
    wallist = fidelity(field, "egd")
    assert wallist["games", "kept"] == wallist["games", "all"]
    assert wallist["rating", "kept"] < wallist["rating", "all"]


@pytest.mark.long
def test_the_desk_suite_asks_every_question() -> None:
    lines = desk_report(40, 1)
    names = [line.split("|")[2].strip() for line in lines]
    assert {
        "explain a board",
        "force a pair",
        "repair after 3 no-shows",
        "sensitivity, all weights",
        "trade-off curve",
    } < set(names)
    assert all(0 <= float(line.split("|")[3]) <= float(line.split("|")[4]) for line in lines)
    assert "players |" in lines[0]


@pytest.mark.slow
def test_fewest_breaches_that_are_not_found_at_the_first_attempt_get_the_rest_of_the_time() -> None:
    """On a busy computer the short attempt ends without any pairing."""
    options = Options(60, tuning=Tuning(least_breach_seconds=0.0))
    with pytest.raises(NoPairingError) as error:
        solve(CASES["many_odd_camps"](400), options)
    assert (error.value.least, error.value.proven) == (10, True)
