"""A player dragged onto another in the list of a round leads to the page that says what the swap costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.options import Options
from mcmahon.desk.rounds.draw_round import draw

from .conftest import needs_chromium, opened_page
from .congress import last

sync_api = pytest.importorskip("playwright.sync_api")
pytestmark = [pytest.mark.slow, needs_chromium]
ROUND = "/t/congress60/round"


@pytest.fixture
def draft(served: tuple[str, Path]) -> tuple[str, Path]:
    """The served tournaments, with a draft of the congress's next round."""
    Desk(served[1] / "congress60").do(lambda state: draw(state, None, Options(30)), "draw")
    return served


def middle(page: Any, player: str) -> tuple[float, float]:
    """Where to press for a player."""
    name = page.locator(f"#pairs label:has(input[value='{player}']) bdi")
    name.scroll_into_view_if_needed()
    box = name.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def two(folder: Path) -> tuple[str, str]:
    """White of two boards near each other."""
    games = last(folder).games
    return games[1].white, games[3].white


def test_one_dragged_onto_another_shows_the_swap_and_writes_nothing(browser: Any, draft: tuple[str, Path]) -> None:
    a, b = two(draft[1])
    page = opened_page(browser, draft, ROUND)
    page.mouse.move(*middle(page, a))
    page.mouse.down()
    page.mouse.move(*middle(page, b), steps=5)
    sync_api.expect(page.locator("label.onto input")).to_have_value(b)
    sync_api.expect(page.locator(".dragged")).to_contain_text("↔")
    before = last(draft[1])
    page.mouse.up()
    page.wait_for_url(f"**/swap?a={a}&b={b}&round=4")
    sync_api.expect(page.locator("h1")).to_contain_text("Swap")
    assert last(draft[1]) == before
    page.get_by_role("button", name="Swap them").click()
    sync_api.expect(page.locator(".done")).to_contain_text("are swapped")
    table = last(draft[1]).at_table(before.games[3].table)
    assert table is not None
    assert set(table.players) == {a, before.games[3].black}


@pytest.mark.long
def test_escape_or_a_drop_beside_ends_it_and_a_click_still_chooses(browser: Any, draft: tuple[str, Path]) -> None:
    a, b = two(draft[1])
    page = opened_page(browser, draft, ROUND)
    for ending in ("escape", "beside"):
        page.mouse.move(*middle(page, a))
        page.mouse.down()
        page.mouse.move(*middle(page, b), steps=5)
        sync_api.expect(page.locator("label.onto")).to_have_count(1)
        if ending == "escape":
            page.keyboard.press("Escape")
        else:
            page.mouse.move(3, 300, steps=3)
        sync_api.expect(page.locator("label.onto")).to_have_count(0)
        page.mouse.up()
        sync_api.expect(page.locator(".dragged, .dragging")).to_have_count(0)
    sync_api.expect(page.locator("#pairs :checked")).to_have_count(0)
    page.mouse.click(*middle(page, a))
    sync_api.expect(page.locator("#pairs :checked")).to_have_value(a)
    assert page.url.endswith(ROUND)


@pytest.mark.long
def test_a_finger_drags_after_it_has_rested_and_scrolls_before(browser: Any, draft: tuple[str, Path]) -> None:
    a, b = two(draft[1])
    page = opened_page(browser, draft, ROUND, has_touch=True)
    session = page.context.new_cdp_session(page)
    middle(page, b)
    (x, y), (to_x, to_y) = middle(page, a), middle(page, b)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        touched = [{"x": x, "y": y} for x, y in points]
        session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": touched})

    touch("touchStart", (x, y))
    touch("touchMove", (x, y + 40))
    touch("touchEnd")
    assert page.locator(".dragged").count() == 0
    (x, y), (to_x, to_y) = middle(page, a), middle(page, b)
    touch("touchStart", (x, y))
    sync_api.expect(page.locator(".dragged")).to_be_visible()
    touch("touchMove", (to_x, to_y))
    sync_api.expect(page.locator("label.onto input")).to_have_value(b)
    touch("touchEnd")
    page.wait_for_url(f"**/swap?a={a}&b={b}&round=4")


@pytest.mark.long
def test_tie_breaks_are_dragged_with_a_mouse_and_moved_with_the_keyboard(browser: Any, draft: tuple[str, Path]) -> None:
    page = opened_page(browser, draft, "/t/congress60/settings")
    field = page.locator("[name='placing.order']")
    page.locator(".order li[data-name=CUSP]").drag_to(
        page.locator(".order li[data-name=MMS]"), target_position={"x": 2, "y": 5}
    )
    sync_api.expect(field).to_have_value("CUSP, MMS, SOS")
    page.get_by_role("button", name="Earlier: SOS").focus()
    page.keyboard.press("Enter")
    sync_api.expect(field).to_have_value("CUSP, SOS, MMS")
    sync_api.expect(page.get_by_role("button", name="Earlier: SOS")).to_be_focused()
    page.get_by_text("All tie-breaks").click()
    sync_api.expect(page.locator("[data-tie-break=MMS]")).to_be_hidden()
    page.get_by_role("button", name="Without MMS").click()
    sync_api.expect(page.locator("[data-tie-break=MMS]")).to_be_visible()
    page.get_by_role("button", name="Save", exact=True).click()
    sync_api.expect(page.locator(".said")).to_contain_text("Tie-breaks: CUSP, SOS instead of MMS, SOS, CUSP")
