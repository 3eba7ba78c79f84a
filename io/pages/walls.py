"""Pages for a wall or a projector, which turn over by themselves: boards by table, players by name, standings.

Each set begins with a page of its own and comes back to it. The files are the same for every round, so that a screen in
the hall goes on from round to round wherever it stands.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ...model.tournament.games import Round
from .crosstable import standing_rows
from .rounds import board, places, without_board
from .site import Site

TURN = 60  # seconds until a screen shows the same page again
LONGEST, SHORTEST = 15, 5  # seconds of one page


@dataclass(frozen=True, slots=True)
class Grid:
    """How many lines a screen carries: at most so many columns and rows; up to `first` lines take one column less."""

    columns: int
    rows: int
    first: int

    def pages(self, count: int) -> int:
        """Over how many screens so many lines go."""
        return max(1, -(-count // (self.columns * self.rows)))

    def of(self, count: int) -> tuple[int, int]:
        """Columns and rows for so many lines on one screen."""
        columns = max(1, min(self.columns, -(-count // self.first)))
        return columns, max(-(-count // columns), 1)


BOARDS, NAMES, PLACES = Grid(2, 24, 8), Grid(4, 30, 14), Grid(3, 26, 14)


def add_walls(site: Site) -> None:
    """Add the pages for a wall: those of the last round, and the standings."""
    last = site.rounds[-1] if site.rounds else None
    title = f"Round {last.number}" if last else "Welcome"
    boards, names = (_boards(site, last), places(site, last)) if last else ([], [])
    most = max((_lines(drawn) for drawn in site.rounds), default=0)
    seated = max((2 * len(drawn.games) + len(drawn.byes) + len(drawn.unpaired) for drawn in site.rounds), default=0)
    start = site.start_of(last.number if last else 1)
    _add(site, "wall", title, BOARDS, boards, most, kind="boards", start=start, what="Tables")
    _add(site, "wall-names", title, NAMES, names, seated, kind="names", start=start, what="Names")
    rows = standing_rows(site)
    standing = f"Standings after round {site.standings.after_round}" if site.rounds else "Players"
    _add(site, "wall-standings", standing, PLACES, rows, len(rows), kind="places", start="", what="Places")


def _boards(site: Site, drawn: Round) -> list[dict[str, Any]]:
    """Boards, and behind them those without one."""
    lines = [board(site, game, drawn.number) for game in drawn]
    for label, people in without_board(site, drawn):
        lines += [{"table": 0, "handicap": 0, "label": label, "player": person} for person in people]
    return lines


def _lines(drawn: Round) -> int:
    return len(drawn.games) + len(drawn.byes) + len(drawn.unpaired)


def _add(site: Site, stem: str, title: str, grid: Grid, lines: Sequence[Any], most: int, **values: Any) -> None:
    """A set of pages that follow each other.

    Where an earlier round needed more of them, these stay and show the first part: a screen may still turn to one.
    """
    count = grid.pages(len(lines))
    size = -(-len(lines) // count)
    parts = [lines[k * size : (k + 1) * size] for k in range(count)]
    seconds = max(SHORTEST, min(LONGEST, TURN // count))
    for k in range(max(count, grid.pages(most))):
        part = parts[k] if k < count else parts[0]
        columns, rows = grid.of(len(part) if count == 1 else size)
        following = _file(stem, k + 1 if k + 1 < count else 0)
        turn = {"following": following, "seconds": seconds, "number": k + 1 if k < count else 1, "count": count}
        site.add(_file(stem, k), "wall.html", title, lines=part, columns=columns, rows=rows, turn=turn, **values)


def _file(stem: str, k: int) -> str:
    return f"{stem}-{k + 1}.html" if k else f"{stem}.html"
