"""The application: which address is which page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from os.path import isfile

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response

from ..desk.messages.proof_texts import progress_text
from ..model.errors import McMahonError
from .doors import ClaimThrottle, DeskDoor, Door, OpenDoor
from .forms import READING
from .guard import Guard, refusal
from .hall.hall_routes import hall_doors
from .hall.outside import Outside
from .hall.rooms import Rooms
from .home import Home
from .json.openapi import api_doors
from .mirrors import Mirrors, copies_of
from .page import DESKS, all_pages, menu
from .processes.opinions import Opinions
from .processes.workers import Worker, write_pages
from .rendering import STATIC, keep_ready
from .streams import Streams, events
from .watcher import Watcher

MOST_PAGES, MOST_OF_SECOND_DESKS = 600, 200  # open pages of the desk
MOST_PHONES = 3000
MOST_OF_ONE = 40  # of one address: a family of phones, not a machine that opens thousands
GATHER = 4.0  # seconds between two times that web pages are written
TURNS = 8  # requests of the hall at a time: whoever asks for page after page waits for them, and the desk does not
FOREVER = "public, max-age=31536000, immutable"


def application(
    home: Home,
    token: str,
    hosts: tuple[str, ...],
    outside: Outside | None = None,
    worker: Callable[..., Worker] = Worker,
) -> Starlette:
    """The desk of a home, for who has the token, at these names of this machine; `outside`: how phones find it.

    What takes long is searched by a `worker`; spreadsheets are read, and web pages written, by ones.
    """
    streams = Streams(MOST_PAGES, MOST_OF_SECOND_DESKS)
    copies = copies_of(home)
    sites = Mirrors(home, "sites", "The web pages", lambda *paths: app.state.writer.run(write_pages, *paths), GATHER)
    live = Streams(MOST_PHONES, MOST_OF_ONE, 1500, lambda name: rooms.shown(name))
    watcher = Watcher(home.folder, live, streams, copies, sites)
    rooms = Rooms(home, watcher.told)
    nowhere = dict.fromkeys((404, 405), _nowhere)
    guard = [Middleware(Guard, hosts)]
    app = Starlette(routes=_doors(), middleware=guard, lifespan=_running, exception_handlers=nowhere)
    app.state.home, app.state.rooms, app.state.watcher, app.state.throttle = home, rooms, watcher, ClaimThrottle()
    app.state.key, app.state.cookie = token, "mcmahon-desk-" + hosts[0].rpartition(":")[2]
    app.state.turns = asyncio.Semaphore(TURNS)
    app.state.outside = outside or Outside(f"http://{hosts[0]}")
    app.state.live, app.state.streams, app.state.copies, app.state.sites = live, streams, copies, sites
    app.state.worker, app.state.asker, app.state.reader = worker(), worker(), worker(READING)
    app.state.writer, app.state.opinions, app.state.menu = worker(), Opinions(), menu()
    return app


def _doors() -> list[Door]:
    return [
        *hall_doors(),
        *api_doors(),
        OpenDoor("/static/{name:path}", _static),
        DeskDoor("/t/{name}/events", events, DESKS),
        *(door for own in all_pages() for door in own.doors()),
        DeskDoor("/t/{name}/progress", progress, DESKS),
        DeskDoor("/t/{name}/stop", stop, DESKS, "POST"),
    ]


@asynccontextmanager
async def _running(app: Starlette) -> AsyncIterator[None]:
    keep_ready()
    watching = asyncio.create_task(app.state.watcher.watch())
    for name in app.state.home.names():
        app.state.rooms.enter_soon(name)  # what both sides said before the desk was stopped
    yield
    watching.cancel()


async def stop(request: Request) -> Response:
    """Let what is searched for a tournament end with the best it has."""
    for worker in (request.app.state.worker, request.app.state.asker):
        worker.stop_all(_folder(request))
    return Response(status_code=204)


async def progress(request: Request) -> Response:
    """How far what is searched for a tournament has come, in a sentence; empty where nothing is searched or known."""
    folder, own = _folder(request), request.app.state
    found = own.worker.progress(folder) or own.asker.progress(folder)
    return PlainTextResponse(progress_text(found) if found is not None else "")


def _folder(request: Request) -> object:
    """The folder of the tournament that a request is for; None if there is none of this name."""
    with suppress(McMahonError):
        return request.app.state.home.desk(request.path_params["name"]).path
    return None


async def _nowhere(request: Request, error: Exception) -> Response:
    """No page has this address, or takes this method there."""
    assert isinstance(error, HTTPException)
    answer = refusal(request.url.path, "wrong address", error.detail, error.status_code)
    answer.headers.update(error.headers or {})
    return answer


async def _static(request: Request) -> Response:
    path = STATIC / request.path_params["name"]
    if not isfile(path) or STATIC.resolve() not in path.resolve().parents:
        return PlainTextResponse("There is no such file.", 404)
    return FileResponse(path, headers={"cache-control": FOREVER})
