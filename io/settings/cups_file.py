"""`cups.toml`: the knock-outs of a tournament, each with its seeds and what the director has decided in it."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import asdict, replace
from typing import Any

from ...model.cup import MOST_CUPS, Cup, CupDecision
from ...model.errors import InputError, Problem
from ...model.tournament.tournament import Tournament
from .settings_file import parse_toml, toml_value

HEAD = "# The cups of the tournament: docs/howto/cups.md says what each line means.\n"
_IDS = "a list of ids"
#: What each key of a cup is called in the value, and what it must be.
KEYS: dict[str, tuple[str, type, str]] = {
    "name": ("name", str, "a text"),
    "size": ("size", int, "a whole number"),
    "first_round": ("first", int, "a whole number"),
    "rounds": ("in_rounds", tuple, "a list of rounds, such as [5, 7, 9]"),
    "who": ("who", tuple, 'a list of conditions, such as ["category=U12"]'),
    "seeding": ("seeding", str, "a text"),
    "after_round": ("after", int, "a whole number"),
    "groups": ("groups", str, "a column"),
    "players": ("players", tuple, _IDS),
    "third_place": ("third_place", bool, "true or false"),
    "counts": ("counts", str, "a text"),
    "handicap": ("handicap", bool, "true or false"),
    "seeds": ("seeds", tuple, _IDS),
}
_DECISION = '{round = 2, match = 1, winner = "17"}, with a blank winner for nobody'


def has_cups(text: str) -> bool:
    """Whether a file of this name has cups in it; in old folders it may be a profile."""
    return bool(re.search(r"^\s*(\[\[\s*cup\s*\]\]|cup\s*=)", text, re.MULTILINE)) or text.startswith(HEAD)


def parse_cups(text: str, file: str) -> tuple[Cup, ...]:
    """The cups in a text. Raises InputError with every problem."""
    data = parse_toml(text, file)
    listed, others = data.pop("cup", []), sorted(data)
    if others or not isinstance(listed, list) or not all(isinstance(one, dict) for one in listed):
        name = others[0] if others else "cup"
        raise InputError([Problem("wrong section", file, column=name, expected="tables [[cup]]")])
    problems, cups = list[Problem](), list[Cup]()
    lines = [n for n, text in enumerate(text.split("\n"), 1) if re.match(r"\s*\[\[\s*cup\s*\]\]", text)]
    for k, one in enumerate(listed, 1):
        try:
            cups.append(_cup(one, file, lines[k - 1] if k <= len(lines) else 0, k))
        except InputError as error:
            problems += error.problems
    names = [cup.name.casefold() for cup in cups]
    problems += [
        Problem("two cups of one name", file, column="name", value=cup.name, expected="a name of its own")
        for k, cup in enumerate(cups)
        if cup.name.casefold() in names[:k]
    ]
    if len(listed) > MOST_CUPS:
        problems.append(Problem("too many cups", file, value=str(len(listed)), expected=f"at most {MOST_CUPS}"))
    if problems:
        raise InputError(problems)
    return tuple(cups)


def _cup(given: Mapping[str, Any], file: str, line: int, number: int) -> Cup:
    """One table. Raises InputError with every problem, each with the file."""
    place = f"cup {number}"
    problems = [
        Problem(f"{place}: unknown key", file, line, str(key), expected=f"one of {', '.join((*KEYS, 'decided'))}")
        for key in given.keys() - KEYS.keys() - {"decided"}
    ]
    values: dict[str, Any] = {}
    for key, (own, kind, expected) in KEYS.items():
        if key in given:
            value = given[key]
            if _is(value, kind, int if key == "rounds" else str):
                values[own] = tuple(value) if kind is tuple else value
            else:
                wrong = f"{place}: wrong value"
                problems.append(Problem(wrong, file, line, column=key, value=str(value), expected=expected))
    if "name" not in given:
        problems.append(Problem(f"{place}: no name", file, line, column="name", expected="a name, such as U12"))
    if values.get("in_rounds"):
        values.setdefault("first", values["in_rounds"][0])
    decided, made = list[CupDecision](), given.get("decided", [])
    for one in made if isinstance(made, list) else [made]:
        whole = isinstance(one, dict) and one.keys() - {"kept"} == {"round", "match", "winner"}
        if whole and _is(one["round"], int) and _is(one["match"], int) and _is(one["winner"], str):
            decided.append(CupDecision(one["round"], one["match"], one["winner"], one.get("kept") is True))
        else:
            wrong, found = f"{place}: wrong decision", str(one)[:80]
            problems.append(Problem(wrong, file, line, column="decided", value=found, expected=_DECISION))
    if problems:
        raise InputError(problems)
    try:
        return Cup(**values, decided=tuple(decided))
    except InputError as error:
        raise InputError([replace(p, file=file, line=line, column="") for p in error.problems]) from None


def _is(value: Any, kind: type, of: type = str) -> bool:
    if kind is tuple:
        return isinstance(value, list) and all(type(one) is of for one in value)
    return type(value) is kind


def check_cups(cups: Iterable[Cup], tournament: Tournament, file: str) -> None:
    """Raise InputError where a cup names somebody who is not registered."""
    known = tournament.by_id()
    problems = [
        Problem(f"cup {cup.name}: unknown player", file, column=key, value=player, expected="an id from players.csv")
        for cup in cups
        for key, ids in (("players", cup.players), ("seeds", cup.seeds), ("decided", [d.winner for d in cup.decided]))
        for player in ids
        if player and player not in known
    ]
    if problems:
        raise InputError(problems)


def cups_text(cups: Iterable[Cup]) -> str:
    """The file of these cups; what is as by default is left out."""
    lines = [HEAD]
    for cup in cups:
        plain = Cup(cup.name)
        values = {
            key: getattr(cup, own)
            for key, (own, _, _) in KEYS.items()
            if own in ("name", "size", "first") or getattr(cup, own) != getattr(plain, own)
        }
        if cup.decided:
            made = map(asdict, cup.decided)
            values["decided"] = [{key: value for key, value in one.items() if value is not False} for one in made]
        lines.append("[[cup]]\n" + "".join(f"{key} = {toml_value(value)}\n" for key, value in values.items()))
    return "\n".join(lines)
