"""Other programs, for the director alone: addresses that are told news, and where registrations are fetched again."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

from starlette.responses import Response

from ...desk.people.entries import Registrations, registrations_in, registrations_sent
from ...io.outgoing import fetch, target
from ...model.errors import InputError, Problem
from ..outgoing import Outgoing, Place
from ..visits import Visit
from .importing import look


def show(visit: Visit) -> Response:
    """What is told to whom, and how the last message went."""
    out = _outgoing(visit)
    return visit.page("outgoing.html", here="hall", hooks=out.hooks(visit.name), source=out.named(visit.name).source)


def act(visit: Visit) -> Response:
    """Name an address, take one out, or fetch registrations."""
    form, out = visit.form, _outgoing(visit)
    if form.said("add"):
        place = Place(form.text("add"), form.said("inside"))
        out.add(visit.name, place)
        return visit.back("outgoing", f"{place.address} is told of rounds and results from now on.", undo=False)
    if form.said("drop"):
        out.drop(visit.name, form.number("drop"))
        return visit.back("outgoing", "This address is told nothing more.", undo=False)
    if form.said("source"):
        source = Place(form.text("source"), form.said("inside"))
        request = replace(_fetched(source), keep_paired=True)
        out.from_here(visit.name, source)
        return look(visit, request)
    raise InputError([Problem("nothing is asked for", expected="a button of the page")])


def _fetched(source: Place) -> Registrations:
    """The registrations at an address or in a file. Raises McMahonError."""
    if source.address.lower().startswith(("http://", "https://")):
        return registrations_sent(fetch(target(source.address, source.inside)), source.address)
    file = Path(source.address).expanduser()
    if not file.is_absolute():
        expected = "an address such as https://example.org/list.csv, or the whole path of a file"
        raise InputError([Problem("where registrations come from", value=source.address, expected=expected)])
    return registrations_in(file, file.name)


def _outgoing(visit: Visit) -> Outgoing:
    found: Outgoing = visit.request.app.state.outgoing
    return found
