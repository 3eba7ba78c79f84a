"""Which seeding inside the score groups ranks best, and which makes the most even games."""

from __future__ import annotations

import math

from mcmahon.io.settings.profiles import load_profile

from ..simulations import metrics as m
from ..sweeps.figures import Figures
from .common import ONE_SPREAD, PROFILE, Arm, Method, Size, Study, arms_of, both, preset

WAYS = ("slide", "fold", "adjacent", "random")
BY_RATING = "adjacent by rating"
#: What our engine is given: the order of each round's score groups, for every way.
ORDERS = {way: [f"1-2 {way} RATING", f"3+ {way} SOS RATING"] for way in WAYS} | {BY_RATING: ["1+ adjacent RATING"]}
HEAVY = ("slide", "fold", "adjacent", BY_RATING)  # those with a weight of 100, too
CONTRASTS = (
    *((f"ours: {way}, weight 100", f"ours: {way}") for way in HEAVY),
    (f"ours: {BY_RATING}", "ours: adjacent"),
    *((f"{who}: adjacent", f"{who}: {way}") for who in ("by hand", "ours") for way in WAYS if way != "adjacent"),
)


def arms(size: Size) -> list[Arm]:
    """The draws by hand; ours with its default seeding, with each method, and with some of them weighing more."""
    methods = {"ours": Method()}
    methods |= {f"by hand: {way}": Method(way) for way in WAYS}
    settings = {way: preset(pairing__seeding=order) for way, order in ORDERS.items()}
    methods |= {f"ours: {way}": Method(settings=own) for way, own in settings.items()}
    heavy = load_profile(PROFILE).with_weights({"seeding": 100})
    methods |= {f"ours: {way}, weight 100": Method(profile=heavy, settings=settings[way]) for way in HEAVY}
    return arms_of(methods, size)


def answer(found: Figures) -> str:
    """The findings."""
    hand, near, rated = "by hand: adjacent", "ours: adjacent", f"ours: {BY_RATING}"
    heavy = f"{rated}, weight 100"
    most = max(abs(end) for f in found.every if f.metric == "kendall" for end in f.difference)
    return (
        "* The order of the whole field hardly depends on the seeding: no interval of a difference on this page goes "
        f"beyond {math.ceil(1000 * most) / 1000:.3f} of Kendall's tau. In both models only two methods are worse than "
        f"`ours`: adjacent by hand ({both(found.gap, hand, 'kendall')}) and adjacent by rating with the heavy weight "
        f"({both(found.gap, heavy, 'kendall')}; inside the top group {both(found.gap, heavy, 'kendall_top')}). "
        "Among draws by hand, adjacent is worse than slide in both models "
        f"({both(found.gap, hand, 'kendall', '{}', 'by hand: slide')}), but not worse than fold and random.\n"
        "* Winners: for no method do both models show a difference in wins of the best player.\n"
        "* Games are most even with adjacent. With our engine, true strengths are nearer by "
        f"{both(found.gap, near, 'distance_mean', '{}', 'ours: slide')} points than with slide, "
        f"{both(found.gap, near, 'distance_mean', '{}', 'ours: fold')} than with fold, "
        f"{both(found.gap, near, 'distance_mean', '{}', 'ours: random')} than at random. The order of the "
        f"field shows no cost ({both(found.gap, near, 'kendall')} of tau from `ours`).\n"
        "* With 25 times the weight and adjacent by rating in all rounds, games are even closer: by "
        f"{both(found.gap, heavy, 'distance_mean', '{}', rated)} points from the usual weight, "
        f"{both(found.gap, heavy, 'distance_mean')} from `ours`. Compared with `ours` the order is worse (see "
        f"above); compared with the usual weight, not both models show a cost "
        f"({both(found.gap, heavy, 'kendall', '{}', rated)} of tau, "
        f"{both(found.gap, heavy, 'kendall_top', '{}', rated)} inside the top group).\n"
        "* So for a good order these tournaments give no reason to leave the default (slide, then fold). For even "
        "games, choose adjacent."
    )


STUDY = Study(
    name="seeding",
    question="Which seeding inside a score group ranks best, and which gives the most even games?",
    advice=(
        "Keep the default seeding (slide, then fold). With some 60 players choose adjacent if even games matter most: "
        "no cost for the order shows. With 250 and more it does ([scale](scale.md))."
    ),
    simulated=(
        "Preset `egf`, bar nearest the middle of the BGA's table. `by hand: …` draws score group by score group "
        "by one method and ignores clubs, countries and colours (bench/engines/hand_draw.py); `ours` is the engine "
        "with profile `balanced-1` and its default "
        "seeding (slide by rating in rounds 1 and 2, then fold by SOS); `ours: …` has one method in all rounds, from "
        "round 3 by SOS unless its name has `by rating`; `weight 100` is 25 times the default weight of the criterion "
        "`seeding`. kendall: Kendall's tau of places and true strengths; best_wins: the truly strongest wins; "
        "distance_mean: mean distance of true strengths; one_sided: share of games whose favourite wins more than "
        "nine in ten; "
        "entropy: uncertainty of a game in bits."
    ),
    size=Size(120),
    metrics={f.__name__: f for f in (m.kendall, m.kendall_top, m.best_wins, m.distance_mean, m.one_sided, m.entropy)},
    baseline="ours",
    contrasts=CONTRASTS,
    arms=arms,
    answer=answer,
    limits=(
        "One size, one length and one shape of fields: that no difference shows in 60 players does not say that there "
        "is none, and in [larger fields](scale.md) neighbours by rating cost order. 85 % of the players have a rating. "
        "The draws by hand ignore clubs, countries and colours. So where they are better than ours, part of the "
        f"difference is the cost of these wishes. {ONE_SPREAD}"
    ),
    plotted=("kendall", "best_wins", "distance_mean"),
)
