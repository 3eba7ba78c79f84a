"""The Keizer system of club evenings (J. H. Keizer, 1950s): a win is worth the place of whom it was won against.

The first of the list is worth one and a half times the number of players, each next one less, so that the last is
worth a third of the first. A win gives the opponent's value, a draw half of it, a bye two thirds of the own value.
After each round all games are counted again by the values of now. Neighbours of the list meet, nobody twice.
"""

from __future__ import annotations

from collections.abc import Mapping

from .entrants import Entrant, Seen
from .nearest import down_the_list
from .system import Drawn

SIXTHS = 6  # of a point: halves of draws, thirds of byes


def keizer(view: Seen) -> Drawn:
    """The round."""
    points = keizer_points(view.entrants)
    return down_the_list(view, sorted(view.entrants, key=lambda e: (-points[e.number], e.number)))


def keizer_values(order: list[int]) -> dict[int, int]:
    """What each player of a list is worth, by start number."""
    top = len(order) * 3 // 2
    return {number: top - k for k, number in enumerate(order)}


def keizer_points(entrants: tuple[Entrant, ...]) -> Mapping[int, int]:
    """The Keizer points of everybody, in sixths of a point, by start number.

    The list is made once a round, from the start order on, and each time all games so far are counted by it.
    """
    order = [e.number for e in entrants]
    points = dict.fromkeys(order, 0)
    for rounds in range(1, 1 + max((len(e.opponents) for e in entrants), default=0)):
        values = keizer_values(order)
        points = {e.number: _counted(e, rounds, values) for e in entrants}
        order.sort(key=lambda number: (-points[number], number))
    return points


def _counted(entrant: Entrant, rounds: int, values: Mapping[int, int]) -> int:
    games = zip(entrant.opponents[:rounds], entrant.won, strict=False)
    byes = sum(f == "D" and o == 0 for f, o in zip(entrant.floats, entrant.opponents[:rounds], strict=False))
    won = sum(won * values.get(opponent, 0) * SIXTHS // 2 for opponent, won in games)
    return won + byes * values[entrant.number] * 4
