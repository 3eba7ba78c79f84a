"""Drawing a round, proven: tier by tier the relaxation, its exact bound, and CP-SAT on the few pairs that remain.

Tiers, each before the next: the number of relaxed rules broken (only where some are relaxed), the profile's weighted
cost, the seeded lottery. After a tier only its optimal face goes on: the pairs of reduced cost 0, and the odd sets
with a dual as equations. Where rounding leaves a gap, CP-SAT settles the tiers that follow under "cost = optimum".
"""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass, replace

import numpy as np

from ..model.errors import NoPairingError
from ..model.pairing import Pairing
from ..model.round_problem import RoundProblem, Rule
from . import cp_sat
from .certificate import Certificate, certify
from .glop import Ints
from .relaxation import LinearOptimum, Relaxation
from .tiers import Mask, Tier, Vertices, breach_tier, cost_tier, face_tier

log = logging.getLogger("mcmahon")


@dataclass(frozen=True, slots=True)
class Options:
    """How long to search, in seconds; after that the best pairing found is given with its bound."""

    seconds: float = 60.0


@dataclass(slots=True, eq=False)
class _Face:
    """The pairings that are optimal so far: pairs in play, sets as equations, and one pairing of them.

    `equation` is set when the tier before was not settled by its duals: its priced sets, reduced costs, set prices, and
    their total.
    """

    a: Ints
    b: Ints
    equalities: list[Mask]
    chosen: Ints
    value: int
    bound: int
    equation: tuple[list[Mask], Ints, Ints, int] | None = None

    @property
    def optimal(self) -> bool:
        return self.value == self.bound


class _Infeasible(Exception):
    """The tier has no pairing at all."""


def solve(problem: RoundProblem, options: Options | None = None, breaches_only: bool = False) -> Pairing:
    """The pairing of least cost, with its bound. Raises NoPairingError when the hard rules cannot be kept.

    `breaches_only` stops after the first tier of a relaxed problem: a pairing that breaks the fewest rules.
    """
    begin = time.perf_counter()
    deadline = begin + (options or Options()).seconds
    vertices = Vertices(problem)
    names = ["cost", "tie"] if not problem.relaxed else ["breaches", "cost", "tie"]
    if breaches_only:
        names = ["breaches"]
    values: dict[str, _Face] = {}
    face: _Face | None = None
    if len(vertices) == 0:
        return _answer(problem, vertices, {}, begin)
    if not problem.relaxed and sum(len(camp) % 2 for camp in vertices.camps()) > vertices.odd:
        raise _no_pairing(problem, options)
    try:
        for name in names:
            face = _settle(vertices, name, face, deadline)
            values[name] = face
            if not face.optimal:
                break
    except _Infeasible:
        raise _no_pairing(problem, options) from None
    return _answer(problem, vertices, values, begin, breaches_only)


