"""A copy in a second place: what an earlier copy has put there follows the tournament, and nothing else is touched."""

from __future__ import annotations

import errno
import hashlib
import os
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from builders import played, tournament
from folders import changing, create
from mcmahon.io.files import move
from mcmahon.io.folder import copies
from mcmahon.io.folder.copies import archive, copy_into
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.io.settings.settings_file import new_settings_text
from mcmahon.model.errors import FolderError, InputError

needs_posix = pytest.mark.skipif(os.name != "posix", reason="links as on POSIX systems")


@pytest.fixture
def folder(tmp_path: Path) -> TournamentFolder:
    """A tournament of two players with a round, a profile and a logo."""
    made = TournamentFolder(tmp_path / "home" / "t")
    create(made, new_settings_text("bga", {"rounds": 5}), "new", played(tournament("3d 2d", rounds=5), "a+b"))
    (made.path / "mine.toml").write_text("about = 'mine'\n")
    (made.path / "logo.png").write_bytes(b"first")
    return made


@pytest.fixture
def stick(tmp_path: Path) -> Path:
    """Where copies go."""
    place = tmp_path / "stick"
    place.mkdir()
    return place


def change(folder: TournamentFolder) -> None:
    with changing(folder, "change") as change:
        change.tournament = change.tournament.with_players(tournament("3d 2d 1d").players[2:])


def everything(place: Path) -> dict[str, object]:
    """Each path below a place with what it holds or leads to."""
    return {
        str(path): os.readlink(path) if path.is_symlink() else path.read_bytes() if path.is_file() else None
        for path in sorted(place.rglob("*"))
    }


def refused(folder: TournamentFolder, target: Path, match: str) -> None:
    """A copy there is refused, and nothing changes beside the tournament's lock."""
    before = everything(folder.path.parents[1])
    with pytest.raises((FolderError, InputError), match=match):
        copy_into(folder.path, target)
    after = everything(folder.path.parents[1])
    assert {name: after.get(name) for name in before | after if not name.endswith("/t/.journal/lock")} == {
        name: data for name, data in before.items() if not name.endswith("/t/.journal/lock")
    }


def test_a_copy_follows_changes_edits_pictures_and_what_is_gone(folder: TournamentFolder, stick: Path) -> None:
    copy = stick / "t"
    assert copy_into(folder.path, copy) > 0
    assert copy_into(folder.path, copy) == 0, "all is there"
    for text in ("3d", "4d"):  # by hand, twice, and copied in between: the journal has not seen the first
        players = (folder.path / "players.csv").read_text()
        (folder.path / "players.csv").write_text(players.replace("3d" if text == "4d" else "2d", text))
        copy_into(folder.path, copy)
    (folder.path / "logo.png").write_bytes(b"second")
    (folder.path / "mine.toml").unlink()
    change(folder)
    copy_into(folder.path, copy)
    assert TournamentFolder(copy).read().says_the_same(folder.read())
    assert (copy / "logo.png").read_bytes() == b"second"
    assert not (copy / "mine.toml").exists()


def test_what_no_copy_has_put_there_stays_whatever_its_name(folder: TournamentFolder, stick: Path) -> None:
    copy = stick / "t"
    copy_into(folder.path, copy)
    others = {"credentials.toml": b"token", "holiday.png": b"us", "rounds/7.csv": b"notes", "letter.txt": b"dear"}
    for name, data in others.items():
        (copy / name).write_bytes(data)
    change(folder)
    copy_into(folder.path, copy)
    assert {name: (copy / name).read_bytes() for name in others} == others


@pytest.mark.parametrize("name", ["holiday.png", "config.toml", "prizes.csv", "rounds/1.json"])
def test_a_file_that_is_not_as_a_copy_has_left_it_is_never_replaced(
    folder: TournamentFolder, stick: Path, name: str
) -> None:
    copy_into(folder.path, stick / "t")
    (stick / "t" / name).write_bytes(b"somebody else's")
    (folder.path / name).write_bytes(b"ours")
    refused(folder, stick / "t", "is not as an earlier copy has left it; nothing was copied")


@pytest.mark.parametrize("name", ["holiday.png", "config.toml", "players.csv", "letter.txt"])
def test_a_place_with_anything_else_is_refused(folder: TournamentFolder, stick: Path, name: str) -> None:
    target = stick / "t"
    (target / name).parent.mkdir(parents=True)
    (target / name).write_bytes(b"somebody else's")
    refused(folder, target, "holds something else than a copy of this tournament")


def test_a_copy_that_has_become_another_tournament_is_refused(folder: TournamentFolder, stick: Path) -> None:
    create(TournamentFolder(stick / "t"), new_settings_text("egf", {"rounds": 3}), "another")
    refused(folder, stick / "t", "holds something else")


def test_a_list_that_somebody_has_forged_gives_nothing_away(folder: TournamentFolder, stick: Path) -> None:
    """Whoever writes it must know what the files hold; names of other places are nobody's."""
    copy = stick / "t"
    copy_into(folder.path, copy)
    (stick / "mine.csv").write_bytes(b"elsewhere")
    (copy / "credentials.toml").write_bytes(b"token")
    digest = hashlib.sha256(b"elsewhere").hexdigest()
    outside = "".join(
        f"{name}\t{digest}\n" for name in ("../mine.csv", str(stick / "mine.csv"), "rounds/../../mine.csv")
    )
    (copy / ".journal" / "copied").write_text((copy / ".journal" / "copied").read_text() + outside)
    copy_into(folder.path, copy)
    assert (stick / "mine.csv").read_bytes() == b"elsewhere"
    with (copy / ".journal" / "copied").open("a") as file:
        file.write(f"credentials.toml\t{'0' * 64}\n")
    refused(folder, copy, "credentials.toml is not as an earlier copy has left it")


