"""Drawing a round of a tournament, from its entrants to boards that the judge has passed."""

from __future__ import annotations

import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from ...._version import __version__
from ....io.settings.profiles import profile_named
from ....model.cups.bracket import is_extra
from ....model.errors import InputError, McMahonError, Problem
from ....model.judging.judge import judge, since_drawn
from ....model.judging.round_costs import cost_of_round
from ....model.judging.violation import NoPairingError, Violation, broken
from ....model.language import counted, first_few
from ....model.notes import Note, some_names
from ....model.noticing import (
    cup_cut_notes,
    even_notes,
    sleeping_notes,
    stage_notes,
    supergroup_notes,
    table_notes,
    turn_notes,
    unknown_notes,
)
from ....model.pairing.boards import make_round
from ....model.pairing.counts import PricedBreak, priced_breaks, unmet_conditions
from ....model.pairing.draw import Locks, count_rules, parse_rule_names, round_problem, without_own_rules
from ....model.pairing.entrants import Before, before_each_round, before_round
from ....model.pairing.pairing import Pairing
from ....model.pairing.profile import Profile
from ....model.pairing.round_problem import RoundProblem
from ....model.pairing.variants import Conflict
from ....model.placing.scores import open_games
from ....model.placing.start_groups import with_decisions
from ....model.plan.plan import NO_FORESIGHT, Fault, ForcedFault, Foresight, forced_faults
from ....model.records.ledger import ledger_of
from ....model.records.state import Record
from ....model.tournament.games import Round
from ....model.tournament.rules import CountRule, Rule
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.clock import Clock
from ....solver.engine import Options
from ....solver.questions.conflict import conflict, more_byes, or_more_byes
from ...messages.foresight_texts import forced_fault_text
from ...messages.rule_texts import violation_text
from ..new_boards import DraftChange
from ..round_numbers import drawn_again, next_round
from .engines import get_ready, solved, with_opinion
from .leaders import leader_notes
from .looking_ahead import off_notes, passed, prospect, with_foresight
from .missing_games import cup_notes, with_cups


@dataclass(frozen=True, slots=True)
class EarlierRoundBroken(Note):
    """A rule that an earlier round breaks."""

    number: int
    violation: Violation

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"round {self.number} is not legal: {violation_text(self.violation, tournament)}"


@dataclass(frozen=True, slots=True)
class RuleCountsNothing(Note):
    """A rule over pairs that is about locals, where no local clubs are named."""

    name: str

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return f"rule {self.name} has no effect: no local clubs are set (pairing.local_clubs)"


@dataclass(frozen=True, slots=True)
class FaultyForcedPair(Note):
    """That a pair which the settings force in a round cannot be kept as it stands."""

    fault: ForcedFault

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        return forced_fault_text(self.fault, tournament)


@dataclass(frozen=True, slots=True)
class Drawn:
    """A round just drawn: the tournament with it (as a draft), the engine's answer, and the judge's findings.

    `breaches` are the rules broken because the director relaxed them or forced a pair; anything else the judge finds
    is an error of the program. `priced` says which rules with a price are broken, `notes` what the director should
    know. `changed` is what it changes of the draft before; `stopped`: the search was stopped before its end.
    """

    tournament: Tournament
    round: Round
    pairing: Pairing
    record: Record
    breaches: tuple[Violation, ...]
    notes: tuple[Note, ...]
    problem: RoundProblem
    priced: tuple[PricedBreak, ...]
    changed: tuple[DraftChange, ...] = ()
    stopped: bool = False


CONFLICT_SECONDS = 10.0  # for the contradiction behind a round that has no pairing


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


@dataclass(frozen=True, slots=True)
class NoGames(Note):
    """That a round has no games, as nobody or only one player is entered for it, who has the bye (ids)."""

    number: int
    byes: tuple[str, ...] = ()

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        if not self.byes:
            return f"No games in round {self.number}: nobody is entered for it."
        names, have = some_names(self.byes, tournament), "has" if len(self.byes) == 1 else "have"
        return f"No games in round {self.number}: {names} {have} the bye."


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
    begin = time.perf_counter()
    ready = ready_to_draw(tournament, terms or Terms())
    get_ready(ready.problem, options)
    ready, best = _solved(ready, options)
    case = prospect(ready.tournament, ready.profile, ready.problem, ready.before, records or {})
    pairing, foresight = with_foresight(case, best, options) if case is not None else (best, NO_FORESIGHT)
    best = with_opinion(ready.problem, best, options, lambda other: judged_round(ready, other))
    drawn = with_boards(ready, replace(pairing, by_cp_sat=best.by_cp_sat), records or {}, foresight)
    seconds = {**pairing.seconds, "total": time.perf_counter() - begin}
    notes = [*drawn.notes, *leader_notes(ready.problem, pairing, options)]
    if not drawn.round.games:
        notes.append(NoGames(ready.number, drawn.round.byes))
    notes += [*cup_notes(ready.tournament, ready.number), *cup_cut_notes(ready.tournament, ready.number)]
    notes += [*table_notes(drawn.tournament, drawn.round), *_notes_ahead(ready)]
    return replace(drawn, pairing=replace(drawn.pairing, seconds=seconds), notes=tuple(notes))


