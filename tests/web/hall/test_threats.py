"""Somebody in the hall with a laptop: each line of the threat model in docs/security.md has its test here or beside."""

from __future__ import annotations

import asyncio
import os
import re
import shutil
import socket
import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import httpx2
import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.hall import links
from mcmahon.desk.rounds.draw_round import Publish, draw, publish
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.desk.verb import Outcome
from mcmahon.io.folder.hall_files import HallFiles
from mcmahon.model.errors import FolderError
from mcmahon.model.records.hall import Side
from mcmahon.model.tournament.games import Result
from mcmahon.web import forms
from mcmahon.web.app import MOST_OF_ONE, MOST_PHONES, TURNS
from mcmahon.web.doors import DESK_LINK, MOST_WRONG
from mcmahon.web.streams import Listener
from starlette.testclient import TestClient

from ..conftest import Server, needs_chromium
from .builders import HOST, TOKEN, Hall, made_link, publish_next, slip

DESK = ("", "entrants", "round", "results", "standings", "weights", "print", "settings", "log", "hall", "hall/slips",
        "everything.zip", "export/egd", "events", "proof/4.json")  # fmt: skip
SCRIPT = "<script>document.title='run'</script><img src=x onerror=\"document.title='run'\">"


@pytest.mark.slow
@pytest.mark.parametrize("role", ["reader", "check-in", "helper", ""])
def test_no_link_but_the_desks_opens_a_page_of_the_desk(hall: Hall, role: str) -> None:
    phone = hall.phone()
    if role:
        path = hall.link(role)
        assert phone.get(path).status_code == 200
        as_cookie = {"cookie": f"{DESK_LINK}={path.split('/')[3]}"}
        assert phone.get("/t/congress60/", headers=as_cookie).status_code == 401
    for page in DESK:
        assert phone.get(f"/t/congress60/{page}").status_code == 401, page
        assert phone.post(f"/t/congress60/{page}", data={"draw": "1"}).status_code == 401, page
    assert phone.get("/").status_code == 401


def test_each_role_is_refused_what_is_anothers(hall: Hall) -> None:
    made = {role: hall.link(role) for role in ("reader", "check-in", "helper", "desk")}
    [captain, *_] = links.make_for_captains(hall.files, hall.desk.read().tournament)
    made["captain"] = f"/h/congress60/{links.address_token(hall.files, captain)}/"
    phone, before, read = hall.phone(), hall.desk.read().revision, {"reader", "helper"}
    pages = ("names", "tables", "tables/4", "standings", "prizes", "cups", "player/1", "screen")
    may = {("GET", page): read for page in pages} | {
        ("GET", "here"): {"check-in"}, ("GET", "here/1"): {"check-in"}, ("POST", "here/1"): {"check-in"},
        ("GET", ""): set(made), ("POST", ""): {"helper", "captain"},
    }  # fmt: skip
    for (method, page), roles in may.items():
        for role, path in made.items():
            answer = phone.request(method, path + page, follow_redirects=False)
            assert (answer.status_code == 403) == (role not in roles), (method, page, role)
    for role in ("check-in", "desk"):
        assert phone.get(made[role] + "live").status_code == 403, "nothing of theirs is told"
    assert phone.post(made["reader"], data={"typed": "1 w", "round": "4"}).status_code == 403
    assert phone.post(made["reader"] + "here/1", data={"round": "5"}).status_code == 403
    assert hall.desk.read().revision == before
    assert not hall.files.state().here


def test_a_wrong_token_is_slowed_down_and_a_right_one_never(hall: Hall) -> None:
    path, phone = hall.link("reader"), hall.phone()
    stem = path.rstrip("/").rpartition("/")[0]
    codes = [phone.get(f"{stem}/{'A' * 31}{k:x}/").status_code for k in range(16)]
    codes += [phone.get(f"/h/congress60/b/4/1/w/{'B' * 32}").status_code for _ in range(MOST_WRONG - 16 + 3)]
    assert codes[:MOST_WRONG] == [404] * MOST_WRONG
    assert codes[MOST_WRONG:] == [429] * 3
    assert phone.get(path).status_code == 200


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["key", "mcmahon-desk-8361", "mcmahon-desk-link"])
def test_a_wrong_key_or_cookie_is_slowed_down_and_a_right_one_never(hall: Hall, kind: str) -> None:
    second, phone = hall.phone(), hall.phone()
    second.get(hall.link("desk"))
    codes = []
    for k in range(MOST_WRONG + 3):
        query = f"?key={'A' * 31}{k:x}" if kind == "key" else ""
        headers = {"cookie": f"{kind}={'A' * 31}{k:x}"} if kind != "key" else {}
        codes.append(phone.get(f"/t/congress60/{query}", headers=headers).status_code)
    assert codes == [401] * MOST_WRONG + [429] * 3
    assert phone.get("/t/congress60/").status_code == 401, "who brings nothing guesses nothing"
    assert hall.phone().get("/?key=wrong").status_code == 401, "another machine has its own tries"
    assert (hall.director.get("/t/congress60/").status_code, second.get("/t/congress60/").status_code) == (200, 200)


