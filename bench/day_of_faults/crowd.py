"""The people of one minute, who act at once."""

from __future__ import annotations

from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field

from .hall import Hall
from .people import Network, Said, SomeResults, Wish


@dataclass(slots=True)
class Crowd:
    """Who wishes what; `said` is how each was answered last."""

    hall: Hall
    wishes: Sequence[tuple[str, Wish]]
    network: Network = Network.FINE
    kills: int = 0  # of the commands in terminals: the call at which each is killed, 0 for none
    ports: Sequence[int] = ()
    said: dict[int, Said] = field(default_factory=dict)
    _pool: ThreadPoolExecutor = field(default_factory=lambda: ThreadPoolExecutor(12))
    _begun: list[object] = field(default_factory=list)

    def start(self) -> None:
        """Everybody begins."""
        self._begun = [self._pool.submit(self._one, k) for k in range(len(self.wishes))]

    def wait(self) -> None:
        """Until everybody was answered, or has given up."""
        for one in self._begun:
            one.result()  # type: ignore[attr-defined]
        self._begun = []

    def act(self) -> None:
        """All of it."""
        self.start()
        self.wait()

    def _one(self, k: int) -> None:
        who, wish = self.wishes[k]
        port = self.ports[k % len(self.ports)] if self.ports else self.hall.port
        if who == "terminal":
            self.said[k] = self.hall.terminal(wish.words(), kill_at=self.kills)
        elif who == "phone":
            assert isinstance(wish, SomeResults)
            self.said[k] = self.hall.phones(wish, self.network, port)
        else:
            self.said[k] = self.hall.browser(wish, self.network, port)
