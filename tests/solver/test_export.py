"""Rounds as models for other solvers: HiGHS, which knows nothing of us, finds the same cost."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from builders import example, played, tournament
from mcmahon.desk.desk import Desk
from mcmahon.desk.questions.standing_round import redrawn
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import parse_count_rule
from mcmahon.solver.cpsat.export import exported
from mcmahon.solver.cpsat.model import cost_in, round_model
from mcmahon.solver.engine import solve
from ortools.linear_solver.python import model_builder
from ortools.sat.python import cp_model

INSTANCES = Path(__file__).resolve().parent.parent.parent / "instances"
#: Solves each file named; a process of its own, as HiGHS and OR-Tools cannot share one.
HIGHS = """
import json, sys, highspy
answers = []
for name in sys.argv[1:]:
    h = highspy.Highs()
    h.setOptionValue("output_flag", False)
    h.setOptionValue("mip_rel_gap", 0.0)
    h.readModel(name)
    h.run()
    status, value, lp = str(h.getModelStatus()).split(".k")[1], h.getInfo().objective_function_value, h.getLp()
    answers.append([status, value, lp.col_names_, lp.row_names_])
print("answers:" + json.dumps(answers))
"""
Answers = list[tuple[str, float, list[str], list[str]]]


def by_highs(folder: Path, *texts: tuple[str, str]) -> Answers:
    """What HiGHS says of each text, given with the ending of its file: status, value, names of columns and rows."""
    files = [folder / f"{k}{form}" for k, (_, form) in enumerate(texts)]
    for file, (text, _) in zip(files, texts, strict=True):
        file.write_text(text, encoding="utf-8")
    run = subprocess.run([sys.executable, "-c", HIGHS, *map(str, files)], capture_output=True, text=True, check=True)
    return [tuple(answer) for answer in json.loads(run.stdout.partition("answers:")[2])]


def instance(name: str, number: int, profile: Profile | None = None) -> RoundProblem:
    return redrawn(Desk(INSTANCES / name).read(), number).problem(profile)


def with_rules() -> RoundProblem:
    """Of the rules over pairs one is hard, one has a price and is exceeded, and one asks for at least so many."""
    rules = (
        {"name": "few-clubmates", "pairs": "same_club", "at_most": 1},
        {"name": "dear-handicaps", "pairs": "handicap", "at_most": 2, "price": 70_001},
        {"name": "some-handicaps", "pairs": "handicap", "at_least": 1},
    )
    return instance("congress60", 3, replace(load_profile("balanced"), rules=tuple(map(parse_count_rule, rules))))


@pytest.mark.slow
def test_highs_finds_the_same_cost_of_the_first_tier(tmp_path: Path) -> None:
    """Even and odd fields, several tiers, rules over pairs; as MPS and as LP."""
    problems = [
        instance("club16", 3), instance("congress60", 3), instance("odd75", 4),
        instance("congress60", 2, example("strict")), with_rules(),
    ]  # fmt: skip
    assert len(problems[3].tiers) > 1
    forms = [".mps", ".lp"]
    texts = [(exported(round_model(p, named=True), p.tiers[0], form)[0], form) for p in problems for form in forms]
    found = by_highs(tmp_path, *texts)
    costs = [solve(problem).tiers[0].cost for problem in problems]
    assert [(status, value) for status, value, *_ in found] == [("Optimal", cost) for cost in costs for _ in forms]


@pytest.mark.slow
def test_names_say_what_a_variable_and_a_row_are(tmp_path: Path) -> None:
    """The ids of players and the names of rules."""
    t = tournament("1d 1d 1d 1d 1d", start__bar="none")
    rule = parse_count_rule({"name": "some-draws", "pairs": "draw_up", "at_least": 1, "price": 2})
    profile = Profile("p", "", (Weight("seeding", 1),), (rule,))
    problem = round_problem(t, 1, profile, Locks(force=(("a", "c"),)))
    texts = [(exported(round_model(problem, named=True), 1, form)[0], form) for form in (".mps", ".lp")]
    for status, value, columns, rows in by_highs(tmp_path, *texts):
        assert (status, value) == ("Optimal", solve(problem).cost)
        assert set(columns) == {
            "plays_a_c", "plays_b_d", "plays_b_e", "plays_d_e", "bye_b", "bye_d", "bye_e", "excess_some_draws_0",
        }  # fmt: skip
        names = [f"one_game_{who}" for who in "abcde"]
        assert rows == [*names, "byes", "forced_plays_a_c", "rule_some_draws_0"]


@pytest.mark.slow
def test_names_that_would_be_alike_have_numbers(tmp_path: Path) -> None:
    """Of the pairs 1, 2_3 and 1_2, 3; what cannot stand in a name is an underscore."""
    t = tournament("3d 2d 1d 1k", start__bar="none")
    ids = ("1", "2_3", "1 2", "3")
    t = replace(t, players=tuple(replace(p, id=own) for p, own in zip(t.players, ids, strict=True)))
    problem = round_problem(t, 1, load_profile("balanced"))
    texts = [(exported(round_model(problem, named=True), 1, form)[0], form) for form in (".mps", ".lp")]
    for status, value, columns, _ in by_highs(tmp_path, *texts):
        assert (status, value) == ("Optimal", solve(problem).cost)
        assert [name for name in columns if name.startswith("plays_1_2_3")] == ["plays_1_2_3.1", "plays_1_2_3.4"]


@pytest.mark.slow
def test_a_round_without_a_legal_pairing_is_infeasible_for_others_too(tmp_path: Path) -> None:
    """Nobody is left to play, or to have the bye that one must have."""
    met = played(tournament("1d 1d", rounds=3), "a+b")
    rested = tournament("1d 1d 1d", rounds=4)
    for games, bye in (("a+b", "c"), ("a+c", "b"), ("b+c", "a")):
        rested = played(rested, games, byes=bye)
    own = Profile("p", "", (Weight("seeding", 1),))
    models = [round_model(round_problem(t, len(t.rounds) + 1, own), named=True) for t in (met, rested)]
    texts = [(exported(model, 1, form)[0], form) for model in models for form in (".mps", ".lp")]
    assert {status for status, *_ in by_highs(tmp_path, *texts)} == {"Infeasible"}


def test_costs_are_written_to_the_unit() -> None:
    """The reader of OR-Tools, whose own writer rounds to six digits, reads every cost as it is."""
    problem = instance("odd75", 4)
    model = round_model(problem, named=True)
    text, rows = exported(model, problem.tiers[0], ".mps")
    read = model_builder.Model()
    assert read.import_from_mps_string(text)
    assert (read.num_variables, read.num_constraints) == (len(model.variables), rows)
    costs = [read.helper.var_objective_coefficient(k) for k in range(read.num_variables)]
    assert max(costs) > 10**6
    assert costs == cost_in(model, 1).tolist()


def test_cp_sat_reads_its_own_text() -> None:
    problem = instance("club16", 3)
    text, _ = exported(round_model(problem, named=True), 1, ".pbtxt")
    read = cp_model.CpModel()
    assert read.proto.parse_text_format(text)
    solver = cp_model.CpSolver()
    assert solver.solve(read) == cp_model.OPTIMAL
    assert solver.objective_value == solve(problem).cost
