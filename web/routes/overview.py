"""Where the tournament stands, what comes next, and all that a director wants to see at a glance."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.concerns import concerns, concerns_elsewhere, concerns_in_the_hall
from ...desk.glance import glance
from ...desk.steps import newest
from ...desk.words.changed_rounds import value_text
from ..pages import Page
from ..visits import NOTHING, Visit

STEPS = 6  # of the log, shown
NAMES = 12  # of those who are away


def show(visit: Visit) -> Response:
    """The page to begin with."""
    return visit.page(
        "overview.html",
        concerns=[
            *concerns(visit.state, visit.desk.path).value,
            *concerns_elsewhere(visit.desk.path, visit.state),
            *concerns_in_the_hall(visit.desk.path, visit.state),
        ],
        sight=glance(visit.state).value,
        steps=newest(visit.desk, STEPS),
        most_names=NAMES,
        halves=lambda half: value_text(half, 2),
    )


def state(visit: Visit) -> Response:
    """The frame of a page alone, from which every open page takes the line that says where the tournament stands."""
    visit.said = NOTHING  # what a form has done is for the page that it leads to
    return visit.page("state.html", here="")


PAGES = (
    Page("", show, menu=(0, "Overview")),
    Page("state", state),
)
