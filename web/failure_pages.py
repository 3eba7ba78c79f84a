"""What went wrong, as a page: the lines of a failure, and buttons that send the same form again with one thing more."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from starlette.responses import HTMLResponse, Response

from ..desk.failures import Failure, failure_of
from ..model.errors import McMahonError, Meaning
from .next_draw import wish_value
from .rendering import rendered

if TYPE_CHECKING:
    from ..desk.messages.no_pairing_texts import WayOut
    from .context import RequestContext


@dataclass(frozen=True, slots=True)
class Ask:
    """A button: what it says, the field that it adds to the form with its values, and the field that it takes out.

    With a `page`, a link to where it is answered; with `meant`, a value of the form that it puts in another's place.
    """

    label: str
    name: str
    values: tuple[str, ...] = ("1",)
    instead_of: str = ""
    page: str = ""
    meant: Meaning | None = None

    def kept(self, value: str) -> str:
        """A value of the form as this button sends it; a field may have several names, in lines or after semicolons."""
        if self.meant is None or self.meant.text not in value:
            return value
        parts = re.split(r"(\s*[\n;]\s*)", value.strip())
        return "".join(self.meant.instead if part == self.meant.text else part for part in parts)


#: The buttons of ways, by their verb and their last field.
ASKS = {
    ("", "missing_results"): Ask("Draw without these results", "missing_results"),
    ("", "columns"): Ask("Enter another person of this name", "namesake"),
    ("pair", "again"): Ask("Draw the published round again", "again"),
    ("cup", "player"): Ask("Say who advances", "", page="cups"),
    ("", "two_byes"): Ask("Give two byes", "two_byes"),
    ("pair", ""): Ask("Draw again", "draw", instead_of="publish"),
    ("publish-round", "anyway"): Ask("Publish it anyway", "anyway"),
    ("line-up", "who"): Ask("Confirm", "line_ups", instead_of="publish"),
    ("publish-round", "without_line_ups"): Ask("Publish without", "without_line_ups"),
}
YES = Ask("Yes, do it", "yes")


def asks_of(failure: Failure) -> tuple[Ask, ...]:
    """The buttons of a failure; none if the input has to be corrected."""
    named = [(way.verb, way.fields[-1][0] if way.fields else "") for p in failure.problems for way in p.ways]
    found = dict.fromkeys(ASKS[name] for name in named if name in ASKS)
    if meanings := next((p.could_be for p in failure.problems if p.could_be), ()):
        return tuple(Ask(one.label, "", meant=one) for one in meanings)
    return (*found, *map(_way_out, failure.ways_out)) or ((YES,) if failure.yes else ())


def _way_out(way: WayOut) -> Ask:
    price = f" (cost {way.cost:,})" if way.cost is not None else ""
    if way.relax:
        return Ask(f"Draw although broken: {way.text}{price}", "relax", way.relax)
    return Ask(f"Draw without this: {way.text}{price}", "drop", (wish_value(way.drop),))


def problem_page(context: RequestContext, failure: Failure) -> Response:
    """The page of a failure: what is wrong and, if that is enough, a button that does it all the same."""
    if not context.name:
        return HTMLResponse(rendered("alone.html", {"lines": failure.lines}), failure.status)
    if failure.status == 404:
        return HTMLResponse(rendered("nowhere.html", {"name": context.name}), 404)
    try:
        answer = context.page("problem.html", failure.status, **_values(context, failure))
    except (McMahonError, OSError) as worse:
        lines = failure_of(worse).lines
        return HTMLResponse(rendered("damaged.html", {"lines": lines, "name": context.name}), 503)
    if context.request.headers.get("hx-request"):  # the whole page, wherever it was to go
        answer.headers.update({"hx-retarget": "#main", "hx-reselect": "#main", "hx-reswap": "outerHTML"})
    return answer


def _values(context: RequestContext, failure: Failure) -> dict[str, object]:
    asks, fields = asks_of(failure), context.form.fields
    if asks and context.request.method == "GET":
        sent = context.request.query_params
        fields = {name: sent.getlist(name) for name in sent}
    unwritten = failure.kind == "folder"  # if the folder can be read
    kept = [(name, value) for name, values in fields.items() for value in values]
    return {
        "lines": failure.lines,
        "asks": asks,
        "confirm": YES in asks,
        "conflict": failure.kind == "conflict",
        "unwritten": unwritten,
        "again": unwritten and context.request.method == "POST" and not context.form.files,
        "method": context.request.method.lower(),
        "action": context.request.url.path,
        "search": "search" in fields,
        "kept": [pair for pair in kept if unwritten or pair[0] != "seen"],
        "back": context.request.headers.get("referer", ""),
    }
