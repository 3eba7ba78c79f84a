"""What every round gave every player, McMahon scores (rules: section 2), and the history at a draw; in half points."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import partial
from itertools import accumulate
from operator import attrgetter

from ..cups.bracket import uncounted
from ..last_few import LastFew
from ..lottery import lot
from ..tournament.games import Game, Result, Round
from ..tournament.person import Player
from ..tournament.settings.play import PointsSettings
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament
from .stages import Stages, stages_of, turn_starts, virtual_points
from .start_scores import start_scores, start_seed


class RoundKind(StrEnum):
    """What a player did in a round. `UNPAIRED`: entered, but no game; `ABSENT`: also before a late entry."""

    GAME = "game"
    BYE = "bye"
    ABSENT = "absent"
    UNPAIRED = "unpaired"


#: Kinds and results that every round of every player is compared with: to look up a member of an enum takes long.
_GAME, _ABSENT = RoundKind.GAME, RoundKind.ABSENT
_UNKNOWN, _VOID, _BOTH_LOSE = Result.UNKNOWN, Result.VOID, Result.BOTH_LOSE


@dataclass(frozen=True, slots=True)
class RoundScore:
    """One player's round: opponent, colour (1 White, -1 Black), handicap of the game, and half points of two kinds.

    `points` count in MMS, `wins` in WINS. `excused` is what an absence is unless the director says otherwise. A game of
    a cup that does not count in the tournament (`counts`) gives what an absence gives; `won` is what it was, in half
    points. In a match of teams `boards` are the half points of each board.
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
    counts: bool = True
    won: int = 0
    boards: tuple[int, ...] = ()

    @property
    def handicap_given(self) -> int:
        """Stones given (positive, as White) or received (negative, as Black)."""
        return self.handicap * self.colour

    @property
    def game_half_points(self) -> int:
        """Half points of a game: 2 won, 1 jigo, 0 lost; without result what the settings give for it."""
        if not self.counts:
            return self.won
        return self.points if self.kind is _GAME else 0

    @property
    def scored_as(self) -> RoundKind:
        """What the round gives points as: a game that does not count is scored as an absence."""
        return self.kind if self.counts else _ABSENT

    @property
    def known(self) -> bool:
        """Whether no result is missing."""
        return self.result is not _UNKNOWN

    @property
    def defaulted(self) -> bool:
        """Whether somebody did not come, as `Game.defaulted` says."""
        return self.by_default or self.result is _BOTH_LOSE

    @property
    def played(self) -> bool:
        """Whether the game was really played, and how it ended is known."""
        return self.kind is _GAME and self.known and not self.defaulted

    @property
    def rated(self) -> bool:
        """Whether the game counts for ratings: played, and won by one player or jigo."""
        return self.result in (Result.WHITE, Result.BLACK, Result.JIGO) and not self.by_default


#: What a round gives, before anything is rounded down: in MMS, and in WINS.
Given = Callable[[RoundScore], int]
POINTS: Given = attrgetter("points")
WINS: Given = attrgetter("wins")

#: What is summed and then rounded down, by the setting.
_ROUNDED: dict[str, tuple[RoundKind, ...]] = {
    "none": (),
    "absences": (RoundKind.ABSENT,),
    "absences and byes": (RoundKind.ABSENT, RoundKind.BYE),
}


