"""FIDE's tournament report (TRF), which chess engines read: start scores are virtual points in all rounds.

What it has no words for stands in comment lines `### mcmahon: …`, which other programs skip and which are read back.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import groupby, product
from typing import Any

from ..model.errors import InputError, Problem
from ..model.games import Game, Result, Round
from ..model.player import Player, Status
from ..model.ranks import HIGHEST_RATING, parse_rank, rank_from_rating, rank_name, rating_from_rank
from ..model.round_sets import parse_rounds, rounds_text
from ..model.scores import Entry, Kind, Scores, score
from ..model.seeding import seeding_of
from ..model.settings import Settings
from ..model.standings import standings
from ..model.start_scores import start_scores
from ..model.sums import Sums, Value
from ..model.tie_breaks import plain_values
from ..model.tournament import Tournament
from .federations import country_of, federation_of
from .foreign import Read, Report, Written, bar_text, iso_day, settings_of, whole_number
from .tables import decode
from .wallist import MOST_ROUNDS, Line, Token, round_of

COMMENT = "### mcmahon:"
BEFORE_ROUNDS = 89
MOST_PLAYERS = 9999
#: The letters of a round without a game, and the half points of each; the bye is `U`, and worth what line 162 says.
FREE = {"F": 2, "H": 1, "Z": 0}
#: Signs of games: what is won, whether by default.
_SIGNS = {
    "1": ("+", False), "W": ("+", False), "0": ("-", False), "L": ("-", False), "=": ("=", False), "D": ("=", False),
    "+": ("+", True), "-": ("-", True),
}  # fmt: skip
_EXTRA = {"sex": slice(9, 10), "title": slice(10, 13), "birth": slice(69, 79)}
_KNOWN = {"012", "022", "032", "042", "052", "062", "072", "092", "122", "142", "XXR", "152", "XXC", "162", "192"}
_LISTS = {"240", "250", "260", "XXA", "XXP"}
MOST_CORRECTION = 9


@dataclass(frozen=True, slots=True)
class _File:
    """The lines of a file: headers by code, players by start number, lists in order, our comments as words by key."""

    headers: dict[str, str] = field(default_factory=dict)
    players: dict[int, tuple[int, str]] = field(default_factory=dict)
    lists: list[tuple[str, list[str]]] = field(default_factory=list)
    notes: list[dict[str, str]] = field(default_factory=list)

    def notes_with(self, *keys: str) -> list[dict[str, str]]:
        """The comments that have all these keys."""
        return [note for note in self.notes if set(keys) <= note.keys()]

    def lists_of(self, code: str) -> list[list[str]]:
        """The words of the lines with a code."""
        return [words for own, words in self.lists if own == code]


def read_trf(data: bytes, name: str) -> Read:
    """A tournament out of a TRF file. Raises InputError with every player's line that cannot be read."""
    report = Report()
    file = _parsed(decode(data), name, report)
    starts = sorted(file.players)
    at = {start: k for k, start in enumerate(starts, 1)}
    if starts[-1] != len(starts):
        report.add("start numbers with gaps; the players are numbered anew")
    noted = {whole_number(note["player"], 0, 0, MOST_PLAYERS): note for note in file.notes_with("player")}
    lines = [_line(*file.players[start], at[start], noted.get(start, {}), report) for start in starts]
    tokens = _tokens(file, lines, at, report)
    played = len(tokens[0])
    rounds = max(whole_number(file.headers.get("142", file.headers.get("XXR")), 0, 0, MOST_ROUNDS), played, 1)
    virtual = _virtual_points(file, at, rounds, report)
    given = _settings(file, name, rounds, report)
    given |= _start(file, bool(noted), bool(virtual)) | _points(file, tokens, report)
    given["pairing.forbid"] = _forbidden(file, at, rounds)
    settings, text = settings_of("swiss", {key: value for key, value in given.items() if value not in ("", [])}, name)
    drawn = tuple(
        _noted_round(round_of(k + 1, lines, [row[k] for row in tokens], settings.komi, report), file, at)
        for k in range(played)
    )
    drawn = tuple(_with_unpaired(own, [row[own.number - 1] for row in tokens], file, at, settings) for own in drawn)
    absent = _absences(file, at)
    players = [_entered(line.player, drawn, absent.get(line.player.id, set()), rounds) for line in lines]
    if virtual:
        players = _corrected(players, settings, virtual, report)
    return Read(Tournament(settings, tuple(players), drawn), text, report)


