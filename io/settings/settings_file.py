"""`tournament.toml`: reading it with every problem named, writing a new one, and changing single values in place.

At the end are settings as lists show them, and what is added to a list or taken from it: `pairing.forbid+=3:17`.

TOML comes from untrusted sources: text that would take too long, or is absurdly large, is refused.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import suppress
from difflib import get_close_matches
from functools import lru_cache
from pathlib import Path
from typing import Any

from ...model.errors import InputError, Problem, WrongValue
from ...model.tournament.numbers import parse_int, parse_rounds, rounds_text
from ...model.tournament.settings import kinds
from ...model.tournament.settings.kinds import HALVES, POINTS, PRESET, SettingKind
from ...model.tournament.settings.occasion import DecidedSettings
from ...model.tournament.settings.settings import (
    SECTIONS,
    Settings,
    contradictions,
    declarations,
    declared,
    defaults_of,
    dotted_names,
    split_name,
)
from ...model.ways import Way
from ..files import read_bytes

MOST_NAMED = 50  # wrong settings, each with its line
LARGEST_TEXT = 256 * 1024  # settings of 1,000 players with forbidden pairs need a tenth
MOST_DOTS = 1_000  # on a line: the parser takes time by the square of a key's parts
DEEPEST = 16
MOST_KEYS = 1_000  # in one table

_LONG_NUMBER = re.compile(r"(?<![0-9a-fA-F_])[0-9a-fA-F_]{400}")


@lru_cache(maxsize=16)  # a step reads the text of a folder's settings several times
def parse_settings(text: str, file: str) -> Settings:
    """The settings of a TOML text, over the defaults of its preset. Raises InputError with every problem."""
    return settings_in(parse_toml(text, file), file, text)


def settings_in(data: Mapping[str, Any], file: str, text: str = "") -> Settings:
    """The same of what a file says as plain data; its text is for the lines of problems. Raises InputError."""
    problems: list[Problem] = []
    preset = data.get("preset", "egf")
    decided = data.get("decided")

    def defaults(section: str) -> dict[str, Any]:
        given = defaults_of(str(preset), section, decided if isinstance(decided, dict) else {})
        return {key: declarations(section)[key].kind.parse(value) for key, value in given.items()}

    top = defaults("")
    top |= _section("", {k: v for k, v in data.items() if k not in SECTIONS}, text, file, problems)
    sections: dict[str, Any] = {}
    for name, owner in SECTIONS.items():
        given = data.get(name, {})
        if not isinstance(given, dict):
            problems.append(Problem("not a section", file, _line_of(text, "", name), name, expected=f"[{name}]"))
            continue
        values = defaults(name) | _section(name, given, text, file, problems)
        sections[name] = owner(**values)
    if problems:
        raise InputError(problems)
    settings = Settings(**top, **sections)
    wrong = [
        Problem(message, file, _line_of(text, *place.split(".")), place, expected=expected)
        for place, message, expected in contradictions(settings)
    ]
    if wrong:
        raise InputError(wrong)
    return settings


def _section(section: str, given: Mapping[str, Any], text: str, file: str, problems: list[Problem]) -> dict[str, Any]:
    """The values of one section; wrong keys and values go to the problems."""
    known = declarations(section)
    values = {}
    for key, value in given.items():
        if len(problems) >= MOST_NAMED:
            break
        place = f"{section}.{key}" if section else key
        line = _line_of(text, section, key)
        if key not in known:
            valid = list(known) + ([] if section else list(SECTIONS))
            message = f"unknown setting {place}"
            problems.append(Problem(message, file, line, expected="one of " + ", ".join(valid)))
            continue
        kind = known[key].kind
        try:
            values[key] = kind.parse(value)
        except WrongValue as error:
            problems.append(Problem(f"{place}: {error}", file, line, expected=kind.expected))
        except (ValueError, TypeError, AttributeError, ArithmeticError):
            problems.append(Problem(f"{place}: wrong value", file, line, value=shown(value), expected=kind.expected))
    return values


def _line_of(text: str, section: str, key: str) -> int:
    """The line of a key, 0 when it is unknown."""
    current = ""
    for number, line in enumerate(text.splitlines(), 1):
        heading = re.match(r"\s*\[+([^\[\]]*)\]", line)
        if heading and "=" not in line.split("#")[0].split("]")[0]:
            current = heading[1].strip().strip("\"'")
            if current == key and not section:
                return number
        elif (current == section and re.match(rf"""\s*["']?{re.escape(key)}["']?\s*=""", line)) or (
            section and re.match(rf"\s*{re.escape(section)}\.{re.escape(key)}\s*=", line)
        ):
            return number
    return 0


