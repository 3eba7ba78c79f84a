"""Weight profiles, built-in or from a file: how much each criterion counts, in which tier and why; and their text.

A path given by hand may point anywhere. The settings of a folder are untrusted: they name a profile of the program, or
a file beside them. `balanced` is the last version of it; `balanced-1`, `balanced-2` … keep their weights for ever.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import count, takewhile
from pathlib import Path
from typing import Any

from ...model.errors import InputError, Problem, WrongValue
from ...model.pairing.criteria import BYE, CRITERIA, PAIR, CostsTable, own_criterion, plain_criterion
from ...model.pairing.formula import FormulaError
from ...model.pairing.profile import GREATEST_TIER, GREATEST_WEIGHT, Profile, Weight
from ...model.tournament.rules import EXPECTED, CountRule, parse_count_rule
from ...model.tournament.settings.kinds import different
from .settings_file import parse_toml, read_text

BUILT_IN = Path(__file__).parents[2] / "solver" / "profiles"
MOST_WEIGHTS, MOST_OWN = 200, 40  # each criterion of one's own is checked by all pairs, 0.5 s of 1,000 players at worst
OWN_KEYS = ("value", "bye", "weight", "tier", "reason", "blank", "players", "costs")  # of a criterion of one's own
GREATEST_BLANK = 10**9
#: Examples that came with version 1, and the page that has them now.
RECIPES = ("calm-groups", "few-clubmates", "few-handicaps", "strict", "welcome")
RECIPES_PAGE = "docs/howto/example-profiles.md"


def profile_named(name: str, folder: Path | None = None) -> Profile:
    """The profile named so, or in that file (`.toml` or not; first in the folder). Raises InputError, FolderError."""
    if name in profile_names():
        return load_profile(name)
    for file in (name, f"{name}.toml"):
        for base in (folder, Path()):
            path = (base or Path()) / file
            if path.is_file():
                return parse_profile(read_text(path), file, str(path))
    return load_profile(name)


def profile_of_settings(name: str, beside: Mapping[str, str], folder: str = "") -> Profile:
    """The profile that settings name: of the program, or of a file beside them. Raises InputError, also for a path."""
    if name in profile_names():
        return load_profile(name)
    path = str(Path(folder) / name)
    if "/" in name or "\\" in name or Path(name).name != name:
        message = "pairing.profile points outside the tournament folder:"
        expected = "a profile of the program, or the name of a file next to tournament.toml"
        raise InputError([Problem(message, str(Path(path).parent), value=name, expected=expected)])
    name = next((file for file in (name, f"{name}.toml") if file in beside), name)
    if name not in beside:
        if _file_name(name.removesuffix(".toml")) in profile_names():
            return load_profile(name)
        known = ", ".join(profile_names())
        _check_no_recipe(name, str(Path(folder) / "tournament.toml"), "pairing.profile")
        raise InputError(f"unknown weight profile {name!r}; expected one of {known}, or a file next to tournament.toml")
    return parse_profile(beside[name].removeprefix("\ufeff"), name, str(Path(folder) / name))


@cache
def profile_names() -> tuple[str, ...]:
    """The names of the profiles that come with the program, in order."""
    return tuple(sorted(path.stem for path in BUILT_IN.glob("*.toml")))


@cache
def load_profile(name: str) -> Profile:
    """The profile of this name, or name and version, that comes with the program. Raises InputError."""
    known = _file_name(name.removesuffix(".toml"))
    if known not in profile_names():
        _check_no_recipe(name)
        raise InputError(f"unknown weight profile or file {name!r}; expected one of {', '.join(profile_names())}")
    path = BUILT_IN / f"{known}.toml"
    return parse_profile(path.read_text(encoding="utf-8"), known, path.name)


def _check_no_recipe(name: str, file: str = "", key: str = "") -> None:
    """Raise InputError if a name is that of an example that came with version 1."""
    name = name.removesuffix(".toml")
    if name in RECIPES:
        message = f"{key}: " * bool(key) + "this profile no longer comes with the program:"
        expected = f"a file {name}.toml next to tournament.toml: copy it from {RECIPES_PAGE}"
        raise InputError([Problem(message, file, value=name, expected=expected)])


def _file_name(name: str) -> str:
    """The name of a profile's file: that of the last version is its name alone, as `balanced` for `balanced-2`."""
    versions = _versions(name)
    return versions[-1] if versions and name == f"{versions[-1]}-{len(versions)}" else name


