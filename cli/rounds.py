"""Commands about rounds that are drawn: publish-round, show, result, swap, board, check."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Dir, RoundOption, change_of, folder, round_number, say, tell_doubtful, warn

if TYPE_CHECKING:
    from ..io.folder.folder import State
    from ..model.edits import Entered
    from ..model.tournament.games import Game
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()

MOST_SHOWN = 12  # results entered at once that are each repeated


@commands.command("publish-round")
def publish_round(
    path: Dir,
    number: RoundOption = 0,
    anyway: Annotated[bool, typer.Option(help="Although entrants are missing in it.")] = False,
) -> None:
    """Make the draft final; from now on `pair` draws the next round."""
    from ..model.edits import drafts_without, publish
    from ..model.errors import InputError
    from ..model.words import first_few

    with change_of(path) as change:
        chosen = round_number(change.tournament, number)
        if not change.tournament.round(chosen).draft:
            raise InputError(f"round {chosen} is published already")
        lines = drafts_without(change.tournament)
        if lines and not anyway:
            raise InputError(f"{first_few(lines, 6, '; ')}: pair the round again, or publish it with --anyway")
        change.tournament = publish(change.tournament, chosen)
    say(f"Round {chosen} is published.")


@commands.command()
def show(path: Dir, number: RoundOption = 0) -> None:
    """Show the boards and results of a round."""
    from ..io.terminal import boards_text
    from ..model.placing.scores import score

    tournament = folder(path).read().tournament
    drawn = tournament.round(round_number(tournament, number))
    state = " (draft)" if drawn.draft else ""
    say(f"{tournament.settings.name}: round {drawn.number}{state}")
    say(boards_text(tournament, drawn, score(tournament.before(drawn.number))))


@commands.command()
def result(
    path: Dir,
    results: Annotated[list[str] | None, typer.Argument(metavar="[TABLE RESULT]…", help="4 1-0 7 jigo 9 0-1!")] = None,
    number: RoundOption = 0,
    file: Annotated[Path | None, typer.Option(help="CSV with columns table and result (and round).")] = None,
) -> None:
    """Enter or correct results, White's points first: 1-0, 0-1, jigo, 0-0, 1-1, void, ?; ! behind it: by default."""
    from ..io.results import entered_by_hand, read_results
    from ..model.edits import drafts_without, set_results
    from ..model.errors import InputError
    from ..model.words import counted

    if not results and file is None:
        raise InputError("no result is named; right would be: 4 1-0 5 0-1, or --file results.csv")
    with change_of(path) as change:
        before = change.tournament
        last = round_number(before, number)
        entered = entered_by_hand(results or [], last)
        if file is not None:
            entered += read_results(file, last, before)
        stale = drafts_without(before)
        change.tournament = after = set_results(before, entered)
    for line in _result_lines(before, after, entered):
        say(line)
    say(f"{counted(len(entered), 'result')} entered.")
    for where, table, outcome, _ in entered:
        game = after.round(where).at_table(table)
        if game is not None and outcome.value == "jigo" and game.komi_halves % 2:
            warn(f"round {where} table {table}: a jigo cannot be with komi {game.komi_halves / 2:g}")
    rounds = sorted({where for where, *_ in entered})
    for where in rounds:
        if before.round(where).draft:
            say(f"Round {where} was a draft; its first result has published it.")
            for line in stale:
                warn(line)
    missing = sum(g.result.value == "unknown" for g in after.round(last))
    state = f"{counted(missing, 'result')} still missing" if missing else "all results are in"
    say(f"Round {last}: {state}.")
    tell_doubtful(before, after, rounds)


def _result_lines(before: Tournament, after: Tournament, entered: Sequence[Entered]) -> list[str]:
    """A line a result, with what stood there before; of many only those that change one."""
    from ..model.tournament.games import result_text

    lines = []
    for number, table, *_ in entered:
        old, new = before.round(number).at_table(table), after.round(number).at_table(table)
        if old is None or new is None:
            continue
        was, now = (result_text(g.result, g.by_default) for g in (old, new))
        if len(entered) <= MOST_SHOWN or was not in ("", now):
            white, black = (after.player(p).name for p in new.players)
            change = f" (was {was})" if was not in ("", now) else ""
            lines.append(f"table {table}: {white} (White) – {black} (Black)  {now or '?'}{change}")
    return lines


