"""A round problem and its certificate as the arrays of a file that `verify_certificate.py` checks on its own.

The problem becomes columns of the free entrants, in descending score, and formulas over them: those of the criteria, of
the rules of pairs, and of the rules over several pairs.
"""

from __future__ import annotations

import ast
import json
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import numpy as np

from ...model.pairing.counts import Count, count_formulas
from ...model.pairing.criteria import formula
from ...model.pairing.evaluation import column_of
from ...model.pairing.formula import EntrantColumn, Formula, ValueKind
from ...model.pairing.pairing import Certificate
from ...model.pairing.round_problem import SECOND_BYE, RoundProblem, fingerprint, popcount
from ...model.pairing.variants import TotalRule
from ...model.tournament.rules import Rule, bits_of
from ..formulation.side_rows import SideRows
from ..formulation.vertices import Ints, Vertices
from .verify_certificate import ARRAYS, StatedProblem

FORMAT = 4  # of npz files; docs/reference/certificate.md has its table
#: The columns of the registrations that are public; a file with others is private.
PUBLIC = ("club", "country", "rank")


class Statement:
    """Says what is proven of a problem, in the tiers of these names."""

    def __init__(self, problem: RoundProblem, tiers: Sequence[str]) -> None:
        self._problem, self._tiers = problem, list(tiers)
        self._vertices = Vertices(problem)
        self._rows, self._who = SideRows(self._vertices), self._vertices.who
        self._columns: dict[str, Any] = {}  # and tables, by name
        self._arrays: dict[str, Any] = {}  # and by their names in the file
        self._names: dict[str, str] = {}  # of the columns in the file, by what they read
        self._private: list[str] = []
        self._values: dict[str, Any] = {"steps": problem.field.steps}
        self._computed: dict[str, str] = {}
        self._definitions: dict[str, str] = {}

    def arrays(self) -> dict[str, Any]:
        """The columns, formulas and lists by name, as docs/reference/certificate.md describes them."""
        said = {
            "allowed": self._conditions(),
            "costs": {tier: self._costs(tier) for tier in self._tiers if tier != "tie"},
            "rules": [self._rule(number, count) for number, count in enumerate(self._problem.counts, 1)],
            "values": self._values,
            "columns": self._computed,
            "definitions": self._definitions,
            "private": self._private,
        }
        parts = [rows[count.scope[self._who]] for rows, count in self._rules()]
        prices = [self._rows.prices(int(tier) if tier.isdecimal() else tier) for tier in self._tiers]
        barred, bits = self._barred()
        return {
            "players": np.array([self._problem.field.ids[i] for i in self._who], dtype=np.str_),
            "formulas": np.str_(json.dumps(said)),
            "key": self._problem.field.key[self._who],
            "forbidden": barred[bits & ~bits_of(self._problem.relaxed) != 0],
            "listed": self._listed(barred, bits),
            "part": np.array(parts, dtype=np.int64).reshape(len(parts), len(self._who)),
            "limit": self._rows.limit,
            "hard": ~self._rows.initial_state().elastic,
            "price": np.array(prices, dtype=np.int64).reshape(len(self._tiers), len(self._rows)),
            "amounts": self._amounts(),
            **self._arrays,
        }

    def _rules(self) -> list[tuple[Ints, Count]]:
        """The rules over several pairs, each with the numbers of its limits by part."""
        return list(zip(self._rows.rows_of_count, self._problem.counts, strict=True))

    def _text(self, one: Formula) -> str:
        """A formula by the names of the file; the columns, values and definitions that it reads are put there."""
        names: dict[str, str] = {}
        for node in one.root.walk():
            name = str(node.value)
            if node.op == "name" and name not in self._definitions:
                text = self._text(one.definitions[name])
                self._definitions[name] = text  # after those that it uses
            elif node.op == "round":
                self._values[name] = column_of(self._problem.field, one.columns[name])
            elif node.op in ("column", "entry"):
                names[name] = self._column(one.columns[name])
        if all(name == of_file for name, of_file in names.items()) and one.text.isprintable():
            return one.text
        return ast.unparse(_Renamed(names).visit(ast.parse(one.text.strip(), mode="eval")))

    def _column(self, column: EntrantColumn) -> str:
        """The name of a column in the file."""
        if column.formula:
            self._computed[column.name] = self._text(formula(column.formula))
            return column.name
        read = column.reads[0] if column.reads else column.name
        if read not in self._names:
            _, _, title = read.partition(".")
            values = column_of(self._problem.field, column)[self._who]
            values = values.reshape(len(values), -1) if column.kind is ValueKind.CODES else values
            values = values[:, self._who] if column.kind is ValueKind.TABLE else values
            is_private = values.max(initial=-1) >= 0 if read == "families" else not _is_public(title)
            name = title if title in PUBLIC else column.name
            self._names[read] = self._put(name, values, is_private, column.kind is ValueKind.TABLE)
        return self._names[read]

    def _put(self, name: str, values: Any, is_private: Any = False, is_table: bool = False) -> str:
        """Put a column or a table into the file, once: its name there, which is that of no other one."""
        others = (name, *(f"{name}_{k}" for k in range(1, len(self._columns) + 1)))
        there = ((one, self._columns.get(one, values)) for one in others)
        found = next(one for one, own in there if own.dtype == values.dtype and np.array_equal(own, values))
        self._columns[found] = values
        self._arrays[f"{'ij' if is_table else 'i'}.{found}"] = values
        if is_private and found not in self._private:
            self._private.append(found)
        return found

    def _conditions(self) -> list[dict[str, str]]:
        """What a pair and a bye must satisfy: the rules that are not relaxed, and the limits of a round drawn again."""
        relaxed, limits = self._problem.relaxed, self._problem.limits
        found = [
            {"pair": f"~({self._text(broken)})", "bye": "0 == 0"}
            for rule, broken in self._problem.rules_of_pairs()
            if rule not in relaxed
        ]
        if Rule.SECOND_BYE not in relaxed and self._vertices.odd:
            found.append({"pair": "0 == 0", "bye": f"~({self._text(SECOND_BYE)})"})
        if limits is not None:
            gap = self._put("most_gap", limits.differences[self._who])
            board = self._put("board_before", _boards(limits.partner)[self._who])
            self._text(formula("gap >= 0"))  # so that it is defined
            pair = f"(gap <= min(i.{gap}, j.{gap})) | (i.{board} == j.{board})"
            found.append({"pair": pair, "bye": self._text(formula(f"i.score <= {limits.bye}"))})
        return found

    def _costs(self, tier: str) -> list[dict[str, Any]]:
        """What a pair and a bye cost in a tier: the criteria and kept boards, or the relaxed rules that they break."""
        if tier == "breaches":
            relaxed = self._problem.relaxed
            broken = [(self._text(one), "0") for rule, one in self._problem.rules_of_pairs() if rule in relaxed]
            broken += [("0", self._text(SECOND_BYE))] * (Rule.SECOND_BYE in relaxed)
            return [{"weight": 1, "pair": pair, "bye": bye} for pair, bye in broken]
        found = [
            {"weight": weight, "pair": self._text(one.of_pair), "bye": self._text(one.of_bye)}
            for one, weight in self._problem.counted(int(tier))
        ]
        for kept in self._problem.kept:
            if kept.tier == int(tier):
                board = self._put("board_kept", _boards(kept.partner)[self._who])
                pair = f"i.{board} != j.{board}"
                found.append({"weight": kept.price, "pair": pair, "bye": "0"})
        return found

    def _rule(self, number: int, count: Count) -> dict[str, str]:
        """What a pair adds to a rule over several pairs: for i, and for j if that one is in another part."""
        if isinstance(count, TotalRule):  # its amounts are listed
            return {"first": "0", "second": "0"}
        i, j = (f"({self._text(one)})" for one in count_formulas(count.rule.pairs))
        join, sign = "+" if count.rule.players else "|", "-" if count.rule.at_least else ""
        if count.rule.per == "round":
            return {"first": f"{sign}({i} {join} {j})", "second": "0"}
        same = f"(i.part_{number} == j.part_{number})"
        return {"first": f"{sign}({i} {join} ({j} & {same}))", "second": f"{sign}({j} & ~{same})"}

    def _barred(self) -> tuple[Ints, Ints]:
        """The pairs a < b that a list forbids, in order, and the bits of the rules that each breaks."""
        n = len(self._problem)
        vertex = np.full(n, -1, dtype=np.int64)
        vertex[self._who] = np.arange(len(self._who))
        pairs = np.sort(vertex[np.stack(np.divmod(self._problem.barred, n), axis=1).reshape(-1, 2)], axis=1)
        order = np.lexsort(pairs.T[::-1])
        order = order[pairs[order, 0] >= 0]  # both are free
        return pairs[order], self._problem.barred_by[order]

    def _listed(self, barred: Ints, bits: Ints) -> Ints:
        """Costs that no formula says: tier, a, b and cost, in order; only rules that a list says are broken."""
        if "breaches" not in self._tiers:
            return np.zeros((0, 4), dtype=np.int64)
        legal = bits & ~bits_of(self._problem.relaxed) == 0
        tier = np.full(legal.sum(), self._tiers.index("breaches"))
        return np.column_stack([tier, barred[legal], popcount(bits[legal])])

    def _amounts(self) -> Ints:
        """What pairs add to rules over totals, which no formula says: limit, a, b and amount, in order."""
        totals = [rows for rows, count in self._rules() if isinstance(count, TotalRule)]
        if not totals:
            return np.zeros((0, 4), dtype=np.int64)
        a, b = np.triu_indices(len(self._who), 1)
        row, at, amount = self._rows.entries(a, b)
        own = np.isin(row, np.concatenate(totals))
        return np.column_stack([row, a[at], b[at], amount])[own]