def test_another_machine_goes_on_with_a_copy_and_so_it_does_with_one_of_version_1(
    folder: TournamentFolder, stick: Path
) -> None:
    copy = stick / "t"
    copy_into(folder.path, copy)
    elsewhere = TournamentFolder(shutil.copytree(folder.path, folder.path.parent / "elsewhere"))
    change(elsewhere)
    copy_into(elsewhere.path, copy)
    assert TournamentFolder(copy).read().says_the_same(elsewhere.read())
    (copy / ".journal" / "copied").unlink()  # version 1.0 made none
    elsewhere.take_back()
    copy_into(elsewhere.path, copy)
    assert TournamentFolder(copy).read().says_the_same(elsewhere.read())
    (copy / ".journal" / "copied").unlink()
    (elsewhere.path / "logo.png").write_bytes(b"second")
    refused(elsewhere, copy, "logo.png is not as an earlier copy has left it")


@pytest.mark.parametrize("journaled", [True, False])
def test_a_first_copy_that_was_interrupted_anywhere_is_gone_on_with(
    folder: TournamentFolder, stick: Path, monkeypatch: pytest.MonkeyPatch, journaled: bool
) -> None:
    """Also of a tournament that has no journal yet."""
    if not journaled:
        shutil.rmtree(folder.path / ".journal")
    moved, told = copies.move, list[str]()

    def no_room(temporary: Path, path: Path) -> None:
        nonlocal left
        left -= 1
        if left < 0:
            temporary.unlink()
            raise OSError(errno.ENOSPC, "No space left on device", str(path))
        moved(temporary, path)

    monkeypatch.setattr(copies, "move", no_room)
    for room in range(1, 20):
        left = room // 2  # on from what is there with a little more room, and now and then from the beginning
        if room % 6 == 5:
            shutil.rmtree(stick / "t")
        try:
            copy_into(folder.path, stick / "t")
            break
        except FolderError as error:
            told.append(str(error))
    assert len(told) > 5
    assert all("No space left on device" in text for text in told)
    assert TournamentFolder(stick / "t").read().says_the_same(folder.read())


def linked(stick: Path, name: str) -> Path:
    """A copy in which this path leads elsewhere, to what was there."""
    path, elsewhere = stick / "t" / name, stick / "elsewhere"
    path.rename(elsewhere)
    path.symlink_to(elsewhere)
    return stick / "t"


@pytest.mark.slow
@needs_posix
@pytest.mark.parametrize(
    "name", ["", "rounds", ".journal", ".journal/steps", "players.csv", "logo.png", ".journal/copied"]
)
def test_no_link_is_followed_in_a_copy(folder: TournamentFolder, stick: Path, name: str) -> None:
    copy_into(folder.path, stick / "t")
    target = linked(stick, name)
    change(folder)
    refused(folder, target, "symbolic link")


def a_file(folder: TournamentFolder, stick: Path) -> Path:
    (stick / "t").write_text("a file")
    return stick / "t"


PLACES: dict[str, Callable[[TournamentFolder, Path], Path]] = {
    "whole path": lambda folder, stick: Path(os.path.relpath(stick / "t")),
    "whole path ": lambda folder, stick: Path("~/t"),
    "is the stick in": lambda folder, stick: stick / "none" / "t",
    "own folder": lambda folder, stick: folder.path.parent,
    "own folder, in it": lambda folder, stick: folder.path / "t",
    "cannot write .*: it is not a folder": a_file,
}


@pytest.mark.parametrize("match", PLACES)
def test_a_place_is_a_folder_of_its_own_named_whole(folder: TournamentFolder, stick: Path, match: str) -> None:
    refused(folder, PLACES[match](folder, stick), match.strip())


def test_odd_names_in_a_journal_go_nowhere_and_too_much_is_refused(folder: TournamentFolder, stick: Path) -> None:
    for name in ("objects/evil.exe", "steps/run.sh", "set-aside/x.bat"):
        (folder.path / ".journal" / name).parent.mkdir(exist_ok=True)
        (folder.path / ".journal" / name).write_bytes(b"evil")
    copy_into(folder.path, stick / "t")
    assert not [path for path in stick.rglob("*") if path.suffix in (".exe", ".sh", ".bat")]
    assert b"evil" not in archive(folder.path)
    with (folder.path / "huge.png").open("wb") as file:
        file.truncate(2**28)
    for act in (archive, lambda path: copy_into(path, stick / "t")):
        with pytest.raises(InputError, match="larger than 128 MiB"):
            act(folder.path)


@needs_posix
def test_what_takes_the_place_of_a_file_while_it_is_copied_is_not_followed(
    folder: TournamentFolder, stick: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The copy's list is written after all was looked at, and before the first file."""
    copy_into(folder.path, stick / "t")
    place = stick / "t" / "players.csv"

    def and_meanwhile(temporary: Path, path: Path) -> None:
        move(temporary, path)
        if path.name == "copied":
            place.unlink()
            place.symlink_to(folder.path / "players.csv")

    monkeypatch.setattr(copies, "move", and_meanwhile)
    copy_into(folder.path, stick / "t")
    assert not place.is_symlink()
    assert place.read_bytes() == (folder.path / "players.csv").read_bytes()
