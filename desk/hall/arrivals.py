"""Check-in by players: "I am here", which waits for the desk's nod; never "I am not"."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Annotated

from ...io.folder.hall_files import HallFiles
from ...model.errors import InputError, Problem
from ...model.records.hall import HallEvent, HallState, Here, Limit, Said
from ...model.records.state import State
from ...model.tournament.person import Player, Status
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..desk_notes import draft_notes
from ..verb import Answer, Outcome, Request, told
from .links import has_value, now


@dataclass(frozen=True, slots=True)
class Arrivals:
    """Who is here, who waits for the desk's nod, and who has not said anything, among those who are to play.

    `round` is the one that comes next; 0 where all are drawn. `away` are those who are not entered for it, but for
    later rounds, and have said nothing of it. `not_for_it` are those who wait and have checked in without it (ids).
    """

    round: int
    waiting: Mapping[str, Here]
    here: Sequence[Player]
    missing: Sequence[Player]
    away: Sequence[Player] = ()
    not_for_it: frozenset[str] = frozenset()


class HereRequest(Request, frozen=True, kw_only=True):
    """A player is here."""

    player: Annotated[int, told("number on public pages")]
    rounds: Annotated[tuple[int, ...], told("rounds to come for which they are here")]


class ConfirmRequest(Request, frozen=True, kw_only=True):
    """Check-ins that somebody at the desk has seen."""

    players: Annotated[tuple[str, ...], told("ids")]


class HereAnswer(Answer, frozen=True):
    """What is known of a player's check-in."""

    player: Annotated[int, told("number on public pages")]
    waiting: Annotated[
        tuple[int, ...], told("rounds for which they say to be here, and the desk has not confirmed it yet")
    ]
    confirmed: Annotated[tuple[int, ...], told("rounds for which the desk has")]


class WaitingAnswer(Answer, frozen=True):
    """A player who has said to be here, and waits for the desk's nod."""

    id: Annotated[str, told("id of the player")]
    name: Annotated[str, told("surname, then first name")]
    rounds: Annotated[tuple[int, ...], told("the rounds for which they are here")]


def rounds_to_come(tournament: Tournament) -> range:
    """The rounds that somebody can still come to: those that are not published."""
    return range(len(tournament.published) + 1, tournament.settings.rounds + 1)


def gone_home(tournament: Tournament, number: int) -> Callable[[Player], str]:
    """A test whether a player who misses the next round has `gone` home, or misses `only` this one; else blank."""
    total = tournament.settings.rounds
    later = frozenset(range(number + 1, total + 1)) if number in rounds_to_come(tournament)[:1] else frozenset()

    def home(player: Player) -> str:
        if player.enters(number) or not later & player.rounds_entered(total):
            return ""
        return {Status.FINAL: "only", Status.WITHDRAWN: "gone"}.get(player.status, "")

    return home


def proposed(tournament: Tournament, player: Player) -> list[int]:
    """The rounds ticked by a check-in: the next one, and those entered for; all, if the player is entered for none."""
    rounds = rounds_to_come(tournament)
    later = [number for number in rounds[1:] if player.enters(number)]
    return [*rounds[:1], *later] if any(player.enters(number) for number in rounds) else [*rounds]


def next_missed(tournament: Tournament, one: Here) -> int:
    """The next round, where somebody has checked in for others and not for it; else 0."""
    rounds = rounds_to_come(tournament)
    said = one.waiting | one.confirmed
    return rounds[0] if said & set(rounds) and rounds[0] not in said else 0


