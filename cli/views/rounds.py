"""Results, boards and verdicts as they are printed."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from ...desk.words.rules import violation_text
from ...model.tournament.games import ByHand, Game, komi_text, result_text, terms_text
from ...model.words import counted, first_few
from .boards import costs_text

if TYPE_CHECKING:
    from ...desk.rounds.boards import BoardDone, Swapped, Verdict
    from ...desk.rounds.results import ResultsDone
    from ...model.tournament.tournament import Tournament

MOST_SHOWN = 12  # results entered at once that are each repeated
MOST_TABLES = 12  # tables without a result that are each named


def result_lines(done: ResultsDone, tournament: Tournament) -> list[str]:
    """A line a result, with what stood there before; of many only those that change one."""
    lines = []
    for one in done.entered:
        was, now = (result_text(game.result, game.by_default) for game in (one.before, one.game))
        if len(done.entered) <= MOST_SHOWN or was not in ("", now):
            white, black = (tournament.player(p).name for p in one.game.players)
            change = f" (was {was})" if was not in ("", now) else ""
            lines.append(f"table {one.game.table}: {white} (White) – {black} (Black)  {now or '?'}{change}")
    return [*lines, f"{counted(len(done.entered), 'result')} entered."]


def impossible_jigos(done: ResultsDone) -> list[str]:
    """The jigos that cannot be."""
    return [
        f"round {one.number} table {one.game.table}: a jigo cannot be with komi {one.game.komi_halves / 2:g}"
        for one in done.entered
        if one.jigo_with_half_komi
    ]


def published_lines(done: ResultsDone) -> list[str]:
    """The drafts that results have published."""
    return [f"Round {number} was a draft; this result has published it." for number in done.published]


def still_missing(done: ResultsDone) -> str:
    """How many results of the round are missing, and at which tables."""
    count = len(done.missing)
    tables = first_few([str(table) for table in done.missing], MOST_TABLES)
    where = f" ({'table' if count == 1 else 'tables'} {tables})"
    state = f"{counted(count, 'result')} still missing{where}" if count else "all results are in"
    return f"Round {done.number}: {state}."


def swap_lines(done: Swapped, dry_run: bool, tournament: Tournament) -> list[str]:
    """What was swapped, and what that costs by criterion; the boards that go and those that come."""
    terms = sorted(((cost, name) for name, cost in done.extra.items() if cost), key=lambda t: (-abs(t[0]), t[1]))
    text = ", ".join(f"{name} {cost:+,}" for cost, name in terms)
    head = "It would be swapped" if dry_run else "Swapped"
    price = f"its cost changes by {sum(done.extra.values()):+,}" + (f" ({text})" if text else "")
    return [
        f"{head} in round {done.number}; {price}.",
        *(f"  out: {_board_text(game, tournament)}" for game in done.replaced),
        *(f"  in:  {_board_text(game, tournament)}" for game in done.new),
        *_seats(done, tournament),
    ]


def _board_text(game: Game, tournament: Tournament) -> str:
    """A board with its handicap."""
    white, black = (f"{p.name} {p.rank_name}" for p in map(tournament.player, game.players))
    return ", ".join(part for part in (f"table {game.table}: {white} (White) – {black}", terms_text(game)) if part)


def _seats(done: Swapped, tournament: Tournament) -> list[str]:
    """Who has the bye, is absent or has no game now, each with who had or was before."""
    lines = []
    for title, seat in (("bye", "byes"), ("absent", "absent"), ("no game", "unpaired")):
        was, now = (getattr(drawn, seat) for drawn in (done.before, done.after))
        for old, new in zip(was, now, strict=True):
            if old != new:
                lines.append(f"  {title}: {tournament.player(new).name} instead of {tournament.player(old).name}")
    return lines


def replaced_notes(done: Swapped, dry_run: bool) -> list[str]:
    """The results that boards lose, and what was set by hand at them."""
    taken = "would be taken out" if dry_run else "is taken out"
    lines = []
    for old in done.replaced:
        if old in done.lost_results:
            text = result_text(old.result, old.by_default)
            lines.append(f"the result of table {old.table} {taken}: it was {text}")
        own = old.by_hand & {ByHand.HANDICAP, ByHand.KOMI}
        if own:
            lines.append(f"table {old.table}: {' and '.join(sorted(own))} set by hand before; now it is by the rule")
    return lines


def board_line(done: BoardDone, tournament: Tournament) -> str:
    """A board as it is now."""
    game = done.game
    white, black = (tournament.player(p).name for p in game.players)
    terms = terms_text(game) or f"even, {komi_text(game)}"
    line = f"table {game.table}: {white} (White) – {black}, {terms}"
    return line + (" (changed and marked)" if done.changed else " (as it was)")


def move_lines(moved: Sequence[Game], tournament: Tournament) -> list[str]:
    """The games that have moved, where they are now."""
    names = tournament.by_id()
    lines = [f"table {g.table}: {names[g.white].name} (White) – {names[g.black].name}" for g in moved]
    return lines or ["It is at this table already."]


def verdict_lines(verdict: Verdict, tournament: Tournament) -> list[str]:
    """What the judge finds in a round, and what it costs."""
    number, cost = verdict.number, verdict.cost
    drawn = f"; {verdict.drawn_at:,} when it was drawn" if verdict.drawn_at not in (None, cost) else ""
    legal = "legal" if verdict.legal else "not legal"
    return [
        *(f"round {number}: {violation_text(violation, tournament)}" for violation in verdict.violations),
        f"round {number}: {legal}, cost {cost:,}{drawn} ({costs_text(verdict.costs)})",
    ]
