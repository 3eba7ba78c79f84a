"""Forged certificates of small rounds, and an oracle that knows every pairing of them.

A forgery is an honest file with some arrays changed, by a seeded generator: in type, shape, value or order, taken from
the certificate of another problem (duals that are right elsewhere), or by duals that somebody clever would try or a
linear program finds, for a pairing that is not the best.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import ModuleType
from typing import Any

import numpy as np
from builders import pairings, played, tournament
from mcmahon.io.settings.profiles import load_profile
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.draw import round_problem
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import Rule, parse_count_rule
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament
from mcmahon.solver.engine import solve
from mcmahon.solver.proof import verify_certificate
from mcmahon.solver.proof.stated_problems import TABLE as ARRAYS
from mcmahon_bench.tournaments.generator import FieldShape, make_players

from .matrices import matrix_arrays
from .sloppy_duals import reduced_costs, sloppy_duals

File = dict[str, Any]
Rng = np.random.Generator

RULES = (
    {"name": "clubs", "pairs": "same_club", "at_most": 1, "price": 50_000},
    {"name": "calm", "pairs": "draw_down", "at_most": 1, "per": "score group", "price": 3_000, "tier": 2},
    {"name": "floats", "pairs": "float", "at_most": 2, "per": "club"},
    {"name": "meet", "pairs": "same_country", "at_least": 1, "price": 700},
    {"name": "apart", "pairs": "same_country", "at_most": 2},
)


def small_problem(size: int, seed: int) -> RoundProblem:
    """A first round of so many players, with two tiers and up to three rules over pairs, hard and priced."""
    players = make_players(FieldShape(size, 3), seed)
    chosen = [parse_count_rule(rule) for k, rule in enumerate(RULES) if (seed >> k) & 1][:3]
    profile = load_profile("balanced")
    later = ("same_club", "same_country", "colour_balance")
    weights = tuple(replace(w, tier=2 if w.criterion in later else 1) for w in profile.weights)
    settings = Settings(rounds=3, seed=seed)
    return round_problem(
        Tournament(settings, tuple(players)), 1, replace(profile, weights=weights, rules=tuple(chosen))
    )


def broken_problem() -> RoundProblem:
    """Four players who have all met: repeats are relaxed, so that the first tier counts them."""
    t = played(played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a+c b+d"), "a+d b+c")
    return round_problem(t, 4, load_profile("balanced")).relax({Rule.REPEATS})


def tampered(problem: RoundProblem, seed: int) -> RoundProblem:
    """The same field as another problem: a pair forbidden, weights changed, or prices of rules."""
    if seed % 3 == 0:
        first = np.array([1], dtype=np.int64)  # of 0 and 1, by its code
        return replace(problem, barred=first, barred_by=np.array([Rule.FORBIDDEN.bit], dtype=np.int64))
    if seed % 3 == 1:
        weights = tuple(replace(w, weight=w.weight * (1 + k % 3)) for k, w in enumerate(problem.profile.weights))
        return replace(problem, profile=replace(problem.profile, weights=weights))
    counts = tuple(
        replace(count, rule=replace(count.rule, price=count.rule.price and 3 * count.rule.price))
        for count in problem.counts
    )
    return replace(problem, counts=counts)


def honest_files(most: int) -> list[File]:
    """Certificates of so many small rounds as arrays, and of as many tampered ones, whose duals are tried on these."""
    problems = [small_problem(4 + k % 7, k) for k in range(most)]
    problems += [tampered(problem, k) for k, problem in enumerate(problems)] + [broken_problem()]
    files = []
    for problem in problems:
        try:
            answer = solve(problem)
        except NoPairingError:  # a pair that is forbidden may leave none
            continue
        assert answer.certificate is not None
        files.append(matrix_arrays(problem.as_proven(answer.breaches), answer.certificate))
    return files


def careless_page(check: str, instead: str) -> ModuleType:
    """The stand-alone page with something else in place of one check or computation, which it has once."""
    text = Path(verify_certificate.__file__).read_text(encoding="utf-8")
    assert text.count(check) == 1
    page = ModuleType("careless")
    exec(text.replace(check, instead), page.__dict__)
    return page


def fits(data: File) -> bool:
    """Whether every array is there, of its type and its number of dimensions: all else must be refused."""
    return data.keys() == ARRAYS.keys() and all(
        data[name].dtype.str.startswith(kind) and data[name].ndim == len(letters)
        for name, (kind, letters, _, _) in ARRAYS.items()
    )


def every_matching(size: int) -> Any:
    """All ways to pair so many vertices: matchings × pairs × 2."""
    return np.array(list(pairings(list(range(size)))), dtype=np.int64).reshape(-1, size // 2, 2)


class Oracle:
    """What is true of the claims of a certificate, by looking at every pairing of the problem that is written there."""

    def __init__(self) -> None:
        self._matchings: dict[int, Any] = {}

    def holds(self, data: File, claims: list[tuple[str, int, int]]) -> bool:
        """Whether the pairing is legal and costs what is claimed, and no other that is as good before costs less."""
        size = len(data["allowed"])
        if size not in self._matchings:
            self._matchings[size] = every_matching(size)
        every = np.concatenate([self._matchings[size], data["pairs"][None]])  # the certified one is the last
        a, b = every[:, :, 0], every[:, :, 1]
        legal = data["allowed"][a, b].all(axis=1)
        excess = np.zeros((len(data["limit"]), len(every)), dtype=object)
        for rule, one, other, amount in data["amounts"].tolist():
            meets = (((a == one) & (b == other)) | ((a == other) & (b == one))).any(axis=1)
            excess[rule] += amount * meets.astype(object)
        excess = np.maximum(excess - data["limit"].astype(object)[:, None], 0)
        legal &= (excess[data["hard"]] == 0).all(axis=0)
        if not legal[-1] or [name for name, _, _ in claims] != data["tiers"].tolist():
            return False
        for k, (_, value, bound) in enumerate(claims):
            cost = data["cost"][k][a, b].astype(object).sum(axis=1)
            cost = cost + sum((p * e for p, e in zip(data["price"][k].tolist(), excess, strict=True)), 0)
            if cost[-1] != value or (legal & (cost < bound)).any():
                return False
            legal &= cost <= value
        return True


def change_type(data: File, rng: Rng, others: list[File]) -> None:
    """Another type for an array."""
    name = str(rng.choice(list(data)))
    kinds = ["f8", "f4", "i4", "u1", "u8", "?", ">i8", "U3", "i2", "c16", "i8"]
    data[name] = np.arange(len(data[name])) if name in ("players", "tiers") else data[name].astype(rng.choice(kinds))
    if data[name].dtype.kind == "f" and rng.random() < 0.5:
        data[name] = data[name] + 0.5


def change_shape(data: File, rng: Rng, others: list[File]) -> None:
    """A row more or less, turned, flat, or with one more dimension."""
    name = str(rng.choice(list(data)))
    array = data[name]
    ways: list[Callable[[Any], Any]] = [
        lambda x: x[None], lambda x: x.ravel(), lambda x: x.T, lambda x: x[:-1], lambda x: x[..., :-1],
        lambda x: np.concatenate([x, x[-1:]]), lambda x: x[:0], lambda x: x[..., :1], lambda x: x.reshape(-1)[:1][0],
    ]  # fmt: skip
    data[name] = np.array(ways[rng.integers(len(ways))](array), order="C")


EXTREME = (
    -1,
    0,
    1,
    2,
    3,
    5,
    -(2**63),
    2**63 - 1,
    2**62,
    -(2**62),
    2**61,
    -(2**61),
    2**50,
    -(2**50),
    2**40,
    2**31,
    1000,
)


def change_value(data: File, rng: Rng, others: list[File]) -> None:
    """A number of an array one more or less, negated, extreme, or that of its neighbour."""
    name = str(rng.choice([name for name in data if data[name].size and data[name].dtype.kind in "ib"]))
    array = data[name] = data[name].copy()
    flat = array.reshape(-1)
    at, other = rng.integers(len(flat), size=2)
    if array.dtype == bool:
        flat[at] = not flat[at]
    else:
        old = int(flat[at])
        new = [
            old + 1,
            old - 1,
            -old,
            int(flat[other]),
            int(rng.choice(EXTREME)),
            old * 2,
            old + int(rng.integers(-99, 99)),
        ]
        flat[at] = np.clip(new[rng.integers(len(new))], -(2**63), 2**63 - 1)
    if name in ("allowed", "cost") and rng.random() < 0.8:  # the same both ways round
        array[...] = np.swapaxes(np.triu(array), -1, -2) | np.triu(array)


def change_order(data: File, rng: Rng, others: list[File]) -> None:
    """Rows of an array in another order; or all tiers, with or without their names."""
    by_tier = [name for name, (_, letters, _, _) in ARRAYS.items() if letters.startswith("T") and name in data]
    if rng.random() < 0.5 and all(data[name].ndim and len(data[name]) == len(data["tiers"]) for name in by_tier):
        order = rng.permutation(len(data["tiers"]))
        for name in by_tier:
            if name != "tiers" or rng.random() < 0.5:
                data[name] = data[name][order]
    else:
        name = str(rng.choice(list(data)))
        if data[name].ndim:
            data[name] = data[name][rng.permutation(len(data[name]))]


def change_names(data: File, rng: Rng, others: list[File]) -> None:
    """Other names of tiers: unknown, doubled, with signs that a terminal obeys."""
    names = ["breaches", "1", "2", "3", "9", "10", "99", "100", "0", "tie", "foo", "", "1\x1b[2J", "1\n2", "01", "١"]
    data["tiers"] = rng.choice(np.array(names), size=np.size(data.get("tiers", 1)))


def take_from_another(data: File, rng: Rng, others: list[File]) -> None:
    """One array, or the whole proof, of another problem's certificate: duals that are right there."""
    other = others[rng.integers(len(others))]
    same = [o for o in others if o["cost"].shape == data["cost"].shape and o["limit"].shape == data["limit"].shape]
    if same and rng.random() < 0.8:
        other = same[rng.integers(len(same))]
    proof = ("value", "scale", "pairs", "sets", "y", "w", "rows", "levels")
    names = proof if rng.random() < 0.4 else [str(rng.choice(list(ARRAYS)))]
    for name in names:
        data[name] = other[name].copy()


