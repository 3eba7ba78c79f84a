"""Check-in by players: find your name, say that you are here, for which rounds. Nobody can say that somebody is not."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.hall.check_in import i_am_here, next_missed, proposed, rounds_to_come
from ...io.tables import parse_int
from ...model.records.hall import Here
from .calls import Call, NotHereError


def show(call: Call) -> Response:
    """The names that fit what was typed; or, once one is chosen, its rounds and what was said."""
    view = call.room.view()
    tournament = call.room.desk.read().tournament
    number = call.number("player")
    player = view.player(number)
    if call.request.path_params.get("player") and not player:
        raise NotHereError
    rounds = rounds_to_come(tournament)
    here = call.room.hall.state().here.get(player, Here()) if player else Here()
    return call.page(
        "check_in.html",
        person=view.people[player] if player else None,
        number=number,
        asked=call.query("name"),
        found=view.found(call.query("name")),
        rounds=rounds,
        entered=proposed(tournament, tournament.player(player)) if player else [],
        here=here,
        missed=next_missed(tournament, here),
        to_come=set(rounds),
    )


def say(call: Call) -> Response:
    """Take that a player is here."""
    player = call.room.view().player(call.number("player"))
    if not player:
        raise NotHereError
    rounds = [number for text in call.form.get("round", []) if (number := parse_int(text))]
    i_am_here(call.room.desk.read(), call.room.hall, player, rounds)
    return call.to(call.request.url.path)
