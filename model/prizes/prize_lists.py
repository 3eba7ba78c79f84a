"""The lists that prizes are for: who is on each, people of pairs and teams too, in which order, and who is tied."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..cups.bracket import bracket
from ..errors import InputError, Problem, WrongValue
from ..lottery import lot
from ..placing.standings import Standings, StandingsRow, ranked, standings
from ..placing.start_scores import start_seed
from ..teams.people import TEAM, as_people
from ..tournament.person import Player, regulars
from ..tournament.settings.kinds import placing_criterion
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament, people_of, person_id
from .prize import Condition, ListKey, PrizeField, Term


def people_field(tournament: Tournament, table: Standings) -> PrizeField | None:
    """Everybody in a pair or team, by `person_id`; None where single players take part.

    People of teams are placed among each other by their own games, at all boards. People of a pair have its place and
    its results; substitutes of a pair are on no list, as they played for a round only. What the registrations say of
    the entrant counts for its people, where they do not say it of the person.
    """
    if not any(p.members for p in tournament.players):
        return None
    if tournament.settings.of_teams:
        own = standings(as_people(tournament, whole_ids=True))
        of = {person_id(team.id, m.id): team for team in tournament.players for m in team.members}
        rows = [replace(row, player=_person(row.player, of[row.player.id])) for row in own.rows]
        return PrizeField(own, rows)
    found: list[StandingsRow] = []
    pairs: dict[str, str] = {}
    for row in table.rows:
        regular = {person_id(row.player.id, m.id) for m in regulars(row.player.members)}
        for person in people_of(row.player):
            if person.id in regular or not row.player.members:
                found.append(replace(row, player=_person(person, row.player)))
                pairs[person.id] = row.player.id
    return PrizeField(table, found, pairs)


def _person(person: Player, entrant: Player) -> Player:
    """A person with what is said of the entrant alone, and its name as column `team`."""
    extra = {TEAM: entrant.name, **dict(entrant.extra), **dict(person.extra)}
    return replace(person, extra=tuple(extra.items()))


UPSET, UPSET_RATING = "upset", "upset rating"
CUP = "cup "
ORDERS = "blank for the standings, upset, upset rating, cup U12 (the places of that cup), or criteria such as WINS,SOS"


@dataclass(frozen=True, slots=True)
class Upset:
    """A win over a stronger player: in which round, against whom (an id), and by how much."""

    round: int
    opponent: str
    difference: int


@dataclass(frozen=True, slots=True)
class PrizeList:
    """A list: its players (ids) in tiers of tied ones, best first, each tier in the order that decides.

    `failed` has the term that keeps a player off the list, `excluded` those who can win no prize; `upsets` the best win
    of each player over a stronger one, where the list goes by it.
    """

    tiers: tuple[tuple[str, ...], ...]
    failed: Mapping[str, Term] = field(default_factory=dict)
    excluded: Mapping[str, Term] = field(default_factory=dict)
    upsets: Mapping[str, Upset] = field(default_factory=dict)

    @property
    def players(self) -> tuple[str, ...]:
        """Everybody on the list, best first."""
        return tuple(player for tier in self.tiers for player in tier)

    def tier_of(self, player: str) -> int:
        """The number of a player's tier, from 0; -1 for who is not on the list."""
        return next((k for k, tier in enumerate(self.tiers) if player in tier), -1)


def parse_order(text: str) -> str:
    """By what a list goes, in our spelling. Raises WrongValue."""
    word = " ".join(text.casefold().split())
    if word in ("", "standings", "place", "places"):
        return ""
    if word in (UPSET, "upset rank", UPSET_RATING):
        return UPSET_RATING if word == UPSET_RATING else UPSET
    if word.startswith(CUP):
        return CUP + " ".join(text.split())[len(CUP) :]
    names = [placing_criterion(name) for name in text.replace(",", " ").split()]
    if len(set(names)) < len(names):
        raise WrongValue("a criterion is listed twice")
    return ",".join(names)


