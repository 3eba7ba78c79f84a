"""One round as a problem: entrants, which pairs the rules allow, and what each pair costs. Knows no solver."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import IntFlag

import numpy as np
from numpy.typing import NDArray

from .criteria import CRITERIA
from .criteria.field import Field, Flags, Ints
from .criteria.score import gap_cost
from .profile import Profile

TIE_BITS = 32


class Rule(IntFlag):
    """The hard rules that a pair or a bye can break, as bits; names as `--relax` takes them."""

    NONE = 0
    REPEATS = 1
    FORBIDDEN = 2
    FAMILIES = 4
    DIFFERENCE_CAP = 8
    HANDICAP_CAP = 16
    SECOND_BYE = 32

    @property
    def text(self) -> str:
        """`second-bye` for SECOND_BYE."""
        return (self.name or "").lower().replace("_", "-")


RULE_WORDS = {
    Rule.REPEATS: "have met before",
    Rule.FORBIDDEN: "are forbidden to meet",
    Rule.FAMILIES: "are of one family or group",
    Rule.DIFFERENCE_CAP: "differ by more points than the limit",
    Rule.HANDICAP_CAP: "would need more stones than the limit",
    Rule.SECOND_BYE: "has had a bye before",
}


@dataclass(frozen=True, slots=True, eq=False)
class RoundProblem:
    """Everything an engine needs to draw one round, and nothing else.

    Indices are positions in `field.ids`. `barred` are codes lo·n + hi of pairs, ascending, that a rule of `barred_by`
    keeps apart. `forced` pairs and `forced_byes` are settled before the draw. `relaxed` rules may be broken: the
    number of breaches is minimised before anything else. Index arrays broadcast against each other.
    """

    round: int
    field: Field
    profile: Profile
    barred: Ints
    barred_by: Ints
    forced: tuple[tuple[int, int], ...] = ()
    forced_byes: tuple[int, ...] = ()
    max_difference: int = 0
    max_handicap: int = 0
    relaxed: Rule = Rule.NONE

    def __len__(self) -> int:
        return len(self.field)

    @property
    def weights(self) -> dict[str, int]:
        """Weight by criterion, those that count."""
        return {w.criterion: w.weight for w in self.profile.weights if w.weight}

    def free(self) -> Ints:
        """Indices of the entrants whom no forced pair and no forced bye has settled."""
        settled = {i for pair in self.forced for i in pair} | set(self.forced_byes)
        return np.array([i for i in range(len(self)) if i not in settled], dtype=np.int64)

    def cost(self, i: Ints, j: Ints) -> Ints:
        """The weighted cost of each pair: the sum over the criteria of weight × value."""
        total = np.zeros(np.broadcast_shapes(np.shape(i), np.shape(j)), dtype=np.int64)
        for name, weight in self.weights.items():
            total += weight * CRITERIA[name].pair(self.field, i, j)
        return total

    def bye_cost(self) -> Ints:
        """The weighted cost of giving the bye to each entrant."""
        total = np.zeros(len(self), dtype=np.int64)
        for name, weight in self.weights.items():
            total += weight * CRITERIA[name].bye(self.field)
        return total

    def gap_bound(self, gap: Ints) -> Ints:
        """A lower bound of the cost of pairs whose scores differ by `gap` points: the score term alone."""
        return self.weights.get("mms_difference", 0) * gap_cost(gap)

    def breaches(self, i: Ints, j: Ints) -> Ints:
        """The hard rules that each pair breaks, as bits of `Rule`."""
        i, j = np.asarray(i), np.asarray(j)
        code = np.minimum(i, j) * len(self) + np.maximum(i, j)
        bits = np.zeros(code.shape, dtype=np.int64)
        if len(self.barred):
            at = np.minimum(np.searchsorted(self.barred, code), len(self.barred) - 1)
            bits = np.where(self.barred[at] == code, self.barred_by[at], 0)
        if self.max_difference:
            wide = np.abs(self.field.score[i] - self.field.score[j]) > self.max_difference
            bits = bits | np.where(wide, int(Rule.DIFFERENCE_CAP), 0)
        if self.max_handicap:
            bits = bits | np.where(self.field.handicap(i, j) > self.max_handicap, int(Rule.HANDICAP_CAP), 0)
        return bits

    def bye_breaches(self) -> Ints:
        """The hard rules that a bye of each entrant breaks, as bits of `Rule`."""
        return np.where(self.field.byes > 0, int(Rule.SECOND_BYE), 0)

    def allowed(self, i: Ints, j: Ints) -> Flags:
        """Which pairs may be made: two different players, no rule broken that is not relaxed."""
        return np.asarray((self.breaches(i, j) & ~int(self.relaxed) == 0) & (np.asarray(i) != np.asarray(j)))

    def bye_allowed(self) -> Flags:
        """Who may get the bye."""
        return np.asarray(self.bye_breaches() & ~int(self.relaxed) == 0)

    def tie(self, i: Ints, j: Ints) -> Ints:
        """The seeded lottery number that decides between pairings of equal cost, below 2^32 for each pair."""
        return self.field.lots(i, j, TIE_BITS)

    def bye_tie(self) -> Ints:
        """The seeded lottery number of each entrant's bye."""
        return self.field.bye_lots(TIE_BITS)

    def relax(self, rules: Rule) -> RoundProblem:
        """The same problem with more rules that may be broken."""
        return replace(self, relaxed=self.relaxed | rules)

    def costs_by_criterion(self, pairs: Sequence[tuple[int, int]], byes: Sequence[int]) -> dict[str, int]:
        """The weighted cost of a whole pairing, by criterion."""
        i = np.array([a for a, _ in pairs], dtype=np.int64)
        j = np.array([b for _, b in pairs], dtype=np.int64)
        bye = np.array(byes, dtype=np.int64)
        return {
            name: weight * int(CRITERIA[name].pair(self.field, i, j).sum() + CRITERIA[name].bye(self.field)[bye].sum())
            for name, weight in self.weights.items()
        }


def popcount(bits: Ints) -> NDArray[np.int64]:
    """The number of rules in each set of bits."""
    return sum((bits >> k) & 1 for k in range(len(Rule)))  # type: ignore[return-value]
