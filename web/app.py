"""The application: which address is which page."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from functools import partial
from os.path import isfile

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from ..desk.words.progress import progress_text
from .api.routes import api_routes
from .backups import Backups
from .events import Watchers, events
from .guard import Guard, refusal
from .hall import director as hall
from .hall.live import Live
from .hall.outside import Outside
from .hall.patience import Patience
from .hall.rooms import Rooms
from .hall.routes import hall_routes, lets_in
from .home import Home
from .look import STATIC, keep_ready
from .opinions import Opinions
from .outgoing import Outgoing
from .pool import Guest
from .routes import (
    advice,
    boards,
    by_hand,
    check,
    cups,
    entrants,
    groups,
    importing,
    line_ups,
    log,
    look,
    outgoing,
    overview,
    player,
    prizes,
    publish,
    questions,
    ratings,
    repair,
    results,
    rounds,
    settings,
    standings,
    start,
    weights,
)
from .visits import Handler, page
from .work import Worker

TURNS = 8  # requests of the hall at a time: whoever asks for page after page waits for them, and the desk does not
FOREVER = "public, max-age=31536000, immutable"


def application(
    home: Home,
    token: str,
    hosts: tuple[str, ...],
    outside: Outside | None = None,
    worker: Callable[[], Worker] = Worker,
    opinions: Opinions | None = None,
) -> Starlette:
    """The desk of a home, for who has the token, at these names of this machine; `outside`: how phones find it.

    What takes long is searched by a `worker`; `opinions` asks CP-SAT about drawn rounds in the background.
    """
    rooms = Rooms(home)
    routes = [
        *hall_routes(),
        *api_routes(),
        Route("/static/{name:path}", _static),
        *_pages("/", start.show, start.new),
        *_pages("/congress", start.at_once),
        Route("/t/{name}/events", events),
        *_pages("/t/{name}/", overview.show),
        *_pages("/t/{name}/state", overview.state),
        *_pages("/t/{name}/entrants", entrants.show, entrants.act),
        *_pages("/t/{name}/entrants/{player:path}", player.show, player.act),
        *_pages("/t/{name}/import", importing.show, importing.act),
        Route("/t/{name}/import/edit", page(importing.edit), methods=["POST"]),
        *_pages("/t/{name}/ratings", ratings.show, ratings.act),
        *_pages("/t/{name}/groups", groups.show, groups.act),
        *_pages("/t/{name}/cups", cups.show, cups.act),
        *_pages("/t/{name}/round", rounds.show, rounds.act),
        *_pages("/t/{name}/line-ups", line_ups.show, line_ups.act),
        *_pages("/t/{name}/results", results.show, results.enter),
        *_pages("/t/{name}/standings", standings.show),
        *_pages("/t/{name}/standings/{player:path}", standings.explained),
        *_pages("/t/{name}/prizes", prizes.show, prizes.act),
        *_pages("/t/{name}/prizes/read", prizes.read_out),
        Route("/t/{name}/prizes.csv", page(prizes.download)),
        *_pages("/t/{name}/board", boards.show, boards.change),
        *_pages("/t/{name}/swap", boards.look, boards.do_swap),
        *_pages("/t/{name}/check", check.show),
        *_pages("/t/{name}/by-hand", by_hand.show, by_hand.act),
        *_pages("/t/{name}/why", questions.why),
        *_pages("/t/{name}/alternatives", questions.alternatives),
        *_pages("/t/{name}/plan", questions.plan),
        *_pages("/t/{name}/repair", repair.show, repair.act),
        *_pages("/t/{name}/help", advice.show),
        *_pages("/t/{name}/log", log.show, log.act),
        *_pages("/t/{name}/weights", weights.show, weights.act),
        *_pages("/t/{name}/weights/marks", weights.marked),
        *_pages("/t/{name}/weights/boards", weights.boards),
        *_pages("/t/{name}/weights/front", weights.front_of),
        *_pages("/t/{name}/settings", settings.show, settings.change),
        *_pages("/t/{name}/publish", publish.show, publish.act),
        Route("/t/{name}/export/{form}", page(publish.download)),
        Route("/t/{name}/pages/{file:path}", page(publish.page_of)),
        Route("/t/{name}/everything.zip", page(publish.everything)),
        Route("/t/{name}/proof/{round:int}.json", page(publish.certificate)),
        *_pages("/t/{name}/hall", hall.show, hall.act),
        *_pages("/t/{name}/hall/sheet/{id:int}", hall.sheet),
        *_pages("/t/{name}/hall/slips", hall.slips),
        *_pages("/t/{name}/hall/captains", hall.captains),
        *_pages("/t/{name}/outgoing", outgoing.show, outgoing.act),
        *_pages("/t/{name}/copy", publish.show, publish.copy),
        Route("/t/{name}/look.css", page(look.style)),
        Route("/t/{name}/logo", page(look.logo)),
        Route("/t/{name}/opinion", page(rounds.opinion)),
        Route("/t/{name}/progress", progress),
        Route("/t/{name}/stop", stop, methods=["POST"]),
    ]
    backups, news = Backups(home), Outgoing(home)

    @asynccontextmanager
    async def running(_: Starlette) -> AsyncIterator[None]:
        keep_ready()
        watching = [asyncio.create_task(one.watch()) for one in (backups, news)]
        for name in home.names():
            rooms.enter_soon(name)  # what both sides said before the desk was stopped
        yield
        for task in watching:
            task.cancel()
        news.end()

    patience = Patience()
    guard = Middleware(Guard, token=token, hosts=hosts, lets_in=partial(lets_in, rooms), is_over=patience.is_over)
    nowhere = dict.fromkeys((404, 405), _nowhere)
    app = Starlette(routes=routes, middleware=[guard], lifespan=running, exception_handlers=nowhere)
    app.state.rooms, app.state.live, app.state.patience = rooms, Live(), patience
    app.state.key, app.state.outgoing = token, news
    app.state.turns = asyncio.Semaphore(TURNS)
    app.state.outside = outside or Outside(f"http://{hosts[0]}")
    app.state.home, app.state.watchers, app.state.backups = home, Watchers(), backups
    app.state.worker, app.state.asker, app.state.guest = worker(), worker(), Guest(worker())
    app.state.opinions = opinions or Opinions()
    return app


def _pages(address: str, get: Handler, post: Handler | None = None) -> list[Route]:
    """The page at an address, and what its form does."""
    routes = [Route(address, page(get), methods=["GET"])]
    return [*routes, Route(address, page(post), methods=["POST"])] if post else routes


async def stop(request: Request) -> Response:
    """Let what is searched end with the best it has."""
    request.app.state.worker.stop()
    request.app.state.asker.stop()
    return Response(status_code=204)


async def progress(request: Request) -> Response:
    """How far what is searched now has come, in a sentence; empty where nothing is searched or known."""
    found = request.app.state.worker.progress or request.app.state.asker.progress
    return PlainTextResponse(progress_text(found) if found is not None else "")


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
