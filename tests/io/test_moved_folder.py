"""A folder that is moved, or a stick that is pulled, while a command runs: nothing is made in its old place."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from builders import tournament
from folders import changing, create
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import FolderError


@pytest.fixture
def folder(tmp_path: Path) -> TournamentFolder:
    made = TournamentFolder(tmp_path / "stick" / "t")
    create(made, new_settings_text("bga", {"rounds": 5}), "new", tournament("3d"))
    return made


def more(folder: TournamentFolder, between: object = None) -> None:
    with changing(folder, "more") as change:
        change.tournament = change.tournament.with_players(tournament("3d 2d").players)
        if callable(between):
            between()


def test_moved_before_the_step_is_written_nothing_is_and_that_is_said(folder: TournamentFolder) -> None:
    home = folder.path.parent
    with pytest.raises(FolderError) as error:
        more(folder, lambda: home.rename(home.parent / "away"))
    assert str(error.value) == (
        f"{folder.path} was moved, or its disk removed, while the command ran; nothing was changed. "
        "Repeat the command with the folder's new place"
    )
    assert not home.exists()
    moved = TournamentFolder(home.parent / "away" / "t")
    assert len(moved.read().tournament.players) == 1
    more(moved)
    assert len(moved.read().tournament.players) == 2


@pytest.mark.slow
@pytest.mark.parametrize("call", ["replace", "fsync", "unlink", "listdir"])
@pytest.mark.parametrize("at", range(1, 9))
def test_moved_at_any_call_nothing_is_made_in_the_old_place(
    folder: TournamentFolder, call: str, at: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where it is now it is as before or as after, and what was said of that is true."""
    home, away = folder.path.parent, folder.path.parent.parent / "away"
    real, uses = getattr(os, call), 0

    def moving(*args: object, **named: object) -> object:
        nonlocal uses
        uses += 1
        if uses == at:
            home.rename(away)
        return real(*args, **named)

    said = ""
    with monkeypatch.context() as patch:
        patch.setattr(os, call, moving)
        try:
            more(folder)
        except FolderError as error:
            said = str(error)
    if not away.exists():
        assert said == ""
        return
    assert not home.exists()
    moved = TournamentFolder(away / "t")
    players = len(moved.read().tournament.players)
    recorded = moved.journal.steps()[-1].command == "more"
    assert players == (2 if recorded else 1)
    assert ("changed nothing" in said) <= (not recorded)
    assert said or recorded
    assert ".tmp" not in said


def test_a_place_that_is_no_folder_becomes_none_by_a_command(tmp_path: Path) -> None:
    with pytest.raises(FolderError, match="is not a tournament folder"):
        more(TournamentFolder(tmp_path / "nowhere" / "t"))
    assert list(tmp_path.iterdir()) == []
