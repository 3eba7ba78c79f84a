"""Check that no pairing of a round costs less than the one in a file. Needs numpy, and no other file of this project.

    python verify_certificate.py [--large] FILE.npz ...

A file has the players as columns of numbers (score, club, colours so far …), formulas that say what a pair costs by
them, and a proof. This program computes the cost of every pair anew: nothing need be believed but the columns.

The proof gives each player a number y, some sets of an odd number of players a number w ≥ 0, and each limit of a rule
over several pairs a number r ≤ 0. With these, the reduced cost of a pair a, b is

    scale · cost − y[a] − y[b] − Σ w of the sets with one of a, b inside − Σ r · what the pair adds to the rule

Add it up over all pairs of any pairing. Each player is in one pair; of each odd set, somebody's partner is outside; and
no rule is above its limit. So the sum is at most scale · (cost of the pairing) − (Σ y + Σ w + Σ r · limit). If no pair
has a reduced cost below 0, neither has the sum, and

    (cost of any pairing)  ≥  (Σ y + Σ w + Σ r · limit) / scale

Costs have tiers: a later one decides among the pairings that are best in all before. `verify` has the details, and
docs/explanation/proof.md explains them; docs/reference/certificate.md describes the file.
"""

import ast
import json
import operator
import os
import re
import sys
import zipfile
from collections.abc import Iterator
from functools import reduce
from types import SimpleNamespace
from typing import Any

import numpy as np

BIG = 2**61  # no number in a file or in a formula is greater, so that none is rounded or wraps in 64 bits
MOST_BYTES = 2**28  # of all arrays together
MOST_PLAYERS = 2**17
MOST_WORK = 2**34  # parts of formulas × pairs, which take some 5 s; more only with --large
MOST_LINES = 2**20  # of all lists together, and prices; more only with --large
MOST_KINDS = 2**12  # odd sets and players that they tell apart, of all tiers, in some 800 MB; more only with --large
MOST_NAMED = 100  # definitions, and rules over several pairs, whose numbers are kept for the pairs of a block
BLOCK = 2**16  # pairs that are looked at together
NAMES = ["breaches", *map(str, range(1, 100)), "tie"]  # of the tiers, in their order
HEAD = ("tournament", "round", "fingerprint")

#: The arrays of a file: type, shape, least and greatest number (of letters, if it is a text). There are n players, m
#: with the bye, h pairs of a pairing, T tiers, C rules with K limits, Q odd sets, and lists of length P, L and N.
ARRAYS = {
    "format": ("<i8", "", 4, 4),
    "tournament": ("<U", "", 0, 999),
    "round": ("<i8", "", 1, 999),
    "fingerprint": ("<U", "", 0, 999),
    "players": ("<U", "n", 0, 999),  # ids; everywhere else a player is a position here, and the bye is that after all
    "formulas": ("<U", "", 0, 2**18),  # JSON, see `Problem`
    "key": ("<u8", "n", 0, 2**64 - 1),  # lottery numbers
    "tiers": ("<U", "T", 0, 8),
    "forbidden": ("<i8", "P2", 0, BIG),  # pairs a < b that may not meet, beside those that a formula forbids
    "listed": ("<i8", "L4", 0, BIG),  # tier, a, b, and what this pair costs beside the formulas
    "part": ("<i8", "Cn", -1, BIG),  # under which limit of each rule each player counts; -1: under none
    "limit": ("<i8", "K", -(2**40), 2**40),  # of what a pairing adds up to there
    "hard": ("|b1", "K", 0, 1),  # whether it must be kept; otherwise each unit above it costs `price`
    "price": ("<i8", "TK", 0, 2**50),
    "amounts": ("<i8", "N4", -(2**31), 2**31),  # limit, a, b, and what this pair adds beside the formulas
    "pairs": ("<i8", "h2", 0, BIG),  # the pairing that is certified
    "value": ("<i8", "T", 0, BIG),  # its cost
    "scale": ("<i8", "T", 1, BIG),  # y, w, rows and levels are in units of 1 / scale
    "members": ("<i8", "S2", 0, BIG),  # set, and a player in it; m + k stands for all of set k, an earlier one
    "y": ("<i8", "Tm", -BIG, BIG),
    "w": ("<i8", "TQ", -BIG, BIG),
    "rows": ("<i8", "TK", -BIG, BIG),  # r
    "levels": ("<i8", "TT", -BIG, 0),  # of the costs in earlier tiers
}
#: And the sets by all their players, as `verify` takes them.
SETS = ("|b1", "Qm", 0, 1)
#: Any other array, such as `i.score`, is a column of the players: numbers, flags, or codes, of which -1 is none.
NUMBERS, FLAGS, CODES = ("<i8", "n", -(2**40), 2**40), ("|b1", "n", 0, 1), ("<i8", "nk", -1, 2**40)
#: Or a table of pairs, such as `ij.costs`.
TABLES = ("<i8", "nn", 0, 2**50)


