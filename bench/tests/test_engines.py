"""The engines to compare with: all legal, the exact ones of equal cost, the draws by hand as a hand draws."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest
from builders import pairings, played, tournament
from fields import random_problem
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import Locks, round_problem
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RelaxedRules, RoundProblem
from mcmahon.model.tournament.rules import Rule, parse_count_rule
from mcmahon.solver.formulation.vertices import Floats
from mcmahon_bench.engines import programmes
from mcmahon_bench.engines.all_engines import ENGINES, Engine, check
from mcmahon_bench.engines.augment import NOBODY, completed
from mcmahon_bench.engines.libraries import AbsentError, built
from mcmahon_bench.engines.matching_codes import fusion
from mcmahon_bench.engines.open_round import one_cost
from mcmahon_bench.library.counted import counted
from mcmahon_bench.library.ranking import missing

BALANCED = load_profile("balanced")
EXACT = ("ours", "blossom", "networkx", "lemon", "fusion", "cp-sat", "highs", "scip")
WITH_RULES = ("ours", "cp-sat", "highs", "scip")
BY_HAND = ("slide", "fold", "adjacent", "random")


def present() -> dict[str, Engine]:
    """The engines that this machine has."""
    return {name: engine for name, engine in ENGINES.items() if not missing(name)}


def answers(problem: RoundProblem, names: Sequence[str] = tuple(ENGINES)) -> dict[str, Pairing | None]:
    """The answer of every engine that is here and whose numbers suffice; None where it finds no pairing."""
    found: dict[str, Pairing | None] = {}
    for name in [name for name in names if not missing(name)]:
        try:
            found[name] = ENGINES[name](problem)
        except NoPairingError:
            found[name] = None
        except InputError as error:
            if name != "fusion" or "too great" not in str(error):
                raise
    return found


@pytest.mark.parametrize("name", ENGINES)
def test_each_engine_is_here_or_says_what_it_lacks(name: str) -> None:
    reason = missing(name)
    if reason:
        pytest.skip(f"{name} is absent: {reason}")
    problem = random_problem(1)
    check(problem, ENGINES[name](problem))


def draw(method: str, ranks: str = "3k " * 8, scheme: str = "swiss", **settings: object) -> list[str]:
    """Round 1 drawn by hand: `1-5` for places in the field, which is ordered by its players' letters."""
    t = tournament(ranks, start__scheme=scheme, **settings)
    t = t.with_players([replace(p, rating=2000 - 10 * k) for k, p in enumerate(t.players)])
    return words(round_problem(t, 1, BALANCED), ENGINES[method])


def words(problem: RoundProblem, engine: object) -> list[str]:
    found = engine(problem)  # type: ignore[operator]
    order = {i: k for k, i in enumerate(sorted(range(len(problem)), key=lambda i: problem.field.ids[i]), 1)}
    return sorted(f"{order[i]}-{order[j]}" for i, j in found.pairs) + [f"{order[i]} bye" for i in found.byes]


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_every_engine_is_legal_and_the_exact_ones_cost_the_same(seed: int) -> None:
    """A pairing comes from all engines or from none; `check` has passed each one."""
    problem = random_problem(seed)
    found = answers(problem)
    ours = found["ours"]
    if ours is None:
        assert not any(found.values())
        return
    for name, other in found.items():
        assert other is not None, name
        check(problem, other)
        assert other.cost >= ours.cost
        if name in EXACT:
            assert (other.cost, other.bound, other.optimal) == (ours.cost, ours.bound, True), name


@pytest.mark.parametrize("seed", range(100, 115))
def test_strict_tiers_and_relaxed_rules_come_in_their_order(seed: int) -> None:
    """Breaches, then tier by tier: every exact engine agrees with ours."""
    problem = random_problem(seed, ("strict",)).relax({Rule.REPEATS, Rule.SECOND_BYE, Rule.FAMILIES})
    found = answers(problem)
    ours = found["ours"]
    for name in set(EXACT) & set(found):
        other = found[name]
        assert (other is None) == (ours is None)
        if other and ours:
            assert (other.tiers, other.breaches) == (ours.tiers, ours.breaches), name


def brute_force(problem: RoundProblem) -> int | None:
    """The least cost over all pairings of the free entrants."""
    free, best = problem.free().tolist(), None
    for found in pairings(free + [-1] * (len(free) % 2)):
        games = np.array([p for p in found if min(p) >= 0], dtype=np.int64).reshape(-1, 2)
        byes = [max(p) for p in found if min(p) < 0]
        if problem.allowed(*games.T).all() and problem.bye_allowed()[byes].all():
            pairs = [*games.tolist(), *problem.forced]
            cost = sum(problem.costs_by_criterion(pairs, [*byes, *problem.forced_byes]).values())
            best = cost if best is None else min(best, cost)
    return best


