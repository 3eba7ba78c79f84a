"""Placings inside sections (band, club or a column) in the overall order; groups and finals by their own games."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Sequence
from dataclasses import dataclass

from ..errors import InputError, Problem
from ..language import first_few
from ..tournament.games import Game
from ..tournament.person import column_values
from ..tournament.ranks import rank_name
from ..tournament.tournament import Tournament
from .scores import score
from .stages import CONSOLATION, letter, stages_of
from .standings import Standings, StandingsRow, by_line, ranked
from .sums import Sums
from .tie_breaks import plain_values, value_text


@dataclass(frozen=True, slots=True)
class StandingsSection:
    """Part of the standings in their order; `places` counts inside the section, shared where the overall place is."""

    title: str
    rows: tuple[StandingsRow, ...]
    places: tuple[int, ...]


def sections(standings: Standings, by: str) -> list[StandingsSection]:
    """The sections by `band`, `group`, `stage` or any column; who has none is in none. Raises InputError."""
    if by.casefold() == "stage":
        return _stages(standings)
    members: dict[str, list[StandingsRow]] = {}
    titles: dict[str, str] = {}
    for row, texts in zip(standings.rows, texts_of(standings, by), strict=True):
        for key, text in {text_key(text): text for text in texts if text}.items():
            titles.setdefault(key, text)
            members.setdefault(key, []).append(row)
    if by.casefold() == "band":
        start = standings.sums.scores.start
        keys = sorted(members, key=lambda key: -start[members[key][0].player.id])
        return [
            _section(f"band {titles[key]} ({rank_range([row.player.rank for row in members[key]])})", members[key])
            for key in keys
        ]
    keys = sorted(members, key=_natural)
    if by.casefold() == "rank":
        keys.sort(key=lambda key: -members[key][0].player.rank)
    return [_section(f"{by} {titles[key]}", members[key]) for key in keys]


def _stages(standings: Standings) -> list[StandingsSection]:
    """The groups while they play, each ranked by itself; then the final and the consolation. Raises InputError."""
    scores, number = standings.sums.scores, max(standings.after_round, 1)
    stages = stages_of(scores.settings)
    if stages is None:
        raise InputError([Problem("no groups have been drawn", value="stage", expected="a draw with groups.number")])
    rows = {row.player.id: row for row in standings.rows}
    members: dict[str, list[str]] = {}
    for pid, part in zip(rows, stages.names(rows, number), strict=True):
        members.setdefault(part, []).append(pid)
    found = []
    for part in sorted(members, key=lambda part: (part == CONSOLATION, _natural(part))):
        places: list[int] = []
        order: list[str] = []
        placed = [pid for pid in members[part] if rows[pid].place]
        for equal in ranked(standings.criteria, standings.sums, placed)[0]:
            places += [len(order) + 1] * len(equal)
            order += sorted(equal, key=lambda pid: rows[pid].line)
        order += (pid for pid in members[part] if not rows[pid].place)
        places += [0] * (len(order) - len(places))
        found.append(StandingsSection(part, tuple(rows[pid] for pid in order), tuple(places)))
    return found


def without_section(standings: Standings, by: str) -> int:
    """How many players have nothing in a column, and so are in no section."""
    if by.casefold() == "stage":
        return 0
    return sum(not any(texts) for texts in texts_of(standings, by))


def section_of(standings: Standings, by: str, value: str) -> StandingsSection:
    """The one section of those who have this value. Raises InputError when nobody has it."""
    texts = texts_of(standings, by)
    rows = [r for r, own in zip(standings.rows, texts, strict=True) if text_key(value) in map(text_key, own)]
    if not rows:
        known = first_few(sorted({text for own in texts for text in own if text}), 20)
        raise InputError([Problem(f"no player has {by} =", value=value, expected=f"one of {known}")])
    return _section(f"{by} = {value}", rows)


def texts_of(standings: Standings, by: str) -> list[tuple[str, ...]]:
    """What each player of the standings has in a column; groups, and what several people have, are several."""
    players = [row.player for row in standings.rows]
    if by.casefold() == "band":
        start = standings.sums.scores.start
        return [(value_text(start[p.id], 2),) for p in players]
    if by.casefold() in ("group", "groups", "family"):
        return [p.families for p in players]
    return [texts or ("",) for texts in column_values(by, players)]


def _natural(key: str) -> list[tuple[bool, int, str]]:
    """An order in which 2 comes before 10."""
    return [(part.isdecimal(), int(part) if part.isdecimal() else 0, part) for part in re.split(r"(\d+)", key)]


def text_key(text: str) -> str:
    """By what values are the same: `yes` and `Yes `, but not `1.5` and `15`."""
    return " ".join(unicodedata.normalize("NFC", text).casefold().split())


def _section(title: str, rows: Sequence[StandingsRow]) -> StandingsSection:
    places: list[int] = []
    for k, row in enumerate(rows):
        shared = k > 0 and rows[k - 1].place == row.place
        places.append(places[-1] if shared else k + 1 if row.place else 0)
    return StandingsSection(title, tuple(rows), tuple(places))


def rank_range(ranks: Sequence[int]) -> str:
    """`5d` or `7d-5d`."""
    strongest, weakest = rank_name(max(ranks)), rank_name(min(ranks))
    return strongest if strongest == weakest else f"{strongest}-{weakest}"


@dataclass(frozen=True, slots=True)
class GroupTable:
    """A group (`A`) or the final (blank): players, best first, by their rounds from `first` to `last`.

    `games` has the game of each row against each column, or None; `rows` have places in the group, no rounds.
    """

    letter: str
    first: int
    last: int
    criteria: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    games: tuple[tuple[Game | None, ...], ...]


def group_tables(tournament: Tournament, after: int) -> list[GroupTable]:
    """The tables after a published round: of the final, if it has one, then of the groups, from A."""
    stages = stages_of(tournament.settings)
    if stages is None or not after:
        return []
    last = min(after, stages.rounds)
    sums = Sums(score(tournament, last), tournament.by_id())
    found = [_table(tournament, letter(k), group, (1, last), sums) for k, group in enumerate(stages.groups)]
    if after > stages.rounds and stages.final == "round-robin" and stages.finalists:
        first = stages.rounds + 1 if stages.carry_over == "nothing" else 1
        sums = Sums(score(tournament, after), tournament.by_id())
        found.insert(0, _table(tournament, "", stages.finalists, (first, after), sums))
    return found


def _table(tournament: Tournament, name: str, group: Sequence[str], rounds: tuple[int, int], sums: Sums) -> GroupTable:
    (first, last), players = rounds, tournament.by_id()
    criteria = tournament.settings.placing.order
    taking_part = {p.id for p in tournament.participants(last)}
    here = [pid for pid in group if pid in taking_part]
    ordered, values = ranked(criteria, sums, [pid for pid in here if not players[pid].disqualified])
    wins, rows = plain_values("WINS", sums), list[StandingsRow]()
    for equal in [*ordered, [pid for pid in here if players[pid].disqualified]]:
        place = 0 if equal and players[equal[0]].disqualified else len(rows) + 1
        for pid in by_line(equal, players):
            own = {c: values[c][pid] for c in criteria if pid in values[c]}
            player, mms = players[pid], sums.scores.mms(pid)
            rows.append(StandingsRow(len(rows) + 1, place, player, mms=mms, wins=int(wins[pid]), values=own, rounds=()))
    met: dict[tuple[str, str], Game] = {}
    for drawn in tournament.rounds[first - 1 : last]:
        for game in drawn:
            met[game.players] = met[game.players[::-1]] = game
    ids = [row.player.id for row in rows]
    games = tuple(tuple(met.get((one, other)) for other in ids) for one in ids)
    return GroupTable(name, first, last, criteria, tuple(rows), games)
