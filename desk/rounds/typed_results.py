"""A result as it is typed in a hurry: `17 w`, `17 b+`, `jigo 4`, `17 1-0`; several in a row.

A board of a match of teams is `17.2`. On a page in another language its words count, too: `17 schwarz`, `17 s`, `17黒`.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping

from ...model.errors import InputError, Problem
from ...model.tournament.games import parse_result
from .enter_results import by_table

#: What one letter means; a plus behind it is a win by forfeit.
SHORT = {"w": "1-0", "b": "0-1", "j": "jigo", "=": "jigo", "w+": "1-0!", "b+": "0-1!", "0": "0-0", "?": "?"}
TABLE = r"[0-9]+(?:\.[0-9]+)?"
NOTHING: Mapping[str, str] = {}
EXPECTED = "a table and who has won: 17 w, 17 b, 4 jigo; w+ and b+ by forfeit"


def typed_results(text: str, shown: Mapping[str, str] = NOTHING) -> dict[str, str]:
    """Results by table. Raises InputError.

    `shown` are more words for the letters w, b and j.
    """
    plain = unicodedata.normalize("NFKC", text.replace("½", "=")).casefold()
    words = _in_letters(re.sub(r"[,;、，；]", " ", plain), shown).split()
    found: list[str] = []
    while words:
        first = words.pop(0)
        joined = re.fullmatch(rf"({TABLE})(w\+?|b\+?|j|=)", first)
        if joined:
            found += [joined[1], SHORT[joined[2]]]
            continue
        if not words:
            raise _wrong(text)
        second = words.pop(0)
        table, result = (first, second) if re.fullmatch(TABLE, first) else (second, first)
        if not re.fullmatch(TABLE, table):
            raise _wrong(text)
        found += [table, SHORT.get(result) or _whole(result, text)]
    if not found:
        raise _wrong(text)
    return by_table(found)


def _in_letters(text: str, shown: Mapping[str, str]) -> str:
    """The text with letters in the place of words; the longest word first."""
    if not shown:
        return text
    longest = sorted(shown, key=lambda word: (-len(word), word))
    return re.sub(
        rf"(?<![^\W\d_])(?:{'|'.join(map(re.escape, longest))})(?![^\W\d_])",
        lambda found: shown[found[0]],
        text,
    )


def _whole(result: str, text: str) -> str:
    """A result that is written out, such as `1-0`. Raises InputError."""
    try:
        parse_result(result)
    except ValueError:
        raise _wrong(text) from None
    return result


def _wrong(text: str) -> InputError:
    return InputError([Problem("this is no result", value=text, expected=EXPECTED)])
