"""What was read, written or computed last, so that it is not made a second time from what has not changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


class LastFew(Generic[Made]):
    """The last few values by what they were made from: the same objects, or equal texts and numbers.

    Only for values that nobody changes. Several threads may use one; at worst a value is made twice.
    """

    def __init__(self, most: int) -> None:
        self._known: deque[tuple[tuple[Any, ...], Made]] = deque(maxlen=most)

    def get(self, source: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """The value made from this source, made now where it is not known."""
        for known, value in tuple(self._known):
            if same(known, source):
                return value
        value = make()
        self._known.append((source, value))
        return value


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two values were made from the same."""
    return len(one) == len(other) and all(map(_same, one, other))


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, str | int) and type(one) is type(other) and one == other)
