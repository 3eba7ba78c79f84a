"""Weight profiles: TOML files that say how much each criterion counts, in which tier, and why; and rules over pairs."""

from __future__ import annotations

import tomllib
from dataclasses import replace
from pathlib import Path
from typing import Any

from ...model.errors import InputError, Problem, WrongValue
from ...model.pairing.profile import CRITERION_NAMES, GREATEST_TIER, GREATEST_WEIGHT, Profile, Weight
from ...model.tournament.count_rule import EXPECTED, CountRule, parse_count_rule
from ...model.tournament.setting_kinds import different

BUILT_IN = Path(__file__).parent


def profile_names() -> list[str]:
    """The names of the profiles that come with the program."""
    return sorted(path.stem for path in BUILT_IN.glob("*.toml"))


def load_profile(name: str) -> Profile:
    """The profile of this name that comes with the program. Raises InputError."""
    if name not in profile_names():
        known = ", ".join(profile_names())
        raise InputError(f"no weight profile or file is called {name!r}; the profiles are {known}")
    path = BUILT_IN / f"{name}.toml"
    return parse_profile(path.read_text(encoding="utf-8"), name, path.name)


def parse_profile(text: str, name: str, file: str) -> Profile:
    """A profile from TOML text. Raises InputError with every problem."""
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise InputError([Problem(f"not valid TOML: {error}", file)]) from None
    problems: list[Problem] = []
    weights: list[Weight] = []
    rules = _rules(data.pop("rule", []), text, file, problems)
    base = _base(data.pop("base", ""), text, file, problems)
    for key, value in data.items():
        if key == "about" and isinstance(value, str):
            continue
        if key not in CRITERION_NAMES:
            problems.append(
                _problem("no criterion is called", text, key, file, ", ".join(("base", "[[rule]]", *CRITERION_NAMES)))
            )
        elif (weight := _weight(key, value)) is None:
            whole = f"weight = a whole number from 0 to {GREATEST_WEIGHT}, tier = 1 to {GREATEST_TIER}"
            expected = f'a table: {whole}, reason = "…"'
            problems.append(_problem("wrong weight or tier of", text, key, file, expected))
        else:
            weights.append(weight)
    if not weights and not rules and not base.weights and not problems:
        problems.append(Problem("no weights", file, expected="a weight for one of " + ", ".join(CRITERION_NAMES)))
    if problems:
        raise InputError(problems)
    return Profile(name, str(data.get("about", "")), _over(base.weights, weights), _over_rules(base.rules, rules))


def _base(name: Any, text: str, file: str, problems: list[Problem]) -> Profile:
    """The profile of the program that this one begins from; one without weights when it names none."""
    if name in profile_names():
        return load_profile(name)
    if name != "":
        wrong = _problem(
            "no profile of the program is called", text, "base", file, f"one of {', '.join(profile_names())}"
        )
        problems.append(replace(wrong, value=str(name)))
    return Profile("", "", ())


def _over(base: tuple[Weight, ...], own: list[Weight]) -> tuple[Weight, ...]:
    """The weights of the base with the own ones in their places."""
    return tuple(({w.criterion: w for w in base} | {w.criterion: w for w in own}).values())


def _over_rules(base: tuple[CountRule, ...], own: tuple[CountRule, ...]) -> tuple[CountRule, ...]:
    return tuple(({r.name: r for r in base} | {r.name: r for r in own}).values())


def _rules(data: Any, text: str, file: str, problems: list[Problem]) -> tuple[CountRule, ...]:
    """The rules over sets of pairs, [[rule]] in the file; what is wrong goes to the problems."""
    rules = []
    lines = [n for n, line in enumerate(text.splitlines(), 1) if line.split("#")[0].strip() == "[[rule]]"]
    for number, table in enumerate(data if isinstance(data, list) else [data]):
        try:
            rules.append(parse_count_rule(table))
            different(rules)
        except WrongValue as error:
            line = lines[number] if number < len(lines) else 0
            problems.append(Problem(str(error), file, line, expected=f"[[rule]] with the keys of {EXPECTED}"))
    return tuple(rules)


def _weight(key: str, value: Any) -> Weight | None:
    if isinstance(value, int) and not isinstance(value, bool):
        value = {"weight": value}
    if not isinstance(value, dict) or not {"weight"} <= set(value) <= {"weight", "reason", "tier"}:
        return None
    weight, tier = value["weight"], value.get("tier", 1)
    for number, low, high in ((weight, 0, GREATEST_WEIGHT), (tier, 1, GREATEST_TIER)):
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            return None
    return Weight(key, weight, str(value.get("reason", "")), tier)


def _problem(message: str, text: str, key: str, file: str, expected: str) -> Problem:
    lines = (n for n, line in enumerate(text.splitlines(), 1) if line.strip().lstrip("[").startswith(key))
    return Problem(message, file, next(lines, 0), value=key, expected=expected)