@pytest.mark.slow
def test_the_exact_engines_agree_with_brute_force() -> None:
    tried = 0
    for seed in range(200, 260):
        problem = random_problem(seed)
        if len(problem) <= 9:
            tried += 1
            least = brute_force(problem)
            for name, answer in answers(problem).items():
                assert (answer is None) == (least is None), name
                assert answer is None or name not in EXACT or answer.cost == least, name
    assert tried > 10


def test_slide_meets_the_top_half_with_the_bottom_half() -> None:
    assert draw("slide") == ["1-5", "2-6", "3-7", "4-8"]


def test_fold_meets_the_first_with_the_last() -> None:
    assert draw("fold") == ["1-8", "2-7", "3-6", "4-5"]


def test_adjacent_meets_neighbours() -> None:
    assert draw("adjacent") == ["1-2", "3-4", "5-6", "7-8"]


def test_random_draws_lots_from_the_seed() -> None:
    drawn = [draw("random", seed=seed) for seed in range(1, 9)]
    assert drawn == [draw("random", seed=seed) for seed in range(1, 9)]
    assert len({tuple(pairs) for pairs in drawn}) > 4


@pytest.mark.parametrize(("place", "down"), [("top", 1), ("middle", 3), ("bottom", 5)])
def test_an_odd_group_sends_down_whom_the_settings_say(place: str, down: int) -> None:
    """Five 3 kyus and three 4 kyus: the middle of the upper group meets the middle of the lower one."""
    drawn = draw("slide", "3k " * 5 + "4k " * 3, "rank", start__bar="none", pairing__draw_down=place)
    assert f"{down}-7" in drawn
    assert "6-8" in drawn


def test_who_has_been_drawn_down_is_not_sent_again() -> None:
    """Of five, the third is in the middle; as it has been drawn down before, the fourth goes."""
    t = tournament("3k " * 5 + "4k " * 3, start__scheme="rank", start__bar="none")
    t = t.with_players([replace(p, rating=2000 - 10 * k) for k, p in enumerate(t.players)])
    problem = round_problem(t, 1, BALANCED)
    assert "3-7" in words(problem, ENGINES["adjacent"])
    field = replace(problem.field, drawn_down=np.array([0, 0, 1, 0, 0, 0, 0, 0]))
    assert "4-7" in words(replace(problem, field=field), ENGINES["adjacent"])


def test_a_repeat_is_mended_by_the_nearest_exchange() -> None:
    """1 and 5 may not meet: 1-5, 2-6 becomes 1-6, 2-5, and the others stay."""
    t = tournament("3k " * 8, start__scheme="swiss")
    t = t.with_players([replace(p, rating=2000 - 10 * k) for k, p in enumerate(t.players)])
    problem = round_problem(t, 1, BALANCED, Locks(forbid=(("a", "e"),)))
    assert words(problem, ENGINES["slide"]) == ["1-6", "2-5", "3-7", "4-8"]


def test_the_bye_goes_to_the_lowest_group_and_never_twice() -> None:
    """The last of seven has it in round 1, somebody else in round 2."""
    t = tournament("2k 2k 2k 2k 5k 5k 5k", start__scheme="rank", start__bar="none")
    t = t.with_players([replace(p, rating=1900 - 10 * k) for k, p in enumerate(t.players)])
    assert words(round_problem(t, 1, BALANCED), ENGINES["fold"]) == ["1-4", "2-3", "5-6", "7 bye"]
    after = played(t, "a=d b=c e=f", byes="g")
    assert ENGINES["fold"](round_problem(after, 2, BALANCED)).byes[0] != 6


def test_the_last_group_is_widened_upward() -> None:
    """The last two may not meet each other: the group above gives them partners, and the top group stays."""
    t = tournament("1k 1k 3k 3k 5k 5k", start__scheme="rank", start__bar="none")
    problem = round_problem(t, 1, BALANCED, Locks(forbid=(("e", "f"),)))
    for method in BY_HAND:
        drawn = words(problem, ENGINES[method])
        assert drawn[0] == "1-2"
        assert set(drawn[1:]) in ({"3-5", "4-6"}, {"3-6", "4-5"})


def test_a_greedy_draw_is_repaired_where_it_gets_stuck() -> None:
    """The first takes the second, the last two may not meet: partners are exchanged along a chain."""
    t = tournament("1k 1k 5k 5k", start__scheme="rank", start__bar="none")
    problem = round_problem(t, 1, BALANCED, Locks(forbid=(("c", "d"),)))
    assert set(words(problem, ENGINES["greedy"])) in ({"1-3", "2-4"}, {"1-4", "2-3"})


