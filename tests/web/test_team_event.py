"""A team event of three rounds by clicks alone: drawn, seated, entered by the desk and by captains, published."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.model.placing.standings import standings
from mcmahon.model.records.hall import Side
from mcmahon.model.teams.match_boards import match_score
from mcmahon.model.tournament.games import Result, Round

from .conftest import INSTANCES, Server, needs_chromium, opened_page
from .hall.builders import slip

sync_api = pytest.importorskip("playwright.sync_api")
expect = sync_api.expect
pytestmark = [pytest.mark.long, needs_chromium]

LAPTOP, PHONE = {"width": 1280, "height": 800}, {"width": 360, "height": 740}


@pytest.fixture
def event(tmp_path: Path) -> Iterator[tuple[Server, Desk]]:
    """A server over the eight teams before their first round."""
    shutil.copytree(INSTANCES / "teams8", tmp_path / "teams8")
    shutil.rmtree(tmp_path / "teams8" / "rounds")
    made = Server(tmp_path)
    yield made, Desk(tmp_path / "teams8")
    made.end()


def test_a_team_event_by_clicks_from_the_draw_to_the_pages(
    browser: Any, event: tuple[Server, Desk], tmp_path: Path
) -> None:
    server, desk = event
    page = opened_page(browser, (server.address, tmp_path), "/t/teams8/", viewport=LAPTOP)
    wrong: list[str] = []
    page.on("pageerror", lambda error: wrong.append(str(error)))
    for number in (1, 2, 3):
        if number == 2:
            _misses_the_round(page)
        _draw(page, number)
        if number == 3:
            _seat_by_hand(page)
        _press(page, "Round", f"Publish round {number}")
        expect(page.locator("h1")).to_contain_text(f"Results of round {number}")
        drawn = desk.read().tournament.round(number)
        _click_results(page, drawn, set() if number < 3 else {1})
        if number == 3:
            _captains(browser, server, desk, drawn)
        expect(page.locator(".next")).to_contain_text(f"All results of round {number} are in.")
    tournament = desk.read().tournament
    assert all(b.game.result is not Result.UNKNOWN for drawn in tournament.rounds for g in drawn for b in g.boards)
    _to(page, "Standings")
    expect(page.locator("tbody tr").first).to_contain_text(standings(tournament).rows[0].player.name)
    page.get_by_role("link", name="Everybody").click()
    expect(page.locator("tbody")).to_contain_text("Garfeld Greta")
    _to(page, "Print and web")
    page.get_by_role("button", name="Write them now").click()
    expect(page.locator(".said").first).to_be_visible()
    text = (desk.path / "pages" / "round-3.html").read_text(encoding="utf-8")
    assert all(match_score(g) in text for g in tournament.round(3))
    assert "Garfeld Greta" in (desk.path / "pages" / "people.html").read_text(encoding="utf-8")
    assert not wrong


def _to(page: Any, title: str) -> None:
    page.get_by_role("navigation", name="Pages of the desk").get_by_role("link", name=title).click()
    expect(page.locator("nav [aria-current=page]")).to_contain_text(title)


def _press(page: Any, where: str, name: str) -> None:
    _to(page, where)
    page.get_by_role("button", name=name, exact=True).first.click()


def _draw(page: Any, number: int) -> None:
    _press(page, "Overview", f"Draw round {number}")
    expect(page.locator(".said").first).to_contain_text(f"Round {number} is drawn")


def _misses_the_round(page: Any) -> None:
    """Before the draw: the second of the first team is away, the substitute is there."""
    _to(page, "Round")
    page.get_by_role("link", name="Line-ups").click()
    page.get_by_role("navigation").or_(page.locator(".rounds")).get_by_role("link", name="2", exact=True).first.click()
    team = page.locator("li", has=page.get_by_role("heading", name="Alburg"))
    team.get_by_label("Zanini Sami").set_checked(False)
    team.get_by_label("Garfeld Greta").set_checked(True)
    team.get_by_role("button", name="Save").click()
    expect(page.locator(".said").first).to_contain_text("who plays in round 2 is saved")


def _seat_by_hand(page: Any) -> None:
    """After the draw: the first two change boards, which the order does not forbid as both have one rank."""
    _to(page, "Round")
    page.get_by_role("link", name="Line-ups").click()
    team = page.locator("li", has=page.get_by_role("heading", name="Alburg"))
    team.get_by_label("Board 1 of Alburg").select_option("1.2")
    team.get_by_label("Board 2 of Alburg").select_option("1.1")
    team.get_by_role("button", name="Save").click()
    expect(page.locator(".said").first).to_contain_text("the line-up of round 3 is saved")
    expect(page.get_by_label("Board 1 of Alburg")).to_have_value("1.2")


def _click_results(page: Any, drawn: Round, left_out: set[int]) -> None:
    """Every board that is open by a click on a name: White wins the odd ones; the last of each match is typed."""
    _to(page, "Results")
    for game in drawn:
        for board in game.boards if game.table not in left_out else ():
            if board.incomplete:
                continue
            place, letter = f"{game.table}.{board.game.table}", "w" if board.game.table % 2 else "k"
            if board.game.table == len(game.boards):
                page.fill("#typed", f"{place} {'w' if letter == 'w' else 'b'}")
                page.keyboard.press("Enter")
            else:
                page.locator(f'[id="{letter}{place}"]').click()
            expect(page.locator("#answer")).to_contain_text(f"Table {place}:")


def _captains(browser: Any, server: Server, desk: Desk, drawn: Round) -> None:
    """Both captains of table 1 say the same, each on a phone; all phones of a test have one address, so twice asked."""
    game = drawn.games[0]
    for side in Side:
        context = browser.new_context(viewport=PHONE)
        phone = context.new_page()
        phone.goto(server.root + slip(desk.path, drawn.number, game, side))
        for board in game.boards:
            phone.locator(f'input[name="b{board.game.table}"][value="1-0"]').check()
        assert phone.evaluate("document.documentElement.scrollWidth <= innerWidth")
        phone.get_by_role("button", name="Continue").click()
        expect(phone.locator(".answer")).to_contain_text("Is this right?")
        phone.get_by_role("button", name="Yes, that is the result").click()
        expect(phone.locator("fieldset").first).to_be_visible()
        context.close()
    with server.client() as client:
        for board in game.boards:
            client.post("/t/teams8/hall", data={f"at 1.{board.game.table}": "1-0"}).raise_for_status()
