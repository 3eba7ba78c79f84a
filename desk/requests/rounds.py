"""Rounds: drawn, published, repaired, changed by hand, and their results."""

from __future__ import annotations

from dataclasses import replace

from ...model.tournament.settings.pairing import EngineName
from ..rounds.boards import EditBoard, Move, Swap
from ..rounds.by_hand import EndByHand
from ..rounds.next_round import Draw, Publish
from ..rounds.proof.checking import Check
from ..rounds.repair.repairing import Repair
from ..rounds.results import Results
from .request import Change, Request


class ResultsRequest(Change, frozen=True, kw_only=True):
    """Results of a round.

    round: number of the round
    results: by table: "1-0", "0-1", "jigo", with ! for a win by forfeit; "?" takes a result out; "4.2" is a team board
    again: whether a different result that is there may be replaced
    """

    round: int
    results: dict[str, str]
    again: bool = False

    def typed(self) -> list[str]:
        """Tables and results in turn."""
        return [word for table, result in self.results.items() for word in (table, result)]

    def asked(self) -> Results:
        """The same for the desk."""
        return Results(self.typed(), number=self.round, again=self.again)


class DrawRequest(Change, frozen=True, kw_only=True):
    """The next round, or its draft again.

    force: pairs who must meet, by id or name
    forbid: pairs who must not meet
    bye: who is to have a bye
    relax: names of hard rules that may be broken
    seed: of the lottery, from now on; null keeps the one of the settings
    missing_results: whether to draw although results are missing
    two_byes: whether a bye by hand may bring another one with it
    again: whether to draw a published round without results again
    fresh: whether wishes of the draft before are forgotten
    engine: what finds the round: "matching", "cp-sat", or "both", the former with a second opinion of the latter
    """

    force: tuple[tuple[str, str], ...] = ()
    forbid: tuple[tuple[str, str], ...] = ()
    bye: tuple[str, ...] = ()
    relax: tuple[str, ...] = ()
    seed: int | None = None
    missing_results: bool = False
    two_byes: bool = False
    again: bool = False
    fresh: bool = False
    engine: EngineName = "matching"

    def asked(self) -> Draw:
        """The same for the desk."""
        locks = self.force, self.forbid, self.bye, self.relax
        draw = Draw(None, *locks, self.seed, self.missing_results, self.two_byes, None, self.again, self.fresh)
        return replace(draw, engine=self.engine)


class PublishRequest(Change, frozen=True, kw_only=True):
    """A draft to make final.

    round: its number; 0 is the last
    anyway: whether to do it although entries, scores or wishes have changed since it was drawn
    """

    round: int = 0
    anyway: bool = False

    def asked(self) -> Publish:
        """The same for the desk."""
        return Publish(self.round, self.anyway)


class CheckRequest(Request, frozen=True, kw_only=True):
    """Rounds to be checked; nothing is written.

    round: number of the round; 0 is all of them
    prove: whether each is solved again, so that it is known whether no legal one costs less
    engine: what solves it: "matching", "cp-sat", or "both", the former with a second opinion of the latter
    """

    round: int = 0
    prove: bool = False
    engine: EngineName = "matching"

    def asked(self) -> Check:
        """The same for the desk."""
        return Check(self.round, self.prove, self.engine)


class ByHandRequest(Change, frozen=True, kw_only=True):
    """The last round to be paired by hand, or to be compared with the engine's."""


class EndByHandRequest(Change, frozen=True, kw_only=True):
    """Pairing by hand to be ended.

    keep: whether the round by hand stays, with the rules that it breaks as allowed; else the engine's takes its place
    """

    keep: bool

    def asked(self) -> EndByHand:
        """The same for the desk."""
        return EndByHand(self.keep)


class RepairRequest(Change, frozen=True, kw_only=True):
    """The last round after a late change, with few boards given up.

    without: who does not play after all, by id or name
    late: who does
    keep: tables that must stay, such as "1-40,45"
    bye: who sits out
    changes: most boards to give up; null leaves that to the program
    unexcused: whether those who do not play get nothing for the round
    anyway: whether boards of a published round may be given up
    """

    without: tuple[str, ...] = ()
    late: tuple[str, ...] = ()
    keep: str = ""
    bye: tuple[str, ...] = ()
    changes: int | None = None
    unexcused: bool = False
    anyway: bool = False

    def asked(self) -> Repair:
        """The same for the desk."""
        return Repair(self.without, self.late, self.keep, self.bye, self.changes, self.unexcused, self.anyway)


class SwapRequest(Change, frozen=True, kw_only=True):
    """Two players to change places.

    a: one of them, by id or name
    b: the other
    round: number of the round; 0 is the last
    anyway: whether to do it although a result is lost, a rule broken or a board far wider
    """

    a: str
    b: str
    round: int = 0
    anyway: bool = False

    def asked(self) -> Swap:
        """The same for the desk."""
        return Swap(self.a, self.b, self.round, self.anyway)


class BoardRequest(Change, frozen=True, kw_only=True):
    """A board to change by hand.

    table: its number
    white: who takes White, by id or name; blank leaves that
    handicap: stones; null leaves that
    komi: such as "6.5"; blank leaves that
    round: number of the round; 0 is the last
    anyway: whether to do it although a rule is broken
    """

    table: int
    white: str = ""
    handicap: int | None = None
    komi: str = ""
    round: int = 0
    anyway: bool = False

    def asked(self) -> EditBoard:
        """The same for the desk."""
        return EditBoard(self.table, self.white, self.handicap, self.komi, self.round, self.anyway)


class MoveRequest(Change, frozen=True, kw_only=True):
    """A game to be at another table.

    player: one of its players, by id or name
    table: the table; a game that is there already takes the old one
    round: number of the round; 0 is the last
    """

    player: str
    table: int
    round: int = 0

    def asked(self) -> Move:
        """The same for the desk."""
        return Move(self.player, self.table, self.round)
