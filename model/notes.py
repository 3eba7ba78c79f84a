"""What a director should know: each note has its values, its sentence and the ways on from it.

A kind whose values code asks for is a class; any other note is a remark, whose sentence nothing reads.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from .language import first_few
from .tournament.tournament import Tournament
from .ways import Way

MOST_NAMED = 6  # of several in one sentence
MOST_AWAY = 12  # of those who miss something: tables without a result, players who are not entered


class Note:
    """What a director should know; no sentence of it names a command or an option."""

    __slots__ = ()

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        raise NotImplementedError

    def ways(self, tournament: Tournament) -> list[Way]:
        """What could be done about it, one of these."""
        return []


@dataclass(frozen=True, slots=True)
class Remark(Note):
    """A note whose sentence is made where it is known: about a file that was read or written, or a change; and ways."""

    text: str
    ways_on: tuple[Way, ...] = ()

    def says(self, tournament: Tournament) -> str:
        return self.text

    def ways(self, tournament: Tournament) -> list[Way]:
        return list(self.ways_on)


def note_texts(notes: Iterable[Note], tournament: Tournament) -> list[str]:
    """The sentences of notes."""
    return [note.says(tournament) for note in notes]


def name_of(player_id: str, tournament: Tournament) -> str:
    """Name and id: `Ann (7)`; the id alone of somebody who is not, or no more, a player."""
    player = tournament.by_id().get(player_id)
    return player.label if player else player_id


def names_of(players: Iterable[str], tournament: Tournament) -> list[str]:
    """Names with ids."""
    return [name_of(player, tournament) for player in players]


def some_names(players: Iterable[str], tournament: Tournament) -> str:
    """The first few names, with ids."""
    return first_few(names_of(players, tournament), MOST_NAMED)
