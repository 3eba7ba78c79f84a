"""The tables of what `--json` prints, made from the types of the answers and put into the page's own text."""

from __future__ import annotations

import json
import re
import types
from collections.abc import Iterator
from enum import Enum
from importlib import import_module
from importlib.util import find_spec
from typing import Annotated, Any, Literal, get_args, get_origin

from mcmahon.desk import self_check
from mcmahon.desk.people import change_players, match_ratings
from mcmahon.desk.placing import double_bookings, give_prizes, rank, run_cups
from mcmahon.desk.questions import explain_board, next_best, standing_round, vary_weights, what_if
from mcmahon.desk.rounds import change_boards, pair_by_hand, show_round
from mcmahon.desk.rounds.draw import draw_answer
from mcmahon.desk.rounds.plan import planning
from mcmahon.desk.rounds.proof import checking
from mcmahon.desk.rounds.repair import repaired
from mcmahon.desk.verb import Answer, DoneAnswer, fields_of
from msgspec import UnsetType

MODULES = (
    draw_answer,
    planning,
    run_cups,
    show_round,
    change_boards,
    checking,
    pair_by_hand,
    change_players,
    rank,
    give_prizes,
    standing_round,
    explain_board,
    next_best,
    repaired,
    what_if,
    vary_weights,
    match_ratings,
    double_bookings,
    self_check,
    *([import_module("mcmahon_bench.answers")] if find_spec("mcmahon_bench") else ()),
)
TYPES: dict[str, type[Answer]] = {
    name: kind
    for module in MODULES
    for name, kind in vars(module).items()
    if isinstance(kind, type) and issubclass(kind, Answer) and not issubclass(kind, DoneAnswer)
    if kind.__module__ == module.__name__
}
#: One and several.
WORDS = {
    str: ("string", "strings"),
    int: ("integer", "integers"),
    float: ("number", "numbers"),
    bool: ("boolean", "booleans"),
    types.NoneType: ("null", "nulls"),
}
PLACE = re.compile(r"(<!-- table of (\w+) -->\n).*?(<!-- end of it -->)", re.DOTALL)


def type_text(kind: Any, several: bool = False) -> str:
    """A type in words: `list of strings`."""
    origin, args = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return type_text(args[0], several)
    if kind in WORDS:
        return WORDS[kind][several]
    if kind in TYPES.values():
        return f"[{kind.__name__}](#{kind.__name__.lower()})"
    if origin is Literal or (isinstance(kind, type) and issubclass(kind, Enum)):
        values = args or [member.value for member in kind]
        return " or ".join(f"`{json.dumps(value)}`" for value in values)
    if origin is types.UnionType:
        parts = [type_text(part) for part in args if part is not UnsetType]
        return " or ".join(parts) + (", or left out" if UnsetType in args else "")
    if origin is dict:
        return f"{'objects' if several else 'object'} of {type_text(args[1], True)}"
    if origin is tuple and args[-1] is not Ellipsis:
        return f"{'pairs' if several else 'pair'} of {type_text(args[0], True)}"
    if origin is tuple:
        return f"{'lists' if several else 'list'} of {type_text(args[0], True)}"
    raise TypeError(f"no words for {kind}")


def parts(kind: Any) -> Iterator[type[Answer]]:
    """The answers inside a type, in their order."""
    if kind in TYPES.values():
        yield kind
    for part in get_args(kind):
        yield from parts(part)


def table(kind: type[Answer]) -> str:
    """The keys of an answer as a table in Markdown. Raises ValueError for a key that does not say what it means."""
    if silent := [field.name for field in fields_of(kind) if not field.meaning]:
        raise ValueError(f"{kind.__name__} does not say what {silent} mean")
    rows = [f"| `{field.name}` | {type_text(field.kind)} | {field.meaning} |" for field in fields_of(kind)]
    return "\n".join(
        [f"### {kind.__name__}", "", first_line(kind), "", "| key | type | meaning |", "|---|---|---|", *rows]
    )


def first_line(kind: type[Answer]) -> str:
    """What an answer is, in a sentence or two."""
    return (kind.__doc__ or "").splitlines()[0]


def page(text: str) -> str:
    """The page with all its tables made anew; one that stands above already is not repeated. Raises KeyError."""
    shown: set[type[Answer]] = set()

    def tables(kind: type[Answer]) -> Iterator[str]:
        if kind not in shown:
            shown.add(kind)
            yield table(kind)
            for part in (part for field in fields_of(kind) for part in parts(field.kind)):
                yield from tables(part)

    def place(match: re.Match[str]) -> str:
        return "\n".join([match[1], *(f"{one}\n" for one in tables(TYPES[match[2]])), match[3]])

    return PLACE.sub(place, text)
