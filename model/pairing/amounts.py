"""The amounts of pairs in a rule over a total: of listed pairs, of one player's games, or of a criterion.

No n × n array is stored: amounts are computed for the pairs asked for.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Protocol

import numpy as np

from .criteria import CRITERIA
from .criteria.field import Field, Ints

CHUNK = 500_000  # pairs computed at a time


class Amounts(Protocol):
    """A whole number ≥ 0 for each pair of entrants, symmetric."""

    @property
    def max_amount(self) -> int:
        """An upper bound of the amounts."""

    def of(self, field: Field, i: Ints, j: Ints) -> Ints:
        """The amounts of pairs; index arrays broadcast against each other."""

    def identity(self) -> tuple[object, ...]:
        """A value that differs from that of any other amounts for the same entrants (for the fingerprint)."""


@dataclass(frozen=True, slots=True, eq=False)
class ListedPairs:
    """Amounts of some pairs, 0 for all others: `partner` and `amount` are n × d, padded with -1 and 0.

    d is the greatest number of pairs that one player is in: 1 for the boards of a round.
    """

    partner: Ints
    amount: Ints

    @property
    def max_amount(self) -> int:
        """The greatest amount."""
        return int(self.amount.max(initial=0))

    def of(self, field: Field, i: Ints, j: Ints) -> Ints:
        """The amounts of pairs."""
        total = np.zeros(np.broadcast_shapes(np.shape(i), np.shape(j)), dtype=np.int64)
        for partner, amount in zip(self.partner.T, self.amount.T, strict=True):
            total += amount[i] * (partner[i] == j)
        return total

    def identity(self) -> tuple[object, ...]:
        """The pairs, each once, with their amounts."""
        i, k = np.nonzero(self.partner > np.arange(len(self.partner))[:, None])
        pairs = zip(i.tolist(), self.partner[i, k].tolist(), self.amount[i, k].tolist(), strict=True)
        return ("pairs", sorted(pairs))


@dataclass(frozen=True, slots=True)
class GamesOf:
    """1 for each pair that contains one player, 0 for all others."""

    player: int
    max_amount: int = 1

    def of(self, field: Field, i: Ints, j: Ints) -> Ints:
        """The amounts of pairs."""
        one_of_two = (np.asarray(i) == self.player) | (np.asarray(j) == self.player)
        return np.asarray(one_of_two, dtype=np.int64)

    def identity(self) -> tuple[object, ...]:
        """The player."""
        return ("games of", self.player)


@dataclass(frozen=True, slots=True, eq=False)
class CriterionValues:
    """Values of pairs in a criterion, less the two entrants' `bye` values, plus an `offset` that makes them ≥ 0."""

    criterion: str
    bye: Ints
    offset: int
    max_amount: int

    def of(self, field: Field, i: Ints, j: Ints) -> Ints:
        """The amounts of pairs."""
        own = CRITERIA[self.criterion].pair(field, i, j)
        return np.asarray(own - (self.bye[i] + self.bye[j] - self.offset), dtype=np.int64)

    def identity(self) -> tuple[object, ...]:
        """The criterion, the bye values subtracted, and the offset."""
        return ("criterion", self.criterion, self.bye.tolist(), self.offset)


def listed_pairs(size: int, amounts: Mapping[tuple[int, int], int]) -> ListedPairs:
    """Amounts of some pairs of `size` entrants, 0 for all others."""
    of: list[dict[int, int]] = [{} for _ in range(size)]
    for (i, j), amount in amounts.items():
        of[i][j] = of[j][i] = amount
    width = max(map(len, of), default=0)
    partner, amount_of = np.full((size, width), -1, dtype=np.int64), np.zeros((size, width), dtype=np.int64)
    for i, own in enumerate(of):
        partner[i, : len(own)], amount_of[i, : len(own)] = list(own), list(own.values())
    return ListedPairs(partner, amount_of)


def criterion_values(field: Field, criterion: str, less_byes: bool = False) -> CriterionValues:
    """The values of pairs in a criterion; with `less_byes` less the bye values of the two entrants."""
    bye = CRITERIA[criterion].bye(field) if less_byes else np.zeros(len(field), dtype=np.int64)
    extremes = [(int(block.min(initial=0)), int(block.max(initial=0))) for block in _blocks(field, criterion, bye)]
    offset = -min((least for least, _ in extremes), default=0)
    return CriterionValues(criterion, bye, offset, max((most for _, most in extremes), default=0) + offset)


def _blocks(field: Field, criterion: str, bye: Ints) -> Iterator[Ints]:
    """The values of all pairs less bye values, some rows of the n × n matrix at a time; its diagonal counts as 0."""
    every = np.arange(len(field), dtype=np.int64)
    for some in np.array_split(every, len(every) ** 2 // CHUNK + 1):
        block = np.zeros((len(some), len(every)), dtype=np.int64)
        block += CRITERIA[criterion].pair(field, some[:, None], every[None, :])
        block[np.arange(len(some)), some] = 0
        yield block - bye[some][:, None] - bye[None, :]
