"""The switch Compact: small rows for this browser, what one types in always in view, and two lists of results."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest

from .conftest import Opened, needs_chromium, opened_page
from .congress import published
from .test_pictures import violations

SWITCH = re.compile(r'<html lang="en"( class="compact")?>.*?name="compact" value="(1?)" aria-pressed="(true|false)"')
OFF, ON = (None, "1", "false"), (' class="compact"', "", "true")
LAPTOP, PHONE = {"width": 1366, "height": 768}, {"width": 390, "height": 844}


def switch(page: str) -> tuple[str | None, ...] | None:
    """The class of a page, and what its switch would send and says of itself."""
    found = SWITCH.search(" ".join(page.split()))
    return found.groups() if found else None


def test_a_browser_without_scripts_chooses_small_rows_and_comes_back_to_its_page(opened: Opened) -> None:
    address = "/t/congress60/results?round=2&all=1"
    person = opened.plain(address)
    assert switch(opened.client.get(address).text) == OFF
    person.press("Compact")
    assert person.address.endswith(address)
    assert switch(opened.client.get("/t/club16/").text) == ON, "all its pages have them"
    person.press("Compact")
    assert switch(opened.client.get(address).text) == OFF


def test_the_switch_leads_to_no_other_site(opened: Opened) -> None:
    for page in ("//example.org/", "https://example.org/", "results\r\nx: y"):
        answer = opened.client.post("/t/club16/rows", data={"page": page, "compact": "1"}, follow_redirects=False)
        assert answer.headers["location"].startswith("/t/club16/")
        assert "x" not in answer.headers


def test_results_stand_in_two_lists_that_are_each_read_down(opened: Opened) -> None:
    page = opened.client.get("/t/congress60/results?round=3&all=1").text
    lists = [re.findall(r'id="t(\d+)"', part) for part in page.split('<ul class="boards">')[1:]]
    assert lists == [[str(n) for n in range(1, 16)], [str(n) for n in range(16, 30)]]


#: How many rows are wholly in view and below nothing that stays there; how high they are.
ROWS = """name => {
    const all = [...document.querySelectorAll(name)].map(row => row.getBoundingClientRect());
    const above = document.querySelector(".entry")?.getBoundingClientRect().bottom ?? 0;
    return [all.filter(box => box.top >= above && box.bottom <= innerHeight).length, all.at(-1).height];
}"""
UNDER = """() => { // the focus is below something that stays in view
    const one = document.activeElement, box = one.getBoundingClientRect();
    const seen = document.elementFromPoint(box.left + box.width / 2, box.top + 2);
    return one === seen || one.contains(seen) ? "" : one.outerHTML.slice(0, 80);
}"""

#: What a thumb could miss: lower than 44 px.
SMALL = """() => [...document.querySelectorAll("main :is(button, summary, tbody a, .chips a, .tabs a, label input)")]
    .filter(one => one.getBoundingClientRect().height < 43.5).map(one => one.outerHTML.slice(0, 80))"""


@pytest.mark.long
@needs_chromium
def test_small_rows_show_a_screen_of_players_and_the_box_and_heads_stay(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, "/t/congress60/entrants", viewport=LAPTOP, reduced_motion="reduce")
    base, name = page.url.removesuffix("entrants"), page.locator(".add [name=name]")
    name.fill("Horak")
    with page.expect_response("**/rows"):
        page.get_by_role("button", name="Compact").click()
    assert name.input_value() == "Horak", "what was typed stays"
    for address, rows, least in (
        ("entrants", "#rows tr", 20),
        ("results", "#boards .lists li", 29),
        ("round", "#pairs tbody tr", 18),
        ("standings", ".crosstable tbody tr", 20),
    ):
        page.goto(base + address)
        seen, height = page.evaluate(ROWS, rows)
        assert seen >= least, address
        assert height <= 30, address
        assert violations(page) == [], address
        page.evaluate("scrollTo({ top: 9999, behavior: 'instant' })")
        for kept in page.locator(".entry, .wide thead th, #pairs thead th").all()[:2]:
            box = kept.bounding_box()
            assert 0 <= box["y"] < 200, address
    page.goto(base + "entrants")
    page.locator("#rows a").nth(40).focus()
    for _ in range(60):
        page.keyboard.press("Shift+Tab")
        assert page.evaluate(UNDER) == ""

    page = opened_page(browser, served, "/t/congress60/entrants", viewport=PHONE, has_touch=True, is_mobile=True)
    assert page.evaluate(SMALL) == [], "no thumb has chosen small rows"
