"""The American Go Association: the results report that goes to its rating office."""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from decimal import Decimal

from ...model.errors import InputError
from ...model.tournament.games import Game, Result, Round
from ...model.tournament.latin import ascii_text
from ...model.tournament.person import Player
from ...model.tournament.ranks import parse_rank, rank_from_rating, rank_name, rating_from_aga, rating_from_rank
from ...model.tournament.tournament import Tournament
from ..tables.decode import decode, numbered_lines
from .foreign import Read, Report, Source, Written, games_of, note_columns, settings_of, to_set
from .foreign_names import note_letters, with_two_names
from .format import Format, is_aga

_GAME = re.compile(r"\s*(\w+)\s+(\w+)\s+([wWbB?])\s+(\d{1,3})\s+(-?\d{1,3}(?:\.\d{1,3})?)\s*(?:#.*)?")
_PLAYER = re.compile(r"\s*(\w+)\s+(.+?)\s+(\d{1,2}[kKdDpP]|[+-]?\d{1,2}(?:\.\d{1,5})?)\s*(?:#.*)?")
_NUMBER = re.compile(r"[0-9]+")
_HEADERS = {"start": "event.begin", "finish": "event.end"}
#: Numbers of members have five digits at most (all of 22,410 seen), the highest are far below.
HIGHEST_NUMBER = 99_999
TEMPORARY = "players without an AGA number get a temporary one; tell the rating office their address"
PROFESSIONAL = "ranks of professionals, which the format does not have, written as ranks of amateurs"


def read_aga(data: bytes, name: str) -> Read:
    """A tournament out of a results report. Raises InputError with every line that cannot be read."""
    file = Source(name)
    given: dict[str, object] = {"name": "", "handicap.rule": "mms", "handicap.reduction": 0}
    players: dict[str, Player] = {}
    rounds: list[list[Game]] = []
    part = ""

    def who(text: str) -> str:
        return getattr(players.get(aga_number(text)), "id", "")

    for number, text in numbered_lines(decode(data, name)):
        line = text.strip()
        keyword = line.split()[0].upper() if line else ""
        if not line or line.startswith("#") or keyword == "END":
            continue
        if keyword in ("TOURNEY", "PLAYERS", "GAMES"):
            part = keyword
            if keyword == "TOURNEY":
                parts = [word.strip() for word in line[len("TOURNEY") :].split(",")]
                given |= {"name": parts[0], "event.place": ", ".join(parts[1:])}
            elif keyword == "GAMES" and (not rounds or line.upper() != "GAMES"):
                rounds.append([])
        elif part == "TOURNEY":
            key, _, value = line.partition("=")
            if (setting := _HEADERS.get(key.strip().lower())) and (day := day_of(value.strip())):
                given[setting] = day
        elif part == "PLAYERS":
            if player := _player(line, len(players) + 1):
                players[player.aga] = player
            else:
                file.wrong("not a player line", line[:60], "123 Last, First 4k", line=number)
        elif part != "GAMES":
            file.wrong("a line before TOURNEY:", line[:60], line=number)
        elif not line.upper().startswith("PASSED") and (game := game_of(line, number, file, who)):
            if any(set(game.players) & set(other.players) for other in rounds[-1]):
                rounds.append([])  # somebody would play twice in the round
            rounds[-1].append(replace(game, table=len(rounds[-1]) + 1))
    if not players and not file.problems:
        file.wrong("no players", expected="a section PLAYERS")
    file.check()
    given["rounds"] = max(len(rounds), 1)
    settings, settings_text = settings_of("aga", {k: v for k, v in given.items() if v != ""}, name)
    drawn = tuple(Round(k, tuple(games)) for k, games in enumerate(rounds, 1))
    file.report.add("AGA files have no start scores, byes or absences")
    return Read(Tournament(settings, tuple(players.values()), drawn), settings_text, file.report)


def day_of(text: str) -> str:
    """A day of `6/15/2026` or `2026-06-15`; blank for anything else."""
    american = re.fullmatch(r"(\d{1,2})/(\d{1,2})/(\d{4})", text)
    try:
        if american:
            return date(int(american[3]), int(american[1]), int(american[2])).isoformat()
        return date.fromisoformat(text).isoformat()
    except ValueError:
        return ""


def _player(line: str, number: int) -> Player | None:
    match = _PLAYER.fullmatch(line)
    if match is None:
        return None
    last, _, first = match[2].partition(",")
    rank, rating, derived = strength_of(match[3])
    pro = int(match[3][:-1]) if match[3][-1] in "pP" else 0
    names, number_of_member = (last.strip(), first.strip()), aga_number(match[1])
    return Player(
        str(number), *names, rank=rank, rating=rating, rating_is_derived=derived, pro=pro, aga=number_of_member
    )


def strength_of(text: str) -> tuple[int, int, bool]:
    """Rank, European rating, and whether the rating is the rank's: `4k` is a rank, a number an AGA rating."""
    if text[-1] in "kKdDpP":
        try:
            rank = parse_rank(text)[0]
        except ValueError:
            rank = -30
        return rank, rating_from_rank(rank), True
    rating = rating_from_aga(Decimal(text))
    return rank_from_rating(rating), rating, False