def shown(value: Any) -> str:
    """A value as a message shows it: a text without quotes, unless it looks like something else."""
    plain = isinstance(value, str) and not value.isdecimal() and value not in ("true", "false")
    return value if plain else toml_value(value)


def toml_value(value: Any) -> str:
    """A value as TOML writes it on one line."""
    import tomlkit

    if value is None:  # in JSON; TOML has no such value
        return "null"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list | tuple):
        return "[" + ", ".join(toml_value(item) for item in value) + "]"
    if isinstance(value, dict):
        pairs = (f"{tomlkit.key(str(k)).as_string()} = {toml_value(v)}" for k, v in value.items())
        return "{" + ", ".join(pairs) + "}"
    return str(tomlkit.item(value).as_string())


def plain_value(section: str, key: str, value: Any) -> Any:
    """A setting's value as a TOML file says it."""
    return declarations(section)[key].kind.plain(value)


def new_settings_text(preset: str, given: Mapping[str, Any]) -> str:
    """A new `tournament.toml`: what is given, and other settings as comments. Raises InputError for an unknown name."""
    for key in given:
        parse_settings_key(key)
    try:
        PRESET.parse(preset)
    except ValueError:
        expected = PRESET.expected
        way = Way("to use a weight profile", set=f"pairing.profile={preset}")
        raise InputError(f"unknown preset {preset!r}; expected {expected}", *([way] if "-" in preset else ())) from None
    rounds = f"\nrounds = {given['rounds']}" if "rounds" in given else ""
    defaults = parse_settings(f'preset = "{preset}"{rounds}', "preset")
    lines = ["# Settings of the tournament. A line that begins with # shows a default: remove the # to change it.", ""]
    lines += _lines("", {"preset": preset, **{k: v for k, v in given.items() if "." not in k}}, defaults)
    for section in SECTIONS:
        if section == "decided":
            continue
        own = {k.split(".", 1)[1]: v for k, v in given.items() if k.startswith(section + ".")}
        lines += ["", f"[{section}]", *_lines(section, own, getattr(defaults, section))]
    return "\n".join(lines) + "\n"


def _lines(section: str, given: Mapping[str, Any], defaults: Any) -> list[str]:
    lines = []
    for key, one in declarations(section).items():
        if key in given:
            lines.append(f"{key} = {toml_value(given[key])}  # {one.meaning}")
        else:
            value = toml_value(plain_value(section, key, getattr(defaults, key)))
            lines.append(f"# {key} = {value}  # {one.meaning}")
    return lines


def change_settings(text: str, changes: Mapping[str, Any], file: str) -> str:
    """The text with settings changed by dotted key, None for the default; comments stay. Raises InputError."""
    import tomlkit

    parse_settings(text, file)
    document = tomlkit.parse(text)
    for dotted, value in changes.items():
        parse_settings_key(dotted)
        section, key = split_name(dotted)
        owner: Any = document
        if section:
            if section not in document:
                document[section] = tomlkit.table()
            owner = document[section]
        if value is None:
            owner.pop(key, None)
        else:
            owner[key] = tomlkit.parse(f"v = {toml_value(value)}")["v"]
    changed = tomlkit.dumps(document)
    parse_settings(changed, file)
    return changed


def parse_settings_key(dotted: str) -> None:
    """Raise InputError when no setting has this dotted key."""
    valid = [*dotted_names()]
    if dotted not in valid:
        near = [name for name in valid if dotted.lower() in (name.lower(), name.rpartition(".")[2])]
        key = split_name(dotted)[1]
        near = near or get_close_matches(dotted.lower(), valid, 3, 0.85) or [n for n in valid if key and key in n][:5]
        if not near:
            raise InputError(f"unknown setting {dotted!r}", Way("to list all settings", "set"))
        raise InputError(f"unknown setting {dotted!r}; expected {', '.join(near)}")


def parse_assignment(text: str) -> tuple[str, Any]:
    """Key and value of `start.bar=3d` (TOML, a word, or `MMS,SOS`; nothing: the default). Raises InputError."""
    key, equals, raw = text.partition("=")
    key, raw = key.strip(), raw.strip()
    if not equals:
        raise InputError(f"{text!r} sets nothing; expected KEY=VALUE, such as start.bar=3d")
    parse_settings_key(key)
    if not raw:
        return key, None
    kind = declared(key).kind
    try:
        return key, typed_value(kind, raw)
    except WrongValue as error:
        if reason := str(error):
            raise InputError([Problem(f"{key}: {reason}", expected=kind.expected)]) from None
        raise InputError([Problem(f"{key}: wrong value", value=raw, expected=kind.expected)]) from None


