"""A folder's past forgotten, and where a word is still written in a folder: for players who want to be nobody."""

from __future__ import annotations

import os
import shutil
import zlib
from collections.abc import Iterator, Sequence
from dataclasses import replace
from pathlib import Path

from ...model.errors import ConflictError, FolderError, InputError
from ..files import read_own
from .folder import TournamentFolder
from .journal_steps import Objects, Steps
from .own_files import JOURNAL, LARGEST_OWN


def forget_past(folder: TournamentFolder, command: str, revision: int) -> None:
    """Keep nothing in the journal but what the files hold now, as a step called so; nothing can be undone afterwards.

    Where it is interrupted, doing it again completes it. Raises ConflictError where the last step is another than this
    revision by now, and FolderError.
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
    """The files of a folder, below it too, in which one of these words is written; by their names from the folder.

    What cannot be read as a plain file is left out; of what is packed as much is read as a file of a tournament may
    hold. Raises FolderError where the folder cannot be listed.
    """
    wanted = [word.casefold().encode() for word in words if len(word) > 2]
    return [name for name, data in _contents(path) if any(word in data.lower() for word in wanted)]


def _contents(path: Path) -> Iterator[tuple[str, bytes]]:
    for place, folders, files in os.walk(path):
        folders.sort()
        for name in sorted(files):
            file = Path(place) / name
            try:
                data = read_own(file, LARGEST_OWN)
                if file.suffix == ".gz" and JOURNAL in file.parts:
                    data = zlib.decompressobj(wbits=31).decompress(data, LARGEST_OWN)
            except (FolderError, InputError, OSError, zlib.error):
                continue
            text = data.decode("utf-8", "replace").casefold().encode()
            yield file.relative_to(path).as_posix(), text
