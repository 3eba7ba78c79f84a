"""The people of a tournament of teams as a tournament of their own: everybody's games, as rating lists want them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import replace

from ..tournament.games import Game, Round
from ..tournament.person import Member, Player, Status, as_player
from ..tournament.settings.occasion import EntrantSettings, TableSettings
from ..tournament.settings.play import HandicapSettings, PairingSettings, PlacingSettings, PointsSettings, StartSettings
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament, person_id

#: How people are placed among each other; ours, as no rule says it.
ORDER = ("WINS", "SOSW", "SODOSW")
TEAM, BOARD = "team", "board"
_Ids = Mapping[tuple[str, str], str]


def as_people(tournament: Tournament, columns: bool = True, whole_ids: bool = False) -> Tournament:
    """Every person as a player and every board as a game; a tournament that is not of teams stays as it is.

    A board won because nobody sat opposite is a bye with a win. Columns `team` and `board` say for whom somebody plays,
    and at which board most often, unless without `columns`. All start with 0 and are placed by wins.
    Ids are those of the members, with the team where two teams use one; `whole_ids`: always (`person_id`).
    """
    if not tournament.settings.of_teams:
        return tournament
    ids = people_ids(tournament, whole_ids)
    rounds = tuple(_round(drawn, ids) for drawn in tournament.rounds)
    players = tuple(
        _player(team, m, ids[team.id, m.id], tournament, columns) for team in tournament.players for m in team.members
    )
    found = Tournament(_settings(tournament.settings), players, rounds)
    absent = (tuple(p.id for p in players if not drawn.holds(p.id)) for drawn in rounds)
    return replace(found, rounds=tuple(replace(one, absent=ids) for one, ids in zip(rounds, absent, strict=True)))


def people_ids(tournament: Tournament, whole: bool = False) -> dict[tuple[str, str], str]:
    """An id for each person by team and member: their own, with the team where two teams use one, or always."""
    times = Counter(m.id for team in tournament.players for m in team.members)
    return {
        (team.id, m.id): m.id if times[m.id] == 1 and not whole else person_id(team.id, m.id)
        for team in tournament.players
        for m in team.members
    }


def _player(team: Player, member: Member, pid: str, tournament: Tournament, columns: bool) -> Player:
    played = {drawn.number: board for drawn in tournament.rounds for board in boards_of(drawn, team.id, member.id)}
    often = Counter(played.values())
    board = min(often, key=lambda k: (-often[k], k), default=0)
    extra = member.extra
    if columns:
        kept = ((title, text) for title, text in extra if title.casefold() not in (TEAM, BOARD))
        extra = (*kept, (TEAM, team.name), (BOARD, str(board or "")))
    rounds = frozenset(played) if member.substitute or team.status is not Status.FINAL else team.rounds
    return replace(as_player(member), id=pid, rounds=rounds, extra=extra)


def boards_of(drawn: Round, team: str, member: str) -> list[int]:
    """The boards that somebody sits at in a round: one at most, unless a line-up is wrong."""
    match = drawn.game_of(team)
    if match is None:
        return []
    side = match.players.index(team)
    return [b.game.table for b in match.boards if b.people()[side] == member]


def _round(drawn: Round, ids: _Ids) -> Round:
    """The boards of all matches as games, numbered through; who sits opposite nobody has a bye, or nothing."""
    games: list[Game] = []
    byes: list[str] = []
    unpaired: list[str] = []
    for match in drawn:
        for board in match.boards:
            white, black = (match.black, match.white) if board.turned else match.players
            sides = [ids[key] if key[1] else "" for key in zip((white, black), board.game.players, strict=True)]
            if all(sides):
                games.append(replace(board.game, table=len(games) + 1, white=sides[0], black=sides[1]))
                continue
            won = dict(zip(sides, board.game.half_points(), strict=True))
            for pid in filter(None, sides):
                (byes if won[pid] else unpaired).append(pid)
    return Round(drawn.number, tuple(games), tuple(byes), unpaired=tuple(unpaired), draft=drawn.draft)


def _settings(settings: Settings) -> Settings:
    """Settings by which people are told apart by their own wins alone."""
    wins = settings.points.default_wins
    by_rank = settings.teams.handicaps == "rank"
    return replace(
        settings,
        start=StartSettings(scheme="swiss", zero="bottom"),
        handicap=replace(settings.handicap, rule="rank") if by_rank else HandicapSettings(rule="none"),
        points=PointsSettings(bye=2, bye_wins=wins, absence=0, default_wins=wins, round_down="none"),
        placing=PlacingSettings(order=ORDER, empty_round="zero"),
        entrants=EntrantSettings(),
        pairing=PairingSettings(),
        tables=TableSettings(),
        decided=type(settings.decided)(),
    )
