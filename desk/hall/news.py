"""News for other programs: a round is published, a result comes in or is changed; nothing but what is public."""

from __future__ import annotations

from typing import Any

from ..answers.answer import Answer
from ..answers.hall import PublicBoardAnswer, PublicRoundAnswer, public_board_answer, public_round_answer
from .view import HallView


class RoundNews(Answer, frozen=True, tag_field="kind", tag="round published"):
    """A round is published.

    published: the round
    """

    published: PublicRoundAnswer


class ResultNews(Answer, frozen=True, tag_field="kind", tag="result"):
    """A result has come in, or is another one now; blank where it was taken out.

    round: number of the round
    board: the game
    """

    round: int
    board: PublicBoardAnswer


class Message(Answer, frozen=True):
    """What is sent.

    tournament: as it is called
    revision: number of the last step
    news: what has happened since the last message, in its order
    """

    tournament: str
    revision: int
    news: tuple[RoundNews | ResultNews, ...]


def news(before: HallView, after: HallView) -> list[RoundNews | ResultNews]:
    """What has happened between two views of a tournament."""
    known, last = (view.drawn.number if view.drawn else 0 for view in (before, after))
    found: list[RoundNews | ResultNews] = []
    for number in range(1, min(known, last) + 1):
        old = {_key(line): _results(line) for line in before.boards(number)}
        for line in after.boards(number):
            if _results(line) != old.get(_key(line), _results(line | {"result": "", "boards": ()})):
                found.append(ResultNews(number, public_board_answer(line)))
    return found + [RoundNews(public_round_answer(after, number)) for number in range(known + 1, last + 1)]


def _results(line: dict[str, Any]) -> list[str]:
    """The result of a board, and those of the boards of a match; what has none yet is left out."""
    return [line["result"], *(f"{board.number} {board.score}" for board in line["boards"] if board.score)]


def _key(line: dict[str, object]) -> tuple[str, str]:
    """Who plays at a board, by the files of their pages."""
    return line["white"].file, line["black"].file  # type: ignore[attr-defined]