def aga_number(text: str) -> str:
    """An AGA number without the letters and zeros before it."""
    return re.sub(r"^[A-Za-z]*0*", "", text) or text


def game_of(line: str, number: int, file: Source, who: Callable[[str], str]) -> Game | None:
    """The game of a line `white black w 0 7`, at table 1, or None and a problem; `who` has ids by number."""
    match = _GAME.fullmatch(line)
    if match is None:
        file.wrong("not a game line", line[:60], "white black w 0 7", line=number)
        return None
    white, black = who(match[1]), who(match[2])
    if not white or not black or white == black:
        file.wrong("a game with an unknown player:", line[:60], line=number)
        return None
    if match[3] == "?":
        file.report.add("games without a known result", f"line {number}")
    stones, komi = min(int(match[4]), 9), float(match[5])
    handicap = 1 if stones == 0 and komi == 0 else stones
    halves = max(-200, min(200, round(2 * komi) + komi.is_integer()))  # a whole number is that without its half
    result = {"w": Result.WHITE, "b": Result.BLACK}.get(match[3].lower(), Result.UNKNOWN)
    return Game(1, white, black, handicap, halves, result)


def write_aga(tournament: Tournament) -> Written:
    """The report for the rating office: games won and lost, everything else left out."""
    losses = Report()
    tournament = _with_numbers(with_two_names(tournament, losses), losses)
    settings, event = tournament.settings, tournament.settings.event
    players = {p.id: p for p in tournament.players}
    lines: list[str] = []
    seen: set[str] = set()
    for drawn in tournament.published:
        lines.append(f"GAMES {drawn.number}")
        for game in drawn:
            if why := _left_out(game):
                losses.add(why, f"round {drawn.number} table {game.table}", of="games")
                continue
            seen.update(game.players)
            stones = 0 if game.handicap == 1 else game.handicap
            komi = 0 if game.handicap == 1 else game.komi_halves // 2
            result = "w" if game.result is Result.WHITE else "b"
            lines.append(f"{players[game.white].aga} {players[game.black].aga} {result} {stones} {komi}")
    if not seen and any(r.games for r in tournament.rounds):
        raise InputError("no game can be reported: " + "; ".join(losses.lines()))
    for key, text in (("event.begin", event.begin), ("event.place", event.place)):
        if not text:
            losses.add(f"the rating office needs {key}", ways=to_set(f"{key}=…"))
    note_columns(tournament.players, losses)
    losses.add(
        "byes, absences, ratings, pins, clubs, countries, start score corrections, table numbers",
        of="byes absences unpaired rating pin club country start tables players status rounds group",
    )
    head = [
        "TOURNEY " + ", ".join(ascii_text(part) for part in (settings.name, event.place) if part),
        f"    start={_american(event.begin)}",
        f"    finish={_american(event.end or event.begin)}",
        f"    location='{ascii_text(event.place)}'",
        "    rules=AGA",
        "PLAYERS",
    ]
    reported = [p for p in tournament.players if p.id in seen]
    for player in reported:
        if player.pro:
            losses.add(PROFESSIONAL, f"{player.name} {player.rank_name} as {rank_name(player.rank)}", of="rank")
    people = []
    for player in reported:
        name = f"{player.surname}, {player.first_name}".rstrip(", ")
        note_letters(name, ascii_text(name), losses)
        people.append(f"{player.aga} {ascii_text(name)} {rank_name(player.rank)}")
    return Written(("\n".join([*head, *people, *lines, "END"]) + "\n").encode("ascii"), losses)


def _left_out(game: Game) -> str:
    """Why a game cannot be in the report; blank when it can."""
    if game.by_default:
        return "forfeits are left out"
    if game.result not in (Result.WHITE, Result.BLACK):
        return "games without a winner are left out"
    return ""


def _with_numbers(tournament: Tournament, losses: Report) -> Tournament:
    """With a temporary number for each player with a game who has no number, as the AGA asks: from 99999 downwards."""
    taken = {int(p.aga) for p in tournament.players if _NUMBER.fullmatch(p.aga)}
    free = (number for number in range(HIGHEST_NUMBER, 0, -1) if number not in taken)
    played = {pid for _, game in games_of(tournament) if not _left_out(game) for pid in game.players}
    numbered = []
    for player in tournament.players:
        if player.id in played and not _NUMBER.fullmatch(player.aga):
            player = replace(player, aga=str(next(free)))
            losses.add(TEMPORARY, f"{player.name} {player.aga}", of="aga")
        numbered.append(player)
    return replace(tournament, players=tuple(numbered))


def _american(day: str) -> str:
    return f"{int(day[5:7])}/{int(day[8:])}/{day[:4]}" if day else ""


FORMAT = Format(
    "aga", "American Go Association", (".aga",), is_aga, read_aga, write_aga, rated=True, teams=True,
    about="report of results",
)  # fmt: skip
