"""Fields that are hard on an exact engine; each must be proven, or recognised as infeasible.

python -m mcmahon_bench.speed.worst_cases [SIZE] [NAME …]
"""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from dataclasses import replace
from itertools import pairwise

import numpy as np
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.field import Ints
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import CountRule, parse_count_rule
from mcmahon.model.tournament.settings.play import PairingSettings as PairingSettings
from mcmahon.model.tournament.settings.play import StartSettings
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import Options, solve

from ..engines.matrix_problem import matrix_problem
from ..profiles import example_or_profile
from ..tournaments.generator import FieldShape, make_players, play_round

BALANCED = load_profile("balanced-2")  # of the library's rounds, whose costs stand in its table


def field_of(size: int, seed: int, scheme: str = "rank", rounds: int = 6) -> Tournament:
    """A realistic field without absences."""
    full = FieldShape(size, rounds, part_time=0, late=0, leaving=0)
    settings = Settings(rounds=rounds, seed=seed, start=StartSettings(scheme=scheme))
    return Tournament(settings, tuple(make_players(full, seed)))


def given(size: int, cost: Callable[[Ints, Ints], Ints], scheme: str = "swiss") -> RoundProblem:
    """A first round whose pairs cost what a function of the two numbers of players says, the lower number first."""
    problem = round_problem(field_of(size, 1, scheme), 1, BALANCED)
    i, j = np.sort(np.indices((len(problem), len(problem))), axis=0)
    return matrix_problem(problem, np.asarray(cost(i, j), dtype=np.int64))


def one_group(size: int) -> RoundProblem:
    """Swiss, round 1: everybody in one score group."""
    return round_problem(field_of(size, 1, "swiss"), 1, BALANCED)


def two_clubs(size: int) -> RoundProblem:
    """Half the field from each of two clubs."""
    t = field_of(size, 2)
    players = [replace(p, club="AB"[k % 2], country="XY"[k % 2]) for k, p in enumerate(t.players)]
    return round_problem(replace(t, players=tuple(players)), 1, BALANCED)


def one_club(size: int) -> RoundProblem:
    """Two thirds of the field from one club."""
    t = field_of(size, 3)
    players = [replace(p, club="A") if k % 3 else p for k, p in enumerate(t.players)]
    return round_problem(replace(t, players=tuple(players)), 1, BALANCED)


def odd_with_bye(size: int) -> RoundProblem:
    """An odd field in round 3."""
    return later(field_of(size - 1 + size % 2, 4), 3)


def later(t: Tournament, number: int) -> RoundProblem:
    """A later round of a field, the rounds before drawn and played."""
    for k in range(1, number):
        problem = round_problem(t, k, BALANCED)
        answer = solve(problem)
        t = play_round(t.with_round(make_round(t, problem, answer.pairs, answer.byes)), k, 1)
    return round_problem(t, number, BALANCED)


def late_round(size: int) -> RoundProblem:
    """Round 30 of 64 players, whatever the size."""
    return later(field_of(64, 5, rounds=30), 30)


def few_values(size: int) -> RoundProblem:
    """One group, costs 0 to 3 at random."""
    return given(size, lambda i, j: ((i * 2654435761 + j * 40503) >> 7) % 4)


def all_equal(size: int) -> RoundProblem:
    """One group, every pair costs the same."""
    return given(size, lambda i, j: np.zeros_like(i))


def euclidean(size: int) -> RoundProblem:
    """One group: points in a square, their distances as costs."""
    points = np.random.default_rng(1).integers(0, 10**5, (size + 1, 2))
    x, y = points.T

    def distance(i: Ints, j: Ints) -> Ints:
        return np.asarray(np.hypot(x[i] - x[j], y[i] - y[j]), dtype=np.int64)

    return given(size, distance)


