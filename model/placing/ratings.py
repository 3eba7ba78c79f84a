"""Expected European ratings (floats, EGF system since 2021) for print; nothing is paired or placed by them."""

from __future__ import annotations

import math
from dataclasses import dataclass
from fractions import Fraction

from ..tournament.person import Player
from ..tournament.ranks import HIGHEST_RATING, LOWEST_RATING
from ..tournament.settings.occasion import EventSettings
from ..tournament.settings.settings import Settings
from .standings import Standings

#: How far a tournament of each class moves ratings.
CLASS_WEIGHT = {"A": 1.0, "B": 0.75, "C": 0.5, "D": 0.25}


@dataclass(frozen=True, slots=True)
class ExpectedRating:
    """A player's rating before the tournament and the one to expect after it, from so many rated games."""

    player: Player
    games: int
    before: int
    after: float


def adjusted_minutes(event: EventSettings) -> Fraction:
    """The EGF's adjusted time: basic time and 45 byo-yomi periods, 60 stones of canadian, or 120 increments."""
    seconds = {
        "sudden death": Fraction(0),
        "byo-yomi": Fraction(45 * event.overtime_seconds),
        "canadian": Fraction(60 * event.overtime_seconds, event.overtime_stones),
        "fischer": Fraction(120 * event.overtime_seconds),
    }[event.overtime]
    return event.basic_time + seconds / 60


def tournament_class(settings: Settings) -> str:
    """A, B, C or D, or X where the time settings are too fast to be rated. Where none are given A, or D online."""
    chosen, event = settings.rating.tournament_class, settings.event
    if chosen != "auto":
        return chosen
    if not event.basic_time:
        return "D" if event.internet else "A"
    limits = {"D": (40, 50, 30)} if event.internet else {"A": (60, 75, 45), "B": (40, 50, 30), "C": (25, 30, 20)}
    for name, (basic, adjusted, fischer) in limits.items():
        least = fischer if event.overtime == "fischer" else basic
        if event.basic_time >= least and adjusted_minutes(event) >= adjusted:
            return name
    return "X"


def winning_probability(own: float, opponent: float) -> float:
    """The expected result of a game by the two ratings; a rating that a handicap has raised counts as 3299 at most."""
    own, opponent = min(own, HIGHEST_RATING), min(opponent, HIGHEST_RATING)
    return float(1 / (1 + math.exp(_beta(opponent) - _beta(own))))


def _beta(rating: float) -> float:
    return -7 * math.log(3300 - rating)


def handicap_rating(handicap: int) -> float:
    """Rating points that a handicap is worth to Black; 1 is a game without komi."""
    return 100 * (handicap - 0.5) if handicap else 0.0


def volatility(rating: float) -> float:
    """The factor `con` of a rating."""
    return float(((3300 - rating) / 200) ** 1.6)


def bonus(rating: float) -> float:
    """Rating points that every game gives against deflation."""
    return math.log(1 + math.exp((2300 - rating) / 80)) / 5


def expected_ratings(standings: Standings) -> dict[str, ExpectedRating]:
    """The expected rating of everybody in the standings, by id; all games count from the ratings before it."""
    scores, players = standings.sums.scores, standings.sums.players
    weight = CLASS_WEIGHT.get(tournament_class(scores.settings), 0.0)
    expected = {}
    for row in standings.rows:
        pid, own = row.player.id, row.player.rating
        moved, games = 0.0, 0
        for entry in scores.entries[pid]:
            if not entry.rated:
                continue
            raised = handicap_rating(entry.handicap)
            for_own, for_theirs = (0.0, raised) if entry.colour > 0 else (raised, 0.0)
            chance = winning_probability(own + for_own, players[entry.opponent].rating + for_theirs)
            moved += volatility(own) * (entry.game_half_points / 2 - chance) + bonus(own)
            games += 1
        expected[pid] = ExpectedRating(row.player, games, own, max(float(LOWEST_RATING), own + weight * moved))
    return expected
