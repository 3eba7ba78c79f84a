"""The notes on a list of players in groups, so that twenty of one kind do not hide the others."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ...io.registrations.registration_remarks import Finding, OfLines
from ...model.language import first_few
from ...model.notes import Note
from ...model.tournament.tournament import Tournament

FEW = 3  # notes of one kind that are shown without a click


@dataclass(frozen=True, slots=True)
class NoteGroup:
    """Notes of one kind with their sentences; the title is blank for one alone, `about` None for no findings."""

    title: str
    about: OfLines | None
    notes: Sequence[tuple[str, Finding | None]]

    @property
    def kind(self) -> str:
        """The name of the kind, such as `LOST`; blank for no findings."""
        return self.about.name if self.about else ""

    @property
    def is_long(self) -> bool:
        """Whether it is folded at first."""
        return len(self.notes) > FEW

    @property
    def short(self) -> str:
        """The sentence of one; of several how many there are, and the first few."""
        if len(self.notes) == 1:
            return self.notes[0][0]
        return f"{self.title}: {first_few(list(dict.fromkeys(found.case for _, found in self.notes if found)), FEW)}"


def grouped(notes: Iterable[Note], tournament: Tournament) -> list[NoteGroup]:
    """The notes in groups, in the order in which the first of each comes."""
    groups: dict[object, list[tuple[str, Finding | None]]] = {}
    for note in notes:
        found = note if isinstance(note, Finding) else None
        groups.setdefault(found.group if found else note, []).append((note.says(tournament), found))
    return [_group(key, own) for key, own in groups.items()]


def _group(key: object, own: Sequence[tuple[str, Finding | None]]) -> NoteGroup:
    about = key if isinstance(key, OfLines) else None
    return NoteGroup(f"{len(own)} {about}" if about and len(own) > 1 else "", about, own)
