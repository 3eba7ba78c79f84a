"""The Dutch system (FIDE C.04.3 of 2026) as criteria of one matching a bracket.

Kept: C1 (no second game), C2 (no second point without a game), C3 (two with the same absolute preference do not meet,
topscorers neither), C4 (the rest can be paired), C5 and C7 (fewest floaters, of low scores), C12 and C13 (colours),
C14 to C17 (no float repeated after one round or two), 4.2 and 4.3: upper half against lower half, first opponents
first; exchanges between the halves as few as possible; 5 (colours of the boards).

Left out: exceptions for topscorers (C10, C11), the look at the next bracket (C8), C9 and C18 to C21, and the order of
exchanges of the same number. An engine that keeps all articles is `py4swiss`.
"""

from __future__ import annotations

from .brackets import Bracket, Criterion, by_brackets, colours, floaters, strong_colours
from .entrants import DOWN, UP, Entrant, Seen
from .system import Drawn


def dutch(view: Seen) -> Drawn:
    """The round."""
    return by_brackets(view, CRITERIA, rank=lambda e: e.number)


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
    """4.3: pairs inside one half of the residents, who had to be exchanged."""
    return int(b is not None and _upper(bracket, a) == _upper(bracket, b))


def first_opponents(bracket: Bracket, a: Entrant, b: Entrant | None) -> int:
    """4.2: the first player of the upper half has the first possible opponent of the lower, then the second."""
    if b is None:
        return 0
    players = bracket.players
    high, low = sorted((players.index(a), players.index(b)))
    return int(low * len(players) ** (len(players) - high))


def _upper(bracket: Bracket, entrant: Entrant) -> bool:
    """Whether a player is in the upper half: those moved down, and the first half of the other residents."""
    first = len(bracket.down)
    rest = max(len(bracket.own) - first, 0)
    at = bracket.players.index(entrant)
    return at < first or 2 * first <= at < 2 * first + rest // 2


CRITERIA = (
    floaters, colours, strong_colours, down_again(1), up_again(1), down_again(2), up_again(2), exchanged,
    first_opponents,
)  # fmt: skip
