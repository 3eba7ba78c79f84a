"""What is new in a round: against the draft before, and boards of two players far wider than the round had."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ...model.placing.scores import score
from ...model.tournament.games import Game, Round
from ...model.tournament.tournament import Tournament

FAR = 8  # half points of score between two players who should not meet


@dataclass(frozen=True, slots=True)
class NewBoard:
    """A new game, with the scores of White and Black before the round in half points."""

    game: Game
    scores: tuple[int, int]

    @property
    def apart(self) -> int:
        """How many half points are between the two."""
        return abs(self.scores[0] - self.scores[1])

    @property
    def far(self) -> bool:
        """Whether these two should better not meet."""
        return self.apart >= FAR


def with_scores(games: Sequence[Game], tournament: Tournament, number: int) -> tuple[NewBoard, ...]:
    """Games of a round with the scores of their players before it."""
    mms = score(tournament.before(number)).mms
    return tuple(NewBoard(game, (mms(game.white), mms(game.black))) for game in games)


def wider_than(old: Round, new: Sequence[NewBoard], tournament: Tournament) -> tuple[NewBoard, ...]:
    """The new boards that are more than `pairing.repair_wider` points wider than all of the round before."""
    before = with_scores(old.games, tournament, old.number)
    most = max((board.apart for board in before), default=0) + 2 * tournament.settings.pairing.repair_wider
    return tuple(board for board in new if board.far and board.apart > most)


def other_terms(old: Game, new: Game) -> bool:
    """Whether a game of the same two has other colours, stones or komi."""
    return (old.white, old.handicap, old.komi_halves) != (new.white, new.handicap, new.komi_halves)


def change_lines(before: Round | None, after: Round, tournament: Tournament) -> list[str]:
    """What a new draft changes against the one before, in words: new pairs, other terms, who has the bye."""
    if before is None:
        return []
    old = {frozenset(game.players): game for game in before}
    names = {p.id: p.label for p in tournament.players}
    lines = []
    for game in after:
        known = old.get(frozenset(game.players))
        if known is None:
            lines.append(f"{names[game.white]} – {names[game.black]}")
        elif other_terms(known, game):
            lines.append(f"{names[game.white]} (White) – {names[game.black]}, handicap {game.handicap}")
    if set(before.byes) != set(after.byes):
        now, then = (", ".join(names[p] for p in byes) or "nobody" for byes in (after.byes, before.byes))
        lines.append(f"bye: {now} instead of {then}")
    return lines
