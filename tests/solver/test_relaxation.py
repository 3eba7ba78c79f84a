"""What a proof takes: the relaxation alone proves small fields whose parity it must see, in few LPs and cuts.

The limits are what it takes with OR-Tools 9.15. Where one is passed, a proof has become dearer, though no less true: on
large fields that is the difference between a second and an hour.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial
from random import Random
from typing import Any

import numpy as np
import ortools
import pytest
from builders import played, tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.violation import NoPairingError, Violation
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.pairing.variants import with_forbidden
from mcmahon.model.tournament.rules import Rule, parse_count_rule
from mcmahon.solver.engine import solve
from mcmahon.solver.formulation.vertices import Floats, Ints
from mcmahon.solver.lp.glop import Entries
from mcmahon.solver.lp.relaxation import Relaxation
from mcmahon.solver.proof.certificate import certify

from .effort import effort_of
from .test_certificate import field, first_tier
from .test_rules_over_pairs import some_problem

SCORES = Weight("mms_difference", 1)
SEEDING = Weight("seeding", 1)


def groups(sizes: list[int], *weights: Weight) -> RoundProblem:
    """Score groups of such sizes, a rank apart."""
    ranks = " ".join(f"{k}k" for k, size in enumerate(sizes, 1) for _ in range(size))
    t = tournament(ranks, start__bar="none", handicap__rule="none")
    return round_problem(t, 1, Profile("p", "", weights))


def few_allowed(size: int, degree: float, seed: int) -> RoundProblem:
    """One group of whom each may meet only so many others or so, at random: a graph with odd circles."""
    rng = Random(seed)
    t = tournament(" ".join(["1d"] * size), preset="swiss")
    problem = round_problem(t, 1, Profile("p", "", (SEEDING,)))
    return with_forbidden(problem, [(i, j) for i in range(size) for j in range(i) if rng.random() < 1 - degree / size])


def clubs(text: str, *weights: Weight, **rule: Any) -> RoundProblem:
    """One group of these clubs, a letter each, with one rule over clubmates if one is given."""
    t = tournament(" ".join(["1d"] * len(text)), preset="swiss", pairing__geography_at_bar="counts")
    t = t.with_players([replace(p, club=club.strip(".")) for p, club in zip(t.players, text, strict=True)])
    rules = (parse_count_rule({"name": "clubmates", "pairs": "same_club"} | rule),) if rule else ()
    return round_problem(t, 1, Profile("p", "", weights, rules))


def dearer(problem: RoundProblem, times: int) -> RoundProblem:
    """The same with all weights so many times as great."""
    weights = tuple(replace(weight, weight=weight.weight * times) for weight in problem.profile.weights)
    return replace(problem, profile=replace(problem.profile, weights=weights))


def two_halves(size: int) -> RoundProblem:
    """Two odd halves with one game allowed between them, of clubmates, which costs more than all others together."""
    half = size // 2
    problem = clubs("A" + "." * (half - 1) + "A" + "." * (half - 1), Weight("same_club", 10**6), SEEDING)
    return with_forbidden(problem, [(i, j) for i in range(half) for j in range(half, size) if (i, j) != (0, half)])


limited = pytest.mark.skipif(
    not ortools.__version__.startswith("9.15."), reason="the limits are what a proof takes with OR-Tools 9.15"
)

#: Rounds, whether they have a pairing, and the LPs, the cuts and the pairs looked at that they may take.
ROUNDS: dict[str, tuple[Callable[[], RoundProblem], bool, int, int, int]] = {
    "25 groups of three": (lambda: groups([3] * 25, SCORES), True, 3, 0, 6640),
    "an odd group at the bottom": (lambda: groups([2] * 9 + [3], SCORES), True, 3, 0, 580),
    "an odd group at the top": (lambda: groups([3] + [2] * 9 + [1], SCORES), True, 3, 0, 600),
    "three even groups": (lambda: groups([10] * 3, SCORES, SEEDING), True, 3, 0, 1130),
    "costs of billions": (lambda: groups([3] * 14, Weight("mms_difference", 10**11), SEEDING), True, 3, 0, 5600),
    "40 players": (lambda: field(40, 1), True, 3, 0, 4310),
    "101 players": (lambda: field(101, 1), True, 5, 0, 39_900),
    "odd circles": (lambda: few_allowed(30, 3.2, 330), True, 5, 4, 4660),
    "odd circles, by noise": (lambda: few_allowed(16, 3.2, 16), False, 3, 2, 1050),
    "odd circles, nobody to spare": (lambda: few_allowed(24, 3.2, 124), False, 4, 6, 2940),
    "odd circles of camps": (lambda: few_allowed(20, 4, 320), False, 5, 6, 2450),
    "odd circles, no luck with noise": (lambda: few_allowed(50, 4, 1460), True, 8, 6, 22700),
    "a great club": (lambda: clubs("A" * 20 + "BBBCCC", Weight("same_club", 1)), True, 3, 0, 2700),
    "a great club first": (lambda: clubs("A" * 20 + "BBBCCC", Weight("same_club", 100), SEEDING), True, 5, 0, 3500),
    "odd clubs that shall meet": (lambda: clubs("AAABBBCCCDDD..", SEEDING, at_least=4), True, 4, 0, 840),
    "odd clubs that cannot meet": (lambda: clubs("AAABBBCCCDDD..", SEEDING, at_least=5), False, 4, 0, 1000),
    "odd clubs at a price": (lambda: clubs("AAABBBCCCDDD..", SEEDING, at_least=5, price=100), True, 5, 0, 1040),
    "rules over pairs": (lambda: some_problem(1016, (14, 20, 27, 40)), True, 14, 25, 7630),
    "rules and tiers": (lambda: some_problem(1017, (14, 20, 27, 40)), True, 10, 7, 3770),
    "rules at a price": (lambda: some_problem(1032, (14, 20, 27, 40)), True, 9, 5, 6530),
    "dear odd circles": (lambda: dearer(few_allowed(20, 4, 320), 10**9), False, 5, 6, 2450),
    "dear odd clubs": (
        lambda: dearer(clubs("AAABBBCCCDDD..", SEEDING, at_least=5), 10**9),
        False,
        4,
        0,
        1000,
    ),
    "one dear game": (lambda: two_halves(14), True, 9, 6, 1430),
}


@limited
@pytest.mark.parametrize("name", ROUNDS)
def test_the_relaxation_proves_without_any_search(name: str) -> None:
    problem, possible, lps, cuts, looked = ROUNDS[name]
    effort = effort_of(problem())
    assert (effort.answer is not None) is possible
    if effort.answer is not None:
        assert effort.answer.optimal
        assert effort.answer.tie_proven
    assert effort.searches == 0
    assert effort.lps <= lps
    assert effort.cuts <= cuts
    assert effort.looked <= looked


@limited
@pytest.mark.parametrize(("seed", "lps", "searches", "looked"), [(6, 8, 29, 1090), (23, 3, 20, 990), (61, 7, 1, 130)])
def test_rounds_whose_rules_leave_fractions_are_proven_in_so_many_searches(
    seed: int, lps: int, searches: int, looked: int
) -> None:
    effort = effort_of(some_problem(seed, (4, 5, 6, 7, 8, 9, 10)))
    assert effort.answer is not None
    assert effort.answer.optimal
    assert (effort.lps <= lps, effort.searches <= searches, effort.looked <= looked) == (True, True, True)


def test_a_last_player_who_has_had_the_bye_has_nobody_to_meet() -> None:
    """No candidate at all, not even a bye."""
    t = played(tournament("1d 1d 1d", rounds=4), "a+b", byes="c")
    t = t.with_players([replace(t.player(p), rounds=(1,)) for p in "ab"])
    with pytest.raises(NoPairingError) as error:
        solve(round_problem(t, 2, load_profile("balanced-1")))
    assert error.value.breaches == (Violation(Rule.SECOND_BYE, ("c",)),)


@pytest.mark.parametrize(
    "name", ["odd circles", "odd circles, no luck with noise", "101 players", "a great club first"]
)
def test_time_may_be_up_behind_any_lp(name: str) -> None:
    """What was found so far is a bound: pairs and cuts that came in since have no value yet, and are left out."""
    problem = ROUNDS[name][0]()
    least = solve(problem).tiers[0].cost
    bounds = []
    for lps in range(40):
        tier = first_tier(problem)
        asked = iter([False] * lps)
        optimum = Relaxation(tier).solve(partial(next, asked, True))
        proof = certify(tier, optimum, -1)
        bounds.append(-(-proof.value // proof.scale))
        if optimum.finished:
            break
    assert optimum.finished
    assert max(bounds) == bounds[-1] == least


@pytest.mark.parametrize("name", ["odd circles", "one dear game"])
def test_a_cut_names_the_fewer_of_the_pairs_inside_it_and_those_that_leave_it(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Short rows are what makes hard rounds with many odd sets quick."""
    relaxation = Relaxation(first_tier(ROUNDS[name][0]()))
    master = relaxation.master
    first, add_rows, lengths = len(master.sets.masks), master.lp.add_rows, []

    def watched(lower: Floats, upper: Floats, entries: Entries) -> Ints:
        lengths.extend((int(n), len(master.columns.pairs.a)) for n in np.bincount(entries[0], minlength=len(lower)))
        return add_rows(lower, upper, entries)

    monkeypatch.setattr(master.lp, "add_rows", watched)
    relaxation.solve()
    cuts = master.sets.masks[first:]
    assert len(cuts) == len(lengths) > 0
    for mask, (length, known) in zip(cuts, lengths, strict=True):
        ends = mask[master.columns.pairs.a[:known]].astype(int) + mask[master.columns.pairs.b[:known]]
        assert length == min((ends == 2).sum(), (ends == 1).sum())
