"""The language in which criteria are written: whole-number formulas over two entrants `i` and `j`.

    abs(i.score - j.score)
    shares(i.club, j.club) & ~(i.exempt & j.exempt)

The syntax is Python's, read by `ast`, with a whitelist of nodes: whole numbers, columns of `i` and `j`, values of the
round, names defined before, `+ - * // % **`, comparisons, `& | ~` (or `and or not`), and the functions in `FUNCTIONS`.
Nothing is ever run as Python: a formula becomes a tree of `Node`s, which `evaluation.py` computes by numpy.
"""

from __future__ import annotations

import ast
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from enum import Enum
from functools import cached_property

LONGEST = 500  # characters of a formula
DEEPEST = 30  # brackets within brackets
GREATEST = 10**9  # number that a formula may contain


class ValueKind(Enum):
    """What a value is: a whole number, a flag, a set of codes, or a word of the settings."""

    NUMBER = "a whole number"
    FLAG = "a condition"
    CODES = "a set"
    WORD = "a word"
    TABLE = "a table"


@dataclass(frozen=True, slots=True)
class EntrantColumn:
    """A column of the entrants (`i.name`), or a value of the round (`name`), and what it means.

    `formula` computes a column from others of the same player, written as those of `i`. `reads` are the columns of
    the `Field` that it is found by, if they have other names.
    """

    name: str
    kind: ValueKind
    meaning: str
    of_round: bool = False
    formula: str = ""
    reads: tuple[str, ...] = ()


class FormulaError(ValueError):
    """A formula that cannot be read: what is wrong, and `expected`, what would be right."""

    def __init__(self, message: str, expected: str = "") -> None:
        super().__init__(message)
        self.expected = expected


@dataclass(frozen=True, slots=True)
class Node:
    """One operation of a formula on others. `value` is a number, a word, the name of a column or of a definition.

    `op` is `number`, `word`, `column` (of `side` i or j), `round`, `name`, `entry` of a table for two of `player` (i or
    j), or an operation or function.
    """

    op: str
    kind: ValueKind
    args: tuple[Node, ...] = ()
    value: int | str = 0
    side: str = ""

    def walk(self) -> Iterator[Node]:
        """This node and all below it."""
        yield self
        for arg in self.args:
            yield from arg.walk()


@dataclass(frozen=True, eq=False)
class Formula:
    """A formula as it was written, and its tree; `definitions` are the named formulas that it may use."""

    text: str
    root: Node
    definitions: Mapping[str, Formula]
    columns: Mapping[str, EntrantColumn]

    @cached_property
    def reads(self) -> tuple[str, ...]:
        """The columns and values of the `Field` that it is computed from, in the order of their appearance."""
        found: dict[str, None] = {}
        for node in self.root.walk():
            if node.op == "name":
                found |= dict.fromkeys(self.definitions[str(node.value)].reads)
            elif node.op == "stairs":
                found["steps"] = None
            elif node.op == "lot":
                found["key"] = None
            elif node.op in ("column", "round", "entry"):
                found |= dict.fromkeys(_read_by(self.columns[str(node.value)], self))
        return tuple(found)

    @cached_property
    def sides(self) -> frozenset[str]:
        """Which of i and j it names, itself or by its definitions."""
        own = {node.side for node in self.root.walk() if node.side}
        own |= {"i", "j"} if any(node.op == "lot" for node in self.root.walk()) else set()
        named = (self.definitions[str(node.value)].sides for node in self.root.walk() if node.op == "name")
        return frozenset(own.union(*named))

    @cached_property
    def of_gap(self) -> bool:
        """Whether it depends on the difference of the scores, the defined `gap`, and the steps of a point alone."""
        leaves = {node.value for node in self.root.walk() if node.op in ("name", "round", "column", "entry", "lot")}
        return "gap" in leaves and leaves <= {"gap", "steps"}


def _read_by(column: EntrantColumn, formula: Formula) -> tuple[str, ...]:
    if column.formula:
        return formula_of(column.formula, formula.columns, {}).reads
    return column.reads or (column.name,)


