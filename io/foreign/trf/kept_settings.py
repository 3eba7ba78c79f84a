"""Settings of points, places, handicaps and who may meet, in comments: `### mcmahon: set=points.bye value=0.5`.

Values are JSON. Nothing that names a player is among them: start numbers are not ids.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import fields
from functools import cache
from typing import Any

from ....model.tournament.settings import SECTIONS, Settings
from ....model.tournament.tournament import Tournament
from ...settings.settings_file import new_settings_text, parse_settings
from ..foreign import Report
from .lines import TrfFile

ORDER = "placing.order"
#: What is kept of a section; all of it where nothing is named.
KEPT: Mapping[str, tuple[str, ...]] = {
    "handicap": (),
    "points": (),
    "placing": (),
    "pairing": (
        "seeding", "draw_down", "draw_up", "even_at_bar", "default_is_met", "rounding", "max_difference",
        "max_handicap", "families", "geography_at_bar", "meet_again",
    ),
}  # fmt: skip


@cache
def _usual() -> Settings:
    """What a file without such comments is read as."""
    return parse_settings(new_settings_text("swiss", {}), "trf")


@cache
def _kinds() -> dict[str, Any]:
    """The kind of each setting that is kept, by its name."""
    return {
        f"{section}.{f.name}": f.metadata["kind"]
        for section, names in KEPT.items()
        for f in fields(SECTIONS[section])
        if not names or f.name in names
    }


def setting_comments(tournament: Tournament) -> Iterator[dict[str, str]]:
    """The words of a comment for each setting that differs from the usual ones; the order of places always has one.

    Where places rest on what no TRF file says (cups, groups, boards of teams), one says so.
    """
    settings = tournament.settings
    if tournament.cups or settings.groups.number or settings.of_teams:
        yield {"places": "not by these rounds alone"}
    for key, kind in _kinds().items():
        section, _, name = key.partition(".")
        value, usual = (getattr(getattr(own, section), name) for own in (settings, _usual()))
        if value != usual or key == ORDER:
            yield {"set": key, "value": json.dumps(kind.plain(value), ensure_ascii=False)}


def kept_settings(file: TrfFile, report: Report) -> dict[str, Any]:
    """The settings in such comments; a value that a setting cannot have is reported and left out."""
    found: dict[str, Any] = {}
    for note in file.notes_with("set", "value"):
        key, kind = note["set"], _kinds().get(note["set"])
        try:
            value = json.loads(note["value"])
            if kind is None or kind.parse(value) is None:
                raise ValueError(key)
        except (ValueError, TypeError, AttributeError, ArithmeticError, RecursionError):
            report.add("comments that cannot be read", f"set={key}")
        else:
            found[key] = value
    return found


def has_order(file: TrfFile) -> bool:
    """Whether a file says what its places go by."""
    return any(note["set"] == ORDER for note in file.notes_with("set", "value"))


def has_places(file: TrfFile) -> bool:
    """Whether the places of a file follow from its rounds."""
    return not file.notes_with("places")
