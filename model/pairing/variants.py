"""Variants of a round problem: other weights, a pair forbidden or forced, a limit on a total, some of its hard rules.

A question about a round ("why not her?", "what if clubs counted more?") is such a variant, solved and proven like the
round itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..tournament.rules import PAIR_RULES, CountRule, Rule, rules_in
from .counts import Amounts, Count, GamesOf, listed_pairs
from .field import Field, Ints
from .profile import Profile
from .round_problem import IndexPair, KeptBoards, NewBoardLimits, RoundProblem

#: The name under which the cost of kept boards is listed; names of rules cannot contain a blank.
KEPT_BOARDS = "kept boards"


@dataclass(frozen=True, slots=True, eq=False)
class TotalRule(Count):
    """A rule over the total of given amounts of pairs, in the whole round as its one part."""

    amounts: Amounts

    @property
    def max_amount(self) -> int:
        return self.amounts.max_amount

    def terms(self, field: Field, i: Ints, j: Ints) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """The amount of each pair, all in part 0."""
        amount = self.amounts.of(field, i, j)
        zeros = np.zeros_like(amount)
        return (zeros, amount), (zeros, zeros)

    @property
    def reads(self) -> tuple[str, ...]:
        return self.amounts.reads

    def identity(self) -> tuple[object, ...]:
        return (*Count.identity(self), self.amounts.identity())


def with_total(problem: RoundProblem, rule: CountRule, amounts: Amounts) -> RoundProblem:
    """The problem with one more rule, which limits the total of `amounts` over all pairs, forced ones included."""
    scope = np.zeros(len(problem), dtype=np.int64)
    total = TotalRule(rule, scope, ("",), np.zeros(1, dtype=np.int64), amounts)
    return with_forced_counts(replace(problem, counts=(*problem.counts, total)))


def with_forbidden(problem: RoundProblem, pairs: Collection[IndexPair]) -> RoundProblem:
    """The problem with these pairs forbidden, even if the rule `forbidden` is relaxed."""
    if Rule.FORBIDDEN in problem.relaxed:
        return with_total(problem, CountRule("kept apart", (), 0), listed_pairs(len(problem), pairs))
    bits = dict(zip(problem.barred.tolist(), problem.barred_by.tolist(), strict=True))
    for i, j in pairs:
        code = min(i, j) * len(problem) + max(i, j)
        bits[code] = bits.get(code, 0) | Rule.FORBIDDEN.bit
    codes = np.array(sorted(bits), dtype=np.int64)
    return replace(problem, barred=codes, barred_by=np.array([bits[c] for c in codes.tolist()], dtype=np.int64))


def with_game(problem: RoundProblem, player: int) -> RoundProblem:
    """The problem in which an entrant must have a game, not the bye, even if second byes are allowed."""
    return with_total(problem, CountRule("has a game", (), 1, at_least=True), GamesOf(player))


def with_forced(problem: RoundProblem, pairs: Iterable[IndexPair]) -> RoundProblem:
    """The problem with these pairs forced, whatever rules they break."""
    forced = dict.fromkeys([*problem.forced, *((min(p), max(p)) for p in pairs)])
    return with_forced_counts(replace(problem, forced=tuple(forced)))


def with_forced_counts(problem: RoundProblem) -> RoundProblem:
    """The problem with `forced_count` recomputed in every rule over sets of pairs."""
    i, j = np.array(problem.forced, dtype=np.int64).reshape(-1, 2).T
    counts = tuple(replace(count, forced_count=count.of_pairs(problem.field, i, j)) for count in problem.counts)
    return replace(problem, counts=counts)


def with_kept_boards(problem: RoundProblem, pairs: Collection[IndexPair], tier: int, price: int = 1) -> RoundProblem:
    """The problem in which each pair other than these costs `price` in a tier, which may be a new one."""
    return replace(problem, kept=(*problem.kept, KeptBoards(KEPT_BOARDS, _partners(problem, pairs), price, tier)))


def with_new_board_limits(
    problem: RoundProblem, pairs: Collection[IndexPair], differences: Ints, bye: int
) -> RoundProblem:
    """The problem in which no pair but these is wider than either of its entrants may play, and no bye is higher."""
    return replace(problem, limits=NewBoardLimits(_partners(problem, pairs), differences, bye))


def _partners(problem: RoundProblem, pairs: Collection[IndexPair]) -> Ints:
    """Each entrant's partner in these pairs, -1 for none."""
    partner = np.full(len(problem), -1, dtype=np.int64)
    for i, j in pairs:
        partner[i], partner[j] = j, i
    return partner


def with_weights(problem: RoundProblem, weights: Mapping[str, int]) -> RoundProblem:
    """The problem with some weights changed; each criterion keeps its tier (tier 1 if it had no weight)."""
    return replace(problem, profile=problem.profile.with_weights(weights))


def unweighted_values(
    problem: RoundProblem, criteria: Iterable[str], pairs: Sequence[IndexPair], byes: Sequence[int]
) -> dict[str, int]:
    """The unweighted value of a pairing in some criteria."""
    unit_weights = Profile("", "", problem.profile.only(dict.fromkeys(criteria, 1)))
    return replace(problem, profile=unit_weights, counts=(), kept=()).costs_by_criterion(pairs, byes)


