"""What of a tournament TRF cannot say."""

from __future__ import annotations

from ....model.placing.scores import RoundKind
from ....model.tournament.games import Result
from ....model.tournament.player import Status
from ..foreign import Report
from ..losses import note_columns, note_systems
from .codes import EXTRA
from .field import StartingList


def note_losses(own: StartingList, losses: Report) -> None:
    """Add what would not come back."""
    settings = own.tournament.settings
    for drawn in own.drawn:
        for game in drawn:
            where = f"round {drawn.number} table {game.table}"
            if game.result is Result.UNKNOWN:
                losses.add("games without a result yet are left blank, and kept only in comments", where)
            elif game.result is Result.VOID or (game.by_default and game.result is Result.JIGO):
                losses.add(
                    "games without a result, and jigo by forfeit, are written as jigo, and kept only in comments", where
                )
    if any(drawn.draft for drawn in own.tournament.rounds):
        losses.add("the draft round")
    _note_players(own, losses)
    note_systems(settings, losses, virtual=True)
    points = settings.points
    entries = [entry for player in own.players for entry in own.scores.entries[player.id]]
    absences = [entry for entry in entries if entry.kind is RoundKind.ABSENT]
    if points.absence == 2 and absences:
        losses.add("absences worth a point are written as half a point", str(len(absences)))
    if points.round_down != "none" and any(entry.points == 1 and entry.kind is not RoundKind.GAME for entry in entries):
        losses.add("half points of absences and byes are added up, not rounded down")
    if settings.start.scheme not in ("rank", "swiss"):
        losses.add(f"start scores of the scheme {settings.start.scheme}: written as virtual points only")
    for key in ("force", "rules", "local_clubs", "club_groups"):
        if getattr(settings.pairing, key):
            losses.add("forced pairs, rules over pairs, local clubs, groups of clubs", f"pairing.{key}")
    if settings.event.basic_time and settings.event.overtime != "sudden death":
        losses.add("overtime", settings.event.overtime)
    losses.add("rank, club, handicap, komi, table and the settings of points and places are kept only in comments")


def _note_players(own: StartingList, losses: Report) -> None:
    for player in own.players:
        if player.status is Status.WITHDRAWN:
            losses.add("withdrawals, written as absent from all later rounds", player.name)
        if player.groups:
            losses.add("families and groups", player.name)
        if player.aga:
            losses.add("AGA numbers", player.name)
    note_columns(own.players, losses, lambda title: title.casefold() in EXTRA)
