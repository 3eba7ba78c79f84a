"""One board: who plays, what it costs, and what can be changed by hand; two players swapped, looked at before."""

from __future__ import annotations

from collections import Counter

from starlette.responses import Response

from ...desk.glance import Phase
from ...desk.hall.hand_in import TeamRound, decide
from ...desk.hall.links import hall_of
from ...desk.messages.changed_rounds import absence_text, wide_lines
from ...desk.messages.foresight_texts import shortage_text
from ...desk.messages.rule_texts import violation_text
from ...desk.messages.team_texts import fault_text
from ...desk.people.miss_rounds import ABSENT, WITHDRAW, Absent, Withdraw
from ...desk.rounds.change_boards import SWAP, EditBoard, Move, Swap, edit, move, swap
from ...desk.rounds.draw_round import DrawnAnswer
from ...desk.rounds.enter_results import RoundDoneAnswer
from ...desk.rounds.pair_by_hand import BEGIN_BY_HAND, END_BY_HAND, EndByHand, compare, ended_text
from ...desk.rounds.plan.planning import RoundsNotPossible
from ...desk.rounds.priced import priced, priced_games
from ...desk.rounds.proof.since_draw import since_draw_lines
from ...desk.rounds.repair.no_show import lost_by_forfeit, meeting, no_show
from ...desk.rounds.repair.repair_case import MissesRound, Repair
from ...desk.rounds.repair.repair_round import REPAIR
from ...desk.rounds.repair.repaired import RepairDone
from ...desk.rounds.seat_teams import (
    EMPTY,
    ROSTER,
    STRENGTH,
    Attendance,
    LineUp,
    attend,
    check_teams,
    line_up,
    line_ups,
)
from ...desk.rounds.show_round import boards_of_match
from ...desk.verb import Change, build
from ...model.errors import InputError, Problem
from ...model.notes import note_texts
from ...model.teams.match_boards import boards_at, match_score
from ...model.tournament.games import Game, komi_text, result_text
from ...model.tournament.person import Absence
from ...model.tournament.tournament import Tournament
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
        found=found,
        drawn=found.round,
        stale=since_draw_lines(found.stale, context.state.tournament),
        board=board,
        game=board.game,
        players=list(zip(("White", "Black"), board.players, board.entrants, strict=True)),
        komi=_komi(board.game),
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
        return _move(context, match, form.number("to"))
    as_it_is = {"handicap": str(own.handicap), "komi": _komi(own)}
    kept = {name: None for name, value in as_it_is.items() if form.said("white") or form.text(name) == value}
    asked = context.asked(EditBoard, **kept)
    done = context.do(lambda state: edit(state, asked), f"change table {place} of round {number}")
    text = "is changed, and marked as changed by hand" if done.value.changed else "is as it was"
    table = place.partition(".")[0]
    return context.back(f"board?round={number}&table={table}", f"Table {place} {text}.", notes=context.noted(done))


def _move(context: RequestContext, game: Game, to: int) -> Response:
    number = context.form.number("round")
    asked = build(Move, player=game.white, table=to, round=number)
    moved = context.do(lambda state: move(state, asked), f"table {game.table} to {to}")
    text = f"The game is at table {to} now." if moved.value else "It is at this table already."
    return context.back(f"board?round={number}&table={to}", text, notes=context.noted(moved))


def _komi(game: Game) -> str:
    return komi_text(game).removeprefix("komi ")


def look(context: RequestContext) -> Response:
    """What a swap would make of a round: nothing is written."""
    asked = context.asked(Swap, round=number_in(context), dry_run=True)
    outcome = context.desk.ask(lambda state: swap(state, asked))
    done, after = outcome.value, outcome.state.tournament
    priced_now = priced(context.state, done.number).value
    before = {one.players: one for one in priced_now.boards}
    broken = ((verdict.number, one) for verdict in done.verdicts for one in verdict.violations if not one.allowed)
    return context.page(
        "swap.html",
        done=done,
        a=after.find(asked.a),
        b=after.find(asked.b),
        out=[before[game.players] for game in done.replaced],
        alike=priced_now.alike,
        into=priced_games(outcome.state, done.number, done.new),
        extra=sorted(((n, c) for n, c in done.extra.items() if c), key=lambda one: (-abs(one[1]), one[0])),
        cost=sum(done.extra.values()),
        wide=wide_lines(done.wide, done.before, after),
        broken=[(number, violation_text(one, after)) for number, one in broken],
        lost=shortage_text(done.ahead, after) if done.ahead else "",
        notes=note_texts((note for note in outcome.notes if not isinstance(note, RoundsNotPossible)), after),
    )


def do_swap(context: RequestContext) -> Response:
    """Swap two players by hand."""
    asked = context.asked(Swap)
    done = context.commit(SWAP, asked)
    names = done.after.tournament
    cost = sum(done.value.extra.values())
    more = f"{abs(cost):,} {'more' if cost > 0 else 'less'}" if cost else "the same as before"
    text = f"{names.find(asked.a).name} and {names.find(asked.b).name} are swapped; the round costs {more}."
    row = "".join(f"#t{game.table}" for game in done.value.new[:1])
    return context.back(f"round?round={done.value.number}{row}", text, notes=context.noted(done))


def show_by_hand(context: RequestContext) -> Response:
    """The round by hand beside the engine's, with what both cost and which boards differ."""
    found, _ = context.find(compare, worker=context.worker)
    return context.page("by_hand.html", found=found)


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


