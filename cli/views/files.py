"""Prints what is in exported files and published pages."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...desk.exchange import TournamentCounts
    from ...desk.pages import PublishedPages


def counts_text(counts: TournamentCounts) -> str:
    """How many players, rounds, games and byes there are."""
    return f"{counts.players} players, {counts.rounds} rounds, {counts.games} games, {counts.byes} byes"


def read_back_text(found: TournamentCounts | None) -> str:
    """What reading the file again has found."""
    return counts_text(found) if found is not None else "no tournament could be read from it"


def pages_line(pages: PublishedPages) -> str:
    """The first page, and the number of files."""
    return f"{pages.index}: {len(pages.files)} files"
