"""The games that cups order in a round, and who is entered for rounds that are of cups alone."""

from __future__ import annotations

from ..tournament.player import Player
from ..tournament.tournament import Tournament
from .bracket import Fate, Match, brackets, is_there


def cup_matches(tournament: Tournament, number: int) -> list[Match]:
    """The matches of all cups that are ordered in a round: both players are known and are to meet, or have met."""
    if not tournament.cups:
        return []
    return [match for one in brackets(tournament) for match in one.of_round(number) if match.ordered]


def cup_pairs(tournament: Tournament, number: int) -> dict[frozenset[str], Match]:
    """The same by the two players (ids)."""
    return {frozenset(match.both): match for match in cup_matches(tournament, number) if match.both}


def even_pairs(tournament: Tournament, number: int) -> frozenset[frozenset[str]]:
    """The players of those games of cups in a round that are even whatever their strengths."""
    with_handicap = {cup.name for cup in tournament.cups if cup.handicap}
    return frozenset(pair for pair, match in cup_pairs(tournament, number).items() if match.cup not in with_handicap)


def is_extra(tournament: Tournament, number: int) -> bool:
    """Whether a round is behind the last one of the tournament, so that only cups play in it."""
    return number > tournament.settings.rounds


def entrants(tournament: Tournament, number: int) -> list[Player]:
    """The players to be paired in a round; in one of cups alone those who have a match there."""
    if not is_extra(tournament, number):
        return tournament.entrants(number)
    ids = frozenset[str]().union(*(match.both or () for match in cup_matches(tournament, number)))
    return [player for player in tournament.players if player.id in ids]


def last_round(tournament: Tournament) -> int:
    """The last round of the tournament or of a cup, whichever is later."""
    return max([tournament.settings.rounds, *(cup.last for cup in tournament.cups)])


def empty_round(tournament: Tournament) -> int:
    """The first round behind the last of the tournament without a cup, although one plays later; 0: there is none."""
    total = tournament.settings.rounds
    played = {number for cup in tournament.cups for number in cup.played_in}
    return next((number for number in range(total + 1, last_round(tournament)) if number not in played), 0)


def enters(tournament: Tournament, player: Player, number: int) -> bool:
    """Whether a player is to be paired in a round."""
    if not is_extra(tournament, number):
        return is_there(player, number, tournament.settings.rounds)
    return player in entrants(tournament, number)


def more_rounds(tournament: Tournament) -> bool:
    """Whether a round follows those that are drawn: of the tournament, or one in which a cup goes on."""
    number = len(tournament.rounds) + 1
    if not is_extra(tournament, number):
        return True
    unborn = any(not cup.seeds and number in cup.played_in for cup in tournament.cups)
    matches = (match for one in brackets(tournament) for match in one.matches if match.of_round >= number)
    return unborn or any(match.fate in (Fate.WAITING, Fate.TO_PLAY) for match in matches)


def without_winner(tournament: Tournament, number: int) -> list[Match]:
    """The matches of cups before a round of which nobody knows who advances to it."""
    return [
        match
        for one in brackets(tournament)
        for match in one.matches
        if match.fate in (Fate.PLAYING, Fate.UNDECIDED) and 0 < one.next_round(match) <= number
    ]
