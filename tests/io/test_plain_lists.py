"""Lists of players without titles, as people type them or copy them from a chat."""

from __future__ import annotations

import pytest
from mcmahon.io.registrations.registration_files import TITLES, plain_list

NIGHT = """\ufeff[19:02, 23/11/2026] Lena: Go night!

1. Anna 5k
2) Bob (12 kyu)
Dan 1d, Elmfeld
- Emil 7k?
✅ Gita 2k, Hans 8k
Ida 25k (child)
Jo
Karl 15. Kyu Oakham, DE
Amber, Ada,3d,Ulm,DE
O'Neil-Müller, Éva Maria  4 dan
Lea beginner
Kim 11k beginner
Ute Beginner 3k"""


def test_a_list_out_of_a_chat_is_read_as_people_mean_it() -> None:
    table = plain_list(NIGHT, "typed lines")
    assert table is not None
    assert [(row.line, *row.cells.values()) for row in table.rows] == [
        (1, "Lena: Go night!", "", "", "", ""),
        (3, "Anna", "5k", "", "", ""),
        (4, "Bob", "12 kyu", "", "", ""),
        (5, "Dan", "1d", "Elmfeld", "", ""),
        (6, "Emil", "7k?", "", "", ""),
        (7, "Gita", "2k", "", "", ""),
        (7, "Hans", "8k", "", "", ""),
        (8, "Ida", "25k", "", "", "child"),
        (9, "Jo", "", "", "", ""),
        (10, "Karl", "15. Kyu", "Oakham", "DE", ""),
        (11, "Amber, Ada", "3d", "Ulm", "DE", ""),
        (12, "O'Neil-Müller, Éva Maria", "4 dan", "", "", ""),
        (13, "Lea", "beginner", "", "", ""),
        (14, "Kim", "11k", "", "", "beginner"),
        (15, "Ute Beginner", "3k", "", "", ""),
    ]
    assert (table.titles, table.line) == (TITLES, 0)


@pytest.mark.parametrize("text", ["Anna 5k, Bob 12k, Cleo 3k", "Anna,5k\nBob,12k\nCleo;3k"])
def test_columns_that_nobody_fills_in_are_not_there(text: str) -> None:
    table = plain_list(text, "")
    assert table is not None
    assert [tuple(row.cells.items()) for row in table.rows][2] == (("name", "Cleo"), ("rank", "3k"))


@pytest.mark.parametrize(
    "text",
    [
        "name,rank\nAnna,5k",
        "Nmae,Rnak,Clubb\nAnna 1k,5k,Ulm",  # misspelt titles are told as such
        "Név;Fokozat\nAnna;5k\nBob;12k",  # titles of a language that nobody knows
        "Anna\nBob",
        "Room 5 kitchen\nBox 12 pieces",
        "Anna 5k, " * 600,  # no line that anybody has typed
        "",
    ],
)
def test_anything_else_is_a_table_with_titles_or_none(text: str) -> None:
    assert plain_list(text, "") is None


def test_a_club_in_one_line_is_read_and_odd_lines_take_no_time() -> None:
    table = plain_list("Anna 5k, " * 500, "")
    assert table is not None
    assert len(table.rows) == 500
    plain_list("\n".join(["a" + " ,(" * 1600] * 20), "")  # with a run of any length, half a minute
