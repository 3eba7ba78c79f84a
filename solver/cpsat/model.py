"""The whole round as one CP-SAT model, to be read beside docs/explanation/model.md: variables, constraints, objective.

In: a `RoundProblem`. Out: a `RoundModel`, whose solutions are exactly the legal rounds. `plays[i, j]` is 1 if two
entrants meet, `bye[i]` if one sits out; `excess` is by how much a rule over pairs is exceeded that may be exceeded.
Colours and handicap of a pair follow from the pair by rule, so they need no variables. `solving.py` solves the model.
"""

from __future__ import annotations

import math
import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

import numpy as np

from ...model.pairing.counts import Count
from ...model.pairing.round_problem import RoundProblem, popcount
from ...model.tournament.rules import PAIR_RULES, Rule
from ..clock import Clock
from ..formulation.costs import TierName, checked_costs
from ..formulation.vertices import EMPTY, Ints, Mask
from .run import new_model

if TYPE_CHECKING:
    from ortools.sat.python import cp_model

AT_ONCE = 20_000  # variables between two looks at the clock: a fifth of a second
NO_HURRY = Clock(math.inf)


class TimeUp(Exception):
    """The time is up before the model is built."""


@dataclass(frozen=True, slots=True, eq=False)
class Open:
    """The pairs (by their position among all pairs) and byes (entrants) that earlier tiers leave open."""

    pairs: Ints
    byes: Ints


def round_model(
    problem: RoundProblem, named: bool = False, only: Open | None = None, clock: Clock = NO_HURRY
) -> RoundModel:
    """The model of a round without its objective, for which there is `cost_in`; `only` are the open pairs and byes.

    Raises ImportError if OR-Tools cannot be loaded, TimeUp if the clock ends before the model is built.
    """
    model = RoundModel(problem, new_model(), named)
    listed_pairs_apart(model)
    score_cap(model)
    handicap_cap(model)
    nobody_a_second_bye(model)
    limits_of_a_repair(model)
    add_variables(model, only, clock)
    one_game_or_bye_each(model)
    as_few_byes_as_possible(model)
    forced_pairs_and_byes(model)
    rules_over_pairs(model)
    return model


@dataclass(slots=True, eq=False)
class RoundModel:
    """A round as the CP-SAT model `cp`.

    `i`, `j` are all pairs of entrants (i < j) by index. `broken` and `bye_broken` have the rules that a pair or a
    bye would break, as sums of `Rule.bit`s. `pair_at` and `bye_at` are the positions that have a variable in
    `pairs` and `byes`. Each excess variable belongs to a rule over pairs and a part of the field, `excess_of`, and
    is at most `worst`.
    """

    problem: RoundProblem
    cp: cp_model.CpModel
    named: bool = False
    i: Ints = field(init=False)
    j: Ints = field(init=False)
    broken: Ints = field(init=False)
    bye_broken: Ints = field(init=False)
    pair_at: Ints = field(default_factory=EMPTY.copy)
    bye_at: Ints = field(default_factory=EMPTY.copy)
    pairs: list[Any] = field(default_factory=list)
    byes: list[Any] = field(default_factory=list)
    excess: list[Any] = field(default_factory=list)
    excess_of: list[tuple[Count, int]] = field(default_factory=list)
    worst: list[int] = field(default_factory=list)
    costs: dict[TierName, Ints] = field(default_factory=dict)  # of `cost_in`, computed once

    def __post_init__(self) -> None:
        self.i, self.j = np.triu_indices(len(self.problem), 1)
        self.broken = np.zeros(len(self.i), dtype=np.int64)
        self.bye_broken = np.zeros(len(self.problem), dtype=np.int64)

    @property
    def variables(self) -> list[Any]:
        """All variables, in the order of the coefficients of `cost_in`: pairs, byes, excess."""
        return [*self.pairs, *self.byes, *self.excess]

    def settled(self) -> Mask:
        """Who is in a forced pair or has the bye by hand."""
        settled = np.ones(len(self.problem), dtype=bool)
        settled[self.problem.free()] = False
        return settled

    def forced(self) -> Mask:
        """Which pairs are forced."""
        size = len(self.problem)
        return np.isin(self.i * size + self.j, [a * size + b for a, b in self.problem.forced])

    def breaks(self, rule: Rule, pairs: Mask) -> None:
        """Note that a game of these pairs would break a rule."""
        self.broken[pairs] |= rule.bit


