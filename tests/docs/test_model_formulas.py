"""The page of the model: objective and constraints are those of the CP-SAT model, the problem and the judge."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache
from itertools import chain, combinations, islice
from typing import Any

import numpy as np
import pytest
from builders import played, tournament, with_player
from mcmahon.model.judging.judge import judge
from mcmahon.model.pairing.boards import make_round
from mcmahon.model.pairing.counts import Count
from mcmahon.model.pairing.criteria import STONES
from mcmahon.model.pairing.draw import Locks, RelaxedRules, round_problem
from mcmahon.model.pairing.evaluation import values
from mcmahon.model.pairing.profile import Profile
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import Rule
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.model import RoundModel, cost_in, round_model, stones, tier_names
from mcmahon.solver.cpsat.solving import solve_model
from model_page import Draw, bye_values, draws, game_values, lots_of, math_rows, some_round
from ortools.sat.python import cp_model

# The displayed formulas, each by its exact text: as functions of a round and a draw.


def listed(rule: Rule) -> Callable[[RoundProblem, int, int], bool]:
    """Whether a pair is in the set A of a rule."""

    def is_listed(problem: RoundProblem, i: int, j: int) -> bool:
        return any(
            code == i * len(problem) + j and bits & rule.bit
            for code, bits in zip(problem.barred.tolist(), problem.barred_by.tolist(), strict=True)
        )

    return is_listed


def too_wide(problem: RoundProblem, i: int, j: int) -> bool:
    """Whether D > 0 and |s_i - s_j| > D u."""
    cap, score = problem.max_difference, problem.field.score
    return bool(cap > 0 and abs(score[i] - score[j]) > cap * problem.field.steps)


def handicap(problem: RoundProblem, i: int, j: int) -> int:
    """h_ij, by its two rows."""
    field = problem.field
    if field.even[i] or field.even[j]:
        return 0
    return int(min(max(abs(field.strength[i] - field.strength[j]) - field.stones_off, 0), field.most_stones))


def too_many_stones(problem: RoundProblem, i: int, j: int) -> bool:
    """Whether M > 0 and h_ij > M."""
    return problem.max_handicap > 0 and handicap(problem, i, j) > problem.max_handicap


def second_bye(problem: RoundProblem, i: int) -> bool:
    """Whether y_i > 0."""
    return bool(problem.field.byes[i] > 0)


BREAKS = {rule: listed(rule) for rule in (Rule.REPEATS, Rule.FORBIDDEN, Rule.FAMILIES, Rule.OTHER_GROUP)}
BREAKS |= {Rule.DIFFERENCE_CAP: too_wide, Rule.HANDICAP_CAP: too_many_stones}


def apart(rule: Rule) -> Callable[[RoundProblem, Draw], bool]:
    """x_ij = 0 for the pairs that would break a rule, unless they are in F or the rule is relaxed."""
    return lambda p, draw: rule in p.relaxed or not any(BREAKS[rule](p, *ij) for ij in draw.pairs - set(p.forced))


def total(problem: RoundProblem, count: Count, pairs: Any) -> list[int]:
    """The sum of a_ijrg over some pairs, for each part g."""
    i, j = np.array(sorted(pairs), dtype=np.int64).reshape(-1, 2).T
    return count.of_pairs(problem.field, i, j).tolist()


def limits(problem: RoundProblem, count: Count) -> list[int]:
    """l_rg of an at-most rule, l_r of an at-least rule."""
    forced = total(problem, count, problem.forced)
    priced = count.rule.price is not None or count.rule.at_least
    return [count.rule.limit if priced else max(count.rule.limit, own) for own in forced]


def excess(problem: RoundProblem, draw: Draw, count: Count) -> list[int]:
    """The least e_rg that the rows of a rule allow; 0 for a hard rule."""
    sign = -1 if count.rule.at_least else 1
    if count.rule.price is None and count.rule.name not in problem.relaxed_counts:
        return [0] * len(count.labels)
    both = zip(total(problem, count, draw.pairs), limits(problem, count), strict=True)
    return [max(sign * (amount - limit), 0) for amount, limit in both]


def at_most(p: RoundProblem, draw: Draw) -> bool:
    """The sum of a_ijrg x_ij is at most l_rg + e_rg."""
    rows = [(total(p, c, draw.pairs), limits(p, c), excess(p, draw, c)) for c in p.counts if not c.rule.at_least]
    return all(amount <= limit + e for row in rows for amount, limit, e in zip(*row, strict=True))


def at_least(p: RoundProblem, draw: Draw) -> bool:
    """The sum of a_ijrg x_ij is at least l_r - e_rg."""
    rows = [(total(p, c, draw.pairs), limits(p, c), excess(p, draw, c)) for c in p.counts if c.rule.at_least]
    return all(amount >= limit - e for row in rows for amount, limit, e in zip(*row, strict=True))


def one_each(problem: RoundProblem, draw: Draw) -> bool:
    """Every i is in one pair or bye."""
    times = Counter([*chain.from_iterable(draw.pairs), *draw.byes])
    return all(times[i] == 1 for i in range(len(problem)))


def few_byes(p: RoundProblem, draw: Draw) -> bool:
    """The number of byes."""
    by_hand = len(p.forced_byes)
    return len(draw.byes) == by_hand + (len(p) - 2 * len(p.forced) - by_hand) % 2


def no_second_bye(p: RoundProblem, draw: Draw) -> bool:
    """b_i = 0 for who has had one, unless i is in B or the rule is relaxed."""
    return Rule.SECOND_BYE in p.relaxed or not any(second_bye(p, i) for i in draw.byes - set(p.forced_byes))


CONSTRAINTS: dict[str, Callable[[RoundProblem, Draw], bool]] = {
    r"\sum_{j} x_{ij} + b_{i} &= 1 && i \in N && \text{one game or bye each}": one_each,
    r"\sum_{i} b_{i} &= |B| + (n - 2|F| - |B|) \bmod 2 && && \text{as few byes as possible}": few_byes,
    r"x_{ij} &= 1 && ij \in F && \text{forced pairs}": lambda p, draw: draw.pairs >= set(p.forced),
    r"b_{i} &= 1 && i \in B && \text{byes by hand}": lambda p, draw: draw.byes >= set(p.forced_byes),
    r"x_{ij} &= 0 && ij \in A_{\text{repeats}} && \text{nobody meets twice}": apart(Rule.REPEATS),
    r"x_{ij} &= 0 && ij \in A_{\text{forbidden}} && \text{forbidden pairs}": apart(Rule.FORBIDDEN),
    r"x_{ij} &= 0 && ij \in A_{\text{families}} && \text{families apart}": apart(Rule.FAMILIES),
    r"x_{ij} &= 0 && ij \in A_{\text{other-group}} && \text{groups apart}": apart(Rule.OTHER_GROUP),
    r"x_{ij} &= 0 && D > 0 \text{ and } |s_{i} - s_{j}| > D u && \text{cap of score difference}": apart(
        Rule.DIFFERENCE_CAP
    ),
    r"x_{ij} &= 0 && M > 0 \text{ and } h_{ij} > M && \text{cap of handicap}": apart(Rule.HANDICAP_CAP),
    r"b_{i} &= 0 && y_{i} > 0 && \text{nobody a second bye}": no_second_bye,
    r"\sum_{ij} a_{ijrg} x_{ij} &\le l_{rg} + e_{rg} && r \in R \text{ at most} && \text{rules over pairs}": at_most,
    r"\sum_{ij} a_{ijrg} x_{ij} &\ge l_{r} - e_{rg} && r \in R \text{ at least} &&": at_least,
}


def breaches(p: RoundProblem, draw: Draw) -> int:
    """z_0; beta counts the relaxed rules that a game or bye breaks, outside F and B."""
    pairs, byes = draw.pairs - set(p.forced), draw.byes - set(p.forced_byes)
    of_pairs = sum(BREAKS[rule](p, *ij) for ij in pairs for rule in p.relaxed - {Rule.SECOND_BYE})
    of_byes = sum(second_bye(p, i) for i in byes) if Rule.SECOND_BYE in p.relaxed else 0
    return of_pairs + of_byes + sum(sum(excess(p, draw, c)) for c in p.counts if c.rule.name in p.relaxed_counts)


@cache
def c_game(p: RoundProblem, tier: int, i: int, j: int) -> int:
    """c_tij: weights times values in the criteria."""
    weighed = [w for w in p.profile.weights if w.tier == tier]
    return sum(w.weight * game_values(p.field, i, j).get(w.criterion, 0) for w in weighed)


@cache
def c_bye(p: RoundProblem, tier: int, i: int) -> int:
    """c_ti."""
    weighed = [w for w in p.profile.weights if w.tier == tier]
    return sum(w.weight * bye_values(p.field, i).get(w.criterion, 0) for w in weighed)


def cost(p: RoundProblem, draw: Draw, tier: int) -> int:
    """z_t."""
    prices = sum(c.rule.price * sum(excess(p, draw, c)) for c in p.counts if c.rule.price and c.rule.tier == tier)
    return sum(c_game(p, tier, *ij) for ij in draw.pairs) + sum(c_bye(p, tier, i) for i in draw.byes) + prices


def lots(p: RoundProblem, draw: Draw) -> int:
    """z_lots."""
    games = sum(lots_of(p.field, *ij)["lambda_ij"] for ij in draw.pairs)
    return games + sum(lots_of(p.field, i, i)["lambda_i"] for i in draw.byes)


#: The tiers, as functions of a round, a draw and the number of a tier.
TIERS: dict[str, Callable[[RoundProblem, Draw, int], int]] = {
    r"z_{0} &= \sum_{ij} \beta_{ij} x_{ij} + \sum_{i} \beta_{i} b_{i} + \sum_{r \in Q} \sum_{g} e_{rg}"
    r" && \text{breaches of relaxed rules}": lambda p, draw, _: breaches(p, draw),
    r"z_{t} &= \sum_{ij} c_{tij} x_{ij} + \sum_{i} c_{ti} b_{i} + \sum_{r \in R_{t}} p_{r} \sum_{g} e_{rg}"
    r" && \text{cost; } R_{t} \text{: rules with a price in tier } t": cost,
    r"z_{\text{lots}} &= \sum_{ij} \lambda_{ij} x_{ij} + \sum_{i} \lambda_{i} b_{i}"
    r" && \text{a lottery breaks ties}": lambda p, draw, _: lots(p, draw),
}
LEXICOGRAPHIC = r"& \text{lex min}\; (z_{0},\; z_{t} \text{ for each } t \in T \text{ in order},\; z_{\text{lots}}) &&"


def objective(p: RoundProblem, draw: Draw) -> dict[int | str, int]:
    """The values of all tiers in their order; breaches only if rules are relaxed, as they are 0 otherwise."""
    z_0, z_t, z_lots = TIERS.values()
    first: dict[int | str, int] = {"breaches": z_0(p, draw, 0)} if p.relaxed or p.relaxed_counts else {}
    return first | {tier: z_t(p, draw, tier) for tier in p.tiers} | {"tie": z_lots(p, draw, 0)}


def costs_agree(p: RoundProblem) -> bool:
    """The costs of games and byes by the page's formulas are those of the problem."""
    i, j = np.triu_indices(len(p), 1)
    games = [[c_game(p, tier, *ij) for ij in zip(i.tolist(), j.tolist(), strict=True)] for tier in p.tiers]
    byes = [[c_bye(p, tier, k) for k in range(len(p))] for tier in p.tiers]
    return games == [p.cost(i, j, t).tolist() for t in p.tiers] and byes == [p.bye_cost(t).tolist() for t in p.tiers]


