"""Kinds of setting values about the event and its pages: days, starts of rounds, files, colours."""

from __future__ import annotations

import re
from datetime import date, datetime
from itertools import pairwise
from typing import Any

from ..errors import WrongValue
from ..language import LANGUAGES
from ..words import plain_line
from .setting_kinds import SettingKind

#: Day and time of day, as settings say when a round starts.
START = "%Y-%m-%d %H:%M"


def _text(value: Any) -> str:
    if not isinstance(value, str):
        raise ValueError(value)
    return value


def _date(value: Any) -> str:
    """A day as text; TOML's own days are taken too."""
    text = value.isoformat() if isinstance(value, date) else _text(value)
    return text if text == "" else date.fromisoformat(text).isoformat()


def _times(value: Any) -> tuple[str, ...]:
    """Starts of rounds as texts; TOML's own times are taken too. Blank for one that is not known yet."""
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    times = tuple(_time(number, item) for number, item in enumerate(value, 1))
    known = [(number, text) for number, text in enumerate(times, 1) if text]
    for (before, earlier), (number, text) in pairwise(known):
        if text <= earlier:
            raise WrongValue(f"round {number} ({text}) must start after round {before} ({earlier})")
    return times


def _time(number: int, value: Any) -> str:
    text = value.isoformat(" ") if isinstance(value, datetime) else _text(value).strip()
    if text == "":
        return ""
    text = text.replace("T", " ", 1)
    try:
        return datetime.strptime(text.removesuffix(":00") if text.count(":") == 2 else text, START).strftime(START)
    except ValueError:
        raise WrongValue(f"round {number}: {text!r} is not a day and time") from None


def _file_name(value: Any) -> str:
    text = _text(value)
    if text and (set(text) & set("/\\:") or text.startswith(".") or plain_line(text) != text):
        raise ValueError(value)
    return text


def _colour(value: Any) -> str:
    text = _text(value).lower()
    if not re.fullmatch("(#[0-9a-f]{6})?", text):
        raise ValueError(value)
    return text


def _languages(value: Any) -> tuple[str, ...]:
    if not isinstance(value, list | tuple):
        raise ValueError(value)
    codes = tuple(_text(item).strip().lower() for item in value)
    unknown = [code for code in codes if code not in LANGUAGES]
    if unknown:
        raise WrongValue(f"there are no pages in {unknown[0]!r}")
    return codes


LANGUAGE_LIST = SettingKind(_languages, "a list of languages from " + ", ".join(LANGUAGES))
DATE = SettingKind(_date, "a day, such as 2026-03-07")
TIMES = SettingKind(
    _times, 'day and time of each round, from round 1, such as ["2026-05-01 10:00", "2026-05-01 14:30"]'
)
FILE_NAME = SettingKind(_file_name, 'the name of a file beside tournament.toml, such as "logo.png"')
COLOUR = SettingKind(_colour, 'a colour of six hexadecimal digits, such as "#1f4e79"')
