"""The desk's page of the hall: links, sheets and slips to print, results that differ, check-ins that wait."""

from __future__ import annotations

from datetime import datetime

import msgspec
from markupsafe import Markup
from starlette.responses import HTMLResponse, Response

from ...desk.files.publish_pages import slips_of
from ...desk.hall import links
from ...desk.hall.arrivals import arrivals, confirm, refuse
from ...desk.hall.hand_in import decide, take, waiting
from ...desk.hall.links import NewLink
from ...desk.hall.phone_claims import enter_agreed, open_claims, round_played, settle
from ...desk.messages.written_values import words_for
from ...desk.rounds.show_round import shown
from ...model.errors import FolderError, InputError
from ...model.language import Words, counted
from ...model.records.hall import Board, Role, Side
from ...model.tournament.games import Game
from ..context import RequestContext
from ..guard import PAGE_POLICY
from ..page import Page
from ..rendering import rendered
from .hall_context import spoken
from .outside import Outside, qr
from .rooms import Room

#: Roles as the page offers them: what they are called, and what their link does.
ROLES = (
    (Role.READER, "Readers", "Pairings, standings, a page for each player, the projector"),
    (Role.CHECK_IN, "Check-in", "Players say that they are here"),
    (Role.HELPER, "Helper", "Results and check-ins, under their name"),
    (Role.DESK, "Second desk", "Everything in this tournament, on your phone or another laptop"),
)

#: What is printed above the code of a link for players, in the language of the pages.
PRINTED = {Role.READER: "readers", Role.CHECK_IN: "check_in", Role.CAPTAIN: "line_ups"}
OF_LINKS = ("make", "captains", "revoke", "count", "anew")  # buttons


def show(context: RequestContext) -> Response:
    """Links and what waits for the desk."""
    room, state = context.room, context.state
    said = room.hall.state()
    return context.page(
        "hall/desk.html",
        outside=_outside(context),
        folder=context.home.folder,
        roles=[one for one in ROLES if one[0] is not Role.DESK or context.is_director],
        elsewhere=room.hall.is_from_elsewhere(),
        links=[link for link in room.hall.links() if not link.revoked and not link.team],
        gone=[link for link in room.hall.links() if link.revoked],
        when=_when,
        claims=[(one, shown(one.at, state.tournament)) for one in open_claims(state, said)],
        claim_text=claim_text,
        line_ups=waiting(state, said),
        captains=links.of_captains(room.hall.links(), state.tournament),
        confirm=state.tournament.settings.hall.confirm,
        found=arrivals(state, said),
        drawn=round_played(state.tournament),
    )


def claim_text(code: str) -> str:
    """What a side says, for the desk."""
    return {"1-0": "White won", "0-1": "Black won", "jigo": "jigo"}.get(code, "nothing yet")


def act(context: RequestContext) -> Response:
    """Make or take back a link, settle results, confirm line-ups and check-ins."""
    form, room = context.form, context.room
    if any(map(form.said, OF_LINKS)):
        return _links(context, room)
    if form.said("take") or form.said("not_taken"):
        return _line_ups(context, room)
    if form.results():
        place, result = next(iter(form.results().items()))
        settle(context.desk, room.hall, place, result, context.who)
        return context.back("hall", f"Table {place}: {claim_text(result)}.")
    if form.said("nod"):
        places = enter_agreed(context.desk, room.hall, nod=context.who)
        return context.back("hall", f"{counted(len(places), 'result')} entered.", undo=bool(places))
    return _check_in(context, room)


def _links(context: RequestContext, room: Room) -> Response:
    """Make links or take one back; of a folder from elsewhere, let those that are there count, or begin anew."""
    form = context.form
    if form.said("count"):
        room.hall.let_count()
        return context.back("hall", "Links and slips that were made elsewhere count here now.", undo=False)
    if form.said("anew"):
        room.hall.begin_anew()
        said = "There are no links any more, and slips printed so far are for nothing."
        return context.back("hall", said, undo=False)
    if form.said("revoke"):
        link = links.revoke(room.hall, form.number("revoke"))
        return context.back("hall", f"The link {link.who} is taken back; whoever has it gets no further.", undo=False)
    _own_room(context)
    if form.said("make"):
        if form.text("make") == Role.DESK:
            context.only_director("make the link of another desk")
        request = NewLink(form.text("make"), form.text("label"), form.text("tables"), only=form.text("only"))
        link = links.make(room.hall, request, context.state.tournament, "" if context.is_director else context.who)
        return context.back(f"hall/sheet/{link.id}", undo=False)
    links.make_for_captains(room.hall, context.state.tournament)
    return context.back("hall/captains", undo=False)


def _line_ups(context: RequestContext, room: Room) -> Response:
    form, page = context.form, context.form.text("page")
    page = page if page in ("line-ups", "round") else "hall"
    if form.said("not_taken"):
        decide(room.hall, [_handed(form.text("not_taken"))], context.who, taken=False)
        return context.back(page, "That line-up counts no more; its captain is told so.", undo=False)
    count = take(context.desk, room.hall, [_handed(text) for text in form.all("take")], context.who, context.seen)
    return context.back(page, f"{counted(count, 'line-up')} entered.")


