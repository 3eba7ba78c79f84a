"""What the page of the model prints, random entrants by their names on it, and small rounds with every draw of them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from itertools import chain, combinations
from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import numpy as np
from criteria_again import of_bye, of_game
from mcmahon.model.pairing.counts import Count
from mcmahon.model.pairing.criteria import CRITERIA
from mcmahon.model.pairing.field import Field
from mcmahon.model.pairing.profile import Profile, Weight
from mcmahon.model.pairing.round_problem import RoundProblem
from mcmahon.model.tournament.rules import PAIR_RULES, PAIR_SETS, parse_count_rule

ROOT = Path(__file__).parents[1]
TEXT = (ROOT / "docs" / "explanation" / "model.md").read_text(encoding="utf-8")
SECTIONS = {part.split("\n", 1)[0]: part for part in TEXT.split("\n## ")}
Names = dict[str, Any]


# What the page prints.


def blocks(language: str, text: str) -> list[str]:
    """The contents of all blocks of a language."""
    return re.findall(rf"^```{language}\n(.*?)\n```$", text, re.MULTILINE | re.DOTALL)


def math_rows() -> list[str]:
    """The displayed formulas: each line of an `aligned` block, without the sign that ends a line."""
    return [row.removesuffix(r" \\") for block in blocks("math", TEXT) for row in block.splitlines()[1:-1]]


def code_of(section: str) -> ast.Module:
    """The Python blocks of a section."""
    return ast.parse("\n".join(blocks("python", SECTIONS[section])))


def table_of(section: str) -> list[list[str]]:
    """The cells of a section's table without its head, code without its marks."""
    rows = [re.split(r"(?<!\\)\|", row) for row in re.findall(r"^\|(.*)\|$", SECTIONS[section], re.MULTILINE)]
    return [[cell.strip().strip("`").replace("\\|", "|") for cell in row] for row in rows[2:]]


CODE = {section: compile(code_of(section), section, "exec") for section in SECTIONS}


def computed(section: str, names: Names) -> Names:
    """All names of a section's blocks, from those given."""
    exec(CODE[section], names)
    return names


# Random entrants, by their names on the page.

OF_A_PLAYER = (
    "score", "strength", "even", "exempt", "local", "met_local", "place", "size", "drawn_down", "drawn_up", "colours",
    "byes", "free_wins", "key", "first_places",
)  # fmt: skip
SETS = [*PAIR_SETS, "same COLUMN", "both SET", "one SET", "any SET"]
METHODS, PLACES = ("slide", "fold", "adjacent", "random"), ("top", "middle", "bottom")
FIELDS = range(40)


