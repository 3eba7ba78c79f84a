"""Rounds: drawn, published, repaired, changed by hand, and their results."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated

from ...model.tournament.settings.pairing import EngineName
from ..rounds.boards import EditBoard, Move, Swap
from ..rounds.by_hand import EndByHand
from ..rounds.next_round import Draw, Publish
from ..rounds.proof.checking import Check
from ..rounds.repair.repairing import Repair
from ..rounds.results import Results
from ..verb import Change, Request, told


class ResultsRequest(Change, frozen=True, kw_only=True):
    """Results of a round."""

    round: Annotated[int, told("number of the round")]
    results: Annotated[
        dict[str, str],
        told(
            'by table: "1-0", "0-1", "jigo", with ! for a win by forfeit; "?" takes a result out; "4.2" is a team board'
        ),
    ]
    again: Annotated[bool, told("whether a different result that is there may be replaced")] = False

    def typed(self) -> list[str]:
        """Tables and results in turn."""
        return [word for table, result in self.results.items() for word in (table, result)]

    def asked(self) -> Results:
        """The same for the desk."""
        return Results(self.typed(), number=self.round, again=self.again)


class DrawRequest(Change, frozen=True, kw_only=True):
    """The next round, or its draft again."""

    force: Annotated[tuple[tuple[str, str], ...], told("pairs who must meet, by id or name")] = ()
    forbid: Annotated[tuple[tuple[str, str], ...], told("pairs who must not meet")] = ()
    bye: Annotated[tuple[str, ...], told("who is to have a bye")] = ()
    relax: Annotated[tuple[str, ...], told("names of hard rules that may be broken")] = ()
    seed: Annotated[int | None, told("of the lottery, from now on; null keeps the one of the settings")] = None
    missing_results: Annotated[bool, told("whether to draw although results are missing")] = False
    two_byes: Annotated[bool, told("whether a bye by hand may bring another one with it")] = False
    again: Annotated[bool, told("whether to draw a published round without results again")] = False
    fresh: Annotated[bool, told("whether wishes of the draft before are forgotten")] = False
    engine: Annotated[
        EngineName,
        told('what finds the round: "matching", "cp-sat", or "both", the former with a second opinion of the latter'),
    ] = "matching"

    def asked(self) -> Draw:
        """The same for the desk."""
        locks = self.force, self.forbid, self.bye, self.relax
        draw = Draw(None, *locks, self.seed, self.missing_results, self.two_byes, None, self.again, self.fresh)
        return replace(draw, engine=self.engine)


class PublishRequest(Change, frozen=True, kw_only=True):
    """A draft to make final."""

    round: Annotated[int, told("its number; 0 is the last")] = 0
    anyway: Annotated[
        bool, told("whether to do it although entries, scores or wishes have changed since it was drawn")
    ] = False

    def asked(self) -> Publish:
        """The same for the desk."""
        return Publish(self.round, self.anyway)


class CheckRequest(Request, frozen=True, kw_only=True):
    """Rounds to be checked; nothing is written."""

    round: Annotated[int, told("number of the round; 0 is all of them")] = 0
    prove: Annotated[
        bool, told("whether each is solved again, so that it is known whether no legal one costs less")
    ] = False
    engine: Annotated[
        EngineName,
        told('what solves it: "matching", "cp-sat", or "both", the former with a second opinion of the latter'),
    ] = "matching"

    def asked(self) -> Check:
        """The same for the desk."""
        return Check(self.round, self.prove, self.engine)


class ByHandRequest(Change, frozen=True, kw_only=True):
    """The last round to be paired by hand, or to be compared with the engine's."""


class EndByHandRequest(Change, frozen=True, kw_only=True):
    """Pairing by hand to be ended."""

    keep: Annotated[
        bool,
        told(
            "whether the round by hand stays, with the rules that it breaks as allowed; else the engine's "
            "takes its place"
        ),
    ]

    def asked(self) -> EndByHand:
        """The same for the desk."""
        return EndByHand(self.keep)


class RepairRequest(Change, frozen=True, kw_only=True):
    """The last round after a late change, with few boards given up."""

    without: Annotated[tuple[str, ...], told("who does not play after all, by id or name")] = ()
    late: Annotated[tuple[str, ...], told("who does")] = ()
    keep: Annotated[str, told('tables that must stay, such as "1-40,45"')] = ""
    bye: Annotated[tuple[str, ...], told("who sits out")] = ()
    changes: Annotated[int | None, told("most boards to give up; null leaves that to the program")] = None
    unexcused: Annotated[bool, told("whether those who do not play get nothing for the round")] = False
    anyway: Annotated[bool, told("whether boards of a published round may be given up")] = False

    def asked(self) -> Repair:
        """The same for the desk."""
        return Repair(self.without, self.late, self.keep, self.bye, self.changes, self.unexcused, self.anyway)


class SwapRequest(Change, frozen=True, kw_only=True):
    """Two players to change places."""

    a: Annotated[str, told("one of them, by id or name")]
    b: Annotated[str, told("the other")]
    round: Annotated[int, told("number of the round; 0 is the last")] = 0
    anyway: Annotated[bool, told("whether to do it although a result is lost, a rule broken or a board far wider")] = (
        False
    )

    def asked(self) -> Swap:
        """The same for the desk."""
        return Swap(self.a, self.b, self.round, self.anyway)


class BoardRequest(Change, frozen=True, kw_only=True):
    """A board to change by hand."""

    table: Annotated[int, told("its number")]
    white: Annotated[str, told("who takes White, by id or name; blank leaves that")] = ""
    handicap: Annotated[int | None, told("stones; null leaves that")] = None
    komi: Annotated[str, told('such as "6.5"; blank leaves that')] = ""
    round: Annotated[int, told("number of the round; 0 is the last")] = 0
    anyway: Annotated[bool, told("whether to do it although a rule is broken")] = False

    def asked(self) -> EditBoard:
        """The same for the desk."""
        return EditBoard(self.table, self.white, self.handicap, self.komi, self.round, self.anyway)


class MoveRequest(Change, frozen=True, kw_only=True):
    """A game to be at another table."""

    player: Annotated[str, told("one of its players, by id or name")]
    table: Annotated[int, told("the table; a game that is there already takes the old one")]
    round: Annotated[int, told("number of the round; 0 is the last")] = 0

    def asked(self) -> Move:
        """The same for the desk."""
        return Move(self.player, self.table, self.round)
