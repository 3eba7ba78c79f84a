"""The rules over sets of pairs, resolved for the entrants of one round: what each pair adds to which count."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

import numpy as np

from ..tournament.count_rule import CountRule, player_set, same_column
from .criteria.field import Field, Flags, Ints
from .criteria.social import family


@dataclass(frozen=True, slots=True, eq=False)
class Count:
    """One rule: `scope` is each entrant's part of the field (-1: in none), `labels` the names of the parts.

    `settled` is what the pairs forced by hand count in each part. They never make a hard rule impossible: its limit
    for the others is then 0.
    """

    rule: CountRule
    scope: Ints
    labels: tuple[str, ...]
    forced_count: Ints

    @property
    def max_amount(self) -> int:
        """No pair counts more."""
        return 1 if self.rule.per == "round" and not self.rule.players else 2

    @property
    def limits(self) -> Ints:
        """For each part, how many the free pairs may (or must) still count."""
        return np.maximum(self.rule.limit - self.forced_count, 0)

    def terms(self, field: Field, i: Ints, j: Ints) -> tuple[tuple[Ints, Ints], tuple[Ints, Ints]]:
        """What each pair adds: twice a part (-1: none) and an amount 0 to 2, for the first and the second player."""
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
        """What tells the rule from any other of the same entrants."""
        return self.rule.plain(), self.scope.tolist(), self.forced_count.tolist()

    def excess(self, total: Ints) -> Ints:
        """How many units each part's count is over (or, of an at-least rule, under) the limit."""
        return np.maximum(self.rule.limit - total if self.rule.at_least else total - self.rule.limit, 0)

    def broken(self, total: Ints) -> Iterator[tuple[int, int]]:
        """Number and excess of the parts that break the rule."""
        excess = self.excess(total)
        for part in np.flatnonzero(excess).tolist():
            yield part, int(excess[part])


@dataclass(frozen=True, slots=True)
class PricedBreak:
    """A rule with a price that a pairing breaks: how much it has of it, in which part of the round, and the cost."""

    rule: CountRule
    found: int
    part: str
    cost: int


def priced_breaks(counts: Sequence[Count], field: Field, pairs: Sequence[tuple[int, int]]) -> list[PricedBreak]:
    """What a pairing breaks of the rules that have a price."""
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
    """By the name of a rule that wants at least so many: its conditions that no two entrants meet, if there are any.

    Where each is met, but never all at once, it is all of them together.
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
    """Whether the first and the second player of each pair count; both do not where a pair is not in all sets."""
    i, j = np.broadcast_arrays(i, j)
    first, second, inside = (np.ones(i.shape, dtype=bool) for _ in range(3))
    for name in sets:
        a, b = _members(field, name, i, j)
        first, second, inside = first & a, second & b, inside & (a | b)
    return first & inside, second & inside


def _members(field: Field, name: str, i: Ints, j: Ints) -> tuple[Flags, Flags]:
    """The players that count, of each pair, for one set."""
    how, who = player_set(name)
    if how:
        a, b = field.sets[who][i], field.sets[who][j]
        inside = a & b if how == "both" else a ^ b if how == "one" else a | b
        return a & inside, b & inside
    if name == "draw_down":
        return field.score[i] > field.score[j], field.score[i] < field.score[j]
    if name == "draw_up":
        return field.score[i] < field.score[j], field.score[i] > field.score[j]
    both = _pairs(field, name, i, j)
    return both, both


def _pairs(field: Field, name: str, i: Ints, j: Ints) -> Flags:
    if name == "float":
        return np.asarray(field.score[i] != field.score[j])
    if name == "handicap":
        return field.handicap(i, j) > 0
    if name == "family":
        return family(field, i, j) > 0
    if name == "visitor_local":
        return np.asarray(field.local[i] != field.local[j])
    column = field.columns[same_column(name)]
    return np.asarray((column[i] == column[j]) & (column[i] >= 0))
