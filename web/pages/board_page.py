"""One board: who plays, what it costs, and what can be changed by hand; two players swapped, looked at before."""

from __future__ import annotations

from collections import Counter
from functools import partial

from starlette.responses import Response

from ...desk.hall.hand_in import decide, waiting_in
from ...desk.hall.links import hall_of
from ...desk.messages.changed_rounds import value_text, wide_lines
from ...desk.messages.foresight_texts import guarantee_lines, shortage_text
from ...desk.messages.rule_texts import violation_text
from ...desk.messages.team_texts import fault_text
from ...desk.messages.written_values import criterion_text
from ...desk.phase_overview import Phase
from ...desk.rounds.change_boards import SWAP, EditBoard, Move, Swap, edit, move, swap
from ...desk.rounds.draw_round import DrawnAnswer
from ...desk.rounds.enter_results import RoundDoneAnswer
from ...desk.rounds.pair_by_hand import BEGIN_BY_HAND, END_BY_HAND, EndByHand, compare, ended_text
from ...desk.rounds.plan.planning import RoundsNotPossible
from ...desk.rounds.priced import priced, priced_games
from ...desk.rounds.proof.since_draw import since_draw_lines
from ...desk.rounds.repair.mended import RepairDone
from ...desk.rounds.repair.repairing import REPAIR, Choices, Repair, choices
from ...desk.rounds.seat_teams import EMPTY, ROSTER, Attendance, LineUp, attend, line_up, line_ups
from ...desk.rounds.show_round import boards_of_match
from ...desk.verb import Change, build
from ...model.errors import InputError, Problem
from ...model.notes import note_texts
from ...model.teams.match_boards import boards_at, match_score
from ...model.tournament.games import komi_text, result_text
from ...model.tournament.numbers import minus
from ..context import RequestContext
from ..page import Page
from .round_page import number_in


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
    done = context.commit(SWAP, asked)
    names = done.after.tournament
    cost = sum(done.value.extra.values())
    more = f"{abs(cost):,} {'more' if cost > 0 else 'less'}" if cost else "the same as before"
    text = f"{names.find(asked.a).name} and {names.find(asked.b).name} are swapped; the round costs {more}."
    return context.back(f"round?round={done.value.number}", text, notes=context.noted(done))


def show_by_hand(context: RequestContext) -> Response:
    """The round by hand beside the engine's, with what both cost and which boards differ."""
    found, _ = context.find(compare, worker=context.worker)
    return context.page("by_hand.html", here="round", found=found, people=context.state.tournament.by_id())


def act(context: RequestContext) -> Response:
    """Begin, or end it."""
    form = context.form
    if form.said("begin"):
        done = context.commit(BEGIN_BY_HAND, build(Change))
        return context.back("round", f"Round {done.value} is paired by hand from now on.", notes=context.noted(done))
    if not form.said("keep") and not form.said("engine"):
        raise InputError([Problem("nothing is asked for", expected="a button of the page")])
    asked = build(EndByHand, keep=form.said("keep"))
    ended: RoundDoneAnswer = context.carry_out(END_BY_HAND, asked)
    said = ended_text(asked.keep, ended.round, ended.cost or 0)
    return context.back("round", said, notes=ended.notes)


FIELDS = ("without", "late", "bye")


def show_repair(context: RequestContext) -> Response:
    """The form."""
    return _page(context, None)


def act_repair(context: RequestContext) -> Response:
    """Look at repaired rounds, or take one."""
    form = context.form
    request = build(
        Repair,
        without=_named(context, "without"),
        late=_named(context, "late"),
        keep=form.text("keep"),
        bye=_named(context, "bye"),
        changes=form.number("changes") if form.text("changes") else None,
        unexcused=form.said("unexcused"),
        anyway=form.said("yes"),
    )
    if not form.said("take"):
        return _page(context, context.find(choices, request, worker=context.worker)[0])
    done: DrawnAnswer = context.carry_out(REPAIR, request)
    if done.same:
        return context.back("round", f"Round {done.round} stays as it is.", notes=done.notes)
    boards = f"{done.new} new boards, {done.given_up} given up"
    return context.back("round", f"Round {done.round} is repaired: {boards}, cost {done.cost:,}.", notes=done.notes)


