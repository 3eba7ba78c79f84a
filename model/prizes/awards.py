"""The awards: who takes which prize, with ties shared or decided, and what stays with the organisers.

A prize is claimed by tiers of players, best first. A tier of several is tied for it: it can take as many prizes as it
has players, so one that is tied for two prizes leaves the other to somebody else of the tie. (Kuhn's augmenting paths:
a player who has a prize keeps having one, never a smaller one than those that somebody placed behind gets.)

Rules: one prize a person, the most valuable (USCF 32B1); tied players share (32B2, 32B3), half and half by place
(Hort's system), or the order of the standings decides. Nobody gets a prize of a list while a player who is placed
better in it has none of at least that value.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from ..errors import InputError, Problem, WrongValue
from ..placing.standings import Standings
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament
from .prize import EACH, EXPECTED, ListKey, Prize, parse_condition
from .prize_lists import Lists, PrizeList
from .sharing import Pot, PotPool, by_list, pools

#: The tier that each prize went to, by its position among the claims; None where nobody takes it.
Levels = Sequence[int | None]


@dataclass(frozen=True, slots=True)
class PrizeClaim:
    """A prize and the tiers of players who can get it, best first; a copy of one for each is a claim of its own."""

    prize: Prize
    tiers: tuple[tuple[str, ...], ...]


def highest_first(claims: Sequence[PrizeClaim]) -> list[int | None]:
    """The tier that takes each prize, where the most valuable is given first, of equal ones the first of the table."""
    matching, levels = _Matching(), list[int | None]([None] * len(claims))
    for k in in_order_of_value(claims):
        tiers = enumerate(claims[k].tiers)
        levels[k] = next((level for level, tier in tiers if matching.is_given(k, tier)), None)
    return levels


def in_order_of_value(claims: Sequence[PrizeClaim]) -> list[int]:
    """The positions of the claims, the most valuable prize first, of equal ones the first of the table."""
    return sorted(range(len(claims)), key=lambda k: (-claims[k].prize.value, claims[k].prize.number, k))


def holders(claims: Sequence[PrizeClaim], levels: Levels) -> dict[int, str]:
    """Who has which prize, by position: the first of its tier for whom it can be, the most valuable prize first."""
    taken = [k for k in in_order_of_value(claims) if levels[k] is not None]
    tiers = {k: claims[k].tiers[levels[k] or 0] for k in taken}
    fixed: dict[int, str] = {}
    found = _matched(tiers)
    for k in taken:
        for player in tiers[k]:
            if found[k] == player:
                break
            if player not in fixed.values():
                other = _matched({**tiers, **{j: (one,) for j, one in fixed.items()}, k: (player,)})
                if len(other) == len(taken):
                    found = other
                    break
        fixed[k] = found[k]
    return fixed


def _matched(tiers: Mapping[int, tuple[str, ...]]) -> dict[int, str]:
    matching = _Matching()
    for k, tier in tiers.items():
        matching.is_given(k, tier)
    return {k: player for player, k in matching.held.items()}


class _Matching:
    """The prizes given so far: `held` by player, and who may have each that is given (`allowed`)."""

    def __init__(self) -> None:
        self.held: dict[str, int] = {}
        self.allowed: dict[int, tuple[str, ...]] = {}

    def is_given(self, k: int, tier: tuple[str, ...]) -> bool:
        """Give a prize to a tier that has somebody without one, or could have by passing prizes on."""
        self.allowed[k] = tier
        return self.augment(k, set())

    def augment(self, k: int, asked: set[str]) -> bool:
        """Give a prize to somebody of its tier, where prizes may pass on inside their own tiers."""
        for player in self.allowed[k]:
            if player not in self.held and player not in asked:
                self.held[player] = k
                return True
        for player in self.allowed[k]:
            if player not in asked:
                asked.add(player)
                if self.augment(self.held[player], asked):
                    self.held[player] = k
                    return True
        return False


@dataclass(frozen=True, slots=True)
class Share:
    """What one player (an id) gets of an award: money in hundredths, and the prizes whose things go to it."""

    player: str
    money: int
    things: tuple[Prize, ...] = ()


@dataclass(frozen=True, slots=True)
class Award:
    """Prizes given together: one to a player, or some that tied players share; `kept` (hundredths) is left over."""

    prizes: tuple[Prize, ...]
    shares: tuple[Share, ...]
    kept: int = 0

    @property
    def value(self) -> int:
        """The most that one of them gets, a thing with its value."""
        return max(share.money + sum(p.value for p in share.things if not p.currency) for share in self.shares)

    @property
    def is_for_each(self) -> bool:
        """Whether everybody on a list gets the same, each for themselves."""
        return all(prize.place == EACH for prize in self.prizes)


@dataclass(frozen=True, slots=True)
class Awards:
    """All awards in the order of the table, the prizes that nobody can get (`left`), and their `lists`."""

    awards: tuple[Award, ...]
    left: tuple[Prize, ...]
    lists: Lists
    provisional: bool

    @property
    def standings(self) -> Standings:
        """What they are given by."""
        return self.lists.standings

    def of(self, player: str) -> list[Award]:
        """What a player gets."""
        return [award for award in self.awards if any(share.player == player for share in award.shares)]

    def reading_order(self) -> list[Award]:
        """The order in which they are read out: the smallest first, the greatest last; one for each, all together."""
        together: dict[tuple[tuple[Prize, ...], str], Award] = {}
        for award in self.awards:
            key = award.prizes, "" if award.is_for_each else award.shares[0].player
            known = together.get(key)
            together[key] = replace(known, shares=(*known.shares, *award.shares)) if known else award
        return sorted(together.values(), key=lambda award: (award.value, -award.prizes[0].number))


@dataclass(frozen=True, slots=True)
class PrizeCase:
    """A table of prizes and the lists they are for: `claims` of which a player can get one, the rest by place."""

    prizes: tuple[Prize, ...]
    lists: Lists
    claims: tuple[PrizeClaim, ...]


def prize_case(prizes: Sequence[Prize], tournament: Tournament) -> PrizeCase:
    """What is to be given: one prize an entrant, and one a person. Raises InputError for a wrong condition."""
    settings, lists = tournament.settings, Lists(tournament)
    try:
        lists.exclude(parse_condition(settings.prizes.eligible))
    except WrongValue as error:
        raise InputError([Problem(f"prizes.eligible: {error}", expected=EXPECTED)]) from None
    _check(prizes, lists)
    claims = [claim for p in prizes if _is_claimed(p, settings) for claim in _claims(p, lists)]
    return PrizeCase(tuple(prizes), lists, tuple(claims))


def _check(prizes: Sequence[Prize], lists: Lists) -> None:
    """Raise InputError with every list that cannot be made."""
    problems = []
    for prize in prizes:
        try:
            lists.of(prize.list)
        except InputError as error:
            problems += [replace(one, line=prize.line, column=one.column or "list") for one in error.problems]
        except WrongValue as error:
            problems.append(Problem(str(error), line=prize.line, column="list", expected=EXPECTED))
    if problems:
        raise InputError(problems)


def _is_claimed(prize: Prize, settings: Settings) -> bool:
    return settings.prizes.give != "several" and not prize.is_besides


def _claims(prize: Prize, lists: Lists) -> list[PrizeClaim]:
    """The claims to a prize: from its place on, tied players together where they share; of one for each, all."""
    found = lists.of(prize.list)
    if prize.place == EACH:
        return [PrizeClaim(prize, ((player,),)) for player in found.players]
    return [PrizeClaim(prize, _tiers(prize, found, lists.settings))]


def _tiers(prize: Prize, found: PrizeList, settings: Settings) -> tuple[tuple[str, ...], ...]:
    if not prize.money or settings.prizes.ties != "share":
        return tuple((player,) for player in found.players[prize.place - 1 :])
    before = 0
    for k, tier in enumerate(found.tiers):
        before += len(tier)
        if before >= prize.place:
            return found.tiers[k:]
    return ()


def award(case: PrizeCase, levels: Levels | None = None) -> Awards:
    """The awards; the prizes of which a player gets one go to these tiers, by default the most valuable first."""
    taken = highest_first(case.claims) if levels is None else levels
    settings, lists = case.lists.settings, case.lists
    made = _divided(case.claims, taken, dict(sorted(holders(case.claims, taken).items())), lists)
    by_list: dict[ListKey, list[tuple[PrizeClaim, str]]] = {}
    for prize in case.prizes:
        if not _is_claimed(prize, settings):
            by_list.setdefault(prize.list, []).extend(_by_place(prize, lists))
    for placed in by_list.values():
        held = {k: player for k, (_, player) in enumerate(placed)}
        made += _divided([claim for claim, _ in placed], [0] * len(placed), held, lists)
    given = {prize.number for one in made for prize in one.prizes}
    left = tuple(prize for prize in case.prizes if prize.number not in given)
    table = lists.standings
    provisional = table.provisional or table.after_round < settings.rounds
    made.sort(key=lambda one: (one.prizes[0].number, lists.order[one.shares[0].player]))
    return Awards(tuple(made), left, lists, provisional)


def _by_place(prize: Prize, lists: Lists) -> list[tuple[PrizeClaim, str]]:
    """The claim to a prize by its place alone, and who is there; for each, all of them; none where nobody is there."""
    found = lists.of(prize.list)
    if prize.place == EACH:
        return [(claim, claim.tiers[0][0]) for claim in _claims(prize, lists)]
    there = found.players[prize.place - 1 : prize.place]
    return [(PrizeClaim(prize, _tiers(prize, found, lists.settings)[:1]), player) for player in there]


def _divided(claims: Sequence[PrizeClaim], levels: Levels, held: Mapping[int, str], lists: Lists) -> list[Award]:
    settings, order = lists.settings, lists.order
    pots, own = [], []
    for k, holder in held.items():
        prize, tier = claims[k].prize, claims[k].tiers[levels[k] or 0]
        if settings.prizes.ties == "hort" and prize.money and prize.place != EACH:
            found = lists.of(prize.list)
            tier = found.tiers[found.tier_of(holder)]
        half = prize.value - prize.value // 2 if settings.prizes.ties == "hort" and len(tier) > 1 else 0
        pots.append(Pot(prize.value - half, frozenset(tier)))
        own.append(half)
    keys = [*held]

    def awarded(pool: PotPool) -> Award:
        mine = [(claims[keys[j]].prize, held[keys[j]], pots[j].value, own[j]) for j in pool.pots]
        return _award(mine, sorted(pool.players, key=order.__getitem__), settings)

    if settings.prizes.ties != "hort":
        return [awarded(pool) for pool in pools(pots)]
    lists_of = [claims[k].prize.list for k in keys]
    return [_together([awarded(pool) for pool in part], order) for part in by_list(lists_of, pots)]


def _together(awards: Sequence[Award], order: Mapping[str, int]) -> Award:
    """The awards of several lists that have players in common as one: each player has all that they get."""
    if len(awards) == 1:
        return awards[0]
    money, things = Counter[str](), dict[str, tuple[Prize, ...]]()
    for share in (share for one in awards for share in one.shares):
        money[share.player] += share.money
        things[share.player] = (*things.get(share.player, ()), *share.things)
    shares = tuple(Share(player, money[player], things[player]) for player in sorted(things, key=order.__getitem__))
    return Award(tuple(prize for one in awards for prize in one.prizes), shares, sum(one.kept for one in awards))


#: A prize, who has it, how much of it (or of its worth) is divided, and how much the holder gets before.
_Part = tuple[Prize, str, int, int]


def _award(parts: Sequence[_Part], players: Sequence[str], settings: Settings) -> Award:
    """Money divided equally, in whole units of the settings; what a player has in things counts for the player."""
    first: dict[str, int] = dict.fromkeys(players, 0)
    worth: dict[str, int] = dict.fromkeys(players, 0)
    things: dict[str, list[Prize]] = {player: [] for player in players}
    for prize, owner, value, before in parts:
        holder = owner if owner in first else players[0]  # who gets more of another pot leaves this one to the tie
        first[holder] += before
        worth[holder] += 0 if prize.currency else value
        if prize.thing:
            things[holder].append(prize)
    money = sum(value for prize, _, value, _ in parts if prize.currency)
    amounts, kept = _units(money, [worth[player] for player in players], settings)
    got = [
        Share(player, first[player] + amount, tuple(things[player]))
        for player, amount in zip(players, amounts, strict=True)
    ]
    return Award(tuple(prize for prize, *_ in parts), tuple(got), kept)


def _units(money: int, worth: Sequence[int], settings: Settings) -> tuple[list[int], int]:
    """The money of each, with what it has already as equal as possible, in whole units; and what is kept."""
    unit = settings.prizes.hundredths
    if len(worth) == 1:
        return [money], 0
    total = money + sum(worth)
    amounts = [(total - own * len(worth)) // (unit * len(worth)) * unit for own in worth]
    rest = money - sum(amounts)
    if settings.prizes.remainder == "first":
        for k in range(len(amounts)):
            if rest >= unit:
                amounts[k] += unit
                rest -= unit
    return amounts, rest
