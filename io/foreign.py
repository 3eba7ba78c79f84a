"""What all formats of other programs share: what was read, what could not be said, and how names are told apart."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date
from typing import Any

from ..model.tournament import Tournament
from .settings_file import new_settings_text, parse_settings

_LETTERS = {
    "ß": "ss", "ẞ": "SS", "ø": "o", "Ø": "O", "đ": "d", "Đ": "D", "ð": "d", "Ð": "D", "ł": "l", "Ł": "L", "æ": "ae",
    "Æ": "AE", "œ": "oe", "Œ": "OE", "þ": "th", "Þ": "Th", "ı": "i", "’": "'",
}  # fmt: skip


@dataclass(slots=True)
class Report:
    """What a reader or writer has to tell: remarks, each with the cases it is about."""

    cases: dict[str, list[str]] = field(default_factory=dict)

    def add(self, remark: str, case: str = "") -> None:
        """One case of something."""
        self.cases.setdefault(remark, []).append(case)

    def lines(self, most: int = 5) -> list[str]:
        """A line for each remark: how many cases, and the first of them."""
        lines = []
        for remark, cases in self.cases.items():
            named = [case for case in dict.fromkeys(cases) if case]
            some = ", ".join(named[:most]) + (" …" if len(named) > most else "")
            lines.append(remark + (f" ({len(cases)}): {some}" if some else ""))
        return lines


@dataclass(frozen=True, slots=True)
class Read:
    """A tournament out of a file of another program, the text of its settings, and what was odd in the file."""

    tournament: Tournament
    settings_text: str
    report: Report


@dataclass(frozen=True, slots=True)
class Written:
    """The bytes of a file for another program, and what it cannot say."""

    data: bytes
    losses: Report


def settings_of(preset: str, given: dict[str, Any], name: str) -> tuple[Any, str]:
    """Settings and their text from the values that a file gives. Raises InputError."""
    text = new_settings_text(preset, given)
    return parse_settings(text, name), text


def folded(text: str) -> str:
    """By what names of files are compared: no blanks, accents or case, whatever machine wrote them."""
    plain = unicodedata.normalize("NFKD", text.replace("ß", "SS").replace("ı", "I").replace("İ", "I"))
    return "".join(c for c in plain if not unicodedata.combining(c) and not c.isspace()).upper()


def ascii_text(text: str) -> str:
    """The text in ASCII letters: accents dropped, special letters spelt out, anything else `_`."""
    spelt = "".join(_LETTERS.get(c, c) for c in text)
    plain = (c for c in unicodedata.normalize("NFKD", spelt) if not unicodedata.combining(c))
    return "".join(c if " " <= c <= "~" else "_" for c in plain)


def text_in(encoding: str, text: str) -> str:
    """The text in the letters of an encoding; a letter that it has not is spelt in ASCII."""

    def spelt(letter: str) -> str:
        known = letter.isprintable() and (letter == " " or not letter.isspace())
        return letter if known and letter.encode(encoding, "ignore") else ascii_text(letter)

    return "".join(spelt(letter) for letter in unicodedata.normalize("NFC", text))


def one_word(text: str, report: Report, encoding: str = "ascii") -> str:
    """A name as one word with capital initials, `_` for blanks; letters that are not in the encoding are reported."""
    plain = text_in(encoding, text)
    if plain != text:
        report.add("names in other letters", f"{text} → {plain}")
    words = [word[:1].upper() + word[1:] for word in "".join(" " if c in ";|_" else c for c in plain).split()]
    if any(len(word) > 2 and word.isupper() for word in words):
        words = [word.title() for word in words]
    return "_".join(words)


def whole(text: str | None, default: int, low: int, high: int) -> int:
    """A whole number within limits, the default where there is none."""
    try:
        return max(low, min(high, int((text or "").strip())))
    except ValueError:
        return default


def iso_day(text: str) -> str:
    """The day as the settings have it, or nothing where the text is none."""
    try:
        return date.fromisoformat(text).isoformat() if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else ""
    except ValueError:
        return ""


def bar_text(tournament: Tournament) -> str:
    """The bar as it is or would be decided: a rank, or `none`."""
    from ..model.edits import decide

    bar = tournament.settings.start.bar
    return (bar if bar != "auto" else decide(tournament).bar) or "none"


def different_komi(tournament: Tournament) -> Iterable[str]:
    """The games whose komi is not what the settings give for their handicap."""
    from ..model.handicap import komi_halves

    for drawn in tournament.rounds:
        for game in drawn:
            if game.komi_halves != komi_halves(game.handicap, tournament.settings):
                yield f"round {drawn.number} table {game.table}"
