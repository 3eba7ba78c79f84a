"""The groups of a tournament, each placed by itself with the games of everybody against everybody; so is the final."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..tournament.games import Game
from ..tournament.systems.groups import letter
from ..tournament.tournament import Tournament
from .scores import score
from .stages import Stages, stages_of
from .standings import StandingsRow, ranked
from .sums import Sums
from .tie_breaks import plain_values


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group (`A`), or the final (blank): its players, best first, by its own rounds from `first` to `last`.

    `games` has for each row the game against the player of each row, None where there is none. `rows` have the places
    in the group and no rounds.
    """

    letter: str
    first: int
    last: int
    criteria: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    games: tuple[tuple[Game | None, ...], ...]


def group_tables(tournament: Tournament, after: int) -> list[GroupTable]:
    """The tables after a round that is published: of the final, if it plays by a table, then of the groups, from A.

    None where no groups are drawn.
    """
    stages = stages_of(tournament.settings)
    if stages is None or not after:
        return []
    groups = [(letter(k), group) for k, group in enumerate(stages.groups)]
    found = [_table(tournament, name, group, 1, min(after, stages.rounds)) for name, group in groups]
    return [*_final(tournament, stages, after), *found]


def _final(tournament: Tournament, stages: Stages, after: int) -> list[GroupTable]:
    if after <= stages.rounds or stages.final != "round-robin" or not stages.finalists:
        return []
    first = stages.rounds + 1 if stages.carry_over == "nothing" else 1
    return [_table(tournament, "", stages.finalists, first, after)]


def _table(tournament: Tournament, name: str, group: Sequence[str], first: int, last: int) -> GroupTable:
    sums, players = Sums(score(tournament, last), tournament.by_id()), tournament.by_id()
    criteria = tournament.settings.placing.order
    taking_part = {p.id for p in tournament.participants(last)}
    ordered, values = ranked(criteria, sums, [pid for pid in group if pid in taking_part])
    wins, rows = plain_values("WINS", sums), list[StandingsRow]()
    for equal in ordered:
        place = len(rows) + 1
        for pid in sorted(equal, key=lambda p: (-players[p].rank, -players[p].rating, p)):
            own = {c: values[c][pid] for c in criteria if pid in values[c]}
            player, mms = players[pid], sums.scores.mms(pid)
            rows.append(StandingsRow(len(rows) + 1, place, player, mms, int(wins[pid]), own, ()))
    met: dict[tuple[str, str], Game] = {}
    for drawn in tournament.rounds[first - 1 : last]:
        for game in drawn:
            met[game.players] = met[game.players[::-1]] = game
    ids = [row.player.id for row in rows]
    games = tuple(tuple(met.get((one, other)) for other in ids) for one in ids)
    return GroupTable(name, first, last, criteria, tuple(rows), games)
