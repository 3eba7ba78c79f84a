"""Rating lists kept as files: the European Go Database, the French échelle, and the AGA's TDList.

Every line gives its player with rank and rating on the European scale; the rank is the grade that the list declares,
as the European one does, else that of the rating. Blank where the list knows nothing: `XX` and `xxxx` are unknown
countries and clubs.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from decimal import Decimal

from ...model.errors import InputError, Problem
from ...model.rating_lists.rating_match import ListedPlayer, pin_key
from ...model.tournament.person import country_key
from ...model.tournament.ranks import (
    bounded_rating,
    parse_rank,
    rank_from_rating,
    rating_from_aga,
    rating_from_ffg,
    rating_from_rank,
)
from ..countries import known, two_letters
from ..foreign.foreign import Report
from ..tables.decode import decode_by_line
from ..tables.records import clean

#: No line of a list is longer; what is, cannot be a player's.
LONGEST_LINE = 300
#: Ten times the European list, whose lines end in two characters.
MOST_LINE_ENDS = 1_000_000
#: Lines by which the format of a list is told.
SAMPLE = 2000

#: A line in the columns of the list: what is blank, or has blanks inside, is told by them only.
_EGD_COLUMNS = re.compile(
    r" ([0-9]{8})  (\S.{36}) (..)  (.{4})   ([ 0-9]{2}[kdp]| --|   )\s+(?:[0-9]{1,2}[kdp]|--)\s+(-?[0-9]{1,4})\s+[0-9]+"
    r"(?:\s+\S+)?\s*"
)
#: The same with columns that were moved, as by an editor or a name in other bytes.
_EGD = re.compile(
    r"([0-9]{8}) (\S.*?) ([A-Z]{2}|--)(?: (\S{1,4}))? ([0-9]{1,2}[kdp]) (?:[0-9]{1,2}[kdp]|--) (-?[0-9]{1,4}) [0-9]+"
    r"(?: \S+)?"
)
_FFG = re.compile(r"(\S.{37})( *-?[0-9]{1,4}) (\S) (.{7}) (.{4}) (..)\s*")
_FFG_RATING = 5
_NUMBER = re.compile(r"[+-]?[0-9]{1,3}(\.[0-9]{1,9})?")
_AGA_PIN = re.compile(r"[0-9]{1,6}")
_TYPES = "Full|Youth|Non|Forgn|Life|Spons|Limit|Adult|Chap|Comp"
_AGA_BLANKS = re.compile(
    rf"([^\W\d].*?) ([0-9]{{1,6}})(?: ({_TYPES}))?(?: ([+-]?[0-9]{{1,2}}(?:\.[0-9]{{1,9}})?|[0-9]{{1,2}}[kKdD]))?"
    r"(?: [0-9]{1,2}/[0-9]{1,2}/[0-9]{2,4})?(?: ([A-Za-z]{3,4}))?(?: ([A-Z]{2}))?"
)
_DATES = re.compile(r"\((\d{1,2} [A-Z][a-z]{2} \d{4})\)|#Echelle au (\d{1,2}/\d{1,2}/\d{4})")
_NOBODY = {"(UNDEFINED)", "ANONYMOUS"}


@dataclass(frozen=True, slots=True)
class RatingList:
    """A rating list: its format (`egd`, `ffg`, `aga`), the date that it bears, its lines, and what was odd in it."""

    form: str
    dated: str
    lines: tuple[ListedPlayer, ...]
    report: Report


def read_rating_list(data: bytes, name: str, form: str = "") -> RatingList:
    """The list in a file, of the format told or else by its content. Raises InputError."""
    if data.startswith(b"PK\x03\x04"):
        raise InputError([Problem("this is a zip archive", name, expected="the list inside it, unpacked")])
    if data.count(b"\n") + data.count(b"\r") > MOST_LINE_ENDS:
        expected = f"at most {MOST_LINE_ENDS // 2:,}"
        raise InputError([Problem("too many lines for a rating list", name, expected=expected)])
    if form and form.casefold() not in _READERS:
        raise InputError(f"unknown rating list {form!r}; expected one of {', '.join(_READERS)}")
    texts = re.split(r"\r\n|\r|\n", decode_by_line(data, name))
    chosen = form.casefold() if form else _told_by_content(texts, name)
    report, seen = Report(), set[str]()
    lines: list[ListedPlayer] = []
    repeated: list[int] = []
    for number, text in enumerate(texts, 1):
        listed = _line(text, number, chosen)
        if listed is None:
            if _seems_a_player(text, chosen):
                report.add("lines that cannot be read are left out", f"line {number}")
        elif listed.name.upper() not in _NOBODY:
            key = pin_key(listed.pin, chosen)
            if key in seen:
                repeated.append(number)
                continue
            lines.append(listed)
            seen |= {key} if key else set()
    for number in repeated:
        report.add("lines that repeat a number are left out", f"line {number}")
    if not lines:
        what, first = f"no player line in this {chosen} list:", next((t for t in texts if any(map(str.isdigit, t))), "")
        expected = f"lines such as\n  {SAMPLE_LINES[chosen].strip()}"
        raise InputError([Problem(what, name, value=first.strip()[:70], expected=expected)])
    dates = (_DATES.search(text[:LONGEST_LINE]) for text in texts[:SAMPLE])
    dated = next((match[1] or match[2] for match in dates if match), "")
    return RatingList(chosen, dated, tuple(lines), report)


def _told_by_content(texts: Sequence[str], name: str) -> str:
    """The format that reads most lines of the beginning, and at least a third of them."""
    sample = [text for text in texts[:SAMPLE] if text.strip()]
    counts = {form: sum(_line(text, 0, form) is not None for text in sample) for form in _READERS}
    best = max(counts, key=lambda form: counts[form])
    if counts[best] == 0 or 3 * counts[best] < len(sample):
        raise InputError([Problem("unknown kind of rating list", name, expected=_EXPECTED)])
    return best


def _line(text: str, number: int, form: str) -> ListedPlayer | None:
    return _READERS[form](text, number) if len(text) <= LONGEST_LINE else None


def _seems_a_player(text: str, form: str) -> bool:
    """Whether a line that cannot be read should have been a player's: an EGD page has other text too."""
    if form == "egd":
        return bool(re.match(r"\s*\d{8}\s", text))
    return bool(text.strip()) and not text.startswith("#")


