"""Games, byes and absences of a round."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from typing import Self

from ..language import ENGLISH, Words


class Result(StrEnum):
    """How a game ended: its token, and the half points of White and Black (rules: win 1, jigo ½, no result ½ each).

    `VOID` was played without a result; `UNKNOWN` has not been reported yet, which is no loss.
    """

    token: str
    half_points: tuple[int, int]

    WHITE = "white", "1-0", (2, 0)
    BLACK = "black", "0-1", (0, 2)
    JIGO = "jigo", "½-½", (1, 1)
    BOTH_LOSE = "both lose", "0-0", (0, 0)
    BOTH_WIN = "both win", "1-1", (2, 2)
    VOID = "void", "void", (1, 1)
    UNKNOWN = "unknown", "?", (0, 0)

    def __new__(cls, value: str, token: str, half_points: tuple[int, int]) -> Self:
        """The result that files keep as `value`."""
        made = str.__new__(cls, value)
        made._value_, made.token, made.half_points = value, token, half_points
        return made

    @property
    def turned(self) -> Result:
        """The result after White and Black have changed places."""
        return {Result.WHITE: Result.BLACK, Result.BLACK: Result.WHITE}.get(self, self)


_TOKENS = {result.token: result for result in Result}
_ALIASES: dict[str, str] = {
    **dict.fromkeys(("w", "white", "w+", "1:0"), "1-0"),
    **dict.fromkeys(("b", "black", "b+", "0:1"), "0-1"),
    **dict.fromkeys(("jigo", "=", "½", "0.5-0.5", ".5-.5", "1/2-1/2", "1/2", "draw", "½:½"), "½-½"),
    **dict.fromkeys(("both lose", "both-lose", "0:0"), "0-0"),
    **dict.fromkeys(("both win", "both-win", "1:1"), "1-1"),
    **dict.fromkeys(("no result", "no-result", "noresult"), "void"),
    **dict.fromkeys(("", "unknown", "-"), "?"),
}
RESULT_FORMS = (
    "1-0, 0-1, jigo, 0-0 (both lose), 1-1 (both win), void (no result), ? (not known); add ! for a forfeit: 1-0!"
)


@lru_cache(256)  # a round has a few texts on many boards
def parse_result(text: str) -> tuple[Result, bool]:
    """The result of a token of `RESULT_FORMS`, and whether it was a forfeit (`1-0!`). Raises ValueError."""
    token = re.sub("[\u2010-\u2015\u2212]", "-", text.strip().lower())  # the long dashes that text programs make
    by_default = token.endswith(("!", "default"))
    token = token.removesuffix("!").removesuffix("by default").removesuffix("default").strip()
    token = re.sub(r"^([bw])\+(r|t|f|\d+([.,]5)?|½)$", r"\1", token)  # W+R, B+2.5 as in game records
    token = re.sub(r"\s*([-:])\s*", r"\1", token)  # 1 : 0 as telephones and spreadsheets write it
    token = re.sub(r"([01])[.,]0\b", r"\1", re.sub(r"(?<!\d)0?[.,]5(?!\d)", "½", token))  # 0,5-0,5 and 1.0-0.0
    token = _ALIASES.get(token, token)
    if token not in _TOKENS or (by_default and token in ("?", "void")):
        raise ValueError(text)
    return _TOKENS[token], by_default


@lru_cache(32)
def result_text(result: Result, by_default: bool = False) -> str:
    """The token that `parse_result` reads back; blank when the result is not known."""
    return ("" if result is Result.UNKNOWN else result.token) + ("!" if by_default else "")


class ByHand(StrEnum):
    """What a person has changed at a board after the draw. `SWAP`: who plays there."""

    SWAP = "swap"
    COLOURS = "colours"
    HANDICAP = "handicap"
    KOMI = "komi"


@lru_cache(256)
def parse_by_hand(text: str) -> frozenset[ByHand]:
    """The marks in a text such as `colours handicap`. Raises ValueError when a word is none of them."""
    return frozenset(ByHand(word) for word in text.lower().split())


@lru_cache(32)
def by_hand_text(marks: frozenset[ByHand]) -> str:
    """The text that `parse_by_hand` reads back, the marks in the order of `ByHand`."""
    return " ".join(mark for mark in ByHand if mark in marks)


@dataclass(frozen=True, slots=True)
class Game:
    """A board. Komi in half points (13 = 6.5), for White; handicap 1 means a komi of 0.5 and no stones.

    `by_hand`: changed after the draw. A match has `boards` that give its result, with White at board 1.
    """

    table: int
    white: str
    black: str
    handicap: int = 0
    komi_halves: int = 13
    result: Result = Result.UNKNOWN
    by_default: bool = False
    by_hand: frozenset[ByHand] = frozenset()
    boards: tuple[TeamBoard, ...] = ()

    @property
    def begun(self) -> bool:
        """Whether there is a result; in a match, at a board that people sit at on both sides."""
        return any(b.begun for b in self.boards) if self.boards else self.result is not Result.UNKNOWN

    @property
    def defaulted(self) -> bool:
        """Whether a player did not come: a forfeit, or a game that both lost."""
        return self.by_default or self.result is Result.BOTH_LOSE

    @property
    def players(self) -> tuple[str, str]:
        """White's and Black's ids."""
        return self.white, self.black

    def half_points(self) -> tuple[int, int]:
        """Half points of White and Black."""
        return self.result.half_points

    def opponent(self, player: str) -> str:
        """The other player's id."""
        return self.black if player == self.white else self.white