# Which pairs may meet: plays[i, j] = 0 for the others, which therefore get no variable; if a rule is relaxed, each
# pair that breaks it counts as one breach instead. Forced pairs may break these rules.


def listed_pairs_apart(model: RoundModel) -> None:
    """plays[i, j] = 0 by `repeats`, `forbidden`, `families` (if the settings forbid their games) and `other-group`."""
    problem = model.problem
    for rule in (Rule.REPEATS, Rule.FORBIDDEN, Rule.FAMILIES, Rule.OTHER_GROUP):
        listed = problem.barred[problem.barred_by & rule.bit != 0]
        model.breaks(rule, np.isin(model.i * len(problem) + model.j, listed))


def score_cap(model: RoundModel) -> None:
    """plays[i, j] = 0 if |score_i - score_j| > max_difference; 0 is no limit (rule `difference-cap`)."""
    problem, score = model.problem, model.problem.field.score
    if problem.max_difference:
        apart = np.abs(score[model.i] - score[model.j])
        model.breaks(Rule.DIFFERENCE_CAP, apart > problem.max_difference * problem.field.steps)


def handicap_cap(model: RoundModel) -> None:
    """plays[i, j] = 0 if stones_ij > max_handicap; 0 is no limit (rule `handicap-cap`)."""
    if model.problem.max_handicap:
        model.breaks(Rule.HANDICAP_CAP, stones(model) > model.problem.max_handicap)


def stones(model: RoundModel) -> Ints:
    """The handicap |strength_i - strength_j| less the reduction, 0 to the maximum; 0 for even games from the bar up."""
    entrants, i, j = model.problem.field, model.i, model.j
    by_strength = np.abs(entrants.strength[i] - entrants.strength[j]) - entrants.stones_off
    return np.where(entrants.even[i] | entrants.even[j], 0, np.clip(by_strength, 0, entrants.most_stones))


def nobody_a_second_bye(model: RoundModel) -> None:
    """bye[i] = 0 for a player who has had a bye (rule `second-bye`)."""
    model.bye_broken[model.problem.field.byes > 0] |= Rule.SECOND_BYE.bit


def limits_of_a_repair(model: RoundModel) -> None:
    """plays[i, j] = 0 for new boards that are wider than a repair allows, bye[i] = 0 for scores above its limit."""
    limits, entrants = model.problem.limits, model.problem.field
    if limits is not None:
        model.broken[~limits.pairs(entrants, model.i, model.j)] |= BEYOND_LIMITS
        model.bye_broken[entrants.score > limits.bye] |= BEYOND_LIMITS


#: The bit of what no rule but a repair excludes; it is never relaxed.
BEYOND_LIMITS = 1 << len(PAIR_RULES)


# The variables.


def add_variables(model: RoundModel, only: Open | None, clock: Clock) -> None:
    """A Boolean for each pair that may meet, and in an odd field for each player who may have the bye."""
    problem, settled, relaxed = model.problem, model.settled(), sum(rule.bit for rule in model.problem.relaxed)
    may_meet = (model.broken & ~relaxed == 0) & ~settled[model.i] & ~settled[model.j]
    model.pair_at = np.flatnonzero(may_meet | model.forced())
    may_rest = (model.bye_broken & ~relaxed == 0) & ~settled & bool(len(problem.free()) % 2)
    may_rest[list(problem.forced_byes)] = True
    model.bye_at = np.flatnonzero(may_rest)
    if only is not None:
        model.pair_at, model.bye_at = np.intersect1d(model.pair_at, only.pairs), np.intersect1d(model.bye_at, only.byes)
    names, byes = _names(model)
    for begin in range(0, len(names), AT_ONCE):
        if clock.expired():
            raise TimeUp
        model.pairs += [model.cp.new_bool_var(name) for name in names[begin : begin + AT_ONCE]]
    model.byes = [model.cp.new_bool_var(name) for name in byes]


