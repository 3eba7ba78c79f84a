"""A team event on the desk: its pages open, and boards are typed as `1.2 w`."""

from __future__ import annotations

import re
import shutil

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.rounds.next_round import Publish, draw, publish

from .conftest import INSTANCES, Opened


@pytest.fixture
def event(opened: Opened) -> Opened:
    """The event of eight teams with round 3 drawn and published."""
    shutil.copytree(INSTANCES / "teams8", opened.folder / "teams8")
    desk = Desk(opened.folder / "teams8")
    desk.do(draw, "draw")
    desk.do(lambda state: publish(state, Publish()), "publish")
    return opened


PAGES = ("", "entrants", "entrants/1", "results", "results?all=1", "round", "board?round=3&table=1", "standings",
         "standings/1", "log", "why?a=1&round=3", "settings", "repair?without=1", "publish")  # fmt: skip


@pytest.mark.parametrize("page", PAGES)
def test_pages_of_a_team_event_open(event: Opened, page: str) -> None:
    assert event.text(f"/t/teams8/{page}")


def test_the_result_of_a_board_is_typed(event: Opened) -> None:
    said = event.post("/t/teams8/results", typed="1.1 w, 1.2 b+", round=3)
    assert "Table 1.1:" in said
    game = Desk(event.folder / "teams8").read().tournament.round(3).games[0]
    assert [b.game.result.value for b in game.boards] == ["white", "black", "unknown"]
    said = event.post("/t/teams8/results", 422, typed="1 w", round=3)
    assert "follows from its boards" in said


def buttons(page: str) -> list[str]:
    """What the buttons of boards that can be clicked say."""
    found = re.findall(r"<button[^>]*>", page)
    return [
        said[1] for one in found if (said := re.search(r'name="typed" value="([^"]*)"', one)) and "disabled" not in one
    ]


def test_every_board_has_its_buttons_and_the_match_its_score(event: Opened) -> None:
    page = event.text("/t/teams8/results")
    assert {"1.1 w", "1.1 b", "1.1 j", "4.3 b"} <= {*buttons(page)}
    assert "<strong>12</strong> of 12 missing" in page
    event.post("/t/teams8/results", typed="1.1 w", round=3)
    said = event.post("/t/teams8/results", typed="1.2 w", round=3)
    assert "Table 1: Casterton – Alburg 1–1, 1 board open" in said
    assert "<b>1–1</b>" in said
    assert "Round 3: 2 of 12 results" in said


def test_a_board_is_corrected_after_a_yes_and_cleared(event: Opened) -> None:
    event.post("/t/teams8/results", typed="1.1 w", round=3)
    assert "already has 1-0; 0-1 would replace it" in event.post("/t/teams8/results", 409, typed="1.1 b", round=3)
    said = event.post("/t/teams8/results", typed="1.1 b", round=3, yes=1)
    assert "0-1 instead of 1-0" in said
    said = event.post("/t/teams8/results", table="1.1", result="?", round=3, yes=1)
    assert "<strong>12</strong> of 12 missing" in said


def test_the_number_of_a_table_opens_forfeits_of_the_match(event: Opened) -> None:
    page = event.text("/t/teams8/results?table=2")
    assert "Brookham wins by forfeit" in page
    assert 'value="1-1"' not in page, "a match is not won by both without its boards"
    said = event.post("/t/teams8/results", table="2", result="0-1!", round=3)
    assert "Table 2: Fellside – Brookham 0–3, Brookham wins by forfeit" in said
    assert "White wins by forfeit" in event.text("/t/teams8/results?table=3.1")


def test_at_an_empty_seat_only_a_forfeit_can_be_clicked(event: Opened) -> None:
    page = event.text("/t/teams8/results?round=2&all=1")
    assert "3.3 w+" in buttons(page), "who sits there wins by forfeit"
    assert not {"3.3 w", "3.3 j", "3.3 b"} & {*buttons(page)}
    menu = event.text("/t/teams8/results?round=2&all=1&table=3.3")
    assert "Both win" not in menu
    assert "nobody (Black, Eastmere)" in menu