class _Renamed(ast.NodeTransformer):
    """A formula with other names of columns and tables."""

    def __init__(self, names: dict[str, str]) -> None:
        self._names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.Attribute:
        """`i.score`, by the name of the column in the file."""
        return ast.Attribute(node.value, self._names[node.attr])

    def visit_Subscript(self, node: ast.Subscript) -> ast.Subscript:
        """`costs[i, j]`, by the name of the table in the file."""
        assert isinstance(node.value, ast.Name)
        return ast.Subscript(ast.Name(self._names[node.value.id]), node.slice)


def _is_public(title: str) -> bool:
    """Whether a column of the registrations, or a set of players such as `club = Praha`, is public."""
    column = title.partition(" ")[0]  # `rank or 0`, `club = Praha`
    return column in ("", *PUBLIC, "top_group", "local", "visitor")


def _boards(partner: Ints) -> Ints:
    """The number of everybody's board by the partners, -1 for none; those without one have a number of their own."""
    own = np.arange(len(partner), dtype=np.int64)
    return np.where(partner >= 0, np.minimum(partner, own), own)


def problem_of(problem: RoundProblem, tiers: Sequence[str]) -> StatedProblem:
    """The problem as the stand-alone page reads it from a file. Raises ValueError if it cannot be written as one."""
    arrays = Statement(problem, tiers).arrays() | {"tiers": np.array(tiers, dtype=np.str_)}
    return StatedProblem(SimpleNamespace(**{name: array for name, array in arrays.items() if name in ARRAYS}), arrays)


