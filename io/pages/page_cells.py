"""Single cells of lists, on pages and wherever else lists are shown; days and times as people write them."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime

from ...model.language import ENGLISH, Words
from ...model.tournament.numbers import minus, rounds_text
from ...model.tournament.person import Player
from ...model.tournament.settings.kinds import START

#: What somebody is called who has been made anonymous, before a number.
ANONYMOUS = "Anonymous"
_ANONYMOUS = re.compile(rf"{ANONYMOUS}(?: (\d+))?")
_JOINED = " & "
_FRACTIONS = ("¼", "½", "¾")


def said_name(name: str, words: Words) -> str:
    """A name as pages in a language say it: only `Anonymous 1` is another there, also in the name of a pair."""
    if ANONYMOUS not in name:
        return name
    return _JOINED.join(_said_part(part, words) for part in name.split(_JOINED))


def _said_part(name: str, words: Words) -> str:
    match = _ANONYMOUS.fullmatch(name)
    if match is None:
        return name
    return words.say("Anonymous {number}", number=match[1]) if match[1] else words.say("Anonymous")


@dataclass(frozen=True, slots=True)
class Figure:
    """A number in a column; `whole` where it lacks the fraction that others there have, so that units stay in line."""

    text: str
    whole: bool

    def __str__(self) -> str:
        return self.text


def figures(texts: Sequence[str]) -> list[Figure]:
    """A column of numbers as pages show it; blanks stay blank."""
    mixed = any(text.endswith(_FRACTIONS) for text in texts)
    return [Figure(minus(text), mixed and bool(text) and not text.endswith(_FRACTIONS)) for text in texts]


def entered_rounds(player: Player, rounds: int, words: Words = ENGLISH) -> str:
    """The rounds that a player is entered for: `all`, `none`, `1-3,5`."""
    text = rounds_text(player.rounds, rounds) if player.rounds is not None else ""
    return {"": words.say_as("rounds", "all"), "none": words.say_as("rounds", "none")}.get(text, text)


def days_text(begin: str, end: str, words: Words = ENGLISH) -> str:
    """The days of an event: `1–3 May 2026`, `30 Apr – 2 May 2026`; only the first where the last is not said."""
    if not begin:
        return ""
    first, last = date.fromisoformat(begin), date.fromisoformat(end or begin)
    if words.language != "en":
        return _days_of_locale(first, max(first, last), words.tag)
    closing = f"{last.day} {last:%b} {last.year}"
    if first >= last:
        return f"{first.day} {first:%b} {first.year}"
    if (first.year, first.month) == (last.year, last.month):
        return f"{first.day}–{closing}"
    return f"{first.day} {first:%b}{f' {first.year}' if first.year < last.year else ''} – {closing}"


def start_text(text: str, words: Words = ENGLISH) -> str:
    """When a round starts, from `2026-05-01 10:00`: `Fri 1 May, 10:00`."""
    begins = datetime.strptime(text, START)
    if words.language == "en":
        return f"{begins:%a} {begins.day} {begins:%b}, {begins:%H:%M}"
    from babel.dates import format_skeleton

    day = format_skeleton("MMMEd", begins, locale=_locale(words.tag))
    return f"{words.commas([day, f'{begins:%H:%M}'])}"


def _days_of_locale(first: date, last: date, tag: str) -> str:
    """The days in the pattern that the Unicode Common Locale Data Repository has for the language."""
    from babel.dates import format_interval, format_skeleton

    if first == last:
        return format_skeleton("yMMMd", first, locale=_locale(tag))
    return format_interval(first, last, "yMMMd", locale=_locale(tag))


def _locale(tag: str) -> str:
    return tag.replace("-", "_")
