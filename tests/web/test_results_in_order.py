"""Results typed or clicked faster than the desk answers: each is at its own table, or stands in sight with a reason."""

from __future__ import annotations

import signal
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.enter_results import EnterResults, by_table, enter
from mcmahon.model.tournament.games import Result

from .conftest import Server, needs_chromium, opened_page
from .congress import last, published, result_at

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = [pytest.mark.slow, needs_chromium]
RESULTS = "/t/congress60/results"
KEY = 80  # milliseconds between two keys


def slow(page: Any, milliseconds: int) -> Any:
    """The page's network takes so long for each request."""
    network = page.context.new_cdp_session(page)
    network.send("Network.enable")
    limits = {"offline": False, "latency": milliseconds, "downloadThroughput": -1, "uploadThroughput": -1}
    network.send("Network.emulateNetworkConditions", limits)
    return network


def typed(page: Any, *lines: str, key: int = KEY) -> None:
    page.locator("#typed").focus()
    for line in lines:
        page.keyboard.type(line, delay=key)
        page.keyboard.press("Enter")


def all_answered(page: Any) -> None:
    expect(page.locator("#waiting")).to_have_text("")


def in_a_terminal(folder: Path, *words: str, again: bool = False) -> None:
    Desk(folder / "congress60").do(
        lambda state: enter(state, EnterResults(results=by_table(words), again=again)), "result"
    )


