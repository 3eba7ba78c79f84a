"""The judge: whether a round is legal, rule by rule. It knows no solver and no round problem's rules.

It looks at the tournament alone: who is entered, who has met, what the settings ask. Scores, history and the handicap
rule are the tournament's own; costs are recomputed from the criteria, pair by pair.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from ..cups.bracket import Match, cup_pairs, enters, even_pairs, is_extra
from ..pairing.counts import Count
from ..pairing.draw import Locks, Pair, count_rules, without_own_rules
from ..pairing.entrants import Before, before_round
from ..pairing.field import Ints
from ..pairing.handicap import even_at_bar, stones_given
from ..pairing.profile import Profile
from ..pairing.standing_locks import forced_pairs
from ..placing.scores import History, Scores
from ..placing.stages import stages_of, table_games
from ..records.ledger import Ledger
from ..tournament.games import ByHand, Game, Round
from ..tournament.numbers import parse_rounds
from ..tournament.person import Player, Status
from ..tournament.rules import Rule
from ..tournament.settings.kinds import Lock
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament
from .round_costs import count_of_games, problem_as_drawn
from .violation import Violation

#: One rule, checked for a round.
RuleCheck = Callable[["RoundCase"], Iterator[Violation]]
#: Two ids, whichever is White.
AnyPair = frozenset[str]


@dataclass(frozen=True, slots=True)
class RoundCase:
    """What the rules are checked against: the round, and everything before it.

    `forced` pairs come from `locks`, the settings or cups. `cups` are games of cups, `even` those without handicap.
    """

    tournament: Tournament
    drawn: Round
    players: Mapping[str, Player]
    before: Before
    locks: Locks
    forced: frozenset[AnyPair]
    profile: Profile | None
    cups: Mapping[AnyPair, Match] = field(default_factory=dict)
    even: frozenset[AnyPair] = frozenset()

    @property
    def settings(self) -> Settings:
        """The settings of the tournament."""
        return self.tournament.settings

    @property
    def scores(self) -> Scores:
        """The scores before the round."""
        return self.before.scores

    @property
    def past(self) -> Mapping[str, History]:
        """Everybody's history before the round."""
        return self.before.past


def judge(
    tournament: Tournament,
    number: int,
    locks: Locks | None = None,
    relaxed: Collection[str] = (),
    profile: Profile | None = None,
    before: Before | None = None,
) -> list[Violation]:
    """Every hard rule that a drawn round breaks; a legal round has none but those the director allowed.

    Rules over sets of pairs are the settings' and, if given, the profile's. `before`: what earlier rounds say.
    """
    locks = locks or Locks()
    case = RoundCase(
        tournament=tournament,
        drawn=tournament.round(number),
        players=tournament.by_id(),
        before=before or before_round(tournament, number),
        locks=locks,
        forced=frozenset(map(frozenset, (*locks.force, *forced_pairs(tournament, number)))),
        profile=profile,
        cups=cup_pairs(tournament, number),
        even=even_pairs(tournament, number),
    )
    by_hand = case.drawn.allowed
    return [
        replace(
            v,
            allowed=v.allowed or v.relaxed_by(relaxed) or v.as_allowed in by_hand,
            cup=case.cups.get(frozenset(v.players)) if v.allowed else None,
        )
        for v in broken_by(case, RULES)
    ]


def broken_by(case: RoundCase, rules: Iterable[RuleCheck]) -> list[Violation]:
    """What a round breaks of some rules; if it names players that nobody knows, only that."""
    return list(known_players(case)) or [violation for rule in rules for violation in rule(case)]


def since_drawn(violations: Iterable[Violation], drawn: Round, ledger: Ledger | None) -> list[Violation]:
    """The same, with those marked as outdated whose handicap is the one that the ledger of the draw has."""
    right = {frozenset(board.players): board.stones for board in ledger.boards} if ledger else {}
    as_drawn = {frozenset(g.players) for g in drawn if right.get(frozenset(g.players)) == g.handicap}
    return [
        replace(v, outdated=v.rule in (Rule.HANDICAP, Rule.EVEN_AT_BAR) and frozenset(v.players) in as_drawn)
        for v in violations
    ]