def test_rules_over_pairs_are_refused_where_hard_and_counted_where_priced() -> None:
    hard = replace(BALANCED, rules=(parse_count_rule({"name": "none", "pairs": "same_club", "at_most": 0}),))
    price = {"name": "none", "pairs": "handicap", "at_least": 4, "price": 7}
    problem = round_problem(tournament("1k 1k 1k 1k"), 1, hard)
    for name in set(present()) - set(WITH_RULES):
        with pytest.raises(InputError, match="hard rule none"):
            ENGINES[name](problem)
    assert len({ENGINES[name](problem).cost for name in WITH_RULES}) == 1
    priced = round_problem(tournament("1k 1k 1k 1k"), 1, replace(BALANCED, rules=(parse_count_rule(price),)))
    for name, engine in present().items():
        found = engine(priced)
        assert found.cost >= 4 * 7
        assert found.optimal == (name in WITH_RULES)


@pytest.mark.parametrize("price", [0, 1, 30])
@pytest.mark.parametrize("relaxed", [False, True])
def test_rules_over_pairs_are_rows_of_an_integer_programme(price: int, relaxed: bool) -> None:
    """One game is wanted among the players of each of three colours: hard, relaxed, and at a price."""
    found = []
    for seed in range(12):
        problem = counted(10, 1, 3, 1, price, seed)
        if relaxed:
            problem = problem.relax((), [count.rule.name for count in problem.counts])
        costs = [a and (a.cost, a.breaches, a.optimal) for a in answers(problem, WITH_RULES).values()]
        assert len(set(costs)) == 1, seed
        found += costs[:1]
    assert len(set(found)) > 1


def test_few_players_and_nobody() -> None:
    """No player, one, two, and two who are both settled by hand."""
    for ranks in ("1k", "1k 2k", "1k 2k 3k"):
        for name, engine in present().items():
            found = engine(round_problem(tournament(ranks), 1, BALANCED))
            assert len(found.pairs) * 2 + len(found.byes) == len(ranks.split()), name
    settled = round_problem(tournament("1k 2k 3k"), 1, BALANCED, Locks(force=(("a", "b"),), bye=("c",)))
    for engine in present().values():
        assert (engine(settled).pairs, engine(settled).byes) == (((0, 1),), (2,))


def test_who_have_all_met_have_no_pairing_unless_repeats_are_relaxed() -> None:
    t = played(tournament("1k 1k"), "a+b")
    assert not any(answers(round_problem(t, 2, BALANCED)).values())
    relaxed = answers(round_problem(t, 2, BALANCED, relaxed=RelaxedRules(frozenset({Rule.REPEATS}))))
    assert {answer.breaches for answer in relaxed.values() if answer} == {1}
    assert all(relaxed.values())


def test_a_group_that_cannot_be_paired_is_sent_down() -> None:
    """The two at the top may not meet: both play in the group below, whose other two meet."""
    t = tournament("1k 1k 3k 3k 3k 3k", start__scheme="rank", start__bar="none")
    t = t.with_players([replace(p, rating=2000 - 10 * k) for k, p in enumerate(t.players)])
    problem = round_problem(t, 1, BALANCED, Locks(forbid=(("a", "b"),)))
    assert words(problem, ENGINES["slide"]) == ["1-5", "2-4", "3-6"]


def test_an_answer_of_floats_is_proven_only_if_its_cost_is_the_one_claimed() -> None:
    problem = random_problem(1)
    right = ENGINES["highs"](problem)

    def wrong(made: programmes.Programme) -> tuple[Floats, float] | None:
        found = programmes.highs(made)
        return found and (found[0] + 1e-7, found[1] - 1)

    other = programmes.draw(problem, wrong)
    assert (other.pairs, other.cost) == (right.pairs, right.cost)
    assert (right.optimal, other.optimal, other.bound) == (True, False, 0)


def test_a_missing_library_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    own, extra = r"\./bench$", r"'\./bench\[engines\]'$"
    for name, library, hint in (
        ("blossom", "rustworkx", own), ("networkx", "networkx", own), ("fusion", "fusion_blossom", extra)
    ):  # fmt: skip
        monkeypatch.setitem(sys.modules, library, None)
        with pytest.raises(AbsentError, match=rf"{library} is not installed.*pip install {hint}"):
            ENGINES[name](round_problem(tournament("1k 1k"), 1, BALANCED))


