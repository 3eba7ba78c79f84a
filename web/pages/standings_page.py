"""The standings after any round, in sections where they are wanted, and why somebody has a place."""

from __future__ import annotations

from collections.abc import Iterable

from starlette.responses import Response

from ...desk.hall.arrivals import rounds_to_come
from ...desk.placing.rank import ExplainPlace, Ranking
from ...desk.placing.rank import explain as explained_place
from ...desk.placing.rank import standings as ranked
from ...model.errors import InputError
from ...model.notes import note_texts
from ...model.tournament.numbers import minus
from ...model.tournament.person import Player
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ..context import RequestContext, to_correct
from ..page import Page

#: Places by wins, offered where handicaps make every game even: the McMahon score places by strength first.
BY_WINS = "WINS,SOS"
FEW = 20  # lines that are seen at a glance, without a search


def show(context: RequestContext) -> Response:
    """The crosstable."""
    request, tournament = asked(context), context.state.tournament
    problems: list[str] = []
    try:
        found = ranked(context.state, request)
    except InputError as error:
        problems = to_correct(error)
        found = ranked(context.state)
    value = found.value
    first = value.standings.criteria[0] if value.standings.criteria else "MMS"
    return context.page(
        "standings.html",
        422 if problems else 200,
        found=value,
        parts=value.sections if value.sections is not None else [None],
        request=request,
        by_wins=BY_WINS if _offers_wins(tournament.settings) else "",
        others=[name for name in value.standings.columns if name != first],
        first=first,
        figure=lambda row, name: minus(row.text(name)),
        published=range(1, rounds_to_come(tournament).start),
        columns=_columns(tournament, [row.player for row in value.standings.rows]),
        problems=problems,
        notes=note_texts(found.notes, tournament),
        **context.search(FEW),
    )


def asked(context: RequestContext) -> Ranking:
    """The standings that the address asks for."""
    return context.asked(Ranking, after=context.number("round"))


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
    request = context.asked(ExplainPlace, player=context.request.path_params["player"], after=context.number("round"))
    found = explained_place(context.state, request).value
    return context.page("place.html", place=found, table=found.standings)


PAGES = (
    Page("standings", show, menu=(4, "Standings")),
    Page("standings/{player:path}", explained),
)
