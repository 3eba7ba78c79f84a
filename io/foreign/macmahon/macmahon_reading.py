"""Reading MacMahon's XML: settings, participants, rounds, and pairs that must not meet; its words by our names."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
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
from ....model.tournament.tournament import Tournament
from ...countries import known
from ..foreign import (
    Read,
    Report,
    RoundInFile,
    Source,
    flag,
    parse_xml,
    plain_number,
    settings_of,
    start_ranks,
    text_at,
    whole_number,
)

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
#: What MacMahon always does, by our settings.
ALWAYS = {
    "points.bye": 1,
    "points.bye_wins": 1,
    "points.absence": 0.5,
    "points.round_down": "none",
    "pairing.even_at_bar": False,
}
MOST_ROUNDS = 99
EVEN_KOMI, HANDICAP_KOMI = 13, 1  # half points; not in the files
LOWEST_LEVEL, MOST_PRO = -35, 10
_LEVEL = re.compile(r"(\d{1,2})[\s.\-]*(dan\s*pro|dan|kyu|pro|d|k|p)?", re.IGNORECASE)


def parse_level(text: str) -> int | None:
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


def level_name(level: int) -> str:
    """`35k` to `9d`, and `1p` and higher above."""
    return f"{level - STRONGEST}p" if level > STRONGEST else rank_name(level)


@dataclass(frozen=True, slots=True)
class Bars:
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
        return (0 if self.start(level, 0, above) == within + above else 4 * (within - level)), above


def read_macmahon(data: bytes, name: str) -> Read:
    """A tournament out of a MacMahon file. Raises InputError with everything that cannot be read."""
    root = parse_xml(data, name)
    participants = [element for element in root.iter() if element.find("GoPlayer") is not None]
    if root.tag != "TournamentData" and (root.tag != "Tournament" or not participants):
        expected = "the root element TournamentData, or Tournament with IndividualParticipants"
        raise InputError([Problem("not a MacMahon file; its root element is", name, value=root.tag, expected=expected)])
    file = Source(name)
    pairings = _pairings(root, file)
    rounds = max([whole_number(root.findtext(".//NumberOfRounds"), 5, 1, MOST_ROUNDS), *pairings])
    bars = _bars(root, file.report)
    players: dict[str, Player] = {}
    starts: dict[str, int] = {}  # as levels
    for element in participants:
        player, start = _player(element, bars, rounds, file.report)
        if not player.id or not player.surname or player.id in players:
            value = f"{player.id} {player.name}".strip()
            file.wrong("not a valid participant", value, "a name and a unique Id")
        players[player.id], starts[player.id] = player, start
    if not participants:
        file.wrong("no players")
    last = max(pairings, default=0)
    drawn = tuple(_round(number, pairings.get(number, []), players, file) for number in range(1, last + 1))
    file.check()
    given = _settings(root, bars, file.report)
    given |= {"rounds": rounds, "pairing.forbid": _forbidden(root, players, file.report)}
    settings, text = settings_of("german", given, name)
    begin = start_ranks(Tournament(settings, tuple(players.values())))
    corrected = tuple(replace(p, correction=starts[p.id] - begin[p.id]) for p in players.values())
    return Read(Tournament(settings, corrected, drawn), text, file.report)


def _on(element: Element, tag: str) -> bool:
    """Whether a switch is on; what is missing is off, as MacMahon takes it."""
    return flag(element.findtext(tag), False)


def _bars(root: Element, report: Report) -> Bars:
    """The bars that are on; a lower bar above the upper one is moved down to it."""
    found: list[int | None] = []
    for tag in ("UpperMacMahonBar", "LowerMacMahonBar"):
        level = parse_level(text_at(root, f".//{tag}Level")) if _on(root, f".//{tag}") else None
        if level is None and _on(root, f".//{tag}"):
            report.add("bars whose level cannot be read, switched off", tag)
        found.append(level)
    upper, lower = found
    if upper is not None and lower is not None and lower > upper:
        report.add("a lower bar above the upper bar is moved down to it", level_name(lower))
        lower = upper
    return Bars(upper, lower)


def _settings(root: Element, bars: Bars, report: Report) -> dict[str, Any]:
    general = root.find(".//NumberOfRounds/..")
    order = _criteria(root, report)
    floor = "none" if bars.lower is None or bars.lower < WEAKEST else rank_name(min(bars.lower, STRONGEST))
    zero = bars.lower if bars.lower is not None else LOWEST_LEVEL
    if not WEAKEST <= zero <= STRONGEST:
        report.add("the zero of start scores is not taken over; MacMahon counts from another level", level_name(zero))
    size = whole_number(root.findtext(".//Boardsize"), 19, 0, 99)
    if size in (9, 13):
        report.add("handicaps on small boards (steps of komi there), read as stones", f"{size}×{size}")
    if _on(root, ".//RatingDeterminesStartScore"):
        report.add("start scores by rating, read as start scores by level")
    if _on(root, ".//AllowJigo"):
        report.add("jigo is allowed, so the komi is a whole number; it is read as 6.5")
    report.add("MacMahon files have no komi and no dates; the pairing settings are not taken over")
    return {
        **ALWAYS,
        **_handicap(root, report),
        "name": text_at(general if general is not None else root, "Name"),
        "start.bar": _up_to(bars.upper),
        "start.floor": floor,
        "start.zero": floor if floor != "none" else rank_name(WEAKEST),
        "placing.order": order,
        "placing.empty_round": "zero" if _on(root, ".//ByeShouldResultInZeroSOSetc") else "own start",
        "placing.handicap_in_sos": _on(root, ".//HandicapIncludeInTieBreakers"),
    }


def _up_to(level: int | None) -> str:
    """The rank of a level from which something holds; `none` for one above all ranks."""
    return "none" if level is None or level > STRONGEST else rank_name(max(level, WEAKEST))


def _handicap(root: Element, report: Report) -> dict[str, Any]:

    def number(tag: str, default: int, low: int) -> int:
        return whole_number(root.findtext(f".//{tag}Value"), default, low, 9) if _on(root, f".//{tag}") else default

    value = number("HandicapAdjustment", 0, -9)
    if value > 0:
        report.add("stones added to the difference; the plain difference is used", str(value))
    rule = "rank" if _on(root, ".//HandicapByLevel") else "mms"
    below = text_at(root, ".//HandicapBelowLevel") if _on(root, ".//HandicapBelow") else ""
    return {
        "handicap.rule": rule if _on(root, ".//HandicapUsed") else "none",
        "handicap.reduction": max(-value, 0),
        "handicap.maximum": number("HandicapLimit", 9, 0),
        "handicap.none_from": _up_to(parse_level(below)),
    }


def _criteria(root: Element, report: Report) -> list[str]:
    names = [(e.text or "").strip() for walllist in root.iter("Walllist") for e in walllist.iter("ShortName")]
    strong = len(names) - whole_number(root.findtext(".//WeakSortCriteria"), 0, 0, len(names))
    for name in names[strong:]:
        report.add("criteria that only order players on the same place, left out", name)
    for name in names[:strong]:
        if name not in CRITERIA:
            report.add("unknown placing criteria, left out", name)
    return list(dict.fromkeys(CRITERIA[name] for name in names[:strong] if name in CRITERIA)) or ["MMS", "SOS", "SOSOS"]


def _player(element: Element, bars: Bars, rounds: int, report: Report) -> tuple[Player, int]:
    """A participant without a correction yet, and the level on which the file has them start."""
    surname, first = text_at(element, "GoPlayer/Surname"), text_at(element, "GoPlayer/FirstName")
    name = f"{surname} {first}".strip()
    rating = whole_number(element.findtext("GoPlayer/Rating"), 0, LOWEST_RATING, HIGHEST_RATING)
    level = _entry_level(element, rating, name, report)
    pro = min(max(level - STRONGEST, 0), MOST_PRO - 1)
    rank = parse_rank(f"{pro}p")[0] if pro else max(level, WEAKEST)
    if _on(element, "Joker"):
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
        status=Status.PRELIMINARY if _on(element, "PreliminaryRegistration") else Status.FINAL,
    )
    played = every_round(rounds) - {whole_number(e.text, 0, 0, MOST_ROUNDS) for e in element.iter("NotPlayingInRound")}
    if player.status is Status.FINAL or played:  # a preliminary entry that lists all rounds as not played is for all
        player = player.with_rounds(played, rounds)
    return player, _start(element, bars, level, name, report)


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


def _start(element: Element, bars: Bars, level: int, name: str, report: Report) -> int:
    adjusted = _on(element, "ScoreAdjustment")
    quarters = whole_number(element.findtext("ScoreAdjustmentValue"), 0, -400, 400) if adjusted else 0
    if quarters % 4:
        report.add("adjustments with fractions of a point, rounded down", name)
    return bars.start(level, quarters, _on(element, "SuperBarMember"))


def _pairings(root: Element, file: Source) -> dict[int, list[Element]]:
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


def _round(number: int, pairings: Sequence[Element], players: Mapping[str, Player], file: Source) -> Round:
    """A round; everybody without a pairing is absent, as MacMahon gives all of them half a point."""
    drawn = RoundInFile(number, file.report)
    for element in pairings:
        ids = plain_number(element.findtext("White")), plain_number(element.findtext("Black"))
        bye = _on(element, "PairingWithBye") or not all(ids)
        inside = [ids[1] or ids[0]] if bye else ids
        table = whole_number(element.findtext("BoardNumber"), len(drawn.games) + 1, 1, 9999)
        where = f"round {number} table {table}"
        if not players.keys() >= set(inside):
            value = f"{text_at(element, 'Black')} {text_at(element, 'White')}".strip()
            file.wrong(f"{where} names an unknown participant", value)
        elif drawn.take(inside, where):
            if bye:
                drawn.byes += inside
            else:
                table = drawn.free_table(table, where)
                drawn.games.append(_game(element, table, ids, where, file.report))
    absent = [pid for pid in players if pid not in drawn.busy]
    for pid in absent:
        if players[pid].enters(number):
            file.report.add("entered but without a game: half a point, as in MacMahon", f"round {number} {pid}")
    return drawn.drawn(absent)


def _game(element: Element, table: int, ids: tuple[str, str], where: str, report: Report) -> Game:
    text = "".join((element.findtext("Result") or "").split()).replace(":", "-").replace("1/2", "½")
    token = text.removesuffix("!")
    result = (RESULTS | OTHER_RESULTS).get(token)
    if result is None:
        report.add("unknown results, read as missing", f"{where}: {text}")
        result = Result.UNKNOWN
    by_default = (token != text or _on(element, "ResultByReferee")) and result is not Result.UNKNOWN
    stones = whole_number(element.findtext("Handicap"), 0, 0, 9)
    return Game(table, *ids, stones, HANDICAP_KOMI if stones else EVEN_KOMI, result, by_default)


def _forbidden(root: Element, players: Collection[str], report: Report) -> list[dict[str, Any]]:
    locks: list[dict[str, Any]] = []
    for element in root.iter("UnwantedPairing"):
        pair = [plain_number(element.findtext(tag)) for tag in ("ParticipantOne", "ParticipantTwo")]
        if pair[0] == pair[1] or not all(pid in players for pid in pair):
            report.add("unwanted pairings of unknown players", " ".join(pair))
        elif _on(element, "Forbidden"):
            locks.append({"players": pair})
        else:
            report.add("pairs that should preferably not meet are not kept", " ".join(pair))
    return locks