def _names(model: RoundModel) -> tuple[list[str], list[str]]:
    """The names of the pairs' and the byes' variables; all empty if nobody reads them, which saves time."""
    if not model.named:
        return [""] * len(model.pair_at), [""] * len(model.bye_at)
    of = _entrant_names(model)
    pairs = zip(model.i[model.pair_at].tolist(), model.j[model.pair_at].tolist(), strict=True)
    return [f"plays_{of[a]}_{of[b]}" for a, b in pairs], [f"bye_{of[a]}" for a in model.bye_at.tolist()]


def _entrant_names(model: RoundModel) -> list[str]:
    """The entrants' ids as parts of names, all different."""
    of = [_plain(player) for player in model.problem.field.ids]
    return [f"{name}_{k}" if of.count(name) > 1 else name for k, name in enumerate(of)]


# The constraints.


def one_game_or_bye_each(model: RoundModel) -> None:
    """Σ_j plays[i, j] + bye[i] = 1 for every entrant i."""
    own: list[list[Any]] = [[] for _ in range(len(model.problem))]
    i, j = model.i[model.pair_at].tolist(), model.j[model.pair_at].tolist()
    for a, b, plays in zip(i, j, model.pairs, strict=True):
        own[a].append(plays)
        own[b].append(plays)
    for a, bye in zip(model.bye_at.tolist(), model.byes, strict=True):
        own[a].append(bye)
    names = _entrant_names(model) if model.named else [""] * len(own)
    for literals, name in zip(own, names, strict=True):
        _name(model, model.cp.add_exactly_one(literals), f"one_game_{name}")


def as_few_byes_as_possible(model: RoundModel) -> None:
    """Σ_i bye[i] = the byes by hand, and one more if the number of the other free players is odd."""
    by_hand, odd = len(model.problem.forced_byes), len(model.problem.free()) % 2
    if model.byes:
        _name(model, model.cp.add(sum(model.byes) == by_hand + odd), "byes")
    elif odd:  # nobody may have the bye that somebody needs
        _name(model, model.cp.add_bool_or([]), "byes")


def forced_pairs_and_byes(model: RoundModel) -> None:
    """plays[i, j] = 1 for forced pairs, bye[i] = 1 for byes by hand."""
    forced = model.forced()[model.pair_at]
    for k in np.flatnonzero(forced).tolist():
        _name(model, model.cp.add(model.pairs[k] == 1), f"forced_{model.pairs[k].name}")
    for k in np.flatnonzero(np.isin(model.bye_at, model.problem.forced_byes)).tolist():
        _name(model, model.cp.add(model.byes[k] == 1), f"forced_{model.byes[k].name}")


def rules_over_pairs(model: RoundModel) -> None:
    """Σ amount_ij · plays[i, j] ≤ limit + excess, or ≥ limit - excess, in each part of the field that a rule counts in.

    The excess of a hard rule is 0, and forced pairs alone never break it; of a rule with a price, or a relaxed one, it
    is a variable.
    """
    for count in model.problem.counts:
        rule = count.rule
        for part, amount in enumerate(_amounts(model, count)):
            hard = rule.price is None and rule.name not in model.problem.relaxed_counts
            limit = rule.limit if rule.price is not None else max(rule.limit, int(count.forced_count[part]))
            limit = rule.limit if rule.at_least else limit
            worst = limit if rule.at_least else _greatest_total(model, amount) - limit
            if worst > 0:  # else the limit cannot be passed
                total = sum(value * model.pairs[k] for k, value in amount.items())
                excess = 0 if hard else _new_excess(model, count, part, worst)
                kept = model.cp.add(total + excess >= limit if rule.at_least else total - excess <= limit)
                _name(model, kept, f"rule_{_plain(rule.name)}_{part}")


