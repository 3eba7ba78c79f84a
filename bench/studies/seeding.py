"""Which seeding inside the score groups ranks best, and which makes the most even games."""

from __future__ import annotations

from .. import metrics as m
from .common import Arm, Figures, Method, Size, Study, arms_of, preset, with_weights

WAYS = ("slide", "fold", "adjacent", "random")


def order(way: str) -> list[str]:
    """One seeding method in all rounds, score groups ordered as by default."""
    return [f"1-2 {way} RATING", f"3+ {way} SOS RATING"]


def arms(size: Size) -> list[Arm]:
    """The draws by hand; ours with its default seeding, with each method, and with slide and fold weighing more."""
    methods = {"ours": Method()}
    methods |= {f"by hand: {way}": Method(way) for way in WAYS}
    methods |= {f"ours: {way}": Method(settings=preset(pairing__seeding=order(way))) for way in WAYS}
    heavy = with_weights("balanced", seeding=100)
    methods |= {
        f"ours: {way}, weight 100": Method(profile=heavy, settings=preset(pairing__seeding=order(way)))
        for way in ("slide", "fold", "adjacent")
    }
    return arms_of(methods, size)


def answer(found: Figures) -> str:
    """The findings."""
    return "TODO"


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
    limits="TODO",
    plotted=("kendall", "best_wins", "distance_mean"),
)
