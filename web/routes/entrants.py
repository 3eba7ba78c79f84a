"""Who plays: the table of everybody, ticks for the rounds, a late entry, a file of registrations."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ...desk.people.absences import Absent, Withdraw, absent, withdraw
from ...desk.people.entries import register, registrations_sent
from ...desk.people.players import Cells, ChangePlayer, add, players
from ...desk.people.players import change as changed
from ...desk.rounds.numbers import next_round
from ...model.errors import InputError, Problem
from ...model.tournament.player import Player, Status
from ...model.tournament.round_sets import rounds_text
from ..visits import Visit

FIELDS = ("name", "rank", "rating", "club", "country", "pin", "rounds", "group")


def show(visit: Visit) -> Response:
    """Everybody registered; who plays the next round is ticked."""
    by = visit.query("by")
    found = visit.desk.ask(lambda state: players(state, by)).value
    sought = visit.query("q").casefold()
    listed = [p for p in found.players if sought in f"{p.name} {p.club} {p.country} {p.rank_name}".casefold()]
    tournament = visit.state.tournament
    number = min(next_round(tournament), tournament.settings.rounds) if not _over(visit) else 0
    return visit.page(
        "entrants.html",
        listed=listed,
        total=len(found.players),
        by=by,
        q=visit.query("q"),
        number=number,
        plays={p.id for p in found.players if number and p.enters(number)},
        start={p.id: found.start[p.id] for p in listed},
        rounds=lambda p: "all" if p.rounds is None else rounds_text(p.rounds, tournament.settings.rounds) or "none",
    )


def _over(visit: Visit) -> bool:
    return visit.overview.phase == "over"


def act(visit: Visit) -> Response:
    """Enter a player or a file, tick who is here, take somebody out."""
    form = visit.form
    if form.said("add"):
        given: dict[str, Any] = {field: form.text(field) for field in FIELDS if form.text(field)}
        cells = Cells(**given)
        done = visit.do(lambda state: add(state, cells), f"desk: enter {form.text('name')}")
        player = done.value
        return visit.back("entrants", f"{player.name} {player.rank_name} is entered.", notes=visit.noted(done))
    if "file" in form.files:
        name, data = form.files["file"]
        request = registrations_sent(data, name, form.text("skip"))
        merged = visit.do(lambda state: register(state, request), f"desk: register {name}")
        text = f"{len(merged.value.new)} new, {len(merged.value.changed)} changed."
        return visit.back("entrants", text, notes=visit.noted(merged))
    if form.said("here"):
        return _here(visit)
    if form.said("withdraw"):
        who = form.text("withdraw")
        gone = visit.do(lambda state: withdraw(state, Withdraw([who])), f"desk: withdraw {who}")
        name = gone.after.tournament.player(who).name
        return visit.back("entrants", f"{name} plays no further round.", notes=visit.noted(gone))
    raise InputError([Problem("nothing is asked for", expected="a player or a file")])


def _here(visit: Visit) -> Response:
    """Tick or untick one player for a round."""
    who, number = visit.form.text("here"), visit.form.number("round")
    rounds = visit.state.tournament.settings.rounds
    player = visit.state.tournament.player(who)
    if player.enters(number):
        done = visit.do(lambda state: absent(state, Absent([who], str(number))), f"desk: {who} misses round {number}")
        text = f"{player.name} misses round {number}."
    else:
        plays = rounds_text(player.rounds_entered(rounds) | {number}, rounds)
        cells = Cells(rounds=plays, status="final" if player.status is not Status.FINAL else None)
        done_ = visit.do(lambda state: changed(state, ChangePlayer(who, cells)), f"desk: {who} plays round {number}")
        return visit.back("entrants", f"{player.name} plays round {number}.", notes=visit.noted(done_))
    return visit.back("entrants", text, notes=visit.noted(done))


def one(visit: Visit) -> Response:
    """One player, to be changed."""
    player = visit.state.tournament.player(visit.request.path_params["player"])
    return visit.page("entrant.html", player=player, fields=_values(player, visit))


def _values(player: Player, visit: Visit) -> dict[str, str]:
    rounds = visit.state.tournament.settings.rounds
    return {
        "name": player.name if not player.first_name else f"{player.surname}, {player.first_name}",
        "rank": player.rank_name,
        "rating": "" if player.rating_is_derived else str(player.rating),
        "club": player.club,
        "country": player.country,
        "pin": player.pin,
        "rounds": "all" if player.rounds is None else rounds_text(player.rounds, rounds) or "none",
        "group": "; ".join(player.groups),
    }


def change(visit: Visit) -> Response:
    """Change what is different."""
    who = visit.request.path_params["player"]
    now = _values(visit.state.tournament.player(who), visit)
    given = {field: visit.form.text(field) for field in FIELDS if field in visit.form.fields}
    different = {field: text for field, text in given.items() if text != now[field]}
    if not different:
        return visit.back("entrants", "Nothing was different.")
    said: dict[str, Any] = {field: text for field, text in different.items() if text}
    cells = Cells(**said)
    clear = [field for field, text in different.items() if not text]
    done = visit.do(lambda state: changed(state, ChangePlayer(who, cells, clear)), f"desk: change {who}")
    return visit.back("entrants", f"{done.value.name} is changed.", notes=visit.noted(done))
