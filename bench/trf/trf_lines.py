"""The lines of a TRF file: columns and letters that both directions share, our comments, lines sorted by kind.

Our comment lines are `### mcmahon: key=value …`, for what TRF has no words for. Values with blanks are quoted.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field

from mcmahon.io.foreign.foreign import Report, whole_number
from mcmahon.io.tables.decode import numbered_lines
from mcmahon.model.errors import InputError, Problem

#: Columns of a player's line before those of the rounds, and of each round.
BEFORE_ROUNDS, CELL = 89, 10
MOST_PLAYERS = 9999
#: Of a start number, where a file says that they are wider than four; and a number that nobody can have.
MOST_DIGITS = 9
NOBODY = 10**MOST_DIGITS
#: The letters of a round without a game, and the half points of each; the bye is `U`, and worth what line 162 says.
FREE = {"F": 2, "H": 1, "Z": 0}
LETTERS = {half_points: letter for letter, half_points in FREE.items()}
#: Columns of our further titles of registrations.
EXTRA = {"sex": slice(9, 10), "title": slice(10, 13), "birth": slice(69, 79)}


def one_line(text: str) -> str:
    """A text on one line: single blanks, no signs that cannot be printed."""
    return "".join(c if c.isprintable() else "_" for c in " ".join(text.split()))


COMMENT = "### mcmahon:"


def comment(words: Mapping[str, str]) -> str:
    """The line of all words that are not blank."""
    texts = (f"{key}={shlex.quote(one_line(value))}" for key, value in words.items() if value)
    return f"{COMMENT} {' '.join(texts)}"


def words_in(line: str) -> dict[str, str]:
    """The words of such a line by their keys. Raises ValueError for an open quotation."""
    pairs = (word.partition("=") for word in shlex.split(line.removeprefix(COMMENT)))
    return {key: value for key, _, value in pairs}


#: Headers, the first of each counts, and lines of which there may be several.
_KNOWN = {
    "012", "022", "032", "042", "052", "062", "072", "092", "122", "142", "XXR", "152", "XXC", "162", "192",
    "BBW", "BBD", "BBL", "BBU",
}  # fmt: skip
_LISTS = {"240", "250", "260", "XXA", "XXP", "XXZ"}


@dataclass(frozen=True, slots=True)
class TrfFile:
    """The lines of a file: headers by code, players by start number, lists in order, our comments as words by key.

    `wider` is by how many columns start numbers are wider than four in players' lines (`XXW 7`: 3), where all that
    follows them stands further right.
    """

    wider: int = 0
    headers: dict[str, str] = field(default_factory=dict)
    players: dict[int, tuple[int, str]] = field(default_factory=dict)
    lists: list[tuple[str, list[str]]] = field(default_factory=list)
    notes: list[dict[str, str]] = field(default_factory=list)

    def notes_with(self, *keys: str) -> list[dict[str, str]]:
        """The comments that have all these keys."""
        return [note for note in self.notes if set(keys) <= note.keys()]

    def lists_of(self, code: str) -> list[list[str]]:
        """The words of the lines with a code."""
        return [words for own, words in self.lists if own == code]


def parsed(text: str, name: str, report: Report) -> TrfFile:
    """The file of a text. Raises InputError for players' lines without a start number of their own, or when none is."""
    file = TrfFile(_wider(text))
    end, most = 8 + file.wider, 10 ** (4 + file.wider) - 1
    problems = []
    for number, line in numbered_lines(text):
        code, words = line[:3].upper(), line[3:].split()
        if line.startswith(COMMENT):
            try:
                file.notes.append(words_in(line))
            except ValueError:
                report.add("comments that cannot be read", f"line {number}")
        elif code == "001":
            start = whole_number(line[4:end], 0, 0, most)
            if start == 0 or start in file.players:
                wrong = "not a start number in" if start == 0 else "this start number appears twice:"
                problems.append(
                    Problem(wrong, name, number, value=line[:50].strip(), expected="001, a start number from 1, a name")
                )
            else:
                file.players[start] = number, line[:8] + line[end:]
        elif code in _LISTS:
            file.lists.append((code, words))
        elif code in _KNOWN:
            file.headers.setdefault(code, line[4:].strip() if code != "162" else line[3:])
        elif re.fullmatch(r"\d{3}|XX\w", code) and code != "XXW":
            report.add("lines not kept", code)
    if teams := _of_teams(text):
        problems.append(Problem("a tournament of teams:", name, value=teams, expected="a tournament of single players"))
    if not file.players and not problems:
        problems.append(Problem("no players", name, expected="lines that begin with 001"))
    if problems:
        raise InputError(problems)
    return file


def _of_teams(text: str) -> str:
    """The line that says that teams play, blank if none does."""
    said = re.search(r"^(310 .*|192 .*TEAM.*|092 +Team.*)$", text.replace("\r", "\n"), re.MULTILINE)
    return said[1].strip()[:40] if said else ""


def _wider(text: str) -> int:
    """How many columns start numbers have beside the usual four, by a line such as `XXW 7`."""
    said = re.search(r"^XXW[ \t]+(\d+)[ \t]*$", text.replace("\r", "\n"), re.MULTILINE)
    return whole_number(said[1], 4, 4, MOST_DIGITS) - 4 if said else 0


def positions(texts: Iterable[str], at: Mapping[int, int]) -> list[int]:
    """Positions of start numbers, 0 for what is none."""
    return [at.get(whole_number(text, 0, 0, NOBODY), 0) for text in texts]


def halves_in(text: str) -> int:
    """Half points of a number of points such as 1.5. Raises ValueError."""
    return round(2 * float(text))
