"""What is looked up: a round with its scores, the bar, who is there; and tables that come from no file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ..io.tables import Row, Table
from ..model.noticing import bar_text
from ..model.placing.scores import Scores, score
from ..model.records.state import State
from ..model.tournament.games import Round
from ..model.tournament.tournament import Tournament
from .outcome import Outcome
from .rounds.numbers import round_number

__all__ = ["ShownRound", "Table", "bar_text", "scores_before", "show", "table_of"]


@dataclass(frozen=True, slots=True)
class ShownRound:
    """A round, and the scores that its players had before it."""

    round: Round
    scores: Scores


def show(state: State, number: int = 0) -> Outcome[ShownRound]:
    """A round that has been drawn (0: the last). Raises InputError."""
    drawn = state.tournament.round(round_number(state.tournament, number))
    return Outcome(state, ShownRound(drawn, scores_before(state.tournament, drawn.number)))


def scores_before(tournament: Tournament, number: int) -> Scores:
    """Everybody's scores before a round."""
    return score(tournament.before(number)).for_draw()


def table_of(name: str, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table as a use case reads it, out of titles and rows of texts; its lines count from 2, as in a CSV file."""
    cells = (dict(zip(titles, row, strict=True)) for row in rows)
    return Table(name, tuple(titles), tuple(Row(line, row) for line, row in enumerate(cells, 2)))
