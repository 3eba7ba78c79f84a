"""Standings after any round: who is where, by which criteria, and the line of the result list (rules: 7 and 10)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import InputError
from ..last_few import LastFew
from ..tournament.games import Result
from ..tournament.person import Player
from ..tournament.tournament import Tournament
from ..ways import Way
from .scores import RoundKind, RoundScore, Scores, score, totals_after
from .stages import stages_of
from .sums import Sums, Value, Vector
from .tie_breaks import TIE_BREAKS, AmongTied, plain_values


@dataclass(frozen=True, slots=True)
class StandingsRow:
    """One line: `line` counts on, `place` is shared by equals, `mms` and `wins` are in half points.

    Who is disqualified, or left an all-play-all too early, stands after all others with the place 0.

    `values` are multiples of 1/unit of each criterion; one that compares tied players has none for a player whom nobody
    was tied with. `rounds` are the games as `game_cell` writes them.
    """

    line: int
    place: int
    player: Player
    mms: int
    wins: int
    values: Mapping[str, Value]
    rounds: tuple[str, ...]

    def text(self, name: str) -> str:
        """What it has of a criterion, as lists print it; blank for a comparison of tied players if there were none."""
        value = self.values.get(name)
        if value is None:
            value = {"MMS": self.mms, "WINS": self.wins}.get(name)
        return "" if value is None else TIE_BREAKS[name].text(value)

    @property
    def shares_place(self) -> bool:
        """Whether somebody above has the same place, so that a result list leaves it empty."""
        return 0 < self.place != self.line

    @property
    def place_text(self) -> str:
        """The place as a result list prints it: blank if somebody above shares it, a dash for no place."""
        if not self.place:
            return "–"
        return "" if self.shares_place else str(self.place)


@dataclass(frozen=True, slots=True)
class Standings:
    """The standings after a round, best first; `finalists` are placed before all others once a final has begun."""

    after_round: int
    criteria: tuple[str, ...]
    rows: tuple[StandingsRow, ...]
    provisional: bool
    sums: Sums
    finalists: frozenset[str] = frozenset()

    @property
    def beside(self) -> list[str]:
        """The criteria that have a column wherever standings are shown, though nobody is placed by them."""
        return [name for name, one in TIE_BREAKS.items() if one.always and name not in self.criteria]

    @property
    def own_columns(self) -> list[str]:
        """The criteria that have a column because they place, besides those that always have one."""
        return [name for name in self.criteria if not TIE_BREAKS[name].always]

    @property
    def columns(self) -> list[str]:
        """All criteria that have a column: those that always have one, then the others in their order."""
        return [*(name for name, one in TIE_BREAKS.items() if one.always), *self.own_columns]


_known: LastFew[Standings] = LastFew(4)


def standings(tournament: Tournament, after: int | None = None) -> Standings:
    """The standings after a round, by default the last published. Raises InputError for a draft or no round."""
    if after and tournament.round(after).draft:
        raise InputError(f"round {after} is still a draft", Way("to publish it", "publish-round"))
    source = (tournament.settings, tournament.players, tournament.cups, after, *tournament.rounds)
    return _known.get(source, lambda: _standings(tournament, after))


def _standings(tournament: Tournament, after: int | None) -> Standings:
    scores = score(tournament, after)
    players = tournament.by_id()
    criteria = tournament.settings.placing.order
    members = tournament.placed(after)
    early = left_early(members, scores)
    scores = without_games_of(early, scores) if early else scores
    sums = Sums(scores, players)
    unplaced_ids = {p.id for p in members if p.disqualified} | early
    groups, values = _ranked_by_part(criteria, sums, [p.id for p in members if p.id not in unplaced_ids])
    order = [pid for group in groups for pid in by_line(group, players)]
    order += by_line(unplaced_ids, players)
    lines = {pid: i for i, pid in enumerate(order, 1)}
    places: dict[str, int] = {}
    for group in groups:
        places |= dict.fromkeys(group, len(places) + 1)
    wins = plain_values("WINS", sums)
    rows = tuple(
        StandingsRow(
            line=lines[pid],
            place=places.get(pid, 0),
            player=players[pid],
            mms=scores.mms(pid),
            wins=int(wins[pid]),
            values={name: values[name][pid] for name in criteria if pid in values[name]},
            rounds=tuple(game_cell(entry, lines) for entry in scores.entries[pid]),
        )
        for pid in order
    )
    return Standings(scores.rounds, criteria, rows, scores.provisional, sums, _finalists(scores))


def left_early(members: Sequence[Player], scores: Scores) -> frozenset[str]:
    """Who has left an all-play-all after fewer than half of the games, if the setting leaves these out (FIDE 6.6)."""
    settings = scores.settings
    if not (settings.placing.half_played and settings.pairing.all_play_all):
        return frozenset()
    free = settings.rounds // len(members) if len(members) % 2 else 0  # rounds with the bye
    games = settings.rounds - free
    played = {p.id: sum(entry.played for entry in scores.entries[p.id]) for p in members if p.has_left}
    return frozenset(pid for pid, count in played.items() if 2 * count < games)


def without_games_of(players: frozenset[str], scores: Scores) -> Scores:
    """The scores without the games of these players, which are rounds without a game for their opponents."""
    nothing = RoundScore(RoundKind.UNPAIRED)
    counted = {
        pid: tuple(nothing if pid in players or entry.opponent in players else entry for entry in row)
        for pid, row in scores.counting.items()
    }
    totals = {pid: totals_after(scores.start[pid], row, scores.settings) for pid, row in counted.items()}
    return replace(scores, counted=counted, mms_after=totals)


def unplaced(table: Standings, player: Player) -> StandingsRow:
    """The line of somebody who does not stand in a table, because their first round comes later: without a place."""
    return StandingsRow(0, 0, player, mms=table.sums.scores.mms(player.id), wins=0, values={}, rounds=())


def by_line(equal: Iterable[str], players: Mapping[str, Player]) -> list[str]:
    """Players who share a place in the order of their lines: by rank, rating, id."""
    return sorted(equal, key=lambda p: (-players[p].rank, -players[p].rating, p))


def _finalists(scores: Scores) -> frozenset[str]:
    stages = stages_of(scores.settings)
    return frozenset() if stages is None or scores.rounds <= stages.rounds else frozenset(stages.finalists)


def _ranked_by_part(
    criteria: Sequence[str], sums: Sums, members: Sequence[str]
) -> tuple[list[list[str]], dict[str, Vector]]:
    """The same as `ranked`; once a final has begun, its players are placed before all others."""
    finalists = _finalists(sums.scores)
    if not finalists:
        return ranked(criteria, sums, members)
    parts = [[pid for pid in members if (pid in finalists) == first] for first in (True, False)]
    found = [ranked(criteria, sums, part) for part in parts if part]
    values: dict[str, Vector] = {
        name: {pid: value for _, own in found for pid, value in own[name].items()} for name in criteria
    }
    return [group for groups, _ in found for group in groups], values


def in_group(tournament: Tournament, group: Sequence[str], after: int) -> list[list[str]]:
    """The players of a group, best first, equal ones together, by the rounds until then and by them alone."""
    sums = Sums(score(tournament, after), tournament.by_id())
    return ranked(tournament.settings.placing.order, sums, group)[0]


def ranked(criteria: Sequence[str], sums: Sums, members: Sequence[str]) -> tuple[list[list[str]], dict[str, Vector]]:
    """Groups of equal players, best first, as each criterion splits them further; and all values by criterion."""
    values: dict[str, Vector] = {
        name: plain_values(name, sums) for name in criteria if not isinstance(TIE_BREAKS[name], AmongTied)
    }
    groups = [list(members)]
    for k, name in enumerate(criteria):
        criterion = TIE_BREAKS[name]
        if isinstance(criterion, AmongTied):
            plain = [values[later] for later in criteria[k + 1 :] if later in values]
            later = {pid: tuple(vector[pid] for vector in plain) for pid in members}
            compared = [criterion.among(sums, group, later) for group in groups if len(group) > 1]
            values[name] = {pid: value for vector in compared for pid, value in vector.items()}
        groups = [part for group in groups for part in _split(group, values[name])]
    return groups, {name: values[name] for name in criteria}


def _split(group: Sequence[str], values: Vector) -> list[list[str]]:
    if len(group) == 1:
        return [list(group)]
    by_value: dict[Value, list[str]] = {}
    for pid in group:
        by_value.setdefault(values[pid], []).append(pid)
    return [by_value[value] for value in sorted(by_value, reverse=True)]


_GAME, _UNKNOWN, _VOID = RoundKind.GAME, Result.UNKNOWN, Result.VOID
_WITHOUT_GAME = {RoundKind.BYE: "bye", RoundKind.ABSENT: "", RoundKind.UNPAIRED: "0-"}
_SIGNS = {2: "+", 1: "=", 0: "-"}


def game_cell(entry: RoundScore, lines: Mapping[str, int]) -> str:
    """Opponent's line and `+` won, `-` lost, `=` jigo, `?` not known; `!` forfeit; `bye`; blank when absent.

    `0-` is an absence without excuse, and somebody left without a game.
    """
    if not entry.excused:
        return "0-"
    if entry.kind is not _GAME:
        return _WITHOUT_GAME[entry.kind]
    result = entry.result
    sign = "?" if result is _UNKNOWN else "=" if result is _VOID else _SIGNS[entry.game_half_points]
    return f"{lines[entry.opponent]}{sign}{'!' if entry.by_default else ''}"