@commands.command()
def swap(
    path: Dir,
    a: Annotated[str, typer.Argument(metavar="A", help="Id or name.")],
    b: Annotated[str, typer.Argument(metavar="B", help="Id or name.")],
    number: RoundOption = 0,
    dry_run: Annotated[bool, typer.Option(help="Only say what it costs and which rules it breaks.")] = False,
) -> None:
    """Put two players in each other's places, by hand; says what it costs and what the judge thinks of it."""
    from ..model.edits import swap as swap_players
    from ..model.notes import colour_notes
    from ..model.tournament.games import ByHand, result_text

    def swapped(tournament: Tournament) -> Tournament:
        chosen = round_number(tournament, number)
        return swap_players(tournament, chosen, tournament.find(a).id, tournament.find(b).id)

    if dry_run:
        state = folder(path).read()
        tournament = state.tournament
        state = state.with_tournament(swapped(tournament))
    else:
        with change_of(path) as change:
            tournament = change.tournament
            change.tournament = swapped(tournament)
            state = change.state
    chosen = round_number(tournament, number)
    done = "It would be swapped" if dry_run else "Swapped"
    say(f"{done} in round {chosen}; {_price(tournament, state, chosen, path)}.")
    for old in tournament.round(chosen):
        if old.result.value != "unknown" and old not in state.tournament.round(chosen).games:
            taken = "would be taken out" if dry_run else "is taken out"
            warn(f"the result of table {old.table} {taken}: it was {result_text(old.result, old.by_default)}")
        own = old.by_hand & {ByHand.HANDICAP, ByHand.KOMI}
        if own and old not in state.tournament.round(chosen).games:
            warn(f"table {old.table}: {' and '.join(sorted(own))} set by hand before; now it is by the rule")
    for note in colour_notes(state.tournament, chosen):
        warn(note)
    for later in range(chosen, len(tournament.rounds) + 1):
        _verdict(state, later, path)


@commands.command()
def board(
    path: Dir,
    table: Annotated[int, typer.Argument(metavar="TABLE")],
    white: Annotated[str, typer.Option(help="Who takes White.")] = "",
    handicap: Annotated[int | None, typer.Option(help="Stones.")] = None,
    komi: Annotated[str, typer.Option(help="Komi, such as 0.5.")] = "",
    number: RoundOption = 0,
) -> None:
    """Change colours, handicap or komi of a board by hand; the judge says what it thinks of it."""
    from ..io.folder.rounds import parse_halves
    from ..model.edits import BoardChange, edit_board
    from ..model.errors import InputError

    if not white and handicap is None and not komi:
        raise InputError("nothing to change; right would be: --white, --handicap or --komi")
    try:
        halves = parse_halves(komi) if komi else None
    except ValueError:
        raise InputError(f"komi {komi!r}; right would be: a multiple of 0.5") from None
    with change_of(path) as change:
        tournament = change.tournament
        chosen = round_number(tournament, number)
        side = tournament.find(white).id if white else ""
        change.tournament = edit_board(tournament, chosen, table, BoardChange(side, handicap, halves))
        state = change.state
    old, new = tournament.round(chosen).at_table(table), state.tournament.round(chosen).at_table(table)
    say(_board_line(state.tournament, new) + (" (changed and marked)" if new != old else " (as it was)"))
    _verdict(state, chosen, path)


def _board_line(tournament: Tournament, game: Game) -> str:
    from ..io.folder.rounds import halves_text

    white, black = (tournament.player(p).name for p in game.players)
    stones = f"handicap {game.handicap}" if game.handicap else "even"
    return f"table {game.table}: {white} (White) – {black}, {stones}, komi {halves_text(game.komi_halves)}"


def _price(before: Tournament, state: State, number: int, path: Path) -> str:
    """What a change of a round by hand costs, by criterion."""
    old, new = (cost_by_criterion(replace(state, tournament=t), number, path) for t in (before, state.tournament))
    extra = {name: new.get(name, 0) - old.get(name, 0) for name in {**old, **new}}
    terms = sorted(((cost, name) for name, cost in extra.items() if cost), key=lambda item: (-abs(item[0]), item[1]))
    total = sum(extra.values())
    text = ", ".join(f"{name} {cost:+,}" for cost, name in terms)
    return f"its cost changes by {total:+,}" + (f" ({text})" if text else "")


def cost_by_criterion(state: State, number: int, path: Path) -> dict[str, int]:
    """What a round costs by the profile it was drawn by."""
    from ..model.judging.round_cost import cost_of_round
    from ..model.pairing.draw import without_own_rules
    from ..profiles import profile_of

    record = state.records.get(number)
    profile = record.profile if record else profile_of(state.tournament, path)
    return cost_of_round(without_own_rules(state.tournament) if record else state.tournament, number, profile)


def _verdict(state: State, number: int, path: Path) -> bool:
    """Print what the judge finds in a round and what it costs; True when it is legal."""
    from ..desk.words.rules import violation_text
    from ..drawing import judge_as_drawn
    from ..io.folder.rounds import Record
    from ..io.terminal import costs_text
    from ..model.judging.judge import broken
    from ..profiles import profile_of

    record = state.records.get(number)
    by = record or Record(profile_of(state.tournament, path))
    found = judge_as_drawn(state.tournament, number, by)
    for violation in found:
        say(f"round {number}: {violation_text(violation, state.tournament)}")
    costs = cost_by_criterion(state, number, path)
    cost, legal = sum(costs.values()), not broken(found)
    drawn = f"; {record.cost:,} when it was drawn" if record and record.cost != cost else ""
    say(f"round {number}: {'legal' if legal else 'not legal'}, cost {cost:,}{drawn} ({costs_text(costs)})")
    return legal


@commands.command()
def check(path: Dir) -> None:
    """Let the judge verify every round against every hard rule and recompute its cost; exit code 1 if one is broken."""
    state = folder(path).read()
    if not state.tournament.rounds:
        say("no round has been drawn")
    verdicts = [_verdict(state, drawn.number, path) for drawn in state.tournament.rounds]
    if not all(verdicts):
        raise typer.Exit(1)
