"""Two people enter results in two browsers; a search says that it runs and can be stopped."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.model.tournament.games import Result

from .conftest import PATIENCE, needs_chromium, opened_page
from .congress import last, published

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.slow, needs_chromium]
RESULTS = "/t/congress60/results"
BEGINS = 0.5  # seconds until the desk has a search that was let go: before, there is nothing to stop
PRESS_STOP = """setInterval(() => {
    const text = document.querySelector(".searching span")?.textContent ?? "";
    if (!/ [1-9]\\d* s$/.test(text) || sessionStorage.said) return;
    sessionStorage.said = text;
    document.querySelector(".searching button").click();
}, 50)"""


def entered(folder: Path) -> int:
    return sum(game.result is not Result.UNKNOWN for game in last(folder))


def wait_for(what: str, true: Callable[[], bool]) -> None:
    end = time.monotonic() + 15
    while not true() and time.monotonic() < end:
        time.sleep(0.05)
    assert true(), what


@pytest.mark.long
def test_two_people_type_at_once_and_neither_loses_a_letter(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    ann, bob = (opened_page(browser, served, RESULTS) for _ in range(2))
    bob.locator("#typed").type("9 ")
    top = bob.locator("#k9").bounding_box()
    ann.locator("#typed").type("1 w")
    ann.keyboard.press("Enter")
    sync_api.expect(ann.locator("#answer .done")).to_contain_text("Table 1")
    sync_api.expect(bob.locator("#w1.won")).to_be_visible()
    assert bob.locator("#k9").bounding_box() == top, "the list does not jump under a finger"
    assert bob.locator("#typed").input_value() == "9 "
    assert bob.evaluate("document.activeElement.id") == "typed"
    bob.keyboard.type("b")
    bob.keyboard.press("Enter")
    sync_api.expect(bob.locator("#typed")).to_have_value("")
    assert bob.evaluate("document.activeElement.id") == "typed"
    for table in (2, 3, 4):
        bob.keyboard.type(f"{table} j")
        bob.keyboard.press("Enter")
        sync_api.expect(bob.locator("#typed")).to_have_value("")
    sync_api.expect(bob.locator("#missing")).to_have_text(str(len(last(served[1]).games) - 5))
    wait_for("all are written", lambda: entered(served[1]) == 5)
    game = last(served[1]).at_table(9)
    assert game is not None
    assert game.result is Result.BLACK
    sync_api.expect(ann.locator("#k9.won")).to_be_visible()


@pytest.mark.long
def test_a_conflict_shows_both_and_waits_for_a_yes(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    page.locator("#typed").type("5 w")
    page.keyboard.press("Enter")
    sync_api.expect(page.locator("#answer .done")).to_contain_text("Table 5")
    page.locator("#typed").type("5 b")
    page.keyboard.press("Enter")
    both = re.compile(r"already has 1-0 \(.+ won\); 0-1 \(.+ won\) would replace it")
    sync_api.expect(page.locator("#refused > div")).to_contain_text(both)
    assert page.locator("#typed").input_value() == ""
    assert page.evaluate("document.activeElement.id") == "typed", "Enter, pressed again, is not a yes"
    page.get_by_role("button", name="Yes, do it").click()
    sync_api.expect(page.locator("#refused > div")).to_have_count(0)
    assert page.evaluate("document.activeElement.id") == "typed"
    sync_api.expect(page.locator("#answer .done")).to_contain_text("instead of 1-0")


def test_a_finger_on_a_name_enters_the_result(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    page.locator("#k7").click()
    sync_api.expect(page.locator("#k7.won")).to_be_visible()
    page.wait_for_function("document.getElementById('w8').getBoundingClientRect().height >= 44")
    assert entered(served[1]) == 1


@pytest.mark.parametrize(
    "finger", [pytest.param(False, id="mouse", marks=pytest.mark.long), pytest.param(True, id="finger")]
)
def test_a_press_counts_although_the_list_was_replaced_below_it(
    browser: Any, served: tuple[str, Path], finger: bool
) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    page.locator("#w8").scroll_into_view_if_needed()
    box = page.locator("#w8").bounding_box()
    at = {"x": box["x"] + 20, "y": box["y"] + 20}
    touch = partial(page.context.new_cdp_session(page).send, "Input.dispatchTouchEvent")
    page.mouse.move(**at)
    if finger:
        touch({"type": "touchStart", "touchPoints": [at]})
    else:
        page.mouse.down()
    page.evaluate("document.querySelector('#w8').replaceWith(document.querySelector('#w8').cloneNode(true))")
    if finger:
        touch({"type": "touchEnd", "touchPoints": []})
    else:
        page.mouse.up()
    sync_api.expect(page.locator("#w8.won")).to_be_visible()
    assert entered(served[1]) == 1
    sync_api.expect(page.locator(".refused")).to_have_count(0)


@pytest.mark.long
def test_a_search_says_how_long_and_can_be_stopped(browser: Any, served: tuple[str, Path]) -> None:
    """The page presses its own button: Playwright touches no page whose next one is under way."""
    page = opened_page(browser, served, "/t/congress60/round")
    held: list[sync_api.Route] = []
    page.route("**/t/congress60/alternatives*", lambda route: held.append(route))

    def stopped(route: sync_api.Route) -> None:
        held.pop().continue_()
        time.sleep(BEGINS)
        route.continue_()

    page.route("**/t/congress60/stop", stopped)
    page.evaluate(PRESS_STOP)
    page.locator("a[href*=alternatives]").first.click(no_wait_after=True)
    sync_api.expect(page.locator("h1")).to_contain_text("The next best rounds")
    assert page.evaluate("sessionStorage.said") in [
        f"Looking for other rounds … {seconds} s" for seconds in range(1, PATIENCE // 1000)
    ]
    assert held == [], "the button was pressed"


@pytest.mark.long
def test_choosing_two_players_leads_to_their_swap(browser: Any, served: tuple[str, Path]) -> None:
    page = opened_page(browser, served, "/t/congress60/round")
    assert not page.locator("#bar").is_visible()
    names = page.locator("#pairs tbody label")
    names.nth(0).click()
    assert page.locator("#bar button[name=swap]").is_disabled()
    names.nth(2).click()
    names.nth(4).click()
    sync_api.expect(page.locator("#picked")).to_contain_text("3 players: choose one or two")
    assert page.locator("#bar button[name=why]").is_disabled()
    names.nth(4).click()
    sync_api.expect(page.locator("#picked")).to_contain_text("–")
    page.locator("#bar button[name=swap]").click()
    sync_api.expect(page.locator("h1")).to_contain_text("Swap")


@pytest.mark.long
def test_a_page_about_two_players_stays_while_somebody_else_enters_results(
    browser: Any, served: tuple[str, Path]
) -> None:
    one, two = (game.white for game in published(served[1]).games[:2])
    page = opened_page(browser, served, f"/t/congress60/swap?a={one}&b={two}&round=4")
    for count, typed in enumerate((("3", "1-0"), ("4", "jigo")), 1):
        Desk(served[1] / "congress60").do(partial(enter, request=EnterResults(results=by_table(typed))), "result")
        sync_api.expect(page.locator("#state")).to_contain_text(f"Round 4: {count} of")
        sync_api.expect(page.locator("h1")).to_contain_text("Swap")


@pytest.mark.long
def test_all_of_it_without_any_script(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS, java_script_enabled=False)
    page.locator("#typed").fill("1 w")
    page.locator("#typed").press("Enter")
    sync_api.expect(page.locator("#answer .done")).to_contain_text("Table 1")
    page.get_by_role("link", name="Other result at table 2", exact=True).click()
    page.get_by_role("button", name="Both lose", exact=True).click()
    sync_api.expect(page.locator("#answer .done")).to_contain_text("0-0")
    assert entered(served[1]) == 2
