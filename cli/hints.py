"""The words of hints and arguments at the command line: each names the command or the option to type."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from ..desk.failures import failure_of
from ..desk.rounds.plan.remedies import remedies
from ..model.errors import McMahonError, Problem
from ..model.hints import Advice, Hint
from . import output
from .request_options import option_of

if TYPE_CHECKING:
    from ..model.notes import Note, Remark
    from ..model.plan.plan import Foresight
    from ..model.tournament.tournament import Tournament

#: `{folder}` is the folder of the command, quoted for a shell.
TEXTS = {
    Advice.CHANGE_ROUNDS: "; to change that: mcmahon set {folder} rounds={}",
    Advice.ADD_PRIZE: "; to add one: mcmahon prize {folder} 'First prize' --value 100 --currency EUR",
    Advice.ADD_ROUNDS: "; to add one: mcmahon set {folder} rounds={}",
    Advice.ALLOW_MORE_TIME: "; allow more time with --seconds",
    Advice.ASK_FOR_SETTINGS: "; expected one of the settings that `mcmahon set {folder}` lists",
    Advice.CHANGE_COLOURS: "; to change their colours: mcmahon board {folder} {} --white {} --round {}",
    Advice.CHANGE_NAME: "; if it is the same person: mcmahon player {folder} {0} --name {1}",
    Advice.CHANGE_PLAYER: "; to change it: mcmahon player {folder} {0}; to add a namesake: --column id={1}",
    Advice.CHECK_ROUNDS: "; `mcmahon check {folder}` checks the drawn rounds with the new scores",
    Advice.CHOOSE_PROFILE: "; for other weights: mcmahon set {folder} pairing.profile={}",
    Advice.CHOOSE_ROUNDS: "; for other rounds: mcmahon player {folder} {} --rounds all (or 2,4-5)",
    Advice.CLEAR_PIN: "; if it is not theirs: mcmahon player {folder} {} --clear pin",
    Advice.CONVERT_FILE: "; to read another program's file: mcmahon convert FILE NEW-FOLDER",
    Advice.DECIDE_MATCH: "; to say it: mcmahon cup {folder} {} --advance {}",
    Advice.DO_ANYWAY: "; to do it anyway: --anyway",
    Advice.DRAW_AGAIN: ": mcmahon pair {folder} --again",
    Advice.DRAW_BY_MATCHING: "; to draw without CP-SAT: --engine matching",
    Advice.DRAW_FRESH: "; to draw without them: mcmahon pair {folder} --fresh",
    Advice.DRAW_WITHOUT_RESULTS: "; enter them, or draw without them: --missing-results",
    Advice.END_HAND_PAIRING: "; to compare it with the engine's round and end that: mcmahon by-hand {folder} --end",
    Advice.ENTER_AGAIN: "; to replace it: --again",
    Advice.LINE_UP_ANYWAY: "; to let them sit so: --anyway",
    Advice.ENTER_FORFEIT: "; to keep the board as a loss by forfeit: --forfeit (or mcmahon result {folder} TABLE 0-1!)",
    Advice.ENTER_FOR_ALL: "; to enter the player for all rounds again: mcmahon player {folder} {} --rounds all",
    Advice.ENTER_FOR_ROUNDS: "; to enter a player: mcmahon player {folder} ID --rounds all",
    Advice.ENTER_RESULT: ": mcmahon result {folder} {} 1-0 --round {}",
    Advice.FREE_MEMBER: "; to free them: mcmahon absent {folder} {0} {2} --member {1} --substitute 'NAME RANK'",
    Advice.FREE_PLAYER: "; to free them: mcmahon absent {folder} {} {}",
    Advice.FORFEIT_BOARD: "; to enter a loss by forfeit: mcmahon absent {folder} {} --rounds {} --forfeit",
    Advice.GIVE_UP_RULE: " Without that: `mcmahon set {folder} {}`.",
    Advice.GIVE_UP_BOARDS: "; to see the round first: --dry-run; to do it: --anyway; for tables in play: --keep TABLES",
    Advice.LET_MEET_AGAIN: " With these repeats: `mcmahon set {folder} {}`.",
    Advice.IDS_DECIDE: "; if the ids are right: mcmahon undo {folder}, and again with --same ids",
    Advice.IDS_OR_NAMES: "; to let ids decide: --same ids; to let names decide: --same names",
    Advice.INSTALL_PACKAGE: "; to install it: pip install {}",
    Advice.LIST_PLAYERS: "; `mcmahon players {folder}` lists them",
    Advice.LOOK_AT_LOG: (
        ". Go to where the folder is now and run `mcmahon log`: if the journal lists the command, it is complete; "
        "if not, run it again"
    ),
    Advice.LOWER_CORRECTION: ": mcmahon player {folder} {} --correction -1",
    Advice.MAKE_TOURNAMENT: "; `mcmahon new` makes one",
    Advice.NAME_ABSENT: "; name players who do not play at all with --without",
    Advice.NAME_BOARD_CHANGE: "; expected --white, --handicap or --komi",
    Advice.NAME_COLUMN: "; to say what it is: --column {}=absent (or rank, club, rounds …)",
    Advice.NAME_ENCODING: " If not: --encoding windows-1250 (or another), after mcmahon undo {folder} if it is written",
    Advice.NAME_FOLDER: ": mcmahon verify {} DIR",
    Advice.NAME_FORMAT: ", or --from or --to",
    Advice.NAME_PROFILE: "; expected --profile {}",
    Advice.NAME_RESULTS: "; expected 4 1-0 5 0-1, or --file results.csv",
    Advice.NAME_ROUND: "; if you mean this round: --round {}",
    Advice.NAME_SHEET: "; to say which: --sheet {}",
    Advice.NAME_PLAYER: "; for the player, take this back with mcmahon undo {folder}, and give the name: {}",
    Advice.OPEN_AS_HALF: " with --open-as-half",
    Advice.OTHER_CLUB: "; if it is another club: mcmahon player {folder} {0} --club {1}",
    Advice.PAIR_BY_HAND: "; to begin that: mcmahon by-hand {folder}",
    Advice.PLAY_AFTER_ALL: " If the player comes: `mcmahon player {folder} {} --rounds all`.",
    Advice.MEET_IN_TURNS: " To meet in turns, evenly: `mcmahon set {folder} {}`.",
    Advice.DRAW_WITH_MORE_BYES: " With more byes: `mcmahon pair {folder} --relax byes`.",
    Advice.PLAY_FEWER_ROUNDS: " Fewer rounds: `mcmahon set {folder} rounds={}`.",
    Advice.PUBLISH_ANYWAY: ": pair the round again, or publish it with --anyway",
    Advice.PUBLISH_ROUND: "; to publish it: mcmahon publish-round {folder}",
    Advice.REPAIR_OR_FORFEIT: (
        "; to find another opponent: mcmahon repair {folder} --without {0}; "
        "to enter a loss by forfeit: mcmahon absent {folder} {0} --rounds {1} --forfeit"
    ),
    Advice.REPAIR_OR_FORFEIT_UNEXCUSED: (
        "; to find another opponent, with 0 points for the absence: mcmahon repair {folder} --without {0} --unexcused; "
        "to enter a loss by forfeit: mcmahon absent {folder} {0} --rounds {1} --forfeit"
    ),
    Advice.REPAIR_OR_UNDO: (
        "; to change as few boards as possible: mcmahon repair {folder}; "
        "to take back the last step: mcmahon undo {folder}"
    ),
    Advice.REPLACE_BY_FORFEIT: "; to replace it: mcmahon result {folder} {} {} --round {} --again",
    Advice.REPLACE_LIST: "; to add to the list: {}+=…; to replace it anyway: --replace",
    Advice.SAY_COLUMN: "; to say it: --column {0} or --column {1}; to take the first: --guess",
    Advice.SAY_STATE: "; to say it: --column {0} or --column {1}",
    Advice.SAY_TWO_BYES: "; if you want that: --two-byes; if somebody does not play: mcmahon absent {folder} PLAYER",
    Advice.SET_PROFILE: "; to use a weight profile: --set pairing.profile={}",
    Advice.SET_SETTINGS: ": mcmahon set {folder} {blanks}",
    Advice.SHOW_ALL_POINTS: "; to show all points: --all",
    Advice.SHOW_CLASHES: "; to see all: mcmahon congress {blanks}",
    Advice.SHOW_GROUPS: "; see mcmahon groups {folder}",
    Advice.SHOW_PRIZES: "; see mcmahon prizes {folder}",
    Advice.SHOW_SECTIONS: "; for their standings: mcmahon standings {folder} --by {}",
    Advice.SKIP_LINE: " (to leave this line out: --skip {})",
    Advice.SKIP_LINES: "; to leave out the duplicates: --skip {commas}",
    Advice.TAKE_IN: "; to play in round {1} as well: mcmahon repair {folder} --with {0}",
    Advice.TAKE_PIN: "; to take it anyway: mcmahon player {folder} {0} --pin {1}",
    Advice.TAKE_POINTS: "; for 0 points: mcmahon absent {folder} {} --rounds {} --unexcused",
    Advice.TAKE_WHITE: ": mcmahon board {folder} {} --white {}",
    Advice.TRY_WEIGHTS: (
        "; to compare them with a drawn round: mcmahon what-if {folder} --set {commas}; to use them from now on, write "
        "the lines into {folder}/own.toml, then: mcmahon set {folder} pairing.profile=own.toml"
    ),
    Advice.UNDO: "; to take all of this back: mcmahon undo {folder}",
    Advice.WITHDRAW: "; if they do not come back: mcmahon withdraw {folder} {}",
    Advice.WITHDRAW_ONLY: "; to withdraw the player and keep the result: mcmahon withdraw {folder} {}",
    Advice.WRITE_TABLE: "; to write a table: --to FILE",
}


def hint_text(hint: Hint | None) -> str:
    """The words that a hint adds to a sentence."""
    if hint is None:
        return ""
    values = [_quoted(value) for value in hint.values]
    commas = _quoted(",".join(hint.values))
    return TEXTS[hint.advice].format(*values, blanks=" ".join(values), commas=commas, folder=output.folder())


def hint_texts(hints: Iterable[Hint]) -> str:
    """The words that several hints add to a sentence."""
    return "".join(map(hint_text, hints))


def _quoted(value: str) -> str:
    """A value quoted for a shell; `…` stands for something to fill in."""
    plain = value.replace("…", "")
    return value if output.quoted(plain) == plain else output.quoted(value)


def problem_line(problem: Problem) -> str:
    """One problem, with the option it concerns and its hint."""
    return problem.text(option_of(problem.argument)) + hint_text(problem.hint)


def error_lines(error: McMahonError) -> str:
    """An error with its hints; each problem of the input is on a line of its own."""
    failure = failure_of(error)
    lines = map(problem_line, failure.problems) if failure.problems else failure.lines
    return "\n".join(lines) + hint_text(failure.hint)


def remedy_lines(foresight: Foresight, tournament: Tournament, absent: Sequence[str] = ()) -> list[str]:
    """A line of what could be done so that all rounds can be paired; nothing where they can."""
    text = hint_texts(remedies(foresight, tournament, absent)).strip()
    return [text] if text else []


def note_lines(notes: Iterable[Note], tournament: Tournament) -> list[str]:
    """Notes in sentences, each with its hint."""
    return [note.says(tournament) + hint_texts(note.hints(tournament)) for note in notes]


def remark_lines(remarks: Iterable[Remark]) -> list[str]:
    """Remarks on a file, each with its hint."""
    return [remark.text + hint_text(remark.hint) for remark in remarks]
