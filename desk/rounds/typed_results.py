"""Results as they are typed: `17 w`, `17 b+`, `jigo 4`, `17 1-0`, `24 weiß`, or the winner's name; several in a row."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from ...model.errors import InputError, Meaning, Problem
from ...model.language import first_few
from ...model.teams.match_boards import boards_at
from ...model.tournament.games import Game, parse_result
from ...model.tournament.name_search import search_keys, search_rank
from ...model.tournament.tournament import Tournament
from ..messages.hall_words import COLOUR_WORDS
from ..messages.team_texts import people_by_id

#: The result of each letter; a plus after it is a win by forfeit.
SHORT = {"w": "1-0", "b": "0-1", "j": "jigo", "=": "jigo", "w+": "1-0!", "b+": "0-1!", "0": "0-0", "?": "?"}
NOTHING: Mapping[str, str] = {}
TABLE = re.compile(r"[0-9]+(?:\.[0-9]+)?")
EXPECTED = "a table and who has won: 17 w, 17 b, 4 jigo; w+ and b+ by forfeit; or the winner's name"
MOST_MEANT = 6  # players whom a name could mean

#: The names of White and Black by table, or board of a match; blank if nobody sits there, or teams do.
Seats = Mapping[str, tuple[str, str]]


@dataclass(frozen=True, slots=True)
class TypedResults:
    """Results by table as they were typed; `left` is what was not understood, and `problems` say why."""

    results: Mapping[str, str]
    left: str = ""
    problems: tuple[Problem, ...] = ()

    def check_any(self) -> None:
        """Raise InputError if nothing was understood."""
        if not self.results:
            raise InputError(self.problems or [Problem("this is no result", expected=EXPECTED)])


def seats(games: Iterable[Game], tournament: Tournament) -> Seats:
    """The names at each table and board of a round."""
    found, people = dict[str, tuple[str, str]](), tournament.by_id()
    for game in games:
        if game.boards:
            found[str(game.table)], members = ("", ""), people_by_id(game, tournament)
            for at in boards_at([game]):
                found[at.place] = members.get(at.game.white, ""), members.get(at.game.black, "")
        else:
            white, black = (people[p].name if p in people else "" for p in game.players)
            found[str(game.table)] = white, black
    return found


def typed_results(text: str, sitting: Seats | None = None, shown: Mapping[str, str] = NOTHING) -> TypedResults:
    """Read results that were typed. Raises InputError if a table is given two.

    Tables and names are looked for among those who are `sitting`, if that is given. `shown` are more words for the
    letters w, b and j, of a page in another language.
    """
    return _TypedLine(text, sitting, {**COLOUR_WORDS, **shown}).read()


class _TypedLine:
    """Reads a line word by word: a table with its result or winner, a result with its table, or a name."""

    def __init__(self, text: str, sitting: Seats | None, letters: Mapping[str, str]) -> None:
        self._letters, self._sitting = letters, sitting
        plain = unicodedata.normalize("NFKC", text.replace("½", "="))
        self._words = [part for word in re.split(r"[\s;、]+", plain) for part in self._parts(word)]
        self._found: dict[str, str] = {}
        #: Words not understood, why, and what they could mean, each with a text that is clear.
        self._left: list[tuple[str, Problem, Sequence[tuple[str, str]]]] = []

    def read(self) -> TypedResults:
        at = 0
        while at < len(self._words):
            at += self._take(self._words[at:])
        left = " ".join(words for words, _, _ in self._left)
        return TypedResults(self._found, left, tuple(self._problems(left)))

    def _problems(self, left: str) -> Iterator[Problem]:
        for k, (_, problem, meanings) in enumerate(self._left):
            before, behind = ([words for words, _, _ in part] for part in (self._left[:k], self._left[k + 1 :]))
            could_be = tuple(Meaning(left, " ".join([*before, one, *behind]), label) for one, label in meanings)
            yield Problem(problem.message, value=problem.value, expected=problem.expected, could_be=could_be)

    def _parts(self, word: str) -> list[str]:
        """A word cut into table, results and names without blanks between; results of all boards of a match stay."""
        if not word or self._is_result(word):
            return [word] if word else []
        parts = [part for part in word.split(",") if part]
        if len(parts) > 1 and all(map(self._result, parts)):
            return [",".join(map(self._result, parts))]
        if len(parts) != 1:
            return [one for part in parts for one in self._parts(part)]
        joined = re.fullmatch(rf"({TABLE.pattern})([^\W\d]\S*|=)", parts[0])
        return [*joined.groups()] if joined and self._result(joined[2]) else parts

    def _result(self, word: str) -> str:
        """The result that a word gives to a board; blank if it is none."""
        low = word.casefold()
        letter = self._letters.get(low.removesuffix("+"), "") + "+" * low.endswith("+")
        if found := SHORT.get(low) or SHORT.get(letter):
            return found
        return low if self._is_result(low) or all(map(self._is_result, low.split(","))) else ""

    def _is_result(self, word: str) -> bool:
        """Whether it is one as files have it: `1-0`, `0,5-0,5`, `1-0!`."""
        try:
            parse_result(word)
        except ValueError:
            return False
        return True

    def _take(self, words: Sequence[str]) -> int:
        """Read what the words begin with; how many of them that are."""
        if TABLE.fullmatch(words[0]):
            return self._at_table(re.sub(r"\b0+(?=[0-9])", "", words[0]), words)
        if self._result(words[0]):
            return self._result_first(words)
        return self._by_name(words)

    def _at_table(self, table: str, words: Sequence[str]) -> int:
        if self._sitting is not None and table not in self._sitting:
            count = 2 if len(words) > 1 and not TABLE.fullmatch(words[1]) else 1
            return self._leave(words[:count], Problem(f"there is no table {table}"))
        if len(words) == 1 or (TABLE.fullmatch(words[1]) and not self._result(words[1])):
            return self._leave(words[:1], Problem("this is no result", value=words[0], expected=EXPECTED))
        result = self._result(words[1])
        names = [] if result and not words[1][0].isalpha() else list(self._run(words[1:]))  # 1-0 is no name
        for count in range(len(names), 0, -1):
            winners = self._named(names[:count], [table])
            if result and winners and winners != [(table, result)]:
                both = [(f"{table} {result}", f"{words[1]}: {result}")]
                both += [(f"{table} {won}", f"{self._name(table, won)} has won") for _, won in winners]
                text = f"{words[1]!r} is a result and a name at table {table}"
                return self._leave(words[:2], Problem(text), both)
            if len(winners) == 1 and not result:
                return self._enter(table, winners[0][1], 1 + count)
        if result:
            return self._enter(table, result, 2)
        nobody = Problem(f"this is no result of table {table}", value=" ".join(names), expected=EXPECTED)
        return self._leave(words[: 1 + len(names)], nobody)

    def _result_first(self, words: Sequence[str]) -> int:
        """A result before its table: results and tables in turn. If one is too many, nobody knows whose each is."""
        turn = 0
        while turn < len(words) and bool(TABLE.fullmatch(words[turn])) == bool(turn % 2):
            if turn % 2 == 0 and not self._result(words[turn]):
                break
            turn += 1
        if turn % 2 or not turn:
            text = "it is not clear which result is of which table" if turn > 1 else "this is no result"
            return self._leave(words[: max(turn, 1)], Problem(text, value=" ".join(words[:turn]), expected=EXPECTED))
        for result, table in zip(words[:turn:2], words[1:turn:2], strict=True):
            if self._sitting is not None and table not in self._sitting:
                self._leave([result, table], Problem(f"there is no table {table}"))
            else:
                self._enter(table, self._result(result), 2)
        return turn

    def _by_name(self, words: Sequence[str]) -> int:
        """Names alone, whose players have won; if one is of nobody, none of those beside it counts."""
        names = list(self._run(words))
        parts = self._players(names)
        if parts is None:
            self._leave(names, Problem("this is no result", value=" ".join(names), expected=EXPECTED))
        for part, found in parts or ():
            if len(found) == 1:
                self._enter(*found[0], len(part))
                continue
            players = [(f"{table} {won}", f"{self._name(table, won)}, table {table}") for table, won in found]
            text = f"{' '.join(part)!r} could be {first_few([label for _, label in players], MOST_MEANT, '; ')}"
            self._leave(part, Problem(text), players if len(players) <= MOST_MEANT else ())
        return len(names)

    def _players(self, names: Sequence[str]) -> list[tuple[Sequence[str], list[tuple[str, str]]]] | None:
        """Words as names, each the longest that is one, with the tables at which it sits; None if that leaves some."""
        for count in range(len(names), 0, -1):
            found = self._named(names[:count], self._sitting or ())
            rest = self._players(names[count:]) if found and count < len(names) else []
            if found and rest is not None:
                return [(names[:count], found), *rest]
        return None

    def _run(self, words: Sequence[str]) -> Iterator[str]:
        """The words up to the next table or result, the first in any case."""
        for k, word in enumerate(words):
            if k and (TABLE.fullmatch(word) or self._result(word)):
                return
            yield word

    def _named(self, names: Sequence[str], tables: Iterable[str]) -> list[tuple[str, str]]:
        """The tables at which a name sits, each with the result that it has won; the best fits alone."""
        text = " ".join(names)
        name, end = text.removesuffix("+"), "!" if text.endswith("+") else ""
        if self._sitting is None or (len(name) < 2 and name.isascii()):
            return []
        ranked = [
            (search_rank(name, search_keys(who)), table, result + end)
            for table in tables
            for who, result in zip(self._sitting[table], ("1-0", "0-1"), strict=True)
        ]
        best = max((rank for rank, _, _ in ranked), default=0)
        return [(table, result) for rank, table, result in ranked if rank == best and rank]

    def _name(self, table: str, result: str) -> str:
        assert self._sitting is not None
        return self._sitting[table][0 if result.startswith("1") else 1]

    def _enter(self, table: str, result: str, count: int) -> int:
        if self._found.setdefault(table, result) != result:
            raise InputError(f"table {table} is given two results: {self._found[table]} and {result}")
        return count

    def _leave(self, words: Sequence[str], why: Problem, meanings: Sequence[tuple[str, str]] = ()) -> int:
        self._left.append((" ".join(words), why, meanings))
        return len(words)
