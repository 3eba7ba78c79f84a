"""`prizes.csv` as directors write it: every problem with line and column, no traceback, and nothing lost."""

from __future__ import annotations

from contextlib import suppress

import pytest
from builders import damaged
from hypothesis import given
from mcmahon.io.prizes_files import TITLES, announced_text, prize_table, prizes_text, read_announced, read_prizes
from mcmahon.io.tables.decode import decode
from mcmahon.model.errors import InputError
from mcmahon.model.prizes.prize import EACH, money_text, parse_money
from mcmahon.model.prizes.told import Announced, announced
from prize_tables import HEAD, awarded, scored, table

SAMPLE = (
    "Name;List;Order;Places;Value;Currency;Thing;Besides;note\nMain;;;1-3;1.500,50;;;;\n".replace(
        "1.500,50", "300,50"
    ).replace(";;;;\n", ";EUR;;;\n")
    + "Best woman;women=yes;;;80;EUR;cup;;sponsor: Ann\n"
    + 'Three;"wins>=3 and club=""Bath and Wells""";;each;;;a book;no;\n'
    + "Upset;;upset rating;;;;=book;;\n"
)


def test_a_table_of_a_spreadsheet_is_read() -> None:
    """Semicolons, a decimal comma, other titles, a range of places, capitals, a column of one's own."""
    prizes = read_prizes(SAMPLE)
    assert [(p.number, p.name, p.place, p.value) for p in prizes] == [
        (1, "Main 1", 1, 30050),
        (2, "Main 2", 2, 30050),
        (3, "Main 3", 3, 30050),
        (4, "Best woman", 1, 8000),
        (5, "Three", EACH, 0),
        (6, "Upset", 1, 0),
    ]
    assert [p.is_besides for p in prizes] == [False, False, False, False, False, True]
    assert [term.values for term in prizes[4].condition.terms] == [("3",), ("Bath and Wells",)]
    assert prizes[5].order == "upset rating"
    assert prizes[3].line == 3


def test_what_is_written_is_read_again_with_columns_of_ones_own() -> None:
    found = prize_table(SAMPLE)
    text = prizes_text([row.cells for row in found.rows], found.titles)
    assert text.startswith(",".join([*TITLES, "note"]))
    assert [p.condition for p in read_prizes(text)] == [p.condition for p in read_prizes(SAMPLE)]
    assert "sponsor: Ann" in text
    assert "'=book" in text, "no formula for a spreadsheet"
    assert read_prizes(text)[5].thing == "=book"


@pytest.mark.parametrize(
    ("typed", "value", "currency"),
    [
        ("300 €", 300, "€"), ("€300", 300, "€"), ("300 EUR", 300, "EUR"), ("1.500 €", 1500, "€"),
        ("300,- Kč", 300, "Kč"), ("€ 1.500,50", 1500.5, "€"), ("CZK 2 000", 2000, "CZK"),
    ],
)  # fmt: skip
def test_money_is_understood_with_its_currency_beside_it(typed: str, value: float, currency: str) -> None:
    found = read_prizes(f'prize,value,currency\nA,"{typed}",\nB,"{typed}",{currency}\n')
    assert [(prize.value, prize.currency) for prize in found] == [(value * 100, currency)] * 2
    assert read_prizes('prize,value,currency\nA,300 €,EUR\nB,"200,-",EUR\n')[1].value == 20000


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (",,,1,10,EUR,,", "2: column prize: no name; expected a name"),
        ("A,women,,1,10,EUR,,", "2: column list: 'women' is no condition; expected everybody, kyu"),
        ("A,rank 5x-1d,,1,10,EUR,,", "2: column list: '5x' is no rank"),
        ("A,rank>=big,,1,10,EUR,,", "2: column list: 'big' is no rank"),
        ("A,,SOX,1,10,EUR,,", "2: column order: no criterion is called 'SOX'; expected blank for the standings"),
        ("A,,,0,10,EUR,,", "2: column place: wrong place '0'; expected a place from 1 to 9999, a range such as 1-3"),
        ("A,,,3-1,10,EUR,,", "column place: wrong place '3-1'"),
        ("A,,,1,ten,EUR,,", "2: column value: not an amount of money 'ten'; expected an amount such as 150, 37.50"),
        ("A,,,1,300 €,USD,,", "2: column value: not an amount of money '300 €'"),
        ("A,,,1,1.2345,EUR,,", "column value: not an amount of money '1.2345'"),
        ("A,,,1,10,,,", "2: column currency: neither a currency nor a thing; expected a value and EUR"),
        ("A,,,1,,,,", "2: column currency: neither a currency nor a thing"),
        ("A,,,1,,EUR,,", "2: column value: no value beside the currency"),
        ("A,,,1,10,EUR,,maybe", "2: column besides: wrong value 'maybe'; expected yes, no or blank"),
        ("A,,,1,10,EUR,,\nB,,,2,10,USD,,", "3: column currency: another currency 'USD'; expected EUR, as in line 2"),
        ("A,,,1,10,EUR,,\nB,,,2,20,EUR,,", "3: column value: place 2 is worth more than place 1 of the same list"),
        ("A,,,1,10,EUR,,,x", "2: more cells than titles: 'x'"),
    ],
)  # fmt: skip
def test_a_problem_names_line_column_value_and_what_was_expected(line: str, says: str) -> None:
    with pytest.raises(InputError) as error:
        read_prizes(f"{HEAD}{line}\n", "x/prizes.csv")
    assert f"x/prizes.csv:{says}" in str(error.value) or says in str(error.value)


