"""Groups, then a final and a consolation: who is in which part in which round, and the games that tables fix.

What the first draw has decided (the groups) and the first draw after the groups (the finalists) is in the settings.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from ..tournament.player import Player
from ..tournament.settings import Settings
from ..tournament.systems.groups import Table, circle, final_table, letter, snake
from ..tournament.tournament import Tournament
from .start_scores import sort_key

FINAL, CONSOLATION = "final", "consolation"


@dataclass(frozen=True, slots=True)
class Stages:
    """The groups (ids, strongest first), how many rounds they take, and the finalists, where they are decided.

    `final` and `carry_over` are the settings of these names.
    """

    groups: tuple[tuple[str, ...], ...]
    rounds: int
    finalists: tuple[str, ...]
    final: str
    carry_over: str

    def parts(self, number: int) -> Mapping[str, str]:
        """The part that everybody is in in a round: `group A`; behind the groups `final`; all others: consolation."""
        if number <= self.rounds:
            return {pid: f"group {letter(k)}" for k, group in enumerate(self.groups) for pid in group}
        return dict.fromkeys(self.finalists, FINAL)

    def part(self, player: str, number: int) -> str:
        """The part of a player in a round; late entries are in no group, and later in the consolation."""
        return self.parts(number).get(player, "" if number <= self.rounds else CONSOLATION)

    def names(self, players: Iterable[str], number: int) -> list[str]:
        """The parts of players in a round, in their order; `-` for who is in none."""
        parts, other = self.parts(number), "-" if number <= self.rounds else CONSOLATION
        return [parts.get(player, other) for player in players]

    @property
    def counts_on(self) -> bool:
        """Whether all results of the groups count to the end."""
        return self.carry_over == "all"

    def table(self) -> Table:
        """The rounds of the final, if it is a round robin."""
        if self.final != "round-robin":
            return []
        parts = [[pid for pid in self.finalists if pid in group] for group in self.groups]
        return final_table([part for part in parts if part], again=self.carry_over == "nothing")

    def games(self, number: int) -> list[tuple[str, str]]:
        """The games that a table fixes in a round."""
        if number <= self.rounds:
            tables = [circle(group) for group in self.groups]
            return [pair for table in tables if number <= len(table) for pair in table[number - 1]]
        table = self.table()
        behind = number - self.rounds
        return table[behind - 1] if behind <= len(table) else []

    def in_tables(self, number: int) -> frozenset[str] | None:
        """Whose games are by tables alone in a round; None: everybody's."""
        if number <= self.rounds:
            return None
        return frozenset(self.finalists if self.final == "round-robin" else ())


def stages_of(settings: Settings) -> Stages | None:
    """The groups that were drawn; None where there are none."""
    if not settings.groups.number or not settings.decided.drawn_groups:
        return None
    own, decided = settings.groups, settings.decided
    return _stages(decided.drawn_groups, decided.finalists, own.final, own.carry_over)


@lru_cache(16)
def _stages(groups: tuple[tuple[str, ...], ...], finalists: tuple[str, ...], final: str, carry_over: str) -> Stages:
    return Stages(groups, max(len(circle(group)) for group in groups), finalists, final, carry_over)


def table_games(tournament: Tournament, number: int) -> tuple[list[tuple[str, str]], list[str]]:
    """The games of a round that tables fix, between players who are entered; and who is free in it by the tables."""
    stages = stages_of(tournament.settings)
    if stages is None:
        return [], []
    entered = {player.id for player in tournament.entrants(number)}
    games = [pair for pair in stages.games(number) if entered.issuperset(pair)]
    settled = stages.in_tables(number)
    playing = {player for pair in games for player in pair}
    free = sorted((entered if settled is None else entered & settled) - playing)
    return games, free


def last_planned(tournament: Tournament, number: int) -> int:
    """The last round that a look ahead from a round can reach: none behind it where tables or halves leave byes."""
    stages, rounds = stages_of(tournament.settings), tournament.settings.rounds
    if stages is None:
        return number if tournament.settings.groups.number else rounds
    if number <= stages.rounds:
        return min(number, rounds)
    for t in range(number, rounds + 1):
        here = [stages.part(p.id, t) == FINAL for p in tournament.entrants(t)]
        if table_games(tournament, t)[1] or (sum(here) % 2 and (len(here) - sum(here)) % 2):
            return number
    return rounds


def groups_made(final: Sequence[Player], settings: Settings) -> tuple[tuple[str, ...], ...]:
    """The groups of these players: a snake by rank, rating and lot, then apart by club or country.

    Row by row from the top, two players of the row change places as long as that leaves fewer pairs of one club (or
    country) in their two groups; the first two that do, in the order of the row, change first.
    """
    ordered = sorted(final, key=lambda p: sort_key(p, settings), reverse=True)
    made = snake([p.id for p in ordered], min(settings.groups.number, len(ordered)) or 1)
    if settings.groups.apart != "none":
        _set_apart(made, _keys(ordered, settings))
    return tuple(map(tuple, made))


def _keys(players: Sequence[Player], settings: Settings) -> dict[str, str]:
    if settings.groups.apart == "club":
        return {p.id: settings.clubs.key(p.club) for p in players}
    return {p.id: p.country.upper() for p in players}


def _set_apart(made: list[list[str]], keys: Mapping[str, str]) -> None:
    """Swap players of one row between groups where that leaves fewer of one key together."""
    for row in range(1, max(map(len, made), default=0)):
        here = [group for group in made if len(group) > row]
        better = True
        while better:
            better = False
            for i, one in enumerate(here):
                for other in here[i + 1 :]:
                    now = _alike(one, row, one, keys) + _alike(other, row, other, keys)
                    if _alike(one, row, other, keys) + _alike(other, row, one, keys) < now:
                        one[row], other[row] = other[row], one[row]
                        better = True


def _alike(group: Sequence[str], row: int, of: Sequence[str], keys: Mapping[str, str]) -> int:
    """How many above a row of a group have the key of the player whom another group has in it."""
    own = keys[of[row]]
    return sum(bool(own) and keys[pid] == own for pid in group[:row])
