"""Drawing a round of a tournament, from its entrants to boards that the judge has passed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...._version import __version__
from ....io.settings.profiles import profile_named
from ....model.cups.bracket import cup_pairs, is_extra, match_text, without_kept, without_winner
from ....model.errors import InputError, McMahonError, Problem
from ....model.judging.judge import judge
from ....model.judging.round_costs import cost_of_round
from ....model.judging.violation import NoPairingError, Violation, broken
from ....model.language import counted, first_few
from ....model.notes import Note
from ....model.pairing.boards import make_round
from ....model.pairing.counts import PricedBreak, priced_breaks, unmet_conditions
from ....model.pairing.draw import Locks, count_rules, parse_rule_names, round_problem
from ....model.pairing.entrants import Before, before_each_round, before_round
from ....model.pairing.pairing import Pairing
from ....model.pairing.profile import Profile
from ....model.pairing.round_problem import RoundProblem
from ....model.placing.cup_seeds import check_groups, with_seeds
from ....model.placing.scores import open_games
from ....model.placing.start_groups import with_decisions
from ....model.plan.plan import NO_FORESIGHT, Foresight
from ....model.records.ledger import ledger_of
from ....model.records.state import Record
from ....model.tournament.games import Round
from ....model.tournament.rules import CountRule, Rule
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.engine import Options
from ....solver.questions.conflict import conflict, more_byes, or_more_byes
from ...messages.cup_texts import open_text
from ...messages.rule_texts import violation_text
from ..round_numbers import drawn_again, next_round
from .draw_notes import leader_notes, notes_after, notes_before
from .engines import get_ready, solved, with_opinion
from .looking_ahead import off_notes, passed, prospect, with_foresight

CONFLICT_SECONDS = 10.0  # for the contradiction behind a round that has no pairing


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round just drawn: the tournament with it (as a draft), the engine's answer, and the judge's findings.

    `breaches` are the rules broken because the director relaxed them or forced a pair; anything else the judge finds
    is an error of the program. `priced` says which rules with a price are broken, `notes` what the director should
    know. `changed` is what it changes of the draft before, in words; `stopped`: the search was stopped before its end.
    """

    tournament: Tournament
    round: Round
    pairing: Pairing
    record: Record
    breaches: tuple[Violation, ...]
    notes: tuple[Note, ...]
    problem: RoundProblem
    priced: tuple[PricedBreak, ...]
    changed: tuple[str, ...] = ()
    stopped: bool = False


@dataclass(frozen=True, slots=True)
class Terms:
    """What a director asks of a draw: weights, locks, hard rules that may be broken, whether results may be missing.

    The profile is one, or the name of one that comes with the program; empty: that of the settings.
    """

    profile: str | Profile = ""
    locks: Locks = field(default_factory=Locks)
    relaxed: Sequence[str] = ()
    missing_results: bool = False


@dataclass(frozen=True, slots=True)
class PreparedRound:
    """A round ready to be drawn: the tournament with what its first draw decides, the rules over pairs, the problem.

    `before` has scores and histories before the round, `earlier` those before each round until then.
    """

    tournament: Tournament
    number: int
    profile: Profile
    rules: Sequence[CountRule]
    problem: RoundProblem
    terms: Terms
    before: Before
    earlier: Sequence[Before]


