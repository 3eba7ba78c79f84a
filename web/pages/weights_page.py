"""Weights: what the round, or all rounds so far, would be by others, in counts beside what stands."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import Any
from urllib.parse import urlencode

from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...desk.failures import failure_of
from ...desk.messages.written_values import criterion_text
from ...desk.questions.vary_weights import Pareto, boards_moved, front_picture, moved_by, pareto, sensitivity
from ...desk.questions.what_if import DRAWN_OTHERWISE, ColumnAnswer, WhatIf, parse_weights, what_if
from ...desk.settings.change_settings import ChangeSettings
from ...desk.settings.change_settings import change as changed
from ...desk.settings.own_profiles import SaveWeights, profile_names, profile_of, save
from ...desk.verb import build
from ...model.errors import InputError, McMahonError, Problem
from ...model.pairing.profile import Profile, Weight
from ...model.tournament.rules import COUNTS
from ..context import RequestContext
from ..forms import Form
from ..page import Page
from ..processes.workers import Superseded, find, find_whole
from ..rendering import rendered

#: The counts that a column shows, in this order.
SHOWN = (
    "mms_diff_sum", "four_or_more_apart", "clubmates", "compatriots", "repeated_draw_downs", "repeated_draw_ups",
    "handicap_games", "colour_imbalance_even",
)  # fmt: skip
MOST_BOARDS = 40  # shown of those that go or come
NONE: Mapping[str, int] = {}  # varied weights


def act(context: RequestContext) -> Response:
    """Draw again by the weights of the form and compare; save them; or take another profile for good."""
    form = context.form
    if form.said("take"):
        request = build(ChangeSettings, assignments=[f"pairing.profile={form.text('profile')}"])
        done = context.do(lambda state: changed(state, request), f"weights of profile {form.text('profile')}")
        return context.back("weights", f"Rounds are drawn by {form.text('profile')} now.", notes=context.noted(done))
    own = {weight.criterion: weight.weight for weight in context.state.profile.weights}
    sliders = _fields(context.state.profile)
    given = {name: _weight(form, sliders[name], name) for name in own if sliders[name] in form.fields}
    varied = {name: value for name, value in given.items() if value != own.get(name, 0)}
    return _save(context, varied) if form.said("save") else show(context, varied)


def _weight(form: Form, field: str, name: str) -> int:
    """The weight of a criterion in a field. Raises InputError for a blank one, or for what no weight may be."""
    if not form.text(field):
        raise InputError([Problem(f"{name} has no weight", expected="a whole number, 0 if it is to count nothing")])
    return Weight(name, form.number(field, f"weight of {name}:")).as_written().weight


def _fields(profile: Profile) -> dict[str, str]:
    """The names of the fields of all criteria; one of a profile's own may be called like another field of the form."""
    return {name: "w-" * criterion.is_own + name for name, criterion in profile.criteria.items()}


def _save(context: RequestContext, varied: dict[str, int]) -> Response:
    form = context.form
    request = SaveWeights(
        form.text("called"),
        varied,
        form.text("reason"),
        take=form.said("use"),
        replace=form.said("yes"),
        criteria=_own_criterion(form),
    )
    done = context.do(lambda state: save(state, request), f"save weights as {request.name}")
    said = "is saved beside the settings" + ", and rounds are drawn by it now" * request.take
    return context.back("weights", f"Profile {done.value.name} {said}.", notes=context.noted(done))


def _own_criterion(form: Form) -> dict[str, dict[str, Any]]:
    """The table of a criterion of one's own, by its name; none if the field of its formula is blank."""
    if not form.text("own-value"):
        return {}
    own = re.sub(r"\W+", "_", form.text("own-criterion").casefold()).strip("_")
    table: dict[str, Any] = {"value": form.text("own-value"), "reason": form.text("own-wish")}
    table |= {"bye": form.text("own-bye")} if form.text("own-bye") else {}
    for name, called in (("weight", f"weight of {own}:"), ("blank", f"number of an empty cell of {own}:")):
        table |= {name: form.number(f"own-{name}", called)} if form.text(f"own-{name}") else {}
    return {own: table}


