"""The tournaments of a folder, and a new one: empty, from a file, or like one that is here."""

from __future__ import annotations

import tempfile
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from starlette.responses import HTMLResponse, Response

from ...desk.desk import Desk
from ...desk.files.export_files import is_list, new_folder, read_source
from ...desk.glance import Overview, overview
from ...desk.people.new_tournament import PRESET_SENTENCES, NewTournament, begun, create, folder_name
from ...desk.people.register import Register, readings, register, together
from ...desk.placing.double_bookings import ClashAnswer, SittingAnswer, congress, events_of, sitting_text
from ...desk.verb import build
from ...model.errors import FolderError, InputError, McMahonError, Problem
from ...model.notes import note_texts
from ...model.records.state import State
from ...model.tournament.tournament import Tournament
from ..context import RequestContext, redirect
from ..forms import TYPED, parts_of
from ..page import Page
from ..rendering import rendered

MOST_LISTED = 200
FIELDS = ("title", "rounds", "preset", "like", "kind", "boards", "alone")
#: Who can take part, with a title and a sentence.
KINDS = (
    ("players", "Single players", "A line of the file is a player."),
    ("pairs", "Pair go or rengo", "Two to five people play one game together; a column pair says who."),
    ("teams", "Teams", "Matches on several boards; a column team says who."),
)


def show(
    context: RequestContext, problems: Sequence[str] = (), kept: Register | None = None, asks_sheet: bool = False
) -> Response:
    """All tournaments, the one changed last first; a file that was sent stays with the form."""
    listed: list[tuple[str, Tournament | None, Overview | None, str]] = []
    for name in context.home.names()[:MOST_LISTED]:
        try:
            state = context.home.desk(name).read()
            listed.append((name, state.tournament, overview(state).value, ""))
        except McMahonError as error:
            listed.append((name, None, None, str(error).split("\n")[0]))
    values = {
        "listed": listed,
        "unnamed": context.home.unnamed(),
        "folder": context.home.folder,
        "presets": PRESET_SENTENCES,
        "kinds": KINDS,
        "typed": _typed(context),
        "alone": kept is not None and context.form.text("kind") == "players",
        "problems": problems,
        "kept": kept,
        "asks_sheet": asks_sheet,
        "pasted": kept is None or kept.name == TYPED,
    }
    return HTMLResponse(rendered("start.html", values), 422 if problems else 200)


def at_once(context: RequestContext) -> Response:
    """All events of the folder, and who would have to be in two of them at the same time."""
    read = list[tuple[Path, State]]()
    for name in context.home.names()[:MOST_LISTED]:
        with suppress(McMahonError):
            read.append((context.home.folder / name, context.home.desk(name).read()))
    if len(read) < 2:
        return redirect("/", (), ())
    events = events_of(read)
    found = congress(events)
    folders = {event.name: path.name for event, (path, _) in zip(events, read, strict=True)}
    grouped: dict[tuple[SittingAnswer, SittingAnswer], list[ClashAnswer]] = {}
    for one in found.clashes:
        grouped.setdefault((one.first, one.second), []).append(one)
    values = {"events": events, "found": found, "folders": folders, "grouped": grouped, "sitting_text": sitting_text}
    return HTMLResponse(rendered("congress.html", values))


def _typed(context: RequestContext) -> dict[str, str]:
    return {field: context.form.text(field) for field in FIELDS if field in context.form.fields}


