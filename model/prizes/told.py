"""Awards as they are told: the list of winners read out and published, and why a player gets a prize or does not."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from .awards import Award, Awards
from .prize import EACH, Prize, Term
from .prize_lists import CUP, Upset


@dataclass(frozen=True, slots=True)
class PrizeLine:
    """What one player (an id) gets, money in hundredths; lines of one `group` are read out together."""

    group: int
    prize: str
    player: str
    money: int = 0
    currency: str = ""
    thing: str = ""
    shared: bool = False


@dataclass(frozen=True, slots=True)
class Announced:
    """A list of winners after a round; `provisional` when it was not the last, or results were missing."""

    lines: tuple[PrizeLine, ...]
    after_round: int = 0
    provisional: bool = False

    def groups(self) -> list[tuple[PrizeLine, ...]]:
        """The lines that are read out together, in the order of reading."""
        found: dict[int, list[PrizeLine]] = {}
        for line in self.lines:
            found.setdefault(line.group, []).append(line)
        return [tuple(lines) for lines in found.values()]


def announced(awards: Awards) -> Announced:
    """The list of winners of these awards, in the order of reading."""
    lines = [line for k, award in enumerate(awards.reading_order(), 1) for line in _lines(k, award)]
    return Announced(tuple(lines), awards.standings.after_round, awards.provisional)


def _lines(group: int, award: Award) -> list[PrizeLine]:
    currency = next((prize.currency for prize in award.prizes if prize.currency), "")
    title = " + ".join(prize.name for prize in award.prizes)
    shared = len(award.shares) > 1 and not award.is_for_each
    return [
        PrizeLine(
            group=group,
            prize=title,
            player=share.player,
            money=share.money,
            currency=currency if share.money else "",
            thing=", ".join(prize.thing for prize in share.things),
            shared=shared,
        )
        for share in award.shares
    ]


@dataclass(frozen=True, slots=True)
class PrizeChange:
    """What a player (an id) had in a list of winners and has no more, and has in a later one and had not."""

    player: str
    before: tuple[PrizeLine, ...]
    after: tuple[PrizeLine, ...]


def differences(old: Announced, new: Announced) -> list[PrizeChange]:
    """The players who get something else than was announced, first those who lose something."""
    players = list(dict.fromkeys(line.player for line in (*old.lines, *new.lines)))
    found = [PrizeChange(player, _gone(old, new, player), _gone(new, old, player)) for player in players]
    return sorted((one for one in found if one.before or one.after), key=lambda one: bool(one.after))


def _gone(old: Announced, new: Announced, player: str) -> tuple[PrizeLine, ...]:
    stays = [_said(line) for line in new.lines if line.player == player]
    return tuple(line for line in old.lines if line.player == player and _said(line) not in stays)


def _said(line: PrizeLine) -> tuple[object, ...]:
    return line.prize, line.money, line.currency, line.thing


class Kind(StrEnum):
    """Why a player gets a prize or not.

    WON: it is the player's. TO_OTHERS: it is for people and this is a pair or team, or the other way round. EXCLUDED:
    cannot win any (`term`). NOT_ON_LIST: `term` does not hold. NO_UPSET: has beaten nobody stronger without handicap.
    NO_CUP_PLACE: is not among the first of the cup that the list goes by.
    OTHER_PLACE: it is by place alone, and the player has another one. HAS_ANOTHER: has one worth as much or more.
    BEHIND: who gets it is placed better, or tied and decided before. NOT_GIVEN: nobody gets it.
    """

    WON = "won"
    TO_OTHERS = "to others"
    EXCLUDED = "excluded"
    NOT_ON_LIST = "not on list"
    NO_UPSET = "no upset"
    NO_CUP_PLACE = "no cup place"
    OTHER_PLACE = "other place"
    HAS_ANOTHER = "has another"
    BEHIND = "behind"
    NOT_GIVEN = "not given"


@dataclass(frozen=True, slots=True)
class Passed:
    """A better placed player (an id) on the list of a prize, and the prizes that the player has."""

    player: str
    has: tuple[Prize, ...]


@dataclass(frozen=True, slots=True)
class Reason:
    """Why a player gets a prize or not; `place` is that in its list, from 1, shared by tied players; 0: not on it.

    `ahead` are those placed better, `tied` those whom the player is tied with there. `award` is what the player gets
    for WON and HAS_ANOTHER, or the winners get for BEHIND. `has` is what the player has in the column of `term`.
    """

    prize: Prize
    kind: Kind
    place: int = 0
    award: Award | None = None
    ahead: tuple[Passed, ...] = ()
    tied: tuple[str, ...] = ()
    term: Term | None = None
    has: str = ""
    upset: Upset | None = None


def reasons(awards: Awards, prizes: Sequence[Prize], player: str) -> list[Reason]:
    """The reasons about each of these prizes for one player."""
    got: dict[str, list[Award]] = {}
    for award in awards.awards:
        for share in award.shares:
            got.setdefault(share.player, []).append(award)
    return [_reason(awards, got, prize, player) for prize in prizes]


def _reason(awards: Awards, got: Mapping[str, Sequence[Award]], prize: Prize, player: str) -> Reason:
    lists = awards.lists
    if player not in lists.ids_of(prize.list):
        return Reason(prize, Kind.TO_OTHERS)
    found = lists.of(prize.list)
    term = found.excluded.get(player) or found.failed.get(player)
    if term is not None:
        kind = Kind.EXCLUDED if player in found.excluded else Kind.NOT_ON_LIST
        return Reason(prize, kind, term=term, has=lists.field_of(prize.list).shown(term.column, player))
    tier = found.tier_of(player)
    if tier < 0:
        by_cup = prize.order.startswith(CUP)
        return Reason(prize, Kind.NO_CUP_PLACE if by_cup else Kind.NO_UPSET)
    place = 1 + sum(map(len, found.tiers[:tier]))
    tied = tuple(other for other in found.tiers[tier] if other != player)
    kind, award = _kind(awards, got.get(player, ()), prize)
    several = lists.settings.prizes.give == "several"
    ahead = [other for above in found.tiers[:tier] for other in above] if kind is Kind.WON else []
    passed = tuple(Passed(other, _counted(got.get(other, ()), several)) for other in ahead)
    return Reason(prize, kind, place, award, passed, tied, upset=found.upsets.get(player))


def _counted(awards: Sequence[Award], several: bool) -> tuple[Prize, ...]:
    """The prizes of some awards that count as the one of a person."""
    return tuple(prize for award in awards for prize in award.prizes if several or not prize.is_besides)


def _kind(awards: Awards, own: Sequence[Award], prize: Prize) -> tuple[Kind, Award | None]:
    """How it is with a prize for somebody on its list who has some awards, and the award that it is about."""
    won = next((award for award in own if prize in award.prizes), None)
    if won is not None:
        return Kind.WON, won
    winners = next((award for award in awards.awards if prize in award.prizes), None)
    if awards.lists.settings.prizes.give == "several" or prize.is_besides:
        return (Kind.OTHER_PLACE if winners else Kind.NOT_GIVEN), winners
    counted = [award for award in own if any(not p.is_besides and p.value >= prize.value for p in award.prizes)]
    if counted:
        return Kind.HAS_ANOTHER, counted[0]
    return (Kind.BEHIND if winners and prize.place != EACH else Kind.NOT_GIVEN), winners
