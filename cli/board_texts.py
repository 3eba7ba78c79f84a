"""Texts of boards that several commands print: the boards of a round and its cost, matches of teams and line-ups."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from ..desk.messages.team_texts import NOBODY, fault_text
from ..desk.messages.written_values import match_score, missing_text, value_text
from ..desk.rounds.show_round import ShownBoard, boards_shown
from ..model.tournament.games import Game, Round, by_hand_text, result_text, terms_text
from ..model.tournament.person import Player
from ..model.tournament.tournament import Tournament
from .output import LEAST, cut, fitted, room_of_terminal, width

if TYPE_CHECKING:
    from ..desk.rounds.seat_teams import TeamLineUp
    from ..model.placing.scores import Scores


def boards_text(tournament: Tournament, drawn: Round, scores: Scores) -> str:
    """The boards of a round, then the bye and the absent; a narrow terminal shows less, a phone two lines each."""
    players = tournament.by_id()

    def side(pid: str) -> list[str]:
        p = players[pid]
        where = p.club if p.members else "/".join(part for part in (p.club, p.country) if part)
        return [pid, p.name, p.rank_name, value_text(scores.mms_before(pid, drawn.number), 2), where]

    rows = [
        [g.table, *side(g.white), *side(g.black), terms_text(g).removeprefix("handicap "), _result(g)]
        for g in drawn.games
    ]
    titles = ["Table", "Id", "White", "Rank", "MMS", "Club", "Id", "Black", "Rank", "MMS", "Club", "Handicap", "Result"]
    if not any(row[-1] for row in rows):
        titles, rows = titles[:-1], [row[:-1] for row in rows]
    table = fitted(titles, rows, "rr  r r  r", ("Club", "MMS"))
    if 0 < room_of_terminal() < max(map(width, table.splitlines())):
        table = "\n".join(line for game in drawn.games for line in _on_a_phone(game, players))
    parts = [table] if rows else [f"No games in round {drawn.number}."]
    for label, members in (("Bye", drawn.byes), ("Without a game", drawn.unpaired), ("Absent", drawn.absent)):
        if members:
            parts.append(f"{label}: " + ", ".join(f"{players[p].name} ({p})" for p in members))
    parts += line_ups(tournament, drawn)
    return "\n".join(parts)


def line_ups(tournament: Tournament, drawn: Round) -> list[str]:
    """A line for each pair or team of a round in which somebody is missing."""
    there = drawn.paired | set(drawn.byes)
    found = ((p, missing_text(p, drawn.number, tournament)) for p in tournament.players if p.members and p.id in there)
    return [f"{p.label}: {text}" for p, text in found if text]


def _on_a_phone(game: Game, players: Mapping[str, Player]) -> list[str]:
    white, black = ((p.name, f"({p.id}) {p.rank_name}") for p in (players[pid] for pid in game.players))
    return board_on_a_phone(f"{game.table:>3}", white, black, (terms_text(game), _result(game)))


def board_on_a_phone(place: str, white: tuple[str, str], black: tuple[str, str], more: Sequence[str]) -> list[str]:
    """A board for a phone, White above Black, each a name, cut if need be, and what follows it; then the rest."""
    room, below = room_of_terminal(), " " * len(place)

    def line(head: str, name: str, tail: str) -> str:
        return f"{head}{cut(name, max(LEAST, room - width(f'{head} {tail}')))} {tail}".rstrip()

    lines = [line(f"{place}  White ", *white), line(f"{below}  Black ", *black)]
    rest = ", ".join(part for part in more if part)
    if width(f"{lines[1]}  {rest}") > room:
        return [*lines, f"{below}        {rest}"]
    return [lines[0], f"{lines[1]}  {rest}".rstrip()]


def _result(game: Game) -> str:
    mark = f" [{by_hand_text(game.by_hand)} by hand]" if game.by_hand else ""
    text = match_score(game) if game.boards else result_text(game.result, game.by_default)
    return (text + mark).strip()


def costs_text(costs: Mapping[str, int]) -> str:
    """The cost by criterion, the highest first, without criteria that cost nothing."""
    dear = sorted(((cost, name) for name, cost in costs.items() if cost), key=lambda item: (-item[0], item[1]))
    return ", ".join(f"{name} {cost:,}" for cost, name in dear) or "nothing"


def extra_text(costs: Mapping[str, int]) -> str:
    """The extra cost by criterion, the greatest change first; blank if there is none."""
    differing = sorted(
        ((cost, name) for name, cost in costs.items() if cost), key=lambda item: (-abs(item[0]), item[1])
    )
    return ", ".join(f"{name} {cost:+,}" for cost, name in differing)


TITLES = ["Board", "White", "Rank", "Team", "Black", "Rank", "Team", "Handicap", "Result"]
_IF_ANY = ("Handicap", "Result")  # columns that are left out while they are empty


def team_boards_lines(drawn: Round, tournament: Tournament) -> list[str]:
    """The boards of all matches of a round; nothing where no teams play."""
    boards = boards_shown(drawn, tournament)
    rows = [_row(one) for one in boards]
    if not rows:
        return []
    kept = [k for k, title in enumerate(TITLES) if title not in _IF_ANY or any(row[k] for row in rows)]
    titles, rows = [TITLES[k] for k in kept], [[row[k] for k in kept] for row in rows]
    lines = fitted(titles, rows, "r r  r  ", ("Team",)).splitlines()
    if 0 < room_of_terminal() < max(map(width, lines)):
        lines = [line for one in boards for line in _match_board_on_a_phone(one)]
    return ["", *lines]


def _match_board_on_a_phone(one: ShownBoard) -> list[str]:
    place, white, _, _, black, _, _, terms, result = map(str, _row(one))
    return board_on_a_phone(f"{place:>4}", (white, one.white_rank), (black, one.black_rank), (terms, result))


def _row(one: ShownBoard) -> list[object]:
    komi = "komi 0.5" if one.handicap == 1 else f"{one.handicap}, komi {one.komi:g}"
    return [
        f"{one.table}.{one.board}", one.white_name or NOBODY, one.white_rank, one.white_team_name,
        one.black_name or NOBODY, one.black_rank, one.black_team_name, komi if one.handicap else "", one.result,
    ]  # fmt: skip


def line_up_lines(found: Sequence[TeamLineUp], tournament: Tournament) -> list[str]:
    """A line for each team with who sits at its boards, and one for everything that is not allowed."""
    lines = []
    for one in found:
        people = [f"{k} {f'{m.name} {m.rank_name}' if m else NOBODY}" for k, m in enumerate(one.seats, 1)]
        lines.append(f"{one.team.label}, round {one.number}: {', '.join(people)}")
        lines += [f"  not allowed: {fault_text(fault, tournament)}" for fault in one.faults]
    return lines
