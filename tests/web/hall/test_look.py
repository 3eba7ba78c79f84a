"""Phones of five years ago, one thumb, sunlight: large targets, enough contrast, nothing wider than the screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.model.records.hall import Side
from mcmahon.model.tournament.games import Result, result_text

from ..conftest import Server, needs_chromium
from .builders import made_link, publish_next, slip

TOUCHED = "main button, main input:not([type=checkbox]), main .people a, main summary"
SMALL = f"""() => [...document.querySelectorAll('{TOUCHED}')].map((one) => one.getBoundingClientRect())
    .filter((box) => box.width && (box.height < 48 || box.width < 48)).length"""


@pytest.mark.long
@needs_chromium
def test_phone_pages_are_for_thumbs_and_everybody(server: Server, tmp_path: Path, browser: Any) -> None:
    axe = pytest.importorskip("axe_core_python.sync_playwright").Axe()
    game = publish_next(tmp_path / "congress60").games[0]
    with server.client() as director:
        made = {role: made_link(director, role) for role in ("reader", "check-in", "helper")}
    board = slip(tmp_path / "congress60", 4, game, Side.WHITE)
    pages = [made["reader"] + page for page in ("", "tables", "standings", "player/3")]
    pages += [made["check-in"] + "here?name=a", made["check-in"] + "here/3", made["helper"], board, board + "?say=1-0"]
    context = browser.new_context(viewport={"width": 360, "height": 640}, has_touch=True)
    page = context.new_page()
    for address in pages:
        page.emulate_media(color_scheme="light")
        page.goto(server.root + address)
        assert page.evaluate("document.documentElement.scrollWidth") <= 360, address
        assert page.evaluate(SMALL) == 0, address
        found = axe.run(page)["violations"]
        page.emulate_media(color_scheme="dark")
        found += axe.run(page, options={"runOnly": ["cat.color"]})["violations"]
        assert not found, (address, [(one["id"], one["nodes"][0]["html"]) for one in found])


@pytest.mark.long
@needs_chromium
def test_an_open_phone_sees_what_the_other_side_says_without_a_tap(
    server: Server, tmp_path: Path, browser: Any
) -> None:
    game = publish_next(tmp_path / "congress60").games[0]
    white, black = (server.root + slip(tmp_path / "congress60", 4, game, side) for side in Side)
    one, other = browser.new_page(), browser.new_page()
    one.goto(white)
    other.goto(black)
    one.get_by_role("button", name="won").first.click()
    one.get_by_role("button", name="Yes, that is the result").click()
    other.get_by_text("says:").wait_for()
    other.get_by_role("button", name="won").nth(1).click()
    other.get_by_role("button", name="Yes, that is the result").click()
    one.get_by_text("so the desk confirms the result").wait_for()  # both are on this machine


@pytest.mark.long
@needs_chromium
def test_what_a_helper_types_or_ticks_outlives_a_step_of_somebody_else(
    server: Server, tmp_path: Path, browser: Any
) -> None:
    publish_next(tmp_path / "congress60")
    with server.client() as director:
        made = {role: server.root + made_link(director, role) for role in ("helper", "check-in")}
        director.post(made["check-in"] + "here/3", data={"round": "5"})
        page = browser.new_page()
        page.goto(made["helper"])
        page.fill("input[name=typed]", "2 w")
        page.locator("input[name=here]").check()
        page.evaluate("document.activeElement.blur()")
        director.post("/t/congress60/results", data={"typed": "1 w", "round": "4"})
        page.get_by_text("results of round 4: 1 1-0").first.wait_for()
        assert page.input_value("input[name=typed]") == "2 w"
        assert page.locator("input[name=here]").is_checked()
        page.get_by_role("button", name="Enter", exact=True).click()
        page.get_by_text("results of round 4: 2 1-0").first.wait_for()
        page.locator("input[name=typed]").focus()
        director.post("/t/congress60/results", data={"typed": "3 w", "round": "4"})
        page.get_by_text("results of round 4: 3 1-0").first.wait_for()
        page.keyboard.type("4 w")
        page.keyboard.press("Enter")
        page.get_by_text("results of round 4: 4 1-0").first.wait_for()


@pytest.mark.long
@needs_chromium
def test_a_helper_types_faster_than_the_desk_answers_and_loses_no_line(
    server: Server, tmp_path: Path, browser: Any
) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    publish_next(tmp_path / "congress60")
    with server.client() as director:
        page = browser.new_page(viewport={"width": 390, "height": 800})
        page.goto(server.root + made_link(director, "helper"))
        network = page.context.new_cdp_session(page)
        network.send("Network.enable")
        limits = {"offline": False, "latency": 200, "downloadThroughput": -1, "uploadThroughput": -1}
        network.send("Network.emulateNetworkConditions", limits)
        page.locator("input[name=typed]").focus()
        for line in ("1 w", "8 x", "23 b", "1 b", "2 w"):
            page.keyboard.type(line, delay=30)
            page.keyboard.press("Enter")
        expect(page.locator("#waiting")).to_have_text("")
        played = Desk(tmp_path / "congress60").read().tournament.rounds[-1]
        results = {game.table: result_text(game.result) for game in played if game.result is not Result.UNKNOWN}
        assert results == {1: "1-0", 2: "1-0", 23: "0-1"}
        refused = page.locator("#refused > div")
        expect(refused.locator("b")).to_have_text(["8 x", "1 b"])
        refused.nth(1).get_by_role("button", name="Yes, enter 1 0-1").click()
        expect(page.locator("#answer")).to_contain_text("Table 1:")
        expect(refused.locator("b")).to_have_text(["8 x"])
        page.wait_for_timeout(400)  # a press right after rows have moved enters nothing
        page.locator("li:has(> #t9) button").first.click()
        expect(page.locator("#answer")).to_contain_text("Table 9:")
        page.locator("#undo button").click()
        expect(page.locator("#answer button")).to_have_count(0)
        played = Desk(tmp_path / "congress60").read().tournament.rounds[-1]
        assert [played.at_table(table).result for table in (1, 9)] == [Result.BLACK, Result.UNKNOWN]