def test_whether_a_prize_is_for_people_is_yes_or_no() -> None:
    text = "prize,thing,people\nA,cup,{}\n"
    assert [read_prizes(text.format(said))[0].people for said in ("", "Yes", "x", "no", "0")] == [False, True, True] + [
        False
    ] * 2
    with pytest.raises(InputError, match="2: column people: wrong value 'maybe'; expected yes, no or blank"):
        read_prizes(text.format("maybe"))


def test_all_problems_come_at_once() -> None:
    with pytest.raises(InputError) as error:
        read_prizes(f"{HEAD},a~,q,x,-1,,,?\nB,,,1,10,EUR,,\nC,,,1,5,USD,,\n")
    assert len(error.value.problems) == 8


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("value,list\n1,\n", "there is no column 'prize'; expected columns prize, list"),
        ("prize,name\nA,B\n", "two columns are 'prize'"),
        ("\0", "NUL bytes"),
    ],
)
def test_a_file_that_is_no_table_of_prizes_says_so(text: str, says: str) -> None:
    with pytest.raises(InputError, match=says):
        read_prizes(text)
    assert read_prizes("") == []


@given(damaged(SAMPLE, ";", ",", '"', "=", "<", ">", " and ", "-", "\r", "|"))
def test_a_damaged_table_is_read_or_refused(data: bytes) -> None:
    """Never a traceback; what is read can be given."""
    with suppress(InputError):
        found = awarded(scored("3d 2d 1k", {"women": "a"}), decode(data, "prizes.csv"))
        assert all(share.money >= 0 for one in found.awards for share in one.shares)


@pytest.mark.parametrize(
    ("text", "value"), [("150", 15000), ("37.5", 3750), ("37,50", 3750), ("1,500", 150000), ("1'500.25", 150025)]
)
def test_amounts_are_read_in_hundredths(text: str, value: int) -> None:
    assert parse_money(text) == value


def test_amounts_are_written_without_idle_digits() -> None:
    assert [money_text(value) for value in (15000, 3750, 5)] == ["150", "37.50", "0.05"]


def test_the_announced_list_is_read_as_it_was_written() -> None:
    now = announced(awarded(scored("3d 3d 1d"), table("1st||1|100", "all||each|a 'book'")))
    assert read_announced(announced_text(now)) == now
    assert now.provisional
    assert "Player-" not in announced_text(now), "ids only"
    nobody = Announced((), after_round=4, provisional=True)
    assert read_announced(announced_text(nobody)) == nobody, "its round is kept where nobody wins"


@given(damaged(announced_text(announced(awarded(scored("3d 3d 1d"), table("1st||1|100", "all||each|pen")))), ",", '"'))
def test_a_damaged_announced_list_is_read_or_refused(data: bytes) -> None:
    with suppress(InputError):
        assert read_announced(decode(data, "x")).after_round >= 0
