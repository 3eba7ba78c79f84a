"""The weight profile that somebody names: by hand any file, in the settings of a folder one beside them."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from folders import create
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.profiles import profile_named, profile_of_settings
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import FolderError, InputError
from mcmahon.model.pairing.profile import Profile


def own_profile(folder: Path, name: str) -> Profile:
    """The profile of a tournament in the folder whose settings name it so; there is a file mine.toml in its rounds."""
    create(TournamentFolder(folder), new_settings_text("egf", {"pairing.profile": name}), "new")
    (folder / "rounds").mkdir()
    (folder / "rounds" / "mine.toml").write_text("same_club = 8\n")
    return TournamentFolder(folder).read().profile


def test_the_settings_name_a_profile_of_the_program_or_a_file_beside_them(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("same_club = 7\n")
    assert own_profile(tmp_path, "mine.toml").weights[0].weight == 7
    assert own_profile(tmp_path / "other", "swiss") == profile_named("swiss")


@pytest.mark.parametrize("name", ["/etc/passwd", "../mine.toml", "rounds/mine.toml", "..", "a\\b.toml", ""])
def test_the_settings_lead_nowhere_else(tmp_path: Path, name: str) -> None:
    folder = tmp_path / "t"
    (tmp_path / "mine.toml").write_text("same_club = 7\n")
    with pytest.raises(
        InputError, match=r"pairing.profile points outside the tournament folder|unknown weight profile"
    ):
        own_profile(folder, name)
    if name == "../mine.toml":
        assert profile_named(name, folder).weights[0].weight == 7


def test_a_file_where_the_command_was_started_is_none_of_the_settings(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "mine.toml").write_text("same_club = 7\n")
    (tmp_path / "t").mkdir()
    monkeypatch.chdir(tmp_path)
    with pytest.raises(InputError, match=r"unknown weight profile 'mine\.toml'"):
        own_profile(tmp_path / "t", "mine.toml")
    assert profile_named("mine.toml", tmp_path / "t").weights[0].weight == 7


@pytest.mark.skipif(os.name != "posix", reason="links as on POSIX systems")
def test_a_profile_beside_the_settings_is_a_plain_file(tmp_path: Path) -> None:
    (tmp_path / "t").mkdir()
    (tmp_path / "mine.toml").write_text("same_club = 7\n")
    (tmp_path / "t" / "mine.toml").symlink_to(tmp_path / "mine.toml")
    with pytest.raises(FolderError, match="is a symbolic link"):
        own_profile(tmp_path / "t", "mine.toml")


@pytest.mark.parametrize("text", ["a = " + "[" * 100_000, "same_club = " + "9" * 5_000, "x" * 2**20])
def test_a_profile_that_nobody_meant_is_refused(tmp_path: Path, text: str) -> None:
    (tmp_path / "mine.toml").write_text(text)
    with pytest.raises(InputError, match=r"mine\.toml"):
        profile_named("mine.toml", tmp_path)


def test_a_profile_that_is_no_text_is_named(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_bytes(b"same_club = 7 # \xfc\n")
    with pytest.raises(InputError, match=r"mine\.toml.*not a UTF-8 text"):
        profile_named("mine.toml", tmp_path)


def test_a_profile_of_ones_own_is_a_file_beside_the_settings(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text("same_club = 7\n")
    profile = profile_named("mine.toml", tmp_path)
    assert [(w.criterion, w.weight) for w in profile.weights] == [("same_club", 7)]


def test_a_name_is_found_with_and_without_its_ending(tmp_path: Path) -> None:
    (tmp_path / "own.toml").write_text("same_club = 3\n", encoding="utf-8")
    assert profile_named("own", tmp_path) == profile_named("own.toml", tmp_path)
    assert profile_named("balanced.toml") == profile_named("balanced")
    beside = {"own.toml": "same_club = 3\n"}
    assert profile_of_settings("own", beside) == profile_of_settings("own.toml", beside)
    assert profile_of_settings("balanced.toml", beside) == profile_named("balanced")
    with pytest.raises(InputError, match="unknown weight profile 'other'"):
        profile_of_settings("other", beside)