def handicaps_agree(p: RoundProblem) -> bool:
    """The handicap of each pair is that of the field and of the CP-SAT model."""
    model = round_model(p)
    own = [handicap(p, *ij) for ij in zip(model.i.tolist(), model.j.tolist(), strict=True)]
    return stones(model).tolist() == own == values(STONES, p.field, model.i, model.j).tolist()


def limits_agree(p: RoundProblem) -> bool:
    """The limit of a hard rule is what forced pairs count, and what a count leaves for the free ones."""
    hard = [count for count in p.counts if count.rule.price is None and not count.rule.at_least]
    return all(limits(p, count) == (count.limits + count.forced_count).tolist() for count in hard)


def hard_rules_have_no_excess(p: RoundProblem) -> bool:
    """The model has an excess only for rules with a price and relaxed ones."""
    rules = [count.rule for count, _ in round_model(p).excess_of]
    return all(rule.price is not None or rule.name in p.relaxed_counts for rule in rules)


def domains_agree(p: RoundProblem) -> bool:
    """0 or 1 for games and byes, whole numbers from 0 for the excess."""
    model = round_model(p)
    domains = [list(variable.proto.domain) for variable in model.variables]
    yes_or_no = len(model.pairs) + len(model.byes)
    return domains == [[0, 1]] * yes_or_no + [[0, worst] for worst in model.worst]


