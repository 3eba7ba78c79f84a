"""Ways on and arguments at the command line: a request is the command, or the options, to type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..desk.failures import failure_of
from ..desk.messages.foresight_texts import remedies
from ..model.errors import McMahonError, Problem
from . import output
from .request_options import option_of

if TYPE_CHECKING:
    from ..model.notes import Note, Remark
    from ..model.plan.plan import Foresight
    from ..model.tournament.tournament import Tournament
    from ..model.ways import Way

#: The fields of requests that are words of a command, and no options.
WORDS = {
    "assignments", "certificate", "folder", "folders", "results", "source", "table", "target", "who"
}  # fmt: skip
#: The options of fields that a command calls otherwise than all others; blank if it is a word.
OWN_OPTIONS = {("cup", "name"): "", ("cup", "player"): "--advance", ("prize", "name"): ""}
#: Commands without the folder of the tournament, or with another one.
ELSEWHERE = {"congress", "convert", "log", "verify"}


def ways_text(ways: Iterable[Way]) -> str:
    """The words that ways on add to a sentence."""
    return "".join(map(_way_text, ways))


def _way_text(way: Way) -> str:
    typed = typed_way(way)
    if way.lead[:1].isupper():
        return f" {way.lead}: `{typed}`."
    return f" or {typed}" if way.lead == "or" else f"{'; ' if way.lead else ''}{way.lead}: {typed}"


def typed_way(way: Way) -> str:
    """The command of a request; of the same request once more, only what is added to it."""
    command = [f"mcmahon {way.verb}"] if way.verb else []
    command += [output.folder()] if way.verb and way.verb not in ELSEWHERE else []
    return " ".join([*command, *(word for name, value in way.fields for word in _typed(way.verb, name, value))])


def _typed(verb: str, name: str, value: object) -> list[str]:
    """What is typed for a field of a request; a pair for a table of results is two words, any other `A=B`."""
    if name == "counts":  # it has an option for each value
        return [f"--{value}"]
    if (name, value) == ("folder", ""):  # which one, somebody has to say
        return ["DIR"]
    option = OWN_OPTIONS.get((verb, name), "" if name in WORDS else option_of(name))
    if value is True:
        return [option]
    words: list[str] = []
    for one in value if isinstance(value, tuple) else (value,):
        several = one if isinstance(one, tuple) and name == "results" else (one,)
        words += [_quoted("=".join(word) if isinstance(word, tuple) else str(word)) for word in several]
    return [word for one in words for word in filter(None, (option, one))]


def _quoted(value: str) -> str:
    """A value quoted for a shell; `…` stands for something to fill in."""
    plain = value.replace("…", "")
    return value if output.quoted(plain) == plain else output.quoted(value)


def problem_line(problem: Problem) -> str:
    """One problem, with the option it concerns and its ways on."""
    return problem.text(option_of(problem.argument)) + ways_text(problem.ways)


def error_lines(error: McMahonError) -> str:
    """An error with its ways on; each problem of the input is on a line of its own."""
    failure = failure_of(error)
    lines = map(problem_line, failure.problems) if failure.problems else failure.lines
    return "\n".join(lines) + ways_text(failure.ways)


def remedy_lines(foresight: Foresight, tournament: Tournament, absent: Sequence[str] = ()) -> list[str]:
    """A line of what could be done so that all rounds can be paired; nothing where they can."""
    text = ways_text(remedies(foresight, tournament, absent)).strip()
    return [text] if text else []


def note_lines(notes: Iterable[Note], tournament: Tournament) -> list[str]:
    """Notes in sentences, each with its ways on."""
    return [note.says(tournament) + ways_text(note.ways(tournament)) for note in notes]


def remark_lines(remarks: Iterable[Remark]) -> list[str]:
    """Remarks on a file, each with its ways on."""
    return [remark.text + ways_text(remark.ways_on) for remark in remarks]
