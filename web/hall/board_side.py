"""A side of a board, or a team's side of all boards of a match: who won, one confirmation, and what both say."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from secrets import token_urlsafe
from typing import Any

from starlette.responses import Response

from ...desk.hall.links import phone_of
from ...desk.hall.phone_claims import ClosedBoardError, Seat, claim
from ...desk.rounds.show_round import shown
from ...model.records.hall import CLAIMS, Side
from ...model.teams.match_boards import match_score
from ...model.tournament.games import Game, Result
from ...model.tournament.tournament import Tournament
from ..doors import address_of
from .hall_context import SIDES, HallContext, seats_of_address
from .rooms import Rooms

PHONE = "mcmahon-phone"  # a random cookie: two sides that are said by one browser wait for the desk
WEEK = 7 * 24 * 3600
OPEN = "open"  # said of a board of a match that is not finished

Names = Mapping[Side, str]


def show(context: HallContext) -> Response:
    """The page of a side: a button for each result; with `say`, in a match `b1`, the question whether it is right."""
    own, tournament = _seats(context)
    is_open, match = any(seat.open for seat in own), own[0].at.match
    values = _match(context, own, match, tournament) if match else _board(context, own[0], tournament)
    live = f"/h-live/{context.request.url.path.removeprefix('/h/')}?seen={mark(own)}"
    answer = context.page(
        "match.html" if match else "board.html",
        200 if is_open else 410,
        base="",
        desk_confirms=tournament.settings.hall.confirm == "desk",
        live=live if is_open and not values["chosen"] else "",
        **values,
    )
    return _recognised(context, answer, _browser(context))


def _board(context: HallContext, seat: Seat, tournament: Tournament) -> dict[str, Any]:
    found, say = _shown(context, seat, tournament), context.query("say")
    chosen = say if say in CLAIMS and (say != "jigo" or seat.jigo) else ""
    names = found["names"]
    return {**found, "me": names[seat.side], "other": names[seat.side.other], "chosen": chosen}


def _match(context: HallContext, own: Sequence[Seat], match: Game, tournament: Tournament) -> dict[str, Any]:
    side = SIDES[context.request.path_params["side"]]
    teams = [tournament.player(team).name for team in match.players]
    chosen = {seat.board.board: said for seat in own if (said := _chosen(context.query, seat)) not in (None, seat.own)}
    is_open = any(seat.open for seat in own)
    return {
        "table": match.table,
        "number": own[0].board.round,
        "me": teams[0 if side is Side.WHITE else 1],
        "other": teams[1 if side is Side.WHITE else 0],
        "teams": teams,
        "score": match_score(match),
        "boards": [_shown(context, seat, tournament) for seat in own],
        "is_open": is_open,
        "chosen": chosen if is_open else {},
        "word": OPEN,
    }


def _shown(context: HallContext, seat: Seat, tournament: Tournament) -> dict[str, Any]:
    """A seat as a page shows it: who sits there, what each claim says, and the result that is in."""
    at = shown(seat.at, tournament)
    names = {Side.WHITE: at.white_name, Side.BLACK: at.black_name}
    said = {code: _text(context, code, names) for code in CLAIMS}
    return {"seat": seat, "at": at, "names": names, "said": said, "outcome": _outcome(context, seat.game, names)}


def say(context: HallContext) -> Response:
    """Take what a side says, or takes back."""
    own, _ = _seats(context)
    hall, browser = context.room.hall, _browser(context)
    phone = phone_of(hall.secret(), browser, address_of(context.request))
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
    state = context.room.desk.read()
    return seats_of_address(context.room, context.request, state), state.tournament


def mark(own: Sequence[Seat]) -> int:
    """What the page of a side depends on, as a number."""
    return hash(tuple((one.claims.white, one.claims.black, one.open, one.one_phone, one.game.result) for one in own))


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
