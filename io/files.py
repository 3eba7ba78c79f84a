"""Reading and writing whole files, up to a largest size; and those that are kept on this machine for their owner."""

from __future__ import annotations

import errno
import hashlib
import os
import secrets
import select
import stat
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TypeVar

from ..model.errors import FolderError, InputError, Problem

LARGEST_FILE = 64 * 1024 * 1024
PATIENCE = 5.0  # seconds for somebody to write into a pipe that was given as a file

_T = TypeVar("_T")
_READ = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_NEW = os.O_WRONLY | os.O_CREAT | os.O_EXCL | getattr(os, "O_BINARY", 0)
_BLOCK = 1 << 20
#: On Windows a file that is open cannot be replaced, nor one that is replaced opened: seconds to wait for the other.
_PAUSES = (0.01, 0.03, 0.1, 0.3, 0.6, 1.0) if os.name == "nt" else ()


def read_bytes(path: Path, most: int = LARGEST_FILE) -> bytes:
    """A file that the user has named, or a pipe. Raises FolderError; InputError if too large, or nobody writes it."""
    try:
        return _read(path, most, _READ)
    except OSError as error:
        raise FolderError(f"cannot read {path}: {error.strerror or error}") from None


def read_own(path: Path, most: int = LARGEST_FILE) -> bytes:
    """The content of a plain file in a folder from anywhere. Raises FolderError; InputError for a link or too much."""
    try:
        kind = _kind(path.lstat().st_mode)
        if kind:
            raise InputError([Problem(f"this is {kind}", str(path), expected="a plain file")])
        return _read(path, most, _READ | getattr(os, "O_NOFOLLOW", 0))
    except OSError as error:
        raise FolderError(f"cannot read {path}: {error.strerror or error}") from None


def listed(folder: Path) -> list[str]:
    """The names in a folder; none where it is not there. Raises FolderError when it cannot be read."""
    try:
        return os.listdir(folder) if folder.is_dir() else []
    except OSError as error:
        raise FolderError(f"cannot read {folder}: {error.strerror or error}") from None


def read_handle(handle: int, name: str, most: int = LARGEST_FILE, patience: float = 0.0) -> bytes:
    """Everything in an open file or pipe, whose first data may take `patience` seconds. Raises InputError, OSError."""
    blocks: list[bytes] = []
    size = 0
    while True:
        try:
            block = os.read(handle, min(_BLOCK, most + 1 - size))
        except BlockingIOError:  # somebody has the pipe open and has not written yet
            select.select([handle], [], [])
            patience = 0.0
            continue
        if block:
            blocks.append(block)
            size += len(block)
            patience = 0.0
        elif patience <= 0.0:
            return b"".join(blocks)
        else:
            time.sleep(0.05)
            patience -= 0.05
            if patience <= 0.0:
                raise InputError(f"{name}: no data came through this pipe")
        if size > most:
            raise InputError(f"{name}: larger than {_size_text(most)}")


def _read(path: Path, most: int, flags: int) -> bytes:
    handle = _patiently(lambda: os.open(path, flags))
    try:
        found = os.fstat(handle)
        if found.st_size > most:
            raise InputError(f"{path}: larger than {_size_text(most)}")
        return read_handle(handle, str(path), most, PATIENCE if stat.S_ISFIFO(found.st_mode) else 0.0)
    finally:
        os.close(handle)


def _size_text(size: int) -> str:
    return f"{size // 2**20} MiB" if size >= 2**20 else f"{size:,} bytes"


def _kind(mode: int) -> str:
    """What kind of thing it is; empty for a plain file."""
    kinds = {stat.S_IFLNK: "a symbolic link", stat.S_IFIFO: "a pipe", stat.S_IFDIR: "a folder"}
    kinds |= {stat.S_IFCHR: "a device", stat.S_IFBLK: "a device", stat.S_IFSOCK: "a socket"}
    return kinds.get(stat.S_IFMT(mode), "")


def kind_of(path: Path) -> str:
    """What is at a path if it is no plain file: `a symbolic link`, `a pipe`, …; empty for nothing. Raises OSError."""
    try:
        return _kind(path.lstat().st_mode)
    except (FileNotFoundError, NotADirectoryError):
        return ""


def is_link(path: Path) -> bool:
    """Whether a path is a symbolic link, or a junction of Windows."""
    return path.is_symlink() or getattr(os.path, "isjunction", lambda _: False)(path)


def replace_file(path: Path, data: bytes, lasting: bool = True) -> None:
    """Replace a file in one move: it is the old one or the new one, if `lasting` even after a loss of power.

    Makes its folder. Raises OSError with the file's name, also for a link, a pipe or a device.
    """
    path.parent.mkdir(parents=True, exist_ok=True)
    with _named(path):
        _check_plain(path)
    move(write_beside(path, data, lasting), path)


def write_beside(path: Path, data: bytes, lasting: bool = True, mode: int = 0o666) -> Path:
    """A new file beside this one, to be moved there; a `lasting` one is on the disk. Raises OSError naming `path`."""
    temporary = path.with_name(f".{path.name}.{os.getpid()}.tmp")
    try:
        with _named(path):
            temporary.unlink(missing_ok=True)  # what a process of the same number has left; a link is not followed
            with os.fdopen(os.open(temporary, _NEW, mode), "wb") as file:
                file.write(data)
                if lasting:
                    file.flush()
                    os.fsync(file.fileno())
    except BaseException:
        drop(temporary)
        raise
    return temporary


def move(temporary: Path, path: Path) -> None:
    """Move a file to its place, over what is there. Raises OSError with the name of the place."""
    try:
        with _named(path):
            put_in_place(temporary, path)
    except BaseException:
        drop(temporary)
        raise


