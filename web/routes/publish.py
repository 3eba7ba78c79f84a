"""What goes out: static pages, and files for other programs with what each cannot say."""

from __future__ import annotations

from starlette.requests import Request
from starlette.responses import Response

from ...desk.exchange import Export, export
from ...desk.pages import pages_folder
from ...desk.pages import publish as published
from ...model.errors import McMahonError
from ..visits import Visit, page

#: Formats that the desk offers, by the name of the format, with what they are for.
FORMATS = {
    "egd": "the European Go Database",
    "opengotha": "OpenGotha",
    "macmahon": "MacMahon",
    "pairgoth": "Pairgoth",
    "tou": "the French federation",
    "aga": "the American Go Association",
    "trf": "FIDE's report file",
}


def show(visit: Visit) -> Response:
    """What can be written, and what each format loses."""
    losses = {}
    for form in FORMATS:
        try:
            losses[form] = visit.desk.ask(lambda state, form=form: export(state, Export(form))).value.losses.lines()  # type: ignore[misc]
        except McMahonError as error:
            losses[form] = str(error).split("\n")
    return visit.page("publish.html", formats=FORMATS, losses=losses, folder=pages_folder(visit.desk.path))


def act(visit: Visit) -> Response:
    """Write the pages."""
    path = visit.desk.path
    done = visit.desk.ask(lambda state: published(state, pages_folder(path), path))
    return visit.back("publish", f"{len(done.value.files)} pages are written to {done.value.index.parent}.")


def _download(visit: Visit) -> Response:
    form = visit.request.path_params["form"]
    found = visit.desk.ask(lambda state: export(state, Export(form))).value
    headers = {"content-disposition": f'attachment; filename="{_plain(visit.name)}.{form}"'}
    return Response(found.data, media_type="application/octet-stream", headers=headers)


def _plain(name: str) -> str:
    return "".join(sign if sign.isascii() and (sign.isalnum() or sign in "-_") else "-" for sign in name)


async def download(request: Request) -> Response:
    """A file for another program."""
    return await page(_download)(request)  # type: ignore[no-any-return]
