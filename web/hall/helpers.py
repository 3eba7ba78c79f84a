"""A helper's page: results of the tables that the link is for, check-ins, own steps with an undo."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from ...desk.hall.boards import open_claims
from ...desk.hall.check_in import arrivals
from ...desk.hall.helping import boards_of, confirm_here, enter_results, own_last, to_enter, undo_own
from ...desk.hall.links import has_value
from ...desk.rounds.results import open_then
from ...desk.rounds.typed import typed_results
from ...desk.steps import log
from ...model.errors import InputError, McMahonError, UnconfirmedError
from ...model.records.hall import Link
from ...model.tournament.games import Result, result_text
from ..work import lines_of
from .calls import Call

MOST_STEPS = 12


def show(call: Call, lines: list[str] | None = None, status: int = 200, again: str = "") -> Response:
    """The boards without result (`all`: every one), who has checked in, and who has done what.

    A board that had none when the page was opened (at the step `since`) stays in its place, so that no row moves under
    a finger. `done` are the tables of which a result was entered just now.
    """
    stamp = hash(call.room.stamp())  # before anything is read: what changes meanwhile is told
    state, link = call.room.desk.read(), _link(call)
    tournament, everything = state.tournament, bool(call.query("all"))
    own = [one for game in boards_of(state, link) for one in to_enter(game, tournament)]
    missing = [one for one in own if one.game.result is Result.UNKNOWN]
    said = call.room.hall.state()
    claims = open_claims(state, said)
    number = next((drawn.number for drawn in tournament.rounds[::-1] if not drawn.draft), 0)
    found = arrivals(state, said)
    since = _digits(call.query("since") or call.text("since"))
    stay = open_then(call.room.desk, number, since) if since else set()
    done = set(call.query("done").split())
    return call.page(
        "helper.html",
        status,
        link=link,
        revision=state.revision,
        number=number,
        boards=[one for one in own if everything or one.game.result is Result.UNKNOWN or one.table in stay],
        since=since or state.revision,
        done=[one for one in own if done & {one.at, str(one.table)}][:MOST_STEPS],
        missing=len(missing),
        total=len(own),
        everything=everything,
        people=tournament.by_id(),
        claims={one.board.table: one.claims for one in claims},
        one_phone={one.board.table for one in claims if one.one_phone},
        text=lambda game: result_text(game.result, game.by_default),
        not_for_it=found.not_for_it,
        coming=found.round,
        waiting={p: one for p, one in found.waiting.items() if has_value(link.limit, tournament, p)},
        steps=[*log(call.room.desk)][:-MOST_STEPS:-1],
        last=own_last(call.room.desk, link),
        lines=lines or [],
        again=again,
        live=f"{call.base}live?page=helper&seen={stamp}",
    )


def act(call: Call) -> Response:
    """Enter a result, confirm check-ins, or take back the last own step."""
    link, desk, hall = _link(call), call.room.desk, call.room.hall
    typed, done = call.text("typed"), ""
    try:
        if call.text("undo"):
            undo_own(desk, link, _number(call, "undo"))
        elif call.form.get("here"):
            confirm_here(desk, hall, link, call.form["here"])
        else:
            results, seen = typed_results(typed), _number(call, "seen") if call.text("seen") else None
            enter_results(desk, hall, link, results, _number(call, "round"), bool(call.text("again")), seen)
            done = " ".join(results[::2][:MOST_STEPS])
    except UnconfirmedError as error:
        return show(call, lines_of(error), 409, typed)
    except McMahonError as error:
        return show(call, lines_of(error), 409 if not isinstance(error, InputError) else 422)
    kept = {"all": call.text("all"), "since": call.text("since"), "done": done}
    query = urlencode({name: value for name, value in kept.items() if value})
    return call.to(call.base + (f"?{query}" if query else ""))


def _link(call: Call) -> Link:
    assert call.link is not None
    return call.link


def _number(call: Call, name: str) -> int:
    return _digits(call.text(name))


def _digits(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() and len(text) < 10 else 0
