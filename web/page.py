"""A page of the desk as a record, which stands in the module of the page: its address, and what it shows and does."""

from __future__ import annotations

import logging
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pkgutil import iter_modules
from typing import Any

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response

from ..desk.failures import failure_of
from ..model.errors import McMahonError
from ..model.records.hall import Role
from . import pages as folder
from .context import RequestContext
from .doors import DeskDoor, Door
from .failure_pages import problem_page
from .forms import form_of
from .guard import TooLargeError
from .rendering import rendered

log = logging.getLogger("mcmahon.web")

Handler = Callable[[RequestContext], Response]

DESKS = (Role.DESK,)


@dataclass(frozen=True, slots=True)
class Page:
    """A page below the address of a tournament, or of the program if its address begins with `/`.

    `show` is what it shows, `act` what its form does. A second desk has no page that is for the `director` alone: about
    other tournaments, places of this machine, addresses elsewhere. `menu` is its place in the menu with its title; one
    that has none is `under` another.
    """

    address: str
    show: Handler | None
    act: Handler | None = None
    director: bool = False
    menu: tuple[int, str] | None = None
    under: str = ""

    def doors(self) -> list[Door]:
        """Its routes, each with who may come in."""
        address = self.address if self.address.startswith("/") else f"/t/{{name}}/{self.address}"
        made = (("GET", self.show), ("POST", self.act))
        roles = () if self.director else DESKS
        return [DeskDoor(address, _endpoint(handler, self.under), roles, method) for method, handler in made if handler]


def _endpoint(handler: Handler, under: str) -> Callable[[Request], Any]:
    """The endpoint of a handler, which runs in a thread; what it raises becomes a page."""

    async def endpoint(request: Request) -> Response:
        context = RequestContext(request, here=under)
        try:
            context.form = await form_of(request)
            answer = await run_in_threadpool(handler, context)
            if answer.status_code == 303 and "in-place" in request.headers:  # web/static/answers.js goes there itself
                answer.status_code = 200
            return answer
        except ClientDisconnect:  # in the middle of a form: nobody is there to be answered
            return Response(status_code=400)
        except TooLargeError:
            raise
        except (McMahonError, OSError) as error:
            return await run_in_threadpool(problem_page, context, failure_of(error))
        except Exception as error:  # the desk stays up, whatever a page meets
            log.exception("a page failed: %s", request.url.path)
            failure = failure_of(error)
            return HTMLResponse(rendered("alone.html", {"lines": failure.lines}), failure.status)

    return endpoint


@cache
def all_pages() -> tuple[Page, ...]:
    """All pages of the desk: those of the modules in `pages/`, and of the hall."""
    modules = [f"{folder.__name__}.{found.name}" for found in iter_modules(folder.__path__)]
    modules.append(f"{__package__}.hall.hall_page")
    return tuple(own for module in modules for own in getattr(import_module(module), "PAGES", ()))


def menu() -> dict[str, str]:
    """The addresses in the menu with their titles, in its order."""
    listed = sorted((own.menu, own.address) for own in all_pages() if own.menu)
    return {address: title for (_, title), address in listed}
