"""McMahon against McMahon Regular against Swiss, on the same fields."""

from __future__ import annotations

from ...solver.profiles import load_profile
from .. import metrics as m
from ..figures import Figures
from .common import Arm, Method, Size, Study, arms_of, preset


def arms(size: Size) -> list[Arm]:
    """The start schemes, everything else the same; and the preset `swiss` with its own profile and tie-breaks."""
    return arms_of(
        {
            "McMahon": Method(),
            "McMahon Regular": Method(settings=preset(start__scheme="regular")),
            "Swiss": Method(settings=preset(start__scheme="swiss")),
            "Swiss, its own preset": Method(profile=load_profile("swiss"), settings=preset("swiss")),
        },
        size,
    )


def answer(found: Figures) -> str:
    """The findings."""
    regular = "McMahon Regular"
    return (
        "McMahon has the most even games and the best order by both models: against it McMahon Regular has games "
        f"{found.gap('egf', regular, 'distance_mean')} (`egf`) and {found.gap('aga', regular, 'distance_mean')} "
        f"(`aga`) rating points wider, Swiss {found.gap('egf', 'Swiss', 'distance_mean')} and "
        f"{found.gap('aga', 'Swiss', 'distance_mean')}, with {found.gap('egf', 'Swiss', 'one_sided')} and "
        f"{found.gap('aga', 'Swiss', 'one_sided')} more of the games one-sided. A single unbeaten winner and the best "
        "as winner come as often by McMahon Regular as by McMahon, as far as so many tournaments show, and less often "
        f"in a Swiss of five rounds ({found.gap('egf', 'Swiss', 'unbeaten_winner')} and "
        f"{found.gap('aga', 'Swiss', 'unbeaten_winner')}; {found.gap('egf', 'Swiss', 'best_wins')} and "
        f"{found.gap('aga', 'Swiss', 'best_wins')}). Its own preset does a Swiss no good in fields like these: the "
        f"order is {found.gap('egf', 'Swiss, its own preset', 'kendall')} and "
        f"{found.gap('aga', 'Swiss, its own preset', 'kendall')} of Kendall's tau from McMahon's, that of the Swiss by "
        f"the other settings {found.gap('egf', 'Swiss', 'kendall')} and {found.gap('aga', 'Swiss', 'kendall')}."
    )


STUDY = Study(
    name="systems",
    question="McMahon, McMahon Regular or Swiss: which gives even games, which one winner, which the right order?",
    simulated=(
        "Preset `egf` without handicaps, profile `balanced`: start scheme `rank` with the automatic bar (McMahon), "
        "`regular` (equal groups cut from the top), `swiss` (everybody starts level); and the preset `swiss` with the "
        "profile `swiss`. distance_mean: mean distance of true strengths; one_sided: share of games whose favourite "
        "wins nine in ten; entropy: uncertainty of a game in bits; distinct_winner: nobody shares the first place; "
        "unbeaten_winner: one player alone leads in points and has won every round; best_wins: the truly strongest "
        "wins; kendall: Kendall's tau of places and true strengths; top_8: share of the eight strongest among the "
        "first eight."
    ),
    size=Size(100),
    metrics={
        f.__name__: f
        for f in (
            m.distance_mean,
            m.one_sided,
            m.entropy,
            m.distinct_winner,
            m.unbeaten_winner,
            m.best_wins,
            m.kendall,
            m.top_8,
        )
    },
    baseline="McMahon",
    arms=arms,
    answer=answer,
    limits=(
        "Five rounds of 60 players are one short of what a Swiss needs for one unbeaten winner. McMahon starts from "
        "declared ranks that are near the truth here, which gives it most of its order; with worse ranks it would have "
        "less. Handicaps, which McMahon could give and which make games more even, are off."
    ),
    plotted=("distance_mean", "unbeaten_winner", "best_wins", "kendall"),
)
