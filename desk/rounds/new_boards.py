"""What is new in a round: against the draft before, and boards of two players far wider than the round had."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
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
    """The new boards of two who should not meet, far wider than every board of the round before.

    Far is more than `pairing.repair_wider` points.
    """
    before = with_scores(old.games, tournament, old.number)
    most = max((board.apart for board in before), default=0) + 2 * tournament.settings.pairing.repair_wider
    return tuple(board for board in new if board.far and board.apart > most)


@dataclass(frozen=True, slots=True)
class NewPair:
    """A pair (ids, White first) that the draft before did not have."""

    white: str
    black: str


@dataclass(frozen=True, slots=True)
class OtherTerms:
    """A pair of the draft before with other colours, stones or komi."""

    white: str
    black: str
    handicap: int


@dataclass(frozen=True, slots=True)
class OtherBye:
    """Who (ids) has the bye now, and who had it in the draft before."""

    now: tuple[str, ...]
    before: tuple[str, ...]


DraftChange = NewPair | OtherTerms | OtherBye


def changes(before: Round | None, after: Round) -> list[DraftChange]:
    """What a new draft changes against the last: new pairs, other colours or stones, who has the bye."""
    if before is None:
        return []
    old = {frozenset(g.players): g for g in before}
    found: list[DraftChange] = []
    for game in after:
        known = old.get(frozenset(game.players))
        if known is None:
            found.append(NewPair(game.white, game.black))
        elif (known.white, known.handicap, known.komi_halves) != (game.white, game.handicap, game.komi_halves):
            found.append(OtherTerms(game.white, game.black, game.handicap))
    if set(before.byes) != set(after.byes):
        found.append(OtherBye(after.byes, before.byes))
    return found


def change_lines(changes: Iterable[DraftChange], tournament: Tournament) -> list[str]:
    """A line for each change."""
    names = {p.id: p.label for p in tournament.players}
    lines = []
    for change in changes:
        if isinstance(change, NewPair):
            lines.append(f"{names[change.white]} – {names[change.black]}")
        elif isinstance(change, OtherTerms):
            lines.append(f"{names[change.white]} (White) – {names[change.black]}, handicap {change.handicap}")
        else:
            now, before = (", ".join(names[p] for p in byes) or "nobody" for byes in (change.now, change.before))
            lines.append(f"bye: {now} instead of {before}")
    return lines
