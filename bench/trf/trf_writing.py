"""Writing TRF: start numbers, headers, a line for each player, virtual points, forbidden sets, comments, and losses."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, product

from mcmahon.io.countries import FEDERATIONS
from mcmahon.io.foreign.foreign import Report, Written, bar_text, note_columns, note_left, note_settings
from mcmahon.model.errors import InputError
from mcmahon.model.pairing.entrants import seeding_of
from mcmahon.model.placing.scores import RoundKind, RoundScore, Scores, if_missed, score
from mcmahon.model.placing.standings import standings
from mcmahon.model.placing.sums import Sums, Value
from mcmahon.model.placing.tie_breaks import plain_values
from mcmahon.model.tournament.games import Game, Result, Round, by_hand_text
from mcmahon.model.tournament.numbers import parse_rounds
from mcmahon.model.tournament.person import Player
from mcmahon.model.tournament.ranks import rank_name
from mcmahon.model.tournament.tournament import Tournament

from .trf_lines import EXTRA, LETTERS, MOST_PLAYERS, comment, one_line
from .trf_settings import kind_of, setting_comments


@dataclass(frozen=True, slots=True)
class StartingList:
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


def field_of(tournament: Tournament, losses: Report) -> StartingList:
    """Start numbers by start score, then by what the first round is seeded by; who never takes part is left out.

    Raises InputError where nobody takes part, or more than TRF has numbers for.
    """
    before = score(tournament.before(1))
    sums = Sums(before, tournament.by_id())
    seeding = [plain_values(key, sums) for key in seeding_of(tournament.settings, 1)[1]]

    def place(player: Player) -> tuple[Value, ...]:
        return (-before.start[player.id], *(-values[player.id] for values in seeding))

    players = sorted(tournament.participants(), key=place)
    if not 0 < len(players) <= MOST_PLAYERS:
        raise InputError(f"{len(players)} players take part; expected 1 to {MOST_PLAYERS}")
    left_out = len(tournament.players) - len(players)
    if left_out:
        losses.add(
            "entries that have not played and are not entered for a later round are left out",
            str(left_out),
            of="players",
        )
    table = standings(tournament)
    numbers = {player.id: k for k, player in enumerate(players, 1)}
    places = {row.player.id: row.line for row in table.rows}
    return StartingList(tournament, players, numbers, table.sums.scores, places)


def note_losses(own: StartingList, losses: Report) -> None:
    """Add what would not come back."""
    settings = own.tournament.settings
    for drawn in own.drawn:
        for game in drawn:
            where = f"round {drawn.number} table {game.table}"
            if game.result is Result.UNKNOWN:
                losses.add(
                    "games without a result yet are left blank, and kept only in comments", where, of="results games"
                )
            elif game.result is Result.VOID or (game.by_default and game.result is Result.JIGO):
                losses.add(
                    "games without a result, and jigo by forfeit, are written as jigo, and kept only in comments", where
                )
    if any(drawn.draft for drawn in own.tournament.rounds):
        losses.add("the draft round")
    _note_players(own, losses)
    note_settings(settings, losses)
    points = settings.points
    entries = [entry for player in own.players for entry in own.scores.entries[player.id]]
    if points.round_down != "none" and any(entry.points == 1 and entry.kind is not RoundKind.GAME for entry in entries):
        losses.add("half points of absences and byes are added up, not rounded down", of="settings.points.round_down")
    if settings.start.scheme not in ("rank", "swiss"):
        losses.add(
            f"start scores of the scheme {settings.start.scheme}: written as virtual points only",
            of="settings.start.scheme",
        )
    losses.add("rank, club, handicap, komi, table and the settings of points and places are kept only in comments")


def _note_players(own: StartingList, losses: Report) -> None:
    for player in own.players:
        note_left(player, losses)
    note_columns(own.players, losses, lambda title: title.casefold() in EXTRA)


def write_trf(tournament: Tournament) -> Written:
    """The TRF file of a tournament, with our comments. Raises InputError where there are too many players."""
    losses = Report()
    own = field_of(tournament, losses)
    note_losses(own, losses)
    lines = [*_header_lines(own), *(_player_text(own, player, losses) for player in own.players)]
    lines += [*_absence_lines(own), *_virtual_lines(own), *_forbidden_lines(own), *_comments(own)]
    return Written(("\n".join(lines) + "\n").encode("utf-8", "replace"), losses)


def _header_lines(own: StartingList) -> list[str]:
    settings, event = own.tournament.settings, own.tournament.settings.event
    points = {"W": 2, "D": 1, "L": 0, "P": settings.points.bye}
    headers = {
        "012": one_line(settings.name),
        "022": one_line(event.place),
        "032": federation_of(event.country),
        "042": event.begin.replace("-", "/"),
        "052": (event.end or event.begin).replace("-", "/"),
        "062": str(len(own.players)),
        "092": kind_of(settings),
        "122": f"{event.basic_time} min" if event.basic_time else "",
        "142": str(own.rounds),
        "152": "W",
        "162": " " + "    ".join(f"{letter}{halves / 2:4.1f}" for letter, halves in points.items()),
    }
    return [f"{code} {text}" for code, text in headers.items() if text]


def _player_text(own: StartingList, player: Player, losses: Report) -> str:
    """The line of a player: 89 columns, and ten for each round."""
    extra = {title.casefold(): one_line(value) for title, value in player.extra}
    surname, first = one_line(player.surname).replace(",", " "), one_line(player.first_name)
    name = f"{surname}, {first}" if first else surname
    if len(name) > 33:
        losses.add("names shortened to 33 letters", name, of="name")
    if len(player.pin) > 11:
        losses.add("pins shortened to eleven characters", player.pin, of="pin")
    if player.rating < 0 and not player.rating_is_derived:
        losses.add("ratings below 0 are left blank", player.name, of="rating")
    rating = str(player.rating) if player.rating >= 0 else ""
    entries = own.scores.entries[player.id]
    cells = [_cell(own, entry) for entry in entries]
    points = sum(halves for _, halves in cells) / 2
    pin, birth = one_line(player.pin)[:11], extra.get("birth", "")[:10]
    head = (
        f"001 {own.numbers[player.id]:4} {extra.get('sex', '')[:1]:1}{extra.get('title', '')[:3]:>3} {name[:33]:33} "
        f"{rating:>4} {federation_of(player.country):3} {pin:11} {birth:10} "
        f"{points:4.1f} {own.places.get(player.id, len(own.places) + 1):4}"
    )
    return (head + "".join(cell for cell, _ in cells)).rstrip()


def _cell(own: StartingList, entry: RoundScore) -> tuple[str, int]:
    """A round in ten columns, and its half points; a game that is not known yet is left blank."""
    if entry.kind is RoundKind.BYE:
        return "  0000 - U", own.tournament.settings.points.bye
    if entry.kind is not RoundKind.GAME:
        return f"  0000 - {LETTERS[entry.points]}", entry.points
    if not entry.known:
        return " " * 10, 0
    won = 1 if entry.result is Result.VOID else entry.game_half_points
    sign = "-=+"[won] if entry.defaulted else "0=1"[won]
    return f"  {own.numbers[entry.opponent]:4} {'w' if entry.colour > 0 else 'b'} {sign}", won


def _absence_lines(own: StartingList) -> list[str]:
    """A line for each round to come that somebody will miss, and for each worth of missing it."""
    lines, points = [], own.tournament.settings.points
    for number in range(len(own.drawn) + 1, own.rounds + 1):
        absent = [player for player in own.players if not player.enters(number)]
        for half_points, letter in LETTERS.items():
            numbers = [own.numbers[p.id] for p in absent if if_missed(p, number, points).points == half_points]
            if numbers:
                lines.append(f"240 {letter} {number:3} " + " ".join(f"{k:4}" for k in numbers))
    return lines


def _virtual_lines(own: StartingList) -> list[str]:
    """A line for each band of start scores above the lowest, which is a range of start numbers.

    Whoever is accelerated has a line with all that they have in each round.
    """
    lowest = min(own.scores.start[p.id] for p in own.players)
    lines = []
    for start, band in groupby(own.players, key=lambda p: own.scores.start[p.id]):
        numbers = [own.numbers[p.id] for p in band]
        if start > lowest:
            points = min((start - lowest) / 2, 99.9)
            lines.append(f"250      {points:4.1f}   1 {own.rounds:3} {numbers[0]:4} {numbers[-1]:4}")
    for player in own.players:
        if player.id in own.scores.virtual:
            above = own.scores.start[player.id] - lowest
            each = (above + own.scores.virtual_in(player.id, number) for number in range(1, own.rounds + 1))
            row = "".join(f" {min(half_points / 2, 99.9):4.1f}" for half_points in each)
            lines.append(f"XXA {own.numbers[player.id]:4}{row}")
    return lines


def _forbidden_lines(own: StartingList) -> list[str]:
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


def _comments(own: StartingList) -> list[str]:
    """What TRF has no columns for: how start scores are given, then a line for each player and each game."""
    settings = own.tournament.settings
    by_rank = settings.start.scheme == "rank"
    limits = {"bar": bar_text(own.tournament), "floor": rank_name(settings.floor_rank)} if by_rank else {}
    scheme = "rank" if by_rank else "swiss"
    rule = {"komi": f"{settings.komi / 2:g}", "rule": settings.handicap.rule, "reduction": settings.handicap.reduction}
    words = {**limits, **{key: str(value) for key, value in rule.items()}, "absences": "by letter"}
    lines = [comment({"scheme": scheme, **words})]
    lines += [comment(words) for words in setting_comments(own.tournament)]
    for player in own.players:
        words = {"club": player.club, "country": player.country, "correction": str(player.correction or "")}
        lines.append(comment({"player": str(own.numbers[player.id]), "rank": player.rank_name, **words}))
    for drawn in own.drawn:
        lines += [comment(_game_words(own, drawn.number, game)) for game in drawn]
        lines += [comment(words) for words in _allowed_words(own, drawn)]
        for pid in drawn.unpaired:
            if pid in own.numbers:
                lines.append(comment({"round": str(drawn.number), "unpaired": str(own.numbers[pid])}))
    return lines


def _allowed_words(own: StartingList, drawn: Round) -> Iterator[dict[str, str]]:
    """The rules that a change by hand broke with the director's yes."""
    for one in drawn.allowed:
        numbers = " ".join(str(own.numbers[pid]) for pid in one.players if pid in own.numbers)
        found = str(one.found or "")
        yield {"round": str(drawn.number), "allowed": one.rule, "players": numbers, "found": found, "part": one.part}


def _game_words(own: StartingList, number: int, game: Game) -> dict[str, str]:
    return {
        "round": str(number),
        "white": str(own.numbers[game.white]),
        "black": str(own.numbers[game.black]),
        "handicap": str(game.handicap),
        "komi": f"{game.komi_halves / 2:g}",
        "board": str(game.table),
        "result": game.result.value if game.result in (Result.VOID, Result.UNKNOWN) else "",
        "by_hand": by_hand_text(game.by_hand),
        "default": _default_text(game),
    }


def _default_text(game: Game) -> str:
    """What the signs of a game do not say of a forfeit: a jigo is one, or two losses were played."""
    if game.result is Result.BOTH_LOSE and not game.by_default:
        return "no"
    return "yes" if game.result is Result.JIGO and game.by_default else ""


def federation_of(country: str) -> str:
    """The three letters of a country, or nothing where they are not known."""
    code = country.strip().upper()
    return FEDERATIONS.get(code, code if len(code) == 3 and code.isascii() and code.isalpha() else "")
