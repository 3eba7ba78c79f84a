"""MacMahon's levels: ranks as integers, with professionals above 9 dan, and the bars that are set by them."""

from __future__ import annotations

import re
from dataclasses import dataclass

from ....model.tournament.player import Player
from ....model.tournament.ranks import STRONGEST, rank_name

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
        return (0 if self.start(level) == within else 4 * (within - level)), above