def known_players(case: RoundCase) -> Iterator[Violation]:
    """Everybody in the round is a player of the tournament."""
    for player in _everybody(case.drawn):
        if player not in case.players:
            yield Violation(Rule.UNKNOWN_PLAYER, (player,))


def _everybody(drawn: Round) -> list[str]:
    return [p for game in drawn for p in game.players] + [*drawn.byes, *drawn.unpaired]


def one_game_each(case: RoundCase) -> Iterator[Violation]:
    """Nobody appears twice; everybody entered has a game or the bye, or is marked absent or unpaired."""
    for player, times in Counter(_everybody(case.drawn)).items():
        if times > 1:
            yield Violation(Rule.ONE_GAME_EACH, (player,), found=times, limit=1)
    present = set(_everybody(case.drawn)) | set(case.drawn.absent)
    for who in case.players.values():
        if who.id not in present and enters(case.tournament, who, case.drawn.number):
            yield Violation(Rule.ONE_GAME_EACH, (who.id,), limit=1)


def entered(case: RoundCase) -> Iterator[Violation]:
    """Only the entered play: no preliminary entries, and in a draft nobody who has withdrawn."""
    for player_id in (*(p for game in case.drawn for p in game.players), *case.drawn.byes):
        player = case.players[player_id]
        within = player.rounds is not None and not is_extra(case.tournament, case.drawn.number)
        elsewhere = within and case.drawn.number not in (player.rounds or ())
        gone = player.has_left and case.drawn.draft
        if player.status is Status.PRELIMINARY or gone or elsewhere:
            yield Violation(Rule.ENTERED, (player_id,))


def no_repeats(case: RoundCase) -> Iterator[Violation]:
    """Nobody meets the same opponent twice."""
    for game in case.drawn:
        if game.black in case.past[game.white].opponents:
            yield Violation(Rule.REPEATS, game.players, game.table, allowed=_forced(case, game))


def byes(case: RoundCase) -> Iterator[Violation]:
    """One bye at most (in each part of a final by scores), apart from those by hand or table; nobody has a second."""
    stages, number = stages_of(case.settings), case.drawn.number
    table = set(table_games(case.tournament, number)[1]) if stages else set()
    by_part: dict[str, list[str]] = {}
    for player in case.drawn.byes:
        if player not in table and player not in case.locks.bye:
            by_part.setdefault(stages.part(player, number) if stages else "", []).append(player)
    for free in by_part.values():
        if len(free) > 1:
            yield Violation(Rule.BYES, tuple(free), found=len(free), limit=1)
    for player in case.drawn.byes:
        if case.past[player].byes and player not in table:
            yield Violation(Rule.SECOND_BYE, (player,), allowed=player in case.locks.bye)


def same_part(case: RoundCase) -> Iterator[Violation]:
    """Players of different groups do not meet, nor a finalist and another."""
    stages, number = stages_of(case.settings), case.drawn.number
    for game in case.drawn if stages else ():
        if stages and stages.part(game.white, number) != stages.part(game.black, number):
            yield Violation(Rule.OTHER_GROUP, game.players, game.table, allowed=_forced(case, game))


def handicaps(case: RoundCase) -> Iterator[Violation]:
    """Handicap by rule; games of a player at or above the bar are even (BGA handbook 4.3), and so are games of cups."""
    for game in case.drawn:
        in_cup = frozenset(game.players) in case.even
        given = 0 if in_cup else stones_given(case.players[game.white], case.players[game.black], case.scores)
        if game.handicap == given:
            continue
        if even_at_bar(game.players, case.scores) and not in_cup:
            yield Violation(Rule.EVEN_AT_BAR, game.players, game.table, game.handicap)
        elif game.by_hand.isdisjoint({ByHand.HANDICAP, ByHand.COLOURS}):
            yield Violation(Rule.HANDICAP, game.players, game.table, game.handicap, abs(given))


