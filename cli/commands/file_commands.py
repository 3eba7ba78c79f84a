"""Commands about files for others: convert, export, publish."""

from __future__ import annotations

import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

from typer import Argument, Option, Typer

from ...model.errors import McMahonError
from ...model.records.state import State
from ..common import ask, command, desk, echo, echo_outcome, warn
from ..output import name_folder, quoted
from ..request_options import Dir, example, takes
from ..way_texts import remark_lines

if TYPE_CHECKING:
    from ...desk.files.export_files import Export, Exported, TournamentCounts

commands = Typer()

FROM = "A format's name, such as opengotha, egd or csv; a wrong one lists all. By default recognised by the content."


@commands.command(epilog=example("convert cup.xml spring", "convert spring cup.xml --to pairgoth"))
@takes("files.export_files:Export", names={"form": ("--to",)}, form="")
def convert(
    source: Annotated[Path, Argument(metavar="IN", help="A file of another program, or a tournament folder.")],
    target: Annotated[
        Path, Argument(metavar="OUT", help="A file (its ending names the format), or a new tournament folder.")
    ],
    asked: Export,
    from_: Annotated[str, Option("--from", metavar="FORMAT", help=FROM)] = "",
) -> None:
    """Convert between tournament folders and files of other programs: OpenGotha, MacMahon, EGD and more."""
    from ...desk.files.export_files import FOLDER, check_whole, new_folder, read_source, target_format

    form = target_format(source, target, asked.form)
    name_folder(target if form == FOLDER else source if source.is_dir() else None)
    read = read_source(source, from_)
    warn(*(f"{source}: {line}" for line in remark_lines(read.remarks.remarks())))
    if asked.strict:
        check_whole(read)
    if form == FOLDER:
        new_folder(read, target, command())
        said = f"a tournament folder; next: mcmahon standings {quoted(target)}"
    else:
        exported = _exported(read.state, asked.but(form=form), target)
        said = f"{read_back_text(exported.read_back)} (read back from the file)"
    echo(f"{source}: {counts_text(read.counts)}", f"{target}: {said}")


@commands.command(epilog=example("export spring egd", "export spring opengotha cup.xml"))
@takes("files.export_files:Export")
def export(
    path: Dir,
    asked: Export,
    target: Annotated[Path | None, Argument(metavar="FILE", help="By default a file in DIR.")] = None,
) -> None:
    """Write the tournament in another format: for the rating officer, or for another program."""
    from ...desk.files.export_files import export_file

    state = desk(path).read()
    file = export_file(state, path, asked.form, target)
    echo(f"{file}: {read_back_text(_exported(state, asked, file).read_back)}")


def _exported(state: State, request: Export, file: Path) -> Exported:
    """The tournament in another format; what is lost in it is printed first."""
    from ...desk.files.export_files import export, write_file

    outcome = export(state, request)
    exported = outcome.value
    echo_outcome(outcome)
    warn(*(f"lost: {line}" for line in remark_lines(exported.losses.remarks())))
    write_file(file, exported.data)
    return exported


@commands.command(epilog=example("publish spring", "publish spring --to web --watch"))
def publish(
    path: Dir,
    to: Annotated[Path | None, Option(metavar="FOLDER", help="Folder for the pages; by default DIR/pages.")] = None,
    watch: Annotated[bool, Option("--watch", help="Keep running, and publish after every change.")] = False,
) -> None:
    """Write web pages into a folder: pairings by board and by name, results, standings, players, slips, screens.

    This opens no round to the players: mcmahon publish-round does.
    """
    from ...desk.files.publish_pages import changed_at, pages_folder

    target = pages_folder(path, to)
    seen = changed_at(path)
    _publish(path, target)
    if watch:
        _watch(path, target, seen)


def _publish(path: Path, target: Path) -> None:
    from ...desk.files.publish_pages import publish

    pages = ask(path, lambda state: publish(state, target, path)).value
    echo(f"{pages.index}: {len(pages.files)} files")
    if pages.draft:
        warn(f"round {pages.draft} is a draft, so the pages do not show it")


def _watch(path: Path, target: Path, seen: tuple[object, ...]) -> None:
    """Publish whenever a file changes; an error (a file being edited, a full disk) is printed once, then retried."""
    from ...desk.files.publish_pages import changed_at

    told = ""
    while True:
        time.sleep(1)
        now = changed_at(path)
        if now == seen:
            continue
        try:
            _publish(path, target)
            seen, told = now, ""
        except McMahonError as error:
            if str(error) != told:
                warn(f"{error}; trying again")
            told = str(error)


def counts_text(counts: TournamentCounts) -> str:
    """How many players, rounds, games and byes there are."""
    return f"{counts.players} players, {counts.rounds} rounds, {counts.games} games, {counts.byes} byes"


def read_back_text(found: TournamentCounts | None) -> str:
    """What reading the file again has found."""
    return counts_text(found) if found is not None else "no tournament could be read from it"
