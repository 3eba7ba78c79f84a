"""From the tournament to the problem of a round: entrants, history and locks as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import combinations, product

import numpy as np

from .count_rule import CountRule, player_set, same_column
from .counts import Count
from .criteria.field import Field, Flags, Ints
from .errors import InputError
from .handicap import strength
from .history import History, histories
from .lottery import lot
from .player import Player, column, country_key, name_key, value_key
from .profile import Profile
from .round_problem import RelaxedRules, RoundProblem, Rule
from .round_sets import parse_rounds
from .scores import Scores, score
from .seeding import group_order, seeding_of
from .tournament import Tournament

Pair = tuple[str, str]


@dataclass(frozen=True, slots=True)
class Locks:
    """What the director settles for one round by hand: ids of pairs to force, pairs to forbid, players who sit out."""

    force: tuple[Pair, ...] = ()
    forbid: tuple[Pair, ...] = ()
    bye: tuple[str, ...] = ()


def round_problem(
    tournament: Tournament,
    number: int,
    profile: Profile,
    locks: Locks | None = None,
    relaxed: RelaxedRules | None = None,
) -> RoundProblem:
    """The problem of drawing a round, from the history before it. Raises InputError when locks contradict entries."""
    past = tournament.before(number)
    scores = score(past)
    entrants = sorted(tournament.entrants(number), key=lambda p: p.id)
    index = {p.id: i for i, p in enumerate(entrants)}
    own = locks or Locks()
    both = {frozenset(pair) for pair in own.force} & {frozenset(pair) for pair in own.forbid}
    if both:
        raise InputError(f"{' and '.join(sorted(both.pop()))} are forced and forbidden at once")
    forced = settled_pairs(own, tournament, number)
    check_locks(forced, own.bye, tournament, number)
    past_of = histories(past, scores)
    barred = _barred(tournament, number, entrants, past_of, own)
    for a, b in forced:
        barred.pop((min(index[a], index[b]), max(index[a], index[b])), None)
    codes = sorted((i * len(entrants) + j, bits) for (i, j), bits in barred.items())
    pairing = tournament.settings.pairing
    rules = count_rules(tournament, profile, number)
    relaxed = relaxed or RelaxedRules()
    unknown = relaxed.counts - {rule.name for rule in rules if rule.price is None}
    if unknown:
        raise InputError(f"no hard rule is called {sorted(unknown)[0]!r}; {_relaxable(rules)}")
    field = _field(tournament, number, entrants, scores, past_of, rules)
    settled = np.array([(index[a], index[b]) for a, b in forced], dtype=np.int64).reshape(-1, 2)
    return RoundProblem(
        round=number,
        field=field,
        profile=profile,
        barred=np.array([code for code, _ in codes], dtype=np.int64),
        barred_by=np.array([bits for _, bits in codes], dtype=np.int64),
        forced=tuple((index[a], index[b]) for a, b in forced),
        forced_byes=tuple(index[p] for p in own.bye),
        max_difference=pairing.max_difference,
        max_handicap=pairing.max_handicap,
        relaxed=relaxed.rules,
        counts=tuple(_count(rule, entrants, field, settled) for rule in rules),
        relaxed_counts=relaxed.counts,
    )


def count_rules(tournament: Tournament, profile: Profile | None, number: int) -> list[CountRule]:
    """A round's rules over sets of pairs, of profile and settings; the settings win where names are the same."""
    rules = {rule.name: rule for rule in profile.rules} if profile else {}
    rules |= {rule.name: rule for rule in tournament.settings.pairing.rules}
    total = tournament.settings.rounds
    try:
        return [rule for rule in rules.values() if number in parse_rounds(rule.rounds, total)]
    except ValueError as error:
        raise InputError(f"a rule over pairs names other rounds; right would be: {error}") from None


def without_own_rules(tournament: Tournament) -> Tournament:
    """The tournament without its settings' rules over pairs: for a round whose profile has those it was drawn by."""
    pairing = replace(tournament.settings.pairing, rules=())
    return replace(tournament, settings=replace(tournament.settings, pairing=pairing))


