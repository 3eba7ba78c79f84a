"""The same round under one more condition: other weights, a pair kept apart or together, a total within a limit.

Every question about a round ("why not her?", "what if clubs counted more?") is such a problem, solved and proven like
the round itself.
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

#: The name of what other boards cost; no rule of a profile has it, as theirs have no blank.
KEPT_BOARDS = "kept boards"


@dataclass(frozen=True, slots=True, eq=False)
class Total(Count):
    """A rule over sets of pairs whose amounts are given, pair by pair."""

    amounts: Amounts

    @property
    def max_amount(self) -> int:
        """No pair counts more."""
        return self.amounts.max_amount

    def terms(self, field: Field, i: Ints, j: Ints) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """The amount of each pair, in the one part that there is."""
        amount = self.amounts.of(field, i, j)
        nowhere = np.zeros_like(amount)
        return (nowhere, amount), (nowhere, nowhere)

    def identity(self) -> tuple[object, ...]:
        """What tells the rule from any other of the same entrants: its amounts too."""
        return (*Count.identity(self), self.amounts.identity())


def with_total(problem: RoundProblem, rule: CountRule, amounts: Amounts) -> RoundProblem:
    """The problem with one more rule, over what all pairs add up to; forced pairs count, within a hard limit or not."""
    scope = np.zeros(len(problem), dtype=np.int64)
    total = Total(rule, scope, ("",), np.zeros(1, dtype=np.int64), amounts)
    return with_forced_counts(replace(problem, counts=(*problem.counts, total)))


def with_forbidden(problem: RoundProblem, pairs: Collection[IndexPair]) -> RoundProblem:
    """The problem with pairs that must not meet, also where pairs that are forbidden may."""
    if Rule.FORBIDDEN in problem.relaxed:
        return with_total(problem, CountRule("kept apart", (), 0), listed_boards(problem, pairs))
    bits = dict(zip(problem.barred.tolist(), problem.barred_by.tolist(), strict=True))
    for i, j in pairs:
        code = min(i, j) * len(problem) + max(i, j)
        bits[code] = bits.get(code, 0) | Rule.FORBIDDEN.bit
    codes = np.array(sorted(bits), dtype=np.int64)
    return replace(problem, barred=codes, barred_by=np.array([bits[c] for c in codes.tolist()], dtype=np.int64))


def with_game(problem: RoundProblem, player: int) -> RoundProblem:
    """The problem in which an entrant has a game, also where second byes are allowed."""
    return with_total(problem, CountRule("has a game", (), 1, at_least=True), GamesOf(player))


def with_forced(problem: RoundProblem, pairs: Iterable[IndexPair], byes: Iterable[int] = ()) -> RoundProblem:
    """The problem with pairs and byes that are settled, whatever rule they break."""
    forced = dict.fromkeys([*problem.forced, *((min(p), max(p)) for p in pairs)])
    return with_forced_counts(
        replace(problem, forced=tuple(forced), forced_byes=tuple(dict.fromkeys([*problem.forced_byes, *byes])))
    )


def with_forced_counts(problem: RoundProblem) -> RoundProblem:
    """With what the forced pairs count in every rule over sets of pairs."""
    i, j = np.array(problem.forced, dtype=np.int64).reshape(-1, 2).T
    counts = tuple(replace(count, forced_count=count.of_pairs(problem.field, i, j)) for count in problem.counts)
    return replace(problem, counts=counts)


def with_kept_boards(problem: RoundProblem, pairs: Collection[IndexPair], tier: int, price: int = 1) -> RoundProblem:
    """The problem in which each pair that is none of these costs a price in a tier, which may be one of its own."""
    return replace(problem, kept=(*problem.kept, KeptBoards(KEPT_BOARDS, _partners(problem, pairs), price, tier)))


def with_new_board_limits(
    problem: RoundProblem, pairs: Collection[IndexPair], difference: int, bye: int
) -> RoundProblem:
    """The problem in which no pair but these is wider than so many points, and no bye higher than a pairing score."""
    return replace(problem, limits=NewBoardLimits(_partners(problem, pairs), difference, bye))


def _partners(problem: RoundProblem, pairs: Collection[IndexPair]) -> Ints:
    """Each entrant's partner in these pairs, -1 for none."""
    partner = np.full(len(problem), -1, dtype=np.int64)
    for i, j in pairs:
        partner[i], partner[j] = j, i
    return partner


def with_weights(problem: RoundProblem, weights: Mapping[str, int]) -> RoundProblem:
    """The problem with other weights of some criteria, each in the tier that it has (tier 1 where it has none)."""
    return replace(problem, profile=problem.profile.with_weights(weights))


def unweighted_values(
    problem: RoundProblem, criteria: Iterable[str], pairs: Sequence[IndexPair], byes: Sequence[int]
) -> dict[str, int]:
    """What a whole pairing counts in some criteria, whatever they weigh."""
    alone = Profile("", "", tuple(Weight(name, 1) for name in criteria))
    return replace(problem, profile=alone, counts=(), kept=()).costs_by_criterion(pairs, byes)


def with_tiers(problem: RoundProblem, *tiers: Mapping[str, int]) -> RoundProblem:
    """The problem with these weights alone, a mapping a tier, and no rule that has a price."""
    weights = [Weight(name, value, "", k) for k, tier in enumerate(tiers, 1) for name, value in tier.items()]
    hard = tuple(count for count in problem.counts if count.rule.price is None)
    return replace(problem, profile=Profile("", "", tuple(weights)), counts=hard)


def listed_boards(problem: RoundProblem, pairs: Iterable[IndexPair]) -> ListedPairs:
    """1 for each of the pairs, 0 for all others."""
    return listed_pairs(len(problem), dict.fromkeys(pairs, 1))
