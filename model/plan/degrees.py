"""Whether the rounds to come can be paired whatever is drawn: a condition on degrees, without any search.

Of an even number m of players, let d[1] <= … <= d[m] be how many each of them may still meet. If no k <= m/2 has
d[k] < k and d[m + 1 - k] < m - k, all of them can be paired (Chvátal 1972: the graph even has a Hamiltonian path, whose
every other edge is taken). Dirac's condition, everybody may meet m/2 others, is a case of it; the finer one also allows
a few players, or a family, far fewer opponents. A round takes at most one opponent from everybody; so the condition
with k less in each degree holds after any k rounds.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

import numpy as np

from ..pairing.counts import Count
from ..pairing.criteria.field import Field, Flags, Ints
from .ahead import Ahead, RoundAhead


def surely_possible(ahead: Ahead, drawn: int = 0) -> bool:
    """Whether the rounds behind the first `drawn` ones can be paired, whatever those and they bring."""
    return all(_always_paired(ahead, one, k) for k, one in enumerate(ahead.rounds) if k >= drawn)


def _always_paired(ahead: Ahead, one: RoundAhead, rounds_before: int) -> bool:
    """Whether a round can be paired after any so many other rounds."""
    if one.clash:
        return False
    if any(count.rule.at_least for count in one.counts):
        return False  # pairs that must be there: degrees do not tell
    return enough(_degrees(ahead, one) - rounds_before)


def _degrees(ahead: Ahead, one: RoundAhead) -> Ints:
    """How many each free entrant may still meet in a round; with an odd number, the last is the bye, which is met once.

    Pairs that count in a rule over sets of pairs are left out, so that the rule is kept with none of them.
    """
    free = one.free
    if one.barred or one.counts:
        degrees = (ahead.allowed(one) & ~counted_pairs(one)).sum(axis=1)
    else:
        here = frozenset(free)
        apart = (len((ahead.met[player] | ahead.never[player]) & here) for player in free)
        degrees = len(free) - 1 - np.fromiter(apart, dtype=np.int64, count=len(free))
    if len(free) % 2 == 0:
        return np.asarray(degrees, dtype=np.int64)
    fresh = np.array([player not in ahead.byes for player in free])
    return np.append(degrees + fresh, fresh.sum())


def counted_pairs(one: RoundAhead) -> Flags:
    """Which pairs of free entrants count in a rule over sets of pairs: m × m."""
    return _counted(one.entrants, one.free, one.counts, one.field)


@lru_cache(maxsize=1)  # rounds with the same entrants have the same
def _counted(entrants: tuple[int, ...], free: tuple[int, ...], counts: tuple[Count, ...], field: Field | None) -> Flags:
    """The pairs of free entrants that count, as an array that nobody writes to."""
    at = {player: k for k, player in enumerate(entrants)}
    own, size = np.array([at[player] for player in free], dtype=np.int64), len(free)
    found = np.zeros((size, size), dtype=bool)
    for count in counts:
        if field is None or count.rule.at_least:
            continue
        i, j = np.broadcast_arrays(own[:, None], own[None, :])
        for part, amount in count.terms(field, i, j):
            found |= (part >= 0) & (amount > 0)
    found.flags.writeable = False
    return found


def enough(degrees: Ints | Sequence[int]) -> bool:
    """Whether every graph with at least these degrees, on an even number of vertices, has a perfect matching."""
    d = np.sort(np.asarray(degrees, dtype=np.int64))
    m = len(d)
    k = np.arange(1, m // 2 + 1)
    few, many = d[k - 1] < k, d[m - k] < m - k
    return not (few & many).any()
