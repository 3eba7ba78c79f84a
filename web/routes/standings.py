"""The standings after any round."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.standings import Ranking
from ...desk.standings import standings as ranked
from ..visits import Visit


def show(visit: Visit) -> Response:
    """The crosstable."""
    number = int(visit.query("round")) if visit.query("round").isdecimal() else 0
    found = visit.desk.ask(lambda state: ranked(state, Ranking(after=number or None))).value
    return visit.page("standings.html", found=found)
