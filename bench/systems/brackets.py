"""Pairing score group by score group, each the best by a list of criteria; whoever stays over is moved down.

A bracket is the players moved down into it and those of one score. It is paired together with everybody below, whose
pairs cost nothing: so the round can always be completed. Criteria are tiers of one matching in Python's whole numbers
(networkx's blossom algorithm), so their order is exact however many there are.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations

import numpy as np

from ..engines.libraries import library
from .colours import ABSOLUTE, clash, white_of
from .entrants import Entrant, Seen
from .system import Drawn, no_round

BYE = 0  # the start number that stands for it


@dataclass(frozen=True, slots=True)
class Bracket:
    """Players moved down, then residents by start number; `levels` has all scores still to be paired, lowest first."""

    down: tuple[Entrant, ...]
    own: tuple[Entrant, ...]
    levels: tuple[int, ...]

    @property
    def players(self) -> tuple[Entrant, ...]:
        """Everybody in it."""
        return (*self.down, *self.own)

    def leaving(self, entrant: Entrant) -> int:
        """What it costs to move a player down: one of a score costs more than all of lower scores together."""
        return int((len(self.players) + 1) ** self.levels.index(entrant.score))


#: A criterion of a bracket: the cost of a pair inside it, or of moving a player down (None in the other's place).
Criterion = Callable[[Bracket, Entrant, Entrant | None], int]


@dataclass(frozen=True, slots=True)
class Order:
    """How a system pairs a bracket: criteria from the first on, and who of a pair ranks higher, for the colours.

    With `rest` the opponents of players moved down are found first, and the other residents are paired by those.
    """

    criteria: Sequence[Criterion]
    rank: Callable[[Entrant], object]
    rest: Sequence[Criterion] = ()


def by_brackets(view: Seen, order: Order, bye: Entrant | None = None) -> Drawn:
    """The round; `bye` is who has the bye, where that is settled before.

    Raises NoPairingError where no round keeps the rules. Where none keeps C3 (two who must get the same colour do not
    meet), it is dropped.
    """
    try:
        pairs = _drawn(view, order, ABSOLUTE, bye)
    except _NoRound:
        try:
            pairs = _drawn(view, order, ABSOLUTE + 1, bye)
        except _NoRound:
            raise no_round(view) from None
    found = [] if bye is None else [(bye.number, BYE)]
    for a, b in pairs:
        if b is None:
            found.append((a.number, BYE))
            continue
        high, low = sorted((a, b), key=lambda e: (-e.score, order.rank(e)))
        white = white_of(high, low)
        found.append((white.number, (low if white is high else high).number))
    return found


class _NoRound(Exception):
    """No round keeps the rules."""


def _drawn(view: Seen, order: Order, clashing: int, bye: Entrant | None) -> list[tuple[Entrant, Entrant | None]]:
    left: list[Entrant] = [e for e in view.entrants if e is not bye]
    down: list[Entrant] = []
    made: list[tuple[Entrant, Entrant | None]] = []

    def keep(pairs: Sequence[tuple[Entrant, Entrant | None]]) -> None:
        made.extend(pairs)
        gone = {e.number for pair in pairs for e in pair if e is not None}
        left[:] = [e for e in left if e.number not in gone]

    for group in view.groups():
        levels = tuple(sorted({e.score for e in left}))
        bracket = Bracket(tuple(down), tuple(e for e in group if e is not bye), levels)
        if not bracket.own:
            continue
        moved = {e.number for e in down}
        if order.rest and down:
            first = _best(view, bracket, left, order.criteria, clashing)
            keep([(a, b) for a, b in first if moved & {e.number for e in (a, b) if e is not None}])
            bracket = Bracket((), tuple(e for e in bracket.own if e in left), levels)
        if bracket.own:
            keep(_best(view, bracket, left, order.rest or order.criteria, clashing))
        down = [e for e in left if e.score >= group[0].score]
    if left:
        raise _NoRound
    return made


def _best(
    view: Seen, bracket: Bracket, left: Sequence[Entrant], criteria: Sequence[Criterion], clashing: int
) -> list[tuple[Entrant, Entrant | None]]:
    """The pairs of a bracket; in the last one the bye, too."""
    inside = {e.number for e in bracket.players}
    last = len(inside) == len(left)
    index = np.array([e.index for e in left])
    legal = view.problem.allowed(index[:, None], index[None, :])
    edges: list[tuple[int, int, tuple[int, ...]]] = []
    free = (0,) * len(criteria)
    for (k, a), (m, b) in combinations(enumerate(left), 2):
        if not legal[k, m] or clash(a, b) >= clashing:
            continue
        within = (a.number in inside) + (b.number in inside)
        if within == 2:
            edges.append((a.number, b.number, tuple(c(bracket, a, b) for c in criteria)))
        elif within == 1:
            out = a if a.number in inside else b
            edges.append((a.number, b.number, tuple(c(bracket, out, None) for c in criteria)))
        else:
            edges.append((a.number, b.number, free))
    if len(left) % 2:
        may = view.problem.bye_allowed()
        for e in left:
            if may[e.index] and e.may_have_bye:
                own = tuple(c(bracket, e, None) for c in criteria) if e.number in inside else free
                edges.append((e.number, BYE, own))
    by_number = {e.number: e for e in left}
    matched = _matched(edges, len(left) + len(left) % 2)
    pairs = [(max(p), min(p)) if BYE in p else p for p in matched]
    if not last:
        pairs = [(a, b) for a, b in pairs if a in inside and b in inside]
    return [(by_number[a], by_number.get(b)) for a, b in pairs]


def _matched(edges: Sequence[tuple[int, int, tuple[int, ...]]], vertices: int) -> list[tuple[int, int]]:
    """A perfect matching with the least first cost, among those the least second, and so on. Raises _NoRound."""
    graph = library("networkx")
    most = [max(costs) for costs in zip(*(cost for _, _, cost in edges), strict=True)]
    field = graph.Graph()
    for a, b, costs in edges:
        total = 0
        for cost, greatest in zip(costs, most, strict=True):
            total = total * (greatest * (vertices // 2) + 1) + cost
        field.add_edge(a, b, weight=total)
    found = graph.min_weight_matching(field)
    if 2 * len(found) < vertices:
        raise _NoRound
    return sorted((min(pair), max(pair)) for pair in found)


def floaters(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
    """C5 and C7: as many pairs as possible, then as low scores as possible moved down."""
    return bracket.leaving(a) if b is None else 0


def colours(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
    """C12: as few players as possible do not get the colour that they should."""
    return int(b is not None and clash(a, b) > 0)


def strong_colours(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
    """C13: the same, of strong preferences."""
    return int(b is not None and clash(a, b) > 1)