def test_a_missing_compiler_or_header_is_named(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    source = tmp_path / "nothing.cpp"
    source.write_text("#include <no_such_header.h>\n", encoding="utf-8")
    if shutil.which("c++"):
        with pytest.raises(AbsentError, match="no_such_header"):
            built(source)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(AbsentError, match=r"no C\+\+ compiler .* nothing\.cpp"):
        built(source)


def test_a_path_that_fusion_takes_for_a_pair_is_no_answer() -> None:
    """The cheapest way from the first to the last vertex leads over the second: costs are raised until none pays."""
    if missing("fusion"):
        pytest.skip(missing("fusion"))
    a, b = np.array([[0, 1], [1, 2], [2, 3], [1, 3], [0, 4], [4, 5], [0, 5]], dtype=np.int64).T
    assert set(fusion(6, a, b, [5, 0, 5, 0, 0, 9, 0])) == {(0, 1), (2, 3), (4, 5)}
    assert fusion(4, a[:3], b[:3], [0, 0, 0]) == [(0, 1), (2, 3)]
    star = np.array([0, 0, 0], dtype=np.int64), np.array([1, 2, 3], dtype=np.int64)
    assert fusion(4, *star, [1, 1, 1]) == []


def test_a_round_that_costs_more_than_an_engine_can_add_up_exactly_is_refused() -> None:
    """Three games of 7 cost 21, five bits; of two tiers the first one costs 22 times as much."""
    costs = [np.array([7, 3], dtype=np.int64)]
    assert one_cost(costs, [7], 6, 5) == [7, 3]
    assert one_cost(costs * 2, [7, 7], 6, None) == [7 * 23, 3 * 23]
    with pytest.raises(InputError, match="of 5 bits, and this engine is exact up to 4"):
        one_cost(costs, [7], 6, 4)


def test_check_refuses_what_breaks_a_rule() -> None:
    problem = round_problem(tournament("1k 1k 1k 1k 1k"), 1, BALANCED, Locks(forbid=(("a", "b"),)))
    right = ENGINES["ours"](problem)
    met, twice = ((0, 1), (2, 3)), ((0, 2), (2, 3))
    with pytest.raises(ValueError, match="may not meet"):
        check(problem, replace(right, pairs=met, byes=(4,)))
    with pytest.raises(ValueError, match="exactly one game"):
        check(problem, replace(right, pairs=twice, byes=(4,)))
    with pytest.raises(ValueError, match="cost"):
        check(problem, replace(right, cost=right.cost + 1))
    with pytest.raises(ValueError, match="byes"):
        check(problem, replace(right, pairs=right.pairs[:1], byes=(*right.byes, *right.pairs[1])))


def test_costs_too_great_for_the_library_are_refused() -> None:
    tiers = Profile("deep", "", tuple(Weight(n, 10**6, "", k) for k, n in enumerate(load_names(), 1)))
    problem = round_problem(tournament("9d 5d 1d 3k 9k 20k 30k 30k", start__bar="none"), 1, tiers)
    found = {name: ENGINES[name](problem).tiers for name in ("ours", "networkx")}
    assert [t.cost for t in found["ours"]] == [t.cost for t in found["networkx"]]
    for name in ("blossom", "lemon", "fusion", "highs", "scip"):
        if not missing(name):
            with pytest.raises(InputError, match="too great"):
                ENGINES[name](problem)


def load_names() -> list[str]:
    return [w.criterion for w in BALANCED.weights]


@given(st.integers(2, 9), st.sets(st.tuples(st.integers(0, 8), st.integers(0, 8)), max_size=30), st.integers(0, 99))
def test_a_matching_grows_to_the_greatest_size(size: int, edges: set[tuple[int, int]], seed: int) -> None:
    """Against all pairings: with everybody once, and nobody who was matched left alone."""
    own = {(min(e), max(e)) for e in edges if e[0] != e[1] and max(e) < size}
    near = [[w for w in range(size) if (min(v, w), max(v, w)) in own] for v in range(size)]
    mate = [NOBODY] * size
    for a, b in sorted(own, key=lambda e: (e[0] * 7 + e[1] * 13 + seed) % 5):
        if mate[a] == mate[b] == NOBODY:
            mate[a], mate[b] = b, a
    grown = completed(near, mate)
    assert all(w == NOBODY or (grown[w] == v and w in near[v]) for v, w in enumerate(grown))
    assert all(grown[v] != NOBODY for v, w in enumerate(mate) if w != NOBODY)
    best = max(sum(tuple(sorted(p)) in own for p in way) for way in pairings([*range(size), *[-1] * (size % 2)]))
    assert sum(w != NOBODY for w in grown) == 2 * best
