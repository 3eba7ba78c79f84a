"""Lists of one line a player: tokens such as `12+w0`, opponents as lines, and who comes on which line."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from ...model.errors import InputError, Problem
from ...model.placing.scores import RoundKind, RoundScore, every_game
from ...model.placing.standings import Standings, StandingsRow, standings
from ...model.tournament.games import Game, Result, Round
from ...model.tournament.person import Player
from ...model.tournament.ranks import parse_rank, rating_from_rank
from ...model.tournament.settings.settings import Settings
from ...model.tournament.tournament import Tournament
from ...model.ways import Way
from .foreign import Report

_RESULT = re.compile(r"(\d{1,9})([+\-=?])(!?)(?:/?([wb?])(\d{1,2})?)?(!?)", re.IGNORECASE)
_RESULTS = {
    "+-": Result.WHITE, "-+": Result.BLACK, "==": Result.JIGO, "--": Result.BOTH_LOSE, "++": Result.BOTH_WIN,
}  # fmt: skip
MOST_ROUNDS = 99
#: A free win is a point and a win: what byes are worth when such a list is read.
FREE_WIN = {"points.bye": 1, "points.bye_wins": 1}
MOST_STONES, NO_HANDICAPS = 9, 9  # stones of a game; the reduction that stands for even games
NOBODY = 10**9  # an opponent whose line is not there

NOT_MUTUAL = "opponents who name somebody else for the round; read as no game"
SAME_COLOUR = "games in which both players have the same colour; the first line gets White"
TWO_RESULTS = "games with two contradictory results; read as unknown"
ONE_FORFEIT = "games that only one of the two lines calls a forfeit; read as a forfeit"
GAME_AND_BYE = "rounds with an opponent and the letter of a bye; read as a game without a result"
BOTH_WON = "games that both lines call won; read as won by both"
MORE_ROUNDS = "more rounds than the file says that there are"
#: Remarks on a file that contradicts itself.
CONTRADICTIONS = (NOT_MUTUAL, SAME_COLOUR, TWO_RESULTS, ONE_FORFEIT, GAME_AND_BYE, BOTH_WON, MORE_ROUNDS)


@dataclass(frozen=True, slots=True)
class Token:
    """A round of a line: opponent (a line, 0 = none), sign, forfeit, colour (`w`, `b` or blank) and handicap.

    The handicap is None if the line leaves out both colour and stones, `12+`: then the rule of the file says it.
    """

    opponent: int
    sign: str
    by_default: bool = False
    colour: str = ""
    handicap: int | None = None


@dataclass(frozen=True, slots=True)
class WallistLine:
    """A player's line: its number in the file, the player, the words or cells after the player, the place."""

    number: int
    player: Player
    words: tuple[str, ...]
    place: int = 0


def lines_of_players(
    bodies: Iterable[tuple[int, str]],
    player_line: Callable[[str, int, int], WallistLine | None],
    name: str,
    expected: tuple[str, str],
) -> list[WallistLine]:
    """The players' lines, by `player_line(text, number in the file, position)`, without blank ones.

    Raises InputError with every other line, or without a player: `expected` is a line or all of them.
    """
    lines: list[WallistLine] = []
    problems = []
    for number, body in bodies:
        if not body.strip():
            continue
        line = player_line(body, number, len(lines) + 1)
        if line is None:
            problems.append(Problem("not a player line", name, number, value=body.strip()[:60], expected=expected[0]))
        else:
            lines.append(line)
    if not lines and not problems:
        problems.append(Problem("no players", name, expected=expected[1]))
    if problems:
        raise InputError(problems)
    return lines


def tokens_of(lines: Sequence[WallistLine], name: str, report: Report) -> list[list[Token]]:
    """Tokens by player, opponents as positions; as many rounds as the shortest run of results. Raises InputError."""
    runs = [_run_of_results(line.words) for line in lines]
    rounds = min(map(len, runs))
    if rounds > MOST_ROUNDS:
        raise InputError([Problem(f"{rounds} rounds", name, expected=f"at most {MOST_ROUNDS}")])
    as_lines = [[_token(word) for word in run[len(run) - rounds :]] for run in runs]
    places = [line.place for line in lines]
    if all(place in (0, k) for k, place in enumerate(places, 1)):
        return as_lines
    at = {0: 0} | {place: k for k, place in enumerate(places, 1)}
    as_places = [[replace(token, opponent=at.get(token.opponent, NOBODY)) for token in row] for row in as_lines]
    by_line, by_place = (sum(map(confirmed_in, zip(*rows, strict=True))) for rows in (as_lines, as_places))
    by_places = 0 not in places and by_place >= by_line  # what more opponents confirm
    which = "places" if by_places else "line numbers"
    report.add(f"places differ from line numbers; opponents are read as {which}", f"{len(lines)} lines")
    return as_places if by_places else as_lines


