"""Which gains more: another way to pair, or another way to rank."""

from __future__ import annotations

from ...io.settings.profiles import load_profile
from ..figures import Figures
from ..rankings import ORDERS, tau_of
from .common import SPREADS, Arm, Method, Size, Study, arms_of, preset

OURS, BY_LOT, SWISS = "McMahon, ours", "McMahon, by hand: random", "Swiss, ours"
SCALES = (1, 0, 2)
RESULTS_ONLY = ("points_sos", "least_squares", "bradley_terry")


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
    return "…"


STUDY = Study(
    name="rankings",
    question="Which gains more: another way to pair, or another way to rank?",
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
    rows=True,
    plotted=("points_sos", "bradley_terry", "bradley_terry_listed"),
)
