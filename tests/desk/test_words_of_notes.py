"""Notes in sentences, one of every kind, and what the command line adds to them."""

from __future__ import annotations

import re
from typing import get_args

import pytest
from builders import tournament
from mcmahon.cli.hints import TEXTS, error_lines, hint_text, note_lines, remark_lines
from mcmahon.desk.rounds.drawing import NewPair, OtherBye, OtherTerms
from mcmahon.desk.words.drafts import change_lines
from mcmahon.desk.words.notes import draft_lines, note_text, some_draft_lines
from mcmahon.desk.words.proofs import proof_texts
from mcmahon.desk.words.steps import step_texts
from mcmahon.io.foreign.foreign import Report
from mcmahon.model.errors import FolderError, InputError, Problem, contradicted, wrong_argument
from mcmahon.model.hints import Advice, Hint
from mcmahon.model.judging.violation import Violation
from mcmahon.model.notes import (
    AbsentNow,
    ColoursTurned,
    DraftBeforeSettings,
    DraftOutdated,
    DrawnAnew,
    EarlierRoundBroken,
    EditedByHand,
    EntriesChanged,
    EntryChange,
    EverybodyEven,
    KeptBreach,
    LostBoardsNotCounted,
    LotteryNotProven,
    NoLedger,
    Note,
    NotEntered,
    OtherTermsToday,
    PlaysAfterAll,
    ProofNote,
    Recovered,
    Remark,
    RoundNotDrawn,
    RuleCountsNothing,
    ScoresMoved,
    SleepingTop,
    StartScoresChanged,
    StepNote,
    SupergroupDrawn,
    UnknownIds,
    UnplayedBoard,
    Wishes,
    WishesDropped,
    WishesKept,
    WithoutSection,
)
from mcmahon.model.pairing.draw import Locks
from mcmahon.model.tournament.rules import Rule

A, B = "Player-a (a)", "Player-b (b)"
COMMAND = re.compile(r"(?<![\w-])--[a-z]|\bmcmahon [a-z]")

#: Every note, and what the command line says of it.
NOTES: list[tuple[Note, str]] = [
    (
        SleepingTop(("a",), (2, 3)),
        f"{A} is in the top group and misses round 2, 3; BGA 4.4 lowers such a start score: "
        "mcmahon player DIR a --correction -1",
    ),
    (
        SleepingTop(("a", "b")),
        f"2 players of the top group miss rounds: {A}, {B}; BGA 4.4 lowers such start scores: "
        "mcmahon player DIR ID --correction -1",
    ),
    (
        EverybodyEven(),
        "everybody is in the top group, whose games are even: no handicaps, but for pairing.even_at_bar = false",
    ),
    (
        SupergroupDrawn(("a",), ("b",)),
        f"the lottery decided who of equal rank and rating is in the supergroup: {A}, and not {B}",
    ),
    (AbsentNow("a", 3, 0, False), f"{A} misses round 3: absent without excuse, 0 points"),
    (UnknownIds(("x", "y")), "the settings name players whom nobody registered: x, y"),
    (
        EarlierRoundBroken(2, Violation(Rule.SECOND_BYE, ("a",))),
        "round 2 is not legal: second-bye: a (Player-a) has had a bye before",
    ),
    (RuleCountsNothing("few"), "rule few counts nothing: no local clubs are named (pairing.local_clubs)"),
    (
        ColoursTurned(4, "b"),
        f"table 4: by the colours so far {B} would take White: mcmahon board DIR 4 --white b",
    ),
    (
        DraftOutdated(("a",), ("b",)),
        f"{A} is entered, but not in the draft; {B} is in the draft, but not entered: pair the round again",
    ),
    (
        ScoresMoved(2, 1, (("a", 3, 2), ("b", 0, 1))),
        "drawn from scores that have changed: round 2 table 1: Player-a 3 → 2, Player-b 0 → 1",
    ),
    (DrawnAnew(1), "1 board changed by hand is drawn anew"),
    (DrawnAnew(2), "2 boards changed by hand are drawn anew"),
    (Remark("line 3: odd"), "line 3: odd"),
    (
        Remark("b enters late: rounds 2-5", Hint(Advice.TAKE_IN, ("b", "1"))),
        "b enters late: rounds 2-5; to play in round 1 still: mcmahon repair DIR --with b",
    ),
    (
        UnknownIds(("9", "Ann"), (("Ann", "a"),)),
        "the settings name players whom nobody registered: 9, Ann; ids are wanted: Ann is a",
    ),
    (
        StartScoresChanged(),
        "start scores change for everybody; `mcmahon check DIR` judges the drawn rounds by the new ones",
    ),
    (DraftBeforeSettings(2), "the draft of round 2 was drawn before this change: pair the round again"),
    (
        WishesKept(Wishes(Locks((("a", "b"),), (), ("a",)), ("clubs",))),
        f"as the draft before was told: bye {A}, {A} meets {B}, rule clubs relaxed; "
        "to draw without them: mcmahon pair DIR --fresh",
    ),
    (
        WishesDropped(Wishes(Locks(forbid=(("a", "b"),)))),
        f"the draft before was told {A} does not meet {B}: this does not fit any more, and is left out",
    ),
    (
        UnplayedBoard("a", "b", 2, 7, last=True),
        f"{A} still has a board in round 2, table 7, and {B} waits there; another opponent for {B}: "
        "mcmahon repair DIR --without a, or the board is lost: mcmahon absent DIR a --rounds 2 --forfeit",
    ),
    (
        UnplayedBoard("a", "b", 2, 7, excused=False, last=True),
        f"{A} still has a board in round 2, table 7, and {B} waits there; another opponent for {B}, "
        "and 0 points for the round: mcmahon repair DIR --without a --unexcused, or the board is lost: "
        "mcmahon absent DIR a --rounds 2 --forfeit",
    ),
    (
        UnplayedBoard("a", "b", 1, 7),
        f"{A} still has a board in round 1, table 7, without a result; "
        "to let it be lost: mcmahon absent DIR a --rounds 1 --forfeit",
    ),
    (
        NotEntered(4, ("a", "b")),
        f"not entered for round 4: {A}, {B}; to enter somebody: mcmahon player DIR ID --rounds all",
    ),
    (
        EntriesChanged((EntryChange("a", ("3d", "1k"), (4, 0)), EntryChange("b", ("1d", "1d"), (None, 3)))),
        f"changed after rounds were drawn: {A} 3d → 1k, start score 2 → 0; {B}, start score none → 1½; "
        "`mcmahon undo DIR` takes all of this back",
    ),
    (
        KeptBreach(Violation(Rule.HANDICAP, ("a",), 7, 2, 1)),
        "a board that stays: handicap: table 7: handicap 2, by rule 1 with the stronger as White",
    ),
    (PlaysAfterAll("a"), f"{A} was to sit out, and plays now"),
    (AbsentNow("a", 3, 1), f"{A} misses round 3: absent, ½ point"),
    (LostBoardsNotCounted(), "boards of those who do not play are not counted"),
    (WithoutSection(1, "club"), "1 player with no club, and so in no section"),
    (
        NoLedger(),
        "the draw has left no ledger for this round: scores and history are reckoned from the results of today",
    ),
]


