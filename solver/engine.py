"""Drawing a round, proven: tier by tier the relaxation, its exact bound, and CP-SAT on the few pairs that remain.

Tiers, each before the next: the number of relaxed rules broken (only where some are relaxed), the profile's weighted
cost, the seeded lottery. After a tier only its optimal face goes on: the pairs of reduced cost 0, and the odd sets
with a dual as equations. Where rounding leaves a gap, CP-SAT settles the tiers that follow under "cost = optimum".
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, replace

import numpy as np

from ..model.errors import NoAnswerError, NoPairingError
from ..model.pairing import Pairing
from ..model.round_problem import RULE_WORDS, RoundProblem, Rule
from . import cp_sat
from .certificate import Certificate, certify
from .glop import Ints
from .relaxation import LinearOptimum, Relaxation
from .tiers import ListedTier, Mask, Tier, Vertices, breach_tier, cost_tier, face_tier

log = logging.getLogger("mcmahon")

EVERY_RULE = Rule.REPEATS | Rule.FORBIDDEN | Rule.FAMILIES | Rule.DIFFERENCE_CAP | Rule.HANDICAP_CAP | Rule.SECOND_BYE
EVERYTHING = 2**61  # a limit of reduced costs that every allowed pair is below
LAST_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Options:
    """How long to search, in seconds; after that the best pairing found is given with its bound."""

    seconds: float = 60.0


@dataclass(slots=True, eq=False)
class _Face:
    """The pairings that are optimal so far: pairs in play, sets as equations, and one pairing of them.

    `last` says that no tier can be settled behind this one. `equation` is set when the tier before was not settled by
    its duals: its priced sets, reduced costs, set prices, and their total.
    """

    a: Ints
    b: Ints
    equalities: list[Mask]
    chosen: Ints
    value: int
    bound: int
    equation: tuple[list[Mask], Ints, Ints, int] | None = None
    last: bool = False

    @property
    def optimal(self) -> bool:
        return self.value == self.bound


class _Infeasible(Exception):
    """The tier has no pairing at all."""


class _OutOfTime(Exception):
    """The deadline has passed before the tier was settled."""


def solve(problem: RoundProblem, options: Options | None = None) -> Pairing:
    """The pairing of least cost, with its bound.

    Relaxed rules are broken only where the strict round has no pairing. Raises NoPairingError when the rules that are
    left cannot be kept, NoAnswerError when the time or the precision does not suffice for any answer.
    """
    begin = time.perf_counter()
    deadline = begin + (options or Options()).seconds
    try:
        return _solve(problem, begin, deadline)
    except ArithmeticError as error:
        raise NoAnswerError(f"no answer: {error}; smaller weights may help") from error


def _solve(problem: RoundProblem, begin: float, deadline: float) -> Pairing:
    strict = Vertices(replace(problem, relaxed=Rule.NONE))
    try:
        return _answer(problem, strict, _settle_all(strict, ("cost", "tie"), deadline), begin)
    except _Infeasible:
        log.debug("the strict round has no pairing, or its prices did not show one")
    relaxed = Vertices(problem.relax(EVERY_RULE))
    fewest = _settle_all(relaxed, ("breaches",), deadline)
    least = _answer(problem, relaxed, fewest, begin)
    if least.breaches == 0:
        face = fewest["breaches"]
        known = face.a[face.chosen], face.b[face.chosen]
        return _answer(problem, strict, _settle_all(strict, ("cost", "tie"), deadline, known), begin)
    if problem.relaxed:
        own = Vertices(problem)
        with suppress(_Infeasible):
            return _answer(problem, own, _settle_all(own, ("breaches", "cost", "tie"), deadline), begin)
    raise _no_pairing(problem, least, fewest["breaches"].optimal)


def _settle_all(
    vertices: Vertices, names: Sequence[str], deadline: float, known: tuple[Ints, Ints] | None = None
) -> dict[str, _Face]:
    """The optimal face of every tier, each inside the one before; fewer when a tier stays unproven."""
    faces: dict[str, _Face] = {}
    if len(vertices) == 0:
        return faces
    if names[0] == "cost" and sum(len(camp) % 2 for camp in vertices.camps()) > vertices.odd:
        raise _Infeasible
    face: _Face | None = None
    for name in names:
        tier = _tier(vertices, name, face, known)
        try:
            face = _settle(vertices, tier, name, face, deadline)
        except _OutOfTime:
            if face is None:
                faces[name] = _any_pairing(vertices, tier)
            return faces
        faces[name] = face
        if face.last or not face.optimal:
            break
    return faces


def _settle(vertices: Vertices, tier: Tier, name: str, before: _Face | None, deadline: float) -> _Face:
    """The optimal face of one tier."""
    if before is not None and before.equation is not None:
        return _settle_by_cp_sat(vertices, tier, name, before, deadline)
    optimum = Relaxation(tier).solve(lambda: time.perf_counter() > deadline)
    if optimum is None:
        raise _OutOfTime
    if not optimum.feasible:
        raise _Infeasible
    size = len(vertices)
    scale = 1 if name == "tie" else 1 << (4 * size - 1).bit_length()
    proof = certify(tier, optimum, scale, scale)
    if not optimum.integral:
        return _branch(vertices, tier, optimum, proof, deadline)
    value = int(optimum.cost[optimum.chosen()].sum())
    gap = value * scale - proof.bound
    if gap > proof.limit:
        proof = certify(tier, optimum, scale, gap)
    log.debug("tier %s: %s, bound %s/%s", name, value, proof.bound, scale)
    face = _face(tier, proof, (optimum.a[optimum.chosen()], optimum.b[optimum.chosen()]), value)
    return face if gap < scale and name != "tie" else _close(vertices, tier, proof, face, deadline)


def _any_pairing(vertices: Vertices, tier: Tier) -> _Face:
    """A pairing of the first candidates, unproven: what is left to say when time is up before the first bound."""
    a, b, cost = tier.start()
    answer = cp_sat.close(len(vertices), (a, b), cost, [], np.zeros(0, dtype=np.int64), [], None, LAST_SECONDS)
    if answer.chosen is None:
        raise NoAnswerError("no pairing was found in the time allowed; allow more with --seconds")
    return _Face(a, b, [], np.array(answer.chosen, dtype=np.int64), answer.value, 0)


def _tier(vertices: Vertices, name: str, before: _Face | None, known: tuple[Ints, Ints] | None) -> Tier:
    if before is None:
        return breach_tier(vertices) if name == "breaches" else cost_tier(vertices, known)
    return face_tier(vertices, (before.a, before.b), before.chosen, before.equalities, name)


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
    best: tuple[Ints, Ints, int] | None = None
    candidates_only, limit = True, proof.limit
    while True:
        a, b, reduced = proof.near(limit)
        if candidates_only:
            keep = np.isin(a * (size + 1) + b, known)
            a, b, reduced = a[keep], b[keep], reduced[keep]
        seconds = deadline - time.perf_counter()
        answer = cp_sat.close(size, (a, b), reduced, *proof.priced(), tier.equalities, None, seconds)
        if answer.infeasible and limit == EVERYTHING:
            raise _Infeasible
        open_from = 0 if candidates_only else limit + 1 if answer.infeasible else min(answer.bound, limit + 1)
        bound = -(-(proof.bound + open_from) // scale)
        if answer.chosen is not None:
            chosen = np.array(answer.chosen, dtype=np.int64)
            best = a[chosen], b[chosen], (answer.value + proof.bound) // scale
            if best[2] == bound:
                return _face(tier, proof, best[:2], best[2])
        if time.perf_counter() > deadline:
            if best is None:
                raise _OutOfTime
            return _Face(best[0], best[1], [], np.arange(len(best[0])), best[2], bound)
        candidates_only = False
        limit = EVERYTHING if answer.chosen is None else answer.value
        proof = certify(tier, optimum, scale, limit)


def _settle_by_cp_sat(vertices: Vertices, tier: Tier, name: str, before: _Face, deadline: float) -> _Face:
    """One more tier where the tier before left an equation: CP-SAT alone on the pairs in play.

    Its face would need a second equation, so a lottery behind it is not proven and not tried.
    """
    assert before.equation is not None
    assert isinstance(tier, ListedTier)
    sets, reduced, prices, total = before.equation
    cost = tier.costs()
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
        return replace(before, value=value, bound=min(answer.bound, value), last=True)
    chosen = np.array(answer.chosen, dtype=np.int64)
    return replace(before, chosen=chosen, value=answer.value, bound=answer.bound, last=True)


def _answer(problem: RoundProblem, vertices: Vertices, faces: dict[str, _Face], begin: float) -> Pairing:
    """The last face's pairing, joined with what was settled by hand."""
    pairs, byes = list(problem.forced), list(problem.forced_byes)
    if faces:
        last = list(faces.values())[-1]
        players = len(vertices.who)
        for a, b in zip(last.a[last.chosen].tolist(), last.b[last.chosen].tolist(), strict=True):
            if b >= players:
                byes.append(int(vertices.who[a]))
            else:
                pairs.append((int(vertices.who[a]), int(vertices.who[b])))
    pairs = sorted((min(p), max(p)) for p in pairs)
    cost = sum(problem.costs_by_criterion(pairs, byes).values())
    settled = sum(problem.costs_by_criterion(problem.forced, problem.forced_byes).values())
    by_cost = faces.get("cost")
    if by_cost is not None and cost != by_cost.value + settled:
        raise ArithmeticError(f"the last tier left the optimal face: cost {cost}, not {by_cost.value + settled}")
    bound = settled if by_cost is None else by_cost.bound + settled
    proven = all(face.optimal for name, face in faces.items() if name != "tie")
    return Pairing(
        pairs=tuple(pairs),
        byes=tuple(byes),
        cost=cost,
        bound=bound,
        breaches=faces["breaches"].value if "breaches" in faces else 0,
        optimal=proven and bound == cost,
        tie_proven=not faces or ("tie" in faces and faces["tie"].optimal),
        seconds={"solve": time.perf_counter() - begin},
    )


