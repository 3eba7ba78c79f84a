"""A visit: one request to one page, from the form that was sent to the page that comes back.

Handlers are plain functions of a visit. What they raise becomes a page here: wrong input 422 with every problem,
something to be confirmed 409 with a button that says yes, somebody else's change 409 with both versions, a tournament
that is not there 404, a folder that cannot be read 503, and one that can be read but not written 503 with a button
that sends the same form again.
"""

from __future__ import annotations

import json
import logging
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeVar

from starlette.concurrency import run_in_threadpool
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ..desk.desk import Desk, Done
from ..desk.outcome import Outcome
from ..desk.overview import Overview, overview
from ..desk.people.entries import Registrations
from ..desk.words.steps import step_texts
from ..io.tables import parse_int
from ..model.errors import ConflictError, FolderError, InputError, McMahonError
from ..model.notes import note_texts
from ..model.records.state import State
from .asks import asks_of
from .forms import Form, form_of
from .guard import TooLargeError
from .home import Home, NoTournamentError
from .look import rendered
from .opinions import Opinions
from .sent_files import sent_file
from .work import Worker, WorkError, lines_of

log = logging.getLogger("mcmahon.web")

Value = TypeVar("Value")
Handler = Callable[["Visit"], Response]
Said = tuple[Sequence[str], Sequence[str], bool]  # what was done, notes on it, whether it is a step to take back
NOTHING: Said = ((), (), False)

FLASH = "mcmahon-said"
LONGEST_FLASH, LONGEST_LINE = 3000, 400  # a cookie has 4 KB


