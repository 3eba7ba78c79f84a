"""The last round mended after a late change: its boards stay as far as can be, the rest is drawn again; proven."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ..model.errors import InputError, McMahonError
from ..model.judging.judge import broken, judge
from ..model.pairing.boards import make_game
from ..model.pairing.draw import Locks, Pair, count_rules, without_own_rules
from ..model.pairing.pairing import Pairing
from ..model.pairing.round_problem import IndexPair, RoundProblem
from ..model.pairing.variants import together
from ..model.records.record import Record
from ..model.records.state import State
from ..model.tournament.games import Game, Result, Round
from ..model.tournament.player import Status
from ..model.tournament.round_sets import parse_ranges
from ..model.tournament.rules import Rule
from ..model.tournament.tournament import Tournament
from ..model.words import counted
from ..solver.engine import Options
from ..solver.questions.repair import Repaired, cheapest, fewest_changes, kept_boards, trade_off, within_changes
from .drawing import Terms, check_cost, record_of
from .questions.redrawn import Redrawn, redrawn
from .words.rules import violation_text

LAST_TABLE = 99_999
#: Rules that the new games alone decide, whoever is named as breaking them.
OF_THE_ROUND = (Rule.ONE_GAME_EACH, Rule.BYES, Rule.TABLES, Rule.UNKNOWN_PLAYER)


@dataclass(frozen=True, slots=True)
class Repair:
    """A mended round: the tournament with it, and the round before.

    `lost` are the pairs (ids) of whom somebody does not play, `given_up` the others that were broken up, `new` the new
    games. `cheapest` is the cheapest round of all, with the boards that it would give up besides those lost.
    """

    tournament: Tournament
    round: Round
    old: Round
    lost: tuple[Pair, ...]
    given_up: tuple[Pair, ...]
    new: tuple[Game, ...]
    pairing: Pairing
    cheapest: Repaired
    record: Record
    notes: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class _Case:
    """What is to be mended: the problem with the boards that must stay settled in it, and the boards that should.

    `lapsed` were to sit out by the draw, and need not now.
    """

    tournament: Tournament
    own: Redrawn
    old: Round
    problem: RoundProblem
    kept: list[IndexPair]
    present: frozenset[str]
    gone: tuple[str, ...]
    lapsed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class LateChange:
    """What happened to a round that is drawn: who does not play after all, who does, which tables must stay.

    Players by id; tables as in `1-40,45`. Boards with a result stay anyway. `byes` sit out, instead of whom the draw
    was told to give a bye.
    """

    gone: Sequence[str] = ()
    come: Sequence[str] = ()
    keep: str = ""
    byes: Sequence[str] = ()


def repair_round(
    state: State,
    change: LateChange | None = None,
    most: int | None = None,
    options: Options | None = None,
) -> Repair:
    """The last round with as many of its boards as possible, then at least cost; nothing is written.

    With `most` it is the cheapest round that gives up at most so many boards. Raises InputError, NoPairingError.
    """
    case = _case(state, change or LateChange())
    least = cheapest(case.problem, case.kept, options)
    if most is None:
        found = fewest_changes(case.problem, case.kept, options)
    else:
        found = within_changes(case.problem, case.kept, most, options, least)
    return _mended(case, found.pairing, least)


def trade_off_of(state: State, change: LateChange | None = None, options: Options | None = None) -> list[Repaired]:
    """What each further board given up buys, from the fewest to the cheapest round. Raises as `repair_round`."""
    case = _case(state, change or LateChange())
    return trade_off(case.problem, case.kept, options)


def _case(state: State, change: LateChange) -> _Case:
    tournament = state.tournament
    if not tournament.rounds:
        raise InputError("no round has been drawn, so there is none to mend")
    old = tournament.rounds[-1]
    number = old.number
    gone, come = tuple(dict.fromkeys(change.gone)), tuple(dict.fromkeys(change.come))
    both = sorted(set(gone) & set(come))
    if both:
        raise InputError(f"{both[0]} is named both as playing and as not playing")
    held = old.paired | {*old.byes, *old.unpaired}
    there = {p.id for p in tournament.entrants(number)} if old.draft else held
    for player in gone:
        if player not in held | there:
            raise InputError(f"{tournament.player(player).name} ({player}) is not in round {number} anyway")
    present = frozenset((there | set(come)) - set(gone))
    if len(present) < 2:
        raise InputError(f"{counted(len(present), 'player')} would be left in round {number}; at least 2 are needed")
    by_hand = [p for p in sorted(present) if not _has_entry(tournament, p, number)]  # swapped in without an entry
    tournament = tournament.with_entries(number, {*come, *by_hand}, gone)
    own = redrawn(replace(state, tournament=tournament), number, present)
    staying = _staying(old, change.keep, present, tournament)
    if change.byes:
        _check_byes(change.byes, staying, present, tournament)
    by_hand_out = own.locks.bye
    byes = change.byes or _byes_that_hold(own.locks.bye, come, len(held), len(present))
    own = replace(own, locks=replace(own.locks, bye=tuple(dict.fromkeys(byes))))
    problem = own.problem()
    index = problem.field.index()
    settled = [(index[a], index[b]) for a, b in staying]
    busy = {p for pair in problem.forced for p in pair}
    problem = together(problem, [pair for pair in settled if not busy & set(pair)])
    pairs = [(g.white, g.black) for g in old]
    lapsed = tuple(p for p in old.byes if p in by_hand_out and p in present and p not in own.locks.bye)
    return _Case(tournament, own, old, problem, kept_boards(problem, pairs), present, gone, lapsed)


def _byes_that_hold(byes: Sequence[str], come: Collection[str], before: int, now: int) -> list[str]:
    """The byes of the draw given by hand that still hold: not of who plays after all, nor one that makes two of one."""
    hold = [player for player in byes if player not in come]
    if (before - len(byes)) % 2 == 0 and (now - len(hold)) % 2:
        hold = hold[:-1]
    return hold


def _has_entry(tournament: Tournament, player_id: str, number: int) -> bool:
    player = tournament.player(player_id)
    return player.status is not Status.PRELIMINARY and (player.rounds is None or number in player.rounds)


def _staying(old: Round, keep: str, present: Collection[str], tournament: Tournament) -> list[Pair]:
    """The boards that must stay: those with a result, and those at the tables named. Raises InputError."""
    try:
        named = parse_ranges(keep)
    except ValueError:
        raise InputError(f"--keep {keep!r}; right would be: tables such as 1-40,45") from None
    if keep and not any(game.table in some for game in old for some in named):
        tables = f"{min(g.table for g in old)} to {max(g.table for g in old)}" if old.games else "none"
        raise InputError(f"--keep {keep}: there is no such table; those of round {old.number} are {tables}")
    staying = []
    for game in old:
        if any(game.table in some for some in named) or game.result is not Result.UNKNOWN:
            missing = [p for p in game.players if p not in present]
            if missing:
                name = tournament.player(missing[0]).name
                why = "has a result" if game.result is not Result.UNKNOWN else "is to be kept"
                raise InputError(f"table {game.table} {why}, but {name} ({missing[0]}) does not play in the round")
            staying.append((game.white, game.black))
    return staying


def _check_byes(byes: Sequence[str], staying: Sequence[Pair], present: Collection[str], tournament: Tournament) -> None:
    """Raise InputError for a bye of somebody whose board stays, or one that would need another bye beside it."""
    playing = {p for pair in staying for p in pair}
    for player in byes:
        name = f"{tournament.player(player).name} ({player})"
        if player not in present:
            raise InputError(f"{name} is to have the bye, but is not in the round")
        if player in playing:
            raise InputError(f"{name} is to have the bye, but plays at a table that stays")
    if (len(present) - len(set(byes))) % 2:
        who = " and ".join(tournament.player(p).name for p in dict.fromkeys(byes))
        others = f"{counted(len(present), 'player')} are in the round: when {who} sit{'s' * (len(set(byes)) == 1)} out"
        raise InputError(f"{others}, somebody else has no opponent; who does not play at all is named by --without")


def _mended(case: _Case, pairing: Pairing, least: Repaired) -> Repair:
    """The round of a pairing: kept boards as they are, new ones at free tables; passed by the judge."""
    ids, number = case.problem.field.ids, case.old.number
    made = {frozenset((ids[i], ids[j])): (i, j) for i, j in pairing.pairs}
    stay = [game for game in case.old if frozenset(game.players) in made]
    given_up = tuple((g.white, g.black) for g in case.old if frozenset(g.players) not in made)
    for game in stay:
        made.pop(frozenset(game.players))
    score = case.problem.field.score
    new = [
        make_game(case.own.entered, case.problem, i, j)
        for i, j in sorted(made.values(), key=lambda p: (-max(score[p[0]], score[p[1]]), p))
    ]
    new = _at_tables(new, stay, case)
    absent = tuple(p.id for p in case.tournament.participants() if p.id not in case.present)
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
    notes = _pass_the_judge(case, after, locks, new, pairing)
    for player in case.lapsed:
        notes.append(f"{case.tournament.player(player).name} ({player}) was to sit out, and plays now")
    for player in case.gone:
        name = case.tournament.player(player).name
        points = case.tournament.settings.points.absence / 2
        notes.append(f"{name} ({player}): absent in round {number}, {points:g} points (points.absence)")
    entered, own = case.own.entered.before(number).with_round(drawn), replace(case.own, locks=locks)
    profile = replace(own.profile, rules=tuple(count_rules(own.entered, own.profile, number)))
    record = record_of(entered, own.problem(), pairing, profile, Terms(own.profile, locks, own.relaxed))
    lost = tuple(pair for pair in given_up if not case.present.issuperset(pair))
    more = tuple(pair for pair in given_up if pair not in lost)
    return Repair(after, drawn, case.old, lost, more, tuple(new), pairing, least, record, tuple(notes))


def _at_tables(new: Sequence[Game], stay: Sequence[Game], case: _Case) -> list[Game]:
    """New games at the tables of those given up, a player's own table first, then behind all others."""
    tables = case.tournament.settings.tables
    own = dict(tables.fixed)
    used = {game.table for game in stay}
    freed = sorted({game.table for game in case.old} - used)
    numbers = [*freed, *range(max([tables.first - 1, *used, *freed]) + 1, LAST_TABLE)]
    free = [n for n in numbers if n not in tables.out_of_use]
    placed = []
    for game in new:
        wanted = [own[p] for p in game.players if p in own and own[p] in free]
        table = min(wanted) if wanted else next(n for n in free if n not in own.values() or n in freed)
        free.remove(table)
        placed.append(replace(game, table=table))
    return placed


