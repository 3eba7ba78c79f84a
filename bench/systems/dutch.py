"""The Dutch system (FIDE C.04.3 of 2026) as criteria of one matching a bracket.

Kept: C1 (no second game), C2 (no second point without a game), C3 (two with the same absolute preference do not meet,
topscorers neither), C4 (the rest can be paired), C5 and C7 (fewest floaters, of low scores), C12 and C13 (colours),
C14 to C17 (no float repeated after one round or two), 4.2 and 4.3: upper half against lower half, first opponents
first; exchanges between the halves as few as possible; 5 (colours of the boards).

Left out: exceptions for topscorers (C10, C11), the look at the next bracket (C8), C9 and C18 to C21, and the order of
exchanges of the same number. An engine that keeps all articles is `py4swiss`.
"""

from __future__ import annotations

from .brackets import Bracket, Criterion, Order, by_brackets, colours, floaters, strong_colours
from .entrants import DOWN, UP, Entrant, Seen
from .system import Drawn


def dutch(view: Seen) -> Drawn:
    """The round."""
    return by_brackets(view, ORDER)


def down_again(rounds: int) -> Criterion:
    """C14, C16: a resident who floated down so many rounds ago is moved down."""

    def cost(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
        return int(b is None and a.score == bracket.own[0].score and a.float_ago(rounds) == DOWN)

    return cost


def up_again(rounds: int) -> Criterion:
    """C15, C17: a resident who floated up so many rounds ago meets somebody moved down."""

    def cost(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
        if b is None or a.score == b.score:
            return 0
        return int(min(a, b, key=lambda e: e.score).float_ago(rounds) == UP)

    return cost


def exchanged(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
    """4.3.3.1: players of the upper half who are exchanged: the lower one of a pair, or moved down."""
    return int(_upper(bracket, _lower_one(bracket, a, b)))


def exchange_distance(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
    """4.3.3.2: how far the exchanged players are from each other; the same constant more for each exchange."""
    players, low = bracket.players, _lower_one(bracket, a, b)
    down = len(players) - players.index(low) if _upper(bracket, low) else 0
    high = a if low is b else b
    up = players.index(high) if high is not None and not _upper(bracket, high) else 0
    return down + up


def _lower_one(bracket: Bracket, a: Entrant, b: Entrant | None) -> Entrant:
    return a if b is None else max(a, b, key=bracket.players.index)


def first_opponents(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
    """3.2, 4.2: the first player above has the first possible opponent below, then the second.

    In a bracket with players moved down only theirs count.
    """
    players = bracket.players
    if b is None:
        return 0
    high, low = sorted((players.index(a), players.index(b)))
    if bracket.down and high >= len(bracket.down):
        return 0
    return int(low * len(players) ** (len(players) - high))


def _upper(bracket: Bracket, entrant: Entrant) -> bool:
    return bracket.players.index(entrant) < len(bracket.players) // 2


QUALITY = (floaters, colours, strong_colours, down_again(1), up_again(1), down_again(2), up_again(2))
ORDER = Order(
    criteria=(*QUALITY, first_opponents),
    rank=lambda e: e.number,
    rest=(*QUALITY, exchanged, exchange_distance, first_opponents),
)
