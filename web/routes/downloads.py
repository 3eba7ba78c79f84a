"""Any table of the desk as a file, in the format that the name in the address ends with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from starlette.responses import Response

from ...desk.grids import Grid, boards_grid, check_format, grid_bytes, players_grid, prizes_grid, standings_grid
from ...desk.people.players import players
from ...desk.prizes import prizes
from ...desk.rounds.numbers import round_number
from ...desk.standings import standings
from ...model.errors import InputError
from ..pages import Page
from ..visits import Visit
from ..work import front_table, intervals_table, table_file, what_if_table
from .publish import as_file
from .standings import asked as ranking_asked
from .weights import weights_in

#: Formats that need no pandas, so that no other process is asked to write them.
PLAIN = (".csv", ".json")


def table(visit: Visit) -> Response:
    """A table as a file. Raises InputError if there is no such table or format."""
    file: str = visit.request.path_params["file"]
    name, dot, ending = file.rpartition(".")
    if name not in TABLES:
        raise InputError(f"there is no table {name!r}; expected one of {', '.join(TABLES)}")
    check_format(Path(file))  # before anything is searched for it
    grid = TABLES[name](visit)
    ending = f"{dot}{ending}"
    data = grid_bytes(grid, ending) if ending in PLAIN else visit.asker.run(table_file, visit.desk.path, grid, ending)
    return as_file(data, f"{visit.name}-{name}", ending)


def _entrants(visit: Visit) -> Grid:
    listed = visit.desk.ask(lambda state: players(state, visit.query("by"))).value
    return players_grid(visit.state.tournament, listed)


def _round(visit: Visit) -> Grid:
    tournament = visit.state.tournament
    return boards_grid(tournament, tournament.round(round_number(tournament, visit.number("round") or 0)))


def _standings(visit: Visit) -> Grid:
    return standings_grid(
        visit.state.tournament, visit.desk.ask(lambda state: standings(state, ranking_asked(visit))).value
    )


def _prizes(visit: Visit) -> Grid:
    return prizes_grid(visit.state.tournament, visit.desk.ask(prizes).value)


def _intervals(visit: Visit) -> Grid:
    grid: Grid = visit.asker.run(intervals_table, visit.desk.path)
    return grid


def _what_if(visit: Visit) -> Grid:
    grid: Grid = visit.asker.run(what_if_table, visit.desk.path, weights_in(visit), bool(visit.query("replay")))
    return grid


def _front(visit: Visit) -> Grid:
    criteria = visit.query("a"), visit.query("b")
    grid: Grid = visit.asker.run(front_table, visit.desk.path, criteria, bool(visit.query("every")))
    return grid


#: What makes each table, by its name in the address.
TABLES: Mapping[str, Callable[[Visit], Grid]] = {
    "entrants": _entrants,
    "round": _round,
    "standings": _standings,
    "prizes": _prizes,
    "weights": _intervals,
    "what-if": _what_if,
    "front": _front,
}


PAGES = (Page("tables/{file}", table),)
