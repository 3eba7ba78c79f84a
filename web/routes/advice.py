"""What a director asks, and where the desk has the answer."""

from __future__ import annotations

from starlette.responses import Response

from ..pages import Page
from ..visits import Visit


def show(visit: Visit) -> Response:
    """Questions with the pages that answer them, as they are in this tournament."""
    return visit.page("help.html")


PAGES = (Page("help", show, menu=(11, "Help")),)
