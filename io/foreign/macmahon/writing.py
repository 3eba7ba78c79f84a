"""Writing MacMahon's XML: participants with their start scores, rounds, and pairs that must not meet."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from xml.etree.ElementTree import Element

from ....model.tournament.games import Game, Result, Round
from ....model.tournament.player import Player, Status
from ....model.tournament.ranks import parse_rank, rating_from_rank
from ....model.tournament.round_sets import parse_rounds
from ....model.tournament.tournament import Tournament
from ..foreign import Report, Written, bar_rank, country_code, note_komi, start_ranks, xml_bytes
from ..losses import egd_pin, note_columns, note_unexcused
from ..names import one_word, with_two_names
from .codes import RESULTS, plain_number
from .elements import fill, typed
from .levels import Bars, level_name, player_level
from .settings_writing import note_settings, write_criteria, write_settings

NO_DAY = "2000-01-01"


def write_macmahon(tournament: Tournament) -> Written:
    """A file that MacMahon 3.10 loads."""
    losses = Report()
    tournament = with_two_names(tournament, losses)
    ids = _ids(tournament.players)
    bars = _bars(tournament)
    drawn = {r.number: r for r in tournament.rounds if not r.draft}
    root = Element("Tournament", typeversion="9")
    write_settings(root, tournament, bars, len(drawn))
    write_criteria(root, tournament.settings, losses)
    _write_countries(root, tournament.players)
    begin = start_ranks(tournament)
    for player in tournament.players:
        element = typed(root, "IndividualParticipant", 1)
        registration = _registration(player, bars, begin[player.id], losses)
        fill(element, {"Id": ids[player.id], "Joker": False, **registration})
        for number in _not_playing(player, drawn, tournament.settings.rounds):
            fill(element, {"NotPlayingInRound": number})
        fill(typed(element, "GoPlayer", 1), _go_player(player, losses))
    for number in range(1, max([tournament.settings.rounds, *drawn]) + 1):
        _write_round(root, drawn.get(number, Round(number)), tournament, ids, losses)
    _write_forbidden(root, tournament, ids, losses)
    note_settings(tournament, bars, losses)
    note_columns(tournament.players, losses)
    note_komi(tournament, losses)
    note_unexcused(tournament, losses)
    for r in tournament.rounds:
        if r.draft:
            losses.add("draft rounds are not written", f"round {r.number}")
    return Written(xml_bytes(root, "  "), losses)


def _ids(players: Sequence[Player]) -> dict[str, str]:
    """MacMahon's ids by ours: the same, or counted from 1 where any is no number."""
    if all(plain_number(p.id) == p.id for p in players):
        return {p.id: p.id for p in players}
    return {p.id: str(k) for k, p in enumerate(players, 1)}


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
    """MacMahon's code, `xx` where a club needs one to be in."""
    return country_code(player, losses).lower() or ("xx" if player.club else "")


def _write_countries(root: Element, players: Sequence[Player]) -> None:
    """The countries and clubs of the players: MacMahon drops what is not defined."""
    codes = {p.id: _country(p, Report()) for p in players}
    for code in sorted({*codes.values()} - {""}):
        country = typed(root, "Country", 1)
        fill(country, {"InternetCode": code, "Name": code.upper() if code != "xx" else "unknown"})
        for club in sorted({p.club for p in players if codes[p.id] == code} - {""}):
            fill(typed(country, "Club", 1), {"Name": club, "EGDName": one_word(club)[:4]})


def _registration(player: Player, bars: Bars, begin: int, losses: Report) -> dict[str, object]:
    """Status and start score, which is moved to the nearest that can be said."""
    level = player_level(player)
    quarters, above = bars.adjustment(level, begin)
    if bars.start(level, quarters, above) != begin:
        losses.add("start scores below the lower bar, or more than one point above the upper bar", player.name)
    if player.status is Status.WITHDRAWN:
        losses.add("withdrawals, written as absent from all later rounds", player.name)
    if player.status is Status.PRELIMINARY and player.rounds is not None:
        losses.add("rounds of preliminary entries", player.name)
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
        losses.add("ranks of professionals that differ from their grade", player.name)
    if player.rating_is_derived and player.rating != rating_from_rank(player.rank):
        losses.add("estimated ratings that differ from the rating of the rank", player.name)
    if player.rating == 0 and not player.rating_is_derived:
        losses.add("ratings of 0, which MacMahon reads as no rating", player.name)
    if player.aga:
        losses.add("AGA numbers", player.name)
    if player.groups:
        losses.add("families and groups", player.name)
    values: dict[str, object] = {
        "AsianName": False,
        "FirstName": player.first_name,
        "Surname": player.surname,
        "GoLevel": level_name(player_level(player)),
        "Rating": 0 if player.rating_is_derived else player.rating,
        "EgdPin": egd_pin(player, losses) or 0,
        "Country": _country(player, losses),
        "Club": player.club,
    }
    return {tag: value for tag, value in values.items() if value != ""}


def _write_round(root: Element, drawn: Round, tournament: Tournament, ids: Mapping[str, str], losses: Report) -> None:
    """A round with its games, the byes at the tables after them."""
    element = typed(root, "TournamentRound", 2)
    now = f"{tournament.settings.event.begin or NO_DAY} 00:00:00"
    fill(element, {"RoundNumber": drawn.number, "LastUpdated": now})
    for game in drawn:
        fill(
            typed(element, "Pairing", 2),
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
        fill(typed(element, "Pairing", 2), {**bye, "BoardNumberFixed": False, "CreationTime": now})
    for pid in drawn.unpaired:
        losses.add("entered but without a game: half a point in MacMahon", f"round {drawn.number} {pid}")


def _result_text(game: Game, where: str, losses: Report) -> str:
    """The result, Black first."""
    if game.result is Result.VOID:
        losses.add("games without a result are written as jigo", where)
        return "½-½"
    if game.result is Result.UNKNOWN:
        losses.add("missing results: half a point each in MacMahon", where)
    return next(text for text, result in RESULTS.items() if result is game.result)


def _write_forbidden(root: Element, tournament: Tournament, ids: Mapping[str, str], losses: Report) -> None:
    """Every pair that must not meet, once."""
    from ....model.pairing.draw import pairs_of

    total = tournament.settings.rounds
    pairs: dict[tuple[str, ...], None] = {}
    for players, against, rounds in tournament.settings.pairing.forbid:
        if len(parse_rounds(rounds, total)) < total:
            losses.add("pairs that are forbidden only in some rounds", f"{', '.join((*players, *against))}: {rounds}")
            continue
        for pair in pairs_of(players, against):
            if len(set(pair)) == 2 and ids.keys() >= set(pair):
                pairs[tuple(sorted(pair))] = None
    for one, two in pairs:
        values = {"ParticipantOne": ids[one], "ParticipantTwo": ids[two], "Forbidden": True}
        fill(typed(root, "UnwantedPairing", 1), values)
