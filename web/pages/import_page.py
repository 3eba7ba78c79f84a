"""A file of registrations: what is wrong beside its lines, what it would change, and only then written."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

import msgspec
from starlette.responses import Response

from ...desk.people.joined_clubs import clubs_to_join, joining
from ...desk.people.list_findings import grouped
from ...desk.people.match_ratings import (
    FIELDS,
    MOST_SHOWN,
    Decided,
    Ratings,
    decide,
    match,
    read_rating_list,
    would_change,
)
from ...desk.people.register import OTHER_ENCODING, REGISTER, Register, fetched, kept_address, register, taken_back
from ...desk.settings.change_settings import change
from ...desk.verb import build
from ...model.errors import InputError, Problem
from ...model.language import counted
from ...model.notes import Note, Remark, note_texts
from ...model.rating_lists.rating_match import ListedPlayer, MatchVerdict, RatingChange, RatingMatch
from ...model.tournament.person import Player
from ..context import RequestContext
from ..forms import parts_of
from ..page import Page

NONE = build(Register, name="")  # no list of players


def act(context: RequestContext) -> Response:
    """Look at a file, or at what was mended of it; write it where somebody has said so."""
    request = context.sent_file
    if not request.text.strip():
        return show(context, request, [Problem("nothing was sent", expected="a file, or lines in the field")])
    return look(context, request) if not context.form.said("write") else _write(context, request)


def _write(context: RequestContext, request: Register) -> Response:
    try:
        merged = context.commit(REGISTER, request)
    except InputError as error:
        return show(context, request, error.problems)
    said = f"{len(merged.value.new)} new, {len(merged.value.changed)} changed."
    groups = grouped(_not_asked(request, merged.outcome.notes), merged.after.tournament)
    return context.back("entrants", said, notes=[*merged.found, *(group.short for group in groups)])


def _not_asked(request: Register, notes: Iterable[Note]) -> list[Note]:
    """The notes without the one on the encoding, which the page asks about by itself."""
    return [n for n in notes if not (request.read_in and isinstance(n, Remark) and n.ways_on == OTHER_ENCODING)]


def look(context: RequestContext, request: Register) -> Response:
    """What a file would change, or what is wrong with it."""
    try:
        found = context.desk.ask(lambda state: register(state, request))
    except InputError as error:
        return show(context, request, error.problems)
    known, after = context.state.tournament.by_id(), found.state.tournament
    return context.page(
        "import.html",
        found=found.value,
        new=[after.player(one) for one in found.value.new],
        changed=[(known[one], changes) for one, changes in found.value.changed.items()],
        groups=grouped(
            [*taken_back(context.desk, context.state, found.state), *_not_asked(request, found.notes)], after
        ),
        line_texts=dict(enumerate(request.text.split("\n"), 1)),
        **parts_of(
            request,
            after.settings.rounds,
            of_people=after.settings.entrants.kind != "players",
            understood=found.value.columns,
        ),
    )


def fetch(context: RequestContext) -> Response:
    """What the sheet at an address would change; for the director alone. Who is paired already stays."""
    return look(context, fetched(context.desk.path, context.form.text("address")))


def edit(context: RequestContext) -> Response:
    """The lines once more, to be changed by hand."""
    return show(context, context.sent_file)


def show(context: RequestContext, request: Register = NONE, problems: Sequence[Problem] = ()) -> Response:
    """The page of a file that cannot be taken yet, each problem beside its line; at first an empty one."""
    settings = context.state.tournament.settings
    parts = parts_of(request, settings.rounds, problems, settings.entrants.kind != "players")
    address = kept_address(context.desk.path) if context.is_director else ""
    return context.page("import.html", 422 if problems else 200, found=None, address=address, **parts)


@dataclass(frozen=True, slots=True)
class Offered:
    """A line that may be a player: as it is sent back, how much alike in percent, what it would change."""

    line: ListedPlayer
    sent: str
    likeness: int
    changes: Sequence[RatingChange]


@dataclass(frozen=True, slots=True)
class Asked:
    """A player with the lines that they may be, and why that is not sure."""

    player: Player
    reason: str
    offers: list[Offered]


def show_ratings(context: RequestContext) -> Response:
    """An empty page for a list."""
    return context.page("ratings.html", read=None, fields=FIELDS)


def act_ratings(context: RequestContext) -> Response:
    """Look the players up in a list that was sent, or apply what was decided."""
    form = context.form
    if form.said("apply"):
        return _apply(context)
    if "file" not in form.files:
        raise InputError([Problem("no list was sent", expected="a rating list as a file")])
    name, data = form.files["file"]
    only = ",".join(field for field in FIELDS if field in form.all("only"))
    request = build(Ratings, only=only, found=read_rating_list(data, name))
    found = match(context.state, request)
    matches = found.value.matches
    sure = [_asked(context, request, one) for one in matches if one.verdict is MatchVerdict.SURE]
    doubtful = [_asked(context, request, one) for one in matches if one.verdict is not MatchVerdict.SURE]
    return context.page(
        "ratings.html",
        read=request.found,
        name=name,
        only=request.only,
        fields=FIELDS,
        sure=[one for one in sure if one.offers[0].changes],
        same=sum(not one.offers[0].changes for one in sure),
        doubtful=[one for one in doubtful if one.offers],
        none=[one.player for one in doubtful if not one.offers],
        remarks=note_texts(found.notes, context.state.tournament),
    )


def _asked(context: RequestContext, request: Ratings, one: RatingMatch) -> Asked:
    offers = []
    for candidate in one.candidates[:MOST_SHOWN]:
        line = candidate.listed
        changes = would_change(context.state, one.player, line, request)
        offers.append(Offered(line, msgspec.json.encode(line).decode(), candidate.likeness, changes))
    return Asked(one.player, one.reason, offers)


def _apply(context: RequestContext) -> Response:
    form = context.form
    chosen = {name.removeprefix("take_"): form.text(name) for name in form.fields if name.startswith("take_")}
    lines = {who: _line(text) for who, text in chosen.items() if text}
    request = Decided(form.text("form"), lines, form.text("only"))
    if not lines:
        return context.back("entrants", "Nothing was chosen; nobody has changed.", undo=False)
    done = context.do(lambda state: decide(state, request), f"ratings from {form.text('name') or 'a list'}")
    return context.back("entrants", f"{done.value} players changed by the rating list.", notes=context.noted(done))


def _line(text: str) -> ListedPlayer:
    """A line as the page has sent it. Raises InputError."""
    try:
        return msgspec.json.decode(text, type=ListedPlayer)
    except msgspec.DecodeError:
        expected = "a line of the page"
        raise InputError([Problem("this is no line of a rating list", value=text[:60], expected=expected)]) from None


def show_clubs(context: RequestContext) -> Response:
    """The clubs that may be one, each group with a tick, and those that are joined."""
    groups = context.state.tournament.settings.pairing.club_groups
    return context.page("clubs.html", proposals=clubs_to_join(context.state).value, joined=groups)


def join_clubs(context: RequestContext) -> Response:
    """Join the clubs of each group that is ticked."""
    keys = context.form.all("join")
    done = context.do(lambda state: change(state, joining(state, keys), context.is_director), "join clubs")
    left = clubs_to_join(done.after).value
    said = f"{counted(len(keys), 'group')} of clubs joined."
    return context.back("clubs" if left else "entrants", said, notes=context.noted(done))


PAGES = (
    Page("clubs", show_clubs, join_clubs, under="entrants"),
    Page("import", show, act, under="entrants"),
    Page("import/edit", None, edit, under="entrants"),
    Page("import/fetch", None, fetch, director=True, under="entrants"),
    Page("ratings", show_ratings, act_ratings, under="entrants"),
)