def draw_round(
    tournament: Tournament,
    terms: Terms | None = None,
    options: Options | None = None,
    records: Mapping[int, Record] | None = None,
) -> Drawn:
    """The next round, drawn and judged; nothing is written.

    `records` say of earlier rounds what the director had locked and relaxed, so that they are judged fairly.
    Raises NoPairingError when the hard rules cannot be kept, InputError when results are missing or nobody is entered.
    """
    begin, options, records = time.perf_counter(), options or Options(), records or {}
    ready = ready_to_draw(tournament, terms or Terms())
    get_ready(ready.problem, options)
    ready, best = _solved(ready, options)
    case = prospect(ready.tournament, ready.profile, ready.problem, ready.before, records)
    pairing, foresight = with_foresight(case, best, options) if case is not None else (best, NO_FORESIGHT)
    best = with_opinion(ready.problem, best, options, lambda other: judged_round(ready, other))
    drawn = with_boards(ready, replace(pairing, by_cp_sat=best.by_cp_sat), records, foresight)
    seconds = {**pairing.seconds, "total": time.perf_counter() - begin}
    notes = [*drawn.notes, *leader_notes(ready.problem, pairing, tournament, options)]
    notes += notes_after(ready.tournament, drawn.tournament, drawn.round)
    if not ready.earlier:
        notes += off_notes(ready.tournament, ready.number, ready.profile)
    return replace(drawn, pairing=replace(drawn.pairing, seconds=seconds), notes=tuple(notes))


def _solved(ready: PreparedRound, options: Options) -> tuple[PreparedRound, Pairing]:
    """The cheapest round; if there is none and byes are relaxed, with the fewest more byes. Raises NoPairingError."""
    try:
        return ready, solved(ready.problem, options)
    except NoPairingError as error:
        problem, all_play_all = ready.problem, ready.tournament.settings.pairing.all_play_all
        clock = options.timer(CONFLICT_SECONDS)
        found = more_byes(problem, clock, all_play_all) if Rule.BYES in ready.terms.relaxed else ()
        if not found:
            clock = options.timer(CONFLICT_SECONDS)
            contradiction = or_more_byes(conflict(problem, clock), problem, clock, all_play_all)
            unmet = unmet_conditions(problem.counts, problem.field)
            raise replace(error, conflict=contradiction, unmet=unmet) from None
    locks = ready.terms.locks
    byes = (*locks.bye, *(ready.problem.field.ids[player] for player in found))
    again = ready_to_draw(ready.tournament, replace(ready.terms, locks=replace(locks, bye=byes)))
    return again, solved(again.problem, options)


def ready_to_draw(tournament: Tournament, terms: Terms) -> PreparedRound:
    """The next round as a problem. Raises InputError when it cannot be drawn yet."""
    number = next_round(tournament)
    _check_ready(tournament, number, terms)
    tournament = with_cups(with_decisions(tournament), number)
    profile = terms.profile or tournament.settings.pairing.profile
    profile = profile_named(profile) if isinstance(profile, str) else profile
    rules = count_rules(tournament, profile, number)
    *earlier, before = before_each_round(tournament, number)
    relaxed = parse_rule_names(terms.relaxed, rules)
    problem = round_problem(tournament, number, profile, terms.locks, relaxed, before)
    return PreparedRound(tournament, number, profile, rules, problem, terms, before, earlier)


def with_boards(
    ready: PreparedRound, pairing: Pairing, records: Mapping[int, Record], foresight: Foresight = NO_FORESIGHT
) -> Drawn:
    """The round of a pairing, with colours, handicaps and tables; passed by the judge. Raises McMahonError."""
    tournament, problem, profile = ready.tournament, ready.problem, ready.profile
    drawn, after, breaches = judged_round(ready, pairing)
    foresight, own = passed(foresight, after, profile), replace(profile, rules=tuple(ready.rules))
    return Drawn(
        tournament=after,
        round=drawn,
        pairing=pairing,
        record=record_of(tournament, problem, pairing, own, ready.terms, ready.before, foresight),
        breaches=breaches,
        notes=tuple(notes_before(after, ready.earlier, records, ready.rules)),
        problem=problem,
        priced=tuple(priced_breaks(problem.counts, problem.field, pairing.pairs)),
    )


