"""The settings of an OpenGotha file by our names, and those of a tournament as OpenGotha has them, or has not."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from ....model.pairing.profile import GREATEST_WEIGHT
from ....model.tournament.ranks import STRONGEST, parse_rank, rank_name
from ....model.tournament.same_names import joined
from ....model.tournament.settings.kinds import parse_seeding
from ....model.tournament.settings.settings import Settings
from ....model.tournament.tournament import Tournament
from ....model.ways import Way
from ..foreign import Report, bar_rank, flag, iso_day, komi_in, none_from_text, note_settings, whole_number
from .opengotha_teams import MOST_ROUNDS, note_sections, write_criteria

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


def read_settings(root: Element, report: Report) -> dict[str, Any]:
    """The settings that we know of a file, by our names, with OpenGotha's defaults where it says nothing."""
    values = {name: text for part in root.iterfind("TournamentParameterSet/*") for name, text in part.attrib.items()}
    teams = {id(e) for e in root.iterfind("TeamTournamentParameterSet//PlacementCriterion")}
    found = [e for e in root.iter("PlacementCriterion") if id(e) not in teams]
    found.sort(key=lambda e: whole_number(e.get("number"), 99, 0, 99))
    criteria = [e.get("name", "NULL") for e in found]
    played = [whole_number(game.get("roundNumber"), 0, 0, MOST_ROUNDS) for game in root.iterfind("Games/Game")]
    rounds = max([whole_number(values.get("numberOfRounds"), 5, 1, MOST_ROUNDS), *played])
    corrected = any(p.get("smmsCorrection", "0").strip() != "0" for p in root.iterfind("Players/Player"))
    note_criteria(criteria, report)
    note_sections(root, values, report)
    given = settings_given(values, criteria, corrected, report) | {"rounds": rounds} | _club_groups(root, report)
    if values.get("size", "19") not in ("19", "0"):  # 0 is what a few files have for nothing
        report.add("board sizes other than 19 are not kept", values["size"])
    note_pairing(values, report)
    return given


def settings_given(
    values: Mapping[str, str], criteria: Sequence[str], corrected: bool, report: Report
) -> dict[str, Any]:
    """OpenGotha's parameters (attributes of all sets) as our settings, but for the rounds; tells what has no equal.

    `criteria`: for placing. `corrected`: somebody starts elsewhere than rank, bar and floor say.
    """

    def points(name: str) -> float:
        return whole_number(values.get(name), 0, 0, 2) / 2  # the file has half points

    komi = komi_in(values.get("komi", ""))
    order = list(dict.fromkeys(CRITERIA[name] for name in criteria if name in CRITERIA)) or ["MMS", "SOS", "SOSOS"]
    ceiling = whole_number(values.get("hdCeiling"), 9, 0, 9)
    by_mms = flag(values.get("hdBasedOnMMS"), values.get("hdBase", "MMS") == "MMS")
    correction = whole_number(values.get("hdCorrection"), 1, -1, 9)
    if correction < 0:
        report.add("a handicap of one stone more than the difference; the plain difference is used")
    overtime = OVERTIME.get(values.get("complementaryTimeSystem", "CANBYOYOMI"), "canadian")
    days = {"event.begin": values.get("beginDate", ""), "event.end": values.get("endDate", "")}
    half = flag(values.get("genCountNotPlayedGamesAsHalfPoint"), False)
    given = {
        "name": values.get("name") or values.get("shortName") or "",
        "komi": 7.5 if komi is None else komi,
        "start.bar": _rank_text(values.get("genMMBar"), "4d"),
        "start.floor": _rank_text(values.get("genMMFloor"), "20k"),
        "handicap.rule": "none" if ceiling == 0 else "mms" if by_mms else "rank",
        "handicap.reduction": max(correction, 0),
        "handicap.maximum": ceiling,
        "handicap.none_from": _rank_text(values.get("hdNoHdRankThreshold"), "1d"),
        "points.absence": points("genMMS2ValueAbsent"),
        "points.bye": points("genMMS2ValueBye"),
        "points.absence_wins": points("genNBW2ValueAbsent"),
        "points.bye_wins": points("genNBW2ValueBye"),
        "points.round_down": "absences and byes" if flag(values.get("genRoundDownNBWMMS"), True) else "none",
        "placing.opponents_unplayed": "half" if half else "as scored",
        "placing.order": order,
        "pairing.seeding": _seeding(values, order),
        "pairing.draw_down": FLOATS.get(values.get("paiMaDUDDUpperMode", "MID"), "middle"),
        "pairing.draw_up": FLOATS.get(values.get("paiMaDUDDLowerMode", "MID"), "middle"),
        "pairing.even_at_bar": False,
        "event.place": values.get("location", ""),
        "event.internet": flag(values.get("bInternet"), False),
        "event.basic_time": whole_number(values.get("basicTime") or values.get("time"), 0, 0, 600),
        "event.overtime": overtime,
        "event.overtime_seconds": whole_number(values.get(OVERTIME_SECONDS.get(overtime, "")), 30, 0, 3600),
        "event.overtime_stones": whole_number(values.get("nbMovesCanTime"), 15, 1, 100),
        **{key: day for key, day in days.items() if iso_day(day)},
    }
    return given | _swiss(given, criteria, corrected, report)


