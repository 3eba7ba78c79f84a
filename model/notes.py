"""What a director should know, as data: each note with whom or what it is about; its sentence is made elsewhere."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from .cups.bracket import Match
from .hints import Hint
from .judging.violation import Violation
from .pairing.standing_locks import Locks
from .plan.forced_ahead import ForcedFault
from .plan.plan import Foresight


@dataclass(frozen=True, slots=True)
class Remark:
    """Something odd in a file that was read, or a loss in one that is written: a text, and what could be done.

    Such texts quote the file; so they are made where it is read.
    """

    text: str
    hint: Hint | None = None


@dataclass(frozen=True, slots=True)
class GroupsMade:
    """The groups (ids) of the first draw, and the rounds that they take, a final takes, and the settings have.

    `final` is 0 for a final by scores.
    """

    groups: tuple[tuple[str, ...], ...]
    rounds: int
    final: int
    in_all: int


@dataclass(frozen=True, slots=True)
class FinalistsMade:
    """Who (ids) plays the final."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class SleepingTop:
    """Players (ids) of the top group who miss rounds. Of one alone it is said which."""

    players: tuple[str, ...]
    rounds: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class SupergroupDrawn:
    """Players (ids) who are equal in rank and rating, of whom the lottery let some into the supergroup and some not."""

    inside: tuple[str, ...]
    outside: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EverybodyEven:
    """Everybody is in the top group, whose games are even, although handicaps are set.

    `settings` are those by which some game would have a handicap, as `NAME = VALUE`.
    """

    settings: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class LeadersBelow:
    """Games of leaders (id, the opponent's id, half points between them) against players with a lower score.

    They are an odd number, or no more of them may meet (`met`), or a round in which more of them meet is `dearer` by
    the `price`.
    """

    games: tuple[tuple[str, str, int], ...]
    why: Literal["odd", "met", "dearer", "unknown"]
    price: int = 0


@dataclass(frozen=True, slots=True)
class UnknownIds:
    """Ids that the settings name and no player has; `called` has those that are somebody's name, with the id."""

    ids: tuple[str, ...]
    called: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class EarlierRoundBroken:
    """A rule that an earlier round breaks."""

    number: int
    violation: Violation


@dataclass(frozen=True, slots=True)
class ChangedByHand:
    """A round made final that is not the one drawn: the tables changed by hand, and the rules broken with a yes.

    `extra` is what it costs more than at the draw (below 0: less); None where that is not known.
    """

    number: int
    tables: tuple[int, ...]
    extra: int | None
    allowed: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class RuleCountsNothing:
    """A rule over pairs that is about locals, where no local clubs are named."""

    name: str


@dataclass(frozen=True, slots=True)
class ColoursTurned:
    """A board changed by hand, at which somebody else (an id) would take White by the colours so far."""

    table: int
    player: str


@dataclass(frozen=True, slots=True)
class DraftOutdated:
    """What a standing draft does not know: who (ids) is entered and not in it, and who is in it and not entered."""

    missing: tuple[str, ...]
    left: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ScoresMoved:
    """A board that was drawn from scores which have changed since: who (ids), and the pairing score before and now.

    The scores are in half points.
    """

    number: int
    table: int
    moved: tuple[tuple[str, int, int], ...]


@dataclass(frozen=True, slots=True)
class UnplayedBoard:
    """A board without a result in a published round of a player (an id) who has left.

    `last`: the round is the last one, which can be repaired. `excused`: so the rounds to come count.
    """

    player: str
    opponent: str
    number: int
    table: int
    excused: bool = True
    last: bool = False


@dataclass(frozen=True, slots=True)
class NeverPlayed:
    """Somebody (an id) has withdrawn without a game, and gets so many half points for each of the rounds to come."""

    player: str
    rounds: tuple[int, ...]
    half_points: int


@dataclass(frozen=True, slots=True)
class StillEntered:
    """Somebody (an id) was absent without an excuse, and stays entered for these rounds to come."""

    player: str
    rounds: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class ResultsMissing:
    """The tables of an earlier round that still have no result."""

    number: int
    tables: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class PublishedChanged:
    """A published round was changed by hand, of which the players know the boards."""

    number: int


@dataclass(frozen=True, slots=True)
class DraftAgain:
    """A published round that is a draft again, because it is to be paired by hand."""

    number: int


@dataclass(frozen=True, slots=True)
class DrawnAnew:
    """So many boards that were changed by hand are drawn anew."""

    boards: int


@dataclass(frozen=True, slots=True)
class Wishes:
    """The wishes for a draw: pairs and byes by hand, and rules that may be broken (names)."""

    locks: Locks
    relaxed: tuple[str, ...] = ()

    @property
    def any(self) -> bool:
        """Whether there is one at all."""
        return bool(self.locks.force or self.locks.forbid or self.locks.bye or self.relaxed)


@dataclass(frozen=True, slots=True)
class WideByWish:
    """Two players (ids) who meet because that was wished for, so many half points apart: far wider than all others."""

    white: str
    black: str
    half_points: int


@dataclass(frozen=True, slots=True)
class WishesKept:
    """Wishes that are kept from the draft before."""

    wishes: Wishes


@dataclass(frozen=True, slots=True)
class WishesDropped:
    """Wishes of the draft before that are no longer possible."""

    wishes: Wishes


@dataclass(frozen=True, slots=True)
class StartScoresChanged:
    """So many players have other start scores, after rounds were drawn."""

    players: int


@dataclass(frozen=True, slots=True)
class DraftBeforeSettings:
    """The draft of a round was drawn by other settings than those of now."""

    number: int


@dataclass(frozen=True, slots=True)
class NotEntered:
    """Who (ids) is not entered for a round that is new."""

    number: int
    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class EntryChange:
    """A player (id) with rank and start score (half points, None where there is none) before a change and now."""

    player: str
    ranks: tuple[str, str]
    starts: tuple[int | None, int | None]


