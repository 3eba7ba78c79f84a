"""What Pairgoth's files call things. Its parameters are OpenGotha's under other names, so they are told by these."""

from __future__ import annotations

from ....model.tournament.games import Result

RESULTS = {
    "?": Result.UNKNOWN, "w": Result.WHITE, "b": Result.BLACK, "=": Result.JIGO, "#": Result.BOTH_WIN,
    "0": Result.BOTH_LOSE, "X": Result.VOID,
}  # fmt: skip
#: Placing criteria by OpenGotha's names; those that are not here have the same.
CRITERIA = {
    "CATEGORY": "CAT", "RANK": "Rank", "RATING": "Rating", "SOSWM1": "SOSW-1", "SOSWM2": "SOSW-2", "SOSMM1": "SOSM-1",
    "SOSMM2": "SOSM-2", "NONE": "NULL",
}  # fmt: skip
#: Parameters of the pairing, by section and key, and what OpenGotha calls them; the weights are whole numbers there.
PAIRING = {
    ("base", "nx1"): "paiStandardNX1Factor",
    ("base", "dupWeight"): "paiBaAvoidDuplGame",
    ("base", "random"): "paiBaRandom",
    ("base", "deterministic"): "paiBaDeterministic",
    ("base", "colorBalanceWeight"): "paiBaBalanceWB",
    ("main", "catWeight"): "paiMaAvoidMixingCategories",
    ("main", "scoreWeight"): "paiMaMinimizeScoreDifference",
    ("main", "upDownWeight"): "paiMaDUDDWeight",
    ("main", "upDownCompensate"): "paiMaCompensateDUDD",
    ("main", "upDownLowerMode"): "paiMaDUDDLowerMode",
    ("main", "upDownUpperMode"): "paiMaDUDDUpperMode",
    ("main", "maximizeSeeding"): "paiMaMaximizeSeeding",
    ("main", "firstSeedLastRound"): "paiMaLastRoundForSeedSystem1",
    ("main", "firstSeed"): "paiMaSeedSystem1",
    ("main", "secondSeed"): "paiMaSeedSystem2",
    ("main", "firstSeedAddCrit"): "paiMaAdditionalPlacementCritSystem1",
    ("main", "secondSeedAddCrit"): "paiMaAdditionalPlacementCritSystem2",
    ("secondary", "barThreshold"): "paiSeBarThresholdActive",
    ("secondary", "rankThreshold"): "paiSeRankThreshold",
    ("secondary", "winsThreshold"): "paiSeNbWinsThresholdActive",
    ("secondary", "secWeight"): "paiSeDefSecCrit",
    ("geo", "weight"): "paiSeAvoidSameGeo",
    ("geo", "mmsDiffCountry"): "paiSePreferMMSDiffRatherThanSameCountry",
    ("geo", "mmsDiffClubGroup"): "paiSePreferMMSDiffRatherThanSameClubsGroup",
    ("geo", "mmsDiffClub"): "paiSePreferMMSDiffRatherThanSameClub",
    ("handicap", "weight"): "paiSeMinimizeHandicap",
}
#: Words of parameters by OpenGotha's.
WORDS = {
    "TOP": "TOP", "MIDDLE": "MID", "BOTTOM": "BOT", "SPLIT_AND_RANDOM": "SPLITANDRANDOM",
    "SPLIT_AND_SLIP": "SPLITANDSLIP", "SPLIT_AND_FOLD": "SPLITANDFOLD", "RATING": "Rating", "RANK": "Rank",
    "NONE": "NULL",
}  # fmt: skip
TIMES = {
    "SUDDEN_DEATH": "SUDDENDEATH", "CANADIAN": "CANBYOYOMI", "JAPANESE": "STDBYOYOMI", "STANDARD": "STDBYOYOMI",
    "FISCHER": "FISCHER",
}  # fmt: skip
#: What files that Pairgoth made of OpenGotha's have for 10^11: it did not fit into 32 bits.
CUT_WEIGHT, WHOLE_WEIGHT = 10**11 % 2**32, 10**11
#: Nobody plays so fast: a main time below is in minutes, as files made of OpenGotha's have it; else it is in seconds.
LEAST_SECONDS = 120
MAC_MAHON, SWISS = "MAC_MAHON", "SWISS"
