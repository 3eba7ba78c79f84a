"""What MacMahon's files call things, by our names."""

from __future__ import annotations

import re

from ....model.tournament.games import Result

#: Results as the file writes them, Black first.
RESULTS = {
    "1-0": Result.BLACK, "0-1": Result.WHITE, "½-½": Result.JIGO, "0-0": Result.BOTH_LOSE, "1-1": Result.BOTH_WIN,
    "?-?": Result.UNKNOWN,
}  # fmt: skip
CRITERIA = {
    "Score": "MMS", "ScoreX": "SCOREX", "Points": "WINS", "SOS": "SOS", "SOSOS": "SOSOS", "SODOS": "SODOS",
    "Rank": "RANK", "Rating": "RATING",
}  # fmt: skip
#: What MacMahon always does, by our settings.
ALWAYS = {
    "points.bye": 1,
    "points.bye_wins": 1,
    "points.absence": 0.5,
    "points.round_down": "none",
    "pairing.even_at_bar": False,
}
_NUMBER = re.compile(r"0*([1-9][0-9]{0,8})")


def plain_number(text: str | None) -> str:
    """A positive whole number as text without zeros before it, as ids and pins are; empty for anything else."""
    match = _NUMBER.fullmatch((text or "").strip())
    return match[1] if match else ""
