"""A player's board as reasons see it: the ledger of the draw, the round as it is now, and words for numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ..placing.scores import score
from ..placing.tie_breaks import value_text
from ..records.ledger import DrawnBoard, Entrant, Ledger
from ..tournament.games import Game, Round
from ..tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class Case:
    """One player's board: the ledger of the draw, the round as it is now, and the game there (None: no game).

    `corrected` are the scores before the round, in half points, of those at the board whose score is another one today
    than at the draw.
    """

    ledger: Ledger
    drawn: Round
    player: str
    corrected: Mapping[str, int] = field(default_factory=dict)

    @property
    def have(self) -> str:
        """The verb of the scores at the draw: `had`, where they are other ones today."""
        return "had" if self.corrected else "have"

    @property
    def game(self) -> Game | None:
        """The game that stands now."""
        return self.drawn.game_of(self.player)

    @property
    def other(self) -> str:
        """The opponent, or nothing."""
        return self.game.opponent(self.player) if self.game else ""

    @property
    def you(self) -> Entrant:
        """The player at the draw."""
        return self.ledger.entrants[self.player]

    @property
    def opponent(self) -> Entrant:
        """The opponent at the draw."""
        return self.ledger.entrants[self.other]

    @property
    def board(self) -> DrawnBoard | None:
        """The board of the draw, if it still stands."""
        board = self.ledger.board_of(self.player)
        now = {self.player, self.other} - {""}
        return board if board is not None and set(board.players) == now else None

    def value(self, criterion: str) -> int:
        """What the board counts in a criterion; 0 where it has been changed."""
        return int(self.board.values.get(criterion, 0)) if self.board else 0


def case_of(ledger: Ledger, tournament: Tournament, drawn: Round, player: str) -> Case:
    """A player's board as the draw saw it, with the scores that are other ones by the results of today."""
    case, now = Case(ledger, drawn, player), score(tournament.before(drawn.number))
    then = {p: ledger.entrants[p].mms for p in (player, case.other) if p in ledger.entrants}
    return replace(case, corrected={p: now.mms(p) for p, mms in then.items() if now.mms(p) != mms})


Reason = Callable[[Case], str]


def points_text(half_points: int) -> str:
    """`3 points`, `½ point`, `-2½ points`."""
    return f"{value_text(half_points, 2)} point{'' if abs(half_points) in (1, 2) else 's'}"


def score_text(case: Case, entrant: Entrant) -> str:
    """The score of an entrant, with what it is paired by where that differs."""
    text = points_text(entrant.mms)
    return f"{text} (paired as {entrant.score})" if entrant.mms % 2 and case.ledger.steps == 1 else text


def times_text(number: int) -> str:
    """`once`, `twice`, `3 times`."""
    return {1: "once", 2: "twice"}.get(number, f"{number} times")
