"""The results of the French federation (`.tou`): fixed columns, one line a player, games as `12+w0`."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import date
from typing import Any

from ...model.placing.ratings import adjusted_minutes
from ...model.placing.scores import RoundKind, RoundScore
from ...model.placing.standings import StandingsRow
from ...model.tournament.games import Result
from ...model.tournament.person import Player
from ...model.tournament.tournament import Tournament
from ..countries import known
from ..tables.decode import decode, numbered_lines, western_encoding
from .foreign import (
    Read,
    Report,
    Written,
    country_code,
    games_of,
    is_licence,
    iso_day,
    komi_in,
    note_columns,
    note_one_club,
    note_unpaired,
    settings_of,
    to_set,
)
from .foreign_names import names_as_words, note_letters, one_word, text_in, with_two_names
from .format import Format, is_tou
from .wallist import (
    FREE_WIN,
    WallistLine,
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

ENCODING = "iso-8859-15"
_HEADER = re.compile(r"\s*;\s*(\w+)\s*=(.*)")
_LINE = re.compile(r"(.+?)(\d{1,2}[kdp]) (.{7}) (.{4})(.*)", re.IGNORECASE)
_LONGEST_NAME = 24
_TITLES = ";Num Nom Prenom               Niv Licence Club"


def read_tou(data: bytes, name: str) -> Read:
    """A tournament out of a `.tou` file. Raises InputError with every line that cannot be read."""
    report = Report()
    headers: dict[str, str] = {}
    bodies = []
    for number, text in numbered_lines(decode(data, name, western_encoding)):
        header = _HEADER.fullmatch(text)
        if header:
            headers.setdefault(header[1].casefold(), header[2].strip())
        if not text.lstrip().startswith(";"):
            bodies.append((number, text))
    expected = "place, name, rank, licence, club", "lines with place, name, rank, licence, club and games"
    lines = lines_of_players(bodies, _player_line, name, expected)
    tokens = tokens_of(lines, name, report)
    settings, text = settings_of("egf", _settings(headers, name, max(len(tokens[0]), 1), report), name)
    tournament = tournament_of(settings, lines, tokens, report)
    note_no_start_scores(report)
    return Read(tournament, text, report)


def _player_line(text: str, number: int, position: int) -> WallistLine | None:
    """The line of a player, or None for another line. After the rank the fields are in fixed columns."""
    match = _LINE.fullmatch(text.rstrip() + " " * 13)
    if match is None or not match[1].split():
        return None
    place, names = without_place(match[1].split())
    try:
        player = player_of(names, match[2], position)
    except ValueError:
        return None
    licence, club = match[3].strip(), known(match[4].strip())
    club, country = ("", club) if re.fullmatch(r"[A-Z]{2}", club) else (club, "")
    extra = (("FFG", licence),) if licence.strip("-") else ()
    player = replace(player, club=club, country=country, extra=extra)
    return WallistLine(number, player, tuple(match[5].split()), place)


def _settings(headers: dict[str, str], name: str, rounds: int, report: Report) -> dict[str, Any]:
    given: dict[str, Any] = {
        "name": headers.get("comm") or headers.get("name") or name,
        "rounds": rounds,
        "handicap.rule": "mms",
        **FREE_WIN,
        "event.place": headers.get("vill", ""),
    }
    given["event.begin"] = iso_day("-".join(reversed(headers.get("date", "").split("/"))))
    if headers.get("date") and not given["event.begin"]:
        report.add("headers that cannot be read", f"date={headers['date'][:40]}")
    given["komi"] = komi_in(headers.get("komi", ""))
    minutes = re.match(r"\d{1,3}", headers.get("time", ""))
    if minutes and int(minutes[0]) <= 600:
        given["event.basic_time"] = int(minutes[0])
        adjusted = headers.get("ta", "")  # byo-yomi gives these, as 45 periods; the file has no other field for it
        extra = int(adjusted) - int(minutes[0]) if adjusted.isdecimal() and len(adjusted) < 4 else 0
        seconds = 60 * extra // 45
        given |= {"event.overtime": "byo-yomi", "event.overtime_seconds": seconds} if 0 < seconds <= 3600 else {}
    if headers.get("size", "19") != "19":
        report.add("board sizes other than 19 are not kept", headers["size"])
    return {key: value for key, value in given.items() if value not in ("", None)}


def write_tou(tournament: Tournament) -> Written:
    """The `.tou` file of a tournament: everybody with a game or a bye, in the order of the standings."""
    losses = Report()
    tournament = with_two_names(tournament, losses)
    lines = written_lines(tournament, losses)
    _note_losses(tournament, lines.rows, losses)
    texts = [*_headers(tournament, losses), _TITLES]
    for k, row in enumerate(lines.rows, 1):
        entries = enumerate(lines.entries(row), 1)
        games = "".join(_written(entry, lines.places, f"round {n}", losses) for n, entry in entries)
        texts.append(_columns(k, row.player, losses) + games)
    return Written(("\n".join(texts) + "\n").encode(ENCODING), losses)


def _headers(tournament: Tournament, losses: Report) -> list[str]:
    settings, event = tournament.settings, tournament.settings.event
    day = date.fromisoformat(event.begin) if event.begin else None
    short = one_word(event.place or settings.name).lower() or "tournament"
    headers = {
        "name": f"{day:%y%m%d}-{short}" if day else short,
        "date": f"{day:%d/%m/%Y}" if day else "",
        "vill": _header_text(event.place, losses),
        "comm": _header_text(settings.name, losses),
        "prog": "mcmahon",
        "size": "19",
        "time": f"{event.basic_time}{'' if event.overtime == 'sudden death' else '+b'}" if event.basic_time else "",
        "ta": f"{float(adjusted_minutes(event)):g}" if event.basic_time else "",
        "komi": f"{settings.komi / 2:g}",
    }
    return [f";{key}={value}" for key, value in headers.items() if value]


def _header_text(text: str, losses: Report) -> str:
    written = " ".join(text_in(ENCODING, text).split())
    note_letters(text, written, losses)
    return written


def _columns(place: int, player: Player, losses: Report) -> str:
    """The line before its rounds: place 4, name 25, rank 3, licence 7, club 4, blanks between some."""
    names = names_as_words(player, f"Player{place}", losses, ENCODING)
    name = " ".join(names)
    if len(name) > _LONGEST_NAME:
        losses.add(f"names shortened to {_LONGEST_NAME} letters", name, of="name")
        name = f"{names[0][: _LONGEST_NAME - 2]} {names[1]}"[:_LONGEST_NAME]
    licence = text_in(ENCODING, {title.upper(): value for title, value in player.extra}.get("FFG", ""))
    if len(licence) > 7:
        losses.add("licences shortened to seven characters", f"{player.name}: {licence}")
    club = one_word(player.club, ENCODING)
    if player.club and club[:4] != player.club:
        losses.add("clubs shortened to four letters", f"{player.club} → {club[:4]}", of="club")
    code = club[:4] or country_code(player, losses)
    return f"{place:4} {name:25}{player.rank_name.upper():>3} {licence[:7]:7} {code:>4}"


def _written(entry: RoundScore, places: Mapping[str, int], where: str, losses: Report) -> str:
    """A round in 8 columns; a game stands at their end, a round without a game in the middle."""
    if entry.kind is not RoundKind.GAME:
        return f"   {free_token(entry)}   "
    if entry.defaulted:  # a 0-0 too: it would be rated as two losses
        if entry.colour > 0 or entry.opponent not in places:
            remark = "forfeits are written without the opponent: 0+ for the winner, 0- for the loser"
            losses.add(remark, where, of="forfeits games")
        return f"   {free_token(entry)}   "
    return f"{game_token(entry, places, ''):>8}"


def _note_losses(tournament: Tournament, rows: Sequence[StandingsRow], losses: Report) -> None:
    note_unpaired(tournament.rounds, losses)
    for where, game in games_of(tournament):
        if game.result is Result.VOID:
            losses.add("games without a result are written as jigo", where, of="results")
    for row in rows:
        if row.player.country and row.player.club:
            losses.add("countries of players with a club", row.player.name, of="country")
    note_one_club(((row.player.club, one_word(row.player.club, ENCODING)[:4]) for row in rows), losses)
    note_columns(tournament.players, losses, is_licence)
    event = tournament.settings.event
    if not event.begin:
        losses.add("no date is set", ways=to_set("event.begin=2026-03-07"))
    if event.end not in ("", event.begin):
        losses.add("the last day of the event", event.end)
    if not event.basic_time:
        losses.add("no time settings are set", ways=to_set("event.basic_time=60", "event.overtime=…"))
    losses.add("table numbers, bar, handicap rule, placing criteria, ratings", of="tables rating")


FORMAT = Format(
    "tou", "French federation", (".tou",), is_tou, read_tou, write_tou, rated=True, teams=True,
)  # fmt: skip
