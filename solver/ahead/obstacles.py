"""Reasons, found without a search, why the rounds to come cannot all be paired. CP-SAT alone takes minutes for some.

Every round takes at least one pair out of each odd set of players (with an odd number of entrants, the bye is one of
them). So k rounds need k pairs that leave the set: if fewer are left, they are impossible, and where few are left,
the same rows, one for each round, tell CP-SAT what its relaxation cannot see.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np

from ...model.pairing.field import Flags
from ...model.plan.ahead import Ahead, RoundAhead
from ..lp.cuts import odd_sides

MOST_CUT = 64  # vertices of a graph whose odd cuts are looked for


@dataclass(frozen=True, slots=True)
class OddSet:
    """An odd set of players that few pairs leave; with `bye`, the bye is one of it. `rounds` are those it is odd in."""

    players: frozenset[int]
    bye: bool
    rounds: frozenset[int]
    leaving: int

    @property
    def most(self) -> int:
        """How many pairs may leave it in one of its rounds: an odd number in each, and at least one in the others."""
        return 1 + (self.leaving - len(self.rounds)) // 2 * 2

    def leaves(self, a: int, b: int, bye: int) -> bool:
        """Whether a pair, or a player and the bye, has one of the two inside."""
        return (a in self.players) != (self.bye if b == bye else b in self.players)


def impossible(ahead: Ahead) -> bool:
    """Whether some round has two forced games of a player, or an odd number of players who meet nobody else."""
    if any(one.clash for one in ahead.rounds):
        return True
    graphs: dict[tuple[object, ...], bool] = {}
    for one in ahead.rounds:
        key = one.entrants, one.forced, one.barred
        if key not in graphs:
            graphs[key] = _odd_component(graph(ahead, one))
    return any(graphs.values())


def narrow_sets(ahead: Ahead) -> list[OddSet]:
    """Odd sets that at most twice as many pairs leave as there are rounds in which they are odd."""
    found, groups = [], dict[tuple[object, ...], list[RoundAhead]]()
    for one in ahead.rounds:
        groups.setdefault((one.entrants, one.forced, one.barred), []).append(one)
    for rounds in groups.values():
        if len(rounds[0].free) < MOST_CUT:
            found += _narrow(ahead, rounds)
    return found


def _narrow(ahead: Ahead, rounds: Sequence[RoundAhead]) -> list[OddSet]:
    """The narrow odd sets of rounds with the same graph: the odd cuts of its Gomory-Hu tree (Padberg and Rao 1982)."""
    free, may = rounds[0].free, graph(ahead, rounds[0])
    if not may.any():
        return []
    numbers, found = frozenset(one.number for one in rounds), []
    for side, leaving in odd_sides(may, 2 * len(rounds)):
        inside = np.flatnonzero(side).tolist()
        if 1 < len(inside) < len(may) - 1:
            players = frozenset(free[v] for v in inside if v < len(free))
            found.append(OddSet(players, len(free) in inside, numbers, leaving))
    return found


def graph(ahead: Ahead, one: RoundAhead) -> Flags:
    """Who may meet whom in a round; with an odd number of free entrants the last vertex is the bye."""
    may, free = ahead.allowed(one), one.free
    if len(free) % 2 == 0:
        return may
    fresh = np.array([player not in ahead.byes for player in free], dtype=bool)
    return np.block([[may, fresh[:, None]], [fresh[None, :], np.zeros((1, 1), dtype=bool)]])


def _odd_component(may: Flags) -> bool:
    """Whether some connected component of the graph has an odd number of vertices."""
    left = np.ones(len(may), dtype=bool)
    while left.any():
        reached = np.zeros(len(may), dtype=bool)
        reached[int(np.argmax(left))] = True
        while True:
            wider = reached | may[reached].any(axis=0)
            if (wider == reached).all():
                break
            reached = wider
        if reached.sum() % 2:
            return True
        left &= ~reached
    return False
