"""Formulas computed by numpy for single pairs, lists and blocks of pairs: i as a column, j as a row.

A value that is the same in a whole block is one Python number, so that what depends on one player, one score group or
the round alone stays small, and a condition that holds for a whole block computes one of its two sides only.
"""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterable, Mapping
from functools import lru_cache, partial, reduce
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

    def of(self, formula: Formula) -> Ints:
        """The values of a formula as whole numbers, which broadcast to the shape; those of a list have it."""
        value = compiled(formula)(self)
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


#: Operations and functions of values alone.
_OF_VALUES: Mapping[str, Callable[..., Value]] = {
    "+": operator.add, "-": operator.sub, "//": operator.floordiv, "%": operator.mod, "**": operator.pow,
    "==": operator.eq, "!=": operator.ne, "<": operator.lt, "<=": operator.le, ">": operator.gt, ">=": operator.ge,
    "|": operator.or_, "~": lambda one: ~one if isinstance(one, np.ndarray) else not one, "abs": abs,
    "min": lambda one, *more: reduce(partial(_one_of, min, np.minimum), more, one),
    "max": lambda one, *more: reduce(partial(_one_of, max, np.maximum), more, one),
    "lookup": lambda place, *table: np.array(table)[np.clip(place, 0, len(table) - 1)],
    "shares": lambda one, other: in_common(one, other),
}  # fmt: skip


def _one_of(of_numbers: Callable[..., int], of_arrays: Callable[..., Value], one: Value, other: Value) -> Value:
    return (of_numbers if isinstance(one, int) and isinstance(other, int) else of_arrays)(one, other)


def _compute(node: Node, formula: Formula) -> Compute:
    """The function that computes one node, made of those of the nodes below it."""
    args = [_compute(arg, formula) for arg in node.args]
    flags = [k for k, arg in enumerate(node.args) if arg.kind is ValueKind.FLAG and (k or node.op != "where")]
    if node.kind is ValueKind.NUMBER and (node.op in ("**", "where") or {0, 1} & {*range(len(args))} <= {*flags}):
        for k in flags:  # two flags are no sum; a flag beside a number counts as 0 or 1
            args[k] = _number(args[k])
    match node.op, args:
        case (("number" | "word"), _):
            return lambda pairs: node.value
        case "round", _:
            own = formula.columns[str(node.value)]
            return lambda pairs: column_of(pairs.field, own)
        case "column", _:
            return _column(node, formula)
        case "player", _:
            return operator.attrgetter(node.side)
        case "entry", [one, other]:
            own = formula.columns[str(node.value)]
            return lambda pairs: column_of(pairs.field, own)[one(pairs), other(pairs)]
        case "name", _:
            return _named(formula.definitions[str(node.value)])
        case "where", [condition, one, other]:
            return _where(condition, one, other)
        case "*", [one, other]:
            return _first_unless_0(operator.mul, 0, one, other)
        case "&", [one, other]:
            return _first_unless_0(operator.and_, False, one, other)
        case "stairs", [one]:
            return lambda pairs: _stairs(one(pairs), pairs.field.steps)
        case "lot", [below]:
            return lambda pairs: pairs.field.lots(pairs.i, pairs.j, 32) * below(pairs) >> 32
    function = _OF_VALUES[node.op]
    if len(args) == 2:
        one, other = args
        return lambda pairs: function(one(pairs), other(pairs))
    return lambda pairs: function(*[arg(pairs) for arg in args])


def _number(one: Compute) -> Compute:
    """A flag as 0 or 1."""

    def number(pairs: PairValues) -> Value:
        value = one(pairs)
        return value.astype(np.int64) if isinstance(value, np.ndarray) else int(value)

    return number


def _column(node: Node, formula: Formula) -> Compute:
    """A column of one of the two players: one value if all of the block have it; sets have an axis more."""
    own = formula.columns[str(node.value)]
    key = (own.reads or own.name, node.side)  # two own criteria may read one column in two ways
    derived = formula_of(own.formula, formula.columns, {}) if own.formula else None

    def column(pairs: PairValues) -> Value:
        found = pairs.known.get(key)
        if found is None:
            which = pairs.i if node.side == "i" else pairs.j
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
        some = np.count_nonzero(holds)
        if 0 < some < np.size(holds):
            return np.where(holds, one(pairs), other(pairs))
        return one(pairs) if some else other(pairs)

    return where


def _first_unless_0(operation: Callable[[Value, Value], Value], zero: int, one: Compute, other: Compute) -> Compute:
    """A product or conjunction; nothing more is computed if one of the two is 0 for all pairs."""

    def joined(pairs: PairValues) -> Value:
        first = one(pairs)
        if not np.count_nonzero(first):
            return zero
        second = other(pairs)
        return operation(first, second) if isinstance(second, np.ndarray) or second else zero

    return joined


def _stairs(gap: Value, steps: int) -> Value:
    """Looked up, as there are few different gaps."""
    return (
        stairs_of(np.arange(gap.max(initial=0) + 1), steps)[gap]
        if isinstance(gap, np.ndarray)
        else stairs_of(gap, steps)
    )


def stairs_of(gap: Ints, steps: int = 1) -> Ints:
    """Every step from d to d + 1 points costs d + 1, so that one wide gap costs more than several narrow ones.

    d(d+1)/2 for whole points: 0, 1, 3, 6 …; with two steps to a point 0, 1, 2, 4, 6, 9, 12 …
    """
    points, more = gap // steps, gap % steps
    return steps * (points * (points + 1) // 2) + more * (points + 1)


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