def _solved(ready: PreparedRound, options: Options | None) -> tuple[PreparedRound, Pairing]:
    """The cheapest round; if there is none and the rule of byes is relaxed, with the fewest more byes, as if by hand.

    Raises NoPairingError.
    """
    try:
        return ready, solved(ready.problem, options)
    except NoPairingError as error:
        all_play_all = ready.tournament.settings.pairing.all_play_all
        found = more_byes(ready.problem, _clock(options), all_play_all) if Rule.BYES in ready.terms.relaxed else ()
        if not found:
            unmet = unmet_conditions(ready.problem.counts, ready.problem.field)
            raise error.because(_conflict(ready, options), unmet) from None
    locks = ready.terms.locks
    byes = (*locks.bye, *(ready.problem.field.ids[player] for player in found))
    again = ready_to_draw(ready.tournament, replace(ready.terms, locks=replace(locks, bye=byes)))
    return again, solved(again.problem, options)


def _notes_ahead(ready: PreparedRound) -> list[Note]:
    """The forced pairs of the round that are not in it, and at the first draw that nobody looks ahead."""
    faults = forced_faults(ready.tournament, [ready.number])
    away: list[Note] = [FaultyForcedPair(one) for one in faults if one.fault is Fault.ABSENT]
    return away if ready.earlier else [*away, *off_notes(ready.tournament, ready.number, ready.profile)]


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
    foresight = passed(foresight, after, profile)
    return Drawn(
        tournament=after,
        round=drawn,
        pairing=pairing,
        record=record_of(
            tournament,
            problem,
            pairing,
            replace(profile, rules=tuple(ready.rules)),
            ready.terms,
            ready.before,
            foresight,
        ),
        breaches=breaches,
        notes=_notes(after, ready.earlier, records, ready.rules),
        problem=problem,
        priced=tuple(priced_breaks(problem.counts, problem.field, pairing.pairs)),
    )


def judged_round(ready: PreparedRound, pairing: Pairing) -> tuple[Round, Tournament, tuple[Violation, ...]]:
    """The round of a pairing, the tournament with it, and the rules that it breaks with permission.

    Raises McMahonError if the judge finds another broken rule, or another cost.
    """
    drawn = make_round(ready.tournament, ready.problem, pairing.pairs, pairing.byes)
    after = ready.tournament.before(ready.number).with_round(drawn)
    return drawn, after, _pass_the_judge(after, ready.number, ready.profile, ready.terms, pairing)


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


def _pass_the_judge(
    after: Tournament, number: int, profile: Profile, terms: Terms, pairing: Pairing
) -> tuple[Violation, ...]:
    """The broken rules that are allowed. Raises McMahonError when the judge finds anything else, or another cost.

    The judge computes scores and history itself, and takes nothing from the draw.
    """
    before = before_round(after, number)
    violations = judge(after, number, terms.locks, terms.relaxed, profile, before)
    wrong = broken(violations)
    if wrong:
        raise McMahonError(
            "the check of the drawn round failed: " + "; ".join(violation_text(one, after) for one in wrong)
        )
    check_cost(after, number, profile, pairing, before)
    return tuple(violations)


def check_cost(
    tournament: Tournament, number: int, profile: Profile, pairing: Pairing, before: Before | None = None
) -> None:
    """Raise McMahonError where a round, computed anew, costs another sum than its pairing says."""
    recomputed = sum(cost_of_round(tournament, number, profile, before).values())
    if recomputed != pairing.cost:
        raise McMahonError(f"the check of the drawn round failed: its cost is {recomputed}, not {pairing.cost}")


def _conflict(ready: PreparedRound, options: Options | None) -> Conflict:
    """The rules and locks that contradict each other in a round without pairing, and what is cheapest to give up."""
    clock, problem = _clock(options), ready.problem
    found = conflict(problem, clock)
    return or_more_byes(found, problem, clock, ready.tournament.settings.pairing.all_play_all)


def _clock(options: Options | None) -> Clock:
    """The time for a question about a round that has no pairing."""
    whole = options.clock if options and options.clock else Clock(options.seconds if options else CONFLICT_SECONDS)
    return whole.limited_to(CONFLICT_SECONDS)


def judge_as_drawn(
    tournament: Tournament,
    number: int,
    record: Record | None,
    before: Before | None = None,
    profile: Profile | None = None,
) -> list[Violation]:
    """What the judge finds in a round, under what it was drawn by where that is known. Raises InputError.

    Else by the rules of the settings, and of the profile where one is given.
    """
    if record is None:
        return judge(tournament, number, profile=profile, before=before)
    found = judge(without_own_rules(tournament), number, record.locks, record.relaxed, record.profile, before)
    return since_drawn(found, tournament.round(number), record.ledger) if found else []


def _first_notes(tournament: Tournament) -> list[Note]:
    """What a director should know at the first draw alone."""
    notes: list[Note] = [*sleeping_notes(tournament), *even_notes(tournament)]
    return [*notes, *supergroup_notes(tournament), *turn_notes(tournament)]


def _notes(
    tournament: Tournament, earlier: Sequence[Before], records: Mapping[int, Record], rules: Sequence[CountRule]
) -> tuple[Note, ...]:
    """What the director should know: sleeping top players, broken rounds earlier, ids that nobody has."""
    notes: list[Note] = [] if earlier else _first_notes(tournament)
    notes += stage_notes(tournament, len(earlier) + 1)
    known = tournament.settings.pairing.local_clubs
    idle = [rule for rule in rules if not known and rule.about_locals]
    for before in earlier:
        for violation in broken(judge_as_drawn(tournament, before.number, records.get(before.number), before)):
            notes.append(EarlierRoundBroken(before.number, violation))
    return (*notes, *(RuleCountsNothing(rule.name) for rule in idle), *unknown_notes(tournament))
