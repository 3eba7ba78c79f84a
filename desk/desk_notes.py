"""What a director should know after a change that touches rounds which are drawn."""

from __future__ import annotations

from collections.abc import Iterable

from ..model.effects import DraftOutdated, doubtful_boards, draft_outdated
from ..model.notes import Remark, name_of
from ..model.tournament.games import Result, Round
from ..model.tournament.numbers import rounds_named
from ..model.tournament.tournament import Tournament
from ..model.ways import Way


def draft_before_settings(number: int) -> Remark:
    """That the draft of a round was drawn by other settings than those of now."""
    return Remark(f"the draft of round {number} was drawn before this change: pair the round again")


def draft_notes(tournament: Tournament) -> list[DraftOutdated]:
    """What a standing draft does not know yet."""
    found = draft_outdated(tournament)
    return [found] if found else []


def doubtful_notes(before: Tournament, after: Tournament, numbers: Iterable[int] = (0,)) -> list[Remark]:
    """The boards that were drawn from scores which a change has altered, behind these rounds, each once."""
    doubtful = (note for number in numbers for note in doubtful_boards(before, after, number))
    return list(dict.fromkeys(doubtful))


def changed_notes(old: Round, new: Round) -> list[Remark]:
    """That a round was published already, where a change by hand has altered it; else nothing."""
    text = f"round {old.number} is already published: tell the players what has changed"
    return [] if old.draft or old == new else [Remark(text)]


def unplayed_notes(tournament: Tournament, player: str, excused: bool = True) -> list[Remark]:
    """The boards without a result, in published rounds, of a player (an id) who has left, with or without excuse."""
    found = []
    for drawn in tournament.rounds:
        game = drawn.game_of(player)
        if game is None or game.result is not Result.UNKNOWN or drawn.draft:
            continue
        text = f"{name_of(player, tournament)} still has a board in round {drawn.number}, table {game.table}"
        lose = Way("to enter a loss by forfeit", "absent", who=(player,), rounds=str(drawn.number), counts="forfeit")
        if drawn.number < len(tournament.rounds):
            found.append(Remark(f"{text}, without a result", (lose,)))
            continue
        unexcused = {} if excused else {"unexcused": True}
        points = ", with 0 points for the absence" if unexcused else ""
        repair = Way(f"to find another opponent{points}", "repair", without=(player,), **unexcused)
        waiting = f"{text}, and {name_of(game.opponent(player), tournament)} is waiting there"
        found.append(Remark(waiting, (repair, lose)))
    return found


def still_entered_notes(tournament: Tournament, player: str, number: int) -> list[Remark]:
    """That who did not come to a round (an id) is entered for later ones; else nothing."""
    later = range(number + 1, tournament.settings.rounds + 1)
    rounds = tuple(n for n in later if tournament.player(player).enters(n))
    text = f"{name_of(player, tournament)} stays entered for {rounds_named(rounds)}"
    return [Remark(text, (Way("if they do not come back", "withdraw", who=(player,)),))] if rounds else []
