"""Reading tables that people send: any of the usual separators and encodings, every row with its line number."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ..model.errors import FolderError, InputError, Problem

LARGEST_FILE = 64 * 1024 * 1024


@dataclass(frozen=True, slots=True)
class Row:
    """One row: the line it starts on and its cells by column title, stripped of blanks."""

    line: int
    cells: Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Table:
    """A table with titles as they stand in the file; `name` is the file for messages."""

    name: str
    titles: tuple[str, ...]
    rows: tuple[Row, ...]


def read_bytes(path: Path) -> bytes:
    """The content of a file. Raises FolderError or InputError."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise InputError(f"{path}: larger than {LARGEST_FILE // 2**20} MiB")
        return path.read_bytes()
    except OSError as error:
        raise FolderError(f"cannot read {path}: {error.strerror or error}") from None


def decode(data: bytes) -> str:
    """The text of a file: UTF-8 with or without byte order mark, else UTF-16 with one, else Latin-1."""
    if data.startswith((b"\xff\xfe", b"\xfe\xff")):
        return data.decode("utf-16", errors="replace")
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError:
        return data.decode("iso-8859-15")


def read_table(path: Path) -> Table:
    """The table of a CSV file. Raises InputError naming file and line."""
    return parse_table(decode(read_bytes(path)), str(path))


def parse_table(text: str, name: str) -> Table:
    """The table in a text. Rows without any content are left out. Raises InputError with every problem."""
    if "\0" in text:
        raise InputError([Problem("this is no text table: it contains NUL bytes", name)])
    lines = text.splitlines()
    first = next((line for line in lines if line.strip()), "")
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_delimiter(first), skipinitialspace=True)
    titles: tuple[str, ...] = ()
    rows, problems, start = [], [], 1
    try:
        for cells in reader:
            line, start = start, reader.line_num + 1
            stripped = [cell.strip() for cell in cells]
            if not any(stripped):
                continue
            if not titles:
                titles = tuple(stripped)
                continue
            if len(stripped) > len(titles) and any(stripped[len(titles) :]):
                value = stripped[len(titles)]
                expected = f"at most {len(titles)} cells as in the first line; quotes around a cell with a separator"
                problems.append(Problem("more cells than titles:", name, line, value=value, expected=expected))
                continue
            padded = stripped + [""] * (len(titles) - len(stripped))
            rows.append(Row(line, dict(zip(titles, padded, strict=False))))
    except csv.Error as error:
        problems.append(Problem(f"not a CSV file: {error}", name, reader.line_num))
    if not titles:
        problems.append(Problem("the file is empty", name, expected="a first line with column titles"))
    doubled = {t for t in titles if t and titles.count(t) > 1}
    problems += [Problem("two columns have the title", name, 1, value=title) for title in sorted(doubled)]
    if problems:
        raise InputError(problems)
    return Table(name, titles, tuple(rows))


def _delimiter(first: str) -> str:
    counts = {mark: first.count(mark) for mark in ("\t", ";", ",")}
    return max(counts, key=lambda mark: counts[mark]) if any(counts.values()) else ","


def write_table(titles: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """The text of a CSV file: comma, LF, quotes only where needed."""
    out = io.StringIO()
    writer = csv.writer(out, lineterminator="\n")
    writer.writerow(titles)
    writer.writerows(rows)
    return out.getvalue()