@dataclass(frozen=True, slots=True)
class Scores:
    """Start scores, entries by round, and McMahon scores after 0, 1, … rounds, by player id; half points.

    `top` are the ids of the top group. In whole points, `shift` is what the zero adds to every start score, and
    `lowest` is the lowest start that there can be, with it. `virtual` are the virtual points of the first rounds, for
    pairing alone; who has none is not in it.

    Where a final begins anew after groups, `begun` is what everybody has at its first draw, and `counted`, once it has
    begun, are the entries that count: a game of the groups that does not is there a round without a game.
    """

    settings: Settings
    start: Mapping[str, int]
    top: frozenset[str]
    shift: int
    lowest: int
    entries: Mapping[str, tuple[RoundScore, ...]]
    mms_after: Mapping[str, tuple[int, ...]]
    virtual: Mapping[str, tuple[int, ...]] = field(default_factory=dict)
    begun: Mapping[str, int] = field(default_factory=dict)
    counted: Mapping[str, tuple[RoundScore, ...]] | None = None

    @property
    def counting(self) -> Mapping[str, tuple[RoundScore, ...]]:
        """The entries by round that count in points and sums; `entries` are what was played."""
        return self.entries if self.counted is None else self.counted

    @property
    def counting_after(self) -> Mapping[str, tuple[int, ...]]:
        """McMahon scores after 0, 1, … rounds of what counts."""
        if self.counted is None:
            return self.mms_after
        return {pid: totals_after(self.start[pid], row, self.settings) for pid, row in self.counted.items()}

    def mms(self, player: str) -> int:
        """The McMahon score after the last round, in half points."""
        return self.mms_after[player][-1]

    def mms_before(self, player: str, number: int) -> int:
        """The McMahon score before a round, in half points; before a round of cups alone that after the last one."""
        row = self.mms_after[player]
        return row[min(number, len(row)) - 1]

    def pairing_score(self, player: str) -> int:
        """The score that groups and differences go by in the round behind the last, with `steps` to a point."""
        return self.pairing_score_after(player, len(self.mms_after[player]) - 1)

    def pairing_score_after(self, player: str, rounds: int) -> int:
        """The same after so many rounds, rounded as set (lots by the first seed), with virtual points then."""
        stages = stages_of(self.settings) if self.begun else None
        anew = stages is not None and rounds == stages.rounds  # as a final begins
        half_points = self.begun[player] if anew else self.mms_after[player][rounds]
        half_points += self.virtual_in(player, rounds + 1)
        if self.settings.pairing.steps_per_point == 2:
            return half_points
        if half_points % 2 and self.settings.pairing.rounding == "lot":
            return half_points // 2 + lot(start_seed(self.settings), "rounding", rounds + 1, player) % 2
        return half_points // 2

    def for_draw(self) -> Scores:
        """The scores as the next draw sees them."""
        last = self.rounds
        stages = stages_of(self.settings) if self.begun else None
        if stages is None or last != stages.rounds:
            return self
        return replace(self, mms_after={pid: (*row[:-1], self.begun[pid]) for pid, row in self.mms_after.items()})

    def virtual_in(self, player: str, number: int) -> int:
        """The virtual points of a player in a round to be drawn, in half points."""
        own = self.virtual.get(player, ())
        return own[number - 1] if number <= len(own) else 0

    def paired_as(self, player: str) -> int:
        """The pairing score in half points, whatever its steps."""
        return self.pairing_score(player) * 2 // self.settings.pairing.steps_per_point

    def raw_score(self, player: str) -> int:
        """The score rounded down, counted from 1 dan (or the top group) = 0, in whole points: handicaps go by it."""
        return self.mms(player) // 2 - self.shift

    def after(self, rounds: int) -> Scores:
        """The scores after the first so many of these rounds."""
        entries = {pid: row[:rounds] for pid, row in self.entries.items()}
        counted = self.counted
        if counted is not None:
            stages = stages_of(self.settings)
            begun = stages is not None and rounds > stages.rounds
            counted = {pid: row[:rounds] for pid, row in counted.items()} if begun else None
        totals = {p: row[: rounds + 1] for p, row in self.mms_after.items()}
        return replace(self, entries=entries, mms_after=totals, counted=counted)

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
    """The scores after a round (the last one by default; a draft does not count, nor do rounds of cups alone)."""
    total = tournament.settings.rounds
    drawn = [r for r in tournament.rounds[:after] if not r.draft and r.number <= total]
    source = (tournament.settings, tournament.players, tournament.cups, *drawn)
    return _scores.get(source, lambda: _scores_after(tournament, drawn))


def if_missed(player: Player, number: int, points: PointsSettings) -> RoundScore:
    """What missing a round gives a player."""
    granted = dict(player.granted).get(number)
    if granted is not None:
        return RoundScore(_ABSENT, points=granted, wins=granted if points.absence_wins else 0)
    return RoundScore(_ABSENT, excused=False) if number in player.unexcused else _agreed(points)


def _agreed(points: PointsSettings) -> RoundScore:
    return RoundScore(_ABSENT, points=points.absence, wins=points.absence_wins)


def _scores_after(tournament: Tournament, drawn: Sequence[Round]) -> Scores:
    begin = start_scores(tournament.players, tournament.settings)
    points = tournament.settings.points
    by_round: dict[int, Mapping[str, RoundScore]] = {
        r.number: _rounds.get((r, points), partial(_entries, r, tournament.settings)) for r in drawn
    }
    agreed = _agreed(points)
    for number, players in uncounted(tournament, drawn):
        aside = {pid: _aside(by_round[number][pid], points) for pid in players}
        by_round[number] = {**by_round[number], **aside}
    rows = {
        p.id: tuple(
            of.get(p.id) or (if_missed(p, number, points) if p.granted or p.unexcused else agreed)
            for number, of in by_round.items()
        )
        for p in tournament.players
    }
    totals = {pid: totals_after(begin.half_points[pid], row, tournament.settings) for pid, row in rows.items()}
    virtual = virtual_points(tournament.players, tournament.settings)
    found = Scores(tournament.settings, begin.half_points, begin.top, begin.shift, begin.lowest, rows, totals, virtual)
    stages = stages_of(tournament.settings)
    return found if stages is None else _begun_anew(found, stages)