def tournament_of(
    settings: Settings,
    lines: Sequence[WallistLine],
    tokens: Sequence[Sequence[Token]],
    report: Report,
    reduction: int | None = None,
) -> Tournament:
    """The tournament of a list, entered by games and byes; a missing handicap is the rank difference - `reduction`."""
    rule, rounds = Implied(settings.komi, reduction), len(tokens[0])
    drawn = [round_of(k + 1, lines, [row[k] for row in tokens], rule, report) for k in range(rounds)]
    players = []
    for line, row in zip(lines, tokens, strict=True):
        played = frozenset(k for k, token in enumerate(row, 1) if token.opponent or token.sign == "+")
        players.append(line.player.with_rounds(played, rounds))
    return Tournament(settings, tuple(players), tuple(drawn))


def without_place(words: Sequence[str]) -> tuple[int, list[str]]:
    """The place (0 where it is missing, as for shared ones) and the words after it."""
    if len(words) < 2 or not re.fullmatch(r"[0-9]{1,6}", words[0]):
        return 0, list(words)
    return int(words[0]), list(words[1:])


def confirmed_in(tokens: Sequence[Token]) -> int:
    """How many opponents of a round name the player as theirs."""
    return sum(
        0 < token.opponent <= len(tokens) and tokens[token.opponent - 1].opponent == k
        for k, token in enumerate(tokens, 1)
    )


def player_of(names: Sequence[str], rank_text: str, position: int) -> Player:
    """A player by the words of the name, `_` for blanks: the last one is the first name. Raises ValueError (rank)."""
    rank, pro = parse_rank(rank_text)
    words = [word.replace("_", " ").strip() for word in names]
    surname, first = (" ".join(words[:-1]).strip(), words[-1]) if len(words) > 1 else (words[0], "")
    return Player(
        id=str(position),
        surname=surname or "_",
        first_name=first,
        rank=rank,
        pro=pro,
        rating=rating_from_rank(rank),
        rating_is_derived=True,
    )


def _run_of_results(words: Sequence[str]) -> Sequence[str]:
    """The last unbroken run of words that look like results."""
    end = max((k + 1 for k, word in enumerate(words) if _is_result(word)), default=0)
    begin = end
    while begin and _is_result(words[begin - 1]):
        begin -= 1
    return words[begin:end]


def _is_result(word: str) -> bool:
    return word in ("?", "0=0") or bool(_RESULT.fullmatch(word))


def _token(word: str) -> Token:
    if word in ("?", "0=0"):
        return Token(0, "-" if word == "?" else "=")
    match = _RESULT.fullmatch(word)
    assert match is not None
    colour = (match[4] or "").lower().replace("?", "")
    stones = min(int(match[5] or 0), MOST_STONES) if match[4] else None
    return Token(int(match[1]), match[2], bool(match[3] or match[6]), colour, stones)


@dataclass(frozen=True, slots=True)
class Implied:
    """What a file says of all games: komi of even ones, in half points, and how much handicaps are below the ranks.

    The reduction is None if the file does not say it; 9 stands for even games.
    """

    komi: int
    reduction: int | None = None

    def stones(self, strong: Player, weak: Player) -> int:
        """The handicap of a game whose line leaves it out."""
        if self.reduction is None or self.reduction == NO_HANDICAPS:
            return 0
        return max(0, min(strong.rank - weak.rank - self.reduction, MOST_STONES))


