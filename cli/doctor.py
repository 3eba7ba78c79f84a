"""The command that says whether this installation works: doctor."""

from __future__ import annotations

import importlib
import json
import platform
import re
import sys
import tempfile
from collections.abc import Callable
from dataclasses import asdict, dataclass, replace
from importlib import metadata
from pathlib import Path

import typer

from .._version import __version__
from .common import AsJson, progress, say

commands = typer.Typer()

#: The name in pyproject.toml, under which installers know the package.
DISTRIBUTION = "mcmahon-pairing"
#: What each extra of pyproject.toml is for.
EXTRAS = {
    "bench": "simulations, reports with plots, engines to compare with",
    "dask": "sweeps of simulations on a cluster",
    "parquet": "rows of simulations as Parquet files",
    "test": "the program's own tests",
    "lint": "style and types of the source code",
}
NAMES = ("Łukasz", "Šimůnek", "Gérard", "Çağrı", "Иван", "王", "김")  # letters that players bring along


@dataclass(frozen=True, slots=True)
class Check:
    """One thing that was looked at, and what was found. Without one of the `core` no tournament can be run anywhere."""

    name: str
    ok: bool
    text: str
    core: bool = True


@dataclass(frozen=True, slots=True)
class Library:
    """A library that is asked for: the version that is there (empty where it is missing) and the least that will do."""

    name: str
    version: str
    least: str

    @property
    def ok(self) -> bool:
        """Whether it is there, and new enough."""
        return bool(self.version) and _numbers(self.version) >= _numbers(self.least)

    def __str__(self) -> str:
        if self.ok:
            return f"{self.name} {self.version}"
        return f"{self.name} {self.version or 'is missing'} (at least {self.least})"


@commands.command()
def doctor(as_json: AsJson = False) -> None:
    """Say whether this installation works, and what is missing; exit code 1 when no round can be drawn and proven."""
    asked = libraries()
    with progress("drawing a round …"):
        checks = [python_check(), *map(library_check, asked.get("", [])), _tried(round_check, "round", True)]
        checks += [_tried(folder_check, "folder", False), terminal_check()]
    if not asked:
        checks.append(Check("installed", False, "not as a package; in a clone of the project: pip install .", False))
    sound = all(check.ok for check in checks if check.core)
    extras = {name: [library for library in asked.get(name, []) if not library.ok] for name in EXTRAS if asked}
    if as_json:
        data = {
            "sound": sound,
            "version": __version__,
            "python": platform.python_version(),
            "system": platform.platform(),
            "checks": [asdict(check) for check in checks],
            "extras": {
                name: {"installed": not missing, "adds": EXTRAS[name], "missing": [str(library) for library in missing]}
                for name, missing in extras.items()
            },
        }
        say(json.dumps(data, ensure_ascii=False, indent=1))
    else:
        say(f"mcmahon {__version__}, Python {platform.python_version()}, {platform.platform()}")
        for check in checks:
            say(f"{'ok' if check.ok else 'NO' if check.core else 'no':4}{check.name}: {check.text}")
        for name, missing in extras.items():
            say(_extra_line(name, missing))
        say("All is well." if all(c.ok for c in checks) else "Rounds can be drawn." if sound else "This does not work.")
    if not sound:
        raise typer.Exit(1)


def _extra_line(name: str, missing: list[Library]) -> str:
    if not missing:
        return f"ok  extra {name}: {EXTRAS[name]}"
    lacks = ", ".join(library.name for library in missing)
    hint = f"in a clone of the project: pip install '.[{name}]'"
    return f"-   extra {name}: would add {EXTRAS[name]} ({hint}; now missing: {lacks})"


def libraries() -> dict[str, list[Library]]:
    """What the package asks for, by extra, the core under an empty name; nothing where it is not installed."""
    try:
        lines = metadata.requires(DISTRIBUTION) or []
    except metadata.PackageNotFoundError:
        return {}
    found: dict[str, list[Library]] = {}
    for line in lines:
        match = re.match(r"([\w.-]+)\s*(?:>=\s*([\d.]+))?", line)
        extra = re.search(r"extra\s*==\s*[\"']([\w-]+)", line)
        if match:
            library = Library(match[1], _version_of(match[1]), match[2] or "0")
            found.setdefault(extra[1] if extra else "", []).append(library)
    return found