def test_tokens_are_compared_in_a_time_that_tells_nothing(hall: Hall, monkeypatch: pytest.MonkeyPatch) -> None:
    compared: list[tuple[Any, Any]] = []
    real = links.hmac.compare_digest
    path = hall.link("reader")
    hall.link("helper")
    monkeypatch.setattr(links.hmac, "compare_digest", lambda a, b: compared.append((a, b)) or real(a, b))
    hall.phone().get(path)
    assert len(compared) == 2, "every link, whether it is the right one or not"
    compared.clear()
    hall.phone().get(hall.board(hall.played.games[0], Side.WHITE))
    assert len(compared) == 2, "at the door and on the page"


def test_an_unknown_tournament_and_a_wrong_token_look_the_same(hall: Hall) -> None:
    phone = hall.phone()
    answers = [phone.get(f"/h/{name}/{'A' * 32}/") for name in ("congress60", "nothing", "..", "%2e%2e", ".hall")]
    assert {answer.status_code for answer in answers if "h/" in str(answer.url)} <= {404, 401}
    assert answers[0].text == answers[1].text
    for path in (
        f"/h/congress60/{'A' * 32}/live",
        f"/h/nothing/{'A' * 32}/live",
        f"/h-live/nothing/b/4/1/w/{'A' * 32}",
    ):
        assert phone.get(path).status_code == 404


def test_a_board_is_for_its_own_side_round_and_players_only(hall: Hall) -> None:
    first, second = hall.played.games[:2]
    own = hall.board(first, Side.WHITE)
    token, phone = own.rpartition("/")[2], hall.phone()
    for other in (f"4/{first.table}/b", f"4/{second.table}/w", f"3/{first.table}/w", f"5/{first.table}/w", "4/99/w"):
        assert phone.get(f"/h/congress60/b/{other}/{token}").status_code == 404
        assert phone.post(f"/h/congress60/b/{other}/{token}", data={"say": "1-0"}).status_code in (404, 429)
        assert hall.phone().get(f"/h-live/congress60/b/{other}/{token}").status_code == 404
    assert hall.phone().get(f"/h-live/congress60/b/4/{first.table}/x/{token}").status_code == 404, "no such side"
    assert not hall.files.state().claims
    swapped = hall.desk.read().tournament.rounds[-1]
    from dataclasses import replace

    games = (replace(first, black=second.black), replace(second, black=first.black), *swapped.games[2:])
    now = replace(swapped, games=games)
    hall.desk.do(
        lambda s: Outcome(s.with_tournament(replace(s.tournament, rounds=(*s.tournament.rounds[:-1], now))), 0), "swap"
    )
    assert phone.get(own).status_code in (404, 429), "somebody else sits there now"


def test_a_board_ends_with_its_result_and_with_its_round(hall: Hall) -> None:
    done, late = hall.played.games[:2]
    paths = [hall.board(game, Side.WHITE) for game in (done, late)]
    hall.desk.do(lambda state: enter(state, EnterResults(results={str(done.table): "1-0"}, round=4)), "result")
    phone = hall.phone()
    assert phone.post(paths[0], data={"say": "0-1"}).status_code == 410
    typed = " ".join(f"{g.table} 1-0" for g in hall.played if g not in (done, late)).split()
    hall.desk.do(lambda state: enter(state, EnterResults(results=by_table(typed), round=4)), "results")
    from mcmahon.desk.rounds.draw_round import Draw

    hall.desk.do(lambda state: draw(state, Draw(missing_results=True)), "draw")
    hall.desk.do(lambda state: publish(state, Publish()), "publish")
    assert phone.post(paths[1], data={"say": "0-1"}).status_code == 410
    assert not hall.files.state().claims
    game = hall.desk.read().tournament.round(4).at_table(done.table)
    assert game is not None
    assert game.result is Result.WHITE


