"""Paper in two clicks: every list made from the state, by a button that opens the print dialogue; and web pages."""

from __future__ import annotations

import asyncio
import errno
import os
import re
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.files import publish_pages
from mcmahon.web.watcher import stamp

from .conftest import Opened, needs_chromium, opened_page
from .congress import published

PRINT = "/t/congress60/print"


def look(opened: Opened) -> Any:
    """Let the web pages see the folders as they are now."""
    sites = opened.client.app.state.sites

    async def run() -> None:
        for name in sites.names():
            await sites.look(name, stamp(opened.folder / name))

    asyncio.run(run())
    return sites


def test_every_list_on_the_page_is_printed_by_one_press(opened: Opened) -> None:
    """Those of each round; nothing of them was written before, and nothing runs in them."""
    for number in (1, 3):
        page = opened.text(f"{PRINT}?round={number}")
        links = re.findall(rf'href="({PRINT}/\w+\?round={number})" [^>]*data-print>', page)
        assert [link.rpartition("/")[2].partition("?")[0] for link in links] == [
            "tables", "names", "slips", "results", "standings", "players", "rules"
        ]  # fmt: skip
        for link in links:
            answer = opened.client.get(link)
            assert answer.status_code == 200
            assert "Printed " in answer.text
            policy = answer.headers["content-security-policy"]
            assert "frame-ancestors 'self'" in policy
            assert "default-src 'none'" in policy
    assert "break-inside" in opened.client.get(f"{PRINT}/style.css").text
    assert not (opened.folder / "congress60" / "pages").exists()


def test_a_list_that_is_not_there_is_no_page(opened: Opened) -> None:
    assert "round 4 is not published" in opened.text(f"{PRINT}/names?round=4", 422)
    assert "round 4 is not published" in opened.text(f"{PRINT}/names?round=x", 422)
    assert "no such list to print" in opened.text(f"{PRINT}/walls", 422)


def test_slips_with_codes_are_offered_for_the_round_that_is_played(opened: Opened) -> None:
    published(opened.folder)
    assert "Slips with QR codes" in opened.text(f"{PRINT}?round=4")
    assert "Slips with QR codes" not in opened.text(f"{PRINT}?round=3")
    slips = opened.client.get("/t/congress60/hall/slips")
    assert "frame-ancestors 'self'" in slips.headers["content-security-policy"]


def test_what_goes_wrong_with_web_pages_is_said_and_they_are_written_when_there_is_room(
    opened: Opened, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing that is done at the desk waits for them, or fails because of them."""
    opened.post(PRINT, pages=1)
    real = publish_pages.publish_pages

    def full(*_: object) -> list[str]:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(publish_pages, "publish_pages", full)
    opened.post("/t/congress60/settings", komi="7.5")
    look(opened)
    page = opened.text(PRINT)
    assert re.search(r"The web pages could not be written: .* No space left on device\. It is tried again\.", page)
    monkeypatch.setattr(publish_pages, "publish_pages", real)
    look(opened)
    assert "could not be written" not in opened.text(PRINT)
    assert "7.5" in opened.text("/t/congress60/pages/rules.html")


def test_web_pages_go_into_a_folder_that_the_director_names(opened: Opened, tmp_path: Path) -> None:
    assert "expected one that is there" in opened.post(PRINT, 422, pages=1, place=str(tmp_path / "gone"))
    assert "expected a whole path" in opened.post(PRINT, 422, pages=1, place="www")
    web = tmp_path / "www"
    web.mkdir()
    opened.post(PRINT, pages=1, place=str(web))
    assert (web / "index.html").read_bytes() == opened.client.get("/t/congress60/pages/index.html").content
    assert not (opened.folder / "congress60" / "pages").exists()


@needs_chromium
@pytest.mark.long
def test_a_press_opens_the_print_dialogue_over_the_page(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, "/t/congress60/")
    page.add_init_script("window.print = () => console.log(document.title)")
    page.goto(page.url + "results")
    for name, title in {"Wall list": "Round 4", "Names": "Round 4 by name", "Slips": "Result slips, round 4"}.items():
        with page.expect_console_message() as said:
            page.get_by_role("link", name=name, exact=True).click()
        assert said.value.text.partition(" – ")[0] == title
    assert page.url.endswith("/results")
