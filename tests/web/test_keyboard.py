"""A round's moments by the keyboard alone: Tab, Enter, typing, shortcuts; where the focus is can always be seen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcmahon.model.tournament.games import Result

from .conftest import needs_chromium, opened_page
from .congress import last

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = [pytest.mark.slow, needs_chromium]

MOST_TABS = 25  # from the top of a page to anything that a round's moments need
FOCUS = """() => {
    const one = document.activeElement, box = one.getBoundingClientRect(), style = getComputedStyle(one);
    return {
        said: one.getAttribute("aria-label") || one.innerText || one.id,
        ring: style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2,
        seen: box.width > 0 && box.left >= 0 && box.top >= 0 && box.top < innerHeight && box.left < innerWidth,
    };
}"""


def tab_to(page: Any, wanted: str) -> int:
    """Press Tab until the focus is on what says so; how often. Every stop on the way shows itself."""
    for presses in range(1, MOST_TABS + 1):
        page.keyboard.press("Tab")
        focus = page.evaluate(FOCUS)
        assert focus["ring"], f"the focus cannot be seen on {focus['said']!r}"
        assert focus["seen"], f"the focus is out of sight on {focus['said']!r}"
        if focus["said"].strip().startswith(wanted):
            return presses
    raise AssertionError(f"{wanted!r} is not reached by {MOST_TABS} Tabs; the last stop is {focus['said']!r}")


def to_the_content(page: Any) -> None:
    """By the link that only the keyboard finds, past the navigation."""
    assert tab_to(page, "To the content") == 1
    page.keyboard.press("Enter")
    expect(page.locator("#main")).to_be_focused()


@pytest.mark.long
def test_a_round_from_its_draw_to_the_next_by_the_keyboard_alone(browser: Any, served: tuple[str, Path]) -> None:
    page = opened_page(browser, served, "/t/congress60/", reduced_motion="reduce")  # no scrolling that takes a while
    to_the_content(page)
    tab_to(page, "Draw round 4")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("Round 4 is drawn")
    assert last(served[1]).draft

    to_the_content(page)
    tab_to(page, "Publish round 4")
    page.keyboard.press("Enter")
    expect(page.locator("h1")).to_contain_text("Results of round 4")

    tables = [game.table for game in last(served[1])]
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.type(f"{tables[0]} w")
    page.keyboard.press("Enter")
    expect(page.locator("#answer .done")).to_contain_text(f"Table {tables[0]}")
    expect(page.locator("#typed")).to_be_focused()
    tab_to(page, f"Other result at table {tables[1]}")
    page.keyboard.press("Enter")
    expect(page.locator(".menu h2")).to_contain_text(f"Table {tables[1]}")
    expect(page.locator(".menu button").first).to_be_focused()
    focus = page.evaluate(FOCUS)
    assert (focus["said"], focus["ring"]) == ("White wins", True)
    page.keyboard.press("Enter")
    expect(page.locator("#answer .done")).to_contain_text(f"Table {tables[1]}")
    expect(page.locator(f"#t{tables[1]}")).to_be_focused()
    page.keyboard.press("/")
    expect(page.locator("#typed")).to_be_focused()
    page.keyboard.type(" ".join(f"{table} b" for table in tables[2:]))
    page.keyboard.press("Enter")
    expect(page.locator("#boards .next")).to_contain_text("All results of round 4 are in")
    results = [game.result for game in last(served[1])]
    assert results == [Result.WHITE, Result.WHITE, *[Result.BLACK] * (len(tables) - 2)]

    expect(page.locator("#typed")).to_be_focused()
    tab_to(page, "Draw round 5")
    page.keyboard.press("Enter")
    expect(page.locator(".said")).to_contain_text("Round 5 is drawn")
    assert last(served[1]).number == 5


@pytest.mark.long
def test_two_players_are_chosen_and_swapped_by_the_keyboard_alone(browser: Any, served: tuple[str, Path]) -> None:
    page = opened_page(browser, served, "/t/congress60/round")
    page.locator("#pairs input[name=p]").first.focus()
    page.keyboard.press("Space")
    for _ in range(3):  # the other side, the next table's number, its first side
        page.keyboard.press("Tab")
    page.keyboard.press("Space")
    expect(page.locator("#picked")).to_contain_text("–")
    box = page.evaluate("""() => {
        const one = document.activeElement, label = one.closest("label");
        return [one, label, label.firstElementChild, label.lastElementChild].some((each) => {
            const style = getComputedStyle(each);
            return style.outlineStyle !== "none" && parseFloat(style.outlineWidth) >= 2;
        });
    }""")
    assert box, "the focus on a name can be seen"