def test_a_draft_has_no_slips_and_its_boards_no_links(hall: Hall) -> None:
    desk = Desk(hall.folder / "club16")
    if not desk.read().tournament.rounds or not desk.read().tournament.rounds[-1].draft:
        desk.do(draw, "draw")
    drawn = desk.read().tournament.rounds[-1]
    assert hall.phone().get(slip(desk.path, drawn.number, drawn.games[0], Side.WHITE)).status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize(
    ("headers", "code"),
    [({"origin": "http://evil.example"}, 403), ({"origin": "null"}, 403), ({"sec-fetch-site": "cross-site"}, 403),
     ({"host": "evil.example:8361"}, 400), ({"origin": f"http://{HOST}"}, 303), ({}, 303)],
)  # fmt: skip
def test_forms_of_other_sites_and_other_names_of_the_machine(hall: Hall, headers: dict[str, str], code: int) -> None:
    path = hall.board(hall.played.games[0], Side.WHITE)
    answer = hall.phone().post(path, data={"say": "1-0"}, headers=headers, follow_redirects=False)
    assert answer.status_code == code
    assert bool(hall.files.state().claims) == (code == 303)


def test_no_page_of_the_hall_can_be_framed_or_load_from_elsewhere(hall: Hall) -> None:
    for path in (hall.link("reader"), hall.board(hall.played.games[0], Side.WHITE), "/static/hall.css", "/h/x/y/"):
        headers = hall.phone().get(path).headers
        assert "frame-ancestors 'none'" in headers["content-security-policy"]
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert "access-control-allow-origin" not in headers


def test_a_long_body_and_a_wrong_form_are_refused(hall: Hall) -> None:
    path, phone = hall.board(hall.played.games[0], Side.WHITE), hall.phone()
    for body in (b"say=" + b"1" * forms.SMALL, b"&".join(b"a=1" for _ in range(500)), b"\xff\xfe=\x00"):
        assert phone.post(path, content=body).status_code == 422
    assert not hall.files.state().claims


@pytest.mark.long
def test_a_head_or_a_body_that_never_comes_ends(tmp_path: Path, server: Server) -> None:
    game = publish_next(tmp_path / "congress60").games[0]
    with server.client() as director:
        assert director.get("/t/congress60/hall/slips").status_code == 200  # makes the secret
    path = slip(tmp_path / "congress60", 4, game, Side.WHITE)
    address, patience = ("127.0.0.1", server.port), forms.SMALL_SECONDS + 10
    with (
        socket.create_connection(address, timeout=patience) as silent,
        socket.create_connection(address, timeout=patience) as half,
        socket.create_connection(address, timeout=patience) as slow,
    ):
        half.sendall(b"GET / HTTP/1.1\r\nHost: ")
        head = f"POST {path} HTTP/1.1\r\nHost: 127.0.0.1:{server.port}\r\n"
        slow.sendall(f"{head}Content-Length: 9000\r\n\r\nsay=".encode())
        begin = time.monotonic()
        assert b"422" in slow.recv(200)
        assert (silent.recv(1), half.recv(1)) == (b"", b"")
        assert time.monotonic() - begin < forms.SMALL_SECONDS + 8


def test_the_desk_is_served_while_the_hall_waits_for_its_turns(hall: Hall) -> None:
    """Nobody in the hall is answered, neither a page nor a program, while as many as may be are being answered."""
    path, key = hall.link("reader"), {"authorization": f"Bearer {TOKEN}"}
    token = {"authorization": f"Bearer {path.split('/')[-2]}"}

    async def asked() -> list[int]:
        ways = ((path, {}), (f"{path}player/1", {}), ("/api/congress60/standings", token), ("/api/congress60/log", key))
        transport = httpx2.ASGITransport(hall.app)
        async with httpx2.AsyncClient(transport=transport, base_url=f"http://{HOST}") as phone:
            for _ in range(TURNS):
                await hall.app.state.turns.acquire()
            waiting = [asyncio.ensure_future(phone.get(address, headers=headers)) for address, headers in ways]
            cookies = {"cookie": f"mcmahon-desk-8361={TOKEN}"}
            codes = [(await phone.get("/t/congress60/results", headers=cookies)).status_code]
            codes += [one.done() for one in waiting]
            for _ in range(TURNS):
                hall.app.state.turns.release()
            return codes + [one.status_code for one in await asyncio.gather(*waiting)]

    with ThreadPoolExecutor(1) as apart:  # a browser of this file may have a loop in this thread
        assert apart.submit(asyncio.run, asked()).result() == [200, *[False] * 4, *[200] * 4]


def test_streams_are_bounded_by_address_and_together(hall: Hall) -> None:
    path, phone, board = hall.link("reader"), hall.phone(), hall.board(hall.played.games[0], Side.WHITE)
    streams = hall.app.state.live
    streams._listeners["x"] = {Listener(lambda _: None, of="192.168.2.2") for _ in range(MOST_OF_ONE)}
    for stream in (path + "live", board.replace("/h/", "/h-live/")):
        assert phone.get(stream).status_code == 503
    assert not streams.is_full("10.0.0.2")
    streams._listeners["x"] = {Listener(lambda _: None) for _ in range(MOST_PHONES)}
    assert streams.is_full("10.0.0.2")
    streams._listeners.clear()


