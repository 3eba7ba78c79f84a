"""A desk that was killed and started again, a laptop that slept, the browser's back: an open page shows the truth."""

from __future__ import annotations

import json
import os
import stat
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.model.tournament.games import Result
from mcmahon.web.home import Kept, keep, kept

from .conftest import STATE, Server, needs_chromium, opened_page
from .congress import last, result_at
from .hall.builders import copied, publish_next

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = pytest.mark.slow
RESULTS = "/t/congress60/results"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """The congress with round 4 published."""
    publish_next(copied("congress60", tmp_path))
    return tmp_path


@pytest.fixture
def running(folder: Path) -> Iterator[list[Server]]:
    """Servers of the folder, the last one running."""
    servers = [Server(folder)]
    yield servers
    servers[-1].end()


def in_a_terminal(folder: Path, *typed: str) -> None:
    Desk(folder / "congress60").do(lambda state: enter(state, EnterResults(results=by_table(typed))), "result")


def killed(running: list[Server]) -> None:
    running[-1].process.kill()
    running[-1].process.wait(20)


@pytest.mark.skipif(os.name != "posix", reason="no modes of files here")
def test_the_key_of_a_folder_is_kept_for_its_owner_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    spring, autumn = tmp_path / "spring", tmp_path / "autumn"
    first = kept(spring)
    assert kept(spring).token != first.token, "nothing is kept yet"
    assert first.port == 0
    keep(spring, Kept(first.token, 8123))
    assert kept(spring) == Kept(first.token, 8123)
    assert kept(autumn).token != first.token
    anew = kept(spring, new=True)
    assert (anew.token != first.token, anew.port) == (True, 8123)
    [file] = (tmp_path / "state" / "mcmahon").iterdir()
    assert json.loads(file.read_bytes())["folder"] == str(spring), "whose it is, for who looks into it"
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert stat.S_IMODE(file.parent.stat().st_mode) == 0o700
    file.chmod(0o644)
    assert kept(spring).token != first.token, "others could have read it"
    file.chmod(0o600)
    for port in (0, 2**16 - 1):
        keep(spring, Kept(first.token, port))
        assert kept(spring) == Kept(first.token, port)
    ports = [{"token": first.token, "port": port} for port in (-1, 2**16, True, "x", None)]
    tokens = [{"token": token, "port": 8123} for token in ("short", "ä" * 40, 7)]
    for damaged in ("", "[]", *map(json.dumps, ports + tokens)):
        file.write_text(damaged, encoding="utf-8")
        anew = kept(spring)
        assert (len(anew.token), anew.token != first.token, anew.port) == (32, True, 0), damaged


