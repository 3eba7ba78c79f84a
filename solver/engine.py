"""Drawing a round, proven: tier by tier the relaxation, its exact bound, and CP-SAT on the few pairs that remain.

Tiers, each before the next: the number of relaxed rules broken (only where some are relaxed), the tiers of the
profile, the seeded lottery. After a tier only its optimal face goes on: the pairs whose reduced cost is within the gap
between bound and optimum, and as equations the odd sets and side rows that cost more than the gap. Where there is a
gap, one more row says that the tier's cost is its optimum.
"""

from __future__ import annotations

import logging
import time
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass, field, replace

import numpy as np

from ..model.certificate import Certificate, TierProof
from ..model.errors import InputError, NoAnswerError, NoPairingError
from ..model.pairing import Pairing, TierValue
from ..model.round_problem import RULE_WORDS, RoundProblem, Rule
from . import cp_sat
from .certificate import Bound, TooGreatError, certify
from .cp_sat import Answer, Clock, Prices
from .duals import Duals, Part
from .glop import Ints
from .relaxation import LinearOptimum, Relaxation, doubtful, few_each
from .rows import Rows, RowState
from .tiers import Level, ListedTier, Tier, TierName, block_tier, pair_costs, tier_prices
from .vertices import Mask, Vertices

log = logging.getLogger("mcmahon")

EVERYTHING = 2**61  # a limit of reduced costs that every allowed pair is below
WIDER = 4
FEW = 8
LEAST_BREACH_SECONDS = 1.5  # once it is sure that no pairing keeps the rules, the least breach is not worth more
FIRST_SECONDS = 10.0


@dataclass(frozen=True, slots=True)
class Options:
    """How long to search, in seconds; after that, or when `clock` is stopped, the best pairing found is given.

    Without `lottery` the boards among equals are any.
    """

    seconds: float = 60.0
    lottery: bool = True
    clock: Clock | None = None


@dataclass(slots=True, eq=False)
class _Face:
    """The pairings that are optimal in all tiers so far: pairs in play, rows and equations, and one pairing of them.

    `value` and `bound` are of the last tier; `proof` is its bound by duals, if there is one.
    """

    a: Ints
    b: Ints
    equalities: list[Mask]
    state: RowState
    levels: tuple[Level, ...]
    chosen: Ints
    value: int
    bound: int
    seeds: list[Mask] = field(default_factory=list)
    proof: Bound | None = None

    @property
    def optimal(self) -> bool:
        return self.value == self.bound


@dataclass(slots=True, eq=False)
class _Search:
    """One problem on its way through the tiers: its vertices, side rows, clock, and the faces of the tiers so far."""

    vertices: Vertices
    clock: Clock
    known: tuple[Ints, Ints] | None = None
    rows: Rows = field(init=False)
    faces: dict[TierName, _Face] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.rows = Rows(self.vertices)


class _Infeasible(Exception):
    """The tier has no pairing at all."""


class _OutOfTime(Exception):
    """The time is up before the tier has any pairing; `bound` is what is known of its cost."""

    def __init__(self, bound: int = 0) -> None:
        super().__init__()
        self.bound = bound


def solve(problem: RoundProblem, options: Options | None = None) -> Pairing:
    """The pairing of least cost, with its bound and its certificate.

    Relaxed rules are broken only where the strict round has no pairing. Raises NoPairingError when the rules that are
    left cannot be kept, NoAnswerError when the time or the precision does not suffice for any answer.
    """
    begin = time.perf_counter()
    options = options or Options()
    clock = options.clock or Clock(options.seconds)
    try:
        answer = _solve(problem, clock, ("tie",) if options.lottery else ())
    except TooGreatError as error:
        raise InputError(str(error)) from None
    except ArithmeticError as error:
        raise NoAnswerError(f"no answer: {error}; smaller weights may help") from error
    return replace(answer, seconds={"solve": time.perf_counter() - begin})