def new(context: RequestContext) -> Response:
    """A new tournament, and to its entrants. What is wrong stands on the page, lines of its file to be corrected."""
    kept = None
    try:
        file = context.form.files.get("file", ("", b""))[0]
        if file and not is_list(*context.form.files["file"]):
            return _made(*_of_another_program(context, file))
        found = _sent(context, file)
        kept = found if found and found.text.strip() else None
        stem = Path(kept.name if kept and kept.name != TYPED else "").stem
        desk, request = _desk(context, stem), _request(context, stem)
        empty = begun(request)
        if kept is not None:
            try:
                _asked_who(context, kept, empty.tournament.settings.rounds)
                register(empty, kept)  # raises before there is a folder
            except InputError as error:
                return _lines(context, request, kept, error.problems)
            if kept.read_in and not kept.encoding and len(readings(kept.text, kept.read_in)) > 1:
                return _lines(context, request, kept)
        create(desk, request, f"desk: new tournament {request.name}")
        return _made(desk.path.name, _registered(desk, kept) if kept else [])
    except InputError as error:
        asks_sheet = any(problem.offered("sheet") for problem in error.problems)
        return show(context, [str(problem) for problem in error.problems], kept, asks_sheet)
    except FolderError as error:
        return show(context, [str(error)], kept)


def _sent(context: RequestContext, file: str) -> Register | None:
    """The players that were sent, in a file or as a list; None where there are none. Raises InputError for both."""
    typed = context.form.text("text")
    if file and typed and context.form.text("name") in ("", TYPED):
        raise InputError([Problem("players are given as a list and in a file", expected="one of them")])
    return context.sent_file if file or typed else None


def _made(folder: str, remarks: list[str], page: str = "entrants") -> Response:
    return redirect(f"/t/{folder}/{page}", ["The tournament is made."] if remarks else [], remarks)


def _lines(
    context: RequestContext, request: NewTournament, sent: Register, problems: Sequence[Problem] = ()
) -> Response:
    """The questions about the file, and its wrong lines, to be corrected; the tournament is made with them."""
    settings = begun(request).tournament.settings
    parts = parts_of(sent, settings.rounds, problems, settings.entrants.kind != "players")
    if not parts["to_settle"]:
        return show(context, [str(problem) for problem in problems], sent)
    return HTMLResponse(rendered("start_lines.html", {"typed": _typed(context), "title": request.name, **parts}), 422)


def _desk(context: RequestContext, stem: str) -> Desk:
    """The desk of a tournament called as was typed, or else as its file. Raises InputError."""
    return Desk(context.home.folder / folder_name(context.form.text("title") or stem))


def _request(context: RequestContext, stem: str) -> NewTournament:
    form = context.form
    named: dict[str, object] = {"name": form.text("title") or stem, "rounds": form.number("rounds") or None}
    if form.text("like"):
        return build(NewTournament, like=context.home.desk(form.text("like")).path, **named)
    kind, given = form.text("kind"), dict[str, object]()
    if kind not in ("", "players"):
        given["entrants.kind"] = kind
    if kind == "teams" and form.text("boards"):
        given["teams.boards"] = form.number("boards")
    return build(NewTournament, preset=form.text("preset"), values=given, **named)


def _asked_who(context: RequestContext, sent: Register, rounds: int) -> None:
    """Raises InputError once, where a file says who plays together and the form that everybody plays alone."""
    title = "" if context.form.text("kind") != "players" or context.form.text("alone") else together(sent, rounds)
    if title:
        text = f"the column {title!r} may say who plays together; choose below who plays, then make the tournament"
        raise InputError([Problem(text)])


def _registered(desk: Desk, sent: Register) -> list[str]:
    done = desk.do(lambda state: register(state, sent), f"desk: register {sent.name}")
    return note_texts(done.outcome.notes, done.after.tournament)


def _of_another_program(context: RequestContext, name: str) -> tuple[str, list[str], str]:
    """A tournament from a file: its folder, remarks, and the page to go on from. Raises InputError that names it."""
    desk, data = _desk(context, Path(name).stem), context.form.files["file"][1]
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / Path(name.replace("\\", "/")).name
        path.write_bytes(data)
        try:
            source = read_source(path)
            new_folder(source, desk.path, f"desk: new tournament {context.form.text('title') or path.stem}")
        except InputError as error:
            problems = [Problem(str(one).replace(f"{place}/", "")) for one in error.problems]
            raise InputError(problems) from None
    page = "" if source.state.tournament.rounds else "entrants"
    return desk.path.name, list(source.remarks.lines()), page


PAGES = (
    Page("/", show, new, director=True),
    Page("/congress", at_once, director=True),
)
