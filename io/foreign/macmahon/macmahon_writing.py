"""Writing MacMahon's XML: settings, participants with their start scores, rounds, and pairs that must not meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element, SubElement

from ....model.placing.start_scores import start_scores
from ....model.tournament.games import Game, Result, Round
from ....model.tournament.numbers import parse_rounds
from ....model.tournament.person import Player, Status
from ....model.tournament.ranks import STRONGEST, parse_rank, rating_from_rank
from ....model.tournament.settings.settings import Settings
from ....model.tournament.tournament import Tournament
from ..foreign import (
    Report,
    Written,
    bar_rank,
    country_code,
    egd_pin,
    none_from_text,
    note_columns,
    note_left,
    note_settings,
    note_unexcused,
    note_unpaired,
    numbers_of,
    start_ranks,
    xml_bytes,
)
from ..foreign_names import one_word, with_two_names
from .macmahon_reading import CRITERIA, LOWEST_LEVEL, RESULTS, Bars, level_name

NO_DAY = "2000-01-01"


def write_macmahon(tournament: Tournament) -> Written:
    """A file that MacMahon 3.10 loads."""
    losses = Report()
    tournament = with_two_names(tournament, losses)
    ids = numbers_of(tournament.players)
    bars = _bars(tournament)
    drawn = {r.number: r for r in tournament.published}
    root = Element("Tournament", typeversion="9")
    _write_settings(root, tournament, bars, len(drawn))
    _write_criteria(root, tournament.settings, losses)
    _write_countries(root, tournament.players)
    begin = start_ranks(tournament)
    for player in tournament.players:
        element = _typed(root, "IndividualParticipant", 1)
        registration = _registration(player, bars, begin[player.id], losses)
        _fill(element, {"Id": ids[player.id], "Joker": False, **registration})
        for number in _not_playing(player, drawn, tournament.settings.rounds):
            _fill(element, {"NotPlayingInRound": number})
        _fill(_typed(element, "GoPlayer", 1), _go_player(player, losses))
    now = f"{tournament.settings.event.begin or NO_DAY} 00:00:00"
    for number in range(1, max([tournament.settings.rounds, *drawn]) + 1):
        _write_round(root, drawn.get(number, Round(number)), now, ids, losses)
    _write_forbidden(root, tournament, ids, losses)
    _note_settings(tournament, bars, losses)
    note_columns(tournament.players, losses)
    note_unexcused(tournament, losses)
    for r in tournament.rounds:
        if r.draft:
            losses.add("draft rounds are not written", f"round {r.number}")
    return Written(xml_bytes(root, "  "), losses)


def _typed(parent: Element, tag: str, version: int) -> Element:
    """A new element below, which says by which version of its type it is written."""
    return SubElement(parent, tag, typeversion=str(version))


def _fill(parent: Element, values: Mapping[str, object]) -> None:
    for tag, value in values.items():
        SubElement(parent, tag).text = str(value).lower() if isinstance(value, bool) else str(value)


def _level(player: Player) -> int:
    """The level of a player: that of the professional grade, else the rank."""
    return STRONGEST + player.pro if player.pro else player.rank


def _write_settings(root: Element, tournament: Tournament, bars: Bars, drawn: int) -> None:
    """All settings but the placing criteria, in MacMahon's order; what is not ours as in a fresh tournament."""
    settings = tournament.settings
    last = [game for r in tournament.rounds[:drawn] if r.number == drawn for game in r]
    rule, none_from = settings.handicap, none_from_text(tournament)
    values = {
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
        "HandicapUsed": rule.rule != "none",
        "HandicapBelow": none_from != "none",
        "HandicapBelowLevel": none_from if none_from != "none" else "1d",
        "HandicapByLevel": rule.rule == "rank",
        "HandicapAdjustment": rule.reduction > 0,
        "HandicapAdjustmentValue": -rule.reduction,
        "HandicapLimit": True,
        "HandicapLimitValue": rule.maximum,
        "HandicapIncludeInTieBreakers": settings.placing.handicap_in_sos,
        "AllowJigo": settings.komi % 2 == 0,
        "Boardsize": 19,
        "ImportEncoding": "UTF-8",
        "ExportColumnDelimiter": "f",
        "ExportEncoding": "UTF-8",
        "VersionCreated": "MacMahon 3.10",
        "VersionSaved": "MacMahon 3.10",
    }
    _fill(root, values)
    top: dict[str, object] = {"": True, "Everywhere": False, "StrictlyByTopBar": False, "ByNumberOfPlayersAuto": True}
    top |= {"ByNumberOfPlayers": 0, "Seeding": True}
    outside = {
        "SameCountry": True, "SameClub": True, "SameNationality": False, "StrengthDifference": True,
        "StrengthDifferenceValue": 3, "ColorBalance": True, "WeakOddMan": True, "Seeding": False,
    }  # fmt: skip
    _fill(root, {f"MakePairingTopGroup{key}": value for key, value in top.items()})
    _fill(_typed(root, "MakePairingSeedingPlacementCriterion", 2), {"ShortName": "SOS"})
    _fill(root, {"MakePairingTopGroupSeedingByRating": False, "MakePairingTopGroupSeedingByRatingRound": 2})
    _fill(root, {f"MakePairingOutsideTopGroup{key}": value for key, value in outside.items()})


