"""The files of prizes in a tournament folder: the table of prizes, and the list of winners as it was announced.

`prizes.csv` has a line for each prize, and is read with every problem named. `prizes-announced.csv` has a line for each
player, the smallest prize first; it names players by id only: who becomes anonymous later stays so here. A list without
winners is a line without an id.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace

from ..model.errors import InputError, Problem, WrongValue
from ..model.prizes.conditions import EXPECTED, Condition, parse_condition
from ..model.prizes.prize import EACH, MOST_PLACE, ListKey, Prize, parse_money
from ..model.prizes.prize_lists import ORDERS, parse_order
from ..model.prizes.told import Announced, Line
from .folder.own_files import ANNOUNCED, PRIZES
from .tables import Row, Table, clean, parse_table, plain_title, write_table

TITLES = ("prize", "list", "order", "place", "value", "currency", "thing", "besides", "people")
MEANINGS = {
    "prize": "what the prize is called when it is read out",
    "list": f"who can get it: {EXPECTED}; blank = everybody",
    "order": f"by what the list goes: {ORDERS}",
    "place": "place in the list: 1, a range such as 1-3, or each (everybody on the list); blank = 1",
    "value": "money, such as 150 or 37.50; without a currency: what the thing is worth, to compare it",
    "currency": "currency of the value, such as EUR; one for the whole table",
    "thing": "what is handed over: cup, book",
    "besides": "yes = given besides another prize, no = counts as one; blank = besides only without a value",
    "people": "yes = for the members of pairs and teams, each for themselves; blank = for the pair, team or player",
}
MOST_PRIZES, LONGEST_NAME = 500, 120

_OTHER_TITLES = {"name": "prize", "condition": "list", "places": "place", "amount": "value"}
_PLACES = re.compile(r"(\d{1,4})(?:\s*[-–]\s*(\d{1,4}))?", re.ASCII)
_FLAGS: dict[str, bool | None] = {"": None} | dict.fromkeys(("yes", "y", "x", "true", "1"), True)
_FLAGS |= dict.fromkeys(("no", "n", "false", "0"), False)


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


def _prizes(row: Row, before: int, file: str, problems: list[Problem]) -> list[Prize]:
    """The prizes of a line, one for each place of a range; none where something is wrong."""
    cells = {title: clean(row.cells.get(title, "")) for title in TITLES}

    def wrong(column: str, message: str, expected: str, value: str | None = None) -> None:
        shown = cells[column][:LONGEST_NAME] if value is None else value
        problems.append(Problem(message, file, row.line, column, shown, expected))

    known = len(problems)
    if not cells["prize"] or len(cells["prize"]) > LONGEST_NAME:
        text = f"a name of at most {LONGEST_NAME} characters"
        wrong("prize", "too long a name" if cells["prize"] else "no name", text, cells["prize"][:40])
    condition, order, value = Condition(), "", 0
    try:
        condition = parse_condition(cells["list"])
    except WrongValue as error:
        wrong("list", str(error), EXPECTED, "")
    try:
        order = parse_order(cells["order"])
    except WrongValue as error:
        wrong("order", str(error), ORDERS, "")
    try:
        value = parse_money(cells["value"]) if cells["value"] else 0
    except WrongValue as error:
        wrong("value", str(error), "an amount such as 150 or 37.50")
    if (cells["value"] or not cells["thing"]) and not (cells["currency"] or cells["thing"]):
        wrong(
            "currency", "neither a currency nor a thing", "a value and EUR or another currency, or a thing such as cup"
        )
    if cells["currency"] and not cells["value"]:
        wrong("value", "no value beside the currency", "an amount such as 150 or 37.50")
    if len(cells["currency"]) > 12 or any(c.isdigit() for c in cells["currency"]):
        wrong("currency", "no currency is called", "EUR, CZK, € or another currency")
    if cells["besides"].casefold() not in _FLAGS:
        wrong("besides", "wrong value", "yes, no or blank")
    if cells["people"].casefold() not in _FLAGS:
        wrong("people", "wrong value", "yes, no or blank")
    places = _places(cells["place"])
    if places is None:
        wrong("place", "wrong place", f"a place from 1 to {MOST_PLACE}, a range such as 1-3, or each")
    if len(problems) > known or places is None:
        return []
    besides = _FLAGS[cells["besides"].casefold()]
    common = condition, order
    return [
        Prize(
            before + k,
            cells["prize"] if len(places) == 1 else f"{cells['prize']} {place}",
            *common,
            place,
            value,
            cells["currency"],
            cells["thing"],
            besides,
            row.line,
            bool(_FLAGS[cells["people"].casefold()]),
        )
        for k, place in enumerate(places, 1)
    ]


def _places(text: str) -> list[int] | None:
    """The places of a cell; None for what is none."""
    if text.casefold() in ("each", "all", "everybody"):
        return [EACH]
    match = _PLACES.fullmatch(text or "1")
    if match is None:
        return None
    first, last = int(match[1]), int(match[2] or match[1])
    return [*range(first, last + 1)] if 1 <= first <= last <= min(MOST_PLACE, first + MOST_PRIZES) else None


def _between_lines(prizes: Sequence[Prize], file: str) -> list[Problem]:
    """What is wrong between lines: two currencies, and a later place of a list that is worth more."""
    problems = []
    first = next((prize for prize in prizes if prize.currency), None)
    counted: dict[ListKey, list[Prize]] = {}
    for prize in sorted(prizes, key=lambda prize: prize.place):
        if first and prize.currency and prize.currency != first.currency:
            expected = f"{first.currency}, as in line {first.line}: amounts of two currencies cannot be compared"
            problems.append(Problem("another currency", file, prize.line, "currency", prize.currency, expected))
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
    rows = [
        [
            line.group,
            line.prize,
            line.player,
            line.money,
            line.currency,
            line.thing,
            "yes" if line.shared else "",
            given.after_round,
            "yes" if given.provisional else "",
        ]
        for line in given.lines or (Line(group=0, prize="", player=""),)
    ]
    return write_table(_TITLES, rows)


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
            lines.append(Line(group, cells["prize"], cells["id"], money, cells["currency"], cells["thing"], shared))
        after, provisional = number, provisional or cells["provisional"] == "yes"
    return Announced(tuple(lines), after, provisional)


def _number(text: str) -> int | None:
    return int(text) if text.isascii() and text.isdecimal() and len(text) <= LONGEST_NUMBER else None
