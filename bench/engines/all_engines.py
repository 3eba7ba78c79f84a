"""Engines over the same round problem: ours, and baselines to measure it by; their answers are checked rule by rule.

`ours`, `cp-sat` and the solvers of `programmes.py` keep rules over sets of pairs. All others draw single pairs: they
ignore such rules that have a price (which still counts in the cost) and refuse hard ones with an InputError. An engine
that is not installed raises AbsentError.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import replace
from functools import partial

import numpy as np
from mcmahon.model.errors import NoAnswerError
from mcmahon.model.judging.violation import NoPairingError
from mcmahon.model.pairing.pairing import Pairing
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.solver.clock import Clock
from mcmahon.solver.cpsat.solving import solve_model
from mcmahon.solver.engine import solve
from mcmahon.solver.formulation.costs import cost_functions

from .augment import NOBODY, completed
from .hand_draw import hand_draw
from .matching_codes import CODES
from .open_round import OpenRound, pairing, strict_first, tier_names
from .programmes import SOLVERS

#: Draws a round from its problem. Raises NoPairingError when the rules that are not relaxed cannot be kept.
Engine = Callable[[RoundProblem], Pairing]
CP_SAT_SECONDS = 60.0


def cp_sat(problem: RoundProblem) -> Pairing:
    """The least cost by CP-SAT on the whole model, without any figure of the matching engine, within a minute.

    Raises NoPairingError, and NoAnswerError when the time does not suffice for any pairing.
    """
    names = tier_names(problem)
    answer = solve_model(problem, names, Clock(CP_SAT_SECONDS))
    if answer.infeasible:
        raise NoPairingError(problem.round)
    if answer.pairs is None:
        raise NoAnswerError("CP-SAT found no pairing within its time limit")
    whole = pairing(problem, answer.pairs, answer.byes, answer.proven)
    if answer.proven:
        return whole
    tiers = tuple(replace(tier, bound=answer.bounds.get(tier.tier, 0)) for tier in whole.tiers)
    return replace(whole, tiers=tiers, bound=sum(tier.bound for tier in tiers))


def greedy(problem: RoundProblem) -> Pairing:
    """From the highest score downward everybody takes the cheapest partner still free; the cheapest bye goes first.

    Who finds nobody is matched at the end along chains of exchanges, cheap partners first, so that a legal pairing
    comes out wherever there is one. Relaxed rules are broken only where the strict round has none.
    """
    return strict_first(problem, _greedy)


def _greedy(problem: RoundProblem) -> Pairing:
    game = OpenRound(problem)
    names, may, who = tier_names(problem), game.may(), game.vertices.who
    costs = [cost_functions(problem, name) for name in names]
    mate = [NOBODY] * len(game)
    near: list[list[int]] = []
    for v in range(len(who)):
        others = np.flatnonzero(may[v, : len(who)])
        keys = [pair(who[v], who[others]) for pair, _ in costs]
        near.append(others[np.lexsort(keys[::-1])].tolist())
    if game.vertices.odd:
        byes = np.flatnonzero(may[-1])
        upward = byes[::-1]
        near.append(upward[np.lexsort([bye[who[upward]] for _, bye in costs][::-1])].tolist())
        for v in near[-1]:
            near[v].append(len(who))
    for v in ([len(who)] if game.vertices.odd else []) + list(range(len(who))):
        if mate[v] == NOBODY:
            partner = next((w for w in near[v] if mate[w] == NOBODY), NOBODY)
            if partner != NOBODY:
                mate[v], mate[partner] = partner, v
    return game.answer((v, w) for v, w in enumerate(completed(near, mate)) if v < w)


def check(problem: RoundProblem, drawn: Pairing) -> None:
    """Raise ValueError when a pairing breaks a rule that is not relaxed, or says a wrong cost."""
    pairs, byes, field = drawn.pairs, drawn.byes, problem.field
    seen = Counter([p for pair in pairs for p in pair] + list(byes))
    _need(seen == Counter(range(len(problem))), "not every player has exactly one game or bye")
    played = {frozenset(pair) for pair in pairs}
    settled = {frozenset(pair) for pair in problem.forced}
    _need(settled <= played and set(problem.forced_byes) <= set(byes), "a forced pair or bye is missing")
    free = np.array([p for p in pairs if frozenset(p) not in settled], dtype=np.int64).reshape(-1, 2)
    own = [p for p in byes if p not in problem.forced_byes]
    _need(len(own) == len(problem.free()) % 2, f"{len(own)} byes")
    for i, j in free[~problem.allowed(*free.T)].tolist():
        raise ValueError(f"{field.ids[i]} and {field.ids[j]} may not meet")
    _need(bool(problem.bye_allowed()[own].all()), "a player has the bye who may not have it")
    for count in problem.counts:
        if count.rule.price is None and count.rule.name not in problem.relaxed_counts:
            total = count.of_pairs(field, *free.T)
            _need(
                not ((total < count.limits) if count.rule.at_least else (total > count.limits)).any(), str(count.rule)
            )
    _need(drawn.cost == sum(problem.costs_by_criterion(pairs, byes).values()), "the cost is wrong")
    _need(drawn.breaches == problem.breaches_of(pairs, byes), "the number of breaches is wrong")
    _need(
        drawn.bound <= drawn.cost and (drawn.bound == drawn.cost or not drawn.optimal),
        "the bound is wrong",
    )


def _need(holds: bool, reason: str) -> None:
    if not holds:
        raise ValueError(f"not a legal pairing: {reason}")


def checked(engine: Engine, problem: RoundProblem) -> Pairing:
    """An engine's answer, checked rule by rule. Raises ValueError when it breaks one."""
    drawn = engine(problem)
    check(problem, drawn)
    return drawn


_UNCHECKED: dict[str, Engine] = {
    "ours": solve,
    **CODES,
    "cp-sat": cp_sat,
    **SOLVERS,
    "greedy": greedy,
    **{method: partial(hand_draw, method=method) for method in ("slide", "fold", "adjacent", "random")},
}
#: Every engine by name; its answers are checked.
ENGINES: dict[str, Engine] = {name: partial(checked, engine) for name, engine in _UNCHECKED.items()}