def clever_duals(data: File, rng: Rng, others: list[File]) -> None:
    """Duals moved so that the bound may grow: between players, onto a set, a rule, an earlier tier; another scale."""
    if not fits(data) or not len(data["tiers"]):
        return
    for name in ("y", "w", "rows", "levels", "sets", "scale"):
        data[name] = data[name].copy()
    k, m = int(rng.integers(len(data["y"]))), data["y"].shape[1]
    unit = int(data["scale"][k])
    by = int(rng.choice([1, unit, 2 * unit, int(rng.integers(1, 2**12))]))
    how = rng.integers(6)
    if how == 0 and m:
        up, down = rng.integers(m, size=2)
        data["y"][k, up] += by
        data["y"][k, down] -= by
    elif how == 1 and m:
        members = rng.random(m) < rng.random()
        data["sets"] = np.concatenate([data["sets"], members[None]])
        data["w"] = np.concatenate([data["w"], np.zeros((len(data["w"]), 1), dtype=np.int64)], axis=1)
        data["w"][k, -1] = by * rng.choice([1, -1, 2])
        data["y"][k, members] -= by // 2 * rng.choice([0, 1])
    elif how == 2 and data["rows"].size:
        at = rng.integers(data["rows"].shape[1])
        data["rows"][k, at] += by * rng.choice([1, -1])
        data["y"][k] += by // 2 * rng.choice([0, 1, -1])
    elif how == 3 and k:
        s = rng.integers(k)
        data["levels"][k, s] -= rng.choice([1, 2, 7])
        data["y"][k] += data["y"][s] * rng.choice([0, 1, 2])
    elif how == 4:
        for name in ("y", "w", "rows", "levels", "scale"):
            data[name][k] *= rng.choice([1, 2, 3])
    else:
        data["y"][k] += by * rng.choice([1, -1, 0], size=m)


