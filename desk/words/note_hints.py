"""What could be done about what a director should know, as hints, which each face says in its own words."""

from __future__ import annotations

from ...model.hints import Advice, Hint
from ...model.notes import (
    ChosenBefore,
    ColoursTurned,
    CupKept,
    EnteredAgain,
    EntriesChanged,
    NeverPlayed,
    Note,
    NotEntered,
    PrizesMoved,
    Remark,
    ResultsMissing,
    RoundsNotPossible,
    SleepingTop,
    StartScoresChanged,
    StillEntered,
    TakenBack,
    TurnsNotWhole,
    UnplayedBoard,
    WishesKept,
)
from ...model.tournament.tournament import Tournament
from ..rounds.plan.remedies import remedies


def note_hints(note: Note, tournament: Tournament) -> list[Hint]:
    """What could be done about it: one step, or one of several."""
    if isinstance(note, RoundsNotPossible):
        if note.players:  # more of them may come
            return []
        return remedies(note.foresight, tournament, note.absent)
    hint = _hint(note)
    return [hint] if hint else []


def _hint(note: Note) -> Hint | None:
    """What could be done about it, where that is one step."""
    match note:
        case Remark(hint=hint):
            return hint
        case SleepingTop(players=(player,)):
            return Hint(Advice.LOWER_CORRECTION, (player,))
        case SleepingTop():
            return Hint(Advice.LOWER_CORRECTION, ("ID",))
        case ColoursTurned():
            return Hint(Advice.TAKE_WHITE, (str(note.table), note.player))
        case CupKept(begun=False) | ChosenBefore(begun=False):
            return Hint(Advice.DRAW_AGAIN)
        case PrizesMoved():
            return Hint(Advice.SHOW_PRIZES)
        case StartScoresChanged():
            return Hint(Advice.CHECK_ROUNDS)
        case NotEntered():
            return Hint(Advice.ENTER_FOR_ROUNDS)
        case UnplayedBoard(last=False):
            return Hint(Advice.FORFEIT_BOARD, (note.player, str(note.number)))
        case UnplayedBoard(excused=True):
            return Hint(Advice.REPAIR_OR_FORFEIT, (note.player, str(note.number)))
        case UnplayedBoard():
            return Hint(Advice.REPAIR_OR_FORFEIT_UNEXCUSED, (note.player, str(note.number)))
        case NeverPlayed():
            return Hint(Advice.TAKE_POINTS, (note.player, ",".join(map(str, note.rounds))))
        case StillEntered():
            return Hint(Advice.WITHDRAW, (note.player,))
        case ResultsMissing():
            return Hint(Advice.ENTER_RESULT, (str(note.tables[0]), str(note.number)))
        case TurnsNotWhole():
            return Hint(Advice.CHANGE_ROUNDS, (str(note.length * max(1, round(note.rounds / note.length))),))
        case WishesKept():
            return Hint(Advice.DRAW_FRESH)
        case EnteredAgain(misses=misses) if misses:
            return Hint(Advice.ENTER_FOR_ALL, (note.player,))
        case EntriesChanged() | TakenBack():
            return Hint(Advice.UNDO)
    return None
