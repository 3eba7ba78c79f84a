"""One idea of a number in settings, results, ratings and prizes; and cells that a spreadsheet has changed."""

from __future__ import annotations

import re
from decimal import Decimal
from pathlib import Path

import pytest
from commands import mcmahon
from mcmahon.io.folder.round_files import parse_halves
from mcmahon.io.foreign.foreign import Read
from mcmahon.io.registrations.registration_files import read_entries
from mcmahon.io.settings.settings_file import parse_assignment, parse_settings
from mcmahon.io.tables.records import changed_by_spreadsheet
from mcmahon.model.errors import InputError
from mcmahon.model.prizes.prize import parse_money
from mcmahon.model.tournament.games import Result, parse_result
from mcmahon.model.tournament.numbers import halves_in, number_in


def entries(text: str) -> Read:
    return read_entries(text.encode(), "t.csv")


@pytest.mark.parametrize(
    ("text", "number"),
    [("6.5", "6.5"), ("6,5", "6.5"), ("6½", "6.5"), ("½", "0.5"), (".5", "0.5"), (",5", "0.5"), ("0,5", "0.5"),
     ("-3", "-3"), ("−3", "-3"), ("−0,5", "-0.5"), ("+2", "2"), ("37,50", "37.5"), ("1834,6", "1834.6"),
     ("2.150", "2.15"), (" 7 ", "7"), ("¾", "0.75")],
)  # fmt: skip
def test_a_number_is_read_with_comma_point_or_fraction(text: str, number: str) -> None:
    assert number_in(text) == Decimal(number)


@pytest.mark.parametrize(
    "text", ["", "x", "1e5", "1_000", "nan", "inf", "--1", "−", "−−1", "1−2", "1.2.3", "6,5,1", "½½", "1/2"]
)
def test_other_texts_are_no_numbers(text: str) -> None:
    assert number_in(text) is None
    assert halves_in(text) is None


@pytest.mark.parametrize("text", ["2150", "2.150", "2,150", "2 150", "2'150", "2’150"])
def test_thousands_may_be_set_apart(text: str) -> None:
    assert number_in(text, thousands=True) == 2150


@pytest.mark.parametrize("text", ["-5.123", "-12.456", "12.456", "+1.250", "0.5"])
def test_ratings_with_a_sign_or_of_five_digits_are_no_thousands(text: str) -> None:
    """They are ratings of the AGA."""
    assert number_in(text, thousands=True) == Decimal(text)


def test_a_correction_may_have_the_minus_sign_of_a_page() -> None:
    assert [p.correction for p in entries("name,rank,correction\nA,1d,−2\nB,1d,-1\n").tournament.players] == [-2, -1]


def test_settings_read_them() -> None:
    for text in ("komi=6,5", "komi=6.5", "komi=6½", 'komi="6,5"'):
        assert parse_assignment(text) == ("komi", 6.5), text
    assert parse_assignment("points.absence=0,5")[1] == parse_assignment("points.absence=½")[1] == 0.5
    assert parse_settings('komi = "7,5"', "t").komi == 15
    for text in ("komi=6,3", "komi=x", "points.bye=2"):
        with pytest.raises(InputError):
            parse_assignment(text)


def test_results_and_komi_of_boards_read_them() -> None:
    for text in ("0,5-0,5", "0.5-0.5", ",5-,5", "½-½", "½:½", "0,5 : 0,5"):
        assert parse_result(text) == (Result.JIGO, False), text
    assert parse_result("1,0-0,0") == parse_result("1.0-0.0") == (Result.WHITE, False)
    assert parse_halves("6,5") == parse_halves("6½") == 13
    for text in ("1,5-0", "10-0", "0,5-1"):
        with pytest.raises(ValueError, match=re.escape(text)):
            parse_result(text)


def test_prizes_read_them() -> None:
    assert [parse_money(text) for text in ("37,50", "37.50", "2.150", "2,150", "1.500,00", "1,500.00")] == [
        3750, 3750, 215000, 215000, 150000, 150000,
    ]  # fmt: skip


def test_a_rating_with_a_fraction_is_asked_about() -> None:
    """2,15 was rating 2 and 21 kyu, without a word; with AGA ratings it is one."""
    for cell in ("2,15", "2.1"):
        with pytest.raises(InputError, match="a rating with a fraction"):
            entries(f"name;rating\nBirch;2100\nDogwood;1950\nAmber;{cell}\n")
    for cell, rating in (("2.150", 2150), ("1834,6", 1835), ("2150", 2150)):
        *_, player = entries(f"name;rating\nBirch;2100\nDogwood;1950\nAmber;{cell}\n").tournament.players
        assert player.rating == rating


@pytest.mark.parametrize(
    ("cell", "what"),
    [("01-Mar", "a date"), ("02. Mai", "a date"), ("01. Mrz", "a date"), ("45658", "a date"), ("01:00", "a time"),
     ("2026-03-01 00:00:00", "a date"), ("1-0", ""), ("1-3", ""), ("2100", ""), ("jigo", ""), ("Mar", ""), ("1:0", "")],
)  # fmt: skip
def test_what_a_spreadsheet_has_changed_is_named(cell: str, what: str) -> None:
    assert (what in changed_by_spreadsheet(cell)) if what else not changed_by_spreadsheet(cell)


def test_a_wrong_cell_says_what_to_do(tmp_path: Path) -> None:
    folder = tmp_path / "t"
    mcmahon("new", folder, "--rounds", 3, "--preset", "swiss")
    for name in ("Ash, A", "Bay, B"):
        mcmahon("add", folder, name, "5k")
    (tmp_path / "late.csv").write_text("name,rank,rounds\nCob,5k,01-Mar\n", encoding="utf-8")
    said = mcmahon("register", folder, tmp_path / "late.csv", code=2).stderr
    assert "a spreadsheet has made a date of it: format the column as text" in said
    mcmahon("pair", folder)
    mcmahon("publish-round", folder)
    (tmp_path / "r.csv").write_text("table,result\n1,45658\n", encoding="utf-8")
    assert "format the column as text" in mcmahon("result", folder, "--file", tmp_path / "r.csv", code=2).stderr
