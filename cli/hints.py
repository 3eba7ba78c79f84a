"""What hints and arguments are at the command line: the command or the option, in the sentence it belongs to."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..desk.words.errors import error_text
from ..desk.words.notes import note_hint, note_text
from ..model.errors import InputError, McMahonError, Problem
from ..model.hints import Advice, Hint

if TYPE_CHECKING:
    from ..model.notes import Note, Remark
    from ..model.tournament.tournament import Tournament

TEXTS = {
    Advice.ADD_ROUNDS: "; for one more: mcmahon set DIR rounds={}",
    Advice.ALLOW_MORE_TIME: "; allow more with --seconds",
    Advice.ASK_FOR_SETTINGS: "; right would be: one of those that `mcmahon set DIR` shows",
    Advice.CHANGE_COLOURS: ": use `mcmahon board` to change colours",
    Advice.CHANGE_NAME: ", such as by mcmahon player DIR {} --name",
    Advice.CHANGE_PLAYER: "; to change: mcmahon player DIR {}; another one of that name needs an id: --column id=…",
    Advice.CHECK_ROUNDS: "; `mcmahon check` judges the drawn rounds by the new ones",
    Advice.CHOOSE_PROFILE: "; other weights: mcmahon set DIR pairing.profile={}",
    Advice.CONVERT_FILE: "; `mcmahon convert FILE DIR` makes a tournament of another program's file",
    Advice.DO_ANYWAY: "; to do it all the same: --anyway",
    Advice.DRAW_AGAIN: ": mcmahon pair DIR --again",
    Advice.DRAW_WITHOUT_RESULTS: "; enter them, or draw with --missing-results",
    Advice.ENTER_AGAIN: "; to replace it: --again",
    Advice.ENTER_DEFAULT: "; --forfeit lets the board stand and be lost (or result DIR TABLE 0-1!)",
    Advice.ENTER_FOR_ROUNDS: "; to enter somebody: mcmahon player DIR ID --rounds all",
    Advice.GIVE_UP_BOARDS: "; to look at it all first: --dry-run; to do it: --anyway; who plays already: --keep TABLES",
    Advice.LIST_PLAYERS: "; `mcmahon players DIR` lists them",
    Advice.LOOK_AT_LOG: (
        ". Where the folder is now, `mcmahon log` shows whether the command is in the journal: if so it is complete "
        "there, else give it again"
    ),
    Advice.LOWER_CORRECTION: ": mcmahon player DIR {} --correction -1",
    Advice.MAKE_TOURNAMENT: "; `mcmahon new` makes one",
    Advice.NAME_ABSENT: "; who does not play at all is named by --without",
    Advice.NAME_BOARD_CHANGE: "; right would be: --white, --handicap or --komi",
    Advice.NAME_FOLDER: ": verify {} DIR",
    Advice.NAME_FORMAT: ", or --from or --to",
    Advice.NAME_PROFILE: "; right would be: --profile {}",
    Advice.NAME_RESULTS: "; right would be: 4 1-0 5 0-1, or --file results.csv",
    Advice.NAME_ROUND: "; if it is that one: --round {}",
    Advice.NAME_WISH: "; right would be: --want 'same_club<=2', or --unless-gap club=2",
    Advice.OPEN_AS_HALF: " with --open-as-half",
    Advice.PUBLISH_ANYWAY: ": pair the round again, or publish it with --anyway",
    Advice.PUBLISH_ROUND: ": mcmahon publish-round makes it count",
    Advice.REPAIR_OR_UNDO: (
        ": mcmahon repair DIR changes as few boards as it can, mcmahon undo DIR takes back the last step"
    ),
    Advice.REPLACE_LIST: "; {}+=… adds, --replace replaces it all the same",
    Advice.SAY_TWO_BYES: "; say so with --two-byes, or use `mcmahon absent`",
    Advice.SET_PROFILE: "; a weight profile is a setting: --set pairing.profile={}",
    Advice.SET_SETTINGS: ": mcmahon set DIR {blanks}",
    Advice.SHOW_ALL_POINTS: "; all points are shown with --all",
    Advice.SHOW_GROUPS: "; see mcmahon groups",
    Advice.SHOW_SECTIONS: "; standings by them: mcmahon standings DIR --by {}",
    Advice.SKIP_LINE: " (--skip {} leaves this one out)",
    Advice.SKIP_LINES: "; --skip {commas} leaves the doubles out",
    Advice.TAKE_IN: "; to play in round {1} still: mcmahon repair DIR --with {0}",
    Advice.TAKE_WHITE: ": mcmahon board DIR {} --white {}",
    Advice.TRY_WEIGHTS: (
        "; mcmahon what-if DIR --set {commas} counts that beside a drawn round; for good: the lines in a file "
        "DIR/own.toml, then mcmahon set DIR pairing.profile=own.toml"
    ),
    Advice.UNDO: "; `mcmahon undo` takes all of this back",
    Advice.WRITE_TABLE: "; use --csv",
}

#: Options that are not called as the argument of the request.
OPTIONS = {"varied": "--set"}


def hint_text(hint: Hint | None) -> str:
    """What is to be added to a sentence."""
    if hint is None:
        return ""
    blanks = " ".join(shlex.quote(value) if '"' in value else value for value in hint.values)
    return TEXTS[hint.advice].format(*hint.values, blanks=blanks, commas=",".join(hint.values))


def option_of(argument: str) -> str:
    """The option that gives a request this argument."""
    return OPTIONS.get(argument, f"--{argument.replace('_', '-')}")


def problem_line(problem: Problem) -> str:
    """One thing that is wrong, with the option that it is about and its hint."""
    return problem.text(option_of(problem.argument)) + hint_text(problem.hint)


def error_lines(error: McMahonError) -> str:
    """An error with its hints; of wrong input every problem on a line of its own."""
    if isinstance(error, InputError):
        return "\n".join(map(problem_line, error.problems))
    return error_text(error) + hint_text(error.hint)


def note_lines(notes: Iterable[Note], tournament: Tournament) -> list[str]:
    """Notes in sentences, each with its hint."""
    return [note_text(note, tournament) + hint_text(note_hint(note)) for note in notes]


def remark_lines(remarks: Iterable[Remark]) -> list[str]:
    """Remarks on a file, each with its hint."""
    return [remark.text + hint_text(remark.hint) for remark in remarks]
