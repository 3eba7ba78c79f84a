"""Writing Pairgoth's tournament file: what is read of one comes back."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from ....model.placing.scores import Scores, score
from ....model.tournament.games import Game, Result, Round
from ....model.tournament.person import Status
from ....model.tournament.ranks import LOWEST_RATING, parse_rank
from ....model.tournament.settings.settings import Settings
from ....model.tournament.tournament import Tournament
from ..foreign import (
    Report,
    Written,
    country_code,
    is_licence,
    note_columns,
    note_left,
    note_settings,
    note_unexcused,
    note_unpaired,
    numbers_of,
    start_ranks,
    to_set,
)
from ..foreign_names import with_two_names
from ..opengotha.opengotha_players import LAST_RATING, is_entered
from ..opengotha.opengotha_settings import (
    bar_of,
    criteria_names,
    floor_of,
    general_attributes,
    handicap_attributes,
    pairing_attributes,
)
from ..opengotha.opengotha_teams import MOST_ROUNDS
from .pairgoth_reading import CRITERIA, MAC_MAHON, PAIRING, RESULTS, SWISS, TIMES, WORDS

#: Pairgoth requires a date; this one is written if none is set.
NO_DATE = "2000-01-01"
#: Parameters that are numbers with a point in such a file, whatever their value.
_WITH_POINT = {"nx1", "dupWeight", "random", "colorBalanceWeight", "catWeight", "scoreWeight", "upDownWeight"} | {
    "maximizeSeeding", "secWeight", "weight",
}  # fmt: skip


def write_pairgoth(tournament: Tournament) -> Written:
    """A file that Pairgoth imports."""
    losses = Report()
    tournament = with_two_names(tournament, losses)
    settings = tournament.settings
    drawn = tournament.published[:MOST_ROUNDS]
    numbers = numbers_of(tournament.players)
    event = settings.event
    if not event.begin:
        losses.add(f"no date is set: {NO_DATE} is written", ways=to_set("event.begin=…"), of="settings.event")
    tour = {
        "type": "INDIVIDUAL",
        "name": settings.name,
        "shortName": general_attributes(tournament)["shortName"],
        "startDate": event.begin or NO_DATE,
        "endDate": event.end or event.begin or NO_DATE,
        "country": event.country.lower(),
        "location": event.place,
        "online": event.internet,
        "komi": settings.komi / 2,
        "rules": "JAPANESE",
        "gobanSize": 19,
        "timeSystem": _time(tournament),
        "rounds": min(settings.rounds, MOST_ROUNDS),
        "pairing": _pairing(tournament, losses),
        "players": _players(tournament, drawn, numbers, losses),
        "games": _games(drawn, score(tournament), numbers, losses),
    }
    note_unexcused(tournament, losses)
    return Written(msgspec.json.format(msgspec.json.encode(tour), indent=2) + b"\n", losses)


def _time(tournament: Tournament) -> dict[str, Any]:
    event, attributes = tournament.settings.event, general_attributes(tournament)
    system = {value: key for key, value in reversed(TIMES.items())}[attributes["complementaryTimeSystem"]]
    own: dict[str, dict[str, int]] = {
        "CANADIAN": {"byoyomi": event.overtime_seconds, "stones": event.overtime_stones},
        "JAPANESE": {"byoyomi": event.overtime_seconds, "periods": 1},
        "FISCHER": {"increment": event.overtime_seconds},
    }
    return {"type": system, "mainTime": 60 * (event.basic_time or 60), **own.get(system, {})}


def _pairing(tournament: Tournament, losses: Report) -> dict[str, Any]:
    settings = tournament.settings
    _note_settings(settings, losses)
    attributes = pairing_attributes(settings, losses, "Pairgoth")
    words = {value: key for key, value in reversed(WORDS.items())}
    pairing: dict[str, Any] = {"type": SWISS if settings.start.scheme == "swiss" else MAC_MAHON}
    for (section, key), attribute in PAIRING.items():
        pairing.setdefault(section, {})[key] = _value(key, attributes[attribute], words)
    points = settings.points
    pairing["main"] |= {
        "mmsValueAbsent": points.absence / 2,
        "roundDownScore": points.round_down != "none",
        "sosValueAbsentUseBase": True,
    }
    own = handicap_attributes(tournament)
    pairing["handicap"] |= {
        "useMMS": own["hdBasedOnMMS"] == "true",
        "threshold": parse_rank(own["hdNoHdRankThreshold"])[0],
        "correction": int(own["hdCorrection"]),
        "ceiling": int(own["hdCeiling"]),
    }
    names = {value: key for key, value in CRITERIA.items()}
    pairing["placement"] = [names.get(name, name) for name in criteria_names(settings, losses, "Pairgoth")]
    if pairing["type"] == MAC_MAHON:
        pairing |= {"mmFloor": _floor(tournament), "mmBar": bar_of(tournament)}
    return pairing


def _value(key: str, text: str, words: Mapping[str, str]) -> Any:
    if text in ("true", "false"):
        return text == "true"
    if key in _WITH_POINT:
        return float(text)
    if key == "rankThreshold":
        return parse_rank(text)[0]
    return words[text] if text in words else int(text)


def _floor(tournament: Tournament) -> int:
    """The floor as a rank, below the bar: Pairgoth takes no other. Corrections make up for it."""
    return max(-30, min(floor_of(tournament), bar_of(tournament) - 1))


def _players(
    tournament: Tournament, drawn: list[Round], numbers: Mapping[str, int], losses: Report
) -> list[dict[str, Any]]:
    is_swiss = tournament.settings.start.scheme == "swiss"
    begin, bar, floor = start_ranks(tournament), bar_of(tournament), _floor(tournament)
    rounds = tournament.settings.rounds
    listed = []
    for player in tournament.players:
        country = country_code(player, losses)
        note_left(player, losses)
        own = {
            "id": numbers[player.id],
            "name": player.surname,
            "firstname": player.first_name,
            "rating": max(LOWEST_RATING, min(LAST_RATING, player.rating)),
            "rank": player.rank,
            "country": country,
            "club": player.club,
            "final": player.status is not Status.PRELIMINARY,
        }
        last = len(drawn) if player.has_left else rounds
        moved = 0 if is_swiss else begin[player.id] - max(min(player.rank, bar), floor)
        of_some = {
            "skip": [number for number in range(1, rounds + 1) if number > last or not is_entered(player, number)],
            "egf": player.pin,
            "ffg": next((value for title, value in player.extra if is_licence(title)), ""),
            "aga": player.aga,
            "mmsCorrection": moved,
        }
        listed.append(own | {key: value for key, value in of_some.items() if value})
    note_columns(tournament.players, losses, is_licence)
    return listed


def _games(
    drawn: list[Round], scores: Scores, numbers: Mapping[str, int], losses: Report
) -> list[list[dict[str, Any]]]:
    count = 0
    rounds = []
    for number, round_ in enumerate(drawn):
        before = {pid: row[number] // 2 for pid, row in scores.mms_after.items()}
        games = []
        for game in round_:
            count += 1
            gap = before[game.white] - before[game.black]
            games.append(
                {
                    "id": count, "t": game.table, "w": numbers[game.white], "b": numbers[game.black],
                    "h": game.handicap, "r": _result(game, round_.number, losses), "dd": (gap > 0) - (gap < 0),
                }
            )  # fmt: skip
        for player in round_.byes:
            count += 1
            games.append({"id": count, "t": 0, "w": 0, "b": numbers[player], "h": 0, "r": "b"})
        note_unpaired([round_], losses)
        rounds.append(games)
    return rounds


def _result(game: Game, number: int, losses: Report) -> str:
    where = f"round {number} table {game.table}"
    if game.by_default:
        losses.add("wins by forfeit are written as played games", where, of="forfeits")
    if game.result is Result.JIGO:
        losses.add("jigo: some versions of Pairgoth give no points for it", where)
    return {value: key for key, value in RESULTS.items()}[game.result]


def _note_settings(settings: Settings, losses: Report) -> None:
    """What of the settings would not come back, but for placing criteria and seeding."""
    scheme, points = settings.start.scheme, settings.points
    other = (points.bye, points.bye_wins, points.absence_wins) != (2, 2, 0)
    by_scheme = f"start scores of the scheme {scheme}: written as corrections"
    cancelled = "points of games without a result: in Pairgoth they are cancelled and give nothing"
    even = settings.pairing.even_at_bar and settings.handicap.rule != "none"
    rounded = points.round_down == "absences"
    note_settings(
        settings,
        losses,
        (scheme not in ("rank", "swiss"), "start.scheme", by_scheme),
        (settings.rounds > MOST_ROUNDS, "rounds", "rounds after the twentieth"),
        (other, "points", "points of byes and absences: in Pairgoth a bye counts as a win, an absence does not"),
        (rounded, "points.round_down", "absences rounded down and byes not: Pairgoth rounds both"),
        (points.void > 0, "points.void", cancelled),
        (even, "pairing.even_at_bar", "even games at and above the bar: Pairgoth uses its own rank threshold for this"),
    )
