"""CSV tables: any usual separator, every row with its line number, problems by place; and how ours are written."""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Generic, NamedTuple, TypeVar

from ...model.errors import InputError, Problem, WrongValue
from ..files import read_bytes
from .decode import UTF16_MARKS, decode, numbered_lines

#: What spreadsheets take for a formula: these signs first, also as wide or small as East Asian keyboards write them,
#: and after blanks that some programs remove; a plain number is not a formula.
_FORMULA = re.compile(r"'*([\t\r\n]\s*\S|\s*([=＝﹦@＠﹫]|[+＋﹢\-－﹣−](?!\d+([.,]\d+)?\Z)))")
MOST_TITLES = 1_000
MOST_ROWS = 100_000
MOST_UNCLOSED = 100  # quotation marks; more are no typing errors
MOST_CELLS = 3_000_000  # 20,000 players have a tenth of that
#: Of a list of one tournament that somebody sends; 20,000 players have fewer lines and a sixth of the letters.
MOST_LINES, LARGEST, LONGEST_LINE, LONGEST_CELL = 25_000, 4 * 2**20, 20_000, 5_000

_JOINER = re.compile(r"(?<=[\u0600-\uffff])[\u200c\u200d](?=[\u0600-\uffff])")


class Row(NamedTuple):
    """One row: the line it starts on and its cells by column title, stripped of blanks."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table of the file `name`, its titles as they stand there, on this `line`; `problems` are its bad lines."""

    name: str
    titles: tuple[str, ...]
    rows: tuple[Row, ...]
    problems: tuple[Problem, ...] = ()
    line: int = 1

    def needed(self, *titles: str) -> dict[str, str]:
        """The titles as they stand in the file, by their names in small letters. Raises InputError for missing ones."""
        found = {title.lower(): title for title in self.titles}
        missing = [title for title in titles if title not in found]
        if missing:
            expected = " and ".join(titles)
            raise InputError([Problem("no column", self.name, 1, value=title, expected=expected) for title in missing])
        return found

    def sound(self) -> Table:
        """The table itself, if no line is bad. Raises InputError with every bad line."""
        if self.problems:
            raise InputError(self.problems)
        return self

    def of_one_tournament(self) -> Table:
        """The table itself. Raises InputError for a cell that is too long for a list that somebody sends."""
        for row in self.rows:
            for title, cell in row.cells.items():
                if len(cell) > LONGEST_CELL:
                    what, most = f"a cell of {len(cell):,} letters", f"at most {LONGEST_CELL:,}"
                    raise InputError([Problem(what, self.name, row.line, title, expected=most)])
        return self


def check_size(sent: str | bytes, name: str) -> None:
    """Raise InputError for what is too large to be a list of one tournament, before it is decoded, read or shown."""
    marked = isinstance(sent, bytes) and sent.startswith(UTF16_MARKS)  # half a letter may look like a line break
    ends = (sent.count("\n"), sent.count("\r")) if isinstance(sent, str) else (sent.count(b"\n"), sent.count(b"\r"))
    if max(ends) > MOST_LINES and not marked:
        expected = f"a list of one tournament, at most {MOST_LINES:,}"
        raise InputError([Problem("the file has too many lines", name, expected=expected)])
    if len(sent) > LARGEST:
        expected = f"a list of one tournament, at most {LARGEST // 2**20} MiB"
        raise InputError([Problem("the file is too large", name, expected=expected)])
    if isinstance(sent, str) and len(sent) > LONGEST_LINE:
        for number, line in numbered_lines(sent):
            if len(line) > LONGEST_LINE:
                what = f"a line of {len(line):,} letters"
                raise InputError([Problem(what, name, number, expected=f"at most {LONGEST_LINE:,}")])


def read_table(path: Path, sent: bool = False) -> Table:
    """The table of a CSV file, `sent` as in `parse_table`. Raises InputError naming file and line."""
    return parse_table(decode(read_bytes(path), str(path)), str(path), sent)