#: The functions: what each gives, in words; the kinds of its values (SEVERAL take more); the kind of the result.
N, F, C = ValueKind.NUMBER, ValueKind.FLAG, ValueKind.CODES
FUNCTIONS: dict[str, tuple[str, tuple[ValueKind, ...], ValueKind]] = {
    "abs": ("the number without its sign", (N,), N),
    "min": ("the least of several numbers", (N, N), N),
    "max": ("the greatest of several numbers", (N, N), N),
    "where": ("the second value if the first holds, else the third", (F, N, N), N),
    "lookup": ("lookup(x, 0, 1, 3): the value at place x from 0, the last one for greater x", (N, N), N),
    "shares": ("whether two sets have a member in common", (C, C), F),
    "stairs": ("of 0, 1, 2, 3 … points 0, 1, 3, 6 …; of half points 0, 1, 2, 4, 6, 9 …", (N,), N),
    "lot": ("lot(100): a number from 0 to 99, drawn by the seed for this pair", (N,), N),
}
SEVERAL = frozenset({"min", "max", "lookup"})
_ARITHMETIC: dict[type[ast.AST], str] = {
    ast.Add: "+", ast.Sub: "-", ast.Mult: "*", ast.FloorDiv: "//", ast.Mod: "%", ast.Pow: "**",
}  # fmt: skip
_LOGIC: dict[type[ast.AST], str] = {ast.BitAnd: "&", ast.BitOr: "|", ast.And: "&", ast.Or: "|"}
_COMPARISONS: dict[type[ast.AST], str] = {
    ast.Eq: "==", ast.NotEq: "!=", ast.Lt: "<", ast.LtE: "<=", ast.Gt: ">", ast.GtE: ">=",
}  # fmt: skip