def _count(rule: CountRule, entrants: Sequence[Player], field: Field, settled: Ints) -> Count:
    """A rule with the parts of the field that it counts in."""
    labels: tuple[str, ...]
    if rule.per == "round":
        labels, scope = ("",), np.zeros(len(entrants), dtype=np.int64)
    elif rule.per == "score group":
        values, scope = np.unique(field.score, return_inverse=True)
        labels = tuple(f"score {value}" for value in values)
    else:
        texts = column(rule.per, entrants)
        keys = [value_key(rule.per, text) for text in texts]
        scope = _codes(keys)
        shown = dict(zip(keys, texts, strict=True))
        labels = tuple(shown[key] for key in dict.fromkeys(filter(None, keys)))
    count = Count(rule, scope, labels, np.zeros(len(labels), dtype=np.int64))
    return replace(count, settled=count.of_pairs(field, settled[:, 0], settled[:, 1]))


def settled_pairs(locks: Locks, tournament: Tournament, number: int) -> list[Pair]:
    """The pairs forced in a round, by the director's call or by the settings, each once."""
    pairs = {tuple(sorted(pair)): pair for pair in locks.force}
    entered = {p.id for p in tournament.entrants(number)}
    for players, against, rounds in tournament.settings.pairing.force:
        if number in parse_rounds(rounds, tournament.settings.rounds):
            for pair in pairs_of(players, against):
                if entered.issuperset(pair):
                    pairs.setdefault(tuple(sorted(pair)), pair)
    return list(pairs.values())


def pairs_of(players: Sequence[str], against: Sequence[str]) -> Iterable[Pair]:
    """The pairs that a setting names: each of the players with each they are against, else all among themselves."""
    return product(players, against) if against else combinations(players, 2)


def check_locks(forced: Sequence[Pair], byes: Sequence[str], tournament: Tournament, number: int) -> None:
    """Raise InputError when a locked player is not entered, or is locked twice."""
    entered = {p.id for p in tournament.entrants(number)}
    seen: set[str] = set()
    for player in [p for pair in forced for p in pair] + list(byes):
        name = f"{player} ({tournament.player(player).name})"
        if player not in entered:
            raise InputError(f"{name} is not entered for round {number}, so cannot be forced or given a bye")
        if player in seen:
            raise InputError(f"{name} is forced into two games of round {number}, or into a game and a bye")
        seen.add(player)


def _barred(
    tournament: Tournament, number: int, entrants: Sequence[Player], past: Mapping[str, History], locks: Locks
) -> dict[tuple[int, int], int]:
    """The pairs that a rule keeps apart, as index pairs lo < hi, with the bits of the rules."""
    index = {p.id: i for i, p in enumerate(entrants)}
    barred: dict[tuple[int, int], int] = {}

    def bar(a: str, b: str, rule: Rule) -> None:
        if a in index and b in index and a != b:
            pair = min(index[a], index[b]), max(index[a], index[b])
            barred[pair] = barred.get(pair, 0) | int(rule)

    for player in entrants:
        for opponent in past[player.id].opponents:
            bar(player.id, opponent, Rule.REPEATS)
    for a, b in locks.forbid:
        bar(a, b, Rule.FORBIDDEN)
    for players, against, rounds in tournament.settings.pairing.forbid:
        if number in parse_rounds(rounds, tournament.settings.rounds):
            for a, b in pairs_of(players, against):
                bar(a, b, Rule.FORBIDDEN)
    if tournament.settings.pairing.families == "forbid":
        for members in families(entrants).values():
            for a, b in combinations(members, 2):
                bar(a, b, Rule.FAMILIES)
    return barred


def families(players: Iterable[Player]) -> dict[str, list[str]]:
    """Ids by family or group."""
    members: dict[str, list[str]] = {}
    for player in players:
        for group in player.groups:
            members.setdefault(group, []).append(player.id)
    return members


