"""Commands about files of other programs: convert, export."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Dir, command, folder, say, warn

if TYPE_CHECKING:
    from ..io.foreign import Written
    from ..model.tournament import Tournament

commands = typer.Typer()

Strict = Annotated[bool, typer.Option("--strict", help="What cannot be said is an error; nothing is written.")]
FreeDefaults = Annotated[bool, typer.Option("--free-defaults", help="egd: a win by default as a free win.")]
OpenAsHalf = Annotated[bool, typer.Option("--open-as-half", help="egd: games without a result as half a point each.")]


@commands.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file of another program, or a tournament folder.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="A file by its ending, or a new tournament folder.")],
    from_: Annotated[
        str, typer.Option("--from", metavar="FORMAT", help="opengotha, macmahon, egd; else by ending.")
    ] = "",
    to: Annotated[str, typer.Option(metavar="FORMAT", help="opengotha, macmahon, egd; else by ending.")] = "",
    strict: Strict = False,
    free_defaults: FreeDefaults = False,
    open_as_half: OpenAsHalf = False,
) -> None:
    """Convert between tournament folders, OpenGotha XML, MacMahon XML and EGD wallists; says what gets lost."""
    from ..io.conversion import check_place, counts, format_of, read_any, write_any

    form = format_of(target, to) if to or target.suffix else None
    check_place(target, form is None)
    read = read_any(source, from_)
    for line in read.report.lines():
        warn(f"{source}: {line}")
    written = _written(read.tournament, form.name, free_defaults, open_as_half) if form is not None else None
    if written is not None:
        _tell_losses(written, strict)
    write_any(read, target, written, command())
    say(f"{source}: {counts(read.tournament)}")
    if form is not None and written is not None:
        say(f"{target}: {counts(form.read(written.data, str(target)).tournament)}, as read back")
    else:
        say(f"{target}: a tournament folder; next: mcmahon standings {target}")


@commands.command()
def export(
    path: Dir,
    form: Annotated[str, typer.Argument(metavar="FORMAT", help="egd, opengotha or macmahon.")],
    target: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="By default DIR/NAME of the format.")] = None,
    strict: Strict = False,
    free_defaults: FreeDefaults = False,
    open_as_half: OpenAsHalf = False,
) -> None:
    """Write the tournament for another program: the wallist for the rating officer, or OpenGotha or MacMahon XML."""
    from ..io.conversion import check_place, counts, format_of, write_any
    from ..io.foreign import Read, Report

    state = folder(path).read()
    chosen = format_of(Path(), form)
    file = target or path / f"{path.resolve().name}{_ending(state.tournament, chosen.name)}"
    check_place(file, False)
    written = _written(state.tournament, chosen.name, free_defaults, open_as_half)
    _tell_losses(written, strict)
    write_any(Read(state.tournament, state.settings_text, Report()), file, written, command())
    say(f"{file}: {counts(chosen.read(written.data, str(file)).tournament)}")


def _ending(tournament: Tournament, form: str) -> str:
    """The digit of a wallist's ending is the reduction of handicaps, 9 where there are none."""
    rule = tournament.settings.handicap
    return ".xml" if form != "egd" else ".h9" if rule.rule == "none" else f".h{rule.reduction}"


def _written(tournament: Tournament, form: str, free_defaults: bool, open_as_half: bool) -> Written:
    from ..io.conversion import FORMATS
    from ..io.egd import write_egd

    if form == "egd":
        return write_egd(tournament, free_defaults, open_as_half)
    return FORMATS[form].write(tournament)


def _tell_losses(written: Written, strict: bool) -> None:
    from ..model.errors import InputError

    lines = written.losses.lines()
    if strict and lines:
        raise InputError("with --strict nothing is written, as the format cannot say: " + "; ".join(lines))
    for line in lines:
        warn(f"lost: {line}")
