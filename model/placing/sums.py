"""What a placing criterion adds up: one term for each round, for every player (rules: sections 7 and 8).

Terms are in half points; where a result multiplies a score (SODOS and its kin) in quarter points. They are whole
numbers, or fractions where an empty round counts the mean of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cache, cached_property
from itertools import accumulate, pairwise
from typing import TypeAlias, cast

from ..tournament.person import Player
from .scores import POINTS, WINS, Given, RoundKind, RoundScore, Scores, totals_after

_GAME = RoundKind.GAME
Value = int | Fraction
Vector = Mapping[str, Value]
#: What a round without an opponent counts: in words, and the value of each player; None is the mean of the others.
Empty = tuple[str, Vector | None]
MEAN: Empty = ("the mean of the other rounds", None)
Terms: TypeAlias = "Callable[[Sums], Rows]"


@dataclass(frozen=True, slots=True)
class Rows:
    """A term for each round, by player.

    Terms of what each round gives, less what was rounded down, have it exactly in `given`; terms that are totals so far
    began at `since`. Terms over opponents have `over`, which says how they came about.
    """

    by_player: Mapping[str, list[Value]]
    given: Given | None = None
    since: Vector | None = None
    over: Over | None = None


@dataclass(frozen=True, slots=True)
class Over:
    """How terms over opponents come about: what each opponent counts (half points), and what it has really scored.

    `empty` is what a round without an opponent counts; where that is the mean of the others and there is none, it is
    the own start score if these are `scores`, else nothing. With `handicap` stones given are added, a point each; if
    `beaten` the terms are times the half points won over the opponent. `above` says what was added to each score, so
    that it counts from the lowest start there can be.
    """

    counted: Vector
    scored: Vector
    empty: Empty
    beaten: bool = False
    handicap: bool = False
    scores: bool = False
    above: Mapping[str, int] | None = None


class Sums:
    """The scores of a field, and every row of terms made from them, each made once."""

    def __init__(self, scores: Scores, players: Mapping[str, Player]):
        self.scores = scores
        self.players = players
        self.placing = scores.settings.placing
        self.nothing: Empty = ("nothing", dict.fromkeys(scores.entries, 0))
        self._rows: dict[Terms, Rows] = {}
        self._totals: dict[Terms, Vector] = {}

    def rows(self, terms: Terms) -> Rows:
        """The terms of every player, round by round."""
        if terms not in self._rows:
            self._rows[terms] = terms(self)
        return self._rows[terms]

    def totals(self, terms: Terms) -> Vector:
        """The sum of every player's terms."""
        if terms not in self._totals:
            self._totals[terms] = {pid: sum(row) for pid, row in self.rows(terms).by_player.items()}
        return self._totals[terms]

    def opponent_counts(self, entry: RoundScore) -> bool:
        """Whether the opponent of this round counts in sums over opponents."""
        return entry.scored_as is _GAME and (self.placing.default_games or not entry.defaulted)

    @cached_property
    def against(self) -> Mapping[str, list[RoundScore | None]]:
        """The rounds of every player; None for one whose opponent does not count."""
        counts = self.opponent_counts
        return {pid: [e if counts(e) else None for e in row] for pid, row in self.scores.counting.items()}

    @property
    def nothing_or_mean(self) -> Empty:
        """What an empty round counts in sums that the own start score has no place in."""
        return MEAN if self.placing.empty_round == "normalised" else self.nothing

    @cached_property
    def above(self) -> Mapping[str, int]:
        """What makes each score count from the lowest start that there can be: 30 kyu or the lowest group is 0.

        Sums with as many terms as wins go by such scores. Else a win over somebody below the score that prints as 0
        would cost, and another zero would change places. A start below 0 by a correction counts as 0.
        """
        lowest = 2 * self.scores.lowest
        return {pid: max(start - lowest, 0) - start for pid, start in self.scores.start.items()}

    def from_lowest(self, scores: Vector) -> Vector:
        """Scores as `above` counts them."""
        return {pid: value + self.above[pid] for pid, value in scores.items()}

    @cached_property
    def mms(self) -> Vector:
        """The final McMahon scores."""
        return {pid: row[-1] for pid, row in self.scores.mms_after.items()}

    @cached_property
    def adjusted_wins(self) -> Vector:
        """Points of the games really played, and a half for every other round (Mays' guide, appendix A)."""
        return {
            pid: sum(e.game_half_points if e.played and e.counts else 1 for e in row)
            for pid, row in self.scores.counting.items()
        }

    @cached_property
    def adjusted_mms(self) -> Vector:
        """Start score and `adjusted_wins`."""
        return {pid: start + self.adjusted_wins[pid] for pid, start in self.scores.start.items()}

    @cached_property
    def opponent_mms(self) -> Vector:
        """The McMahon scores that count for the opponents, by the settings."""
        return self.mms if self.placing.opponents_unplayed == "as scored" else self.adjusted_mms

    @cached_property
    def opponent_wins(self) -> Vector:
        """The wins that count for the opponents, by the settings."""
        return self.totals(wins) if self.placing.opponents_unplayed == "as scored" else self.adjusted_wins


