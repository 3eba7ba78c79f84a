"""Who misses rounds, and how that counts: excused, unexcused, or as a game lost by forfeit."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Annotated

from ...model.edits import set_result, with_entry
from ...model.edits import withdraw as withdrawn
from ...model.errors import InputError, Problem, wrong_argument
from ...model.notes import Note, Remark, name_of
from ...model.noticing import sleeping_notes
from ...model.reasons.board_case import points_text
from ...model.records.state import State
from ...model.tournament.games import Game, Result
from ...model.tournament.numbers import every_round, parse_rounds
from ...model.tournament.person import Absence, Player
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..desk_notes import doubtful_notes, draft_notes, still_entered_notes, unplayed_notes
from ..messages.step_texts import who_text
from ..rounds.plan.planning import plan_notes
from ..rounds.round_numbers import next_round, round_number, typed_rounds
from ..verb import Change, Outcome, Verb, done_answer, told, without_run


class Absent(Change, frozen=True, kw_only=True):
    """Players who miss rounds.

    All rounds means those that can still be missed: a published one in which somebody has a board stays as it is.
    """

    who: Annotated[tuple[str, ...], told("ids or names")]
    rounds: Annotated[str, told('such as "2,4-5"; blank is the next one')] = ""
    counts: Annotated[Absence, told("how that counts; a forfeit is of the last round if none is named")] = (
        Absence.EXCUSED
    )
    rounds_last: Annotated[
        bool, told("the last of several words is the rounds if it can be, even if it is somebody's id, too", to="face")
    ] = False


@dataclass(frozen=True, slots=True)
class Missed:
    """A player, the rounds missed, how they count, what each gives, the boards lost, and published rounds that stay."""

    player: Player
    rounds: Sequence[int]
    counts: Absence
    half_points: int = 0
    lost: Sequence[Game] = ()
    stay: Sequence[int] = ()


def nobody_yet(state: State, number: int) -> Outcome[Sequence[Player]]:
    """With everybody out of a round, excused, until they come: who they are. Raises InputError for a drawn one."""
    after = state.tournament
    if number <= len(after.rounds):
        raise wrong_argument("round", str(number), "a round that is not drawn yet")
    waited_for = after.entrants(number)
    for player in waited_for:
        after = _missing(after, player.id, [number], Absence.EXCUSED)
    return Outcome(state.with_tournament(after), waited_for)


def _half_points(counts: Absence, tournament: Tournament) -> int:
    return 0 if counts is Absence.UNEXCUSED else tournament.settings.points.absence


def absent(state: State, request: Absent) -> Outcome[Sequence[Missed]]:
    """With players who miss rounds: what changes of each, of published rounds how they count. Raises InputError."""
    before = state.tournament
    who, text = _words(request, before)
    players = list(dict.fromkeys(before.find(one).id for one in who))
    forfeit = request.counts is Absence.FORFEIT
    default = round_number(before) if forfeit else next_round(before) if not text else 0
    numbers = sorted(typed_rounds(text or str(default), before))
    if not numbers:
        way = Way("to enter the player for all rounds again", "player", who=players[0], rounds="all")
        why = "names no round; expected the rounds that are missed"
        raise InputError([Problem(why, value=text, argument="rounds", ways=(way,))])
    after, missed = before, []
    everything = len(numbers) == before.settings.rounds
    for player in players:
        if forfeit:
            lost = []
            for number in numbers:
                after, game = forfeited(after, player, number)
                lost.append(game)
            missed.append(Missed(after.player(player), numbers, request.counts, lost=lost))
        else:
            stay = [r.number for r in after.published if everything and r.holds(player)]
            missing = [number for number in numbers if number not in stay] or numbers
            after = _missing(after, player, missing, request.counts)
            half = _half_points(request.counts, after)
            missed.append(Missed(after.player(player), missing, request.counts, half, stay=stay))
    notes: list[Note] = [] if forfeit else [note for player in players for note in sleeping_notes(after, player)]
    excused = request.counts is not Absence.UNEXCUSED
    notes += [note for one in missed if one.stay for note in unplayed_notes(after, one.player.id, excused)]
    drawn = max((number for number in numbers if number <= len(after.rounds)), default=0)
    if drawn and request.counts is not Absence.EXCUSED:
        notes += [note for player in players for note in still_entered_notes(after, player, drawn)]
    notes += [*_read_as_round(request, text, before), *draft_notes(after), *doubtful_notes(before, after)]
    notes += plan_notes(state, state.with_tournament(after))
    return Outcome(state.with_tournament(after), missed, notes)


def _words(request: Absent, tournament: Tournament) -> tuple[list[str], str]:
    """The players and the rounds, where the last of several words may be the rounds. Raises InputError."""
    who = list(request.who)
    if request.rounds or not request.rounds_last or len(who) < 2:
        return who, request.rounds
    try:
        parse_rounds(who[-1], tournament.settings.rounds)
    except ValueError:
        is_player = tournament.by_id().keys() & {who[-1]} or not who[-1][:1].isdigit()
        return (who, "") if is_player else (who[:-1], who[-1])
    return who[:-1], who[-1]


def _read_as_round(request: Absent, text: str, tournament: Tournament) -> list[Note]:
    """That the last word is read as a round, where it could be one more id after others; else nothing."""
    ids = tournament.by_id()
    known = ids.get(text)
    if known is None or request.rounds or (len(request.who) == 2 and request.who[0] not in ids):
        return []
    way = Way("to name the player instead, take this back first", "undo")
    return [Remark(f"{text} is read as round {text}, not as the player {known.name}", (way,))]


def _missing(tournament: Tournament, player: str, numbers: Sequence[int], counts: Absence) -> Tournament:
    """With rounds that a player misses, and how they count. Raises InputError for one in which the player is."""
    old, chosen = tournament.player(player), frozenset(numbers)
    for drawn in tournament.published:
        if drawn.number in chosen and drawn.holds(player):
            way = Way("to keep the board as a loss by forfeit", counts="forfeit")
            raise InputError(f"round {drawn.number} is already published", way)
    plays = old.rounds_entered(tournament.settings.rounds) - chosen
    unexcused = old.unexcused | chosen if counts is Absence.UNEXCUSED else old.unexcused - chosen
    granted = tuple(one for one in old.granted if one[0] not in chosen)
    return with_entry(tournament, replace(old, rounds=plays, unexcused=unexcused, granted=granted))


def forfeited(tournament: Tournament, player: str, number: int) -> tuple[Tournament, Game]:
    """With the board of a player in a published round lost by forfeit. Raises InputError where there is none open."""
    drawn, name = tournament.round(number), tournament.player(player).name
    game = drawn.game_of(player)
    if drawn.draft or game is None:
        why = "is a draft" if drawn.draft else f"has no board of {name} ({player})"
        raise InputError(f"round {number} {why}, so there is no game to lose; enter an excused or unexcused absence")
    if game.begun:
        lost = "0-1!" if game.white == player else "1-0!"
        results = ((str(game.table), lost),)
        way = Way("to replace it", "result", results=results, round=number, again=True)
        text = f"round {number} table {game.table} of {name} ({player}) already has a result"
        raise InputError([Problem(text, ways=(way,), player=player)])
    result = Result.BLACK if game.white == player else Result.WHITE
    return set_result(tournament, number, game.table, result, True), game


def _never_played(tournament: Tournament, player: str, to_come: Sequence[int], half_points: int) -> list[Remark]:
    """A remark on somebody who was drawn and has played no game, but gets points for the rounds to come."""
    games = [game for drawn in tournament.published if (game := drawn.game_of(player)) is not None]
    if not games or any(game.result is not Result.UNKNOWN and not game.by_default for game in games):
        return []
    text = f"has no result of a game, but each missed round gives {points_text(half_points)}"
    rounds = ",".join(map(str, to_come))
    way = Way("for 0 points", "absent", who=(player,), rounds=rounds, counts="unexcused")
    return [Remark(f"{name_of(player, tournament)} {text}", (way,))]


def _forfeit_of_last(tournament: Tournament, player: str) -> Tournament:
    """With the board of the last round lost by forfeit. Raises InputError; after a result nothing is left to lose."""
    number = round_number(tournament)
    game = tournament.round(number).game_of(player)
    if game is not None and game.begun:
        text = f"{name_of(player, tournament)} already has a result in round {number}, table {game.table}"
        way = Way("to withdraw the player and keep the result", "withdraw", who=(player,))
        raise InputError([Problem(text, ways=(way,), player=player)])
    return forfeited(tournament, player, number)[0]


class Withdraw(Change, frozen=True, kw_only=True):
    """Players who leave for good."""

    who: Annotated[tuple[str, ...], told("ids or names")]
    counts: Annotated[
        Absence, told("how the rounds to come count; a forfeit is of the board that they have not finished")
    ] = Absence.EXCUSED


def withdraw(state: State, request: Withdraw) -> Outcome[Sequence[Missed]]:
    """With players out of all rounds to come, and what these count; what has been played stays. Raises InputError."""
    after = before = state.tournament
    to_come = every_round(before.settings.rounds) - {r.number for r in before.published}
    counts = Absence.UNEXCUSED if request.counts is Absence.UNEXCUSED else Absence.EXCUSED
    players = list(dict.fromkeys(before.find(one).id for one in request.who))
    for player in players:
        old = before.player(player)
        if old.has_left:
            why = "is disqualified" if old.disqualified else "has already withdrawn"
            raise InputError([Problem(f"{old.label} {why}", player=old.id)])
        if request.counts is Absence.FORFEIT:
            after = _forfeit_of_last(after, player)
        after = withdrawn(after, old)
        if counts is Absence.UNEXCUSED:
            after = after.with_players([replace(after.player(player), unexcused=old.unexcused | to_come)])
    notes: list[Note] = [*draft_notes(after), *doubtful_notes(before, after)]
    notes += [note for player in players for note in unplayed_notes(after, player, counts is Absence.EXCUSED)]
    notes += plan_notes(state, state.with_tournament(after))
    half = _half_points(counts, after)
    if half and to_come:
        notes += [one for player in players for one in _never_played(after, player, sorted(to_come), half)]
    gone = [Missed(after.player(player), sorted(to_come), counts, half) for player in players]
    return Outcome(state.with_tournament(after), gone, notes)


ABSENT = Verb(
    "absent", Absent, without_run(absent), lambda r, s: f"absent {who_text(s, r.who)} {r.rounds}".rstrip(), done_answer
)
WITHDRAW = Verb("withdraw", Withdraw, without_run(withdraw), lambda r, s: f"withdraw {who_text(s, r.who)}", done_answer)
