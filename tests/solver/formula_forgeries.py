"""Forged certificates of format 4, and what they say pair by pair in plain Python, as files of format 3.

A forgery is an honest file with columns, keys, formulas, lists, parts or the proof changed by a seeded generator.
`matrices_of` is written from docs/reference/certificate.md and shares nothing with the program.
"""

from __future__ import annotations

import ast
import io
import json
import operator
import re
from collections import Counter
from dataclasses import replace
from itertools import pairwise
from types import SimpleNamespace
from typing import Any

import numpy as np
from mcmahon.io.certificates import npz_bytes
from mcmahon.model.pairing.criteria import CostsTable, own_criterion
from mcmahon.model.pairing.profile import Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.engine import solve
from mcmahon.solver.proof.statement import arrays

from .forgeries import clever_duals, cost_of, forge, pay_by_program, push_to_the_edge, small_problem, worse_pairing

File = dict[str, Any]
Rng = np.random.Generator
SAME = (
    "tournament", "round", "fingerprint", "players", "tiers", "limit", "hard", "price", "value", "scale", "pairs",
    "y", "w", "rows", "levels",
)  # fmt: skip


class Number(int):
    """A whole number of a formula. Raises ValueError for what the language does not have."""

    def __hash__(self) -> int:
        return int(self)


class Flag(Number):
    """A condition, which counts as 0 or 1."""


class Word:
    """A word, which is compared with words."""

    def __init__(self, text: str) -> None:
        self.text = text


def _need(holds: bool) -> None:
    if not holds:
        raise ValueError


def _define() -> None:
    def of_two(name: str, kinds: type, gives: type) -> Any:
        how = getattr(operator, name)

        def computed(one: Any, other: Any) -> Any:
            if isinstance(one, Word) and isinstance(other, Word) and gives is Flag and kinds is Number:
                return Flag(how(one.text, other.text))
            _need(isinstance(one, kinds) and isinstance(other, kinds))
            _need(name not in ("__floordiv__", "__mod__") or int(other) > 0)
            found = how(int(one), int(other))
            _need(abs(found) <= 2**61)
            return gives(found)

        return computed

    for name in ("__add__", "__sub__", "__mul__", "__floordiv__", "__mod__"):
        setattr(Number, name, of_two(name, Number, Number))
    for name in ("__eq__", "__ne__", "__lt__", "__le__", "__gt__", "__ge__"):
        setattr(Number, name, of_two(name, Number, Flag))
        setattr(Word, name, of_two(name, Number, Flag))
    for name in ("__and__", "__or__"):
        setattr(Number, name, of_two(name, Flag, Flag))
    setattr(Number, "__neg__", lambda one: Number(-int(one)))  # noqa: B010
    setattr(Number, "__abs__", lambda one: Number(abs(int(one))))  # noqa: B010
    setattr(Number, "__invert__", lambda one: Flag(_need(type(one) is Flag) or 1 - int(one)))  # noqa: B010
    setattr(Number, "__pow__", lambda one, by: Number(_need(int(by) in (2, 3)) or int(one) ** int(by)))  # noqa: B010


_define()


class _Reader(ast.NodeTransformer):
    """Puts definitions in, makes numbers Numbers, and, if `lazy`, computes only the side of `where` that is needed."""

    def __init__(self, definitions: dict[str, str], lazy: bool) -> None:
        self.definitions, self.lazy = definitions, lazy

    def visit_Name(self, node: ast.Name) -> Any:
        if node.id in self.definitions:
            return self.visit(ast.parse(self.definitions[node.id], mode="eval").body)
        return node

    def visit_Constant(self, node: ast.Constant) -> Any:
        kind = "Number" if type(node.value) is int else "Word"
        return ast.Call(func=ast.Name(id=kind, ctx=ast.Load()), args=[node], keywords=[])

    def visit_Compare(self, node: ast.Compare) -> Any:
        _need(len(node.ops) == 1)
        return self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> Any:
        name = node.func.id if isinstance(node.func, ast.Name) else ""
        if name == "shares":
            _need(len({getattr(arg, "attr", arg) for arg in node.args}) == 1)
        node.args = [self.visit(arg) for arg in node.args]
        if name == "lookup":
            _need(not any(isinstance(part, ast.Attribute) for arg in node.args[1:] for part in ast.walk(arg)))
        if name == "where" and self.lazy:
            condition = ast.Call(func=ast.Name(id="holds", ctx=ast.Load()), args=node.args[:1], keywords=[])
            return ast.IfExp(test=condition, body=node.args[1], orelse=node.args[2])
        return node