def _versions(name: str) -> tuple[str, ...]:
    """The names that load the versions of a profile, the first version first; none of a profile of one's own."""
    found = re.fullmatch(r"(.*[a-z])(-[1-9][0-9]*)?", name)
    if not found or found[1] not in profile_names():
        return ()
    return (*takewhile(profile_names().__contains__, (f"{found[1]}-{k}" for k in count(1))), found[1])


def known_version(profile: Profile) -> tuple[str, int | None]:
    """The program's name and version for these weights and tiers; other profiles have their own name and no version.

    A 1.0 record may say `balanced` for weights of old. Rules over pairs, also the settings', are not compared.
    """
    for version, name in enumerate(_versions(profile.name), 1):
        if weighed(load_profile(name)) == weighed(profile):
            return name, version
    return profile.name, None


def shown_name(profile: Profile) -> str:
    """The name that loads a profile; it says if a profile of the program has this name with other weights."""
    name, version = known_version(profile)
    return name + " with other weights" * (name in profile_names() and not version)


def weighed(profile: Profile) -> dict[str, tuple[int, int]]:
    """Weight and tier by criterion: a record has no reasons."""
    return {weight.criterion: (weight.weight, weight.tier) for weight in profile.weights}


def parse_profile(text: str, name: str, file: str) -> Profile:
    """A profile from TOML text. Raises InputError with every problem."""
    return profile_in(parse_toml(text, file, MOST_WEIGHTS), name, file, text)


def profile_in(data: Mapping[str, Any], name: str, file: str, text: str = "") -> Profile:
    """The same of what a file says as plain data; its text is for the lines of problems. Raises InputError."""
    if len(data) > MOST_WEIGHTS:
        raise InputError([Problem(f"{len(data):,} weights", file, expected=f"at most {MOST_WEIGHTS}")])
    own = [key for key, value in data.items() if _is_own(value)]
    if len(own) > MOST_OWN:
        raise InputError([Problem(f"{len(own)} criteria of one's own", file, expected=f"at most {MOST_OWN}")])
    problems: list[Problem] = []
    rules = _rules(data.get("rule", []), text, file, problems)
    base = _base(data.get("base", ""), text, file, problems)
    weights = {weight.criterion: weight for weight in base.weights}
    for key, value in data.items():
        if key in ("base", "rule") or (key == "about" and isinstance(value, str)):
            continue
        is_own, line = _is_own(value), _line_of(text, key)
        if not is_own and key not in CRITERIA:
            expected = ", ".join(("base", "[[rule]]", *CRITERIA))
            problems.append(_problem("unknown criterion", text, key, file=file, expected=expected))
            continue
        try:
            weights[key] = _own_weight(key, value, (file, line)) if is_own else _weight(key, value)
        except FormulaError as error:
            problems.append(Problem(f"criterion {key}: {error}", file, line, expected=error.expected))
        except InputError as error:
            problems += [replace(wrong, file=file, line=line) for wrong in error.problems]
    if not (weights or rules or problems):
        expected = "a weight for at least one of " + ", ".join(CRITERIA)
        problems.append(Problem("no weights", file, expected=expected))
    if problems:
        raise InputError(problems)
    both = {rule.name: rule for rule in (*base.rules, *rules)}
    return Profile(name, str(data.get("about", "")), tuple(weights.values()), tuple(both.values()))


def _base(name: Any, text: str, file: str, problems: list[Problem]) -> Profile:
    """The profile of the program that this one begins from; one without weights when it names none."""
    if isinstance(name, str) and _file_name(name) in profile_names():
        return load_profile(name)
    if name != "":
        expected = f"a copy of it from {RECIPES_PAGE}" if name in RECIPES else f"one of {', '.join(profile_names())}"
        wrong = _problem("unknown profile of the program:", text, "base", file=file, expected=expected)
        problems.append(replace(wrong, value=str(name)))
    return Profile("", "", ())


