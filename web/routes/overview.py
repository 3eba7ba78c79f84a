"""Where the tournament stands, and what comes next."""

from __future__ import annotations

from starlette.responses import Response

from ..visits import Visit


def show(visit: Visit) -> Response:
    """The page to begin with."""
    return visit.page("overview.html")
