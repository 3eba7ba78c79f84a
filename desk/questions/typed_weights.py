"""Criteria and weights as a director types them: `club=50`."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.errors import InputError, wrong_argument
from ...model.pairing.profile import CRITERION_NAMES, GREATEST_WEIGHT
from ...model.tournament.numbers import parse_int


def criterion_named(text: str, names: Sequence[str] = CRITERION_NAMES) -> str:
    """The criterion that a word means: its name, or the only one that the word is part of. Raises InputError.

    Where one of several begins all the others, it is the one: `club` is same_club, not same_club_at_bar.
    """
    word = text.strip().lower().replace("-", "_").replace(" ", "_")
    found = [name for name in names if word == name] or [name for name in names if word and word in name]
    found = [name for name in found if all(other.startswith(name) for other in found)] or found
    if len(found) != 1:
        which = ", ".join(found or names)
        raise InputError(
            f"{f'{text!r} is ambiguous' if found else f'no criterion matches {text!r}'}; expected one of {which}"
        )
    return found[0]


def parse_weights(texts: Sequence[str]) -> dict[str, int]:
    """Weights by criterion out of `club=50`. Raises InputError."""
    found = {}
    for text in texts:
        name, equals, value = text.partition("=")
        weight = parse_int(value.strip())
        if not equals or weight is None or weight > GREATEST_WEIGHT:
            expected = f"a criterion and a weight from 0 to {GREATEST_WEIGHT}, such as club=50000"
            raise wrong_argument("varied", text, expected)
        found[criterion_named(name)] = weight
    return found
