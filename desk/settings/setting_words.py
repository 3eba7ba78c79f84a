"""Values of settings in words: as somebody types them into a form, and as a sentence tells a change."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from ...io.settings.settings_file import current, toml_value
from ...model.placing.tie_breaks import TIE_BREAKS, AnyTieBreak
from ...model.tournament.settings.settings import Settings, declared, redraws
from ...model.tournament.tournament import Tournament


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


def value_in_words(key: str, settings: Settings) -> str:
    """The value of a setting: `by rank`, `MMS, SOS`, `3d`; `nothing` if it is blank."""
    text = as_typed(current(settings, key)).replace("\n", ", ")
    return declared(key).name_of(text) or "nothing"


def change_in_words(key: str, before: Settings, after: Settings) -> str:
    """The change of a setting: `Handicap: by rank instead of by McMahon score`; blank if there is none."""
    old, new = value_in_words(key, before), value_in_words(key, after)
    return f"{declared(key).title}: {new} instead of {old}" if new != old else ""


def later_only(tournament: Tournament, names: Iterable[str]) -> list[str]:
    """A sentence that published rounds stay as they are, if one of these settings counts in a draw; else nothing."""
    published = len(tournament.published)
    if not published or not any(map(redraws, names)):
        return []
    rounds = "Round 1 stays as it was" if published == 1 else f"Rounds 1 to {published} stay as they were"
    return [f"{rounds} drawn; it counts from the next draw on."]


def tie_breaks_for(settings: Settings) -> Sequence[AnyTieBreak]:
    """The tie-breaks to choose from: those of matches of teams only if teams play."""
    of_teams = ("TEAMP", "SOST", "BDW")
    return [one for one in TIE_BREAKS.values() if settings.of_teams or not one.name.startswith(of_teams)]
