"""Files of any program: known by name, ending or content, read, written, counted; results from a list."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest
from builders import TRF, played, real_data, tournament
from mcmahon.desk.files.export_files import offered
from mcmahon.io.folder.state_files import in_memory
from mcmahon.io.foreign.format import Format
from mcmahon.io.foreign.tde import rounds_beside
from mcmahon.io.formats import (
    ADDED,
    TournamentCounts,
    check_place,
    counts,
    format_of,
    formats,
    in_new_folder,
    read_any,
    writable,
)
from mcmahon.io.losses import note_lost
from mcmahon.io.pins import placeholders
from mcmahon.io.registrations.registration_files import read_entries, write_csv
from mcmahon.io.results import entered_by_hand, results_of
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.io.tables.records import Table, read_table
from mcmahon.model.edits import Entered
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.tournament.games import Result
from mcmahon.model.tournament.tournament import Tournament

TEXT = new_settings_text("bga", {"rounds": 3})


def small(ranks: str = "3d 2d 1d") -> Tournament:
    return played(tournament(ranks, rounds=3, event__begin="2026-05-01"), "a+b", byes="c" if "1d" in ranks else "")


@pytest.mark.parametrize("name", ["opengotha", "macmahon", "pairgoth", "aga", TRF, "tou", "egd"])
def test_a_file_is_known_by_what_it_holds(name: str) -> None:
    """Whatever its ending, where that is nobody's; by the ending alone where nothing is known of the content."""
    numbered = small().with_players([replace(p, aga=str(k)) for k, p in enumerate(small().players, 1)])
    data = formats()[name].written(numbered).data
    assert format_of(Path("x"), data=data).name == name
    assert format_of(Path(f"x{formats()[name].endings[0]}"), data=data).name == name


@pytest.mark.parametrize(
    ("path", "named", "found"),
    [("x.XML", "", "opengotha"), ("x.xml", "MacMahon", "macmahon"), ("x.h5", "", "egd"), ("x.tsv", "", "csv"),
     ("x.aga", "tou", "tou"), ("x.txt", "", "participants")],
)  # fmt: skip
def test_a_format_is_known_by_its_name_or_ending(path: str, named: str, found: str) -> None:
    assert format_of(Path(path), named).name == found


def test_what_is_no_format_is_answered_with_those_there_are() -> None:
    with pytest.raises(InputError, match="unknown format 'x'; expected one of aga"):
        format_of(Path("t.xml"), "x")
    with pytest.raises(InputError, match=r"one of these endings: aga \(.aga\)"):
        format_of(Path("t.doc"), data=b"nothing known")


def test_a_tournament_goes_into_a_file_or_a_folder_and_back(tmp_path: Path) -> None:
    t = small()
    for name in ("opengotha", "pairgoth"):
        path = tmp_path / f"t{formats()[name].endings[0]}"
        path.write_bytes(formats()[name].written(t).data)
        assert counts(read_any(path).tournament) == counts(t) == TournamentCounts(players=3, rounds=1, games=1, byes=1)
    in_new_folder(in_memory(t, settings_text=TEXT), tmp_path / "folder", "convert", "source")
    assert read_any(tmp_path / "folder").tournament.players == t.players
    assert counts(tournament("1d")) == TournamentCounts(1, 0, 0, 0)


def test_what_a_folder_cannot_take_over_is_told_of_the_file_and_its_players(tmp_path: Path) -> None:
    """No line of a `players.csv` is named, as there is none; nor is a folder left behind."""
    t = small()
    t = t.with_players([replace(p, pin="14000001") for p in t.players[:2]])
    with pytest.raises(InputError) as error:
        in_new_folder(in_memory(t, settings_text=TEXT), tmp_path / "folder", "convert", "spring.xml")
    assert str(error.value).splitlines() == [
        "spring.xml: Player-b (b): column pin: Player-b has the same pin as Player-a: '14000001'; "
        "expected a different pin for each player"
    ]
    assert not (tmp_path / "folder").exists()
    first = t.rounds[0]
    wrong = replace(small(), rounds=(first, replace(first, number=2, games=(replace(first.games[0], table=-1),))))
    with pytest.raises(InputError, match=r"^spring.xml: round 2: column table: "):
        in_new_folder(in_memory(wrong, settings_text=TEXT), tmp_path / "folder", "convert", "spring.xml")


