"""A file of registrations: what is wrong beside its lines, what it would change, and only then written."""

from __future__ import annotations

from dataclasses import dataclass, replace

from starlette.responses import Response

from ...desk.people.entries import Registrations, register, registrations_sent
from ...desk.people.taken_back import taken_back
from ...desk.words.notes import note_texts
from ...model.errors import InputError, Problem
from ..visits import Visit

MOST_LINES = 200  # of those with problems on one page; when they are mended the others follow


@dataclass(frozen=True, slots=True)
class WrongLine:
    """A line of the file as it stands, and what is wrong with it."""

    number: int
    text: str
    problems: list[str]


def show(visit: Visit) -> Response:
    """An empty page for a file."""
    return _page(visit, Registrations("", ""))


def act(visit: Visit) -> Response:
    """Look at a file, or at what was mended of it; write it where somebody has said so."""
    request = _request(visit)
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
        return _page(visit, request, list(error.problems))
    known, after = visit.state.tournament.by_id(), found.state.tournament
    return visit.page(
        "import.html",
        here="entrants",
        request=request,
        wrong=[],
        left_out=[],
        others=[],
        more=0,
        found=found.value,
        new=[after.player(one) for one in found.value.new],
        changed=[(known[one], changes) for one, changes in found.value.changed.items()],
        remarks=note_texts([*taken_back(visit.desk, visit.state, found.state), *found.notes], after),
        header="",
    )


def edit(visit: Visit) -> Response:
    """The lines once more, to be changed by hand."""
    return _page(visit, _request(visit))


def _request(visit: Visit) -> Registrations:
    """The file that was sent, or its text from the page with the lines that were typed anew."""
    form = visit.form
    skipped = ",".join(form.all("skip"))
    if "file" in form.files:
        name, data = form.files["file"]
        return replace(registrations_sent(data, name, skipped), keep_paired=form.said("keep_paired"))
    text = form.fields.get("text", [""])[-1].replace("\r\n", "\n")
    lines = text.split("\n")
    for number in range(1, len(lines) + 1):
        typed = form.fields.get(f"line_{number}", [""])[-1]
        if f"line_{number}" in form.fields and typed != form.fields.get(f"was_{number}", [""])[-1]:
            lines[number - 1] = typed
    name = form.text("name") or "typed lines"
    return Registrations("\n".join(lines), name, skipped, keep_paired=form.said("keep_paired"))


def _left_out(request: Registrations, lines: list[str]) -> list[WrongLine]:
    """The lines that somebody has ticked to be left out, so that the ticks stay."""
    numbers = sorted({int(one) for one in request.skip.split(",") if one.isdecimal()})
    return [WrongLine(number, lines[number - 1], []) for number in numbers if 0 < number <= len(lines)]


def _page(visit: Visit, request: Registrations, problems: list[Problem] | None = None) -> Response:
    """The page of a file that cannot be taken yet, each problem beside its line."""
    lines = request.text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    at: dict[int, list[str]] = {}
    others = []
    for problem in problems or ():
        if 0 < problem.line <= len(lines):
            column = f"{problem.column}: " if problem.column else ""
            value = f" {problem.value}" if problem.value else ""
            expected = f"; expected {problem.expected}" if problem.expected else ""
            at.setdefault(problem.line, []).append(f"{column}{problem.message}{value}{expected}")
        elif not problem.line and "problems in" not in problem.message:
            others.append(str(problem))
    wrong = [WrongLine(number, lines[number - 1], texts) for number, texts in sorted(at.items())]
    return visit.page(
        "import.html",
        422 if problems else 200,
        here="entrants",
        request=request,
        wrong=wrong[:MOST_LINES],
        left_out=_left_out(request, lines),
        more=max(0, len(wrong) - MOST_LINES),
        others=others,
        found=None,
        new=[],
        changed=[],
        remarks=[],
        header=next((line for line in lines if line.strip()), ""),
    )
