"""The exact assignment of prizes: against every fair one on small fields, by an example, and fast on large ones."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator
from itertools import product

import pytest
from mcmahon.model.prizes.awards import PrizeClaim, award, highest_first, holders, in_order_of_value
from mcmahon.model.prizes.prize import Condition, Prize
from mcmahon.solver.most_prizes import most_prizes
from prize_tables import awarded, case, money, scored, table

Choice = tuple[int, str]  # the tier of a prize, and the player of it who has the prize
Goal = tuple[int, int, tuple[int, ...]]


def every_fair_assignment(claims: list[PrizeClaim]) -> Iterator[list[Choice | None]]:
    """All assignments in which nobody is passed over, one prize a person; written without the program's own."""
    options = [[None, *((t, p) for t, tier in enumerate(c.tiers) for p in tier)] for c in claims]
    for chosen in product(*options):
        players = [one[1] for one in chosen if one]
        if len({*players}) == len(players) and _is_fair(claims, chosen):
            yield [*chosen]


def _is_fair(claims: list[PrizeClaim], chosen: tuple[Choice | None, ...]) -> bool:
    held = {one[1]: (k, one[0]) for k, one in enumerate(chosen) if one}

    def is_safe(player: str, value: int) -> bool:
        """The player, and everybody to share with, has a prize of the value."""
        reached, todo = {player}, [player]
        while todo:
            one = todo.pop()
            if one not in held or claims[held[one][0]].prize.value < value:
                return False
            k, tier = held[one]
            new = {*claims[k].tiers[tier]} - reached
            reached |= new
            todo += new
        return True

    for claim, one in zip(claims, chosen, strict=True):
        above = claim.tiers[: one[0]] if one else claim.tiers
        if not all(is_safe(player, claim.prize.value) for tier in above for player in tier):
            return False
    return True


def goal(claims: list[PrizeClaim], levels: list[int | None]) -> Goal:
    """How many, how much, and for each prize in the order of value how good its tier is."""
    order = in_order_of_value(claims)
    given = [k for k in order if levels[k] is not None]
    tiers = tuple(-(len(claims[k].tiers) if levels[k] is None else levels[k] or 0) for k in order)
    return len(given), sum(claims[k].prize.value for k in given), tiers


def random_claims(lots: random.Random) -> list[PrizeClaim]:
    people, claims, tied = "abcde"[: lots.randint(1, 5)], [], lots.random() < 0.5
    for number in range(1, lots.randint(1, 4) + 1):
        listed = [player for player in people if lots.random() < 0.6]
        tiers: list[tuple[str, ...]] = []
        for player in listed:
            joins = tied and tiers and lots.random() < 0.5
            tiers = [*tiers[:-1], (*tiers[-1], player)] if joins else [*tiers, (player,)]
        claims.append(
            PrizeClaim(Prize(number, "", Condition(), value=lots.choice([10, 20, 30]), currency="EUR"), (*tiers,))
        )
    return claims


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(4))
def test_no_fair_assignment_is_better(seed: int) -> None:
    """Of small fields every assignment is tried; the most valuable first is fair, too, but not always the best."""
    lots, worse = random.Random(seed), 0
    for _ in range(150):
        claims = random_claims(lots)
        fair = {goal(claims, [one[0] if one else None for one in chosen]) for chosen in every_fair_assignment(claims)}
        found = most_prizes(claims)
        assert goal(claims, found) == max(fair), claims
        first = highest_first(claims)
        assert goal(claims, first) in fair
        worse += goal(claims, first) != max(fair)
        who = holders(claims, found)
        assert len({*who.values()}) == len(who) == goal(claims, found)[0]
    assert worse


def test_two_prizes_of_one_value_are_both_given() -> None:
    """b is the only woman: she gets the women's prize, so that the other one can be given, too."""
    t = scored("3d 2d 1d", {"women": "b"}, ties="decide")
    prizes = table("1st||1|100", "2nd||2|50", "woman|women=yes|1|50")
    first = awarded(t, prizes)
    assert money(first) == {"a": 100, "b": 50}
    assert [one.name for one in first.left] == ["woman"]
    best = awarded(t, prizes, most_prizes(case(t, prizes).claims))
    assert money(best) == {"a": 100, "b": 50, "c": 50}
    assert best.left == ()


def test_a_larger_prize_is_not_left_for_a_smaller_one() -> None:
    """Who is first gets 100, not 50, although more prizes could be given otherwise."""
    t = scored("3d 2d", {"women": "a"}, ties="decide")
    prizes = table("1st||1|100", "woman|women=yes|1|50")
    assert money(awarded(t, prizes, most_prizes(case(t, prizes).claims))) == {"a": 100}


@pytest.mark.slow
@pytest.mark.parametrize("ties", ["share", "decide"])
def test_a_hundred_prizes_for_a_thousand_players(ties: str) -> None:
    """The most valuable first in a moment; most of them in seconds, although lists overlap and have too few players."""
    lots = random.Random(7)
    columns = {name: {f"p{lots.randrange(30, 1000)}" for _ in range(14)} for name in "uvwxyz"}
    t = scored(" ".join(f"{lots.randint(1, 20)}k" for _ in range(1000)), columns, ties=ties)
    lines = [f"{who}{k}|{who}=yes|{k}|{200 - 40 * (k // 5)}" for who in columns for k in range(1, 18)]
    begun = time.perf_counter()
    found = case(t, table(*lines))
    award(found)
    assert time.perf_counter() - begun < 3
    assert any(level is None for level in highest_first(found.claims))
    begun = time.perf_counter()
    levels = most_prizes(found.claims)
    assert time.perf_counter() - begun < 60
    assert goal([*found.claims], levels) >= goal([*found.claims], highest_first(found.claims))
