"""Commands about the journal and this installation: undo, redo, log, doctor."""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from typer import Exit, Typer

from ...desk.journal_entries import LoggedStep
from ...desk.journal_entries import log as steps
from ...desk.journal_entries import redo as do_again
from ...desk.journal_entries import undo as take_back
from ...model.language import one_line
from ..common import desk, echo, echo_or_json, progress, warn
from ..request_options import AsJson, Dir, example

if TYPE_CHECKING:
    from ...desk.self_check import CheckAnswer, ExtraAnswer, SelfCheckAnswer

commands = Typer()


@commands.command(epilog=example("undo spring"))
def undo(path: Dir) -> None:
    """Take back the last change: a command, or an edit of a file by hand."""
    done = take_back(desk(path))
    warn(*done.found)
    echo(f"undone: {one_line(done.command)}", f"the tournament is now as it was after: {one_line(done.stands)}")


@commands.command(epilog=example("redo spring"))
def redo(path: Dir) -> None:
    """Do again what you undid last."""
    done = do_again(desk(path))
    warn(*done.found)
    echo(f"redone: {one_line(done.command)}")


@commands.command(epilog=example("log spring"))
def log(path: Dir) -> None:
    """List every step of the journal, with the time of this computer."""
    echo(*log_lines(steps(desk(path))))


NAMES = ("Łukasz", "Šimůnek", "Gérard", "Çağrı", "Иван", "王", "김")  # letters of real names


@commands.command(epilog=example("doctor"))
def doctor(as_json: AsJson = False) -> None:
    """Check this installation; exit code 1 if it cannot draw and prove a round."""
    from ...desk.self_check import self_check

    with progress("drawing a round …"):
        found = self_check([terminal_check()])
    echo_or_json(as_json, found, checks_text(found))
    if not found.sound:
        raise Exit(1)


def terminal_check() -> CheckAnswer:
    """Whether all names can be printed; a file or a pipe always gets UTF-8."""
    from ...desk.self_check import CheckAnswer

    encoding = sys.stdout.encoding or "ascii"
    lost = [name for name in NAMES if name.encode(encoding, "replace").decode(encoding, "replace") != name]
    where = "terminal" if sys.stdout.isatty() else "output"
    text = f"{encoding.upper()}, shows all of {', '.join(NAMES)}"
    if lost:
        text = f"{encoding.upper()}, cannot show {len(lost)} of {len(NAMES)} names; choose a locale with UTF-8"
    return CheckAnswer(where, not lost, text, False)


CLOCK = len("12:00:00")


def log_lines(steps: Sequence[LoggedStep]) -> Iterator[str]:
    """A line for each step, under its day; times are those of this computer."""
    before = ""
    for step in steps:
        day, _, clock = step.time.partition(" ")
        if step.unsound:
            yield f"{step.number:5}  cannot be read: {step.unsound}"
            continue
        if day != before:
            yield f"{day}, local time:"
            before = day
        yield f"{step.number:5}  {clock[:CLOCK]}  {one_line(step.command)}"


def checks_text(found: SelfCheckAnswer) -> str:
    """A line for each check and each extra, then the conclusion."""
    lines = [f"mcmahon {found.version}, Python {found.python}, {found.system}"]
    for check in found.checks:
        lines.append(f"{'ok' if check.ok else 'NO' if check.core else 'no':4}{check.name}: {check.text}")
    lines += [_extra_line(name, extra) for name, extra in found.extras.items()]
    good = "Everything works." if all(check.ok for check in found.checks) else "Rounds can be drawn."
    return "\n".join([*lines, good if found.sound else "This installation does not work."])


def _extra_line(name: str, extra: ExtraAnswer) -> str:
    if extra.installed:
        return f"ok  extra {name}: {extra.adds}"
    lacks = ", ".join(text.partition(" ")[0] for text in extra.missing)
    hint = f"to install it, in a clone of the project: pip install '.[{name}]'"
    return f"-   extra {name}: would add {extra.adds} (missing: {lacks}; {hint})"
