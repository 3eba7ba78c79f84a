"""Faults of files: what a cloud, another program or a dying disk does to the tournament's files and its journal."""

from __future__ import annotations

import gzip
import os
import shutil
import time
from pathlib import Path

from mcmahon.desk.changes import changed_things
from mcmahon.io.folder.folder import TournamentFolder
from mcmahon.model.errors import McMahonError

from .crowd import Crowd
from .hall import Hall
from .people import Answer

HOUR = 3600


def _round_file(hall: Hall) -> Path:
    return hall.folder / "rounds" / f"{hall.played.number}.csv"


def _older(hall: Hall, name: str) -> bytes | None:
    """An earlier content of a file that a step of today has changed; None where there is none."""
    journal = TournamentFolder(hall.folder).journal
    steps = journal.newest(30)
    trees = [step.tree[name] for step in steps if name in step.tree]
    known = [digest for digest in dict.fromkeys(trees) if digest != trees[0]]
    if not known:
        return None
    packed = hall.folder / ".journal" / "objects" / f"{hall.lot.choice(known)}.gz"
    return gzip.decompress(packed.read_bytes()) if packed.is_file() else None


def conflicted_copy(hall: Hall, crowd: Crowd) -> None:
    """A cloud puts a second version beside a file, or a round is there twice; somebody removes it later."""
    number, text = hall.played.number, _older(hall, f"rounds/{hall.played.number}.csv") or b"table\n"
    names = [
        "players (Ann's conflicted copy 2026-11-23).csv",
        "tournament (1).toml",
        f"rounds/{number} (conflicted copy).csv",
        f"rounds/{number}-LAPTOP.csv",
        f"rounds/{number} (1).json",
        f"rounds/0{number}.csv",
        f"rounds/Copy of {number}.csv",
        "tournament-LAPTOP.toml",
    ]
    beside = hall.folder / hall.lot.choice(names)
    source = {".toml": hall.folder / "tournament.toml", ".json": _round_file(hall).with_suffix(".json")}
    beside.write_bytes(source[beside.suffix].read_bytes() if beside.suffix in source else text)
    crowd.act()
    beside.unlink(missing_ok=True)


def older_version(hall: Hall, crowd: Crowd) -> None:
    """A cloud replaces a file by an earlier version of it, while people go on."""
    file = hall.lot.choice((_round_file(hall), hall.folder / "players.csv"))
    data = _older(hall, file.relative_to(hall.folder).as_posix())
    if data is not None and crowd.wishes:  # the next command that writes brings the file back
        file.write_bytes(data)
        then = time.time() - HOUR  # clouds keep the time that a version had
        os.utime(file, (then, then))
    crowd.act()


