"""What a late change makes of the last round: who is in it now, which boards must stay, and which should."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace

from ....model.cups.bracket import is_extra
from ....model.edits import check_not_in_hand
from ....model.errors import InputError, Problem, wrong_argument
from ....model.language import counted
from ....model.notes import Note, name_of
from ....model.pairing.draw import Pair
from ....model.pairing.round_problem import IndexPair, RoundProblem
from ....model.pairing.variants import with_forced
from ....model.records.state import State
from ....model.tournament.games import Round
from ....model.tournament.numbers import parse_ranges, rounds_named
from ....model.tournament.person import Status
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ....solver.questions.repair import kept_boards
from ...questions.standing_round import DrawInputs, redrawn
from .later_rounds import LaterRounds, later_rounds


@dataclass(frozen=True, slots=True)
class EnteredAgain(Note):
    """A player (an id) taken into a drawn round without an entry for it, and the rounds to come that they miss."""

    player: str
    number: int
    misses: tuple[int, ...]
    withdrew: bool = False

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        who = f"{name_of(self.player, tournament)}{' had withdrawn, and' if self.withdrew else ''}"
        if not self.misses:
            return f"{who} plays again from round {self.number} on"
        return f"{who} plays in round {self.number}, but is still absent in {rounds_named(self.misses)}"

    def ways(self, tournament: Tournament) -> list[Way]:
        """What could be done about it."""
        return (
            [Way("to enter the player for all rounds again", "player", who=self.player, rounds="all")]
            if self.misses
            else []
        )


@dataclass(frozen=True, slots=True)
class LateChange:
    """What happened to a round that is drawn: who does not play after all, who does, which tables must stay.

    Players by id; tables as in `1-40,45`. Boards with a result stay anyway. `byes` sit out, instead of whom the draw
    was told to give a bye. `unexcused`: who does not play gets nothing for the round.
    """

    gone: Sequence[str] = ()
    come: Sequence[str] = ()
    keep: str = ""
    byes: Sequence[str] = ()
    unexcused: bool = False


@dataclass(frozen=True, slots=True)
class RepairCase:
    """What is to be repaired: the problem with the boards that must stay settled in it, and the boards that should.

    `staying` are the boards that must stay and that the draw had not settled itself. `lapsed` are
    byes given by hand that are no longer needed, though nobody has said so; `entered` come without an entry. `later`
    are the rounds behind it, where anybody looks ahead.
    """

    tournament: Tournament
    own: DrawInputs
    old: Round
    problem: RoundProblem
    staying: list[IndexPair]
    kept: list[IndexPair]
    present: frozenset[str]
    gone: tuple[str, ...]
    lapsed: tuple[str, ...] = ()
    entered: tuple[EnteredAgain, ...] = ()
    later: LaterRounds | None = None


def case_of(state: State, change: LateChange) -> RepairCase:
    """The last round after a late change. Raises InputError."""
    if not state.tournament.rounds:
        raise InputError("no round has been drawn, so there is nothing to repair")
    old = state.tournament.rounds[-1]
    check_not_in_hand(old)
    if is_extra(state.tournament, old.number):
        why = "in it nobody gets another opponent. Decide who advances, or enter a result by forfeit"
        raise InputError(f"round {old.number} is for cups only: {why}")
    held = old.paired | {*old.byes, *old.unpaired}
    gone, come = tuple(dict.fromkeys(change.gone)), tuple(dict.fromkeys(change.come))
    present = _present(state.tournament, old, held, gone, come)
    by_hand = [p for p in sorted(present) if not _has_entry(state.tournament, p, old.number)]  # swapped in without one
    tournament = state.tournament.with_entries(old.number, {*come, *by_hand}, gone)
    if change.unexcused:
        missing = (tournament.player(player) for player in gone)
        tournament = tournament.with_players(replace(p, unexcused=p.unexcused | {old.number}) for p in missing)
    own = redrawn(replace(state, tournament=tournament), old.number, present)
    boards = _staying(old, change.keep, present, tournament)
    if change.byes:
        _check_byes(change.byes, boards, present, tournament)
    by_hand_out = own.locks.bye
    byes = change.byes or _byes_that_hold(by_hand_out, come, len(held), len(present))
    own = replace(own, locks=replace(own.locks, bye=tuple(dict.fromkeys(byes))))
    problem = own.problem()
    staying = _not_settled(problem, boards)
    problem = with_forced(problem, staying)
    kept = kept_boards(problem, [(game.white, game.black) for game in old])
    asked = present.difference(come, own.locks.bye) if not change.byes else frozenset[str]()
    lapsed = tuple(p for p in old.byes if p in by_hand_out and p in asked)
    entered = _entered_again(state.tournament, come, old.number)
    later = later_rounds(replace(state, tournament=tournament), old.number, present)
    return RepairCase(tournament, own, old, problem, staying, kept, present, gone, lapsed, entered, later)


def _entered_again(before: Tournament, come: Sequence[str], number: int) -> tuple[EnteredAgain, ...]:
    """Who comes without an entry for a round, with the rounds after it for which they have none either."""
    late = [player for player in map(before.player, come) if not player.enters(number)]
    total = before.settings.rounds
    to_come = set(range(number + 1, total + 1))
    return tuple(
        EnteredAgain(p.id, number, tuple(sorted(to_come - p.rounds_entered(total))), p.has_left)
        for p in late
        if p.has_left or to_come - p.rounds_entered(total)
    )


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


def _byes_that_hold(byes: Sequence[str], come: Collection[str], before: int, now: int) -> list[str]:
    """The byes of the draw given by hand that still hold: not of who plays after all, nor one that makes two of one."""
    hold = [player for player in byes if player not in come]
    if (before - len(byes)) % 2 == 0 and (now - len(hold)) % 2:
        hold = hold[:-1]
    return hold


def _staying(old: Round, keep: str, present: Collection[str], tournament: Tournament) -> list[Pair]:
    """The boards that must stay: with a result, at the tables named, or allowed although against a rule.

    Raises InputError.
    """
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
        if frozenset(game.players) in allowed and set(game.players) <= set(present):
            staying.append((game.white, game.black))
            continue
        if any(game.table in some for some in named) or game.begun:
            missing = [p for p in game.players if p not in present]
            if missing:
                name = tournament.player(missing[0]).name
                why = "has a result" if game.begun else "must stay"
                raise InputError(f"table {game.table} {why}, but {name} ({missing[0]}) does not play in the round")
            staying.append((game.white, game.black))
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
    if (len(present) - len(set(byes))) % 2:
        who = " and ".join(tournament.player(p).name for p in dict.fromkeys(byes))
        others = f"{counted(len(present), 'player')} are in the round: with a bye for {who}"
        raise InputError(
            f"{others}, one more player has no opponent",
            Way("name players who do not play at all", without=("PLAYER",)),
        )
