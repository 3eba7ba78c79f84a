"""A journal that was damaged, or made by somebody: what does not fit is set aside, and the rest goes on."""

from __future__ import annotations

import gzip
import hashlib
import json
import logging
import os
import shutil
from pathlib import Path
from typing import Any

import pytest
from builders import tournament
from folders import changing, create
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import FolderError

pytestmark = pytest.mark.slow

WRONG: list[tuple[str, Any, str]] = [
    ("tree", {"../x": "0" * 64}, r"the tree names \"../x\"; expected players.csv"),
    ("tree", {"/etc/x": "0" * 64}, "the tree names"),
    ("tree", {"rounds/../../x.csv": "0" * 64}, "the tree names"),
    ("tree", {"C:\\x.toml": "0" * 64}, "the tree names"),
    ("tree", {".journal/applied": "0" * 64}, "the tree names"),
    ("tree", {"\ud800.toml": "0" * 64}, "the tree names"),
    ("tree", {"x" * 5000 + ".toml": "0" * 64}, "the tree names"),
    ("tree", {"rounds/\u202ex.csv": "0" * 64}, "the tree names"),
    ("tree", {"CON.toml": "0" * 64}, "the tree names"),
    ("tree", {"players.csv": "../x"}, "expected str matching regex"),
    ("tree", {"players.csv": 3}, '$.tree["players.csv"]: expected str, got int'),
    ("tree", ["players.csv"], "$.tree: expected object, got array"),
    ("time", 3, "$.time: expected str, got int"),
    ("command", None, "$.command: expected str, got null"),
    ("done", {}, "$.done: expected str, got object"),
    ("undo_to", True, "$.undo_to: expected int, got bool"),
    ("undo_to", "2", "$.undo_to: expected int, got str"),
    ("undo_to", 99, "undo_to is 99; expected an earlier step, 0 to"),
    ("redo_to", -1, "redo_to is -1; expected an earlier step, 0 to"),
    ("redo_to", 10**400, "expected an earlier step"),
]


@pytest.fixture
def folder(tmp_path: Path) -> TournamentFolder:
    """Steps 1 to 5: the start, new, and three commands that register one, two, three players."""
    made = TournamentFolder(tmp_path / "t")
    create(made, new_settings_text("bga", {"rounds": 5}), "new")
    for count in (1, 2, 3):
        fill(made, count)
    return made


def fill(folder: TournamentFolder, count: int) -> None:
    with changing(folder, f"fill {count}") as change:
        change.tournament = change.tournament.with_players(tournament(" ".join(["1d"] * count)).players)


def step_file(folder: TournamentFolder, number: int) -> Path:
    return folder.path / ".journal" / "steps" / f"{number:08}.json"


def damage(folder: TournamentFolder, number: int, **fields: Any) -> Path:
    """Give a step other fields; its file."""
    path = step_file(folder, number)
    path.write_text(json.dumps(json.loads(path.read_text()) | fields))
    return path


def everything(place: Path) -> dict[str, bytes | str]:
    """All files and links below a folder, but the locks."""
    paths = [p for p in sorted(place.rglob("*")) if p.name != "lock"]
    return {
        str(p.relative_to(place)): os.readlink(p) if p.is_symlink() else p.read_bytes()
        for p in paths
        if p.is_file() or p.is_symlink()
    }


def players(folder: TournamentFolder) -> int:
    return len(folder.read().tournament.players)


@pytest.mark.parametrize(("field", "value", "says"), WRONG)
def test_a_step_with_a_wrong_field_is_not_used_and_nothing_is_written(
    folder: TournamentFolder, field: str, value: Any, says: str, caplog: pytest.LogCaptureFixture
) -> None:
    """Who reads gets the files as they are, and a warning that names the file, what was found and expected."""
    path = damage(folder, 5, **{field: value})
    (folder.path / ".journal" / "applied").write_text("4\n")  # as if its files were still to be written
    before = everything(folder.path.parent)
    assert players(folder) == 3
    assert everything(folder.path.parent) == before
    (warning,) = caplog.messages
    assert warning.startswith(f"{path}: ")
    assert says.replace("\\", "") in warning.replace("\\", "")
    assert warning.endswith("this step is ignored, and the folder's files are used as they are")


