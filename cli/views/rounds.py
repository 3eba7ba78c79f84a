"""Prints results, boards and verdicts."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...desk.rounds.results import names_of
from ...desk.words.rules import violation_text
from ...desk.words.teams import board_names, match_line
from ...model.tournament.games import ByHand, Game, komi_text, result_text, terms_text
from ...model.words import counted, first_few
from .boards import costs_text

if TYPE_CHECKING:
    from ...desk.rounds.boards import BoardDone, Swapped, Verdict
    from ...desk.rounds.results import OneResult, ResultsDone
    from ...model.tournament.tournament import Tournament

MOST_SHOWN = 12  # results of one command that are each printed
MOST_TABLES = 12  # tables without a result that are named


def result_lines(done: ResultsDone, tournament: Tournament) -> list[str]:
    """A line for each result, with the old one; of many results only those that replace one."""
    lines = []
    for one in done.entered:
        was, now = (result_text(game.result, game.by_default) for game in (one.before, one.game))
        if len(done.entered) <= MOST_SHOWN or was not in ("", now):
            change = f" (was {was})" if was not in ("", now) else ""
            lines.append(f"table {one.place}: {_names(one, tournament)}  {now or '?'}{change}")
    matches = {(one.number, one.match.table): one.match for one in done.entered if one.match}
    lines += [match_line(match, tournament) for match in matches.values()]
    return [*lines, f"{counted(len(done.entered), 'result')} entered."]


def _names(one: OneResult, tournament: Tournament) -> str:
    if one.match:
        return names_of(one, tournament)
    white, black = (tournament.player(p).name for p in one.game.players)
    return f"{white} (White) – {black} (Black)"


def impossible_jigos(done: ResultsDone) -> list[str]:
    """The jigos that are impossible."""
    return [
        f"round {one.number} table {one.place}: a jigo is impossible with komi {one.game.komi_halves / 2:g}"
        for one in done.entered
        if one.jigo_with_half_komi
    ]


def published_lines(done: ResultsDone) -> list[str]:
    """The drafts that were published by a result."""
    return [f"Round {number} was a draft; entering a result has published it." for number in done.published]


def still_missing(done: ResultsDone) -> str:
    """How many results of the round are missing, and at which tables."""
    missing = done.open_boards or done.missing
    count = len(missing)
    tables = first_few([str(table) for table in missing], MOST_TABLES)
    what = "board" if done.open_boards else "table"
    where = f" ({what if count == 1 else what + 's'} {tables})"
    state = f"{counted(count, 'result')} still missing{where}" if count else "all results are in"
    return f"Round {done.number}: {state}."


def swap_lines(done: Swapped, dry_run: bool, tournament: Tournament) -> list[str]:
    """The swap, its cost by criterion, the boards removed and added."""
    terms = sorted(((cost, name) for name, cost in done.extra.items() if cost), key=lambda t: (-abs(t[0]), t[1]))
    text = ", ".join(f"{name} {cost:+,}" for cost, name in terms)
    price = f" ({text})" if text else ""
    return [
        f"{_effect(done.number, sum(done.extra.values()), dry_run)}{price}.",
        *(f"  out: {_board_text(game, tournament)}" for game in done.replaced),
        *(f"  in:  {_board_text(game, tournament)}" for game in done.new),
        *_seats(done, tournament),
    ]


def _effect(number: int, change: int, dry_run: bool) -> str:
    """What a swap does, or would do, to the cost of its round."""
    by = f" by {abs(change):,}" if change else ""
    if dry_run:
        verb = "not change" if not change else "raise" if change > 0 else "lower"
        return f"Swapping them in round {number} would {verb} its cost{by}"
    verb = "does not change" if not change else "rises" if change > 0 else "falls"
    return f"Swapped in round {number}; its cost {verb}{by}"


def _board_text(game: Game, tournament: Tournament) -> str:
    """A board with its handicap."""
    white, black = (f"{p.name} {p.rank_name}" for p in map(tournament.player, game.players))
    return ", ".join(part for part in (f"table {game.table}: {white} (White) – {black}", terms_text(game)) if part)


def _seats(done: Swapped, tournament: Tournament) -> list[str]:
    """Who now has the bye, is absent or has no game, and who it was before."""
    lines = []
    for title, seat in (("bye", "byes"), ("absent", "absent"), ("no game", "unpaired")):
        was, now = (getattr(drawn, seat) for drawn in (done.before, done.after))
        for old, new in zip(was, now, strict=True):
            if old != new:
                lines.append(f"  {title}: {tournament.player(new).name} instead of {tournament.player(old).name}")
    return lines


def replaced_notes(done: Swapped, dry_run: bool) -> list[str]:
    """The results that are removed, and what was set by hand at these boards."""
    taken = "would be removed" if dry_run else "was removed"
    lines = []
    for old in done.replaced:
        if old in done.lost_results:
            text = result_text(old.result, old.by_default)
            lines.append(f"the result of table {old.table}, {text}, {taken}")
        own = old.by_hand & {ByHand.HANDICAP, ByHand.KOMI}
        if own:
            lines.append(f"table {old.table}: {' and '.join(sorted(own))} had been set by hand; the rule decides again")
    return lines


def board_line(done: BoardDone, tournament: Tournament) -> str:
    """A board as it is now."""
    game = done.game
    terms = terms_text(game) or f"even, {komi_text(game)}"
    if done.match:
        line = f"table {done.match.table}.{game.table}: {board_names(game, done.match, tournament)}, {terms}"
    else:
        white, black = (tournament.player(p).name for p in game.players)
        line = f"table {game.table}: {white} (White) – {black}, {terms}"
    return line + (" (changed by hand)" if done.changed else " (unchanged)")


def move_lines(moved: Sequence[Game], tournament: Tournament) -> list[str]:
    """The games that moved, at their new tables."""
    names = tournament.by_id()
    lines = [f"table {g.table}: {names[g.white].name} (White) – {names[g.black].name}" for g in moved]
    return lines or ["The game is already at this table."]


def verdict_lines(verdict: Verdict, tournament: Tournament) -> list[str]:
    """What the judge finds in a round, and what it costs."""
    number, cost = verdict.number, verdict.cost
    drawn = f"; {verdict.drawn_at:,} at the draw" if verdict.drawn_at not in (None, cost) else ""
    legal = "legal" if verdict.legal else "not legal"
    return [
        *(f"round {number}: {violation_text(violation, tournament)}" for violation in verdict.violations),
        f"round {number}: {legal}, cost {cost:,} ({costs_text(verdict.costs)}){drawn}",
    ]
