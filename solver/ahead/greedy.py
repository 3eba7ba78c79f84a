"""A plan for a large field, put together round by round without a search: it finds one or does not know.

In a large field nearly everybody may meet nearly everybody, even where a family or a rule takes half of the pairs. So
each player, those with the fewest opponents first, takes one by lot; two who are left over break up a pair. Pairs that
count in a rule are taken last. CP-SAT has a Boolean for every pair and round, and takes a thousand times as long.
"""

from __future__ import annotations

from random import Random

import numpy as np

from ...model.pairing.criteria.field import Flags, Ints
from ...model.pairing.round_problem import IndexPair
from ...model.plan.ahead import Ahead, RoundAhead
from ...model.plan.degrees import counted_pairs
from ...model.plan.plan import Plan, PlannedRound
from .obstacles import graph
from .variables import BYE, alike

TRIES = 4  # lots for a round, of which the first that keeps all rules is taken


def greedy_plan(ahead: Ahead) -> Plan | None:
    """A plan for all rounds to come; None where none was found, although there may be one."""
    rng, rounds = Random(1), list[PlannedRound]()
    may, last = np.zeros((0, 0), dtype=bool), None
    for one in ahead.rounds:
        if last is None or not alike(last, one):
            may = graph(ahead, one)
        tries = (_round(may, one, rng) for _ in range(TRIES))
        found = next((pairs for pairs in tries if pairs is not None), None)
        if found is None:
            return None
        _take(may, one, found)
        last = one
        byes = [a for a, b in found if b == BYE]
        pairs = sorted([*one.forced, *(pair for pair in found if pair[1] != BYE)])
        ids = ahead.ids
        rounds.append(PlannedRound(one.number, tuple((ids[a], ids[b]) for a, b in pairs), tuple(ids[a] for a in byes)))
        ahead = ahead.after(one.number, pairs, byes)
    return Plan(tuple(rounds))


def _take(may: Flags, one: RoundAhead, found: list[IndexPair]) -> None:
    """Take the pairs of a round, with the bye as one, out of the graph of those that may meet."""
    at = {player: v for v, player in enumerate(one.free)} | {BYE: len(one.free)}
    for a, b in found:
        may[at[a], at[b]] = may[at[b], at[a]] = False


def _round(may: Flags, one: RoundAhead, rng: Random) -> list[IndexPair] | None:
    """The free pairs of a round, with the bye as a pair; None where not everybody was paired, or a rule is broken."""
    free = one.free
    best = may.copy()
    best[: len(free), : len(free)] &= ~counted_pairs(one)
    mate = _matching(may, best, rng)
    if mate is None:
        return None
    pairs = [(v, w) for v, w in enumerate(mate.tolist()) if v < w]
    found = [(free[v], free[w] if w < len(free) else BYE) for v, w in pairs]
    games = [pair for pair in found if pair[1] != BYE]
    for count, entries in one.amounts(games):
        totals = np.zeros(len(count.labels), dtype=np.int64)
        for part, _, amount in entries:
            totals[part] += amount
        if (totals < count.limits if count.rule.at_least else totals > count.limits).any():
            return None
    return found


def _matching(may: Flags, best: Flags, rng: Random) -> Ints | None:
    """Everybody's partner in a perfect matching of a graph, from its best edges where they suffice."""
    mate = np.full(len(may), -1, dtype=np.int64)
    left = np.ones(len(may), dtype=bool)
    for v in np.argsort(best.sum(axis=1), kind="stable").tolist():
        if not left[v]:
            continue
        options = np.flatnonzero(best[v] & left)
        options = options if len(options) else np.flatnonzero(may[v] & left)
        if len(options):
            _pair(mate, v, int(options[rng.randrange(len(options))]))
            left[mate[v]] = left[v] = False
    loose = np.flatnonzero(left).tolist()
    while loose:
        if not _break_up(may, mate, loose.pop(), loose.pop(), rng):
            return None
    return mate


def _break_up(may: Flags, mate: Ints, u: int, v: int, rng: Random) -> bool:
    """Pair two who are left over with the two of a pair; False where no pair fits both."""
    fits = may[u] & may[v][mate] & (mate >= 0)
    options = np.flatnonzero(fits)
    if not len(options):
        return False
    a = int(options[rng.randrange(len(options))])
    b = int(mate[a])
    _pair(mate, u, a)
    _pair(mate, v, b)
    return True


def _pair(mate: Ints, v: int, w: int) -> None:
    mate[v], mate[w] = w, v
