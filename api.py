"""The Python interface: tournaments in, DataFrames out. What the command line does, for notebooks and scripts."""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .desk.drawing import Drawn, Terms, draw_round
from .desk.words.no_pairing import no_pairing_text
from .io.folder.folder import TournamentFolder
from .io.registrations.files import registrations_in
from .io.registrations.merging import merge
from .io.registrations.reading import read_registrations
from .io.settings.settings_file import new_settings_text, parse_settings
from .io.tables import Row, Table
from .model.errors import InputError
from .model.judging.judge import judge
from .model.judging.no_pairing import NoPairingError
from .model.judging.violation import Violation, broken
from .model.pairing.draw import Locks
from .model.placing.standings import standings as ranked
from .model.placing.tie_breaks import in_points
from .model.reasons.place_explained import PlaceExplained
from .model.reasons.place_explained import explain_place as explained
from .model.tournament.tournament import Tournament
from .solver.engine import Options

if TYPE_CHECKING:
    import pandas as pd


def read_tournament(folder: str | Path) -> Tournament:
    """The tournament of a folder. Raises FolderError, or InputError with every problem of its files."""
    return TournamentFolder(folder).read().tournament


def new_tournament(preset: str = "egf", **settings: Any) -> Tournament:
    """An empty tournament; settings by their names, with `__` for the dot: `new_tournament(rounds=5, start__bar="3d")`.

    Raises InputError for a wrong name or value.
    """
    given = {key.replace("__", "."): value for key, value in settings.items()}
    return Tournament(parse_settings(new_settings_text(preset, given), "settings"))


def register(tournament: Tournament, registrations: pd.DataFrame | str | Path) -> Tournament:
    """The tournament with registrations merged in, by id or else by name, from a DataFrame or a CSV file.

    Columns are those of `mcmahon register`; lines in messages count from 2, as in a CSV. Raises InputError.
    """
    rounds = tournament.settings.rounds
    if isinstance(registrations, str | Path):
        table = registrations_in(Path(registrations), rounds)
    else:
        table = _table(registrations)
    reading = read_registrations(table, rounds)
    return merge(tournament, reading, table.name).tournament


def _table(frame: pd.DataFrame) -> Table:
    titles = tuple(str(column) for column in frame.columns)
    texts = frame.astype(object).where(frame.notna(), "")
    rows = tuple(
        Row(line, {title: _cell(value) for title, value in zip(titles, values, strict=True)})
        for line, values in enumerate(texts.itertuples(index=False, name=None), 2)
    )
    return Table("DataFrame", titles, rows)


def _cell(value: object) -> str:
    """The text of a cell; whole numbers that became floats because of a gap lose their `.0`."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


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
    try:
        return draw_round(tournament, Terms(profile, locks or Locks(), relax), Options(seconds))
    except NoPairingError as error:
        error.add_note(no_pairing_text(error, tournament))
        raise


def boards(tournament: Tournament, number: int | None = None) -> pd.DataFrame:
    """The boards of a round (the last by default): table, ids and names, handicap, komi in points, result."""
    import pandas as pd

    from .model.tournament.games import result_text

    if not tournament.rounds:
        raise InputError("no round has been drawn")
    players = tournament.by_id()
    rows = [
        {
            "table": g.table,
            "white": g.white,
            "white name": players[g.white].name,
            "black": g.black,
            "black name": players[g.black].name,
            "handicap": g.handicap,
            "komi": g.komi_halves / 2,
            "result": result_text(g.result, g.by_default),
        }
        for g in tournament.round(number or len(tournament.rounds))
    ]
    titles = ["table", "white", "white name", "black", "black name", "handicap", "komi", "result"]
    return pd.DataFrame(rows, columns=titles)


def standings(tournament: Tournament, after: int | None = None, ratings: bool = False) -> pd.DataFrame:
    """The standings after a round, one row a player, best first; scores in points, games as in a result list.

    A comparison of tied players (SDC, DC) is NaN for those whom nobody was tied with. With `ratings`, columns for the
    European rating before the tournament and the expected one after it. Raises InputError for a round that has not been
    drawn, or is a draft.
    """
    import pandas as pd

    from .model.placing.ratings import expected_ratings

    table = ranked(tournament, after)
    expected = expected_ratings(table) if ratings else {}
    rows = []
    for row in table.rows:
        player = row.player
        line: dict[str, Any] = {"place": row.place, "id": player.id, "name": player.name, "rank": player.rank_name}
        line |= {"club": player.club, "country": player.country, "MMS": row.mms / 2}
        line |= {f"round {k}": cell for k, cell in enumerate(row.rounds, 1)}
        line |= {"WINS": row.wins / 2} | dict.fromkeys(table.criteria, math.nan)
        line |= {name: in_points(value, name) for name, value in row.values.items()}
        if ratings:
            line |= {"rating": player.rating, "expected rating": expected[player.id].after}
        rows.append(line)
    return pd.DataFrame(rows)


def explain_place(tournament: Tournament, player: str, after: int | None = None) -> PlaceExplained:
    """Why a player (id or name) has its place: every criterion as its sum, and what decided against the neighbours.

    Raises InputError for a player who is not there, or not in the standings.
    """
    return explained(ranked(tournament, after), tournament.find(player))


def start_groups(tournament: Tournament) -> pd.DataFrame:
    """The start groups, one row a player from the top: start score in points, and whether it is in the top group."""
    import pandas as pd

    from .model.placing.groups import start_groups as groups

    rows = [
        {
            "start": group.start / 2,
            "id": p.id,
            "name": p.name,
            "rank": p.rank_name,
            "rating": p.rating,
            "top": p.id in group.top,
        }
        for group in groups(tournament).groups
        for p in group.players
    ]
    return pd.DataFrame(rows, columns=["start", "id", "name", "rank", "rating", "top"])


def check(tournament: Tournament) -> list[tuple[int, Violation]]:
    """Every hard rule that a round breaks, as (round, violation); empty when all rounds are legal.

    What a director forced or relaxed is known to the folder only: `mcmahon check` takes it into account.
    """
    return [(drawn.number, v) for drawn in tournament.rounds for v in broken(judge(tournament, drawn.number))]
