"""Variants of a round problem: other weights, a pair forbidden or forced, a limit on a total.

A question about a round ("why not her?", "what if clubs counted more?") is such a variant, solved and proven like the
round itself.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np

from ..tournament.count_rule import CountRule
from ..tournament.rules import Rule
from .amounts import Amounts, GamesOf, ListedPairs, listed_pairs
from .counts import Count
from .criteria.field import Field, Ints
from .profile import Profile, Weight
from .round_problem import IndexPair, KeptBoards, NewBoardLimits, RoundProblem

#: The name under which the cost of kept boards is listed; names of rules cannot contain a blank.
KEPT_BOARDS = "kept boards"


@dataclass(frozen=True, slots=True, eq=False)
class Total(Count):
    """A rule over the total of given amounts of pairs, in the whole round as its one part."""

    amounts: Amounts

    @property
    def max_amount(self) -> int:
        """The greatest amount of a pair."""
        return self.amounts.max_amount

    def terms(self, field: Field, i: Ints, j: Ints) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """The amount of each pair, all in part 0."""
        amount = self.amounts.of(field, i, j)
        zeros = np.zeros_like(amount)
        return (zeros, amount), (zeros, zeros)

    def identity(self) -> tuple[object, ...]:
        """A value that differs from that of any other rule or amounts for the same entrants (for the fingerprint)."""
        return (*Count.identity(self), self.amounts.identity())


def with_total(problem: RoundProblem, rule: CountRule, amounts: Amounts) -> RoundProblem:
    """The problem with one more rule, which limits the total of `amounts` over all pairs, forced ones included."""
    scope = np.zeros(len(problem), dtype=np.int64)
    total = Total(rule, scope, ("",), np.zeros(1, dtype=np.int64), amounts)
    return with_forced_counts(replace(problem, counts=(*problem.counts, total)))


def with_forbidden(problem: RoundProblem, pairs: Collection[IndexPair]) -> RoundProblem:
    """The problem with these pairs forbidden, even if the rule `forbidden` is relaxed."""
    if Rule.FORBIDDEN in problem.relaxed:
        return with_total(problem, CountRule("kept apart", (), 0), listed_boards(problem, pairs))
    bits = dict(zip(problem.barred.tolist(), problem.barred_by.tolist(), strict=True))
    for i, j in pairs:
        code = min(i, j) * len(problem) + max(i, j)
        bits[code] = bits.get(code, 0) | Rule.FORBIDDEN.bit
    codes = np.array(sorted(bits), dtype=np.int64)
    return replace(problem, barred=codes, barred_by=np.array([bits[c] for c in codes.tolist()], dtype=np.int64))


def with_game(problem: RoundProblem, player: int) -> RoundProblem:
    """The problem in which an entrant must have a game, not the bye, even if second byes are allowed."""
    return with_total(problem, CountRule("has a game", (), 1, at_least=True), GamesOf(player))


def with_forced(problem: RoundProblem, pairs: Iterable[IndexPair], byes: Iterable[int] = ()) -> RoundProblem:
    """The problem with these pairs and byes forced, whatever rules they break."""
    forced = dict.fromkeys([*problem.forced, *((min(p), max(p)) for p in pairs)])
    return with_forced_counts(
        replace(problem, forced=tuple(forced), forced_byes=tuple(dict.fromkeys([*problem.forced_byes, *byes])))
    )


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
    unit_weights = Profile("", "", tuple(Weight(name, 1) for name in criteria))
    return replace(problem, profile=unit_weights, counts=(), kept=()).costs_by_criterion(pairs, byes)


def with_tiers(problem: RoundProblem, *tiers: Mapping[str, int]) -> RoundProblem:
    """The problem with only these weights, one mapping for each tier, and without soft rules."""
    weights = [Weight(name, value, "", k) for k, tier in enumerate(tiers, 1) for name, value in tier.items()]
    hard = tuple(count for count in problem.counts if count.rule.price is None)
    return replace(problem, profile=Profile("", "", tuple(weights)), counts=hard)


def listed_boards(problem: RoundProblem, pairs: Iterable[IndexPair]) -> ListedPairs:
    """The amounts 1 for each of these pairs, 0 for all others."""
    return listed_pairs(len(problem), dict.fromkeys(pairs, 1))
