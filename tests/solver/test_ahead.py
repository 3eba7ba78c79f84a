"""Plans for the rounds to come: the search against every plan there is, and against another model."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from random import Random

import pytest
from mcmahon.desk.rounds.draw.drawing import Terms, draw_round
from mcmahon.model.plan.ahead import Ahead, RoundAhead, enough, surely_possible
from mcmahon.model.plan.plan import Plan
from mcmahon.solver.ahead import plan_search
from mcmahon.solver.ahead.plan_model import impossible, narrow_sets
from mcmahon.solver.ahead.plan_search import fewest_repeats, find_plan, greedy_plan
from mcmahon.solver.clock import Clock
from mcmahon_bench.simulations.dead_ends import odd_halves
from ortools.sat.python import cp_model

from tests.builders import pairings


def clock() -> Clock:
    """A clock of its own for each search: one for all would end on a slow machine."""
    return Clock(60.0)


def some_ahead(rng: Random, most: int) -> Ahead:
    """A few rounds of up to so many players: who has met, families, absences, locks and past byes at random."""
    size, count = rng.randint(2, most), rng.randint(1, 4)
    met: list[set[int]] = [set() for _ in range(size)]
    never: list[set[int]] = [set() for _ in range(size)]
    for pairs, share in ((met, rng.choice([0.2, 0.5, 0.7])), (never, rng.choice([0, 0, 0.3]))):
        for a in range(size):
            for b in range(a):
                if rng.random() < share:
                    pairs[a].add(b)
                    pairs[b].add(a)
    rounds = []
    for number in range(1, count + 1):
        entrants = tuple(p for p in range(size) if rng.random() > rng.choice([0, 0, 0.3]))
        barred = {(a, b) for a in entrants for b in entrants if a < b and rng.random() < 0.05}
        forced = (tuple(sorted(rng.sample(entrants, 2))),) if len(entrants) > 3 and rng.random() < 0.2 else ()
        rounds.append(RoundAhead(number, entrants, forced, frozenset(barred)))
    byes = frozenset(p for p in range(size) if rng.random() < 0.4)
    ids = tuple(f"{k:02}" for k in range(size))
    return Ahead(ids, tuple(rounds), tuple(map(frozenset, met)), tuple(map(frozenset, never)), byes)


def legal_rounds(ahead: Ahead, one: RoundAhead) -> Iterator[tuple[list[tuple[int, int]], int]]:
    """Every legal way to pair a round after what has been played, with who has the bye (-1: nobody)."""
    free = list(one.free)
    for pairs in pairings(free + [-1] * (len(free) % 2)):
        games = [(min(p), max(p)) for p in pairs if -1 not in p]
        bye = next((max(p) for p in pairs if -1 in p), -1)
        fits = all(b not in ahead.met[a] | ahead.never[a] and (a, b) not in one.barred for a, b in games)
        if fits and bye not in ahead.byes:
            yield games, bye


def has_plan(ahead: Ahead) -> bool:
    """Whether there is a plan, by trying every round in every way."""
    if not ahead.rounds:
        return True
    one = ahead.rounds[0]
    for games, bye in legal_rounds(ahead, one):
        if has_plan(ahead.after(one.number, [*games, *one.forced], [bye] * (bye >= 0))):
            return True
    return False


def is_legal(ahead: Ahead, plan: Plan) -> bool:
    """Whether a plan is one, followed round by round."""
    at = ahead.index()
    for one, planned in zip(ahead.rounds, plan.rounds, strict=True):
        every = sorted((min(at[a], at[b]), max(at[a], at[b])) for a, b in planned.pairs)
        games = [pair for pair in every if pair not in one.forced]
        byes = [at[p] for p in planned.byes]
        legal = [(sorted(games), bye) for games, bye in legal_rounds(ahead, one)]
        if (games, byes[0] if byes else -1) not in legal or len(byes) > 1:
            return False
        ahead = ahead.after(one.number, [*games, *one.forced], byes)
    return True


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(150))
def test_every_plan_of_up_to_eight_players(seed: int) -> None:
    """A plan is found exactly where there is one, and it is one."""
    ahead = some_ahead(Random(seed), 8)
    found = find_plan(ahead, clock())
    possible = has_plan(ahead)
    assert (found.plan is not None, found.impossible) == (possible, not possible)
    if found.plan is not None:
        assert is_legal(ahead, found.plan)


def plain_model(ahead: Ahead) -> bool:
    """Whether there is a plan, by a model of partners: for each player and round whom they meet (themselves: a bye)."""
    model, size = cp_model.CpModel(), len(ahead.ids)
    met = [{(min(a, b), max(a, b)) for b in ahead.met[a]} for a in range(size)]
    used: dict[tuple[int, int], list[cp_model.IntVar]] = {}
    settled: set[tuple[int, int]] = set()
    for one in ahead.rounds:
        free = list(one.free)
        partner = {p: model.new_int_var_from_domain(cp_model.Domain.from_values(free), "") for p in free}
        alone = []
        for p in free:
            for q in free:
                is_it = model.new_bool_var("")
                model.add(partner[p] == q).only_enforce_if(is_it)
                model.add(partner[p] != q).only_enforce_if(is_it.negated())
                model.add(partner[q] == p).only_enforce_if(is_it)
                if p == q:
                    alone.append(is_it)
                    used.setdefault((p, p), []).append(is_it)
                    if p in ahead.byes:
                        model.add(is_it == 0)
                elif p < q:
                    used.setdefault((p, q), []).append(is_it)
                    apart = (p, q) in met[p] or q in ahead.never[p] or (p, q) in one.barred or (p, q) in settled
                    if apart:
                        model.add(is_it == 0)
        model.add(sum(alone) == len(free) % 2)
        settled |= set(one.forced)
    for literals in used.values():
        model.add(sum(literals) <= 1)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    return solver.solve(model) in (cp_model.OPTIMAL, cp_model.FEASIBLE)


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(40))
def test_random_fields_of_up_to_sixteen_players(seed: int) -> None:
    """The search agrees with a model of another make."""
    ahead = some_ahead(Random(1000 + seed), 16)
    found = find_plan(ahead, clock())
    assert (found.plan is not None) == plain_model(ahead)
    assert found.plan is None or is_legal(ahead, found.plan)


@pytest.mark.parametrize("seed", range(150))
def test_what_is_sure_is_so(seed: int) -> None:
    """Where degrees say that rounds are possible whatever is drawn, they are, whatever the first one is."""
    rng = Random(2000 + seed)
    ahead = some_ahead(rng, 8)
    if surely_possible(ahead):
        assert has_plan(ahead)
    if surely_possible(ahead, drawn=1):
        one = ahead.rounds[0]
        for games, bye in list(legal_rounds(ahead, one))[:10]:
            assert has_plan(ahead.after(one.number, [*games, *one.forced], [bye] * (bye >= 0)))


def test_degrees_that_are_enough() -> None:
    """Dirac's condition is a case of it; so is a family of half the field, whose members meet all the others."""
    assert enough([4] * 8)
    assert not enough([3] * 8)  # two halves of four would do, but a five and a three do not
    assert enough([4, 4, 4, 4, 7, 7, 7, 7])
    assert enough([3, 3, 3, 5, 5, 7, 7, 7])
    assert not enough([3, 3, 3, 3, 3, 3, 7, 7])
    assert enough([])


