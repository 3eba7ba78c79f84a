"""OpenGotha's XML (3.4x to 3.5x), read and written; Pairgoth's dialect of it is read too."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Any
from xml.etree.ElementTree import Element, SubElement, tostring

from ..model.errors import InputError, Problem
from ..model.games import Game, Result, Round
from ..model.player import Player, Status
from ..model.ranks import LOWEST_RATING, parse_rank, rank_from_rating, rank_name, rating_from_rank
from ..model.setting_kinds import CRITERION_NAMES, parse_seeding
from ..model.settings import Settings
from ..model.tournament import Tournament
from .foreign import (
    Read,
    Report,
    Written,
    bar_rank,
    different_komi,
    flag,
    folded,
    free_table,
    iso_day,
    parse_xml,
    settings_of,
    start_ranks,
    whole_number,
    xml_bytes,
)

RESULTS = {
    "RESULT_UNKNOWN": Result.UNKNOWN, "RESULT_WHITEWINS": Result.WHITE, "RESULT_BLACKWINS": Result.BLACK,
    "RESULT_EQUAL": Result.JIGO, "RESULT_BOTHLOSE": Result.BOTH_LOSE, "RESULT_BOTHLOOSE": Result.BOTH_LOSE,
    "RESULT_BOTHWIN": Result.BOTH_WIN,
}  # fmt: skip
CRITERIA = {
    "MMS": "MMS", "NBW": "WINS", "Rank": "RANK", "Rating": "RATING", "SOSM": "SOS", "SOSM-1": "SOS-1",
    "SOSM-2": "SOS-2", "SODOSM": "SODOS", "SOSOSM": "SOSOS", "CUSSM": "CUSS", "DC": "DC", "SDC": "SDC",
} | {name: name for name in CRITERION_NAMES if name.split("-")[0].endswith("W")}  # fmt: skip
SEEDING = {"SPLITANDRANDOM": "random", "SPLITANDSLIP": "slide", "SPLITANDFOLD": "fold"}
FLOATS = {"TOP": "top", "MID": "middle", "BOT": "bottom"}
OVERTIME = {"SUDDENDEATH": "sudden death", "STDBYOYOMI": "byo-yomi", "CANBYOYOMI": "canadian", "FISCHER": "fischer"}
MOST_ROUNDS = 20
#: Attributes of a player that are taken over; any other goes into a column of this beginning.
_TAKEN = {
    "name", "firstName", "country", "club", "egfPin", "ffgLicence", "agaId", "rank", "grade", "rating", "ratingOrigin",
    "smmsCorrection", "participating", "registeringStatus",
}  # fmt: skip
_KEPT = "opengotha."
LAST_RATING = 2949


def read_opengotha(data: bytes, name: str) -> Read:
    """A tournament out of an OpenGotha file. Raises InputError with everything that cannot be read."""
    root = parse_xml(data, name)
    if root.tag != "Tournament" or root.find("Players") is None:
        raise InputError(
            [Problem("no OpenGotha file", name, value=root.tag, expected="a Tournament with Players in it")]
        )
    report = Report()
    problems: list[Problem] = []
    given = _settings(root, report)
    rounds = given["rounds"]
    players: list[Player] = []
    by_key: dict[str, str] = {}
    for element in root.iterfind("Players/Player"):
        player = _player(element, str(len(players) + 1), rounds, report)
        if player is None:
            problems.append(Problem("a player without a name", name, value=tostring(element, "unicode")[:80]))
            continue
        key = folded(player.surname + (player.first_name or element.get("firstName", "")))
        if key in by_key:
            problems.append(Problem("two players have one name", name, value=player.name, expected="different names"))
        by_key[key] = player.id
        players.append(player)
    drawn = _rounds(root, by_key, players, rounds, given["komi"], name, report, problems)
    if not players:
        problems.append(Problem("no player", name))
    if problems:
        raise InputError(problems)
    settings, text = settings_of("opengotha", given, name)
    return Read(Tournament(settings, tuple(players), tuple(drawn)), text, report)


def _rank_text(text: str | None, default: str) -> str:
    try:
        return rank_name(parse_rank(text or "")[0])
    except ValueError:
        return default


def _settings(root: Element, report: Report) -> dict[str, Any]:
    """The settings that we know of a file, by our names, with OpenGotha's defaults where it says nothing."""
    general = _attributes(root, "GeneralParameterSet")
    handicap = _attributes(root, "HandicapParameterSet")
    pairing = _attributes(root, "PairingParameterSet")
    komi = (general.get("komi") or "7.5").replace(",", ".")
    ceiling = whole_number(handicap.get("hdCeiling"), 9, 0, 9)
    by_mms = flag(handicap.get("hdBasedOnMMS"), handicap.get("hdBase", "MMS") == "MMS")
    correction = whole_number(handicap.get("hdCorrection"), 1, -1, 9)
    if correction < 0:
        report.add("a handicap of one stone more than the difference; taken as the difference")
    games = [whole_number(g.get("roundNumber"), 0, 0, MOST_ROUNDS) for g in root.iterfind("Games/Game")]
    overtime = OVERTIME.get(general.get("complementaryTimeSystem", "CANBYOYOMI"), "canadian")
    seconds = {"byo-yomi": "stdByoYomiTime", "canadian": "canByoYomiTime", "fischer": "fischerTime"}.get(overtime, "")
    given: dict[str, Any] = {
        "name": general.get("name") or general.get("shortName") or "",
        "rounds": max([whole_number(general.get("numberOfRounds"), 5, 1, MOST_ROUNDS), *games]),
        "komi": float(komi) if re.fullmatch(r"-?\d{1,2}(\.[05]0*)?", komi) else 7.5,
        "start.bar": _rank_text(general.get("genMMBar"), "4d"),
        "start.floor": _rank_text(general.get("genMMFloor"), "20k"),
        "handicap.rule": "none" if ceiling == 0 else "mms" if by_mms else "rank",
        "handicap.reduction": max(correction, 0),
        "handicap.maximum": ceiling,
        "handicap.none_from": _rank_text(handicap.get("hdNoHdRankThreshold"), "1d"),
        "points.absence": whole_number(general.get("genMMS2ValueAbsent"), 0, 0, 2) / 2,
        "points.bye": whole_number(general.get("genMMS2ValueBye"), 0, 0, 2) / 2,
        "points.absence_wins": whole_number(general.get("genNBW2ValueAbsent"), 0, 0, 2) / 2,
        "points.bye_wins": whole_number(general.get("genNBW2ValueBye"), 0, 0, 2) / 2,
        "points.round_down": "absences and byes" if flag(general.get("genRoundDownNBWMMS"), True) else "none",
        "placing.opponents_unplayed": (
            "half" if flag(general.get("genCountNotPlayedGamesAsHalfPoint"), False) else "as scored"
        ),
        "placing.order": _criteria(root, report),
        "pairing.seeding": _seeding(pairing),
        "pairing.draw_down": FLOATS.get(pairing.get("paiMaDUDDUpperMode", "MID"), "middle"),
        "pairing.draw_up": FLOATS.get(pairing.get("paiMaDUDDLowerMode", "MID"), "middle"),
        "pairing.even_at_bar": False,
        "event.place": general.get("location", ""),
        "event.internet": flag(general.get("bInternet"), False),
        "event.basic_time": whole_number(general.get("basicTime") or general.get("time"), 0, 0, 600),
        "event.overtime": overtime,
        "event.overtime_seconds": whole_number(general.get(seconds), 30, 0, 3600),
        "event.overtime_stones": whole_number(general.get("nbMovesCanTime"), 15, 1, 100),
    }
    for key, attribute in (("event.begin", "beginDate"), ("event.end", "endDate")):
        if iso_day(general.get(attribute, "")):
            given[key] = general[attribute]
    if root.find("Teams") is not None and len(root.findall("Teams/Team")):
        report.add("teams", str(len(root.findall("Teams/Team"))))
    if whole_number(general.get("numberOfCategories"), 1, 1, 9) > 1:
        report.add("categories")
    report.add("weights of the pairing: the profile opengotha has their usual relation")
    return given


