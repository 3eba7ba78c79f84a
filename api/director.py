"""A tournament in a folder, run from Python: every command of the command line as a method."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from ..desk import journal_entries as steps
from ..desk.desk import Desk
from ..desk.files import export_files as exchange
from ..desk.messages.conflict_texts import step_texts
from ..desk.messages.cup_texts import match_line
from ..desk.messages.no_pairing_texts import no_pairing_text
from ..desk.options import Options
from ..desk.people import anonymise as anonymous
from ..desk.people import change_players as players
from ..desk.people import match_ratings as ratings
from ..desk.people import miss_rounds as absences
from ..desk.people import register as entries
from ..desk.people.new_tournament import NewTournament, create
from ..desk.placing import give_prizes as given
from ..desk.placing import run_cups as cups
from ..desk.rounds import change_boards as boards
from ..desk.rounds import draw_round as rounds
from ..desk.rounds import pair_by_hand as hand_pairing
from ..desk.rounds import proposed
from ..desk.rounds import seat_teams as line_ups
from ..desk.rounds.enter_results import ENTER_RESULTS, EnterResults
from ..desk.rounds.proof import verifying
from ..desk.rounds.repair import repairing
from ..desk.rounds.round_numbers import round_number
from ..desk.settings import change_settings as settings
from ..desk.verb import Change, Request, Verb, build, plain
from ..model.judging.violation import NoPairingError
from ..model.notes import note_texts
from . import frames
from .arguments import (
    asked,
    asks,
    boards_of,
    call_text,
    cells_of,
    dotted,
    prize_cells_of,
    prize_table_of,
    registrations_of,
    results_of,
    typed,
)
from .director_questions import Questions
from .found import Found

if TYPE_CHECKING:
    import pandas as pd

    from ..desk.outcome import Committed, Outcome
    from ..model.records.state import State
    from ..model.tournament.person import Player
    from .solver_model import OwnRound

Value = TypeVar("Value")
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def _step(
    method: Callable[Concatenate[Director, Asked], Answer],
) -> Callable[Concatenate[Director, Asked], Answer]:
    """A method that writes a step; the journal names the step after the call."""

    @functools.wraps(method)
    def called(self: Director, /, *given: Asked.args, **named: Asked.kwargs) -> Answer:
        self._call = call_text(method.__name__, *given, **named)
        return method(self, *given, **named)

    return called


class Director(Questions):
    """A tournament in a folder and everything that its director does, a method for each command.

    Each change is one step of the journal, written at once; several programs may work on one folder. Raises
    ConflictError, and writes nothing, if somebody else has changed the same things at the same time.
    """

    _call = ""

    @classmethod
    def new(
        cls, path: str | Path, preset: str = "", *, name: str = "", like: str | Path | None = None, **values: Any
    ) -> Director:
        """A new tournament folder; settings by their names, with `__` for the dot: `rounds=3, start__bar="2d"`.

        Takes settings and players from the tournament `like`, if there is one.
        """
        named = {"preset": preset, "name": name, "like": like, **values}
        said = {key: value for key, value in named.items() if value not in ("", None)}
        request = build(NewTournament, name=name, preset=preset, like=like, values=dotted(values))
        create(Desk(path), request, call_text("new", path, **said))
        return cls(path)

    @staticmethod
    @asks(exchange.Export)
    def convert(
        source: str | Path,
        target: str | Path,
        *,
        form: str = "",
        to: str = "",
        **how: Any,
    ) -> list[str]:
        """What was guessed or lost in converting a file or folder to another file or a new folder."""
        kind = exchange.target_format(Path(source), Path(target), to)
        request = asked(exchange.Export, form=kind, **how)
        read = exchange.read_source(Path(source), form)
        if request.strict:
            exchange.check_whole(read)
        if kind == exchange.FOLDER:
            exchange.new_folder(read, Path(target), call_text("convert", source, target))
            return read.remarks.lines()
        found = exchange.export(read.state, request).value
        exchange.write_file(Path(target), found.data)
        return [*read.remarks.lines(), *found.losses.lines()]

    def _found(self, use_case: Callable[[State], Outcome[Value]], dry_run: bool = False) -> Found:
        """What a use case has found, written unless it is a dry run."""
        return frames.found(self._run(use_case, dry_run))

    def _do(self, use_case: Callable[[State], Outcome[Value]]) -> Committed[Value]:
        """Run a use case and write its changes; keep its notes."""
        return self._noted(lambda: self._desk.do(use_case, self._call))

    def _carry_out(self, verb: Verb[Any, Value], request: Request) -> Committed[Value]:
        """Do what is asked for, and keep its notes."""
        return self._noted(lambda: self._desk.carry_out(verb, request, self._call))

    def _noted(self, work: Callable[[], Committed[Value]]) -> Committed[Value]:
        """What was done, with its notes kept. An error about a round without a legal pairing names its players."""
        self.notes = []
        try:
            done = work()
        except NoPairingError as error:
            error.add_note(no_pairing_text(error, self.tournament))
            raise
        self.notes = [*step_texts(done.found), *note_texts(done.outcome.notes, done.after.tournament)]
        return done

    def _run(self, use_case: Callable[[State], Outcome[Value]], dry_run: bool) -> Outcome[Value]:
        """The outcome of a use case, written unless it is a dry run."""
        return self._ask(use_case) if dry_run else self._do(use_case).outcome

    @_step
    def set(self, /, *assignments: str, replace: bool = False, anyway: bool = False, **values: Any) -> pd.DataFrame:
        """The changed settings, old and new: `set("pairing.forbid+=3:7")`, `set(start__bar="3d")`; None resets one.

        `replace`: a list may lose entries; `anyway`: start scores may change after a round is published.
        """
        request = build(
            settings.ChangeSettings, assignments=assignments, values=dotted(values), replace=replace, anyway=anyway
        )
        done = self._carry_out(settings.SET, request)
        return frames.records(done.value, ("name", "before", "after", "unset"))

    @_step
    @asks(entries.Register, same="")
    def register(self, /, registrations: pd.DataFrame | str | Path, **asked: Any) -> Found:
        """The new and changed players in `table`; a DataFrame or a file is merged in by id or else by name.

        `columns` says what titles mean: `{"Rnak": "rank"}`, also `keep` and `leave out`. `keep_paired`: players who are
        already paired stay as they are. `same`: "ids" or "names" decide who a line is, if they disagree.
        `sheet`: that of a spreadsheet with several. `guess`: if a column may be two things, the likelier counts.
        """
        request = registrations_of(registrations, build(entries.Register, **asked))
        return frames.found(self._carry_out(entries.REGISTER, request).outcome)

    @_step
    @asks(players.AddPlayer)
    def add(self, /, name: str = "", rank: str = "", **cells: Any) -> dict[str, Any]:
        """The new player; all that is no field of players stands in `columns`."""
        return self._player(players.ADD, build(players.AddPlayer, **cells_of({"name": name, "rank": rank, **cells})))

    @_step
    @asks(players.ChangePlayer)
    def player(self, /, who: str, **cells: Any) -> dict[str, Any]:
        """The changed player: `clear` empties fields, all others are as in `add`."""
        return self._player(players.CHANGE_PLAYER, build(players.ChangePlayer, **cells_of({"who": who, **cells})))

    @_step
    def withdraw(self, who: str | Iterable[str], *, counts: str = "excused") -> pd.DataFrame:
        """A row for each player withdrawn from later rounds: "excused", "unexcused", or "forfeit" of an open board."""
        done = self._carry_out(absences.WITHDRAW, build(absences.Withdraw, who=who, counts=counts))
        return frames.lines_frame([one.player for one in done.value], done.after.tournament.settings.rounds)

    @asks(anonymous.Anonymise)
    def anonymise(self, who: str, **asked: Any) -> dict[str, Any]:
        """The player, now anonymous; `anyway`: the journal forgets all before. `notes` say what is not reached."""
        done = anonymous.anonymise(self._desk, build(anonymous.Anonymise, who=who, **asked))
        self.notes = anonymous.anonymised_lines(done)
        return frames.player_line(done.player, self.tournament.settings.rounds)

    def _player(self, verb: Verb[Any, Player], asked: players.PlayerCells) -> dict[str, Any]:
        done = self._carry_out(verb, asked)
        return frames.player_line(done.value, done.after.tournament.settings.rounds)

    @_step
    def absent(
        self, who: str | Iterable[str], missed: int | str | Iterable[int] = "", *, counts: str = "excused"
    ) -> list[int]:
        """The rounds that players miss, by default the next one: "excused", "unexcused" (0 points) or "forfeit".

        With "forfeit", a board of the last round stays, and the player loses it by forfeit.
        """
        request = build(absences.Absent, who=who, rounds=typed(missed) or "", counts=counts)
        return list(self._carry_out(absences.ABSENT, request).value[0].rounds)

    @_step
    @asks(ratings.Ratings)
    def ratings(self, /, file: str | Path, *, apply: bool = False, **asked: Any) -> Found:
        """What a rating list says about each player in `table`; `apply` makes the changes of the sure matches."""
        request = build(ratings.Ratings, **asked)
        request = request.but(found=ratings.rating_list(Path(file), request.form))
        outcome = self._ask(lambda state: ratings.match(state, request))
        shown = outcome.value
        apply = apply and shown.changing > 0
        if apply:
            outcome = self._do(lambda state: ratings.apply(state, shown)).outcome
        return frames.found(outcome, applied=apply)

    @_step
    @asks(rounds.Draw, engine="")
    def pair(self, /, profile: str | Path = "", **wishes: Any) -> Found:
        """The next round drawn, or the draft drawn again; it is a draft: `boards`, `cost`, `bound`, `proven`, `byes` …

        A new draw keeps the `force`, `forbid`, `bye` and `relax` of the draft before unless they are given anew, or
        `fresh` is set. Without an `engine` it is that of the settings.
        Raises NoPairingError, with the smallest breach, if no pairing keeps the hard rules.
        """
        request = asked(rounds.Draw, profile=profile or None, **{"engine": "", **wishes})
        done = self._carry_out(rounds.DRAW, request)
        if request.certificate is not None:
            verifying.write_certificate(done.value, request.certificate)
        return frames.found(done.outcome)

    @_step
    @asks(proposed.Propose)
    def propose(
        self,
        /,
        boards: pd.DataFrame | Found | OwnRound | Iterable[tuple[str, str]],
        byes: str | Iterable[str] = (),
        *,
        profile: str | Path = "",
        **how: Any,
    ) -> Found:
        """The next round with your boards, a draft: its `cost`, the `optimum` that was drawn, and the `extra`.

        `boards`: pairs of players, a DataFrame with white and black, or a round such as `model().solve()`, which knows
        its byes. Colours and handicap are by rule. Boards that the optimum does not have count as changed by hand.
        `anyway`: even if the boards break a rule.
        """
        pairs, resting = boards_of(boards, byes)
        request = asked(proposed.Propose, boards=pairs, byes=resting, profile=profile or None, **how)
        return frames.found(self._do(lambda state: proposed.propose(state, request, self.path)).outcome)

    @_step
    @asks(cups.CupRequest)
    def cup(self, /, name: str, **fields: Any) -> dict[str, Any]:
        """The cup made or changed, as by `mcmahon cup`; what is not given stays as it is."""
        done = self._carry_out(cups.CUP, build(cups.CupRequest, name=name, **fields))
        found: dict[str, Any] = plain(cups.cup_answer(done.value, done.after.tournament))
        return found

    @_step
    def remove_cup(self, name: str, *, anyway: bool = False) -> str:
        """The name of the cup removed; its games stay. `anyway`: even if it has begun."""
        removed: str = self._carry_out(cups.REMOVE_CUP, build(cups.RemoveCupRequest, name=name, anyway=anyway)).value
        return removed

    @_step
    def decide(self, cup: str, player: str, *, nobody: bool = False, by_result: bool = False, stage: int = 0) -> str:
        """The match of a cup from which the player now advances, in words.

        `nobody`: nobody advances from the player's match; `by_result`: its result says it again; `stage`: round of the
        cup, from 1, where it is not the match that is open.
        """
        request = build(cups.DecideRequest, name=cup, player=player, nobody=nobody, by_result=by_result, stage=stage)
        done = self._carry_out(cups.DECIDE, request)
        return match_line(done.value, done.after.tournament)

    @_step
    @asks(rounds.Publish)
    def publish_round(self, /, number: int = 0, **how: Any) -> int:
        """The number of the round published."""
        return self._carry_out(rounds.PUBLISH, asked(rounds.Publish, number=number, **how)).value

    @_step
    def begin_by_hand(self) -> int:
        """The number of the last round, which is paired by hand from now on: changes ask nothing, all else is refused.

        `by_hand` compares it with the engine's round, `end_by_hand` ends that.
        """
        return self._carry_out(hand_pairing.BEGIN_BY_HAND, asked(Change)).value

    @_step
    @asks(hand_pairing.EndByHand)
    def end_by_hand(self, /, **how: Any) -> bool:
        """Whether the round by hand was kept, with the rules that it breaks as allowed; or the engine's round taken."""
        return self._carry_out(hand_pairing.END_BY_HAND, asked(hand_pairing.EndByHand, **how)).value.kept

    @_step
    def result(self, table: int | str, result: str, number: int = 0, *, again: bool = False) -> Found:
        """The new and the old result of a table, White's points first; `again` replaces a different result.

        In a match of teams "4.2" is board 2 of table 4, and "1-0,0-1,jigo" are all boards of a table.
        While the last round is a draft you must give the number, because a result publishes a draft.
        """
        return self._entered(build(EnterResults, results={str(table): result}, round=number, again=again))

    @_step
    def results(
        self,
        found: Mapping[Any, str | float] | pd.DataFrame | Found | str | Path,
        number: int = 0,
        *,
        again: bool = False,
    ) -> Found:
        """New and old results, from a dict by table, or a DataFrame or CSV with table, result and perhaps round.

        A result is a text as in `result`, or White's points: 1.0, 0.5 or 0.0.
        """
        return self._entered(results_of(found, number, again))

    def _entered(self, request: EnterResults) -> Found:
        done = self._carry_out(ENTER_RESULTS, request)
        if done.value.stale:
            self.notes += done.value.stale.published_lines(done.before.tournament)
        return frames.found(done.outcome)

    @_step
    def prizes(
        self,
        *,
        announce: bool = False,
        anyway: bool = False,
        take_back: bool = False,
        table: pd.DataFrame | str | Path | None = None,
    ) -> Found:
        """Who gets which prize, a row for each player of each in `table`, the smallest first; `left`: nobody gets it.

        `announce` keeps the list for the pages and to compare with (`anyway`: a provisional one), `take_back` forgets
        it. `table`: another table of prizes, a file or a DataFrame.
        """
        if table is not None:
            taken = given.table_file(Path(table)) if isinstance(table, str | Path) else prize_table_of(table)
            self._do(lambda state: given.replace_table(state, taken))
        if not (announce or take_back):
            return self._answer(given.prizes)
        asked = build(given.AnnouncePrizes, anyway=anyway, take_back=take_back)
        return frames.found(self._carry_out(given.ANNOUNCE_PRIZES, asked).outcome)

    @_step
    @asks(given.PrizeRequest)
    def prize(self, /, name: str, *, remove: bool = False, **cells: object) -> pd.DataFrame:
        """The table of prizes with one added, changed or taken out: `prize("Best", list="women=yes", value=50)`."""
        own = prize_cells_of(cells)
        if remove:
            done = self._carry_out(given.REMOVE_PRIZE, build(given.RemovePrizeRequest, name=name))
        else:
            done = self._carry_out(given.PRIZE, build(given.PrizeRequest, name=name, **own))
        return frames.prize_table_frame(done.value)

    @_step
    def line_up(self, team: str, people: str | Iterable[str], number: int = 0, *, anyway: bool = False) -> Found:
        """A team seated by hand in a drawn round: members from board 1 by place, id or name, "-" for an empty board.

        "roster" alone seats them as registered again. `anyway`: even if the order of boards is not allowed.
        """
        request = asked(line_ups.LineUp, who=team, people=people, number=number, anyway=anyway)
        done = self._carry_out(line_ups.LINE_UP, request)
        return frames.line_ups([done.value], done.after.tournament)

    @_step
    @asks(boards.Swap)
    def swap(self, /, a: str, b: str, number: int = 0, **how: Any) -> Found:
        """The extra cost of swapping two players by hand, and the judge's verdicts on the round.

        `anyway`: do it even if it removes a result, breaks a rule, or makes a board far wider than any of the round.
        """
        return frames.found(self._carry_out(boards.SWAP, asked(boards.Swap, a=a, b=b, number=number, **how)).outcome)

    @_step
    @asks(boards.EditBoard)
    def board(self, /, table: int | str, *, komi: float | str = "", **how: Any) -> Found:
        """The round with colours, handicap or komi of a board changed by hand; `anyway`: even against a rule."""
        done = self._carry_out(boards.EDIT_BOARD, asked(boards.EditBoard, table=table, komi=str(komi), **how))
        return self._round(done.after, done.value.verdict.number)

    @_step
    def move(self, player: str, table: int, number: int = 0) -> Found:
        """The round with a player's game at another table; a game already there takes the old table."""
        done = self._carry_out(boards.MOVE, asked(boards.Move, player=player, table=table, number=number))
        return self._round(done.after, round_number(done.after.tournament, number))

    def _round(self, state: State, number: int) -> Found:
        drawn = state.tournament.round(number)
        return Found(drawn, frames.round_parts(state.tournament, drawn))

    @_step
    @asks(repairing.Repair)
    def repair(self, /, **how: Any) -> Found:
        """The last round repaired after a late change, with few boards given up at a reasonable cost, proven.

        Players in `without` do not play after all, players in `late` do. `changes`: the least cost with at most so many
        boards given up. `anyway`: even if boards of a published round are given up.
        """
        return frames.found(self._carry_out(repairing.REPAIR, asked(repairing.Repair, **how)).outcome)

    @asks(repairing.Repair)
    def repair_curve(self, /, **how: Any) -> pd.DataFrame:
        """The cost of a repaired round for each number of boards given up; nothing is written."""
        request = asked(repairing.Repair, **how)
        found = self._ask(lambda state: repairing.curve(state, request, Options(request.seconds)))
        return frames.curve_frame(found.value)

    def undo(self) -> str:
        """Take back the last step; returns its command."""
        done = steps.undo(self._desk)
        self.notes = step_texts(done.found)
        return done.command

    def redo(self) -> str:
        """Redo the step undone last; returns its command."""
        done = steps.redo(self._desk)
        self.notes = step_texts(done.found)
        return done.command
