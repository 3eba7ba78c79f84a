"""Results: one field for the keyboard, a button for each side of each board, only what is outstanding."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.rounds.results import Results
from ...desk.rounds.results import enter as entered
from ...desk.rounds.typed import typed_results
from ...model.tournament.games import Result, result_text
from ..visits import Visit


def show(visit: Visit) -> Response:
    """The boards of the round that is played; with `all` those with a result too."""
    tournament = visit.state.tournament
    published = [drawn for drawn in tournament.rounds if not drawn.draft]
    number = int(visit.query("round")) if visit.query("round").isdecimal() else 0
    drawn = next((one for one in published if one.number == number), published[-1] if published else None)
    boards = list(drawn.games) if drawn else []
    everything = bool(visit.query("all"))
    return visit.page(
        "results.html",
        drawn=drawn,
        published=[one.number for one in published],
        boards=[game for game in boards if everything or game.result is Result.UNKNOWN],
        missing=sum(game.result is Result.UNKNOWN for game in boards),
        total=len(boards),
        everything=everything,
        people=tournament.by_id(),
        text=lambda game: result_text(game.result, game.by_default),
    )


def enter(visit: Visit) -> Response:
    """Enter what was typed, or what a button says."""
    form = visit.form
    typed = typed_results(form.text("typed") or f"{form.text('table')} {form.text('result')}")
    request = Results(typed, number=form.number("round"), again=form.said("yes"))
    done = visit.do(
        lambda state: entered(state, request), f"desk: results of round {request.number}: {' '.join(typed)}"
    )
    people = done.after.tournament.by_id()
    said = []
    for one in done.value.entered:
        white, black = (people[player].name for player in one.game.players)
        text = result_text(one.game.result, one.game.by_default) or "no result"
        said.append(f"Table {one.game.table}: {white} – {black} {text}")
    everything = "&all=1" if form.said("all") else ""
    return visit.back(f"results?round={done.value.number}{everything}", *said, notes=visit.noted(done))
