"""What the rounds so far mean for the next draw: who met whom, floats, colours, byes."""

from __future__ import annotations

from dataclasses import dataclass

from ..tournament.games import Result
from ..tournament.tournament import Tournament
from .scores import Kind, Scores, score


@dataclass(frozen=True, slots=True)
class History:
    """One player's past at a draw.

    `drawn_down` and `drawn_up` count games whose opponent had a lower or higher pairing score before that round;
    `colours` is Whites minus Blacks over games without handicap; `free_wins` are wins by default.
    """

    opponents: frozenset[str] = frozenset()
    drawn_down: int = 0
    drawn_up: int = 0
    colours: int = 0
    byes: int = 0
    free_wins: int = 0


def histories(tournament: Tournament, scores: Scores | None = None) -> dict[str, History]:
    """Every player's history over the rounds that are no drafts."""
    scores = scores or score(tournament)
    default_is_met = tournament.settings.pairing.default_is_met
    result = {}
    for pid, row in scores.entries.items():
        games = [(k, e) for k, e in enumerate(row) if e.kind is Kind.GAME]
        gaps = [scores.mms_after[pid][k] // 2 - scores.mms_after[e.opponent][k] // 2 for k, e in games]
        result[pid] = History(
            opponents=frozenset(e.opponent for _, e in games if default_is_met or not e.defaulted),
            drawn_down=sum(gap > 0 for gap in gaps),
            drawn_up=sum(gap < 0 for gap in gaps),
            colours=sum(e.colour for _, e in games if e.handicap == 0),
            byes=sum(e.kind is Kind.BYE for e in row),
            free_wins=sum(e.by_default and e.won == 2 for _, e in games),
        )
    return result


def open_games(tournament: Tournament) -> list[str]:
    """The boards of drawn rounds whose result is missing, as `round 2 table 5`."""
    return [
        f"round {drawn.number} table {game.table}"
        for drawn in tournament.rounds
        if not drawn.draft
        for game in drawn
        if game.result is Result.UNKNOWN
    ]
