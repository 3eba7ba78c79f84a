"""How good a simulated tournament was: one function a number, one line in `METRICS` each.

Where a number has no meaning (the order of a top group of one) it is NaN.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import lru_cache

import numpy as np
from mcmahon.model.placing.scores import History, histories
from mcmahon.model.tournament.games import Game
from numpy.typing import NDArray
from scipy import stats

from .results_model import Side, SimulatedBoard, chances
from .simulation import Played

Floats = NDArray[np.float64]

FAVOURITE = 0.9  # a game is one-sided when its favourite wins more often than that
RESAMPLES = 4000
DRAWN_AT_ONCE = 2_000_000  # of resampled tournaments: what fits into the memory
MOST_RESAMPLED = 2000


def order_and_strength(played: Played, top: bool = False) -> tuple[Floats, Floats]:
    """How high everybody of the standings was placed (greater is better) and the true strengths; or the top group's."""
    group = played.standings.sums.scores.top
    rows = [row for row in played.standings.rows if not top or row.player.id in group]
    order = np.array([-row.place for row in rows], dtype=np.float64)
    return order, np.array([played.strengths[row.player.id] for row in rows], dtype=np.float64)


def kendall(played: Played, top: bool = False) -> float:
    """Kendall's tau-b of final places and true strengths (M. Kendall, Biometrika 33, 1945); shared places are ties."""
    order, strength = order_and_strength(played, top)
    return float(stats.kendalltau(order, strength).statistic) if _varies(order, strength) else math.nan


def kendall_top(played: Played) -> float:
    """The same inside the top group (those at or above the bar)."""
    return kendall(played, top=True)


def spearman(played: Played, top: bool = False) -> float:
    """Spearman's rho of final places and true strengths (C. Spearman, 1904); shared places get their mean."""
    order, strength = order_and_strength(played, top)
    return float(stats.spearmanr(order, strength).statistic) if _varies(order, strength) else math.nan


def spearman_top(played: Played) -> float:
    """The same inside the top group (those at or above the bar)."""
    return spearman(played, top=True)


def _varies(*values: Floats) -> bool:
    return all(len(v) > 1 and bool(np.any(v != v[0])) for v in values)


def best_wins(played: Played) -> float:
    """The truly strongest player's share of the first place (Scarf, Yusof and Bilbao, EJOR 198, 2009)."""
    strongest = max(played.strengths[row.player.id] for row in played.standings.rows)
    first = _first(played)
    return sum(played.strengths[pid] == strongest for pid in first) / len(first)


def top_recall(played: Played, k: int) -> float:
    """The share of the k truly strongest among the first k of the standings (recall at k, Manning et al. 2008).

    Who shares the k-th place, or the k-th strength, is in by lot: the value is the mean over all such lots.
    """
    rows = played.standings.rows
    first = _among_first({row.player.id: row.place for row in rows}, k)
    strongest = _among_first({row.player.id: -played.strengths[row.player.id] for row in rows}, k)
    return sum(chance * strongest[pid] for pid, chance in first.items()) / min(k, len(rows))


def _among_first(values: Mapping[str, float], k: int) -> dict[str, float]:
    """For each the chance to be among the k with the least values, lots deciding among equal ones."""
    chances: dict[str, float] = {}
    for value in sorted(set(values.values())):
        same = [pid for pid, own in values.items() if own == value]
        left = max(k - len(chances), 0)
        chances |= dict.fromkeys(same, min(left, len(same)) / len(same))
    return chances


def top_3(played: Played) -> float:
    """Recall of the three strongest."""
    return top_recall(played, 3)


def top_8(played: Played) -> float:
    """Recall of the eight strongest."""
    return top_recall(played, 8)


def distinct_winner(played: Played) -> int:
    """1 when nobody shares the first place after all tie-breaks (the purpose of the bar, BGA handbook 4.2), else 0."""
    return int(len(_first(played)) == 1)


