"""The rounds to come as a solver needs them: who is entered, who may meet whom, whatever the results will be.

They can be paired whatever is drawn if a condition on degrees holds, which needs no search.

Of an even number m of players, let d[1] <= … <= d[m] be how many each of them may still meet. If no k <= m/2 has
d[k] < k and d[m + 1 - k] < m - k, all of them can be paired (Chvátal 1972: the graph even has a Hamiltonian path, whose
every other edge is taken). Dirac's condition, everybody may meet m/2 others, is a case of it; the finer one also allows
a few players, or a family, far fewer opponents. A round takes at most one opponent from everybody; so the condition
with k less in each degree holds after any k rounds.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import combinations

import numpy as np

from ..pairing.counts import Count
from ..pairing.draw import applied_rule, count_rules
from ..pairing.entrants import Before, field_of
from ..pairing.field import Field, Flags, Ints
from ..pairing.profile import Profile
from ..pairing.round_problem import IndexPair
from ..pairing.standing_locks import Pair, pairs_of
from ..placing.scores import History
from ..placing.stages import last_of_turn, stages_of, table_games
from ..tournament.numbers import parse_rounds
from ..tournament.rules import CountRule, Rule, player_set
from ..tournament.tournament import Tournament
from .plan import forced_ahead

_BY_SCORE = {"draw_down", "draw_up", "float", "handicap_games"}


def is_static(rule: CountRule) -> bool:
    """Whether a rule over sets of pairs counts the same whatever the results are: by columns, not by scores."""
    sets = (name in _BY_SCORE or player_set(name)[1] == "top_group" for name in rule.pairs)
    return rule.per != "score group" and not any(sets)


def static_rules(tournament: Tournament, profile: Profile, number: int) -> list[CountRule]:
    """The hard rules over sets of pairs of a round that a plan keeps."""
    return [rule for rule in count_rules(tournament, profile, number) if rule.price is None and is_static(rule)]


def not_covered(tournament: Tournament, profile: Profile, numbers: Iterable[int]) -> list[str]:
    """The names of the hard rules that no plan can guarantee, because they depend on scores to come."""
    limits = tournament.settings.pairing
    names = [name for name in ("max_difference", "max_handicap") if getattr(limits, name)]
    for number in numbers:
        rules = count_rules(tournament, profile, number)
        names += [rule.name for rule in rules if rule.price is None and not is_static(rule)]
    return list(dict.fromkeys(names))


@dataclass(frozen=True, slots=True, eq=False)
class RoundAhead:
    """One round to come: `entrants` (ascending positions in the ids), settled `forced` pairs, `barred` for this round.

    `counts` are hard rules over sets of pairs; `clash`: somebody is forced into two games, so it is impossible.
    """

    number: int
    entrants: tuple[int, ...]
    forced: tuple[IndexPair, ...] = ()
    barred: frozenset[IndexPair] = frozenset()
    counts: tuple[Count, ...] = ()
    field: Field | None = None
    clash: bool = False

    @property
    def free(self) -> tuple[int, ...]:
        """The entrants without a forced pair."""
        settled = {player for pair in self.forced for player in pair}
        return tuple(player for player in self.entrants if player not in settled)

    def amounts(self, pairs: Sequence[IndexPair]) -> Iterator[tuple[Count, list[tuple[int, int, int]]]]:
        """Each rule over sets of pairs, and of these pairs the entries (part, position in `pairs`, amount)."""
        if not self.counts or self.field is None:
            return
        at = {player: k for k, player in enumerate(self.entrants)}
        i, j = np.array([(at[a], at[b]) for a, b in pairs], dtype=np.int64).reshape(-1, 2).T
        for count in self.counts:
            found = []
            for part, amount in count.terms(self.field, i, j):
                for k in np.flatnonzero((part >= 0) & (amount > 0)).tolist():
                    found.append((int(part[k]), k, int(amount[k])))
            yield count, found


@dataclass(frozen=True, slots=True, eq=False)
class Ahead:
    """The rounds to come. `met` are each player's opponents so far, `never` those whom a rule keeps apart for good.

    `byes` are the players who have had the bye; with `more_byes`, rounds may have more than they need, and if
    `all_play_all` a player may have several of them. Players are positions in `ids`, which are in ascending order.
    """

    ids: tuple[str, ...]
    rounds: tuple[RoundAhead, ...]
    met: tuple[frozenset[int], ...]
    never: tuple[frozenset[int], ...]
    byes: frozenset[int]
    more_byes: bool = False
    all_play_all: bool = False

    def index(self) -> dict[str, int]:
        """The position of each id."""
        return {player: i for i, player in enumerate(self.ids)}

    @property
    def byes_again(self) -> bool:
        """Whether players may have several byes."""
        return self.more_byes and self.all_play_all

    def until(self, number: int) -> Ahead:
        """Without the rounds behind one."""
        return replace(self, rounds=tuple(r for r in self.rounds if r.number <= number))

    def after(self, number: int, pairs: Iterable[IndexPair], byes: Iterable[int]) -> Ahead:
        """What is to come once a round has been drawn so."""
        met = [set(own) for own in self.met]
        for a, b in pairs:
            met[a].add(b)
            met[b].add(a)
        left = tuple(r for r in self.rounds if r.number > number)
        return replace(self, rounds=left, met=tuple(map(frozenset, met)), byes=self.byes | frozenset(byes))

    def kept_rules(self) -> list[str]:
        """The names of the rules besides repeats and second byes that keep pairs apart, or ask for pairs or byes."""
        found = [Rule.FAMILIES.value] if any(self.never) else []
        found += [Rule.FORBIDDEN.value] if any(one.barred for one in self.rounds) else []
        found += [Rule.FORCED.value] if any(one.forced for one in self.rounds) else []
        found += dict.fromkeys(count.rule.name for one in self.rounds for count in one.counts)
        return [Rule.BYES.value, *found] if self.all_play_all else [*found, Rule.BYES.value]

    def without(self, rule: str) -> Ahead:
        """Without one of these rules."""
        if rule == Rule.BYES:
            return replace(self, more_byes=True)
        if rule == Rule.FAMILIES:
            return replace(self, never=(frozenset[int](),) * len(self.ids))
        if rule == Rule.FORCED:
            return replace(self, rounds=tuple(replace(one, forced=(), clash=False) for one in self.rounds))
        if rule == Rule.FORBIDDEN:
            return replace(self, rounds=tuple(replace(one, barred=frozenset()) for one in self.rounds))
        counts = (tuple(count for count in one.counts if count.rule.name != rule) for one in self.rounds)
        return replace(
            self, rounds=tuple(replace(one, counts=own) for one, own in zip(self.rounds, counts, strict=True))
        )

    def may_meet(self, ahead: RoundAhead, again: bool = False) -> list[IndexPair]:
        """The pairs of free entrants that may meet in a round, ascending; with `again` also those who have met."""
        apart = self.never if again else [met | never for met, never in zip(self.met, self.never, strict=True)]
        pairs = combinations(ahead.free, 2)
        return [(a, b) for a, b in pairs if b not in apart[a] and (a, b) not in ahead.barred]

    def allowed(self, ahead: RoundAhead) -> Flags:
        """Which free entrants may meet: m × m."""
        at = {player: k for k, player in enumerate(ahead.free)}
        may = ~np.eye(len(at), dtype=bool)
        for player, k in at.items():
            apart = [at[other] for other in self.met[player] | self.never[player] if other in at]
            may[k, apart] = False
        for a, b in ahead.barred:
            if a in at and b in at:
                may[at[a], at[b]] = may[at[b], at[a]] = False
        return may


def ahead_of(tournament: Tournament, number: int, profile: Profile, before: Before) -> Ahead:
    """The rounds from `number` to the last, or the last of its turn, after those before `number`."""
    numbers = range(number, last_of_turn(tournament, number) + 1)
    entered = {t: {p.id for p in tournament.entrants(t)}.difference(table_games(tournament, t)[1]) for t in numbers}
    ids = tuple(sorted(set().union(*entered.values())))
    index = {player: i for i, player in enumerate(ids)}
    by_id = sorted(tournament.players, key=lambda p: p.id)
    past = [before.past.get(player, History()) for player in ids]
    rounds, forced = [], {one.number: one for one in forced_ahead(tournament, numbers)}
    counted: dict[tuple[object, ...], tuple[tuple[Count, ...], Field | None]] = {}
    for t in numbers:
        here = entered[t]
        wanted = forced[t].pairs
        pairs = tuple(_pair(index, pair) for pair in wanted)
        own = replace(before, number=t, entrants=[p for p in by_id if p.id in here])
        rules = static_rules(tournament, profile, t)
        alike = tuple(rules), frozenset(here), wanted
        if alike not in counted:
            counted[alike] = _counts(own, rules, wanted)
        counts, field = counted[alike]
        entrants = tuple(sorted(index[player] for player in here))
        barred, clash = _barred(tournament, t, index), bool(forced[t].clashing)
        rounds.append(RoundAhead(t, entrants, pairs, barred, counts, field, clash))
    return Ahead(
        ids=ids,
        rounds=tuple(rounds),
        met=tuple(frozenset(index[o] for o in one.opponents if o in index) for one in past),
        never=_never(tournament, index),
        byes=frozenset(i for i, one in enumerate(past) if one.byes),
        all_play_all=tournament.settings.pairing.all_play_all,
    )


def _pair(index: Mapping[str, int], pair: Pair) -> IndexPair:
    a, b = index[pair[0]], index[pair[1]]
    return min(a, b), max(a, b)


def _barred(tournament: Tournament, number: int, index: Mapping[str, int]) -> frozenset[IndexPair]:
    settings, found = tournament.settings, set()
    for players, against, rounds in settings.pairing.forbid:
        if number in parse_rounds(rounds, settings.rounds):
            both = (pair for pair in pairs_of(players, against) if pair[0] != pair[1])
            found |= {_pair(index, pair) for pair in both if index.keys() >= set(pair)}
    stages = stages_of(settings)
    if stages is not None:
        part = dict(zip(index.values(), stages.names(index, number), strict=True))
        found |= {(i, j) for i, j in combinations(sorted(part), 2) if part[i] != part[j]}
    return frozenset(found)


def _never(tournament: Tournament, index: Mapping[str, int]) -> tuple[frozenset[int], ...]:
    """Whom each player's families keep apart for good."""
    apart: list[set[int]] = [set() for _ in index]
    if tournament.settings.pairing.families == "forbid":
        members: dict[str, set[int]] = {}
        for player in tournament.players:
            for group in player.families if player.id in index else ():
                members.setdefault(group, set()).add(index[player.id])
        for own in members.values():
            for i in own:
                apart[i] |= own - {i}
    return tuple(map(frozenset, apart))


