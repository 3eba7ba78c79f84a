"""The cups in the draw of a round: who is in those that begin, whether it is known who advances, what was special."""

from __future__ import annotations

from dataclasses import dataclass

from ....model.cups.bracket import Fate, Match, brackets, cup_pairs, match_text, without_kept, without_winner
from ....model.errors import InputError, Problem
from ....model.notes import Note, name_of
from ....model.placing.cup_seeds import check_groups, with_seeds
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ...messages.cup_texts import open_text


@dataclass(frozen=True, slots=True)
class CupWalkover(Note):
    """A match of a cup that is not played, because a player of it is not in the round."""

    match: Match

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        match = self.match
        away = [name_of(p, tournament) for p in match.players if p and p != match.winner]
        gone = f"{' and '.join(away)} {'does' if len(away) == 1 else 'do'} not play in round {match.of_round}"
        who = name_of(match.winner, tournament) if match.winner else "nobody"
        if not away:
            return f"{match_text(match)}: {who} has no opponent and advances without a game"
        if not match.winner:
            return f"{match_text(match)}: nobody advances, because {gone}"
        return f"{match_text(match)}: {who} advances without a game, because {gone}"


def with_cups(tournament: Tournament, number: int) -> Tournament:
    """The tournament as a round is drawn: the cups that begin in it have their entrants from then on.

    Raises InputError where it is not known who advances to the round, a player is in two cups, or a cup has nobody.
    """
    check_groups(tournament)
    seeded = with_seeds(without_kept(tournament, number), number)
    problems = []
    for match in without_winner(seeded, number):
        way = Way("to say it", "cup", name=match.cup, player=match.both[0] if match.both else "ID")
        problems.append(Problem(open_text(match, seeded), ways=(way,)))
    if problems:
        raise InputError(problems)
    return seeded


def missing_games(tournament: Tournament, number: int) -> list[str]:
    """The games of cups that a draft should have and has not, in words; but those that the director gave up."""
    drawn = tournament.round(number)
    there = {frozenset(game.players) for game in drawn} | {frozenset(one.players) for one in drawn.allowed}
    try:
        found = cup_pairs(with_seeds(tournament, number), number)
    except InputError as error:
        return str(error).split("\n")
    names = tournament.by_id()
    return [
        f"{match_text(match)}: {' – '.join(names[p].name for p in match.both or ())}"
        for pair, match in found.items()
        if pair not in there
    ]


def cup_notes(tournament: Tournament, number: int) -> list[CupWalkover]:
    """Who advances without a game in a round, because the other one does not play in it."""
    matches = [match for one in brackets(tournament) for match in one.of_round(number)]
    return [CupWalkover(match) for match in matches if match.fate in (Fate.WALKOVER, Fate.EMPTY) and any(match.players)]