@cache
def some_field(seed: int, size: int = 0) -> Field:
    """Entrants at random: 10, of the first field 24 in one score group, where roundings of `seeding` show.

    Each seeding method is that of every fourth field; half points count in four of eight.
    """
    rng, size = np.random.default_rng(seed), size or (10 if seed else 24)

    def few(top: int, low: int = 0) -> Any:
        return rng.integers(low, top, size)

    def some() -> Any:
        return rng.random(size) < 0.4

    score, country, town, local = few(2 * (seed % 5) - 1, -2), few(2, -1), few(3, -1), some() & (seed % 5 > 0)
    club = rng.integers(-1, 3, (size, 2)) if seed % 3 == 0 else few(3, -1)
    return Field(
        ids=tuple(f"{k:02}" for k in range(size)), score=score, strength=few(12), even=some(), exempt=some(),
        club=club, country=country, families=rng.integers(-1, 4, (size, 2)), local=local, met_local=some(),
        place=np.array([(score[:k] == score[k]).sum() for k in range(size)]),
        size=np.array([(score == own).sum() for own in score]), drawn_down=few(3), drawn_up=few(3),
        colours=few(4, -3), byes=few(4) // 3, free_wins=few(2), key=rng.integers(0, 2**64, size, dtype=np.uint64),
        first_places=few(30), seeding=METHODS[seed % 4], float_down=PLACES[seed % 3], float_up=PLACES[seed // 3 % 3],
        stones_off=seed % 3, most_stones=seed % 7, columns={"club": club, "country": country, "town": town},
        sets={"local": local, "visitor": ~local, "top_group": some()}, steps=1 + seed // 4 % 2,
    )  # fmt: skip


def known(codes: Any) -> set[int]:
    """The codes of an entrant as a set, empty if nothing is known."""
    return {int(code) for code in np.ravel(codes) if code >= 0}


def entrant(field: Field, k: int) -> SimpleNamespace:
    """An entrant as `criteria_again` wants one."""
    own: Names = {name: getattr(field, name)[k].item() for name in OF_A_PLAYER}
    return SimpleNamespace(**own, **{name: known(getattr(field, name)[k]) for name in ("club", "country", "families")})


def whole(field: Field) -> SimpleNamespace:
    """The values of a field that all entrants share."""
    names = ("steps", "stones_off", "most_stones", "float_down", "float_up", "seeding")
    own: Names = {name: getattr(field, name) for name in names}
    least, most = int(field.score.min()), int(field.score.max())
    return SimpleNamespace(**own, lowest=least, highest=most, any_local=bool(field.local.any()))


def lots_of(field: Field, i: int, j: int) -> Names:
    """The lots of two entrants by the page, that of a criterion with 32 bits."""
    return computed("Lottery", {"i": entrant(field, i), "j": entrant(field, j), "n": 2**32})


def game_values(field: Field, i: int, j: int) -> dict[str, int]:
    """The values of a game in the criteria, by `criteria_again`."""
    i, j = (i, j) if field.score[i] >= field.score[j] else (j, i)
    lot = lots_of(field, i, j)["lot_in_a_criterion"]
    return of_game(entrant(field, i), entrant(field, j), whole(field), lot)


def bye_values(field: Field, k: int) -> dict[str, int]:
    """The values of a bye in the criteria, by `criteria_again`."""
    return of_bye(entrant(field, k), whole(field))


@cache
def all_games(seed: int) -> list[tuple[int, int, dict[str, int]]]:
    """All pairs of a field, both ways round, and their values."""
    field, every = some_field(seed), range(len(some_field(seed)))
    return [(i, j, game_values(field, i, j)) for i in every for j in every if i != j]


@cache
def all_byes(seed: int) -> list[dict[str, int]]:
    """The values of the bye of each entrant of a field."""
    return [bye_values(some_field(seed), k) for k in range(len(some_field(seed)))]


def counting(field: Field, names: list[str], players: bool = False, per: str = "round", **more: Any) -> Count:
    """A rule over these sets, in the parts of the field that `per` names, without forced pairs."""
    counted = {"count": "players" if players else "games", "per": per}
    rule = parse_count_rule({"name": "r", "pairs": names} | counted | more)
    scope = {
        "round": np.zeros(len(field), dtype=np.int64),
        "score group": np.unique(field.score, return_inverse=True)[1],
        "town": field.columns["town"],
    }[per]
    labels = tuple(str(k) for k in range(scope.max(initial=0) + 1))
    return Count(rule, scope, labels, np.zeros(len(labels), dtype=np.int64))


def named_set(row: str) -> str:
    """A set of pairs as a rule may write it, by its row of the table."""
    return row.replace("COLUMN", "town").replace("SET", "top_group")


# Small rounds: every draw of them, legal or not.


@dataclass(frozen=True, slots=True)
class Draw:
    """A choice of x (pairs, as i < j) and b (byes)."""

    pairs: frozenset[tuple[int, int]]
    byes: frozenset[int]


@cache
def draws(size: int) -> tuple[Draw, ...]:
    """All choices of 4 players; of more those in which nobody has two games, or a game and a bye."""
    if size == 4:
        every = [*combinations(range(4), 2), *range(4)]
        chosen = chain.from_iterable(combinations(every, k) for k in range(len(every) + 1))
        return tuple(
            Draw(frozenset(c for c in one if isinstance(c, tuple)), frozenset(c for c in one if isinstance(c, int)))
            for one in chosen
        )
    return tuple(Draw(frozenset(pairs), frozenset(byes)) for pairs, byes in _single(tuple(range(size))))


def _single(players: tuple[int, ...]) -> Iterator[tuple[tuple[tuple[int, int], ...], tuple[int, ...]]]:
    """Each of these players idle, with the bye or in one game."""
    if not players:
        yield (), ()
        return
    first, *others = players
    for pairs, byes in _single(tuple(others)):
        yield pairs, byes
        yield pairs, (first, *byes)
    for other in others:
        for pairs, byes in _single(tuple(k for k in others if k != other)):
            yield ((first, other), *pairs), byes


@cache
def some_round(seed: int) -> RoundProblem:
    """4 to 7 random entrants with every kind of rule, weights in two tiers, and things fixed by hand."""
    rng = Random(seed)
    field = some_field(seed, rng.choice([4, 4, 5, 5, 6, 7]))
    every = [*combinations(range(len(field)), 2)]
    chosen = rng.sample(range(len(field)), 4)
    forced = (tuple(sorted(chosen[:2])),) if rng.random() < 0.3 else ()
    barred = {pair: rng.choice((1, 2, 4, 64, 65)) for pair in rng.sample(every, rng.choice((0, 2, 5)))}
    codes = sorted((i * len(field) + j, bits) for (i, j), bits in barred.items())
    weights = tuple(Weight(name, rng.randint(1, 9), tier=rng.choice((1, 2))) for name in rng.sample(list(CRITERIA), 8))
    counts = []
    for k in range(rng.choice((0, 1, 2, 2))):
        limit = {rng.choice(("at_most", "at_least")): rng.choice((0, 1, 2))}
        price = {"price": rng.choice((3, 50)), "tier": rng.choice((1, 2))} if rng.random() < 0.4 else {}
        sets = [named_set(rng.choice(SETS))]
        count = counting(field, sets, rng.random() < 0.3, rng.choice(("round", "town")), **limit, **price)
        count = replace(count, rule=replace(count.rule, name=f"rule-{k}"))
        i, j = np.array(forced, dtype=np.int64).reshape(-1, 2).T
        counts.append(replace(count, forced_count=count.of_pairs(field, i, j)))
    relaxed = rng.random() < 0.3
    return RoundProblem(
        1, field, Profile("some", "", weights), np.array([code for code, _ in codes], dtype=np.int64),
        np.array([bits for _, bits in codes], dtype=np.int64), forced=forced,
        forced_byes=tuple(chosen[2:3]) if rng.random() < 0.2 else (), max_difference=rng.choice((0, 0, 1, 2)),
        max_handicap=rng.choice((0, 0, 1, 2)), counts=tuple(counts),
        relaxed=frozenset(rng.sample(PAIR_RULES, 3)) if relaxed else frozenset(),
        relaxed_counts=frozenset({"rule-0"}) if relaxed and counts and counts[0].rule.price is None else frozenset(),
    )  # fmt: skip
