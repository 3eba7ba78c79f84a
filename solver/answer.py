"""From a finished search to the result that callers get: the pairing with its certificate, or why there is none."""

from __future__ import annotations

import numpy as np

from ..model.judging.violation import NoPairingError, Violation
from ..model.pairing.pairing import Certificate, Pairing, TierProof, TierValue
from ..model.pairing.round_problem import RoundProblem
from ..model.tournament.rules import PAIR_RULES, rules_in
from .formulation.costs import TierName
from .formulation.vertices import EMPTY
from .proof.certificate import DualBound, OptimalFace, Search


def pairing_of(problem: RoundProblem, search: Search) -> Pairing:
    """The pairing of the last tier solved, with the forced pairs and byes added, its costs, bounds and certificate."""
    faces, a, b = search.faces, EMPTY, EMPTY
    if faces:
        last = list(faces.values())[-1]
        a, b = last.a[last.chosen], last.b[last.chosen]
    pairs, byes = search.vertices.boards(a, b)
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
        closed_by_cp_sat=tuple(str(name) for name, face in faces.items() if face.closed_by_cp_sat),
    )


def _tier_values(
    problem: RoundProblem, faces: dict[TierName, OptimalFace], pairs: list[tuple[int, int]], byes: list[int]
) -> tuple[TierValue, ...]:
    """Cost and bound of each tier of the profile, forced pairs and byes included."""
    costs = problem.costs_by_criterion(pairs, byes)
    forced_costs = problem.costs_by_criterion(problem.forced, problem.forced_byes)
    at_least = {count.rule.name for count in problem.counts if count.rule.at_least}
    values = []
    for tier in problem.tiers:
        names = [name for name in costs if problem.tier_of(name) == tier]
        cost, forced = sum(costs[n] for n in names), sum(forced_costs[n] for n in names if n not in at_least)
        face = faces.get(tier)
        if face is not None and face.value + forced != cost:
            raise ArithmeticError(f"a later tier left the optimal face: cost {cost}, not {face.value + forced}")
        bound = face.bound + forced if face is not None else 0 if faces else cost
        values.append(TierValue(tier, cost, bound))
    return tuple(values)


def _certificate(search: Search) -> Certificate | None:
    """The proofs of the leading tiers that have a dual bound, as one certificate; None when the first has none."""
    proven: list[tuple[TierName, OptimalFace, DualBound]] = []
    for name, face in search.faces.items():
        if face.proof is None:
            break
        proven.append((name, face, face.proof))
    if not proven:
        return None
    vertices, last = search.vertices, list(search.faces.values())[-1]
    every = {mask.tobytes(): mask for _, _, bound in proven for mask in bound.sets}  # all tiers, no duplicates
    sets = dict(sorted(every.items(), key=lambda item: int(item[1].sum())))  # a set comes after those inside it
    place, names = {key: k for k, key in enumerate(sets)}, [name for name, _, _ in proven]
    proofs = []
    for k, (name, face, bound) in enumerate(proven):
        y, w, levels = bound.y, np.zeros(len(sets), dtype=np.int64), np.zeros(k, dtype=np.int64)
        for level, dual in zip(face.levels, bound.levels, strict=False):
            y = y - dual * level.shift
            levels[names.index(level.name)] = dual
        np.add.at(w, [place[mask.tobytes()] for mask in bound.sets], bound.w)
        proofs.append(TierProof(str(name), face.value, bound.scale, y=y, w=w, rows=bound.rows, levels=levels))
    pairs = np.stack([last.a[last.chosen], last.b[last.chosen]], axis=1)
    members = tuple(np.flatnonzero(mask) for mask in sets.values())
    return Certificate(vertices.who, pairs, tuple(search.rows.labels), members, tuple(proofs))


def no_pairing(problem: RoundProblem, least: Pairing, bound: int) -> NoPairingError:
    """The error that says why the rules cannot all be kept: the least number of breaches, and where they are."""
    relaxed = [*(rule.value for rule in PAIR_RULES if rule in problem.relaxed), *sorted(problem.relaxed_counts)]
    return NoPairingError(problem.round, breaches_of(problem, least), least.breaches, bound, relaxed)


def breaches_of(problem: RoundProblem, pairing: Pairing) -> list[Violation]:
    """The breaches of hard rules in a pairing, forced pairs excluded; `allowed` marks those of relaxed rules."""
    ids, field = problem.field.ids, problem.field
    forced = {(min(pair), max(pair)) for pair in problem.forced}
    free = [pair for pair in pairing.pairs if pair not in forced]
    bye_bits = problem.bye_breaches()
    broken: list[tuple[tuple[str, ...], int]] = []
    broken += [((ids[i], ids[j]), int(problem.breaches(np.array(i), np.array(j)))) for i, j in free]
    broken += [((ids[i],), int(bye_bits[i])) for i in pairing.byes if i not in problem.forced_byes]
    found = [Violation(rule, who, allowed=rule in problem.relaxed) for who, bits in broken for rule in rules_in(bits)]
    i, j = np.array(free, dtype=np.int64).reshape(-1, 2).T
    for count in problem.counts:
        if count.rule.price is None:
            total = count.of_pairs(field, i, j)
            over = count.limits - total if count.rule.at_least else total - count.limits
            allowed = count.rule.name in problem.relaxed_counts
            for part in np.flatnonzero(over > 0).tolist():
                counted, label = int(total[part] + count.forced_count[part]), count.labels[part]
                found.append(Violation(count.rule, found=counted, limit=count.rule.limit, part=label, allowed=allowed))
    return found