def complete(size: int, rounds: int) -> Ahead:
    """So many rounds of players who have not met."""
    nobody = (frozenset[int](),) * size
    every = tuple(RoundAhead(k, tuple(range(size))) for k in range(1, rounds + 1))
    return Ahead(tuple(f"{k:02}" for k in range(size)), every, nobody, nobody, frozenset())


@pytest.mark.parametrize("size", [2, 6, 7, 12, 20])
def test_everybody_meets_everybody(size: int) -> None:
    """The plan of as many rounds as there are opponents, and byes, is a round robin; one round more is impossible."""
    rounds = size - 1 + size % 2
    found = find_plan(complete(size, rounds), clock()).plan
    assert found is not None
    pairs = [frozenset(pair) for planned in found.rounds for pair in planned.pairs]
    assert len(pairs) == len(set(pairs)) == size * (size - 1) // 2
    assert find_plan(complete(size, rounds + 1), clock()).impossible


def two_odd_halves(half: int, rounds: int) -> Ahead:
    """Two odd halves, all pairs between which but one a player, and none of the first two, have been played."""
    size = 2 * half
    met = [
        frozenset(b for b in range(size) if (a < half) != (b < half) and (abs(a - b) != half or min(a, b) < 2))
        for a in range(size)
    ]
    return replace(complete(size, rounds), met=tuple(met))


def test_odd_halves_are_seen_at_once() -> None:
    """Each round takes a pair between the halves: with more rounds than such pairs there is no plan."""
    assert {one.leaving for one in narrow_sets(two_odd_halves(7, 6)) if len(one.players) == 7} == {5}
    assert find_plan(two_odd_halves(7, 5), clock()).plan is not None
    assert find_plan(two_odd_halves(9, 8), clock()).impossible


