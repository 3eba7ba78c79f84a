"""The Python interface: tournaments in memory as values, tables as DataFrames; a tournament in a folder: `Director`."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ..desk.desk import Desk, in_memory
from ..desk.files.grids import boards_grid, standings_grid
from ..desk.messages.no_pairing_texts import no_pairing_text
from ..desk.options import Locks, Options
from ..desk.people.new_tournament import NewTournament, begun
from ..desk.people.register import REGISTER
from ..desk.placing import rank
from ..desk.rounds.change_boards import broken_rules
from ..desk.rounds.draw.drawing import Drawn, Terms, draw_round
from ..desk.rounds.proof import checking
from ..desk.rounds.show_round import show
from ..desk.verb import Run, build, plain
from ..model.errors import FolderError, InputError
from ..model.judging.violation import NoPairingError
from ..model.tournament.tournament import Tournament
from . import frames
from .arguments import dotted, registrations_of
from .director import Director

if TYPE_CHECKING:
    import pandas as pd

    from ..model.judging.violation import Violation
    from ..model.reasons.place_explained import PlaceExplained

__all__ = [
    "Director", "FolderError", "InputError", "Locks", "NoPairingError", "boards", "check", "check_file",
    "explain_place", "new_tournament", "pair_round", "read_tournament", "register", "standings", "start_groups",
]  # fmt: skip


def read_tournament(folder: str | Path) -> Tournament:
    """The tournament of a folder. Raises FolderError, or InputError with every problem of its files."""
    return Desk(folder).read().tournament


def new_tournament(preset: str = "egf", **settings: Any) -> Tournament:
    """An empty tournament; settings by their names, with `__` for the dot: `new_tournament(rounds=5, start__bar="3d")`.

    Raises InputError for a wrong name or value.
    """
    return begun(build(NewTournament, preset=preset, values=dotted(settings))).tournament


def register(tournament: Tournament, registrations: pd.DataFrame | str | Path) -> Tournament:
    """The tournament with players added or updated, by id or else by name, from a DataFrame or a CSV file.

    The columns are those of `mcmahon register`; messages count lines from 2, as in a CSV. Raises InputError.
    """
    request = registrations_of(registrations, build(REGISTER.request))
    return REGISTER.does(in_memory(tournament), request, Run()).state.tournament


def pair_round(
    tournament: Tournament,
    profile: str = "",
    locks: Locks | None = None,
    relax: Sequence[str] = (),
    seconds: float = 60.0,
) -> Drawn:
    """The next round, drawn, proven and judged: a draft in `.tournament`; cost, bound and seconds in `.pairing`.

    Players are given by id, as in `locks=mcmahon.Locks(force=(("7", "9"),), bye=("3",))`. Raises NoPairingError, with
    the smallest breach, if no pairing keeps the hard rules.
    """
    try:
        return draw_round(tournament, Terms(profile, locks or Locks(), relax), Options(seconds))
    except NoPairingError as error:
        error.add_note(no_pairing_text(error, tournament))
        raise


def boards(tournament: Tournament, number: int | None = None) -> pd.DataFrame:
    """The boards of a round (the last by default): players with rank and score, handicap, komi in points, result.

    Byes are in `tournament.rounds`. Raises InputError for a round that has not been drawn.
    """
    return frames.table(boards_grid(tournament, show(in_memory(tournament), number or 0).value.round))


def standings(tournament: Tournament, after: int | None = None, ratings: bool = False) -> pd.DataFrame:
    """The standings after a round, one row for each player, best first; scores in points, games as in a crosstable.

    A comparison of tied players (SDC, DC) is NaN for players who were not tied with anybody. With `ratings`, there are
    columns for the European rating before the tournament and the expected one after it. Raises InputError for a round
    that has not been drawn, or is a draft.
    """
    request = build(rank.Ranking, after=after, ratings=ratings)
    return frames.table(standings_grid(tournament, rank.standings(in_memory(tournament), request).value))


def explain_place(tournament: Tournament, player: str, after: int | None = None) -> PlaceExplained:
    """Why a player (id or name) has this place: every criterion as a sum, and what decided against the neighbours.

    Raises InputError for a player who does not exist, or is not in the standings.
    """
    request = build(rank.ExplainPlace, player=player, after=after)
    return rank.explain(in_memory(tournament), request).value


def start_groups(tournament: Tournament) -> pd.DataFrame:
    """The start groups from the top, one row for each player: start score in points, and whether in the top group."""
    found: pd.DataFrame = frames.groups(rank.groups(in_memory(tournament)).value).table
    return found


def check(tournament: Tournament) -> list[tuple[int, Violation]]:
    """Every hard rule that a round breaks, as (round, violation); empty when all rounds are legal.

    Only the folder knows what the director forced or relaxed; `Director.check` takes it into account.
    """
    return broken_rules(tournament)


def check_file(file: str | Path, number: int = 0, *, prove: bool = False, seconds: float = 60.0) -> dict[str, Any]:
    """The verdict on a file of any format that is read, as `mcmahon check FILE --json` has it.

    `number` is one round (0: all), `prove` solves each round again. Raises InputError for what cannot be read.
    """
    request = build(checking.Check, round=number, prove=prove, seconds=seconds)
    answer: dict[str, Any] = plain(checking.check_file(Path(file), request).value)
    return answer