def _attributes(root: Element, name: str) -> dict[str, str]:
    element = root.find(f"TournamentParameterSet/{name}")
    return {} if element is None else dict(element.attrib)


def _criteria(root: Element, report: Report) -> list[str]:
    found = sorted(root.iter("PlacementCriterion"), key=lambda e: whole_number(e.get("number"), 99, 0, 99))
    names = [e.get("name", "NULL") for e in found]
    for name in names:
        if name not in CRITERIA and name != "NULL":
            report.add("placing criteria that are not known here", name)
    return list(dict.fromkeys(CRITERIA[name] for name in names if name in CRITERIA)) or ["MMS", "SOS", "SOSOS"]


def _seeding(pairing: dict[str, str]) -> list[str]:
    last = whole_number(pairing.get("paiMaLastRoundForSeedSystem1"), 2, 0, 99)
    first = SEEDING.get(pairing.get("paiMaSeedSystem1", ""), "random")
    second = SEEDING.get(pairing.get("paiMaSeedSystem2", ""), "slide")
    keys = {"Rating": " RATING", "Rank": " RANK"}
    extra = keys.get(pairing.get("paiMaAdditionalPlacementCritSystem1", "Rating"), "")
    extra_2 = keys.get(pairing.get("paiMaAdditionalPlacementCritSystem2", ""), "")
    lines = [f"1-{last} {first} MMS SOS SOSOS{extra}"] if last else []
    return [*lines, f"{last + 1}+ {second} MMS SOS SOSOS{extra_2}"]


