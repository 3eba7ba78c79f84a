"""What a person could do next, as data: each face says it in its own way."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Advice(StrEnum):
    """A thing to do; beside it what the values of its hint are."""

    ADD_ROUNDS = "add rounds"  # how many there are to be
    ALLOW_MORE_TIME = "allow more time"
    ASK_FOR_SETTINGS = "ask for settings"
    CHANGE_COLOURS = "change colours"
    CHANGE_NAME = "change name"  # id
    CHANGE_PLAYER = "change player"  # id
    CHECK_ROUNDS = "check rounds"
    CHOOSE_PROFILE = "choose profile"  # its name
    CONVERT_FILE = "convert file"
    DO_ANYWAY = "do anyway"
    DRAW_AGAIN = "draw again"
    DRAW_FRESH = "draw fresh"
    DRAW_WITHOUT_RESULTS = "draw without results"
    ENTER_AGAIN = "enter again"
    ENTER_DEFAULT = "enter default"
    ENTER_FOR_ALL = "enter for all"  # id
    ENTER_FOR_ROUNDS = "enter for rounds"
    FORFEIT_BOARD = "forfeit board"  # id, round
    GIVE_UP_BOARDS = "give up boards"
    LIST_PLAYERS = "list players"
    LOOK_AT_LOG = "look at log"
    LOWER_CORRECTION = "lower correction"  # id, or nothing where there are several
    MAKE_TOURNAMENT = "make tournament"
    NAME_ABSENT = "name absent"
    NAME_BOARD_CHANGE = "name board change"
    NAME_FOLDER = "name folder"  # of a certificate: its file
    NAME_FORMAT = "name format"
    NAME_PROFILE = "name profile"  # its name
    NAME_RESULTS = "name results"
    NAME_ROUND = "name round"  # its number
    NAME_ROUNDS = "name rounds"  # as typed, name of the player
    NAME_WISH = "name wish"
    OPEN_AS_HALF = "open as half"
    PUBLISH_ANYWAY = "publish anyway"
    PUBLISH_ROUND = "publish round"
    REPAIR_OR_FORFEIT = "repair or forfeit"  # id, round
    REPAIR_OR_FORFEIT_UNEXCUSED = "repair or forfeit, unexcused"  # id, round
    REPAIR_OR_UNDO = "repair or undo"
    REPLACE_LIST = "replace list"  # the setting
    SAY_TWO_BYES = "say two byes"
    SET_PROFILE = "set profile"  # its name
    SET_SETTINGS = "set settings"  # each as it is typed: key=value
    SHOW_ALL_POINTS = "show all points"
    SHOW_GROUPS = "show groups"
    SHOW_SECTIONS = "show sections"  # title of a column
    SKIP_LINE = "skip line"  # its number
    SKIP_LINES = "skip lines"  # their numbers
    TAKE_IN = "take in"  # id of a player who comes late, round
    TAKE_WHITE = "take white"  # table, id
    TRY_WEIGHTS = "try weights"  # each as it is typed: criterion=weight
    UNDO = "undo"
    WRITE_TABLE = "write table"


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice, and what it needs to know."""

    advice: Advice
    values: tuple[str, ...] = ()
