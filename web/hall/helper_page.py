"""A helper's page: results of the tables that the link is for, check-ins, own steps with an undo."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from urllib.parse import urlencode

from starlette.responses import Response

from ...desk.failures import failure_of
from ...desk.hall.arrivals import arrivals
from ...desk.hall.helper_steps import boards_of, confirm_here, enter_results, own_last, seen_steps, undo_own
from ...desk.hall.links import has_value
from ...desk.hall.phone_claims import open_claims, round_played
from ...desk.messages.hall_words import LETTERS, typed_words
from ...desk.rounds.enter_results import EnterResults
from ...desk.rounds.show_round import shown
from ...desk.rounds.typed_results import NOTHING, TypedResults, seats, typed_results
from ...desk.verb import build
from ...model.errors import McMahonError
from ...model.records.hall import Link
from ...model.teams.match_boards import boards_at
from ...model.tournament.numbers import parse_int
from ..pages.results_page import boards_listed
from ..watcher import stamp
from .hall_context import HallContext

MOST_STEPS = 12


def show(
    context: HallContext,
    lines: Sequence[str] = (),
    status: int = 200,
    again: Mapping[str, str] = NOTHING,
    left: str = "",
) -> Response:
    """The boards without result (`all`: every one), those `done` just now, who has checked in, who has done what."""
    seen = hash(stamp(context.desk.path)[:2])  # before anything is read: what changes meanwhile is told
    state, said, link = context.state, context.room.hall.state(), _link(context)
    claims, found, played = open_claims(state, said), arrivals(state, said), round_played(state.tournament)
    number, own = played.number if played else 0, boards_of(state, link)
    done = {*context.query("done").split()}
    return context.page(
        "helper.html",
        status,
        link=link,
        revision=state.revision,
        number=number,
        done=[shown(at, state.tournament) for at in boards_at(own) if at.place in done][:MOST_STEPS],
        people=state.tournament.by_id(),
        claims={one.at.place: one.claims for one in claims},
        one_phone={one.at.place for one in claims if one.one_phone},
        found=found,
        waiting={p: one for p, one in found.waiting.items() if has_value(link.limit, state.tournament, p)},
        steps=seen_steps(context.desk, MOST_STEPS),
        last=own_last(context.desk, link),
        again=again,
        letters=LETTERS,
        **_unread(context, lines, left or context.query("typed")),
        live=f"{context.base}live?page=helper&seen={seen}",
        **boards_listed(context, own, number),
    )


def act(context: HallContext) -> Response:
    """Enter a result, confirm check-ins, or take back the last own step."""
    link, desk, hall = _link(context), context.room.desk, context.room.hall
    form = context.form
    typed, done = TypedResults(form.results()), ""
    try:
        if form.text("undo"):
            undo_own(desk, link, parse_int(form.text("undo")) or 0)
        elif form.said("here"):
            confirm_here(desk, hall, link, form.fields["here"])
        else:
            typed = typed if typed.results else _typed(context, form.text("typed"))
            if typed.left and not typed.results:
                return show(context, status=422, left=typed.left)
            typed.check_any()
            asked = {"round": form.number("round"), "again": form.said("again"), "seen": context.seen}
            entered = enter_results(desk, hall, link, build(EnterResults, results=typed.results, **asked))
            done = " ".join(one.place for one in entered.value.entered[:MOST_STEPS])
    except McMahonError as error:
        failure = failure_of(error)
        return show(context, failure.lines, failure.status, typed.results if failure.kind == "confirm" else NOTHING)
    kept = {"typed": typed.left, "all": form.text("all"), "since": form.text("since"), "done": done}
    query = urlencode({name: value for name, value in kept.items() if value})
    return context.to(context.base + (f"?{query}" if query else ""))


def _unread(context: HallContext, lines: Sequence[str], left: str) -> dict[str, object]:
    """The errors, the rest of a typed line, and why it is left."""
    return {"lines": lines, "left": left, "unread": _typed(context, left).problems if left else ()}


def _typed(context: HallContext, text: str) -> TypedResults:
    """The typed results, in the words of the phone and in English letters; names only if the page shows this round."""
    tournament = context.state.tournament
    played = round_played(tournament)
    known = played is not None and context.form.number("round") in (0, played.number)
    sitting = seats(played, tournament) if played and known else None
    return typed_results(text, sitting, typed_words(context.words))


def _link(context: HallContext) -> Link:
    assert context.link is not None
    return context.link