def _parsed(text: str, name: str, report: Report) -> _File:
    file = _File()
    problems = []
    for number, line in enumerate(re.split(r"\r\n|\r|\n", text), 1):
        code, words = line[:3].upper(), line[3:].split()
        if line.startswith(COMMENT):
            file.notes.append(_note(line.removeprefix(COMMENT), number, report))
        elif code == "001":
            start = whole_number(line[4:8], 0, 0, MOST_PLAYERS)
            if start == 0 or start in file.players:
                wrong = "no start number" if start == 0 else "a start number that is there already"
                problems.append(Problem(wrong, name, number, value=line[:50].strip(), expected="001, 1 to n, name"))
            else:
                file.players[start] = number, line
        elif code in _LISTS:
            file.lists.append((code, words))
        elif code in _KNOWN:
            file.headers.setdefault(code, line[4:].strip() if code != "162" else line[3:])
        elif re.fullmatch(r"\d{3}|XX\w", code):
            report.add("lines that are not kept", code)
    if not file.players and not problems:
        problems.append(Problem("no player", name, expected="lines that begin with 001"))
    if problems:
        raise InputError(problems)
    return file


def _note(text: str, number: int, report: Report) -> dict[str, str]:
    """The words `key=value` of a comment; values with blanks are quoted."""
    try:
        pairs = [word.partition("=") for word in shlex.split(text)]
    except ValueError:
        report.add("comments that cannot be read", f"line {number}")
        return {}
    return {key: value for key, _, value in pairs}


def _line(number: int, text: str, position: int, note: Mapping[str, str], report: Report) -> Line:
    """A player with the cells of the rounds, ten columns each."""
    surname, _, first = (part.strip() for part in text[14:47].partition(","))
    rating = whole_number(text[48:52], -1, 0, 9999)
    if rating > HIGHEST_RATING:
        report.add(f"ratings above {HIGHEST_RATING}, taken as that", f"line {number}")
    rating = min(rating, HIGHEST_RATING)
    try:
        rank, pro = parse_rank(note.get("rank", ""))
    except ValueError:
        rank, pro = (rank_from_rating(rating) if rating >= 0 else -30), 0
    extra = tuple((title, text[columns].strip()) for title, columns in _EXTRA.items())
    player = Player(
        id=str(position),
        surname=surname or first or f"Player {position}",
        first_name=first if surname else "",
        rank=rank,
        pro=pro,
        rating=rating if rating >= 0 else rating_from_rank(rank),
        rating_is_derived=rating < 0 or ("rank" in note and rating == rating_from_rank(rank)),
        club=note.get("club", ""),
        country=note.get("country", country_of(text[53:56])),
        pin=text[57:68].strip(),
        correction=whole_number(note.get("correction"), 0, -MOST_CORRECTION, MOST_CORRECTION),
        extra=tuple((title, value) for title, value in extra if value),
    )
    tail = text[BEFORE_ROUNDS:].rstrip()[: 10 * MOST_ROUNDS]
    return Line(number, player, tuple(tail[k : k + 10].ljust(10) for k in range(0, len(tail), 10)))


