"""Results: one field for the keyboard, a button for each side of each board, only what is outstanding."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from typing import Any
from urllib.parse import urlencode

from starlette.responses import Response

from ...desk.hall.links import hall_of
from ...desk.hall.phone_claims import OpenClaim, contradicted, open_claims
from ...desk.messages.changed_rounds import won_text
from ...desk.messages.team_texts import match_line, names_at
from ...desk.rounds.enter_results import ENTER_RESULTS, EnterResults, OneResult, names_of, open_then
from ...desk.rounds.round_numbers import round_number
from ...desk.rounds.show_round import tables_shown
from ...desk.rounds.typed_results import Seats, TypedResults, seats, typed_results
from ...desk.verb import build
from ...model.errors import McMahonError
from ...model.teams.match_boards import boards_at, match_score
from ...model.tournament.games import Game, Result, result_text
from ...model.tournament.name_search import is_found
from ...model.tournament.numbers import parse_int
from ...model.tournament.tournament import Tournament
from ..context import RequestContext
from ..page import Page

#: What the menu of a board offers: what it says, and the result.
MENU = (
    ("White wins", "1-0"),
    ("Black wins", "0-1"),
    ("Jigo", "jigo"),
    ("White wins by forfeit", "1-0!"),
    ("Black wins by forfeit", "0-1!"),
    ("Both lose", "0-0"),
    ("Both lose by forfeit", "0-0!"),
    ("No result (void)", "void"),
    ("Both win", "1-1"),
    ("Take the result out", "?"),
)
FEW = 10  # boards that nobody needs to search
SAID = 4  # sentences above the boards, of the results that were typed in a row
#: What cannot be said where nobody sits on one side.
PLAYED = ("1-0", "0-1", "jigo", "0-0!", "1-1")
#: What can be said of a whole match beside a forfeit; all else follows from its boards.
OF_MATCH = (
    ("Both teams lose", "0-0"),
    ("No result at all boards (void)", "void"),
    ("Take all results out", "?"),
)


def show(context: RequestContext, status: int = 200, left: str = "") -> Response:
    """The boards of the round that is played; with `all` those with a result too, with `table` its menu of results.

    The rest of a typed line, `left`, waits in its field, with the reasons and what it could mean.
    """
    tournament = context.state.tournament
    published = tournament.published
    number, place = parse_int(_asked(context, "round")) or 0, _asked(context, "table")
    drawn = next((one for one in published if one.number == number), published[-1] if published else None)
    games = drawn.games if drawn else ()
    open_now = (game for game in games if str(game.table) == place and not game.begun)
    of_last = drawn is not None and drawn.number == len(tournament.rounds)
    left = left or context.query("typed")
    return context.page(
        "results.html",
        status,
        left=left,
        unread=typed_results(left, seats(games, tournament)).problems if left else (),
        drawn=drawn,
        published=[one.number for one in published],
        menu=_menu(games, place, tournament),
        may_miss=[player for game in open_now for player in game.players if of_last],
        example=next((at.place for at in boards_at(games) if at.match), "17"),
        differ=_differ(context),
        **boards_listed(context, games, drawn.number if drawn else 0, parse_int(place.partition(".")[0]) or 0),
    )


def boards_listed(context: RequestContext, games: Sequence[Game], number: int, also: int = 0) -> dict[str, Any]:
    """The boards of a round that its page of results lists: those without one, `also` another table; or `all`.

    A search (`q`) looks at all boards.

    A board that had none when the page was opened (at the step `since`) stays in its place, so that no row moves under
    a finger.
    """
    everything, since = bool(_asked(context, "all")), parse_int(_asked(context, "since")) or 0
    stay = {also, *open_then(context.desk, number, since)} if since and number else {also}
    people, sought = context.state.tournament.by_id(), _asked(context, "q")
    if sought:
        listed = [g for g in games if is_found(sought, *(people[p] for p in g.players if p), table=g.table)]
    else:
        listed = [g for g in games if everything or g.result is Result.UNKNOWN or g.table in stay]
    boards = boards_at(games)
    return {
        "tables": tables_shown(listed, context.state.tournament),
        "finished": 0 if sought else len(listed) - sum(game.result is Result.UNKNOWN for game in games),
        "missing": sum(at.open for at in boards),
        "total": len(boards),
        "everything": everything,
        "q": sought,
        "few": FEW,
        "since": since or context.state.revision,
    }


def _asked(context: RequestContext, name: str) -> str:
    """A part of the address, or of the form that is answered with this page."""
    return context.query(name) or context.form.text(name)


def _menu(games: Sequence[Game], place: str, tournament: Tournament) -> dict[str, Any] | None:
    """The menu of a board or match at a place such as `3` or `3.2`: who plays, the result, what can be said."""
    at = next((one for one in boards_at(games) if one.place == place), None)
    match = next((game for game in games if game.boards and str(game.table) == place), None)
    if at is not None:
        title, result = names_at(at, tournament), result_text(at.game.result, at.game.by_default)
        options = [one for one in MENU if all(at.game.players) or one[1] not in PLAYED]
    elif match is not None:
        white, black = (tournament.player(team).name for team in match.players)
        title, result = f"{white} – {black}", match_score(match)
        options = [(f"{white} wins by forfeit", "1-0!"), (f"{black} wins by forfeit", "0-1!"), *OF_MATCH]
    else:
        return None
    return {"place": place, "title": title, "result": result, "options": [o for o in options if o[1] != "?" or result]}


def _differ(context: RequestContext) -> list[OpenClaim]:
    """The boards of which players differ, or agree on one phone; none if the files of the hall cannot be read."""
    with suppress(McMahonError):
        waiting = open_claims(context.state, hall_of(context.desk.path).state())
        return [one for one in waiting if one.claims.differ or one.one_phone]
    return []


def _contradicted(context: RequestContext, entered: Sequence[OneResult]) -> list[str]:
    """The claims of phones against these results; none if the files of the hall cannot be read."""
    with suppress(McMahonError):
        return contradicted(hall_of(context.desk.path).state(), entered, context.state.tournament)
    return []


def _names(one: OneResult, tournament: Tournament) -> str:
    if one.match:
        return names_of(one, tournament)
    return " – ".join(tournament.player(player).name for player in one.game.players)


def _seats(context: RequestContext) -> Seats:
    """The names at the tables of the round that a form is about."""
    tournament = context.state.tournament
    return seats(tournament.round(round_number(tournament, context.form.number("round"))), tournament)


def enter(context: RequestContext) -> Response:
    """Enter what was typed, or what a button says; a script is answered with the page itself, in one go."""
    form = context.form
    typed = TypedResults(form.results()) if form.results() else typed_results(form.text("typed"), _seats(context))
    if typed.left and not typed.results:
        return show(context, 422, typed.left)
    typed.check_any()
    request = build(EnterResults, results=typed.results, round=form.number("round"), again=form.said("yes"))
    done = context.commit(ENTER_RESULTS, request)
    said = []
    for one in done.value.entered:
        text = result_text(one.game.result, one.game.by_default) or "no result"
        if one.replaced:
            was, now = (won_text(game, one.match, done.after.tournament) for game in (one.before, one.game))
            text = f"{now if one.game.result is not Result.UNKNOWN else text} instead of {was}"
        said.append(f"Table {one.place}: {_names(one, done.after.tournament)} {text}")
    matches = {one.match.table: one.match for one in done.value.entered if one.match}
    said += [match_line(match, done.after.tournament).replace("table", "Table", 1) for match in matches.values()]
    if len(said) > SAID:
        said[SAID - 1 :] = [f"and {len(said) - SAID + 1} more"]
    notes = [*context.noted(done), *_contradicted(context, done.value.entered)]
    if context.request.headers.get("hx-request"):
        context.said = said, notes, context.is_step
        return show(context, left=typed.left)
    kept = {"typed": typed.left} | {name: form.text(name) for name in ("all", "since", "q")}
    address = f"results?{urlencode({'round': done.value.number} | {name: kept[name] for name in kept if kept[name]})}"
    return context.back(address, *said, notes=notes)


PAGES = (Page("results", show, enter, menu=(3, "Results")),)
