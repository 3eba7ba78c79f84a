"""The settings of a tournament as MacMahon has them, and those that it has not."""

from __future__ import annotations

from xml.etree.ElementTree import Element

from ....model.placing.start_scores import start_scores
from ....model.tournament.games import Result
from ....model.tournament.ranks import STRONGEST
from ....model.tournament.settings import Settings
from ....model.tournament.tournament import Tournament
from ...settings.settings_file import shown
from ...settings.settings_listed import listed_settings
from ..foreign import Report, settings_of
from ..losses import note_systems
from .codes import ALWAYS, CRITERIA
from .elements import fill, typed
from .levels import LOWEST_LEVEL, Bars, level_name

#: The settings that a file says, or that have a sentence of their own where it cannot.
SAID = {
    "preset", "name", "rounds", "seed", "handicap.rule", "handicap.reduction", "handicap.maximum",
    "handicap.none_from", "placing.order", "placing.empty_round", "placing.handicap_in_sos", "pairing.forbid",
    "pairing.even_at_bar",
}  # fmt: skip


def write_settings(root: Element, tournament: Tournament, bars: Bars, drawn: int) -> None:
    """All settings but the placing criteria, in MacMahon's order; what is not ours as in a fresh tournament."""
    settings = tournament.settings
    last = [game for r in tournament.rounds[:drawn] if r.number == drawn for game in r]
    fill(
        root,
        {
            "NumberOfRounds": max(settings.rounds, drawn),
            "CurrentRoundNumber": max(drawn, 1),
            "TakeCurrentRoundInAccount": drawn > 0 and all(game.result is not Result.UNKNOWN for game in last),
            "Name": settings.name,
            "Description": "",
            "DefaultAsianName": False,
            "RatingAllowed": any(not p.rating_is_derived for p in tournament.players),
            "RatingLowestOneDanRating": 2050,
            "RatingDeterminesRank": False,
            "RatingDeterminesStartScore": False,
            "LowerMacMahonBar": bars.lower is not None,
            "LowerMacMahonBarLevel": level_name(LOWEST_LEVEL if bars.lower is None else bars.lower),
            "UpperMacMahonBar": bars.upper is not None,
            "UpperMacMahonBarLevel": level_name(STRONGEST if bars.upper is None else bars.upper),
            "UpperMacMahonBarRating": 0,
            "ByeShouldResultInZeroSOSetc": settings.placing.empty_round == "zero",
            "HalfScoreGroupsRoundDown": False,
            "HalfScoreGroupsRoundDownNotJigo": True,
            "PreliminaryDefaultRegistration": False,
            "OnlineEgdSupport": True,
            "OnlineEgdSupportByPin": False,
            **_handicap_values(settings),
            "AllowJigo": settings.komi % 2 == 0,
            "Boardsize": 19,
            "ImportEncoding": "UTF-8",
            "ExportColumnDelimiter": "f",
            "ExportEncoding": "UTF-8",
            "VersionCreated": "MacMahon 3.10",
            "VersionSaved": "MacMahon 3.10",
        },
    )
    _write_pairing_settings(root)


def _handicap_values(settings: Settings) -> dict[str, object]:
    rule = settings.handicap
    return {
        "HandicapUsed": rule.rule != "none",
        "HandicapBelow": rule.none_from != "none",
        "HandicapBelowLevel": rule.none_from if rule.none_from != "none" else "1d",
        "HandicapByLevel": rule.rule == "rank",
        "HandicapAdjustment": rule.reduction > 0,
        "HandicapAdjustmentValue": -rule.reduction,
        "HandicapLimit": True,
        "HandicapLimitValue": rule.maximum,
        "HandicapIncludeInTieBreakers": settings.placing.handicap_in_sos,
    }


def _write_pairing_settings(root: Element) -> None:
    """MacMahon's ways of pairing as in a fresh tournament."""
    top = {"": True, "Everywhere": False, "StrictlyByTopBar": False, "ByNumberOfPlayersAuto": True}
    top_numbers = {"ByNumberOfPlayers": 0, "Seeding": True}
    outside = {
        "SameCountry": True, "SameClub": True, "SameNationality": False, "StrengthDifference": True,
        "StrengthDifferenceValue": 3, "ColorBalance": True, "WeakOddMan": True, "Seeding": False,
    }  # fmt: skip
    fill(root, {f"MakePairingTopGroup{key}": value for key, value in {**top, **top_numbers}.items()})
    fill(typed(root, "MakePairingSeedingPlacementCriterion", 2), {"ShortName": "SOS"})
    fill(root, {"MakePairingTopGroupSeedingByRating": False, "MakePairingTopGroupSeedingByRatingRound": 2})
    fill(root, {f"MakePairingOutsideTopGroup{key}": value for key, value in outside.items()})


def write_criteria(root: Element, settings: Settings, losses: Report) -> None:
    """The placing criteria that MacMahon has; one at least."""
    names = {value: key for key, value in CRITERIA.items()}
    for name in settings.placing.order:
        if name not in names:
            losses.add("placing criteria that MacMahon does not have", name)
    walllist = typed(root, "Walllist", 3)
    fill(walllist, {"WeakSortCriteria": 0})
    for name in [names[name] for name in settings.placing.order if name in names] or ["Score"]:
        fill(typed(walllist, "SortCriterionDescriptor", 2), {"ShortName": name})


def note_settings(tournament: Tournament, bars: Bars, losses: Report) -> None:
    """What of the settings would not come back."""
    settings = tournament.settings
    note_systems(settings, losses)
    if settings.start.scheme != "rank":
        losses.add(f"start scores of the scheme {settings.start.scheme}: written as level adjustments")
    if -start_scores(tournament.players, settings).shift != (LOWEST_LEVEL if bars.lower is None else bars.lower):
        losses.add("the zero of start scores: MacMahon counts from the lower bar, or from 35k")
    if settings.pairing.even_at_bar and settings.handicap.rule != "none":
        losses.add("even games at and above the bar: MacMahon uses its own level for this")
    if settings.placing.empty_round not in ("own start", "zero"):
        losses.add("how sums count rounds without a game", settings.placing.empty_round)
    usual, _ = settings_of("german", ALWAYS, "macmahon")
    for (name, value, _), (_, always, _) in zip(listed_settings(settings), listed_settings(usual), strict=True):
        section = name.rpartition(".")[0]
        if section != "start" and name not in SAID and value != always:
            losses.add(
                f"settings of {section or 'the tournament'} that MacMahon does not have", f"{name}={shown(value)}"
            )
