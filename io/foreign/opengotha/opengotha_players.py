"""OpenGotha's XML, read and written: players with their corrections, games and byes."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from xml.etree.ElementTree import Element, SubElement, tostring

from ....model.teams.people import as_people
from ....model.tournament.games import Game, Result, Round
from ....model.tournament.person import Player, Status
from ....model.tournament.ranks import LOWEST_RATING, parse_rank, rank_from_rating, rank_name, rating_from_rank
from ....model.tournament.tournament import Tournament
from ..foreign import (
    Read,
    Report,
    RoundInFile,
    Source,
    Written,
    country_code,
    folded,
    is_licence,
    meant_by,
    note_columns,
    note_left,
    note_one_club,
    note_unexcused,
    parse_xml,
    settings_of,
    start_ranks,
    whole_number,
    xml_bytes,
)
from ..foreign_names import with_two_names
from .opengotha_settings import MOST_LETTERS, bar_of, floor_of, read_settings, write_settings
from .opengotha_teams import MOST_ROUNDS, note_teams, read_teams, sections_of, write_team_settings, write_teams

RESULTS = {
    "RESULT_UNKNOWN": Result.UNKNOWN, "RESULT_WHITEWINS": Result.WHITE, "RESULT_BLACKWINS": Result.BLACK,
    "RESULT_EQUAL": Result.JIGO, "RESULT_BOTHLOSE": Result.BOTH_LOSE, "RESULT_BOTHLOOSE": Result.BOTH_LOSE,
    "RESULT_BOTHWIN": Result.BOTH_WIN,
}  # fmt: skip
LAST_RATING = 2949
#: Attributes of a player that are taken over.
TAKEN = {
    "name", "firstName", "country", "club", "egfPin", "ffgLicence", "agaId", "rank", "grade", "rating", "ratingOrigin",
    "smmsCorrection", "participating", "registeringStatus",
}  # fmt: skip
#: How the columns begin that keep the others for the way back.
KEPT = "opengotha."


def is_entered(player: Player, number: int) -> bool:
    """Whether a player is entered for a round, also with a preliminary entry."""
    return player.rounds is None or number in player.rounds


def read_opengotha(data: bytes, name: str) -> Read:
    """A tournament out of an OpenGotha file. Raises InputError with everything that cannot be read."""
    root = parse_xml(data, name)
    file = Source(name)
    if root.tag != "Tournament" or root.find("Players") is None:
        file.wrong("not an OpenGotha file; its root element is", root.tag, "Tournament with Players")
        file.check()
    given = read_settings(root, file.report)
    by_key = _players(root, file, given["rounds"])
    players = list(by_key.values())
    by_key |= meant_by(_named(root), by_key, file.report)
    drawn = _rounds(root, file, by_key, given["rounds"], round(2 * given["komi"]))
    if not players:
        file.wrong("no players")
    file.check()
    event = read_teams(root, file, given, by_key, drawn)
    if event is not None:
        return event
    note_teams(root, file.report)
    if given.get("start.scheme") == "swiss":  # there nobody starts above or below others
        players = [replace(player, correction=0) for player in players]
    settings, text = settings_of("opengotha", given, name)
    return Read(Tournament(settings, tuple(players), tuple(drawn)), text, file.report)


def _players(root: Element, file: Source, rounds: int) -> dict[str, Player]:
    """The players by their folded keys, counted from 1."""
    players: dict[str, Player] = {}
    sections = sections_of(root)
    for element in root.iterfind("Players/Player"):
        player = _player(element, str(len(players) + 1), rounds, file.report)
        if player is None:
            file.wrong("a player without a name", tostring(element, "unicode")[:80])
            continue
        key = folded(element.get("name", "") + element.get("firstName", ""))  # the file's own words, not ours
        if key in players:
            file.wrong("two players have the same name:", player.name, "different names")
        players[key] = replace(player, extra=(*player.extra, *sections(key, player.rank)))
    return players


def _named(root: Element) -> Iterator[str]:
    """The names by which games, byes and boards of teams mean players."""
    for element in root.iter():
        if element.tag in ("Game", "ByePlayer", "Board"):
            yield from (element.get(key, "") for key in ("whitePlayer", "blackPlayer", "player"))


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
        report.add("ratings outside -900 to 2949, moved to the nearest limit", name)
    derived = origin == "INI" or not has_rating or (not origin and rating == rating_from_rank(rank))
    plays = (element.get("participating") or "").ljust(MOST_ROUNDS, "1")
    played = frozenset(k for k in range(1, rounds + 1) if plays[k - 1 : k] != "0")
    player = Player(
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
        status=Status.PRELIMINARY if element.get("registeringStatus") == "PRE" else Status.FINAL,
        correction=whole_number(element.get("smmsCorrection"), 0, -9, 9),
        extra=_extra(element, rank_name(rank, pro)),
    )
    return player.with_rounds(played, rounds)


def _extra(element: Element, own_rank: str) -> tuple[tuple[str, str], ...]:
    """The French licence, and what else a file says of a player, kept for the way back: columns `opengotha.NAME`."""
    kept = [("FFG", element.get("ffgLicence", ""))]
    for name, value in sorted(element.attrib.items()):
        is_grade = name == "grade" and value.strip().lower() != own_rank
        if is_grade or name not in TAKEN:
            kept.append((f"{KEPT}{name}", value))
    return tuple((title, value.strip()) for title, value in kept if value.strip())


def _rank(element: Element, grade: str, rating: int | None, name: str, report: Report) -> tuple[int, int]:
    """The rank, else that of the grade, else that of the rating; and the professional grade."""
    pro = int(grade[0]) if re.fullmatch(r"[1-9]\s*[pP]", grade) else 0
    for text in (element.get("rank", ""), grade):
        try:
            return parse_rank(text)[0], pro
        except ValueError:
            continue
    report.add("ranks that cannot be read; the rating decides", name)
    return (rank_from_rating(rating) if rating is not None else -30), pro


def _rounds(root: Element, file: Source, players: Mapping[str, Player], rounds: int, komi: int) -> list[Round]:
    """The rounds as far as there are games or byes, with who was without one. Komi of even games in half points."""

    def who(key: str | None, where: str) -> str:
        player = players.get(folded(key or ""))
        if player is None:
            file.wrong(f"{where} names an unknown player", key or "")
        return player.id if player else ""

    everybody = {player.id: player for player in players.values()}.values()  # some have several keys
    found = {number: RoundInFile(number, file.report) for number in range(rounds + 1)}
    for element in root.iterfind("Games/Game"):
        own = found[whole_number(element.get("roundNumber"), 0, 0, rounds)]
        table = whole_number(element.get("tableNumber"), len(own.games) + 1, 1, 9999)
        where = f"round {own.number} table {table}"
        white, black = (who(element.get(key), where) for key in ("whitePlayer", "blackPlayer"))
        if own.number < 1:
            file.wrong("a game without a valid round:", element.get("roundNumber", ""))
        elif white and black and own.take((white, black), where):
            result, by_default = _result(element, where, file.report)
            stones = whole_number(element.get("handicap"), 0, 0, 9)
            table = own.free_table(table, where)
            own.games.append(Game(table, white, black, stones, komi if stones == 0 else 1, result, by_default))
    for element in root.iter("ByePlayer"):
        own, key = found[whole_number(element.get("roundNumber"), 0, 0, rounds)], element.get("player")
        player = who(key, f"the bye of round {own.number}") if key is not None else ""
        if player and own.number and player not in own.busy:
            own.busy.add(player)
            own.byes.append(player)
    last = max((number for number, own in found.items() if own.busy), default=0)
    drawn = []
    for number in range(1, last + 1):
        idle = [player for player in everybody if player.id not in found[number].busy]
        absent = [player.id for player in idle if not is_entered(player, number)]
        drawn.append(found[number].drawn(absent, [player.id for player in idle if is_entered(player, number)]))
    return drawn


def _result(element: Element, where: str, report: Report) -> tuple[Result, bool]:
    text = element.get("result", "RESULT_UNKNOWN")
    plain = text.removesuffix("_BYDEF")
    if plain not in RESULTS:
        report.add("unknown results, read as missing", f"{where}: {text}")
    result = RESULTS.get(plain, Result.UNKNOWN)
    return result, plain != text and result is not Result.UNKNOWN


NO_NAME = "x"  # OpenGotha requires a first name


def write_opengotha(tournament: Tournament) -> Written:
    """A file that OpenGotha 3.51 and 3.52 load."""
    losses = Report()
    event = tournament
    tournament = _told_apart(with_two_names(_of_people(event), losses), losses)
    settings = tournament.settings
    keys = {player.id: _key(player) for player in tournament.players}
    drawn = tournament.published[:MOST_ROUNDS]
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
                continue
            remark = "more than one bye in a round: the others are written as absent"
            losses.add(remark, f"round {round_.number}", of="byes")
    if not len(byes):
        root.remove(byes)
    note_one_club(((p.club, p.club[:MOST_LETTERS]) for p in tournament.players), losses)
    note_columns(tournament.players, losses, lambda title: is_licence(title) or _kept_name(title) != "")
    if event.settings.of_teams:  # the people of an event have the keys of its members
        members = [m.id for team in event.players for m in team.members]
        write_teams(root, event, dict(zip(members, keys.values(), strict=True)), losses)
    of_teams = write_settings(root, tournament, losses)
    if event.settings.of_teams:
        write_team_settings(of_teams, event.settings, losses)
    note_unexcused(tournament, losses)
    return Written(xml_bytes(root, " "), losses)


def _of_people(event: Tournament) -> Tournament:
    """The tournament that OpenGotha pairs: of teams, their people; a win against an empty seat is no bye there."""
    if not event.settings.of_teams:
        return event
    people = as_people(event, columns=False)
    rounds = tuple(replace(own, byes=(), absent=(*own.absent, *own.byes)) for own in people.rounds)
    return replace(people, rounds=rounds)


def _told_apart(tournament: Tournament, losses: Report) -> Tournament:
    """The tournament with a number after the first name of players whom OpenGotha would take for an earlier one."""
    taken = {folded(_key(player)) for player in tournament.players}
    seen: set[str] = set()
    changed = []
    for player in tournament.players:
        own = player
        if folded(_key(player)) in seen:
            first = player.first_name or NO_NAME
            numbered = (replace(player, first_name=f"{first} {number}") for number in count(2))
            own = next(one for one in numbered if folded(_key(one)) not in taken)
            remark = "names that OpenGotha cannot distinguish, so they get a number"
            losses.add(remark, f"{player.name} → {own.name}", of="name")
            changed.append(own)
        seen.add(folded(_key(own)))
        taken.add(folded(_key(own)))
    return tournament.with_players(changed) if changed else tournament


def _key(player: Player) -> str:
    """OpenGotha's key of a player; it identifies players by name only."""
    return "".join((player.surname + (player.first_name or NO_NAME)).split()).upper()


