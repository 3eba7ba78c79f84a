"""The wallist of the European Go Database (`.h0` to `.h9`): one line a player, its games as `12+/w0`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from ...model.errors import InputError
from ...model.language import first_few
from ...model.placing.ratings import adjusted_minutes, tournament_class
from ...model.placing.scores import RoundKind, RoundScore
from ...model.placing.standings import StandingsRow
from ...model.placing.tie_breaks import TIE_BREAKS, AmongTied
from ...model.tournament.games import Result, by_hand_text
from ...model.tournament.latin import ascii_text
from ...model.tournament.person import Player, country_key
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from ..countries import known, two_letters
from ..pins import is_egd_pin
from ..tables.decode import decode, numbered_lines
from .foreign import (
    Read,
    Report,
    Written,
    country_code,
    egd_pin,
    games_of,
    iso_day,
    komi_in,
    note_columns,
    note_one_club,
    note_unpaired,
    settings_of,
    to_set,
)
from .foreign_names import names_as_words, one_word, with_two_names
from .format import Format, is_wallist
from .wallist import (
    FREE_WIN,
    NO_HANDICAPS,
    WallistLine,
    confirmed_in,
    free_token,
    game_token,
    lines_of_players,
    note_no_start_scores,
    player_of,
    tokens_of,
    tournament_of,
    without_place,
    written_lines,
)

_HEADER = re.compile(r";\s*([A-Z]{2})\s*\[(.*?)\]\s*$")
_RANK = re.compile(r"\d{1,2}[kdp]", re.IGNORECASE)
OPEN = (Result.UNKNOWN, Result.VOID)
#: The codes of the European database for countries with two codes, by the code that we compare.
EGD_CODES = {"GB": "UK", "GR": "GR"}


def read_egd(data: bytes, name: str) -> Read:
    """A tournament out of a wallist. Raises InputError with every line that cannot be read."""
    report = Report()
    headers: dict[str, str] = {}
    bodies, pins = [], {}
    for number, text in numbered_lines(decode(data, name)):
        header = _HEADER.match(text.strip())
        if header:
            headers.setdefault(header[1], header[2].strip())
        body, _, pins[number] = text.split(";")[0].partition("|")
        bodies.append((number, body))
    lines = lines_of_players(
        bodies,
        lambda body, number, position: _player_line(body.split(), pins[number], number, position),
        name,
        expected=("place, name, rank, games", "lines with place, name, rank, country, club and games"),
    )
    tokens = tokens_of(lines, name, report)
    rounds = len(tokens[0])
    while rounds and 2 * confirmed_in([row[0] for row in tokens]) < sum(row[0].opponent > 0 for row in tokens):
        tokens, rounds = [row[1:] for row in tokens], rounds - 1
        report.add("a column looks like a round, but its opponents do not match; it is read as a criterion")
    note_no_start_scores(report)
    ending = re.search(r"\.h(\d)$", name, re.IGNORECASE)
    rule = re.fullmatch(r"h(\d)", headers.get("HA", "")) or ending
    reduction = int(rule[1]) if rule else None
    settings, text = settings_of("egf", _settings(headers, name, max(rounds, 1), reduction, report), name)
    return Read(tournament_of(settings, lines, tokens, report, reduction), text, report)


def _player_line(words: Sequence[str], pin: str, number: int, position: int) -> WallistLine | None:
    """The line of a player, or None for another line: [place] last first rank country club …"""
    place, rest = without_place(words) if len(words) > 2 else (0, list(words))
    at = next((k for k in range(1, len(rest)) if _is_rank(rest, k)), None)
    if at is None:
        return None
    try:
        player = player_of(rest[:at], rest[at] if _RANK.fullmatch(rest[at]) else f"{rest[at]}k", position)
    except ValueError:
        return None
    country = rest[at + 1].upper() if len(rest) > at + 1 else ""
    club = rest[at + 2] if len(rest) > at + 2 else ""
    player = replace(player, club=known(club), country=known(country), pin=pin.strip())
    return WallistLine(number, player, tuple(rest[at + 3 :]), place)


def _is_rank(words: Sequence[str], k: int) -> bool:
    """A rank such as `3d`, or a bare number before a country of two letters (old files)."""
    old = words[k].isdecimal() and len(words) > k + 1 and two_letters(words[k + 1])
    return bool(_RANK.fullmatch(words[k]) or old)


def _settings(headers: dict[str, str], name: str, rounds: int, reduction: int | None, report: Report) -> dict[str, Any]:
    """The settings that the headers tell, and the ending of the name or a header the reduction of handicaps."""
    given: dict[str, Any] = {"name": headers.get("EV", "") or name, "rounds": rounds} | FREE_WIN
    country, _, place = headers.get("PC", "").partition(",")
    given |= {"event.country": country.strip(), "event.place": place.strip()}
    days = [iso_day(day.strip()) for day in headers.get("DT", "").split(",")]
    given |= dict(zip(("event.begin", "event.end"), days, strict=False))
    even = reduction in (None, NO_HANDICAPS)
    given |= {"handicap.rule": "none"} if even else {"handicap.rule": "mms", "handicap.reduction": reduction}
    given["komi"] = komi_in(headers.get("KM", ""))
    minutes = re.fullmatch(r"(\d{1,4})(\.\d+)?", headers.get("TM", headers.get("TA", "")))
    if minutes and int(minutes[1]) <= 600:
        given["event.basic_time"] = int(minutes[1])
    if headers.get("CL", "") in ("A", "B", "C", "D"):
        given["rating.tournament_class"] = headers["CL"]
    for key in sorted(headers.keys() - {"EV", "PC", "DT", "HA", "KM", "TM", "TA", "CL"}):
        report.add("headers not kept", f"{key}[{headers[key][:40]}]")
    return {key: value for key, value in given.items() if value not in ("", None)}


def write_egd(tournament: Tournament, free_defaults: bool = False, open_as_half: bool = False) -> Written:
    """The wallist: places 1 to n without ties, of everybody with a game or a bye. Raises InputError for open games.

    `free_defaults`: wins by forfeit as free wins; `open_as_half`: games without a result as half a point each.
    """
    losses = Report()
    tournament = with_two_names(tournament, losses)
    lines = written_lines(tournament, losses)
    open_games = [where for where, game in games_of(tournament) if game.result in OPEN]
    if open_games and not open_as_half:
        some = first_few(open_games, 5)
        what = f"games without a result (not known, or void): {some}; enter the results, or write half a point each"
        raise InputError(what, Way("to do that", open_as_half=True))
    _note_losses(tournament, losses, open_games)
    note_one_club(((row.player.club, one_word(row.player.club)[:4]) for row in lines.rows), losses)
    for row in lines.rows:
        if not is_egd_pin(row.player.pin):
            losses.add("players without an EGD pin: the database identifies them by name", row.player.name)
    criteria = [name for name in lines.table.criteria if not isinstance(TIE_BREAKS[name], AmongTied)]
    criteria = ["MMS", *(name for name in criteria if name not in ("MMS", "RATING", "RANK", "START"))]
    cells = []
    for k, row in enumerate(lines.rows, 1):
        games = (_written(entry, lines.places, free_defaults) for entry in lines.entries(row))
        cells.append([*_head(k, row.player, losses), *_values(row, criteria, losses), *games])
    widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
    texts = [*_headers(tournament), "; Pl Name Rk Co Club " + " ".join(criteria)]
    for line, row in zip(cells, lines.rows, strict=True):
        text = " ".join(cell.ljust(width) for cell, width in zip(line, widths, strict=True))
        pin = egd_pin(row.player, losses)
        texts.append(text.rstrip() + (f" |{pin}" if pin else ""))
    texts += _by_hand(tournament, lines.places)
    return Written(("\n".join(texts) + "\n").encode("ascii"), losses)


def _by_hand(tournament: Tournament, places: Mapping[str, int]) -> Iterator[str]:
    """A comment for each board changed by hand, and for each rule broken with the director's yes; readers skip them."""
    for drawn in tournament.published:
        for game in drawn:
            if game.by_hand:
                players = " - ".join(str(places[p]) for p in game.players)
                yield f"; by hand: round {drawn.number} table {game.table}, {players}: {by_hand_text(game.by_hand)}"
        for one in drawn.allowed:
            players = " ".join(str(places[p]) for p in one.players if p in places)
            yield f"; by hand: round {drawn.number} against the rule {ascii_text(one.rule)} {players}".rstrip()


