"""Lists on paper, each made alone: what they say, in which order, and how many sheets a congress takes."""

from __future__ import annotations

import re
from dataclasses import replace

import pytest
from builders import field, played, tournament
from mcmahon.io.pages.contents.rounds import slip_sheets
from mcmahon.io.pages.printing import lists_of, sheets_of
from mcmahon.model.errors import InputError

TIME = "2026-05-01 10:05"
TWO = played(played(tournament("2d 1d 1k 2k", rounds=3, name="Spring"), "a+b c+d"), "a+c b+d")


def plain(page: bytes) -> str:
    return " ".join(re.sub("<[^>]*>", " ", page.decode()).split())


@pytest.mark.parametrize("name", lists_of(TWO, 2))
def test_a_sheet_says_of_which_event_it_is_and_when_it_was_printed_and_leads_nowhere(name: str) -> None:
    page = sheets_of(TWO, name, 2, TIME)
    assert "Spring" in plain(page)
    assert "Printed Fri 1 May, 10:05" in plain(page)
    assert b"<a " not in page
    assert b"<script" not in page


def test_lists_of_an_earlier_round_are_as_they_were_after_it() -> None:
    assert "Standings after round 1" in plain(sheets_of(TWO, "standings", 1, TIME))
    assert "Standings after round 2" in plain(sheets_of(TWO, "standings", 2, TIME))
    assert lists_of(TWO, 0) == ["players", "rules"]


def test_the_list_of_names_has_the_opponent_and_the_table() -> None:
    name = [p.name for p in TWO.players]
    text = plain(sheets_of(TWO, "names", 1, TIME))
    assert f"{name[0]} 2d 1 {name[1]} 1d" in text
    assert f"{name[1]} 1d 1 {name[0]} 2d" in text


def test_a_sheet_for_results_has_room_and_no_result() -> None:
    assert "✓" in plain(sheets_of(TWO, "tables", 1, TIME))
    page = sheets_of(TWO, "results", 1, TIME)
    assert "Round 1, Results" in plain(page)
    assert "✓" not in plain(page)
    assert page.count(b'<td class="g"></td>') == 2


@pytest.mark.parametrize(("name", "number", "wrong"), [
    ("walls", 1, "no such list to print"), ("names", 0, "no such list"), ("cups", 1, "no such list"),
    ("names", 3, "round 3 is not published"), ("names", -1, "round -1 is not published"),
])  # fmt: skip
def test_a_list_that_is_not_there_is_an_error(name: str, number: int, wrong: str) -> None:
    with pytest.raises(InputError, match=wrong):
        sheets_of(TWO, name, number, TIME)


@pytest.mark.parametrize("boards", [0, 1, 7, 8, 9, 37, 110])
def test_piles_of_cut_slips_laid_on_each_other_are_in_the_order_of_the_tables(boards: int) -> None:
    lines = [{"table": k, "boards": ()} for k in range(1, boards + 1)]
    sheets = slip_sheets(lines)
    assert len(sheets) == -(-boards // 8)
    piles = [[sheet[k]["table"] for sheet in sheets if k < len(sheet)] for k in range(8)]
    assert [table for pile in piles for table in pile] == [*range(1, boards + 1)]


def test_standings_are_printed_upright_unless_their_lines_are_long() -> None:
    people = [replace(p, surname=p.surname * 20) for p in TWO.players]
    assert b'class="landscape"' not in sheets_of(TWO, "standings", 2, TIME)
    assert b'class="landscape"' in sheets_of(TWO.with_players(people), "standings", 2, TIME)


def test_who_shares_a_place_has_a_line_in_brackets() -> None:
    assert re.search(r'<td class="n place">\(\d\)</td>', sheets_of(field(8), "standings", 1, TIME).decode())
