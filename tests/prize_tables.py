"""Prizes for tests: a table as text, a field whose places are known, and who gets how much of it."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from dataclasses import replace
from typing import Any

from builders import tournament
from mcmahon.io.prizes_files import read_prizes
from mcmahon.model.prizes.awards import Awards, PrizeCase, award, prize_case
from mcmahon.model.tournament.tournament import Tournament

HEAD = "prize,list,order,place,value,currency,thing,besides\n"


def table(*lines: str) -> str:
    """`1st||1|300` (name, list, place, value in EUR or a thing): a table of prizes."""
    rows = []
    for line in lines:
        name, who, place, value, *more = [*line.split("|"), ""]
        money = value.replace(".", "").isdecimal()
        rows.append(
            f"{name},{who},,{place},{value if money else ''},{'EUR' if money else ''},{'' if money else value},"
        )
        if more[0]:
            rows[-1] = f"{name},{who},,{place},{more[0]},,{value},"  # a thing that has a value
    return HEAD + "".join(f"{row}\n" for row in rows)


def scored(ranks: str, columns: Mapping[str, Collection[str]] | None = None, **prizes: Any) -> Tournament:
    """Players a, b, c … whose scores before round 1 are those of their ranks; `columns` name who has `yes` in one.

    Equal ranks are tied in MMS; the earlier player has the higher rating, the second criterion.
    """
    given = {f"prizes__{key}": value for key, value in prizes.items()}
    given = {"placing__order": ["MMS", "RATING"], "prizes__tie_criteria": 1, "start__bar": "none", **given}
    made = tournament(ranks, preset="bga", rounds=1, **given)
    people = [
        replace(
            p,
            rating=p.rating - k,
            extra=tuple((title, "yes" if p.id in ids else "") for title, ids in (columns or {}).items()),
        )
        for k, p in enumerate(made.players)
    ]
    return made.with_players(people)


def awarded(t: Tournament, text: str, levels: Any = None) -> Awards:
    """The awards by a table."""
    return award(case(t, text), levels)


def case(t: Tournament, text: str) -> PrizeCase:
    """What is to be given by a table."""
    return prize_case(read_prizes(text), t)


def money(found: Awards) -> dict[str, float]:
    """The money of every player who gets any."""
    sums: dict[str, int] = {}
    for one in found.awards:
        for share in one.shares:
            sums[share.player] = sums.get(share.player, 0) + share.money
    return {player: amount / 100 for player, amount in sums.items() if amount}


def things(found: Awards) -> dict[str, str]:
    """Who gets which prizes that are things, by the name of the prize; several are joined."""
    got: dict[str, list[str]] = {}
    for one in found.awards:
        for share in one.shares:
            for prize in share.things:
                got.setdefault(prize.name, []).append(share.player)
    return {name: "".join(players) for name, players in got.items()}
