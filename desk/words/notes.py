"""What a director should know, in sentences. What could be done about it is a hint (`note_hints.py`)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from ...model.language import counted, first_few
from ...model.notes import (
    AbsentNow,
    ChangedByHand,
    ChosenBefore,
    ColoursTurned,
    CupKept,
    CupWalkover,
    DraftAgain,
    DraftBeforeSettings,
    DraftOutdated,
    DrawnAnew,
    EarlierRoundBroken,
    EnteredAgain,
    EntriesChanged,
    EntryChange,
    EverybodyEven,
    FaultyForcedPair,
    FinalistsMade,
    GroupsMade,
    KeptBreach,
    LeadersBelow,
    LostBoardsNotCounted,
    NeverPlayed,
    NoLedger,
    Note,
    NotEntered,
    PlanningOff,
    PlaysAfterAll,
    PrizesMoved,
    PublishedChanged,
    Remark,
    RepairedForPlan,
    ResultsMissing,
    RoundsNotPossible,
    RoundsPossibleAgain,
    RuleCountsNothing,
    ScoresMoved,
    SleepingTop,
    StartScoresChanged,
    StillEntered,
    SupergroupDrawn,
    TakenBack,
    TurnsNotWhole,
    UnknownIds,
    UnplayedBoard,
    WideByWish,
    Wishes,
    WishesDropped,
    WishesKept,
    WithoutSection,
)
from ...model.tournament.round_sets import rounds_text
from ...model.tournament.systems import letter
from ...model.tournament.tournament import Tournament
from .changed_rounds import absence_text, points_text, value_text
from .cups import kept_text, stays_text, walkover_text
from .names import name_of
from .plans import (
    PLANNING_OFF,
    forced_fault_text,
    not_possible_text,
    possible_again_text,
    repaired_for_plan_text,
)
from .rules import violation_text

MOST_NAMED = 6
MOST_AWAY = 12  # players who are not entered for a round that is new


def note_text(note: Note, tournament: Tournament) -> str:
    """The sentence of a note."""
    return _WORDS[type(note)](note, tournament)


def note_texts(notes: Iterable[Note], tournament: Tournament) -> list[str]:
    """The sentences of notes."""
    return [note_text(note, tournament) for note in notes]


def draft_lines(note: DraftOutdated, tournament: Tournament) -> list[str]:
    """Whom a draft does not know yet, and who has left it, a sentence each."""
    lines = [f"{name_of(p, tournament)} is entered, but not in the draft" for p in note.missing]
    return lines + [f"{name_of(p, tournament)} is in the draft, but not entered" for p in note.left]


def published_lines(note: DraftOutdated, tournament: Tournament) -> list[str]:
    """The same of a draft that a result has published: whom it does not know, and who has left it, and what to do."""
    missing, left = (_names(players, tournament) for players in (note.missing, note.left))
    lines = [f"{name} is entered, but not in the round: repair the round to add them" for name in missing]
    return lines + [f"{name} is in the round, but not entered: repair the round without them" for name in left]


def some_draft_lines(note: DraftOutdated, tournament: Tournament) -> str:
    """The first few of them."""
    return first_few(draft_lines(note, tournament), MOST_NAMED, "; ")


def _sleeping(note: SleepingTop, tournament: Tournament) -> str:
    if len(note.players) == 1:
        name = name_of(note.players[0], tournament)
        return f"{name} is in the top group and misses {rounds_named(note.rounds)}; BGA 4.4 advises a lower start score"
    names = ", ".join(_names(note.players, tournament))
    return f"{len(note.players)} players of the top group miss rounds: {names}; BGA 4.4 advises lower start scores"


def _moved(note: ScoresMoved, tournament: Tournament) -> str:
    moved = ", ".join(
        f"{tournament.player(player).name} {value_text(old, 2)} → {value_text(new, 2)}"
        for player, old, new in note.moved
    )
    return f"round {note.number} table {note.table} was drawn from scores that have changed since: {moved}"


def _leaders(note: LeadersBelow, tournament: Tournament) -> str:
    """Which leaders play below their score, and why."""
    games = [
        f"{name_of(one, tournament)} leads and plays {name_of(other, tournament)}, {points_text(gap)} below"
        for one, other, gap in note.games
    ]
    why = {
        "odd": "the leaders are an odd number",
        "met": "no more of the leaders may meet",
        "dearer": f"a round in which more of the leaders meet costs {note.price:,} more",
        "unknown": "it is not known what a round costs in which more of the leaders meet",
    }
    return f"{first_few(games, MOST_NAMED, '; ')}: {why[note.why]}"


def _broken(note: EarlierRoundBroken, tournament: Tournament) -> str:
    return f"round {note.number} is not legal: {violation_text(note.violation, tournament)}"


def _by_hand(note: ChangedByHand, _: Tournament) -> str:
    tables = f" at table{'s' * (len(note.tables) > 1)} {', '.join(map(str, note.tables))}" if note.tables else ""
    more = "more" if (note.extra or 0) > 0 else "less"
    cost = f": it costs {abs(note.extra):,} {more} than the round that was drawn" if note.extra else ""
    rules = f"; rules broken with your yes: {', '.join(note.allowed)}" if note.allowed else ""
    return f"round {note.number} was changed by hand{tables}{cost}{rules}"


def _colours(note: ColoursTurned, tournament: Tournament) -> str:
    return f"table {note.table}: by the colours so far, {name_of(note.player, tournament)} should take White"


def _groups(note: GroupsMade, tournament: Tournament) -> str:
    """The groups, and how many rounds all of it takes."""
    groups = "; ".join(f"{letter(k)}: {', '.join(_names(group, tournament))}" for k, group in enumerate(note.groups))
    said = f"{counted(len(note.groups), 'group')}, {counted(note.rounds, 'round')}: {groups}"
    if not note.final:
        return said
    whole = note.rounds + note.final
    short = "" if note.in_all == whole else f", but the tournament has {note.in_all}"
    return f"{said}. The final takes {counted(note.final, 'round')} more, {whole} in all{short}"


def _finalists(note: FinalistsMade, tournament: Tournament) -> str:
    return f"the final is played by {', '.join(_names(note.players, tournament))}"


def _chosen_before(note: ChosenBefore, tournament: Tournament) -> str:
    """Who would be in a cup or in the final now, and that it stays as it was drawn."""
    what = f"the cup {note.cup}" if note.cup else "the final"
    now, instead = (_list(players, tournament) for players in (note.now, note.instead))
    text = f"{what} would have {now} instead of {instead} by the results as they are now"
    return f"{text}; {stays_text(note.number, note.begun)}"


def _unknown(note: UnknownIds, _: Tournament) -> str:
    """The ids that no player has, and the ids of players who have such a name."""
    called = ", ".join(f"{who} is {player}" for who, player in note.called)
    named = f"the settings refer to unregistered players: {', '.join(note.ids)}"
    return named + (f"; use ids: {called}" if called else "")


def _results_missing(note: ResultsMissing, _: Tournament) -> str:
    """Which tables of an earlier round have no result yet."""
    tables = first_few([str(table) for table in note.tables], MOST_AWAY)
    return f"round {note.number} still lacks the result of table{'s' if len(note.tables) > 1 else ''} {tables}"


def _not_entered(note: NotEntered, tournament: Tournament) -> str:
    """The first of those who are not entered for a round."""
    return f"not entered for round {note.number}: {first_few(_names(note.players, tournament), MOST_AWAY)}"


def _entries_changed(note: EntriesChanged, tournament: Tournament) -> str:
    """What registrations have changed after rounds were drawn."""
    changes = "; ".join(_entry_change(change, tournament) for change in note.changes)
    return f"changed after rounds were drawn: {changes}"


def _entry_change(change: EntryChange, tournament: Tournament) -> str:
    """A player's new rank and start score, each only where it is another one."""
    ranks, starts = change.ranks, ["none" if start is None else value_text(start, 2) for start in change.starts]
    rank = f" {ranks[0]} → {ranks[1]}" if ranks[0] != ranks[1] else ""
    start = f", start score {starts[0]} → {starts[1]}" if starts[0] != starts[1] else ""
    return f"{name_of(change.player, tournament)}{rank}{start}"


