"""OpenGotha's function by our ruler, on all 74 real rounds and by hand; our optimum of it, never below OpenGotha's."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import cache
from typing import Any

import numpy as np
import pytest
from builders import REAL_NAMES, played, real_data, tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import fingerprint
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import Options, solve
from mcmahon.solver.proof.statement import arrays_of, problem_of
from mcmahon.solver.proof.verify_certificate import verify
from mcmahon_bench.engines.matrix_problem import matrix_problem
from mcmahon_bench.opengotha.value import Measured, measure, terms, value, value_problem
from mcmahon_bench.tournaments.real import read_real

NO_PROFILE = Profile("", "", ())
ONLY_COST = Options(lottery=False)


@cache
def opengotha(name: str) -> dict[str, Any]:
    data: dict[str, Any] = json.loads((real_data() / "opengotha" / f"{name}.json").read_text(encoding="utf-8"))
    return data


@cache
def measured(name: str) -> list[Measured]:
    real = read_real(real_data() / "tournaments" / f"{name}.json")
    return list(measure(real, opengotha(name), ONLY_COST))


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_NAMES)
def test_every_term_of_every_real_round_is_opengothas(name: str) -> None:
    """OpenGotha's pairs, those really played, and OpenGotha's for a great field that it may not cut."""
    for found, data in zip(measured(name), opengotha(name)["rounds"], strict=True):
        assert found.counted == found.given, found.number
        assert {"opengotha", "played"} <= set(found.given)
        assert all(sum(got.values()) == data[block]["value"] for block, got in found.counted.items())


@pytest.mark.slow
@pytest.mark.parametrize("name", REAL_NAMES)
def test_our_optimum_of_opengothas_function_is_never_below_its_own_pairs(name: str) -> None:
    """With OpenGotha's bye; OpenGotha never repeats a pair in these rounds, so its pairs keep our hard rules."""
    for found in measured(name):
        assert found.answer is not None
        assert found.answer.optimal
        uncut = found.counted.get("opengotha_uncut", found.counted["opengotha"])
        assert found.ours == sum(uncut.values()), found.number  # OpenGotha is optimal too, unless it cuts the field
        assert found.gain == found.ours - sum(found.counted["opengotha"].values()) >= 0, found.number


@pytest.mark.slow
def test_the_real_rounds_are_all_there_and_one_is_better_than_opengothas() -> None:
    """OpenGotha cuts a field of more than 600 into parts, which costs it the optimum of round 4 of one tournament."""
    found = [m for name in REAL_NAMES for m in measured(name)]
    assert (len(found), sum(len(m.given) for m in found)) == (74, 149)
    assert [(m.name, m.number, m.gain) for m in found if m.gain] == [("egc2011_main", 4, 27_593_751)]


def evening(ranks: str, **settings: object) -> Tournament:
    """A tournament with OpenGotha's defaults, bar 4 dan, floor 20 kyu: 27 groups in round 1."""
    return tournament(ranks, "opengotha", **{"start__bar": "4d", **settings})


def test_a_pair_of_equals_has_all_that_there_is_but_colours_and_draws() -> None:
    """Two players of one group of two: Split & Random gives 5e6 less the hash of `Player-a` and `Player-b`."""
    got = terms(evening("5k 5k"), 1, [("a", "b")])
    joined = "Player-aPlayer-b"
    number = 1234567 * sum(k * ord(c) for k, c in enumerate(joined, 1)) % 1_000_001
    assert got == {
        "constant": 1, "duplicate": 5 * 10**14, "colour": 0, "score": 10**11, "dudd": 0, "seeding": 5_000_000 - number,
        "geo": 0,
    }  # fmt: skip


@pytest.mark.parametrize(("ranks", "score"), [("5k 6k", 98_079_561_042), ("5k 8k", 93_827_160_493)])
def test_the_score_term_falls_with_the_number_of_groups(ranks: str, score: int) -> None:
    """phi(d/27): 1 - 1/54 - 1/1458 for one group; 1 - 1/18 - 1/162 for three. Both floored."""
    assert terms(evening(ranks), 1, [("a", "b")])["score"] == score


def test_drawing_between_groups_is_worth_most_in_the_middle_and_for_newcomers() -> None:
    """Groups of three and one: 2 * 2e7 by history; 1e7 * 2/3 for the middle of three, 0 for its ends and for one."""
    t = evening("5k 5k 5k 6k")
    order = sorted("abc")  # equal ratings: by name
    middle = terms(t, 1, [(order[1], "d"), (order[0], order[2])])["dudd"]
    first = terms(t, 1, [(order[0], "d"), (order[1], order[2])])["dudd"]
    assert (middle, first) == (46_666_666, 40_000_000)


def test_who_has_been_drawn_down_before_is_not_again() -> None:
    """Scenario 2, less 1 for a drawn down before and 1 for d drawn up before: 0; ends of groups count nothing."""
    t = played(evening("5k 6k 5k 6k"), "a+b c+d")
    assert terms(t, 2, [("a", "d"), ("b", "c")])["dudd"] == 0


def test_a_draw_makes_up_for_one_the_other_way() -> None:
    """b, drawn up before, is drawn down: scenario 3; a, drawn down before, is drawn down again: scenario 1."""
    t = played(evening("5k 6k 7k 7k"), "b+a c=d")
    assert terms(t, 2, [("b", "c"), ("a", "d")])["dudd"] == 3 * 20_000_000 + 1 * 20_000_000


def test_a_repeat_loses_the_greatest_term() -> None:
    t = played(evening("5k 5k 5k 5k"), "a+b c+d")
    assert terms(t, 2, [("a", "b"), ("c", "d")])["duplicate"] == 0
    assert terms(t, 2, [("a", "c"), ("b", "d")])["duplicate"] == 10**15