def round_of(
    number: int, lines: Sequence[WallistLine], tokens: Sequence[Token], rule: Implied, report: Report
) -> Round:
    """A round from everybody's token; the two of a game are compared."""
    games: list[Game] = []
    byes, unpaired = [], []
    busy: set[int] = set()
    for k, own in enumerate(tokens, 1):
        if k in busy:
            continue
        busy.add(k)
        other = own.opponent
        back = tokens[other - 1] if 0 < other <= len(tokens) and other != k else None
        where = f"round {number} line {lines[k - 1].number}"
        if other == 0:
            if own.sign == "+":
                byes.append(str(k))
        elif back is None or other in busy or back.opponent != k:
            report.add(NOT_MUTUAL, where)
            unpaired.append(str(k))
        else:
            busy.add(other)
            said = [token.handicap for token in (own, back) if token.handicap is not None]
            stones, stronger = max(said, default=0), 0
            if not said and not (own.by_default or back.by_default):
                strong, weak = sorted((k, other), key=lambda one: (-lines[one - 1].player.rank, one))
                stones = rule.stones(lines[strong - 1].player, lines[weak - 1].player)
                stronger = strong if stones else 0
                _note_left_out(stones, rule, where, report)
            white_first = stronger == k if stronger else _white_first(own, back, where, report)
            result = _result(own, back, white_first, where, report)
            white, black = (k, other) if white_first else (other, k)
            by_default = (own.by_default or back.by_default) and result is not Result.UNKNOWN
            halves = 1 if stones else rule.komi
            games.append(Game(len(games) + 1, str(white), str(black), stones, halves, result, by_default))
    return Round(number, tuple(games), tuple(byes), unpaired=tuple(unpaired))


def _note_left_out(stones: int, rule: Implied, where: str, report: Report) -> None:
    if rule.reduction is None:
        report.add("games without handicap, and no HA that says the rule; read as even", where)
    elif stones:
        less = f" less {rule.reduction}" if rule.reduction else ""
        report.add(f"handicaps left out; they are the difference of the ranks{less}", f"{where}: {stones}")


def _white_first(own: Token, back: Token, where: str, report: Report) -> bool:
    if own.colour and own.colour == back.colour:
        report.add(SAME_COLOUR, where)
        return True
    if not own.colour and not back.colour:
        report.add("games without colours; the first line gets White", where)
    return own.colour == "w" or (own.colour == "" and back.colour != "w")


def _result(own: Token, back: Token, white_first: bool, where: str, report: Report) -> Result:
    signs = own.sign + back.sign
    result = _RESULTS.get(signs if white_first else signs[::-1], Result.UNKNOWN)
    if result is Result.UNKNOWN and "?" not in signs:
        report.add(TWO_RESULTS, where)
    elif own.by_default != back.by_default and "?" not in signs:
        report.add(ONE_FORFEIT, where)
    return result


@dataclass(frozen=True, slots=True)
class WrittenLines:
    """The lines 1 to n of those with a game or a bye: their rows of the standings, and the lines by player id."""

    tournament: Tournament
    table: Standings
    rows: Sequence[StandingsRow]
    places: Mapping[str, int]

    def entries(self, row: StandingsRow) -> list[RoundScore]:
        """Everything that somebody did, round by round."""
        return every_game(self.tournament, self.table.sums.scores, row.player.id)


def written_lines(tournament: Tournament, losses: Report) -> WrittenLines:
    """Who is on which line, in the order of the standings; that others are left out is a loss."""
    table = standings(tournament)
    entries = table.sums.scores.entries
    rows = [row for row in table.rows if any(e.kind in (RoundKind.GAME, RoundKind.BYE) for e in entries[row.player.id])]
    left_out = len(table.rows) - len(rows)
    if left_out:
        losses.add("players without a game or a bye are left out", str(left_out), of="players")
    return WrittenLines(tournament, table, rows, {row.player.id: k for k, row in enumerate(rows, 1)})


def note_no_start_scores(report: Report) -> None:
    """Tell that there are none in such a list, and what is taken instead."""
    remark = "the file has no start scores: the bar is set by the BGA's table"
    report.add(remark, ways=(Way("to see it", "groups"),))


def free_token(entry: RoundScore) -> str:
    """A round without a game, which its points tell: `0+`, `0=` or `0-`."""
    if entry.kind is RoundKind.BYE:
        return "0+"
    return {0: "0-", 1: "0=", 2: "0+"}[entry.points]


def game_token(entry: RoundScore, places: Mapping[str, int], mark: str) -> str:
    """A game as opponent, sign, the mark of the format, colour and handicap."""
    if entry.result in (Result.UNKNOWN, Result.VOID):
        sign = "?" if entry.result is Result.UNKNOWN else "="
    else:
        sign = {2: "+", 1: "=", 0: "-"}[entry.game_half_points]
    colour = "w" if entry.colour > 0 else "b"
    return f"{places[entry.opponent]}{sign}{mark}{colour}{entry.handicap}"
