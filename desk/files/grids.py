"""The tables of a tournament as people take them along, each made here once, for files, downloads and DataFrames.

Names of columns are identifiers, headings are words. Scores and komi are in points, players are given by id and name.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ...io.grid_formats import FORMATS, Grid, GridColumn, check_file, check_format, grid_bytes, grid_csv, write_grid
from ...io.registrations.fields import PUBLIC
from ...model.placing.scores import RoundKind, score
from ...model.tournament.games import Round, by_hand_text, result_text
from ...model.tournament.rules import COUNTS
from ...model.tournament.tournament import Tournament
from ..messages.written_values import entered_rounds, in_points

if TYPE_CHECKING:
    from ...model.placing.ratings import ExpectedRating
    from ...model.placing.standings import Standings, StandingsRow
    from ...model.tournament.person import Player
    from ..people.change_players import PlayerList
    from ..placing.give_prizes import PrizesFound
    from ..placing.rank import Ranked
    from ..questions.vary_weights import FrontFound, Intervals
    from ..questions.what_if import ColumnAnswer, Compared

__all__ = ["FORMATS", "Grid", "check_file", "check_format", "grid_bytes", "grid_csv", "write_grid"]

#: Headings that are more than the name of their column with a capital.
_HEADINGS = {
    "id": "Id", "mms": "MMS", "white": "White's id", "white_name": "White", "black": "Black's id",
    "black_name": "Black", "by_hand": "Changed by hand", "white_rank": "White's rank", "black_rank": "Black's rank",
    "white_mms": "White's MMS", "black_mms": "Black's MMS", "start": "Start score", "value": "Worth",
    "thing": "What", "pin": "EGD pin", "low": "From", "high": "To", "counts": "Units", "label": "By",
    "mms_diff_sum": "MMS differences", "unexcused": "Absent unexcused",
}  # fmt: skip


def _grid(title: str, names: Sequence[str], rows: Sequence[Sequence[Any]]) -> Grid:
    """A table; a heading is the name in words."""
    return Grid(title, [GridColumn(name, _HEADINGS.get(name, _words(name))) for name in names], rows)


def _words(name: str) -> str:
    """`Round 3` for `round_3`, `SOS-1` for `SOS_1`."""
    return name.replace("_", "-") if name != name.lower() else name.replace("_", " ").capitalize().replace("Mms", "MMS")


def boards_grid(tournament: Tournament, drawn: Round, outdated: bool = False) -> Grid:
    """The boards of a round: players with rank and score before it, handicap, komi, result, changes by hand.

    The title says that it is a draft, and if something has changed since the draw that it is `outdated`.
    """
    players, scores = tournament.by_id(), score(tournament.before(drawn.number)).for_draw()
    rows = []
    for game in drawn:
        white, black = players[game.white], players[game.black]
        row = [game.table, white.id, white.name, black.id, black.name, game.handicap, game.komi_halves / 2]
        row += [result_text(game.result, game.by_default), white.rank_name, black.rank_name]
        row += [scores.mms_before(pid, drawn.number) / 2 for pid in game.players]
        rows.append([*row, by_hand_text(game.by_hand)])
    names = "table white white_name black black_name handicap komi result white_rank black_rank white_mms black_mms"
    draft = " (draft, out of date)" if outdated else " (draft)" if drawn.draft else ""
    title = f"{tournament.settings.name}: round {drawn.number}{draft}"
    return _grid(title, [*names.split(), "by_hand"], rows)


def players_grid(tournament: Tournament, listed: PlayerList) -> Grid:
    """The players with their start scores, in the order of the list."""
    rounds = tournament.settings.rounds
    rows = [player_row(player, rounds, listed.start[player.id]) for player in listed.players]
    return _grid(f"{tournament.settings.name}: players", PLAYER, rows)


#: The columns of a player.
PLAYER = ("id", "name", "rank", "rating", *(one.key for one in PUBLIC), "start", "status", "rounds", "unexcused")


def player_row(player: Player, rounds: int, start: int | None = None) -> list[Any]:
    """A player's cells; the start score, in half points, is None if it is not known."""
    own = [player.id, player.name, player.rank_name, player.rating, *_public(player, rounds)]
    entered = [player.status.value, entered_rounds(player, rounds), sorted(player.unexcused)]
    return [*own, None if start is None else start / 2, *entered]


def _public(player: Player, rounds: int) -> list[str]:
    """What everybody may see of a player besides name, rank and rating."""
    return [one.text(player, rounds) for one in PUBLIC if one.text]


def standings_grid(tournament: Tournament, found: Ranked) -> Grid:
    """The standings with the crosstable, section by section; SDC and DC are None for those who were not tied."""
    table, rounds = found.standings, range(1, found.standings.after_round + 1)
    head = ["place", "line", "id", "name", "rank", *(one.key for one in PUBLIC), "MMS"]
    names = [*head, *(f"round_{k}" for k in rounds), "WINS"]
    names += [criterion.replace("-", "_") for criterion in table.own_columns]
    names += ["rating", "expected_rating"] if found.ratings is not None else []
    names += ["team"] if found.teams else []
    if found.sections is None:
        rows = [_standing(found, row) for row in table.rows]
    else:
        names = ["section", "section_place", *names]
        rows = [
            [part.title, place, *_standing(found, row)]
            for part in found.sections
            for row, place in zip(part.rows, part.places, strict=True)
        ]
    provisional = ", provisional" if table.provisional else ""
    return _grid(f"{tournament.settings.name}: standings after round {table.after_round}{provisional}", names, rows)