def cost_of(data: File, pairs: Any, tier: int) -> int:
    """What a pairing costs in a tier, excess of rules included."""
    partner = {int(a): int(b) for a, b in pairs} | {int(b): int(a) for a, b in pairs}
    total = sum(int(data["cost"][tier][a, b]) for a, b in pairs)
    for rule, (limit, price) in enumerate(zip(data["limit"].tolist(), data["price"][tier].tolist(), strict=True)):
        counted = sum(x for r, a, b, x in data["amounts"].tolist() if r == rule and partner[a] == b)
        total += price * max(counted - limit, 0)
    return total


def worse_pairing(data: File, rng: Rng, others: list[File]) -> None:
    """Partners of two pairs exchanged, with the values that they have: then there is room for a false bound.

    Later tiers are proven for other pairs then: their duals begin at nothing.
    """
    if not fits(data) or len(data["pairs"]) < 2:
        return
    data["pairs"] = data["pairs"].copy()
    one, other = rng.choice(len(data["pairs"]), size=2, replace=False)
    data["pairs"][[one, other], 1] = data["pairs"][[other, one], 1]
    data["value"] = np.array([cost_of(data, data["pairs"], k) for k in range(len(data["tiers"]))], dtype=np.int64)
    for name in ("y", "w", "rows", "levels"):
        data[name] = data[name].copy()
        data[name][rng.integers(2) :] = 0