def _with_kept_breaks(case: _Case, stay: Sequence[Game]) -> Locks:
    """The locks of the draw, and as forced also the boards kept by hand that break a rule."""
    forced = {frozenset(pair) for pair in case.own.locks.force}
    ids = case.problem.field.ids
    by_hand = {frozenset((ids[i], ids[j])) for i, j in case.problem.forced}
    more = [game.players for game in stay if frozenset(game.players) in by_hand - forced and _breaks(case, game)]
    return replace(case.own.locks, force=(*case.own.locks.force, *more))


def _breaks(case: _Case, game: Game) -> bool:
    trial = case.own.entered.before(case.old.number).with_round(Round(case.old.number, (game,)))
    found = broken(judge(trial, case.old.number, case.own.locks, case.own.relaxed, case.own.profile))
    return any(set(v.players) == set(game.players) for v in found)


def _pass_the_judge(case: _Case, after: Tournament, locks: Locks, new: Sequence[Game], pairing: Pairing) -> list[str]:
    """What the judge says of kept boards, for the director. Raises McMahonError for anything wrong in new ones."""
    number = case.old.number
    seen = without_own_rules(after) if case.own.profile.rules else after
    fresh = {p for game in new for p in game.players}
    notes = []
    for violation in judge(seen, number, locks, case.own.relaxed, case.own.profile):
        if violation.allowed:
            continue
        if violation.rule in OF_THE_ROUND or fresh & set(violation.players):
            raise McMahonError(f"the judge refused the round: {violation_text(violation, seen)}")
        notes.append(f"a board that stays: {violation_text(violation, seen)}")
    check_cost(seen, number, case.own.profile, pairing)
    return notes
