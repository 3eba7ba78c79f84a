"""The next round: drawn, drawn again, published."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Annotated, Any, Literal

from ...io.certificates import check_target
from ...io.folder.state_files import with_settings
from ...model.cups.bracket import entrants
from ...model.edits import check_not_in_hand
from ...model.edits import publish as published
from ...model.errors import ConflictError, InputError
from ...model.language import counted, first_few
from ...model.notes import MOST_NAMED, Note, Remark, names_of
from ...model.pairing.round_problem import fingerprint
from ...model.reasons.board_case import points_text
from ...model.records.state import State
from ...model.tournament.settings.play import EngineName
from ...model.ways import Way
from ...solver.engine import Options
from ..hall.hand_in import TeamRound, waiting_in, waiting_text
from ..messages.step_texts import round_text
from ..options import tuning_in
from ..placing.double_bookings import other_events_clash
from ..settings.own_profiles import profile_of
from ..verb import Change, Committed, DoneAnswer, Outcome, Run, Seconds, Verb, said_of, told
from .change_boards import costs_of
from .draw.drawing import Drawn, Terms, draw_round, missing_games, ready_to_draw, with_boards
from .draw.engines import by_engine
from .draw.looking_ahead import entries_ahead
from .enter_results import round_done
from .new_boards import change_lines, wider_than, with_scores
from .plan.planning import short_notes
from .proof.since_draw import since_draw, stale_text
from .round_numbers import next_round, not_begun, round_number
from .seat_teams import line_up_notes
from .wishes import Wishes, check_byes, resolved, with_kept


class Draw(Wishes, frozen=True, kw_only=True):
    """The next round, or its draft again.

    A new draw keeps the wishes of the draft before; a kind of wish that is given anew takes the place of the old ones.
    """

    seed: Annotated[int | None, told("a new seed for the lotteries of the tournament")] = None
    missing_results: Annotated[bool, told("draw although results are missing")] = False
    two_byes: Annotated[bool, told("allow a bye by hand to bring another one with it")] = False
    certificate: Annotated[Path | None, told("write the proof: .json, or .npz with the costs, too", to="here")] = None
    seconds: Annotated[Seconds, told("time limit; after it the best round so far is taken", "SECONDS")] = 60.0
    parameters: Annotated[Path | None, told("parameters of the search, from a TOML file", to="here")] = None
    dry_run: Annotated[bool, told("show the draw, write nothing")] = False
    again: Annotated[bool, told("draw the last round again although it is published; it must have no result")] = False
    fresh: Annotated[bool, told("drop the wishes of the draft before: who meets, who does not, byes, rules")] = False
    engine: Annotated[
        EngineName | Literal[""],
        told(
            "what finds the round: matching, cp-sat, or both, the former with a second opinion of the latter; blank is "
            "that of the settings",
            "ENGINE",
        ),
    ] = "matching"
    profile: Annotated[Any, told("weight profile: its name, or a TOML file of your own", "NAME|FILE", to="here")] = None


class DrawnAnswer(DoneAnswer, frozen=True, kw_only=True):
    """A round drawn or repaired; a draft, unless it was published before."""

    round: Annotated[int, told("its number")]
    cost: Annotated[int, told("what it costs, a sum of whole weights")]
    proven: Annotated[bool, told("whether no round that keeps the rules is better")]
    bound: Annotated[int, told("a proven lower bound of that cost")]
    stopped: Annotated[bool, told("whether the search was stopped before its end")] = False
    changed: Annotated[tuple[str, ...], told("what is new against the draft before, in words")] = ()
    for_plan: Annotated[bool, told("whether cheaper rounds leave no plan for the rounds to come")] = False
    given_up: Annotated[int, told("how many boards a repair gives up")] = 0
    new: Annotated[int, told("how many boards of a repair are new")] = 0
    same: Annotated[bool, told("whether a repair leaves the round as it is")] = False


def draw(
    state: State, request: Draw | None = None, options: Options | None = None, folder: Path | None = None
) -> Outcome[Drawn]:
    """The next round, or the draft again: proven, judged, a draft until it is published or has a result.

    Raises NoPairingError when the rules cannot be kept; InputError when something is missing or named wrongly, or the
    draft is being paired by hand.
    """
    request = request or Draw()
    for last in state.tournament.rounds[-1:]:
        check_not_in_hand(last)
    ready = _readied(state, request)
    terms, told = _terms(ready, request, folder)
    search = by_engine(state, request.engine, options or Options(request.seconds))
    if request.parameters is not None:
        search = replace(search, tuning=tuning_in(request.parameters))
    drawn = draw_round(ready.tournament, terms, search, ready.records)

    def again(now: State) -> Outcome[Drawn] | None:
        number = drawn.round.number
        if state.tournament.rounds[number - 1 :] != now.tournament.rounds[number - 1 :]:
            meanwhile = f"somebody else has drawn, changed or published round {number} meanwhile"
            raise ConflictError(f"{meanwhile}; this draw was not written")
        here = _readied(now, request)
        terms, told = _terms(here, request, folder)
        same = ready_to_draw(here.tournament, terms)
        others = entries_ahead(here.tournament) != entries_ahead(ready.tournament)
        if others or fingerprint(same.problem) != fingerprint(drawn.problem):
            return None
        boards = with_boards(same, drawn.pairing, here.records, drawn.record.foresight)
        return replace(_outcome(here, boards, told, folder), again=again)

    return replace(_outcome(ready, drawn, told, folder), again=again)


def _readied(state: State, request: Draw) -> State:
    """The state that is drawn from: with the seed asked for, and the last round a draft again. Raises InputError."""
    ready = state if request.seed is None else with_settings(state, {"seed": request.seed})
    if not request.again or not state.tournament.rounds or state.tournament.rounds[-1].draft:
        return ready
    last = state.tournament.rounds[-1]
    if not not_begun(last):
        raise InputError(
            f"round {last.number} has results, so it cannot be drawn again",
            Way("to change as few boards as possible", "repair"),
            Way("to take back the last step", "undo"),
        )
    return ready.with_tournament(ready.tournament.with_round(replace(last, draft=True)))


def _terms(state: State, request: Draw, folder: Path | None) -> tuple[Terms, Sequence[Note]]:
    """What the draw is asked for, checked against who is there, and notes on what is kept. Raises InputError."""
    tournament, number = state.tournament, next_round(state.tournament)
    profile = profile_of(request.profile, folder) if request.profile else state.profile
    count = len(entrants(tournament, number))
    if request.certificate is not None:
        check_target(request.certificate)
    given = resolved(request, tournament)
    check_byes([tournament.player(p).name for p in given.bye], count, request.two_byes)
    wishes, notes = (given, []) if request.fresh else with_kept(state, number, given, profile)
    return Terms(profile, wishes.locks, wishes.relax, request.missing_results), notes


def _outcome(state: State, drawn: Drawn, told: Sequence[Note], folder: Path | None) -> Outcome[Drawn]:
    """The state with the round, and its notes: `told` are those about what was asked for."""
    number, before = drawn.round.number, state.tournament
    old = before.round(number) if number <= len(before.rounds) else None
    after = state.with_tournament(drawn.tournament).with_record(number, drawn.record)
    notes = [*told, *(other_events_clash(folder, after, number) if folder else [])]
    by_hand = sum(bool(game.by_hand) or any(b.fixed for b in game.boards) for game in old or ())
    anew = f"{counted(by_hand, 'board')} changed by hand {'is' if by_hand == 1 else 'are'} drawn again"
    notes += [Remark(anew)] if by_hand else []
    line_ups = _line_ups_waiting(after, number, folder)
    notes += [Remark(f"drawn without what is not confirmed: {waiting_text(line_ups)}")] if line_ups else []
    notes += [*_wide_by_wish(drawn), *drawn.notes, *line_up_notes(after.tournament, number)]
    return Outcome(after, replace(drawn, changed=tuple(change_lines(old, drawn.round, after.tournament))), notes)


def _wide_by_wish(drawn: Drawn) -> list[Remark]:
    """The boards that were wished for and are far wider than every other board of the round."""
    wished = {frozenset(pair) for pair in drawn.record.locks.force}
    games = [game for game in drawn.round if frozenset(game.players) in wished]
    others = tuple(game for game in drawn.round if game not in games)
    made = with_scores(games, drawn.tournament, drawn.round.number)
    wide = wider_than(replace(drawn.round, games=others), made, drawn.tournament)
    pairs = [(" meets ".join(names_of(board.game.players, drawn.tournament)), board.apart) for board in wide]
    wider = "wider than any other board of the round"
    return [Remark(f"{meet} as you wished, {points_text(apart)} apart: {wider}") for meet, apart in pairs]


#: Ways on if a draft is not to be published as it is.
PUBLISH_ANYWAY = (Way("to draw it again", "pair"), Way("to publish it anyway", "publish-round", anyway=True))


class Publish(Change, frozen=True, kw_only=True):
    """A draft to make final."""

    round: Annotated[int, told("its number; 0 is the last")] = 0
    anyway: Annotated[bool, told("publish it even if entrants, scores or wishes have changed since it was drawn")] = (
        False
    )
    without_line_ups: Annotated[bool, told("publish it even if line-ups of captains wait for the desk")] = False
    asked: Annotated[Any, told("what the next draw is asked for, if a face knows it", to="face")] = None
    disagreement: Annotated[tuple[str, ...], told("how the engines disagree on the round, a line each", to="face")] = ()


def publish(state: State, request: Publish, folder: Path | None = None) -> Outcome[int]:
    """A draft made final; its number, and a note where rounds to come are impossible. Raises InputError."""
    tournament = state.tournament
    number = round_number(tournament, request.round)
    if not tournament.round(number).draft:
        raise InputError(f"round {number} is already published")
    stale = since_draw(state, number, folder, request.asked)
    if request.disagreement and not request.anyway:
        raise InputError("; ".join(request.disagreement), *PUBLISH_ANYWAY)
    lacks = [] if request.anyway else missing_games(tournament, number)
    if lacks:
        some = first_few(lacks, MOST_NAMED, "; ")
        raise InputError(f"the draft of round {number} lacks games of cups: {some}", *PUBLISH_ANYWAY)
    line_ups = _line_ups_waiting(state, number, folder)
    if line_ups and not request.without_line_ups:
        look = Way("to look at the line-up", "line-up", who=line_ups[0].team.id)
        without = Way("to publish without what waits", "publish-round", without_line_ups=True)
        raise InputError(waiting_text(line_ups), look, without)
    if stale.needs_a_word and not request.anyway:
        raise InputError(stale_text(stale, tournament), *PUBLISH_ANYWAY)
    notes = [*by_hand_notes(state, number), *short_notes(state)]
    return Outcome(state.with_tournament(published(tournament, number)), number, notes)


def _line_ups_waiting(state: State, number: int, folder: Path | None) -> list[TeamRound]:
    """The line-ups of a round that captains have handed in and nobody has confirmed."""
    return [one for one in waiting_in(folder, state) if one.round == number] if folder is not None else []


def by_hand_notes(state: State, number: int) -> list[Remark]:
    """What changes by hand have made of a round, beside the one that was drawn; nothing where there are none."""
    drawn, record = state.tournament.round(number), state.records.get(number)
    tables = [str(game.table) for game in drawn if game.by_hand]
    if not tables and not drawn.allowed:
        return []
    extra = sum(costs_of(state, number).values()) - record.cost if record else 0
    at = f" at table{'s' * (len(tables) > 1)} {', '.join(tables)}" if tables else ""
    more = "more" if extra > 0 else "less"
    cost = f": it costs {abs(extra):,} {more} than the round that was drawn" if extra else ""
    allowed = dict.fromkeys(one.rule for one in drawn.allowed)
    rules = f"; rules broken with your yes: {', '.join(allowed)}" if allowed else ""
    return [Remark(f"round {number} was changed by hand{at}{cost}{rules}")]


def _drawn_answer(done: Committed[Drawn]) -> DrawnAnswer:
    drawn, pairing = done.value, done.value.pairing
    return DrawnAnswer(
        **said_of(done),
        round=drawn.round.number,
        cost=pairing.cost,
        proven=pairing.optimal,
        bound=pairing.bound,
        stopped=drawn.stopped,
        changed=drawn.changed,
        for_plan=drawn.record.foresight.extra > 0,
    )


def _draw(state: State, request: Draw, run: Run) -> Outcome[Drawn]:
    found = draw(state, request, run.search(request.seconds), run.folder)
    return replace(found, value=replace(found.value, stopped=run.clock is not None and run.clock.stopped))


DRAW = Verb("pair", Draw, _draw, lambda r, s: f"draw {round_text(s, drawn_next=not r.again)}", _drawn_answer, slow=True)
PUBLISH = Verb(
    "publish-round",
    Publish,
    lambda state, request, run: publish(state, request, run.folder),
    lambda request, state: f"publish {round_text(state, request.round)}",
    round_done,
)
