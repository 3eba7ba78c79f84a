"""Results: one field for the keyboard, a button for each side of each board, only what is outstanding."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass

from starlette.responses import Response

from ...desk.hall.links import hall_of
from ...desk.hall.phone_claims import OpenClaim, open_claims
from ...desk.messages.changed_rounds import won_text
from ...desk.messages.team_texts import match_line, names_at
from ...desk.rounds.enter_results import ENTER_RESULTS, EnterResults, OneResult, names_of, open_then, typed_results
from ...desk.rounds.show_round import tables_shown
from ...desk.verb import build
from ...model.errors import McMahonError
from ...model.teams.match_boards import boards_at, match_score
from ...model.tournament.games import Game, Result, result_text
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
SAID = 4  # sentences above the boards, of the results that were typed in a row
#: What cannot be said where nobody sits on one side.
PLAYED = ("1-0", "0-1", "jigo", "0-0!", "1-1")
#: What can be said of a whole match beside a forfeit; all else follows from its boards.
OF_MATCH = (
    ("Both teams lose", "0-0"),
    ("No result at all boards (void)", "void"),
    ("Take all results out", "?"),
)


def show(context: RequestContext) -> Response:
    """The boards of the round that is played; with `all` those with a result too, with `table` its menu of results."""
    tournament = context.state.tournament
    published = [drawn for drawn in tournament.rounds if not drawn.draft]
    number, since = (parse_int(_asked(context, name)) or 0 for name in ("round", "since"))
    drawn = next((one for one in published if one.number == number), published[-1] if published else None)
    games = list(drawn.games) if drawn else []
    everything, place = bool(_asked(context, "all")), _asked(context, "table")
    left = open_then(context.desk, drawn.number, since) if drawn and since else set()
    left.add(parse_int(place.partition(".")[0]) or 0)
    boards = boards_at(games)
    listed = [g for g in games if everything or g.result is Result.UNKNOWN or g.table in left]
    return context.page(
        "results.html",
        drawn=drawn,
        published=[one.number for one in published],
        tables=tables_shown(listed, tournament),
        finished=len(listed) - sum(game.result is Result.UNKNOWN for game in games),
        missing=sum(at.open for at in boards),
        total=len(boards),
        everything=everything,
        since=since or context.state.revision,
        menu=_menu(games, place, tournament),
        people=tournament.by_id(),
        example=next((at.place for at in boards if at.match), "17"),
        differ=_differ(context),
    )


def _asked(context: RequestContext, name: str) -> str:
    """A part of the address, or of the form that is answered with this page."""
    return context.query(name) or context.form.text(name)


@dataclass(frozen=True, slots=True)
class Menu:
    """The results of a board, or of a whole match: its place, who plays, what there is, what can be said."""

    place: str
    title: str
    result: str
    items: Sequence[tuple[str, str]]


def _menu(games: Sequence[Game], place: str, tournament: Tournament) -> Menu | None:
    """The menu of a place such as `3` or `3.2`; None for what is none."""
    at = next((one for one in boards_at(games) if one.place == place), None)
    if at is not None:
        result = _text(at.game)
        items = [item for item in MENU if all(at.game.players) or item[1] not in PLAYED]
        return Menu(place, names_at(at, tournament), result, [item for item in items if item[1] != "?" or result])
    match = next((game for game in games if game.boards and str(game.table) == place), None)
    if match is None:
        return None
    white, black = (tournament.player(team).name for team in match.players)
    results = match_score(match)
    items = [(f"{white} wins by forfeit", "1-0!"), (f"{black} wins by forfeit", "0-1!"), *OF_MATCH]
    return Menu(place, f"{white} – {black}", results, [item for item in items if item[1] != "?" or results])


def _differ(context: RequestContext) -> list[OpenClaim]:
    """The boards of which the players say different results, or the same on one phone.

    None where the hall's files cannot be read.
    """
    with suppress(McMahonError):
        waiting = open_claims(context.state, hall_of(context.desk.path).state())
        return [one for one in waiting if one.claims.differ or one.one_phone]
    return []


def _text(game: Game) -> str:
    return result_text(game.result, game.by_default)


def _names(one: OneResult, tournament: Tournament) -> str:
    """Who plays, in a match with their teams."""
    if one.match:
        return names_of(one, tournament)
    return " – ".join(tournament.player(player).name for player in one.game.players)


def enter(context: RequestContext) -> Response:
    """Enter what was typed, or what a button says; a script is answered with the page itself, in one go."""
    form = context.form
    results = form.results() or typed_results(form.text("typed"))
    request = build(EnterResults, results=results, round=form.number("round"), again=form.said("yes"))
    done = context.commit(ENTER_RESULTS, request)
    said = []
    for one in done.value.entered:
        text = _text(one.game) or "no result"
        if one.replaced:
            was, now = (won_text(game, one.match, done.after.tournament) for game in (one.before, one.game))
            text = f"{now if one.game.result is not Result.UNKNOWN else text} instead of {was}"
        said.append(f"Table {one.place}: {_names(one, done.after.tournament)} {text}")
    matches = {one.match.table: one.match for one in done.value.entered if one.match}
    said += [match_line(match, done.after.tournament).replace("table", "Table", 1) for match in matches.values()]
    if len(said) > SAID:
        said[SAID - 1 :] = [f"and {len(said) - SAID + 1} more"]
    if context.request.headers.get("hx-request"):
        context.said = said, context.noted(done), True
        return show(context)
    more = ("&all=1" if form.said("all") else "") + (f"&since={form.number('since')}" if form.said("since") else "")
    return context.back(f"results?round={done.value.number}{more}", *said, notes=context.noted(done))


PAGES = (Page("results", show, enter, menu=(3, "Results")),)
