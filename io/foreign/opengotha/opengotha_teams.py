"""Team events of OpenGotha: there games of single players, of which teams with line-ups by round make matches."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from ....model.teams.match_boards import seats, seats_taken, with_boards
from ....model.tournament.games import Game, Result, Round, TeamBoard
from ....model.tournament.person import Player, as_member, rounds_or_all
from ....model.tournament.ranks import parse_rank, rank_name
from ....model.tournament.settings.settings import Settings
from ....model.tournament.tournament import Tournament, with_members
from ....model.ways import Way
from ..foreign import Read, Report, Source, folded, settings_of, whole_number

CATEGORY, TEAM = "category", "team"  # columns by which standings have sections
MOST_ROUNDS = 20
MOST_BOARDS = 10
MOST_CRITERIA = 6
#: OpenGotha's criteria of teams by ours, for writing; those of the same name stand for themselves.
WRITTEN = {"MMS": "TEAMP", "WINS": "TEAMP", "SOS": "SOST", "RATING": "MNR", "RANK": "MNR"}
OF_TEAMS = ("TEAMP", "SOST", "BDW", *(f"BDW{k}U" for k in range(1, 10)), "MNR")

#: Who sits where: round, then board, with the id of the player.
_LineUps = Mapping[int, Mapping[int, str]]


@dataclass(frozen=True, slots=True)
class _Team:
    """A team of a file with its line-ups by round (0: of every round)."""

    id: str
    name: str
    line_ups: _LineUps

    def boards(self, number: int) -> Mapping[int, str]:
        """Who sits at each board in a round."""
        return self.line_ups.get(number) or self.line_ups.get(0, {})


def read_teams(
    root: Element, file: Source, given: Mapping[str, Any], players: Mapping[str, Player], drawn: Sequence[Round]
) -> Read | None:
    """The file as a tournament of teams, if its games are the boards of their matches; `players` by folded key."""
    teams = _teams_of(root, players)
    if not teams:
        return None
    handicaps = any(game.handicap for own in drawn for game in own)
    own = {**given, **_team_settings(root), "teams.handicaps": "rank" if handicaps else "none"}
    settings, text = settings_of("opengotha", own, file.name)
    people = {player.id: player for player in players.values()}  # some have several keys
    event = _team_event(teams, list(people.values()), drawn, settings, file.report)
    return None if event is None else Read(event, text, file.report)


def _team_settings(root: Element) -> dict[str, Any]:
    """The settings of a team event that a file has: number of boards and placing criteria."""
    size = root.find("TeamTournamentParameterSet/TeamGeneralParameterSet")
    names = [e.get("name", "") for e in root.iterfind("TeamTournamentParameterSet//PlacementCriterion")]
    order = ["RATING" if name == "MNR" else name for name in names if name in OF_TEAMS]
    boards = whole_number(size.get("teamSize") if size is not None else None, 4, 2, MOST_BOARDS)
    return {
        "entrants.kind": "teams",
        "teams.boards": boards,
        "teams.order": "free",
        "start.scheme": "swiss",
        "placing.order": list(dict.fromkeys(order)) or ["TEAMP", "BDW"],
    }


def _teams_of(root: Element, players: Mapping[str, Player]) -> list[_Team]:
    """The teams of a file in the order of their numbers, whose players are known by key."""
    found = []
    for element in root.iterfind("Teams/Team"):
        line_ups: dict[int, dict[int, str]] = defaultdict(dict)
        for board in element.iterfind("Board"):
            player = players.get(folded(board.get("player") or ""))
            number = whole_number(board.get("roundNumber"), 0, 0, MOST_ROUNDS)
            at = whole_number(board.get("boardNumber"), 0, 0, MOST_BOARDS)
            if player and at:
                line_ups[number][at] = player.id
        number = whole_number(element.get("teamNumber"), 10**6, 0, 10**6)
        found.append((number, element.get("teamName", "").strip(), line_ups))
    found.sort(key=lambda entry: entry[0])
    return [_Team(str(k), name or f"Team {number}", ups) for k, (number, name, ups) in enumerate(found, 1)]


def _team_event(
    teams: Sequence[_Team], players: Sequence[Player], drawn: Sequence[Round], settings: Settings, report: Report
) -> Tournament | None:
    """The tournament of teams whose matches the games are; None where some game is no board of a match."""
    matches = [_matches(teams, own, settings.teams.boards) for own in drawn]
    held = {pid for team in teams for line_up in team.line_ups.values() for pid in line_up.values()}
    if any(found is None for found in matches) or not (drawn or held >= {p.id for p in players}):
        return None
    for player in players:
        if player.id not in held:
            report.add("players in no team, left out", player.name)
    people = {player.id: player for player in players}
    ids: dict[str, str] = {}
    made = [_team(team, people, settings, ids) for team in teams]
    rounds = []
    for own, found in zip(drawn, matches, strict=True):
        games = [_with_ids(game, ids) for game in found or ()]
        rounds.append(_round(own.number, games, made, teams, report))
    event = with_boards(Tournament(settings, tuple(made), tuple(rounds)))
    return replace(event, rounds=tuple(_by_hand(r, event) for r in event.rounds))


def _matches(teams: Sequence[_Team], drawn: Round, count: int) -> list[Game] | None:
    """The matches that the games of a round make, by table; None where they make none."""
    seat = {pid: (team.id, board) for team in teams for board, pid in team.boards(drawn.number).items()}
    boards: dict[frozenset[str], dict[int, Game]] = defaultdict(dict)
    for game in drawn:
        sides = [seat.get(pid) for pid in game.players]
        if sides[0] is None or sides[1] is None or sides[0][0] == sides[1][0] or sides[0][1] != sides[1][1]:
            return None
        own = boards[frozenset(side[0] for side in sides if side)]
        if sides[0][1] in own or sides[0][1] > count:
            return None
        own[sides[0][1]] = game
    if len({team for pair in boards for team in pair}) != 2 * len(boards):
        return None
    line_ups = {team.id: team.boards(drawn.number) for team in teams}
    ordered = sorted(boards.values(), key=lambda own: min(game.table for game in own.values()))
    found = []
    for table, own in enumerate(ordered, 1):
        first = min(own)
        white, black = (seat[pid][0] for pid in own[first].players)
        if first % 2 == 0 and not own[first].handicap:
            white, black = black, white
        found.append(Game(table, white, black, boards=_boards((white, black), own, line_ups, count, seat)))
    return found


def _boards(
    sides: tuple[str, str],
    games: Mapping[int, Game],
    line_ups: Mapping[str, Mapping[int, str]],
    count: int,
    seat: Mapping[str, tuple[str, int]],
) -> tuple[TeamBoard, ...]:
    """The boards of a match; one without a game was lost by who did not come, which with_boards says."""
    found = []
    for number in range(1, count + 1):
        game = games.get(number)
        if game is None:
            people = [line_ups[side].get(number, "") for side in sides]
            turned = number % 2 == 0
            white, black = reversed(people) if turned else people
            result = Result.BOTH_LOSE if white and black else Result.UNKNOWN
            found.append(TeamBoard(Game(number, white, black, result=result), turned))
        else:
            found.append(TeamBoard(replace(game, table=number), seat[game.white][0] != sides[0]))
    return tuple(found)


def _team(team: _Team, people: Mapping[str, Player], settings: Settings, ids: dict[str, str]) -> Player:
    """The team with its members: those of the first line-up by board, others as substitutes; notes their new ids."""
    numbers = range(1, settings.rounds + 1)
    rounds: dict[str, set[int]] = defaultdict(set)
    for number in numbers:
        for pid in team.boards(number).values():
            rounds[pid].add(number)
    first = next((team.boards(n) for n in (*numbers, 0) if team.boards(n)), {})
    regular = [pid for _, pid in sorted(first.items())]
    others = sorted(rounds.keys() - set(regular), key=lambda pid: (min(rounds[pid]), int(pid)))
    members = []
    for order, pid in enumerate([*regular, *others], 1):
        ids[pid] = f"{team.id}.{order}"
        own = as_member(people[pid])
        extra = tuple((title, text) for title, text in own.extra if title != TEAM)
        plays = rounds_or_all(rounds[pid], settings.rounds) if pid in regular else frozenset(rounds[pid])
        members.append(replace(own, id=ids[pid], rounds=plays, substitute=pid not in regular, extra=extra))
    entrant = Player(team.id, team.name, rank_is_derived=True, rating_is_derived=True)
    return with_members(entrant, members, settings.entrants.rank)


def _with_ids(match: Game, ids: Mapping[str, str]) -> Game:

    def board(own: TeamBoard) -> TeamBoard:
        white, black = (ids.get(pid, "") for pid in own.game.players)
        return replace(own, game=replace(own.game, white=white, black=black))

    return replace(match, boards=tuple(map(board, match.boards)))


def _round(number: int, games: Sequence[Game], made: Sequence[Player], teams: Sequence[_Team], report: Report) -> Round:
    """A round of matches; one team that has a line-up and no match had the bye, several were without a match."""
    paired = {pid for game in games for pid in game.players}
    there = [team.id for team in teams if team.id not in paired and team.boards(number)]
    absent = tuple(p.id for p in made if p.id not in paired and p.id not in there)
    if len(there) == 1:
        report.add("a team without a match, read as a bye", f"round {number}: {made[int(there[0]) - 1].name}")
        return Round(number, tuple(games), byes=tuple(there), absent=absent)
    return Round(number, tuple(games), absent=absent, unpaired=tuple(there))


def _by_hand(drawn: Round, event: Tournament) -> Round:
    """With the seats marked that are not those of the members as they are registered."""
    players = event.by_id()
    games = []
    for match in drawn:
        other = frozenset(
            pid
            for pid in match.players
            if seats_taken(match, players[pid]) != seats(players[pid], drawn.number, event.settings)
        )
        games.append(replace(match, boards=tuple(replace(b, fixed=other) for b in match.boards)) if other else match)
    return replace(drawn, games=tuple(games))


def write_teams(root: Element, event: Tournament, keys: Mapping[str, str], losses: Report) -> None:
    """The element of all teams with who sits where in each round; `keys` are those of members by id."""
    teams = SubElement(root, "Teams")
    for number, team in enumerate(event.players, 1):
        element = SubElement(teams, "Team", teamNumber=str(number), teamName=team.name)
        for k in range(1, min(event.settings.rounds, MOST_ROUNDS) + 1):
            drawn = event.rounds[k - 1] if k <= len(event.rounds) else None
            match = drawn.game_of(team.id) if drawn else None
            if drawn and match is None and team.id not in drawn.byes:
                continue
            there = seats_taken(match, team) if match else seats(team, k, event.settings)
            for number_of_board, member in enumerate(there, 1):
                if member:
                    at = {"roundNumber": str(k), "boardNumber": str(number_of_board)}
                    SubElement(element, "Board", at | {"player": keys[member.id]})
    for drawn in event.rounds:
        for match in drawn:
            for board in match.boards:
                if board.incomplete:
                    where = f"round {drawn.number} table {match.table}"
                    losses.add("boards with an empty seat have no game", where, of="games")


def write_team_settings(parameters: Element, settings: Settings, losses: Report) -> None:
    """The parameters of teams: how many boards, and their placing criteria."""
    parameters[0].set("teamSize", str(settings.teams.boards))
    names = [WRITTEN.get(name, name) for name in settings.placing.order]
    for name, ours in zip(names, settings.placing.order, strict=True):
        if name not in OF_TEAMS:
            losses.add("placing criteria that OpenGotha does not have for teams", ours, of="settings.placing.order")
    kept = list(dict.fromkeys(name for name in names if name in OF_TEAMS))
    write_criteria(SubElement(parameters, "TeamPlacementParameterSet"), kept)


def write_criteria(parameters: Element, names: Sequence[str]) -> None:
    """Placing criteria, as many as OpenGotha has always."""
    criteria = SubElement(parameters, "PlacementCriteria")
    for k, name in enumerate([*names, *["NULL"] * MOST_CRITERIA][:MOST_CRITERIA], 1):
        SubElement(criteria, "PlacementCriterion", number=str(k), name=name)


def _category_limits(root: Element) -> list[int]:
    """The lowest rank of each category but the last, the strongest first; none where there are no categories."""
    general = root.find("TournamentParameterSet/GeneralParameterSet")
    if general is None or whole_number(general.get("numberOfCategories"), 1, 1, 9) < 2:
        return []
    limits = sorted(
        general.iterfind("Categories/Category"), key=lambda limit: whole_number(limit.get("number"), 9, 1, 9)
    )
    try:
        return [parse_rank(limit.get("lowerLimit", ""))[0] for limit in limits]
    except ValueError:
        return []


def sections_of(root: Element) -> Callable[[str, int], list[tuple[str, str]]]:
    """The columns for the category (from 1) and the team of a player, by OpenGotha's key and the rank."""
    limits, teams = _category_limits(root), dict[str, str]()
    for team in root.iterfind("Teams/Team"):
        name = team.get("teamName", "").strip() or team.get("teamNumber", "").strip()
        for board in team.iterfind("Board"):
            if board.get("player"):
                teams.setdefault(folded(board.get("player", "")), name)  # of several the first that names the player

    def columns(key: str, rank: int) -> list[tuple[str, str]]:
        category = str(1 + sum(rank < limit for limit in limits)) if limits else ""
        return [(title, text) for title, text in ((CATEGORY, category), (TEAM, teams.get(key, ""))) if text]

    return columns


def note_sections(root: Element, general: Mapping[str, str], report: Report) -> None:
    """Tell what has become of categories."""
    limits = _category_limits(root)
    ranks = [rank_name(rank) for rank in limits]
    for number, rank in enumerate(ranks, 1):
        report.add("categories are kept as a column of the players", f"{number} from {rank}", _by(CATEGORY))
    if limits:
        report.add("categories are kept as a column of the players", f"{len(limits) + 1} below {ranks[-1]}")
    elif whole_number(general.get("numberOfCategories"), 1, 1, 9) > 1:
        report.add("categories whose limits cannot be read")


def note_teams(root: Element, report: Report) -> None:
    """Tell what has become of teams whose people do not play the boards of matches."""
    teams = len(root.findall("Teams/Team"))
    if teams:
        criteria = root.iterfind("TeamTournamentParameterSet//PlacementCriterion")
        by = ", ".join(e.get("name", "") for e in criteria if e.get("name", "NULL") != "NULL")
        placed = f" (OpenGotha places them by {by})" if by else ""
        report.add(f"teams are kept as a column of the players, without places{placed}", str(teams), _by(TEAM))


def _by(title: str) -> tuple[Way]:
    return (Way("for their standings", "standings", by=title),)