def _version_of(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _numbers(version: str) -> tuple[int, ...]:
    """`3.10.1` as numbers that compare; what follows them is left out."""
    match = re.match(r"\d+(?:\.\d+)*", version)
    return tuple(map(int, match[0].split("."))) if match else ()


def python_check() -> Check:
    """Whether Python is new enough."""
    return Check("Python", sys.version_info >= (3, 11), f"{platform.python_version()} (at least 3.11)")


def library_check(library: Library) -> Check:
    """Whether a library of the core is there, new enough, and can be loaded."""
    if library.ok:
        try:
            importlib.import_module(library.name)
        except Exception as error:  # a broken binary may raise anything
            return Check(library.name, False, f"{library.version} cannot be loaded: {error}")
    return Check(library.name, library.ok, str(library).removeprefix(f"{library.name} "))


def _tried(check: Callable[[], Check], name: str, core: bool) -> Check:
    """A check that may meet anything: what it raises is what it has found."""
    try:
        return check()
    except Exception as error:
        return Check(name, False, f"{type(error).__name__}: {error}", core)


def round_check() -> Check:
    """A small odd round drawn, judged, and its certificate checked; another pairing under it must be refused."""
    from ..desk.drawing import draw_round
    from ..io.settings.settings_file import new_settings_text, parse_settings
    from ..model.tournament.player import Player
    from ..model.tournament.ranks import rating_from_rank
    from ..model.tournament.tournament import Tournament
    from ..solver.proof.statement import Statement, arrays_of
    from ..solver.proof.verify_certificate import verify

    ranks = (3, 2, 1, 0, -1, -1, -2, -4, -8)
    entered = [Player(str(k), f"P{k}", rank=r, rating=rating_from_rank(r)) for k, r in enumerate(ranks, 1)]
    drawn = draw_round(Tournament(parse_settings(new_settings_text("bga", {"rounds": 3}), "doctor"), tuple(entered)))
    certificate = drawn.pairing.certificate
    if certificate is None or not drawn.pairing.optimal:
        return Check("round", False, "a round of 9 players was drawn, but not proven")
    statement = Statement(drawn.problem.strict(), [tier.name for tier in certificate.tiers])
    tiers = verify(statement, arrays_of(certificate))
    proven = all(value == bound for _, value, bound in tiers)
    worse = certificate.pairs.copy()
    worse[[0, -1], 1] = worse[[-1, 0], 1]
    try:
        verify(statement, arrays_of(replace(certificate, pairs=worse)))
        proven = False
    except ValueError:
        pass
    what = "drawn, judged, and its certificate verified" if proven else "drawn, but its certificate does not hold"
    return Check("round", proven, f"9 players {what}")


def folder_check() -> Check:
    """Whether a tournament folder can be made below the current one, and be locked against a second command."""
    from ..io.folder.folder import TournamentFolder
    from ..io.settings.settings_file import new_settings_text
    from ..model.errors import FolderError

    here = Path.cwd()
    try:
        place = tempfile.TemporaryDirectory(prefix="mcmahon-doctor-", dir=here)
    except OSError as error:
        return Check("folder", False, f"{here} cannot be written: {error.strerror or error}", False)
    with place as name:
        folder = TournamentFolder(name)
        folder.create(new_settings_text("bga", {"rounds": 3}), "mcmahon doctor")
        folder.read()
        with folder.locked():
            try:
                with TournamentFolder(name).locked(seconds=0):
                    locks = False
            except FolderError:
                locks = True
    text = "can be written and " + ("locked" if locks else "not locked: never run two commands at once here")
    return Check("folder", locks, f"{here} {text}", False)


def terminal_check() -> Check:
    """Whether all names can be shown; a file or a pipe gets UTF-8 in any case."""
    encoding = sys.stdout.encoding or "ascii"
    lost = [name for name in NAMES if name.encode(encoding, "replace").decode(encoding, "replace") != name]
    where = "terminal" if sys.stdout.isatty() else "output"
    text = f"{encoding.upper()}, which has all of {', '.join(NAMES)}"
    if lost:
        text = f"{encoding.upper()}, which cannot show {len(lost)} of {len(NAMES)} names; a locale with UTF-8 can"
    return Check(where, not lost, text, False)