def test_a_desk_that_cannot_keep_its_key_opens_all_the_same(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    (tmp_path / "state").write_text("no folder", encoding="utf-8")
    monkeypatch.setenv(STATE, str(tmp_path / "state"))
    keep(tmp_path, kept(tmp_path))
    assert "cannot be kept" in caplog.text


@pytest.mark.long
def test_a_restart_has_the_same_address_and_a_new_link_another(running: list[Server], folder: Path) -> None:
    with running[0].client() as client:
        killed(running)
        running.append(Server(folder))
        assert running[-1].address == running[0].address
        assert client.get(RESULTS).status_code == 200, "who was let in still is"
        running[-1].end()
        running.append(Server(folder, "--new-link"))
        assert running[-1].root == running[0].root
        assert running[-1].address != running[0].address
        assert client.get(RESULTS).status_code == 401
    second = Server(folder)
    try:
        assert second.root != running[-1].root, "the port is taken by a desk that runs"
        assert second.address.rpartition("=")[2] == running[-1].address.rpartition("=")[2]
    finally:
        second.end()


@pytest.mark.long
@needs_chromium
def test_a_page_says_that_the_desk_is_gone_and_sends_what_waits_when_it_is_back(
    browser: Any, running: list[Server], folder: Path
) -> None:
    page = opened_page(browser, (running[0].address, folder), RESULTS)
    typed, banner = page.locator("#typed"), page.locator(".lost")
    typed.type("2 b")
    expect(banner).to_have_count(0)
    killed(running)
    expect(banner).to_contain_text("Start it again if it has stopped. What you have typed stays on this page")
    page.keyboard.press("Enter")
    page.locator("#w3").click()
    typed.type("1 w")
    page.keyboard.press("Enter")
    typed.type("4 ")
    expect(page.locator("#waiting")).to_have_text("waiting: 2 b, 3 1-0, 1 w")
    in_a_terminal(folder, "1", "0-1")
    running.append(Server(folder))
    expect(banner).to_have_count(0)
    for won in ("#k1", "#k2", "#w3"):
        expect(page.locator(f"{won}.won")).to_be_visible()
    expect(page.locator("#refused > div b")).to_have_text("1 w")
    assert typed.input_value() == "4 "
    tables = {1: Result.BLACK, 2: Result.BLACK, 3: Result.WHITE}
    assert {table: result_at(folder, table) for table in tables} == tables


@pytest.mark.long
@needs_chromium
def test_an_ordinary_form_waits_on_its_page_until_the_desk_is_back(
    browser: Any, running: list[Server], folder: Path
) -> None:
    page = opened_page(browser, (running[0].address, folder), "/t/congress60/entrants")
    page.fill("input[name=name]", "Ada Amber")
    page.fill("input[name=rank]", "3d")
    killed(running)
    expect(page.locator(".lost")).to_be_visible()
    page.locator("input[name=rank]").press("Enter")
    page.wait_for_timeout(300)
    assert page.input_value("input[name=name]") == "Ada Amber"
    running.append(Server(folder))
    expect(page.locator(".lost")).to_have_count(0)
    page.locator("input[name=rank]").press("Enter")
    expect(page.locator(".said")).to_contain_text("Ada Amber 3d is entered")


@pytest.mark.long
@needs_chromium
def test_a_page_whose_link_is_no_longer_good_says_so(browser: Any, running: list[Server], folder: Path) -> None:
    page = opened_page(browser, (running[0].address, folder), RESULTS)
    page.locator("#typed").type("2 b")
    killed(running)
    running.append(Server(folder, "--new-link"))
    expect(page.locator(".lost")).to_contain_text("The desk has a new link")
    page.keyboard.press("Enter")
    expect(page.locator("#waiting")).to_have_text("waiting: 2 b")
    assert result_at(folder, 2) is Result.UNKNOWN
    page.once("dialog", lambda asked: asked.accept())  # a line waits
    page.goto(running[-1].address)
    page.goto(running[-1].root + RESULTS)
    expect(page.locator("#k2.won")).to_be_visible()


@pytest.mark.long
@needs_chromium
def test_a_laptop_that_slept_shows_what_happened_meanwhile(browser: Any, running: list[Server], folder: Path) -> None:
    """The page's own revision is from before it slept; its stream was cut, and its first form is refused with both."""
    page = opened_page(browser, (running[0].address, folder), RESULTS)
    page.context.set_offline(True)
    killed(running)
    in_a_terminal(folder, "1", "0-1")
    in_a_terminal(folder, "2", "jigo")
    running.append(Server(folder))
    page.context.set_offline(False)
    expect(page.locator("#k1.won")).to_be_visible()
    expect(page.locator("#missing")).to_have_text(str(len(last(folder).games) - 2))


@pytest.mark.long
@needs_chromium
def test_the_browsers_back_after_a_result_shows_what_is_there_and_repeats_nothing(
    browser: Any, running: list[Server], folder: Path
) -> None:
    """Without scripts every entry is a form and a redirect, so each is a page to go back to."""
    page = opened_page(browser, (running[0].address, folder), RESULTS, java_script_enabled=False)
    page.fill("#typed", "1 w")
    page.press("#typed", "Enter")
    expect(page.locator("#answer .done")).to_contain_text("Table 1")
    steps = Desk(folder / "congress60").read().revision
    page.go_back()
    expect(page.locator("#missing")).to_have_text(str(len(last(folder).games) - 1))
    assert Desk(folder / "congress60").read().revision == steps
    page.fill("#typed", "2 b")
    page.press("#typed", "Enter")
    assert [result_at(folder, table) for table in (1, 2)] == [Result.WHITE, Result.BLACK]


@pytest.mark.long
@needs_chromium
def test_the_browsers_back_after_an_entry_enters_nobody_twice(
    browser: Any, running: list[Server], folder: Path
) -> None:
    page = opened_page(browser, (running[0].address, folder), "/t/congress60/entrants")
    page.fill("input[name=name]", "Ada Amber")
    page.fill("input[name=rank]", "3d")
    page.locator("input[name=rank]").press("Enter")
    expect(page.locator(".said")).to_contain_text("is entered")
    steps = Desk(folder / "congress60").read().revision
    page.go_back()  # to the page before that of the entrants: what was sent is no step of the browser's
    assert "entrants" not in page.url
    page.go_forward()
    assert page.locator("#state").get_attribute("data-seen") == str(steps), "a page of now"
    assert page.locator("input[name=seen]").first.input_value() == str(steps)
    assert Desk(folder / "congress60").read().revision == steps
