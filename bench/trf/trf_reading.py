"""Reading TRF: players, their rounds, start scores out of virtual points; points and places as they are written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from mcmahon.io.countries import code_of
from mcmahon.io.foreign.foreign import Read, Report, komi_in, settings_of, whole_number
from mcmahon.io.foreign.wallist import (
    BOTH_WON,
    GAME_AND_BYE,
    MORE_ROUNDS,
    MOST_ROUNDS,
    NO_HANDICAPS,
    Implied,
    Token,
    WallistLine,
    round_of,
)
from mcmahon.io.tables.decode import decode
from mcmahon.model.placing.start_scores import start_scores
from mcmahon.model.tournament.games import Allowed, ByHand, Game, Result, Round, parse_by_hand
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import HIGHEST_RATING, parse_rank, rank_from_rating, rating_from_rank
from mcmahon.model.tournament.settings.play import accelerated, has_halves
from mcmahon.model.tournament.settings.settings import Settings
from mcmahon.model.tournament.tournament import Tournament

from .trf_lines import BEFORE_ROUNDS, CELL, EXTRA, FREE, NOBODY, TrfFile, parsed, positions
from .trf_settings import (
    VirtualRows,
    acceleration_part,
    forbidden_sets,
    header_settings,
    is_ours,
    is_round_robin,
    kept_settings,
    points_settings,
    says_worth,
    start_part,
    start_settings,
    virtual_rows,
    worths,
)

#: Signs of games: what is won, and whether by forfeit.
SIGNS = {
    "1": ("+", False), "W": ("+", False), "0": ("-", False), "L": ("-", False), "=": ("=", False), "D": ("=", False),
    "+": ("+", True), "-": ("-", True),
}  # fmt: skip
MOST_CORRECTION = 9


def is_trf(data: bytes) -> bool:
    """Whether a line is a player's."""
    return any(line.startswith(b"001 ") for line in data.splitlines())


def read_trf(data: bytes, name: str) -> Read:
    """A tournament out of a TRF file. Raises InputError with every player's line that cannot be read."""
    report = Report()
    file = parsed(decode(data, name), name, report)
    return tournament_of(file, lines_of(file, report), name, report)


def places(file: TrfFile) -> dict[int, int]:
    """The position of each start number, from 1; also the id of the player."""
    return {start: k for k, start in enumerate(sorted(file.players), 1)}


def lines_of(file: TrfFile, report: Report) -> list[WallistLine]:
    """Everybody's line with the cells of the rounds, in the order of start numbers."""
    at = places(file)
    if max(at) != len(at):
        report.add("start numbers with gaps; the players get new numbers")
    noted = {whole_number(note["player"], 0, 0, NOBODY): note for note in file.notes_with("player")}
    width = CELL + file.wider
    return [_line(*file.players[start], at[start], noted.get(start, {}), width, report) for start in at]


def tournament_of(
    file: TrfFile, lines: Sequence[WallistLine], name: str, report: Report, rows: VirtualRows | None = None
) -> Read:
    """The tournament of such lines; `rows` are the virtual points, where they have been read already."""
    at = places(file)
    tokens = _tokens(file, lines, at, report)
    played = len(tokens[0])
    said = whole_number(file.headers.get("142", file.headers.get("XXR")), 0, 0, MOST_ROUNDS)
    rounds = max(said, played, 1)
    if 0 < said < played:
        report.add(MORE_ROUNDS, f"{played} instead of {said}")
    rows = _readable(file, at, rounds, report) if rows is None else rows
    virtual = start_part(rows)
    given = header_settings(file, name, rounds, report)
    given |= start_settings(file, bool(file.notes_with("player")), bool(virtual))
    given |= points_settings(file, tokens, report) | _accelerated(rows, rounds)
    given["pairing.forbid"] = forbidden_sets(file, at, rounds)
    given |= kept_settings(file, report)
    given = {key: value for key, value in given.items() if value not in ("", [])}
    settings, text = settings_of("round-robin" if is_round_robin(file) else "swiss", given, name)
    drawn = tuple(
        _noted_round(
            round_of(k + 1, lines, [row[k] for row in tokens], Implied(settings.komi, NO_HANDICAPS), report), file, at
        )
        for k in range(played)
    )
    drawn = tuple(_with_unpaired(own, [row[own.number - 1] for row in tokens], file, at, settings) for own in drawn)
    _note_games(file, drawn, settings, report)
    players = _entered(lines, drawn, _absences(file, at), rounds)
    if says_worth(file):
        players = _with_worth(players, tokens, drawn, file, at, settings)
    if virtual:
        players = _corrected(players, settings, virtual, report)
    return Read(Tournament(settings, tuple(players), drawn), text, report)


