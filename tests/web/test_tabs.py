"""Many tabs of one desk in a browser, which keeps six connections: none waits, and each shows the truth when seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter

from .conftest import needs_chromium, opened_page
from .congress import published

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = [pytest.mark.slow, needs_chromium]
RESULTS = "/t/congress60/results"
#: A page that can be told to be hidden, as a tab behind others is: without a screen every tab is visible.
CAN_HIDE = """
let hidden = false;
Object.defineProperty(document, "hidden", { get: () => hidden });
window.hide = (value) => { hidden = value; document.dispatchEvent(new Event("visibilitychange")); };
window.streams = 0;
const Own = window.EventSource;
window.EventSource = class extends Own {
  constructor(...given) { super(...given); window.streams += 1; }
  close() { window.streams -= 1; super.close(); }
};
"""


def in_a_terminal(folder: Path, *typed: str) -> None:
    Desk(folder / "congress60").do(lambda state: enter(state, EnterResults(results=by_table(typed))), "result")


def tabs(browser: Any, served: tuple[str, Path], number: int) -> list[Any]:
    first = opened_page(browser, served, "/")
    first.context.add_init_script(CAN_HIDE)
    pages = [first, *(first.context.new_page() for _ in range(number - 1))]
    for page in pages:
        page.goto(served[0].partition("/?")[0] + RESULTS)
    return pages


def missing(page: Any) -> Any:
    return page.locator("#boards .heads strong")


@pytest.mark.long
def test_eight_tabs_hear_of_a_result_and_none_waits_for_another(browser: Any, served: tuple[str, Path]) -> None:
    boards = len(published(served[1]).games)
    pages = tabs(browser, served, 8)
    in_a_terminal(served[1], "1", "1-0")
    for page in pages:
        expect(missing(page)).to_have_text(str(boards - 1))
    assert sum(page.evaluate("streams") for page in pages) == 1, "one listens for all"
    pages[-1].goto(pages[-1].url)
    pages[0].close()
    in_a_terminal(served[1], "2", "1-0")
    for page in pages[1:]:
        expect(missing(page)).to_have_text(str(boards - 2))


@pytest.mark.long
def test_a_hidden_tab_listens_to_nothing_and_shows_the_truth_when_it_is_seen(
    browser: Any, served: tuple[str, Path]
) -> None:
    boards = len(published(served[1]).games)
    page, other = tabs(browser, served, 2)
    expect(missing(page)).to_have_text(str(boards))
    page.evaluate("hide(true)")
    other.wait_for_function("streams == 1")
    assert page.evaluate("streams") == 0
    in_a_terminal(served[1], "1", "1-0")
    expect(missing(other)).to_have_text(str(boards - 1))
    assert missing(page).text_content() == str(boards), "nothing moves where nobody looks"
    page.evaluate("hide(false)")
    expect(missing(page)).to_have_text(str(boards - 1))
    other.evaluate("hide(true)")
    page.wait_for_function("streams == 1")
    in_a_terminal(served[1], "2", "1-0")
    expect(missing(page)).to_have_text(str(boards - 2))


@pytest.mark.long
def test_all_usual_criteria_fit_on_a_laptop(browser: Any, served: tuple[str, Path]) -> None:
    """The page scrolls, no pane in it, and the titles of the columns stay in sight."""
    page = opened_page(browser, served, "/", viewport={"width": 1280, "height": 800})
    page.goto(served[0].partition("/?")[0] + "/t/congress60/standings?criteria=MMS,SOS,SOSOS,SOS-1,SOS-2")
    assert page.evaluate("(e => e.scrollWidth - e.clientWidth)(document.querySelector('.pane'))") == 0
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.evaluate("scrollTo({top: document.body.scrollHeight, behavior: 'instant'})")
    assert page.evaluate("scrollY") > 1000
    assert page.locator('th abbr[title="Sum of opponents\' SOS"]').is_visible()
    assert page.evaluate("document.querySelector('thead th').getBoundingClientRect().top") == 0
