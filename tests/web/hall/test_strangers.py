"""Guests who try what is not meant: odd addresses, long ones, streams that should have ended, other desks' work."""

from __future__ import annotations

import asyncio
import json
import re
import socket
import time
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import links
from mcmahon.desk.options import Progress
from mcmahon.model.errors import FolderError
from mcmahon.model.records.hall import Side
from mcmahon.web import guard
from mcmahon.web import streams as events
from mcmahon.web.app import MOST_OF_SECOND_DESKS, MOST_PAGES
from mcmahon.web.doors import DESK_LINK, MOST_WRONG
from mcmahon.web.guard import LARGEST_HEAD, LONGEST_QUERY, MOST_PARTS
from mcmahon.web.hall.hall_context import NoWayInError
from mcmahon.web.server import MOST_HEADERS, refused_head
from mcmahon.web.streams import END, STEP, Listener, Streams, desk_page
from mcmahon.web.watcher import SECONDS, Stamp, Watcher

from ..conftest import AtOnce, Server
from .builders import TOKEN, Hall

ODD = ("%0A", "%0D", "%0d%0a", "%00", "%09", "%1b[2J", "%7F", "%C2%85", "%E2%80%A8")


@pytest.mark.slow
@pytest.mark.parametrize("odd", ODD)
def test_a_control_character_in_an_address_is_refused(hall: Hall, odd: str) -> None:
    second = hall.phone()
    second.get(hall.link("desk"))
    for way in (f"/t/congress60/copy{odd}", f"/t/congress60/import/fetch{odd}", f"/t/congress60/entrants?q=a{odd}"):
        for somebody in (hall.director, second, hall.phone()):
            assert somebody.get(way).status_code == 400, way
            assert somebody.post(way, data={"place": "/tmp", "address": "x"}).status_code == 400, way


