"""What OpenGotha's files call things, by our names."""

from __future__ import annotations

from ....model.tournament.games import Result
from ....model.tournament.player import Player
from ....model.tournament.setting_kinds import PLACING_CRITERIA

RESULTS = {
    "RESULT_UNKNOWN": Result.UNKNOWN, "RESULT_WHITEWINS": Result.WHITE, "RESULT_BLACKWINS": Result.BLACK,
    "RESULT_EQUAL": Result.JIGO, "RESULT_BOTHLOSE": Result.BOTH_LOSE, "RESULT_BOTHLOOSE": Result.BOTH_LOSE,
    "RESULT_BOTHWIN": Result.BOTH_WIN,
}  # fmt: skip
CRITERIA = {
    "MMS": "MMS", "NBW": "WINS", "Rank": "RANK", "Rating": "RATING", "SOSM": "SOS", "SOSM-1": "SOS-1",
    "SOSM-2": "SOS-2", "SODOSM": "SODOS", "SOSOSM": "SOSOS", "CUSSM": "CUSS", "DC": "DC", "SDC": "SDC",
} | {name: name for name in PLACING_CRITERIA if name.split("-")[0].endswith("W") and name != "BDW"}  # fmt: skip
#: Those that rest on the McMahon score, by our names; what a Swiss is paired and placed by has none of them.
OF_SCORES = {"MMS", "SOS", "SOS-1", "SOS-2", "SODOS", "SOSOS", "CUSS"}
#: The first of these among the criteria is the main score, by which players are paired; without any it is the wins.
MAIN_SCORES = ("NBW", "MMS", "CPS")
SEEDING = {"SPLITANDRANDOM": "random", "SPLITANDSLIP": "slide", "SPLITANDFOLD": "fold"}
#: What orders players of a score group after the placing criteria.
SEEDED_BY = {"Rating": "RATING", "Rank": "RANK", "NULL": ""}
#: Criteria that compare tied players, which a score group is not.
AMONG_TIED = {"DC", "SDC"}
FLOATS = {"TOP": "top", "MID": "middle", "BOT": "bottom"}
OVERTIME = {"SUDDENDEATH": "sudden death", "STDBYOYOMI": "byo-yomi", "CANBYOYOMI": "canadian", "FISCHER": "fischer"}
#: The attribute that has the seconds of an overtime.
OVERTIME_SECONDS = {"byo-yomi": "stdByoYomiTime", "canadian": "canByoYomiTime", "fischer": "fischerTime"}
#: Parameters of the pairing that are no settings here: their values in OpenGotha's McMahon preset, and what they are.
PAIRING = {
    "paiStandardNX1Factor": ("0.5", "NX1 factor"),
    "paiBaAvoidDuplGame": ("500000000000000", "avoid a second game of two players"),
    "paiBaRandom": ("0", "random"),
    "paiBaDeterministic": ("true", "deterministic random"),
    "paiBaBalanceWB": ("1000000", "balance White and Black"),
    "paiMaAvoidMixingCategories": ("0", "avoid mixing categories"),
    "paiMaMinimizeScoreDifference": ("100000000000", "minimise score difference"),
    "paiMaDUDDWeight": ("100000000", "draw-up and draw-down"),
    "paiMaCompensateDUDD": ("true", "compensate draw-ups and draw-downs"),
    "paiMaMaximizeSeeding": ("5000000", "seeding"),
    "paiSeRankThreshold": ("1D", "no secondary criteria from the rank"),
    "paiSeNbWinsThresholdActive": ("false", "no secondary criteria after many wins"),
    "paiSeBarThresholdActive": ("true", "no secondary criteria above the bar"),
    "paiSeDefSecCrit": ("100000000000", "secondary criteria"),
    "paiSeMinimizeHandicap": ("0", "minimise handicap"),
    "paiSeAvoidSameGeo": ("100000000000", "avoid the same country and club"),
    "paiSePreferMMSDiffRatherThanSameCountry": ("1", "score difference to accept against the same country"),
    "paiSePreferMMSDiffRatherThanSameClubsGroup": ("2", "score difference to accept against the same group of clubs"),
    "paiSePreferMMSDiffRatherThanSameClub": ("3", "score difference to accept against the same club"),
}
#: What comes nearest to some of them: criteria, with the weights that the profile `opengotha` has for their defaults.
NEAREST = {
    "paiBaBalanceWB": {"colour_balance": 25},
    "paiMaMinimizeScoreDifference": {"mms_difference": 190_000},
    "paiMaDUDDWeight": {
        "drawn_down_again": 2000,
        "drawn_up_again": 2000,
        "float_uncompensated": 2000,
        "float_place": 10,
    },
    "paiMaMaximizeSeeding": {"seeding": 5},
    "paiSeAvoidSameGeo": {"same_club": 875_000, "same_country": 122_000},
}
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