def _player(element: Element, player_id: str, rounds: int, report: Report) -> Player | None:
    surname, first = element.get("name", "").strip(), element.get("firstName", "").strip()
    if not surname and not first:
        return None
    name = f"{surname} {first}"
    rating = whole_number(element.get("rating"), LOWEST_RATING - 1, -(10**6), 10**6)
    has_rating = rating >= LOWEST_RATING
    grade = element.get("grade", "").strip()
    rank, pro = _rank(element, grade, rating if has_rating else None, name, report)
    origin = element.get("ratingOrigin", "").strip().upper()
    if rating > LAST_RATING or (rating < LOWEST_RATING and element.get("rating")):
        report.add("ratings outside -900 to 2949, moved to the nearest", name)
    derived = origin == "INI" or not has_rating or (not origin and rating == rating_from_rank(rank))
    plays = (element.get("participating") or "").ljust(MOST_ROUNDS, "1")
    played = frozenset(k for k in range(1, rounds + 1) if plays[k - 1 : k] != "0")
    return Player(
        id=player_id,
        surname=surname or first,
        first_name="" if first == "x" or not surname else first,
        rank=rank,
        pro=pro,
        rating=max(LOWEST_RATING, min(LAST_RATING, rating)) if has_rating else rating_from_rank(rank),
        rating_is_derived=derived,
        club=element.get("club", "").strip(),
        country=element.get("country", "").strip().upper(),
        pin=element.get("egfPin", "").strip(),
        aga=element.get("agaId", "").strip(),
        rounds=None if len(played) == rounds else played,
        status=Status.PRELIMINARY if element.get("registeringStatus") == "PRE" else Status.FINAL,
        correction=whole_number(element.get("smmsCorrection"), 0, -9, 9),
        extra=_extra(element, rank_name(rank, pro)),
    )


