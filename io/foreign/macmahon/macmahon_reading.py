"""Reading MacMahon's XML: settings, participants, rounds, and pairs that must not meet."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field, replace
from typing import Any
from xml.etree.ElementTree import Element

from ....model.errors import InputError, Problem
from ....model.tournament.games import Game, Result, Round
from ....model.tournament.numbers import every_round
from ....model.tournament.person import Player, Status
from ....model.tournament.ranks import (
    HIGHEST_RATING,
    LOWEST_RATING,
    STRONGEST,
    WEAKEST,
    parse_rank,
    rank_from_rating,
    rank_name,
    rating_from_rank,
)
from ....model.tournament.settings.settings import Settings
from ....model.tournament.tournament import Tournament
from ...countries import known
from ..foreign import Read, Report, Source, flag, free_table, parse_xml, settings_of, start_ranks, text_at, whole_number
from .macmahon_codes import (
    ALWAYS,
    CRITERIA,
    LOWEST_LEVEL,
    MOST_PRO,
    RESULTS,
    Bars,
    level_name,
    parse_level,
    plain_number,
)


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


OTHER_RESULTS = {"": Result.UNKNOWN, "?": Result.UNKNOWN, "0.5-0.5": Result.JIGO, "=": Result.JIGO}
MOST_ROUNDS = 99
EVEN_KOMI, HANDICAP_KOMI = 13, 1  # half points; not in the files


@dataclass(frozen=True, slots=True)
class _Entry:
    """A participant: the player without a correction yet, and the level on which the file has the player start."""

    player: Player
    start: int


@dataclass(frozen=True, slots=True)
class _MacMahonFile(Source):
    """A MacMahon file while it is read: its participants too, by id."""

    entries: dict[str, _Entry] = field(default_factory=dict)


def read_macmahon(data: bytes, name: str) -> Read:
    """A tournament out of a MacMahon file. Raises InputError with everything that cannot be read."""
    root = parse_xml(data, name)
    participants = [element for element in root.iter() if element.find("GoPlayer") is not None]
    if root.tag != "TournamentData" and (root.tag != "Tournament" or not participants):
        expected = "the root element TournamentData, or Tournament with IndividualParticipants"
        raise InputError([Problem("not a MacMahon file; its root element is", name, value=root.tag, expected=expected)])
    file = _MacMahonFile(name)
    pairings = _pairings(root, file)
    rounds = max([whole_number(root.findtext(".//NumberOfRounds"), 5, 1, MOST_ROUNDS), *pairings])
    bars = read_bars(root, file.report)
    for element in participants:
        entry = _entry(element, bars, rounds, file.report)
        if not entry.player.id or not entry.player.surname or entry.player.id in file.entries:
            value = f"{entry.player.id} {entry.player.name}".strip()
            file.wrong("not a valid participant", value, "a name and a unique Id")
        file.entries[entry.player.id] = entry
    if not participants:
        file.wrong("no players")
    drawn = [_round(number, pairings.get(number, []), file) for number in range(1, max(pairings, default=0) + 1)]
    file.check()
    given = read_settings(root, bars, file.report)
    given |= {"rounds": rounds, "pairing.forbid": _forbidden(root, file)}
    settings, text = settings_of("german", given, name)
    return Read(Tournament(settings, _corrected(file.entries.values(), settings), tuple(drawn)), text, file.report)


def _entry(element: Element, bars: Bars, rounds: int, report: Report) -> _Entry:
    surname, first = text_at(element, "GoPlayer/Surname"), text_at(element, "GoPlayer/FirstName")
    name = f"{surname} {first}".strip()
    rating = whole_number(element.findtext("GoPlayer/Rating"), 0, LOWEST_RATING, HIGHEST_RATING)
    level = _entry_level(element, rating, name, report)
    pro = min(max(level - STRONGEST, 0), MOST_PRO - 1)
    rank = parse_rank(f"{pro}p")[0] if pro else max(level, WEAKEST)
    preliminary = flag(element.findtext("PreliminaryRegistration"), False)
    if flag(element.findtext("Joker"), False):
        report.add("volunteers who play only to make the number even; read as ordinary players", name)
    for tag, remark in (("Comment", "comments are not kept"), ("GoPlayer/Nationality", "nationalities are not kept")):
        if text_at(element, tag):
            report.add(remark, name)
    player = Player(
        id=plain_number(element.findtext("Id")),
        surname=surname or first,
        first_name=first if surname else "",
        rank=rank,
        pro=pro,
        rating=rating or rating_from_rank(rank),
        rating_is_derived=rating == 0,
        club=text_at(element, "GoPlayer/Club"),
        country=known(text_at(element, "GoPlayer/Country")).upper(),
        pin=plain_number(element.findtext("GoPlayer/EgdPin")),
        status=Status.PRELIMINARY if preliminary else Status.FINAL,
    )
    return _Entry(_entered(player, element, rounds), _start(element, bars, level, name, report))


def _entry_level(element: Element, rating: int, name: str, report: Report) -> int:
    """The level, else that of the rating."""
    level = parse_level(text_at(element, "GoPlayer/GoLevel"))
    if level is None:
        report.add("levels that cannot be read; the rating decides", name)
        return rank_from_rating(rating) if rating else WEAKEST
    if level < WEAKEST:
        report.add("levels below 30k, read as 30k with a start score correction", name)
    if level == STRONGEST + MOST_PRO:
        report.add("levels of 10p, read as 9p", name)
    return level


def _entered(player: Player, element: Element, rounds: int) -> Player:
    """With the rounds to play in; a preliminary entry that lists all rounds as not played is for all."""
    missed = {whole_number(e.text, 0, 0, MOST_ROUNDS) for e in element.iter("NotPlayingInRound")}
    played = every_round(rounds) - missed
    return player if player.status is Status.PRELIMINARY and not played else player.with_rounds(played, rounds)


def _start(element: Element, bars: Bars, level: int, name: str, report: Report) -> int:
    adjusted = flag(element.findtext("ScoreAdjustment"), False)
    quarters = whole_number(element.findtext("ScoreAdjustmentValue"), 0, -400, 400) if adjusted else 0
    if quarters % 4:
        report.add("adjustments with fractions of a point, rounded down", name)
    return bars.start(level, quarters, flag(element.findtext("SuperBarMember"), False))


def _corrected(entries: Iterable[_Entry], settings: Settings) -> tuple[Player, ...]:
    """The players with the corrections that give them the start scores of the file."""
    entries = list(entries)
    begin = start_ranks(Tournament(settings, tuple(entry.player for entry in entries)))
    return tuple(replace(entry.player, correction=entry.start - begin[entry.player.id]) for entry in entries)


def _pairings(root: Element, file: _MacMahonFile) -> dict[int, list[Element]]:
    """The pairings by round; rounds without any are only planned."""
    by_round: dict[int, list[Element]] = {}
    for element in root.iter():
        if element.find("RoundNumber") is None:
            continue
        number = whole_number(element.findtext("RoundNumber"), 0, 0, MOST_ROUNDS + 1)
        found = [e for e in element.iter() if e.find("Black") is not None or e.find("White") is not None]
        if found and not 1 <= number <= MOST_ROUNDS:
            file.wrong("pairings without a valid round:", text_at(element, "RoundNumber"), f"1 to {MOST_ROUNDS}")
        elif found:
            by_round.setdefault(number, []).extend(found)
    return by_round


def _round(number: int, pairings: Sequence[Element], file: _MacMahonFile) -> Round:
    """A round; everybody without a pairing is absent, as MacMahon gives all of them half a point."""
    games: list[Game] = []
    byes: list[str] = []
    busy: set[str] = set()
    for element in pairings:
        ids = plain_number(element.findtext("White")), plain_number(element.findtext("Black"))
        bye = flag(element.findtext("PairingWithBye"), False) or not all(ids)
        inside = [ids[1] or ids[0]] if bye else list(ids)
        table = whole_number(element.findtext("BoardNumber"), len(games) + 1, 1, 9999)
        where = f"round {number} table {table}"
        if not file.entries.keys() >= set(inside):
            value = f"{text_at(element, 'Black')} {text_at(element, 'White')}".strip()
            file.wrong(f"{where} names an unknown participant", value)
        elif busy & set(inside) or ids[0] == ids[1]:
            file.report.add("players with two games in a round; only the first one is kept", where)
        else:
            busy.update(inside)
            if bye:
                byes += inside
            else:
                table = free_table(table, games, where, file.report)
                games.append(_game(element, table, ids, where, file.report))
    absent = [pid for pid in file.entries if pid not in busy]
    for pid in absent:
        if file.entries[pid].player.enters(number):
            file.report.add("entered but without a game: half a point, as in MacMahon", f"round {number} {pid}")
    return Round(number, tuple(sorted(games, key=lambda game: game.table)), tuple(byes), tuple(absent))


def _game(element: Element, table: int, ids: tuple[str, str], where: str, report: Report) -> Game:
    text = "".join((element.findtext("Result") or "").split()).replace(":", "-").replace("1/2", "½")
    token = text.removesuffix("!")
    result = (RESULTS | OTHER_RESULTS).get(token)
    if result is None:
        report.add("unknown results, read as missing", f"{where}: {text}")
        result = Result.UNKNOWN
    by_referee = token != text or flag(element.findtext("ResultByReferee"), False)
    stones = whole_number(element.findtext("Handicap"), 0, 0, 9)
    by_default = by_referee and result is not Result.UNKNOWN
    return Game(table, *ids, stones, HANDICAP_KOMI if stones else EVEN_KOMI, result, by_default)


def _forbidden(root: Element, file: _MacMahonFile) -> list[dict[str, Any]]:
    """The pairs that must not meet, as our settings say them."""
    locks: list[dict[str, Any]] = []
    for element in root.iter("UnwantedPairing"):
        pair = [plain_number(element.findtext(tag)) for tag in ("ParticipantOne", "ParticipantTwo")]
        if pair[0] == pair[1] or not file.entries.keys() >= set(pair):
            file.report.add("unwanted pairings of unknown players", " ".join(pair))
        elif flag(element.findtext("Forbidden"), False):
            locks.append({"players": pair})
        else:
            file.report.add("pairs that should preferably not meet are not kept", " ".join(pair))
    return locks
