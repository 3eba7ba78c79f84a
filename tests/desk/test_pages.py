"""Pages published from a state, and when a folder has changed."""

from __future__ import annotations

import errno
import os
import shutil
from dataclasses import replace
from pathlib import Path

import pytest
from builders import played, tournament
from mcmahon.desk.desk import Desk
from mcmahon.desk.files.publish_pages import WrittenPages, changed_at, pages_folder, publish, written_pages
from mcmahon.desk.settings.change_settings import ChangeSettings, change
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import FolderError, InputError


def test_pages_are_written_and_a_draft_is_not_on_them(tmp_path: Path) -> None:
    t = played(tournament("2d 1d", rounds=3), "a+b")
    state = in_memory(t)
    found = publish(state, tmp_path / "pages").value
    assert (found.index, found.draft) == (tmp_path / "pages" / "index.html", 0)
    assert "round-1.html" in found.files
    draft = state.with_tournament(replace(t, rounds=(replace(t.rounds[0], draft=True),)))
    again = publish(draft, tmp_path / "pages").value
    assert again.draft == 1
    assert not (tmp_path / "pages" / "round-1.html").exists()
    (tmp_path / "file").touch()
    with pytest.raises(FolderError, match="file cannot be written"):
        publish(state, tmp_path / "file")


def test_pages_go_into_the_folder_unless_another_is_named(tmp_path: Path) -> None:
    assert pages_folder(tmp_path) == tmp_path / "pages"
    assert pages_folder(tmp_path, tmp_path / "site") == tmp_path / "site"


@pytest.mark.skipif(os.name == "nt", reason="links need leave there")
def test_pages_are_not_written_through_a_link_that_came_with_a_folder(tmp_path: Path) -> None:
    (tmp_path / "pages").symlink_to(tmp_path / "elsewhere")
    with pytest.raises(FolderError, match="link"):
        pages_folder(tmp_path)


def test_a_change_of_a_folder_shows(tmp_path: Path) -> None:
    assert changed_at(tmp_path) == ()
    (tmp_path / "tournament.toml").touch()
    (tmp_path / "rounds").mkdir()
    first = changed_at(tmp_path)
    (tmp_path / "rounds" / "1.csv").touch()
    second = changed_at(tmp_path)
    os.utime(tmp_path / "tournament.toml", (1, 1))
    third = changed_at(tmp_path)
    (tmp_path / "logo.PNG").touch()
    assert len({first, second, third, changed_at(tmp_path)}) == 4


def test_two_steps_within_one_tick_of_the_disk_show(tmp_path: Path) -> None:
    """On some disks the times of files are whole pairs of seconds."""
    folder = tmp_path / "club16"
    shutil.copytree(Path(__file__).parents[2] / "instances" / "club16", folder)
    seen = set()
    for name in ("One", "Two"):
        Desk(folder).do(lambda state, name=name: change(state, ChangeSettings(assignments=[f"name={name}"])), "set")
        for file in folder.rglob("*.*"):
            os.utime(file, (2, 2))
        seen.add(changed_at(folder))
    assert len(seen) == 2


def test_the_logo_beside_the_settings_is_published(tmp_path: Path) -> None:
    (tmp_path / "club.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    state = in_memory(tournament("2d 1d", pages__logo="club.png"))
    assert "logo.png" in publish(state, tmp_path / "pages", tmp_path).value.files


def test_a_folder_that_cannot_be_looked_at_is_no_error(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever watches a folder goes on watching when it is back, or when there are files to be opened again."""
    folder = tmp_path / "club16"
    shutil.copytree(Path(__file__).parents[2] / "instances" / "club16", folder)
    before = changed_at(folder)

    def none(*_: object) -> None:
        raise OSError(errno.EMFILE, "Too many open files")

    with monkeypatch.context() as patch:
        patch.setattr(os, "listdir", none)
        assert changed_at(folder) != before
    assert changed_at(folder) == before


def test_pages_whose_list_is_gone_are_nobodys_and_not_outdated(tmp_path: Path) -> None:
    folder = tmp_path / "club16"
    shutil.copytree(Path(__file__).parents[2] / "instances" / "club16", folder)
    state = Desk(folder).read()
    publish(state, pages_folder(folder), folder)
    assert written_pages(folder).files
    (folder / "pages" / ".mcmahon-pages").unlink()
    assert written_pages(folder) == WrittenPages([])
    with pytest.raises(InputError, match=r"contains other files .* or these moved away"):
        publish(state, pages_folder(folder), folder)


def test_a_file_that_is_moved_while_its_time_is_read_is_no_error(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A result is written beside its place and then moved there; whoever watches the folder goes on watching."""
    folder = tmp_path / "club16"
    shutil.copytree(Path(__file__).parents[2] / "instances" / "club16", folder)
    before = changed_at(folder)
    beside = folder / "rounds" / ".1.csv.77.tmp"
    beside.write_text("half")
    assert changed_at(folder) == before
    going, real = folder / "rounds" / "1.csv", Path.stat

    def stat(path: Path, **options: bool) -> os.stat_result:
        """The file goes between the look whether it is there and the look at its time."""
        if path == going:
            raise FileNotFoundError(path)
        return real(path, **options)

    monkeypatch.setattr(Path, "is_file", lambda path: True)
    monkeypatch.setattr(Path, "stat", stat)
    assert len(changed_at(folder)) == len(before) - 1
