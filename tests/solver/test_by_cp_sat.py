"""CP-SAT on the whole model of a round: the same boards as the matching engine, and what it says when it cannot."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from builders import played, tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import ContradictionError, InputError, NoAnswerError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.model.ways import Way
from mcmahon.solver import by_cp_sat
from mcmahon.solver.by_cp_sat import solve_by_cp_sat
from mcmahon.solver.clock import Clock, Progress
from mcmahon.solver.cpsat import run as running
from mcmahon.solver.cpsat import solving
from mcmahon.solver.cpsat.figures import figures_of
from mcmahon.solver.cpsat.model import cost_in, round_model, tier_names
from mcmahon.solver.cpsat.solving import solve_model
from mcmahon.solver.engine import Options, solve
from mcmahon_bench.tournaments.generator import FieldShape, make_players
from second.two_engines import disagreement, random_check, random_rounds

from .test_rules_over_pairs import some_problem


def field(size: int, profile: str = "balanced", **settings: Any) -> RoundProblem:
    """The first round of so many players."""
    players = make_players(FieldShape(size, 5), 3)
    return round_problem(Tournament(Settings(rounds=5, seed=3, **settings), tuple(players)), 1, load_profile(profile))


def all_met() -> RoundProblem:
    """The fourth round of four players who have all met."""
    t = tournament("1d 1d 1d 1d", rounds=4)
    t = played(played(played(t, "a+b c+d"), "a+c b+d"), "a+d b+c")
    return round_problem(t, 4, Profile("p", "", (Weight("seeding", 1),)))


@pytest.mark.slow
def test_the_engines_draw_the_same_boards_in_rounds_of_every_kind(full: bool) -> None:
    """With the figures of the matching engine, and without any."""
    kinds, wrong = random_check(2000 if full else 30)
    assert not wrong
    assert min(kinds.values()) > 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", [3, 17, 1005, 1016, 1024])
def test_the_same_boards_with_rules_and_tiers(seed: int) -> None:
    problem = some_problem(seed, (9, 14, 20, 27, 40))
    assert disagreement(problem, True) == disagreement(problem, False) == ""


def test_the_same_boards_where_nothing_is_compiled(relaxation_alone: None) -> None:
    """The figures then come from the relaxation."""
    for problem in random_rounds(5):
        assert disagreement(problem, True) == disagreement(problem, False) == ""
    answer = solve_by_cp_sat(field(40))
    assert (answer.optimal, answer.tie_proven, answer.by_cp_sat.odd_sets if answer.by_cp_sat else None) == (
        True,
        True,
        0,
    )


def test_a_round_by_cp_sat_says_who_found_it_and_with_what() -> None:
    problem = field(41)
    ours, theirs = solve(problem), solve_by_cp_sat(problem)
    assert theirs == replace(ours, seconds=theirs.seconds)
    assert (theirs.engine, ours.engine) == ("cp-sat", "matching")
    assert theirs.by_cp_sat is not None
    size = len(problem)  # everybody with everybody, and in an odd field a bye for each
    assert theirs.by_cp_sat.pairs == size * (size - 1) // 2 + size * (size % 2)
    assert theirs.certificate is not None  # made by the matching engine for the same boards
    without = solve_by_cp_sat(problem, Options(lottery=False))
    assert (without.cost, without.optimal, without.tie_proven) == (ours.cost, True, False)


def test_relaxed_rules_are_broken_as_few_times_as_possible() -> None:
    """Four who have all met: whoever meets again, two pairs do."""
    relaxed = all_met().relax({Rule.REPEATS})
    assert (solve_by_cp_sat(relaxed).breaches, solve_by_cp_sat(relaxed).optimal) == (2, True)
    kept = round_problem(tournament("1d 1d 1d 1d", rounds=4), 1, load_profile("balanced")).relax({Rule.REPEATS})
    assert solve_by_cp_sat(kept).breaches == 0


def test_a_round_without_pairing_has_the_matching_engine_explain_it() -> None:
    problem = all_met()
    with pytest.raises(NoPairingError) as ours:
        solve(problem)
    with pytest.raises(NoPairingError) as theirs:
        solve_by_cp_sat(problem)
    assert str(theirs.value) == str(ours.value)
    assert theirs.value.relax == ours.value.relax


def test_infeasible_is_not_believed_if_the_matching_engine_has_a_round(monkeypatch: pytest.MonkeyPatch) -> None:
    def none(*_: Any) -> solving.ModelAnswer:
        return solving.ModelAnswer(None, (), {}, {}, 0, infeasible=True)

    monkeypatch.setattr(by_cp_sat, "solve_model", none)
    with pytest.raises(ContradictionError, match="CP-SAT finds no legal round, but the matching engine has one"):
        solve_by_cp_sat(field(8))


def test_infeasible_is_believed_of_two_searches_with_and_without_presolve(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first is made to say so of a round that has a pairing; the second finds it."""
    searched: list[bool] = []
    search = running.run

    def wrong_at_first(model: Any, clock: Clock, how: Any, *others: Any) -> Any:
        searched.append(how.presolve)
        found = search(model, clock, how, *others)
        return replace(found, feasible=False, optimal=False, infeasible=True) if len(searched) == 1 else found

    monkeypatch.setattr(running, "run", wrong_at_first)
    problem = field(10)
    answer = solve_model(problem, [1], Clock(60.0))
    assert answer.values == {1: solve(problem).cost}
    assert searched == [True, False]