def test_longer_addresses_and_heads_than_any_page_has_are_refused_before_anything(hall: Hall) -> None:
    reader, phone = hall.link("reader"), hall.phone()
    long = "&".join(["a=%22"] * (LONGEST_QUERY // 5))
    for address in (f"/h/x/y/?{long}", f"{reader}?{long}", f"/t/congress60/?{long}", f"/api/congress60?{long}"):
        answer = phone.get(address)
        assert (answer.status_code, len(answer.content) < 200) == (414, True), address
    for parts, code in ((MOST_PARTS, 200), (MOST_PARTS + 1, 414)):
        assert phone.get(f"{reader}?{'&'.join(['a=%22'] * parts)}").status_code == code
    assert phone.get(f"{reader}?a={'x' * (LONGEST_QUERY - 2)}").status_code == 200
    assert phone.get("/h/x/y/", headers={"cookie": "a;" * (LARGEST_HEAD // 2)}).status_code == 431


@pytest.mark.slow
@pytest.mark.parametrize(
    ("head", "code"),
    [
        (b"cookie: " + b"a;" * (LARGEST_HEAD // 2 + 50), b" 431 "),
        (b"\r\n".join(b"x: y" for _ in range(MOST_HEADERS)), b" 431 "),
        (b"transfer-encoding: chunked", b" 411 "),
        (b"cookie: a=b", b" 404 "),
    ],
)
def test_a_head_that_no_browser_sends_is_refused_before_it_is_read(server: Server, head: bytes, code: bytes) -> None:
    host = f"host: 127.0.0.1:{server.port}".encode()
    for begin in (b"GET /h/x/y/ HTTP/1.1\r\n", b"POST /h/x/y/ HTTP/1.1\r\ncontent-length: 0\r\n"):
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as guest:
            guest.sendall(begin + host + b"\r\n" + head + b"\r\n\r\n")
            assert code in guest.recv(300)
        with socket.create_connection(("127.0.0.1", server.port), timeout=30) as guest:  # behind a short one
            short = b"GET /h/x/y/ HTTP/1.1\r\n" + host + b"\r\n\r\n"
            guest.sendall(short + begin + host + b"\r\n" + head + b"\r\n\r\n")
            end, said = time.monotonic() + 30, b""
            while said.count(b"HTTP/1.1 ") < 2 and time.monotonic() < end:
                said += guest.recv(3000)
            assert code in said.rpartition(b"HTTP/1.1")[2][:20]


def test_a_long_body_is_no_long_head() -> None:
    form = b"POST / HTTP/1.1\r\nhost: x\r\n\r\n" + b"a=1\n" * 20_000
    assert refused_head(form) == b""
    assert refused_head(form.replace(b"\r\n\r\n", b"\r\n", 1)).startswith(b"431")


def test_the_answer_to_a_wrong_link_repeats_nothing_of_its_address(hall: Hall) -> None:
    plain = hall.phone().get("/h/x/y/")
    asked = hall.phone().get("/h/x/y/?" + "&".join(["a=%22"] * MOST_PARTS))
    assert (asked.status_code, asked.content == plain.content) == (404, True)


def test_the_head_of_a_stream_is_answered_and_listens_to_nothing(hall: Hall) -> None:
    reader, board = hall.link("reader"), hall.board(hall.played.games[0], Side.WHITE)
    for who, stream in (
        (hall.phone(), f"{reader}live"),
        (hall.phone(), board.replace("/h/", "/h-live/")),
        (hall.director, "/t/congress60/events"),
    ):
        answer = who.head(stream)
        assert (answer.status_code, answer.headers["content-type"]) == (200, "text/event-stream; charset=utf-8")
    assert len(hall.app.state.live) == len(hall.app.state.streams) == 0


async def told(hall: Hall, streams: Streams, stream: Any, seconds: float = 10.0) -> list[str]:
    """Everything that a stream says until it ends, while a watcher looks."""
    watching = asyncio.create_task(Watcher(hall.desk.path.parent, streams).watch())
    async with asyncio.timeout(seconds):
        words = [word async for word in stream]
    watching.cancel()
    return words


def test_a_stream_of_the_hall_ends_when_its_link_is_taken_back(hall: Hall) -> None:
    hall.link("reader")
    room = hall.app.state.rooms.room("congress60")

    def mark(_: Stamp) -> object:
        if room.hall.links()[0].revoked:
            raise NoWayInError
        return 1

    async def run() -> list[str]:
        streams = Streams(9, 9)
        stream = streams.listen(room.name, room.desk.path, Listener(mark))
        asyncio.get_running_loop().call_later(2 * SECONDS, links.revoke, room.hall, 1)
        return await told(hall, streams, stream)

    assert asyncio.run(run())[1:] == [STEP, END], "the page looks once more, and is refused"


def test_the_stream_of_a_second_desk_ends_when_its_link_is_taken_back(hall: Hall) -> None:
    hall.link("desk")
    files = hall.files

    async def run() -> list[str]:
        streams, desk = Streams(9, 9), Desk(hall.desk.path)
        page = desk_page(desk, None, lambda: not files.links()[0].revoked)
        stream = streams.listen("congress60", desk.path, page)
        asyncio.get_running_loop().call_later(2 * SECONDS, links.revoke, files, 1)
        return await told(hall, streams, stream)

    assert asyncio.run(run())[1:] == [STEP, END]


def test_a_stream_asks_whether_its_own_link_is_still_good(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the streams of the addresses are given: a mark, or a question, that follows the link."""
    pages: list[Listener] = []
    listen = lambda *given: pages.append(given[-1]) or events.Response()  # noqa: E731
    monkeypatch.setattr(events, "_stream", listen)
    reader, second = hall.link("reader"), hall.link("desk")
    hall.phone().get(f"{reader}live")
    phone, now = hall.phone(), Stamp((), (), ())
    phone.get(second)
    phone.get("/t/congress60/events")
    hall.director.get("/t/congress60/events")
    reads, of_second, directors = pages
    assert (of_second.of, directors.of) == (events.SECOND_DESKS, None)
    assert events.GONE not in [page.now(now) for page in pages]
    links.revoke(hall.files, 1)
    assert reads.now(now) is events.GONE
    assert of_second.now(now) is not events.GONE
    links.revoke(hall.files, 2)
    assert of_second.now(now) is events.GONE
    assert directors.now(now) is not events.GONE


def test_a_second_desk_makes_no_further_desk_and_prints_none(hall: Hall) -> None:
    second, other = hall.phone(), hall.link("desk")
    second.get(hall.link("desk"))
    reader = hall.link("reader")
    refused = [second.post("/t/congress60/hall", data={"make": "desk", "label": "x"})]
    refused += [second.get(f"/t/congress60/hall/sheet/{number}") for number in (1, 2)]
    for answer in refused:
        assert (answer.status_code, "only the director" in answer.text) == (422, True)
        assert other.split("/")[3] not in answer.text
    assert len(hall.files.links()) == 3
    page = second.get("/t/congress60/hall").text
    assert ('value="desk"' in page, "hall/sheet/1" in page, "hall/sheet/3" in page) == (False, False, True)
    assert reader in second.get("/t/congress60/hall/sheet/3").text
    assert 'value="desk"' in hall.director.get("/t/congress60/hall").text
    assert other in hall.director.get("/t/congress60/hall/sheet/1").text


def test_a_second_desk_names_no_folder_of_another_event(hall: Hall) -> None:
    second, path = hall.phone(), hall.link("desk")
    second.get(path)
    asked = {"event.congress": "../club16"}
    refused = second.post("/t/congress60/settings", data=asked)
    assert "only the director" in refused.text
    token = {"authorization": f"Bearer {path.split('/')[3]}"}
    body = {"assignments": ["event.congress=../club16"]}
    refused = hall.phone().post("/api/congress60/settings", json=body, headers=token)
    assert (refused.status_code, "only the director" in refused.text) == (422, True)
    assert hall.desk.read().tournament.settings.event.congress == ()
    assert hall.director.post("/t/congress60/settings", data=asked).status_code == 200
    assert hall.desk.read().tournament.settings.event.congress == ("../club16",)


@pytest.mark.slow
@pytest.mark.parametrize("body", [b"{}", b'{"nonsense": 1}', b"not JSON", b"", b"x" * 20_000])
@pytest.mark.parametrize("place", ["1/1/white", "4/1/black", "9/9/x"])
def test_no_program_learns_without_a_token_which_tournaments_there_are(hall: Hall, body: bytes, place: str) -> None:
    phone, guess = hall.phone(), {"authorization": "Bearer guess"}
    answers = [
        phone.post(f"/api/{name}/boards/{place}", content=body, headers=guess) for name in ("congress60", "none")
    ]
    assert answers[0].status_code == 401
    assert json.loads(answers[0].content) == json.loads(answers[1].content)
    codes = [phone.post(f"/api/congress60/boards/{place}", content=body, headers=guess).status_code for _ in range(20)]
    assert codes[-1] == 429, "each is a wrong token, and counted"


@pytest.mark.slow
def test_a_right_link_pays_for_no_page_that_there_is_not(hall: Hall) -> None:
    reader, phone = hall.link("reader"), hall.phone()
    pages = ("tables/9", "player/999", "player/x", "prizes", "cups")
    codes = {phone.get(reader + page).status_code for page in pages for _ in range(MOST_WRONG)}
    assert codes == {404}, "and never 429"
    check_in = hall.link("check-in")
    codes = {phone.get(f"{check_in}here/999").status_code for _ in range(MOST_WRONG + 3)}
    codes |= {phone.post(f"{check_in}here/999", data={"round": "5"}).status_code for _ in range(MOST_WRONG + 3)}
    assert codes == {404}
    assert phone.get(f"/h/congress60/{'A' * 32}/").status_code == 404, "the first wrong one"


class Busy(AtOnce):
    """A worker with a search of one tournament; what is stopped is noted."""

    def __init__(self, folder: object) -> None:
        super().__init__()
        self._open, self._progress, self.stopped = {7: folder}, (folder, Progress("tier", 1, 1)), []

    def stop(self, ticket: int) -> None:
        self.stopped.append(ticket)


def test_a_desk_stops_and_hears_of_searches_of_its_own_tournament_only(hall: Hall) -> None:
    second = hall.phone()
    second.get(hall.link("desk"))
    for name, reaches in (("club16", False), ("congress60", True)):
        worker = hall.app.state.worker = Busy(hall.folder / name)
        assert second.post("/t/congress60/stop").status_code == 204
        assert (worker.stopped == [7]) == reaches
        assert bool(second.get("/t/congress60/progress").text) == reaches
        assert bool(hall.director.get(f"/t/{name}/progress").text)


def test_the_cookie_of_a_link_opens_nothing_without_a_tournament(hall: Hall) -> None:
    token = hall.link("desk").split("/")[3]
    phone = hall.phone()
    for address in (*["/", "/congress"] * MOST_WRONG, "/t/congress60/copy"):
        assert phone.get(address, headers={"cookie": f"{DESK_LINK}={token}"}).status_code == 403, "and never 429"
    assert phone.get("/", headers={"cookie": f"{DESK_LINK}={'A' * 32}"}).status_code == 401
    wrong = f"/?key={TOKEN[:-1]}"
    codes = [phone.get(wrong, headers={"cookie": f"{DESK_LINK}={token}"}).status_code for _ in range(MOST_WRONG)]
    assert (codes[0], codes[-1]) == (401, 429), "a link makes no guess of the key free"


WRONG = 'pairing.forbid = [{a = "1", b = "2", reason = "divorced"}, 3]\n'


def damaged(hall: Hall) -> None:
    """A wrong line in a file of the tournament, as an editor leaves it."""
    file = hall.desk.path / "tournament.toml"
    file.write_text(f"{WRONG}{file.read_text(encoding='utf-8')}", encoding="utf-8")


@pytest.mark.slow
def test_nobody_but_the_desk_reads_what_is_wrong_with_the_tournament(hall: Hall) -> None:
    made = {role: hall.link(role) for role in ("reader", "helper", "check-in", "desk")}
    board = hall.board(hall.played.games[0], Side.WHITE)
    damaged(hall)
    asked = [board, "/h/congress60/b/1/1/w/x", "/h/congress60/x/", *made.values(), made["check-in"] + "here/1"]
    asked += [f"{made['reader']}standings", board.replace("/h/", "/h-live/")]
    tokens = [path.split("/")[3] for path in made.values()]
    answers = [hall.phone().get(path, follow_redirects=False) for path in asked]
    answers += [hall.phone().post(path, data={"typed": "1 w", "say": "1-0", "round": "5"}) for path in asked]
    for token in ("guess", *tokens[:3]):
        headers = {"authorization": f"Bearer {token}"}
        for act in ("boards/1/1/white", "standings", "players", "tables", "check-ins"):
            answers.append(hall.phone().get(f"/api/congress60/{act}", headers=headers))
        answers.append(hall.phone().post("/api/congress60/results", headers=headers, json={"round": 4, "results": {}}))
    for answer in answers:
        assert answer.status_code in (303, 401, 403, 404, 405, 429, 503), answer.text
        assert "divorced" not in answer.text
        assert str(hall.folder) not in answer.text
    assert {503, 401} <= {answer.status_code for answer in answers}
    own = hall.phone().get("/api/congress60/entrants", headers={"authorization": f"Bearer {tokens[3]}"})
    assert (own.status_code, "tournament.toml" in own.text) == (422, True), "a desk reads it, and mends it"


def test_a_guest_is_told_what_is_wrong_with_what_they_sent(hall: Hall) -> None:
    check_in = hall.link("check-in")
    answer = hall.phone().post(f"{check_in}here/1", data={"round": "99"})
    assert (answer.status_code, "99" in answer.text) == (422, True)


def test_second_desks_leave_places_to_listen_to_the_director(hall: Hall) -> None:
    second, streams = hall.phone(), hall.app.state.streams
    second.get(hall.link("desk"))
    streams._listeners["x"] = {events.Listener(id, of=events.SECOND_DESKS) for _ in range(MOST_OF_SECOND_DESKS)}
    assert second.get("/t/congress60/events").status_code == 503
    assert not streams.is_full(None)
    streams._listeners["x"] = {events.Listener(id) for _ in range(MOST_PAGES)}
    assert hall.director.get("/t/congress60/events").status_code == 503
    streams._listeners.clear()


def test_the_list_of_links_says_which_a_second_desk_has_made(hall: Hall) -> None:
    second = hall.phone()
    second.get(hall.link("desk"))
    second.post("/t/congress60/hall", data={"make": "helper", "label": "Bob"})
    assert [link.maker for link in hall.files.links()] == ["", "desk 1 (Ann)"]
    page = hall.director.get("/t/congress60/hall").text
    assert len(re.findall(r"by <bdi[^>]*>desk 1 \(Ann\)</bdi>", page)) == 1


def test_a_body_that_is_too_long_after_the_answer_has_begun_is_no_error_of_the_desk(hall: Hall) -> None:
    async def run() -> list[Any]:
        sent: list[Any] = []

        async def app(scope: Any, receive: Any, send: Any) -> None:
            await send({"type": "http.response.start", "status": 200, "headers": []})
            await receive()

        async def receive() -> Any:
            return {"type": "http.request", "body": b"x" * 2000, "more_body": True}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": "/", "query_string": b"", "headers": [(b"host", b"h")]}
        await guard.Guard(app, ("h",))(scope, receive, send)
        return sent

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(guard, "LARGEST_BODY", 1000)
        assert [message.get("status") for message in asyncio.run(run())] == [200]


def test_what_the_disk_refused_for_a_moment_is_not_kept_for_the_next_guest(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    board, room = hall.board(hall.played.games[0], Side.WHITE), hall.app.state.rooms.room("congress60")

    def full(_: object) -> None:
        raise FolderError("too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(Desk, "read", full)
        assert hall.phone().get(board).status_code == 503
    assert hall.phone().get(board).status_code == 200, "although nothing in the folder has changed"
    read: list[int] = []
    real = Desk.read
    monkeypatch.setattr(Desk, "read", lambda desk: read.append(1) or real(desk))
    for _ in range(3):
        assert hall.phone().get(f"/h/congress60/b/4/1/w/{'A' * 32}").status_code == 404
    assert (read, room.state() is room.state()) == ([], True), "a guess makes nobody read the tournament"
