"""Commands about drawn rounds: publish-round, show, result, swap, board, move, check."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Exit, Option, Typer

from ...desk.messages.changed_rounds import wide_lines
from ...desk.messages.team_texts import match_line, names_at
from ...desk.rounds import enter_results
from ...desk.rounds.round_numbers import round_number
from ...desk.rounds.typed_results import TypedResults, seats, typed_results
from ...desk.verb import Committed, Outcome
from ...model.errors import UnclearRoundError
from ...model.language import counted, first_few
from ...model.tournament.games import ByHand, Game, komi_text, result_text, terms_text
from ...model.tournament.tournament import Tournament
from .. import common
from ..common import agreed, ask, carried_out, check_to, desk, echo, echo_json, echo_outcome, warn, write_to
from ..request_options import AsJson, Dir, DirOrFile, RoundOption, ToFile, example, takes

if TYPE_CHECKING:
    from ...desk.rounds.change_boards import BoardDone, EditBoard, Move, Swap, Swapped, Verdict
    from ...desk.rounds.draw_round import Publish
    from ...desk.rounds.proof.checking import Check, VerdictAnswer

NOTHING_TYPED = TypedResults({})

commands = Typer()


@commands.command("publish-round", epilog=example("publish-round spring"))
@takes("rounds.draw_round:Publish")
def publish_round(path: Dir, asked: Publish) -> None:
    """Make the draft final. Then you can enter results, and draw the next round."""
    from ...desk.rounds.draw_round import PUBLISH

    done = carried_out(path, PUBLISH, asked)
    echo_outcome(done.outcome, f"Round {done.value} is published.")


@commands.command(epilog=example("show spring", "show spring --round 2"))
def show(path: Dir, number: RoundOption = 0, as_json: AsJson = False, to: ToFile = None) -> None:
    """Show the boards and results of a round."""
    from ...desk.rounds.show_round import round_answer
    from ...desk.rounds.show_round import show as shown
    from ..board_texts import boards_text, team_boards_lines

    check_to(to, as_json)
    found = ask(path, lambda state: shown(state, number, path))
    tournament, drawn = found.state.tournament, found.value.round
    if to is not None:
        from ...desk.files.grids import boards_grid

        write_to(to, boards_grid(tournament, drawn, bool(found.value.stale)))
        return
    if as_json:
        echo_json(round_answer(found.value, tournament))
        return
    stand = " (draft, being paired by hand)" if drawn.hand_pairing else " (draft)" if drawn.draft else ""
    echo(
        f"{tournament.settings.name}: round {drawn.number}{stand}",
        boards_text(tournament, drawn, found.value.scores),
        *team_boards_lines(drawn, tournament),
        *(f"changed since the draw: {line}" for line in found.value.stale),
    )


@commands.command(epilog=example("result spring 4 1-0 5 b 7 jigo", "result teams 4.2 1-0 5 1-0,0-1,1-0"))
@takes("rounds.enter_results:EnterResults", without=("results", "table"))
def result(
    path: Dir,
    results: Annotated[
        list[str] | None,
        Argument(metavar="TABLE RESULT", help="Tables and results: 4 1-0 7 jigo 9 0-1! 12 b; or winners' names."),
    ] = None,
    *,
    asked: enter_results.EnterResults,
    file: Annotated[
        Path | None, Option(metavar="FILE", help="CSV with columns table, result and, if you like, round.")
    ] = None,
) -> None:
    """Enter or correct results, White first: 1-0, 0-1, jigo, 0-0, 1-1, void, ?; add ! for a win by forfeit (1-0!).

    In a match of teams 4.2 is board 2 of table 4, and 4 1-0,0-1,1-0 are all its boards. Words that are not
    understood are named after the rest was entered, with exit code 2.
    """
    table = enter_results.results_table(file) if file is not None else None
    request, typed = asked.but(table=table, doubt=common.on_terminal()), NOTHING_TYPED

    def entered(request: enter_results.EnterResults) -> Committed[enter_results.ResultsDone]:
        nonlocal typed
        typed = _typed(path, results, request.round) if results else typed
        asked = request.but(results=typed.results)
        return agreed(path, enter_results.ENTER_RESULTS, asked, "Enter it anyway?", yes=("again",))

    try:
        done = entered(request)
    except UnclearRoundError as error:
        done = entered(request.but(round=common.chosen_round(error)))
    echo(*result_lines(done.value, done.after.tournament))
    warn(*impossible_jigos(done.value))
    for number in done.value.published:
        echo(f"Round {number} was a draft; entering a result has published it.")
        if done.value.stale:
            warn(*done.value.stale.published_lines(done.before.tournament))
    echo_outcome(done.outcome, still_missing(done.value))
    if typed.left:
        common.fail("\n".join(["not entered:", *map(str, typed.problems)]), 2)


def _typed(path: Path, words: Sequence[str], number: int) -> TypedResults:
    """The results that words of a command give to boards of a round. Raises InputError if there are none."""
    tournament = desk(path).read().tournament
    drawn = tournament.round(round_number(tournament, number))
    typed = typed_results(" ".join(word.replace(" ", "-") for word in words), seats(drawn, tournament))
    typed.check_any()
    return typed


@commands.command(epilog=example("swap spring 3 17 --dry-run"))
@takes("rounds.change_boards:Swap")
def swap(path: Dir, asked: Swap) -> None:
    """Swap two players by hand; show the cost and whether the round stays legal."""
    from ...desk.rounds.change_boards import SWAP

    outcome, dry_run = agreed(path, SWAP, asked, "Swap them anyway?").outcome, asked.dry_run
    echo(*swap_lines(outcome.value, dry_run, outcome.state.tournament))
    if dry_run:
        warn(*wide_lines(outcome.value.wide, outcome.value.before, outcome.state.tournament))
    warn(*replaced_notes(outcome.value, dry_run))
    echo_outcome(outcome)
    for verdict in outcome.value.verdicts:
        echo(*verdict_lines(verdict, outcome.state.tournament))


@commands.command(epilog=example("board spring 4 --white 17", "board spring 4 --handicap 2"))
@takes("rounds.change_boards:EditBoard")
def board(path: Dir, asked: EditBoard) -> None:
    """Change colours, handicap or komi of a board by hand, and check the round."""
    from ...desk.rounds.change_boards import EDIT_BOARD

    done = agreed(path, EDIT_BOARD, asked, "Change it anyway?")
    echo_outcome(done.outcome, board_line(done.value, done.after.tournament))
    echo(*verdict_lines(done.value.verdict, done.after.tournament))


@commands.command(epilog=example("move spring 17 1"))
@takes("rounds.change_boards:Move")
def move(path: Dir, asked: Move) -> None:
    """Move a player's game to another table; a game already there takes the old table."""
    from ...desk.rounds.change_boards import MOVE

    done = carried_out(path, MOVE, asked)
    name = done.after.tournament.player
    lines = [f"table {g.table}: {name(g.white).name} (White) – {name(g.black).name}" for g in done.value]
    echo_outcome(done.outcome, *(lines or ["The game is already at this table."]))


