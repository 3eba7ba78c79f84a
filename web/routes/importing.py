"""A file of registrations: what is wrong beside its lines, what it would change, and only then written."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from starlette.responses import Response

from ...desk.people.entries import Registrations, register, registrations_sent
from ...desk.people.taken_back import taken_back
from ...io.sheets import fetch, keep_address, kept_address
from ...model.errors import InputError, Problem
from ...model.notes import note_texts
from ..pages import Page
from ..sent_files import parts_of
from ..visits import Visit


def show(visit: Visit) -> Response:
    """An empty page for a file."""
    return _page(visit, Registrations("", ""))


def act(visit: Visit) -> Response:
    """Look at a file, or at what was mended of it; write it where somebody has said so."""
    request = visit.sent_file
    if not request.text.strip():
        return _page(visit, request, [Problem("nothing was sent", expected="a file, or lines in the field")])
    return look(visit, request) if not visit.form.said("write") else _write(visit, request)


def _write(visit: Visit, request: Registrations) -> Response:
    """Enter what was looked at."""
    merged = visit.do(lambda state: register(state, request), f"desk: register {request.name}")
    said = f"{len(merged.value.new)} new, {len(merged.value.changed)} changed."
    return visit.back("entrants", said, notes=visit.noted(merged))


def look(visit: Visit, request: Registrations) -> Response:
    """What a file would change, or what is wrong with it."""
    try:
        found = visit.desk.ask(lambda state: register(state, request))
    except InputError as error:
        return _page(visit, request, error.problems)
    known, after = visit.state.tournament.by_id(), found.state.tournament
    return visit.page(
        "import.html",
        here="entrants",
        found=found.value,
        new=[after.player(one) for one in found.value.new],
        changed=[(known[one], changes) for one, changes in found.value.changed.items()],
        remarks=note_texts([*taken_back(visit.desk, visit.state, found.state), *found.notes], after),
        **parts_of(
            request,
            after.settings.rounds,
            of_people=after.settings.entrants.kind != "players",
            understood=found.value.columns,
        ),
    )


def fetched(visit: Visit) -> Response:
    """What the sheet at an address would change; for the director alone. Who is paired already stays."""
    address = visit.form.text("address")
    request = replace(registrations_sent(fetch(address), address), keep_paired=True)
    keep_address(visit.desk.path, address)
    return look(visit, request)


def edit(visit: Visit) -> Response:
    """The lines once more, to be changed by hand."""
    return _page(visit, visit.sent_file)


def _page(visit: Visit, request: Registrations, problems: Sequence[Problem] = ()) -> Response:
    """The page of a file that cannot be taken yet, each problem beside its line."""
    settings = visit.state.tournament.settings
    parts = parts_of(request, settings.rounds, problems, settings.entrants.kind != "players")
    address = kept_address(visit.desk.path) if visit.is_director else ""
    return visit.page("import.html", 422 if problems else 200, here="entrants", found=None, address=address, **parts)


PAGES = (
    Page("import", show, act),
    Page("import/edit", None, edit),
    Page("import/fetch", None, fetched, director=True),
)