def unbeaten_winner(played: Played) -> int:
    """1 when one player alone has the greatest McMahon score and has won every round, else 0 (BGA handbook 4.2)."""
    rows = played.standings.rows
    most = max(row.mms for row in rows)
    leaders = [row for row in rows if row.mms == most]
    return int(len(leaders) == 1 and leaders[0].wins == 2 * len(played.tournament.rounds))


def _first(played: Played) -> list[str]:
    return [row.player.id for row in played.standings.rows if row.place == 1]


def distances(played: Played) -> Floats:
    """The distance of the two true strengths, in rating points, of every game really played."""
    return np.array([abs(played.strengths[g.white] - played.strengths[g.black]) for g in _games(played)])


def distance_mean(played: Played) -> float:
    """Mean distance of true strengths: how even the games were (competitive balance, Rottenberg 1956)."""
    found = distances(played)
    return float(found.mean()) if len(found) else math.nan


def distance_median(played: Played) -> float:
    """Median distance of true strengths."""
    found = distances(played)
    return float(np.median(found)) if len(found) else math.nan


def distance_p90(played: Played) -> float:
    """The distance that one game in ten exceeds (linear between games: Hyndman and Fan's type 7)."""
    found = distances(played)
    return float(np.quantile(found, 0.9)) if len(found) else math.nan


def one_sided(played: Played) -> float:
    """The share of games whose favourite wins more than nine in ten by the model, stones and komi counted."""
    found = [max(white, black) > FAVOURITE for white, _, black in _chances(played)]
    return sum(found) / len(found) if found else math.nan


def entropy(played: Played) -> float:
    """Mean uncertainty of a game's outcome in bits (C. Shannon, 1948): 1 is an even game without jigo."""
    found = [-sum(p * math.log2(p) for p in chance if p > 0) for chance in _chances(played)]
    return sum(found) / len(found) if found else math.nan


def _games(played: Played) -> list[Game]:
    """The games that were really played."""
    return [game for drawn in played.tournament.rounds for game in drawn if not game.defaulted]


@lru_cache(maxsize=1)
def _chances(played: Played) -> list[tuple[float, float, float]]:
    """The chances that White wins, of a jigo, and that Black wins, of every game really played."""
    found = []
    for game in _games(played):
        white, black = (Side(k, played.strengths[pid]) for k, pid in enumerate(game.players))
        found.append(chances(played.model, SimulatedBoard(white, black, game.handicap, game.komi_halves)))
    return found


@lru_cache(maxsize=1)
def _histories(played: Played) -> tuple[History, ...]:
    return tuple(histories(played.tournament, played.standings.sums.scores).values())


def draw_downs(played: Played) -> int:
    """Games between different pairing scores: each is one draw-down, and one draw-up (BGA handbook 4.5)."""
    return sum(history.drawn_down for history in _histories(played))


def draw_downs_most(played: Played) -> int:
    """The most often that one player was drawn down."""
    return max(history.drawn_down for history in _histories(played))


def draw_ups_most(played: Played) -> int:
    """The most often that one player was drawn up."""
    return max(history.drawn_up for history in _histories(played))


def colours(played: Played) -> int:
    """The sum over players of |Whites - Blacks| in games without handicap."""
    return sum(abs(history.colours) for history in _histories(played))


def colours_most(played: Played) -> int:
    """The greatest |Whites - Blacks| of one player in games without handicap."""
    return max(abs(history.colours) for history in _histories(played))


def handicap_games(played: Played) -> int:
    """Games with handicap, those without komi among them."""
    return sum(game.handicap > 0 for drawn in played.tournament.rounds for game in drawn)


def handicap_stones(played: Played) -> int:
    """Handicap stones of all games; 1 is a game without komi."""
    return sum(game.handicap for drawn in played.tournament.rounds for game in drawn)


def byes(played: Played) -> int:
    """Byes of all rounds."""
    return sum(len(drawn.byes) for drawn in played.tournament.rounds)