@pytest.mark.parametrize("text", ["{", "[" * 100_000, "3", "null", '{"tree": {}}', "\xff", "9" * 5000])
def test_a_last_step_that_is_none_is_set_aside_and_the_history_goes_on(
    folder: TournamentFolder, text: str, caplog: pytest.LogCaptureFixture
) -> None:
    """What its command did stays in the files, as an edit by hand; undo leads on to the sound steps before."""
    step_file(folder, 5).write_text(text, encoding="latin-1")
    fill(folder, 4)
    aside = folder.path / ".journal" / "set-aside" / "00000005.json"
    assert aside.read_text(encoding="latin-1") == text
    assert f"moved to {aside}" in caplog.text
    commands = [step.command for step in folder.journal.steps()]
    assert commands[3:] == ["fill 2", "edited by hand: players.csv", "fill 4"]
    undone = [(folder.take_back(), players(folder)) for _ in range(3)]
    assert undone == [("fill 4", 3), ("edited by hand: players.csv", 2), ("fill 2", 1)]
    assert [folder.do_again() for _ in range(3)][-1] == "fill 4"
    assert len(caplog.messages) == 1


def test_a_step_in_the_middle_that_is_none_is_passed_over_by_undo(
    folder: TournamentFolder, caplog: pytest.LogCaptureFixture
) -> None:
    """It goes to the last sound step before it, says so, and redo leads back."""
    step_file(folder, 4).write_text("{")
    assert players(folder) == 3
    assert caplog.messages == []
    assert folder.take_back() == "fill 3"
    assert players(folder) == 1
    assert (folder.path / ".journal" / "set-aside" / "00000004.json").exists()
    assert "step 4 is lost: the folder is back at step 3, fill 1" in caplog.text
    assert folder.do_again() == "fill 3"
    assert players(folder) == 3
    assert [step.number for step in folder.journal.steps()] == [1, 2, 3, 5, 6, 7]


def test_without_any_sound_step_before_nothing_is_undone(folder: TournamentFolder) -> None:
    for number in (1, 2, 3, 4):
        step_file(folder, number).write_text("{")
    with pytest.raises(
        FolderError, match=r"^cannot undo fill 3: all earlier steps are damaged or lost; nothing was written$"
    ):
        folder.take_back()
    assert players(folder) == 3


def test_redo_of_a_step_that_is_lost_is_refused_with_its_name(folder: TournamentFolder) -> None:
    folder.take_back()
    step_file(folder, 5).unlink()
    with pytest.raises(FolderError, match=r"cannot redo: .*00000005.json: this step is missing; nothing was written"):
        folder.do_again()
    assert players(folder) == 2


def test_a_journal_of_nothing_but_damage_begins_again(folder: TournamentFolder) -> None:
    """None of its files is taken away."""
    for number in range(1, 6):
        step_file(folder, number).write_text("{")
    fill(folder, 4)
    assert [step.command for step in folder.journal.steps()] == ["start of the journal", "fill 4"]
    assert len(list((folder.path / ".journal" / "set-aside").iterdir())) == 5
    folder.take_back()
    assert players(folder) == 3


def test_what_was_set_aside_before_is_not_written_over(folder: TournamentFolder) -> None:
    for text in ("{1", "{2"):
        step_file(folder, 5).write_text(text)
        fill(folder, 4)
        folder.take_back()
        for number in range(6, 20):
            step_file(folder, number).unlink(missing_ok=True)
    texts = {path.read_text() for path in (folder.path / ".journal" / "set-aside").iterdir()}
    assert texts == {"{1", "{2"}


@pytest.mark.parametrize("mark", ["", "xyz", "-1", "0", "99", "9" * 5000, "٤", "4.0", None])
def test_a_mark_that_says_nothing_brings_no_file_back(
    folder: TournamentFolder, mark: str | None, caplog: pytest.LogCaptureFixture
) -> None:
    """A file that somebody has taken away stays away: it is an edit by hand, not a step cut off."""
    fill(folder, 4)
    (folder.path / "mine.toml").write_text("same_club = 1\n")
    fill(folder, 5)
    (folder.path / "mine.toml").unlink()
    applied = folder.path / ".journal" / "applied"
    applied.write_text(mark) if mark is not None else applied.unlink()
    before = everything(folder.path)
    assert players(folder) == 5
    assert everything(folder.path) == before
    assert "/applied: " in caplog.text
    assert "expected 8, the last step, or the number of an earlier step" in caplog.text
    fill(folder, 6)
    assert not (folder.path / "mine.toml").exists()
    assert [step.command for step in folder.journal.steps()][-2:] == ["edited by hand: mine.toml", "fill 6"]
    assert applied.read_text() == "10\n"


def test_a_mark_at_a_step_that_is_lost_brings_nothing_back(
    folder: TournamentFolder, caplog: pytest.LogCaptureFixture
) -> None:
    step_file(folder, 4).write_text("{")
    (folder.path / ".journal" / "applied").write_text("4\n")
    before = everything(folder.path)
    assert players(folder) == 3
    assert everything(folder.path) == before
    assert "applied: found 4, but that step is lost" in caplog.text


