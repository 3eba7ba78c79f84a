"""Requests from the hall: the doors of links and boards, and the pages that are the answers."""

from __future__ import annotations

import logging
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import Any
from urllib.parse import quote, urlencode

from markupsafe import Markup
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ...desk.failures import Failure, NotAllowedError, NoTournamentError, failure_of
from ...desk.hall import links
from ...desk.hall.hall_view import HallView
from ...desk.hall.phone_claims import Seat, seats
from ...desk.messages.hall_words import sentence
from ...desk.messages.written_values import words_for
from ...model.errors import FolderError, McMahonError
from ...model.language import LANGUAGES, Words
from ...model.records.hall import Role, Side
from ...model.records.state import State
from ...model.tournament.numbers import parse_int
from ..context import RequestContext
from ..doors import Door, tries_too_often
from ..forms import WrongBodyError, small_form_of
from ..rendering import rendered
from .rooms import Room, Rooms

log = logging.getLogger("mcmahon.web")

SIDES = {"w": Side.WHITE, "b": Side.BLACK}
CHOICE, COOKIE = "lang", "mcmahon-language"  # of a phone's language: by a link with `?lang=`, which is remembered
YEAR = 365 * 24 * 3600

Handler = Callable[["HallContext"], Response]


class NoWayInError(McMahonError):
    """A link that leads nowhere: unknown, taken back, or for something else."""

    def __init__(self, text: str = "this link is not valid") -> None:
        super().__init__(text)


class NotHereError(McMahonError):
    """A right link, by which somebody asked for what there is not: a player, a round, prizes."""

    def __init__(self) -> None:
        super().__init__("there is nothing here")


@dataclass(slots=True)
class HallContext(RequestContext):
    """One request to the hall of a tournament, by a link or a board's token."""

    _view: HallView | None = None

    @property
    def base(self) -> str:
        """The address of the link itself, with which its other addresses begin."""
        return f"/h/{quote(self.room.name, safe='')}/{self.request.path_params['token']}/"

    @property
    def words(self) -> Words:
        """The words of whoever asks."""
        return words_of(self.request, self.room.view().language)

    def view(self) -> HallView:
        """What readers see, in these words; the same during one request."""
        if self._view is None:
            self._view = self.room.view().said_by(self.words)
        return self._view

    def say(self, key: str, /, **values: Any) -> str:
        """A sentence of the hall."""
        return sentence(self.words, key, **values)

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page of the hall, in the words of the phone."""
        common = {"event": self.room.view().name or self.room.name, "base": self.base, "live": ""}
        values = {**common, "editions": editions(self.request), **spoken(self.words), **values}
        return remembered(self.request, HTMLResponse(rendered(f"hall/{template}", values), status))

    def to(self, address: str) -> Response:
        """To another page of the same link."""
        return RedirectResponse(address, 303)


class LinkDoor(Door):
    """A page of the hall, for links of some roles; the link that was found is in `request.state.link`."""

    async def refusal(self, request: Request) -> Response | None:
        """Why a link does not open this page; None if it does."""
        return await answered_in_turn(request, self._refusal)

    def _refusal(self, request: Request) -> None:
        let_in(request, request.path_params["token"], self.roles)


class SeatDoor(Door):
    """A page for the token of a side of a board, or of a match."""

    def __init__(self, address: str, endpoint: Callable[..., Any], method: str = "GET") -> None:
        super().__init__(address, endpoint, (), method)

    async def refusal(self, request: Request) -> Response | None:
        """Why a token opens no side of this board; None if it does."""
        return await answered_in_turn(request, self._refusal)

    def _refusal(self, request: Request) -> None:
        room = room_of(request)
        seats_of_address(room, request, room.state())


def let_in(request: Request, token: str, roles: Collection[Role]) -> None:
    """Let in whoever has the token of a link; who that is stands in `request.state` from now on.

    Raises NoWayInError if it is no link's, NotAllowedError if the link is for something else.
    """
    room = room_of(request)
    link = links.find(room.hall, token)
    if link is None:
        raise NoWayInError
    if link.role not in roles:
        raise NotAllowedError(f"this is not for the token of a {link.role}, but of: {', '.join(roles)}")
    links.used(room.hall, link)
    request.state.who, request.state.link = link.who, link


def room_of(request: Request) -> Room:
    """The hall that a request is for. Raises NoWayInError if no tournament has this name."""
    rooms: Rooms = request.app.state.rooms
    try:
        return rooms.room(request.path_params["name"])
    except NoTournamentError:
        raise NoWayInError from None


def seats_of_address(room: Room, request: Request, state: State) -> Sequence[Seat]:
    """The seats that the address of a board opens. Raises NoWayInError if it opens none, FolderError."""
    parts = request.path_params
    at = parse_int(parts["round"]) or 0, parse_int(parts["table"]) or 0
    return seats_at(room, state, *at, SIDES.get(parts["side"]), parts["token"])


def seats_at(room: Room, state: State, number: int, table: int, side: Side | None, token: str) -> Sequence[Seat]:
    """The seats that a token opens at a table. Raises NoWayInError if it opens none, FolderError."""
    own = seats(state, room.hall, number, table, side, token) if side else ()
    if not own:
        raise NoWayInError
    return own


def page(handler: Handler) -> Callable[[Request], Any]:
    """The endpoint of a handler, for who has passed the door of its address."""

    async def endpoint(request: Request) -> Response:
        try:
            form = await small_form_of(request)
        except ClientDisconnect:  # in the middle of a form: nobody is there to be answered
            return Response(status_code=400)
        except WrongBodyError as error:
            return problem(request, [sentence(words_of(request), "nothing_changed")], failure_of(error).status)
        found = await answered_in_turn(request, lambda asked: handler(HallContext(asked, form, _room=room_of(asked))))
        assert found is not None
        return found

    return endpoint


async def answered_in_turn(request: Request, answer: Callable[[Request], Response | None]) -> Response | None:
    """What a function answers in a thread, when the hall has a turn; what it raises becomes a page."""
    try:
        async with request.app.state.turns:
            return await run_in_threadpool(answer, request)
    except NoWayInError:
        return refused(request)
    except (NotHereError, NotAllowedError) as error:
        status = 404 if isinstance(error, NotHereError) else 403
        return problem(request, [sentence(words_of(request), "not_for_this")], status)
    except (McMahonError, OSError) as error:
        if isinstance(error, OSError):  # no room, too many open files: the terminal says which
            log.warning("%s: %s", error.filename or "the disk", error.strerror or error)
        failure = await run_in_threadpool(failure_for_guests, request, error)
    except Exception as error:  # the desk stays up, whatever a page meets
        log.exception("a page of the hall failed")
        failure = failure_of(error)
    wrong = [sentence(words_of(request), "went_wrong")] if failure.kind in ("folder", "error") else failure.lines
    return problem(request, wrong, failure.status)


def failure_for_guests(request: Request, error: Exception) -> Failure:
    """What is wrong with what a guest has sent; of the tournament's files only that they cannot be used now."""
    failure = failure_of(error)
    if failure.kind != "folder":
        with suppress(McMahonError, OSError):
            room = room_of(request)
            room.desk.read()
            room.hall.links()
            room.hall.state()
            return failure
    return failure_of(FolderError("the tournament cannot be read or written just now"))


