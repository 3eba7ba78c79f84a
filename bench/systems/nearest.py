"""Systems that go down a list: whoever is next meets the first below with whom the rest can still be paired."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import numpy as np
from mcmahon.model.lottery import lot

from ..engines.augment import NOBODY, completed
from .colours import white_of
from .entrants import Entrant, Seen
from .system import Drawn, no_round


def monrad(view: Seen) -> Drawn:
    """By points, then start number: the first meets the second, the third the fourth; nobody meets twice."""
    return down_the_list(view, sorted(view.entrants, key=lambda e: (-e.score, e.number)))


def danish(view: Seen) -> Drawn:
    """As Monrad, and the first meets the second even if they have met."""
    order = sorted(view.entrants, key=lambda e: (-e.score, e.number))
    bye = next((e for e in reversed(order) if e.byes == 0), order[-1]) if len(order) % 2 else None
    rest = [e for e in order if e is not bye]
    pairs = list(zip(rest[::2], rest[1::2], strict=True))
    return [*(_coloured(a, b) for a, b in pairs), *([(bye.number, 0)] if bye else [])]


def random_in_groups(view: Seen) -> Drawn:
    """At random inside a score group; who stays over meets somebody of the next."""
    return _by_lot(view, lambda e: -e.score)


def at_random(view: Seen) -> Drawn:
    """Anybody meets anybody, but nobody twice."""
    return _by_lot(view, lambda e: 0)


def _by_lot(view: Seen, group: Callable[[Entrant], int]) -> Drawn:
    seed = view.tournament.settings.seed
    return down_the_list(view, sorted(view.entrants, key=lambda e: (group(e), lot(seed, "row", view.round, e.number))))


def down_the_list(view: Seen, order: Sequence[Entrant]) -> Drawn:
    """The first complete round in the order of a list; in an odd field the last who may has the bye.

    Raises NoPairingError where nobody can be paired so.
    """
    index = np.array([e.index for e in order])
    may = view.problem.allowed(index[:, None], index[None, :])
    size = len(order)
    near = [[w for w in range(v + 1, size) if may[v, w]] + [w for w in range(v) if may[w, v]] for v in range(size)]
    if size % 2:
        near.append([v for v in range(size - 1, -1, -1) if view.problem.bye_allowed()[order[v].index]])
        for v in near[-1]:
            near[v].append(size)
    turns = ([size] if size % 2 else []) + list(range(size))
    mate = first_in_order(near, turns)
    if NOBODY in mate:
        raise no_round(view)
    couples = [(v, w) for v, w in enumerate(mate) if v < w]
    return [_coloured(order[v], order[w]) if w < size else (order[v].number, 0) for v, w in couples]


def _coloured(a: Entrant, b: Entrant) -> tuple[int, int]:
    white = white_of(a, b)
    return white.number, (b if white is a else a).number


def first_in_order(near: Sequence[Sequence[int]], turns: Sequence[int]) -> list[int]:
    """The partner of every vertex, -1 where no complete pairing exists.

    Whose turn it is gets the first of `near` with whom the rest can still be paired; so the pairing is the first of
    all in that order. `near` is mutual.
    """
    mate = completed(near, [NOBODY] * len(near))
    if NOBODY in mate:
        return mate
    settled: set[int] = set()
    for v in turns:
        if v in settled:
            continue
        for w in near[v]:
            trial = mate if mate[v] == w else None if w in settled else _with(near, mate, settled, v, w)
            if trial is not None:
                mate = trial
                settled |= {v, w}
                break
    return mate


def _with(near: Sequence[Sequence[int]], mate: list[int], settled: set[int], v: int, w: int) -> list[int] | None:
    """The pairing with this couple in it and the settled ones kept; None where there is none."""
    a, b = mate[v], mate[w]
    trial = list(mate)
    trial[v], trial[w] = w, v
    if b in near[a]:
        trial[a], trial[b] = b, a
        return trial
    fixed = settled | {v, w}
    open_near = [[] if x in fixed else [y for y in own if y not in fixed] for x, own in enumerate(near)]
    trial[a] = trial[b] = NOBODY
    grown = completed(open_near, trial)
    return None if NOBODY in grown else grown