def _write_criteria(root: Element, settings: Settings, losses: Report) -> None:
    """The placing criteria that MacMahon has; one at least."""
    names = {value: key for key, value in CRITERIA.items()}
    for name in settings.placing.order:
        if name not in names:
            losses.add("placing criteria that MacMahon does not have", name, of="settings.placing.order")
    walllist = _typed(root, "Walllist", 3)
    _fill(walllist, {"WeakSortCriteria": 0})
    for name in [names[name] for name in settings.placing.order if name in names] or ["Score"]:
        _fill(_typed(walllist, "SortCriterionDescriptor", 2), {"ShortName": name})


def _note_settings(tournament: Tournament, bars: Bars, losses: Report) -> None:
    settings = tournament.settings
    scheme, empty = settings.start.scheme, settings.placing.empty_round
    shifted = -start_scores(tournament.players, settings).shift != (LOWEST_LEVEL if bars.lower is None else bars.lower)
    even = settings.pairing.even_at_bar and settings.handicap.rule != "none"
    sums = empty not in ("own start", "zero")
    note_settings(
        settings,
        losses,
        (scheme != "rank", "start.scheme", f"start scores of the scheme {scheme}: written as level adjustments"),
        (shifted, "start.zero", "the zero of start scores: MacMahon counts from the lower bar, or from 35k"),
        (even, "pairing.even_at_bar", "even games at and above the bar: MacMahon uses its own level for this"),
        (sums, "placing.empty_round", "how sums count rounds without a game", empty),
    )


def _bars(tournament: Tournament) -> Bars:
    """The bars of the settings; where start scores are of groups, the top group's score and the lowest there is."""
    start = tournament.settings.start
    if start.scheme != "rank":
        return Bars(0, min([0, *start_ranks(tournament).values()]))
    upper = bar_rank(tournament)
    if start.floor == "none":
        return Bars(upper, None)
    floor = tournament.settings.floor_rank
    return Bars(upper, floor if upper is None else min(floor, upper))


def _country(player: Player, losses: Report) -> str:
    """MacMahon's code, `xx` if a club needs one to be in."""
    return country_code(player, losses).lower() or ("xx" if player.club else "")


def _write_countries(root: Element, players: Sequence[Player]) -> None:
    """The countries and clubs of the players: MacMahon drops what is not defined."""
    codes = {p.id: _country(p, Report()) for p in players}
    for code in sorted({*codes.values()} - {""}):
        country = _typed(root, "Country", 1)
        _fill(country, {"InternetCode": code, "Name": code.upper() if code != "xx" else "unknown"})
        for club in sorted({p.club for p in players if codes[p.id] == code} - {""}):
            _fill(_typed(country, "Club", 1), {"Name": club, "EGDName": one_word(club)[:4]})


def _registration(player: Player, bars: Bars, begin: int, losses: Report) -> dict[str, object]:
    """Status and start score, which is moved to the nearest that can be said."""
    level = _level(player)
    quarters, above = bars.adjustment(level, begin)
    if bars.start(level, quarters, above) != begin:
        remark = "start scores below the lower bar, or more than one point above the upper bar"
        losses.add(remark, player.name, of="start")
    note_left(player, losses)
    if player.status is Status.PRELIMINARY and player.rounds is not None:
        losses.add("rounds of preliminary entries", player.name, of="rounds")
    return {
        "PreliminaryRegistration": player.status is Status.PRELIMINARY,
        "ScoreAdjustment": quarters != 0,
        "ScoreAdjustmentValue": quarters,
        "SuperBarMember": above,
    }


