"""What an installation has and lacks."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING

from ..._version import __version__
from ..self_check import EXTRAS
from .answer import Answer

if TYPE_CHECKING:
    from ..self_check import SelfCheck


class CheckAnswer(Answer, frozen=True):
    """One thing that was looked at.

    name: what it is
    ok: whether it works
    text: what was found, in words
    core: whether no tournament can be run anywhere without it
    """

    name: str
    ok: bool
    text: str
    core: bool


class ExtraAnswer(Answer, frozen=True):
    """One optional part of the program.

    installed: whether all its libraries are there
    adds: what it adds, in words
    missing: the libraries that are missing or too old, in words
    """

    installed: bool
    adds: str
    missing: tuple[str, ...]


class SelfCheckAnswer(Answer, frozen=True):
    """Whether this installation works.

    sound: whether rounds can be drawn and proven
    version: version of the program
    python: version of Python
    system: the operating system
    checks: everything that was looked at
    extras: the optional parts, by name; empty where the package is not installed
    """

    sound: bool
    version: str
    python: str
    system: str
    checks: tuple[CheckAnswer, ...]
    extras: dict[str, ExtraAnswer]


def self_check_answer(found: SelfCheck) -> SelfCheckAnswer:
    """What was looked at, with the versions of program, Python and system."""
    return SelfCheckAnswer(
        sound=found.sound,
        version=__version__,
        python=platform.python_version(),
        system=platform.platform(),
        checks=tuple(CheckAnswer(c.name, c.ok, c.text, c.core) for c in found.checks),
        extras={
            name: ExtraAnswer(not missing, EXTRAS[name], tuple(map(str, missing)))
            for name, missing in found.missing.items()
        },
    )
