"""Who is let in: the right token, the right name of the machine, forms of the desk's own pages only."""

from __future__ import annotations

import asyncio
import hashlib
from pathlib import Path

import pytest
from mcmahon.web import guard
from mcmahon.web.app import application
from mcmahon.web.home import Home
from mcmahon.web.rendering import STATIC
from starlette.testclient import TestClient
from starlette.types import ASGIApp, Message, Send

from .conftest import HOST, TOKEN, Opened

#: The vendored files as they came, by `sha256sum`; htmx 2.0.11, 0BSD.
VENDORED = {
    "htmx.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
    "htmx.LICENSE": "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
}


@pytest.fixture
def stranger(tmp_path: Path) -> TestClient:
    return TestClient(application(Home.of(tmp_path), TOKEN, (HOST,)), base_url=f"http://{HOST}")


@pytest.mark.parametrize("address", ["/", "/t/club16/", "/?key=wrong", "/t/club16/events"])
def test_nothing_is_shown_without_the_token(stranger: TestClient, address: str) -> None:
    answer = stranger.get(address)
    assert answer.status_code == 401
    assert "club16" not in answer.text


def test_the_token_moves_from_the_address_into_a_cookie_that_no_script_reads(stranger: TestClient) -> None:
    answer = stranger.get(f"/?key={TOKEN}&by=name", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?by=name")
    cookie = answer.headers["set-cookie"].casefold()
    assert cookie.startswith("mcmahon-desk-8000="), "two desks of one machine do not take each other's cookie"
    assert "httponly" in cookie
    assert "samesite=strict" in cookie
    assert "secure" not in cookie
    there = stranger.get(f"https://{HOST}/?key={TOKEN}", follow_redirects=False)
    assert "secure" in there.headers["set-cookie"].casefold()


def test_a_form_that_brings_the_token_in_its_address_is_no_way_in(stranger: TestClient) -> None:
    answer = stranger.post(f"/?key={TOKEN}", follow_redirects=False)
    assert (answer.status_code, "set-cookie" in answer.headers) == (401, False)


def test_a_page_of_another_site_may_link_to_the_desk_and_look_at_its_head(opened: Opened) -> None:
    elsewhere = {"origin": "http://evil.example", "sec-fetch-site": "cross-site"}
    assert opened.client.get("/", headers=elsewhere).status_code == 200
    assert opened.client.head("/", headers=elsewhere).status_code == 200


@pytest.mark.parametrize(("scheme", "code"), [("https", 200), ("http", 403)])
def test_a_form_comes_from_the_same_scheme(opened: Opened, scheme: str, code: int) -> None:
    headers = {"origin": f"{scheme}://{HOST}", "cookie": f"mcmahon-desk-8000={TOKEN}"}
    answer = opened.client.post(f"https://{HOST}/t/club16/stop", headers=headers)
    assert answer.status_code == (204 if code == 200 else code)


def test_a_cookie_of_another_program_on_this_machine_locks_nobody_out(stranger: TestClient) -> None:
    for other in ("a(b=1", "a/b=1", "=", 'a="', "a b"):
        cookies = {"cookie": f"{other}; mcmahon-desk-8000={TOKEN}"}
        assert stranger.get("/", headers=cookies).status_code == 200, other


def test_an_address_has_an_end(opened: Opened) -> None:
    assert opened.client.get("/" + "a" * (guard.LONGEST_PATH - 1)).status_code == 404
    assert opened.client.get("/" + "a" * guard.LONGEST_PATH).status_code == 414


def test_another_name_of_the_machine_is_no_way_in(opened: Opened) -> None:
    assert opened.client.get("/", headers={"host": "evil.example:8000"}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": f"http://{HOST}", "sec-fetch-site": "cross-site"},
    ],
)
def test_a_form_of_another_site_is_refused(opened: Opened, headers: dict[str, str]) -> None:
    assert opened.client.post("/t/club16/stop", headers=headers).status_code == 403


