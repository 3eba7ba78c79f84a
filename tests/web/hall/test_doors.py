"""Every address × role × method × odd ending: nobody reaches a route that is not for them, however it is spelt."""

from __future__ import annotations

import asyncio
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from typing import Any
from urllib.parse import quote, unquote

import pytest
from mcmahon.desk.hall import links
from mcmahon.model.records.hall import Role, Side
from mcmahon.web.doors import DESK_LINK, ClaimThrottle, Door
from starlette.types import Receive, Scope, Send

from .builders import HOST, TOKEN, Hall

METHODS = ("GET", "POST")
ENDINGS = (
    "", "%0A", "%0D", "%0d%0a", "%00", "%09", "%1F", "%7F", "%C2%85", "%E2%80%A8", "%20", ";", ";.css", "/", "//", "/.",
    "/..", "/./", "%2F", "%2e", "%250A", "%252e", "?", "#", ".json", "*", "~",
)  # fmt: skip
#: What a second desk's link does not open, by hand: other tournaments, other places, other machines.
DIRECTOR_ALONE = {("GET", "/"), ("POST", "/"), ("POST", "/congress"), ("GET", "/congress"), ("GET", "/t/{name}/copy"),
                  ("POST", "/t/{name}/copy"), ("POST", "/t/{name}/import/fetch")}  # fmt: skip
#: What is for everybody: the program's own files.
OPEN = {"/static/{name:path}", "/api/openapi.json", "/h/{name}/{token}"}
READ = {Role.READER, Role.HELPER}
#: Who may come in by which address of the hall, by hand.
HALL = {
    ("GET", "live"): READ | {Role.CAPTAIN}, ("GET", "here"): {Role.CHECK_IN}, ("GET", "here/{player}"): {Role.CHECK_IN},
    ("POST", "here/{player}"): {Role.CHECK_IN}, ("GET", ""): set(Role), ("POST", ""): {Role.HELPER, Role.CAPTAIN},
} | {("GET", page): READ for page in ("names", "tables", "tables/{round}", "standings", "prizes", "cups",
                                      "player/{player}", "screen")}  # fmt: skip
VALUES = {"name": "congress60", "round": "4", "table": "1", "side": "white", "player": "1", "form": "egd", "id": "1",
          "file": "index.html"}  # fmt: skip


class Walker:
    """Somebody who asks for addresses; each route notes that it was reached, and does nothing."""

    def __init__(self, hall: Hall) -> None:
        made = {role: hall.link(role).split("/")[3] for role in Role if role is not Role.CAPTAIN}
        [captain, *_] = links.make_for_captains(hall.files, hall.desk.read().tournament)
        board = hall.board(hall.played.games[0], Side.WHITE).split("/")[-1]
        self.tokens = {"nobody": "", "wrong": "A" * 32, "director": TOKEN, "board": board, **made}
        self.tokens[Role.CAPTAIN] = links.address_token(hall.files, captain)
        self.app, self.reached = hall.app, Counter[tuple[str, str]]()
        self.doors: list[Door] = [route for route in hall.app.routes if isinstance(route, Door)]
        assert len(self.doors) == len(hall.app.routes), "a route that is no door would be open to everybody"
        for door in self.doors:
            door.app = self._noting(door)

    def _noting(self, door: Door) -> Any:
        async def reached(scope: Scope, receive: Receive, send: Send) -> None:
            self.reached[scope["method"], door.path] += 1
            await send({"type": "http.response.start", "status": 299, "headers": []})
            await send({"type": "http.response.body", "body": b""})

        return reached

    async def ask(self, method: str, address: str, headers: dict[str, str]) -> tuple[int, tuple[str, str] | None]:
        """The status of an answer, and the route that was reached."""
        self.reached.clear()
        codes: list[int] = []

        async def send(message: Any) -> None:
            codes.extend([message["status"]] if "status" in message else [])

        async def receive() -> Any:
            return {"type": "http.request", "body": b"", "more_body": False}

        path, _, query = address.partition("#")[0].partition("?")
        scope = {
            "type": "http", "method": method, "path": unquote(path), "raw_path": path.encode(), "root_path": "",
            "query_string": query.encode(), "scheme": "http", "client": ("10.0.0.9", 1), "http_version": "1.1",
            "server": ("10.0.0.1", 80), "state": {}, "extensions": {},
            "headers": [(name.encode(), value.encode()) for name, value in {"host": HOST, **headers}.items()],
        }  # fmt: skip
        await self.app(scope, receive, send)
        [reached] = [*self.reached] or [None]
        return codes[0], reached