def _new_excess(model: RoundModel, count: Count, part: int, worst: int) -> Any:
    name = f"excess_{_plain(count.rule.name)}_{part}" if model.named else ""
    model.excess.append(model.cp.new_int_var(0, worst, name))
    model.excess_of.append((count, part))
    model.worst.append(worst)
    return model.excess[-1]


def _amounts(model: RoundModel, count: Count) -> list[dict[int, int]]:
    """For each part of the field the pairs (by the position of their variable) that count there, with their amounts."""
    found: list[dict[int, int]] = [{} for _ in count.labels]
    i, j = model.i[model.pair_at], model.j[model.pair_at]
    for parts, amounts in count.terms(model.problem.field, i, j):
        for k in np.flatnonzero((parts >= 0) & (amounts > 0)).tolist():
            own = found[parts[k]]
            own[k] = own.get(k, 0) + int(amounts[k])
    return found


def _greatest_total(model: RoundModel, amount: Mapping[int, int]) -> int:
    """A bound of what a rule can count in a part: half the sum of everybody's greatest amount, as two share a game."""
    positions, values = np.array(list(amount), dtype=np.int64), np.array(list(amount.values()), dtype=np.int64)
    greatest = np.zeros(len(model.problem), dtype=np.int64)
    for ends in (model.i, model.j):
        np.maximum.at(greatest, ends[model.pair_at[positions]], values)
    return int(greatest.sum()) // 2


def _name(model: RoundModel, constraint: Any, name: str) -> None:
    if model.named:
        constraint.with_name(name)


def _plain(text: str) -> str:
    """A text as a part of a variable's name: letters, digits, dots and underscores."""
    return re.sub(r"[^A-Za-z0-9.]", "_", text)


# The objective: one exact whole number a tier, and an earlier tier decides before every later one.


def tier_names(problem: RoundProblem) -> list[TierName]:
    """The tiers in their order: breaches if rules are relaxed, those of the profile, the lottery (`tie`)."""
    relaxed: list[TierName] = ["breaches"] if problem.relaxed or problem.relaxed_counts else []
    return [*relaxed, *problem.tiers, "tie"]


def cost_in(model: RoundModel, tier: TierName) -> Ints:
    """The coefficients of a tier's objective, in the order of `variables`. Raises InputError if one is above 2^50."""
    if tier not in model.costs:
        of_tier = breaches if tier == "breaches" else lottery if tier == "tie" else weighted_cost
        pairs, byes, prices = of_tier(model, tier)
        model.costs[tier] = checked_costs(np.concatenate([pairs[model.pair_at], byes[model.bye_at], prices]))
    return model.costs[tier]


def breaches(model: RoundModel, _: TierName) -> tuple[Ints, Ints, Ints]:
    """1 for each relaxed rule that a free pair or bye breaks, and for each unit of excess of a relaxed hard rule."""
    by_hand = model.forced()
    pairs = np.where(by_hand, 0, popcount(model.broken))
    byes = popcount(model.bye_broken)
    byes[list(model.problem.forced_byes)] = 0
    return pairs, byes, np.array([count.rule.price is None for count, _ in model.excess_of], dtype=np.int64)


def weighted_cost(model: RoundModel, tier: TierName) -> tuple[Ints, Ints, Ints]:
    """Σ weight · criterion(i, j) of a pair, Σ weight · criterion(i) of a bye, and the price of each unit of excess."""
    problem, number = model.problem, int(tier)
    prices = [rule.price if rule.price and rule.tier == number else 0 for rule in (c.rule for c, _ in model.excess_of)]
    pairs, byes = problem.cost(model.i, model.j, number), problem.bye_cost(number)
    return pairs, byes, np.array(prices, dtype=np.int64)


def lottery(model: RoundModel, _: TierName) -> tuple[Ints, Ints, Ints]:
    """A seeded lot below 2^40 for each pair and bye: it decides between rounds of the same cost."""
    nothing = np.zeros(len(model.excess), dtype=np.int64)
    return model.problem.lottery(model.i, model.j), model.problem.bye_lottery(), nothing
