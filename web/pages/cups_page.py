"""The cups: their trees, a form to make and change them, and who advances where no result says it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from starlette.responses import Response

from ...desk.hall.arrivals import rounds_to_come
from ...desk.messages.cup_texts import head, how_text, open_text
from ...desk.placing import run_cups
from ...desk.placing.run_cups import CUP, DECIDE, REMOVE_CUP, CupRequest, CupShown, DecideRequest, RemoveCupRequest
from ...desk.verb import build
from ...model.cup import COUNTS, SEEDINGS
from ...model.cups.bracket import Fate, Match, stage_of
from ...model.errors import InputError
from ...model.language import ENGLISH
from ...model.tournament.tournament import Tournament
from ..context import RequestContext, to_correct
from ..page import Page

#: Matches in which the director may say who advances.
DECIDABLE = (Fate.UNDECIDED, Fate.PLAYING, Fate.WALKOVER, Fate.DECIDED)

SEEDED = {
    "rating": "rating",
    "rank": "rank, then rating",
    "start": "start score, then rating",
    "standings": "the standings after a round",
    "given": "the order of the players named below",
}
COUNTED = {"all": "all", "none": "none", "before-semifinals": "those before the semifinals"}


def show(context: RequestContext, typed: CupRequest | None = None, problems: Sequence[str] = ()) -> Response:
    """All cups; what was typed of one stays in its form where something is wrong with it."""
    tournament = context.state.tournament
    found = run_cups.cups(context.state).value
    return context.page(
        "cups.html",
        422 if problems else 200,
        typed=typed,
        typed_players="; ".join(typed.players or ()) if typed else "",
        problems=problems,
        cups=[_shown(one, tournament) for one in found],
        seedings=[(key, SEEDED[key]) for key in SEEDINGS],
        counted=[(key, COUNTED[key]) for key in COUNTS],
        next=rounds_to_come(tournament).start,
    )


def _shown(one: CupShown, tournament: Tournament) -> dict[str, Any]:
    known = tournament.by_id()
    own = one.bracket
    can = [m for m in own.matches if one.kept and m.both and m.fate in DECIDABLE and not own.is_settled(m, tournament)]
    return {
        "cup": one.cup,
        "head": head(one.cup).removeprefix(f"Cup {one.cup.name}: "),
        "one": one,
        "begun": run_cups.has_begun(one.cup, tournament),
        "stages": run_cups.stages(one.bracket, known.get, ENGLISH),
        "open": [open_text(match, tournament) for match in one.to_decide],
        "matches": [_match(match, tournament) for match in can],
        "players": "; ".join(known[p].name if p in known else p for p in one.cup.players),
    }


def _match(match: Match, tournament: Tournament) -> dict[str, Any]:
    a, b = match.both or ("", "")
    by_hand = match.fate is Fate.DECIDED
    title = f"{stage_of(match).capitalize()}, round {match.of_round}: {how_text(match)}"
    sides = [(p, tournament.player(p).name) for p in (a, b)]
    return {"title": title, "sides": sides, "stage": match.round, "by_hand": by_hand, "open": match.winner is None}


def act(context: RequestContext) -> Response:
    """Make or change a cup, remove it, or say who advances."""
    name = context.form.text("name")
    if context.form.said("remove"):
        out = context.commit(REMOVE_CUP, context.asked(RemoveCupRequest))
        return context.back("cups", f"The cup {name} is removed.", notes=context.noted(out))
    if context.form.said("player"):
        return _decided(context, name)
    request = _request(context)
    try:
        done = context.commit(CUP, request)
    except InputError as error:
        return show(context, request, to_correct(error))
    return context.back("cups", f"The cup {done.value.cup.name} is saved.", notes=context.noted(done))


def _decided(context: RequestContext, name: str) -> Response:
    """Say who advances from a match: a player, nobody, or whoever the result says."""
    form, how = context.form, context.form.text("winner")
    nobody, by_result = how == "nobody", how == "result"
    player = form.text("player") if nobody or by_result else how
    stage = form.number("stage")
    request = build(DecideRequest, name=name, player=player, nobody=nobody, by_result=by_result, stage=stage)
    done = context.commit(DECIDE, request)
    who = context.state.tournament.player(player).name
    said = f"{who} advances." if not (nobody or by_result) else "Nobody advances." if nobody else "The result decides."
    return context.back("cups", f"Cup {name}, {stage_of(done.value)}: {said}", notes=context.noted(done))


def _request(context: RequestContext) -> CupRequest:
    """A cup as the form has it; a blank number is as by default, or as it was."""
    form = context.form
    own: dict[str, object] = {name: form.names(name) for name in ("who", "players") if name in form.fields}
    own |= {"groups": form.text("groups")} if "groups" in form.fields else {}
    played = run_cups.rounds_read(form.text("in_rounds")) if "in_rounds" in form.fields else None
    own |= {"in_rounds": played} | ({"first": None} if played else {})
    return context.asked(CupRequest, third_place=form.said("third_place"), handicap=form.said("handicap"), **own)


PAGES = (Page("cups", show, act, under="entrants"),)