def _named(context: RequestContext, field: str) -> list[str]:
    """The players of a field: one a line, or several separated by semicolons."""
    texts = context.form.all(field)
    return [one.strip() for text in texts for one in text.replace("\n", ";").split(";") if one.strip()]


def _asked(context: RequestContext, field: str) -> list[str]:
    """The players of a field in the address."""
    return context.request.query_params.getlist(field)


def _notes(done: RepairDone) -> list[str]:
    """What the director should know of a repaired round."""
    return [*guarantee_lines(done.record.foresight), *note_texts(done.notes, done.tournament)]


def _page(context: RequestContext, found: Choices | None) -> Response:
    tournament = context.state.tournament
    if not tournament.rounds:
        raise InputError("no round has been drawn, so there is none to repair")
    last = tournament.rounds[-1]
    present = last.present
    form = context.form
    posted = context.request.method == "POST"
    return context.page(
        "repair.html",
        here="round",
        drawn=last,
        found=found,
        notes_of=_notes,
        inside=[p for p in tournament.players if p.id in present],
        outside=[p for p in tournament.players if p.id not in present],
        people=tournament.by_id(),
        given={name: _named(context, name) if posted else _asked(context, name) for name in FIELDS},
        names=Counter(p.name for p in tournament.players),
        keep=form.text("keep"),
        unexcused=form.said("unexcused"),
        points=lambda halves: value_text(halves, 2),
        tables={game.players: game.table for game in last},
    )


def show_line_up(context: RequestContext) -> Response:
    """The line-ups of a round, by default of the last one that is drawn while it has no results, else of the next."""
    tournament = context.state.tournament
    if not tournament.settings.of_teams:
        raise InputError("only teams have line-ups (entrants.kind = teams)")
    number, drawn, last = context.number("round") or 0, len(tournament.rounds), tournament.settings.rounds
    if not 1 <= number <= min(drawn + 1, last):
        number = min(max(drawn, 1) + (context.overview.phase is Phase.DRAW and drawn > 0), last)
    found = line_ups(context.state, number).value
    return context.page(
        "line_ups.html",
        here="entrants",
        number=number,
        drawn=number <= drawn,
        rounds=range(1, min(drawn + 1, last) + 1),
        teams=found,
        faults={one.team.id: [fault_text(fault, tournament) for fault in one.faults] for one in found},
        empty=EMPTY,
        settings=tournament.settings.teams,
        handed={one.team.id: one for one in waiting_in(context.desk.path, context.state) if one.handed.round == number},
        fault_text=partial(fault_text, tournament=tournament),
    )


def act_line_up(context: RequestContext) -> Response:
    """Seat a team at the boards of a drawn round, or say who plays in one that is not drawn."""
    form = context.form
    number, who = form.number("round"), form.text("team")
    if number > len(context.state.tournament.rounds):
        present = Attendance(who, form.all("plays"), number)
        done = context.do(lambda state: attend(state, present), f"desk: {who} in round {number}")
        said = f"{done.value.team.name}: who plays in round {number} is saved."
    else:
        boards = range(1, context.state.tournament.settings.teams.boards + 1)
        people = [ROSTER] if form.said(ROSTER) else [form.text(f"b{k}") or EMPTY for k in boards]
        seated = build(LineUp, who=who, people=people, round=number, anyway=form.said("yes"))
        done = context.do(lambda state: line_up(state, seated), f"desk: line-up of {who} in round {number}")
        said = f"{done.value.team.name}: the line-up of round {number} is saved."
    own = [
        one.handed
        for one in waiting_in(context.desk.path, context.state)
        if one.team.id == done.value.team.id and one.handed.round == number
    ]
    if own:  # the desk has decided by itself
        decide(hall_of(context.desk.path), [(one.team, one.round, one.times) for one in own], context.who)
    return context.back(f"line-ups?round={number}#{done.value.team.id}", said, notes=context.noted(done))


PAGES = (
    Page("board", show, change),
    Page("swap", look, do_swap),
    Page("by-hand", show_by_hand, act),
    Page("repair", show_repair, act_repair),
    Page("line-ups", show_line_up, act_line_up),
)
