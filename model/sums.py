"""What a placing criterion adds up: one term for each round, for every player (rules: sections 7 and 8).

Terms are in half points; where a result multiplies a score (SODOS and its kin) in quarter points. They are whole
numbers, or fractions where an empty round counts the mean of the others.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import accumulate, pairwise
from typing import TypeAlias, cast

from .player import Player
from .scores import Entry, Kind, Scores

Value = int | Fraction
Vector = Mapping[str, Value]
Rows = Mapping[str, list[Value]]
Terms: TypeAlias = "Callable[[Sums], Rows]"


class Sums:
    """The scores of a field, and every row of terms made from them, each made once."""

    def __init__(self, scores: Scores, players: Mapping[str, Player]):
        self.scores = scores
        self.players = players
        self.placing = scores.settings.placing
        self.zero: Vector = dict.fromkeys(scores.entries, 0)
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
            self._totals[terms] = {pid: sum(row) for pid, row in self.rows(terms).items()}
        return self._totals[terms]

    def opponent_counts(self, entry: Entry) -> bool:
        """Whether the opponent of this round counts in sums over opponents."""
        return entry.kind is Kind.GAME and (self.placing.default_games or not entry.by_default)

    @cached_property
    def adjusted_wins(self) -> Vector:
        """Points of the games really played, and a half for every other round (Mays' guide, appendix A)."""
        return {pid: sum(e.won if e.played else 1 for e in row) for pid, row in self.scores.entries.items()}

    @cached_property
    def adjusted_mms(self) -> Vector:
        """Start score and `adjusted_wins`."""
        return {pid: start + self.adjusted_wins[pid] for pid, start in self.scores.start.items()}

    @cached_property
    def opponent_mms(self) -> Vector:
        """The McMahon scores that count for the opponents, by the settings."""
        as_scored = self.placing.opponents_unplayed == "as scored"
        return {pid: row[-1] for pid, row in self.scores.mms_after.items()} if as_scored else self.adjusted_mms

    @cached_property
    def opponent_wins(self) -> Vector:
        """The wins that count for the opponents, by the settings."""
        return self.totals(wins) if self.placing.opponents_unplayed == "as scored" else self.adjusted_wins


def points(sums: Sums) -> Rows:
    """What every round added to the McMahon score, after rounding down."""
    return {pid: [after - before for before, after in pairwise(row)] for pid, row in sums.scores.mms_after.items()}


def points_without_absences(sums: Sums) -> Rows:
    """What every round gave, absences left out."""
    return {pid: [0 if e.kind is Kind.ABSENT else e.points for e in row] for pid, row in sums.scores.entries.items()}


def wins(sums: Sums) -> Rows:
    """What every round added to the number of wins."""
    return {pid: [e.wins for e in row] for pid, row in sums.scores.entries.items()}


def mms_so_far(sums: Sums) -> Rows:
    """The McMahon score after every round."""
    return {pid: list(row[1:]) for pid, row in sums.scores.mms_after.items()}


def wins_so_far(sums: Sums) -> Rows:
    """The number of wins after every round."""
    return {pid: _running(e.wins for e in row) for pid, row in sums.scores.entries.items()}


def points_won_so_far(sums: Sums) -> Rows:
    """Wins and jigos after every round; no free wins, no sleeping points (BGA handbook 4.6)."""
    return {pid: _running(0 if e.by_default else e.won for e in row) for pid, row in sums.scores.entries.items()}


def _running(values: Iterable[int]) -> list[Value]:
    return list(accumulate(values))


def opponents(sums: Sums) -> Rows:
    """The opponents' final McMahon scores."""
    empty = {"own start": sums.scores.start, "zero": sums.zero, "normalised": None}[sums.placing.empty_round]
    return _over(sums, sums.opponent_mms, empty, handicap=sums.placing.handicap_in_sos)


def opponents_beaten(sums: Sums) -> Rows:
    """Half points won over each opponent × its final McMahon score."""
    empty = None if sums.placing.empty_round == "normalised" else sums.zero
    return _over(sums, sums.opponent_mms, empty, beaten=True, handicap=sums.placing.handicap_in_sos)


def opponents_sos(sums: Sums) -> Rows:
    """The opponents' SOS."""
    sos, rounds = sums.totals(opponents), sums.scores.rounds
    of_empty: dict[str, Callable[[], Vector]] = {
        "own SOS": lambda: sos,
        "own start": lambda: {pid: start * rounds for pid, start in sums.scores.start.items()},
        "zero": lambda: sums.zero,
    }
    return _over(sums, sos, of_empty[sums.placing.empty_round_sosos]())


def opponents_beaten_sos(sums: Sums) -> Rows:
    """Half points won over each opponent × its SOS."""
    return _over(sums, sums.totals(opponents), sums.zero, beaten=True)


def opponents_normalised(sums: Sums) -> Rows:
    """The opponents' adjusted scores; an empty round counts the mean of the others (Mays' guide, appendix A)."""
    return _over(sums, sums.adjusted_mms, None, handicap=sums.placing.handicap_in_sos)


def opponents_beaten_normalised(sums: Sums) -> Rows:
    """Half points won over each opponent × its adjusted score; an empty round counts the mean of the others."""
    return _over(sums, sums.adjusted_mms, None, beaten=True, handicap=sums.placing.handicap_in_sos)


def opponents_wins(sums: Sums) -> Rows:
    """The opponents' wins (OpenGotha's SOSW); an empty round counts nothing."""
    return _over(sums, sums.opponent_wins, None if sums.placing.empty_round == "normalised" else sums.zero)


def opponents_beaten_wins(sums: Sums) -> Rows:
    """Half points won over each opponent × its wins (OpenGotha's SODOSW)."""
    empty = None if sums.placing.empty_round == "normalised" else sums.zero
    return _over(sums, sums.opponent_wins, empty, beaten=True)


def opponents_sosw(sums: Sums) -> Rows:
    """The opponents' SOSW (OpenGotha's SOSOSW)."""
    sosw = sums.totals(opponents_wins)
    return _over(sums, sosw, sosw if sums.placing.empty_round_sosos == "own SOS" else sums.zero)


def _over(
    sums: Sums, values: Vector, empty: Vector | None, beaten: bool = False, handicap: bool = False
) -> dict[str, list[Value]]:
    """The opponents' values, times the half points won over them if `beaten`.

    A round whose opponent does not count takes the player's own value in `empty`; where that is None, the mean of the
    rounds that count, so that the sum is normalised to all rounds; the own start score if none counts.
    """
    every_game = sums.placing.default_games
    rows = {}
    for pid, entries in sums.scores.entries.items():
        row: list[Value | None] = []
        for e in entries:
            if e.kind is not Kind.GAME or (e.by_default and not every_game):
                row.append(None)
                continue
            value = values[e.opponent] + (2 * e.handicap_given if handicap else 0)
            row.append(value * e.won if beaten else value)
        if None in row:
            filled = _mean(row, 0 if beaten else sums.scores.start[pid]) if empty is None else empty[pid]
            rows[pid] = [filled if value is None else value for value in row]
        else:
            rows[pid] = cast(list[Value], row)
    return rows


def _mean(row: Sequence[Value | None], of_none: int) -> Value:
    """The mean of the rounds that count, `of_none` if there is none; a whole number where it is one."""
    counted = [value for value in row if value is not None]
    mean = Fraction(sum(counted), len(counted)) if counted else Fraction(of_none)
    return mean.numerator if mean.denominator == 1 else mean
