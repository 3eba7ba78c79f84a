"""What a director should look at now: rules broken, a draft that is out of date, boards drawn from other scores."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ..model.errors import McMahonError
from ..model.judging.violation import broken
from ..model.language import counted, first_few
from ..model.records.state import State
from ..model.tournament.games import Result
from ..model.tournament.person import Status
from .hall.hand_in import waiting
from .hall.links import hall_of
from .messages.cup_texts import open_text
from .messages.foresight_texts import shortage_text
from .messages.rule_texts import violation_text
from .outcome import Outcome
from .placing.double_bookings import other_events_clash
from .placing.run_cups import cups
from .rounds.change_boards import violations_of
from .rounds.plan.planning import plan_status
from .rounds.proof.since_draw import moved_texts, since_draw, since_draw_lines

MOST_NAMED = 6
SECONDS_AHEAD = 1.0  # for a look at the rounds to come


class About(StrEnum):
    """Which part of a tournament a warning is about."""

    ENTRANTS = "entrants"
    ROUND = "round"
    RESULTS = "results"
    CUPS = "cups"
    HALL = "hall"


@dataclass(frozen=True, slots=True)
class Concern:
    """A sentence to the director, and what it is about; the round, where it is one of those before the last."""

    about: About
    text: str
    round: int = 0


def concerns(state: State, folder: Path | None = None) -> Outcome[Sequence[Concern]]:
    """Everything that matters now, the gravest first; `folder` is where the tournament is."""
    found = [*_of_rounds_to_come(state), *_of_last_round(state, folder), *_of_cups(state), *_of_entrants(state)]
    return Outcome(state, found)


def concerns_elsewhere(folder: Path, state: State) -> list[Concern]:
    """Who would have to be in another event of the congress at the same time, in this round or a later one."""
    texts = [remark.text for remark in other_events_clash(folder, state)]
    return [Concern(About.ENTRANTS, text[:1].upper() + text[1:]) for text in texts]


def concerns_in_the_hall(folder: Path, state: State) -> list[Concern]:
    """Line-ups of captains that wait for the desk, and why nothing that is said in the hall can be read."""
    try:
        found = waiting(state, hall_of(folder).state())
    except McMahonError as error:
        return [Concern(About.HALL, f"What players say from their phones does not count: {error}")]
    count = counted(len(found), "line-up")
    return [Concern(About.HALL, f"{count} from captains to confirm")] if found else []


def _of_rounds_to_come(state: State) -> list[Concern]:
    """That not all rounds to come can be paired."""
    ahead = plan_status(state, SECONDS_AHEAD)
    if ahead is None or not ahead.short or len(state.tournament.participants()) < 2:
        return []
    return [Concern(About.ROUND, shortage_text(ahead, state.tournament))]


def _of_last_round(state: State, folder: Path | None) -> list[Concern]:
    tournament = state.tournament
    if not tournament.rounds:
        return []
    last = tournament.rounds[-1]
    found = [
        Concern(About.ROUND, f"Round {last.number} breaks a rule: {violation_text(one, tournament)}")
        for one in broken(violations_of(state, last.number))
    ]
    stale = since_draw(state, last.number, folder)
    if stale and last.draft:
        lines = since_draw_lines(stale, tournament)[:MOST_NAMED]
        found += [Concern(About.ROUND, f"{line[:1].upper()}{line[1:]}: draw again") for line in lines]
    elif stale.moved:
        text = f"Scores have changed since round {last.number} was drawn"
        found.append(Concern(About.ROUND, f"{text}: {first_few(moved_texts(stale, tournament), MOST_NAMED)}"))
    return [*_missing_before(state), *found]


def _of_cups(state: State) -> list[Concern]:
    """The matches that the director has to decide, and cups that nobody is in."""
    found = []
    for one in cups(state).value:
        found += [Concern(About.CUPS, open_text(match, state.tournament)) for match in one.to_decide]
        found += [Concern(About.CUPS, one.fault)] if one.fault else []
    return found


def _missing_before(state: State) -> list[Concern]:
    """Results that are missing in rounds before the last."""
    found = []
    for drawn in state.tournament.rounds[:-1]:
        tables = [str(game.table) for game in drawn if game.result is Result.UNKNOWN]
        if tables:
            text = f"{counted(len(tables), 'result')} of round {drawn.number} missing: {_tables(tables)}"
            found.append(Concern(About.RESULTS, text, drawn.number))
    return found


def _tables(tables: Sequence[str]) -> str:
    return f"{'table' if len(tables) == 1 else 'tables'} {first_few(tables, MOST_NAMED)}"


def _of_entrants(state: State) -> list[Concern]:
    players = state.tournament.players
    waiting = [p.name for p in players if p.status is Status.PRELIMINARY]
    if not waiting:
        return []
    verb = "is" if len(waiting) == 1 else "are"
    names = first_few(waiting, MOST_NAMED)
    return [Concern(About.ENTRANTS, f"{counted(len(waiting), 'entry')} {verb} preliminary and not paired: {names}")]
