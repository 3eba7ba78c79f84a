"""Standings after any round: who is where, by which criteria, and the line of the result list (rules: 7 and 10)."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from .player import Player
from .scores import Entry, Kind, Scores, score
from .tie_breaks import TIE_BREAKS
from .tournament import Tournament


@dataclass(frozen=True, slots=True)
class Row:
    """One line: `line` counts on, `place` is shared by equals; values are multiples of each criterion's unit."""

    line: int
    place: int
    player: Player
    mms: int
    wins: int
    values: Mapping[str, int]
    rounds: tuple[str, ...]

    @property
    def shares_place(self) -> bool:
        """Whether somebody above has the same place, so that a result list leaves it empty."""
        return self.place != self.line


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round, best first; `provisional` when results are missing."""

    after_round: int
    criteria: tuple[str, ...]
    rows: tuple[Row, ...]
    provisional: bool


def standings(tournament: Tournament, after: int | None = None) -> Standings:
    """The standings after a round (by default the last that is not a draft), by the order of the settings."""
    scores = score(tournament, after)
    players = tournament.by_id()
    criteria = tournament.settings.placing.order
    values = {name: TIE_BREAKS[name].values(scores, players) for name in criteria}
    wins = TIE_BREAKS["WINS"].values(scores, players)
    keys = {p.id: tuple(-values[name][p.id] for name in criteria) for p in tournament.participants()}
    order = sorted(keys, key=lambda pid: (keys[pid], -players[pid].rank, -players[pid].rating, pid))
    lines = {pid: i for i, pid in enumerate(order, 1)}
    rows: list[Row] = []
    for pid in order:
        tied = rows and keys[rows[-1].player.id] == keys[pid]
        own = {name: values[name][pid] for name in criteria}
        games = tuple(game_cell(entry, lines) for entry in scores.entries[pid])
        place = rows[-1].place if tied else lines[pid]
        rows.append(Row(lines[pid], place, players[pid], scores.mms(pid), wins[pid], own, games))
    return Standings(rounds_counted(scores), criteria, tuple(rows), scores.provisional)


def rounds_counted(scores: Scores) -> int:
    """How many rounds the scores are made of."""
    return max((len(row) for row in scores.entries.values()), default=0)


def game_cell(entry: Entry, lines: Mapping[str, int]) -> str:
    """Opponent's line and `+` won, `-` lost, `=` jigo, `?` not known; `!` by default; `bye`; blank when absent."""
    if entry.kind is not Kind.GAME:
        return {Kind.BYE: "bye", Kind.ABSENT: "", Kind.UNPAIRED: "0-"}[entry.kind]
    sign = "?" if not entry.known else {2: "+", 1: "=", 0: "-"}[entry.wins]
    return f"{lines.get(entry.opponent, 0)}{sign}{'!' if entry.by_default else ''}"