def _taken_back(note: TakenBack, tournament: Tournament) -> str:
    """Whose values go back to what they were before a command."""
    some = first_few([f"{name_of(player, tournament)} {text}" for player, text in note.changes], MOST_NAMED, "; ")
    return f"the file takes back what was changed by `{note.command}`: {some}"


def _absent(note: AbsentNow, tournament: Tournament) -> str:
    """Who does not play, in which round, and the points for that."""
    counts = absence_text(note.half_points, note.excused)
    return f"{name_of(note.player, tournament)} misses round {note.number}: {counts}"


def rounds_named(numbers: Sequence[int]) -> str:
    """Rounds by their numbers: `round 2`, `rounds 2-4`."""
    return f"round{'s' if len(numbers) > 1 else ''} {rounds_text(numbers, 0)}"


def _entered_again(note: EnteredAgain, tournament: Tournament) -> str:
    """Who is in a round after all, and in which of the next rounds not."""
    who = f"{name_of(note.player, tournament)}{' had withdrawn, and' if note.withdrew else ''}"
    if not note.misses:
        return f"{who} plays again from round {note.number} on"
    rounds = rounds_named(note.misses)
    return f"{who} plays in round {note.number}, but is still absent in {rounds}"


def _unplayed(note: UnplayedBoard, tournament: Tournament) -> str:
    """The board of a player who has left, and the opponent who is waiting there."""
    player, opponent = name_of(note.player, tournament), name_of(note.opponent, tournament)
    board = f"{player} still has a board in round {note.number}, table {note.table}"
    if not note.last:
        return f"{board}, without a result"
    return f"{board}, and {opponent} is waiting there"