@pytest.mark.parametrize(
    ("sizes", "byes", "none"),
    [
        ((3, 3), "", True),
        ((4, 2), "", False),
        ((2, 1, 3), "", True),
        ((1, 5), "", True),
        ((5,), "", False),
        ((3, 2), "", False),
        ((3, 2), "012", True),
        ((5,), "01234", True),
        ((2, 2), "", False),
    ],
)
def test_an_odd_circle_of_players_makes_a_round_impossible_at_once(
    sizes: tuple[int, ...], byes: str, none: bool
) -> None:
    """Circles of so many players who meet nobody outside; of an odd field one has the bye, unless all have had it."""
    circle = [k for k, size in enumerate(sizes) for _ in range(size)]
    never = tuple(frozenset(b for b, other in enumerate(circle) if other != own) for own in circle)
    ahead = replace(complete(len(circle), 1), never=never, byes=frozenset(map(int, byes)))
    assert impossible(ahead) is none
    assert find_plan(ahead, clock()).impossible is none


@pytest.mark.parametrize(("rounds", "most"), [(3, 3), (4, 1), (5, 1)])
def test_a_round_takes_no_more_pairs_out_of_an_odd_set_than_the_others_spare(rounds: int, most: int) -> None:
    """Five pairs between two halves of seven; in every round an odd number of them is taken."""
    sets = [one for one in narrow_sets(two_odd_halves(7, rounds)) if len(one.players) == 7]
    assert sets
    assert {(one.leaving, one.most) for one in sets} == {(5, most)}


@pytest.mark.long
def test_halves_of_fifteen_are_proven() -> None:
    """One game left for each between the halves, fourteen rounds: exactly one pair a round leaves them."""
    drawn = draw_round(odd_halves(15, 1, 14, 1), Terms("balanced-2"))
    assert drawn.record.foresight.until == drawn.record.foresight.last
    assert drawn.record.foresight.extra > 0
    assert drawn.pairing.optimal
    assert drawn.pairing.tie_proven


def test_the_fewest_repeats() -> None:
    """Four players have three rounds; for the fourth, two pairs meet again."""
    assert len(fewest_repeats(complete(4, 4), clock())) == 2
    assert not fewest_repeats(complete(4, 3), clock())
    second = fewest_repeats(replace(complete(3, 1), byes=frozenset(range(3))), clock())
    assert [len(one.players) for one in second] == [1]


def test_the_same_plan_every_time() -> None:
    """A search is repeated with the same plan; with a plan as a hint, that plan comes back."""
    ahead = some_ahead(Random(4), 8)
    big = complete(14, 9)
    assert find_plan(ahead, clock()) == find_plan(ahead, clock())
    first = find_plan(big, clock())
    assert first == find_plan(big, clock()) == find_plan(big, clock(), first.plan)


def test_searches_spend_the_effort_of_their_clock_and_end_with_it() -> None:
    """What is left is the same each time, whatever the seconds; with none left, nothing is found and nothing denied."""
    left = []
    for seconds in (60.0, 600.0):
        whole = Clock(seconds, effort=5.0)
        assert find_plan(complete(14, 9), whole.limited_to(30.0)).plan is not None
        left.append(whole.effort)
    assert left[0] == left[1]
    assert 0 < left[0] < 5
    spent = Clock(60.0, effort=0.0)
    assert find_plan(complete(14, 9), spent) == plan_search.PlanFound()
    assert spent.effort == 0


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(60))
def test_a_plan_without_a_search_is_one(seed: int) -> None:
    """What is put together by lots is legal, byes and locks included; it need not be found."""
    ahead = some_ahead(Random(3000 + seed), 12)
    plan = greedy_plan(ahead)
    assert plan is None or is_legal(ahead, plan)
    assert plan == greedy_plan(ahead)


def test_large_fields_take_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Two halves that never meet have a plan at once; where none is found so, nothing is known of so many pairs."""
    halves = complete(400, 6)
    never = tuple(frozenset(range(a % 2, 400, 2)) - {a} for a in range(400))
    halves = replace(halves, never=never)
    assert not surely_possible(halves)
    plan = find_plan(halves, clock()).plan
    assert plan is not None
    games = [tuple(sorted(map(int, pair))) for one in plan.rounds for pair in one.pairs]
    assert len(set(games)) == len(games) == 6 * 200
    assert all((a + b) % 2 for a, b in games)
    monkeypatch.setattr(plan_search, "greedy_plan", lambda _: None)
    assert find_plan(halves, clock()) == plan_search.PlanFound()


def test_many_rounds_of_a_small_field_take_no_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Forty players and twelve rounds are planned without CP-SAT; a few rounds of few players are not."""
    monkeypatch.setattr(plan_search, "new_model", lambda: pytest.fail("a search"))
    assert find_plan(complete(40, 12), clock()).plan is not None
    with pytest.raises(pytest.fail.Exception):
        find_plan(complete(14, 9), clock())