def _field(
    tournament: Tournament,
    number: int,
    entrants: Sequence[Player],
    scores: Scores,
    past: Mapping[str, History],
    rules: Sequence[CountRule],
) -> Field:
    settings = tournament.settings
    method, keys = seeding_of(settings, number)
    place, size = {}, {}
    for members in group_order(entrants, scores, keys, number).values():
        for position, pid in enumerate(members):
            place[pid], size[pid] = position, len(members)
    top = [p.id in scores.top for p in entrants]
    exempt = settings.pairing.geography_at_bar == "exempt"
    locals_ = {name_key(club) for club in settings.pairing.local_clubs}
    local = {p.id: name_key(p.club) in locals_ for p in tournament.players}
    return Field(
        ids=tuple(p.id for p in entrants),
        score=_ints(scores.pairing_score(p.id) for p in entrants),
        strength=_ints(strength(p, scores.raw_score(p.id), settings) for p in entrants),
        even=np.array([t and settings.pairing.even_at_bar for t in top], dtype=bool),
        exempt=np.array([t and exempt for t in top], dtype=bool),
        club=_codes(name_key(p.club) for p in entrants),
        country=_codes(country_key(p.country) for p in entrants),
        families=_families(entrants),
        local=np.array([local[p.id] for p in entrants], dtype=bool),
        met_local=np.array([any(local.get(o, False) for o in past[p.id].opponents) for p in entrants], dtype=bool),
        place=_ints(place[p.id] for p in entrants),
        size=_ints(size[p.id] for p in entrants),
        drawn_down=_ints(past[p.id].drawn_down for p in entrants),
        drawn_up=_ints(past[p.id].drawn_up for p in entrants),
        colours=_ints(past[p.id].colours for p in entrants),
        byes=_ints(past[p.id].byes for p in entrants),
        free_wins=_ints(past[p.id].free_wins for p in entrants),
        key=np.array([lot(settings.seed, "pair", number, p.id) for p in entrants], dtype=np.uint64),
        seeding=method,
        float_down=settings.pairing.draw_down,
        float_up=settings.pairing.draw_up,
        stones_off=settings.handicap.reduction,
        most_stones=0 if settings.handicap.rule == "none" else settings.handicap.maximum,
        columns=_columns(entrants, rules),
        sets=_player_sets(entrants, rules, top, [local[p.id] for p in entrants]),
    )


def _columns(entrants: Sequence[Player], rules: Sequence[CountRule]) -> dict[str, Ints]:
    """Codes of the columns of which rules ask whether two players have the same."""
    titles = {same_column(name) for rule in rules for name in rule.pairs} - {""}
    return {title: _codes(value_key(title, text) for text in column(title, entrants)) for title in sorted(titles)}


def _player_sets(
    entrants: Sequence[Player], rules: Sequence[CountRule], top: Sequence[bool], local: Sequence[bool]
) -> dict[str, Flags]:
    """The sets of players that rules name: top_group, local, visitor, or those with a value in a column."""
    known = {"top_group": list(top), "local": list(local), "visitor": [not flag for flag in local]}
    for who in {player_set(name)[1] for rule in rules for name in rule.pairs} - {""} - set(known):
        title, _, value = (part.strip() for part in who.partition("="))
        known[who] = [value_key(title, text) == value_key(title, value) for text in column(title, entrants)]
    return {who: np.array(flags, dtype=bool) for who, flags in known.items()}


def _ints(values: Iterable[int]) -> Ints:
    return np.array(list(values), dtype=np.int64)


def _codes(values: Iterable[str]) -> Ints:
    """A number for each different text, -1 for none."""
    seen: dict[str, int] = {}
    return _ints(seen.setdefault(value, len(seen)) if value else -1 for value in values)


def _families(entrants: Sequence[Player]) -> Ints:
    seen: dict[str, int] = {}
    width = max((len(p.groups) for p in entrants), default=0)
    rows = [[seen.setdefault(g, len(seen)) for g in p.groups] + [-1] * (width - len(p.groups)) for p in entrants]
    return np.array(rows, dtype=np.int64).reshape(len(entrants), width)


def parse_rule_names(names: Iterable[str], rules: Sequence[CountRule] = ()) -> RelaxedRules:
    """The rules that `--relax` names, of pairs or over sets of pairs. Raises InputError."""
    by_text = {rule.text: rule for rule in Rule}
    counts = {rule.name for rule in rules if rule.price is None}
    relaxed = RelaxedRules()
    for name in names:
        if name in by_text:
            relaxed = replace(relaxed, rules=relaxed.rules | by_text[name])
        elif name in counts:
            relaxed = replace(relaxed, counts=relaxed.counts | {name})
        else:
            raise InputError(f"no hard rule is called {name!r}; {_relaxable(rules)}")
    return relaxed


def _relaxable(rules: Sequence[CountRule]) -> str:
    names = [rule.text for rule in Rule] + [rule.name for rule in rules if rule.price is None]
    return f"the rules that can be relaxed are {', '.join(names)}"


def parse_pair(text: str, tournament: Tournament) -> Pair:
    """The ids of `A:B`. Raises InputError."""
    parts = text.split(":")
    if len(parts) != 2:
        raise InputError(f"{text!r} is no pair; right would be: 3:17, two ids or names with a colon between them")
    a, b = (tournament.find(part.strip()).id for part in parts)
    if a == b:
        raise InputError(f"{text!r} names one player twice; right would be: two different ones")
    return a, b
