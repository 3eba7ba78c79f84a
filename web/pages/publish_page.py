"""What goes out: pages for phones, walls and paper, files for other programs, the proof of a round, copies."""

from __future__ import annotations

import mimetypes
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from starlette.responses import Response

from ...desk.files import grids
from ...desk.files.export_files import Export, archive, copy_into, copy_place, export, export_file, offered
from ...desk.files.publish_pages import own_colours, own_logo, page_file, pages_folder, written_pages
from ...desk.files.publish_pages import publish as published
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
from ..backups import OLD_FILE, Backups
from ..context import RequestContext
from ..guard import PAGE_POLICY
from ..page import Page
from ..processes.workers import table_file
from .standings_page import asked as ranking_asked
from .weights_page import weights_in, what_if_asked

#: Pages may come with a folder from somebody else: none leads away before it is clicked on.
SANDBOX = "sandbox allow-same-origin allow-popups"
#: Pages by what they are for: a title, and the names of their files.
KINDS = (
    ("For phones and the web", r"index|players|standings|prizes|rules|pictures|round-\d+"),
    ("To print", r"round-\d+(-names|-slips)?|standings"),
    ("For screens in the hall", r"wall(-\w+)?"),
)
TITLES = {"index": "First page", "wall": "By table", "wall-names": "By name", "wall-cups": "Cups"}
TITLES |= {"wall-standings": "Standings"}
#: Formats of tables that need no pandas, so that no other process is asked to write them.
PLAIN = (".csv", ".json")


def show(context: RequestContext) -> Response:
    """What can be written, and what each format loses."""
    formats, written = offered(), written_pages(context.desk.path)
    look, backups = context.query("look"), context.request.app.state.backups
    return context.page(
        "publish.html",
        formats=formats,
        losses={form: _losses(context, form) for form in formats} if context.query("losses") else {},
        folder=pages_folder(context.desk.path),
        written=written,
        kinds=[(title, _named(written.files, pattern)) for title, pattern in KINDS],
        look=look if look in written.files else "",
        copy_to=backups.places.get(context.name, ""),
        copy_said=backups.said.get(context.name, ""),
        old_list=OLD_FILE if backups.has_old_list() else "",
        **_proof(context),
    )


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


def _named(files: Sequence[str], pattern: str) -> list[tuple[str, str]]:
    """File and title of the pages that a pattern means, in a natural order."""
    stems = [name.removesuffix(".html") for name in files if re.fullmatch(rf"({pattern})\.html", name)]
    stems.sort(key=lambda stem: [int(part) if part.isdecimal() else part for part in re.split(r"(\d+)", stem)])
    return [(f"{stem}.html", _title(stem)) for stem in stems]


def _title(stem: str) -> str:
    """`round-2-slips` → `Round 2: slips`."""
    if found := re.fullmatch(r"round-(\d+)(?:-(\w+))?", stem):
        return f"Round {found[1]}" + (f": {found[2]}" if found[2] else "")
    if wall := re.fullmatch(r"wall-(\d+)", stem):
        return f"By table, screen {wall[1]}"
    return TITLES.get(stem, stem.capitalize())


def act(context: RequestContext) -> Response:
    """Write the pages."""
    path = context.desk.path
    done = context.desk.ask(lambda state: published(state, pages_folder(path), path))
    said = f"{len(done.value.files)} pages are written."
    draft = [f"Round {done.value.draft} is a draft, and not on the pages."] if done.value.draft else []
    return context.back("publish", said, notes=draft, undo=False)


def page_of(context: RequestContext) -> Response:
    """A published page as it lies in the pages folder, for looking at only."""
    name = context.request.path_params["file"] or "index.html"
    try:
        data = page_file(context.desk.path, name)
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
    backups: Backups = context.request.app.state.backups
    if context.form.said("stop"):
        backups.keep(context.name, None)
        return context.back("publish", "No copies are made any more; those that were made stay.", undo=False)
    target, always = copy_place(context.desk, context.form.text("place")), context.form.said("always")
    copy_into(context.desk.path, target)
    if always:
        backups.keep(context.name, target)
    return context.back("publish", f"Copied to {target}{', and again after every step' * always}.", undo=False)


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
    Page("publish", show, act, menu=(8, "Publish")),
    Page("export/{form}", download),
    Page("pages/{file:path}", page_of),
    Page("everything.zip", everything),
    Page("proof/{round:int}.json", certificate),
    Page("copy", show, copy, director=True, under="publish"),
    Page("tables/{file}", table),
    Page("look.css", style),
    Page("logo", logo),
)
