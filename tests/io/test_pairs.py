"""Anybody's pairs out of a CSV file, and what they count beside the round as it stands."""

from __future__ import annotations

from pathlib import Path

import pytest
from builders import played, tournament
from mcmahon.io.results import pairs_of
from mcmahon.io.tables import read_table
from mcmahon.model.errors import InputError
from mcmahon.model.tournament.tournament import Tournament


def two_rounds() -> Tournament:
    return played(played(tournament("1d 1d 1d 1d 1d"), "a+b c+d", byes="e"), "a+c b+e", byes="d")


def read(folder: Path, text: str) -> dict[int, list[tuple[str, str]]]:
    path = folder / "pairs.csv"
    path.write_text(text, encoding="utf-8")
    return pairs_of(read_table(path), two_rounds(), 2)


def test_pairs_are_read_by_id_or_name_and_round_whatever_the_case_of_titles(tmp_path: Path) -> None:
    assert read(tmp_path, "White,BLACK,Round\nb,a,1\nPlayer-c,d,1\nc,a,2\n") == {
        1: [("b", "a"), ("c", "d")],
        2: [("c", "a")],
    }


def test_without_a_column_round_they_are_of_the_last_and_byes_are_left_out(tmp_path: Path) -> None:
    assert read(tmp_path, "white,black\na,c\nd,\n,e\n") == {2: [("a", "c")]}


@pytest.mark.parametrize("number", ["0", "3", "-1", "x", ""])
def test_a_round_that_was_not_drawn_is_named_with_its_line(number: str, tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"pairs.csv:3.*wrong round"):
        read(tmp_path, f"white,black,round\na,b,1\nc,d,{number}\n")


def test_before_the_first_round_pairs_can_be_of_round_1(tmp_path: Path) -> None:
    path = tmp_path / "pairs.csv"
    path.write_text("white,black,round\na,b,1\n", encoding="utf-8")
    assert pairs_of(read_table(path), tournament("1d 1d"), 1) == {1: [("a", "b")]}


def test_all_that_is_wrong_is_named_at_once(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, "white,black,round\na,zz,1\na,b,9\nc,d,1\n")
    assert [problem.line for problem in error.value.problems] == [2, 3]
    assert "zz" in str(error.value)


@pytest.mark.slow
def test_columns_that_are_missing_are_named(tmp_path: Path) -> None:
    with pytest.raises(InputError) as error:
        read(tmp_path, "one,round\na,1\n")
    assert [problem.value for problem in error.value.problems] == ["white", "black"]