def _egd_line(text: str, number: int) -> ListedPlayer | None:
    """A line such as ` 99999901  Amber Ada  CH  Sees  2d  --  2190  12  T260307A`; GoR is the European rating."""
    match = _EGD_COLUMNS.fullmatch(text) or _EGD.fullmatch(" ".join(text.split()))
    if match is None:
        return None
    pin, name, country, club, grade, gor = match.groups()
    rating = bounded_rating(Decimal(gor))
    declared = _declared(grade)
    rank, pro = declared or (rank_from_rating(rating), 0)
    place = _known(club or ""), _country(country)
    return ListedPlayer(number, _blanks(name), pin, rank, pro, rating, *place, rank_is_derived=declared is None)


def _declared(grade: str) -> tuple[int, int] | None:
    """The rank and the professional grade that a list declares; None for `--`, a blank, and what is no rank."""
    try:
        return parse_rank(grade)
    except ValueError:
        return None


def _ffg_line(text: str, number: int) -> ListedPlayer | None:
    """A line of fixed columns: name, rating (0 = the weakest 1 dan, -9999 = none), status, licence, club, country."""
    match = _FFG.fullmatch(text)
    if match is None or len(match[2]) != _FFG_RATING:
        return None
    points = int(match[2])
    rating = None if points == -9999 else rating_from_ffg(Decimal(points))
    rank, pin = None if rating is None else rank_from_rating(rating), _visible(match[4]).strip("-")
    place = _known(match[5]), _country(match[6])
    return ListedPlayer(number, _blanks(match[1]), pin, rank, 0, rating, *place, rank_is_derived=rating is not None)


def _aga_line(text: str, number: int) -> ListedPlayer | None:
    """A line of TDListA, with tabs and nine fields, or of TDListN, with blanks and fields that may be missing."""
    if "\t" in text:
        cells = [cell.strip() for cell in text.split("\t")]
        if len(cells) < 7 or not _AGA_PIN.fullmatch(cells[1]) or not cells[0]:
            return None
        name, pin, kind, strength, _, club = cells[:6]
        if strength and not _NUMBER.fullmatch(strength):
            return None
    else:
        match = _AGA_BLANKS.fullmatch(" ".join(text.split()))
        if match is None:
            return None
        name, pin, kind, strength, club = (match[k] or "" for k in range(1, 6))
    rating = _from_aga(strength)
    rank, derived = None if rating is None else rank_from_rating(rating), rating is not None and not _declared(strength)
    place = _known(club), "" if kind == "Forgn" else "US"
    return ListedPlayer(number, _blanks(name), pin, rank, 0, rating, *place, rank_is_derived=derived)


def _from_aga(strength: str) -> int | None:
    """The European rating of `3.46`, `-9.75` or `4k`, else None; 1.0 and -1.0 are one border (2050, 1 dan to 1 kyu)."""
    if not _NUMBER.fullmatch(strength):
        try:
            return rating_from_rank(parse_rank(strength)[0])
        except ValueError:
            return None
    number = Decimal(strength)
    return None if abs(number) < 1 else rating_from_aga(number)


def _blanks(name: str) -> str:
    return _visible(name.replace("_", " "))


def _known(text: str) -> str:
    return known(_visible(text))


def _visible(text: str) -> str:
    """The text with single blanks and without control characters, which shall reach neither terminal nor folder."""
    return " ".join(text.split()) if text.isprintable() else clean(text)


def _country(text: str) -> str:
    """Two letters; UK is GB here as everywhere but in the European Go Database."""
    return two_letters(country_key(_known(text)))


_READERS: dict[str, Callable[[str, int], ListedPlayer | None]] = {"egd": _egd_line, "ffg": _ffg_line, "aga": _aga_line}
#: A line of each format as it is published; the fields of TDListA have tabs between them.
SAMPLE_LINES = {
    "egd": " 14000001  Amber Ada                             CH  Sees    2d    --   2190    12  T260307A",
    "ffg": "AMBER Ada                               140 L 2200001 38Gr FR",
    "aga": "Amber, Ada 24001 Full 2.31 12/31/2026 SEAT WA",
}
_EXPECTED = "lines such as\n" + "\n".join(f"  {line.strip()}  ({form})" for form, line in SAMPLE_LINES.items())