@dataclass(slots=True)
class Visit:
    """One request: the home it goes to, the tournament's name (empty outside one), and the form that was sent.

    `said` is what it has done, if its answer is a page that says so, not the way to one.
    """

    request: Request
    home: Home
    name: str
    form: Form = field(default_factory=Form)
    said: Said | None = None
    _state: State | None = None

    @property
    def desk(self) -> Desk:
        """The desk of the tournament. Raises FolderError."""
        return self.home.desk(self.name)

    @property
    def state(self) -> State:
        """The tournament as it is now. Raises FolderError, InputError."""
        if self._state is None:
            self._state = self.desk.read()
        return self._state

    @property
    def overview(self) -> Overview:
        """Where it stands."""
        return overview(self.state).value

    @property
    def worker(self) -> Worker:
        """The process for draws and other steps that take long."""
        worker: Worker = self.request.app.state.worker
        return worker

    @property
    def opinions(self) -> Opinions:
        """The second opinions on drawn rounds."""
        opinions: Opinions = self.request.app.state.opinions
        return opinions

    @property
    def asker(self) -> Worker:
        """The process for questions, of which the newest counts."""
        worker: Worker = self.request.app.state.asker
        return worker

    @property
    def sent_file(self) -> Registrations:
        """The list of players that the form has, in a file or as lines. Raises InputError."""
        return sent_file(self.form, self.request.app.state.reader)

    def query(self, name: str) -> str:
        """A part of the address."""
        return self.request.query_params.get(name, "")

    def number(self, name: str) -> int | None:
        """A whole number in the address; None for anything else, and for more digits than any number here has."""
        return parse_int(self.query(name))

    @property
    def seen(self) -> int | None:
        """The revision that the form's page showed; None where it does not say."""
        return self.form.number("seen") if self.form.text("seen") else None

    @property
    def who(self) -> str:
        """Who is here, as the journal says it: `desk` for the director, `desk 2 (Ann)` for who came by a link."""
        return getattr(self.request.state, "who", "") or "desk"

    @property
    def is_director(self) -> bool:
        """Whether the director is here, and nobody who came by a second desk's link."""
        return self.who == "desk"

    def only_director(self, what: str) -> None:
        """Raise InputError for a second desk: what it asks for reaches beyond its tournament, or its own link."""
        if not self.is_director:
            raise InputError(f"only the director's own desk can {what}")

    def step(self, what: str) -> str:
        """A step as the journal calls it, with the name of who did it: `desk: draw the round`."""
        return f"{self.who}{what.removeprefix('desk')}" if what.startswith("desk:") else what

    def do(self, use_case: Callable[[State], Outcome[Value]], what: str) -> Done[Value]:
        """Run a use case from what the form's page showed, and write what it changes as a step called so.

        A step of somebody who came by a desk's link bears their name.
        """
        done = self.desk.do(use_case, self.step(what), seen=self.seen)
        self._state = done.after
        return done

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page of the tournament."""
        common = {
            "visit": self,
            "tournament": self.state.tournament,
            "pages": self.request.app.state.menu,
            "here": self.request.url.path.removeprefix(f"/t/{self.name}/").partition("/")[0],
            "base": f"/t/{self.name}/",
            "seen": self.state.revision,
            "now": self.overview,
            "said": self.said or _flash(self.request),
        }
        answer = HTMLResponse(rendered(template, common | values), status)
        if FLASH in self.request.cookies and self.said is None:
            answer.delete_cookie(FLASH)
        return answer

    def back(self, page: str, *said: str, notes: Iterable[str] = (), undo: bool = True) -> Response:
        """To a page of the tournament, which then says what has been done, and what should be known.

        With `undo` it offers to take the last step back: where what was done is no step, nothing is offered.
        """
        return redirect(f"/t/{self.name}/{page}", said, tuple(notes), undo)

    def noted(self, done: Done[Any]) -> list[str]:
        """The notes of what was done, and of what was found before, in sentences."""
        return [*step_texts(done.found), *note_texts(done.outcome.notes, done.after.tournament)]


def page(handler: Handler) -> Callable[[Request], Any]:
    """The endpoint of a handler, which runs in a thread; what it raises becomes a page."""

    async def endpoint(request: Request) -> Response:
        visit = Visit(request, request.app.state.home, request.path_params.get("name", ""))
        try:
            visit.form = await form_of(request)
            return await run_in_threadpool(handler, visit)
        except McMahonError as error:
            return await run_in_threadpool(_problem, visit, error)
        except OSError as error:
            return await run_in_threadpool(_problem, visit, FolderError(no_access(error)))
        except ClientDisconnect:  # in the middle of a form: nobody is there to be answered
            return Response(status_code=400)
        except TooLargeError:
            raise
        except Exception:  # the desk stays up, whatever a page meets
            log.exception("a page failed: %s", request.url.path)
            text = "This page met an error of the program itself; the terminal shows it."
            return HTMLResponse(rendered("alone.html", {"lines": [text]}), 500)

    return endpoint


def _problem(visit: Visit, error: McMahonError) -> Response:
    """The page of an error: what is wrong and, where that is enough, a button that does it all the same."""
    lines = lines_of(error)
    conflict = isinstance(error, ConflictError) or (isinstance(error, WorkError) and error.conflict)
    unwritten = error.exit_code == FolderError.exit_code and not conflict  # if the folder can be read
    asks = error.asks if isinstance(error, WorkError) else asks_of(error)
    kept = [(name, value) for name, values in visit.form.fields.items() for value in values]
    values = {
        "lines": lines,
        "asks": asks,
        "confirm": bool(asks) and asks[0].name == "yes",
        "conflict": conflict,
        "unwritten": unwritten,
        "again": unwritten and visit.request.method == "POST" and not visit.form.files,
        "action": visit.request.url.path,
        "search": "search" in visit.form.fields,
        "kept": [pair for pair in kept if unwritten or pair[0] != "seen"],
        "back": visit.request.headers.get("referer", ""),
    }
    status = 409 if conflict or asks else 503 if unwritten else 422
    if not visit.name:
        return HTMLResponse(rendered("alone.html", {"lines": lines}), status)
    if isinstance(error, NoTournamentError):
        return HTMLResponse(rendered("nowhere.html", {"name": visit.name}), 404)
    try:
        answer = visit.page("problem.html", status, **values)
        if visit.request.headers.get("hx-request"):  # the whole page, wherever it was to go
            answer.headers.update({"hx-retarget": "#main", "hx-reselect": "#main", "hx-reswap": "outerHTML"})
        return answer
    except McMahonError as worse:
        return HTMLResponse(rendered("damaged.html", {"lines": lines_of(worse), "name": visit.name}), 503)
    except OSError as worse:
        return HTMLResponse(rendered("damaged.html", {"lines": [no_access(worse)], "name": visit.name}), 503)


def no_access(error: OSError) -> str:
    """What the system does not do now, in words: there is no room, a limit of open files, a disk that is gone."""
    return f"{error.filename or 'the disk'}: {error.strerror or error}; try again when that is put right"


def redirect(address: str, said: Sequence[str], notes: Sequence[str], undo: bool = True) -> Response:
    """To another page, which then says what has been done, and notes on it, as far as a cookie holds them."""
    answer = RedirectResponse(address, 303)
    if said or notes:
        cookie = urlsafe_b64encode(_fitting(said, notes, undo).encode()).decode("ascii")
        answer.set_cookie(FLASH, cookie, max_age=60, httponly=True, samesite="strict", path="/")
    return answer


def _fitting(said: Sequence[str], notes: Sequence[str], undo: bool) -> str:
    """What a page is to say, as JSON that fits: notes are left out first, then lines are cut, then the last go."""
    while len((text := json.dumps([[*said], [*notes], undo], ensure_ascii=False)).encode()) > LONGEST_FLASH:
        if notes:
            notes = notes[:-1]
        elif any(len(line) > LONGEST_LINE for line in said):
            said = [line[:LONGEST_LINE] for line in said]
        else:
            said = said[:-1]
    return text


def _flash(request: Request) -> Said:
    """What was done before this page, notes on it, and whether it is a step; nothing where the cookie is another."""
    try:
        said, notes, undo = json.loads(urlsafe_b64decode(request.cookies.get(FLASH, "").encode()))
        return [str(one) for one in said], [str(one) for one in notes], bool(undo)
    except (ValueError, TypeError):
        return [], [], False
