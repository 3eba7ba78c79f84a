"""Where the tournament stands, and what comes next."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.concerns import concerns
from ..visits import Visit


def show(visit: Visit) -> Response:
    """The page to begin with."""
    now, times = visit.overview, visit.state.tournament.settings.event.round_times
    return visit.page(
        "overview.html",
        concerns=concerns(visit.state).value,
        begins=times[now.round - 1] if now.phase != "over" and now.round <= len(times) else "",
    )


def state(visit: Visit) -> Response:
    """The frame of a page alone, from which every open page takes the line that says where the tournament stands."""
    return visit.page("state.html", here="")