def _extra(element: Element, own_rank: str) -> tuple[tuple[str, str], ...]:
    """The French licence, and what else a file says of a player, kept for the way back: columns `opengotha.NAME`."""
    kept = [("FFG", element.get("ffgLicence", ""))]
    for name, value in sorted(element.attrib.items()):
        is_grade = name == "grade" and value.strip().lower() != own_rank
        if is_grade or name not in _TAKEN:
            kept.append((f"{_KEPT}{name}", value))
    return tuple((title, value.strip()) for title, value in kept if value.strip())


def _rank(element: Element, grade: str, rating: int | None, name: str, report: Report) -> tuple[int, int]:
    """The rank, else that of the grade, else that of the rating; and the professional grade."""
    pro = 0
    if re.fullmatch(r"[1-9]\s*[pP]", grade):
        pro = int(grade[0])
    for text in (element.get("rank", ""), grade):
        try:
            return parse_rank(text)[0], pro
        except ValueError:
            continue
    report.add("ranks that cannot be read, taken from the rating", name)
    return (rank_from_rating(rating) if rating is not None else -30), pro


def _rounds(
    root: Element,
    by_key: dict[str, str],
    players: Sequence[Player],
    rounds: int,
    komi: float,
    name: str,
    report: Report,
    problems: list[Problem],
) -> list[Round]:
    """The rounds as far as there are games: tables, byes, and who was entered without a game."""
    games: dict[int, list[Game]] = {}
    busy: dict[int, set[str]] = {}

    def who(key: str | None, where: str) -> str:
        found = by_key.get(folded(key or ""), "")
        if not found:
            problems.append(Problem(f"{where} names nobody of the players", name, value=key or ""))
        return found

    for element in root.iterfind("Games/Game"):
        number = whole_number(element.get("roundNumber"), 0, 0, rounds)
        table = whole_number(element.get("tableNumber"), len(games.get(number, [])) + 1, 1, 9999)
        where = f"round {number} table {table}"
        white, black = who(element.get("whitePlayer"), where), who(element.get("blackPlayer"), where)
        if number < 1:
            problems.append(Problem("a game of no round", name, value=element.get("roundNumber", "")))
            continue
        taken = busy.setdefault(number, set())
        if not white or not black or white == black or {white, black} & taken:
            if white and black:
                report.add("players with two games in a round; the first one counts", where)
            continue
        taken |= {white, black}
        text = element.get("result", "RESULT_UNKNOWN")
        result = RESULTS.get(text.removesuffix("_BYDEF"), Result.UNKNOWN)
        if text.removesuffix("_BYDEF") not in RESULTS:
            report.add("results that are not known, taken as missing", f"{where}: {text}")
        stones = whole_number(element.get("handicap"), 0, 0, 9)
        by_default = text.endswith("_BYDEF") and result is not Result.UNKNOWN
        halves = round(2 * komi) if stones == 0 else 1
        table = free_table(table, games.get(number, []), where, report)
        games.setdefault(number, []).append(Game(table, white, black, stones, halves, result, by_default))
    byes: dict[int, list[str]] = {}
    for element in root.iter("ByePlayer"):
        number, key = whole_number(element.get("roundNumber"), 0, 0, rounds), element.get("player")
        if key is None:
            continue
        player = who(key, f"the bye of round {number}")
        if player and number and player not in busy.get(number, set()):
            busy.setdefault(number, set()).add(player)
            byes.setdefault(number, []).append(player)
    last = max([0, *games, *byes])
    return [
        Round(
            number,
            tuple(sorted(games.get(number, []), key=lambda game: game.table)),
            tuple(byes.get(number, [])),
            tuple(p.id for p in players if not _plays(p, number) and p.id not in busy.get(number, set())),
            tuple(p.id for p in players if _plays(p, number) and p.id not in busy.get(number, set())),
        )
        for number in range(1, last + 1)
    ]


def _plays(player: Player, number: int) -> bool:
    """Whether the file says so, also of a preliminary entry."""
    return player.rounds is None or number in player.rounds