def caps(case: RoundCase) -> Iterator[Violation]:
    """Differences of score and handicaps within the limits of the settings."""
    limits = case.settings.pairing
    for game in case.drawn:
        gap = abs(case.scores.pairing_score(game.white) - case.scores.pairing_score(game.black))
        most = limits.max_difference * limits.steps_per_point
        if most and gap > most:
            allowed = _forced(case, game)
            yield Violation(
                Rule.DIFFERENCE_CAP, game.players, game.table, gap, most, allowed=allowed, steps=limits.steps_per_point
            )
        if limits.max_handicap and game.handicap > limits.max_handicap:
            stones, most = game.handicap, limits.max_handicap
            yield Violation(Rule.HANDICAP_CAP, game.players, game.table, stones, most, allowed=_forced(case, game))


def locks_kept(case: RoundCase) -> Iterator[Violation]:
    """Forced pairs play each other, forbidden ones do not, and byes given by hand are given."""
    met, present = {frozenset(game.players) for game in case.drawn}, case.drawn.paired
    for pair in sorted(map(sorted, case.forced - met)):
        if (present | set(case.drawn.byes)).issuperset(pair):
            yield Violation(Rule.FORCED, tuple(pair))
    forbidden = _locked(case.settings, case.drawn.number, case.settings.pairing.forbid, case.locks.forbid)
    for pair in sorted(map(sorted, forbidden & met)):
        yield Violation(Rule.FORBIDDEN, tuple(pair), allowed=frozenset(pair) in case.forced)
    for player in case.locks.bye:
        if player in present:
            yield Violation(Rule.FORCED, (player,))


def families_apart(case: RoundCase) -> Iterator[Violation]:
    """Players with a common group do not meet where the settings forbid it."""
    if case.settings.pairing.families != "forbid":
        return
    for game in case.drawn:
        common = set(case.players[game.white].families) & set(case.players[game.black].families)
        if common:
            groups, by_hand = tuple(sorted(common)), _forced(case, game)
            yield Violation(Rule.FAMILIES, game.players, game.table, groups=groups, allowed=by_hand)


def counts_kept(case: RoundCase) -> Iterator[Violation]:
    """The hard rules over sets of pairs, counted game by game; what only forced pairs break is allowed."""
    number = case.drawn.number
    rules = tuple(rule for rule in count_rules(case.tournament, case.profile, number) if rule.price is None)
    if not rules:
        return
    problem = problem_as_drawn(without_own_rules(case.tournament), number, Profile("", "", (), rules), case.before)
    yield from counts_broken(case, problem.counts, lambda count, games: count_of_games(problem, count, games))


def counts_broken(
    case: RoundCase, counts: Iterable[Count], counted: Callable[[Count, Sequence[Game]], Ints]
) -> Iterator[Violation]:
    """The rules over sets of pairs that a round breaks; `counted` counts games. Forced pairs alone may break them."""
    forced = [game for game in case.drawn if _forced(case, game)]
    for count in counts:
        rule, totals, of_forced = count.rule, counted(count, case.drawn.games), counted(count, forced)
        for part, excess in count.broken(totals):
            found, by_hand = int(totals[part]), excess <= int(of_forced[part]) - rule.limit
            yield Violation(rule, found=found, limit=rule.limit, part=count.labels[part], allowed=by_hand)


def tables_differ(case: RoundCase) -> Iterator[Violation]:
    """Every board has a table of its own that is in use."""
    for table, times in Counter(game.table for game in case.drawn).items():
        if times > 1:
            yield Violation(Rule.TABLES, table=table, found=times, limit=1)
        if table in case.settings.tables.out_of_use:
            yield Violation(Rule.TABLES, table=table, found=times)


#: The hard rules in the order they are reported.
RULES = (
    one_game_each,
    entered,
    no_repeats,
    byes,
    same_part,
    handicaps,
    caps,
    locks_kept,
    families_apart,
    counts_kept,
    tables_differ,
)


def _locked(
    settings: Settings, number: int, standing: Sequence[Lock], own: Iterable[Pair]
) -> frozenset[frozenset[str]]:
    """The pairs that a lock of the settings or of the draw names in a round."""
    pairs = {frozenset(pair) for pair in own}
    for players, against, rounds in standing:
        if number in parse_rounds(rounds, settings.rounds):
            pairs |= {frozenset((a, b)) for a in players for b in (against or players) if a != b}
    return frozenset(pairs)


def _forced(case: RoundCase, game: Game) -> bool:
    return frozenset(game.players) in case.forced
