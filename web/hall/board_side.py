"""A side of a board, or a team's side of all boards of a match: who won, one confirmation, and what both say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import token_urlsafe

from starlette.responses import Response

from ...desk.hall.links import phone_of
from ...desk.hall.phone_claims import ClosedBoardError, Seat, claim
from ...desk.rounds.show_round import shown
from ...model.records.hall import CLAIMS, Side
from ...model.teams.match_boards import match_score
from ...model.tournament.games import Game, Result
from ...model.tournament.tournament import Tournament
from .hall_context import SIDES, HallContext, seats_of_address
from .rooms import Rooms

PHONE = "mcmahon-phone"  # a random cookie: two sides that are said by one browser wait for the desk
WEEK = 7 * 24 * 3600
OPEN = "open"  # said of a board of a match that is not finished

Names = Mapping[Side, str]


def show(context: HallContext) -> Response:
    """The page of a side: a button for each result; with `say` the question whether it is right."""
    own, tournament = _seats(context)
    if own[0].at.match:
        return _show_match(context, own, tournament)
    seat, names = own[0], _names(own[0], tournament)
    say = context.query("say")
    chosen = say if say in CLAIMS and (say != "jigo" or seat.jigo) else ""
    answer = context.page(
        "board.html",
        410 if not seat.open else 200,
        base="",
        seat=seat,
        names=names,
        me=names[seat.side],
        other=names[seat.side.other],
        chosen=chosen,
        said={code: _text(context, code, names) for code in ("1-0", "0-1", "jigo")},
        outcome=_outcome(context, seat.game, names),
        desk_confirms=seat.one_phone or tournament.settings.hall.confirm == "desk",
        live=_live(context, own) if seat.open and not chosen else "",
    )
    return _recognised(context, answer, _browser(context))


def _show_match(context: HallContext, own: Sequence[Seat], tournament: Tournament) -> Response:
    """The page of a team: its boards, each with its results; `b1=1-0`: the question whether these are right."""
    match = own[0].at.match
    assert match is not None
    is_open = any(seat.open for seat in own)
    side = SIDES[context.request.path_params["side"]]
    teams = [tournament.player(team).name for team in match.players]
    chosen = {seat.board.board: said for seat in own if (said := _chosen(context.query, seat)) not in (None, seat.own)}
    boards = []
    for seat in own:
        names, at = _names(seat, tournament), shown(seat.at, tournament)
        boards.append(
            {
                "seat": seat,
                "at": at,
                "names": names,
                "said": {code: _text(context, code, names) for code in CLAIMS},
                "outcome": _outcome(context, seat.game, names),
            }
        )
    answer = context.page(
        "match.html",
        200 if is_open else 410,
        base="",
        table=match.table,
        number=own[0].board.round,
        me=teams[0 if side is Side.WHITE else 1],
        other=teams[1 if side is Side.WHITE else 0],
        teams=teams,
        score=match_score(match),
        boards=boards,
        is_open=is_open,
        chosen=chosen if is_open else {},
        word=OPEN,
        desk_confirms=tournament.settings.hall.confirm == "desk",
        live=_live(context, own) if is_open and not chosen else "",
    )
    return _recognised(context, answer, _browser(context))


def say(context: HallContext) -> Response:
    """Take what a side says, or takes back."""
    own, _ = _seats(context)
    hall, browser, client = context.room.hall, _browser(context), context.request.client
    phone = phone_of(hall.secret(), browser, client.host if client else "")
    if own[0].at.match:
        said = [(seat, word) for seat in own if (word := _chosen(context.form.text, seat)) is not None]
    else:
        said = [(own[0], "" if context.form.text("back") else context.form.text("say") or "nothing")]
    try:
        found = claim(hall, said, phone)
    except ClosedBoardError:
        return show(context)
    if any(now.agreed for now in found):
        rooms: Rooms = context.request.app.state.rooms
        rooms.enter_soon(context.room.name)
    return _recognised(context, context.to(context.request.url.path), browser)


def _chosen(field: Callable[[str], str], seat: Seat) -> str | None:
    """What a form says of a board of a match: a word of CLAIMS, blank for what is not finished, None for nothing."""
    word = field(f"b{seat.board.board}")
    if not seat.open:
        return None
    if word == OPEN:
        return ""
    return word if word in CLAIMS and (word != "jigo" or seat.jigo) else None


def _browser(context: HallContext) -> str:
    """What tells this browser from others: the cookie that it brings, or one that is new."""
    return context.request.cookies.get(PHONE) or token_urlsafe(16)


def _recognised(context: HallContext, answer: Response, browser: str) -> Response:
    """The answer, with which a browser that is new gets its cookie."""
    if not context.request.cookies.get(PHONE):
        secure = context.request.url.scheme == "https"
        answer.set_cookie(PHONE, browser, WEEK, path="/h/", httponly=True, samesite="lax", secure=secure)
    return answer


def _seats(context: HallContext) -> tuple[Sequence[Seat], Tournament]:
    """The seats that the address is for, at this moment."""
    state = context.room.desk.read()
    return seats_of_address(context.room, context.request, state), state.tournament


def _names(seat: Seat, tournament: Tournament) -> Names:
    """Who sits on both sides."""
    at = shown(seat.at, tournament)
    return {Side.WHITE: at.white_name, Side.BLACK: at.black_name}


def mark(own: Sequence[Seat]) -> int:
    """What the page of a side depends on, as a number."""
    return hash(tuple((one.claims.white, one.claims.black, one.open, one.one_phone, one.game.result) for one in own))


def _live(context: HallContext, own: Sequence[Seat]) -> str:
    """Where the page hears that it has changed."""
    return f"/h-live/{context.request.url.path.removeprefix('/h/')}?seen={mark(own)}"


def _text(context: HallContext, code: str, names: Names) -> str:
    """A result as players say it: by name."""
    if code == "jigo":
        return context.say("jigo")
    return context.say("name_won", name=names[Side.WHITE if code == "1-0" else Side.BLACK])


def _outcome(context: HallContext, game: Game, names: Names) -> str:
    """The result that is in; blank where there is none."""
    words = {Result.JIGO: "jigo", Result.VOID: "no_result", Result.BOTH_LOSE: "both_lost", Result.BOTH_WIN: "both_won"}
    if game.result is Result.UNKNOWN:
        return ""
    if game.result in words:
        return context.say(words[game.result])
    return context.say("name_won", name=names[Side.WHITE if game.half_points() == (2, 0) else Side.BLACK])