def _tokens(file: _File, lines: Sequence[Line], at: Mapping[int, int], report: Report) -> list[list[Token]]:
    """Everybody's rounds as tokens, as many for each; opponents are positions. Comments add games not yet known."""
    games = file.notes_with("round", "white", "black")
    noted = [whole_number(note["round"], 0, 0, MOST_ROUNDS) for note in games]
    played = max([*noted, *(len(line.words) for line in lines)])
    rows = [
        [_token(cell, at, f"round {k} line {line.number}", report) for k, cell in enumerate(line.words, 1)]
        + [Token(0, "")] * (played - len(line.words))
        for line in lines
    ]
    for note, number in zip(games, noted, strict=True):
        white, black = _positions((note["white"], note["black"]), at)
        if number and white and black and rows[white - 1][number - 1] == rows[black - 1][number - 1] == Token(0, ""):
            rows[white - 1][number - 1] = Token(black, "?", colour="w")
            rows[black - 1][number - 1] = Token(white, "?", colour="b")
    return rows


def _token(cell: str, at: Mapping[int, int], where: str, report: Report) -> Token:
    """A round. Without opponent its sign is `+` for the bye, F, H or Z for an absence, nothing where nothing stands."""
    opponent, colour, sign = cell[2:6].strip(), cell[7].lower(), cell[9].upper()
    if not cell.strip():
        return Token(0, "")
    if not opponent.isdecimal() and opponent:
        report.add("rounds that cannot be read; taken as no game", f"{where}: {cell.strip()}")
        return Token(0, "Z")
    number = int(opponent or "0")
    if number == 0:
        free = {"U": "+", "+": "+", "F": "F", "1": "F", "W": "F", "H": "H", "=": "H", "D": "H"}
        return Token(0, free.get(sign, "Z"))
    result, by_default = _SIGNS.get(sign, ("?", False))
    return Token(at.get(number, MOST_PLAYERS + 1), result, by_default, colour if colour in "wb" else "")


def _positions(texts: Iterable[str], at: Mapping[int, int]) -> list[int]:
    """Positions of start numbers, 0 for what is none."""
    return [at.get(whole_number(text, 0, 0, MOST_PLAYERS), 0) for text in texts]


def _settings(file: _File, name: str, rounds: int, report: Report) -> dict[str, Any]:
    """The settings that the headers and our comments tell, but for start scores and points."""
    headers = file.headers
    komi = next((note["komi"] for note in file.notes_with("scheme", "komi")), _usual_komi(file))
    given: dict[str, Any] = {
        "name": headers.get("012") or name,
        "rounds": rounds,
        "komi": float(komi) if _is_komi(komi) else 6.5,
        "event.place": headers.get("022", ""),
        "event.country": country_of(headers.get("032", "")),
    }
    for key, code in (("event.begin", "042"), ("event.end", "052")):
        day = headers.get(code, "").replace("/", "-")
        if iso_day(day):
            given[key] = iso_day(day)
        elif day:
            report.add("headers that cannot be read", f"{code} {headers[code]}")
    minutes = re.match(r"(\d{1,3})\s*min", headers.get("122", ""))
    if minutes and int(minutes[1]) <= 600:
        given["event.basic_time"] = int(minutes[1])
    elif headers.get("122"):
        report.add("headers that are not kept", f"122 {headers['122'][:40]}")
    return given


def _usual_komi(file: _File) -> str:
    """The komi that most even games of our comments have."""
    even = [note.get("komi", "") for note in file.notes_with("round", "white") if note.get("handicap", "0") == "0"]
    return max(even, key=even.count, default="")


def _is_komi(text: str) -> bool:
    return bool(re.fullmatch(r"-?\d{1,2}(\.[05])?", text))