def test_numbers_that_stand_for_none_are_left_out_and_doubles_are_named(tmp_path: Path) -> None:
    """As in the main tournament of a congress: the form wanted a pin, and many had none."""
    t = played(tournament("3d 2d 1d 1k 2k 3k", rounds=3), "a+b c+d e+f")
    pins = dict(zip("abcdef", ("0", "123456789", "xxxyyyzzz", "14000001", "14000001", "14000002"), strict=True))
    t = t.with_players([replace(p, pin=pins[p.id], aga="99999") for p in t.players])
    (tmp_path / "t.xml").write_bytes(formats()["opengotha"].written(t).data)
    read = read_any(tmp_path / "t.xml")
    assert [(p.pin, p.aga) for p in read.tournament.players] == [*[("", "")] * 5, ("14000002", "")]
    told = "\n".join(read.report.lines())
    assert "players with the same pin; it is left out (1): 14000001: Player-d (4) and Player-e (5)" in told
    assert (
        "placeholders instead of egd numbers; they are left out (3): 0 of Player-a, 123456789 of Player-b, xxxyyyzzz"
        in told
    )
    in_new_folder(in_memory(read.tournament, settings_text=read.settings_text), tmp_path / "t", "convert", "t.xml")
    real = read_any(real_data() / "foreign" / "placeholder_pins.xml")
    assert {p.pin for p in real.tournament.players} == {""}
    own = in_memory(real.tournament, settings_text=real.settings_text)
    in_new_folder(own, tmp_path / "real", "convert", "placeholder_pins.xml")
    assert counts(read_any(tmp_path / "real").tournament) == counts(real.tournament)


@pytest.mark.parametrize(
    ("pins", "none"),
    [
        (["0", "00000000", "9999999", "123456789", "987654321", "none", "n/a"],
         {"0", "00000000", "9999999", "123456789", "987654321", "none", "n/a"}),
        (["14000001", "14000001", "7", "12345", "771691765"], {"12345"}),
        (["771691765", "771691765", "14000001", "14000001", "14000001"], {"771691765", "14000001"}),
        (["", ""], set()),
    ],
)  # fmt: skip
def test_what_stands_for_no_pin(pins: list[str], none: set[str]) -> None:
    assert placeholders(pins) == none


def test_a_loss_shows_in_what_is_read_back() -> None:
    form = formats()["opengotha"]

    def read_back(t: Tournament) -> TournamentCounts:
        back = note_lost(form, t, form.written(t))
        assert back is not None
        return counts(back)

    assert read_back(small()) == TournamentCounts(3, 1, 1, 1)
    assert read_back(small("3d 2d")) == TournamentCounts(2, 1, 1, 0)
    assert note_lost(formats()["tou"], small(), form.written(small())) is None


