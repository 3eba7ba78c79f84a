"""Requests to the desk, the hall and the API: forms as their pages have them, filled in soundly or not, and JSON."""

from __future__ import annotations

import asyncio
import json
import logging
import pickle
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import Any
from urllib.parse import quote, unquote, urlencode
from zlib import crc32

from mcmahon.desk.failures import WorkError, failure_of
from mcmahon.desk.hall import links
from mcmahon.desk.options import Clock, Options
from mcmahon.desk.schemas import schemas_of
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.io.folder.state_files import with_table
from mcmahon.io.formats import formats
from mcmahon.io.ratings.lists import SAMPLE_LINES
from mcmahon.model.errors import McMahonError
from mcmahon.model.records.hall import Board, Link, Role, Side
from mcmahon.model.records.state import State
from mcmahon.web.app import application
from mcmahon.web.home import Home
from mcmahon.web.json.operations import OPERATIONS
from mcmahon.web.processes.workers import Worker
from mcmahon.web.rendering import templates

from .damage import damaged, damaged_value, damaged_word
from .forms import Asked, Field, Forms, valid
from .readers import readers
from .sound import ASSIGNMENTS, LINES, MEMBERS, PRIZES, SECONDS, SMALL, SVG, state, written

KEY, HOST = "a-key", "127.0.0.1:8000"
MOST_ALIKE = 30  # requests of one kind that are kept
Pairs = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Sent:
    """A request as it goes out."""

    method: str
    path: str
    query: Pairs = ()
    body: bytes = b""
    kind: str = ""
    token: str = ""


class Inside(Worker):
    """What searches in this process: what goes wrong in it is seen, and its time is counted."""

    def run_as(self, ticket: int, job: Callable[..., Any], folder: object, *args: Any, wanted: object = None) -> Any:
        """The answer of a job, sent as between two processes."""
        job, args = pickle.loads(pickle.dumps((job, (folder, *args))))
        try:
            return pickle.loads(pickle.dumps(job(Options(clock=Clock(SECONDS)), *args)))
        except McMahonError as error:
            raise WorkError(failure_of(error)) from None

    def run_newest(self, job: Callable[..., Any], folder: object, *args: Any) -> Any:
        """The same: there is no other."""
        return self.run_as(0, job, folder, *args)


@dataclass(frozen=True, slots=True)
class Site:
    """Pages or addresses that belong together; `inputs` is the size of a batch."""

    name: str
    begins: str
    inputs: int

    def begin(self, batch: int) -> Visitor:
        """A visitor to a new tournament of a kind that the batch says."""
        rng = Random(f"tournament {batch}")
        own = state(rng.choice([*SMALL]), rng.choice((0, 1, 1, 2)))
        home = Path(tempfile.mkdtemp())
        TournamentFolder(home / "t").create(with_table(own, "prizes.csv", PRIZES.decode()), "made")
        return Visitor(home, own, self.begins)


class Logged(logging.Handler):
    """The exceptions that pages and threads have met."""

    def __init__(self) -> None:
        super().__init__()
        self.met: list[BaseException] = []

    def emit(self, record: logging.LogRecord) -> None:
        """Keep an exception."""
        if record.exc_info and record.exc_info[1]:
            self.met.append(record.exc_info[1])


