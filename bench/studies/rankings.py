"""Which gains more: another way to pair, or another way to rank."""

from __future__ import annotations

from ...io.settings.profiles import load_profile
from ..figures import Figures
from ..rankings import ORDERS, tau_of
from .common import Arm, Method, Size, Study, arms_of, preset

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
    simulated="",
    size=Size(30),
    metrics={name: tau_of(order) for name, order in ORDERS.items()},
    baseline=OURS,
    arms=arms,
    answer=answer,
    limits="",
    rows=True,
    plotted=("points_sos", "bradley_terry", "bradley_terry_listed"),
)
