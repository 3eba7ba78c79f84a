"""The page of what goes out: lists on paper, web pages, files for other programs, the proof of a round, copies."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable, Mapping
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import Any

from starlette.responses import HTMLResponse, Response

from ...desk.files import grids
from ...desk.files.export_files import Export, archive, copy_into, copy_place, export, export_file, offered
from ...desk.files.print_lists import TITLES, paper_list, paper_lists, paper_style
from ...desk.files.publish_pages import own_colours, own_logo, page_file, pages_folder, site_place, written_pages
from ...desk.hall.phone_claims import round_played
from ...desk.messages.proof_texts import proven_text, verified_more
from ...desk.people.change_players import players
from ...desk.placing.give_prizes import prizes
from ...desk.placing.rank import standings
from ...desk.questions.vary_weights import Pareto, pareto, sensitivity
from ...desk.questions.what_if import what_if
from ...desk.rounds.proof.claim import Verified
from ...desk.rounds.proof.since_draw import draft_changes
from ...desk.rounds.proof.verify_proof import certified
from ...desk.rounds.round_numbers import round_number
from ...desk.verb import build
from ...model.errors import FolderError, InputError, McMahonError
from ..context import RequestContext
from ..guard import PAGE_POLICY
from ..mirrors import OLD_FILE, Mirrors
from ..page import Page
from ..processes.workers import table_file, write_pages
from .standings_page import asked as ranking_asked
from .weights_page import weights_in, what_if_asked

#: Pages may come with a folder from somebody else: none leads away before it is clicked on.
SANDBOX = "sandbox allow-same-origin allow-popups"
#: Formats of tables that need no pandas, so that no other process is asked to write them.
PLAIN = (".csv", ".json")


def show(context: RequestContext) -> Response:
    """The lists to print, the files to write, and what each format loses."""
    formats, copies = offered(), _copies(context)
    published = len(context.state.tournament.published)
    asked = context.number("round") or 0
    number = asked if 0 < asked <= published else published
    return context.page(
        "print.html",
        number=number,
        published=published,
        lists=[(name, *TITLES[name]) for name in paper_lists(context.state, number)],
        played=round_played(context.state.tournament),
        ready=_phones_reach(context),
        formats=formats,
        losses={form: _losses(context, form) for form in formats} if context.query("losses") else {},
        copy_to=copies.places.get(context.name, ""),
        copy_said=copies.said.get(context.name, ""),
        old_list=OLD_FILE if copies.has_old_list() else "",
        **_web_pages(context),
        **_proof(context),
    )


def _phones_reach(context: RequestContext) -> bool:
    """Whether codes on slips can be printed at once: there is nothing to be said about them first."""
    with suppress(McMahonError):
        return bool(context.request.app.state.outside.lan) and not context.room.hall.is_from_elsewhere()
    return False


def _web_pages(context: RequestContext) -> dict[str, Any]:
    """The folder of the web pages, the time when they were written, and what went wrong."""
    path, sites = context.desk.path, _sites(context)
    target, failed = _target(context), context.name in sites.failed
    written = written_pages(path, target)
    return {
        "folder": pages_folder(path, target),
        "elsewhere": target is not None,
        "written": written,
        "written_at": datetime.fromtimestamp(written.time).astimezone() if written.time else None,
        "by_itself": context.name in sites.places,
        "wrong": sites.said[context.name] if failed else "",
    }


def _copies(context: RequestContext) -> Mirrors:
    found: Mirrors = context.request.app.state.copies
    return found


def _sites(context: RequestContext) -> Mirrors:
    found: Mirrors = context.request.app.state.sites
    return found


def _target(context: RequestContext) -> Path | None:
    """The folder of the web pages; None for the tournament's own."""
    place = _sites(context).places.get(context.name, "")
    return Path(place) if place else None


def _losses(context: RequestContext, form: str) -> list[str]:
    try:
        return [*_exported(context, form).losses.lines()]
    except McMahonError as error:
        return str(error).split("\n")


def _proof(context: RequestContext) -> dict[str, Any]:
    rounds, number = range(1, len(context.state.tournament.rounds) + 1), context.number("prove") or 0
    proven = _proven(context, number)[1] if number in rounds else None
    text, more = (proven_text(proven), verified_more(proven, context.state.tournament)) if proven else ("", [])
    return {"rounds": rounds, "proven": proven, "proven_round": number, "proven_text": text, "more": more}


def act(context: RequestContext) -> Response:
    """Write the web pages now, and after every step from now on; or no longer."""
    sites, form = _sites(context), context.form
    if form.said("stop"):
        sites.keep(context.name, None)
        return context.back("print", "The web pages are no longer written.", undo=False)
    place = sites.places.get(context.name, "")
    if "place" in form.fields:
        context.only_director("choose the folder of the web pages")
        place = str(site_place(form.text("place"))) if form.text("place") else ""
    count = context.request.app.state.writer.run(write_pages, context.desk.path, place)
    sites.keep(context.name, place)
    return context.back("print", f"{count} web pages are written, and again after every step.", undo=False)


def sheet(context: RequestContext) -> Response:
    """A list on paper, of a round if it is one of those."""
    published = len(context.state.tournament.published)
    number = context.number("round") if context.query("round") else published
    data = paper_list(context.state, context.request.path_params["list"], published + 1 if number is None else number)
    return HTMLResponse(data, headers={"content-security-policy": PAGE_POLICY})


