"""A link inside a tournament folder leads no reading, writing, renaming or cleaning elsewhere."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from builders import played, tournament
from folders import changing, create
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import FolderError, InputError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links and pipes as on POSIX systems")


@pytest.fixture
def folder(tmp_path: Path) -> TournamentFolder:
    """A tournament of two players with one round, and one step more that was cut off before its files."""
    made = TournamentFolder(tmp_path / "t")
    given = played(tournament("3d 2d", rounds=5), "a+b")
    create(made, new_settings_text("bga", {"rounds": 5}), "new", given)
    (made.path / "mine.toml").write_text("same_club = 1\n")
    change(made)
    (made.path / ".journal" / "applied").write_text("2\n")
    (made.path / ".players.csv.1.tmp").touch()
    return made


def change(folder: TournamentFolder) -> None:
    with changing(folder, "change") as change:
        change.tournament = change.tournament.with_players(tournament("3d 2d 1d").players[2:])


PLACES = [
    "rounds", ".journal", ".journal/steps", ".journal/objects", ".journal/applied", ".journal/lock", "players.csv",
    "tournament.toml", "mine.toml", "rounds/1.csv", "rounds/1.json", ".journal/set-aside",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("place", PLACES)
def test_a_link_is_named_and_nothing_is_changed_anywhere(folder: TournamentFolder, place: str) -> None:
    """Not by who reads, nor by who writes, undoes or cleans up; a leftover elsewhere stays, too."""
    elsewhere = folder.path.parent / "elsewhere"
    path = folder.path / place
    if path.exists():
        path.rename(elsewhere)
    else:
        elsewhere.mkdir()
    if elsewhere.is_dir():
        (elsewhere / ".players.csv.7.tmp").touch()
    path.symlink_to(elsewhere)
    before = state(folder.path.parent)
    for what in (folder.read, folder.take_back, folder.do_again, lambda: change(folder)):
        with pytest.raises(FolderError, match=rf"^{path} is a symbolic link, and links are not followed here"):
            what()
        assert state(folder.path.parent) == before


def state(place: Path) -> dict[str, object]:
    """Every file below a folder with its content, but what a lock leaves."""
    return {
        str(path): os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        for path in sorted(place.rglob("*"))
        if path.name not in ("lock", ".players.csv.1.tmp")
    }


def test_the_folder_itself_may_be_reached_through_a_link(folder: TournamentFolder) -> None:
    link = folder.path.parent / "link"
    link.symlink_to(folder.path)
    change(TournamentFolder(link))
    assert len(TournamentFolder(link).read().tournament.players) == 3


@pytest.mark.parametrize("place", ["players.csv", "rounds/1.json", "mine.toml"])
@pytest.mark.parametrize("kind", ["pipe", "huge"])
def test_what_is_no_plain_file_is_not_waited_for_and_not_replaced(
    folder: TournamentFolder, place: str, kind: str
) -> None:
    path = folder.path / place
    path.unlink()
    if kind == "pipe":
        os.mkfifo(path)
    else:
        with path.open("wb") as file:
            file.truncate(2**40)
    for what in (folder.read, lambda: change(folder)):
        with pytest.raises(
            InputError, match=f"^{path}: " + ("this is a pipe; " if kind == "pipe" else "larger than 16")
        ):
            what()
    assert path.is_fifo() == (kind == "pipe")


def test_files_that_are_together_too_large_are_refused(folder: TournamentFolder) -> None:
    for number in range(9):
        with (folder.path / f"{number}.toml").open("wb") as file:
            file.truncate(15 * 2**20)
    with pytest.raises(InputError, match="its files together are larger than 128 MiB"):
        folder.read()


def test_a_link_in_the_place_of_a_temporary_file_is_not_followed(folder: TournamentFolder) -> None:
    """Their names can be guessed: a folder may come with one for every process."""
    target = folder.path.parent / "target"
    target.write_text("as it was")
    for place in (".players.csv", "rounds/.1.csv", ".journal/.applied", ".journal/steps/.00000004.json"):
        path = folder.path / place
        path.with_name(f"{path.name}.{os.getpid()}.tmp").symlink_to(target)
    change(folder)
    folder.take_back()
    assert target.read_text() == "as it was"
