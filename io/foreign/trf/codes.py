"""What both directions of TRF share: columns, letters of rounds, texts on one line."""

from __future__ import annotations

#: Columns of a player's line before those of the rounds, and of each round.
BEFORE_ROUNDS, CELL = 89, 10
MOST_PLAYERS = 9999
#: Of a start number, where a file says that they are wider than four; and a number that nobody can have.
MOST_DIGITS = 9
NOBODY = 10**MOST_DIGITS
#: The letters of a round without a game, and the half points of each; the bye is `U`, and worth what line 162 says.
FREE = {"F": 2, "H": 1, "Z": 0}
#: Columns of our further titles of registrations.
EXTRA = {"sex": slice(9, 10), "title": slice(10, 13), "birth": slice(69, 79)}


def one_line(text: str) -> str:
    """A text on one line: single blanks, no signs that cannot be printed."""
    return "".join(c if c.isprintable() else "_" for c in " ".join(text.split()))
