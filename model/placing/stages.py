"""Systems beside the plain one: groups with a final, turns of an all-play-all, virtual points in the first rounds.

In a tournament of groups with a final, the settings keep the groups, which the first draw has decided, and the
finalists, whom the first draw after the groups has decided.

In a turn of an all-play-all, everybody meets everybody once, with as many Whites as Blacks, or one more. A turn has a
round less than there are players; with an odd number as many rounds as players, one of them a bye.

A table is the circle of a round robin: with an even number m + 1 of places the last one is fixed, and in round r it
meets place r, and r + i meets r - i (modulo m). With an odd number of players the last place is empty: a free round.

Virtual points count for pairing alone, never in the standings. They are given before the first round, from all who are
entered then, to the strongest by rank, rating and lot (`start.sorted_by`). The draw keeps the weakest of each share, by
whom later entries are placed (FIDE C.04.5.1, 3).
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import zip_longest

from ..lottery import lot
from ..tournament.person import Player
from ..tournament.settings.occasion import DecidedSettings
from ..tournament.settings.play import Accelerated, parse_share, size_of
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament
from .start_scores import SortKey, read_boundary, sort_key, write_boundary

Table = list[list[tuple[str, str]]]


def circle(players: Sequence[str]) -> Table:
    """Every round of a round robin: everybody meets everybody once. A round less than players, as many if odd."""
    places = [*players, *[""] * (len(players) % 2)]
    last = len(places) - 1
    rounds = []
    for r in range(last):
        pairs = [(places[r], places[last])]
        pairs += [(places[(r + i) % last], places[(r - i) % last]) for i in range(1, len(places) // 2)]
        rounds.append([(a, b) for a, b in pairs if a and b])
    return rounds


def final_table(parts: Sequence[Sequence[str]], again: bool) -> Table:
    """The rounds of a final of the first of each group, best first; `again`: those of one group meet once more.

    Without that, in as few rounds as are needed: with an even number of groups these meet each other in a circle, the
    players of two groups shifted by one each round; with two of each group the round in which they would meet is left
    out. Else the games that were played are left out of the circle, and both are free.
    """
    size, everybody = max(map(len, parts), default=0), in_turn(parts)
    if again or size < 2:
        return circle(everybody)
    whole = all(len(part) == size for part in parts)
    if whole and len(parts) % 2 == 0:
        of = {str(k): part for k, part in enumerate(parts)}
        return [
            [(of[a][i], of[b][(i + shift) % size]) for a, b in between for i in range(size)]
            for between in circle(list(of))
            for shift in range(size)
        ]
    if whole and size == 2:
        first, *others = parts
        around = [first[0], *(part[0] for part in others), *(part[1] for part in reversed(others)), first[1]]
        return circle(around)[1:]
    own = {player: k for k, part in enumerate(parts) for player in part}
    return [[(a, b) for a, b in pairs if own[a] != own[b]] for pairs in circle(everybody)]


def in_turn(parts: Sequence[Sequence[str]]) -> list[str]:
    """The first of each part, then all second, and so on."""
    return [player for own in zip_longest(*parts) for player in own if player]


def snake(players: Sequence[str], groups: int) -> list[list[str]]:
    """So many groups of players, strongest first: A, B, C, C, B, A, A …, row by row."""
    made: list[list[str]] = [[] for _ in range(groups)]
    for row in range(0, len(players), groups):
        order = made if (row // groups) % 2 == 0 else list(reversed(made))
        for group, player in zip(order, players[row : row + groups], strict=False):
            group.append(player)
    return made


def letter(k: int) -> str:
    """The name of a group, from 0: `A` to `Z`, then `27` and so on."""
    return chr(ord("A") + k) if k < 26 else str(k + 1)


FINAL, CONSOLATION = "final", "consolation"


@dataclass(frozen=True, slots=True)
class Stages:
    """The groups (ids, strongest first), their rounds, the finalists once decided, and the settings of these names."""

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


def stages_of(settings: Settings) -> Stages | None:
    """The groups that were drawn; None where there are none."""
    if not settings.groups.number or not settings.decided.drawn_groups:
        return None
    own, decided = settings.groups, settings.decided
    rounds = max(rounds_to_meet_all(len(group)) for group in decided.drawn_groups)
    return Stages(decided.drawn_groups, rounds, decided.finalists, own.final, own.carry_over)


def table_games(tournament: Tournament, number: int) -> tuple[list[tuple[str, str]], list[str]]:
    """The games of a round that tables fix, between players who are entered; and who is free in it by the tables."""
    stages = stages_of(tournament.settings)
    if stages is None:
        return [], []
    entered = {player.id for player in tournament.entrants(number)}
    games = [pair for pair in stages.games(number) if entered.issuperset(pair)]
    if number > stages.rounds:  # in a final by scores nobody's games are by tables
        entered &= set(stages.finalists if stages.final == "round-robin" else ())
    return games, sorted(entered.difference(*games))


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

    Row by row from the top, the first two whose swap leaves fewer such pairs in their two groups change places.
    """
    ordered = sorted(final, key=lambda p: sort_key(p, settings), reverse=True)
    made = snake([p.id for p in ordered], min(settings.groups.number, len(ordered)) or 1)
    if settings.groups.apart != "none":
        by_club, clubs = settings.groups.apart == "club", settings.clubs
        _set_apart(made, {p.id: clubs.key(p.club) if by_club else p.country.upper() for p in ordered})
    return tuple(map(tuple, made))


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


