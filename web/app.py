"""The application: which address is which page."""

from __future__ import annotations

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Route

from .events import Watchers, events
from .guard import Guard
from .home import Home
from .look import STATIC
from .routes import (
    boards,
    entrants,
    log,
    overview,
    publish,
    questions,
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

FOREVER = "public, max-age=31536000, immutable"


def application(home: Home, token: str, hosts: tuple[str, ...]) -> Starlette:
    """The desk of a home, for those who have the token, at these names of this machine."""
    routes = [
        Route("/static/{name:path}", _static),
        *_pages("/", start.show, start.new),
        Route("/t/{name}/events", events),
        *_pages("/t/{name}/", overview.show),
        *_pages("/t/{name}/entrants", entrants.show, entrants.act),
        *_pages("/t/{name}/entrants/{player}", entrants.one, entrants.change),
        *_pages("/t/{name}/round", rounds.show, rounds.act),
        *_pages("/t/{name}/results", results.show, results.enter),
        *_pages("/t/{name}/standings", standings.show),
        *_pages("/t/{name}/board", boards.show, boards.change),
        *_pages("/t/{name}/swap", boards.look, boards.do_swap),
        *_pages("/t/{name}/why", questions.why),
        *_pages("/t/{name}/alternatives", questions.alternatives),
        *_pages("/t/{name}/repair", repair.show, repair.act),
        *_pages("/t/{name}/log", log.show, log.act),
        *_pages("/t/{name}/weights", weights.show, weights.act),
        *_pages("/t/{name}/settings", settings.show, settings.change),
        *_pages("/t/{name}/publish", publish.show, publish.act),
        Route("/t/{name}/export/{form}", publish.download),
        Route("/t/{name}/stop", stop, methods=["POST"]),
    ]
    app = Starlette(routes=routes, middleware=[Middleware(Guard, token=token, hosts=hosts)])
    app.state.home, app.state.watchers = home, Watchers()
    app.state.worker, app.state.asker = Worker(), Worker()
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


async def _static(request: Request) -> Response:
    path = (STATIC / request.path_params["name"]).resolve()
    if STATIC not in path.parents or not path.is_file():
        return PlainTextResponse("There is no such file.", 404)
    return FileResponse(path, headers={"cache-control": FOREVER})