def act_repair(context: RequestContext) -> Response:
    """Look at the ways to go on, or take one."""
    form, tournament = context.form, context.state.tournament
    request = context.asked(Repair, **{name: form.names(name) for name in FIELDS})
    if form.said("forfeit"):
        return _forfeit(context, request)
    who = form.text("meets") or form.text("guest")
    if form.said("meets"):
        request = meeting(tournament, request, who)
    elif not form.said("take"):
        return show_repair(context)
    done: DrawnAnswer = context.carry_out(REPAIR, request)
    if done.same:
        return context.back("round", f"Round {done.round} stays as it is.", notes=done.notes)
    said = f"Round {done.round} is repaired: {done.new} new boards, {done.given_up} given up, cost {done.cost:,}."
    if form.said("meets"):
        now = context.state.tournament
        game = now.rounds[-1].game_of(now.find(who).id)
        said = _at_table(game, now) if game else said
    return context.back("round", said, notes=done.notes)


def _at_table(game: Game, tournament: Tournament) -> str:
    white, black = (tournament.player(player).name for player in game.players)
    return f"Table {game.table}: {white} (White) – {black} (Black), handicap {game.handicap}."


def _forfeit(context: RequestContext, request: Repair) -> Response:
    """Let the opponents of those who do not come win; they miss this round alone, or have gone home."""
    before = context.state.tournament
    number, lost = len(before.rounds), lost_by_forfeit(before, request.without)
    if request.withdraw:
        done = context.commit(WITHDRAW, build(Withdraw, who=request.without, counts=Absence.FORFEIT))
    else:
        asked = build(Absent, who=request.without, rounds=str(number), counts=Absence.FORFEIT)
        done = context.commit(ABSENT, asked)
    gone = {before.find(who).id for who in request.without}
    winners = [(game.table, before.player(game.opponent(p)).name) for game in lost for p in game.players if p in gone]
    said = [f"Table {table}: {name} wins by forfeit." for table, name in winners]
    return context.back(f"results?round={number}", *said, notes=context.noted(done))


def _notes(done: RepairDone) -> list[str]:
    """The notes on a card, without how the absence counts: that is asked beside it."""
    return note_texts([note for note in done.notes if not isinstance(note, MissesRound)], done.tournament)


def show_repair(context: RequestContext) -> Response:
    """Ways to go on without somebody, or with somebody who is late; and the form that says more."""
    tournament, form = context.state.tournament, context.form
    if not tournament.rounds:
        raise InputError("no round has been drawn, so there is none to repair")
    last, sent = tournament.rounds[-1], context.request.method == "POST"
    there = last.present
    named = form.names if sent else context.request.query_params.getlist
    given = {name: [tournament.find(who).id for who in named(name)] for name in FIELDS}
    found = None
    if sent or any(given.values()):
        found = context.find(no_show, context.asked(Repair, **given), worker=context.worker)[0]
    return context.page(
        "repair.html",
        drawn=last,
        found=found,
        notes_of=_notes,
        inside=[p for p in tournament.players if p.id in there],
        outside=[p for p in tournament.players if p.id not in there],
        given=given,
        names=Counter(p.name for p in tournament.players),
        keep=form.text("keep"),
        excuses=[absence_text(0, False), absence_text(tournament.settings.points.absence, True)],
        tables={game.players: game.table for game in last},
    )


def show_line_up(context: RequestContext) -> Response:
    """The line-ups of a round, by default of the last one that is drawn while it has no results, else of the next."""
    tournament = context.state.tournament
    check_teams(tournament)
    number, drawn, last = context.number("round") or 0, len(tournament.rounds), tournament.settings.rounds
    if not 1 <= number <= min(drawn + 1, last):
        number = min(max(drawn, 1) + (context.overview.phase is Phase.DRAW and drawn > 0), last)
    found = line_ups(context.state, number).value
    return context.page(
        "line_ups.html",
        number=number,
        drawn=number <= drawn,
        rounds=range(1, min(drawn + 1, last) + 1),
        teams=found,
        faults={one.team.id: [fault_text(fault, tournament) for fault in one.faults] for one in found},
        empty=EMPTY,
        settings=tournament.settings.teams,
        handed={one.team.id: one for one in _waiting(context, number)},
    )


def _waiting(context: RequestContext, number: int) -> list[TeamRound]:
    """The line-ups of a round that captains have handed in, and the desk has not decided on."""
    return [one for one in context.line_ups if one.round == number]


def act_line_up(context: RequestContext) -> Response:
    """Seat a team at the boards of a drawn round, or say who plays in one that is not drawn."""
    form = context.form
    number, who = form.number("round"), form.text("team")
    if number > len(context.state.tournament.rounds):
        present = Attendance(who, form.all("plays"), number)
        done = context.do(lambda state: attend(state, present), f"{who} in round {number}")
        said = f"{done.value.team.name}: who plays in round {number} is saved."
    else:
        boards = range(1, context.state.tournament.settings.teams.boards + 1)
        alone = next((word for word in (ROSTER, STRENGTH) if form.said(word)), "")
        people = [alone] if alone else [form.text(f"b{k}") or EMPTY for k in boards]
        seated = build(LineUp, who=who, people=people, round=number, anyway=form.said("yes"))
        done = context.do(lambda state: line_up(state, seated), f"line-up of {who} in round {number}")
        said = f"{done.value.team.name}: the line-up of round {number} is saved."
    if own := [one.key for one in _waiting(context, number) if one.team.id == done.value.team.id]:
        decide(hall_of(context.desk.path), own, context.who)  # the desk has decided by itself
    return context.back(f"line-ups?round={number}#{done.value.team.id}", said, notes=context.noted(done))


PAGES = (
    Page("board", show, change, under="round"),
    Page("swap", look, do_swap, under="round"),
    Page("by-hand", show_by_hand, act, under="round"),
    Page("repair", show_repair, act_repair, under="round"),
    Page("line-ups", show_line_up, act_line_up, under="entrants"),
)
