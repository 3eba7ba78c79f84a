"""Faults of the disk and of the clock: full, slow, write protected, away, held by another program; set, or set back."""

from __future__ import annotations

from .crowd import Crowd
from .hall import NAME, Hall

HOURS = 3600


def full(hall: Hall, crowd: Crowd) -> None:
    """No room on the disk, at the first file or while one is written."""
    _broken(hall, crowd, "full", at=hall.lot.choice(("open", "fsync")))


def files_short(hall: Hall, crowd: Crowd) -> None:
    """Commands can write only the first kilobytes of a file."""
    most = hall.lot.choice((100, 1_000, 5_000, 20_000, 60_000))
    for who, wish in crowd.wishes:
        if who == "terminal":
            hall.terminal(wish.words(), limits={"RLIMIT_FSIZE": most})
    crowd.act()


def slow(hall: Hall, crowd: Crowd) -> None:
    """Each time that something is to be on the disk takes long."""
    _broken(hall, crowd, "slow", seconds=hall.lot.choice((0.05, 0.15)))


def read_only(hall: Hall, crowd: Crowd) -> None:
    """The disk is write protected."""
    _broken(hall, crowd, "read-only")


def held(hall: Hall, crowd: Crowd) -> None:
    """A spreadsheet has a file open, which nobody else can write meanwhile, or only not replace."""
    beside = hall.folder / f"~${_one(hall).rpartition('/')[2]}"
    beside.write_bytes(b"\x04Ann\0\0")
    _broken(hall, crowd, "held", file=_one(hall), at=hall.lot.choice(("open", "rename")))
    beside.unlink()


def unreadable(hall: Hall, crowd: Crowd) -> None:
    """A file has the wrong permissions."""
    _broken(hall, crowd, "unreadable", file=hall.lot.choice((_one(hall), f"{NAME}/.journal/applied")))


def _one(hall: Hall) -> str:
    return hall.lot.choice((f"rounds/{hall.played.number}.csv", "players.csv"))


def away(hall: Hall, crowd: Crowd) -> None:
    """The folder is not there for a moment: the stick was pulled out, or somebody has renamed it."""
    aside = hall.base / "aside"
    crowd.start()
    hall.pause(0.0, 0.4)
    hall.folder.rename(aside)
    hall.pause(0.2, 0.8)
    crowd.wait()
    if hall.folder.exists():
        hall.found.append(f"made while the folder was away: {[*hall.folder.rglob('*')][:5]}")
        hall.folder.rename(hall.base / f"made-{hall.lot.random()}")
    aside.rename(hall.folder)


def clock(hall: Hall, crowd: Crowd) -> None:
    """The clock jumps, by hours or years, forward or back, or is in another time zone."""
    shift = hall.lot.choice((-1, 1)) * hall.lot.choice((90, HOURS, 24 * HOURS, 20 * 365 * 24 * HOURS))
    zone = hall.lot.choice(("UTC", "UTC-14", "UTC+12", "Europe/Berlin", "Asia/Kathmandu"))
    _broken(hall, crowd, "clock", shift=shift, zone=zone)


def _broken(hall: Hall, crowd: Crowd, fault: str, **how: object) -> None:
    """People act while something is broken, and some time later it is whole again."""
    hall.breaks(fault, **how)
    crowd.start()
    hall.pause(0.3, 1.5)
    crowd.wait()
    hall.heals()
