"""What an installation has and lacks."""

from __future__ import annotations

import platform
from typing import TYPE_CHECKING, Annotated

from ..._version import __version__
from ..self_check import EXTRAS
from ..verb import Answer, told

if TYPE_CHECKING:
    from ..self_check import SelfCheck


class CheckAnswer(Answer, frozen=True):
    """One thing that was looked at."""

    name: Annotated[str, told("what it is")]
    ok: Annotated[bool, told("whether it works")]
    text: Annotated[str, told("what was found, in words")]
    core: Annotated[bool, told("whether no tournament can be run anywhere without it")]


class ExtraAnswer(Answer, frozen=True):
    """One optional part of the program."""

    installed: Annotated[bool, told("whether all its libraries are there")]
    adds: Annotated[str, told("what it adds, in words")]
    missing: Annotated[tuple[str, ...], told("the libraries that are missing or too old, in words")]


class SelfCheckAnswer(Answer, frozen=True):
    """Whether this installation works."""

    sound: Annotated[bool, told("whether rounds can be drawn and proven")]
    version: Annotated[str, told("version of the program")]
    python: Annotated[str, told("version of Python")]
    system: Annotated[str, told("the operating system")]
    checks: Annotated[tuple[CheckAnswer, ...], told("everything that was looked at")]
    extras: Annotated[
        dict[str, ExtraAnswer], told("the optional parts, by name; empty where the package is not installed")
    ]


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
