"""The congress of 60 in a folder that a server shows: its last round, and what came of a table of it."""

from __future__ import annotations

from pathlib import Path

from mcmahon.desk.desk import Desk
from mcmahon.desk.options import Options
from mcmahon.desk.rounds.next_round import Publish, draw, publish
from mcmahon.model.tournament.games import Result, Round


def published(folder: Path) -> Round:
    """Round 4, drawn and published, without results."""
    desk = Desk(folder / "congress60")
    desk.do(lambda state: draw(state, None, Options(30)), "draw")
    desk.do(lambda state: publish(state, Publish()), "publish")
    return last(folder)


def last(folder: Path) -> Round:
    return Desk(folder / "congress60").read().tournament.rounds[-1]


def result_at(folder: Path, table: int) -> Result:
    game = last(folder).at_table(table)
    assert game is not None
    return game.result
