"""Whether this installation works: Python, its libraries, a round drawn and proven, a folder written and locked."""

from __future__ import annotations

import importlib
import platform
import re
import sys
import tempfile
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from importlib import metadata
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from .._version import __version__
from .verb import Answer, told

if TYPE_CHECKING:
    from ..model.records.state import State
    from .rounds.draw.drawing import Drawn

#: The name in pyproject.toml, under which installers know the package.
DISTRIBUTION = "mcmahon-pairing"
#: What each extra of pyproject.toml is for.
EXTRAS = {
    "tables": "lists of players as Excel and OpenDocument files; tables as these, Markdown and Parquet",
    "plots": "pictures in Python",
    "quick": "the program's quick tests, enough for a first change",
    "test": "the program's own tests",
    "lint": "style and types of the source code",
}


class CheckAnswer(Answer, frozen=True):
    """One thing that was looked at."""

    name: Annotated[str, told("what it is")]
    ok: Annotated[bool, told("whether it works")]
    text: Annotated[str, told("what was found, in words")]
    core: Annotated[bool, told("whether no tournament can be run anywhere without it")] = True


class ExtraAnswer(Answer, frozen=True):
    """One optional part of the program."""

    installed: Annotated[bool, told("whether all its libraries are there")]
    adds: Annotated[str, told("what it adds, in words")]
    missing: Annotated[tuple[str, ...], told("the libraries that are missing or too old, in words")]


class SelfCheckAnswer(Answer, frozen=True):
    """Whether this installation works."""

    sound: Annotated[bool, told("whether rounds can be drawn and proven")]
    version: Annotated[str, told("version of the program")]
    python: Annotated[str, told("version of Python")]
    system: Annotated[str, told("the operating system")]
    checks: Annotated[tuple[CheckAnswer, ...], told("everything that was looked at")]
    extras: Annotated[
        dict[str, ExtraAnswer], told("the optional parts, by name; empty where the package is not installed")
    ]


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


def self_check(own: Sequence[CheckAnswer] = ()) -> SelfCheckAnswer:
    """Whether everything works, with checks of a face's own behind those of the desk."""
    asked = libraries()
    python, extras = platform.python_version(), {name: asked.get(name, []) for name in EXTRAS if asked}
    missing = {name: tuple(str(one) for one in some if not one.ok) for name, some in extras.items()}
    checks = [CheckAnswer("Python", sys.version_info >= (3, 11), f"{python} (at least 3.11)")]
    checks += map(library_check, asked.get("", []))
    checks += [_tried(round_check, "round", True), matching_check(), _tried(engines_check, "engines", False)]
    checks += [_tried(folder_check, "folder", False), *own]
    if not asked:
        what = "not as a package; run pip install . in a clone of the project"
        checks.append(CheckAnswer("installed", False, what, False))
    return SelfCheckAnswer(
        sound=is_sound(checks),
        version=__version__,
        python=python,
        system=platform.platform(),
        checks=tuple(checks),
        extras={name: ExtraAnswer(not some, EXTRAS[name], some) for name, some in missing.items()},
    )


def is_sound(checks: Sequence[CheckAnswer]) -> bool:
    """Whether a tournament can be run."""
    return all(check.ok for check in checks if check.core)


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


def library_check(library: Library) -> CheckAnswer:
    """Whether a library of the core is there, new enough, and can be loaded."""
    if library.ok:
        try:
            importlib.import_module(library.name.replace("-", "_"))
        except Exception as error:  # a broken binary may raise anything
            return CheckAnswer(library.name, False, f"{library.version} cannot be loaded: {error}")
    return CheckAnswer(library.name, library.ok, str(library).removeprefix(f"{library.name} "))


def _tried(check: Callable[[], CheckAnswer], name: str, core: bool) -> CheckAnswer:
    """A check that may meet anything: what it raises is what it has found."""
    try:
        return check()
    except Exception as error:
        return CheckAnswer(name, False, f"{type(error).__name__}: {error}", core)