def _counts(
    before: Before, rules: Sequence[CountRule], forced: Sequence[Pair]
) -> tuple[tuple[Count, ...], Field | None]:
    """The rules applied to the entrants of a round, with the arrays that they count in."""
    if not rules:
        return (), None
    field, at = field_of(before, rules), {p.id: k for k, p in enumerate(before.entrants)}
    pairs, clubs = [_pair(at, pair) for pair in forced], before.tournament.settings.clubs
    return tuple(applied_rule(rule, before.entrants, field, pairs, clubs) for rule in rules), field


def surely_possible(ahead: Ahead, drawn: int = 0) -> bool:
    """Whether the rounds behind the first `drawn` ones can be paired, whatever those and they bring."""
    for k, one in enumerate(ahead.rounds[drawn:], drawn):
        asked = any(count.rule.at_least for count in one.counts)  # of pairs that must be there degrees do not tell
        if one.clash or asked or not enough(_degrees(ahead, one) - k):
            return False
    return True


def _degrees(ahead: Ahead, one: RoundAhead) -> Ints:
    """How many each free entrant may meet without counting in a rule; an odd one has the bye, the last, instead."""
    free = one.free
    if one.barred or one.counts:
        degrees = (ahead.allowed(one) & ~counted_pairs(one)).sum(axis=1)
    else:
        here = frozenset(free)
        apart = (len((ahead.met[player] | ahead.never[player]) & here) for player in free)
        degrees = len(free) - 1 - np.fromiter(apart, dtype=np.int64, count=len(free))
    if len(free) % 2 == 0:
        return np.asarray(degrees, dtype=np.int64)
    fresh = np.array([player not in ahead.byes for player in free])
    return np.append(degrees + fresh, fresh.sum())