def test_a_refusal_never_touches_the_line_that_is_typed_next(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    slow(page, 110)
    typed(page, "8 x", "23 b")
    expect(page.locator("#k23.won")).to_be_visible()
    expect(page.locator("#refused")).to_contain_text("8 x")
    assert [result_at(served[1], table) for table in (3, 8, 23)] == [Result.UNKNOWN, Result.UNKNOWN, Result.BLACK]


@pytest.mark.parametrize(
    "network",
    [pytest.param(0, marks=pytest.mark.long), 100, pytest.param(500, marks=[pytest.mark.long, pytest.mark.full])],
)
def test_thirty_lines_with_slips_are_each_at_their_table_or_in_the_list(
    browser: Any, served: tuple[str, Path], network: int
) -> None:
    tables = [game.table for game in published(served[1])]
    page = opened_page(browser, served, RESULTS)
    slow(page, network)
    lines = [f"{table} {'x' if table % 6 == 0 else 'wb'[table % 2]}" for table in tables]
    typed(page, *lines, key=20)
    all_answered(page)
    for table in tables:
        wanted = Result.UNKNOWN if table % 6 == 0 else [Result.WHITE, Result.BLACK][table % 2]
        assert result_at(served[1], table) is wanted, table
    expect(page.locator("#refused > div b")).to_have_text([line for line in lines if line.endswith("x")])


@pytest.mark.long
def test_a_server_that_stands_still_loses_no_line_and_enters_none_twice(
    browser: Any, server: Server, tmp_path: Path
) -> None:
    published(tmp_path)
    page = opened_page(browser, (server.address, tmp_path), RESULTS)
    steps = Desk(tmp_path / "congress60").read().revision
    server.process.send_signal(signal.SIGSTOP)
    try:
        typed(page, "1 w", "2 x", "3 b", key=10)
        page.locator("#w4").click()
        expect(page.locator("#waiting")).to_have_text("waiting: 1 w, 2 x, 3 b, 4 1-0")
        expect(page.locator("#w4.waiting")).to_be_visible()
        page.wait_for_timeout(3000)
    finally:
        server.process.send_signal(signal.SIGCONT)
    all_answered(page)
    expect(page.locator("#refused > div b")).to_have_text(["2 x"])
    assert [result_at(tmp_path, table) for table in range(1, 5)] == [
        Result.WHITE, Result.UNKNOWN, Result.BLACK, Result.WHITE,
    ]  # fmt: skip
    assert Desk(tmp_path / "congress60").read().revision == steps + 3


def without_first_answer(page: Any, meanwhile: Callable[[], object] = lambda: None) -> list[int]:
    """Let the answer to the first line be lost, after the desk has written it; the status that it had."""
    lost: list[int] = []

    def answer(route: Any) -> None:
        if route.request.method == "POST" and not lost:
            lost.append(route.fetch().status)
            meanwhile()
            route.abort()
        else:
            route.continue_()

    page.route("**/results", answer)
    return lost


@pytest.mark.long
def test_a_line_whose_answer_was_lost_is_sent_again_and_changes_nothing(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    steps = Desk(served[1] / "congress60").read().revision
    lost = without_first_answer(page)
    typed(page, "1 w", "2 b", key=0)
    all_answered(page)
    expect(page.locator("#k2.won")).to_be_visible()
    assert lost == [200], "the desk had written it"
    assert [result_at(served[1], table) for table in (1, 2)] == [Result.WHITE, Result.BLACK]
    assert Desk(served[1] / "congress60").read().revision == steps + 2
    expect(page.locator("#refused > div")).to_have_count(0)


@pytest.mark.long
def test_a_line_sent_again_does_not_undo_what_somebody_else_entered_meanwhile(
    browser: Any, served: tuple[str, Path]
) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    without_first_answer(page, lambda: in_a_terminal(served[1], "1", "0-1", again=True))
    typed(page, "1 w", "2 b", key=0)
    all_answered(page)
    expect(page.locator("#refused > div")).to_contain_text(["1 w"])
    assert [result_at(served[1], table) for table in (1, 2)] == [Result.BLACK, Result.BLACK]


@pytest.mark.long
def test_fast_clicks_are_each_at_their_table(browser: Any, served: tuple[str, Path]) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    slow(page, 200)
    for table in range(1, 9):
        page.locator(f"#{'wk'[table % 2]}{table}").click()
    all_answered(page)
    wanted = [[Result.WHITE, Result.BLACK][table % 2] for table in range(1, 9)]
    assert [result_at(served[1], table) for table in range(1, 9)] == wanted


@pytest.mark.long
def test_a_refused_line_is_corrected_only_in_an_empty_field_and_goes_when_it_is_dismissed(
    browser: Any, served: tuple[str, Path]
) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    field, refused = page.locator("#typed"), page.locator("#refused > div")
    typed(page, "1 x", " ", "99 w", "2 ", key=0)
    expect(refused.locator("b")).to_have_text(["1 x", "99 w", "2"])
    page.reload()
    expect(refused.locator("b")).to_have_text(["1 x", "99 w", "2"])
    field.type("3 ")
    refused.nth(0).get_by_role("button", name="Correct it").click()
    expect(field).to_be_focused()
    expect(field).to_have_value("3 ")
    field.fill("")
    refused.nth(0).get_by_role("button", name="Correct it").click()
    expect(field).to_have_value("1 x")
    refused.nth(1).get_by_role("button", name="Dismiss").click()
    expect(refused.locator("b")).to_have_text(["99 w"])
    field.fill("1 w")
    page.keyboard.press("Enter")
    expect(page.locator("#w1.won")).to_be_visible()
    page.reload()
    expect(refused.locator("b")).to_have_text(["99 w"])


@pytest.mark.long
def test_who_leaves_while_lines_wait_is_asked_and_the_lines_are_sent_when_the_page_is_back(
    browser: Any, served: tuple[str, Path]
) -> None:
    published(served[1])
    page = opened_page(browser, served, RESULTS)
    network = slow(page, 0)
    network.send("Network.emulateNetworkConditions", {
        "offline": True, "latency": 0, "downloadThroughput": -1, "uploadThroughput": -1,
    })  # fmt: skip
    typed(page, "1 w", "2 b", key=0)
    expect(page.locator("#waiting")).to_have_text("waiting: 1 w, 2 b")
    asked: list[str] = []
    page.once("dialog", lambda dialog: (asked.append(dialog.type), dialog.dismiss()))
    with page.expect_event("dialog"):
        page.get_by_role("link", name="Standings").click(no_wait_after=True)
    assert asked == ["beforeunload"]
    network.detach()
    page.once("dialog", lambda dialog: dialog.accept())
    page.goto(page.url)
    expect(page.locator("#k2.won")).to_be_visible()
    assert [result_at(served[1], table) for table in (1, 2)] == [Result.WHITE, Result.BLACK]


MIDDLE = "t => document.getElementById('t' + t).scrollIntoView({block: 'center', behavior: 'instant'})"
IN_SIGHT = """(id) => {
    const box = document.activeElement.getBoundingClientRect(), row = document.getElementById(id).closest("li");
    return row.contains(document.activeElement) && box.top >= 0 && box.bottom <= innerHeight;
}"""


def top(page: Any, name: str) -> float:
    found: float = page.evaluate("name => document.querySelector(name).getBoundingClientRect().top", name)
    return found


@pytest.mark.long
@pytest.mark.parametrize(
    "width", [pytest.param(390, marks=pytest.mark.long), 1366, pytest.param(1920, marks=pytest.mark.long)]
)
def test_a_question_a_menu_and_undo_are_in_their_row_and_rows_keep_their_place(
    browser: Any, served: tuple[str, Path], width: int
) -> None:
    published(served[1])
    table = 8 if width == 1920 else 15  # in the middle of a screen: of two lists, or of one
    in_a_terminal(served[1], str(table), "1-0")
    page = opened_page(browser, served, RESULTS + "?all=1", viewport={"width": width, "height": 800})
    page.evaluate(MIDDLE, table)
    before = top(page, f"#t{table}")
    page.locator(f"#k{table}").click()
    question = page.locator(f"li:has(> #t{table}) .refused")
    expect(question).to_contain_text("already has 1-0")
    expect(question.locator("button").first).to_be_focused()
    assert page.evaluate(IN_SIGHT, f"t{table}")
    assert abs(top(page, f"#t{table}") - before) <= 1
    in_a_terminal(served[1], "1", "1-0")
    expect(page.locator("#w1.won")).to_have_count(1)
    expect(question.locator("button").first).to_be_focused()
    assert abs(top(page, f"#t{table}") - before) <= 1, "a newer list keeps the question, its place and the focus"
    page.keyboard.press("Enter")
    expect(page.locator(f"#k{table}.won")).to_be_visible()
    expect(page.locator(f"#t{table}")).to_be_focused()
    assert abs(top(page, f"#t{table}") - before) <= 1

    page.locator("#undo-here").press("Enter")
    expect(page.locator(f"#w{table}.won")).to_be_visible()
    expect(page.locator("#answer .done")).to_contain_text("Taken back")
    assert page.evaluate("location.search") == "?all=1"
    assert abs(top(page, f"#t{table}") - before) <= 1

    page.locator(f"#t{table}").press("Enter")
    expect(page.locator(f"li:has(> #t{table}) .menu button").first).to_be_focused()
    assert page.evaluate(IN_SIGHT, f"t{table}")
    bottom = page.evaluate("document.querySelector('.menu').getBoundingClientRect().bottom")
    assert bottom <= 801, "all of it is in sight"
    assert abs(top(page, f"#t{table}") - before) <= 1 or width == 390, "a small screen rolls as far as that needs"
    page.get_by_role("link", name="Close").click()
    expect(page.locator(".menu")).to_have_count(0)
    expect(page.locator(f"#t{table}")).to_be_focused()


@pytest.mark.long
def test_a_press_right_after_the_rows_moved_enters_nothing(browser: Any, served: tuple[str, Path]) -> None:
    """It was meant for the row that was there before."""
    published(served[1])
    in_a_terminal(served[1], "1", "1-0")
    page = opened_page(browser, served, RESULTS + "?all=1")
    page.evaluate("""() => {
        const press = (one) => {
            one.dispatchEvent(new PointerEvent("pointerdown", { bubbles: true }));
            one.click();
        };
        new MutationObserver(() => {
            if (document.querySelector("li .refused") && !window.pressed) {
                window.pressed = true;
                Promise.resolve().then(() => press(document.querySelector("#w9")));
            }
        }).observe(document.body, { childList: true, subtree: true });
        press(document.querySelector("#k1"));
    }""")
    page.wait_for_function("() => window.pressed")
    all_answered(page)
    assert last(served[1]).at_table(9).result is Result.UNKNOWN
    page.wait_for_timeout(400)
    page.locator("#w9").click()
    expect(page.locator("#w9.won")).to_be_visible()
