"""Everything that can be done with a tournament: the one list, which every face, the worker and the reference read."""

from __future__ import annotations

from typing import Any

from .cups import CUP, DECIDE, REMOVE_CUP
from .people.absences import ABSENT, WITHDRAW
from .people.entries import REGISTER
from .people.players import ADD, CHANGE_PLAYER
from .prize_table import PRIZE, REMOVE_PRIZE
from .prizes import ANNOUNCE_PRIZES
from .rounds.boards import EDIT_BOARD, MOVE, SWAP
from .rounds.by_hand import BEGIN_BY_HAND, END_BY_HAND
from .rounds.line_ups import LINE_UP
from .rounds.next_round import DRAW, PUBLISH
from .rounds.repair.repairing import REPAIR
from .rounds.results import ENTER_RESULTS
from .settings import SET
from .verb import Verb

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
