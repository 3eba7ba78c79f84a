"""The costs of a drawn round, computed anew: the judge's half of every claim about a cost; and counts by hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence

import numpy as np

from ..pairing.counts import Count
from ..pairing.draw import round_problem
from ..pairing.entrants import Before
from ..pairing.evaluation import PairValues, of_each
from ..pairing.field import Field, Ints
from ..pairing.profile import Profile
from ..pairing.round_problem import RoundProblem
from ..placing.scores import histories, score
from ..tournament.games import Game
from ..tournament.person import country_key
from ..tournament.tournament import Tournament


def cost_of_round(
    tournament: Tournament, number: int, profile: Profile, before: Before | None = None
) -> dict[str, int]:
    """The weighted cost of a drawn round by criterion, computed anew pair by pair from today's scores and history.

    Colours and handicaps are those of the rules, not of changes by hand.
    """
    drawn, problem = tournament.round(number), problem_as_drawn(tournament, number, profile, before)
    field, index = problem.field, problem.field.index()
    white, black = _indices(field, drawn)
    games, each, costs = PairValues(field, white, black), of_each(field), {}
    for weight in problem.profile.weights:
        criterion = weight.record
        value = sum(games.of(criterion.of_pair).tolist())
        if drawn.byes:
            bye = each.of(criterion.of_bye)
            value += sum(int(bye[index[p]]) for p in drawn.byes)
        costs[weight.criterion] = weight.weight * value
    for count in problem.counts:
        if count.rule.price is not None:
            totals = count_of_games(problem, count, drawn).tolist()
            over = [count.rule.limit - t if count.rule.at_least else t - count.rule.limit for t in totals]
            costs[count.rule.name] = count.rule.price * sum(max(0, excess) for excess in over)
    return costs


def problem_as_drawn(
    tournament: Tournament, number: int, profile: Profile, before: Before | None = None
) -> RoundProblem:
    """The problem of those in a drawn round, by today's scores; `before` counts only if they are those entered.

    A cell that has been emptied since the draw counts as 0 in a criterion of one's own.
    """
    drawn, profile = tournament.round(number), profile.judged
    if before and before.index.keys() == drawn.paired | set(drawn.byes):
        return round_problem(tournament, number, profile, before=before)
    return round_problem(tournament.entered_as_drawn(number), number, profile)


def count_of_games(problem: RoundProblem, count: Count, games: Iterable[Game]) -> Ints:
    """What games count in each part of a rule over sets of pairs, added up game by game."""
    totals = np.zeros(len(count.labels), dtype=np.int64)
    for parts, amounts in count.terms(problem.field, *_indices(problem.field, games)):
        for part, amount in zip(parts.tolist(), amounts.tolist(), strict=True):
            if amount:
                totals[part] += amount
    return totals


def count_at_once(field: Field, count: Count, games: Sequence[Game]) -> Ints:
    """The same of all games in one step, for plans: they have many rounds, and no one plays them."""
    return count.of_pairs(field, *_indices(field, games))


def _indices(field: Field, games: Iterable[Game]) -> Ints:
    index = field.index()
    return np.array([(index[g.white], index[g.black]) for g in games], dtype=np.int64).reshape(-1, 2).T


def plain_counts(
    tournament: Tournament, number: int, pairs: Iterable[tuple[str, str, int]], byes: Sequence[str]
) -> Counter[str]:
    """The COUNTS of pairs (white, black, handicap) and byes as a draw of this round, with the history before.

    Differences are of McMahon scores with halves dropped, however they are paired. `clubmates` and `compatriots` count
    known ones in common, clubs that count as one among them. `repeated_draw_downs` counts upper players drawn down
    before, `repeated_draw_ups` lower players drawn up before. `colour_imbalance_even` sums |Whites - Blacks| over games
    without handicap, this round's included.
    """
    past, clubs = tournament.before(number), tournament.settings.clubs
    scores, before, players = score(past).for_draw(), histories(past), tournament.by_id()
    colours = {p.id: before[p.id].colours for p in tournament.entrants(number)}
    total = Counter(byes=len(byes), repeated_byes=sum(before[p].byes > 0 for p in byes))
    for white, black, stones in pairs:
        gap = scores.mms(white) // 2 - scores.mms(black) // 2
        upper, lower = (white, black) if gap > 0 else (black, white)
        a, b = players[white], players[black]
        if stones == 0:
            colours[white] = colours.get(white, before[white].colours) + 1
            colours[black] = colours.get(black, before[black].colours) - 1
        total.update(
            pairs=1,
            repeats=black in before[white].opponents,
            mms_diff_sum=abs(gap),
            four_or_more_apart=abs(gap) >= 4,
            clubmates=not {clubs.key(club) for club in a.clubs}.isdisjoint(map(clubs.key, b.clubs)),
            compatriots=not set(map(country_key, a.countries)).isdisjoint(map(country_key, b.countries)),
            handicap_games=stones > 0,
            handicap_stones=stones,
            draw_downs=gap != 0,
            repeated_draw_downs=gap != 0 and before[upper].drawn_down > 0,
            repeated_draw_ups=gap != 0 and before[lower].drawn_up > 0,
        )
    total["colour_imbalance_even"] = sum(abs(balance) for balance in colours.values())
    return total