def push_to_the_edge(data: File, rng: Rng, others: list[File]) -> None:
    """A dual moved just as far as reduced costs let it: of a player, any set, a rule, an earlier tier."""
    if not fits(data) or not len(data["tiers"]):
        return
    k, m = int(rng.integers(len(data["tiers"]))), len(data["allowed"])
    for name in ("y", "w", "rows", "levels", "sets"):
        data[name] = data[name].copy()
    reduced, takes = reduced_costs(data, k), np.zeros((m, m))
    how, at, turned = rng.integers(4), 0, 1
    if how == 0:
        at = int(rng.integers(m))
        takes[at, :] = takes[:, at] = 1
    elif how == 1:
        members = rng.random(m) < 0.5
        if rng.random() < 0.7:  # of pairs that cost nothing more than their duals
            a, b = np.nonzero(data["allowed"] & (reduced == 0))
            some = rng.random(len(a)) < rng.random()
            members = np.isin(np.arange(m), [a[some], b[some]])
        takes = (members[:, None] ^ members).astype(float)
        data["sets"] = np.concatenate([data["sets"], members[None]])
        data["w"] = np.concatenate([data["w"], np.zeros((len(data["w"]), 1), dtype=np.int64)], axis=1)
        at = len(data["sets"]) - 1
    elif how == 2 and len(data["limit"]):
        at, turned = int(rng.integers(len(data["limit"]))), int(rng.choice([1, -1]))
        for rule, a, b, amount in data["amounts"].tolist():
            takes[[a, b], [b, a]] += turned * amount * (rule == at)
    elif how == 3 and k:
        at, turned = int(rng.integers(k)), int(rng.choice([1, -1]))
        takes = turned * data["cost"][at].astype(float)
    tight = data["allowed"] & (takes > 0)
    if not tight.any():
        return
    step = turned * max(0, int((reduced[tight] / takes[tight]).min()))
    target = {0: "y", 1: "w", 2: "rows", 3: "levels"}[int(how)]
    data[target][k, at] += step


def forge(data: File, rng: Rng, others: list[File]) -> None:
    """A worse pairing, and duals pushed up until they pay for it: what a careless verifier calls proven."""
    worse_pairing(data, rng, others)
    for _ in range(int(rng.integers(1, 6))):
        push_to_the_edge(data, rng, others)


def pay_by_program(data: File, rng: Rng, others: list[File]) -> None:
    """A worse pairing, and the duals that a linear program finds for it if one check is left out."""
    if not fits(data) or not len(data["tiers"]):
        return
    if rng.random() < 0.8:
        worse_pairing(data, rng, others)
    sloppy_duals(data, rng)


def other_problem(data: File, rng: Rng, others: list[File]) -> None:
    """Costs, prices, limits or who may meet changed, and the value that is claimed with them now and then."""
    if not fits(data):
        return
    for name in ("cost", "allowed", "limit", "price", "value", "hard"):
        data[name] = data[name].copy()
    m = len(data["allowed"])
    how = rng.integers(5 if m else 0)
    a, b = (data["pairs"][rng.integers(len(data["pairs"]))] if rng.random() < 0.5 else rng.integers(m, size=2)) % m
    by = int(rng.integers(-3000, 3000))
    if how == 0 and a != b and len(data["cost"]):
        k = rng.integers(len(data["cost"]))
        data["cost"][k, a, b] = data["cost"][k, b, a] = abs(int(data["cost"][k, a, b]) + by)
        data["value"][k % len(data["value"])] += by * rng.choice([0, 1])
    elif how == 1 and a != b:
        data["allowed"][a, b] = data["allowed"][b, a] = not data["allowed"][a, b]
    elif how == 2 and len(data["limit"]):
        data["limit"][rng.integers(len(data["limit"]))] += rng.choice([-2, -1, 1, 2])
    elif how == 3 and data["price"].size:
        data["price"].reshape(-1)[rng.integers(data["price"].size)] = abs(by)
    elif len(data["hard"]):
        at = rng.integers(len(data["hard"]))
        data["hard"][at] = not data["hard"][at]


MUTATIONS = (
    change_type, change_shape, change_value, change_order, change_names, take_from_another, other_problem,
    worse_pairing, clever_duals, push_to_the_edge, forge, pay_by_program,
)  # fmt: skip


def forgery(files: list[File], seed: int) -> tuple[str, File]:
    """The forgery of this number: what was done to it, and the arrays. A change that cannot be made is left out."""
    rng = np.random.default_rng(seed)
    data = dict(files[rng.integers(len(files))])
    share = np.array([1, 1, 3, 2, 1, 2, 3, 2, 3, 4, 8, 10])
    done = []
    for k in rng.choice(len(MUTATIONS), p=share / share.sum(), size=rng.integers(1, 4)):
        tried = dict(data)
        try:
            MUTATIONS[k](tried, rng, files)
        except (ValueError, IndexError, TypeError, KeyError, OverflowError):
            continue
        data = tried
        done.append(MUTATIONS[k].__name__)
    return "+".join(done), data
