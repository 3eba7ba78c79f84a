"""TRF files as chess servers write them, line by line in their columns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

Cells = Sequence[str]  # "3 w 1", "U", "H", "-", "" or "3 w" for a pair made by hand


def player_line(number: int, rating: int, points: float, cells: Cells, width: int = 4) -> str:
    """A player's line; start numbers have so many columns."""
    name, blank = f"Player {number}", " " * 28
    head = f"001 {number:{width}}      {name:33} {rating:4}{blank}{points:4.1f} {number % 10_000:4}"
    return (head + "".join(_cell(text, width) for text in cells)).rstrip()


def _cell(text: str, width: int) -> str:
    words = text.split()
    if len(words) < 2:
        return f"  {'0' * width if words else '':>{width}} {'-' if words else ' '} {words[0] if words else ' '}"
    return f"  {int(words[0]):{width}} {words[1]} {words[2] if len(words) > 2 else ' '}"


def trf(players: Mapping[int, Cells], rounds: int = 5, *more: str, width: int = 4, ending: str = "\n") -> bytes:
    """A file of such players by start number, with the points of their results; ratings fall with the numbers."""
    worth = {"1": 1.0, "=": 0.5, "+": 1.0, "U": 1.0, "H": 0.5, "F": 1.0}
    lines = ["012 An Open", f"XXR {rounds}", "XXC white1", *more]
    for number, cells in players.items():
        points = sum(worth.get(text[-1:], 0.0) if len(text.split()) != 2 else 0.0 for text in cells)
        lines.append(player_line(number, 2500 - number % 1000, points, cells, width))
    return (ending.join(lines) + ending).encode()
