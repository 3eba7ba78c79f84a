"""Readers' pages: pairings, standings, a page for each player, a screen for the projector.

Every function here only reads, and reads nothing but the shared view: it has no way to write, and none to a solver.
A test looks at the imports of this file and at the methods of its routes.
"""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from .calls import Call, NotHereError

LINES = 20  # of one picture on the screen, in two columns
SECONDS = 12  # that it stays


def home(call: Call) -> Response:
    """Find your name; the tables and the standings."""
    view = call.view()
    asked = call.query("name")
    return call.page("home.html", view=view, asked=asked, found=view.found(asked), live=_live(call, view, "home"))


def tables(call: Call) -> Response:
    """The boards of a round, by default of the one that was published last."""
    view = call.view()
    last = view.drawn.number if view.drawn else 0
    number = call.number("round") or last
    if number > last:
        raise NotHereError
    values: dict[str, Any] = {"number": number, "boards": view.boards(number), "others": view.without_board(number)}
    return call.page("tables.html", view=view, last=last, live=_live(call, view, "tables"), **values)


def standings(call: Call) -> Response:
    """The standings after the last round that was published."""
    view = call.view()
    return call.page("standings.html", view=view, rows=view.standings(), live=_live(call, view, "standings"))


def prizes(call: Call) -> Response:
    """The prizes as they were announced."""
    view = call.view()
    if not view.has_prizes:
        raise NotHereError
    return call.page("prizes.html", view=view, prizes=view.prizes(), live=_live(call, view, "prizes"))


def cups(call: Call) -> Response:
    """The cups with their trees."""
    view = call.view()
    if not view.cups():
        raise NotHereError
    return call.page("cups.html", view=view, live=_live(call, view, "cups"))


def player(call: Call) -> Response:
    """A player's own page: the next game, why this opponent, the results, the place."""
    view, number = call.view(), call.number("player")
    card = view.card(number)
    if card is None:
        raise NotHereError
    return call.page("player.html", view=view, card=card, live=_live(call, view, f"player/{number}"))


def screen(call: Call) -> Response:
    """The boards in large letters, then the cups, one picture after the other; it goes to the next by itself."""
    view = call.view()
    lines = view.boards(view.drawn.number) if view.drawn else []
    trees = [cup for cup in view.cups() if cup["stages"]]
    boards = max(1, -(-len(lines) // LINES))
    count = boards + len(trees)
    asked = call.query("page")
    page = (int(asked) - 1) % count if asked.isascii() and asked.isdecimal() and len(asked) < 5 else 0
    shown = lines[page * LINES : (page + 1) * LINES]
    following = (page + 1) % count + 1
    values: dict[str, Any] = {
        "lines": shown,
        "cup": trees[page - boards] if page >= boards else None,
        "others": view.without_board(view.drawn.number) if view.drawn else [],
        "page": page + 1,
        "count": count,
        "following": following,
        "seconds": SECONDS,
    }
    return call.page("screen.html", view=view, live=_live(call, view, "screen"), **values)


def _live(call: Call, view: Any, page: str) -> str:
    """Where the page hears that it has changed since the view that it was made from."""
    return f"{call.base}live?page={page}&seen={view.mark(page)}"