def points(sums: Sums) -> Rows:
    """What every round added to the McMahon score, after rounding down."""
    mms = sums.scores.counting_after
    return Rows({pid: [after - before for before, after in pairwise(row)] for pid, row in mms.items()}, POINTS)


def points_without_absences(sums: Sums) -> Rows:
    """What every round would add to the McMahon score if absences gave nothing."""
    scores = sums.scores
    rows: dict[str, list[Value]] = {}
    for pid, entries in scores.counting.items():
        bare = [replace(e, points=0) if e.scored_as is RoundKind.ABSENT else e for e in entries]
        totals = totals_after(scores.start[pid], bare, scores.settings)
        rows[pid] = [after - before for before, after in pairwise(totals)]
    return Rows(rows, POINTS)


def wins(sums: Sums) -> Rows:
    """What every round added to the number of wins, after rounding down what byes and absences give (as OpenGotha)."""
    scores = sums.scores
    totals = {pid: totals_after(0, entries, scores.settings, WINS) for pid, entries in scores.counting.items()}
    return Rows({pid: [after - before for before, after in pairwise(row)] for pid, row in totals.items()}, WINS)


def opponents_points(sums: Sums) -> Rows:
    """The points of the opponents' matches, without start scores (OpenGotha's SOST)."""
    own = sums.totals(points)
    return _over(sums, Over(own, own, sums.nothing_or_mean))


@cache
def top_boards(count: int) -> Terms:
    """Points from the first so many boards of a team's matches; without a match each gives what the round gives."""

    def of_boards(sums: Sums) -> Rows:
        most = min(count, sums.scores.settings.teams.boards)
        return _own(sums, lambda e: sum(e.boards[:count]) if e.kind is RoundKind.GAME else e.points * most)

    return of_boards


def mms_so_far(sums: Sums) -> Rows:
    """The McMahon score after every round."""
    return Rows({pid: list(row[1:]) for pid, row in sums.scores.counting_after.items()}, since=sums.scores.start)


def wins_so_far(sums: Sums) -> Rows:
    """The number of wins after every round."""
    return _running(sums, wins(sums))


def points_won_so_far(sums: Sums) -> Rows:
    """Wins and jigos after every round; no free wins, no sleeping points (BGA handbook 4.6)."""
    return _running(sums, _own(sums, lambda e: e.game_half_points if e.counts and not e.defaulted else 0))


def _own(sums: Sums, of: Callable[[RoundScore], int]) -> Rows:
    return Rows({pid: [of(entry) for entry in row] for pid, row in sums.scores.counting.items()})


def _running(sums: Sums, rows: Rows) -> Rows:
    return Rows({pid: list(accumulate(row)) for pid, row in rows.by_player.items()}, since=sums.nothing[1])


def opponents(sums: Sums) -> Rows:
    """The opponents' final McMahon scores, from the lowest start if an empty round counts nothing."""
    if sums.placing.empty_round == "zero":
        return opponents_from_lowest(sums)
    own_start = sums.placing.empty_round == "own start"
    empty = ("own start", sums.scores.start) if own_start else MEAN
    return _over(sums, Over(sums.opponent_mms, sums.mms, empty, handicap=sums.placing.handicap_in_sos, scores=True))


def opponents_from_lowest(sums: Sums) -> Rows:
    """The opponents' final McMahon scores, from the lowest start."""
    own_start = sums.placing.empty_round == "own start"
    empty = ("own start", sums.from_lowest(sums.scores.start)) if own_start else sums.nothing_or_mean
    return _over(sums, _from_lowest(sums, sums.opponent_mms, empty, scores=True))


