"""Reading problem files and solutions: everything in them is checked before it is used."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, NoReturn

from mcmahon.model.errors import InputError, Problem

FORMAT = "mcmahon round problem 1"
MOST_PLAYERS = 2000
MOST_TIERS = 101
MOST_ROWS = 100_000
GREATEST = 2**50  # of a cost, a price or a limit
KEYS = {
    "round", "profile", "fingerprint", "players", "tiers", "settled", "forced", "forced_byes", "free_byes", "pairs",
    "byes", "rows",
}  # fmt: skip
ROW_KEYS = {"rule", "part", "at", "limit", "price", "tier", "amounts"}
Couple = tuple[int, int]


@dataclass(frozen=True, slots=True)
class ExchangeRule:
    """A rule over sets of pairs in one part of the field: `amounts` of the pairs that count, `price` None: hard."""

    rule: str
    part: str
    at: str
    limit: int
    price: int | None
    tier: str
    amounts: Mapping[Couple, int]

    def excess(self, count: int) -> int:
        """The units by which a count passes or misses the limit."""
        return max(0, count - self.limit if self.at == "most" else self.limit - count)


@dataclass(frozen=True, slots=True)
class ProblemFile:
    """A round as its file says; players are positions in `players`, costs are by tier in the order of `tiers`.

    `tournament` is its name; empty in files of 1.0.
    """

    round: int
    profile: str
    fingerprint: str
    players: tuple[str, ...]
    tiers: tuple[str, ...]
    settled: tuple[int, ...]
    forced: frozenset[Couple]
    forced_byes: frozenset[int]
    free_byes: int
    pairs: Mapping[Couple, tuple[int, ...]]
    byes: Mapping[int, tuple[int, ...]]
    rows: tuple[ExchangeRule, ...]
    tournament: str = ""


def parse_problem(data: bytes, file: str) -> ProblemFile:
    """A problem out of the bytes of a file. Raises InputError naming the place and what would be right."""
    return problem_of(_object(data, file), file)


def problem_of(data: dict[str, Any], file: str, most_players: int = MOST_PLAYERS) -> ProblemFile:
    """A problem out of its object. Raises InputError as `parse_problem`."""
    return _Reader(data, file, most_players).problem()


def parse_solution(data: bytes, file: str) -> tuple[list[tuple[str, str]], list[str]]:
    """Pairs and byes of a solution, as ids; other keys are left to whoever wrote them. Raises InputError."""
    solution = _object(data, file)
    pairs, byes = solution.get("pairs"), solution.get("byes", [])
    if not isinstance(pairs, list) or not all(_texts(pair) and len(pair) == 2 for pair in pairs):
        raise _wrong(file, "pairs", '"pairs": [["id", "id"], …], two ids each')
    if not _texts(byes):
        raise _wrong(file, "byes", '"byes": ["id", …], or []')
    return [(a, b) for a, b in pairs], byes


def _object(data: bytes, file: str) -> dict[str, Any]:
    try:
        found = json.loads(data.decode("utf-8-sig"), parse_constant=_no_number, object_pairs_hook=_once)
    except UnicodeDecodeError:
        raise InputError([Problem("not a UTF-8 text", file)]) from None
    except (ValueError, RecursionError) as error:
        why = "nested too deeply" if isinstance(error, RecursionError) else str(error)
        raise InputError([Problem(f"not JSON: {why}", file)]) from None
    if not isinstance(found, dict):
        raise InputError([Problem("not a JSON object", file, expected='{"…": …}')])
    return found


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """An object. Raises ValueError where a key stands twice, of which readers would take either."""
    found = dict(pairs)
    if len(found) < len(pairs):
        twice = next(key for k, (key, _) in enumerate(pairs) if key in dict(pairs[:k]))
        raise ValueError(f"the key {twice!r} stands twice")
    return found


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is not a number")


def _wrong(file: str, place: str, expected: str) -> InputError:
    return InputError([Problem("wrong or missing", file, column=place, expected=expected)])


def _texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(text, str) for text in value)


def _whole(value: object, most: int = GREATEST) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= most


class _Reader:
    """Takes one file's object apart."""

    def __init__(self, data: dict[str, Any], file: str, most_players: int) -> None:
        self.data, self.file, self.most_players = data, file, most_players
        self.need(data.get("format") == FORMAT, "format", f'"{FORMAT}"')
        missing = sorted(KEYS - set(data))
        self.need(not missing, missing[0] if missing else "", f"an object with {', '.join(sorted(KEYS))}")

    def need(self, holds: bool, place: str, expected: str) -> None:
        """Raise InputError unless something holds."""
        if not holds:
            raise _wrong(self.file, place, expected)

    def problem(self) -> ProblemFile:
        """The whole problem."""
        data = self.data
        self.need(_whole(data["round"], 10**6), "round", "a whole number")
        self.need(isinstance(data["profile"], str), "profile", "a text")
        self.need(isinstance(data["fingerprint"], str), "fingerprint", "a text")
        self.need(isinstance(data.get("tournament", ""), str), "tournament", "a text")
        self.players = self._names("players", 0, self.most_players)
        self.tiers = self._names("tiers", 1, MOST_TIERS)
        settled, tiers = data["settled"], len(self.tiers)
        self.need(self._numbers(settled, tiers), "settled", f"a cost for each of {tiers} tiers, whole numbers from 0")
        forced, forced_byes = self._settled()
        players = len(self.players) - len(forced) * 2 - len(forced_byes)
        self.need(_whole(data["free_byes"]) and data["free_byes"] == players % 2, "free_byes", f"{players % 2}")
        pairs = self._costs("pairs", 2, self._is_couple)
        byes = self._costs("byes", 1, lambda ends: self._is_player(ends[0]))
        return ProblemFile(
            data["round"],
            data["profile"],
            data["fingerprint"],
            self.players,
            self.tiers,
            tuple(settled),
            forced,
            forced_byes,
            data["free_byes"],
            {(ends[0], ends[1]): cost for ends, cost in pairs.items()},
            {ends[0]: cost for ends, cost in byes.items()},
            self._rows(),
            data.get("tournament", ""),
        )

    def _names(self, key: str, least: int, most: int) -> tuple[str, ...]:
        names = self.data[key]
        right = _texts(names) and len(set(names)) == len(names) and least <= len(names) <= most
        self.need(right, key, f"{least} to {most:,} different texts")
        return tuple(names)

    def _numbers(self, value: object, count: int) -> bool:
        return isinstance(value, list) and len(value) == count and all(_whole(number) for number in value)

    def _is_player(self, value: object) -> bool:
        return _whole(value, len(self.players) - 1)

    def _is_couple(self, value: object) -> bool:
        return (
            isinstance(value, list)
            and len(value) == 2
            and all(self._is_player(end) for end in value)
            and value[0] < value[1]
        )

    def _settled(self) -> tuple[frozenset[Couple], frozenset[int]]:
        """Forced pairs and byes, nobody twice."""
        pairs, byes = self.data["forced"], self.data["forced_byes"]
        right = isinstance(pairs, list) and all(self._is_couple(pair) for pair in pairs)
        self.need(right, "forced", "[i, j] with i < j, positions in players")
        self.need(isinstance(byes, list) and all(map(self._is_player, byes)), "forced_byes", "positions in players")
        everybody = [end for pair in pairs for end in pair] + byes
        self.need(len(set(everybody)) == len(everybody), "forced", "each player at most once in forced and forced_byes")
        return frozenset((i, j) for i, j in pairs), frozenset(byes)

    def _costs(self, key: str, ends: int, right: Callable[[list[Any]], bool]) -> dict[tuple[int, ...], tuple[int, ...]]:
        """What each pair or bye costs by tier, each listed once."""
        listed = self.data[key]
        words = f"positions in players{' (i < j)' * (ends == 2)} and {len(self.tiers)} costs, whole numbers from 0"
        self.need(isinstance(listed, list), key, f"a list of {words}")
        found: dict[tuple[int, ...], tuple[int, ...]] = {}
        for number, entry in enumerate(listed):
            place = f"{key}[{number}]"
            self.need(isinstance(entry, list) and len(entry) == ends + len(self.tiers), place, words)
            self.need(right(entry[:ends]) and self._numbers(entry[ends:], len(self.tiers)), place, words)
            self.need(tuple(entry[:ends]) not in found, place, "each pair and bye only once")
            found[tuple(entry[:ends])] = tuple(entry[ends:])
        return found

    def _rows(self) -> tuple[ExchangeRule, ...]:
        rows = self.data["rows"]
        self.need(isinstance(rows, list) and len(rows) <= MOST_ROWS, "rows", f"a list of at most {MOST_ROWS:,} rows")
        return tuple(self._row(row, f"rows[{number}]") for number, row in enumerate(rows))

    def _row(self, row: Any, place: str) -> ExchangeRule:
        words = f"an object with {', '.join(sorted(ROW_KEYS))}"
        self.need(isinstance(row, dict) and set(row) >= ROW_KEYS, place, words)
        self.need(
            isinstance(row["rule"], str) and isinstance(row["part"], str), f"{place}.rule", "rule and part, texts"
        )
        self.need(row["at"] in ("most", "least"), f"{place}.at", '"most" or "least"')
        self.need(_whole(row["limit"]), f"{place}.limit", "a whole number from 0")
        price = row["price"]
        self.need(price is None or _whole(price), f"{place}.price", "a whole number from 0, or null for a hard row")
        self.need(price is None or row["tier"] in self.tiers, f"{place}.tier", f"one of {', '.join(self.tiers)}")
        amounts, listed = {}, row["amounts"]
        self.need(isinstance(listed, list), f"{place}.amounts", "a list of [i, j, amount]")
        for entry in listed:
            right = isinstance(entry, list) and len(entry) == 3 and self._is_couple(entry[:2]) and _whole(entry[2])
            self.need(right, f"{place}.amounts", "[i, j, amount] with i < j, positions in players")
            self.need(tuple(entry[:2]) not in amounts, f"{place}.amounts", "each pair only once")
            amounts[entry[0], entry[1]] = entry[2]
        tier = row["tier"] if isinstance(row["tier"], str) else ""
        return ExchangeRule(row["rule"], row["part"], row["at"], row["limit"], price, tier, amounts)
