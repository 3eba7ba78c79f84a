"""The settings of an OpenGotha file, by our names."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any
from xml.etree.ElementTree import Element

from ....model.hints import Advice, Hint
from ....model.pairing.profile import GREATEST_WEIGHT
from ....model.tournament.ranks import parse_rank, rank_name
from ..foreign import Report, flag, iso_day, komi_in, whole_number
from .codes import (
    AMONG_TIED,
    CRITERIA,
    FLOATS,
    MOST_ROUNDS,
    NEAREST,
    OVERTIME,
    OVERTIME_SECONDS,
    PAIRING,
    SEEDED_BY,
    SEEDING,
)


def read_settings(root: Element, report: Report) -> dict[str, Any]:
    """The settings that we know of a file, by our names, with OpenGotha's defaults where it says nothing."""
    general, pairing = _attributes(root, "GeneralParameterSet"), _attributes(root, "PairingParameterSet")
    komi = komi_in(general.get("komi", ""))
    order = _criteria(root, report)
    given = {
        "name": general.get("name") or general.get("shortName") or "",
        "rounds": _number_of_rounds(root, general),
        "komi": 7.5 if komi is None else komi,
        "start.bar": _rank_text(general.get("genMMBar"), "4d"),
        "start.floor": _rank_text(general.get("genMMFloor"), "20k"),
        **_handicap(_attributes(root, "HandicapParameterSet"), report),
        **_points(general),
        "placing.order": order,
        "pairing.seeding": _seeding(pairing, order),
        "pairing.draw_down": FLOATS.get(pairing.get("paiMaDUDDUpperMode", "MID"), "middle"),
        "pairing.draw_up": FLOATS.get(pairing.get("paiMaDUDDLowerMode", "MID"), "middle"),
        "pairing.even_at_bar": False,
        **_event(general),
    }
    teams = len(root.findall("Teams/Team"))
    if teams:
        report.add("teams", str(teams))
    if whole_number(general.get("numberOfCategories"), 1, 1, 9) > 1:
        report.add("categories")
    for group in root.iterfind("ClubsGroups/ClubsGroup"):
        report.add("groups of clubs", group.get("name", ""))
    if general.get("size", "19") not in ("19", "0"):  # 0 is what a few files have for nothing
        report.add("boards of another size than 19", general["size"])
    _note_pairing(pairing, report)
    return given


def _attributes(root: Element, name: str) -> dict[str, str]:
    element = root.find(f"TournamentParameterSet/{name}")
    return {} if element is None else dict(element.attrib)


def _number_of_rounds(root: Element, general: dict[str, str]) -> int:
    """As many as are said, or as have games."""
    played = [whole_number(game.get("roundNumber"), 0, 0, MOST_ROUNDS) for game in root.iterfind("Games/Game")]
    return max([whole_number(general.get("numberOfRounds"), 5, 1, MOST_ROUNDS), *played])


def _rank_text(text: str | None, default: str) -> str:
    try:
        return rank_name(parse_rank(text or "")[0])
    except ValueError:
        return default


def _handicap(handicap: dict[str, str], report: Report) -> dict[str, Any]:
    ceiling = whole_number(handicap.get("hdCeiling"), 9, 0, 9)
    by_mms = flag(handicap.get("hdBasedOnMMS"), handicap.get("hdBase", "MMS") == "MMS")
    correction = whole_number(handicap.get("hdCorrection"), 1, -1, 9)
    if correction < 0:
        report.add("a handicap of one stone more than the difference; taken as the difference")
    return {
        "handicap.rule": "none" if ceiling == 0 else "mms" if by_mms else "rank",
        "handicap.reduction": max(correction, 0),
        "handicap.maximum": ceiling,
        "handicap.none_from": _rank_text(handicap.get("hdNoHdRankThreshold"), "1d"),
    }


