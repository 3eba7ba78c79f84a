"""Results: entered as typed, in a hurry or in full, or out of a table; corrected, and what follows from them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Annotated, Any

from msgspec import field

from ...io.folder.own_files import ANNOUNCED
from ...io.results import entered_by_hand, names_players, names_rounds, results_of
from ...io.tables.records import Table, read_table
from ...model.cups.bracket import keep_settled, without_outlived
from ...model.edits import Entered, set_results
from ...model.effects import DraftOutdated, chosen_before, decision_dropped, draft_outdated, kept_notes
from ...model.errors import FolderError, InputError, Problem, UnclearRoundError, check_confirmed
from ...model.language import first_few
from ...model.notes import MOST_AWAY, Note, Remark, name_of
from ...model.records.state import State
from ...model.teams.match_boards import BoardAt, boards_at
from ...model.tournament.games import RESULT_FORMS, Game, Result, Round
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..desk import Desk
from ..desk_notes import doubtful_notes
from ..messages.changed_rounds import won_text
from ..messages.team_texts import board_names
from ..verb import Change, Committed, DoneAnswer, Outcome, Verb, said_of, told, without_run
from .round_numbers import round_number

MOST_NAMED = 4  # boards that a message names
MOST_IN_STEP = 12  # results that the journal's line of a step has


def results_missing(number: int, tables: Sequence[int]) -> Remark:
    """The tables of an earlier round that still have no result."""
    text = f"round {number} still lacks the result of table{'s' if len(tables) > 1 else ''}"
    way = Way("", "result", results=((str(tables[0]), "1-0"),), round=number)
    return Remark(f"{text} {first_few([str(table) for table in tables], MOST_AWAY)}", (way,))


class EnterResults(Change, frozen=True, kw_only=True):
    """Results of a round. One for a draft publishes it."""

    round: Annotated[int, told("number of the round; 0 is the last, if that is no draft")] = 0
    results: Annotated[
        Mapping[str, str],
        told(
            'by table: "1-0", "0-1", "jigo", with ! for a win by forfeit; "?" takes a result out; "4.2" is a team board'
        ),
    ] = field(default_factory=dict)
    again: Annotated[bool, told("replace results that were already entered")] = False
    doubt: Annotated[bool, told("ask before an impossible jigo is entered, too", to="face")] = False
    table: Annotated[Any, told("a table with columns table, result and perhaps round", to="here")] = None


@dataclass(frozen=True, slots=True)
class OneResult:
    """A board with its result, and what it was before; of a board of two teams `match` is theirs as it is now."""

    number: int
    before: Game
    game: Game
    match: Game | None = None

    @property
    def at_table(self) -> Game:
        """The game at the table: the match that the board is of, or the game itself."""
        return self.match or self.game

    @property
    def at(self) -> BoardAt:
        """The board as it is now."""
        return BoardAt(self.game, self.match)

    @property
    def place(self) -> str:
        """The table, with the board of a match: `3`, `3.2`."""
        return self.at.place

    @property
    def jigo_with_half_komi(self) -> bool:
        """Whether the result cannot be: no game with half a point of komi ends even."""
        return self.game.result is Result.JIGO and self.game.komi_halves % 2 == 1

    @property
    def replaced(self) -> bool:
        """Whether another result stood there."""
        was, now = ((game.result, game.by_default) for game in (self.before, self.game))
        return self.before.result is not Result.UNKNOWN and was != now


@dataclass(frozen=True, slots=True)
class ResultsDone:
    """What was entered, in this order; `published` are drafts that it made final.

    `missing` are the tables of round `number` without a result, `open_boards` the boards of its matches (`3.2`).
    `stale` says of those drafts who was missing in them.
    """

    number: int
    entered: Sequence[OneResult]
    published: Sequence[int]
    stale: DraftOutdated | None
    missing: Sequence[int]
    open_boards: Sequence[str] = ()


class RoundDoneAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A round published, or results entered."""

    round: Annotated[int, told("its number")]
    missing: Annotated[tuple[int, ...], told("tables without result")] = ()
    cost: Annotated[int | None, told("what it costs, if it was paired by hand until now")] = None


