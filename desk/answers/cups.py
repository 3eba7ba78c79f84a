"""Cups: their settings, entrants and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...model.cups.cup_games import stage_of
from ..words.cups import how_text
from .answer import Answer

if TYPE_CHECKING:
    from ...model.cups.bracket import Match
    from ...model.tournament.tournament import Tournament
    from ..cups import CupShown


class CupMatchAnswer(Answer, frozen=True):
    """A match of a cup.

    stage: "final", "semifinal", "quarterfinal", "round of 16", "match for third place" and so on
    cup_round: round of the cup, from 1
    number: the match in that round, from 1
    round: round of the tournament
    players: ids; "" for nobody, null for somebody who is not known yet
    names: the same by name
    fate: "waiting", "to play", "playing", "undecided", "won", "forfeit", "bye", "walkover", "decided" or "empty"
    how: the result, or what it waits for, in words
    winner: id of who advances; "" for nobody, null while that is open
    table: number of the table, 0 where they have not met
    counts: whether the game counts in the tournament
    """

    stage: str
    cup_round: int
    number: int
    round: int
    players: tuple[str | None, str | None]
    names: tuple[str, str]
    fate: str
    how: str
    winner: str | None
    table: int
    counts: bool


class CupAnswer(Answer, frozen=True):
    """A cup.

    name: its name
    first_round: round of its first games
    rounds: the rounds of the tournament in which it plays
    seeds: ids, the best first; those of today until `kept`
    kept: whether the entrants are chosen for good
    over: whether nothing is to be played any more
    matches: all matches, round by round
    fault: why it has no entrants; blank where it has
    """

    name: str
    first_round: int
    rounds: tuple[int, ...]
    seeds: tuple[str, ...]
    kept: bool
    over: bool
    matches: tuple[CupMatchAnswer, ...]
    fault: str


def cup_answer(one: CupShown, tournament: Tournament) -> CupAnswer:
    """A cup as it stands."""
    found = one.bracket
    return CupAnswer(
        name=one.cup.name,
        first_round=one.cup.first,
        rounds=found.cup.played_in,
        seeds=found.cup.seeds,
        kept=one.kept,
        over=found.over,
        matches=tuple(match_answer(one, match, tournament) for match in found.matches),
        fault=one.fault,
    )


def match_answer(one: CupShown, match: Match, tournament: Tournament) -> CupMatchAnswer:
    """A match of a cup."""
    from ...model.cups.cup_games import counts

    known = tournament.by_id()
    a, b = (known[player].name if player in known else "" for player in match.players)
    return CupMatchAnswer(
        stage=stage_of(match),
        cup_round=match.round,
        number=match.number,
        round=match.of_round,
        players=match.players,
        names=(a, b),
        fate=match.fate.value,
        how=how_text(match),
        winner=match.winner,
        table=match.game.table if match.game else 0,
        counts=match.of_round <= tournament.settings.rounds and counts(one.cup, match),
    )