_WORDS: dict[type, Callable[[Any, Tournament], str]] = {
    Remark: lambda note, _: note.text,
    SleepingTop: _sleeping,
    GroupsMade: _groups,
    FinalistsMade: _finalists,
    SupergroupDrawn: lambda note, tournament: (
        f"equal rank and rating: the lottery put {_list(note.inside, tournament)} into the supergroup, "
        f"but not {_list(note.outside, tournament)}"
    ),
    EverybodyEven: lambda note, _: (
        f"all players are in the top group, so all games are even; for handicaps set {' and '.join(note.settings)}"
    ),
    LeadersBelow: _leaders,
    UnknownIds: _unknown,
    EarlierRoundBroken: _broken,
    ChangedByHand: _by_hand,
    RuleCountsNothing: lambda note, _: f"rule {note.name} has no effect: no local clubs are set (pairing.local_clubs)",
    ColoursTurned: _colours,
    DraftOutdated: lambda note, tournament: f"{some_draft_lines(note, tournament)}: pair the round again",
    ScoresMoved: _moved,
    UnplayedBoard: _unplayed,
    CupKept: lambda note, tournament: kept_text(note, tournament),
    ChosenBefore: _chosen_before,
    CupWalkover: lambda note, tournament: walkover_text(note.match, tournament),
    WideByWish: lambda note, tournament: (
        f"{name_of(note.white, tournament)} meets {name_of(note.black, tournament)} as you wished, "
        f"{points_text(note.half_points)} apart: wider than any other board of the round"
    ),
    WishesKept: lambda note, tournament: f"kept from the draft before: {_wishes(note.wishes, tournament)}",
    WishesDropped: lambda note, tournament: (
        f"no longer possible, so not kept from the draft before: {_wishes(note.wishes, tournament)}"
    ),
    NeverPlayed: lambda note, tournament: (
        f"{name_of(note.player, tournament)} has no result of a game, but each missed round gives "
        f"{points_text(note.half_points)}"
    ),
    StillEntered: lambda note, tournament: (
        f"{name_of(note.player, tournament)} stays entered for {rounds_named(note.rounds)}"
    ),
    ResultsMissing: _results_missing,
    PublishedChanged: lambda note, _: f"round {note.number} is already published: tell the players what has changed",
    DraftAgain: lambda note, _: (
        f"round {note.number} was published and is a draft again; publish it when you have ended pairing by hand"
    ),
    DrawnAnew: lambda note, _: (
        f"{counted(note.boards, 'board')} changed by hand {'is' if note.boards == 1 else 'are'} drawn again"
    ),
    StartScoresChanged: lambda note, _: f"start scores change for {counted(note.players, 'player')}",
    DraftBeforeSettings: lambda note, _: (
        f"the draft of round {note.number} was drawn before this change: pair the round again"
    ),
    NotEntered: _not_entered,
    EntriesChanged: _entries_changed,
    TakenBack: _taken_back,
    KeptBreach: lambda note, tournament: f"a kept board breaks a rule: {violation_text(note.violation, tournament)}",
    PlaysAfterAll: lambda note, tournament: f"{name_of(note.player, tournament)} was to have the bye, but plays now",
    EnteredAgain: _entered_again,
    AbsentNow: _absent,
    LostBoardsNotCounted: lambda *_: "boards that lost a player are not counted as given up",
    WithoutSection: lambda note, _: f"in no section, because {note.column} is blank: {counted(note.players, 'player')}",
    NoLedger: lambda *_: "no record of this draw was kept; scores and history are recomputed from the current results",
    PrizesMoved: lambda note, tournament: f"prizes that were announced change for {_list(note.players, tournament)}",
    TurnsNotWhole: lambda note, _: (
        f"{note.players} players need {counted(note.length, 'round')} to meet each other once; "
        f"{note.rounds} {'is' if note.rounds == 1 else 'are'} set"
    ),
    RepairedForPlan: lambda note, _: repaired_for_plan_text(note.first, note.until, note.boards),
    RoundsNotPossible: not_possible_text,
    RoundsPossibleAgain: lambda note, _: possible_again_text(note.foresight),
    PlanningOff: lambda *_: PLANNING_OFF,
    FaultyForcedPair: lambda note, tournament: forced_fault_text(note.fault, tournament),
}


def _wishes(wishes: Wishes, tournament: Tournament) -> str:
    """The wishes for a draw: `bye Ann (1), Bo (2) meets Cy (3), rule clubs relaxed`."""
    locks = wishes.locks
    parts = [f"bye {name_of(p, tournament)}" for p in locks.bye]
    parts += [f"{name_of(a, tournament)} meets {name_of(b, tournament)}" for a, b in locks.force]
    parts += [f"{name_of(a, tournament)} does not meet {name_of(b, tournament)}" for a, b in locks.forbid]
    return ", ".join([*parts, *(f"rule {name} relaxed" for name in wishes.relaxed)])


def _names(players: Iterable[str], tournament: Tournament) -> list[str]:
    return [name_of(player, tournament) for player in players]


def _list(players: Iterable[str], tournament: Tournament) -> str:
    return first_few(_names(players, tournament), MOST_NAMED)