def _start(file: _File, has_ranks: bool, has_virtual: bool) -> dict[str, Any]:
    """How start scores and handicaps are given: by ranks where our comments have them, else all the same and none."""
    own = next(iter(file.notes_with("scheme")), {})
    scheme = own.get("scheme", "rank" if has_ranks else "swiss")
    given: dict[str, Any] = {"start.scheme": scheme if scheme in ("rank", "swiss") else "swiss"}
    for key, default in (("bar", "none"), ("floor", "30k")):
        try:
            given[f"start.{key}"] = rank_name(parse_rank(own.get(key, ""))[0])
        except ValueError:
            given[f"start.{key}"] = default
    if own.get("rule") in ("mms", "rank"):
        given |= {"handicap.rule": own["rule"], "handicap.reduction": whole_number(own.get("reduction"), 1, 0, 9)}
    bar, floor = given["start.bar"], given["start.floor"]
    if bar != "none" and parse_rank(floor)[0] > parse_rank(bar)[0]:
        given["start.floor"] = bar
    if given["start.scheme"] == "rank" or has_virtual:
        given["placing.order"] = ["MMS", "SOS", "SODOS"]
    return given


def _points(file: _File, tokens: Sequence[Sequence[Token]], report: Report) -> dict[str, Any]:
    """What a bye is worth by line 162, and an absence by the letters of the rounds."""
    values = {letter: _halves(text) for letter, text in re.findall(r"([A-Z])\s*(\d+\.\d)", file.headers.get("162", ""))}
    if any(values.get(letter, usual) != usual for letter, usual in (("W", 2), ("D", 1), ("L", 0))):
        report.add("other points than 1, ½ and 0 for a game", file.headers["162"].strip())
    bye = values.get("P", 2)
    letters = [token.sign for row in tokens for token in row if token.opponent == 0 and token.sign in FREE]
    full, half = letters.count("F"), letters.count("H")
    absence = 2 if full > half else 1 if half else 0
    for letter, count in (("F", full), ("H", half)):
        if count and FREE[letter] != absence:
            report.add(f"absences of other points than {absence / 2}; taken as that", f"{letter} × {count}")
    return {"points.bye": bye / 2 if bye in (0, 1, 2) else 1, "points.absence": absence / 2}


def _halves(text: str) -> int:
    """Half points of a number such as 1.5. Raises ValueError."""
    return round(2 * float(text))


def _virtual_points(file: _File, at: Mapping[int, int], rounds: int, report: Report) -> dict[str, int]:
    """Start scores: the virtual points, in half points, that a player has in all rounds."""
    virtual: dict[str, int] = {}
    for words in file.lists_of("250"):
        try:
            points, (first, last, low, high) = _halves(words[-5]), [int(word) for word in words[-4:]]
        except (ValueError, IndexError, OverflowError):
            report.add("lines that cannot be read", "250 " + " ".join(words)[:40])
            continue
        if first > 1 or last < rounds:
            report.add("virtual points of some rounds only, which are no start score", f"{points / 2} for {low}-{high}")
            continue
        for start in at:
            if low <= start <= high:
                virtual[str(at[start])] = virtual.get(str(at[start]), 0) + points
    for words in file.lists_of("XXA"):
        try:
            (player,), values = _positions(words[:1], at), [_halves(word) for word in words[1:]]
        except (ValueError, OverflowError):
            report.add("lines that cannot be read", "XXA " + " ".join(words)[:40])
            continue
        if player and values and len(set(values)) == 1 and len(values) >= rounds:
            virtual[str(player)] = values[0]
        elif any(values):
            report.add("virtual points of some rounds only, which are no start score", f"player {words[0]}")
    return {pid: max(0, min(200, points)) for pid, points in virtual.items() if points}