def arrays_of(certificate: Certificate) -> Any:
    """The certificate as the arrays listed in `solver/proof/verify_certificate.py`: texts, int64, `sets` bool.

    T tiers, m vertices, S sets, K rules: `tiers`, `value`, `scale` T; `pairs` m/2 × 2; `sets` S × m; `y` T × m;
    `w` T × S; `rows` T × K; `levels` T × T, row k has the duals of the tiers before k. Raises ValueError, OverflowError
    if lengths or numbers do not fit.
    """
    tiers, size = certificate.tiers, 2 * len(certificate.pairs)
    sets = np.zeros((len(certificate.sets), size), dtype=bool)
    for mask, members in zip(sets, certificate.sets, strict=True):
        if not (np.diff(members) > 0).all() or not ((members >= 0) & (members < size)).all():
            raise ValueError("sets: not vertices in ascending order")
        mask[members] = True

    def stacked(name: str, width: int) -> Ints:
        duals = [getattr(tier, name) for tier in tiers]
        if any(len(dual) != width for dual in duals):
            raise ValueError(f"{name}: not {width} numbers in every tier")
        return np.array(duals, dtype=np.int64).reshape(len(tiers), width)

    levels = np.zeros((len(tiers), len(tiers)), dtype=np.int64)
    for k, tier in enumerate(tiers):
        if len(tier.levels) != k:
            raise ValueError(f"levels: not {k} numbers in tier {tier.name}")
        levels[k, :k] = tier.levels
    return SimpleNamespace(
        tiers=np.array([tier.name for tier in tiers], dtype=np.str_),
        value=np.array([tier.value for tier in tiers], dtype=np.int64),
        scale=np.array([tier.scale for tier in tiers], dtype=np.int64),
        pairs=certificate.pairs,
        sets=sets,
        y=stacked("y", size),
        w=stacked("w", len(sets)),
        rows=stacked("rows", len(certificate.rows)),
        levels=levels,
    )


def arrays(problem: RoundProblem, certificate: Certificate, tournament: str = "") -> dict[str, Any]:
    """Problem and certificate by name, as the arrays of an npz file, but for the odd sets, which are flags here."""
    head = {"format": np.int64(FORMAT), "tournament": np.str_(tournament), "round": np.int64(problem.round)}
    head["fingerprint"] = np.str_(fingerprint(problem))
    stated = Statement(problem, [tier.name for tier in certificate.tiers]).arrays()
    return {
        name: np.asarray(array, order="C") for name, array in (head | stated | vars(arrays_of(certificate))).items()
    }
