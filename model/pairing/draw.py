"""From the tournament to the problem of a round: entrants, history and locks as arrays."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from itertools import combinations

import numpy as np

from ..cups.bracket import Match, cup_pairs, entrants, match_text
from ..errors import InputError
from ..placing.stages import stages_of
from ..placing.tie_breaks import value_text
from ..tournament.numbers import parse_rounds
from ..tournament.person import Player, column_values
from ..tournament.rules import PAIR_RULES, RELAXABLE, CountRule, Rule
from ..tournament.same_names import Clubs
from ..tournament.tournament import Tournament
from .counts import Count
from .entrants import Before, before_round, coded, field_of, free_by_stages
from .field import Field, Ints
from .own_criteria import check_weight
from .profile import Profile
from .round_problem import IndexPair, RelaxedRules, RoundProblem
from .standing_locks import Locks as Locks
from .standing_locks import Pair as Pair
from .standing_locks import forced_pairs
from .standing_locks import pairs_of as pairs_of


def round_problem(
    tournament: Tournament,
    number: int,
    profile: Profile,
    locks: Locks | None = None,
    relaxed: RelaxedRules | None = None,
    before: Before | None = None,
) -> RoundProblem:
    """The problem of drawing a round; `before` is the state before the round, if it is computed already.

    Raises InputError when locks contradict each other or the entries.
    """
    own = locks or Locks()
    both = {frozenset(pair) for pair in own.force} & {frozenset(pair) for pair in own.forbid}
    if both:
        raise InputError(f"{' and '.join(min(map(sorted, both)))} are both forced and forbidden to meet")
    forced_ids = _forced_pairs(own, tournament, number)
    _check_locks(forced_ids, own.bye, tournament, number)
    before = before or before_round(tournament, number)
    free = free_by_stages(before, forced_ids, own.bye)
    index, size = before.index, len(before.entrants)
    forced = [(min(index[a], index[b]), max(index[a], index[b])) for a, b in forced_ids]
    barred = _barred(before, own)
    for pair in forced:
        barred.pop(pair, None)
    codes = sorted((i * size + j, bits) for (i, j), bits in barred.items())
    all_barred, barred_by = _between_parts(before, codes, forced)
    rules = count_rules(tournament, profile, number)
    relaxed = relaxed or RelaxedRules()
    unknown = relaxed.counts - {rule.name for rule in rules if rule.price is None}
    if unknown:
        raise InputError(f"no hard rule is called {sorted(unknown)[0]!r}; {_relaxable(rules)}")
    criteria = profile.own_criteria
    futures = any("first_places" in weight.record.reads for weight in profile.weights if weight.weight)
    field = field_of(before, rules, contenders=futures, own_criteria=criteria)
    for weight in profile.weights:
        if weight.own:
            check_weight(weight.own, weight.weight, field)
    pairing = tournament.settings.pairing
    return RoundProblem(
        round=number,
        field=field,
        profile=profile.by_step(field.steps),
        barred=all_barred,
        barred_by=barred_by,
        forced=tuple(forced),
        forced_byes=tuple(index[p] for p in (*own.bye, *free)),
        max_difference=pairing.max_difference,
        max_handicap=pairing.max_handicap,
        relaxed=relaxed.rules,
        counts=tuple(applied_rule(rule, before.entrants, field, forced, tournament.settings.clubs) for rule in rules),
        relaxed_counts=relaxed.counts,
    )


def count_rules(tournament: Tournament, profile: Profile | None, number: int) -> list[CountRule]:
    """The rules over sets of pairs that apply in a round, from profile and settings; same name: the settings win."""
    rules = {rule.name: rule for rule in profile.rules} if profile else {}
    rules |= {rule.name: rule for rule in tournament.settings.pairing.rules}
    total = tournament.settings.rounds
    try:
        return [rule for rule in rules.values() if number in parse_rounds(rule.rounds, total)]
    except ValueError as error:
        raise InputError(f"wrong rounds in a rule over pairs; expected {error}") from None


def with_field(problem: RoundProblem, field: Field, tournament: Tournament) -> RoundProblem:
    """The problem with other data of the same entrants; rules over pairs count in them."""
    entrants = [tournament.player(pid) for pid in field.ids]
    clubs = tournament.settings.clubs
    counts = tuple(applied_rule(count.rule, entrants, field, problem.forced, clubs) for count in problem.counts)
    return replace(problem, field=field, counts=counts)


def without_own_rules(tournament: Tournament) -> Tournament:
    """The tournament without the rules over pairs of its settings, for a profile that contains them already."""
    if not tournament.settings.pairing.rules:
        return tournament
    pairing = replace(tournament.settings.pairing, rules=())
    return replace(tournament, settings=replace(tournament.settings, pairing=pairing))


def applied_rule(
    rule: CountRule, entrants: Sequence[Player], field: Field, forced: Sequence[IndexPair], clubs: Clubs
) -> Count:
    """A rule applied to the entrants: the parts of the field that it counts in, and the counts of the forced pairs."""
    labels: tuple[str, ...]
    if rule.per == "round":
        labels, scope = ("",), np.zeros(len(entrants), dtype=np.int64)
    elif rule.per == "score group":
        values, scope = np.unique(field.score, return_inverse=True)
        labels = tuple(f"score {value_text(value, field.steps)}" for value in values.tolist())
    else:
        # an entrant whose people have several texts is in no part
        texts = [own[0] if len(own) == 1 else "" for own in column_values(rule.per, entrants)]
        keys = [clubs.value_key(rule.per, text) for text in texts]
        scope = coded(keys)
        names = [clubs.label(text) for text in texts] if rule.per.casefold() == "club" else texts
        shown = dict(zip(keys, names, strict=True))
        labels = tuple(shown[key] for key in dict.fromkeys(filter(None, keys)))
    count = Count(rule, scope, labels, np.zeros(len(labels), dtype=np.int64))
    i, j = np.array(forced, dtype=np.int64).reshape(-1, 2).T
    return replace(count, forced_count=count.of_pairs(field, i, j))


def _forced_pairs(locks: Locks, tournament: Tournament, number: int) -> list[Pair]:
    """The pairs (ids) forced in a round, by locks or by the settings, each once."""
    pairs = {tuple(sorted(pair)): pair for pair in locks.force}
    entered = {p.id for p in entrants(tournament, number)}
    for pair in forced_pairs(tournament, number):
        if entered.issuperset(pair):
            pairs.setdefault(tuple(sorted(pair)), pair)
    return list(pairs.values())


def _check_locks(forced: Sequence[Pair], byes: Sequence[str], tournament: Tournament, number: int) -> None:
    """Raise InputError when a forced player is not entered, or is forced twice."""
    entered = {p.id for p in entrants(tournament, number)}
    games: dict[str, list[str]] = {}
    for a, b in forced:
        games.setdefault(a, []).append(b)
        games.setdefault(b, []).append(a)
    for player in [*games, *byes]:
        name = tournament.player(player).label
        if player not in entered:
            raise InputError(
                f"{name} is not entered for round {number}, so they cannot be forced to play or given a bye"
            )
        if len(games.get(player, ())) > 1:
            of_cups = cup_pairs(tournament, number)
            others = " and ".join(_game(player, other, of_cups, tournament) for other in games[player])
            raise InputError(f"{name} is forced into two games in round {number}: with {others}")
        if player in games and player in byes:
            raise InputError(f"{name} is forced into a game and a bye in round {number}")
        if byes.count(player) > 1:
            raise InputError(f"{name} is given the bye twice in round {number}")


def _game(player: str, other: str, of_cups: Mapping[frozenset[str], Match], tournament: Tournament) -> str:
    """The opponent in a forced game, and of which cup it is."""
    match = of_cups.get(frozenset((player, other)))
    return tournament.player(other).label + (f" in the {match_text(match)}" if match else "")


def _barred(before: Before, locks: Locks) -> dict[IndexPair, int]:
    """The pairs that rules forbid, as index pairs lo < hi, with the bits of those rules."""
    index, settings = before.index, before.tournament.settings
    barred: dict[IndexPair, int] = {}

    def bar(a: str, b: str, rule: Rule) -> None:
        if a in index and b in index and a != b:
            pair = min(index[a], index[b]), max(index[a], index[b])
            barred[pair] = barred.get(pair, 0) | rule.bit

    met = Rule.REPEATS.bit
    for i, player in enumerate(before.entrants):
        others = (index.get(opponent, -1) for opponent in before.past[player.id].opponents)
        barred |= {(i, j): met for j in others if j > i}
    for a, b in locks.forbid:
        bar(a, b, Rule.FORBIDDEN)
    for players, against, rounds in settings.pairing.forbid:
        if before.number in parse_rounds(rounds, settings.rounds):
            for a, b in pairs_of(players, against):
                bar(a, b, Rule.FORBIDDEN)
    if settings.pairing.families == "forbid":
        for members in _families(before.entrants).values():
            for a, b in combinations(members, 2):
                bar(a, b, Rule.FAMILIES)
    return barred


def _between_parts(before: Before, codes: Sequence[tuple[int, int]], forced: Sequence[IndexPair]) -> tuple[Ints, Ints]:
    """The barred pairs and their rules as arrays, with those between two groups, or a finalist and another."""
    barred = np.array([code for code, _ in codes], dtype=np.int64)
    bits = np.array([bits for _, bits in codes], dtype=np.int64)
    stages = stages_of(before.tournament.settings)
    if stages is None:
        return barred, bits
    size, names = len(before.entrants), stages.names((p.id for p in before.entrants), before.number)
    label = coded(names)
    i, j = np.triu_indices(size, 1)
    across = label[i] != label[j]
    other = (i * size + j)[across]
    other = other[~np.isin(other, [a * size + b for a, b in forced])]
    both = np.concatenate([barred, other])
    whole = np.concatenate([bits, np.full(len(other), Rule.OTHER_GROUP.bit, dtype=np.int64)])
    found, at = np.unique(both, return_inverse=True)
    merged = np.zeros(len(found), dtype=np.int64)
    np.bitwise_or.at(merged, at, whole)
    return found, merged


def _families(players: Iterable[Player]) -> dict[str, list[str]]:
    """The players' ids by family or group."""
    members: dict[str, list[str]] = {}
    for player in players:
        for group in player.families:
            members.setdefault(group, []).append(player.id)
    return members


def parse_rule_names(names: Iterable[str], rules: Sequence[CountRule] = ()) -> RelaxedRules:
    """The rules to relax, by name: rules of pairs, or hard rules over sets of pairs. Raises InputError."""
    counts = {rule.name for rule in rules if rule.price is None}
    relaxed = RelaxedRules()
    for name in names:
        if name in PAIR_RULES:
            relaxed = replace(relaxed, rules=relaxed.rules | {Rule(name)})
        elif name == Rule.BYES:
            relaxed = replace(relaxed, byes=True)
        elif name in counts:
            relaxed = replace(relaxed, counts=relaxed.counts | {name})
        else:
            raise InputError(f"no hard rule is called {name!r}; {_relaxable(rules)}")
    return relaxed


def _relaxable(rules: Sequence[CountRule]) -> str:
    names = [rule.value for rule in RELAXABLE] + [rule.name for rule in rules if rule.price is None]
    return f"the rules that can be relaxed are {', '.join(names)}"
