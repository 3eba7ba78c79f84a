"""The tournaments of a folder, and a new one."""

from __future__ import annotations

import re
import unicodedata

from starlette.responses import HTMLResponse, RedirectResponse, Response

from ...desk.desk import Desk
from ...desk.overview import Overview, overview
from ...desk.people.entries import NewTournament, create
from ...model.errors import InputError, McMahonError, Problem
from ...model.tournament.presets import PRESETS
from ...model.tournament.tournament import Tournament
from ..look import rendered
from ..visits import Visit

MOST_LISTED = 200


def show(visit: Visit) -> Response:
    """All tournaments, the one changed last first."""
    listed: list[tuple[str, Tournament | None, Overview | None, str]] = []
    for name in visit.home.names()[:MOST_LISTED]:
        try:
            state = visit.home.desk(name).read()
            listed.append((name, state.tournament, overview(state).value, ""))
        except McMahonError as error:
            listed.append((name, None, None, str(error).split("\n")[0]))
    values = {"listed": listed, "folder": visit.home.folder, "presets": list(PRESETS), "typed": {}, "problems": []}
    return HTMLResponse(rendered("start.html", values))


def new(visit: Visit) -> Response:
    """A new tournament, and to its entrants."""
    name = visit.form.text("title")
    folder = _folder_name(name)
    if not folder:
        raise InputError([Problem("the tournament has no name", expected="a name with a letter or a digit")])
    values = {"rounds": visit.form.number("rounds")} if visit.form.text("rounds") else {}
    request = NewTournament(name, visit.form.text("preset"), values=values)
    create(Desk(visit.home.folder / folder), request, f"desk: new tournament {name}")
    return RedirectResponse(f"/t/{folder}/entrants", 303)


def _folder_name(name: str) -> str:
    """A folder's name made of a tournament's: small plain letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
