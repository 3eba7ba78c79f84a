"""What is claimed of a round that stands: a value that only `proving.py` makes, so that no face says more than it has.

It says of which problem it is (fingerprint, revision of the folder; results of today or of the draw), under whose
terms, what was computed now and what was believed. The sentences are in `desk/words/proofs.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ....model.pairing.pairing import ByCpSat


class Basis(StrEnum):
    """Whose results and entrants the costs of a claim are about."""

    TODAY = "today"
    DRAW = "draw"


class Backing(StrEnum):
    """Who stands for those terms of a round that are not the settings' own, and for the results of its draw.

    `SETTINGS`: there are none. `JOURNAL`: a step has written them. `RECORD`: only the record says so, as there is no
    journal. `NOTHING`: the journal shows that no command has written them; the claim is then by the settings' own.
    """

    SETTINGS = "settings"
    JOURNAL = "journal"
    RECORD = "record"
    NOTHING = "nothing"


class PlanPrice(StrEnum):
    """What is known of the price that the record names for later rounds.

    `NONE`: it names none. `COMPUTED`: it was found again. `BELIEVED`: it fits, and nobody has looked for a cheaper
    round. `WRONG`: it is not the price.
    """

    NONE = ""
    COMPUTED = "computed"
    BELIEVED = "believed"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True, kw_only=True)
class Claim:
    """What is claimed of the boards of a round.

    `costs` are theirs, summed up from those `by_criterion`, `least` the least cost of any legal round, `cheapest` that
    of those which leave a plan for later rounds, by tier; of a claim that was not `checked` they are what the record of
    the draw says, summed up. `proven`:
    no legal round costs less than `cheapest`. `certified`: the certificate of `least` was verified; None if nothing was
    left to draw, CP-SAT has found it, or nothing was checked. `other_lot`: the lottery gives other boards of the same
    cost. `absent` (ids) are entered and neither play nor have the bye. `since` is as in `Stated`.
    """

    round: int
    revision: int
    fingerprint: str
    checked: bool
    basis: Basis
    backing: Backing
    terms: tuple[str, ...]
    by_criterion: Mapping[str, int]
    costs: tuple[int, ...]
    least: tuple[int, ...]
    cheapest: tuple[int, ...]
    proven: bool
    certified: bool | None = None
    plan_price: PlanPrice = PlanPrice.NONE
    other_lot: bool = False
    absent: tuple[str, ...] = ()
    engine: str = "matching"
    by_cp_sat: ByCpSat | None = None
    since: bool = False

    @property
    def extra(self) -> int:
        """What the round costs more than need be, in the first tier that differs."""
        return max(0, more(self.costs, self.cheapest))

    @property
    def for_plan(self) -> int:
        """What later rounds cost this one, in the first tier that differs."""
        return more(self.cheapest, self.least)

    @property
    def sound(self) -> bool:
        """Whether nothing speaks against the round: none costs less, that is proven, and somebody stands for it."""
        explained = self.backing is not Backing.NOTHING and self.plan_price is not PlanPrice.WRONG
        return explained and not self.extra and self.proven and self.certified is not False

    @property
    def ticked(self) -> bool:
        """Whether it is proven now that no legal round costs less, and nothing of that was believed."""
        believed = self.backing is Backing.RECORD or self.plan_price is PlanPrice.BELIEVED or not self.checked
        return self.sound and not believed and not self.other_lot


def more(costs: Sequence[int], least: Sequence[int]) -> int:
    """How much more costs are in the first tier that differs; 0 if none does."""
    return next((a - b for a, b in zip(costs, least, strict=True) if a != b), 0)