@pytest.mark.parametrize("name", ["../guard.py", "%2e%2e/app.py", "..%2fapp.py", "/etc/passwd", "vendor/../../app.py"])
def test_no_file_is_served_but_the_programs_own(hall: Hall, name: str) -> None:
    assert hall.phone().get(f"/static/{name}").status_code == 404
    for own in ("hall.css", "hall.js", "results.js", "stone.svg"):
        answer = hall.phone().get(f"/static/{own}")
        assert (answer.status_code, "immutable" in answer.headers["cache-control"]) == (200, True)


@pytest.mark.skipif(os.name != "posix", reason="links of this system are other ones")
@pytest.mark.parametrize("name", ["", "links.json", "said.jsonl", "secret"])
def test_a_link_in_the_place_of_a_halls_file_is_refused(hall: Hall, tmp_path: Path, name: str) -> None:
    home, elsewhere = hall.desk.path / ".hall", tmp_path / "elsewhere"
    elsewhere.mkdir()
    if name:
        home.mkdir(exist_ok=True)
        (elsewhere / "file").write_text("[]")
        (home / name).unlink(missing_ok=True)
        (home / name).symlink_to(elsewhere / "file")
    else:
        shutil.rmtree(home, ignore_errors=True)
        home.symlink_to(elsewhere)
    with pytest.raises(FolderError, match="symbolic link"):
        links.make(HallFiles(hall.desk.path), links.NewLink("reader"), hall.desk.read().tournament)
    assert [file.name for file in elsewhere.iterdir()] == (["file"] if name else [])


def test_old_forms_sent_again_change_nothing(hall: Hall) -> None:
    """A replay of a claim after it was taken back by the desk's result, of a check-in, of an undo."""
    path, phone, game = hall.link("helper"), hall.phone(), hall.played.games[0]
    form = {"typed": f"{game.table} w", "round": "4", "seen": str(hall.desk.read().revision)}
    phone.post(path, data=form)
    last = re.search(r'name="undo" value="(\d+)"', phone.get(path).text)
    assert last
    phone.post(path, data={"undo": last[1]})
    assert hall.entered(game.table).result is Result.UNKNOWN
    assert phone.post(path, data={"undo": last[1]}).status_code == 409
    hall.desk.do(lambda state: enter(state, EnterResults(results={str(game.table): "0-1"}, round=4)), "result")
    assert phone.post(path, data=form).status_code == 409
    assert hall.entered(game.table).result is Result.BLACK


def named(text: str) -> Any:
    """A use case that gives every player a name, club and country with a script in it."""
    from dataclasses import replace

    def use_case(state: Any) -> Outcome[None]:
        people = [replace(p, surname=f"{text}{p.id}", club=text, country=text[:20]) for p in state.tournament.players]
        settings = replace(state.tournament.settings, name=f"Cup {text}")
        return Outcome(state.with_tournament(replace(state.tournament.with_players(people), settings=settings)), None)

    return use_case


@pytest.mark.long
@needs_chromium
def test_nothing_that_somebody_has_written_runs_on_a_page_of_the_hall(
    server: Server,
    tmp_path: Path,
    browser: Any,
) -> None:
    desk = Desk(tmp_path / "congress60")
    publish_next(desk.path)
    desk.do(named(SCRIPT), "names")
    with server.client() as director:
        made = {role: made_link(director, role, label=SCRIPT[:60]) for role in ("reader", "check-in", "helper")}
    board = slip(desk.path, 4, desk.read().tournament.rounds[-1].games[0], Side.WHITE)
    page = browser.new_page()
    pages = [made["reader"] + p for p in ("", "names?name=" + SCRIPT, "tables", "standings", "player/1", "screen")]
    pages += [made["check-in"] + p for p in ("", "here?name=" + SCRIPT, "here/1")]
    pages += [made["helper"], board, board + "?say=1-0", board + "?say=" + SCRIPT]
    for address in pages:
        page.goto(server.root + address)
        assert page.title() != "run", address
        assert not page.evaluate("document.querySelectorAll('main script, main img').length"), address
    page.goto(server.address)
    for address in ("hall", "hall/sheet/1", "hall/slips"):
        page.goto(f"{server.root}/t/congress60/{address}")
        assert page.title() != "run", address


def test_headers_cannot_be_written_by_an_address(hall: Hall) -> None:
    phone = TestClient(hall.app, base_url=f"http://{HOST}")
    answer = phone.get("/h/x%0d%0aset-cookie:%20a=b/token", follow_redirects=False)
    assert "set-cookie" not in answer.headers
    assert "\n" not in answer.headers.get("location", "")