def _corrected(
    players: Sequence[Player], settings: Settings, virtual: Mapping[str, int], report: Report
) -> list[Player]:
    """With corrections that bring every start score as far above the lowest as the virtual points say."""
    own = start_scores(players, settings).half_points
    lowest, least = min(own.values()), min(virtual.get(p.id, 0) for p in players)
    missing = {p.id: virtual.get(p.id, 0) - least - (own[p.id] - lowest) for p in players}
    if any(value % 2 for value in missing.values()):
        report.add("virtual points with a half, rounded down")
    wanted = {p.id: p.correction + missing[p.id] // 2 for p in players}
    too_much = max(0, max(wanted.values()) - MOST_CORRECTION) if any(missing.values()) else 0
    corrected = []
    for player in players:
        value = wanted[player.id] - too_much
        if value < -MOST_CORRECTION:
            report.add("virtual points too far apart for corrections of start scores", player.name)
        if missing[player.id]:
            report.add("start scores by virtual points, taken as corrections", player.name)
        corrected.append(replace(player, correction=max(-MOST_CORRECTION, value)))
    return corrected


def _forbidden(file: _File, at: Mapping[int, int], rounds: int) -> list[dict[str, Any]]:
    """The sets of players who must not meet, with their rounds, which may stand in several lines."""
    sets: dict[tuple[int, ...], set[int]] = {}
    for words in file.lists_of("260"):
        first, last = (whole_number(word, 0, 0, rounds) for word in (*words[:2], "", "")[:2])
        ids = tuple(sorted(set(_positions(words[2:], at)) - {0}))
        sets.setdefault(ids, set()).update(range(max(first, 1), last + 1))
    for words in file.lists_of("XXP"):
        sets.setdefault(tuple(sorted(set(_positions(words, at)) - {0})), set()).update(range(1, rounds + 1))
    return [
        {"players": [str(k) for k in ids], "rounds": rounds_text(numbers, rounds)}
        for ids, numbers in sets.items()
        if len(ids) > 1 and numbers
    ]


def _absences(file: _File, at: Mapping[int, int]) -> dict[str, set[int]]:
    """The rounds to come that players will miss (lines 240)."""
    absent: dict[str, set[int]] = {}
    for words in file.lists_of("240"):
        number = whole_number(words[1] if len(words) > 1 else "", 0, 0, MOST_ROUNDS)
        for player in _positions(words[2:], at):
            absent.setdefault(str(player), set()).add(number)
    return absent


def _noted_round(drawn: Round, file: _File, at: Mapping[int, int]) -> Round:
    """With what our comments say of the games: handicap, komi, board, results that TRF has not."""
    notes: dict[tuple[str, str], dict[str, str]] = {}
    for note in file.notes_with("round", "white", "black"):
        if whole_number(note["round"], 0, 0, MOST_ROUNDS) == drawn.number:
            white, black = _positions((note["white"], note["black"]), at)
            notes[str(white), str(black)] = note
    games = [_noted_game(game, notes.get(game.players, {})) for game in drawn]
    if len({game.table for game in games}) < len(games):
        games = [replace(game, table=k) for k, game in enumerate(games, 1)]
    return replace(drawn, games=tuple(sorted(games, key=lambda game: game.table)))


def _noted_game(game: Game, note: Mapping[str, str]) -> Game:
    result = Result.VOID if note.get("result") == "void" and game.result is Result.JIGO else game.result
    jigo_by_default = note.get("default") == "yes" and result is Result.JIGO
    handicap = whole_number(note.get("handicap"), game.handicap, 0, 9)
    halves = 1 if handicap else game.komi_halves
    return replace(
        game,
        table=whole_number(note.get("board"), game.table, 1, MOST_PLAYERS),
        handicap=handicap,
        komi_halves=_halves(note["komi"]) if _is_komi(note.get("komi", "")) else halves,
        result=result,
        by_default=game.by_default or jigo_by_default,
    )


def _with_unpaired(
    drawn: Round, tokens: Sequence[Token], file: _File, at: Mapping[int, int], settings: Settings
) -> Round:
    """With those who were entered without a game: by our comments, or as absences have points but they have none."""
    told = {
        str(player)
        for note in file.notes_with("round", "unpaired")
        if whole_number(note["round"], 0, 0, MOST_ROUNDS) == drawn.number
        for player in _positions([note["unpaired"]], at)
    }
    for k, token in enumerate(tokens, 1):
        without = token.opponent == 0 and token.sign in ("", "Z")
        if without and (str(k) in told or settings.points.absence > 0) and str(k) not in drawn.unpaired:
            drawn = replace(drawn, unpaired=(*drawn.unpaired, str(k)))
    return drawn


def _entered(player: Player, drawn: Sequence[Round], absent: set[int], rounds: int) -> Player:
    """With the rounds that the player was in, and those to come but for the absences."""
    inside = {own.number for own in drawn if own.holds(player.id)}
    inside |= set(range(len(drawn) + 1, rounds + 1)) - absent
    return replace(player, rounds=None if len(inside) == rounds else frozenset(inside))


@dataclass(frozen=True, slots=True)
class _Field:
    """What the writer goes by: the players in the order of their start numbers, numbers by id, scores, places."""

    tournament: Tournament
    players: list[Player]
    numbers: dict[str, int]
    scores: Scores
    places: dict[str, int]

    @property
    def drawn(self) -> list[Round]:
        """The rounds without drafts."""
        return [own for own in self.tournament.rounds if not own.draft]

    @property
    def rounds(self) -> int:
        """The number of rounds of the tournament."""
        return max(self.tournament.settings.rounds, len(self.drawn))


def write_trf(tournament: Tournament) -> Written:
    """The TRF file of a tournament, with our comments. Raises InputError where there are too many players."""
    losses = Report()
    own = _field(tournament, losses)
    _note_losses(own, losses)
    lines = [*_header_lines(own), *(_player_text(own, player, losses) for player in own.players)]
    lines += [*_absence_lines(own), *_virtual_lines(own), *_forbidden_lines(own), *_comments(own)]
    return Written(("\n".join(lines) + "\n").encode("utf-8", "replace"), losses)


def _field(tournament: Tournament, losses: Report) -> _Field:
    """Start numbers by start score, then by what the first round is seeded by; who never takes part is left out."""
    before = score(tournament.before(1))
    sums = Sums(before, tournament.by_id())
    seeding = [plain_values(key, sums) for key in seeding_of(tournament.settings, 1)[1]]

    def place(player: Player) -> tuple[Value, ...]:
        return (-before.start[player.id], *(-values[player.id] for values in seeding))

    players = sorted(tournament.participants(), key=place)
    if not 0 < len(players) <= MOST_PLAYERS:
        raise InputError(f"{len(players)} players take part; right would be: 1 to {MOST_PLAYERS}")
    left_out = len(tournament.players) - len(players)
    if left_out:
        losses.add("entries that are not final, and have not played, are left out", str(left_out))
    table = standings(tournament)
    numbers = {player.id: k for k, player in enumerate(players, 1)}
    places = {row.player.id: row.line for row in table.rows}
    return _Field(tournament, players, numbers, table.sums.scores, places)


def _header_lines(own: _Field) -> list[str]:
    settings, event = own.tournament.settings, own.tournament.settings.event
    points = {"W": 2, "D": 1, "L": 0, "Z": 0, "P": settings.points.bye}
    headers = {
        "012": _plain(settings.name),
        "022": _plain(event.place),
        "032": federation_of(event.country),
        "042": event.begin.replace("-", "/"),
        "052": (event.end or event.begin).replace("-", "/"),
        "062": str(len(own.players)),
        "092": "Individual: McMahon",
        "122": f"{event.basic_time} min" if event.basic_time else "",
        "142": str(own.rounds),
        "152": "W",
        "162": " " + "    ".join(f"{letter}{halves / 2:4.1f}" for letter, halves in points.items()),
        "192": "FIDE_DUTCH_2025",
    }
    return [f"{code} {text}" for code, text in headers.items() if text]


def _player_text(own: _Field, player: Player, losses: Report) -> str:
    """The line of a player: 89 columns, and ten for each round."""
    extra = {title.casefold(): _plain(value) for title, value in player.extra}
    surname, first = _plain(player.surname).replace(",", " "), _plain(player.first_name)
    name = f"{surname}, {first}" if first else surname
    if len(name) > 33:
        losses.add("names cut to 33 letters", name)
    if len(player.pin) > 11:
        losses.add("numbers cut to eleven characters", player.pin)
    if player.rating < 0 and not player.rating_is_derived:
        losses.add("ratings below 0 are left blank", player.name)
    rating = str(player.rating) if player.rating >= 0 else ""
    entries = own.scores.entries[player.id]
    cells = [_cell(own, entry) for entry in entries]
    points = sum(halves for _, halves in cells) / 2
    head = (
        f"001 {own.numbers[player.id]:4} {extra.get('sex', '')[:1]:1}{extra.get('title', '')[:3]:>3} {name[:33]:33} "
        f"{rating:>4} {federation_of(player.country):3} {_plain(player.pin)[:11]:11} {extra.get('birth', '')[:10]:10} "
        f"{points:4.1f} {own.places[player.id]:4}"
    )
    return (head + "".join(cell for cell, _ in cells)).rstrip()


def _cell(own: _Field, entry: Entry) -> tuple[str, int]:
    """A round in ten columns, and its half points; a game that is not known yet is left blank."""
    if entry.kind is Kind.BYE:
        return "  0000 - U", own.tournament.settings.points.bye
    if entry.kind is not Kind.GAME:
        letter = "H" if entry.points else "Z"
        return f"  0000 - {letter}", FREE[letter]
    if not entry.known:
        return " " * 10, 0
    won = 1 if entry.result is Result.VOID else entry.won
    sign = "-=+"[won] if entry.by_default else "0=1"[won]
    return f"  {own.numbers[entry.opponent]:4} {'w' if entry.colour > 0 else 'b'} {sign}", won


def _absence_lines(own: _Field) -> list[str]:
    """A line for each round to come that somebody will miss."""
    lines = []
    for number in range(len(own.drawn) + 1, own.rounds + 1):
        absent = [own.numbers[p.id] for p in own.players if not p.enters(number)]
        if absent:
            lines.append(f"240 H {number:3} " + " ".join(f"{k:4}" for k in absent))
    return lines


def _virtual_lines(own: _Field) -> list[str]:
    """A line for each band of start scores above the lowest, which is a range of start numbers."""
    lowest = min(own.scores.start[p.id] for p in own.players)
    lines = []
    for start, band in groupby(own.players, key=lambda p: own.scores.start[p.id]):
        numbers = [own.numbers[p.id] for p in band]
        if start > lowest:
            points = min((start - lowest) / 2, 99.9)
            lines.append(f"250      {points:4.1f}   1 {own.rounds:3} {numbers[0]:4} {numbers[-1]:4}")
    return lines


def _forbidden_lines(own: _Field) -> list[str]:
    """The sets of players who must not meet, a line for each run of rounds; two sets against each other as pairs."""
    lines = []
    for players, against, text in own.tournament.settings.pairing.forbid:
        rounds = sorted(parse_rounds(text, own.tournament.settings.rounds))
        for ids in product(players, against) if against else [players]:
            known = [own.numbers[pid] for pid in ids if pid in own.numbers]
            words = " ".join(f"{k:4}" for k in known)
            if len(known) > 1:
                lines += [f"260 {first:3} {last:3} {words}" for first, last in _runs(rounds)]
    return lines


def _runs(numbers: Sequence[int]) -> list[tuple[int, int]]:
    """First and last number of every unbroken run."""
    runs = []
    for _, pairs in groupby(enumerate(numbers), key=lambda pair: pair[1] - pair[0]):
        run = [number for _, number in pairs]
        runs.append((run[0], run[-1]))
    return runs


def _comments(own: _Field) -> list[str]:
    """What TRF has no columns for: how start scores are given, then a line for each player and each game."""
    settings = own.tournament.settings
    by_rank = settings.start.scheme == "rank"
    limits = {"bar": bar_text(own.tournament), "floor": rank_name(settings.floor_rank)} if by_rank else {}
    scheme = "rank" if by_rank else "swiss"
    rule = {"komi": f"{settings.komi / 2:g}", "rule": settings.handicap.rule, "reduction": settings.handicap.reduction}
    lines = [_comment({"scheme": scheme, **limits, **{key: str(value) for key, value in rule.items()}})]
    for player in own.players:
        words = {"club": player.club, "country": player.country, "correction": str(player.correction or "")}
        lines.append(_comment({"player": str(own.numbers[player.id]), "rank": player.rank_name, **words}))
    for drawn in own.drawn:
        lines += [_comment(_game_words(own, drawn.number, game)) for game in drawn]
        for pid in drawn.unpaired:
            if pid in own.numbers:
                lines.append(_comment({"round": str(drawn.number), "unpaired": str(own.numbers[pid])}))
    return lines


def _game_words(own: _Field, number: int, game: Game) -> dict[str, str]:
    return {
        "round": str(number),
        "white": str(own.numbers[game.white]),
        "black": str(own.numbers[game.black]),
        "handicap": str(game.handicap),
        "komi": f"{game.komi_halves / 2:g}",
        "board": str(game.table),
        "result": game.result.value if game.result in (Result.VOID, Result.UNKNOWN) else "",
        "default": "yes" if game.by_default and game.result is Result.JIGO else "",
    }


def _comment(words: Mapping[str, str]) -> str:
    texts = (f"{key}={shlex.quote(_plain(value))}" for key, value in words.items() if value)
    return f"{COMMENT} {' '.join(texts)}"


def _plain(text: str) -> str:
    """A text on one line: single blanks, no signs that cannot be printed."""
    return "".join(c if c.isprintable() else "_" for c in " ".join(text.split()))


def _note_losses(own: _Field, losses: Report) -> None:
    settings = own.tournament.settings
    for drawn in own.drawn:
        for game in drawn:
            where = f"round {drawn.number} table {game.table}"
            if game.result is Result.UNKNOWN:
                losses.add("games not known yet are blank, and stand in comments only", where)
            elif game.result is Result.VOID or (game.by_default and game.result is Result.JIGO):
                losses.add("games without result, and jigo by default, are jigo but for comments", where)
    if any(drawn.draft for drawn in own.tournament.rounds):
        losses.add("the draft round")
    _note_players(own, losses)
    points = settings.points
    entries = [entry for player in own.players for entry in own.scores.entries[player.id]]
    absences = [entry for entry in entries if entry.kind is Kind.ABSENT]
    if points.absence == 2 and absences:
        losses.add("absences worth a point are written as half a point", str(len(absences)))
    if points.round_down != "none" and any(entry.points == 1 and entry.kind is not Kind.GAME for entry in entries):
        losses.add("half points of absences and byes are added up, not rounded down")
    if settings.start.scheme not in ("rank", "swiss"):
        losses.add(f"start scores of the scheme {settings.start.scheme}: written as virtual points only")
    for key in ("force", "rules", "local_clubs"):
        if getattr(settings.pairing, key):
            losses.add("forced pairs, rules over pairs, local clubs", f"pairing.{key}")
    if settings.event.basic_time and settings.event.overtime != "sudden death":
        losses.add("overtime", settings.event.overtime)
    losses.add(
        "rank, club, handicap, komi and board stand in comments only; placing criteria and limits of handicaps: not"
    )


def _note_players(own: _Field, losses: Report) -> None:
    for player in own.players:
        if player.status is Status.WITHDRAWN:
            losses.add("withdrawals: absent from all rounds to come", player.name)
        if player.groups:
            losses.add("families and groups", player.name)
        if player.aga:
            losses.add("numbers of the AGA", player.name)
        if {title.casefold() for title, _ in player.extra} - _EXTRA.keys():
            losses.add("further columns of the registrations", player.name)
