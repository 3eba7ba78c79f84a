"""Tournaments begun and registrations merged, without any command line."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from builders import played, players
from mcmahon.desk.desk import Desk
from mcmahon.desk.people.change_players import ChangePlayer, change
from mcmahon.desk.people.new_tournament import NewTournament, begun, create, not_taken_over
from mcmahon.desk.people.register import Register, in_file, register, taken_back
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.notes import Remark, note_texts
from mcmahon.model.records.state import State
from mcmahon.model.tournament.person import Status
from mcmahon.model.ways import Way

PLAYERS = "Name,Rank,Rounds\nAnn,4d,\nBo,3d,1\nCy,3d,\n"


def spring() -> State:
    """A tournament of three, nothing drawn."""
    return register(
        begun(NewTournament(name="Spring", preset="bga", rounds=3)), Register(text=PLAYERS, name="p.csv")
    ).state


def test_a_tournament_begins_with_what_was_given_and_the_defaults() -> None:
    state = begun(NewTournament(name="Spring", preset="bga", rounds=3, bar="2d", seed=7, settings=["komi=5.5"]))
    settings = state.tournament.settings
    assert (settings.name, settings.preset, settings.rounds, settings.seed) == ("Spring", "bga", 3, 7)
    assert (settings.start.bar, settings.komi) == ("2d", 11)
    assert 'bar = "2d"' in state.settings_text
    plain = begun(NewTournament(name="x")).tournament.settings
    assert (plain.rounds, plain.seed) == (5, 1)
    with pytest.raises(InputError, match="unknown setting 'bars'"):
        begun(NewTournament(settings=["bars=2d"]))
    with pytest.raises(InputError, match="unknown preset 'x'"):
        begun(NewTournament(preset="x"))


@pytest.mark.parametrize(
    ("preset", "kind", "order"), [("swiss", "teams", "TEAMP"), ("swiss", "players", "WINS"), ("bga", "teams", "MMS")]
)
def test_only_teams_by_the_preset_swiss_are_placed_by_points_of_matches(preset: str, kind: str, order: str) -> None:
    made = begun(NewTournament(name="x", preset=preset, values={"entrants.kind": kind})).tournament.settings
    assert str(made.placing.order[0]) == order
    assert made.teams.substitutes == ("strength" if kind == "teams" else "seat")


def test_another_evening_begins_with_the_same_players_entered_afresh(tmp_path: Path) -> None:
    state = begun(NewTournament(name="Old", preset="club", rounds=3))
    tired = replace(players("3d 2d")[0], status=Status.WITHDRAWN, rounds=frozenset({1}), correction=-1)
    filled = state.tournament.with_players([tired, players("3d 2d")[1]])
    old = tmp_path / "old"
    Desk(old).folder.create(state.with_tournament(played(filled, "a+b")), "begin")
    new = begun(NewTournament(name="New", rounds=4, like=old)).tournament
    assert (new.players, new.rounds) == (players("3d 2d"), ())
    assert (new.settings.name, new.settings.rounds, new.settings.preset) == ("New", 4, "club")
    with pytest.raises(InputError, match=r"^preset: it is copied from the other tournament"):
        begun(NewTournament(preset="egf", like=old))


def test_a_new_folder_gives_its_name_and_is_taken_only_once(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    made = create(desk, NewTournament(), "begin")
    assert made.tournament.settings.name == "spring"
    assert desk.read().tournament == made.tournament
    with pytest.raises(FolderError, match="already contains a tournament"):
        create(desk, NewTournament(), "begin")


def test_registrations_say_who_is_new_who_has_changed_and_who_is_as_before() -> None:
    outcome = register(spring(), Register(text="Name,Rank\nBo,2d\nCy,3d\nDi,1k\n", name="more.csv"))
    done = outcome.value
    assert ([one.read_as for one in done.columns], done.new, done.unchanged) == (["name", "rank"], ("4",), 1)
    assert done.changed == {"2": ("rank 3d → 2d",)}
    assert [p.rank_name for p in outcome.state.tournament.players] == ["4d", "2d", "3d", "1k"]
    assert outcome.state.tournament.player("2").rounds == frozenset({1})


def test_nothing_of_registrations_that_are_wrong_is_taken() -> None:
    with pytest.raises(InputError, match=r"more\.csv:3: .*impossible rank"):
        register(spring(), Register(text="Name,Rank\nDi,1k\nEd,40k\n", name="more.csv"))
    left_out = register(spring(), Register(text="Name,Rank\nDi,1k\nEd,40k\n", name="more.csv", skip="3"))
    assert left_out.value.new == ("4",)
    with pytest.raises(InputError, match=r"^skip 'x'; expected lines such as 4,7-9"):
        register(spring(), Register(text=PLAYERS, name="p.csv", skip="x"))


def test_what_changes_behind_drawn_rounds_is_noted() -> None:
    state = spring()
    drawn = state.with_tournament(played(state.tournament, "1+2", byes="3"))
    outcome = register(drawn, Register(text="Name,Rank\nBo,1k\n", name="p.csv"))
    texts = note_texts(outcome.notes, outcome.state.tournament)
    assert "changed after rounds were drawn: Bo (2) 3d → 1k, start score 2 → -1" in texts
    still_played = state.with_tournament(played(state.tournament, "1?2", byes="3"))
    late = "Di (4) enters late: rounds 2-3"
    for before, ways in ((drawn, ()), (still_played, (Way("to play in round 1 as well", "repair", late=("4",)),))):
        notes = register(before, Register(text="Name,Rank\nDi,2d\n", name="p.csv")).notes
        assert Remark(late, ways) in notes


def test_a_file_is_read_once_and_its_registrations_fit_any_state(tmp_path: Path) -> None:
    """What was guessed of its encoding is a note of every registration out of it."""
    (tmp_path / "p.csv").write_bytes("Name,Rank\nWeiß,5k\n".encode("cp1252"))
    request = in_file(Register(), tmp_path / "p.csv", "p.csv")
    first = register(begun(NewTournament(name="a")), request)
    second = register(spring(), request)
    assert [len(outcome.state.tournament.players) for outcome in (first, second)] == [1, 4]
    told = [outcome.notes[0] for outcome in (first, second)]
    assert all(isinstance(note, Remark) and note.text.startswith("p.csv: not in UTF-8") for note in told)
    assert first.state.tournament.players[0].status is Status.FINAL


def test_nothing_of_a_single_evening_is_taken_over(tmp_path: Path) -> None:
    """Dates, pairs forced once, pairs forbidden in single rounds, and marks of last week's absences stay behind."""
    typed = [
        'event.round_times=["2026-11-20 19:00", "2026-11-20 20:00"]', "event.begin=2026-11-20", "event.place=Ulm",
        'pairing.force=[{players = ["a", "b"]}]',
        'pairing.forbid=[{players = ["a", "b"], rounds = "1"}, {players = ["b", "c"]}]',
    ]  # fmt: skip
    old = begun(NewTournament(name="Old", preset="club", rounds=3, settings=typed))
    a, *others = (replace(p, pin=f"1234567{p.rank}") for p in players("3d 2d 1d", club="Ulm"))
    old = old.with_tournament(old.tournament.with_players([replace(a, unexcused=frozenset({3})), *others]))
    Desk(tmp_path / "old").folder.create(old, "begin")
    new = begun(NewTournament(name="New", like=tmp_path / "old")).tournament
    assert new.players == (a, *others)
    assert (new.settings.event.begin, new.settings.event.round_times, new.settings.event.place) == ("", (), "Ulm")
    assert (new.settings.pairing.force, new.settings.pairing.forbid) == ((), ((("b", "c"), (), ""),))
    assert not_taken_over(old) == [
        "event.begin", "event.round_times", "pairing.force", "pairing.forbid for single rounds",
        "unexcused absences",
    ]  # fmt: skip
    assert not_taken_over(begun(NewTournament(name="Plain"))) == []


