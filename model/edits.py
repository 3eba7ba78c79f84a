"""Changes by hand of results, boards and players; nothing later is ever destroyed by one (`effects.py`)."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from .cups.bracket import empty_round, even_pairs
from .errors import InputError, Problem
from .pairing.handicap import komi_halves, stones_given
from .placing.scores import score
from .placing.start_groups import decide_again
from .teams.match_boards import board_at, turned_board, turned_match, with_board, with_boards, with_result_of
from .tournament.games import ByHand, Game, Result, Round, TeamBoard, result_text
from .tournament.numbers import every_round, rounds_text
from .tournament.person import Player, Status
from .tournament.settings.play import BAKU
from .tournament.settings.settings import Settings
from .tournament.tournament import Tournament, with_members
from .ways import END_HAND_PAIRING, Way

#: What may be said of a whole match: nobody has played, or all results are taken out.
WHOLE = "1-0!, 0-1! (forfeit of the match), 0-0 (both lose), void (no result), ? (not known)"


def with_match_result(match: Game, board: int, result: Result, by_default: bool) -> Game:
    """The match with the result of a board, or of all (board 0): a forfeit, a loss of both, none. Raises InputError."""
    if not board:
        return _whole(match, result, by_default)
    own = board_at(match, board)
    if own.incomplete and not (by_default or result in (Result.UNKNOWN, Result.BOTH_LOSE, Result.VOID)):
        text = f"nobody sits at board {board} of table {match.table} on one side, so no game was played there"
        raise InputError([Problem(text, expected="1-0! or 0-1! (forfeit), or ? to take a result out")])
    return with_board(match, _with(own, result, by_default))


def _whole(match: Game, result: Result, by_default: bool) -> Game:
    decided = result in (Result.WHITE, Result.BLACK) and by_default
    if not decided and result not in (Result.BOTH_LOSE, Result.VOID, Result.UNKNOWN):
        text = f"table {match.table} is a match of teams, whose result follows from its boards"
        example = f"a board such as {match.table}.1, or for the whole match {WHOLE}"
        raise InputError([Problem(text, value=result_text(result, by_default), expected=example)])
    boards = (_with(b, result.turned if b.turned else result, by_default) for b in match.boards)
    return with_result_of(replace(match, boards=tuple(boards)))


def _with(board: TeamBoard, result: Result, by_default: bool) -> TeamBoard:
    return replace(board, game=replace(board.game, result=result, by_default=by_default))


LAST_TABLE = 99_999


class Entered(NamedTuple):
    """A result as entered: round, table, result, whether by forfeit, and in a match of teams the board; 0 for all."""

    number: int
    table: int
    result: Result
    by_default: bool
    board: int = 0


def set_results(tournament: Tournament, entered: Sequence[Entered]) -> Tournament:
    """With results, each of a board or of a whole match of teams. Raises InputError with every problem."""
    problems: list[Problem] = []
    seen: set[tuple[int, int, int]] = set()
    for one in entered:
        number, table, result, by_default, board = Entered(*one)
        try:
            tournament = set_result(tournament, number, table, result, by_default, board)
        except InputError as error:
            problems += error.problems
        if (number, table, board) in seen:
            text = f"round {number} table {table}" + (f".{board}" if board else "")
            problems.append(Problem(f"{text} is given twice"))
        seen.add((number, table, board))
    if problems:
        raise InputError(problems)
    return tournament


def set_result(
    tournament: Tournament, number: int, table: int, result: Result, by_default: bool, board: int = 0
) -> Tournament:
    """With the result of a board, or of one of a match. The first result of a draft publishes it. Raises InputError."""
    drawn = tournament.round(number)
    check_not_in_hand(drawn)
    game = game_at(drawn, table)
    if game.boards:
        new = with_match_result(game, board, result, by_default)
    elif board:
        raise InputError(f"round {number} table {table} is no match of teams, so it has no board {board}")
    else:
        new = replace(game, result=result, by_default=by_default)
    return with_boards(tournament.with_round(replace(drawn.with_game(game, new), draft=False)))


def change_of_settings(tournament: Tournament, settings: Settings, changed: Iterable[str]) -> Tournament:
    """With other settings: what the first draw decided is decided anew where they touch it.

    With fewer rounds, who entered for all of them still does, and rounds that are no more are dropped. With more, who
    entered for the last one so far is entered for those after it, too, but for who had left before them. Baku
    acceleration stays that of the rounds at the first draw. Raises InputError where a round that is drawn
    would become one of cups alone, or one of cups alone a round of the tournament.
    """
    drawn, old = len(tournament.rounds), tournament.settings.rounds
    if tournament.cups and min(drawn, old) != min(drawn, settings.rounds):
        expected = f"{drawn} or more" if drawn <= old else f"{old}, as rounds for cups only have been drawn"
        raise InputError([Problem("rounds: wrong value", value=str(settings.rounds), expected=expected)])
    if empty := empty_round(replace(tournament, settings=settings)):
        expected = f"another number, as round {empty} would have no game: cups play in rounds behind it"
        raise InputError([Problem("rounds: wrong value", value=str(settings.rounds), expected=expected)])
    changed = list(changed)
    last, everything = tournament.settings.rounds, every_round(settings.rounds)
    fitted = []
    for p in tournament.players:
        if p.rounds is not None:
            stays = last in p.rounds and p.rounds != every_round(last)
            entered = p.rounds & everything | (everything - every_round(last) if stays else frozenset())
            leaves = settings.rounds < last and not stays  # named to the new end, and no round after it
            p = replace(p, rounds=entered) if leaves else p.with_rounds(entered, settings.rounds)
        p = replace(p, unexcused=p.unexcused & everything) if p.unexcused - everything else p
        granted = tuple(one for one in p.granted if one[0] in everything)
        p = replace(p, granted=granted) if granted != p.granted else p
        members = [m if m.rounds is None else replace(m, rounds=m.rounds & everything) for m in p.members]
        fitted.append(with_members(p, members, settings.entrants.rank) if members else p)
    after = replace(tournament, settings=settings).with_players(fitted)
    decided = decide_again(after, changed)
    if BAKU in settings.start.acceleration and decided.made and not decided.baku_rounds and drawn:
        decided = replace(decided, baku_rounds=str(last))  # drawn by a version that did not keep it
    return replace(after, settings=replace(settings, decided=decided))


def game_at(drawn: Round, table: int) -> Game:
    """The game at a table of a round. Raises InputError that names its tables."""
    game = drawn.at_table(table)
    if game is None:
        tables = rounds_text((g.table for g in drawn.games), 0) if drawn.games else "none"
        raise InputError(f"round {drawn.number} has no table {table}; its tables are {tables}")
    return game


def publish(tournament: Tournament, number: int) -> Tournament:
    """With a draft round made final. Raises InputError while it is paired by hand."""
    drawn = tournament.round(number)
    check_not_in_hand(drawn)
    return tournament.with_round(replace(drawn, draft=False))


def check_not_in_hand(drawn: Round) -> None:
    """Raise InputError while a round is paired by hand: nothing but a change by hand touches it then."""
    if drawn.hand_pairing:
        raise InputError(f"round {drawn.number} is being paired by hand", END_HAND_PAIRING)


def swap(tournament: Tournament, number: int, a: str, b: str) -> Tournament:
    """Two players of a round in each other's places, or with the bye or an absence. Raises InputError.

    Changed boards are marked and lose their result; new ones have handicap and komi by rule, the stronger as White.
    """
    drawn = tournament.round(number)
    places = drawn.paired | {*drawn.byes, *drawn.absent, *drawn.unpaired}
    for player in (a, b):
        if player not in places:
            raise InputError(f"{player} ({tournament.player(player).name}) is not in round {number}")
    if a == b:
        raise InputError("a swap needs two different players")
    game = drawn.game_of(a)
    if game is not None and b in game.players:
        way = Way("to change their colours", "board", table=game.table, white=game.black, round=number)
        raise InputError(f"these two players play each other, at table {game.table}", way)
    other = {a: b, b: a}

    def moved(game: Game) -> Game:
        if not {a, b} & set(game.players):
            return game
        white, black = (other.get(p, p) for p in game.players)
        new = replace(game, white=white, black=black, result=Result.UNKNOWN, by_default=False, boards=())
        return replace(_by_rule(tournament, number, new), by_hand=frozenset({ByHand.SWAP}))

    new = replace(
        drawn,
        games=tuple(moved(g) for g in drawn.games),
        byes=tuple(other.get(p, p) for p in drawn.byes),
        absent=tuple(other.get(p, p) for p in drawn.absent),
        unpaired=tuple(other.get(p, p) for p in drawn.unpaired),
    )
    return tournament.with_round(new)


def move_to_table(tournament: Tournament, number: int, player: str, table: int) -> Tournament:
    """With the game of a player (an id) at another table, in exchange with the one there. Raises InputError."""
    drawn = tournament.round(number)
    game = drawn.game_of(player)
    if game is None:
        raise InputError(f"{tournament.player(player).name} ({player}) has no game in round {number}")
    if not 1 <= table <= LAST_TABLE:
        raise InputError([Problem("wrong table", value=str(table), expected=f"1 to {LAST_TABLE:,}")])
    if table in tournament.settings.tables.out_of_use:
        raise InputError(f"table {table} is out of use (tables.out_of_use)")
    places = {game.table: table, table: game.table}
    games = (replace(g, table=places.get(g.table, g.table)) for g in drawn.games)
    return tournament.with_round(replace(drawn, games=tuple(sorted(games, key=lambda g: g.table))))


def _by_rule(tournament: Tournament, number: int, game: Game) -> Game:
    """The game with the handicap and komi of the rule; the colours turn only where the stronger would take Black."""
    white, black = (tournament.player(p) for p in game.players)
    given = stones_given(white, black, score(tournament.before(number)).for_draw())
    if frozenset(game.players) in even_pairs(tournament, number):
        given = 0
    if given < 0:
        white, black = black, white
    komi = komi_halves(abs(given), tournament.settings)
    return replace(game, white=white.id, black=black.id, handicap=abs(given), komi_halves=komi)


@dataclass(frozen=True, slots=True)
class BoardChange:
    """What a person changes at a board (of a match: `board`): who takes White (an id), stones, komi in half points."""

    white: str = ""
    handicap: int | None = None
    komi_halves: int | None = None
    board: int = 0


def edit_board(tournament: Tournament, number: int, table: int, change: BoardChange) -> Tournament:
    """With a board changed by hand and marked so; a new handicap brings its komi. Raises InputError."""
    drawn = tournament.round(number)
    game = new = game_at(drawn, table)
    white, terms = change.white, (change.handicap, change.komi_halves)
    if game.boards and terms != (None, None) and not change.board:
        raise InputError(f"table {table} is a match of teams; name one of its boards, such as {table}.1")
    if white and white not in game.players:
        name = tournament.player(white).name
        raise InputError(f"{name} ({white}) does not play at table {table} of round {number}")
    if change.board:
        own = board_at(game, change.board)
        board = turned_board(own) if white and white != (game.black if own.turned else game.white) else own
        new = with_board(game, replace(board, game=_with_terms(board.game, change, tournament.settings)))
    else:
        if white and white != game.white:
            marks = game.by_hand | {ByHand.COLOURS}
            new = replace(game, white=white, black=game.white, result=game.result.turned, by_hand=marks)
            new = turned_match(new) if new.boards else new
        new = _with_terms(new, change, tournament.settings)
    return tournament.with_round(drawn.with_game(game, new))


def _with_terms(game: Game, change: BoardChange, settings: Settings) -> Game:
    new, handicap, komi = game, change.handicap, change.komi_halves
    if handicap is not None and handicap != game.handicap:
        if not 0 <= handicap <= 9:
            raise InputError(f"handicap {handicap}; expected 0 to 9")
        halves = komi_halves(handicap, settings)
        new = replace(new, handicap=handicap, komi_halves=halves, by_hand=new.by_hand | {ByHand.HANDICAP})
        if komi is None:  # it is the rule's again
            new = replace(new, by_hand=new.by_hand - {ByHand.KOMI})
    if komi is not None:
        new = replace(new, komi_halves=komi, by_hand=new.by_hand | {ByHand.KOMI})
    return new


def with_entry(tournament: Tournament, player: Player) -> Tournament:
    """With a player entered or changed; in rounds that are published already, what really happened stays."""
    return tournament.with_players([as_entered(tournament, player)])


def as_entered(tournament: Tournament, player: Player) -> Player:
    """The player with the rounds still open to them; of published rounds, those they were in."""
    published = tournament.published
    if not published:
        return player
    total, past = tournament.settings.rounds, {drawn.number for drawn in published}
    was_in = {drawn.number for drawn in published if drawn.holds(player.id)}
    return player.with_rounds((player.rounds_entered(total) - past) | was_in, total)


def withdraw(tournament: Tournament, player: Player) -> Tournament:
    """With a player who takes part in no further round; the rounds entered for are kept for one who comes back."""
    return tournament.with_players([replace(player, status=Status.WITHDRAWN)])