def _swiss(given: Mapping[str, Any], criteria: Sequence[str], corrected: bool, report: Report) -> dict[str, Any]:
    """What makes it a Swiss, where OpenGotha's main score is the wins and nothing rests on McMahon scores."""
    if next((name for name in criteria if name in MAIN_SCORES), "NBW") != "NBW":
        return {}
    one_start = parse_rank(given["start.bar"])[0] <= parse_rank(given["start.floor"])[0] and not corrected
    by_scores = bool(OF_SCORES & set(given["placing.order"])) or given["handicap.rule"] == "mms"
    if by_scores and not one_start:
        report.add("OpenGotha pairs by wins, its first criterion; here the McMahon score is used", unlike=True)
        return {}
    swiss = {"start.scheme": "swiss", "pairing.geography_at_bar": "counts"}
    if by_scores:
        return swiss
    return {**swiss, "points.absence": given["points.absence_wins"], "points.bye": given["points.bye_wins"]}


def _rank_text(text: str | None, default: str) -> str:
    try:
        return rank_name(parse_rank(text or "")[0])
    except ValueError:
        return default


def note_criteria(criteria: Sequence[str], report: Report) -> None:
    """Name what places are decided by there and not here; that comes first of all that is lost."""
    for name in criteria:
        if name not in CRITERIA and name not in ("NULL", "NONE"):
            report.add("unknown placing criteria, left out; places can differ", name)


def _club_groups(root: Element, report: Report) -> dict[str, Any]:
    """The groups of clubs, each of which counts as one club here."""
    found = []
    for group in root.iterfind("ClubsGroups/ClubsGroup"):
        found.append([club.get("name", "").strip() for club in group.iterfind("Club")])
        if len(found[-1]) < 2:
            continue
        remark = "each group of clubs counts as one club; in OpenGotha it counts half as much as a club"
        report.add(remark, f"{group.get('name', '')} = {', '.join(found[-1])}", unlike=True)
    groups, left_out = joined(found)
    for club in left_out:
        report.add("clubs in several groups; the first group counts", club)
    return {"pairing.club_groups": [list(group) for group in groups]} if groups else {}


def note_pairing(pairing: Mapping[str, str], report: Report) -> None:
    """What the tournament is paired by from now on, and each weight of the file that this leaves out."""
    report.add(
        "of the pairing parameters, only seeding and the choice of players to draw up or down are taken over. "
        "Pairing now uses the profile opengotha, which is close to OpenGotha's defaults, except that a gap of two "
        "points costs more than two gaps of one point",
        ways=(Way("for other weights", "set", assignments=("pairing.profile=balanced",)),),
    )
    for name, (value, words) in PAIRING.items():
        own = pairing.get(name, value).strip()
        if own.lower() != value.lower():
            shown = [f"{int(one):,}" if re.fullmatch(r"\d{5,18}", one) else one for one in (own, value)]
            report.add("pairing parameters that are not taken over", f"{words} {shown[0]} (default {shown[1]})")
    if nearest := nearest_weights(pairing):
        lines = ", ".join(['base = "opengotha"', *(f"{name}.weight = {weight}" for name, weight in nearest.items())])
        varied = ",".join(f"{name}={weight}" for name, weight in nearest.items())
        use = "to use them from now on, write the lines into own.toml in the tournament folder, then"
        ways = (
            Way("to compare them with a drawn round", "what-if", varied=varied),
            Way(use, "set", assignments=("pairing.profile=own.toml",)),
        )
        report.add(f"those parameters are nearest to a profile of your own with the lines {lines}", ways=ways)


