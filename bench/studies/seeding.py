"""Which seeding inside the score groups ranks best, and which makes the most even games."""

from __future__ import annotations

from ...solver.profiles import load_profile
from .. import metrics as m
from ..figures import Figures
from .common import Arm, Method, Size, Study, arms_of, preset

WAYS = ("slide", "fold", "adjacent", "random")


def order(way: str) -> list[str]:
    """One seeding method in all rounds, score groups ordered as by default."""
    return [f"1-2 {way} RATING", f"3+ {way} SOS RATING"]


def arms(size: Size) -> list[Arm]:
    """The draws by hand; ours with its default seeding, with each method, and with slide and fold weighing more."""
    methods = {"ours": Method()}
    methods |= {f"by hand: {way}": Method(way) for way in WAYS}
    methods |= {f"ours: {way}": Method(settings=preset(pairing__seeding=order(way))) for way in WAYS}
    heavy = load_profile("balanced").with_weights({"seeding": 100})
    methods |= {
        f"ours: {way}, weight 100": Method(profile=heavy, settings=preset(pairing__seeding=order(way)))
        for way in ("slide", "fold", "adjacent")
    }
    return arms_of(methods, size)


def answer(found: Figures) -> str:
    """The findings."""
    near = "ours: adjacent"
    return (
        "For the order of the whole field it hardly matters: no method is better than `ours` by more than a hundredth "
        f"of Kendall's tau, by hand fold is best by `egf` ({found.gap('egf', 'by hand: fold', 'kendall')}) but not by "
        f"`aga` ({found.gap('aga', 'by hand: fold', 'kendall')}), adjacent is the worst by both "
        f"({found.gap('egf', 'by hand: adjacent', 'kendall')}; {found.gap('aga', 'by hand: adjacent', 'kendall')}), "
        "and who wins is not told apart: no method has more wins of the best by both models. The most even games are "
        f"those of adjacent: {found.gap('egf', near, 'distance_mean')} rating points by `egf` and "
        f"{found.gap('aga', near, 'distance_mean')} by `aga` with our engine, for "
        f"{found.gap('egf', near, 'kendall')} and {found.gap('aga', near, 'kendall')} of tau. Twenty-five times the "
        "weight of the criterion changes neither clearly, so that the default (slide, then fold) is as good as any for "
        "the order, and adjacent is for those who want even games."
    )


STUDY = Study(
    name="seeding",
    question="Which seeding inside a score group ranks best, and which gives the most even games?",
    simulated=(
        "Preset `egf`, automatic bar. `by hand: …` draws score group by score group by one method, clubs, countries "
        "and colours not looked at (bench/hand_draw.py); `ours` is the engine with profile `balanced` and its default "
        "seeding (slide by rating in rounds 1 and 2, then fold by SOS); `ours: …` has one method in all rounds, "
        "`weight 100` with 25 times the weight of the criterion `seeding`. kendall: Kendall's tau of places and true "
        "strengths; best_wins: the truly strongest wins; distance_mean: mean distance of true strengths; one_sided: "
        "share of games whose favourite wins nine in ten; entropy: uncertainty of a game in bits."
    ),
    size=Size(120),
    metrics={f.__name__: f for f in (m.kendall, m.kendall_top, m.best_wins, m.distance_mean, m.one_sided, m.entropy)},
    baseline="ours",
    arms=arms,
    answer=answer,
    limits=(
        "One size, one length, one shape of fields; ratings are known for 85 % of the players, and true strengths "
        "spread around them widely, which blurs what an order by rating can do. Many differences are looked at: of "
        "those without an effect one in twenty has an interval without 0. The draws by hand ignore clubs, countries "
        "and colours, so that their lead over ours, where there is any, is also what these wishes cost."
    ),
    plotted=("kendall", "best_wins", "distance_mean"),
)
