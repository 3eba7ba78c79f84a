"""Check-in by players: find your name, say that you are here, for which rounds. Nobody can say that somebody is not."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.hall.arrivals import i_am_here, next_missed, proposed, rounds_to_come
from ...model.records.hall import Here
from ...model.tournament.numbers import parse_int
from .hall_context import HallContext, NotHereError


def show(context: HallContext) -> Response:
    """The names that fit what was typed; or, once one is chosen, its rounds and what was said."""
    view = context.room.view()
    tournament = context.room.desk.read().tournament
    player = view.player(context.part("player"))
    if context.request.path_params.get("player") and not player:
        raise NotHereError
    rounds = rounds_to_come(tournament)
    here = context.room.hall.state().here.get(player, Here()) if player else Here()
    return context.page(
        "check_in.html",
        person=view.people[player] if player else None,
        asked=context.query("name"),
        found=view.found(context.query("name")),
        rounds=rounds,
        entered=proposed(tournament, tournament.player(player)) if player else [],
        here=here,
        missed=next_missed(tournament, here),
        to_come=set(rounds),
    )


def say(context: HallContext) -> Response:
    """Take that a player is here."""
    player = context.room.view().player(context.part("player"))
    if not player:
        raise NotHereError
    rounds = [number for text in context.form.fields.get("round", ()) if (number := parse_int(text))]
    i_am_here(context.room.desk.read(), context.room.hall, player, rounds)
    return context.to(context.request.url.path)
