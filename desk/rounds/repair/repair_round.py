"""The last round repaired after a late change: as many boards as possible stay, the rest is drawn again; proven."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from ....model.edits import LAST_TABLE
from ....model.errors import ConflictError, McMahonError, check_confirmed, contradicted
from ....model.judging.judge import judge
from ....model.judging.violation import NoPairingError, broken
from ....model.language import counted
from ....model.notes import Note, Remark
from ....model.pairing.boards import make_games
from ....model.pairing.draw import Locks, count_rules, without_own_rules
from ....model.pairing.pairing import Pairing, bound_of_all
from ....model.pairing.round_problem import fingerprint
from ....model.plan.plan import Foresight
from ....model.records.state import State
from ....model.tournament.games import Game, Round
from ....model.tournament.rules import Rule
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.clock import Clock
from ....solver.engine import Options
from ....solver.questions.conflict import more_byes
from ....solver.questions.repair import Repaired, cheapest, trade_off
from ...desk_notes import changed_notes
from ...messages.changed_rounds import wide_lines
from ...messages.foresight_texts import rounds_words
from ...messages.rule_texts import violation_text
from ...messages.step_texts import round_text
from ...verb import Committed, Outcome, Verb, said_of
from ..draw.drawing import Terms, check_cost, record_of
from ..draw_round import DrawnAnswer
from ..new_boards import with_scores
from ..plan.planning import RoundsNotPossible
from .repair_case import Repair, RepairCase, RepairFound, case_of, foresight_behind, searched
from .repaired import PlaysAfterAll, RepairDone, bye_lines, given_up_lines

__all__ = ["REPAIR", "Repaired", "choices", "curve", "repair"]

BYES_SECONDS = 10.0  # to look for a round with more byes than needed
#: Rules that the new games alone decide, whoever is named as breaking them.
OF_THE_ROUND = (Rule.ONE_GAME_EACH, Rule.BYES, Rule.TABLES, Rule.UNKNOWN_PLAYER)


def repair(state: State, request: Repair | None = None, options: Options | None = None) -> Outcome[RepairDone]:
    """The last round repaired after a late change, proven. Raises InputError, NoPairingError, UnconfirmedError."""
    request = request or Repair()
    case, found = _searched(state, request, options)

    def again(now: State) -> Outcome[RepairDone] | None:
        number = len(state.tournament.rounds)
        if number != len(now.tournament.rounds):
            raise ConflictError(f"round {number} is no longer the last one; its repair was not written")
        here = case_of(now, request)
        same = case.kept == here.kept and fingerprint(case.own.problem()) == fingerprint(here.own.problem())
        stay = {*here.staying}  # with those that have got a result while this was searched
        if not same or not stay <= {*found.pairing.pairs}:
            return None
        stands = stay <= {*found.cheapest.pairing.pairs}  # the best of all is then the best that has them
        cheap = found.cheapest if stands else cheapest(here.problem, here.kept, options)
        return replace(_outcome(now, _mended(here, replace(found, cheapest=cheap)), request), again=again)

    return replace(_outcome(state, _mended(case, found), request), again=again)


def curve(state: State, request: Repair | None = None, options: Options | None = None) -> Outcome[Sequence[Repaired]]:
    """What each further board given up buys, from the fewest to the cheapest round. Raises as `repair`."""
    request = request or Repair()
    if request.changes is not None:
        raise contradicted("changes", "the curve shows every number of changes, so leave this out")
    case = case_of(state, request)
    points = trade_off(case.problem, case.kept, options)
    lost = Remark("boards that lost a player are not counted as given up")
    return Outcome(state, points, [lost] if request.without else [])


@dataclass(frozen=True, slots=True)
class Choices:
    """Repaired rounds side by side: as few boards given up as can be, as few as is sane, the cheapest."""

    fewest: RepairDone
    sane: RepairDone
    cheapest: RepairDone


def choices(state: State, request: Repair | None = None, options: Options | None = None) -> Outcome[Choices]:
    """Repaired rounds to choose from. Raises as `repair`, but asks for no yes, as nothing is decided."""
    case = case_of(state, request or Repair())
    found = searched(case, None, options)
    pairings = (found.fewest.pairing, found.pairing, found.cheapest.pairing)
    return Outcome(state, Choices(*(_mended(case, replace(found, pairing=pairing)) for pairing in pairings)))


def _outcome(state: State, done: RepairDone, request: Repair) -> Outcome[RepairDone]:
    """The state with the repaired round; the same state where nothing has changed. Raises UnconfirmedError."""
    if not (request.anyway or request.dry_run):
        lines = [*wide_lines(done.wider, done.old, done.tournament), *given_up_lines(done)]
        check_confirmed(
            [*bye_lines(done), *(lines if not done.old.draft else [])],
            Way("to see the round first", dry_run=True),
            Way("to do it", anyway=True),
            Way("for tables in play", keep="TABLES"),
        )
    after = state
    if done.changed or done.tournament != state.tournament:
        after = state.with_tournament(done.tournament).with_record(done.round.number, done.record)
    return Outcome(after, done, (*done.notes, *changed_notes(done.old, done.round)))


def _searched(state: State, request: Repair, options: Options | None) -> tuple[RepairCase, RepairFound]:
    """The case of a late change and its best repair; if there is none, with more byes if the draw was allowed them."""
    case = case_of(state, request)
    try:
        return case, searched(case, request.changes, options)
    except NoPairingError:
        clock = options.clock if options and options.clock else Clock(BYES_SECONDS)
        all_play_all = state.tournament.settings.pairing.all_play_all
        free = more_byes(case.problem, clock, all_play_all) if Rule.BYES in case.own.relaxed else ()
        if not free:
            raise
    ids = case.problem.field.ids
    case = case_of(state, request.but(bye=(*case.own.locks.bye, *(ids[player] for player in free))))
    return case, searched(case, request.changes, options)


def _mended(case: RepairCase, found: RepairFound) -> RepairDone:
    """The round of a pairing: kept boards as they are, new ones at free tables; passed by the judge.

    Of all legal rounds the cheapest repair bounds the cost, and nothing does where boards had to stay.
    """
    least = 0 if case.staying else bound_of_all(found.pairing, found.cheapest.pairing)
    pairing = replace(found.pairing, bound_of_all=least)
    ids, number = case.problem.field.ids, case.old.number
    made = {frozenset((ids[i], ids[j])): (i, j) for i, j in pairing.pairs}
    stay = [game for game in case.old if frozenset(game.players) in made]
    given_up = [game.players for game in case.old if game not in stay]
    for game in stay:
        made.pop(frozenset(game.players))
    score = case.problem.field.score
    ordered = sorted(made.values(), key=lambda p: (-max(score[p[0]], score[p[1]]), p))
    new = _at_tables(make_games(case.own.entered, case.problem, ordered), stay, case)
    out = {*case.old.absent, *case.old.present} - case.present  # whoever has come since the draw is not absent from it
    absent = tuple(p.id for p in case.tournament.participants() if p.id in out)
    drawn = Round(
        number,
        tuple(sorted([*stay, *new], key=lambda game: game.table)),
        tuple(ids[i] for i in pairing.byes),
        absent,
        (),
        case.old.draft,
    )
    after = case.tournament.before(number).with_round(drawn)
    locks = _with_kept_breaks(case, stay)
    foresight = foresight_behind(case, pairing, after)
    breaches = _pass_the_judge(case, after, locks, new, pairing)
    notes = _notes(case, drawn, breaches, found, foresight)
    entered, own = case.own.entered.before(number).with_round(drawn), replace(case.own, locks=locks)
    profile = replace(own.profile, rules=tuple(count_rules(own.entered, own.profile, number)))
    record = record_of(
        entered, own.problem(), pairing, profile, Terms(own.profile, locks, own.relaxed), None, foresight
    )
    lost = tuple(pair for pair in given_up if not case.present.issuperset(pair))
    more = tuple(pair for pair in given_up if case.present.issuperset(pair))
    boards = with_scores(new, after, number)
    return RepairDone(after, drawn, case.old, lost, more, boards, pairing, found.cheapest, found.fewest, record, notes)


def _notes(
    case: RepairCase, drawn: Round, kept: Sequence[Note], found: RepairFound, ahead: Foresight
) -> tuple[Note, ...]:
    """What a director should know: rules that stay broken, who plays after all or not, which rounds are impossible."""
    plays = (PlaysAfterAll(player) for player in case.lapsed if player in drawn.paired)
    notes: list[Note] = [*kept, *plays, *case.notes]
    if found.without_plan is not None:
        best = f"For this round alone, a repair that gives up {counted(found.without_plan, 'board')} would be best"
        rounds = rounds_words(ahead.first, ahead.until)
        notes.append(Remark(f"{best}, but it leaves no legal plan for {rounds}; this one leaves one."))
    return (*notes, *([RoundsNotPossible(ahead)] if ahead.short else []))


def _at_tables(new: Sequence[Game], stay: Sequence[Game], case: RepairCase) -> list[Game]:
    """New games at the tables of those given up, a player's own table first, then at any that nobody uses."""
    tables = case.tournament.settings.tables
    own = dict(tables.fixed)
    used = {game.table for game in stay}
    freed = sorted({game.table for game in case.old} - used)
    unused = (n for n in range(tables.first, LAST_TABLE) if n not in used and n not in freed)
    free = [n for n in (*freed, *unused) if n not in tables.out_of_use]
    placed = []
    for game in new:
        wanted = [own[p] for p in game.players if p in own and own[p] in free]
        table = min(wanted) if wanted else next(n for n in free if n not in own.values() or n in freed)
        free.remove(table)
        placed.append(replace(game, table=table))
    return placed