def _from_lowest(sums: Sums, counted: Vector, empty: Empty, beaten: bool = False, scores: bool = False) -> Over:
    """Terms over opponents that count so, by scores from the lowest start."""
    scored, handicap = sums.from_lowest(sums.mms), sums.placing.handicap_in_sos
    return Over(sums.from_lowest(counted), scored, empty, beaten, handicap, scores, sums.above)


def opponents_beaten(sums: Sums) -> Rows:
    """Half points won over each opponent × its final McMahon score, from the lowest start."""
    return _over(sums, _from_lowest(sums, sums.opponent_mms, sums.nothing_or_mean, beaten=True))


def opponents_sos(sums: Sums) -> Rows:
    """The opponents' SOS."""
    lowest = "zero" in (sums.placing.empty_round_sosos, sums.placing.empty_round)
    sos, rounds = sums.totals(opponents_from_lowest if lowest else opponents), sums.scores.rounds
    start = sums.from_lowest(sums.scores.start) if lowest else sums.scores.start
    of_empty: dict[str, Callable[[], Empty]] = {
        "own SOS": lambda: ("own SOS", sos),
        "own start": lambda: (f"own start × {rounds}", {pid: own * rounds for pid, own in start.items()}),
        "zero": lambda: sums.nothing,
    }
    above = sums.above if lowest else None
    return _over(sums, Over(sos, sos, of_empty[sums.placing.empty_round_sosos](), above=above))


def opponents_beaten_sos(sums: Sums) -> Rows:
    """Half points won over each opponent × its SOS, of scores from the lowest start."""
    sos = sums.totals(opponents_from_lowest)
    return _over(sums, Over(sos, sos, sums.nothing, beaten=True, above=sums.above))


def opponents_normalised(sums: Sums) -> Rows:
    """The opponents' adjusted scores; an empty round counts the mean of the others (Mays' guide, appendix A)."""
    return _over(sums, Over(sums.adjusted_mms, sums.mms, MEAN, handicap=sums.placing.handicap_in_sos, scores=True))


def opponents_beaten_normalised(sums: Sums) -> Rows:
    """Half points won over each opponent × its adjusted score, from the lowest start; an empty round: the mean."""
    return _over(sums, _from_lowest(sums, sums.adjusted_mms, MEAN, beaten=True))


def opponents_wins(sums: Sums) -> Rows:
    """The opponents' wins (OpenGotha's SOSW)."""
    return _over(sums, Over(sums.opponent_wins, sums.totals(wins), sums.nothing_or_mean))


def opponents_beaten_wins(sums: Sums) -> Rows:
    """Half points won over each opponent × its wins (OpenGotha's SODOSW)."""
    return _over(sums, Over(sums.opponent_wins, sums.totals(wins), sums.nothing_or_mean, beaten=True))


def opponents_sosw(sums: Sums) -> Rows:
    """The opponents' SOSW (OpenGotha's SOSOSW)."""
    sosw = sums.totals(opponents_wins)
    empty = ("own SOSW", sosw) if sums.placing.empty_round_sosos == "own SOS" else sums.nothing
    return _over(sums, Over(sosw, sosw, empty))


def _over(sums: Sums, over: Over) -> Rows:
    """The terms over opponents that count so; a round whose opponent does not count is an empty one."""
    _, own = over.empty
    counted, handicap, beaten = over.counted, over.handicap, over.beaten

    def term(e: RoundScore) -> Value:
        value = counted[e.opponent] + (2 * e.handicap_given if handicap else 0)
        return max(value, 0) * e.game_half_points if beaten else value  # a win never costs

    start = sums.scores.start if over.above is None else sums.from_lowest(sums.scores.start)
    rows: dict[str, list[Value]] = {}
    for pid, entries in sums.against.items():
        row = [None if e is None else term(e) for e in entries]
        if None in row:
            filled = _mean(row, start[pid] if over.scores else 0) if own is None else own[pid]
            rows[pid] = [filled if value is None else value for value in row]
        else:
            rows[pid] = cast(list[Value], row)
    return Rows(rows, over=over)


def _mean(row: Sequence[Value | None], of_none: Value) -> Value:
    counted = [value for value in row if value is not None]
    return Fraction(sum(counted), len(counted)) if counted else of_none
