"""What differs between two pairings of a round: cost by criterion, boards, and the chains of players that move."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ..pairing.round_problem import IndexPair, RoundProblem


@dataclass(frozen=True, slots=True)
class PairingDifference:
    """From one pairing to another, players by index: boards that go and come, byes, and extra cost by criterion.

    `chains` are the players along each path of changes, every second step a new board: in `(a, b, c, d)` a and b meet
    newly, b and c met before, c and d meet newly. A chain that returns to its beginning is closed. `tiers` is the
    extra cost in each tier of the profile, in their order; `deciding` is `costs` in the first that differs, the tier
    number `tier`.
    """

    gone: tuple[IndexPair, ...]
    new: tuple[IndexPair, ...]
    byes_gone: tuple[int, ...]
    byes_new: tuple[int, ...]
    costs: Mapping[str, int]
    tiers: tuple[int, ...]
    tier: int
    deciding: Mapping[str, int]
    chains: tuple[tuple[int, ...], ...]

    @property
    def first(self) -> int:
        """The extra cost in the first tier that differs: below 0, the other pairing is better; 0: they are equal."""
        return next((cost for cost in self.tiers if cost), 0)

    @property
    def cost(self) -> int:
        """The extra cost over all tiers; below 0 when the other pairing is cheaper."""
        return sum(self.costs.values())

    def applied(self, pairs: Iterable[IndexPair], byes: Iterable[int]) -> tuple[list[IndexPair], list[int]]:
        """The other pairing, from pairs and byes of the first."""
        new = (set(pairs) - set(self.gone)) | set(self.new)
        sitting = (set(byes) - set(self.byes_gone)) | set(self.byes_new)
        return sorted(new), sorted(sitting)


def difference(
    problem: RoundProblem,
    before: tuple[Iterable[IndexPair], Sequence[int]],
    after: tuple[Iterable[IndexPair], Sequence[int]],
) -> PairingDifference:
    """From one pairing (pairs and byes) to another of the same problem."""
    old, new = ({(min(p), max(p)) for p in pairs} for pairs, _ in (before, after))
    costs = [problem.costs_by_criterion(sorted(pairs), byes) for pairs, byes in ((old, before[1]), (new, after[1]))]
    extra = {name: costs[1][name] - costs[0][name] for name in costs[0] if costs[1][name] != costs[0][name]}
    gone, come = sorted(old - new), sorted(new - old)
    byes_gone = sorted(set(before[1]) - set(after[1]))
    byes_new = sorted(set(after[1]) - set(before[1]))
    tiers = problem.by_tier(extra)
    deciding = next((tier for tier, cost in zip(problem.tiers, tiers, strict=True) if cost), problem.tiers[0])
    own = {name: cost for name, cost in extra.items() if problem.tier_of(name) == deciding}
    chains = tuple(_chains(gone, come))
    byes = tuple(byes_gone), tuple(byes_new)
    return PairingDifference(tuple(gone), tuple(come), *byes, extra, tiers, deciding, own, chains)


def _chains(gone: Sequence[IndexPair], come: Sequence[IndexPair]) -> Iterable[tuple[int, ...]]:
    """The paths along which boards change: open ones from their ends first, then those that close."""
    old = {i: j for a, b in gone for i, j in ((a, b), (b, a))}
    new = {i: j for a, b in come for i, j in ((a, b), (b, a))}
    left = dict.fromkeys(sorted(new))
    for begin in [i for i in left if i not in old] + list(left):
        if begin not in left:
            continue
        chain = [begin]
        while chain[-1] in left:
            here = chain[-1]
            partner = new[here]
            left.pop(here)
            left.pop(partner)
            chain.append(partner)
            if partner not in old:
                break
            chain.append(old[partner])
        yield tuple(chain)
