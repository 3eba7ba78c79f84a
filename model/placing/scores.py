"""What every round gave every player, and the McMahon score after each (rules: section 2). All in half points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import partial
from operator import attrgetter

from ..last_few import LastFew
from ..lottery import lot
from ..tournament.games import Game, Result, Round
from ..tournament.settings import Settings
from ..tournament.tournament import Tournament
from .start_scores import start_scores, start_seed


class RoundKind(StrEnum):
    """What a player did in a round. `UNPAIRED`: entered, but no game; `ABSENT`: also before a late entry."""

    GAME = "game"
    BYE = "bye"
    ABSENT = "absent"
    UNPAIRED = "unpaired"


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One player's round: opponent, colour (1 White, -1 Black), handicap of the game, and half points of two kinds.

    `points` count in MMS, `wins` in WINS. `excused` is what an absence is unless the director says otherwise.
    """

    kind: RoundKind
    opponent: str = ""
    points: int = 0
    wins: int = 0
    colour: int = 0
    handicap: int = 0
    by_default: bool = False
    result: Result | None = None
    excused: bool = True

    @property
    def handicap_given(self) -> int:
        """Stones given (positive, as White) or received (negative, as Black)."""
        return self.handicap * self.colour

    @property
    def game_half_points(self) -> int:
        """Half points of a game: 2 won, 1 jigo, 0 lost; without result what the settings give for it."""
        return self.points if self.kind is RoundKind.GAME else 0

    @property
    def known(self) -> bool:
        """Whether no result is missing."""
        return self.result is not Result.UNKNOWN

    @property
    def defaulted(self) -> bool:
        """Whether somebody did not come, as `Game.defaulted` says."""
        return self.by_default or self.result is Result.BOTH_LOSE

    @property
    def played(self) -> bool:
        """Whether the game was really played, and how it ended is known."""
        return self.kind is RoundKind.GAME and self.known and not self.defaulted

    @property
    def rated(self) -> bool:
        """Whether the game counts for ratings: played, and won by one player or jigo."""
        return self.result in (Result.WHITE, Result.BLACK, Result.JIGO) and not self.by_default


#: What a round gives, before anything is rounded down: in MMS, and in WINS.
Given = Callable[[RoundScore], int]
POINTS: Given = attrgetter("points")
WINS: Given = attrgetter("wins")


@dataclass(frozen=True, slots=True)
class Scores:
    """Start scores, entries by round, and McMahon scores after 0, 1, … rounds, by player id; half points.

    `top` are the ids of the top group, `shift` is what the zero adds to every start score, in whole points.
    """

    settings: Settings
    start: Mapping[str, int]
    top: frozenset[str]
    shift: int
    entries: Mapping[str, tuple[RoundScore, ...]]
    mms_after: Mapping[str, tuple[int, ...]]

    def mms(self, player: str) -> int:
        """The McMahon score after the last round, in half points."""
        return self.mms_after[player][-1]

    def pairing_score(self, player: str) -> int:
        """The score that groups and differences go by in the round behind the last, with `steps` to a point."""
        return self.pairing_score_after(player, len(self.mms_after[player]) - 1)

    def pairing_score_after(self, player: str, rounds: int) -> int:
        """The same after so many rounds: rounded down, also below zero, or a half up or down by lot, or half points.

        The setting decides. The lot is of the player and the round to be drawn; it goes by the seed of the first draw.
        """
        half_points = self.mms_after[player][rounds]
        if self.settings.pairing.steps == 2:
            return half_points
        if half_points % 2 and self.settings.pairing.rounding == "lot":
            return half_points // 2 + lot(start_seed(self.settings), "rounding", rounds + 1, player) % 2
        return half_points // 2

    def paired_as(self, player: str) -> int:
        """The pairing score in half points, whatever its steps."""
        return self.pairing_score(player) * 2 // self.settings.pairing.steps

    def raw_score(self, player: str) -> int:
        """The score rounded down, counted from 1 dan = 0 (or the top group's 0), whatever prints as 0; whole points.

        Handicaps go by it, however scores with a half are paired.
        """
        return self.mms(player) // 2 - self.shift

    def after(self, rounds: int) -> Scores:
        """The scores after the first so many of these rounds."""
        entries = {pid: row[:rounds] for pid, row in self.entries.items()}
        return replace(self, entries=entries, mms_after={p: row[: rounds + 1] for p, row in self.mms_after.items()})

    @property
    def rounds(self) -> int:
        """How many rounds the scores are made of."""
        return max((len(row) for row in self.entries.values()), default=0)

    @property
    def provisional(self) -> bool:
        """Whether results are missing."""
        return any(not entry.known for row in self.entries.values() for entry in row)


