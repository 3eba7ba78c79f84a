"""Wrong tokens are counted by address and minute, in a memory that has an end."""

from __future__ import annotations

import pytest
from mcmahon.web import doors
from mcmahon.web.doors import MOST_WRONG, WINDOW, ClaimThrottle


class Clock:
    """A clock that the test sets."""

    now = 1000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    made = Clock()
    monkeypatch.setattr(doors, "time", made)
    return made


def test_so_many_are_tried_a_minute_and_no_more(clock: Clock) -> None:
    tried = ClaimThrottle()
    assert [tried.is_over("a") for _ in range(MOST_WRONG + 1)] == [False] * MOST_WRONG + [True]
    assert not tried.is_over("b"), "another address has its own"
    clock.now += WINDOW
    assert tried.is_over("a")
    clock.now += 1
    assert not tried.is_over("a"), "those of more than a minute ago count no more"


def test_the_address_that_came_first_is_forgotten_where_there_are_too_many(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(doors, "MOST_ADDRESSES", 2)
    tried = ClaimThrottle()
    for address in ("a", "b"):
        assert [tried.is_over(address) for _ in range(MOST_WRONG)] == [False] * MOST_WRONG
    assert tried.is_over("b"), "who is known puts nobody out"
    assert tried.is_over("a")
    assert not tried.is_over("c")
    assert [tried.is_over(address) for address in ("b", "a")] == [True, False]