def test_a_file_of_another_program_has_a_most_of_players_and_of_problems_that_are_told(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "a.csv"
    file.write_text("name,rank\n" + "".join(f"Amber A{k},9x\n" for k in range(300)))
    with pytest.raises(InputError) as error:
        read_any(file)
    assert len(error.value.problems) == 201
    assert str(error.value.problems[-1]).endswith("a.csv: 100 more problems")
    file.write_bytes(formats()["csv"].written(small()).data)
    assert len(read_any(file).tournament.players) == 3
    monkeypatch.setattr("mcmahon.io.formats.MOST_PLAYERS", 2)
    with pytest.raises(InputError, match=r"a.csv: too many players: '?3'?; expected at most 2"):
        read_any(file)


def test_a_register_is_read_with_the_rounds_beside_it(tmp_path: Path) -> None:
    (tmp_path / "register.tde").write_text("## rounds 2\nUSA1 Amber, Ada 2d\nUSA2 Birch, Bo 1d\n", encoding="utf-8")
    assert rounds_beside(tmp_path / "register.tde") == {}
    assert read_any(tmp_path).tournament.rounds == ()
    for name in ("1.tde", "02.tde", "old.tde", "1.txt"):
        (tmp_path / name).write_bytes(b"USA1 USA2 w 0 7\n")
    assert rounds_beside(tmp_path / "register.tde") == {1: b"USA1 USA2 w 0 7\n"}
    for path in (tmp_path, tmp_path / "register.tde"):
        assert counts(read_any(path).tournament) == TournamentCounts(2, 1, 1, 0)


def test_a_place_is_looked_at_before_the_work(tmp_path: Path) -> None:
    (tmp_path / "full").mkdir()
    (tmp_path / "full" / "x").touch()
    (tmp_path / "empty").mkdir()
    for name, is_folder in (("new", True), ("empty", True), ("new.xml", False), ("full/x", False)):
        check_place(tmp_path / name, is_folder)
    for name, is_folder in (("full", True), ("full/x", True), ("empty", False)):
        with pytest.raises(FolderError, match="folder"):
            check_place(tmp_path / name, is_folder)


def result_list(folder: Path, *lines: str, titles: str = "table,white,black,result") -> Table:
    (folder / "r.csv").write_text("\n".join([titles, *lines]) + "\n", encoding="utf-8")
    return read_table(folder / "r.csv").sound()


def test_results_are_read_board_by_board(tmp_path: Path) -> None:
    """Of the last round, or the one named; players by id or by name either way round; open boards are left out."""
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a?c d?b")
    table = result_list(tmp_path, "1,a,c,1-0", "2,d,Player-b,0-1!", "7,,,", "8,,,bye")
    assert results_of(table, 2, t) == [Entered(2, 1, Result.WHITE, False), Entered(2, 2, Result.BLACK, True)]
    table = result_list(tmp_path, "1,1,jigo", titles="Round,Table,Result")
    assert results_of(table, 2, t) == [Entered(1, 1, Result.JIGO, False)]


def test_equal_titles_of_a_list_of_results_are_refused_only_if_they_matter(tmp_path: Path) -> None:
    """Lists of chess programs have `No.` twice, before White and before Black."""
    t = played(tournament("1d 1d"), "a?b")
    (tmp_path / "r.csv").write_text("Bo.,No.,White,Result,Black,No.\n1,3,a,1:0,b,7\n", encoding="utf-8")
    table = read_table(tmp_path / "r.csv", sent=True)
    assert results_of(table, 1, t) == [Entered(1, 1, Result.WHITE, False)]
    (tmp_path / "r.csv").write_text("Table,Result,Result\n1,1:0,0:1\n", encoding="utf-8")
    with pytest.raises(InputError, match="two columns for result: 'Result' and 'Result \\(2\\)'"):
        results_of(read_table(tmp_path / "r.csv", sent=True), 1, t)


@pytest.mark.parametrize(
    ("line", "says"),
    [("1,c,a,1-0", "the other way round: in round 2 Player-a"), ("1,a,d,1-0", "table 1 has other players"),
     ("x,,,1-0", "wrong table"), ("1,,,won", "wrong result")],
)  # fmt: skip
def test_results_of_other_boards_are_not_taken_over(tmp_path: Path, line: str, says: str) -> None:
    t = played(played(tournament("1d 1d 1d 1d"), "a+b c+d"), "a?c d?b")
    with pytest.raises(InputError, match=says):
        results_of(result_list(tmp_path, line), 2, t)


def test_results_are_typed_table_by_table() -> None:
    typed = [Entered(3, 4, Result.WHITE, False), Entered(3, 5, Result.BLACK, True)]
    assert entered_by_hand({"4": "1-0", "5": "0-1!"}, 3) == typed
    assert entered_by_hand({}, 1) == []
    with pytest.raises(InputError) as error:
        entered_by_hand({"x": "1-0", "5": "won", "6": "lost"}, 3)
    assert [bool(p.expected) for p in error.value.problems] == [True, True, False]


def test_a_file_that_is_no_tournament_by_its_size_is_refused_in_a_moment(tmp_path: Path) -> None:
    """Each line that is wrong is named, but not millions of them."""
    path = tmp_path / "x.tou"
    path.write_bytes(b"x\n" * 1_000_001)
    with pytest.raises(InputError, match="the file has too many lines"):
        read_any(path)
    with path.open("wb") as file:
        file.truncate(17 * 2**20)
    with pytest.raises(InputError, match="larger than 16 MiB"):
        read_any(path)


@pytest.fixture
def found(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[EntryPoint]]:
    """The entry points that other distributions have; none before the test adds some."""
    points: list[EntryPoint] = []
    monkeypatch.setattr("mcmahon.io.formats.entry_points", lambda group: [p for p in points if p.group == group])
    formats.cache_clear()
    yield points
    formats.cache_clear()


@pytest.mark.usefixtures("found")
def test_without_research_a_trf_file_is_known_and_told_how_to_get_its_reader(tmp_path: Path) -> None:
    """By its ending, by its content, by its name, and where one is to be written; it is offered nowhere."""
    for name in ("x.trf", "x.txt", "x.TRFX"):
        (tmp_path / name).write_text("012 T\n001    1 m    Amber\n")
        with pytest.raises(InputError, match=r"read and written by mcmahon-bench; to install that, .*: pip"):
            read_any(tmp_path / name)
    with pytest.raises(InputError, match="mcmahon-bench; to install that"):
        format_of(Path(), "TRF").written(small())
    assert "trf" not in writable()
    assert "trf" not in offered()
    assert "opengotha" in offered()


def test_a_format_of_another_distribution_is_one_like_all(
    found: list[EntryPoint], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Known by its ending, read, written, offered; in the place of the one that is told about."""
    own = Format("trf", "mine", (".trf",), lambda _: False, read_entries, write_csv)
    found.append(EntryPoint("trf", "mine", ADDED))
    monkeypatch.setattr(EntryPoint, "load", lambda _: own)
    (tmp_path / "x.trf").write_text("name,rank\nAmber Ada,2d\n")
    assert [p.name for p in read_any(tmp_path / "x.trf").tournament.players] == ["Amber Ada"]
    assert formats()["trf"] is own
    assert own.written(small()).data.startswith(b"id,")
    assert offered()["trf"] == "mine"


def test_a_format_that_cannot_be_loaded_is_named_and_the_others_work(
    found: list[EntryPoint], caplog: pytest.LogCaptureFixture
) -> None:
    found.append(EntryPoint("odd", "no.such:thing", ADDED))
    assert "odd" not in formats()
    assert "opengotha" in formats()
    assert "the format of no.such:thing cannot be loaded" in caplog.text


def test_a_file_without_rounds_keeps_the_automatic_bar(tmp_path: Path) -> None:
    file = tmp_path / "t.xml"
    file.write_bytes(formats()["macmahon"].written(tournament("3d 2d 1d")).data)
    assert all("do not move it" not in line for line in read_any(file).report.lines())


def test_names_of_lost_letters_become_the_place(tmp_path: Path) -> None:
    file = tmp_path / "t.h9"
    file.write_text("1 Amber Ada 2d CH Sees 0 2+\n2 ??? ?? 1d CN xxxx 0 1-\n", encoding="utf-8")
    read = read_any(file)
    assert [p.name for p in read.tournament.players] == ["Amber Ada", "Player 2"]
    assert "names without a letter, replaced by the place (1): ??? ?? → Player 2" in read.report.lines()
