"""Settings as lists show them, and what is added to a list or taken from it: `pairing.forbid+=3:17`."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from ...model.errors import InputError, Problem
from ...model.tournament.numbers import parse_rounds, rounds_text
from ...model.tournament.settings import kinds
from ...model.tournament.settings.settings import SECTIONS, Settings, declarations, declared, dotted_names, split_name
from .settings_file import parse_assignment, parse_settings, parse_settings_key, plain_value, toml_value

#: The sections with settings that people set; what the first draw decided is none of them.
SET_BY_PEOPLE = ("", *(section for section in SECTIONS if section != "decided"))


def listed_settings(settings: Settings, sections: Iterable[str] = SET_BY_PEOPLE) -> Iterator[tuple[str, Any, str]]:
    """Dotted name, value as a TOML file says it (points, not half points), and meaning of every setting."""
    for section in sections:
        for key, one in declarations(section).items():
            name = f"{section}.{key}" if section else key
            yield name, current(settings, name), one.meaning


def cut_to(settings: Settings, rounds: int) -> dict[str, Any]:
    """The lists that name rounds after the last of so many, without these, by their dotted keys."""
    times = current(settings, "event.round_times")
    found: dict[str, Any] = {"event.round_times": times[:rounds]} if len(times) > rounds else {}
    for key in (*LOCKS, "pairing.rules"):
        old = current(settings, key)
        new = [one for item in old if (one := _cut(item, settings.rounds, rounds))]
        found |= {key: new} if new != old else {}
    return found


def _cut(item: Mapping[str, Any], of: int, rounds: int) -> Mapping[str, Any]:
    """An entry with the rounds that are left; nothing if none is."""
    named = parse_rounds(item["rounds"], of) if item.get("rounds") else frozenset()
    if max(named, default=0) <= rounds:
        return item
    left = [number for number in named if number <= rounds]
    return {**item, "rounds": rounds_text(left, 0)} if left else {}


#: Turns `A:B` into a plain lock with the ids of two players.
FindPair = Callable[[str], dict[str, Any]]
LOCKS = tuple(name for name in dotted_names() if declared(name).kind is kinds.LOCKS)


def current(settings: Settings, key: str) -> Any:
    """The value of a setting, by its dotted key, as a TOML file says it."""
    section, name = split_name(key)
    return plain_value(section, name, getattr(getattr(settings, section) if section else settings, name))


def changed(text: str, before: Any, settings: Settings, find: FindPair) -> tuple[str, Any]:
    """Key and value of an assignment, `=`, `+=` or `-=`; `before` is what the key has so far. Raises InputError."""
    key, operator, raw = split_assignment(text)
    if not operator or not key:
        raise InputError([Problem(f"{text!r} sets nothing", expected="KEY=VALUE, such as start.bar=3d")])
    parse_settings_key(key)
    value = current(settings, key) if before is None else before
    if operator != "=" and not isinstance(value, list | dict):
        raise InputError([Problem(f"{key} is not a list:", value=text, expected=f"{key}={raw}")])
    if operator == "-=":
        return key, _less(key, value, raw, find)
    own = [find(pair) for pair in raw.split(",")] if key in LOCKS and _is_pairs(raw) else None
    given: Any = own if own is not None else _given(key, raw, operator)
    if operator == "=":
        return key, given
    if isinstance(value, dict):
        return key, value | given
    return key, [*value, *(item for item in given if item not in value)]


def split_assignment(text: str) -> tuple[str, str, str]:
    """Key, operator (`=`, `+=`, `-=`, or nothing where there is none) and value of an assignment."""
    key, equals, raw = text.partition("=")
    key = key.strip()
    operator = f"{key[-1]}=" if equals and key[-1:] in ("+", "-") else equals
    return key.rstrip("+-").strip() if operator != equals else key, operator, raw.strip()


def _is_pairs(raw: str) -> bool:
    return ":" in raw and not raw.startswith("[")


def _given(key: str, raw: str, operator: str) -> Any:
    """The value after the sign; `17=1` is a table, one `{…}` alone a list of one."""
    if operator == "+=" and re.fullmatch(r"[^{\[]*=.*", raw):
        raw = "{" + raw + "}"
    name, value = parse_assignment(f"{key}={raw}")
    if operator == "=":
        return value
    if value is None:
        raise InputError([Problem(f"{name}: nothing to add", expected=f"{name}+=VALUE")])
    return value if isinstance(value, list | dict) else [value]


def _less(key: str, value: Any, raw: str, find: FindPair) -> Any:
    """A list or table without what is named: a pair by its players, a rule by its name, an entry by its key or text."""
    if key in LOCKS and _is_pairs(raw):
        gone = [sorted(find(pair)["players"]) for pair in raw.split(",")]
        left: Any = [lock for lock in value if sorted([*lock["players"], *lock.get("against", ())]) not in gone]
        found = len(value) - len(left) >= len(gone)
    else:
        named = [part.strip() for part in raw.split(",") if part.strip()]
        whole = [_called(item) == raw or toml_value(item) == raw for item in value]
        named = [raw] if any(whole) else named
        wanted = {name.casefold() for name in named}
        kept = [item for item in value if not {_called(item).casefold(), toml_value(item).casefold()} & wanted]
        found = bool(named) and len(value) - len(kept) >= len(wanted)
        left = {item: value[item] for item in kept} if isinstance(value, dict) else kept
    if not found:
        has = ", ".join(toml_value(item) for item in value) or "nothing"
        raise InputError([Problem(f"{key} does not have", value=raw, expected=f"one of its entries: {has}")])
    return left


def _called(item: Any) -> str:
    """How an entry of a list is named: a rule by its name, all else by its text."""
    return str(item.get("name", "")) if isinstance(item, dict) else str(item)


def lost(key: str, settings: Settings, value: Any) -> Sequence[Any]:
    """The entries that a list loses by a new value, None for its default; none if it is as its preset has it."""
    old = current(settings, key)
    if not isinstance(old, list | dict):
        return []
    default = current(parse_settings(f'preset = "{settings.preset}"\nrounds = {settings.rounds}', "preset"), key)
    if value is None:
        value = default
    if old == default or not isinstance(value, list | tuple | dict):
        return []
    after = [str(item) if isinstance(item, int) else item for item in value]
    gone = [item for item in old if (str(item) if isinstance(item, int) else item) not in after]
    return [(item, old[item]) if isinstance(old, dict) else item for item in gone]