def odd_cliques(size: int) -> RoundProblem:
    """Cliques of five: games inside them cost nothing, between them a little more than 1000."""
    return given(size, lambda i, j: np.where(i // 5 == j // 5, 0, 1000 + (i * 7 + j * 13) % 50))


def concave(size: int) -> RoundProblem:
    """Score differences cost as in OpenGotha: each further point costs less."""
    score = round_problem(field_of(size, 1), 1, BALANCED).field.score

    def cost(i: Ints, j: Ints) -> Ints:
        return np.asarray(100_000 * np.sqrt(np.abs(score[i] - score[j])), dtype=np.int64) + (i + j) % 17

    return given(size, cost, "rank")


def pure_mms(size: int) -> RoundProblem:
    """Score differences only, without the lottery."""
    return round_problem(field_of(size, 7), 1, Profile("pure", "", (Weight("mms_difference", 1),)))


def million_prices(size: int) -> RoundProblem:
    """Rules over pairs at a penalty of a million per unit."""
    rules: tuple[CountRule, ...] = tuple(
        parse_count_rule(rule)
        for rule in (
            {"name": "clubs", "pairs": "same_club", "at_most": 2, "price": 10**6},
            {"name": "downs", "pairs": "draw_down", "per": "score group", "at_most": 1, "price": 10**6},
            {"name": "floats", "pairs": "float", "per": "club", "count": "players", "at_most": 1, "price": 10**6},
        )
    )
    t = field_of(size, 8)
    first = round_problem(t, 1, BALANCED)
    answer = solve(first)
    t = play_round(t.with_round(make_round(t, first, answer.pairs, answer.byes)), 1, 1)
    return round_problem(t, 2, replace(BALANCED, rules=rules))


def hard_rules(size: int) -> RoundProblem:
    """At most three clubmates meet, and at most a twentieth of the games are handicap games."""
    rules = tuple(
        parse_count_rule(rule)
        for rule in (
            {"name": "clubs", "pairs": "same_club", "at_most": 3},
            {"name": "stones", "pairs": "handicap", "at_most": size // 40},
        )
    )
    return round_problem(field_of(size, 9), 1, replace(BALANCED, rules=rules))


def strict_tiers(size: int) -> RoundProblem:
    """The profile `strict`, four tiers."""
    return round_problem(field_of(size, 10), 1, example_or_profile("strict"))


def odd_camps(size: int) -> RoundProblem:
    """Two odd groups that may not meet: at least one forbidden pair."""
    half = size // 2 + (size // 2 + 1) % 2
    return _camps(size, [half, size - half])


def _camps(size: int, sizes: list[int]) -> RoundProblem:
    """Parts of the field that may not meet each other."""
    t = field_of(2 * (size // 2), 11)
    ids = [p.id for p in t.players]
    cuts = np.cumsum([0, *sizes])
    parts = [tuple(ids[a:b]) for a, b in pairwise(cuts.tolist())]
    forbid = tuple((part, other, "") for k, part in enumerate(parts) for other in parts[k + 1 :])
    pairing = PairingSettings(forbid=forbid)
    return round_problem(replace(t, settings=replace(t.settings, pairing=pairing)), 1, BALANCED)


def many_odd_camps(size: int) -> RoundProblem:
    """Twenty odd groups that may not meet: at least ten forbidden pairs."""
    each = size // 20 - (size // 20 + 1) % 2
    return _camps(size, [each] * 19 + [2 * (size // 2) - 19 * each])


def one_family(size: int) -> RoundProblem:
    """A family of more than half the field that may not meet: several forbidden pairs."""
    t = field_of(2 * (size // 2), 12)
    players = [replace(p, groups=("clan",)) if k < size // 2 + 5 else p for k, p in enumerate(t.players)]
    settings = replace(t.settings, pairing=PairingSettings(families="forbid"))
    return round_problem(Tournament(settings, tuple(players)), 1, BALANCED)


def impossible_count(size: int) -> RoundProblem:
    """A rule demands more games between clubmates than are possible."""
    rule = parse_count_rule({"name": "clubs", "pairs": "same_club", "at_least": size // 2})
    return round_problem(field_of(size, 13), 1, replace(BALANCED, rules=(rule,)))


CASES: dict[str, Callable[[int], RoundProblem]] = {
    case.__name__: case
    for case in (
        one_group, two_clubs, one_club, odd_with_bye, late_round, few_values, all_equal, pure_mms, euclidean,
        odd_cliques, concave, million_prices, hard_rules, strict_tiers, odd_camps, many_odd_camps, one_family,
        impossible_count,
    )
}  # fmt: skip
WITHOUT_LOTTERY = {"pure_mms"}


def solved(name: str, size: int, seconds: float = 60.0) -> tuple[str, float]:
    """What came out of a case (`proven`, `infeasible, proven`, or what is missing), and the seconds it took."""
    problem = CASES[name](size)
    begin = time.perf_counter()
    try:
        answer = solve(problem, Options(seconds, lottery=name not in WITHOUT_LOTTERY))
        lottery = answer.tie_proven or name in WITHOUT_LOTTERY
        outcome = (
            "proven"
            if answer.optimal and lottery
            else "cost proven, lottery not proven"
            if answer.optimal
            else "not proven"
        )
    except NoPairingError as error:
        outcome = "infeasible, proven" + ("" if error.proven else " (smallest breach not proven)")
    return outcome, time.perf_counter() - begin


def line_of(name: str, size: int) -> str:
    """A case's line of the table."""
    outcome, seconds = solved(name, size)
    words = (CASES[name].__doc__ or "").strip().rstrip(".")
    return f"| {words} | {outcome} | {seconds:.2f} |"


def main() -> None:
    """Print a table of all cases, or of those named."""
    size = int(sys.argv[1]) if len(sys.argv) > 1 else 1000
    solved("one_group", 20)
    print(f"| case, {size} players | answer | seconds |\n|---|---|---|")
    for name in sys.argv[2:] or CASES:
        print(line_of(name, size), flush=True)


if __name__ == "__main__":
    main()
