"""Team events in files: the boards of a round, errors with their cell, journal and backup, OpenGotha, reports."""

from __future__ import annotations

import json
import zipfile
from io import BytesIO
from pathlib import Path

import pytest
from builders import SHARED, TRF, values
from commands import mcmahon
from folders import create
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.export_files import Export, export
from mcmahon.desk.rounds.enter_results import EnterResults, enter
from mcmahon.io.folder.copies import archive
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.folder.state_files import in_memory, state_files
from mcmahon.io.foreign.egd import read_egd
from mcmahon.io.foreign.opengotha.opengotha_players import read_opengotha, write_opengotha
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import ConflictError, InputError
from mcmahon.model.placing.standings import standings
from mcmahon.model.teams.match_boards import with_boards
from mcmahon.model.teams.people import as_people
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament
from team_events import changed, match, matched, seated, team, teams

GIVEN = {"rounds": 5, "entrants.kind": "teams", "teams.boards": 2, "placing.order": ["TEAMP", "BDW"]}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Two teams of three at two boards; round 1 is played but for board 2."""
    t = teams(team("a", "2d 1d"), team("b", "2d 1d", "Sub 1k"), boards=2, placing__order=["TEAMP", "BDW"])
    create(TournamentFolder(tmp_path / "t"), new_settings_text("swiss", GIVEN), "new", matched(t, "a-b w"))
    return tmp_path / "t"


def read(path: Path) -> Tournament:
    return TournamentFolder(path).read().tournament


def test_boards_have_a_file_of_their_own_and_come_back(folder: Path) -> None:
    file = folder / "rounds" / "1.boards.csv"
    assert file.read_text(encoding="utf-8").splitlines() == [
        "table,board,white team,white,white name,black team,black,black name,handicap,komi,result,by hand,seat by hand",
        "1,1,a,a1,a1,b,b1,b1,0,6.5,1-0,,",
        "1,2,b,b2,b2,a,a2,a2,0,6.5,,,",
    ]
    assert match(read(folder), 1).boards[0].game.result is Result.WHITE
    assert match(read(folder), 1).result is Result.UNKNOWN


@pytest.mark.parametrize(
    ("line", "column", "expected"),
    [
        ("9,2,b,b2,b2,a,a2,a2,0,6.5,,,", "table", "a table of round 1"),
        ("1,11,b,b2,b2,a,a2,a2,0,6.5,,,", "board", "1 to 10"),
        ("1,1,b,b2,b2,a,a2,a2,0,6.5,,,", "board", "one line for each board"),
        ("1,2,b,b2,b2,c,a2,a2,0,6.5,,,", "black team", "a or b"),
        ("1,2,b,a2,b2,a,a2,a2,0,6.5,,,", "white", "an id from members.csv, or blank"),
        ("1,2,b,b2,b2,a,a2,a2,10,6.5,,,", "handicap", "0 to 9"),
        ("1,2,b,b2,b2,a,a2,a2,0,6.3,,,", "komi", "a multiple of 0.5"),
        ("1,2,b,b2,b2,a,a2,a2,0,6.5,won,,", "result", "1-0, 0-1, jigo"),
        ("1,2,b,b2,b2,a,a2,a2,0,6.5,,shuffled,", "by hand", "colours, handicap, komi"),
        ("1,2,b,b2,b2,a,a2,a2,0,6.5,,,green", "seat by hand", "white, black, or both"),
    ],
)
def test_a_wrong_cell_is_named_with_file_line_and_column(folder: Path, line: str, column: str, expected: str) -> None:
    file = folder / "rounds" / "1.boards.csv"
    lines = file.read_text(encoding="utf-8").splitlines()
    file.write_text("\n".join([*lines[:2], line]) + "\n", encoding="utf-8")
    with pytest.raises(InputError) as error:
        read(folder)
    (problem,) = error.value.problems
    assert (Path(problem.file).name, problem.line, problem.column) == ("1.boards.csv", 3, column)
    assert expected in problem.expected


def test_a_gap_between_boards_is_named(folder: Path) -> None:
    file = folder / "rounds" / "1.boards.csv"
    file.write_text("\n".join(file.read_text(encoding="utf-8").splitlines()[::2]) + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"boards \[2\]"):
        read(folder)


def test_a_result_written_into_the_file_by_hand_decides_the_match(folder: Path) -> None:
    file = folder / "rounds" / "1.boards.csv"
    file.write_text(file.read_text(encoding="utf-8").replace("0,6.5,,,", "0,6.5,0-1,,"), encoding="utf-8")
    assert match(read(folder), 1).result is Result.WHITE  # a2 has Black at board 2


def test_journal_undo_and_backup_have_the_boards(folder: Path) -> None:
    before = read(folder)
    mcmahon("result", folder, "1.2", "0-1")
    assert match(read(folder), 1).result is Result.WHITE
    mcmahon("undo", folder)
    assert read(folder) == before
    mcmahon("redo", folder)
    assert match(read(folder), 1).result is Result.WHITE
    assert "t/rounds/1.boards.csv" in zipfile.ZipFile(BytesIO(archive(folder))).namelist()


def test_results_of_boards_out_of_a_table(folder: Path, tmp_path: Path) -> None:
    """With a column board, or `1.2`; names are those of the people, as in the file of the boards itself."""
    for text in ("table,board,result\n1,2,0-1\n", "table,result\n1.2,0-1\n", "Tisch,Brett,Ergebnis\n1,2,0-1\n"):
        (tmp_path / "r.csv").write_text(text, encoding="utf-8")
        mcmahon("result", folder, "--file", tmp_path / "r.csv")
        assert match(read(folder), 1).result is Result.WHITE
        mcmahon("undo", folder)
    own = (folder / "rounds" / "1.boards.csv").read_text(encoding="utf-8").replace("0,6.5,,,", "0,6.5,jigo,,")
    (tmp_path / "r.csv").write_text(own, encoding="utf-8")
    mcmahon("result", folder, "--file", tmp_path / "r.csv")
    assert match(read(folder), 1).boards[1].game.result is Result.JIGO
    (tmp_path / "r.csv").write_text("table,board,white,black,result\n1,1,b1,a1,1-0\n", encoding="utf-8")
    assert "the other way round" in mcmahon("result", folder, "--file", tmp_path / "r.csv", code=2).stderr


def test_two_people_enter_boards_of_one_match_at_once(folder: Path) -> None:
    """Different boards go together; the same board twice is a conflict that names both results."""
    desk = Desk(folder)
    seen = desk.read().revision
    desk.do(lambda state: enter(state, EnterResults(results={"1.2": "0-1"})), "one", seen)
    desk.do(lambda state: enter(state, EnterResults(results={"1.1": "1-0"})), "the same again", seen)
    with pytest.raises(ConflictError, match=r"table 1\.2: you want 1-0 \(b2 won\), but it is now 0-1 \(a2 won\)"):
        desk.do(lambda state: enter(state, EnterResults(results={"1.2": "1-0"}, again=True)), "another", seen)


def test_who_has_played_cannot_leave_the_team(folder: Path) -> None:
    assert "has played for Team a" in mcmahon("player", folder, "a", "--drop", "a1", code=2).stderr
    assert "was there" in mcmahon("absent", folder, "a", "1", "--member", "a1", code=2).stderr
    mcmahon("absent", folder, "b", "1", "--member", "b2", "--substitute", "Sub")
    assert seated(match(read(folder), 1))[1] == ("sub", "a2")
    mcmahon("result", folder, "1.2", "1-0")
    assert "has played for Team b" in mcmahon("player", folder, "b", "--drop", "Sub", code=2).stderr


def test_json_shows_boards_and_people(folder: Path) -> None:
    shown = json.loads(mcmahon("show", folder, "--json").stdout)["team_boards"]
    keys = ("table", "board", "white_team", "white", "black_team", "black", "result")
    assert [tuple(b[key] for key in keys) for b in shown] == [
        (1, 1, "a", "a1", "b", "b1", "1-0"), (1, 2, "b", "b2", "a", "a2", ""),
    ]  # fmt: skip
    people = json.loads(mcmahon("standings", folder, "--people", "--json").stdout)["rows"]
    assert {row["id"] for row in people} == {"a1", "a2", "b1", "b2"}


def test_files_of_a_tournament_come_back_with_seats_by_hand_and_handicaps() -> None:
    t = teams(team("a", "2d 5k"), team("b", "2d 1d"), boards=2, teams__handicaps="rank")
    t = changed(matched(t, "a-b w"), "b", "b2", rounds=frozenset({2}))
    files = state_files(in_memory(t))
    assert ",b,,,a,a2,a2,0,6.5,0-1!," in files["rounds/1.boards.csv"]


def played() -> Tournament:
    """Four teams over two rounds, with a substitute, an empty seat and another order in round 2."""
    own = [team(x, "2d 1d 1k") for x in "abc"]
    t = teams(*own, team("d", "2d 1d"), boards=3, teams__order="free", placing__order=["TEAMP", "BDW", "SOST"])
    t = matched(t, "a-b wbw", "c-d w=")
    t = changed(t, "a", "a1", rounds=frozenset({1, 3, 4, 5}))
    return matched(t, "a-c ?ww", "b-d ww")


def same_event(old: Tournament, new: Tournament) -> None:
    """Every board with its people by name, colours, result; the same places."""
    for t in (old, new):
        assert t.settings.of_teams
    names = [{m.id: m.name for p in t.players for m in p.members} | {"": ""} for t in (old, new)]
    for a, b in zip(old.rounds, new.rounds, strict=True):
        boards = [
            sorted(
                (tuple(own[p] for p in b.game.players), b.game.handicap, b.game.result.value, b.game.by_default)
                for g in drawn
                for b in g.boards
            )
            for drawn, own in zip((a, b), names, strict=True)
        ]
        assert boards[0] == boards[1]
    places = [[(row.player.name, row.place, *row.values.values()) for row in standings(t).rows] for t in (old, new)]
    assert places[0] == places[1]


def test_a_team_event_goes_to_opengotha_and_back() -> None:
    written = write_opengotha(played())
    read = read_opengotha(written.data, "x.xml")
    same_event(played(), read.tournament)
    assert any("boards with an empty seat have no game (3)" in line for line in written.losses.lines())
    assert not any("team" in line for line in read.report.lines())


def test_an_event_that_is_not_drawn_goes_too() -> None:
    t = teams(team("a", "2d 1d"), team("b", "2d"), boards=2, placing__order=["WINS", "SOS", "SODOS"])
    written = write_opengotha(t)
    read = read_opengotha(written.data, "x.xml").tournament
    assert [len(p.members) for p in read.players] == [2, 1]
    assert read.settings.placing.order == ("TEAMP", "SOST")
    assert any("does not have for teams (1): SODOS" in line for line in written.losses.lines())


def test_the_bye_of_a_team_comes_back() -> None:
    t = matched(teams(*(team(x, "2d 1d") for x in "abc"), boards=2), "a-b wb", byes="c")
    read = read_opengotha(write_opengotha(t).data, "x.xml")
    assert read.tournament.round(1).byes == ("3",)
    assert "a team without a match, read as a bye (1): round 1: Team c" in read.report.lines()


@pytest.mark.skipif(not SHARED.is_dir(), reason="the files of other programs are not here")
def test_a_real_team_event_of_opengotha() -> None:
    """18 teams at 4 boards over 5 rounds, 36 games a round; three players are in no team."""
    read = read_opengotha((SHARED / "foreign" / "teams.xml").read_bytes(), "teams.xml")
    t = read.tournament
    assert (len(t.players), [len(r.games) for r in t.rounds], t.settings.teams.boards) == (18, [9] * 5, 4)
    assert t.settings.placing.order == ("TEAMP", "BDW", "BDW3U", "BDW2U", "BDW1U")
    assert all(b.turned == (b.game.table % 2 == 0) for r in t.rounds for g in r for b in g.boards)
    assert sum(values(t, "TEAMP").values()) == 2 * 9 * 5
    assert sum(values(t, "BDW").values()) == 4 * 9 * 5
    assert "players in no team, left out (3)" in read.report.lines()[-1]
    assert with_boards(t) == t
    same_event(t, read_opengotha(write_opengotha(t).data, "x.xml").tournament)


def test_teams_whose_people_play_anybody_stay_a_column() -> None:
    data = write_opengotha(played()).data.replace(b'boardNumber="2"', b'boardNumber="4"', 1)
    read = read_opengotha(data, "x.xml")
    assert not read.tournament.settings.of_teams
    assert any("teams are kept as a column" in line for line in read.report.lines())


def test_rating_reports_have_everybody_with_their_own_games() -> None:
    """A win against an empty seat is no rated game; the substitute has only the games played."""
    t = played()
    found = export(in_memory(t), Export(form="egd", free_defaults=True, open_as_half=True)).value
    back = read_egd(found.data, "x").tournament
    people = as_people(t)
    counted = sum(len(r.games) for r in people.rounds)
    assert sum(len(r.games) for r in back.rounds) == counted == 9
    assert not any("members" in line or "boards" in line for line in found.losses.lines())


@pytest.mark.parametrize("form", [TRF, "macmahon", "pairgoth"])
def test_other_formats_have_teams_as_players_and_name_what_is_lost(form: str) -> None:
    lines = export(in_memory(played()), Export(form=form)).value.losses.lines()
    assert any("boards of team matches" in line for line in lines)
    assert any("members of pairs and teams" in line for line in lines)
