"""The tournaments of a folder, and a new one: empty, from a file, or like one that is here."""

from __future__ import annotations

import re
import tempfile
import unicodedata
from pathlib import Path

from starlette.responses import HTMLResponse, Response

from ...desk.desk import Desk
from ...desk.exchange import new_folder, read_source
from ...desk.overview import Overview, overview
from ...desk.people.entries import NewTournament, begun, create, register, registrations_sent
from ...desk.presets import preset_sentences
from ...desk.words.notes import note_texts
from ...model.errors import InputError, McMahonError, Problem
from ...model.tournament.tournament import Tournament
from ..look import rendered
from ..visits import Visit, redirect

MOST_LISTED = 200

#: Endings of files that hold registrations only, and no tournament of another program.
TABLES = (".csv", ".tsv")


def show(visit: Visit, problems: list[str] | None = None) -> Response:
    """All tournaments, the one changed last first."""
    listed: list[tuple[str, Tournament | None, Overview | None, str]] = []
    for name in visit.home.names()[:MOST_LISTED]:
        try:
            state = visit.home.desk(name).read()
            listed.append((name, state.tournament, overview(state).value, ""))
        except McMahonError as error:
            listed.append((name, None, None, str(error).split("\n")[0]))
    fields = ("title", "rounds", "preset", "like")
    values = {
        "listed": listed,
        "folder": visit.home.folder,
        "presets": preset_sentences(),
        "typed": {field: visit.form.text(field) for field in fields if field in visit.form.fields},
        "problems": problems or [],
    }
    return HTMLResponse(rendered("start.html", values), 422 if problems else 200)


def new(visit: Visit) -> Response:
    """A new tournament, and to its entrants; what is wrong stands on the page, a line each."""
    try:
        folder, remarks = _made(visit)
    except InputError as error:
        return show(visit, [str(problem) for problem in error.problems])
    return redirect(f"/t/{folder}/entrants", ["The tournament is made."] if remarks else [], remarks)


def _made(visit: Visit) -> tuple[str, list[str]]:
    """Make it: the name of its folder, and remarks on the file. Raises InputError."""
    form = visit.form
    file, data = form.files.get("file", ("", b""))
    title = form.text("title") or Path(file).stem
    folder = _folder_name(title)
    if not folder:
        raise InputError([Problem("the tournament has no name", expected="a name with a letter or a digit")])
    desk, command = Desk(visit.home.folder / folder), f"desk: new tournament {title}"
    if file and Path(file).suffix.lower() not in TABLES:
        return folder, _of_another_program(desk, file, data, command)
    rounds = form.number("rounds") or None
    if form.text("like"):
        like = visit.home.desk(form.text("like")).read()
        request = NewTournament(title, rounds=rounds, like=like)
    else:
        request = NewTournament(title, form.text("preset"), rounds)
    registrations = registrations_sent(data, file) if file else None
    if registrations is not None:
        register(begun(request), registrations)  # raises before there is a folder
    create(desk, request, command)
    if registrations is not None:
        done = desk.do(lambda state: register(state, registrations), f"desk: register {file}")
        return folder, note_texts(done.outcome.notes, done.after.tournament)
    return folder, []


def _of_another_program(desk: Desk, name: str, data: bytes, command: str) -> list[str]:
    """A tournament out of a file of another program; the remarks on it. Raises InputError that names the file."""
    with tempfile.TemporaryDirectory() as place:
        path = Path(place) / Path(name.replace("\\", "/")).name
        path.write_bytes(data)
        try:
            source = read_source(path)
            new_folder(source, desk.path, command)
        except InputError as error:
            problems = [Problem(str(one).replace(f"{place}/", "")) for one in error.problems]
            raise InputError(problems) from None
    return list(source.remarks.lines())


def _folder_name(name: str) -> str:
    """A folder's name made of a tournament's: small plain letters, digits and hyphens."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode("ascii").casefold()
    return re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:60]
