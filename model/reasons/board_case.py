"""A player's board as reasons see it: the ledger of the draw, the round as it is now, and words for numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace

from ..cups.bracket import Match, cup_pairs
from ..language import ENGLISH, Words
from ..placing.scores import Scores, score
from ..placing.tie_breaks import value_text
from ..records.ledger import DrawnBoard, Entrant, Ledger
from ..tournament.games import Game, Round
from ..tournament.tournament import Tournament


@dataclass(frozen=True, slots=True)
class BoardCase:
    """A player's board: the ledger of the draw, the round now, and the game there (None: no game; `cup`: its match).

    `corrected` are scores (half points) before the round that differ today from those at the draw.
    """

    ledger: Ledger
    drawn: Round
    player: str
    corrected: Mapping[str, int] = field(default_factory=dict)
    words: Words = ENGLISH
    cup: Match | None = None

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


def case_of(ledger: Ledger, tournament: Tournament, drawn: Round, player: str, words: Words = ENGLISH) -> BoardCase:
    """A player's board as the draw saw it, with the scores that are other ones by the results of today."""
    now = score(tournament.before(drawn.number)).for_draw()
    case = with_scores(BoardCase(ledger, drawn, player, words=words), now)
    return replace(case, cup=cup_pairs(tournament, drawn.number).get(frozenset((player, case.other))))


def with_scores(case: BoardCase, now: Scores) -> BoardCase:
    """The board with the scores that are other ones today."""
    entrants = case.ledger.entrants
    then = {p: entrants[p].mms for p in (case.player, case.other) if p in entrants}
    return replace(case, corrected={p: now.mms(p) for p, mms in then.items() if now.mms(p) != mms})


Reason = Callable[[BoardCase], str]


def points_text(half_points: int, words: Words = ENGLISH) -> str:
    """`3 points`, `½ point`, `-2½ points`."""
    if half_points % 2 == 0:
        number = half_points // 2
        return words.count("{number} point", "{number} points", abs(number), number=number)
    text = value_text(half_points, 2)
    if abs(half_points) == 1:
        return words.say("{half} point", half=text)
    return words.say("{halves} points", halves=text)


def score_text(case: BoardCase, entrant: Entrant) -> str:
    """The score of an entrant, with what it is paired by where that differs."""
    text = points_text(entrant.mms, case.words)
    if entrant.virtual or (entrant.mms % 2 and case.ledger.steps == 1):
        score = value_text(entrant.score, case.ledger.steps)
        return case.words.say("{points} (paired as {score})", points=text, score=score)
    return text


def times_text(number: int, words: Words) -> str:
    """`once`, `twice`, `3 times`."""
    if number == 2:
        return words.say("twice")
    return words.count("once", "{n} times", number)
