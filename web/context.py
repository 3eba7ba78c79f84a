"""The context of one request: the tournament that it goes to, who sends it, its form, and the page that comes back."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode, urlsafe_b64encode
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any, TypeVar

import msgspec
from starlette.requests import Request as HttpRequest
from starlette.responses import HTMLResponse, RedirectResponse, Response

from ..desk.desk import Desk
from ..desk.glance import Overview, overview
from ..desk.hall.hand_in import TeamRound, waiting_in
from ..desk.messages.team_texts import fault_text
from ..desk.people.register import Register
from ..desk.rounds.proof.since_draw import draft_changes
from ..desk.rounds.wishes import Wishes
from ..desk.verb import Change, Committed, Outcome, Request, Verb
from ..model.errors import InputError, UnconfirmedError
from ..model.notes import note_texts
from ..model.records.hall import Link
from ..model.records.state import State
from ..model.tournament.name_search import is_found
from ..model.tournament.numbers import parse_int
from ..model.tournament.person import Player
from .doors import is_director
from .forms import Form, sent_file
from .hall.rooms import Room, Rooms
from .home import Home
from .next_draw import NextDraw, next_draw
from .processes.opinions import Opinions
from .processes.workers import Found, Worker, carry_out, find
from .rendering import rendered

Value = TypeVar("Value")
Asked = TypeVar("Asked", bound=Request)
Said = tuple[Sequence[str], Sequence[str], bool]  # what was done, notes on it, whether it is a step to take back
NOTHING: Said = ((), (), False)

FLASH = "mcmahon-said"
COMPACT = "mcmahon-compact"  # the cookie of a browser that shows small rows
LONGEST_FLASH, LONGEST_LINE = 3000, 400  # a cookie has 4 KB


@dataclass(slots=True)
class RequestContext:
    """One request, with the form that was sent. The hall and the JSON API add what only they have.

    `said` is what it has done, if its answer is a page that says so, not the way to one. `here` is the address of the
    page in the menu to which its own belongs. `is_step` says whether what it did last changed anything.
    """

    request: HttpRequest
    form: Form = field(default_factory=Form)
    said: Said | None = None
    here: str = ""
    is_step: bool = True
    _room: Room | None = None
    _state: State | None = None

    @property
    def name(self) -> str:
        """The name of the tournament; empty outside one."""
        return str(self.request.path_params.get("name", ""))

    @property
    def home(self) -> Home:
        """The folder of all tournaments."""
        home: Home = self.request.app.state.home
        return home

    @property
    def room(self) -> Room:
        """The hall of the tournament. Raises NoTournamentError."""
        if self._room is None:
            rooms: Rooms = self.request.app.state.rooms
            self._room = rooms.room(self.name)
        return self._room

    @property
    def desk(self) -> Desk:
        """The desk of the tournament. Raises NoTournamentError."""
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

    def next_draw(self, again: bool = False) -> NextDraw | None:
        """The next draw; None if no round can be drawn. `again`: of the last round, although it is published."""
        return next_draw(self.state, self.request.cookies, again)

    @property
    def asked_wishes(self) -> Wishes | None:
        """The wishes that wait for the next draw; None if nothing has changed about them."""
        asked = self.next_draw()
        return asked.wishes if asked and asked.waiting else None

    @property
    def line_ups(self) -> list[TeamRound]:
        """The line-ups of captains that wait for the desk."""
        return waiting_in(self.desk.path, self.state) if self.state.tournament.settings.of_teams else []

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
    def sent_file(self) -> Register:
        """The list of players that the form has, in a file or as lines. Raises InputError."""
        return sent_file(self.form, self.request.app.state.reader)

    def query(self, name: str) -> str:
        """A part of the address behind the question mark, without blanks around it."""
        return self.request.query_params.get(name, "").strip()

    def search(self, few: int) -> dict[str, Any]:
        """The values of a page with a search: the text sought, whom it finds, how few lines need no search."""
        return {"q": self.query("q"), "few": few, "seeks": self.seeks}

    def seeks(self, *players: Player, table: int = 0) -> bool:
        """Whether the text of the page's search finds one of these players, or a table; everybody if it is blank."""
        return not self.query("q") or is_found(self.query("q"), *players, table=table)

    def number(self, name: str) -> int | None:
        """A whole number behind the question mark; None for anything else, and for more digits than any has here."""
        return parse_int(self.query(name))

    def part(self, name: str) -> int:
        """A number in the address's path; 0 for what is none."""
        return parse_int(str(self.request.path_params.get(name, ""))) or 0

    @property
    def here_below(self) -> str:
        """The address of this page below its tournament's, with the query after the question mark."""
        asked = self.request.url.query
        return self.request.url.path.removeprefix(f"/t/{self.name}/") + (f"?{asked}" if asked else "")

    @property
    def is_compact(self) -> bool:
        """Whether this browser has chosen small rows."""
        return COMPACT in self.request.cookies

    @property
    def seen(self) -> int | None:
        """The revision that the sender has seen; None if that is not said."""
        return self.form.number("seen") if self.form.text("seen") else None

    @property
    def link(self) -> Link | None:
        """The link that opened the door; None for the director and for a board's token."""
        return getattr(self.request.state, "link", None)

    @property
    def who(self) -> str:
        """Who is here, as the journal says it: `desk`, the director; `desk 2 (Ann)`, by a link; blank by a board."""
        return getattr(self.request.state, "who", "")

    @property
    def is_director(self) -> bool:
        """Whether the director is here, and nobody who came by a second desk's link."""
        return is_director(self.who)

    def only_director(self, what: str) -> None:
        """Raise InputError for a second desk: what it asks for reaches beyond its tournament, or its own link."""
        if not self.is_director:
            raise InputError(f"only the director's own desk can {what}")

    def asked(self, kind: type[Asked], /, **own: object) -> Asked:
        """A request of what the form says, or the address of a page, and of `own` values. Raises InputError."""
        sent = self.request.query_params.multi_items()
        form = self.form if self.request.method == "POST" else Form({name: [value] for name, value in sent})
        return form.request(kind, **own)

    def do(self, use_case: Callable[[State], Outcome[Value]], step: str) -> Committed[Value]:
        """Run a use case from what the sender has seen, and write what it changes as a step under their name."""
        return self._committed(self.desk.do(use_case, f"{self.who}: {step}", seen=self.seen))

    def carry_out(self, verb: Verb[Asked, Any], asked: Asked) -> Any:
        """Do what is asked for, as a step under the sender's name, in a process of its own if it is slow."""
        if not verb.slow:
            return verb.answer(self.commit(verb, asked))
        command, before = self._command(verb, asked), self.state.revision
        self._state = None
        self.opinions.stop()
        answer = self.worker.run(carry_out, self.desk.path, self._as_seen(asked), command)
        self.is_step = self.desk.folder.journal.number() != before
        return answer

    def commit(self, verb: Verb[Asked, Value], asked: Asked) -> Committed[Value]:
        """The same for a verb that is not slow, with the states before and after it."""
        asked, command = self._as_seen(asked), self._command(verb, asked)
        return self._committed(self.desk.carry_out(verb, asked, command, by_director=self.link is None))

    def _committed(self, done: Committed[Value]) -> Committed[Value]:
        self._state, self.is_step = done.after, done.after.revision != done.before.revision
        return done

    def _command(self, verb: Verb[Asked, Any], asked: Asked) -> str:
        return f"{self.who}: {verb.step(asked, self.state)}"

    def _as_seen(self, asked: Asked) -> Asked:
        return asked.but(seen=self.seen) if isinstance(asked, Change) else asked

    def find(
        self, question: Callable[..., Outcome[Value]], *asked: object, worker: Worker | None = None
    ) -> Found[Value]:
        """What a use case finds, and its notes in sentences; in the process for questions, or another one."""
        found: Found[Value] = (worker or self.asker).run(find, self.desk.path, question, *asked)
        return found

    def page(self, template: str, status: int = 200, **values: Any) -> Response:
        """A page of the tournament."""
        part = "hx-current-url" in self.request.headers  # of a page that is shown already: no form leads to it
        common = {
            "visit": self,
            "tournament": self.state.tournament,
            "pages": self.request.app.state.menu,
            "people": self.state.tournament.by_id(),
            "here": self.here or self.request.url.path.removeprefix(f"/t/{self.name}/").partition("/")[0],
            "base": f"/t/{self.name}/",
            "seen": self.state.revision,
            "now": self.overview,
            "line_ups_waiting": self.line_ups,
            "fault_text": partial(fault_text, tournament=self.state.tournament),
            "outdated": draft_changes(self.state, self.desk.path, self.asked_wishes),
            "said": self.said or (NOTHING if part else _flash(self.request)),
        }
        answer = HTMLResponse(rendered(template, common | values), status)
        if FLASH in self.request.cookies and self.said is None and not part:
            answer.delete_cookie(FLASH)
        return answer

    def back(self, page: str, *said: str, notes: Iterable[str] = (), undo: bool = True) -> Response:
        """To a page of the tournament, which then says what has been done, and what should be known.

        With `undo` it offers to take the last step back. If what was done is no step, nothing is offered: the last step
        is somebody else's then.
        """
        return redirect(f"/t/{self.name}/{page}", said, tuple(notes), undo and self.is_step)

    def noted(self, done: Committed[Any]) -> list[str]:
        """The notes of what was done, and of what was found before, in sentences."""
        return [*done.found, *note_texts(done.outcome.notes, done.after.tournament)]


def to_correct(error: InputError) -> list[str]:
    """The lines of an error that a page says beside its form; raises one again that is only to be confirmed."""
    if isinstance(error, UnconfirmedError):
        raise error
    return [str(problem) for problem in error.problems]


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


def _flash(request: HttpRequest) -> Said:
    """What was done before this page, notes on it, and whether it is a step; nothing where the cookie is another."""
    try:
        text = urlsafe_b64decode(request.cookies.get(FLASH, "").encode())
        return msgspec.json.decode(text, type=tuple[list[str], list[str], bool])
    except ValueError:
        return NOTHING