def refused(request: Request) -> Response:
    """The answer to a wrong token, which is the same for every reason; after many of them a shorter one."""
    words = words_of(request)
    if tries_too_often(request):
        return problem(request, [sentence(words, "too_many")], 429)
    return problem(request, [sentence(words, key) for key in ("wrong_link", "wrong_link_why")], 404)


def problem(request: Request, lines: Sequence[str], status: int) -> Response:
    """A page that says what is wrong; who has no token gets it, too, so it is made once for all of them."""
    return remembered(request, HTMLResponse(_problem_page(tuple(lines), words_of(request).language), status))


@lru_cache(maxsize=200)
def _problem_page(lines: tuple[str, ...], language: str) -> Markup:
    links = [(code, name, f"?{CHOICE}={code}") for code, name in LANGUAGES.items()]
    values = {"event": "", "base": "", "lines": lines, "live": "", "editions": links}
    return rendered("hall/problem.html", values | spoken(words_for([language])))


def words_of(request: Request, otherwise: str = "en") -> Words:
    """The words of whoever asks: chosen, else as the browser asks; `otherwise` is the tournament's own language."""
    chosen = (request.query_params.get(CHOICE, ""), request.cookies.get(COOKIE, ""))
    return words_for(chosen, request.headers.get("accept-language", ""), otherwise)


def remembered(request: Request, answer: Response) -> Response:
    """The answer, with which the phone keeps a language that was chosen by a link."""
    chosen = request.query_params.get(CHOICE, "")
    if chosen in LANGUAGES:
        secure = request.url.scheme == "https"
        answer.set_cookie(COOKIE, chosen, YEAR, path="/h/", httponly=True, samesite="lax", secure=secure)
    return answer


def editions(request: Request) -> list[tuple[str, str, str]]:
    """This page in every language: its code, its name in itself, and the link to it."""
    kept = [(name, value) for name, value in request.query_params.multi_items() if name != CHOICE]
    return [(code, name, "?" + urlencode([*kept, (CHOICE, code)])) for code, name in LANGUAGES.items()]


def spoken(words: Words) -> dict[str, Any]:
    """What templates of the hall say sentences with."""
    return {"t": partial(sentence, words), "words": words}
