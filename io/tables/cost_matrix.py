"""A matrix of costs from elsewhere, checked: whole numbers from 0, symmetric, the byes on the diagonal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any

import numpy as np

from ...model.errors import InputError, Problem
from ...model.pairing.criteria import BYE, GREATEST_COST, PAIR, CostsTable, own_criterion
from ...model.pairing.field import Flags, Ints
from ...model.pairing.formula import FormulaError
from ...model.pairing.profile import Profile, Weight

NAME = "costs"  # of the profile and of its one criterion
WISH = "the costs given for games and byes add up to little"
WHOLE = f"a whole number from 0 to {GREATEST_COST:,}"


def columns_of_rows(rows: Sequence[str], columns: Sequence[str], file: str) -> list[int]:
    """The place of the column of each row. Raises InputError unless rows and columns are the same ids, each once."""
    for side, labels in (("rows", rows), ("columns", columns)):
        if twice := [label for label, times in Counter(labels).items() if times > 1]:
            raise InputError([Problem(f"two {side} have one id", file, value=twice[0], expected="each id once")])
    for there, one, other in ((rows, {*columns}, "column"), (columns, {*rows}, "row")):
        if wanting := [label for label in there if label not in one]:
            expected = "rows and columns of the same ids"
            raise InputError([Problem(f"no {other} of the id", file, value=wanting[0], expected=expected)])
    place = {label: k for k, label in enumerate(columns)}
    return [place[label] for label in rows]


def whole_costs(matrix: Any, names: Sequence[str], file: str, lines: Sequence[int] = ()) -> Ints:
    """The matrix, n × n, as whole numbers; `names` are those of its n rows, `lines` where in the file they stand.

    Raises InputError with file, line, row, column and value of the first cell that is wrong.
    """
    size = len(names)
    try:
        found = matrix if isinstance(matrix, np.ndarray) else np.array(matrix, dtype=object)
    except ValueError:
        raise InputError([Problem("rows of different lengths", file, expected=f"{size} × {size} costs")]) from None
    if found.shape != (size, size):
        shape = " × ".join(map(str, found.shape)) or "a single number"
        raise InputError([Problem(f"the costs are not square: {shape}", file, expected=f"{size} × {size}")])
    if found.dtype.kind == "f":
        _refuse(~np.isfinite(found) | (found != np.floor(found)), found, names, file, lines=lines)
    elif found.dtype.kind not in "iu":
        _refuse(~np.vectorize(_is_whole, otypes=[bool])(found), found, names, file, lines=lines)
    _refuse((found < 0) | (found > GREATEST_COST), found, names, file, lines=lines)
    whole = found.astype(np.int64)
    expected = "the same cost in both orders of a pair"
    _refuse(whole != whole.T, whole, names, file, lines=lines, expected=expected)
    return whole


def _is_whole(value: object) -> bool:
    number = isinstance(value, int | float | np.integer | np.floating) and not isinstance(value, bool)
    return number and float(value).is_integer()  # type: ignore[arg-type]


def _refuse(
    wrong: Flags, found: Any, names: Sequence[str], file: str, lines: Sequence[int], expected: str = WHOLE
) -> None:
    """Raise InputError for the first cell that is wrong."""
    at = np.argwhere(wrong)
    if len(at):
        i, j = at[0].tolist()
        other = f", and {found[j, i]} the other way round" if expected != WHOLE else ""
        message = f"row {names[i]}: wrong cost{other}"
        cell = str(found[i, j])
        place = lines[i] if lines else 0
        problem = Problem(message, file, line=place, column=names[j], value=cell, expected=expected)
        raise InputError([problem])


def profile_of_costs(costs: Ints, players: Sequence[str]) -> Profile:
    """The profile by which a pair costs what the matrix says, and a bye what its diagonal says. Raises InputError."""
    rows = tuple(tuple(row[: k + 1]) for k, row in enumerate(costs.tolist()))
    try:
        own = own_criterion(NAME, PAIR, BYE, wish=WISH, costs=CostsTable(tuple(players), rows))
    except FormulaError as error:
        raise InputError([Problem(str(error), expected=error.expected)]) from None
    return Profile(NAME, "", (Weight(NAME, 1, WISH, own=own),))
