"""Readers' pages: pairings, standings, a page for each player, a screen for the projector.

Every function here only reads, and reads nothing but the shared view: it has no way to write, and none to a solver.
A test looks at the imports of this file and at the methods of its routes.
"""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from .hall_context import HallContext, NotHereError

LINES = 20  # of one picture on the screen, in two columns
SECONDS = 12  # that it stays


def home(context: HallContext) -> Response:
    """Find your name; the tables and the standings."""
    view = context.view()
    asked = context.query("name")
    return context.page("home.html", view=view, asked=asked, found=view.found(asked), live=_live(context, view, "home"))


def tables(context: HallContext) -> Response:
    """The boards of a round, by default of the one that was published last."""
    view = context.view()
    last = view.drawn.number if view.drawn else 0
    number = context.part("round") or last
    if number > last:
        raise NotHereError
    values: dict[str, Any] = {"number": number, "boards": view.boards(number), "others": view.without_board(number)}
    return context.page("tables.html", view=view, last=last, live=_live(context, view, "tables"), **values)


def standings(context: HallContext) -> Response:
    """The standings after the last round that was published."""
    view = context.view()
    return context.page("standings.html", view=view, rows=view.standings(), live=_live(context, view, "standings"))


def prizes(context: HallContext) -> Response:
    """The prizes as they were announced."""
    view = context.view()
    if not view.has_prizes:
        raise NotHereError
    return context.page("prizes.html", view=view, prizes=view.prizes(), live=_live(context, view, "prizes"))


def cups(context: HallContext) -> Response:
    """The cups with their trees."""
    view = context.view()
    if not view.cups():
        raise NotHereError
    return context.page("cups.html", view=view, live=_live(context, view, "cups"))


def player(context: HallContext) -> Response:
    """A player's own page: the next game, why this opponent, the results, the place."""
    view, number = context.view(), context.part("player")
    card = view.card(number)
    if card is None:
        raise NotHereError
    return context.page("player.html", view=view, card=card, live=_live(context, view, f"player/{number}"))


def screen(context: HallContext) -> Response:
    """The boards in large letters, then the cups, one picture after the other; it goes to the next by itself."""
    view = context.view()
    lines = view.boards(view.drawn.number) if view.drawn else []
    trees = [cup for cup in view.cups() if cup["stages"]]
    boards = max(1, -(-len(lines) // LINES))
    count = boards + len(trees)
    asked = context.query("page")
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
    return context.page("screen.html", view=view, live=_live(context, view, "screen"), **values)


def _live(context: HallContext, view: Any, page: str) -> str:
    """Where the page hears that it has changed since the view that it was made from."""
    return f"{context.base}live?page={page}&seen={view.mark(page)}"
