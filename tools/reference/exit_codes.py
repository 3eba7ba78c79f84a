"""The page of exit codes."""

from __future__ import annotations

from collections.abc import Iterator

from mcmahon.desk.failures import failure_kind
from mcmahon.model import errors
from mcmahon.model.errors import McMahonError
from mcmahon.model.judging.violation import NoPairingError

from .markdown import page, table

ABOUT = """Every command ends with one of these. Errors go to standard error, and name file, line, column and value
where there are any. In Python each is an exception, of the classes on the right."""
MEANINGS = {
    0: "It is done.",
    1: "The answer is no: no pairing keeps the rules, a proof or a pairing is wrong, an installation does not work.",
    2: "What was asked for is wrong: a file, a setting or an argument; or it needs a yes. Nothing was written.",
    3: "The folder or a file cannot be read, written or locked, or somebody else changed the same at the same time.",
    4: "The solver has no answer: too little time, or weights too great for exact sums.",
    130: "Stopped by Ctrl-C. The command was written as a whole or not at all; `mcmahon log` shows which.",
}


def exit_codes_page() -> str:
    """The page, with the errors that end in each code."""
    kinds: list[type[McMahonError]] = [NoPairingError, *_own_kinds()]
    named: dict[int, list[str]] = {}
    for kind in kinds:
        named.setdefault(failure_kind(kind).exit_code, []).append(f"`{kind.__name__}`")
    rows = [[str(code), meaning, ", ".join(named.get(code, ()))] for code, meaning in MEANINGS.items()]
    return page(
        "Exit codes",
        ABOUT,
        table(["code", "meaning", "in Python"], rows),
    )


def _own_kinds() -> Iterator[type[McMahonError]]:
    for kind in vars(errors).values():
        if isinstance(kind, type) and issubclass(kind, McMahonError) and kind is not McMahonError:
            yield kind
