"""Sets of rounds and ranges of numbers as people write them, and as the program writes them back."""

from __future__ import annotations

import pytest
from mcmahon.model.tournament.numbers import parse_ranges, parse_rounds, rounds_text


@pytest.mark.parametrize(
    ("text", "rounds"),
    [("", "12345"), (" All ", "12345"), ("none", ""), ("-", ""), ("2", "2"), ("1-3,5", "1235"), ("1 3; 5", "135"),
     ("4-", "45"), ("4+", "45"), ("2..3", "23"), ("1–2", "12"), ("rounds 1 - 2", "12"), ("1 -2, 4 .. 5", "1245"),
     ("3 -", "345"), ("round 5", "5"), ("5 rounds", "12345"), ("5 Runden", "12345"),
     ("all but 2", "1345"), ("all except 1-4", "5"), ("except 5", "1234"), ("not 1,2", "345"),
     ("alle", "12345"), ("tous", "12345"), ("keine", ""), ("nicht 2", "1345"), ("ohne 2", "1345"), ("sauf 2", "1345"),
     ("ab 2", "2345"), ("from 2", "2345"), ("à partir de 4", "45"), ("bis 3", "123"), ("ab Runde 4", "45"),
     ("alle außer 2 und 3", "145"), ("2 bis 4", "234"), ("from 2 to 3", "23"), ("von 2-4", "234"),
     ("1, ab 4", "145"), ("nicht ab 3", "12"), ("tous sauf 2 et 4", "135"), ("not2", "1345"),
     ("11011", "1245"), ("0111111111", "2345"), ("00000", ""), ("++-++", "1245")],
)  # fmt: skip
def test_rounds_of_five(text: str, rounds: str) -> None:
    assert parse_rounds(text, 5) == {int(number) for number in rounds}


@pytest.mark.parametrize(
    "text",
    ["0", "6", "3-2", "1-6", "x", "1,x", "all but", "1-2-3", "ab", "bis 2-3", "1 to 2 to 3", "3 und", "1 bis",
     "1101", "11211", "+-"],
)  # fmt: skip
def test_rounds_that_are_none_of_five(text: str) -> None:
    with pytest.raises(ValueError, match=r"^rounds (from 1 to 5|such as 1-3,5 or all but 2, from 1 to 5)$"):
        parse_rounds(text, 5)


@pytest.mark.parametrize("text", ["3 rounds", "1 Runden", "6 rondes"])
def test_how_many_rounds_does_not_say_which(text: str) -> None:
    with pytest.raises(ValueError, match=r"^the numbers of the rounds, such as 1-3,5 or all but 2, from 1 to 5$"):
        parse_rounds(text, 5)


@pytest.mark.parametrize(
    ("rounds", "text"), [("12345", ""), ("", "none"), ("1234", "1-4"), ("2345", "2-5"), ("3", "3"), ("1245", "1-2,4-5")]
)
def test_rounds_are_written_as_short_as_they_are_read(rounds: str, text: str) -> None:
    numbers = {int(number) for number in rounds}
    assert rounds_text(numbers, 5) == text
    assert parse_rounds(text, 5) == numbers


def test_ranges_of_numbers() -> None:
    assert parse_ranges("4, 7 - 9,") == [range(4, 5), range(7, 10)]
    assert parse_ranges("5-5") == [range(5, 6)]
    assert parse_ranges("") == []
    for text in ("x", "3-", "-3", "9-7", "1-x", "1234567890"):
        with pytest.raises(ValueError, match=text):
            parse_ranges(text)
