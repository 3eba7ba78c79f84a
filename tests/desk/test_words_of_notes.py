"""Notes in sentences, one of every kind, and what the command line adds to them."""

from __future__ import annotations

import pytest
from builders import tournament
from mcmahon.cli.hints import TEXTS, error_lines, hint_text, note_lines
from mcmahon.desk.rounds.drawing import NewPair, OtherBye, OtherTerms
from mcmahon.desk.words.drafts import change_lines
from mcmahon.desk.words.notes import draft_lines, note_text, some_draft_lines
from mcmahon.model.errors import FolderError, InputError, Problem, contradicted, wrong_argument
from mcmahon.model.hints import Advice, Hint
from mcmahon.model.judging.violation import Violation
from mcmahon.model.notes import (
    ColoursTurned,
    DraftOutdated,
    DrawnAnew,
    EarlierRoundBroken,
    EverybodyEven,
    Note,
    RuleCountsNothing,
    ScoresMoved,
    SleepingTop,
    UnknownIds,
)
from mcmahon.model.tournament.rules import Rule

A, B = "Player-a (a)", "Player-b (b)"


@pytest.mark.parametrize(
    ("note", "text"),
    [
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
    ],
)
def test_every_note_has_its_sentence_and_its_command(note: Note, text: str) -> None:
    assert note_lines([note, "as it is"], tournament("1d 1d")) == [text, "as it is"]
    assert "mcmahon" not in note_text(note, tournament("1d 1d"))


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
    assert str(gap) == "unless gap 'x'; right would be: club=2"
    assert error_lines(gap) == "--unless-gap 'x'; right would be: club=2"
    assert error_lines(wrong_argument("varied", "x", "club=50")) == "--set 'x'; right would be: club=50"
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