def test_costs_that_cp_sat_counts_otherwise_are_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    def cheaper(*given: Any) -> solving.ModelAnswer:
        found = solve_model(*given)
        return replace(found, values=found.values | {1: 7})

    monkeypatch.setattr(by_cp_sat, "solve_model", cheaper)
    with pytest.raises(ContradictionError, match="CP-SAT says that its round costs"):
        solve_by_cp_sat(field(8))


def test_without_ortools_there_is_no_answer_and_the_other_engine_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    def missing(*_: Any) -> None:
        raise ImportError("DLL load failed")

    monkeypatch.setattr(by_cp_sat, "solve_model", missing)
    with pytest.raises(NoAnswerError, match="OR-Tools cannot be loaded: DLL load failed") as error:
        solve_by_cp_sat(field(8))
    assert error.value.ways == (Way("to draw without CP-SAT", engine="matching"),)


def test_a_weight_too_great_for_cp_sat_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(solving, "GREATEST_OBJECTIVE", 2**20)
    with pytest.raises(InputError, match="leader_gap: the weight is too great for CP-SAT '60,000'"):
        solve_model(field(20), [1], Clock(10.0))


def test_a_stop_ends_the_search_with_the_best_round_so_far_and_its_bound() -> None:
    """It is stopped when the first bound is known, and nothing is called proven."""
    problem, known = field(140), solve(field(140))

    def heard(progress: Progress) -> None:
        if progress.bound:
            clock.stop()

    clock = Clock(60.0, heard)
    answer = solve_model(problem, tier_names(problem), clock)
    assert not answer.proven
    assert not answer.optimal("tie")
    assert answer.bounds.get(1, 0) <= known.cost <= answer.values.get(1, known.cost)