@commands.command(epilog=example("check spring --prove", "check open.xml --json"))
@takes("rounds.proof.checking:Check")
def check(
    path: DirOrFile,
    asked: Check,
    as_json: AsJson = False,
) -> None:
    """Check every round against every hard rule and recompute its cost; exit code 1 if something is wrong.

    Of a file also the points and places that stand in it, if its format has them.
    """
    from ...desk.options import Clock, Options
    from ...desk.rounds.proof.checking import check_all, check_file

    clock = Clock(asked.seconds)
    options = Options(clock=clock)

    def checked() -> Outcome[VerdictAnswer]:
        if path.is_file():
            return check_file(path, asked, options)
        return desk(path).ask(lambda state: check_all(state, asked, options, path))

    with common.progress("checking …"):
        outcome = common.stoppable(clock, checked)
    if as_json:
        echo_json(outcome.value)
    else:
        for line in checked_lines(outcome.value):
            echo(line)
        warn(*outcome.value.remarks)
        echo_outcome(outcome)
    if not outcome.value.sound:
        raise Exit(1)


MOST_SHOWN = 12  # results of one command that are each printed
MOST_TABLES = 12  # tables without a result that are named


def result_lines(done: enter_results.ResultsDone, tournament: Tournament) -> list[str]:
    """A line for each result, with the old one; of many results only those that replace one."""
    lines = []
    for one in done.entered:
        was, now = (result_text(game.result, game.by_default) for game in (one.before, one.game))
        if len(done.entered) <= MOST_SHOWN or was not in ("", now):
            change = f" (was {was})" if was not in ("", now) else ""
            lines.append(f"table {one.place}: {names_at(one.at, tournament)}  {now or '?'}{change}")
    matches = {(one.number, one.match.table): one.match for one in done.entered if one.match}
    lines += [match_line(match, tournament) for match in matches.values()]
    return [*lines, f"{counted(len(done.entered), 'result')} entered."]


