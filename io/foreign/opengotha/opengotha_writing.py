"""Writing OpenGotha's XML: players with their corrections, games and byes."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from itertools import count
from xml.etree.ElementTree import Element, SubElement

from ....model.teams.people import as_people
from ....model.tournament.games import Game, Result, Round
from ....model.tournament.person import Player, Status
from ....model.tournament.ranks import LOWEST_RATING, rank_name
from ....model.tournament.tournament import Tournament
from ..foreign import (
    Report,
    Written,
    country_code,
    folded,
    is_licence,
    note_columns,
    note_left,
    note_one_club,
    note_unexcused,
    start_ranks,
    xml_bytes,
)
from ..foreign_names import with_two_names
from .opengotha_reading import KEPT, LAST_RATING, RESULTS, TAKEN, is_entered
from .opengotha_settings import MOST_LETTERS, bar_of, floor_of, write_settings
from .opengotha_teams import MOST_ROUNDS, write_team_settings, write_teams

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