def test_a_time_too_short_for_cp_sat_leaves_the_matching_engines_round_unproven(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    problem = field(40)

    def late(*_: Any) -> solving.ModelAnswer:
        return solving.ModelAnswer(None, (), {}, {1: 700}, 0)

    monkeypatch.setattr(by_cp_sat, "solve_model", late)
    found = solve_by_cp_sat(problem)
    assert (found.engine, found.optimal, found.bound, found.tie_proven) == ("matching", False, 700, False)
    assert found.pairs == solve(problem).pairs
    assert found.by_cp_sat is not None
    assert found.by_cp_sat.why.startswith("it found no round in time")


def test_a_time_too_short_for_any_round_is_no_answer(relaxation_alone: None) -> None:
    with pytest.raises(NoAnswerError, match="no pairing was found in the time allowed"):
        solve_by_cp_sat(field(40), Options(0.0))


def test_progress_is_told_in_costs_of_the_tier() -> None:
    reports: list[Progress] = []
    problem = field(30)
    solve_model(problem, [1], Clock(60.0, reports.append))
    costs = [one.cost for one in reports if one.cost is not None]
    assert costs[-1] == solve(problem).cost
    assert all(one.bound <= costs[-1] for one in reports if one.bound is not None)


def test_dropped_bits_of_lots_do_not_change_the_boards(monkeypatch: pytest.MonkeyPatch) -> None:
    """With four bits of each lot many rounds are equal; the boards are still those of the whole lots."""
    monkeypatch.setattr(solving, "FEWEST_LOT_BITS", 4)
    monkeypatch.setattr(solving, "GREATEST_OBJECTIVE", 2**36)
    for seed in range(4):
        t = tournament("1d 1d 1d 1k 1k 1k 2k 2k", start__bar="none", seed=seed)
        problem = round_problem(t, 1, Profile("p", "", (Weight("mms_difference", 1),)))
        assert disagreement(problem, False) == ""


def test_a_search_that_was_stopped_before_it_began_has_no_bound(monkeypatch: pytest.MonkeyPatch) -> None:
    """CP-SAT then tells 0, which with shifted costs would be a bound that nobody has proven."""
    problem = some_problem(1024, (14, 20, 27, 40))
    known = solve(problem)
    assert len(known.tiers) > 1
    for effort in (0.0, 1e-9):
        answer = solve_model(problem, tier_names(problem), Clock(60.0), known.certificate, effort)
        for tier in known.tiers:
            assert answer.bounds.get(tier.tier, 0) <= tier.cost


def test_byes_by_hand_are_no_games_of_the_vertex_that_stands_for_the_bye() -> None:
    """Two byes by hand in a field that is odd without them: the shift takes the same from every round."""
    problem = field(31)
    by_hand = replace(problem, forced_byes=tuple(problem.free().tolist()[:2]))
    known = solve(by_hand)
    assert known.certificate is not None
    first = known.certificate.tiers[0]
    moved = replace(first, y=first.y - np.where(np.arange(len(first.y)) == len(first.y) - 1, 1000, 0))
    model = round_model(by_hand)
    shifted = figures_of(model, replace(known.certificate, tiers=(moved,)), 1)
    assert shifted is not None
    values = np.array([*np.zeros(len(model.pairs)), *np.zeros(len(model.byes))], dtype=np.int64)
    pairs = set(known.pairs)
    values[: len(model.pairs)] = [(int(model.i[k]), int(model.j[k])) in pairs for k in model.pair_at.tolist()]
    values[len(model.pairs) :] = np.isin(model.bye_at, known.byes)
    cost = cost_in(model, 1)
    assert int(shifted.shifted(model, cost) @ values) == first.scale * known.cost - shifted.constant


def test_sets_that_only_look_odd_are_not_taken() -> None:
    """A member twice, or one that is no vertex: the vertices that are left are even in number."""
    problem = field(40)
    right = solve(problem)
    assert right.certificate is not None
    vertex = {int(player): k for k, player in enumerate(right.certificate.players)}
    a, b = (vertex[k] for k in right.pairs[0])
    first = right.certificate.tiers[0]
    for members in ([a, a, b], [a, b, len(right.certificate.players)], [a, b, 9999], [a, b, -1]):
        sets = (np.array(members), *right.certificate.sets)
        tier = replace(first, w=np.concatenate([[2], first.w]))
        answer = solve_model(problem, [1], Clock(60.0), replace(right.certificate, sets=sets, tiers=(tier,)))
        assert answer.values == {1: right.cost}


def test_forged_figures_only_cost_time() -> None:
    """Duals of another round, wrong sets, even sets: the answer is the same, or nothing is taken from them."""
    problem = field(31)
    right = solve(problem)
    assert right.certificate is not None
    first = right.certificate.tiers[0]
    shuffled = replace(first, y=first.y[::-1].copy())
    great = replace(first, y=np.full_like(first.y, 2**58))
    less = replace(first, scale=0)
    sets = tuple(members[:-1] for members in right.certificate.sets)
    for forged in (
        replace(right.certificate, tiers=(shuffled, *right.certificate.tiers[1:])),
        replace(right.certificate, tiers=(great,)),
        replace(right.certificate, tiers=(less,)),
        replace(right.certificate, sets=sets),
        replace(right.certificate, players=right.certificate.players[:-1]),
    ):
        answer = solve_model(problem, tier_names(problem), Clock(60.0), forged)
        assert answer.proven
        assert set(answer.pairs or ()) == set(right.pairs)


def test_duals_that_are_too_great_prove_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """A reduced cost below 0 is a pair whose cost the duals do not bound, so that no pair is excluded by them."""
    problem = field(20)
    right, model = solve(problem), round_model(problem)
    assert right.certificate is not None
    first = right.certificate.tiers[0]
    wrong = replace(right.certificate, tiers=(replace(first, y=first.y + first.scale * 10**6),))
    assert figures_of(model, wrong, 1).left_open(model, cost_in(model, 1), right.cost) is None  # type: ignore[union-attr]
    assert figures_of(model, right.certificate, 1).left_open(model, cost_in(model, 1), right.cost) is not None  # type: ignore[union-attr]


def test_forced_pairs_and_byes_and_a_field_that_is_all_settled() -> None:
    t = tournament("1d 1d 1k 1k 2k")
    ids = [p.id for p in t.players]
    whole = Locks(force=((ids[0], ids[3]), (ids[1], ids[2])), bye=(ids[4],))
    settled = round_problem(t, 1, load_profile("balanced"), whole)
    answer = solve_by_cp_sat(settled)
    assert (answer.pairs, answer.byes, answer.optimal) == (solve(settled).pairs, (4,), True)
    two = round_problem(t, 1, load_profile("balanced"), Locks(bye=(ids[4],)))
    assert disagreement(two, True) == disagreement(two, False) == ""
