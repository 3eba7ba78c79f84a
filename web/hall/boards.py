"""A side of a board: who won, one confirmation, and what both say."""

from __future__ import annotations

from secrets import token_urlsafe

from starlette.responses import Response

from ...desk.hall.boards import ClosedBoardError, Seat, claim, seat
from ...desk.hall.links import phone_of
from ...model.records.hall import CLAIMS, Side
from ...model.tournament.games import HALF_POINTS, Game, Result
from .calls import Call, NoWayInError
from .rooms import Rooms

SIDES = {"w": Side.WHITE, "b": Side.BLACK}
PHONE = "mcmahon-phone"  # a random cookie: two sides that are said by one browser wait for the desk
WEEK = 7 * 24 * 3600


def show(call: Call) -> Response:
    """The page of a side: a button for each result; with `say` the question whether it is right."""
    own, names = _seat(call)
    say = call.query("say")
    chosen = say if own.open and say in CLAIMS and (say != "jigo" or own.jigo) else ""
    answer = call.page(
        "board.html",
        410 if not own.open else 200,
        base="",
        seat=own,
        names=names,
        me=names[own.side],
        other=names[own.side.other],
        chosen=chosen,
        said={code: _text(call, code, names) for code in ("1-0", "0-1", "jigo")},
        outcome=_outcome(call, own.game, names) if not own.open else "",
        desk_confirms=own.one_phone or call.room.desk.read().tournament.settings.hall.confirm == "desk",
        live=f"/h-live/{_path(call)}?seen={mark(own)}" if own.open and not chosen else "",
    )
    return _recognised(call, answer, _browser(call))


def say(call: Call) -> Response:
    """Take what a side says, or takes back."""
    own, _ = _seat(call)
    hall, browser, client = call.room.hall, _browser(call), call.request.client
    phone = phone_of(hall.secret(), browser, client.host if client else "")
    try:
        now = claim(hall, own, "" if call.text("back") else call.text("say") or "nothing", phone)
    except ClosedBoardError:
        return show(call)
    if now.agreed:
        rooms: Rooms = call.request.app.state.rooms
        rooms.enter_soon(call.room.name)
    return _recognised(call, call.to(call.request.url.path), browser)


def _browser(call: Call) -> str:
    """What tells this browser from others: the cookie that it brings, or one that is new."""
    return call.request.cookies.get(PHONE) or token_urlsafe(16)


def _recognised(call: Call, answer: Response, browser: str) -> Response:
    """The answer, with which a browser that is new gets its cookie."""
    if not call.request.cookies.get(PHONE):
        secure = call.request.url.scheme == "https"
        answer.set_cookie(PHONE, browser, WEEK, path="/h/", httponly=True, samesite="lax", secure=secure)
    return answer


def _seat(call: Call) -> tuple[Seat, dict[Side, str]]:
    """The seat that the address is for, and both names. Raises NoWayInError for a token that is for none."""
    parts = call.request.path_params
    side = SIDES.get(parts["side"])
    state = call.room.desk.read()
    own = (
        seat(state, call.room.hall, call.number("round"), call.number("table"), side, parts["token"]) if side else None
    )
    if own is None:
        raise NoWayInError
    players = state.tournament.by_id()
    return own, {Side.WHITE: players[own.game.white].name, Side.BLACK: players[own.game.black].name}


def mark(own: Seat) -> int:
    """What the page of a side depends on, as a number."""
    return hash((own.claims.white, own.claims.black, own.open, own.one_phone))


def _path(call: Call) -> str:
    return call.request.url.path.removeprefix("/h/")


def _text(call: Call, code: str, names: dict[Side, str]) -> str:
    """A result as players say it: by name."""
    if code == "jigo":
        return call.say("jigo")
    return call.say("name_won", name=names[Side.WHITE if code == "1-0" else Side.BLACK])


def _outcome(call: Call, game: Game, names: dict[Side, str]) -> str:
    """The result that is in; blank where the round is over without one."""
    words = {Result.JIGO: "jigo", Result.VOID: "no_result", Result.BOTH_LOSE: "both_lost", Result.BOTH_WIN: "both_won"}
    if game.result is Result.UNKNOWN:
        return ""
    if game.result in words:
        return call.say(words[game.result])
    return call.say("name_won", name=names[Side.WHITE if HALF_POINTS[game.result] == (2, 0) else Side.BLACK])
