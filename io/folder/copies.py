"""A tournament folder as one archive or a copy in another place, and a folder whose past is forgotten.

The folder may come from somebody else, and so may the place of a copy. In the place only that is replaced or removed
which an earlier copy has put there and nobody has changed since: `.journal/copied` lists it there by its SHA-256, so
that whoever forges the list would have to know what the files hold.
"""

from __future__ import annotations

import hashlib
import io
import os
import re
import shutil
import zipfile
import zlib
from collections.abc import Collection, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from pathlib import Path

from ...model.errors import ConflictError, FolderError, InputError
from ...model.language import first_few
from ..files import LARGEST_FILE, cannot_write, kind_of, listed, move, read_own, write_beside
from .folder import TournamentFolder
from .journal import Journal
from .journal_steps import Objects, Step, Steps, UnsoundStep
from .own_files import (
    JOURNAL,
    LARGEST_FOLDER,
    LARGEST_OWN,
    check_no_link,
    check_places,
    is_own,
    is_picture,
    own_names,
    picture_names,
)

COPIED = f"{JOURNAL}/copied"  # in a copy, a line for each of its files: the name, and what it may hold
MARK = f"{JOURNAL}/applied"
LARGEST_LIST = 2**20
LARGEST_ARCHIVE = 2**30  # a tournament with its journal
LARGEST_OBJECT = LARGEST_FILE + 2**20
#: The files of a journal, by their folder in it.
JOURNALED = {"objects": r"[0-9a-f]{64}\.gz", "steps": r"[0-9]{8}\.json", "set-aside": r"[0-9]{8}\.json(\.[0-9]+)?"}

Known = Mapping[str, Collection[str]]


def archive(path: Path) -> bytes:
    """Everything that the tournament consists of, its journal too, as a zip file. Raises FolderError, InputError."""
    folder, out = TournamentFolder(path), io.BytesIO()
    with folder.locked(), zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as packed:
        for name in _names(path):
            entry = zipfile.ZipInfo.from_file(path / name, f"{path.resolve().name}/{name}", strict_timestamps=False)
            packed.writestr(entry, read_own(path / name, LARGEST_OBJECT), zipfile.ZIP_DEFLATED)
    return out.getvalue()


def copy_into(path: Path, target: Path) -> int:
    """Bring a copy up to date, which is a tournament folder by itself; how many files were written.

    The journal's contents come first, its mark last: an interrupted copy can be read. Raises FolderError and
    InputError, also for anything there that no earlier copy of this tournament wrote; then writes nothing.
    """
    _check_target(path, target)
    try:
        with TournamentFolder(path).locked():
            names = _names(path)
            own = {name: read_own(path / name, LARGEST_OWN) for name in names if not name.startswith(f"{JOURNAL}/")}
            known = _checked(target, own, _listed(target) or _journaled(path))
            for folder in (target, target / JOURNAL):
                folder.mkdir(exist_ok=True)
            text = "".join(f"{name}\t{' '.join(sorted(known[name]))}\n" for name in sorted(known))
            move(write_beside(target / COPIED, text.encode()), target / COPIED)
            for folder in {(target / name).parent for name in names}:
                folder.mkdir(exist_ok=True)
            written = sum(_bring(path / name, target / name, own.get(name)) for name in names)
            for name in known.keys() - own.keys():
                (target / name).unlink(missing_ok=True)
    except OSError as error:
        raise cannot_write(error.filename or target, error) from None
    return written


def _check_target(path: Path, target: Path) -> None:
    """Raise FolderError for a target that is a link, no folder, the tournament's own, or holds something else."""
    here, there = path.resolve(), target.resolve()
    if not target.is_absolute():
        raise FolderError(f"the copy cannot go to {target}; expected a whole path such as /media/stick")
    if not target.parent.is_dir():
        raise FolderError(f"there is no folder {target.parent}; is the stick in?")
    check_no_link(target)
    if here == there or here in there.parents or there in here.parents:
        raise FolderError(f"{target} is the tournament's own folder, in it or around it; expected another place")
    check_places(target)
    found = sorted(listed(target))
    if found and not _is_copy(target, path, found):
        text = f"{target} holds something else than a copy of this tournament ({first_few(found, 3)})"
        raise FolderError(f"{text}; nothing was copied. Name another folder, or an empty one")


def _is_copy(target: Path, path: Path, found: Collection[str]) -> bool:
    """Whether a folder with these files is an earlier copy of a tournament: they have a step in common."""
    ours, is_new = Steps(path / JOURNAL), True
    for step in Steps(target / JOURNAL).back_from():
        if isinstance(step, Step) and step.tree:
            is_new = False
            with suppress(UnsoundStep):
                if ours.read(step.number) == step:
                    return True
    # a first copy that was interrupted has only files of its list
    return is_new and {JOURNAL, *(name.partition("/")[0] for name in _listed(target))}.issuperset(found)


