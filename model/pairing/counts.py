"""Rules over sets of pairs, applied to the entrants of one round; and the amounts of pairs in a rule over a total.

No n × n array is stored: amounts are computed for the pairs asked for.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np

from ..tournament.rules import PAIR_SETS, CountRule, player_set, same_column
from .criteria import Criterion, formula
from .evaluation import PairValues, values, values_of_one
from .field import Field, Flags, Ints
from .formula import EntrantColumn, Formula, ValueKind


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """One rule, which counts in each part of the field (round, score group, club …) separately.

    `scope` is each entrant's part (-1: none), `labels` are the names of the parts. `forced_count` is the count of the
    forced pairs in each part. These alone never make a hard rule infeasible: its limit for the free pairs is never
    negative.
    """

    rule: CountRule
    scope: Ints
    labels: tuple[str, ...]
    forced_count: Ints

    @property
    def max_amount(self) -> int:
        """The greatest amount that a pair can add to the counts."""
        return 1 if self.rule.per == "round" and not self.rule.players else 2

    @property
    def limits(self) -> Ints:
        """The limit of the free pairs' count in each part."""
        return np.maximum(self.rule.limit - self.forced_count, 0)

    def terms(self, field: Field, i: Ints, j: Ints) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """What the first and the second player of each pair add, each as (part, amount 0 to 2); part -1 is none."""
        first, second = who_counts(field, self.rule.pairs, i, j)
        a, b = np.broadcast_to(self.scope[i], first.shape), np.broadcast_to(self.scope[j], second.shape)
        if self.rule.per == "round":
            both = first.astype(np.int64) + second
            return (a, both if self.rule.players else np.minimum(both, 1)), (b, np.zeros_like(both))
        if not self.rule.players:
            second = second & ~(first & (a == b))
        return (a, np.where(a >= 0, first, 0)), (b, np.where(b >= 0, second, 0))

    def of_pairs(self, field: Field, i: Ints, j: Ints) -> Ints:
        """The count of each part over a list of pairs."""
        total = np.zeros(len(self.labels), dtype=np.int64)
        for part, amount in self.terms(field, np.asarray(i, dtype=np.int64), np.asarray(j, dtype=np.int64)):
            np.add.at(total, part[part >= 0], amount[part >= 0])
        return total

    def identity(self) -> tuple[object, ...]:
        """A value that differs from that of any other rule for the same entrants (for prints 1 and 2)."""
        return self.rule.as_once(), self.scope.tolist(), self.forced_count.tolist()

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns of the `Field` that its pairs are found by."""
        return tuple(dict.fromkeys(column for one in count_formulas(self.rule.pairs) for column in one.reads))

    def excess(self, total: Ints) -> Ints:
        """By how much each part's count exceeds the limit, or of an at-least rule falls short of it; else 0."""
        return np.maximum(self.rule.limit - total if self.rule.at_least else total - self.rule.limit, 0)

    def broken(self, total: Ints) -> Iterator[tuple[int, int]]:
        """The number and excess of each part that breaks the rule."""
        excess = self.excess(total)
        for part in np.flatnonzero(excess).tolist():
            yield part, int(excess[part])


@dataclass(frozen=True, slots=True)
class PricedBreak:
    """A soft rule that a pairing breaks: the count `found`, the part of the field, and the cost."""

    rule: CountRule
    found: int
    part: str
    cost: int


def priced_breaks(counts: Sequence[Count], field: Field, pairs: Sequence[tuple[int, int]]) -> list[PricedBreak]:
    """The breaches of soft rules (those with a price) in a pairing."""
    i, j = np.array(pairs, dtype=np.int64).reshape(-1, 2).T
    found = []
    for count in counts:
        if count.rule.price is not None:
            total = count.of_pairs(field, i, j)
            for part, excess in count.broken(total):
                cost = excess * count.rule.price
                found.append(PricedBreak(count.rule, int(total[part]), count.labels[part], cost))
    return found


def unmet_conditions(counts: Sequence[Count], field: Field) -> dict[str, tuple[str, ...]]:
    """For at-least rules, by name: the conditions that no pair of entrants satisfies.

    Where each condition is satisfied by some pair, but never all by the same one: all of them, joined by "and".
    """
    i, j = np.triu_indices(len(field.ids), 1)
    found = {}
    for rule in (count.rule for count in counts if count.rule.at_least):
        every = [(name,) for name in rule.pairs] + [rule.pairs]
        unmet = [names for names in every if not np.logical_or(*who_counts(field, names, i, j)).any()]
        unmet = [names for names in unmet if len(names) == 1] or unmet
        if unmet:
            found[rule.name] = tuple(dict.fromkeys(" and ".join(names) for names in unmet))
    return found


def who_counts(field: Field, sets: Sequence[str], i: Ints, j: Ints) -> tuple[Flags, Flags]:
    """Whether the first and the second player of each pair count; neither does unless the pair is in all `sets`."""
    pairs, shape = PairValues(field, i, j), np.broadcast_shapes(np.shape(i), np.shape(j))
    first, second = (np.broadcast_to(pairs.of(one) > 0, shape) for one in count_formulas(tuple(sets)))
    return first, second


