"""Cups: their settings, entrants and matches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated

from ...model.cups.cup_games import stage_of
from ..verb import Answer, told
from ..words.cups import how_text

if TYPE_CHECKING:
    from ...model.cups.bracket import Match
    from ...model.tournament.tournament import Tournament
    from ..cups import CupShown


class CupMatchAnswer(Answer, frozen=True):
    """A match of a cup."""

    stage: Annotated[
        str, told('"final", "semifinal", "quarterfinal", "round of 16", "match for third place" and so on')
    ]
    cup_round: Annotated[int, told("round of the cup, from 1")]
    number: Annotated[int, told("the match in that round, from 1")]
    round: Annotated[int, told("round of the tournament")]
    players: Annotated[
        tuple[str | None, str | None], told('ids; "" for nobody, null for somebody who is not known yet')
    ]
    names: Annotated[tuple[str, str], told("the same by name")]
    fate: Annotated[
        str,
        told('"waiting", "to play", "playing", "undecided", "won", "forfeit", "bye", "walkover", "decided" or "empty"'),
    ]
    how: Annotated[str, told("the result, or what it waits for, in words")]
    winner: Annotated[str | None, told('id of who advances; "" for nobody, null while that is open')]
    table: Annotated[int, told("number of the table, 0 where they have not met")]
    counts: Annotated[bool, told("whether the game counts in the tournament")]


class CupAnswer(Answer, frozen=True):
    """A cup."""

    name: Annotated[str, told("its name")]
    first_round: Annotated[int, told("round of its first games")]
    rounds: Annotated[tuple[int, ...], told("the rounds of the tournament in which it plays")]
    seeds: Annotated[tuple[str, ...], told("ids, the best first; those of today until `kept`")]
    kept: Annotated[bool, told("whether the entrants are chosen for good")]
    over: Annotated[bool, told("whether nothing is to be played any more")]
    matches: Annotated[tuple[CupMatchAnswer, ...], told("all matches, round by round")]
    fault: Annotated[str, told("why it has no entrants; blank where it has")]


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