def allowed(door: Door, role: str) -> bool:
    """Who may come in by a door, as the tables here say it: `director`, a role, `board`, or `nobody`."""
    [method] = door.methods - {"HEAD"}
    if door.path in OPEN:
        return True
    if door.path.startswith("/h/{name}/{token}/"):
        return role in HALL[method, door.path.removeprefix("/h/{name}/{token}/")]
    if door.path.startswith(("/h/", "/h-live/", "/api/{name}/boards/")):
        return role == "board"
    if door.path.startswith("/api/"):
        return bool(door.roles) and role in ("director", *door.roles)
    return role == "director" or (role == Role.DESK and (method, door.path) not in DIRECTOR_ALONE)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("endings", "asked"),
    [
        pytest.param(("",), 9_000, id="plain"),
        pytest.param(ENDINGS, 70_000, id="however it is spelt", marks=[pytest.mark.long, pytest.mark.full]),
    ],
)
def test_whoever_asks_however_it_is_spelt_no_route_is_reached_that_is_not_theirs(
    endings: tuple[str, ...], asked: int, hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(ClaimThrottle, "is_over", lambda *_: False)
    walker = Walker(hall)
    by_route = {(next(iter(door.methods - {"HEAD"})), door.path): door for door in walker.doors}
    VALUES["table"] = str(hall.played.games[0].table)
    found: Counter[str] = Counter()

    async def walk() -> None:
        for role, token in walker.tokens.items():
            cookie = f"mcmahon-desk-8361={token}" if role in ("director", "wrong") else f"{DESK_LINK}={token}"
            headers = {"cookie": cookie, "authorization": f"Bearer {token}"} if token else {}
            for door in walker.doors:
                await one(role, token, headers, door)

    async def one(role: str, token: str, headers: dict[str, str], door: Door) -> None:
        side = "w" if door.path.startswith(("/h/", "/h-live/")) else "white"
        values = VALUES | {"token": token or "A" * 32, "side": side}
        path = door.path
        for name, value in values.items():
            for kind in ("", ":int", ":path"):
                path = path.replace(f"{{{name}{kind}}}", quote(value))
        spellings = [path + ending for ending in endings] + [path.upper(), path.replace("/t/", "//t/"), f"/.{path}"]
        for address in spellings:
            for method in METHODS:
                code, reached = await walker.ask(method, address, headers)
                found[str(code)] += 1
                if reached is None:
                    assert code != 299
                    continue
                assert allowed(by_route[reached], role), (role, method, address, reached)
                assert address == path or "%0" not in address, (role, method, address)
        for method in ("HEAD", "PUT", "DELETE"):
            _, reached = await walker.ask(method, path, headers)
            assert reached is None or (method == "HEAD" and allowed(by_route["GET", reached[1]], role)), (role, method)
        [method] = door.methods - {"HEAD"}
        code, reached = await walker.ask(method, path, headers)
        assert (reached == (method, door.path)) == allowed(door, role), (role, method, path, code, reached)

    with ThreadPoolExecutor(1) as apart:
        apart.submit(asyncio.run, walk()).result()
    assert found.total() > asked
    assert (found["400"] > 10_000) == (endings == ENDINGS), "control characters are refused"
