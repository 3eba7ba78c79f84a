"""What a helper does by a link: results of some tables, check-ins of some players, undo of own steps only."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Annotated

from ...io.folder.hall_files import HallFiles
from ...model.errors import ConflictError, InputError
from ...model.records.hall import Board, HallState, Link
from ...model.records.state import State
from ...model.teams.match_boards import BoardAt, boards_at
from ...model.tournament.games import Game
from ..desk import Desk
from ..journal_entries import LoggedStep, newest, undo, undoable_steps
from ..rounds.enter_results import ENTER_RESULTS, EnterResults, ResultsDone
from ..rounds.show_round import shown
from ..verb import Answer, Committed, answer_of, told
from .arrivals import confirm
from .links import has_value, in_limit
from .phone_claims import round_played, settled

LOOKED_AT = 60  # steps among which those for helpers are looked for
#: Steps that helpers read: results and check-ins. Others tell of drafts, of families, of who must not meet whom.
FOR_HELPERS = re.compile(
    r"(?:(?:un|re)do: )?(?:\w+ result |(?:players|(?:desk|helper)(?: \d+)?(?: \([^()]*\))?): "
    r"(?:both say: |results? of round |check-in confirmed))"
)


class TableAnswer(Answer, frozen=True):
    """A board of the round that is played, for helpers."""

    table: Annotated[int, told("number of the table")]
    white: Annotated[str, told("id of White, in a match of teams of the member who sits there; blank for nobody")]
    black: Annotated[str, told("id of Black")]
    white_name: Annotated[str, told("name of White")]
    black_name: Annotated[str, told("name of Black")]
    result: Annotated[str, told("White's points first; blank while it is missing")]
    white_says: Annotated[str, told('what White says: "1-0", "0-1", "jigo", or blank')]
    black_says: Annotated[str, told("what Black says")]
    board: Annotated[int, told("number of the board in a match of teams; 0 elsewhere")] = 0


def boards_of(state: State, link: Link) -> list[Game]:
    """The boards of the round that is played which a helper's link is for."""
    drawn = round_played(state.tournament)
    return [game for game in drawn or () if in_limit(link.limit, state.tournament, game)]


def tables_of(state: State, said: HallState, link: Link) -> list[TableAnswer]:
    """The boards of the round that is played which a link is for, with what their sides say."""
    drawn = round_played(state.tournament)
    return [_table(state, said, at, drawn.number) for at in boards_at(boards_of(state, link))] if drawn else []


def _table(state: State, said: HallState, at: BoardAt, number: int) -> TableAnswer:
    own, claims = shown(at, state.tournament), said.of(Board.at(number, at))
    return answer_of(TableAnswer, own, white_says=claims.white, black_says=claims.black)


def enter_results(desk: Desk, hall: HallFiles, link: Link, request: EnterResults) -> Committed[ResultsDone]:
    """Results of a helper's own boards, in the journal under their name. Raises InputError for others."""
    state = desk.read()
    drawn = round_played(state.tournament)
    if drawn is None or drawn.number != request.round:
        raise ConflictError("another round is played by now; load the page again")
    own = {str(game.table) for game in boards_of(state, link)}
    others = [table for table in request.results if table.partition(".")[0] not in own]
    if others:
        raise InputError(f"table {', '.join(others)} is not yours: your link is for {link.limit or 'no table'}")
    command = f"{link.who}: {ENTER_RESULTS.step(request, state)}"
    done = desk.carry_out(ENTER_RESULTS, request, command, by_director=False)
    settled(hall, done.value.entered)
    return done


def confirm_here(desk: Desk, hall: HallFiles, link: Link, players: Sequence[str]) -> Sequence[str]:
    """Check-ins that a helper confirms. Raises InputError for players whom the link is not for."""
    tournament = desk.read().tournament
    if not all(has_value(link.limit, tournament, player) for player in players):
        raise InputError("your link is not for all of these players")
    return confirm(desk, hall, players, link.who)


def own_last(desk: Desk, link: Link) -> LoggedStep | None:
    """The last step, where it is one of the helper's own and can be taken back."""
    steps = undoable_steps(desk)
    return steps[0] if steps and steps[0].command.startswith(f"{link.who}: ") else None


def seen_steps(desk: Desk, most: int) -> list[LoggedStep]:
    """The last steps that a helper may read, the newest first."""
    return [step for step in newest(desk, LOOKED_AT) if FOR_HELPERS.match(step.command)][:most]


def undo_own(desk: Desk, link: Link, number: int) -> str:
    """Take back a helper's last step, which is called so. Raises ConflictError where another has been done since."""
    seen = desk.read().revision  # before the look at whose step it is: one done meanwhile is not taken back
    step = own_last(desk, link)
    if step is None or step.number != number:
        raise ConflictError("this is not the last step any more, or not yours; please ask the desk")
    return undo(desk, seen).command
