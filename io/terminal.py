"""What the command line prints: boards, standings, lists, as plain text in columns."""

from __future__ import annotations

import shutil
import sys
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import zip_longest
from typing import Any

from ..model.placing.groups import Groups
from ..model.placing.scores import Scores
from ..model.placing.sections import rank_range
from ..model.placing.start_scores import bar_table, group_size
from ..model.placing.tie_breaks import value_text
from ..model.tournament.games import Game, Round, by_hand_text, result_text
from ..model.tournament.player import Player
from ..model.tournament.round_sets import rounds_text
from ..model.tournament.tournament import Tournament
from ..model.words import counted
from .folder.rounds import halves_text


def width(text: str) -> int:
    """How many columns of a terminal a text takes: wide letters two; marks on a letter and invisible signs none."""
    return sum(map(_width, text))


def _width(letter: str) -> int:
    if letter < "\u0300":
        return 1
    if unicodedata.category(letter) in ("Mn", "Me", "Cf") or "\u1160" <= letter <= "\u11ff":  # parts of a Hangul block
        return 0
    return 2 if unicodedata.east_asian_width(letter) in "WF" else 1


def columns(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str = "") -> str:
    """A table in aligned columns; `right` holds an `r` for each column to be aligned right."""
    cells = [[str(cell) for cell in row] for row in [titles, *rows]]
    widths = [max(width(row[k]) for row in cells) for k in range(len(titles))]

    def line(row: Sequence[str]) -> str:
        padded = []
        for k, cell in enumerate(row):
            space = " " * (widths[k] - width(cell))
            padded.append(space + cell if right[k : k + 1] == "r" else cell + space)
        return "  ".join(padded).rstrip()

    return "\n".join(line(row) for row in cells)


def fitted(titles: Sequence[str], rows: Sequence[Sequence[object]], right: str, optional: Sequence[str]) -> str:
    """A table without as many of the optional columns, by title, as a terminal has no room for; whole in a pipe.

    What is left out is named below it.
    """
    text, room, out = columns(titles, rows, right), room_of_terminal(), list[str]()
    for title in optional:
        if not room or max(map(width, text.splitlines())) <= room:
            break
        if title not in titles:
            continue
        out.append(title)
        keep = [k for k, name in enumerate(titles) if name != title]
        titles, rows = [titles[k] for k in keep], [[row[k] for k in keep] for row in rows]
        right = "".join(right.ljust(max(keep, default=0) + 1)[k] for k in keep)
        text = columns(titles, rows, right)
    return f"{text}\n(no room for: {', '.join(reversed(out))})" if out else text


def room_of_terminal() -> int:
    """Columns of the terminal that is printed to, 0 where it is none."""
    return shutil.get_terminal_size().columns if sys.stdout.isatty() else 0


def boards_text(tournament: Tournament, drawn: Round, scores: Scores) -> str:
    """The boards of a round with names, ranks, scores and clubs, then the bye and who is absent.

    On a terminal that is too narrow clubs and scores are left out, and on a phone a board takes two lines.
    """
    players = tournament.by_id()

    def side(pid: str) -> list[str]:
        p = players[pid]
        where = "/".join(part for part in (p.club, p.country) if part)
        return [pid, p.name, p.rank_name, value_text(scores.mms_after[pid][drawn.number - 1], 2), where]

    rows = [[g.table, *side(g.white), *side(g.black), _terms(g), _result(g)] for g in drawn.games]
    titles = ["Table", "Id", "White", "Rank", "MMS", "Club", "Id", "Black", "Rank", "MMS", "Club", "Handicap", "Result"]
    if not any(row[-1] for row in rows):
        titles, rows = titles[:-1], [row[:-1] for row in rows]
    table = fitted(titles, rows, "rr  r r  r", ("Club", "MMS"))
    if 0 < room_of_terminal() < max(map(width, table.splitlines())):
        table = "\n".join(line for game in drawn.games for line in _two_lines(game, players))
    parts = [table]
    for label, members in (("Bye", drawn.byes), ("Without a game", drawn.unpaired), ("Absent", drawn.absent)):
        if members:
            parts.append(f"{label}: " + ", ".join(f"{players[p].name} ({p})" for p in members))
    return "\n".join(parts)


def _two_lines(game: Game, players: Mapping[str, Player]) -> tuple[str, str]:
    """A board for a phone: White above Black."""
    white, black = (f"{players[p].name} ({p}) {players[p].rank_name}" for p in game.players)
    more = ", ".join(part for part in (_terms(game) and f"handicap {_terms(game)}", _result(game)) if part)
    return f"{game.table:>3}  White {white}", f"     Black {black}{'  ' + more if more else ''}"


def _terms(game: Game) -> str:
    stones = f"{game.handicap}, " if game.handicap else ""
    return f"{stones}komi {halves_text(game.komi_halves)}" if stones else ""


