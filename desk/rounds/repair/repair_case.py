"""A late change to the last round: who is in it now, which boards must stay, and the best round that has them."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from ....model.cups.bracket import is_extra
from ....model.edits import check_not_in_hand
from ....model.edits import withdraw as withdrawn
from ....model.errors import InputError, Problem, contradicted, wrong_argument
from ....model.language import counted
from ....model.notes import Note, Remark, name_of
from ....model.pairing.draw import Pair
from ....model.pairing.pairing import Pairing
from ....model.pairing.round_problem import IndexPair, RoundProblem
from ....model.pairing.variants import with_forced
from ....model.plan.plan import NO_FORESIGHT, Foresight
from ....model.records.state import State
from ....model.tournament.games import Round
from ....model.tournament.numbers import parse_ranges, rounds_named
from ....model.tournament.person import Status
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.engine import Options
from ....solver.questions.repair import (
    Repaired,
    cheapest,
    fewest_acceptable_changes,
    fewest_changes,
    kept_boards,
    repaired_with_plan,
    within_changes,
)
from ...desk_notes import still_entered_notes
from ...messages.changed_rounds import absence_text
from ...questions.standing_round import DrawInputs, redrawn
from ...verb import Change, Seconds, told
from ..draw.looking_ahead import Prospect, outlook_behind, passed, standing_clock, standing_prospect


@dataclass(frozen=True, slots=True)
class MissesRound(Note):
    """A player (id) misses a round, and how that counts: half points, with or without an excuse."""

    player: str
    number: int
    half_points: int
    excused: bool

    def says(self, tournament: Tournament) -> str:
        counts = absence_text(self.half_points, self.excused)
        return f"{name_of(self.player, tournament)} misses round {self.number}: {counts}"


class Repair(Change, frozen=True, kw_only=True):
    """The last round after a late change, with few boards given up.

    With `changes` it is the cheapest round that gives up at most so many boards. Without, it is the round that gives
    up fewest boards and is sane: none that the cheapest round keeps, no new board much wider than those of that round,
    no bye much higher (`pairing.repair_wider`), and no far greater cost.
    """

    without: Annotated[tuple[str, ...], told("players who do not play after all, by id or name", "PLAYER")] = ()
    late: Annotated[tuple[str, ...], told("players who play after all", "PLAYER")] = ()
    keep: Annotated[str, told("tables that must stay, such as 1-40,45", "TABLES")] = ""
    bye: Annotated[tuple[str, ...], told("players who have the bye", "PLAYER")] = ()
    changes: Annotated[int | None, told("most boards to give up; by default the program decides that")] = None
    unexcused: Annotated[bool, told("players who do not play get 0 points for the round")] = False
    withdraw: Annotated[bool, told("players who do not play have gone home: they play no later round either")] = False
    anyway: Annotated[
        bool,
        told(
            "even if boards of a published round are given up, a board is much wider than any before, or a bye given "
            "by hand is taken away"
        ),
    ] = False
    seconds: Annotated[Seconds, told("time limit for each pairing", "SECONDS")] = 60.0
    dry_run: Annotated[bool, told("show the repaired round, write nothing")] = False


@dataclass(frozen=True, slots=True)
class RepairCase:
    """What is to be repaired: the problem with the boards that must stay settled in it, and the boards that should.

    `staying` are the boards that must stay and that the draw had not settled itself. `lapsed` are byes given by hand
    that are no longer needed, though nobody has said so; `notes` say who comes without an entry, and who is absent.
    `later` is the round with those behind it, if anybody looks ahead.
    """

    tournament: Tournament
    own: DrawInputs
    old: Round
    problem: RoundProblem
    staying: list[IndexPair]
    kept: list[IndexPair]
    present: frozenset[str]
    lapsed: tuple[str, ...] = ()
    notes: tuple[Note, ...] = ()
    later: Prospect | None = None


def case_of(state: State, asked: Repair) -> RepairCase:
    """The last round after a late change. Raises InputError."""
    for name in ("unexcused", "withdraw"):
        if getattr(asked, name) and not asked.without:
            raise contradicted(name, "it needs players who do not play, and none are given")
    if not state.tournament.rounds:
        raise InputError("no round has been drawn, so there is nothing to repair")
    old = state.tournament.rounds[-1]
    check_not_in_hand(old)
    if is_extra(state.tournament, old.number):
        why = "in it nobody gets another opponent. Decide who advances, or enter a result by forfeit"
        raise InputError(f"round {old.number} is for cups only: {why}")
    held = old.paired | {*old.byes, *old.unpaired}
    gone, come, byes_asked = (
        tuple(dict.fromkeys(state.tournament.find(text).id for text in some))
        for some in (asked.without, asked.late, asked.bye)
    )
    present = _present(state.tournament, old, held, gone, come)
    by_hand = [p for p in sorted(present) if not _has_entry(state.tournament, p, old.number)]  # swapped in without one
    tournament = _missed(state.tournament.with_entries(old.number, {*come, *by_hand}, gone), gone, asked)
    own = redrawn(replace(state, tournament=tournament), old.number, present)
    boards = _staying(old, asked.keep, present, tournament)
    if byes_asked:
        _check_byes(byes_asked, boards, present, tournament)
    by_hand_out = own.locks.bye
    byes = byes_asked or _byes_that_hold(by_hand_out, come, len(held), len(present))
    own = replace(own, locks=replace(own.locks, bye=byes))
    problem = own.problem()
    staying = _not_settled(problem, boards)
    problem = with_forced(problem, staying)
    kept = kept_boards(problem, [game.players for game in old])
    plays = present.difference(come, byes)
    lapsed = () if byes_asked else tuple(p for p in old.byes if p in by_hand_out and p in plays)
    notes = (*_entered_again(state.tournament, come, old.number), *_absent(tournament, gone, old.number))
    later = standing_prospect(replace(state, tournament=tournament), old.number, present, problem)
    return RepairCase(tournament, own, old, problem, staying, kept, present, lapsed, notes, later)


def _missed(tournament: Tournament, gone: Sequence[str], asked: Repair) -> Tournament:
    """With those who do not play (ids) withdrawn, and without excuse in all that they miss, if that is asked for."""
    last = tournament.settings.rounds if asked.withdraw else len(tournament.rounds)
    without_excuse = frozenset(range(len(tournament.rounds), last + 1) if asked.unexcused else ())
    for player in map(tournament.player, gone):
        left = withdrawn(tournament, player) if asked.withdraw and not player.has_left else tournament
        now = left.player(player.id)
        tournament = left.with_players([replace(now, unexcused=now.unexcused | without_excuse)])
    return tournament


def _entered_again(before: Tournament, come: Sequence[str], number: int) -> list[Remark]:
    """Who comes without an entry for a round, with the rounds after it for which they have none either."""
    total, found = before.settings.rounds, []
    for player in map(before.player, come):
        missed = set(range(number + 1, total + 1)) - player.rounds_entered(total)
        if not player.enters(number) and (player.has_left or missed):
            plays = f"{player.label}{' had withdrawn, and' if player.has_left else ''} plays"
            absent = f"{plays} in round {number}, but is still absent in {rounds_named(sorted(missed))}"
            way = Way("to enter the player for all rounds again", "player", who=player.id, rounds="all")
            found.append(Remark(absent, (way,)) if missed else Remark(f"{plays} again from round {number} on"))
    return found


def _absent(tournament: Tournament, gone: Sequence[str], number: int) -> list[Note]:
    """Who does not play and what that gives, nothing without excuse; and who stays entered for later rounds then."""
    points, found, entered = tournament.settings.points.absence, list[Note](), list[Note]()
    for player in map(tournament.player, gone):
        excused = number not in player.unexcused
        found.append(MissesRound(player.id, number, points if excused else 0, excused))
        entered += [] if excused else still_entered_notes(tournament, player.id, number)
    return [*found, *entered]


def _present(
    tournament: Tournament, old: Round, held: Collection[str], gone: Sequence[str], come: Sequence[str]
) -> frozenset[str]:
    """Who is in the round now: of a draft all who are entered, else all who were in it. Raises InputError."""
    both = sorted(set(gone) & set(come))
    if both:
        raise InputError(f"{both[0]} is given both as playing and as not playing")
    there = {p.id for p in tournament.entrants(old.number)} if old.draft else set(held)
    for player in gone:
        if player not in {*held, *there}:
            raise InputError(f"{tournament.player(player).name} ({player}) is not in round {old.number}")
    present = frozenset((there | set(come)) - set(gone))
    if len(present) < 2:
        left = f"{counted(len(present), 'player')} would be left in round {old.number}"
        raise InputError(f"{left}; at least 2 are needed")
    return present


def _has_entry(tournament: Tournament, player_id: str, number: int) -> bool:
    player = tournament.player(player_id)
    return player.status is not Status.PRELIMINARY and (player.rounds is None or number in player.rounds)


def _not_settled(problem: RoundProblem, boards: Sequence[Pair]) -> list[IndexPair]:
    """The boards as indices, without those whose players the draw has settled already."""
    index = problem.field.index()
    busy = {p for pair in problem.forced for p in pair}
    pairs = [(min(index[a], index[b]), max(index[a], index[b])) for a, b in boards]
    return [pair for pair in pairs if not busy & set(pair)]


def _byes_that_hold(byes: Sequence[str], come: Collection[str], before: int, now: int) -> tuple[str, ...]:
    """The byes of the draw given by hand that still hold: not of who plays after all, nor one that makes two of one."""
    hold = tuple(player for player in byes if player not in come)
    needs_another = (before - len(byes)) % 2 == 0 and (now - len(hold)) % 2
    return hold[:-1] if needs_another else hold


def _staying(old: Round, keep: str, present: Collection[str], tournament: Tournament) -> list[Pair]:
    """The boards that must stay: with a result, at tables named, or allowed against a rule. Raises InputError."""
    try:
        named = parse_ranges(keep)
    except ValueError:
        raise wrong_argument("keep", keep, "tables such as 1-40,45") from None
    if keep and not any(game.table in some for game in old for some in named):
        tables = f"{min(g.table for g in old)} to {max(g.table for g in old)}" if old.games else "none"
        why = f"no such table; the tables of round {old.number} are {tables}"
        raise InputError([Problem(why, value=keep, argument="keep")])
    staying, allowed = [], {frozenset(one.players) for one in old.allowed}
    for game in old:
        missing = [p for p in game.players if p not in present]
        must = any(game.table in some for some in named) or game.begun
        if must and missing:
            name = tournament.player(missing[0]).name
            why = "has a result" if game.begun else "must stay"
            out = "; if nobody has played there, take the result out first" if game.begun else ""
            raise InputError(f"table {game.table} {why}, but {name} ({missing[0]}) does not play in the round{out}")
        if must or (frozenset(game.players) in allowed and not missing):
            staying.append(game.players)
    return staying


def _check_byes(byes: Sequence[str], staying: Sequence[Pair], present: Collection[str], tournament: Tournament) -> None:
    """Raise InputError for a bye of somebody whose board stays, or one that would need another bye beside it."""
    playing = {p for pair in staying for p in pair}
    for player in byes:
        name = f"{tournament.player(player).name} ({player})"
        if player not in present:
            raise InputError(f"{name} cannot have the bye: not in the round")
        if player in playing:
            raise InputError(f"{name} cannot have the bye: plays at a table that stays")
    if (len(present) - len(byes)) % 2:
        who = " and ".join(tournament.player(p).name for p in byes)
        others = f"{counted(len(present), 'player')} are in the round: with a bye for {who}"
        raise InputError(
            f"{others}, one more player has no opponent",
            Way("name players who do not play at all", without=("PLAYER",)),
        )


@dataclass(frozen=True, slots=True)
class RepairFound:
    """The pairing of a repaired round, the cheapest round of all, and the one that gives up fewest boards.

    `without_plan` is how many boards would be given up but for the rounds to come; None if that is the same round.
    """

    pairing: Pairing
    cheapest: Repaired
    fewest: Repaired
    without_plan: int | None = None


def searched(case: RepairCase, most: int | None, options: Options | None) -> RepairFound:
    """The pairing of the repaired round, and those to compare it with. Raises as `solve` does."""
    problem, kept = case.problem, case.kept
    least, fewest = cheapest(problem, kept, options), fewest_changes(problem, kept, options)
    if most is not None:
        own = within_changes(problem, kept, most, options, least)
    else:
        own = fewest_acceptable_changes(problem, kept, case.tournament.settings.pairing.repair_wider, least, options)
    planned = _leaving_a_plan(case, own, most, options)
    return RepairFound(planned.pairing, least, fewest, own.changed if planned is not own else None)


def _leaving_a_plan(case: RepairCase, own: Repaired, most: int | None, options: Options | None) -> Repaired:
    """The pairing itself, if it leaves a plan for the rounds to come or none goes farther; else one that does."""
    if case.later is None or own.pairing.breaches:
        return own
    ahead = outlook_behind(case.later, own.pairing.pairs, own.pairing.byes)
    if not ahead.short:
        return own
    clock, rounds = standing_clock(), range(case.later.last, ahead.until, -1)
    tries = (
        repaired_with_plan(case.problem, case.kept, case.later.ahead.until(until), clock, options or Options(), most)
        for until in rounds
    )
    return next((found for found in tries if found is not None), own)


def foresight_behind(case: RepairCase, pairing: Pairing, after: Tournament) -> Foresight:
    """What is possible behind a pairing, its plan passed by the judge."""
    if case.later is None:
        return NO_FORESIGHT
    return passed(outlook_behind(case.later, pairing.pairs, pairing.byes), after, case.later.profile)
