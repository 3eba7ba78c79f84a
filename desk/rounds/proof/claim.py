"""What is claimed of a round: values that only `proving.py` and `verify_proof.py` make, so that no face says more.

They say of which problem, under whose terms, and what was computed now or believed; in words: `proof_texts.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum

from ....model.pairing.pairing import ByCpSat
from ....model.plan.plan import NO_FORESIGHT, Foresight
from ....model.tournament.games import Game


class Basis(StrEnum):
    """Whose results and entrants the costs of a claim are about."""

    TODAY = "today"
    DRAW = "draw"


class Backing(StrEnum):
    """Who stands for those terms of a round that are not the settings' own, and for the results of its draw.

    `SETTINGS`: there are none. `JOURNAL`: a step has written them, with the weights of a profile of the folder or the
    program. `RECORD`: only the record says so, or its weights come from elsewhere. `NOTHING`: the journal shows that no
    command has written them; the claim is then by the settings' own.
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
    the draw says, summed up. `proven`: no legal round costs less than `cheapest`. `certified`: the certificate of
    `least` was verified; None if nothing was left to draw, CP-SAT has found it, or nothing was checked. `other_lot`:
    the lottery gives other boards of the same cost. `closed_by_cp_sat` names the tiers in which CP-SAT has closed the
    gap of the certificate. `absent` (ids) are entered and neither play nor have the bye. `since` is as in `Stated`.
    """

    fingerprint: str
    backing: Backing
    terms: tuple[str, ...]
    by_criterion: Mapping[str, int]
    basis: Basis = Basis.TODAY
    checked: bool = False
    costs: tuple[int, ...] = ()
    least: tuple[int, ...] = ()
    cheapest: tuple[int, ...] = ()
    proven: bool = False
    certified: bool | None = None
    plan_price: PlanPrice = PlanPrice.NONE
    other_lot: bool = False
    absent: tuple[str, ...] = ()
    engine: str = "matching"
    by_cp_sat: ByCpSat | None = None
    closed_by_cp_sat: tuple[str, ...] = ()
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


@dataclass(frozen=True, slots=True)
class Verified:
    """What a certificate proves: of which round, and name, value and proven lower bound of each tier.

    `foresight` is what the certificate says of the rounds after its `number`, until `last`; `plan_broken` is why that
    is wrong. `terms` are lines that say under which profile, locks and relaxed rules, `differences` where they are not
    the folder's own, `own_terms` where the folder's are not those of its settings; `backing` says who stands for them.
    `other` is the folder's round if its boards are not those of the certified one. `whole_cost` counts the boards that
    were fixed by hand, too; None if there are none. `absent` and `notes` say what else the director should know.
    `alone`: an npz file, of which nobody can tell whether the tier `tie` is a lottery.
    """

    title: str
    tiers: tuple[tuple[str, int, int], ...]
    terms: tuple[str, ...] = ()
    differences: tuple[str, ...] = ()
    other: OtherRound | None = None
    notes: tuple[str, ...] = ()
    alone: bool = False
    foresight: Foresight = NO_FORESIGHT
    plan_broken: str = ""
    number: int = 0
    last: int = 0
    whole_cost: int | None = None
    absent: tuple[str, ...] = ()
    backing: Backing = Backing.SETTINGS
    own_terms: tuple[str, ...] = ()

    @property
    def lot(self) -> bool:
        """Whether the lottery among rounds of equal cost is part of the proof."""
        return any(name == "tie" for name, _, _ in self.tiers)

    @property
    def gap(self) -> bool:
        """Whether a cheaper round may exist, or another one that the lottery prefers."""
        return any(value != bound for _, value, bound in self.tiers)

    @property
    def proven(self) -> bool:
        """Whether the folder's round is proven cheapest by the folder's terms; or that of an npz file by its own."""
        return self.lot and not (self.gap or self.differences or self.other or self.plan_broken)

    @property
    def ticked(self) -> bool:
        """Whether it is proven, and the folder's terms are more than what its record says."""
        return self.proven and self.backing in (Backing.SETTINGS, Backing.JOURNAL)


@dataclass(frozen=True, slots=True)
class OtherRound:
    """The games and byes that only the folder's round has, and what both rounds cost with boards settled by hand."""

    games: tuple[Game, ...]
    byes: tuple[str, ...]
    certified_cost: int
    cost: int

    @property
    def extra(self) -> int:
        """What the folder's round costs more than the certified one."""
        return self.cost - self.certified_cost


def more(costs: Sequence[int], least: Sequence[int]) -> int:
    """How much more costs are in the first tier that differs; 0 if none does."""
    return next((a - b for a, b in zip(costs, least, strict=True) if a != b), 0)
