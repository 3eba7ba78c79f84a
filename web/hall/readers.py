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
    asked = context.query("name")
    return _page(context, "home", asked=asked, found=context.view().found(asked))


def tables(context: HallContext) -> Response:
    """The boards of a round, by default of the one that was published last."""
    view = context.view()
    last = view.drawn.number if view.drawn else 0
    number = context.part("round") or last
    if number > last:
        raise NotHereError
    others = view.without_board(number)
    return _page(context, "tables", last=last, number=number, boards=view.boards(number), others=others)


def standings(context: HallContext) -> Response:
    """The standings after the last round that was published."""
    return _page(context, "standings", rows=context.view().standings())


def prizes(context: HallContext) -> Response:
    """The prizes as they were announced."""
    view = context.view()
    if not view.has_prizes:
        raise NotHereError
    return _page(context, "prizes", prizes=view.prizes())


def cups(context: HallContext) -> Response:
    """The cups with their trees."""
    if not context.view().cups():
        raise NotHereError
    return _page(context, "cups")


def player(context: HallContext) -> Response:
    """A player's own page: the next game, why this opponent, the results, the place."""
    number = context.part("player")
    card = context.view().card(number)
    if card is None:
        raise NotHereError
    return _page(context, "player", f"/{number}", card=card)


def screen(context: HallContext) -> Response:
    """The boards in large letters, then the cups, one picture after the other; it goes to the next by itself."""
    view = context.view()
    last = view.drawn.number if view.drawn else 0
    lines, trees = view.boards(last), [cup for cup in view.cups() if cup["stages"]]
    boards = max(1, -(-len(lines) // LINES))
    count = boards + len(trees)
    page = ((context.number("page") or 1) - 1) % count
    return _page(
        context,
        "screen",
        lines=lines[page * LINES : (page + 1) * LINES],
        cup=trees[page - boards] if page >= boards else None,
        others=view.without_board(last),
        page=page + 1,
        count=count,
        following=(page + 1) % count + 1,
        seconds=SECONDS,
    )


def _page(context: HallContext, name: str, of: str = "", /, **values: Any) -> Response:
    """A page of the view of this moment; `live` is where it hears that it has changed since."""
    view = context.view()
    live = f"{context.base}live?page={name}{of}&seen={view.mark(name + of)}"
    return context.page(f"{name}.html", view=view, live=live, **values)