def _rules(data: Any, text: str, file: str, problems: list[Problem]) -> list[CountRule]:
    """The rules over sets of pairs, [[rule]] in the file; what is wrong goes to the problems."""
    rules: list[CountRule] = []
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip() == "[[rule]]"]
    for number, table in enumerate(data if isinstance(data, list) else [data]):
        try:
            rules.append(parse_count_rule(table))
            different(rules)
        except WrongValue as error:
            line = lines[number] if number < len(lines) else 0
            problems.append(Problem(str(error), file, line, expected=f"[[rule]] with the keys of {EXPECTED}"))
    return rules


def _is_own(table: Any) -> bool:
    return isinstance(table, dict) and not table.keys().isdisjoint(("value", "costs"))


def _own_weight(key: str, table: Mapping[str, Any], place: tuple[str, int]) -> Weight:
    """The weight of a criterion of one's own, with its formulas. Raises FormulaError, InputError."""
    if unknown := sorted(table.keys() - {*OWN_KEYS}):
        raise FormulaError(f"an unknown key {unknown[0]}", ", ".join(OWN_KEYS))
    costs = CostsTable.of(table.get("players"), table.get("costs")) if {*table} & {"players", "costs"} else None
    value, bye = table.get("value", PAIR), table.get("bye", BYE if costs else "0")
    blank = table.get("blank")
    if not isinstance(value, str) or not isinstance(bye, str):
        raise FormulaError("a formula that is no text", 'value = "abs(i.rating - j.rating) // 100"')
    if blank is not None and (isinstance(blank, bool) or not isinstance(blank, int) or abs(blank) > GREATEST_BLANK):
        raise FormulaError(f"blank {blank}", f"the whole number of an empty cell, up to {GREATEST_BLANK:,}")
    weight = _weight(key, {name: table[name] for name in ("weight", "tier", "reason") if name in table})
    own = own_criterion(key, value, bye, blank=blank, wish=weight.reason, place=place, costs=costs)
    return replace(weight, own=own)


def _weight(key: str, value: Any) -> Weight:
    """The weight of a criterion, as a number or as a table. Raises InputError."""
    table = value if isinstance(value, dict) else {"weight": value}
    expected = f'weight = 0 to {GREATEST_WEIGHT:,}, tier = 1 to {GREATEST_TIER}, reason = "…"'
    if unknown := sorted(set(table) - {"weight", "tier", "reason"}):
        raise InputError([Problem(f"{key} has no key", value=unknown[0], expected=expected)])
    if "weight" not in table:
        raise InputError([Problem(f"{key} has no weight", expected=expected)])
    return Weight(key, table["weight"], str(table.get("reason", "")), table.get("tier", 1)).as_written()


def _problem(message: str, text: str, key: str, file: str, expected: str) -> Problem:
    return Problem(message, file, _line_of(text, key), value=key, expected=expected)


def _line_of(text: str, key: str) -> int:
    begun = re.compile(rf"""[\s\[]*["']?{re.escape(key)}(?![\w-])""")
    return next((n for n, line in enumerate(text.splitlines(), 1) if begun.match(line)), 0)


def profile_text(profile: Profile, base: Profile | None, comment: str) -> str:
    """The TOML of a profile after a comment: what differs from the base (one of the program), or all without one."""
    import tomlkit

    document = tomlkit.document()
    for line in comment.splitlines():
        document.add(tomlkit.comment(line))
    document.add("about", tomlkit.string(profile.about))
    if base is not None:
        document.add("base", tomlkit.string(base.name))
    known = weighed(base) if base is not None else {}
    for weight in profile.weights:
        if not weight.own and known.get(weight.criterion, (0, 1)) == (weight.weight, weight.tier):
            continue
        table: dict[str, Any] = {"weight": weight.weight}
        if weight.tier != 1 or known.get(weight.criterion, (0, 1))[1] != 1:
            table["tier"] = weight.tier
        if weight.reason:
            table["reason"] = weight.reason
        table |= plain_criterion(weight.own) if weight.own else {}
        document.add(weight.criterion, tomlkit.item(table))
    for criterion in sorted(known.keys() - weighed(profile).keys()):
        document.add(criterion, tomlkit.item({"weight": 0}))
    rules = [rule for rule in profile.rules if base is None or rule not in base.rules]
    if rules:
        document.add("rule", tomlkit.item([rule.plain() for rule in rules]))
    return tomlkit.dumps(document)
