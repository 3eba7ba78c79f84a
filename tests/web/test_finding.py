"""Somebody is found on each long page by a part of the name as any keyboard types it, by number and by table."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from mcmahon.desk.desk import Desk
from mcmahon.desk.verb import Outcome
from mcmahon.model.records.state import State

from .conftest import Opened, needs_chromium, opened_page
from .congress import published, result_at

PAGES = ("entrants", "standings", "round", "results")


def with_names(folder: Path) -> list[tuple[str, str]]:
    """Round 4 of the congress published; ids at tables 12 and 13, whose Whites have become Müller and Horák."""
    drawn = published(folder)
    seats = [game.players for game in drawn.games[11:13]]
    names = {seats[0][0]: ("Müller", "Jörg", "Köln"), seats[1][0]: ("Horák", "René", "Praha")}

    rename(folder, names)
    return seats


def rename(folder: Path, names: dict[str, tuple[str, str, str]]) -> None:
    """Give players (ids) of the congress a surname, a first name and a club."""

    def named(state: State) -> Outcome[None]:
        people = [
            replace(p, surname=names[p.id][0], first_name=names[p.id][1], club=names[p.id][2])
            for p in state.tournament.players
            if p.id in names
        ]
        return Outcome(state.with_tournament(state.tournament.with_players(people)), None)

    Desk(folder / "congress60").do(named, "names")


def listed(opened: Opened, page: str) -> str:
    """The list of a page, without what is said above it."""
    return re.split('id="(?:found|boards)"', opened.text(f"/t/congress60/{page}"))[-1]


@pytest.mark.parametrize("page", PAGES)
def test_each_long_page_finds_players_by_name_club_and_number(opened: Opened, page: str) -> None:
    (white, _), _ = with_names(opened.folder)
    for typed in ("muller", "jorg mue", "koln jo", white):
        text = listed(opened, f"{page}?q={typed}")
        assert "Müller Jörg" in text or "Müller, Jörg" in text, typed
        assert "Horák" not in text or typed == white
    assert "Müller" not in listed(opened, f"{page}?q=horak")


@pytest.mark.parametrize("page", ["round", "results"])
def test_boards_are_found_by_their_table(opened: Opened, page: str) -> None:
    with_names(opened.folder)
    text = listed(opened, f"{page}?q=12")
    assert "Müller" in text
    assert "Horák" not in text


def test_who_is_chosen_for_a_swap_stays_while_the_other_is_sought(opened: Opened) -> None:
    (white, _), _ = with_names(opened.folder)
    text = opened.text(f"/t/congress60/round?q=horak&p={white}")
    assert re.search(rf'value="{white}" checked', text)
    assert "Horák" in text


def test_a_result_that_is_in_is_found_and_the_search_stays_after_the_next(opened: Opened) -> None:
    with_names(opened.folder)
    text = opened.post("/t/congress60/results", typed="12 w", q="muller", round=4)
    assert "Müller" in text.partition('id="boards"')[2]
    assert 'value="muller"' in text


def test_a_name_that_could_be_two_is_asked_with_a_button_each(opened: Opened) -> None:
    """The same form is sent with the one who is meant, in a question and in a change."""
    (white, black), (other, _) = with_names(opened.folder)
    rename(opened.folder, {black: ("Mueller", "Ann", ""), other: ("Horák", "René", "")})
    why = opened.text("/t/congress60/why?a=horak+ren&b=mull&round=4", 422)
    assert "Who is meant?" in why
    assert re.findall(r'name="b" value="(\w+)"', why) == sorted((white, black), key=int)
    assert re.findall(r'<form method="get"[^>]*>.*?name="a" value="(.*?)"', why) == ["horak ren"] * 2
    assert "Müller Jörg" in why
    assert "Horák René" in opened.text(f"/t/congress60/why?a=horak+ren&b={black}&round=4")
    asked = opened.post("/t/congress60/round", 422, ask="bye", a="mull", round=4)
    assert f'name="a" value="{white}"' in asked
    assert 'name="ask" value="bye"' in asked
    named = opened.post("/t/congress60/repair", 422, without="horak;mull")
    assert f'name="without" value="horak;{white}"' in named


def test_suggestions_hold_the_name_in_plain_letters(opened: Opened) -> None:
    """So a browser that compares letter by letter offers Horák to who types horak."""
    with_names(opened.folder)
    assert re.search(r'<option value="Horák René"> \w+ Horak Rene </option>', opened.text("/t/congress60/why?names=1"))


def test_the_rest_of_a_line_waits_in_the_field_and_one_undo_takes_back_what_it_entered(opened: Opened) -> None:
    with_names(opened.folder)
    text = opened.post("/t/congress60/results", typed="27 w 28 b 29", round=4)
    assert re.search(r'id="typed"[^>]* value="29"', text)
    assert "this is no result &#39;29&#39;" in text
    assert [result_at(opened.folder, table).value for table in (27, 28, 29)] == ["white", "black", "unknown"]
    opened.post("/t/congress60/log", undo=1)
    assert result_at(opened.folder, 27) == result_at(opened.folder, 28)
    text = opened.post("/t/congress60/results", 422, typed="xyz", round=4)
    assert re.search(r'id="typed"[^>]* value="xyz"', text)


def test_a_winner_is_typed_by_name_and_asked_if_there_are_two(opened: Opened) -> None:
    (_, black), _ = with_names(opened.folder)
    opened.post("/t/congress60/results", typed="horak", round=4)
    assert result_at(opened.folder, 13).value == "white"
    rename(opened.folder, {black: ("Horak", "Petr", "")})
    text = opened.post("/t/congress60/results", 422, typed="horak", round=4)
    assert 'name="typed" value="12 0-1"' in text
    assert 'name="typed" value="13 1-0"' in text


@pytest.mark.slow
@needs_chromium
def test_pages_filter_while_somebody_types(browser: Any, served: tuple[str, Path]) -> None:
    with_names(served[1])
    page = opened_page(browser, served, "/t/congress60/entrants")
    for name in PAGES:
        page.goto(f"{served[0].partition('/?')[0]}/t/congress60/{name}")
        page.locator("#found, #boards").get_by_text("Horák").wait_for()
        page.locator("main input[type=search]").press_sequentially("mulle")
        page.locator("#found, #boards").get_by_text("Horák").wait_for(state="detached")
        assert page.locator("#found, #boards").get_by_text("Müller").count()
        page.wait_for_url("**q=mulle*")