@pytest.mark.parametrize(("note", "text"), NOTES, ids=[type(note).__name__ for note, _ in NOTES])
def test_every_note_has_its_sentence_and_its_command(note: Note, text: str) -> None:
    assert note_lines([note], tournament("1d 1d")) == [text]
    assert not COMMAND.search(note_text(note, tournament("1d 1d")))


def test_no_note_is_left_out_above() -> None:
    assert {type(note) for note, _ in NOTES} == set(get_args(Note))


STEPS: list[tuple[StepNote, str]] = [
    (Recovered(), "the last command had been interrupted; it has been finished first"),
    (EditedByHand(("a.csv", "b.csv")), "edited by hand since the last command, and journaled as a step: a.csv, b.csv"),
]
PROOFS: list[tuple[ProofNote, str]] = [
    (LotteryNotProven(), "nothing is proven of the lottery among pairings of equal cost"),
    (RoundNotDrawn(2), "round 2 is not drawn in the folder; the proof is compared with its settings of today"),
    (OtherTermsToday(("x", "y")), "the settings of today would draw this round by other terms: x; y"),
]


def test_what_was_found_before_a_step_or_beside_a_proof_has_its_sentence() -> None:
    assert step_texts([note for note, _ in STEPS]) == [text for _, text in STEPS]
    assert proof_texts([note for note, _ in PROOFS]) == [text for _, text in PROOFS]
    assert {type(note) for note, _ in STEPS} == set(get_args(StepNote))
    assert {type(note) for note, _ in PROOFS} == set(get_args(ProofNote))


def test_remarks_of_a_file_are_told_with_their_cases_and_hints() -> None:
    report = Report()
    report.add("no place is set", hint=Hint(Advice.SET_SETTINGS, ("event.place=…", "event.country=…")))
    for player in ("Ann", "Bo", "Ann"):
        report.add("pins that are no number", player)
    neutral = ["no place is set", "pins that are no number (3): Ann, Bo"]
    assert report.lines() == neutral
    place = "no place is set: mcmahon set DIR event.place=… event.country=…"
    assert remark_lines(report.remarks()) == [place, neutral[1]]
    weights = hint_text(Hint(Advice.TRY_WEIGHTS, ("same_club=0", "mms=3")))
    assert weights.startswith("; mcmahon what-if DIR --set same_club=0,mms=3 counts that beside a drawn round")


def test_a_draft_names_few_of_many() -> None:
    note = DraftOutdated(tuple("abcdefgh"), ())
    t = tournament("1d " * 8)
    assert len(draft_lines(note, t)) == 8
    assert some_draft_lines(note, t).endswith(" …")


def test_what_is_new_in_a_draft() -> None:
    found = change_lines([NewPair("a", "b"), OtherTerms("b", "a", 2), OtherBye(("a",), ())], tournament("1d 1d"))
    assert found == [f"{A} – {B}", f"{B} (White) – {A}, handicap 2", f"bye: {A} instead of nobody"]


def test_an_argument_is_called_as_each_face_calls_it() -> None:
    gap = wrong_argument("unless_gap", "x", "club=2")
    assert str(gap) == "unless gap 'x'; expected club=2"
    assert error_lines(gap) == "--unless-gap 'x'; expected club=2"
    assert error_lines(wrong_argument("varied", "x", "club=50")) == "--set 'x'; expected club=50"
    strict = contradicted("strict", "nothing is written")
    assert (str(strict), error_lines(strict)) == ("strict: nothing is written", "--strict: nothing is written")


def test_every_advice_has_a_text_at_the_command_line() -> None:
    assert set(TEXTS) == set(Advice)
    assert hint_text(Hint(Advice.TAKE_WHITE, ("4", "b"))) == ": mcmahon board DIR 4 --white b"
    assert hint_text(None) == ""


def test_errors_are_told_with_their_hints() -> None:
    two = InputError([Problem("one", hint=Hint(Advice.SKIP_LINE, ("4",))), Problem("two")])
    assert error_lines(two) == "one (--skip 4 leaves this one out)\ntwo"
    assert str(two) == "one\ntwo"
    assert error_lines(FolderError("no folder", Hint(Advice.MAKE_TOURNAMENT))) == "no folder; `mcmahon new` makes one"
    assert error_lines(FolderError("no folder")) == "no folder"
