"""McMahon against McMahon Regular against Swiss, on the same fields."""

from __future__ import annotations

from ...solver.profiles import load_profile
from .. import metrics as m
from .common import Arm, Figures, Method, Size, Study, arms_of, preset


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
    return "TODO"


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
    limits="TODO",
    plotted=("distance_mean", "unbeaten_winner", "best_wins", "kendall"),
)
