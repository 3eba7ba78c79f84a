"""The players of a round as chess rules see them: start number, points, opponents, colours and floats by round."""

from __future__ import annotations

from dataclasses import dataclass

from mcmahon.io.foreign.foreign import Report
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.placing.scores import RoundKind, RoundScore
from mcmahon.model.tournament.tournament import Tournament

from ..trf.trf_writing import StartingList, field_of

WHITE, BLACK, NONE = "W", "B", "-"
DOWN, UP = "D", "U"


@dataclass(frozen=True, slots=True)
class Entrant:
    """One player before a draw.

    `index` is the position in the round's problem, `number` the start number (1 is seeded first), `score` in half
    points with the start score. By round: `opponents` (start numbers, 0 for none), `won` (half points of the game),
    `colours` (W, B, or - without a game) and `floats` (D, U or -; a round without a game that gave points is a D).
    """

    index: int
    number: int
    rating: int
    score: int
    opponents: tuple[int, ...]
    won: tuple[int, ...]
    colours: str
    floats: str
    byes: int
    free_wins: int

    @property
    def played(self) -> str:
        """The colours of the games played, first to last."""
        return self.colours.replace(NONE, "")

    @property
    def may_have_bye(self) -> bool:
        """Whether FIDE allows the bye: no point without a game so far (C.04.1, article 4)."""
        return self.byes == 0 and self.free_wins == 0

    def float_ago(self, rounds: int) -> str:
        """The float so many rounds ago; - where there was no such round."""
        return self.floats[-rounds] if rounds <= len(self.floats) else NONE


@dataclass(frozen=True, slots=True)
class Seen:
    """A round to be drawn; `entrants` by start number, `listed` all players, absent ones too."""

    tournament: Tournament
    problem: RoundProblem
    listed: StartingList
    entrants: tuple[Entrant, ...]

    @property
    def round(self) -> int:
        """The number of the round."""
        return self.problem.round

    def groups(self) -> list[list[Entrant]]:
        """The score groups, highest first, each by start number."""
        scores = sorted({e.score for e in self.entrants}, reverse=True)
        return [[e for e in self.entrants if e.score == score] for score in scores]


def seen(tournament: Tournament, problem: RoundProblem) -> Seen:
    """The round of a problem, with everybody's past."""
    listed = field_of(tournament, Report())
    at = problem.field.index()
    found = [_entrant(listed, player.id, at[player.id]) for player in listed.players if player.id in at]
    return Seen(tournament, problem, listed, tuple(found))


def _entrant(listed: StartingList, pid: str, index: int) -> Entrant:
    scores = listed.scores
    row = scores.entries[pid]
    colours = "".join({1: WHITE, -1: BLACK}.get(e.colour, NONE) if e.played else NONE for e in row)
    return Entrant(
        index=index,
        number=listed.numbers[pid],
        rating=listed.players[listed.numbers[pid] - 1].rating,
        score=scores.mms(pid),
        opponents=tuple(listed.numbers[e.opponent] if e.opponent else 0 for e in row),
        won=tuple(e.game_half_points for e in row),
        colours=colours,
        floats="".join(_float(listed, pid, k, entry) for k, entry in enumerate(row)),
        byes=sum(e.kind is RoundKind.BYE for e in row),
        free_wins=sum(e.kind is RoundKind.GAME and e.by_default and e.game_half_points == 2 for e in row),
    )


def _float(listed: StartingList, pid: str, k: int, entry: RoundScore) -> str:
    """Down against somebody with fewer points before the round, up against more; down for points without a game."""
    if not entry.opponent or not entry.played:
        return DOWN if entry.points else NONE
    own, other = (listed.scores.mms_after[p][k] for p in (pid, entry.opponent))
    return DOWN if own > other else UP if own < other else NONE