def _with_kept_breaks(case: RepairCase, stay: Sequence[Game]) -> Locks:
    """The locks of the draw, and as forced also the boards kept by hand that break a rule."""
    forced = {frozenset(pair) for pair in case.own.locks.force}
    ids = case.problem.field.ids
    by_hand = {frozenset((ids[i], ids[j])) for i, j in case.problem.forced}
    more = [game.players for game in stay if frozenset(game.players) in by_hand - forced and _breaks(case, game)]
    return replace(case.own.locks, force=(*case.own.locks.force, *more))


def _breaks(case: RepairCase, game: Game) -> bool:
    trial = case.own.entered.before(case.old.number).with_round(Round(case.old.number, (game,)))
    found = broken(judge(trial, case.old.number, case.own.locks, case.own.relaxed, case.own.profile))
    return any(set(v.players) == set(game.players) for v in found)


def _pass_the_judge(
    case: RepairCase, after: Tournament, locks: Locks, new: Sequence[Game], pairing: Pairing
) -> list[Remark]:
    """What the judge says of kept boards, for the director. Raises McMahonError for anything wrong in new ones."""
    number = case.old.number
    seen = without_own_rules(after) if case.own.profile.rules else after
    fresh = {p for game in new for p in game.players}
    notes = []
    for violation in judge(seen, number, locks, case.own.relaxed, case.own.profile):
        if violation.allowed:
            continue
        if violation.rule in OF_THE_ROUND or fresh & set(violation.players):
            raise McMahonError(f"the check of the repaired round failed: {violation_text(violation, seen)}")
        notes.append(Remark(f"a kept board breaks a rule: {violation_text(violation, seen)}"))
    check_cost(seen, number, case.own.profile, pairing)
    return notes


def _repaired_answer(done: Committed[RepairDone]) -> DrawnAnswer:
    value = done.value
    return DrawnAnswer(
        **said_of(done),
        round=value.round.number,
        cost=value.pairing.cost,
        proven=value.pairing.optimal,
        bound=value.pairing.bound,
        given_up=len(value.given_up),
        new=len(value.new),
        same=not value.changed,
    )


REPAIR = Verb(
    "repair",
    Repair,
    lambda state, request, run: repair(state, request, run.search(request.seconds)),
    lambda _, state: f"repair {round_text(state)}",
    _repaired_answer,
    slow=True,
)
