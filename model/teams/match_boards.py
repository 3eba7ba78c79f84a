"""Line-ups of teams (captains may hand one in), the boards of a match (`Game.boards`), and its result from them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from itertools import zip_longest

from ..errors import InputError, Problem
from ..pairing.handicap import capped, komi_halves, reduced
from ..placing.tie_breaks import value_text
from ..tournament.games import ByHand, Game, Result, Round, TeamBoard
from ..tournament.numbers import every_round
from ..tournament.person import Member, Player, regulars, rounds_or_all
from ..tournament.settings.settings import Settings
from ..tournament.tournament import Tournament

Seats = tuple[Member | None, ...]


def seats(team: Player, number: int, settings: Settings) -> Seats:
    """Who sits at each board of a team in a round, from board 1; None for a board that stays empty.

    The first members keep their boards. Substitutes, and then later members, take the empty ones in order; by a
    setting, boards taken anew go by strength once a substitute plays.
    """
    boards = settings.teams.boards
    people = regulars(team.members)
    own: list[Member | None] = [m if m.plays(number) else None for m in people[:boards]]
    own += [None] * (boards - len(own))
    if settings.teams.substitutes == "none":
        return tuple(own)
    named = [m for m in team.members if m.substitute]
    waiting = [m for m in (*named, *people[boards:]) if m.plays(number)]
    found = [m or (waiting.pop(0) if waiting else None) for m in own]
    if settings.teams.substitutes == "strength" and found != own:
        strongest = sorted((m for m in found if m), key=lambda m: -strength(m, settings))  # equal ones in their order
        return tuple(m and strongest.pop(0) for m in found)
    return tuple(found)


def strength(member: Member, settings: Settings) -> int:
    """What the order of boards goes by: rating where the settings say so, else rank."""
    return member.rating if settings.teams.order == "rating" else member.rank


class FaultKind(StrEnum):
    """What may be wrong with a line-up."""

    ORDER = "order"
    TWICE = "twice"
    SUBSTITUTE = "substitute"


@dataclass(frozen=True, slots=True)
class LineUpFault:
    """Somebody (`member`) who may not sit there; `other`, behind, is stronger `by` more than the tolerance."""

    team: str
    kind: FaultKind
    board: int
    member: Member
    other: Member | None = None
    other_board: int = 0
    by: int = 0


def faults(team: Player, line_up: Seats, settings: Settings) -> list[LineUpFault]:
    """Everything that is wrong with a line-up: order by strength within the tolerance, nobody at two boards."""
    found = []
    there = [(board, m) for board, m in enumerate(line_up, 1) if m]
    seen: set[str] = set()
    for board, m in there:
        if m.id in seen:
            found.append(LineUpFault(team.id, FaultKind.TWICE, board, m))
        seen.add(m.id)
        if m.substitute and settings.teams.substitutes == "none":
            found.append(LineUpFault(team.id, FaultKind.SUBSTITUTE, board, m))
    if settings.teams.order == "free":
        return found
    for k, (board, m) in enumerate(there):
        weaker = [(strength(o, settings) - strength(m, settings), lower, o) for lower, o in there[k + 1 :]]
        by, lower, other = max(weaker, key=lambda entry: (entry[0], -entry[1]), default=(0, 0, m))
        if by > settings.teams.tolerance:
            found.append(LineUpFault(team.id, FaultKind.ORDER, board, m, other, lower, by))
    return found


class LineUpDecision(StrEnum):
    """What the desk has said of a line-up."""

    OPEN = "open"
    TAKEN = "taken"
    NOT_TAKEN = "not taken"


@dataclass(frozen=True, slots=True)
class HandedIn:
    """What a captain says last of a team in a round: who plays, or `seated`, who sits where (ids, blank: nobody)."""

    team: str
    round: int
    people: tuple[str, ...] = ()
    seated: bool = False
    times: int = 0
    decision: LineUpDecision = LineUpDecision.OPEN


def seats_asked(one: HandedIn, team: Player, settings: Settings) -> Seats:
    """Who would sit at each board of the team as it is now."""
    if one.seated:
        known = {m.id: m for m in team.members}
        return tuple(known.get(person) for person in one.people)
    return seats(attending(team, one.round, one.people, settings.rounds), one.round, settings)


def attending(team: Player, number: int, people: Collection[str], rounds: int) -> Player:
    """The team with these of its members (ids) in a round, and no others; of other rounds nothing changes."""

    def attends(member: Member) -> Member:
        own = every_round(rounds) if member.rounds is None else member.rounds
        new = own | {number} if member.id in people else own - {number}
        return member if new == own else replace(member, rounds=rounds_or_all(new, rounds))

    return replace(team, members=tuple(map(attends, team.members)))


@dataclass(frozen=True, slots=True)
class BoardAt:
    """A game that has a result of its own: at a table, or of the `match` at it; then its players are members."""

    game: Game
    match: Game | None = None

    @property
    def table(self) -> int:
        """The number of the table."""
        return self.match.table if self.match else self.game.table

    @property
    def board(self) -> int:
        """The number of the board in its match; 0 where two players sit at the table."""
        return self.game.table if self.match else 0

    @property
    def place(self) -> str:
        """The table, with the board of a match: `3`, `3.2`."""
        return f"{self.table}.{self.board}" if self.match else str(self.table)

    @property
    def open(self) -> bool:
        """Whether its result is missing."""
        return self.game.result is Result.UNKNOWN

    @property
    def turned(self) -> bool:
        """Whether White here is of the match's Black."""
        return self.match is not None and any(b.turned for b in self.match.boards if b.game.table == self.board)

    @property
    def entrants(self) -> tuple[str, str]:
        """Whose game it is (ids), White's first: the players, or in a match their teams."""
        if self.match is None:
            return self.game.players
        return (self.match.black, self.match.white) if self.turned else self.match.players


