"""Which gains more: another way to pair, or another way to rank."""

from __future__ import annotations

from mcmahon.io.settings.profiles import load_profile

from ..simulations.rankings import ORDERS, tau_of
from ..sweeps.figures import Figures
from .common import SPREADS, Arm, Method, Size, Study, arms_of, both, preset

OURS, BY_LOT, SWISS = "McMahon, ours", "McMahon, by hand: random", "Swiss, ours"
SCALES = (1, 0, 2)


def arms(size: Size) -> list[Arm]:
    """Ways to pair; the ways to rank are the metrics."""
    even = preset(placing__order=["MMS", "SOS", "SOSOS"])
    methods = {
        OURS: Method(profile=load_profile("balanced"), settings=even),
        BY_LOT: Method(engine="random", profile=load_profile("balanced"), settings=even),
        SWISS: Method(profile=load_profile("balanced"), settings=preset(start__scheme="swiss")),
    }
    return arms_of(methods, size, SCALES)


def answer(found: Figures) -> str:
    """The findings."""
    gap, mean, far = found.gap, found.mean, "{}, spread 2"
    sos, both_know = "points_sos", "bradley_terry_listed"
    return (
        "* **Start scores gain most.** A Swiss instead of McMahon, placed by points and SOS, changes tau by "
        f"{both(gap, SWISS, sos)}; with true strengths twice as far from the list by {both(gap, SWISS, sos, far)}.\n"
        "* **Pairing inside score groups gains nothing here**: by lots instead of our engine tau changes by "
        f"{both(gap, BY_LOT, sos)}, and at no spread does a difference show in both models. What our engine gains is "
        "elsewhere: clubs, countries, colours, floats.\n"
        "* **Ranking by results alone gains nothing over points and SOS** in a McMahon: points and SOS "
        f"{both(mean, OURS, sos)}, least squares {both(mean, OURS, 'least_squares')}, Bradley–Terry "
        f"{both(mean, OURS, 'bradley_terry')}. Points of McMahon contain the rank, which the other two do not know; "
        "only where true strengths are far from the list and the better one nearly always wins (`aga, spread 2`) "
        f"least squares comes out higher, {mean('aga, spread 2', OURS, 'least_squares')} to "
        f"{mean('aga, spread 2', OURS, sos)}.\n"
        "* **Who knows the list ranks better, above all after a Swiss**: Bradley–Terry around the list has "
        f"{both(mean, SWISS, both_know)} there, points and SOS {both(mean, SWISS, sos)}. After a McMahon it has "
        f"{both(mean, OURS, both_know)}. The list alone, without a game, has {both(mean, OURS, 'listed')}: five rounds "
        "add little to a good list, and much to a bad one "
        f"({both(mean, OURS, 'listed', far)} against {both(mean, OURS, sos, far)} by points and SOS with spread 2)."
    )


STUDY = Study(
    name="rankings",
    question="Which gains more: another way to pair, or another way to rank?",
    advice=(
        "Give everybody the start score of an honest rank: no way to pair or to rank decides the order as much. "
        "Then points and SOS are as good a placing as any that looks at results alone."
    ),
    simulated=(
        "Preset `egf` without handicaps, profile `balanced`: McMahon by our engine and by lots inside score groups, "
        f"and a Swiss. {SPREADS} Every figure is Kendall's tau between an order and the true strengths. listed: the "
        "ratings before, no game counted; points_sos and points_listed: McMahon points, then the sum of opponents' "
        "points or the rating before; least_squares and bradley_terry: from the results alone (Massey 1997; Bradley "
        "and Terry 1952, with a prior so wide that it only keeps them finite); bradley_terry_listed: with true "
        "strengths taken to be spread by 150 points around the list; egf_rating: European ratings after the event."
    ),
    size=Size(30),
    metrics={name: tau_of(order) for name, order in ORDERS.items()},
    baseline=OURS,
    arms=arms,
    answer=answer,
    limits=(
        "Orders that know the list are right by construction where the list is right, and players do not accept to "
        "be placed by it. The scale of bradley_terry_listed (odds change by e in 150 points, doubt of 150 points) is "
        "the same in all groups, and so wrong in most of them. Points of McMahon contain the rank. Five rounds."
    ),
    plotted=("points_sos", "bradley_terry", "bradley_terry_listed"),
)
