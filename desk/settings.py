"""The settings of a tournament: shown, and changed as a person types them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..io.folder.state_files import with_settings
from ..io.settings.settings_file import parse_assignments, parse_settings_key, plain_value, toml_value
from ..io.settings.settings_listed import listed_settings
from ..model.notes import DraftBeforeSettings, Note, NotEntered, StartScoresChanged
from ..model.noticing import unknown_notes
from ..model.pairing.draw import parse_pair
from ..model.records.state import State
from ..model.tournament.settings import SECTIONS, Settings
from ..model.tournament.tournament import Tournament
from .outcome import Outcome

OF_A_DRAW = frozenset({"start", "handicap", "pairing", "points", "komi", "seed"})  # settings that a draft hangs on


@dataclass(frozen=True, slots=True)
class Setting:
    """A setting by its dotted name, its value as TOML writes it, and what it means."""

    name: str
    value: str
    meaning: str


def settings(state: State, only: str = "") -> Outcome[Sequence[Setting]]:
    """Every setting, those of a section, or one. Raises InputError for a name that is none."""
    if only and only not in SECTIONS:
        parse_settings_key(only)
    section = only if only in SECTIONS else only.rpartition(".")[0]
    listed = listed_settings(state.tournament.settings, (section,) if only else ("", *SECTIONS))
    chosen = (row for row in listed if only in ("", section, row[0]))
    return Outcome(state, [Setting(name, toml_value(value), meaning) for name, value, meaning in chosen])


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that was given, its value before and now as TOML writes it, and whether that is now the default's."""

    name: str
    before: str
    after: str
    unset: bool


def change(
    state: State, assignments: Sequence[str] = (), values: Mapping[str, Any] | None = None
) -> Outcome[Sequence[SettingChange]]:
    """With settings changed, each as typed: `start.bar=3d`, `placing.order=MMS,SOS`, `komi=` for the default.

    Pairs forced or forbidden may be `pairing.forbid=A:B`, by id or name, and `+=` adds to those that are there.
    `values` are others by their dotted names, None for the default.
    Raises InputError with everything that is wrong.
    """
    before = state.tournament
    given = parse_assignments(_with_ids(text, before) for text in assignments) | dict(values or {})
    for name in given:
        parse_settings_key(name)
    after = with_settings(state, given)
    if "pairing.profile" in given:
        _ = after.profile  # raises where the settings name none
    old, new = before.settings, after.tournament.settings
    changes = [SettingChange(key, _value_text(old, key), _value_text(new, key), given[key] is None) for key in given]
    return Outcome(after, changes, _notes(before, after.tournament, given))


def _with_ids(assignment: str, tournament: Tournament) -> str:
    """Pairs forced or forbidden for good, `A:B` by ids or names, as the setting keeps them. Raises InputError."""
    key, _, value = assignment.partition("=")
    key, more = key.strip().removesuffix("+"), key.strip().endswith("+")
    if key not in ("pairing.forbid", "pairing.force") or ":" not in value or value.lstrip().startswith("["):
        return assignment
    name = key.rpartition(".")[2]
    known = plain_value("pairing", name, getattr(tournament.settings.pairing, name)) if more else []
    pairs = [{"players": list(parse_pair(text, tournament))} for text in value.split(",")]
    return f"{key}={toml_value([*known, *pairs])}"


def _value_text(of: Settings, name: str) -> str:
    """The value of a setting as TOML has it."""
    section, _, key = name.rpartition(".")
    owner = getattr(of, section) if section else of
    return toml_value(plain_value(section, key, getattr(owner, key)))


def _notes(before: Tournament, after: Tournament, given: Collection[str]) -> list[Note]:
    """What a director should know: ids that are nobody's, and what of the rounds the settings have changed."""
    notes: list[Note] = [*unknown_notes(after)]
    if after.rounds and any(key.startswith("start.") for key in given):
        notes.append(StartScoresChanged())
    if after.rounds and after.rounds[-1].draft and any(key.split(".")[0] in OF_A_DRAW for key in given):
        notes.append(DraftBeforeSettings(len(after.rounds)))
    return [*notes, *_added_notes(before, after)]


def _added_notes(before: Tournament, after: Tournament) -> list[NotEntered]:
    """Who is not entered for rounds that are new."""
    old, new = before.settings.rounds, after.settings.rounds
    away = tuple(p.id for p in after.players if new > old and p.rounds is not None and new not in p.rounds)
    return [NotEntered(new, away)] if away else []
