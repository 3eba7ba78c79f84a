"""The files of a hall, in `.hall/` beside the journal: links, the secret of the boards, and what was said.

secret       32 random bytes; the tokens of boards and of sheets are made from it, and kept nowhere
links.json   every link with the SHA-256 of its token
said.jsonl   what players and the desk have said, a line each, written to the disk before anybody is thanked

Only the owner may read them (mode 600, in a folder of mode 700). They are no part of the tournament: exports, pages,
archives and copies leave them out. Where a folder brings them all the same, nobody comes in by them until the director
says so: who has made the folder may know them. So it is, too, when its links are not as this machine has left them; the
times when they were used do not matter.
"""

from __future__ import annotations

import hashlib
import logging
import os
import re
import secrets
import threading
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from io import BytesIO
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from ...model.errors import FolderError, InputError, Problem, unreadable_text
from ...model.records.hall import HallEvent, HallState, Link, told
from ..files import cannot_write, move, private_folder, read_own, read_private, write_beside, write_private
from .journal_steps import sync_folder
from .own_files import check_no_link, lock_of

HALL = ".hall"
SECRET = 32
LARGEST_SAID = 16 * 2**20
LARGEST_LINKS = 2 * 2**20  # some 5,000 links
MOST_LINES = 100_000  # in so many bytes the program itself writes fewer: a line has 180 at least
MOST_UNREADABLE = 1_000  # lines that a power failure has cut off
LOCK_SECONDS = 5.0
#: On this machine, of each secret that counts here: `hall-` and its SHA-256 in the name, in it what its links are.
COUNTS = "hall-{}"
OLD_COUNTS = "halls"  # of version 1.0, a line for each secret: its links counted, whatever they were
NOTHING = b"-"

T = TypeVar("T")

log = logging.getLogger("mcmahon")
_unkept: dict[Path, bytes] = {}  # what could not be written there, until this program ends
_keeping = threading.Lock()  # held to write there; who reads finds in `_unkept` what is not written yet


class HallFiles:
    """The hall of a tournament folder. What is read is kept until its file changes."""

    def __init__(self, folder: Path) -> None:
        self.home = folder / HALL
        self._inside = threading.Lock()  # threads of one server wait for each other without asking the disk
        self._read: dict[str, tuple[tuple[int, int], Any]] = {}
        self._said = (b"", HallState())

    def secret(self) -> bytes:
        """The secret of this tournament, made when it is first needed. Raises FolderError."""
        path = self.home / "secret"
        check_no_link(self.home)
        check_no_link(path)
        if not path.exists():
            with self.locked():
                if not path.exists():
                    links, own = self._links_read()
                    self._make_secret(NOTHING if links else own)
        found = read_own(path, SECRET)
        if len(found) != SECRET:
            raise InputError([Problem("this is no secret of the hall", str(path), expected=f"{SECRET} bytes")])
        return found

    def _make_secret(self, print_of_links: bytes) -> None:
        new = secrets.token_bytes(SECRET)
        _let_count(new, print_of_links)
        self._replace(self.home / "secret", new)

    def is_from_elsewhere(self) -> bool:
        """Whether its links are not as they were left on this machine, and nobody has said that they count here."""
        return not (self._count_here() or self._count_here())  # again: links may be written while the first one looks

    def _count_here(self) -> bool:
        links, own = self._links_read()
        return _counts(self.secret(), own) if self._stamp("secret") else not links

    def let_count(self) -> None:
        """Let links and slips that were made elsewhere count here. Raises FolderError, InputError."""
        secret = self.secret()
        with self.locked():
            _let_count(secret, self._links_read()[1])

    def begin_anew(self) -> None:
        """Forget all links, and make a secret by which slips printed so far are for nothing. Raises FolderError."""
        with self.locked():
            with suppress(FolderError, InputError):
                _let_count(read_own(self.home / "secret", SECRET), NOTHING)
            self._replace(self.home / "links.json", b"[]\n")
            self._make_secret(_print_of([]))

    def links(self) -> Sequence[Link]:
        """Every link that was made, those taken back too. Raises FolderError, InputError."""
        return self._links_read()[0]

    def _links_read(self) -> tuple[Sequence[Link], bytes]:
        return self._kept("links.json", LARGEST_LINKS, _links, _links(b"[]"))

    def keep_links(self, links: Sequence[Link]) -> None:
        """Write the links, which count if those before did; the caller holds the lock. Raises FolderError."""
        path, data = self.home / "links.json", msgspec.json.format(msgspec.json.encode(list(links))) + b"\n"
        if len(data) > LARGEST_LINKS:
            raise FolderError(f"{path} is full; no link can be added, and none be changed, before you begin anew")
        before, after = self._links_read()[1], _print_of(links)
        if before == after or not self._stamp("secret") or not _counts(secret := self.secret(), before):
            self._replace(path, data)
            return
        _let_count(secret, before, after)  # so that no moment, not even the machine's last, finds wrong links there
        self._replace(path, data)
        _let_count(secret, after)

    def state(self) -> HallState:
        """What is said now. A last line that was cut by a power failure was never thanked for, and counts as none."""
        return self._kept("said.jsonl", LARGEST_SAID, self._told, HallState())

    def _told(self, data: bytes) -> HallState:
        """What was said; lines are only added, so those that were read already are not read again."""
        _check_lines(data.count(b"\n"), "lines", MOST_LINES)
        known, before = self._said
        if not (known.endswith(b"\n") and data.startswith(known)):
            known, before = b"", HallState()
        found = told(_events(data[len(known) :]), before)
        self._said = (data, found)
        return found

    def changed_at(self) -> tuple[int, ...]:
        """Differs when something was said."""
        return self._stamp("said.jsonl") or ()

    def links_changed_at(self) -> tuple[int, ...]:
        """Differs when a link was made, used or taken back."""
        return self._stamp("links.json") or ()

    def say(self, events: Sequence[HallEvent]) -> None:
        """Add to what was said; it is on the disk when this returns. The caller holds the lock. Raises FolderError."""
        path = self.home / "said.jsonl"
        check_no_link(path)
        lines = b"".join(msgspec.json.encode(event) + b"\n" for event in events)
        if path.exists() and path.stat().st_size + len(lines) > LARGEST_SAID:
            raise FolderError(f"{path} is full; the desk enters results and check-ins itself")
        try:
            handle = os.open(path, os.O_RDWR | os.O_CREAT | os.O_APPEND | getattr(os, "O_NOFOLLOW", 0), 0o600)
            with os.fdopen(handle, "r+b") as file:
                if file.seek(0, os.SEEK_END):
                    file.seek(-1, os.SEEK_END)
                    lines = lines if file.read(1) == b"\n" else b"\n" + lines  # one that was cut stays by itself
                file.write(lines)
                file.flush()
                os.fsync(file.fileno())
        except OSError as error:
            raise cannot_write(path, error) from None

    @contextmanager
    def locked(self) -> Iterator[None]:
        """Hold the lock of the hall, which makes its folder. Raises FolderError."""
        import filelock

        for name in ("", "secret", "links.json", "said.jsonl", "lock"):
            check_no_link(self.home / name)
        try:
            with self._inside, lock_of(self.home, LOCK_SECONDS, poll=0.01, private=True):
                yield
        except filelock.Timeout:
            raise FolderError(f"{self.home} is being written by another program; try again") from None
        except OSError as error:
            raise cannot_write(error.filename or self.home, error) from None

    def _kept(self, name: str, most: int, parse: Callable[[bytes], T], empty: T) -> T:
        check_no_link(self.home)
        stamp = self._stamp(name)
        if stamp is None:
            return empty
        known = self._read.get(name)
        if known is None or known[0] != stamp:
            known = self._read[name] = (stamp, parse(read_own(self.home / name, most)))
        found: T = known[1]
        return found

    def _stamp(self, name: str) -> tuple[int, int] | None:
        try:
            found = (self.home / name).lstat()
        except OSError:
            return None
        return found.st_mtime_ns, found.st_size

    def _replace(self, path: Path, data: bytes) -> None:
        """Replace a file that only its owner reads, in one move."""
        try:
            move(write_beside(path, data, mode=0o600), path)
            sync_folder(self.home)
        except OSError as error:
            raise cannot_write(path, error) from None


