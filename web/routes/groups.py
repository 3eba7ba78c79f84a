"""The start groups, and where the bar may be: who is above it, and what the table of the handbook says."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.settings import ChangeSettings
from ...desk.settings import change as changed
from ...desk.standings import groups
from ...desk.verb import build
from ...desk.words.values import halves_text
from ..pages import Page
from ..visits import Visit

SHOWN = 8  # players named in a group before the rest is folded
WITHOUT = {("bar", "auto"): "The bar is chosen by the table.", ("floor", "none"): "There is no floor."}


def show(visit: Visit) -> Response:
    """The groups by the bar that is set, or by one that is only tried."""
    bar = visit.query("bar")
    found = visit.desk.ask(lambda state: groups(state, bar)).value
    return visit.page(
        "groups.html",
        here="entrants",
        found=found,
        tried=bar,
        most=max([one.count for one in found.bars], default=1) or 1,
        largest=max([len(one.players) for one in found.groups], default=1),
        points=halves_text,
        shown=SHOWN,
        start=visit.state.tournament.settings.start,
    )


def act(visit: Visit) -> Response:
    """Take a bar or a floor."""
    kind = "floor" if visit.form.said("floor") else "bar"
    value = visit.form.text(kind)
    request = build(ChangeSettings, assignments=[f"start.{kind}={value}"], anyway=visit.form.said("yes"))
    done = visit.do(lambda state: changed(state, request), f"desk: {kind} {value}")
    said = WITHOUT.get((kind, value), f"The {kind} is {value}.")
    return visit.back("groups", said, notes=visit.noted(done))


PAGES = (Page("groups", show, act),)
