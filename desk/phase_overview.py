"""Where a tournament stands: the round, what is missing, and what comes next."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum

from ..model.cups.bracket import entrants, is_extra, more_rounds
from ..model.effects import DraftOutdated, draft_outdated
from ..model.records.state import State
from ..model.teams.match_boards import boards_at
from ..model.tournament.person import Player, Status
from .outcome import Outcome


class Phase(StrEnum):
    """What a tournament waits for."""

    PLAYERS = "players"  # nobody is registered, or too few
    DRAW = "draw"  # the next round can be drawn
    PUBLISH = "publish"  # a draft is to be looked at and published
    RESULTS = "results"  # a round is being played
    OVER = "over"  # all rounds are played


@dataclass(frozen=True, slots=True)
class Overview:
    """Where a tournament stands. `round` is the one that `phase` is about; `missing` are its boards without result.

    These are tables, `3`, or boards of matches, `3.2`. `boards` counts all of its boards (0 before the draw), `entered`
    its final entries. `waiting` are preliminary entries, `stale` says what a draft does not know yet, and `begins` when
    the round begins; empty where that is not set. `in_hand`: the draft is being paired by hand.
    """

    phase: Phase
    round: int
    boards: int
    entered: int
    missing: Sequence[str]
    waiting: Sequence[Player]
    stale: DraftOutdated | None
    begins: str = ""
    in_hand: bool = False


def overview(state: State) -> Outcome[Overview]:
    """Where the tournament stands."""
    tournament = state.tournament
    last = tournament.rounds[-1] if tournament.rounds else None
    boards = boards_at(last or ())
    open_ = [at.place for at in boards if at.open]
    number, times = last.number if last else 0, tournament.settings.event.round_times
    if last is not None and last.draft:
        phase = Phase.PUBLISH
    elif open_:
        phase = Phase.RESULTS
    elif not more_rounds(tournament):
        phase = Phase.OVER
    else:
        phase, number = Phase.DRAW, number + 1
    if phase is Phase.DRAW and len(entrants(tournament, number)) < 2 and not is_extra(tournament, number):
        phase = Phase.PLAYERS
    drawn = phase in (Phase.PUBLISH, Phase.RESULTS, Phase.OVER)
    return Outcome(
        state,
        Overview(
            phase,
            number,
            len(boards) if drawn else 0,
            len(entrants(tournament, number)),
            open_ if drawn else [],
            [player for player in tournament.players if player.status is not Status.FINAL],
            draft_outdated(tournament),
            times[number - 1] if phase is not Phase.OVER and number <= len(times) else "",
            tournament.in_hand > 0,
        ),
    )
