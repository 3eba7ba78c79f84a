"""Where the tournament stands, what comes next, and all that a director wants to see at a glance."""

from __future__ import annotations

from datetime import date
from itertools import groupby
from urllib.parse import quote

from starlette.responses import Response

from ...desk.glance import concerns, glance
from ...desk.journal_entries import back_to_before, before, log, newest, redo, undo, undoable_steps
from ...model.language import counted
from ..context import COMPACT, NOTHING, RequestContext
from ..doors import BROWSER, clean_name, name_of_browser
from ..page import Page, all_pages

STEPS = 6  # of the log, shown on the overview
NAMES = 12  # of those who are away
MOST_SHOWN = 300  # steps on the page of the log
YEAR = 365 * 24 * 3600  # seconds


def show(context: RequestContext) -> Response:
    """The page to begin with."""
    return context.page(
        "overview.html",
        concerns=concerns(context.state, context.desk.path).value,
        sight=glance(context.state).value,
        steps=newest(context.desk, STEPS),
        most_names=NAMES,
    )


def state(context: RequestContext) -> Response:
    """The frame of a page alone, from which every open page takes the line that says where the tournament stands."""
    context.said = NOTHING  # what a form has done is for the page that it leads to
    return context.page("state.html")


def show_help(context: RequestContext) -> Response:
    """Questions with the pages that answer them, as they are in this tournament."""
    return context.page("help.html")


def show_log(context: RequestContext) -> Response:
    """The journal by days; with `before`, what would be taken back to come before that step."""
    steps = [*log(context.desk)][::-1]
    stands = undoable_steps(context.desk)
    chosen = context.number("before")
    going = before(context.desk, chosen) if chosen is not None else []
    by_day = groupby(steps[:MOST_SHOWN], key=lambda step: step.time.partition(" ")[0])
    days = [(_day_text(day), [*of_day]) for day, of_day in by_day]
    return context.page(
        "log.html",
        days=days,
        more=max(0, len(steps) - MOST_SHOWN),
        stands={step.number for step in stands},
        undoable={step.number for step in stands if not step.is_first},
        first=steps[-1].number if steps else 0,
        going=going,
        before=going[-1] if going else None,
        called=name_of_browser(context.request) if context.is_director else None,
        goes={step.number for step in going},
    )


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
    if "called" in form.fields:
        return _call(context)
    if form.said("redo"):
        return context.back("log", f"Done again: {redo(context.desk).command}", undo=False)
    if form.said("before"):
        gone = back_to_before(context.desk, form.number("before"), context.seen or 0)
        return context.back(
            "log", f"{counted(len(gone), 'step')} taken back, each can be done again: {'; '.join(gone)}", undo=False
        )
    page = form.text("page") if "page" in form.fields else "log"  # where the button stood
    known = {own.address.partition("/")[0] for own in all_pages() if own.show}
    gone = f"Taken back: {undo(context.desk, context.seen).command}"
    return context.back(page if page.partition("?")[0].partition("/")[0] in known else "log", gone, undo=False)


def choose_rows(context: RequestContext) -> Response:
    """Small rows or large ones, for this browser; back to the page on which it was chosen."""
    answer = context.back(context.form.text("page"))
    if context.form.text("compact"):
        answer.set_cookie(COMPACT, "1", max_age=YEAR, httponly=True, samesite="strict", path="/")
    else:
        answer.delete_cookie(COMPACT)
    return answer


def _call(context: RequestContext) -> Response:
    """Give this browser a name, by which the log calls what is done in it; blank takes it away."""
    name = clean_name(context.form.text("called"))
    said = f"The log calls this browser {name} from now on." if name else "This browser has no name in the log."
    answer = context.back("log", said, undo=False)
    answer.set_cookie(BROWSER, quote(name), max_age=YEAR, httponly=True, samesite="strict", path="/")
    return answer


PAGES = (
    Page("", show, menu=(0, "Overview")),
    Page("state", state),
    Page("rows", None, choose_rows),
    Page("help", show_help, menu=(11, "Help")),
    Page("log", show_log, act, menu=(10, "Log")),
)
