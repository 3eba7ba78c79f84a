"""Boards as results are entered for them: a table where two players sit, or a board of the match of two teams."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from ..tournament.games import Game, Result


@dataclass(frozen=True, slots=True)
class BoardAt:
    """A game that has a result of its own: at a table, or of the `match` at it; then its players are members."""

    game: Game
    match: Game | None = None

    @property
    def table(self) -> int:
        """The number of the table."""
        return self.match.table if self.match else self.game.table

    @property
    def board(self) -> int:
        """The number of the board in its match; 0 where two players sit at the table."""
        return self.game.table if self.match else 0

    @property
    def place(self) -> str:
        """The table, with the board of a match: `3`, `3.2`."""
        return f"{self.table}.{self.board}" if self.match else str(self.table)

    @property
    def open(self) -> bool:
        """Whether its result is missing."""
        return self.game.result is Result.UNKNOWN

    @property
    def turned(self) -> bool:
        """Whether White here is of the match's Black."""
        return self.match is not None and any(b.turned for b in self.match.boards if b.game.table == self.board)

    @property
    def entrants(self) -> tuple[str, str]:
        """Whose game it is (ids), White's first: the players, or in a match their teams."""
        if self.match is None:
            return self.game.players
        return (self.match.black, self.match.white) if self.turned else self.match.players


def boards_at(games: Iterable[Game]) -> list[BoardAt]:
    """The boards of some tables, those of matches one by one. A match without boards has a result of its own."""
    found: list[BoardAt] = []
    for game in games:
        found += [BoardAt(b.game, game) for b in game.boards] or [BoardAt(game)]
    return found