def nearest_weights(pairing: Mapping[str, str]) -> dict[str, int]:
    """Weights nearest to OpenGotha's parameters: half the default has half the weight of the profile `opengotha`."""
    nearest: dict[str, int] = {}
    for name, weights in NEAREST.items():
        default = int(PAIRING[name][0])
        own = whole_number(pairing.get(name), default, 0, 10 * default)
        if own != default:
            nearest |= {
                key: min(GREATEST_WEIGHT, (weight * own + default // 2) // default) for key, weight in weights.items()
            }
    if not flag(pairing.get("paiMaCompensateDUDD"), True):
        nearest["float_uncompensated"] = 0
    return nearest


def _seeding(pairing: Mapping[str, str], order: Sequence[str]) -> list[str]:
    """The lines of the two systems; score groups are ordered by the placing criteria, then as each system says."""
    last = whole_number(pairing.get("paiMaLastRoundForSeedSystem1"), 2, 0, 99)
    first = SEEDING.get(pairing.get("paiMaSeedSystem1", ""), "random")
    second = SEEDING.get(pairing.get("paiMaSeedSystem2", ""), "slide")
    extra = SEEDED_BY.get(pairing.get("paiMaAdditionalPlacementCritSystem1", "Rating"), "")
    extra_2 = SEEDED_BY.get(pairing.get("paiMaAdditionalPlacementCritSystem2", ""), "")
    keys = [name for name in order if name not in AMONG_TIED]
    lines = [" ".join(filter(None, (f"1-{last}", first, *keys, extra)))] if last else []
    return [*lines, " ".join(filter(None, (f"{last + 1}+", second, *keys, extra_2)))]


#: OpenGotha's clubs have no more.
MOST_LETTERS = 4
#: Where everybody starts in a Swiss: 0 to us, 1 dan to OpenGotha.
SWISS_START = 0


def write_settings(root: Element, tournament: Tournament, losses: Report) -> Element:
    """Write all parameters after the players and games, in OpenGotha's order; the element of those of teams."""
    settings = tournament.settings
    _note_settings(settings, losses)
    parameters = SubElement(root, "TournamentParameterSet")
    SubElement(parameters, "GeneralParameterSet", general_attributes(tournament))
    SubElement(parameters, "HandicapParameterSet", handicap_attributes(tournament))
    write_criteria(SubElement(parameters, "PlacementParameterSet"), criteria_names(settings, losses))
    SubElement(parameters, "PairingParameterSet", pairing_attributes(settings, losses))
    team = SubElement(root, "TeamTournamentParameterSet")
    SubElement(team, "TeamGeneralParameterSet", teamSize="4")
    if settings.pairing.club_groups:
        groups = SubElement(root, "ClubsGroups")
        for number, clubs in enumerate(settings.pairing.club_groups, 1):
            group = SubElement(groups, "ClubsGroup", name=f"Group {number}")
            for club in dict.fromkeys(club[:MOST_LETTERS] for club in clubs):
                SubElement(group, "Club", name=club)
    return team


def bar_of(tournament: Tournament) -> int:
    """The bar as a rank; OpenGotha cannot be without one, so that none is 9 dan. In a Swiss bar and floor are one."""
    bar = SWISS_START if tournament.settings.start.scheme == "swiss" else bar_rank(tournament)
    return STRONGEST if bar is None else bar


def floor_of(tournament: Tournament) -> int:
    """The floor as a rank."""
    swiss = tournament.settings.start.scheme == "swiss"
    return SWISS_START if swiss else tournament.settings.floor_rank


def _note_settings(settings: Settings, losses: Report) -> None:
    """What of the settings would not come back, but for placing criteria and seeding."""
    scheme, zero = settings.start.scheme, settings.start.zero
    sosos = settings.placing.empty_round_sosos != "own start" and "SOSOS" in settings.placing.order
    even = settings.pairing.even_at_bar and settings.handicap.rule != "none"
    rounded = settings.points.round_down == "absences"
    by_scheme = f"start scores of the scheme {scheme}: written as corrections as far as possible"
    of_none = "SOSOS of rounds without an opponent: OpenGotha counts the player's start score"
    at_bar = "even games at and above the bar: OpenGotha uses its own rank threshold for this"
    note_settings(
        settings,
        losses,
        (scheme not in ("rank", "swiss"), "start.scheme", by_scheme),
        (settings.rounds > MOST_ROUNDS, "rounds", "rounds after the twentieth"),
        (sosos, "placing.empty_round_sosos", of_none),
        (zero != "30k", "start.zero", "the zero of the scores: in OpenGotha 30 kyu is 0", zero),
        (even, "pairing.even_at_bar", at_bar),
        (rounded, "points.round_down", "absences rounded down and byes not: OpenGotha rounds both"),
    )


def general_attributes(tournament: Tournament) -> dict[str, str]:
    """The event, the bars and the points of rounds without a game."""
    settings = tournament.settings
    event, points = settings.event, settings.points
    attributes = {
        "shortName": re.sub(r"\W", "", settings.name)[:20] or "tournament",
        "name": settings.name,
        "location": event.place,
        "size": "19",
        "komi": f"{settings.komi / 2:.1f}",
        "bInternet": str(event.internet).lower(),
        "basicTime": str(event.basic_time or 60),
        "complementaryTimeSystem": {value: key for key, value in OVERTIME.items()}[event.overtime],
        "nbMovesCanTime": str(event.overtime_stones),
        "numberOfRounds": str(min(settings.rounds, MOST_ROUNDS)),
        "numberOfCategories": "1",
        "genMMBar": rank_name(bar_of(tournament)).upper(),
        "genMMFloor": rank_name(floor_of(tournament)).upper(),
        "genMMZero": "30K",
        "genMMS2ValueAbsent": str(points.absence),
        "genMMS2ValueBye": str(points.bye),
        "genNBW2ValueAbsent": str(points.absence_wins),
        "genNBW2ValueBye": str(points.bye_wins),
        "genRoundDownNBWMMS": str(points.round_down != "none").lower(),
        "genCountNotPlayedGamesAsHalfPoint": str(settings.placing.opponents_unplayed == "half").lower(),
    }
    if event.begin:  # without a day, the one on which the file is opened
        attributes |= {"beginDate": event.begin, "endDate": event.end or event.begin}
    if event.overtime in OVERTIME_SECONDS:
        attributes[OVERTIME_SECONDS[event.overtime]] = str(event.overtime_seconds)
    return attributes


def handicap_attributes(tournament: Tournament) -> dict[str, str]:
    """The rule for handicaps."""
    rule, none_from = tournament.settings.handicap, none_from_text(tournament)
    return {
        "hdBasedOnMMS": str(rule.rule != "rank").lower(),
        "hdNoHdRankThreshold": (none_from if none_from != "none" else "9d").upper(),
        "hdCorrection": str(min(rule.reduction, 3)),
        "hdCeiling": str(0 if rule.rule == "none" else rule.maximum),
    }


def criteria_names(settings: Settings, losses: Report, program: str = "OpenGotha") -> list[str]:
    """The placing criteria by OpenGotha's names; those that the program has not are lost."""
    names = {value: key for key, value in reversed(CRITERIA.items())}
    for name in settings.placing.order:
        if name not in names:
            losses.add(f"placing criteria that {program} does not have", name, of="settings.placing.order")
    return [names[name] for name in settings.placing.order if name in names]


def pairing_attributes(settings: Settings, losses: Report, program: str = "OpenGotha") -> dict[str, str]:
    """OpenGotha's McMahon weights with our seeding and floats."""
    systems = {value: key for key, value in SEEDING.items()}
    lines = [parse_seeding(line) for line in settings.pairing.seeding]
    methods = [method for _, _, method, _ in lines]
    if "adjacent" in methods or len(lines) > 2:
        seeding = "; ".join(settings.pairing.seeding)
        losses.add(f"seeding that {program} does not have", seeding, of="settings.pairing.seeding")
    extras = [keys[-1] if keys and keys[-1] in SEEDED_BY.values() else "" for _, _, _, keys in lines]
    orders = [list(keys[: len(keys) - bool(extra)]) for (_, _, _, keys), extra in zip(lines, extras, strict=True)]
    placed_by = [name for name in settings.placing.order if name in CRITERIA.values() and name not in AMONG_TIED]
    if any(order != placed_by for order in orders):
        otherwise = f"{program} orders by placing criteria, then by rating or rank"
        losses.add(f"the order inside score groups: {otherwise}", of="settings.pairing.seeding")
    names = {value: key for key, value in SEEDED_BY.items()}
    last = lines[0][1] if len(lines) > 1 else 0
    floats = {value: key for key, value in FLOATS.items()}
    return {
        **{name: value for name, (value, _) in PAIRING.items()},
        "paiMaDUDDUpperMode": floats[settings.pairing.draw_down],
        "paiMaDUDDLowerMode": floats[settings.pairing.draw_up],
        "paiMaLastRoundForSeedSystem1": str(min(last, MOST_ROUNDS)),
        "paiMaSeedSystem1": systems.get(methods[0], "SPLITANDFOLD"),
        "paiMaSeedSystem2": systems.get(methods[-1], "SPLITANDFOLD"),
        "paiMaAdditionalPlacementCritSystem1": names[extras[0]],
        "paiMaAdditionalPlacementCritSystem2": names[extras[-1]],
        "paiSeBarThresholdActive": str(settings.start.scheme != "swiss").lower(),  # there all are at the bar
    }
