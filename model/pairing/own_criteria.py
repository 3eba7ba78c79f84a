"""Criteria of one's own: read from a profile, checked for the entrants of a round, and the columns they read."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from ..errors import InputError, Problem
from ..tournament.numbers import number_in
from ..tournament.person import Player, column, column_names, column_values
from .criteria import COLUMNS, GREATEST_COST, Criterion, formula
from .evaluation import values, values_of_one
from .field import Field, Ints
from .formula import EntrantColumn, Formula, FormulaError, Node, ValueKind

GREATEST = 2**40  # that a formula may reach on the way, so that all sums are exact
CHUNK = 1_000_000  # pairs looked at at once


def own_numbers(criteria: Sequence[Criterion], entrants: Sequence[Player]) -> dict[str, Ints]:
    """The number columns that own criteria read, as these name them. Raises InputError for a cell that is no number."""
    return {
        one.reads[0].removeprefix("numbers."): np.array(
            [_number(criterion, one, *cell) for cell in _cells(criterion, one, entrants)], dtype=np.int64
        )
        for criterion in criteria
        for one in criterion.columns
        if one.kind is ValueKind.NUMBER
    }


def empty_cells(criteria: Sequence[Criterion], entrants: Sequence[Player]) -> list[str]:
    """The empty cells, in words, that count as 0 in own criteria of a round that stands; of a gone column all."""
    found: dict[str, str] = {}
    for criterion in criteria:
        for one in criterion.columns:
            if one.kind is ValueKind.NUMBER and criterion.judged and criterion.blank is None:
                empty = [player.label for player, text in _cells(criterion, one, entrants) if not text]
                found |= {one.name: f"column {one.name} is empty for {_some(empty)}"} if empty else {}
    return [*found.values()]


def _cells(criterion: Criterion, own: EntrantColumn, entrants: Sequence[Player]) -> list[tuple[Player, str]]:
    """The cells of a column, by player; ranks as numbers, from 1 dan = 0. Raises InputError if some are empty.

    An entrant of several people without a cell of its own has theirs.
    """
    if own.name == "rank":
        return [(player, str(player.rank)) for player in entrants]
    title = _title(criterion, own, entrants)
    if not title:
        return [(player, "") for player in entrants]
    texts = zip(entrants, column(title, entrants), column_values(title, entrants), strict=True)
    cells = [(player, text or " / ".join(of_all)) for player, text, of_all in texts]
    empty = [player.label for player, text in cells if not text]
    if empty and criterion.blank is None and not criterion.judged:
        expected = f"a number for everybody, or blank = 0 in [{criterion.name}]"
        raise _wrong(criterion, f"column {own.name} is empty for {_some(empty)}", expected)
    return cells


def _some(labels: Sequence[str]) -> str:
    return ", ".join(labels[:3]) + f" and {len(labels) - 3} more" * (len(labels) > 3)


def _number(criterion: Criterion, own: EntrantColumn, player: Player, text: str) -> int:
    number = number_in(text or str(criterion.blank or 0), thousands=True)
    if number is None or number != int(number) or abs(number) > GREATEST:
        raise _wrong(criterion, f"column {own.name} of {player.label}", "a whole number of at most 9 digits", text)
    return int(number)


def own_code_titles(criteria: Sequence[Criterion], entrants: Sequence[Player]) -> dict[str, str]:
    """The titles of the columns of codes that own criteria read, by the name in the formula. Raises InputError.

    One that is gone since the round was drawn has no title.
    """
    return {
        column.name: _title(criterion, column, entrants)
        for criterion in criteria
        for column in criterion.columns
        if column.kind is ValueKind.CODES
    }


def own_tables(criteria: Sequence[Criterion], entrants: Sequence[Player]) -> dict[str, Ints]:
    """The tables of own criteria, n × n in the order of the entrants, by criterion. Raises InputError if some lack."""
    return {one.name: _table(one, entrants) for one in criteria if one.costs}


def _table(criterion: Criterion, entrants: Sequence[Player]) -> Ints:
    assert criterion.costs is not None
    place = {player: k for k, player in enumerate(criterion.costs.players)}
    lacking = [player.label for player in entrants if player.id not in place]
    if lacking and criterion.blank is None:
        raise _wrong(criterion, f"its costs lack {_some(lacking)}", "a row and a column for every entrant")
    size = len(place)
    whole = np.full((size + 1, size + 1), criterion.blank or 0, dtype=np.int64)  # the last is for those it lacks
    for k, row in enumerate(criterion.costs.rows):
        whole[k, : k + 1] = whole[: k + 1, k] = row
    at = np.array([place.get(player.id, size) for player in entrants], dtype=np.int64)
    return whole[np.ix_(at, at)]


def _title(criterion: Criterion, column: EntrantColumn, entrants: Sequence[Player]) -> str:
    """The title of a column; none if it is gone since the round was drawn."""
    titles = column_names(entrants)
    if len(several := titles.get(column.name, ())) > 1:
        raise _wrong(criterion, f"several columns are {column.name}: {', '.join(several)}", "titles that differ more")
    if column.name not in titles and criterion.judged:
        return ""
    if column.name not in titles:
        ours = [name for name, one in COLUMNS.items() if not one.of_round]
        known = ", ".join(sorted({*titles, *ours}))
        raise _wrong(criterion, f"the registrations have no column {column.name}", f"one of {known}")
    return titles[column.name][0]


def _wrong(criterion: Criterion, message: str, expected: str, value: str = "") -> InputError:
    file, line = criterion.place
    return InputError([Problem(f"criterion {criterion.name}: {message}", file, line, value=value, expected=expected)])


def check_weight(criterion: Criterion, weight: int, field: Field) -> None:
    """Raise InputError if a pair or a bye may cost too much by this weight."""
    for formula_ in (criterion.of_pair, criterion.of_bye):
        _, most = bounds(formula_.root, formula_, field)
        if weight * most > GREATEST_COST:
            expected = f"at most {GREATEST_COST // most:,}, as {formula_.text} may reach {most:,}"
            raise _wrong(criterion, "too great a weight", expected, f"{weight:,}")


def check_criterion(criterion: Criterion, field: Field) -> None:
    """Raise InputError if it gives a number below 0 or too great, or for j and i another than for i and j."""
    lowest = {}
    for formula_ in (criterion.of_pair, criterion.of_bye):
        try:
            lowest[formula_], _ = bounds(formula_.root, formula_, field)
        except FormulaError as error:
            raise _wrong(criterion, f"{error}, in {formula_.text}", error.expected) from None
    least = int(values_of_one(criterion.of_bye, field).min(initial=0))
    if least < 0:
        raise _wrong(criterion, f"a bye costs {least}", "0 or more")
    if lowest[criterion.of_pair] < 0 or not is_symmetric(criterion.of_pair):
        _check_pairs(criterion, field)


def _check_pairs(criterion: Criterion, field: Field) -> None:
    """The same by all pairs of the field."""
    every = np.arange(len(field), dtype=np.int64)
    for some in np.array_split(every, len(every) ** 2 // CHUNK + 1):
        one, other = some[:, None], every[None, :]
        there = np.broadcast_to(values(criterion.of_pair, field, one, other), (len(some), len(every)))
        back = np.broadcast_to(values(criterion.of_pair, field, other, one), (len(some), len(every)))
        for wrong, expected in ((there < 0, "0 or more"), (there != back, "the same for both")):
            at = np.argwhere(wrong & (one != other))
            if len(at):
                i, j = int(some[at[0][0]]), int(at[0][1])
                both = f"{field.ids[i]} and {field.ids[j]} cost {there[*at[0]]}"
                both += f", {field.ids[j]} and {field.ids[i]} {back[*at[0]]}" if there[*at[0]] >= 0 else ""
                raise _wrong(criterion, both, expected)


def is_symmetric(formula_: Formula) -> bool:
    """Whether i and j can be exchanged in a formula as it is written."""
    return _ordered(formula_.root, formula_, {}) == _ordered(formula_.root, formula_, {"i": "j", "j": "i"})


def _ordered(node: Node, formula_: Formula, other: dict[str, str]) -> tuple[object, ...]:
    """A formula as nested tuples, with i and j exchanged if so; the order of two terms makes no difference."""
    if node.op == "name" and node.value not in ("down", "up"):
        definition = formula_.definitions[str(node.value)]
        return _ordered(definition.root, definition, other)
    value = {"down": "up", "up": "down"}[str(node.value)] if node.op == "name" and other else node.value
    parts = [_ordered(arg, formula_, other) for arg in node.args]
    if node.op == "abs" and node.args[0].op == "-":
        parts = [("-", *sorted(parts[0][-2:], key=repr))]
    if node.op in ("+", "*", "&", "|", "==", "!=", "min", "max", "shares", "entry"):
        parts = sorted(parts, key=repr)
    return (node.op, value, other.get(node.side, node.side), *parts)


def bounds(node: Node, formula_: Formula, field: Field) -> tuple[int, int]:
    """The least and the greatest number that a node can give for these entrants. Raises FormulaError if too great."""
    found = _bounds(node, formula_, field)
    if max(map(abs, found)) > GREATEST and node.op != "entry":
        raise FormulaError("it can reach a number that is too great", f"numbers up to {GREATEST:,}")
    return found


def _bounds(node: Node, formula_: Formula, field: Field) -> tuple[int, int]:
    if node.op == "number":
        return int(node.value), int(node.value)
    if node.op == "entry":
        column = formula_.columns[str(node.value)]
        table = field.tables[column.reads[0].removeprefix("tables.")]
        return int(table.min(initial=0)), int(table.max(initial=0))
    if node.op in ("column", "round"):
        single = formula(f"i.{node.value}" if node.op == "column" else str(node.value), _own(formula_))
        own = values_of_one(single, field) if node.kind in (ValueKind.NUMBER, ValueKind.FLAG) else np.zeros(1)
        return (int(own.min()), int(own.max())) if len(own) else (0, 0)
    if node.op == "name":
        definition = formula_.definitions[str(node.value)]
        return bounds(definition.root, definition, field)
    if node.kind is ValueKind.FLAG:
        for arg in node.args:
            if arg.kind in (ValueKind.NUMBER, ValueKind.FLAG):
                bounds(arg, formula_, field)
        return 0, 1
    parts = [bounds(arg, formula_, field) for arg in node.args if arg.kind in (ValueKind.NUMBER, ValueKind.FLAG)]
    return _joined_bounds(node, parts)


def _own(formula_: Formula) -> tuple[EntrantColumn, ...]:
    return tuple(column for name, column in formula_.columns.items() if name not in COLUMNS)


def _joined_bounds(node: Node, parts: Sequence[tuple[int, int]]) -> tuple[int, int]:
    (low, high), rest = parts[0], parts[1:]
    if node.op == "stairs" and low < 0:
        raise FormulaError("stairs of a number that may be below 0", "stairs(gap), stairs(max(…, 0))")
    if node.op in ("//", "%") and rest[0][0] <= 0:
        raise FormulaError("a divisor that may be 0 or less", "a divisor of 1 or more, such as max(i.size, 1)")
    match node.op:
        case "+":
            return low + rest[0][0], high + rest[0][1]
        case "-":
            return low - rest[0][1], high - rest[0][0]
        case "%":
            return 0, rest[0][1] - 1
        case "**":
            ends = [low ** rest[0][0], high ** rest[0][0]]
            return min(ends if low >= 0 or rest[0][0] == 3 else [0]), max(ends)
        case "*" | "//":
            ends = [_product(node.op, a, b) for a in (low, high) for b in rest[0]]
            return min(ends), max(ends)
        case "abs":
            return (0 if low < 0 < high else min(abs(low), abs(high))), max(abs(low), abs(high))
        case "min":
            return min(a for a, _ in parts), min(b for _, b in parts)
        case "max":
            return max(a for a, _ in parts), max(b for _, b in parts)
        case "where" | "lookup":
            return min(a for a, _ in rest), max(b for _, b in rest)
        case "stairs":
            return 0, max(abs(low), abs(high)) ** 2 + 1
        case _:  # lot
            return 0, high


def _product(op: str, a: int, b: int) -> int:
    return a * b if op == "*" else a // b
