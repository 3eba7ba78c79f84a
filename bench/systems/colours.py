"""Colours by FIDE's rules: who prefers which, and who gets it (C.04.3 of 2026, articles 1.7 and 5)."""

from __future__ import annotations

from .entrants import BLACK, NONE, WHITE, Entrant

MILD, STRONG, ABSOLUTE = 1, 2, 3
OTHER = {WHITE: BLACK, BLACK: WHITE}


def preference(entrant: Entrant) -> tuple[str, int]:
    """The colour that a player should get, and how strongly; ("-", 0) before the first game."""
    played = entrant.played
    if not played:
        return NONE, 0
    ahead = played.count(WHITE) - played.count(BLACK)
    if abs(ahead) > 1 or played[-2:] in (WHITE * 2, BLACK * 2):
        due = BLACK if ahead > 1 or (ahead >= -1 and played[-1] == WHITE) else WHITE
        return due, ABSOLUTE
    return (BLACK if ahead > 0 else WHITE, STRONG) if ahead else (OTHER[played[-1]], MILD)


def clash(a: Entrant, b: Entrant) -> int:
    """How strongly both prefer the same colour: the weaker one's preference, 0 where they do not."""
    (one, strength), (other, also) = preference(a), preference(b)
    return min(strength, also) if one == other else 0


def white_of(a: Entrant, b: Entrant) -> Entrant:
    """Who gets White; `a` ranks higher. In round 1 odd start numbers have White."""
    (one, strength), (other, also) = preference(a), preference(b)
    if NONE in (one, other) or one != other:
        if one == other:
            return a if a.number % 2 else b
        return a if one == WHITE or other == BLACK else b
    if strength != also or strength == ABSOLUTE:
        ahead = [abs(e.played.count(WHITE) - e.played.count(BLACK)) for e in (a, b)]
        if (strength, ahead[0]) != (also, ahead[1]):
            favoured = a if (strength, ahead[0]) > (also, ahead[1]) else b
            return favoured if one == WHITE else (b if favoured is a else a)
    for mine, its in zip(a.colours[::-1], b.colours[::-1], strict=True):
        if {mine, its} == {WHITE, BLACK}:
            return a if mine == BLACK else b
    return a if one == WHITE else b
