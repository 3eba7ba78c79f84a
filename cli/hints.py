"""What hints and arguments are at the command line: the command or the option, in the sentence it belongs to."""

from __future__ import annotations

import shlex
from collections.abc import Iterable
from typing import TYPE_CHECKING

from ..desk.words.errors import error_text
from ..desk.words.notes import note_hint, note_text
from ..model.errors import InputError, McMahonError, Problem
from ..model.hints import Advice, Hint
from .common import folder

if TYPE_CHECKING:
    from ..model.notes import Note, Remark
    from ..model.tournament.tournament import Tournament

#: `{folder}` is the folder that the command was about, as a shell reads it.
TEXTS = {
    Advice.ADD_ROUNDS: "; for one more: mcmahon set {folder} rounds={}",
    Advice.ALLOW_MORE_TIME: "; allow more with --seconds",
    Advice.ASK_FOR_SETTINGS: "; expected one of those that `mcmahon set {folder}` shows",
    Advice.CHANGE_COLOURS: ": use `mcmahon board {folder}` to change colours",
    Advice.CHANGE_NAME: ", such as by mcmahon player {folder} {} --name",
    Advice.CHANGE_PLAYER: "; to change: mcmahon player {folder} {}; a namesake needs an id: --column id=…",
    Advice.CHECK_ROUNDS: "; `mcmahon check {folder}` judges the drawn rounds by the new ones",
    Advice.CHOOSE_PROFILE: "; other weights: mcmahon set {folder} pairing.profile={}",
    Advice.CONVERT_FILE: "; `mcmahon convert FILE NEW-FOLDER` makes a tournament of another program's file",
    Advice.DO_ANYWAY: "; to do it all the same: --anyway",
    Advice.DRAW_AGAIN: ": mcmahon pair {folder} --again",
    Advice.DRAW_FRESH: "; to draw without them: mcmahon pair {folder} --fresh",
    Advice.DRAW_WITHOUT_RESULTS: "; enter them, or draw with --missing-results",
    Advice.ENTER_AGAIN: "; to replace it: --again",
    Advice.ENTER_DEFAULT: "; --forfeit lets the board stand and be lost (or mcmahon result {folder} TABLE 0-1!)",
    Advice.ENTER_FOR_ALL: "; to enter them for all rounds again: mcmahon player {folder} {} --rounds all",
    Advice.ENTER_FOR_ROUNDS: "; to enter somebody: mcmahon player {folder} ID --rounds all",
    Advice.FORFEIT_BOARD: "; to let it be lost: mcmahon absent {folder} {} --rounds {} --forfeit",
    Advice.GIVE_UP_BOARDS: "; to look at it all first: --dry-run; to do it: --anyway; who plays already: --keep TABLES",
    Advice.LIST_PLAYERS: "; `mcmahon players {folder}` lists them",
    Advice.LOOK_AT_LOG: (
        ". Where the folder is now, `mcmahon log` shows whether the command is in the journal: if so it is complete "
        "there, else give it again"
    ),
    Advice.LOWER_CORRECTION: ": mcmahon player {folder} {} --correction -1",
    Advice.MAKE_TOURNAMENT: "; `mcmahon new` makes one",
    Advice.NAME_ABSENT: "; who does not play at all is named by --without",
    Advice.NAME_BOARD_CHANGE: "; expected --white, --handicap or --komi",
    Advice.NAME_FOLDER: ": mcmahon verify {} DIR",
    Advice.NAME_FORMAT: ", or --from or --to",
    Advice.NAME_PROFILE: "; expected --profile {}",
    Advice.NAME_RESULTS: "; expected 4 1-0 5 0-1, or --file results.csv",
    Advice.NAME_ROUND: "; if it is that one: --round {}",
    Advice.NAME_ROUNDS: "; type --rounds {} for the round, or the name {} for the player",
    Advice.NAME_WISH: "; expected --want 'same_club<=2', or --unless-gap club=2",
    Advice.OPEN_AS_HALF: " with --open-as-half",
    Advice.PUBLISH_ANYWAY: ": pair the round again, or publish it with --anyway",
    Advice.PUBLISH_ROUND: ": mcmahon publish-round {folder} makes it count",
    Advice.REPAIR_OR_FORFEIT: (
        ": mcmahon repair {folder} --without {0}, or the board is lost: "
        "mcmahon absent {folder} {0} --rounds {1} --forfeit"
    ),
    Advice.REPAIR_OR_FORFEIT_UNEXCUSED: (
        ", and 0 points for the round: mcmahon repair {folder} --without {0} --unexcused, or the board is lost: "
        "mcmahon absent {folder} {0} --rounds {1} --forfeit"
    ),
    Advice.REPAIR_OR_UNDO: (
        ": mcmahon repair {folder} changes as few boards as it can, mcmahon undo {folder} takes back the last step"
    ),
    Advice.REPLACE_LIST: "; {}+=… adds, --replace replaces it all the same",
    Advice.SAY_TWO_BYES: "; say so with --two-byes, or use `mcmahon absent {folder}`",
    Advice.SET_PROFILE: "; a weight profile is a setting: --set pairing.profile={}",
    Advice.SET_SETTINGS: ": mcmahon set {folder} {blanks}",
    Advice.SHOW_ALL_POINTS: "; all points are shown with --all",
    Advice.SHOW_GROUPS: "; see mcmahon groups {folder}",
    Advice.SHOW_SECTIONS: "; standings by them: mcmahon standings {folder} --by {}",
    Advice.SKIP_LINE: " (--skip {} leaves this one out)",
    Advice.SKIP_LINES: "; --skip {commas} leaves the doubles out",
    Advice.TAKE_IN: "; to play in round {1} still: mcmahon repair {folder} --with {0}",
    Advice.TAKE_WHITE: ": mcmahon board {folder} {} --white {}",
    Advice.TRY_WEIGHTS: (
        "; mcmahon what-if {folder} --set {commas} counts that beside a drawn round; for good: the lines in a file "
        "{folder}/own.toml, then mcmahon set {folder} pairing.profile=own.toml"
    ),
    Advice.UNDO: "; `mcmahon undo {folder}` takes all of this back",
    Advice.WRITE_TABLE: "; use --csv",
}

#: Options that are not called as the argument of the request.
OPTIONS = {"varied": "--set"}


def hint_text(hint: Hint | None) -> str:
    """What is to be added to a sentence."""
    if hint is None:
        return ""
    values = [_quoted(value) for value in hint.values]
    commas = _quoted(",".join(hint.values))
    return TEXTS[hint.advice].format(*values, blanks=" ".join(values), commas=commas, folder=folder())


def _quoted(value: str) -> str:
    """A value as a shell reads it back; `…` is something to fill in."""
    plain = value.replace("…", "")
    return value if shlex.quote(plain) == plain else shlex.quote(value)


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
