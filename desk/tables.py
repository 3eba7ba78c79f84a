"""What is looked up: a round with its scores, the bar, who is there; and tables that come from no file."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

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
    """A round, the scores that its players had before it, and what has changed since a draft was drawn, in words."""

    round: Round
    scores: Scores
    stale: tuple[str, ...] = ()


def show(state: State, number: int = 0, folder: Path | None = None) -> Outcome[ShownRound]:
    """A round that has been drawn (0: the last); `folder` is where the tournament is. Raises InputError."""
    drawn = state.tournament.round(round_number(state.tournament, number))
    stale: tuple[str, ...] = ()
    if drawn.draft:
        from .rounds.proof.since_draw import since_draw, since_draw_lines  # a published round is shown without numpy

        stale = tuple(since_draw_lines(since_draw(state, drawn.number, folder), state.tournament))
    return Outcome(state, ShownRound(drawn, scores_before(state.tournament, drawn.number), stale))


def scores_before(tournament: Tournament, number: int) -> Scores:
    """Everybody's scores before a round."""
    return score(tournament.before(number)).for_draw()


def table_of(name: str, titles: Sequence[str], rows: Iterable[Sequence[str]]) -> Table:
    """A table as a use case reads it, out of titles and rows of texts; its lines count from 2, as in a CSV file."""
    cells = (dict(zip(titles, row, strict=True)) for row in rows)
    return Table(name, tuple(titles), tuple(Row(line, row) for line, row in enumerate(cells, 2)))
