"""What the director could do next, as data; each face has its own words for it."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum


class Advice(StrEnum):
    """Something to do; the comment names the values of its hint."""

    ADD_PRIZE = "add prize"
    ADD_ROUNDS = "add rounds"  # the new number of rounds
    ALLOW_MORE_TIME = "allow more time"
    ASK_FOR_SETTINGS = "ask for settings"
    CHANGE_COLOURS = "change colours"  # table, id of who is Black now, round
    CHANGE_NAME = "change name"  # id, name
    CHANGE_PLAYER = "change player"  # id, and a free id
    CHANGE_ROUNDS = "change rounds"  # the new number of rounds
    CHECK_ROUNDS = "check rounds"
    CHOOSE_PROFILE = "choose profile"  # its name
    CHOOSE_ROUNDS = "choose rounds"  # id
    CLEAR_PIN = "clear pin"  # id
    CONVERT_FILE = "convert file"
    DECIDE_MATCH = "decide match"  # the cup, id of a player in the match
    DO_ANYWAY = "do anyway"
    DRAW_AGAIN = "draw again"
    DRAW_BY_MATCHING = "draw by matching"
    DRAW_FRESH = "draw fresh"
    DRAW_WITHOUT_RESULTS = "draw without results"
    END_HAND_PAIRING = "end hand-pairing"
    ENTER_AGAIN = "enter again"
    LINE_UP_ANYWAY = "line up anyway"
    ENTER_FORFEIT = "enter forfeit"
    ENTER_FOR_ALL = "enter for all"  # id
    ENTER_FOR_ROUNDS = "enter for rounds"
    ENTER_RESULT = "enter result"  # table, round
    FREE_MEMBER = "free member"  # id of the pair or team, id of the member, round
    FREE_PLAYER = "free player"  # id, round
    FORFEIT_BOARD = "forfeit board"  # id, round
    GIVE_UP_BOARDS = "give up boards"
    GIVE_UP_RULE = "give up rule"  # what to set
    IDS_DECIDE = "ids decide"
    IDS_OR_NAMES = "ids or names"
    INSTALL_PACKAGE = "install package"  # its name
    LET_MEET_AGAIN = "let meet again"  # what to set
    LIST_PLAYERS = "list players"
    LOOK_AT_LOG = "look at log"
    LOWER_CORRECTION = "lower correction"  # id of the player, or "ID" for several
    MAKE_TOURNAMENT = "make tournament"
    NAME_ABSENT = "name absent"
    NAME_BOARD_CHANGE = "name board change"
    NAME_COLUMN = "name column"  # its title
    NAME_ENCODING = "name encoding"
    NAME_FOLDER = "name folder"  # file of the certificate
    NAME_FORMAT = "name format"
    NAME_PROFILE = "name profile"  # its name
    NAME_RESULTS = "name results"
    NAME_ROUND = "name round"  # its number
    NAME_SHEET = "name sheet"  # its title
    NAME_PLAYER = "name player"  # name of the player
    OPEN_AS_HALF = "open as half"
    OTHER_CLUB = "other club"  # id, the club
    PAIR_BY_HAND = "pair by hand"
    PLAY_AFTER_ALL = "play after all"  # id
    PLAY_FEWER_ROUNDS = "play fewer rounds"  # the new number of rounds
    DRAW_WITH_MORE_BYES = "draw with more byes"
    MEET_IN_TURNS = "meet in turns"  # the assignment of the setting
    PUBLISH_ANYWAY = "publish anyway"
    PUBLISH_ROUND = "publish round"
    REPAIR_OR_FORFEIT = "repair or forfeit"  # id, round
    REPAIR_OR_FORFEIT_UNEXCUSED = "repair or forfeit, unexcused"  # id, round
    REPAIR_OR_UNDO = "repair or undo"
    REPLACE_BY_FORFEIT = "replace by forfeit"  # table, result, round
    REPLACE_LIST = "replace list"  # the setting
    SAY_COLUMN = "say column"  # two answers, the likelier first: its title, "=", what it is
    SAY_STATE = "say state"  # the same of a column that may say who takes part: nobody guesses that
    SAY_TWO_BYES = "say two byes"
    SET_PROFILE = "set profile"  # its name
    SET_SETTINGS = "set settings"  # each as key=value
    SHOW_CLASHES = "show clashes"  # folders of the events
    SHOW_ALL_POINTS = "show all points"
    SHOW_GROUPS = "show groups"
    SHOW_PRIZES = "show prizes"
    SHOW_SECTIONS = "show sections"  # title of the column
    SKIP_LINE = "skip line"  # its number
    SKIP_LINES = "skip lines"  # their numbers
    TAKE_IN = "take in"  # id of the late player, round
    TAKE_PIN = "take pin"  # id, the pin
    TAKE_POINTS = "take points"  # id, rounds
    TAKE_WHITE = "take white"  # table, id
    TRY_WEIGHTS = "try weights"  # each as criterion=weight
    UNDO = "undo"
    WITHDRAW = "withdraw"  # id
    WITHDRAW_ONLY = "withdraw only"  # id
    WRITE_TABLE = "write table"


@dataclass(frozen=True, slots=True)
class Hint:
    """Advice, and the values that its words need."""

    advice: Advice
    values: tuple[str, ...] = ()
