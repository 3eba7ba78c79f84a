"""Every round checked: its rules, its cost and, where that is asked for, whether no legal one costs less."""

from __future__ import annotations

from functools import partial

from starlette.responses import Response

from ...desk.rounds.proof.checking import Check, verdict
from ...desk.verb import build
from ..context import RequestContext
from ..pages import Page


def show(context: RequestContext) -> Response:
    """The verdict on all rounds."""
    prove = context.query("prove") == "1"
    found, _ = context.find(partial(verdict, folder=context.desk.path), build(Check, prove=prove))
    return context.page("check.html", here="publish", found=found, prove=prove)


PAGES = (Page("check", show),)
