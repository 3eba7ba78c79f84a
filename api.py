"""The Python interface: tournaments in memory as values, tables as DataFrames; a tournament in a folder: `Director`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from . import frames
from .arguments import dotted, registrations_of
from .desk import standings as of_standings
from .desk import tables
from .desk.desk import Desk, in_memory
from .desk.options import Locks, Options
from .desk.people import entries
from .desk.rounds import boards as of_boards
from .desk.rounds.drawing import Drawn, Terms, draw_round
from .director import Director, players_named
from .model.tournament.tournament import Tournament

if TYPE_CHECKING:
    import pandas as pd

    from .model.judging.violation import Violation
    from .model.reasons.place_explained import PlaceExplained

__all__ = [
    "Director", "Locks", "boards", "check", "explain_place", "new_tournament", "pair_round", "read_tournament",
    "register", "standings", "start_groups",
]  # fmt: skip


def read_tournament(folder: str | Path) -> Tournament:
    """The tournament of a folder. Raises FolderError, or InputError with every problem of its files."""
    return Desk(folder).read().tournament


def new_tournament(preset: str = "egf", **settings: Any) -> Tournament:
    """An empty tournament; settings by their names, with `__` for the dot: `new_tournament(rounds=5, start__bar="3d")`.

    Raises InputError for a wrong name or value.
    """
    return entries.begun(entries.NewTournament(preset=preset, values=dotted(settings))).tournament


def register(tournament: Tournament, registrations: pd.DataFrame | str | Path) -> Tournament:
    """The tournament with registrations merged in, by id or else by name, from a DataFrame or a CSV file.

    Columns are those of `mcmahon register`; lines in messages count from 2, as in a CSV. Raises InputError.
    """
    return entries.register(in_memory(tournament), registrations_of(registrations)).state.tournament


def pair_round(
    tournament: Tournament,
    profile: str = "",
    locks: Locks | None = None,
    relax: Sequence[str] = (),
    seconds: float = 60.0,
) -> Drawn:
    """The next round drawn, proven and judged. `.tournament` has it as a draft, `.pairing` cost, bound and seconds.

    Players are named by id, as in `locks=mcmahon.Locks(force=(("7", "9"),), bye=("3",))`. Raises NoPairingError with
    the least breach when the hard rules cannot be kept.
    """
    with players_named(tournament):
        return draw_round(tournament, Terms(profile, locks or Locks(), relax), Options(seconds))


def boards(tournament: Tournament, number: int | None = None) -> pd.DataFrame:
    """The boards of a round (the last by default): table, ids and names, handicap, komi in points, result.

    Byes and absences are in `attrs`. Raises InputError for a round that has not been drawn.
    """
    return frames.boards(tournament, tables.show(in_memory(tournament), number or 0).value.round)


def standings(tournament: Tournament, after: int | None = None, ratings: bool = False) -> pd.DataFrame:
    """The standings after a round, one row a player, best first; scores in points, games as in a result list.

    A comparison of tied players (SDC, DC) is NaN for those whom nobody was tied with. With `ratings`, columns for the
    European rating before the tournament and the expected one after it. Raises InputError for a round that has not been
    drawn, or is a draft.
    """
    request = of_standings.Ranking(after, ratings=ratings)
    return frames.standings_frame(of_standings.standings(in_memory(tournament), request).value)


def explain_place(tournament: Tournament, player: str, after: int | None = None) -> PlaceExplained:
    """Why a player (id or name) has its place: every criterion as its sum, and what decided against the neighbours.

    Raises InputError for a player who is not there, or not in the standings.
    """
    return of_standings.explain(in_memory(tournament), of_standings.ExplainPlace(player, after)).value.place


def start_groups(tournament: Tournament) -> pd.DataFrame:
    """The start groups, one row a player from the top: start score in points, and whether it is in the top group."""
    return frames.groups_frame(of_standings.groups(in_memory(tournament)).value)


def check(tournament: Tournament) -> list[tuple[int, Violation]]:
    """Every hard rule that a round breaks, as (round, violation); empty when all rounds are legal.

    What a director forced or relaxed is known to the folder only: `Director.check` takes it into account.
    """
    return of_boards.broken_rules(tournament)
