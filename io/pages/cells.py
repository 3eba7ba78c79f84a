"""What single cells of lists hold, on pages and wherever else lists are shown."""

from __future__ import annotations

from ...model.placing.standings import Row, Standings
from ...model.placing.tie_breaks import TIE_BREAKS
from ...model.tournament.player import Player
from ...model.tournament.round_sets import rounds_text


def entered_rounds(player: Player, rounds: int) -> str:
    """The rounds that a player is entered for: `all`, `none`, `1-3,5`."""
    return (rounds_text(player.rounds, rounds) if player.rounds is not None else "") or "all"


def criteria_shown(standings: Standings) -> list[str]:
    """The criteria that have a column of their own behind MMS and points."""
    return [name for name in standings.criteria if name not in ("MMS", "WINS")]


def printed(row: Row, name: str) -> str:
    """A criterion of a row as lists print it; blank for a comparison of tied players when nobody was tied with it."""
    return TIE_BREAKS[name].text(row.values[name]) if name in row.values else ""
