"""Who plays: the table of everybody, ticks for a round, a late entry."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from urllib.parse import urlencode

from starlette.responses import HTMLResponse, Response

from ...desk.hall.arrivals import gone_home, rounds_to_come
from ...desk.messages.written_values import halves_text
from ...desk.people.change_players import ADD, IN_FORMS, AddPlayer, ChangePlayer, players
from ...desk.people.change_players import change as changed
from ...desk.people.miss_rounds import WITHDRAW, Absent, Withdraw, absent, nobody_yet
from ...desk.placing.rank import ShowGroups, groups
from ...desk.rounds.repair.no_show import free_pairs, open_round
from ...desk.settings.change_settings import ChangeSettings
from ...desk.settings.change_settings import change as set_to
from ...desk.verb import Committed, build
from ...model.errors import InputError, Problem
from ...model.tournament.numbers import rounds_text
from ...model.tournament.person import Player, Status
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ..context import RequestContext, to_correct
from ..page import Page
from ..rendering import rendered
from . import import_page

MOST_FIELDS_OF_PAIR = 3  # of a new pair or trio; more by a file
FEW = 20  # players who are seen at a glance, without a search
GROUPS_SHOWN = 8  # players named in a group before the rest is folded
WITHOUT = {("bar", "auto"): "The bar is chosen by the table.", ("floor", "none"): "There is no floor."}
#: What can be shown alone, by its word in the address.
SHOWN = {"": "Everybody", "here": "Here", "away": "Away", "preliminary": "Preliminary", "withdrawn": "Withdrawn"}


def show(
    context: RequestContext, *, typed: dict[str, Any] | None = None, problems: list[str] | None = None
) -> Response:
    """Everybody registered; who plays the round chosen is ticked."""
    tournament, number, by = context.state.tournament, _round(context), context.query("by") or "name"
    plays = {p.id for p in tournament.players if number and p.enters(number)}
    counts = {word: sum(_is(word, p, plays) for p in tournament.players) for word in SHOWN}
    only = context.query("show") if context.query("show") in SHOWN else ""
    listed = [p for p in players(context.state, by).value.players if _is(only, p, plays) and context.seeks(p)]
    return context.page(
        "entrants.html",
        422 if problems else 200,
        listed=listed,
        few=FEW,
        by=by,
        q=context.query("q"),
        only=only,
        shown={word: title for word, title in SHOWN.items() if counts[word] or word in ("", "here", "away")},
        counts=counts,
        number=number,
        open_rounds=rounds_to_come(tournament),
        plays=plays,
        rounds=_entered(tournament),
        typed=typed or {},
        problems=problems or [],
        grouped=any(p.groups for p in listed),
        several=_members(tournament.settings),
        **_come_and_gone(context, number),
    )


def _come_and_gone(context: RequestContext, number: int) -> dict[str, Any]:
    """A player just entered who could play in the last round, and a test whether the absent have gone home."""
    tournament, late = context.state.tournament, context.query("late")
    known = late in tournament.by_id() and open_round(tournament) is not None
    return {
        "home": gone_home(tournament, number),
        "late": late if known else "",
        "to_play": free_pairs(tournament, late) if known else [],
    }


def _entered(tournament: Tournament) -> Callable[[Player], str]:
    rounds = tournament.settings.rounds
    return lambda p: "all" if p.rounds is None else rounds_text(p.rounds, rounds) or "none"


def _members(settings: Settings) -> int:
    """For how many members of a new entrant there are fields; 0 where everybody plays alone."""
    return {"teams": settings.teams.boards, "pairs": MOST_FIELDS_OF_PAIR}.get(settings.entrants.kind, 0)


def _is(word: str, player: Player, plays: set[str]) -> bool:
    """Whether a player is among those whom a word of SHOWN means."""
    if word in ("here", "away"):
        return (player.id in plays) is (word == "here")
    return not word or player.status.value == word


def _round(context: RequestContext) -> int:
    """The round that the ticks are about: as chosen, else the next; 0 where none is left."""
    rounds = rounds_to_come(context.state.tournament)
    chosen = context.number("round") or 0
    return chosen if chosen in rounds else (rounds[0] if rounds else 0)


def act(context: RequestContext) -> Response:
    """Enter a player, tick who is here, or read a file."""
    form = context.form
    if "file" in form.files:
        return import_page.act(context)
    if form.said("add"):
        return _add(context)
    if form.said("nobody"):
        return _nobody(context)
    for word in ("here", "away", "only", "gone"):
        if form.said(word):
            return _tick(context, form.text(word), word)
    raise InputError([Problem("nothing is asked for", expected="a player or a file")])


def _add(context: RequestContext) -> Response:
    form = context.form
    given: dict[str, Any] = {one.key: form.text(one.name) for one in IN_FORMS if form.text(one.name)}
    given |= {"members": form.all("member")} if form.all("member") else {}
    try:
        done = context.commit(ADD, build(AddPlayer, **given))
    except InputError as error:
        free = error.problems[0].offered("columns")
        if free is None:
            return show(context, typed=given, problems=to_correct(error))
        if not form.said("namesake"):
            raise
        done = context.commit(ADD, build(AddPlayer, **given, columns=dict(free)))
    player = done.value
    said = f"{player.name} {player.rank_name} is entered."
    return context.back(f"entrants?{urlencode({'new': 1, 'late': player.id})}", said, notes=context.noted(done))


def _tick(context: RequestContext, who: str, word: str) -> Response:
    """Say that a player is here for a round, away in it, away in it only or gone; a click answers with their line."""
    number, rounds = context.form.number("round"), context.state.tournament.settings.rounds
    player = context.state.tournament.player(who)
    said = f"{player.name} {'plays' if word == 'here' else 'misses'} round {number}"
    done: Committed[Any]
    if word == "gone":
        said = f"{player.name} has gone home and plays no further round"
        done = context.commit(WITHDRAW, build(Withdraw, who=[who]))
    elif word == "away":
        done = context.do(lambda state: absent(state, build(Absent, who=[who], rounds=str(number))), said)
    elif number not in rounds_to_come(context.state.tournament):
        raise InputError(f"round {number} is already published")
    else:
        plays = player.rounds_entered(rounds) - {number} | ({number} if word == "here" else set())
        status = "final" if player.status is not Status.FINAL else None
        asked = build(ChangePlayer, who=who, rounds=rounds_text(plays, rounds), status=status)
        done = context.do(lambda state: changed(state, asked), said)
    if context.request.headers.get("hx-request"):
        context.said = [f"{said}."], context.noted(done), context.is_step
        return _line(context, who, number)
    return context.back(f"entrants?round={number}", f"{said}.", notes=context.noted(done))


def _nobody(context: RequestContext) -> Response:
    """Everybody misses a round until they are ticked; one step, which can be taken back."""
    number = context.form.number("round")
    done = context.do(lambda state: nobody_yet(state, number), f"nobody is here yet for round {number}")
    said = f"Nobody is here yet for round {number}: tick those who come. {len(done.value)} are waited for."
    return context.back(f"entrants?round={number}&show=away", said)


def _line(context: RequestContext, who: str, number: int) -> Response:
    """One player's line of the table, with the revision that the page's forms have from now on."""
    tournament = context.state.tournament
    player = tournament.player(who)
    plays = {p.id for p in tournament.players if p.enters(number)}
    values = {
        "counts": {word: sum(_is(word, p, plays) for p in tournament.players) for word in ("here", "away")},
        "p": player,
        "here": player.enters(number),
        "number": number,
        "base": f"/t/{context.name}/",
        "rounds": _entered(tournament),
        "home": gone_home(tournament, number),
        "grouped": context.form.said("grouped"),
        "seen": context.state.revision,
        "said": context.said,
        "visit": context,
    }
    return HTMLResponse(rendered("entrant_line.html", values))


def show_groups(context: RequestContext) -> Response:
    """The groups by the bar that is set, or by one that is only tried."""
    request = build(ShowGroups, bar=context.query("bar"))
    found = context.desk.ask(lambda state: groups(state, request)).value
    return context.page(
        "groups.html",
        found=found,
        tried=request.bar,
        most=max([one.count for one in found.bars], default=1) or 1,
        largest=max([len(one.players) for one in found.groups], default=1),
        points=halves_text,
        shown=GROUPS_SHOWN,
        start=context.state.tournament.settings.start,
    )


def act_groups(context: RequestContext) -> Response:
    """Take a bar or a floor."""
    kind = "floor" if context.form.said("floor") else "bar"
    value = context.form.text(kind)
    request = build(ChangeSettings, assignments=[f"start.{kind}={value}"], anyway=context.form.said("yes"))
    done = context.do(lambda state: set_to(state, request), f"{kind} {value}")
    said = WITHOUT.get((kind, value), f"The {kind} is {value}.")
    return context.back("groups", said, notes=context.noted(done))


PAGES = (
    Page("entrants", show, act, menu=(1, "Entrants")),
    Page("groups", show_groups, act_groups, under="entrants"),
)
