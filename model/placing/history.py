"""What the rounds so far mean for the next draw: who met whom, floats, colours, byes."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..tournament.games import Result
from ..tournament.tournament import Tournament
from .scores import RoundKind, RoundScore, Scores, score
from .stages import stages_of, turn_starts

_GAME = RoundKind.GAME


@dataclass(frozen=True, slots=True)
class History:
    """One player's past at a draw.

    `drawn_down` and `drawn_up` count games whose opponent had a lower or higher pairing score before that round;
    `colours` is Whites minus Blacks over games without handicap; `free_wins` are wins by default. `opponents` and
    `byes` are those of the turn, in an all-play-all of several turns.
    """

    opponents: frozenset[str] = frozenset()
    drawn_down: int = 0
    drawn_up: int = 0
    colours: int = 0
    byes: int = 0
    free_wins: int = 0


def _history(row: Sequence[RoundScore], gaps: Sequence[int], since: tuple[int, int, int], is_met: bool) -> History:
    """The past in rounds with these gaps of pairing scores; `since` which, from 0, opponents, floats, byes count."""
    met, floats, byes = since
    games = [entry for entry in row if entry.kind is _GAME]
    return History(
        frozenset(e.opponent for e in row[met:] if e.kind is _GAME and (is_met or not e.defaulted)),
        drawn_down=sum(gap > 0 for gap in gaps[floats:]),
        drawn_up=sum(gap < 0 for gap in gaps[floats:]),
        colours=sum(e.colour for e in games if e.handicap == 0),
        byes=sum(e.kind is RoundKind.BYE for e in row[byes:]),
        free_wins=sum(e.by_default and e.game_half_points == 2 for e in games),
    )


def histories(tournament: Tournament, scores: Scores | None = None) -> dict[str, History]:
    """Every player's history over the rounds that are no drafts."""
    scores = scores or score(tournament)
    return histories_by_round(tournament, scores, scores.rounds)[0]


def histories_by_round(tournament: Tournament, scores: Scores, first: int = 0) -> list[dict[str, History]]:
    """Every player's history after 0, 1, … of the rounds of these scores, or after `first` and more of them."""
    starts, stages = turn_starts(tournament), stages_of(tournament.settings)
    is_met, gaps = tournament.settings.pairing.default_is_met, dict[str, list[int]]()
    for k in range(scores.rounds):
        before = {pid: scores.pairing_score_after(pid, k) for pid in scores.mms_after}
        for pid, row in scores.entries.items():
            gap = before[pid] - before.get(row[k].opponent, 0) if row[k].kind is _GAME else 0
            gaps.setdefault(pid, []).append(gap)
    found = []
    for k in range(first, scores.rounds + 1):
        turn = max((start - 1 for start in starts if start <= k + 1), default=0)
        final = stages.rounds if stages is not None and k >= stages.rounds else 0
        again = final if stages is not None and stages.carry_over == "nothing" else 0
        since = max(turn, again), final, max(turn, final)
        rows = scores.entries.items()
        found.append({pid: _history(row[:k], gaps.get(pid, [])[:k], since, is_met) for pid, row in rows})
    return found


def open_games(tournament: Tournament) -> list[str]:
    """The boards of drawn rounds whose result is missing, as `round 2 table 5`."""
    return [
        f"round {drawn.number} table {game.table}"
        for drawn in tournament.rounds
        if not drawn.draft
        for game in drawn
        if game.result is Result.UNKNOWN
    ]
