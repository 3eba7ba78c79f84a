"""Example profiles for studies and tests, one TOML file each: rules over pairs, and tiers.

Directors have them as recipes in `docs/howto/example-profiles.md`.
"""

from __future__ import annotations

from functools import cache
from pathlib import Path

from mcmahon.io.settings.profiles import load_profile, parse_profile, profile_named
from mcmahon.model.pairing.profile import Profile

HOME = Path(__file__).parent
EXAMPLES = tuple(sorted(path.stem for path in HOME.glob("*.toml")))


def example_text(name: str) -> str:
    """The TOML of an example."""
    return (HOME / f"{name}.toml").read_text(encoding="utf-8")


@cache
def example_or_profile(name: str) -> Profile:
    """The example of this name, or the profile of the program. Raises InputError."""
    if name not in EXAMPLES:
        return load_profile(name)
    return parse_profile(example_text(name), name, f"{name}.toml")


def named_for_research(name: str, folder: Path = Path()) -> Profile:
    """The profile that a command of research names: in a file, of the program, or an example if no file is called so.

    Raises InputError, FolderError.
    """
    own = any((base / f"{name}.toml").exists() for base in (folder, Path()))
    return example_or_profile(name) if name in EXAMPLES and not own else profile_named(name, folder)