def _holds(flag: Any) -> bool:
    _need(type(flag) is Flag)
    return bool(int(flag))


def _where(condition: Any, one: Any, other: Any) -> Number:
    _need(isinstance(one, Number) and isinstance(other, Number))
    return Number(one if _holds(condition) else other)


def _stairs(found: Any, steps: Any) -> Number:
    _need(isinstance(found, Number) and 0 <= int(found) < 10**5 and int(steps) in (1, 2))
    return Number(sum(k // int(steps) + 1 for k in range(int(found))))


def _mixed(key: int) -> int:
    """The end of splitmix64."""
    key = (key ^ (key >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
    key = (key ^ (key >> 27)) * 0x94D049BB133111EB % 2**64
    return key ^ (key >> 31)


class Pairwise:
    """The formulas of a file, computed for one pair after the other."""

    def __init__(self, data: File, lazy: bool) -> None:
        self.said, self.lazy, self.keys = json.loads(data["formulas"].item()), lazy, data["key"].tolist()
        n, said = len(data["players"]), self.said
        self.values = {name: _typed(one) for name, one in said["values"].items()}
        self.players = [SimpleNamespace() for _ in range(n)]
        columns = {name[2:]: column for name, column in data.items() if name.startswith("i.")}
        columns |= {f"part_{k}": part for k, part in enumerate(data["part"], 1)}
        for name, column in columns.items():
            for player, cell in zip(self.players, column.tolist(), strict=True):
                setattr(player, name, tuple(cell) if isinstance(cell, list) else _typed(cell))
        self.tables = {name[3:]: table.tolist() for name, table in data.items() if name.startswith("ij.")}
        self.code: dict[str, Any] = {}
        for name, text in said["columns"].items():
            cells = [self.of(text, at) for at in range(n)]
            for player, cell in zip(self.players, cells, strict=True):
                setattr(player, name, cell)

    def of(self, text: str, i: int, j: int | None = None) -> Any:
        """The value of a formula for a pair, or for the bye of i."""
        if text not in self.code:
            tree = _Reader(self.said["definitions"], self.lazy).visit(ast.parse(text, mode="eval"))
            self.code[text] = compile(ast.fix_missing_locations(tree), "formula", "eval")
        names: dict[str, Any] = self.values | {
            "Number": Number,
            "Word": Word,
            "holds": _holds,
            "where": _where,
            "abs": abs,
        }
        names |= {"min": lambda *of: Number(min(map(int, of))), "max": lambda *of: Number(max(map(int, of)))}
        names["lookup"] = lambda at, *of: Number(of[min(max(int(at), 0), len(of) - 1)])
        names["shares"] = lambda one, other: Flag(bool({*one} & {*other} - {-1}))
        names["stairs"] = lambda one: _stairs(one, self.values["steps"])
        sides = {"i": i} | ({} if j is None else {"j": j})
        names |= {side: self.players[at] for side, at in sides.items()}
        for name, table in self.tables.items():
            names[name] = _Table(table, [(self.players[at], at) for at in sides.values()])
        if j is not None:
            names["lot"] = lambda below: self.lot(below, i, j)
        found = eval(self.code[text], {"__builtins__": {}}, names)
        _need(type(found) in (Number, Flag))
        return found

    def lot(self, below: Any, i: int, j: int) -> Number:
        _need(isinstance(below, Number) and 1 <= int(below) <= 2**20)
        return Number((_mixed((self.keys[i] + self.keys[j]) % 2**64) >> 32) * int(below) >> 32)


class _Table:
    """A table of pairs, in which players stand for their places."""

    def __init__(self, rows: list[list[int]], places: list[tuple[Any, int]]) -> None:
        self.rows, self.places = rows, places

    def __getitem__(self, pair: tuple[Any, Any]) -> Number:
        one, other = (next(at for player, at in self.places if player is of) for of in pair)
        return Number(self.rows[one][other])


def _typed(value: Any) -> Number | Word:
    if isinstance(value, str):
        return Word(value)
    return Flag(value) if isinstance(value, bool) else Number(value)


def matrices_of(data: File, lazy: bool = False) -> File:
    """The same as a file of format 3. Raises ValueError and others if it is not as the page says."""
    of, n = Pairwise(data, lazy), len(data["players"])
    size, tiers, said = n + n % 2, data["tiers"].tolist(), of.said
    pairs = [(a, b) for a in range(n) for b in range(n)]  # in either order, and everybody beside themselves
    for name, most in (("forbidden", 1), ("listed", len(tiers)), ("amounts", len(data["limit"]))):
        lines = [([0] * (name == "forbidden") + line)[:3] for line in data[name].tolist()]
        _need(all(0 <= kind < most and 0 <= a < b < size for kind, a, b in lines))
        _need(all(one < other for one, other in pairwise(lines)))
    may, cost = np.zeros((size, size), dtype=bool), np.zeros((len(tiers), size, size), dtype=np.int64)
    conditions = [(one["pair"], one["bye"]) for one in said["allowed"]]
    for a, b in pairs:
        may[a, b] = False not in [_holds(of.of(pair, a, b)) for pair, _ in conditions]
    bye_may = [False not in [_holds(of.of(bye, a)) for _, bye in conditions] for a in range(n)]
    may[:n, n:] = np.array(bye_may)[:, None]
    _need({*said["costs"]} == {*tiers} - {"tie"} and len(said["rules"]) == len(data["part"]))
    for k, tier in enumerate(tiers):
        costs = said["costs"].get(tier, [])
        _need(all(type(one["weight"]) is int and 0 <= one["weight"] <= 2**50 for one in costs))
        for a, b in pairs:
            games = sum(one["weight"] * int(of.of(one["pair"], a, b)) for one in costs)
            cost[k, a, b] = _mixed((of.keys[a] + of.keys[b]) % 2**64) >> 24 if tier == "tie" else games
        for a in range(n):  # a bye must be computed in an even field, too
            byes = sum(one["weight"] * int(of.of(one["bye"], a)) for one in costs)
            cost[k, a, n:] = _mixed(of.keys[a]) >> 24 if tier == "tie" else byes
    for k, a, b, more in data["listed"].tolist():
        cost[k, a, b] += more
    amounts = Counter({(rule, a, b): amount for rule, a, b, amount in data["amounts"].tolist()})
    _need((data["part"] < len(data["limit"])).all() and (data["part"] >= -1).all())
    for part, rule in zip(data["part"].tolist(), said["rules"], strict=True):
        for a, b in pairs:
            for text, player in ((rule["first"], a), (rule["second"], b)):
                amount = int(of.of(text, a, b))
                if a < b and part[player] >= 0 and amount:
                    amounts[part[player], a, b] += amount
    for a, b in data["forbidden"].tolist():
        may[a, b] = False
    may, cost = np.triu(may, 1), np.triu(cost, 1)
    sets = np.zeros((data["w"].shape[1], size), dtype=bool)
    for k, member in data["members"].tolist():
        _need(member < size + k)
        sets[k] |= np.arange(size) == member if member < size else sets[member - size]
    return {name: data[name] for name in SAME} | {
        "format": np.int64(3), "allowed": may | may.T, "cost": cost + cost.transpose(0, 2, 1), "sets": sets,
        "amounts": np.array([(*line, amounts[line]) for line in sorted(amounts)], dtype=np.int64).reshape(-1, 4),
    }  # fmt: skip


def with_own_criterion(problem: RoundProblem) -> RoundProblem:
    """With a criterion of one's own that reads a column of the registrations and a table of costs."""
    field, n = problem.field, len(problem.field)
    costs = np.arange(n * n, dtype=np.int64).reshape(n, n) % 7
    table = CostsTable(field.ids, tuple(tuple(int(costs[k, j]) for j in range(k + 1)) for k in range(n)))
    own = own_criterion("wish", "3 * costs[i, j] + lookup(abs(i.age - j.age) % 5, 0, 1, 4)", "costs[i, i]", costs=table)
    whole = np.tril(costs) + np.tril(costs, -1).T
    field = replace(field, numbers={"age": np.arange(n, dtype=np.int64) ** 2}, tables={"wish": whole})
    weights = (*problem.profile.weights, Weight("wish", 1000, "", own=own))
    return replace(problem, field=field, profile=replace(problem.profile, weights=weights))


def honest_formulas(most: int) -> list[File]:
    """Files of format 4 of so many small rounds, each third with a criterion of its own; two players have no club."""
    files = []
    for k in range(most):
        problem = small_problem(4 + k % 5, k)
        club, byes = problem.field.club.copy(), problem.field.byes.copy()
        club[:2], byes[-2:] = -1, 1
        problem = replace(problem, field=replace(problem.field, club=club, byes=byes))
        problem = with_own_criterion(problem) if k % 3 == 2 else problem
        answer = solve(problem)
        assert answer.certificate is not None
        stated = arrays(problem.as_proven(answer.breaches), answer.certificate)
        with np.load(io.BytesIO(npz_bytes(stated))) as data:
            files.append({name: data[name] for name in data.files})
    return files


OPERATORS = ("+", "-", "*", "//", "%", "&", "|", "==", "!=", "<", "<=", ">", ">=")


def other_text(text: str, rng: Rng, names: dict[str, list[str]]) -> str:
    """A formula with a number, an operator or a name exchanged, or something put around it."""
    swaps = {"i.": "j.", "j.": "i."}
    how, at = (
        rng.integers(6),
        [*re.finditer(r"(?<![\w.\"])\d+|(?<= )[^\w\s()~-]{1,2}(?= )|\b[ij]\.\w+|\b[a-z_]+\b", text)],
    )
    if how == 0 or not at:
        return str(rng.choice([f"~({text})", f"-({text})", f"({text}) // 2", f"1 + ({text})", "0", "1 == 1"]))
    one = at[rng.integers(len(at))]
    word = one[0]
    if word.isdecimal():
        new = str(rng.choice([int(word) + 1, max(int(word) - 1, 0), 0, 3, 17]))
    elif word in OPERATORS:
        new = str(rng.choice(OPERATORS))
    elif word[:2] in swaps:
        new = swaps[word[:2]] + word[2:] if rng.random() < 0.4 else word[:2] + str(rng.choice(names["columns"]))
    elif word in names["others"]:
        new = str(rng.choice(names["others"]))
    else:
        new = word
    return text[: one.start()] + new + text[one.end() :]


def change_formula(data: File, rng: Rng) -> None:
    said = json.loads(data["formulas"].item())
    places: list[tuple[Any, Any]] = [(said[name], key) for name in ("definitions", "columns") for key in said[name]]
    objects = [*said["allowed"], *said["rules"], *(one for costs in said["costs"].values() for one in costs)]
    places += [(one, key) for one in objects for key in one if key != "weight"]
    names = {"columns": [name[2:] for name in data if name.startswith("i.")] + list(said["columns"])}
    names["others"] = [*said["definitions"], *said["values"]]
    if rng.random() < 0.2 and (weighted := [one for one in objects if "weight" in one]):
        one = weighted[rng.integers(len(weighted))]
        one["weight"] = [0, 1, one["weight"] * 2, one["weight"] + 1, -1, True][rng.integers(6)]
    elif rng.random() < 0.2:
        key = str(rng.choice(list(said["values"])))
        said["values"][key] = [0, 1, 2, 3, True, "fold", "random"][rng.integers(7)]
    else:
        place, key = places[rng.integers(len(places))]
        place[key] = other_text(place[key], rng, names)
    data["formulas"] = np.array(json.dumps(said))


def change_column(data: File, rng: Rng) -> None:
    """A cell of a column, of the lottery numbers or of the parts is another, or two players have exchanged theirs."""
    names = [name for name in data if name.startswith(("i.", "ij."))] + ["key"] + ["part"] * bool(data["part"].size)
    name = str(rng.choice(names))
    column = data[name] = data[name].copy()
    flat = column.reshape(-1)
    at, other = rng.integers(len(flat), size=2)
    if rng.random() < 0.4:
        flat[[at, other]] = flat[[other, at]]
    elif column.dtype == bool:
        flat[at] = not flat[at]
    else:
        flat[at] = max(int(flat[at]) + int(rng.integers(-2, 3)), -1 if column.dtype == np.int64 else 0)


def change_list(data: File, rng: Rng) -> None:
    """A line more or less in a list, mostly in its order."""
    name = str(rng.choice(["forbidden", "listed", "amounts"]))
    lines, size = data[name].tolist(), len(data["players"]) + len(data["players"]) % 2
    if lines and rng.random() < 0.3:
        del lines[rng.integers(len(lines))]
    else:
        a, b = rng.integers(size, size=2).tolist()
        pair = sorted((a, b)) if rng.random() < 0.9 else [a, b]
        kinds = len(data["tiers"]) if name == "listed" else len(data["limit"]) + 1
        more = int(rng.integers(3000 if name == "listed" else 3))
        lines.append(pair if name == "forbidden" else [int(rng.integers(kinds)), *pair, more])
    data[name] = np.array(sorted(lines) if rng.random() < 0.9 else lines, dtype=np.int64).reshape(
        -1, data[name].shape[1]
    )


def change_proof(data: File, rng: Rng) -> None:
    """Values that are those of the pairing, or a worse pairing and duals that pay for it, by the matrices."""
    whole = matrices_of(data)
    whole["value"] = np.array([cost_of(whole, whole["pairs"], k) for k in range(len(whole["tiers"]))], dtype=np.int64)
    for _ in range(int(rng.integers(3))):
        ways = (clever_duals, push_to_the_edge, worse_pairing, forge, pay_by_program)
        ways[rng.integers(len(ways))](whole, rng, [])
    data |= {name: whole[name] for name in ("value", "scale", "pairs", "y", "w", "rows", "levels")}
    data["members"] = np.array(np.argwhere(whole["sets"]), order="C").reshape(-1, 2)


def formula_forgery(files: list[File], seed: int) -> tuple[str, File]:
    """The forgery of this number: what was done to it, and the arrays. A change that cannot be made is left out."""
    rng = np.random.default_rng(seed)
    data, done = dict(files[rng.integers(len(files))]), []
    ways = [(change_formula, change_column, change_list)[rng.integers(3)] for _ in range(rng.integers(1, 3))]
    for way in [*ways, *[change_proof] * (rng.random() < 0.8)]:
        tried = dict(data)
        try:
            way(tried, rng)
        except (ValueError, IndexError, TypeError, KeyError, OverflowError, AttributeError, NameError, SyntaxError):
            continue
        data = tried
        done.append(way.__name__)
    return "+".join(done), data
