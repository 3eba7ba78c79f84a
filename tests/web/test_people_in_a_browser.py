"""Pages in Chromium: forms of a real browser are let in, and a tick is one line."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk

from .conftest import needs_chromium, opened_page

pytestmark = [pytest.mark.slow, needs_chromium]


def test_a_file_is_dropped_mended_and_entered_by_clicks(browser: Any, served: tuple[str, Path], tmp_path: Path) -> None:
    file = tmp_path / "late.csv"
    file.write_text("name,rank\nAda Amber,3d\nBo Bernd,99z\n", encoding="utf-8")
    page = opened_page(browser, served, "/t/congress60/import")
    page.set_input_files("input[type=file]", str(file))
    page.click("button:has-text('Look at it')")
    page.fill("#l3", "Bo Bernd,9k")
    page.get_by_role("button", name="Check again").click()
    page.click("button:has-text('Enter these players')")
    page.wait_for_url("**/entrants")
    names = [player.name for player in Desk(served[1] / "congress60").read().tournament.players]
    assert names[-2:] == ["Ada Amber", "Bo Bernd"]


@pytest.mark.long
def test_a_tick_changes_its_line_and_the_same_one_goes_back(browser: Any, served: tuple[str, Path]) -> None:
    page = opened_page(browser, served, "/t/congress60/entrants?by=strength")
    tick = page.locator(".people button").first
    who = tick.get_attribute("value")
    for plays in (False, True):
        tick.click()
        page.wait_for_selector(f"#t{who}[aria-pressed={str(plays).lower()}]")
        assert Desk(served[1] / "congress60").read().tournament.player(who).enters(4) is plays
    assert page.url.endswith("entrants?by=strength"), "the page stays where it is"


@pytest.mark.long
def test_who_leaves_while_a_tick_is_on_its_way_is_asked(browser: Any, served: tuple[str, Path]) -> None:
    page = opened_page(browser, served, "/t/congress60/entrants?by=strength")
    held: list[Any] = []
    page.route(
        "**/entrants*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    tick = page.locator(".people button").first
    who = tick.get_attribute("value")
    tick.click()
    with page.expect_event("dialog"):
        page.get_by_role("link", name="Standings").click(no_wait_after=True)
    assert asked == ["beforeunload"]
    assert "/entrants" in page.url
    held[0].continue_()
    page.wait_for_selector(f"#t{who}[aria-pressed=false]")
    page.get_by_role("link", name="Standings").click()
    page.wait_for_url("**/standings")
    assert asked == ["beforeunload"], "nothing is on its way"