def write_opengotha(tournament: Tournament) -> Written:
    """A file that OpenGotha 3.51 and 3.52 load. Raises InputError where two names would be one to it."""
    losses = Report()
    settings = tournament.settings
    keys = _keys(tournament.players)
    drawn = [r for r in tournament.rounds if not r.draft][:MOST_ROUNDS]
    root = Element("Tournament", dataVersion="201", fullVersionNumber="3.52", runningMode="SAL")
    players, games, byes = (SubElement(root, tag) for tag in ("Players", "Games", "ByePlayers"))
    corrections = _corrections(tournament, losses)
    for player in tournament.players:
        attributes = _player_attributes(player, losses) | {"smmsCorrection": str(corrections[player.id])}
        SubElement(players, "Player", attributes | {"participating": _participating(player, drawn, settings.rounds)})
    for round_ in drawn:
        for game in round_:
            SubElement(games, "Game", _game_attributes(game, round_.number, keys, losses))
        for k, player_id in enumerate(round_.byes):
            if k == 0:
                SubElement(byes, "ByePlayer", roundNumber=str(round_.number), player=keys[player_id])
            else:
                losses.add("more than one bye in a round: the others are written as absent", f"round {round_.number}")
    if not len(byes):
        root.remove(byes)
    _write_settings(root, settings, tournament, losses)
    for where in different_komi(tournament):
        losses.add("komi of single games", where)
    return Written(xml_bytes(root, " "), losses)


def _keys(players: Iterable[Player]) -> dict[str, str]:
    """OpenGotha's keys by id. Raises InputError where two are the same."""
    keys: dict[str, str] = {}
    seen: dict[str, Player] = {}
    for player in players:
        key = "".join((player.surname + (player.first_name or "x")).split()).upper()
        other = seen.setdefault(folded(key), player)
        if other is not player:
            raise InputError(
                f"{other.name} ({other.id}) and {player.name} ({player.id}) are one player to OpenGotha: "
                "change a name, such as by mcmahon player DIR ID --name"
            )
        keys[player.id] = key
    return keys


def _corrections(tournament: Tournament, losses: Report) -> dict[str, int]:
    """What each start score is above the rank, moved to bar and floor, as OpenGotha has it."""
    bar, floor = _bar(tournament), tournament.settings.floor_rank
    begin = start_ranks(tournament)
    corrections = {}
    for player in tournament.players:
        corrections[player.id] = begin[player.id] - max(min(player.rank, bar), min(floor, bar))
        if not -1 <= corrections[player.id] <= 2:
            losses.add("start scores further from the rank than OpenGotha can say (-1 to 2)", player.name)
    return {pid: max(-1, min(2, value)) for pid, value in corrections.items()}


def _bar(tournament: Tournament) -> int:
    bar = bar_rank(tournament)
    return 8 if bar is None else bar


def _participating(player: Player, drawn: Sequence[Round], rounds: int) -> str:
    """1 for a round in which the player is, or wants to be; rounds behind the last are 1 as in a new file."""
    plays = ""
    for number in range(1, MOST_ROUNDS + 1):
        if number <= len(drawn):
            inside = drawn[number - 1].holds(player.id) and player.id not in drawn[number - 1].byes[1:]
        else:
            inside = number > rounds or (player.status is not Status.WITHDRAWN and _plays(player, number))
        plays += "1" if inside else "0"
    return plays


