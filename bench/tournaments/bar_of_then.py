"""The automatic bar by an older rule of the program, so that what was made under it can be made again."""

from __future__ import annotations

from collections.abc import Sequence

from mcmahon.model.placing.start_scores import bar_table, players_at_each_bar
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import rank_name
from mcmahon.model.tournament.settings.settings import Settings


def bar_of_then(settings: Settings, players: Sequence[Player]) -> str:
    """The bar of the settings; where it is automatic, the rank that gives a number nearest the middle of BGA's range.

    Never more than 2^rounds where there is a choice; in doubt the higher rank. All players count as sure to come.
    """
    if settings.start.scheme != "rank" or settings.start.bar != "auto":
        return settings.start.bar
    counts, (low, high) = players_at_each_bar([p.rank for p in players]), bar_table(settings.rounds)
    most = 2**settings.rounds
    return rank_name(min(counts, key=lambda rank: (counts[rank] > most, abs(2 * counts[rank] - low - high))))
