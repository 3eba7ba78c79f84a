"""The settings as a form: each with what it is now, what it may be, what it means, and what its preset says.

A list is a text with an entry a line. What was typed comes back as values, with every problem by its setting.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import Any

from ...io.settings.settings_file import (
    LOCKS,
    SET_BY_PEOPLE,
    listed_settings,
    parse_assignment,
    parse_settings,
    parse_toml,
    toml_value,
)
from ...model.errors import InputError, Problem, WrongValue
from ...model.pairing.standing_locks import parse_pair
from ...model.records.state import State
from ...model.tournament.numbers import parse_int
from ...model.tournament.settings.settings import declared, section_of
from ...model.tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class FormSetting:
    """A setting in a form: its dotted name, title, value as text, and whether that is a list with an entry a line.

    `words` are all that it may be, where it is a choice; `preset` is what it would be if nothing were set.
    """

    key: str
    title: str
    text: str
    is_list: bool
    words: Sequence[str]
    meaning: str
    preset: str

    @property
    def own(self) -> bool:
        """Whether it differs from what the preset says."""
        return self.text != self.preset


def form_settings(state: State) -> Mapping[str, Sequence[FormSetting]]:
    """Every setting that people set, by the title of its section."""
    settings = state.tournament.settings
    default = parse_settings(f'preset = "{settings.preset}"\nrounds = {settings.rounds}', "preset")
    found: dict[str, list[FormSetting]] = {}
    for section in SET_BY_PEOPLE:
        theirs = {key: value for key, value, _ in listed_settings(default, (section,))}
        for key, value, meaning in listed_settings(settings, (section,)):
            words = ("true", "false") if isinstance(value, bool) else declared(key).kind.words
            text, is_list, preset = as_typed(value), isinstance(value, list | dict), as_typed(theirs[key])
            shown = FormSetting(key, declared(key).title, text, is_list, words, meaning=meaning, preset=preset)
            found.setdefault(section_of(section).TITLE, []).append(shown)
    return found


def as_typed(value: Any) -> str:
    """A value as somebody would type it: texts without quotes, an entry of a list or table a line."""
    if isinstance(value, dict):
        return "\n".join(f"{key} = {as_typed(entry)}" for key, entry in value.items())
    if isinstance(value, list):
        return "\n".join(_entry_as_typed(entry) for entry in value)
    return value if isinstance(value, str) else toml_value(value)


def _entry_as_typed(entry: Any) -> str:
    """An entry of a list: several texts with commas between them, unless one has a comma itself."""
    if isinstance(entry, list) and all(isinstance(one, str) and "," not in one for one in entry):
        return ", ".join(entry)
    return toml_value(entry) if isinstance(entry, list | dict) else as_typed(entry)


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
            values[key] = _value(key, clean, now[key], state.tournament)
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
    if not now.is_list:
        return parse_assignment(f"{key}={text}")[1]
    lines = [line.strip() for line in text.split("\n") if line.strip()]
    if key in LOCKS:
        lines = [_lock(line, tournament) for line in lines]
    kind = declared(key).kind
    try:
        return kind.first_of(_candidates(lines))
    except WrongValue as error:
        raise InputError([Problem(str(error) or "wrong value", value=text[:80], expected=kind.expected)]) from None


def _candidates(lines: Sequence[str]) -> list[Any]:
    """What the lines may be: texts, entries as TOML, several texts each, or a table with a key and a value a line."""
    found: list[Any] = [list(lines)]
    with suppress(InputError):
        found.append([parse_toml(f"v = {line}", "")["v"] for line in lines])
    found.append([[part.strip() for part in line.split(",")] for line in lines])
    pairs = [line.partition("=") for line in lines]
    if all(equals and parse_int(value.strip()) is not None for _, equals, value in pairs):
        found.append({key.strip().strip('"'): int(value) for key, _, value in pairs})
    return found


def _lock(line: str, tournament: Tournament) -> str:
    """A line `A:B` as the table of a lock, by id or name; every other line as it is. Raises InputError."""
    if ":" not in line or line.startswith("{"):
        return line
    return toml_value({"players": list(parse_pair(line, tournament))})
