"""The start groups, and where the bar may be: who is above it, and what the table of the handbook says."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.settings import ChangeSettings
from ...desk.settings import change as changed
from ...desk.standings import groups
from ...desk.words.values import halves_text
from ..visits import Visit

SHOWN = 8  # players named in a group before the rest is folded


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
    """Take a bar, or a floor."""
    if visit.form.said("floor"):
        return _floor(visit, visit.form.text("floor"))
    bar = visit.form.text("bar")
    request = ChangeSettings([f"start.bar={bar}"], anyway=visit.form.said("yes"))
    done = visit.do(lambda state: changed(state, request), f"desk: bar {bar}")
    said = "The bar is chosen by the table." if bar == "auto" else f"The bar is {bar}."
    return visit.back("groups", said, notes=visit.noted(done))


def _floor(visit: Visit, floor: str) -> Response:
    """Take a floor."""
    request = ChangeSettings([f"start.floor={floor}"], anyway=visit.form.said("yes"))
    done = visit.do(lambda state: changed(state, request), f"desk: floor {floor}")
    said = "There is no floor." if floor == "none" else f"The floor is {floor}."
    return visit.back("groups", said, notes=visit.noted(done))
