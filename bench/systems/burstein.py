"""The Burstein system (FIDE C.04.4.2 of 2026): inside a score group the best-tested meets the least-tested.

Kept: 1.6 (the first half of the rounds, four at most, as the Dutch system), 1.7 and 1.8 (rank inside a bracket by
Buchholz, then Sonneborn-Berger, then start number), C1 to C6 and C8 (colours), 4 (the opponent of the first in the
bracket ranks as low as possible, then that of the second), 5 (colours of the boards).

Left out: the look at the next bracket (C7), and rounds without a game in Buchholz, which count nothing here.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress

from mcmahon.model.judging.violation import NoPairingError

from .brackets import Bracket, Criterion, Order, by_brackets, colours, floaters
from .dutch import dutch
from .entrants import NONE, Entrant, Seen
from .system import Drawn, no_round

MOST_SEEDED = 4


def burstein(view: Seen) -> Drawn:
    """The round."""
    if view.round <= min(view.tournament.settings.rounds // 2, MOST_SEEDED):
        return dutch(view)
    ranks = index_ranks(view)
    order = Order((floaters, colours, low_opponents(ranks)), rank=lambda e: ranks[e.number])
    for bye in byes(view, ranks):
        with suppress(NoPairingError):
            return by_brackets(view, order, bye)
    raise no_round(view)


def byes(view: Seen, ranks: Mapping[int, int]) -> Sequence[Entrant | None]:
    """3.1: who may have the bye, by lowest score, most games played, lowest rank; None in an even field."""
    if len(view.entrants) % 2 == 0:
        return [None]
    may = [e for e in view.entrants if e.may_have_bye]
    return sorted(may, key=lambda e: (e.score, -len(e.played), -ranks[e.number]))


def index_ranks(view: Seen) -> dict[int, int]:
    """Everybody's rank by the index, 0 first, by start number; scores do not count in it."""
    score = {e.number: e.score for e in view.entrants}

    def index(e: Entrant) -> tuple[int, int, int]:
        games = [
            (score.get(o, 0) if c != NONE else e.score, w)
            for o, w, c in zip(e.opponents, e.won, e.colours, strict=True)
        ]
        return -sum(points for points, _ in games), -sum(points * won for points, won in games), e.number

    return {e.number: k for k, e in enumerate(sorted(view.entrants, key=index))}


def low_opponents(ranks: Mapping[int, int]) -> Criterion:
    """4: opponents' numbers in the bracket descend; who is moved down counts as paired with number 0."""

    def cost(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
        order = sorted(bracket.players, key=lambda e: ranks[e.number])
        size = len(order)
        numbers = [order.index(e) + 1 if e is not None else 0 for e in (a, b)]
        pairs = (numbers, numbers[::-1])
        return int(sum((size - other) * (size + 1) ** (size - own) for own, other in pairs if own))

    return cost