def need(holds: Any, reason: str, formula: ast.AST | None = None) -> None:
    """Raise ValueError unless something holds, here of a formula if that is given."""
    if not holds:
        raise ValueError(f"refused: {reason}" + (f": {ast.unparse(formula)[:200]}" if formula else ""))


# ---- Formulas ----


class Block:
    """Pairs of the players i, down, and j, across; a formula of i alone has no j. `known`: definitions computed."""

    def __init__(self, i: Any, j: Any = None) -> None:
        self.i, self.j, self.known = i, j, dict[str, Any]()
        self.shape = np.broadcast_shapes(i.shape, np.shape(j))

    def side(self, player: ast.AST) -> Any:
        """The players i or j, as a formula names them. Raises ValueError if there is no j."""
        found = {"i": self.i, "j": self.j}.get(getattr(player, "id", ""))
        need(found is not None, "formulas: no player, or a bye, which has no j", player)
        return found


OPERATIONS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod, ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le,
    ast.Gt: operator.gt, ast.GtE: operator.ge, ast.BitAnd: operator.and_, ast.BitOr: operator.or_,
    ast.And: operator.and_, ast.Or: operator.or_,
}  # fmt: skip


class Formulas:
    """Computes formulas over columns of two players, values of the round, and definitions.

    They are written in Python's syntax, but nothing is run as Python: whatever `value` does not name is refused.
    """

    def __init__(self, arrays: dict[str, Any], values: dict[str, Any], key: Any) -> None:
        self.arrays, self.values, self.key = arrays, values, key
        self.definitions: dict[str, ast.AST] = {}
        self.parts = 0  # of all formulas together; those that take longer count as several

    def read(self, text: str) -> ast.AST:
        """A formula as a tree. Raises ValueError."""
        right = isinstance(text, str) and len(text) <= 2000 and text.isprintable() and "\\" not in text
        need(right, "formulas: one is no line of at most 2,000 characters, without \\")
        tree = ast.parse(text, mode="eval").body
        for node in ast.walk(tree):
            column = self.arrays.get(f"i.{node.attr}") if isinstance(node, ast.Attribute) else None
            self.parts += 1 if column is None or column.ndim == 1 else column.shape[1] ** 2  # of `shares`
        return tree

    def column(self, name: str, axes: int) -> Any:
        """A column of numbers or flags, which has one axis, or of codes, which has two."""
        need(f"i.{name}" in self.arrays, f"formulas: no column {name}")
        found = self.arrays[f"i.{name}"]
        need(found.ndim == axes, f"formulas: {name} is {'no' if axes > 1 else 'a'} column of codes")
        return found

    def number(self, tree: ast.AST, block: Block) -> Any:
        """The numbers of a formula; a condition counts as 0 or 1."""
        found = self.value(tree, block)
        need(found.dtype in (np.int64, bool), "formulas: not a number", tree)
        return found.astype(np.int64, copy=False)

    def condition(self, tree: ast.AST, block: Block) -> Any:
        """The flags of a formula that is a condition."""
        found = self.value(tree, block)
        need(found.dtype == bool, "formulas: not a condition", tree)
        return found

    def value(self, tree: ast.AST, block: Block) -> Any:
        """The values of a formula for the pairs of a block, which broadcast to their shape: numbers, flags, or a word.

        No number is greater than BIG. Before two are added or multiplied, it is checked that the result is not.
        """
        match tree:
            case ast.Constant(value=value) if type(value) is str or (type(value) is int and value <= BIG):
                return np.array(value)
            case ast.Attribute(value=side, attr=name):
                return self.column(name, 1)[block.side(side)]
            case ast.Subscript(value=ast.Name(id=name), slice=ast.Tuple(elts=[one, other])):
                need(f"ij.{name}" in self.arrays, f"formulas: no table {name}")
                return self.arrays[f"ij.{name}"][block.side(one), block.side(other)]
            case ast.Name(id=name) if name in self.definitions:
                if name not in block.known:
                    block.known[name] = self.value(self.definitions[name], block)
                return block.known[name]
            case ast.Name(id=name) if name in self.values:
                return np.array(self.values[name])
            case ast.UnaryOp(op=ast.USub(), operand=one):
                return -self.number(one, block)
            case ast.UnaryOp(op=ast.Invert() | ast.Not(), operand=one):
                return ~self.condition(one, block)
            case ast.BinOp(left=left, op=ast.BitAnd() | ast.BitOr() as op, right=right):
                return OPERATIONS[type(op)](self.condition(left, block), self.condition(right, block))
            case ast.BoolOp(op=op, values=values):
                return reduce(OPERATIONS[type(op)], (self.condition(one, block) for one in values))
            case ast.BinOp(left=left, op=ast.Pow(), right=ast.Constant(value=int(power))) if power in (2, 3):
                found = self.number(left, block)
                need(most(found) ** power <= BIG, "formulas: too great a number", tree)
                return found**power
            case ast.BinOp(left=left, op=op, right=right) if type(op) in OPERATIONS:
                one, other = self.number(left, block), self.number(right, block)
                if isinstance(op, ast.FloorDiv | ast.Mod):
                    need((other > 0).all(), "formulas: a division by 0 or less", tree)
                else:
                    combine = operator.mul if isinstance(op, ast.Mult) else operator.add
                    need(combine(most(one), most(other)) <= BIG, "formulas: too great a number", tree)
                return OPERATIONS[type(op)](one, other)
            case ast.Compare(left=left, ops=[op], comparators=[right]) if type(op) in OPERATIONS:
                one, other = self.value(left, block), self.value(right, block)
                if not one.dtype.kind == other.dtype.kind == "U":  # two words can be compared, too
                    one, other = self.number(left, block), self.number(right, block)
                return np.asarray(OPERATIONS[type(op)](one, other))
            case ast.Call(func=ast.Name(id=name), args=[_, *_] as args, keywords=[]):
                return self.function(name, args, block)
        raise ValueError(f"refused: formulas: not part of a formula: {ast.unparse(tree)[:200]}")

    def function(self, name: str, args: list[Any], block: Block) -> Any:
        """A function of numbers, or of a condition or codes. Raises ValueError."""
        match name, args:
            case "abs", [one]:
                return abs(self.number(one, block))
            case "min" | "max", _:
                return reduce(np.minimum if name == "min" else np.maximum, (self.number(arg, block) for arg in args))
            case "where", [condition, left, right]:  # a side that no pair of the block needs is not computed
                holds = self.condition(condition, block)
                if holds.all() or not holds.any():
                    return self.number(left if holds.all() else right, block)
                return np.where(holds, self.number(left, block), self.number(right, block))
            case "lookup", [place, *rest] if rest:  # the value at a place, from 0; the last one beyond
                table = [self.number(one, block) for one in rest]
                need(all(one.ndim == 0 for one in table), "formulas: lookup of what is no number by itself")
                return np.array(table)[np.clip(self.number(place, block), 0, len(table) - 1)]
            case "stairs", [one]:  # every step from d to d + 1 points costs d + 1: 0, 1, 3, 6 … for whole points
                found, steps = self.number(one, block), self.values["steps"]
                need((found >= 0).all() and most(found) <= 2**30, "formulas: stairs of a number below 0, or too great")
                need(steps in (1, 2), "formulas: steps are not 1 or 2")
                points, more = np.divmod(found, steps)
                return steps * (points * (points + 1) // 2) + more * (points + 1)
            case "lot", [one] if block.j is not None:  # a number below that, drawn for the pair
                found = self.number(one, block)
                need(found.min() >= 1 and found.max() <= 2**20, "formulas: lot of too great a number")
                return lots(self.key[block.i] + self.key[block.j], 32) * found >> 32
            case "shares", [ast.Attribute(attr=column) as one, ast.Attribute(attr=same) as other] if column == same:
                codes = self.column(column, 2)
                return shares(codes[block.side(one.value)], codes[block.side(other.value)])
        raise ValueError(f"refused: formulas: no function {name} of {len(args)} such values")


def most(numbers: Any) -> int:
    """The greatest of some numbers without their signs."""
    return max(int(numbers.max()), -int(numbers.min()))


def shares(one: Any, other: Any) -> Any:
    """Whether two players have a code in common; their codes are on the last axis."""
    found = np.zeros((), dtype=bool)
    for a in range(one.shape[-1]):
        for b in range(other.shape[-1]):
            found = found | ((one[..., a] == other[..., b]) & (one[..., a] >= 0))
    return found


def lots(keys: Any, bits: int) -> Any:
    """A number below 2^bits, drawn by a key: the sum of two players' keys modulo 2^64, or that of one for the bye."""
    with np.errstate(over="ignore"):
        keys = (keys ^ (keys >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)  # the end of splitmix64
        keys = (keys ^ (keys >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
        keys = keys ^ (keys >> np.uint64(31))
    return (keys >> np.uint64(64 - bits)).astype(np.int64)


# ---- The problem: who may meet whom, what that costs, and what it adds to rules over several pairs ----


class StatedProblem:
    """The problem in a file. In an odd field there is one vertex more, the bye, which somebody "meets".

    `formulas` is JSON with these parts. `values`: values of the round; `columns`: columns computed from others, as
    formulas of i; `definitions`: formulas that others use by name; `allowed`: conditions for a pair, and for the bye of
    i; `costs`: for each tier a list of weights and what they multiply, for a pair and for the bye of i; `rules`: what a
    pair adds for i (`first`) and for j (`second`); `private`: columns that should not be published.
    """

    def __init__(self, c: Any, arrays: dict[str, Any], large: bool = True) -> None:
        parts = ("values", "columns", "definitions", "allowed", "costs", "rules", "private")
        said = fields(json.loads(c.formulas.item(), object_pairs_hook=each_once), *parts)
        values, columns, named, conditions, costs, rules, self.private = said
        self.ids, self.players, self.size = c.players.tolist(), len(c.players), len(c.players) + len(c.players) % 2
        self.odd, self.tiers, self.key, self.part = self.size - self.players, c.tiers.tolist(), c.key, c.part
        self.limit, self.hard, self.price = c.limit, c.hard, c.price
        self.forbidden, self.listed, self.amounts_listed = c.forbidden, c.listed, c.amounts
        of_rules = {f"i.part_{k}": part for k, part in enumerate(c.part, 1)}
        names = [*arrays, *of_rules, *(f"i.{name}" for name in columns)]
        need(len({*names}) == len(names), "formulas: two columns have one name")
        need(not values.keys() & named.keys(), "formulas: a definition has the name of a value")
        words = [one for one in [*values.values(), *self.private] if not isinstance(one, int)]
        right = all(isinstance(one, str) and one.isprintable() for one in words) and isinstance(self.private, list)
        right = right and all(abs(one) <= BIG for one in values.values() if isinstance(one, int))
        need(right, "formulas: a value is no number, flag or word, or a private column has no name")

        # All formulas are read, and it is known how long they take, before the first of them is computed.
        self.formulas = read = Formulas(arrays | of_rules, values, c.key)
        computed = {f"i.{name}": read.read(text) for name, text in columns.items()}
        read.definitions = {name: read.read(text) for name, text in named.items()}
        self.conditions = [[read.read(text) for text in fields(one, "pair", "bye")] for one in conditions]
        need(costs.keys() == {*self.tiers} - {"tie"}, "formulas: the costs are not those of the tiers")
        self.costs = [[self.weighted(one) for one in costs.get(tier, [])] for tier in self.tiers]
        self.rules = [[read.read(text) for text in fields(one, "first", "second")] for one in rules]
        right = len(rules) == len(c.part) and (c.part < len(c.limit)).all()
        need(right, "formulas, part: not one for each rule, or a limit that is not there")
        need(max(len(named), len(rules)) <= MOST_NAMED, f"formulas: more than {MOST_NAMED} definitions or rules")
        tiers = len(self.tiers)
        work = (read.parts + (10 + tiers) * tiers + 100 * len(rules)) * max(self.size**2 // 2, 2**12)
        need(large or work <= MOST_WORK, f"it asks for much: {work:,} operations; say that it may be large")
        check_lines("listed", c.listed, tiers, self.size)
        check_lines("amounts", c.amounts, len(c.limit), self.size)
        check_lines("forbidden", np.insert(c.forbidden, 0, 0, axis=1), 1, self.size)

        every = Block(np.arange(self.players))
        for name, tree in computed.items():
            found = read.value(tree, every)
            need(found.dtype in (np.int64, bool), "formulas: not a number", tree)
            read.arrays[name] = np.broadcast_to(found, self.players)
        self.bye_costs = [self.total([(weight, bye) for weight, _, bye in tier], every) for tier in self.costs]
        if self.tiers[-1] == "tie":
            self.bye_costs[-1] = lots(self.key, 40)
        self.bye_may = np.ones(self.players, dtype=bool)
        for _, condition in self.conditions:
            self.bye_may &= read.condition(condition, every)
        self.rows, self.block = (0, 0), every

    def weighted(self, cost: Any) -> tuple[int, ast.AST, ast.AST]:
        """A weight, and the formulas for a pair and for a bye that it multiplies. Raises ValueError."""
        weight, pair, bye = fields(cost, "weight", "pair", "bye")
        need(type(weight) is int and 0 <= weight <= 2**50, "formulas: a weight is not from 0 to 2^50")
        return weight, self.formulas.read(pair), self.formulas.read(bye)

    def of(self, first: int, last: int) -> Block:
        """The pairs of the players `first` … `last` - 1 with those from `first` on."""
        if self.rows != (first, last):
            every = np.arange(self.players)
            self.rows, self.block = (first, last), Block(every[first:last, None], every[None, first:])
        return self.block

    def total(self, costs: list[tuple[int, ast.AST]], block: Block) -> Any:
        """The sum of weights times formulas."""
        total, greatest = np.zeros(block.shape, dtype=np.int64), 0
        for weight, tree in costs:
            numbers = self.formulas.number(tree, block)
            greatest += weight * most(numbers)
            need(greatest <= BIG, "formulas: a cost may reach too great a number")
            total += weight * numbers
        return total

    def allowed(self, first: int, last: int) -> Any:
        """Which of the pairs of `first` … `last` - 1 with all from `first` on are allowed."""
        block, may = self.of(first, last), np.ones((last - first, self.size - first), dtype=bool)
        for condition, _ in self.conditions:
            may[:, : self.players - first] &= self.formulas.condition(condition, block)
        if self.odd:
            may[:, -1] = self.bye_may[first:last]
        a, b = within(self.forbidden, 0, first, last).T
        may[a - first, b - first] = False
        return may

    def cost(self, tier: int, first: int, last: int) -> Any:
        """What these pairs cost in a tier."""
        block, cost = self.of(first, last), np.zeros((last - first, self.size - first), dtype=np.int64)
        games = cost[:, : self.players - first]
        if self.tiers[tier] == "tie":
            games += lots(self.key[block.i] + self.key[block.j], 40)
        else:
            games += self.total([(weight, pair) for weight, pair, _ in self.costs[tier]], block)
        if self.odd:
            cost[:, -1] = self.bye_costs[tier][first:last]
        kind, a, b, more = within(self.listed, 1, first, last).T
        np.add.at(cost, (a[kind == tier] - first, b[kind == tier] - first), more[kind == tier])
        return cost

    def amounts(self, first: int, last: int) -> Any:
        """What these pairs add to rules, as lists: the limit, a, b, and the amount."""
        block, found = self.of(first, last), [within(self.amounts_listed, 1, first, last)]
        for part, sides in zip(self.part, self.rules, strict=True):
            for tree, players in zip(sides, (block.i, block.j), strict=True):
                amount = self.formulas.number(tree, block)
                need(most(amount) <= 2**31, "formulas: a pair may add too much to a rule")
                limit, amount = (np.broadcast_to(of, block.shape) for of in (part[players], amount))
                a, b = np.nonzero((limit >= 0) & (amount != 0) & (block.i < block.j))
                found.append(np.stack([limit[a, b], a + first, b + first, amount[a, b]], axis=1))
        return np.concatenate(found).T


def fields(one: Any, *names: str) -> list[Any]:
    """The values of an object of JSON that has just these names, in this order. Raises ValueError."""
    need(isinstance(one, dict) and one.keys() == {*names}, f"formulas: an object has not just {', '.join(names)}")
    return [one[name] for name in names]


def each_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object of JSON, in which no name is given twice: readers would take either."""
    need(len(dict(pairs)) == len(pairs), "formulas: a name is given twice")
    return dict(pairs)


def check_lines(name: str, lines: Any, kinds: int, size: int) -> None:
    """Raise ValueError unless lines of a kind, a and b are in order, each once, as a < b < size."""
    kind, a, b = lines.T[:3]
    right = (kind >= 0).all() and (kind < kinds).all() and (a >= 0).all() and (a < b).all() and (b < size).all()
    right = right and (np.diff((kind * size + a) * size + b) > 0).all()
    need(right, f"{name}: not in order, each pair a < b once")


def within(lines: Any, column: int, first: int, last: int) -> Any:
    """The lines of a list whose player a, in the column given, is one of `first` … `last` - 1."""
    return lines[(lines[:, column] >= first) & (lines[:, column] < last)]


# ---- The proof ----


def verify(p: Any, c: Any, large: bool = False) -> list[tuple[str, int, int]]:
    """(name, value, lower bound) of each tier that a certificate c proves of a problem p. Raises ValueError.

    No pairing that costs as little as the certified one in all earlier tiers costs less than the bound in this one. The
    gap of a tier is by how much its value exceeds the bound, in units of 1 / scale. Among the pairings that are left, a
    pair has a reduced cost of at most the gap. So in later tiers, other pairs need not be looked at; a set that would
    cost more than the gap if it were left twice more is left once, and its w may be negative; and so on for rules.
    """
    sizes = {"m": p.size, "h": p.size // 2, "K": len(p.limit)}
    for name in ("tiers", "value", "scale", "pairs", "sets", "y", "w", "rows", "levels"):
        array, form = getattr(c, name), ARRAYS.get(name, SETS)
        check(name, form, array.dtype, array.shape, sizes)
        check_values(name, form, array)
    names, players = c.tiers.tolist(), p.size - p.odd
    right = names and names == [name for name in NAMES if name in names]
    need(right, "tiers: not breaches, 1, 2 … tie, each once and in order")
    need(np.array_equal(np.sort(c.pairs.ravel()), np.arange(p.size)), "not everybody has exactly one game or the bye")
    need((c.sets.sum(axis=1) % 2 == 1).all() and not c.sets[:, players:].any(), "sets: one is not odd")
    need(len(c.sets) <= p.size and not np.triu(c.levels).any(), "sets, levels: more than m, or not of earlier tiers")
    proofs = duals(p, c)
    kinds = [kinds_of(c.sets[w != 0]) for w in c.w]
    told = sum(len(some) for some, _ in kinds) + np.count_nonzero(c.w)
    need(large or told <= MOST_KINDS, f"it asks for much: {told:,} sets and kinds of players; say that it may be large")
    apart = [across(c.sets[w != 0][:, some], w[w != 0]) for (some, _), w in zip(kinds, c.w, strict=True)]

    # Every pair of players, and every bye, once: by rows a from the top, with all b > a.
    boards, costs, counts = np.sort(c.pairs, axis=1), [0] * len(names), np.zeros(sizes["K"], dtype=object)
    for first, last in rows_of(p):
        a, b = np.arange(first, last)[:, None], np.arange(first, p.size)[None, :]
        own = boards[(boards[:, 0] >= first) & (boards[:, 0] < last)] - first
        possible, cost = p.allowed(first, last) & (a < b), [p.cost(k, first, last) for k in range(len(names))]
        greatest = [int(abs(of).max()) for of in cost]
        limit, one, other, amount = p.amounts(first, last)
        added = np.zeros(possible.shape, dtype=np.int64)  # to all limits, without signs
        np.add.at(added, (one - first, other - first), abs(amount))
        need(possible[own[:, 0], own[:, 1]].all(), "a pair of the pairing is not allowed")
        is_board = np.zeros(possible.shape, dtype=bool)
        is_board[own[:, 0], own[:, 1]] = True
        counted = is_board[one - first, other - first]
        np.add.at(counts, limit[counted], amount[counted])
        for proof in proofs:
            k, scale = proof.tier, proof.scale
            costs[k] += sum(cost[k][own[:, 0], own[:, 1]].tolist())
            reach = sum(-int(dual) * cost for dual, cost in zip(proof.levels, greatest, strict=True))
            reach += proof.of_players_and_sets + proof.of_rules * int(added.max()) + scale * greatest[k]
            need(reach <= 2 * BIG, f"tier {proof.name}: numbers too great for 64 bits")
            _, kind = kinds[k]
            reduced = scale * cost[k] - c.y[k][a] - c.y[k][b] - apart[k][kind[a], kind[b]]
            if c.rows[k].any():
                np.subtract.at(reduced, (one - first, other - first), c.rows[k][limit] * amount)
            for earlier in range(k):
                if c.levels[k, earlier]:
                    reduced -= c.levels[k, earlier] * cost[earlier]
            need((reduced >= 0)[possible].all(), f"tier {names[k]}: a pair has a negative reduced cost")
            possible &= reduced <= min(proof.gap, 2 * BIG)

    excess = np.maximum(counts - p.limit, 0)
    need(not excess[p.hard].any(), "the pairing breaks a rule over sets of pairs")
    for proof in proofs:
        found = costs[proof.tier] + int(sum(p.price[proof.tier] * excess))
        need(found == proof.value, f"tier {proof.name}: the pairing costs {found}, not {proof.value}")
    return [(proof.name, proof.value, proof.value - proof.gap // proof.scale) for proof in proofs]


def rows_of(p: Any) -> Iterator[tuple[int, int]]:
    """The players of a problem, some after the other, so that these have about BLOCK pairs with those from them on."""
    first = 0
    while first < p.size - p.odd:
        last = min(p.size - p.odd, first + max(1, BLOCK // (p.size - first)))
        yield first, last
        first = last


def duals(p: Any, c: Any) -> list[Any]:
    """The proofs of the tiers, whose duals have the right signs; sums of duals are without signs. Raises ValueError."""
    proofs, price, limit = [], p.price.astype(object), p.limit.astype(object)  # whole numbers of any size
    closed = p.hard.copy()  # rules that cannot be above their limit
    tight, tight_sets = np.zeros(len(limit), dtype=bool), np.zeros(len(c.sets), dtype=bool)  # neither below; left once
    for k, name in enumerate(c.tiers.tolist()):
        scale, value = int(c.scale[k]), int(c.value[k])
        y, w, rows, levels = (array[k].astype(object) for array in (c.y, c.w, c.rows, c.levels))
        over = scale * price[k] + rows - levels @ price  # the reduced cost of a unit above a limit
        need((tight_sets | (w >= 0)).all(), f"tier {name}: a set's dual is < 0")
        need((tight | (rows <= 0)).all(), f"tier {name}: the dual of a rule is positive")
        need((closed | (over >= 0)).all(), f"tier {name}: the dual of a rule is more than its price")
        gap = scale * value - sum([*y, *w, *rows * limit, *levels * c.value.astype(object)])
        need(gap >= 0, f"tier {name}: the duals add up to more than the pairing costs")
        sums = {"of_players_and_sets": sum(map(abs, [*y, *w])), "of_rules": sum(map(abs, rows))}
        proofs.append(SimpleNamespace(tier=k, name=name, value=value, scale=scale, gap=gap, levels=levels, **sums))
        tight_sets, tight, closed = tight_sets | (2 * w > gap), tight | (-rows > gap), closed | (over > gap)
    return proofs


def kinds_of(sets: Any) -> tuple[Any, Any]:
    """A player of each kind, and everybody's kind: players in the same sets are of one kind."""
    packed = np.packbits(np.concatenate([np.zeros((1, sets.shape[1]), dtype=bool), sets]), axis=0)
    _, some, kind = np.unique(packed, axis=1, return_index=True, return_inverse=True)
    return some, kind.ravel()


def across(sets: Any, w: Any, step: int = 2**10) -> Any:
    """The sum of w over the sets that have one of two players inside, players × players, computed `step` by `step`.

    Sums over matrices are of numbers below 2^53, which floats have exactly.
    """
    high, low = (part[:, None].astype(float) for part in np.divmod(w, 2**30))
    found = np.empty((sets.shape[1], sets.shape[1]), dtype=np.int64)
    blocks = [slice(k, k + step) for k in range(0, sets.shape[1], step)]
    for k, a in enumerate(blocks):
        for b in blocks[k:]:  # the sum of w over the sets that have both inside
            in_high, in_low = ((sets[:, a] * part).T @ sets[:, b] for part in (high, low))
            found[a, b] = in_high.astype(np.int64) * 2**30 + in_low.astype(np.int64)
            found[b, a] = found[a, b].T
    alone = found.diagonal()[:, None].copy()
    np.subtract(alone, np.multiply(found, 2, out=found), out=found)
    return np.add(found, alone.T, out=found)


# ---- The file ----


def check(name: str, form: Any, dtype: Any, shape: tuple[int, ...], sizes: dict[str, int]) -> None:
    """Raise ValueError if an array, of which only the header may be known, has not the form that the table says."""
    kind, letters, _, greatest = form
    right = dtype.str.startswith(kind) and dtype.itemsize and len(shape) == len(letters)
    need(right, f"{name}: not {kind} of shape ({', '.join(letters)})")
    need(kind != "<U" or dtype.itemsize <= 4 * greatest, f"{name}: a text of more than {greatest:,} letters")
    for letter, size in zip(letters, shape, strict=True):
        known = int(letter) if letter.isdecimal() else sizes.setdefault(letter, size)
        need(size == known >= 0, f"{name}: {letter} is {known}, not {size}")


def check_values(name: str, form: Any, values: Any) -> None:
    """Raise ValueError if a number of an array is not within the bounds that the table says."""
    kind, _, least, greatest = form
    numbers = values.view(np.uint8) if kind == "|b1" else values  # a byte may be other than 0 and 1
    need(kind == "<U" or ((numbers >= least) & (numbers <= greatest)).all(), f"{name}: not from {least} to {greatest}")


def unpacked(file: str, table: dict[str, Any], format_: str, columns: bool) -> dict[str, Any]:
    """The arrays of an npz file, each unpacked only after its header has been checked. Raises ValueError."""
    need(os.path.isfile(file), "not a file")
    found, sizes = dict[str, Any](), dict[str, int]()
    with zipfile.ZipFile(file) as archive:
        parts = {one.filename.removesuffix(".npy"): one for one in archive.infolist() if one.compress_type in (0, 8)}
        more = [name for name in parts if name not in table]
        right = len(parts) == len(archive.namelist()) and table.keys() <= parts.keys()
        right = right and all(columns and re.fullmatch(r"ij?\.\w+", name) for name in more)
        need(right, f"not a certificate of format {format_}, with the arrays {', '.join(table)}")
        need(sum(part.file_size for part in parts.values()) <= MOST_BYTES, f"more than {MOST_BYTES:,} bytes, unpacked")
        for name in [*table, *more]:
            with archive.open(parts[name]) as stream:
                need(np.lib.format.read_magic(stream) == (1, 0), f"{name}: not an array as numpy saves it")
                shape, turned, dtype = np.lib.format.read_array_header_1_0(stream)
                column = FLAGS if dtype.kind == "b" else NUMBERS if len(shape) == 1 else CODES
                form = table.get(name) or (TABLES if name.startswith("ij.") else column)
                check(name, form, dtype, shape, sizes if name in table else dict(sizes))
                length = dtype.itemsize * int(np.prod(shape, dtype=object))
                need(length <= parts[name].file_size, f"{name}: its header says more than the file holds")
                raw = stream.read(length)
                right = not turned and len(raw) == length and not stream.read(1)
                need(right, f"{name}: not row by row, or not as long as it says")
            found[name] = np.ndarray(shape, dtype, raw)
            check_values(name, form, found[name])
            if name == "players":
                need(0 < sizes["n"] <= MOST_PLAYERS, f"players: none, or more than {MOST_PLAYERS:,}")
                need(len({player.encode() for player in found[name].tolist()}) == sizes["n"], "players: not each once")
                sizes |= {"m": sizes["n"] + sizes["n"] % 2, "h": (sizes["n"] + 1) // 2}
    return found


def sets_of(members: Any, count: int, size: int) -> Any:
    """The odd sets as flags, count × size, from the lines that list their members."""
    right = (members[:, 0] < count).all() and (np.diff(members[:, 0]) >= 0).all()
    need(right and count * size <= MOST_BYTES // 2, "members: not in the order of the sets, or too many sets")
    sets = np.zeros((count, size), dtype=bool)
    for k, member in members.tolist():
        need(member < size + k, "members: a set with what is no earlier one")
        if member < size:
            sets[k, member] = True
        else:
            sets[k] |= sets[member - size]
    return sets


def read(file: str, large: bool = False) -> tuple[StatedProblem, Any]:
    """The problem and the certificate in a file. Raises ValueError; RecursionError for formulas nested too deeply."""
    data = unpacked(file, ARRAYS, "4 (the program reads older ones)", columns=True)
    c = SimpleNamespace(**{name: data[name] for name in ARRAYS})
    lines = sum(map(len, (c.listed, c.amounts, c.forbidden, c.members))) + c.price.size
    need(large or lines <= MOST_LINES, f"it asks for much: {lines:,} lines; say that it may be large")
    c.sets = sets_of(c.members, c.w.shape[1], len(c.players) + len(c.players) % 2)
    return StatedProblem(c, data, large), c


def say(file: str, large: bool) -> bool:
    """Print what a file proves of which round; whether it leaves nothing open. Raises ValueError."""
    p, c = read(file, large)
    found, ids = verify(p, c, large), [ascii(player)[1:-1] for player in c.players.tolist()] + ["bye"] * p.odd
    print(f"{file!a}: " + ", ".join(f"{name} {getattr(c, name).item()!a}" for name in HEAD))
    if p.private:
        print(f"This file is private: the columns {', '.join(map(ascii, p.private))} are not published.")
    print("boards:", ", ".join(" - ".join(ids[v] for v in sorted(pair)) for pair in c.pairs.tolist()))
    print("Costs and rules follow from the columns in the file: nothing here says that they are the tournament's.")
    names = p.formulas.values | {name: ast.unparse(tree) for name, tree in p.formulas.definitions.items()}
    for name, said in names.items():
        print(f"  {name!a} is {said!a}")
    for tier, value, bound in found:
        for weight, pair, bye in p.costs[p.tiers.index(tier)]:
            print(f"  + {weight} * {ast.unparse(pair)!a} (bye: {ast.unparse(bye)!a})")
        rest = f"; the proof leaves a gap of {value - bound}" if value > bound else ", proven"
        print(f"tier {tier}: {value}, no pairing below {bound}{rest}")
    if found[-1][0] != "tie":
        print("The lottery among pairings of equal cost is not part of the proof.")
    return found[-1][0] == "tie" and all(value == bound for _, value, bound in found)


def main(arguments: list[str]) -> int:
    """Check the files; 0 if each is proven, else 1."""
    large = arguments[:1] == ["--large"]
    files, proven = arguments[large:], len(arguments) > large
    for file in files:
        try:
            proven &= say(file, large)
        except Exception as error:  # whatever an altered file makes Python or numpy say
            text = str(error) if str(error).startswith("refused") else "refused: no certificate to read"
            print(f"{file!a}: {text}", file=sys.stderr)
            proven = False
    return not proven


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
