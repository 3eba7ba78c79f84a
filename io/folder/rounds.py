"""The files of a round: `rounds/2.csv` with its boards, and `rounds/2.json` with how it was drawn."""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from ...model.errors import InputError, Problem
from ...model.pairing.draw import Locks
from ...model.pairing.handicap import komi_halves
from ...model.pairing.profile import CRITERION_NAMES, GREATEST_TIER, GREATEST_WEIGHT, Profile, Weight
from ...model.records.record import Record
from ...model.tournament.count_rule import parse_count_rule
from ...model.tournament.games import (
    RESULT_FORMS,
    ByHand,
    Game,
    Result,
    Round,
    by_hand_text,
    parse_by_hand,
    parse_result,
    result_text,
)
from ...model.tournament.player import Player
from ...model.tournament.settings import Settings
from ...model.tournament.tournament import Tournament
from ..tables import Row, Table, whole, write_table

TITLES = (
    "table", "white", "white name", "black", "black name", "handicap", "komi", "result", "by hand",
)  # fmt: skip
_STATES = ("bye", "absent", "unpaired")


def round_text(drawn: Round, players: Mapping[str, Player]) -> str:
    """The CSV of a round: games in table order, then byes, absences and players left without a game."""

    def name(player: str) -> str:
        return players[player].name if player in players else ""

    rows: list[list[object]] = [
        [
            g.table, g.white, name(g.white), g.black, name(g.black), g.handicap, halves_text(g.komi_halves),
            result_text(g.result, g.by_default), by_hand_text(g.by_hand),
        ]
        for g in drawn.games
    ]  # fmt: skip
    for state, members in zip(_STATES, (drawn.byes, drawn.absent, drawn.unpaired), strict=True):
        rows += [["", player, name(player), "", "", "", "", state, ""] for player in members]
    return write_table(TITLES, rows)


