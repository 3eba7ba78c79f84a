"""The settings of a tournament as OpenGotha has them, and those that it has not."""

from __future__ import annotations

import re
from collections.abc import Sequence
from xml.etree.ElementTree import Element, SubElement

from ....model.tournament.ranks import STRONGEST, rank_name
from ....model.tournament.setting_kinds import parse_seeding
from ....model.tournament.settings import HandicapSettings, Settings
from ....model.tournament.tournament import Tournament
from ..foreign import Report, bar_rank
from ..losses import note_event, note_systems
from .codes import AMONG_TIED, CRITERIA, FLOATS, MOST_ROUNDS, OVERTIME, OVERTIME_SECONDS, PAIRING, SEEDED_BY, SEEDING

MOST_CRITERIA = 6
#: OpenGotha's clubs have no more.
MOST_LETTERS = 4
#: Where everybody starts in a Swiss: 0 to us, 1 dan to OpenGotha.
SWISS_START = 0


def write_settings(root: Element, tournament: Tournament, losses: Report) -> None:
    """All parameters after the players and games, in OpenGotha's order."""
    settings = tournament.settings
    _note_settings(settings, losses)
    parameters = SubElement(root, "TournamentParameterSet")
    SubElement(parameters, "GeneralParameterSet", general_attributes(tournament))
    SubElement(parameters, "HandicapParameterSet", handicap_attributes(settings.handicap))
    _write_criteria(parameters, settings, losses)
    SubElement(parameters, "PairingParameterSet", pairing_attributes(settings, losses))
    team = SubElement(root, "TeamTournamentParameterSet")
    SubElement(team, "TeamGeneralParameterSet", teamSize="4")
    if settings.pairing.club_groups:
        groups = SubElement(root, "ClubsGroups")
        for number, clubs in enumerate(settings.pairing.club_groups, 1):
            group = SubElement(groups, "ClubsGroup", name=f"Group {number}")
            for club in dict.fromkeys(club[:MOST_LETTERS] for club in clubs):
                SubElement(group, "Club", name=club)


def bar_of(tournament: Tournament) -> int:
    """The bar as a rank; OpenGotha cannot be without one, so that none is 9 dan. In a Swiss bar and floor are one."""
    if tournament.settings.start.scheme == "swiss":
        return SWISS_START
    bar = bar_rank(tournament)
    return STRONGEST if bar is None else bar


def floor_of(tournament: Tournament) -> int:
    """The floor as a rank."""
    swiss = tournament.settings.start.scheme == "swiss"
    return SWISS_START if swiss else tournament.settings.floor_rank


def _note_settings(settings: Settings, losses: Report) -> None:
    """What of the settings would not come back, but for placing criteria and seeding."""
    start = settings.start
    note_systems(settings, losses)
    if start.scheme not in ("rank", "swiss"):
        losses.add(f"start scores of the scheme {start.scheme}: written as corrections as far as possible")
    if settings.rounds > MOST_ROUNDS:
        losses.add("rounds after the twentieth")
    for key in ("forbid", "force", "rules", "local_clubs"):
        if getattr(settings.pairing, key):
            losses.add("forbidden and forced pairs, rules over pairs, local clubs", f"pairing.{key}")
    note_event(settings, losses)
    if settings.pairing.profile != "opengotha":
        losses.add("the weight profile", settings.pairing.profile)
    if settings.tables.fixed or settings.tables.out_of_use or settings.tables.first != 1:
        losses.add("fixed tables and tables out of use")
    if settings.placing.empty_round_sosos != "own start" and "SOSOS" in settings.placing.order:
        losses.add("SOSOS of rounds without an opponent: OpenGotha counts the player's start score")
    if start.zero != "30k":
        losses.add("the zero of the scores: in OpenGotha 30 kyu is 0", start.zero)
    if settings.pairing.even_at_bar and settings.handicap.rule != "none":
        losses.add("even games at and above the bar: OpenGotha uses its own rank threshold for this")
    if settings.points.round_down == "absences":
        losses.add("absences rounded down and byes not: OpenGotha rounds both")


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


def handicap_attributes(rule: HandicapSettings) -> dict[str, str]:
    """The rule for handicaps."""
    return {
        "hdBasedOnMMS": str(rule.rule != "rank").lower(),
        "hdNoHdRankThreshold": (rule.none_from if rule.none_from != "none" else "9d").upper(),
        "hdCorrection": str(min(rule.reduction, 3)),
        "hdCeiling": str(0 if rule.rule == "none" else rule.maximum),
    }


def _write_criteria(parameters: Element, settings: Settings, losses: Report) -> None:
    """The first six placing criteria that OpenGotha has."""
    order = criteria_names(settings, losses)[:MOST_CRITERIA]
    placing = SubElement(SubElement(parameters, "PlacementParameterSet"), "PlacementCriteria")
    for k, name in enumerate([*order, *["NULL"] * (MOST_CRITERIA - len(order))], 1):
        SubElement(placing, "PlacementCriterion", number=str(k), name=name)


def criteria_names(settings: Settings, losses: Report, program: str = "OpenGotha") -> list[str]:
    """The placing criteria by OpenGotha's names; those that the program has not are lost."""
    names = {value: key for key, value in reversed(CRITERIA.items())}
    for name in settings.placing.order:
        if name not in names:
            losses.add(f"placing criteria that {program} does not have", name)
    return [names[name] for name in settings.placing.order if name in names]


def pairing_attributes(settings: Settings, losses: Report, program: str = "OpenGotha") -> dict[str, str]:
    """OpenGotha's McMahon weights with our seeding and floats."""
    systems = {value: key for key, value in SEEDING.items()}
    lines = [parse_seeding(line) for line in settings.pairing.seeding]
    methods = [method for _, _, method, _ in lines]
    if "adjacent" in methods or len(lines) > 2:
        losses.add(f"seeding that {program} does not have", "; ".join(settings.pairing.seeding))
    orders = [_order_and_extra(keys) for _, _, _, keys in lines]
    placed_by = [name for name in settings.placing.order if name in CRITERIA.values() and name not in AMONG_TIED]
    if any(order != placed_by for order, _ in orders):
        losses.add(f"the order inside score groups: {program} orders by placing criteria, then by rating or rank")
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
        "paiMaAdditionalPlacementCritSystem1": names[orders[0][1]],
        "paiMaAdditionalPlacementCritSystem2": names[orders[-1][1]],
        "paiSeBarThresholdActive": str(settings.start.scheme != "swiss").lower(),  # there all are at the bar
    }


def _order_and_extra(keys: Sequence[str]) -> tuple[list[str], str]:
    """The keys of a seeding without the rating or rank at their end, and that, which OpenGotha has apart."""
    extra = keys[-1] if keys and keys[-1] in SEEDED_BY.values() else ""
    return list(keys[: len(keys) - bool(extra)]), extra