def _settle(vertices: Vertices, name: str, before: _Face | None, deadline: float) -> _Face:
    """The optimal face of one tier inside the face of the tier before."""
    if before is not None and before.equation is not None:
        return _settle_by_cp_sat(vertices, name, before, deadline)
    tier = _tier(vertices, name, before)
    optimum = Relaxation(tier).solve()
    if not optimum.feasible:
        raise _Infeasible
    size = len(vertices)
    scale = 1 if name == "tie" else 1 << (4 * size - 1).bit_length()
    value = int(optimum.cost[optimum.chosen()].sum()) if optimum.integral else None
    limit = scale if value is None else max(scale, int(np.ceil(value * scale - _float_bound(optimum) * scale)) + size)
    proof = certify(tier, optimum, scale, limit)
    log.debug("tier %s: linear optimum %s, bound %s/%s", name, value, proof.bound, scale)
    if value is None:
        return _branch(vertices, tier, optimum, proof, deadline)
    face = _face(tier, proof, (optimum.a[optimum.chosen()], optimum.b[optimum.chosen()]), value)
    attained = -(-proof.bound // scale) == value
    return face if attained and name != "tie" else _close(vertices, tier, proof, face, deadline)


def _tier(vertices: Vertices, name: str, before: _Face | None) -> Tier:
    if before is None:
        return breach_tier(vertices) if name == "breaches" else cost_tier(vertices)
    return face_tier(vertices, (before.a, before.b), before.chosen, before.equalities, name)


def _float_bound(optimum: LinearOptimum) -> float:
    sizes = np.array([(int(mask.sum()) - 1) // 2 for mask in optimum.sets], dtype=np.float64)
    return float(optimum.y.sum() + optimum.z @ sizes)


def _face(tier: Tier, proof: Certificate, pairs: tuple[Ints, Ints], value: int) -> _Face:
    """The optimal face, given a pairing known to be optimal: exact when the bound is attained, else an equation."""
    gap = value * proof.scale - proof.bound
    if gap > proof.limit:
        raise ArithmeticError(f"the bound of a tier is too weak: gap {gap}/{proof.scale}")
    a, b, reduced = proof.near(gap)
    size = len(proof.y) + 1
    order = np.argsort(a * size + b, kind="stable")
    a, b, reduced = a[order], b[order], reduced[order]
    chosen = np.searchsorted(a * size + b, np.sort(pairs[0] * size + pairs[1]))
    sets, prices = proof.priced()
    if gap == 0:
        return _Face(a, b, [*tier.equalities, *sets], chosen, value, value)
    return _Face(a, b, tier.equalities, chosen, value, value, (sets, reduced, prices, gap))


def _close(vertices: Vertices, tier: Tier, proof: Certificate, face: _Face, deadline: float) -> _Face:
    """CP-SAT's word on a tier: nothing among the pairs that the duals leave open is better than the pairing at hand."""
    gap = face.value * proof.scale - proof.bound
    a, b, reduced, hint = face.a, face.b, _reduced(proof, face), face.chosen
    if gap == 0:  # all pairings of these pairs cost the same: the one at hand is as good as any
        a, b, reduced, hint = a[hint], b[hint], reduced[hint], np.arange(len(hint))
    seconds = deadline - time.perf_counter()
    answer = cp_sat.close(len(vertices), (a, b), reduced, *proof.priced(), tier.equalities, hint, seconds)
    bound = -(-(answer.bound + proof.bound) // proof.scale)
    if answer.chosen is None:
        return replace(face, bound=bound)
    chosen = np.array(answer.chosen, dtype=np.int64)
    value = (answer.value + proof.bound) // proof.scale
    return replace(_face(tier, proof, (a[chosen], b[chosen]), value), bound=bound)


def _reduced(proof: Certificate, face: _Face) -> Ints:
    """The reduced costs of a face's pairs, in its order."""
    size = len(proof.y) + 1
    order = np.argsort(proof.a * size + proof.b, kind="stable")
    at = np.searchsorted((proof.a * size + proof.b)[order], face.a * size + face.b)
    return proof.reduced[order][at]


def _branch(vertices: Vertices, tier: Tier, optimum: LinearOptimum, proof: Certificate, deadline: float) -> _Face:
    """CP-SAT where the linear optimum is no pairing: first the candidates only, then more until the gap is covered.

    Costs are whole, so a pairing is proven as soon as no whole number lies between the bound and its cost.
    """
    size, scale = len(vertices), proof.scale
    known = optimum.a * (size + 1) + optimum.b
    candidates_only, limit = True, proof.limit
    while True:
        a, b, reduced = proof.near(limit)
        if candidates_only:
            keep = np.isin(a * (size + 1) + b, known)
            a, b, reduced = a[keep], b[keep], reduced[keep]
        seconds = deadline - time.perf_counter()
        answer = cp_sat.close(size, (a, b), reduced, *proof.priced(), tier.equalities, None, seconds)
        open_from = 0 if candidates_only else min(answer.bound, limit + 1) if not answer.infeasible else limit + 1
        bound = -(-(proof.bound + open_from) // scale)
        if answer.chosen is not None:
            chosen = np.array(answer.chosen, dtype=np.int64)
            value = (answer.value + proof.bound) // scale
            if value == bound:
                return _face(tier, proof, (a[chosen], b[chosen]), value)
        if time.perf_counter() > deadline:
            if answer.chosen is None:
                raise NoPairingError("no pairing was found in the time allowed: allow more with --seconds")
            return _Face(a, b, [], chosen, value, bound)
        candidates_only = False
        limit = answer.value if answer.chosen is not None else 4 * limit
        proof = certify(tier, optimum, scale, limit)


def _settle_by_cp_sat(vertices: Vertices, name: str, before: _Face, deadline: float) -> _Face:
    """One more tier where the tier before left an equation: CP-SAT alone on the pairs in play."""
    assert before.equation is not None
    sets, reduced, prices, total = before.equation
    tier = face_tier(vertices, (before.a, before.b), before.chosen, [], name)
    cost = next(iter(tier.parts(np.zeros(0), 0.0))).cost
    answer = cp_sat.close(
        len(vertices),
        (before.a, before.b),
        cost,
        sets,
        np.zeros(len(sets), dtype=np.int64),
        before.equalities,
        before.chosen,
        deadline - time.perf_counter(),
        equation=(reduced, prices, total),
    )
    if answer.chosen is None:
        value = int(cost[before.chosen].sum())
        return replace(before, value=value, bound=min(answer.bound, value))
    chosen = np.array(answer.chosen, dtype=np.int64)
    face = _Face(before.a, before.b, before.equalities, chosen, answer.value, answer.bound, before.equation)
    if name == "cost" and answer.optimal:  # keep this tier fixed too, for the lottery that follows
        keep = np.zeros(len(before.a), dtype=bool)
        keep[chosen] = True
        face = _Face(before.a[keep], before.b[keep], [], np.arange(len(chosen)), answer.value, answer.bound)
    return face


def _answer(
    problem: RoundProblem, vertices: Vertices, values: dict[str, _Face], begin: float, breaches_only: bool = False
) -> Pairing:
    """The last face's pairing, joined with what was settled by hand."""
    pairs = list(problem.forced)
    byes = list(problem.forced_byes)
    if values:
        last = list(values.values())[-1]
        players = len(vertices.who)
        for k in last.chosen.tolist():
            a, b = int(last.a[k]), int(last.b[k])
            if b >= players:
                byes.append(int(vertices.who[a]))
            else:
                pairs.append((int(vertices.who[a]), int(vertices.who[b])))
    pairs = sorted((min(p), max(p)) for p in pairs)
    cost = sum(problem.costs_by_criterion(pairs, byes).values())
    cost_face = values.get("cost")
    settled = sum(problem.costs_by_criterion(problem.forced, problem.forced_byes).values())
    if cost_face is not None and cost != cost_face.value + settled:
        raise ArithmeticError(f"the last tier left the optimal face: cost {cost}, not {cost_face.value + settled}")
    breaches = values["breaches"].value if "breaches" in values else 0
    optimal = all(face.optimal for name, face in values.items() if name != "tie")
    return Pairing(
        pairs=tuple(pairs),
        byes=tuple(byes),
        cost=cost,
        bound=cost_face.bound + settled if cost_face is not None else (cost if not values else 0),
        breaches=breaches,
        optimal=optimal and (cost_face is not None or not values or breaches_only),
        tie_proven=not values or ("tie" in values and values["tie"].optimal),
        seconds={"solve": time.perf_counter() - begin},
    )


def _no_pairing(problem: RoundProblem, options: Options | None) -> NoPairingError:
    """Why the rules cannot all be kept: the least number of breaches, and which."""
    everything = Rule.NONE
    for rule in Rule:
        everything |= rule
    if problem.relaxed == everything:
        return NoPairingError("there is no pairing even with every rule relaxed")
    least = solve(problem.relax(everything), options, breaches_only=True)
    reasons, rules = breach_reasons(problem, least)
    words = f"no pairing of round {problem.round} keeps every rule; the least breach, proven, is {least.breaches}:"
    if not least.optimal:
        words = f"no pairing of round {problem.round} keeps every rule; the least breach found is {least.breaches}:"
    return NoPairingError(words, reasons, sorted(rule.text for rule in rules))


def breach_reasons(problem: RoundProblem, pairing: Pairing) -> tuple[list[str], set[Rule]]:
    """The rules that a pairing breaks, in words with the players' ids, and as a set."""
    from ..model.round_problem import RULE_WORDS

    ids = problem.field.ids
    reasons, rules = [], set()
    bye_bits = problem.bye_breaches()
    who = [(f"{ids[i]} and {ids[j]}", int(problem.breaches(np.int64(i), np.int64(j)))) for i, j in pairing.pairs]  # type: ignore[arg-type]
    who += [(ids[i], int(bye_bits[i])) for i in pairing.byes if i not in problem.forced_byes]
    for names, bits in who:
        for rule in Rule:
            if bits & rule:
                reasons.append(f"{names} {RULE_WORDS[rule]} ({rule.text})")
                rules.add(rule)
    return reasons, rules