def _player_attributes(player: Player, losses: Report) -> dict[str, str]:
    if len(player.club) > 4:
        losses.add("clubs cut to four letters", f"{player.club} → {player.club[:4]}")
    if player.country and not re.fullmatch(r"[A-Za-z]{2}", player.country):
        losses.add("countries that are not two letters", player.country)
    if player.status is Status.WITHDRAWN:
        losses.add("withdrawals: absent from all rounds to come", player.name)
    if player.groups:
        losses.add("families and groups", player.name)
    rating = max(LOWEST_RATING, min(LAST_RATING, player.rating))
    extra = {title.upper(): value for title, value in player.extra}
    kept = {title.removeprefix(_KEPT): value for title, value in player.extra if title.startswith(_KEPT)}
    kept = {name: value for name, value in kept.items() if re.fullmatch(r"[A-Za-z_][\w.-]*", name, re.ASCII)}
    own = {
        "name": player.surname,
        "firstName": player.first_name or "x",
        "country": player.country.upper() if re.fullmatch(r"[A-Za-z]{2}", player.country) else "",
        "club": player.club[:4],
        "egfPin": player.pin,
        "ffgLicence": extra.get("FFG", ""),
        "ffgLicenceStatus": kept.pop("ffgLicenceStatus", ""),
        "agaId": player.aga,
        "agaExpirationDate": kept.pop("agaExpirationDate", ""),
        "rank": rank_name(player.rank).upper(),
        "grade": kept.pop("grade", player.rank_name.upper()),
        "rating": str(rating),
        "ratingOrigin": "INI" if player.rating_is_derived else "MAN",
        "registeringStatus": "PRE" if player.status is Status.PRELIMINARY else "FIN",
    }
    return {name: value for name, value in kept.items() if name not in _TAKEN} | own


def _game_attributes(game: Game, number: int, keys: dict[str, str], losses: Report) -> dict[str, str]:
    result = game.result
    if result is Result.VOID:
        losses.add("games without result are written as jigo", f"round {number} table {game.table}")
        result = Result.JIGO
    names = {value: name for name, value in RESULTS.items() if name != "RESULT_BOTHLOOSE"}
    return {
        "roundNumber": str(number),
        "tableNumber": str(game.table),
        "whitePlayer": keys[game.white],
        "blackPlayer": keys[game.black],
        "knownColor": "true",
        "handicap": str(game.handicap),
        "result": names[result] + ("_BYDEF" if game.by_default else ""),
    }


def _write_settings(root: Element, settings: Settings, tournament: Tournament, losses: Report) -> None:
    start, event, points = settings.start, settings.event, settings.points
    if start.scheme not in ("rank", "swiss"):
        losses.add(f"start scores of the scheme {start.scheme}: written as corrections, where they reach")
    if settings.rounds > MOST_ROUNDS:
        losses.add("rounds behind the twentieth")
    for key in ("forbid", "force", "rules", "local_clubs"):
        if getattr(settings.pairing, key):
            losses.add("forbidden and forced pairs, rules over pairs, local clubs", f"pairing.{key}")
    if settings.pairing.profile != "opengotha":
        losses.add("the weight profile", settings.pairing.profile)
    if settings.tables.fixed or settings.tables.out_of_use or settings.tables.first != 1:
        losses.add("fixed tables and tables out of use")
    if settings.placing.empty_round_sosos != "own start" and "SOSOS" in settings.placing.order:
        losses.add("SOSOS of rounds without an opponent: OpenGotha counts the own start for each round")
    if start.zero != "30k":
        losses.add("the zero of the scores: to OpenGotha 30 kyu is 0", start.zero)
    if settings.pairing.even_at_bar and settings.handicap.rule != "none":
        losses.add("even games at and above the bar: OpenGotha has its rank threshold for that")
    parameters = SubElement(root, "TournamentParameterSet")
    seconds = {"byo-yomi": "stdByoYomiTime", "canadian": "canByoYomiTime", "fischer": "fischerTime"}.get(event.overtime)
    general = {
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
        "genMMBar": rank_name(_bar(tournament)).upper(),
        "genMMFloor": rank_name(settings.floor_rank).upper(),
        "genMMZero": "30K",
        "genMMS2ValueAbsent": str(points.absence),
        "genMMS2ValueBye": str(points.bye),
        "genNBW2ValueAbsent": str(points.absence_wins),
        "genNBW2ValueBye": str(points.bye_wins),
        "genRoundDownNBWMMS": str(points.round_down != "none").lower(),
        "genCountNotPlayedGamesAsHalfPoint": str(settings.placing.opponents_unplayed == "half").lower(),
    }
    if event.begin:  # without a day, the one on which the file is opened
        general |= {"beginDate": event.begin, "endDate": event.end or event.begin}
    if points.round_down == "absences":
        losses.add("absences rounded down without the byes: OpenGotha rounds both")
    if seconds:
        general[seconds] = str(event.overtime_seconds)
    SubElement(parameters, "GeneralParameterSet", general)
    rule = settings.handicap
    SubElement(
        parameters,
        "HandicapParameterSet",
        hdBasedOnMMS=str(rule.rule != "rank").lower(),
        hdNoHdRankThreshold=(rule.none_from if rule.none_from != "none" else "9d").upper(),
        hdCorrection=str(min(rule.reduction, 3)),
        hdCeiling=str(0 if rule.rule == "none" else rule.maximum),
    )
    names = {value: key for key, value in reversed(CRITERIA.items())}
    order = [names[name] for name in settings.placing.order if name in names][:6]
    for name in settings.placing.order:
        if name not in names:
            losses.add("placing criteria that OpenGotha has not", name)
    placing = SubElement(SubElement(parameters, "PlacementParameterSet"), "PlacementCriteria")
    for k, name in enumerate([*order, *["NULL"] * (6 - len(order))], 1):
        SubElement(placing, "PlacementCriterion", number=str(k), name=name)
    SubElement(parameters, "PairingParameterSet", _pairing_attributes(settings, losses))
    team = SubElement(root, "TeamTournamentParameterSet")
    SubElement(team, "TeamGeneralParameterSet", teamSize="4")