def _line(number: int, text: str, position: int, note: Mapping[str, str], width: int, report: Report) -> WallistLine:
    """A player with the cells of the rounds, each of so many columns."""
    surname, _, first = (part.strip() for part in text[14:47].partition(","))
    rating = whole_number(text[48:52], -1, 0, 9999)
    if rating > HIGHEST_RATING:
        report.add(f"ratings above {HIGHEST_RATING}, read as {HIGHEST_RATING}", f"line {number}")
    rating = min(rating, HIGHEST_RATING)
    try:
        rank, pro = parse_rank(note.get("rank", ""))
    except ValueError:
        rank, pro = (rank_from_rating(rating) if rating >= 0 else -30), 0
    extra = tuple((title, text[columns].strip()) for title, columns in EXTRA.items())
    player = Player(
        id=str(position),
        surname=surname or first or f"Player {position}",
        first_name=first if surname else "",
        rank=rank,
        pro=pro,
        rating=rating if rating >= 0 else rating_from_rank(rank),
        rating_is_derived=rating < 0 or ("rank" in note and rating == rating_from_rank(rank)),
        club=note.get("club", ""),
        country=note.get("country", code_of(text[53:56])),
        pin=text[57:68].strip(),
        correction=whole_number(note.get("correction"), 0, -MOST_CORRECTION, MOST_CORRECTION),
        extra=tuple((title, value) for title, value in extra if value),
    )
    tail = text[BEFORE_ROUNDS:].rstrip()[: width * MOST_ROUNDS]
    return WallistLine(number, player, tuple(tail[k : k + width].ljust(width) for k in range(0, len(tail), width)))


def _tokens(file: TrfFile, lines: Sequence[WallistLine], at: Mapping[int, int], report: Report) -> list[list[Token]]:
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
        white, black = positions((note["white"], note["black"]), at)
        if number and white and black and rows[white - 1][number - 1] == rows[black - 1][number - 1] == Token(0, ""):
            rows[white - 1][number - 1] = Token(black, "?", colour="w")
            rows[black - 1][number - 1] = Token(white, "?", colour="b")
    return rows


def _token(cell: str, at: Mapping[int, int], where: str, report: Report) -> Token:
    """A round. Without opponent its sign is `+` for the bye, F, H or Z for an absence, nothing where nothing stands."""
    opponent, colour, sign = cell[2:-4].strip(), cell[-3].lower(), cell[-1].upper()
    if not cell.strip():
        return Token(0, "")
    if not opponent.isdecimal() and opponent:
        report.add("rounds that cannot be read; read as no game", f"{where}: {cell.strip()}")
        return Token(0, "Z")
    number = int(opponent or "0")
    if number == 0:
        free = {"U": "+", "+": "+", "F": "F", "1": "F", "W": "F", "H": "H", "=": "H", "D": "H"}
        return Token(0, free.get(sign, "Z"))
    if sign in ("U", *FREE):
        report.add(GAME_AND_BYE, f"{where}: {cell.strip()}")
    result, by_default = SIGNS.get(sign, ("?", False))
    return Token(at.get(number, NOBODY), result, by_default, colour if colour in "wb" else "")


