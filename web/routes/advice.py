"""What a director asks, and where the desk has the answer."""

from __future__ import annotations

from starlette.responses import Response

from ..context import RequestContext
from ..pages import Page


def show(context: RequestContext) -> Response:
    """Questions with the pages that answer them, as they are in this tournament."""
    return context.page("help.html")


PAGES = (Page("help", show, menu=(11, "Help")),)