#: Kinds whose values people spell in several ways: a file is given the one that the program prints.
SPELT = (HALVES, POINTS, kinds.DATE, kinds.TIMES, kinds.CRITERIA)


def typed_value(kind: SettingKind, raw: str, by_line: bool = False) -> Any:
    """The value of a text that somebody has typed, as a file says it; of a list `by_line` a line is an entry.

    It may be TOML, a word, or a list with commas: `7,5`, `24.11.2026`, `MMS, SOS`. Raises WrongValue.
    """
    candidates: list[Any] = []
    if by_line:
        lines = [line.strip() for line in raw.split("\n") if line.strip()]
        candidates.append(lines)
        with suppress(InputError):
            candidates.append([parse_toml(f"v = {line}", "")["v"] for line in lines])
        candidates.append([[part.strip() for part in line.split(",")] for line in lines])
        pairs = [line.partition("=") for line in lines]
        if all(equals and parse_int(value.strip()) is not None for _, equals, value in pairs):
            candidates.append({key.strip().strip('"'): int(value) for key, _, value in pairs})
        raw = ", ".join(lines)
    for written in (raw, f"[{raw}]"):
        with suppress(InputError):
            candidates.append(parse_toml(f"v = {written}", "")["v"])
    candidates += [raw, [part.strip() for part in raw.split(",")]]
    found = kind.first_of(candidates)
    return kind.plain(kind.parse(found)) if kind in SPELT else found


def parse_assignments(texts: Iterable[str]) -> dict[str, Any]:
    """Keys and values of several assignments, each key once. Raises InputError with every problem."""
    changes: dict[str, Any] = {}
    problems: list[Problem] = []
    for text in texts:
        try:
            key, value = parse_assignment(text)
            if key in changes:
                problems.append(Problem(f"{key} is given twice", value=text, expected="one value"))
            changes[key] = value
        except InputError as error:
            problems += error.problems
    if problems:
        raise InputError(problems)
    return changes


def with_decided(text: str, decided: DecidedSettings, file: str) -> str:
    """The text with what the first draw decided in the section `decided`."""
    plain = {key: plain_value("decided", key, getattr(decided, key)) for key in declarations("decided")}
    values = {f"decided.{key}": value or None for key, value in plain.items()}
    return change_settings(text, values, file)


def read_text(path: Path) -> str:
    """The text of a file of settings, weights or parameters that was named by hand. Raises FolderError, InputError."""
    try:
        return read_bytes(path, LARGEST_TEXT).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise InputError([Problem("not a UTF-8 text", str(path))]) from None


def parse_toml(text: str, file: str, keys: int = MOST_KEYS) -> dict[str, Any]:
    """What a TOML text says, of tables with so many keys at most. Raises InputError with the file and the line."""
    if len(text) > LARGEST_TEXT:
        raise InputError(
            [Problem(f"larger than {LARGEST_TEXT // 1024} KiB", file, expected="a file of settings or weights")]
        )
    for number, line in enumerate(text.split("\n"), 1):
        if line.count(".") > MOST_DOTS:
            expected = f"at most {MOST_DOTS:,}"
            raise InputError([Problem(f"a line with {line.count('.'):,} dots", file, number, expected=expected)])
        if _LONG_NUMBER.search(line):
            raise InputError([Problem("a number of more than 400 digits", file, number, expected="at most 18")])
    try:
        data = tomllib.loads(text)
    except (ValueError, RecursionError) as error:  # most are TOMLDecodeErrors, which have the line
        raise InputError([Problem(f"not valid TOML: {error}", file)]) from None
    check_shape(data, file, keys)
    return data


def check_shape(data: Mapping[str, Any], file: str, keys: int = MOST_KEYS) -> None:
    """Raise InputError for tables in tables in tables, or one of very many keys."""
    level: list[Any] = [data]
    for _ in range(DEEPEST):
        tables = [value for value in level if isinstance(value, dict)]
        if any(len(table) > keys for table in tables):
            raise InputError([Problem(f"a section with more than {keys:,} keys", file)])
        lists = [value for value in level if isinstance(value, list)]
        level = [value for table in tables for value in table.values()] + [value for part in lists for value in part]
    if level:
        expected = f"at most {DEEPEST} levels"
        raise InputError([Problem("tables or lists nested too deeply", file, expected=expected)])


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
