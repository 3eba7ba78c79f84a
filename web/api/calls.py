"""A call by another program: by whose token it comes, what was asked, and the JSON that is the answer."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import nullcontext
from dataclasses import dataclass
from typing import Annotated, Any, Literal, TypeVar

import msgspec
from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import Response

from ...desk.answers.problems import ProblemAnswer, problem_answers
from ...desk.desk import Done
from ...desk.hall import links
from ...desk.hall.boards import Seat
from ...desk.hall.links import same
from ...desk.outcome import Outcome
from ...desk.verb import Answer, read_sent, told
from ...model.errors import FolderError, McMahonError, NoAnswerError
from ...model.notes import note_texts
from ...model.records.hall import Link, Role, Side
from ...model.records.state import State
from ..doors import Door
from ..hall.calls import NoWayInError, lines_for_guests, room_of, seats_at
from ..hall.claim_throttle import ClaimThrottle
from ..hall.rooms import Room
from ..opinions import Opinions
from ..visits import no_access
from ..work import Worker, failure

log = logging.getLogger("mcmahon.web")

Value = TypeVar("Value")

SMALL, LARGE = 16 * 1024, 8 * 2**20
BODY_SECONDS = 20.0
NO_TOKEN = "send the token of a link as a header: Authorization: Bearer TOKEN"
WRONG_TOKEN = "this token is for nothing here; it may have been taken back"

Kind = Literal[
    "wrong input", "wrong address", "wrong token", "too many wrong tokens", "not allowed", "confirm", "conflict",
    "no pairing", "no answer", "folder", "error"
]  # fmt: skip


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
class Call:
    """One request for a tournament: who calls (`link` is None for the director and for boards), and what was asked."""

    request: Request
    room: Room
    who: str
    token: str
    link: Link | None = None
    body: Any = None

    def number(self, name: str) -> int:
        """A number in the address."""
        return int(self.request.path_params[name])

    def query(self, name: str) -> str:
        """A part of the address behind the question mark."""
        return self.request.query_params.get(name, "").strip()

    @property
    def is_of_the_hall(self) -> bool:
        """Whether the desk does not wait for it: it comes from a phone or a kiosk, not from a desk."""
        return self.link.role is not Role.DESK if self.link else not self.who

    @property
    def worker(self) -> Worker:
        """The process for draws and repairs."""
        worker: Worker = self.request.app.state.worker
        return worker

    @property
    def opinions(self) -> Opinions:
        """The second opinions on drawn rounds, which end when a draw begins."""
        opinions: Opinions = self.request.app.state.opinions
        return opinions

    def do(self, use_case: Callable[[State], Outcome[Value]], what: str) -> Done[Value]:
        """Run a use case from what the caller has seen, and write what it changes as a step under their name."""
        return self.room.desk.do(use_case, f"{self.who}: {what}", self.body.seen)

    @staticmethod
    def done(done: Done[Any]) -> dict[str, Any]:
        """What every answer says of something that was done."""
        notes = note_texts(done.outcome.notes, done.after.tournament)
        return {"revision": done.after.revision, "notes": tuple(notes)}


@dataclass(frozen=True, slots=True)
class Operation:
    """An act: its address behind `/api/NAME`, who may do it, what it takes and gives, and what it is, in a sentence.

    Without roles it is for who has a board's token; `queries` are what may stand behind a question mark.
    """

    method: str
    path: str
    does: Callable[[Call], object]
    roles: tuple[Role, ...]
    gives: Any
    title: str
    takes: Any = None
    queries: tuple[str, ...] = ()
    largest: int = SMALL

    async def __call__(self, request: Request) -> Response:
        """Answer who has passed the door."""

        async def answered() -> Response:
            call: Call = request.state.call
            call.body = await self._body(request)
            async with request.app.state.turns if call.is_of_the_hall else nullcontext():
                return answer(await run_in_threadpool(self.does, call))

        return await said_as_json(request, answered())

    async def _body(self, request: Request) -> Any:
        """What was asked, in its type. Raises McMahonError."""
        if self.takes is None:
            return None
        size, parts = 0, []
        try:
            async with asyncio.timeout(BODY_SECONDS):
                async for part in request.stream():
                    size += len(part)
                    if size > self.largest:
                        raise WrongBodyError(f"more than {self.largest:,} bytes")
                    parts.append(part)
        except TimeoutError:
            raise WrongBodyError("it did not arrive in time") from None
        return read_sent(b"".join(parts) or b"{}", self.takes)


class ApiDoor(Door):
    """The address of an operation, for its roles by a token in a header; who calls is in `request.state.call`."""

    def __init__(self, operation: Operation) -> None:
        super().__init__("/api/{name}" + operation.path, operation.__call__, operation.roles, operation.method)

    async def refusal(self, request: Request) -> Response | None:
        """Why a token does not open this; None if it does."""

        async def passed() -> Response | None:
            async with request.app.state.turns:
                request.state.call = await run_in_threadpool(self._caller, request)
            return None

        return await said_as_json(request, passed())

    def _caller(self, request: Request) -> Call:
        """Who calls. Raises NoWayInError for a wrong token, and NotAllowedError for one that is for something else."""
        token = bearer(request)
        room = room_of(request)
        if not self.roles:
            call = Call(request, room, "", token)
            seats_of(call, room.state())
            return call
        if same(token, request.app.state.key):
            return Call(request, room, str(Role.DESK), token)
        link = links.find(room.hall, token)
        if link is None:
            raise NoWayInError(WRONG_TOKEN)
        if link.role not in self.roles:
            raise NotAllowedError(f"this is not for the token of a {link.role}, but of: {', '.join(self.roles)}")
        links.used(room.hall, link)
        return Call(request, room, link.who, token, link)


def seats_of(call: Call, state: State) -> Sequence[Seat]:
    """The seats that the token of a board is for. Raises NoWayInError if it is for none, FolderError."""
    said = call.request.path_params["side"]
    side = Side(said) if said in [*Side] else None
    return seats_at(call.room, state, call.number("round"), call.number("table"), side, call.token)


Said = TypeVar("Said", Response, Response | None)


async def said_as_json(request: Request, answered: Awaitable[Said]) -> Said | Response:
    """What is answered; whatever goes wrong is said as JSON, too."""
    try:
        return await answered
    except NoWayInError as error:
        return refused(request, NO_TOKEN if str(error) == NO_TOKEN else WRONG_TOKEN)
    except (McMahonError, OSError) as error:  # of the latter: no room, too many open files
        wrong = FolderError(no_access(error)) if isinstance(error, OSError) else error
        call: Call | None = getattr(request.state, "call", None)
        if call is None or call.is_of_the_hall:
            return await run_in_threadpool(_problem_for_guests, request, wrong)
        return problem(wrong)
    except ClientDisconnect:  # in the middle of a body: nobody is there to be answered
        return Response(status_code=400)
    except Exception:  # the desk stays up, whatever a program sends
        log.exception("a call by a program failed: %s", request.url.path)
        return answer(ErrorAnswer("error", ("an error of the program itself; the terminal shows it",)), 500)


class NotAllowedError(McMahonError):
    """A token that is right, but for something else."""


class WrongBodyError(McMahonError):
    """What was sent is too long, too slow, or not what this address takes."""


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
    throttle: ClaimThrottle = request.app.state.throttle
    address = request.client.host if request.client else ""
    if why != NO_TOKEN and throttle.is_over(address):
        return answer(ErrorAnswer("too many wrong tokens", ("wait a minute",)), 429)
    made = answer(ErrorAnswer("wrong token", (why,)), 401)
    made.headers["www-authenticate"] = "Bearer"
    return made


def _problem_for_guests(request: Request, error: McMahonError) -> Response:
    """What is wrong with what was sent; of the tournament's files only that they cannot be used now."""
    if isinstance(error, NotAllowedError) or lines_for_guests(request, error):
        return problem(error)
    return problem(FolderError("the tournament cannot be read or written just now"))


def problem(error: McMahonError) -> Response:
    """What is wrong, with the status that says of what kind it is."""
    lines, code, conflict, asks, relax, problems = failure(error)
    yes = tuple(ask.key for ask in asks if ask.key)
    kind: Kind = "wrong input"
    status = 422
    if isinstance(error, NotAllowedError):
        kind, status = "not allowed", 403
    elif conflict:
        kind, status = "conflict", 409
    elif relax is not None:
        kind, status = "no pairing", 409
    elif yes:
        kind, status = "confirm", 409
    elif code == NoAnswerError.exit_code:
        kind, status = "no answer", 503
    elif code == FolderError.exit_code:
        kind, status = "folder", 503
    asked = yes if kind == "confirm" else ()
    return answer(ErrorAnswer(kind, tuple(lines), asked, relax or (), problem_answers(problems)), status)
