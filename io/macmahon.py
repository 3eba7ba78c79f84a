"""Christoph Gerlach's MacMahon XML (3.x), read and written. Levels are ranks, with professionals above 9 dan."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any
from xml.etree.ElementTree import Element, SubElement

from ..model.errors import InputError, Problem
from ..model.games import Game, Result, Round
from ..model.player import Player, Status
from ..model.ranks import (
    HIGHEST_RATING,
    LOWEST_RATING,
    STRONGEST,
    WEAKEST,
    parse_rank,
    rank_from_rating,
    rank_name,
    rating_from_rank,
)
from ..model.settings import Settings, declarations
from ..model.tournament import Tournament
from .foreign import (
    UNKNOWN,
    Read,
    Report,
    Written,
    bar_rank,
    different_komi,
    flag,
    free_table,
    one_word,
    parse_xml,
    settings_of,
    start_ranks,
    whole_number,
    xml_bytes,
)
from .settings_file import plain_value, shown

#: Results as the file writes them, Black first.
RESULTS = {
    "1-0": Result.BLACK, "0-1": Result.WHITE, "½-½": Result.JIGO, "0-0": Result.BOTH_LOSE, "1-1": Result.BOTH_WIN,
    "?-?": Result.UNKNOWN,
}  # fmt: skip
OTHER_RESULTS = {"": Result.UNKNOWN, "?": Result.UNKNOWN, "0.5-0.5": Result.JIGO, "=": Result.JIGO}
CRITERIA = {
    "Score": "MMS", "ScoreX": "SCOREX", "Points": "WINS", "SOS": "SOS", "SOSOS": "SOSOS", "SODOS": "SODOS",
    "Rank": "RANK", "Rating": "RATING",
}  # fmt: skip
LOWEST_LEVEL, MOST_PRO = -35, 10
MOST_ROUNDS = 99
EVEN_KOMI, HANDICAP_KOMI = 13, 1  # half points; not in the files
#: What MacMahon always does, by our settings.
ALWAYS = {
    "points.bye": 1,
    "points.bye_wins": 1,
    "points.absence": 0.5,
    "points.round_down": "none",
    "pairing.even_at_bar": False,
}
#: The settings that a file says, or that have a sentence of their own where it cannot.
SAID = {
    "preset", "name", "rounds", "seed", "handicap.rule", "handicap.reduction", "handicap.maximum",
    "handicap.none_from", "placing.order", "placing.empty_round", "placing.handicap_in_sos", "pairing.forbid",
    "pairing.even_at_bar",
}  # fmt: skip
NO_DAY = "2000-01-01"
_LEVEL = re.compile(r"(\d{1,2})[\s.\-]*(dan\s*pro|dan|kyu|pro|d|k|p)?", re.IGNORECASE)
_NUMBER = re.compile(r"0*([1-9][0-9]{0,8})")


@dataclass(frozen=True, slots=True)
class _Bars:
    """The upper and the lower bar as levels, None where there is none."""

    upper: int | None
    lower: int | None

    def start(self, level: int, quarters: int = 0, above: bool = False) -> int:
        """On which level somebody starts, by the own level, its adjustment and whether a member above the bar."""
        adjusted = level + quarters // 4
        if self.upper is not None and adjusted >= self.upper:
            return self.upper + above
        return adjusted if self.lower is None else max(adjusted, self.lower)

    def adjustment(self, level: int, wanted: int) -> tuple[int, bool]:
        """The quarter points, and whether above the bar, by which this level comes nearest to the wanted start."""
        above = self.upper is not None and wanted > self.upper
        within = self.upper if self.upper is not None and above else wanted
        return (0 if self.start(level) == within else 4 * (within - level)), above


@dataclass(frozen=True, slots=True)
class _Entry:
    """A participant: the player without a correction yet, and the level on which the file has the player start."""

    player: Player
    start: int


def read_macmahon(data: bytes, name: str) -> Read:
    """A tournament out of a MacMahon file. Raises InputError with everything that cannot be read."""
    root = parse_xml(data, name)
    participants = [element for element in root.iter() if element.find("GoPlayer") is not None]
    if root.tag != "TournamentData" and (root.tag != "Tournament" or not participants):
        expected = "a Tournament with IndividualParticipants in it, or TournamentData"
        raise InputError([Problem("no MacMahon file", name, value=root.tag, expected=expected)])
    report = Report()
    problems: list[Problem] = []
    pairings = _pairings(root, name, problems)
    rounds = max([whole_number(root.findtext(".//NumberOfRounds"), 5, 1, MOST_ROUNDS), *pairings])
    bars = _read_bars(root, report)
    entries: dict[str, _Entry] = {}
    for element in participants:
        entry = _entry(element, bars, rounds, report)
        if not entry.player.id or not entry.player.surname or entry.player.id in entries:
            value = f"{entry.player.id} {entry.player.name}".strip()
            problems.append(
                Problem("not a participant", name, value=value, expected="a name, and an Id that no other has")
            )
        entries[entry.player.id] = entry
    if not participants:
        problems.append(Problem("no player", name))
    drawn = [
        _round(number, pairings.get(number, []), entries, name, report, problems)
        for number in range(1, max(pairings, default=0) + 1)
    ]
    if problems:
        raise InputError(problems)
    given = _settings(root, bars, report) | {"rounds": rounds, "pairing.forbid": _forbidden(root, entries, report)}
    settings, text = settings_of("german", given, name)
    return Read(Tournament(settings, _corrected(entries.values(), settings), tuple(drawn)), text, report)


def _text(element: Element, path: str) -> str:
    """The text of an element below, on one line."""
    return " ".join((element.findtext(path) or "").split())


def _number(text: str | None) -> str:
    """A positive whole number as text, empty for anything else."""
    match = _NUMBER.fullmatch((text or "").strip())
    return match[1] if match else ""


def _level(text: str) -> int | None:
    """The level of `35k` to `9d` and `1p` to `10p`: ranks, with 1p as the one above 9 dan. None for anything else."""
    match = _LEVEL.fullmatch(text)
    if match is None:
        return None
    number, kind = int(match[1]), (match[2] or "k").lower()
    if kind[0] == "k":
        return -number if 1 <= number <= -LOWEST_LEVEL else None
    if kind in ("d", "dan"):
        return number - 1 if 1 <= number <= STRONGEST + 1 else None
    return STRONGEST + number if 1 <= number <= MOST_PRO else None


def _level_name(level: int) -> str:
    return f"{level - STRONGEST}p" if level > STRONGEST else rank_name(level)


def _player_level(player: Player) -> int:
    return STRONGEST + player.pro if player.pro else player.rank


def _read_bars(root: Element, report: Report) -> _Bars:
    """The bars that are on; a lower bar above the upper one is moved down to it."""
    found: list[int | None] = []
    for tag in ("UpperMacMahonBar", "LowerMacMahonBar"):
        level = _level(_text(root, f".//{tag}Level")) if flag(root.findtext(f".//{tag}"), False) else None
        if level is None and flag(root.findtext(f".//{tag}"), False):
            report.add("bars whose level cannot be read, taken as off", tag)
        found.append(level)
    upper, lower = found
    if upper is not None and lower is not None and lower > upper:
        report.add("a lower bar above the upper one, moved down to it", _level_name(lower))
        lower = upper
    return _Bars(upper, lower)


def _settings(root: Element, bars: _Bars, report: Report) -> dict[str, Any]:
    """The settings that we know of a file, by our names."""
    general = root.find(".//NumberOfRounds/..")
    order = _criteria(root, report)
    bar = "none" if bars.upper is None or bars.upper > STRONGEST else rank_name(max(bars.upper, WEAKEST))
    floor = "none" if bars.lower is None or bars.lower < WEAKEST else rank_name(min(bars.lower, STRONGEST))
    zero = bars.lower if bars.lower is not None else LOWEST_LEVEL
    if not WEAKEST <= zero <= STRONGEST:
        report.add("the zero of start scores: MacMahon counts from", _level_name(zero))
    size = whole_number(root.findtext(".//Boardsize"), 19, 0, 99)
    if size in (9, 13):
        report.add("handicaps on small boards, which are steps of komi, taken as stones", f"{size}×{size}")
    if flag(root.findtext(".//RatingDeterminesStartScore"), False):
        report.add("start scores by rating: taken by level")
    if flag(root.findtext(".//AllowJigo"), False):
        report.add("jigo is allowed, so that the komi is a whole number: taken as 6.5")
    report.add("komi and days are not in such a file; the ways of its pairing are not taken over")
    zero_sums = flag(root.findtext(".//ByeShouldResultInZeroSOSetc"), False)
    return {
        **ALWAYS,
        **_handicap(root, report),
        "name": _text(general if general is not None else root, "Name"),
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
        report.add("stones added to the difference: taken as the difference", str(value))
    below = _level(_text(root, ".//HandicapBelowLevel")) if on("HandicapBelow") else None
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
        report.add("criteria that only order equal places", name)
    strong = names[: len(names) - weak]
    for name in strong:
        if name not in CRITERIA:
            report.add("placing criteria that are not known here", name)
    return list(dict.fromkeys(CRITERIA[name] for name in strong if name in CRITERIA)) or ["MMS", "SOS", "SOSOS"]


def _entry(element: Element, bars: _Bars, rounds: int, report: Report) -> _Entry:
    surname, first = _text(element, "GoPlayer/Surname"), _text(element, "GoPlayer/FirstName")
    name = f"{surname} {first}".strip()
    rating = whole_number(element.findtext("GoPlayer/Rating"), 0, LOWEST_RATING, HIGHEST_RATING)
    level = _entry_level(element, rating, name, report)
    pro = min(max(level - STRONGEST, 0), MOST_PRO - 1)
    rank = parse_rank(f"{pro}p")[0] if pro else max(level, WEAKEST)
    country = _text(element, "GoPlayer/Country").upper()
    preliminary = flag(element.findtext("PreliminaryRegistration"), False)
    if flag(element.findtext("Joker"), False):
        report.add("volunteers who only make the number even: taken as anybody", name)
    for tag, remark in (("Comment", "comments are not kept"), ("GoPlayer/Nationality", "nationalities are not kept")):
        if _text(element, tag):
            report.add(remark, name)
    player = Player(
        id=_number(element.findtext("Id")),
        surname=surname or first,
        first_name=first if surname else "",
        rank=rank,
        pro=pro,
        rating=rating or rating_from_rank(rank),
        rating_is_derived=rating == 0,
        club=_text(element, "GoPlayer/Club"),
        country="" if country in UNKNOWN else country,
        pin=_number(element.findtext("GoPlayer/EgdPin")),
        rounds=_entered(element, rounds, preliminary),
        status=Status.PRELIMINARY if preliminary else Status.FINAL,
    )
    return _Entry(player, _start(element, bars, level, name, report))


def _entry_level(element: Element, rating: int, name: str, report: Report) -> int:
    """The level, else that of the rating."""
    level = _level(_text(element, "GoPlayer/GoLevel"))
    if level is None:
        report.add("levels that cannot be read, taken from the rating", name)
        return rank_from_rating(rating) if rating else WEAKEST
    if level < WEAKEST:
        report.add("levels below 30k, taken as 30k with a correction of the start score", name)
    if level == STRONGEST + MOST_PRO:
        report.add("levels of 10p, taken as 9p", name)
    return level


def _entered(element: Element, rounds: int, preliminary: bool) -> frozenset[int] | None:
    """The rounds to play in; a preliminary entry that lists all rounds as not played is for all."""
    missed = {whole_number(e.text, 0, 0, MOST_ROUNDS) for e in element.iter("NotPlayingInRound")}
    played = frozenset(range(1, rounds + 1)) - missed
    return None if len(played) == rounds or (preliminary and not played) else played


def _start(element: Element, bars: _Bars, level: int, name: str, report: Report) -> int:
    adjusted = flag(element.findtext("ScoreAdjustment"), False)
    quarters = whole_number(element.findtext("ScoreAdjustmentValue"), 0, -400, 400) if adjusted else 0
    if quarters % 4:
        report.add("adjustments of no whole points, rounded down", name)
    return bars.start(level, quarters, flag(element.findtext("SuperBarMember"), False))


def _corrected(entries: Iterable[_Entry], settings: Settings) -> tuple[Player, ...]:
    """The players with the corrections that give them the start scores of the file."""
    entries = list(entries)
    begin = start_ranks(Tournament(settings, tuple(entry.player for entry in entries)))
    return tuple(replace(entry.player, correction=entry.start - begin[entry.player.id]) for entry in entries)


def _pairings(root: Element, name: str, problems: list[Problem]) -> dict[int, list[Element]]:
    """The pairings by round; rounds without any are only planned."""
    by_round: dict[int, list[Element]] = {}
    for element in root.iter():
        if element.find("RoundNumber") is None:
            continue
        number = whole_number(element.findtext("RoundNumber"), 0, 0, MOST_ROUNDS + 1)
        found = [e for e in element.iter() if e.find("Black") is not None or e.find("White") is not None]
        if found and not 1 <= number <= MOST_ROUNDS:
            value = _text(element, "RoundNumber")
            problems.append(Problem("pairings of no round", name, value=value, expected=f"1 to {MOST_ROUNDS}"))
        elif found:
            by_round.setdefault(number, []).extend(found)
    return by_round


def _round(
    number: int,
    pairings: Sequence[Element],
    entries: Mapping[str, _Entry],
    name: str,
    report: Report,
    problems: list[Problem],
) -> Round:
    """A round; everybody without a pairing is absent, as MacMahon gives all of them half a point."""
    games: list[Game] = []
    byes: list[str] = []
    busy: set[str] = set()
    for element in pairings:
        ids = _number(element.findtext("White")), _number(element.findtext("Black"))
        bye = flag(element.findtext("PairingWithBye"), False) or not all(ids)
        inside = [ids[1] or ids[0]] if bye else list(ids)
        table = whole_number(element.findtext("BoardNumber"), len(games) + 1, 1, 9999)
        where = f"round {number} table {table}"
        if not entries.keys() >= set(inside):
            value = f"{_text(element, 'Black')} {_text(element, 'White')}".strip()
            problems.append(Problem(f"{where} names nobody of the participants", name, value=value))
        elif busy & set(inside) or ids[0] == ids[1]:
            report.add("players with two games in a round; the first one counts", where)
        else:
            busy.update(inside)
            if bye:
                byes += inside
            else:
                games.append(_game(element, free_table(table, games, where, report), ids, where, report))
    absent = [pid for pid in entries if pid not in busy]
    for pid in absent:
        if entries[pid].player.enters(number):
            report.add("entered without a game: half a point, as MacMahon gives", f"round {number} {pid}")
    return Round(number, tuple(sorted(games, key=lambda game: game.table)), tuple(byes), tuple(absent))


def _game(element: Element, table: int, ids: tuple[str, str], where: str, report: Report) -> Game:
    text = "".join((element.findtext("Result") or "").split()).replace(":", "-").replace("1/2", "½")
    token = text.removesuffix("!")
    result = (RESULTS | OTHER_RESULTS).get(token)
    if result is None:
        report.add("results that are not known, taken as missing", f"{where}: {text}")
        result = Result.UNKNOWN
    by_referee = token != text or flag(element.findtext("ResultByReferee"), False)
    stones = whole_number(element.findtext("Handicap"), 0, 0, 9)
    by_default = by_referee and result is not Result.UNKNOWN
    return Game(table, *ids, stones, HANDICAP_KOMI if stones else EVEN_KOMI, result, by_default)


def _forbidden(root: Element, entries: Mapping[str, _Entry], report: Report) -> list[dict[str, Any]]:
    """The pairs that must not meet, as our settings say them."""
    locks: list[dict[str, Any]] = []
    for element in root.iter("UnwantedPairing"):
        pair = [_number(element.findtext(tag)) for tag in ("ParticipantOne", "ParticipantTwo")]
        if pair[0] == pair[1] or not entries.keys() >= set(pair):
            report.add("unwanted pairings of nobody", " ".join(pair))
        elif flag(element.findtext("Forbidden"), False):
            locks.append({"players": pair})
        else:
            report.add("pairs that should rather not meet are not kept", " ".join(pair))
    return locks


def write_macmahon(tournament: Tournament) -> Written:
    """A file that MacMahon 3.10 loads."""
    losses = Report()
    ids = _ids(tournament.players)
    bars = _bars(tournament)
    drawn = {r.number: r for r in tournament.rounds if not r.draft}
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
    for number in range(1, max([tournament.settings.rounds, *drawn]) + 1):
        _write_round(root, drawn.get(number, Round(number)), tournament, ids, losses)
    _write_forbidden(root, tournament, ids, losses)
    _note_settings(tournament, bars, losses)
    for where in different_komi(tournament):
        losses.add("komi of single games", where)
    for r in tournament.rounds:
        if r.draft:
            losses.add("drafts of rounds are not written", f"round {r.number}")
    return Written(xml_bytes(root, "  "), losses)


def _typed(parent: Element, tag: str, version: int) -> Element:
    return SubElement(parent, tag, typeversion=str(version))


def _fill(parent: Element, values: Mapping[str, object]) -> None:
    """Add an element for each value."""
    for tag, value in values.items():
        SubElement(parent, tag).text = str(value).lower() if isinstance(value, bool) else str(value)


def _ids(players: Sequence[Player]) -> dict[str, str]:
    """MacMahon's ids by ours: the same, or counted from 1 where any is no number."""
    if all(_number(p.id) == p.id for p in players):
        return {p.id: p.id for p in players}
    return {p.id: str(k) for k, p in enumerate(players, 1)}


