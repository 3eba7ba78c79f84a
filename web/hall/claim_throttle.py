"""How many wrong tokens somebody may try: 192 bits cannot be guessed, and whoever tries is slowed down all the same."""

from __future__ import annotations

import time
from collections import deque

MOST_WRONG = 20  # a minute and address; a right token is never refused
WINDOW = 60.0
MOST_ADDRESSES = 5000


class ClaimThrottle:
    """Wrong tokens by the address that they came from."""

    def __init__(self) -> None:
        self._wrong: dict[str, deque[float]] = {}

    def is_over(self, address: str) -> bool:
        """Note a wrong token; whether there have been too many."""
        now = time.monotonic()
        if len(self._wrong) >= MOST_ADDRESSES and address not in self._wrong:
            self._wrong.pop(next(iter(self._wrong)))
        own = self._wrong.setdefault(address, deque(maxlen=MOST_WRONG + 1))
        own.append(now)
        while now - own[0] > WINDOW:
            own.popleft()
        return len(own) > MOST_WRONG
