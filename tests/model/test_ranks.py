"""Ranks, ratings and sets of rounds as people write them."""

from __future__ import annotations

import re
from decimal import Decimal

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mcmahon.model.tournament.numbers import parse_rounds, rounds_text
from mcmahon.model.tournament.ranks import parse_rank, rank_from_rating, rank_name, rating_from_aga, rating_from_rank


@pytest.mark.parametrize(
    ("text", "rank", "pro"),
    [("3d", 2, 0), ("3 dan", 2, 0), ("1D", 0, 0), ("12k", -12, 0), ("12 Kyu", -12, 0), ("1k", -1, 0), ("7", -7, 0)]
    + [("1p", 6, 1), ("2p", 6, 2), ("5 pro", 7, 5), ("9P", 8, 9), ("30k", -30, 0), (" 9d ", 8, 0)]
    + [("d7", 6, 0), ("k10", -10, 0), ("D 7", 6, 0), ("Kyu 10", -10, 0), ("dan 2", 1, 0), ("p3", 6, 3)]
    + [("7 d", 6, 0), ("10.k", -10, 0), ("10 Kyu", -10, 0), ("10. kyu", -10, 0), ("1.Dan", 0, 0)],
)
def test_a_rank_is_read_in_every_spelling(text: str, rank: int, pro: int) -> None:
    assert parse_rank(text) == (rank, pro)


@pytest.mark.parametrize(
    "text", ["0d", "10d", "31k", "0k", "10p", "dan", "", "3x", "-3k", "3d 2d", "d0", "k31", "k-3", "k3k", "d3 4"]
)
def test_an_impossible_rank_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=f"^{re.escape(text)}$"):
        parse_rank(text)


def test_there_is_no_zero_dan() -> None:
    """BGA handbook 4.1: a 1 dan starts at 0, a 4 kyu at -4; nothing lies between 1 kyu and 1 dan."""
    assert [rank_name(r) for r in (-4, -2, -1, 0, 1)] == ["4k", "2k", "1k", "1d", "2d"]
    assert rank_name(6, 2) == "2p"


@pytest.mark.parametrize(
    ("rating", "name"),
    [(-851, "30k"), (-850, "29k"), (49, "21k"), (50, "20k"), (2049, "1k"), (2050, "1d"), (2149, "1d"), (2150, "2d")]
    + [(2700, "7d"), (2949, "9d"), (3299, "9d"), (-900, "30k")],
)
def test_the_rank_of_a_rating(rating: int, name: str) -> None:
    assert rank_name(rank_from_rating(rating)) == name


@pytest.mark.parametrize(
    ("aga", "rating"),
    [("1.0", 2050), ("-1.0", 2050), ("1.5", 2100), ("-1.5", 2000), ("5.25", 2475), ("-29.9", -840), ("-40", -900)],
)
def test_the_rating_of_an_aga_rating(aga: str, rating: int) -> None:
    assert rating_from_aga(Decimal(aga)) == rating


@given(st.integers(-30, 8))
def test_ranks_come_back_from_their_names_and_ratings(rank: int) -> None:
    assert parse_rank(rank_name(rank)) == (rank, 0)
    assert rank_from_rating(rating_from_rank(rank)) == rank


@pytest.mark.parametrize(
    ("text", "rounds"),
    [("", {1, 2, 3, 4, 5}), ("all", {1, 2, 3, 4, 5}), ("1-3,5", {1, 2, 3, 5}), ("all but 2", {1, 3, 4, 5})]
    + [("all except 1, 3", {2, 4, 5}), ("not 5", {1, 2, 3, 4}), ("4-", {4, 5}), ("2", {2}), ("3 4", {3, 4})]
    + [("none", set()), ("rounds 1-2", {1, 2}), ("3+", {3, 4, 5})]
    + [("1 - 3", {1, 2, 3}), ("1 - 3 , 5", {1, 2, 3, 5}), ("2 - 3, 5", {2, 3, 5}), ("1 .. 2", {1, 2}), ("1+3", {1, 3})]
    + [("1 – 2", {1, 2}), ("all but 2 - 3", {1, 4, 5}), ("1 + 4 -", {1, 4, 5})],
)
def test_rounds_are_read_as_people_write_them(text: str, rounds: set[int]) -> None:
    assert parse_rounds(text, 5) == rounds


@pytest.mark.parametrize("text", ["6", "0", "3-1", "x", "1-9", "5 - 2", "all but 7", "1;;x"])
def test_unknown_rounds_are_refused(text: str) -> None:
    with pytest.raises(ValueError, match="1 to 5"):
        parse_rounds(text, 5)


@given(st.sets(st.integers(1, 9)))
def test_a_set_of_rounds_comes_back_from_its_text(chosen: set[int]) -> None:
    assert parse_rounds(rounds_text(chosen, 9), 9) == chosen
