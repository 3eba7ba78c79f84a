"""A file of registrations: what is wrong beside its lines, what it would change, and only then written."""

from __future__ import annotations

from collections.abc import Sequence

from starlette.responses import Response

from ...desk.people.entries import Register, register
from ...desk.people.fetched import fetched, kept_address
from ...desk.people.taken_back import taken_back
from ...desk.verb import build
from ...model.errors import InputError, Problem
from ...model.notes import note_texts
from ..context import RequestContext
from ..pages import Page
from ..sent_files import parts_of


def show(context: RequestContext) -> Response:
    """An empty page for a file."""
    return _page(context, build(Register, name=""))


def act(context: RequestContext) -> Response:
    """Look at a file, or at what was mended of it; write it where somebody has said so."""
    request = context.sent_file
    if not request.text.strip():
        return _page(context, request, [Problem("nothing was sent", expected="a file, or lines in the field")])
    return look(context, request) if not context.form.said("write") else _write(context, request)


def _write(context: RequestContext, request: Register) -> Response:
    """Enter what was looked at."""
    merged = context.do(lambda state: register(state, request), f"desk: register {request.name}")
    said = f"{len(merged.value.new)} new, {len(merged.value.changed)} changed."
    return context.back("entrants", said, notes=context.noted(merged))


def look(context: RequestContext, request: Register) -> Response:
    """What a file would change, or what is wrong with it."""
    try:
        found = context.desk.ask(lambda state: register(state, request))
    except InputError as error:
        return _page(context, request, error.problems)
    known, after = context.state.tournament.by_id(), found.state.tournament
    return context.page(
        "import.html",
        here="entrants",
        found=found.value,
        new=[after.player(one) for one in found.value.new],
        changed=[(known[one], changes) for one, changes in found.value.changed.items()],
        remarks=note_texts([*taken_back(context.desk, context.state, found.state), *found.notes], after),
        **parts_of(
            request,
            after.settings.rounds,
            of_people=after.settings.entrants.kind != "players",
            understood=found.value.columns,
        ),
    )


def fetch(context: RequestContext) -> Response:
    """What the sheet at an address would change; for the director alone. Who is paired already stays."""
    return look(context, fetched(context.desk.path, context.form.text("address")))


def edit(context: RequestContext) -> Response:
    """The lines once more, to be changed by hand."""
    return _page(context, context.sent_file)


def _page(context: RequestContext, request: Register, problems: Sequence[Problem] = ()) -> Response:
    """The page of a file that cannot be taken yet, each problem beside its line."""
    settings = context.state.tournament.settings
    parts = parts_of(request, settings.rounds, problems, settings.entrants.kind != "players")
    address = kept_address(context.desk.path) if context.is_director else ""
    return context.page("import.html", 422 if problems else 200, here="entrants", found=None, address=address, **parts)


PAGES = (
    Page("import", show, act),
    Page("import/edit", None, edit),
    Page("import/fetch", None, fetch, director=True),
)