def round_done(done: Committed[int]) -> RoundDoneAnswer:
    """A round that was published, or changed, with its tables that have no result."""
    missing = open_tables(done.after.tournament.round(done.value))
    return RoundDoneAnswer(**said_of(done), round=done.value, missing=tuple(missing))


def by_table(words: Sequence[str]) -> dict[str, str]:
    """Results by table, of words in turn as somebody types them: `4 1-0 7 jigo`. Raises InputError."""
    if len(words) % 2:
        raise InputError(f"expected tables and results in turn, such as 4 1-0 5 0-1; results are {RESULT_FORMS}")
    found: dict[str, str] = {}
    for table, result in zip(words[::2], words[1::2], strict=True):
        if found.setdefault(table, result) != result:
            raise InputError(f"table {table} is given two results: {found[table]} and {result}")
    return found


def results_step(request: EnterResults, _: State) -> str:
    """The step as the journal calls it: `results of round 3: 17 1-0`; of many results the first."""
    words = [f"{table} {result}" for table, result in request.results.items()]
    return f"results of round {request.round}: {first_few(words, MOST_IN_STEP, ' ')}"


def results_table(path: Path) -> Table:
    """The table of a file of results. Raises FolderError, InputError."""
    return read_table(path, sent=True).sound()


def enter(state: State, request: EnterResults) -> Outcome[ResultsDone]:
    """With results entered; those of a draft publish it, so that its number is to be said.

    Raises InputError with every problem; UnclearRoundError without a number if they may be of another round than the
    last; UnconfirmedError if another result would be replaced and that was not asked for.
    """
    if not request.results and request.table is None:
        typed = Way("for example", results=(("4", "1-0"), ("5", "0-1")))
        raise InputError("no result is given", typed, Way("or", file="results.csv"))
    before = state.tournament
    last = round_number(before, request.round)
    entered = entered_by_hand(request.results, last, before.settings.of_teams)
    without_round = unnamed = list(dict.fromkeys(one.table for one in entered))
    if request.table is not None:
        entered += results_of(request.table, last, before)
        if not names_rounds(request.table):
            without_round = list(dict.fromkeys(one.table for one in entered))
            unnamed = unnamed if names_players(request.table) else without_round
    if not request.round:
        _check_round_is_clear(before, without_round, unnamed)
    after, outlived = without_outlived(before, set_results(before, entered))
    after, kept = keep_settled(before, after)
    boards = _boards(before, after, entered)
    if not request.again:
        _check_nothing_is_replaced(boards, after, request.doubt)
    rounds, now = sorted({number for number, *_ in entered}), after.round(last)
    drafts = [number for number in rounds if before.round(number).draft]
    stale = draft_outdated(before) if drafts else None
    done = ResultsDone(last, boards, drafts, stale, open_tables(now), open_boards(now))
    earlier = [(drawn.number, open_tables(drawn)) for drawn in after.rounds[: max(rounds, default=last) - 1]]
    notes: list[Note] = [results_missing(number, tables) for number, tables in earlier if tables]
    notes += doubtful_notes(before, after, rounds)
    kept_places = {(match.cup, match.round, match.number) for match in kept}
    notes += [decision_dropped(m, after) for m in outlived if (m.cup, m.round, m.number) not in kept_places]
    notes += [*kept_notes(after, kept), *chosen_before(before, after)]
    changed = state.with_tournament(after)
    return Outcome(changed, done, [*notes, *_prizes_moved(state, changed)])


def _prizes_moved(before: State, after: State) -> list[Remark]:
    """For whom announced prizes are others now; what that needs is loaded only where a list was announced."""
    if ANNOUNCED not in before.tables:
        return []
    from ..placing.give_prizes import moved

    return moved(before, after)


def open_boards(drawn: Round) -> list[str]:
    """The boards of matches without a result, as `3.2`."""
    return [at.place for at in boards_at(drawn) if at.match and at.open]


def open_tables(drawn: Round) -> list[int]:
    """The tables of a round whose game has no result."""
    return [game.table for game in drawn if game.result is Result.UNKNOWN]


