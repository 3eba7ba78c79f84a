"""The command that checks this installation: doctor."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

import typer

from .common import AsJson, example, progress, say, say_json

if TYPE_CHECKING:
    from ..desk.self_check import Check

commands = typer.Typer()

NAMES = ("Łukasz", "Šimůnek", "Gérard", "Çağrı", "Иван", "王", "김")  # letters of real names


@commands.command(epilog=example("doctor"))
def doctor(as_json: AsJson = False) -> None:
    """Check this installation; exit code 1 if it cannot draw and prove a round."""
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
    """Whether all names can be printed; a file or a pipe always gets UTF-8."""
    from ..desk.self_check import Check

    encoding = sys.stdout.encoding or "ascii"
    lost = [name for name in NAMES if name.encode(encoding, "replace").decode(encoding, "replace") != name]
    where = "terminal" if sys.stdout.isatty() else "output"
    text = f"{encoding.upper()}, shows all of {', '.join(NAMES)}"
    if lost:
        text = f"{encoding.upper()}, cannot show {len(lost)} of {len(NAMES)} names; choose a locale with UTF-8"
    return Check(where, not lost, text, False)
