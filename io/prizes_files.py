"""The files of prizes in a tournament folder: the table of prizes, and the list of winners as it was announced.

`prizes.csv` has a line for each prize, and is read with every problem named. `prizes-announced.csv` has a line for each
player, the smallest prize first; it names players by id only: who becomes anonymous later stays so here. A list without
winners is a line without an id.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import astuple, replace
from typing import Any

from ..model.errors import InputError, Problem
from ..model.prizes.prize import EACH, EXPECTED, MOST_PLACE, Condition, ListKey, Prize, parse_condition, parse_money
from ..model.prizes.prize_lists import ORDERS, parse_order
from ..model.prizes.told import Announced
from ..model.prizes.told import PrizeLine as Winner
from .folder.own_files import ANNOUNCED, PRIZES
from .tables.records import CellColumn, Line, Row, Table, clean, flag, parse_table, plain_title, write_table

TITLES = ("prize", "list", "order", "place", "value", "currency", "thing", "besides", "people")
MEANINGS = {
    "prize": "what the prize is called when it is read out",
    "list": f"who can get it: {EXPECTED}; blank = everybody",
    "order": f"by what the list goes: {ORDERS}",
    "place": "place in the list: 1, a range such as 1-3, or each (everybody on the list); blank = 1",
    "value": "money, such as 150, 37.50 or 300 €; without a currency: what the thing is worth, to compare it",
    "currency": "currency of the value, such as EUR; one for the whole table",
    "thing": "what is handed over: cup, book",
    "besides": "yes = given besides another prize, no = counts as one; blank = besides only without a value",
    "people": "yes = for the members of pairs and teams, each for themselves; blank = for the pair, team or player",
}
#: The titles of the columns in a form.
HEADINGS = {
    "prize": "Prize",
    "list": "Only if",
    "order": "Best by",
    "place": "Place",
    "value": "Amount",
    "currency": "Currency",
    "thing": "Or a thing",
    "besides": "May win another prize",
    "people": "For each person",
}
MOST_PRIZES, LONGEST_NAME = 500, 120

_OTHER_TITLES = {"name": "prize", "condition": "list", "places": "place", "amount": "value"}
#: An amount with its currency before or after it, and the dash that stands for no cents: `300 €`, `€300`, `300,-`.
_WITH_CURRENCY = re.compile(r"(?P<before>[^\W\d_]{2,5}|[^\w\s.,'’+-])?\s*(?P<amount>\d[\d\s.,'’]*?)(?:[.,]?[-–—]{1,2})?"
                            r"\s*(?P<behind>[^\W\d_]{2,5}\.?|[^\w\s.,'’+-])?")  # fmt: skip
_CODES = {"€": "EUR", "$": "USD", "£": "GBP", "¥": "JPY"}
_PLACES = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", re.ASCII)


def read_prizes(text: str, file: str = PRIZES) -> list[Prize]:
    """The prizes of a table. Raises InputError with every problem of it."""
    table = prize_table(text, file)
    problems = list(table.problems)
    prizes: list[Prize] = []
    for row in table.rows:
        prizes += _prizes(row, len(prizes), file, problems)
    if len(prizes) > MOST_PRIZES:
        problems.append(Problem(f"{len(prizes)} prizes", file, expected=f"at most {MOST_PRIZES}"))
    problems += _between_lines(prizes, file)
    if problems:
        raise InputError(problems)
    return prizes


def prize_table(text: str, file: str = PRIZES) -> Table:
    """The table with our titles for its columns; those that we do not know stay. Raises InputError."""
    if not text.strip():
        return Table(file, TITLES, ())
    found = parse_table(text, file)
    ours = {title: _title(title) for title in found.titles}
    doubled = [title for title in TITLES if [*ours.values()].count(title) > 1]
    if doubled or "prize" not in ours.values():
        value, message = (doubled[0], "two columns are") if doubled else ("prize", "there is no column")
        raise InputError([Problem(message, file, found.line, value=value, expected=f"columns {', '.join(TITLES)}")])
    rows = tuple(Row(row.line, {ours[title]: text for title, text in row.cells.items()}) for row in found.rows)
    return replace(found, titles=tuple(ours.values()), rows=rows)


def _title(title: str) -> str:
    word = plain_title(title)
    own = _OTHER_TITLES.get(word, word)
    return own if own in TITLES else title


def prizes_text(rows: Sequence[Mapping[str, str]], titles: Sequence[str] = TITLES) -> str:
    """The text of a table of prizes; the columns are ours, and others that it has beside them."""
    every = [*TITLES, *(title for title in titles if title and title not in TITLES)]
    return write_table(every, [[row.get(title, "") for title in every] for row in rows])


def _places(text: str) -> list[int]:
    if text.casefold() in ("each", "all", "everybody"):
        return [EACH]
    match = _PLACES.fullmatch(text)
    first, last = (int(match[1]), int(match[2] or match[1])) if match else (0, 0)
    return [*range(first, last + 1)] if 1 <= first <= last <= min(MOST_PLACE, first + MOST_PRIZES) else _fail(text)


def _fail(text: str) -> Any:
    raise ValueError(text)


def _text(most: int, form: str = ".*") -> Callable[[str], str]:
    """A reader of texts of at most so many letters in this form."""
    return lambda text: text if len(text) <= most and re.fullmatch(form, text) else _fail(text)


_YES_OR_NO = flag(("yes", "y", "x", "true", "1"), ("no", "n", "false", "0"))
_AMOUNT = "an amount such as 150, 37.50 or 300 €"
_EXPECTED_PLACE = f"a place from 1 to {MOST_PLACE}, a range such as 1-3, or each"
_NAME, _MONEY = f"a name of at most {LONGEST_NAME} characters", "EUR, CZK, € or another currency"
#: How the cells of a prize are read, by its fields.
COLUMNS: dict[str, CellColumn[Any]] = {
    "name": CellColumn("prize", _text(LONGEST_NAME), "", _NAME, "too long a name"),
    "place": CellColumn("place", _places, [1], _EXPECTED_PLACE),
    "condition": CellColumn("list", parse_condition, Condition(), EXPECTED),
    "order": CellColumn("order", parse_order, "", ORDERS),
    "value": CellColumn("value", parse_money, 0, _AMOUNT),
    "currency": CellColumn("currency", _text(12, r"\D*"), "", _MONEY, "no currency is called"),
    "besides": CellColumn("besides", _YES_OR_NO, None, "yes, no or blank", "wrong value"),
    "people": CellColumn("people", _YES_OR_NO, False, "yes, no or blank", "wrong value"),
}


def _prizes(row: Row, before: int, file: str, problems: list[Problem]) -> list[Prize]:
    """The prizes of a line, one for each place of a range; none where something is wrong."""
    cells = _amount_alone({title: clean(row.cells.get(title, "")) for title in TITLES})
    line = Line(Row(row.line, cells), file, problems)
    known, thing = len(problems), line.text("thing")
    if not line.text("prize"):
        line.wrong("prize", "no name", _NAME)
    read = {field: line.value(column) for field, column in COLUMNS.items()} | {"thing": thing, "line": row.line}
    if not line.text("currency") and not thing:
        expected = "a value and EUR or another currency, or a thing such as cup"
        line.wrong("currency", "neither a currency nor a thing", expected)
    if line.text("currency") and not line.text("value"):
        line.wrong("value", "no value beside the currency", _AMOUNT)
    if len(problems) > known:
        return []
    places, name = read.pop("place"), read.pop("name")
    named = [name if len(places) == 1 else f"{name} {place}" for place in places]
    return [Prize(before + k + 1, named[k], place=place, **read) for k, place in enumerate(places)]


def _amount_alone(cells: Mapping[str, str]) -> Mapping[str, str]:
    """The cells with the currency that stands beside the amount in its own, if that does not say another one."""
    found = _WITH_CURRENCY.fullmatch(cells["value"])
    named = (found["before"] or found["behind"] or "") if found else ""
    if found is None or (found["before"] and found["behind"]) or (named and _differ(named, cells["currency"])):
        return cells
    return {**cells, "value": found["amount"].strip(), "currency": cells["currency"] or named}


def _differ(one: str, other: str) -> bool:
    """Whether two currencies that are both named are not the same, by sign or code."""
    codes = {_CODES.get(text.strip(), text.strip().upper()) for text in (one, other) if text.strip()}
    return len(codes) > 1


def _between_lines(prizes: Sequence[Prize], file: str) -> list[Problem]:
    """What is wrong between lines: two currencies, and a later place of a list that is worth more."""
    problems = []
    first = next((prize for prize in prizes if prize.currency), None)
    counted: dict[ListKey, list[Prize]] = {}
    for prize in sorted(prizes, key=lambda prize: prize.place):
        if first and prize.currency and _differ(prize.currency, first.currency):
            found, where = prize.currency, (file, prize.line, "currency")
            expected = f"{first.currency}, as in line {first.line}: amounts of two currencies cannot be compared"
            problems.append(Problem("another currency", *where, value=found, expected=expected))
        if prize.is_besides:
            continue
        before = counted.setdefault(prize.list, [])
        less = next((p for p in before if 0 < p.place < prize.place and p.value < prize.value), None)
        before.append(prize)
        if less is not None:
            text = f"place {prize.place} is worth more than place {less.place} of the same list (line {less.line})"
            problems.append(Problem(text, file, prize.line, "value", expected="the larger prize for the better place"))
    return problems


LONGEST_NUMBER = 12  # digits
_TITLES = ("group", "prize", "id", "hundredths", "currency", "thing", "shared", "after round", "provisional")


def announced_text(given: Announced) -> str:
    """The text of the file."""
    of_all = given.after_round, "yes" if given.provisional else ""
    lines = (astuple(line) for line in given.lines or (Winner(group=0, prize="", player=""),))
    return write_table(_TITLES, [[*cells, "yes" if shared else "", *of_all] for *cells, shared in lines])


def read_announced(text: str) -> Announced:
    """The list of winners of a file. Raises InputError."""
    table = parse_table(text, ANNOUNCED).sound()
    found = table.needed(*_TITLES)
    lines, after, provisional = [], 0, False
    for row in table.rows:
        cells = {title: row.cells[found[title]] for title in _TITLES}
        group, number, money = (_number(cells[title]) for title in ("group", "after round", "hundredths"))
        if group is None or number is None or money is None:
            expected = "whole numbers in group, hundredths and after round, as the program writes them"
            raise InputError([Problem("wrong numbers", ANNOUNCED, row.line, expected=expected)])
        shared = cells["shared"] == "yes"
        if cells["id"]:
            lines.append(Winner(group, cells["prize"], cells["id"], money, cells["currency"], cells["thing"], shared))
        after, provisional = number, provisional or cells["provisional"] == "yes"
    return Announced(tuple(lines), after, provisional)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None