@dataclass(frozen=True, slots=True)
class TeamBoard:
    """A board in a match: the game of two members (ids, blank: empty seat), with its number as table.

    `turned`: its White is of the match's Black. `fixed` teams (ids) do not follow their line-up: set by hand.
    """

    game: Game
    turned: bool = False
    fixed: frozenset[str] = frozenset()

    @property
    def begun(self) -> bool:
        """Whether it has a result that is not only that of an empty seat."""
        return self.game.result is not Result.UNKNOWN and not self.incomplete

    @property
    def incomplete(self) -> bool:
        """Whether nobody sits on one side, or on both."""
        return "" in self.game.players

    def half_points(self) -> tuple[int, int]:
        """Half points for the match's White and for its Black, whoever of them has White here."""
        white, black = self.game.half_points()
        return (black, white) if self.turned else (white, black)

    def people(self) -> tuple[str, str]:
        """The ids of who sits there: of the match's White, then of its Black."""
        white, black = self.game.players
        return (black, white) if self.turned else (white, black)


@dataclass(frozen=True, slots=True)
class Allowed:
    """A broken rule that the director has allowed: whom it concerns (ids, sorted), or what was counted in a part."""

    rule: str
    players: tuple[str, ...] = ()
    found: int = 0
    part: str = ""


@dataclass(frozen=True, slots=True)
class Round:
    """One round: games by table, byes, excused absences, and entrants left without a game (0 points).

    `allowed`: rules broken by hand with the director's yes. `hand_pairing`: the draft is being paired by hand.
    """

    number: int
    games: tuple[Game, ...] = ()
    byes: tuple[str, ...] = ()
    absent: tuple[str, ...] = ()
    unpaired: tuple[str, ...] = ()
    draft: bool = False
    allowed: tuple[Allowed, ...] = ()
    hand_pairing: bool = False

    def __iter__(self) -> Iterator[Game]:
        return iter(self.games)

    @property
    def paired(self) -> frozenset[str]:
        """The ids of all who have a game."""
        return frozenset(player for game in self.games for player in game.players)

    @property
    def present(self) -> frozenset[str]:
        """The ids of all who had a game, the bye, or were left without a game."""
        return self.paired.union(self.byes, self.unpaired)

    def holds(self, player: str) -> bool:
        """Whether the player had a game, the bye, or was left without a game."""
        return player in self.byes or player in self.unpaired or self.game_of(player) is not None

    def game_of(self, player: str) -> Game | None:
        """The game of a player, or None."""
        return next((game for game in self.games if player in game.players), None)

    def with_game(self, old: Game, new: Game) -> Round:
        """The round with another game in the place of one."""
        return replace(self, games=tuple(new if game is old else game for game in self.games))

    def at_table(self, table: int) -> Game | None:
        """The game at a table, or None."""
        return next((game for game in self.games if game.table == table), None)


def komi_text(game: Game, words: Words = ENGLISH) -> str:
    """The komi of a board as it is said everywhere: `komi 0.5`."""
    halves = game.komi_halves
    return words.say("komi {komi}", komi=words.number(str(halves / 2 if halves % 2 else halves // 2)))


def terms_text(game: Game, words: Words = ENGLISH) -> str:
    """Stones and komi of a board as they are said everywhere: `handicap 1, komi 0.5`; blank of an even game."""
    if not game.handicap:
        return ""
    return words.say("handicap {stones}, {komi}", stones=game.handicap, komi=komi_text(game, words))
