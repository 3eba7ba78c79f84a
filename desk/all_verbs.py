"""Everything that can be done with a tournament: the one list, which every face, the worker and the reference read."""

from __future__ import annotations

from typing import Any

from .people.change_players import ADD, CHANGE_PLAYER
from .people.miss_rounds import ABSENT, WITHDRAW
from .people.register import REGISTER
from .placing.give_prizes import ANNOUNCE_PRIZES, PRIZE, REMOVE_PRIZE
from .placing.run_cups import CUP, DECIDE, REMOVE_CUP
from .rounds.change_boards import EDIT_BOARD, MOVE, SWAP
from .rounds.draw_round import DRAW, PUBLISH
from .rounds.enter_results import ENTER_RESULTS
from .rounds.pair_by_hand import BEGIN_BY_HAND, END_BY_HAND
from .rounds.repair.repair_round import REPAIR
from .rounds.seat_teams import LINE_UP
from .settings.change_settings import SET
from .verb import Request, Verb

VERBS: tuple[Verb[Any, Any], ...] = (
    SET,
    REGISTER,
    ADD,
    CHANGE_PLAYER,
    ABSENT,
    WITHDRAW,
    DRAW,
    PUBLISH,
    ENTER_RESULTS,
    SWAP,
    EDIT_BOARD,
    MOVE,
    LINE_UP,
    BEGIN_BY_HAND,
    END_BY_HAND,
    REPAIR,
    CUP,
    REMOVE_CUP,
    DECIDE,
    PRIZE,
    REMOVE_PRIZE,
    ANNOUNCE_PRIZES,
)


def verb_of(asked: Request) -> Verb[Any, Any]:
    """The verb that a request is for."""
    return next(one for one in VERBS if one.request is type(asked))