def repeats(played: Played) -> int:
    """Games of two who had met before: only where no round without them was found."""
    met = Counter(frozenset(game.players) for drawn in played.tournament.rounds for game in drawn)
    return sum(count - 1 for count in met.values())


def relaxed_rounds(played: Played) -> int:
    """Rounds whose hard rules could not all be kept."""
    return len(played.relaxed)


def same_club(played: Played) -> int:
    """Games of two with the same known club."""
    return sum(bool(a) and a == b for a, b in _sides(played, "club"))


def same_country(played: Played) -> int:
    """Games of two with the same known country."""
    return sum(bool(a) and a == b for a, b in _sides(played, "country"))


def same_family(played: Played) -> int:
    """Games of two with a family or group in common."""
    return sum(bool(set(a) & set(b)) for a, b in _sides(played, "groups"))


def _sides(played: Played, name: str) -> Iterator[tuple[Sequence[str], Sequence[str]]]:
    players = played.tournament.by_id()
    for drawn in played.tournament.rounds:
        for game in drawn:
            yield getattr(players[game.white], name), getattr(players[game.black], name)


def cost(played: Played) -> int:
    """The cost of all rounds by the profile (the judge's: model/judging/judge.py)."""
    return sum(played.costs)


def games(played: Played) -> int:
    """Games paired in all, default games too."""
    return sum(len(drawn.games) for drawn in played.tournament.rounds)


METRICS: dict[str, Callable[[Played], float]] = {
    metric.__name__: metric
    for metric in (
        kendall, kendall_top, spearman, spearman_top, best_wins, top_3, top_8, distinct_winner, unbeaten_winner,
        distance_mean, distance_median, distance_p90, one_sided, entropy, draw_downs, draw_downs_most,
        draw_ups_most, colours, colours_most, handicap_games, handicap_stones, games, byes, repeats, relaxed_rounds,
        same_club, same_country, same_family, cost,
    )
}  # fmt: skip


def row(played: Played) -> dict[str, float | int]:
    """Every metric by name; no seconds, so that it is the same on any machine."""
    return {name: metric(played) for name, metric in METRICS.items()}


def solve_seconds(played: Played) -> dict[str, float]:
    """What the engine took: seconds of all rounds and of the slowest (wall clock, so never twice the same)."""
    return {"solve_seconds": sum(played.seconds), "slowest_round": max(played.seconds, default=0.0)}


def paired_difference(
    a: Sequence[float] | Floats, b: Sequence[float] | Floats, seed: int, level: float = 0.95
) -> tuple[float, float, float]:
    """Mean of a - b over the same tournaments, with the ends of its interval.

    The percentile bootstrap over tournaments (Efron and Tibshirani 1993, chapter 13). If there are more than
    `MOST_RESAMPLED`, it resamples the means of random groups of equal size. Tournaments in which either has no value
    are left out; all NaN when none is left. Raises ValueError when the lengths differ.
    """
    if len(a) != len(b):
        raise ValueError(f"{len(a)} and {len(b)} values do not belong to the same tournaments")
    differences = np.asarray(a, dtype=np.float64) - np.asarray(b, dtype=np.float64)
    differences = differences[~np.isnan(differences)]
    if not len(differences):
        return math.nan, math.nan, math.nan
    mean = float(differences.mean())
    if not differences.any():
        return 0.0, 0.0, 0.0
    rng = np.random.default_rng(seed)
    size = -(-len(differences) // MOST_RESAMPLED)  # of a group; fewer tournaments than that are in no group
    if size > 1:
        drawn = rng.permutation(differences)[: len(differences) // size * size]
        differences = drawn.reshape(-1, size).mean(axis=1)
    count = len(differences)
    blocks = np.array_split(np.arange(RESAMPLES), -(-RESAMPLES * count // DRAWN_AT_ONCE))
    means = np.concatenate([differences[rng.integers(count, size=(len(b), count))].mean(axis=1) for b in blocks])
    low, high = np.quantile(means, [(1 - level) / 2, (1 + level) / 2])
    return mean, float(low), float(high)