def parse_table(text: str, name: str, sent: bool = False) -> Table:
    """The table in a text. Rows without any content are left out, bad lines are problems of the table.

    `sent`: in a list that somebody sends, a title that stands twice gets a number, `Club (2)`, and one that is missing
    over cells with letters that of its column, `column 4`; else two equal titles are an error. Raises InputError when
    the text is no table at all.
    """
    if "\0" in text:
        raise InputError([Problem("not a text table: it contains NUL bytes", name)])
    if text.count("\n") > 2 * MOST_ROWS or max(map(text.count, ",;\t|")) > MOST_CELLS:
        expected = f"at most {MOST_ROWS:,} lines and {MOST_CELLS:,} cells"
        raise InputError([Problem("the table is too large", name, expected=expected)])
    lines = [line for line in text.splitlines()[:20] if line.strip()]
    marked = re.fullmatch(r"sep=(.)", lines[0].strip()) if lines else None  # how some spreadsheets begin a file
    delimiter = marked[1] if marked else _delimiter(lines[0]) if lines else ","
    titles: tuple[str, ...] = ()
    titles_line = 1
    rows: list[Row] = []
    problems: list[Problem] = []
    for line, cells in _records(text, delimiter, name, problems):
        if not any(cells) or (marked and not titles and cells[0].startswith("sep=")):
            continue
        if not titles:
            titles, titles_line = tuple(cells), line
            if len(titles) > MOST_TITLES:
                expected = f"at most {MOST_TITLES:,}"
                raise InputError([Problem(f"{len(titles):,} column titles", name, line, expected=expected)])
            titles = _numbered(titles) if sent else titles
            doubled = {title for title, times in Counter(titles).items() if title and times > 1}
            if doubled:
                raise InputError([Problem("two columns have the title", name, line, value=t) for t in sorted(doubled)])
        elif (count := len(rows) + len(problems)) >= MOST_ROWS or count * len(titles) >= MOST_CELLS:
            expected = f"at most {MOST_ROWS:,} lines and {MOST_CELLS:,} cells"
            large = Problem("the table is too large from here on", name, line, expected=expected)
            raise InputError([*problems[:20], large])
        elif len(cells) == len(titles):  # nearly every line
            rows.append(Row(line, dict(zip(titles, cells, strict=True))))
        elif any(cells[len(titles) :]):
            expected = f"at most {len(titles)} cells, as in the first line; put quotes around cells with the separator"
            problems.append(Problem("more cells than titles:", name, line, value=cells[len(titles)], expected=expected))
        else:
            cells += [""] * (len(titles) - len(cells))
            rows.append(Row(line, dict(zip(titles, cells, strict=False))))
    if not titles:
        raise InputError([Problem("the file is empty", name, expected="a first line with column titles")])
    if sent:
        titles = tuple("" if _UNTITLED.fullmatch(t) and _no_letters(rows, t) else t for t in titles)
    return Table(name, titles, tuple(rows), tuple(problems), titles_line)


_UNTITLED = re.compile(r"column \d+")


def _numbered(titles: Sequence[str]) -> tuple[str, ...]:
    """The titles with a number behind the second and each later one of a name, and a name for those without."""
    seen, found = Counter[str](), list[str]()
    for place, title in enumerate(titles, 1):
        seen[title] += 1
        found.append(f"column {place}" if not title else f"{title} ({seen[title]})" if seen[title] > 1 else title)
    return tuple(found)


def _no_letters(rows: Iterable[Row], title: str) -> bool:
    """Whether no cell of a column has a letter: it is empty, or counts the lines."""
    return not any(letter.isalpha() for row in rows for letter in row.cells[title])