def _corrections(tournament: Tournament, losses: Report) -> dict[str, int]:
    """What each start score is above the rank, moved to bar and floor, as OpenGotha has it."""
    bar, floor, begin = bar_of(tournament), floor_of(tournament), start_ranks(tournament)
    corrections = {}
    for player in tournament.players:
        wanted = begin[player.id] - max(min(player.rank, bar), min(floor, bar))
        corrections[player.id] = max(-1, min(2, wanted))
        if wanted != corrections[player.id]:
            losses.add("start score corrections outside OpenGotha's range (-1 to 2)", player.name, of="start")
    return corrections


def _participating(player: Player, drawn: Sequence[Round], rounds: int) -> str:
    """1 for a round that the player plays or enters; rounds after the last are 1, as in a new file."""
    plays = [own.holds(player.id) and player.id not in own.byes[1:] for own in drawn]
    for number in range(len(drawn) + 1, MOST_ROUNDS + 1):
        plays.append(number > rounds or (not player.has_left and is_entered(player, number)))
    return "".join("1" if inside else "0" for inside in plays)


def _player_attributes(player: Player, losses: Report) -> dict[str, str]:
    if len(player.club) > MOST_LETTERS:
        losses.add("clubs shortened to four letters", f"{player.club} → {player.club[:MOST_LETTERS]}", of="club")
    note_left(player, losses)
    if not player.first_name:
        losses.add(f"players without a first name, written as {NO_NAME}", player.name, of="name")
    rating = max(LOWEST_RATING, min(LAST_RATING, player.rating))
    extra = {title.upper(): value for title, value in player.extra}
    kept = {_kept_name(title): value for title, value in player.extra if _kept_name(title)}
    own = {
        "name": player.surname,
        "firstName": player.first_name or NO_NAME,
        "country": country_code(player, losses),
        "club": player.club[:MOST_LETTERS],
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
    return {name: value for name, value in kept.items() if name not in TAKEN} | own


def _kept_name(title: str) -> str:
    """The attribute of OpenGotha that a column keeps for the way back; nothing where it keeps none."""
    name = title.removeprefix(KEPT) if title.startswith(KEPT) else ""
    return name if re.fullmatch(r"[A-Za-z_][\w.-]*", name, re.ASCII) else ""


def _game_attributes(game: Game, number: int, keys: dict[str, str], losses: Report) -> dict[str, str]:
    result = game.result
    if result is Result.VOID:
        losses.add("games without a result are written as jigo", f"round {number} table {game.table}", of="results")
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
