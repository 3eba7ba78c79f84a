"""Reading and writing whole files: bounded, and nothing but a plain file is ever replaced."""

from __future__ import annotations

import errno
import os
import socket
import stat
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from mcmahon.io import files
from mcmahon.io.files import read_bytes, read_own, replace_file, write_file
from mcmahon.model.errors import FolderError, InputError

pytestmark = pytest.mark.skipif(os.name != "posix", reason="links, pipes and devices as on POSIX systems")


def test_a_file_of_any_size_up_to_the_bound_is_read_whole(tmp_path: Path) -> None:
    path = tmp_path / "x"
    path.write_bytes(b"a" * 1000)
    assert read_bytes(path, 1000) == read_own(path, 1000) == b"a" * 1000
    for read in (read_bytes, read_own):
        with pytest.raises(InputError, match=r"x: larger than 999 bytes$"):
            read(path, 999)


def test_a_device_without_end_is_read_up_to_the_bound() -> None:
    begin = time.perf_counter()
    with pytest.raises(InputError, match=r"^/dev/zero: larger than 64 MiB$"):
        read_bytes(Path("/dev/zero"))
    assert time.perf_counter() - begin < 5


@pytest.mark.slow
def test_a_pipe_is_read_to_its_end(tmp_path: Path) -> None:
    """As bash makes one of `<(command)`: also where its writer comes late and pauses."""
    path = tmp_path / "pipe"
    os.mkfifo(path)

    def write() -> None:
        time.sleep(0.2)
        with path.open("wb") as file:
            for text in (b"one ", b"two"):
                file.write(text)
                file.flush()
                time.sleep(0.2)

    writer = threading.Thread(target=write)
    writer.start()
    assert read_bytes(path) == b"one two"
    writer.join()


def test_a_pipe_that_nobody_writes_into_is_not_waited_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(files, "PATIENCE", 0.1)
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(InputError, match=r"pipe: no data came through this pipe$"):
        read_bytes(path)


@pytest.mark.parametrize("kind", ["a pipe", "a symbolic link", "a device", "a folder", "a socket"])
def test_in_a_tournament_folder_only_plain_files_are_read(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    if kind == "a pipe":
        os.mkfifo(path)
    elif kind == "a symbolic link":
        path.symlink_to("/etc/hostname")
    elif kind == "a folder":
        path.mkdir()
    elif kind == "a socket":
        if len(str(path)) > 100:
            pytest.skip("the name is too long for a socket")
        socket.socket(socket.AF_UNIX).bind(str(path))
    else:
        path = Path("/dev/null")
    with pytest.raises(InputError, match=f"{path}: this is {kind}; .* a plain file$"):
        read_own(path)


def test_what_is_written_to_a_link_goes_to_the_file_it_leads_to(tmp_path: Path) -> None:
    """The link stays, also where the file is still to be made."""
    target, link = tmp_path / "there" / "target", tmp_path / "link"
    target.parent.mkdir()
    link.symlink_to(target)
    for text in (b"one", b"two"):
        write_file(link, text)
        assert link.is_symlink()
        assert target.read_bytes() == text
    assert [path.name for path in target.parent.iterdir()] == ["target"]


def test_a_link_in_a_circle_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "a").symlink_to("b")
    (tmp_path / "b").symlink_to("a")
    with pytest.raises(FolderError, match=r"cannot write .*a: "):
        write_file(tmp_path / "a", b"")
    assert (tmp_path / "a").is_symlink()


def test_a_device_gets_the_content_and_stays(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """`export DIR csv /dev/null` as root once replaced it by a file; here nothing can be replaced at all."""

    def replaced(*_: object) -> None:
        raise AssertionError

    monkeypatch.setattr(os, "replace", replaced)
    write_file(Path("/dev/null"), b"x")
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)
    link = tmp_path / "link"
    link.symlink_to("/dev/null")
    write_file(link, b"x")
    assert link.is_symlink()
    assert stat.S_ISCHR(os.stat("/dev/null").st_mode)


def test_a_pipe_gets_the_content_if_somebody_reads_it(tmp_path: Path) -> None:
    path = tmp_path / "pipe"
    os.mkfifo(path)
    with pytest.raises(FolderError, match=r"cannot write .*pipe: no program reads from this pipe$"):
        write_file(path, b"x")
    reader = subprocess.Popen(
        [sys.executable, "-c", "import sys; print(len(open(sys.argv[1],'rb').read()))", path], stdout=subprocess.PIPE
    )
    for _ in range(200):
        try:
            write_file(path, b"x" * 300_000)
            break
        except FolderError:  # the reader has not come yet
            time.sleep(0.05)
    assert reader.communicate(timeout=30)[0] == b"300000\n"
    assert path.is_fifo()


def test_the_answer_of_a_command_is_a_file_to_write_to(tmp_path: Path) -> None:
    code = "from pathlib import Path; from mcmahon.io.files import write_file; write_file(Path('/dev/stdout'), b'text')"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, check=True)
    assert run.stdout == b"text"


@pytest.mark.parametrize("kind", ["pipe", "link", "socket"])
def test_a_file_that_the_program_makes_replaces_plain_files_only(tmp_path: Path, kind: str) -> None:
    path = tmp_path / "x"
    if kind == "pipe":
        os.mkfifo(path)
    elif kind == "link":
        path.symlink_to("elsewhere")
    else:
        socket.socket(socket.AF_UNIX).bind(str(path))
    before = path.lstat()
    with pytest.raises(OSError, match="it is a") as error:
        replace_file(path, b"x")
    assert error.value.errno == errno.EINVAL
    assert path.lstat().st_ino == before.st_ino
    assert len(list(tmp_path.iterdir())) == 1


def test_a_temporary_file_is_new_whatever_has_its_name(tmp_path: Path) -> None:
    target = tmp_path / "target"
    target.write_text("as it was")
    (tmp_path / f".x.{os.getpid()}.tmp").symlink_to(target)
    replace_file(tmp_path / "x", b"new")
    assert target.read_text() == "as it was"
    assert (tmp_path / "x").read_bytes() == b"new"
    assert not (tmp_path / "x").is_symlink()