def _counts(secret: bytes, print_of_links: bytes) -> bool:
    """Whether links of this print count here with this secret."""
    own = hashlib.sha256(secret).hexdigest()
    file = private_folder() / COUNTS.format(own)
    known = _unkept.get(file) or read_private(file)
    if not known and own.encode() in read_private(private_folder() / OLD_COUNTS).split():
        _let_count(secret, print_of_links)
        return True
    return print_of_links in known.split()


def _let_count(secret: bytes, *prints: bytes) -> None:
    """Let these links and no others count with a secret; where that cannot be kept, a warning says so."""
    file, data = private_folder() / COUNTS.format(hashlib.sha256(secret).hexdigest()), b" ".join(prints)
    try:
        with _keeping:
            _unkept[file] = data
            write_private(file, data)
            del _unkept[file]
    except OSError as error:
        log.warning("that links were made here cannot be kept (%s): after a restart the page Hall asks for them", error)


def _print_of(links: Sequence[Link]) -> bytes:
    """The SHA-256 of what links are for. Blanks are left out, so that a later version can add what is blank before."""
    plain = map(msgspec.to_builtins, links)
    said = [{name: value for name, value in link.items() if value and name != "used"} for link in plain]
    return hashlib.sha256(msgspec.json.encode(said)).hexdigest().encode()


def _events(data: bytes) -> list[HallEvent]:
    """What was said, without lines that cannot be read. Raises InputError for so many that it is another file."""
    events, unreadable = [], 0
    for line in BytesIO(data):
        try:
            events.append(msgspec.json.decode(line, type=HallEvent))
        except (msgspec.MsgspecError, ValueError, RecursionError):
            unreadable += 1
            _check_lines(unreadable, "lines that cannot be read", MOST_UNREADABLE)
    return events


def _check_lines(count: int, what: str, most: int) -> None:
    if count > most:
        expected = f"at most {most:,}; move it out of the folder, and what is said begins anew"
        raise InputError([Problem(f"{HALL}/said.jsonl has {count:,} {what}", expected=expected)])


def _links(data: bytes) -> tuple[Sequence[Link], bytes]:
    try:
        found = msgspec.json.decode(data, type=list[Link])
        for link in found:
            if not re.fullmatch("[0-9a-f]{64}", link.digest):
                raise ValueError(f"link {link.id} has the digest {link.digest[:80]!r}; expected 64 hex digits")
            for time in filter(None, (link.made, link.used, link.revoked)):
                if datetime.fromisoformat(time).astimezone(UTC).isoformat(timespec="seconds") != time:
                    expected = "expected one as 2026-05-01T10:00:00+00:00"
                    raise ValueError(f"link {link.id} has the time {time[:80]!r}; {expected}")
        return found, _print_of(found)
    except (msgspec.MsgspecError, ValueError, OverflowError, RecursionError) as error:
        raise InputError([Problem(f"{HALL}/links.json cannot be read: {unreadable_text(error)}")]) from None