def _no_pairing(problem: RoundProblem, least: Pairing, proven: bool) -> NoPairingError:
    """Why the rules cannot all be kept: the least number of breaches, and which."""
    reasons, rules = breach_reasons(problem, least)
    how = "the least breach, proven, is" if proven else "the least breach found is"
    relaxed = ", ".join(rule.text for rule in Rule if problem.relaxed & rule)
    but = f" even with {relaxed} relaxed" if relaxed else ""
    words = f"no pairing of round {problem.round} keeps every rule{but}; {how} {least.breaches}:"
    return NoPairingError(words, reasons, sorted(rule.text for rule in rules))


def breach_reasons(problem: RoundProblem, pairing: Pairing) -> tuple[list[str], set[Rule]]:
    """The rules that a pairing breaks, forced pairs aside, in words with the players' ids, and as a set."""
    ids = problem.field.ids
    settled = {(min(pair), max(pair)) for pair in problem.forced}
    reasons: list[str] = []
    rules: set[Rule] = set()
    bye_bits = problem.bye_breaches()
    free = [pair for pair in pairing.pairs if pair not in settled]
    who = [(f"{ids[i]} and {ids[j]}", int(problem.breaches(np.array(i), np.array(j)))) for i, j in free]
    who += [(ids[i], int(bye_bits[i])) for i in pairing.byes if i not in problem.forced_byes]
    for names, bits in who:
        for rule in Rule:
            if bits & rule:
                reasons.append(f"{names} {RULE_WORDS[rule]} ({rule.text})")
                rules.add(rule)
    return reasons, rules
