"""What OpenGotha's files call things, by our names."""

from __future__ import annotations

from ...model.games import Result
from ...model.player import Player
from ...model.setting_kinds import PLACING_CRITERIA

RESULTS = {
    "RESULT_UNKNOWN": Result.UNKNOWN, "RESULT_WHITEWINS": Result.WHITE, "RESULT_BLACKWINS": Result.BLACK,
    "RESULT_EQUAL": Result.JIGO, "RESULT_BOTHLOSE": Result.BOTH_LOSE, "RESULT_BOTHLOOSE": Result.BOTH_LOSE,
    "RESULT_BOTHWIN": Result.BOTH_WIN,
}  # fmt: skip
CRITERIA = {
    "MMS": "MMS", "NBW": "WINS", "Rank": "RANK", "Rating": "RATING", "SOSM": "SOS", "SOSM-1": "SOS-1",
    "SOSM-2": "SOS-2", "SODOSM": "SODOS", "SOSOSM": "SOSOS", "CUSSM": "CUSS", "DC": "DC", "SDC": "SDC",
} | {name: name for name in PLACING_CRITERIA if name.split("-")[0].endswith("W")}  # fmt: skip
SEEDING = {"SPLITANDRANDOM": "random", "SPLITANDSLIP": "slide", "SPLITANDFOLD": "fold"}
FLOATS = {"TOP": "top", "MID": "middle", "BOT": "bottom"}
OVERTIME = {"SUDDENDEATH": "sudden death", "STDBYOYOMI": "byo-yomi", "CANBYOYOMI": "canadian", "FISCHER": "fischer"}
#: The attribute that has the seconds of an overtime.
OVERTIME_SECONDS = {"byo-yomi": "stdByoYomiTime", "canadian": "canByoYomiTime", "fischer": "fischerTime"}
MOST_ROUNDS = 20
LAST_RATING = 2949
#: Attributes of a player that are taken over.
TAKEN = {
    "name", "firstName", "country", "club", "egfPin", "ffgLicence", "agaId", "rank", "grade", "rating", "ratingOrigin",
    "smmsCorrection", "participating", "registeringStatus",
}  # fmt: skip
#: How the columns begin that keep the others for the way back.
KEPT = "opengotha."


def is_entered(player: Player, number: int) -> bool:
    """Whether a player is entered for a round, also with a preliminary entry."""
    return player.rounds is None or number in player.rounds