DEFINITIONS: dict[str, Callable[[RoundProblem], bool]] = {
    r"c_{tij} &= \sum_{k \in K_{t}} w_{k} f_{k}(i, j), \quad c_{ti} = \sum_{k \in K_{t}} w_{k} f_{k}(i)"
    r" && K_{t} \text{: criteria of tier } t": costs_agree,
    r"h_{ij} &= 0 && i \in E \text{ or } j \in E && \text{even games at and above the bar}": handicaps_agree,
    r"h_{ij} &= \min(\max(|v_{i} - v_{j}| - o, 0), m) && i, j \notin E && \text{handicap}": handicaps_agree,
    r"l_{rg} &= \max(l_{r}, \textstyle\sum_{ij \in F} a_{ijrg}) && r \text{ has no price; else } l_{r}"
    r" && \text{forced pairs break no hard rule}": limits_agree,
    r"e_{rg} &= 0 && r \notin Q \text{ has no price} && \text{hard rules}": hard_rules_have_no_excess,
    r"x_{ij}, b_{i} &\in \{0, 1\}, \quad e_{rg} \in \{0, 1, 2, \dots\} && &&": domains_agree,
}
ROUNDS = range(60)


def test_every_displayed_formula_is_tested_and_stands_on_the_page_once() -> None:
    assert sorted(math_rows()) == sorted([LEXICOGRAPHIC, *TIERS, *CONSTRAINTS, *DEFINITIONS])


