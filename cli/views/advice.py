"""Prints the effect of each bar in simulated tournaments."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from ...bench.simulations.adviser import Choice
from .columns import columns

if TYPE_CHECKING:
    from ...bench.shares import Share
    from ...bench.simulations.adviser import BarAdvice
    from ...model.tournament.settings import Settings


def advice_text(advice: Sequence[BarAdvice], settings: Settings) -> str:
    """The advice as a table; `*` marks the bar and supergroup of the settings."""
    taken = Choice(settings.start.bar, len(settings.start.supergroup))
    decided = replace(taken, bar=settings.decided.bar) if taken.bar == "auto" else taken
    rows = [
        [
            line.choice.bar + (" *" if line.choice == decided else ""),
            line.choice.supergroup or "-",
            line.above,
            *(_share_text(share) for share in (line.unbeaten, line.best_wins, line.leader_stranded)),
            line.verdict,
        ]
        for line in advice
    ]
    titles = ["Bar", "Supergroup", "Players", "One unbeaten winner", "Best player wins", "Leader stranded", "BGA table"]
    return columns(titles, rows, " rrrrr ")


def _share_text(share: Share) -> str:
    return f"{share.value:.0%} ({share.low:.0%}-{share.high:.0%})"
