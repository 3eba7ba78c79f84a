"""Every step, newest first; undo and redo."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.steps import log, redo, undo
from ..visits import Visit

MOST_SHOWN = 300


def show(visit: Visit) -> Response:
    """The journal."""
    steps = [*log(visit.desk)][::-1]
    return visit.page("log.html", steps=steps[:MOST_SHOWN], more=max(0, len(steps) - MOST_SHOWN))


def act(visit: Visit) -> Response:
    """Take back the last step, or do it again."""
    if visit.form.said("redo"):
        return visit.back("log", f"Done again: {redo(visit.desk).command}")
    return visit.back("log", f"Taken back: {undo(visit.desk).command}")
