"""Cups in sentences and as a tree of text."""

from __future__ import annotations

from collections.abc import Sequence

from ...model.cup import Cup
from ...model.cups.bracket import Bracket, Fate, Match, match_text, stage
from ...model.language import counted
from ...model.notes import name_of
from ...model.tournament.games import Result, result_text
from ...model.tournament.numbers import rounds_text
from ...model.tournament.tournament import Tournament

WIDEST = 24  # characters of a name in the tree

_SEEDED = {
    "rating": "by rating",
    "rank": "by rank, then rating",
    "start": "by start score, then rating",
    "given": "as given",
}
_COUNT = {
    "all": "its games count in the tournament",
    "none": "its games do not count in the tournament",
    "before-semifinals": "its games before the semifinals count in the tournament",
}
_ENDED = {Result.JIGO: "ended in jigo", Result.VOID: "has no result", Result.BOTH_LOSE: "was lost by both"}


def head(cup: Cup) -> str:
    """What a cup is, on one line."""
    begun = bool(cup.seeds)
    players = counted(len(cup.seeds), "player") if begun else f"up to {counted(cup.size, 'player')}"
    by = _SEEDED.get(cup.seeding, f"by the standings after round {cup.after_round}")
    rounds = f"round{'s' if cup.rounds > 1 else ''} {rounds_text(cup.played_in, 0)}"
    who = f" with {' and '.join(cup.who)}" if cup.who else ""
    groups = f", the first of each {cup.groups}" if cup.groups else ""
    games = "handicaps as elsewhere" if cup.handicap else "even games"
    return f"Cup {cup.name}: {players}{who}{groups}, seeded {by}; {rounds}; {games}; {_COUNT[cup.counts]}"


def open_text(match: Match, tournament: Tournament) -> str:
    """Why nobody knows who advances."""
    where, names = match_text(match), " and ".join(name_of(p, tournament) for p in match.players if p)
    if match.fate is Fate.PLAYING:
        return f"{where}: the result of {names} in round {match.of_round} is missing, so nobody has advanced"
    if match.game is None:
        return f"{where}: {names} did not meet in round {match.of_round}; you decide who advances"
    how = _ENDED.get(match.game.result, "was won by both")
    return f"{where}: the game of {names} in round {match.of_round} {how}; you decide who advances"


def how_text(match: Match) -> str:
    """How a match has ended, or what it waits for: `1-0`, `walkover`, `round 5`."""
    if match.fate in (Fate.WON, Fate.FORFEIT) and match.game is not None:
        return result_text(match.game.result, match.game.by_default)
    plain = {Fate.PLAYING: "playing", Fate.UNDECIDED: "you decide", Fate.BYE: "bye", Fate.WALKOVER: "walkover"}
    plain |= {Fate.DECIDED: "decided by the director", Fate.EMPTY: "nobody"}
    return plain.get(match.fate, f"round {match.of_round}")


def match_line(match: Match, tournament: Tournament) -> str:
    """A match on one line, White first once they play: `cup U12, final: Anna (1) – Bo (8): 1-0, Anna (1) wins`."""
    names = [_seat(p, tournament) for p in (match.game.players if match.game else match.players)]
    text = f"{match_text(match)}: {names[0]} – {names[1]}: {how_text(match)}"
    return f"{text}, {_seat(match.winner, tournament)} wins" if match.winner else text


def _seat(player: str | None, tournament: Tournament) -> str:
    if player is None:
        return "?"
    return name_of(player, tournament) if player else "nobody"


def tree_lines(found: Bracket, tournament: Tournament) -> list[str]:
    """The tree, the first round on the left; each name with its seed, and how its match ended behind the winner."""
    rounds = found.by_round()
    if not found.matches:
        return []
    seeds = {player: k for k, player in enumerate(found.cup.seeds, 1)}
    known = tournament.by_id()

    def name(player: str | None) -> str:
        if not player:
            return "" if player is None else "–"
        text = known[player].name if player in known else player
        return f"{seeds.get(player, 0)} {text}"[:WIDEST]

    columns = [[name(p) for match in own for p in match.players] for own in rounds]
    columns.append([name(rounds[-1][0].winner or None)])
    titles = [f"{stage(len(rounds) - k)} (round {found.cup.of_round(k)})" for k in range(1, len(rounds) + 1)]
    titles.append("winner")
    widths = [max(len(text) + 1 for text in (*names, title)) for names, title in zip(columns, titles, strict=True)]
    head = "".join(title.ljust(width + 3) for title, width in zip(titles, widths, strict=True))
    return [line.rstrip() for line in (head, *_branch(columns, widths, len(rounds), 0))]


def _branch(columns: Sequence[Sequence[str]], widths: Sequence[int], k: int, j: int) -> list[str]:
    """The rows that lead to a name: those of the two names before it, and the lines from both to it."""
    name = columns[k][j]
    own = (f"{name} " if name else "").ljust(widths[k], " " if k == len(widths) - 1 else "─")
    if not k:
        return [own]
    upper, lower = (_branch(columns, widths, k - 1, 2 * j + side) for side in (0, 1))
    top, middle, bottom = len(upper) // 2, len(upper), len(upper) + 1 + len(lower) // 2
    corners = {top: "─┐ ", middle: " ├─", bottom: "─┘ "}
    rows = []
    for at, before in enumerate([*upper, " " * len(upper[0]), *lower]):
        line = corners.get(at, " │ " if top < at < bottom else "   ")
        rows.append(before + line + (own if at == middle else " " * widths[k]))
    return rows
