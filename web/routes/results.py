"""Results: one field for the keyboard, a button for each side of each board, only what is outstanding."""

from __future__ import annotations

from contextlib import suppress

from starlette.responses import Response

from ...desk.hall.boards import OpenClaim, open_claims
from ...desk.hall.links import hall_of
from ...desk.rounds.results import OneResult, Results, names_of, open_then
from ...desk.rounds.results import enter as entered
from ...desk.rounds.typed import typed_results
from ...model.errors import McMahonError
from ...model.tournament.games import Game, Result, result_text
from ...model.tournament.tournament import Tournament
from ..visits import Visit

#: What the menu of a board offers beside a win and a jigo: what it says, and the result as it is typed.
MENU = (
    ("White wins by forfeit", "1-0!"),
    ("Black wins by forfeit", "0-1!"),
    ("Both lose", "0-0"),
    ("Both lose by forfeit", "0-0!"),
    ("No result (void)", "void"),
    ("Both win", "1-1"),
    ("Take the result out", "?"),
)


def show(visit: Visit) -> Response:
    """The boards of the round that is played; with `all` those with a result too."""
    tournament = visit.state.tournament
    published = [drawn for drawn in tournament.rounds if not drawn.draft]
    number = _number(visit.query("round"))
    drawn = next((one for one in published if one.number == number), published[-1] if published else None)
    boards = list(drawn.games) if drawn else []
    everything = bool(visit.query("all"))
    since = _number(visit.query("since"))
    left = open_then(visit.desk, drawn.number, since) if drawn and since else set()
    missing = sum(game.result is Result.UNKNOWN for game in boards)
    listed = [g for g in boards if everything or g.result is Result.UNKNOWN or g.table in left]
    return visit.page(
        "results.html",
        drawn=drawn,
        published=[one.number for one in published],
        boards=listed,
        missing=missing,
        total=len(boards),
        everything=everything,
        since=since or visit.state.revision,
        menu=drawn.at_table(_number(visit.query("table"))) if drawn else None,
        menu_items=MENU,
        people=tournament.by_id(),
        text=_text,
        differ=_differ(visit),
    )


def _differ(visit: Visit) -> list[OpenClaim]:
    """The boards of which the players say different results, or the same on one phone.

    None where the hall's files cannot be read.
    """
    with suppress(McMahonError):
        waiting = open_claims(visit.state, hall_of(visit.desk.path).state())
        return [one for one in waiting if one.claims.differ or one.one_phone]
    return []


def _text(game: Game) -> str:
    return result_text(game.result, game.by_default)


def _names(one: OneResult, tournament: Tournament) -> str:
    """Who plays, in a match with their teams."""
    if one.match:
        return names_of(one, tournament)
    return " – ".join(tournament.player(player).name for player in one.game.players)


def _number(text: str) -> int:
    return int(text) if text.isascii() and text.isdecimal() else 0


def enter(visit: Visit) -> Response:
    """Enter what was typed, or what a button says."""
    form = visit.form
    typed = typed_results(form.text("typed") or f"{form.text('table')} {form.text('result')}")
    request = Results(typed, number=form.number("round"), again=form.said("yes"))
    done = visit.do(
        lambda state: entered(state, request), f"desk: results of round {request.number}: {' '.join(typed)}"
    )
    said = []
    for one in done.value.entered:
        text = _text(one.game) or "no result"
        was = _text(one.before)
        instead = f" instead of {was}" if was not in ("", text) else ""
        said.append(f"Table {one.place}: {_names(one, done.after.tournament)} {text}{instead}")
    more = ("&all=1" if form.said("all") else "") + (f"&since={form.number('since')}" if form.said("since") else "")
    return visit.back(f"results?round={done.value.number}{more}", *said, notes=visit.noted(done))