def _begun_anew(scores: Scores, stages: Stages) -> Scores:
    """With what counts on after the groups, once the finalists are decided."""
    groups = stages.rounds
    if stages.carry_over == "all" or not stages.finalists or scores.rounds < groups:
        return scores
    counted = {pid: (*_kept(pid, row[:groups], stages), *row[groups:]) for pid, row in scores.entries.items()}
    totals = {pid: totals_after(scores.start[pid], row, scores.settings) for pid, row in counted.items()}
    begun = {pid: row[groups] for pid, row in totals.items()}
    if scores.rounds == groups:
        return replace(scores, begun=begun)
    after = {pid: (*row[: groups + 1], *totals[pid][groups + 1 :]) for pid, row in scores.mms_after.items()}
    return replace(scores, begun=begun, counted=counted, mms_after=after)


def _kept(player: str, row: Iterable[RoundScore], stages: Stages) -> list[RoundScore]:
    """The entries of the groups, those that do not count as rounds without a game."""
    behind, games = stages.rounds + 1, stages.carry_over == "games"
    own = stages.part(player, behind)
    nothing = RoundScore(RoundKind.UNPAIRED)
    return [e if games and e.opponent and stages.part(e.opponent, behind) == own else nothing for e in row]


def _aside(entry: RoundScore, points: PointsSettings) -> RoundScore:
    won = entry.game_half_points
    return replace(entry, points=points.absence, wins=points.absence_wins, counts=False, won=won)


def of_cups_alone(drawn: Round, player: str, settings: Settings) -> RoundScore | None:
    """A player's game in a round of cups alone; None where there is none."""
    entry = _entries(drawn, settings).get(player)
    return replace(entry, points=0, wins=0, counts=False, won=entry.game_half_points) if entry else None


def every_game(tournament: Tournament, scores: Scores, player: str) -> list[RoundScore]:
    """A player's rounds of the tournament, and behind them those of cups alone, for who reports all games."""
    behind = [r for r in tournament.rounds[tournament.settings.rounds :] if not r.draft]
    away = RoundScore(RoundKind.ABSENT)
    return [*scores.entries[player], *(of_cups_alone(r, player, tournament.settings) or away for r in behind)]


def _entries(drawn: Round, settings: Settings) -> dict[str, RoundScore]:
    entries: dict[str, RoundScore] = {}
    for game in drawn.games:
        entries[game.white], entries[game.black] = _game_entries(game, settings.points)
    for player in drawn.byes:
        entries[player] = RoundScore(RoundKind.BYE, points=settings.points.bye, wins=settings.points.bye_wins)
    for player in drawn.unpaired:
        entries[player] = RoundScore(RoundKind.UNPAIRED)
    return entries


def _game_entries(game: Game, points: PointsSettings) -> tuple[RoundScore, RoundScore]:
    result, forfeit = game.result, game.by_default
    white, black = (points.void, points.void) if result is _VOID else game.half_points()
    most = points.default_wins if forfeit else max(white, black)
    of_white, of_black = zip(*(b.half_points() for b in game.boards), strict=True) if game.boards else ((), ())
    entry = partial(RoundScore, _GAME, handicap=game.handicap, by_default=forfeit, result=result)
    return (
        entry(game.black, white, min(white, most), colour=1, boards=of_white),
        entry(game.white, black, min(black, most), colour=-1, boards=of_black),
    )


def totals_after(start: int, row: Iterable[RoundScore], settings: Settings, of: Given = POINTS) -> tuple[int, ...]:
    """Scores after 0, 1, … rounds; what absences (and byes) give is summed first, then rounded down."""
    rounded = _ROUNDED[settings.points.round_down]
    if not rounded:
        return tuple(accumulate(map(of, row), initial=start))
    exact, free, totals = start, 0, [start]
    for entry in row:
        if entry.scored_as in rounded:
            free += of(entry)
        else:
            exact += of(entry)
        totals.append(exact + free // 2 * 2)
    return tuple(totals)


@dataclass(frozen=True, slots=True)
class History:
    """One player's past at a draw; in an all-play-all of several turns `opponents` and `byes` are those of the turn.

    `drawn_down` and `drawn_up` count opponents of lower or higher pairing score; `colours` is Whites minus Blacks
    over games without handicap; `free_wins` are wins by default.
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
        for drawn in tournament.published
        for game in drawn
        if game.result is Result.UNKNOWN
    ]
