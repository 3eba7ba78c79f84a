"""One player: every field to be changed, absences, withdrawal and coming back."""

from __future__ import annotations

from typing import Any

from starlette.responses import Response

from ...desk.people.absences import Withdraw, withdraw
from ...desk.people.anonymous import Anonymise, anonymise
from ...desk.people.members import SetMembers, set_members
from ...desk.people.players import IN_FORMS, Cells, ChangePlayer, form_texts
from ...desk.people.players import change as changed
from ...desk.verb import build
from ...desk.words.anonymous import anonymised_lines
from ...desk.words.values import missing_by_round
from ...model.errors import InputError, Problem, wrong_argument
from ...model.tournament.person import Absence, Player, Status
from ..pages import Page
from ..visits import Visit
from .members import COLUMNS, lines_of, member_rows, typed_rows


def show(visit: Visit, problems: tuple[Problem, ...] = ()) -> Response:
    """One player, to be changed."""
    tournament = visit.state.tournament
    player = tournament.player(visit.request.path_params["player"])
    values = form_texts(player, tournament.settings.rounds)
    typed = {key: visit.form.text(key) for key in visit.form.fields if key in values} if problems else {}
    by_field: dict[str, list[str]] = {}
    for problem in problems:
        by_field.setdefault(problem.column if problem.column in values else "", []).append(str(problem))
    return visit.page(
        "entrant.html",
        422 if problems else 200,
        here="entrants",
        player=player,
        fields=IN_FORMS,
        own=values | typed,
        others=[title for title, _ in player.extra],
        statuses=[one.value for one in Status],
        problems=by_field,
        gone=player.has_left,
        open=_to_come(visit),
        columns=COLUMNS,
        people=_people(player, visit, bool(problems)),
        missing=[f"Round {n}: {text}" for n, text in missing_by_round(player, tournament)],
    )


def _people(player: Player, visit: Visit, wrong: bool) -> list[dict[str, Any]]:
    """The rows of the members' form; none where single players take part."""
    settings = visit.state.tournament.settings
    if settings.entrants.kind == "players" and not player.members:
        return []
    return typed_rows(visit) if wrong and visit.form.said("members") else member_rows(player, settings.rounds)


def _to_come(visit: Visit) -> list[int]:
    tournament = visit.state.tournament
    return list(range(sum(not r.draft for r in tournament.rounds) + 1, tournament.settings.rounds + 1))


def act(visit: Visit) -> Response:
    """Change what is different, take the player out, or in again."""
    if visit.form.said("withdraw"):
        return _withdraw(visit)
    if visit.form.said("return"):
        return _return(visit)
    if visit.form.said("anonymise"):
        return _anonymise(visit)
    if visit.form.said("members"):
        return _members(visit)
    who = visit.request.path_params["player"]
    tournament = visit.state.tournament
    now = form_texts(tournament.player(who), tournament.settings.rounds)
    given = {field: visit.form.text(field) for field in now if field in visit.form.fields}
    title = visit.form.text("new_title")
    different = {field: text for field, text in given.items() if text != now[field]}
    different |= {title: visit.form.text("new_text")} if title and visit.form.text("new_text") else {}
    if not different:
        return visit.back(f"entrants/{who}", "Nothing was different.", undo=False)
    clear = [field for field, text in different.items() if not text]
    request = ChangePlayer(who, Cells(columns={field: text for field, text in different.items() if text}), clear)
    try:
        done = visit.do(lambda state: changed(state, request), f"desk: change {who}")
    except InputError as error:
        return show(visit, tuple(error.problems))
    return visit.back(f"entrants/{who}", f"{done.value.name} is changed.", notes=visit.noted(done))


def _members(visit: Visit) -> Response:
    """Write the people of a pair or team as they are in the form."""
    who = visit.request.path_params["player"]
    request = SetMembers(who, lines_of(visit))
    try:
        done = visit.do(lambda state: set_members(state, request), f"desk: members of {who}")
    except InputError as error:
        return show(visit, tuple(error.problems))
    return visit.back(f"entrants/{who}", f"The members of {done.value.name} are saved.", notes=visit.noted(done))


def _withdraw(visit: Visit) -> Response:
    who = visit.request.path_params["player"]
    counts = visit.form.text("counts") or Absence.EXCUSED
    if counts not in [*Absence]:
        raise wrong_argument("counts", counts, ", ".join(Absence))
    request = build(Withdraw, who=[who], counts=Absence(counts))
    gone = visit.do(lambda state: withdraw(state, request), f"desk: withdraw {who}")
    name = gone.after.tournament.player(who).name
    return visit.back(f"entrants/{who}", f"{name} plays no further round.", notes=visit.noted(gone))


def _return(visit: Visit) -> Response:
    """Enter somebody who had withdrawn for the rounds of before."""
    who = visit.request.path_params["player"]
    player, cells = visit.state.tournament.player(who), Cells(status="final")
    done = visit.do(lambda state: changed(state, ChangePlayer(who, cells)), f"desk: {who} plays again")
    return visit.back(f"entrants/{who}", f"{player.name} plays again.", notes=visit.noted(done))


def _anonymise(visit: Visit) -> Response:
    """Make somebody anonymous; a second desk cannot, because the journal forgets what was done before."""
    visit.only_director("make somebody anonymous")
    who = visit.request.path_params["player"]
    done = anonymise(visit.desk, Anonymise(who, visit.form.said("yes")), visit.seen)
    said, *more = anonymised_lines(done)
    return visit.back(f"entrants/{who}", said, notes=more, undo=False)


PAGES = (Page("entrants/{player:path}", show, act),)
