"""What the rounds so far mean for the next draw: who met whom, floats, colours, byes."""

from __future__ import annotations

from dataclasses import dataclass, field

from ..tournament.games import Result
from ..tournament.tournament import Tournament
from .scores import RoundKind, RoundScore, Scores, score
from .stages import stages_of, turn_starts


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


@dataclass(slots=True)
class _Tally:
    """A history under way."""

    opponents: set[str] = field(default_factory=set)
    drawn_down: int = 0
    drawn_up: int = 0
    colours: int = 0
    byes: int = 0
    free_wins: int = 0

    def add(self, entry: RoundScore, gap: int, default_is_met: bool) -> None:
        """One round more; `gap` is the pairing score before it less the opponent's."""
        if entry.kind is RoundKind.GAME:
            if default_is_met or not entry.defaulted:
                self.opponents.add(entry.opponent)
            self.drawn_down += gap > 0
            self.drawn_up += gap < 0
            self.colours += entry.colour if entry.handicap == 0 else 0
            self.free_wins += entry.by_default and entry.game_half_points == 2
        elif entry.kind is RoundKind.BYE:
            self.byes += 1

    def begin_final(self, again: bool) -> None:
        """Floats and byes of the groups are forgotten; `again`: everybody may meet everybody once more."""
        self.byes = self.drawn_down = self.drawn_up = 0
        if again:
            self.opponents.clear()

    def begin_turn(self) -> None:
        """Everybody may meet everybody again, and have a bye."""
        self.opponents.clear()
        self.byes = 0

    def history(self) -> History:
        """The history so far."""
        own = self.drawn_down, self.drawn_up, self.colours, self.byes, self.free_wins
        return History(frozenset(self.opponents), *own)


def histories(tournament: Tournament, scores: Scores | None = None) -> dict[str, History]:
    """Every player's history over the rounds that are no drafts."""
    scores = scores or score(tournament)
    return histories_by_round(tournament, scores, scores.rounds)[0]


def histories_by_round(tournament: Tournament, scores: Scores, first: int = 0) -> list[dict[str, History]]:
    """Every player's history after 0, 1, … of the rounds of these scores, or after `first` and more of them."""
    default_is_met, starts = tournament.settings.pairing.default_is_met, turn_starts(tournament)
    tallies = {pid: _Tally() for pid in scores.entries}
    stages = stages_of(tournament.settings)
    found = []
    for k in range(scores.rounds + 1):
        if k + 1 in starts:
            for tally in tallies.values():
                tally.begin_turn()
        if stages is not None and k == stages.rounds:
            for tally in tallies.values():
                tally.begin_final(again=stages.carry_over == "nothing")
        if k >= first:
            found.append({pid: tally.history() for pid, tally in tallies.items()})
        if k < scores.rounds:
            before = {pid: scores.pairing_score_after(pid, k) for pid in scores.mms_after}
            for pid, row in scores.entries.items():
                entry = row[k]
                tallies[pid].add(entry, before[pid] - before.get(entry.opponent, 0), default_is_met)
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