def _solve(problem: RoundProblem, clock: Clock, last: Sequence[TierName]) -> Pairing:
    names: list[TierName] = [*problem.tiers, *last]
    strict = Vertices(problem.strict())
    with suppress(_Infeasible):
        return _answer(problem, _settle_all(_Search(strict, clock), names))
    log.debug("the strict round has no pairing, or its prices did not show one")
    everything = problem.relax_everything()
    fewest = _settle_all(_Search(Vertices(everything), clock.within(LEAST_BREACH_SECONDS)), ["breaches"])
    if fewest.faces["breaches"].bound <= 0 < fewest.faces["breaches"].value:
        fewest = _settle_all(_Search(Vertices(everything), clock), ["breaches"])
    least = _answer(everything, fewest)
    if least.breaches == 0:
        face = fewest.faces["breaches"]
        known = face.a[face.chosen], face.b[face.chosen]
        return _answer(problem, _settle_all(_Search(strict, clock, known), names))
    if problem.relaxed or problem.relaxed_counts:
        with suppress(_Infeasible):
            return _answer(problem, _settle_all(_Search(Vertices(problem), clock), ["breaches", *names]))
    raise _no_pairing(problem, least, fewest.faces["breaches"].bound)


def _settle_all(search: _Search, names: Sequence[TierName]) -> _Search:
    """The optimal face of every tier, each inside the one before; fewer when a tier stays unproven."""
    vertices = search.vertices
    if len(vertices) == 0:
        return search
    if names[0] != "breaches" and sum(len(camp) % 2 for camp in vertices.camps()) > vertices.odd:
        raise _Infeasible
    face: _Face | None = None
    for name in names:
        tier = _tier(search, name, face)
        try:
            face = _settle(tier, search.clock)
        except ArithmeticError:
            if not isinstance(tier, ListedTier):
                raise
            face = _by_cp_sat_alone(tier, search.clock)
        except _OutOfTime as late:
            if face is None:
                search.faces[name] = _any_pairing(tier, search.clock, max(0, late.bound))
            return search
        search.faces[name] = face
        if not face.optimal:
            break
    return search


def _tier(search: _Search, name: TierName, before: _Face | None) -> Tier:
    """The tier of this name: over all pairs when it is the first, else inside the face before it."""
    if before is None:
        return block_tier(search.vertices, search.rows, search.rows.first_state(), name, search.known)
    return ListedTier(
        name,
        search.vertices,
        search.rows,
        before.state.with_price(tier_prices(search.rows, name)),
        (before.a, before.b),
        pair_costs(search.vertices, before.a, before.b, name),
        before.chosen,
        before.equalities,
        before.levels,
        before.seeds,
    )