def turn_starts(tournament: Tournament) -> tuple[int, ...]:
    """The first round of each turn, and of the one after the last; none if nobody ever meets again.

    A turn takes as many rounds as everybody needs to meet everybody once: the players of the first round, and those
    who have come since, from the turn on in which they can still meet everybody. Tournaments whose first draw was
    made by version 1 go by the players of the first round alone.
    """
    if not _has_turns(tournament.settings):
        return ()
    ids = set(_players(tournament))
    counts = not tournament.settings.decided.made or bool(tournament.settings.decided.version)
    after_first = [p for p in tournament.participants() if counts and p.id not in ids and p.rounds]
    late = sorted((min(p.rounds or ()), p.id) for p in after_first)
    starts = [1]
    while starts[-1] <= tournament.settings.rounds or len(starts) < 2:
        ends = _last_of(starts[-1], len(ids))
        for first, pid in [one for one in late if one[0] <= ends]:
            longer = _last_of(starts[-1], len(ids) + 1)
            if first <= starts[-1] or longer - first + 1 >= len(ids):  # there is time to meet everybody
                ids.add(pid)
                late.remove((first, pid))
                ends = longer
        starts.append(ends + 1)
    return tuple(starts)


def _has_turns(settings: Settings) -> bool:
    return settings.pairing.meet_again != "never" and not settings.groups.number


def rounds_to_meet_all(players: int) -> int:
    """The rounds in which each of so many players meets all others once; with an odd number each has one bye."""
    return players - 1 + players % 2


def _last_of(first: int, players: int) -> int:
    return first + max(1, rounds_to_meet_all(players)) - 1


def turn_of(tournament: Tournament, number: int) -> int:
    """The turn that a round is in, from 0."""
    return max(0, sum(start <= number for start in turn_starts(tournament)) - 1)


def last_of_turn(tournament: Tournament, number: int) -> int:
    """The last round of the turn that a round is in, or of the tournament; with groups, how far a plan can reach."""
    if tournament.settings.groups.number:
        return last_planned(tournament, number)
    rounds = tournament.settings.rounds
    return min([rounds, *(start - 1 for start in turn_starts(tournament) if start > number)])


