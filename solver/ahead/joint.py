"""The cheapest round that leaves a plan: this round and all rounds to come in one integer program, tier by tier.

This round has the constraints and costs that it has without a plan (`solver/cpsat/`); the rounds to come only have to
be possible. The last tier is the lottery, so that the boards are the same on any machine once they are proven.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np

from ...model.pairing.pairing import Certificate, Pairing, TierProof, TierValue
from ...model.pairing.round_problem import IndexPair, RoundProblem
from ...model.plan.ahead import Ahead
from ...model.plan.plan import NO_PLAN, Plan
from ..clock import Clock
from ..cpsat.gap_model import GapModel
from ..cpsat.run import How, run
from ..formulation.costs import TierName, pair_costs
from ..formulation.side_rows import SideRows
from ..formulation.vertices import Ints, Mask, Vertices, all_pairs
from .plan_model import BYE, MOST_BOOLEANS, OddSet, PlanModel, add_odd_sets, add_rounds, booleans, narrow_sets
from .plan_search import plan_of

JOINT_EFFORT = 60.0  # units of CP-SAT's deterministic time for one tier; about as many seconds


@dataclass(frozen=True, slots=True)
class Joint:
    """The cheapest round with a plan: `pairing` and `plan`. None with `impossible` where no round leaves one."""

    pairing: Pairing | None = None
    plan: Plan = NO_PLAN
    impossible: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class _JointCase:
    """This round as vertices and pairs, and the rounds behind it. `sets` are odd sets of the certificate, as masks."""

    problem: RoundProblem
    vertices: Vertices
    rows: SideRows
    a: Ints
    b: Ints
    behind: Ahead
    taken: list[IndexPair]
    narrow: list[OddSet]
    sets: list[Mask]

    def only(self, keep: Mask) -> _JointCase:
        taken = [pair for pair, kept in zip(self.taken, keep.tolist(), strict=True) if kept]
        return replace(self, a=self.a[keep], b=self.b[keep], taken=taken)


@dataclass(frozen=True, slots=True, eq=False)
class _Costs:
    """The costs of a tier, which are (their sum + `constant`) / `scale`: reduced costs, and the bound by the duals."""

    name: TierName
    pairs: Ints
    excess: Ints
    slacks: Ints
    constant: int = 0
    scale: int = 1


@dataclass(frozen=True, slots=True, eq=False)
class _Solved:
    """A tier with the sum of its costs in the best round found, and whether that is proven."""

    costs: _Costs
    total: int
    proven: bool


def solve_jointly(problem: RoundProblem, ahead: Ahead, best: Pairing, clock: Clock, lottery: bool = True) -> Joint:
    """The cheapest round that leaves a plan for the rounds of `ahead` behind it; `best` is the cheapest of all."""
    if booleans(ahead) > MOST_BOOLEANS:
        return Joint()
    case = _case(problem.strict(), ahead, best.certificate)
    if any(odd_set.leaving < len(odd_set.rounds) for odd_set in case.narrow):
        return Joint(impossible=True)
    done: list[_Solved] = []
    pairs: set[IndexPair] = set()
    plan = Plan()
    names: list[TierName] = [*case.problem.tiers, *(["tie"] if lottery else [])]
    for name in names:
        costs = _costs(case, name, best.certificate if not done else None)
        model, later = _model(case, done)
        model.set_objective(costs.pairs.tolist(), costs.excess.tolist(), costs.slacks.tolist())
        for pair, literal in zip(case.taken, model.played, strict=True):
            if done:
                model.model.add_hint(literal, pair in pairs)
        answer = run(model.model, clock, How(JOINT_EFFORT, "pseudo_costs"))
        if not answer.feasible:
            if not done:
                return Joint(impossible=answer.infeasible)
            break
        solved = _Solved(costs, sum(price * answer.solver.value(v) for price, v in model.objective), answer.optimal)
        plan, played = plan_of(later, case.behind, answer.solver), zip(case.taken, model.played, strict=True)
        pairs = {pair for pair, literal in played if answer.solver.boolean_value(literal)}
        done.append(solved)
        if not solved.proven:
            break
        if costs.scale > 1 or costs.constant:  # a pair of greater reduced cost is in no round of this cost
            keep = costs.pairs <= solved.total
            case = case.only(keep)
            done[-1] = replace(solved, costs=replace(costs, pairs=costs.pairs[keep]))
    at = [k for k, pair in enumerate(case.taken) if pair in pairs]
    return Joint(_pairing(case, best, at, done), plan)


def _case(problem: RoundProblem, ahead: Ahead, known: Certificate | None) -> _JointCase:
    """The round as pairs of vertices, and the rounds to come after the pairs and byes that are forced in it."""
    vertices = Vertices(problem)
    a, b = all_pairs(problem)
    at = ahead.index()
    of = [at[player] for player in problem.field.ids]
    forced = [(of[i], of[j]) for i, j in problem.forced]
    behind = ahead.after(problem.round, forced, [of[i] for i in problem.forced_byes])
    who = [of[i] for i in vertices.who.tolist()]
    taken = []
    for v, w in zip(a.tolist(), b.tolist(), strict=True):
        taken.append((min(who[v], who[w]), max(who[v], who[w])) if w < len(who) else (who[v], BYE))
    by_hand = problem.forced or problem.forced_byes  # a pair among them may leave an odd set, and is no variable
    narrow = narrow_sets(behind if by_hand else ahead)
    sets = [np.isin(np.arange(len(vertices)), members) for members in known.sets] if known else []
    return _JointCase(problem, vertices, SideRows(vertices), a, b, behind, taken, narrow, sets)


def _costs(case: _JointCase, name: TierName, known: Certificate | None) -> _Costs:
    """The costs of a tier; reduced by the duals of a certificate where there is one, and no rule over sets of pairs."""
    cost, price = pair_costs(case.vertices, case.a, case.b, name), case.rows.prices(name)
    nothing = np.zeros(len(case.sets), dtype=np.int64)
    if known is None or len(case.rows):
        return _Costs(name, cost, price, nothing)
    proof = known.tiers[0]
    reduced = cost * proof.scale - proof.y[case.a] - proof.y[case.b]
    for mask, dual in zip(case.sets, proof.w.tolist(), strict=True):
        reduced -= dual * (mask[case.a] ^ mask[case.b])
    constant = int(proof.y.sum()) + int(proof.w.sum())
    return _Costs(name, reduced, price, 2 * proof.w, constant, proof.scale)


def _model(case: _JointCase, done: Sequence[_Solved]) -> tuple[GapModel, PlanModel]:
    """This round within the optimum of the tiers done, and the rounds to come."""
    model = GapModel(len(case.vertices), case.a, case.b)
    model.add_odd_sets(case.sets, [len(case.vertices)] * len(case.sets))
    model.add_side_rows(case.rows, case.rows.initial_state())
    for solved in done:
        terms = zip(solved.costs.pairs.tolist(), model.played, strict=True)
        excess = zip(solved.costs.excess.tolist(), model.row_excess, strict=True)
        slacks = zip(solved.costs.slacks.tolist(), model.set_slack, strict=True)
        model.model.add(sum(c * v for c, v in (*terms, *excess, *slacks) if c) == solved.total)
    taken = dict(zip(case.taken, model.played, strict=True))
    later = add_rounds(model.model, case.behind, taken)
    add_odd_sets(later, case.narrow, (case.problem.round, taken))
    return model, later


def _pairing(case: _JointCase, best: Pairing, chosen: Sequence[int], done: Sequence[_Solved]) -> Pairing:
    """The pairing of these pairs, with what CP-SAT has proven of it, and the certificate of the cheapest round."""
    problem, at = case.problem, list(chosen)
    pairs, byes = case.vertices.boards(case.a[at], case.b[at])
    costs = problem.by_tier(problem.costs_by_criterion(pairs, byes))
    settled = {solved.costs.name for solved in done if solved.proven}
    tiers, proven, same = [], True, True
    for own, cost in zip(best.tiers, costs, strict=True):
        proven = proven and own.tier in settled
        tiers.append(TierValue(own.tier, cost, cost if proven else own.bound if same else 0))
        same = same and cost == own.cost
    return replace(
        best,
        pairs=tuple(pairs),
        byes=tuple(byes),
        cost=sum(costs),
        bound=sum(tier.bound for tier in tiers),
        tiers=tuple(tiers),
        optimal=proven,
        tie_proven="tie" in settled,
        certificate=_certificate(case, best.certificate, chosen),
        closed_by_cp_sat=tuple(str(solved.costs.name) for solved in done if solved.proven),
    )


def _certificate(case: _JointCase, known: Certificate | None, chosen: Sequence[int]) -> Certificate | None:
    """The certificate of the cheapest round, with these pairs instead: its duals bound them as well, with a gap.

    Behind the first tier with another value its duals need not hold any more; all 0 they do, and bound by 0.
    """
    if known is None:
        return None
    pairs = np.stack([case.a[list(chosen)], case.b[list(chosen)]], axis=1)
    tiers: list[TierProof] = []
    same = True
    for proof, tier in zip(known.tiers, case.problem.tiers, strict=False):
        a, b = pairs[:, 0], pairs[:, 1]
        cost, price = pair_costs(case.vertices, a, b, tier), case.rows.prices(tier)
        counted = case.rows.activities(a, b) - case.rows.limit
        value = int(cost.sum()) + int((np.maximum(counted, 0) * price).sum())
        if same:
            tiers.append(replace(proof, value=value))
        else:
            nothing = [np.zeros_like(dual) for dual in (proof.y, proof.w, proof.rows, proof.levels)]
            tiers.append(TierProof(proof.name, value, 1, *nothing))
        same = same and value == proof.value
    return replace(known, pairs=pairs, tiers=tuple(tiers))