class Visitor:
    """Somebody who asks for anything that a page offers, and for what it does not."""

    def __init__(self, home: Path, own: State, begins: str) -> None:
        self.app = application(Home(home), KEY, (HOST,), worker=Inside)
        self.loop, self.logged, self.begins = asyncio.new_event_loop(), Logged(), begins
        log = logging.getLogger("mcmahon.web")
        log.handlers, log.propagate = [self.logged], False
        self.words = _words(own)
        self.tokens = _tokens(home / "t", own)
        self.asked: dict[str, list[Asked]] = {}
        self.last, self.page = Asked("GET", "/"), ""
        for one in (*_addresses(self.app.routes, own, self.tokens), *_operations(self.tokens, own)):
            self._add(one)

    def _add(self, one: Asked) -> None:
        own = next((site for site in ("/h", "/api/") if one.path.startswith(site)), "/")
        if own == self.begins:
            alike = self.asked.setdefault(one.alike, [])
            if len(alike) < MOST_ALIKE:
                alike.append(one)

    def make(self, rng: Random) -> Sent:
        """The next request."""
        self.last = one = rng.choice(self.asked[rng.choice([*self.asked])])
        fields, path = self._filled(one, rng), one.path
        if rng.random() < 0.1:
            parts = path.split("/")
            at = rng.randrange(1, len(parts))
            parts[at] = damaged_word(parts[at], rng)
            path = "/".join(parts)
        if one.takes is not None:
            body = valid(one.takes, rng, self.words)
            for _ in range(rng.choice((0, 0, 1, 1, 2))):
                body = damaged_value(body, rng)
            data = json.dumps(body).encode()
            return Sent(one.method, path, (), _cut(data, rng), "application/json", one.token)
        if one.method == "GET":
            return Sent("GET", path, fields, token=one.token)
        if one.files:
            body, kind = _multipart(fields, rng)
            return Sent("POST", path, (), _cut(body, rng), kind)
        data = urlencode(fields, errors="replace").encode()
        return Sent("POST", path, (), _cut(data, rng), "application/x-www-form-urlencoded")

    def _filled(self, one: Asked, rng: Random) -> Pairs:
        """The fields, most as the page has them; of buttons one is pressed."""
        found = []
        buttons = [known for known in one.fields if known.kind in ("button", "submit")]
        pressed = rng.choice(buttons) if buttons else None
        wild = rng.random() < 0.7
        for known in one.fields:
            if (known in buttons and known is not pressed) or rng.random() < 0.03:
                continue
            if known.kind in ("checkbox", "file") and rng.random() < 0.5:
                continue
            if known.name == "seen" and rng.random() < 0.7:
                continue
            value = rng.choice(known.choices) if known.choices and rng.random() < 0.5 else known.value
            chance = rng.random()
            if wild and known.kind in ("text", "textarea", "input", "number") and chance < 0.4:
                value = rng.choice(self.words)
            if wild and chance > 0.85:
                value = damaged_word(value, rng)
            found.append((known.name, value))
        if found and wild and rng.random() < 0.1:
            found.append(rng.choice(found))
        return tuple(found)

    def take(self, given: Sent) -> str:
        """Send it: route, status and the parts of the page. Raises what the program met, however it answered."""
        status, headers, body = self.loop.run_until_complete(self._answer(given))
        if self.logged.met:
            raise self.logged.met.pop()
        if status == 500:
            raise AssertionError(f"500: {body[:200]!r}")
        self.page = body.decode(errors="replace") if b"html" in headers.get(b"content-type", b"") else ""
        parts = sorted(set(re.findall(rb'class="?([\w -]+)|"kind":"(\w+)', body)))
        return f"{self.last.alike} {status} {crc32(repr(parts).encode())}"

    async def _answer(self, given: Sent) -> tuple[int, dict[bytes, bytes], bytes]:
        sent, got = iter([{"type": "http.request", "body": given.body}]), []

        async def receive() -> dict[str, Any]:
            return next(sent, {"type": "http.disconnect"})

        async def send(message: Any) -> None:
            got.append(message)

        headers = [(b"host", HOST.encode()), (b"content-type", given.kind.encode())]
        headers.append((b"content-length", str(len(given.body)).encode()))
        if given.token:
            headers.append((b"authorization", f"Bearer {given.token}".encode(errors="replace")))
        headers.append((b"cookie", f"mcmahon-desk-8000={KEY}".encode()))
        scope: dict[str, Any] = {
            "type": "http",
            "asgi": {"version": "3.0"},
            "http_version": "1.1",
            "scheme": "http",
            "root_path": "",
        }
        raw = quote(given.path, errors="replace")
        scope |= {"method": given.method, "path": unquote(raw), "raw_path": raw.encode()}
        scope |= {"query_string": urlencode(given.query, errors="replace").encode(), "headers": headers}
        scope |= {"client": ("192.168.2.9", 5000), "server": ("127.0.0.1", 8000)}
        await self.app(scope, receive, send)
        start = next(one for one in got if one["type"] == "http.response.start")
        return start["status"], dict(start["headers"]), b"".join(one.get("body", b"") for one in got)

    def keep(self, given: Sent) -> None:
        """It led to a page of another kind: what that offers is asked for from now on."""
        if self.page:
            forms = Forms(given.path)
            forms.feed(self.page)
            for one in forms.found:
                self._add(one)


def _tokens(folder: Path, own: State) -> dict[str, str]:
    """A token of each role, and one of each side of the first board, by the path of that board."""
    hall = HallFiles(folder)
    secret = hall.secret()
    one_by_one = (role for role in Role if role != Role.CAPTAIN)
    made: dict[Role, Link] = {role: links.make(hall, links.NewLink(role), own.tournament) for role in one_by_one}
    made[Role.CAPTAIN] = links.make_for_captains(hall, own.tournament)[0]
    found = {role: links.token_of(secret, link) for role, link in made.items()}
    boards = {}
    for drawn in own.tournament.rounds[-1:]:
        for game in drawn.games[:2]:
            for side in Side:
                board = Board.of(drawn.number, game)
                boards[f"{drawn.number}/{game.table}/{side}"] = links.board_token(secret, board, side)
    return {**{str(role): token for role, token in found.items()}, **boards}