def show(context: RequestContext, varied: Mapping[str, int] = NONE) -> Response:
    """The weights of the tournament's profile, as sliders; what the round would be by varied ones."""
    profile = context.state.profile
    own, fields = {weight.criterion: weight for weight in profile.weights}, _fields(profile)
    columns: list[ColumnAnswer] = []
    if context.state.tournament.rounds:
        try:
            asked = what_if_asked(context, varied)
            columns = context.asker.run_newest(find, context.desk.path, what_if, asked)[0].shown
        except Superseded:
            return Response(status_code=204)
    return context.page(
        "weights.html",
        profile=profile,
        own=own,
        varied=varied,
        asked=urlencode({fields[name]: weight for name, weight in varied.items()}),
        fields=fields,
        criteria=profile.criteria,
        profiles=[*(name.removesuffix(".toml") for name in context.state.profile_texts), *profile_names()],
        about={name: profile_of(name).about for name in profile_names()},
        columns=columns,
        counts=[(COUNTS[name], [c.counts.by_name[name] for c in columns]) for name in SHOWN] if columns else [],
        replay=bool(context.query("replay")),
        unchanged="" if varied else DRAWN_OTHERWISE,
        drawn=bool(context.state.tournament.rounds),
    )


def what_if_asked(context: RequestContext, varied: Mapping[str, int]) -> WhatIf:
    """The last round, or all, by the tournament's own profile with other weights."""
    text = ",".join(f"{name}={weight}" for name, weight in varied.items())
    return build(WhatIf, varied=text or None, replay=bool(context.query("replay")))


def marked(context: RequestContext) -> Response:
    """The interval of each weight as a mark beneath its slider.

    A page with JavaScript asks for one after the other, so that a slider that is moved meanwhile does not wait; one
    that was stopped by that is asked for again.
    """
    own = {weight.criterion: weight.weight for weight in context.state.profile.weights}
    names = [name for name in context.state.profile.criteria if name in own]
    at = context.number("at") or 0
    by_one = bool(context.request.headers.get("hx-request"))
    found, no_marks, again = [], "", False  # again: a slider was moved meanwhile
    try:
        only = names[at : at + 1] if by_one else []
        question = partial(sensitivity, only=only, called=criterion_text)
        found = context.asker.run(find_whole, context.desk.path, question)[0].found
    except McMahonError as error:
        no_marks, again = "; ".join(failure_of(error).lines), isinstance(error, Superseded)
    values: dict[str, Any] = {
        "marks": found,
        "no_marks": no_marks,
        "tops": {name: max(weight * 4, 1000) for name, weight in own.items()},
    }
    if not by_one:
        return context.page("weight_intervals.html", criteria=context.state.profile.criteria, **values)
    values |= {"at": at if again else at + 1, "total": len(names), "again": again, "base": f"/t/{context.name}/"}
    return HTMLResponse(rendered("weight_marks.html", values))


def boards(context: RequestContext) -> Response:
    """What other weights change on the boards of the last round."""
    try:
        found, _ = context.asker.run_newest(find, context.desk.path, moved_by, weights_in(context))
    except Superseded:
        return Response(status_code=204)
    values = {"moved": found, "most": MOST_BOARDS}
    if context.request.headers.get("hx-request"):
        return HTMLResponse(rendered("weight_boards.html", values))
    return context.page("weight_moved.html", **values)


def weights_in(context: RequestContext) -> dict[str, int]:
    """The weights in the address. Raises InputError."""
    fields = _fields(context.state.profile)
    given = {name: context.query(field) for name, field in fields.items() if context.query(field)}
    return parse_weights([f"{name}={text}" for name, text in given.items()], fields)


def front_of(context: RequestContext) -> Response:
    """The front of the last round between two criteria, as a picture whose points are links."""
    a, b, every, point = context.query("a"), context.query("b"), bool(context.query("every")), context.number("point")
    found, changes, said = None, None, ""
    try:
        found = context.find(pareto, build(Pareto, criteria=(a, b), every=every))[0] if a and b else None
        if found is not None and point is not None and point < len(found.points):
            changes = boards_moved(context.state, found.points[point][0].pairing).value
    except McMahonError as error:
        said = "; ".join(failure_of(error).lines)
    asked = {"a": a, "b": b} | ({"every": "1"} if every else {})
    links = [f"?{urlencode(asked | {'point': str(k)})}#point" for k in range(len(found.points) if found else 0)]
    return context.page(
        "front.html",
        422 if said else 200,
        criteria=context.state.profile.criteria,
        asked=(a, b, every),
        found=found,
        picture=Markup(front_picture(found, links).decode()) if found else "",
        point=point,
        moved=changes,
        most=MOST_BOARDS,
        problem=said,
    )


PAGES = (
    Page("weights", show, act, menu=(6, "Weights")),
    Page("weights/marks", marked),
    Page("weights/boards", boards),
    Page("weights/front", front_of),
)
