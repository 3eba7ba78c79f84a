"""McMahon against McMahon Regular against Swiss, on the same fields."""

from __future__ import annotations

from mcmahon.io.settings.profiles import load_profile

from ..simulations import metrics as m
from ..sweeps.figures import Figures
from .common import SPREADS, Arm, Method, Size, Study, arms_of, both, preset

SCALES = (1, 0, 2)  # of the spread of true strengths around ranks and ratings
CONTRASTS = (
    ("Swiss, its own profile", "Swiss"),
    ("Swiss, its own preset", "Swiss, its own profile"),
    ("Swiss, its own preset", "Swiss"),
)


def arms(size: Size) -> list[Arm]:
    """The start schemes, everything else the same; the Swiss with another profile, and with the whole preset."""
    return arms_of(
        {
            "McMahon": Method(),
            "McMahon Regular": Method(settings=preset(start__scheme="regular")),
            "Swiss": Method(settings=preset(start__scheme="swiss")),
            "Swiss, its own profile": Method(profile=load_profile("swiss"), settings=preset(start__scheme="swiss")),
            "Swiss, its own preset": Method(profile=load_profile("swiss"), settings=preset("swiss")),
        },
        size,
        SCALES,
    )


def answer(found: Figures) -> str:
    """The findings."""
    swiss, regular = "Swiss", "McMahon Regular"
    profile, whole = "Swiss, its own profile", "Swiss, its own preset"
    far, near = "{}, spread 2", "{}, spread 0"
    return (
        "* Compared with McMahon, a Swiss of five rounds has at all three spreads less even games "
        f"({both(found.gap, swiss, 'distance_mean')} rating points), a worse order "
        f"({both(found.gap, swiss, 'kendall')} of Kendall's tau), and less often one unbeaten winner "
        f"({both(found.gap, swiss, 'unbeaten_winner')} of the tournaments) and the best as winner "
        f"({both(found.gap, swiss, 'best_wins')}). Here the ranks, from which McMahon starts, are near the true "
        "strengths, which favours McMahon. With true strengths twice as far away, tau still differs by "
        f"{both(found.gap, swiss, 'kendall', far)}.\n"
        "* McMahon Regular has less even games than McMahon, and a worse order if the ranks are reliable: "
        f"{both(found.gap, regular, 'distance_mean', near)} points and {both(found.gap, regular, 'kendall', near)} of "
        f"tau with spread 0, {both(found.gap, regular, 'distance_mean')} and {both(found.gap, regular, 'kendall')} "
        f"with spread 1. With spread 2 ({both(found.gap, regular, 'distance_mean', far)}; "
        f"{both(found.gap, regular, 'kendall', far)}) neither difference shows in both models. At no "
        "spread do these tournaments show a difference in unbeaten winners or in wins of the best player.\n"
        "* The profile `swiss` alone changes the order of a Swiss by "
        f"{both(found.gap, profile, 'kendall', '{}', swiss)}; not both models show this. The rest of the "
        "preset `swiss` (points for byes and absences, placing, clubs and countries of all players) makes the order "
        "worse at all three spreads, by "
        f"{both(found.gap, whole, 'kendall', '{}', profile)}; this study does not tell which of these is the reason."
    )


STUDY = Study(
    name="systems",
    question="McMahon, McMahon Regular or Swiss: which gives even games, which one winner, which the right order?",
    advice=(
        "Play McMahon, not a Swiss, where ranks are half reliable: games are more even, and the order and "
        "the winner more often right."
    ),
    simulated=(
        "Preset `egf` without handicaps, profile `balanced-1`: start scheme `rank` with the bar nearest the "
        "middle of the BGA's table (McMahon), "
        "`regular` (equal groups cut from the top), `swiss` (all start with the same score); this Swiss also with the "
        f"profile `swiss`, and with the whole preset `swiss`. {SPREADS} distance_mean: mean distance of true "
        "strengths; one_sided: share of games whose favourite wins more than nine in ten; entropy: uncertainty of a "
        "game in bits; distinct_winner: nobody shares the first place; unbeaten_winner: one player alone leads in "
        "points "
        "and has won every round; best_wins: the truly strongest wins; kendall: Kendall's tau of places and true "
        "strengths; top_8: share of the eight strongest among the first eight."
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
    contrasts=CONTRASTS,
    arms=arms,
    answer=answer,
    limits=(
        "With 60 players, a Swiss needs one round more than these five for one unbeaten winner. Errors of ranks and "
        "ratings are random and do not all go in one direction. Games are without handicaps, which would make "
        "McMahon games more even."
    ),
    plotted=("distance_mean", "unbeaten_winner", "best_wins", "kendall"),
)
