"""The sentences about matches of teams: boards with their people, matches with their points, faults of line-ups."""

from __future__ import annotations

from ...model.language import counted
from ...model.notes import name_of
from ...model.teams.match_boards import BoardAt, FaultKind, LineUpFault, match_score
from ...model.tournament.games import Game, Result
from ...model.tournament.tournament import Tournament

NOBODY = "nobody"


def people_by_id(match: Game, tournament: Tournament) -> dict[str, str]:
    """The names of all people of the two teams of a match."""
    return {m.id: m.name for pid in match.players for m in tournament.player(pid).members}


def board_names(board: Game, match: Game, tournament: Tournament) -> str:
    """Who plays at a board of a match: `Sato Kei (White, Ulm) – Roux Luc (Black, Lyon)`."""
    own = next((b for b in match.boards if b.game.table == board.table), None)
    sides = match.players if own is None or not own.turned else (match.black, match.white)
    names = people_by_id(match, tournament)
    white, black = (names.get(pid, NOBODY) for pid in board.players)
    teams = [tournament.player(pid).name for pid in sides]
    return f"{white} (White, {teams[0]}) – {black} (Black, {teams[1]})"


def names_at(at: BoardAt, tournament: Tournament) -> str:
    """Who plays at a board, of a match or of two players: `Sato Kei (White, Ulm) – Roux Luc (Black, Lyon)`."""
    if at.match:
        return board_names(at.game, at.match, tournament)
    white, black = (tournament.player(pid).name for pid in at.game.players)
    return f"{white} (White) – {black} (Black)"


def match_line(match: Game, tournament: Tournament) -> str:
    """A match with its points and who has won: `table 3: Ulm – Lyon 3–1, Ulm wins`."""
    white, black = (tournament.player(pid).name for pid in match.players)
    missing = sum(b.game.result is Result.UNKNOWN for b in match.boards)
    ended = {Result.WHITE: f"{white} wins", Result.BLACK: f"{black} wins", Result.JIGO: "a draw"}
    ended |= {Result.UNKNOWN: f"{counted(missing, 'board')} open", Result.VOID: "no result"}
    how = ended.get(match.result, match.result.value)
    by = " by forfeit" if match.by_default else ""
    score = match_score(match)
    return f"table {match.table}: {white} – {black}{' ' if score else ''}{score}, {how}{by}"


def fault_text(fault: LineUpFault, tournament: Tournament) -> str:
    """What is wrong with a line-up, who and why."""
    team, who = name_of(fault.team, tournament), f"{fault.member.name} {fault.member.rank_name}"
    where = f"{team}, board {fault.board}: {who}"
    if fault.kind is FaultKind.TWICE:
        return f"{where} sits at two boards"
    if fault.kind is FaultKind.SUBSTITUTE or fault.other is None:
        return f"{where} is a substitute, and nobody may play as one (teams.substitutes)"
    rating = tournament.settings.teams.order == "rating"
    much = counted(fault.by, "point") if rating else counted(fault.by, "rank")
    other = f"{fault.other.name} {fault.other.rank_name} at board {fault.other_board}"
    allowed = tournament.settings.teams.tolerance
    return f"{where} is weaker than {other} by {much}; the order of boards allows {allowed}"
