"""Every step, newest first; undo and redo, and back to before a step with all that would go."""

from __future__ import annotations

from datetime import date
from itertools import groupby

from starlette.responses import Response

from ...desk.steps import LoggedStep, back_to_before, before, log, redo, standing, undo
from ...model.language import counted
from ..context import RequestContext
from ..pages import Page

MOST_SHOWN = 300


def show(context: RequestContext) -> Response:
    """The journal by days; with `before`, what would be taken back to come before that step."""
    steps = [*log(context.desk)][::-1]
    stands = standing(context.desk)
    chosen = context.number("before")
    going = before(context.desk, chosen) if chosen is not None else []
    days = [(_day_text(day), [*of_day]) for day, of_day in groupby(steps[:MOST_SHOWN], key=_day)]
    return context.page(
        "log.html",
        days=days,
        more=max(0, len(steps) - MOST_SHOWN),
        stands={step.number for step in stands},
        undoable={step.number for step in stands if not step.is_first},
        first=steps[-1].number if steps else 0,
        going=going,
        before=going[-1] if going else None,
        goes={step.number for step in going},
    )


def _day(step: LoggedStep) -> str:
    return step.time.partition(" ")[0]


def _day_text(day: str) -> str:
    """`Saturday 22 November 2026`; what is no date stays as it is."""
    try:
        found = date.fromisoformat(day)
    except ValueError:
        return day or "Without a time"
    return f"{found:%A} {found.day} {found:%B %Y}"


def act(context: RequestContext) -> Response:
    """Take back the last step or all from a step on, or do one again."""
    form = context.form
    if form.said("redo"):
        return context.back("log", f"Done again: {redo(context.desk).command}", undo=False)
    if form.said("before"):
        gone = back_to_before(context.desk, form.number("before"), context.seen or 0)
        return context.back(
            "log", f"{counted(len(gone), 'step')} taken back, each can be done again: {'; '.join(gone)}", undo=False
        )
    page = form.text("page") if "page" in form.fields else "log"  # where the button stood
    gone = f"Taken back: {undo(context.desk, context.seen).command}"
    return context.back(page if page.partition("?")[0] in context.request.app.state.menu else "log", gone, undo=False)


PAGES = (Page("log", show, act, menu=(10, "Log")),)