def with_tiers(problem: RoundProblem, *tiers: Mapping[str, int]) -> RoundProblem:
    """The problem with only these weights, one mapping for each tier, and without soft rules."""
    weights = [weight for k, tier in enumerate(tiers, 1) for weight in problem.profile.only(tier, k)]
    hard = tuple(count for count in problem.counts if count.rule.price is None)
    return replace(problem, profile=Profile("", "", tuple(weights)), counts=hard)


MANY = 40  # more forbidden pairs than this are one entry of the list


@dataclass(frozen=True, slots=True)
class DroppableRule:
    """A hard rule of the round, or a lock, which has `players`: two for a pair, one for a bye.

    Many forbidden pairs are one entry without players; `pairs` is their number.
    """

    rule: Rule | CountRule
    players: tuple[str, ...] = ()
    pairs: int = 0

    @property
    def name(self) -> str:
        """`repeats`, the name of a rule over pairs, `forbid 3:17`, `force 3:17`, `bye 3`."""
        if isinstance(self.rule, CountRule):
            return self.rule.name
        if not self.players:
            return self.rule.value
        what = "forbid" if self.rule is Rule.FORBIDDEN else "force" if len(self.players) > 1 else "bye"
        return f"{what} {':'.join(self.players)}"


@dataclass(frozen=True, slots=True)
class Conflict:
    """An irreducible infeasible subset of rules and locks: infeasible together, feasible without any one of them.

    `ways_out` has for each member, cheapest first, the least cost of the round when only that member is given up: a
    lock dropped, a rule broken as few times as possible; None if the round is infeasible even so. `complete` is false
    if time was up before all were tried: a smaller set may do.
    """

    members: tuple[DroppableRule, ...]
    ways_out: tuple[tuple[DroppableRule, int | None], ...]
    complete: bool


def droppable_rules(problem: RoundProblem) -> list[DroppableRule]:
    """The hard rules and locks in force: rules of pairs, rules over sets of pairs, then each lock."""
    ids = problem.field.ids
    rules = _rules_in_force(problem)
    parts = [DroppableRule(rule) for rule in PAIR_RULES if rule in rules and rule is not Rule.FORBIDDEN]
    parts += [
        DroppableRule(count.rule)
        for count in problem.counts
        if count.rule.price is None and count.rule.name not in problem.relaxed_counts
    ]
    forbidden = _forbidden(problem) if Rule.FORBIDDEN in rules else []
    if len(forbidden) > MANY:
        parts.append(DroppableRule(Rule.FORBIDDEN, pairs=len(forbidden)))
    else:
        parts += [DroppableRule(Rule.FORBIDDEN, (ids[i], ids[j])) for i, j in forbidden]
    parts += [DroppableRule(Rule.FORCED, (ids[i], ids[j])) for i, j in problem.forced]
    return parts + [DroppableRule(Rule.FORCED, (ids[i],)) for i in problem.forced_byes]


def _rules_in_force(problem: RoundProblem) -> set[Rule]:
    """The rules of pairs and byes that restrict this round and are not relaxed."""
    rules = set(rules_in(int(np.bitwise_or.reduce(problem.barred_by, initial=0))))
    if problem.max_difference:
        rules.add(Rule.DIFFERENCE_CAP)
    if problem.max_handicap:
        rules.add(Rule.HANDICAP_CAP)
    if problem.field.byes.any() and (len(problem) % 2 or problem.forced_byes):
        rules.add(Rule.SECOND_BYE)  # one forced bye may make the rest odd
    return rules - problem.relaxed


def with_only_rules(problem: RoundProblem, kept: Collection[DroppableRule]) -> RoundProblem:
    """The problem with only these of its hard rules and locks."""
    ids = problem.field.ids
    rules = {rule.rule for rule in kept if not rule.players}
    locks = {(rule.rule, rule.players) for rule in kept if rule.players}
    bits = problem.barred_by.copy()
    for rule in (Rule.REPEATS, Rule.FAMILIES):
        if rule not in rules:
            bits &= ~rule.bit
    if Rule.FORBIDDEN not in rules:
        allowed = [(i, j) for i, j in _forbidden(problem) if (Rule.FORBIDDEN, (ids[i], ids[j])) not in locks]
        codes = np.array([i * len(problem) + j for i, j in allowed], dtype=np.int64)
        bits[np.isin(problem.barred, codes)] &= ~Rule.FORBIDDEN.bit
    field = problem.field
    if Rule.SECOND_BYE not in rules:
        field = replace(field, byes=np.zeros_like(field.byes))
    barred = bits != 0
    return with_forced_counts(
        replace(
            problem,
            field=field,
            barred=problem.barred[barred],
            barred_by=bits[barred],
            forced=tuple(p for p in problem.forced if (Rule.FORCED, (ids[p[0]], ids[p[1]])) in locks),
            forced_byes=tuple(p for p in problem.forced_byes if (Rule.FORCED, (ids[p],)) in locks),
            max_difference=problem.max_difference if Rule.DIFFERENCE_CAP in rules else 0,
            max_handicap=problem.max_handicap if Rule.HANDICAP_CAP in rules else 0,
            counts=tuple(c for c in problem.counts if c.rule.price is not None or c.rule in rules),
        )
    )


def _forbidden(problem: RoundProblem) -> list[IndexPair]:
    at = np.flatnonzero(problem.barred_by & Rule.FORBIDDEN.bit)
    return [(int(code) // len(problem), int(code) % len(problem)) for code in problem.barred[at]]
