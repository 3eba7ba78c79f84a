"""The lists that prizes are for: who is on each, in which order, and who is tied with whom."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from ..errors import WrongValue
from ..lottery import lot
from ..placing.standings import Standings, StandingsRow, ranked
from ..placing.start_scores import start_seed
from ..tournament.setting_kinds import placing_criterion
from ..tournament.settings import Settings
from .conditions import Condition, Field, Term

UPSET, UPSET_RATING = "upset", "upset rating"
ORDERS = "blank for the standings, upset, upset rating, or criteria such as WINS,SOS"


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
    names = [placing_criterion(name) for name in text.replace(",", " ").split()]
    if len(set(names)) < len(names):
        raise WrongValue("a criterion is listed twice")
    return ",".join(names)


class Lists:
    """The lists of one field, each made once."""

    def __init__(self, standings: Standings, settings: Settings) -> None:
        self.standings, self.settings = standings, settings
        self.field = Field(standings)
        self.excluded: Mapping[str, Term] = {}
        self.order = decided_order(standings, settings)
        self._made: dict[tuple[Condition, str], PrizeList] = {}

    def exclude(self, condition: Condition) -> None:
        """Let only those win a prize for whom a condition holds. Raises InputError, WrongValue."""
        self.excluded = self.field.failed(condition)
        self._made.clear()

    def of(self, condition: Condition, order: str) -> PrizeList:
        """The list of those for whom a condition holds, in this order. Raises InputError, WrongValue."""
        key = condition, order
        if key not in self._made:
            self._made[key] = self._make(condition, order)
        return self._made[key]

    def _make(self, condition: Condition, order: str) -> PrizeList:
        failed = self.field.failed(condition)
        rows = [r for r in self.standings.rows if r.player.id not in failed and r.player.id not in self.excluded]
        if order in (UPSET, UPSET_RATING):
            upsets = best_upsets(self.standings, by_rating=order == UPSET_RATING)
            own = {r.player.id: upsets[r.player.id] for r in rows if r.player.id in upsets}
            by_size: dict[int, list[str]] = {}
            for player, upset in own.items():
                by_size.setdefault(upset.difference, []).append(player)
            return self._in_tiers([by_size[size] for size in sorted(by_size, reverse=True)], failed, own)
        if order:
            groups, _ = ranked(order.split(","), self.standings.sums, [r.player.id for r in rows])
            return self._in_tiers(groups, failed)
        return self._in_tiers(self._by_place(rows), failed)

    def _by_place(self, rows: Sequence[StandingsRow]) -> list[list[str]]:
        """Players in groups of those who are tied by the standings, or by the first criteria of them."""
        first = self.standings.criteria[: self.settings.prizes.tie_criteria]
        groups: dict[tuple[object, ...], list[str]] = {}
        for row in rows:
            key = tuple(row.values.get(name) for name in first) if first else (row.place,)
            groups.setdefault(key, []).append(row.player.id)
        return [*groups.values()]

    def _in_tiers(
        self, groups: Sequence[Sequence[str]], failed: Mapping[str, Term], upsets: Mapping[str, Upset] | None = None
    ) -> PrizeList:
        tiers = tuple(tuple(sorted(group, key=self.order.__getitem__)) for group in groups if group)
        return PrizeList(tiers, failed, self.excluded, upsets or {})


def decided_order(standings: Standings, settings: Settings) -> dict[str, int]:
    """The place of everybody in the one order that decides where nothing is shared, from 0.

    It is that of the standings; players who are equal there follow each other by rank and rating, or by lot.
    """
    rows = [*standings.rows]
    if settings.prizes.equal == "lot":
        seed = start_seed(settings)
        rows.sort(key=lambda row: (row.place, lot(seed, "prizes", row.player.id)))
    return {row.player.id: k for k, row in enumerate(rows)}


def best_upsets(standings: Standings, by_rating: bool = False) -> dict[str, Upset]:
    """The largest upset of every player who has one; of equal ones the earliest.

    An upset is a win in a game that was really played, without handicap, over an opponent of a higher rank (or rating);
    its size is the difference of the ranks (or ratings) of the registration.
    """
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
