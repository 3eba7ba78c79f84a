"""What most other formats lose about players and the event, as remarks case by case."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from ...model.hints import Advice, Hint
from ...model.tournament.player import Player
from ...model.tournament.settings import Settings
from ...model.tournament.tournament import Tournament
from ...model.words import first_few
from ..pins import is_egd_pin
from .foreign import Report

MOST_CLUBS = 3  # named of those that share an abbreviation


def to_set(*settings: str) -> Hint:
    """The hint to set something, as it is typed: `event.begin=2026-03-07`."""
    return Hint(Advice.SET_SETTINGS, settings)


def note_columns(players: Iterable[Player], losses: Report, is_kept: Callable[[str], bool] | None = None) -> None:
    """Name the columns of the registrations beyond ours in which somebody has something, but for those kept."""
    titles = (title for p in players for title, value in p.extra if value and not (is_kept and is_kept(title)))
    for title in dict.fromkeys(titles):
        losses.add("other columns of the registrations", title)


def is_licence(title: str) -> bool:
    """Whether a column of the registrations has the French licences."""
    return title.casefold() == "ffg"


def note_one_club(clubs: Iterable[tuple[str, str]], losses: Report) -> None:
    """Name the clubs that share an abbreviation, given pairs of a club and its abbreviation."""
    known = dict.fromkeys((club, written) for club, written in clubs if club)
    sharing: dict[str, list[str]] = {}
    for club, written in known:
        sharing.setdefault(written, []).append(club)
    remark = f"clubs with the same abbreviation: {len(known)} clubs become {len(sharing)}"
    for written, names in sharing.items():
        if len(names) > 1:
            losses.add(remark, f"{written} = {first_few(names, MOST_CLUBS, ' = ')}")


def note_unexcused(tournament: Tournament, losses: Report) -> None:
    """Name the absences without excuse, where a format has one kind only and absences give points."""
    remark = "unexcused absences: in this format they get the points of excused ones"
    for player in tournament.players if tournament.settings.points.absence else ():
        for number in sorted(player.unexcused):
            losses.add(remark, f"{player.name} round {number}")


def note_event(settings: Settings, losses: Report) -> None:
    """Name the country of the event, and the class for ratings where one is told."""
    if settings.event.country:
        losses.add("the country of the event", settings.event.country)
    if settings.rating.tournament_class != "auto":
        losses.add("the tournament class for ratings", settings.rating.tournament_class)


def egd_pin(player: Player, losses: Report) -> str:
    """The pin for a field of EGD pins; nothing where it cannot be one, such as a number of another association."""
    if player.pin and not is_egd_pin(player.pin):
        losses.add("pins that cannot be EGD pins (eight digits), left out", f"{player.pin} of {player.name}")
        return ""
    return player.pin


def note_systems(settings: Settings, losses: Report, virtual: bool = False) -> None:
    """Name groups with a final, and virtual points unless the format keeps them (`virtual`)."""
    if settings.groups.number:
        losses.add("groups and the final after them: rounds are kept, not who is in which group or what counts on")
    if settings.start.acceleration and not virtual:
        losses.add("virtual points of the first rounds", "start.acceleration")