def _readable(file: TrfFile, at: Mapping[int, int], rounds: int, report: Report) -> VirtualRows:
    """The virtual points; lines that cannot be read are reported."""
    rows, unreadable = virtual_rows(file, at, rounds)
    for code, words in unreadable:
        report.add("lines that cannot be read", f"{code} {' '.join(words)}"[:44])
    return rows


def _accelerated(rows: VirtualRows, rounds: int) -> dict[str, Any]:
    """The settings of virtual points in some rounds alone."""
    lines = acceleration_part(rows)
    halves = {"pairing.rounding": "half"} if has_halves(accelerated(lines, rounds)) else {}
    return {"start.acceleration": lines, **halves} if lines else {}


def _corrected(
    players: Sequence[Player], settings: Settings, virtual: Mapping[str, int], report: Report
) -> list[Player]:
    """With corrections that bring every start score as far above the lowest as the virtual points say."""
    own = start_scores(players, settings).half_points
    lowest, least = min(own.values()), min(virtual.get(p.id, 0) for p in players)
    missing = {p.id: virtual.get(p.id, 0) - least - (own[p.id] - lowest) for p in players}
    if any(value % 2 for value in missing.values()):
        report.add("half virtual points, rounded down")
    wanted = {p.id: p.correction + missing[p.id] // 2 for p in players}
    too_much = max(0, max(wanted.values()) - MOST_CORRECTION) if any(missing.values()) else 0
    corrected = []
    for player in players:
        value = wanted[player.id] - too_much
        if value < -MOST_CORRECTION:
            report.add("virtual points too far apart for start score corrections", player.name)
        if missing[player.id]:
            report.add("virtual points, read as start score corrections", player.name)
        corrected.append(replace(player, correction=max(-MOST_CORRECTION, value)))
    return corrected


def _noted_round(drawn: Round, file: TrfFile, at: Mapping[int, int]) -> Round:
    """With what our comments say of the games: handicap, komi, board, results that TRF has not."""
    notes: dict[tuple[str, str], dict[str, str]] = {}
    for note in file.notes_with("round", "white", "black"):
        if whole_number(note["round"], 0, 0, MOST_ROUNDS) == drawn.number:
            white, black = positions((note["white"], note["black"]), at)
            notes[str(white), str(black)] = note
    games = [_noted_game(game, notes.get(game.players, {})) for game in drawn]
    if len({game.table for game in games}) < len(games):
        games = [replace(game, table=k) for k, game in enumerate(games, 1)]
    allowed = tuple(_allowed(file, drawn.number, at))
    return replace(drawn, games=tuple(sorted(games, key=lambda game: game.table)), allowed=allowed)


def _noted_game(game: Game, note: Mapping[str, str]) -> Game:
    result = Result.VOID if note.get("result") == "void" and game.result is Result.JIGO else game.result
    jigo_by_default = note.get("default") == "yes" and result is Result.JIGO
    lost_by_both = note.get("default") == "no" and result is Result.BOTH_LOSE
    handicap = whole_number(note.get("handicap"), game.handicap, 0, 9)
    komi = komi_in(note.get("komi", ""))
    usual_komi = 1 if handicap else game.komi_halves
    return replace(
        game,
        table=whole_number(note.get("board"), game.table, 1, NOBODY),
        handicap=handicap,
        komi_halves=usual_komi if komi is None else round(2 * komi),
        result=result,
        by_default=(game.by_default or jigo_by_default) and not lost_by_both,
        by_hand=_by_hand(note.get("by_hand", "")),
    )


def _by_hand(text: str) -> frozenset[ByHand]:
    """What was changed by hand at a board; nothing where a comment has other words."""
    try:
        return parse_by_hand(text)
    except ValueError:
        return frozenset()


def _allowed(file: TrfFile, number: int, at: Mapping[int, int]) -> Iterator[Allowed]:
    """The rules that a change by hand broke in a round with the director's yes, by our comments."""
    for note in file.notes_with("round", "allowed"):
        if whole_number(note["round"], 0, 0, MOST_ROUNDS) == number:
            players = sorted(map(str, positions(note.get("players", "").split(), at)))
            yield Allowed(
                note["allowed"], tuple(players), whole_number(note.get("found"), 0, 0, NOBODY), note.get("part", "")
            )


def _with_unpaired(
    drawn: Round, tokens: Sequence[Token], file: TrfFile, at: Mapping[int, int], settings: Settings
) -> Round:
    """With those who were entered without a game: by our comments; in files of 1.0.0 also by their points."""
    told = {
        str(player)
        for note in file.notes_with("round", "unpaired")
        if whole_number(note["round"], 0, 0, MOST_ROUNDS) == drawn.number
        for player in positions([note["unpaired"]], at)
    }
    without = [str(k) for k, token in enumerate(tokens, 1) if token.opponent == 0 and token.sign in ("", "Z")]
    more = [pid for pid in without if pid in told or (settings.points.absence > 0 and not says_worth(file))]
    return replace(drawn, unpaired=tuple(dict.fromkeys((*drawn.unpaired, *more))))


def _note_games(file: TrfFile, drawn: Sequence[Round], settings: Settings, report: Report) -> None:
    """Tell of a file of another program what has two readings: games won by both, and forfeits."""
    if is_ours(file):
        return
    for own in drawn:
        for game in own:
            if game.result is Result.BOTH_WIN:
                report.add(BOTH_WON, f"round {own.number} table {game.table}")
            elif game.by_default and not settings.pairing.default_is_met:
                report.add(
                    "forfeited games; the two may meet again, as FIDE has it (pairing.default_is_met)",
                    f"round {own.number} table {game.table}",
                )


def _with_worth(
    players: Sequence[Player],
    tokens: Sequence[Sequence[Token]],
    drawn: Sequence[Round],
    file: TrfFile,
    at: Mapping[int, int],
    settings: Settings,
) -> list[Player]:
    """With what each round without a game is worth by its letter, if that is not what an absence gives.

    Of other programs all points are kept beside their player: a bye on request is no late entry.
    """
    usual, of_letter, ours = settings.points.absence, worths(file), is_ours(file)
    worth: dict[str, dict[int, int]] = {player.id: {} for player in players}
    for player, row in zip(players, tokens, strict=True):
        for own, token in zip(drawn, row, strict=True):
            if token.opponent == 0 and token.sign != "+" and not own.holds(player.id):
                worth[player.id][own.number] = of_letter[token.sign or "Z"]
    for words in file.lists_of("240"):
        number = whole_number(words[1] if len(words) > 1 else "", 0, 0, MOST_ROUNDS)
        for position in positions(words[2:], at) if words and words[0].upper() in of_letter else ():
            if position and number > len(drawn):
                worth[str(position)][number] = of_letter[words[0].upper()]
    return [
        replace(
            player,
            unexcused=frozenset(n for n, halves in worth[player.id].items() if halves == 0 != usual),
            granted=tuple(sorted((n, h) for n, h in worth[player.id].items() if h and (h != usual or not ours))),
        )
        for player in players
    ]


def _absences(file: TrfFile, at: Mapping[int, int]) -> dict[str, set[int]]:
    """The rounds to come that players will miss (lines 240)."""
    absent: dict[str, set[int]] = {}
    for words in file.lists_of("240"):
        number = whole_number(words[1] if len(words) > 1 else "", 0, 0, MOST_ROUNDS)
        for player in positions(words[2:], at):
            absent.setdefault(str(player), set()).add(number)
    return absent


def _entered(
    lines: Sequence[WallistLine], drawn: Sequence[Round], absent: Mapping[str, set[int]], rounds: int
) -> list[Player]:
    """The players with the rounds that they were in, and those to come but for the absences."""
    to_come = set(range(len(drawn) + 1, rounds + 1))
    entered = {line.player.id: to_come - absent.get(line.player.id, set()) for line in lines}
    for own in drawn:
        for pid in own.present:
            entered[pid].add(own.number)
    return [line.player.with_rounds(entered[line.player.id], rounds) for line in lines]