def test_even_games_are_better_between_opposite_balances_of_colour() -> None:
    """Whites a and c, Blacks b and d, all of one strength: 1e6 a pair; one who had a handicap game has no balance."""
    t = played(evening("5k 5k 5k 5k"), "a=b c=d")
    assert terms(t, 2, [("a", "d"), ("b", "c")])["colour"] == 2_000_000
    assert terms(t, 2, [("a", "c"), ("b", "d")])["colour"] == 0


def test_geography_is_half_for_one_above_a_threshold_and_whole_for_two() -> None:
    """Nothing typed in counts as the same club and country: 0, half, and all of 1e11 for 5k, one 1d, two."""
    values = [terms(evening(ranks), 1, [("a", "b")])["geo"] for ranks in ("5k 6k", "1d 1k", "1d 2d")]
    assert values == [0, 50_000_000_000, 100_000_000_000]


def test_split_and_slip_wants_half_a_group_between_two() -> None:
    """Round 3, four who are equal in everything but the name: 1-3 and 2-4 have 5e6 each, 1-2 and 3-4 less 4/16."""
    t = played(played(evening("5k 5k 5k 5k"), "", absent="a b c d"), "", absent="a b c d")
    assert terms(t, 3, [("a", "c"), ("b", "d")])["seeding"] == 10_000_000
    assert terms(t, 3, [("a", "b"), ("c", "d")])["seeding"] == 7_500_000


def test_pairs_that_leave_somebody_out_are_refused() -> None:
    with pytest.raises(InputError, match="must contain every entrant of round 1 once"):
        value(evening("5k 5k 5k"), 1, [("a", "b")])
    assert value(evening("5k 5k 5k"), 1, [("a", "b")], ["c"]) > 0


def test_without_a_bar_there_is_no_such_function() -> None:
    with pytest.raises(InputError, match="up to a bar"):
        value(evening("5k 5k", start__bar="none"), 1, [("a", "b")])


def pairings(players: str) -> Iterator[list[tuple[str, str]]]:
    """Every way to pair an even number of players."""
    if not players:
        yield []
    for other in players[1:]:
        for rest in pairings(players[1:].replace(other, "")):
            yield [(players[0], other), *rest]


def test_the_cost_is_what_the_value_lacks() -> None:
    """All 15 rounds of six: cost and value (without repeats) have one sum; the engine finds the best without any."""
    t = played(evening("1d 1k 2k 2k 3k 4k"), "a+b c+d e+f")
    problem = value_problem(t, 2)
    counted = [(pairs, terms(t, 2, pairs)) for pairs in pairings("abcdef")]
    values = [sum(got.values()) - got["duplicate"] for _, got in counted]
    costs = [problem.costs_by_criterion(index_pairs(pairs), [])["matrix"] for pairs, _ in counted]
    sums = {value + cost for value, cost in zip(values, costs, strict=True)}
    assert (len(counted), len(sums)) == (15, 1)
    fresh = [v for v, (_, got) in zip(values, counted, strict=True) if got["duplicate"] == 3 * 5 * 10**14]
    assert sums == {max(fresh) + solve(problem, ONLY_COST).cost}


def index_pairs(pairs: list[tuple[str, str]]) -> list[tuple[int, int]]:
    return [("abcdef".index(a), "abcdef".index(b)) for a, b in pairs]


def test_the_bye_of_a_value_problem_is_settled_before_the_draw() -> None:
    answer = solve(value_problem(evening("1d 1k 2k 2k 3k"), 1, ["a"]))
    assert answer.byes == (0,)


def test_a_matrix_of_a_profiles_costs_gives_the_profiles_optimum() -> None:
    """Same rules, same lottery: same pairs; and the verifier accepts the certificate of the matrix's problem."""
    t = played(evening("2d 1d 1k 2k 2k 3k 4k 5k 6k 8k 9k"), "a+b c+d e-f g+h i+j", byes="k")
    own = round_problem(t, 2, load_profile("balanced"))
    index = np.arange(len(own))
    same = matrix_problem(own, own.cost(index[:, None], index[None, :]), own.bye_cost())
    answer, expected = solve(same), solve(own)
    assert (answer.pairs, answer.byes, answer.cost) == (expected.pairs, expected.byes, expected.cost)
    assert answer.certificate is not None
    statement = problem_of(same, [tier.name for tier in answer.certificate.tiers])
    proven = verify(statement, arrays_of(answer.certificate))
    assert [value == bound for _, value, bound in proven] == [True, True]


def test_two_matrices_are_two_problems() -> None:
    problem = round_problem(evening("5k 5k 5k 6k"), 1, NO_PROFILE)
    first, second = (
        matrix_problem(problem, np.zeros((4, 4), np.int64)),
        matrix_problem(problem, np.ones((4, 4), np.int64)),
    )
    assert fingerprint(first) != fingerprint(second)
    assert first.relax_everything().cost(np.array([0]), np.array([1])).tolist() == [0]  # still a matrix's problem


@pytest.mark.parametrize(
    ("costs", "message"),
    [
        ([[0, 1], [1, 0]], "3 entrants need 3 × 3 costs"),
        ([[0, 1, 2], [1, 0, 3], [2, 4, 0]], "symmetric"),
        ([[0, -1, 2], [-1, 0, 3], [2, 3, 0]], "negative"),
    ],
)
def test_costs_that_are_none_are_refused(costs: list[list[int]], message: str) -> None:
    problem = round_problem(evening("5k 5k 5k"), 1, NO_PROFILE)
    with pytest.raises(ValueError, match=message):
        matrix_problem(problem, np.array(costs, dtype=np.int64))
