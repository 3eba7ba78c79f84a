"""What a director wants at a glance: the stages of this round, its tables, who is here, and what to look at now."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from ..io.registrations.registration_remarks import odd_ranks
from ..io.tables.decode import lost_letters
from ..model.cups.bracket import entrants, is_extra, more_rounds
from ..model.effects import DraftOutdated, draft_outdated
from ..model.errors import McMahonError
from ..model.judging.violation import broken
from ..model.language import counted, first_few
from ..model.placing.standings import StandingsRow, standings
from ..model.placing.start_groups import start_groups
from ..model.records.state import State
from ..model.teams.match_boards import boards_at
from ..model.tournament.games import Result
from ..model.tournament.person import Player, Status
from .hall.hand_in import waiting, waiting_text
from .hall.links import hall_of
from .messages.cup_texts import open_text
from .messages.foresight_texts import shortage_text
from .messages.rule_texts import violation_text
from .people.joined_clubs import clubs_to_join
from .placing.double_bookings import other_events_clash
from .placing.run_cups import cups
from .rounds.change_boards import violations_of
from .rounds.plan.planning import plan_status
from .rounds.proof.since_draw import moved_texts, since_draw, stale_text
from .verb import Outcome

MOST_FIRST = 3  # named of the standings
MOST_NAMED = 6
SECONDS_AHEAD = 1.0  # for a look at the rounds to come


class Phase(StrEnum):
    """What a tournament waits for."""

    PLAYERS = "players"  # nobody is registered, or too few
    DRAW = "draw"  # the next round can be drawn
    PUBLISH = "publish"  # a draft is to be looked at and published
    RESULTS = "results"  # a round is being played
    OVER = "over"  # all rounds are played


@dataclass(frozen=True, slots=True)
class Overview:
    """Where a tournament stands. `round` is the one that `phase` is about; `missing` are its boards without result.

    These are tables, `3`, or boards of matches, `3.2`. `boards` counts all of its boards (0 before the draw), `entered`
    its final entries. `waiting` are preliminary entries, `stale` says what a draft does not know yet, and `begins` when
    the round begins; empty where that is not set. `in_hand`: the draft is being paired by hand.
    """

    phase: Phase
    round: int
    boards: int
    entered: int
    missing: Sequence[str]
    waiting: Sequence[Player]
    stale: DraftOutdated | None
    begins: str = ""
    in_hand: bool = False


def overview(state: State) -> Outcome[Overview]:
    """Where the tournament stands."""
    tournament = state.tournament
    last = tournament.rounds[-1] if tournament.rounds else None
    boards = boards_at(last or ())
    open_ = [at.place for at in boards if at.open]
    number, times = last.number if last else 0, tournament.settings.event.round_times
    if last is not None and last.draft:
        phase = Phase.PUBLISH
    elif open_:
        phase = Phase.RESULTS
    elif not more_rounds(tournament):
        phase = Phase.OVER
    else:
        phase, number = Phase.DRAW, number + 1
    if phase is Phase.DRAW and len(entrants(tournament, number)) < 2 and not is_extra(tournament, number):
        phase = Phase.PLAYERS
    drawn = phase in (Phase.PUBLISH, Phase.RESULTS, Phase.OVER)
    return Outcome(
        state,
        Overview(
            phase,
            number,
            len(boards) if drawn else 0,
            len(entrants(tournament, number)),
            open_ if drawn else [],
            [player for player in tournament.players if player.status is not Status.FINAL],
            draft_outdated(tournament),
            times[number - 1] if phase is not Phase.OVER and number <= len(times) else "",
            tournament.in_hand > 0,
        ),
    )


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


class About(StrEnum):
    """Which part of a tournament a warning is about."""

    ENTRANTS = "entrants"
    CLUBS = "clubs"
    ROUND = "round"
    RESULTS = "results"
    CUPS = "cups"
    HALL = "hall"


@dataclass(frozen=True, slots=True)
class Concern:
    """A sentence to the director, and what it is about; the round, if it is one of those before the last.

    `players` are those whose pages are the place to put it right.
    """

    about: About
    text: str
    round: int = 0
    players: Sequence[Player] = ()


def concerns(state: State, folder: Path | None = None) -> Outcome[Sequence[Concern]]:
    """Everything that matters now, the gravest first; of a tournament in a folder also what concerns other events."""
    found = [*_of_rounds_to_come(state), *_of_last_round(state, folder), *_of_cups(state), *_of_entrants(state)]
    return Outcome(state, [*found, *_elsewhere(folder, state), *_in_the_hall(folder, state)] if folder else found)


def _elsewhere(folder: Path, state: State) -> list[Concern]:
    """Who would have to be in another event of the congress at the same time, in this round or a later one."""
    texts = [remark.text for remark in other_events_clash(folder, state)]
    return [Concern(About.ENTRANTS, text[:1].upper() + text[1:]) for text in texts]


def _in_the_hall(folder: Path, state: State) -> list[Concern]:
    """Line-ups of captains that wait for the desk, and why nothing that is said in the hall can be read."""
    try:
        found = waiting(state, hall_of(folder).state())
    except McMahonError as error:
        return [Concern(About.HALL, f"What players say from their phones does not count: {error}")]
    return [Concern(About.HALL, waiting_text(found))] if found else []


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
    stale = since_draw(state, last.number, folder)
    rules = [one for one in broken(violations_of(state, last.number)) if not (last.draft and stale.says(one))]
    found = [
        Concern(About.ROUND, f"Round {last.number} breaks a rule: {violation_text(one, tournament)}") for one in rules
    ]
    if stale and last.draft:
        text = stale_text(stale, tournament)
        found.append(Concern(About.ROUND, text[:1].upper() + text[1:]))
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
    return [*_preliminary(state), *_lost_letters(state), *_before_the_first_round(state)]


def _preliminary(state: State) -> list[Concern]:
    players = state.tournament.players
    waiting = [p.name for p in players if p.status is Status.PRELIMINARY]
    if not waiting:
        return []
    verb = "is" if len(waiting) == 1 else "are"
    names = first_few(waiting, MOST_NAMED)
    return [Concern(About.ENTRANTS, f"{counted(len(waiting), 'entry')} {verb} preliminary and not paired: {names}")]


def _lost_letters(state: State) -> list[Concern]:
    """The players whose names or clubs have lost letters in another encoding."""
    found = [p for p in state.tournament.players if lost_letters(p.name) or lost_letters(p.club)]
    text = f"{counted(len(found), 'entry')} {'has' if len(found) == 1 else 'have'} lost letters"
    return [Concern(About.ENTRANTS, text, players=found)] if found else []


def _before_the_first_round(state: State) -> list[Concern]:
    """Doubts to settle before a list is paired: clubs in several spellings, ranks that do not fit their ratings."""
    if state.tournament.published:
        return []
    clubs, found = clubs_to_join(state).value, list[Concern]()
    if clubs:
        some = first_few([one.text for one in clubs], MOST_NAMED, "; ")
        text = "One club may stand" if len(clubs) == 1 else f"{len(clubs)} clubs may stand"
        found.append(Concern(About.CLUBS, f"{text} in several spellings: {some}"))
    far = odd_ranks(state.tournament.players)
    if far:
        text = "1 rank does not fit its rating" if len(far) == 1 else f"{len(far)} ranks do not fit their ratings"
        found.append(Concern(About.ENTRANTS, text, players=far))
    return found
