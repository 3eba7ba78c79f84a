"""What a director wants at a glance: the stages of this round, its tables, who is here, the bar, what comes when."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ..model.cups.bracket import entrants
from ..model.placing.standings import StandingsRow, standings
from ..model.placing.start_groups import start_groups
from ..model.records.state import State
from ..model.teams.match_boards import boards_at
from ..model.tournament.person import Player
from .concerns import SECONDS_AHEAD
from .outcome import Outcome
from .phase_overview import Overview, Phase, overview
from .placing.run_cups import cups
from .rounds.plan.planning import plan_status

MOST_FIRST = 3  # named of the standings

#: The stages of a round in their order: the phase that waits for each, what a director does, and on which page.
STAGES = (
    ((Phase.PLAYERS,), "Players", "entrants"),
    ((Phase.DRAW,), "Draw", "round"),
    ((Phase.PUBLISH,), "Publish", "round"),
    ((Phase.RESULTS,), "Results", "results"),
    ((Phase.OVER,), "Standings", "standings"),
)


@dataclass(frozen=True, slots=True)
class Stage:
    """A stage of the round: its name, the page it is done on, and whether it is done or waits for the director now."""

    title: str
    page: str
    done: bool
    now: bool


@dataclass(frozen=True, slots=True)
class Glance:
    """A tournament at a glance. `tables` are those of the last round, in matches their boards (`3.2`), with
    whether the result is in; none for a draft.

    `away` do not play in the round that is next or played. `bar` is empty where the scheme has none; `above` counts the
    players at or above it. `times` are the rounds that are still to begin, with their start. `first` are the first
    places after the last round, `champions` the winners of cups, each behind the cup's name. `stuck`: it is known that
    the next round has no pairing that keeps the rules.
    """

    stages: Sequence[Stage]
    tables: Sequence[tuple[str, bool]]
    here: int
    away: Sequence[Player]
    byes: Sequence[Player]
    bar: str
    above: int
    groups: int
    times: Sequence[tuple[int, str]]
    first: Sequence[StandingsRow]
    champions: Sequence[tuple[str, Player]] = ()
    stuck: bool = False


def glance(state: State) -> Outcome[Glance]:
    """The tournament at a glance."""
    tournament, now = state.tournament, overview(state).value
    last = tournament.rounds[-1] if tournament.rounds else None
    shown = last if last is not None and not last.draft and now.phase is not Phase.DRAW else None
    playing = {player.id for player in entrants(tournament, now.round)}
    people = tournament.by_id()
    groups = start_groups(tournament) if playing else None
    bar = next((one for one in groups.bars if one.taken), None) if groups else None
    times = enumerate(tournament.settings.event.round_times, 1)
    return Outcome(
        state,
        Glance(
            stages=_stages(now),
            tables=[(at.place, not at.open) for at in boards_at(shown or ())],
            here=len(playing),
            away=[player for player in tournament.players if player.takes_part and player.id not in playing],
            byes=[people[player] for player in last.byes] if last is not None and now.phase is not Phase.DRAW else [],
            bar=bar.rank if bar else "",
            above=bar.count if bar else 0,
            groups=len(groups.groups) if groups else 0,
            times=[(number, time) for number, time in times if time and number >= now.round]
            if now.phase is not Phase.OVER
            else [],
            first=standings(tournament).rows[:MOST_FIRST] if now.phase is Phase.OVER else [],
            champions=_champions(state) if now.phase is Phase.OVER else (),
            stuck=now.phase is Phase.DRAW and _stuck(state),
        ),
    )


def _champions(state: State) -> list[tuple[str, Player]]:
    """The winner of each cup whose final has one."""
    finals = [(one.cup.name, one.bracket.final) for one in cups(state).value]
    return [(name, state.tournament.player(final.winner)) for name, final in finals if final and final.winner]


def _stuck(state: State) -> bool:
    """Whether it is known that the next round has no pairing that keeps the rules."""
    ahead = plan_status(state, SECONDS_AHEAD)
    return ahead is not None and ahead.short and ahead.until < ahead.first


def _stages(now: Overview) -> list[Stage]:
    """The stages of the round that the tournament waits for."""
    at = next(k for k, (phases, _, _) in enumerate(STAGES) if now.phase in phases)
    return [Stage(title, page, k < at or now.phase is Phase.OVER, k == at) for k, (_, title, page) in enumerate(STAGES)]