def halves_text(halves: int) -> str:
    """`6.5` for 13 half points, `7` for 14."""
    return str(halves // 2) if halves % 2 == 0 else str(Decimal(halves) / 2)


def parse_halves(text: str) -> int:
    """Half points of `6.5` or `7`. Raises ValueError."""
    plain = text.strip().replace(",", ".")
    if not re.fullmatch(r"[+-]?\d{1,3}(\.[05]0*)?", plain):
        raise ValueError(text)
    return int(Decimal(plain) * 2)


def parse_round(table: Table, number: int, tournament: Tournament, draft: bool) -> Round:
    """The round of a CSV table; a game without a komi has the one that the settings give for its handicap.

    Raises InputError with every problem.
    """
    players = tournament.by_id()
    problems: list[Problem] = []
    if len(table.rows) > 2 * len(players) + 10:  # some too many by hand are for the judge
        expected = f"one for each of {len(players)} players at most"
        raise InputError([Problem(f"{len(table.rows):,} lines", table.name, expected=expected)])
    missing = [title for title in ("table", "white", "black", "result") if title not in table.titles]
    if missing:
        raise InputError([Problem("no column", table.name, 1, value=title) for title in missing])
    games: list[Game] = []
    states: dict[str, list[str]] = {state: [] for state in _STATES}
    for row in table.rows:
        state = row.cells["result"].lower()
        if state in states:
            states[state].append(_player(row, "white", players, table.name, problems))
        else:
            games.append(_game(row, players, tournament.settings, table.name, problems))
    if problems:
        raise InputError(problems)
    byes, absent, unpaired = (tuple(states[state]) for state in _STATES)
    return Round(number, tuple(sorted(games, key=lambda g: g.table)), byes, absent, unpaired, draft)


def _player(row: Row, column: str, players: Mapping[str, Player], file: str, problems: list[Problem]) -> str:
    player = row.cells[column]
    if player not in players:
        problems.append(Problem("unknown player", file, row.line, column, player, "an id of players.csv"))
    return player


def _game(row: Row, players: Mapping[str, Player], settings: Settings, file: str, problems: list[Problem]) -> Game:
    def number(column: str, low: int, high: int, default: int) -> int:
        text = row.cells.get(column, "")
        if not text:
            return default
        value = whole(text)
        if value is None or not low <= value <= high:
            problems.append(Problem(f"wrong {column}", file, row.line, column, text, f"{low} to {high}"))
            return default
        return value

    white = _player(row, "white", players, file, problems)
    black = _player(row, "black", players, file, problems)
    table, handicap = number("table", 1, 99999, 0), number("handicap", 0, 9, 0)
    result, by_default, komi = Result.UNKNOWN, False, komi_halves(handicap, settings)
    try:
        result, by_default = parse_result(row.cells["result"])
    except ValueError:
        problems.append(Problem("wrong result", file, row.line, "result", row.cells["result"], RESULT_FORMS))
    try:
        komi = parse_halves(row.cells["komi"]) if row.cells.get("komi") else komi
    except ValueError:
        problems.append(Problem("wrong komi", file, row.line, "komi", row.cells["komi"], "a multiple of 0.5"))
    marks = frozenset[ByHand]()
    try:
        marks = parse_by_hand(row.cells.get("by hand", ""))
    except ValueError:
        known, text = ", ".join(ByHand), row.cells["by hand"]
        problems.append(Problem("unknown mark", file, row.line, "by hand", text, f"blank, or some of {known}"))
    if not table:
        problems.append(Problem("a game without table", file, row.line, "table", expected="a table number"))
    return Game(table, white, black, handicap, komi, result, by_default, marks)


def record_text(record: Record | None, draft: bool) -> str:
    """The JSON beside a round. Without a record it says only whether the round is a draft."""
    data: dict[str, Any] = {"draft": draft}
    if record is not None:
        data |= {
            "version": record.version,
            "status": record.status,
            "cost": record.cost,
            "bound": record.bound,
            "costs": dict(record.costs),
            **profile_data(record.profile),
            **locks_data(record.locks),
            "relaxed": list(record.relaxed),
        }
        data |= {} if record.seed is None else {"seed": record.seed}
    text = json.dumps(data, indent=1, ensure_ascii=False)
    if record is not None and record.ledger_data:
        text = text.removesuffix("\n}") + ',\n "ledger": ' + _ledger_text(record.ledger_data) + "\n}"
    return text + "\n"


def _ledger_text(data: Mapping[str, Any]) -> str:
    """The ledger as JSON, a line an entrant and a line a board."""

    def line(value: Any) -> str:
        return json.dumps(value, ensure_ascii=False, separators=(", ", ": "))

    parts = [f"  {line(key)}: {line(value)}" for key, value in data.items() if key not in ("entrants", "boards")]
    entrants = [f"   {line(pid)}: {line(entrant)}" for pid, entrant in data["entrants"].items()]
    boards = [f"   {line(board)}" for board in data["boards"]]
    parts.append('  "entrants": {\n' + ",\n".join(entrants) + "\n  }")
    parts.append('  "boards": [\n' + ",\n".join(boards) + "\n  ]")
    return "{\n" + ",\n".join(parts) + "\n }"


def profile_data(profile: Profile) -> dict[str, Any]:
    """A profile as plain data: name, weights, tiers other than 1, rules over sets of pairs."""
    return {
        "profile": profile.name,
        "weights": {w.criterion: w.weight for w in profile.weights},
        "tiers": {w.criterion: w.tier for w in profile.weights if w.tier != 1},
        "rules": [rule.plain() for rule in profile.rules],
    }


def parse_profile(data: Mapping[str, Any]) -> Profile:
    """The profile of a record: name, weights, tiers, rules. Raises ValueError, KeyError, TypeError, AttributeError."""
    tiers = data.get("tiers", {})
    weights = tuple(Weight(str(n), int(w), "", int(tiers.get(n, 1))) for n, w in data["weights"].items())
    if not {weight.criterion for weight in weights} <= set(CRITERION_NAMES):
        raise ValueError("a criterion that does not exist")
    if not all(0 <= weight.weight <= GREATEST_WEIGHT and 1 <= weight.tier <= GREATEST_TIER for weight in weights):
        raise ValueError(f"a weight above {GREATEST_WEIGHT:,}, or a tier above {GREATEST_TIER}")
    return Profile(str(data["profile"]), "", weights, tuple(parse_count_rule(rule) for rule in data.get("rules", [])))


def locks_data(locks: Locks) -> dict[str, Any]:
    """Locks as plain data: lists of ids under `force`, `forbid` and `bye`."""
    return {
        "force": [list(pair) for pair in locks.force],
        "forbid": [list(pair) for pair in locks.forbid],
        "bye": list(locks.bye),
    }


def parse_locks(data: Mapping[str, Any]) -> Locks:
    """The locks out of such data, which may hold more. Raises ValueError, KeyError, TypeError."""
    return Locks(
        tuple((str(a), str(b)) for a, b in data["force"]),
        tuple((str(a), str(b)) for a, b in data["forbid"]),
        tuple(str(player) for player in data["bye"]),
    )


def parse_record(text: str, file: str) -> tuple[Record | None, bool]:
    """The record of a round and whether it is a draft. Raises InputError."""
    try:
        data = json.loads(text)
        draft = bool(data["draft"])
        if "weights" not in data:
            return None, draft
        profile = parse_profile(data)
        record = Record(
            profile,
            parse_locks(data),
            tuple(str(name) for name in data["relaxed"]),
            int(data["cost"]),
            int(data["bound"]),
            str(data["status"]),
            {str(k): int(v) for k, v in data["costs"].items()},
            str(data["version"]),
            dict(data.get("ledger", {})),
            None if data.get("seed") is None else int(data["seed"]),
        )
    except (ValueError, KeyError, TypeError, AttributeError, ArithmeticError, RecursionError) as error:
        expected = "the file as the draw wrote it (undo brings it back); or delete it, the round counts without it"
        raise InputError([Problem("not the record of a draw", file, expected=expected)]) from error
    return record, draft