def test_no_tournament_begins_inside_another(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    create(desk, NewTournament(), "begin")
    with pytest.raises(
        FolderError, match=r"would be inside the tournament spring; expected a folder beside it, such as .*next"
    ):
        create(Desk(tmp_path / "spring" / "next"), NewTournament(like=desk.path), "begin")
    assert not (tmp_path / "spring" / "next").exists()


def test_an_encoding_can_be_named_and_a_wrong_one_is_told_once(tmp_path: Path) -> None:
    """Names read in another encoding are other names with the pins of those that are there: one cause, told once."""
    names = [f"Dvoøák{k}" for k in range(12)]
    rows = "".join(f"{name},3k,130000{k:02}\n" for k, name in enumerate(names))
    before = register(begun(NewTournament(name="Spring")), Register(text=f"name,rank,pin\n{rows}", name="p.csv")).state
    (tmp_path / "p.csv").write_bytes(f"name,rank,pin\n{rows}".encode("cp1252"))
    with pytest.raises(InputError) as caught:
        register(before, in_file(Register(encoding="cp1250"), tmp_path / "p.csv", "p.csv"))
    assert len(caught.value.problems) > 10, "named by hand, it is taken as it is"
    with pytest.raises(InputError) as caught:
        register(before, in_file(Register(), tmp_path / "p.csv", "p.csv"))
    first, *others = caught.value.problems
    assert "read as Windows-1250" in first.message
    assert (first.offered("encoding"), len(others)) == ("windows-1250", 1)
    assert register(before, in_file(Register(encoding="cp1252"), tmp_path / "p.csv", "p.csv")).value.unchanged == 12
    with pytest.raises(InputError, match="encoding 'klingon'"):
        in_file(Register(encoding="klingon"), tmp_path / "p.csv", "p.csv")


def test_a_column_is_what_somebody_says_that_it_is() -> None:
    """A misspelt title stops the file at the line of titles until it is said what it is; three ways out."""
    text = "Name,Rnak,Away\nAnn,4d,no\nBo,3d,yes\n"
    new = begun(NewTournament(name="Spring", rounds=3))
    with pytest.raises(InputError, match=r"^p\.csv:1: .*Rnak \(did you mean rank\?\)"):
        register(new, Register(text=text, name="p.csv"))
    done = register(new, Register(text=text, name="p.csv", columns={"Rnak": "rank", "Away": "leave out"}))
    assert [(p.rank_name, p.extra) for p in done.state.tournament.players] == [("4d", ()), ("3d", ())]
    assert [(c.title, c.read_as) for c in done.value.columns] == [
        ("Name", "name"), ("Rnak", "rank"), ("Away", "left out"),
    ]  # fmt: skip
    kept = Register(text="Name,Rank,Clbu\nAnn,4d,x\n", name="p.csv", columns={"Clbu": "keep"})
    assert register(new, kept).state.tournament.players[0].extra == (("Clbu", "x"),)
    for wrong in ({"Rank": "pace"}, {"Other": "rank"}):
        with pytest.raises(InputError, match="expected"):
            register(new, kept.but(columns=wrong))


def test_a_misspelt_title_is_told_with_the_wrong_lines_and_at_the_line_of_titles() -> None:
    with pytest.raises(InputError) as error:
        register(begun(NewTournament(name="Spring")), Register(text="\nName,Rank,Clbu\nAnn,99z,x\n", name="p.csv"))
    assert [(p.line, p.value) for p in error.value.problems] == [(2, "Clbu"), (3, "99z")]


def test_rounds_that_were_changed_since_are_taken_back_by_the_same_file(tmp_path: Path) -> None:
    desk = Desk(tmp_path / "spring")
    create(desk, NewTournament(name="Spring", rounds=4), "begin")
    file = Register(text="name,rank,rounds\nAnn,3d,1-2\nBo,2d,1-2\n", name="p.csv")
    desk.do(lambda state: register(state, file), "the file")
    desk.do(lambda state: change(state, ChangePlayer(who="Bo", rounds="all")), "Bo stays")
    desk.do(lambda state: change(state, ChangePlayer(who="Ann", rounds="1-3")), "Ann, too")
    done = desk.do(lambda state: register(state, file), "the same again")
    undo = Way("to take all of this back", "undo")
    assert taken_back(desk, done.before, done.after) == [
        Remark("the file takes back what was changed by `Ann, too`: Ann (1) rounds 1-3 → 1-2", (undo,)),
        Remark("the file takes back what was changed by `Bo stays`: Bo (2) rounds all → 1-2", (undo,)),
    ]


def test_a_column_of_absences_takes_players_out_of_these_rounds() -> None:
    text = 'Name,Rank,Absent\nAnn,4d,"1,3"\nBo,3d,\nCy,3d,all\nDi,2d,R2\nEd,2d,no\n'
    done = register(begun(NewTournament(name="Spring", rounds=3)), Register(text=text, name="p.csv"))
    entered = [p.rounds_entered(3) for p in done.state.tournament.players]
    assert entered == [{2}, {1, 2, 3}, set(), {1, 3}, {1, 2, 3}]
    again = register(done.state, Register(text="Name,Absent\nBo,2\nAnn,\n", name="p.csv")).state.tournament
    assert [p.rounds_entered(3) for p in again.players[:2]] == [{2}, {1, 3}], "a blank changes nothing"
    with pytest.raises(InputError, match=r"p\.csv:2: column Absent: unknown rounds 'x'; expected .* misses"):
        register(begun(NewTournament(name="Spring")), Register(text="Name,Rank,Absent\nAnn,4d,x\n", name="p.csv"))


def test_a_folder_keeps_a_column_whose_title_a_later_version_understands(tmp_path: Path) -> None:
    """What was somebody's own column stays one, also in a folder: it does not become unreadable."""
    lines = "Name,Rank,Registering status\nAnn,4d,PRE\n"
    kept = Register(text=lines, name="p.csv", columns={"Registering status": "keep"})
    desk = Desk(tmp_path / "spring")
    create(desk, NewTournament(name="Spring"), "new")
    desk.do(lambda state: register(state, kept), "register")
    (player,) = Desk(tmp_path / "spring").read().tournament.players
    assert (player.status, player.extra) == (Status.FINAL, (("Registering status", "PRE"),))


def test_a_column_that_many_lines_fill_in_and_nobody_reads_is_told() -> None:
    lines = "".join(f"P{number},5k,x,{'y' * (number < 5)}\n" for number in range(12))
    done = register(begun(NewTournament(name="Spring")), Register(text=f"Name,Rank,Lunch,Note\n{lines}", name="p.csv"))
    fields = (("columns", (("Lunch", "absent"),)),)
    told = [one for one in done.notes if isinstance(one, Remark) and fields in [way.fields for way in one.ways_on]]
    assert [note.text for note in told] == [
        "line 1, column 3: 'Lunch' is a column of your own, filled in on 12 lines: kept for prizes, cups and sections"
    ]
    again = register(done.state, Register(text=f"Name,Rank,Lunch,Note\n{lines}", name="p.csv"))
    assert "Lunch" not in " ".join(note_texts(again.notes, again.state.tournament)), "they are there already"


def test_a_folder_that_keeps_a_column_of_absences_is_read_as_before(tmp_path: Path) -> None:
    """Only files that people send say absences so: players.csv has the rounds that are played."""
    create(Desk(tmp_path / "spring"), NewTournament(name="Spring"), "new")
    (tmp_path / "spring" / "players.csv").write_text('id,surname,rank,absent\n1,Ann,4d,"1,3"\n', encoding="utf-8")
    ann = Desk(tmp_path / "spring").read().tournament.players[0]
    assert (ann.rounds, ann.extra) == (None, (("absent", "1,3"),))