def impossible_jigos(done: enter_results.ResultsDone) -> list[str]:
    """The jigos that are impossible."""
    return [
        f"round {one.number} table {one.place}: a jigo is impossible with komi {one.game.komi_halves / 2:g}"
        for one in done.entered
        if one.jigo_with_half_komi
    ]


def still_missing(done: enter_results.ResultsDone) -> str:
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
    from ..board_texts import extra_text

    text = extra_text(done.extra)
    price = f" ({text})" if text else ""
    return [
        f"{_effect(done.number, sum(done.extra.values()), dry_run)}{price}.",
        *(f"  out: {_board_text(game, tournament)}" for game in done.replaced),
        *(f"  in:  {_board_text(game, tournament)}" for game in done.new),
        *_seats(done, tournament),
    ]


def _effect(number: int, change: int, dry_run: bool) -> str:
    by = f" by {abs(change):,}" if change else ""
    if dry_run:
        verb = "not change" if not change else "raise" if change > 0 else "lower"
        return f"Swapping them in round {number} would {verb} its cost{by}"
    verb = "does not change" if not change else "rises" if change > 0 else "falls"
    return f"Swapped in round {number}; its cost {verb}{by}"


def _board_text(game: Game, tournament: Tournament) -> str:
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
        if own := old.by_hand & {ByHand.HANDICAP, ByHand.KOMI}:
            lines.append(f"table {old.table}: {' and '.join(sorted(own))} had been set by hand; the rule decides again")
    return lines


def board_line(done: BoardDone, tournament: Tournament) -> str:
    """A board as it is now."""
    at, terms = done.at, terms_text(done.game) or f"even, {komi_text(done.game)}"
    who = names_at(at, tournament).removesuffix(" (Black)")
    return f"table {at.place}: {who}, {terms} ({'changed by hand' if done.changed else 'unchanged'})"


def verdict_lines(verdict: Verdict, tournament: Tournament) -> list[str]:
    """What the judge finds in a round, and what it costs."""
    from ...desk.messages.rule_texts import violation_text

    broken = [violation_text(violation, tournament) for violation in verdict.violations]
    return _round_lines(verdict.number, broken, verdict.legal, verdict.costs, verdict.drawn_at)


def _round_lines(
    number: int, broken: Sequence[str], legal: bool, costs: Mapping[str, int], drawn_at: int | None
) -> list[str]:
    from ..board_texts import costs_text

    cost = sum(costs.values())
    drawn = f"; {drawn_at:,} at the draw" if drawn_at not in (None, cost) else ""
    said = f"round {number}: {'legal' if legal else 'not legal'}, cost {cost:,} ({costs_text(costs)}){drawn}"
    return [*(f"round {number}: {text}" for text in broken), said]


def checked_lines(found: VerdictAnswer) -> Iterator[str]:
    """Each round, with the costs that are proven if it was solved again; then what is wrong in a file."""
    if not found.rounds:
        yield "no round has been drawn"
    for one in found.rounds:
        broken, least = [rule.text for rule in one.broken], one.least_cost
        if least:
            yield from _round_lines(one.round, broken, one.legal, least.by_criterion, None)
            yield f"round {one.round}: {least.text}"
        else:
            yield from _round_lines(one.round, broken, one.legal, one.by_criterion, one.drawn_at)
    yield from (f"the file contradicts itself: {fault}" for fault in found.faults)
    for wrong in found.wrong:
        ours = f"{wrong.found} by the rounds" if wrong.what == "points" else f"at best {wrong.found} by the scores"
        yield f"line {wrong.line}: {wrong.name} ({wrong.id}): {wrong.what} {wrong.written}, {ours}"
    if found.written == "equal":
        yield "points and places are those that follow from the rounds"
