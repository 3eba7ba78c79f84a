"""What was read, written or computed last, so that it is not made a second time from what has not changed."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from threading import Lock
from typing import Any, Generic, TypeVar

Made = TypeVar("Made")


def same(one: tuple[Any, ...], other: tuple[Any, ...]) -> bool:
    """Whether two values were made from the same."""
    return len(one) == len(other) and all(map(_same, one, other))


def _same(one: Any, other: Any) -> bool:
    return one is other or (isinstance(one, str | int) and type(one) is type(other) and one == other)


class LastFew(Generic[Made]):
    """The last few values, which nobody changes, by the objects, texts and numbers that they were made from."""

    def __init__(self, most: int, is_known: Callable[[tuple[Any, ...], tuple[Any, ...]], bool] = same) -> None:
        self._known: deque[tuple[tuple[Any, ...], Made]] = deque(maxlen=most)
        self._is_known, self._lock = is_known, Lock()

    def get(self, source: tuple[Any, ...], make: Callable[[], Made]) -> Made:
        """The value made from this source, made now where it is not known."""
        with self._lock:
            entries = tuple(self._known)
        for known, value in entries:
            if self._is_known(known, source):
                return value
        value = make()
        with self._lock:
            self._known.append((source, value))
        return value