def _headers(tournament: Tournament) -> list[str]:
    settings, event = tournament.settings, tournament.settings.event
    rule = settings.handicap
    komi = settings.komi / 2
    minutes = float(adjusted_minutes(event))
    country = _egd_code(two_letters(event.country)) or "XX"
    headers = {
        "CL": tournament_class(settings),
        "EV": one_word(settings.name).replace("_", " "),
        "PC": f"{country}, {one_word(event.place).replace('_', ' ')}".rstrip(", "),
        "DT": f"{event.begin},{event.end or event.begin}" if event.begin else "",
        "HA": "h9" if rule.rule == "none" else f"h{rule.reduction}",
        "KM": f"{komi:g}",
        "TM": f"{minutes:g}" if event.basic_time else "",
    }
    return [f"; {key}[{value.replace('[', '(').replace(']', ')')}]" for key, value in headers.items() if value]


def _head(place: int, player: Player, losses: Report) -> list[str]:
    """The cells before the criteria; countries by the codes of the European database, so that each has one."""
    club = one_word(player.club)
    if len(club) > 4:
        losses.add("clubs shortened to four letters", f"{player.club} → {club[:4]}", of="club")
    names = names_as_words(player, f"Player{place}", losses)
    if not player.country:
        losses.add("players without a country, written as XX", player.name, of="country")
    code = country_code(player, losses)
    country = _egd_code(code)
    if country != code:
        losses.add("country codes changed to those of the European database", f"{code} → {country}", of="country")
    return [str(place), *names, player.rank_name, country or "XX", club[:4] or "xxxx"]


