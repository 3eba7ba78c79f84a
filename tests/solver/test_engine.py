"""The engine against brute force, against CP-SAT on all pairs, and against a blossom algorithm."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path
from random import Random

import numpy as np
import pytest
from builders import free_pairs, pairings, played, tournament
from mcmahon.desk.failures import failure_kind
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError, NoAnswerError
from mcmahon.model.judging.violation import NoPairingError, Violation
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RelaxedRules, RoundProblem, popcount
from mcmahon.model.pairing.variants import with_forbidden
from mcmahon.model.tournament.rules import PAIR_RULES, Rule
from mcmahon.model.tournament.settings.play import HandicapSettings, StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.gap_model import GapModel
from mcmahon.solver.cpsat.solving import solve_model
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.formulation.costs import pair_costs
from mcmahon.solver.formulation.side_rows import SideRowState
from mcmahon.solver.formulation.vertices import Vertices, all_pairs
from mcmahon.solver.proof.certificate import OptimalFace
from mcmahon_bench.tournaments.generator import FieldShape, make_players, play_round
from ortools.sat.python.cp_model import CpModel, CpSolver

ROOT = Path(__file__).resolve().parent.parent.parent
PLAIN_PROFILES = ["balanced", "club-evening", "handicap", "opengotha", "swiss"]  # one tier, no rules over pairs


def value_of(problem: RoundProblem, pairs: list[tuple[int, int]]) -> tuple[int, int, int] | None:
    """Breaches, cost and lottery of a whole pairing of the free entrants, or None when it is not allowed."""
    total = [0, 0, 0]
    for a, b in pairs:
        i, j = np.array([max(a, b)]), np.array([min(a, b)])
        if min(a, b) < 0:
            if not problem.bye_allowed()[i][0]:
                return None
            values = popcount(problem.bye_breaches()[i]), problem.bye_cost()[i], problem.bye_lottery()[i]
        else:
            if not problem.allowed(i, j)[0]:
                return None
            values = popcount(problem.breaches(i, j)), problem.cost(i, j), problem.lottery(i, j)
        total = [t + int(v[0]) for t, v in zip(total, values, strict=True)]
    return total[0], total[1], total[2]


def brute_force(problem: RoundProblem) -> tuple[int, int, int] | None:
    """The least (breaches, cost, lottery) over all pairings."""
    free = problem.free().tolist()
    values = (value_of(problem, p) for p in pairings(free + [-1] * (len(free) % 2)))
    return min((v for v in values if v is not None), default=None)


def some_field(seed: int, sizes: tuple[int, ...]) -> tuple[Tournament, str, Random]:
    """A field with random settings after some rounds."""
    rng = Random(seed)
    rounds = rng.choice([3, 5])
    shape = FieldShape(
        rng.choice(sizes), rounds, spread=rng.choice([100, 300, 600]), late=0.1, leaving=0.1,
        big_club=rng.choice([0.2, 0.9]), home=0.9,
    )  # fmt: skip
    own = Settings(
        rounds=rounds, seed=seed, start=StartSettings(scheme=rng.choice(["rank", "swiss", "regular"])),
        handicap=HandicapSettings(rule=rng.choice(["none", "mms", "rank"])),
    )  # fmt: skip
    t = Tournament(own, tuple(make_players(shape, seed)))
    profile = rng.choice(PLAIN_PROFILES)
    for number in range(1, rng.randint(1, 3)):
        try:
            t = play_round(draw_round(t, Terms(profile)).tournament, number, seed, 0.05)
        except NoPairingError:
            break
    return t, profile, rng


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_equals_brute_force_in_every_tier(seed: int) -> None:
    t, profile, rng = some_field(seed, (3, 4, 5, 6, 7, 8, 9, 10))
    number = len(t.rounds) + 1
    ids = [p.id for p in t.entrants(number)]
    rng.shuffle(ids)
    locks = Locks()
    if len(ids) > 4:
        kind = rng.randrange(4)
        locks = Locks(
            force=((ids[0], ids[1]),) if kind == 1 else (),
            forbid=((ids[0], ids[1]), (ids[0], ids[2])) if kind == 2 else (),
            bye=(ids[3],) if kind == 3 else (),
        )
    relaxed = RelaxedRules(frozenset(rng.choice([(), PAIR_RULES])))
    problem = round_problem(t, number, load_profile(profile), locks, relaxed)
    best = brute_force(problem)
    if best is None:
        with pytest.raises(NoPairingError):
            solve(problem)
        return
    answer = solve(problem)
    assert answer.optimal
    assert answer.tie_proven
    assert value_of(problem, free_pairs(problem, answer)) == best
    assert answer.bound == answer.cost
    assert answer.breaches == best[0]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(100, 115))
def test_equals_cp_sat_on_all_pairs(seed: int) -> None:
    t, profile, _ = some_field(seed, (12, 20, 31, 40))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    complete = solve_model(problem, [1], Clock(60.0))
    if complete.infeasible:
        with pytest.raises(NoPairingError):
            solve(problem)
        return
    assert complete.proven
    assert solve(problem).cost == complete.values[1]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(200, 206))
def test_equals_the_blossom_algorithm(seed: int) -> None:
    t, profile, _ = some_field(seed, (60, 101, 150, 200))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    a, b = all_pairs(problem)
    cost = pair_costs(Vertices(problem), a, b, 1)
    nx = pytest.importorskip("networkx")
    graph = nx.Graph()
    graph.add_weighted_edges_from(zip(a.tolist(), b.tolist(), cost.tolist(), strict=True))
    matching = nx.min_weight_matching(graph)
    assert solve(problem).cost == sum(graph.edges[pair]["weight"] for pair in matching)


def test_costs_with_many_ties_and_odd_cliques_are_proven() -> None:
    """Clubs as walls: 25 score groups of 3 players; every group sends one away. Costs of 0 and 1 only otherwise."""
    ranks = " ".join(f"{k}k" for k in range(1, 26) for _ in range(3))
    t = tournament(ranks, start__bar="none", handicap__rule="none")
    profile = Profile("p", "", (Weight("mms_difference", 1),))
    answer = solve(round_problem(t, 1, profile))
    assert answer.optimal
    assert answer.tie_proven
    assert answer.cost == 12  # 25 odd groups, the bye takes one; 12 neighbours join


def test_one_group_with_one_cost_for_all_is_decided_by_the_lottery() -> None:
    t = tournament(" ".join(["1d"] * 24), preset="swiss")
    answers = {solve(round_problem(replace(t, settings=replace(t.settings, seed=s)), 1, Profile("p", "", ()))).pairs
               for s in range(4)}  # fmt: skip
    assert len(answers) == 4


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_the_order_of_the_players_changes_nothing(seed: int) -> None:
    t, profile, rng = some_field(seed, (21, 40))
    shuffled = list(t.players)
    rng.shuffle(shuffled)
    number = len(t.rounds) + 1
    one, two = (round_problem(x, number, load_profile(profile)) for x in (t, replace(t, players=tuple(shuffled))))
    assert one.field.ids == two.field.ids
    assert solve(one).pairs == solve(two).pairs
    assert solve(one).byes == solve(two).byes


def test_four_players_have_no_fourth_round_and_the_least_breach_is_named() -> None:
    t = tournament("1d 1d 1d 1d", rounds=4)
    t = played(played(played(t, "a+b c+d"), "a+c b+d"), "a+d b+c")
    problem = round_problem(t, 4, load_profile("balanced"))
    with pytest.raises(NoPairingError) as error:
        solve(problem)
    assert failure_kind(error.type).exit_code == 1
    assert [breach.rule for breach in error.value.breaches] == [Rule.REPEATS] * 2
    assert (error.value.least, error.value.bound, error.value.proven) == (2, 2, True)
    assert error.value.relax == ("repeats",)
    assert "breaches is 2 (proven)" in str(error.value)
    relaxed = solve(problem.relax({Rule.REPEATS}))
    assert relaxed.breaches == 2
    assert relaxed.optimal


def test_nobody_gets_a_second_bye_unless_it_is_relaxed() -> None:
    t = tournament("1d 1d 1d", rounds=4)
    t = played(played(played(t, "a+b", byes="c"), "a+c", byes="b"), "b+c", byes="a")
    problem = round_problem(t, 4, load_profile("balanced"))
    with pytest.raises(NoPairingError) as error:
        solve(problem)
    assert set(error.value.relax) == {"repeats", "second-bye"}


def test_two_odd_camps_that_must_not_meet_are_infeasible() -> None:
    """Two components of 5 who may only play among themselves: one pair must break the rule."""
    camps = [{"players": list("abcde"), "against": list("fghij")}]
    t = tournament(" ".join(["1d"] * 10), pairing__forbid=camps)
    with pytest.raises(NoPairingError, match=r"the least number of breaches is 1 \(proven\)"):
        solve(round_problem(t, 1, load_profile("balanced")))


def test_the_least_breach_is_proven_where_the_first_seconds_for_it_do_not_suffice() -> None:
    class Impatient(Clock):
        def within(self, seconds: float) -> Clock:
            return super().limited_to(0.0)

    camps = [{"players": list("abcde"), "against": list("fghij")}]
    t = tournament(" ".join(["1d"] * 10), pairing__forbid=camps)
    with pytest.raises(NoPairingError, match=r"the least number of breaches is 1 \(proven\)"):
        solve(round_problem(t, 1, load_profile("balanced")), Options(clock=Impatient(60.0)))


def test_a_line_in_which_everybody_may_meet_the_neighbours_only_has_one_pairing() -> None:
    """The pairs of the one pairing are all of clubmates: together dearer than to leave both ends alone."""
    t = tournament(" ".join(["1d"] * 44), preset="swiss", pairing__geography_at_bar="counts")
    t = t.with_players([replace(p, club=str(k // 2)) for k, p in enumerate(t.players)])
    problem = round_problem(t, 1, Profile("p", "", (Weight("same_club", 1),)))
    place = {player.id: k for k, player in enumerate(t.players)}
    line = sorted(range(44), key=lambda i: place[problem.field.ids[i]])
    barred = [(line[a], line[b]) for a in range(44) for b in range(a + 2, 44)]
    answer = solve(with_forbidden(problem, barred))
    assert set(answer.pairs) == {(min(p), max(p)) for p in zip(line[::2], line[1::2], strict=True)}
    assert (answer.cost, answer.optimal, answer.tie_proven) == (22, True, True)


def test_forced_pairs_and_byes_are_kept_and_counted() -> None:
    t = tournament("3d 1d 2k 6k 10k", start__bar="none")
    problem = round_problem(t, 1, load_profile("balanced"), Locks(force=(("a", "e"),), bye=("b",)))
    answer = solve(problem)
    assert answer.pairs == ((0, 4), (2, 3))
    assert answer.byes == (1,)
    assert answer.cost == answer.bound == sum(problem.costs_by_criterion(answer.pairs, answer.byes).values())


def test_everybody_may_be_settled_by_hand() -> None:
    t = tournament("1d 1d 1d 1d")
    answer = solve(round_problem(t, 1, load_profile("balanced"), Locks(force=(("a", "b"), ("c", "d")))))
    assert answer.pairs == ((0, 1), (2, 3))
    assert answer.optimal


def test_limits_on_differences_are_hard() -> None:
    t = tournament("1k 2k 7k 8k", start__bar="none", pairing__max_difference=2)
    assert solve(round_problem(t, 1, load_profile("balanced"))).pairs == ((0, 1), (2, 3))
    t = tournament("1k 5k 9k 14k", start__bar="none", pairing__max_difference=2)
    with pytest.raises(NoPairingError) as error:
        solve(round_problem(t, 1, load_profile("balanced")))
    assert error.value.relax == ("difference-cap",)


def test_costs_too_great_for_an_exact_proof_are_refused() -> None:
    t = tournament("9d 30k 9d 30k", start__bar="none")
    for weight in (10**13, 10**16, 10**18):
        with pytest.raises(InputError, match="too great"):
            solve(round_problem(t, 1, Profile("p", "", (Weight("mms_difference", weight),))))


@pytest.mark.slow
@pytest.mark.parametrize("size", [300])
def test_hundreds_of_players_are_proven(size: int, full: bool) -> None:
    shape = FieldShape(1000 if full else size, 6)
    t = Tournament(Settings(rounds=6, seed=5), tuple(make_players(shape, 5)))
    for number in range(1, 5):
        drawn = draw_round(t, Terms("balanced"), Options(30))
        assert drawn.pairing.optimal
        assert drawn.pairing.tie_proven
        t = play_round(drawn.tournament, number, 5)


def test_a_feasible_round_that_only_a_dear_pair_saves_is_not_called_infeasible() -> None:
    """Two components of 51 with one game allowed between them, which costs far more than any candidate at the start."""
    ids = [p.id for p in tournament(" ".join(["1d"] * 102)).players]
    one, two = ids[:51], ids[51:]
    forbid = [{"players": one[:1], "against": two[1:]}, {"players": one[1:], "against": two}]
    t = tournament(" ".join(["1d"] * 102), preset="swiss", pairing__forbid=forbid)
    t = t.with_players([replace(t.player(p), club="X") for p in (one[0], two[0])])
    t = replace(t, settings=replace(t.settings, pairing=replace(t.settings.pairing, geography_at_bar="counts")))
    answer = solve(round_problem(t, 1, Profile("p", "", (Weight("same_club", 10**6), Weight("seeding", 1)))))
    assert answer.optimal
    assert answer.cost >= 10**6


@pytest.mark.parametrize("seed", range(300, 306))
def test_rules_relaxed_without_need_change_nothing(seed: int) -> None:
    t, profile, _ = some_field(seed, (31, 60, 101))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    relaxed = solve(problem.relax(PAIR_RULES))
    assert (relaxed.pairs, relaxed.byes, relaxed.breaches) == (*(solve(problem).pairs, solve(problem).byes), 0)


@pytest.mark.slow
def test_time_that_is_up_gives_the_best_so_far_unproven() -> None:
    t = Tournament(Settings(rounds=6, seed=5), tuple(make_players(FieldShape(200, 6), 5)))
    answer = solve(round_problem(t, 1, load_profile("balanced")), Options(0.0))
    assert not answer.optimal
    assert answer.bound <= answer.cost
    assert sorted([p for pair in answer.pairs for p in pair] + list(answer.byes)) == list(range(len(t.entrants(1))))


def test_a_round_without_a_proof_has_no_certificate_and_one_without_the_lottery_has_that_of_its_tiers(
    relaxation_alone: None,
) -> None:
    problem = round_problem(tournament("4d 3d 1d 1k"), 1, load_profile("balanced"))
    late = solve(problem, Options(0.0))
    assert (late.certificate, late.tie_proven) == (None, False)
    for lottery, names in ((True, ["1", "tie"]), (False, ["1"])):
        certificate = solve(problem, Options(lottery=lottery)).certificate
        assert certificate is not None
        assert [tier.name for tier in certificate.tiers] == names


def test_grace_is_more_time_than_there_was_but_ends_with_the_clock() -> None:
    clock = Clock(0.0)
    grace = clock.grace(5.0)
    assert clock.expired()
    assert 4 < grace.remaining() <= 5
    clock.stop()
    assert grace.stopped
    assert grace.expired()


def test_a_stopped_clock_has_no_time_left_nor_have_its_parts() -> None:
    clock = Clock(100.0)
    part, long_part, grace = clock.limited_to(5.0), clock.limited_to(500.0), clock.grace(500.0)
    assert 4 < part.remaining() <= 5
    assert 99 < long_part.remaining() <= 100
    assert 499 < grace.remaining() <= 500
    assert not any(one.stopped or one.expired() for one in (clock, part, long_part, grace))
    clock.stop()
    for one in (clock, part, long_part, grace):
        assert (one.stopped, one.expired(), one.remaining()) == (True, True, 0.0)


def test_a_stop_reaches_whatever_is_running_on_a_part_of_the_clock() -> None:
    stopped = []

    class Solver:
        def solve(self, model: str) -> str:
            clock.stop()
            return model

        def stop_search(self) -> None:
            stopped.append(self)

    clock, solver = Clock(100.0), Solver()
    assert clock.limited_to(5.0).run(solver, "model") == "model"
    clock.stop()  # nothing is running any more
    assert stopped == [solver]


def test_a_stop_reaches_the_search_for_a_first_pairing(monkeypatch: pytest.MonkeyPatch, relaxation_alone: None) -> None:
    t = Tournament(Settings(rounds=6, seed=5), tuple(make_players(FieldShape(200, 6), 5)))
    clock, run, patience = Clock(0.0), Clock.run, []

    def stopped(own: Clock, solver: CpSolver, model: CpModel, callback: object = None) -> int:
        patience.append(solver.parameters.max_time_in_seconds)
        clock.stop()
        solver.parameters.max_time_in_seconds = 0.0
        return int(run(own, solver, model))

    monkeypatch.setattr(Clock, "run", stopped)
    with pytest.raises(NoAnswerError, match="no pairing was found"):
        solve(round_problem(t, 1, load_profile("balanced")), Options(clock=clock))
    assert len(patience) == 1
    assert 0.5 < patience[0] <= 1


def test_forced_pairs_are_not_counted_among_the_breaches() -> None:
    t = tournament("1d 1d 1d 1d", rounds=4)
    t = played(played(played(t, "a+b c+d"), "a+c b+d"), "a+d b+c")
    with pytest.raises(NoPairingError) as error:
        solve(round_problem(t, 4, load_profile("balanced"), Locks(force=(("a", "b"),))))
    assert error.value.breaches == (Violation(Rule.REPEATS, ("c", "d")),)


def test_a_relaxed_rule_is_told_among_the_breaches_but_is_nothing_to_give_up() -> None:
    """a and b have met everybody; with c and d they are forbidden to meet as well, and these two each other."""
    t = played(played(played(tournament("1d 1d 1d 1d"), "a+c b+d"), "a+d b+c"), "a+b", absent="c d")
    locks = Locks(forbid=(("a", "c"), ("a", "d"), ("b", "c"), ("b", "d"), ("c", "d")))
    with pytest.raises(NoPairingError) as error:
        solve(round_problem(t, 4, load_profile("balanced"), locks).relax({Rule.REPEATS, Rule.SECOND_BYE}))
    assert str(error.value) == (
        "no pairing of round 4 keeps every rule, even with repeats, second-bye relaxed; "
        "the least number of breaches is 2 (proven)"
    )
    assert error.value.breaches == (
        Violation(Rule.REPEATS, ("a", "b"), allowed=True),
        Violation(Rule.FORBIDDEN, ("c", "d")),
    )
    assert error.value.relax == ("forbidden",)


def test_a_hard_rule_is_told_where_it_is_broken_and_with_how_many_games() -> None:
    """Whom the settings keep to their clubs: two games in One, of which one may be, and as many in Two as may be."""
    rule = {"name": "few", "pairs": "same_club", "at_most": 1, "per": "club"}
    t = tournament("1d 1d 1d 1d 1d 1d", start__bar="none", pairing__rules=[rule],
                   pairing__forbid=[{"players": list("abcd"), "against": ["e", "f"]}])  # fmt: skip
    t = t.with_players([replace(p, club="One" if p.id in "abcd" else "Two") for p in t.players])
    problem = round_problem(t, 1, load_profile("balanced"))
    with pytest.raises(NoPairingError) as error:
        solve(problem)
    assert error.value.breaches == (Violation(problem.counts[0].rule, found=2, limit=1, part="One"),)
    assert error.value.relax == ("few",)
    relaxed = solve(replace(problem, relaxed_counts=frozenset({"few"})))
    assert (relaxed.breaches, relaxed.optimal) == (1, True)


@pytest.mark.slow
def test_threads_and_processes_give_the_same_boards() -> None:
    """Two solves at once in one process, and one each in processes with other hash seeds."""
    t, profile, _ = some_field(7, (60,))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    with ThreadPoolExecutor(3) as columns:
        answers = list(columns.map(lambda _: solve(problem), range(3)))
    assert {answer.pairs for answer in answers} == {solve(problem).pairs}
    command = [sys.executable, "-m", "mcmahon", "pair", str(ROOT / "instances" / "congress60"), "--dry-run", "--json"]
    boards = []
    for seed in ("1", "2"):
        env = os.environ | {"PYTHONHASHSEED": seed}
        run = subprocess.run(command, capture_output=True, text=True, check=True, env=env)
        boards.append(json.loads(run.stdout)["boards"])
    assert boards[0] == boards[1]


def test_a_programme_that_loses_its_precision_is_solved_again_with_more_care(
    monkeypatch: pytest.MonkeyPatch, relaxation_alone: None
) -> None:
    """GLOP may give up in the middle; then the tier begins again, slower and with scaling."""
    from mcmahon.solver.lp.glop import IncrementalLp

    t, profile, _ = some_field(5, (20,))
    problem = round_problem(t, len(t.rounds) + 1, load_profile(profile))
    wanted = solve(problem)
    once, ways = IncrementalLp._solve, []

    def fails_when_quick(self: IncrementalLp, parameters: object) -> object:
        ways.append(self._careful)
        if not self._careful:
            raise ArithmeticError("abnormal")
        return once(self, parameters)

    monkeypatch.setattr(IncrementalLp, "_solve", fails_when_quick)
    assert solve(problem) == wanted
    assert {True, False} == set(ways)


def test_what_is_found_is_least_only_where_the_bound_reaches_it() -> None:
    nothing = np.zeros(0, dtype=np.int64)
    state = SideRowState(nothing.astype(bool), nothing.astype(bool), nothing)
    assert [OptimalFace(nothing, nothing, [], state, (), nothing, 5, bound).optimal for bound in (5, 4)] == [
        True,
        False,
    ]


def test_of_a_full_set_one_game_leaves_even_if_three_would_be_cheaper() -> None:
    """0, 1, 2 against 3, 4, 5: three games across cost nothing, two of the others 1 each."""
    a, b, cost = np.array([0, 1, 2, 0, 3]), np.array([3, 4, 5, 1, 4]), [0, 0, 0, 1, 1]
    for sets, least in (([], 0), ([np.arange(6) < 3], 2)):
        round_model = GapModel(6, a, b)
        round_model.add_tight_sets(sets)
        round_model.set_objective(cost)
        solver = CpSolver()
        solver.solve(round_model.model)
        assert solver.objective_value == least