def _pairing_attributes(settings: Settings, losses: Report) -> dict[str, str]:
    """OpenGotha's McMahon weights with our seeding and floats."""
    systems = {value: key for key, value in SEEDING.items()}
    lines = [parse_seeding(line) for line in settings.pairing.seeding]
    methods = [method for _, _, method, _ in lines]
    if "adjacent" in methods or len(lines) > 2:
        losses.add("seeding that OpenGotha has not", "; ".join(settings.pairing.seeding))
    last = lines[0][1] if len(lines) > 1 else 0
    floats = {value: key for key, value in FLOATS.items()}
    return {
        "paiStandardNX1Factor": "0.5",
        "paiBaAvoidDuplGame": "500000000000000",
        "paiBaRandom": "0",
        "paiBaDeterministic": "true",
        "paiBaBalanceWB": "1000000",
        "paiMaAvoidMixingCategories": "0",
        "paiMaMinimizeScoreDifference": "100000000000",
        "paiMaDUDDWeight": "100000000",
        "paiMaCompensateDUDD": "true",
        "paiMaDUDDUpperMode": floats[settings.pairing.draw_down],
        "paiMaDUDDLowerMode": floats[settings.pairing.draw_up],
        "paiMaMaximizeSeeding": "5000000",
        "paiMaLastRoundForSeedSystem1": str(min(last, MOST_ROUNDS)),
        "paiMaSeedSystem1": systems.get(methods[0], "SPLITANDFOLD"),
        "paiMaSeedSystem2": systems.get(methods[-1], "SPLITANDFOLD"),
        "paiMaAdditionalPlacementCritSystem1": "Rating",
        "paiMaAdditionalPlacementCritSystem2": "NULL",
        "paiSeRankThreshold": "1D",
        "paiSeNbWinsThresholdActive": "false",
        "paiSeBarThresholdActive": "true",
        "paiSeDefSecCrit": "100000000000",
        "paiSeMinimizeHandicap": "0",
        "paiSeAvoidSameGeo": "100000000000",
        "paiSePreferMMSDiffRatherThanSameCountry": "1",
        "paiSePreferMMSDiffRatherThanSameClubsGroup": "2",
        "paiSePreferMMSDiffRatherThanSameClub": "3",
    }
