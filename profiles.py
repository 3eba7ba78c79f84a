"""The weight profile that somebody names: one of the program, or a file.

A path given by hand may lead anywhere. The settings of a folder may come from anybody: they name a profile of the
program, or a file beside them.
"""

from __future__ import annotations

from pathlib import Path

from .io.files import read_bytes, read_own
from .io.settings.toml_text import LARGEST_TEXT, parse_toml
from .model.errors import InputError, Problem
from .model.pairing.profile import Profile
from .model.tournament.tournament import Tournament
from .solver.profiles import load_profile, parse_profile, profile_names

MOST_WEIGHTS = 200


def profile_named(name: str, folder: Path | None = None) -> Profile:
    """The profile of this name, or in the file of this name or path (sought in the folder first).

    Raises InputError, and FolderError when the file cannot be read.
    """
    for base in (folder, Path()):
        path = (base or Path()) / name
        if name not in profile_names() and path.is_file():
            return _parsed(read_bytes(path, LARGEST_TEXT), name, path)
    return load_profile(name)


def profile_of(tournament: Tournament, folder: Path | None = None) -> Profile:
    """The profile that a tournament's settings name; a file stands beside them (or in the current folder, without one).

    Raises InputError, also for a path to somewhere else, and FolderError when the file cannot be read.
    """
    name = tournament.settings.pairing.profile
    if name in profile_names():
        return load_profile(name)
    path = (folder or Path()) / name
    if "/" in name or "\\" in name or Path(name).name != name:
        expected = "a profile of the program, or the name of a file beside tournament.toml"
        raise InputError([Problem("pairing.profile leads out of the folder:", str(path.parent), 0, "", name, expected)])
    if not path.is_file():
        known = ", ".join(profile_names())
        raise InputError(
            f"no weight profile is called {name!r}; expected one of {known}, or a file beside the settings"
        )
    return _parsed(read_own(path, LARGEST_TEXT), name, path)


def _parsed(data: bytes, name: str, path: Path) -> Profile:
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError([Problem("not a text in UTF-8", str(path))]) from None
    parse_toml(text, str(path), MOST_WEIGHTS)  # before the solver's parser, which has no bounds
    return parse_profile(text, name, str(path))
