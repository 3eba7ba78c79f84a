"""Notes in sentences, one of every kind, and what the command line adds to them."""

from __future__ import annotations

import importlib
import pkgutil
import re

import pytest
from builders import played, tournament
from mcmahon import desk, model
from mcmahon.cli.way_texts import error_lines, note_lines, remark_lines, ways_text
from mcmahon.desk.desk_notes import still_entered_notes, unplayed_notes
from mcmahon.desk.rounds.draw.draw_notes import forced_notes, no_games, walkover
from mcmahon.desk.rounds.enter_results import results_missing
from mcmahon.desk.rounds.new_boards import change_lines
from mcmahon.desk.rounds.plan.planning import RoundsNotPossible
from mcmahon.desk.rounds.repair.repair_case import MissesRound
from mcmahon.desk.rounds.repair.repaired import PlaysAfterAll
from mcmahon.desk.verb import found_before
from mcmahon.io.foreign.foreign import Report, to_set
from mcmahon.model.cups.bracket import Fate, Match
from mcmahon.model.effects import DraftOutdated, decision_dropped
from mcmahon.model.errors import FolderError, InputError, Problem, contradicted, wrong_argument
from mcmahon.model.notes import Note, Remark
from mcmahon.model.plan.plan import Fault, ForcedFault, Foresight, Outlook, Repeat
from mcmahon.model.tournament.games import Game, Round
from mcmahon.model.ways import Way

A, B = "Player-a (a)", "Player-b (b)"
FREE_MEMBER = Way("to free them", "absent", who=("a",), rounds="2", member="a.1", substitute="NAME RANK")
COMMAND = re.compile(r"(?<![\w-])--[a-z]|\bmcmahon [a-z]")

TWO = tournament("1d 1d", rounds=5)
TWICE = played(played(TWO, "a-b"), "a?b")

#: Every note, and what the command line says of it.
#: Of two players, who have no more than one round.
TURNS = "To meet in turns, evenly: `mcmahon set DIR 'pairing.meet_again=each turn'`. "

NOTES: list[tuple[Note, str]] = [
    (
        Remark("Player-a would play in two", (FREE_MEMBER,)),
        "Player-a would play in two; "
        "to free them: mcmahon absent DIR a --rounds 2 --member a.1 --substitute 'NAME RANK'",
    ),
    (
        Remark("and 14 more clashes", (Way("to see all", "congress", folders=("main", "pair go")),)),
        "and 14 more clashes; to see all: mcmahon congress main 'pair go'",
    ),
    (no_games(2, (), TWO), "No games in round 2: nobody is entered for it."),
    (no_games(3, ("a",), TWO), "No games in round 3: Player-a (a) has the bye."),
    (
        DraftOutdated(("a",), ("b",)),
        f"{A} is entered, but not in the draft; {B} is in the draft, but not entered: pair the round again",
    ),
    (results_missing(1, (4,)), "round 1 still lacks the result of table 4: mcmahon result DIR 4 1-0 --round 1"),
    (
        results_missing(1, (4, 7)),
        "round 1 still lacks the result of tables 4, 7: mcmahon result DIR 4 1-0 --round 1",
    ),
    (Remark("line 3: odd"), "line 3: odd"),
    (
        Remark("b enters late: rounds 2-5", (Way("to play in round 1 as well", "repair", late=("b",)),)),
        "b enters late: rounds 2-5; to play in round 1 as well: mcmahon repair DIR --with b",
    ),
    (
        unplayed_notes(TWICE, "a")[0],
        f"{A} still has a board in round 2, table 1, and {B} is waiting there; to find another opponent: "
        "mcmahon repair DIR --without a; to enter a loss by forfeit: mcmahon absent DIR a --rounds 2 --forfeit",
    ),
    (
        unplayed_notes(TWICE, "a", excused=False)[0],
        f"{A} still has a board in round 2, table 1, and {B} is waiting there; to find another opponent, "
        "with 0 points for the absence: mcmahon repair DIR --without a --unexcused; to enter a loss by forfeit: "
        "mcmahon absent DIR a --rounds 2 --forfeit",
    ),
    (
        unplayed_notes(played(played(TWO, "a?b"), "b?a"), "a")[0],
        f"{A} still has a board in round 1, table 1, without a result; "
        "to enter a loss by forfeit: mcmahon absent DIR a --rounds 1 --forfeit",
    ),
    (
        still_entered_notes(TWO, "a", 2)[0],
        f"{A} stays entered for rounds 3-5; if they do not come back: mcmahon withdraw DIR a",
    ),
    (
        walkover(Match("U12", 2, 1, 5, 1, False, ("a", "b"), Fate.WALKOVER, "a", "b"), TWO),
        f"cup U12, semifinal: {A} advances without a game, because {B} does not play in round 5",
    ),
    (
        walkover(Match("U12", 2, 1, 5, 1, False, ("a", ""), Fate.WALKOVER, "a", ""), TWO),
        f"cup U12, semifinal: {A} has no opponent and advances without a game",
    ),
    (
        walkover(Match("U12", 3, 1, 6, 0, False, ("a", "b"), Fate.EMPTY, "", ""), TWO),
        f"cup U12, final: nobody advances, because {A} and {B} do not play in round 6",
    ),
    (
        decision_dropped(Match("U12", 2, 1, 5, 1, False, ("a", "b"), Fate.DECIDED, "a", "b"), TWO),
        f"cup U12, semifinal: the result decides it now; your decision for {A} is dropped",
    ),
    (MissesRound("a", 2, 1, True), f"{A} misses round 2: absent, ½ point"),
    (PlaysAfterAll("a"), f"{A} was to have the bye, but plays now"),
    (
        RoundsNotPossible(Foresight(Outlook.NONE, 2, 1, 3, repeats=(Repeat(3, ("a", "b")),))),
        "No legal plan for rounds 2 and 3 exists, and none for round 2 alone. With 1 repeat all rounds are possible: "
        f"{A} and {B} meet again in round 3. Fewer rounds: `mcmahon set DIR rounds=1`. {TURNS}"
        """With these repeats: `mcmahon set DIR 'pairing.force+=[{players = ["a", "b"], rounds = "3"}]'`.""",
    ),
    (
        RoundsNotPossible(Foresight(Outlook.NONE, 1, 0, 2, relax=("families", "few")), ("a",)),
        "No legal plan for rounds 1 and 2 exists, and none for round 1 alone. Without the rule families or the rule "
        f"few all rounds are possible. If {A} plays all rounds, they are possible, too. If the player comes: `mcmahon "
        f"player DIR a --rounds all`. {TURNS}Without that: `mcmahon set DIR pairing.families=avoid`.",
    ),
    (
        RoundsNotPossible(Foresight(Outlook.NONE, 1, 0, 2), players=2),
        "With 2 players, none of the 2 rounds can be paired.",
    ),
    (
        forced_notes([ForcedFault(Fault.CLASH, 3, ("a", "c"), ("a", "b", "c"))], TWO)[0],
        f"In round 3, {A} would have to meet both {B} and c",
    ),
    (
        forced_notes([ForcedFault(Fault.ABSENT, 3, ("a", "b"), ("b",))], TWO)[0],
        f"{A} and {B} are to meet in round 3, but {B} is not entered for it",
    ),
    (
        forced_notes([ForcedFault(Fault.AGAIN, 3, ("a", "b"))], TWO)[0],
        f"{A} and {B} are to meet again in round 3: a repeat, because the settings force it",
    ),
]


