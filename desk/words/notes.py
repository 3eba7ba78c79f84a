"""What a director should know, in sentences. What could be done about it is a hint, which each face says itself."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...model.hints import Advice, Hint
from ...model.notes import (
    ColoursTurned,
    DraftOutdated,
    DrawnAnew,
    EarlierRoundBroken,
    EverybodyEven,
    Note,
    RuleCountsNothing,
    ScoresMoved,
    SleepingTop,
    UnknownIds,
)
from ...model.tournament.tournament import Tournament
from ...model.words import counted, first_few
from .names import name_of
from .rules import violation_text

MOST_NAMED = 6


def note_text(note: Note | str, tournament: Tournament) -> str:
    """The sentence of a note; a text is one already."""
    return note if isinstance(note, str) else _WORDS[type(note)](note, tournament)


def note_texts(notes: Iterable[Note | str], tournament: Tournament) -> list[str]:
    """The sentences of notes."""
    return [note_text(note, tournament) for note in notes]


def note_hint(note: Note | str) -> Hint | None:
    """What could be done about it, where that is one step."""
    match note:
        case SleepingTop(players=(player,)):
            return Hint(Advice.LOWER_CORRECTION, (player,))
        case SleepingTop():
            return Hint(Advice.LOWER_CORRECTION, ("ID",))
        case ColoursTurned():
            return Hint(Advice.TAKE_WHITE, (str(note.table), note.player))
    return None


def draft_lines(note: DraftOutdated, tournament: Tournament) -> list[str]:
    """Whom a draft does not know yet, and who has left it, a sentence each."""
    lines = [f"{name_of(p, tournament)} is entered, but not in the draft" for p in note.missing]
    return lines + [f"{name_of(p, tournament)} is in the draft, but not entered" for p in note.left]


def some_draft_lines(note: DraftOutdated, tournament: Tournament) -> str:
    """The first few of them."""
    return first_few(draft_lines(note, tournament), MOST_NAMED, "; ")


def _sleeping(note: SleepingTop, tournament: Tournament) -> str:
    if len(note.players) == 1:
        missed = ", ".join(map(str, note.rounds))
        name = name_of(note.players[0], tournament)
        return f"{name} is in the top group and misses round {missed}; BGA 4.4 lowers such a start score"
    names = ", ".join(_names(note.players, tournament))
    return f"{len(note.players)} players of the top group miss rounds: {names}; BGA 4.4 lowers such start scores"


def _moved(note: ScoresMoved, tournament: Tournament) -> str:
    moved = ", ".join(f"{tournament.player(player).name} {old} → {new}" for player, old, new in note.moved)
    return f"drawn from scores that have changed: round {note.number} table {note.table}: {moved}"


def _broken(note: EarlierRoundBroken, tournament: Tournament) -> str:
    return f"round {note.number} is not legal: {violation_text(note.violation, tournament)}"


def _colours(note: ColoursTurned, tournament: Tournament) -> str:
    return f"table {note.table}: by the colours so far {name_of(note.player, tournament)} would take White"


_WORDS: dict[type, Callable[[Any, Tournament], str]] = {
    SleepingTop: _sleeping,
    EverybodyEven: lambda *_: (
        "everybody is in the top group, whose games are even: no handicaps, but for pairing.even_at_bar = false"
    ),
    UnknownIds: lambda note, _: f"the settings name players whom nobody registered: {', '.join(note.ids)}",
    EarlierRoundBroken: _broken,
    RuleCountsNothing: lambda note, _: (
        f"rule {note.name} counts nothing: no local clubs are named (pairing.local_clubs)"
    ),
    ColoursTurned: _colours,
    DraftOutdated: lambda note, tournament: f"{some_draft_lines(note, tournament)}: pair the round again",
    ScoresMoved: _moved,
    DrawnAnew: lambda note, _: (
        f"{counted(note.boards, 'board')} changed by hand {'is' if note.boards == 1 else 'are'} drawn anew"
    ),
}


def _names(players: Iterable[str], tournament: Tournament) -> list[str]:
    return [name_of(player, tournament) for player in players]
