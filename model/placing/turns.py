"""Turns of an all-play-all: in each, everybody meets everybody once, with as many Whites as Blacks, or one more.

A turn has a round less than there are players; with an odd number as many rounds as players, one of them a bye.
"""

from __future__ import annotations

from ..lottery import lot
from ..tournament.tournament import Tournament
from .stages import last_planned, stages_of


def turn_length(tournament: Tournament) -> int:
    """The rounds of a turn, by the players of the first round; 0 where nobody ever meets again."""
    if tournament.settings.pairing.meet_again == "never" or tournament.settings.groups.number:
        return 0
    size = len(_players(tournament))
    return max(1, size - 1 + size % 2)


def turn_of(tournament: Tournament, number: int) -> int:
    """The turn that a round is in, from 0."""
    length = turn_length(tournament)
    return (number - 1) // length if length else 0


def first_of_turn(tournament: Tournament, number: int) -> int:
    """The first round of the turn that a round is in."""
    return 1 + turn_of(tournament, number) * turn_length(tournament)


def last_of_turn(tournament: Tournament, number: int) -> int:
    """The last round of the turn that a round is in, or of the tournament; with groups, how far a plan can reach."""
    if tournament.settings.groups.number:
        return last_planned(tournament, number)
    rounds, length = tournament.settings.rounds, turn_length(tournament)
    return min(rounds, first_of_turn(tournament, number) + length - 1) if length else rounds


def last_turn_ends(tournament: Tournament, number: int) -> int:
    """The last round that can be planned behind a turn that ends with a round; in groups the last that has tables."""
    stages = stages_of(tournament.settings)
    if not tournament.settings.groups.number:
        return tournament.settings.rounds
    return min(stages.rounds, tournament.settings.rounds) if stages and number <= stages.rounds else number


def white_in_turn(tournament: Tournament, number: int, a: str, b: str) -> str:
    """Who of two takes White in an even game of a turn, whichever round they meet in; empty without turns.

    With an odd number n of players in a circle, in the order of lots, White plays against each of the (n - 1)/2 next
    ones, Black against all others. With an even number it is the circle without one of n + 1 places. The next turn has
    all colours the other way round.
    """
    if not turn_length(tournament):
        return ""
    ids = _players(tournament)
    if a not in ids or b not in ids:
        return ""
    places = len(ids) + 1 - len(ids) % 2
    ahead = (ids.index(b) - ids.index(a)) % places
    first = ahead <= places // 2
    return a if first == (turn_of(tournament, number) % 2 == 0) else b


def _players(tournament: Tournament) -> list[str]:
    """Everybody of the first round, those absent included, or before it all who are to play; in the order of lots."""
    first = tournament.rounds[0] if tournament.rounds and not tournament.rounds[0].draft else None
    ids = frozenset(p.id for p in tournament.participants())
    if first is not None:
        ids = frozenset({*first.paired, *first.byes, *first.unpaired, *first.absent})
    return sorted(ids, key=lambda player: (lot(tournament.settings.seed, "turn", player), player))