def boards_at(games: Iterable[Game]) -> list[BoardAt]:
    """The boards of some tables, those of matches one by one. A match without boards has a result of its own."""
    found: list[BoardAt] = []
    for game in games:
        found += [BoardAt(b.game, game) for b in game.boards] or [BoardAt(game)]
    return found


def with_boards(tournament: Tournament) -> Tournament:
    """The tournament with the boards of every match as line-ups and results say, and each match's result from them.

    A board that has a result stays as it was played. Any other follows the line-up of its round, except for people
    that were put there by hand; it stays as it is where the same two sit there. In a published round an empty seat
    loses its board by forfeit. A match with a result but without boards comes from elsewhere and is left alone.
    """
    if not tournament.settings.of_teams:
        return tournament
    teams = tournament.by_id()
    for drawn in tournament.rounds:
        games = tuple(_match(game, drawn, teams, tournament.settings) for game in drawn)
        if games != drawn.games:
            tournament = tournament.with_round(replace(drawn, games=games))
    return tournament


def _match(match: Game, drawn: Round, teams: Mapping[str, Player], settings: Settings) -> Game:
    if not match.boards and match.result is not Result.UNKNOWN:
        return match
    sides = [(teams[pid], seats(teams[pid], drawn.number, settings)) for pid in match.players]
    old = {b.game.table: b for b in match.boards}
    count = len(match.boards) if match.begun else settings.teams.boards
    boards = [_board(k, old.get(k), sides, drawn.draft, settings) for k in range(1, count + 1)]
    return with_result_of(replace(match, boards=tuple(boards)))


def _board(
    number: int, old: TeamBoard | None, sides: list[tuple[Player, Seats]], draft: bool, settings: Settings
) -> TeamBoard:
    """A board as it is to be: as it was, or made anew where other people sit there now."""
    if old is not None and old.begun:
        return old
    people = [line_up[number - 1] if number <= len(line_up) else None for _, line_up in sides]
    if old is not None:
        for side, (team, _) in enumerate(sides):
            if team.id in old.fixed:
                people[side] = next((m for m in team.members if m.id == old.people()[side]), None)
    ids = tuple(m.id if m else "" for m in people)
    kept = old is not None and (old.people() == ids or (old.game.result is not Result.UNKNOWN and not draft))
    board = old if old is not None and kept else made_board(number, people[0], people[1], settings)
    if old is not None and not kept:
        board = replace(board, fixed=old.fixed)
    return _forfeited(board, draft)