@pytest.mark.parametrize("agrees", dict.fromkeys(DEFINITIONS.values()), ids=lambda agrees: agrees.__name__)
def test_a_definition_is_that_of_the_program(agrees: Callable[[RoundProblem], bool]) -> None:
    for seed in ROUNDS:
        assert agrees(some_round(seed)), seed


@cache
def legal(seed: int) -> tuple[Draw, ...]:
    """The draws of a round that keep every constraint of the page."""
    p = some_round(seed)
    return tuple(draw for draw in draws(len(p)) if all(holds(p, draw) for holds in CONSTRAINTS.values()))


def solutions(model: RoundModel) -> set[Draw]:
    """All games and byes that the CP-SAT model allows, whatever the excess."""
    for variable, worst in zip(model.excess, model.worst, strict=True):
        model.cp.add(variable == worst)
    i, j, found = model.i[model.pair_at].tolist(), model.j[model.pair_at].tolist(), []

    class Found(cp_model.CpSolverSolutionCallback):  # type: ignore[misc]
        def on_solution_callback(self) -> None:
            pairs = [ij for ij, x in zip(zip(i, j, strict=True), model.pairs, strict=True) if self.value(x)]
            byes = [k for k, b in zip(model.bye_at.tolist(), model.byes, strict=True) if self.value(b)]
            found.append(Draw(frozenset(pairs), frozenset(byes)))

    solver = cp_model.CpSolver()
    solver.parameters.num_workers, solver.parameters.enumerate_all_solutions = 1, True
    assert solver.solve(model.cp, Found()) in (cp_model.OPTIMAL, cp_model.INFEASIBLE)
    return set(found)


@pytest.mark.slow
def test_the_solutions_of_the_cp_sat_model_are_the_draws_that_keep_the_constraints() -> None:
    for seed in ROUNDS:
        assert solutions(round_model(some_round(seed))) == set(legal(seed)), seed
    assert sum(not legal(seed) for seed in ROUNDS) < len(ROUNDS) / 2


def test_games_and_byes_are_legal_if_the_problem_allows_them() -> None:
    """Whoever is not in F or B; the constraints with a 0 are those of `allowed` and `bye_allowed`."""
    for p in map(some_round, ROUNDS):
        for i, j in set(combinations(range(len(p)), 2)) - set(p.forced):
            allowed = bool(p.allowed(np.array([i]), np.array([j]))[0])
            assert allowed == all(apart(rule)(p, Draw(frozenset({(i, j)}), frozenset())) for rule in BREAKS)
        for i in set(range(len(p))) - set(p.forced_byes):
            assert p.bye_allowed()[i] == no_second_bye(p, Draw(frozenset(), frozenset({i})))


