"""Commands about files for others: convert, export, publish."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from .common import Dir, command, folder, quoted, say, warn

if TYPE_CHECKING:
    from ..io.foreign.foreign import Written
    from ..model.tournament.tournament import Tournament

commands = typer.Typer()

NAMES = "opengotha, macmahon, egd, tou, trf, aga, tde, csv, participants, vbar or folder; else by content and ending."
Strict = Annotated[bool, typer.Option("--strict", help="What cannot be said, or read as it stands, is an error.")]
FreeDefaults = Annotated[bool, typer.Option("--free-defaults", help="egd: a win by default as a free win.")]
OpenAsHalf = Annotated[bool, typer.Option("--open-as-half", help="egd: games without a result as half a point each.")]


@commands.command()
def convert(
    source: Annotated[Path, typer.Argument(metavar="IN", help="A file of another program, or a tournament folder.")],
    target: Annotated[Path, typer.Argument(metavar="OUT", help="A file by its ending, or a new tournament folder.")],
    from_: Annotated[str, typer.Option("--from", metavar="FORMAT", help=NAMES)] = "",
    to: Annotated[str, typer.Option(metavar="FORMAT", help=NAMES)] = "",
    strict: Strict = False,
    free_defaults: FreeDefaults = False,
    open_as_half: OpenAsHalf = False,
) -> None:
    """Convert between folders, OpenGotha, MacMahon, EGD wallists, .tou, AGA reports, FIDE TRF and registrations."""
    from ..io.conversion import as_read_back, check_place, counts, format_of, read_any, write_any
    from ..model.errors import FolderError, InputError

    if not source.exists():
        raise FolderError(f"cannot read {source}: there is no such file")
    form = format_of(target, to) if to not in ("", "folder") or (target.suffix and not to) else None
    check_place(target, form is None)
    read = read_any(source, from_)
    for line in read.report.lines():
        warn(f"{source}: {line}")
    if strict and any(any(cases) for cases in read.report.cases.values()):
        raise InputError("with --strict nothing is written, as not everything in the file could be taken as it stands")
    written = _written(read.tournament, form.name, free_defaults, open_as_half) if form is not None else None
    if written is not None:
        _tell_losses(written, strict)
    write_any(read, target, written, command(), str(source))
    say(f"{source}: {counts(read.tournament)}")
    if form is not None and written is not None:
        say(f"{target}: {as_read_back(form, written, str(target))}, as read back")
    else:
        say(f"{target}: a tournament folder; next: mcmahon standings {quoted(target)}")


@commands.command()
def export(
    path: Dir,
    form: Annotated[
        str, typer.Argument(metavar="FORMAT", help="egd, tou, aga, opengotha, macmahon, trf, csv, participants, vbar.")
    ],
    target: Annotated[Path | None, typer.Argument(metavar="[FILE]", help="By default DIR/NAME of the format.")] = None,
    strict: Strict = False,
    free_defaults: FreeDefaults = False,
    open_as_half: OpenAsHalf = False,
) -> None:
    """Write the tournament for others: a wallist, .tou or report for the rating officer, XML, FIDE TRF."""
    from ..io.conversion import as_read_back, check_place, format_of, write_any
    from ..io.files import real_path
    from ..io.foreign.foreign import Read, Report

    state = folder(path).read()
    chosen = format_of(Path(), form)
    file = target or path / f"{real_path(path).name}{_ending(state.tournament, chosen.name)}"
    check_place(file, False)
    written = _written(state.tournament, chosen.name, free_defaults, open_as_half)
    _tell_losses(written, strict)
    write_any(Read(state.tournament, state.settings_text, Report()), file, written, command(), str(path))
    say(f"{file}: {as_read_back(chosen, written, str(file))}")


def _ending(tournament: Tournament, form: str) -> str:
    """The first ending of a format; of a wallist its digit is the reduction of handicaps, 9 where there are none."""
    from ..io.conversion import FORMATS

    rule = tournament.settings.handicap
    reduction = 9 if rule.rule == "none" else rule.reduction
    return f".h{reduction}" if form == "egd" else FORMATS[form].endings[0]


def _written(tournament: Tournament, form: str, free_defaults: bool, open_as_half: bool) -> Written:
    from ..io.conversion import FORMATS
    from ..io.foreign.egd import write_egd

    egd = form == "egd"
    written = write_egd(tournament, free_defaults, open_as_half) if egd else FORMATS[form].written(tournament)
    drafts = [str(drawn.number) for drawn in tournament.rounds if drawn.draft]
    if drafts and not any("draft" in remark for remark in written.losses.cases):
        written.losses.add("rounds that are drafts", ", ".join(drafts))
    return written


def _tell_losses(written: Written, strict: bool) -> None:
    from ..model.errors import InputError

    lines = written.losses.lines()
    if strict and lines:
        raise InputError("with --strict nothing is written, as the format cannot say: " + "; ".join(lines))
    for line in lines:
        warn(f"lost: {line}")


@commands.command()
def publish(
    path: Dir,
    to: Annotated[Path | None, typer.Option(metavar="FOLDER", help="Where the pages go; by default DIR/pages.")] = None,
    watch: Annotated[bool, typer.Option("--watch", help="Publish again whenever the tournament changes.")] = False,
) -> None:
    """Write static pages: pairings by board and name, results, standings, players, slips, pictures."""
    import time

    from ..io.folder.own_files import check_no_link
    from ..io.pages.publishing import publish as publish_pages
    from ..model.errors import FolderError, McMahonError

    target = to or path / "pages"
    if to is None:
        check_no_link(target)
    seen: tuple[float, ...] = ()
    told = ""
    while True:
        now = _changed_at(path)
        if now != seen:
            try:
                tournament = folder(path).read().tournament
                try:
                    written = publish_pages(tournament, target)
                except OSError as error:
                    raise FolderError(f"{target} cannot be written: {error.strerror or error}") from None
                say(f"{target / 'index.html'}: {len(written)} files")
                if tournament.rounds and tournament.rounds[-1].draft:
                    warn(f"round {tournament.rounds[-1].number} is a draft, and so not on the pages")
                seen, told = now, ""
            except McMahonError as error:  # a file that somebody is still editing, another command, a full disk
                if not watch or not seen:
                    raise
                if str(error) != told:
                    warn(f"{error}; trying again")
                told = str(error)
        if not watch:
            return
        time.sleep(1)


def _changed_at(path: Path) -> tuple[float, ...]:
    """When the files of a tournament were changed last."""
    parts = [path / "tournament.toml", path / "players.csv", *sorted((path / "rounds").glob("*.*"))]
    return tuple(part.stat().st_mtime for part in parts if part.is_file())