@pytest.mark.parametrize(("note", "text"), NOTES, ids=[type(note).__name__ for note, _ in NOTES])
def test_every_note_has_its_sentence_and_its_command(note: Note, text: str) -> None:
    assert note_lines([note], tournament("1d 1d")) == [text]
    assert not COMMAND.search(note.says(tournament("1d 1d")))


def kinds(base: type) -> set[str]:
    """All kinds of notes that the program has, wherever they are made."""
    for room in (model, desk):
        for module in pkgutil.walk_packages(room.__path__, f"{room.__name__}."):
            importlib.import_module(module.name)
    return {one.__name__ for one in base.__subclasses__()}


def test_no_note_is_left_out_above() -> None:
    assert {type(note).__name__ for note, _ in NOTES} == kinds(Note)


def test_what_was_found_before_a_step_is_said() -> None:
    finished = "the last command was interrupted; it has now been finished first"
    edited = "edited by hand since the last command, now recorded as a step: a.csv, b.csv"
    assert found_before(("a.csv", "b.csv"), True) == [finished, edited]
    assert found_before((), False) == []


def test_remarks_of_a_file_are_told_with_their_cases_and_hints() -> None:
    report = Report()
    report.add("no place is set", ways=to_set("event.place=…", "event.country=…"))
    for player in ("Ann", "Bo", "Ann"):
        report.add("pins that are not numbers", player)
    neutral = ["no place is set", "pins that are not numbers (3): Ann, Bo"]
    assert report.lines() == neutral
    place = "no place is set: mcmahon set DIR event.place=… event.country=…"
    assert remark_lines(report.remarks()) == [place, neutral[1]]


def test_a_draft_names_few_of_many() -> None:
    note = DraftOutdated(tuple("abcdefgh"), ())
    t = tournament("1d " * 8)
    assert len(note.lines(t)) == 8
    assert note.some_lines(t).endswith(" …")


def test_what_is_new_in_a_draft() -> None:
    before, after = Round(1, (Game(1, "a", "b"),)), Round(1, (Game(1, "b", "a", handicap=2),), byes=("a",))
    found = change_lines(before, after, tournament("1d 1d"))
    assert found == [f"{B} (White) – {A}, handicap 2", f"bye: {A} instead of nobody"]
    assert change_lines(Round(1, ()), before, tournament("1d 1d")) == [f"{A} – {B}"]


def test_an_argument_is_called_as_each_face_calls_it() -> None:
    gap = wrong_argument("unless_gap", "x", "club=2")
    assert str(gap) == "unless gap 'x'; expected club=2"
    assert error_lines(gap) == "--unless-gap 'x'; expected club=2"
    assert error_lines(wrong_argument("varied", "x", "club=50")) == "--set 'x'; expected club=50"
    strict = contradicted("strict", "nothing is written")
    assert (str(strict), error_lines(strict)) == ("strict: nothing is written", "--strict: nothing is written")


def test_a_way_is_a_command_with_its_values_or_the_same_command_with_one_option_more() -> None:
    assert ways_text([Way("", "board", table=4, white="b")]) == ": mcmahon board DIR 4 --white b"
    assert ways_text([Way("to do it", anyway=True), Way("or", late=("a", "b c"))]) == (
        "; to do it: --anyway or --with a --with 'b c'"
    )
    sentence = Way("Without that", "set", assignments=("a=b c",))
    assert ways_text([sentence]) == " Without that: `mcmahon set DIR 'a=b c'`."
    assert ways_text([]) == ""


def test_errors_are_told_with_their_hints() -> None:
    two = InputError([Problem("one", ways=(Way("to leave this line out", skip="4"),)), Problem("two")])
    assert error_lines(two) == "one; to leave this line out: --skip 4\ntwo"
    assert str(two) == "one\ntwo"
    assert error_lines(FolderError("no folder", Way("to make one", "new"))) == "no folder; to make one: mcmahon new DIR"
    assert error_lines(FolderError("no folder")) == "no folder"