#: Scores that were computed last, and what each round gave: a page asks for the same ones several times.
_scores: LastFew[Scores] = LastFew(8)
_rounds: LastFew[Mapping[str, RoundScore]] = LastFew(32)


def score(tournament: Tournament, after: int | None = None) -> Scores:
    """The scores after a round (the last one by default; a draft round does not count)."""
    drawn = [r for r in tournament.rounds[:after] if not r.draft]
    return _scores.get((tournament.settings, tournament.players, *drawn), lambda: _scores_after(tournament, drawn))


def _scores_after(tournament: Tournament, drawn: Sequence[Round]) -> Scores:
    begin = start_scores(tournament.players, tournament.settings)
    points = tournament.settings.points
    by_round = {r.number: _rounds.get((r, points), partial(_entries, r, tournament.settings)) for r in drawn}
    agreed = RoundScore(RoundKind.ABSENT, points=points.absence, wins=points.absence_wins)
    no_show = RoundScore(RoundKind.ABSENT, excused=False)
    rows = {
        p.id: tuple(of.get(p.id, no_show if number in p.unexcused else agreed) for number, of in by_round.items())
        for p in tournament.players
    }
    totals = {pid: totals_after(begin.half_points[pid], row, tournament.settings) for pid, row in rows.items()}
    return Scores(tournament.settings, begin.half_points, begin.top, begin.shift, rows, totals)


def _entries(drawn: Round, settings: Settings) -> dict[str, RoundScore]:
    entries: dict[str, RoundScore] = {}
    for game in drawn.games:
        entries[game.white], entries[game.black] = _game_entries(game, settings)
    for player in drawn.byes:
        entries[player] = RoundScore(RoundKind.BYE, points=settings.points.bye, wins=settings.points.bye_wins)
    for player in drawn.unpaired:
        entries[player] = RoundScore(RoundKind.UNPAIRED)
    return entries


def _game_entries(game: Game, settings: Settings) -> tuple[RoundScore, RoundScore]:
    sides = []
    void = game.result is Result.VOID
    for player, colour, points in zip(game.players, (1, -1), game.half_points(), strict=True):
        won = settings.points.void if void else points
        wins = min(won, settings.points.default_wins) if game.by_default else won
        opponent = game.opponent(player)
        sides.append(
            RoundScore(RoundKind.GAME, opponent, won, wins, colour, game.handicap, game.by_default, game.result)
        )
    return sides[0], sides[1]


def totals_after(start: int, row: Iterable[RoundScore], settings: Settings, of: Given = POINTS) -> tuple[int, ...]:
    """McMahon scores after 0, 1, … rounds, or other totals of what each round gives.

    What absences (and byes) give is summed first, then rounded down.
    """
    rounded = {
        "none": (),
        "absences": (RoundKind.ABSENT,),
        "absences and byes": (RoundKind.ABSENT, RoundKind.BYE),
    }[settings.points.round_down]
    exact, free, totals = start, 0, [start]
    for entry in row:
        if entry.kind in rounded:
            free += of(entry)
        else:
            exact += of(entry)
        totals.append(exact + free // 2 * 2)
    return tuple(totals)