def _handed(value: str) -> tuple[str, int, int]:
    """Which line-up a button is for: its team, its round, how often one was handed in. Raises InputError."""
    try:
        return msgspec.json.decode(value, type=tuple[str, int, int])
    except msgspec.DecodeError:
        raise InputError("no line-up is named") from None


def _check_in(context: RequestContext, room: Room) -> Response:
    """Confirm some check-ins, or all; or say that somebody is not here."""
    if context.form.said("refuse"):
        player = context.form.text("refuse")
        refuse(room.hall, player, context.who)
        return context.back("hall", "That check-in counts no more.", undo=False)
    found, people = arrivals(context.state, room.hall.state()), context.state.tournament.by_id()
    chosen = list(found.waiting) if context.form.said("all") else context.form.all("here")
    confirm(context.desk, room.hall, chosen, context.who)
    without = [people[player].name for player in chosen if player in found.not_for_it]
    notes = [f"Not for round {found.round}: {'; '.join(without)}."] if without else []
    return context.back("hall", f"{counted(len(chosen), 'check-in')} confirmed.", notes=notes, undo=False)


def sheet(context: RequestContext) -> Response:
    """A link as a sheet to print, again at any time: what it is for, its QR code, the Wi-Fi's name."""
    room, number = _own_room(context), int(context.request.path_params["id"])
    link = next((one for one in room.hall.links() if one.id == number and not one.revoked), None)
    if link is None:
        raise InputError(f"there is no link {number}; look at the list again")
    if link.role is Role.DESK:
        context.only_director("print the link of another desk")
    token = links.address_token(room.hall, link)
    if not token:
        raise InputError(f"the secret of link {number} is gone; take the link back and make a new one")
    address = _outside(context).link(context.name, token)
    title = next((title for role, title, _ in ROLES if role is link.role), "Line-ups")
    return context.page(
        "hall/sheet.html",
        link=link,
        title=title,
        printed=PRINTED.get(link.role, ""),
        address=address,
        qr=qr(address, title),
        outside=_outside(context),
        **spoken(_words(context)),
    )


def captains(context: RequestContext) -> Response:
    """A card for each captain, with the QR code of the team's link."""
    room = _own_room(context)
    cards = []
    for link in links.of_captains(room.hall.links(), context.state.tournament):
        address = _outside(context).link(context.name, links.address_token(room.hall, link))
        cards.append((context.state.tournament.player(link.team).name, qr(address, link.label)))
    return _printed(context, "hall/captains.html", cards=cards)


def slips(context: RequestContext) -> Response:
    """The result slips of the round that is played, with a QR code for each side of each board."""
    drawn = round_played(context.state.tournament)
    if drawn is None:
        raise InputError("no round is published yet, so there are no slips")
    sheets, pins = slips_of(context.state.tournament, drawn, _words(context))
    codes = {game.table: _codes(context, drawn.number, game) for game in drawn}
    return _printed(context, "hall/slips.html", number=drawn.number, sheets=sheets, codes=codes, pins=pins)


def _printed(context: RequestContext, template: str, **values: object) -> Response:
    """A page to print for players, in the language of the tournament's pages."""
    values |= {"live": "", "editions": (), "outside": _outside(context), "back": f"/t/{context.name}/hall"}
    event = context.state.tournament.settings.name or context.name
    text = rendered(template, {**values, **spoken(_words(context)), "event": event})
    return HTMLResponse(text, headers={"content-security-policy": PAGE_POLICY})


def _words(context: RequestContext) -> Words:
    return words_for([context.state.tournament.settings.pages.language])


def _codes(context: RequestContext, number: int, game: Game) -> list[tuple[Side, Markup]]:
    secret, outside = _own_room(context).hall.secret(), _outside(context)
    found = []
    for side in Side:
        token = links.board_token(secret, Board.of(number, game), side)
        address = outside.board(context.name, number, game.table, side[0], token)
        found.append((side, qr(address, f"Table {game.table}, {side}")))
    return found


def _own_room(context: RequestContext) -> Room:
    """The room, where its links count here. Raises InputError."""
    room = context.room
    if room.hall.is_from_elsewhere():
        raise InputError("the links of this folder were made on another machine; the page Hall asks what to do")
    return room


def _outside(context: RequestContext) -> Outside:
    found: Outside = context.request.app.state.outside
    return found


def _when(time: str) -> str:
    """A time of the hall on this machine's clock: `14:05`, with the day where it is another one."""
    if not time:
        return ""
    try:
        local = datetime.fromisoformat(time).astimezone()
    except (ValueError, OverflowError, OSError):
        raise FolderError(f"the hall's files have a wrong time: {time}") from None
    today = datetime.now().astimezone().date() == local.date()
    return f"{local:%H:%M}" if today else f"{local:%Y-%m-%d %H:%M}"


PAGES = (
    Page("hall", show, act, menu=(7, "Hall")),
    Page("hall/sheet/{id:int}", sheet),
    Page("hall/slips", slips),
    Page("hall/captains", captains),
)
