"""Prints of a round's problem: two problems share one only if every legal round costs the same in both.

Print 2 is written today: it names what the problem uses, so that a new column, criterion or rule changes no print that
was ever made. Print 1 covers every column that there was in version 1.0.0, in the order of that time; files that have
it stay valid.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from hashlib import sha256
from typing import Any

from ..tournament.rules import bits_of
from .criteria import CRITERIA, STONES
from .round_problem import RoundProblem

PREFIX = "2:"
#: Every problem reads the lottery numbers, and who has had a bye.
ALWAYS = ("key", "byes")


def has_print(problem: RoundProblem, text: str) -> bool:
    """Whether a print, of whichever kind, is this problem's."""
    return text == (fingerprint(problem) if text.startswith(PREFIX) else print_1(problem))


def fingerprint(problem: RoundProblem) -> str:
    """Print 2 of a problem, the newest: `2:` and a hash of what it uses, by name, as JSON with its keys in order.

    A column is there if a criterion with a weight, a rule or a limit reads it; a criterion with its version, weight and
    tier; everything else only if it is set. Reasons and other rounds of a rule neither forbid nor cost: they are left
    out.
    """
    used: dict[str, Any] = {
        "ids": problem.field.ids,
        "columns": {name: _plain(value) for name, value in _columns(problem)},
        "criteria": sorted(problem.priced_by()),
        "barred": problem.barred.tolist(),
        "barred_by": problem.barred_by.tolist(),
        "forced": sorted(problem.forced),
        "forced_byes": sorted(problem.forced_byes),
        "max_difference": problem.max_difference,
        "max_handicap": problem.max_handicap,
        "relaxed": bits_of(problem.relaxed),
        "relaxed_counts": sorted(problem.relaxed_counts),
        "counts": [(_unexplained(rule), *rest) for rule, *rest in (count.identity() for count in problem.counts)],
        "kept": [boards.identity() for boards in problem.kept],
        "limits": problem.limits.identity() if problem.limits is not None else (),
    }
    text = json.dumps({name: value for name, value in used.items() if value}, sort_keys=True, default=int)
    return PREFIX + sha256(text.encode()).hexdigest()


def _columns(problem: RoundProblem) -> Iterator[tuple[str, Any]]:
    """The columns that are used, each once; `columns.Town` and `sets.guests` are those that rules over pairs name."""
    names = {*ALWAYS, *(name for criterion in problem.weights for name in CRITERIA[criterion].reads)}
    names |= {name for count in problem.counts for name in count.reads}
    names |= {"score", "steps"} if problem.max_difference or problem.limits is not None else set()
    names |= {*STONES.reads} if problem.max_handicap else set()
    for name in names:
        column, _, inner = name.partition(".")
        value = getattr(problem.field, column)
        yield name, value[inner] if inner else value


def _plain(value: Any) -> Any:
    return value.tolist() if hasattr(value, "tolist") else value


def _unexplained(rule: Any) -> dict[str, Any]:
    return {key: value for key, value in rule.items() if key not in ("reason", "rounds")}


#: The columns of print 1, for ever in this order; `steps` and `first_places` only where they differ from all rounds
#: before there were half points and simulated futures.
COLUMNS_1 = (
    "ids", "score", "strength", "even", "exempt", "club", "country", "families", "local", "met_local", "place", "size",
    "drawn_down", "drawn_up", "colours", "byes", "free_wins", "key", "first_places", "seeding", "float_down",
    "float_up", "stones_off", "most_stones", "columns", "sets", "steps",
)  # fmt: skip


def print_1(problem: RoundProblem) -> str:
    """A hash of all columns and of the rest of the problem, as version 1.0.0 made it."""
    field, weights = problem.field, problem.profile.weights
    left_out = {"steps"} if field.steps == 1 else set()
    left_out |= set() if field.first_places.any() else {"first_places"}
    parts = [getattr(field, name) for name in COLUMNS_1 if name not in left_out]
    parts += [problem.barred, problem.barred_by]
    parts += [[(w.criterion, w.weight, w.tier) for w in weights] or ()]
    parts += [problem.forced, problem.forced_byes, problem.max_difference, problem.max_handicap]
    parts += [bits_of(problem.relaxed), sorted(problem.relaxed_counts)]
    parts += [count.identity() for count in problem.counts]
    parts += [boards.identity() for boards in problem.kept]
    parts += [problem.limits.identity()] if problem.limits is not None else []
    text = "\n".join(str(_listed(part)) for part in parts)
    return sha256(text.encode()).hexdigest()


def _listed(part: Any) -> Any:
    """A part of print 1 in plain values: mappings of arrays as lists, by name."""
    return {key: _plain(part[key]) for key in sorted(part)} if isinstance(part, Mapping) else _plain(part)
