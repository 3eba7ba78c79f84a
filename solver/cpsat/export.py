"""A round with the cost of one tier as a file for other solvers: CP-SAT's own text, MPS or LP.

In: a `RoundModel` with names, and a tier. Out: text. OR-Tools' model builder writes MPS and LP too, but costs of six
digits only (1234567 becomes 1.23457e+06), so both are written here, to the unit.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Any

from ..formulation.costs import TierName
from .model import RoundModel, cost_in
from .solving import minimise

FORMS = (".pbtxt", ".mps", ".lp")
MOST_IN_LINE = 8  # terms of a line in an LP file
OBJECTIVE = "cost"
ENDLESS = 2**62  # from here on a limit of CP-SAT is none

#: A column's position, and its coefficient.
Term = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ModelRow:
    """Σ coefficient · column `sign` limit; the signs are `=`, `<=`, `>=`."""

    name: str
    terms: Sequence[Term]
    sign: str
    limit: int


@dataclass(frozen=True, slots=True)
class ModelColumns:
    """The variables: whole numbers from 0 to `greatest`, and their costs."""

    names: Sequence[str]
    greatest: Sequence[int]
    costs: Sequence[int]


def exported(model: RoundModel, tier: TierName, form: str) -> tuple[str, int]:
    """The text of a model in one of `FORMS`, and the number of its rows. Raises InputError if a cost is above 2^50."""
    costs = cost_in(model, tier)
    minimise(model, costs)
    rows = list(_rows(model))
    if form == ".pbtxt":
        return str(model.cp.proto), len(rows)
    names = _all_different([variable.name for variable in model.variables])
    columns = ModelColumns(names, [1] * (len(names) - len(model.worst)) + model.worst, costs.tolist())
    columns = columns if names else ModelColumns(["nothing"], [1], [0])  # an LP file needs a variable in each row
    title = f"round {model.problem.round}, tier {tier}"
    return "\n".join((_mps if form == ".mps" else _lp)(title, columns, rows)) + "\n", len(rows)


def _rows(model: RoundModel) -> Iterator[ModelRow]:
    """The constraints of the model; each is "exactly one", "none of nothing", or linear with one limit."""
    constraints = list(model.cp.proto.constraints)
    for own, name in zip(constraints, _all_different([own.name for own in constraints]), strict=True):
        if _is_linear(own):
            low, high = own.linear.domain
            terms = list(zip(own.linear.vars, own.linear.coeffs, strict=True))
            sign = "=" if low == high else "<=" if low < -ENDLESS else ">="
            yield ModelRow(name, terms, sign, high if sign == "<=" else low)
        else:  # an empty clause says the same: nothing is to be 1
            yield ModelRow(name, [(k, 1) for k in own.exactly_one.literals], "=", 1)


def _is_linear(constraint: Any) -> bool:
    """Whether a constraint is linear; to read `linear` of another one would make it so."""
    return bool(constraint.has_linear() if hasattr(constraint, "has_linear") else constraint.HasField("linear"))


def _all_different(names: Sequence[str]) -> list[str]:
    """Names, with their position if several are alike: players 1 and 2_3, players 1_2 and 3."""
    often = Counter(names)
    return [f"{name}.{k}" if often[name] > 1 else name for k, name in enumerate(names)]


def _mps(title: str, columns: ModelColumns, rows: Sequence[ModelRow]) -> Iterator[str]:
    """Free MPS: https://lpsolve.sourceforge.net/5.5/mps-format.htm."""
    signs = {"=": "E", "<=": "L", ">=": "G"}
    yield f"* {title}: minimise {OBJECTIVE}"
    yield "NAME round"
    yield "ROWS"
    yield f" N {OBJECTIVE}"
    yield from (f" {signs[row.sign]} {row.name}" for row in rows)
    entries = [[(OBJECTIVE, cost)] if cost else [] for cost in columns.costs]
    for row in rows:
        for k, coefficient in row.terms:
            entries[k].append((row.name, coefficient))
    yield "COLUMNS"
    yield " MARKER 'MARKER' 'INTORG'"
    for column, own in zip(columns.names, entries, strict=True):
        yield from (f" {column} {row} {value}" for row, value in own or [(OBJECTIVE, 0)])
    yield " MARKER 'MARKER' 'INTEND'"
    yield "RHS"
    yield from (f" rhs {row.name} {row.limit}" for row in rows if row.limit)
    yield "BOUNDS"
    for column, most in zip(columns.names, columns.greatest, strict=True):
        yield f" BV bound {column}" if most == 1 else f" UP bound {column} {most}"
    yield "ENDATA"


def _lp(title: str, columns: ModelColumns, rows: Sequence[ModelRow]) -> Iterator[str]:
    """CPLEX LP format."""
    yield f"\\ {title}"
    yield "Minimize"
    costs = [(k, cost) for k, cost in enumerate(columns.costs) if cost]
    yield from _sum(OBJECTIVE, costs, columns)
    yield "Subject To"
    for row in rows:
        *lines, last = _sum(row.name, row.terms, columns)
        yield from [*lines, f"{last} {row.sign} {row.limit}"]
    yield "Bounds"
    yield from (f" 0 <= {column} <= {most}" for column, most in zip(columns.names, columns.greatest, strict=True))
    for title, is_one in (("Binaries", True), ("Generals", False)):
        names = (name for name, most in zip(columns.names, columns.greatest, strict=True) if (most == 1) is is_one)
        yield from [title, *(" " + " ".join(line) for line in _lines(names))]
    yield "End"


def _sum(name: str, terms: Sequence[Term], columns: ModelColumns) -> Iterator[str]:
    """A named sum, several terms a line; a sum of nothing needs one term all the same."""
    texts = (f"{'-' if value < 0 else '+'} {abs(value)} {columns.names[k]}" for k, value in terms or [(0, 0)])
    for number, line in enumerate(_lines(texts)):
        yield f" {'' if number else name + ': '}{' '.join(line)}"


def _lines(words: Iterable[str]) -> Iterator[list[str]]:
    """Words, so many a line."""
    rest = iter(words)
    while line := list(islice(rest, MOST_IN_LINE)):
        yield line
