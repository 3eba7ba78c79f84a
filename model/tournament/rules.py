"""The rules of a round by the names that users, files and the judge use; a `CountRule` has a name of the user's."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, replace
from enum import StrEnum
from numbers import Integral
from typing import Any

from ..errors import WrongValue


class Rule(StrEnum):
    """The rules that a round can break; the first seven are those that a pair or a bye can break (`PAIR_RULES`)."""

    REPEATS = "repeats"
    FORBIDDEN = "forbidden"
    FAMILIES = "families"
    DIFFERENCE_CAP = "difference-cap"
    HANDICAP_CAP = "handicap-cap"
    SECOND_BYE = "second-bye"
    OTHER_GROUP = "other-group"
    UNKNOWN_PLAYER = "unknown player"
    ONE_GAME_EACH = "one game each"
    ENTERED = "entered"
    BYES = "byes"
    HANDICAP = "handicap"
    EVEN_AT_BAR = "even at the bar"
    FORCED = "forced"
    TABLES = "tables"

    @property
    def bit(self) -> int:
        """The rule in an array of what pairs break. Raises KeyError when no pair and no bye can break it."""
        return _BITS[self]


#: The rules that a pair or a bye can break.
PAIR_RULES = tuple(Rule)[:7]
#: The rules that can be relaxed in a draw, besides hard rules over sets of pairs.
RELAXABLE = (*PAIR_RULES, Rule.BYES)
_BITS = {rule: 1 << k for k, rule in enumerate(PAIR_RULES)}


def bits_of(rules: Iterable[Rule]) -> int:
    """The bits of several rules of pairs."""
    return sum(rule.bit for rule in set(rules))


def rules_in(bits: int) -> tuple[Rule, ...]:
    """The rules of pairs in a set of bits."""
    return tuple(rule for rule in PAIR_RULES if bits & rule.bit)


GREATEST_PRICE = 10**6


@dataclass(frozen=True, slots=True, kw_only=True)
class PairSet:
    """A kind of game that rules over pairs count; `games` says which in words, wherever they are counted.

    Player i counts by `formula`, or if i and j have a value of `column` in common. `once` is its name in version 1.0,
    which is still read.
    """

    name: str
    games: str
    formula: str = ""
    column: str = ""
    once: str = ""

    @property
    def shown(self) -> str:
        """The formula by which i counts."""
        return self.formula or f"shares(i.{self.column}, j.{self.column})"


PAIR_SETS: dict[str, PairSet] = {
    one.name: one
    for one in (
        PairSet(name="clubmates", games="games between clubmates", column="club", once="same_club"),
        PairSet(name="compatriots", games="games between compatriots", column="country", once="same_country"),
        PairSet(name="family", games="games within families and groups", formula="related"),
        PairSet(name="handicap_games", games="games with handicap", formula="stones > 0", once="handicap"),
        PairSet(name="draw_down", games="games of a player who is drawn down", formula="down"),
        PairSet(name="draw_up", games="games of a player who is drawn up", formula="up"),
        PairSet(name="float", games="games of two score groups", formula="down | up"),
        PairSet(
            name="visitor_meets_local",
            games="games of a visitor and a local",
            formula="i.local != j.local",
            once="visitor_local",
        ),
    )
}

#: What anybody can count in a round, by name, in words. Points are of McMahon scores with halves dropped.
COUNTS = {
    "pairs": "games",
    "byes": "byes",
    "repeats": "games of two who met before",
    "repeated_byes": "byes of players with one before",
    "mms_diff_sum": "sum of score differences in points",
    "four_or_more_apart": "games four or more points apart",
    "clubmates": PAIR_SETS["clubmates"].games,
    "compatriots": PAIR_SETS["compatriots"].games,
    "handicap_games": PAIR_SETS["handicap_games"].games,
    "handicap_stones": "stones of all handicaps",
    "draw_downs": "games of two with different points",
    "repeated_draw_downs": "players drawn down again",
    "repeated_draw_ups": "players drawn up again",
    "colour_imbalance_even": "colour imbalance in even games",
}

_ONCE = {one.once: one.name for one in PAIR_SETS.values() if one.once}
PLAYER_SETS = ("top_group", "local", "visitor")
_NAME = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_KEYS = {"name", "pairs", "at_most", "at_least", "per", "count", "price", "tier", "rounds", "reason"}

EXPECTED = (
    '{name = "few-clubmates", pairs = "clubmates", at_most = 3}; or at_least; optional: per = "score group" …, '
    f'count = "players", price = 1 to {GREATEST_PRICE} (hard without it), tier, rounds = "1-3", reason'
)

#: Names that a rule may not have: those of criteria (a test holds them together) and of the rules of pairs.
TAKEN = {"contenders", "seeding", "family", "handicap", *PAIR_RULES}


@dataclass(frozen=True, slots=True)
class CountRule:
    """So many games of a set, at most or at least, in each part of the field that `per` names.

    `pairs` are sets that must all hold: a name of PAIR_SETS, `same COLUMN`, or a set of players with `both` (may be
    left out), `one` or `any` before it: `any club = Praha`, `both top_group`. `per` is `round`, `score group`, `club`,
    `country` or a column. `players`: not games are counted but players who play one. Without a `price` the rule is
    hard; with one, each unit too many or too few costs as much, in the tier given. `rounds` are those that it is for,
    by default all.
    """

    name: str
    pairs: tuple[str, ...]
    limit: int
    at_least: bool = False
    per: str = "round"
    players: bool = False
    price: int | None = None
    tier: int = 1
    rounds: str = ""
    reason: str = ""

    def __str__(self) -> str:
        what = " and ".join(self.pairs)
        words = (
            f"{'at least' if self.at_least else 'at most'} {self.limit} {'players in ' if self.players else ''}{what}"
        )
        return words + (f" per {self.per}" if self.per != "round" else "")

    @property
    def about_locals(self) -> bool:
        """Whether it asks who is a local player, so that it counts nothing where no local club is named."""
        return any(name == "visitor_meets_local" or player_set(name)[1] in ("local", "visitor") for name in self.pairs)

    def as_once(self) -> dict[str, Any]:
        """The rule as version 1.0 said it, and as prints, records and certificates say it for ever."""
        once = tuple(PAIR_SETS[name].once or name if name in PAIR_SETS else name for name in self.pairs)
        return replace(self, pairs=once).plain()

    def plain(self) -> dict[str, Any]:
        """The rule as a TOML file says it."""
        data = {
            "name": self.name, "pairs": self.pairs[0] if len(self.pairs) == 1 else list(self.pairs),
            "at_least" if self.at_least else "at_most": self.limit, "per": self.per,
            "count": "players" if self.players else "games", "price": self.price, "tier": self.tier,
            "rounds": self.rounds, "reason": self.reason,
        }  # fmt: skip
        return {key: value for key, value in data.items() if _DEFAULTS.get(key, ()) != value}


#: What a key means if a rule does not have it.
_DEFAULTS: dict[str, Any] = {"per": "round", "count": "games", "price": None, "tier": 1, "rounds": "", "reason": ""}


def parse_count_rule(data: Any) -> CountRule:
    """A rule from a table of a profile or of the settings. Raises WrongValue saying what is wrong."""
    if not isinstance(data, Mapping):
        raise WrongValue(f"{data!r} is not a table")
    unknown = sorted(set(data) - _KEYS)
    if unknown:
        raise WrongValue(f"a rule has no key {unknown[0]!r}; its keys are {', '.join(sorted(_KEYS))}")
    name = data.get("name", "")
    if not isinstance(name, str) or not _NAME.fullmatch(name):
        raise WrongValue(f"a rule cannot be called {name!r}; use small letters, digits and hyphens")
    if name in TAKEN:
        raise WrongValue(f"a rule cannot be called {name!r}: a criterion or a built-in rule has this name")
    if ("at_most" in data) == ("at_least" in data):
        raise WrongValue(f"rule {name} needs either at_most or at_least, not both")
    pairs = data.get("pairs", ())
    pairs = (pairs,) if isinstance(pairs, str) else tuple(pairs) if isinstance(pairs, list | tuple) else ()
    if not pairs or not all(isinstance(p, str) and p for p in pairs):
        raise WrongValue(f"rule {name} needs pairs, such as {', '.join(PAIR_SETS)}")
    numbers = {key: int(one) for key, one in data.items() if isinstance(one, Integral) and not isinstance(one, bool)}
    data = _DEFAULTS | dict(data) | numbers
    per, count, price, tier = (data[key] for key in ("per", "count", "price", "tier"))
    limit = data.get("at_most", data.get("at_least"))
    for holds, wrong in (
        (price is None or _whole(price, 1, GREATEST_PRICE),
         f"price {price!r} must be a whole number from 1 to {GREATEST_PRICE}, or left out"),
        (_whole(limit, 0, 10**5), f"limit {limit!r} must be a whole number from 0"),
        (count in ("games", "players"), f"count {count!r} must be games or players"),
        (_whole(tier, 1, 99), f"tier {tier!r} must be a whole number from 1"),
        (isinstance(per, str) and per, f"per {per!r} must be round, score group, club, country or a column"),
    ):  # fmt: skip
        if not holds:
            raise WrongValue(f"rule {name}: {wrong}")
    return CountRule(
        name, tuple(normal_set(p, name) for p in pairs), limit, "at_least" in data, per, count == "players",
        price=price, tier=tier, rounds=str(data["rounds"]), reason=str(data["reason"]),
    )  # fmt: skip


def normal_set(text: str, rule: str) -> str:
    """A set of pairs in its one way of writing. Raises WrongValue when it is none."""
    words = text.split()
    if text in PAIR_SETS or text in _ONCE:
        return _ONCE.get(text, text)
    if words[:1] == ["same"] and len(words) > 1:
        return f"same {' '.join(words[1:])}"
    how, words = (words[0], words[1:]) if words[:1] and words[0] in ("both", "one", "any") else ("both", words)
    who = " ".join(words)
    column, equals, value = (part.strip() for part in who.partition("="))
    if who in PLAYER_SETS:
        return f"{how} {who}"
    if equals and column and value:
        return f"{how} {column} = {value}"
    known = ", ".join([*PAIR_SETS, *PLAYER_SETS])
    raise WrongValue(f"rule {rule}: pairs {text!r} must be {known}, same COLUMN, any club = NAME or one COLUMN = VALUE")


def same_column(text: str) -> str:
    """`club` of `clubmates` and `same club`; empty for a set that is not of players who are the same in a column."""
    return PAIR_SETS[text].column if text in PAIR_SETS else text[5:] if text[:5] == "same " else ""


def player_set(text: str) -> tuple[str, str]:
    """`any` and `club = Praha` of `any club = Praha`; empty texts for a set that is not made of players."""
    how, _, who = text.partition(" ")
    return (how, who) if how in ("both", "one", "any") else ("", "")


def _whole(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high
