"""Lists with commas from the command line: words, numbers, names of engines."""

from __future__ import annotations

from collections.abc import Collection

from mcmahon.model.errors import InputError

from .engines.all_engines import ENGINES


def words(text: str) -> list[str]:
    """The words of a list."""
    return [word.strip() for word in text.split(",") if word.strip()]


def numbers(text: str, option: str) -> list[int]:
    """The whole numbers of a list. Raises InputError that names the option."""
    try:
        return [int(word) for word in words(text)]
    except ValueError:
        raise InputError(f"{option} {text!r}; expected whole numbers separated by commas") from None


def engine_names(text: str, known: Collection[str] = ENGINES.keys()) -> list[str]:
    """The engines of a list. Raises InputError."""
    names = words(text)
    unknown = [name for name in names or [""] if text.strip() and name not in known]
    if unknown:
        raise InputError(f"unknown engine {unknown[0]!r}; expected one or more of {', '.join(known)}")
    return names
