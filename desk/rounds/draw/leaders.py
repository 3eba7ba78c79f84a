"""Leaders who are drawn below their score, why, and what a round costs in which more of them meet."""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import Literal

from ....model.language import first_few
from ....model.notes import MOST_NAMED, Note, name_of
from ....model.pairing.field import Flags
from ....model.pairing.pairing import Pairing
from ....model.pairing.profile import GREATEST_WEIGHT
from ....model.pairing.round_problem import RoundProblem
from ....model.reasons.board_case import points_text
from ....model.tournament.tournament import Tournament
from ....solver.clock import Clock
from ....solver.engine import Options, solve

PRICE_SECONDS = 5.0  # for the price of another round


@dataclass(frozen=True, slots=True)
class LeadersBelow(Note):
    """Games of leaders (id, the opponent's id, half points between them) against players with a lower score.

    They are an odd number, or no more of them may meet (`met`), or a round in which more of them meet is `dearer` by
    the `price`.
    """

    games: tuple[tuple[str, str, int], ...]
    why: Literal["odd", "met", "dearer", "unknown"]
    price: int = 0

    def says(self, tournament: Tournament) -> str:
        """The sentence."""
        games = [
            f"{name_of(one, tournament)} leads and plays {name_of(other, tournament)}, {points_text(gap)} below"
            for one, other, gap in self.games
        ]
        why = {
            "odd": "the leaders are an odd number",
            "met": "no more of the leaders may meet",
            "dearer": f"a round in which more of the leaders meet costs {self.price:,} more",
            "unknown": "it is not known what a round costs in which more of the leaders meet",
        }
        return f"{first_few(games, MOST_NAMED, '; ')}: {why[self.why]}"


def leader_notes(problem: RoundProblem, pairing: Pairing, options: Options | None) -> list[LeadersBelow]:
    """A note of the leaders who play somebody with a lower score, unless the profile has no price for that.

    A leader has the highest pairing score of the round. One who is alone is in no group and is left out, and so is who
    was forced into a game.
    """
    if not problem.profile.weight_of("leader_gap") or not pairing.pairs:
        return []
    score, forced = problem.field.score, {frozenset(pair) for pair in problem.forced}
    leads = score == score.max()
    floats = [pair for pair in _floats(pairing, leads) if frozenset(pair) not in forced]
    if not floats or leads.sum() == 1:
        return []
    games = tuple(
        (problem.field.ids[one], problem.field.ids[other], 2 * int(score[one] - score[other]) // problem.field.steps)
        for one, other in (pair if leads[pair[0]] else pair[::-1] for pair in floats)
    )
    if len(floats) == 1 and (leads.sum() - leads[[*pairing.byes]].sum()) % 2:
        return [LeadersBelow(games, "odd")]
    return [LeadersBelow(games, *_other_round(problem, pairing, leads, options))]


def _floats(pairing: Pairing, leads: Flags) -> list[tuple[int, int]]:
    """The pairs of a leader and somebody below."""
    return [pair for pair in pairing.pairs if leads[pair[0]] != leads[pair[1]]]


def _other_round(
    problem: RoundProblem, pairing: Pairing, leads: Flags, options: Options | None
) -> tuple[Literal["met", "dearer", "unknown"], int]:
    """Whether more leaders can meet, and what the round costs more then.

    Not known of a round that is not proven, or that pays for the rounds to come, and if there is no time.
    """
    if not pairing.optimal or pairing.bound_of_all is not None:
        return "unknown", 0
    whole = options.clock if options and options.clock else Clock(PRICE_SECONDS)
    wanted = replace(problem, profile=problem.profile.with_weights({"leader_gap": GREATEST_WEIGHT}))
    other = solve(wanted, Options(clock=whole.limited_to(PRICE_SECONDS)))
    if not other.optimal:
        return "unknown", 0
    if len(_floats(other, leads)) >= len(_floats(pairing, leads)):
        return "met", 0
    return "dearer", sum(problem.costs_by_criterion(other.pairs, other.byes).values()) - pairing.cost