def judged_round(ready: PreparedRound, pairing: Pairing) -> tuple[Round, Tournament, tuple[Violation, ...]]:
    """The round of a pairing, the tournament with it, and the rules that it breaks with permission.

    The judge computes scores and history itself, and takes nothing from the draw. Raises McMahonError if it finds
    another broken rule, or another cost.
    """
    number, profile, terms = ready.number, ready.profile, ready.terms
    drawn = make_round(ready.tournament, ready.problem, pairing.pairs, pairing.byes)
    after = ready.tournament.before(number).with_round(drawn)
    before = before_round(after, number)
    violations = judge(after, number, terms.locks, terms.relaxed, profile, before)
    if wrong := broken(violations):
        found = "; ".join(violation_text(one, after) for one in wrong)
        raise McMahonError(f"the check of the drawn round failed: {found}")
    check_cost(after, number, profile, pairing, before)
    return drawn, after, tuple(violations)


def _check_ready(tournament: Tournament, number: int, terms: Terms) -> None:
    """Raise InputError when results are missing, a forbidden pair names nobody, or too few are entered."""
    missing = open_games(tournament.before(number))
    if missing and not terms.missing_results:
        some = first_few(missing, 5)
        number_of = f"{counted(len(missing), 'result')} {'is' if len(missing) == 1 else 'are'}"
        way = Way("enter them, or draw without them", missing_results=True)
        wanting = Problem(f"{number_of} missing ({some})", ways=(way,))
        raise InputError([wanting, *drawn_again(tournament)])
    for player in (player for pair in terms.locks.forbid for player in pair):
        tournament.player(player)  # there is one of this id
    if is_extra(tournament, number):
        return
    if not tournament.rounds[: number - 1] and sum(player.takes_part for player in tournament.players) < 2:
        entered = counted(len(tournament.entrants(number)), "entrant")
        raise InputError(f"round {number} has {entered}; at least 2 are needed")


def with_cups(tournament: Tournament, number: int) -> Tournament:
    """The tournament with the entrants of cups that begin in a round. Raises InputError if they are not known."""
    check_groups(tournament)
    seeded = with_seeds(without_kept(tournament, number), number)
    problems = []
    for match in without_winner(seeded, number):
        way = Way("to say it", "cup", name=match.cup, player=match.both[0] if match.both else "ID")
        problems.append(Problem(open_text(match, seeded), ways=(way,)))
    if problems:
        raise InputError(problems)
    return seeded


def missing_games(tournament: Tournament, number: int) -> list[str]:
    """The games of cups that a draft should have and has not, in words; but those that the director gave up."""
    drawn = tournament.round(number)
    there = {frozenset(game.players) for game in drawn} | {frozenset(one.players) for one in drawn.allowed}
    try:
        found = cup_pairs(with_seeds(tournament, number), number)
    except InputError as error:
        return str(error).split("\n")
    names = tournament.by_id()
    return [
        f"{match_text(match)}: {' – '.join(names[p].name for p in match.both or ())}"
        for pair, match in found.items()
        if pair not in there
    ]


def record_of(
    entered: Tournament,
    problem: RoundProblem,
    pairing: Pairing,
    profile: Profile,
    terms: Terms,
    before: Before | None = None,
    foresight: Foresight = NO_FORESIGHT,
) -> Record:
    """How a round was drawn, as the folder keeps it, with the ledger of what was true at the draw."""
    costs = problem.costs_by_criterion(pairing.pairs, pairing.byes)
    return Record(
        profile=profile,
        locks=terms.locks,
        relaxed=tuple(terms.relaxed),
        cost=pairing.cost,
        bound=pairing.bound if pairing.bound_of_all is None else pairing.bound_of_all,
        status=pairing.status,
        costs={name: cost for name, cost in costs.items() if cost},
        version=__version__,
        kept=ledger_of(entered, problem, pairing.pairs, pairing.byes, before.scores if before else None),
        seed=entered.settings.seed,
        foresight=foresight,
        engine=pairing.engine,
    )


def check_cost(
    tournament: Tournament, number: int, profile: Profile, pairing: Pairing, before: Before | None = None
) -> None:
    """Raise McMahonError where a round, computed anew, costs another sum than its pairing says."""
    recomputed = sum(cost_of_round(tournament, number, profile, before).values())
    if recomputed != pairing.cost:
        raise McMahonError(f"the check of the drawn round failed: its cost is {recomputed}, not {pairing.cost}")
