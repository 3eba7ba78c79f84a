"""Every round checked: its rules, its cost and, where that is asked for, whether no legal one costs less."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.answers.checks import VerdictAnswer
from ...desk.rounds.proof.checking import Check
from ...desk.verb import build
from ..context import RequestContext
from ..pages import Page
from ..searches import checked


def show(context: RequestContext) -> Response:
    """The verdict on all rounds."""
    prove = context.query("prove") == "1"
    found: VerdictAnswer = context.asker.run(checked, context.desk.path, build(Check, prove=prove))
    return context.page("check.html", here="publish", found=found, prove=prove)


PAGES = (Page("check", show),)
