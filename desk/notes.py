"""What a director should know after a change that touches rounds which are drawn."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ..model.edits import doubtful_boards, draft_outdated
from ..model.notes import (
    DraftOutdated,
    EditedByHand,
    PublishedChanged,
    Recovered,
    ScoresMoved,
    StepNote,
    StillEntered,
    UnplayedBoard,
)
from ..model.tournament.games import Result, Round
from ..model.tournament.tournament import Tournament


def draft_notes(tournament: Tournament) -> list[DraftOutdated]:
    """What a standing draft does not know yet."""
    found = draft_outdated(tournament)
    return [found] if found else []


def doubtful_notes(before: Tournament, after: Tournament, numbers: Iterable[int] = (0,)) -> list[ScoresMoved]:
    """The boards that were drawn from scores which a change has altered, behind these rounds, each once."""
    doubtful = (note for number in numbers for note in doubtful_boards(before, after, number))
    return list(dict.fromkeys(doubtful))


def changed_notes(old: Round, new: Round) -> list[PublishedChanged]:
    """That a round was published already, where a change by hand has altered it; else nothing."""
    return [] if old.draft or old == new else [PublishedChanged(old.number)]


def unplayed_notes(tournament: Tournament, player: str, excused: bool = True) -> list[UnplayedBoard]:
    """The boards without a result, in published rounds, of a player (an id) who has left, with or without excuse."""
    last, found = len(tournament.rounds), []
    for drawn in tournament.rounds:
        game = drawn.game_of(player)
        if game is not None and game.result is Result.UNKNOWN and not drawn.draft:
            opponent, own = game.opponent(player), drawn.number == last
            found.append(UnplayedBoard(player, opponent, drawn.number, game.table, excused, own))
    return found


def still_entered_notes(tournament: Tournament, player: str, number: int) -> list[StillEntered]:
    """That who did not come to a round (an id) is entered for later ones; else nothing."""
    later = range(number + 1, tournament.settings.rounds + 1)
    rounds = tuple(n for n in later if tournament.player(player).enters(n))
    return [StillEntered(player, rounds)] if rounds else []


def step_notes(edited: Sequence[str], recovered: bool) -> list[StepNote]:
    """What was found before a step: a command that had died half way and was finished first, files edited by hand."""
    finished = [Recovered()] if recovered else []
    return [*finished, *([EditedByHand(tuple(edited))] if edited else [])]
