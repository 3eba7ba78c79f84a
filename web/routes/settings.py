"""All settings as forms, made from their own documentation."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from starlette.responses import Response

from ...desk.settings import ChangeSettings
from ...desk.settings import change as changed
from ...model.tournament.presets import PRESETS
from ...model.tournament.settings import SECTIONS, declarations
from ..visits import Visit


@dataclass(frozen=True, slots=True)
class SettingField:
    """A setting as a field: its dotted key, value and default as TOML, what it may be, what it means."""

    key: str
    value: str
    words: tuple[str, ...]
    flag: bool
    expected: str
    meaning: str
    preset: str


def show(visit: Visit) -> Response:
    """A section a card."""
    settings = visit.state.tournament.settings
    sections = [("", "The tournament")] + [(name, name.capitalize()) for name in SECTIONS if name != "decided"]
    shown = [(title, _fields(settings, name)) for name, title in sections]
    return visit.page("settings.html", sections=shown, preset=settings.preset)


def change(visit: Visit) -> Response:
    """Change what is different in the form."""
    now = {one.key: one.value for _, name in _sections() for one in _fields(visit.state.tournament.settings, name)}
    form = visit.form
    assignments = [
        f"{key}={form.text(key)}" for key in form.fields if key in now and form.text(key) != now[key].strip('"')
    ]
    request = ChangeSettings(assignments, replace=form.said("yes"))
    if not assignments:
        return visit.back("settings", "Nothing was different.")
    done = visit.do(
        lambda state: changed(state, request), f"desk: set {', '.join(a.split('=')[0] for a in assignments)}"
    )
    return visit.back("settings", *(f"{one.name}: {one.after}" for one in done.value), notes=visit.noted(done))


def _sections() -> list[tuple[str, str]]:
    return [("", ""), *((name, name) for name in SECTIONS if name != "decided")]


def _fields(settings: Any, section: str) -> list[SettingField]:
    owner = getattr(settings, section) if section else settings
    preset = PRESETS.get(settings.preset, {}).get(section, {})
    found = []
    for key, (kind, meaning) in declarations(section).items():
        value = kind.plain(getattr(owner, key))
        text = json.dumps(value, ensure_ascii=False)
        default = json.dumps(preset[key], ensure_ascii=False) if key in preset else ""
        name = f"{section}.{key}" if section else key
        found.append(SettingField(name, text, kind.words, isinstance(value, bool), kind.expected, meaning, default))
    return found