def lose(folder: TournamentFolder, name: str, number: int, how: str) -> Path:
    """Damage the content that a file had after a step; its object."""
    digest = json.loads(step_file(folder, number).read_text())["tree"][name]
    path = folder.path / ".journal" / "objects" / f"{digest}.gz"
    data = path.read_bytes()
    path.unlink()
    if how == "another":
        path.write_bytes(gzip.compress(b"name,rank\nEvil,9d\n"))
    elif how == "cut":
        path.write_bytes(data[: len(data) // 2])
    elif how == "bomb":
        path.write_bytes(gzip.compress(bytes(70 * 2**20), 1))
    elif how == "pipe":
        os.mkfifo(path)
    elif how == "link":
        path.symlink_to("/dev/zero")
    return path


LOSSES = ["missing", "another", "cut", "bomb", "pipe", "link"]


@pytest.mark.parametrize("how", LOSSES)
def test_undo_to_a_content_that_is_lost_names_it_and_goes_to_the_whole_step_before(
    folder: TournamentFolder, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = lose(folder, "players.csv", 4, how)
    assert folder.take_back() == "fill 3"
    assert players(folder) == 1
    lost, gone_to = caplog.messages
    assert lost.startswith(f"step 4: the journal has lost an earlier version of players.csv ({path}: ")
    assert gone_to == "step 4 is lost: the folder is back at step 3, fill 1"
    assert folder.do_again() == "fill 3"
    assert players(folder) == 3


def test_without_a_whole_step_before_nothing_is_undone(folder: TournamentFolder) -> None:
    for number in (1, 2, 3):
        step_file(folder, number).write_text("{")
    lose(folder, "players.csv", 4, "missing")
    with pytest.raises(
        FolderError, match=r"^cannot undo fill 3: all earlier steps are damaged or lost; nothing was written$"
    ):
        folder.take_back()
    assert players(folder) == 3


@pytest.mark.parametrize("how", LOSSES)
def test_what_a_file_holds_is_stored_again_before_it_is_replaced(folder: TournamentFolder, how: str) -> None:
    """The journal may have lost it: else undo would have been the end of it."""
    lose(folder, "players.csv", 5, how)
    folder.take_back()
    assert players(folder) == 2
    folder.do_again()
    assert players(folder) == 3


def test_a_copy_that_was_seen_by_a_command_that_died_and_is_removed_then_stays_away(folder: TournamentFolder) -> None:
    """What was edited by hand is journaled as it is: finishing that writes no file."""
    copy = folder.path / "rounds" / "1 (1).json"
    copy.parent.mkdir(exist_ok=True)
    copy.write_text("{}")
    folder.journal.note_edits()
    (folder.path / ".journal" / "applied").write_text("5\n")  # it died before it had said so
    copy.unlink()
    fill(folder, 4)
    assert not copy.exists()
    assert [s.command for s in folder.journal.steps()][5:] == [
        "edited by hand: rounds/1 (1).json", "edited by hand: rounds/1 (1).json", "fill 4",
    ]  # fmt: skip


@pytest.mark.parametrize("how", LOSSES)
def test_a_step_that_was_cut_off_and_has_lost_a_content_is_given_up(
    folder: TournamentFolder, how: str, caplog: pytest.LogCaptureFixture
) -> None:
    """No part of it is written; the files go on as they are, and the step stays in the journal."""
    (folder.path / ".journal" / "applied").write_text("4\n")
    folder.path.joinpath("players.csv").write_bytes(content(folder, "players.csv", 4))
    lose(folder, "players.csv", 5, how)
    assert players(folder) == 2
    assert (
        "the last command was interrupted and cannot be finished: the journal has lost an earlier version of"
        in caplog.text
    )
    fill(folder, 4)
    assert [s.command for s in folder.journal.steps()][4:] == ["fill 3", "edited by hand: players.csv", "fill 4"]
    folder.take_back()
    assert players(folder) == 2


def content(folder: TournamentFolder, name: str, number: int) -> bytes:
    """What a file held after a step."""
    digest = json.loads(step_file(folder, number).read_text())["tree"][name]
    return gzip.decompress((folder.path / ".journal" / "objects" / f"{digest}.gz").read_bytes())


def test_a_content_that_was_damaged_is_stored_again_when_a_file_has_it_again(folder: TournamentFolder) -> None:
    data = content(folder, "players.csv", 4)
    path = lose(folder, "players.csv", 4, "another")
    (folder.path / "players.csv").write_bytes(data)
    fill(folder, 4)
    assert hashlib.sha256(gzip.decompress(path.read_bytes())).hexdigest() == path.stem


@pytest.mark.parametrize("kind", ["pipe", "device", "folder", "huge"])
@pytest.mark.parametrize("place", [".journal/applied", ".journal/steps/00000005.json"])
def test_what_is_no_plain_file_in_a_journal_is_not_waited_for(
    folder: TournamentFolder, place: str, kind: str, caplog: pytest.LogCaptureFixture
) -> None:
    path = folder.path / place
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "device" and "steps" in place:
        path.symlink_to("/dev/zero")
    elif kind == "folder":
        path.mkdir()
    else:
        with path.open("wb") as file:
            file.truncate(2**40)
    assert players(folder) == 3
    assert str(path) in caplog.text
    if kind != "folder" or "steps" in place:
        fill(folder, 4)
        assert players(folder) == 4


def test_a_step_of_an_impossible_number_is_set_aside(folder: TournamentFolder) -> None:
    """Else the next one would have a name that nobody finds."""
    shutil.copy(step_file(folder, 5), folder.path / ".journal" / "steps" / "99999999.json")
    (folder.path / ".journal" / "steps" / "٠٠٠٠٠٠٠٩.json").write_text("{")
    fill(folder, 4)
    assert [step.number for step in folder.journal.steps()] == [1, 2, 3, 4, 5, 6]
    assert folder.take_back() == "fill 4"


def test_left_over_files_only_are_cleaned_away(folder: TournamentFolder) -> None:
    """`.NAME.PID.tmp` in the tournament's own folders; other files of that ending are somebody's."""
    (folder.path / ".players.csv.123.tmp").touch()
    (folder.path / ".mine.tmp").touch()
    fill(folder, 4)
    assert not (folder.path / ".players.csv.123.tmp").exists()
    assert (folder.path / ".mine.tmp").exists()


def test_a_damaged_journal_is_reported_once_a_command(
    folder: TournamentFolder, caplog: pytest.LogCaptureFixture
) -> None:
    step_file(folder, 5).write_text("{")
    with caplog.at_level(logging.DEBUG):
        folder.read()
    assert len(caplog.messages) == 1


@pytest.mark.parametrize("damaged", ["applied", "steps/00000005.json"])
def test_a_desk_that_reads_a_damaged_journal_for_each_page_says_so_once(
    folder: TournamentFolder, caplog: pytest.LogCaptureFixture, damaged: str
) -> None:
    (folder.path / ".journal" / damaged).write_text("nothing")
    for _ in range(3):
        TournamentFolder(folder.path).read()
    assert len(caplog.messages) == 1
    (folder.path / ".journal" / "applied").write_text("another thing")
    TournamentFolder(folder.path).read()
    assert len(caplog.messages) == (2 if damaged == "applied" else 1)


def test_a_step_that_would_leave_no_tournament_is_not_finished(
    folder: TournamentFolder, caplog: pytest.LogCaptureFixture
) -> None:
    """Reading such a folder takes no file away; what the files hold goes on."""
    before = {name: data for name, data in everything(folder.path).items() if ".journal" not in name}
    last = json.loads(step_file(folder, 5).read_text())
    step_file(folder, 6).write_text(json.dumps(last | {"tree": {}, "undo_to": 5}))
    assert len(folder.read().tournament.players) == 3
    assert "there is no tournament.toml; the folder's files are used as they are" in caplog.text
    fill(folder, 4)
    assert players(folder) == 4
    assert before.keys() <= everything(folder.path).keys()


def test_each_step_has_the_seal_of_the_one_before_and_shows_if_that_is_altered_later(folder: TournamentFolder) -> None:
    """A step that was set aside, or dropped, says nothing; steps of version 1 have no seals."""
    assert folder.journal.altered() == []
    assert [step.before[:8] for step in folder.journal.steps()] == ["", *(f"{k:08}" for k in range(1, 5))]
    file = step_file(folder, 3)
    text = file.read_text(encoding="utf-8")
    file.write_text(text.replace("fill", "Fill"), encoding="utf-8")
    assert folder.journal.altered() == [3]
    file.unlink()
    assert folder.journal.altered() == []
    file.write_text(text, encoding="utf-8")
    last = json.loads(step_file(folder, 5).read_text(encoding="utf-8"))
    del last["before"]
    step_file(folder, 5).write_text(json.dumps(last), encoding="utf-8")
    assert folder.journal.altered() == []


@pytest.mark.parametrize("before", [3, "x", "00000004", "00000004:" + "g" * 64, None])
def test_a_step_with_another_kind_of_seal_is_unsound(folder: TournamentFolder, before: Any) -> None:
    last = json.loads(step_file(folder, 5).read_text(encoding="utf-8"))
    step_file(folder, 5).write_text(json.dumps(last | {"before": before}), encoding="utf-8")
    assert folder.journal.number() == 4


def test_the_first_step_that_has_a_content_is_found_whatever_was_undone_since(folder: TournamentFolder) -> None:
    two = folder.journal.contents_after(4)["players.csv"]
    folder.take_back()
    folder.do_again()
    folder.take_back()
    found = folder.journal.first_with("players.csv", two.__eq__)
    assert found is not None
    assert found.number == 4
    assert folder.journal.first_with("players.csv", b"".__eq__) is None