def _not_playing(player: Player, drawn: Mapping[int, Round], rounds: int) -> Iterable[int]:
    """The rounds that a player missed or is not entered for; a preliminary entry is for none."""
    for number in range(1, rounds + 1):
        inside = drawn[number].holds(player.id) if number in drawn else player.enters(number)
        if not inside or (player.status is Status.PRELIMINARY and player.id in drawn.get(number, Round(0)).unpaired):
            yield number


def _go_player(player: Player, losses: Report) -> dict[str, object]:
    if player.pro and parse_rank(f"{player.pro}p")[0] != player.rank:
        losses.add("ranks of professionals that differ from their grade", player.name, of="rank")
    if player.rating_is_derived and player.rating != rating_from_rank(player.rank):
        losses.add("estimated ratings that differ from the rating of the rank", player.name, of="rating")
    if player.rating == 0 and not player.rating_is_derived:
        losses.add("ratings of 0, which MacMahon reads as no rating", player.name, of="rating")
    values: dict[str, object] = {
        "AsianName": False,
        "FirstName": player.first_name,
        "Surname": player.surname,
        "GoLevel": level_name(_level(player)),
        "Rating": 0 if player.rating_is_derived else player.rating,
        "EgdPin": egd_pin(player, losses) or 0,
        "Country": _country(player, losses),
        "Club": player.club,
    }
    return {tag: value for tag, value in values.items() if value != ""}


def _write_round(root: Element, drawn: Round, now: str, ids: Mapping[str, int], losses: Report) -> None:
    """A round with its games, the byes at the tables after them."""
    element = _typed(root, "TournamentRound", 2)
    _fill(element, {"RoundNumber": drawn.number, "LastUpdated": now})
    for game in drawn:
        values = {
            "ForcedPairing": False,
            "PairingWithBye": False,
            "Black": ids[game.black],
            "White": ids[game.white],
            "Handicap": game.handicap,
            "AllowJigo": game.komi_halves % 2 == 0,
            "Result": _result_text(game, f"round {drawn.number} table {game.table}", losses),
            "ResultByReferee": game.by_default,
            "ResultPoints": 0,
            "BoardNumber": game.table,
            "BoardNumberFixed": False,
            "CreationTime": now,
        }
        _fill(_typed(element, "Pairing", 2), values)
    last = max((game.table for game in drawn), default=0)
    for table, pid in enumerate(drawn.byes, last + 1):
        bye = {"ForcedPairing": False, "PairingWithBye": True, "Black": ids[pid], "BoardNumber": table}
        _fill(_typed(element, "Pairing", 2), {**bye, "BoardNumberFixed": False, "CreationTime": now})
    note_unpaired([drawn], losses, "entered but without a game: half a point in MacMahon")


def _result_text(game: Game, where: str, losses: Report) -> str:
    """The result, Black first."""
    if game.result is Result.VOID:
        losses.add("games without a result are written as jigo", where, of="results")
        return "½-½"
    if game.result is Result.UNKNOWN:
        losses.add("missing results: half a point each in MacMahon", where, of="results")
    return next(text for text, result in RESULTS.items() if result is game.result)


def _write_forbidden(root: Element, tournament: Tournament, ids: Mapping[str, int], losses: Report) -> None:
    """Every pair that must not meet, once."""
    from ....model.pairing.draw import pairs_of

    total = tournament.settings.rounds
    pairs: dict[tuple[str, ...], None] = {}
    for players, against, rounds in tournament.settings.pairing.forbid:
        if len(parse_rounds(rounds, total)) < total:
            case = f"{', '.join((*players, *against))}: {rounds}"
            losses.add("pairs that are forbidden only in some rounds", case, of="settings.pairing.forbid")
            continue
        for pair in pairs_of(players, against):
            if len(set(pair)) == 2 and ids.keys() >= set(pair):
                pairs[tuple(sorted(pair))] = None
    for one, two in pairs:
        values = {"ParticipantOne": ids[one], "ParticipantTwo": ids[two], "Forbidden": True}
        _fill(_typed(root, "UnwantedPairing", 1), values)