def last_turn_ends(tournament: Tournament, number: int) -> int:
    """The last round that can be planned behind a turn that ends with a round; in groups the last that has tables."""
    stages = stages_of(tournament.settings)
    if not tournament.settings.groups.number:
        return tournament.settings.rounds
    return min(stages.rounds, tournament.settings.rounds) if stages and number <= stages.rounds else number


def white_in_turn(tournament: Tournament, number: int, a: str, b: str) -> str:
    """Who of two takes White in an even game of a turn, whichever round they meet in; empty without turns.

    With an odd number n of players in a circle, in the order of lots, White plays against each of the (n - 1)/2 next
    ones, Black against all others. With an even number it is the circle without one of n + 1 places. The next turn has
    all colours the other way round.
    """
    if not _has_turns(tournament.settings):
        return ""
    ids = _players(tournament)
    ids += sorted({p.id for p in tournament.participants()}.difference(ids))  # late entries, behind the others
    if a not in ids or b not in ids:
        return ""
    places = len(ids) + 1 - len(ids) % 2
    ahead = (ids.index(b) - ids.index(a)) % places
    first = ahead <= places // 2
    return a if first == (turn_of(tournament, number) % 2 == 0) else b


def _players(tournament: Tournament) -> list[str]:
    """Everybody of the first round, those absent included, or before it all who are to play; in the order of lots."""
    first = tournament.rounds[0] if tournament.rounds and not tournament.rounds[0].draft else None
    ids = frozenset(p.id for p in tournament.participants())
    if first is not None:
        ids = frozenset({*first.paired, *first.byes, *first.unpaired, *first.absent})
    return sorted(ids, key=lambda player: (lot(tournament.settings.seed, "turn", player), player))


def virtual_points(players: Sequence[Player], settings: Settings) -> dict[str, tuple[int, ...]]:
    """Half points in rounds 1, 2, …, by player id; who has none is left out, and so are rounds behind the last."""
    lines = settings.accelerated
    if not lines or not players:
        return {}
    limits = _limits(players, lines, settings)
    keys = {p.id: sort_key(p, settings) for p in players}
    found: dict[str, tuple[int, ...]] = {}
    for line in lines:
        limit = limits.get(line.share)
        named = set(line.players) & keys.keys()
        for pid in named if limit is None else (pid for pid, key in keys.items() if key >= limit):
            found[pid] = _with(found.get(pid, ()), line)
    return found


def _with(own: tuple[int, ...], line: Accelerated) -> tuple[int, ...]:
    row = [*own, *[0] * (line.last - len(own))]
    for k in range(line.first - 1, line.last):
        row[k] = max(row[k], line.half_points)
    return tuple(row)


def _limits(players: Sequence[Player], lines: Sequence[Accelerated], settings: Settings) -> dict[str, SortKey]:
    """The weakest of each share: as the first draw has kept it, else by the final entries."""
    kept = dict(map(parse_share, settings.decided.acceleration))
    limits = {share: read_boundary(text, settings) for share, text in kept.items()}
    missing = {line.share for line in lines if line.share} - limits.keys()
    if missing:
        final = [p for p in players if p.takes_part] or list(players)
        keys = sorted((sort_key(p, settings) for p in final), reverse=True)
        limits |= {share: keys[size_of(share, len(keys)) - 1] for share in missing}
    return limits


def with_shares(tournament: Tournament, kept: DecidedSettings) -> DecidedSettings:
    """What is decided, with the weakest of each share that is not decided yet."""
    settings, players = replace(tournament.settings, decided=kept), tournament.players
    lines = settings.accelerated
    if not lines or not players:
        return kept
    known = dict(map(parse_share, kept.acceleration))
    limits = _limits(players, lines, settings)
    new = (f"{share} {write_boundary(limits[share], settings)}" for share in sorted(limits.keys() - known.keys()))
    added = tuple(new)
    return replace(kept, acceleration=(*kept.acceleration, *added)) if added else kept