def _forfeited(board: TeamBoard, draft: bool) -> TeamBoard:
    """A board with an empty seat: lost by forfeit once the round is published, open before."""
    if not board.incomplete:
        return board
    if board.game.result is not Result.UNKNOWN and not draft:
        return board
    white, black = board.game.players
    lost = Result.WHITE if white else Result.BLACK if black else Result.BOTH_LOSE
    result = Result.UNKNOWN if draft else lost
    by_default = result in (Result.WHITE, Result.BLACK)
    return replace(board, game=replace(board.game, result=result, by_default=by_default))


def made_board(number: int, first: Member | None, second: Member | None, settings: Settings) -> TeamBoard:
    """A board of a match for White's (`first`) and Black's person, None for an empty seat.

    White has White at odd boards, or all, by the settings; with handicap (`teams.handicaps`) the stronger does.
    """
    turned = settings.teams.colours == "alternating" and number % 2 == 0
    stones = 0
    if first and second and settings.teams.handicaps == "rank":
        difference = capped(first.rank, settings) - capped(second.rank, settings)
        stones = reduced(difference, settings)
        turned = difference < 0 if stones else turned
    ids = [m.id if m else "" for m in (first, second)]
    white, black = reversed(ids) if turned else ids
    return TeamBoard(Game(number, white, black, stones, komi_halves(stones, settings)), turned)


def with_result_of(match: Game) -> Game:
    """The match with the result that follows from its boards."""
    result, by_default = match_result(match.boards)
    return replace(match, result=result, by_default=by_default)


def match_result(boards: Iterable[TeamBoard]) -> tuple[Result, bool]:
    """The result of a match from its boards, and whether it is a forfeit: nobody has played at any board.

    While a board is open there is none. The team with more points from its boards wins; equal ones draw, and where
    nobody has won a point because all boards were lost by both, both teams lose. A match is void if all boards are, and
    won by both if all boards are.
    """
    played = list(boards)
    kinds = {b.game.result for b in played}
    if not played or Result.UNKNOWN in kinds:
        return Result.UNKNOWN, False
    if len(kinds) == 1 and kinds <= {Result.VOID, Result.BOTH_LOSE, Result.BOTH_WIN}:
        return kinds.pop(), False
    ours, theirs = match_points(played)
    result = Result.JIGO if ours == theirs else Result.WHITE if ours > theirs else Result.BLACK
    return result, all(b.game.defaulted for b in played)


def match_points(boards: Iterable[TeamBoard]) -> tuple[int, int]:
    """Half points that the match's White and Black have won at their boards; half a point each for a void board."""
    won = [b.half_points() for b in boards]
    return sum(ours for ours, _ in won), sum(theirs for _, theirs in won)


def match_score(match: Game) -> str:
    """The points of a match so far, its White first: `2½–1½`; blank before the first result."""
    if all(b.game.result is Result.UNKNOWN for b in match.boards):
        return ""
    ours, theirs = (value_text(half, 2) for half in match_points(match.boards))
    return f"{ours}–{theirs}"


def turned_match(match: Game) -> Game:
    """The match, whose colours were exchanged, with those of its boards; whoever has won has still won."""
    return with_result_of(replace(match, boards=tuple(_turned(b) for b in match.boards)))


def board_at(match: Game, number: int) -> TeamBoard:
    """A board of a match by its number. Raises InputError."""
    for board in match.boards:
        if board.game.table == number:
            return board
    expected = f"1 to {len(match.boards)}" if match.boards else "a table without boards"
    raise InputError([Problem(f"table {match.table} has no board", value=str(number), expected=expected)])


def with_board(match: Game, board: TeamBoard) -> Game:
    """The match with a board in the place of the one of its number."""
    boards = tuple(board if b.game.table == board.game.table else b for b in match.boards)
    return with_result_of(replace(match, boards=boards))


