"""A helper's page: results of the tables that the link is for, check-ins, own steps with an undo."""

from __future__ import annotations

from urllib.parse import urlencode

from starlette.responses import Response

from ...desk.hall.boards import open_claims, round_played
from ...desk.hall.check_in import arrivals
from ...desk.hall.helping import boards_of, confirm_here, enter_results, own_last, seen_steps, undo_own
from ...desk.hall.links import has_value
from ...desk.rounds.results import EnterResults, open_then
from ...desk.rounds.typed import typed_results
from ...desk.team_boards import shown, tables_shown
from ...desk.verb import build
from ...desk.words.hall import LETTERS, typed_words
from ...io.tables import parse_int
from ...model.errors import InputError, McMahonError, UnconfirmedError
from ...model.records.hall import Link
from ...model.teams.match_boards import boards_at
from ...model.tournament.games import Result
from ..work import lines_of
from .calls import Call

MOST_STEPS = 12


def show(call: Call, lines: list[str] | None = None, status: int = 200, again: str = "") -> Response:
    """The boards without result (`all`: every one), who has checked in, and who has done what.

    A board that had none when the page was opened (at the step `since`) stays in its place, so that no row moves under
    a finger. `done` are the boards of which a result was entered just now.
    """
    stamp = hash(call.room.stamp())  # before anything is read: what changes meanwhile is told
    state, link = call.room.desk.read(), _link(call)
    tournament, everything = state.tournament, bool(call.query("all") or call.text("all"))
    own = boards_of(state, link)
    boards = boards_at(own)
    said = call.room.hall.state()
    claims = open_claims(state, said)
    played = round_played(tournament)
    number = played.number if played else 0
    found = arrivals(state, said)
    since = parse_int(call.query("since") or call.text("since")) or 0
    stay = open_then(call.room.desk, number, since) if since else set()
    done = set(call.query("done").split())
    listed = [g for g in own if everything or g.result is Result.UNKNOWN or g.table in stay]
    return call.page(
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
        steps=seen_steps(call.room.desk, MOST_STEPS),
        last=own_last(call.room.desk, link),
        lines=lines or [],
        again=again,
        letters=LETTERS,
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
            results = typed_results(typed, typed_words(call.words))
            seen = _number(call, "seen") if call.text("seen") else None
            request = build(
                EnterResults, results=results, round=_number(call, "round"), again=bool(call.text("again")), seen=seen
            )
            entered = enter_results(desk, hall, link, request)
            done = " ".join(one.place for one in entered.value.entered[:MOST_STEPS])
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
    return parse_int(call.text(name)) or 0
