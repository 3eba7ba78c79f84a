"""Files for others and pages, as they are printed."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...desk.exchange import TournamentCounts
    from ...desk.pages import PublishedPages


def counts_text(counts: TournamentCounts) -> str:
    """How much there is in a tournament."""
    return f"{counts.players} players, {counts.rounds} rounds, {counts.games} games, {counts.byes} byes"


def read_back_text(found: TournamentCounts | None) -> str:
    """What a reader finds in a file."""
    return counts_text(found) if found is not None else "nothing that could be read as a tournament"


def pages_line(pages: PublishedPages) -> str:
    """The page to begin with, and how many files there are."""
    return f"{pages.index}: {len(pages.files)} files"
