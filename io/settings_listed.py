"""Every setting of a tournament in the order of `tournament.toml`, as lists of settings show it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from ..model.settings import SECTIONS, Settings, declarations
from .settings_file import plain_value


def listed_settings(settings: Settings) -> Iterator[tuple[str, Any, str]]:
    """Dotted name, value as a TOML file says it (points, not half points), and meaning of every setting.

    What the first draw decided is none of them: nobody sets it.
    """
    for section in ("", *SECTIONS):
        if section == "decided":
            continue
        owner = getattr(settings, section) if section else settings
        for key, (_, doc) in declarations(section).items():
            yield f"{section}.{key}" if section else key, plain_value(section, key, getattr(owner, key)), doc