def _records(text: str, delimiter: str, name: str, problems: list[Problem]) -> Iterator[tuple[int, list[str]]]:
    """The line on which each record begins, and its cells. Raises InputError for many unclosed quotation marks.

    The line of one is a problem, and reading goes on with the next, which it would swallow.
    """
    lines = list(io.StringIO(text, newline=""))
    plain = _restored if "'" in text else str.strip
    if '"' not in text and max(map(len, lines), default=0) <= csv.field_size_limit():  # a line is a record
        for line, cells in enumerate(_reader(lines, 0, delimiter), 1):
            yield line, list(map(plain, cells))
        return
    reader, start, unclosed = _reader(lines, 0, delimiter), 0, 0
    while start < len(lines):
        begin = start - reader.line_num
        try:
            cells, wrong = next(reader), ""
        except csv.Error as error:
            cells, wrong = [], str(error)
        end = begin + reader.line_num
        if end > start + 1 and (wrong or not _is_sound(lines[start:end], delimiter)):
            unclosed += 1
            expected = 'a " at both ends of the cell'
            problems.append(Problem("a quotation mark is not closed", name, start + 1, expected=expected))
            if unclosed >= MOST_UNCLOSED:
                raise InputError(problems)
            reader, end = _reader(lines, start + 1, delimiter), start + 1
        elif wrong:
            problems.append(Problem(f"not a line of a CSV file: {wrong}", name, end))
        else:
            yield start + 1, list(map(plain, cells))
        start = end


def _reader(lines: Sequence[str], start: int, delimiter: str, strict: bool = False) -> Any:
    return csv.reader(lines[start:], delimiter=delimiter, skipinitialspace=True, strict=strict)


def _is_sound(lines: Sequence[str], delimiter: str) -> bool:
    """Whether the quotation marks of a record over several lines open and close cells."""
    try:
        return len(list(_reader(lines, 0, delimiter, strict=True))) == 1
    except csv.Error:
        return False


def _delimiter(first: str) -> str:
    counts = {mark: first.count(mark) for mark in ("\t", ";", "|", ",")}
    return max(counts, key=lambda mark: counts[mark]) if any(counts.values()) else ","


def plain_title(title: str) -> str:
    """The text by which titles of columns are compared: no capitals, blanks, and signs such as `.`, `-`, `_`, `*`."""
    return re.sub(r"[\s._\-/*:]+", "", title.lower())


def clean(text: str) -> str:
    """A cell in one line, without control and invisible characters, but for joiners in scripts such as Persian."""
    if not text:
        return text
    if text.isprintable():  # nearly every cell: then the only blank in it is a space, and nothing is invisible
        return " ".join(text.split())
    text = text.replace("\t", " ").replace("\n", " ")
    joiners = {found.start() for found in _JOINER.finditer(text)}
    visible = (c for k, c in enumerate(text) if k in joiners or unicodedata.category(c) not in ("Cc", "Cf"))
    return " ".join("".join(visible).split())


