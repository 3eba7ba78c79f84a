"""Days and times of an event as people write them, in the language of the pages."""

from __future__ import annotations

from datetime import date, datetime

from ...model.language import ENGLISH, Words
from ...model.tournament.event_kinds import START


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