def _check_round_is_clear(tournament: Tournament, tables: Sequence[int], unnamed: Sequence[int]) -> None:
    """Raise UnclearRoundError where results may be of another round than the last: it is a draft, or one before waits.

    `unnamed` are the tables whose players are not named with the result.
    """
    *before, last = tournament.rounds
    waiting = [drawn for drawn in before if set(unnamed) & set(open_tables(drawn))]
    if last.draft and tables:
        possible = [drawn for drawn in before if drawn in waiting or drawn is before[-1]]
        head = f"round {last.number} is a draft, and a result would publish it; say which round the results belong to"
    elif waiting:
        possible, one = waiting, waiting[0]
        same = [str(table) for table in open_tables(one) if table in unnamed]
        which = f"table{'s' if len(same) > 1 else ''} {first_few(same, MOST_NAMED)}"
        head = f"round {one.number} still lacks the result of {which}; say which round the results belong to"
    else:
        return
    problems = [Problem(head)]
    for drawn in [*possible, last]:
        boards = first_few([_board(drawn, table, tournament) for table in tables], MOST_NAMED, "; ")
        what = f"round {drawn.number}, {'the draft' if drawn.draft else 'published'}: {boards}"
        problems.append(Problem(what, ways=(Way("if you mean this round", round=drawn.number),)))
    raise UnclearRoundError(problems, [drawn.number for drawn in (*possible, last)])


def _board(drawn: Round, table: int, tournament: Tournament) -> str:
    """Who sits at a table of a round, and their result where there is one."""
    game = drawn.at_table(table)
    if game is None:
        return f"no table {table}"
    so_far = f", {won_text(game, None, tournament)} so far" if game.result is not Result.UNKNOWN else ""
    return f"table {table}: {_names(game, tournament)}{so_far}"


def names_of(one: OneResult, tournament: Tournament) -> str:
    """Who plays at a board: two players, or the people of a match with their teams."""
    return board_names(one.game, one.match, tournament) if one.match else _names(one.game, tournament)


def _names(game: Game, tournament: Tournament) -> str:
    white, black = (name_of(player, tournament) for player in game.players)
    return f"{white} (White) – {black}"


def _check_nothing_is_replaced(boards: Sequence[OneResult], tournament: Tournament, doubt: bool) -> None:
    """Raise UnconfirmedError with every result that another one would replace; in doubt with impossible jigos, too."""
    losses = []
    for one in boards:
        where = f"round {one.number} table {one.place}: {names_of(one, tournament)}"
        if one.replaced:
            was, now = (won_text(game, one.match, tournament) for game in (one.before, one.game))
            losses.append(f"{where} already has {was}; {now} would {'take it out' if now == '?' else 'replace it'}")
        if doubt and one.jigo_with_half_komi:
            losses.append(f"{where}: a jigo is impossible with komi {one.game.komi_halves / 2:g}")
    check_confirmed(losses, Way("to replace it", again=True))


def _boards(before: Tournament, after: Tournament, entered: Sequence[Entered]) -> list[OneResult]:
    found = []
    for number, table, _, _, board in entered:
        old, new = before.round(number).at_table(table), after.round(number).at_table(table)
        if old is not None and new is not None:
            found += _of_match(number, old, new, board) if new.boards else [OneResult(number, old, new)]
    return found


def _of_match(number: int, old: Game, new: Game, board: int) -> list[OneResult]:
    """The board of a match that was entered, or all of its boards."""
    then = {b.game.table: b.game for b in old.boards}
    own = (b.game for b in new.boards if board in (0, b.game.table))
    return [OneResult(number, then.get(game.table, game), game, new) for game in own]


def open_then(desk: Desk, number: int, revision: int) -> set[int]:
    """The tables of a round without result when a page was opened: they stay in its list, so that it does not jump."""
    try:
        then = desk.folder.at(revision).tournament
    except FolderError:
        return set()
    return {*open_tables(then.round(number))} if number <= len(then.rounds) else set()


ENTER_RESULTS = Verb(
    "result",
    EnterResults,
    without_run(enter),
    results_step,
    lambda done: RoundDoneAnswer(**said_of(done), round=done.value.number, missing=tuple(done.value.missing)),
)