def _checked(target: Path, own: Mapping[str, bytes], known: Known) -> dict[str, set[str]]:
    """What each file of a copy may hold from now on: what is there, and what comes.

    Raises FolderError or InputError for a file that is no plain one, or holds what no earlier copy has put there.
    """
    found: dict[str, set[str]] = {}
    for name in {*own, *known}:
        found[name] = {_digest(own[name])} if name in own else set()
        if os.path.lexists(target / name):
            there = _digest(read_own(target / name, LARGEST_OWN))
            if there not in found[name] and there not in known.get(name, ()):
                text = f"{target / name} is not as an earlier copy has left it; nothing was copied"
                raise FolderError(f"{text}. Name another folder, or move that one away")
            found[name].add(there)
    return {name: digests for name, digests in found.items() if digests}


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _listed(target: Path) -> Known:
    """What earlier copies have put there, by the list of the copy; nothing if it has none, as those of 1.0."""
    if not os.path.lexists(target / COPIED):
        return {}
    lines = read_own(target / COPIED, LARGEST_LIST).decode(errors="replace").splitlines()
    parts = [line.partition("\t") for line in lines]
    return {name: digests.split() for name, _, digests in parts if is_own(name) or is_picture(name)}


def _journaled(path: Path) -> Known:
    """What the files of a tournament have held, by its journal."""
    found: dict[str, set[str]] = {}
    for step in Journal(path).steps():
        for name, digest in step.tree.items():
            found.setdefault(name, set()).add(digest)
    return found


def _bring(source: Path, target: Path, data: bytes | None) -> bool:
    """Copy a file unless it is there already; whether it was copied. Of the journal's files, size and time decide."""
    new = source.stat()
    with suppress(FileNotFoundError):
        old = target.lstat()
        if data is None and (old.st_size, old.st_mtime_ns) == (new.st_size, new.st_mtime_ns):
            return False
        if data is not None and old.st_size == len(data) and read_own(target, LARGEST_OWN) == data:
            return False
    move(write_beside(target, read_own(source, LARGEST_OBJECT) if data is None else data), target)
    os.utime(target, ns=(new.st_atime_ns, new.st_mtime_ns))
    return True


def _names(path: Path) -> list[str]:
    """The files to copy, in order: contents, steps, own files, the mark; no links, no pages. Raises as `archive`."""
    journal = [
        f"{JOURNAL}/{place}/{name}"
        for place, pattern in JOURNALED.items()
        for name in sorted(listed(path / JOURNAL / place))
        if re.fullmatch(pattern, name)
    ]
    own = [*own_names(path), *picture_names(path)]
    names = [name for name in (*journal, *own, MARK) if os.path.lexists(path / name) and not kind_of(path / name)]
    sizes = {name: (path / name).lstat().st_size for name in names}
    for some, most in ((own, LARGEST_FOLDER), (names, LARGEST_ARCHIVE)):
        if sum(sizes.get(name, 0) for name in some) > most:
            raise InputError(f"{path}: its files together are larger than {most // 2**20} MiB")
    return names


def forget_past(folder: TournamentFolder, command: str, revision: int) -> None:
    """Keep only what the files hold now, as a step called so that cannot be undone; can be repeated if interrupted.

    Raises FolderError, and ConflictError where the last step is no longer this revision.
    """
    with folder.locked():
        folder.journal.recover()
        folder.journal.note_edits()
        last, home = folder.journal.last(), folder.journal.home
        if last is None or last.number != revision:
            raise ConflictError("somebody else has changed the tournament meanwhile; do it again")
        steps, objects = Steps(home), Objects(home)
        steps.write(replace(last, command=command, done=command, undo_to=0, redo_to=0))
        for number in steps.numbers():
            if number != last.number:
                steps.drop(number)
        objects.drop_others({*last.tree.values()})
        shutil.rmtree(home / "set-aside", ignore_errors=True)


def still_written(path: Path, words: Sequence[str]) -> list[str]:
    """The files in and below a folder, by names from it, that have one of these words; packed ones unpacked to a limit.

    Leaves out what is no plain file. Raises FolderError where the folder cannot be listed.
    """
    wanted, found = [word.casefold() for word in words if len(word) > 2], list[str]()
    for place, folders, files in os.walk(path):
        folders.sort()
        for file in (Path(place) / name for name in sorted(files)):
            with suppress(FolderError, InputError, OSError, zlib.error):
                data = read_own(file, LARGEST_OWN)
                if file.suffix == ".gz" and JOURNAL in file.parts:
                    data = zlib.decompressobj(wbits=31).decompress(data, LARGEST_OWN)
                text = data.decode("utf-8", "replace").casefold()
                found += [file.relative_to(path).as_posix()] if any(word in text for word in wanted) else []
    return found
