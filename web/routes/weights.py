"""Weights: what the round, or all rounds so far, would be by others, in counts beside what stands."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.profiles import profile_named, profile_names
from ...desk.questions.comparing import Column
from ...desk.settings import ChangeSettings
from ...desk.settings import change as changed
from ...model.pairing.criteria import CRITERIA
from ..visits import Visit
from ..work import Superseded, compare

#: Counts of a column, by their names there, and what a director calls them.
COUNTS = (
    ("mms_diff_sum", "sum of score differences"),
    ("four_or_more_apart", "games four or more points apart"),
    ("same_club", "clubmates"),
    ("same_country", "compatriots"),
    ("repeated_draw_downs", "drawn down again"),
    ("repeated_draw_ups", "drawn up again"),
    ("handicap_games", "handicap games"),
    ("colour_imbalance_even", "colour imbalance"),
)


def show(visit: Visit) -> Response:
    """The weights of the tournament's profile, as sliders."""
    return _page(visit, {})


def act(visit: Visit) -> Response:
    """Draw again by the weights of the form and compare; or take another profile for good."""
    form = visit.form
    if form.said("take"):
        request = ChangeSettings([f"pairing.profile={form.text('profile')}"])
        done = visit.do(lambda state: changed(state, request), f"desk: weights of profile {form.text('profile')}")
        return visit.back("weights", f"Rounds are drawn by {form.text('profile')} now.", notes=visit.noted(done))
    own = {weight.criterion: weight.weight for weight in visit.state.profile.weights}
    given = {name: form.number(name) for name in CRITERIA if name in form.fields}
    varied = {name: value for name, value in given.items() if value != own.get(name, 0)}
    return _page(visit, varied)


def _page(visit: Visit, varied: dict[str, int]) -> Response:
    profile = visit.state.profile
    own = {weight.criterion: weight for weight in profile.weights}
    compared = None
    if visit.state.tournament.rounds:
        try:
            compared = visit.asker.run_newest(compare, visit.desk.path, varied, bool(visit.query("replay")))
        except Superseded:
            return Response(status_code=204)
    columns: list[Column] = []
    if compared is not None:
        columns = [*([compared.standing] if compared.standing else []), *compared.columns]
    return visit.page(
        "weights.html",
        profile=profile,
        own=own,
        varied=varied,
        criteria=CRITERIA,
        profiles=profile_names(),
        about={name: profile_named(name).about for name in profile_names()},
        columns=columns,
        counts=[(title, [getattr(c.counts, name) for c in columns]) for name, title in COUNTS] if columns else [],
        replay=bool(visit.query("replay")),
    )
