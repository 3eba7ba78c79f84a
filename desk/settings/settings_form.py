"""The settings as a form: each with what it is now, what it may be, what it means, and what its preset says.

A list is a text with an entry a line. What was typed comes back as values, with every problem by its setting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ...io.folder.own_files import CUPS
from ...io.settings.profiles import profile_names
from ...io.settings.settings_file import (
    LOCKS,
    SET_BY_PEOPLE,
    listed_settings,
    parse_settings,
    toml_value,
    typed_value,
)
from ...model.errors import InputError, Problem, WrongValue
from ...model.pairing.standing_locks import parse_pair
from ...model.records.state import State
from ...model.tournament.settings import kinds
from ...model.tournament.settings.settings import declared, section_of
from ...model.tournament.tournament import Tournament
from ..people.new_tournament import PRESET_SENTENCES
from .setting_words import as_typed

#: The settings that directors change most, in this order; all others stand below.
FIRST = (
    "rounds", "komi", "start.bar", "start.zero", "handicap.rule", "handicap.reduction", "handicap.maximum",
    "placing.order", "points.bye", "points.absence", "points.round_down", "event.begin", "event.end", "pages.language",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class FormSetting:
    """A setting in a form: its dotted name, title, value as text, and whether that is a list with an entry a line.

    `choices` are all values that it may have, each with what it is called, if it is a choice; `is_day`: a day of the
    calendar. `typed` shows how to type it; `preset` is what it would be if nothing were set.
    """

    key: str
    title: str
    text: str
    is_list: bool
    choices: Sequence[tuple[str, str]]
    meaning: str
    typed: str
    preset: str
    is_day: bool = False

    @property
    def own(self) -> bool:
        """Whether it differs from what the preset says."""
        return self.text != self.preset

    @property
    def preset_name(self) -> str:
        """The value of the preset, on one line and in words."""
        return dict(self.choices).get(self.preset, self.preset.replace("\n", ", "))


def form_settings(state: State) -> Mapping[str, Sequence[FormSetting]]:
    """Every setting that people set, by the title of its section."""
    settings = state.tournament.settings
    default = parse_settings(f'preset = "{settings.preset}"\nrounds = {settings.rounds}', "preset")
    found: dict[str, list[FormSetting]] = {}
    for section in SET_BY_PEOPLE:
        theirs = {key: value for key, value, _ in listed_settings(default, (section,))}
        for key, value, _ in listed_settings(settings, (section,)):
            one = declared(key)
            shown = FormSetting(
                key=key,
                title=one.title,
                text=as_typed(value),
                is_list=isinstance(value, list | dict),
                choices=_choices(key, as_typed(value), state),
                meaning=one.doc,
                typed=one.typed,
                preset=as_typed(theirs[key]),
                is_day=one.kind is kinds.DATE,
            )
            found.setdefault(section_of(section).TITLE, []).append(shown)
    return found


def _choices(key: str, text: str, state: State) -> list[tuple[str, str]]:
    """Every value that a setting may have, with what it is called; none if it is no choice."""
    one = declared(key)
    if key == "preset":
        return [(name, sentence.partition(":")[0]) for name, sentence in PRESET_SENTENCES.items()]
    words = ("true", "false") if one.kind is kinds.FLAG else one.kind.words or one.kind.offered
    if key == "pairing.profile":
        own = [file.removesuffix(".toml") for file in state.profile_texts if file != CUPS]
        words = tuple(dict.fromkeys([text, *profile_names(), *own]))
    return [(word, one.name_of(word)) for word in words]


def typed_values(state: State, typed: Mapping[str, str]) -> dict[str, Any]:
    """The values that differ by dotted name; None for the preset's. Raises InputError, the setting as `column`."""
    now = {one.key: one for section in form_settings(state).values() for one in section}
    values: dict[str, Any] = {}
    problems: list[Problem] = []
    for key, text in typed.items():
        clean = "\n".join(line.rstrip() for line in text.replace("\r\n", "\n").split("\n")).strip()
        if key not in now or clean == now[key].text:
            continue
        try:
            value = _value(key, clean, now[key], state.tournament)
            if value is None or as_typed(value) != now[key].text:
                values[key] = value
        except InputError as error:
            problems += [Problem(p.message, column=key, value=p.value, expected=p.expected) for p in error.problems]
    if problems:
        raise InputError(problems)
    return values


def problems_by_setting(error: InputError, keys: Sequence[str]) -> dict[str, list[str]]:
    """The problems of a form as sentences, each by its setting; those of none by an empty name."""
    found: dict[str, list[str]] = {}
    for one in error.problems:
        of = (key for key in keys if one.column == key or one.message.startswith((f"{key}:", f"{key} ")))
        key = next(of, "")
        parts = one.message.removeprefix(f"{key}: "), one.value
        text = " ".join(filter(None, parts)) + (f"; expected {one.expected}" if one.expected else "")
        found.setdefault(key, []).append(text)
    return found


def _value(key: str, text: str, now: FormSetting, tournament: Tournament) -> Any:
    """What was typed as a value. Raises InputError."""
    if not text and not now.is_list:
        return None
    one = declared(key)
    if key in LOCKS:
        text = "\n".join(_lock(line.strip(), tournament) for line in text.split("\n"))
    try:
        return typed_value(one.kind, text, by_line=now.is_list)
    except WrongValue as error:
        expected = one.typed or one.kind.expected
        raise InputError([Problem(str(error) or "wrong value", value=text[:80], expected=expected)]) from None


def _lock(line: str, tournament: Tournament) -> str:
    """A line `A:B` as the table of a lock, by id or name; every other line as it is. Raises InputError."""
    if ":" not in line or line.startswith("{"):
        return line
    return toml_value({"players": list(parse_pair(line, tournament))})
