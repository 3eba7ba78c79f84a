"""Words, levels and elements of MacMahon's files by our names.

Levels are ranks as integers, with professionals above 9 dan, and the bars that are set by them.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from xml.etree.ElementTree import Element, SubElement

from ....model.tournament.games import Result
from ....model.tournament.person import Player
from ....model.tournament.ranks import STRONGEST, rank_name

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


LOWEST_LEVEL, MOST_PRO = -35, 10
_LEVEL = re.compile(r"(\d{1,2})[\s.\-]*(dan\s*pro|dan|kyu|pro|d|k|p)?", re.IGNORECASE)


def parse_level(text: str) -> int | None:
    """The level of `35k` to `9d` and `1p` to `10p`: ranks, with 1p as the one above 9 dan. None for anything else."""
    match = _LEVEL.fullmatch(text)
    if match is None:
        return None
    number, kind = int(match[1]), (match[2] or "k").lower()
    if kind[0] == "k":
        return -number if 1 <= number <= -LOWEST_LEVEL else None
    if kind in ("d", "dan"):
        return number - 1 if 1 <= number <= STRONGEST + 1 else None
    return STRONGEST + number if 1 <= number <= MOST_PRO else None


def level_name(level: int) -> str:
    """`35k` to `9d`, and `1p` and higher above."""
    return f"{level - STRONGEST}p" if level > STRONGEST else rank_name(level)


def player_level(player: Player) -> int:
    """The level of a player: that of the professional grade, else the rank."""
    return STRONGEST + player.pro if player.pro else player.rank


@dataclass(frozen=True, slots=True)
class Bars:
    """The upper and the lower bar as levels, None where there is none."""

    upper: int | None
    lower: int | None

    def start(self, level: int, quarters: int = 0, above: bool = False) -> int:
        """On which level somebody starts, by the own level, its adjustment and whether a member above the bar."""
        adjusted = level + quarters // 4
        if self.upper is not None and adjusted >= self.upper:
            return self.upper + above
        return adjusted if self.lower is None else max(adjusted, self.lower)

    def adjustment(self, level: int, wanted: int) -> tuple[int, bool]:
        """The quarter points, and whether above the bar, by which this level comes nearest to the wanted start."""
        above = self.upper is not None and wanted > self.upper
        within = self.upper if self.upper is not None and above else wanted
        return (0 if self.start(level, 0, above) == within + above else 4 * (within - level)), above


def typed(parent: Element, tag: str, version: int) -> Element:
    """A new element below, which says by which version of its type it is written."""
    return SubElement(parent, tag, typeversion=str(version))


def fill(parent: Element, values: Mapping[str, object]) -> None:
    """Add an element for each value."""
    for tag, value in values.items():
        SubElement(parent, tag).text = str(value).lower() if isinstance(value, bool) else str(value)
