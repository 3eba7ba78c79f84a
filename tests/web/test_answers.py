"""What the desk says about a form: in view on a long page, which stays where it was rolled to, with what was typed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk

from .conftest import Opened, needs_chromium, opened_page
from .congress import published

SETTINGS = "/t/congress60/settings"


def test_a_form_sent_in_place_says_where_to_go_and_what_it_did_waits_for_that_page(opened: Opened) -> None:
    """A part of the page on the screen that asks for its newer state meanwhile does not take it."""
    sent = {"komi": "7.5"}
    answer = opened.client.post(SETTINGS, data=sent, headers={"in-place": "1"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (200, SETTINGS)
    part = opened.client.get("/t/congress60/", headers={"hx-request": "true", "hx-current-url": "http://x/"})
    assert "Komi: 7.5" not in part.text.partition("<main")[2].partition("overview")[0]
    assert '<p class="done">Komi: 7.5 instead of 6.5</p>' in opened.text(SETTINGS)
    answer = opened.client.post(SETTINGS, data={"komi": "6.5"}, follow_redirects=False)
    assert (answer.status_code, answer.headers["location"]) == (303, SETTINGS)


def test_a_tick_says_what_it_did_with_its_undo(opened: Opened) -> None:
    sent = {"away": "1", "round": "4"}
    line = opened.client.post("/t/congress60/entrants?show=here", data=sent, headers={"hx-request": "true"}).text
    assert "misses round 4." in line
    assert 'name="page" value="entrants?show=here"' in line
    assert 'id="n-away"' in opened.text("/t/club16/entrants"), "although nobody is away"


@pytest.mark.parametrize(
    ("page", "sent"),
    [
        ("results", {"typed": "1 w", "round": 4}),
        ("entrants", {"away": 1, "round": 5}),
        ("board", {"round": 4, "table": 5, "to": 5}),
        ("repair", {"take": 1, "changes": 0}),
    ],
)
@pytest.mark.parametrize("script", [False, True])
def test_what_changed_nothing_offers_no_undo(opened: Opened, page: str, sent: dict[str, object], script: bool) -> None:
    """The last step is another one, such as a result that a second director has just entered."""
    published(opened.folder)
    opened.post("/t/congress60/results", typed="1 w", round=4)
    opened.post("/t/congress60/entrants", away=1, round=5)
    before = Desk(opened.folder / "congress60").folder.journal.number()
    if script:
        opened.client.headers["hx-request"] = "true"
    said = opened.post(f"/t/congress60/{page}", **sent).partition('class="said"')[2].partition("</div>")[0]
    assert 'class="done"' in said
    assert 'name="undo"' not in said
    assert Desk(opened.folder / "congress60").folder.journal.number() == before


@pytest.mark.parametrize("word", ["here", "only", "away"])
def test_nobody_is_said_to_miss_a_round_that_is_published(opened: Opened, word: str) -> None:
    """A page that was opened before it was shows it still."""
    published(opened.folder)
    said = opened.post("/t/congress60/entrants", 422, round=4, **{word: 1})
    assert "round 4 is already published" in said


def test_a_wish_says_what_is_asked_of_the_draw(opened: Opened) -> None:
    name = Desk(opened.folder / "club16").read().tournament.player("1").name
    for ask in ({"ask": "bye", "p": "1"}, {"drop": '{"bye":["1"]}'}):
        page = opened.post("/t/club16/round", **ask)
        kind = "Asked of the draw of round" if "ask" in ask else "Not asked for any more:"
        assert kind in page.partition('class="said"')[2]
        assert f"{name} has the bye." in page


@pytest.mark.slow
@pytest.mark.long
@needs_chromium
def test_a_question_far_down_is_in_view_and_no_leaves_all_as_it_was(browser: Any, served: tuple[str, Path]) -> None:
    """It has the focus, No gives it back, and Yes and Undo leave the page where it was rolled to."""
    expect = pytest.importorskip("playwright.sync_api").expect
    page = opened_page(browser, served, SETTINGS, reduced_motion="reduce")
    told, save, bar = page.locator("#told"), page.get_by_role("button", name="Save", exact=True), "[name='start.bar']"
    before = page.locator(bar).input_value()
    page.select_option(bar, "1d")
    page.evaluate("scrollTo(0, document.body.scrollHeight / 2)")
    place = page.evaluate("scrollY")
    assert place > page.viewport_size["height"]

    for answer in ("No", "Yes, do it"):
        save.click()
        expect(told.get_by_role("alertdialog", name="Shall it be done?")).to_be_in_viewport(ratio=1)
        expect(told.get_by_role("button", name="Yes, do it")).to_be_focused()
        expect(save).to_be_in_viewport(ratio=1)
        told.get_by_text(answer, exact=True).click()
        expect(told.get_by_role("alertdialog")).to_have_count(0)
        expect(save).to_be_focused()
        expect(page.locator(bar)).to_have_value("1d")
        assert abs(page.evaluate("scrollY") - place) < 50, "a line that a new value adds above may move it"
    expect(told.get_by_role("button", name="Undo")).to_be_in_viewport(ratio=1)
    told.get_by_role("button", name="Undo").click()
    expect(told).to_contain_text("Taken back")
    expect(page.locator(bar)).to_have_value(before)
    assert abs(page.evaluate("scrollY") - place) < 50

    page.goto(page.url.replace("settings", "entrants"))
    page.fill(".add input[name=name]", "Half, Typed")
    tick = page.locator("#rows tr button").nth(40)
    for said in ("misses round", "Taken back", "misses round"):
        (tick if said == "misses round" else told.get_by_role("button", name="Undo")).click()
        expect(told).to_contain_text(said)
        expect(told.locator(".said")).to_be_in_viewport(ratio=1)
        expect(tick).to_be_focused()
        expect(tick).to_be_in_viewport()
    expect(page.locator(".add input[name=name]")).to_have_value("Half, Typed")

    page.goto(page.url.partition("/entrants")[0] + "/log")
    page.get_by_role("link", name="back to before this").last.click()
    expect(told.get_by_role("button", name="Take back")).to_be_in_viewport(ratio=1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("link", name="back to before this").last).to_be_focused()


@pytest.mark.slow
@pytest.mark.long
@needs_chromium
@pytest.mark.parametrize(("number", "said"), [(4, "misses round 4"), (3, "round 3 is already published")])
def test_a_tick_is_answered_although_a_search_has_replaced_its_row(
    browser: Any, served: tuple[str, Path], number: int, said: str
) -> None:
    """And nothing is on its way any more, so that the page may be left."""
    expect = pytest.importorskip("playwright.sync_api").expect
    page = opened_page(browser, served, "/t/congress60/entrants")
    held: list[Any] = []
    page.route(
        "**/entrants*", lambda route: held.append(route) if route.request.method == "POST" else route.continue_()
    )
    page.locator("#found input[name=round]").evaluate("(one, number) => { one.value = number; }", number)
    name = page.locator("#rows td a").nth(4).inner_text()
    with page.expect_request(lambda request: request.method == "POST"):
        page.locator("#rows tr button").nth(4).click()
    page.get_by_role("searchbox").fill(name)
    expect(page.locator("#rows tr")).to_have_count(1)
    held[0].continue_()
    expect(page.locator("#told")).to_contain_text(said)
    asked: list[str] = []
    page.on("dialog", lambda dialog: (asked.append(dialog.type), dialog.accept()))
    page.goto(page.url.replace("entrants", "round"))
    assert not asked


@pytest.mark.slow
@pytest.mark.long
@needs_chromium
def test_enter_that_is_held_down_answers_no_question(browser: Any, served: tuple[str, Path]) -> None:
    expect = pytest.importorskip("playwright.sync_api").expect
    page = opened_page(browser, served, SETTINGS)
    page.select_option("[name='start.bar']", "1d")
    page.get_by_role("button", name="Save", exact=True).focus()
    page.keyboard.down("Enter")
    yes = page.locator("#told").get_by_role("button", name="Yes, do it")
    expect(yes).to_be_focused()
    for _ in range(3):
        page.keyboard.down("Enter")
    page.keyboard.up("Enter")
    page.wait_for_timeout(500)  # more than the time within which a second Enter counts as the first
    expect(yes).to_be_focused()
    assert Desk(served[1] / "congress60").folder.journal.number() == 0
    page.keyboard.press("Enter")
    expect(page.locator("#told .said")).to_contain_text("Bar: 1d")
