"""What a director should know of a draw, in notes: earlier rounds, rules, cups, leaders who are drawn below."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from ....model import noticing
from ....model.cups.bracket import Fate, Match, brackets, match_text
from ....model.judging.judge import judge, since_drawn
from ....model.judging.violation import Violation, broken
from ....model.language import first_few
from ....model.notes import MOST_NAMED, Note, Remark, name_of, some_names
from ....model.pairing.draw import without_own_rules
from ....model.pairing.entrants import Before
from ....model.pairing.field import Flags
from ....model.pairing.pairing import Pairing
from ....model.pairing.profile import GREATEST_WEIGHT, Profile
from ....model.pairing.round_problem import RoundProblem
from ....model.plan.plan import Fault, ForcedFault, forced_faults
from ....model.reasons.board_case import points_text
from ....model.records.state import Record
from ....model.tournament.games import Round
from ....model.tournament.rules import CountRule
from ....model.tournament.tournament import Tournament
from ....solver.engine import Options, solve
from ...messages.foresight_texts import forced_fault_text
from ...messages.rule_texts import violation_text

PRICE_SECONDS = 5.0  # for the price of another round


def forced_notes(faults: Iterable[ForcedFault], tournament: Tournament) -> list[Remark]:
    """That pairs which the settings force cannot be kept as they stand."""
    return [Remark(forced_fault_text(one, tournament)) for one in faults]


def no_games(number: int, byes: Sequence[str], tournament: Tournament) -> Remark:
    """That a round has no games, as nobody or only one player is entered for it, who has the bye (ids)."""
    names, have = some_names(byes, tournament), "has" if len(byes) == 1 else "have"
    why = f"{names} {have} the bye" if byes else "nobody is entered for it"
    return Remark(f"No games in round {number}: {why}.")


def walkover(match: Match, tournament: Tournament) -> Remark:
    """A match of a cup that is not played, because a player of it is not in the round."""
    away = [name_of(p, tournament) for p in match.players if p and p != match.winner]
    gone = f"{' and '.join(away)} {'does' if len(away) == 1 else 'do'} not play in round {match.of_round}"
    who = name_of(match.winner, tournament) if match.winner else "nobody"
    why = f"advances without a game, because {gone}" if away else "has no opponent and advances without a game"
    return Remark(f"{match_text(match)}: {who} {why if match.winner or not away else f'advances, because {gone}'}")


def judge_as_drawn(
    tournament: Tournament,
    number: int,
    record: Record | None,
    before: Before | None = None,
    profile: Profile | None = None,
) -> list[Violation]:
    """What the judge finds in a round by its record, else by the settings and the profile given. Raises InputError."""
    if record is None:
        return judge(tournament, number, profile=profile, before=before)
    found = judge(without_own_rules(tournament), number, record.locks, record.relaxed, record.profile, before)
    return since_drawn(found, tournament.round(number), record.ledger) if found else []


def notes_before(
    tournament: Tournament, earlier: Sequence[Before], records: Mapping[int, Record], rules: Sequence[CountRule]
) -> list[Note]:
    """What is known before a draw: sleeping top players, earlier rounds that are not legal, ids that nobody has."""
    notes: list[Note] = []
    if not earlier:
        notes += [*noticing.sleeping_notes(tournament), *noticing.even_notes(tournament)]
        notes += [*noticing.supergroup_notes(tournament), *noticing.turn_notes(tournament)]
    notes += noticing.stage_notes(tournament, len(earlier) + 1)
    for before in earlier:
        for violation in broken(judge_as_drawn(tournament, before.number, records.get(before.number), before)):
            notes.append(Remark(f"round {before.number} is not legal: {violation_text(violation, tournament)}"))
    if not tournament.settings.pairing.local_clubs:
        idle = "has no effect: no local clubs are set (pairing.local_clubs)"
        notes += [Remark(f"rule {rule.name} {idle}") for rule in rules if rule.about_locals]
    return [*notes, *noticing.unknown_notes(tournament)]


def notes_after(before: Tournament, after: Tournament, drawn: Round) -> list[Note]:
    """What there is to say of the boards of a draw: that there are none, games of cups, tables, forced pairs."""
    number = drawn.number
    none = [] if drawn.games else [no_games(number, drawn.byes, after)]
    cups = [*cup_notes(before, number), *noticing.cup_cut_notes(before, number)]
    away = [one for one in forced_faults(before, [number]) if one.fault is Fault.ABSENT]
    return [*none, *cups, *noticing.table_notes(after, drawn), *forced_notes(away, after)]


def cup_notes(tournament: Tournament, number: int) -> list[Remark]:
    """Who advances without a game in a round, because the other one does not play in it."""
    matches = [match for one in brackets(tournament) for match in one.of_round(number)]
    away = [match for match in matches if match.fate in (Fate.WALKOVER, Fate.EMPTY) and any(match.players)]
    return [walkover(match, tournament) for match in away]


def leader_notes(problem: RoundProblem, pairing: Pairing, tournament: Tournament, options: Options) -> list[Remark]:
    """A note of the leaders who play somebody with a lower score, unless the profile has no price for that.

    A leader has the highest pairing score of the round. One who is alone is in no group and is left out, and so is who
    was forced into a game.
    """
    if not problem.profile.weight_of("leader_gap") or not pairing.pairs:
        return []
    score, forced = problem.field.score, {frozenset(pair) for pair in problem.forced}
    leads = score == score.max()
    floats = [pair for pair in _floats(pairing, leads) if frozenset(pair) not in forced]
    if not floats or leads.sum() == 1:
        return []
    games = []
    for one, other in (pair if leads[pair[0]] else pair[::-1] for pair in floats):
        leader, below = (name_of(problem.field.ids[place], tournament) for place in (one, other))
        gap = 2 * int(score[one] - score[other]) // problem.field.steps
        games.append(f"{leader} leads and plays {below}, {points_text(gap)} below")
    odd = len(floats) == 1 and (leads.sum() - leads[[*pairing.byes]].sum()) % 2
    why = "the leaders are an odd number" if odd else _other_round(problem, pairing, leads, options)
    return [Remark(f"{first_few(games, MOST_NAMED, '; ')}: {why}")]


def _floats(pairing: Pairing, leads: Flags) -> list[tuple[int, int]]:
    """The pairs of a leader and somebody below."""
    return [pair for pair in pairing.pairs if leads[pair[0]] != leads[pair[1]]]


def _other_round(problem: RoundProblem, pairing: Pairing, leads: Flags, options: Options) -> str:
    """Whether more leaders can meet, and what that costs more; unknown if the round is not proven, or time is short."""
    unknown = "it is not known what a round costs in which more of the leaders meet"
    if not pairing.optimal or pairing.bound_of_all is not None:
        return unknown
    wanted = replace(problem, profile=problem.profile.with_weights({"leader_gap": GREATEST_WEIGHT}))
    other = solve(wanted, Options(clock=options.timer(PRICE_SECONDS)))
    if not other.optimal:
        return unknown
    if len(_floats(other, leads)) >= len(_floats(pairing, leads)):
        return "no more of the leaders may meet"
    price = sum(problem.costs_by_criterion(other.pairs, other.byes).values()) - pairing.cost
    return f"a round in which more of the leaders meet costs {price:,} more"
