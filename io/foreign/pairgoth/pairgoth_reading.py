"""Reading Pairgoth's tournament file: players, games, byes. Its parameters are OpenGotha's under other names."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Annotated, Any

import msgspec
from msgspec import Meta

from ....model.errors import InputError, Problem, WrongValue, unreadable_text
from ....model.tournament.games import Game, Result, Round
from ....model.tournament.person import Player, Status
from ....model.tournament.ranks import LOWEST_RATING, STRONGEST, WEAKEST, rank_name, rating_from_rank
from ....model.tournament.tournament import Tournament
from ...countries import two_letters
from ...typed import converted
from ..foreign import Read, Report, RoundInFile, Source, settings_of
from ..opengotha.opengotha_players import LAST_RATING
from ..opengotha.opengotha_settings import note_criteria, note_pairing, settings_given
from ..opengotha.opengotha_teams import MOST_ROUNDS

RESULTS = {
    "?": Result.UNKNOWN, "w": Result.WHITE, "b": Result.BLACK, "=": Result.JIGO, "#": Result.BOTH_WIN,
    "0": Result.BOTH_LOSE, "X": Result.VOID,
}  # fmt: skip
#: Placing criteria by OpenGotha's names; those that are not here have the same.
CRITERIA = {
    "CATEGORY": "CAT", "RANK": "Rank", "RATING": "Rating", "SOSWM1": "SOSW-1", "SOSWM2": "SOSW-2", "SOSMM1": "SOSM-1",
    "SOSMM2": "SOSM-2", "NONE": "NULL",
}  # fmt: skip
#: Parameters of the pairing, by section and key, and what OpenGotha calls them; the weights are whole numbers there.
PAIRING = {
    ("base", "nx1"): "paiStandardNX1Factor",
    ("base", "dupWeight"): "paiBaAvoidDuplGame",
    ("base", "random"): "paiBaRandom",
    ("base", "deterministic"): "paiBaDeterministic",
    ("base", "colorBalanceWeight"): "paiBaBalanceWB",
    ("main", "catWeight"): "paiMaAvoidMixingCategories",
    ("main", "scoreWeight"): "paiMaMinimizeScoreDifference",
    ("main", "upDownWeight"): "paiMaDUDDWeight",
    ("main", "upDownCompensate"): "paiMaCompensateDUDD",
    ("main", "upDownLowerMode"): "paiMaDUDDLowerMode",
    ("main", "upDownUpperMode"): "paiMaDUDDUpperMode",
    ("main", "maximizeSeeding"): "paiMaMaximizeSeeding",
    ("main", "firstSeedLastRound"): "paiMaLastRoundForSeedSystem1",
    ("main", "firstSeed"): "paiMaSeedSystem1",
    ("main", "secondSeed"): "paiMaSeedSystem2",
    ("main", "firstSeedAddCrit"): "paiMaAdditionalPlacementCritSystem1",
    ("main", "secondSeedAddCrit"): "paiMaAdditionalPlacementCritSystem2",
    ("secondary", "barThreshold"): "paiSeBarThresholdActive",
    ("secondary", "rankThreshold"): "paiSeRankThreshold",
    ("secondary", "winsThreshold"): "paiSeNbWinsThresholdActive",
    ("secondary", "secWeight"): "paiSeDefSecCrit",
    ("geo", "weight"): "paiSeAvoidSameGeo",
    ("geo", "mmsDiffCountry"): "paiSePreferMMSDiffRatherThanSameCountry",
    ("geo", "mmsDiffClubGroup"): "paiSePreferMMSDiffRatherThanSameClubsGroup",
    ("geo", "mmsDiffClub"): "paiSePreferMMSDiffRatherThanSameClub",
    ("handicap", "weight"): "paiSeMinimizeHandicap",
}
#: Words of parameters by OpenGotha's.
WORDS = {
    "TOP": "TOP", "MIDDLE": "MID", "BOTTOM": "BOT", "SPLIT_AND_RANDOM": "SPLITANDRANDOM",
    "SPLIT_AND_SLIP": "SPLITANDSLIP", "SPLIT_AND_FOLD": "SPLITANDFOLD", "RATING": "Rating", "RANK": "Rank",
    "NONE": "NULL",
}  # fmt: skip
TIMES = {
    "SUDDEN_DEATH": "SUDDENDEATH", "CANADIAN": "CANBYOYOMI", "JAPANESE": "STDBYOYOMI", "STANDARD": "STDBYOYOMI",
    "FISCHER": "FISCHER",
}  # fmt: skip
#: What files that Pairgoth made of OpenGotha's have for 10^11: it did not fit into 32 bits.
CUT_WEIGHT, WHOLE_WEIGHT = 10**11 % 2**32, 10**11
#: Nobody plays so fast: a main time below is in minutes, as files made of OpenGotha's have it; else it is in seconds.
LEAST_SECONDS = 120
MAC_MAHON, SWISS = "MAC_MAHON", "SWISS"

_Rank = Annotated[int, Meta(ge=-30, le=STRONGEST)]
_Count = Annotated[int, Meta(ge=0, le=9999)]
_Seconds = Annotated[int, Meta(ge=0, le=10**6)]


class _Player(msgspec.Struct):
    """A player as the file has it; `skip` are the rounds that the player misses."""

    id: Annotated[int, Meta(ge=1, le=10**9)]
    name: str
    rank: _Rank
    rating: Annotated[int, Meta(ge=-(10**6), le=10**6)]
    firstname: str = ""
    country: str | None = ""
    club: str | None = ""
    final: bool = True
    mmsCorrection: Annotated[int, Meta(ge=-9, le=9)] = 0
    skip: list[int] = []
    egf: str = ""
    ffg: str = ""
    aga: str = ""


class _Game(msgspec.Struct):
    """A game; player 0 is nobody, so that the other has the bye."""

    w: int
    b: int
    t: _Count = 0
    h: Annotated[int, Meta(ge=0, le=9)] = 0
    r: str = "?"


class _Time(msgspec.Struct):
    type: str = "SUDDEN_DEATH"
    mainTime: _Seconds = 0
    byoyomi: _Seconds = 0
    stones: _Count = 0
    increment: _Seconds = 0


class _Tour(msgspec.Struct):
    """The whole file. Parameters have other names in older versions, so that they are looked up by name."""

    players: list[_Player]
    pairing: dict[str, Any]
    rounds: Annotated[int, Meta(ge=1, le=MOST_ROUNDS)]
    type: str = "INDIVIDUAL"
    name: str = ""
    shortName: str = ""
    startDate: str = ""
    endDate: str = ""
    director: str = ""
    country: str | None = ""
    location: str = ""
    online: bool = False
    komi: float = 7.5
    gobanSize: int = 19
    timeSystem: _Time = msgspec.field(default_factory=_Time)
    games: Annotated[list[list[_Game]], Meta(max_length=MOST_ROUNDS)] = []
    tablesExclusion: list[str] = []
    frozen: list[Any] | None = None


def read_pairgoth(data: bytes, name: str) -> Read:
    """A tournament out of a file of Pairgoth. Raises InputError with everything that cannot be read."""
    file = Source(name)
    tour = _decoded(data, name)
    given = _settings(tour, file.report)
    players = _players(tour, file, is_swiss=given.get("start.scheme") == "swiss")
    drawn = _rounds(tour, file, {player.id for player in players}, round(2 * given["komi"]))
    if not players:
        file.wrong("no players")
    file.check()
    settings, text = settings_of("opengotha", given, name)
    return Read(Tournament(settings, tuple(players), tuple(drawn)), text, file.report)


def _decoded(data: bytes, name: str) -> _Tour:
    """The content of the file. Raises InputError where it is not a tournament of individual players."""
    try:
        plain = msgspec.json.decode(data.removeprefix(b"\xef\xbb\xbf"))
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise InputError([Problem(f"not readable as JSON: {unreadable_text(error)}", name)]) from None
    kind = plain.get("type", "INDIVIDUAL") if isinstance(plain, dict) else ""
    if kind != "INDIVIDUAL":
        what, expected = str(kind)[:40], "a Pairgoth tournament of type INDIVIDUAL; teams cannot be read"
        raise InputError([Problem("not a tournament of individual players:", name, value=what, expected=expected)])
    try:
        return converted(plain, _Tour)
    except WrongValue as error:
        raise InputError([Problem(f"not a Pairgoth tournament: {error}", name)]) from None


def _settings(tour: _Tour, report: Report) -> dict[str, Any]:
    """The settings by our names, Pairgoth's defaults where the file says nothing; what has no equal is told."""
    sections = {key: value for key, value in tour.pairing.items() if isinstance(value, dict)}
    listed = tour.pairing.get("placement")
    criteria = [CRITERIA.get(str(c), str(c)) for c in listed] if isinstance(listed, list) else []
    note_criteria(criteria, report)
    system = tour.pairing.get("type", MAC_MAHON)
    if system not in (MAC_MAHON, SWISS):
        report.add("a system other than McMahon or Swiss, read as Swiss", str(system)[:40])
    is_swiss = system != MAC_MAHON
    pairing = _pairing(sections)
    corrections = any(player.mmsCorrection for player in tour.players)
    main = sections.get("main", {})
    general = _general(tour, main, sections.get("handicap", {}), is_swiss)
    usual = ["NBW", "SOSW", "SOSOSW"] if is_swiss else ["MMS", "SOSM", "SOSOSM"]
    given = settings_given(general | pairing, criteria or usual, corrections, report)
    given["rounds"] = max(tour.rounds, len(tour.games))
    if is_swiss:
        given |= {"start.scheme": "swiss", "pairing.geography_at_bar": "counts", "points.absence": 0}
    given |= {"points.void": 0}  # a game called off gives nothing
    if country := two_letters(tour.country or ""):
        given["event.country"] = country
    if not main.get("sosValueAbsentUseBase", True):
        remark = "SOS of rounds without a game: half a point more per round; the start score is used instead"
        report.add(remark, unlike=True)
    if tour.director:
        report.add("the name of the director is not kept", tour.director)
    if tour.gobanSize != 19:
        report.add("board sizes other than 19 are not kept", str(tour.gobanSize))
    for number, tables in enumerate(tour.tablesExclusion, 1):
        if tables.strip():
            report.add("tables out of use in single rounds are not kept", f"round {number}: {tables}")
    if tour.frozen:
        report.add("frozen standings: places are computed again")
    note_pairing(pairing, report)
    return given