def _points(general: dict[str, str]) -> dict[str, Any]:
    """What absences, byes and games not played are worth, in points; the file has half points."""

    def points(name: str) -> float:
        return whole_number(general.get(name), 0, 0, 2) / 2

    half = flag(general.get("genCountNotPlayedGamesAsHalfPoint"), False)
    return {
        "points.absence": points("genMMS2ValueAbsent"),
        "points.bye": points("genMMS2ValueBye"),
        "points.absence_wins": points("genNBW2ValueAbsent"),
        "points.bye_wins": points("genNBW2ValueBye"),
        "points.round_down": "absences and byes" if flag(general.get("genRoundDownNBWMMS"), True) else "none",
        "placing.opponents_unplayed": "half" if half else "as scored",
    }


def _event(general: dict[str, str]) -> dict[str, Any]:
    overtime = OVERTIME.get(general.get("complementaryTimeSystem", "CANBYOYOMI"), "canadian")
    days = {"event.begin": general.get("beginDate", ""), "event.end": general.get("endDate", "")}
    return {
        "event.place": general.get("location", ""),
        "event.internet": flag(general.get("bInternet"), False),
        "event.basic_time": whole_number(general.get("basicTime") or general.get("time"), 0, 0, 600),
        "event.overtime": overtime,
        "event.overtime_seconds": whole_number(general.get(OVERTIME_SECONDS.get(overtime, "")), 30, 0, 3600),
        "event.overtime_stones": whole_number(general.get("nbMovesCanTime"), 15, 1, 100),
        **{key: day for key, day in days.items() if iso_day(day)},
    }


def _criteria(root: Element, report: Report) -> list[str]:
    found = sorted(root.iter("PlacementCriterion"), key=lambda e: whole_number(e.get("number"), 99, 0, 99))
    names = [e.get("name", "NULL") for e in found]
    for name in names:
        if name not in CRITERIA and name != "NULL":
            report.add("placing criteria that are not known here", name)
    return list(dict.fromkeys(CRITERIA[name] for name in names if name in CRITERIA)) or ["MMS", "SOS", "SOSOS"]


def _note_pairing(pairing: dict[str, str], report: Report) -> None:
    """What the tournament is paired by from now on, and each weight of the file that this leaves out."""
    report.add(
        "of the pairing parameters, seeding and who is drawn up or down are taken over; the weights are now the "
        "profile opengotha: OpenGotha's McMahon defaults as near as our criteria allow, but a gap of two costs more "
        "than two of one",
        hint=Hint(Advice.CHOOSE_PROFILE, ("balanced",)),
    )
    for name, (value, words) in PAIRING.items():
        own = pairing.get(name, value).strip()
        if own.lower() != value.lower():
            report.add("pairing parameters of the file that are not taken over", f"{words} {own} (default {value})")
    nearest = nearest_weights(pairing)
    if nearest:
        lines = ", ".join(['base = "opengotha"', *(f"{name}.weight = {weight}" for name, weight in nearest.items())])
        hint = Hint(Advice.TRY_WEIGHTS, tuple(f"{name}={weight}" for name, weight in nearest.items()))
        report.add(f"the nearest to those parameters here is a profile of the lines {lines}", hint=hint)


def nearest_weights(pairing: Mapping[str, str]) -> dict[str, int]:
    """The weights of criteria that come nearest to parameters which are not OpenGotha's defaults.

    They are in proportion: a parameter of half the default has half the weight of the profile `opengotha`.
    """
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


def _seeding(pairing: dict[str, str], order: Sequence[str]) -> list[str]:
    """The lines of the two systems; score groups are ordered by the placing criteria, then as each system says."""
    last = whole_number(pairing.get("paiMaLastRoundForSeedSystem1"), 2, 0, 99)
    first = SEEDING.get(pairing.get("paiMaSeedSystem1", ""), "random")
    second = SEEDING.get(pairing.get("paiMaSeedSystem2", ""), "slide")
    extra = SEEDED_BY.get(pairing.get("paiMaAdditionalPlacementCritSystem1", "Rating"), "")
    extra_2 = SEEDED_BY.get(pairing.get("paiMaAdditionalPlacementCritSystem2", ""), "")
    keys = [name for name in order if name not in AMONG_TIED]
    lines = [" ".join(filter(None, (f"1-{last}", first, *keys, extra)))] if last else []
    return [*lines, " ".join(filter(None, (f"{last + 1}+", second, *keys, extra_2)))]