def counted_pairs(one: RoundAhead) -> Flags:
    """Which pairs of free entrants count in a rule over sets of pairs: m × m."""
    return _counted(one.entrants, one.free, one.counts, one.field)


@lru_cache(maxsize=1)  # rounds with the same entrants have the same
def _counted(entrants: tuple[int, ...], free: tuple[int, ...], counts: tuple[Count, ...], field: Field | None) -> Flags:
    """The pairs of free entrants that count, as an array that nobody writes to."""
    at = {player: k for k, player in enumerate(entrants)}
    own, size = np.array([at[player] for player in free], dtype=np.int64), len(free)
    found = np.zeros((size, size), dtype=bool)
    for count in counts:
        if field is None or count.rule.at_least:
            continue
        i, j = np.broadcast_arrays(own[:, None], own[None, :])
        for part, amount in count.terms(field, i, j):
            found |= (part >= 0) & (amount > 0)
    found.flags.writeable = False
    return found


def enough(degrees: Ints | Sequence[int]) -> bool:
    """Whether every graph with at least these degrees, on an even number of vertices, has a perfect matching."""
    d = np.sort(np.asarray(degrees, dtype=np.int64))
    m = len(d)
    k = np.arange(1, m // 2 + 1)
    few, many = d[k - 1] < k, d[m - k] < m - k
    return not (few & many).any()
