"""The settings of a MacMahon file, by our names."""

from __future__ import annotations

from typing import Any
from xml.etree.ElementTree import Element

from ....model.tournament.ranks import STRONGEST, WEAKEST, rank_name
from ..foreign import Report, flag, text_at, whole_number
from .codes import ALWAYS, CRITERIA
from .levels import LOWEST_LEVEL, Bars, level_name, parse_level


def read_bars(root: Element, report: Report) -> Bars:
    """The bars that are on; a lower bar above the upper one is moved down to it."""
    found: list[int | None] = []
    for tag in ("UpperMacMahonBar", "LowerMacMahonBar"):
        level = parse_level(text_at(root, f".//{tag}Level")) if flag(root.findtext(f".//{tag}"), False) else None
        if level is None and flag(root.findtext(f".//{tag}"), False):
            report.add("bars whose level cannot be read, switched off", tag)
        found.append(level)
    upper, lower = found
    if upper is not None and lower is not None and lower > upper:
        report.add("a lower bar above the upper bar is moved down to it", level_name(lower))
        lower = upper
    return Bars(upper, lower)


def read_settings(root: Element, bars: Bars, report: Report) -> dict[str, Any]:
    """The settings that we know of a file, by our names."""
    general = root.find(".//NumberOfRounds/..")
    order = _criteria(root, report)
    bar = "none" if bars.upper is None or bars.upper > STRONGEST else rank_name(max(bars.upper, WEAKEST))
    floor = "none" if bars.lower is None or bars.lower < WEAKEST else rank_name(min(bars.lower, STRONGEST))
    zero = bars.lower if bars.lower is not None else LOWEST_LEVEL
    if not WEAKEST <= zero <= STRONGEST:
        report.add("the zero of start scores is not taken over; MacMahon counts from another level", level_name(zero))
    size = whole_number(root.findtext(".//Boardsize"), 19, 0, 99)
    if size in (9, 13):
        report.add("handicaps on small boards (steps of komi there), read as stones", f"{size}×{size}")
    if flag(root.findtext(".//RatingDeterminesStartScore"), False):
        report.add("start scores by rating, read as start scores by level")
    if flag(root.findtext(".//AllowJigo"), False):
        report.add("jigo is allowed, so the komi is a whole number; it is read as 6.5")
    report.add("MacMahon files have no komi and no dates; the pairing settings are not taken over")
    zero_sums = flag(root.findtext(".//ByeShouldResultInZeroSOSetc"), False)
    return {
        **ALWAYS,
        **_handicap(root, report),
        "name": text_at(general if general is not None else root, "Name"),
        "start.bar": bar,
        "start.floor": floor,
        "start.zero": floor if floor != "none" else rank_name(WEAKEST),
        "placing.order": order,
        "placing.empty_round": "zero" if zero_sums else "own start",
        "placing.handicap_in_sos": flag(root.findtext(".//HandicapIncludeInTieBreakers"), False),
    }


def _handicap(root: Element, report: Report) -> dict[str, Any]:
    """The rule of handicaps; what is missing is off, as MacMahon takes it."""

    def on(tag: str) -> bool:
        return flag(root.findtext(f".//{tag}"), False)

    value = whole_number(root.findtext(".//HandicapAdjustmentValue"), 0, -9, 9) if on("HandicapAdjustment") else 0
    if value > 0:
        report.add("stones added to the difference; the plain difference is used", str(value))
    below = parse_level(text_at(root, ".//HandicapBelowLevel")) if on("HandicapBelow") else None
    most = whole_number(root.findtext(".//HandicapLimitValue"), 9, 0, 9) if on("HandicapLimit") else 9
    rule = ("rank" if on("HandicapByLevel") else "mms") if on("HandicapUsed") else "none"
    return {
        "handicap.rule": rule,
        "handicap.reduction": max(-value, 0),
        "handicap.maximum": most,
        "handicap.none_from": "none" if below is None or below > STRONGEST else rank_name(max(below, WEAKEST)),
    }


def _criteria(root: Element, report: Report) -> list[str]:
    """The placing criteria that split places."""
    names = [(e.text or "").strip() for walllist in root.iter("Walllist") for e in walllist.iter("ShortName")]
    weak = whole_number(root.findtext(".//WeakSortCriteria"), 0, 0, len(names))
    for name in names[len(names) - weak :]:
        report.add("criteria that only order players on the same place, left out", name)
    strong = names[: len(names) - weak]
    for name in strong:
        if name not in CRITERIA:
            report.add("unknown placing criteria, left out", name)
    return list(dict.fromkeys(CRITERIA[name] for name in strong if name in CRITERIA)) or ["MMS", "SOS", "SOSOS"]