@pytest.mark.parametrize(
    "headers", [{}, {"origin": f"http://{HOST}"}, {"sec-fetch-site": "same-origin"}, {"sec-fetch-site": "none"}]
)
def test_a_form_of_the_desk_is_taken(opened: Opened, headers: dict[str, str]) -> None:
    assert opened.client.post("/t/club16/stop", headers=headers).status_code == 204


@pytest.mark.parametrize(("size", "code"), [(1000, 422), (1001, 413)])
def test_a_body_has_an_end(opened: Opened, monkeypatch: pytest.MonkeyPatch, size: int, code: int) -> None:
    monkeypatch.setattr(guard, "LARGEST_BODY", 1000)
    parts = [b"typed=" + b"x" * 494, b"x" * (size - 500)]  # none of them is too long
    headers = {"content-type": "application/x-www-form-urlencoded"}
    answer = opened.client.post("/t/club16/results", content=iter(parts), headers=headers)
    assert answer.status_code == code, answer.text


def test_every_page_says_what_a_browser_may_load(opened: Opened) -> None:
    for address in ("/", "/t/club16/", "/static/desk.css", "/t/club16/nothing"):
        headers = opened.client.get(address).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin", "with no-referrer the origin of the desk's forms is null"
        assert headers["cross-origin-opener-policy"] == headers["cross-origin-resource-policy"] == "same-origin"
    assert opened.client.get("/t/club16/").headers["cache-control"] == "no-store", "a shared machine keeps no page"


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "vendor/../../guard.py", "nothing.css"])
def test_no_other_file_is_served(opened: Opened, name: str) -> None:
    assert opened.client.get(f"/static/{name}").status_code == 404


def test_its_files_are_served_where_a_symbolic_link_leads_to_the_program(
    opened: Opened, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = tmp_path / "link"
    link.symlink_to(STATIC, target_is_directory=True)
    monkeypatch.setattr("mcmahon.web.app.STATIC", link)
    assert opened.client.get("/static/desk.css").status_code == 200
    assert opened.client.get("/static/..%2Fapp.py").status_code == 404


@pytest.mark.slow
@pytest.mark.parametrize("name", ["..", ".journal", "a%2fb", "missing"])
def test_no_other_folder_is_a_tournament(opened: Opened, name: str) -> None:
    assert opened.client.get(f"/t/{name}/entrants").status_code in (404, 503)


def test_vendored_files_are_as_they_came() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (STATIC / "vendor").iterdir()}
    assert found == VENDORED


@pytest.mark.parametrize("number", ["abc", "-1", "1e9", "%D9%A1"])
def test_a_proof_of_no_round_is_no_error_of_the_program(opened: Opened, number: str) -> None:
    assert opened.client.get(f"/t/congress60/proof/{number}.json").status_code == 404


@pytest.mark.parametrize(("path", "said"), [("/t/x/", "The desk was closed"), ("/api/x", '{"kind":"no answer"')])
def test_what_the_desk_ends_before_it_is_answered_is_said_in_words(path: str, said: str) -> None:
    async def ended(*_: object) -> None:
        raise asyncio.CancelledError

    async def begun(_: object, __: object, send: Send) -> None:
        await send({"type": "http.response.start", "status": 200, "headers": []})
        raise asyncio.CancelledError

    def answer(app: ASGIApp) -> str:
        own = guard.Guard(app, (HOST,))
        headers = [(b"host", HOST.encode()), (b"cookie", b"mcmahon-desk-8000=t")]
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        scope = {"type": "http", "method": "GET", "path": path, "query_string": b"", "headers": headers}
        asyncio.run(own(scope, send, send))  # type: ignore[arg-type]
        assert sent[0]["status"] == 503
        return bytes(sent[1]["body"]).decode()

    assert answer(ended).startswith(said)  # type: ignore[arg-type]
    with pytest.raises(asyncio.CancelledError):
        answer(begun)  # type: ignore[arg-type]