def _result(game: Game) -> str:
    mark = f" [{by_hand_text(game.by_hand)} by hand]" if game.by_hand else ""
    return (result_text(game.result, game.by_default) + mark).strip()


def costs_text(costs: Mapping[str, int]) -> str:
    """The cost by criterion, the dearest first, criteria that cost nothing left out."""
    dear = sorted(((cost, name) for name, cost in costs.items() if cost), key=lambda item: (-item[0], item[1]))
    return ", ".join(f"{name} {cost:,}" for cost, name in dear) or "nothing"


def players_list_text(players: Sequence[Player], rounds: int, start: Mapping[str, int]) -> str:
    """The list of entrants; `start` has their start scores in half points, by id."""
    rows = [
        [
            p.id, p.name, p.rank_name, p.rating, p.club, p.country, value_text(start[p.id], 2),
            entered_rounds(p, rounds), p.status.value,
        ]
        for p in players
    ]  # fmt: skip
    titles = ["Id", "Name", "Rank", "Rating", "Club", "Country", "Start", "Rounds", "Status"]
    return fitted(titles, rows, "r  r  r", ("Country", "Club", "Rating", "Status"))


def entered_rounds(player: Player, rounds: int) -> str:
    """The rounds that a player is entered for: `all`, `none`, `1-3,5`."""
    return (rounds_text(player.rounds, rounds) if player.rounds is not None else "") or "all"


def groups_text(found: Groups) -> str:
    """The start groups: counts by score, who is next to each boundary, and what each bar would give."""
    settings, groups = found.settings, found.groups
    count = sum(len(group.players) for group in groups)
    waiting = f"; {counted(len(found.waiting), 'entry')} preliminary or withdrawn" if found.waiting else ""
    head = f"{settings.name}: {counted(count, 'player')} in {counted(len(groups), 'start group')}"
    lines = [f"{head}, scheme {settings.start.scheme}{waiting}"]
    if settings.start.scheme == "regular":
        size, order = settings.start.group_size, settings.start.sorted_by
        why = "set by hand" if size else f"by the table for {settings.rounds} rounds"
        lines.append(f"Groups of {size or group_size(settings.rounds)}, {why}; sorted by {order} first.")
    if groups:
        lines += ["", _groups_table(found)]
    return "\n".join([*lines, *_bars_lines(found)])


def _groups_table(found: Groups) -> str:
    rows, in_all = [], 0
    for group, below in zip_longest(found.groups, found.groups[1:]):
        in_all += len(group.players)
        boundary = ["", ""] if below is None else [_entrant(group.players[-1]), _entrant(below.players[0])]
        ranks = rank_range([p.rank for p in group.players])
        rows.append([value_text(group.start, 2), len(group.players), in_all, ranks, *boundary, "; ".join(group.marks)])
    titles = ["Start", "Players", "In all", "Ranks", "Just above the boundary", "Just below it", ""]
    return fitted(titles, rows, "rrr", ("Just below it", "In all"))


def _entrant(player: Player) -> str:
    return f"{player.name} ({player.id}) {player.rank_name} {player.rating}"


def _bars_lines(found: Groups) -> list[str]:
    """What each possible bar would give, as far as one can be right, and which one is taken and why."""
    settings, bars = found.settings, found.bars
    if not bars:
        return []
    (low, high), most = bar_table(settings.rounds), 2**settings.rounds
    table = f"{low} to {high} players, never" if settings.rounds > 2 else "not"
    near = [bar for k, bar in enumerate(bars) if k == 0 or bars[k - 1].count <= most or bar.taken or bar.automatic]
    rows = []
    for bar in near:
        marks = ["what auto would take"] if bar.automatic else []
        rows.append([bar.rank, bar.count, bar.verdict, ", ".join([*marks, "taken"] if bar.taken else marks)])
    taken = f"start.bar = {settings.start.bar}"
    taken += f": {settings.decided.bar} is taken" if settings.start.bar == "auto" else ", as set"
    if all(len(group.top) == len(group.players) for group in found.groups):
        taken += "; everybody is at or above it, so that all start equal and all games are even"
    return [
        f"\nAt or above the bar in {settings.rounds} rounds, by the BGA: {table} more than {most}.",
        columns(["Bar", "Players", "By the table", ""], rows, "rr"),
        taken,
    ]


def groups_data(found: Groups) -> dict[str, Any]:
    """The start groups as plain data for JSON; start scores in points."""
    return {
        "scheme": found.settings.start.scheme,
        "groups": [
            {"start": group.start / 2, "players": [p.id for p in group.players], "marks": list(group.marks)}
            for group in found.groups
        ],
        "bars": [
            {"rank": b.rank, "players": b.count, "verdict": b.verdict, "taken": b.taken, "automatic": b.automatic}
            for b in found.bars
        ],
        "not_counted": [p.id for p in found.waiting],
    }
