"""Reading TOML from untrusted sources: text that would take too long, or is absurdly large, is refused."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from ...model.errors import InputError, Problem
from ..files import read_bytes

LARGEST_TEXT = 256 * 1024  # settings of 1,000 players with forbidden pairs need a tenth
MOST_DOTS = 1_000  # on a line: the parser takes time by the square of a key's parts
DEEPEST = 16
MOST_KEYS = 1_000  # in one table

_LONG_NUMBER = re.compile(r"(?<![0-9a-fA-F_])[0-9a-fA-F_]{400}")


def read_text(path: Path) -> str:
    """The text of a file of settings, weights or parameters that was named by hand. Raises FolderError, InputError."""
    try:
        return read_bytes(path, LARGEST_TEXT).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError([Problem("not a UTF-8 text", str(path))]) from None


def parse_toml(text: str, file: str, keys: int = MOST_KEYS) -> dict[str, Any]:
    """What a TOML text says, of tables with so many keys at most. Raises InputError with the file and the line."""
    if len(text) > LARGEST_TEXT:
        raise InputError(
            [Problem(f"larger than {LARGEST_TEXT // 1024} KiB", file, expected="a file of settings or weights")]
        )
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            expected = f"at most {MOST_DOTS:,}"
            raise InputError([Problem(f"a line with {line.count('.'):,} dots", file, number, expected=expected)])
        if _LONG_NUMBER.search(line):
            raise InputError([Problem("a number of more than 400 digits", file, number, expected="at most 18")])
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # most are TOMLDecodeErrors, which have the line
        raise InputError([Problem(f"not valid TOML: {error}", file)]) from None
    check_shape(data, file, keys)
    return data


def check_shape(data: Mapping[str, Any], file: str, keys: int = MOST_KEYS) -> None:
    """Raise InputError for tables in tables in tables, or one of very many keys."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        tables = [value for value in level if isinstance(value, dict)]
        if any(len(table) > keys for table in tables):
            raise InputError([Problem(f"a section with more than {keys:,} keys", file)])
        lists = [value for value in level if isinstance(value, list)]
        level = [value for table in tables for value in table.values()] + [value for part in lists for value in part]
    if level:
        expected = f"at most {DEEPEST} levels"
        raise InputError([Problem("tables or lists nested too deeply", file, expected=expected)])
