"""A round: its boards with their prices, what is asked of the next draw, and draw, publish, swap."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any
from urllib.parse import urlencode

from starlette.responses import RedirectResponse, Response

from ...desk.hall.hand_in import take
from ...desk.hall.links import hall_of
from ...desk.messages.foresight_texts import standing_lines
from ...desk.messages.proof_texts import at_draw_text, claim_text, disagreement_lines
from ...desk.rounds.draw_round import DRAW, PUBLISH, Draw, DrawnAnswer, Publish
from ...desk.rounds.plan.planning import plan_status
from ...desk.rounds.priced import PricedBoard, priced
from ...desk.rounds.proof.proving import claim_by, stated_round
from ...desk.rounds.proof.since_draw import since_draw_lines
from ...desk.rounds.repair.no_show import free_pairs
from ...desk.rounds.round_numbers import not_begun, round_number
from ...desk.rounds.show_round import boards_of_match
from ...desk.rounds.wishes import KINDS, NO_WISHES, Wishes, each, wish_lines, with_more, without
from ...desk.verb import fields_of
from ...model.errors import InputError, Problem
from ...model.language import counted, first_few
from ...model.tournament.games import result_text
from ..context import RequestContext
from ..next_draw import forget, keep, wish_value, wishes_sent
from ..page import Page

MOST_SAID = 4  # boards that differ from the draft before, each named
FEW = 10  # boards that nobody needs to filter


def show(context: RequestContext) -> Response:
    """The boards of a round, by default the last."""
    tournament, wishes = context.state.tournament, _wishes(context)
    if not tournament.rounds:
        return context.page("round.html", found=None, ahead=_ahead(context), **wishes)
    found = priced(context.state, number_in(context), context.desk.path, context.asked_wishes).value
    drawn, is_last = found.round, found.round.number == len(tournament.rounds)
    return context.page(
        "round.html",
        found=found,
        drawn=drawn,
        ahead=_ahead(context) if is_last and not found.stale else None,
        stale=since_draw_lines(found.stale, tournament),
        at_draw=at_draw_text(found.at_draw) if found.at_draw else "",
        free=all(name in found.alike for board in found.boards for name, _ in board.dearest),
        plain=not any(result_text(g.result) or g.by_hand for g in drawn) and not any(b.settled for b in found.boards),
        not_begun=is_last and not_begun(drawn),
        seats={game.table: boards_of_match(game, tournament) for game in drawn},
        **_sought(context, found.boards),
        **_opinion(context, drawn.number),
        **wishes,
    )


def _sought(context: RequestContext, boards: Sequence[PricedBoard]) -> dict[str, Any]:
    """The boards that the address asks for; who is chosen stays among them, whoever is sought."""
    only, by, people = context.query("only"), context.query("by"), context.state.tournament.by_id()
    chosen = set(context.request.query_params.getlist("p"))

    def sought(*ids: str, table: int = 0) -> bool:
        return not chosen.isdisjoint(ids) or context.seeks(*(people[one] for one in ids), table=table)

    some = [b for b in _listed(boards, only, by) if sought(*b.players, table=b.game.table if b.game else 0)]
    listed = {"boards": some, "sought": sought, "only": only, "by": by, "chosen": chosen}
    return listed | context.search(FEW)


def _wishes(context: RequestContext) -> dict[str, Any]:
    asked = context.next_draw()
    lines = wish_lines(asked.wishes, context.state.tournament) if asked else []
    return {
        "to_play": free_pairs(context.state.tournament),
        "asked": [*zip(map(wish_value, each(asked.wishes)), lines, strict=True)] if asked else [],
        "asked_number": asked.number if asked else 0,
        "waiting": bool(asked and asked.waiting),
        "fields": fields_of(Draw),
    }


def _ahead(context: RequestContext) -> tuple[bool, list[str]]:
    """Whether something is wrong with the rounds to come, and the lines that say it, or that they stay possible."""
    ahead = plan_status(context.state)
    return (ahead.short, standing_lines(ahead, context.state.tournament)) if ahead is not None else (False, [])


def number_in(context: RequestContext) -> int:
    """The round that the address names; 0, the last, where it names none that has been drawn."""
    number = context.number("round") or 0
    return number if number <= len(context.state.tournament.rounds) else 0


def _listed(boards: Sequence[PricedBoard], only: str, by: str) -> list[PricedBoard]:
    """Those boards alone that are drawn up or down, or dear; the dearest first, or by table."""
    some = [one for one in boards if {"floats": one.gap != 0, "dear": one.dear}.get(only, True)]
    return sorted(some, key=lambda one: (-one.cost, one.game.table if one.game else 0)) if by == "price" else some


def act(context: RequestContext) -> Response:
    """Draw, publish, or do something about the players that are chosen."""
    form = context.form
    if form.said("publish"):
        final = form.request(Publish, asked=context.asked_wishes, disagreement=_disagreement(context))
        published = context.commit(PUBLISH, final)
        answer = context.back("results", f"Round {published.value} is published.", notes=context.noted(published))
        return forget(answer, context.name)
    if form.said("line_ups"):
        return _confirm_line_ups(context)
    if form.said("draw"):
        return _draw(context)
    if form.said("forget"):
        said = "Changes to what is asked of the draw are forgotten."
        return forget(context.back(f"round?{_where(context)}", said, undo=False), context.name)
    if form.said("ask") or form.said("drop"):
        return _ask(context)
    if form.said("swap") or form.said("why") or form.said("without"):
        return _about(context)
    raise InputError([Problem("nothing is asked for", expected="a button of the page")])


def _confirm_line_ups(context: RequestContext) -> Response:
    """Take what the captains have handed in for the last round, which is then looked at once more."""
    number = len(context.state.tournament.rounds)
    found = [one for one in context.line_ups if one.round == number]
    take(context.desk, hall_of(context.desk.path), [one.key for one in found], context.who, context.seen)
    names = first_few([one.team.name for one in found], MOST_SAID)
    return context.back("round", f"{counted(len(found), 'line-up')} entered: {names}. Now publish the round.")


def opinion(context: RequestContext) -> Response:
    """The lines of a round page that say what both engines have found in the background."""
    drawn = context.state.tournament.round(round_number(context.state.tournament, number_in(context)))
    return context.page("opinion.html", drawn=drawn, **_opinion(context, drawn.number))


def _opinion(context: RequestContext, number: int) -> dict[str, Any]:
    """What is claimed of a round by what both engines have found; if nothing is known, it is asked for."""
    found, asking = context.opinions.ask(context.state, number, context.desk.path, context.worker.busy)
    lines = disagreement_lines(found.disagreement, context.state, number) if found and found.disagreement else []
    claim = None
    if found is not None and found.best is not None:
        stated = stated_round(context.state, number, context.desk.path)
        claim = claim_by(context.state, stated, found.best, found.certified)
    text = claim_text(claim, context.state.tournament) if claim else ""
    return {"opinion": found, "claim": claim, "claimed": text, "disagreement": lines, "asking": asking}


def _disagreement(context: RequestContext) -> list[str]:
    """How the engines disagree on the round that is to be published, as far as it is known."""
    number = len(context.state.tournament.rounds)
    found = context.opinions.known(context.state, number, context.desk.path) if number else None
    return disagreement_lines(found.disagreement, context.state, number) if found and found.disagreement else []


def _where(context: RequestContext) -> str:
    """The address of the page that the form came from, behind its name."""
    kept = [(name, context.form.text(name)) for name in ("round", "only", "by") if context.form.text(name)]
    return urlencode(kept)


def _chosen(context: RequestContext, least: int, most: int) -> list[str]:
    """The players chosen in the table, or typed. Raises InputError where they are too few or too many."""
    chosen = context.form.all("p") or [text for text in (context.form.text("a"), context.form.text("b")) if text]
    if not least <= len(chosen) <= most:
        wanted = f"{least}" if least == most else f"{least} or {most}"
        raise InputError([Problem(f"{len(chosen)} players are chosen", expected=wanted)])
    return chosen


def _about(context: RequestContext) -> Response:
    """To the page about the players that are chosen: they are swapped, absent, or somebody asks why they meet."""
    if context.form.said("without"):
        gone = urlencode([("without", who) for who in _chosen(context, 1, 2)])
        return RedirectResponse(f"/t/{context.name}/repair?{gone}", 303)
    page, least = ("swap", 2) if context.form.said("swap") else ("why", 1)
    chosen = _chosen(context, least, 2)
    query = dict(zip("ab", chosen, strict=False)) | {"round": context.form.text("round")}
    return RedirectResponse(f"/t/{context.name}/{page}?{urlencode(query)}", 303)


def _ask(context: RequestContext) -> Response:
    """One more wish for the next draw, or one less."""
    found = context.next_draw()
    if found is None:
        raise InputError("no further round can be drawn")
    if context.form.said("drop"):
        wishes = without(found.wishes, wishes_sent(context.form.all("drop")))
    else:
        wishes = with_more(found.wishes, _new_wishes(context), context.state.tournament)
    more, less = without(wishes, found.wishes), without(found.wishes, wishes)
    said = [
        f"Asked of the draw of round {found.number}: {text}." for text in wish_lines(more, context.state.tournament)
    ]
    said += [f"Not asked for any more: {text}." for text in wish_lines(less, context.state.tournament)]
    return keep(context.back(f"round?{_where(context)}", *said, undo=False), context.name, found.number, wishes)


def _new_wishes(context: RequestContext) -> Wishes:
    """What a button asks for: two players to meet or not, byes, or wishes of its own, such as all boards of a round."""
    kind = context.form.text("ask")
    if kind == "bye":
        return NO_WISHES.but(bye=tuple(_chosen(context, 1, 2)))
    if kind not in ("force", "forbid"):
        return wishes_sent([kind])
    first, second = _chosen(context, 2, 2)
    return NO_WISHES.but(**{kind: ((first, second),)})


def _draw(context: RequestContext) -> Response:
    """Draw the next round, or the draft again, with what is asked for."""
    request = _with_wishes(context, context.form.request(Draw))
    drafted = any(drawn.draft for drawn in context.state.tournament.rounds)
    done: DrawnAnswer = context.carry_out(DRAW, request)
    best = "proven best that leaves a plan for later rounds" if done.for_plan else "proven best"
    proof = best if done.cost == done.bound else f"at least {done.bound:,}, not proven"
    head = "The search was stopped; this is the best round found so far. " if done.stopped else ""
    drawn = "drawn again, with the same boards" if drafted and not done.changed else "drawn"
    said = f"{head}Round {done.round} is {drawn}: cost {done.cost:,}, {proof}. It is a draft until you publish it."
    notes = [*_changes(done.changed), *done.notes]
    if request.dry_run:
        said = f"{head}Round {done.round} would be {drawn}: cost {done.cost:,}, {proof}. Nothing was written."
        return context.back("round", said, notes=notes, undo=False)
    return forget(context.back("round", said, notes=notes), context.name)


def _with_wishes(context: RequestContext, request: Draw) -> Draw:
    """A draw with all that waits for it and is sent with it; if that is what the draft has, it is kept anyway."""
    found = context.next_draw(request.again)
    if found is None:
        return request
    asked = without(found.wishes, found.of_draft) if request.fresh else found.wishes
    left = without(asked, wishes_sent(context.form.all("drop")))
    wishes = with_more(left, request, context.state.tournament)
    if wishes == found.of_draft:
        return request
    return request.but(**{kind: getattr(wishes, kind) for kind in KINDS}, fresh=True)


def _changes(lines: Sequence[str]) -> list[str]:
    """What differs from the draft before, the first few boards named."""
    if not lines:
        return []
    more = f"; and {len(lines) - MOST_SAID} more" if len(lines) > MOST_SAID else ""
    return [f"New against the draft before: {'; '.join(lines[:MOST_SAID])}{more}"]


PAGES = (
    Page("round", show, act, menu=(2, "Round")),
    Page("opinion", opinion),
)
