"""Handicap and komi of a pair (rules: section 3; BGA handbook 4.3)."""

from __future__ import annotations

from collections.abc import Iterable

from ..placing.scores import Scores
from ..tournament.person import Player
from ..tournament.settings.settings import Settings


def strength(player: Player, raw_score: int, settings: Settings) -> int:
    """The number whose difference gives the handicap: the raw score (`Scores.raw_score`) or the declared rank.

    Players of the rank `none_from` or above count as of that rank, so that two of them play even. It has no effect
    where scores are not ranks (in all start schemes but `rank`).
    """
    by_rank = settings.handicap.rule == "rank"
    if by_rank or settings.start.scheme == "rank":
        return capped(player.rank if by_rank else raw_score, settings)
    return raw_score


def capped(rank: int, settings: Settings) -> int:
    """A rank as handicaps count it: not above `none_from`."""
    none_from = settings.none_from_rank
    return rank if none_from is None else min(rank, none_from)


def stones(difference: int, even: bool, settings: Settings) -> int:
    """The handicap for a difference of strength: less the reduction, 0 … maximum; 1 means a komi of 0.5.

    The match of two teams has none; its boards may.
    """
    if even or settings.handicap.rule == "none" or settings.of_teams:
        return 0
    return reduced(difference, settings)


def reduced(difference: int, settings: Settings) -> int:
    """Stones for a difference, less the reduction, at most the maximum."""
    return max(0, min(settings.handicap.maximum, abs(difference) - settings.handicap.reduction))


def even_at_bar(players: Iterable[str], scores: Scores) -> bool:
    """Whether a game of these players (ids) is even in any case, because one of them is at or above the bar."""
    return scores.settings.pairing.even_at_bar and not scores.top.isdisjoint(players)


def stones_given(white: Player, black: Player, scores: Scores) -> int:
    """The stones that White gives by the rule; negative if White should be Black and take so many."""
    settings = scores.settings
    one, other = (strength(player, scores.raw_score(player.id), settings) for player in (white, black))
    given = stones(one - other, even_at_bar((white.id, black.id), scores), settings)
    return given if one > other else -given


def komi_halves(handicap: int, settings: Settings) -> int:
    """Komi in half points: the tournament's in an even game, 0.5 with handicap 1, the handicap komi from 2 up."""
    return settings.komi if handicap == 0 else 1 if handicap == 1 else settings.handicap.komi