def _standing(found: Ranked, row: StandingsRow) -> list[Any]:
    """The cells of a line of the standings."""
    p, criteria = row.player, found.standings.own_columns
    known = {name: in_points(row.values[name], name) for name in criteria if name in row.values}
    values = [row.text(name) if name == "RANK" else known.get(name) for name in criteria]
    rated = [] if found.ratings is None else [found.ratings[p.id].before, round(found.ratings[p.id].after, 3)]
    public = _public(p, found.standings.after_round)
    head = [row.place or None, row.line, p.id, p.name, p.rank_name, *public, row.mms / 2, *row.rounds]
    return [*head, row.wins / 2, *values, *rated, *([found.teams[p.id]] if found.teams else [])]


def scores_grid(standings: Standings) -> Grid:
    """Everybody's McMahon score before the first round and after each, best first."""
    rounds = range(standings.after_round + 1)
    after = standings.sums.scores.mms_after
    rows = [[row.line, row.player.name, *(after[row.player.id][k] / 2 for k in rounds)] for row in standings.rows]
    return _grid("scores by round", ["line", "name", *(f"after_{k}" for k in rounds)], rows)


def games_grid(standings: Standings) -> Grid:
    """Every game, once from each side, by lines of the standings, and how many points apart the two were."""
    scores, lines = standings.sums.scores, {row.player.id: row.line for row in standings.rows}
    rows = []
    for row in standings.rows:
        for k, entry in enumerate(scores.entries[row.player.id][: standings.after_round]):
            if entry.kind is RoundKind.GAME and entry.opponent in lines:
                own, other = (scores.mms_after[player][k] // 2 for player in (row.player.id, entry.opponent))
                rows.append([k + 1, row.line, lines[entry.opponent], abs(own - other)])
    return _grid("games", ("round", "line", "opponent_line", "apart"), rows)


def ratings_grid(tournament: Tournament, ratings: Mapping[str, ExpectedRating]) -> Grid:
    """The expected European ratings, with what they were before."""
    names = ("id", "pin", "name", "rank", "rating", "from_rank", "rated_games", "expected_rating", "change")
    rows = []
    for one in ratings.values():
        p, change = one.player, one.after - one.before
        head = [p.id, p.pin, p.name, p.rank_name, one.before, p.rating_is_derived, one.games]
        rows.append([*head, round(one.after, 3), round(change, 3)])
    return _grid(f"{tournament.settings.name}: expected ratings", names, rows)


def prizes_grid(tournament: Tournament, found: PrizesFound) -> Grid:
    """Who gets which prize, a row for each player of each, in the order of reading; money in units of the currency."""
    names = ["group", "prize", "id", "name", "rank", "club", "country", "value", "currency", "thing", "shared"]
    rows: list[list[Any]] = []
    for line in found.now.lines:
        p = found.people[line.player]
        own = [line.group, line.prize, p.id, p.name, p.rank_name, p.club, p.country]
        team = [found.entrants[p.id].name if p.id in found.entrants else ""] if found.entrants else []
        rows.append([*own, line.money / 100 if line.money else None, line.currency, line.thing, line.shared, *team])
    title = f"{tournament.settings.name}: prizes after round {found.now.after_round}"
    return _grid(title, [*names, "team"] if found.entrants else names, rows)


def compared_grid(tournament: Tournament, found: Compared) -> Grid:
    """Rounds with several profiles or weights, a row each: plain counts, criteria as the draw counts them, cost."""
    return columns_grid(f"{tournament.settings.name}: what if", found.shown)


def columns_grid(title: str, columns: Sequence[ColumnAnswer]) -> Grid:
    """Profiles side by side, a row for each; empty are criteria that its profile does not know."""
    criteria = [*dict.fromkeys(name for one in columns for name in one.criteria)]
    names = ["label", *COUNTS, *(f"criterion_{name}" for name in criteria), "differing", "cost", "proven"]
    rows = [
        [
            one.label, *one.counts.by_name.values(), *(one.criteria.get(name) for name in criteria),
            one.differing, one.cost, one.proven,
        ]
        for one in columns
    ]  # fmt: skip
    return _grid(title, names, rows)


def intervals_grid(tournament: Tournament, found: Intervals) -> Grid:
    """For each weight alone the interval in which the round stays optimal, and the changes outside it."""
    names = ("criterion", "weight", "counts", "low", "high", "below", "above")
    rows = [[getattr(one, name) for name in names] for one in found.found]
    return _grid(f"{tournament.settings.name}: weights of round {found.number}", names, rows)


def front_grid(found: FrontFound) -> Grid:
    """The points of a front: what each counts in the criteria, its cost by the profile, boards that differ."""
    names = [*found.criteria, "cost", "supported", "differing", "proven"]
    rows = [[*one.values, cost, one.supported, boards, one.pairing.optimal] for one, cost, boards in found.points]
    return _grid(f"front between {' and '.join(found.criteria)}", names, rows)