def _pairing(sections: Mapping[str, Mapping[str, Any]]) -> dict[str, str]:
    """Parameters of the pairing as OpenGotha says them; names with letters left out are of older versions."""
    found: dict[str, str] = {}
    for (section, key), attribute in PAIRING.items():
        values = sections.get(section, {})
        value = values.get(key, values.get(key.replace("Threshold", "Treshold")))
        if attribute == "paiSeAvoidSameGeo" and value == CUT_WEIGHT:
            value = WHOLE_WEIGHT
        if attribute == "paiSeRankThreshold" and isinstance(value, int):
            value = rank_name(max(-30, min(STRONGEST, value))).upper()
        if isinstance(value, bool):
            value = str(value).lower()
        elif isinstance(value, float) and value.is_integer():
            value = int(value)
        if value is not None:
            found[attribute] = WORDS.get(str(value), str(value))
    return found


def _rank(values: Mapping[str, Any], key: str, default: int) -> str:
    rank = values.get(key, default)
    return rank_name(max(WEAKEST, min(STRONGEST, rank if isinstance(rank, int) else default)))


def _general(tour: _Tour, main: Mapping[str, Any], handicap: Mapping[str, Any], is_swiss: bool) -> dict[str, str]:
    """The event, bars, points and handicaps as OpenGotha says them. A bye is always a win."""
    absent, time = main.get("mmsValueAbsent", 0.5), tour.timeSystem
    seconds = time.mainTime
    threshold = "threshold" if "threshold" in handicap else "treshold"
    return {
        "name": tour.name or tour.shortName,
        "komi": f"{tour.komi:g}",
        "genMMS2ValueAbsent": str(round(2 * absent)) if absent in (0, 0.5, 1) else "1",
        "genMMS2ValueBye": "2",
        "genNBW2ValueAbsent": "0",
        "genNBW2ValueBye": "2",
        "genRoundDownNBWMMS": str(main.get("roundDownScore", True)).lower(),
        "location": tour.location,
        "bInternet": str(tour.online).lower(),
        "beginDate": tour.startDate,
        "endDate": tour.endDate,
        "basicTime": str(seconds if seconds < LEAST_SECONDS else seconds // 60),
        "complementaryTimeSystem": TIMES.get(time.type.upper(), "SUDDENDEATH"),
        "stdByoYomiTime": str(time.byoyomi),
        "canByoYomiTime": str(time.byoyomi),
        "nbMovesCanTime": str(time.stones or 15),
        "fischerTime": str(time.increment),
        "genMMBar": _rank(tour.pairing, "mmBar", 0),
        "genMMFloor": _rank(tour.pairing, "mmFloor", -20),
        "hdBasedOnMMS": str(handicap.get("useMMS", not is_swiss)).lower(),
        "hdNoHdRankThreshold": _rank(handicap, threshold, -30 if is_swiss else 0),
        "hdCorrection": str(handicap.get("correction", 1)),
        "hdCeiling": str(handicap.get("ceiling", 0 if is_swiss else 9)),
    }


def _players(tour: _Tour, file: Source, is_swiss: bool) -> list[Player]:
    """The players under Pairgoth's own numbers; in a Swiss all start level, whatever is said of corrections."""
    players: dict[str, Player] = {}
    rounds = max(tour.rounds, len(tour.games))
    for own in tour.players:
        surname, first = " ".join(own.name.split()), " ".join(own.firstname.split())
        if not surname and not first:
            file.wrong("a player without a name", str(own.id))
        if str(own.id) in players:
            file.wrong("two players have the same number:", str(own.id), "different numbers")
        rating = max(LOWEST_RATING, min(LAST_RATING, own.rating))
        if rating != own.rating:
            file.report.add("ratings outside -900 to 2949, moved to the nearest limit", f"{surname} {first}")
        licence = own.ffg.strip()
        player = Player(
            id=str(own.id),
            surname=surname or first,
            first_name=first if surname else "",
            rank=own.rank,
            rating=rating,
            rating_is_derived=rating == rating_from_rank(own.rank),
            club=(own.club or "").strip(),
            country=(own.country or "").strip().upper(),
            pin=own.egf.strip(),
            aga=own.aga.strip(),
            status=Status.FINAL if own.final else Status.PRELIMINARY,
            correction=0 if is_swiss else own.mmsCorrection,
            extra=(("FFG", licence),) if licence else (),
        )
        players[player.id] = player.with_rounds(frozenset(range(1, rounds + 1)) - set(own.skip), rounds)
    return list(players.values())


def _rounds(tour: _Tour, file: Source, players: set[str], komi: int) -> list[Round]:
    """The rounds up to the last with a game; who is in none of its games is absent, whether that was said or not."""
    last = max((number for number, games in enumerate(tour.games, 1) if games), default=0)
    drawn = []
    for number, listed in enumerate(tour.games[:last], 1):
        found = RoundInFile(number, file.report)
        for own in listed:
            where = f"round {number} table {own.t}"
            pair = [str(player) for player in (own.w, own.b) if player]
            for unknown in (player for player in pair if player not in players):
                file.wrong(f"{where} names an unknown player", unknown)
            if not found.take(pair, where):
                continue
            if len(pair) == 1:
                found.byes += pair
                continue
            if own.r not in RESULTS:
                file.report.add("unknown results, read as missing", f"{where}: {own.r}")
            table = found.free_table(own.t or len(found.games) + 1, where)
            result = RESULTS.get(own.r, Result.UNKNOWN)
            found.games.append(Game(table, pair[0], pair[1], own.h, 1 if own.h else komi, result))
        drawn.append(found.drawn(str(p.id) for p in tour.players if str(p.id) not in found.busy))
    return drawn
