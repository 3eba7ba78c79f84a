"""Formulas computed by numpy for single pairs, lists and blocks of pairs: i as a column, j as a row.

A value that is the same in a whole block is one Python number, so that what depends on one player, one score group or
the round alone stays small, and a condition that holds for a whole block computes one of its two sides only.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache
from types import SimpleNamespace
from typing import Any

import numpy as np

from .criteria import CRITERIA
from .field import Field, Flags, Ints
from .formula import EntrantColumn, Formula, Node, ValueKind, formula_of

#: A number or flag of a whole block, or an array that broadcasts against the pairs.
Value = Any
Compute = Callable[["PairValues"], Value]


class PairValues:
    """The pairs for which formulas are computed: index arrays that broadcast, and what is known of them already."""

    __slots__ = ("field", "i", "j", "known")

    def __init__(self, field: Field, i: Ints, j: Ints) -> None:
        self.field, self.i, self.j = field, np.asarray(i), np.asarray(j)
        self.known: dict[object, Value] = {}

    @property
    def shape(self) -> tuple[int, ...]:
        """The shape of what is asked for."""
        return np.broadcast_shapes(self.i.shape, self.j.shape)

    def value(self, formula: Formula) -> Value:
        """What a formula gives: one number or flag, if it is the same for all pairs of a block; else an array."""
        return compiled(formula)(self)

    def of(self, formula: Formula) -> Ints:
        """The values of a formula as whole numbers, which broadcast to the shape; those of a list have it."""
        value = self.value(formula)
        if isinstance(value, np.ndarray):
            return value.astype(np.int64) if value.dtype == bool else value
        shape = self.shape
        return np.full((1, 1) if len(shape) == 2 else shape, int(value), dtype=np.int64)

    def sum(self, weighted: Iterable[tuple[Formula, int]]) -> Ints:
        """The sum of formulas, each times its weight, in the shape of the pairs."""
        total, of_all = np.zeros(self.shape, dtype=np.int64), 0
        for formula, weight in weighted:
            value = compiled(formula)(self)
            if isinstance(value, np.ndarray):
                total += weight * value
            else:
                of_all += weight * value
        if of_all:
            total += of_all
        return total


def values(formula: Formula, field: Field, i: Ints, j: Ints) -> Ints:
    """The values of a formula for pairs; index arrays broadcast against each other."""
    return PairValues(field, i, j).of(formula)


def of_each(field: Field) -> PairValues:
    """For formulas over `i` alone: each entrant beside themselves."""
    every = np.arange(len(field), dtype=np.int64)
    return PairValues(field, every, every)


def values_of_one(formula: Formula, field: Field) -> Ints:
    """The values of a formula over `i` alone, for each entrant: the cost of a bye, or a column that is computed."""
    return of_each(field).of(formula)


def values_by_gap(formula: Formula, gap: Ints, steps: int = 1) -> Ints:
    """The values of a formula over the difference of the scores alone, for such differences, in steps."""
    pairs = PairValues(SimpleNamespace(steps=steps), gap, gap)  # type: ignore[arg-type]
    pairs.known[formula.definitions["gap"]] = gap
    return pairs.of(formula)


@lru_cache(maxsize=512)
def compiled(formula: Formula) -> Compute:
    """The function that computes a formula; made once for each."""
    return _compute(formula.root, formula)


_ARITHMETIC: Mapping[str, Callable[[Value, Value], Value]] = {
    "+": operator.add, "-": operator.sub, "//": operator.floordiv, "%": operator.mod, "**": operator.pow,
}  # fmt: skip
_COMPARED: Mapping[str, Callable[[Value, Value], Value]] = {
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
}  # fmt: skip


def _compute(node: Node, formula: Formula) -> Compute:
    """The function that computes one node, made of those of the nodes below it."""
    name, side = str(node.value), node.side
    args = [_compute(arg, formula) for arg in node.args]
    numbers = (
        args if any(arg.kind is ValueKind.NUMBER for arg in node.args[:2]) else [*map(_number, args[:1]), *args[1:]]
    )
    if node.op in ("number", "word"):
        return lambda pairs: node.value
    if node.op == "round":
        own = formula.columns[name]
        return lambda pairs: column_of(pairs.field, own)
    if node.op == "column":
        return _column(name, side, formula)
    if node.op == "name":
        return _named(formula.definitions[name])
    if node.op in _ARITHMETIC:
        return _joined(_ARITHMETIC[node.op], *numbers)
    if node.op in _COMPARED:
        return _joined(_COMPARED[node.op], *args)
    if node.op == "where":
        return _where(args[0], *numbers[1:])
    return _FUNCTIONS[node.op](*(numbers if node.kind is ValueKind.NUMBER else args))


def _number(one: Compute) -> Compute:
    """A flag as 0 or 1."""

    def number(pairs: PairValues) -> Value:
        value = one(pairs)
        return value.astype(np.int64) if isinstance(value, np.ndarray) else int(value)

    return number


def _joined(of: Callable[[Value, Value], Value], one: Compute, other: Compute) -> Compute:
    return lambda pairs: of(one(pairs), other(pairs))


def _column(name: str, side: str, formula: Formula) -> Compute:
    """A column of one of the two players: one value if all of the block have it; sets have an axis more."""
    own, key = formula.columns[name], (name, side)
    derived = formula_of(own.formula, formula.columns, {}) if own.formula else None

    def column(pairs: PairValues) -> Value:
        found = pairs.known.get(key)
        if found is None:
            which = pairs.i if side == "i" else pairs.j
            every = column_of(pairs.field, own) if derived is None else values_of_one(derived, pairs.field)
            found = codes_of(every, which) if own.kind is ValueKind.CODES else _one_if_same(every[which])
            pairs.known[key] = found
        return found

    return column


def _one_if_same(found: Any) -> Value:
    if found.ndim == 2 and found.size:
        first = found[0, 0]
        return found if np.count_nonzero(found != first) else first.item()
    return found if found.ndim else found.item()


def _named(definition: Formula) -> Compute:
    """A named formula, computed once for the same pairs."""
    own = compiled(definition)

    def named(pairs: PairValues) -> Value:
        found = pairs.known.get(definition)
        if found is None:
            found = pairs.known[definition] = own(pairs)
        return found

    return named


def _where(condition: Compute, one: Compute, other: Compute) -> Compute:
    """Only the side that is needed, if the condition is the same for all pairs."""

    def where(pairs: PairValues) -> Value:
        holds = condition(pairs)
        if isinstance(holds, np.ndarray):
            some = np.count_nonzero(holds)
            if 0 < some < holds.size:
                return np.where(holds, one(pairs), other(pairs))
            return one(pairs) if some else other(pairs)
        return one(pairs) if holds else other(pairs)

    return where


def _times(one: Compute, other: Compute) -> Compute:
    """A product; nothing more is computed if the first factor is 0 everywhere."""

    def times(pairs: PairValues) -> Value:
        first = one(pairs)
        if not np.count_nonzero(first):
            return 0
        second = other(pairs)
        return first * second if isinstance(second, np.ndarray) or second else 0

    return times


def _both(one: Compute, other: Compute) -> Compute:
    def both(pairs: PairValues) -> Value:
        first = one(pairs)
        if not np.count_nonzero(first):
            return False
        return first & other(pairs) if isinstance(first, np.ndarray) else other(pairs)

    return both


def _either(one: Compute, other: Compute) -> Compute:
    def either(pairs: PairValues) -> Value:
        first = one(pairs)
        if isinstance(first, np.ndarray):
            return first | other(pairs)
        return True if first else other(pairs)

    return either


def _not(one: Compute) -> Compute:
    def negated(pairs: PairValues) -> Value:
        value = one(pairs)
        return ~value if isinstance(value, np.ndarray) else not value

    return negated


def _least(*args: Compute) -> Compute:
    return _folded(np.minimum, min, args)


def _greatest(*args: Compute) -> Compute:
    return _folded(np.maximum, max, args)


def _folded(of_arrays: Callable[..., Value], of_numbers: Callable[..., int], args: tuple[Compute, ...]) -> Compute:
    def folded(pairs: PairValues) -> Value:
        found = args[0](pairs)
        for arg in args[1:]:
            more = arg(pairs)
            numbers = isinstance(found, int) and isinstance(more, int)
            found = of_numbers(found, more) if numbers else of_arrays(found, more)
        return found

    return folded


def _lookup(place: Compute, *entries: Compute) -> Compute:
    def looked_up(pairs: PairValues) -> Value:
        table = np.array([int(entry(pairs)) for entry in entries], dtype=np.int64)
        found = table[np.clip(place(pairs), 0, len(table) - 1)]
        return found if found.ndim else int(found)

    return looked_up


def _shares(one: Compute, other: Compute) -> Compute:
    return lambda pairs: in_common(one(pairs), other(pairs))


def codes_of(column: Ints, which: Ints) -> Ints:
    """The codes of some entrants on a last axis, from a column of one code each (n) or of several (n × k)."""
    return column[which] if column.ndim == 2 else column[which][..., None]


def in_common(one: Ints, other: Ints) -> Flags | bool:
    """Whether two entrants have a code ≥ 0 in common; the last axis has the codes of each."""
    if one.max(initial=-1) < 0 or other.max(initial=-1) < 0:
        return False
    found: Flags | bool = False
    for a in range(one.shape[-1]):
        for b in range(other.shape[-1]):
            found = found | ((one[..., a] == other[..., b]) & (one[..., a] >= 0))
    return found if np.count_nonzero(found) else False


def stairs_of(gap: Ints, steps: int = 1) -> Ints:
    """Every step from d to d + 1 points costs d + 1, so that one wide gap costs more than several narrow ones.

    d(d+1)/2 for whole points: 0, 1, 3, 6 …; with two steps to a point 0, 1, 2, 4, 6, 9, 12 …
    """
    points, more = gap // steps, gap % steps
    return steps * (points * (points + 1) // 2) + more * (points + 1)


def _stairs(one: Compute) -> Compute:
    """Looked up, as there are few different gaps."""

    def stairs(pairs: PairValues) -> Value:
        gap = one(pairs)
        if not isinstance(gap, np.ndarray):
            return stairs_of(gap, pairs.field.steps)
        return stairs_of(np.arange(gap.max(initial=0) + 1), pairs.field.steps)[gap]

    return stairs


def _lot(below: Compute) -> Compute:
    return lambda pairs: pairs.field.lots(pairs.i, pairs.j, 32) * below(pairs) >> 32


_FUNCTIONS: Mapping[str, Callable[..., Compute]] = {
    "*": _times, "&": _both, "|": _either, "~": _not, "min": _least, "max": _greatest,
    "abs": lambda one: lambda pairs: abs(one(pairs)), "lookup": _lookup, "shares": _shares, "stairs": _stairs,
    "lot": _lot,
}  # fmt: skip


def column_of(field: Field, column: EntrantColumn) -> Any:
    """A column of the entrants as an array, or a value of the round; the record names it, never a text."""
    match column.name:
        case "lowest":
            return int(field.score.min(initial=field.score.max(initial=0)))
        case "highest":
            return int(field.score.max(initial=field.score.min(initial=0)))
        case "any_local":
            return bool(field.local.any())
    kind, _, own = column.reads[0].partition(".") if column.reads else (column.name, "", "")
    return getattr(field, kind)[own] if own else getattr(field, column.name)


def places_wanted(method: str, place: int, size: int) -> list[int]:
    """The opponents' places (from 1) in a group with the least deviation from a seeding other than random."""
    others = [other for other in range(1, size + 1) if other != place]
    places = np.array([place, *others], dtype=np.int64) - 1
    equal = np.zeros(size, dtype=np.int64)
    group = SimpleNamespace(seeding=method, score=equal, place=places, size=equal + size)
    off = values(CRITERIA["seeding"].of_pair, group, np.zeros(1, dtype=np.int64), np.arange(1, size))  # type: ignore[arg-type]
    return [other for other, value in zip(others, off.tolist(), strict=True) if value == off.min()]
