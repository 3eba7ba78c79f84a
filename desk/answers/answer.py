"""What all answers share: values that never change, with nothing in them that their type does not name."""

from __future__ import annotations

from typing import Any

import msgspec


class Answer(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An answer, or part of one. Players are named by id, a string.

    The docstring of each says what its keys mean, a line a key, with the unit; docs/reference/json.md is made of
    these lines.
    """


def plain(answer: object) -> Any:
    """An answer, or a list of answers, as dicts and tuples in the order of the fields."""
    return msgspec.to_builtins(answer)
