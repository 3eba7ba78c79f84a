"""Rounds in whose draw half points count: optimal, proven, explained and repaired like all others."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from builders import free_pairs, pairings, played, tournament
from mcmahon.desk.messages.rule_texts import violation_text
from mcmahon.desk.questions.standing_round import drawn_round
from mcmahon.desk.questions.vary_weights import intervals_of
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.io.folder.record_file import parse_record, record_text
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.effects import doubtful_boards
from mcmahon.model.judging.judge import judge
from mcmahon.model.judging.violation import broken
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.evaluation import stairs_of, values_by_gap
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import with_forbidden
from mcmahon.model.placing.scores import score
from mcmahon.model.records.state import State
from mcmahon.model.tournament.settings.play import PairingSettings, PointsSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import solve
from mcmahon.solver.proof.statement import arrays_of, problem_of
from mcmahon.solver.proof.verify_certificate import verify
from mcmahon.solver.questions.repair import cheapest, fewest_acceptable_changes
from mcmahon_bench.tournaments.generator import FieldShape, make_players, play_round

WEIGHTS = (Weight("mms_difference", 10_000), Weight("wide_gap", 3_000), Weight("bye_score", 30_000))
PLAIN = Profile("plain", "", (*WEIGHTS, Weight("same_club", 7_000)))


def with_rounding(t: Tournament, rounding: str, **pairing: object) -> Tournament:
    changed = replace(t.settings.pairing, rounding=rounding, **pairing)
    return replace(t, settings=replace(t.settings, pairing=changed))


def some_field(seed: int, size: int, rounds: int, profile: str | Profile = PLAIN) -> Tournament:
    """So many players after some rounds that many of them missed; a missed round gives half a point."""
    own = Settings(
        rounds=rounds + 1, seed=seed, points=PointsSettings(round_down="none"),
        pairing=PairingSettings(rounding="half"),
    )  # fmt: skip
    shape = FieldShape(size, rounds + 1, spread=200, part_time=0.7, big_club=0.5)
    t = Tournament(own, tuple(make_players(shape, seed)))
    for number in range(1, rounds + 1):
        t = play_round(draw_round(t, Terms(profile)).tournament, number, seed, 0.05)
    return t


def in_points(gap: Fraction) -> Fraction:
    """d(d+1)/2, in a straight line between whole points."""
    whole = gap.numerator // gap.denominator
    return Fraction(whole * (whole + 1), 2) + (gap - whole) * (whole + 1)


def cost_by_hand(t: Tournament, problem: RoundProblem, pairs: list[tuple[int, int]]) -> Fraction | None:
    """The cost of a pairing by the profile `PLAIN`, from McMahon scores in points; None where it breaks a rule."""
    now, ids = score(t), problem.field.ids
    points = {p: Fraction(now.mms(p), 2) for p in ids}
    known, lowest, total = t.by_id(), min(points.values()), Fraction(0)
    for i, j in pairs:
        one, other = sorted((i, j))
        if one < 0:
            if any(e.kind == "bye" for e in now.entries[ids[other]]):
                return None
            total += 30_000 * in_points(points[ids[other]] - lowest)
            continue
        a, b = known[ids[one]], known[ids[other]]
        if any(e.opponent == b.id for e in now.entries[a.id]):
            return None
        gap = abs(points[a.id] - points[b.id])
        total += 10_000 * in_points(gap) + 3_000 * max(gap - 3, Fraction(0))
        exempt = {a.id, b.id} <= now.top
        total += 7_000 * bool(a.club and a.club == b.club and not exempt)
    return total


@pytest.mark.parametrize("steps", [1, 2])
def test_prices_of_differences_rise_ever_faster_and_whole_points_keep_theirs(steps: int) -> None:
    gaps = np.arange(20 * steps)
    of_gap = {name: one.of_pair for name, one in CRITERIA.items() if one.of_pair.of_gap}
    assert [*of_gap] == ["mms_difference", "point_gap", "wide_gap"]
    for name, price in of_gap.items():
        values = values_by_gap(price, gaps, steps)
        assert values[::steps].tolist() == (steps * values_by_gap(price, np.arange(20))).tolist()
        rises = [after - before for before, after in pairwise(values.tolist())]
        assert all(0 <= first <= second for first, second in pairwise(rises)), name
    assert stairs_of(np.arange(8), 2).tolist() == [0, 1, 2, 4, 6, 9, 12, 16]
    assert (np.diff(stairs_of(gaps, steps)) > 0).all()


def test_a_step_of_half_a_point_has_half_the_weight_rounded_up_and_other_weights_stay() -> None:
    profile = Profile("p", "", (Weight("mms_difference", 7, "why", 2), Weight("bye_score", 6), Weight("handicap", 5)))
    half = profile.by_step(2)
    assert [(w.criterion, w.weight, w.tier) for w in half.weights] == [
        ("mms_difference", 4, 2), ("bye_score", 3, 1), ("handicap", 5, 1),
    ]  # fmt: skip
    assert profile.by_step(1) == profile


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
def test_a_round_is_the_cheapest_of_all_and_its_certificate_holds(seed: int) -> None:
    """Against all pairings of small fields, whose costs are added up in points and not as the draw does it."""
    t = some_field(seed, 7 + seed % 3, 1 + seed % 3)
    number = len(t.rounds) + 1
    problem = round_problem(t, number, PLAIN)
    free = problem.free().tolist()
    every = (cost_by_hand(t, problem, pairs) for pairs in pairings(free + [-1] * (len(free) % 2)))
    answer = solve(problem)
    assert answer.optimal
    assert answer.cost == min(cost for cost in every if cost is not None)
    assert answer.cost == cost_by_hand(t, problem, free_pairs(problem, answer))
    assert answer.certificate is not None
    names = [tier.name for tier in answer.certificate.tiers]
    assert all(value == bound for _, value, bound in verify(problem_of(problem, names), arrays_of(answer.certificate)))
    assert draw_round(t, Terms(PLAIN)).pairing.cost == answer.cost  # what the judge adds up is the same


def test_fields_of_tests_have_halves() -> None:
    halves = [sum(round_problem(some_field(seed, 8, 2), 3, PLAIN).field.score % 2) for seed in range(6)]
    assert min(halves) > 0


@pytest.fixture(scope="module")
def state() -> State:
    """24 players after three rounds, the third by `balanced`, with the record of its draw."""
    t = some_field(3, 24, 2, "balanced")
    drawn = draw_round(t, Terms("balanced"))
    t = play_round(drawn.tournament, 3, 3, 0.0)
    return replace(in_memory(t), records={3: drawn.record})


def test_a_record_keeps_that_half_points_counted(state: State) -> None:
    record = state.records[3]
    text = record_text(record, draft=False)
    read = parse_record(text, "3.json")[0]
    assert read is not None
    assert read.ledger == record.ledger
    assert '"steps": 2' in text
    assert {entrant.score - entrant.mms for entrant in read.ledger.entrants.values()} == {0}
    of_old = draw_round(with_rounding(some_field(3, 8, 1), "down"), Terms("balanced")).record
    assert "steps" not in record_text(of_old, draft=False)
    assert parse_record(record_text(of_old, draft=False), "2.json")[0].ledger.steps == 1


@pytest.mark.parametrize("rounding", ["half", "down", "lot"])
def test_a_round_is_still_the_one_that_was_drawn_after_the_setting_has_changed(state: State, rounding: str) -> None:
    """Both ways: drawn with half points and looked at without them, and the other way round."""
    later = state.with_tournament(with_rounding(state.tournament, rounding))
    assert drawn_round(later, 3).unchanged
    before = with_rounding(some_field(3, 24, 2, "balanced"), rounding)
    drawn = draw_round(before, Terms("balanced"))
    played_on = play_round(drawn.tournament, 3, 3, 0.0)
    of_then = replace(in_memory(with_rounding(played_on, "half")), records={3: drawn.record})
    standing = drawn_round(of_then, 3)
    assert standing.unchanged
    costs = standing.problem.costs_by_criterion(standing.pairs, standing.byes)
    assert sum(costs.values()) == drawn.pairing.cost


@pytest.mark.slow
def test_intervals_are_of_the_weights_that_the_profile_has(state: State) -> None:
    """At the ends of the interval the round is the cheapest by the changed profile, beyond them it is not."""
    own = drawn_round(state, 3)
    found = {interval.criterion: interval for interval, _, _ in intervals_of(own)}
    gap = found["point_gap"]
    assert gap.weight == 9_000
    assert gap.low <= gap.weight <= gap.high

    def cheapest_by(weight: int) -> bool:
        problem = round_problem(own.tournament, 3, own.profile.with_weights({"point_gap": weight}))
        return sum(problem.costs_by_criterion(own.pairs, own.byes).values()) == solve(problem).cost

    assert [cheapest_by(w) for w in (gap.low - 1, gap.low, gap.high, gap.high + 1)] == [False, True, True, False]


def test_the_limit_of_differences_is_in_points_for_draw_and_judge() -> None:
    """a has half a point of a bye; d at the bottom is 2½ points below a, and 2 below the others."""
    t = tournament("1k 1k 1k 3k", start__bar="none", pairing__rounding="half", handicap__rule="none")
    t = played(played(t, "", byes="a", unpaired="b c d"), "a?d b?c")
    for most, legal in ((2, False), (3, True)):
        limited = with_rounding(t, "half", max_difference=most)
        problem = round_problem(limited.before(2), 2, PLAIN)
        assert bool(problem.allowed(np.array([0]), np.array([3]))[0]) is legal
        found = broken(judge(limited, 2))
        assert [violation_text(v, limited).split(": ")[-1] for v in found if v.name == "difference-cap"] == (
            [] if legal else ["2½ points apart, the limit is 2"]
        )


@pytest.mark.parametrize("seed", range(6))
def test_where_no_score_has_a_half_rounds_and_repairs_are_the_same(seed: int) -> None:
    """All is counted twice as finely there: costs, limits of a repair, groups and the lottery say the same."""
    own = Settings(rounds=4, seed=seed, points=PointsSettings(bye=2))
    t = Tournament(own, tuple(make_players(FieldShape(18, 4, spread=300), seed)))
    for number in (1, 2, 3):
        t = play_round(draw_round(t).tournament, number, seed, 0.0)
    found = []
    for rounding in ("down", "half"):
        problem = round_problem(with_rounding(t, rounding).before(3), 3, PLAIN)
        first = solve(problem)
        apart = with_forbidden(problem, first.pairs[:3])
        cheap = cheapest(apart, first.pairs[3:])
        kept = fewest_acceptable_changes(apart, first.pairs[3:], 1, cheap)
        found.append((first.pairs, first.cost, cheap.pairing.pairs, kept.pairing.pairs, kept.pairing.cost))
    assert found[0] == found[1]


def test_scores_of_drawn_boards_have_not_moved_where_only_their_steps_have() -> None:
    t = played(played(tournament("1k 1k 2k 2k", start__bar="none"), "a+b c+d"), "a?c b?d")
    assert doubtful_boards(t, with_rounding(t, "half"), 1) == []
    halves = played(played(tournament("1k 1k 2k 2k", start__bar="none"), "a=b c+d"), "a?c b?d")
    moved = doubtful_boards(halves, with_rounding(halves, "half"), 1)
    assert [note.text.partition("since: ")[2] for note in moved] == ["Player-a -1 → -½", "Player-b -1 → -½"]