def write_table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The text of a CSV file: comma, LF, quotes only where needed; nothing in it is a formula to a spreadsheet."""
    lines = _Lines()
    csv.writer(lines).writerows(map(harmless, row) for row in (titles, *rows))
    return "".join(lines)


class _Lines(list[str]):
    """The rows that csv writes, each ended by LF; csv quotes a lone CR only while its own line ends have one."""

    def write(self, line: str) -> None:
        self.append(line.removesuffix("\r\n") + "\n")


def harmless(cell: object) -> object:
    """A text that a spreadsheet would take for a formula gets an apostrophe before it; numbers stay."""
    if not isinstance(cell, str) or cell[:1].isalnum():
        return cell
    return f"'{cell}" if _FORMULA.match(cell) else cell


def _restored(cell: str) -> str:
    """The text without blanks around it, and without the apostrophe that kept it from being a formula."""
    cell = cell.strip()
    return cell[1:] if cell.startswith("'") and _FORMULA.match(cell) else cell


T = TypeVar("T")
LONGEST_SHOWN = 120  # letters of a cell in a message


@dataclass(frozen=True, slots=True)
class CellColumn(Generic[T]):
    """A column: title, how `read` reads a cell, what a blank one means, and what was expected of a wrong one."""

    title: str
    read: Callable[[str], T]
    blank: T
    expected: str
    wrong: str = ""


@dataclass(frozen=True, slots=True)
class Line:
    """A row of a file while it is read; its `problems` are those of all rows."""

    row: Row
    file: str
    problems: list[Problem]

    def text(self, title: str) -> str:
        """The cell of a column; blank if the file has no such column."""
        return self.row.cells.get(title, "")

    def value(self, column: CellColumn[T]) -> T:
        """What the cell of a column says; that of a blank one if it is wrong, which is a problem."""
        text = self.text(column.title)
        if not text:
            return column.blank
        try:
            return column.read(text)
        except WrongValue as error:
            self.wrong(column.title, str(error), column.expected, value="" if text in str(error) else None)
        except ValueError:
            self.wrong(column.title, column.wrong or f"wrong {column.title}", column.expected)
        return column.blank

    def wrong(self, title: str, message: str, expected: str, value: str | None = None) -> None:
        """A problem in a cell; the message shows the cell, or another value."""
        shown = self.text(title)[:LONGEST_SHOWN] if value is None else value
        what = with_what_to_do(expected, self.text(title))
        self.problems.append(Problem(message, self.file, self.row.line, column=title, value=shown, expected=what))


def missing_columns(table: Table, *titles: str) -> list[Problem]:
    """A problem for each column that is missing."""
    missing = [title for title in titles if title not in table.titles]
    return [Problem("no column", table.name, table.line, value=title) for title in missing]


def check_columns(table: Table, *titles: str) -> None:
    """Raise InputError if a column is missing, with all that are."""
    if missing := missing_columns(table, *titles):
        raise InputError(missing)


def check_lines(table: Table, most: int, expected: str) -> None:
    """Raise InputError if a table has more lines than that."""
    if len(table.rows) > most:
        raise InputError([Problem(f"{len(table.rows):,} lines", table.name, expected=f"at most {expected}")])


def flag(words: Collection[str], other: Collection[str] = ("",)) -> Callable[[str], bool]:
    """A reader of cells that say yes or no: one of some words, or one of others; without regard to case."""

    def read(text: str) -> bool:
        if text.casefold() not in (*words, *other):
            raise ValueError(text)
        return text.casefold() in words

    return read


#: Cells that a spreadsheet has changed: a result or a range of rounds that has become a date, a time or a number.
_MONTH = (
    r"(?:jan|feb|mar|mär|mrz|apr|may|mai|maj|jun|jul|aug|ago|sep|oct|okt|ott|nov|dec|dez|dic|déc|févr?|avr|juin|juil|août|"
    r"gen|mag|giu|lug|set|ene|abr)[a-zäéû.]*"
)
_DATE = re.compile(
    rf"\d{{1,2}}[-. /]+{_MONTH}(?:[-. /]+\d{{2,4}})?|{_MONTH}[-. /]+\d{{1,4}}|\d{{4}}-\d{{2}}-\d{{2}}(?:[ T].*)?|"
    r"\d{1,2}[./]\d{1,2}[./]\d{2,4}",
    re.IGNORECASE,
)
_TIME = re.compile(r"\d{1,2}:\d{2}(?::\d{2})?")
_SERIAL = re.compile(r"[34]\d{4}(?:\.0)?")  # the days since 1900 that spreadsheets count dates by: 1982 to 2036


def changed_by_spreadsheet(cell: str) -> str:
    """What a spreadsheet has made of a cell, and what to do; blank for a cell that does not look so."""
    text = cell.strip()
    what = "a date" if _DATE.fullmatch(text) or _SERIAL.fullmatch(text) else "a time" if _TIME.fullmatch(text) else ""
    if not what:
        return ""
    return f"a spreadsheet has made {what} of it: format the column as text, then type the cell again"


def with_what_to_do(expected: str, cell: str) -> str:
    """What was expected of a wrong cell, and what to do if a spreadsheet has changed it."""
    changed = changed_by_spreadsheet(cell)
    return f"{expected}; {changed}" if changed else expected
