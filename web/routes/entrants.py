"""Who plays: the table of everybody, ticks for the rounds, a late entry, a file of registrations."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.people.entries import register, registrations_sent
from ...desk.people.players import Cells, ChangePlayer, add, players
from ...desk.people.players import change as changed
from ...model.errors import InputError, Problem
from ..visits import Visit


def show(visit: Visit) -> Response:
    """Everybody registered."""
    found = visit.desk.ask(lambda state: players(state, visit.query("by") or "")).value
    return visit.page("entrants.html", listed=found, by=visit.query("by"))


def act(visit: Visit) -> Response:
    """Enter one player, or a file."""
    form = visit.form
    if form.said("add"):
        cells = {field: form.text(field) for field in ("name", "rank", "club", "country", "rounds") if form.text(field)}
        done = visit.do(lambda state: add(state, Cells(**cells)), f"desk: enter {form.text('name')}")
        player = done.value
        return visit.back("entrants", f"{player.name} {player.rank_name} is entered.", notes=visit.noted(done))
    if "file" in form.files:
        name, data = form.files["file"]
        request = registrations_sent(data, name, form.text("skip"))
        merged = visit.do(lambda state: register(state, request), f"desk: register {name}")
        text = f"{len(merged.value.new)} new, {len(merged.value.changed)} changed."
        return visit.back("entrants", text, notes=visit.noted(merged))
    raise InputError([Problem("nothing is asked for", expected="a player or a file")])


def one(visit: Visit) -> Response:
    """One player, to be changed."""
    player = visit.state.tournament.player(visit.request.path_params["player"])
    return visit.page("entrant.html", player=player, rounds=visit.state.tournament.settings.rounds)


def change(visit: Visit) -> Response:
    """Change what is different."""
    who = visit.request.path_params["player"]
    cells = {field: visit.form.text(field) for field in visit.form.fields if field in Cells.__slots__}
    request = ChangePlayer(who, Cells(**{name: text for name, text in cells.items() if text}))
    done = visit.do(lambda state: changed(state, request), f"desk: change {who}")
    return visit.back("entrants", f"{done.value.name} is changed.", notes=visit.noted(done))
