"""Prints what an installation has and lacks."""

from __future__ import annotations

import platform
from collections.abc import Sequence
from typing import TYPE_CHECKING

from ..._version import __version__
from ...desk.self_check import EXTRAS

if TYPE_CHECKING:
    from ...desk.self_check import Library, SelfCheck


def checks_text(found: SelfCheck) -> str:
    """A line for each check and each extra, then the conclusion."""
    lines = [f"mcmahon {__version__}, Python {platform.python_version()}, {platform.platform()}"]
    for check in found.checks:
        lines.append(f"{'ok' if check.ok else 'NO' if check.core else 'no':4}{check.name}: {check.text}")
    lines += [_extra_line(name, missing) for name, missing in found.missing.items()]
    good = "Everything works." if all(check.ok for check in found.checks) else "Rounds can be drawn."
    return "\n".join([*lines, good if found.sound else "This installation does not work."])


def _extra_line(name: str, missing: Sequence[Library]) -> str:
    if not missing:
        return f"ok  extra {name}: {EXTRAS[name]}"
    lacks = ", ".join(library.name for library in missing)
    hint = f"to install it, in a clone of the project: pip install '.[{name}]'"
    return f"-   extra {name}: would add {EXTRAS[name]} (missing: {lacks}; {hint})"