def put_in_place(source: Path, target: Path) -> None:
    """Give a file the name of another one, which it replaces. Raises OSError."""
    _patiently(lambda: os.replace(source, target))


def _patiently(act: Callable[[], _T]) -> _T:
    """What an act gives that another program may be in the way of for a moment."""
    for pause in _PAUSES:
        try:
            return act()
        except PermissionError:
            time.sleep(pause)
    return act()


def drop(temporary: Path) -> None:
    """Take a temporary file away if it is there; one that stays does no harm."""
    with suppress(OSError):
        temporary.unlink(missing_ok=True)


def can_write_in(folder: Path) -> bool:
    """Whether a file can be made in a folder: Windows does not say so before one tries."""
    try:
        drop(write_beside(folder / "try", b"", lasting=False))
    except OSError:
        return False
    return True


def check_replaceable(path: Path) -> None:
    """Raise OSError where a file cannot be replaced: a folder, a link, a pipe, write protected, held on Windows."""
    with _named(path):
        _check_plain(path)
        if path.exists():
            with open(path, "r+b"):
                pass


def _check_plain(path: Path) -> None:
    """Raise OSError for what a new file must not replace; the system itself refuses a folder."""
    kind = kind_of(path)
    if kind not in ("", "a folder"):
        raise OSError(errno.EINVAL, f"it is {kind}", str(path))


def cannot_write(path: Path | str, error: OSError) -> FolderError:
    """The error that says which file cannot be written, why, and what may help."""
    kinds: dict[type, str] = {PermissionError: "permission denied", IsADirectoryError: "it is a folder"}
    kinds |= {NotADirectoryError: "it is not a folder", FileExistsError: "it is not a folder"}
    why = kinds.get(type(error)) or error.strerror or str(error)
    if isinstance(error, PermissionError) and Path(path).is_file():
        why += "; if another program, such as a spreadsheet, has it open, close it there and try again"
    return FolderError(f"cannot write {path}: {why}")


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """Errors of the system name this file, whatever was being done for it."""
    try:
        yield
    except OSError as error:
        named = error.filename if isinstance(error, NotADirectoryError) else path
        raise OSError(error.errno, error.strerror, str(named)) from None


def write_file(path: Path, data: bytes) -> None:
    """Write a file that the user has named, in one move; through links, into devices and pipes. Raises FolderError."""
    check_target(path)
    try:
        if _is_stream(path):
            _pour(path, data)
        else:
            replace_file(real_path(path), data)
    except OSError as error:
        raise cannot_write(path, error) from None


def _is_stream(path: Path) -> bool:
    """Whether a path leads to a device of characters or a pipe; any link on the way is followed."""
    with suppress(FileNotFoundError):
        mode = path.stat().st_mode
        return stat.S_ISCHR(mode) or stat.S_ISFIFO(mode)
    return False


def _pour(path: Path, data: bytes) -> None:
    at_once = getattr(os, "O_NONBLOCK", 0)
    try:
        handle = os.open(path, os.O_WRONLY | at_once)
    except OSError as error:
        text = "no program reads from this pipe" if error.errno == errno.ENXIO else error.strerror
        raise OSError(error.errno, text, str(path)) from None
    with os.fdopen(handle, "wb") as file:
        if at_once:
            os.set_blocking(handle, True)
        file.write(data)


def real_path(path: Path) -> Path:
    """The path without symbolic links and `..`; links that lead nowhere or in a circle stay."""
    return Path(os.path.realpath(path))


#: What a tournament consists of, in its folder; profiles lie beside, and may be written.
_OWN = (
    "tournament.toml", "cups.toml", "players.csv", "members.csv", "prizes.csv", "prizes-announced.csv", "rounds",
)  # fmt: skip


def check_target(path: Path) -> None:
    """Raise FolderError where no file can be written under this name, or it is one of the tournament's own."""
    whole = real_path(path)
    home = whole.parent
    inside = [place for place in (home, *home.parents) if (place / "tournament.toml").exists()]
    top = whole.relative_to(inside[0]).parts[0] if inside else ""
    if path.is_dir():
        raise FolderError(f"cannot write {path}: it is a folder")
    if not home.is_dir():
        raise FolderError(f"cannot write {path}: {path.parent} is not a folder")
    if top in _OWN or top.startswith("."):
        raise FolderError(f"cannot write {path}: it is one of the tournament's own files")


def read_private(file: Path) -> bytes:
    """What a file of this person keeps; nothing where there is none, or others could have read it."""
    try:
        if os.name == "posix" and file.stat().st_mode & 0o077:
            return b""
        return file.read_bytes()
    except OSError:
        return b""


def write_private(file: Path, data: bytes) -> None:
    """Keep something for the next start, for the owner alone. Raises OSError."""
    beside = file.with_suffix(f".{secrets.token_hex(4)}")
    file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with os.fdopen(os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as out:
        out.write(data)
    beside.replace(file)


def private_file(kind: str, folder: Path) -> Path:
    """Where something of a folder is kept on this machine, readable for its owner alone."""
    name = hashlib.sha256(os.fsencode(folder)).hexdigest()[:16]
    return private_folder() / f"{kind}-{name}.json"


def private_folder() -> Path:
    """Where this program keeps what no tournament's folder may bring along; `XDG_STATE_HOME` says it everywhere."""
    if sys.platform == "win32":
        home = Path(os.environ.get("LOCALAPPDATA") or Path.home() / "AppData" / "Local")
    elif sys.platform == "darwin":
        home = Path.home() / "Library" / "Application Support"
    else:
        home = Path.home() / ".local" / "state"
    given = Path(os.environ.get("XDG_STATE_HOME", ""))
    return (given if given.is_absolute() else home) / "mcmahon"
