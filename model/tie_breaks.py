"""Placing criteria: each is one function and one line in `TIE_BREAKS` (rules: section 7).

Every function gives, from the scores, a whole number for each player: the value times the criterion's `unit`
(2 = half points, 4 = quarter points). Greater is better.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from fractions import Fraction

from .player import Player
from .scores import Entry, Kind, Scores

Values = dict[str, int]


@dataclass(frozen=True, slots=True)
class Criterion:
    """A placing criterion: its values are whole multiples of 1/unit."""

    name: str
    unit: int
    values: Callable[[Scores, Mapping[str, Player]], Values]


def mms(scores: Scores, players: Mapping[str, Player]) -> Values:
    """McMahon score: start and the points of every round."""
    return {pid: row[-1] for pid, row in scores.mms_after.items()}


def scorex(scores: Scores, players: Mapping[str, Player]) -> Values:
    """McMahon score without the points for absences."""
    return {
        pid: scores.start[pid] + sum(e.points for e in row if e.kind is not Kind.ABSENT)
        for pid, row in scores.entries.items()
    }


def wins(scores: Scores, players: Mapping[str, Player]) -> Values:
    """Wins, half for a jigo."""
    return {pid: sum(e.wins for e in row) for pid, row in scores.entries.items()}


def start(scores: Scores, players: Mapping[str, Player]) -> Values:
    """The start score."""
    return dict(scores.start)


def _opponent_scores(scores: Scores, pid: str) -> list[int]:
    """The opponents' final scores, round by round; an empty round gives the own start score, or 0 in a Swiss."""
    return [_opponent_score(scores, pid, entry) for entry in scores.entries[pid]]


def _counts(scores: Scores, entry: Entry) -> bool:
    """Whether the opponent of this round counts in sums over opponents."""
    return entry.kind is Kind.GAME and (scores.settings.placing.default_games or not entry.by_default)


def _opponent_score(scores: Scores, pid: str, entry: Entry) -> int:
    placing = scores.settings.placing
    if _counts(scores, entry):
        corrected = 2 * entry.handicap_given if placing.handicap_in_sos else 0
        return scores.mms(entry.opponent) + corrected
    return scores.start[pid] if placing.empty_round == "own start" else 0


def sos(scores: Scores, players: Mapping[str, Player]) -> Values:
    """Sum of the opponents' final McMahon scores."""
    return {pid: sum(_opponent_scores(scores, pid)) for pid in scores.entries}


def sos_1(scores: Scores, players: Mapping[str, Player]) -> Values:
    """SOS without the lowest opponent."""
    return {pid: sum(sorted(_opponent_scores(scores, pid))[1:]) for pid in scores.entries}


def sos_2(scores: Scores, players: Mapping[str, Player]) -> Values:
    """SOS without the two lowest opponents."""
    return {pid: sum(sorted(_opponent_scores(scores, pid))[2:]) for pid in scores.entries}


def sosos(scores: Scores, players: Mapping[str, Player]) -> Values:
    """Sum of the opponents' SOS; an empty round counts the own SOS (BGA handbook 4.6)."""
    own = sos(scores, players)
    return {
        pid: sum(own[e.opponent] if _counts(scores, e) else own[pid] for e in row)
        for pid, row in scores.entries.items()
    }


def sodos(scores: Scores, players: Mapping[str, Player]) -> Values:
    """Sum of the final scores of the opponents beaten, half for a jigo; in quarter points."""
    return {
        pid: sum(e.wins * _opponent_score(scores, pid, e) for e in row if _counts(scores, e))
        for pid, row in scores.entries.items()
    }


def cuss(scores: Scores, players: Mapping[str, Player]) -> Values:
    """Sum of the own McMahon scores after each round."""
    return {pid: sum(row[1:]) for pid, row in scores.mms_after.items()}


def cusp(scores: Scores, players: Mapping[str, Player]) -> Values:
    """Sum over the rounds of the own winning points so far: wins and jigos, no free wins, no sleeping points."""
    sums = {}
    for pid, row in scores.entries.items():
        won = [e.wins if e.kind is Kind.GAME and not e.by_default else 0 for e in row]
        sums[pid] = sum(points * (len(won) - i) for i, points in enumerate(won))
    return sums


def rating(scores: Scores, players: Mapping[str, Player]) -> Values:
    """The rating at registration."""
    return {pid: players[pid].rating for pid in scores.entries}


def rank(scores: Scores, players: Mapping[str, Player]) -> Values:
    """The declared rank."""
    return {pid: players[pid].rank for pid in scores.entries}


TIE_BREAKS: dict[str, Criterion] = {
    criterion.name: criterion
    for criterion in (
        Criterion("MMS", 2, mms),
        Criterion("SCOREX", 2, scorex),
        Criterion("WINS", 2, wins),
        Criterion("START", 2, start),
        Criterion("SOS", 2, sos),
        Criterion("SOS-1", 2, sos_1),
        Criterion("SOS-2", 2, sos_2),
        Criterion("SOSOS", 2, sosos),
        Criterion("SODOS", 4, sodos),
        Criterion("CUSS", 2, cuss),
        Criterion("CUSP", 2, cusp),
        Criterion("RATING", 1, rating),
        Criterion("RANK", 1, rank),
    )
}


def value_text(value: int, unit: int) -> str:
    """`12½` for 25 halves; quarters as ¼ and ¾."""
    fraction = Fraction(value, unit)
    whole = fraction.numerator // fraction.denominator
    rest = {0: "", 1: "¼", 2: "½", 3: "¾"}[int((fraction - whole) * 4)]
    if fraction < 0 and rest:  # -2½, not -3 and a half
        whole, rest = -(-fraction.numerator // fraction.denominator), {"¼": "¾", "½": "½", "¾": "¼"}[rest]
        return f"-{-whole or ''}{rest}"
    return f"{whole or (0 if not rest else '')}{rest}"
