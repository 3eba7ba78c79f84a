"""Lists in JSON and in web pages, as the text of a CSV file: lines of objects, an array of them, a table of HTML.

Nothing that a page names is fetched.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from html import unescape
from typing import Any

from ...model.errors import InputError, Problem
from ..foreign.format import is_pairgoth
from ..tables import clean, write_table
from .columns import names_players

MOST_COLUMNS = 300
_HALF = re.compile("[\ud800-\udfff]")  # of a letter, which JSON can name alone: no file can hold it
_DEEP = "objects with one text, number or true/false for each title"


def as_csv(text: str, name: str) -> tuple[str, str]:
    """The list as CSV, and a remark on its lines; empty if this is neither JSON nor a page. Raises InputError."""
    begin = text.lstrip("\ufeff \t\r\n")[:500].casefold()
    if is_pairgoth(text[:200_000].encode("utf-8", "replace")):
        return "", ""
    if begin.startswith(("{", "[{")) or (begin.startswith("[") and begin[1:].lstrip().startswith("{")):
        rows = _of_json(text, name)
    elif begin.startswith("<") and "<table" in text.casefold():
        rows = _of_page(text, name)
    else:
        return "", ""
    titles, *players = ([clean(_HALF.sub("\ufffd", cell)) for cell in row] for row in rows)
    return write_table(titles, players), "read as a table: line 1 has the titles, line 2 the first player"


def _of_json(text: str, name: str) -> list[list[str]]:
    """A row of titles, and one for each object. Raises InputError with the line."""
    if text.lstrip("\ufeff \t\r\n").startswith("["):
        found = [(1, text.lstrip("\ufeff"))]
    else:
        found = [(number, line) for number, line in enumerate(text.lstrip("\ufeff").splitlines(), 1) if line.strip()]
    objects: list[Mapping[str, Any]] = []
    for number, line in found:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError) as error:
            at = number + error.lineno - 1 if isinstance(error, json.JSONDecodeError) else number
            raise InputError([Problem("this is not JSON", name, at, expected="one object on each line")]) from None
        several = value if isinstance(value, list) else [value]
        if not all(
            isinstance(one, dict) and not any(isinstance(v, dict | list) for v in one.values()) for one in several
        ):
            raise InputError([Problem("this JSON is no list of players", name, number, expected=_DEEP)])
        objects += several
    titles = list(dict.fromkeys(title for one in objects for title in one))
    if len(titles) > MOST_COLUMNS:
        raise InputError([Problem("too many titles", name, expected=f"at most {MOST_COLUMNS}")])
    return [titles, *([_text(one.get(title)) for title in titles] for one in objects)]


def _text(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "yes" if value else "no" if value is False else ""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value)


_TAG = re.compile(r"<(/?)([a-z][a-z0-9]*)\b[^<>]*>", re.IGNORECASE)  # however a page is damaged, it is read once


def _tables(text: str) -> list[list[list[str]]]:
    """The tables of a page, each as rows of texts; a table in a cell belongs to the table around it."""
    begin, *others = text.split("<!--")
    text = begin + "".join(other.partition("-->")[2] for other in others)
    tables: list[list[list[list[str]]]] = []
    spare: list[str] = []
    depth, cell, end = 0, spare, 0  # the pieces of the cell that is open; of none, they are not looked at
    for found in _TAG.finditer(text):
        cell.append(text[end : found.start()])
        end, tag, closes = found.end(), found[2].lower(), bool(found[1])
        if tag == "table":
            depth = max(0, depth + (-1 if closes else 1))
            if depth == 1 and not closes:
                tables.append([])
            cell = spare
        elif tag == "tr" or (tag in ("td", "th") and closes):
            if depth == 1 and not closes:
                tables[-1].append([])
            cell = spare
        elif tag in ("td", "th") and depth == 1 and tables[-1]:
            cell = []
            tables[-1][-1].append(cell)
        elif tag in ("br", "p", "div"):
            cell.append(" ")
    cell.append(text[end:])
    return [[[unescape("".join(pieces)) for pieces in row] for row in table] for table in tables]


def _of_page(text: str, name: str) -> list[list[str]]:
    """The rows of the one table of a page that has names of players. Raises InputError."""
    lists = [rows for table in _tables(text) if (rows := [row for row in table if row]) and names_players(rows[0])]
    if len(lists) != 1:
        what = f"{len(lists)} tables of the page have names" if lists else "no table of the page has names"
        raise InputError([Problem(what, name, expected="one table with a title such as Name in its first row")])
    width = max(map(len, lists[0]))
    return [row + [""] * (width - len(row)) for row in lists[0]]