def _settle(tier: Tier, clock: Clock) -> _Face:
    """The optimal face of one tier. Raises _Infeasible, _OutOfTime."""
    relaxation = Relaxation(tier)
    if doubtful(tier):
        raise _Infeasible
    optimum = relaxation.solve(clock.over)
    if not optimum.finished:
        bound = certify(tier, optimum, -1)
        raise _OutOfTime(-(-bound.value // bound.scale))
    if not optimum.feasible:
        raise _Infeasible
    proof = certify(tier, optimum, 0)
    if not optimum.integral:
        return _branch(tier, optimum, proof, clock)
    pairs = optimum.a[optimum.chosen()], optimum.b[optimum.chosen()]
    value = int(optimum.cost[optimum.chosen()].sum()) + _excess_cost(tier, *pairs)
    gap = value * proof.scale - proof.value
    if gap > proof.limit:
        proof = certify(tier, optimum, gap, proof.scale)
    log.debug("tier %s: %s, bound %s/%s", tier.name, value, proof.value, proof.scale)
    face = _face(tier, proof, pairs, value, value)
    return face if gap < proof.scale else _close(tier, proof, face, clock)


def _excess_cost(tier: Tier, a: Ints, b: Ints) -> int:
    """What passing the limits of side rows costs a pairing in a tier."""
    return int((tier.rows.excess(a, b) * tier.state.price)[tier.state.open].sum()) if len(tier.rows) else 0


def _any_pairing(tier: Tier, clock: Clock, bound: int) -> _Face:
    """A pairing of the first candidates, unproven: what is left to say when time is up before the first bound."""
    if clock.stopped:
        raise NoAnswerError("stopped before any pairing was found")
    a, b, cost = tier.start()
    patience = Clock(FIRST_SECONDS if tier.name != "breaches" else LEAST_BREACH_SECONDS)
    answer = cp_sat.close(tier, (a, b), cost, Prices(over=tier.state.price.tolist()), (), None, patience)
    if answer.chosen is None:
        raise NoAnswerError("no pairing was found in the time allowed; allow more with --seconds")
    return _Face(a, b, [], tier.state, (), np.array(answer.chosen, dtype=np.int64), answer.value, bound)


def _face(tier: Tier, proof: Bound, pairs: tuple[Ints, Ints], value: int, bound: int) -> _Face:
    """The optimal face, given a pairing of this value: what may still be in a pairing as good."""
    gap = value * proof.scale - proof.value
    if gap > proof.limit:
        raise ArithmeticError(f"the bound of a tier is too weak: gap {gap}/{proof.scale}")
    a, b, _ = proof.near(gap)
    size = len(proof.y) + 1
    code = a * size + b
    chosen = np.searchsorted(code, np.sort(pairs[0] * size + pairs[1]))
    sets, prices = proof.loose()
    full = [mask for mask, price in zip(sets, prices, strict=True) if price > gap]
    state = tier.state
    over = state.price * proof.scale + proof.rows
    for level, dual in zip(tier.levels, proof.levels, strict=True):
        over = over - level.price * dual
    state = replace(
        state,
        tight=state.tight | (-proof.rows > gap),
        open=state.open & ~(over > gap),
    )
    levels = tuple(replace(level, cost=cost) for level, cost in zip(tier.levels, _level_costs(tier, a, b), strict=True))
    if gap:
        shift = proof.y // proof.scale
        own = _costs(tier, a, b) - shift[a] - shift[b]
        levels = (*levels, Level(tier.name, own, tier.state.price, value - int(shift.sum()), shift))
    return _Face(a, b, [*tier.equalities, *full], state, levels, chosen, value, bound, proof.seeds, proof)


def _costs(tier: Tier, a: Ints, b: Ints) -> Ints:
    """The costs of listed pairs that the tier has."""
    if isinstance(tier, ListedTier):
        return tier.part.cost[_places(tier, a, b)]
    return tier.costs(a, b)


def _level_costs(tier: Tier, a: Ints, b: Ints) -> list[Ints]:
    """What listed pairs cost in the levels before a tier."""
    if not isinstance(tier, ListedTier) or not tier.levels:
        return []
    at = _places(tier, a, b)
    return [level.cost[at] for level in tier.levels]


def _places(tier: ListedTier, a: Ints, b: Ints) -> Ints:
    """Where listed pairs stand in the list of a tier, which is in canonical order."""
    size = len(tier.vertices) + 1
    return np.searchsorted(tier.part.a * size + tier.part.b, a * size + b)


def _prices(tier: Tier, proof: Bound) -> Prices:
    """The duals as prices of slacks, so that reduced costs and slacks add up to the cost less the bound."""
    sets, slack = proof.loose()
    over = tier.state.price * proof.scale + proof.rows
    for level, dual in zip(tier.levels, proof.levels, strict=True):
        over = over - level.price * dual
    under = np.where(tier.state.tight, 0, -proof.rows)
    return Prices(sets, slack.tolist(), under.tolist(), np.where(tier.state.open, over, 0).tolist())


def _close(tier: Tier, proof: Bound, face: _Face, clock: Clock) -> _Face:
    """CP-SAT's word on a tier: nothing among the pairs that the duals leave open is better than the pairing at hand."""
    gap = face.value * proof.scale - proof.value
    a, b, reduced = proof.near(gap)
    answer = cp_sat.close(
        tier, (a, b), reduced, _prices(tier, proof), _level_costs(tier, a, b), face.chosen, clock, gap
    )
    bound = -(-(answer.bound + proof.value) // proof.scale)
    if answer.chosen is None:
        return replace(face, bound=min(bound, face.value))
    chosen = np.array(answer.chosen, dtype=np.int64)
    value = (answer.value + proof.value) // proof.scale
    return _face(tier, proof, (a[chosen], b[chosen]), value, bound)


def _branch(tier: Tier, optimum: LinearOptimum, proof: Bound, clock: Clock) -> _Face:
    """CP-SAT where the linear optimum is no pairing: first a few candidates, then more until the gap is covered.

    Costs are whole, so a pairing is proven as soon as no whole number lies between the bound and its cost.
    """
    scale = proof.scale
    bound = -(-proof.value // scale)
    most, limit, best = EVERYTHING, scale, None
    if isinstance(tier, ListedTier):  # the tier before has left a pairing: no other is sought among few candidates
        a, b = tier.part.a[tier.chosen], tier.part.b[tier.chosen]
        value = int(tier.part.cost[tier.chosen].sum()) + _excess_cost(tier, a, b)
        most = value * scale - proof.value
    else:
        few = _candidates(tier, optimum, proof)
        answer = _reduced_close(tier, proof, few, most, clock, clock.left() / 3)
        best = _found(few, answer, proof)
        limit = scale if best is None else answer.value
    while not clock.over() and (best is None or best[2] > bound):
        limit = min(limit, most)
        proof = certify(tier, optimum, limit, scale)
        pairs = proof.near(limit)
        answer = _reduced_close(tier, proof, pairs, limit, clock)
        if answer.infeasible and limit >= most:
            raise _Infeasible
        bound = max(
            bound, -(-(proof.value + (limit + 1 if answer.infeasible else min(answer.bound, limit + 1))) // scale)
        )
        best = _found(pairs, answer, proof) or best
        limit = limit * WIDER if answer.chosen is None else answer.value
    if best is None:
        raise _OutOfTime(bound)
    if best[2] > bound:
        chosen = np.arange(len(best[0]))
        return _Face(best[0], best[1], [], tier.state, tier.levels, chosen, best[2], bound, proof=proof)
    if best[2] * scale - proof.value > proof.limit:
        proof = certify(tier, optimum, best[2] * scale - proof.value, scale)
    return _face(tier, proof, best[:2], best[2], bound)


def _candidates(tier: Tier, optimum: LinearOptimum, proof: Bound) -> tuple[Ints, Ints, Ints]:
    """The programme's pairs that have a value in it, and the best few of every vertex, with their reduced costs."""
    a, b = optimum.a, optimum.b
    levels = _level_costs(tier, a, b)
    duals = Duals(tier.vertices, tier.rows, proof.sets, proof.y, proof.w, proof.rows, proof.levels)
    reduced = duals.reduced(Part(a, b, optimum.cost, levels=levels), proof.scale)
    keep = np.union1d(np.flatnonzero(optimum.x > 1e-6), few_each(a, b, reduced, FEW))
    keep = keep[np.argsort(a[keep] * (len(proof.y) + 1) + b[keep], kind="stable")]
    return a[keep], b[keep], reduced[keep]


def _reduced_close(
    tier: Tier, proof: Bound, pairs: tuple[Ints, Ints, Ints], limit: int, clock: Clock, seconds: float = 1e9
) -> Answer:
    """CP-SAT on some pairs with reduced costs and priced slacks: its objective is scale times cost less the bound."""
    a, b, reduced = pairs
    return cp_sat.close(
        tier, (a, b), reduced, _prices(tier, proof), _level_costs(tier, a, b), None, clock, limit, seconds
    )


def _found(pairs: tuple[Ints, Ints, Ints], answer: Answer, proof: Bound) -> tuple[Ints, Ints, int] | None:
    """The pairing of an answer with its cost in the tier."""
    if answer.chosen is None:
        return None
    chosen = np.array(answer.chosen, dtype=np.int64)
    return pairs[0][chosen], pairs[1][chosen], (answer.value + proof.value) // proof.scale


def _by_cp_sat_alone(tier: ListedTier, clock: Clock) -> _Face:
    """A later tier on CP-SAT's word alone, where its duals are too great for exact sums."""
    a, b, cost = tier.part.a, tier.part.b, tier.part.cost
    prices = Prices(over=tier.state.price.tolist())
    answer = cp_sat.close(tier, (a, b), cost, prices, _level_costs(tier, a, b), tier.chosen, clock)
    if answer.chosen is None:
        value = int(cost[tier.chosen].sum()) + _excess_cost(tier, a[tier.chosen], b[tier.chosen])
        return _Face(a, b, [], tier.state, (), tier.chosen, value, min(answer.bound, value))
    own = Level(tier.name, cost, tier.state.price, answer.value, np.zeros(len(tier.vertices), dtype=np.int64))
    chosen = np.array(answer.chosen, dtype=np.int64)
    return _Face(a, b, tier.equalities, tier.state, (*tier.levels, own), chosen, answer.value, answer.bound)


def _answer(problem: RoundProblem, search: _Search) -> Pairing:
    """The last face's pairing, joined with what was settled by hand."""
    faces, vertices = search.faces, search.vertices
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
    tiers = _tier_values(problem, faces, pairs, byes)
    proven = all(face.optimal for name, face in faces.items() if name != "tie")
    return Pairing(
        pairs=tuple(pairs),
        byes=tuple(byes),
        cost=sum(tier.cost for tier in tiers),
        bound=sum(tier.bound for tier in tiers),
        tiers=tiers,
        breaches=faces["breaches"].value if "breaches" in faces else 0,
        optimal=proven and all(tier.cost == tier.bound for tier in tiers),
        tie_proven=not faces or ("tie" in faces and faces["tie"].optimal),
        certificate=_certificate(search),
    )


def _tier_values(
    problem: RoundProblem, faces: dict[TierName, _Face], pairs: list[tuple[int, int]], byes: list[int]
) -> tuple[TierValue, ...]:
    """Cost and bound of each tier of the profile, forced pairs and byes included."""
    costs = problem.costs_by_criterion(pairs, byes)
    by_hand = problem.costs_by_criterion(problem.forced, problem.forced_byes)
    at_least = {count.rule.name for count in problem.counts if count.rule.at_least}
    values = []
    for tier in problem.tiers:
        names = [name for name in costs if problem.tier_of(name) == tier]
        cost, settled = sum(costs[n] for n in names), sum(by_hand[n] for n in names if n not in at_least)
        face = faces.get(tier)
        if face is not None and face.value + settled != cost:
            raise ArithmeticError(f"a later tier left the optimal face: cost {cost}, not {face.value + settled}")
        bound = face.bound + settled if face is not None else 0 if faces else cost
        values.append(TierValue(tier, cost, bound))
    return tuple(values)


def _certificate(search: _Search) -> Certificate | None:
    """The proofs of the tiers, as far as each has one."""
    faces, vertices = dict(search.faces), search.vertices
    last = list(faces.values())[-1] if faces else None
    names = list(faces)
    for at, name in enumerate(names):
        if faces[name].proof is None:
            names = names[:at]
            break
    if last is None or not names:
        return None
    proofs = []
    for name in names:
        face = faces[name]
        bound = face.proof
        assert bound is not None
        y, levels = bound.y, np.zeros(names.index(name), dtype=np.int64)
        for level, dual in zip(face.levels, bound.levels, strict=False):
            y = y - dual * level.shift
            levels[names.index(level.name)] = dual
        sets = tuple(np.flatnonzero(mask) for mask in bound.sets)
        proofs.append(TierProof(str(name), face.value, bound.scale, y, sets, bound.w, bound.rows, levels))
    pairs = np.stack([last.a[last.chosen], last.b[last.chosen]], axis=1)
    return Certificate(vertices.who, vertices.odd, pairs, tuple(search.rows.labels), tuple(proofs))


def _no_pairing(problem: RoundProblem, least: Pairing, bound: int) -> NoPairingError:
    """Why the rules cannot all be kept: the least number of breaches, and which."""
    reasons, rules = breach_reasons(problem, least)
    at_least = f" (at least {bound}, proven)" if bound < least.breaches else ""
    how = "the least breach found is" if at_least else "the least breach, proven, is"
    relaxed = ", ".join([*(rule.text for rule in Rule if problem.relaxed & rule), *sorted(problem.relaxed_counts)])
    but = f" even with {relaxed} relaxed" if relaxed else ""
    words = f"no pairing of round {problem.round} keeps every rule{but}; {how} {least.breaches}{at_least}:"
    return NoPairingError(words, reasons, sorted(rules))


def breach_reasons(problem: RoundProblem, pairing: Pairing) -> tuple[list[str], set[str]]:
    """The hard rules that a pairing breaks, forced pairs aside: in words with the players' ids, and their names."""
    ids = problem.field.ids
    settled = {(min(pair), max(pair)) for pair in problem.forced}
    reasons: list[str] = []
    rules: set[str] = set()
    bye_bits = problem.bye_breaches()
    free = [pair for pair in pairing.pairs if pair not in settled]
    who = [(f"{ids[i]} and {ids[j]}", int(problem.breaches(np.array(i), np.array(j)))) for i, j in free]
    who += [(ids[i], int(bye_bits[i])) for i in pairing.byes if i not in problem.forced_byes]
    for names, bits in who:
        for rule in Rule:
            if bits & rule:
                reasons.append(f"{names} {RULE_WORDS[rule]} ({rule.text})")
                rules.add(rule.text)
    i, j = np.array(free, dtype=np.int64).reshape(-1, 2).T
    for count in problem.counts:
        if count.rule.price is None:
            total = count.of_pairs(problem.field, i, j)
            over = count.limits - total if count.rule.at_least else total - count.limits
            for part in np.flatnonzero(over > 0):
                where = f" in {count.labels[part]}" if count.labels[part] else ""
                all_in_all = int(total[part] + count.settled[part])
                reasons.append(f"{all_in_all}{where}, but {count.rule} ({count.rule.name})")
                rules.add(count.rule.name)
    return reasons, rules
