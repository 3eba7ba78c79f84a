"""Lists of players without titles, as people type or copy them from a chat: `1. Anna 5k`, `Bob (12 kyu), Cleo 3k`."""

from __future__ import annotations

import re
from collections.abc import Sequence

from ...model.errors import InputError, Problem
from ..tables import MOST_LINES, Row, Table, clean, numbered_lines
from .columns import TITLES as COLUMNS
from .columns import known_title, near_title

#: A name, a rank behind it, and the rest of the line. The rank has its letter: a bare number may be anything.
_PLAYER = re.compile(
    r"(?P<name>[^\W\d_].*?)(?P<between>[\s,;:|(\[–—-]{1,8})"
    r"(?P<rank>[~≈]?\d{1,2}[\s.-]{0,2}(?:dan|kyu|pro|[dkp])(?!\w)\s?[?*]*)[)\]]?(?P<rest>.*)",
    re.IGNORECASE,
)
_BULLET = re.compile(r"^[\W\d_]+")  # numbers, dashes, ticks and pictures before a name
_NOTE = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_ENDS = " ,;:|.-–—\t"
LONGEST = 5_000  # letters of a line, which may have a whole club in it
TITLES = ("name", "rank", "club", "country", "note")


def plain_list(text: str, name: str) -> Table | None:
    """The table of a list without titles: name and rank, what follows as club and country, brackets as a note.

    None for a text whose first line has titles, or of whose lines hardly any is a name with a rank behind it. A line
    with several such players is several rows; one without a rank is a name alone. Raises InputError for too many.
    """
    lines = [(number, line) for number, line in numbered_lines(text.lstrip("\ufeff")) if line.strip()]
    if not lines or max(len(line) for _, line in lines) > LONGEST or _has_titles(lines[0][1]):
        return None
    rows: list[Row] = []
    for number, line in lines:
        rows += (Row(number, dict(zip(TITLES, cells, strict=True))) for cells in _players(line))
        if len(rows) > MOST_LINES:
            expected = f"at most {MOST_LINES:,}"
            raise InputError([Problem("too many players", name, number, expected=expected)])
    typed = sum(" " in found["between"] for _, line in lines if (found := _player(line)) and "\t" not in line)
    if not _player(lines[0][1]) and 2 * typed < len(lines):
        return None
    used = tuple(t for t in TITLES if t in ("name", "rank") or any(row.cells[t] for row in rows))
    return Table(name, used, tuple(Row(row.line, {t: row.cells[t] for t in used}) for row in rows), line=0)


def name_and_rank(text: str) -> tuple[str, str] | None:
    """The name and the rank of `Anna 5k`; None where no rank ends the text."""
    found = _PLAYER.fullmatch(text.strip())
    return (found["name"].strip(_ENDS), found["rank"]) if found and not found["rest"].strip(_ENDS) else None


def _has_titles(line: str) -> bool:
    cells = [cell.strip(' "') for cell in re.split(r"[\t;|,]", line)[:40]]
    return any(known_title(cell.lower()) in COLUMNS or near_title(cell, ()) for cell in cells if cell)


def _player(line: str) -> re.Match[str] | None:
    return _PLAYER.match(_BULLET.sub("", line))


def _players(line: str) -> Sequence[tuple[str, str, str, str, str]]:
    """The cells under TITLES of every player in a line."""
    found, cells = _player(line), []
    if found is None:
        return [(clean(_BULLET.sub("", line)).strip(_ENDS) or clean(line), "", "", "", "")]
    while found is not None:
        following = _player(found["rest"])
        rest = "" if following else found["rest"]
        notes = ", ".join(filter(None, (clean(note) for note in _NOTE.findall(rest))))
        club, _, country = _NOTE.sub(" ", rest).strip(_ENDS).partition(",")
        cells.append((clean(found["name"].strip(_ENDS)), found["rank"].strip(), clean(club), clean(country), notes))
        found = following
    return cells