def round_check() -> CheckAnswer:
    """A small odd round drawn, judged, and its certificate checked; another pairing under it must be refused."""
    drawn = _drawn("matching")
    if drawn.pairing.certificate is None or not drawn.pairing.optimal:
        return CheckAnswer("round", False, "a round of 9 players was drawn, but not proven")
    proven = _proves_only_this(drawn)
    what = "drawn and judged, certificate verified" if proven else "drawn, but the certificate does not hold"
    return CheckAnswer("round", proven, f"9 players {what}")


def engines_check() -> CheckAnswer:
    """The same round by the matching engine and by CP-SAT: whether their boards are the same."""
    one, other = _drawn("matching"), _drawn("cp-sat")
    same = set(one.pairing.pairs) == set(other.pairing.pairs) and one.pairing.cost == other.pairing.cost
    what = "draw the same round" if same else "draw different rounds, which should never happen: please report it"
    return CheckAnswer("engines", same, f"matching and CP-SAT {what}", False)


def _drawn(engine: str) -> Drawn:
    """A small odd round, drawn by an engine."""
    from ..model.tournament.person import Player
    from ..model.tournament.ranks import rating_from_rank
    from ..solver.engine import Options
    from .rounds.draw.drawing import draw_round

    ranks = (3, 2, 1, 0, -1, -1, -2, -4, -8)
    entered = [Player(str(k), f"P{k}", rank=r, rating=rating_from_rank(r)) for k, r in enumerate(ranks, 1)]
    return draw_round(_new_state().tournament.with_players(entered), options=Options(engine=engine))


def matching_check() -> CheckAnswer:
    """Whether the compiled code is there that makes large rounds fast."""
    from ..solver.matching.blossom import available

    missing = "not compiled, as no C++ compiler was found: same boards, but large rounds take longer"
    return CheckAnswer("matching", available(), "compiled" if available() else missing, False)


def slow_rounds_told() -> str:
    """That the compiled code is missing, the first time that somebody asks on this machine; empty afterwards."""
    from ..io.files import private_file, write_private

    found, told = matching_check(), private_file("compiler", Path(__file__).parent)
    if found.ok or told.exists():
        return ""
    with suppress(OSError):  # a state folder that cannot be written: it is said again
        write_private(told, b"told\n")
    return f"the matching code is {found.text}; docs/installing.md says how to get it"


def _new_state() -> State:
    """A tournament without players, in no folder."""
    from ..io.folder.state_files import in_memory
    from ..io.settings.settings_file import new_settings_text, parse_settings
    from ..model.tournament.tournament import Tournament

    text = new_settings_text("bga", {"rounds": 3})
    return in_memory(Tournament(parse_settings(text, "doctor")), settings_text=text)


def _proves_only_this(drawn: Drawn) -> bool:
    """Whether the certificate proves its own pairing, and is refused with another one in its place."""
    from ..solver.proof.statement import arrays_of, problem_of
    from ..solver.proof.verify_certificate import verify

    certificate = drawn.pairing.certificate
    assert certificate is not None
    stated = problem_of(drawn.problem.strict(), [tier.name for tier in certificate.tiers])
    proven = all(value == bound for _, value, bound in verify(stated, arrays_of(certificate)))
    worse = certificate.pairs.copy()
    worse[[0, -1], 1] = worse[[-1, 0], 1]
    try:
        verify(stated, arrays_of(replace(certificate, pairs=worse)))
    except ValueError:
        return proven
    return False


def folder_check() -> CheckAnswer:
    """Whether a tournament folder can be made below the current one, and be locked against a second command."""
    here = Path.cwd()
    try:
        place = tempfile.TemporaryDirectory(prefix="mcmahon-doctor-", dir=here)
    except OSError as error:
        return CheckAnswer("folder", False, f"{here} cannot be written: {error.strerror or error}", False)
    with place as name:
        locks = _locks(Path(name))
    text = "can be written " + ("and locked" if locks else "but not locked: never run two commands here at once")
    return CheckAnswer("folder", locks, f"{here} {text}", False)


def _locks(path: Path) -> bool:
    """Whether a tournament in a folder is locked while somebody writes it."""
    from ..io.folder.folder import TournamentFolder
    from ..model.errors import FolderError

    folder = TournamentFolder(path)
    folder.create(_new_state(), "doctor")
    folder.read()
    with folder.locked():
        try:
            with TournamentFolder(path).locked(seconds=0):
                return False
        except FolderError:
            return True
