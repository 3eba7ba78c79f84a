"""Requests by other programs: by whose token they come, what was asked, and the JSON that is the answer."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Annotated, Any, TypeVar, get_type_hints

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...desk.failures import Failure, Kind, NotAllowedError, ProblemAnswer, failure_of, problem_answers
from ...desk.hall.links import same
from ...desk.hall.phone_claims import Seat
from ...desk.verb import Answer, read_sent, told
from ...model.errors import McMahonError
from ...model.records.hall import Role, Side
from ...model.records.state import State
from ..context import RequestContext
from ..doors import DIRECTOR, Door, tries_too_often
from ..forms import SMALL, body_of
from ..hall.hall_context import NoWayInError, failure_for_guests, let_in, room_of, seats_at

log = logging.getLogger("mcmahon.web")

LARGE = 8 * 2**20
BODY_SECONDS = 20.0
NO_TOKEN = "send the token of a link as a header: Authorization: Bearer TOKEN"
WRONG_TOKEN = "this token is for nothing here; it may have been taken back"


class ErrorAnswer(Answer, frozen=True, omit_defaults=True):
    """Why something was not done; nothing was written."""

    kind: Annotated[Kind, told('what kind of error it is; "error" is one of the program itself')]
    lines: Annotated[tuple[str, ...], told("what is wrong, in words, a line each")]
    yes: Annotated[
        tuple[str, ...], told('of "confirm": keys; the same sent again with one of them as true is done')
    ] = ()
    relax: Annotated[tuple[str, ...], told('of "no pairing": names of rules that suffice to be relaxed')] = ()
    problems: Annotated[
        tuple[ProblemAnswer, ...], told("what is wrong, each with its place, if the error knows more than words")
    ] = ()


@dataclass(slots=True)
class JsonContext(RequestContext):
    """One request of a program, with its body."""

    body: Any = None

    @property
    def is_of_the_hall(self) -> bool:
        """Whether the desk does not wait for it: it comes from a phone or a kiosk, not from a desk."""
        return self.link.role is not Role.DESK if self.link else not self.who

    @property
    def seen(self) -> int | None:
        """The revision that the program has read."""
        seen: int | None = self.body.seen
        return seen


@dataclass(frozen=True, slots=True)
class Operation:
    """An act: its address behind `/api/NAME`, who may do it, what it is, in a sentence, and what it takes and gives.

    Without roles it is for who has a board's token; `queries` are what may stand behind a question mark. It gives what
    its function returns, unless an `answer` is named.
    """

    method: str
    path: str
    does: Callable[[JsonContext], object]
    roles: tuple[Role, ...]
    title: str
    takes: Any = None
    queries: tuple[str, ...] = ()
    largest: int = SMALL
    answer: Any = None

    @property
    def gives(self) -> Any:
        """The type of what it answers."""
        return self.answer or get_type_hints(self.does)["return"]

    async def __call__(self, request: Request) -> Response:
        """Answer who has passed the door."""

        async def answered() -> Response:
            context: JsonContext = request.state.context
            context.body = await self._body(request)
            async with request.app.state.turns if context.is_of_the_hall else nullcontext():
                return answer(await run_in_threadpool(self.does, context))

        return await said_as_json(request, answered())

    async def _body(self, request: Request) -> Any:
        if self.takes is None:
            return None
        sent = await body_of(request, self.largest, BODY_SECONDS)
        return read_sent(sent or b"{}", self.takes)


class ApiDoor(Door):
    """The address of an operation, for its roles by a token in a header; who asks is in `request.state.context`."""

    def __init__(self, operation: Operation) -> None:
        super().__init__("/api/{name}" + operation.path, operation.__call__, operation.roles, operation.method)

    async def refusal(self, request: Request) -> Response | None:
        """Why a token does not open this; None if it does."""

        async def passed() -> Response | None:
            async with request.app.state.turns:
                request.state.context = await run_in_threadpool(self._context, request)
            return None

        return await said_as_json(request, passed())

    def _context(self, request: Request) -> JsonContext:
        """Who asks. Raises NoWayInError for a wrong token, and NotAllowedError for one that is for something else."""
        token, room = bearer(request), room_of(request)
        context = JsonContext(request, _room=room)
        if not self.roles:
            seats_of(context, room.state())
        elif same(token, request.app.state.key):
            request.state.who = DIRECTOR
        else:
            let_in(request, token, self.roles)
        return context


def seats_of(context: JsonContext, state: State) -> Sequence[Seat]:
    """The seats that the token of a board is for. Raises NoWayInError if it is for none, FolderError."""
    said = context.request.path_params["side"]
    side = Side(said) if said in [*Side] else None
    at = context.part("round"), context.part("table")
    return seats_at(context.room, state, *at, side, bearer(context.request))


Said = TypeVar("Said", Response, Response | None)


async def said_as_json(request: Request, answered: Awaitable[Said]) -> Said | Response:
    """What is answered; whatever goes wrong is said as JSON, too."""
    try:
        return await answered
    except NoWayInError as error:
        return refused(request, NO_TOKEN if str(error) == NO_TOKEN else WRONG_TOKEN)
    except (McMahonError, OSError) as error:  # of the latter: no room, too many open files
        return await run_in_threadpool(_failed, request, error)
    except ClientDisconnect:  # in the middle of a body: nobody is there to be answered
        return Response(status_code=400)
    except Exception as error:  # the desk stays up, whatever a program sends
        log.exception("a call by a program failed: %s", request.url.path)
        return problem(failure_of(error))


def bearer(request: Request) -> str:
    """The token of a request. Raises NoWayInError if there is none."""
    kind, _, token = request.headers.get("authorization", "").partition(" ")
    if kind.lower() != "bearer" or not token.strip():
        raise NoWayInError(NO_TOKEN)
    return token.strip()


def answer(value: object, status: int = 200) -> Response:
    """JSON."""
    return Response(msgspec.json.encode(value), status, media_type="application/json")


def refused(request: Request, why: str) -> Response:
    """The answer to a wrong token; whoever tries many is told to wait. One that is missing is no attempt."""
    if why != NO_TOKEN and tries_too_often(request):
        return answer(ErrorAnswer("too many wrong tokens", ("wait a minute",)), 429)
    made = answer(ErrorAnswer("wrong token", (why,)), 401)
    made.headers["www-authenticate"] = "Bearer"
    return made


def _failed(request: Request, error: Exception) -> Response:
    """What is wrong; guests hear of the tournament's files only that they cannot be used now."""
    context: JsonContext | None = getattr(request.state, "context", None)
    of_the_hall = (context is None or context.is_of_the_hall) and not isinstance(error, NotAllowedError)
    return problem(failure_for_guests(request, error) if of_the_hall else failure_of(error))


def problem(failure: Failure) -> Response:
    """What is wrong, with the status that says of what kind it is."""
    problems = problem_answers(failure.problems)
    return answer(ErrorAnswer(failure.kind, failure.lines, failure.yes, failure.relax, problems), failure.status)
