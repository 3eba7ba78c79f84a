"""A tournament taken along: in a file of another program, which may lose something; whole in one; or as a copy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from pathlib import Path
from typing import Annotated

from ...io.files import real_path, write_file
from ...io.folder.copies import archive, copy_into
from ...io.folder.state_files import in_memory
from ...io.foreign.egd import write_egd
from ...io.foreign.foreign import Report
from ...io.foreign.format import Format, has_results
from ...io.formats import TournamentCounts, check_place, counts, format_of, formats, in_new_folder, read_any, writable
from ...io.losses import note_lost
from ...io.registrations.as_csv import is_spreadsheet
from ...model.cups.bracket import uncounted
from ...model.errors import FolderError, InputError, Problem, contradicted
from ...model.language import counted
from ...model.notes import Remark
from ...model.records.state import State
from ...model.teams.people import as_people
from ...model.tournament.tournament import Tournament
from ..desk import Desk
from ..verb import Outcome, Request, told

__all__ = ["TournamentCounts", "archive", "copy_into", "write_file"]

FOLDER = "folder"


@dataclass(frozen=True, slots=True)
class ReadTournament:
    """A tournament out of a file or a folder; `remarks` on what was left out or guessed, with their cases."""

    name: str
    state: State
    remarks: Report

    @property
    def counts(self) -> TournamentCounts:
        """How much there is in it."""
        return counts(self.state.tournament)


def read_source(path: Path, form: str = "") -> ReadTournament:
    """A tournament folder or a file, its format known by name, content or ending. Raises FolderError, InputError."""
    read = read_any(path, form)
    return ReadTournament(str(path), in_memory(read.tournament, settings_text=read.settings_text), read.report)


def is_list(name: str, data: bytes) -> bool:
    """Whether a file that somebody has sent is a list of players, and no tournament of another program."""
    if is_spreadsheet(data):
        return True
    try:
        form = format_of(Path(name), "", data)
    except InputError:
        return True
    if Path(name).suffix.lower() == ".txt":  # the ending of every program; `1 Anna 5k` may begin a list, too
        return not has_results(data) and (form.name == "egd" or not form.looks_like(data))
    return form.name == "csv"


def check_whole(source: ReadTournament) -> None:
    """Raise InputError where something in a source was left out or guessed."""
    if any(any(cases) for cases in source.remarks.cases.values()):
        raise contradicted("strict", "nothing was written: something in the file was left out or had to be guessed")


def target_format(source: Path, target: Path, named: str = "") -> str:
    """The format that a conversion writes, `folder` for none; looks at both places. Raises FolderError, InputError."""
    if not source.exists():
        raise FolderError(f"cannot read {source}: no such file")
    is_file = named not in ("", FOLDER) or (target.suffix and not named)
    form = format_of(target, named).name if is_file else FOLDER
    check_place(target, form == FOLDER)
    return form


def new_folder(source: ReadTournament, path: Path, command: str) -> None:
    """Make a tournament folder of a source, as its first step. Raises FolderError, InputError."""
    in_new_folder(source.state, path, command, source.name)


#: Directors ask for these most.
FIRST = ("egd", "opengotha", "macmahon", "pairgoth")


def offered() -> dict[str, str]:
    """The formats of other programs that a tournament can be written in, by name, with what they are for."""
    names = [name for name in writable() if name != "csv"]
    names.sort(key=lambda name: FIRST.index(name) if name in FIRST else len(FIRST))
    return {name: formats()[name].what for name in names}


class Export(Request, frozen=True, kw_only=True):
    """How a tournament is written for others."""

    form: Annotated[str, told("name of the format, such as egd, opengotha or csv; a wrong one lists all", "FORMAT")]
    strict: Annotated[bool, told("fail if anything is lost in the target format or was guessed while reading")] = False
    free_defaults: Annotated[bool, told("for EGD: write a win by forfeit as a free win")] = False
    open_as_half: Annotated[bool, told("for EGD: write a game without a result as half a point each")] = False


@dataclass(frozen=True, slots=True)
class Exported:
    """A file for others, remarks on what it cannot say, and how much a reader finds in it; None: no tournament."""

    form: str
    data: bytes
    losses: Report
    read_back: TournamentCounts | None


def export(state: State, request: Export) -> Outcome[Exported]:
    """The tournament as a file for others; drafts are among what is lost. Raises InputError."""
    form = format_of(Path(), request.form)
    tournament, of_cups = _without_extra_rounds(state.tournament, form)
    _check_rated(tournament, form)
    reported = as_people(tournament, columns=False) if form.rated else tournament
    if form.name == "egd":
        written = write_egd(reported, request.free_defaults, request.open_as_half)
    else:
        if form.write is None:
            raise InputError(f"{form.name} can be read but not written; expected one of {', '.join(writable())}")
        written = form.written(reported)
    back = note_lost(form, reported, written)
    losses = written.losses
    of_drafts = [] if any("draft" in remark for remark in losses.cases) else _drafts(tournament)
    for remark, case in (*of_drafts, *_members(tournament, form), *of_cups, *_by_hand(tournament, form)):
        losses.add(remark, case)
    lines = losses.lines()
    if request.strict and lines:
        raise contradicted("strict", "nothing was written, because this would be lost: " + "; ".join(lines))
    exported = Exported(form.name, written.data, losses, counts(back) if back else None)
    return Outcome(state, exported, _private(tournament) if form.name == "csv" else ())


def _without_extra_rounds(tournament: Tournament, form: Format) -> tuple[Tournament, list[tuple[str, str]]]:
    """The tournament without rounds for cups only, unless it is rated; what a format loses of cups, with cases."""
    if not tournament.cups or form.name == "csv":
        return tournament, []
    names, total = {p.id: p.name for p in tournament.players}, tournament.settings.rounds
    main = tournament if form.rated else replace(tournament, rounds=tournament.rounds[:total])
    lost = [("cups; their games are ordinary games in the file", cup.name) for cup in tournament.cups]
    for number, (a, b) in uncounted(main, main.published) if form.scored else ():
        case = f"round {number} {names[a]} – {names[b]}"
        lost.append(("games of cups that count in the file, though not here", case))
    lost += [("rounds for cups only, left out", str(drawn.number)) for drawn in tournament.rounds[len(main.rounds) :]]
    return main, lost


def _by_hand(tournament: Tournament, form: Format) -> list[tuple[str, str]]:
    """What was done by hand, where a format keeps rounds and has no mark for it: remarks with their cases."""
    if not form.scored or form.marked:
        return []
    rounds = tournament.published
    boards = [(drawn.number, game.table) for drawn in rounds for game in drawn if game.by_hand]
    lost = [("marks of boards changed by hand", f"round {number} table {table}") for number, table in boards]
    remark = "marks of rules broken with your yes"
    return lost + [(remark, f"round {drawn.number} {one.rule}") for drawn in rounds for one in drawn.allowed]


def _check_rated(tournament: Tournament, form: Format) -> None:
    """Raise InputError for a report to a rating list without games, or of games played by several people together."""
    if form.rated and not any(drawn.games for drawn in tournament.published):
        raise InputError(f"there is nothing to report in the format {form.name}: no games yet")
    several = [p.name for p in tournament.players if p.members]
    if several and form.rated and tournament.settings.entrants.kind != "teams":
        text = f"nothing to report: {counted(len(several), 'entrant')} of several people, such as {several[0]}"
        raise InputError(f"{text}; games of pair go and rengo are not rated; expected csv, or another format")


def _drafts(tournament: Tournament) -> list[tuple[str, str]]:
    drafts = [str(drawn.number) for drawn in tournament.rounds if drawn.draft]
    return [("rounds that are drafts", ", ".join(drafts))] if drafts else []


def _members(tournament: Tournament, form: Format) -> list[tuple[str, str]]:
    """The people of pairs and teams and the boards of matches, where a format has only the entrants."""
    if form.name == "csv" or (tournament.settings.of_teams and form.teams):
        return []
    matches = [drawn.number for drawn in tournament.rounds if any(game.boards for game in drawn)]
    boards = [("boards of team matches, beside the results of the matches", f"round {number}") for number in matches]
    remark = "members of pairs and teams, beside the name of the entrant"
    return boards + [(remark, p.name) for p in tournament.players if p.members]


def _private(tournament: Tournament) -> list[Remark]:
    """A remark on columns of the registrations that this program does not use, such as e-mails and notes."""
    everybody = [own for p in tournament.players for own in (p.extra, *(m.extra for m in p.members))]
    titles = list(dict.fromkeys(title for own in everybody for title, text in own if text))
    return [Remark(f"the file has columns that may be private: {', '.join(titles)}")] if titles else []


def export_file(state: State, path: Path, form: str, target: Path | None = None) -> Path:
    """Where a tournament folder is exported to: the file named, else one in it. Raises InputError, FolderError."""
    found, rule = format_of(Path(), form), as_people(state.tournament).settings.handicap
    # the digit of a wallist is the reduction of handicaps, 9 where there are none
    ending = f".h{9 if rule.rule == 'none' else rule.reduction}" if found.name == "egd" else found.endings[0]
    file = target or path / f"{real_path(path).name}{ending}"
    check_place(file, False)
    return file


def copy_place(desk: Desk, text: str) -> Path:
    """Where a copy goes, as typed: a folder of copies, in which the tournament keeps its name. Raises InputError."""
    place = Path(text.strip()).expanduser()
    if not place.is_absolute():
        raise InputError([Problem("where the copy goes", value=text, expected="a whole path such as /media/stick")])
    if not place.is_dir():
        raise InputError([Problem("there is no folder", value=text, expected="one that is there: is the stick in?")])
    return place / desk.path.resolve().name
