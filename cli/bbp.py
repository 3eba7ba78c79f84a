"""The command `mcmahon-bbp`: called as the chess engine bbpPairings is, with its arguments, output and exit codes.

    mcmahon-bbp [-r]
    mcmahon-bbp [-r] (--dutch | --burstein | --fast) [FILE] -p [OUT] [-l [LIST]]
    mcmahon-bbp [-r] (--dutch | --burstein | --fast) [FILE] -c

It pairs by our costs, not by the rules of FIDE's Dutch system, and says so.
"""

from __future__ import annotations

import signal
import sys
from dataclasses import dataclass
from pathlib import Path

from .._version import __version__
from ..model.errors import FolderError, InputError, McMahonError, NoAnswerError
from ..model.judging.no_pairing import NoPairingError

DONE, NO_PAIRING, UNEXPECTED, INVALID, LIMIT, FILE = range(6)
SYSTEMS = ("--dutch", "--burstein", "--fast")
USAGE = "expected: mcmahon-bbp [-r] --dutch [FILE] (-p [OUT] [-l [LIST]] | -c), and no FILE for standard input"
NOTICE = "pairs by costs of its own (mcmahon), not by the rules of FIDE's Dutch or Burstein system"


@dataclass(frozen=True, slots=True)
class Asked:
    """The arguments. `file` is None for standard input, `out` for standard output, `check_list` where none is asked."""

    info: bool
    system: str = ""
    file: Path | None = None
    act: str = ""
    out: Path | None = None
    check_list: Path | None = None

    @property
    def name(self) -> str:
        """What errors call the file."""
        return str(self.file or "(stdin)")


def parsed(words: list[str]) -> Asked:
    """The arguments of a call. Raises InputError."""
    rest = list(words)
    info = not rest or rest[0] in ("-r", "--version")
    if rest and info:
        rest.pop(0)
    if not rest:
        return Asked(True)
    system = rest.pop(0)
    if system not in SYSTEMS:
        raise InputError(f"unknown pairing system {system!r}; {USAGE}")
    if "-g" in rest:
        raise InputError("-g is not offered; mcmahon generate makes tournaments, mcmahon export writes them as TRF")
    file = None if rest[:1] in (["-p"], ["-c"]) else Path(rest.pop(0)) if rest else None
    act = rest.pop(0) if rest else ""
    out = _beside(rest.pop(0), file) if act == "-p" and rest and rest[0] != "-l" else None
    check_list = None
    if act == "-p" and rest[:1] == ["-l"]:
        rest.pop(0)
        check_list = _beside(rest.pop(0), file) if rest else (file or Path("stdin")).with_suffix(".list")
    if act not in ("-p", "-c") or rest:
        raise InputError(f"wrong arguments; {USAGE}")
    return Asked(info, system, file, act, out, check_list)


def _beside(word: str, file: Path | None) -> Path:
    """A file to write: one without a folder stands beside the file that is read."""
    return file.with_name(word) if file is not None and Path(word).name == word else Path(word)


def run(words: list[str]) -> int:
    """Do what a call asks for; its exit code. Standard output has nothing but what programs read."""
    name = ""
    if words in (["-h"], ["--help"]):
        print(__doc__)
        return DONE
    try:
        asked = parsed(words)
        name = f"{asked.name}: " if asked.act else ""
        _act(asked)
    except Exception as error:
        return _failure(error, name)
    return DONE


def _act(asked: Asked) -> None:
    if asked.info:
        print(f"mcmahon {__version__}: {NOTICE}")
    if asked.act == "-p":
        _pair(asked)
    elif asked.act == "-c":
        _check(asked)


def _failure(error: Exception, name: str) -> int:
    """Say what went wrong, as a program that calls this one expects it; the exit code."""
    if isinstance(error, NoPairingError):
        from ..desk.words.errors import error_text

        return _failed(f"{name}No valid pairing exists: {error_text(error)}", NO_PAIRING)
    if isinstance(error, InputError):
        return _failed("\n".join(map(str, error.problems)), INVALID)
    if isinstance(error, NoAnswerError | MemoryError):
        return _failed(f"{name}{str(error) or 'not enough memory'}", LIMIT)
    if isinstance(error, OSError | FolderError):
        return _failed(str(error), FILE)
    if isinstance(error, McMahonError):
        return _failed(f"{name}{error}", UNEXPECTED)
    return _failed(f"{name}an error of the program itself: {type(error).__name__}: {error}", UNEXPECTED)


def _failed(text: str, code: int) -> int:
    print(f"mcmahon-bbp: {text}", file=sys.stderr)
    return code


def _read(asked: Asked) -> bytes:
    return sys.stdin.buffer.read() if asked.file is None else asked.file.read_bytes()


def _pair(asked: Asked) -> None:
    from ..desk.rounds.trf_round import pair_trf

    print(f"mcmahon-bbp: {NOTICE}", file=sys.stderr)
    found = pair_trf(_read(asked), asked.name)
    for remark in found.remarks:
        print(f"mcmahon-bbp: note: {remark}", file=sys.stderr)
    if not found.drawn.pairing.optimal:
        print("mcmahon-bbp: note: the time was too short for a proof; the best round found", file=sys.stderr)
    lines = [str(len(found.pairs)), *(f"{white} {black}" for white, black in found.pairs)]
    _write(asked.out, lines)
    if asked.check_list is not None:
        _write(asked.check_list, list(found.check_list()))


def _write(path: Path | None, lines: list[str]) -> None:
    text = "\n".join(lines) + "\n"
    if path is None:
        sys.stdout.write(text)
        sys.stdout.flush()
    else:
        path.write_text(text, encoding="utf-8")


def _check(asked: Asked) -> None:
    from ..desk.rounds.trf_round import check_trf

    print(f"mcmahon-bbp: {NOTICE}", file=sys.stderr)
    for one in check_trf(_read(asked), asked.name):
        there, here = (", ".join(f"{b} {a}" for a, b in pairs) for pairs in (one.only_there, one.only_here))
        found = f"in the file: {there}; drawn here: {here}" if there or here else "the same"
        print(f"round {one.number}: {found if one.possible else 'no legal round'}")


def main() -> None:
    """Run the command; Ctrl-C ends it as it ends any small program."""
    signal.signal(signal.SIGINT, signal.SIG_DFL)
    sys.exit(run(sys.argv[1:]))


if __name__ == "__main__":
    main()