@dataclass(frozen=True, slots=True)
class EntriesChanged:
    """Ranks or start scores that registrations have changed after rounds were drawn."""

    changes: tuple[EntryChange, ...]


@dataclass(frozen=True, slots=True)
class TakenBack:
    """Changes of a command that registrations undo: players (ids), each with what goes back, in words."""

    command: str
    changes: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class KeptBreach:
    """A rule that is broken by a board which stays in a repaired round."""

    violation: Violation


@dataclass(frozen=True, slots=True)
class PlaysAfterAll:
    """A player (id) who was to have the bye by the draw, but plays in the repaired round."""

    player: str


@dataclass(frozen=True, slots=True)
class EnteredAgain:
    """A player (an id) taken into a drawn round without an entry for it, and the rounds to come that they miss."""

    player: str
    number: int
    misses: tuple[int, ...]
    withdrew: bool = False


@dataclass(frozen=True, slots=True)
class AbsentNow:
    """A player (id) who does not play in a round that was drawn with them, the half points for that, and if excused."""

    player: str
    number: int
    half_points: int
    excused: bool = True


@dataclass(frozen=True, slots=True)
class LostBoardsNotCounted:
    """Boards given up in a repaired round are not counted where a player does not play."""


@dataclass(frozen=True, slots=True)
class WithoutSection:
    """So many players have nothing in the column that sorts the standings into sections."""

    players: int
    column: str


@dataclass(frozen=True, slots=True)
class NoLedger:
    """No ledger of this draw was kept: scores and history are recomputed from the current results."""


@dataclass(frozen=True, slots=True)
class RoundsNotPossible:
    """That not all rounds to come can be paired any more, and what is.

    `absent` (ids) miss rounds, and all rounds were possible if any one of them did not. `players`: before the first
    draw, while players are still being entered, how many there are; else 0.
    """

    foresight: Foresight
    absent: tuple[str, ...] = ()
    players: int = 0


@dataclass(frozen=True, slots=True)
class RoundsPossibleAgain:
    """That all rounds to come can be paired again, after some could not."""

    foresight: Foresight


@dataclass(frozen=True, slots=True)
class PlanningOff:
    """That draws do not look ahead, in a field where a later round may then have no pairing."""


@dataclass(frozen=True, slots=True)
class FaultyForcedPair:
    """That a pair which the settings force in a round cannot be kept as it stands."""

    fault: ForcedFault


@dataclass(frozen=True, slots=True)
class TurnsNotWhole:
    """That so many players need `length` rounds for a turn of an all-play-all, and the rounds are no such number."""

    players: int
    length: int
    rounds: int


@dataclass(frozen=True, slots=True)
class RepairedForPlan:
    """That only so many boards would be given up, were it not for the rounds `first` to `until`."""

    first: int
    until: int
    boards: int


@dataclass(frozen=True, slots=True)
class PrizesMoved:
    """Players (ids) for whom a change has made something else of the prizes, after a list was announced."""

    players: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class CupWalkover:
    """A match of a cup that is not played, because a player of it is not in the round."""

    match: Match


@dataclass(frozen=True, slots=True)
class CupKept:
    """A match of a cup with the winner that stays in it, and who would advance by its result now (blank for nobody).

    `number` is the published round for which it matters; `begun`: that it has results.
    """

    match: Match
    now: str
    number: int
    begun: bool


@dataclass(frozen=True, slots=True)
class ChosenBefore:
    """That others (ids) would be in a cup, or without one in the final, by results corrected after it was drawn.

    `number` is the round in which it began; `begun`: that it has results.
    """

    cup: str
    now: tuple[str, ...]
    instead: tuple[str, ...]
    number: int
    begun: bool


Note = (
    Remark
    | GroupsMade
    | FinalistsMade
    | SleepingTop
    | SupergroupDrawn
    | EverybodyEven
    | LeadersBelow
    | UnknownIds
    | ChangedByHand
    | EarlierRoundBroken
    | RuleCountsNothing
    | ColoursTurned
    | DraftOutdated
    | ScoresMoved
    | UnplayedBoard
    | NeverPlayed
    | StillEntered
    | ResultsMissing
    | PublishedChanged
    | DraftAgain
    | DrawnAnew
    | WideByWish
    | WishesKept
    | WishesDropped
    | StartScoresChanged
    | DraftBeforeSettings
    | NotEntered
    | EntriesChanged
    | TakenBack
    | KeptBreach
    | PlaysAfterAll
    | EnteredAgain
    | AbsentNow
    | LostBoardsNotCounted
    | WithoutSection
    | NoLedger
    | RoundsNotPossible
    | RoundsPossibleAgain
    | PlanningOff
    | FaultyForcedPair
    | RepairedForPlan
    | TurnsNotWhole
    | PrizesMoved
    | CupWalkover
    | CupKept
    | ChosenBefore
)


@dataclass(frozen=True, slots=True)
class Recovered:
    """The command before had died half way, and was finished first."""


@dataclass(frozen=True, slots=True)
class EditedByHand:
    """Files that somebody has edited since the last command; that is a step of its own."""

    files: tuple[str, ...]


#: What was found in a folder before a step.
StepNote = Recovered | EditedByHand


@dataclass(frozen=True, slots=True)
class RoundNotDrawn:
    """A certificate is of a round that is not drawn in the folder."""

    number: int


@dataclass(frozen=True, slots=True)
class OtherTermsToday:
    """By which other terms the settings of today would draw a round whose certificate is checked."""

    differences: tuple[str, ...]


#: What a director should know beside what a certificate proves.
ProofNote = RoundNotDrawn | OtherTermsToday