def cut_off(hall: Hall, crowd: Crowd) -> None:
    """A file is only half there; the director sees it and takes that back."""
    file = hall.lot.choice((_round_file(hall), hall.folder / "players.csv", hall.folder / "tournament.toml"))
    data = file.read_bytes()
    file.write_bytes(data[: hall.lot.choice((0, len(data) // 2, len(data) - 5))])
    said = hall.terminal(["undo", "DIR"])
    if said.answer is not Answer.DONE and "lost" not in said.text:
        hall.found.append(f"{file.name} was cut off, and undo has not brought it back: {said.text}")
    try:
        right = not changed_things(hall.sound, hall.state())
    except McMahonError:
        right = False
    if not right:  # what undo needs in the journal was damaged as well, as it says: the files come from the copy
        hall.restored()
    crowd.act()


def odd_files(hall: Hall, crowd: Crowd) -> None:
    """Temporary files and marks of other programs come and go, and times of files are changed."""
    names = [".~lock.players.csv#", ".players.csv.12345.tmp", "rounds/.5.csv.swp", "desktop.ini", ".DS_Store", "a.tmp"]
    made = [hall.folder / name for name in hall.lot.sample(names, 3)]
    for one in made:
        one.write_bytes(os.urandom(40))
    when = time.time() + hall.lot.choice((-1, 1)) * hall.lot.choice((2, HOUR, 24 * 365 * HOUR))
    for file in (_round_file(hall), hall.folder / "players.csv"):
        os.utime(file, (when, when))
    crowd.act()
    for one in made:
        one.unlink(missing_ok=True)


def saved_elsewhere(hall: Hall, crowd: Crowd) -> None:
    """A spreadsheet saves a file with a byte order mark, other ends of lines, or other separators."""
    file = hall.lot.choice((_round_file(hall), hall.folder / "players.csv"))
    text = file.read_bytes()
    for change in hall.lot.sample((b"mark", b"lines", b"end"), 2):
        if change == b"mark" and not text.startswith(b"\xef\xbb\xbf"):
            text = b"\xef\xbb\xbf" + text
        elif change == b"lines":
            text = text.replace(b"\r\n", b"\n").replace(b"\n", b"\r\n")
        elif change == b"end":
            text = text.rstrip(b"\r\n")
    file.write_bytes(text)
    crowd.act()


def link(hall: Hall, crowd: Crowd) -> None:
    """A file has moved elsewhere and a link is in its place, until somebody puts it back."""
    file = hall.lot.choice((_round_file(hall), hall.folder / "players.csv", hall.folder / ".journal" / "applied"))
    aside = hall.base / "linked"
    shutil.copy2(file, aside)
    file.unlink()
    file.symlink_to(aside)
    crowd.act()
    if not file.is_symlink():
        hall.found.append(f"{file.name}: a link was replaced")
    file.unlink()
    shutil.copy2(aside, file)


def last_step(hall: Hall, crowd: Crowd) -> None:
    """The last step of the journal is damaged: half written, a byte flipped, zeros, empty."""
    steps = sorted((hall.folder / ".journal" / "steps").glob("*.json"))
    _damage(hall, steps[-1])
    crowd.act()


def old_step(hall: Hall, crowd: Crowd) -> None:
    """An old step of the journal, or a content in it, is damaged or gone."""
    places = [hall.folder / ".journal" / "steps", hall.folder / ".journal" / "objects"]
    file = hall.lot.choice(sorted(hall.lot.choice(places).iterdir())[:-1])
    if hall.lot.random() < 0.3:
        file.unlink()
    else:
        _damage(hall, file)
    crowd.act()


def mark(hall: Hall, crowd: Crowd) -> None:
    """The mark of the journal is damaged or gone, and old locks and temporary files lie about."""
    file = hall.folder / ".journal" / "applied"
    if hall.lot.random() < 0.4:
        file.unlink(missing_ok=True)
    else:
        _damage(hall, file)
    (hall.folder / ".journal" / "lock").write_bytes(b"99999\n")
    (hall.folder / ".journal" / "steps" / ".00000001.json.77.tmp").write_bytes(b"{")
    crowd.act()


def said_cut(hall: Hall, crowd: Crowd) -> None:
    """What phones say ends in a line that is cut off, or in zeros, as after a power failure."""
    with (hall.folder / ".hall" / "said.jsonl").open("ab") as file:
        file.write(hall.lot.choice((b'{"kind":"resu', b"\0" * 300, b"\xff\xfe{}\n", b"\n\n")))
    crowd.act()


def _damage(hall: Hall, file: Path) -> None:
    data = bytearray(file.read_bytes() if file.is_file() else b"")
    match hall.lot.randrange(4):
        case 0:
            data = data[: len(data) // 2]
        case 1 if data:
            data[hall.lot.randrange(len(data))] ^= 1 << hall.lot.randrange(8)
        case 2:
            data = bytearray(len(data))
        case _:
            data = bytearray()
    file.write_bytes(bytes(data))


def pages(hall: Hall, crowd: Crowd) -> None:
    """The pages, their list or one of them is gone or damaged; they are published again."""
    made = hall.folder / "pages"
    where = hall.lot.randrange(4)
    if where == 0:
        shutil.rmtree(made)
    elif where == 1:
        (made / ".mcmahon-pages").unlink(missing_ok=True)
    elif where == 2:
        _damage(hall, made / ".mcmahon-pages") if (made / ".mcmahon-pages").is_file() else None
    else:
        _damage(hall, hall.lot.choice(sorted(made.glob("*.html"))))
    hall.looks("publish")
    crowd.act()
    said = hall.terminal(["publish", "DIR"])
    if said.answer is Answer.REFUSED and "contains other files" in said.text:
        shutil.rmtree(made)  # without their list they are somebody's files
        said = hall.terminal(["publish", "DIR"])
    if said.answer is not Answer.DONE:
        hall.found.append(f"pages were damaged, and cannot be published: {said.text}")


def copies(hall: Hall, crowd: Crowd) -> None:
    """The stick with the copy is away, or a file is in its place."""
    aside = hall.base / "stick-away"
    hall.stick.rename(aside)
    if hall.lot.random() < 0.5:
        hall.stick.write_bytes(b"")
    crowd.act()
    hall.looks("publish")
    hall.pause(0.5, 1.5)
    if hall.stick.is_dir():
        hall.found.append(f"a copy was made where no stick is: {[*hall.stick.rglob('*')][:5]}")
        shutil.rmtree(hall.stick, ignore_errors=True)
    hall.stick.unlink(missing_ok=True)
    aside.rename(hall.stick)
