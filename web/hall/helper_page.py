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
from ...desk.rounds.enter_results import NOTHING, EnterResults, open_then, typed_results
from ...desk.rounds.show_round import shown, tables_shown
from ...desk.verb import build
from ...model.errors import McMahonError
from ...model.records.hall import Link
from ...model.teams.match_boards import boards_at
from ...model.tournament.games import Result
from ...model.tournament.numbers import parse_int
from .hall_context import HallContext

MOST_STEPS = 12


def show(
    context: HallContext, lines: Sequence[str] = (), status: int = 200, again: Mapping[str, str] = NOTHING
) -> Response:
    """The boards without result (`all`: every one), who has checked in, and who has done what.

    A board that had none when the page was opened (at the step `since`) stays in its place, so that no row moves under
    a finger. `done` are the boards of which a result was entered just now.
    """
    stamp = hash(context.room.stamp())  # before anything is read: what changes meanwhile is told
    state, link = context.room.desk.read(), _link(context)
    tournament, everything = state.tournament, bool(context.query("all") or context.form.text("all"))
    own = boards_of(state, link)
    boards = boards_at(own)
    said = context.room.hall.state()
    claims = open_claims(state, said)
    played = round_played(tournament)
    number = played.number if played else 0
    found = arrivals(state, said)
    since = parse_int(context.query("since") or context.form.text("since")) or 0
    stay = open_then(context.room.desk, number, since) if since else set()
    done = set(context.query("done").split())
    listed = [g for g in own if everything or g.result is Result.UNKNOWN or g.table in stay]
    return context.page(
        "helper.html",
        status,
        link=link,
        revision=state.revision,
        number=number,
        tables=tables_shown(listed, tournament),
        finished=len(listed) - sum(game.result is Result.UNKNOWN for game in own),
        since=since or state.revision,
        done=[shown(at, tournament) for at in boards if at.place in done][:MOST_STEPS],
        missing=sum(at.open for at in boards),
        total=len(boards),
        everything=everything,
        people=tournament.by_id(),
        claims={one.at.place: one.claims for one in claims},
        one_phone={one.at.place for one in claims if one.one_phone},
        not_for_it=found.not_for_it,
        coming=found.round,
        waiting={p: one for p, one in found.waiting.items() if has_value(link.limit, tournament, p)},
        steps=seen_steps(context.room.desk, MOST_STEPS),
        last=own_last(context.room.desk, link),
        lines=lines,
        again=again,
        letters=LETTERS,
        live=f"{context.base}live?page=helper&seen={stamp}",
    )


def act(context: HallContext) -> Response:
    """Enter a result, confirm check-ins, or take back the last own step."""
    link, desk, hall = _link(context), context.room.desk, context.room.hall
    form = context.form
    results, done = form.results(), ""
    try:
        if form.text("undo"):
            undo_own(desk, link, parse_int(form.text("undo")) or 0)
        elif form.said("here"):
            confirm_here(desk, hall, link, form.fields["here"])
        else:
            results = results or typed_results(form.text("typed"), typed_words(context.words))
            asked = {"round": form.number("round"), "again": form.said("again"), "seen": context.seen}
            entered = enter_results(desk, hall, link, build(EnterResults, results=results, **asked))
            done = " ".join(one.place for one in entered.value.entered[:MOST_STEPS])
    except McMahonError as error:
        failure = failure_of(error)
        return show(context, failure.lines, failure.status, results if failure.kind == "confirm" else NOTHING)
    kept = {"all": form.text("all"), "since": form.text("since"), "done": done}
    query = urlencode({name: value for name, value in kept.items() if value})
    return context.to(context.base + (f"?{query}" if query else ""))


def _link(context: HallContext) -> Link:
    assert context.link is not None
    return context.link
