"""A tournament in a folder, run from Python: every command of the command line as a method."""

from __future__ import annotations

import functools
from collections.abc import Callable, Iterable, Mapping, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from ..desk import journal_entries
from ..desk.desk import Desk
from ..desk.files import export_files
from ..desk.messages.cup_texts import match_line
from ..desk.messages.no_pairing_texts import no_pairing_text
from ..desk.options import Options
from ..desk.people import match_ratings
from ..desk.people.anonymise import Anonymise, anonymise, anonymised_lines
from ..desk.people.change_players import ADD, CHANGE_PLAYER
from ..desk.people.miss_rounds import ABSENT, WITHDRAW
from ..desk.people.new_tournament import NewTournament, create
from ..desk.people.register import REGISTER
from ..desk.placing.give_prizes import ANNOUNCE_PRIZES, PRIZE, REMOVE_PRIZE, prizes, replace_table, table_file
from ..desk.placing.run_cups import CUP, DECIDE, REMOVE_CUP, cup_answer
from ..desk.rounds.change_boards import EDIT_BOARD, MOVE, SWAP
from ..desk.rounds.draw_round import DRAW, PUBLISH
from ..desk.rounds.enter_results import ENTER_RESULTS, EnterResults
from ..desk.rounds.pair_by_hand import BEGIN_BY_HAND, END_BY_HAND, Propose, propose
from ..desk.rounds.proof.verify_proof import write_certificate
from ..desk.rounds.repair.repair_round import REPAIR, curve
from ..desk.rounds.round_numbers import round_number
from ..desk.rounds.seat_teams import LINE_UP
from ..desk.settings.change_settings import SET
from ..desk.settings.own_profiles import profile_of_matrix
from ..desk.verb import Request, Verb, build, plain
from ..model.errors import InputError
from ..model.judging.violation import NoPairingError
from ..model.notes import note_texts
from . import arguments, frames
from .arguments import asked, asks
from .director_questions import Questions
from .frames import Found

if TYPE_CHECKING:
    import pandas as pd

    from ..desk.verb import Committed, Outcome
    from ..model.records.state import State
    from ..model.tournament.person import Player
    from .solver_model import OwnRound

Value = TypeVar("Value")
Asked = ParamSpec("Asked")
Answer = TypeVar("Answer")