@pytest.mark.slow
def test_no_constraint_is_superfluous() -> None:
    """Each alone excludes a draw that keeps all others."""
    left = set(CONSTRAINTS)
    for p in map(some_round, ROUNDS):
        for draw in draws(len(p)) if left and len(p) in (5, 6) else ():
            broken = list(islice((row for row, holds in CONSTRAINTS.items() if not holds(p, draw)), 2))
            left -= set(broken if len(broken) == 1 else ())
    assert not left


@pytest.mark.slow
def test_the_tiers_are_the_costs_of_the_model_and_of_the_problem() -> None:
    """With the least excess that the constraints allow."""
    for seed in ROUNDS:
        p = some_round(seed)
        model = round_model(p)
        i, j = model.i[model.pair_at].tolist(), model.j[model.pair_at].tolist()
        for draw in legal(seed):
            x = [int(ij in draw.pairs) for ij in zip(i, j, strict=True)]
            b = [int(k in draw.byes) for k in model.bye_at.tolist()]
            e = [excess(p, draw, count)[part] for count, part in model.excess_of]
            z = objective(p, draw)
            assert z == {tier: int(cost_in(model, tier) @ np.array([*x, *b, *e])) for tier in tier_names(p)}
            costs = p.by_tier(p.costs_by_criterion(sorted(draw.pairs), sorted(draw.byes)))
            assert costs == tuple(z[tier] for tier in p.tiers)


def test_the_optimum_is_the_lexicographic_minimum() -> None:
    """CP-SAT finds the least costs, one tier after the other; if no draw is legal, it finds none."""
    for seed in ROUNDS[:25]:
        p = some_round(seed)
        answer = solve_model(p, tier_names(p), Clock(60.0))
        best = min((objective(p, draw) for draw in legal(seed)), key=lambda z: [*z.values()], default=None)
        assert answer.infeasible == (best is None)
        assert best is None or (answer.values == best and answer.proven)


# The judge, who knows no problem of a round.


def some_tournament(families: str, difference: int, stones: int, size: int) -> Tournament:
    """After a round with a bye, or in an even field an absence; two brothers, three players at the bar."""
    t = tournament(
        "3d 2d 2d 1k 3k 4k"[: 3 * size], rounds=5, start__bar="2d", pairing__families=families,
        pairing__max_difference=difference, pairing__max_handicap=stones,
    )  # fmt: skip
    for who in "bd":
        t = with_player(t, who, groups=("brothers",))
    return played(t, "a+b c-d", byes="e") if size == 5 else played(t, "a+b c-d", unpaired="e f")


@pytest.mark.parametrize(
    ("families", "difference", "stones", "size", "locks", "relaxed"),
    [
        ("avoid", 0, 0, 5, Locks(), ()),
        ("forbid", 0, 0, 6, Locks(forbid=(("a", "f"),)), ()),
        ("forbid", 2, 0, 5, Locks(force=(("b", "d"),)), ("difference-cap",)),
        ("avoid", 0, 1, 6, Locks(), ()),
        ("avoid", 0, 0, 5, Locks(bye=("e",)), ()),
        ("forbid", 0, 0, 6, Locks(bye=("a",)), ("repeats",)),
    ],
)  # fmt: skip
def test_the_judge_calls_those_draws_legal_that_keep_the_constraints(
    families: str, difference: int, stones: int, size: int, locks: Locks, relaxed: tuple[str, ...]
) -> None:
    t = some_tournament(families, difference, stones, size)
    rules = RelaxedRules(frozenset(Rule(name) for name in relaxed))
    p = round_problem(t, 2, Profile("none", "", ()), locks, rules)
    verdicts: Counter[bool] = Counter()
    for draw in draws(size):
        drawn = t.with_round(make_round(t, p, sorted(draw.pairs), sorted(draw.byes)))
        found = [v for v in judge(drawn, 2, locks, relaxed) if not v.allowed]
        kept = all(holds(p, draw) for holds in CONSTRAINTS.values())
        assert kept == (not found), (draw, found)
        verdicts[kept] += 1
    assert verdicts[True] > 1
