"""One board: who plays, what it costs, and what can be changed by hand; two players swapped, looked at before."""

from __future__ import annotations

from starlette.responses import Response

from ...desk.rounds.boards import EditBoard, Move, Swap, edit, move, swap
from ...desk.rounds.plan.planning import RoundsNotPossible
from ...desk.rounds.priced import priced, priced_games
from ...desk.rounds.proof.since_draw import since_draw_lines
from ...desk.team_boards import boards_of_match
from ...desk.verb import build
from ...desk.words.changed_rounds import value_text, wide_lines
from ...desk.words.criteria import criterion_text
from ...desk.words.foresight import shortage_text
from ...desk.words.rules import violation_text
from ...model.errors import InputError, Problem
from ...model.notes import note_texts
from ...model.teams.match_boards import boards_at, match_score
from ...model.tournament.games import komi_text, result_text
from ...model.tournament.numbers import minus
from ..context import RequestContext
from ..pages import Page
from .rounds import number_in


def show(context: RequestContext) -> Response:
    """One board of a round."""
    found = priced(context.state, number_in(context), context.desk.path).value
    table = context.number("table") or 0
    board = found.board_at(table)
    if board is None or board.game is None:
        raise InputError([Problem(f"round {found.round.number} has no such table", value=context.query("table"))])
    return context.page(
        "board.html",
        here="round",
        found=found,
        drawn=found.round,
        stale=since_draw_lines(found.stale, context.state.tournament),
        board=board,
        game=board.game,
        players=list(zip(("White", "Black"), board.players, board.entrants, strict=True)),
        people=context.state.tournament.by_id(),
        criterion=criterion_text,
        komi=komi_text(board.game).removeprefix("komi "),
        points=lambda halves: minus(value_text(halves, 2)),
        result=match_score(board.game) or result_text(board.game.result, board.game.by_default),
        boards=boards_of_match(board.game, context.state.tournament),
    )


def change(context: RequestContext) -> Response:
    """Change colours, handicap, komi or the table of a board by hand; of a match that of one board (`3.2`)."""
    form = context.form
    number, place = form.number("round"), form.text("table")
    games = context.state.tournament.round(number).games
    match = next((game for game in games if str(game.table) == place), None)
    own = next((at.game for at in boards_at(games) if at.place == place), match)
    if own is None:
        raise InputError([Problem(f"round {number} has no such table", value=place)])
    if form.said("to") and match is not None:
        to, white = form.number("to"), match.white
        moved = context.do(
            lambda state: move(state, build(Move, player=white, table=to, round=number)), f"desk: table {place} to {to}"
        )
        text = f"The game is at table {to} now." if moved.value else "It is at this table already."
        return context.back(f"board?round={number}&table={to}", text, notes=context.noted(moved))
    stones = form.number("handicap") if form.text("handicap") and not form.said("white") else None
    komi = "" if form.said("white") or form.text("komi") == komi_text(own).removeprefix("komi ") else form.text("komi")
    asked = build(
        EditBoard,
        table=place,
        white=form.text("white"),
        handicap=None if stones == own.handicap else stones,
        komi=komi,
        round=number,
        anyway=form.said("yes"),
    )
    done = context.do(lambda state: edit(state, asked), f"desk: change table {place} of round {number}")
    text = "is changed, and marked as changed by hand" if done.value.changed else "is as it was"
    table = place.partition(".")[0]
    return context.back(f"board?round={number}&table={table}", f"Table {place} {text}.", notes=context.noted(done))


def look(context: RequestContext) -> Response:
    """What a swap would make of a round: nothing is written."""
    asked = build(Swap, a=context.query("a"), b=context.query("b"), round=number_in(context), dry_run=True)
    outcome = context.desk.ask(lambda state: swap(state, asked))
    done, after = outcome.value, outcome.state.tournament
    before = {one.players: one for one in priced(context.state, done.number).value.boards}
    broken = [
        (verdict.number, violation_text(one, after))
        for verdict in done.verdicts
        for one in verdict.violations
        if not one.allowed
    ]
    return context.page(
        "swap.html",
        here="round",
        done=done,
        a=after.find(asked.a),
        b=after.find(asked.b),
        out=[before[game.players] for game in done.replaced],
        into=priced_games(outcome.state, done.number, done.new),
        extra=sorted(((n, c) for n, c in done.extra.items() if c), key=lambda one: (-abs(one[1]), one[0])),
        cost=sum(done.extra.values()),
        wide=wide_lines(done.wide, done.before, after),
        broken=broken,
        lost=shortage_text(done.ahead, after) if done.ahead else "",
        notes=note_texts((note for note in outcome.notes if not isinstance(note, RoundsNotPossible)), after),
        people=after.by_id(),
        criterion=criterion_text,
        points=lambda halves: minus(value_text(halves, 2)),
        result=lambda game: result_text(game.result, game.by_default),
    )


def do_swap(context: RequestContext) -> Response:
    """Swap two players by hand."""
    form = context.form
    asked = build(Swap, a=form.text("a"), b=form.text("b"), round=form.number("round"), anyway=form.said("yes"))
    done = context.do(lambda state: swap(state, asked), f"desk: swap {asked.a} and {asked.b}")
    names = done.after.tournament
    cost = sum(done.value.extra.values())
    more = f"{abs(cost):,} {'more' if cost > 0 else 'less'}" if cost else "the same as before"
    text = f"{names.find(asked.a).name} and {names.find(asked.b).name} are swapped; the round costs {more}."
    return context.back(f"round?round={done.value.number}", text, notes=context.noted(done))


PAGES = (
    Page("board", show, change),
    Page("swap", look, do_swap),
)