@cache
def count_formulas(sets: tuple[str, ...]) -> tuple[Formula, Formula]:
    """The formulas for whether i and whether j of a pair count that is in all `sets`."""
    parts = [_set_formulas(name, f"set_{k}") for k, name in enumerate(sets, 1)]
    columns = tuple(column for *_, column in parts if column)
    first, second, inside = (dict.fromkeys(part[k] for part in parts) for k in range(3))
    each = [" & ".join(f"({text})" for text in {**own, **inside}) for own in (first, second)]
    return formula(each[0] or "0 == 0", columns), formula(each[1] or "0 == 0", columns)


def _set_formulas(name: str, column: str) -> tuple[str, str, str, EntrantColumn | None]:
    """Whether i and j count in one set, and whether the pair is in it; and the column that it is read from, if any."""
    how, who = player_set(name)
    if how:
        one, other = f"i.{column}", f"j.{column}"
        inside = {"both": f"{one} & {other}", "one": f"{one} != {other}", "any": f"{one} | {other}"}[how]
        return one, other, inside, EntrantColumn(column, ValueKind.FLAG, who, reads=(f"sets.{who}",))
    if own := same_column(name):
        shared = f"shares(i.{column}, j.{column})"
        return shared, shared, shared, EntrantColumn(column, ValueKind.CODES, own, reads=(f"columns.{own}",))
    text = PAIR_SETS[name].formula
    return text, {"down": "up", "up": "down"}.get(text, text), "down | up" if text in ("down", "up") else text, None


CHUNK = 500_000  # pairs computed at a time


@dataclass(frozen=True, slots=True, eq=False)
class ListedPairs:
    """1 for some pairs, 0 for all others: `partner` is n × d, padded with -1.

    d is the greatest number of pairs that one player is in: 1 for the boards of a round.
    """

    partner: Ints
    reads: tuple[str, ...] = ()

    @property
    def max_amount(self) -> int:
        """The greatest amount."""
        return int(self.partner.max(initial=-1) >= 0)

    def of(self, field: Field, i: Ints, j: Ints) -> Ints:
        """The amounts of pairs."""
        total = np.zeros(np.broadcast_shapes(np.shape(i), np.shape(j)), dtype=np.int64)
        for partner in self.partner.T:
            total += partner[i] == j
        return total

    def identity(self) -> tuple[object, ...]:
        """A value that differs from that of other amounts for the same entrants: the pairs, each once."""
        i, k = np.nonzero(self.partner > np.arange(len(self.partner))[:, None])
        return ("pairs", sorted((a, b, 1) for a, b in zip(i.tolist(), self.partner[i, k].tolist(), strict=True)))


@dataclass(frozen=True, slots=True)
class GamesOf:
    """1 for each pair that contains one player, 0 for all others."""

    player: int
    max_amount: int = 1
    reads: tuple[str, ...] = ()

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

    criterion: Criterion
    bye: Ints
    offset: int
    max_amount: int

    def of(self, field: Field, i: Ints, j: Ints) -> Ints:
        """The amounts of pairs."""
        own = values(self.criterion.of_pair, field, i, j)
        return np.asarray(own - (self.bye[i] + self.bye[j] - self.offset), dtype=np.int64)

    @property
    def reads(self) -> tuple[str, ...]:
        """The columns of the criterion."""
        return self.criterion.reads

    def identity(self) -> tuple[object, ...]:
        """The criterion, the bye values subtracted, and the offset."""
        return ("criterion", self.criterion.name, self.bye.tolist(), self.offset)


#: A whole number ≥ 0 for each pair of entrants, symmetric; an upper bound of them, and the columns that they read.
Amounts = ListedPairs | GamesOf | CriterionValues


def listed_pairs(size: int, pairs: Iterable[tuple[int, int]]) -> ListedPairs:
    """The amounts 1 for some pairs of `size` entrants, 0 for all others."""
    others: list[set[int]] = [set() for _ in range(size)]
    for i, j in pairs:
        others[i].add(j)
        others[j].add(i)
    partner = np.full((size, max(map(len, others), default=0)), -1, dtype=np.int64)
    for i, own in enumerate(others):
        partner[i, : len(own)] = sorted(own)
    return ListedPairs(partner)


def criterion_values(field: Field, criterion: Criterion, less_byes: bool = False) -> CriterionValues:
    """The values of pairs in a criterion; with `less_byes` less the bye values of the two entrants."""
    bye = values_of_one(criterion.of_bye, field) if less_byes else np.zeros(len(field), dtype=np.int64)
    extremes = [(int(block.min(initial=0)), int(block.max(initial=0))) for block in _blocks(field, criterion, bye)]
    offset = -min((least for least, _ in extremes), default=0)
    return CriterionValues(criterion, bye, offset, max((most for _, most in extremes), default=0) + offset)


def _blocks(field: Field, criterion: Criterion, bye: Ints) -> Iterator[Ints]:
    """The values of all pairs less bye values, some rows of the n × n matrix at a time; its diagonal counts as 0."""
    every = np.arange(len(field), dtype=np.int64)
    for some in np.array_split(every, len(every) ** 2 // CHUNK + 1):
        block = np.zeros((len(some), len(every)), dtype=np.int64)
        block += values(criterion.of_pair, field, some[:, None], every[None, :])
        block[np.arange(len(some)), some] = 0
        yield block - bye[some][:, None] - bye[None, :]
