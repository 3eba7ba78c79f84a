"""Questions about a tournament in a folder, as methods; they change nothing in it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import fields
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

from ..desk import journal_entries
from ..desk.desk import Desk
from ..desk.files import export_files, publish_pages
from ..desk.files.grids import players_grid
from ..desk.options import Options
from ..desk.people import change_players
from ..desk.placing import double_bookings, give_prizes, rank, run_cups
from ..desk.questions import explain_board, model_for_solvers, next_best, vary_weights, what_if
from ..desk.questions.standing_round import problem_of_round
from ..desk.rounds import pair_by_hand, seat_teams, show_round
from ..desk.rounds.plan import planning
from ..desk.rounds.proof import checking, verify_proof
from ..desk.settings import change_settings
from ..desk.settings.own_profiles import profile_of
from ..desk.verb import plain
from ..model.notes import note_texts
from ..model.tournament.tournament import Tournament
from . import frames
from .arguments import asked, asks, several
from .frames import Found
from .plots import Plots
from .solver_model import OwnModel

if TYPE_CHECKING:
    import pandas as pd

    from ..desk.files.publish_pages import PublishedPages
    from ..desk.rounds.proof.claim import Verified
    from ..desk.verb import Outcome
    from ..model.pairing.round_problem import RoundProblem
    from ..model.reasons.place_explained import PlaceExplained
    from ..model.records.state import State

Value = TypeVar("Value")


class Questions:
    """A tournament in a folder, and questions about it.

    Players are given by id or name; round number 0 is the last round. `notes` has the notes on the last answer. All
    methods raise InputError and FolderError, with every problem found.
    """

    def __init__(self, path: str | Path) -> None:
        self._desk = Desk(path)
        self.notes: list[str] = []

    def __repr__(self) -> str:
        """The folder, and what stands in it."""
        tournament = self.tournament
        drawn = f"{len(tournament.rounds)} of {tournament.settings.rounds} rounds drawn"
        return (
            f"<Director of {str(self.path)!r}: {tournament.settings.name}, {len(tournament.players)} players, {drawn}>"
        )

    @property
    def plot(self) -> Plots:
        """Pictures, by matplotlib: `plot.scores()`, `.crosstable()`, `.floats()` and `.front("mms", "club")`."""
        return Plots(self)

    @property
    def path(self) -> Path:
        """The folder."""
        return self._desk.path

    @property
    def tournament(self) -> Tournament:
        """The tournament as it is in the folder now."""
        return self._desk.read().tournament

    def _ask(self, use_case: Callable[[State], Outcome[Value]]) -> Outcome[Value]:
        """The outcome of a use case; its notes are kept."""
        self.notes = []
        outcome = self._desk.ask(use_case)
        self.notes = note_texts(outcome.notes, outcome.state.tournament)
        return outcome

    def _answer(self, use_case: Callable[[State], Outcome[Value]]) -> Found:
        """What a use case has found, as Python has it."""
        return frames.found(self._ask(use_case))

    def settings(self, only: str = "") -> pd.DataFrame:
        """All settings, those of a section, or one: name, value in TOML, meaning."""
        found = self._ask(lambda state: change_settings.settings(state, only)).value
        return frames.records(found, ("name", "value", "meaning"))

    def players(self, by: str = "") -> pd.DataFrame:
        """All players with start scores and rounds, sorted by strength, name or club; by default as registered."""
        found = self._ask(lambda state: change_players.players(state, by))
        return frames.table(players_grid(found.state.tournament, found.value))

    def groups(self, bar: str = "") -> Found:
        """The start groups with this bar, a row for each player in `table`, and the effect of each bar in `bars`.

        `mcmahon_bench.frames.bars` plays each bar out.
        """
        request = asked(rank.ShowGroups, bar=bar)
        return frames.groups(self._ask(lambda state: rank.groups(state, request)).value)

    def show(self, number: int = 0) -> Found:
        """The `boards` of a round with ranks, scores and results; `byes`, who is `absent`.

        `stale` says what has changed since a draft was drawn.
        """
        return self._answer(lambda state: show_round.show(state, number, self.path))

    def team_boards(self, number: int = 0) -> pd.DataFrame:
        """The boards of all matches of teams in a round: people, teams, handicap, komi and result of each."""
        found = self._ask(lambda state: show_round.show(state, number))
        boards = show_round.boards_shown(found.value.round, found.state.tournament)
        return frames.records(boards, [one.name for one in fields(show_round.ShownBoard)])

    def line_ups(self, number: int = 0) -> Found:
        """Who sits at each board of each team in a round, drawn or not; and what of it is `not_allowed`."""
        found = self._ask(lambda state: seat_teams.line_ups(state, number))
        return frames.line_ups(found.value, found.state.tournament)

    @asks(rank.Ranking)
    def standings(self, after: int | None = None, *, criteria: str | Iterable[str] = "", **how: Any) -> Found:
        """The standings after a round in `table`: sections `by` a column, `only` one (`women=yes`), with `ratings`.

        `criteria` replace those of the settings for this answer: `MMS,SOS,SODOS`. With `people` it is those of the
        people of teams, each with their own games.
        """
        names = ",".join(several(criteria))
        request = asked(rank.Ranking, after=after, criteria=names, **how)
        return self._answer(lambda state: rank.standings(state, request))

    @asks(rank.ExplainPlace)
    def explain_place(self, player: str, after: int | None = None, **how: Any) -> PlaceExplained:
        """Why a player has this place: every criterion as a sum, and what decided against the neighbours."""
        request = asked(rank.ExplainPlace, player=player, after=after, **how)
        return self._ask(lambda state: rank.explain(state, request)).value

    def explain_prizes(self, player: str, prize: str = "") -> pd.DataFrame:
        """Why a player gets each prize or not, in words; `prize`: only those with this name or part of it."""
        request = asked(give_prizes.ExplainPrizes, player=player, prize=prize)
        found = self._ask(lambda state: give_prizes.explain(state, request))
        return frames.records(found.value.reasons, ("prize", "kind", "place", "text"))

    @asks(checking.Check, seconds=60.0)
    def check(self, number: int = 0, **how: Any) -> Found:
        """A row for each round, or one, in `table`: whether it is legal, its cost, and the judge's findings.

        `prove` solves each round again: what it costs more than the least, and whether the proof of that holds;
        `engine="cp-sat"` is a second opinion.
        `sound`: whether nothing is wrong; `verdict`: the whole as `mcmahon check --json` has it.
        """
        request = asked(checking.Check, number=number, **{"seconds": 60.0, **how})
        return self._answer(lambda state: checking.check_all(state, request, None, self.path))

    def by_hand(self, seconds: float = 60.0) -> dict[str, Any]:
        """The round that is paired by hand beside the engine's, as `mcmahon by-hand --dry-run --json` has it."""
        found = self._ask(lambda state: pair_by_hand.compare(state, Options(seconds)))
        answer: dict[str, Any] = plain(found.value)
        return answer

    def verify(self, file: str | Path, *, large: bool = False) -> Verified:
        """What a certificate proves about this tournament (.json), or on its own (.npz). Raises RefusedError.

        `large`: the file may take more than some seconds and megabytes.
        """
        path = Path(file)
        found = verify_proof.verify_file(path, None if path.suffix == ".npz" else self._desk.read(), self.path, large)
        self.notes = list(found.notes)
        return found

    def plan(self) -> Found:
        """One way to pair the rounds to come, a row for each game or bye; `until` which round they are possible."""
        return self._answer(planning.plan)

    def cups(self) -> list[dict[str, Any]]:
        """All cups with their seeds and matches, as `mcmahon cup --json` has them."""
        found = self._ask(run_cups.cups)
        return [plain(run_cups.cup_answer(one, found.state.tournament)) for one in found.value]

    def explain(self, player: str, other: str = "", number: int = 0) -> Found:
        """Why a player has this opponent, or why two players do not meet, with proven costs: `title`, `text` …"""
        request = asked(explain_board.ExplainBoard, player=player, other=other, number=number)
        return self._answer(lambda state: explain_board.explain(state, request))

    @asks(next_best.Alternatives)
    def alternatives(self, most: int = 5, **how: Any) -> Found:
        """The next cheapest pairings of a round, each proven: extra cost, boards removed and added."""
        request = asked(next_best.Alternatives, most=most, **how)
        return self._answer(lambda state: next_best.alternatives(state, request))

    @asks(what_if.WhatIf)
    def what_if(self, profiles: str | Iterable[str] = (), varied: str | Iterable[str] = (), **how: Any) -> Found:
        """A round, or all so far, with other profiles, weights (`club=50`) or settings (`start.bar=2d`), a row each."""
        request = asked(what_if.WhatIf, profiles=profiles, varied=varied, **how)
        return self._answer(lambda state: what_if.what_if(state, request, folder=self.path))

    def problem(self, number: int = 0, *, profile: str | Path | Mapping[str, Any] = "") -> RoundProblem:
        """A round as the problem that it was drawn from (one more than the last: the next), by this profile or its own.

        Entrants are positions in `field.ids`; `allowed(i, j)`, `cost(i, j)` and `bye_cost()` take and give arrays, and
        `mcmahon.solver.engine.solve` solves it.
        """
        own = profile_of(profile, self.path) if profile else None
        return problem_of_round(self._desk.read(), number, own)

    def model(self, profile: str | Path = "", *, missing_results: bool = False) -> OwnModel:
        """The next round, or the draft, as a CP-SAT model to which you add constraints: `plays`, `bye`, `cp`, `solve`.

        `propose` makes the boards that it finds the draft.
        """
        found = self._ask(lambda state: model_for_solvers.own_model(state, profile, missing_results, self.path))
        return OwnModel(found.value.ready, found.value.model)

    @asks(model_for_solvers.ExportModel)
    def export_model(self, file: str | Path, **how: Any) -> Path:
        """The file written for other solvers (.mps, .lp or .pbtxt): a round with the cost of one tier of the profile.

        `tier` 0 is the first one; `number` is a drawn round, as it was drawn, and 0 the next round to draw.
        """
        request = asked(model_for_solvers.ExportModel, file=file, **how)
        found = self._ask(lambda state: model_for_solvers.export_model(state, request)).value
        model_for_solvers.write_model(found, request.file)
        return request.file

    def sensitivity(self, number: int = 0) -> Found:
        """For each weight the proven interval in which the round stays optimal, and the changes outside it."""
        return self._answer(lambda state: vary_weights.sensitivity(state, number))

    @asks(vary_weights.Pareto)
    def pareto(self, *criteria: str, **how: Any) -> Found:
        """The exact Pareto front of a round for two or three criteria, a row for each point; `svg` writes a picture."""
        request = asked(vary_weights.Pareto, criteria=criteria, **how)
        outcome = self._ask(lambda state: vary_weights.pareto(state, request))
        vary_weights.write_front(outcome.value, request)
        return frames.found(outcome)

    @asks(export_files.Export)
    def export(self, form: str, target: str | Path | None = None, **how: Any) -> Path:
        """The file written in another format, by default in the folder; `notes` lists what is lost in it."""
        state = self._desk.read()
        file = export_files.export_file(state, self.path, form, Path(target) if target is not None else None)
        found = export_files.export(state, asked(export_files.Export, form=form, **how)).value
        self.notes = found.losses.lines()
        export_files.write_file(file, found.data)
        return file

    def congress(self, *others: str | Path) -> pd.DataFrame:
        """Who would have to play here and in other events (folders) at the same time, a row a clash."""
        request = asked(double_bookings.Congress, folders=map(str, (self.path, *others)))
        events = double_bookings.read_events(request)
        return frames.clashes_frame(double_bookings.clashes(events))

    def publish(self, to: str | Path | None = None) -> PublishedPages:
        """Pages for a screen, a printer or a web server, written into a folder, by default `pages` in this one."""
        target = publish_pages.pages_folder(self.path, Path(to) if to is not None else None)
        return self._ask(lambda state: publish_pages.publish(state, target, self.path)).value

    def log(self) -> pd.DataFrame:
        """Every step of the journal, oldest first, with the time of this computer."""
        self.notes = []
        return frames.records(journal_entries.log(self._desk), ("number", "time", "command", "unsound"))
