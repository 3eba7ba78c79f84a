"""Every round checked: its rules, its cost and, where that is asked for, whether no legal one costs less."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.answers.checks import VerdictAnswer
from ...desk.rounds.proof.checking import Check
from ...desk.verb import build
from ..pages import Page
from ..searches import checked
from ..visits import Visit


def show(visit: Visit) -> Response:
    """The verdict on all rounds."""
    prove = visit.query("prove") == "1"
    found: VerdictAnswer = visit.asker.run(checked, visit.desk.path, build(Check, prove=prove))
    return visit.page("check.html", here="publish", found=found, prove=prove)


PAGES = (Page("check", show),)