def formula_of(text: str, columns: Mapping[str, EntrantColumn], definitions: Mapping[str, Formula]) -> Formula:
    """A formula over these columns, read and checked; it may use the names of `definitions`. Raises FormulaError."""
    if len(text) > LONGEST:
        raise FormulaError(f"it has {len(text)} characters", f"at most {LONGEST}")
    try:
        tree = ast.parse(text.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        where = f" at character {error.offset}" if isinstance(error, SyntaxError) and error.offset else ""
        raise FormulaError(f"it cannot be read{where}", "a formula such as abs(i.score - j.score)") from None
    root = _FormulaReader(columns, definitions).node(tree.body, 0)
    if root.kind not in (ValueKind.NUMBER, ValueKind.FLAG):
        raise FormulaError(f"it gives {root.kind.value}", "a whole number or a condition")
    return Formula(text, root, definitions, columns)


def unknown_columns(text: str, columns: Mapping[str, EntrantColumn]) -> dict[str, ValueKind]:
    """The columns of i and j that a formula names and `columns` lack: sets in `shares`, else numbers."""
    try:
        nodes = list(ast.walk(ast.parse(text.strip()[:LONGEST], mode="eval")))
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return {}  # `formula_of` says what is wrong
    calls = [node for node in nodes if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "shares"]
    shared = {arg.attr for call in calls for arg in call.args if isinstance(arg, ast.Attribute)}
    named = [
        node.attr for node in nodes if isinstance(node, ast.Attribute) and getattr(node.value, "id", "") in ("i", "j")
    ]
    return {
        name: ValueKind.CODES if name in shared else ValueKind.NUMBER
        for name in named
        if name not in columns and not name.startswith("_")
    }


@dataclass(frozen=True, slots=True)
class _FormulaReader:
    """Reads nodes of `ast` into our own; whatever is not named here is refused."""

    columns: Mapping[str, EntrantColumn]
    definitions: Mapping[str, Formula]

    def node(self, tree: ast.AST, depth: int) -> Node:
        if depth > DEEPEST:
            raise FormulaError("it is nested too deeply", f"at most {DEEPEST} levels")
        match tree:
            case ast.Constant():
                return _constant(tree.value)
            case ast.Name():
                return self.named(tree.id)
            case ast.Attribute(value=ast.Name(id="i" | "j" as side), attr=name):
                return self.column(side, name)
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=[ast.Name(id=one), ast.Name(id=other)])):
                return self.entry(name, one, other)
            case ast.Attribute():
                raise FormulaError(f"only columns of i and j: {_shown(tree)}", "i.score, j.club and so on")
            case ast.UnaryOp(op=ast.USub(), operand=one):
                return Node("-", N, (Node("number", N), self.of(N, one, depth)))
            case ast.UnaryOp(op=ast.Invert() | ast.Not(), operand=one):
                return Node("~", F, (self.of(F, one, depth),))
            case ast.BinOp(left=one, op=op, right=other) if type(op) in _ARITHMETIC:
                return self.arithmetic(_ARITHMETIC[type(op)], one, other, depth)
            case ast.BinOp(left=one, op=op, right=other) if type(op) in _LOGIC:
                return Node(_LOGIC[type(op)], F, (self.of(F, one, depth), self.of(F, other, depth)))
            case ast.BoolOp(op=op, values=values):
                found = self.of(F, values[0], depth)
                for value in values[1:]:
                    found = Node(_LOGIC[type(op)], F, (found, self.of(F, value, depth)))
                return found
            case ast.Compare(left=one, ops=[op], comparators=[other]) if type(op) in _COMPARISONS:
                return self.comparison(_COMPARISONS[type(op)], one, other, depth)
            case ast.Call(func=ast.Name(id=name), args=args, keywords=[]) if name in FUNCTIONS:
                return self.call(name, args, depth)
        division = isinstance(tree, ast.BinOp) and isinstance(tree.op, ast.Div)
        expected = "// for whole numbers, rounded down" if division else "the operations of the page on criteria"
        raise FormulaError(f"not part of a formula: {_shown(tree)}", expected)

    def of(self, kind: ValueKind, tree: ast.AST, depth: int) -> Node:
        """A node of one kind; a condition counts as 1 or 0 where a number is asked for."""
        found = self.node(tree, depth + 1)
        if found.kind is kind or (kind is N and found.kind is F):
            return found
        hint = "; write comparisons in brackets: (a == b) & (c == d)" if kind is F else ""
        raise FormulaError(f"{_shown(tree)} is {found.kind.value}", f"{kind.value}{hint}")

    def named(self, name: str) -> Node:
        column = self.columns.get(name)
        if column is not None and column.of_round:
            return Node("round", column.kind, value=name)
        if name in self.definitions:
            return Node("name", self.definitions[name].root.kind, value=name)
        if column is not None:
            table = column.kind is ValueKind.TABLE
            expected = f"{name}[i, j]" if table else f"i.{name} or j.{name}"
            raise FormulaError(f"{name} is a {'table' if table else 'column of a player'}", expected)
        known = (*self.definitions, *(own.name for own in self.columns.values() if own.of_round))
        raise FormulaError(f"nothing is called {name}", ", ".join(known))

    def column(self, side: str, name: str) -> Node:
        column = self.columns.get(name)
        if column is None or column.of_round:
            known = ", ".join(one.name for one in self.columns.values() if not one.of_round)
            raise FormulaError(f"no column is called {name}", f"one of {known}")
        if column.kind is ValueKind.TABLE:
            raise FormulaError(f"{name} is a table", f"{name}[i, j]")
        return Node("column", column.kind, value=name, side=side)

    def entry(self, name: str, one: str, other: str) -> Node:
        column = self.columns.get(name)
        if column is None or column.kind is not ValueKind.TABLE or not {one, other} <= {"i", "j"}:
            expected = "costs[i, j] or costs[i, i], of a criterion that has a table of costs"
            raise FormulaError(f"no entry of a table: {name}[{one}, {other}]", expected)
        players = (Node("player", N, side=one), Node("player", N, side=other))
        return Node("entry", N, players, value=name)

    def arithmetic(self, op: str, one: ast.AST, other: ast.AST, depth: int) -> Node:
        left, right = self.of(N, one, depth), self.of(N, other, depth)
        if op == "**" and not (right.op == "number" and right.value in (2, 3)):
            raise FormulaError(f"a power of {_shown(other)}", "2 or 3")
        if op in ("//", "%") and right.op == "number" and right.value == 0:
            raise FormulaError("a division by 0", "a divisor of 1 or more")
        return Node(op, N, (left, right))

    def comparison(self, op: str, one: ast.AST, other: ast.AST, depth: int) -> Node:
        left, right = self.node(one, depth + 1), self.node(other, depth + 1)
        kinds = {left.kind, right.kind}
        words = kinds == {ValueKind.WORD} and op in ("==", "!=")
        if ValueKind.CODES in kinds:
            raise FormulaError(f"sets are not compared: {_shown(one)} {op} {_shown(other)}", "shares(i.club, j.club)")
        if not words and ValueKind.WORD in kinds:
            raise FormulaError(f"a word beside {op}", 'a word of the settings: seeding == "fold"')
        return Node(op, F, (left, right))

    def call(self, name: str, args: list[ast.expr], depth: int) -> Node:
        _, kinds, given = FUNCTIONS[name]
        if len(args) != len(kinds) and not (name in SEVERAL and len(args) > len(kinds)):
            raise FormulaError(f"{name} has {len(args)} values", f"{len(kinds)}{' or more' * (name in SEVERAL)}")
        wanted = (*kinds, *[N] * (len(args) - len(kinds)))
        found = tuple(self.of(kind, arg, depth) for kind, arg in zip(wanted, args, strict=True))
        numbers = found if name == "lot" else found[1:] if name == "lookup" else ()
        if any(node.op != "number" for node in numbers) or (name == "lot" and not 1 <= int(found[0].value) <= 2**20):
            raise FormulaError(f"{name} of what is computed", "whole numbers as they are, for lot 1 to 1048576")
        if name == "shares" and found[0].value != found[1].value:
            raise FormulaError(f"shares of {_shown(args[0])} and {_shown(args[1])}", "one column of both players")
        return Node(name, given, found)


def _constant(value: object) -> Node:
    if isinstance(value, str):
        return Node("word", ValueKind.WORD, value=value)
    if not isinstance(value, int) or isinstance(value, bool):
        raise FormulaError(f"not a whole number: {value!r}", "whole numbers")
    if value > GREATEST:
        raise FormulaError(f"a number greater than {GREATEST:,}", "smaller numbers")
    return Node("number", N, value=value)


def _shown(tree: ast.AST) -> str:
    try:
        text = ast.unparse(tree)
    except RecursionError:
        return "nested too deeply"
    return text if len(text) <= 40 else f"{text[:39]}…"
