"""Words of OpenGotha's files by our names; its categories and teams, here columns by which standings have sections."""

from __future__ import annotations

from collections.abc import Mapping
from xml.etree.ElementTree import Element

from ....model.tournament.games import Result
from ....model.tournament.person import Player
from ....model.tournament.ranks import parse_rank, rank_name
from ....model.ways import Way
from ..foreign import Report, folded, whole_number

RESULTS = {
    "RESULT_UNKNOWN": Result.UNKNOWN, "RESULT_WHITEWINS": Result.WHITE, "RESULT_BLACKWINS": Result.BLACK,
    "RESULT_EQUAL": Result.JIGO, "RESULT_BOTHLOSE": Result.BOTH_LOSE, "RESULT_BOTHLOOSE": Result.BOTH_LOSE,
    "RESULT_BOTHWIN": Result.BOTH_WIN,
}  # fmt: skip
CRITERIA = {
    "MMS": "MMS", "NBW": "WINS", "Rank": "RANK", "Rating": "RATING", "SOSM": "SOS", "SOSM-1": "SOS-1",
    "SOSM-2": "SOS-2", "SODOSM": "SODOS", "SOSOSM": "SOSOS", "CUSSM": "CUSS", "DC": "DC", "SDC": "SDC",
    "SOSW": "SOSW", "SOSW-1": "SOSW-1", "SOSW-2": "SOSW-2", "SODOSW": "SODOSW", "SOSOSW": "SOSOSW", "CUSSW": "CUSSW",
}  # fmt: skip
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


CATEGORY, TEAM = "category", "team"


def category_limits(root: Element) -> list[int]:
    """The lowest rank of each category but the last, the strongest first; none where there are no categories."""
    general = root.find("TournamentParameterSet/GeneralParameterSet")
    if general is None or whole_number(general.get("numberOfCategories"), 1, 1, 9) < 2:
        return []
    limits = sorted(
        general.iterfind("Categories/Category"), key=lambda limit: whole_number(limit.get("number"), 9, 1, 9)
    )
    try:
        return [parse_rank(limit.get("lowerLimit", ""))[0] for limit in limits]
    except ValueError:
        return []


def category_of(rank: int, limits: list[int]) -> str:
    """The category of a rank, counted from 1; nothing where there are none."""
    return str(1 + sum(rank < limit for limit in limits)) if limits else ""


def teams_by_key(root: Element) -> dict[str, str]:
    """The team of each player by OpenGotha's key, folded; of several the first that names the player."""
    teams: dict[str, str] = {}
    for team in root.iterfind("Teams/Team"):
        name = team.get("teamName", "").strip() or team.get("teamNumber", "").strip()
        for board in team.iterfind("Board"):
            if board.get("player"):
                teams.setdefault(folded(board.get("player", "")), name)
    return teams


def note_sections(root: Element, general: Mapping[str, str], report: Report) -> None:
    """Tell what has become of categories."""
    limits = category_limits(root)
    ranks = [rank_name(rank) for rank in limits]
    for number, rank in enumerate(ranks, 1):
        report.add("categories are kept as a column of the players", f"{number} from {rank}", _by(CATEGORY))
    if limits:
        report.add("categories are kept as a column of the players", f"{len(limits) + 1} below {ranks[-1]}")
    elif whole_number(general.get("numberOfCategories"), 1, 1, 9) > 1:
        report.add("categories whose limits cannot be read")


def note_teams(root: Element, report: Report) -> None:
    """Tell what has become of teams whose people do not play the boards of matches."""
    teams = len(root.findall("Teams/Team"))
    if teams:
        criteria = root.iterfind("TeamTournamentParameterSet//PlacementCriterion")
        by = ", ".join(e.get("name", "") for e in criteria if e.get("name", "NULL") != "NULL")
        placed = f" (OpenGotha places them by {by})" if by else ""
        report.add(f"teams are kept as a column of the players, without places{placed}", str(teams), _by(TEAM))


def _by(title: str) -> tuple[Way, ...]:
    return (Way("for their standings", "standings", by=title),)
