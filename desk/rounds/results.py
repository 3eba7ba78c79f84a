"""Results: entered as typed or out of a table, corrected, and what follows from them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ...io.results import entered_by_hand, results_of
from ...io.tables import Table, read_table
from ...model.edits import Entered, draft_outdated, set_results
from ...model.errors import InputError
from ...model.hints import Advice, Hint
from ...model.notes import DraftOutdated
from ...model.records.state import State
from ...model.tournament.games import Game, Result
from ...model.tournament.tournament import Tournament
from ..notes import doubtful_notes
from ..outcome import Outcome
from .numbers import round_number


@dataclass(frozen=True, slots=True)
class Results:
    """Results of a round (0: the last): tables and results in turn as typed, and a table of them."""

    typed: Sequence[str] = ()
    table: Table | None = None
    number: int = 0


@dataclass(frozen=True, slots=True)
class OneResult:
    """A board with its result, and what it was before."""

    number: int
    before: Game
    game: Game

    @property
    def jigo_with_half_komi(self) -> bool:
        """Whether the result cannot be: no game with half a point of komi ends even."""
        return self.game.result is Result.JIGO and self.game.komi_halves % 2 == 1


@dataclass(frozen=True, slots=True)
class ResultsDone:
    """What was entered, in this order; `published` are drafts that it made final; `missing` results of round `number`.

    `stale` says of those drafts who was missing in them.
    """

    number: int
    entered: Sequence[OneResult]
    published: Sequence[int]
    stale: DraftOutdated | None
    missing: int


def results_table(path: Path) -> Table:
    """The table of a file of results. Raises FolderError, InputError."""
    return read_table(path).sound()


def enter(state: State, request: Results) -> Outcome[ResultsDone]:
    """With results entered; the first of a draft publishes it. Raises InputError with every problem."""
    if not request.typed and request.table is None:
        raise InputError("no result is named", Hint(Advice.NAME_RESULTS))
    before = state.tournament
    last = round_number(before, request.number)
    entered = entered_by_hand(request.typed, last)
    if request.table is not None:
        entered += results_of(request.table, last, before)
    after = set_results(before, entered)
    rounds = sorted({number for number, *_ in entered})
    drafts = [number for number in rounds if before.round(number).draft]
    done = ResultsDone(
        number=last,
        entered=_boards(before, after, entered),
        published=drafts,
        stale=draft_outdated(before) if drafts else None,
        missing=sum(game.result is Result.UNKNOWN for game in after.round(last)),
    )
    return Outcome(state.with_tournament(after), done, doubtful_notes(before, after, rounds))


def _boards(before: Tournament, after: Tournament, entered: Sequence[Entered]) -> list[OneResult]:
    found = []
    for number, table, *_ in entered:
        old, new = before.round(number).at_table(table), after.round(number).at_table(table)
        if old is not None and new is not None:
            found.append(OneResult(number, old, new))
    return found