def sheets_style(context: RequestContext) -> Response:
    """The style sheet of lists on paper."""
    return Response(paper_style(context.state), media_type="text/css")


def page_of(context: RequestContext) -> Response:
    """A published page as it lies in the pages folder, for looking at only."""
    name = context.request.path_params["file"] or "index.html"
    try:
        data = page_file(context.desk.path, name, _target(context))
    except FolderError as error:
        return Response(str(error), 404, media_type="text/plain")
    return _shown(data, name, SANDBOX)


def _shown(data: bytes, name: str, sandbox: str) -> Response:
    """A file of the tournament's folder to be looked at: nothing runs in it."""
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    return Response(data, media_type=kind, headers={"content-security-policy": f"{PAGE_POLICY}; {sandbox}"})


def _exported(context: RequestContext, form: str) -> Any:
    return export(context.state, build(Export, form=form)).value


def download(context: RequestContext) -> Response:
    """A file for another program."""
    form = context.request.path_params["form"]
    found = _exported(context, form)
    ending = export_file(context.state, context.desk.path, form).suffix
    return as_file(found.data, context.name, ending)


def everything(context: RequestContext) -> Response:
    """The whole tournament with its journal."""
    return as_file(archive(context.desk.path), context.name, ".zip")


def certificate(context: RequestContext) -> Response:
    """The certificate of a round."""
    number = context.request.path_params["round"]
    return as_file(_proven(context, number)[0], f"{context.name}-round-{number}", ".json")


def _proven(context: RequestContext, number: int) -> tuple[bytes, Verified]:
    return context.find(certified, number, context.desk.path, worker=context.worker)[0]


def copy(context: RequestContext) -> Response:
    """Copy the tournament to another place, now or after every step from now on."""
    copies = _copies(context)
    if context.form.said("stop"):
        copies.keep(context.name, None)
        return context.back("print", "No copies are made any more; those that were made stay.", undo=False)
    target, always = copy_place(context.desk, context.form.text("place")), context.form.said("always")
    copy_into(context.desk.path, target)
    if always:
        copies.keep(context.name, str(target))
    return context.back("print", f"Copied to {target}{', and again after every step' * always}.", undo=False)


def as_file(data: bytes, stem: str, ending: str) -> Response:
    """A file to save, under a name of plain letters."""
    name = re.sub(r"[^\w-]", "-", stem, flags=re.ASCII) + ending
    headers = {"content-disposition": f'attachment; filename="{name}"'}
    return Response(data, media_type="application/octet-stream", headers=headers)


def table(context: RequestContext) -> Response:
    """A table as a file. Raises InputError if there is no such table or format."""
    file: str = context.request.path_params["file"]
    name, dot, ending = file.rpartition(".")
    if name not in TABLES:
        raise InputError(f"there is no table {name!r}; expected one of {', '.join(TABLES)}")
    grids.check_format(Path(file))  # before anything is searched for it
    made, ending = TABLES[name](context), f"{dot}{ending}"
    plain = ending in PLAIN
    data = grids.grid_bytes(made, ending) if plain else context.asker.run(table_file, context.desk.path, made, ending)
    return as_file(data, f"{context.name}-{name}", ending)


def _round(context: RequestContext) -> grids.Grid:
    tournament = context.state.tournament
    drawn = tournament.round(round_number(tournament, context.number("round") or 0))
    outdated = drawn.draft and bool(draft_changes(context.state, context.desk.path, context.asked_wishes))
    return grids.boards_grid(tournament, drawn, outdated)


def _what_if(context: RequestContext) -> grids.Grid:
    found, _ = context.find(what_if, what_if_asked(context, weights_in(context)))
    return grids.compared_grid(context.state.tournament, found)


def _front(context: RequestContext) -> grids.Grid:
    request = context.asked(Pareto, criteria=(context.query("a"), context.query("b")))
    return grids.front_grid(context.find(pareto, request)[0])


#: What makes each table, by its name in the address.
TABLES: Mapping[str, Callable[[RequestContext], grids.Grid]] = {
    "entrants": lambda c: grids.players_grid(c.state.tournament, players(c.state, c.query("by")).value),
    "round": _round,
    "standings": lambda c: grids.standings_grid(c.state.tournament, standings(c.state, ranking_asked(c)).value),
    "prizes": lambda c: grids.prizes_grid(c.state.tournament, prizes(c.state).value),
    "weights": lambda c: grids.intervals_grid(c.state.tournament, c.find(sensitivity)[0]),
    "what-if": _what_if,
    "front": _front,
}


def style(context: RequestContext) -> Response:
    """The colours, as a style sheet that comes after the desk's own."""
    return Response(own_colours(context.state.tournament.settings.pages), media_type="text/css")


def logo(context: RequestContext) -> Response:
    """The logo; 404 where there is none that can be shown."""
    try:
        found = own_logo(context.desk, context.state)
    except McMahonError as error:
        return Response(str(error), 404, media_type="text/plain")
    return _shown(found.data, found.file, "sandbox")


PAGES = (
    Page("print", show, act, menu=(8, "Print and web")),
    Page("print/style.css", sheets_style),
    Page("print/{list}", sheet),
    Page("export/{form}", download),
    Page("pages/{file:path}", page_of),
    Page("everything.zip", everything),
    Page("proof/{round:int}.json", certificate),
    Page("copy", show, copy, director=True, under="print"),
    Page("tables/{file}", table),
    Page("look.css", style),
    Page("logo", logo),
)