def turned_board(board: TeamBoard) -> TeamBoard:
    """The board with the other person as White; who has won has still won."""
    game = board.game
    marks = game.by_hand | {ByHand.COLOURS}
    new = replace(game, white=game.black, black=game.white, result=game.result.turned, by_hand=marks)
    return replace(board, game=new, turned=not board.turned)


def _turned(board: TeamBoard) -> TeamBoard:
    game = board.game
    if game.handicap:
        return replace(board, turned=not board.turned)
    return replace(board, game=replace(game, white=game.black, black=game.white, result=game.result.turned))


def with_line_up(
    match: Game, team: Player, people: Sequence[str], settings: Settings, teams: Mapping[str, Player]
) -> Game:
    """The match with these people (ids, blank: nobody) of a team, whatever its line-up. Raises InputError."""
    if len(people) != len(match.boards):
        expected = f"{len(match.boards)}, one for each board; - for an empty one"
        raise InputError([Problem(f"{team.name} has people at its boards:", value=str(len(people)), expected=expected)])
    side = match.players.index(team.id)
    both = [{m.id: m for m in teams[pid].members} for pid in match.players]
    boards = []
    for board, person in zip(match.boards, people, strict=True):
        sits = list(board.people())
        fixed = board.fixed | {team.id}
        if sits[side] == person:
            boards.append(replace(board, fixed=fixed))
            continue
        if board.begun:
            text = f"board {board.game.table} of table {match.table} has a result, so who played there stays"
            raise InputError([Problem(text, expected="? as its result first")])
        sits[side] = person
        first, second = (own.get(pid) for own, pid in zip(both, sits, strict=True))
        boards.append(replace(made_board(board.game.table, first, second, settings), fixed=fixed))
    return with_result_of(replace(match, boards=tuple(boards)))


def as_registered(match: Game, team: str) -> Game:
    """The match with a team (an id) at its boards as its members say, where there is no result."""
    boards = tuple(b if b.begun else replace(b, fixed=b.fixed - {team}) for b in match.boards)
    return replace(match, boards=tuple(map(_open, boards)))


def reopened(tournament: Tournament, team: str, numbers: Iterable[int]) -> Tournament:
    """With the boards of a team that were lost for an empty seat open again in some rounds: somebody may come."""
    for number in numbers:
        drawn = tournament.round(number) if number <= len(tournament.rounds) else None
        match = drawn.game_of(team) if drawn else None
        if drawn and match and any(b.incomplete for b in match.boards):
            new = replace(match, boards=tuple(map(_open, match.boards)))
            tournament = tournament.with_round(drawn.with_game(match, new))
    return with_boards(tournament)


def _open(board: TeamBoard) -> TeamBoard:
    if not board.incomplete:
        return board
    return replace(board, game=replace(board.game, result=Result.UNKNOWN, by_default=False))


def seated(tournament: Tournament, team: Player, number: int) -> Seats:
    """Who sits at the boards of a team in a round: of its match where it is drawn, else as its members say now."""
    drawn = tournament.round(number) if number <= len(tournament.rounds) else None
    match = drawn.game_of(team.id) if drawn else None
    return seats_taken(match, team) if match and match.boards else seats(team, number, tournament.settings)


def missing_at_boards(tournament: Tournament, team: Player, number: int) -> list[tuple[Member, Member | None]]:
    """The members with a board who miss a round, each with somebody who plays instead, None for nobody."""
    own, there = regulars(team.members)[: tournament.settings.teams.boards], seated(tournament, team, number)
    gone = [m for m in own if m not in there]
    come = [m for m in there if m and m not in own]
    return list(zip_longest(gone, come[: len(gone)]))


def seats_taken(match: Game, team: Player) -> Seats:
    """Who of a team sits at the boards of a match."""
    people, side = {m.id: m for m in team.members}, match.players.index(team.id)
    return tuple(people.get(b.people()[side]) for b in match.boards)