def i_am_here(state: State, hall: HallFiles, player: str, rounds: Iterable[int]) -> Here:
    """A player (an id) says to be here, for rounds to come. Raises InputError."""
    tournament = state.tournament
    wanted = frozenset(rounds)
    if not wanted or not wanted <= set(rounds_to_come(tournament)):
        expected = ", ".join(map(str, rounds_to_come(tournament))) or "none: all rounds are published"
        raise InputError([Problem("wrong rounds", value=", ".join(map(str, sorted(wanted))), expected=expected)])
    if player not in tournament.by_id() or tournament.player(player).has_left:
        raise InputError("this player cannot check in here; please ask the desk")
    with hall.locked():
        before = hall.state().here.get(player, Here())
        new = wanted - before.waiting - before.confirmed
        if new:
            hall.say([HallEvent(Said.HERE, now(), player=player, rounds=tuple(sorted(new)), by=player)])
        return hall.state().here.get(player, Here())


def arrivals(state: State, hall: HallState) -> Arrivals:
    """Who is here for the round that comes next, and who is not yet."""
    tournament = state.tournament
    known, to_come = tournament.by_id(), rounds_to_come(tournament)
    following = to_come[0] if to_come else 0
    waiting = {player: one for player, one in hall.here.items() if one.waiting & set(to_come) and player in known}
    here = {player for player, one in hall.here.items() if following in one.confirmed}
    expected = [p for p in tournament.players if following and p.enters(following)]
    silent = [p for p in tournament.players if p.id not in here and following not in waiting.get(p.id, Here()).waiting]
    return Arrivals(
        following,
        waiting,
        [p for p in expected if p.id in here],
        [p for p in silent if following and p.enters(following)],
        [p for p in silent if not p.enters(following) and any(map(p.enters, to_come[1:]))],
        frozenset(player for player, one in waiting.items() if next_missed(tournament, one)),
    )


def waiting_answers(state: State, hall: HallState, limit: Limit) -> list[WaitingAnswer]:
    """Who has checked in and waits for the desk's nod, of those that a link is for."""
    found, known = arrivals(state, hall).waiting, state.tournament.by_id()
    own = {player: one for player, one in found.items() if has_value(limit, state.tournament, player)}
    return [WaitingAnswer(player, known[player].name, tuple(sorted(one.waiting))) for player, one in own.items()]


def confirm(desk: Desk, hall: HallFiles, players: Sequence[str], who: str) -> Sequence[str]:
    """Enter players whom the desk has seen for the rounds they have named; their ids. Raises InputError."""
    said = hall.state().here
    unknown = [player for player in players if not said.get(player, Here()).waiting]
    if unknown or not players:
        raise InputError("nobody of these has checked in; look at the list again")
    done = desk.do(lambda state: _entered(state, {p: said[p].waiting for p in players}), f"{who}: check-in confirmed")
    with hall.locked():
        hall.say(
            [HallEvent(Said.CONFIRMED, now(), player=p, rounds=tuple(sorted(said[p].waiting)), by=who) for p in players]
        )
    return done.value


def refuse(hall: HallFiles, player: str, who: str) -> None:
    """The desk says that somebody is not here: what was said counts no more."""
    with hall.locked():
        one = hall.state().here.get(player, Here())
        if one.waiting:
            hall.say([HallEvent(Said.REFUSED, now(), player=player, rounds=tuple(sorted(one.waiting)), by=who)])


def _entered(state: State, rounds: Mapping[str, frozenset[int]]) -> Outcome[Sequence[str]]:
    """With players entered for rounds that are not published yet; they come to more rounds by this, never to fewer."""
    tournament = state.tournament
    known = [player for player in rounds if player in tournament.by_id()]
    for number in rounds_to_come(tournament):
        come = {player for player in known if number in rounds[player]}
        if any(not tournament.player(player).enters(number) for player in come):
            tournament = tournament.with_entries(number, come, ())
    if tournament == state.tournament:
        return Outcome(state, known)
    return Outcome(state.with_tournament(tournament), known, draft_notes(tournament))


def here_answer(number: int, here: Here) -> HereAnswer:
    """A player's check-in."""
    return HereAnswer(number, tuple(sorted(here.waiting)), tuple(sorted(here.confirmed)))