def _egd_code(code: str) -> str:
    return EGD_CODES.get(country_key(code), code)


def _values(row: StandingsRow, criteria: Sequence[str], losses: Report) -> list[str]:
    """The criteria rounded down; the database ignores them."""
    parts = [divmod(row.mms if name == "MMS" else row.values[name], TIE_BREAKS[name].unit) for name in criteria]
    for name, (_, rest) in zip(criteria, parts, strict=True):
        if rest:
            losses.add("half points of placing criteria, rounded down", name)
    return [str(whole) for whole, _ in parts]


def _written(entry: RoundScore, places: Mapping[str, int], free_defaults: bool) -> str:
    if entry.kind is not RoundKind.GAME:
        return free_token(entry)
    if entry.result in OPEN:
        return "0="
    if entry.defaulted and free_defaults:
        return "0+" if entry.game_half_points == 2 else "0-"
    return game_token(entry, places, "!" if entry.defaulted else "/")  # without ! a 0-0 would be rated as two losses


def _note_losses(tournament: Tournament, losses: Report, open_games: Sequence[str]) -> None:
    for where in open_games:
        losses.add("games without a result are written as half a point each", where, of="results")
    note_unpaired(tournament.rounds, losses)
    for where, game in games_of(tournament):
        if game.defaulted and not game.by_default:
            losses.add("games that both players lost are written as forfeits", where)
    note_columns(tournament.players, losses)
    country = tournament.settings.event.country
    if country and not two_letters(country):
        losses.add("the country of the event is not a two-letter code", country)
    if not tournament.settings.event.begin:
        losses.add("no date is set", ways=to_set("event.begin=2026-03-07", "event.end=2026-03-08"))
    if not tournament.settings.event.place:
        losses.add("no place is set", ways=to_set("event.place=…", "event.country=…"))
    if not tournament.settings.event.basic_time:
        ways = to_set("event.basic_time=60", "event.overtime=…")
        losses.add("no time settings are set; class A is assumed", ways=ways)
    if any(not p.rating_is_derived for p in tournament.players):
        losses.add("ratings; table numbers", of="rating tables")


FORMAT = Format(
    "egd", "European Go Database", tuple(f".h{k}" for k in range(10)), is_wallist, read_egd, write_egd, rated=True,
    teams=True, order=2, about="OpenGotha's, MacMahon's and Pairgoth's export",
)  # fmt: skip
