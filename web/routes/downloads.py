"""Any table of the desk as a file, in the format that the name in the address ends with."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from starlette.responses import Response

from ...desk.grids import (
    Grid,
    boards_grid,
    check_format,
    compared_grid,
    front_grid,
    grid_bytes,
    intervals_grid,
    players_grid,
    prizes_grid,
    standings_grid,
)
from ...desk.people.players import players
from ...desk.prizes import prizes
from ...desk.questions.weights import Pareto, pareto, sensitivity
from ...desk.questions.what_if import what_if
from ...desk.rounds.numbers import round_number
from ...desk.standings import standings
from ...desk.verb import build
from ...model.errors import InputError
from ..context import RequestContext
from ..pages import Page
from ..work import table_file
from .publish import as_file
from .standings import asked as ranking_asked
from .weights import weights_in, what_if_asked

#: Formats that need no pandas, so that no other process is asked to write them.
PLAIN = (".csv", ".json")


def table(context: RequestContext) -> Response:
    """A table as a file. Raises InputError if there is no such table or format."""
    file: str = context.request.path_params["file"]
    name, dot, ending = file.rpartition(".")
    if name not in TABLES:
        raise InputError(f"there is no table {name!r}; expected one of {', '.join(TABLES)}")
    check_format(Path(file))  # before anything is searched for it
    grid = TABLES[name](context)
    ending = f"{dot}{ending}"
    data = (
        grid_bytes(grid, ending) if ending in PLAIN else context.asker.run(table_file, context.desk.path, grid, ending)
    )
    return as_file(data, f"{context.name}-{name}", ending)


def _entrants(context: RequestContext) -> Grid:
    listed = context.desk.ask(lambda state: players(state, context.query("by"))).value
    return players_grid(context.state.tournament, listed)


def _round(context: RequestContext) -> Grid:
    tournament = context.state.tournament
    return boards_grid(tournament, tournament.round(round_number(tournament, context.number("round") or 0)))


def _standings(context: RequestContext) -> Grid:
    return standings_grid(
        context.state.tournament, context.desk.ask(lambda state: standings(state, ranking_asked(context))).value
    )


def _prizes(context: RequestContext) -> Grid:
    return prizes_grid(context.state.tournament, context.desk.ask(prizes).value)


def _intervals(context: RequestContext) -> Grid:
    return intervals_grid(context.state.tournament, context.find(sensitivity)[0])


def _what_if(context: RequestContext) -> Grid:
    found, _ = context.find(what_if, what_if_asked(context, weights_in(context)))
    return compared_grid(context.state.tournament, found)


def _front(context: RequestContext) -> Grid:
    request = build(Pareto, criteria=(context.query("a"), context.query("b")), every=bool(context.query("every")))
    return front_grid(context.find(pareto, request)[0])


#: What makes each table, by its name in the address.
TABLES: Mapping[str, Callable[[RequestContext], Grid]] = {
    "entrants": _entrants,
    "round": _round,
    "standings": _standings,
    "prizes": _prizes,
    "weights": _intervals,
    "what-if": _what_if,
    "front": _front,
}


PAGES = (Page("tables/{file}", table),)
