"""The standings after any round, in sections where they are wanted, and why somebody has a place."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import Response

from ...desk.messages.written_values import criterion_heading, criterion_meaning
from ...desk.placing.rank import ExplainPlace, Ranked, Ranking
from ...desk.placing.rank import explain as explained_place
from ...desk.placing.rank import standings as ranked
from ...desk.verb import build
from ...model.errors import InputError
from ...model.notes import note_texts
from ...model.tournament.numbers import minus
from ...model.tournament.person import Player
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ..context import RequestContext
from ..page import Page

#: Places by wins, offered where handicaps make every game even: the McMahon score places by strength first.
BY_WINS = "WINS,SOS"


def show(context: RequestContext) -> Response:
    """The crosstable."""
    request = asked(context)
    problems: list[str] = []
    try:
        found = context.desk.ask(lambda state: ranked(state, request))
    except InputError as error:
        problems = [str(problem) for problem in error.problems]
        found = context.desk.ask(ranked)
    value: Ranked = found.value
    tournament = context.state.tournament
    first = value.standings.criteria[0] if value.standings.criteria else "MMS"
    return context.page(
        "standings.html",
        422 if problems else 200,
        found=value,
        parts=value.sections if value.sections is not None else [None],
        request=request,
        by_wins=BY_WINS if _offers_wins(tournament.settings) else "",
        others=[name for name in value.standings.columns if name != first],
        teams=value.teams,
        first=first,
        figure=lambda row, name: minus(row.text(name)),
        called=criterion_heading,
        meaning=criterion_meaning,
        published=[drawn.number for drawn in tournament.rounds if not drawn.draft],
        columns=_columns(tournament, [row.player for row in value.standings.rows]),
        problems=problems,
        notes=note_texts(found.notes, tournament),
    )


def asked(context: RequestContext) -> Ranking:
    """The standings that the address asks for."""
    return build(
        Ranking,
        after=context.number("round"),
        by=context.query("by"),
        only=context.query("only"),
        ratings=bool(context.query("ratings")),
        criteria=context.query("criteria"),
        people=bool(context.query("people")),
    )


def _offers_wins(settings: Settings) -> bool:
    """Whether most games have handicaps, and places do not go by wins anyway."""
    return settings.handicap.rule != "none" and settings.placing.order[0] != "WINS" and not settings.of_teams


def _columns(tournament: Tournament, players: Iterable[Player]) -> list[str]:
    """By what sections can be made: bands, groups, clubs …, and the columns of the registrations."""
    titles = dict.fromkeys(title for player in (*tournament.players, *players) for title, _ in player.extra)
    groups = ["group"] if any(player.groups for player in tournament.players) else []
    stage = ["stage"] if tournament.settings.decided.drawn_groups else []
    return ["band", *stage, *groups, "club", "country", "rank", *titles]


def explained(context: RequestContext) -> Response:
    """Why a player has this place."""
    player, people = context.request.path_params["player"], bool(context.query("people"))
    request = build(
        ExplainPlace, player=player, after=context.number("round"), criteria=context.query("criteria"), people=people
    )
    found = context.desk.ask(lambda state: explained_place(state, request)).value
    return context.page("place.html", here="standings", place=found, table=found.standings)


PAGES = (
    Page("standings", show, menu=(4, "Standings")),
    Page("standings/{player:path}", explained),
)
