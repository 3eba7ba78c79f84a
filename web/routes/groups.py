"""The start groups, and where the bar may be: who is above it, and what the table of the handbook says."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.settings import ChangeSettings
from ...desk.settings import change as changed
from ...desk.standings import groups
from ...desk.verb import build
from ...desk.words.values import halves_text
from ..context import RequestContext
from ..pages import Page

SHOWN = 8  # players named in a group before the rest is folded
WITHOUT = {("bar", "auto"): "The bar is chosen by the table.", ("floor", "none"): "There is no floor."}


def show(context: RequestContext) -> Response:
    """The groups by the bar that is set, or by one that is only tried."""
    bar = context.query("bar")
    found = context.desk.ask(lambda state: groups(state, bar)).value
    return context.page(
        "groups.html",
        here="entrants",
        found=found,
        tried=bar,
        most=max([one.count for one in found.bars], default=1) or 1,
        largest=max([len(one.players) for one in found.groups], default=1),
        points=halves_text,
        shown=SHOWN,
        start=context.state.tournament.settings.start,
    )


def act(context: RequestContext) -> Response:
    """Take a bar or a floor."""
    kind = "floor" if context.form.said("floor") else "bar"
    value = context.form.text(kind)
    request = build(ChangeSettings, assignments=[f"start.{kind}={value}"], anyway=context.form.said("yes"))
    done = context.do(lambda state: changed(state, request), f"desk: {kind} {value}")
    said = WITHOUT.get((kind, value), f"The {kind} is {value}.")
    return context.back("groups", said, notes=context.noted(done))


PAGES = (Page("groups", show, act),)
