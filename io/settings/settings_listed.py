"""Every setting of a tournament in the order of `tournament.toml`, as lists of settings show it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ...model.tournament.settings import SECTIONS, Settings, declarations
from .settings_file import plain_value

#: The sections with settings that people set; what the first draw decided is none of them.
SET_BY_PEOPLE = ("", *(section for section in SECTIONS if section != "decided"))


def listed_settings(settings: Settings, sections: Iterable[str] = SET_BY_PEOPLE) -> Iterator[tuple[str, Any, str]]:
    """Dotted name, value as a TOML file says it (points, not half points), and meaning of every setting.

    The section without a name has those at the top.
    """
    for section in sections:
        owner = getattr(settings, section) if section else settings
        for key, (_, doc) in declarations(section).items():
            yield f"{section}.{key}" if section else key, plain_value(section, key, getattr(owner, key)), doc