def _words(own: State) -> list[str]:
    """Words that mean something in fields: ids, names, results, settings, files."""
    people = [word for p in own.tournament.players for word in (p.id, p.name)]
    typed = [one.decode() for one in (*LINES.split(b"\n"), *MEMBERS.split(b"\n"), *ASSIGNMENTS.split(b"\n"))]
    return [*people, *typed, "1", "2", "3", "1-2", "all", "3d", "2100", "1-0", "jigo", "CH", "Cup", "First", "6.5"]


def _addresses(routes: Sequence[Any], own: State, tokens: Mapping[str, str]) -> Iterator[Asked]:
    """Every address that is asked for by GET, with values for its parts."""
    player = own.tournament.players[0].id
    parts = {"name": "t", "player": player, "round": "1", "id": "1", "file": "index.html", "list": "slips"}
    for route in routes:
        if route.path.startswith("/api/{") or "GET" not in (route.methods or ("GET",)):
            continue
        if "/b/" in route.path:
            for where, token in tokens.items():
                if "/" in where:
                    number, table, side = where.split("/")
                    path = f"/h/t/b/{number}/{table}/{side[0]}/{token}"
                    yield Asked("GET", path.replace("/h/", "/h-live/") if "live" in route.path else path)
                    yield Asked("POST", path, (Field("say", "1-0", ("1-0", "0-1", "jigo", "back")),))
            continue
        for role in Role if "{token}" in route.path else ("",):
            for form in formats() if "{form}" in route.path else ("",):
                values = {**parts, "token": tokens.get(role, ""), "form": form}
                path = re.sub(r"\{(\w+)(:\w+)?\}", r"{\1}", route.path).format_map(values)
                yield Asked("GET", path, tuple(Field(name) for name in ("round", "player", "all") if not role))


def _operations(tokens: Mapping[str, str], own: State) -> Iterator[Asked]:
    """Every call of the API, with the tokens that may make it."""
    for one in OPERATIONS:
        of, parts = schemas_of([one.takes] if one.takes else [], "#/$defs/{name}")
        schema = (of[one.takes], parts) if one.takes else None
        fields = tuple(Field(name) for name in one.queries)
        for where, token in [(str(role), tokens[role]) for role in one.roles] or tokens.items():
            number, table, side = where.split("/") if "/" in where else ("1", "1", "white")
            path = one.path.replace("{round:int}", number).replace("{table:int}", table).replace("{side}", side)
            path = f"/api/t{path.replace('{player:int}', '1')}"
            yield Asked(one.method, path, fields, schema, KEY if where == Role.DESK else token)


def _multipart(fields: Pairs, rng: Random) -> tuple[bytes, str]:
    """A form with files; each field called file has the content of one that the program knows, damaged or not."""
    sound = [*(data for form in ("csv", "opengotha", "pairgoth", "tde") for data in written(form)), PRIZES, SVG]
    sound += [line.encode() for line in SAMPLE_LINES.values()]
    parts = []
    for name, value in fields:
        head = f'Content-Disposition: form-data; name="{name}"'.encode(errors="replace")
        data = value.encode(errors="replace")
        if name in ("file", "logo", "list", "picture"):
            ending = rng.choice((".csv", ".xml", ".tour", ".tde", ".svg", ".txt", ""))
            head += f'; filename="{rng.choice(("a", "b c", ".."))}{ending}"'.encode()
            data = rng.choice(sound)
            data = damaged(data, sound, rng) if rng.random() < 0.7 else data
        parts.append(b"--limit\r\n" + head + b"\r\n\r\n" + data + b"\r\n")
    return b"".join(parts) + b"--limit--\r\n", "multipart/form-data; boundary=limit"


def _cut(data: bytes, rng: Random) -> bytes:
    """A body, now and then with a byte changed or its end missing."""
    if not data or rng.random() < 0.96:
        return data
    at = rng.randrange(len(data))
    return data[:at] + rng.randbytes(1) + data[at + 1 :] if rng.random() < 0.6 else data[:at]


def prepare() -> None:
    """Make once what every batch needs."""
    for kind in SMALL:
        for played in (0, 1, 2):
            state(kind, played)
    for name in templates().list_templates(filter_func=lambda name: not name.startswith("pages/")):
        templates().get_template(name)
    for reader in readers():
        reader.sound()


def sites() -> list[Site]:
    """The desk, the hall and the API."""
    return [Site("desk", "/", 900), Site("hall", "/h", 900), Site("api", "/api/", 1200)]
