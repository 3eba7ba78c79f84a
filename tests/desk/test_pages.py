"""Pages published from a state, and when a folder has changed."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest
from builders import played, tournament
from mcmahon.desk.pages import changed_at, pages_folder, publish
from mcmahon.io.folder.state_files import in_memory
from mcmahon.model.errors import FolderError


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


def test_the_logo_beside_the_settings_is_published(tmp_path: Path) -> None:
    (tmp_path / "club.png").write_bytes(b"\x89PNG\r\n\x1a\n")
    state = in_memory(tournament("2d 1d", pages__logo="club.png"))
    assert "logo.png" in publish(state, tmp_path / "pages", tmp_path).value.files
