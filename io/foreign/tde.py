"""The AGA's working files: `register.tde` with the players, and `1.tde`, `2.tde`, … with the games of the rounds."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import replace
from pathlib import Path

from ...model.tournament.games import Game, Round
from ...model.tournament.numbers import every_round
from ...model.tournament.person import Player, Status
from ...model.tournament.settings.kinds import parse_band
from ...model.tournament.tournament import Tournament
from ..files import read_bytes
from ..tables.decode import decode, numbered_lines
from .aga import aga_number, day_of, game_of, strength_of
from .foreign import Read, Report, Source, settings_of
from .format import Format, is_tde

_PLAYER = re.compile(
    r"(?P<id>[A-Za-z]*\d+)\s+(?P<name>.+?)\s+(?P<strength>\d{1,2}[kKdD]|[+-]?\d{1,2}(?:\.\d{1,5})?)"
    r"(?P<flags>(?:\s+(?:[A-Za-z]\w*=\S*|BYE|DROP\d{0,2}))*)",
    re.IGNORECASE,
)
#: Directives that change nothing here.
_SILENT = {"AGA_RATED", "TEST", "RULES"}


def read_tde(data: bytes, name: str, rounds: Mapping[int, bytes] | None = None) -> Read:
    """A tournament out of a register, and of the files of its rounds. Raises InputError with every unreadable line."""
    file = Source(name)
    given: dict[str, object] = {"rounds": 5, "handicap.rule": "mms", "handicap.reduction": 0}
    bands: list[str] = []
    players: dict[tuple[str, str], Player] = {}
    for number, line in _lines(data, name):
        if line.startswith("##"):
            given |= _directive(line[2:].strip(), bands, file.report)
            continue
        player = _player(line, len(players) + 1, file.report)
        if player is None:
            file.wrong(
                "not a player line", line[:60], "USA123 Last, First 4k, or a line that begins with #", line=number
            )
        elif _key(line.split()[0]) in players:
            file.wrong("the same player twice:", line[:60], "one line per player", line=number)
        else:
            players[_key(line.split()[0])] = player
    if not players and not file.problems:
        file.wrong("no players", expected="lines such as USA123 Last, First 4k")
    ids = {key: player.id for key, player in players.items()}
    drawn = []
    for k, content in sorted((rounds or {}).items()):
        games = _games(content, replace(file, name=str(Path(name).with_name(f"{k}.tde"))), ids)
        missing = tuple(pid for pid in ids.values() if all(pid not in game.players for game in games))
        drawn.append(Round(k, tuple(games), (), missing))
    if [r.number for r in drawn] != list(range(1, len(drawn) + 1)):
        there = ", ".join(f"{r.number}.tde" for r in drawn)
        file.wrong("the file of a round is missing; found", there, "1.tde, 2.tde, … in order")
    file.check()
    given["rounds"] = total = max(len(drawn), int(str(given["rounds"])))
    if len(bands) > 1:
        given |= {"start.scheme": "bands", "start.bands": bands}
    settings, settings_text = settings_of("aga", {k: v for k, v in given.items() if v != ""}, name)
    entered = [p if p.rounds is None else p.with_rounds(p.rounds & every_round(total), total) for p in players.values()]
    file.report.add("tde files have no byes: players without a game in a round are absent")
    return Read(Tournament(settings, tuple(entered), tuple(drawn)), settings_text, file.report)


def rounds_beside(register: Path) -> dict[int, bytes]:
    """The files of the rounds in the folder of a register, by round. Raises FolderError, InputError."""
    found = (path for path in register.parent.glob("*.tde") if re.fullmatch(r"[1-9]\d?", path.stem))
    return {int(path.stem): read_bytes(path) for path in found}


def _lines(data: bytes, name: str) -> Iterator[tuple[int, str]]:
    """The lines with something in them, numbered from 1, without comments."""
    for number, text in numbered_lines(decode(data, name)):
        line = text.strip()
        directive = "##" if line.startswith("##") else ""
        line = directive + line[len(directive) :].partition("#")[0].strip()
        if line not in ("", "##"):
            yield number, line


def _directive(text: str, bands: list[str], report: Report) -> dict[str, object]:
    """The settings of a line `## KEY value`; a band goes to the others."""
    key, _, value = text.partition(" ")
    key, value = key.upper(), value.strip()
    if key == "TOURNEY":
        return {"name": value}
    if key == "ROUNDS" and re.fullmatch(r"[1-9]\d?", value):
        return {"rounds": int(value)}
    if key == "DATE":
        days = [day_of(word) for word in value.split()[:2]]
        return dict(zip(("event.begin", "event.end"), days, strict=False))
    if key == "BAND":
        try:
            parse_band("-".join(value.split()))
        except ValueError:
            report.add("bands that cannot be read", value)
        else:
            bands.append("-".join(value.lower().split()))
        return {}
    if key not in _SILENT:
        report.add("directives not taken over", text)
    return {}


def _player(line: str, number: int, report: Report) -> Player | None:
    match = _PLAYER.fullmatch(line)
    if match is None:
        return None
    last, _, first = match["name"].partition(",")
    rank, rating, derived = strength_of(match["strength"])
    known = Player(str(number), last.strip(), first.strip(), rank=rank, rating=rating, rating_is_derived=derived)
    if _key(match["id"])[0] == "USA":  # other ids are made up for a tournament by a tool
        known = replace(known, country="US", aga=aga_number(match["id"]))
    for flag in match["flags"].split():
        key, _, value = flag.partition("=")
        key = key.upper()
        if key == "CLUB":
            known = replace(known, club=value)
        elif key == "DROP":
            known = replace(known, status=Status.WITHDRAWN)
        elif key.startswith("DROP"):
            known = replace(known, rounds=(known.rounds or frozenset(range(1, 100))) - {int(key[4:])})
        else:
            report.add("flags not taken over", f"{known.name} {flag}")
    return known


def _key(text: str) -> tuple[str, str]:
    """Letters and number of an id, by which players are told apart: no letters are `USA`."""
    letters = re.match("[A-Za-z]*", text)
    found = letters[0].upper() if letters else ""
    return found or "USA", text[len(found) :].lstrip("0")


def _games(content: bytes, file: Source, ids: Mapping[tuple[str, str], str]) -> list[Game]:
    games: list[Game] = []
    busy: set[str] = set()
    for number, line in _lines(content, file.name):
        game = game_of(line, number, file, lambda text: ids.get(_key(text), ""))
        if game and busy.intersection(game.players):
            file.wrong("a second game of a player in this round:", line[:60], line=number)
        elif game:
            busy.update(game.players)
            games.append(replace(game, table=len(games) + 1))
    return games


FORMAT = Format(
    "tde", "tournaments of the AGA", (".tde",), is_tde, read_tde,
    about="working files: `register.tde`, and `1.tde`, `2.tde`, … beside it",
)  # fmt: skip
