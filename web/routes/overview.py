"""Where the tournament stands, what comes next, and all that a director wants to see at a glance."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.concerns import concerns, concerns_elsewhere, concerns_in_the_hall
from ...desk.glance import glance
from ...desk.steps import newest
from ...desk.words.changed_rounds import value_text
from ..context import NOTHING, RequestContext
from ..pages import Page

STEPS = 6  # of the log, shown
NAMES = 12  # of those who are away


def show(context: RequestContext) -> Response:
    """The page to begin with."""
    return context.page(
        "overview.html",
        concerns=[
            *concerns(context.state, context.desk.path).value,
            *concerns_elsewhere(context.desk.path, context.state),
            *concerns_in_the_hall(context.desk.path, context.state),
        ],
        sight=glance(context.state).value,
        steps=newest(context.desk, STEPS),
        most_names=NAMES,
        halves=lambda half: value_text(half, 2),
    )


def state(context: RequestContext) -> Response:
    """The frame of a page alone, from which every open page takes the line that says where the tournament stands."""
    context.said = NOTHING  # what a form has done is for the page that it leads to
    return context.page("state.html", here="")


PAGES = (
    Page("", show, menu=(0, "Overview")),
    Page("state", state),
)
