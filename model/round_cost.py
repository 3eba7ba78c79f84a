"""What a drawn round costs, computed anew pair by pair: the judge's half of every claim about a cost."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from .counts import Count
from .criteria import CRITERIA
from .draw import round_problem
from .profile import Profile
from .tournament import Tournament


def cost_of_round(tournament: Tournament, number: int, profile: Profile) -> dict[str, int]:
    """The weighted cost of a drawn round by criterion, computed anew pair by pair from today's scores and history.

    Colours and handicaps enter as the rules give them for each pair, not as somebody may have changed them by hand.
    """
    drawn = tournament.round(number)
    field = round_problem(tournament.entered_as_drawn(number), number, profile).field
    index = {pid: np.array([i]) for i, pid in enumerate(field.ids)}
    costs = {}
    for weight in profile.weights:
        criterion = CRITERIA[weight.criterion]
        bye = criterion.bye(field)
        value = sum(int(criterion.pair(field, index[g.white], index[g.black])[0]) for g in drawn)
        value += sum(int(bye[index[p]][0]) for p in drawn.byes)
        costs[weight.criterion] = weight.weight * value
    for count, totals in counted_rules(tournament, number, profile, [(g.white, g.black) for g in drawn]):
        if count.rule.price is not None:
            over = [count.rule.limit - t if count.rule.at_least else t - count.rule.limit for t in totals]
            costs[count.rule.name] = count.rule.price * sum(max(0, excess) for excess in over)
    return costs


def counted_rules(
    tournament: Tournament, number: int, profile: Profile, games: Iterable[tuple[str, str]]
) -> list[tuple[Count, list[int]]]:
    """Every rule over sets of pairs with what the games count in each part, added up game by game."""
    problem = round_problem(tournament.entered_as_drawn(number), number, profile)
    index = {pid: np.array([i]) for i, pid in enumerate(problem.field.ids)}
    result = []
    for count in problem.counts:
        totals = [0] * len(count.labels)
        for white, black in games:
            for part, amount in count.terms(problem.field, index[white], index[black]):
                if amount[0]:
                    totals[int(part[0])] += int(amount[0])
        result.append((count, totals))
    return result
