"""The command that says whether this installation works: doctor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from .common import AsJson, progress, say, say_json

if TYPE_CHECKING:
    from ..desk.self_check import Check

commands = typer.Typer()

NAMES = ("Łukasz", "Šimůnek", "Gérard", "Çağrı", "Иван", "王", "김")  # letters that players bring along


@commands.command()
def doctor(as_json: AsJson = False) -> None:
    """Say whether this installation works, and what is missing; exit code 1 when no round can be drawn and proven."""
    from ..desk.answers.doctor import self_check_answer
    from ..desk.self_check import self_check
    from .views.doctor import checks_text

    with progress("drawing a round …"):
        found = self_check([terminal_check()])
    if as_json:
        say_json(self_check_answer(found))
    else:
        say(checks_text(found))
    if not found.sound:
        raise typer.Exit(1)


def terminal_check() -> Check:
    """Whether all names can be shown; a file or a pipe gets UTF-8 in any case."""
    from ..desk.self_check import Check

    encoding = sys.stdout.encoding or "ascii"
    lost = [name for name in NAMES if name.encode(encoding, "replace").decode(encoding, "replace") != name]
    where = "terminal" if sys.stdout.isatty() else "output"
    text = f"{encoding.upper()}, which has all of {', '.join(NAMES)}"
    if lost:
        text = f"{encoding.upper()}, which cannot show {len(lost)} of {len(NAMES)} names; a locale with UTF-8 can"
    return Check(where, not lost, text, False)
