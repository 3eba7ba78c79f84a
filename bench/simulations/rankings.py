"""Orders of a played tournament by other rules than its standings, each by Kendall's tau against the true strengths.

`listed` is what was known before. `points_sos` and `points_listed` are how tournaments place; `least_squares` and
`bradley_terry` know the results alone; `bradley_terry_listed` and `egf_rating` the list too.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
from mcmahon.model.placing.ratings import expected_ratings
from scipy import stats

from .metrics import Floats
from .simulation import Played

SLOPE = 150.0  # rating points in which the odds of a game change by e, whatever the model of the results says
DOUBT = 150.0  # how far a true strength is taken to be from what is listed
FREE = 20 * SLOPE  # how far strengths may be apart where nothing is known of them
STEPS = 30  # Newton's

Order = Callable[[Played], Floats]


def tau_of(order: Order) -> Callable[[Played], float]:
    """Kendall's tau-b between an order's values (greater is better) and the true strengths."""

    def tau(played: Played) -> float:
        strength = [played.strengths[row.player.id] for row in played.standings.rows]
        return float(stats.kendalltau(order(played), strength).statistic)

    return tau


def listed(played: Played) -> Floats:
    """The ratings before the tournament."""
    return np.array([row.player.rating for row in played.standings.rows], dtype=np.float64)


def points_listed(played: Played) -> Floats:
    """McMahon points, then the rating before."""
    return _points(played) + listed(played) / 1e5


def points_sos(played: Played) -> Floats:
    """McMahon points, then the sum of opponents' points; a round without a game counts the own points."""
    points = _points(played)
    sums = len(played.tournament.rounds) * points
    for i, j, _ in _games(played):
        sums[i] += points[j] - points[i]
        sums[j] += points[i] - points[j]
    return points + sums / 1e5


def least_squares(played: Played) -> Floats:
    """Values whose differences are as near as possible to 1 for a win, -1 for a loss (Massey 1997); results alone."""
    count = len(played.standings.rows)
    graph, won = np.eye(count) * 1e-9, np.zeros(count)
    for i, j, score in _games(played):
        graph[[i, j], [i, j]] += 1
        graph[[i, j], [j, i]] -= 1
        won[i] += 2 * score - 1
        won[j] -= 2 * score - 1
    return np.asarray(np.linalg.solve(graph, won))


def bradley_terry(played: Played) -> Floats:
    """Strengths that make the results most likely (Bradley and Terry 1952); a wide prior keeps them finite."""
    return _most_likely(played, np.zeros(len(played.standings.rows)), FREE)


def bradley_terry_listed(played: Played) -> Floats:
    """The same, with true strengths taken to be spread around the list."""
    return _most_likely(played, listed(played), DOUBT)


def egf_rating(played: Played) -> Floats:
    """European ratings after the tournament."""
    after = {found.player.id: found.after for found in expected_ratings(played.standings).values()}
    return np.array([after.get(row.player.id, row.player.rating) for row in played.standings.rows], dtype=np.float64)


ORDERS: dict[str, Order] = {
    order.__name__: order
    for order in (
        listed, points_sos, points_listed, least_squares, bradley_terry, bradley_terry_listed, egf_rating,
    )
}  # fmt: skip


def _points(played: Played) -> Floats:
    return np.array([row.mms for row in played.standings.rows], dtype=np.float64)


def _games(played: Played) -> list[tuple[int, int, float]]:
    """The games really played, even ones: positions in the standings, and White's points."""
    at = {row.player.id: k for k, row in enumerate(played.standings.rows)}
    games = (game for drawn in played.tournament.rounds for game in drawn if not game.defaulted)
    return [(at[game.white], at[game.black], game.half_points()[0] / 2) for game in games]


def _most_likely(played: Played, middle: Floats, spread: float) -> Floats:
    """Newton's steps to the most likely strengths, in rating points."""
    games = _games(played)
    i, j = (np.array([game[k] for game in games], dtype=np.int64) for k in (0, 1))
    score = np.array([game[2] for game in games])
    found = middle.copy()
    for _ in range(STEPS):
        expected = 1 / (1 + np.exp((found[j] - found[i]) / SLOPE))
        slope = (middle - found) / spread**2
        np.add.at(slope, i, (score - expected) / SLOPE)
        np.add.at(slope, j, (expected - score) / SLOPE)
        bend, curve = expected * (1 - expected) / SLOPE**2, np.eye(len(found)) / spread**2
        for a, b, sign in ((i, i, 1), (j, j, 1), (i, j, -1), (j, i, -1)):
            np.add.at(curve, (a, b), sign * bend)
        step = np.linalg.solve(curve, slope)
        found += np.clip(step, -2 * SLOPE, 2 * SLOPE)
        if np.abs(step).max() < 1e-6:
            break
    return np.asarray(found)
