"""The settings of a tournament: shown, and changed as a person types them."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from ..io.folder.state_files import with_settings
from ..io.settings.settings_file import parse_assignments, parse_settings_key, plain_value, toml_value
from ..io.settings.settings_listed import listed_settings
from ..model.errors import InputError
from ..model.notes import unknown_ids
from ..model.pairing.draw import parse_pair
from ..model.records.state import State
from ..model.tournament.settings import SECTIONS, Settings
from ..model.tournament.tournament import Tournament
from ..model.words import first_few
from .outcome import Outcome

OF_A_DRAW = frozenset({"start", "handicap", "pairing", "points", "komi", "seed"})  # settings that a draft hangs on
MOST_NAMED = 12  # players who are not entered for a round that is new


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


def _notes(before: Tournament, after: Tournament, given: Collection[str]) -> list[str]:
    """What a director should know: ids that are nobody's, and what of the rounds the settings have changed."""
    notes = _unknown_notes(after)
    if after.rounds and any(key.startswith("start.") for key in given):
        notes.append("start scores change for everybody; `mcmahon check` judges the drawn rounds by the new ones")
    if after.rounds and after.rounds[-1].draft and any(key.split(".")[0] in OF_A_DRAW for key in given):
        notes.append(f"the draft of round {len(after.rounds)} was drawn before this change: pair the round again")
    return [*notes, *_added_notes(before, after)]


def _unknown_notes(tournament: Tournament) -> list[str]:
    """The ids that the settings name and nobody has, with those of players who are called so."""
    unknown = unknown_ids(tournament)
    if not unknown or not tournament.players:
        return []
    ids = [f"{who} is {pid}" for who in unknown if (pid := _id_of(tournament, who))]
    hint = f"; ids are wanted: {', '.join(ids)}" if ids else ""
    return [f"the settings name players whom nobody registered: {', '.join(unknown)}{hint}"]


def _id_of(tournament: Tournament, who: str) -> str:
    """The id of the one player who is called so, or nothing."""
    try:
        return tournament.find(who).id
    except InputError:
        return ""


def _added_notes(before: Tournament, after: Tournament) -> list[str]:
    """Who is not entered for rounds that are new."""
    old, new = before.settings.rounds, after.settings.rounds
    away = [f"{p.name} ({p.id})" for p in after.players if new > old and p.rounds is not None and new not in p.rounds]
    if not away:
        return []
    some = first_few(away, MOST_NAMED)
    return [f"not entered for round {new}: {some}; to enter somebody: mcmahon player DIR ID --rounds all"]