class Lists:
    """The lists of one tournament, each made once; `order` is the place of everybody, from 0: entrants, then people."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament, self.settings = tournament, tournament.settings
        self.standings = standings(tournament)
        self.entrants = PrizeField(self.standings)
        self.people = people_field(tournament, self.standings)
        self._fields = [self.entrants] if self.people is None else [self.entrants, self.people]
        decided = [pid for one in self._fields for pid in decided_order(one.rows, self.settings)]
        self.order = {pid: k for k, pid in enumerate(decided)}
        self._made: dict[ListKey, PrizeList] = {}

    def field_of(self, list_: ListKey) -> PrizeField:
        """Those whom a list asks."""
        return self.people if self.people is not None and list_[2] else self.entrants

    def ids_of(self, list_: ListKey) -> set[str]:
        """Everybody (ids) whom a list asks."""
        return {row.player.id for row in self.field_of(list_).rows}

    def exclude(self, condition: Condition) -> None:
        """Let only those win a prize for whom a condition holds. Raises InputError, WrongValue."""
        for one in self._fields:
            one.excluded = one.failed(condition)
        self._made.clear()

    def of(self, list_: ListKey) -> PrizeList:
        """The list of those for whom its condition holds, in its order. Raises InputError, WrongValue."""
        if list_ not in self._made:
            self._made[list_] = self._make(list_)
        return self._made[list_]

    def _make(self, list_: ListKey) -> PrizeList:
        condition, order, _ = list_
        field = self.field_of(list_)
        failed, excluded = field.failed(condition), field.excluded
        without = {*failed, *excluded, *(row.player.id for row in field.rows if not row.place)}
        rows = [row for row in field.rows if row.player.id not in without]
        upsets: Mapping[str, Upset] = {}
        if order in (UPSET, UPSET_RATING):
            every = best_upsets(field.standings, by_rating=order == UPSET_RATING)
            upsets = {row.player.id: every[field.who(row)] for row in rows if field.who(row) in every}
            by_size: dict[int, list[str]] = {}
            for player, upset in upsets.items():
                by_size.setdefault(upset.difference, []).append(player)
            groups = [by_size[size] for size in sorted(by_size, reverse=True)]
        elif order.startswith(CUP):
            here = {row.player.id for row in rows}
            groups = [[pid for pid in tier if pid in here] for tier in _cup_places(self.tournament, order)]
        elif order:
            groups = _by_criteria(field, rows, order)
        else:
            groups = self._by_place(field, rows)
        tiers = tuple(tuple(sorted(group, key=self.order.__getitem__)) for group in groups if group)
        return PrizeList(tiers, failed, excluded, upsets)

    def _by_place(self, field: PrizeField, rows: Sequence[StandingsRow]) -> list[list[str]]:
        """Players in groups of those who are tied by the standings, or by the first criteria of them."""
        first = field.standings.criteria[: self.settings.prizes.tie_criteria]
        groups: dict[tuple[object, ...], list[str]] = {}
        for row in rows:
            key = tuple(row.values.get(name) for name in first) if first else (row.place,)
            groups.setdefault(key, []).append(row.player.id)
        return [*groups.values()]


def _cup_places(tournament: Tournament, order: str) -> list[list[str]]:
    """The places of a cup that are decided (ids). Raises InputError where there is none of this name."""
    name = order[len(CUP) :].strip()
    cup = next((one for one in tournament.cups if one.name.casefold() == name.casefold()), None)
    if cup is None:
        known = ", ".join(one.name for one in tournament.cups)
        expected = f"one of the cups {known}" if known else "the name of a cup; there are none yet"
        raise InputError([Problem("unknown cup", column="order", value=name, expected=expected)])
    return bracket(cup, tournament).places


def _by_criteria(field: PrizeField, rows: Sequence[StandingsRow], order: str) -> list[list[str]]:
    """Players in groups of those who are equal in some criteria; people of one pair always are."""
    of: dict[str, list[str]] = {}
    for row in rows:
        of.setdefault(field.who(row), []).append(row.player.id)
    groups, _ = ranked(order.split(","), field.standings.sums, list(of))
    return [[pid for who in group for pid in of[who]] for group in groups]


def decided_order(rows: Sequence[StandingsRow], settings: Settings) -> list[str]:
    """Everybody (ids) in the order of the standings, equal ones by rank and rating or by lot."""
    if settings.prizes.equal == "lot":
        seed = start_seed(settings)
        rows = sorted(rows, key=lambda row: (row.place, lot(seed, "prizes", row.player.id)))
    return [row.player.id for row in rows]


def best_upsets(standings: Standings, by_rating: bool = False) -> dict[str, Upset]:
    """The largest upset of everybody who has one: a rated win without handicap over a higher rank (or rating)."""
    scores, players = standings.sums.scores, standings.sums.players
    strength = {pid: p.rating if by_rating else p.rank for pid, p in players.items()}
    found: dict[str, Upset] = {}
    for row in standings.rows:
        player = row.player.id
        for number, entry in enumerate(scores.entries[player], 1):
            if not (entry.rated and entry.game_half_points == 2 and entry.handicap == 0):
                continue
            difference = strength[entry.opponent] - strength[player]
            if difference > (found[player].difference if player in found else 0):
                found[player] = Upset(number, entry.opponent, difference)
    return found
