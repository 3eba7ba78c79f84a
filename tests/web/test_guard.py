"""Who is let in: the right token, the right name of the machine, forms of the desk's own pages only."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest
from mcmahon.web.app import application
from mcmahon.web.guard import LARGEST_BODY
from mcmahon.web.home import Home
from mcmahon.web.look import STATIC
from starlette.testclient import TestClient

from .conftest import HOST, TOKEN, Opened

#: The vendored files as they came, by `sha256sum`; htmx 2.0.11, 0BSD.
VENDORED = {
    "htmx.min.js": "d6fdc75f204e6bdefa99b69bf1e6d4ac69b8a364f77929f45c13476b4000f717",
    "htmx.LICENSE": "d3d2456f76414f2456104660ebd65aff1c04cd7966b942bdabd63f3cdb316a38",
}


@pytest.fixture
def stranger(tmp_path: Path) -> TestClient:
    return TestClient(application(Home.of(tmp_path), TOKEN, (HOST,)), base_url=f"http://{HOST}")


@pytest.mark.parametrize("address", ["/", "/t/club16/", "/static/desk.css", "/?key=wrong", "/t/club16/events"])
def test_nothing_is_shown_without_the_token(stranger: TestClient, address: str) -> None:
    answer = stranger.get(address)
    assert answer.status_code == 401
    assert "club16" not in answer.text


def test_the_token_moves_from_the_address_into_a_cookie_that_no_script_reads(stranger: TestClient) -> None:
    answer = stranger.get(f"/?key={TOKEN}&by=name", follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, "/?by=name")
    cookie = answer.headers["set-cookie"].casefold()
    assert "httponly" in cookie
    assert "samesite=strict" in cookie


def test_another_name_of_the_machine_is_no_way_in(opened: Opened) -> None:
    assert opened.client.get("/", headers={"host": "evil.example:8000"}).status_code == 400


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
    ],
)
def test_a_form_of_another_site_is_refused(opened: Opened, headers: dict[str, str]) -> None:
    answer = opened.client.post("/t/club16/log", data={"undo": "1"}, headers=headers)
    assert answer.status_code == 403
    assert (
        opened.client.post("/t/club16/log", data={"undo": "1"}, headers={"origin": f"http://{HOST}"}).status_code < 500
    )


def test_a_body_without_an_end_is_refused(opened: Opened) -> None:
    def endless() -> object:
        for _ in range(LARGEST_BODY // 2**20 + 2):
            yield b"x" * 2**20

    answer = opened.client.post(
        "/t/club16/entrants", content=endless(), headers={"content-type": "multipart/form-data; boundary=x"}
    )  # type: ignore[arg-type]
    assert answer.status_code in (413, 422)
    big = {"content-length": str(LARGEST_BODY + 1)}
    assert opened.client.post("/t/club16/log", headers=big, content=b"").status_code == 413


def test_every_page_says_what_a_browser_may_load(opened: Opened) -> None:
    for address in ("/", "/t/club16/", "/static/desk.css", "/t/club16/nothing"):
        headers = opened.client.get(address).headers
        assert "default-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"
        assert headers["referrer-policy"] == "same-origin", "with no-referrer the origin of the desk's forms is null"


@pytest.mark.parametrize("name", ["../app.py", "..%2fapp.py", "%2e%2e/app.py", "vendor/../../guard.py", "nothing.css"])
def test_no_other_file_is_served(opened: Opened, name: str) -> None:
    assert opened.client.get(f"/static/{name}").status_code == 404


@pytest.mark.parametrize("name", ["..", ".journal", "a%2fb", "missing", "%00"])
def test_no_other_folder_is_a_tournament(opened: Opened, name: str) -> None:
    assert opened.client.get(f"/t/{name}/entrants").status_code in (404, 503)


def test_vendored_files_are_as_they_came() -> None:
    found = {path.name: hashlib.sha256(path.read_bytes()).hexdigest() for path in (STATIC / "vendor").iterdir()}
    assert found == VENDORED


@pytest.mark.parametrize("number", ["abc", "-1", "1e9", "%1b[2J", "%D9%A1"])
def test_a_proof_of_no_round_is_no_error_of_the_program(opened: Opened, number: str) -> None:
    assert opened.client.get(f"/t/congress60/proof/{number}.json").status_code == 404
