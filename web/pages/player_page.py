"""One player: every field to be changed, absences, withdrawal and coming back."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ...desk.hall.arrivals import rounds_to_come
from ...desk.messages.written_values import missing_by_round
from ...desk.people.anonymise import Anonymise, anonymise, anonymised_lines
from ...desk.people.change_members import MemberLine, SetMembers, member_texts, set_members
from ...desk.people.change_players import CHANGE_PLAYER, IN_FORMS, ChangePlayer, form_texts
from ...desk.people.change_players import change as changed
from ...desk.people.miss_rounds import ABSENT, WITHDRAW, Absent, Withdraw
from ...desk.rounds.repair.no_show import free_pairs, open_round
from ...desk.verb import build
from ...model.errors import InputError, Problem
from ...model.tournament.person import MOST_MEMBERS, Player, Status
from ..context import RequestContext
from ..page import Page

#: The columns of the form of members; two have no room in a row.
COLUMNS = [one for one in IN_FORMS if one.of_members and one.name not in ("aga", "group")]
LEAST_ROWS = 2


def show(context: RequestContext, problems: tuple[Problem, ...] = ()) -> Response:
    """One player, to be changed."""
    tournament = context.state.tournament
    player = tournament.player(context.request.path_params["player"])
    values = form_texts(player, tournament.settings.rounds)
    typed = {key: context.form.text(key) for key in context.form.fields if key in values} if problems else {}
    by_field: dict[str, list[str]] = {}
    for problem in problems:
        by_field.setdefault(problem.column if problem.column in values else "", []).append(str(problem))
    return context.page(
        "entrant.html",
        422 if problems else 200,
        player=player,
        fields=IN_FORMS,
        own=values | typed,
        others=[title for title, _ in player.extra],
        statuses=[one.value for one in Status],
        problems=by_field,
        gone=player.has_left,
        open=rounds_to_come(tournament),
        running=open_round(tournament),
        to_play=free_pairs(tournament, player.id),
        columns=COLUMNS,
        people=_people(player, context, bool(problems)),
        missing=[f"Round {n}: {text}" for n, text in missing_by_round(player, tournament)],
    )


def _people(player: Player, context: RequestContext, wrong: bool) -> list[dict[str, Any]]:
    """The rows of the members' form; none where single players take part."""
    settings = context.state.tournament.settings
    if settings.entrants.kind == "players" and not player.members:
        return []
    return typed_rows(context) if wrong and context.form.said("members") else member_rows(player, settings.rounds)


def act(context: RequestContext) -> Response:
    """Change what is different, take the player out, or in again."""
    who: str = context.request.path_params["player"]
    for name, act_so in BUTTONS.items():
        if context.form.said(name):
            return act_so(context, who)
    tournament = context.state.tournament
    now = form_texts(tournament.player(who), tournament.settings.rounds)
    given = {field: context.form.text(field) for field in now if field in context.form.fields}
    title = context.form.text("new_title")
    different = {field: text for field, text in given.items() if text != now[field]}
    different |= {title: context.form.text("new_text")} if title and context.form.text("new_text") else {}
    if not different:
        return context.back(f"entrants/{who}", "Nothing was different.", undo=False)
    clear = [field for field, text in different.items() if not text]
    columns = {field: text for field, text in different.items() if text}
    request = build(ChangePlayer, who=who, columns=columns, clear=clear)
    try:
        done = context.commit(CHANGE_PLAYER, request)
    except InputError as error:
        return show(context, tuple(error.problems))
    return context.back(f"entrants/{who}", f"{done.value.name} is changed.", notes=context.noted(done))


def _members(context: RequestContext, who: str) -> Response:
    request = build(SetMembers, who=who, lines=lines_of(context))
    try:
        done = context.do(lambda state: set_members(state, request), f"members of {who}")
    except InputError as error:
        return show(context, tuple(error.problems))
    return context.back(f"entrants/{who}", f"The members of {done.value.name} are saved.", notes=context.noted(done))


def _withdraw(context: RequestContext, who: str) -> Response:
    gone = context.commit(WITHDRAW, context.asked(Withdraw, who=[who]))
    name = gone.after.tournament.player(who).name
    return context.back(f"entrants/{who}", f"{name} plays no further round.", notes=context.noted(gone))


def _only(context: RequestContext, who: str) -> Response:
    missed = context.commit(ABSENT, context.asked(Absent, who=[who], rounds=""))
    number, name = missed.value[0].rounds[0], missed.after.tournament.player(who).name
    return context.back(f"entrants/{who}", f"{name} misses round {number}.", notes=context.noted(missed))


def _return(context: RequestContext, who: str) -> Response:
    asked = build(ChangePlayer, who=who, status="final")
    done = context.do(lambda state: changed(state, asked), f"{who} plays again")
    return context.back(f"entrants/{who}", f"{done.value.name} plays again.", notes=context.noted(done))


def _anonymise(context: RequestContext, who: str) -> Response:
    """Make somebody anonymous; a second desk cannot, because the journal forgets what was done before."""
    context.only_director("make somebody anonymous")
    done = anonymise(context.desk, context.asked(Anonymise, who=who).but(seen=context.seen))
    said, *more = anonymised_lines(done)
    return context.back(f"entrants/{who}", said, notes=more, undo=False)


#: What the buttons of the page do, besides that which changes what is different.
BUTTONS = {"only": _only, "withdraw": _withdraw, "return": _return, "anonymise": _anonymise, "members": _members}


def member_rows(entrant: Player, rounds: int) -> list[dict[str, Any]]:
    """The rows of the form: everybody who is there, and room for one more, or for a pair."""
    rows = [{"id": m.id, "substitute": m.substitute, **member_texts(m, rounds)} for m in entrant.members]
    empty = {"id": "", "substitute": False, **{one.name: "" for one in COLUMNS}}
    return [*rows, *[empty] * max(1, LEAST_ROWS - len(rows))]


def typed_rows(context: RequestContext) -> list[dict[str, Any]]:
    """The rows as somebody has sent them, for a form with an error."""
    form = context.form
    sent = [k for k in range(MOST_MEMBERS + 1) if f"name_{k}" in form.fields]
    cells = ({one.name: form.text(f"{one.name}_{k}") for one in COLUMNS} for k in sent)
    both = zip(sent, cells, strict=True)
    return [{"id": form.text(f"id_{k}"), "substitute": form.said(f"substitute_{k}"), **own} for k, own in both]


def lines_of(context: RequestContext) -> list[MemberLine]:
    """The members in a form that was sent; rows that were left blank are none."""
    found = []
    for row in typed_rows(context):
        cells = {one.name: row[one.name] for one in COLUMNS if row["id"] or row[one.name]}
        if row["id"] or "name" in cells:
            found.append(MemberLine(row["id"], cells, row["substitute"]))
    return found


PAGES = (Page("entrants/{player:path}", show, act),)