def _bars(tournament: Tournament) -> _Bars:
    """The bars of the settings; where start scores are of groups, the top group's score and the lowest there is."""
    start = tournament.settings.start
    if start.scheme != "rank":
        return _Bars(0, min([0, *start_ranks(tournament).values()]))
    upper = bar_rank(tournament)
    if start.floor == "none":
        return _Bars(upper, None)
    floor = tournament.settings.floor_rank
    return _Bars(upper, floor if upper is None else min(floor, upper))


def _write_settings(root: Element, tournament: Tournament, bars: _Bars, drawn: int) -> None:
    """All settings but the placing criteria, in MacMahon's order; what is not ours as in a fresh tournament."""
    settings = tournament.settings
    last = [game for r in tournament.rounds[:drawn] if r.number == drawn for game in r]
    _fill(
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
            "LowerMacMahonBarLevel": _level_name(LOWEST_LEVEL if bars.lower is None else bars.lower),
            "UpperMacMahonBar": bars.upper is not None,
            "UpperMacMahonBarLevel": _level_name(STRONGEST if bars.upper is None else bars.upper),
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
    _fill(root, {f"MakePairingTopGroup{key}": value for key, value in {**top, **top_numbers}.items()})
    _fill(_typed(root, "MakePairingSeedingPlacementCriterion", 2), {"ShortName": "SOS"})
    _fill(root, {"MakePairingTopGroupSeedingByRating": False, "MakePairingTopGroupSeedingByRatingRound": 2})
    _fill(root, {f"MakePairingOutsideTopGroup{key}": value for key, value in outside.items()})


def _write_criteria(root: Element, settings: Settings, losses: Report) -> None:
    """The placing criteria that MacMahon has; one at least."""
    names = {value: key for key, value in CRITERIA.items()}
    for name in settings.placing.order:
        if name not in names:
            losses.add("placing criteria that MacMahon has not", name)
    walllist = _typed(root, "Walllist", 3)
    _fill(walllist, {"WeakSortCriteria": 0})
    for name in [names[name] for name in settings.placing.order if name in names] or ["Score"]:
        _fill(_typed(walllist, "SortCriterionDescriptor", 2), {"ShortName": name})


def _country(player: Player) -> str:
    """MacMahon's code, `xx` where a club needs one to be in."""
    code = player.country.lower()
    if re.fullmatch(r"[a-z]{2}", code):
        return code
    return "xx" if player.club else ""


def _write_countries(root: Element, players: Sequence[Player]) -> None:
    """The countries and clubs of the players: MacMahon drops what is not defined."""
    for code in sorted({_country(p) for p in players} - {""}):
        country = _typed(root, "Country", 1)
        _fill(country, {"InternetCode": code, "Name": code.upper() if code != "xx" else "unknown"})
        for club in sorted({p.club for p in players if _country(p) == code} - {""}):
            _fill(_typed(country, "Club", 1), {"Name": club, "EGDName": one_word(club, Report())[:4]})


def _registration(player: Player, bars: _Bars, begin: int, losses: Report) -> dict[str, object]:
    """Status and start score, which is moved to the nearest that can be said."""
    level = _player_level(player)
    quarters, above = bars.adjustment(level, begin)
    if bars.start(level, quarters, above) != begin:
        losses.add("start scores below the lower bar, or more than one above the upper", player.name)
    if player.status is Status.WITHDRAWN:
        losses.add("withdrawals: absent from all rounds to come", player.name)
    if player.status is Status.PRELIMINARY and player.rounds is not None:
        losses.add("rounds that preliminary entries are for", player.name)
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
        losses.add("ranks of professionals beside their grade", player.name)
    if player.country and not re.fullmatch(r"[A-Za-z]{2}", player.country):
        losses.add("countries that are not two letters", player.country)
    if player.pin and _number(player.pin) != player.pin:
        losses.add("pins that are no number", player.pin)
    if player.rating_is_derived and player.rating != rating_from_rank(player.rank):
        losses.add("estimated ratings that are not the rank's", player.name)
    if player.rating == 0 and not player.rating_is_derived:
        losses.add("ratings of 0, which MacMahon takes as none", player.name)
    for title in (["AGA"] if player.aga else []) + [title for title, value in player.extra if value]:
        losses.add("pins other than EGD, and columns of the registrations", title)
    if player.groups:
        losses.add("families and groups", player.name)
    values: dict[str, object] = {
        "AsianName": False,
        "FirstName": player.first_name,
        "Surname": player.surname,
        "GoLevel": _level_name(_player_level(player)),
        "Rating": 0 if player.rating_is_derived else player.rating,
        "EgdPin": _number(player.pin) or 0,
        "Country": _country(player),
        "Club": player.club,
    }
    return {tag: value for tag, value in values.items() if value != ""}


def _write_round(root: Element, drawn: Round, tournament: Tournament, ids: Mapping[str, str], losses: Report) -> None:
    """A round with its games, the byes at the tables behind them."""
    element = _typed(root, "TournamentRound", 2)
    now = f"{tournament.settings.event.begin or NO_DAY} 00:00:00"
    _fill(element, {"RoundNumber": drawn.number, "LastUpdated": now})
    for game in drawn:
        _fill(
            _typed(element, "Pairing", 2),
            {
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
            },
        )
    last = max((game.table for game in drawn), default=0)
    for table, pid in enumerate(drawn.byes, last + 1):
        bye = {"ForcedPairing": False, "PairingWithBye": True, "Black": ids[pid], "BoardNumber": table}
        _fill(_typed(element, "Pairing", 2), {**bye, "BoardNumberFixed": False, "CreationTime": now})
    for pid in drawn.unpaired:
        losses.add("entered without a game: half a point in MacMahon", f"round {drawn.number} {pid}")


def _result_text(game: Game, where: str, losses: Report) -> str:
    """The result, Black first."""
    if game.result is Result.VOID:
        losses.add("games without result are written as jigo", where)
        return "½-½"
    if game.result is Result.UNKNOWN:
        losses.add("missing results: half a point each in MacMahon", where)
    return next(text for text, result in RESULTS.items() if result is game.result)


def _write_forbidden(root: Element, tournament: Tournament, ids: Mapping[str, str], losses: Report) -> None:
    """Every pair that must not meet, once."""
    from ..model.draw import pairs_of
    from ..model.round_sets import parse_rounds

    total = tournament.settings.rounds
    pairs: dict[tuple[str, ...], None] = {}
    for players, against, rounds in tournament.settings.pairing.forbid:
        if len(parse_rounds(rounds, total)) < total:
            losses.add("forbidden pairs of some rounds only", f"{', '.join((*players, *against))}: {rounds}")
            continue
        for pair in pairs_of(players, against):
            if len(set(pair)) == 2 and ids.keys() >= set(pair):
                pairs[tuple(sorted(pair))] = None
    for one, two in pairs:
        values = {"ParticipantOne": ids[one], "ParticipantTwo": ids[two], "Forbidden": True}
        _fill(_typed(root, "UnwantedPairing", 1), values)


def _note_settings(tournament: Tournament, bars: _Bars, losses: Report) -> None:
    """What of the settings would not come back."""
    from ..model.start_scores import start_scores

    settings = tournament.settings
    if settings.start.scheme != "rank":
        losses.add(f"start scores of the scheme {settings.start.scheme}: written as adjustments of levels")
    if -start_scores(tournament.players, settings).shift != (LOWEST_LEVEL if bars.lower is None else bars.lower):
        losses.add("the zero of start scores: MacMahon counts from the lower bar, or from 35k")
    if settings.pairing.even_at_bar and settings.handicap.rule != "none":
        losses.add("even games at and above the bar: MacMahon has its level for that")
    if settings.placing.empty_round not in ("own start", "zero"):
        losses.add("sums with empty rounds", settings.placing.empty_round)
    plain, _ = settings_of("german", ALWAYS, "macmahon")
    for section in ("", "handicap", "points", "placing", "event", "rating", "pairing", "tables"):
        own, always = (getattr(s, section) if section else s for s in (settings, plain))
        for key in declarations(section):
            place = f"{section}.{key}" if section else key
            if place not in SAID and getattr(own, key) != getattr(always, key):
                value = shown(plain_value(section, key, getattr(own, key)))
                losses.add(f"settings that MacMahon has not, of {section or 'the tournament'}", f"{place}={value}")