def _step(method: Callable[Concatenate[Director, Asked], Answer]) -> Callable[Concatenate[Director, Asked], Answer]:
    """A method that writes a step; the journal names the step after the call."""

    @functools.wraps(method)
    def called(self: Director, /, *given: Asked.args, **named: Asked.kwargs) -> Answer:
        self._call = arguments.call_text(method.__name__, *given, **named)
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
        request = build(NewTournament, name=name, preset=preset, like=like, values=arguments.dotted(values))
        create(Desk(path), request, arguments.call_text("new", path, **said))
        return cls(path)

    @staticmethod
    @asks(export_files.Export)
    def convert(source: str | Path, target: str | Path, *, form: str = "", to: str = "", **how: Any) -> list[str]:
        """What was guessed or lost in converting a file or folder to another file or a new folder."""
        kind = export_files.target_format(Path(source), Path(target), to)
        request = asked(export_files.Export, form=kind, **how)
        read = export_files.read_source(Path(source), form)
        if request.strict:
            export_files.check_whole(read)
        if kind == export_files.FOLDER:
            export_files.new_folder(read, Path(target), arguments.call_text("convert", source, target))
            return read.remarks.lines()
        found = export_files.export(read.state, request).value
        export_files.write_file(Path(target), found.data)
        return [*read.remarks.lines(), *found.losses.lines()]

    def _do(self, use_case: Callable[[State], Outcome[Value]]) -> Committed[Value]:
        """Run a use case and write its changes; keep its notes."""
        return self._noted(lambda: self._desk.do(use_case, self._call))

    def _carry_out(self, verb: Verb[Any, Value], /, **given: Any) -> Committed[Value]:
        """Do what the arguments ask for, and keep its notes."""
        return self._commit(verb, asked(verb.request, **given))

    def _commit(self, verb: Verb[Any, Value], request: Request) -> Committed[Value]:
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
        self.notes = [*done.found, *note_texts(done.outcome.notes, done.after.tournament)]
        return done

    @_step
    def set(self, /, *assignments: str, replace: bool = False, anyway: bool = False, **values: Any) -> pd.DataFrame:
        """The changed settings, old and new: `set("pairing.forbid+=3:7")`, `set(start__bar="3d")`; None resets one.

        `replace`: a list may lose entries; `anyway`: start scores may change after a round is published.
        """
        values = arguments.dotted(values)
        done = self._carry_out(SET, assignments=assignments, values=values, replace=replace, anyway=anyway)
        return frames.records(done.value, ("name", "before", "after", "unset"))

    @_step
    @asks(REGISTER.request, same="")
    def register(self, /, registrations: pd.DataFrame | str | Path, **how: Any) -> Found:
        """The new and changed players in `table`; a DataFrame or a file is merged in by id or else by name.

        `columns` says what titles mean: `{"Rnak": "rank"}`, also `keep` and `leave out`. `keep_paired`: players who are
        already paired stay as they are. `same`: "ids" or "names" decide who a line is, if they disagree.
        `sheet`: that of a spreadsheet with several. `guess`: if a column may be two things, the likelier counts.
        """
        request = arguments.registrations_of(registrations, build(REGISTER.request, **how))
        return frames.found(self._commit(REGISTER, request).outcome)

    @_step
    @asks(ADD.request)
    def add(self, /, name: str = "", rank: str = "", **cells: Any) -> dict[str, Any]:
        """The new player; all that is no field of players stands in `columns`."""
        return self._player(ADD, {"name": name, "rank": rank, **cells})

    @_step
    @asks(CHANGE_PLAYER.request)
    def player(self, /, who: str, **cells: Any) -> dict[str, Any]:
        """The changed player: `clear` empties fields, all others are as in `add`."""
        return self._player(CHANGE_PLAYER, {"who": who, **cells})

    @_step
    def withdraw(self, who: str | Iterable[str], *, counts: str = "excused") -> pd.DataFrame:
        """A row for each player withdrawn from later rounds: "excused", "unexcused", or "forfeit" of an open board."""
        done = self._carry_out(WITHDRAW, who=who, counts=counts)
        return frames.lines_frame([one.player for one in done.value], done.after.tournament.settings.rounds)

    @asks(Anonymise)
    def anonymise(self, who: str, **how: Any) -> dict[str, Any]:
        """The player, now anonymous; `anyway`: the journal forgets all before. `notes` say what is not reached."""
        done = anonymise(self._desk, build(Anonymise, who=who, **how))
        self.notes = anonymised_lines(done)
        return frames.player_line(done.player, self.tournament.settings.rounds)

    def _player(self, verb: Verb[Any, Player], cells: Mapping[str, Any]) -> dict[str, Any]:
        done = self._carry_out(verb, **arguments.cells_of(cells))
        return frames.player_line(done.value, done.after.tournament.settings.rounds)

    @_step
    def absent(
        self, who: str | Iterable[str], missed: int | str | Iterable[int] = "", *, counts: str = "excused"
    ) -> list[int]:
        """The rounds that players miss, by default the next one: "excused", "unexcused" (0 points) or "forfeit".

        With "forfeit", a board of the last round stays, and the player loses it by forfeit.
        """
        done = self._carry_out(ABSENT, who=who, rounds=arguments.typed(missed) or "", counts=counts)
        return list(done.value[0].rounds)

    @_step
    @asks(match_ratings.Ratings)
    def ratings(self, /, file: str | Path, *, apply: bool = False, **how: Any) -> Found:
        """What a rating list says about each player in `table`; `apply` makes the changes of the sure matches."""
        request = build(match_ratings.Ratings, **how)
        request = request.but(found=match_ratings.rating_list(Path(file), request.form))
        outcome = self._ask(lambda state: match_ratings.match(state, request))
        shown = outcome.value
        apply = apply and shown.changing > 0
        if apply:
            outcome = self._do(lambda state: match_ratings.apply(state, shown)).outcome
        return frames.found(outcome, applied=apply)

    @_step
    @asks(DRAW.request, engine="")
    def pair(
        self,
        /,
        profile: str | Path | Mapping[str, Any] = "",
        *,
        costs: pd.DataFrame | Sequence[Sequence[int]] | None = None,
        **wishes: Any,
    ) -> Found:
        """The next round drawn, or the draft drawn again; it is a draft: `boards`, `cost`, `bound`, `proven`, `byes` …

        `profile` is a name, a file, or what a file would say: `{"base": "balanced", "gap": {"value": "i.rating …"}}`.

        `costs`, in place of a profile: what each game costs, n × n whole numbers from 0, symmetric, and on the diagonal
        what the bye costs. A DataFrame has ids of players as index and columns, in any order, with all entrants; a
        matrix has the entrants as `problem().field.ids` has them. At most 1,000 players. The record of the draw keeps
        the table, and certificates have it, too. Raises InputError with the row, column and value.

        A new draw keeps the `force`, `forbid`, `bye` and `relax` of the draft before unless they are given anew, or
        `fresh` is set. Without an `engine` it is that of the settings.
        Raises NoPairingError, with the smallest breach, if no pairing keeps the hard rules.
        """
        if costs is not None and profile:
            raise InputError("expected a profile or costs, not both")
        own = None if costs is None else profile_of_matrix(self.tournament, *arguments.matrix_of(costs))
        request = asked(DRAW.request, profile=own or profile or None, **{"engine": "", **wishes})
        done = self._commit(DRAW, request)
        if request.certificate is not None:
            write_certificate(done.value, request.certificate)
        return frames.found(done.outcome)

    @_step
    @asks(Propose)
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
        pairs, resting = arguments.boards_of(boards, byes)
        request = asked(Propose, boards=pairs, byes=resting, profile=profile or None, **how)
        return frames.found(self._do(lambda state: propose(state, request, self.path)).outcome)

    @_step
    @asks(CUP.request)
    def cup(self, /, name: str, **fields: Any) -> dict[str, Any]:
        """The cup made or changed, as by `mcmahon cup`; what is not given stays as it is."""
        done = self._carry_out(CUP, name=name, **fields)
        found: dict[str, Any] = plain(cup_answer(done.value, done.after.tournament))
        return found

    @_step
    def remove_cup(self, name: str, *, anyway: bool = False) -> str:
        """The name of the cup removed; its games stay. `anyway`: even if it has begun."""
        removed: str = self._carry_out(REMOVE_CUP, name=name, anyway=anyway).value
        return removed

    @_step
    def decide(self, cup: str, player: str, *, nobody: bool = False, by_result: bool = False, stage: int = 0) -> str:
        """The match of a cup from which the player now advances, in words.

        `nobody`: nobody advances from the player's match; `by_result`: its result says it again; `stage`: round of the
        cup, from 1, where it is not the match that is open.
        """
        how = {"nobody": nobody, "by_result": by_result, "stage": stage}
        done = self._carry_out(DECIDE, name=cup, player=player, **how)
        return match_line(done.value, done.after.tournament)

    @_step
    @asks(PUBLISH.request)
    def publish_round(self, /, number: int = 0, **how: Any) -> int:
        """The number of the round published."""
        return self._carry_out(PUBLISH, number=number, **how).value

    @_step
    def begin_by_hand(self) -> int:
        """The number of the last round, which is paired by hand from now on: changes ask nothing, all else is refused.

        `by_hand` compares it with the engine's round, `end_by_hand` ends that.
        """
        return self._carry_out(BEGIN_BY_HAND).value

    @_step
    @asks(END_BY_HAND.request)
    def end_by_hand(self, /, **how: Any) -> bool:
        """Whether the round by hand was kept, with the rules that it breaks as allowed; or the engine's round taken."""
        return self._carry_out(END_BY_HAND, **how).value.kept

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
        return self._entered(arguments.results_of(found, number, again))

    def _entered(self, request: EnterResults) -> Found:
        done = self._commit(ENTER_RESULTS, request)
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
            taken = table_file(Path(table)) if isinstance(table, str | Path) else arguments.prize_table_of(table)
            self._do(lambda state: replace_table(state, taken))
        if not (announce or take_back):
            return self._answer(prizes)
        return frames.found(self._carry_out(ANNOUNCE_PRIZES, anyway=anyway, take_back=take_back).outcome)

    @_step
    @asks(PRIZE.request)
    def prize(self, /, name: str, *, remove: bool = False, **cells: object) -> pd.DataFrame:
        """The table of prizes with one added, changed or taken out: `prize("Best", list="women=yes", value=50)`."""
        own = arguments.prize_cells_of(cells)
        done = self._carry_out(REMOVE_PRIZE, name=name) if remove else self._carry_out(PRIZE, name=name, **own)
        return frames.prize_table_frame(done.value)

    @_step
    def line_up(self, team: str, people: str | Iterable[str], number: int = 0, *, anyway: bool = False) -> Found:
        """A team seated by hand in a drawn round: members from board 1 by place, id or name, "-" for an empty board.

        "roster" alone seats them as registered again. `anyway`: even if the order of boards is not allowed.
        """
        done = self._carry_out(LINE_UP, who=team, people=people, number=number, anyway=anyway)
        return frames.line_ups([done.value], done.after.tournament)

    @_step
    @asks(SWAP.request)
    def swap(self, /, a: str, b: str, number: int = 0, **how: Any) -> Found:
        """The extra cost of swapping two players by hand, and the judge's verdicts on the round.

        `anyway`: do it even if it removes a result, breaks a rule, or makes a board far wider than any of the round.
        """
        return frames.found(self._carry_out(SWAP, a=a, b=b, number=number, **how).outcome)

    @_step
    @asks(EDIT_BOARD.request)
    def board(self, /, table: int | str, *, komi: float | str = "", **how: Any) -> Found:
        """The round with colours, handicap or komi of a board changed by hand; `anyway`: even against a rule."""
        done = self._carry_out(EDIT_BOARD, table=table, komi=str(komi), **how)
        return self._round(done.after, done.value.verdict.number)

    @_step
    def move(self, player: str, table: int, number: int = 0) -> Found:
        """The round with a player's game at another table; a game already there takes the old table."""
        done = self._carry_out(MOVE, player=player, table=table, number=number)
        return self._round(done.after, round_number(done.after.tournament, number))

    def _round(self, state: State, number: int) -> Found:
        drawn = state.tournament.round(number)
        return Found(drawn, frames.round_parts(state.tournament, drawn))

    @_step
    @asks(REPAIR.request)
    def repair(self, /, **how: Any) -> Found:
        """The last round repaired after a late change, with few boards given up at a reasonable cost, proven.

        Players in `without` do not play after all, players in `late` do. `changes`: the least cost with at most so many
        boards given up. `anyway`: even if boards of a published round are given up.
        """
        return frames.found(self._carry_out(REPAIR, **how).outcome)

    @asks(REPAIR.request)
    def repair_curve(self, /, **how: Any) -> pd.DataFrame:
        """The cost of a repaired round for each number of boards given up; nothing is written."""
        request = asked(REPAIR.request, **how)
        points = self._ask(lambda state: curve(state, request, Options(request.seconds))).value
        rows = ((point.changed, point.pairing.cost, point.pairing.optimal) for point in points)
        return frames.frame(("given_up", "cost", "proven"), rows)

    def undo(self) -> str:
        """Take back the last step; returns its command."""
        done = journal_entries.undo(self._desk)
        self.notes = done.found
        return done.command

    def redo(self) -> str:
        """Redo the step undone last; returns its command."""
        done = journal_entries.redo(self._desk)
        self.notes = done.found
        return done.command
