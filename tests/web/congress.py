"""The congress of 60 in a folder that a server shows: its last round, and what came of a table of it."""

from __future__ import annotations

from pathlib import Path

from mcmahon.desk.desk import Desk
from mcmahon.model.tournament.games import Result, Round

from .hall.builders import publish_next


def published(folder: Path) -> Round:
    """Round 4, drawn and published, without results."""
    return publish_next(folder / "congress60")


def last(folder: Path) -> Round:
    return Desk(folder / "congress60").read().tournament.rounds[-1]


def result_at(folder: Path, table: int) -> Result:
    game = last(folder).at_table(table)
    assert game is not None
    return game.result
